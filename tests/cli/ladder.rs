//! The strength of agents, beside each other.

use std::fs;

use serde_json::Value;

use super::{Fixture, interval, printed};

/// The rating of an agent in a report.
fn rating<'r>(report: &'r Value, agent: &str) -> &'r Value {
    let ratings = report["ratings"].as_array().unwrap();
    ratings.iter().find(|rating| rating["agent"] == agent).unwrap()
}

#[test]
fn agents_are_rated_alike_on_any_threads() {
    let fixture = Fixture::new();
    let run = |threads, batch| {
        let agents = ["--agents", "random,greedy,ismcts:sims=1", "--games", "21"];
        let how = ["--threads", threads, "--batch", batch, "--quiet"];
        fixture.json(&[&["ladder", "decks"][..], &agents, &how].concat())
    };
    let report = run("1", "32");
    assert_eq!(report, run("3", "5"));
    // 11 deals, each of two games of three pairs of agents.
    assert_eq!((&report["deals"], &report["games"]), (&11.into(), &66.into()));
    assert_eq!((&report["matchups"], &report["field"]), (&3.into(), &"3 decks".into()));
    assert_eq!((&report["anchor"], &report["against"]), (&"random".into(), &Value::Null));
    let random = rating(&report, "random");
    assert_eq!((&random["rating"], &random["interval"][0]), (&0.0.into(), &0.0.into()));
    let greedy = rating(&report, "greedy");
    assert!(greedy["interval"][0].as_f64().unwrap() > 100.0, "{greedy}");
    assert_eq!(greedy["games"], 44);
    assert!(greedy["decisions"].as_f64().unwrap() > 20.0, "{greedy}");
    assert_eq!(report["ratings"][2]["agent"], "random");
    // What each two win of each other, and all of it together.
    let pairs = report["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    let won = |agent: &str| -> f64 {
        let of_pair = |pair: &Value| {
            let (share, games) = (pair["share"].as_f64().unwrap(), pair["games"].as_f64().unwrap());
            match (pair["agent"] == agent, pair["against"] == agent) {
                (true, _) => share * games,
                (_, true) => (1.0 - share) * games,
                _ => 0.0,
            }
        };
        pairs.iter().map(of_pair).sum()
    };
    for agent in ["random", "greedy", "ismcts:sims=1"] {
        let share = rating(&report, agent)["share"].as_f64().unwrap();
        assert!((won(agent) - 44.0 * share).abs() < 1e-9, "{agent}");
    }
    for pair in pairs {
        let [low, high] = interval(pair);
        let (share, at_least) =
            (pair["share"].as_f64().unwrap(), pair["at_least"].as_f64().unwrap());
        assert!(low <= at_least && at_least <= share && share <= high, "{pair}");
        assert!(low < high && pair["against"] != pair["agent"], "{pair}");
    }
    // The cards of the fixture are units, and some of them become resources.
    let cards = greedy["cards"].as_array().unwrap();
    assert_eq!((cards.len(), &cards[0]["kind"]), (1, &"units".into()));
    let share = cards[0]["share"].as_f64().unwrap();
    assert!(0.2 < share && share < 0.9 && cards[0]["drawn"].as_u64().unwrap() > 44 * 6, "{greedy}");
}

#[test]
fn deals_are_those_of_a_run_with_either_agent_in_either_seat() {
    let fixture = Fixture::new();
    let report = fixture.json(&["ladder", "decks/ash.json", "decks/birch.json", "--games", "80"]);
    let won = |agents, seat: usize| {
        let run = ["simulate", "decks/ash.json", "decks/birch.json", "--games", "40", "--agents"];
        let report = fixture.json(&[&run[..], &[agents]].concat());
        40.0 * report["setups"][0]["seats"][seat]["won"]["rate"].as_f64().unwrap()
    };
    let wins = won("greedy,random", 0) + won("random,greedy", 1);
    let pair = &report["pairs"][0];
    assert_eq!((&pair["agent"], &pair["against"]), (&"greedy".into(), &"random".into()));
    assert!((pair["share"].as_f64().unwrap() - wins / 80.0).abs() < 1e-12, "{pair}");
}

