//! Positions: set up, looked at, changed in place, played on.

use serde_json::{Value, json};

use super::{Talk, labels};

/// The card of this name in a state; a player's, if one is named.
fn card<'s>(state: &'s Value, name: &str, owner: &str) -> &'s Value {
    let cards = state["cards"].as_array().unwrap();
    let is = |card: &&Value| card["name"] == name && card["owner"] == owner;
    cards.iter().find(is).unwrap_or_else(|| panic!("{name} of {owner}"))
}

fn set(talk: &mut Talk, table: u64, changes: Value) -> Value {
    talk.call("set", json!({ "table": table, "changes": changes }))
}

/// P1 has two units and Open Fire; P2 a unit.
fn given() -> Value {
    json!({
        "p1": {
            "resources": 4,
            "hand": ["SOR_172", "SOR_069"],
            "units": [{ "card": "SOR_164" }, { "card": "SOR_095", "upgrades": ["SOR_T02"] }],
        },
        "p2": { "units": [{ "card": "SOR_046", "damage": 1 }], "hand": ["SOR_128"], "resources": 2 },
    })
}

#[test]
fn a_state_holds_the_whole_position() {
    let mut talk = Talk::new();
    let table = talk.setup(given());
    let state = talk.state(table);
    assert_eq!((&state["round"], &state["phase"]), (&json!(2), &json!("Action")));
    assert_eq!((&state["active"], &state["initiative"]), (&json!("P1"), &json!("P1")));
    let [p1, p2] = &state["players"].as_array().unwrap()[..] else { panic!("{state}") };
    assert_eq!((&p1["resources"], &p1["ready_resources"]), (&json!(4), &json!(4)));
    assert_eq!((&p1["hand_count"], &p2["hand_count"]), (&json!(2), &json!(1)));
    let wounded = card(&state, "Consular Security Force", "P2");
    assert_eq!(wounded["now"]["damage"], 1);
    assert_eq!((&wounded["now"]["power"], &wounded["now"]["hp"]), (&json!(3), &json!(7)));
    let marine = card(&state, "Battlefield Marine", "P1");
    assert_eq!(marine["now"]["tokens"][0]["name"], "Shield");
    assert_eq!(card(&state, "Wampa", "P1")["now"]["keywords"], json!(["Overwhelm"]));
    let hand: Vec<_> = p1["hand"].as_array().unwrap().iter().collect();
    assert!(hand.contains(&&card(&state, "Open Fire", "P1")["id"]));
    let deck = p2["deck"].as_array().unwrap();
    assert_eq!((deck.len(), &p2["deck_count"]), (10, &json!(10)));
    assert!(labels(&state).contains(&"Play Open Fire"));
}

#[test]
fn a_view_holds_what_its_player_may_know() {
    let mut talk = Talk::new();
    let one = talk.setup(given());
    // The same but for what P2 cannot see.
    let mut hidden = given();
    hidden["p1"]["hand"] = json!(["SOR_046", "SOR_046"]);
    hidden["p1"]["deck"] = json!(vec!["SOR_046"; 10]);
    let other = talk.setup(hidden);
    let view = |talk: &mut Talk, table: u64, player: &str| {
        talk.call("view", json!({ "table": table, "player": player }))["view"].take()
    };
    assert_eq!(view(&mut talk, one, "P2"), view(&mut talk, other, "P2"));
    assert_ne!(view(&mut talk, one, "P1"), view(&mut talk, other, "P1"));
    let theirs = view(&mut talk, one, "P2");
    assert_eq!((&theirs["decision"], &theirs["players"][0]["hand"]), (&Value::Null, &Value::Null));
    assert_eq!(theirs["players"][0]["hand_count"], 2);
    assert_eq!(theirs["players"][1]["hand"].as_array().unwrap().len(), 1);
    assert_eq!(theirs["players"][1]["deck"], Value::Null, "nobody knows their deck");
    let (code, place, _) = talk.error("view", json!({ "table": one, "player": "P3" }));
    assert_eq!((code, &*place), (-32602, "player"));
}

