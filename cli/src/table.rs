//! `--csv FILE` or `--parquet FILE`, `--every`, `--interval`, `--columns`: the table of a run, written during the run.
//!
//! Invariant: the memory of a run does not grow with its table, and a table of text always ends with a complete line.

#[cfg_attr(not(feature = "parquet"), path = "table/no_parquet.rs")]
mod parquet;

pub use parquet::numbers as numbers_of_parquet;

use crate::failure::Failure;
use linkwork::simulation::Sampling;
use linkwork::snapshot::digest;
use linkwork::solution::GrowingFile;
use linkwork_figures::argument::{name, positive};
use linkwork_figures::whole_file::{has_extension, is_standard_output};
use linkwork_models::{Destination, Table};
use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The table of a run.
#[derive(clap::Args)]
pub struct TableArguments {
    /// Write samples to a table during the run; `-` is standard output, and the report then goes to standard error
    #[arg(long, value_name = "FILE", group = "table")]
    csv: Option<PathBuf>,
    /// Write samples to a table of Apache Parquet, which appears when the run ends (with the feature `parquet`)
    #[arg(long, value_name = "FILE", group = "table")]
    parquet: Option<PathBuf>,
    /// Write a line of the table every N steps [default: every step]
    #[arg(long, value_name = "N", requires = "table", conflicts_with = "interval", value_parser = clap::value_parser!(u64).range(1..), allow_hyphen_values = true)]
    every: Option<u64>,
    /// Write a line of the table every T seconds, as accurate as the steps
    #[arg(long, value_name = "T", requires = "table", value_parser = positive, allow_hyphen_values = true)]
    interval: Option<f64>,
    /// Columns of the table in this order, by their names without units: `time`, coordinates, velocities, accelerations, states,
    /// multipliers, outputs [default: all]
    #[arg(long, value_name = "NAME,NAME…", requires = "table", value_parser = name, value_delimiter = ',')]
    columns: Option<Vec<String>>,
}

impl TableArguments {
    /// The file that is written, if it is one.
    pub fn file(&self) -> Option<&PathBuf> {
        self.csv.as_ref().filter(|path| !is_standard_output(path)).or(self.parquet.as_ref())
    }

    /// Checks the format of the table, before anything is computed.
    ///
    /// # Errors
    /// A file name of another format, and what a table of Parquet cannot be: resumed from a checkpoint, or with two columns of one name.
    pub fn check(&self, has_checkpoints: bool) -> Result<(), Failure> {
        if let Some(path) = self.csv.as_ref().filter(|path| has_extension(path, "parquet")) {
            let shown = path.display();
            return Err(Failure::input(format_args!(
                "cannot write `{shown}`: --csv writes comma-separated values\nhelp: `--parquet {shown}` writes a table of Parquet"
            )));
        }
        let Some(path) = &self.parquet else { return Ok(()) };
        // Nothing is written yet.
        parquet::destination(path)?;
        if has_extension(path, "csv") {
            let shown = path.display();
            return Err(Failure::input(format_args!(
                "cannot write `{shown}`: --parquet writes a table of Parquet\nhelp: `--csv {shown}` writes comma-separated values"
            )));
        }
        if has_checkpoints {
            return Err(Failure::input(
                "a run with --parquet cannot be resumed from a checkpoint: its table is a file only when it is complete\nhelp: write the table with --csv, `--csv run.csv`",
            ));
        }
        let names = self.columns.as_deref().unwrap_or_default();
        match names.iter().enumerate().find(|(k, name)| names[..*k].contains(name)) {
            Some((_, name)) => Err(Failure::input(format_args!(
                "--columns names `{name}` twice: every column of a table of Parquet has a name of its own"
            ))),
            None => Ok(()),
        }
    }

    /// Whether the table uses standard output, so that the report cannot.
    pub fn takes_standard_output(&self) -> bool {
        self.csv.as_deref().is_some_and(is_standard_output)
    }

    /// Whether there is a table whose output cannot be removed, so that no second run may start it again.
    pub fn is_final(&self) -> bool {
        let writes_through = |path: &Path| is_standard_output(path) || GrowingFile::writes_through(path);
        self.csv.iter().chain(&self.parquet).any(|path| writes_through(path))
    }

