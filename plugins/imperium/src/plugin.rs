//! The game as a bevy plugin: its components, its systems and their stages.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use cardmill_harness::log::Log;
use cardmill_harness::session::Silent;
use cardmill_kernel::batch::{Batch, parts};
use cardmill_kernel::registry::Registry;
use cardmill_kernel::resolve::RulesPlugin;
use cardmill_kernel::roster::{Lists, Roster};
use cardmill_kernel::schedule::{Layer, Resolution, Stage, TickPlugin};
use cardmill_kernel::stock::{self, EFFECTS};

use crate::board::{Board, SLOTS};
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::constant::{self, Gathered, Stats};
use crate::effect::Effect;
use crate::log;
use crate::piece::Piece;
use crate::procedure::transaction;
use crate::token::{TOKENS, Token};
use crate::trigger;

/// Twilight Imperium 4. Adds [`TickPlugin`] and every rule of the game to its stages.
pub struct ImperiumPlugin {
    /// The cards of the game.
    pub catalogue: Catalogue,
}

impl Plugin for ImperiumPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((TickPlugin, RulesPlugin::<Imperium>::default()))
            .insert_resource(self.catalogue.clone());
        let world = app.world_mut();
        world
            .resource_mut::<Resolution<Imperium>>()
            .add(Stage::Advance, transaction::in_window)
            .add(Stage::Trigger, trigger::forget)
            .add_layer(Layer::Gather, |state, _| constant::sources(state))
            .add_layer(Layer::Gather, |state, _| constant::units(state))
            .add_layer(Layer::Gather, |state, _| constant::gather(state))
            .add_layer(Layer::Printed, |state, _| constant::print(state))
            .add_layer(Layer::Abilities, |state, _| constant::lose(state))
            .add_layer(Layer::Abilities, |state, _| constant::carry(state))
            .add_layer(Layer::Numbers, |state, _| constant::fight(state))
            .add_layer(Layer::Numbers, |state, _| constant::hasten(state))
            .add_layer(Layer::Numbers, |state, _| constant::produce(state))
            .add_layer(Layer::Numbers, |state, _| constant::allow(state))
            .add_layer(Layer::Permissions, |state, _| constant::permit(state));
        Registry::tables::<Imperium>(world);
        Registry::state::<Board>(world);
        Registry::state::<Piece>(world);
        stock::register::<Effect>(world);
        Registry::state::<Token>(world);
        Registry::derived::<Stats>(world);
        Registry::derived::<Gathered>(world);
    }
}

/// Writes down what happens on tables that carry a [`Log`].
pub struct LogPlugin;

impl Plugin for LogPlugin {
    fn build(&self, app: &mut App) {
        let world = app.world_mut();
        world
            .resource_mut::<Resolution<Imperium>>()
            .add(Stage::Answer, log::choices)
            .add(Stage::Commit, log::facts)
            .add(Stage::Settle, log::endings);
        Registry::derived::<Log>(world);
        Registry::place::<Silent>(world);
    }
}

/// A World without tables of the game, and what `more` adds to it.
#[must_use]
pub fn batch(catalogue: &Catalogue, more: impl Plugin) -> Batch {
    let game = ImperiumPlugin { catalogue: catalogue.clone() };
    Batch::new(move |app: &mut App| {
        game.build(app);
        more.build(app);
    })
}

/// Adds a table without a game to a World.
pub fn spawn(world: &mut World) -> Entity {
    let piece = |_| (Piece::default(), Stats::default());
    let cards = world.spawn_batch((0..SLOTS).map(piece)).collect();
    let effects = stock::spawn::<Effect>(world, EFFECTS);
    let tokens = stock::spawn::<Token>(world, TOKENS);
    let roster =
        Roster::new(Lists { cards, effects, tokens, ..Lists::default() }, world.entities());
    let bundle = (roster, parts::<Imperium>(), Board::default(), Gathered::default());
    world.spawn(bundle).id()
}
