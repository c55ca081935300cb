//! Forces between two bodies, in products and in the elimination.
//!
//! Of a force with the opposite wrenches w₁ and w₂ on two links, each about the origin of its link in its axes, and Y for a wrench of the
//! first as the second has it:
//!
//! ```text
//! w₂ = −Y w₁                                                                                          (1)
//! δ(Xᵀ w) = Xᵀ (δw + η ×* w)                              for X to the ground                         (2)
//! δw₁ = ∂w₁/∂(η₁, V₁) (η₁, δV₁) + E₂ (η₂, δV₂)            E₂ = ∂w₁/∂(η₂, V₂)                          (3)
//! δw₂ = −Y (E₁ (η₁, δV₁) + E₂ (η₂, δV₂)) − η₂ ×* w₂       E₁ = ∂w₁/∂(η₁, V₁) + (×* w₁, 0)             (4)
//! ```
//! by (1) and (2). What (3) and (4) have of a body's own motion is a part of ∂w/∂η and ∂w/∂V of that body. What one end exerts on the other is left:
//! δF of the first link has −E₂ z₂, that of the second Y E₁ z₁.

use super::{OfPair, Parts, State, parts_here};
use crate::Real;
use crate::trees::linkage::Linkage;
use crate::trees::placement::{FRAME, Frame};
use crate::trees::spatial::{Six, Square, empty, nothing, scaled};
use alloc::vec::Vec;

/// A force between two links with its derivatives, (3).
#[derive(Clone, Debug)]
pub(super) struct Pair<T> {
    pub(super) links: [usize; 2],
    by_position: OfPair<T>,
    by_velocity: OfPair<T>,
    /// The pose of the first link as the second has it.
    pose: Frame<T>,
}

impl<T: Real> Pair<T> {
    /// A part of E of an end: 6 × 6 for that part of z.
    pub(super) fn derivative<const R: usize, const C: usize>(&self, end: usize, part: usize) -> Square<T> {
        let of = match part {
            1 => &self.by_velocity,
            2 if parts_here(R, C) > 2 => &self.by_position,
            _ => return empty(),
        };
        core::array::from_fn(|row| core::array::from_fn(|k| of[row][6 * end + k]))
    }

    /// −1 on the first end, Y on the second.
    pub(super) fn action(&self, on: usize) -> Square<T> {
        let mut action = empty();
        for k in 0..6 {
            let mut unit = nothing();
            unit[k] = T::one();
            for (row, x) in action.iter_mut().zip(self.exerted(on, &unit)) {
                row[k] = x;
            }
        }
        action
    }

    fn exerted(&self, on: usize, y: &Six<T>) -> Six<T> {
        if on == 0 { scaled(-T::one(), *y) } else { self.pose.up(y) }
    }

    /// −E₂ z₂ on the first end, Y E₁ z₁ on the second.
    pub(super) fn effect<const R: usize, const C: usize>(&self, on: usize, states: &[State<T, C>]) -> Six<T> {
        let (of, mut y) = (1 - on, nothing());
        for (derivative, part) in [(&self.by_velocity, 1), (&self.by_position, 2)] {
            if part < parts_here(R, C) {
                for (y, row) in y.iter_mut().zip(derivative) {
                    let terms = row[6 * of..].iter().zip(&states[self.links[of]][part]);
                    *y = terms.fold(*y, |sum, (&e, &z)| sum + e * z);
                }
            }
        }
        self.exerted(on, &y)
    }
}

impl<T: Real> Linkage<T> {
    /// The forces between bodies that have derivatives in a matrix: an open contact has none. `poses` is work space.
    pub(super) fn pairs_of(
        &self,
        parts: &Parts<'_, T>,
        poses: &mut Vec<[T; FRAME]>,
        into: &mut Vec<Option<Pair<T>>>,
    ) {
        into.clear();
        if !parts.have_pairs() {
            into.resize(self.pairs.len(), None);
            return;
        }
        let [positions, velocities] = [parts.by_position.pairs, parts.by_velocity.pairs];
        poses.resize(self.len(), [T::zero(); FRAME]);
        self.poses(parts.frames, poses);
        let none = [[T::zero(); 12]; 6];
        for (number, &links) in self.pairs.iter().enumerate() {
            let of = |all: &[OfPair<T>]| all.get(number).copied().unwrap_or(none);
            let (by_position, by_velocity) = (of(positions), of(velocities));
            let mut entries = by_position.as_flattened().iter().chain(by_velocity.as_flattened());
            // NaN is one.
            let any = entries.any(|entry| entry.magnitude() != 0.0);
            into.push(any.then(|| {
                let [first, second] = links.map(|link| Frame::of(&poses[link]));
                Pair { links, by_position, by_velocity, pose: first.seen_from(&second) }
            }));
        }
    }
}
