//! Decks: which are read, what they are called, which are refused.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Fixture, deck, printed};

#[test]
fn a_deck_plays_against_the_field() {
    let fixture = Fixture::new();
    let run = |more: &[&str]| {
        let arguments = ["simulate", "--games", "4", "decks/birch.json", "--against", "decks"];
        fixture.run(&[&arguments[..], more].concat()).assert().success()
    };
    let output = run(&["--format", "json", "--out", "out/games.csv"]);
    let value: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let setups = value["setups"].as_array().unwrap().iter();
    let opponents: Vec<&str> =
        setups.map(|setup| setup["seats"][1]["entry"].as_str().unwrap()).collect();
    assert_eq!(opponents, ["Birch", "Ash", "Cedar"]);
    let table = run(&[]);
    let text = String::from_utf8(table.get_output().stdout.clone()).unwrap();
    assert!(text.contains(" 1 Birch") && text.contains("  itself"), "{text}");
    assert!(!text.contains("% won against") && !text.contains("\n  2 "), "{text}");
    // The same arguments name the same games.
    let digest = fixture.rows("out/games.csv")[5][14].clone();
    let log = fixture.log(&["replay", "decks/birch.json", "--against", "decks", "--row", "5"]);
    assert!(log.trim_end().ends_with(&digest), "{log}");
}

#[test]
fn decks_of_one_name_are_told_apart() {
    let fixture = Fixture::new();
    fixture.write("decks/other.json", &deck("Ash", 3).to_string());
    let value = fixture.json(&["simulate", "decks/ash.json", "decks/other.json", "--games", "1"]);
    assert_eq!(value["setups"][0]["seats"][0]["entry"], "Ash (decks/ash.json)");
    assert_eq!(value["setups"][0]["seats"][1]["entry"], "Ash (decks/other.json)");
}

#[test]
fn the_program_has_cards_and_decks_of_its_own() {
    let fixture = Fixture::new();
    // A folder `cards` in the working directory is not taken unless it is named.
    let simulate = |arguments: &[&str]| {
        let common = ["simulate", "--games", "2", "--format", "json"];
        fixture.plainly(&[&common[..], arguments].concat())
    };
    let value: Value = serde_json::from_str(&printed(&mut simulate(&["vader", "luke"]))).unwrap();
    assert_eq!(value["cards"], "built in");
    assert_eq!(value["begins_with"][0]["file"], "vader");
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR"));
    let decks = ["vader", "luke"].map(|deck| {
        checkout
            .join("cards/unlimited/decks")
            .join(deck)
            .with_extension("json")
            .display()
            .to_string()
    });
    let [vader, luke] = [&decks[0], &decks[1]].map(String::as_str);
    let cards = checkout.join("cards").display().to_string();
    let files = printed(&mut simulate(&[vader, luke, "--cards", &cards]));
    let files: Value = serde_json::from_str(&files).unwrap();
    assert_eq!(files["digest"], value["digest"]);
    assert_eq!(files["cards"], cards.as_str());
    // A file goes before a deck of that name.
    fs::write(fixture.path("vader"), fs::read_to_string(luke).unwrap()).unwrap();
    let value: Value = serde_json::from_str(&printed(&mut simulate(&["vader", "luke"]))).unwrap();
    assert_eq!(value["setups"][0]["seats"][0]["entry"], "Faithful Friend (vader)");

    let list = printed(&mut fixture.plainly(&["deck", "list"]));
    for name in ["boba", "iden", "leia", "luke", "sabine", "vader", "Faithful Friend"] {
        assert!(list.contains(name), "{name} is not in: {list}");
    }
    let check = printed(&mut fixture.plainly(&["cards", "check"]));
    assert!(check.starts_with("cards built in\n") && !check.contains("TST"), "{check}");
    let check = printed(&mut fixture.plainly(&["cards", "check", "--cards", "cards"]));
    assert!(check.starts_with("cards cards\n") && check.contains("TST"), "{check}");
    fixture
        .plainly(&["simulate", "nobody", "luke"])
        .assert()
        .code(2)
        .stderr(predicates::str::contains("nobody: no such file or folder"))
        .stderr(predicates::str::contains("or by name field (ahsoka-blue, "))
        .stderr(predicates::str::contains(
            "decks (boba, iden, leia, luke, sabine, vader), more-decks (",
        ));
}

