//! An arena plays the games of a run, whatever its size and threads; what it hands out and takes is
//! as it says.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use cardmill::arena::{Arena, Copied, Ended, LEAVE, Player, Reward, Row, Seating, Settings};
use cardmill::batch;
use cardmill::cards::BUILT_IN;
use cardmill::entry::Entry;
use cardmill::error::Error;
use cardmill::games::Game;
use cardmill::host::Catalogue;
use cardmill::policy;
use cardmill::record::{End, GameRecord, RunDigest};
use cardmill::setup::{self, Setups};
use cardmill_harness::agent::Agent;
use cardmill_harness::driver::Driver;
use cardmill_harness::play::Source;
use cardmill_unlimited::agent::GREEDY;
use cardmill_unlimited::driver::Tabletop;

const SEED: u64 = 11;

struct Shelf {
    catalogue: Catalogue,
    decks: Vec<Entry>,
}

impl Shelf {
    fn new() -> Self {
        let catalogue = Catalogue::of::<Tabletop>(Tabletop::load(BUILT_IN).unwrap());
        let source = |name: &str| Source::File(name.into());
        let decks = catalogue.read(&["luke", "vader", "leia"].map(source));
        Self { catalogue, decks: decks.into_iter().map(Result::unwrap).collect() }
    }

    fn setups(&self) -> Setups {
        Setups::pairs(self.decks.clone(), &[(0, 1), (0, 2), (1, 2)])
    }

    fn arena(&self, settings: Settings) -> Arena<Tabletop> {
        Arena::new(self.catalogue.clone(), self.setups(), settings).unwrap()
    }

    /// The games of a run of agents, and their digest.
    fn run(&self, games: u64, agents: [Agent; 2]) -> (Vec<GameRecord>, u64) {
        let agents = agents.into_iter().collect();
        let settings =
            setup::Settings { games, seed: SEED, threads: 1, batch: 32, agents, rounds: None };
        let (mut records, mut digest) = (Vec::new(), RunDigest::default());
        let stop = AtomicBool::new(false);
        let setups = self.setups();
        let games = setups.games(settings.games);
        batch::play(&self.catalogue, &setups, &settings, games, &stop, &mut |record| {
            digest.add(record.digest);
            records.push(record);
        })
        .unwrap();
        (records, digest.value())
    }
}

fn pool(agent: Agent) -> Player {
    Player::Pool(vec![(agent, 1)])
}

fn settings(players: [Player; 2]) -> Settings {
    Settings {
        tables: 70,
        seed: SEED,
        threads: 1,
        batch: 1,
        seating: Seating { players: players.into_iter().collect(), moves: false },
        reward: Reward::Win,
        actions: usize::MAX,
        history: 0,
        rounds: None,
        decisions: None,
        games: None,
        holds: false,
    }
}

/// Plays to the end of all games as an agent would, and checks the rows on the way.
fn play(arena: &mut Arena<Tabletop>, agent: Agent) -> (Vec<Vec<Row>>, Vec<Ended>) {
    let (mut batches, mut ended) = (Vec::new(), Vec::new());
    loop {
        let rows = arena.recv().unwrap().to_vec();
        ended.extend(arena.take_ended());
        if rows.is_empty() {
            return (batches, ended);
        }
        assert!(rows.len() <= arena.most_rows());
        let choices = arena.draw(agent).unwrap();
        arena.send(&choices).unwrap();
        batches.push(rows);
    }
}

#[test]
fn its_games_are_those_of_a_run() {
    let shelf = Shelf::new();
    let both = [Player::Outside, Player::Outside];
    for (players, agents) in [
        (both.clone(), [Agent::RANDOM; 2]),
        ([Player::Outside, pool(GREEDY)], [Agent::RANDOM, GREEDY]),
        (both, [GREEDY; 2]),
    ] {
        let (mut records, digest) = shelf.run(40, agents);
        let mut batches = Vec::new();
        for (tables, threads, batch) in
            [(70, 1, 1), (70, 2, 1), (70, 1, 70), (130, 3, 65), (1, 1, 1)]
        {
            let settings = settings(players.clone());
            let mut arena =
                shelf.arena(Settings { tables, threads, batch, games: Some(120), ..settings });
            let (rows, ended) = play(&mut arena, agents[0]);
            assert_eq!(arena.digest(), (120, digest), "{tables} {threads} {batch}");
            let mut found: Vec<GameRecord> = ended.into_iter().map(|end| end.record).collect();
            found.sort_by_key(|record| record.index);
            records.sort_by_key(|record| record.index);
            assert!(found == records, "{tables} {threads} {batch}");
            batches.push(rows);
        }
        assert!(batches[0] == batches[1], "threads change which rows come in which batch");
    }
}

