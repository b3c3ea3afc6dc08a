//! Games of X-Wing by the thousand.

use bevy_app::App;
use bevy_ecs::prelude::*;
use cardmill_harness::agent::Agent;
use cardmill_harness::planner;
use cardmill_harness::play::{Play, Standing};
use cardmill_harness::tally::Keeper;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::table::part;

use super::{Hangar, meaning, prospect};
use crate::agent::{self, GREEDY};
use crate::board::Board;
use crate::card::Card;
use crate::catalogue::Catalogue;
use crate::choice::{Prompt, XWing};
use crate::deal;
use crate::score::Forces;
use crate::ship::{Ship, Stats};
use crate::squad::Squad;
use crate::tally;

/// The ships and cards of a table.
pub(super) fn forces(world: &World, table: Entity) -> Forces<'_> {
    let lists = &part::<Roster>(world, table).lists;
    let ships = lists.figures.iter().map(|&figure| {
        let ship = world.get::<Ship>(figure).expect("a figure is a ship");
        (ship, world.get::<Stats>(figure).expect("a figure is a ship"))
    });
    let cards = lists.cards.iter();
    let cards = cards.map(|&card| world.get::<Card>(card).expect("every slot is a card"));
    Forces::of(ships, cards, world.resource::<Catalogue>())
}

impl Play for Hangar {
    type Entry = Squad;

    const AGENTS: &'static [Agent] = &[Agent::RANDOM, GREEDY];
    const TALLY: Option<Keeper<Catalogue>> = Some(tally::KEEPER);
    const PLANNERS: &'static [Agent] = &[planner::PIMC, planner::ISMCTS];

    /// The rules have no limit, and a squad whose dice keep missing would play for ever.
    const ROUNDS: Option<u16> = Some(12);

    fn add_agents(app: &mut App) {
        agent::add(app);
    }

    fn deal(batch: &mut Batch, table: usize, squads: &[&Squad], seed: u64, game: u64) {
        deal::deal(batch, table, [squads[0], squads[1]], seed, game);
    }

    fn round(world: &World, table: Entity) -> u16 {
        part::<Board>(world, table).round
    }

    fn first(world: &World, table: Entity) -> Seat {
        part::<Board>(world, table).first
    }

    /// Damage cards are told by what they are, all else by what the choice says.
    fn meanings(batch: &Batch, table: usize, into: &mut Vec<u64>) {
        meaning::meanings(batch, table, into);
    }

    /// A dial that is set, a ship that has its turn.
    fn begins(decision: &Decision<XWing>) -> bool {
        matches!(decision.prompt, Some(Prompt::Dial(_) | Prompt::Turn))
    }

    fn prospect(batch: &Batch, table: usize, seat: Seat) -> i32 {
        prospect::prospect(batch, table, seat)
    }

    fn exchange_first(batch: &mut Batch, table: usize) {
        deal::exchange_first(batch, table);
    }

    fn standing(world: &World, table: Entity) -> Standing {
        Standing::of(part::<Board>(world, table).outcome, forces(world, table).scores())
    }
}
