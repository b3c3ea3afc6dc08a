//! Whole games, from a table file to a winner.

use std::collections::{BTreeMap, BTreeSet};
use std::env;

use cardmill_harness::driver::Driver;
use cardmill_harness::names::Asked;
use cardmill_harness::session::Session;
use cardmill_imperium::board::{Board, COMMAND_TOKENS, Outcome, Trade};
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library;
use cardmill_imperium::piece::Place;
use cardmill_imperium::position::Position;
use cardmill_imperium::state::Scene;
use cardmill_imperium::table::{Seated, Seats, Speaker};
use cardmill_imperium::vocabulary::{Kind, UnitType};
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::digest::Digest;
use cardmill_kernel::table::Status;

use super::maps::table;

/// The round in which the objectives run out.
const ROUNDS: u8 = 9;

/// Games of each number of players; `CARDMILL_WHOLE` has more played.
const GAMES: u64 = 2;

fn tabletop() -> Tabletop {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::new(&catalogue);
    tabletop.add();
    tabletop
}

/// Any factions on the pinned map.
fn position(players: usize, seed: u64) -> Position {
    let mut table = table(players, "pinned");
    table.players.iter_mut().for_each(|seated| *seated = Seated { faction: "random".into() });
    (table.seats, table.speaker) = (Seats::Rotate, Speaker::Random);
    table.trade = if seed.is_multiple_of(2) { Trade::Free } else { Trade::None };
    Position { table: Some(table), seed, ..Position::default() }
}

