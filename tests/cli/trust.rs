//! The agent that answers questions where nobody is named, how far it is to be believed, and how often it
//! played the cards in question.

use std::fs;

use serde_json::Value;

use super::{Fixture, printed};

const GREEDY: [&str; 2] = ["--agents", "greedy"];

/// A table of the three decks of the fixture that comes with its cards.
fn fixture() -> Fixture {
    let fixture = Fixture::new();
    fs::create_dir_all(fixture.path("cards/unlimited/played/decks")).unwrap();
    for deck in ["ash", "birch", "cedar"] {
        let text = fs::read_to_string(fixture.path(&format!("decks/{deck}.json"))).unwrap();
        fixture.write(&format!("cards/unlimited/played/decks/{deck}.json"), &text);
    }
    let archetype = |id: &str| {
        format!(r#"{{"id": "{id}", "leader": "TST_001", "base": "none", "lists": ["{id}.json"]}}"#)
    };
    let archetypes = ["ash", "birch", "cedar"].map(archetype).join(",");
    let games = r#"{"a": "ash", "b": "birch", "won": 60, "lost": 40},
        {"a": "ash", "b": "cedar", "won": 50, "lost": 51},
        {"a": "birch", "b": "cedar", "won": 30, "lost": 31}"#;
    fixture.write(
        "cards/unlimited/played/spring.json",
        &format!(
            r#"{{"era": "spring", "months": ["2030-03", "2030-05"], "events": 9, "source": "made up",
                "archetypes": [{archetypes}], "games": [{games}]}}"#
        ),
    );
    fixture
}

#[test]
fn questions_are_played_by_the_player_and_runs_by_greedy() {
    let fixture = Fixture::new();
    let one = ["--games", "1", "--quiet"];
    let two = ["decks/ash.json", "decks/birch.json"];
    let questions: [&[&str]; 6] = [
        &["stats", two[0], two[1]],
        &["compare", two[0], two[1], "--against", "decks/cedar.json"],
        &["whatif", "TST_003 power+2", "--decks", two[0], two[1]],
        &["value", two[0], "--against", two[1], "--filler", "TST_020"],
        &["optimize", two[0], "--against", two[1], "--budget", "1"],
        &["meta", "decks"],
    ];
    for question in questions {
        let report = fixture.json(&[question, &one].concat());
        assert_eq!(report["agents"], "player", "{question:?}");
        let mut replays = Vec::new();
        let mut open = vec![&report];
        while let Some(part) = open.pop() {
            match part {
                Value::Array(parts) => open.extend(parts),
                Value::Object(parts) => open.extend(parts.values()),
                Value::String(text) if text.starts_with("cardmill replay") => replays.push(text),
                _ => {}
            }
        }
        for replay in replays {
            assert!(replay.contains(" --agents player "), "{replay}");
        }
    }
    let run = fixture.json(&[&["simulate"], &two[..], &one].concat());
    assert_eq!(run["setups"][0]["seats"][0]["agent"], "greedy", "{run}");
    let positions = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions/skirmish-four.ron");
    let scouts = ["whatif", "Scout power+3", "--positions", positions, "--format", "json"];
    let run = printed(&mut fixture.plainly(&[&scouts[..], &one].concat()));
    let run: Value = serde_json::from_str(&run).unwrap();
    assert_eq!(run["agents"], "random");
    let told = "no played games of skirmish are known to hold its verdicts against";
    assert_eq!(run["trust"][0]["told"], format!("played by random: {told}"));
}

