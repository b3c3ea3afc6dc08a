//! Two squads that keep each other in sight, played at random until one is gone.

use cardmill_harness::conformance::Suite;
use cardmill_harness::driver::Driver;
use cardmill_harness::notation::parse;
use cardmill_harness::session::{Choosable, Session};
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::digest::{Digest, mix};
use cardmill_kernel::roster::Roster;
use cardmill_kernel::table::{Status, Table};
use cardmill_xwing::board::{Board, Outcome};
use cardmill_xwing::card::{Card, Place};
use cardmill_xwing::catalogue::Catalogue;
use cardmill_xwing::choice::{Choice, Prompt};
use cardmill_xwing::driver::{Hangar, Step};
use cardmill_xwing::library::{Library, default_dir};
use cardmill_xwing::position::{Fleet, Pair, Position, ShipAt};
use cardmill_xwing::proposal::Proposal;
use cardmill_xwing::ship::{Flags, SHIPS, Ship, Stats};
use cardmill_xwing::vocabulary::{Arc, Face, Phase};
use serde::Deserialize;

const GAMES: u64 = 40;
/// A squad whose dice keep missing must not keep the test.
const DECISIONS: u32 = 6_000;

/// A file with a position, as runs of games take it.
#[derive(Deserialize)]
pub struct File {
    /// The position that games begin from.
    pub given: Position,
}

fn position(seed: u64) -> Position {
    let file: File = parse(include_str!("../../../tests/positions/two-squads.ron"))
        .expect("the position can be read");
    Position { seed, ..file.given }
}

/// Squads in which every ship has a twin, all near each other and in each other's arcs.
fn twins(seed: u64) -> Position {
    let ship = |pilot: &str, upgrades: &[&str]| ShipAt {
        pilot: pilot.into(),
        upgrades: upgrades.iter().map(|&id| id.into()).collect(),
        ..ShipAt::default()
    };
    let twice = |ships: [ShipAt; 3]| Fleet {
        ships: ships.into_iter().flat_map(|ship| [ship.clone(), ship]).collect(),
        ..Fleet::default()
    };
    let p1 = twice([
        ship("valenrudor", &["crackshot", "crackshot"]),
        ship("k2so", &["jynerso", "gnkgonkdroid"]),
        ship("garvendreis-t65xwing", &["protontorpedoes", "protontorpedoes"]),
    ]);
    let p2 = twice([
        ship("tradefederationdrone", &["ioncannon", "ioncannon"]),
        ship("lieutenantrivas", &["deuteriumpowercells"]),
        ship("ketsuonyo", &["seventhsister", "babufrik"]),
    ]);
    let named = |seat: usize, fleet: &Fleet| -> Vec<String> {
        let ships = fleet.ships.iter().enumerate();
        ships.map(|(n, at)| format!("P{} {} #{}", seat + 1, at.pilot, n % 2 + 1)).collect()
    };
    let names = [named(0, &p1), named(1, &p2)].concat();
    let mut relations = Vec::new();
    for (n, a) in names.iter().enumerate() {
        for b in &names[n + 1..] {
            let arcs = vec![Arc::Bullseye];
            let (a, b, back) = (a.clone(), b.clone(), arcs.clone());
            relations.push(Pair { a, b, range: 1, arcs, back, obstructed: false });
        }
    }
    Position { p1, p2, relations, seed, ..Position::default() }
}

/// A hangar without tables, with all cards of the game.
pub fn hangar() -> Hangar {
    let library = Library::load(default_dir()).expect("the cards load");
    Hangar::new(&Catalogue::new(&library))
}

/// A component of a table.
pub fn component<C: bevy_ecs::component::Component>(hangar: &Hangar, table: usize) -> &C {
    let entity = hangar.batch().table(table);
    hangar.batch().world().get::<C>(entity).expect("a table has it")
}

/// Answers one decision. Returns whether there was one.
pub fn answer(hangar: &mut Hangar, table: usize, line: u64) -> bool {
    let Some(asked) = hangar.asked(table) else { return false };
    assert!(asked.options.len() > 1, "a single option is no question");
    let n = component::<Table>(hangar, table).decisions;
    let index = (Digest::of(&(line, n)) % asked.options.len() as u64) as usize;
    hangar.choose(table, index).expect("it is an option");
    true
}

