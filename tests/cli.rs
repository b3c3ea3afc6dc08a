//! The command line: what it prints, what it writes, and what it refuses.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with a few plain cards, three decks of them, and an empty folder for outputs.
struct Fixture {
    folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let fixture = Self { folder: tempfile::tempdir().unwrap() };
        for folder in ["cards/unlimited/tst", "decks", "bad", "out", "empty"] {
            fs::create_dir_all(fixture.path(folder)).unwrap();
        }
        let mut cards = String::from(
            r#"[
            (id: "TST_001", name: "Ann", subtitle: "Plain", kind: Leader, unique: true, cost: 5,
             power: 4, hp: 6, aspects: [Command, Heroism], unit_side: (deploy_at: 5)),
            (id: "TST_002", name: "Home", kind: Base, hp: 30, aspects: [Command]),
            "#,
        );
        for number in 0..18 {
            cards.push_str(&format!(
                r#"(id: "TST_{:03}", name: "Unit {number}", kind: Unit, cost: {}, power: {}, hp: {},
                aspects: [Command]),"#,
                number + 3,
                number % 5 + 1,
                number % 5 + 1,
                number % 4 + 2,
            ));
        }
        cards.push(']');
        fixture.write("cards/unlimited/tst/cards.ron", &cards);
        let tokens = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/unlimited/tokens.ron");
        fs::copy(tokens, fixture.path("cards/unlimited/tokens.ron")).unwrap();
        for (file, name, first) in [("ash", "Ash", 3), ("birch", "Birch", 4), ("cedar", "Cedar", 3)]
        {
            fixture.write(&format!("decks/{file}.json"), &deck(name, first).to_string());
        }
        fixture
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.path(path), text).unwrap();
    }

    /// `cardmill` with these arguments, in the folder and with its cards.
    fn run(&self, arguments: &[&str]) -> Command {
        let mut command = self.plainly(arguments);
        command.env("CARDMILL_CARDS", "cards");
        command
    }

    /// `cardmill` with these arguments, in the folder and with the cards of the program.
    fn plainly(&self, arguments: &[&str]) -> Command {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("cardmill");
        command.current_dir(&self.folder).env_remove("CARDMILL_CARDS").args(arguments);
        command
    }

    /// The JSON that the command prints when all is well.
    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(arguments).args(["--format", "json"]).assert().success();
        serde_json::from_slice(&output.get_output().stdout).unwrap()
    }

    /// What the command prints when all is well.
    fn log(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    }

    /// The file names in the folder for outputs.
    fn out(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("out")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    /// The fields of each row of a CSV file, without the heading.
    fn rows(&self, path: &str) -> Vec<Vec<String>> {
        let text = fs::read_to_string(self.path(path)).unwrap();
        let row = |line: &str| line.split(',').map(str::to_owned).collect();
        text.lines().skip(1).map(row).collect()
    }

    /// The command ends with exit code 2, one error that has all of `parts`, and nothing written.
    fn refuses(&self, arguments: &[&str], parts: &[&str]) {
        let assert = self.run(arguments).assert().code(2);
        let output = assert.get_output();
        let error = String::from_utf8(output.stderr.clone()).unwrap();
        assert!(error.starts_with("error: "), "{arguments:?}: {error}");
        assert_eq!(error.matches("error: ").count(), 1, "{arguments:?}: {error}");
        for part in parts {
            assert!(error.contains(part), "{arguments:?}: {part} is not in: {error}");
        }
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert_eq!(self.out(), Vec::<String>::new(), "{arguments:?}");
    }

    /// As [`refuses`](Self::refuses), for a run with this text as one of the decks.
    fn refuses_deck(&self, text: &str, parts: &[&str]) {
        self.write("bad/bad.json", text);
        let parts: Vec<&str> = parts.iter().copied().chain(["bad/bad.json"]).collect();
        let out = "out/games.parquet";
        self.refuses(&["simulate", "decks/ash.json", "bad/bad.json", "--out", out], &parts);
        self.refuses(&["replay", "bad/bad.json", "decks/ash.json", "--game", "1"], &parts);
    }
}

/// Three copies each of 17 units, from this number on.
fn deck(name: &str, first: u16) -> Value {
    let cards: Vec<Value> = (first..first + 17)
        .map(|number| json!({"id": format!("TST_{number:03}"), "count": 3}))
        .collect();
    json!({
        "metadata": {"name": name, "author": "nobody"},
        "leader": {"id": "TST_001", "count": 1},
        "base": {"id": "TST_002", "count": 1},
        "deck": cards,
        "sideboard": [],
    })
}