#[test]
fn an_answer_says_how_far_who_played_agreed_with_played_games() {
    let fixture = fixture();
    let trial = |agents: &str, games: &str| {
        let how = ["--agents", agents, "--games", games, "--quiet"];
        let run = ["fidelity", "spring", "--record", "cards/unlimited/trials.json"];
        fixture.json(&[&run[..], &how].concat())
    };
    let text = |agents: &str| {
        fixture.log(&["meta", "decks", "--games", "3", "--quiet", "--agents", agents])
    };
    let unknown = |agents: &str| {
        format!(
            "played by {agents}: how far its verdicts agree with played games is not known; cardmill \
             fidelity --agents {agents} tells\n"
        )
    };
    assert!(text("greedy").ends_with(&unknown("greedy")), "{}", text("greedy"));
    trial("greedy", "6");
    trial("random", "6");
    let again = trial("greedy", "20");
    let trials = fs::read(fixture.path("cards/unlimited/trials.json")).unwrap();
    let trials: Value = serde_json::from_slice(&trials).unwrap();
    let agents: Vec<&Value> =
        trials.as_array().unwrap().iter().map(|trial| &trial["agent"]).collect();
    assert_eq!(agents, ["greedy", "random"]);
    assert_eq!((&trials[0]["games"], &trials[0]["digest"]), (&60.into(), &again["digest"]));
    let found = again["agreement"]["spearman"].as_f64().unwrap();
    let kept = trials[0]["archetypes"]["correlation"].as_f64().unwrap();
    assert!((found - kept).abs() < 1e-4, "{found} {kept}");

    // One that plays with a net is known by that, too.
    trial("player", "1");
    let known = fixture.json(&["meta", "decks", "--games", "1", "--quiet"]);
    let of_player = &known["trust"][0]["trials"][0];
    assert!(of_player["agent"].as_str().unwrap().starts_with("player:worlds="), "{known}");
    assert_eq!(of_player["net"].as_str().map(str::len), Some(16), "{known}");
    let other = ["meta", "decks", "--games", "1", "--quiet", "--agents", "player:worlds=3"];
    assert_eq!(fixture.json(&other)["trust"][0]["trials"].as_array().unwrap().len(), 0);

    // Of three archetypes no correlation is certain.
    let told = text("greedy");
    let line = told.lines().last().unwrap();
    for part in [
        "played by greedy: verdicts did not agree with tournaments (spring; 3 matchups): archetypes ",
        "; error ",
        " points, \"all even\" ",
        ": do not believe it of decks against decks",
    ] {
        assert!(line.contains(part), "{part}: {told}");
    }
    let questions: [&[&str]; 4] = [
        &["meta", "decks"],
        &["compare", "decks/ash.json", "decks/birch.json", "--against", "decks/cedar.json"],
        &["value", "decks/ash.json", "--against", "decks/birch.json", "--filler", "TST_020"],
        &["stats", "decks"],
    ];
    for question in questions {
        let how = ["--games", "3", "--quiet", "--report", "out/page.html"];
        let report = fixture.json(&[question, &GREEDY, &how].concat());
        let trust = &report["trust"][0];
        assert_eq!((&trust["agents"], &trust["agreed"]), (&"greedy".into(), &false.into()));
        assert_eq!(trust["trials"][0], trials[0]);
        let page = fs::read_to_string(fixture.path("out/page.html")).unwrap();
        assert!(page.contains("played by greedy: verdicts did not agree"), "{question:?}");
    }
    let bands = ["--bands", "random", "greedy,random", "--games", "2", "--quiet"];
    let report =
        fixture.json(&[&["whatif", "TST_003 power+2", "--decks", "decks"], &bands[..]].concat());
    assert_eq!(report["trust"][0]["trials"][0]["agent"], "random");
    assert_eq!(report["trust"][1]["told"], unknown("greedy,random").trim_end());
    // Two agents are no decks that people played.
    let agents = ["compare", "greedy", "random", "--decks", "decks", "--games", "2", "--quiet"];
    assert!(fixture.json(&agents)["trust"].is_null());
}

#[test]
fn a_trial_is_of_one_agent_and_goes_into_a_file_of_trials() {
    let fixture = fixture();
    let record = |more: &[&'static str]| {
        [&["fidelity", "spring", "--games", "1000000000", "--record"], more].concat()
    };
    let mixed = ["out/trials.json", "--agents", "greedy,random"];
    fixture.refuses(&record(&mixed), &["--record", "expected one agent"]);
    fixture.refuses(&record(&["out/trials.txt"]), &["out/trials.txt", "ends in .json"]);
    fixture.write("bad/trials.json", "{}");
    let other = record(&["bad/trials.json"]);
    fixture.refuses(&other, &["bad/trials.json", "trials that cardmill fidelity --record"]);
}

