//! Games as a Parquet file: one row per game, row groups written while the run is played.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, RowGroupMetaData};
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::serialized_reader::ReadOptionsBuilder;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::{Field, Row as Found, RowAccessor};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnPath, Type};

use super::manifest::Manifest;
use super::row::{Row, Sheet};
use crate::record::GameRecord;

/// Games in a row group: what is written at once, and what a reader skips or takes at once.
const ROW_GROUP: usize = 8 * 1024;

/// The key under which the file's metadata hold the manifest.
const KEY: &str = "cardmill";

/// The columns of a [`Row`]. Where games have fewer seats than the sheet, and where they were set
/// aside, columns by seat hold nothing.
fn schema(sheet: &Sheet) -> Type {
    let mut schema = String::from("message games {\n");
    let mut all = |columns: &[String], kind: &str, annotation: &str| {
        for column in columns {
            schema.push_str(&format!("{kind} {column} {annotation};\n"));
        }
    };
    let one = |column: &str| [column.to_owned()];
    all(&one("index"), "required int64", "(INTEGER(64, false))");
    all(&sheet.setup(), "optional binary", "(STRING)");
    all(&sheet.by_seat("agent"), "optional binary", "(STRING)");
    all(&one("first_seat"), "required int32", "(INTEGER(8, false))");
    all(&sheet.by_seat("place"), "optional int32", "(INTEGER(8, false))");
    all(&sheet.by_seat("score"), "optional int32", "(INTEGER(16, true))");
    all(&one("rounds"), "required int32", "(INTEGER(16, false))");
    all(&one("decisions"), "required int32", "(INTEGER(32, false))");
    all(&one("cut"), "required boolean", "");
    all(&one("quarantined"), "required boolean", "");
    all(&one("digest"), "required binary", "(STRING)");
    schema.push('}');
    parse_message_type(&schema).expect("the schema is a message type")
}

/// Writes games as rows.
pub struct Games<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// The games that are not written yet.
    games: Vec<GameRecord>,
    sheet: Sheet,
}

impl<W: Write + Send> Games<W> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be written to.
    ///
    /// # Panics
    ///
    /// Never: columns have plain names.
    pub fn new(file: W, sheet: Sheet) -> io::Result<Self> {
        let schema = Arc::new(schema(&sheet));
        let writer = SerializedFileWriter::new(file, schema, properties()).map_err(system_error)?;
        Ok(Self { writer, games: Vec::with_capacity(ROW_GROUP), sheet })
    }

    /// Takes one game; every few thousand games are written together.
    ///
    /// # Errors
    ///
    /// When a row group cannot be written.
    pub fn add(&mut self, game: GameRecord) -> io::Result<()> {
        self.games.push(game);
        if self.games.len() >= ROW_GROUP {
            self.write().map_err(system_error)?;
        }
        Ok(())
    }

    /// Writes a row group.
    fn write(&mut self) -> Result<(), ParquetError> {
        let Self { writer, games, sheet } = self;
        let rows: Vec<Row> = games.iter().map(|game| Row::new(game, sheet)).collect();
        let text = |text: &String| ByteArray::from(text.as_str());
        let mut group = writer.next_row_group()?;
        let mut columns = Columns { rows: &rows, group: &mut group };
        columns.put::<Int64Type>(|row| row.index as i64)?;
        for n in 0..sheet.setup().len() {
            columns.put_some::<ByteArrayType>(|row| row.setup[n].as_ref().map(text))?;
        }
        for seat in 0..sheet.seats() {
            columns.put_some::<ByteArrayType>(|row| row.agents[seat].as_ref().map(text))?;
        }
        columns.put::<Int32Type>(|row| row.first_seat.into())?;
        for seat in 0..sheet.seats() {
            columns.put_some::<Int32Type>(|row| row.places[seat].map(Into::into))?;
        }
        for seat in 0..sheet.seats() {
            columns.put_some::<Int32Type>(|row| row.scores[seat].map(Into::into))?;
        }
        columns.put::<Int32Type>(|row| row.rounds.into())?;
        columns.put::<Int32Type>(|row| row.decisions as i32)?;
        columns.put::<BoolType>(|row| row.cut)?;
        columns.put::<BoolType>(|row| row.quarantined)?;
        columns.put::<ByteArrayType>(|row| text(&row.digest))?;
        group.close()?;
        games.clear();
        Ok(())
    }

    /// Writes what is left, and the footer with what the manifest says.
    ///
    /// # Errors
    ///
    /// When the rest cannot be written.
    pub fn finish(mut self, manifest: &Manifest) -> io::Result<()> {
        if !self.games.is_empty() {
            self.write().map_err(system_error)?;
        }
        self.writer.append_key_value_metadata(KeyValue::new(KEY.to_owned(), manifest.text()));
        self.writer.finish().map(drop).map_err(system_error)
    }
}

