//! The table of a run: its columns and lines, and where it is written.
//!
//! Invariant: a table of numbers has the columns, the lines and the values of the same table as text.

use linkwork::simulation::Sampling;
use linkwork::solution::{TableColumns, TableWriter};
use linkwork::stepper::Sample;
use linkwork::{Error, Mechanism, Named};
use std::io::{self, Write};

/// A table of samples.
pub struct Table<'a> {
    /// Its destination.
    pub to: Destination<'a>,
    /// The samples that are its lines.
    pub sampling: Sampling,
    /// Its columns, all if none are named.
    pub columns: Option<&'a [String]>,
}

/// Where a table is written, in one of two forms.
pub enum Destination<'a> {
    /// Comma-separated values with a header, in blocks of whole lines.
    Text(Box<dyn Write + 'a>),
    /// Rows of numbers; begun with the columns, before the first step.
    Numbers(Begin<'a>),
}

/// Begins a table with these columns.
pub type Begin<'a> = Box<dyn FnOnce(&[Named]) -> io::Result<Box<dyn Rows>> + 'a>;

/// Takes the rows of a table one by one.
pub trait Rows {
    /// Adds a row, with one number for each column.
    ///
    /// # Errors
    /// Those of the file; the run then ends.
    fn add(&mut self, row: &[f64]) -> io::Result<()>;

    /// Completes the table after its last row. A table that is dropped before is incomplete.
    ///
    /// # Errors
    /// Those of the file.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// A table that is being written.
pub(crate) enum Lines<'a, M: Mechanism> {
    Text(TableWriter<M, Box<dyn Write + 'a>>),
    Numbers { columns: TableColumns<M>, rows: Box<dyn Rows>, row: Vec<f64>, lines: u64 },
}

impl<'a, M: Mechanism<Scalar = f64>> Lines<'a, M> {
    /// Begins a table, or continues one of text that was begun earlier.
    pub(crate) fn begin(
        m: &M,
        to: Destination<'a>,
        names: Option<&[String]>,
        resumed: bool,
    ) -> Result<Self, Error> {
        match to {
            Destination::Text(to) => {
                let table = TableWriter::new(m, to, names)?;
                Ok(Self::Text(if resumed { table.without_header() } else { table }))
            }
            Destination::Numbers(begin) => {
                let columns = TableColumns::new(m, names)?;
                let rows = begin(columns.named()).map_err(Error::Stream)?;
                Ok(Self::Numbers { columns, rows, row: Vec::new(), lines: 0 })
            }
        }
    }

    pub(crate) fn write(&mut self, m: &M, sample: &Sample<'_, M>) -> Result<(), Error> {
        match self {
            Self::Text(table) => table.write(m, sample),
            Self::Numbers { columns, rows, row, lines } => {
                row.clear();
                row.extend(columns.of_sample(m, sample));
                *lines += 1;
                rows.add(row).map_err(Error::Stream)
            }
        }
    }

    /// Writes all lines so far, of a table that can be continued.
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        match self {
            Self::Text(table) => table.flush(),
            Self::Numbers { .. } => Ok(()),
        }
    }

    /// Lines so far, without the header.
    pub(crate) fn lines(&self) -> u64 {
        match self {
            Self::Text(table) => table.lines(),
            Self::Numbers { lines, .. } => *lines,
        }
    }

    pub(crate) fn finish(self) -> Result<(), Error> {
        match self {
            Self::Text(table) => table.finish().map(|_| ()),
            Self::Numbers { rows, .. } => rows.finish().map_err(Error::Stream),
        }
    }
}
