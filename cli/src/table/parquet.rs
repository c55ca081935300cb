//! `--parquet FILE`: the table of a run in the format Apache Parquet; such tables are read, too.
//!
//! ```text
//! time [s], x [m], …: double, plain and not compressed
//! metadata `units`: {"time [s]":"s","x [m]":"m"}
//! ```
//!
//! Invariant: memory is that of one group of rows, and of the list of groups that ends the file; a regular file appears when it is complete.

use crate::analyses::table::heading;
use crate::failure::Failure;
use crate::view_table::lines::{Lines, Opened};
use linkwork::Named;
use linkwork::solution::WholeFile;
use linkwork_models::{Destination, Rows};
use parquet::basic::{Repetition, Type as Physical};
use parquet::column::reader::ColumnReader;
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use serde_json::{Map, Value};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Rows of a group.
const GROUP: usize = 1 << 16;
/// Numbers of a group: tables of very many columns have groups of fewer rows, which take 128 MiB.
const NUMBERS: usize = 1 << 24;

/// The table in a file, which is created when the run begins.
///
/// # Errors
/// Never here: only a program without the feature `parquet` has none.
pub fn destination(path: &Path) -> Result<Destination<'_>, Failure> {
    Ok(Destination::Numbers(Box::new(|columns| {
        let table = ParquetTable::begin(path, columns).map_err(as_io)?;
        Ok(Box::new(table) as Box<dyn Rows>)
    })))
}

/// The numbers of a table, read group by group.
///
/// # Errors
/// A file that is no table, or has something else than numbers.
pub fn numbers(file: File) -> Result<Opened, String> {
    let reader = SerializedFileReader::new(file).map_err(|error| error.to_string())?;
    let columns = reader.metadata().file_metadata().schema_descr().columns();
    let headings: Vec<String> = columns.iter().map(|column| column.name().to_owned()).collect();
    let mut other = columns.iter().filter(|column| column.physical_type() != Physical::DOUBLE);
    if let Some(column) = other.next() {
        return Err(format!("column `{}` does not contain numbers", column.name()));
    }
    let lines = Box::new(move |places: Vec<usize>| -> Lines {
        Box::new((0..reader.num_row_groups()).flat_map(move |group| -> Lines {
            match group_of(&reader, group, &places) {
                Ok(columns) => {
                    let count = columns.first().map_or(0, Vec::len);
                    Box::new(
                        (0..count).map(move |row| Ok(columns.iter().map(|column| column[row]).collect())),
                    )
                }
                Err(error) => Box::new(std::iter::once(Err(error.to_string()))),
            }
        }))
    });
    Ok(Opened { headings, lines })
}

/// The numbers of a group in the columns at these places, which have one length.
fn group_of(
    reader: &SerializedFileReader<File>,
    group: usize,
    places: &[usize],
) -> Result<Vec<Vec<f64>>, ParquetError> {
    let group = reader.get_row_group(group)?;
    let count = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    let column = |&place: &usize| {
        let mut numbers = Vec::with_capacity(count);
        if let ColumnReader::DoubleColumnReader(mut column) = group.get_column_reader(place)? {
            column.read_records(count, None, None, &mut numbers)?;
        }
        if numbers.len() == count {
            return Ok(numbers);
        }
        Err(ParquetError::General("a column has missing numbers".to_owned()))
    };
    places.iter().map(column).collect()
}

/// A table that is being written.
struct ParquetTable {
    writer: SerializedFileWriter<WholeFile>,
    /// The group that is being filled, by columns.
    group: Vec<Vec<f64>>,
    /// The number of rows after which it is written.
    full: usize,
    /// Whether a group could not be written, so that the file cannot be completed.
    broken: bool,
}

impl ParquetTable {
    fn begin(path: &Path, columns: &[Named]) -> Result<Self, ParquetError> {
        let field = |column: &Named| {
            let name = heading(column);
            let field = Type::primitive_type_builder(&name, Physical::DOUBLE);
            field.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
        };
        let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
        let schema = Type::group_type_builder("run").with_fields(fields).build()?;
        let units: Map<String, Value> =
            columns.iter().map(|column| (heading(column), Value::from(&*column.unit))).collect();
        // Numbers are rarely repeated. Lists of pages would grow with the table faster than that of groups.
        let properties = WriterProperties::builder()
            .set_created_by(concat!("linkwork ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(vec![KeyValue::new(
                "units".to_owned(),
                Value::from(units).to_string(),
            )]))
            .set_dictionary_enabled(false)
            .set_statistics_enabled(EnabledStatistics::None)
            .set_offset_index_disabled(true)
            .build();
        let file = WholeFile::create(path)?;
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))?;
        let full = (NUMBERS / columns.len().max(1)).clamp(1, GROUP);
        Ok(Self { writer, group: vec![Vec::new(); columns.len()], full, broken: false })
    }

    /// Writes the rows of the group.
    fn write(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for numbers in &mut self.group {
            if let Some(mut column) = group.next_column()? {
                column.typed::<DoubleType>().write_batch(numbers, None, None)?;
                column.close()?;
            }
            numbers.clear();
        }
        group.close().map(|_| ())
    }

    fn rows(&self) -> usize {
        self.group.first().map_or(0, Vec::len)
    }
}

impl Rows for ParquetTable {
    fn add(&mut self, row: &[f64]) -> io::Result<()> {
        for (numbers, number) in self.group.iter_mut().zip(row) {
            numbers.push(*number);
        }
        if self.rows() < self.full {
            return Ok(());
        }
        let written = self.write();
        self.broken = written.is_err();
        written.map_err(as_io)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if self.broken {
            // The error of the group has ended the run, and is reported.
            return Ok(());
        }
        if self.rows() > 0 {
            self.write().map_err(as_io)?;
        }
        self.writer.into_inner().map_err(as_io)?.finish()
    }
}

/// The error of the file, if it is one.
fn as_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
