//! Tables as Parquet files, with row groups that are written while rows come.

use std::fs::File;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, RowGroupMetaData};
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::serialized_reader::ReadOptionsBuilder;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::{Field, Row};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnPath, Type};

use super::column::{Cells, Column, Kind, Sheet, Value};

/// The key under which the file's metadata hold the manifest.
const KEY: &str = "cardmill";

fn schema<R>(sheet: &Sheet<R>) -> Type {
    let column = |column: &Column<R>| {
        let there = if column.optional { "optional" } else { "required" };
        let (kind, annotation) = match column.kind {
            Kind::Unsigned(64) => ("int64", "(INTEGER(64, false))".to_owned()),
            Kind::Unsigned(bits) => ("int32", format!("(INTEGER({bits}, false))")),
            Kind::Signed(bits) => ("int32", format!("(INTEGER({bits}, true))")),
            Kind::Fraction => ("double", String::new()),
            Kind::Truth => ("boolean", String::new()),
            Kind::Text => ("binary", "(STRING)".to_owned()),
        };
        format!("{there} {kind} {} {annotation};\n", column.name())
    };
    let columns: String = sheet.columns.iter().map(column).collect();
    let schema = format!("message {} {{\n{columns}}}", sheet.name);
    parse_message_type(&schema).expect("the schema is a message type")
}

/// A writer of rows to a Parquet file, one row group after another.
pub struct Rows<W: Write + Send, R> {
    writer: SerializedFileWriter<W>,
    /// The rows that are not written yet.
    rows: Vec<R>,
    sheet: Sheet<R>,
}

impl<W: Write + Send, R> Rows<W, R> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be written to.
    ///
    /// # Panics
    ///
    /// Never: columns have plain names.
    pub fn new(file: W, sheet: Sheet<R>) -> io::Result<Self> {
        let writer = SerializedFileWriter::new(file, Arc::new(schema(&sheet)), properties(&sheet));
        let writer = writer.map_err(system_error)?;
        Ok(Self { writer, rows: Vec::with_capacity(sheet.group), sheet })
    }

    /// Adds a row; every few thousand rows are written together.
    ///
    /// # Errors
    ///
    /// When a row group cannot be written.
    pub fn add(&mut self, row: R) -> io::Result<()> {
        self.rows.push(row);
        if self.rows.len() >= self.sheet.group {
            self.write().map_err(system_error)?;
        }
        Ok(())
    }

    /// Writes the rows that are held as one row group.
    fn write(&mut self) -> Result<(), ParquetError> {
        let Self { writer, rows, sheet } = self;
        let mut group = writer.next_row_group()?;
        for column in &sheet.columns {
            let values = rows.iter().map(|row| column.of(row)).collect();
            put(&mut group, column, values)?;
        }
        group.close()?;
        rows.clear();
        Ok(())
    }

    /// Writes the rows that are left, and the footer with the text of the manifest.
    ///
    /// # Errors
    ///
    /// When the rest cannot be written.
    pub fn finish(mut self, manifest: String) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.write().map_err(system_error)?;
        }
        self.writer.append_key_value_metadata(KeyValue::new(KEY.to_owned(), manifest));
        self.writer.finish().map(drop).map_err(system_error)
    }
}

/// The settings of the writer: Snappy, and no dictionary for columns in which few values come
/// again.
fn properties<R>(sheet: &Sheet<R>) -> WriterPropertiesPtr {
    let mut properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
    for column in sheet.columns.iter().filter(|column| !column.repeated) {
        let path = ColumnPath::from(column.name());
        properties = properties.set_column_dictionary_enabled(path.clone(), false);
        if matches!(column.kind, Kind::Unsigned(_) | Kind::Signed(_)) {
            properties = properties.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
        }
    }
    Arc::new(properties.build())
}

/// Writes the next column of a row group.
fn put<W: Write + Send, R>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    column: &Column<R>,
    values: Vec<Value>,
) -> Result<(), ParquetError> {
    let whole = |value: Value| match value {
        Value::Whole(number) => Some(number),
        _ => None,
    };
    match column.kind {
        Kind::Unsigned(64) => put_as::<Int64Type, _>(group, column, values, whole),
        // What is beyond 31 bits is written as the same bits.
        Kind::Unsigned(_) | Kind::Signed(_) => {
            let narrow = |value| whole(value).map(|number| number as i32);
            put_as::<Int32Type, _>(group, column, values, narrow)
        }
        Kind::Fraction => put_as::<DoubleType, _>(group, column, values, |value| match value {
            Value::Fraction(number) => Some(number),
            _ => None,
        }),
        Kind::Truth => put_as::<BoolType, _>(group, column, values, |value| match value {
            Value::Truth(truth) => Some(truth),
            _ => None,
        }),
        Kind::Text => put_as::<ByteArrayType, _>(group, column, values, |value| match value {
            Value::Text(text) => Some(ByteArray::from(text.into_bytes())),
            _ => None,
        }),
    }
}

fn put_as<T: DataType, R>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    column: &Column<R>,
    values: Vec<Value>,
    of: impl Fn(Value) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<Option<T::T>> = values.into_iter().map(of).collect();
    let there: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    let missing = || ParquetError::General("the schema has too few columns".into());
    let mut written = group.next_column()?.ok_or_else(missing)?;
    let there = column.optional.then_some(&there[..]);
    written.typed::<T>().write_batch(&values, there, None)?;
    written.close()
}

