//! X-Wing and Twilight Imperium tell their state in the words of positions, and take it back.

use serde_json::{Value, json};

use super::{Talk, labels};

/// A table of a game, and all changes to it.
struct Bench {
    talk: Talk,
    game: &'static str,
    given: Value,
}

impl Bench {
    fn new(game: &'static str, given: Value) -> Self {
        Self { talk: Talk::new(), game, given }
    }

    fn table(&mut self) -> u64 {
        let params = json!({ "game": self.game, "given": self.given });
        self.talk.call("setup", params)["table"].as_u64().unwrap()
    }

    /// Sets a place of a new table: that, and nothing else, is what the table shows then, and when
    /// it is set back the table is as it was.
    fn is_set(&mut self, place: &str, value: &Value) {
        let table = self.table();
        let before = self.talk.state(table);
        let digest = self.talk.digest(table);
        let old = before.pointer(&pointer(place)).unwrap().clone();
        assert_ne!(old, *value, "{place} is so already");
        self.set(table, json!({ place: value }));
        let mut expected = before;
        *expected.pointer_mut(&pointer(place)).unwrap() = value.clone();
        assert_eq!(self.talk.state(table), expected, "{place}");
        assert_ne!(self.talk.digest(table), digest, "{place}");
        self.set(table, json!({ place: old }));
        assert_eq!(self.talk.digest(table), digest, "{place}");
    }

    fn set(&mut self, table: u64, changes: Value) -> Value {
        self.talk.call("set", json!({ "table": table, "changes": changes }))
    }

    /// Sets places of a new table, and tells one of them.
    fn after(&mut self, changes: Value, place: &str) -> Value {
        let table = self.table();
        self.set(table, changes);
        self.talk.state(table).pointer(&pointer(place)).unwrap().clone()
    }

    /// Sets places that are refused: the error names its place and what was expected, and nothing
    /// changes.
    fn is_refused(&mut self, changes: Value, place: &str, says: &str) {
        let table = self.table();
        let digest = self.talk.digest(table);
        let params = json!({ "table": table, "changes": changes });
        let (code, found, reason) = self.talk.error("set", params);
        assert_eq!((code, &*found), (-32602, place), "{reason}");
        assert!(reason.contains(says), "{place}: {reason}");
        assert_eq!(self.talk.digest(table), digest);
    }

    /// Sets all that a table shows, whole or in parts or not at all: nothing changes.
    fn is_itself(&mut self) {
        let table = self.table();
        let digests = |talk: &mut Talk| {
            let state = talk.call("state", json!({ "table": table }));
            (state["digest"].clone(), state["game_digest"].clone())
        };
        let before = digests(&mut self.talk);
        let state = self.talk.state(table);
        let decision = self.talk.call("decision", json!({ "table": table }));
        for changes in [state.clone(), json!({})] {
            assert_eq!(self.set(table, changes), decision);
            assert_eq!(digests(&mut self.talk), before);
        }
        for (field, value) in state.as_object().unwrap() {
            self.set(table, json!({ field: value }));
            assert_eq!(digests(&mut self.talk), before, "{field}");
        }
        // It is a position like any other.
        let params = json!({ "game": self.game, "given": state });
        let copy = self.talk.call("setup", params)["table"].as_u64().unwrap();
        assert_eq!(self.talk.state(copy), state);
    }
}

/// A place as a pointer into JSON.
fn pointer(place: &str) -> String {
    format!("/{}", place.replace(['.', '['], "/").replace(']', ""))
}

fn squads() -> Bench {
    Bench::new(
        "xwing",
        json!({
            "phase": "Planning",
            "p1": { "ships": [
                {
                    "pilot": "garvendreis-t65xwing",
                    "upgrades": ["protontorpedoes", "r5astromech"],
                    "tokens": ["Focus", "Stress"],
                    "lock": "soontirfel #2",
                    "faceup": ["Hull Breach"],
                    "damage": 1,
                },
                { "pilot": "k2so", "upgrades": ["jynerso"], "dial": "2FB" },
            ] },
            "p2": { "ships": [
                { "pilot": "soontirfel" },
                { "pilot": "soontirfel", "facing": "Left" },
                { "pilot": "darthvader" },
            ] },
            "relations": [
                { "a": "k2so", "b": "darthvader", "range": 2, "arcs": ["Bullseye", "Rear"] },
            ],
        }),
    )
}

#[test]
fn squads_are_what_they_show() {
    squads().is_itself();
}

