//! Columns as a stream of Arrow's C interface, without a copy.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, Float64Array, RecordBatch, RecordBatchIterator};
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
    let schema = Arc::new(Schema::new(fields));
    let batch: Result<RecordBatch, ArrowError> = RecordBatch::try_new(schema.clone(), arrays);
    let batch = batch.map_err(crate::failures::value)?;
    let stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new([Ok(batch)], schema)));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
