//! A motion of a mechanism as a picture that moves: one page that needs no network, or glTF.
//!
//! ```text
//! Program with a picture, geometry ─ scene ─► Scene ┐
//! poses of bodies over time ─ keyframes ─► Keyframes ┼─► html │ gltf
//! coordinates, outputs, reactions ─► Column          ┘
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `scene`, `forces`, `panel` | what is drawn, and what is said beside it |
//! | `looks`, `triangles` | what robots look like, from their files |
//! | `solids` | shapes of bodies and signs of joints as boxes, cylinders and spheres |
//! | `keyframes` | poses over time |
//! | `coding` | numbers over time in few bytes |
//! | `html`, `gltf` | the two writers |
//!
//! Invariant: nothing is drawn that does not follow from the description; what is left out is told by [`Scene::notes`].

mod coding;
mod coil;
mod forces;
mod gltf;
mod html;
mod keyframes;
mod looks;
mod mesh;
mod panel;
mod rotation;
mod scene;
mod solids;
mod triangles;

pub use coding::{CodingError, decode, encode};
pub use forces::{At, Force, Frame};
pub use keyframes::{BadPoses, Keyframes};
pub use looks::Dress;
pub use scene::{BadGeometry, Body, Joint, Line, Place, Scene};
pub use solids::{Form, Role, Solid};
pub use triangles::Triangles;

/// A quantity over time, beside the poses: one value for each keyframe.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its unit, empty if it has none.
    pub unit: String,
    /// What it is.
    pub kind: ColumnKind,
    /// One value for each time.
    pub values: Vec<f64>,
}

/// What a column is to the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A coordinate.
    Coordinate,
    /// An output of the description.
    Output,
    /// A component of the force of a joint, the number of the joint in the scene and that of the component.
    Reaction(usize, usize),
    /// A number of what a force exerts, the number of the force in the scene and that of the number: 0 to 2 are the components of a force,
    /// 3 to 5 those of a torque, and 0 is what acts along a joint.
    Force(usize, usize),
}

/// A scene in motion.
#[derive(Clone, Debug)]
pub struct Film {
    /// What is drawn.
    pub scene: Scene,
    /// How it moves.
    pub keyframes: Keyframes,
    /// What is plotted.
    pub columns: Vec<Column>,
    /// One line below the title: the method, the step.
    pub subtitle: String,
}
