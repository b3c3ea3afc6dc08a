//! Runs that are interrupted, and outputs that cannot be written.

use std::fs;

use serde_json::Value;

use super::Fixture;
#[cfg(unix)]
use super::interrupt;

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
    use std::time::Duration;

    let run = ["simulate", decks, "--games", "100000000000", "--format", "json"];
    let child = fixture.start(&[&run[..], more].concat());
    while fixture.out().is_empty() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    child
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
        for pairing in value["setups"].as_array().unwrap() {
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
        assert_eq!(resumed["setups"], at_once["setups"]);
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

/// A terminal may send it to a process and to its group.
#[cfg(unix)]
#[test]
fn two_interrupts_at_once_are_one() {
    let fixture = Fixture::new();
    let child = endless(&fixture, "decks", &["--out", "out/games.csv"]);
    fixture.wait_for("out/.cardmill-games.csv.games", 5_000);
    interrupt(&child);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(fixture.rows("out/games.csv").len(), value["games"]);
    assert_eq!(fixture.out(), ["games.csv", "games.csv.json"]);
}

#[cfg(unix)]
#[test]
fn the_report_of_an_interrupted_run_names_its_games_and_does_not_show_them() {
    let fixture = Fixture::new();
    let games = ["stats", "decks", "--games", "100000000000", "--agents", "greedy"];
    let report = ["--report", "out/cards.html", "--resume", "games.kept"];
    let child = fixture.start(&[&games[..], &report].concat());
    fixture.wait_for("games.kept", 5_000);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(fixture.out(), ["cards.html"]);
    let page = fs::read_to_string(fixture.path("out/cards.html")).unwrap();
    assert!(page.contains("Stopped before it was over") && page.contains("cardmill replay "));
    assert!(!page.contains("<a "), "nothing is linked to");
}

/// Waits until so many bytes of games are kept, and ends the process as nothing can keep it from.
#[cfg(unix)]
fn killed(fixture: &Fixture, mut child: std::process::Child, kept: &str, bytes: u64) {
    fixture.wait_for(kept, bytes);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn a_run_that_was_killed_goes_on_and_ends_as_if_it_had_not_been() {
    let fixture = Fixture::new();
    for out in ["out/games.csv", "out/games.parquet"] {
        let run = |games: &str, out: &str, more: &[&str]| {
            let run = ["simulate", "decks", "--seed", "9", "--games", games, "--out", out];
            fixture.json(&[&run[..], more].concat())
        };
        let kept = out.replace("games.", ".cardmill-games.") + ".games";
        // Twice, the second time after the games of the first.
        let mut played = 0;
        for more in [&["--seed", "9"][..], &["--seed", "9", "--resume"]] {
            let child = endless(&fixture, "decks", &[more, &["--out", out]].concat());
            let size = fs::metadata(fixture.path(&kept)).map_or(0, |file| file.len());
            killed(&fixture, child, &kept, size + 10_000);
            assert!(!fixture.path(out).exists());
            played = fs::metadata(fixture.path(&kept)).unwrap().len();
        }
        assert!(played > 20_000);
        let games = "2000";
        let resumed = run(games, out, &["--resume"]);
        let before = resumed["games_before"].as_u64().unwrap();
        assert!((128..=6_000).contains(&before), "{before}");
        let whole = out.replace("games.", "whole.");
        let at_once = run(games, &whole, &[]);
        assert_eq!(resumed["digest"], at_once["digest"]);
        assert_eq!(resumed["setups"], at_once["setups"]);
        for end in ["", ".json"] {
            let bytes = |out: &str| fs::read(fixture.path(&format!("{out}{end}"))).ok();
            assert!(bytes(out) == bytes(&whole), "{out}{end}");
        }
        // Nothing is left behind, and a run that does not go on begins anew.
        assert!(!fixture.path(&kept).exists());
        let child = endless(&fixture, "decks", &["--out", out]);
        killed(&fixture, child, &kept, 10_000);
        let other = ["simulate", "decks", "--seed", "8", "--games", "3", "--out", out];
        let refused = fixture.run(&[&other[..], &["--resume"]].concat()).assert().code(2);
        let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(error.contains("seed 9, and now 8"), "{error}");
        assert_eq!(fixture.json(&other)["games_before"], 0);
        assert!(!fixture.path(&kept).exists());
        fs::remove_dir_all(fixture.path("out")).unwrap();
        fs::create_dir(fixture.path("out")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn tables_of_statistics_that_were_killed_go_on() {
    let fixture = Fixture::new();
    let run = |games: &'static str, out: &'static str| {
        ["stats", "decks", "--agents", "random", "--games", games, "--out", out, "--quiet"]
    };
    let kept = "out/tables/.cardmill-games.parquet.games";
    let child = fixture.start(&run("100000000000", "out/tables"));
    killed(&fixture, child, kept, 100_000);
    // And one that is only interrupted, after the games of the first: where there are more, it plays.
    let first = fs::metadata(fixture.path(kept)).unwrap().len();
    let child = fixture.start(&[&run("100000000000", "out/tables")[..], &["--resume"]].concat());
    fixture.wait_for(kept, first + 100_000);
    interrupt(&child);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert_eq!(fs::read_dir(fixture.path("out/tables")).unwrap().count(), 4);
    let resumed = fixture.json(&[&run("300", "out/tables")[..], &["--resume"]].concat());
    let at_once = fixture.json(&run("300", "out/whole"));
    assert_eq!(resumed["digest"], at_once["digest"]);
    for table in ["games", "cards", "rounds"] {
        let bytes = |out: &str| fs::read(fixture.path(&format!("out/{out}/{table}.parquet")));
        assert!(bytes("tables").unwrap() == bytes("whole").unwrap(), "{table}");
    }
    assert_eq!(fs::read_dir(fixture.path("out/tables")).unwrap().count(), 3);
    fixture.refuses_with(&["stats", "decks", "--resume"], &["expected a file, or the --out"]);
}

/// A file that may not grow stands for a disk that is full.
#[cfg(unix)]
#[test]
fn what_a_full_disk_had_room_for_is_kept() {
    let fixture = Fixture::new();
    let program = assert_cmd::cargo::cargo_bin!("cardmill").display().to_string();
    for (out, blocks) in [("out/games.csv", 64), ("out/games.parquet", 16)] {
        let limited = format!(
            "ulimit -f {blocks}; exec {program} simulate decks --games 100000000000 \
             --agents random --out {out}"
        );
        let output = std::process::Command::new("bash")
            .current_dir(&fixture.folder)
            .env("CARDMILL_CARDS", "cards")
            .args(["-c", &limited])
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(&format!("{out}: cannot go on writing")), "{error}");
        assert!(error.contains("--resume goes on"), "{error}");
        let name = out.replace("out/", ".cardmill-") + ".games";
        assert_eq!(fixture.out(), [name]);
        let run = ["simulate", "decks", "--agents", "random", "--games", "1000", "--out", out];
        let resumed = fixture.json(&[&run[..], &["--resume"]].concat());
        assert!(resumed["games_before"].as_u64().unwrap() >= 64, "{resumed}");
        assert_eq!(resumed["digest"], fixture.json(&run)["digest"]);
        fs::remove_dir_all(fixture.path("out")).unwrap();
        fs::create_dir(fixture.path("out")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_question_goes_on_to_the_same_answer() {
    let fixture = Fixture::new();
    let question =
        ["compare", "decks/ash.json", "decks/birch.json", "--against", "decks/cedar.json"];
    let asked = |games: &'static str| {
        let how = ["--precision", "0.01", "--games", games, "--batch", "4", "--agents", "greedy"];
        [&question[..], &how, &["--format", "json"]].concat()
    };
    let kept = ["--resume", "out/kept"];
    let out = ["--out", "out/pairs.csv"];
    let child = fixture.start(&[&asked("100000000000")[..], &kept, &out].concat());
    fixture.wait_for("out/kept", 2_000);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("out/kept: the same command goes on from it"), "{error}");
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["stopped"], true);
    // What was played is in the table, which says that it is not whole.
    let manifest = fs::read_to_string(fixture.path("out/pairs.csv.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!((&manifest["complete"], &manifest["games"]), (&false.into(), &value["games"]));
    assert_eq!(value["answers"][0]["pairs"], fixture.rows("out/pairs.csv").len());

    let whole = fixture.json(&asked("700")[..13]);
    let resumed = fixture.json(&[&asked("700")[..13], &kept].concat());
    assert_eq!(whole, resumed);
    let other = [&asked("700")[..13], &kept, &["--seed", "1"]].concat();
    let assert = fixture.run(&other).assert().code(2);
    let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(error.contains("out/kept: it has games of another question"), "{error}");
}

#[test]
fn statistics_go_on_with_the_games_that_are_kept() {
    let fixture = Fixture::new();
    let told = |games: &'static str, more: &[&str]| {
        let run = ["stats", "decks", "--games", games, "--agents", "greedy", "--quiet"];
        let mut told = fixture.json(&[&run[..], more].concat());
        let before = told["games_before"].clone();
        let ways = ["seconds", "games_per_second", "decisions_per_second", "games_before"];
        ways.iter().for_each(|way| told[way] = Value::Null);
        (told, before)
    };
    let kept = ["--resume", "out/kept"];
    let (first, _) = told("20", &kept);
    assert_eq!(first, told("20", &[]).0);
    let (more, before) = told("30", &kept);
    assert_eq!(more, told("30", &[]).0);
    assert!(before.is_null() || before == 60, "{before}");
    let other = ["stats", "decks", "--resume", "out/kept", "--seed", "1"];
    let assert = fixture.run(&other).assert().code(2);
    let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(error.contains("out/kept: it has games of another question"), "{error}");
}