#[test]
fn all_bad_decks_of_a_folder_are_told() {
    let fixture = Fixture::new();
    fixture.write("bad/a.json", "{}");
    fixture.write("bad/b.json", &deck("B", 3).to_string().replace("TST_003", "SHD_045"));
    fixture.write("bad/c.json", &deck("C", 3).to_string());
    fixture.refuses(
        &["simulate", "bad"],
        &["bad/a.json: leader: ", "bad/a.json: base: ", "bad/b.json: deck[0].id: "],
    );
    for number in 0..30 {
        fixture.write(&format!("bad/{number}.json"), "{}");
    }
    fixture.refuses(&["simulate", "bad"], &["and 12 more decks that are not legal"]);
}

#[test]
fn decks_are_checked() {
    let fixture = Fixture::new();
    let leader = "Leader\n1 | Ann | Plain\nBase\n1 | Home\nDeck\n";
    let units: String = (0..17).map(|unit| format!("3 | Unit {unit}\n")).collect();
    fixture.write("bad/list.txt", &format!("{leader}{units}"));
    fixture.write("bad/short.txt", &format!("{leader}3 | Unit 1\n"));
    let text = printed(&mut fixture.run(&["deck", "check", "bad/list.txt", "decks/ash.json"]));
    for part in [
        "bad/list.txt: legal\n  a list of cards as text\n  list\n",
        "decks/ash.json: legal\n  JSON as SWUDB and Karabast export it\n  Ash\n",
        "leader TST_001  Ann, Plain",
        "51 cards",
    ] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
    let assert = fixture.run(&["deck", "check", "bad", "--format", "json"]).assert().code(2);
    let value: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!((&value[0]["legal"], &value[1]["legal"]), (&true.into(), &false.into()));
    assert_eq!(value[1]["problems"][0]["expected"], "expected at least 50 cards, found 3");

    // A card that exists and is not defined is named, with its set.
    let missing = "1 Darth Vader | Dark Lord of the Sith\n1 SOR_026\n3 ASH_094\n";
    fixture.write("bad/list.txt", missing);
    let mut check = fixture.plainly(&["deck", "check", "bad/list.txt", "--format", "json"]);
    let value: Value = serde_json::from_slice(&check.assert().code(2).get_output().stdout).unwrap();
    let card = &value[0]["problems"][0]["missing"];
    assert_eq!((&card["id"], &card["set"]), (&"ASH_094".into(), &"Ashes of the Empire".into()));

    // Lists are read wherever a deck is.
    fixture.write("bad/list.txt", &format!("{leader}{units}"));
    let value = fixture.json(&["simulate", "bad/list.txt", "decks/ash.json", "--games", "1"]);
    assert_eq!(value["setups"][0]["seats"][0]["entry"], "list");
    fixture.run(&["deck", "check", "nowhere"]).assert().code(2);
}

/// The decks that come with the cards, as `deck list` has them.
fn ready(fixture: &Fixture) -> Vec<Value> {
    let list = printed(&mut fixture.plainly(&["deck", "list", "--format", "json"]));
    serde_json::from_str(&list).unwrap()
}

