//! Tables in files: cards, rounds and pairs of games.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use super::{Fixture, printed};

const STATS: [&str; 9] = [
    "stats",
    "decks/ash.json",
    "decks/birch.json",
    "--games",
    "20",
    "--seed",
    "3",
    "--agents",
    "greedy",
];

/// The rows of a CSV file by the names of columns.
fn rows(fixture: &Fixture, path: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(fixture.path(path)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

fn sum<'a>(rows: impl IntoIterator<Item = &'a BTreeMap<String, String>>, column: &str) -> f64 {
    rows.into_iter().map(|row| row[column].parse::<f64>().unwrap()).sum()
}

#[test]
fn cards_and_rounds_are_those_that_are_counted() {
    let fixture = Fixture::new();
    let out = ["--out", "out/tables", "--out-format", "csv"];
    let stats = fixture.json(&[&STATS[..], &out].concat());
    let cards = rows(&fixture, "out/tables/cards.csv");
    for entry in stats["entries"].as_array().unwrap() {
        for card in entry["cards"].as_array().unwrap() {
            let own: Vec<_> = cards
                .iter()
                .filter(|row| entry["name"] == row["entry"] && card["id"] == row["card"])
                .collect();
            assert_eq!(own.len(), 20, "a row a game: {card}");
            for (kind, column) in [
                ("in_deck", "copies"),
                ("opening_hand", "opening"),
                ("drawn", "drawn"),
                ("in_hand", "in_hand"),
                ("played", "played"),
                ("resourced", "resourced"),
            ] {
                let copies = card[kind]["copies"].as_f64().unwrap();
                assert_eq!(sum(own.iter().copied(), column), copies, "{column} of {card}");
            }
            let won: f64 =
                own.iter().map(|row| sum([*row], "result") * sum([*row], "copies")).sum();
            let rate = won / sum(own.iter().copied(), "copies");
            assert!((rate - card["in_deck"]["rate"].as_f64().unwrap()).abs() < 1e-9, "{card}");
        }
    }
    // A leader is no card of the shuffled deck.
    for row in &cards {
        let place: Option<u32> = row["first_position"].parse().ok();
        assert_eq!(place.is_none(), row["card"] == "TST_001", "{row:?}");
        assert!(place.is_none_or(|place| (1..=51).contains(&place)), "{row:?}");
        assert!(sum([row], "in_hand_at_end") <= sum([row], "copies"), "{row:?}");
    }
    let games = rows(&fixture, "out/tables/games.csv");
    let rounds = rows(&fixture, "out/tables/rounds.csv");
    assert_eq!(rounds.len() as f64, 2.0 * sum(&games, "rounds"));
    for game in &games {
        let of_game = || rounds.iter().filter(|row| row["game"] == game["index"]);
        assert_eq!(sum(of_game().take(2), "hand"), 8.0, "{game:?}");
        assert_eq!(sum(of_game().take(2), "resources"), 4.0);
        assert_eq!(sum(of_game().take(2), "base_hp"), 60.0);
        for row in of_game() {
            let other = of_game().find(|o| o["round"] == row["round"] && o["seat"] != row["seat"]);
            let hp = 30.0 - sum([other.unwrap()], "score");
            assert_eq!(sum([row], "base_hp"), hp, "what one dealt the other lost: {row:?}");
        }
    }
}

#[test]
fn tables_are_the_same_bytes_on_any_threads_and_games_are_those_of_simulate() {
    let fixture = Fixture::new();
    let written = |folder: &str, more: &[&str]| {
        fixture.run(&[&STATS[..], &["--quiet", "--out", folder], more].concat()).assert().success();
        ["games", "cards", "rounds"].map(|table| {
            fs::read(fixture.path(folder).join(table).with_extension("parquet")).unwrap()
        })
    };
    let one = written("out/one", &["--threads", "1"]);
    assert!(one == written("out/two", &["--threads", "3", "--batch", "2"]));
    let simulate = [&["simulate"], &STATS[1..], &["--out", "out/games.parquet"]].concat();
    fixture.run(&simulate).assert().success();
    assert!(one[0] == fs::read(fixture.path("out/games.parquet")).unwrap());
    // The games of the folder are played again as those of a run.
    let replay = |file: &str| fixture.log(&["replay", file, "--row", "7"]);
    assert_eq!(replay("out/one/games.parquet"), replay("out/games.parquet"));
    let cards = ["replay", "out/one/cards.parquet", "--row", "7"];
    let error = fixture.run(&cards).assert().code(2).get_output().stderr.clone();
    let error = String::from_utf8(error).unwrap();
    assert!(error.contains("cards.parquet: its columns are others; expected"), "{error}");
}

/// The last line of the replay of a row.
fn last(fixture: &Fixture, file: &str, row: usize, more: &[&str]) -> String {
    let row = row.to_string();
    let log = printed(&mut fixture.plainly(&[&["replay", file, "--row", &row], more].concat()));
    log.lines().last().unwrap().to_owned()
}

/// Rows of both endings are the answer's, and are played again in both arms.
fn told(fixture: &Fixture, question: &[&str]) -> (Value, Vec<BTreeMap<String, String>>) {
    let asked = |out: &str, how: &[&str]| {
        let how = [&["--quiet", "--format", "json", "--out", out], how].concat();
        let answer = printed(&mut fixture.plainly(&[question, &how].concat()));
        serde_json::from_str::<Value>(&answer).unwrap()
    };
    let answer = asked("out/pairs.csv", &["--threads", "1"]);
    assert_eq!(asked("out/one.parquet", &["--threads", "2"]), answer);
    assert_eq!(asked("out/two.parquet", &["--threads", "3", "--batch", "3"]), answer);
    let bytes = |name: &str| fs::read(fixture.path("out").join(name)).unwrap();
    assert!(bytes("one.parquet") == bytes("two.parquet"));

    let pairs = rows(fixture, "out/pairs.csv");
    for (number, told) in answer["answers"].as_array().unwrap().iter().enumerate() {
        let own: Vec<_> =
            pairs.iter().filter(|row| row["question"] == number.to_string()).collect();
        assert_eq!(told["pairs"], own.len());
        assert!(own.iter().all(|row| told["player"] == row["player"]), "{told}");
        let change = own.iter().map(|row| sum([*row], "score") - sum([*row], "base"));
        let change = change.sum::<f64>() / own.len() as f64;
        assert!((change - told["change"].as_f64().unwrap()).abs() < 1e-9, "{told}");
        let differing = own.iter().filter(|row| row["differs"] == "true").count();
        assert_eq!(told["differing"], differing);
        // What was not played again has no digest.
        let same = |row: &BTreeMap<String, String>| {
            ["", &row["base_digest"]].contains(&row["digest"].as_str())
        };
        assert_eq!(told["alike"], own.iter().filter(|row| same(row)).count());
    }
    let turned = pairs.iter().rposition(|row| row["differs"] == "true").unwrap();
    for file in ["out/pairs.csv", "out/one.parquet"] {
        for (more, column) in [(&["--base"][..], "base_digest"), (&[], "digest")] {
            let (line, row) = (last(fixture, file, turned, more), &pairs[turned]);
            assert!(line.starts_with(&format!("game {}: ", row["game"])), "{line}");
            assert!(line.ends_with(&format!("digest {}", row[column])), "{line} {row:?}");
        }
    }
    (answer, pairs)
}

#[test]
fn pairs_of_changes_are_played_again() {
    let fixture = Fixture::new();
    let changes = r#"[(name: "anew", cards: [(id: "SOR_164", name: "Wampa", kind: Unit, cost: 9,
        power: 1, hp: 1, aspects: [Aggression])])]"#;
    fixture.write("changes.ron", changes);
    let decks = ["--decks", "vader", "boba", "--games", "60", "--agents", "random"];
    let question = ["whatif", "SOR_010 deploy_at=20; vader: 1x SOR_128 -> SOR_229"];
    let question = [&question[..], &decks, &["--edits", "changes.ron"]].concat();
    let (_, pairs) = told(&fixture, &question);
    let arms: Vec<&str> = pairs.iter().map(|row| row["arm"].as_str()).collect();
    assert_eq!((arms[0], arms[arms.len() - 1]), (question[1], "anew"));
    assert_eq!((&*pairs[0]["against"], &*pairs[0]["seat"]), ("Boba Fett Tempo", "1"));
}

