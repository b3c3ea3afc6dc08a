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
use crate::card::{Card, Stats};
use crate::catalogue::Catalogue;
use crate::choice::Unlimited;
use crate::commit::commit;
use crate::constant::{self, Modifiers};
use crate::deal::{Columns, Given, supply};
use crate::effect::Effect;
use crate::log;
use crate::options::offer;
use crate::proposal::Fact;
use crate::replace::replace;
use crate::settle::settle;
use crate::trigger::trigger;

/// Star Wars: Unlimited. Adds [`TickPlugin`] and every rule of the game to its stages.
pub struct UnlimitedPlugin {
    /// The cards of the game.
    pub catalogue: Catalogue,
}

impl Plugin for UnlimitedPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(TickPlugin)
            .insert_resource(self.catalogue.clone())
            .init_resource::<Messages<Fact>>()
            .init_resource::<Messages<Given>>()
            .init_resource::<Columns>()
            .add_systems(
                Tick,
                (
                    advance.in_set(TickSystems::Advance),
                    replace.in_set(TickSystems::Replace),
                    commit.in_set(TickSystems::Commit),
                    (
                        constant::gather,
                        constant::printed,
                        constant::abilities,
                        constant::numbers,
                        constant::permissions,
                        constant::stable,
                    )
                        .chain()
                        .in_set(TickSystems::Constant),
                    trigger.in_set(TickSystems::Trigger),
                    settle.in_set(TickSystems::Settle),
                    order::<Unlimited>.in_set(TickSystems::Order),
                    advance.in_set(TickSystems::Proceed),
                    (offer, present::<Unlimited>, supply).chain().in_set(TickSystems::Offer),
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
                log::choices.after(TickSystems::Choose).before(TickSystems::Advance),
                log::facts.in_set(TickSystems::Commit).after(commit),
                log::triggers.in_set(TickSystems::Trigger).after(trigger),
                (log::lapses, log::endings).chain().in_set(TickSystems::Settle).after(settle),
                log::resolutions.in_set(TickSystems::Order).after(order::<Unlimited>),
            ),
        );
        Registry::derived::<Log>(app.world_mut());
        Registry::place::<Silent>(app.world_mut());
    }
}

/// Names every component of a table, so that tables can be copied and digested.
fn register(world: &mut World) {
    Registry::tables::<Unlimited>(world);
    Registry::state::<Board>(world);
    Registry::state::<Card>(world);
    Registry::state::<Effect>(world);
    Registry::derived::<Stats>(world);
    Registry::derived::<Modifiers>(world);
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
