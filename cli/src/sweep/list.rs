//! `--list`: values of parameters from a table.
//!
//! ```text
//! length [mm],mass
//! 300,1.5             0.3 m, 1.5 kg
//! ```
//!
//! Invariant: a value has the bits of a literal with this unit in a description; without a unit it is in SI units.

use crate::failure::Failure;
use linkwork_compiler::Options;
use linkwork_compiler::build::{check_text, diagnose};
use linkwork_compiler::diagnostics::Severity;
use linkwork_compiler::plan::{Instruction, Named, Routine};
use linkwork_compiler::symbolic::Constant;
use linkwork_sweep::List;
use std::fmt::Display;
use std::path::Path;

/// The unit of numbers without a dimension.
const OF_NUMBERS: &str = "rad";

/// A table of values.
pub struct Table<'a> {
    path: &'a Path,
    columns: Vec<Column>,
    records: Vec<csv::StringRecord>,
}

/// The header of a column: `length`, or `length [mm]`.
struct Column {
    header: String,
    name: String,
    unit: Option<String>,
}

impl Column {
    fn of(header: &str) -> Self {
        let parts = header.split_once(" [").and_then(|(name, rest)| Some((name, rest.strip_suffix(']')?)));
        let (name, unit) = parts.map_or((header, None), |(name, unit)| (name, Some(unit)));
        Self { header: header.to_owned(), name: name.trim_end().to_owned(), unit: unit.map(str::to_owned) }
    }
}

impl<'a> Table<'a> {
    /// Reads a table.
    pub fn read(path: &'a Path) -> Result<Self, Failure> {
        let fail = |error: csv::Error| unreadable(path, &error);
        let mut table = csv::ReaderBuilder::new().trim(csv::Trim::All).from_path(path).map_err(fail)?;
        let columns: Vec<Column> = table.headers().map_err(fail)?.iter().map(Column::of).collect();
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
    fn factor_of(&self, column: &Column, parameters: &[Named]) -> Result<Option<Constant>, Failure> {
        let parameter = parameters.iter().find(|known| known.name == column.name);
        let (Some(unit), Some(parameter)) = (&column.unit, parameter) else { return Ok(None) };
        let found = factor(unit, parameter);
        found
            .map(Some)
            .map_err(|why| unreadable(self.path, &format_args!("column `{}`: {why}", column.header)))
    }
}

fn unreadable(path: &Path, what: &dyn Display) -> Failure {
    Failure::input(format_args!("cannot read `{}`: {what}", path.display()))
}

/// A number times a factor, rounded once; `None` for a text that is not a finite number.
fn value(text: &str, factor: Option<Constant>) -> Option<f64> {
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite())?;
    let Some(factor) = factor else { return Some(value) };
    let size = Constant::decimal_literal(text.trim_start_matches(['+', '-']));
    Some(match size.and_then(|size| size.mul(factor)) {
        Some(size) => size.to_f64().copysign(value),
        None => value * factor.to_f64(),
    })
}

/// The value of a unit in SI units, or why it is not a unit of this parameter. The compiler reads it, as in a description.
fn factor(unit: &str, parameter: &Named) -> Result<Constant, String> {
    let (name, own) = (&parameter.name, &*parameter.unit);
    let (own, help) = match own {
        "" | "1" => (OF_NUMBERS, format!("help: `{name}` is a number without a unit")),
        own => (
            own,
            format!("help: the SI unit of `{name}` is `{own}`, which is that of headers without a unit"),
        ),
    };
    let refused = |what: &str| format!("`{unit}` is not {what}\n{help}");
    // A header is one expression.
    if unit.contains(['[', ']', '{', '}', ';', '"', '\n']) || unit.contains("//") || unit.contains("/*") {
        return Err(refused("a unit"));
    }
    let (programs, diagnostics) = diagnose(&description(&format!("1 [{unit}]")), &Options::default());
    if let Some(mistake) = diagnostics.iter().find(|found| found.severity == Severity::Error) {
        let helps: String = mistake.helps.iter().map(|help| format!("\nhelp: {help}")).collect();
        return Err(format!("{}{helps}\n{help}", mistake.message));
    }
    let sum = format!("1 [{unit}] + 0 [{own}]");
    if check_text(&description(&sum), &Options::default()).has_errors() {
        return Err(refused(&format!("a unit of `{name}`")));
    }
    let found = programs.first().and_then(|program| literal(&program.defaults));
    found.ok_or_else(|| refused("a unit"))
}

