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
