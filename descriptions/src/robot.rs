//! The file of a robot (URDF or MJCF) → the text of a description.

use crate::Reporter;
use linkwork_compiler::robots::{Import, Imported, Look, LookForm, decode, is_robot, mech};
use linkwork_figures::failure::Failure;
use std::path::{Path, PathBuf};

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

/// The files that an argument `<model or file>` reads, which no result may overwrite: itself and, for a robot, what it includes and its
/// meshes. Mistakes are left to its import.
pub fn files(argument: &str, reporter: Reporter) -> Vec<String> {
    let mut files = vec![argument.to_owned()];
    if !is_robot(Path::new(argument)) {
        return files;
    }
    let Ok((robot, _)) = imported(argument, &Import::default(), reporter) else { return files };
    let folder = Path::new(argument).parent().unwrap_or(Path::new(""));
    let around = folder.canonicalize().unwrap_or_default();
    let meshes = robot.looks.iter().filter_map(|look| match &look.form {
        LookForm::Mesh { file, .. } => Some(file.as_str()),
        _ => None,
    });
    let meshes = meshes.flat_map(|named| -> Vec<PathBuf> {
        match named.split_once("://") {
            None => vec![folder.join(named)],
            Some(("file", path)) => vec![path.into()],
            // A package is in one of the folders around the file.
            Some((_, path)) => around.ancestors().map(|place| place.join(path)).collect(),
        }
    });
    let read = robot.included.into_iter().chain(meshes).filter(|path| path.is_file());
    files.extend(read.map(|path| path.to_string_lossy().into_owned()));
    files
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
