//! Whole games on a mat, played at random.

use cardmill_harness::driver::Driver;
use cardmill_harness::notation::parse;
use cardmill_harness::session::Session;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::mix;
use cardmill_kernel::table::Table;
use cardmill_xwing::board::{Board, Layout, Outcome};
use cardmill_xwing::catalogue::Catalogue;
use cardmill_xwing::choice::{Prompt, XWing};
use cardmill_xwing::deal::laid_out;
use cardmill_xwing::driver::Hangar;
use cardmill_xwing::library::{Library, default_dir};
use cardmill_xwing::position::{Fleet, Position, ShipAt};
use cardmill_xwing::scene::Scene;
use cardmill_xwing::ship::Presence;
use cardmill_xwing::squad::RandomSquads;
use cardmill_xwing::vocabulary::Phase;

use crate::play::{File, answer, component, hangar, sound, tail};

/// Rounds after which a game is left.
const ROUNDS: u16 = 12;

pub(crate) fn dogfight(seed: u64) -> Position {
    let file: File = parse(include_str!("../../../tests/positions/dogfight.ron"))
        .expect("the position can be read");
    Position { seed, ..file.given }
}

/// Ships of all sizes, with bombs, tractor beams, reserves and odd maneuvers.
pub(crate) fn menagerie(seed: u64, layout: Layout) -> Position {
    let ship = |pilot: &str, upgrades: &[&str]| ShipAt {
        pilot: pilot.into(),
        upgrades: upgrades.iter().map(|&id| id.into()).collect(),
        ..ShipAt::default()
    };
    let fleet = |ships: Vec<ShipAt>, obstacles: &[&str]| Fleet {
        ships,
        obstacles: Some(obstacles.iter().map(|&id| id.into()).collect()),
        ..Fleet::default()
    };
    let p1 = vec![
        ship("moraloeval", &[]),
        ShipAt { shields: Some(0), damage: 5, ..ship("teltrevura", &["deadmansswitch"]) },
        ship("constablezuvio", &["ionbombs", "r2astromech"]),
        ship("overseeryushyn", &["ioncannon"]),
        ship("arvelcrynyd", &[]),
        ship("anakinskywalker", &[]),
    ];
    let p2 = vec![
        ship("ketsuonyo", &["seventhsister"]),
        ship("scimitarsquadronpilot", &["protonbombs"]),
        ship("turrphennir", &[]),
        ship("oldteroch", &[]),
        ship("countessryad", &[]),
        ship("kyloren", &[]),
    ];
    Position {
        phase: Phase::Setup,
        p1: fleet(p1, &["gascloud1", "gascloud3", "yt2400debris0"]),
        p2: fleet(p2, &["coreasteroid0", "pomdebris3", "core2asteroid5"]),
        layout,
        seed,
        ..Position::default()
    }
}

/// Checks a mat at a decision: ships are on it and overlap nowhere, and touching is mutual.
fn flies(scene: &Scene, may_be_off: bool) -> Result<(), String> {
    let present: Vec<_> = scene.present().collect();
    for (n, &ship) in present.iter().enumerate() {
        let base = scene.base(ship);
        if !base.is_on_mat() && !may_be_off {
            return Err(format!("ship {ship} is off the mat: {:?}", base.pose));
        }
        for &other in &present[n + 1..] {
            if base.overlaps(&scene.base(other)) {
                return Err(format!("ships {ship} and {other} overlap: {:?}", base.pose));
            }
            let touches =
                [(ship, other), (other, ship)].map(|(a, b)| scene.ship(a).touching & (1 << b) != 0);
            if touches[0] != touches[1] {
                return Err(format!("{ship} and {other}: who touches whom is touched"));
            }
            if scene.range(ship, other) != scene.range(other, ship) {
                return Err(format!("{ship} and {other}: ranges differ"));
            }
            if touches[0] && scene.range(ship, other) != 0 {
                return Err(format!("{ship} and {other} touch and are not at range 0"));
            }
        }
    }
    for slot in 0..scene.board.ships {
        let ship = scene.ship(slot);
        let gone = ship.presence == Presence::Removed;
        if gone && (ship.touching != 0 || !ship.tokens.is_empty()) {
            return Err(format!("ship {slot} is gone and has something"));
        }
        if ship.presence == Presence::Waiting && scene.board.phase != Phase::Setup {
            return Err(format!("ship {slot} was not deployed"));
        }
    }
    let laid = scene.laid();
    for (n, one) in laid.iter().enumerate() {
        if !one.is_inside() || laid[n + 1..].iter().any(|other| !one.is_apart(other)) {
            return Err(format!("obstacle {n} lies where it may not"));
        }
    }
    Ok(())
}

