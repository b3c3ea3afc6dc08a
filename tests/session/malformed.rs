//! Whatever is sent: an answer, never a crash, and a game is changed by nothing that is refused.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::Talk;

const INTERNAL: i64 = -32603;

/// Anything that can be sent: noise, JSON, requests, and broken ones.
fn sent() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        1 => vec(any::<u8>(), 0..80),
        1 => "[\\[\\]{}\",:0-9a-z ]{0,80}".prop_map(String::into_bytes),
        2 => value().prop_map(|value| value.to_string().into_bytes()),
        8 => request().prop_map(|value| value.to_string().into_bytes()),
        2 => broken(request().prop_map(|value| value.to_string().into_bytes())),
        1 => vec(request(), 0..4).prop_map(|batch| json!(batch).to_string().into_bytes()),
    ]
}

/// A line with some bytes gone or changed.
fn broken(line: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    (line, vec((any::<prop::sample::Index>(), any::<Option<u8>>()), 1..4)).prop_map(
        |(mut line, faults)| {
            for (at, byte) in faults {
                if line.is_empty() {
                    break;
                }
                let at = at.index(line.len());
                match byte {
                    Some(byte) => line[at] = byte,
                    None => _ = line.remove(at),
                }
            }
            line
        },
    )
}

const METHODS: &[&str] = &[
    "setup",
    "new_game",
    "decision",
    "choose",
    "why_not",
    "state",
    "view",
    "log",
    "set",
    "to_phase",
    "fork",
    "determinize",
    "search",
    "save",
    "load",
    "tables",
    "games",
    "version",
    "methods",
    "nothing",
];

/// A request with parameters that have the right names, mostly.
fn request() -> impl Strategy<Value = Value> {
    let table = prop_oneof![4 => Just(json!(1)), 1 => value()];
    let params = (table, btree_map(name(), value(), 0..3), any::<u8>());
    (select(METHODS), params).prop_map(|(method, (table, others, coin))| {
        let mut params: Map<String, Value> = others.into_iter().collect();
        if coin > 40 {
            params.insert("table".into(), table);
        }
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
    })
}

fn name() -> impl Strategy<Value = String> {
    select(
        &[
            "option",
            "label",
            "player",
            "since",
            "changes",
            "phase",
            "given",
            "game",
            "decks",
            "seed",
            "saved",
            "p1",
            "p2",
            "units",
            "card",
            "hand",
            "deck",
            "resources",
            "leader",
            "base",
            "upgrades",
            "damage",
            "amount",
            "move",
            "to",
            "on",
            "give",
            "token",
            "exhaust",
            "ready",
            "active",
            "initiative",
            "base_damage",
            "leader_deployed",
            "leader_upgrades",
            "count",
            "exhausted_resources",
            "ready_resources",
            "discard",
            "controller",
            "owned_by_other",
        ][..],
    )
    .prop_map(str::to_owned)
}

/// Plain data, of words that occur in positions.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0..300u64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        select(
            &[
                "P1",
                "P2",
                "P6",
                "SOR_164",
                "SOR_095",
                "SOR_T01",
                "SOR_T02",
                "SOR_010",
                "SOR_026",
                "SOR_172",
                "Wampa",
                "Open Fire",
                "Hand",
                "Play",
                "DeckTop",
                "Experience",
                "Shield",
                "action",
                "regroup",
                "unlimited",
                "",
                "Pass",
                "Option 1",
                "Wampa #0",
                "P0 x",
            ][..]
        )
        .prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            btree_map(name(), inner, 0..5).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// A table on which every kind of thing is.
fn table(talk: &mut Talk) -> u64 {
    talk.setup(json!({
        "p1": { "resources": 5, "hand": ["SOR_172", "SOR_069"], "units": [{ "card": "SOR_164" }] },
        "p2": { "units": [{ "card": "SOR_046", "upgrades": ["SOR_T02"] }], "leader_deployed": true },
    }))
}

/// Every answer in what came back for a line.
fn answers(answer: &Value) -> Vec<&Value> {
    match answer {
        Value::Null => Vec::new(),
        Value::Array(batch) => batch.iter().collect(),
        one => vec![one],
    }
}

/// The engine did not fail, and table 1 changed only if something was done.
fn is_sound(talk: &mut Talk, line: &[u8]) {
    let before = talk.call("state", json!({ "table": 1 }));
    let answer = talk.line(line);
    let text = String::from_utf8_lossy(line);
    let answers = answers(&answer);
    for one in &answers {
        assert_eq!(one["jsonrpc"], "2.0", "{text}");
        assert!(one.get("result").is_some() != one.get("error").is_some(), "{text}: {one}");
        if let Some(error) = one.get("error") {
            assert_ne!(error["code"], INTERNAL, "{text}: {error}");
            assert!(!error["data"]["reason"].as_str().unwrap().is_empty(), "{text}");
        }
    }
    if answers.iter().all(|one| one.get("error").is_some()) {
        assert_eq!(talk.call("state", json!({ "table": 1 })), before, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_that_is_sent_breaks_a_session(lines in vec(sent(), 250)) {
        let mut talk = Talk::new();
        table(&mut talk);
        for line in lines {
            is_sound(&mut talk, &line);
        }
    }
}

/// A position with plausible words in every place.
fn position() -> impl Strategy<Value = Value> {
    let cards = || vec(select(&CARDS[..]), 0..5);
    let unit = (select(&UNITS[..]), 0..9u8, any::<bool>(), vec(select(&UPGRADES[..]), 0..3));
    let unit = unit.prop_map(|(card, damage, exhausted, upgrades)| {
        json!({ "card": card, "damage": damage, "exhausted": exhausted, "upgrades": upgrades })
    });
    let side = (
        select(&["SOR_010", "SOR_014", "SOR_026", "SOR_164"][..]),
        any::<bool>(),
        (0..40u8, 0..120u8, any::<u8>()),
        cards(),
        vec(unit, 0..30),
    );
    let side = side.prop_map(|(leader, deployed, (damage, resources, exhausted), hand, units)| {
        json!({
            "leader": leader, "leader_deployed": deployed, "base_damage": damage,
            "resources": resources, "exhausted_resources": exhausted, "hand": hand, "units": units,
        })
    });
    (side.clone(), side).prop_map(|(p1, p2)| json!({ "p1": p1, "p2": p2 }))
}

const UNITS: [&str; 5] = ["SOR_164", "SOR_095", "SOR_046", "SOR_087", "SOR_128"];
const UPGRADES: [&str; 4] = ["SOR_T01", "SOR_T02", "SOR_069", "SOR_164"];
const CARDS: [&str; 6] = ["SOR_172", "SOR_069", "SOR_164", "SOR_087", "SOR_999", "SOR_T01"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_position_is_set_up_or_refused(positions in vec(position(), 80)) {
        let mut talk = Talk::new();
        table(&mut talk);
        for given in positions {
            let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "setup", "params": { "given": given } });
            is_sound(&mut talk, request.to_string().as_bytes());
        }
    }
}
