//! Results as CSV: one row per pairing on stdout, or one row per game in a file.

use std::io::{self, Write};

use super::{Label, Report};
use crate::analysis::Pairing;
use crate::record::{GameRecord, Outcome};

const PAIRING_COLUMNS: [&str; 25] = [
    "deck_a",
    "deck_b",
    "games",
    "wins_a",
    "wins_b",
    "draws",
    "quarantined",
    "rate_a",
    "low_a",
    "high_a",
    "rate_b",
    "low_b",
    "high_b",
    "a_first_games",
    "a_first_wins_a",
    "a_first_wins_b",
    "a_first_draws",
    "b_first_games",
    "b_first_wins_a",
    "b_first_wins_b",
    "b_first_draws",
    "first_player_wins",
    "first_player_rate",
    "rounds_per_game",
    "decisions_per_game",
];

/// The report with a heading and one row per pairing.
///
/// # Panics
///
/// Never: memory takes everything that is written to it.
#[must_use]
pub fn render(report: &Report<'_>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(PAIRING_COLUMNS).expect("memory takes everything");
    for pairing in &report.run.pairings {
        writer.write_record(row(report, pairing)).expect("memory takes everything");
    }
    let bytes = writer.into_inner().expect("memory takes everything");
    String::from_utf8(bytes).expect("only strings were written")
}

fn row(report: &Report<'_>, pairing: &Pairing) -> Vec<String> {
    let total = pairing.total();
    let mut row =
        vec![report.name(pairing.deck_a).to_owned(), report.name(pairing.deck_b).to_owned()];
    let mut count = |number: u64| row.push(number.to_string());
    count(pairing.games());
    count(total.wins_a);
    count(total.wins_b);
    count(total.draws);
    count(pairing.quarantined);
    for share in [total.a(), total.b()] {
        row.push(number(share.rate()));
        row.extend(share.interval().map(|end| number(Some(end))));
    }
    for tally in [pairing.a_first, pairing.b_first] {
        let counts = [tally.games(), tally.wins_a, tally.wins_b, tally.draws];
        row.extend(counts.map(|count| count.to_string()));
    }
    row.push(pairing.first_player().wins.to_string());
    row.push(number(pairing.first_player().rate()));
    row.push(number(pairing.rounds_per_game()));
    row.push(number(pairing.decisions_per_game()));
    row
}

/// A number, or an empty field where there is none.
fn number(number: Option<f64>) -> String {
    number.map(|number| format!("{number:.6}")).unwrap_or_default()
}

/// The columns of a file with one row per game, the same in CSV and Parquet.
pub const GAME_COLUMNS: [&str; 11] = [
    "index",
    "deck_a",
    "deck_b",
    "first_player",
    "winner",
    "quarantined",
    "rounds",
    "decisions",
    "base_damage_a",
    "base_damage_b",
    "digest",
];

/// Writes games as rows. A quarantined game has no winner.
#[derive(Debug)]
pub struct Games<W: Write> {
    writer: csv::Writer<W>,
    decks: Vec<String>,
}

impl<W: Write> Games<W> {
    /// Writes the heading.
    ///
    /// # Errors
    ///
    /// When the heading cannot be written.
    pub fn new(file: W, decks: &[Label]) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(file);
        writer.write_record(GAME_COLUMNS)?;
        Ok(Self { writer, decks: decks.iter().map(|deck| deck.name.clone()).collect() })
    }

    /// Writes one game.
    ///
    /// # Errors
    ///
    /// When the row cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> io::Result<()> {
        let row = (
            game.index,
            &self.decks[usize::from(game.deck_a)],
            &self.decks[usize::from(game.deck_b)],
            first_player(game),
            winner(game),
            game.outcome == Outcome::Quarantined,
            game.rounds,
            game.decisions,
            game.base_damage,
            game.digest,
        );
        Ok(self.writer.serialize(row)?)
    }

    /// Writes what is left and gives the file back.
    ///
    /// # Errors
    ///
    /// When the last rows cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

/// Who went first: "a" or "b".
#[must_use]
pub const fn first_player(game: &GameRecord) -> &'static str {
    if game.first_player == 0 { "a" } else { "b" }
}

/// Who won: "a", "b" or "draw"; none for a quarantined game.
#[must_use]
pub const fn winner(game: &GameRecord) -> Option<&'static str> {
    match game.outcome {
        Outcome::WinA => Some("a"),
        Outcome::WinB => Some("b"),
        Outcome::Draw => Some("draw"),
        Outcome::Quarantined => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::BUILT_IN;
    use crate::output::example;

    #[test]
    fn one_row_per_pairing() {
        let (decks, settings, run) = example(20);
        let report = Report {
            decks: &decks,
            cards: &BUILT_IN,
            settings: &settings,
            run: &run,
            planned: 40,
            seconds: 2.0,
        };
        let text = render(&report);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(&rows[0][1], "Birch, the \"second\"");
        assert_eq!(&rows[0][2], "20");
        assert_eq!(&rows[0][6], "1");
    }

    #[test]
    fn one_row_per_game() {
        let (decks, ..) = example(1);
        let mut games = Games::new(Vec::new(), &decks).unwrap();
        games
            .add(&GameRecord {
                index: 5,
                deck_a: 0,
                deck_b: 2,
                first_player: 1,
                outcome: Outcome::Quarantined,
                rounds: 3,
                decisions: 40,
                base_damage: [1, 2],
                digest: u64::MAX,
            })
            .unwrap();
        let text = String::from_utf8(games.finish().unwrap()).unwrap();
        assert_eq!(text.lines().nth(1), Some("5,Ash,Cedar,b,,true,3,40,1,2,18446744073709551615"));
        assert_eq!(text.lines().next(), Some(GAME_COLUMNS.join(",").as_str()));
    }
}