#[test]
fn rows_tell_a_seat_from_the_start_of_its_game_to_the_end() {
    let shelf = Shelf::new();
    let reward = Reward::Score;
    let settings = settings([Player::Outside, Player::Outside]);
    let mut arena = shelf.arena(Settings { games: Some(90), reward, ..settings });
    let (batches, ended) = play(&mut arena, Agent::RANDOM);
    let rows: Vec<Row> = batches.into_iter().flatten().collect();
    for ended in &ended {
        assert_eq!(u64::from(ended.table), ended.record.index % 70);
        let steps = rows.iter().filter(|row| row.game == ended.record.index).map(|row| row.step);
        assert!(steps.eq(0..ended.record.decisions));
        for seat in 0..2 {
            let of = |row: &&Row| row.game == ended.record.index && row.seat == seat;
            let rows: Vec<&Row> = rows.iter().filter(of).collect();
            let seat = usize::from(seat);
            assert!(rows.iter().all(|row| row.table == ended.table && row.options > 1));
            assert_eq!(rows.len(), ended.asked[seat] as usize);
            assert!(rows.iter().enumerate().all(|(n, row)| row.start == (n == 0)));
            let scores = &ended.record.standing.scores;
            let told: f32 = rows.iter().map(|row| row.reward).sum();
            let margin = f32::from(scores[seat] - scores[1 - seat]);
            assert_eq!(told + ended.rewards[seat], margin);
        }
    }
}

#[test]
fn a_game_that_is_held_waits_with_its_reward() {
    let shelf = Shelf::new();
    let players = [pool(Agent::RANDOM), Player::Outside];
    let mut arena = shelf.arena(Settings { holds: true, batch: 70, ..settings(players.clone()) });
    let mut seen = 0;
    while seen < 100 {
        let rows = arena.recv().unwrap().to_vec();
        assert!(rows.iter().map(|row| row.table).eq(0..70));
        assert!(rows.iter().all(|row| row.seat == 1));
        let held: Vec<&Row> = rows.iter().filter(|row| row.ended).collect();
        let ended = arena.take_ended();
        assert_eq!(held.len(), ended.len());
        for (row, ended) in held.iter().zip(&ended) {
            assert_eq!((row.table, row.game, row.options), (ended.table, ended.record.index, 0));
            let won = ended.record.standing.winner().map(|seat| if seat == 1 { 1.0 } else { -1.0 });
            assert_eq!(row.reward, won.unwrap_or(0.0));
        }
        // Half of them are begun at once, the others when their last row is answered.
        let tables: Vec<u32> = held.iter().map(|row| row.table).filter(|t| t % 2 == 0).collect();
        for row in arena.begin(&tables).unwrap() {
            let was = rows[row.table as usize];
            match tables.contains(&row.table) {
                true => assert!(row.start && !row.ended && row.game == was.game + 70),
                false => assert_eq!(*row, was),
            }
        }
        seen += ended.len();
        let choices = arena.draw(Agent::RANDOM).unwrap();
        arena.send(&choices).unwrap();
    }
    // A game can be left.
    let before = arena.recv().unwrap().to_vec();
    let going = before.iter().find(|row| !row.ended).unwrap().table;
    let mut choices = arena.draw(Agent::RANDOM).unwrap();
    choices[going as usize] = LEAVE;
    let reason = arena.begin(&[going]).unwrap_err().to_string();
    assert_eq!(reason, format!("table {going} has no last row in the last batch"));
    arena.send(&choices).unwrap();
    let row = arena.recv().unwrap()[going as usize];
    assert_eq!((row.ended, row.reward, row.step), (true, 0.0, before[going as usize].step));
    let ended = arena.take_ended();
    let left = ended.iter().find(|ended| ended.table == going).unwrap();
    assert_eq!((left.record.end, left.record.index), (End::Cut, row.game));
    let rows = arena.begin(&[going]).unwrap();
    assert_eq!(rows[going as usize].game, row.game + 70);
    // Another seed, then the first one again.
    arena.reset(1).unwrap();
    let other = arena.recv().unwrap().to_vec();
    arena.reset(SEED).unwrap();
    assert_ne!(arena.recv().unwrap(), other);
    let mut fresh = shelf.arena(Settings { holds: true, batch: 70, ..settings(players) });
    assert_eq!(fresh.recv().unwrap(), arena.rows());
}

