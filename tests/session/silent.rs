//! Options that are taken because they are the only ones: they are told, or asked.

use serde_json::{Value, json};

use super::games::{ships, systems};
use super::{Talk, labels, pick};

#[test]
fn what_is_taken_silently_is_told_once() {
    let mut talk = Talk::new();
    let given = json!({ "p1": { "units": [{ "card": "SOR_164" }] } });
    let table = talk.setup(given.clone());
    let standing = talk.choose(table, "Attack with Wampa");
    let target = json!({
        "player": "P1", "kind": "target",
        "option": 0, "id": "attack 2 to 14", "label": "P2's base", "verb": "attack", "card": 2,
        "targets": [14],
    });
    assert_eq!(standing["taken"], json!([target]));
    assert_eq!(talk.call("decision", json!({ "table": table })).get("taken"), None);
    let copy = talk.call("fork", json!({ "table": table }));
    assert_eq!(copy.get("taken"), None, "nothing was taken on the way to a copy");

    let asking = talk.call("setup", json!({ "given": given, "ask_all": true }));
    let table = asking["table"].as_u64().unwrap();
    let asked = talk.choose(table, "Attack with Wampa");
    assert_eq!((labels(&asked), asked.get("taken")), (vec!["P2's base"], None));
    assert_eq!(asked["decision"]["kind"], "target");
    let saved = talk.call("save", json!({ "table": table }))["saved"].take();
    let copies = [
        talk.call("fork", json!({ "table": table })),
        talk.call("load", json!({ "saved": saved })),
    ];
    for copy in copies {
        let table = copy["table"].as_u64().unwrap();
        assert_eq!(copy["decision"], asked["decision"]);
        let done = talk.choose(table, "P2's base");
        assert_eq!(done["decision"]["player"], "P2", "{done}");
        talk.choose(table, "Take the initiative");
        let again = talk.choose(table, "Pass");
        assert_eq!(
            again["decision"]["kind"], "resource",
            "a copy asks for everything, too: {again}"
        );
    }
}

/// The players and labels of what is taken, but for passes: some of them nobody is ever asked for.
fn named(taken: &[Value]) -> Vec<(&Value, &Value)> {
    let asked = taken.iter().filter(|taken| taken["verb"] != "pass" || taken["kind"] != "action");
    asked.map(|taken| (&taken["player"], &taken["label"])).collect()
}

/// Plays a game twice: once asked for everything, and once as usual. What is taken silently in
/// one is what is asked with one option in the other.
fn is_the_same(method: &str, params: Value, decisions: u64) -> usize {
    let mut talk = Talk::new();
    let mut all = params.clone();
    all["ask_all"] = json!(true);
    let mut silent = talk.call(method, params);
    let mut asking = talk.call(method, all);
    let mut count = 0;
    for n in 0..decisions {
        let mut asked = Vec::new();
        while asking["status"] == "waiting" && labels(&asking).len() == 1 {
            let decision = &asking["decision"];
            let mut only = decision["options"][0].clone();
            only["player"] = decision["player"].clone();
            only["kind"] = decision["kind"].clone();
            asked.push(only);
            asking = talk.call("choose", json!({ "table": asking["table"], "option": 0 }));
            let taken = asking["taken"].as_array().cloned().unwrap_or_default();
            assert!(named(&taken).is_empty(), "{taken:?}");
        }
        let taken = silent["taken"].as_array().cloned().unwrap_or_default();
        assert_eq!(named(&taken), named(&asked), "decision {n}");
        count += asked.len();
        assert_eq!(asking["decision"], silent["decision"], "decision {n}");
        let [one, other] = [&asking, &silent].map(|s| talk.digest(s["table"].as_u64().unwrap()));
        assert_eq!(one, other, "decision {n}");
        if silent["status"] != "waiting" {
            break;
        }
        let option = pick(&silent, 5, n);
        silent = talk.call("choose", json!({ "table": silent["table"], "option": option }));
        asking = talk.call("choose", json!({ "table": asking["table"], "option": option }));
    }
    count
}

#[test]
fn what_is_taken_silently_is_what_would_be_asked() {
    let deck =
        |name: &str| cardmill_unlimited::library::default_dir().join("unlimited/decks").join(name);
    let decks = json!({ "decks": [deck("luke.json"), deck("sabine.json")], "seed": 7 });
    assert!(is_the_same("new_game", decks, 150) > 10);
    let setup = |game: &str, given: Value| json!({ "game": game, "given": given });
    assert!(is_the_same("setup", setup("imperium", systems()), 40) > 5);
    is_the_same("setup", setup("xwing", ships()), 40);
}

#[test]
fn every_turn_between_two_decisions_is_told() {
    let mut talk = Talk::new();
    let unit = json!({ "units": [{ "card": "SOR_164" }, { "card": "SOR_046" }] });
    // Whoever took the initiative passes.
    let table =
        talk.setup(json!({ "p1": {}, "p2": unit, "active": "P2", "initiative_taken": true }));
    let standing = talk.choose(table, "Attack with Wampa");
    let told = standing["taken"].as_array().unwrap();
    let by_p1: Vec<&Value> = told.iter().filter(|taken| taken["player"] == "P1").collect();
    let [pass] = by_p1[..] else { panic!("{told:?}") };
    assert_eq!(
        (&pass["kind"], &pass["verb"], &pass["label"]),
        (&json!("action"), &json!("pass"), &json!("Pass"))
    );
    // So is an action that is forced.
    let table = talk.setup(json!({
        "p1": { "resources": 9, "hand": ["SHD_144"] },
        "p2": { "units": [{ "card": "SOR_046" }] },
    }));
    let standing = talk.choose(table, "Play Give In to Your Anger");
    assert_eq!(standing["decision"]["player"], "P1");
    let told = standing["taken"].as_array().unwrap();
    let attack = told.iter().find(|taken| taken["verb"] == "attack" && taken["kind"] == "action");
    assert_eq!(attack.map(|attack| &attack["player"]), Some(&json!("P2")), "{told:?}");
    let log = talk.call("log", json!({ "table": table }))["lines"].take();
    let line = json!("P2: Attack with Consular Security Force, the only action");
    assert!(log.as_array().unwrap().contains(&line), "{log}");
}