#[test]
fn help_has_examples_defaults_and_exit_codes() {
    let fixture = Fixture::new();
    for (arguments, parts) in [
        (&["--help"][..], &["simulate", "replay", "cards", "Examples:", "Exit codes"][..]),
        (
            &["simulate", "--help"],
            &[
                "Examples:",
                "every other one",
                "[default: 1000]",
                "[default: 0]",
                "[default: greedy]",
                ".parquet",
            ],
        ),
        (&["replay", "--help"], &["Examples:", "--game", "--row", "--until", "--save"]),
        (&["scenario", "--help"], &["Examples:", "--explain", "Exit codes"]),
        (&["cards", "--help"], &["list", "show", "check"]),
        (&["cards", "list", "--help"], &["Examples:", "--keyword"]),
        (&["deck", "--help"], &["list", "check"]),
        (&["deck", "check", "--help"], &["Examples:", "Exit codes"]),
        (&["cards", "check", "--help"], &["Examples:"]),
        (&["cards", "show", "--help"], &["SOR_010"]),
    ] {
        let assert = fixture.run(arguments).assert().success();
        let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        for part in parts {
            assert!(text.contains(part), "{arguments:?}: {part} is not in: {text}");
        }
    }
    fixture.run(&[]).assert().code(2);
}

#[test]
fn the_examples_in_the_help_run() {
    let out = tempfile::tempdir().unwrap();
    let written = |name: &str| out.path().join(name).to_str().unwrap().to_owned();
    let files = ["games.parquet", "games.csv", "position.json"];
    let cardmill = || {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("cardmill");
        command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("CARDMILL_CARDS");
        command
    };
    let mut count = 0;
    let decks = "cards/unlimited/decks";
    cardmill()
        .args(["simulate", decks, "--games", "2", "--out", &written("games.csv")])
        .assert()
        .success();
    for command in [
        "",
        "simulate",
        "replay",
        "cards list",
        "cards show",
        "cards check",
        "deck list",
        "deck check",
    ] {
        let assert = cardmill().args(command.split_whitespace()).arg("--help").assert().success();
        let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        for example in text.lines().filter_map(|line| line.strip_prefix("  cardmill ")) {
            // Quotes hold words together; games are left out, since each takes its time.
            let parts = example.split('"').enumerate();
            let words = parts.flat_map(|(n, part)| {
                if n % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }
            });
            let in_place = |word: &str| match files.contains(&word) {
                true => written(word),
                false => word.to_owned(),
            };
            let mut words: Vec<String> = words.map(in_place).collect();
            if words[0] == "simulate" {
                if let Some(games) = words.iter().position(|word| word == "--games") {
                    words.drain(games..games + 2);
                }
                words.extend(["--games", "2"].map(str::to_owned));
            }
            if let Some(row) = words.iter().position(|word| word == "--row") {
                words[row + 1] = "12".to_owned();
            }
            cardmill().args(&words).assert().success();
            count += 1;
        }
    }
    assert!(count >= 18, "only {count} examples were found");
    for file in files {
        assert!(out.path().join(file).exists(), "{file}");
    }
}

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
    let [pairing] = &value["pairings"].as_array().unwrap()[..] else { panic!("{value}") };
    assert_eq!((&pairing["deck_a"], &pairing["deck_b"]), (&"Ash".into(), &"Birch".into()));
    let counts = ["wins_a", "wins_b", "draws", "quarantined"];
    let sum: u64 = counts.iter().map(|key| pairing[key].as_u64().unwrap()).sum();
    assert_eq!(sum, 12);
    assert_eq!(pairing["interval_a"].as_array().map(Vec::len), Some(2));
    assert!(pairing["a_first"]["wins_a"].is_u64() && pairing["b_first"]["wins_b"].is_u64());
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
        let pairings = value["pairings"].as_array().unwrap().iter();
        let names = pairings.map(|p| {
            format!("{}-{}", p["deck_a"].as_str().unwrap(), p["deck_b"].as_str().unwrap())
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
fn a_deck_plays_against_the_field() {
    let fixture = Fixture::new();
    let run = |more: &[&str]| {
        let arguments = ["simulate", "--games", "4", "decks/birch.json", "--against", "decks"];
        fixture.run(&[&arguments[..], more].concat()).assert().success()
    };
    let output = run(&["--format", "json", "--out", "out/games.csv"]);
    let value: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let pairings = value["pairings"].as_array().unwrap().iter();
    let opponents: Vec<&str> = pairings.map(|p| p["deck_b"].as_str().unwrap()).collect();
    assert_eq!(opponents, ["Birch", "Ash", "Cedar"]);
    let table = run(&[]);
    let text = String::from_utf8(table.get_output().stdout.clone()).unwrap();
    assert!(text.contains(" 1 Birch") && text.contains("  itself"), "{text}");
    assert!(!text.contains("% won against") && !text.contains("\n  2 "), "{text}");
    // The same arguments name the same games.
    let digest = fixture.rows("out/games.csv")[5][10].clone();
    let log = fixture.log(&["replay", "decks/birch.json", "--against", "decks", "--game", "5"]);
    assert!(log.trim_end().ends_with(&digest), "{log}");
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
fn decks_of_one_name_are_told_apart() {
    let fixture = Fixture::new();
    fixture.write("decks/other.json", &deck("Ash", 3).to_string());
    let value = fixture.json(&["simulate", "decks/ash.json", "decks/other.json", "--games", "1"]);
    assert_eq!(value["pairings"][0]["deck_a"], "Ash (decks/ash.json)");
    assert_eq!(value["pairings"][0]["deck_b"], "Ash (decks/other.json)");
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
    assert_eq!(rows.len(), 2);
    assert!(rows[0].starts_with("deck_a,deck_b,games,wins_a"), "{csv}");
    assert!(rows[1].starts_with("Ash,Birch,3,"), "{csv}");
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
            "deck_a",
            "deck_b",
            "first_player",
            "winner",
            "quarantined",
            "rounds",
            "decisions",
            "base_damage_a",
            "base_damage_b",
            "digest",
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

#[test]
fn a_row_is_replayed_from_the_file_alone() {
    let fixture = Fixture::new();
    let run = ["decks", "--games", "4", "--seed", "5", "--agents", "random,greedy"];
    for out in ["out/games.parquet", "out/games.csv"] {
        fixture.run(&[&["simulate"], &run[..], &["--out", out]].concat()).assert().success();
    }
    let replay = ["replay", "decks", "--seed", "5", "--agents", "random,greedy", "--game", "9"];
    let expected = fixture.log(&replay);
    let row = &fixture.rows("out/games.csv")[9];
    assert!(expected.contains(&format!("P1 (a): {}, random", row[1])), "{expected}");
    assert!(expected.trim_end().ends_with(&format!("digest {}", row[10])), "{expected}");
    // Without the decks.
    fs::rename(fixture.path("decks"), fixture.path("away")).unwrap();
    for out in ["out/games.parquet", "out/games.csv"] {
        assert_eq!(fixture.log(&["replay", out, "--row", "9"]), expected, "{out}");
        let failed = |arguments: &[&str], parts: &[&str]| {
            let assert = fixture.run(arguments).assert().code(2).stdout("");
            let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
            for part in parts {
                assert!(error.contains(part), "{part} is not in: {error}");
            }
        };
        failed(&["replay", out, "--row", "12"], &[out, "there is no row 12", "12 games"]);
        failed(&["replay", out, "--row", "1", "--seed", "5"], &["--seed", "expected none"]);
    }

    // A card that these decks do not play changes nothing; one that they play does.
    fs::create_dir(fixture.path("cards/unlimited/zzz")).unwrap();
    let card = r#"[(id: "ZZZ_001", name: "Late", kind: Unit, cost: 1, power: 1, hp: 1)]"#;
    fixture.write("cards/unlimited/zzz/cards.ron", card);
    assert_eq!(fixture.log(&["replay", "out/games.parquet", "--row", "9"]), expected);
    let cards = fs::read_to_string(fixture.path("cards/unlimited/tst/cards.ron")).unwrap();
    fixture.write("cards/unlimited/tst/cards.ron", &cards.replace("hp: 30", "hp: 10"));
    let assert = fixture.run(&["replay", "out/games.parquet", "--row", "9"]).assert().code(2);
    let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    for part in ["goes another way now", "with the cards", "expected the version and the cards"] {
        assert!(error.contains(part), "{part} is not in: {error}");
    }
}

#[test]
fn a_replay_shows_hands_boards_and_the_position_at_a_decision() {
    let fixture = Fixture::new();
    let replay = ["replay", "decks/ash.json", "decks/birch.json", "--game", "3"];
    let whole = fixture.log(&replay);
    for part in ["P1's opening hand: Unit ", "P2's opening hand: Unit ", "   0  P", "leader: Ann"] {
        assert!(whole.contains(part), "{part} is not in: {whole}");
    }
    let rounds = whole.matches("= Round ").count();
    assert!(rounds > 2, "{whole}");
    assert_eq!(whole.matches("| P1: base ").count(), rounds, "{whole}");
    assert_eq!(whole.matches("| P2: base ").count(), rounds, "{whole}");

    let until = [&replay[..], &["--until", "12", "--save", "out/position.json"]].concat();
    let part = fixture.log(&until);
    let last = part.lines().last().unwrap();
    assert!(last.starts_with("decision 12: P"), "{part}");
    let same = part.lines().take_while(|line| !line.is_empty()).count();
    assert!(whole.starts_with(&part.lines().take(same).collect::<Vec<_>>().join("\n")), "{part}");

    // A session goes on from there.
    let saved = fs::read_to_string(fixture.path("out/position.json")).unwrap();
    let saved: Value = serde_json::from_str(&saved).unwrap();
    let ask = |id: u32, method: &str, params: Value| {
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string() + "\n"
    };
    let calls = ask(1, "load", json!({ "saved": saved }))
        + &ask(2, "choose", json!({"table": 1, "option": 0}))
        + &ask(3, "log", json!({"table": 1}));
    let output = fixture.run(&["session"]).write_stdin(calls).assert().success();
    let answers = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let answers: Vec<Value> =
        answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0]["result"]["status"], "waiting", "{answers:?}");
    let asked = answers[0]["result"]["decision"]["player"].as_str().unwrap();
    assert!(last.starts_with(&format!("decision 12: {asked} ")), "{last}");
    assert!(answers[1]["error"].is_null(), "{answers:?}");
    let lines = answers[2]["result"]["lines"].as_array().unwrap();
    assert!(lines.iter().any(|line| line.as_str().unwrap().contains("Round 1")), "{lines:?}");

    fs::remove_file(fixture.path("out/position.json")).unwrap();
    let beyond = [&replay[..], &["--until", "100000", "--save", "out/position.json"]].concat();
    let assert = fixture.run(&beyond).assert().code(2);
    assert!(String::from_utf8_lossy(&assert.get_output().stderr).contains("ends after"));
    assert_eq!(fixture.out(), Vec::<String>::new());
    let without = [&replay[..], &["--save", "out/position.json"]].concat();
    fixture.refuses(&without, &["--until"]);
}

#[test]
fn a_replayed_game_is_the_game_of_the_run() {
    let fixture = Fixture::new();
    let decks = ["decks/ash.json", "decks/birch.json", "--seed", "5"];
    let arguments = [&["simulate"], &decks[..], &["--games", "6", "--out", "out/games.csv"]];
    fixture.run(&arguments.concat()).assert().success();
    let text = fs::read_to_string(fixture.path("out/games.csv")).unwrap();
    let row: Vec<&str> = text.lines().nth(5).unwrap().split(',').collect();
    let replay = fixture.run(&[&["replay"], &decks[..], &["--game", "4"]].concat());
    let output = { replay }.assert().success();
    let log = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let last = log.lines().last().unwrap();
    assert!(last.starts_with("game 4: "), "{last}");
    assert!(last.ends_with(&format!("digest {}", row[10])), "{last}");
    assert!(last.contains(&format!("rounds {}, decisions {},", row[6], row[7])), "{last}");
    let first: Vec<&str> = log.lines().take(3).collect();
    assert_eq!(first, ["game 4, seed 5", "P1 (a): Ash, greedy", "P2 (b): Birch, greedy"]);
}

#[test]
fn a_game_of_a_matrix_is_replayed_from_the_arguments_of_the_run() {
    let fixture = Fixture::new();
    let run = ["decks", "--seed", "5", "--agents", "random,greedy"];
    let simulate = [&["simulate"], &run[..], &["--games", "4", "--out", "out/games.csv"]].concat();
    fixture.run(&simulate).assert().success();
    let row = &fixture.rows("out/games.csv")[8];
    assert_eq!(row[..3], ["8", "Birch", "Cedar"]);
    let whole = fixture.log(&[&["replay"], &run[..], &["--game", "8"]].concat());
    assert!(whole.trim_end().ends_with(&format!("digest {}", row[10])), "{whole}");
    assert!(whole.contains("P1 (a): Birch, random\nP2 (b): Cedar, greedy\n"), "{whole}");
    let pair = ["replay", "decks/birch.json", "decks/cedar.json", "--game", "8"];
    assert_eq!(fixture.log(&[&pair[..], &run[1..]].concat()), whole);
}

#[test]
fn cards_are_listed_and_shown() {
    let fixture = Fixture::new();
    let text = |arguments: &[&str]| {
        let assert = fixture.run(arguments).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let list = text(&["cards", "list", "--set", "tst"]);
    assert!(list.contains("TST_001") && list.contains("Ann, Plain"), "{list}");
    assert!(!list.contains("SOR_T01"), "{list}");
    let page = text(&["cards", "show", "tst_001", "home"]);
    assert!(page.contains("deploys at 5 resources"), "{page}");
    assert!(page.contains("TST_002  Home"), "{page}");
    let value = fixture.json(&["cards", "list", "--set", "TST"]);
    assert_eq!(value.as_array().map(Vec::len), Some(20));
    assert_eq!(value[0]["deploy_at"], 5);
    fixture.refuses(&["cards", "show", "TST_001", "TST_999"], &["TST_999", "from 1 to 20"]);
    fixture.refuses(&["cards", "list", "--set", "NIX"], &["NIX", "SOR, LOF, TST"]);
}

#[test]
fn cards_are_checked() {
    let fixture = Fixture::new();
    let value = fixture.json(&["cards", "check"]);
    let set = &value["sets"][0];
    assert_eq!(set["set"], "TST");
    assert_eq!((&set["cards"], &set["complete"]), (&20.into(), &20.into()));
    assert_eq!(value["cards"], "cards");
    assert!(set["tested"].is_null());

    fs::create_dir_all(fixture.path("tests/cards/tst")).unwrap();
    let cards = r#"[(id: "TST_021", name: "Grit", kind: Unit, cost: 1, power: 1, hp: 1,
        keywords: [Grit])]"#;
    fixture.write("cards/unlimited/tst/more.ron", cards);
    assert_eq!(fixture.json(&["cards", "check"])["sets"][0]["tested"], 20);
    let scenario = r#"[(name: "grit", card: "TST_021", steps: [Active(P1)])]"#;
    fixture.write("tests/cards/tst/grit.ron", scenario);
    assert_eq!(fixture.json(&["cards", "check"])["sets"][0]["tested"], 21);

    fs::create_dir(fixture.path("cards/unlimited/decks")).unwrap();
    fixture.write("cards/unlimited/decks/good.json", &deck("Good", 3).to_string());
    assert_eq!(fixture.json(&["cards", "check"])["decks"][0]["name"], "Good");
    fixture.write("cards/unlimited/decks/bad.json", "{}");
    fixture.run(&["cards", "check"]).assert().code(2).stderr(predicates::str::contains("bad.json"));
    fixture.run(&["cards", "check", "--format", "json"]).assert().code(2);
    fs::remove_file(fixture.path("cards/unlimited/decks/bad.json")).unwrap();

    fixture.write("tests/cards/tst/grit.ron", "[(name: 3)]");
    fixture.refuses(&["cards", "check"], &["grit.ron", "line 1", "expected"]);
    fixture.write("cards/unlimited/tst/more.ron", "[(id: 3)]");
    fixture.refuses(&["cards", "check"], &["more.ron:1:"]);
    fixture.refuses(&["simulate", "decks"], &["more.ron:1:"]);
}

/// The text that a command prints when all is well.
fn printed(command: &mut Command) -> String {
    let assert = command.assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

#[test]
fn the_program_has_cards_and_decks_of_its_own() {
    let fixture = Fixture::new();
    // A folder `cards` in the working directory is not taken unless it is named.
    let simulate = |arguments: &[&str]| {
        let common = ["simulate", "--games", "2", "--format", "json"];
        fixture.plainly(&[&common[..], arguments].concat())
    };
    let value: Value = serde_json::from_str(&printed(&mut simulate(&["vader", "luke"]))).unwrap();
    assert_eq!(value["cards"], "built in");
    assert_eq!(value["decks"][0]["file"], "vader");
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR"));
    let decks = ["vader", "luke"].map(|deck| {
        checkout
            .join("cards/unlimited/decks")
            .join(deck)
            .with_extension("json")
            .display()
            .to_string()
    });
    let [vader, luke] = [&decks[0], &decks[1]].map(String::as_str);
    let cards = checkout.join("cards").display().to_string();
    let files = printed(&mut simulate(&[vader, luke, "--cards", &cards]));
    let files: Value = serde_json::from_str(&files).unwrap();
    assert_eq!(files["digest"], value["digest"]);
    assert_eq!(files["cards"], cards.as_str());
    // A file goes before a deck of that name.
    fs::write(fixture.path("vader"), fs::read_to_string(luke).unwrap()).unwrap();
    let value: Value = serde_json::from_str(&printed(&mut simulate(&["vader", "luke"]))).unwrap();
    assert_eq!(value["pairings"][0]["deck_a"], "Faithful Friend (vader)");

    let list = printed(&mut fixture.plainly(&["deck", "list"]));
    for name in ["boba", "iden", "leia", "luke", "sabine", "vader", "Darth Vader"] {
        assert!(list.contains(name), "{name} is not in: {list}");
    }
    let check = printed(&mut fixture.plainly(&["cards", "check"]));
    assert!(check.starts_with("cards built in\n") && !check.contains("TST"), "{check}");
    let check = printed(&mut fixture.plainly(&["cards", "check", "--cards", "cards"]));
    assert!(check.starts_with("cards cards\n") && check.contains("TST"), "{check}");
    fixture
        .plainly(&["simulate", "nobody", "luke"])
        .assert()
        .code(2)
        .stderr(predicates::str::contains("nobody: no such file or folder"))
        .stderr(predicates::str::contains("or boba, iden, leia, luke, sabine, vader"));
}

#[test]
fn sessions_and_scenarios_have_the_cards_of_the_program() {
    let fixture = Fixture::new();
    let game = r#"{"jsonrpc": "2.0", "id": 1, "method": "new_game", "params": {"decks": ["vader", "luke"]}}"#;
    let answer = printed(fixture.plainly(&["session"]).write_stdin(format!("{game}\n")));
    assert!(answer.contains("\"waiting\""), "{answer}");
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    for file in ["unlimited/S4-31.ron", "xwing", "imperium"] {
        let file = scenarios.join(file).display().to_string();
        printed(&mut fixture.plainly(&["scenario", &file]));
    }
}

#[test]
fn every_printing_of_a_card_is_the_card() {
    let fixture = Fixture::new();
    let page = printed(&mut fixture.plainly(&["cards", "show", "TWI_174"]));
    assert!(page.starts_with("SOR_172  Open Fire\n"), "{page}");
    assert!(page.contains("also printed as TWI_174"), "{page}");
    let error = |id: &str| {
        let assert = fixture.plainly(&["cards", "show", id]).assert().code(2);
        String::from_utf8(assert.get_output().stderr.clone()).unwrap()
    };
    for id in ["SHD_045", "shd-45", "rose tico"] {
        let expected = "SHD_045 Rose Tico, Dedicated to the Cause (Shadows of the Galaxy) is not";
        assert!(error(id).contains(expected), "{}", error(id));
    }
    assert!(error("SOR_253").contains("from 1 to 252"), "{}", error("SOR_253"));
    assert!(error("XXX_001").contains("SOR, SHD, TWI"), "{}", error("XXX_001"));
    assert!(error("Vadr").contains("an id such as SOR_010"), "{}", error("Vadr"));
}

#[test]
fn all_bad_decks_of_a_folder_are_told() {
    let fixture = Fixture::new();
    fixture.write("bad/a.json", "{}");
    fixture.write("bad/b.json", &deck("B", 3).to_string().replace("TST_003", "SHD_045"));
    fixture.write("bad/c.json", &deck("C", 3).to_string());
    fixture.refuses(
        &["simulate", "bad"],
        &["bad/a.json: leader: ", "bad/a.json: base: ", "bad/b.json: deck[0].id: "],
    );
    for number in 0..30 {
        fixture.write(&format!("bad/{number}.json"), "{}");
    }
    fixture.refuses(&["simulate", "bad"], &["and 12 more decks that are not legal"]);
}

#[test]
fn decks_are_checked() {
    let fixture = Fixture::new();
    let leader = "Leader\n1 | Ann | Plain\nBase\n1 | Home\nDeck\n";
    let units: String = (0..17).map(|unit| format!("3 | Unit {unit}\n")).collect();
    fixture.write("bad/list.txt", &format!("{leader}{units}"));
    fixture.write("bad/short.txt", &format!("{leader}3 | Unit 1\n"));
    let text = printed(&mut fixture.run(&["deck", "check", "bad/list.txt", "decks/ash.json"]));
    for part in [
        "bad/list.txt: legal\n  a list of cards as text\n  list\n",
        "decks/ash.json: legal\n  JSON as SWUDB and Karabast export it\n  Ash\n",
        "leader TST_001  Ann, Plain",
        "51 cards",
    ] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
    let assert = fixture.run(&["deck", "check", "bad", "--format", "json"]).assert().code(2);
    let value: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!((&value[0]["legal"], &value[1]["legal"]), (&true.into(), &false.into()));
    assert_eq!(value[1]["problems"][0]["expected"], "expected at least 50 cards, found 3");

    // A card that exists and is not defined is named, with its set.
    let missing = "1 Darth Vader | Dark Lord of the Sith\n1 SOR_026\n3 SHD_045\n";
    fixture.write("bad/list.txt", missing);
    let mut check = fixture.plainly(&["deck", "check", "bad/list.txt", "--format", "json"]);
    let value: Value = serde_json::from_slice(&check.assert().code(2).get_output().stdout).unwrap();
    let card = &value[0]["problems"][0]["missing"];
    assert_eq!((&card["id"], &card["set"]), (&"SHD_045".into(), &"Shadows of the Galaxy".into()));

    // Lists are read wherever a deck is.
    fixture.write("bad/list.txt", &format!("{leader}{units}"));
    let value = fixture.json(&["simulate", "bad/list.txt", "decks/ash.json", "--games", "1"]);
    assert_eq!(value["pairings"][0]["deck_a"], "list");
    fixture.run(&["deck", "check", "nowhere"]).assert().code(2);
}

#[test]
fn names_stay_apart_whatever_they_are() {
    let fixture = Fixture::new();
    fixture.write("decks/a.json", &deck("Ash (decks/other.json)", 3).to_string());
    fixture.write("decks/other.json", &deck("Ash\u{200b}\u{202e}", 3).to_string());
    let files = ["decks/a.json", "decks/ash.json", "decks/other.json"];
    let value = fixture.json(&[&["simulate", "--games", "1"], &files[..]].concat());
    let names: Vec<&str> = value["decks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|deck| deck["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["Ash (decks/other.json)", "Ash (decks/ash.json)", "Ash (decks/other.json) 2"]
    );
}

#[test]
fn cards_that_fit_are_listed() {
    let fixture = Fixture::new();
    let ids = |arguments: &[&str]| {
        let mut command = fixture.plainly(&["cards", "list", "--format", "csv"]);
        let text = printed(command.args(arguments));
        let ids = text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    assert!(ids(&["--text", "DRAW a card"]).len() > 3);
    let all = ["--kind", "unit", "--aspect", "villainy", "--cost", "3..5", "--trait", "trooper"];
    let troopers = ids(&[&["--set", "sor"], &all[..]].concat());
    assert!(troopers.contains(&"SOR_033".to_owned()), "{troopers:?}");
    assert!(troopers.len() < 12, "{troopers:?}");
    let sentinels = ids(&["--keyword", "sentinel", "--aspect", "vigilance", "--cost", "..3"]);
    assert!(!sentinels.is_empty() && sentinels.len() < ids(&["--keyword", "sentinel"]).len());
    assert_eq!(ids(&["--kind", "base", "--cost", "0"]), Vec::<String>::new());
    let table = printed(&mut fixture.plainly(&["cards", "list", "--kind", "leader"]));
    assert!(table.lines().all(|line| line.chars().count() <= 120), "{table}");
    let nothing = printed(&mut fixture.plainly(&["cards", "list", "--text", "no such text"]));
    assert_eq!(nothing, "no card fits\n");
    for (option, value, expected) in [
        ("--cost", "5..3", "3..5"),
        ("--trait", "Boats", "Bounty Hunter".to_lowercase().as_str()),
        ("--keyword", "Flying", "sentinel"),
        ("--kind", "boat", "upgrade"),
    ] {
        fixture.refuses(&["cards", "list", option, value], &[option, value, expected]);
    }
}

#[test]
fn bad_decks_are_refused() {
    let fixture = Fixture::new();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut value = deck("Bad", 3);
        change(&mut value);
        value.to_string()
    };
    fixture.refuses_deck("this is no JSON", &[]);
    fixture.refuses_deck("[1, 2]", &[]);
    fixture.refuses_deck("", &[]);
    fixture.refuses_deck(&with(&|v| v["deck"][4]["id"] = "TST_404".into()), &["TST_404"]);
    fixture.refuses_deck(&with(&|v| v["deck"][4]["count"] = 4.into()), &["TST_007", "4"]);
    fixture.refuses_deck(&with(&|v| v["deck"][4]["count"] = 1.into()), &["49", "50"]);
    fixture.refuses_deck(&with(&|v| v["leader"] = Value::Null), &["leader"]);
    fixture.refuses_deck(&with(&|v| v["base"] = Value::Null), &["base"]);
    fixture
        .refuses_deck(&with(&|v| drop(v.as_object_mut().unwrap().remove("leader"))), &["leader"]);
    fixture.refuses_deck(&with(&|v| drop(v.as_object_mut().unwrap().remove("base"))), &["base"]);
    fixture.refuses_deck(&with(&|v| v["leader"]["id"] = "TST_002".into()), &["TST_002", "leader"]);
}

#[test]
fn bad_arguments_are_refused() {
    let fixture = Fixture::new();
    let with = |more: &[&'static str]| {
        [&["simulate", "decks/ash.json", "decks/birch.json"], more].concat()
    };
    fixture.refuses(&with(&["--games", "0"]), &["--games", "from 1"]);
    fixture.refuses(&with(&["--games", "-1"]), &["--games", "from 1"]);
    fixture.refuses(&with(&["--games", "many"]), &["--games", "whole number"]);
    fixture.refuses(&with(&["--threads", "0"]), &["--threads", "from 1"]);
    fixture.refuses(&with(&["--batch", "0"]), &["--batch", "from 1"]);
    fixture.refuses(&with(&["--seed", "x"]), &["--seed", "from 0"]);
    fixture.refuses(&with(&["--seed", "-1"]), &["--seed", "from 0"]);
    fixture.refuses(&with(&["--seed", "18446744073709551616"]), &["--seed", "from 0"]);
    fixture.refuses(&with(&["--agents", "clever"]), &["--agents", "clever", "random or greedy"]);
    fixture.refuses(&with(&["--agents", "greedy,clever"]), &["clever", "random or greedy"]);
    let many = with(&["--games", "100000", "--threads", "64", "--batch", "2000"]);
    fixture.refuses(&many, &["64 threads", "1563 tables", "at most 65536", "--batch"]);
    fixture.refuses(&with(&["--resume"]), &["--out"]);
    fixture.refuses(&with(&["--against", "nowhere"]), &["nowhere", "no such file"]);
    fixture.refuses(&with(&["--format", "xml"]), &["xml", "table, json, csv"]);
    fixture.refuses(&with(&["--cards", "nowhere"]), &["nowhere", "expected the folder"]);
    fixture.refuses(&["simulate", "nowhere"], &["nowhere", "no such file or folder"]);
    let one = ["decks/ash.json", "only one deck", "--against"];
    fixture.refuses(&["simulate", "decks/ash.json"], &one);
    fixture.refuses(&["simulate", "empty"], &["empty", "no deck files", "*.json, *.txt"]);
    fixture.refuses(&["simulate", "decks/ash.json", "decks/none.json"], &["decks/none.json"]);
    fixture.refuses(&["simulate"], &["DECK"]);
    fixture.refuses(&["replay", "decks/ash.json", "decks/ash.json"], &["--game"]);
    fixture.refuses(&["replay", "decks/ash.json", "--game", "1"], &["only one deck"]);
    fixture.refuses(&["replay", "decks", "--game", "-1"], &["--game", "from 0"]);
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_play() {
    let fixture = Fixture::new();
    // So many games that the test would never end if they were played first.
    let with = |out: &'static str| {
        let games = "1000000000000";
        ["simulate", "decks/ash.json", "decks/birch.json", "--games", games, "--out", out]
    };
    fixture.refuses(
        &with("nowhere/games.parquet"),
        &["nowhere/games.parquet", "cannot be written", "nowhere is no folder"],
    );
    fixture.refuses(&with("out/games.xlsx"), &["out/games.xlsx", ".parquet or .csv"]);
    fixture.refuses(&with("out"), &["out", "is a folder", ".parquet or .csv"]);
    fs::create_dir(fixture.path("folder.csv")).unwrap();
    fixture.refuses(&with("folder.csv"), &["folder.csv", "is a folder"]);
    fixture.refuses(&with("decks/ash.json/games.csv"), &["decks/ash.json/games.csv"]);
}

/// Starts a run of these decks that would never end, with an output file, and waits until it plays.
#[cfg(unix)]
fn endless(fixture: &Fixture, decks: &str, more: &[&str]) -> std::process::Child {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let child = Command::new(assert_cmd::cargo::cargo_bin!("cardmill"))
        .current_dir(&fixture.folder)
        .env("CARDMILL_CARDS", "cards")
        .args(["simulate", decks, "--games", "100000000000", "--format", "json"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while fixture.out().is_empty() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    child
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    let id = child.id().to_string();
    std::process::Command::new("kill").args(["-INT", &id]).status().unwrap();
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_its_games_and_goes_on() {
    let fixture = Fixture::new();
    let pairs = ["simulate", "decks", "--seed", "9", "--threads", "2"];
    let moment = std::time::Duration::from_millis(10);
    let mut moments = 0;
    for out in ["out/games.csv", "out/games.parquet"] {
        let child = endless(&fixture, "decks", &["--seed", "9", "--batch", "4", "--out", out]);
        if out.ends_with(".csv") {
            // Until there are rows.
            let part = fixture.path("out/.cardmill-games.csv.part");
            while fs::metadata(&part).is_ok_and(|part| part.len() == 0) {
                moments += 1;
                std::thread::sleep(moment);
            }
        } else {
            std::thread::sleep(moment * (2 * moments));
        }
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{error}");
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(value["stopped"], true);
        assert!(value["digest"].is_null(), "nobody could play these games again");
        let played = value["games"].as_u64().unwrap();
        assert!(error.contains("stopped after") && error.contains("--resume goes on"), "{error}");
        for pairing in value["pairings"].as_array().unwrap() {
            let games = pairing["games"].as_u64().unwrap();
            assert!(games.abs_diff(played / 3) <= 1, "all pairings alike: {value}");
        }
        // The last game of the part can be replayed already.
        fixture.log(&["replay", out, "--row", &(played - 1).to_string()]);

        // The rest, with the same result and the same bytes as all at once.
        let games = (played / 3 + 5).to_string();
        let run = |out: &str, more: &[&str]| {
            let arguments = [&pairs[..], &["--games", &games, "--out", out], more].concat();
            fixture.json(&arguments)
        };
        let other = ["simulate", "decks", "--seed", "8", "--out", out, "--resume"];
        let assert = fixture.run(&other).assert().code(2);
        let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(error.contains("it has the seed 9, and now 8"), "{error}");
        let resumed = run(out, &["--resume"]);
        assert_eq!(resumed["games_before"], played);
        assert_eq!(resumed["games"], 3 * games.parse::<u64>().unwrap());
        let whole = out.replace("games.", "whole.");
        let at_once = run(&whole, &[]);
        assert_eq!(resumed["digest"], at_once["digest"]);
        assert_eq!(resumed["pairings"], at_once["pairings"]);
        for end in ["", ".json"] {
            let bytes = |out: &str| fs::read(fixture.path(&format!("{out}{end}"))).ok();
            assert!(bytes(out) == bytes(&whole), "{out}{end}");
        }
        // There is nothing left to play.
        assert_eq!(run(out, &["--resume"])["digest"], at_once["digest"]);
        fs::remove_dir_all(fixture.path("out")).unwrap();
        fs::create_dir(fixture.path("out")).unwrap();
    }
}

/// With so many tables a tick is long: the second signal comes before the run has stopped.
#[cfg(unix)]
#[test]
fn a_run_interrupted_twice_leaves_no_file() {
    let fixture = Fixture::new();
    let out = ["--out", "out/games.parquet", "--threads", "2", "--batch", "20000"];
    let child = endless(&fixture, "decks", &out);
    interrupt(&child);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(fixture.out(), Vec::<String>::new());
}

/// A file that may not grow stands for a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk_is_noticed_early() {
    let fixture = Fixture::new();
    let program = assert_cmd::cargo::cargo_bin!("cardmill").display().to_string();
    let limited = format!(
        "ulimit -f 64; trap '' XFSZ; exec {program} simulate decks --games 100000000000 \
         --agents random --quiet --out out/games.csv"
    );
    let output = std::process::Command::new("bash")
        .current_dir(&fixture.folder)
        .env("CARDMILL_CARDS", "cards")
        .args(["-c", &limited])
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("out/games.csv: cannot go on writing"), "{error}");
    assert_eq!(fixture.out(), Vec::<String>::new());
}