/// Few values come again in `index` and `digest`: they have no dictionary.
fn properties() -> WriterPropertiesPtr {
    let [index, digest] = ["index", "digest"].map(ColumnPath::from);
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_column_dictionary_enabled(index.clone(), false)
        .set_column_encoding(index, Encoding::DELTA_BINARY_PACKED)
        .set_column_dictionary_enabled(digest, false);
    Arc::new(properties.build())
}

/// The columns of a row group, written one after another.
struct Columns<'a, 'b, W: Write> {
    rows: &'a [Row],
    group: &'a mut SerializedRowGroupWriter<'b, W>,
}

impl<W: Write + Send> Columns<'_, '_, W> {
    /// Writes the next column.
    fn put<T: DataType>(&mut self, value: impl Fn(&Row) -> T::T) -> Result<(), ParquetError> {
        let values: Vec<T::T> = self.rows.iter().map(value).collect();
        self.column::<T>(&values, None)
    }

    /// Writes the next column, in which some games have no value.
    fn put_some<T: DataType>(
        &mut self,
        value: impl Fn(&Row) -> Option<T::T>,
    ) -> Result<(), ParquetError> {
        let values: Vec<Option<T::T>> = self.rows.iter().map(value).collect();
        let there: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
        let values: Vec<T::T> = values.into_iter().flatten().collect();
        self.column::<T>(&values, Some(&there))
    }

    fn column<T: DataType>(
        &mut self,
        values: &[T::T],
        there: Option<&[i16]>,
    ) -> Result<(), ParquetError> {
        let missing = || ParquetError::General("the schema has too few columns".into());
        let mut column = self.group.next_column()?.ok_or_else(missing)?;
        column.typed::<T>().write_batch(values, there, None)?;
        column.close()
    }
}

/// The manifest of a file, as it is written there; none when there is none.
///
/// # Errors
///
/// When the file is no Parquet file.
pub fn manifest(file: File) -> Result<Option<String>, String> {
    let reader = SerializedFileReader::new(file).map_err(|error| error.to_string())?;
    let entries = reader.metadata().file_metadata().key_value_metadata();
    let entry = entries.into_iter().flatten().find(|entry| entry.key == KEY);
    Ok(entry.and_then(|entry| entry.value.clone()))
}

/// The rows of a file, without the row groups that end before row `from`, and what is wrong with
/// those that cannot be read.
///
/// # Errors
///
/// When the file is no Parquet file, or has other columns.
pub fn rows(
    file: File,
    sheet: &Sheet,
    from: u64,
) -> Result<impl Iterator<Item = Result<Row, String>> + use<>, String> {
    let mut rows = 0;
    let reaches = move |group: &RowGroupMetaData, _: usize| {
        rows += u64::try_from(group.num_rows()).unwrap_or(0);
        rows > from
    };
    let options = ReadOptionsBuilder::new().with_predicate(Box::new(reaches)).build();
    let reader = SerializedFileReader::new_with_options(file, options);
    let reader = reader.map_err(|error| error.to_string())?;
    if *reader.metadata().file_metadata().schema() != schema(sheet) {
        return Err("its columns are others".to_owned());
    }
    let (setup, seats) = (sheet.setup().len(), sheet.seats());
    let read = move |found: Result<Found, ParquetError>| row(&found?, setup, seats);
    Ok(reader.into_iter().map(move |found| read(found).map_err(|error| error.to_string())))
}