#[test]
fn every_field_of_a_squad_is_set() {
    let mut bench = squads();
    let pair = json!({
        "a": "k2so", "b": "darthvader", "range": 1,
        "arcs": ["Front", "FullRear"], "back": ["Left"], "obstructed": true,
    });
    let placement = json!({
        "by": "k2so", "way": "Launch", "template": "3T", "near": ["darthvader"],
        "through": ["darthvader"],
    });
    for (place, value) in [
        ("first", json!("P2")),
        ("relations", json!([pair])),
        ("relations", json!([])),
        ("relations[0].range", json!(4)),
        ("placements", json!([placement])),
        ("p1.attack", json!(["Hit", "Crit"])),
        ("p2.defense", json!(["Evade"])),
        ("p1.ships[0].tokens", json!(["Evade", "Evade"])),
        ("p1.ships[0].lock", json!("darthvader")),
        ("p1.ships[0].lock", Value::Null),
        ("p1.ships[0].shields", json!(0)),
        ("p2.ships[2].force", json!(1)),
        ("p1.ships[0].charges[0][1]", json!(0)),
        ("p1.ships[1].dial", json!("1FB")),
        ("p1.ships[1].dial", Value::Null),
        ("p2.ships[1].facing", json!("Rear")),
        ("p1.ships[1].performed", json!(["Focus"])),
        ("p1.ships[1].bumps", json!(true)),
        ("p1.ships[1].asteroid", json!(true)),
        ("p1.ships[1].flees", json!(true)),
        ("p1.ships[1].blocked", json!(true)),
        ("p1.ships[1].reserve", json!(true)),
    ] {
        bench.is_set(place, &value);
    }
    for (place, value) in [
        ("seed", json!(7)),
        ("p1.ships[1].upgrades", json!([])),
        ("p2.ships[2].upgrades[0]", json!("hate")),
        ("p2.ships[2].conditions", json!(["hunted"])),
        ("p2.ships[2]", json!({ "pilot": "darthvader", "removed": true })),
    ] {
        let after = bench.after(json!({ place: &value }), place);
        assert!(after == value || after["removed"] == true, "{place}: {after}");
    }
    let held = json!([["jynerso", "hullbreach"]]);
    let changes = json!({ "p1.ships[1].held": held, "p1.deck": [] });
    assert_eq!(bench.after(changes.clone(), "p1.ships[1].held"), held);
    assert_eq!(bench.after(changes, "p1.deck").as_array().map(Vec::len), Some(30));
}

#[test]
fn damage_cards_are_33_wherever_they_are() {
    let mut bench = squads();
    let table = bench.table();
    let state = bench.talk.state(table);
    let deck = state["p1"]["deck"].as_array().unwrap().clone();
    assert_eq!(deck.len(), 31, "all but those of a ship");
    let facedown = &state["p1"]["ships"][0]["facedown"];
    assert_eq!(facedown.as_array().map(Vec::len), Some(1));
    // One more is the top card of the deck.
    bench.set(table, json!({ "p1.ships[1].damage": 1 }));
    let state = bench.talk.state(table);
    let ship = &state["p1"]["ships"][1];
    assert_eq!((&ship["facedown"], &ship["damage"]), (&json!([deck[0]]), &json!(0)));
    assert_eq!(state["p1"]["deck"], json!(deck[1..]));
    assert_eq!(state["p1"]["ships"][0]["facedown"], *facedown);
    // One that nothing has any more goes under the deck.
    bench.set(table, json!({ "p1.ships[1].facedown": [] }));
    let under: Vec<&Value> = deck[1..].iter().chain([&deck[0]]).collect();
    assert_eq!(bench.talk.state(table)["p1"]["deck"], json!(under));
    // Whoever gives a card a place takes it from where it was.
    bench.set(table, json!({ "p1.deck": under[..30], "p1.discard": [under[30]] }));
    assert_eq!(bench.talk.state(table)["p1"]["discard"], json!([under[30]]));
    let change = json!({ "p1.discard": [], "p1.ships[1].faceup": [under[30]] });
    bench.set(table, change);
    let state = bench.talk.state(table);
    assert_eq!(state["p1"]["ships"][1]["faceup"], json!([under[30]]));
    assert_eq!(state["p1"]["deck"], json!(under[..30]));
    let digest = bench.talk.digest(table);
    let twice = json!({ "table": table, "changes": { "p1.discard": [under[0]] } });
    let (_, place, reason) = bench.talk.error("set", twice);
    assert!(place.starts_with("changes.p1.deck["), "{place}");
    assert!(reason.contains("the deck has no more"), "{reason}");
    assert_eq!(bench.talk.digest(table), digest);
}

