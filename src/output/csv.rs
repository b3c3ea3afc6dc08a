//! Results as CSV: one row per setup and seat on stdout, or one row per game in a file.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::str::FromStr;

use super::Report;
use super::row::{Row, Sheet};
use crate::analysis::Counts;
use crate::record::GameRecord;
use crate::setup::Setup;

const SEAT_COLUMNS: [&str; 22] = [
    "setup",
    "position",
    "seat",
    "entry",
    "agent",
    "games",
    "won",
    "draws",
    "cut",
    "quarantined",
    "rate",
    "low",
    "high",
    "first_games",
    "first_won",
    "later_games",
    "later_won",
    "mean_place",
    "mean_score",
    "first_seat_rate",
    "rounds_per_game",
    "decisions_per_game",
];

/// A heading and rows as CSV.
pub(super) fn text<R: IntoIterator<Item: AsRef<[u8]>>>(
    heading: impl IntoIterator<Item: AsRef<[u8]>>,
    rows: impl IntoIterator<Item = R>,
) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(heading).expect("memory takes everything");
    for row in rows {
        writer.write_record(row).expect("memory takes everything");
    }
    let bytes = writer.into_inner().expect("memory takes everything");
    String::from_utf8(bytes).expect("only strings were written")
}

/// The report with a heading and one row per setup and seat.
#[must_use]
pub fn render(report: &Report<'_>) -> String {
    let setups = (1..).zip(&report.run.setups);
    let rows = setups.flat_map(|(number, (setup, counts))| {
        (0..setup.seats()).map(move |seat| row(report, number, setup, counts, seat))
    });
    text(SEAT_COLUMNS, rows)
}

fn row(
    report: &Report<'_>,
    number: usize,
    setup: &Setup,
    counts: &Counts,
    seat: usize,
) -> [String; SEAT_COLUMNS.len()] {
    let (share, first, later) =
        (counts.won(seat), counts.going_first(seat), counts.going_later(seat));
    let [low, high] = share.interval();
    let name = |name: Option<&str>| name.unwrap_or_default().to_owned();
    let number_of = |count: u64| count.to_string();
    [
        number.to_string(),
        name(report.position(setup)),
        (seat + 1).to_string(),
        name(report.entry(setup, seat)),
        report.settings.agents[seat].to_string(),
        number_of(counts.games()),
        number_of(share.wins),
        number_of(counts.draws()),
        number_of(counts.cut),
        number_of(counts.quarantined),
        decimal(share.rate()),
        decimal(Some(low)),
        decimal(Some(high)),
        number_of(first.games),
        number_of(first.wins),
        number_of(later.games),
        number_of(later.wins),
        decimal(counts.mean_place(seat)),
        decimal(counts.mean_score(seat)),
        decimal(counts.first_player().rate()),
        decimal(counts.rounds_per_game()),
        decimal(counts.decisions_per_game()),
    ]
}

/// A number, or an empty field where there is none.
fn decimal(number: Option<f64>) -> String {
    number.map(|number| format!("{number:.6}")).unwrap_or_default()
}

/// Writes games as rows, one a game.
#[derive(Debug)]
pub struct Games<W: Write> {
    writer: csv::Writer<W>,
    sheet: Sheet,
}

impl<W: Write> Games<W> {
    /// Begins with a heading.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn new(file: W, sheet: Sheet) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(file);
        writer.write_record(sheet.columns())?;
        Ok(Self { writer, sheet })
    }

    /// Writes one game.
    ///
    /// # Errors
    ///
    /// When the row cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> io::Result<()> {
        Ok(self.writer.write_record(fields(&Row::new(game, &self.sheet)))?)
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

/// A row, field by field.
fn fields(row: &Row) -> Vec<String> {
    fn some<T: Display>(list: &[Option<T>]) -> impl Iterator<Item = String> + '_ {
        list.iter().map(|value| value.as_ref().map(T::to_string).unwrap_or_default())
    }
    let mut fields = vec![row.index.to_string()];
    fields.extend(some(&row.setup));
    fields.extend(some(&row.agents));
    fields.push(row.first_seat.to_string());
    fields.extend(some(&row.places));
    fields.extend(some(&row.scores));
    fields.push(row.rounds.to_string());
    fields.push(row.decisions.to_string());
    fields.push(row.cut.to_string());
    fields.push(row.quarantined.to_string());
    fields.push(row.digest.clone());
    fields
}

