//! Games played at random: nothing is set aside, and the same choices give the same game.

use std::collections::BTreeSet;

use cardmill_harness::conformance::Suite;
use cardmill_harness::driver::Driver;
use cardmill_harness::names::Asked;
use cardmill_harness::notation::parse;
use cardmill_harness::session::Session;
use cardmill_imperium::board::{Board, Phase, SLOTS};
use cardmill_imperium::catalogue::Catalogue;
use cardmill_imperium::choice::Choice;
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library;
use cardmill_imperium::piece::{Piece, Place};
use cardmill_imperium::position::Position;
use cardmill_imperium::proposal::Proposal;
use cardmill_kernel::card::Seat;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::table::{Fault, Status};
use serde::Deserialize;

/// A file with a position, as runs of games take it.
#[derive(Deserialize)]
struct File {
    given: Position,
}

/// The number of random games.
const GAMES: u64 = 120;

/// Factions with two of their technologies each and their notes.
const OTHERS: [(&str, [&str; 2], &str); 6] = [
    ("SOL", ["SPEC_OPS_II", "ADVANCED_CARRIER_II"], "MILITARY_SUPPORT"),
    ("XXCHA", ["INSTINCT_TRAINING", "NULLIFICATION_FIELD"], "POLITICAL_FAVOR"),
    ("L1Z1X", ["INHERITANCE_SYSTEMS", "SUPER_DREADNOUGHT_II"], "CYBERNETIC_ENHANCEMENTS"),
    ("JOLNAR", ["E_RES_SIPHONS", "SPATIAL_CONDUIT_CYLINDERS"], "RESEARCH_AGREEMENT"),
    ("HACAN", ["PRODUCTION_BIOMES", "QUANTUM_DATAHUB_NODE"], "TRADE_CONVOYS"),
    ("ARBOREC", ["BIOPLASMOSIS", "LETANI_WARRIOR_II"], "STYMIE"),
];

fn position(seed: u64) -> Position {
    // Three players with cards of every kind around Mecatol Rex, two rounds before the end.
    let file: File = parse(include_str!("../../../tests/positions/three-players.ron"))
        .expect("the position can be read");
    let mut position = file.given;
    position.players[0].faction = ["MENTAK", "LETNEV", "UL"][seed as usize % 3].into();
    if !seed.is_multiple_of(3) {
        let (faction, technologies, note) = OTHERS[(seed / 3) as usize % OTHERS.len()];
        position.players[2].faction = faction.into();
        position.players[2].cards.extend(technologies.map(Into::into));
        position.players[0].notes.push(note.into());
    }
    Position { seed, ..position }
}

fn tabletop(tables: usize) -> Tabletop {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::new(&catalogue);
    for _ in 0..tables {
        tabletop.add();
    }
    tabletop
}

/// The number of the option that is taken at the `n`th decision of a game.
fn answer(seed: u64, n: usize, count: usize) -> usize {
    (Digest::of(&(seed, n as u64)) % count as u64) as usize
}

fn begin(tabletop: &mut Tabletop, table: usize, seed: u64) {
    tabletop.arrange(table, &position(seed)).expect("the position can be set up");
    tabletop.run(table);
}

/// Takes the next decision, by its number `n` in the game; returns `false` if there is none.
fn play_on(tabletop: &mut Tabletop, table: usize, seed: u64, n: usize) -> bool {
    let Some(asked) = tabletop.asked(table) else { return false };
    names_are_unique(tabletop, table, &asked);
    let index = answer(seed, n, asked.options.len());
    tabletop.choose(table, index).expect("the option is there");
    true
}

/// No two options are called alike, and what an option is called finds it. In plain data no two
/// do the same to the same pieces, unless it is about something that is no piece.
fn names_are_unique(tabletop: &mut Tabletop, table: usize, asked: &Asked) {
    for (n, label) in asked.names.iter().enumerate() {
        assert_eq!(asked.find(label), Ok(n), "{asked}");
    }
    let question = tabletop.question(table).expect("it is asked");
    let mut seen = BTreeSet::new();
    for (option, expected) in question.options.iter().zip(&asked.names) {
        assert_eq!(&option.label, expected);
        let about_a_piece = !option.targets.is_empty() || option.card != question.source;
        if about_a_piece && option.verb != "land" {
            let deed = (option.verb, option.card, option.targets.clone());
            assert!(seen.insert(deed), "{} of {asked}", option.label);
        }
    }
}