/// The name that a deck which comes with the cards is found by.
fn name_of(deck: &Value) -> String {
    let file = Path::new(deck["file"].as_str().unwrap());
    file.file_stem().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn all_decks_of_the_cards_are_legal_and_played_by_name() {
    let fixture = Fixture::new();
    let decks = ready(&fixture);
    let names: Vec<String> = decks.iter().map(name_of).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert!(names[..12].contains(&"bane-blue"), "{names:?}");
    assert_eq!(names[12..18], ["boba", "iden", "leia", "luke", "sabine", "vader"]);
    assert!(names.len() >= 49, "{names:?}");
    for deck in &decks {
        assert_eq!(&deck["legal"], true, "{deck}");
        assert!(deck["cards"].as_u64().unwrap() >= 50, "{deck}");
    }
    let check = [&["deck", "check", "--in", "eternal"][..], &names[..]].concat();
    let check = printed(&mut fixture.plainly(&check));
    assert_eq!(check.matches("\n  eternal: legal\n").count(), names.len(), "{check}");
    let run = ["simulate", "--games", "1", "--format", "json", "--against", "luke", "--"];
    let run = [&run[..], &names[..]].concat();
    let run: Value = serde_json::from_str(&printed(&mut fixture.plainly(&run))).unwrap();
    assert_eq!(run["setups"].as_array().unwrap().len(), names.len());
    assert_eq!(run["quarantined"], 0, "{run}");
    // A deck meets the others of its shelf, one of somebody's own the field, which is what is played
    // where nobody names a deck; the name of a shelf is all of it.
    let text = |arguments: &[&str]| printed(&mut fixture.plainly(arguments));
    let cost = ["--games", "1", "--agents", "random", "--format", "json"];
    let value = text(&[&["value", "luke"][..], &cost].concat());
    assert!(value.contains("vader") && !value.contains("gideon"), "{value}");
    let own = fs::read_to_string("cards/unlimited/decks/luke.json").unwrap();
    fixture.write("own.json", &own);
    let value = text(&[&["value", "own.json"][..], &cost].concat());
    assert!(value.contains("bane-blue") && !value.contains("vader"), "{value}");
    let field = text(&[&["meta"][..], &cost].concat());
    assert_eq!(field, text(&[&["meta", "field"][..], &cost].concat()));
    assert!(field.contains("Cad Bane") && !field.contains("Dark Lord"), "{field}");
    // A change is tried where its card is.
    let change = text(&[&["whatif", "SOR_164 cost+1"][..], &cost].concat());
    assert!(change.contains("Dark Lord") && !change.contains("Cad Bane"), "{change}");
}

#[test]
fn decks_are_made_by_chance() {
    let fixture = Fixture::new();
    let run = |arguments: &[&str], code| {
        fixture.plainly(&[&["deck"], arguments].concat()).assert().code(code);
    };
    let texts = |folder: &str| {
        let files = fs::read_dir(fixture.path(folder)).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        files.iter().map(|file| fs::read_to_string(file).unwrap()).collect::<Vec<_>>()
    };
    for (out, seed) in [("one", "3"), ("same", "3"), ("other", "4")] {
        run(&["random", "--count", "40", "--out", out, "--seed", seed], 0);
        assert_eq!(texts(out).len(), 40);
    }
    assert_eq!(texts("one"), texts("same"));
    assert_ne!(texts("one"), texts("other"));
    run(&["check", "one", "--in", "eternal"], 0);
    // Of a format, and the ones above are not.
    for (out, within) in [
        ("few", &["--in", "premier", "--rotation", "JTL,LOF"][..]),
        ("now", &["--in", "premier"]),
        ("then", &["--in", "premier", "--on", "2025-10-01"]),
    ] {
        run(&[&["random", "--out", out][..], within].concat(), 0);
        run(&[&["check", out][..], within].concat(), 0);
        run(&[&["check", "one"][..], within].concat(), 2);
    }
    run(&["random", "--out", "none", "--rotation", "JTL"], 2);
    run(&["random", "--out", "none", "--on", "2025-10-01"], 2);
    assert!(!fixture.path("none").exists());
}

#[test]
fn formats_are_checked() {
    let fixture = Fixture::new();
    let check = |more: &[&str]| {
        let arguments = [&["deck", "check", "--format", "json"][..], more].concat();
        let output = fixture.plainly(&arguments).assert().get_output().clone();
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), value)
    };
    // Without a format: of each, and no format makes a deck of the rules illegal.
    let (code, value) = check(&["gideon"]);
    let formats = &value[0]["formats"];
    assert_eq!((code, &value[0]["legal"]), (Some(0), &true.into()));
    assert_eq!(value[0]["as_of"], "2026-11-26");
    assert_eq!((&formats[0]["format"], &formats[0]["legal"]), (&"premier".into(), &false.into()));
    assert_eq!((&formats[1]["format"], &formats[1]["legal"]), (&"eternal".into(), &true.into()));
    let (code, value) = check(&["gideon", "wedge", "--rotation", "JTL"]);
    assert_eq!((code, &value[0]["formats"][0]["legal"]), (Some(0), &false.into()));
    assert_eq!(&value[1]["formats"][0]["legal"], &true);
    // With one, it decides.
    let (code, value) = check(&["gideon", "wedge", "--in", "premier", "--rotation", "jtl,lof"]);
    assert_eq!(
        (code, &value[0]["legal"], &value[1]["legal"]),
        (Some(2), &false.into(), &true.into())
    );
    let leader = "1 SHD_007 Moff Gideon, Formidable Commander: expected a card of JTL, LOF, found one of SHD";
    assert_eq!(value[0]["formats"][0]["problems"][0], leader);
    assert_eq!(value[0]["formats"].as_array().unwrap().len(), 1);
    assert_eq!(check(&["gideon", "--in", "Eternal"]).0, Some(0));
    // Three decks of one player.
    assert_eq!(check(&["gideon", "kenobi", "wedge", "--trilogy"]).0, Some(0));
    let (code, value) = check(&["gideon", "kenobi", "gideon", "--trilogy"]);
    assert_eq!(
        (code, &value[0]["legal"], &value[2]["legal"]),
        (Some(2), &true.into(), &false.into())
    );
    assert_eq!(value[2]["formats"][2]["format"], "trilogy");

    let refused = |more: &[&str], expected: &'static str| {
        let arguments = [&["deck", "check", "gideon"][..], more].concat();
        let assert = fixture.plainly(&arguments).assert().code(2);
        assert.stderr(predicates::str::contains(expected));
    };
    refused(&["--on", "today"], "expected a day, such as 2025-04-09, found today");
    refused(&["--in", "premier", "--on", "2023-01-01"], "premier allowed is known from 2024-03-08");
    refused(&["--on", "2025-01-01", "--rotation", "JTL"], "cannot be used with");
    refused(
        &["--in", "pauper"],
        "expected a format of cards/unlimited/formats.csv: premier, eternal, twin-suns",
    );
    refused(&["--rotation", "ABC"], "--rotation: expected sets of SOR, SHD");
    refused(&["--trilogy"], "--trilogy: expected three decks, found 1");
}

