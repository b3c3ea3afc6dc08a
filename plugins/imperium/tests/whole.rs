//! Whole games, from a table file to a winner.

use cardmill_harness::driver::Driver;
use cardmill_imperium::board::Board;
use cardmill_imperium::board::Trade;
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library;
use cardmill_imperium::position::Position;
use cardmill_imperium::table::{Cards, Seated, Seats, Sheets, Speaker, Table};
use cardmill_kernel::digest::Digest;
use cardmill_kernel::table::Status;

/// The rounds after which the objectives have run out.
const ROUNDS: u8 = 9;

fn tabletop() -> Tabletop {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::new(&catalogue);
    tabletop.add();
    tabletop
}

fn table(players: usize, trade: Trade) -> Position {
    let table = Table {
        players: vec![Seated { faction: "random".into() }; players],
        map: "pinned".into(),
        seats: Seats::Rotate,
        speaker: Speaker::Random,
        victory: 10,
        sheets: Sheets::Plain,
        cards: Cards::Defined,
        trade,
    };
    Position { table: Some(table), ..Position::default() }
}

#[test]
fn random_games_end() {
    let mut tabletop = tabletop();
    for players in 3..=6 {
        for seed in 0..3 {
            let trade = if seed % 2 == 0 { Trade::Free } else { Trade::None };
            let position = Position { seed, ..table(players, trade) };
            tabletop.arrange(0, &position).expect("the table can be laid");
            tabletop.run(0);
            let mut decisions = 0;
            while let Some(asked) = tabletop.asked(0) {
                let digest = Digest::of(&(seed, decisions as u64));
                let index = (digest % asked.options.len() as u64) as usize;
                tabletop.choose(0, index).expect("the option is there");
                decisions += 1;
            }
            let board = tabletop.component::<Board>(0);
            let points: Vec<i8> = board.players.iter().map(|player| player.points).collect();
            println!(
                "{players} {seed}: {decisions} decisions, round {}, {points:?}, slots {}",
                board.round, board.slots
            );
            let end = tabletop.log(0).iter().rev().take(12).rev().cloned().collect::<Vec<_>>();
            let fault = tabletop.fault(0);
            assert_eq!(
                tabletop.status(0),
                Status::Over,
                "{players} {seed}: {fault:?} after {end:#?}"
            );
            assert!(board.round <= ROUNDS);
        }
    }
}
