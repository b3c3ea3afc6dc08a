//! The cards of the base game are played in whole games.

use std::collections::BTreeSet;
use std::env;

use bevy_app::App;
use cardmill_harness::agent::{play_on, seat};
use cardmill_harness::driver::Driver;
use cardmill_harness::play::Play;
use cardmill_imperium::agent::{BRAWL, GREEDY};
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library;
use cardmill_imperium::position::Position;
use cardmill_imperium::table::{Cards, Seated, Seats, Sheets, Speaker, Table};
use cardmill_kernel::table::Status;

use super::maps::table;

/// Games of six; `CARDMILL_COVERAGE` has more played.
const GAMES: u64 = 12;

/// Games in which every card is played, by what was seen in 5,000.
const ALL: u64 = 5000;

/// The cards that so few games play at least, in hundredths of all.
const SHARE: usize = 60;

/// One of so many games is played by those who want to win.
const MEANT: u64 = 25;

#[test]
fn the_cards_of_the_base_game_are_played() {
    let games = env::var("CARDMILL_COVERAGE").ok().and_then(|n| n.parse().ok()).unwrap_or(GAMES);
    let keeper = Tabletop::TALLY.expect("what becomes of cards is kept");
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::with(&catalogue, move |app: &mut App| {
        Tabletop::add_agents(app);
        (keeper.add)(app);
    });
    tabletop.add();
    let mut table = Table {
        sheets: Sheets::Full,
        cards: Cards::All,
        seats: Seats::Rotate,
        speaker: Speaker::Random,
        ..table(6, "pinned")
    };
    table.players.fill(Seated { faction: "random".into() });
    let position = Position { table: Some(table), ..Position::default() };
    let mut played = BTreeSet::new();
    for game in 0..games {
        Tabletop::lay(tabletop.batch_mut(), 0, &position, 38, game).expect("it can be laid");
        (keeper.begin)(tabletop.batch_mut(), 0);
        let entity = tabletop.batch().table(0);
        let world = tabletop.batch_mut().world_mut();
        // Some objectives only those score who mean to.
        let agent = if game.is_multiple_of(MEANT) { GREEDY } else { BRAWL };
        seat(world, entity, [Some(agent); 6], 38, game);
        play_on(world, entity);
        tabletop.batch_mut().wake(0);
        while !tabletop.status(0).has_ended() {
            tabletop.batch_mut().tick();
        }
        assert_eq!(tabletop.status(0), Status::Over, "game {game}: {:?}", tabletop.fault(0));
        played.extend((keeper.end)(tabletop.batch_mut(), 0).fates.iter().map(|fate| fate.card));
    }
    let mut left = (keeper.all)(&catalogue);
    let all = left.len();
    left.retain(|card| !played.contains(card));
    let names: Vec<String> =
        left.iter().map(|&card| (keeper.name)(&catalogue, card)[0].clone()).collect();
    let seen = all - left.len();
    println!("{seen} of {all} cards were played in {games} games; not {}", names.join(", "));
    assert!(seen * 100 >= all * SHARE, "{seen} of {all} in {games} games: {names:?}");
    assert!(games < ALL || names.is_empty(), "nobody plays {names:?} in {games} games");
}