#[test]
fn players_are_drawn_by_game_and_games_are_cut() {
    let shelf = Shelf::new();
    let players = [Player::Outside, Player::Pool(vec![(GREEDY, 1), (Agent::RANDOM, 3)])];
    let mut settings = settings(players);
    settings.seating.moves = true;
    let settings = Settings { games: Some(400), decisions: Some(10), ..settings };
    let (_, ended) = play(&mut shelf.arena(settings.clone()), Agent::RANDOM);
    let (_, again) =
        play(&mut shelf.arena(Settings { tables: 3, threads: 2, ..settings }), Agent::RANDOM);
    let count = |fits: &dyn Fn(&Ended) -> bool| ended.iter().filter(|ended| fits(ended)).count();
    assert_eq!(count(&|ended| ended.record.end == End::Cut), 400);
    assert!((150..250).contains(&count(&|ended| ended.agents[0].is_none())));
    assert!((60..140).contains(&count(&|ended| ended.agents.contains(&Some(GREEDY)))));
    let of = |list: &[Ended]| {
        let mut list: Vec<_> =
            list.iter().map(|e| (e.record.index, e.record.digest, e.agents.clone())).collect();
        list.sort_by_key(|(index, ..)| *index);
        list
    };
    assert!(of(&ended) == of(&again));
}

#[test]
fn a_saved_arena_goes_on_alike() {
    let shelf = Shelf::new();
    let players = [Player::Outside, Player::Pool(vec![(GREEDY, 1), (Agent::RANDOM, 1)])];
    let mut settings = Settings { games: Some(90), history: 4, ..settings(players) };
    settings.seating.moves = true;
    let mut arena = shelf.arena(settings);
    for _ in 0..90 {
        arena.recv().unwrap();
        let choices = arena.draw(Agent::RANDOM).unwrap();
        arena.send(&choices).unwrap();
    }
    let told = arena.take_ended().len();
    let waiting = arena.recv().unwrap().to_vec();
    let bytes = arena.save("and this").unwrap();
    let load = |threads| {
        let catalogue = shelf.catalogue.clone();
        Arena::<Tabletop>::load(catalogue, &bytes, threads, named).unwrap()
    };
    let mut again: Vec<_> = [None, Some(2)].map(load).into();
    for (again, notes) in &mut again {
        assert_eq!(notes, "and this");
        assert_eq!(again.recv().unwrap(), waiting);
        let choices = again.draw(Agent::RANDOM).unwrap();
        again.send(&choices).unwrap();
    }
    let choices = arena.draw(Agent::RANDOM).unwrap();
    arena.send(&choices).unwrap();
    let rest = play(&mut arena, Agent::RANDOM);
    for (mut again, _) in again {
        assert!(play(&mut again, Agent::RANDOM) == rest);
        assert_eq!(again.digest(), arena.digest());
    }
    assert_eq!((arena.digest().0, told + rest.1.len()), (90, 90));
    for spoilt in [&bytes[1..], &bytes[..bytes.len() - 1], &[]] {
        assert!(Arena::<Tabletop>::load(shelf.catalogue.clone(), spoilt, None, named).is_err());
    }
}