/// Options can be told apart: by their labels, and where only a number does that, by what they
/// are about.
fn told_apart(hangar: &mut Hangar, table: usize) {
    let Some(question) = hangar.question(table) else { return };
    let plain = hangar.labels(table);
    for (a, one) in question.options.iter().enumerate() {
        for (b, other) in question.options.iter().enumerate().skip(a + 1) {
            assert_ne!(one.label, other.label, "{question:?}");
            if plain[a].label == plain[b].label {
                let ids = |option: &Choosable| (option.card, option.targets.clone());
                assert_ne!(ids(one), ids(other), "{question:?}");
            }
        }
    }
}

/// Checks a table between two decisions: cards are where they belong, and names tell them apart.
pub fn sound(hangar: &mut Hangar, table: usize) {
    told_apart(hangar, table);
    let status = hangar.status(table);
    assert_ne!(status, Status::Quarantined, "{:?}\n{}", hangar.fault(table), tail(hangar, table));
    hangar.read(table, |scene| {
        let cards: Vec<&Card> =
            (SHIPS as Slot..scene.board.slots).map(|slot| scene.card(slot)).collect();
        for seat in 0..2 {
            let damage = |card: &&&Card| card.owner == seat && is_damage(scene.catalogue, card);
            assert_eq!(cards.iter().filter(damage).count(), 33);
            let player = &scene.board.players[usize::from(seat)];
            let count = |place| cards.iter().filter(damage).filter(|c| c.place == place).count();
            assert_eq!(count(Place::Deck), player.deck.len());
            assert_eq!(count(Place::Discard), player.discard.len());
        }
        for slot in 0..scene.board.ships {
            let (ship, stats): (&Ship, &Stats) = (scene.ship(slot), scene.stats(slot));
            let within = ship.shields <= stats.shields && ship.force <= stats.force;
            assert!(within || !ship.is_present(), "{ship:?} {stats:?}");
            let most = scene.printed(slot).definition.charges;
            assert!(scene.card(slot).charges <= most);
        }
    });
}

fn is_damage(catalogue: &Catalogue, card: &Card) -> bool {
    use cardmill_xwing::vocabulary::Kind;
    matches!(catalogue.card(card.definition).definition.kind, Kind::Damage(..))
}

/// The end of the log of a table.
pub fn tail(hangar: &Hangar, table: usize) -> String {
    let log = hangar.log(table);
    log[log.len().saturating_sub(40)..].join("\n")
}

/// Plays a game to its end. Returns the digest of what came of it and of all choices.
fn play(hangar: &mut Hangar, table: usize, seed: u64) -> u64 {
    hangar.arrange(table, &position(seed)).expect("the position can be");
    hangar.run(table);
    while component::<Table>(hangar, table).decisions < DECISIONS {
        sound(hangar, table);
        if !answer(hangar, table, seed) {
            break;
        }
    }
    mix(hangar.digest(table), component::<Table>(hangar, table).trail)
}

#[test]
fn random_games_end_and_are_the_same_again() {
    let (mut first, mut second) = (hangar(), hangar());
    let tables = [first.add(), second.add()];
    let mut over = 0;
    let mut seen = String::new();
    let mut digests = Vec::new();
    for seed in 0..GAMES {
        let once = play(&mut first, tables[0], seed);
        // The second time on a table of another World, in another order.
        if seed % 4 == 0 {
            assert_eq!(play(&mut second, tables[1], seed), once, "game {seed}");
        }
        over += u64::from(component::<Board>(&first, tables[0]).outcome != Outcome::Open);
        seen.push_str(&first.log(tables[0]).join("\n"));
        digests.push(once);
    }
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len() as u64, GAMES, "games differ");
    assert!(over * 10 >= GAMES * 9, "{over} of {GAMES} games ended");
    // What the squads are there for has happened in some game.
    for what in [
        "instead: Jyn Erso",
        "instead: Babu Frik",
        "instead: Static Discharge Vanes",
        "instead: Seventh Sister",
        "instead: Hull Breach",
        "instead: Iden Versio",
        "instead: Inertial Dampeners",
        "instead: Tel Trevura",
        "instead: Overseer Yushyn",
        "instead: Deuterium Power Cells: gain stress",
        "resolves Deadman's Switch",
        "resolves Biggs Darklighter",
        "performs a bonus attack",
        "comes back from reserves",
        "is dealt Fuel Leak faceup",
        "is removed",
    ] {
        assert!(seen.contains(what), "in no game: {what}");
    }
}

