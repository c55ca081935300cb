//! The rows of a chunk as a file, and back.
//!
//! Columns: `run`, the parameters, the kept quantities, `failure`, `warning`, each with a name of its own. A failed run has no kept quantities.
//!
//! Invariant: the values that are read equal those written, to the last bit; texts are in one line; the bytes depend on the rows alone.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;

use crate::chunks::Outcome;
use crate::messages;
use std::io;
use std::ops::Range;

/// A run with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The number of the run.
    pub run: u64,
    /// The values of the parameters.
    pub values: Vec<f64>,
    /// Its result.
    pub outcome: Outcome,
}

impl Row {
    /// Texts of several lines are joined into one line.
    pub(crate) fn new(run: u64, values: Vec<f64>, outcome: Outcome) -> Self {
        let Outcome { result, warning } = outcome;
        let outcome = Outcome { result: result.map_err(|why| one_line(&why)), warning: one_line(&warning) };
        Self { run, values, outcome }
    }
}

/// The format of tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    #[default]
    Csv,
    /// [Apache Parquet](https://parquet.apache.org): columns of f64, missing where a run failed.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// The format of that name, `csv` or `parquet`.
    ///
    /// # Errors
    /// Another name, or a format that was not compiled in, with the feature that enables it.
    pub fn named(name: &str) -> Result<Self, String> {
        match name {
            "csv" => Ok(Self::Csv),
            #[cfg(feature = "parquet")]
            "parquet" => Ok(Self::Parquet),
            #[cfg(not(feature = "parquet"))]
            "parquet" => Err(messages::NO_PARQUET.to_owned()),
            _ => Err(messages::FORMAT.to_owned()),
        }
    }

    /// The extension of files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            #[cfg(feature = "parquet")]
            Self::Parquet => "parquet",
        }
    }

    /// A table of rows with these columns of numbers, of which the last ones are kept.
    pub(crate) fn written<'a>(
        self,
        names: impl Iterator<Item = &'a str>,
        kept: usize,
        rows: &[Row],
    ) -> io::Result<Vec<u8>> {
        match self {
            Self::Csv => csv::written(names, kept, rows),
            #[cfg(feature = "parquet")]
            Self::Parquet => parquet::written(names, kept, rows),
        }
    }

    /// The rows of such a table, which must be of these runs.
    pub(crate) fn read<'a>(
        self,
        bytes: Vec<u8>,
        runs: Range<u64>,
        names: impl Iterator<Item = &'a str>,
        kept: usize,
    ) -> io::Result<Vec<Row>> {
        let rows = match self {
            Self::Csv => csv::read(&bytes, names, kept)?,
            #[cfg(feature = "parquet")]
            Self::Parquet => parquet::read(bytes, names, kept)?,
        };
        match rows.iter().map(|row| row.run).eq(runs) {
            true => Ok(rows),
            false => Err(wrong(messages::OTHER_RUNS)),
        }
    }
}

/// The first column of every table.
const RUN: &str = "run";
/// The last columns of every table.
const TEXTS: [&str; 2] = ["failure", "warning"];

/// The names of all columns.
fn header<'a>(names: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    [RUN].into_iter().chain(names).chain(TEXTS)
}

/// Whether every table has a column of this name.
pub(crate) fn is_own(name: &str) -> bool {
    name == RUN || TEXTS.contains(&name)
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
}
