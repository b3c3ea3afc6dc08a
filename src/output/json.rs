//! Results as one JSON object.

use serde::Serialize;

use super::Report;
use crate::analysis::{Pairing, Share, Tally};
use cardmill_harness::agent::Agent;

#[derive(Serialize)]
struct Document<'a> {
    digest: Option<String>,
    seed: u64,
    agents: [Agent; 2],
    games_per_pairing: u64,
    games: u64,
    games_before: u64,
    planned: u64,
    stopped: bool,
    decisions: u64,
    quarantined: u64,
    quarantined_games: &'a [u64],
    seconds: f64,
    games_per_second: f64,
    decisions_per_second: f64,
    threads: usize,
    batch: usize,
    cards: String,
    decks: Vec<Deck<'a>>,
    pairings: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Deck<'a> {
    name: &'a str,
    file: String,
}

#[derive(Serialize)]
struct Entry<'a> {
    deck_a: &'a str,
    deck_b: &'a str,
    games: u64,
    wins_a: u64,
    wins_b: u64,
    draws: u64,
    quarantined: u64,
    rate_a: Option<f64>,
    rate_b: Option<f64>,
    interval_a: [f64; 2],
    interval_b: [f64; 2],
    a_first: Split,
    b_first: Split,
    first_player: Proportion,
    rounds_per_game: Option<f64>,
    decisions_per_game: Option<f64>,
}

#[derive(Serialize)]
struct Split {
    games: u64,
    wins_a: u64,
    wins_b: u64,
    draws: u64,
    rate_a: Option<f64>,
    rate_b: Option<f64>,
    interval_a: [f64; 2],
    interval_b: [f64; 2],
}

#[derive(Serialize)]
struct Proportion {
    wins: u64,
    games: u64,
    rate: Option<f64>,
    interval: [f64; 2],
}

/// The report as pretty-printed JSON with a newline at the end.
#[must_use]
pub fn render(report: &Report<'_>) -> String {
    let run = report.run;
    let document = Document {
        digest: report.digest(),
        seed: report.settings.seed,
        agents: report.settings.agents,
        games_per_pairing: report.settings.games,
        games: run.games,
        games_before: report.before.games,
        planned: report.planned,
        stopped: report.stopped(),
        decisions: run.decisions,
        quarantined: run.quarantined,
        quarantined_games: &run.quarantined_games,
        seconds: report.seconds,
        games_per_second: report.games_per_second(),
        decisions_per_second: report.decisions_per_second(),
        threads: report.settings.threads,
        batch: report.settings.batch,
        cards: report.cards.to_string(),
        decks: report
            .decks
            .iter()
            .map(|deck| Deck { name: &deck.name, file: deck.file.display().to_string() })
            .collect(),
        pairings: run.pairings.iter().map(|pairing| entry(report, pairing)).collect(),
    };
    pretty(&document)
}

/// Any value as pretty-printed JSON with a newline at the end.
///
/// # Panics
///
/// When the value cannot be JSON, such as a map whose keys are not strings.
#[must_use]
pub fn pretty(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("plain data is always JSON");
    text.push('\n');
    text
}

fn entry<'a>(report: &'a Report<'_>, pairing: &Pairing) -> Entry<'a> {
    let total = pairing.total();
    Entry {
        deck_a: report.name(pairing.deck_a),
        deck_b: report.name(pairing.deck_b),
        games: pairing.games(),
        wins_a: total.wins_a,
        wins_b: total.wins_b,
        draws: total.draws,
        quarantined: pairing.quarantined,
        rate_a: total.a().rate(),
        rate_b: total.b().rate(),
        interval_a: total.a().interval(),
        interval_b: total.b().interval(),
        a_first: split(pairing.a_first),
        b_first: split(pairing.b_first),
        first_player: proportion(pairing.first_player()),
        rounds_per_game: pairing.rounds_per_game(),
        decisions_per_game: pairing.decisions_per_game(),
    }
}

fn split(tally: Tally) -> Split {
    Split {
        games: tally.games(),
        wins_a: tally.wins_a,
        wins_b: tally.wins_b,
        draws: tally.draws,
        rate_a: tally.a().rate(),
        rate_b: tally.b().rate(),
        interval_a: tally.a().interval(),
        interval_b: tally.b().interval(),
    }
}

fn proportion(share: Share) -> Proportion {
    Proportion {
        wins: share.wins,
        games: share.games,
        rate: share.rate(),
        interval: share.interval(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::output::{example, report};

    #[test]
    fn counts_add_up() {
        let (decks, settings, run) = example(20);
        let report = report(&decks, &settings, &run, 40);
        let value: Value = serde_json::from_str(&render(&report)).unwrap();
        assert_eq!(value["games"], 40);
        assert_eq!(value["games_per_second"], 20.0);
        assert_eq!(value["stopped"], false);
        assert_eq!(value["agents"][1], "random");
        assert_eq!(value["digest"].as_str().map(str::len), Some(16));
        assert_eq!(value["quarantined_games"][0], 6);
        let first = &value["pairings"][0];
        assert_eq!(first["deck_b"], "Birch, the \"second\"");
        let count = |entry: &Value, key: &str| entry[key].as_u64().unwrap();
        let sum: u64 =
            ["wins_a", "wins_b", "draws", "quarantined"].iter().map(|key| count(first, key)).sum();
        assert_eq!(sum, count(first, "games"));
        for key in ["wins_a", "wins_b", "draws"] {
            let split = count(&first["a_first"], key) + count(&first["b_first"], key);
            assert_eq!(split, count(first, key), "{key}");
        }
        assert!(first["interval_a"][0].as_f64() < first["rate_a"].as_f64());
    }

    #[test]
    fn what_was_not_played_has_no_rate_and_no_digest() {
        let (decks, settings, _) = example(1);
        let run = crate::analysis::Run::new(&[(0, 1)]);
        let report = report(&decks, &settings, &run, 1);
        let value: Value = serde_json::from_str(&render(&report)).unwrap();
        assert_eq!(value["stopped"], true);
        assert!(value["digest"].is_null());
        assert!(value["pairings"][0]["rate_a"].is_null());
        assert_eq!(value["pairings"][0]["interval_a"][1], 1.0);
    }
}