/// Reads a row with so many columns for what it began with, and so many seats.
fn row(found: &Found, setup: usize, seats: usize) -> Result<Row, ParquetError> {
    let mut next = 0..;
    let mut take = |count: usize| -> Vec<usize> { next.by_ref().take(count).collect() };
    let (index, setup, agents) = (take(1)[0], take(setup), take(seats));
    let (first, places, scores) = (take(1)[0], take(seats), take(seats));
    let [rounds, decisions, cut, quarantined, digest] = [(); 5].map(|()| take(1)[0]);
    let is_there = |column: usize| {
        let field = found.get_column_iter().nth(column);
        field.is_some_and(|(_, field)| *field != Field::Null)
    };
    let texts = |columns: Vec<usize>| -> Result<Vec<Option<String>>, ParquetError> {
        let text = |column| is_there(column).then(|| found.get_string(column).cloned()).transpose();
        columns.into_iter().map(text).collect()
    };
    let place = |column| is_there(column).then(|| found.get_ubyte(column)).transpose();
    let score = |column| is_there(column).then(|| found.get_short(column)).transpose();
    Ok(Row {
        index: found.get_ulong(index)?,
        setup: texts(setup)?,
        agents: texts(agents)?,
        first_seat: found.get_ubyte(first)?,
        places: places.into_iter().map(place).collect::<Result<_, _>>()?,
        scores: scores.into_iter().map(score).collect::<Result<_, _>>()?,
        rounds: found.get_ushort(rounds)?,
        decisions: found.get_uint(decisions)?,
        cut: found.get_bool(cut)?,
        quarantined: found.get_bool(quarantined)?,
        digest: found.get_string(digest)?.clone(),
    })
}

/// The system's error inside a Parquet error, where there is one.
fn system_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::manifest::example;
    use crate::output::row;
    use crate::record::aside;

    fn game(index: u64) -> GameRecord {
        let game = crate::record::example(index, Some(1));
        let game = GameRecord { digest: u64::MAX - index, ..game };
        if index == 1 { aside(game) } else { game }
    }

    #[test]
    fn games_come_back() {
        let (of_three, wide) = row::of_three(0);
        let of_three = |index| GameRecord { index, ..of_three.clone() };
        come_back(row::example(), game);
        come_back(wide, of_three);
    }

    fn come_back(sheet: Sheet, game: impl Fn(u64) -> GameRecord) {
        let count = (2 * ROW_GROUP + 3) as u64;
        let file = tempfile::tempfile().unwrap();
        let mut games = Games::new(&file, sheet.clone()).unwrap();
        for index in 0..count {
            games.add(game(index)).unwrap();
        }
        games.finish(&example()).unwrap();
        let again = || file.try_clone().unwrap();
        assert_eq!(manifest(again()).unwrap(), Some(example().text()));
        let read = |from| rows(again(), &sheet, from).unwrap().map(Result::unwrap);
        let mut next = 0;
        for row in read(0) {
            assert_eq!(row.game(&sheet), Ok(game(next)));
            next += 1;
        }
        assert_eq!(next, count);
        // What lies in earlier row groups is not read.
        let group = ROW_GROUP as u64;
        assert_eq!(read(group - 1).next().unwrap().index, 0);
        assert_eq!(read(group).next().unwrap().index, group);
        assert_eq!(read(count).count(), 0);
        let other = Sheet { agents: vec![String::new(); 3], ..sheet.clone() };
        assert!(rows(again(), &other, 0).err().unwrap().contains("columns"));
    }

    #[test]
    fn other_files_are_refused() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"index,entry_1").unwrap();
        assert!(manifest(file.try_clone().unwrap()).is_err());
        assert!(rows(file, &row::example(), 0).is_err());
    }

    /// A disk with room for so many bytes.
    struct Disk(usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_is_noticed_while_games_are_played() {
        let mut games = Games::new(Disk(10_000), row::example()).unwrap();
        let mut indices = 0..;
        let error = loop {
            if let Err(error) = games.add(game(indices.next().unwrap())) {
                break error;
            }
        };
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(indices.start, ROW_GROUP as u64, "with the first row group");
    }
}
