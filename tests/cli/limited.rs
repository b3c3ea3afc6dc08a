//! Limited: packs, drafts, decks of them, and what is found of cards; and what sideboards are for.

use std::fs;

use serde_json::{Value, json};

use super::{Fixture, deck, interval, printed};

/// A fixture whose set has boosters, with as many plain units as commons.
fn opened() -> Fixture {
    let fixture = Fixture::new();
    // One is in no booster.
    let rarities = "set;rarity;numbers;source\nTST;common;1-17 19-20;made up\n";
    let boosters = "set;slot;cards;kind;rarities;source\nTST;leader;1;leader;common 1;made up\n\
        TST;base;1;base;common 1;made up\nTST;common;14;card;common 1;made up\n";
    fixture.write("cards/unlimited/rarities.csv", rarities);
    fixture.write("cards/unlimited/boosters.csv", boosters);
    fixture
}

fn limited<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["simulate", "--limited", "tst", "--quiet"], more].concat()
}

/// The row of a card in a report, by its id.
fn card<'v>(value: &'v Value, id: &str) -> &'v Value {
    let cards = value["cards"].as_array().unwrap();
    cards.iter().find(|card| card["id"] == id).unwrap()
}

#[test]
fn a_strong_card_stands_out_and_equal_cards_do_not() {
    let fixture = opened();
    // One card is far stronger than all others, and another is made the same as a third.
    let edits = ["TST_020 power+9 hp+9", "TST_004 cost=3; TST_004 power=3; TST_004 hp=4"];
    let pods = ["--pods", "40", "--players", "4", "--without", "12"];
    let edits = ["--edit", edits[0], "--edit", edits[1]];
    let value = fixture.json(&limited(&[&pods[..], &edits].concat()));
    let games = |part: &str| value["sample"][part].as_u64().unwrap();
    assert_eq!(games("games") + games("spared"), 40 * 6 * 13);
    let great = card(&value, "TST_020");
    assert!(interval(&great["gih_wr"])[0] > 0.5, "{great}");
    assert!(interval(&great["value"])[0] > 0.0, "{great}");
    assert!(great["iwd"]["value"].as_f64() > Some(0.0), "{great}");
    assert_eq!((&great["judged"], &value["cards"][0]["id"]), (&json!(true), &json!("TST_020")));
    // Whoever rates it so takes it early.
    assert!(great["ata"].as_f64() < Some(2.0), "{great}");
    let (one, other) = (card(&value, "TST_004"), card(&value, "TST_005"));
    for part in ["gih_wr", "value"] {
        let [one, other] = [one, other].map(|card| interval(&card[part]));
        assert!(one[0] <= other[1] && other[0] <= one[1], "{part}: {one:?} {other:?}");
    }
    // What copies there are, drawn or not.
    for card in value["cards"].as_array().unwrap() {
        let copies = |part: &str| card[part]["copies"].as_u64().unwrap();
        assert_eq!(copies("gih_wr"), copies("oh_wr") + copies("gd_wr"), "{card}");
        assert_eq!(copies("gp_wr"), copies("gih_wr") + copies("gns_wr"), "{card}");
    }
    // Everybody plays three games of a pod, and somebody wins each of them.
    let leader = &value["leaders"][0]["gp_wr"];
    assert_eq!((&leader["copies"], &leader["rate"]), (&json!(40 * 12), &json!(0.5)));
}

#[test]
fn the_same_pods_on_any_threads() {
    let fixture = opened();
    let run = |threads: &str, event: &str| {
        let options = ["--pods", "3", "--event", event, "--agents", "random", "--threads", threads];
        fixture.json(&limited(&options))
    };
    for event in ["draft", "sealed"] {
        let one = run("1", event);
        assert_eq!(one, run("2", event));
        assert_eq!(one, run("8", event));
        let alsa = &card(&one, "TST_010")["alsa"];
        assert_eq!(alsa.is_null(), event == "sealed");
    }
    let other = fixture.json(&limited(&["--pods", "3", "--agents", "random", "--seed", "1"]));
    assert_ne!(other["sample"]["digest"], run("2", "draft")["sample"]["digest"]);
}

