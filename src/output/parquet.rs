//! Games as a Parquet file: one row per game, row groups written while the run is played.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, StringBuilder, UInt8Builder, UInt16Builder, UInt32Builder, UInt64Builder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

use super::Label;
use super::csv::{GAME_COLUMNS, first_player, winner};
use crate::record::{GameRecord, Outcome};

/// Games gathered before they are encoded.
const BATCH: usize = 8 * 1024;

/// Games in a row group; what a reader skips or takes at once.
const ROW_GROUP: usize = 16 * BATCH;

/// The columns: names as in [`GAME_COLUMNS`]; only `winner` may be null.
#[must_use]
pub fn schema() -> Schema {
    let types = [
        DataType::UInt64,
        DataType::Utf8,
        DataType::Utf8,
        DataType::Utf8,
        DataType::Utf8,
        DataType::Boolean,
        DataType::UInt16,
        DataType::UInt32,
        DataType::UInt8,
        DataType::UInt8,
        DataType::UInt64,
    ];
    let fields = GAME_COLUMNS
        .into_iter()
        .zip(types)
        .map(|(name, data_type)| Field::new(name, data_type, name == "winner"));
    Schema::new(fields.collect::<Vec<_>>())
}

/// The columns of the games that are not encoded yet.
#[derive(Debug, Default)]
struct Columns {
    games: usize,
    index: UInt64Builder,
    deck_a: StringBuilder,
    deck_b: StringBuilder,
    first_player: StringBuilder,
    winner: StringBuilder,
    quarantined: BooleanBuilder,
    rounds: UInt16Builder,
    decisions: UInt32Builder,
    base_damage_a: UInt8Builder,
    base_damage_b: UInt8Builder,
    digest: UInt64Builder,
}

impl Columns {
    fn add(&mut self, game: &GameRecord, decks: &[String]) {
        self.games += 1;
        self.index.append_value(game.index);
        self.deck_a.append_value(&decks[usize::from(game.deck_a)]);
        self.deck_b.append_value(&decks[usize::from(game.deck_b)]);
        self.first_player.append_value(first_player(game));
        self.winner.append_option(winner(game));
        self.quarantined.append_value(game.outcome == Outcome::Quarantined);
        self.rounds.append_value(game.rounds);
        self.decisions.append_value(game.decisions);
        self.base_damage_a.append_value(game.base_damage[0]);
        self.base_damage_b.append_value(game.base_damage[1]);
        self.digest.append_value(game.digest);
    }

    fn take(&mut self, schema: &SchemaRef) -> Result<RecordBatch, ParquetError> {
        self.games = 0;
        let columns: [ArrayRef; 11] = [
            Arc::new(self.index.finish()),
            Arc::new(self.deck_a.finish()),
            Arc::new(self.deck_b.finish()),
            Arc::new(self.first_player.finish()),
            Arc::new(self.winner.finish()),
            Arc::new(self.quarantined.finish()),
            Arc::new(self.rounds.finish()),
            Arc::new(self.decisions.finish()),
            Arc::new(self.base_damage_a.finish()),
            Arc::new(self.base_damage_b.finish()),
            Arc::new(self.digest.finish()),
        ];
        Ok(RecordBatch::try_new(schema.clone(), columns.into())?)
    }
}

/// Writes games as rows.
pub struct Games<W: Write + Send> {
    writer: ArrowWriter<W>,
    schema: SchemaRef,
    columns: Columns,
    decks: Vec<String>,
}

impl<W: Write + Send> Games<W> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be written to.
    pub fn new(file: W, decks: &[Label]) -> io::Result<Self> {
        let schema = Arc::new(schema());
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(ROW_GROUP))
            .build();
        let writer =
            ArrowWriter::try_new(file, schema.clone(), Some(properties)).map_err(system_error)?;
        let decks = decks.iter().map(|deck| deck.name.clone()).collect();
        Ok(Self { writer, schema, columns: Columns::default(), decks })
    }

    /// Takes one game; every few thousand games are encoded and written together.
    ///
    /// # Errors
    ///
    /// When a row group cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> io::Result<()> {
        self.columns.add(game, &self.decks);
        if self.columns.games >= BATCH {
            self.encode().map_err(system_error)?;
        }
        Ok(())
    }

    fn encode(&mut self) -> Result<(), ParquetError> {
        let batch = self.columns.take(&self.schema)?;
        self.writer.write(&batch)
    }

    /// Writes what is left and the footer, and gives the file back.
    ///
    /// # Errors
    ///
    /// When the rest cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.encode().map_err(system_error)?;
        self.writer.into_inner().map_err(system_error)
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
    use arrow_array::cast::AsArray;
    use arrow_array::types::{UInt16Type, UInt64Type};
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::*;
    use crate::output::example;

    #[test]
    fn games_come_back() {
        let (decks, ..) = example(1);
        let count = (ROW_GROUP + BATCH + 3) as u64;
        let mut games = Games::new(tempfile::tempfile().unwrap(), &decks).unwrap();
        for index in 0..count {
            games
                .add(&GameRecord {
                    index,
                    deck_a: 0,
                    deck_b: 1,
                    first_player: 1,
                    outcome: if index == 1 { Outcome::Quarantined } else { Outcome::WinB },
                    rounds: 9,
                    decisions: 70,
                    base_damage: [3, 4],
                    digest: u64::MAX - index,
                })
                .unwrap();
        }
        let file = games.finish().unwrap();
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        assert_eq!(builder.metadata().num_row_groups(), 2);
        let mut next = 0;
        for batch in builder.build().unwrap() {
            let batch = batch.unwrap();
            let digests = batch["digest"].as_primitive::<UInt64Type>();
            let winners = batch["winner"].as_string::<i32>();
            assert_eq!(batch["rounds"].as_primitive::<UInt16Type>().value(0), 9);
            assert_eq!(batch["deck_a"].as_string::<i32>().value(0), "Ash");
            for row in 0..batch.num_rows() {
                assert_eq!(digests.value(row), u64::MAX - next);
                assert_eq!(winners.iter().nth(row), Some((next != 1).then_some("b")));
                assert_eq!(batch["quarantined"].as_boolean().value(row), next == 1);
                next += 1;
            }
        }
        assert_eq!(next, count);
    }
}
