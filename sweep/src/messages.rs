//! The messages of sweeps.
//!
//! Invariant: text in backticks is input of the user, a name, or an option.

use crate::chunks::SweepError;
use crate::design::{BadDesign, MOST, MOST_LATIN};
use crate::mechanism::BadRuns;
use std::fmt;

/// The form of an axis.
pub const AXIS: &str = "write `length=0.1..0.5:50` for 50 values from 0.1 to 0.5, or `length=0.1,0.2,0.4`";
/// An interval without a number of values.
pub const NO_COUNT: &str =
    "the number of values is missing; write `length=0.1..0.5:50` for 50 values from 0.1 to 0.5";
/// The form of a random parameter.
pub const RANDOM: &str = "write `mass~normal(mean,deviation)`, `mass~uniform(min,max)`, `mass~lognormal(mean of the logarithm,its deviation)` or `mass~triangular(min,max,mode)`";
/// The form of a quantity to keep.
pub const KEEP: &str =
    "write a quantity, or `min`, `max`, `mean`, `rms`, `initial` or `final` of one: `max(load[0])`";
/// The form of a shard.
pub const SHARD: &str = "write `3/64` for the third of 64 shards";
/// The names of formats.
pub const FORMAT: &str = "the format must be `csv` or `parquet`";
/// A format that the program was compiled without.
#[cfg(not(feature = "parquet"))]
pub const NO_PARQUET: &str =
    "this program was compiled without Parquet; compile it with `--features parquet`";

/// The names that tables use themselves.
const OWN_COLUMNS: &str = "every table has the columns `run`, `failure` and `warning`";

/// Why a file is not a table of a sweep.
pub const OTHER_COLUMNS: &str = "its columns differ from those of the sweep";
/// The same, of its end.
pub const TRUNCATED: &str = "it does not end with a whole line";
/// The same, of its rows.
pub const OTHER_RUNS: &str = "its runs differ from those of the sweep";
/// The same, of a field.
pub const FIELD: &str = "a field is not a number";
/// The same, of the first column.
pub const NO_RUN: &str = "the number of a run is missing";

/// A text that must be a number.
pub fn not_a_number(text: &str) -> String {
    format!("`{text}` is not a number; {AXIS}")
}

/// The number of values of an axis.
pub fn count(text: &str, most: usize) -> String {
    format!("the number of values in `{text}` must be an integer from 1 to {most}")
}

/// One value for an interval.
pub fn one_value(name: &str, from: f64, to: f64) -> String {
    format!("one value cannot range from {from} to {to}; write `{name}={from}`")
}

/// A result that is not finite.
pub fn not_finite(name: &str, number: f64) -> String {
    format!("`{name}` is {number}")
}

/// A run whose energy grows without work.
pub fn growth(time: f64) -> String {
    format!("the energy grows without work at t = {time} s: the numerical solution is unstable")
}

/// A file that is not in the format Parquet.
#[cfg(feature = "parquet")]
pub fn not_parquet(error: &impl fmt::Display) -> String {
    format!("it is not a Parquet table: {error}")
}

impl fmt::Display for BadDesign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice(name) => write!(f, "the parameter `{name}` is varied twice\nhelp: remove one of the two"),
            Self::Count => write!(
                f,
                "too many runs: the limit is {MOST}, with a Latin hypercube {MOST_LATIN}\nhelp: use fewer values or samples"
            ),
            Self::Empty => f.write_str(
                "no parameter is varied\nhelp: `--vary length=0.1..0.5:50`, `--random mass~normal(1,0.1) --samples 1000` or `--list runs.csv`",
            ),
            Self::Samples => f.write_str("`--random` and `--samples` must be given together"),
            Self::Line(line) => write!(f, "line {line} of the list must have one value for each name"),
            Self::Reserved(name) => write!(
                f,
                "a varied parameter cannot be called `{name}`: {OWN_COLUMNS}\nhelp: rename it in the description"
            ),
        }
    }
}

impl fmt::Display for BadRuns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(error) => write!(f, "{error}"),
            Self::Reserved(name) => write!(
                f,
                "a kept quantity cannot be called `{name}`: {OWN_COLUMNS}\nhelp: keep `final({name})`, which has the same values, or rename it in the description"
            ),
            Self::Twice(name) => {
                write!(f, "two columns of the table would be called `{name}`\nhelp: keep it once")
            }
        }
    }
}

impl fmt::Display for SweepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(
                f,
                "cannot write `{}`: {error}\nhelp: finished files are kept; run the same command again to continue",
                path.display()
            ),
            Self::Read(path, error) => write!(
                f,
                "cannot read `{}`: {error}\nhelp: the file is not a table of this sweep; remove it and run the sweep again",
                path.display()
            ),
            Self::NotFolder(path) => write!(
                f,
                "`{}` is not a folder\nhelp: give another name; a folder that does not exist is made",
                path.display()
            ),
            Self::Interrupted => f.write_str(
                "the sweep was interrupted\nhelp: finished files are kept; run the same command again to continue",
            ),
            Self::Threads(why) => write!(f, "cannot start threads: {why}\nhelp: use fewer (`--threads`)"),
        }
    }
}