#[test]
fn how_often_cards_were_played_is_counted_in_both_arms() {
    let fixture = Fixture::new();
    let run = |arguments: &[&str]| -> Value {
        let how = ["--against", "boba", "--games", "40", "--quiet", "--format", "json"];
        let mut command = fixture.plainly(&[arguments, &how, &GREEDY].concat());
        serde_json::from_str(&printed(&mut command)).unwrap()
    };
    let stats = run(&["stats", "vader"]);
    let cards = stats["entries"][0]["cards"].as_array().unwrap();
    let of = |cards: &[Value], id: &str| -> [u64; 2] {
        let card = cards.iter().find(|card| card["id"] == id || card["card"] == id).unwrap();
        let handled = if card["handled"].is_null() { card } else { &card["handled"] };
        ["drawn", "played"].map(|field| handled[field].as_u64().unwrap())
    };
    let leader = cards.iter().find(|card| card["id"] == "SOR_010").unwrap();
    assert!(leader["handled"].is_null(), "a leader is not drawn: {leader}");
    // A change of nothing: both arms are the run's games.
    let answer = run(&["whatif", "SOR_172 cost+0", "--decks", "vader"]);
    let asked = answer["answers"][0]["cards"].as_array().unwrap();
    assert!(asked.len() == 1 && of(asked, "SOR_172")[0] > 40, "{answer}");
    assert_eq!(of(asked, "SOR_172"), of(cards, "SOR_172").map(|count| 2 * count));
    // Two decks differ in what only one of them has.
    let compared = run(&["compare", "vader", "luke"]);
    let asked = compared["answers"][0]["cards"].as_array().unwrap();
    assert_eq!(of(asked, "SOR_172"), of(cards, "SOR_172"));
    let swap = run(&["whatif", "vader: 1x SOR_164 -> SOR_229", "--decks", "vader"]);
    let asked = swap["answers"][0]["cards"].as_array().unwrap();
    let ids: Vec<&Value> = asked.iter().map(|card| &card["card"]).collect();
    assert_eq!(ids, ["SOR_164", "SOR_229"]);
    // With the whole deck alone.
    let value = run(&["value", "vader"]);
    assert_eq!(of(value["cards"].as_array().unwrap(), "SOR_172"), of(cards, "SOR_172"));
    // By kind it is what it is by card.
    let kinds = stats["cards"].as_array().unwrap();
    let sum = |field: &str| {
        let entries = stats["entries"].as_array().unwrap().iter();
        let cards = entries.flat_map(|entry| entry["cards"].as_array().unwrap());
        cards.filter_map(|card| card["handled"][field].as_u64()).sum::<u64>()
    };
    let drawn: u64 = kinds.iter().map(|kind| kind["drawn"].as_u64().unwrap()).sum();
    let played: f64 = kinds
        .iter()
        .map(|kind| kind["share"].as_f64().unwrap() * kind["drawn"].as_u64().unwrap() as f64)
        .sum();
    assert_eq!((drawn, played.round() as u64), (sum("drawn"), sum("played")));
    let names: Vec<&Value> = kinds.iter().map(|kind| &kind["kind"]).collect();
    assert_eq!(names, ["events", "units", "upgrades"]);
}

#[test]
fn a_card_that_is_hardly_played_is_told_on() {
    let fixture = Fixture::new();
    let run = |arguments: &[&str]| {
        let how = ["--against", "boba", "--games", "40", "--quiet", "--report", "out/page.html"];
        let text = printed(&mut fixture.plainly(&[arguments, &how, &GREEDY].concat()));
        (text, fs::read_to_string(fixture.path("out/page.html")).unwrap())
    };
    let (text, page) = run(&["whatif", "SOR_172 Damage.amount=30", "--decks", "vader"]);
    for told in [&text, &page] {
        assert!(told.contains("Open Fire was played "), "{told}");
        assert!(told.contains(" draws: this answer can hardly judge it"), "{told}");
        assert!(told.contains("played: Open Fire in "), "{told}");
    }
    for arguments in [&["value", "vader"], &["stats", "vader"]] {
        let (text, page) = run(arguments);
        for told in [text, page] {
            assert!(told.contains("this answer can hardly judge them: "), "{told}");
        }
    }
    let (stats, page) = run(&["stats", "vader"]);
    for told in [stats, page] {
        assert!(told.contains("played of what was drawn: "), "{told}");
    }
    let how = ["fidelity", "lof", "--lists", "1", "--games", "1", "--agents", "random", "--quiet"];
    let text = printed(&mut fixture.plainly(&how));
    assert!(text.contains("\nplayed of what was drawn: "), "{text}");
}
