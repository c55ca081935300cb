//! The messages of animations.
//!
//! Invariant: notes are complete sentences; reasons and errors are not. Text in backticks is input of the user, a name, or an option.

use crate::coding::CodingError;
use crate::keyframes::BadPoses;
use crate::scene::BadGeometry;
use std::fmt::{self, Display};
use std::path::Path;

/// Names in backticks, separated by commas.
fn listed<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The note on a mechanism without bodies.
pub const NO_BODIES: &str =
    "A mechanism described by energies or matrices has no bodies to draw. The page shows plots and values.";

/// The note on forces without arrows.
pub fn no_arrows<'a>(forces: impl IntoIterator<Item = &'a String>) -> String {
    format!("Not drawn as arrows: {}.", listed(forces))
}

/// The note on visual shapes of bodies that the mechanism does not have.
pub fn unknown_bodies<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    format!("The file of the robot has shapes of {}, which are not bodies of this mechanism.", listed(names))
}

/// The note on simplified meshes.
pub fn coarse_meshes(left: usize, all: usize) -> String {
    format!(
        "The page shows {left} of the {all} triangles of the meshes to limit its size; glTF files have all of them."
    )
}

/// The note on bodies that turn too far from keyframe to keyframe, with a sentence that tells what to do.
pub fn far_turns(body: &str, others: usize, turn: f64, help: &str) -> String {
    let others = match others {
        0 => String::new(),
        1 => " (and another body)".to_owned(),
        _ => format!(" (and {others} other bodies)"),
    };
    format!(
        "`{body}`{others} turns by at least {} rad between two keyframes: the animation does not show its motion between them. {help}",
        significant(turn)
    )
}

/// The number of values that a note names.
const NAMED: usize = 3;

/// The note on values that are larger between keyframes: name, unit, the largest one, and the largest one at a keyframe.
pub fn missed_peaks(all: &[(&String, &String, f64, f64)], help: &str) -> String {
    let with_unit = |value: f64, unit: &str| format!("{} {unit}", significant(value)).trim_end().to_owned();
    let named: Vec<String> = all
        .iter()
        .take(NAMED)
        .map(|(name, unit, peak, shown)| {
            format!("`{name}` reaches {} ({} at keyframes)", with_unit(*peak, unit), with_unit(*shown, unit))
        })
        .collect();
    let others = match all.len() - named.len() {
        0 => String::new(),
        1 => ", and another value is larger".to_owned(),
        others => format!(", and {others} other values are larger"),
    };
    format!("Between keyframes {}{others}. {help}", named.join(", "))
}

/// A magnitude with three digits.
fn significant(value: f64) -> String {
    let exponent = if value > 0.0 { value.log10().floor() as i32 } else { 0 };
    match exponent {
        _ if value == 0.0 => "0".to_owned(),
        -3..5 => format!("{value:.*}", usize::try_from(2 - exponent).unwrap_or(0)),
        _ => format!("{value:.2e}"),
    }
}

/// The note on a mesh that cannot be read.
pub fn no_mesh(file: &str, reason: &str) -> String {
    format!("The mesh `{file}` is not drawn: {reason}.")
}

/// A package that is not found.
pub fn no_package(package: &str) -> String {
    format!("the package `{package}` is not in a folder above the file of the robot")
}

/// An address that is not of a file.
pub fn scheme(scheme: &str) -> String {
    format!("`{scheme}:` is not supported")
}

/// A file of another format, by its extension.
pub fn format_of(extension: &str) -> String {
    format!("the format must be STL or OBJ, not `.{extension}`")
}

/// A file that cannot be read.
pub fn unreadable(path: &Path, error: &impl Display) -> String {
    format!("cannot read `{}`: {error}", path.display())
}

/// Contents that are not in the format of the extension.
pub fn malformed(extension: &str, error: &str) -> String {
    format!("it is not in {} format: {error}", extension.to_uppercase())
}

/// A mesh without triangles.
pub const NO_TRIANGLES: &str = "it has no triangles";
/// An index beyond the vertices.
pub const NO_VERTEX: &str = "a triangle refers to a vertex that does not exist";

impl fmt::Display for BadGeometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of values of the geometry does not match the picture of the mechanism")
    }
}

impl fmt::Display for CodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes are not an encoded series of numbers")
    }
}

impl fmt::Display for BadPoses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { frame, wanted, found } => {
                write!(f, "frame {frame} must have {wanted} numbers, not {found}")
            }
            Self::NotFinite { body, time } => {
                write!(f, "the pose of body {body} is not finite at t = {time} s")
            }
            Self::Time { before, time } => write!(f, "times must increase: {time} s follows {before} s"),
        }
    }
}
