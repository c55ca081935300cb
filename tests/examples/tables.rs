//! Updates the tables of documents.
//!
//! ```text
//! cargo run --release -p linkwork-tests --example tables -- docs/results.md docs/performance.md
//! ```
//!
//! A table is between two comments, the first of which is the command that prints it:
//!
//! ```text
//! <!-- exact: cargo run --release -p linkwork-tests --example operations -->
//! …
//! <!-- end -->
//! ```
//!
//! `exact` tables are the same on every machine; `measured` ones hold times, and stay as they are where their command fails, for want of a
//! program, say. With `--exact` the measured ones are left alone; with `--check` nothing is written, and the exit code is 1 if an exact table
//! is no longer what its command prints; `--only <text>` restricts it to the tables whose command contains the text. A test of the example
//! `operations` finds tables without a command.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

const END: &str = "<!-- end -->";

/// The mode of the program.
#[derive(Default)]
struct Wanted {
    check: bool,
    exact: bool,
    only: String,
}

/// One table of a document: its command, whether it holds times, and the range of its text.
struct Table<'a> {
    command: &'a str,
    measured: bool,
    text: std::ops::Range<usize>,
}

/// The tables of a document, in order.
fn tables(document: &str) -> Result<Vec<Table<'_>>, String> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in document.split_inclusive('\n') {
        at += line.len();
        let opening = line.trim().strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
        let Some((kind, command)) = opening.and_then(|opening| opening.split_once(": ")) else { continue };
        let measured = match kind {
            "exact" => false,
            "measured" => true,
            _ => continue,
        };
        let length = document[at..].find(END).ok_or_else(|| format!("`{command}` has no `{END}`"))?;
        found.push(Table { command, measured, text: at..at + length });
    }
    Ok(found)
}

/// What a command prints, run by the shell in the root of the project.
fn printed(command: &str, root: &Path) -> Result<String, String> {
    eprintln!("{command}");
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run `{command}`: {error}"))?;
    if !output.status.success() {
        return Err(format!("`{command}` failed: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("`{command}`: {error}"))
}

/// Writes (or checks) the tables of one document; whether all of them are as their commands print them.
fn document(path: &str, root: &Path, wanted: &Wanted) -> Result<bool, String> {
    let old = fs::read_to_string(path).map_err(|error| format!("cannot read `{path}`: {error}"))?;
    let mut new = String::with_capacity(old.len());
    let mut copied = 0;
    for table in tables(&old)? {
        if !table.command.contains(&wanted.only) || (table.measured && (wanted.exact || wanted.check)) {
            continue;
        }
        let text = match printed(table.command, root) {
            Ok(text) => text,
            Err(error) if table.measured => {
                eprintln!("{path}: {error}; its table stays as it is");
                continue;
            }
            Err(error) => return Err(error),
        };
        let text = text.trim_matches('\n');
        if wanted.check && text != old[table.text.clone()].trim_matches('\n') {
            eprintln!("{path}: `{}` prints another table", table.command);
        }
        new.push_str(&old[copied..table.text.start]);
        new.push_str(&format!("\n{text}\n\n"));
        copied = table.text.end;
    }
    new.push_str(&old[copied..]);
    if !wanted.check && new != old {
        fs::write(path, &new).map_err(|error| format!("cannot write `{path}`: {error}"))?;
    }
    Ok(new == old)
}

fn run() -> Result<bool, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut wanted, mut files) = (Wanted::default(), Vec::new());
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--check" => wanted.check = true,
            "--exact" => wanted.exact = true,
            "--only" => wanted.only = arguments.next().ok_or("`--only` takes a text")?,
            file => files.push(file.to_owned()),
        }
    }
    if files.is_empty() {
        return Err("name the documents: docs/results.md docs/performance.md".into());
    }
    let mut same = true;
    for file in &files {
        same &= document(file, &root, &wanted)?;
    }
    Ok(same || !wanted.check)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
