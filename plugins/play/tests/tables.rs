//! Tables: whole games, undo, save and load, several people, watching, hints, many at once.

use cardmill_harness::session::Value;
use serde_json::json;

use super::fixture::{Dice, GAMES, Served, count};

/// Plays a table to its end for the people in front of the screen, and says how it ended. `between` is told what
/// stands before each decision, and may do something else.
fn play(served: &Served, table: u64, dice: &mut Dice, mut between: impl FnMut(&Value)) -> Value {
    loop {
        let told = served.settled(table);
        if told["status"] != "playing" {
            return told;
        }
        if told["seat"] != told["asks"] {
            if !told["seat"].is_null() {
                served.order(table, "hand_over", &json!({}));
            }
            served.order(table, "take", &json!({ "player": told["asks"] }));
            continue;
        }
        between(&told);
        // What stands there may be at another moment now.
        let told = served.settled(table);
        served.choose(table, &told, dice.below(count(&told)));
    }
}

fn new_table(served: &Served, seats: &Value) -> u64 {
    served.open(&json!({ "seats": seats, "seed": 11 }))
}

#[test]
fn a_decision_that_is_taken_back_and_made_again_makes_the_same_game() {
    for (game, files) in GAMES {
        let served = Served::new(&[files, &["--against", "random"]].concat());
        let seats = served.told(served.first.unwrap())["players"].clone();
        let seats: Vec<&Value> =
            seats.as_array().unwrap().iter().map(|player| &player["agent"]).collect();
        let plain = play(&served, new_table(&served, &json!(seats)), &mut Dice(1), |_| {});
        let table = new_table(&served, &json!(seats));
        let mut taken = 0;
        let mut other = Dice(5);
        let again = play(&served, table, &mut Dice(1), |told| {
            if taken == 9 || other.below(3) > 0 {
                return;
            }
            served.choose(table, told, other.below(count(told)));
            let then = served.settled(table);
            assert_eq!(then["undo"], true, "{game}");
            served.order(table, "undo", &json!({ "moment": then["moment"] }));
            taken += 1;
            let back = served.told(table);
            for part in ["state", "question", "decisions", "round", "asks"] {
                assert_eq!(back[part], told[part], "{game}: {part}");
            }
            assert_eq!(back["taken_back"], taken, "{game}");
            // The table is at another moment all the same: a page of the old one is refused.
            let old = served.post(
                &format!("api/table/{table}/choose"),
                &json!({ "moment": told["moment"], "option": 0 }),
            );
            assert_eq!(old.status, 409, "{old:?}");
        });
        assert!(taken > 2, "{game}: {taken}");
        assert!(plain["digest"].is_string(), "{game}: {plain}");
        assert_eq!(again["digest"], plain["digest"], "{game}");
    }
}

