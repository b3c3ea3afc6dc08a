//! Copies and saved games are the same game, and go on alike.

use serde_json::{Value, json};

use super::{Talk, pick};

#[test]
fn a_copy_at_any_decision_goes_on_alike() {
    let mut talk = Talk::new();
    for (line, every) in [(1, 4), (2, 9)] {
        let mut standing = talk.deal(line);
        let table = standing["table"].as_u64().unwrap();
        let (mut kinds, mut n) = (Vec::new(), 0);
        while standing["status"] == "waiting" {
            let kind = standing["decision"]["kind"].as_str().unwrap().to_owned();
            if n % every == 0 || !kinds.contains(&kind) {
                copies_go_on_alike(&mut talk, table, &standing, line, n);
                kinds.push(kind);
            }
            let option = pick(&standing, line, n);
            standing = talk.call("choose", json!({ "table": table, "option": option }));
            n += 1;
        }
        kinds.sort();
        kinds.dedup();
        assert!(n > 40 && kinds.len() > 4, "{n} {kinds:?}");
    }
    assert_eq!(talk.call("tables", json!({})).as_array().unwrap().len(), 2);
}

/// A fork and a saved game of a table that stands like this answer the next choices as it does.
pub fn copies_go_on_alike(talk: &mut Talk, table: u64, standing: &Value, line: u64, n: u64) {
    let state = talk.call("state", json!({ "table": table }));
    let saved = talk.call("save", json!({ "table": table }))["saved"].take();
    assert_eq!(saved["digest"], state["digest"]);
    let fork = talk.call("fork", json!({ "table": table }));
    let load = talk.call("load", json!({ "saved": saved }));
    let mut copies = vec![fork, load];
    for copy in &copies {
        assert_eq!(copy["decision"], standing["decision"]);
        let same = talk.call("state", json!({ "table": copy["table"] }));
        assert_eq!((&same["digest"], &same["state"]), (&state["digest"], &state["state"]));
    }
    for step in n..n + 5 {
        if copies[0]["status"] != "waiting" {
            break;
        }
        let option = pick(&copies[0], line, step);
        for copy in &mut copies {
            *copy = talk.call("choose", json!({ "table": copy["table"], "option": option }));
        }
        let [one, other] = &copies[..] else { unreachable!("there are two") };
        assert_eq!(one["decision"], other["decision"]);
        assert_eq!(
            talk.digest(one["table"].as_u64().unwrap()),
            talk.digest(other["table"].as_u64().unwrap())
        );
        let log =
            |talk: &mut Talk, copy: &Value| talk.call("log", json!({ "table": copy["table"] }));
        assert_eq!(log(talk, one), log(talk, other));
    }
    // Nothing of that has reached the original.
    assert_eq!(talk.call("state", json!({ "table": table })), state);
    for copy in copies {
        talk.call("drop", json!({ "table": copy["table"] }));
    }
}

#[test]
fn a_game_that_is_over_is_saved_too() {
    let mut talk = Talk::new();
    let table = talk
        .setup(json!({ "p1": { "units": [{ "card": "SOR_164" }] }, "p2": { "base_damage": 28 } }));
    let over = talk.choose(table, "Attack with Wampa");
    assert_eq!((&over["status"], &over["outcome"]), (&json!("over"), &json!("P1 wins")));
    assert_eq!(over["decision"], Value::Null);
    let saved = talk.call("save", json!({ "table": table }))["saved"].take();
    let copy = talk.call("load", json!({ "saved": saved }));
    assert_eq!(copy["outcome"], "P1 wins");
    let (code, _, reason) = talk.error("choose", json!({ "table": copy["table"], "option": 0 }));
    assert_eq!((code, &*reason), (-32000, "the table is not waiting for a choice"));
}

#[test]
fn a_saved_game_that_does_not_fit_is_refused() {
    let mut talk = Talk::new();
    let table = talk.setup(json!({}));
    let saved = talk.call("save", json!({ "table": table }))["saved"].take();
    for (field, value, place, part) in [
        ("format", json!(2), "saved.format", "format 2"),
        ("cardmill", json!("0.0.1"), "saved.cardmill", "by Cardmill 0.0.1"),
        ("cards", json!("0000000000000000"), "saved.cards", "with the cards 0000000000000000"),
        ("digest", json!("0000000000000000"), "saved.state", "another one"),
        ("check", json!("0000000000000000"), "saved.state", "not as it was written"),
        ("state", json!("{}"), "saved.state", "not as it was written"),
    ] {
        let mut other = saved.clone();
        other[field] = value;
        let (code, found, reason) = talk.error("load", json!({ "saved": other }));
        assert_eq!((code, &*found), (-32002, place), "{field}: {reason}");
        assert!(reason.contains(part), "{reason}");
    }
    let mut other = saved.clone();
    other["game"] = json!("chess");
    assert_eq!(talk.error("load", json!({ "saved": other })).0, -32003);
    let mut other = saved;
    other["more"] = json!(1);
    assert_eq!(talk.error("load", json!({ "saved": other })).0, -32602);
    assert_eq!(talk.call("tables", json!({})).as_array().unwrap().len(), 1);
}

#[test]
fn tables_are_played_side_by_side() {
    let mut talk = Talk::new();
    let mut alone = Vec::new();
    for line in 0..3 {
        let standing = talk.deal(line);
        alone.push(play(&mut talk, standing, line));
    }
    let mut side: Vec<Value> = (0..3).map(|line| talk.deal(line)).collect();
    let handles: Vec<u64> = side.iter().map(|s| s["table"].as_u64().unwrap()).collect();
    assert_eq!(handles, [4, 5, 6], "a handle is not given again");
    for n in 0..30 {
        for (line, standing) in side.iter_mut().enumerate() {
            let option = pick(standing, line as u64, n);
            *standing = talk.call("choose", json!({ "table": handles[line], "option": option }));
        }
    }
    for (line, handle) in handles.iter().enumerate() {
        assert_eq!(talk.digest(*handle), alone[line]);
    }
}

/// The digest after 30 decisions; the table is cleared away.
fn play(talk: &mut Talk, mut standing: Value, line: u64) -> String {
    let table = standing["table"].as_u64().unwrap();
    for n in 0..30 {
        let option = pick(&standing, line, n);
        standing = talk.call("choose", json!({ "table": table, "option": option }));
    }
    let digest = talk.digest(table);
    talk.call("drop", json!({ "table": table }));
    assert_eq!(talk.error("decision", json!({ "table": table })).0, -32001);
    digest
}