/// Reads the manifest of a file, as it is written there; `None` for a file without one.
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

/// Reads the rows of a file with their numbers, without the row groups that end before row `from`;
/// rows that cannot be read are errors that say why.
///
/// # Errors
///
/// When the file is no Parquet file, or has other columns.
pub fn rows<R>(
    file: File,
    sheet: &Sheet<R>,
    from: u64,
) -> Result<impl Iterator<Item = (u64, Result<Cells, String>)> + use<R>, String> {
    let count = |group: &RowGroupMetaData| u64::try_from(group.num_rows()).unwrap_or(0);
    let mut rows = 0;
    let reaches = move |group: &RowGroupMetaData, _: usize| {
        rows += count(group);
        rows > from
    };
    let options = ReadOptionsBuilder::new().with_predicate(Box::new(reaches)).build();
    let reader = SerializedFileReader::new_with_options(file, options);
    let reader = reader.map_err(|error| error.to_string())?;
    let metadata = reader.metadata();
    if *metadata.file_metadata().schema() != schema(sheet) {
        return Err("its columns are others".to_owned());
    }
    let all = u64::try_from(metadata.file_metadata().num_rows()).unwrap_or(0);
    let first = all.saturating_sub(metadata.row_groups().iter().map(count).sum());
    let names = Rc::from(sheet.names());
    let read = move |found: Result<Row, ParquetError>| cells(&names, &found?);
    let read = move |found| read(found).map_err(|error| error.to_string());
    Ok((first..).zip(reader.into_iter().map(read)))
}

fn cells(names: &Rc<[String]>, row: &Row) -> Result<Cells, ParquetError> {
    let value = |(name, field): (&String, &Field)| {
        Ok(match field {
            Field::Null => Value::Nothing,
            Field::Bool(truth) => Value::Truth(*truth),
            Field::UByte(number) => Value::Whole((*number).into()),
            Field::UShort(number) => Value::Whole((*number).into()),
            Field::UInt(number) => Value::Whole((*number).into()),
            Field::ULong(number) => Value::Whole((*number).cast_signed()),
            Field::Short(number) => Value::Whole((*number).into()),
            Field::Double(number) => Value::Fraction(*number),
            Field::Str(text) => Value::Text(text.clone()),
            other => {
                return Err(ParquetError::General(format!("{name}: {other} was not expected")));
            }
        })
    };
    let values = row.get_column_iter().map(value).collect::<Result<_, _>>()?;
    Ok(Cells::new(names, values))
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
    use crate::output::games;
    use crate::output::manifest::{Manifest, example};
    use crate::record::{GameRecord, aside};

    fn game(index: u64) -> GameRecord {
        let game = crate::record::example(index, Some(1));
        let game = GameRecord { digest: u64::MAX - index, ..game };
        if index == 1 { aside(game) } else { game }
    }

    #[test]
    fn games_come_back() {
        let (of_three, wide) = games::of_three(0);
        let of_three = |index| GameRecord { index, ..of_three.clone() };
        come_back(&example(), game);
        come_back(&wide, of_three);
    }

    fn come_back(run: &Manifest, game: impl Fn(u64) -> GameRecord) {
        let sheet = || games::sheet(run);
        let group = sheet().group as u64;
        let count = 2 * group + 3;
        let file = tempfile::tempfile().unwrap();
        let mut written = Rows::new(&file, sheet()).unwrap();
        for index in 0..count {
            written.add(game(index)).unwrap();
        }
        written.finish("how".to_owned()).unwrap();
        let again = || file.try_clone().unwrap();
        assert_eq!(manifest(again()).unwrap().as_deref(), Some("how"));
        let read = |from| {
            let rows = rows(again(), &sheet(), from).unwrap();
            rows.map(|(row, cells)| (row, games::game(&mut cells.unwrap(), run).unwrap()))
        };
        let mut next = 0;
        for (row, found) in read(0) {
            assert_eq!((row, found), (next, game(next)));
            next += 1;
        }
        assert_eq!(next, count);
        // What lies in earlier row groups is not read.
        for (from, first) in [(group - 1, 0), (group, group), (2 * group + 1, 2 * group)] {
            let (row, found) = read(from).next().unwrap();
            assert_eq!((row, found.index), (first, first));
        }
        assert_eq!(read(count).count(), 0);
        let other = Manifest { agents: vec![String::new(); 3], ..run.clone() };
        assert!(rows(again(), &games::sheet(&other), 0).err().unwrap().contains("columns"));
    }

    #[test]
    fn other_files_are_refused() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"index,entry_1").unwrap();
        assert!(manifest(file.try_clone().unwrap()).is_err());
        assert!(rows(file, &games::sheet(&example()), 0).is_err());
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
        let sheet = games::sheet(&example());
        let group = sheet.group as u64;
        let mut games = Rows::new(Disk(10_000), sheet).unwrap();
        let mut indices = 0..;
        let error = loop {
            if let Err(error) = games.add(game(indices.next().unwrap())) {
                break error;
            }
        };
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(indices.start, group, "with the first row group");
    }
}
