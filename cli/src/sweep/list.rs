//! `--list`: values of parameters from a table.
//!
//! ```text
//! length [mm],mass
//! 300,1.5             0.3 m, 1.5 kg
//! ```
//!
//! Invariant: a value has the bits of a literal with this unit in a description; without a unit it is in SI units.

use crate::failure::Failure;
use crate::heading::{Heading, value};
use linkwork_compiler::plan::Named;
use linkwork_compiler::symbolic::Constant;
use linkwork_sweep::List;
use std::fmt::Display;
use std::path::Path;

/// A table of values.
pub struct Table<'a> {
    path: &'a Path,
    columns: Vec<Heading>,
    records: Vec<csv::StringRecord>,
}

impl<'a> Table<'a> {
    /// Reads a table.
    pub fn read(path: &'a Path) -> Result<Self, Failure> {
        let fail = |error: csv::Error| unreadable(path, &error);
        let mut table = csv::ReaderBuilder::new().trim(csv::Trim::All).from_path(path).map_err(fail)?;
        let columns: Vec<Heading> = table.headers().map_err(fail)?.iter().map(Heading::of).collect();
        let records = table.records().collect::<Result<Vec<_>, _>>().map_err(fail)?;
        if records.is_empty() {
            return Err(unreadable(path, &"it has no lines"));
        }
        Ok(Self { path, columns, records })
    }

    /// The values as they are written, whatever their units.
    pub fn as_written(&self) -> Result<List, Failure> {
        self.list(&vec![None; self.columns.len()])
    }

    /// The values in SI units, if a header has a unit; these are the parameters of the mechanism.
    pub fn in_si(&self, parameters: &[Named]) -> Result<Option<List>, Failure> {
        if self.columns.iter().all(|column| column.unit.is_none()) {
            return Ok(None);
        }
        let factors = self.columns.iter().map(|column| self.factor_of(column, parameters));
        let factors = factors.collect::<Result<Vec<_>, Failure>>()?;
        self.list(&factors).map(Some)
    }

    /// The values of all lines, each times the factor of its column.
    fn list(&self, factors: &[Option<Constant>]) -> Result<List, Failure> {
        let names = self.columns.iter().map(|column| column.name.clone()).collect();
        let mut lines = Vec::with_capacity(self.records.len());
        for (number, record) in (2..).zip(&self.records) {
            // Empty lines are not records.
            let line = record.position().map_or(number, csv::Position::line);
            let values = record.iter().zip(factors).map(|(text, factor)| {
                value(text, *factor).ok_or_else(|| {
                    unreadable(self.path, &format_args!("line {line}: `{text}` is not a number"))
                })
            });
            lines.push(values.collect::<Result<Vec<f64>, Failure>>()?);
        }
        Ok(List { names, lines })
    }

    /// The value of the unit of a column in SI units. Names that are not parameters are reported with those of other options.
    fn factor_of(&self, column: &Heading, parameters: &[Named]) -> Result<Option<Constant>, Failure> {
        let parameter = parameters.iter().find(|known| known.name == column.name);
        let Some(parameter) = parameter else { return Ok(None) };
        column.factor(&parameter.unit).map_err(|why| unreadable(self.path, &why))
    }
}

fn unreadable(path: &Path, what: &dyn Display) -> Failure {
    Failure::input(format_args!("cannot read `{}`: {what}", path.display()))
}