#[test]
fn who_rates_cards_rightly_wins() {
    let fixture = opened();
    let great = ["--edit", "TST_020 power+9 hp+9", "--edit", "TST_019 power+9 hp+9"];
    let run = |more: &[&str]| {
        let pods =
            ["--pods", "16", "--players", "4", "--without", "0", "--drafters", "rating,random"];
        fixture.json(&limited(&[&pods[..], &great, more].concat()))
    };
    let value = run(&[]);
    let drafters = value["drafters"].as_array().unwrap();
    assert_eq!((&drafters[0]["name"], &drafters[1]["name"]), (&json!("random"), &json!("rating")));
    assert!(interval(&drafters[0])[1] < interval(&drafters[1])[0], "{drafters:?}");
    // Both come to sit in each seat.
    let seats = value["seats"].as_array().unwrap();
    assert!(seats.iter().all(|seat| seat["copies"] == 16 * 3), "{seats:?}");
    // Ratings that are wrong are of no use.
    fixture.write("out/wrong.csv", "id,rating\nTST_019,-90\nTST_020,-90\nTST_003,1\n");
    let wrong = run(&["--ratings", "out/wrong.csv"]);
    assert!(wrong["ratings"].as_str().unwrap().contains("rating of"), "{}", wrong["ratings"]);
    assert!(interval(&wrong["drafters"][1])[0] < 0.5, "{}", wrong["drafters"]);
    // What a run printed is a file of ratings.
    let csv = fixture.log(&limited(&["--pods", "2", "--agents", "random", "--format", "csv"]));
    fixture.write("out/first.csv", &csv);
    let again = fixture.json(&limited(&[
        "--pods",
        "2",
        "--agents",
        "random",
        "--ratings",
        "out/first.csv",
    ]));
    assert!(again["ratings"].as_str().unwrap().starts_with("gih_wr of"), "{}", again["ratings"]);
}

#[test]
fn nobody_sits_better_where_all_cards_are_rated_alike() {
    let fixture = opened();
    fixture.write("out/equal.csv", "id,rating\nTST_003,0\n");
    let pods =
        ["--pods", "60", "--without", "0", "--agents", "random", "--ratings", "out/equal.csv"];
    let value = fixture.json(&limited(&pods));
    let seats = value["seats"].as_array().unwrap();
    assert_eq!(seats.len(), 8);
    for seat in seats {
        let [low, high] = interval(seat);
        // Twice as far as an interval goes: of eight seats none is there by chance.
        assert!((seat["rate"].as_f64().unwrap() - 0.5).abs() < high - low, "{seat}");
    }
}

#[test]
fn tables_and_games_of_pods_are_kept() {
    let fixture = opened();
    let pods = ["--pods", "2", "--agents", "random", "--out", "out/tables"];
    let value = fixture.json(&limited(&pods));
    let files =
        fs::read_dir(fixture.path("out/tables")).unwrap().map(|file| file.unwrap().file_name());
    let mut files: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
    files.sort();
    assert_eq!(files, ["cards.parquet", "games.parquet", "rounds.parquet"]);
    let log = fixture.log(&["replay", "out/tables/games.parquet", "--row", "30"]);
    assert!(log.contains("pod-2-player-"), "{log}");
    // The tables do not change what is told.
    assert_eq!(value, fixture.json(&limited(&["--pods", "2", "--agents", "random"])));
    let text = fixture.log(&limited(&["--pods", "2", "--agents", "random", "--top", "3"]));
    for part in
        ["draft of TST: 2 pods of 8", "and 14 more cards", "GIH", "boosters: made up", "not judged"]
    {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
}

#[test]
fn decks_of_boosters_are_decks() {
    let fixture = opened();
    for event in ["sealed", "draft"] {
        let folder = format!("out/{event}");
        let table =
            fixture.log(&["deck", event, "tst", "--out", &folder, "--players", "3", "--seed", "4"]);
        assert_eq!(table.matches("pod-1-player-").count(), 3, "{table}");
        let value = fixture.json(&["deck", "check", &folder]);
        assert!(
            value
                .as_array()
                .unwrap()
                .iter()
                .all(|deck| deck["legal"] == true && deck["cards"] == 30)
        );
        let value = fixture.json(&["simulate", &folder, "--games", "2", "--agents", "random"]);
        assert_eq!(value["setups"].as_array().unwrap().len(), 3);
    }
    let text = fs::read_to_string(fixture.path("out/draft/pod-1-player-2.json")).unwrap();
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["metadata"]["format"], "limited");
    assert_eq!(value["metadata"]["leaders"], json!(["TST_001", "TST_001", "TST_001"]));
    let count = |list: &str| -> u64 {
        value[list].as_array().unwrap().iter().map(|card| card["count"].as_u64().unwrap()).sum()
    };
    assert_eq!((count("deck"), count("sideboard")), (30, 12));
    // It is not written over, and no deck of Premier.
    fixture.refuses_with(&["deck", "draft", "tst", "--out", "out/draft"], &["it is there already"]);
    // The program's own sets are opened as well.
    let table = printed(&mut fixture.plainly(&[
        "deck",
        "sealed",
        "SOR",
        "--out",
        "out/sor",
        "--players",
        "2",
    ]));
    assert!(table.contains("pod-1-player-2"), "{table}");
}

