//! The endings of games, in every game.

use serde_json::{Value, json};

use super::{Talk, labels};

fn place(player: &str, place: u8, score: i8) -> Value {
    json!({ "player": player, "place": place, "score": score })
}

/// The fields of a table that is over, but for its number.
fn ending(standing: &Value) -> [&Value; 4] {
    ["status", "outcome", "places", "decision"].map(|field| &standing[field])
}

#[test]
fn a_game_of_star_wars_unlimited_ends_with_a_winner_or_a_draw() {
    let mut talk = Talk::new();
    let given = json!({ "p1": { "units": [{ "card": "SOR_164" }] }, "p2": { "base_damage": 28 } });
    let table = talk.setup(given);
    let over = talk.choose(table, "Attack with Wampa");
    let places = json!([place("P1", 1, 32), place("P2", 2, 0)]);
    assert_eq!(ending(&over), [&json!("over"), &json!("P1 wins"), &places, &Value::Null]);
    let table = talk.setup(json!({
        "p1": { "base_damage": 29, "deck": [] },
        "p2": { "base_damage": 29, "deck": [] },
    }));
    let over = talk.call("to_phase", json!({ "table": table, "phase": "regroup" }));
    let places = json!([place("P1", 1, 35), place("P2", 1, 35)]);
    assert_eq!(
        ending(&over),
        [&json!("over"), &json!("the game is a draw"), &places, &Value::Null]
    );
    assert_eq!(over["reached"], false);
}

#[test]
fn a_game_of_x_wing_ends_with_the_last_ship_of_a_player() {
    let mut talk = Talk::new();
    let given = json!({
        "phase": "Engagement",
        "first": "P2",
        "p1": { "ships": [{ "pilot": "soontirfel", "damage": 2 }], "defense": vec!["Blank"; 3] },
        "p2": { "ships": [{ "pilot": "wedgeantilles" }], "attack": ["Hit", "Hit", "Blank"] },
        "relations": [{
            "a": "Soontir Fel", "b": "Wedge Antilles", "range": 2, "arcs": ["Front"], "back": ["Front"],
        }],
    });
    let standing = talk.call("setup", json!({ "game": "xwing", "given": given }));
    assert_eq!((standing.get("outcome"), standing.get("places")), (None, None));
    let table = standing["table"].as_u64().unwrap();
    talk.choose(table, "Attack Soontir Fel");
    // The other one attacks at the same initiative, and is destroyed after that.
    let over = talk.choose(table, "No attack");
    let places = json!([place("P1", 2, 0), place("P2", 1, 2)]);
    assert_eq!(ending(&over), [&json!("over"), &json!("P2 wins"), &places, &Value::Null]);
    assert_eq!(talk.call("decision", json!({ "table": table }))["outcome"], "P2 wins");
}

#[test]
fn a_game_of_twilight_imperium_ends_with_places_by_points() {
    let mut talk = Talk::new();
    // No objective is left to reveal.
    let given = json!({
        "phase": "Status",
        "players": [{ "points": 3 }, { "points": 5 }, { "points": 3 }, { "points": 1 }],
    });
    let mut standing = talk.call("setup", json!({ "game": "imperium", "given": given }));
    let table = standing["table"].clone();
    for _ in 0..40 {
        if standing["status"] != "waiting" {
            break;
        }
        let last = labels(&standing).len() - 1;
        standing = talk.call("choose", json!({ "table": table, "option": last }));
    }
    let places =
        json!([place("P1", 2, 3), place("P2", 1, 5), place("P3", 2, 3), place("P4", 4, 1)]);
    assert_eq!(ending(&standing), [&json!("over"), &json!("P2 wins"), &places, &Value::Null]);
}