#[test]
fn pairs_of_decks_agents_and_positions_are_played_again() {
    let fixture = Fixture::new();
    let decks = ["compare", "vader", "boba", "--against", "luke", "leia", "--games", "40"];
    told(&fixture, &[&decks[..], &["--agents", "random"]].concat());
    let agents = ["compare", "greedy", "random", "--decks", "luke", "vader", "leia"];
    told(&fixture, &[&agents[..], &["--games", "12"]].concat());
    let positions = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions/skirmish-four.ron");
    let seats = ["whatif", "Scout power+3", "--positions", positions, "--games", "40"];
    let (answer, pairs) = told(&fixture, &seats);
    assert_eq!(answer["answers"].as_array().unwrap().len(), 4);
    assert_eq!(pairs.len(), 160, "a row a seat");
}

#[test]
fn tables_that_cannot_be_written_or_read_are_refused() {
    let fixture = Fixture::new();
    let endless = ["--games", "1000000000000"];
    let stats = |out: &'static str| [&STATS[..3], &endless, &["--out", out]].concat();
    fixture.refuses(&stats("decks/ash.json"), &["decks/ash.json", "cannot be made", "a folder"]);
    fixture.refuses(&stats("nowhere/tables"), &["nowhere/tables", "cannot be made"]);
    let format = [&STATS[..], &["--out-format", "csv"]].concat();
    fixture.refuses(&format, &["--out <FOLDER>"]);
    let compare =
        ["compare", "decks/ash.json", "decks/birch.json", "--against", "decks/cedar.json"];
    let out = |out: &'static str| [&compare[..], &endless, &["--out", out]].concat();
    fixture.refuses(&out("out/pairs.txt"), &["out/pairs.txt", ".parquet or .csv"]);
    fixture.refuses(&out("nowhere/pairs.csv"), &["nowhere is no folder"]);
    let base = ["replay", "decks/ash.json", "decks/birch.json", "--row", "1", "--base"];
    fixture.refuses(&base, &["--base: expected a file with pairs"]);

    let pairs = ["--games", "3", "--agents", "random", "--quiet", "--out", "pairs.csv"];
    fixture.run(&[&compare[..], &pairs].concat()).assert().success();
    for (more, part) in [
        (&["--row", "3"][..], "there is no row 3"),
        (&["--row", "1", "--seed", "1"], "--seed: pairs.csv says how its games were played"),
        (&["--row", "1", "--exchanged"], "--exchanged: pairs.csv says"),
    ] {
        fixture.refuses(&[&["replay", "pairs.csv"], more].concat(), &[part]);
    }
    let games = ["--games", "3", "--agents", "random", "--out", "games.csv"];
    fixture.run(&[&["simulate", "decks"][..], &games].concat()).assert().success();
    fixture.refuses(&["replay", "games.csv", "--row", "1", "--base"], &["--base: games.csv says"]);
}