/// Plays a whole game. Returns its decisions and the digest of all of it.
fn play(tabletop: &mut Tabletop, table: usize, seed: u64) -> (usize, u64) {
    begin(tabletop, table, seed);
    let mut n = 0;
    while play_on(tabletop, table, seed, n) {
        n += 1;
    }
    let status = tabletop.status(table);
    let end = tabletop.log(table).iter().rev().take(12).rev().cloned().collect::<Vec<_>>();
    assert_eq!(status, Status::Over, "seed {seed}: {:?} after {end:#?}", tabletop.fault(table));
    (n, Digest::of(&(tabletop.digest(table), tabletop.log(table))))
}

#[test]
fn the_same_choices_give_the_same_game() {
    let (mut one, mut other) = (tabletop(1), tabletop(3));
    let mut digests = Vec::new();
    for seed in 0..4 {
        let digest = play(&mut one, 0, seed);
        // On another table, after other games.
        assert_eq!(play(&mut other, (seed % 3) as usize, seed), digest, "seed {seed}");
        digests.push(digest.1);
    }
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 4, "different choices give different games");
}

#[test]
fn random_games_end_and_everything_happens_in_some() {
    let mut tabletop = tabletop(1);
    let mut log = Vec::new();
    let mut decisions = 0;
    for seed in 0..GAMES {
        decisions += play(&mut tabletop, 0, seed).0;
        log.extend_from_slice(tabletop.log(0));
    }
    assert!(decisions > GAMES as usize * 100, "only {decisions} decisions");
    for part in [
        "uses Assault Cannon",
        "uses Ambush",
        "uses Sabotage",
        "is cancelled",
        "uses Creuss IFF",
        "explores",
        "announces a retreat",
        "sustains damage",
        "Space Cannon defense",
        "Bombardment",
        "ground combat",
        "gains control",
        "researches",
        "outcome: ",
        "have traded",
        "removes the custodians",
        "Secondary: ",
        "predicts",
        "wins",
    ] {
        assert!(log.iter().any(|line| line.contains(part)), "{part:?} never happened");
    }
}

/// A table has room for the 600 objects of a game of six, and a game that uses the last of them is
/// as any other.
#[test]
fn hundreds_of_cards_lie_on_a_table() {
    let mut crowded = Position { phase: Phase::Action, ..position(0) };
    crowded.action_cards = vec!["VETO".into(); 600];
    let mut tabletop = tabletop(2);
    for table in 0..2 {
        tabletop.arrange(table, &crowded).expect("there is room");
        assert!(tabletop.component::<Board>(table).slots > 600);
        tabletop.run(table);
    }
    for n in 0..400 {
        let [one, other] = [0, 1].map(|table| play_on(&mut tabletop, table, 5, n));
        assert_eq!((one, tabletop.digest(0)), (other, tabletop.digest(1)));
    }
    assert_eq!(tabletop.fault(0), None);
}

/// The first turn of an action phase is that of the player with the lowest initiative (LRR 3),
/// whoever was active before.
#[test]
fn the_lowest_initiative_has_the_first_turn() {
    let cards = ["Leadership", "Diplomacy", "Politics", "Construction"];
    let mut tabletop = tabletop(1);
    for seed in 0..8 {
        begin(&mut tabletop, 0, seed);
        let mut n = 0;
        let first = loop {
            let mut log = tabletop.log(0).iter();
            if let Some(line) = log.find(|line| line.ends_with("turn starts")) {
                break line.clone();
            }
            assert!(play_on(&mut tabletop, 0, seed, n), "seed {seed}");
            n += 1;
        };
        let takes =
            |card| tabletop.log(0).iter().find(move |l| l.ends_with(&format!(" takes {card}")));
        let lowest = cards.iter().find_map(takes).expect("six of eight cards are taken");
        let player = lowest.trim().split(' ').next().expect("somebody takes it");
        assert!(first.contains(player), "seed {seed}: {lowest}, but {first}");
    }
}

