//! Results as one JSON object.

use serde::Serialize;

use super::Report;
use crate::analysis::{Counts, Share};
use crate::matches::Sideboarding;

#[derive(Serialize)]
struct Document<'a> {
    digest: Option<String>,
    trail: Option<String>,
    game: &'a str,
    seed: u64,
    agents: Vec<String>,
    rounds: Option<u16>,
    games_per_setup: u64,
    /// The terms of matches, where games are counted in matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<InMatches>,
    games: u64,
    games_before: u64,
    planned: u64,
    stopped: bool,
    decisions: u64,
    quarantined: u64,
    quarantined_games: Vec<u64>,
    seconds: f64,
    games_per_second: f64,
    decisions_per_second: f64,
    threads: usize,
    batch: usize,
    cards: String,
    /// The entries or the positions that games begin with, with their files.
    begins_with: Vec<Begin<'a>>,
    setups: Vec<Counted<'a>>,
}

#[derive(Serialize)]
struct Begin<'a> {
    name: &'a str,
    file: String,
}

#[derive(Serialize)]
struct Counted<'a> {
    position: Option<&'a str>,
    games: u64,
    draws: u64,
    cut: u64,
    quarantined: u64,
    first_seat: Proportion,
    rounds_per_game: Option<f64>,
    decisions_per_game: Option<f64>,
    seats: Vec<Seat<'a>>,
    /// The games of its matches by their numbers in them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    numbers: Vec<Number>,
}

/// The terms by which matches are played.
#[derive(Serialize)]
struct InMatches {
    best_of: u8,
    sideboard: Sideboarding,
    rule: Option<&'static str>,
    exchanged: [usize; 2],
    /// The number of games in all matches.
    games: u64,
}

/// Counts of the games that have the same number in their matches.
#[derive(Serialize)]
struct Number {
    number: u8,
    games: u64,
    draws: u64,
    cut: u64,
    quarantined: u64,
    first_seat: Proportion,
    /// The share of these games that each seat won.
    won: Vec<Proportion>,
}

#[derive(Serialize)]
struct Seat<'a> {
    entry: Option<&'a str>,
    agent: String,
    won: Proportion,
    going_first: Proportion,
    going_later: Proportion,
    mean_place: Option<f64>,
    mean_score: Option<f64>,
}

#[derive(Serialize)]
struct Proportion {
    won: u64,
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
        trail: report.trail(),
        game: report.game.name(),
        seed: report.settings.seed,
        agents: report.settings.agents.iter().map(ToString::to_string).collect(),
        rounds: report.settings.rounds,
        games_per_setup: report.settings.games,
        matches: report.matches.map(|matches| InMatches {
            best_of: matches.terms.best_of,
            sideboard: matches.terms.sideboard,
            rule: matches.rule,
            exchanged: matches.exchanged,
            games: run.games_of_matches().map_or(0, |counts| counts.games()),
        }),
        games: run.games,
        games_before: report.before.games,
        planned: report.planned,
        stopped: report.stopped(),
        decisions: run.decisions,
        quarantined: run.quarantined,
        quarantined_games: run.quarantined_games.iter().map(|(game, _)| *game).collect(),
        seconds: report.seconds,
        games_per_second: report.games_per_second(),
        decisions_per_second: report.decisions_per_second(),
        threads: report.settings.threads,
        batch: report.settings.batch,
        cards: report.cards.to_string(),
        begins_with: report
            .labels
            .iter()
            .map(|label| Begin { name: &label.name, file: label.file.display().to_string() })
            .collect(),
        setups: (0..run.setups.len()).map(|place| counted(report, place)).collect(),
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

fn counted<'a>(report: &'a Report<'_>, place: usize) -> Counted<'a> {
    let (setup, counts) = &report.run.setups[place];
    let seat = |seat| Seat {
        entry: report.entry(setup, seat),
        agent: report.settings.agents[seat].to_string(),
        won: proportion(counts.won(seat)),
        going_first: proportion(counts.going_first(seat)),
        going_later: proportion(counts.going_later(seat)),
        mean_place: counts.mean_place(seat),
        mean_score: counts.mean_score(seat),
    };
    Counted {
        position: report.position(setup),
        games: counts.games(),
        draws: counts.draws(),
        cut: counts.cut,
        quarantined: counts.quarantined,
        first_seat: proportion(counts.first_player()),
        rounds_per_game: counts.rounds_per_game(),
        decisions_per_game: counts.decisions_per_game(),
        seats: (0..setup.seats()).map(seat).collect(),
        numbers: (1..).zip(&report.run.numbers).map(|(n, all)| number(n, &all[place])).collect(),
    }
}

fn number(number: u8, counts: &Counts) -> Number {
    Number {
        number,
        games: counts.games(),
        draws: counts.draws(),
        cut: counts.cut,
        quarantined: counts.quarantined,
        first_seat: proportion(counts.first_player()),
        won: (0..counts.seats()).map(|seat| proportion(counts.won(seat))).collect(),
    }
}

fn proportion(share: Share) -> Proportion {
    Proportion {
        won: share.wins,
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
    use crate::setup::Setup;

    #[test]
    fn counts_add_up() {
        let (labels, settings, run) = example(20);
        let report = report(&labels, &settings, &run, 40);
        let value: Value = serde_json::from_str(&render(&report)).unwrap();
        assert_eq!(value["games"], 40);
        assert_eq!(value["games_per_second"], 20.0);
        assert_eq!(value["stopped"], false);
        assert_eq!(value["agents"][1], "random");
        assert_eq!(value["digest"], run.digest.to_string());
        assert_eq!(value["trail"], run.trail.to_string());
        assert_ne!(value["digest"], value["trail"]);
        assert_eq!(value["quarantined_games"][0], 6);
        let first = &value["setups"][0];
        let seats = &first["seats"];
        assert_eq!(seats[1]["entry"], "Birch, the \"second\"");
        assert!(first["position"].is_null());
        let count = |value: &Value| value.as_u64().unwrap();
        let won = |seat: usize, which: &str| count(&seats[seat][which]["won"]);
        let ended = won(0, "won") + won(1, "won") + count(&first["draws"]);
        assert_eq!(ended + count(&first["quarantined"]), count(&first["games"]));
        for seat in [0, 1] {
            assert_eq!(won(seat, "going_first") + won(seat, "going_later"), won(seat, "won"));
        }
        let won = &seats[0]["won"];
        assert!(won["interval"][0].as_f64() < won["rate"].as_f64());
    }

    #[test]
    fn what_was_not_played_has_no_rate_and_no_digest() {
        let (labels, settings, _) = example(1);
        let run = crate::analysis::Run::new(&[Setup::pair(0, 1)]);
        let report = report(&labels, &settings, &run, 1);
        let value: Value = serde_json::from_str(&render(&report)).unwrap();
        assert_eq!(value["stopped"], true);
        assert!(value["digest"].is_null() && value["trail"].is_null());
        let won = &value["setups"][0]["seats"][0]["won"];
        assert!(won["rate"].is_null());
        assert_eq!(won["interval"][1], 1.0);
    }
}