    /// Its columns and lines, if there is one.
    pub fn columns(&self) -> String {
        match (&self.csv, &self.columns) {
            (None, _) => "no table".to_owned(),
            (_, None) => "all".to_owned(),
            (_, Some(names)) => names.join(", "),
        }
    }

    /// The table of a run that begins, or continues after a number of bytes, and the record of its length.
    ///
    /// # Errors
    /// The file to continue with cannot be written.
    pub fn begin(&self, from: Option<u64>) -> Result<Option<(Table<'_>, TableEnd)>, Failure> {
        let mut end = TableEnd::default();
        let to = match (self.csv.as_deref(), self.parquet.as_deref()) {
            (None, None) => return Ok(None),
            (None, Some(path)) => parquet::destination(path)?,
            (Some(path), _) if is_standard_output(path) => Destination::Text(Box::new(std::io::stdout())),
            (Some(path), _) => {
                let file = match from {
                    Some(bytes) => {
                        end = TableEnd::of(path, bytes).map_err(|error| unreadable(path, &error))?;
                        GrowingFile::resume(path, bytes)
                    }
                    None => GrowingFile::new(path),
                };
                Destination::Text(Box::new(Counted { file, end: end.clone() }))
            }
        };
        let sampling = match (self.every, self.interval) {
            (Some(steps), _) => Sampling::Every(steps),
            (None, Some(interval)) => Sampling::Interval(interval),
            (None, None) => Sampling::EveryStep,
        };
        Ok(Some((Table { to, sampling, columns: self.columns.as_deref() }, end)))
    }

    /// Checks that the table exists with this number of bytes, of which the last have this digest.
    ///
    /// # Errors
    /// It is another one.
    pub fn check_end(&self, bytes: u64, digest: &str) -> Result<(), Failure> {
        let Some(path) = self.csv.as_deref() else { return Ok(()) };
        let found = TableEnd::of(path, bytes).map_err(|error| unreadable(path, &error))?;
        if found.digest() == digest {
            return Ok(());
        }
        let shown = path.display();
        Err(Failure::input(format_args!(
            "`{shown}` is not the table that belongs to the checkpoint\nhelp: give its name, or start the run again"
        )))
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let shown = path.display();
    Failure::input(format_args!(
        "cannot continue the table `{shown}`: {error}\nhelp: a run cannot be resumed without its table; start it again"
    ))
}

/// The number of bytes at the end that identify a table.
const END: usize = 256;

/// The length of a table, with a digest.
#[derive(Clone, Debug, Default)]
pub struct TableEnd(Rc<RefCell<(u64, Vec<u8>)>>);

impl TableEnd {
    /// The digest of the first bytes of a file.
    fn of(path: &Path, bytes: u64) -> io::Result<Self> {
        let mut end = vec![0; END.min(usize::try_from(bytes).unwrap_or(END))];
        let mut file = File::open(path)?;
        if file.metadata()?.len() < bytes {
            return Err(io::Error::new(ErrorKind::UnexpectedEof, "it is shorter than the checkpoint says"));
        }
        file.seek(SeekFrom::Start(bytes - end.len() as u64))?;
        file.read_exact(&mut end)?;
        Ok(Self(Rc::new(RefCell::new((bytes, end)))))
    }

    fn add(&self, block: &[u8]) {
        let (bytes, end) = &mut *self.0.borrow_mut();
        *bytes += block.len() as u64;
        end.extend_from_slice(&block[block.len().saturating_sub(END)..]);
        let more = end.len().saturating_sub(END);
        end.drain(..more);
    }

    /// Waits until the data are on the disk, so that no checkpoint refers to lost data.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn sync(&self, table: Option<&PathBuf>) -> io::Result<()> {
        match table.filter(|_| self.bytes() > 0) {
            Some(path) => OpenOptions::new().append(true).open(path)?.sync_data(),
            None => Ok(()),
        }
    }

    /// Its bytes so far.
    pub fn bytes(&self) -> u64 {
        self.0.borrow().0
    }

    /// The digest of the last of them.
    pub fn digest(&self) -> String {
        format!("{:016x}", digest(&self.0.borrow().1))
    }
}

/// A file that records its length.
struct Counted {
    file: GrowingFile,
    end: TableEnd,
}

impl Write for Counted {
    fn write(&mut self, block: &[u8]) -> io::Result<usize> {
        let written = self.file.write(block)?;
        self.end.add(&block[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
