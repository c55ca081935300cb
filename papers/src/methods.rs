//! The results of independent programs for methods of the literature.
//!
//! Invariant: a missing entry, or one that is not a number, is an error with its place, never a zero.

use serde_json::Value;

const METHODS: &str = include_str!("../reference/methods.json");

/// The entries of one source.
///
/// # Errors
/// The file is malformed.
pub fn part(name: &str) -> Result<Value, String> {
    let mut all: Value = serde_json::from_str(METHODS).map_err(|e| format!("methods.json: {e}"))?;
    all.get_mut(name).map(Value::take).ok_or_else(|| format!("no `{name}` in methods.json"))
}

/// A number, or a number as text if it has more digits than an f64.
///
/// # Errors
/// It is not a number.
pub fn number(value: &Value) -> Result<f64, String> {
    let text = value.as_str().and_then(|text| text.parse().ok());
    text.or_else(|| value.as_f64()).ok_or_else(|| format!("not a number: {value}"))
}

/// A list of numbers.
///
/// # Errors
/// It is not a list of numbers.
pub fn numbers(row: &Value) -> Result<Vec<f64>, String> {
    row.as_array().ok_or_else(|| format!("not a row: {row}"))?.iter().map(number).collect()
}

/// The rows of a list of numbers.
///
/// # Errors
/// It is not such a list.
pub fn rows(table: &Value) -> Result<Vec<Vec<f64>>, String> {
    table.as_array().ok_or_else(|| format!("not a table: {table}"))?.iter().map(numbers).collect()
}

/// The named columns of a table, row by row.
///
/// # Errors
/// A column is missing, or contains something other than numbers.
pub fn columns(table: &Value, names: &[&str]) -> Result<Vec<Vec<f64>>, String> {
    let all = table["columns"].as_array().ok_or_else(|| format!("no columns in {table}"))?;
    let place = |name: &&str| {
        all.iter().position(|c| c == *name).ok_or_else(|| format!("no column `{name}` in {all:?}"))
    };
    let places: Vec<usize> = names.iter().map(place).collect::<Result<_, _>>()?;
    let rows = rows(&table["rows"])?;
    Ok(rows.into_iter().map(|row| places.iter().map(|&i| row[i]).collect()).collect())
}
