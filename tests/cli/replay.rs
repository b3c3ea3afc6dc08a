//! Games of a run, played again.

use std::fs;

use serde_json::{Value, json};

use super::Fixture;

#[test]
fn a_row_is_replayed_from_the_file_alone() {
    let fixture = Fixture::new();
    let run = ["decks", "--games", "4", "--seed", "5", "--agents", "random,greedy"];
    for out in ["out/games.parquet", "out/games.csv"] {
        fixture.run(&[&["simulate"], &run[..], &["--out", out]].concat()).assert().success();
    }
    let replay = ["replay", "decks", "--seed", "5", "--agents", "random,greedy", "--row", "9"];
    let expected = fixture.log(&replay);
    let row = &fixture.rows("out/games.csv")[9];
    assert!(expected.contains(&format!("P1: {}, random", row[1])), "{expected}");
    assert!(expected.trim_end().ends_with(&format!("digest {}", row[14])), "{expected}");
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
fn a_row_of_edited_cards_is_replayed_from_the_file_alone() {
    let fixture = Fixture::new();
    let edit = "TST_002 hp=5; TST_012 power+1";
    fixture.refuses(&["simulate", "decks", "--edit", "TST_002 height=5"], &["height"]);
    let run = ["decks", "--games", "4", "--seed", "5", "--agents", "random"];
    let simulate = |more: &[&str]| fixture.json(&[&["simulate"], &run[..], more].concat());
    let (plain, edited) = (simulate(&[]), simulate(&["--edit", edit, "--out", "out/games.csv"]));
    assert_ne!(plain["digest"], edited["digest"]);
    let parts: Vec<&str> = edit.split("; ").flat_map(|part| ["--edit", part]).collect();
    assert_eq!(simulate(&parts)["digest"], edited["digest"]);
    let alone = ["replay", "decks", "--seed", "5", "--agents", "random", "--row", "9", "--edit"];
    let log = fixture.log(&["replay", "out/games.csv", "--row", "9"]);
    assert_eq!(fixture.log(&[&alone[..], &[edit]].concat()), log);
    assert!(log.trim_end().ends_with(&format!("digest {}", fixture.rows("out/games.csv")[9][14])));
}

#[test]
fn a_replay_shows_hands_boards_and_the_position_at_a_decision() {
    let fixture = Fixture::new();
    let replay = ["replay", "decks/ash.json", "decks/birch.json", "--row", "3"];
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
    let replay = fixture.run(&[&["replay"], &decks[..], &["--row", "4"]].concat());
    let output = { replay }.assert().success();
    let log = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let last = log.lines().last().unwrap();
    assert!(last.starts_with("game 4: "), "{last}");
    assert!(last.ends_with(&format!("digest {}", row[14])), "{last}");
    assert!(last.contains(&format!("rounds {}, decisions {},", row[10], row[11])), "{last}");
    let first: Vec<&str> = log.lines().take(3).collect();
    assert_eq!(first, ["game 4, seed 5", "P1: Ash, greedy", "P2: Birch, greedy"]);
}

#[test]
fn a_game_of_a_matrix_is_replayed_from_the_arguments_of_the_run() {
    let fixture = Fixture::new();
    let run = ["decks", "--seed", "5", "--agents", "random,greedy"];
    let simulate = [&["simulate"], &run[..], &["--games", "4", "--out", "out/games.csv"]].concat();
    fixture.run(&simulate).assert().success();
    let row = &fixture.rows("out/games.csv")[8];
    assert_eq!(row[..3], ["8", "Birch", "Cedar"]);
    let whole = fixture.log(&[&["replay"], &run[..], &["--row", "8"]].concat());
    assert!(whole.trim_end().ends_with(&format!("digest {}", row[14])), "{whole}");
    assert!(whole.contains("P1: Birch, random\nP2: Cedar, greedy\n"), "{whole}");
    let pair = ["replay", "decks/birch.json", "decks/cedar.json", "--row", "8"];
    assert_eq!(fixture.log(&[&pair[..], &run[1..]].concat()), whole);
}

#[test]
fn the_other_player_goes_first_in_an_exchanged_game() {
    let fixture = Fixture::new();
    let replay = ["replay", "decks/ash.json", "decks/birch.json", "--row", "3"];
    let logs = [&replay[..], &[&replay[..], &["--exchanged"]].concat()].map(|it| fixture.log(it));
    let hands = |log: &String| {
        let hands = log.lines().filter(|line| line.contains("'s opening hand: "));
        hands.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(hands(&logs[0]), hands(&logs[1]));
    let went = |log: &String| {
        let last = log.lines().last().unwrap();
        ["P1 went first", "P2 went first"].map(|told| last.contains(told))
    };
    let [first, second] = went(&logs[0]);
    assert_eq!((went(&logs[1]), first), ([second, first], !second));
    let duel = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions/duel.ron");
    let position = ["replay", duel, "--row", "0", "--exchanged"];
    let refused = fixture.plainly(&position).assert().code(2).get_output().stderr.clone();
    let refused = String::from_utf8(refused).unwrap();
    assert!(refused.contains("--exchanged: expected two decks"), "{refused}");
}
