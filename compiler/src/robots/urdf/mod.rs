//! URDF → the text of a `.mech` file.
//!
//! | URDF | Linkwork |
//! |---|---|
//! | link | `body`; links on fixed joints become `frame`s, their masses join the body that carries them |
//! | revolute, continuous, prismatic, floating, planar | the joint of the same meaning, on a `frame` where its origin is turned |
//! | mimic | `gear` with a shared coordinate; nothing on a fixed joint |
//! | limits, dry friction, damping, rotors of transmissions | the same of the joint |
//! | limits of effort and velocity | documentation of the joint |
//! | visual boxes, cylinders, spheres | shapes |
//! | the link without a parent | the ground, or a body on a `free` joint ([`Base`]) |
//! | visual meshes, shapes of the ground, boxes that are turned | [`Look`](super::Look)s: drawn, and not part of the text |
//! | materials, collisions, transmissions without a rotor, elements of other programs | a warning that lists them |
//!
//! Invariant: numbers are those of the file, digit by digit, unless two of them have to be combined;
//! angles that are multiples of 90° to eleven digits become exactly that.

mod file;
mod looks;
mod messages;
mod read;
mod robot;
mod schema;
mod write;

use crate::diagnostics::Diagnostics;
use crate::robots::angles::RightAngles;
use crate::robots::xml::Element;
use crate::robots::{Base, Import, Translated};

/// The mechanism that the root element of a file describes.
pub(crate) fn translate(
    root: &Element,
    import: &Import,
    diagnostics: &mut Diagnostics,
) -> Option<Translated> {
    let mut file = read::read(root, diagnostics)?;
    let mut right_angles = RightAngles::new(import);
    file.angles().for_each(|angle| *angle = right_angles.take(*angle));
    right_angles.warn(root.place, diagnostics);
    if import.base == Base::Floating {
        file.float_from_world();
    }
    let robot = robot::Robot::of(&file, import, diagnostics)?;
    let looks = looks::of(&robot);
    Some(Translated { text: write::write(robot, import), looks, included: Vec::new() })
}
