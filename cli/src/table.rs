//! `--csv FILE`, `--every`, `--interval`, `--columns`: the table of a run, written while it goes on.
//!
//! Invariant: the memory of a run does not grow with its table, and what there is of a table ends with a whole line.

use linkwork::simulation::Sampling;
use linkwork::solution::GrowingFile;
use linkwork_figures::argument::positive;
use linkwork_models::Table;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What means standard output.
const STANDARD_OUTPUT: &str = "-";

/// The table of a run.
#[derive(clap::Args)]
pub struct TableArguments {
    /// Write samples to a table while the run goes on; `-` is standard output, and the report then goes to standard error
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Lines of the table: the samples of every so many steps [default: of every step]
    #[arg(long, value_name = "N", requires = "csv", conflicts_with = "interval", value_parser = clap::value_parser!(u64).range(1..))]
    every: Option<u64>,
    /// Lines of the table: one every so many seconds, as exact as the steps
    #[arg(long, value_name = "T", requires = "csv", value_parser = positive, allow_negative_numbers = true)]
    interval: Option<f64>,
    /// Columns of the table and their order, by the names that its header has without units: `time`, coordinates, velocities,
    /// accelerations, states, multipliers, outputs [default: all]
    #[arg(long, value_name = "NAME,NAME…", requires = "csv", value_delimiter = ',')]
    columns: Option<Vec<String>>,
}

impl TableArguments {
    /// The file that is written, if it is one.
    pub fn file(&self) -> Option<&PathBuf> {
        self.csv.as_ref().filter(|path| !is_standard_output(path))
    }

    /// Does the table leave no room for a report on standard output?
    pub fn takes_standard_output(&self) -> bool {
        self.csv.as_deref().is_some_and(is_standard_output)
    }

    /// Is there a table of which nothing can be taken back, so that no second run may begin it again?
    pub fn is_final(&self) -> bool {
        let writes_through = |path: &Path| is_standard_output(path) || GrowingFile::writes_through(path);
        self.csv.as_deref().is_some_and(writes_through)
    }

    /// The table of a run that begins now.
    pub fn begin(&self) -> Option<Table<'_>> {
        let path = self.csv.as_deref()?;
        let to: Box<dyn Write> = if is_standard_output(path) {
            Box::new(std::io::stdout())
        } else {
            Box::new(GrowingFile::new(path))
        };
        let sampling = match (self.every, self.interval) {
            (Some(steps), _) => Sampling::Every(steps),
            (None, Some(interval)) => Sampling::Interval(interval),
            (None, None) => Sampling::EveryStep,
        };
        Some(Table { to, sampling, columns: self.columns.as_deref() })
    }
}

fn is_standard_output(path: &Path) -> bool {
    path == Path::new(STANDARD_OUTPUT)
}
