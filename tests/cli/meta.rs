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

/// The fixture's deck that has a card which no other has, and what makes that card great.
const GREAT: [&str; 2] = ["--edit", "TST_020 power+9 hp+9"];

#[test]
fn a_field_before_and_after_a_change_is_of_the_same_deals() {
    let fixture = Fixture::new();
    let run = |more: &[&str]| {
        fixture.json(&[&["meta"][..], &FIELD, &["61", "--quiet"], &GREAT, more].concat())
    };
    let report = run(&["--threads", "1"]);
    assert_eq!(report, run(&["--threads", "2", "--batch", "7"]));
    assert_eq!(report, run(&["--threads", "8", "--batch", "3"]));
    // A run that was stopped goes on to the same answer.
    let kept = ["--resume", "out/kept"];
    fixture.json(&[&["meta"][..], &FIELD, &["20", "--quiet"], &GREAT, &kept].concat());
    assert_eq!(report, run(&kept));

    let plainly = fixture.json(&[&["meta"][..], &FIELD, &["61", "--quiet"]].concat());
    let edited = fixture.json(&[&["simulate"][..], &FIELD, &["61", "--quiet"], &GREAT].concat());
    assert_eq!(report["first"], plainly["first"]);
    for (place, pairing) in report["pairings"].as_array().unwrap().iter().enumerate() {
        assert_eq!(pairing["share"], plainly["pairings"][place]["share"]);
        // After the change they are the games of a run with these cards.
        let won = &edited["setups"][place]["seats"][0]["won"];
        assert_eq!(pairing["after"]["share"], won["rate"], "{pairing} {won}");
    }
    let after = &report["after"];
    assert_eq!(after["changes"][0], "Unit 17 (TST_020): power 3 -> 12");
    let answer = |name: &str| {
        let answers = after["answers"].as_array().unwrap();
        answers.iter().find(|answer| answer["player"] == name).unwrap().clone()
    };
    let birch = answer("Birch");
    assert_eq!((&birch["verdict"], &birch["copies"]), (&"better".into(), &3.into()));
    assert_eq!(answer("Ash")["verdict"], "worse");
    assert_eq!(birch["matchups"].as_array().unwrap().len(), 2);
    assert_eq!(birch["cards"][0]["card"], "TST_020");
    let sum = birch["better"].as_u64().unwrap() + birch["worse"].as_u64().unwrap();
    assert_eq!(birch["differing"], sum);
    // Where neither deck has the card nothing is otherwise, and nothing is played again.
    let others = report["pairings"].as_array().unwrap().iter();
    let other =
        others.filter(|pairing| pairing["deck"] != "Birch" && pairing["against"] != "Birch");
    for pairing in other {
        assert_eq!(
            (&pairing["after"]["change"], &pairing["after"]["certain"]),
            (&0.0.into(), &false.into())
        );
    }
    assert!(report["spared"].as_u64().unwrap() >= 61);
    assert_eq!(after["decks"][0]["name"], "Birch");
    assert_eq!(after["decks"][0]["mix"], 1.0);
}

#[test]
fn a_change_is_told_side_by_side() {
    let fixture = Fixture::new();
    let page = ["--report", "out/field.html"];
    let told = fixture.log(&[&["meta"][..], &FIELD, &["61", "--quiet"], &GREAT, &page].concat());
    let html = std::fs::read_to_string(fixture.path("out/field.html")).unwrap();
    for part in
        ["Unit 17 (TST_020): power 3 -> 12", "; after Birch (100.0 %)", "played: Unit 17 in "]
    {
        assert!(told.contains(part), "{part} is not in: {told}");
        assert!(
            html.contains(part)
                || html.contains(&part.replacen('p', "P", 1).replace("-> ", "-&gt; ")),
            "{part}"
        );
    }
    assert!(told.contains("the mix that no deck beats: before "), "{told}");
    assert!(told.contains("\nplayed by greedy\n"), "{told}");
    let csv = fixture
        .log(&[&["meta"][..], &FIELD, &["9", "--quiet", "--format", "csv"], &GREAT].concat());
    assert!(csv.lines().next().unwrap().ends_with(",after,change,change_low,change_high,moved"));
    assert_eq!(csv.lines().count(), 4);
    let matches = [&["meta"][..], &FIELD, &["9", "--best-of", "3"], &GREAT].concat();
    fixture.refuses_with(&matches, &["--best-of", "--edit"]);
    let unknown = [&["meta"][..], &FIELD, &["9", "--edit", "TST_999 cost+1"]].concat();
    fixture.refuses_with(&unknown, &["TST_999"]);
}

#[test]
fn a_large_field_is_a_ranking_and_a_matrix_that_can_be_read() {
    let fixture = Fixture::new();
    for number in 0..14 {
        let name = format!("Deck {number}");
        let deck = super::deck(&name, 3 + number % 2).to_string();
        fixture.write(&format!("bad/deck-{number:02}.json"), &deck);
    }
    let how = ["meta", "bad", "--agents", "random", "--games", "2", "--quiet"];
    let page = ["--top", "3", "--report", "out/field.html"];
    let told = fixture.log(&[&how[..], &page].concat());
    assert!(told.contains("\nand 11 more: --top 14 shows all\n"), "{told}");
    assert!(told.contains("91 pairings are not told: --pairings does"), "{told}");
    assert_eq!(told.lines().filter(|line| line.starts_with(" Deck ")).count(), 3, "{told}");
    let every = fixture.log(&[&how[..], &["--pairings"]].concat());
    assert_eq!(every.lines().filter(|line| line.starts_with(" Deck ")).count(), 14 + 91, "{every}");
    let html = std::fs::read_to_string(fixture.path("out/field.html")).unwrap();
    let matrix =
        html.split("<table class=\"shares\">").nth(1).unwrap().split("</table>").next().unwrap();
    assert_eq!(
        (matrix.matches("<th scope=\"row\"").count(), matrix.matches("<td").count()),
        (14, 196)
    );
    // Each column is one of the rows, by its number and in full.
    assert_eq!(matrix.matches("<th scope=\"col\" title=\"Deck ").count(), 14);
    assert!(html.contains("<summary>Pairings among the first 3</summary>"));
    // Of three pairings, each with a game that either won, if both won one.
    assert!((3..=6).contains(&html.matches("cardmill replay").count()));
    assert!(html.len() < 80_000, "{} bytes", html.len());
}
