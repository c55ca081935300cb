//! Files that are either complete or as they were before.
//!
//! Invariant: what cannot be written, and what must not be, is known before a run.

use crate::failure::Failure;
use linkwork::solution::{partial_file, write_whole};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes `text` and puts it into place; devices and pipes are written to.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_bytes(path, text.as_bytes())
}

/// The same with bytes.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_whole(path, |to| to.write_all(bytes)).map_err(|error| unwritable(path, error))
}

/// Finds out before a long run whether its files can be written, and that none of them is a file that is read or another
/// one that is written. An interrupt removes what is written of them by then.
pub fn check<'a>(
    written: impl IntoIterator<Item = &'a PathBuf>,
    read: impl IntoIterator<Item = &'a str>,
) -> Result<(), Failure> {
    let written: Vec<&PathBuf> = written.into_iter().collect();
    let read: Vec<&str> = read.into_iter().collect();
    for (i, path) in written.iter().enumerate() {
        can_be_written(path)?;
        let same = |other: &Path| other == path.as_path() || is_same_file(other, path);
        if read.iter().any(|input| Path::new(input).is_file() && same(Path::new(input))) {
            return Err(unwritable(path, "it is an input of this command"));
        }
        if written[..i].iter().any(|other| same(other)) {
            return Err(unwritable(path, "it is the file of two results"));
        }
    }
    let partial: Vec<PathBuf> = written.iter().filter_map(|path| partial_file(path)).collect();
    if !partial.is_empty() {
        // Without a handler an interrupt may leave a part of a file; nothing else depends on it.
        let _ = ctrlc::set_handler(move || {
            for path in &partial {
                let _ = fs::remove_file(path);
            }
            std::process::exit(INTERRUPTED);
        });
    }
    Ok(())
}

/// The exit code of a program that an interrupt ends: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// Whether two paths lead to the same file. Devices and pipes are written to, which may happen twice.
fn is_same_file(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok().filter(|path| path.is_file());
    real(a).is_some_and(|a| Some(a) == real(b))
}

fn can_be_written(path: &Path) -> Result<(), Failure> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if path.is_dir() {
        return Err(unwritable(path, "it is a folder"));
    }
    match fs::metadata(folder) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(unwritable(path, format_args!("`{}` is not a folder", folder.display()))),
        Err(error) => Err(unwritable(path, error)),
    }
}

fn unwritable(path: &Path, reason: impl std::fmt::Display) -> Failure {
    Failure::input(format_args!("cannot write `{}`: {reason}", path.display()))
}
