//! The beginnings of games: mulligans, going first and first resources, and the rounds after them.

use serde_json::{Value, json};

use super::{Fixture, interval};

const HOW: [&str; 3] = ["--agents", "greedy", "--quiet"];

/// A deck of three copies each of 17 units, from this number on, with this base.
fn deck(fixture: &Fixture, file: &str, name: &str, first: u16, base: &str) {
    let mut deck = super::deck(name, first);
    deck["base"]["id"] = base.into();
    fixture.write(file, &deck.to_string());
}

/// Units that cost so much and are what they cost, from this number on.
fn units(first: u16, cost: impl Fn(u16) -> u8) -> String {
    let unit = |number: u16| {
        let cost = cost(number);
        format!(
            r#"(id: "TST_{:03}", name: "More {number}", kind: Unit, cost: {cost}, power: 2, hp: 2, aspects: [Command]),"#,
            first + number,
        )
    };
    (0..17).map(unit).collect()
}

/// The fixture with decks of cards that are all alike, of which one cannot give up its hand, and a deck
/// half of which nobody can pay for.
fn planted() -> Fixture {
    let fixture = Fixture::new();
    let cards = format!(
        r#"[(id: "TST_040", name: "Firm", kind: Base, hp: 30, aspects: [Command],
            abilities: [StartingHand(more: 1, no_mulligan: true)]), {} {}]"#,
        units(100, |_| 2),
        units(200, |number| if number % 2 == 0 { 2 } else { 25 }),
    );
    fixture.write("cards/unlimited/tst/more.ron", &cards);
    deck(&fixture, "bad/alike.json", "Alike", 100, "TST_002");
    deck(&fixture, "bad/firm.json", "Firm", 100, "TST_040");
    deck(&fixture, "bad/heavy.json", "Heavy", 200, "TST_002");
    fixture
}

fn named<'v>(report: &'v Value, name: &str) -> &'v Value {
    report["decks"].as_array().unwrap().iter().find(|deck| deck["deck"] == name).unwrap()
}

#[test]
fn openings_are_the_same_on_any_threads_and_go_on() {
    let fixture = Fixture::new();
    let asked = [&["openings", "decks", "--games", "41"][..], &HOW].concat();
    let run = |more: &[&str]| fixture.json(&[&asked[..], more].concat());
    let report = run(&["--threads", "1"]);
    assert_eq!(report, run(&["--threads", "2", "--batch", "7"]));
    assert_eq!(report, run(&["--threads", "8", "--batch", "3"]));
    let kept = ["--resume", "out/kept"];
    let fewer = ["openings", "decks", "--games", "20"];
    fixture.json(&[&fewer[..], &HOW, &kept].concat());
    assert_eq!(report, run(&kept));
    // Going first is worth what meta says of the same field.
    let meta = fixture.json(&[&["meta", "decks", "--games", "41"][..], &HOW].concat());
    assert_eq!(report["first"]["worth"], meta["first"]["worth"]);
    assert_eq!(report["first"]["interval"], meta["first"]["interval"]);
    let ended = report["ended"].as_array().unwrap().iter();
    assert_eq!(ended.map(|ended| ended["games"].as_u64().unwrap()).sum::<u64>(), 123);
    for deck in report["decks"].as_array().unwrap() {
        assert_eq!((&deck["games"], &deck["hands"]), (&82.into(), &82.into()));
        // Two of six cards become resources (CR 5.2.1).
        let first = &deck["tempo"][0];
        assert_eq!(first["resources"], json!([2.0, 0.0]));
        assert_eq!(first["hand"], json!([4.0, 0.0]));
        let sum = |of: &str| -> u64 {
            deck["by_cost"].as_array().unwrap().iter().map(|cost| cost[of].as_u64().unwrap()).sum()
        };
        assert_eq!((sum("copies"), sum("resourced")), (6 * 82, 2 * 82));
        for round in deck["tempo"].as_array().unwrap() {
            let [paid, resources] = ["paid", "resources"].map(|of| round[of][0].as_f64().unwrap());
            assert!(paid <= resources, "{round}");
        }
        let won = &deck["won"];
        assert!(won["combat"][0].as_f64().unwrap() >= 30.0, "{won}");
        assert_eq!((&won["abilities"][0], &won["empty_deck"][0]), (&0.0.into(), &0.0.into()));
    }
}

