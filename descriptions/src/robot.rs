//! The file of a robot (URDF or MJCF) → the text of a description.

use crate::Reporter;
use linkwork_compiler::robots::{Import, Imported, Look, decode, mech};
use linkwork_figures::failure::Failure;
use std::path::Path;

/// The description of a robot, and its visual shapes, with included files relative to it; warnings are printed.
///
/// # Errors
/// The file cannot be read, or does not describe a mechanism.
pub fn read(file: &str, import: &Import, reporter: Reporter) -> Result<(String, Vec<Look>), Failure> {
    let (robot, text) = imported(file, import, reporter)?;
    let warnings = robot.warnings.render(file, &text, reporter.colour);
    if !warnings.is_empty() {
        (reporter.report)(&warnings);
    }
    Ok((robot.text, robot.looks))
}

/// The visual shapes of a robot; nothing else of its file is reported.
///
/// # Errors
/// As for its import.
pub fn looks(file: &str, import: &Import, reporter: Reporter) -> Result<Vec<Look>, Failure> {
    Ok(imported(file, import, reporter)?.0.looks)
}

/// With the text of the file.
fn imported(file: &str, import: &Import, reporter: Reporter) -> Result<(Imported, String), Failure> {
    let unreadable =
        |error: &dyn std::fmt::Display| Failure::input(format_args!("cannot read `{file}`: {error}"));
    let bytes = std::fs::read(file).map_err(|error| unreadable(&error))?;
    let text = decode(&bytes).map_err(|error| unreadable(&error))?;
    let import = Import { folder: Path::new(file).parent().map(Path::to_owned), ..import.clone() };
    let robot = mech(file, &text, &import, reporter.colour)
        .map_err(|snippets| Failure::mistakes(snippets.as_str()))?;
    Ok((robot, text))
}