#[test]
fn an_era_is_a_field_and_its_deals_are_drawn_by_chance() {
    let fixture = Fixture::new();
    let run = |more: &[&str]| {
        let how = ["ladder", "--field", "sec", "--games", "24", "--quiet", "--format", "json"];
        let mut command = fixture.plainly(&[&how[..], more].concat());
        serde_json::from_str::<Value>(&printed(&mut command)).unwrap()
    };
    let report = run(&[]);
    assert_eq!(report["field"], "sec, 23 lists");
    assert_eq!((&report["matchups"], &report["games"]), (&12.into(), &24.into()));
    assert_ne!(report["digest"], run(&["--seed", "1"])["digest"]);
    let [first, second] = [0, 1].map(|place| &report["ratings"][place]);
    assert_eq!((&first["agent"], &second["agent"]), (&"greedy".into(), &"random".into()));
    let kinds: Vec<&str> =
        first["cards"].as_array().unwrap().iter().map(|of| of["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["events", "units", "upgrades"]);
    assert_eq!(run(&["--lists", "all"])["field"], "sec, 69 lists");
}

#[test]
fn a_gauntlet_is_played_against_one_alone() {
    let fixture = Fixture::new();
    let how = ["decks", "--agents", "random,pimc:worlds=1", "--against", "greedy", "--games", "12"];
    let report = fixture.json(&[&["ladder"][..], &how].concat());
    assert_eq!((&report["against"], &report["games"]), (&"greedy".into(), &24.into()));
    let pairs = report["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 2);
    assert!(pairs.iter().all(|pair| pair["against"] == "greedy"), "{report}");
    assert_eq!(rating(&report, "greedy")["games"], 24);
    let text = fixture.log(&[&["ladder"][..], &how].concat());
    for part in ["every agent plays greedy on 6 deals of 3 matchups", "at least", "digest "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let csv = fixture.log(&[&["ladder"][..], &how, &["--format", "csv"]].concat());
    assert!(csv.starts_with("agent,rating,low,high,share,games,decisions,units_drawn"), "{csv}");
    assert_eq!(csv.lines().count(), 4);
}

#[test]
fn positions_are_played_and_have_no_cards_of_players() {
    let fixture = Fixture::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions/openings.ron");
    let run = ["ladder", file, "--games", "10", "--quiet", "--format", "json"];
    let report: Value = serde_json::from_str(&printed(&mut fixture.plainly(&run))).unwrap();
    assert_eq!((&report["games"], &report["anchor"]), (&10.into(), &"random".into()));
    assert!(rating(&report, "greedy")["cards"].as_array().unwrap().is_empty());
}

#[test]
fn a_page_has_the_chart_and_the_tables() {
    let fixture = Fixture::new();
    let page = |threads| {
        let how = ["ladder", "decks", "--games", "20", "--report", "out/ladder.html", "--quiet"];
        fixture.log(&[&how[..], &["--threads", threads]].concat());
        fs::read_to_string(fixture.path("out/ladder.html")).unwrap()
    };
    let html = page("1");
    assert!(html == page("3"), "the same on any threads");
    for part in [
        "Ratings</title>",
        "Share of games won, agent by agent",
        "<caption>The agents, the best first</caption>",
        "<caption>Each two that played</caption>",
        "units played",
        "is the strongest",
        "cardmill ladder decks --games 20 --cards cards --report ladder.html",
    ] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn more_games_go_on_from_those_that_are_kept() {
    let fixture = Fixture::new();
    let run = |games, more: &[&str]| {
        fixture.json(&[&["ladder", "decks", "--quiet", "--games", games][..], more].concat())
    };
    let kept = ["--resume", "out/ladder.kept"];
    run("10", &kept);
    let size = fs::metadata(fixture.path("out/ladder.kept")).unwrap().len();
    assert_eq!(run("30", &kept), run("30", &[]));
    assert!(fs::metadata(fixture.path("out/ladder.kept")).unwrap().len() > size);
    let other = ["ladder", "decks", "--seed", "1", "--resume", "out/ladder.kept"];
    fixture.refuses_with(&other, &["games of another question"]);
}

#[test]
fn what_cannot_be_rated_is_refused() {
    let fixture = Fixture::new();
    let with = |more: &[&'static str]| [&["ladder", "decks"][..], more].concat();
    fixture.refuses(&with(&["--agents", "greedy"]), &["greedy alone", "two agents of unlimited"]);
    fixture.refuses(&with(&["--agents", "greedy,random,greedy"]), &["greedy is named twice"]);
    fixture.refuses(&with(&["--agents", "greedy,clever"]), &["--agents", "clever", "expected"]);
    fixture.refuses(&with(&["--against", "clever"]), &["--against", "clever", "expected"]);
    fixture.refuses(&with(&["--games", "0"]), &["--games", "from 1"]);
    fixture.refuses(&with(&["--field", "sec"]), &["--field", "cannot be used with"]);
    fixture.refuses(&with(&["--lists", "2"]), &["--lists", "cannot be used with"]);
    fixture.refuses(&["ladder", "--lists", "2"], &["--field"]);
    let lists = ["ladder", "--field", "sec", "--lists", "none"];
    fixture.refuses(&lists, &["--lists", "from 1 to 1000, or all"]);
    let unknown = ["ladder", "--field", "winter"];
    fixture.refuses(&unknown, &["winter", "expected a table of played games"]);
    let positions = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions");
    let skirmish = format!("{positions}/skirmish-two.ron");
    let refused = fixture.plainly(&["ladder", &skirmish]).assert().code(2);
    let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(error.contains("random alone; expected two agents of skirmish or more"), "{error}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_ladder_keeps_what_it_has() {
    let fixture = Fixture::new();
    let run = ["ladder", "decks", "--games", "1000000000", "--format", "json", "--quiet"];
    let child = fixture.start(&[&run[..], &["--resume", "out/ladder.kept"]].concat());
    fixture.wait_for("out/ladder.kept", 200_000);
    super::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["stopped"], true);
    let deals = report["deals"].as_u64().unwrap();
    assert_eq!(report["games"], 2 * deals);
    // As if no more had been asked for.
    let games = (2 * deals).to_string();
    let at_once = fixture.json(&["ladder", "decks", "--games", &games, "--quiet"]);
    assert_eq!((&at_once["ratings"], &at_once["pairs"]), (&report["ratings"], &report["pairs"]));
}