#[test]
fn what_cannot_be_played_as_limited_is_refused() {
    let fixture = opened();
    let refused: [(&[&str], &[&str]); 7] = [
        (&["simulate", "--limited", "SOR"], &["boosters.csv", "TST", "found SOR"]),
        (&["simulate", "decks", "--pods", "3"], &["--pods: expected --limited SET as well"]),
        (&["simulate", "decks", "--limited", "TST"], &["cannot be used with", "--limited"]),
        (&["simulate", "--limited", "TST", "--games", "3"], &["cannot be used with", "--games"]),
        (&["simulate", "--limited", "TST", "--game", "xwing"], &["xwing has no boosters"]),
        (
            &["simulate", "--limited", "TST", "--pods", "9000"],
            &["--pods 9000: expected at most 4095"],
        ),
        (
            &["simulate", "--limited", "TST", "--drafters", "clever"],
            &["expected rating, aspect or random"],
        ),
    ];
    for (arguments, parts) in refused {
        let assert = fixture.run(arguments).assert().code(2);
        let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(parts.iter().all(|part| error.contains(part)), "{arguments:?}: {error}");
    }
}

/// A deck with three copies of a card in its sideboard.
fn with_sideboard(fixture: &Fixture, id: &str) {
    let mut own = deck("Ash", 3);
    own["sideboard"] = json!([{ "id": id, "count": 3 }]);
    fixture.write("decks/own.json", &own.to_string());
}

#[test]
fn a_better_card_of_the_sideboard_is_found_and_played() {
    let fixture = Fixture::new();
    with_sideboard(&fixture, "TST_020");
    let great = ["--edit", "TST_020 power+9 hp+9"];
    let arguments =
        ["sideboard", "decks/own.json", "--against", "decks/birch.json", "--agents", "greedy"];
    let run = [&arguments[..], &great, &["--quiet", "--games", "600"]].concat();
    let value = fixture.json(&[&run[..], &["--out", "out/own.json"]].concat());
    let against = &value["against"][0];
    let exchanges = against["exchanges"].as_array().unwrap();
    assert_eq!((&against["name"], &exchanges[0]["in"][0]), (&json!("Birch"), &json!("TST_020")));
    assert_eq!(exchanges[0]["verdict"], "better");
    assert!(interval(&against["together"])[0] > 0.0, "{against}");
    for threads in ["1", "2", "8"] {
        assert_eq!(value, fixture.json(&[&run[..], &["--threads", threads]].concat()));
    }
    // The deck plays by its plan after the first game, and wins more matches by it.
    let share = |file: &str, sideboard: &str| {
        let matches = ["simulate", file, "--against", "decks/birch.json", "--best-of", "3"];
        let how = ["--games", "60", "--agents", "greedy", "--sideboard", sideboard];
        let value = fixture.json(&[&matches[..], &how, &great].concat());
        value["setups"][0]["seats"][0]["won"]["won"].as_u64().unwrap_or_else(|| panic!("{value}"))
    };
    let planned = share("out/own.json", "plain");
    assert!(planned > share("out/own.json", "none"));
    assert_eq!(share("out/own.json", "none"), share("decks/own.json", "none"));
    // Rows say enough to play a later game again, which is refused if it goes another way.
    let matches =
        ["simulate", "out/own.json", "decks/birch.json", "--best-of", "3", "--games", "5"];
    fixture.json(&[&matches[..], &great, &["--out", "out/games.csv"]].concat());
    fixture.log(&["replay", "out/games.csv", "--row", "1", "--match-game", "2"]);
}

#[test]
fn equal_cards_of_a_sideboard_are_left_there() {
    let fixture = Fixture::new();
    // All units cost, strike and stand the same.
    let mut cards = fs::read_to_string(fixture.path("cards/unlimited/tst/cards.ron")).unwrap();
    for number in 1..=5 {
        cards = cards.replace(&format!("cost: {number}, power: {number},"), "cost: 2, power: 2,");
    }
    for number in 2..=5 {
        cards =
            cards.replace(&format!("hp: {number},\n                aspects"), "hp: 3,\n aspects");
    }
    fixture.write("cards/unlimited/tst/cards.ron", &cards);
    with_sideboard(&fixture, "TST_020");
    let arguments =
        ["sideboard", "decks/own.json", "--against", "decks/birch.json", "--agents", "greedy"];
    let run = [&arguments[..], &["--quiet", "--games", "4000", "--equal", "3"]].concat();
    let value = fixture.json(&run);
    let against = &value["against"][0];
    assert_eq!((&against["exchanges"], &against["together"]), (&json!([]), &Value::Null));
    if !against["beyond"].is_null() {
        assert_eq!(against["beyond"]["verdict"], "about like", "{against}");
    }
    let text = fixture.log(&run);
    assert!(text.contains("all stays as it is against Birch"), "{text}");
}

#[test]
fn what_has_no_sideboard_is_refused() {
    let fixture = Fixture::new();
    let against = ["--against", "decks/birch.json"];
    fixture.refuses(
        &[&["sideboard", "decks/ash.json"][..], &against].concat(),
        &["its sideboard is empty"],
    );
    with_sideboard(&fixture, "TST_020");
    let other = deck("Birch", 3);
    fixture.write("decks/other.json", &other.to_string());
    let twice =
        ["sideboard", "decks/own.json", "--against", "decks/birch.json", "decks/other.json"];
    fixture.refuses(&twice, &["another deck is called Birch as well"]);
}
