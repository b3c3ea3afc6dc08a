//! The agents: how they do against each other.

use cardmill_harness::agent::{Agent, play_on, seat};
use cardmill_harness::driver::Driver;
use cardmill_harness::play::Play;
use cardmill_imperium::agent::{BRAWL, GREEDY};
use cardmill_imperium::board::{Board, Trade};
use cardmill_imperium::choice::Imperium;
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library;
use cardmill_imperium::position::Position;
use cardmill_imperium::table::Seats;
use cardmill_imperium::view::View;
use cardmill_kernel::resolve::look;
use cardmill_kernel::table::Status;

use super::maps::table;

/// Games of three against three; `CARDMILL_AGENTS` has more played.
const GAMES: u64 = 4;

/// Plays a game of six on the pinned map. Says in which round it ended, the points, and who won.
fn play(tabletop: &mut Tabletop, agents: [Agent; 6], game: u64) -> (u8, Vec<i8>, usize) {
    let table = table(6, "pinned");
    let position = Position {
        table: Some(cardmill_imperium::table::Table {
            seats: Seats::Rotate,
            trade: Trade::Menu,
            ..table
        }),
        ..Position::default()
    };
    Tabletop::lay(tabletop.batch_mut(), 0, &position, 11, game).expect("the table can be laid");
    let entity = tabletop.batch().table(0);
    let world = tabletop.batch_mut().world_mut();
    seat(world, entity, agents.map(Some), 11, game);
    play_on(world, entity);
    tabletop.batch_mut().wake(0);
    while !tabletop.status(0).has_ended() {
        tabletop.batch_mut().tick();
    }
    assert_eq!(tabletop.status(0), Status::Over, "game {game}: {:?}", tabletop.fault(0));
    let board = tabletop.component::<Board>(0);
    let winner = Tabletop::standing(tabletop.batch().world(), entity).winner();
    let points = board.players.iter().map(|player| player.points).collect();
    (board.round, points, winner.expect("somebody has won").into())
}

/// Three of each, in turn at every other seat.
#[test]
fn greedy_comes_in_before_those_who_choose_at_random() {
    let games = std::env::var("CARDMILL_AGENTS").ok().and_then(|n| n.parse().ok()).unwrap_or(GAMES);
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::with(&catalogue, Tabletop::add_agents);
    tabletop.add();
    let (mut first, mut rounds, mut early) = (0, 0, 0);
    for game in 0..games {
        let greedy = |seat: usize| (seat as u64 + game / 2).is_multiple_of(2);
        let agents: [Agent; 6] =
            core::array::from_fn(|seat| if greedy(seat) { GREEDY } else { Agent::RANDOM });
        let (round, points, winner) = play(&mut tabletop, agents, game);
        println!("game {game}: round {round}, {points:?}, {} at P{}", agents[winner], winner + 1);
        first += u64::from(greedy(winner));
        rounds += u64::from(round);
        early += u64::from(points.iter().any(|points| *points >= 10));
    }
    println!("first in {first} of {games}, {rounds} rounds, {early} by points");
    assert!(first * 10 >= games * 9, "greedy is first in {first} of {games}");
}

/// A search asks which ships get somewhere without a gravity rift far more often than how many they
/// leave: both answers agree, wherever ships start and whatever stands in the way.
#[test]
fn ways_without_gravity_rifts_are_those_that_leave_none() {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::with(&catalogue, Tabletop::add_agents);
    tabletop.add();
    let mut ways = [0_usize; 2];
    for game in 0..3 {
        play(&mut tabletop, [BRAWL; 6], game);
        let entity = tabletop.batch().table(0);
        look::<Imperium, _>(tabletop.batch_mut().world_mut(), entity, |at| {
            for seat in 0..6 {
                let view = View::of(at, seat);
                let systems = view.systems().len() as u8;
                for (to, from) in
                    (0..systems).flat_map(|to| (0..systems).map(move |from| (to, from)))
                {
                    let course = view.course(seat, to);
                    for movement in 1..=4 {
                        let none = course.rifts(from, movement) == Some(0);
                        let told = format!("P{} from {from} to {to} by {movement}", seat + 1);
                        assert_eq!(course.avoids_rifts(from, movement), none, "{told}");
                        ways[usize::from(none)] += 1;
                    }
                }
            }
        });
    }
    assert!(ways.iter().all(|&n| n > 1_000), "{ways:?}");
}
