//! The game as a bevy plugin: its components, its systems and their stages.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use cardmill_harness::log::Log;
use cardmill_harness::session::Silent;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::decision::{Decision, present};
use cardmill_kernel::order::order;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::schedule::{Tick, TickPlugin, TickSystems};
use cardmill_kernel::stack::Stack;
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::{Seats, Table};

use crate::advance::advance;
use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::commit::commit;
use crate::log;
use crate::options::offer;
use crate::piece::Piece;
use crate::proposal::Facts;
use crate::replace::replace;
use crate::trigger::trigger;

/// Twilight Imperium 4. Adds [`TickPlugin`] and every rule of the game to its stages.
pub struct ImperiumPlugin {
    /// The cards of the game.
    pub catalogue: Catalogue,
}

impl Plugin for ImperiumPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(TickPlugin).insert_resource(self.catalogue.clone()).add_systems(
            Tick,
            (
                advance.in_set(TickSystems::Advance),
                replace.in_set(TickSystems::Replace),
                commit.in_set(TickSystems::Commit),
                trigger.in_set(TickSystems::Trigger),
                order::<Imperium>.in_set(TickSystems::Order),
                (offer, present::<Imperium>).chain().in_set(TickSystems::Offer),
            ),
        );
        let world = app.world_mut();
        Registry::tables::<Imperium>(world);
        Registry::state::<Board>(world);
        Registry::state::<Piece>(world);
        Registry::place::<Facts>(world);
    }
}

/// Writes down what happens on tables that carry a [`Log`].
pub struct LogPlugin;

impl Plugin for LogPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Tick,
            (
                log::choices.in_set(TickSystems::Advance).before(advance),
                log::facts.in_set(TickSystems::Commit).after(commit),
                log::endings.in_set(TickSystems::Settle),
            ),
        );
        Registry::derived::<Log>(app.world_mut());
        Registry::place::<Silent>(app.world_mut());
    }
}

/// Cards and figures of a table. Their slots are one byte, and the last one means none.
pub const SLOTS: usize = 255;

/// Adds a table without a game to a World.
pub fn spawn(world: &mut World) -> Entity {
    let pieces: Vec<Entity> = (0..SLOTS).map(|_| world.spawn(Piece::default()).id()).collect();
    let bundle = (
        Roster::new(pieces, Vec::new()),
        Table::default(),
        Seats::default(),
        Stack::<Imperium>::default(),
        Decision::<Imperium>::default(),
        Streams::default(),
        Board::default(),
        Facts::default(),
    );
    world.spawn(bundle).id()
}
