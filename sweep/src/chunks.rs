//! The runs of a sweep in files, one for each chunk.
//!
//! ```text
//! folder/<fingerprint>-<first run>.csv       (or .parquet) run, parameters, kept quantities, failure, warning
//! folder/<fingerprint>.txt                   the text that the fingerprint is computed from
//! shard k of n has the chunks k − 1, k − 1 + n, k − 1 + 2n …
//! ```
//! The fingerprint is a hash of everything that rows depend on. A chunk is written to a temporary file, which is renamed when it is complete:
//! existing chunks are complete, and are not computed again, unless something else has damaged them.
//!
//! Several runs may be computed at once. Invariant: every run of a shard has a row, also a failed one; a row depends on its index only (not
//! on the runs computed with it), and rows are in order.

use crate::design::Design;
use crate::messages;
use crate::table::{Format, Row};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of a fingerprint in the name of a file.
const BYTES: usize = 8;

/// The result of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The kept numbers, or the reason of the failure.
    pub result: Result<Vec<f64>, String>,
    /// A warning, or an empty text.
    pub warning: String,
}

/// A part of the chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 1.
    pub number: u64,
    /// The number of shards.
    pub of: u64,
}

impl Shard {
    /// The only shard of a sweep in one piece.
    pub const WHOLE: Self = Self { number: 1, of: 1 };
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let read = text.split_once('/').and_then(|(k, n)| Some((number(k)?, number(n)?)));
        let (number, of) = read.filter(|(k, n)| 1 <= *k && k <= n).ok_or(messages::SHARD)?;
        Ok(Self { number, of })
    }
}

/// A sweep.
#[derive(Debug)]
pub struct Plan<'a> {
    /// All runs.
    pub design: &'a Design,
    /// All other inputs of the rows, as text: the description, the method, the kept quantities.
    pub facts: &'a str,
    /// The names of the kept quantities.
    pub kept: &'a [String],
    /// Runs in a chunk.
    pub chunk: u64,
    /// The shard.
    pub shard: Shard,
    /// The number of threads; 0 for all cores.
    pub threads: usize,
    /// The folder of the files.
    pub folder: &'a Path,
    /// Their format.
    pub format: Format,
}

/// The progress of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Runs of the shard that have a row.
    pub done: u64,
    /// All of them.
    pub of: u64,
}

/// The totals of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Runs that were computed by this call.
    pub computed: u64,
    /// Runs of chunks that existed before.
    pub existing: u64,
    /// Failures among the computed runs.
    pub failed: u64,
    /// Warnings among the computed runs.
    pub warned: u64,
    /// Files that were written by this call.
    pub files: u64,
    /// Those among them that replace an empty, truncated or otherwise damaged one.
    pub damaged: u64,
    /// The fingerprint, the prefix of all file names.
    pub fingerprint: String,
}

/// An error that ends a sweep.
#[derive(Debug)]
pub enum SweepError {
    /// A file or folder cannot be written.
    Io(PathBuf, io::Error),
    /// The folder of the files, or one above it, is a file.
    NotFolder(PathBuf),
    /// An existing file cannot be read.
    Read(PathBuf, io::Error),
    /// It was interrupted.
    Interrupted,
    /// Threads cannot be started.
    Threads(String),
}

/// Computes all runs of a design in memory, with a number of threads (0: all cores), until `stop` is true.
///
/// # Errors
/// [`SweepError::Threads`], [`SweepError::Interrupted`]; a failed run is not an error.
pub fn rows(
    design: &Design,
    threads: usize,
    stop: &AtomicBool,
    run: impl Fn(u64, &[f64]) -> Outcome + Sync,
) -> Result<Vec<Row>, SweepError> {
    rows_at_once(design, threads, stop, 1, one_by_one(run))
}

/// The same with several runs at once, as in [`Plan::run_at_once`].
///
/// # Errors
/// As of [`rows`].
pub fn rows_at_once(
    design: &Design,
    threads: usize,
    stop: &AtomicBool,
    at_once: u64,
    run: impl Fn(u64, &[Vec<f64>]) -> Vec<Outcome> + Sync,
) -> Result<Vec<Row>, SweepError> {
    pool(threads)?.install(|| computed(design, 0..design.runs(), stop, at_once, &run))
}

