//! A solution as a table of text: RFC 4180, one line per sample, a header with units.
//!
//! Invariant: numbers are written with enough digits to recover the same f64; a file of [`Solution::write_csv`] is either
//! complete or absent, and the output of a [`TableWriter`] ends with a complete line.

use super::table_columns::TableColumns;
use super::whole_file::write_whole;
use super::{Solution, State};
use crate::error::Error;
use crate::stepper::Sample;
use crate::{Mechanism, Named, Real};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::io::{self, Write};
use std::path::Path;

/// `theta [rad]`, or `theta` if it has no unit.
fn heading(column: &Named) -> String {
    if column.unit.is_empty() {
        column.name.to_string()
    } else {
        format!("{} [{}]", column.name, column.unit)
    }
}

/// A field, quoted if necessary (RFC 4180, rules 5 to 7).
fn field(text: &str) -> String {
    if text.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

/// Complete lines are written in blocks of about this many bytes.
const BLOCK: usize = 1 << 16;

/// A table that is written during the run, with the columns of [`Solution::write_csv`]: see
/// [`stream`](crate::simulation::Simulation::stream).
///
/// Its lines are collected in blocks, each of which is written by one call of `write_all`: a reader always finds a table
/// of complete lines.
pub struct TableWriter<M: Mechanism, W> {
    to: W,
    block: Vec<u8>,
    lines: u64,
    columns: TableColumns<M>,
}

impl<M: Mechanism, W: Write> TableWriter<M, W> {
    /// A table with a header, of all columns or of those with these names, in this order.
    ///
    /// # Errors
    /// [`Error::Unknown`] with the known names.
    pub fn new(m: &M, to: W, columns: Option<&[String]>) -> Result<Self, Error> {
        let columns = TableColumns::new(m, columns)?;
        let header: Vec<String> = columns.named().iter().map(|column| field(&heading(column))).collect();
        let block = format!("{}\r\n", header.join(",")).into_bytes();
        Ok(Self { to, block, lines: 0, columns })
    }

    /// Continues a table that was begun earlier: without its header.
    pub fn without_header(mut self) -> Self {
        self.block.clear();
        self
    }

    /// Writes all lines so far.
    ///
    /// # Errors
    /// [`Error::Stream`] with the error of the writer.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.hand_on().map_err(Error::Stream)
    }

    /// Adds a line.
    ///
    /// # Errors
    /// [`Error::Stream`] with the error of the writer.
    pub fn write(&mut self, m: &M, sample: &Sample<'_, M>) -> Result<(), Error> {
        line(&mut self.block, self.columns.of_sample(m, sample));
        self.added().map_err(Error::Stream)
    }

    /// Lines so far, without the header.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Writes the last block.
    ///
    /// # Errors
    /// [`Error::Stream`] with the error of the writer.
    pub fn finish(mut self) -> Result<W, Error> {
        self.hand_on().map_err(Error::Stream)?;
        Ok(self.to)
    }

    fn add(&mut self, m: &M, state: &State<M>) -> io::Result<()> {
        line(&mut self.block, self.columns.of_state(m, state));
        self.added()
    }

    /// Counts a line, and writes the block when it is long enough.
    fn added(&mut self) -> io::Result<()> {
        self.lines += 1;
        if self.block.len() >= BLOCK { self.hand_on() } else { Ok(()) }
    }

    fn hand_on(&mut self) -> io::Result<()> {
        // Empty blocks are not written: a growing file begins with its first block.
        if self.block.is_empty() {
            return Ok(());
        }
        self.to.write_all(&self.block)?;
        self.block.clear();
        self.to.flush()
    }
}

/// Appends a line with these numbers.
fn line<T: Real>(block: &mut Vec<u8>, numbers: impl Iterator<Item = T>) {
    for (i, number) in numbers.enumerate() {
        // {:?} of f64 is the shortest text that reads back as the same number. A vector takes any text.
        let _ = write!(block, "{}{:?}", if i == 0 { "" } else { "," }, number.value());
    }
    block.extend_from_slice(b"\r\n");
}

impl<M: Mechanism> Solution<M> {
    /// Writes a table to a file. Columns are `time`, coordinates, velocities, accelerations, states,
    /// multipliers and outputs; the header reads `theta [rad]`, or `theta` if the mechanism has no units.
    /// The file appears when it is complete, and replaces an existing one; devices and pipes are written to directly.
    ///
    /// # Errors
    /// [`Error::Io`]; the file is then unchanged.
    pub fn write_csv(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        write_whole(path, |to| self.write_table(to)).map_err(|source| Error::io(path, source))
    }

    /// Writes the table of [`write_csv`](Self::write_csv) to any writer.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_table(&self, to: impl Write) -> io::Result<()> {
        let mut table = TableWriter::new(&self.mechanism, to, None).map_err(io::Error::other)?;
        for (index, state) in self.samples.iter().enumerate() {
            table.add(&self.mechanism_of(index), state)?;
        }
        table.hand_on()
    }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn fields_are_quoted_if_necessary() {
        assert_eq!(field("theta [rad]"), "theta [rad]");
        assert_eq!(field("atan2(y, x)"), "\"atan2(y, x)\"");
        assert_eq!(field("the \"angle\""), "\"the \"\"angle\"\"\"");
    }
}
