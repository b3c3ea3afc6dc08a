//! Runs: what they print and what they write.

use std::fs;
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};

use super::Fixture;

#[test]
fn json_has_the_promised_fields() {
    let fixture = Fixture::new();
    let value = fixture.json(&[
        "simulate",
        "decks/ash.json",
        "decks/birch.json",
        "--games",
        "12",
        "--agents",
        "greedy,random",
        "--threads",
        "2",
        "--batch",
        "5",
    ]);
    assert_eq!(value["digest"].as_str().map(str::len), Some(16));
    assert_eq!(
        (&value["games"], &value["threads"], &value["batch"]),
        (&12.into(), &2.into(), &5.into())
    );
    assert!(value["decisions"].as_u64() > Some(12));
    for key in ["seconds", "games_per_second", "decisions_per_second"] {
        assert!(value[key].as_f64() > Some(0.0), "{key}");
    }
    let [setup] = &value["setups"].as_array().unwrap()[..] else { panic!("{value}") };
    let [ash, birch] = &setup["seats"].as_array().unwrap()[..] else { panic!("{value}") };
    assert_eq!((&ash["entry"], &birch["entry"]), (&"Ash".into(), &"Birch".into()));
    assert_eq!((&ash["agent"], &birch["agent"]), (&"greedy".into(), &"random".into()));
    let won = [&ash["won"]["won"], &birch["won"]["won"]];
    let counts = won.into_iter().chain([&setup["draws"], &setup["quarantined"]]);
    assert_eq!(counts.map(|count| count.as_u64().unwrap()).sum::<u64>(), 12);
    assert_eq!(ash["won"]["interval"].as_array().map(Vec::len), Some(2));
    assert!(birch["going_first"]["won"].is_u64() && ash["going_later"]["games"].is_u64());
    assert!(ash["mean_place"].is_f64() && ash["mean_score"].is_f64());
}

#[test]
fn threads_and_batch_do_not_change_the_digest() {
    let fixture = Fixture::new();
    let digest = |more: &[&str]| {
        let mut arguments = vec!["simulate", "decks/ash.json", "decks/birch.json", "--games", "9"];
        arguments.extend(more);
        fixture.json(&arguments)["digest"].clone()
    };
    let usual = digest(&["--seed", "7"]);
    assert_eq!(digest(&["--seed", "7", "--threads", "1", "--batch", "1"]), usual);
    assert_eq!(digest(&["--seed", "7", "--threads", "3", "--batch", "2"]), usual);
    assert_ne!(digest(&["--seed", "8"]), usual);
}

#[test]
fn more_than_two_decks_play_a_matrix() {
    let fixture = Fixture::new();
    let pairs = |decks: &[&str]| {
        let mut arguments = vec!["simulate", "--games", "2"];
        arguments.extend(decks);
        let value = fixture.json(&arguments);
        let setups = value["setups"].as_array().unwrap().iter();
        let names = setups.map(|setup| {
            let name = |seat: usize| setup["seats"][seat]["entry"].as_str().unwrap();
            format!("{}-{}", name(0), name(1))
        });
        names.collect::<Vec<_>>()
    };
    assert_eq!(pairs(&["decks"]), ["Ash-Birch", "Ash-Cedar", "Birch-Cedar"]);
    assert_eq!(pairs(&["decks/birch.json", "decks/birch.json"]), ["Birch-Birch"]);
    assert_eq!(
        pairs(&["decks/cedar.json", "decks/ash.json", "decks/../decks/cedar.json"]),
        ["Cedar-Cedar", "Cedar-Ash"]
    );
    let table = fixture.run(&["simulate", "decks", "--games", "2"]).assert().success();
    let text = String::from_utf8(table.get_output().stdout.clone()).unwrap();
    for part in ["95 % interval", "wins against", "% won against", "3 ", "whoever goes first wins"]
    {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
}

#[test]
fn games_go_round_the_pairings() {
    let fixture = Fixture::new();
    let arguments = ["simulate", "decks", "--games", "2", "--out", "out/games.csv"];
    fixture.run(&arguments).assert().success();
    let decks = |row: &Vec<String>| format!("{}-{}", row[1], row[2]);
    let played: Vec<String> = fixture.rows("out/games.csv").iter().map(decks).collect();
    let once = ["Ash-Birch", "Ash-Cedar", "Birch-Cedar"];
    assert_eq!(played, [once, once].concat());
}

#[test]
fn a_matrix_of_real_decks_fits_a_narrow_window() {
    let decks = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/unlimited/decks");
    let assert = assert_cmd::cargo::cargo_bin_cmd!("cardmill")
        .env_remove("CARDMILL_CARDS")
        .env("COLUMNS", "80")
        .arg("simulate")
        .arg(decks)
        .args(["--games", "1", "--agents", "random", "--matrix"])
        .assert()
        .success()
        .stderr("");
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(!text.contains('\u{1b}'), "colours in a pipe: {text}");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn tables_and_csv_are_printed() {
    let fixture = Fixture::new();
    let run = |format: &str| {
        let arguments =
            ["simulate", "decks/ash.json", "decks/birch.json", "--games", "3", "--format", format];
        let assert = fixture.run(&arguments).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let table = run("table");
    for part in ["Ash", "going first", "95 %", "rounds per game", "decisions/s", "digest"] {
        assert!(table.contains(part), "{part} is not in: {table}");
    }
    let csv = run("csv");
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 3);
    assert!(rows[0].starts_with("setup,position,seat,entry,agent,games,won"), "{csv}");
    assert!(rows[1].starts_with("1,,1,Ash,greedy,3,"), "{csv}");
    assert!(rows[2].starts_with("1,,2,Birch,greedy,3,"), "{csv}");
}

#[test]
fn games_are_written_one_a_row() {
    let fixture = Fixture::new();
    let simulate = |out: &str| {
        fixture.json(&["simulate", "decks", "--games", "7", "--seed", "3", "--out", out])
    };
    let value = simulate("out/games.parquet");
    assert_eq!(fixture.out(), ["games.parquet"]);
    let file = fs::File::open(fixture.path("out/games.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let metadata = reader.metadata().file_metadata();
    assert_eq!(metadata.num_rows(), 21);
    let columns = metadata.schema_descr().columns();
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    assert_eq!(
        names,
        [
            "index",
            "entry_1",
            "entry_2",
            "agent_1",
            "agent_2",
            "first_seat",
            "place_1",
            "place_2",
            "score_1",
            "score_2",
            "rounds",
            "decisions",
            "cut",
            "quarantined",
            "digest",
            "trail",
        ]
    );

    let again = simulate("out/games.csv");
    assert_eq!(again["digest"], value["digest"]);
    let text = fs::read_to_string(fixture.path("out/games.csv")).unwrap();
    assert_eq!(text.lines().count(), 22);
    assert!(text.lines().nth(8).unwrap().starts_with("7,Ash,Cedar,"), "{text}");

    // A file that is there already is replaced, and so is what a killed run left.
    fixture.write("out/.cardmill-games.csv.part", "half");
    simulate("out/games.csv");
    assert_eq!(fixture.out(), ["games.csv", "games.csv.json", "games.parquet"]);
}