#[test]
fn constants_and_consequences_follow_a_change_and_nothing_triggers() {
    let mut talk = Talk::new();
    // With General Krell the others have "When Defeated: you may draw a card".
    let given = json!({
        "p1": { "units": [{ "card": "SOR_105" }, { "card": "SOR_164", "damage": 1 }] },
        "p2": { "hand": ["SOR_172"], "resources": 3 },
        "active": "P2",
    });
    let played = talk.setup(given.clone());
    talk.choose(played, "Play Open Fire");
    let asked = talk.choose(played, "Wampa");
    assert_eq!(asked["decision"]["kind"], "may", "defeated in play it triggers");
    let table = talk.setup(given);
    let before = talk.state(table);
    let standing = set(&mut talk, table, json!([{ "damage": { "card": "Wampa", "amount": 5 } }]));
    assert_eq!(standing["decision"]["kind"], "action");
    let after = talk.state(table);
    assert_eq!(card(&after, "Wampa", "P1")["zone"], "Discard");
    assert_eq!(after["players"][0]["hand"], before["players"][0]["hand"]);
    assert_eq!(after["waiting"], json!([]));
    assert_eq!(
        talk.call("log", json!({ "table": table }))["lines"],
        json!(["  Wampa is defeated"])
    );
    // Nor later.
    let standing = talk.choose(table, "Pass");
    assert_eq!(
        (&standing["decision"]["player"], &standing["decision"]["kind"]),
        (&json!("P1"), &json!("action"))
    );
    assert_eq!(talk.state(table)["players"][0]["hand_count"], 0);
}

#[test]
fn every_change_does_what_it_says() {
    let mut talk = Talk::new();
    let table = talk.setup(given());
    let standing = set(
        &mut talk,
        table,
        json!([
            { "exhaust": { "card": "Wampa" } },
            { "give": { "card": "Wampa", "token": "Experience" } },
            { "move": { "card": "Consular Security Force", "to": "Play", "controller": "P1" } },
            { "ready_resources": { "player": "P1", "count": 1 } },
            { "move": { "card": "Death Star Stormtrooper", "to": "DeckTop" } },
        ]),
    );
    assert!(!labels(&standing).contains(&"Attack with Wampa"));
    assert!(labels(&standing).contains(&"Attack with Consular Security Force"));
    let state = talk.state(table);
    let wampa = &card(&state, "Wampa", "P1")["now"];
    assert_eq!(
        (&wampa["power"], &wampa["hp"], &wampa["exhausted"]),
        (&json!(5), &json!(6), &json!(true))
    );
    assert_eq!(wampa["tokens"][0]["name"], "Experience");
    let moved = card(&state, "Consular Security Force", "P2");
    assert_eq!((&moved["controller"], &moved["now"]["damage"]), (&json!("P1"), &json!(0)));
    assert_eq!(moved["incarnation"], 1, "it is a new card");
    assert_eq!(state["players"][0]["ready_resources"], 1);
    let [_, p2] = &state["players"].as_array().unwrap()[..] else { panic!("{state}") };
    assert_eq!(p2["deck"][0], card(&state, "Death Star Stormtrooper", "P2")["id"]);
    assert_eq!((&p2["hand_count"], &p2["deck_count"]), (&json!(0), &json!(11)));
    set(
        &mut talk,
        table,
        json!([
            { "move": { "card": "Open Fire", "to": "Resources" } },
            { "move": { "card": "Wampa", "to": "Hand" } },
            { "ready": { "card": "Consular Security Force" } },
            { "move": { "card": "Death Star Stormtrooper", "to": "DeckBottom" } },
            { "move": { "card": "Resilient", "to": "Play", "on": "Battlefield Marine" } },
            { "move": { "card": "Consular Security Force", "to": "Discard" } },
        ]),
    );
    let state = talk.state(table);
    let [p1, p2] = &state["players"].as_array().unwrap()[..] else { panic!("{state}") };
    assert_eq!((&p1["resources"], &p1["ready_resources"]), (&json!(5), &json!(2)));
    assert_eq!(p1["hand"], json!([card(&state, "Wampa", "P1")["id"]]));
    assert_eq!(p2["deck"][10], card(&state, "Death Star Stormtrooper", "P2")["id"]);
    assert_eq!(p2["discard"], json!([card(&state, "Consular Security Force", "P2")["id"]]));
    let marine = &card(&state, "Battlefield Marine", "P1")["now"];
    assert_eq!((&marine["power"], &marine["hp"]), (&json!(3), &json!(6)));
    assert_eq!(marine["upgrades"], json!([card(&state, "Resilient", "P1")["id"]]));
    assert_eq!(
        card(&state, "Resilient", "P1")["now"]["host"],
        card(&state, "Battlefield Marine", "P1")["id"]
    );
    let over = set(&mut talk, table, json!([{ "damage": { "card": "P2's base", "amount": 30 } }]));
    assert_eq!(over["outcome"], "P1 wins");
}

