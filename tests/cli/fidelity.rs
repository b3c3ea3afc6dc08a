//! The agreement of simulated games with games that people played.

use serde_json::Value;

use super::Fixture;

/// The agent that plays games by the hundred in a moment.
const GREEDY: [&str; 2] = ["--agents", "greedy"];

/// A table of the three decks of the fixture: a user's own, beside its lists.
fn table(fixture: &Fixture) {
    fixture.write(
        "era/matchups.json",
        r#"{
            "era": "spring", "months": ["2030-03", "2030-05"], "events": 9, "source": "made up",
            "archetypes": [
                {"id": "ash", "leader": "TST_001", "base": "TST_002", "lists": ["ash.json"]},
                {"id": "birch", "leader": "TST_001", "base": "none", "lists": ["birch.json"]},
                {"id": "cedar", "leader": "TST_001", "base": "none", "lists": ["cedar.json"]}
            ],
            "games": [
                {"a": "ash", "b": "birch", "won": 60, "lost": 40},
                {"a": "ash", "b": "cedar", "won": 50, "lost": 50},
                {"a": "birch", "b": "cedar", "won": 30, "lost": 30}
            ]
        }"#,
    );
}

fn fixture() -> Fixture {
    let fixture = Fixture::new();
    std::fs::create_dir_all(fixture.path("era/decks")).unwrap();
    for deck in ["ash", "birch", "cedar"] {
        let text = std::fs::read_to_string(fixture.path(&format!("decks/{deck}.json"))).unwrap();
        fixture.write(&format!("era/decks/{deck}.json"), &text);
    }
    table(&fixture);
    fixture
}

#[test]
fn lists_meet_in_matches() {
    let fixture = fixture();
    let run = |threads, batch| {
        let how = ["fidelity", "era", "--games", "20", "--threads", threads, "--batch", batch];
        fixture.json(&[&how[..], &GREEDY, &["--quiet", "--best-of", "3"]].concat())
    };
    let report = run("1", "32");
    assert_eq!(report, run("3", "7"));
    assert!(report["matches"].as_str().unwrap().starts_with("best of 3: "), "{report}");
    // Games are counted, of 60 matches.
    let games = report["games"].as_u64().unwrap();
    assert!((120..=180).contains(&games), "{games}");
    let decks = ["era/decks/ash.json", "era/decks/birch.json", "era/decks/cedar.json"];
    let simulate = [&["simulate"], &decks[..], &["--games", "20", "--best-of", "3"]].concat();
    let simulated = fixture.json(&simulate);
    assert_eq!(simulated["digest"], report["digest"]);
    assert_eq!(simulated["matches"]["games"], games);
    let compared = report["agreement"]["list"].as_array().unwrap();
    assert_eq!(compared.len(), 3);
    let even = ["fidelity", "era", "--games", "20", "--quiet"];
    let even = fixture.json(&[&even[..], &GREEDY].concat());
    assert!(even["matches"].is_null(), "{even}");
}

#[test]
fn a_table_of_ones_own_is_held_against_a_run() {
    let fixture = fixture();
    let run = |threads, batch| {
        let how = ["fidelity", "era", "--games", "40", "--threads", threads, "--batch", batch];
        fixture.json(&[&how[..], &GREEDY, &["--quiet"]].concat())
    };
    let report = run("1", "32");
    assert_eq!(report, run("2", "7"));
    assert_eq!(
        (&report["era"], &report["played"], &report["games"]),
        (&"spring".into(), &260.into(), &120.into())
    );
    assert_eq!(report["names"][0], "Ann (TST_001) | Home");
    assert_eq!(report["names"][1], "Ann (TST_001) | none");
    let list = report["agreement"]["list"].as_array().unwrap();
    let played: f64 = list
        .iter()
        .map(|one| one["played"].as_f64().unwrap() * one["games"].as_f64().unwrap())
        .sum();
    // Every played game was won by somebody.
    assert!((played - 260.0).abs() < 1e-9, "{played}");
    assert_eq!(report["agreement"]["matchups"]["compared"], 3);
    // The games are those of a run of the same decks.
    let decks = ["era/decks/ash.json", "era/decks/birch.json", "era/decks/cedar.json"];
    let simulated = fixture.json(&[&["simulate"][..], &decks, &["--games", "40"]].concat());
    assert_eq!(report["digest"], simulated["digest"]);
}

#[test]
fn the_eras_of_the_program_are_played() {
    let fixture = Fixture::new();
    let how = ["fidelity", "lof", "--lists", "1", "--games", "1", "--agents", "random", "--quiet"];
    let text = super::printed(&mut fixture.plainly(&how));
    for part in [
        "lof, 2025-07 to 2025-10: ",
        "26 archetypes, 26 lists",
        "325 games of unlimited",
        "random against lof: ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn what_is_no_table_is_refused() {
    let fixture = fixture();
    fixture.refuses(&["fidelity", "winter"], &["winter", "expected a table of played games"]);
    fixture.refuses(&["fidelity", "decks"], &["matchups.json"]);
    fixture.write("era/matchups.json", "{}");
    fixture.refuses(&["fidelity", "era"], &["matchups.json", "missing field"]);
}

/// Squads of which it is known how they fared, and not against whom.
#[test]
fn squads_are_held_against_how_they_fared() {
    let fixture = Fixture::new();
    std::fs::create_dir_all(fixture.path("era/decks")).unwrap();
    let names = ["five-x-wings", "alpha-swarm", "academy-swarm"];
    for name in names {
        let squads = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/xwing/squads");
        let file = format!("{name}.json");
        std::fs::copy(squads.join(&file), fixture.path("era/decks").join(&file)).unwrap();
    }
    let table = |fared: &str| {
        let squad =
            |name: &str| format!(r#"{{"id": "{name}", "lists": ["{name}.json"], {fared}}}"#);
        let squads = names.map(squad).join(", ");
        format!(
            r#"{{"era": "spring", "months": ["2019-03", "2019-05"], "events": 9, "source": "made up",
                "archetypes": [{squads}]}}"#
        )
    };
    let command = ["fidelity", "era", "--game", "xwing", "--games", "4", "--agents", "random"];
    fixture.write("era/matchups.json", &table(r#""decks": 7"#));
    let refused = fixture.plainly(&command).assert().code(2);
    let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(error.contains("no games of \"five-x-wings\"; expected \"games\" of pairs"), "{error}");
    fixture.write("era/matchups.json", &table(r#""fared": [60, 40]"#));
    let output =
        fixture.plainly(&[&command[..], &["--format", "json"]].concat()).assert().success();
    let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!((&report["games"], &report["played"]), (&12.into(), &300.into()), "{report}");
    assert_eq!(report["names"][1], "alpha-swarm");
    let list = report["agreement"]["list"].as_array().unwrap();
    assert!(list.iter().all(|one| one["played"] == 0.6 && one["games"] == 100), "{list:?}");
    let simulated: f64 = list.iter().map(|one| one["simulated"].as_f64().unwrap()).sum();
    assert!((simulated - 1.5).abs() < 1e-9, "what one wins another loses: {list:?}");
    assert!(report["agreement"]["matchups"].is_null());
    let text = String::from_utf8(fixture.plainly(&command).output().unwrap().stdout).unwrap();
    assert!(text.contains("300 games of 9 tournaments, 3 archetypes"), "{text}");
    assert!(!text.contains("matchups: of"), "{text}");
}
