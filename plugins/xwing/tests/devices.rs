//! Devices, cloak tokens and open dials in positions: told, set, told again.

use cardmill_harness::driver::Driver;
use cardmill_harness::notation::parse;
use cardmill_harness::session::Session;
use cardmill_xwing::position::Position;

use crate::play::hangar;

const GIVEN: &str = r#"(
    phase: Planning,
    p1: (ships: [
        (pilot: "scimitarsquadronpilot", at: (457.2, 400, 0), upgrades: ["connernets", "protonbombs"]),
        (pilot: "bluesquadronescort", removed: true),
        (pilot: "imdaartestpilot", at: (300, 300, 0), tokens: [Cloak]),
    ]),
    p2: (ships: [
        (pilot: "academypilot", at: (457.2, 860, 180), dial: "2FB", open: true),
    ]),
    devices: [
        (by: "Scimitar Squadron Pilot", card: "connernets", at: (600, 400, 90)),
        (by: "Blue Squadron Escort", card: "seismiccharges", at: (200, 600, 0), fuses: 1),
        (by: "Scimitar Squadron Pilot", card: "protonbombs", at: (700, 700, 0)),
    ],
)"#;

#[test]
fn devices_are_told_and_set() {
    let position: Position = parse(GIVEN).expect("the position can be read");
    let mut hangar = hangar();
    let table = hangar.add();
    hangar.arrange(table, &position).expect("the position can be");
    hangar.run(table);
    let told = hangar.shown(table).expect("a position");
    let ids = |position: &Position| -> Vec<(String, String, u8)> {
        let devices = position.devices.iter();
        devices.map(|it| (it.by.clone(), it.card.clone(), it.fuses)).collect()
    };
    let device = |by: &str, card: &str, fuses| (by.to_owned(), card.to_owned(), fuses);
    let given = [
        device("scimitarsquadronpilot", "connernets", 0),
        device("bluesquadronescort", "seismiccharges", 1),
        device("scimitarsquadronpilot", "protonbombs", 0),
    ];
    assert_eq!(ids(&told), given);
    let places =
        |position: &Position| -> Vec<_> { position.devices.iter().map(|it| it.at).collect() };
    assert_eq!(places(&told), places(&position));
    assert!(told.p2.ships[0].open);
    assert_eq!(told.p1.ships[2].tokens, position.p1.ships[2].tokens);
    let mut fewer = told.clone();
    fewer.devices.remove(0);
    fewer.devices[0].fuses = 2;
    fewer.p2.ships[0].open = false;
    fewer.p1.ships[2].tokens.clear();
    hangar.show(table, &fewer).expect("the position can be");
    let again = hangar.shown(table).expect("a position");
    assert_eq!(again.devices, fewer.devices);
    assert!(!again.p2.ships[0].open && again.p1.ships[2].tokens.is_empty());
}

#[test]
fn positions_of_devices_say_where_they_are_once() {
    let wrong = [
        (r#"(by: "Academy Pilot", card: "protonbombs")"#, "expected a place"),
        (
            r#"(by: "Academy Pilot", card: "protonbombs", at: (200, 200, 0), near: ["Academy Pilot"])"#,
            "poses and given",
        ),
        (r#"(by: "Academy Pilot", card: "crackshot", at: (200, 200, 0))"#, "has no device"),
        (r#"(by: "Soontir Fel", card: "protonbombs", at: (200, 200, 0))"#, "there is no ship"),
    ];
    let mut hangar = hangar();
    let table = hangar.add();
    for (device, reason) in wrong {
        let text = format!(
            r#"(p1: (ships: [(pilot: "academypilot", at: (100, 100, 0))]),
                p2: (ships: [(pilot: "academypilot", at: (800, 800, 180))]), devices: [{}])"#,
            device.replace("Academy Pilot", "P1 Academy Pilot"),
        );
        let position: Position = parse(&text).expect("the position can be read");
        let refused = hangar.arrange(table, &position).expect_err("it cannot be").to_string();
        assert!(refused.contains(reason), "{refused}");
    }
    let text =
        r#"(p1: (ships: [(pilot: "academypilot", tokens: [Cloak, Cloak])]), p2: (ships: []))"#;
    let position: Position = parse(text).expect("the position can be read");
    let refused = hangar.arrange(table, &position).expect_err("it cannot be").to_string();
    assert!(refused.contains("one cloak token"), "{refused}");
}