/// What must be so at every decision, with how many cards of each kind there are.
fn check(scene: &Scene<'_>, at_action: bool) -> BTreeMap<&'static str, usize> {
    let board = scene.board;
    for (seat, player) in (0..).zip(&board.players) {
        let placed = board.systems.iter().filter(|s| s.tokens & (1 << seat) != 0).count();
        let tokens = placed + player.pools.iter().map(|&pool| usize::from(pool)).sum::<usize>();
        assert!(tokens <= usize::from(COMMAND_TOKENS), "P{}: {tokens} tokens", seat + 1);
        assert!((0..board.house.victory + 1).contains(&player.points));
        let value = scene.catalogue.definition(player.faction).commodities;
        assert!(player.commodities <= value, "{} of {value}", player.commodities);
        for unit in UnitType::ALL {
            let own = |&(slot, other): &(Slot, UnitType)| {
                other == unit && scene.piece(slot).owner == seat
            };
            let count = scene.figures().filter(own).count();
            assert!(count <= usize::from(unit.figures()), "{count} of {unit:?}");
            assert!(board.is_in_game(seat) || count == 0);
        }
        assert!(board.is_in_game(seat) || scene.planets(seat).next().is_none());
    }
    let mut kinds = BTreeMap::new();
    let mut in_decks = 0;
    for slot in scene.slots() {
        let (piece, card) = (scene.piece(slot), scene.printed(slot));
        let kind = match (card.kind, &card.objective) {
            (Kind::Action, _) => "action cards",
            (Kind::Agenda, _) => "agendas",
            (Kind::Strategy, _) => "strategy cards",
            (Kind::Note, _) => "notes",
            (_, Some(objective)) if objective.secret => "secret objectives",
            (_, Some(_)) => "public objectives",
            _ => continue,
        };
        *kinds.entry(kind).or_insert(0) += 1;
        in_decks += usize::from(piece.place == Place::Deck);
        let held = matches!(piece.place, Place::Hand | Place::Area);
        assert!(!held || board.is_in_game(piece.holder), "{} of nobody", card.name);
    }
    let decks = [&board.action_deck, &board.agenda_deck, &board.secret_deck, &board.unrevealed];
    assert_eq!(decks.iter().map(|deck| deck.len()).sum::<usize>(), in_decks);
    for deck in decks {
        assert!(deck.iter().all(|&slot| scene.piece(slot).place == Place::Deck));
    }
    // Whoever met has fought.
    for system in 0..board.systems.len() as u8 {
        let fleets = scene.fleets(system).count();
        assert!(!at_action || fleets <= 1, "{fleets} fleets in {}", board.system(system).name);
    }
    kinds
}

/// The victory points of each player by what the log says of them.
fn told(log: &[String], points: &BTreeMap<String, i8>, players: usize) -> Vec<i8> {
    let mut scores = vec![0_i8; players];
    for line in log {
        let line = line.trim();
        let Some(seat) = (0..players).find(|n| line.starts_with(&format!("P{} ", n + 1))) else {
            continue;
        };
        let rest = &line[3..];
        let number = |start: &str| {
            let words = rest.strip_prefix(start)?.strip_suffix("victory points");
            let words = words.or_else(|| rest.strip_prefix(start)?.strip_suffix("victory point"));
            words?.trim().parse::<i8>().ok()
        };
        let change = if let Some(card) = rest.strip_prefix("scores ") {
            points[card]
        } else if rest == "removes the custodians" {
            1
        } else {
            number("gains ").or_else(|| number("loses ").map(|n| -n)).unwrap_or(0)
        };
        scores[seat] = (scores[seat] + change).max(0);
    }
    scores
}

/// Where the ships of whoever is asked are, and what is beside it.
fn in_reach(tabletop: &mut Tabletop, seat: Seat) -> BTreeSet<String> {
    tabletop.read(0, |scene| {
        let ships = scene
            .figures()
            .filter(|&(slot, unit)| unit.is_ship() && scene.piece(slot).owner == seat);
        let galaxy = scene.galaxy(seat);
        let near = |(slot, _)| scene.system_of(slot).map_or(0, |at| galaxy.near(at) | 1 << at);
        let mask = ships.map(near).fold(0_u64, |mask, near| mask | near);
        let systems = scene.board.systems.iter().enumerate();
        let there = systems.filter(|(id, _)| mask & 1 << id != 0);
        there.map(|(_, system)| format!("Activate {}", system.name)).collect()
    })
}

/// An answer at random that is likelier to go somewhere, and to take and score what there is: games
/// of those who choose among all see few fights.
fn answer(tabletop: &mut Tabletop, asked: &Asked, digest: u64) -> usize {
    let labels: Vec<&str> = asked.options.iter().map(|option| &*option.label).collect();
    let of = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..labels.len()).filter(|&n| fits(labels[n])).collect()
    };
    let mut better = Vec::new();
    for start in ["Remove the custodians", "Score ", "Land ", "Load ", "Move ", "Exhaust "] {
        better.extend(of(&|label| label.starts_with(start)));
    }
    if labels.iter().any(|label| label.starts_with("Activate ")) {
        let near = in_reach(tabletop, asked.seat);
        better = of(&|label| near.contains(label));
    }
    // One in eight answers is any.
    let among = if better.is_empty() || digest.is_multiple_of(8) {
        (0..labels.len()).collect()
    } else {
        better
    };
    among[(digest / 8 % among.len() as u64) as usize]
}

