//! Matches: when they end, who goes first, which cards are exchanged, and that they repeat.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use super::{Fixture, deck};

/// Games of a file of matches by the number of their match: who went first, and who won, if somebody did.
type Games = BTreeMap<u64, Vec<(u64, Option<u64>)>>;

fn games(fixture: &Fixture, file: &str) -> Games {
    let mut games = Games::new();
    for row in fixture.rows(file) {
        let of_match = games.entry(row[0].parse().unwrap()).or_default();
        assert_eq!(row[1], (of_match.len() + 1).to_string(), "they stand in their order");
        let winner = match (row[7].as_str(), row[8].as_str()) {
            ("1", "2") => Some(1),
            ("2", "1") => Some(2),
            _ => None,
        };
        of_match.push((row[6].parse().unwrap(), winner));
    }
    games
}

fn best_of<'a>(number: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let run = ["simulate", "decks", "--agents", "random", "--seed", "3", "--best-of", number];
    [&run[..], more].concat()
}

#[test]
fn a_match_ends_with_more_than_half_and_who_lost_goes_first() {
    let fixture = Fixture::new();
    for (number, half) in [("3", 1), ("5", 2)] {
        let out = format!("out/{number}.csv");
        let value = fixture.json(&best_of(number, &["--games", "20", "--out", &out]));
        let games = games(&fixture, &out);
        let mut lengths = [0; 6];
        let mut won = [[0; 2]; 3];
        for (index, games) in &games {
            let wins = |seat| games.iter().filter(|(_, won)| *won == Some(seat)).count();
            let longest = games.len().to_string() == number;
            assert!(longest || wins(1).max(wins(2)) == half + 1, "{games:?}");
            let before = &games[..games.len() - 1];
            for seat in [1, 2] {
                let won = before.iter().filter(|(_, won)| *won == Some(seat)).count();
                assert!(won <= half, "it was over before: {games:?}");
            }
            for pair in games.windows(2) {
                if let Some(winner) = pair[0].1 {
                    assert_eq!(pair[1].0, 3 - winner, "{games:?}");
                }
            }
            lengths[games.len()] += 1;
            let won = &mut won[(index % 3) as usize];
            won[0] += u64::from(wins(1) > wins(2));
            won[1] += u64::from(wins(2) > wins(1));
        }
        assert!(lengths[half + 1] > 0 && lengths[half + 2] > 0, "{lengths:?}");
        assert_eq!((&value["games"], games.len()), (&60.into(), 60));
        let all: usize = games.values().map(Vec::len).sum();
        assert_eq!((&value["matches"]["games"], &value["planned"]), (&all.into(), &60.into()));
        for (setup, won) in value["setups"].as_array().unwrap().iter().zip(won) {
            let told = [0, 1].map(|seat: usize| setup["seats"][seat]["won"]["won"].clone());
            assert_eq!(told, won.map(Value::from));
            let numbers = setup["numbers"].as_array().unwrap();
            assert_eq!((numbers[0]["games"].clone(), numbers.len() / 2), (20.into(), half));
        }
    }
}

