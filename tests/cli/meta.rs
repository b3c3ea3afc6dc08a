//! The field: shares of decks against each other, and the worth of going first.

use super::{Fixture, interval};

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

/// The fixture with a deck that has a card which is planted too great, by nine of power and of HP.
fn planted() -> Fixture {
    let fixture = Fixture::new();
    let cards = std::fs::read_to_string(fixture.path("cards/unlimited/tst/cards.ron")).unwrap();
    let before = r#"name: "Unit 17", kind: Unit, cost: 3, power: 3, hp: 3,"#;
    let after = r#"name: "Unit 17", kind: Unit, cost: 3, power: 12, hp: 12,"#;
    assert!(cards.contains(before), "{cards}");
    fixture.write("cards/unlimited/tst/cards.ron", &cards.replace(before, after));
    fixture
}

#[test]
fn the_smallest_change_after_which_no_deck_is_played_too_much_is_found() {
    let fixture = planted();
    let how = ["400", "--quiet", "--goal", "50", "--within", "5"];
    let among = ["--among", "TST_020 power-1", "TST_020 power-9 hp-9", "TST_020 cost-1"];
    let run = |more: &[&str]| fixture.json(&[&["meta"][..], &FIELD, &how, &among, more].concat());
    let report = run(&["--threads", "1"]);
    assert_eq!(report, run(&["--threads", "2", "--batch", "7"]));
    assert_eq!(report, run(&["--threads", "8", "--resume", "out/kept"]));
    assert_eq!(report, run(&["--resume", "out/kept"]));
    let goal = &report["goal"];
    assert_eq!((&goal["tried"], &goal["most"]), (&3.into(), &0.5.into()));
    // The deck with the card beats what is left without it.
    let before = goal["before"]["by"].as_f64().unwrap();
    assert!(before > 0.03, "{goal}");
    let found = &goal["found"][0];
    assert_eq!(
        (&found["change"], &found["size"]),
        (&"TST_020 power-9 hp-9".into(), &1.into()),
        "{goal}"
    );
    assert_eq!(found["reached"], true, "{found}");
    // What is found is what the same field has without what was planted.
    let plainly = Fixture::new();
    let more = ["600", "--quiet", "--goal", "50", "--within", "50", "--seed", "9"];
    let plain = [&["meta"][..], &FIELD, &more, &["--among", "TST_020 cost+1"]].concat();
    let plain = plainly.json(&plain);
    let (truth, beaten) = (&plain["goal"]["before"], &found["beaten"]);
    let ([least, most], [low, high]) = (interval(truth), interval(beaten));
    assert!(low <= most && least <= high, "{truth}: {found}");
    // The rest is of the first that was found: as meta tells of it alone, on the same deals.
    let edit = ["400", "--quiet", "--seed", "1", "--edit", "TST_020 power-9 hp-9"];
    let alone = fixture.json(&[&["meta"][..], &FIELD, &edit].concat());
    assert_eq!(report["pairings"], alone["pairings"]);
    assert_eq!(report["after"], alone["after"]);
    let birch = found["decks"].as_array().unwrap().iter().find(|deck| deck["deck"] == "Birch");
    assert!(birch.unwrap()["change"].as_f64().unwrap() < -0.05, "{found}");

    let page = ["--report", "out/page.html"];
    let text = fixture.log(&[&["meta"][..], &FIELD, &how, &among, &page].concat());
    let page = std::fs::read_to_string(fixture.path("out/page.html")).unwrap();
    for told in [&text, &page] {
        for part in [
            "deck is to have more than 50.0 % of what is played: of 3 changes",
            "TST_020 power-9 hp-9",
        ] {
            assert!(told.contains(part), "{part} is not in: {told}");
        }
    }
    assert!(text.contains("\nplayed by greedy\n"), "{text}");
    for (arguments, parts) in [
        (&["--goal", "50"][..], &["--among"][..]),
        (&["--goal", "20", "--among", "TST_020 *"], &["--goal 20", "expected 33.4 or more"]),
        (&["--goal", "50", "--among", "TST_999 *"], &["--among", "TST_999"]),
        (
            &["--goal", "50", "--among", "TST_020 *", "--edit", "TST_020 cost+1"],
            &["--goal", "--edit"],
        ),
        (&["--among", "TST_020 *"], &["--goal"]),
    ] {
        fixture.refuses_with(&[&["meta"][..], &FIELD, &["9"], arguments].concat(), parts);
    }
}

