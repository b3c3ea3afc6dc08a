//! Games played at random.

use cardmill_harness::conformance::Suite;
use cardmill_harness::driver::Driver;
use cardmill_harness::files::default_dir;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::Seat;
use cardmill_skirmish::outside::{Position, Side, Tabletop};
use cardmill_skirmish::state::{Board, Card, Effect, Place, Power};
use cardmill_skirmish::words::{Choice, Proposal};

/// As a game of so many players begins.
fn opening(players: usize) -> Position {
    Position { players: vec![Side::default(); players] }
}

/// Exchanges a card in the hand of another player and an unlike one in their deck.
fn exchange(tabletop: &mut Tabletop, table: usize, from: Seat, number: u64) -> bool {
    let entities = tabletop.component::<Roster>(table).lists.cards.clone();
    let world = tabletop.batch_mut().world_mut();
    let other = |card: &Card| card.owner != from && card.place == Place::Hand;
    let cards: Vec<Card> = entities.iter().filter_map(|&e| world.get::<Card>(e).copied()).collect();
    let hand: Vec<usize> = (0..cards.len()).filter(|&n| other(&cards[n])).collect();
    let Some(&held) = hand.get(number as usize % hand.len().max(1)) else { return false };
    let unlike = |card: &&Card| {
        card.owner == cards[held].owner
            && card.place == Place::Deck
            && card.definition != cards[held].definition
    };
    let Some(drawn) = cards.iter().position(|card| unlike(&card)) else { return false };
    for (n, like) in [(held, drawn), (drawn, held)] {
        world.get_mut::<Card>(entities[n]).expect("it is a card").place = cards[like].place;
    }
    true
}

cardmill_harness::conformance! {
    suite: Suite {
        catalogue: Tabletop::load(default_dir()).expect("the cards load"),
        begin: |tabletop: &mut Tabletop, table, game| {
            tabletop.lay(table, &opening(2 + game as usize % 3), (7, game)).expect("it can be");
        },
        games: 6,
        decisions: 1_000,
    },
    golden: "tests/golden/playthrough.txt",
    sizes: [Card = 6, Power = 1, Effect = 4, Board = 52, Proposal = 6, Choice = 6],
    views: hide(exchange),
    scripts: absent("there are no dice"),
}
