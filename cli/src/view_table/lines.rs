//! The lines of a table of a run: comma-separated values or Parquet.
//!
//! Invariant: lines have the numbers of the chosen columns, in the order in which they are chosen.

use crate::table::numbers_of_parquet;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;

/// The first bytes of a file of Parquet.
const PARQUET: &[u8] = b"PAR1";

/// The numbers of a line, or why it cannot be read.
pub type Line = Result<Vec<f64>, String>;

/// Lines, one after the other.
pub type Lines = Box<dyn Iterator<Item = Line>>;

/// A table that has been opened.
pub struct Opened {
    /// The headings of its columns.
    pub headings: Vec<String>,
    /// Its lines, with the columns at these places.
    pub lines: Box<dyn FnOnce(Vec<usize>) -> Lines>,
}

/// Opens a table; its first bytes tell the format.
///
/// # Errors
/// A file that cannot be read, or a table without headings.
pub fn open(path: &Path) -> Result<Opened, String> {
    let mut file = File::open(path).map_err(|error| error.to_string())?;
    let mut first = Vec::new();
    file.by_ref().take(PARQUET.len() as u64).read_to_end(&mut first).map_err(|error| error.to_string())?;
    // A pipe cannot be read again.
    if first == PARQUET { numbers_of_parquet(file) } else { separated(Cursor::new(first).chain(file)) }
}

fn separated(text: impl Read + 'static) -> Result<Opened, String> {
    let mut table = csv::Reader::from_reader(text);
    let headings: Vec<String> =
        table.headers().map_err(|error| error.to_string())?.iter().map(str::to_owned).collect();
    let names = headings.clone();
    let lines = Box::new(move |places: Vec<usize>| -> Lines {
        Box::new((2..).zip(table.into_records()).map(move |(number, record)| {
            let record = record.map_err(|error| error.to_string())?;
            let line = record.position().map_or(number, csv::Position::line);
            let number = |&place: &usize| {
                let text = record.get(place).unwrap_or_default();
                text.trim()
                    .parse::<f64>()
                    .map_err(|_| format!("line {line}, column `{}`: `{text}` is not a number", names[place]))
            };
            places.iter().map(number).collect()
        }))
    });
    Ok(Opened { headings, lines })
}