/// Runs that are computed one by one.
fn one_by_one(
    run: impl Fn(u64, &[f64]) -> Outcome + Sync,
) -> impl Fn(u64, &[Vec<f64>]) -> Vec<Outcome> + Sync {
    move |first, all| (first..).zip(all).map(|(number, values)| run(number, values)).collect()
}

fn pool(threads: usize) -> Result<rayon::ThreadPool, SweepError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| SweepError::Threads(error.to_string()))
}

/// These runs, in order, several at once.
fn computed(
    design: &Design,
    range: Range<u64>,
    stop: &AtomicBool,
    at_once: u64,
    run: &(impl Fn(u64, &[Vec<f64>]) -> Vec<Outcome> + Sync),
) -> Result<Vec<Row>, SweepError> {
    // No data are synchronised through it: no ordering is needed.
    let is_stopped = || stop.load(Ordering::Relaxed);
    let at_once = at_once.max(1);
    let some = |group: u64| {
        if is_stopped() {
            return None;
        }
        let first = range.start + group * at_once;
        let numbers = first..range.end.min(first + at_once);
        let values: Vec<Vec<f64>> = numbers.clone().map(|number| design.values(number)).collect();
        let outcomes = run(first, &values);
        // The result of such a run is not used.
        let row = |((number, values), outcome)| Row::new(number, values, outcome);
        (!is_stopped()).then(|| numbers.zip(values).zip(outcomes).map(row).collect::<Vec<_>>())
    };
    let groups = (range.end - range.start).div_ceil(at_once);
    let rows: Option<Vec<Vec<Row>>> = (0..groups).into_par_iter().map(some).collect();
    rows.map(|rows| rows.concat()).ok_or(SweepError::Interrupted)
}

impl std::error::Error for SweepError {
    /// That of an [`io::Error`], whose message is part of this one.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(_, error) | Self::Read(_, error) => error.source(),
            Self::NotFolder(_) | Self::Interrupted | Self::Threads(_) => None,
        }
    }
}

