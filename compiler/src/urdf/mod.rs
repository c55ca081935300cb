//! URDF → the text of a `.mech` file.
//!
//! | URDF | Linkwork |
//! |---|---|
//! | link | `body`; links on fixed joints become `frame`s, their masses join the body that carries them |
//! | revolute, continuous, prismatic, floating, planar | the joint of the same meaning, on a `frame` where its origin is turned |
//! | mimic | `gear` between the two coordinates; nothing on a fixed joint |
//! | damping | `torsion_spring` without stiffness |
//! | limits, dry friction | documentation of the joint |
//! | visual boxes, cylinders, spheres | shapes |
//! | the link without a parent | the ground, or a body on a `free` joint ([`Base`]) |
//! | meshes, materials, collisions, transmissions, elements of other programs | a warning that lists them |
//!
//! Invariant: numbers are those of the file, digit by digit, wherever no two of them have to be combined;
//! angles that are right to eleven digits are multiples of 90° become exactly that.

mod decode;
mod file;
mod names;
mod pose;
mod read;
mod robot;
mod solid;
mod write;
mod xml;

pub use decode::decode;

use crate::diagnostics::{Diagnostic, Diagnostics};
use file::File;

/// How the link without a parent moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// It is the ground. A link called `world` always is.
    #[default]
    Fixed,
    /// It moves freely.
    Floating,
}

/// What the file does not say.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// How the link without a parent moves.
    pub base: Base,
    /// An `input` and a force of it on every coordinate that no other one drives.
    pub motors: bool,
    /// Name of the mechanism; otherwise that of the robot.
    pub name: Option<String>,
    /// Angles within 1e-3 rad of a multiple of 90° are that multiple: files say 1.5708, or 1.57.
    pub right_angles: bool,
}

/// A robot as a mechanism.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The text of a `.mech` file.
    pub text: String,
    /// What of the file is not part of it, and what was assumed.
    pub warnings: Diagnostics,
}

/// The mechanism that a URDF file describes, as the text of a `.mech` file. `file` names it in messages.
///
/// ```
/// use linkwork_compiler::urdf::{Import, mech};
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
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// Snippets of the file with all mistakes: what is no URDF, links and joints that form no tree, names that
/// do not exist, moving links without mass.
pub fn mech(file: &str, text: &str, import: &Import, colour: bool) -> Result<Imported, String> {
    match diagnose(text, import) {
        (Some(text), warnings) => Ok(Imported { text, warnings }),
        (None, diagnostics) => Err(diagnostics.render(file, text, colour)),
    }
}

/// The same mechanism, where there is no mistake, and everything there is to say about the file.
pub fn diagnose(text: &str, import: &Import) -> (Option<String>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let written = translate(text, import, &mut diagnostics);
    (written.filter(|_| !diagnostics.has_errors()), diagnostics)
}

fn translate(text: &str, import: &Import, diagnostics: &mut Diagnostics) -> Option<String> {
    let root = match xml::parse(text) {
        Ok(root) => root,
        Err((place, reason)) => {
            diagnostics.push(Diagnostic::error(place, format!("this is no URDF: {reason}")));
            return None;
        }
    };
    let mut file = read::read(&root, diagnostics)?;
    right_angles(&mut file, import, diagnostics);
    if import.base == Base::Floating {
        file.float_from_world();
    }
    let robot = robot::Robot::of(&file, import, diagnostics)?;
    Some(write::write(robot, import))
}

/// Angles that are multiples of 90° but for rounding become that, or are told.
fn right_angles(file: &mut File, import: &Import, diagnostics: &mut Diagnostics) {
    let rounded =
        |angle: f64| pose::nearly_quarter_turns(angle).filter(|_| pose::quarter_turns(angle).is_none());
    let found: Vec<&mut f64> = file.angles().filter(|angle| rounded(**angle).is_some()).collect();
    let Some(first) = found.first().map(|angle| **angle) else { return };
    if import.right_angles {
        for angle in found {
            *angle = rounded(*angle).map_or(*angle, |turns| turns as f64 * std::f64::consts::FRAC_PI_2);
        }
        return;
    }
    let count = found.len();
    let (angles, are) = if count == 1 { ("angle", "is") } else { ("angles", "are") };
    let message = format!("{count} {angles} such as {first} {are} right but for rounding");
    let help = "with `--right-angles` (`right_angles` of `Import`) they become right, and their terms vanish";
    diagnostics.push(Diagnostic::warning(file.place, message).help(help));
}
