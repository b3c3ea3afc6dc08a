//! Messages: ids, batches, and what errors say.

use cardmill::session::protocol::MOST_IN_BATCH;
use serde_json::{Value, json};

use super::Talk;

#[test]
fn what_is_wrong_with_a_request_is_answered_with_its_id() {
    let mut talk = Talk::new();
    for (wrong, place) in [
        (json!({ "jsonrpc": "1.0", "method": "tables", "id": "a" }), "jsonrpc"),
        (json!({ "method": "tables", "id": "a" }), "jsonrpc"),
        (json!({ "jsonrpc": 2, "method": "tables", "id": "a" }), "jsonrpc"),
        (json!({ "jsonrpc": "2.0", "id": "a" }), "method"),
        (json!({ "jsonrpc": "2.0", "method": ["tables"], "id": "a" }), "method"),
        (json!({ "jsonrpc": "2.0", "method": "tables", "params": null, "id": "a" }), "params"),
        (json!({ "jsonrpc": "2.0", "method": "tables", "params": 7, "id": "a" }), "params"),
    ] {
        let answer = talk.line(wrong.to_string().as_bytes());
        assert_eq!(answer["id"], "a", "{wrong}");
        assert_eq!(answer["error"]["code"], -32600, "{wrong}");
        assert_eq!(answer["error"]["data"]["place"], place, "{wrong}");
    }
}

#[test]
fn errors_do_not_name_types_of_the_program() {
    let mut talk = Talk::new();
    let table = talk.setup(json!({}));
    for (method, params, expected) in [
        ("choose", json!({ "table": -1, "option": 0 }), "a whole number from 0 to"),
        ("choose", json!({ "table": table, "option": 0, "player": 1 }), "a word"),
        ("view", json!({ "table": table, "player": ["P1"] }), "a word"),
        ("log", json!({ "table": table, "since": "x" }), "a whole number from 0 to"),
        ("load", json!({ "saved": 7 }), "an object"),
        ("set", json!({ "table": table, "changes": [{ "damage": 1 }] }), "an object"),
        ("setup", json!({ "given": { "p1": 3 } }), "an object"),
        (
            "setup",
            json!({ "given": { "p1": { "units": [{ "card": "SOR_164", "damage": 300 }] } } }),
            "from 0 to",
        ),
        ("setup", json!({ "game": "imperium", "given": { "phase": 1 } }), "a word"),
        ("new_game", json!({ "decks": 1 }), "a list"),
        ("new_game", json!({ "decks": [{}, {}], "seed": -1 }), "a whole number from 0 to"),
    ] {
        let (code, _, reason) = talk.error(method, params.clone());
        assert_eq!(code, -32602, "{params}: {reason}");
        assert!(reason.contains(expected), "{params}: {reason}");
        for word in ["struct", "enum ", "u8", "u64", "usize", "i16", "variant", "column"] {
            assert!(!reason.contains(word), "{params}: {reason}");
        }
    }
}

#[test]
fn a_batch_is_bounded_and_refused_whole() {
    let mut talk = Talk::new();
    let table = talk.setup(json!({}));
    let before = talk.digest(table);
    let pass = json!({ "jsonrpc": "2.0", "id": 1, "method": "choose", "params": { "table": table, "option": "Pass" } });
    let answer = talk.line(json!(vec![pass; MOST_IN_BATCH + 1]).to_string().as_bytes());
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(-32600)));
    let reason = answer["error"]["data"]["reason"].as_str().unwrap();
    assert_eq!(reason, format!("a batch of more than {MOST_IN_BATCH} requests"));
    assert_eq!(talk.digest(table), before);
    let look =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "decision", "params": { "table": table } });
    let answers = talk.line(json!(vec![look; MOST_IN_BATCH]).to_string().as_bytes());
    assert_eq!(answers.as_array().unwrap().len(), MOST_IN_BATCH);
}