/// A mechanism with a parameter of this value.
fn description(value: &str) -> String {
    format!(
        "mechanism Header {{ param quantity = {value}; coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; }}"
    )
}

/// The default of the only parameter, which is a literal.
fn literal(defaults: &[Routine]) -> Option<Constant> {
    let [default] = defaults else { return None };
    let [Instruction::Literal(constant)] = &default.instructions[..] else { return None };
    Some(*constant)
}

#[cfg(test)]
mod tests {
    use super::{Column, factor, value};
    use linkwork_compiler::plan::Named;

    fn of(name: &str, unit: &str) -> Named {
        Named { name: name.to_owned().into(), unit: unit.to_owned().into() }
    }

    #[test]
    fn headers_have_names_and_units() {
        let read = |header: &str| {
            let Column { name, unit, .. } = Column::of(header);
            (name, unit)
        };
        assert_eq!(read("length"), ("length".into(), None));
        assert_eq!(read("length [mm]"), ("length".into(), Some("mm".into())));
        assert_eq!(read("k[2]  [N/m]"), ("k[2]".into(), Some("N/m".into())));
        assert_eq!(read("k[2]"), ("k[2]".into(), None));
        assert_eq!(read("length [mm"), ("length [mm".into(), None));
    }

    /// As the literals of a description: 1 [deg] is π/180, rounded once.
    #[test]
    fn values_are_converted_exactly() {
        let convert = |text: &str, unit: &str, own: &str| {
            value(text, Some(factor(unit, &of("a", own)).expect("a unit"))).expect("a number")
        };
        assert_eq!(convert("300", "mm", "m"), 0.3);
        assert_eq!(convert("-0.7", "cm", "m"), -0.007);
        assert_eq!(convert("+2.5e3", "kN/m", "N/m"), 2.5e6);
        assert_eq!(convert("180", "deg", "rad"), std::f64::consts::PI);
        assert_eq!(convert("30", "deg", ""), std::f64::consts::FRAC_PI_6);
        assert_eq!(convert("60", "rpm", "1/s"), std::f64::consts::TAU);
        assert_eq!(convert("0.1", "m", "m"), 0.1);
        assert_eq!(convert("1", "N*m", "J"), 1.0);
        assert_eq!(convert("3", "N/m^(3/2)", "N/m^(3/2)"), 3.0);
        assert!(convert("-0", "mm", "m").is_sign_negative());
        assert_eq!(value("1e-3", None), Some(1e-3));
        assert!(value("inf", None).is_none() && value("3 mm", None).is_none());
    }

    #[test]
    fn other_units_are_refused() {
        for (unit, own, words) in [
            ("kg", "m", "`kg` is not a unit of `a`\nhelp: the SI unit of `a` is `m`"),
            ("m", "", "`m` is not a unit of `a`\nhelp: `a` is a number without a unit"),
            ("mmm", "m", "cannot find unit `mmm`"),
            ("", "m", "help: the SI unit of `a` is `m`"),
            ("2", "m", "`2` is not a unit"),
            ("m] + 1 [m", "m", "`m] + 1 [m` is not a unit"),
            ("m // m", "m", "`m // m` is not a unit"),
        ] {
            let why = factor(unit, &of("a", own)).expect_err(unit);
            assert!(why.contains(words) && why.contains("\nhelp: "), "{unit}: {why}");
        }
    }
}
