//! Tables of Apache Parquet: one group of rows, plain and not compressed.
//!
//! ```text
//! run: int64 (unsigned), parameters: double, kept: optional double, failure, warning: optional string
//! ```

use super::{Row, header, wrong};
use crate::chunks::Outcome;
use crate::messages;
use bytes::Bytes;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::Field;
use parquet::schema::types::Type;
use std::io;
use std::sync::Arc;

/// Definition levels of present and of missing values.
const PRESENT: i16 = 1;
const MISSING: i16 = 0;

/// A table of these rows.
pub fn written<'a>(names: impl Iterator<Item = &'a str>, kept: usize, rows: &[Row]) -> io::Result<Vec<u8>> {
    let names: Vec<&str> = names.collect();
    made(&names, kept, rows).map_err(io::Error::other)
}

fn made(names: &[&str], kept: usize, rows: &[Row]) -> Result<Vec<u8>, ParquetError> {
    let schema = Type::group_type_builder("runs").with_fields(fields(names, kept)?).build()?;
    // Values are rarely repeated, and statistics of chunks are not useful.
    let properties = WriterProperties::builder()
        .set_created_by(concat!("linkwork ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None)
        .build();
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    column::<Int64Type>(&mut group, rows, |row| row.run as i64)?;
    for i in 0..names.len() - kept {
        column::<DoubleType>(&mut group, rows, |row| row.values[i])?;
    }
    for i in 0..kept {
        optional::<DoubleType>(&mut group, rows, |row| Some(row.outcome.result.as_ref().ok()?[i]))?;
    }
    let text = |text: &str| ByteArray::from(text);
    optional::<ByteArrayType>(&mut group, rows, |row| {
        row.outcome.result.as_ref().err().map(|why| text(why))
    })?;
    optional::<ByteArrayType>(&mut group, rows, |row| {
        Some(row.outcome.warning.as_str()).filter(|warning| !warning.is_empty()).map(text)
    })?;
    group.close()?;
    file.into_inner()
}

/// The columns in order.
fn fields(names: &[&str], kept: usize) -> Result<Vec<Arc<Type>>, ParquetError> {
    let number = |name: &str, kind: Physical, repetition: Repetition, meaning: Option<LogicalType>| {
        let field = Type::primitive_type_builder(name, kind).with_repetition(repetition);
        Ok(Arc::new(field.with_logical_type(meaning).build()?))
    };
    let whole = Some(LogicalType::integer(64, false));
    header(names.iter().copied())
        .enumerate()
        .map(|(place, name)| match place {
            0 => number(name, Physical::INT64, Repetition::REQUIRED, whole.clone()),
            place if place <= names.len() - kept => {
                number(name, Physical::DOUBLE, Repetition::REQUIRED, None)
            }
            place if place <= names.len() => number(name, Physical::DOUBLE, Repetition::OPTIONAL, None),
            _ => number(name, Physical::BYTE_ARRAY, Repetition::OPTIONAL, Some(LogicalType::String)),
        })
        .collect()
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    rows: &[Row],
    value: impl Fn(&Row) -> T::T,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = rows.iter().map(value).collect();
    put::<T>(group, &values, None)
}

fn optional<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    rows: &[Row],
    value: impl Fn(&Row) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let all: Vec<Option<T::T>> = rows.iter().map(value).collect();
    let levels: Vec<i16> = all.iter().map(|value| if value.is_some() { PRESENT } else { MISSING }).collect();
    let values: Vec<T::T> = all.into_iter().flatten().collect();
    put::<T>(group, &values, Some(&levels))
}

fn put<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("a table has fewer columns than its schema".to_owned());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()
}

/// The rows of such a table, with this number of kept values.
pub fn read<'a>(bytes: Vec<u8>, names: impl Iterator<Item = &'a str>, kept: usize) -> io::Result<Vec<Row>> {
    let other = |error: ParquetError| wrong(&messages::not_parquet(&error));
    let file = SerializedFileReader::new(Bytes::from(bytes)).map_err(other)?;
    let schema = file.metadata().file_metadata().schema_descr();
    if !schema.columns().iter().map(|column| column.name()).eq(header(names)) {
        return Err(wrong(messages::OTHER_COLUMNS));
    }
    let row = |row: Result<parquet::record::Row, ParquetError>| {
        let row = row.map_err(other)?;
        let fields: Vec<&Field> = row.get_column_iter().map(|(_, field)| field).collect();
        let [Field::ULong(run), numbers @ .., failure, warning] = &fields[..] else {
            return Err(wrong(messages::OTHER_COLUMNS));
        };
        let (values, numbers) = numbers.split_at(numbers.len() - kept);
        let all =
            |fields: &[&Field]| fields.iter().map(|field| number(field)).collect::<io::Result<Vec<f64>>>();
        let result = match failure {
            Field::Str(why) => Err(why.clone()),
            _ => Ok(all(numbers)?),
        };
        let warning = if let Field::Str(warning) = warning { warning.clone() } else { String::new() };
        Ok(Row { run: *run, values: all(values)?, outcome: Outcome { result, warning } })
    };
    file.get_row_iter(None).map_err(other)?.map(row).collect()
}

fn number(field: &Field) -> io::Result<f64> {
    match field {
        Field::Double(x) => Ok(*x),
        _ => Err(wrong(messages::FIELD)),
    }
}
