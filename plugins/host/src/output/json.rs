//! Results as one JSON object.

use serde::Serialize;

use super::Report;
use crate::analysis::{Counts, Share};
use crate::matches::Sideboarding;

#[derive(Serialize)]
struct Document<'a> {
    /// The digest of the run, the xxh3-64 of its games' digests in order, in hexadecimal digits;
    /// `None` when it was stopped.
    digest: Option<String>,
    /// The same of their trails, which are equal where the same choices were made, whatever a state
    /// is made of.
    trail: Option<String>,
    /// The name of the game that was played, such as `unlimited`.
    game: &'a str,
    /// The seed of the run.
    seed: u64,
    /// The agents that played, by seat.
    agents: Vec<String>,
    /// The rounds after which a game was cut; `None` without such a limit.
    rounds: Option<u16>,
    /// Games asked for, per setup. In a run of matches, all numbers of games count matches, but
    /// where they say that they count games.
    games_per_setup: u64,
    /// The terms of matches; left out where single games were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<InMatches>,
    /// Games that were played.
    games: u64,
    /// Games that an earlier run had played, on which this one went on.
    games_before: u64,
    /// Games asked for, of all setups.
    planned: u64,
    /// `true` if the run ended before all of them were played.
    stopped: bool,
    /// Decisions in all games.
    decisions: u64,
    /// Games that were set aside.
    quarantined: u64,
    /// The numbers of the first ten that were set aside.
    quarantined_games: Vec<u64>,
    /// Seconds of play.
    seconds: f64,
    /// Games a second that were played now.
    games_per_second: f64,
    /// Decisions a second that were taken now.
    decisions_per_second: f64,
    /// Threads that played.
    threads: usize,
    /// Tables of each thread.
    batch: usize,
    /// The source of the cards, in words.
    cards: String,
    /// The entries or the positions that games begin with.
    begins_with: Vec<Begin<'a>>,
    /// The results, setup by setup.
    setups: Vec<Counted<'a>>,
}

/// An entry or a position.
#[derive(Serialize)]
struct Begin<'a> {
    /// Its name, unlike every other one.
    name: &'a str,
    /// The file it was read from.
    file: String,
}

/// The results of a setup: a pairing, a combination, or a position. Means are over the games that came to an end, those that were cut among them.
#[derive(Serialize)]
struct Counted<'a> {
    /// The name of the position; `None` where players enter.
    position: Option<&'a str>,
    /// Games that were played, those that were set aside among them.
    games: u64,
    /// Games in which several came in first.
    draws: u64,
    /// Games that were over with the last round of `--rounds`.
    cut: u64,
    /// Games that were set aside.
    quarantined: u64,
    /// The share that whoever went first won.
    first_seat: Proportion,
    /// The mean of the rounds begun; `None` where no game came to an end.
    rounds_per_game: Option<f64>,
    /// The mean of the decisions.
    decisions_per_game: Option<f64>,
    /// The results of each player, by seat.
    seats: Vec<Seat<'a>>,
    /// The games of its matches by their numbers in them; left out where single games were played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    numbers: Vec<Number>,
}

/// The terms by which matches are played.
#[derive(Serialize)]
struct InMatches {
    /// The number of games that a match is the best of.
    best_of: u8,
    /// The sideboarding between games: `plain` or `none`.
    sideboard: Sideboarding,
    /// The rule by which cards are exchanged, in words; `None` for a game that has none to
    /// exchange.
    rule: Option<&'static str>,
    /// Decks over all pairings, two of each pairing: those that exchange cards, and all of them.
    exchanged: [usize; 2],
    /// The number of games in all matches.
    games: u64,
}

/// Counts of the games that have the same number in their matches.
#[derive(Serialize)]
struct Number {
    /// The number in the match, from 1.
    number: u8,
    /// Games of this number.
    games: u64,
    /// Those in which several came in first.
    draws: u64,
    /// Those that were over with the last round of `--rounds`.
    cut: u64,
    /// Those that were set aside.
    quarantined: u64,
    /// The share that whoever went first won.
    first_seat: Proportion,
    /// The share of these games that each seat won.
    won: Vec<Proportion>,
}

/// The results of a player in a setup.
#[derive(Serialize)]
struct Seat<'a> {
    /// The name of what the player entered; `None` in a position.
    entry: Option<&'a str>,
    /// The agent that played.
    agent: String,
    /// The share of games that this player won.
    won: Proportion,
    /// The share of those in which this player went first; of matches, in their first game.
    going_first: Proportion,
    /// The share of those in which another one did.
    going_later: Proportion,
    /// The mean place, from 1; `None` where no game came to an end.
    mean_place: Option<f64>,
    /// The mean score; of matches, of the games won.
    mean_score: Option<f64>,
}

/// A share of games.
#[derive(Serialize)]
struct Proportion {
    /// Games that were won.
    won: u64,
    /// Games that count.
    games: u64,
    /// The share, from 0 to 1; `None` where there are no games.
    rate: Option<f64>,
    /// The Wilson interval of 95 % of it.
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
