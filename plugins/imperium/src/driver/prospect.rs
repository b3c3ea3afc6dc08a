//! The prospect of a seat, for searches that stop before the end of a game: a sum over each
//! player's goods, in tenths of a resource, against the best of the others.

use cardmill_harness::outcome::of_lead;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::table::part;

use crate::board::{Board, PLAYERS};
use crate::catalogue::Catalogue;
use crate::piece::{Piece, Place};
use crate::vocabulary::Kind;

/// The worth of a victory point, in tenths of a resource.
const POINT: i32 = 200;
/// The worth of a planet, whatever it is, then of each of its resources and of its influence.
const PLANET: i32 = 12;
const RESOURCE: i32 = 7;
const INFLUENCE: i32 = 6;
/// The worth of a command token, then of a trade good and of a commodity.
const TOKEN: i32 = 9;
const GOODS: i32 = 7;
const COMMODITY: i32 = 2;
/// The worth of a technology, then of an action card and of a secret objective in hand.
const TECHNOLOGY: i32 = 25;
const CARD: i32 = 8;
const SECRET: i32 = 30;
/// The worth of each resource that a unit on the board has cost.
const PLASTIC: i32 = 5;
/// The lead with which a game is three quarters won.
const HALF: i32 = 400;

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
        let tokens: u8 = player.pools.iter().sum();
        *sum = POINT * i32::from(player.points)
            + TOKEN * i32::from(tokens)
            + GOODS * i32::from(player.trade_goods)
            + COMMODITY * i32::from(player.commodities);
    }
    for planet in &board.planets {
        if let Some(owner) = planet.owner {
            sums[usize::from(owner)] += PLANET
                + RESOURCE * i32::from(planet.resources)
                + INFLUENCE * i32::from(planet.influence);
        }
    }
    for slot in 0..board.slots {
        let (whose, worth) = worth(catalogue, world.get(roster.card(slot)));
        sums[usize::from(whose)] += worth;
    }
    let all = 0..board.players.len() as Seat;
    let others = all.filter(|&other| other != seat && board.is_in_game(other));
    let best = others.map(|other| sums[usize::from(other)]).max().unwrap_or(0);
    let lead = sums[usize::from(seat)] - best;
    of_lead(lead.into(), HALF.into())
}

/// The worth of a card or a figure, and the player to whom it is that.
fn worth(catalogue: &Catalogue, piece: Option<&Piece>) -> (Seat, i32) {
    let Some(piece) = piece else { return (0, 0) };
    let card = catalogue.definition(piece.definition);
    match (card.kind, piece.place) {
        (Kind::Unit, Place::Space(_) | Place::Planet(_)) => {
            let unit = card.unit.map_or(0, |unit| {
                let cost = i32::from(unit.cost.unwrap_or(3));
                cost * PLASTIC / i32::from(unit.for_cost.max(1))
            });
            (piece.owner, unit)
        }
        (Kind::Technology | Kind::Upgrade, Place::Area) => (piece.holder, TECHNOLOGY),
        (Kind::Action, Place::Hand) => (piece.holder, CARD),
        (Kind::Objective, Place::Hand) => (piece.holder, SECRET),
        _ => (0, 0),
    }
}