#[test]
fn copies_are_further_games_of_their_tables() {
    let shelf = Shelf::new();
    let both = settings([Player::Outside, Player::Outside]);
    let mut arena = shelf.arena(Settings { batch: 70, ..both });
    for _ in 0..30 {
        arena.recv().unwrap();
        let choices = arena.draw(Agent::RANDOM).unwrap();
        arena.send(&choices).unwrap();
    }
    let before = arena.recv().unwrap().to_vec();
    for (pairs, reason) in [
        (vec![(0, 70)], "table 70 has no row in the last batch"),
        (vec![(0, 1), (2, 1)], "table 1 is copied to twice"),
        (vec![(0, 1), (1, 2)], "table 1 is copied to and from"),
    ] {
        assert_eq!(arena.copy(&pairs, Copied::Exactly).unwrap_err().to_string(), reason);
    }
    let reason = arena.copy(&[(0, 1)], Copied::World(2, 0)).unwrap_err().to_string();
    assert_eq!(reason, "seat 2; there are 2");
    // On the same block and on the other.
    let rows = arena.copy(&[(3, 4), (3, 67)], Copied::Exactly).unwrap().to_vec();
    for (row, was) in rows.iter().zip(&before) {
        if ![4, 67].contains(&row.table) {
            assert_eq!(row, was);
            continue;
        }
        let next = before[row.table as usize].game + 70;
        let like = before[3];
        assert_eq!(*row, Row { table: row.table, game: next, reward: 0.0, ..like });
    }
    let seat = rows[10].seat;
    let world = arena.copy(&[(10, 11), (10, 68)], Copied::World(seat, 5)).unwrap();
    assert!([11, 68].iter().all(|table| world[*table].options == rows[10].options));
    let mut ended = Vec::new();
    for _ in 0..400 {
        let rows = arena.rows().to_vec();
        let pick = |row: &Row| (row.step * 7 % u32::from(row.options)) as i32;
        arena.send(&rows.iter().map(pick).collect::<Vec<_>>()).unwrap();
        arena.recv().unwrap();
        ended.extend(arena.take_ended());
    }
    let left = ended.iter().filter(|ended| ended.record.end == End::Cut);
    assert_eq!(left.map(|ended| ended.table).collect::<Vec<_>>(), [4, 11, 67, 68]);
    let of = |table: u32, game: u64| {
        let ended = ended.iter().find(|one| one.table == table && one.record.index == game);
        let Ended { record, asked, .. } = ended.unwrap();
        (record.standing.clone(), record.decisions, record.setup.clone(), asked.clone())
    };
    let original = of(3, rows[3].game);
    assert_eq!(of(4, rows[4].game), original);
    assert_eq!(of(67, rows[67].game), original);
}

#[test]
fn pages_change_nothing() {
    let shelf = Shelf::new();
    let settings = settings([Player::Outside, Player::Outside]);
    let settings = Settings { games: Some(60), ..settings };
    let mut whole = shelf.arena(settings.clone());
    let mut narrow = shelf.arena(Settings { actions: 3, ..settings });
    let (_, ended) = play(&mut whole, Agent::RANDOM);
    let (rows, paged) = play(&mut narrow, Agent::RANDOM);
    assert_eq!(whole.digest(), narrow.digest());
    let asked = |ended: &[Ended]| -> u32 { ended.iter().flat_map(|e| e.asked.clone()).sum() };
    assert_eq!(asked(&ended), asked(&paged));
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    assert!(rows.iter().all(|row| (1..=3).contains(&row.options)));
    assert!(rows.iter().any(|row| row.page > 1));
}

#[test]
fn what_cannot_be_is_refused() {
    let shelf = Shelf::new();
    let both = settings([Player::Outside, Player::Outside]);
    let refused = |settings: Settings| {
        let arena = Arena::<Tabletop>::new(shelf.catalogue.clone(), shelf.setups(), settings);
        arena.err().expect("it cannot be").to_string()
    };
    assert!(refused(Settings { tables: 0, ..both.clone() }).contains("expected 1 to"));
    assert!(refused(Settings { batch: 71, ..both.clone() }).contains("expected 1 to"));
    assert!(refused(Settings { threads: 0, ..both.clone() }).contains("expected 1 to"));
    assert_eq!(
        refused(Settings { actions: 1, ..both.clone() }),
        "rows of 1 options; expected 2 at least"
    );
    let agents = settings([pool(GREEDY), pool(GREEDY)]);
    assert!(refused(agents).contains("expected somebody outside"));
    let empty = settings([Player::Outside, Player::Pool(Vec::new())]);
    assert!(refused(empty).contains("expected an agent in it"));
    assert_eq!(
        refused(Settings { history: 1_001, ..both.clone() }),
        "a history of 1001 events; expected 1000 at most"
    );
    let mut one = both.clone();
    one.seating.players.pop();
    assert_eq!(refused(one), "1 players for 2 seats");

    let mut arena = shelf.arena(both);
    assert!(arena.send(&[]).is_err());
    let rows = arena.recv().unwrap().to_vec();
    assert_eq!(rows.len(), 64);
    assert_eq!(arena.recv().unwrap().len(), 6);
    assert!(arena.recv().unwrap_err().to_string().contains("expected send before recv"));
    let mut choices = arena.draw(Agent::RANDOM).unwrap();
    assert_eq!(arena.send(&choices[1..]).unwrap_err().to_string(), "63 choices for 64 decisions");
    for wrong in [-2, i32::from(rows[5].options), i32::MAX] {
        let right = std::mem::replace(&mut choices[5], wrong);
        let reason = arena.send(&choices).unwrap_err().to_string();
        assert!(reason.contains(&format!("there is no option {wrong}; there are")), "{reason}");
        choices[5] = right;
    }
    arena.send(&choices).unwrap();
    assert_eq!(arena.rows().len(), 6);
}

