//! The game as a bevy plugin: its components, its rules and their stages.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use cardmill_harness::log::Log;
use cardmill_harness::session::Silent;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::resolve::RulesPlugin;
use cardmill_kernel::schedule::{Layer, Resolution, Stage, TickPlugin};
use cardmill_kernel::stock;

use crate::board::Board;
use crate::card::Card;
use crate::catalogue::Catalogue;
use crate::choice::XWing;
use crate::constant::{self, Gathered};
use crate::device::Device;
use crate::effect::Effect;
use crate::log;
use crate::ship::{Pool, Ship, Stats};

/// X-Wing 2.0. Adds [`TickPlugin`] and every rule of the game.
pub struct XWingPlugin {
    /// The cards of the game.
    pub catalogue: Catalogue,
}

impl Plugin for XWingPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((TickPlugin, RulesPlugin::<XWing>::default()))
            .insert_resource(self.catalogue.clone());
        let world = app.world_mut();
        let mut resolution = world.resource_mut::<Resolution<XWing>>();
        resolution
            .add_layer(Layer::Gather, |state, _| constant::attach(state))
            .add_layer(Layer::Gather, |state, _| constant::gather(state))
            .add_layer(Layer::Printed, |state, _| constant::print(state));
        for layer in [Layer::Abilities, Layer::Numbers, Layer::Permissions] {
            resolution.add_layer(layer, move |state, _| constant::apply(state, layer));
        }
        register(world);
    }
}

/// Writes down what happens on tables that carry a [`Log`].
pub struct LogPlugin;

impl Plugin for LogPlugin {
    fn build(&self, app: &mut App) {
        let world = app.world_mut();
        world
            .resource_mut::<Resolution<XWing>>()
            .add(Stage::Answer, log::choices)
            .add(Stage::Replace, log::replacements)
            .add(Stage::Commit, log::facts)
            .add(Stage::Order, log::resolutions);
        Registry::derived::<Log>(world);
        Registry::place::<Silent>(world);
    }
}

/// Names every component of a table, so that tables can be copied and digested.
fn register(world: &mut World) {
    Registry::tables::<XWing>(world);
    Registry::state::<Board>(world);
    Registry::state::<Card>(world);
    Registry::state::<Ship>(world);
    Registry::state::<Pool>(world);
    stock::register::<Effect>(world);
    stock::register::<Device>(world);
    Registry::derived::<Stats>(world);
    Registry::derived::<Gathered>(world);
}

/// A World without tables of the game, and what `more` adds to it.
#[must_use]
pub fn batch(catalogue: &Catalogue, more: impl Plugin) -> Batch {
    let game = XWingPlugin { catalogue: catalogue.clone() };
    Batch::new(move |app: &mut App| {
        game.build(app);
        more.build(app);
    })
}
