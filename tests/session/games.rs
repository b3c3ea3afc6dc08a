//! Every game is played in sessions.

use serde_json::{Value, json};

use super::copies::copies_go_on_alike;
use super::{Talk, labels, pick};

pub fn ships() -> Value {
    json!({
        "phase": "Activation",
        "p1": { "ships": [{ "pilot": "k2so", "dial": "2FB" }] },
        "p2": { "ships": [{ "pilot": "soontirfel", "dial": "2FB" }] },
    })
}

pub fn systems() -> Value {
    json!({
        "players": [{ "hand": ["FLANK_SPEED", "MORALE_BOOST", "EMERGENCY_REPAIRS"] }, {}, {}],
        "systems": [
            { "name": "Arc", "adjacent": ["Bow"], "units": [["P1", ["Cruiser", "Cruiser"]]] },
            { "name": "Bow", "units": [["P2", ["Cruiser"]]] },
        ],
    })
}

/// Sets a game up, takes these options, and then some more, with copies on the way.
fn is_played(game: &str, given: Value, options: &[&str]) {
    let mut talk = Talk::new();
    let mut standing = talk.call("setup", json!({ "game": game, "given": &given }));
    let table = standing["table"].as_u64().unwrap();
    for option in options {
        assert!(labels(&standing).contains(option), "{option}: {standing}");
        copies_go_on_alike(&mut talk, table, &standing, 1, 0);
        standing = talk.choose(table, option);
    }
    for n in 0..12 {
        if standing["status"] != "waiting" {
            break;
        }
        copies_go_on_alike(&mut talk, table, &standing, 2, n);
        let option = pick(&standing, 2, n);
        standing = talk.call("choose", json!({ "table": table, "option": option }));
    }
    let log = talk.call("log", json!({ "table": table }));
    assert!(!log["lines"].as_array().unwrap().is_empty());
    let view = talk.call("view", json!({ "table": table, "player": "P2" }));
    assert!(view["view"][0].as_str().unwrap().starts_with("round "), "{view}");
    assert_eq!(talk.error("view", json!({ "table": table, "player": "P6" })).0, -32602);
    assert_eq!(talk.error("to_phase", json!({ "table": table, "phase": "tea" })).0, -32602);
    let new = |position: &Value, number: u64| json!({ "game": game, "position": position, "seed": 7, "number": number });
    let dealt = talk.call("new_game", new(&given, 3));
    assert_eq!(dealt["status"], "waiting");
    for wrong in [json!(7), json!("nowhere.ron"), json!({ "nothing": 1 })] {
        let (code, place, reason) = talk.error("new_game", new(&wrong, 3));
        assert_eq!((code, &place[..8]), (-32602, "position"), "{reason}");
    }
    let (code, _, reason) = talk.error("new_game", json!({ "game": game }));
    assert_eq!(code, -32602, "{reason}");
    let (code, place, _) = talk.error("new_game", json!({ "game": game, "decks": [] }));
    assert_eq!((code, &*place), (-32602, "decks"));
    let games = talk.call("games", json!({}));
    let open = |game: &&Value| game["cards"] != Value::Null;
    assert_eq!(games.as_array().unwrap().iter().filter(open).count(), 2);
}

#[test]
fn x_wing_is_played() {
    is_played("xwing", ships(), &["No action"]);
}

#[test]
fn twilight_imperium_is_played() {
    is_played(
        "imperium",
        systems(),
        &["Activate Bow", "Flank Speed", "Move Cruiser from Arc", "Done"],
    );
}

#[test]
fn skirmish_is_played_and_hands_are_hidden() {
    let mut talk = Talk::new();
    let players = json!([{ "hand": ["scout", "guard", "guard"] }, { "hand": ["archer"] }]);
    let given = json!({ "players": players });
    talk.call("setup", json!({ "game": "skirmish", "given": given }));
    let view = |talk: &mut Talk, player| {
        let params = json!({ "table": 1, "player": player });
        talk.call("view", params)["view"].to_string()
    };
    let (first, second) = (view(&mut talk, "P1"), view(&mut talk, "P2"));
    assert!(first.contains("P1 holds Scout") && !first.contains("P2 holds"), "{first}");
    assert!(second.contains("P2 holds Archer") && !second.contains("P1 holds"), "{second}");
    talk.choose(1, "Play Scout");
    let standing = talk.choose(1, "Play Archer");
    assert_eq!(standing["decision"]["player"], "P2", "an archer chooses a unit");
    let (_, _, reason) = talk.error("why_not", json!({ "table": 1, "label": "Scout" }));
    assert!(reason.contains("is offered"), "{reason}");
    let (code, place, _) = talk.error("view", json!({ "table": 1, "player": "P3" }));
    assert_eq!((code, &*place), (-32602, "player"));
    let (code, _, reason) = talk.error("set", json!({ "table": 1, "changes": {} }));
    assert_eq!((code, &*reason), (-32000, "sessions of skirmish do not have changes in place"));
}

#[test]
fn tables_of_several_games_stand_side_by_side() {
    let mut talk = Talk::new();
    let games = [("xwing", ships()), ("imperium", systems()), ("unlimited", json!({}))];
    for (n, (game, given)) in games.into_iter().enumerate() {
        let standing = talk.call("setup", json!({ "game": game, "given": &given }));
        assert_eq!(standing["table"], n + 1);
    }
    assert_eq!(talk.call("decision", json!({ "table": 1 }))["decision"]["player"], "P1");
    let digest = talk.digest(1);
    talk.choose(3, "Pass");
    talk.choose(2, "Activate Bow");
    assert_eq!(talk.digest(1), digest);
    let tables = talk.call("tables", json!({}));
    let games: Vec<&str> =
        tables.as_array().unwrap().iter().map(|table| table["game"].as_str().unwrap()).collect();
    assert_eq!(games, ["xwing", "imperium", "unlimited"]);
    let (code, place, _) =
        talk.error("setup", json!({ "game": "xwing", "given": { "p1": { "shps": [] } } }));
    assert_eq!((code, &*place), (-32602, "given.p1.shps"));
}
