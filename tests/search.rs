//! Agents that search: what they find repeats, and nothing of it comes from what is hidden.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bevy_app::App;
use cardmill::batch::play;
use cardmill::entry::Entry;
use cardmill::host;
use cardmill::search::{Look, Method, Plan, Planner, Report, Settings};
use cardmill::setup::{Settings as Run, Setups};
use cardmill_harness::agent::{self, Agent, Seated};
use cardmill_harness::driver::Driver;
use cardmill_harness::files::CardFiles;
use cardmill_harness::planner::{LEVELS, PLAYER};
use cardmill_harness::play::Play;
use cardmill_harness::session::Session;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::mix;
use cardmill_kernel::table::{Status, Table};
use cardmill_skirmish::Tabletop as Skirmish;
use cardmill_unlimited::agent::GREEDY;
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::deal;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::{Library, default_dir};

fn agent(text: &str) -> Agent {
    Tabletop::agent(text).unwrap()
}

fn decks() -> (<Tabletop as Driver>::Catalogue, Vec<Deck>) {
    let library = Library::load(default_dir()).unwrap();
    let read = |name: &str| {
        Deck::read(&default_dir().join("unlimited/decks").join(name), &library).unwrap()
    };
    (Tabletop::load(default_dir()).unwrap(), vec![read("boba.json"), read("leia.json")])
}

/// Wins of the first seat and the digests of the games.
fn games(agents: [&str; 2], games: u64, threads: usize, batch: usize) -> (usize, Vec<u64>) {
    let (catalogue, decks) = decks();
    let agents = agents.map(agent).into_iter().collect();
    let run = Run { games, seed: 3, threads, batch, agents, rounds: None };
    let catalogue = host::Catalogue::of::<Tabletop>(catalogue);
    let setups = Setups::pairs(Entry::all::<Tabletop>(decks), &[(0, 1), (1, 0)]);
    let (mut wins, mut digests) = (0, Vec::new());
    let (numbers, stop) = (setups.games(games), AtomicBool::new(false));
    play(&catalogue, &setups, &run, numbers, &stop, &mut |record| {
        wins += usize::from(record.standing.winner() == Some(0));
        digests.push(record.digest);
    })
    .unwrap();
    (wins, digests)
}

#[test]
fn what_is_found_depends_on_no_thread_and_no_batch() {
    for looks in [["look:worlds=2", "player"], ["player:worlds=2", "player:leaf=random"]] {
        let alone = games(looks, 4, 1, 1);
        assert_eq!(games(looks, 4, 2, 3), alone);
        assert_eq!(games(looks, 4, 3, 2), alone);
    }
    let agents = ["ismcts:sims=12,worlds=4,rounds=1", "pimc:worlds=2,rounds=1,leaf=random"];
    let alone = games(agents, 2, 1, 1);
    assert_eq!(games(agents, 2, 2, 3), alone);
    let other = games(["ismcts:sims=12,worlds=5,rounds=1", agents[1]], 2, 1, 1);
    assert_ne!(other.1, alone.1, "how many are played side by side is part of the name");
    let agents = ["ismcts:sims=8,worlds=3,leaf=player", "beginner"];
    let alone = games(agents, 2, 1, 1);
    assert_eq!(games(agents, 2, 2, 3), alone);
    let other = games(["ismcts:sims=9,worlds=3,leaf=player", agents[1]], 2, 1, 1);
    assert_ne!(other.1, alone.1);
}

#[test]
fn a_search_beats_random() {
    for agent in ["ismcts:sims=24,rounds=1", "ismcts:sims=8,leaf=player", "look", "player"] {
        let (wins, digests) = games([agent, "random"], 6, 2, 2);
        assert_eq!(wins, digests.len(), "{agent}");
    }
}

fn search(batch: &mut Batch, table: usize, text: &str, key: u64) -> Report {
    let plan = Plan::of::<Tabletop>(agent(text)).unwrap();
    Planner::<Tabletop>::default().search(batch, table, plan, key).unwrap()
}