#[test]
fn matches_repeat_on_any_threads_and_begin_as_games_do() {
    let fixture = Fixture::new();
    let run = |out: &str, how: &[&str]| {
        let out = format!("out/{out}.csv");
        let how = [&["--games", "7", "--out", &out][..], how].concat();
        fixture.json(&best_of("3", &how))["digest"].clone()
    };
    let usual = run("usual", &["--threads", "1"]);
    assert_eq!(run("three", &["--threads", "3", "--batch", "2"]), usual);
    assert_eq!(run("one", &["--threads", "1", "--batch", "1"]), usual);
    let bytes = |out: &str| fs::read(fixture.path(&format!("out/{out}"))).unwrap();
    for other in ["three", "one"] {
        assert_eq!(bytes(&format!("{other}.csv")), bytes("usual.csv"));
        assert_eq!(bytes(&format!("{other}.csv.json")), bytes("usual.csv.json"));
    }
    // More matches begin with these.
    let more = ["--games", "9", "--resume", "--out", "out/one.csv"];
    let longer = fixture.json(&best_of("3", &more));
    assert_eq!(longer["games_before"], 21);
    let whole = fixture.json(&best_of("3", &["--games", "9", "--out", "out/whole.csv"]));
    assert_eq!((&longer["digest"], &longer["setups"]), (&whole["digest"], &whole["setups"]));
    assert_eq!(bytes("one.csv"), bytes("whole.csv"));

    // Single games are what they are without the option, and the first ones of matches.
    let single = |out: &str, how: &[&str]| {
        let run = ["simulate", "decks", "--agents", "random", "--seed", "3", "--games", "7"];
        fixture.json(&[&run[..], &["--out", out], how].concat())["digest"].clone()
    };
    let alone = single("out/alone.csv", &[]);
    assert_eq!(single("out/single.csv", &["--best-of", "1"]), alone);
    assert_eq!(bytes("single.csv"), bytes("alone.csv"));
    assert_eq!(bytes("single.csv.json"), bytes("alone.csv.json"));
    let firsts = fixture.rows("out/usual.csv").into_iter().filter(|row| row[1] == "1");
    let firsts = firsts.map(|row| [&row[..1], &row[2..]].concat());
    assert_eq!(firsts.collect::<Vec<_>>(), fixture.rows("out/alone.csv"));
}

/// An event that defeats an upgrade, of which there is none, and one that deals damage to a unit; the
/// first is in the deck of Ash, the other in its sideboard.
fn sideboards(fixture: &Fixture) {
    fixture.write(
        "cards/unlimited/tst/events.ron",
        r#"[
            (id: "TST_050", name: "Strip", kind: Event, cost: 1, aspects: [Command],
             abilities: [Event(steps: [Choose((what: (is: [Upgrade]))), Defeat([It])])]),
            (id: "TST_051", name: "Blast", kind: Event, cost: 1, aspects: [Command],
             abilities: [Event(steps: [Choose(()), Damage(to: [It], amount: 5)])]),
        ]"#,
    );
    let mut ash = deck("Ash", 3);
    ash["deck"].as_array_mut().unwrap()[0]["id"] = "TST_050".into();
    ash["sideboard"] = json!([{"id": "TST_051", "count": 3}]);
    fixture.write("decks/ash.json", &ash.to_string());
}

