//! `linkwork check`: all errors and warnings in files, for people and for editors.
//!
//! Invariant: nothing stops at the first mistake or the first file; places are those of the text that is named with them.

use crate::counted;
use crate::failure::Failure;
use crate::import::folder_of;
use linkwork_compiler::build::check_text;
use linkwork_compiler::diagnostics::{Diagnostic, Diagnostics, Place, Severity, position};
use linkwork_compiler::robots::{self, Import};
use linkwork_compiler::{Loops, Options};
use serde_json::{Value, json};
use std::io::{IsTerminal, Read};
use std::path::Path;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// .mech, .urdf and .xml (MJCF) files; `-` reads a description from standard input
    #[arg(required = true)]
    files: Vec<String>,
    /// Print one JSON object per line for every error and warning: file, severity, message, bytes, lines and columns (from 1,
    /// columns in characters), labels, helps
    #[arg(long)]
    json: bool,
}

/// A text with its diagnostics.
struct Checked {
    name: String,
    text: String,
    found: Diagnostics,
}

/// All errors and warnings.
pub fn check(arguments: &Arguments) -> Result<String, Failure> {
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let (mut shown, mut errors, mut warnings, mut unreadable) = (String::new(), 0, 0, 0);
    for file in &arguments.files {
        let all = match read(file) {
            Ok(bytes) => checked(file, &bytes),
            Err(error) => Err(error.to_string()),
        };
        match all {
            Ok(all) => {
                for Checked { name, text, found } in &all {
                    errors += found.errors();
                    warnings += found.len() - found.errors();
                    if arguments.json {
                        shown.extend(found.iter().map(|one| format!("{}\n", object(name, text, one))));
                    } else {
                        shown.push_str(&found.render(name, text, colour));
                    }
                }
            }
            Err(error) => {
                unreadable += 1;
                let message = format!("cannot read `{file}`: {error}");
                shown.push_str(&match arguments.json {
                    true => format!("{}\n", json!({ "file": file, "severity": "error", "message": message })),
                    false => format!("error: {message}\n"),
                });
            }
        }
    }
    if errors + unreadable == 0 {
        return Ok(shown);
    }
    crate::failure::print(&shown)?;
    let files = counted(arguments.files.len(), "file");
    Err(Failure::run(format_args!(
        "{} and {} in {files}",
        counted(errors + unreadable, "error"),
        counted(warnings, "warning")
    )))
}

/// The bytes of a file, or of the standard input for `-`.
pub fn read(file: &str) -> std::io::Result<Vec<u8>> {
    if file != "-" {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A description, or a robot and the description that it becomes.
fn checked(file: &str, bytes: &[u8]) -> Result<Vec<Checked>, String> {
    // As the commands that run a description.
    let options = Options { loops: Loops::Chosen, ..Options::default() };
    if !robots::is_robot(Path::new(file)) {
        let text = String::from_utf8(bytes.to_vec()).map_err(|error| error.to_string())?;
        let found = check_text(&text, &options);
        return Ok(vec![Checked { name: file.to_owned(), text, found }]);
    }
    let text = robots::decode(bytes).map_err(|error| error.to_string())?;
    let import = Import { folder: folder_of(file), ..Import::default() };
    let (robot, found) = robots::diagnose(&text, &import);
    let mut all = vec![Checked { name: file.to_owned(), text, found }];
    if let Some(text) = robot {
        let found = check_text(&text, &options);
        all.push(Checked { name: format!("{file}, imported"), text, found });
    }
    Ok(all)
}

/// A diagnostic for programs.
fn object(file: &str, text: &str, found: &Diagnostic) -> Value {
    let severity = match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut object = json!({ "file": file, "severity": severity, "message": found.message });
    object["range"] = range(text, found.place);
    object["label"] = found.label.clone().into();
    let labels = found.related.iter();
    let labels = labels.map(|(place, label)| json!({ "range": range(text, *place), "text": label }));
    object["labels"] = labels.collect();
    object["helps"] = found.helps.clone().into();
    object
}

fn range(text: &str, place: Place) -> Value {
    let bytes = place.bytes();
    let (start, end) = (bytes.start.min(text.len()), bytes.end.min(text.len()));
    let ((line, column), (end_line, end_column)) = (position(text, start), position(text, end));
    json!({ "start": start, "end": end, "line": line, "column": column, "end_line": end_line, "end_column": end_column })
}
