//! The game as a bevy plugin: its components, its systems and their stages.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use cardmill_harness::log::Log;
use cardmill_harness::session::Silent;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::resolve::RulesPlugin;
use cardmill_kernel::schedule::{Layer, Resolution, Stage, Tick, TickPlugin, TickSystems};
use cardmill_kernel::stock;

use crate::board::Board;
use crate::card::{Card, Stats};
use crate::catalogue::Catalogue;
use crate::choice::Unlimited;
use crate::constant::{self, Modifiers};
use crate::deal::{Given, supply};
use crate::effect::Effect;
use crate::log;
use crate::relevance::Relevance;

/// Star Wars: Unlimited. Adds [`TickPlugin`] and every rule of the game to its stages.
pub struct UnlimitedPlugin {
    /// The cards of the game.
    pub catalogue: Catalogue,
}

impl Plugin for UnlimitedPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((TickPlugin, RulesPlugin::<Unlimited>::default()))
            .insert_resource(self.catalogue.clone())
            .init_resource::<Messages<Given>>()
            .add_systems(Tick, supply.in_set(TickSystems::Supply));
        app.world_mut()
            .resource_mut::<Resolution<Unlimited>>()
            .add_layer(Layer::Gather, constant::gather)
            .add_layer(Layer::Printed, constant::printed)
            .add_layer(Layer::Abilities, constant::abilities)
            .add_layer(Layer::Numbers, constant::numbers)
            .add_layer(Layer::Permissions, constant::permissions)
            .add_layer(Layer::Stable, constant::stable);
        register(app.world_mut());
    }
}

/// Writes down what happens on tables that carry a [`Log`].
pub struct LogPlugin;

impl Plugin for LogPlugin {
    fn build(&self, app: &mut App) {
        let world = app.world_mut();
        world
            .resource_mut::<Resolution<Unlimited>>()
            .add(Stage::Answer, log::choices)
            .add(Stage::Commit, log::facts)
            .add(Stage::Trigger, log::triggers)
            .add(Stage::Settle, log::lapses)
            .add(Stage::Settle, log::endings)
            .add(Stage::Order, log::resolutions);
        Registry::derived::<Log>(world);
        Registry::place::<Silent>(world);
    }
}

/// Names every component of a table, so that tables can be copied and digested.
fn register(world: &mut World) {
    Registry::tables::<Unlimited>(world);
    Registry::state::<Board>(world);
    Registry::state::<Card>(world);
    stock::register::<Effect>(world);
    Registry::derived::<Stats>(world);
    Registry::derived::<Modifiers>(world);
    Registry::derived::<Relevance>(world);
}

/// A World with so many tables of the game, and what `more` adds to it.
#[must_use]
pub fn batch(catalogue: &Catalogue, tables: usize, more: impl Plugin) -> Batch {
    let game = UnlimitedPlugin { catalogue: catalogue.clone() };
    let mut batch = Batch::new(move |app: &mut App| {
        game.build(app);
        more.build(app);
    });
    for _ in 0..tables {
        batch.add(crate::deal::spawn);
    }
    batch
}