#[test]
fn formats_are_those_of_a_day() {
    let fixture = Fixture::new();
    let legal = |deck: &str, day: &str| {
        let arguments = ["deck", "check", "--format", "json", deck, "--on", day];
        let value: Value =
            serde_json::from_str(&printed(&mut fixture.plainly(&arguments))).unwrap();
        let formats = value[0]["formats"].as_array().unwrap().clone();
        let one = |of: &Value| (of["format"].as_str().unwrap().to_owned(), of["legal"] == true);
        formats.iter().map(one).collect::<Vec<_>>()
    };
    // A deck of SHD: in Premier while it was in rotation.
    let premier = |legal| vec![("premier".to_owned(), legal)];
    assert_eq!(legal("gideon", "2024-07-11"), premier(false));
    assert_eq!(legal("gideon", "2024-07-12"), premier(true));
    assert_eq!(legal("gideon", "2026-03-12"), premier(true));
    assert_eq!(legal("gideon", "2026-03-13"), premier(false));
    let now = [("premier".to_owned(), false), ("eternal".to_owned(), true)];
    assert_eq!(legal("gideon", "2026-11-26"), now);
    // After the last list that is known it still holds.
    assert_eq!(legal("gideon", "2030-01-01"), now);
    // A suspended card.
    let vader = fs::read_to_string("cards/unlimited/decks/vader.json").unwrap();
    fixture.write("dj.json", &vader.replace("SOR_164", "SHD_213"));
    assert_eq!(legal("dj.json", "2025-04-08"), premier(true));
    assert_eq!(legal("dj.json", "2025-04-09"), premier(false));
    let arguments = ["deck", "check", "--in", "premier", "--on", "2025-04-09", "dj.json"];
    let stdout = predicates::str::contains("expected no card that is suspended in premier");
    fixture.plainly(&arguments).assert().code(2).stdout(stdout);
}

#[test]
fn every_printing_means_its_card() {
    let fixture = Fixture::new();
    let list = "Leader: Han Solo [SOR-283]\nBase: TWI_518\n3 SOR_465\n3xSOROP_03\n2 P25 43\n\
        2 Prototype TIE Advanced LAW_175\n";
    fixture.write("special.txt", list);
    let mut check = fixture.plainly(&["deck", "check", "special.txt"]);
    let stdout = predicates::str::contains("deck: expected at least 50 cards, found 10");
    check.assert().code(2).stdout(stdout);
    let unknown =
        "expected a number of A Lawless Time (LAW) that is known (1-264), found \"LAW_999\"";
    fixture.write("special.txt", "1 SOR_283\n1 TWI_518\n3 LAW_999\n");
    let mut check = fixture.plainly(&["deck", "check", "special.txt"]);
    check.assert().code(2).stdout(predicates::str::contains(unknown));
    let show = printed(&mut fixture.plainly(&["cards", "show", "JTL_870"]));
    assert!(show.starts_with("JTL_136  Prototype TIE Advanced\n"), "{show}");
    assert!(show.contains("also printed as JTL_398, JTL_634, JTL_870, LAW_175"), "{show}");
    // An edit, a swap and a position name it, too.
    let whatif = |edit: &str| {
        let arguments = ["whatif", edit, "--decks", "vader", "--against", "luke", "--games", "1"];
        fixture.plainly(&arguments).assert().success();
    };
    whatif("LOF_428 cost+1");
    whatif("vader: LOF_164 -> SOR_484");
    fixture.write(
        "table.ron",
        r#"(name: "two", given: (p1: (units: [(card: "LOF_428")]), p2: (units: [(card: "sor-164")])))"#,
    );
    let run = ["simulate", "table.ron", "--games", "1", "--format", "json"];
    let value: Value = serde_json::from_str(&printed(&mut fixture.plainly(&run))).unwrap();
    assert_eq!(value["quarantined"], 0, "{value}");
}

