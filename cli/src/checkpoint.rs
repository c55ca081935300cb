//! `--checkpoint FILE`, `--checkpoint-every S`, `--resume FILE`: a run that survives its process.
//!
//! A checkpoint is a [`Snapshot`] together with the description, the settings, the inputs, and the length of the
//! table. It replaces the previous one by a rename, after the table has been written to that length, so that at any time
//! there is a whole checkpoint and a table of at least that length; lines beyond it are computed again.
//!
//! Invariant: a resumed run writes the files and the report of an uninterrupted one, except for its wall time.

use crate::failure::Failure;
use crate::subject::Subject;
use crate::table::{TableArguments, TableEnd};
use linkwork::simulation::Checkpoints;
use linkwork::snapshot::{Snapshot, SnapshotError, digest};
use linkwork::solution::write_whole;
use linkwork_descriptions::Description;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The default number of seconds between two checkpoints.
const EVERY: f64 = 60.0;
const BYTES: &str = "the bytes of the table";
const END: &str = "the end of the table (its digest)";

/// Checkpoints of a run, and the state from which it continues.
#[derive(clap::Args)]
pub struct CheckpointArguments {
    /// Save the state of the run in a file at intervals; a run that fails because of stiff forces is then not
    /// repeated with another method
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Seconds of wall time between two checkpoints; 0: after every step [default: 60]
    #[arg(long, value_name = "S", requires = "checkpoint", value_parser = seconds, allow_hyphen_values = true)]
    checkpoint_every: Option<f64>,
    /// Resume the same run from a checkpoint, with the same bits: all other options must be those of the original run, except
    /// --checkpoint and --plot
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match f64::from_str(text) {
        Ok(value) if value >= 0.0 && value.is_finite() => Ok(value),
        _ => Err("it must be a number of seconds, 0 or more".into()),
    }
}

/// The start or the continuation of a run.
pub struct Keeping {
    file: Option<PathBuf>,
    every: f64,
    facts: Vec<(&'static str, String)>,
    table: Option<PathBuf>,
    /// The snapshot from which it continues, and the valid length of its table in bytes.
    pub from: Option<(Snapshot, u64)>,
}

impl CheckpointArguments {
    /// The file that is written, if there is one.
    pub fn file(&self) -> Option<&PathBuf> {
        self.checkpoint.as_ref()
    }

    /// The file from which a run continues.
    pub fn resume(&self) -> Option<&PathBuf> {
        self.resume.as_ref()
    }

    /// The same, unless it is the one that is written.
    pub fn resumed(&self) -> Option<&PathBuf> {
        self.resume.as_ref().filter(|path| self.checkpoint.as_ref() != Some(path))
    }

    /// Whether the run must not be repeated with another method.
    pub fn is_final(&self) -> bool {
        self.checkpoint.is_some() || self.resume.is_some()
    }

    /// Reads a checkpoint, and checks that it is of the same run.
    pub fn keeping(
        &self,
        subject: &Subject,
        description: &Description,
        table: &TableArguments,
    ) -> Result<Keeping, Failure> {
        if self.is_final() && table.is_final() {
            return Err(Failure::input(
                "a checkpoint needs a table in a regular file: what was written to a pipe or a device cannot be taken back\nhelp: write it to a file, `--csv run.csv`, or omit --csv",
            ));
        }
        let facts = vec![
            ("the description (its digest)", format!("{:016x}", digest(description.text().as_bytes()))),
            ("settings and inputs", subject.formulas().join(", ")),
            ("the columns of the table", table.columns()),
        ];
        let from = self.resume.as_deref().map(|path| read(path, &facts, table)).transpose()?;
        let every = self.checkpoint_every.unwrap_or(EVERY);
        Ok(Keeping { file: self.checkpoint.clone(), every, facts, table: table.file().cloned(), from })
    }
}

fn read(
    path: &Path,
    facts: &[(&'static str, String)],
    table: &TableArguments,
) -> Result<(Snapshot, u64), Failure> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| {
        Failure::input(format_args!(
            "cannot read the checkpoint `{shown}`: {error}\nhelp: without --resume, the run starts from the beginning"
        ))
    })?;
    let wrong = |error: linkwork::Error| Failure::input(format_args!("`{shown}`: {error}"));
    let snapshot = Snapshot::from_bytes(&bytes).map_err(wrong)?;
    for (what, here) in facts {
        let there = snapshot.fact(what).unwrap_or("not given");
        if there != here {
            let (what, snapshot, here) = ((*what).to_owned(), there.to_owned(), here.clone());
            return Err(wrong(SnapshotError::Differs { what, snapshot, here }.into()));
        }
    }
    let bytes = snapshot.fact(BYTES).and_then(|text| text.parse().ok()).unwrap_or(0);
    let end = snapshot.fact(END).unwrap_or_default();
    table.check_end(bytes, end)?;
    Ok((snapshot, bytes))
}

impl Keeping {
    /// When checkpoints are written, if they are.
    pub fn every(&self) -> Option<Checkpoints> {
        self.file.as_ref().map(|_| Checkpoints::Seconds(self.every))
    }

    /// Writes one, with the length of the table.
    pub fn write(&self, snapshot: Snapshot, table: &TableEnd) -> Result<(), linkwork::Error> {
        let Some(path) = &self.file else { return Ok(()) };
        let to_disk = table.sync(self.table.as_ref());
        to_disk.map_err(linkwork::Error::Stream)?;
        let (bytes, end) = (table.bytes().to_string(), table.digest());
        let facts = self.facts.iter().map(|(what, value)| (*what, value.as_str()));
        let all = facts
            .chain([(BYTES, bytes.as_str()), (END, end.as_str())])
            .fold(snapshot, |all, (what, value)| all.with(what, value));
        write_whole(path, |to| to.write_all(&all.to_bytes()))
            .map_err(|source| linkwork::Error::Io { path: path.clone(), source })
    }
}
