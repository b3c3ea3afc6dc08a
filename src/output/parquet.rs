//! Games as a Parquet file: one row per game, row groups written while the run is played.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use super::Label;
use super::csv::{first_player, winner};
use crate::record::{GameRecord, Outcome, hex};

/// Games in a row group: what is written at once, and what a reader skips or takes at once.
const ROW_GROUP: usize = 8 * 1024;

/// The columns, the same as in CSV; only `winner` may be null.
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
    decks: Vec<ByteArray>,
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
    /// Never: the schema is a constant.
    pub fn new(file: W, decks: &[Label]) -> io::Result<Self> {
        let schema = Arc::new(parse_message_type(SCHEMA).expect("the schema is a message type"));
        let writer = SerializedFileWriter::new(file, schema, properties()).map_err(system_error)?;
        let decks = decks.iter().map(|deck| ByteArray::from(deck.name.as_str())).collect();
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
        let deck = |deck: u16| decks[usize::from(deck)].clone();
        let text = |text: &str| ByteArray::from(text);
        let mut group = writer.next_row_group()?;
        let mut columns = Columns { games, group: &mut group };
        columns.put::<Int64Type>(|game| game.index as i64)?;
        columns.put::<ByteArrayType>(|game| deck(game.deck_a))?;
        columns.put::<ByteArrayType>(|game| deck(game.deck_b))?;
        columns.put::<ByteArrayType>(|game| text(first_player(game)))?;
        columns.put_some::<ByteArrayType>(|game| winner(game).map(text))?;
        columns.put::<BoolType>(|game| game.outcome == Outcome::Quarantined)?;
        columns.put::<Int32Type>(|game| game.rounds.into())?;
        columns.put::<Int32Type>(|game| game.decisions as i32)?;
        columns.put::<Int32Type>(|game| game.base_damage[0].into())?;
        columns.put::<Int32Type>(|game| game.base_damage[1].into())?;
        columns.put::<ByteArrayType>(|game| text(&hex(game.digest)))?;
        group.close()?;
        games.clear();
        Ok(())
    }

    /// Writes what is left, and the footer.
    ///
    /// # Errors
    ///
    /// When the rest cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        if !self.games.is_empty() {
            self.write().map_err(system_error)?;
        }
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
    games: &'a [GameRecord],
    group: &'a mut SerializedRowGroupWriter<'b, W>,
}

impl<W: Write + Send> Columns<'_, '_, W> {
    /// Writes the next column.
    fn put<T: DataType>(
        &mut self,
        value: impl Fn(&GameRecord) -> T::T,
    ) -> Result<(), ParquetError> {
        let values: Vec<T::T> = self.games.iter().map(value).collect();
        self.column::<T>(&values, None)
    }

    /// Writes the next column, in which some games have no value.
    fn put_some<T: DataType>(
        &mut self,
        value: impl Fn(&GameRecord) -> Option<T::T>,
    ) -> Result<(), ParquetError> {
        let values: Vec<Option<T::T>> = self.games.iter().map(value).collect();
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
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;
    use crate::output::csv::GAME_COLUMNS;
    use crate::output::example;

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
        let (decks, ..) = example(1);
        let count = (2 * ROW_GROUP + 3) as u64;
        let file = tempfile::tempfile().unwrap();
        let mut games = Games::new(&file, &decks).unwrap();
        for index in 0..count {
            games.add(game(index)).unwrap();
        }
        games.finish().unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let metadata = reader.metadata();
        assert_eq!(metadata.num_row_groups(), 3);
        let columns = metadata.file_metadata().schema_descr().columns();
        assert!(columns.iter().map(|column| column.name()).eq(GAME_COLUMNS));
        let mut next = 0;
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            assert_eq!(row.get_ulong(0).unwrap(), next);
            assert_eq!(row.get_string(1).unwrap(), "Ash");
            assert_eq!(row.get_string(4).ok().map(String::as_str), (next != 1).then_some("b"));
            assert_eq!(row.get_bool(5).unwrap(), next == 1);
            assert_eq!(row.get_ushort(6).unwrap(), 9);
            assert_eq!(row.get_uint(7).unwrap(), 70);
            assert_eq!(row.get_string(10).unwrap(), &hex(u64::MAX - next));
            next += 1;
        }
        assert_eq!(next, count);
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
        let (decks, ..) = example(1);
        let mut games = Games::new(Disk(10_000), &decks).unwrap();
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
