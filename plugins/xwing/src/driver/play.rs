//! Games of X-Wing by the thousand.

use arrayvec::ArrayVec;
use bevy_app::App;
use bevy_ecs::prelude::*;
use cardmill_harness::agent::Agent;
use cardmill_harness::planner;
use cardmill_harness::play::{Play, SEATS, Standing};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::table::part;

use super::{Hangar, meaning, prospect};
use crate::agent::{self, GREEDY};
use crate::board::Board;
use crate::card::{Card, Place};
use crate::catalogue::Catalogue;
use crate::choice::{Prompt, XWing};
use crate::deal;
use crate::ship::{Presence, SHIPS, Ship, Stats};
use crate::squad::Squad;
use crate::vocabulary::Kind;

/// The squad points of a full squad; the other player scores what a squad costs less.
const POINTS: i16 = 200;

/// Hull and shields of each ship: all, and what is left of them.
pub(super) fn lefts(world: &World, table: Entity) -> [[u16; 2]; SHIPS] {
    let lists = &part::<Roster>(world, table).lists;
    let catalogue = world.resource::<Catalogue>();
    let mut lefts = [[0; 2]; SHIPS];
    for (&figure, lefts) in lists.figures.iter().zip(&mut lefts) {
        let ship = world.get::<Ship>(figure).expect("a figure is a ship");
        let stats = world.get::<Stats>(figure).expect("a figure is a ship");
        let hull = u16::from(stats.hull);
        *lefts = [stats.shields, ship.shields].map(|shields| hull + u16::from(shields));
    }
    for &card in &lists.cards {
        let card = world.get::<Card>(card).expect("every slot is a card");
        let lies = matches!(card.place, Place::Faceup | Place::Facedown);
        if lies
            && matches!(catalogue.card(card.definition).definition.kind, Kind::Damage(..))
            && let Some([_, left]) = lefts.get_mut(usize::from(card.host))
        {
            *left = left.saturating_sub(1);
        }
    }
    lefts
}

impl Play for Hangar {
    type Entry = Squad;

    const AGENTS: &'static [Agent] = &[Agent::RANDOM, GREEDY];
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
        Standing::of(part::<Board>(world, table).outcome, scores(world, table))
    }
}

/// The squad points of the ships of the other player that were destroyed or fled, half of those
/// (rounded up) of which half of hull and shields is gone, and what the other squad costs less
/// than [`POINTS`]. Where nobody counts points: 2 and 1 for each ship.
fn scores(world: &World, table: Entity) -> ArrayVec<i16, SEATS> {
    let lists = &part::<Roster>(world, table).lists;
    let left = lefts(world, table);
    let ships = lists.figures.iter().map(|&figure| world.get::<Ship>(figure));
    let ships = ships.map(|ship| ship.expect("a figure is a ship"));
    let ships = ships.filter(|ship| ship.presence != Presence::None);
    let counted = ships.clone().any(|ship| ship.points > 0);
    let mut scores: ArrayVec<i16, SEATS> = [0, 0].into_iter().collect();
    for (&figure, [whole, left]) in lists.figures.iter().zip(left) {
        let ship = world.get::<Ship>(figure).expect("a figure is a ship");
        let points = if counted { i16::from(ship.points) } else { 2 };
        scores[usize::from(1 - ship.owner)] += match ship.presence {
            Presence::None => 0,
            Presence::Removed => points,
            _ if 2 * left <= whole => (points + 1) / 2,
            _ => 0,
        };
    }
    if counted {
        for seat in [0, 1] {
            let own = ships.clone().filter(|ship| usize::from(ship.owner) == seat);
            let cost: i16 = own.map(|ship| i16::from(ship.points)).sum();
            scores[1 - seat] += (POINTS - cost).max(0);
        }
    }
    scores
}
