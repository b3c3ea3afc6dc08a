//! Games played at random, and the documents that build the game.

use std::fs;
use std::path::Path;

use cardmill_harness::conformance::Suite;
use cardmill_harness::driver::Driver;
use cardmill_harness::files::default_dir;
use cardmill_kernel::card::Seat;
use cardmill_kernel::roster::Roster;

use crate::outside::{Position, Side, Tabletop};
use crate::state::{Board, Card, Effect, Place, Power};
use crate::words::{Choice, Proposal};

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
            let players = vec![Side::default(); 2 + game as usize % 3];
            let laid = Tabletop::lay(tabletop.batch_mut(), table, &Position { players }, 7, game);
            laid.expect("it can be");
            tabletop.clear_log(table);
        },
        games: 6,
        decisions: 1_000,
    },
    golden: "tests/golden/playthrough.txt",
    sizes: [Card = 6, Power = 1, Effect = 4, Board = 52, Proposal = 6, Choice = 6],
    views: hide(exchange),
    scripts: absent("there are no dice"),
    secrets: absent("nothing is answered in secret"),
    positions: absent("its tables show no positions"),
}

/// Lines of the game, cards included.
const LINES: usize = 730;

/// The files of the game but for these tests.
fn sources() -> Vec<String> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [package.join("src"), default_dir().join("skirmish")];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let paths = files.map(|file| file.expect("a file").path());
    let game = paths.filter(|path| !path.ends_with("tests.rs"));
    game.map(|path| fs::read_to_string(path).expect("a text")).collect()
}

#[test]
fn the_game_is_small() {
    let lines: usize = sources().iter().map(|text| text.lines().count()).sum();
    assert!(lines <= LINES, "{lines} lines");
}

#[test]
fn what_the_documents_show_is_the_code() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let read = |page: &str| fs::read_to_string(docs.join(page)).expect("it is there");
    let documents = ["a-game.md", "guide/write-a-game.md"].map(read);
    let sources = [sources(), vec![include_str!("tests.rs").to_owned()]].concat();
    let blocks = documents.iter().flat_map(|document| document.split("```").skip(1).step_by(2));
    let code = blocks.filter_map(|block| block.strip_prefix("rust\n"));
    let mut shown = 0;
    for part in code.flat_map(|block| block.trim_matches('\n').split("\n\n")) {
        assert!(sources.iter().any(|text| text.contains(part)), "the code has no\n{part}");
        shown += part.lines().count();
    }
    assert!(shown > 500, "only {shown} lines are shown");
}
