//! Reactions of joints: what the links beyond them need for their motion, without what the joint's own coordinates take.
//!
//! ```text
//! (τ, f)   what the last link ℓ of the joint needs of it, in its axes about its origin, with all links beyond it, their weight and the
//!          wrenches of laws                                                                        (3) of `newton_euler`, gathered
//! F = R_ℓ f,   T = R_ℓ τ + (p_ℓ − p) × F             on the end that ℓ carries, about the origin p of the second end          (1)
//! (F, T) ↦ −(F, T)                                   if ℓ carries the first end                                               (2)
//! F ↦ F − n (n·F)   translation along n,   T ↦ T − n (n·T)   rotation about n,   T ↦ T − n (n·T + pitch n·F)   screw,
//! T ↦ 0             three rotations                                                                                          (3)
//! ```
//! Efforts along joints, and their rotors, act along the freedoms of a joint alone; so (3) removes those of the joint itself, and the others
//! act between links that are both beyond it, or both before it.

use super::Tree;
use crate::Real;
use crate::trees::linkage::GROUND;
use crate::trees::spatial::{angular, cross, dot, linear, minus, plus, turned, with};
use crate::trees::{FRAME, Frame, Motion, Reaction, Six, Vector};

impl<T: Real> Tree<T> {
    /// One component of (1) to (3), of the poses of links and what their joints transmit.
    pub(super) fn reaction(&self, of: Reaction, poses: &[[T; FRAME]], transmitted: &[Six<T>]) -> T {
        let links = &self.linkage.links;
        let parent = |link: usize| match links[link].parent {
            GROUND => None,
            parent => Some(parent as usize),
        };
        // The links of the joint, outermost first, and the one before them.
        let mut motions = [of.link; MOST_MOTIONS];
        let mut before = Some(of.link);
        for motion in &mut motions[..of.motions] {
            let Some(link) = before else { break };
            (*motion, before) = (link, parent(link));
        }
        let motions = &motions[..of.motions];
        let pose = |link: Option<usize>| link.map_or_else(Frame::ground, |link| Frame::of(&poses[link]));
        let (last, wrench) = (pose(Some(of.link)), &transmitted[of.link]);
        // (1)
        let three = |at: usize| [self.values[at], self.values[at + 1], self.values[at + 2]];
        let second = if of.reversed { before } else { Some(of.link) };
        let carrier = pose(second);
        // Far from the ground a difference of positions costs digits, which that of one link with itself does not.
        let way = minus(last.position, carrier.position);
        let arm = minus(way, turned(&carrier.rotation, three(of.at + 3)));
        let mut force = turned(&last.rotation, linear(wrench));
        let mut torque = plus(turned(&last.rotation, angular(wrench)), cross(arm, force));
        // (2)
        if of.reversed {
            (force, torque) = (force.map(|x| -x), torque.map(|x| -x));
        }
        // (3)
        let turns = motions.iter().map(|&link| match links[link].motion {
            Motion::Rotation => 1,
            Motion::Quaternion => 3,
            Motion::Translation | Motion::Screw => 0,
        });
        let turns: usize = turns.sum();
        let without = |x: Vector<T>, along: T, n: Vector<T>| with(x, -along, n);
        for &link in motions {
            let kind = self.linkage.kind(&links[link]);
            let n = turned(&pose(Some(link)).rotation, kind.axis);
            match links[link].motion {
                Motion::Translation => force = without(force, dot(n, force), n),
                Motion::Screw => torque = without(torque, dot(n, torque) + kind.pitch * dot(n, force), n),
                Motion::Rotation if turns < 3 => torque = without(torque, dot(n, torque), n),
                Motion::Rotation | Motion::Quaternion => torque = [T::zero(); 3],
            }
        }
        let first = if of.reversed { Some(of.link) } else { before };
        let axis = three(of.at);
        let axis = if of.ground_axes { axis } else { turned(&pose(first).rotation, axis) };
        dot(axis, if of.torque { torque } else { force })
    }
}

/// The largest number of elementary motions of a joint.
const MOST_MOTIONS: usize = 6;