#[test]
fn a_saved_game_goes_on_to_the_same_end() {
    for (game, files) in GAMES {
        let served = Served::new(&[files, &["--against", "random"]].concat());
        let table = served.first.unwrap();
        let mut copy = None;
        let mut left = 12;
        let mut here = Dice(3);
        let end = play(&served, table, &mut here, |told| {
            left -= 1;
            if left != 0 {
                return;
            }
            let saved = served.order(table, "save", &json!({}))["saved"].clone();
            let loaded = served.post("api/load", &json!({ "save": saved }));
            let number = loaded.json()["table"].as_u64().unwrap_or_else(|| panic!("{loaded:?}"));
            let other = served.told(number);
            for part in
                ["game", "title", "players", "seat", "state", "question", "decisions", "round"]
            {
                assert_eq!(other[part], told[part], "{game}: {part}");
            }
            // Nothing is taken back that was decided before.
            assert_eq!(other["undo"], false);
            copy = Some(number);
        });
        let Some(copy) = copy else {
            assert!(game == "skirmish" || game == "xwing", "{game} ended too soon");
            continue;
        };
        let mut there = Dice(3);
        let mut skipped = 0;
        // The same dice as at the first table: those that were thrown before the copy are thrown again.
        let decided = served.told(copy)["decisions"].clone();
        let repeated = Served::new(&[files, &["--against", "random"]].concat());
        loop {
            let told = repeated.settled(repeated.first.unwrap());
            if told["decisions"] == decided {
                break;
            }
            repeated.choose(repeated.first.unwrap(), &told, there.below(count(&told)));
            skipped += 1;
        }
        assert_eq!(skipped, 11, "{game}");
        let again = play(&served, copy, &mut there, |_| {});
        assert_eq!(again["digest"], end["digest"], "{game}");
        assert_eq!(served.get("api/house").json()["saves"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn games_that_are_not_as_they_were_saved_are_refused() {
    let (_, files) = GAMES[0];
    let served = Served::new(&[files, &["--against", "random"]].concat());
    let table = served.first.unwrap();
    let saved = served.order(table, "save", &json!({}))["saved"].as_str().unwrap().to_owned();
    let text = std::fs::read_to_string(served.saves.join(&saved)).unwrap();
    let written: Value = serde_json::from_str(&text).unwrap();
    let changed = |place: &str, value: Value| {
        let mut changed = written.clone();
        *changed.pointer_mut(place).unwrap() = value;
        changed.to_string()
    };
    let outside = served.saves.parent().unwrap().join("outside.cardmill.json");
    std::fs::write(outside, &text).unwrap();
    for (name, text, part) in [
        ("cut", text[..text.len() / 2].to_owned(), "EOF"),
        ("empty", String::new(), "EOF"),
        ("large", " ".repeat((16 << 20) + 1), "more than 16 MB"),
        ("agent", changed("/kept/seats/1", json!("nobody")), "nobody"),
        ("file", changed("/kept/seats/1", json!("/etc/passwd.onnx")), "passwd"),
        ("seats", changed("/kept/seats", json!([null])), "seats"),
        ("names", changed("/names", json!([])), "names"),
        ("game", changed("/kept/saved/game", json!("chess")), "chess"),
        ("digest", changed("/kept/saved/digest", json!("0000000000000000")), "digest"),
        ("state", changed("/kept/saved/state", json!("{}")), "not as it was written"),
        ("cards", changed("/kept/saved/cards", json!("0000000000000000")), "cards"),
    ] {
        let file = format!("{name}.cardmill.json");
        std::fs::write(served.saves.join(&file), text).unwrap();
        let refused = served.post("api/load", &json!({ "save": file }));
        assert_eq!(refused.status, 400, "{name}: {refused:?}");
        assert!(refused.body.contains(part), "{name}: {refused:?}");
    }
    for name in ["../outside.cardmill.json", "/etc/passwd", "", ".", "none.cardmill.json"] {
        let refused = served.post("api/load", &json!({ "save": name }));
        assert_eq!(refused.status, 404, "{name}: {refused:?}");
    }
    assert_eq!(served.get("api/house").json()["tables"], json!([table]));
}

#[test]
fn several_people_hand_the_screen_over() {
    let served = Served::new(&["luke", "vader", "--hot-seat"]);
    let table = served.first.unwrap();
    let told = served.settled(table);
    let first = told["asks"].as_str().unwrap().to_owned();
    let second = if first == "P1" { "P2" } else { "P1" };
    assert!(
        told["state"].is_null() && told["news"].is_null() && told["question"].is_null(),
        "{told}"
    );
    let refused = |order: &str, body: Value, part: &str| {
        let refused = served.post(&format!("api/table/{table}/{order}"), &body);
        assert_eq!(refused.status, 409, "{refused:?}");
        assert!(refused.body.contains(part), "{refused:?}");
    };
    refused("take", json!({ "player": second }), "not the turn");
    refused("choose", json!({ "moment": told["moment"], "option": 0 }), "has not taken the screen");
    refused(
        "hint",
        json!({ "moment": told["moment"], "agent": "random" }),
        "has not taken the screen",
    );
    refused("undo", json!({ "moment": told["moment"] }), "nobody sees the screen");
    refused("step", json!({ "moment": told["moment"] }), "somebody plays here");
    served.order(table, "take", &json!({ "player": first }));
    let mut told = served.told(table);
    while told["asks"] == *first {
        assert_eq!(told["seat"], *first);
        served.choose(table, &told, 0);
        told = served.settled(table);
    }
    // The other is asked: nothing of it is shown before the screen is handed over.
    assert!(told["question"].is_null() && told["seat"] == *first && told["asks"] == *second);
    refused("choose", json!({ "moment": told["moment"], "option": 0 }), "has not taken the screen");
    refused("take", json!({ "player": second }), "must hand it over");
    served.order(table, "hand_over", &json!({}));
    assert!(served.told(table)["state"].is_null());
    refused("take", json!({ "player": first }), "not the turn");
    served.order(table, "take", &json!({ "player": second }));
    let mut told = served.settled(table);
    assert!(told["seat"] == *second && count(&told) > 0);
    // Who has decided nothing takes nothing back, and nobody what somebody else decided.
    refused("undo", json!({ "moment": told["moment"] }), "has decided since");
    while told["asks"] == *second {
        served.choose(table, &told, 0);
        told = served.settled(table);
    }
    served.order(table, "undo", &json!({ "moment": told["moment"] }));
    assert_eq!(served.told(table)["asks"], *second);
    let ended = play(&served, table, &mut Dice(2), |_| {});
    assert_eq!(ended["status"], "over", "{ended}");
    served.order(table, "hand_over", &json!({}));
    served.order(table, "take", &json!({ "player": first }));
    assert!(served.told(table)["state"].is_object());
}

#[test]
fn a_game_is_watched_step_by_step() {
    for (game, files) in GAMES {
        let served = Served::new(&[files, &["--watch", "random"]].concat());
        let table = served.first.unwrap();
        let mut told = served.told(table);
        let refused = served.post(
            &format!("api/table/{table}/choose"),
            &json!({ "moment": told["moment"], "option": 0 }),
        );
        assert_eq!(refused.status, 409);
        let mut steps = 0;
        while told["status"] == "playing" {
            served.order(table, "step", &json!({ "moment": told["moment"] }));
            told = served.told(table);
            steps += 1;
        }
        assert!(steps > 10, "{game}: {steps}");
        let news = told["news"].as_array().unwrap();
        assert!(news.iter().any(|one| !one["lines"].as_array().unwrap().is_empty()), "{game}");
        let refused =
            served.post(&format!("api/table/{table}/step"), &json!({ "moment": told["moment"] }));
        assert_eq!(refused.status, 409);
    }
}

#[test]
fn hints_change_nothing() {
    let served = Served::new(&["luke", "vader", "--against", "greedy"]);
    let plain = play(&served, served.first.unwrap(), &mut Dice(4), |_| {});
    let table = served.open(&json!({ "seats": [null, "greedy"], "seed": 7 }));
    let mut number = 0;
    let ended = play(&served, table, &mut Dice(4), |told| {
        number += 1;
        if number % 9 != 1 {
            return;
        }
        let agent = if number % 2 == 1 { "greedy" } else { "ismcts:sims=8,worlds=2" };
        served.order(table, "hint", &json!({ "moment": told["moment"], "agent": agent }));
        let hinted = served.settled(table);
        let hint = &hinted["hint"];
        assert!((hint["option"].as_u64().unwrap() as usize) < count(told), "{hint}");
        let values = hint["values"].as_array().unwrap();
        if agent == "greedy" {
            assert_eq!((hint["agent"].as_str(), values.len()), (Some("greedy"), 0));
        } else {
            assert_eq!(values.len(), count(told));
            let worth = |value: &Value| {
                value.is_null() || value.as_u64().is_some_and(|value| value <= 1_000)
            };
            assert!(values.iter().all(worth), "{hint}");
        }
        assert_eq!(hinted["moment"], told["moment"]);
    });
    assert_eq!(ended["digest"], plain["digest"]);
    let refused = served.post(
        &format!("api/table/{table}/hint"),
        &json!({ "moment": ended["moment"], "agent": "greedy" }),
    );
    assert_eq!(refused.status, 409);
}

#[test]
fn there_are_two_hundred_tables_and_a_bound() {
    let (_, files) = GAMES[0];
    let served = Served::new(&[files, &["--against", "random"]].concat());
    let wanted = json!({ "seats": [null, "random"] });
    let tables: Vec<u64> = (0..200).map(|_| served.open(&wanted)).collect();
    for round in 0..3 {
        for &table in &tables {
            let told = served.settled(table);
            if told["status"] == "playing" {
                served.choose(table, &told, round % count(&told));
            }
        }
    }
    for &table in &tables {
        // What a page is told that is loaded again.
        let told = served.settled(table);
        assert!(
            told["decisions"].as_u64() >= Some(3) && !told["news"].as_array().unwrap().is_empty()
        );
        let version = served.get(&format!("api/table/{table}")).json()["version"].clone();
        let same = served.get(&format!("api/table/{table}?since={version}")).json();
        assert_eq!(same, json!({ "version": version }));
    }
    while served.get("api/house").json()["tables"].as_array().unwrap().len() < 256 {
        served.open(&wanted);
    }
    let refused = served.post("api/tables", &wanted);
    assert!(refused.status == 409 && refused.body.contains("256 tables"), "{refused:?}");
    served.order(tables[3], "close", &json!({}));
    assert_eq!(served.get(&format!("api/table/{}", tables[3])).status, 404);
    served.open(&wanted);
}