/// An agent answers the next question of its seat by what it found at the last one, on a copy of
/// the table as well.
#[test]
fn what_was_found_is_not_looked_at_again() {
    let (catalogue, decks) = decks();
    let agents = |app: &mut App| Tabletop::add_agents(app);
    let mut batch = Batch::of::<Unlimited>(&catalogue, 2, agents);
    deal::deal(&mut batch, 0, [&decks[0], &decks[1]], 8, 1);
    // Who sits at a table is copied to where somebody sat.
    for table in [1, 0] {
        let (entity, both) = (batch.table(table), [Some(agent("player")); 2]);
        agent::seat(batch.world_mut(), entity, both, 8, table as u64);
    }
    let entity = batch.table(0);
    let mut planner = Planner::<Tabletop>::default();
    let seated = |batch: &Batch| batch.world().get::<Seated>(entity).unwrap().clone();
    let drawn = |seated: &Seated| {
        let drawn = serde_json::to_value(seated.drawn()).unwrap();
        drawn.as_array().unwrap().iter().map(|seat| seat["words"].clone()).collect::<Vec<_>>()
    };
    let (mut expected, mut answered) = (0, 0);
    while batch.status(0) != Status::Over {
        if batch.status(0) == Status::Waiting {
            let before = seated(&batch);
            let expects = before.foresees(asks(&batch));
            if expects && expected == 9 {
                batch.fork(0, 1, Tabletop::grow);
            }
            planner.answer(&mut batch, 0..1, &AtomicBool::new(false));
            expected += usize::from(expects);
            // Whoever looks draws a number.
            answered += usize::from(expects && drawn(&before) == drawn(&seated(&batch)));
        }
        batch.tick();
    }
    assert!(answered > 10 && answered * 10 > expected * 8, "{answered} of {expected}");
    while batch.status(1) != Status::Over {
        planner.answer(&mut batch, 1..2, &AtomicBool::new(false));
        batch.tick();
    }
    let ended = [0, 1].map(|table| {
        let state = batch.world().get::<Table>(batch.table(table)).unwrap();
        state.digest(batch.digest(table, Tabletop::sizes(&batch, table)))
    });
    assert_eq!(ended[0], ended[1]);
}

/// Searches that would take days end when they are told to.
#[test]
fn searches_can_be_stopped() {
    let (catalogue, decks) = decks();
    let agents = ["ismcts:sims=1000000", "pimc:worlds=10000,rollouts=1000"];
    let agents = agents.map(agent).into_iter().collect();
    let run = Run { games: 4, seed: 3, threads: 2, batch: 1, agents, rounds: None };
    let catalogue = host::Catalogue::of::<Tabletop>(catalogue);
    let setups = Setups::pairs(Entry::all::<Tabletop>(decks), &[(0, 1)]);
    let stop = AtomicBool::new(false);
    let mut played = 0;
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            stop.store(true, Ordering::Relaxed);
        });
        play(&catalogue, &setups, &run, setups.games(4), &stop, &mut |_| played += 1).unwrap();
    });
    assert_eq!(played, 0);
}

/// On a table where all that is hidden is otherwise, the same is found.
#[test]
fn a_search_does_not_peek() {
    let (catalogue, decks) = decks();
    let agents = |app: &mut App| Tabletop::add_agents(app);
    let mut batch = Batch::of::<Unlimited>(&catalogue, 2, agents);
    let mut compared = 0;
    for game in 0..3 {
        deal::deal(&mut batch, 0, [&decks[0], &decks[1]], 8, game);
        let mut number = game;
        while batch.status(0) != Status::Over {
            if batch.status(0) == Status::Waiting {
                number = mix(number, 1);
                if number.is_multiple_of(8) {
                    let asked = asks(&batch);
                    Tabletop::determinize(&mut batch, 0, 1, asked, number).unwrap();
                    let searches = ["ismcts:sims=12,worlds=4,rounds=1", "pimc:worlds=2,rounds=1"];
                    let looks = ["look", "player:worlds=2", "ismcts:sims=6,worlds=2,leaf=player"];
                    for text in searches.into_iter().chain(looks) {
                        let found = [0, 1].map(|table| search(&mut batch, table, text, number));
                        assert_eq!(found[0], found[1], "game {game}");
                    }
                    compared += 1;
                }
                choose(&mut batch, number);
            }
            batch.tick();
        }
    }
    assert!(compared > 20, "{compared}");
}

fn asks(batch: &Batch) -> Seat {
    batch.world().get::<Decision<Unlimited>>(batch.table(0)).unwrap().seat
}

