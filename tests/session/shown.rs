//! What questions and states show beside options and cards in play.

use serde_json::{Value, json};

use super::{Talk, labels};

/// What a question looks at, by label.
fn looked_at(standing: &Value) -> Vec<(&str, bool)> {
    let looked = standing["decision"]["looked_at"].as_array().unwrap().iter();
    looked.map(|card| (card["label"].as_str().unwrap(), card["fits"].as_bool().unwrap())).collect()
}

#[test]
fn a_search_shows_all_cards_that_it_looks_at() {
    let mut talk = Talk::new();
    let deck = ["SOR_172", "SOR_164", "SOR_069", "SOR_046", "SOR_172", "SOR_164"];
    let table = talk.setup(json!({ "p1": { "resources": 6, "hand": ["SOR_123"], "deck": deck } }));
    let before = talk.call("decision", json!({ "table": table }));
    assert_eq!(before["decision"].get("looked_at"), None);
    let asked = talk.choose(table, "Play Recruit");
    assert_eq!(labels(&asked), ["Wampa", "Consular Security Force", "Done"]);
    assert_eq!(
        looked_at(&asked),
        [
            ("Open Fire", false),
            ("Wampa", true),
            ("Resilient", false),
            ("Consular Security Force", true),
            ("Open Fire", false),
        ]
    );
    let deck = talk.state(table)["players"][0]["deck"].take();
    let ids: Vec<&Value> = asked["decision"]["looked_at"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| &card["card"])
        .collect();
    assert_eq!(ids, deck.as_array().unwrap()[..5].iter().collect::<Vec<_>>());
}

#[test]
fn a_discard_from_another_hand_shows_all_of_it() {
    let mut talk = Talk::new();
    let table = talk.setup(json!({
        "p1": { "resources": 9, "hand": ["SOR_201"] },
        "p2": { "hand": ["SOR_172", "SOR_164", "SOR_069"] },
    }));
    let asked = talk.choose(table, "Play Bodhi Rook");
    assert_eq!(labels(&asked), ["Open Fire", "Resilient"]);
    assert_eq!(looked_at(&asked), [("Open Fire", true), ("Wampa", false), ("Resilient", true)]);
}

#[test]
fn tokens_that_left_play_are_marked() {
    let mut talk = Talk::new();
    let table = talk.setup(json!({
        "p1": { "units": [{ "card": "SOR_164" }] },
        "p2": { "units": [{ "card": "SOR_046", "upgrades": ["SOR_T02"] }] },
    }));
    let token = |talk: &mut Talk| {
        let mut state = talk.state(table);
        let cards = state["cards"].as_array_mut().unwrap();
        let tokens: Vec<Value> =
            cards.iter_mut().filter(|card| card["kind"] == "Token").map(Value::take).collect();
        let [token] = &tokens[..] else { panic!("{tokens:?}") };
        token.clone()
    };
    let on = token(&mut talk);
    assert_eq!((&on["zone"], on.get("gone")), (&json!("Attached"), None));
    talk.choose(table, "Attack with Wampa");
    talk.choose(table, "Consular Security Force");
    let gone = token(&mut talk);
    assert_eq!((&gone["zone"], &gone["gone"]), (&json!("Aside"), &json!(true)));
    assert_eq!((&gone["id"], &gone["name"]), (&on["id"], &json!("Shield")));
    assert_eq!(gone.get("now"), None);
    let view = talk.call("view", json!({ "table": table, "player": "P1" }));
    assert!(view["view"]["cards"].as_array().unwrap().contains(&gone));
}
