//! An elementary motion and its coordinate → the frame after it, and what its velocities are.
//!
//! | motion | coordinate | rotation | position | velocities (angular; linear) |
//! |---|---|---|---|---|
//! | rotation about n | θ | R(n, θ) | 0 | (n; 0) θ' |
//! | translation along n | s | 1 | s n | (0; n) s' |
//! | screw about n | θ | R(n, θ) | pθ n | (n; p n) θ' |
//! | quaternion | w, x, y, z | R(q) | 0 | (ω; 0) |
//!
//! Rotation and position are seen from the frame before; velocities are those of the frame after relative to
//! the frame before, in the axes of the frame after. All of them are constant there, since a rotation leaves
//! its own axis as it is. The velocities of a quaternion are the angular velocity, with 2 q' = q (0, ω).

use crate::kinds::{Motion, Pose, Twist};
use crate::symbolic::vectors::{identity, rotation_about, rotation_of_quaternion, scale, unit, zero};
use crate::symbolic::{Graph, Node};

/// The frame after the motion, from the frame before: for its one coordinate, or the four of a quaternion.
///
/// Coordinates that are missing are those of no motion.
pub fn pose(graph: &mut Graph, motion: &Motion, coordinates: &[Node]) -> Pose {
    let (o, one) = (graph.zero(), graph.one());
    let at = coordinates.first().copied().unwrap_or(o);
    match motion {
        Motion::Rotation { axis } => {
            let (s, c) = (graph.sin(at), graph.cos(at));
            Pose { position: zero(graph), rotation: rotation_about(graph, axis, s, c) }
        }
        Motion::Translation { axis } => Pose { position: scale(graph, at, axis), rotation: identity(graph) },
        Motion::Screw { axis, pitch } => {
            let (s, c) = (graph.sin(at), graph.cos(at));
            let displacement = graph.mul(*pitch, at);
            Pose { position: scale(graph, displacement, axis), rotation: rotation_about(graph, axis, s, c) }
        }
        Motion::Quaternion => {
            let q = match *coordinates {
                [w, x, y, z] => [w, x, y, z],
                _ => [one, o, o, o],
            };
            Pose { position: zero(graph), rotation: rotation_of_quaternion(graph, &q) }
        }
    }
}

/// The motion of the frame after relative to the frame before at each unit velocity, in the axes of the
/// frame after.
pub fn subspace(graph: &mut Graph, motion: &Motion) -> Vec<Twist> {
    let o = zero(graph);
    match motion {
        Motion::Rotation { axis } => vec![Twist { velocity: o, angular_velocity: *axis }],
        Motion::Translation { axis } => vec![Twist { velocity: *axis, angular_velocity: o }],
        Motion::Screw { axis, pitch } => {
            vec![Twist { velocity: scale(graph, *pitch, axis), angular_velocity: *axis }]
        }
        Motion::Quaternion => {
            (0..3).map(|k| Twist { velocity: o, angular_velocity: unit(graph, k) }).collect()
        }
    }
}
