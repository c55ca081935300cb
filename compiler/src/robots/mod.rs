//! Robots in the formats of other programs → the text of a `.mech` file; the root element determines the format.
//!
//! | file | contents |
//! |---|---|
//! | `decode`, `xml` | bytes → elements with their places |
//! | `pose`, `solid` | poses and mass properties, as numbers |
//! | `names`, `text` | names and numbers of the language |
//! | `looks` | visuals |
//! | `angles`, `unread`, `attributes` | right angles that are rounded; elements that have no part; attributes that do not exist |
//! | `messages` | what is wrong in files of both formats |

pub(crate) mod angles;
pub(crate) mod attributes;
mod decode;
mod includes;
mod looks;
mod messages;
mod mjcf;
pub(crate) mod names;
pub(crate) mod pose;
pub(crate) mod solid;
pub(crate) mod text;
pub(crate) mod unread;
mod urdf;
pub(crate) mod xml;

pub use decode::decode;
pub use looks::{Look, LookForm};

use crate::diagnostics::{Diagnostics, Mistakes};
use std::path::{Path, PathBuf};

/// The motion of the link without a parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// It is the ground. A link called `world` without mass always is.
    #[default]
    Fixed,
    /// It moves freely.
    Floating,
}

/// Settings that the file does not contain.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// The motion of the link without a parent (URDF; MJCF states it).
    pub base: Base,
    /// An `input` and a force of it on every coordinate that no other one drives.
    pub motors: bool,
    /// Name of the mechanism; otherwise that of the robot.
    pub name: Option<String>,
    /// Angles within 1e-3 rad of a multiple of 90° are that multiple: files contain 1.5708, or 1.57.
    pub right_angles: bool,
    /// The folder of included files (MJCF).
    pub folder: Option<PathBuf>,
}

/// A robot as a mechanism.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The text of a `.mech` file.
    pub text: String,
    /// Parts of the file that it does not contain, and assumptions.
    pub warnings: Diagnostics,
    /// Visuals that the text does not contain: meshes, and shapes that the language does not have.
    pub looks: Vec<Look>,
    /// The included files (MJCF).
    pub included: Vec<PathBuf>,
}

/// Whether a file is in one of these formats, by its name: `.urdf` and `.xml`. The root element determines which.
pub fn is_robot(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "urdf" || ending == "xml")
}

/// The mechanism that a URDF or MJCF file describes, as the text of a `.mech` file. `file` names it in messages.
///
/// ```
/// use linkwork_compiler::robots::{Import, mech};
/// let urdf = r#"<robot name="pendulum">
///   <link name="world"/>
///   <link name="rod">
///     <inertial><origin xyz="0 0 -0.5"/><mass value="1"/>
///       <inertia ixx="0.083" iyy="0.083" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
///   </link>
///   <joint name="hinge" type="continuous">
///     <parent link="world"/><child link="rod"/><axis xyz="1 0 0"/>
///   </joint>
/// </robot>"#;
/// let robot = mech("pendulum.urdf", urdf, &Import::default(), false)?;
/// assert!(robot.text.contains("joint hinge = revolute(world, rod, axis: [1, 0, 0]);"));
///
/// let mjcf = r#"<mujoco model="pendulum"><worldbody>
///   <body name="rod">
///     <joint name="hinge" axis="1 0 0"/><geom type="capsule" size="0.02" fromto="0 0 0 0 0 -1"/>
///   </body>
/// </worldbody></mujoco>"#;
/// let robot = mech("pendulum.xml", mjcf, &Import::default(), false)?;
/// assert!(robot.text.contains("joint hinge = revolute(ground, rod, axis: [1, 0, 0]);"));
/// # Ok::<(), linkwork_compiler::diagnostics::Mistakes>(())
/// ```
///
/// # Errors
/// Snippets of the file with all mistakes: unknown formats, links and joints that do not form a tree, names that
/// do not exist, moving links without mass.
pub fn mech(file: &str, text: &str, import: &Import, colour: bool) -> Result<Imported, Mistakes> {
    match translated(text, import) {
        (Some(Translated { text, looks, included }), warnings) => {
            Ok(Imported { text, warnings, looks, included })
        }
        (None, diagnostics) => Err(Mistakes::of(diagnostics.render(file, text, colour))),
    }
}

/// The same mechanism, where there is no mistake, and all messages about the file.
pub fn diagnose(text: &str, import: &Import) -> (Option<String>, Diagnostics) {
    let (translated, diagnostics) = translated(text, import);
    (translated.map(|translated| translated.text), diagnostics)
}

/// A mechanism and its visuals.
pub(crate) struct Translated {
    /// The text of a `.mech` file.
    pub text: String,
    /// Visuals besides its shapes.
    pub looks: Vec<Look>,
    /// Included files.
    pub included: Vec<PathBuf>,
}

fn translated(text: &str, import: &Import) -> (Option<Translated>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let written = translate(text, import, &mut diagnostics);
    (written.filter(|_| !diagnostics.has_errors()), diagnostics)
}

fn translate(text: &str, import: &Import, diagnostics: &mut Diagnostics) -> Option<Translated> {
    let root = match xml::parse(text) {
        Ok(root) => root,
        Err((place, reason)) => {
            let format = if text.contains("<mujoco") { "MJCF" } else { "URDF" };
            diagnostics.push(messages::not_the_format(place, format, &reason));
            return None;
        }
    };
    match root.tag.as_str() {
        "robot" => urdf::translate(&root, import, diagnostics),
        "mujoco" => {
            let (root, included) = includes::followed(root, import, diagnostics)?;
            let robot = mjcf::translate(&root, import, diagnostics)?;
            Some(Translated { included, ..robot })
        }
        other => {
            diagnostics.push(messages::unknown_root(root.place, other));
            None
        }
    }
}
