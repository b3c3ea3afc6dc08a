//! Games played at random.

use cardmill_harness::conformance::Suite;
use cardmill_harness::driver::Driver;
use cardmill_harness::files::default_dir;
use cardmill_skirmish::outside::{Position, Side, Tabletop};

fn opening(players: usize) -> Position {
    Position { players: vec![Side::default(); players] }
}

cardmill_harness::conformance!(Suite {
    catalogue: Tabletop::load(default_dir()).expect("the cards load"),
    begin: |tabletop: &mut Tabletop, table, game| {
        tabletop.lay(table, &opening(2 + game as usize % 3), (7, game)).expect("it can be");
    },
    games: 6,
    decisions: 1_000,
});
