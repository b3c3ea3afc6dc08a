//! The game as a bevy plugin: its components, its systems and their stages.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use cardmill_harness::log::Log;
use cardmill_harness::session::Silent;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::decision::present;
use cardmill_kernel::order::order;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::schedule::{Tick, TickPlugin, TickSystems};

use crate::advance::advance;
use crate::board::Board;
use crate::card::Card;
use crate::catalogue::Catalogue;
use crate::choice::XWing;
use crate::commit::commit;
use crate::constant::constant;
use crate::log;
use crate::options::offer;
use crate::proposal::Fact;
use crate::replace::replace;
use crate::settle::settle;
use crate::ship::{Pool, Ship, Stats};
use crate::trigger::trigger;

/// X-Wing 2.0. Adds [`TickPlugin`] and every rule of the game to its stages.
pub struct XWingPlugin {
    /// The cards of the game.
    pub catalogue: Catalogue,
}

impl Plugin for XWingPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(TickPlugin)
            .insert_resource(self.catalogue.clone())
            .init_resource::<Messages<Fact>>()
            .add_systems(
                Tick,
                (
                    advance.in_set(TickSystems::Advance),
                    replace.in_set(TickSystems::Replace),
                    commit.in_set(TickSystems::Commit),
                    constant.in_set(TickSystems::Constant),
                    trigger.in_set(TickSystems::Trigger),
                    settle.in_set(TickSystems::Settle),
                    order::<XWing>.in_set(TickSystems::Order),
                    (offer, present::<XWing>).chain().in_set(TickSystems::Offer),
                ),
            );
        register(app.world_mut());
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
                log::replacements.in_set(TickSystems::Replace).after(replace),
                log::facts.in_set(TickSystems::Commit).after(commit),
                log::resolutions.in_set(TickSystems::Order).after(order::<XWing>),
            ),
        );
        Registry::derived::<Log>(app.world_mut());
        Registry::place::<Silent>(app.world_mut());
    }
}

/// Names every component of a table, so that tables can be copied and digested.
fn register(world: &mut World) {
    Registry::tables::<XWing>(world);
    Registry::state::<Board>(world);
    Registry::state::<Card>(world);
    Registry::state::<Ship>(world);
    Registry::state::<Pool>(world);
    Registry::derived::<Stats>(world);
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
