//! Results as CSV: one row per setup and seat on stdout, or tables in files.

use std::fs::File;
use std::io::{self, Write};
use std::rc::Rc;

use super::Report;
use super::column::{Cells, Kind, Sheet, Value};
use crate::analysis::Counts;
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
///
/// # Panics
/// Never: writing to memory does not fail.
pub fn text<R: IntoIterator<Item: AsRef<[u8]>>>(
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

/// The report with a heading and one row per setup and seat. Of matches there is such a row of the
/// matches, and one of the games of each number in them; what is counted stands first.
#[must_use]
pub fn render(report: &Report<'_>) -> String {
    let run = report.run;
    let rows = (0..run.setups.len()).flat_map(|place| {
        let (setup, counts) = &run.setups[place];
        let numbers = (1..)
            .zip(&run.numbers)
            .map(move |(number, counts)| (format!("game {number}"), &counts[place]));
        let counted = core::iter::once((report.unit().to_owned(), counts)).chain(numbers);
        counted.flat_map(move |(what, counts)| {
            (0..setup.seats())
                .map(move |seat| (what.clone(), row(report, place + 1, setup, counts, seat)))
        })
    });
    match report.matches {
        None => text(SEAT_COLUMNS, rows.map(|(_, row)| row.to_vec())),
        Some(_) => {
            let rows = rows.map(|(what, row)| [&[what][..], &row].concat());
            text([&["counted"][..], &SEAT_COLUMNS].concat(), rows)
        }
    }
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

/// A number with six decimals, or an empty field where there is none.
fn decimal(number: Option<f64>) -> String {
    number.map(|number| format!("{number:.6}")).unwrap_or_default()
}

/// A writer of a table's rows as CSV, with a heading.
pub struct Rows<W: Write, R> {
    writer: csv::Writer<W>,
    sheet: Sheet<R>,
}

impl<W: Write, R> Rows<W, R> {
    /// Begins the table with its heading.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn new(file: W, sheet: Sheet<R>) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(file);
        writer.write_record(sheet.names())?;
        Ok(Self { writer, sheet })
    }

    /// Adds one row to the table, cell by cell.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn add(&mut self, row: &R) -> io::Result<()> {
        let fields = self.sheet.columns.iter().map(|column| column.of(row).to_string());
        Ok(self.writer.write_record(fields)?)
    }

    /// Writes all that is still in memory.
    ///
    /// # Errors
    ///
    /// When the last rows cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Reads the rows of a file with their numbers, from 0; those that cannot be read are errors that
/// say why.
///
/// # Errors
///
/// When the file has other columns.
pub fn rows<R>(
    file: File,
    sheet: &Sheet<R>,
) -> Result<impl Iterator<Item = (u64, Result<Cells, String>)> + use<R>, String> {
    let names: Rc<[String]> = Rc::from(sheet.names());
    let kinds: Vec<Kind> = sheet.columns.iter().map(|column| column.kind).collect();
    let mut reader = csv::Reader::from_reader(file);
    let heading = reader.headers().map_err(|error| error.to_string())?;
    if !heading.iter().eq(names.iter().map(String::as_str)) {
        return Err("its columns are others".to_owned());
    }
    let read = move |record: Result<csv::StringRecord, csv::Error>| {
        let record = record.map_err(|error| error.to_string())?;
        let value = |((field, kind), name): ((&str, &Kind), &String)| {
            kind.read(field).ok_or_else(|| format!("{name}: {field:?} was not expected"))
        };
        let values: Result<Vec<Value>, String> =
            record.iter().zip(&kinds).zip(&*names).map(value).collect();
        Ok(Cells::new(&names, values?))
    };
    Ok((0..).zip(reader.into_records().map(read)))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Seek};

    use super::*;
    use crate::output::manifest::{Manifest, example as run};
    use crate::output::{example, games, report};
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
        let game = |index| crate::record::example(index, Some(1));
        let (of_three, wide) = games::of_three(7);
        let aside = aside(game(6));
        for (run, played, expected) in [
            (
                run(),
                vec![game(5), aside],
                "5,Ash,Birch,greedy,random,2,2,1,30,4,3,40,false,false,00000000000000ab,00000000000000cd\n\
                 6,Ash,Birch,greedy,random,2,,,,,3,40,false,true,00000000000000ab,00000000000000cd\n",
            ),
            (
                wide,
                vec![of_three],
                "7,far,random,random,random,,2,2,3,1,,7,-1,9,,3,40,true,false,00000000000000ab,00000000000000cd\n",
            ),
        ] {
            let mut file = tempfile::tempfile().unwrap();
            let sheet = || games::sheet(&run);
            let mut writer = Rows::new(&file, sheet()).unwrap();
            played.iter().for_each(|game| writer.add(game).unwrap());
            writer.finish().unwrap();
            let mut text = String::new();
            file.rewind().unwrap();
            file.read_to_string(&mut text).unwrap();
            assert_eq!(text, format!("{}\n{expected}", sheet().names().join(",")));
            file.rewind().unwrap();
            let read = rows(file.try_clone().unwrap(), &sheet()).unwrap();
            let read = read.map(|(_, cells)| games::game(&mut cells.unwrap(), &run).unwrap());
            assert_eq!(read.collect::<Vec<_>>(), played);
            // Other columns are told as such.
            let other = Manifest { agents: vec![String::new(); 3], ..run };
            file.rewind().unwrap();
            assert!(rows(file, &games::sheet(&other)).err().unwrap().contains("columns"));
        }
    }
}
