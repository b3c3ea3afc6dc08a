//! The things that questions and states show beside options and cards in play.

use serde_json::{Value, json};

use super::{Talk, labels};

/// The labels of the cards that a question looks at, each with `true` if it fits.
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

/// The card of this name in a state.
fn card<'s>(state: &'s Value, name: &str) -> &'s Value {
    let cards = state["cards"].as_array().unwrap();
    cards.iter().find(|card| card["name"] == name).unwrap_or_else(|| panic!("{name}"))
}

/// Sets up again the position that a table shows: it shows the same one.
fn is_given_back(talk: &mut Talk, table: u64) {
    let position = talk.state(table)["position"].take();
    assert!(position.is_object(), "{position}");
    let again = talk.setup(position.clone());
    assert_eq!(talk.state(again)["position"], position);
}

#[test]
fn what_a_state_shows_is_set_up_again() {
    let mut talk = Talk::new();
    for given in [
        json!({}),
        json!({
            "edition": "Comprehensive",
            "round": 5,
            "active": "P2",
            "passed": true,
            "initiative": "P1",
            "p1": {
                "leader": "JTL_009",
                "base_captured": ["SOR_164"],
                "base_captured_own": ["SOR_095"],
                "resource_cards_owned_by_other": ["SOR_172"],
                "resource_cards": ["SOR_069"],
                "exhausted_resources": 1,
                "credits": 2,
                "the_force": true,
                "units": [
                    {
                        "card": "SOR_237",
                        "arena": "Ground",
                        "upgrades": ["JTL_009", "SOR_T01"],
                        "enemy_upgrades": ["SOR_T02"],
                        "upgrades_owned_by_other": ["SOR_120"],
                        "enemy_upgrades_owned_by_other": ["SOR_069"],
                    },
                    { "card": "TWI_116", "copy_of": "SOR_046", "damage": 2, "exhausted": true },
                ],
            },
            "p2": {
                "leader_deployed": true,
                "leader_arena": "Space",
                "leader_enemy_upgrades": ["SOR_T02"],
                "leader_captured_own": ["SOR_164"],
                "units": [{ "card": "SOR_164", "owned_by_other": true, "entered_this_round": true }],
            },
        }),
        json!({ "phase": "Regroup", "active": "P2", "p2": { "hand": ["SOR_164"] } }),
        json!({ "phase": "Mulligan", "p1": { "hand": ["SOR_164", "SOR_046"] }, "p2": { "hand": ["SOR_164", "SOR_046"] } }),
        json!({
            "phase": "Setup",
            "initiative": "P2",
            "p1": { "hand": ["SOR_164", "SOR_046"] },
            "p2": { "hand": ["SOR_164", "SOR_046", "SOR_095"] },
        }),
        json!({ "p1": { "leader": "TWI_017", "leader_flipped": true } }),
    ] {
        let table = talk.setup(given);
        is_given_back(&mut talk, table);
    }
    let table = talk.deal(3)["table"].as_u64().unwrap();
    is_given_back(&mut talk, table);
    let view = talk.call("view", json!({ "table": table, "player": "P1" }));
    assert_eq!(view["view"].get("position"), None, "it tells what is hidden");
}

#[test]
fn what_a_position_cannot_be_is_refused() {
    let mut talk = Talk::new();
    let on = |upgrade: &str| json!({ "units": [{ "card": "SOR_237", "upgrades": [upgrade] }] });
    let with = |fields: Value| json!({ "p1": fields });
    let mut refused = |given: Value, place: &str, says: &str| {
        let (code, at, reason) = talk.error("setup", json!({ "given": given }));
        assert_eq!((code, &*at), (-32602, &*format!("given.{place}")), "{reason}");
        assert!(reason.contains(says), "{place}: {reason}");
    };
    refused(with(on("SOR_014")), "p1.units[0].upgrades[0]", "cannot be deployed as an upgrade");
    refused(with(on("JTL_009")), "p1.units[0].upgrades[0]", "is not the leader of P1");
    let mut twice = on("JTL_009");
    twice["leader"] = json!("JTL_009");
    twice["leader_deployed"] = json!(true);
    refused(with(twice), "p1.units[0].upgrades[0]", "in play already");
    refused(with(json!({ "leader_flipped": true })), "p1.leader_flipped", "no other leader side");
    refused(json!({ "p4": {} }), "p4", "expected a third player");
    refused(json!({ "p3": {}, "active": "P4" }), "active", "P4 has no side");
    refused(json!({ "twin_suns": true }), "twin_suns", "three or four");
    let captors = json!([{ "card": "SOR_046", "captured": ["SOR_128"] }]);
    refused(json!({ "p3": { "units": captors } }), "p3.units", "nobody is the other player");
    refused(json!({ "p3": { "hand": ["SOR_145"] } }), "p3.hand[0]", "SOR_145 is for two players");
    refused(with(json!({ "leader_arena": "Space" })), "p1.leader_arena", "not deployed");
    refused(
        with(json!({ "base_upgrades": ["SOR_T02"] })),
        "p1.base_upgrades[0]",
        "is attached to units",
    );
    refused(json!({ "round": 0 }), "round", "from 1");
    refused(json!({ "phase": "Mulligan" }), "p1.hand", "at least 2");
    refused(json!({ "phase": "Regroup", "passed": true }), "passed", "in the action phase");
    let hand = json!({ "hand": ["SOR_164", "SOR_164"] });
    let setup = json!({ "phase": "Setup", "active": "P2", "p1": hand, "p2": hand });
    refused(setup, "active", "in secret");
    refused(json!({ "effects": [] }), "effects", "unknown field");
}

#[test]
fn a_state_shows_traits_keywords_and_the_side_of_a_leader() {
    let mut talk = Talk::new();
    let table = talk.setup(json!({
        "p1": { "leader": "TWI_017", "leader_flipped": true, "hand": ["SHD_060"], "units": [{ "card": "SHD_095" }] },
        "p2": { "units": [{ "card": "SOR_164", "upgrades": ["SOR_T01"] }] },
    }));
    let state = talk.state(table);
    let leader = state["players"][0]["leader"].as_u64().unwrap() as usize;
    assert_eq!(state["cards"][leader]["now"]["flipped"], true);
    let other = state["players"][1]["leader"].as_u64().unwrap();
    let is = |card: &&Value| card["id"] == other;
    let other = state["cards"].as_array().unwrap().iter().find(is).unwrap();
    assert_eq!(other["now"]["flipped"], false);
    let deserter = card(&state, "Clone Deserter");
    for keywords in [&deserter["printed"]["keywords"], &deserter["now"]["keywords"]] {
        assert_eq!(*keywords, json!(["Restore 1", "Bounty: draw a card"]));
    }
    assert_eq!(card(&state, "Wampa")["now"]["traits"], json!(["Creature"]));
}

#[test]
fn the_question_for_credits_is_about_credits() {
    let mut talk = Talk::new();
    let table = talk.setup(json!({
        "p1": { "leader": "SOR_009", "base": "SOR_024", "resources": 3, "credits": 2, "hand": ["JTL_096"] },
        "p2": { "units": [{ "card": "SOR_046" }] },
    }));
    let asked = talk.choose(table, "Play Blue Leader");
    let prompt = "choose how many Credit tokens to defeat to pay for Blue Leader";
    assert_eq!(
        (labels(&asked), &asked["decision"]["prompt"]),
        (vec!["0", "1", "2"], &json!(prompt))
    );
}
