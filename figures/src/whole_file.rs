//! Files that are written completely or not at all.
//!
//! Invariant: files that cannot or must not be written are detected before a run.

use crate::failure::{self, Failure};
use linkwork::solution::{WholeFile, partial_file, write_whole};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The name of standard output, for tables and other data as text.
pub const STANDARD_OUTPUT: &str = "-";

/// Whether this is the name of standard output.
pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new(STANDARD_OUTPUT)
}

/// Whether the name of the file ends in this extension, in capitals or not.
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Writes `text` to a temporary file and renames it; standard output, devices and pipes are written directly.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if is_standard_output(path) {
        return failure::print(text);
    }
    write_bytes(path, text.as_bytes())
}

/// The report of a command that has written these texts: on standard error if one of them is on standard output.
pub fn report<'a>(texts: impl IntoIterator<Item = &'a PathBuf>, report: String) -> String {
    if !texts.into_iter().any(|path| is_standard_output(path)) {
        return report;
    }
    // A closed end does not matter: the result is written.
    let _ = std::io::stderr().write_all(report.as_bytes());
    String::new()
}

/// The same with bytes.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_whole(path, |to| to.write_all(bytes)).map_err(|error| unwritable(path, error))
}

/// Writes files that belong together: none of them appears before all are on the disk.
///
/// # Errors
/// A file that cannot be written; the error names those that have appeared before.
pub fn write_all(files: &[(PathBuf, &str)]) -> Result<(), Failure> {
    let begun = |(path, text): &(PathBuf, &str)| {
        let mut file = WholeFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.sync()?;
        Ok(file)
    };
    let all = files.iter().map(|file| {
        Ok((file.0.as_path(), begun(file).map_err(|error: io::Error| unwritable(&file.0, error))?))
    });
    named(all.collect::<Result<_, Failure>>()?)
}

/// Gives complete files their names.
fn named(files: Vec<(&Path, WholeFile)>) -> Result<(), Failure> {
    let mut written: Vec<String> = Vec::new();
    for (path, file) in files {
        if let Err(error) = file.finish() {
            let note = match written.is_empty() {
                true => String::new(),
                false => format!("\nnote: written before: {}", written.join(", ")),
            };
            return Err(unwritable(path, format_args!("{error}{note}")));
        }
        written.push(format!("`{}`", path.display()));
    }
    Ok(())
}

/// Checks before a long run that its files can be written, and that none of them is an input, the file of another
/// result, or standard output. An interrupt removes incomplete files.
pub fn check<'a>(
    written: impl IntoIterator<Item = &'a PathBuf>,
    read: impl IntoIterator<Item = &'a str>,
) -> Result<(), Failure> {
    check_all([], written, read)
}

/// The same with texts, of which one may be standard output.
pub fn check_all<'a>(
    texts: impl IntoIterator<Item = &'a PathBuf>,
    others: impl IntoIterator<Item = &'a PathBuf>,
    read: impl IntoIterator<Item = &'a str>,
) -> Result<(), Failure> {
    let mut written: Vec<&PathBuf> = texts.into_iter().collect();
    if written.iter().filter(|path| is_standard_output(path)).count() > 1 {
        return Err(unwritable(Path::new(STANDARD_OUTPUT), "standard output takes one result"));
    }
    if let Some(path) = written.iter().find(|path| has_extension(path, "parquet")) {
        let why = "it would contain text, and not be a table of Parquet\nhelp: give it another name; `linkwork simulate --parquet` and `linkwork sweep --format parquet` write tables of Parquet";
        return Err(unwritable(path, why));
    }
    written.retain(|path| !is_standard_output(path));
    written.extend(others);
    if written.iter().any(|path| is_standard_output(path)) {
        let why = "only tables and JSON go to standard output\nhelp: give a file; `./-` is one of that name";
        return Err(unwritable(Path::new(STANDARD_OUTPUT), why));
    }
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

#[cfg(test)]
mod tests {
    use super::{named, write_all};
    use linkwork::solution::WholeFile;
    use std::fs;
    use std::io::Write;
    use std::path::{Path, PathBuf};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("linkwork-files-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn files(folder: &Path) -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        all.sort();
        all
    }

    /// A file that cannot be written keeps the others as they were.
    #[test]
    fn files_that_belong_together_appear_together() {
        let folder = folder("together");
        let (header, source) = (folder.join("a.h"), folder.join("a.c"));
        write_all(&[(header.clone(), "one"), (source.clone(), "two")]).unwrap();
        assert_eq!(fs::read_to_string(&source).unwrap(), "two");
        let nowhere = folder.join("none").join("a.c");
        let message = write_all(&[(header.clone(), "other"), (nowhere, "two")]).unwrap_err().to_string();
        assert!(message.contains("none") && !message.contains("written before"), "{message}");
        assert_eq!(fs::read_to_string(&header).unwrap(), "one");
        assert_eq!(files(&folder), [source, header]);
        fs::remove_dir_all(&folder).unwrap();
    }

    /// A name that is taken at the last moment: what has appeared before is named.
    #[test]
    fn the_files_before_a_failure_are_named() {
        let folder = folder("names");
        let (header, source) = (folder.join("a.h"), folder.join("a.c"));
        let begun = [&header, &source].map(|path| {
            let mut file = WholeFile::create(path).unwrap();
            file.write_all(b"text").unwrap();
            (path.as_path(), file)
        });
        fs::create_dir(&source).unwrap();
        let message = named(Vec::from(begun)).unwrap_err().to_string();
        let note = format!("note: written before: `{}`", header.display());
        assert!(message.contains("a.c") && message.contains(&note), "{message}");
        assert_eq!(files(&folder), [source, header]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
