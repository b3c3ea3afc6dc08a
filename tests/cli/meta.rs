//! Who beats whom, and what going first is worth.

use super::Fixture;

const FIELD: [&str; 4] = ["decks", "--agents", "greedy", "--games"];

#[test]
fn a_field_is_the_same_on_any_threads_and_has_the_games_of_a_run() {
    let fixture = Fixture::new();
    let run = |threads, batch| {
        let how = ["41", "--threads", threads, "--batch", batch, "--quiet"];
        fixture.json(&[&["meta"][..], &FIELD, &how].concat())
    };
    let report = run("1", "32");
    assert_eq!(report, run("2", "7"));
    assert_eq!(report, run("8", "3"));
    let simulated = fixture.json(&[&["simulate"][..], &FIELD, &["41"]].concat());
    assert_eq!(report["digest"], simulated["digest"]);
    // One round in four is played in couples.
    assert_eq!(report["first"]["couples"], 33);
    for pairing in report["pairings"].as_array().unwrap() {
        assert_eq!((&pairing["games"], &pairing["first"]["couples"]), (&41.into(), &11.into()));
    }
    let mix: f64 =
        report["decks"].as_array().unwrap().iter().map(|deck| deck["mix"].as_f64().unwrap()).sum();
    assert!((mix - 1.0).abs() < 1e-9);
    for deck in report["decks"].as_array().unwrap() {
        assert_ne!(deck["name"], deck["response"]);
        assert!(deck["response_share"].as_f64().unwrap() >= 1.0 - deck["field"].as_f64().unwrap());
    }
}

#[test]
fn a_field_is_played_in_matches() {
    let fixture = Fixture::new();
    let run = |threads, batch| {
        let how = ["9", "--threads", threads, "--batch", batch, "--quiet", "--best-of", "3"];
        fixture.json(&[&["meta"][..], &FIELD, &how].concat())
    };
    let report = run("1", "32");
    assert_eq!(report, run("3", "7"));
    let matches = [&["simulate"][..], &FIELD, &["9", "--best-of", "3"]].concat();
    let simulated = fixture.json(&matches);
    assert_eq!(report["digest"], simulated["digest"]);
    assert_eq!(report["games"], simulated["matches"]["games"]);
    assert_eq!(report["first"]["couples"], 9);
    for (pairing, setup) in report["pairings"].as_array().unwrap().iter().zip(0..) {
        let seat = &simulated["setups"][setup as usize]["seats"][0];
        assert_eq!((&pairing["games"], &seat["won"]["games"]), (&9.into(), &9.into()));
    }
    // What going first is worth is told of the same first games as without matches.
    let single = fixture.json(&[&["meta"][..], &FIELD, &["9", "--quiet"]].concat());
    assert_eq!(report["first"], single["first"]);
}

#[test]
fn a_field_is_of_three_or_more() {
    let fixture = Fixture::new();
    let two = ["meta", "decks/ash.json", "decks/birch.json"];
    fixture.refuses(&two, &["expected three decks or more; compare is for two"]);
}
