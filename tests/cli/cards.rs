//! The cards of the program and of folders.

use std::fs;
use std::path::Path;

use super::{Fixture, deck, printed};

#[test]
fn cards_are_listed_and_shown() {
    let fixture = Fixture::new();
    let text = |arguments: &[&str]| {
        let assert = fixture.run(arguments).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let list = text(&["cards", "list", "--set", "tst"]);
    assert!(list.contains("TST_001") && list.contains("Ann, Plain"), "{list}");
    assert!(!list.contains("SOR_T01"), "{list}");
    let page = text(&["cards", "show", "tst_001", "home"]);
    assert!(page.contains("deploys at 5 resources"), "{page}");
    assert!(page.contains("TST_002  Home"), "{page}");
    let value = fixture.json(&["cards", "list", "--set", "TST"]);
    assert_eq!(value.as_array().map(Vec::len), Some(20));
    assert_eq!(value[0]["deploy_at"], 5);
    fixture.refuses(
        &["cards", "show", "TST_001", "TST_999"],
        &["TST_999", "a number of TST that is known (1-20)"],
    );
    fixture.refuses(
        &["cards", "list", "--set", "NIX"],
        &["NIX", "SOR, TWI, JTL, LOF, SEC, LAW, ASH, HMW, TST"],
    );
}

#[test]
fn cards_are_checked() {
    let fixture = Fixture::new();
    let value = fixture.json(&["cards", "check"]);
    let set = &value["sets"][0];
    assert_eq!(set["set"], "TST");
    assert_eq!((&set["cards"], &set["complete"]), (&20.into(), &20.into()));
    assert_eq!(value["cards"], "cards");
    assert!(set["tested"].is_null());

    fs::create_dir_all(fixture.path("tests/cards/tst")).unwrap();
    let cards = r#"[(id: "TST_021", name: "Grit", kind: Unit, cost: 1, power: 1, hp: 1,
        keywords: [Grit])]"#;
    fixture.write("cards/unlimited/tst/more.ron", cards);
    assert_eq!(fixture.json(&["cards", "check"])["sets"][0]["tested"], 20);
    let scenario = r#"[(name: "grit", card: "TST_021", steps: [Active(P1)])]"#;
    fixture.write("tests/cards/tst/grit.ron", scenario);
    assert_eq!(fixture.json(&["cards", "check"])["sets"][0]["tested"], 21);

    fs::create_dir(fixture.path("cards/unlimited/decks")).unwrap();
    fixture.write("cards/unlimited/decks/good.json", &deck("Good", 3).to_string());
    assert_eq!(fixture.json(&["cards", "check"])["decks"][0]["name"], "Good");
    fixture.write("cards/unlimited/decks/bad.json", "{}");
    fixture.run(&["cards", "check"]).assert().code(2).stderr(predicates::str::contains("bad.json"));
    fixture.run(&["cards", "check", "--format", "json"]).assert().code(2);
    fs::remove_file(fixture.path("cards/unlimited/decks/bad.json")).unwrap();

    fixture.write("tests/cards/tst/grit.ron", "[(name: 3)]");
    fixture.refuses(&["cards", "check"], &["grit.ron", "line 1", "expected"]);
    fixture.write("cards/unlimited/tst/more.ron", "[(id: 3)]");
    fixture.refuses(&["cards", "check"], &["more.ron:1:"]);
    fixture.refuses(&["simulate", "decks"], &["more.ron:1:"]);
}

#[test]
fn sessions_and_scenarios_have_the_cards_of_the_program() {
    let fixture = Fixture::new();
    let game = r#"{"jsonrpc": "2.0", "id": 1, "method": "new_game", "params": {"decks": ["vader", "luke"]}}"#;
    let answer = printed(fixture.plainly(&["session"]).write_stdin(format!("{game}\n")));
    assert!(answer.contains("\"waiting\""), "{answer}");
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    for file in ["unlimited/S4-31.ron", "xwing", "imperium"] {
        let file = scenarios.join(file).display().to_string();
        printed(&mut fixture.plainly(&["scenario", &file]));
    }
}

#[test]
fn every_printing_of_a_card_is_the_card() {
    let fixture = Fixture::new();
    let page = printed(&mut fixture.plainly(&["cards", "show", "TWI_174"]));
    assert!(page.starts_with("SOR_172  Open Fire\n"), "{page}");
    assert!(page.contains("also printed as TWI_174"), "{page}");
    let error = |id: &str| {
        let assert = fixture.plainly(&["cards", "show", id]).assert().code(2);
        String::from_utf8(assert.get_output().stderr.clone()).unwrap()
    };
    for id in ["TS26_034", "ts26-34", "Fives, I Have Proof!"] {
        let expected = "TS26_034 Fives, I Have Proof! (Twin Suns) is not";
        assert!(error(id).contains(expected), "{}", error(id));
    }
    assert!(error("SOR_600").contains("that is known (1-510)"), "{}", error("SOR_600"));
    assert!(error("XXX_001").contains("SOR, SHD, TWI"), "{}", error("XXX_001"));
    assert!(error("Vadr").contains("an id such as SOR_010"), "{}", error("Vadr"));
}