#[test]
fn every_question_is_put_to_several_agents() {
    let fixture = Fixture::new();
    let field = ["--against", "decks/birch.json", "decks/cedar.json"];
    let asked: [&[&str]; 4] = [
        &["meta", "decks", "--games", "9"],
        &["value", "decks/ash.json", "--games", "20", "--precision", "20", "--filler", "TST_020"],
        &["stats", "decks", "--games", "9"],
        &["openings", "decks", "--games", "4"],
    ];
    let bands = ["--bands", "random", "greedy"];
    for command in asked {
        let field = if command[0] == "value" { &field[..] } else { &[] };
        let command = [command, field, &["--quiet"]].concat();
        let kept = ["--report", "out/page.html", "--resume", "out/kept"];
        let both = fixture.json(&[&command[..], &kept, &bands].concat());
        assert_eq!(both, fixture.json(&[&command[..], &kept, &bands].concat()));
        let both = both["bands"].as_array().unwrap().clone();
        assert_eq!(both.len(), 2);
        for (agents, one) in ["random", "greedy"].into_iter().zip(&both) {
            assert_eq!(one["agents"], agents);
            let alone = fixture.json(&[&command[..], &["--agents", agents]].concat());
            assert_eq!(*one, alone, "{command:?}");
        }
        let text = fixture.log(&[&command[..], &bands].concat());
        for part in
            ["\nplayed by random\n", "\nplayed by greedy\n", "\nby those who were asked\nrandom: "]
        {
            assert!(format!("\n{text}").contains(part), "{command:?}: {part} is not in: {text}");
        }
        let rows = fixture.log(&[&command[..], &["--format", "csv"], &bands].concat());
        assert!(rows.starts_with("agents,") && rows.contains("\ngreedy,"), "{rows}");
        for page in ["out/page.html", "out/page.2.html"] {
            let text = std::fs::read_to_string(fixture.path(page)).unwrap();
            let agents = if page.contains('2') { "greedy" } else { "random" };
            assert!(text.contains(&format!("Played by {agents}.")), "{command:?}: {page}");
        }
        for file in ["out/page.html", "out/page.2.html", "out/kept", "out/kept.2"] {
            std::fs::remove_file(fixture.path(file)).unwrap();
        }
        let agents = [&command[..], &["--agents", "random"], &bands].concat();
        fixture.refuses_with(&agents, &["--agents", "--bands"]);
    }
    // Where a question is answered in rows, there is one for each of them.
    let compare =
        ["compare", "decks/ash.json", "decks/birch.json", "--against", "decks/cedar.json"];
    let compare = [&compare[..], &["--games", "300", "--quiet"], &bands].concat();
    let rows = fixture.json(&compare)["answers"].clone();
    let agents: Vec<_> = rows.as_array().unwrap().iter().map(|row| row["agents"].clone()).collect();
    assert_eq!(agents, ["random", "greedy"]);
    let alone = ["compare", "decks/ash.json", "decks/birch.json", "--against", "decks/cedar.json"];
    let alone =
        fixture.json(&[&alone[..], &["--games", "300", "--quiet", "--agents", "greedy"]].concat());
    assert_eq!(rows[1]["change"], alone["answers"][0]["change"]);
    let rich = r#"[
        (id: "TST_051", name: "Rich", kind: Unit, cost: 3, power: 12, hp: 12, aspects: [Command]),
    ]"#;
    fixture.write("cards/unlimited/tst/more.ron", rich);
    let optimize =
        ["optimize", "decks/ash.json", "--against", "decks/birch.json", "--budget", "3000"];
    let optimize = [&optimize[..], &["--games", "250", "--quiet"], &bands].concat();
    let report = fixture.json(&optimize);
    let found = report["answers"].as_array().unwrap();
    assert!(found.iter().any(|row| row["agents"] == "greedy"), "{report}");
    assert_eq!(found.len() % 2, 0);
    fixture.refuses_with(&["compare", "random", "greedy", "--bands", "greedy"], &["--bands"]);
    let out = [&["stats", "decks", "--out", "out/t"][..], &bands].concat();
    fixture.refuses_with(&out, &["--out", "--bands"]);
}