#[test]
fn consequences_follow_a_position_and_nothing_triggers() {
    let mut bench = squads();
    let table = bench.table();
    bench.set(table, json!({ "p2.ships[0].damage": 3 }));
    let state = bench.talk.state(table);
    assert_eq!(state["p2"]["ships"][0]["removed"], true);
    assert_eq!(state["p2"]["discard"].as_array().map(Vec::len), Some(3));
    // It comes back as it is then said to be.
    bench.set(table, json!({ "p2.ships[0]": { "pilot": "soontirfel", "tokens": ["Focus"] } }));
    let ship = bench.talk.state(table)["p2"]["ships"][0].take();
    assert_eq!((&ship["removed"], &ship["tokens"]), (&json!(false), &json!(["Focus"])));
}

#[test]
fn squads_that_cannot_be_are_refused_with_their_place() {
    let mut bench = squads();
    for (place, value, at, says) in [
        ("phase", json!("End"), "phase", "expected Planning, as it is"),
        ("first", json!("P3"), "first", "expected `P1` or `P2`"),
        ("p1.ships[0].pilot", json!("k2so"), "p1.ships[0].pilot", "expected \"garven"),
        ("p1.ships[2]", json!({ "pilot": "k2so" }), "p1.ships", "expected 2 ships"),
        ("p1.ships[7]", json!({}), "p1.ships[7]", "expected at most [2]"),
        ("p1.ships[0].shield", json!(1), "p1.ships[0].shield", "expected one of `asteroid`"),
        ("p1.ships[0]", json!({ "shield": 1 }), "p1.ships[0].shield", "expected one of `pilot`"),
        ("p1.ships[0].shields", json!(5), "p1.ships[0].shields", "expected at most 2"),
        ("p1.ships[0].shields", json!(-1), "p1.ships[0].shields", "from 0 to 255"),
        ("p2.ships[2].force", json!(9), "p2.ships[2].force", "expected at most 3"),
        ("p1.ships[0].tokens", json!(["Lock"]), "p1.ships[0].tokens[0]", "as `lock`"),
        ("p1.ships[0].lock", json!("yoda"), "p1.ships[0].lock", "there is no ship"),
        ("p1.ships[0].charges[0][1]", json!(9), "p1.ships[0].charges[0]", "has at most"),
        ("p1.ships[1].dial", json!("5KR"), "p1.ships[1].dial", "is not on the dial"),
        ("p1.ships[1].removed", json!(true), "p1.ships[1]", "to have nothing"),
        ("p1.ships[1].upgrades", json!(["academypilot"]), "p1.ships[1].upgrades[0]", "an upgrade"),
        ("p1.ships[1].conditions", json!(["k2so"]), "p1.ships[1].conditions[0]", "a condition"),
        ("p1.ships[1].held", json!([["hate", ""]]), "p1.ships[1].held[0]", "no card \"hate\""),
        ("p1.attack", json!(["Evade"]), "p1.attack[0]", "is on no Attack die"),
        ("relations[0].b", json!("k2so"), "relations[0]", "expected two ships"),
        ("relations[0].arcs", json!(["Turret"]), "relations[0].arcs", "follows from weapons"),
        ("p1.", json!(1), "", "expected a place, such as"),
    ] {
        let at = if at.is_empty() { "changes.p1.".to_owned() } else { format!("changes.{at}") };
        bench.is_refused(json!({ place: value }), &at, says);
    }
    bench.is_refused(json!([]), "changes", "expected an object");
    let mut open = squads();
    open.given["p1"]["ships"][0]["dial"] = json!("1FB");
    open.given["p2"]["ships"] = json!([{ "pilot": "soontirfel" }]);
    open.given["p1"]["ships"][0]["lock"] = Value::Null;
    open.given["relations"] = json!([]);
    open.is_refused(json!({ "p2.ships[0].dial": "2FB" }), "changes", "would go on by itself");
}