#[test]
fn what_a_unit_has_captured_is_rescued_when_it_leaves() {
    let mut talk = Talk::new();
    let table = talk.setup(given());
    let capture =
        json!([{ "move": { "card": "Consular Security Force", "to": "Captured", "on": "Wampa" } }]);
    set(&mut talk, table, capture);
    let state = talk.state(table);
    let prisoner = card(&state, "Consular Security Force", "P2");
    assert_eq!(prisoner["zone"], "Captured");
    assert_eq!(card(&state, "Wampa", "P1")["now"]["captured"], json!([prisoner["id"]]));
    let standing = set(&mut talk, table, json!([{ "move": { "card": "Wampa", "to": "Hand" } }]));
    assert_eq!(standing["decision"]["kind"], "action");
    let rescued = talk.state(table);
    let rescued = card(&rescued, "Consular Security Force", "P2");
    assert_eq!((&rescued["zone"], &rescued["controller"]), (&json!("Ground"), &json!("P2")));
    assert_eq!(rescued["now"]["exhausted"], true);
}

#[test]
fn all_changes_are_made_or_none() {
    let mut talk = Talk::new();
    let table = talk.setup(given());
    let before = talk.call("state", json!({ "table": table }));
    for (change, place, part) in [
        (json!({ "damage": { "card": "Yoda", "amount": 1 } }), "changes[1].card", "no \"Yoda\""),
        (json!({ "damage": { "card": "Open Fire", "amount": 1 } }), "changes[1].card", "a unit"),
        (json!({ "damage": { "card": 255, "amount": 1 } }), "changes[1].card", "no card 255"),
        (json!({ "damage": { "card": 0, "amount": 256 } }), "changes[1].damage.amount", "0 to 255"),
        (json!({ "damage": { "card": [], "amount": 1 } }), "changes[1].damage.card", "the name"),
        (json!({ "give": { "card": 2, "token": "Gold" } }), "changes[1].give.token", "`Gold`"),
        (
            json!({ "move": { "card": "Underworld Thug", "to": "Hand" } }),
            "changes[1].card",
            "cards",
        ),
        (json!({ "move": { "card": "P2's base", "to": "Hand" } }), "changes[1].card", "of a deck"),
        (
            json!({ "move": { "card": "Open Fire", "to": "Play" } }),
            "changes[1].to",
            "never in play",
        ),
        (json!({ "move": { "card": "Resilient", "to": "Play" } }), "changes[1].on", "attach to"),
        (
            json!({ "ready_resources": { "player": "P2", "count": 3 } }),
            "changes[1].count",
            "most 2",
        ),
        (json!({ "win": {} }), "changes[1]", "unknown variant"),
    ] {
        let changes = json!([{ "exhaust": { "card": "Wampa" } }, change]);
        let (code, found, reason) =
            talk.error("set", json!({ "table": table, "changes": changes }));
        assert_eq!((code, &*found), (-32602, place), "{reason}");
        assert!(reason.contains(part), "{reason}");
        assert_eq!(talk.call("state", json!({ "table": table })), before, "{change}");
    }
}

#[test]
fn a_second_copy_of_a_unique_card_is_refused() {
    let mut talk = Talk::new();
    let table = talk.setup(json!({
        "p1": { "units": [{ "card": "SOR_087" }], "hand": ["SOR_087"] },
    }));
    let id = talk.state(table)["players"][0]["hand"][0].take();
    let changes = json!([{ "move": { "card": id, "to": "Play" } }]);
    let (_, place, reason) = talk.error("set", json!({ "table": table, "changes": changes }));
    assert_eq!((&*place, &*reason), ("changes[0]", "a player would have two of a unique card"));
    assert_eq!(talk.state(table)["players"][0]["hand_count"], 1);
}

#[test]
fn nothing_is_changed_in_the_middle_of_a_resolution() {
    let mut talk = Talk::new();
    let table = talk.setup(given());
    talk.choose(table, "Play Open Fire");
    let changes = json!([{ "ready": { "card": "Wampa" } }]);
    let (code, _, reason) = talk.error("set", json!({ "table": table, "changes": changes }));
    assert_eq!(code, -32000, "{reason}");
    talk.choose(table, "Consular Security Force");
    set(&mut talk, table, changes);
}