/// Plays a game; returns the digest of what came of it and of all choices.
fn play(hangar: &mut Hangar, table: usize, position: &Position) -> u64 {
    hangar.arrange(table, position).expect("the position can be");
    finish(hangar, table, position.seed)
}

/// Plays a game that was arranged to its end; returns the digest of what came of it and of all choices.
fn finish(hangar: &mut Hangar, table: usize, seed: u64) -> u64 {
    hangar.run(table);
    loop {
        sound(hangar, table);
        // Whether something else happens is asked before a ship flees.
        let replaced = component::<Decision<XWing>>(hangar, table).prompt == Some(Prompt::Replace);
        if let Err(problem) = hangar.read(table, |scene| flies(scene, replaced)) {
            panic!("{problem}\n{}", tail(hangar, table));
        }
        let round = component::<Board>(hangar, table).round;
        if round > ROUNDS || !answer(hangar, table, seed) {
            break;
        }
    }
    mix(hangar.digest(table), component::<Table>(hangar, table).trail)
}

fn seen(log: &[String], wanted: &[&str]) {
    let found = |what: &&&str| log.iter().any(|line| line.contains(**what));
    let missing: Vec<_> = wanted.iter().filter(|what| !found(what)).collect();
    assert!(missing.is_empty(), "in no game: {missing:?}");
}

#[test]
fn dogfights_end_and_are_the_same_again() {
    let (mut first, mut second) = (hangar(), hangar());
    let tables = [first.add(), second.add()];
    let (mut log, mut leads) = (Vec::new(), [0; 2]);
    let (mut over, mut laid) = (0, [0; 7]);
    for seed in 0..30 {
        let position = dogfight(seed);
        let once = play(&mut first, tables[0], &position);
        if seed % 5 == 0 {
            assert_eq!(play(&mut second, tables[1], &position), once, "game {seed}");
        }
        let board = component::<Board>(&first, tables[0]);
        over += u32::from(board.outcome != Outcome::Open);
        laid[board.obstacles.len()] += 1;
        leads[usize::from(board.first)] += 1;
        log.extend_from_slice(first.log(tables[0]));
    }
    // The cheaper squad is P2's, and P1 is first.
    assert_eq!(leads, [30, 0]);
    assert_eq!(laid, [0, 0, 0, 0, 0, 0, 30]);
    assert!(over > 20, "{over} games ended by themselves");
    seen(
        &log,
        &[
            "P1 places coreasteroid5 at",
            "P2 places gascloud2 at",
            "Academy Pilot is deployed at",
            "mm short, touching",
            "meets coreasteroid5",
            "meets yt2400debris2",
            "meets gascloud2",
            "flees",
            "Soontir Fel moves: left, forward",
            "is removed",
        ],
    );
}

#[test]
fn all_sizes_and_oddities_fly() {
    let mut hangar = hangar();
    let table = hangar.add();
    let mut log = Vec::new();
    for seed in 0..24 {
        let layout = if seed % 3 == 0 { Layout::Asked } else { Layout::Chance };
        play(&mut hangar, table, &menagerie(seed, layout));
        log.extend_from_slice(hangar.log(table));
    }
    seen(
        &log,
        &[
            "P1: gascloud1",
            "of the rear row",
            "half left",
            "is tractored",
            "detonates",
            "instead: Moralo Eval",
            "instead: Tel Trevura",
            "Use the gas cloud",
            "executes a red 3 Tallon roll",
            "P2: forward",
            "moves: bank left",
        ],
    );
}

/// The problem of a position on a mat that must be refused.
fn refusal(given: &str) -> String {
    let position: Position = parse(given).expect("the position can be read");
    let mut hangar = hangar();
    let table = hangar.add();
    hangar.arrange(table, &position).expect_err("the position cannot be").to_string()
}