fn named(text: &str) -> Result<Agent, String> {
    policy::agent(Game::Unlimited.host(), text)
}

fn planner(text: &str) -> Player {
    pool(named(text).unwrap())
}

/// However often an arena is told to stop, it plays the same games.
#[test]
fn what_was_stopped_goes_on_from_there() {
    let shelf = Shelf::new();
    let played = |threads: usize, pause: Option<Duration>| {
        let players = [Player::Outside, planner("ismcts:sims=3,worlds=3,rounds=1")];
        let (tables, holds) = (66, true);
        let settings = Settings { tables, threads, holds, rounds: Some(1), ..settings(players) };
        let mut arena = shelf.arena(settings);
        assert!(arena.thinks());
        let stop = arena.stop();
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            if let Some(pause) = pause {
                let (stop, done) = (&stop, &done);
                scope.spawn(move || {
                    // Later and later: a search that is stopped begins anew.
                    for times in 1.. {
                        thread::sleep(pause * times);
                        if done.load(Ordering::Relaxed) {
                            break;
                        }
                        stop.store(true, Ordering::Relaxed);
                    }
                });
            }
            let mut stopped = 0;
            let mut again = |error: Error| {
                assert!(matches!(error, Error::Stopped), "{error}");
                stopped += 1;
                stop.store(false, Ordering::Relaxed);
            };
            let mut all = Vec::new();
            for turn in 0.. {
                while let Err(error) = arena.recv() {
                    again(error);
                }
                all.extend(arena.take_ended());
                if all.len() > 66 {
                    done.store(true, Ordering::Relaxed);
                    break;
                }
                if turn % 9 == 4 {
                    while let Err(error) = arena.save("") {
                        again(error);
                    }
                }
                let held: Vec<u32> =
                    arena.last().iter().filter(|row| row.ended).map(|row| row.table).collect();
                if turn % 2 == 0 {
                    while let Err(error) = arena.begin(&held) {
                        again(error);
                    }
                }
                let choices = arena.draw(Agent::RANDOM).unwrap();
                arena.send(&choices).unwrap();
            }
            assert_eq!(pause.is_some(), stopped > 0, "{stopped}");
            all.iter()
                .map(|end| (end.table, end.record.index, end.record.digest))
                .collect::<Vec<_>>()
        })
    };
    let quiet = played(1, None);
    assert_eq!(played(1, Some(Duration::from_millis(2))), quiet);
    assert_eq!(played(2, Some(Duration::from_millis(3))), quiet);
}

#[test]
fn a_game_is_cut_when_somebody_outside_is_asked() {
    let shelf = Shelf::new();
    let limited = |decisions, holds| {
        let settings = settings([Player::Outside, pool(GREEDY)]);
        shelf.arena(Settings { decisions: Some(decisions), holds, tables: 6, ..settings })
    };
    let (mut cut, mut free) = (limited(9, true), limited(u32::MAX, false));
    loop {
        let rows = cut.recv().unwrap().to_vec();
        let same = free.recv().unwrap().to_vec();
        for (row, same) in rows.iter().zip(&same) {
            // The last row tells what was asked; what is earned is told there, too.
            assert_eq!(Row { ended: false, ..*row }, *same);
            assert_eq!(row.ended, row.step >= 9);
        }
        if rows.iter().any(|row| row.ended) {
            let table = rows.iter().find(|row| row.ended).unwrap().table;
            let ended = cut.take_ended();
            let end = ended.iter().find(|end| end.table == table).unwrap();
            assert!(end.record.end == End::Cut && end.record.decisions >= 9);
            break;
        }
        let choices = free.draw(Agent::RANDOM).unwrap();
        cut.send(&choices).unwrap();
        free.send(&choices).unwrap();
    }
}

#[test]
fn limits_that_nothing_can_be_played_in_are_refused() {
    let shelf = Shelf::new();
    let both = || settings([Player::Outside, Player::Outside]);
    for (wrong, told) in [
        (Settings { decisions: Some(0), ..both() }, "0 decisions"),
        (Settings { threads: 0, ..both() }, "0 threads; expected 1 to 1024"),
        (Settings { threads: 1025, ..both() }, "1025 threads; expected 1 to 1024"),
    ] {
        let refused = Arena::<Tabletop>::new(shelf.catalogue.clone(), shelf.setups(), wrong);
        let error = refused.map(drop).unwrap_err();
        assert!(error.to_string().contains(told), "{error}");
        assert_eq!(error.exit_code(), 2);
    }
}