fn galaxy() -> Bench {
    Bench::new(
        "imperium",
        json!({
            "players": [
                {
                    "faction": "MENTAK",
                    "hand": ["SABOTAGE", "MORALE_BOOST", "MORALE_BOOST"],
                    "notes": ["SUPPORT_FOR_THE_THRONE"],
                    "cards": ["SARWEEN_TOOLS", "DESTROYER_II"],
                    "exhausted": ["SARWEEN_TOOLS"],
                    "strategy": ["LEADERSHIP"],
                },
                { "faction": "CREUSS", "strategy": ["TRADE"] },
                {},
            ],
            "systems": [
                {
                    "name": "Arc", "adjacent": ["Bow"], "tokens": ["P2"], "wormholes": ["Alpha"],
                    "units": [["P1", ["Cruiser", "Cruiser", "Dreadnought"]]],
                    "damaged": [["P1", ["Dreadnought"]]],
                },
                {
                    "name": "Bow",
                    "planets": [{ "name": "Rex", "mecatol": true, "owner": "P1", "units": [["P1", ["Infantry"]]] }],
                },
            ],
            "custodians": true,
            "objectives": ["EXPAND_BORDERS", "DEVELOP_WEAPONRY"],
            "action_cards": ["SABOTAGE", "MORALE_BOOST", "SABOTAGE"],
        }),
    )
}

#[test]
fn galaxies_are_what_they_show() {
    galaxy().is_itself();
}

#[test]
fn every_field_of_a_galaxy_is_set() {
    let mut bench = galaxy();
    for (place, value) in [
        ("active", json!("P2")),
        ("speaker", json!("P3")),
        ("custodians", json!(false)),
        ("dice", json!([10, 1])),
        ("bonus", json!([["WARFARE", 2]])),
        ("players[0].trade_goods", json!(4)),
        ("players[0].commodities", json!(1)),
        ("players[1].points", json!(9)),
        ("players[1].passed", json!(true)),
        ("players[2].tokens", json!([1, 2, 3])),
        ("players[2].tokens[2]", json!(0)),
        ("players[0].exhausted", json!([])),
        ("players[0].used", json!(["LEADERSHIP"])),
        ("systems[0].wormholes", json!(["Beta", "Alpha"])),
        ("systems[1].anomaly", json!("Nebula")),
        ("systems[0].home", json!("P1")),
        ("systems[0].tokens", json!(["P1", "P3"])),
        ("systems[1].planets[0].resources", json!(3)),
        ("systems[1].planets[0].influence", json!(6)),
        ("systems[1].planets[0].trait", json!("Cultural")),
        ("systems[1].planets[0].specialty", json!("Red")),
        ("systems[1].planets[0].owner", json!("P2")),
        ("systems[1].planets[0].owner", Value::Null),
        ("systems[1].planets[0].ready", json!(false)),
        ("systems[1].planets[0].sleeper", json!(true)),
        ("systems[1].planets[0].mecatol", json!(false)),
        ("systems[1].planets[0].name", json!("Nil")),
    ] {
        bench.is_set(place, &value);
    }
    for (place, value) in [
        ("seed", json!(7)),
        ("action_cards", json!(["MORALE_BOOST", "SABOTAGE"])),
        ("agendas", json!(["MUTINY", "ECONOMIC_EQUALITY"])),
        ("exploration", json!(["CORE_MINE", "CORE_MINE"])),
        ("secrets", json!(["MINE_RARE_METALS"])),
        ("objectives", json!(["EXPAND_BORDERS"])),
        ("unrevealed", json!(["SUBDUE_THE_GALAXY", "CORNER_THE_MARKET"])),
        ("laws", json!(["MINISTER_OF_EXPLORATION"])),
        ("players[0].scored", json!(["MINE_RARE_METALS"])),
        ("players[1].hand", json!(["SABOTAGE"])),
        ("players[1].notes", json!(["P3 SUPPORT_FOR_THE_THRONE"])),
        ("players[1].notes_in_play", json!(["CREUSS_IFF"])),
        ("players[1].cards", json!(["SARWEEN_TOOLS"])),
        ("players[0].strategy", json!(["WARFARE"])),
        ("discard", json!(["FLANK_SPEED"])),
        ("systems[1].units", json!([["P1", ["Cruiser"]], ["P2", ["Fighter", "Carrier"]]])),
        ("systems[0].units", json!([])),
        ("systems[0].damaged", json!([["P1", ["Dreadnought", "Dreadnought"]]])),
        ("systems[1].planets[0].units", json!([["P2", ["Infantry", "SpaceDock"]]])),
        ("systems[1].planets[0].damaged", json!([["P2", ["Mech"]]])),
        ("systems[1].planets", json!([])),
    ] {
        let changed = bench.after(json!({ place: &value }), place);
        assert_eq!(changed, value, "{place}");
    }
    let name = json!({ "systems[0].name": "Cor", "systems[1].adjacent": ["Cor"] });
    assert_eq!(bench.after(name, "systems[1].adjacent[0]"), "Cor");
    let scored =
        json!({ "objectives": ["EXPAND_BORDERS"], "players[2].scored": ["EXPAND_BORDERS"] });
    assert_eq!(bench.after(scored, "players[2].scored"), json!(["EXPAND_BORDERS"]));
}