#[test]
fn what_makes_no_difference_is_worth_nothing_and_what_is_planted_is_found() {
    let fixture = planted();
    let asked = ["openings", "bad/alike.json", "bad/firm.json", "bad/heavy.json", "--games"];
    let page = ["--report", "out/page.html"];
    let report = fixture.json(&[&asked[..], &["600"], &HOW, &page].concat());
    let [alike, firm, heavy] = ["Alike", "Firm", "Heavy"].map(|name| named(&report, name));
    // All of its hands are alike.
    for worth in [&alike["kept"], &alike["choice"], &firm["choice"]] {
        assert_eq!(worth["worth"], 0.0, "{worth}");
    }
    assert_eq!(
        (&firm["hands"], &firm["rate"], &firm["kept"]),
        (&0.into(), &Value::Null, &Value::Null)
    );
    // Who cannot pay for a card makes it a resource, and is right.
    let heavies = heavy["by_cost"].as_array().unwrap();
    let [cheap, dear] = [0, 1].map(|at| &heavies[at]);
    assert_eq!((&cheap["cost"], &dear["cost"]), (&2.into(), &25.into()));
    assert!(interval(&dear["worth"])[0] > 0.0, "{dear}");
    assert!(interval(&cheap["worth"])[1] < 0.0, "{cheap}");
    assert!(interval(&heavy["choice"])[0] > 0.0, "{heavy}");
    // The fewer cards of a hand can be paid for, the more a mulligan is worth.
    let hands = heavy["by_hand"].as_array().unwrap();
    let hand = |cheap: u64| hands.iter().find(|hand| hand["cheap"] == cheap).unwrap();
    let gain = |cheap| hand(cheap)["gain"]["worth"].as_f64().unwrap();
    assert!(gain(1) > gain(2) && gain(2) > gain(3), "{hands:?}");
    assert!(interval(&heavy["given_up"])[0] > 0.0, "{heavy}");

    let text = fixture.log(&[&asked[..], &["20"], &HOW].concat());
    let html = std::fs::read_to_string(fixture.path("out/page.html")).unwrap();
    for part in ["oing first is worth ", "all that cost 25", "none allowed", "games won"] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
    assert!(html.contains("all that cost 25") && html.contains("Played by greedy."));
    let rows = fixture.log(&[&asked[..], &["20"], &HOW, &["--format", "csv"]].concat());
    assert!(rows.starts_with("deck,figure,of,value,low,high,count\n,going first,,"), "{rows}");
    assert!(rows.contains("\nHeavy,mulligan rate,,"), "{rows}");
}

#[test]
fn who_chooses_at_random_gives_up_every_other_hand_and_gains_alike_by_all() {
    let fixture = planted();
    let asked = ["openings", "bad/heavy.json", "bad/alike.json", "--games", "2000", "--quiet"];
    let report = fixture.json(&[&asked[..], &["--agents", "random"]].concat());
    for name in ["Alike", "Heavy"] {
        let deck = named(&report, name);
        let rate = [1, 2].map(|end| deck["rate"][end].as_f64().unwrap());
        assert!(rate[0] <= 0.5 && 0.5 <= rate[1], "{deck}");
        // Which hands are given up is drawn by lot, so both gains are of the same hands.
        let [given, kept] = [&deck["given_up"], &deck["kept"]].map(interval);
        assert!(given[0] <= kept[1] && kept[0] <= given[1], "{deck}");
    }
}

#[test]
fn openings_are_of_two_decks() {
    let fixture = Fixture::new();
    fixture.refuses(&["openings"], &["DECK or POSITION"]);
    let position = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions/openings.ron");
    let assert = fixture.plainly(&["openings", position, "--games", "2"]).assert().code(2);
    let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(error.contains("expected no positions"), "{error}");
    let squads = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions/duel.ron");
    let assert = fixture.plainly(&["openings", squads, "--games", "2"]).assert().code(2);
    let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(error.contains("expected decks of unlimited"), "{error}");
}
