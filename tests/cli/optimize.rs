//! The search for decks that beat a field.

use std::fs;

use serde_json::{Value, json};

use super::Fixture;
#[cfg(unix)]
use super::interrupt;

/// The fixture with a deck of which most cards are of no use.
fn fixture() -> Fixture {
    let fixture = Fixture::new();
    let poor = |number: u16| {
        format!(
            r#"(id: "TST_{number:03}", name: "Poor {number}", kind: Unit, cost: 6, power: 1, hp: 2,
            aspects: [Command]),"#
        )
    };
    let cards: String = (30..42).map(poor).collect();
    fixture.write("cards/unlimited/tst/poor.ron", &format!("[{cards}]"));
    let cards: Vec<Value> = (30..42)
        .chain(3..8)
        .map(|number| json!({"id": format!("TST_{number:03}"), "count": 3}))
        .collect();
    let deck = json!({
        "metadata": {"name": "Poor"},
        "leader": {"id": "TST_001", "count": 1},
        "base": {"id": "TST_002", "count": 1},
        "deck": cards,
    });
    fixture.write("bad/poor.json", &deck.to_string());
    fixture
}

const SEARCH: [&str; 7] = [
    "optimize",
    "bad/poor.json",
    "--against",
    "decks/ash.json=2",
    "decks/birch.json",
    "--agents",
    "greedy",
];

/// The options of a short search: 2,000 games, and at most 100 pairs for the test.
const SHORT: [&str; 4] = ["--budget", "2000", "--games", "100"];

#[test]
fn what_is_found_beats_a_poor_deck_on_fresh_deals_and_can_be_played() {
    let fixture = fixture();
    let report = {
        let how = ["--budget", "6000", "--games", "600", "--out", "out/found"];
        fixture.json(&[&SEARCH[..], &how].concat())
    };
    let elites = &report["elites"];
    assert!(elites["tried"].as_u64().unwrap() >= 40, "{elites}");
    assert!(elites["games"].as_u64().unwrap() >= 5_000);
    let answers = report["answers"].as_array().unwrap();
    assert!((2..=5).contains(&answers.len()));
    assert_eq!(answers[0]["verdict"], "better", "{}", answers[0]);
    assert_eq!(answers[0]["matchups"].as_array().unwrap().len(), 2);
    // One is met twice as often as the other.
    let pairs = |matchup: usize| answers[0]["matchups"][matchup]["pairs"].as_u64().unwrap();
    assert_eq!(pairs(0), 2 * pairs(1));
    let poor = |entry: &Value| entry.as_str().is_some_and(|id| id >= "TST_030");
    let best = elites["best"][0]["cards"].as_array().unwrap();
    assert!(best.iter().filter(|card| poor(card)).count() < 36, "{best:?}");
    for number in 1..=answers.len() {
        let file = format!("out/found/deck-{number}.json");
        fixture.log(&["deck", "check", &file]);
        let found: Value = serde_json::from_slice(&fs::read(fixture.path(&file)).unwrap()).unwrap();
        assert_eq!(found["leader"]["id"], "TST_001");
    }
    fixture.log(&["simulate", "out/found/deck-1.json", "decks/ash.json", "--games", "3"]);
}

#[test]
fn a_search_is_the_same_on_any_threads() {
    let fixture = fixture();
    let run = |threads, batch| {
        let how = ["--threads", threads, "--batch", batch, "--quiet"];
        fixture.json(&[&SEARCH[..], &SHORT, &how].concat())
    };
    let one = run("1", "32");
    assert_eq!(one, run("2", "7"));
    assert_eq!(one, run("8", "64"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_goes_on_to_the_same_decks() {
    let fixture = fixture();
    let kept = ["--resume", "out/kept", "--batch", "4", "--threads", "1"];
    let child = fixture.start(&[&SEARCH[..], &SHORT, &kept, &["--format", "json"]].concat());
    fixture.wait_for("out/kept", 6_000);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("out/kept: the same command goes on from it"), "{error}");
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&value["stopped"], value["answers"].as_array().unwrap().len()), (&true.into(), 0));

    let whole = fixture.json(&[&SEARCH[..], &SHORT].concat());
    assert_eq!(whole, fixture.json(&[&SEARCH[..], &SHORT, &kept].concat()));
    // Nothing is left to play.
    assert_eq!(whole, fixture.json(&[&SEARCH[..], &SHORT, &kept].concat()));
}

#[test]
fn a_search_that_cannot_be_is_refused() {
    let fixture = fixture();
    fixture.refuses(
        &["optimize", "bad/poor.json", "--against", "decks/ash.json=0"],
        &["decks/ash.json=0", "expected to meet it 1 to 100 times"],
    );
    let mut xwing = fixture.plainly(&["optimize", "bad/poor.json", "--game", "xwing"]);
    let error = xwing.assert().code(2).get_output().stderr.clone();
    let error = String::from_utf8(error).unwrap();
    assert!(error.contains("poor.json: a deck of unlimited; expected one of xwing"), "{error}");
    fixture.refuses(
        &["optimize", "bad/poor.json", "--against", "decks/ash.json", "--out", "bad/poor.json"],
        &["bad/poor.json", "a folder that decks can be written to"],
    );
    fixture
        .refuses(&["optimize", "bad/poor.json", "--against", "bad/none.json"], &["bad/none.json"]);
}

#[test]
fn what_it_begins_with_is_not_found_and_nothing_is_written_over() {
    let fixture = fixture();
    // Nothing else is tried.
    let begun = ["--budget", "1", "--games", "20"];
    let report = fixture.json(&[&SEARCH[..], &begun, &["--report", "out/page.html"]].concat());
    assert_eq!(report["answers"].as_array().unwrap().len(), 0);
    assert_eq!(report["elites"]["best"][0]["begun"], "Poor");
    let changes = report["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1);
    assert!(changes[0].as_str().unwrap().contains("nothing was found"), "{changes:?}");
    let page = fs::read_to_string(fixture.path("out/page.html")).unwrap();
    assert!(page.contains("What the search found"));
    let printed = fixture.log(&[&SEARCH[..], &begun].concat());
    assert!(printed.contains("Poor, as given"), "{printed}");
    fs::remove_file(fixture.path("out/page.html")).unwrap();

    fixture.write("bad/deck-3.json", "mine");
    let folder = ["--out", "bad"];
    fixture.refuses(&[&SEARCH[..], &folder].concat(), &["bad/deck-3.json: it is there already"]);
    fixture.write("bad/random-2.json", "mine");
    fixture
        .refuses(&["deck", "random", "--out", "bad"], &["bad/random-2.json: it is there already"]);
    for kept in ["bad/deck-3.json", "bad/random-2.json"] {
        assert_eq!(fs::read_to_string(fixture.path(kept)).unwrap(), "mine");
    }
}
