//! Animations of mechanisms: as one page that needs no network, or as glTF.
//!
//! ```text
//! Program with a picture, geometry ─ scene ─► Scene ┐
//! poses of bodies over time ─ keyframes ─► Keyframes ┼─► html │ gltf
//! coordinates, outputs, reactions ─► Column          ┘
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `scene`, `forces`, `panel` | the drawing, and the texts next to it |
//! | `looks`, `triangles` | visual shapes of robots, from their files |
//! | `solids` | shapes of bodies and symbols of joints as boxes, cylinders and spheres |
//! | `keyframes` | poses over time |
//! | `between` | what happens between them |
//! | `coding` | compression of numbers over time |
//! | `html`, `gltf` | the two writers |
//! | `messages` | notes, reasons and errors |
//!
//! Invariant: everything drawn follows from the description; [`Scene::notes`] lists what is not drawn.

mod between;
mod coding;
mod coil;
mod forces;
mod gltf;
mod html;
mod keyframes;
mod looks;
mod mesh;
mod messages;
mod panel;
mod rotation;
mod scene;
mod solids;
mod triangles;

pub use between::Between;
pub use coding::{CodingError, decode, encode};
pub use forces::{At, Force, Frame};
pub use keyframes::{BadPoses, Keyframes, crowded};
pub use looks::Dress;
pub use scene::{BadGeometry, Body, Joint, Line, Place, Scene};
pub use solids::{Form, Role, Solid};
pub use triangles::Triangles;

/// A quantity over time: one value for each keyframe.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its unit, empty for dimensionless quantities.
    pub unit: String,
    /// Its kind.
    pub kind: ColumnKind,
    /// One value for each time.
    pub values: Vec<f64>,
}

/// The kind of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A coordinate.
    Coordinate,
    /// An output of the description.
    Output,
    /// A component of the force of a joint: the indices of the joint in the scene and of the component.
    Reaction(usize, usize),
    /// A component of a force or torque: the indices of the force in the scene and of the component: 0 to 2 for forces, 3 to 5 for torques,
    /// 0 for efforts along a joint.
    Force(usize, usize),
}

/// A scene in motion.
#[derive(Clone, Debug)]
pub struct Film {
    /// The scene.
    pub scene: Scene,
    /// The poses over time.
    pub keyframes: Keyframes,
    /// The plotted quantities.
    pub columns: Vec<Column>,
    /// The subtitle: the method, the step size.
    pub subtitle: String,
}