#[test]
fn cards_are_exchanged_after_the_first_game() {
    let fixture = Fixture::new();
    sideboards(&fixture);
    let run = |out: &str, how: &[&str]| {
        let decks = ["decks/ash.json", "decks/birch.json"];
        let run = ["simulate", decks[0], decks[1], "--agents", "random", "--best-of", "3"];
        let out = format!("out/{out}.csv");
        let value = fixture.json(&[&run[..], &["--games", "20", "--out", &out], how].concat());
        (value["matches"].clone(), fixture.rows(&out))
    };
    let (terms, plain) = run("plain", &[]);
    assert_eq!((&terms["sideboard"], &terms["exchanged"]), (&"plain".into(), &json!([1, 2])));
    let (terms, none) = run("none", &["--sideboard", "none"]);
    assert_eq!((&terms["sideboard"], &terms["exchanged"]), (&"none".into(), &json!([0, 2])));
    let numbered = |rows: &[Vec<String>], number: &str| -> Vec<Vec<String>> {
        rows.iter().filter(|row| row[1] == number).cloned().collect()
    };
    assert_eq!(numbered(&plain, "1"), numbered(&none, "1"));
    // Every second game is dealt to other cards.
    let digests = [&plain, &none].map(|rows| numbered(rows, "2"));
    assert!(digests[0].iter().zip(&digests[1]).all(|(plain, none)| plain[15] != none[15]));
    assert_eq!(digests.map(|rows| rows.len()), [20, 20]);

    // Each of them is played again, from its file and by the command.
    let decks = ["replay", "decks/ash.json", "decks/birch.json", "--agents", "random"];
    for (file, rows, how) in [("plain", &plain, &[][..]), ("none", &none, &["--sideboard", "none"])]
    {
        let row = rows.iter().rfind(|row| row[1] == "3").expect("a long match");
        let (index, number) = (&row[0], &row[1]);
        let which = ["--row", index, "--match-game", number];
        let file = format!("out/{file}.csv");
        let log = fixture.log(&[&["replay", &file][..], &which].concat());
        assert!(log.trim_end().ends_with(&format!("digest {}", row[15])), "{log}");
        assert!(log.starts_with(&format!("match {index}, game {number}, seed 0\n")), "{log}");
        let command = [&decks[..], &which, &["--best-of", "3"], how].concat();
        assert_eq!(fixture.log(&command), log);
    }
    let short = games(&fixture, "out/plain.csv");
    let (index, _) = short.iter().find(|(_, games)| games.len() == 2).expect("a short match");
    let which = ["--row", &index.to_string(), "--match-game", "3"];
    let over = "is over after 2 games";
    fixture.refuses_with(&[&decks[..], &which, &["--best-of", "3"]].concat(), &[over]);
    let file = [&["replay", "out/plain.csv"][..], &which].concat();
    fixture.refuses_with(&file, &["has no game 3", "from 1 to 2"]);
    fixture.refuses_with(&[&decks[..], &which].concat(), &["--best-of"]);
}

#[test]
fn what_is_told_says_how_games_fell() {
    let fixture = Fixture::new();
    sideboards(&fixture);
    let table = fixture.log(&best_of("3", &["--games", "4", "--quiet"]));
    for part in [
        "12 matches in",
        "rounds per match",
        "% won of games",
        "game 3",
        "best of 3: who lost a game goes first in the next",
        "sideboard plain: after game 1 cards aimed at fewer than 6",
        "(2 of 6 decks have some)",
    ] {
        assert!(table.contains(part), "{part} is not in: {table}");
    }
    let none = fixture.log(&best_of("5", &["--games", "1", "--quiet", "--sideboard", "none"]));
    assert!(none.contains("sideboard none: no cards are exchanged"), "{none}");
    let csv = fixture.log(&best_of("3", &["--games", "4", "--quiet", "--format", "csv"]));
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].starts_with("counted,setup,position,seat,entry"), "{csv}");
    assert_eq!(rows.len(), 1 + 3 * 2 * 4);
    assert!(rows[1].starts_with("matches,1,,1,Ash,random,4,"), "{csv}");
    assert!(rows[3].starts_with("game 1,1,,1,Ash,random,4,"), "{csv}");
}

#[test]
fn what_is_no_match_is_refused() {
    let fixture = Fixture::new();
    for number in ["0", "2", "11", "-1", "three"] {
        let assert = fixture.run(&best_of(number, &[])).assert().code(2);
        let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(error.contains("expected an odd number of games from 1 to 9"), "{error}");
    }
    let six = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions/six-players.ron");
    let run = fixture.plainly(&["simulate", six, "--best-of", "3"]).assert().code(2);
    let error = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(error.contains("6 players; matches are played by two"), "{error}");
}

#[test]
fn positions_of_two_are_played_in_matches() {
    let two = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions/skirmish-two.ron");
    let fixture = Fixture::new();
    let run = ["simulate", two, "--best-of", "3", "--games", "20", "--out", "out/games.csv"];
    fixture.plainly(&[&run[..], &["--quiet"]].concat()).assert().success();
    let rows = fixture.rows("out/games.csv");
    assert!(rows.len() > 40, "{}", rows.len());
    // It says itself who goes first.
    assert!(rows.iter().all(|row| row[5] == rows[0][5]), "{rows:?}");
}