fn choose(batch: &mut Batch, number: u64) {
    let entity = batch.table(0);
    let mut query = batch.world_mut().query::<(&mut Table, &mut Decision<Unlimited>)>();
    let (mut table, mut decision) = query.get_mut(batch.world_mut(), entity).unwrap();
    let option = number as usize % decision.options.len();
    decision.choose(&mut table, option).unwrap();
}

#[test]
fn agents_say_what_they_do() {
    let plan = |text| Plan::of::<Tabletop>(agent(text));
    assert_eq!(plan("greedy"), None);
    let method = Method::IsMcts { simulations: 64, exploration: 0.5 };
    let search = Settings { method, tables: 8, leaf: Agent::RANDOM, rounds: 3, by: None };
    let found = plan("ismcts:sims=64,worlds=8,leaf=random:rounds=3");
    assert_eq!(found, Some(Plan::Search(search)));
    let Some(Plan::Search(found)) = plan("pimc:worlds=7,rollouts=2") else { panic!("it searches") };
    assert_eq!(found.method, Method::Pimc { worlds: 7, rollouts: 2 });
    assert_eq!((found.leaf, found.by), (GREEDY, None));
    let Some(Plan::Search(found)) = plan("ismcts:leaf=player") else { panic!("it searches") };
    assert_eq!((found.leaf, found.by), (GREEDY, Some(PLAYER)));
    let look = Look { worlds: 3, leaf: GREEDY, curious: 0, by: None };
    assert_eq!(plan("look:worlds=3"), Some(Plan::Look(look)));
    let player = agent("player:leaf=random");
    let look = Look { worlds: 1, leaf: Agent::RANDOM, curious: 0, by: Some(player) };
    assert_eq!(plan("player:leaf=random"), Some(Plan::Look(look)));
    let reason = Tabletop::agent("look:leaf=player").unwrap_err();
    assert_eq!(reason, "look: leaf: expected random or greedy");
}

#[test]
fn levels_stand_for_agents() {
    for (level, plays) in LEVELS {
        assert_eq!(agent(level.name()), level);
        assert_eq!(agent(&plays.to_string()), plays, "as it is written");
        assert!(Plan::of::<Tabletop>(plays).is_some());
        assert_eq!(Plan::of::<Tabletop>(level), Plan::of::<Tabletop>(plays));
    }
}

#[test]
fn a_search_on_a_net_begins_with_a_look() {
    let (catalogue, decks) = decks();
    let agents = |app: &mut App| Tabletop::add_agents(app);
    let mut batch = Batch::of::<Unlimited>(&catalogue, 1, agents);
    deal::deal(&mut batch, 0, [&decks[0], &decks[1]], 4, 0);
    let (mut number, mut compared) = (1, 0);
    while batch.status(0) != Status::Over {
        if batch.status(0) == Status::Waiting {
            number = mix(number, 1);
            let looked = search(&mut batch, 0, "player:worlds=2", number);
            for rounds in [0, 1] {
                let text = format!("ismcts:sims=1,worlds=2,leaf=player,rounds={rounds}");
                let found = search(&mut batch, 0, &text, number);
                let best = looked.option;
                assert_eq!(found.option, best);
                if looked.simulations == 0 {
                    assert_eq!(found.simulations, 0);
                    continue;
                }
                compared += 1;
                assert_eq!(found.visits[best], looked.visits[best] + 1);
                for option in (0..looked.visits.len()).filter(|option| *option != best) {
                    assert_eq!(found.visits[option], looked.visits[option]);
                    assert!((found.values[option] - looked.values[option]).abs() < 1e-6);
                }
            }
            choose(&mut batch, number);
        }
        batch.tick();
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn games_that_do_not_know_what_players_know_have_none() {
    assert_eq!(
        Skirmish::agent("ismcts").unwrap_err(),
        "unknown agent \"ismcts\" of skirmish; expected random"
    );
    let catalogue = Skirmish::load(CardFiles::Folder(default_dir()));
    let mut skirmish = Skirmish::new(&catalogue.unwrap());
    let [from, to] = [skirmish.add(), skirmish.add()];
    let refused = Skirmish::determinize(skirmish.batch_mut(), from, to, 0, 0).unwrap_err();
    assert!(refused.refused, "{refused:?}");
}
