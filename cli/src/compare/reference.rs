//! The coordinates at the end of a reference run, and their accuracy.
//!
//! Invariant: every compared coordinate has a size, its largest value in the
//! reference, so that errors in metres and radians can be compared.

use super::run;
use crate::failure::Failure;
use crate::heading::{Heading, value};
use crate::methods::{self, Method, Variant};
use linkwork::simulation::Sampling;
use linkwork_jit::Tape;
use linkwork_models::{Quantity, Trajectory};
use std::fs;
use std::path::{Path, PathBuf};

/// The number of samples of a reference run for the sizes.
const SAMPLES: f64 = 1000.0;
/// Times of a table that are nearer than this, relatively, are the same.
const SAME: f64 = 1e-9;

/// The source of the reference.
pub enum Source {
    /// A run with small steps.
    Method(&'static Method),
    /// A table.
    Table(PathBuf, String),
}

/// Coordinates at the end.
pub struct Reference {
    /// (name, value, size).
    expected: Vec<(String, f64, f64)>,
    /// Its source, in words.
    pub words: String,
    /// The definition of the error, in words.
    pub measure: String,
    /// Errors below this are those of the reference; 0 if that is not known.
    pub uncertainty: f64,
}

impl Source {
    /// The method of that name, or the table in that file.
    pub fn find(argument: &str) -> Result<Self, Failure> {
        let path = Path::new(argument);
        if path.extension().is_none() && path.components().count() < 2 && !path.is_file() {
            return Ok(Self::Method(methods::find(argument)?));
        }
        match fs::read_to_string(path) {
            Ok(text) => Ok(Self::Table(path.into(), text)),
            Err(error) => Err(Failure::input(format_args!("cannot read `{argument}`: {error}"))),
        }
    }

    /// The coordinates at the time `until`; a method runs with steps of `fine`, and of twice that.
    pub fn values(&self, tape: &Tape, until: f64, fine: f64) -> Result<Reference, Failure> {
        match self {
            Self::Method(method) => {
                let plain = Variant::default();
                method.check(tape, &plain).map_err(Failure::input)?;
                let every = Sampling::Every((until / fine / SAMPLES).ceil().max(1.0) as u64);
                let best = run(tape, (method, &plain), fine, until, every)?;
                let coarse = run(tape, (method, &plain), 2.0 * fine, until, Sampling::Ends)?;
                let mut reference = Reference::of(&best);
                reference.uncertainty = reference.error(&coarse);
                if !reference.uncertainty.is_finite() {
                    return Err(Failure::run(format_args!("the reference `{}` is not finite", method.name)));
                }
                reference.words = format!(
                    "`{}` with a step of {fine:e} s, which differs by {:.1e} from that with twice the step",
                    method.name, reference.uncertainty
                );
                Ok(reference)
            }
            Self::Table(path, text) => table(tape, path, text, until),
        }
    }
}

impl Reference {
    fn of(trajectory: &Trajectory) -> Self {
        let expected = trajectory.of(Quantity::Coordinate).map(|column| {
            let last = column.values.last().copied().unwrap_or(f64::NAN);
            (column.name.clone(), last, size(column.values.iter().copied()))
        });
        Self {
            expected: expected.collect(),
            words: String::new(),
            measure: "largest error of a coordinate at the end, relative to its largest value".into(),
            uncertainty: 0.0,
        }
    }

    /// The largest error of a coordinate relative to its size; NaN if one is not finite.
    pub fn error(&self, trajectory: &Trajectory) -> f64 {
        let last = |name: &str| {
            let column = trajectory.of(Quantity::Coordinate).find(|column| column.name == name);
            column.and_then(|column| column.values.last().copied()).unwrap_or(f64::NAN)
        };
        let errors = self.expected.iter().map(|(name, value, size)| (last(name) - value).abs() / size);
        errors.fold(0.0, |worst: f64, error| if worst.is_nan() || error <= worst { worst } else { error })
    }
}

/// The largest absolute value, 1 if all are zero.
fn size(values: impl Iterator<Item = f64>) -> f64 {
    let largest = values.fold(0.0, |m: f64, x| m.max(x.abs()));
    if largest > 0.0 { largest } else { 1.0 }
}

/// The row of a table at the time `until`, in the columns that are coordinates.
fn table(tape: &Tape, path: &Path, text: &str, until: f64) -> Result<Reference, Failure> {
    use linkwork::Described;
    let bad = |message: String| Failure::input(format_args!("`{}`: {message}", path.display()));
    let mut lines = text.lines();
    let header: Vec<Heading> = lines.next().unwrap_or_default().split(',').map(Heading::of).collect();
    if header.first().is_none_or(|first| first.name != "time") {
        return Err(bad("the first column is not `time`".into()));
    }
    let coordinates = &tape.names().coordinates;
    let factors = header.iter().enumerate().map(|(k, column)| {
        let own = coordinates.iter().find(|named| *named.name == *column.name).map(|named| &*named.unit);
        own.or((k == 0).then_some("s")).map_or(Ok(None), |own| column.factor(own))
    });
    let factors = factors.collect::<Result<Vec<_>, _>>().map_err(&bad)?;
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for (i, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let cells = line.split(',').map(str::trim).zip(factors.iter().chain(std::iter::repeat(&None)));
        let row: Option<Vec<f64>> = cells.map(|(cell, factor)| value(cell, *factor)).collect();
        match row {
            Some(row) if row.len() == header.len() => rows.push(row),
            _ => return Err(bad(format!("line {} does not contain {} numbers", i + 2, header.len()))),
        }
    }
    let Some(end) = rows.iter().find(|row| (row[0] - until).abs() <= SAME * until) else {
        return Err(bad(format!("there is no row at {until} s\nhelp: choose another end with --until")));
    };
    let names = coordinates.iter().map(|named| named.name.to_string());
    let expected: Vec<(String, f64, f64)> = names
        .filter_map(|name| {
            let at = header.iter().position(|column| column.name == name)?;
            Some((name, end[at], size(rows.iter().map(|row| row[at]))))
        })
        .collect();
    if expected.is_empty() {
        return Err(bad("no column is a coordinate of the mechanism".into()));
    }
    Ok(Reference {
        measure: format!(
            "largest error at the end of {}, relative to the largest value",
            expected.iter().map(|(name, ..)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        ),
        expected,
        words: format!("the table `{}`", path.display()),
        uncertainty: 0.0,
    })
}
