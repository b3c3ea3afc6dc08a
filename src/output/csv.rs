//! Results as CSV: one row per pairing on stdout, or one row per game in a file.

use std::fs::File;
use std::io::{self, Write};

use super::Report;
use super::row::Row;
use crate::analysis::Pairing;
use crate::record::GameRecord;

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

/// Writes games as rows, one a game.
#[derive(Debug)]
pub struct Games<W: Write> {
    writer: csv::Writer<W>,
    decks: Vec<String>,
}

impl<W: Write> Games<W> {
    /// Games between decks of these names. The heading comes with the first of them.
    pub fn new(file: W, decks: Vec<String>) -> Self {
        Self { writer: csv::Writer::from_writer(file), decks }
    }

    /// Writes one game.
    ///
    /// # Errors
    ///
    /// When the row cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> io::Result<()> {
        Ok(self.writer.serialize(Row::new(game, &self.decks))?)
    }

    /// Writes what is left.
    ///
    /// # Errors
    ///
    /// When the last rows cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The rows of a file, and what is wrong with those that cannot be read.
pub fn rows(file: File) -> impl Iterator<Item = Result<Row<'static>, String>> {
    csv::Reader::from_reader(file)
        .into_deserialize()
        .map(|row: csv::Result<Row<'static>>| row.map_err(|error| error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Seek};

    use super::*;
    use crate::output::{example, report};
    use crate::record::Outcome;

    #[test]
    fn one_row_per_pairing() {
        let (decks, settings, run) = example(20);
        let text = render(&report(&decks, &settings, &run, 40));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(&rows[0][1], "Birch, the \"second\"");
        assert_eq!(&rows[0][2], "20");
        assert_eq!(&rows[0][6], "1");
    }

    #[test]
    fn one_row_per_game() {
        let names = ["Ash", "Birch", "Cedar"].map(str::to_owned);
        let mut file = tempfile::tempfile().unwrap();
        let mut games = Games::new(&file, names.to_vec());
        let game = GameRecord {
            index: 5,
            deck_a: 0,
            deck_b: 2,
            first_player: 1,
            outcome: Outcome::Quarantined,
            rounds: 3,
            decisions: 40,
            base_damage: [1, 2],
            digest: u64::MAX,
        };
        games.add(&game).unwrap();
        games.finish().unwrap();
        let mut text = String::new();
        file.rewind().unwrap();
        file.read_to_string(&mut text).unwrap();
        let heading = "index,deck_a,deck_b,first_player,winner,quarantined,rounds,decisions,\
                       base_damage_a,base_damage_b,digest";
        assert_eq!(text.lines().next(), Some(heading));
        assert_eq!(text.lines().nth(1), Some("5,Ash,Cedar,b,,true,3,40,1,2,ffffffffffffffff"));
        file.rewind().unwrap();
        let rows: Vec<Row<'_>> = rows(file).map(Result::unwrap).collect();
        assert_eq!(rows, [Row::new(&game, &names)]);
    }
}