#[test]
fn passes_lead_to_the_next_phase() {
    let mut talk = Talk::new();
    let table = talk.setup(given());
    let mut to = |phase: &str| talk.call("to_phase", json!({ "table": table, "phase": phase }));
    let regroup = to("regroup");
    assert_eq!(
        (&regroup["reached"], &regroup["decision"]["kind"]),
        (&json!(true), &json!("resource"))
    );
    let action = to("action");
    assert_eq!((&action["reached"], &action["decision"]["kind"]), (&json!(true), &json!("action")));
    to("action");
    assert_eq!(talk.state(table)["round"], 4);
    let (code, place, _) = talk.error("to_phase", json!({ "table": table, "phase": "tea" }));
    assert_eq!((code, &*place), (-32602, "phase"));
}

#[test]
fn what_cannot_be_passed_is_asked() {
    let mut talk = Talk::new();
    let table = talk.setup(given());
    talk.choose(table, "Play Open Fire");
    let standing = talk.call("to_phase", json!({ "table": table, "phase": "regroup" }));
    assert_eq!(standing["reached"], false);
    assert_eq!(labels(&standing), ["Wampa", "Battlefield Marine", "Consular Security Force"]);
}

#[test]
fn choices_are_named_and_say_who_is_asked() {
    let mut talk = Talk::new();
    let mut both = given();
    both["p2"]["units"] = json!([{ "card": "SOR_164" }]);
    let table = talk.setup(both);
    talk.choose(table, "Play Open Fire");
    let (code, place, reason) = talk.error("choose", json!({ "table": table, "option": "Wampa" }));
    assert_eq!((code, &*place), (-32000, "option"));
    assert!(reason.contains("several players"), "{reason}");
    let whose = json!({ "table": table, "option": "P2 Wampa", "player": "P2" });
    assert_eq!(talk.error("choose", whose).1, "player");
    let many = talk.error("choose", json!({ "table": table, "option": 9 }));
    assert_eq!(many.2, "there is no option 9; there are 3");
    talk.call("choose", json!({ "table": table, "option": "P2 Wampa", "player": "P1" }));
    assert_eq!(card(&talk.state(table), "Wampa", "P2")["now"]["damage"], 4);
}

#[test]
fn what_must_be_chosen_is_counted() {
    let mut talk = Talk::new();
    let dealt = talk.deal(1);
    let table = &dealt["table"];
    talk.call("choose", json!({ "table": table, "option": "No" }));
    let first = talk.call("choose", json!({ "table": table, "option": "No" }));
    let bounds = |standing: &Value| {
        let decision = &standing["decision"];
        (decision["minimum"].as_u64().unwrap(), decision["maximum"].as_u64().unwrap())
    };
    assert_eq!((bounds(&first), labels(&first).len()), ((2, 2), 6));
    let second = talk.call("choose", json!({ "table": table, "option": 0 }));
    assert_eq!((bounds(&second), labels(&second).len()), ((1, 1), 5));
}

#[test]
fn a_session_says_what_it_is() {
    let mut talk = Talk::new();
    let version = talk.call("version", json!({}));
    assert_eq!(version["cardmill"], env!("CARGO_PKG_VERSION"));
    assert_eq!(talk.call("games", json!({}))[0]["game"], "unlimited");
    let methods = talk.call("methods", json!({}));
    for method in methods.as_array().unwrap() {
        let name = method["method"].as_str().unwrap();
        // A parameter that no method has: the method is there and refuses it.
        let (code, _, _) = match name {
            "new_game" => talk.error(name, json!({ "decks": 1 })),
            _ => talk.error(name, json!({ "no such parameter": 1 })),
        };
        assert_eq!(code, -32602, "{name}");
    }
    assert_eq!(talk.error("win", json!({})).0, -32601);
    let (code, place, _) = talk.error("setup", json!({ "game": "chess" }));
    assert_eq!((code, &*place), (-32003, "game"));
    for decks in [json!(["nowhere.json", "nowhere.json"]), json!([{}, {}]), json!([1, 2])] {
        let (code, place, _) = talk.error("new_game", json!({ "decks": decks }));
        assert_eq!((code, &place[..8]), (-32602, "decks[0]"));
    }
}
