//! The prospect of a seat, for searches that stop before the end of a game: a sum over each
//! player's points and goods, against the best of the others. The weights are thousandths of what
//! they add to the logarithm of the odds of coming first, as whole games of the greedy agent
//! showed.

use cardmill_harness::outcome::of_lead;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::table::part;

use crate::board::{Board, PLAYERS, Pool};
use crate::catalogue::Catalogue;
use crate::piece::{Piece, Place};
use crate::vocabulary::{Kind, UnitType};

/// The worth of the square of the victory points, and of each: the nearer the end, the more one is
/// worth.
const SQUARE: i32 = 42;
const POINT: i32 = 40;
/// The worth of a planet, whatever it is, then of each of its resources and of its influence, and of
/// Mecatol Rex.
const PLANET: i32 = 80;
const RESOURCE: i32 = 8;
const INFLUENCE: i32 = 25;
const MECATOL: i32 = 400;
/// The worth of a command token in the strategy pool, and in another one.
const STRATEGY: i32 = 60;
const TOKEN: i32 = 20;
/// The worth of a trade good and of a commodity.
const GOODS: i32 = 35;
const COMMODITY: i32 = 10;
/// The worth of a technology, then of an action card and of a secret objective in hand.
const TECHNOLOGY: i32 = 70;
const CARD: i32 = 15;
const SECRET: i32 = 40;
/// The worth of a system in which the player has ships.
const SYSTEM: i32 = 100;
/// The worth of each resource that a unit on the board has cost, of a PDS and of a space dock.
const PLASTIC: i32 = 12;
const PDS: i32 = 50;
const DOCK: i32 = 300;
/// The lead with which a game is three quarters won.
const HALF: i32 = 1_000;

/// The prospect of a seat, from -1,000,000, lost, to 1,000,000, won.
pub(super) fn prospect(batch: &Batch, table: usize, seat: Seat) -> i32 {
    let (world, entity) = (batch.world(), batch.table(table));
    let board = part::<Board>(world, entity);
    if let Some(ended) = board.outcome.prospect(seat) {
        return ended;
    }
    let roster = part::<Roster>(world, entity);
    let catalogue = world.resource::<Catalogue>();
    let mut sums = [0_i32; PLAYERS];
    for (player, sum) in board.players.iter().zip(&mut sums) {
        let (points, strategy) = (i32::from(player.points), player.pools[Pool::Strategy as usize]);
        let tokens = player.pools.iter().sum::<u8>() - strategy;
        *sum = SQUARE * points * points
            + POINT * points
            + STRATEGY * i32::from(strategy)
            + TOKEN * i32::from(tokens)
            + GOODS * i32::from(player.trade_goods)
            + COMMODITY * i32::from(player.commodities);
    }
    for planet in &board.planets {
        if let Some(owner) = planet.owner {
            sums[usize::from(owner)] += PLANET
                + RESOURCE * i32::from(planet.resources)
                + INFLUENCE * i32::from(planet.influence)
                + MECATOL * i32::from(planet.mecatol);
        }
    }
    let mut sailed = [0_u64; PLAYERS];
    for slot in 0..board.slots {
        let Some(piece) = world.get::<Piece>(roster.card(slot)) else { continue };
        let (whose, worth) = worth(catalogue, piece, &mut sailed);
        sums[usize::from(whose)] += worth;
    }
    for (sum, sailed) in sums.iter_mut().zip(sailed) {
        *sum += SYSTEM * sailed.count_ones() as i32;
    }
    let all = 0..board.players.len() as Seat;
    let others = all.filter(|&other| other != seat && board.is_in_game(other));
    let best = others.map(|other| sums[usize::from(other)]).max().unwrap_or(0);
    let lead = sums[usize::from(seat)] - best;
    of_lead(lead.into(), HALF.into())
}

/// The worth of a card or a figure, and the player to whom it is that; where ships are, is noted by
/// player.
fn worth(catalogue: &Catalogue, piece: &Piece, sailed: &mut [u64; PLAYERS]) -> (Seat, i32) {
    if matches!(piece.place, Place::Deck | Place::Box) {
        return (0, 0);
    }
    let card = catalogue.definition(piece.definition);
    match (card.kind, piece.place) {
        (Kind::Unit | Kind::Upgrade, Place::Space(_) | Place::Planet(_)) => {
            let worth = card.unit.map_or(0, |unit| match unit.unit {
                UnitType::Pds => PDS,
                UnitType::SpaceDock => DOCK,
                ship => {
                    if let Place::Space(system) = piece.place
                        && ship.is_ship()
                    {
                        sailed[usize::from(piece.owner)] |= 1 << system;
                    }
                    let cost = i32::from(unit.cost.unwrap_or(3));
                    cost * PLASTIC / i32::from(unit.for_cost.max(1))
                }
            });
            (piece.owner, worth)
        }
        (Kind::Technology | Kind::Upgrade, Place::Area) => (piece.holder, TECHNOLOGY),
        (Kind::Action, Place::Hand) => (piece.holder, CARD),
        (Kind::Objective, Place::Hand) => (piece.holder, SECRET),
        _ => (0, 0),
    }
}
