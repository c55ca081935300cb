//! An elementary motion and its coordinate → the frame after it, and its velocities.
//!
//! | motion | coordinate | rotation | position | velocities (angular; linear) |
//! |---|---|---|---|---|
//! | rotation about n | θ | R(n, θ) | 0 | (n; 0) θ' |
//! | translation along n | s | 1 | s n | (0; n) s' |
//! | screw about n | θ | R(n, θ) | pθ n | (n; p n) θ' |
//! | quaternion | w, x, y, z | R(q) | 0 | (ω; 0) |
//!
//! Rotation and position are relative to the frame before; velocities are those of the frame after relative to
//! the frame before, in the axes of the frame after. All of them are constant there, since a rotation does not change
//! its own axis. The velocities of a quaternion are the angular velocity, with 2 q' = q (0, ω).

use crate::kinds::{Frame, Motion, Twist};
use crate::symbolic::algebra::Expr;
use crate::symbolic::vectors::{scale, unit, zero};
use crate::symbolic::{Graph, rotations};

impl<'g> Frame<'g> {
    /// The frame after an elementary motion in the frame before it; `reversed` is the inverse of
    /// that motion. The coordinates are one number, or the quaternion (w, x, y, z).
    pub fn moved(motion: &Motion, reversed: bool, q: &[Expr<'g>]) -> Self {
        let algebra = q[0].algebra();
        let signed = |x: Expr<'g>| if reversed { -x } else { x };
        match motion {
            Motion::Rotation { axis } => {
                let angle = signed(q[0]);
                let rotation = rotations::about(algebra.vector(axis), angle.sin(), angle.cos());
                Self { position: algebra.zero_vector(), rotation }
            }
            Motion::Translation { axis } => {
                Self { position: signed(q[0]) * algebra.vector(axis), rotation: algebra.identity() }
            }
            Motion::Screw { axis, pitch } => {
                let (angle, axis) = (signed(q[0]), algebra.vector(axis));
                let rotation = rotations::about(axis, angle.sin(), angle.cos());
                Self { position: algebra.expr(*pitch) * angle * axis, rotation }
            }
            Motion::Quaternion => {
                let rotation = rotations::of_quaternion([q[0], q[1], q[2], q[3]]);
                Self { position: algebra.zero_vector(), rotation }
            }
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
