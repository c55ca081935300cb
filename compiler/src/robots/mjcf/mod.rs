//! MJCF (MuJoCo's format) → the text of a `.mech` file.
//!
//! | MJCF | Linkwork |
//! |---|---|
//! | body | `body` with all that is fixed on it; bodies without joints are `frame`s |
//! | hinge, slide, ball, free | `revolute`, `prismatic`, `spherical`, `free`; several in a body are a chain of massless bodies |
//! | ref, range, frictionloss, damping, armature, stiffness, springref | coordinates of the same origin, `limits`, `friction`, `damping`, `rotor_inertia`, `torsion_spring` |
//! | inertial, geoms with mass or density | numbers of mass, centre of mass and inertia |
//! | site | `frame` |
//! | connect, weld | `spherical`, `fixed` that close loops |
//! | joint equality | `gear` with a shared coordinate, a constraint where it is not linear |
//! | motor, position, velocity, damper, general without a state | an `input` and a torque or force of it, within its limits |
//! | fixed tendon | torques and forces on its joints |
//! | what a `<flag>` disables | a warning |
//! | gravcomp | a force at the centre of mass |
//! | geoms of the groups 0 to 2, which MuJoCo shows, and their meshes | [`Look`](super::Look)s: drawn, and not part of the text |
//! | contacts, spatial tendons, sensors, other actuators, assets | a warning that lists them |
//!
//! | file | contents |
//! |---|---|
//! | `schema`, `naming` | attributes that exist; names that are given |
//! | `classes`, `values`, `orientation` | defaults; numbers; rotations |
//! | `assets`, `looks` | meshes; visuals |
//! | `read`, `bodies`, `joints`, `limits`, `solids`, `geometry`, `equality`, `tendons`, `actuators`, `laws`, `flags` | elements → `model` |
//! | `write`, `coupled`, `efforts` | `model` → text |
//! | `messages` | what is wrong in a file, or not imported |
//!
//! Invariant: coordinates and velocities are MuJoCo's, in its order, so that M, bias and inverse dynamics are the same numbers;
//! equalities hold exactly.

mod actuators;
mod assets;
mod bodies;
mod classes;
mod coupled;
mod efforts;
mod equality;
mod flags;
mod geometry;
mod joints;
mod laws;
mod limits;
mod looks;
mod messages;
mod model;
mod naming;
mod orientation;
mod read;
mod schema;
mod solids;
mod tendons;
mod values;
mod write;

use crate::diagnostics::Diagnostics;
use crate::robots::xml::Element;
use crate::robots::{Base, Import, Translated};

/// The mechanism that the root element of a file describes.
pub(crate) fn translate(
    root: &Element,
    import: &Import,
    diagnostics: &mut Diagnostics,
) -> Option<Translated> {
    if import.base == Base::Floating {
        diagnostics.push(messages::floating(root.place));
    }
    let model = read::read(root, import, diagnostics)?;
    let (text, bodies) = write::write(&model, import, diagnostics);
    Some(Translated { text, looks: looks::of(&model, &bodies), included: Vec::new() })
}