impl Plan<'_> {
    /// The fingerprint, the prefix of all file names.
    pub fn fingerprint(&self) -> String {
        let digest = Sha256::digest(self.text().as_bytes());
        digest.iter().take(BYTES).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The text of which the fingerprint is the hash.
    fn text(&self) -> String {
        let (design, runs) = (self.design, self.design.runs());
        format!(
            "{}\ndesign: {}\nruns: {runs}\nruns in a file: {}\nparameters: {}\nkept: {}\n",
            self.facts,
            design.digest(),
            self.chunk,
            design.names().join(", "),
            self.kept.join(", "),
        )
    }

    /// Computes the missing runs of the shard; `run` gets the index of a run and its values.
    ///
    /// # Errors
    /// [`SweepError`]; a failed run is not an error.
    pub fn run(
        &self,
        run: impl Fn(u64, &[f64]) -> Outcome + Sync,
        progress: impl FnMut(Progress),
    ) -> Result<Totals, SweepError> {
        self.run_until(&AtomicBool::new(false), run, progress)
    }

    /// The same until `stop` is true; files are then complete or missing as well.
    ///
    /// # Errors
    /// [`SweepError::Interrupted`], and those of [`run`](Self::run).
    pub fn run_until(
        &self,
        stop: &AtomicBool,
        run: impl Fn(u64, &[f64]) -> Outcome + Sync,
        progress: impl FnMut(Progress),
    ) -> Result<Totals, SweepError> {
        self.run_at_once(stop, 1, one_by_one(run), progress)
    }

    /// The same with several runs at once: `run` takes the number of the first run and the values of all of them, at most `at_once`; it returns
    /// an outcome for each, in order. The outcome of a run must not depend on the others.
    ///
    /// # Errors
    /// As of [`run_until`](Self::run_until).
    pub fn run_at_once(
        &self,
        stop: &AtomicBool,
        at_once: u64,
        run: impl Fn(u64, &[Vec<f64>]) -> Vec<Outcome> + Sync,
        mut progress: impl FnMut(Progress),
    ) -> Result<Totals, SweepError> {
        let pool = pool(self.threads)?;
        self.make_folder()?;
        let mut totals = Totals { fingerprint: self.fingerprint(), ..Totals::default() };
        self.place(&format!("{}.txt", totals.fingerprint), self.text().as_bytes())?;
        let length = |chunk: u64| {
            let runs = self.runs_of(chunk);
            runs.end - runs.start
        };
        let of = self.own().map(length).sum();
        for chunk in self.own() {
            let name = self.name(&totals.fingerprint, chunk);
            let found = self.found(&name, chunk)?;
            if let Some(Ok(_)) = found {
                totals.existing += length(chunk);
            } else {
                totals.damaged += u64::from(found.is_some());
                let rows =
                    pool.install(|| computed(self.design, self.runs_of(chunk), stop, at_once, &run))?;
                let table = self.table(&rows);
                self.place(&name, &table.map_err(|error| SweepError::Io(self.folder.join(&name), error))?)?;
                totals.computed += length(chunk);
                totals.files += 1;
                let count =
                    |which: fn(&Outcome) -> bool| rows.iter().filter(|row| which(&row.outcome)).count();
                totals.failed += count(|outcome| outcome.result.is_err()) as u64;
                totals.warned += count(|outcome| !outcome.warning.is_empty()) as u64;
            }
            progress(Progress { done: totals.computed + totals.existing, of });
        }
        Ok(totals)
    }

    /// Makes the folder, unless it exists.
    fn make_folder(&self) -> Result<(), SweepError> {
        fs::create_dir_all(self.folder).map_err(|error| {
            match self.folder.ancestors().find(|path| path.exists()) {
                Some(file) if !file.is_dir() => SweepError::NotFolder(file.to_owned()),
                _ => SweepError::Io(self.folder.to_owned(), error),
            }
        })
    }

    /// The existing rows of the shard, in order.
    ///
    /// # Errors
    /// [`SweepError::Read`] if a file cannot be read, or is not a table of this sweep.
    pub fn rows(&self) -> Result<Vec<Row>, SweepError> {
        let (mut rows, fingerprint) = (Vec::new(), self.fingerprint());
        for chunk in self.own() {
            let name = self.name(&fingerprint, chunk);
            let found = self.found(&name, chunk)?.transpose();
            rows.extend(
                found.map_err(|error| SweepError::Read(self.folder.join(name), error))?.into_iter().flatten(),
            );
        }
        Ok(rows)
    }

    /// The rows of a file, if there is one, or why it is not the whole table of its chunk.
    fn found(&self, name: &str, chunk: u64) -> Result<Option<io::Result<Vec<Row>>>, SweepError> {
        let place = self.folder.join(name);
        if !place.is_file() {
            return Ok(None);
        }
        let bytes = fs::read(&place).map_err(|error| SweepError::Read(place, error))?;
        Ok(Some(self.format.read(bytes, self.runs_of(chunk), self.columns(), self.kept.len())))
    }

    /// The chunks of the shard.
    fn own(&self) -> impl Iterator<Item = u64> + use<> {
        (self.shard.number - 1..self.design.runs().div_ceil(self.chunk)).step_by(self.shard.of as usize)
    }

    /// The runs of a chunk.
    fn runs_of(&self, chunk: u64) -> Range<u64> {
        let first = chunk * self.chunk;
        first..self.design.runs().min(first + self.chunk)
    }

    fn name(&self, fingerprint: &str, chunk: u64) -> String {
        format!("{fingerprint}-{:010}.{}", chunk * self.chunk, self.format.extension())
    }

    fn table(&self, rows: &[Row]) -> io::Result<Vec<u8>> {
        self.format.written(self.columns(), self.kept.len(), rows)
    }

    /// The names of its columns of numbers.
    fn columns(&self) -> impl Iterator<Item = &str> {
        self.design.names().iter().chain(self.kept).map(String::as_str)
    }

    /// Writes a temporary file and renames it.
    fn place(&self, name: &str, bytes: &[u8]) -> Result<(), SweepError> {
        let (place, part) =
            (self.folder.join(name), self.folder.join(format!(".{name}.{}", std::process::id())));
        let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, &place));
        written.map_err(|error| {
            // The remains of it are not a chunk.
            let _ = fs::remove_file(&part);
            SweepError::Io(place, error)
        })
    }
}
