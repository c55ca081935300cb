//! Appearance of robots: the visual parts of their files, besides the shapes in the text of the mechanism.
//!
//! Invariant: a body is named as in the text; files are named as in the robot's file, and not opened.

use super::pose::{Matrix, Pose, Vector};

/// A visual on a body or on the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The body of the mechanism; `None` is the ground.
    pub body: Option<String>,
    /// Its kind.
    pub form: LookForm,
    /// Its place in the axes of the body.
    pub position: [f64; 3],
    /// Its axes (columns) in those of the body, row by row.
    pub rotation: [[f64; 3]; 3],
}

/// A form, in m.
#[derive(Clone, Debug, PartialEq)]
pub enum LookForm {
    /// A file of triangles, whose numbers are multiplied by the scale: `scale·R·(x − origin)`.
    Mesh {
        /// As the robot's file names it.
        file: String,
        /// Along the axes.
        scale: [f64; 3],
        /// Offset that is subtracted from its vertices first.
        origin: [f64; 3],
        /// Rotation that is applied next, row by row.
        turned: [[f64; 3]; 3],
    },
    /// Sides.
    Box([f64; 3]),
    /// Along z.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Its length.
        length: f64,
    },
    /// Half axes; a sphere has three that are equal.
    Ellipsoid([f64; 3]),
}

impl Look {
    /// On a body, at a pose in its axes.
    pub(crate) fn new(body: Option<String>, form: LookForm, pose: &Pose) -> Self {
        let (position, rotation): (Vector, Matrix) = (pose.position, pose.rotation);
        Self { body, form, position, rotation }
    }
}
