//! Seats: equal sheets win alike wherever they sit, while the map turns below them.

use cardmill_harness::agent::{Agent, seat};
use cardmill_harness::driver::Driver;
use cardmill_harness::play::Play;
use cardmill_harness::session::Session;
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library;
use cardmill_imperium::position::{Planet, Position, Sheet, System};
use cardmill_imperium::table::{Seats, Speaker};
use cardmill_imperium::vocabulary::UnitType;
use cardmill_kernel::table::Status;

use super::maps::table;

/// The number of games; `CARDMILL_SEATS` has more played.
const GAMES: u64 = 120;

/// The sum of squares of which one in a thousand is greater by chance, with six seats.
const UNLIKELY: u64 = 20;

/// A game on the pinned map for six, with equal sheets and equal homes.
fn equal(tabletop: &mut Tabletop, game: u64) -> Position {
    let mut rotating = table(6, "pinned");
    (rotating.seats, rotating.speaker) = (Seats::Rotate, Speaker::Random);
    let position = Position { table: Some(rotating), ..Position::default() };
    Tabletop::lay(tabletop.batch_mut(), 0, &position, 17, game).expect("the table can be laid");
    let mut shown = tabletop.shown(0).expect("a table shows a position");
    for player in &mut shown.players {
        let Sheet { hand, notes, .. } = core::mem::take(player);
        *player = Sheet { hand, notes, ..Sheet::default() };
    }
    for system in &mut shown.systems {
        if let Some(owner) = system.home {
            *system = home(system, owner);
        }
    }
    Position { seed: game, ..shown }
}

/// A home system where everybody has the same, in the place of another.
fn home(other: &System, owner: cardmill_imperium::position::Player) -> System {
    use UnitType::{Carrier, Cruiser, Fighter, Infantry, SpaceDock};
    let units = |units: &[UnitType]| vec![(owner, units.to_vec())];
    let planet = Planet {
        resources: 4,
        influence: 2,
        owner: Some(owner),
        units: units(&[Infantry, Infantry, Infantry, Infantry, SpaceDock]),
        ..other.planets[0].clone()
    };
    System {
        units: units(&[Carrier, Carrier, Cruiser, Fighter, Fighter, Fighter]),
        planets: vec![planet],
        ..other.clone()
    }
}

/// The games that each seat has won, of so many at random.
fn wins(games: u64, change: impl Fn(&mut Position)) -> [u64; 6] {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::with(&catalogue, Tabletop::add_agents);
    tabletop.add();
    let mut wins = [0; 6];
    for game in 0..games {
        let mut position = equal(&mut tabletop, game);
        change(&mut position);
        tabletop.arrange(0, &position).expect("what a table shows can be laid");
        let entity = tabletop.batch().table(0);
        let seats = [Some(Agent::RANDOM); 6];
        seat(tabletop.batch_mut().world_mut(), entity, seats, 17, game);
        tabletop.batch_mut().wake(0);
        while !tabletop.status(0).has_ended() {
            tabletop.batch_mut().tick();
        }
        assert_eq!(tabletop.status(0), Status::Over, "game {game}: {:?}", tabletop.fault(0));
        let winner = Tabletop::standing(tabletop.batch().world(), entity).winner();
        wins[usize::from(winner.expect("somebody has won"))] += 1;
    }
    wins
}

/// The sum of squares of how far the wins are from being spread evenly.
fn spread(wins: [u64; 6], games: u64) -> u64 {
    let off = wins.iter().map(|&n| (6 * n).abs_diff(games).pow(2)).sum::<u64>();
    off / (6 * games)
}

#[test]
fn equal_sheets_win_alike_at_all_seats() {
    let games = std::env::var("CARDMILL_SEATS").ok().and_then(|n| n.parse().ok()).unwrap_or(GAMES);
    let wins = wins(games, |_| ());
    println!("wins by seat: {wins:?} of {games}, {} off", spread(wins, games));
    assert!(spread(wins, games) <= UNLIKELY, "{wins:?}");
}

/// The test above would find a seat that is better than the others.
#[test]
fn a_seat_with_points_wins_more() {
    let wins = wins(GAMES, |position| position.players[3].points = 3);
    assert!(spread(wins, GAMES) > UNLIKELY, "{wins:?}");
    assert!(wins.iter().all(|&n| n <= wins[3]), "{wins:?}");
}