#[test]
fn constants_follow_a_galaxy_and_units_that_stay_are_the_same() {
    let mut bench = galaxy();
    let table = bench.table();
    // A token in the system keeps its player's ships from moving out, not into it.
    let standing = bench.set(table, json!({ "systems[1].tokens": ["P1"] }));
    assert!(!labels(&standing).contains(&"Activate Bow"), "{standing}");
    let standing = bench.set(table, json!({ "systems[1].tokens": [] }));
    assert!(labels(&standing).contains(&"Activate Bow"), "{standing}");
    // Cruisers that move are the cruisers that were there.
    let saved =
        |bench: &mut Bench| bench.talk.call("save", json!({ "table": table }))["saved"].take();
    let before = saved(&mut bench);
    let fleet = json!({ "systems[0].units": [], "systems[1].units": [["P1", ["Cruiser", "Dreadnought", "Cruiser"]]] });
    bench.set(table, fleet);
    assert_ne!(saved(&mut bench), before);
    let fleet = json!({ "systems[0].units": [["P1", ["Dreadnought", "Cruiser", "Cruiser"]]], "systems[1].units": [] });
    bench.set(table, fleet);
    assert_eq!(saved(&mut bench), before);
}

#[test]
fn galaxies_that_cannot_be_are_refused_with_their_place() {
    let mut bench = galaxy();
    for (place, value, at, says) in [
        ("phase", json!("Agenda"), "phase", "expected Action, as it is"),
        ("players", json!([]), "players", "expected 3 players, as there are"),
        ("players[3]", json!({}), "players", "expected 3 players"),
        ("players[2].faction", json!("UL"), "players[2].faction", "TEST_FACTION, as it is"),
        ("players[0].points", json!(10), "players[0].points", "expected at most 9"),
        ("players[0].passed", json!(true), "active", "a player who has not passed"),
        ("players[0].hand", json!(["WARFARE"]), "players[0].hand", "of kind Strategy"),
        ("players[0].cards", json!(["NOTHING"]), "players[0].cards", "the id of a card"),
        ("players[0].exhausted", json!(["SABOTAGE"]), "players[0].exhausted", "a card of `cards`"),
        ("players[0].used", json!(["TRADE"]), "players[0].used", "a card of `strategy`"),
        ("players[0].scored", json!(["SUBDUE_THE_GALAXY"]), "players[0].scored", "of `objectives`"),
        ("players[1].strategy", json!(["LEADERSHIP"]), "players[1].strategy", "once at the table"),
        ("players[0].notes", json!(["P7 CEASEFIRE"]), "players[0].notes", "a player before the id"),
        ("speaker", json!("P5"), "speaker", "a player at the table"),
        ("bonus", json!([["LEADERSHIP", 1]]), "bonus", "that nobody has"),
        ("dice", json!([11]), "dice", "results from 1 to 10"),
        ("laws", json!(["SABOTAGE"]), "laws", "of kind Action"),
        ("secrets", json!(["EXPAND_BORDERS"]), "secrets", "not public"),
        ("systems[0].adjacent", json!(["Nowhere"]), "systems[0]", "another system"),
        ("systems[0].units", json!([["P1", ["Pds"]]]), "systems[0]", "where such a unit can be"),
        ("systems[1].planets[0].owner", json!("P4"), "systems[1].planets[0]", "at the table"),
        ("systems[1].planets[0].size", json!(1), "systems[1].planets[0].size", "no `size`"),
    ] {
        bench.is_refused(json!({ place: value }), &format!("changes.{at}"), says);
    }
}

#[test]
fn nothing_is_changed_while_something_is_resolved() {
    for (game, given, option) in
        [("xwing", super::games::ships(), None), ("imperium", galaxy().given, Some("Activate Bow"))]
    {
        let mut bench = Bench::new(game, given);
        let table = bench.table();
        option.map(|option| bench.talk.choose(table, option));
        let state = bench.talk.call("state", json!({ "table": table }));
        let params = json!({ "table": table, "changes": state["state"] });
        let (code, place, reason) = bench.talk.error("set", params);
        assert_eq!((code, &*place), (-32000, ""));
        assert!(reason.starts_with("something is being resolved"), "{reason}");
        assert_eq!(bench.talk.digest(table), state["digest"]);
    }
}
