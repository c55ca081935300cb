//! `linkwork fmt`: formats descriptions.
//!
//! Invariants: a file is written whole or not at all, and only where something changes; what is not a description, and what
//! cannot be formatted, is not changed; an error of one file does not keep the others from being formatted.

use crate::failure::Failure;
use crate::{check, whole_file};
use linkwork_compiler::format::format;
use linkwork_compiler::robots;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// .mech files; `-` reads standard input and writes standard output
    #[arg(required = true)]
    files: Vec<String>,
    /// Only list the files that are not formatted, and exit with code 1 if there are any
    #[arg(long)]
    check: bool,
}

/// A text that could be formatted.
struct Formatted {
    /// What is printed: the text of `-`, or a line of the list.
    shown: String,
    /// Whether the layout was another one.
    changes: bool,
}

/// Formats all files that can be formatted; returns the text of `-`, or the list of `--check`.
pub fn fmt(arguments: &Arguments) -> Result<String, Failure> {
    let (mut shown, mut refused, mut changed) = (String::new(), String::new(), 0);
    for file in &arguments.files {
        match one(file, arguments.check) {
            Ok(formatted) => {
                shown.push_str(&formatted.shown);
                changed += usize::from(formatted.changes);
            }
            Err(messages) => refused.push_str(&messages),
        }
    }
    if !refused.is_empty() {
        crate::failure::print(&shown)?;
        return Err(Failure::text(&refused));
    }
    if arguments.check && changed > 0 {
        crate::failure::print(&shown)?;
        let files = if changed == 1 { "1 file is".to_owned() } else { format!("{changed} files are") };
        return Err(Failure::run(format_args!("{files} not formatted\nhelp: run `linkwork fmt`")));
    }
    Ok(shown)
}

/// Formats one file, or only looks at it.
///
/// # Errors
/// Messages, complete lines.
fn one(file: &str, only_check: bool) -> Result<Formatted, String> {
    refuse_other_files(file)?;
    let text = read(file).map_err(|error| format!("error: cannot read `{file}`: {error}\n"))?;
    let laid_out = format(&text).map_err(|found| found.render(file, &text, false))?;
    let changes = laid_out != text;
    let shown = match (only_check, file) {
        (true, _) if changes => format!("{file}\n"),
        (true, _) => String::new(),
        (false, "-") => laid_out,
        (false, _) => {
            if changes {
                replace(Path::new(file), &laid_out)?;
            }
            String::new()
        }
    };
    Ok(Formatted { shown, changes })
}

/// Refuses files whose names are not those of descriptions. Standard input has no name.
fn refuse_other_files(file: &str) -> Result<(), String> {
    let path = Path::new(file);
    if file == "-" || path.extension().is_some_and(|ending| ending == "mech") {
        return Ok(());
    }
    let help = if robots::is_robot(path) {
        format!("`linkwork import {file}` translates a robot to a description")
    } else {
        "`linkwork fmt -` formats a description from standard input".to_owned()
    };
    Err(format!("error: `{file}` is not a .mech file\nhelp: {help}\n"))
}

fn read(file: &str) -> io::Result<String> {
    String::from_utf8(check::read(file)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Writes a file that may be written.
fn replace(path: &Path, text: &str) -> Result<(), String> {
    check_writable(path).map_err(|reason| format!("error: cannot write `{}`: {reason}\n", path.display()))?;
    whole_file::write(path, text).map_err(|failure| format!("{failure}\n"))
}

/// A new file would replace a write-protected one: its own permissions decide, not those of its folder.
fn check_writable(path: &Path) -> Result<(), String> {
    let found = fs::metadata(path).map_err(|error| error.to_string())?;
    if found.permissions().readonly() {
        return Err("it is read-only".to_owned());
    }
    // Also a file of another user; opening it changes nothing.
    if found.is_file() {
        OpenOptions::new().write(true).open(path).map_err(|error| error.to_string())?;
    }
    Ok(())
}
