//! Files that are either complete or not there.
//!
//! Invariant: until everything is written, a file that was there before stays as it was.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// Writes `text` beside `path`, then puts it into place.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.partial", std::process::id()));
    let partial = path.with_file_name(name);
    let attempt = || {
        let mut file = File::create_new(&partial)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&partial, path)
    };
    attempt().map_err(|error| {
        // What is left of the attempt is of no use to anyone; the error that counts is the first.
        let _ = fs::remove_file(&partial);
        unwritable(path, error)
    })
}

/// Finds out before a long run whether its files can be written.
pub fn check(path: &Path) -> Result<(), Failure> {
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
