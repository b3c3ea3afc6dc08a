//! The reasons that something is not offered.

use serde_json::json;

use super::Talk;

/// The reason why this is not offered.
fn why_not(talk: &mut Talk, table: u64, label: &str) -> String {
    let why = talk.call("why_not", json!({ "table": table, "label": label }));
    why["reason"].as_str().unwrap().to_owned()
}

fn are(talk: &mut Talk, table: u64, reasons: &[(&str, &str)]) {
    for (label, reason) in reasons {
        assert_eq!(&why_not(talk, table, label), reason, "{label}");
    }
}

#[test]
fn actions() {
    let mut talk = Talk::new();
    let table = talk.setup(json!({
        "p1": {
            "resources": 2,
            "leader_exhausted": true,
            "base": "SOR_019",
            "base_epic_used": true,
            "hand": ["SOR_172", "SOR_069"],
            "units": [{ "card": "SOR_164", "exhausted": true }],
        },
        "p2": { "units": [{ "card": "SOR_046" }] },
        "initiative_taken": true,
        "initiative": "P2",
    }));
    are(
        &mut talk,
        table,
        &[
            ("Play Open Fire", "Play Open Fire (P1): cannot pay: costs 3 with 2 ready"),
            ("Attack with Wampa", "Attack with Wampa (P1): exhausted"),
            (
                "Attack with Consular Security Force",
                "Attack with Consular Security Force (P2): not your card",
            ),
            ("P1 Use Sabine Wren", "Use Sabine Wren (P1): exhausted"),
            ("Use Security Complex", "Use Security Complex (P1): already used this game"),
            ("Take the initiative", "Take the initiative: initiative already taken"),
            ("Decline", "Decline: not among what is asked"),
        ],
    );
    let offered = talk.error("why_not", json!({ "table": table, "label": "Pass" }));
    assert_eq!((offered.0, &*offered.2), (-32000, "\"Pass\" is offered"));
    let unknown = talk.error("why_not", json!({ "table": table, "label": "Win" }));
    assert_eq!(unknown.2, "\"Win\" names nothing that could be chosen here");
}

#[test]
fn targets() {
    let mut talk = Talk::new();
    let table = talk.setup(json!({
        "p1": { "units": [{ "card": "SOR_164" }] },
        "p2": { "units": [{ "card": "SOR_046" }, { "card": "SOR_063" }, { "card": "SOR_063" }] },
    }));
    talk.choose(table, "Attack with Wampa");
    are(
        &mut talk,
        table,
        &[
            ("Wampa", "Wampa (P1): not an enemy"),
            ("P2's base", "P2's base (P2): Sentinel guards"),
            ("Consular Security Force", "Consular Security Force (P2): Sentinel guards"),
        ],
    );
}

#[test]
fn triggered_abilities() {
    let mut talk = Talk::new();
    // Cassian Andor's unit side draws when damage is dealt to an enemy base, once each round;
    // General Krell gives the others an ability.
    let table = talk.setup(json!({
        "p1": {
            "leader": "SOR_013",
            "leader_deployed": true,
            "units": [{ "card": "SOR_105" }, { "card": "SOR_164" }],
        },
    }));
    let saboteur = "has not triggered (when it attacks a unit with a Shield)";
    are(
        &mut talk,
        table,
        &[
            ("Resolve Wampa", "Wampa (P1): has not triggered (when defeated)"),
            ("Resolve General Krell", "General Krell (P1): no such ability"),
            ("Resolve Wampa: Ambush", "Wampa: Ambush (P1): no such ability"),
            (
                "Resolve Cassian Andor: Saboteur",
                &format!("Cassian Andor: Saboteur (P1): {saboteur}"),
            ),
        ],
    );
    let asked = talk.choose(table, "Attack with Wampa");
    assert_eq!(asked["decision"]["kind"], "may", "{asked}");
    talk.choose(table, "Yes");
    let used =
        "Cassian Andor (P1): already used this round (when you deal damage to an enemy base)";
    let gained = "Cassian Andor (P1): has not triggered (when defeated)";
    are(&mut talk, table, &[("Resolve Cassian Andor", &format!("{used}; {gained}"))]);
}