#[test]
fn what_cannot_be_on_a_mat_is_refused() {
    let ship = |pilot: &str, rest: &str| format!(r#"(ships: [(pilot: "{pilot}"{rest})])"#);
    let placed = ship("academypilot", ", at: (457.2, 100, 0)");
    for (p2, rest, expected) in [
        (ship("soontirfel", ", at: (457.2, 130, 0)"), "", "p2.ships[0].at: overlaps Academy Pilot"),
        (ship("soontirfel", ", at: (10, 400, 0)"), "", "p2.ships[0].at: outside the mat"),
        (ship("soontirfel", ""), "", "p2.ships[0].at: expected a place: the position has a mat"),
        (
            ship("soontirfel", ", at: (400, 400, 0), flees: true"),
            "",
            "p2.ships[0].flees: poses and given relations at one table; expected one of them",
        ),
        (
            ship("soontirfel", ", at: (400, 400, 0)"),
            r#", relations: [(a: "academypilot", b: "soontirfel", range: 1)]"#,
            "relations: poses and given relations at one table; expected one of them",
        ),
        (
            ship("soontirfel", ", at: (400, 400, 0), touching: [\"vader\"]"),
            "",
            "p2.ships[0].touching[0]: there is no ship \"vader\"",
        ),
        (
            ship("soontirfel", ", at: (400, 400, 0)"),
            r#", obstacles: [(id: "rock", at: (400, 400, 0))]"#,
            "obstacles[0].id: expected an obstacle such as \"coreasteroid5\", found \"rock\"",
        ),
        (
            ship("soontirfel", ", at: (400, 400, 0)"),
            r#", obstacles: [(id: "coreasteroid5", at: (0, 400, 0))]"#,
            "obstacles[0].at: outside the mat",
        ),
        (
            ship("soontirfel", ", reserve: true, at: (400, 400, 0)"),
            "",
            "p2.ships[0].at: the ship is not on the mat",
        ),
    ] {
        let given = format!("(phase: Activation, p1: {placed}, p2: {p2}{rest})");
        assert_eq!(refusal(&given), expected);
    }
    let waits = ship("academypilot", "");
    for (p2, rest, expected) in [
        (waits.clone(), ", first: P2", "first: set-up says who is first: expected nothing"),
        (ship("soontirfel", ", reserve: true"), "", "p2.ships[0]: expected a ship that can be"),
        ("(ships: [])".into(), "", "p2: expected at least one ship"),
        (
            format!(r#"{}, obstacles: ["gascloud1"])"#, waits.trim_end_matches(')')),
            "",
            "p2.obstacles: expected 3, as many as P1 brings, found 1",
        ),
    ] {
        let given = format!("(phase: Setup, p1: {waits}, p2: {p2}{rest})");
        assert!(refusal(&given).starts_with(expected), "{}", refusal(&given));
    }
    for (at, expected) in [("(1, 2, 360)", "a heading from 0"), ("(1e9, 2, 0)", "millimetres")] {
        let given = format!(r#"(p1: (ships: [(pilot: "academypilot", at: {at})]))"#);
        let read = parse::<Position>(&given).expect_err("it cannot be read").to_string();
        assert!(read.contains(expected), "{read}");
    }
}

#[test]
fn what_a_mat_shows_is_what_it_is() {
    let mut hangar = hangar();
    let table = hangar.add();
    let mut shown = 0;
    for seed in 0..4 {
        hangar.arrange(table, &dogfight(seed)).expect("the position can be");
        hangar.run(table);
        while component::<Board>(&hangar, table).round < 7 {
            let decision = component::<Decision<XWing>>(&hangar, table);
            if matches!(decision.prompt, Some(Prompt::Dial(_))) {
                let position = hangar.shown(table).expect("a table shows a position");
                let before = component::<Board>(&hangar, table).obstacles.clone();
                let ships = |hangar: &mut Hangar| {
                    let pose = |scene: &Scene, n| (scene.ship(n).pose, scene.ship(n).touching);
                    hangar.read(table, |scene| {
                        (0..scene.board.ships).map(|n| pose(scene, n)).collect::<Vec<_>>()
                    })
                };
                let poses = ships(&mut hangar);
                hangar.show(table, &position).expect("what it shows can be");
                let present = |n: usize| position.p1.ships.iter().chain(&position.p2.ships).nth(n);
                for (n, (was, is)) in poses.into_iter().zip(ships(&mut hangar)).enumerate() {
                    if present(n).is_some_and(|ship| ship.at.is_some()) {
                        assert_eq!(was, is, "ship {n}");
                    }
                }
                assert_eq!(component::<Board>(&hangar, table).obstacles, before);
                assert_eq!(hangar.shown(table), Some(position));
                shown += 1;
            }
            if !answer(&mut hangar, table, seed) {
                break;
            }
        }
    }
    assert!(shown > 100, "{shown}");
}

/// Squads by chance, of all cards that are played: `CARDMILL_MANY` games of them.
#[test]
fn squads_by_chance_fly() {
    let many = std::env::var("CARDMILL_MANY").ok().and_then(|many| many.parse().ok());
    let mut hangar = hangar();
    let table = hangar.add();
    let library = Library::load(default_dir()).expect("the cards load");
    let catalogue = Catalogue::new(&library);
    for seed in 0..many.unwrap_or(24) {
        let mut squads = RandomSquads::new(&catalogue, None, true, seed);
        let [one, other] = [0, 1].map(|n| squads.next(format!("{n}")).expect("cards enough"));
        let layout = if seed % 7 == 0 { Layout::Asked } else { Layout::Chance };
        let position = laid_out([&one, &other], catalogue.facts());
        play(&mut hangar, table, &Position { seed, layout, ..position });
    }
}
