//! URDF → the text of a `.mech` file.
//!
//! | URDF | Linkwork |
//! |---|---|
//! | link | `body`; links on fixed joints become `frame`s, their masses join the body that carries them |
//! | revolute, continuous, prismatic, floating, planar | the joint of the same meaning, on a `frame` where its origin is turned |
//! | mimic | `gear` between the two coordinates |
//! | damping | `torsion_spring` without stiffness |
//! | limits, dry friction | documentation of the joint |
//! | visual boxes, cylinders, spheres | shapes |
//! | the link without a parent | the ground, or a body on a `free` joint ([`Base`]) |
//!
//! Invariant: numbers are those of the file, digit by digit, wherever no two of them have to be combined;
//! angles that are right to eleven digits are multiples of 90° become exactly that.

mod elements;
mod names;
mod pose;
mod robot;
mod solid;
mod write;

use crate::diagnostics::{Diagnostic, Diagnostics};
use elements::Elements;

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
/// let text = mech("pendulum.urdf", urdf, &Import::default(), false)?;
/// assert!(text.contains("joint hinge = revolute(world, rod, axis: [1, 0, 0]);"));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// Snippets of the file with all mistakes: what is no URDF, links and joints that form no tree, names that
/// do not exist, moving links without mass.
pub fn mech(file: &str, text: &str, import: &Import, colour: bool) -> Result<String, String> {
    let mut diagnostics = Diagnostics::new();
    let written = translate(text, import, &mut diagnostics);
    match written {
        Some(written) if !diagnostics.has_errors() => Ok(written),
        _ => Err(diagnostics.render(file, text, colour)),
    }
}

fn translate(text: &str, import: &Import, diagnostics: &mut Diagnostics) -> Option<String> {
    let elements = Elements::of(text);
    let urdf = match urdf_rs::read_from_string(text) {
        Ok(urdf) => urdf,
        Err(error) => {
            let (place, message) = elements::unreadable(text, &error.to_string());
            diagnostics.push(Diagnostic::error(place, message));
            return None;
        }
    };
    let robot = robot::Robot::of(&urdf, &elements, import, diagnostics)?;
    Some(write::write(robot, import))
}
