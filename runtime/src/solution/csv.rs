//! A solution as a table of text: RFC 4180, one line a sample, a header with units.
//!
//! Invariant: numbers are written with the digits that give the same f64 again, and a file is either
//! complete or not there.

use super::Solution;
use super::whole_file::write_whole;
use crate::error::Error;
use crate::{Mechanism, Real, Vector};
use std::io::{self, Write};
use std::path::Path;

/// A field, quoted where it has to be (RFC 4180, rules 5 to 7).
fn field(text: &str) -> String {
    if text.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

impl<M: Mechanism> Solution<M> {
    /// Writes a table to a file. Columns are `time`, coordinates, velocities, accelerations, states,
    /// multipliers and outputs; the header reads `theta [rad]`, or `theta` if the mechanism has no units.
    /// The file appears when it is complete, in place of one that was there before; devices and pipes are written to.
    ///
    /// # Errors
    /// [`Error::Io`]; then the file is as it was before.
    pub fn write_csv(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        write_whole(path, |to| self.write_table(to)).map_err(|source| Error::io(path, source))
    }

    /// Writes the table of [`write_csv`](Self::write_csv) to any writer.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_table(&self, mut to: impl Write) -> io::Result<()> {
        let header: Vec<String> = self
            .columns()
            .iter()
            .map(|c| {
                field(&if c.unit.is_empty() { c.name.clone() } else { format!("{} [{}]", c.name, c.unit) })
            })
            .collect();
        write!(to, "{}\r\n", header.join(","))?;
        let mut outputs = M::Outputs::zeros(self.mechanism.sizes().outputs);
        let mut row = Vec::with_capacity(header.len());
        let lines = self.placed(|s, at| {
            row.clear();
            self.row(s, at, &mut outputs, &mut row);
            for (i, x) in row.iter().enumerate() {
                // {:?} of f64 is the shortest text that reads back as the same number.
                write!(to, "{}{:?}", if i == 0 { "" } else { "," }, x.value())?;
            }
            to.write_all(b"\r\n")
        });
        lines.into_iter().collect::<io::Result<()>>()?;
        to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(field("theta [rad]"), "theta [rad]");
        assert_eq!(field("atan2(y, x)"), "\"atan2(y, x)\"");
        assert_eq!(field("the \"angle\""), "\"the \"\"angle\"\"\"");
    }
}
