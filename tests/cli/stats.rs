//! The statistics of cards, and the games that they are counted in.

use super::Fixture;

const RUN: [&str; 8] =
    ["decks/ash.json", "decks/birch.json", "--games", "60", "--seed", "3", "--agents", "greedy"];

#[test]
fn its_games_are_those_of_simulate() {
    let fixture = Fixture::new();
    let run = |command| fixture.json(&[&[command][..], &RUN].concat());
    let (stats, simulated) = (run("stats"), run("simulate"));
    assert_eq!(stats["digest"], simulated["digest"]);
    let seats = simulated["setups"][0]["seats"].as_array().unwrap();
    for (entry, seat) in stats["entries"].as_array().unwrap().iter().zip(seats) {
        assert_eq!(entry["name"], seat["entry"]);
        let rate = seat["won"]["rate"].as_f64().unwrap();
        let cards = entry["cards"].as_array().unwrap();
        assert!(cards.len() > 10, "{entry}");
        for card in cards {
            let copies = |kind: &str| card[kind]["copies"].as_u64().unwrap();
            let (all, seen) = (copies("in_deck"), copies("in_hand"));
            assert_eq!((card["in_deck"]["rate"].as_f64(), all % 60), (Some(rate), 0), "{card}");
            assert_eq!(copies("opening_hand") + copies("drawn"), seen);
            assert_eq!(seen + copies("not_seen"), all);
            assert!(copies("played") + copies("resourced") <= 2 * seen.max(all), "{card}");
        }
        let opening = |card: &serde_json::Value| card["opening_hand"]["copies"].as_u64().unwrap();
        assert_eq!(cards.iter().map(opening).sum::<u64>(), 6 * 60, "six cards each");
    }
    let reached = |round: usize| stats["rounds"][round]["reached"].as_u64();
    assert_eq!(reached(0), Some(60));
    let ended: u64 =
        stats["rounds"].as_array().unwrap().iter().map(|r| r["ended"].as_u64().unwrap()).sum();
    assert_eq!(ended, 60);
}

#[test]
fn tables_fit_and_csv_has_a_row_for_each_card() {
    let fixture = Fixture::new();
    let printed = |more: &[&str]| {
        let assert = fixture.run(&[&["stats"][..], &RUN, more].concat()).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let table = printed(&["--top", "3"]);
    // Sentences are as wide as the terminal, where there is one.
    let mut tables =
        table.lines().filter(|line| !line.contains("played by") && !line.contains("drawn"));
    assert!(tables.all(|line| line.chars().count() <= 80), "{table}");
    for part in ["Ash\n", "Birch\n", "GIH", "IWD", "who then won", "digest "] {
        assert!(table.contains(part), "{part}: {table}");
    }
    let cards = table.split("Shares in %").next().unwrap();
    assert_eq!(cards.matches("Unit ").count(), 6, "three of each deck: {table}");
    let csv = printed(&["--format", "csv"]);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let heading = rows.headers().unwrap().clone();
    assert_eq!(heading.len(), 3 + 7 * 4 + 7);
    assert!(rows.records().map(Result::unwrap).count() > 20);
}

#[test]
fn games_without_decks_are_refused() {
    let fixture = Fixture::new();
    let positions = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions");
    for (file, what) in [("skirmish-two.ron", "skirmish"), ("openings.ron", "a position")] {
        let refused = fixture.plainly(&["stats", &format!("{positions}/{file}")]).assert().code(2);
        let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(error.contains(&format!("{what} has no statistics of cards; expected")), "{error}");
    }
}