/// Plays a game at random, checking it at every decision. Returns how many there were, and the
/// digest of all of it.
fn play(tabletop: &mut Tabletop, players: usize, seed: u64) -> (u64, u64) {
    tabletop.arrange(0, &position(players, seed)).expect("the table can be laid");
    let mut last = ROUNDS;
    if !seed.is_multiple_of(2) {
        // As it stands after the set-up, but that the custodians are gone: agendas from the first
        // round on.
        let mut open = tabletop.shown(0).expect("a table shows a position");
        open.custodians = false;
        open.players.iter_mut().for_each(|player| player.trade_goods += 2);
        tabletop.arrange(0, &open).expect("what a table shows can be laid");
        last += 1;
    }
    tabletop.run(0);
    let mut kinds = None;
    let mut decisions = 0_u64;
    while let Some(asked) = tabletop.asked(0) {
        let mut labels = asked.options.iter().map(|option| &option.label);
        let at_action = labels.any(|label| label == "Pass" || label.starts_with("Activate "));
        let found = tabletop.read(0, |scene| check(scene, at_action));
        assert_eq!(*kinds.get_or_insert_with(|| found.clone()), found);
        let index = answer(tabletop, &asked, Digest::of(&(seed, decisions)));
        tabletop.choose(0, index).expect("the option is there");
        decisions += 1;
    }
    let (status, fault) = (tabletop.status(0), tabletop.fault(0));
    let log = tabletop.log(0).to_vec();
    let end = log.iter().rev().take(12).rev().cloned().collect::<Vec<_>>();
    assert_eq!(status, Status::Over, "{players} players, seed {seed}: {fault:?} after {end:#?}");
    let points = tabletop.read(0, |scene| {
        let cards = scene.catalogue.definitions().iter();
        let of = cards
            .filter_map(|card| Some((card.name.clone(), card.objective.as_ref()?.points as i8)));
        of.collect::<BTreeMap<String, i8>>()
    });
    let board = tabletop.component::<Board>(0);
    assert!((1..=last).contains(&board.round));
    let Outcome::Win(winner) = board.outcome else { panic!("nobody has won") };
    let best = board.players.iter().map(|player| player.points).max();
    assert!(board.eliminated != 0 || Some(board.player(winner).points) == best);
    if board.eliminated == 0 {
        let scores: Vec<i8> = board.players.iter().map(|player| player.points).collect();
        let told: Vec<i8> = told(&log, &points, players).into_iter().map(|n| n.min(10)).collect();
        assert_eq!(told, scores);
    }
    let slots: usize = board.slots.into();
    println!(
        "{players} players, seed {seed}: {decisions} decisions, {} rounds, {slots} slots",
        board.round
    );
    (decisions, Digest::of(&(tabletop.digest(0), log)))
}

#[test]
fn games_end_and_nothing_is_lost_on_the_way() {
    let games = env::var("CARDMILL_WHOLE").ok().and_then(|n| n.parse().ok()).unwrap_or(GAMES);
    let mut tabletop = tabletop();
    let mut log = Vec::new();
    for players in 3..=6 {
        for seed in 0..games {
            play(&mut tabletop, players, seed);
            log.extend_from_slice(tabletop.log(0));
        }
    }
    for part in [
        "space combat in ",
        "gains control of ",
        "must assign",
        "outcome: ",
        "casts ",
        "scores ",
        "researches ",
    ] {
        assert!(log.iter().any(|line| line.contains(part)), "{part:?} never happened");
    }
}

#[test]
fn a_table_is_laid_anew_in_each_game() {
    let mut tabletop = tabletop();
    let mut decks = Vec::new();
    for game in 0..3 {
        Tabletop::lay(tabletop.batch_mut(), 0, &position(4, 1), 1, game).expect("it can be laid");
        let board = tabletop.component::<Board>(0);
        let factions: Vec<u16> = board.players.iter().map(|player| player.faction).collect();
        let mut sorted = factions.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 4, "each faction once");
        let deck = board.action_deck.clone();
        let cards = tabletop.read(0, |scene| {
            deck.iter().map(|&slot| scene.printed(slot).id.clone()).collect::<Vec<_>>()
        });
        assert_eq!(cards.len(), 33);
        decks.push((factions, cards));
    }
    decks.sort();
    decks.dedup();
    assert_eq!(decks.len(), 3);
}

/// Equal tables: the same choices give the same game.
#[test]
fn the_same_choices_give_the_same_whole_game() {
    let [mut one, mut other] = [tabletop(), tabletop()];
    let first = play(&mut one, 3, 7);
    play(&mut other, 4, 1);
    assert_eq!(play(&mut other, 3, 7), first, "after another game");
}