#[test]
fn twins_can_be_told_apart() {
    let mut hangar = hangar();
    let table = hangar.add();
    let mut numbered = 0;
    for seed in 0..4 {
        hangar.arrange(table, &twins(seed)).expect("the position can be");
        hangar.run(table);
        for _ in 0..400 {
            sound(&mut hangar, table);
            let question = hangar.question(table);
            let options = question.iter().flat_map(|question| &question.options);
            numbered += options.filter(|option| option.label.contains('#')).count();
            if !answer(&mut hangar, table, seed) {
                break;
            }
        }
    }
    assert!(numbered > 500, "twins were hardly ever asked about: {numbered}");
}

#[test]
fn passing_to_a_phase_in_which_nobody_is_asked_says_so() {
    let mut hangar = hangar();
    let table = hangar.add();
    let ship = |pilot: &str| Fleet {
        ships: vec![ShipAt { pilot: pilot.into(), ..ShipAt::default() }],
        ..Fleet::default()
    };
    let (p1, p2) = (ship("academypilot"), ship("soontirfel"));
    hangar.arrange(table, &Position { p1, p2, ..Position::default() }).expect("it can be");
    hangar.run(table);
    let done = hangar.step(table, &Step::PassTo(Phase::Engagement));
    assert_eq!(done, Err("nobody is asked in the Engagement Phase of round 1".into()));
}

/// Changes a dial of the other player that is not revealed, or the order of their damage deck.
fn exchange(hangar: &mut Hangar, table: usize, from: Seat, number: u64) -> bool {
    let other = 1 - from;
    let lists = hangar.component::<Roster>(table).lists.clone();
    let entity = hangar.batch().table(table);
    let world = hangar.batch_mut().world_mut();
    if number.is_multiple_of(2) {
        let ships = lists.figures.iter().filter_map(|&figure| world.get::<Ship>(figure));
        let dials: Vec<_> = ships.filter_map(|ship| ship.dial).collect();
        let phase = world.get::<Board>(entity).expect("a table has a board").phase;
        let theirs = |ship: &Ship| {
            let revealed = match phase {
                Phase::Activation => ship.flags.has(Flags::ACTED),
                phase => matches!(phase, Phase::Engagement | Phase::End),
            };
            ship.owner == other && ship.is_present() && ship.dial.is_some() && !revealed
        };
        let mut figures = lists.figures.iter();
        let Some(&figure) = figures.find(|&&at| world.get::<Ship>(at).is_some_and(theirs)) else {
            return false;
        };
        let mut ship = world.get_mut::<Ship>(figure).expect("it is a ship");
        let unlike = dials.into_iter().find(|dial| ship.dial != Some(*dial));
        ship.dial = unlike.or(ship.dial);
        return unlike.is_some();
    }
    let card = |slot: Slot| lists.cards[usize::from(slot)];
    let deck = world.get::<Board>(entity).expect("a table has a board").players[usize::from(other)]
        .deck
        .clone();
    let definition = |at: usize| world.get::<Card>(card(deck[at])).map(|card| card.definition);
    let Some(at) = (1..deck.len()).find(|&at| definition(at) != definition(0)) else {
        return false;
    };
    let mut board = world.get_mut::<Board>(entity).expect("a table has a board");
    board.players[usize::from(other)].deck.swap(0, at);
    true
}

/// The attack dice that a position says.
const SCRIPT: [Face; 6] = [Face::Hit; 6];

cardmill_harness::conformance! {
    suite: Suite {
        catalogue: Catalogue::new(&Library::load(default_dir()).expect("the cards load")),
        begin: |hangar: &mut Hangar, table, game| {
            hangar.arrange(table, &position(game)).expect("the position can be");
        },
        games: 4,
        decisions: 300,
    },
    golden: "tests/golden/playthrough.txt",
    sizes: [Card = 22, Ship = 56, Stats = 232, Proposal = 30, Choice = 8],
    views: hide(exchange),
    scripts: left(
        |hangar: &mut Hangar, table| {
            let mut position = position(0);
            position.p1.attack = SCRIPT.to_vec();
            position.p2.attack = SCRIPT.to_vec();
            hangar.arrange(table, &position).expect("the position can be");
        },
        |hangar: &Hangar, table| {
            let players = &hangar.component::<Board>(table).players;
            players.iter().map(|player| player.attack.len() + player.defense.len()).sum()
        }
    ),
    secrets: keep(|prompt| matches!(prompt, Prompt::Dial(_))),
    positions: told(&["damage"]),
}
