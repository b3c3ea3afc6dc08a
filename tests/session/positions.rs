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
fn choices_are_reviewed_on_a_copy() {
    let mut talk = Talk::new();
    let dealt = talk.deal(1);
    let table = &dealt["table"];
    let digest = |talk: &mut Talk| talk.call("state", json!({ "table": table }))["digest"].clone();
    let before = digest(&mut talk);
    let agent = "ismcts:sims=32,worlds=4";
    let choices = json!(["No", "No", 0, 1]);
    let params = json!({ "table": table, "agent": agent, "choices": choices });
    let reviewed = talk.call("review", params)["reviewed"].clone();
    assert_eq!(digest(&mut talk), before);
    let reviewed = reviewed.as_array().unwrap();
    assert_eq!(reviewed.len(), 4);
    let search = talk.call("search", json!({ "table": table, "agent": agent }));
    assert_eq!(reviewed[0]["best"], search["option"]);
    for (review, (player, label)) in reviewed.iter().zip([("P2", "No"), ("P1", "No")]) {
        assert_eq!((&review["player"], &review["label"]), (&json!(player), &json!(label)));
        let best = review["best"].as_u64().unwrap() as usize;
        let (chance, lost) = (review["chance"].as_f64().unwrap(), review["lost"].as_f64());
        assert!(
            (0.0..=1.0).contains(&chance) && lost.is_none_or(|lost| lost <= chance),
            "{review}"
        );
        assert_eq!(review["best"] == review["option"], review["best_label"] == review["label"]);
        assert!(best < 2);
    }
    let wrong = json!({ "table": table, "agent": agent, "choices": ["No", "Win"] });
    let (_, place, _) = talk.error("review", wrong);
    assert_eq!(place, "choices[1].option");
    let wrong = json!({ "table": table, "agent": "greedy", "choices": ["No"] });
    assert_eq!(talk.error("review", wrong).1, "agent");
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

#[test]
fn a_copy_is_itself_again_when_it_leaves_play() {
    let mut talk = Talk::new();
    let clone = json!({ "card": "TWI_116", "copy_of": "SOR_164" });
    let table = talk.setup(json!({ "p1": { "units": [clone] } }));
    let wampa = card(&talk.state(table), "Wampa", "P1").clone();
    assert_eq!((&wampa["definition"], &wampa["copy_by"]), (&json!("SOR_164"), &json!("TWI_116")));
    set(&mut talk, table, json!([{ "move": { "card": "Wampa", "to": "Hand" } }]));
    let hand = card(&talk.state(table), "Clone", "P1").clone();
    assert_eq!((&hand["id"], &hand["copy_by"]), (&wampa["id"], &Value::Null));
}

#[test]
fn whoever_may_pay_is_told_for_what() {
    let mut talk = Talk::new();
    // The Eye of Aldhani: for each enemy unit 1 resource, or it is exhausted.
    let table = talk.setup(json!({
        "p1": { "leader": "SOR_001", "base": "SOR_020", "resources": 1, "hand": ["SEC_073"] },
        "p2": { "resources": 2, "units": [{ "card": "SOR_164" }, { "card": "SOR_046" }] },
    }));
    talk.choose(table, "Play The Eye of Aldhani");
    let asked = talk.call("to_phase", json!({ "table": table, "phase": "action" }));
    assert_eq!(labels(&asked), ["Pay", "Decline"]);
    assert_eq!(asked["decision"]["prompt"], "Its controller may pay 1 resource. (Wampa)");
}

/// The place of what is wrong with a position, and the reason that it is refused.
fn refused(talk: &mut Talk, given: Value) -> (String, String) {
    let (code, place, reason) = talk.error("setup", json!({ "given": given }));
    assert_eq!(code, -32602, "{place}: {reason}");
    (place, reason)
}

#[test]
fn a_position_that_could_not_stand_is_refused_with_its_place() {
    let mut talk = Talk::new();
    let dead = "5 damage on a card with 5 HP: it would be defeated at once";
    let twins = "a player would have two of a unique card";
    let marine = json!({ "card": "SOR_095" });
    for (given, place, reason) in [
        (
            json!({ "p1": { "units": [marine, marine, { "card": "SOR_164", "damage": 5 }] } }),
            "given.p1.units[2].damage",
            dead,
        ),
        (
            json!({ "p2": { "units": [{ "card": "SOR_164", "damage": 255 }] } }),
            "given.p2.units[0].damage",
            "255 damage on a card with 5 HP: it would be defeated at once",
        ),
        (
            json!({ "p1": { "units": [{ "card": "SOR_087" }, { "card": "SOR_087" }] } }),
            "given.p1.units[1].card",
            twins,
        ),
        (
            json!({ "p2": { "base_damage": 30 } }),
            "given.p2.base_damage",
            "30 damage on a card with 30 HP: it would be defeated at once",
        ),
        (
            json!({ "p1": { "leader_deployed": true, "leader_damage": 9 } }),
            "given.p1.leader_damage",
            "9 damage on a card with 5 HP: it would be defeated at once",
        ),
        (
            json!({ "p1": { "resources": 2, "exhausted_resources": 3 } }),
            "given.p1.exhausted_resources",
            "3 of 2 resources are exhausted",
        ),
        (
            json!({ "p1": { "leader_damage": 1 } }),
            "given.p1.leader_damage",
            "the leader is not deployed",
        ),
        (
            json!({ "p2": { "leader_captured": ["SOR_164"] } }),
            "given.p2.leader_captured",
            "the leader is not deployed",
        ),
        (
            json!({ "p1": { "units": [{ "card": "SOR_095", "captured": ["SOR_172"] }] } }),
            "given.p1.units[0].captured[0]",
            "SOR_172 is Event; expected a unit",
        ),
        (
            json!({ "p1": { "hand": ["SOR_095", "SOR_999"] } }),
            "given.p1.hand[1]",
            "no card has the id \"SOR_999\"; expected an id such as SOR_095",
        ),
        (
            json!({ "p1": { "units": [{ "card": "SOR_095", "copy_of": "SOR_164" }] } }),
            "given.p1.units[0].copy_of",
            "SOR_095 does not enter play as a copy of SOR_164",
        ),
        (
            json!({ "p1": { "units": [{ "card": "TWI_116", "copy_of": "SOR_237" }] } }),
            "given.p1.units[0].copy_of",
            "TWI_116 does not enter play as a copy of SOR_237",
        ),
        (
            json!({ "p1": { "units": [{ "card": "TWI_116" }] } }),
            "given.p1.units[0].damage",
            "0 damage on a card with 0 HP: it would be defeated at once",
        ),
    ] {
        assert_eq!(refused(&mut talk, given), (place.to_owned(), reason.to_owned()));
    }
    // What is given by constant abilities counts.
    let krayt =
        json!({ "p1": { "units": [{ "card": "SOR_164", "damage": 5, "upgrades": ["SOR_T01"] }] } });
    let table = talk.setup(krayt);
    assert_eq!(card(&talk.state(table), "Wampa", "P1")["now"]["hp"], 6);
}

#[test]
fn captives_are_a_leaders_and_of_either_side() {
    let mut talk = Talk::new();
    let table = talk.setup(json!({
        "p1": {
            "leader_deployed": true,
            "leader_captured": ["SOR_164"],
            "leader_captured_own": ["SOR_046"],
            "units": [{ "card": "SOR_095", "captured_own": ["SOR_128"] }],
        },
    }));
    let state = talk.state(table);
    let guard = |owner: &str, name: &str| {
        let captive = card(&state, name, owner);
        assert_eq!(captive["zone"], "Captured", "{name}");
        let cards = state["cards"].as_array().unwrap();
        let holds = |card: &&Value| {
            let held = card["now"]["captured"].as_array();
            held.is_some_and(|held| held.contains(&captive["id"]))
        };
        cards.iter().find(holds).unwrap()["name"].as_str().unwrap().to_owned()
    };
    assert_eq!(guard("P2", "Wampa"), "Sabine Wren, Galvanized Revolutionary");
    let own = guard("P1", "Consular Security Force");
    assert_eq!(own, "Sabine Wren, Galvanized Revolutionary");
    assert_eq!(guard("P1", "Death Star Stormtrooper"), "Battlefield Marine");
    // No upgrade is on a base but one with Fortify (CR 3.6.1, 7.5.21).
    let (place, reason) = refused(&mut talk, json!({ "p1": { "base_upgrades": ["SOR_069"] } }));
    assert_eq!(place, "given.p1.base_upgrades[0]");
    assert!(reason.contains("is attached to units"), "{reason}");
}

#[test]
fn a_position_is_in_the_regroup_phase() {
    let mut talk = Talk::new();
    let mut regroup = given();
    regroup["phase"] = json!("Regroup");
    regroup["initiative"] = json!("P2");
    let table = talk.setup(regroup);
    let standing = talk.call("decision", json!({ "table": table }));
    assert_eq!(standing["decision"]["player"], "P2");
    assert_eq!(labels(&standing), ["Resource Death Star Stormtrooper", "Decline"]);
    assert_eq!(talk.state(table)["phase"], "Regroup");
    talk.choose(table, "Resource Death Star Stormtrooper");
    let next = talk.choose(table, "Decline");
    assert_eq!(
        (&next["decision"]["player"], &next["decision"]["kind"]),
        (&json!("P2"), &json!("action"))
    );
    let state = talk.state(table);
    assert_eq!((&state["round"], &state["phase"]), (&json!(3), &json!("Action")));
    assert_eq!(state["players"][1]["ready_resources"], 3);
    let (place, reason) = refused(&mut talk, json!({ "phase": "Draw" }));
    assert_eq!(place, "given.phase");
    assert!(reason.contains("unknown variant"), "{reason}");
}

#[test]
fn the_turn_the_force_and_what_is_in_the_game_are_changed() {
    let mut talk = Talk::new();
    let table = talk.setup(given());
    let before = talk.state(table);
    let shield = card(&before, "Battlefield Marine", "P1")["now"]["tokens"][0]["id"].clone();
    let standing = set(
        &mut talk,
        table,
        json!([
            { "the_force": { "player": "P2", "has": true } },
            { "the_force": { "player": "P2", "has": true } },
            { "remove": { "card": shield } },
            { "remove": { "card": "Wampa" } },
            { "remove": { "card": "Open Fire" } },
            { "active": { "player": "P2" } },
        ]),
    );
    assert_eq!(
        (&standing["decision"]["player"], &standing["decision"]["kind"]),
        (&json!("P2"), &json!("action"))
    );
    let state = talk.state(table);
    assert_eq!(state["active"], "P2");
    assert_eq!(card(&state, "The Force", "P2")["zone"], "Base");
    assert_eq!(card(&state, "Battlefield Marine", "P1")["now"]["tokens"], json!([]));
    assert_eq!(card(&state, "Wampa", "P1")["zone"], "Aside");
    assert_eq!(card(&state, "Open Fire", "P1")["zone"], "Aside");
    assert_eq!(state["players"][0]["hand_count"], 1);
    assert_eq!(state["play"].as_array().unwrap().len(), 3);
    set(
        &mut talk,
        table,
        json!([
            { "the_force": { "player": "P2", "has": false } },
            { "move": { "card": "Wampa", "to": "Play" } },
        ]),
    );
    let state = talk.state(table);
    assert_eq!(state["play"].as_array().unwrap().len(), 3);
    assert_eq!(card(&state, "Wampa", "P1")["zone"], "Ground");
    let bad = json!([{ "remove": { "card": "P1's base" } }]);
    let (_, place, reason) = talk.error("set", json!({ "table": table, "changes": bad }));
    assert_eq!((&*place, &*reason), ("changes[0].card", "Base: a player always has one"));
    talk.choose(table, "Take the initiative");
    let turn = json!([{ "active": { "player": "P2" } }]);
    let (_, place, reason) = talk.error("set", json!({ "table": table, "changes": turn }));
    assert_eq!(place, "changes[0].player");
    assert!(reason.contains("took the initiative"), "{reason}");
}