#[test]
fn cards_that_fit_are_listed() {
    let fixture = Fixture::new();
    let ids = |arguments: &[&str]| {
        let mut command = fixture.plainly(&["cards", "list", "--format", "csv"]);
        let text = printed(command.args(arguments));
        let ids = text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    assert!(ids(&["--text", "DRAW a card"]).len() > 3);
    let all = ["--kind", "unit", "--aspect", "villainy", "--cost", "3..5", "--trait", "trooper"];
    let troopers = ids(&[&["--set", "sor"], &all[..]].concat());
    assert!(troopers.contains(&"SOR_033".to_owned()), "{troopers:?}");
    assert!(troopers.len() < 12, "{troopers:?}");
    let sentinels = ids(&["--keyword", "sentinel", "--aspect", "vigilance", "--cost", "..3"]);
    assert!(!sentinels.is_empty() && sentinels.len() < ids(&["--keyword", "sentinel"]).len());
    assert_eq!(ids(&["--kind", "base", "--cost", "0"]), Vec::<String>::new());
    let table = printed(&mut fixture.plainly(&["cards", "list", "--kind", "leader"]));
    assert!(table.lines().all(|line| line.chars().count() <= 120), "{table}");
    let nothing = printed(&mut fixture.plainly(&["cards", "list", "--text", "no such text"]));
    assert_eq!(nothing, "no card fits\n");
    for (option, value, expected) in [
        ("--cost", "5..3", "3..5"),
        ("--trait", "Boats", "Bounty Hunter".to_lowercase().as_str()),
        ("--keyword", "Flying", "sentinel"),
        ("--kind", "boat", "upgrade"),
    ] {
        fixture.refuses(&["cards", "list", option, value], &[option, value, expected]);
    }
}

#[test]
fn cards_of_every_game_are_listed_and_shown() {
    let fixture = Fixture::new();
    let run = |arguments: &[&str]| printed(&mut fixture.plainly(arguments));
    for (game, card) in [
        ("imperium", "CARRIER_II,Carrier II,Upgrade"),
        ("xwing", "juke,Juke,Upgrade"),
        ("skirmish", "recruit,"),
    ] {
        let list = run(&["cards", "list", "--game", game, "--format", "csv"]);
        assert!(list.lines().any(|line| line.starts_with(card)), "{game}: {list}");
        assert!(run(&["cards", "check", "--game", game]).contains(&format!("cards of {game}")));
    }
    let page = run(&["cards", "--game", "imperium", "show", "Carrier II"]);
    assert!(page.starts_with("CARRIER_II  Carrier II\n") && page.contains("capacity: 6"), "{page}");
    let paths = run(&["cards", "show", "carrier_ii", "--game", "imperium", "--paths"]);
    assert!(paths.contains("unit.capacity=6"), "{paths}");
    let json = run(&["cards", "show", "CARRIER_II", "--game", "imperium", "--format", "json"]);
    assert!(json.contains("\"capacity\": 6"), "{json}");
    for (arguments, expected) in [
        (&["cards", "show", "Carier", "--game", "imperium"][..], "expected the id or the name"),
        (&["cards", "list", "--set", "SOR", "--game", "imperium"], "is for unlimited"),
        (&["cards", "read", "Draw a card.", "--game", "xwing"], "is for unlimited"),
        (&["cards", "list", "--game", "chess"], "no game \"chess\""),
    ] {
        let assert = fixture.plainly(arguments).assert().code(2);
        let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn what_is_not_read_is_bad_input_wherever_it_stands() {
    let fixture = Fixture::new();
    let code = |arguments: &[&str], code| {
        fixture.plainly(&[&["cards", "read"], arguments].concat()).assert().code(code);
    };
    fixture.write("good.txt", "name: Good\nkind: unit\ncost: 1\npower: 1\nhp: 1\n\nDraw a card.\n");
    fixture.write("bad.txt", "name: Bad\nkind: event\ncost: 1\n\nDraw a boat.\n");
    code(&["--kind", "event", "Draw a card."], 0);
    code(&["--kind", "event", "Draw a boat."], 2);
    code(&["bad.txt"], 2);
    code(&["none.txt"], 2);
    fixture.write("good.txt", "name: Good\nkind: event\ncost: 1\n\nDraw a card.\n");
    code(&["good.txt"], 0);
    code(&["good.txt", "bad.txt"], 2);
    // What is not known of a leader's other side is not nothing.
    let leader = r#"[{"set": "MINE", "number": 1, "title": "Nobody", "type": "leader", "text": "",
        "cost": 5, "power": 3, "hp": 5, "unique": true,
        "epic_action": "Epic Action: If you control 5 or more resources, deploy this leader.""#;
    fixture.write("leader.json", &format!("{leader}}}]"));
    let refused = fixture.plainly(&["cards", "read", "leader.json"]).assert().code(2);
    let why = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(why.contains("deploy_box: expected what is printed"), "{why}");
    fixture.write("leader.json", &format!("{leader}, \"deploy_box\": \"Overwhelm\"}}]"));
    code(&["leader.json"], 0);
}

#[test]
fn a_parameter_of_an_agent_is_said_once() {
    let fixture = Fixture::new();
    fixture.refuses(
        &["simulate", "decks", "--agents", "ismcts:sims=4,sims=8"],
        &["--agents: ismcts: sims is said twice"],
    );
}
