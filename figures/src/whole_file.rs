//! Files that are written completely or not at all.
//!
//! Invariant: files that cannot or must not be written are detected before a run.

use crate::failure::Failure;
use linkwork::solution::{partial_file, write_whole};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes `text` to a temporary file and renames it; devices and pipes are written directly.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_bytes(path, text.as_bytes())
}

/// The same with bytes.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_whole(path, |to| to.write_all(bytes)).map_err(|error| unwritable(path, error))
}

/// Checks before a long run that its files can be written, and that none of them is an input or the file of another
/// result. An interrupt removes incomplete files.
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
        // Without a handler an interrupt may leave an incomplete file; nothing else depends on it.
        let _ = ctrlc::set_handler(move || {
            for path in &partial {
                let _ = fs::remove_file(path);
            }
            std::process::exit(INTERRUPTED);
        });
    }
    Ok(())
}

/// The exit code of an interrupted program: 128 plus the number of the signal.
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