/// A table that was set aside in the middle of a commit leaves nothing for its next game.
#[test]
fn nothing_is_left_of_a_game_that_was_set_aside() {
    let mut tabletop = tabletop(1);
    // With every slot taken, the card of a technology that is researched finds none.
    let mut crowded = Position { phase: Phase::Action, ..position(0) };
    crowded.players[0].hand = vec!["FOCUSED_RESEARCH".into()];
    crowded.action_cards = vec!["VETO".into(); SLOTS];
    while tabletop.arrange(0, &crowded).is_err() {
        crowded.action_cards.pop();
    }
    tabletop.run(0);
    while tabletop.status(0) == Status::Waiting {
        let asked = tabletop.asked(0).expect("it waits");
        let research = asked.options.iter().position(|o| o.label == "Action: Focused Research");
        let decline = asked.options.iter().position(|o| o.label == "Decline");
        tabletop.choose(0, research.or(decline).unwrap_or(0)).expect("the option is there");
    }
    assert_eq!(tabletop.fault(0), Some(Fault::Overflow("cards")));
    assert!(tabletop.log(0).iter().any(|line| line.contains("researches")));
    begin(&mut tabletop, 0, 0);
    assert_eq!(tabletop.log(0).first().map(String::as_str), Some("  = Round 2: strategy phase"));
    assert!(!tabletop.log(0).iter().any(|line| line.contains("researches")));
}

#[test]
fn notes_in_hand_are_told_everybody_and_action_cards_nobody() {
    let mut tabletop = tabletop(1);
    let mut held = position(0);
    held.players[1].hand = vec!["VETO".into()];
    held.players[1].notes = vec!["CEASEFIRE".into()];
    tabletop.arrange(0, &held).expect("the position can be set up");
    tabletop.run(0);
    for (seat, hand) in [(Some(0), "null"), (Some(1), r#"["Veto"]"#), (None, r#"["Veto"]"#)] {
        let drawn = tabletop.drawn(0, seat).to_string();
        let sheet = drawn.split(r#"{"player":"P2","faction""#).nth(1).expect("P2 has a sheet");
        let expected = format!(r#""hand":{hand},"notes":["Ceasefire"],"hand_count":[1,0,1]"#);
        assert!(sheet.contains(&expected), "{seat:?}: {sheet}");
    }
    for (seat, hand) in [(0, "1 hidden card, Ceasefire"), (1, "Veto, Ceasefire")] {
        let seen = tabletop.view(0, seat).expect("somebody sits there").to_string();
        assert!(seen.contains(&format!("; hand: {hand}\"")), "{seen}");
    }
}

/// Exchanges a card in the hand of another player and an unlike one of the same kind in a deck.
fn exchange(tabletop: &mut Tabletop, table: usize, from: Seat, number: u64) -> bool {
    let entities = tabletop.component::<Roster>(table).lists.cards.clone();
    let world = tabletop.batch_mut().world_mut();
    let piece = |at: usize| *world.get::<Piece>(entities[at]).expect("a slot is a piece");
    let definitions = world.resource::<Catalogue>().definitions();
    let kind = |at: usize| definitions[usize::from(piece(at).definition)].kind;
    let theirs = |at: &usize| piece(*at).place == Place::Hand && piece(*at).holder != from;
    let hand: Vec<usize> = (0..entities.len()).filter(theirs).collect();
    let Some(&held) = hand.get(number as usize % hand.len().max(1)) else { return false };
    let unlike = |at: &usize| {
        piece(*at).place == Place::Deck
            && kind(*at) == kind(held)
            && piece(*at).definition != piece(held).definition
    };
    let Some(drawn) = (0..entities.len()).find(unlike) else { return false };
    let [one, other] = [piece(held).definition, piece(drawn).definition];
    for (at, definition) in [(held, other), (drawn, one)] {
        let mut piece = world.get_mut::<Piece>(entities[at]).expect("a slot is a piece");
        piece.definition = definition;
    }
    true
}

cardmill_harness::conformance! {
    suite: Suite {
        catalogue: Tabletop::load(library::default_dir()).expect("the cards load"),
        begin: |tabletop: &mut Tabletop, table, game| {
            tabletop.arrange(table, &position(game)).expect("the position can be set up");
        },
        games: 3,
        decisions: 300,
    },
    golden: "tests/golden/playthrough.txt",
    sizes: [Piece = 10, Proposal = 24, Choice = 6],
    views: hide(exchange),
    scripts: left(
        |tabletop: &mut Tabletop, table| {
            let position = Position { dice: vec![10, 1, 5], ..position(0) };
            tabletop.arrange(table, &position).expect("the position can be set up");
        },
        |tabletop: &Tabletop, table| tabletop.board(table).dice.len()
    ),
    secrets: absent("nothing is answered in secret"),
    positions: told(&[]),
}
