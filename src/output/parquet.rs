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
use parquet::record::{Row as Found, RowAccessor};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use super::manifest::Manifest;
use super::row::Row;
use crate::record::GameRecord;

/// Games in a row group: what is written at once, and what a reader skips or takes at once.
const ROW_GROUP: usize = 8 * 1024;

/// The key under which the file's metadata hold the manifest.
const KEY: &str = "cardmill";

/// The columns of a [`Row`]; only `winner` may be null.
const SCHEMA: &str = "
    message games {
        required int64 index (INTEGER(64, false));
        required binary deck_a (STRING);
        required binary deck_b (STRING);
        required binary first_player (STRING);
        optional binary winner (STRING);
        required boolean quarantined;
        required int32 rounds (INTEGER(16, false));
        required int32 decisions (INTEGER(32, false));
        required int32 base_damage_a (INTEGER(8, false));
        required int32 base_damage_b (INTEGER(8, false));
        required binary digest (STRING);
    }";

/// Writes games as rows.
pub struct Games<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// The games that are not written yet.
    games: Vec<GameRecord>,
    decks: Vec<String>,
}

impl<W: Write + Send> Games<W> {
    /// Begins a file of games between decks of these names.
    ///
    /// # Errors
    ///
    /// When the file cannot be written to.
    ///
    /// # Panics
    ///
    /// Never: the schema is a constant.
    pub fn new(file: W, decks: Vec<String>) -> io::Result<Self> {
        let schema = Arc::new(parse_message_type(SCHEMA).expect("the schema is a message type"));
        let writer = SerializedFileWriter::new(file, schema, properties()).map_err(system_error)?;
        Ok(Self { writer, games: Vec::with_capacity(ROW_GROUP), decks })
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
        let Self { writer, games, decks } = self;
        let rows: Vec<Row<'_>> = games.iter().map(|game| Row::new(game, decks)).collect();
        let text = |text: &str| ByteArray::from(text);
        let mut group = writer.next_row_group()?;
        let mut columns = Columns { rows: &rows, group: &mut group };
        columns.put::<Int64Type>(|row| row.index as i64)?;
        columns.put::<ByteArrayType>(|row| text(&row.deck_a))?;
        columns.put::<ByteArrayType>(|row| text(&row.deck_b))?;
        columns.put::<ByteArrayType>(|row| text(&row.first_player))?;
        columns.put_some::<ByteArrayType>(|row| row.winner.as_deref().map(text))?;
        columns.put::<BoolType>(|row| row.quarantined)?;
        columns.put::<Int32Type>(|row| row.rounds.into())?;
        columns.put::<Int32Type>(|row| row.decisions as i32)?;
        columns.put::<Int32Type>(|row| row.base_damage_a.into())?;
        columns.put::<Int32Type>(|row| row.base_damage_b.into())?;
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
    rows: &'a [Row<'a>],
    group: &'a mut SerializedRowGroupWriter<'b, W>,
}

impl<W: Write + Send> Columns<'_, '_, W> {
    /// Writes the next column.
    fn put<T: DataType>(&mut self, value: impl Fn(&Row<'_>) -> T::T) -> Result<(), ParquetError> {
        let values: Vec<T::T> = self.rows.iter().map(value).collect();
        self.column::<T>(&values, None)
    }

    /// Writes the next column, in which some games have no value.
    fn put_some<T: DataType>(
        &mut self,
        value: impl Fn(&Row<'_>) -> Option<T::T>,
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
/// When the file is no Parquet file.
pub fn rows(
    file: File,
    from: u64,
) -> Result<impl Iterator<Item = Result<Row<'static>, String>>, String> {
    let mut rows = 0;
    let reaches = move |group: &RowGroupMetaData, _: usize| {
        rows += u64::try_from(group.num_rows()).unwrap_or(0);
        rows > from
    };
    let options = ReadOptionsBuilder::new().with_predicate(Box::new(reaches)).build();
    let reader = SerializedFileReader::new_with_options(file, options);
    let reader = reader.map_err(|error| error.to_string())?;
    let read = |found: Result<Found, ParquetError>| row(&found?);
    Ok(reader.into_iter().map(move |found| read(found).map_err(|error| error.to_string())))
}

fn row(found: &Found) -> Result<Row<'static>, ParquetError> {
    let text = |column: usize| Ok::<_, ParquetError>(found.get_string(column)?.clone().into());
    Ok(Row {
        index: found.get_ulong(0)?,
        deck_a: text(1)?,
        deck_b: text(2)?,
        first_player: text(3)?,
        // Nothing is no text.
        winner: text(4).ok(),
        quarantined: found.get_bool(5)?,
        rounds: found.get_ushort(6)?,
        decisions: found.get_uint(7)?,
        base_damage_a: found.get_ubyte(8)?,
        base_damage_b: found.get_ubyte(9)?,
        digest: text(10)?,
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
    use crate::record::Outcome;

    fn names() -> Vec<String> {
        vec!["Ash".into(), "Birch".into()]
    }

    fn game(index: u64) -> GameRecord {
        GameRecord {
            index,
            deck_a: 0,
            deck_b: 1,
            first_player: 1,
            outcome: if index == 1 { Outcome::Quarantined } else { Outcome::WinB },
            rounds: 9,
            decisions: 70,
            base_damage: [3, 4],
            digest: u64::MAX - index,
        }
    }

    #[test]
    fn games_come_back() {
        let count = (2 * ROW_GROUP + 3) as u64;
        let file = tempfile::tempfile().unwrap();
        let mut games = Games::new(&file, names()).unwrap();
        for index in 0..count {
            games.add(game(index)).unwrap();
        }
        games.finish(&example()).unwrap();
        let again = || file.try_clone().unwrap();
        assert_eq!(manifest(again()).unwrap(), Some(example().text()));
        let read = |from| rows(again(), from).unwrap().map(Result::unwrap);
        let mut next = 0;
        for row in read(0) {
            assert_eq!(row, Row::new(&game(next), &names()));
            next += 1;
        }
        assert_eq!(next, count);
        // What lies in earlier row groups is not read.
        let group = ROW_GROUP as u64;
        assert_eq!(read(group - 1).next().unwrap().index, 0);
        assert_eq!(read(group).next().unwrap().index, group);
        assert_eq!(read(count).count(), 0);
    }

    #[test]
    fn other_files_are_refused() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"index,deck_a").unwrap();
        assert!(manifest(file.try_clone().unwrap()).is_err());
        assert!(rows(file, 0).is_err());
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
        let mut games = Games::new(Disk(10_000), names()).unwrap();
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
