//! Whole games on a mat, played at random.

use cardmill_harness::driver::Driver;
use cardmill_harness::notation::parse;
use cardmill_harness::session::Session;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::mix;
use cardmill_kernel::table::Table;
use cardmill_xwing::board::{Board, Layout, Outcome};
use cardmill_xwing::choice::{Prompt, XWing};
use cardmill_xwing::driver::Hangar;
use cardmill_xwing::position::{Fleet, Position, ShipAt};
use cardmill_xwing::scene::Scene;
use cardmill_xwing::ship::Presence;
use cardmill_xwing::vocabulary::Phase;

use crate::play::{File, answer, component, hangar, sound, tail};

/// Rounds after which a game is left.
const ROUNDS: u16 = 12;

fn dogfight(seed: u64) -> Position {
    let file: File = parse(include_str!("../../../tests/positions/dogfight.ron"))
        .expect("the position can be read");
    Position { seed, ..file.given }
}

/// Ships of all sizes, with bombs, tractor beams, reserves and odd maneuvers.
fn menagerie(seed: u64, layout: Layout) -> Position {
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

/// What must be so of the mat whenever somebody is asked.
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
    hangar.run(table);
    loop {
        sound(hangar, table);
        // Whether something else happens is asked before a ship flees.
        let replaced = component::<Decision<XWing>>(hangar, table).prompt == Some(Prompt::Replace);
        if let Err(problem) = hangar.read(table, |scene| flies(scene, replaced)) {
            panic!("{problem}\n{}", tail(hangar, table));
        }
        let round = component::<Board>(hangar, table).round;
        if round > ROUNDS || !answer(hangar, table, position.seed) {
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
