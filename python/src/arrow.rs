//! Columns as a stream of Arrow's C interface, without a copy.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, Float64Array, RecordBatch, RecordBatchIterator, StringArray, UInt64Array};
use arrow_buffer::ScalarBuffer;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::collections::HashMap;
use std::sync::Arc;

/// One batch of these columns: name, unit, values. Units are in the metadata of the fields.
pub fn stream<'py>(
    py: Python<'py>,
    columns: impl Iterator<Item = (String, String, ScalarBuffer<f64>)>,
) -> Result<Bound<'py, PyCapsule>, PyErr> {
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns
        .map(|(name, unit, values)| {
            let unit = HashMap::from([("unit".to_owned(), unit)]);
            let field = Field::new(name, DataType::Float64, false).with_metadata(unit);
            (field, Arc::new(Float64Array::new(values, None)) as ArrayRef)
        })
        .unzip();
    batch(py, fields, arrays)
}

/// Values of one column, where some may be missing.
pub enum Values {
    /// Whole numbers.
    Whole(Vec<u64>),
    /// Numbers.
    Numbers(Vec<Option<f64>>),
    /// Texts.
    Texts(Vec<Option<String>>),
}

/// One batch of columns of several kinds: name, unit, values.
pub fn table(py: Python<'_>, columns: Vec<(String, String, Values)>) -> Result<Bound<'_, PyCapsule>, PyErr> {
    let column = |(name, unit, values): (String, String, Values)| {
        let (kind, nullable, array) = match values {
            Values::Whole(values) => {
                (DataType::UInt64, false, Arc::new(UInt64Array::from(values)) as ArrayRef)
            }
            Values::Numbers(values) => {
                (DataType::Float64, true, Arc::new(Float64Array::from(values)) as ArrayRef)
            }
            Values::Texts(values) => (DataType::Utf8, true, Arc::new(StringArray::from(values)) as ArrayRef),
        };
        let field = Field::new(name, kind, nullable);
        let field = match unit.is_empty() {
            true => field,
            false => field.with_metadata(HashMap::from([("unit".to_owned(), unit)])),
        };
        (field, array)
    };
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns.into_iter().map(column).unzip();
    batch(py, fields, arrays)
}

fn batch(py: Python<'_>, fields: Vec<Field>, arrays: Vec<ArrayRef>) -> Result<Bound<'_, PyCapsule>, PyErr> {
    let schema = Arc::new(Schema::new(fields));
    let batch: Result<RecordBatch, ArrowError> = RecordBatch::try_new(schema.clone(), arrays);
    let batch = batch.map_err(crate::failures::value)?;
    let stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new([Ok(batch)], schema)));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
