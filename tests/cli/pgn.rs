//! Files of SWU-PGN: written, checked, shown.

use std::fs;

use serde_json::Value;

use super::{Fixture, printed};

const GAME: [&str; 9] =
    ["replay", "luke", "vader", "--row", "3", "--agents", "random", "--pgn", "out/game.swupgn"];

fn checked(fixture: &Fixture, arguments: &[&str], code: i32) -> Value {
    let arguments = [&["pgn", "check", "--format", "json"], arguments].concat();
    let output = fixture.plainly(&arguments).assert().code(code);
    serde_json::from_slice(&output.get_output().stdout).unwrap()
}

#[test]
fn a_game_is_written_checked_played_again_and_shown() {
    let fixture = Fixture::new();
    fixture.plainly(&GAME).assert().success().stdout("");
    let text = fs::read_to_string(fixture.path("out/game.swupgn")).unwrap();
    fixture.plainly(&GAME).assert().success();
    assert_eq!(fs::read_to_string(fixture.path("out/game.swupgn")).unwrap(), text);
    let report = &checked(&fixture, &["out/game.swupgn", "--rules"], 0)[0];
    assert!(report["sound"].as_bool().unwrap() && report["newer"].as_bool().unwrap());
    assert_eq!(report["flaws"], Value::Array(Vec::new()));
    assert!(report["keyframes"].as_u64().unwrap() > 2, "{report}");
    let verdict = report["rules"]["verdict"].as_str().unwrap();
    assert!(["same", "lost"].contains(&verdict), "{report}");

    let shown = printed(&mut fixture.plainly(&["pgn", "show", "out/game.swupgn"]));
    assert!(shown.contains(" ROUND 2") && shown.contains("***"), "{shown}");
    let until = ["pgn", "show", "out/game.swupgn", "--until", "R1.A.1"];
    let until = printed(&mut fixture.plainly(&until));
    assert!(!until.contains(" ROUND 2") && until.contains(" P2  base"), "{until}");
    let page = ["pgn", "show", "out/game.swupgn", "--html", "out/game.html"];
    fixture.plainly(&page).assert().success().stdout("");
    let page = fs::read_to_string(fixture.path("out/game.html")).unwrap();
    assert!(page.contains("Luke Skywalker") && page.contains("resource_cards"));
}

#[test]
fn what_other_files_lack_is_told() {
    let fixture = Fixture::new();
    fixture.plainly(&GAME).assert().success();
    let text = fs::read_to_string(fixture.path("out/game.swupgn")).unwrap();
    fixture.write("changed.swupgn", &text.replacen("\"handSize\":4", "\"handSize\":7", 1));
    fixture.write("cut.swupgn", &text[..text.len() * 2 / 3]);
    let report = &checked(&fixture, &["changed.swupgn"], 1)[0];
    assert_eq!(report["mismatches"][0]["expected"], 7, "{report}");
    let reports = checked(&fixture, &["out/game.swupgn", "changed.swupgn", "cut.swupgn"], 2);
    assert_eq!(reports.as_array().unwrap().len(), 3);
    assert_eq!(reports[2]["flaws"][0]["grade"], "unreadable");
    let told = fixture.plainly(&["pgn", "check", "cut.swupgn"]).assert().code(2);
    let told = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    assert!(told.contains("cut.swupgn:") && told.contains("expected"), "{told}");
    fixture.refuses_with(&["pgn", "show", "cut.swupgn"], &["cut.swupgn: line", "expected"]);
    let until = ["pgn", "show", "changed.swupgn", "--until", "R99.A.1"];
    fixture.refuses_with(&until, &["changed.swupgn", "R99.A.1"]);
    fixture.refuses_with(&["pgn", "check", "none.swupgn"], &["none.swupgn", "a file to read"]);
}

#[test]
fn only_games_between_two_decks_are_written() {
    let fixture = Fixture::new();
    let squads = ["replay", "five-x-wings", "academy-swarm", "--game", "xwing", "--row", "0"];
    let written = ["--pgn", "out/none.swupgn"];
    let refused = fixture.plainly(&[&squads[..], &written].concat()).assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(error.contains("--pgn: a game of xwing; expected one of unlimited"), "{error}");
    let other = [&GAME[..7], &["--pgn", "out/game.txt"]].concat();
    let refused = fixture.plainly(&other).assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(error.contains(".swupgn"), "{error}");
    assert_eq!(fixture.out(), Vec::<String>::new());
}