#[test]
fn what_people_paste_is_read_or_called_what_it_is() {
    let fixture = Fixture::new();
    let check = |file: &str, text: &str, expected: &str| {
        fixture.write(file, text);
        let stdout = predicates::str::contains(expected.to_owned());
        fixture.plainly(&["deck", "check", file]).assert().code(2).stdout(stdout);
    };
    check("map.txt", "24 28 35 31 26 32 37 0 43\n", "found a map of Twilight Imperium");
    check("own.csv", "Set,CardNumber,Count,IsFoil\nSOR,1,1,false\n", "found a collection as CSV");
    check("deck.yaml", "---\nleader: SOR-017\n", "found YAML");
    // Of another game altogether: that is told before it is read as a deck.
    fixture.write("squad.json", r#"{"faction": "rebelalliance", "pilots": []}"#);
    fixture.refuses(&["deck", "check", "squad.json"], &["squads of xwing", "squad check"]);
    check("pick.txt", "[ ] [ ]  Cunning\n         SOR 203, SOR 465\n", "found a picklist");
    let two = deck("Two", 3).to_string().replacen('{', r#"{"leader2": {"id": "TST_001"},"#, 1);
    check("two.json", &two, "leader2: expected one of the fields");
    // Each is one line.
    let output = fixture.plainly(&["deck", "check", "map.txt"]).assert().get_output().clone();
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
}

#[test]
fn names_stay_apart_whatever_they_are() {
    let fixture = Fixture::new();
    fixture.write("decks/a.json", &deck("Ash (decks/other.json)", 3).to_string());
    fixture.write("decks/other.json", &deck("Ash\u{200b}\u{202e}", 3).to_string());
    let files = ["decks/a.json", "decks/ash.json", "decks/other.json"];
    let value = fixture.json(&[&["simulate", "--games", "1"], &files[..]].concat());
    let names: Vec<&str> = value["begins_with"]
        .as_array()
        .unwrap()
        .iter()
        .map(|deck| deck["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["Ash (decks/other.json)", "Ash (decks/ash.json)", "Ash (decks/other.json) 2"]
    );
}

#[test]
fn bad_decks_are_refused() {
    let fixture = Fixture::new();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut value = deck("Bad", 3);
        change(&mut value);
        value.to_string()
    };
    fixture.refuses_deck("this is no JSON", &[]);
    fixture.refuses_deck("[1, 2]", &[]);
    fixture.refuses_deck("", &[]);
    fixture.refuses_deck(&with(&|v| v["deck"][4]["id"] = "TST_404".into()), &["TST_404"]);
    fixture.refuses_deck(&with(&|v| v["deck"][4]["count"] = 4.into()), &["TST_007", "4"]);
    fixture.refuses_deck(&with(&|v| v["deck"][4]["count"] = 1.into()), &["49", "50"]);
    fixture.refuses_deck(&with(&|v| v["leader"] = Value::Null), &["leader"]);
    fixture.refuses_deck(&with(&|v| v["base"] = Value::Null), &["base"]);
    fixture
        .refuses_deck(&with(&|v| drop(v.as_object_mut().unwrap().remove("leader"))), &["leader"]);
    fixture.refuses_deck(&with(&|v| drop(v.as_object_mut().unwrap().remove("base"))), &["base"]);
    fixture.refuses_deck(&with(&|v| v["leader"]["id"] = "TST_002".into()), &["TST_002", "leader"]);
}
