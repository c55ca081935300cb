//! The file of a robot (URDF or MJCF) → the text of a description.

use crate::Voice;
use linkwork_compiler::robots::{Import, decode, mech};
use linkwork_figures::failure::Failure;
use std::path::Path;

/// The description of a robot, with the files that it includes looked for beside it; warnings are printed.
///
/// # Errors
/// The file cannot be read, or what it describes is not a mechanism.
pub fn read(file: &str, import: &Import, voice: Voice) -> Result<String, Failure> {
    let unreadable =
        |error: &dyn std::fmt::Display| Failure::input(format_args!("cannot read `{file}`: {error}"));
    let bytes = std::fs::read(file).map_err(|error| unreadable(&error))?;
    let text = decode(&bytes).map_err(|error| unreadable(&error))?;
    let import = Import { folder: Path::new(file).parent().map(Path::to_owned), ..import.clone() };
    let robot =
        mech(file, &text, &import, voice.colour).map_err(|snippets| Failure::mistakes(snippets.as_str()))?;
    let warnings = robot.warnings.render(file, &text, voice.colour);
    if !warnings.is_empty() {
        (voice.tell)(&warnings);
    }
    Ok(robot.text)
}