/// Reads fields in order.
struct Fields<'a> {
    columns: &'a [String],
    record: &'a csv::StringRecord,
    at: usize,
}

impl Fields<'_> {
    fn some<T: FromStr>(&mut self) -> Result<Option<T>, String> {
        let field = self.record.get(self.at).unwrap_or_default();
        let column = &self.columns[self.at];
        self.at += 1;
        if field.is_empty() {
            return Ok(None);
        }
        field.parse().map(Some).map_err(|_| format!("{column}: {field:?} was not expected"))
    }

    fn one<T: FromStr>(&mut self) -> Result<T, String> {
        let column = self.at;
        self.some()?.ok_or_else(|| format!("{}: nothing is there", self.columns[column]))
    }

    fn list<T: FromStr>(&mut self, length: usize) -> Result<Vec<Option<T>>, String> {
        (0..length).map(|_| self.some()).collect()
    }
}

/// The rows of a file, and what is wrong with those that cannot be read.
pub fn rows(file: File, sheet: &Sheet) -> impl Iterator<Item = Result<Row, String>> + use<> {
    let (columns, setup, seats) = (sheet.columns(), sheet.setup().len(), sheet.seats());
    let mut reader = csv::Reader::from_reader(file);
    let heading = reader.headers().map_err(|error| error.to_string()).and_then(|heading| {
        let expected = heading.iter().eq(columns.iter().map(String::as_str));
        if expected { Ok(()) } else { Err("its columns are others".to_owned()) }
    });
    let wrong = heading.err().map(Err);
    let rows = reader.into_records().map(move |record| {
        let record = record.map_err(|error| error.to_string())?;
        let mut fields = Fields { columns: &columns, record: &record, at: 0 };
        Ok(Row {
            index: fields.one()?,
            setup: fields.list(setup)?,
            agents: fields.list(seats)?,
            first_seat: fields.one()?,
            places: fields.list(seats)?,
            scores: fields.list(seats)?,
            rounds: fields.one()?,
            decisions: fields.one()?,
            cut: fields.one()?,
            quarantined: fields.one()?,
            digest: fields.one()?,
        })
    });
    wrong.into_iter().chain(rows)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Seek};

    use super::*;
    use crate::output::{example, report, row};
    use crate::record::aside;

    #[test]
    fn one_row_per_setup_and_seat() {
        let (entries, settings, run) = example(20);
        let text = render(&report(&entries, &settings, &run, 40));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 4);
        assert_eq!((&rows[1][2], &rows[1][3]), ("2", "Birch, the \"second\""));
        assert_eq!(&rows[1][4], "random");
        assert_eq!(&rows[0][5], "20");
        assert_eq!(&rows[0][9], "1");
    }

    #[test]
    fn one_row_per_game() {
        let sheet = row::example();
        let game = |index| crate::record::example(index, Some(1));
        let (of_three, wide) = row::of_three(7);
        let aside = aside(game(6));
        for (sheet, games, expected) in [
            (
                sheet,
                vec![game(5), aside],
                "5,Ash,Birch,greedy,random,2,2,1,30,4,3,40,false,false,00000000000000ab\n\
                 6,Ash,Birch,greedy,random,2,,,,,3,40,false,true,00000000000000ab\n",
            ),
            (
                wide,
                vec![of_three],
                "7,far,random,random,random,,2,2,3,1,,7,-1,9,,3,40,true,false,00000000000000ab\n",
            ),
        ] {
            let mut file = tempfile::tempfile().unwrap();
            let mut writer = Games::new(&file, sheet.clone()).unwrap();
            games.iter().for_each(|game| writer.add(game).unwrap());
            writer.finish().unwrap();
            let mut text = String::new();
            file.rewind().unwrap();
            file.read_to_string(&mut text).unwrap();
            assert_eq!(text, format!("{}\n{expected}", sheet.columns().join(",")));
            file.rewind().unwrap();
            let read = rows(file.try_clone().unwrap(), &sheet);
            let read: Vec<GameRecord> =
                read.map(|row| row.unwrap().game(&sheet).unwrap()).collect();
            assert_eq!(read, games);
            // Other columns are told as such.
            let other = Sheet { agents: vec![String::new(); 3], ..sheet };
            file.rewind().unwrap();
            assert!(rows(file, &other).next().unwrap().unwrap_err().contains("columns"));
        }
    }
}
