//! Forces between two bodies, in products and in the elimination.
//!
//! Of a force with the opposite wrenches w₁ and w₂ on two links, each about the origin of its link in its axes, and Y for a wrench of the
//! first as the second has it:
//!
//! ```text
//! w₂ = −Y w₁                                                                                          (1)
//! δ(Xᵀ w) = Xᵀ (δw + η ×* w)                              for X to the ground                         (2)
//! y = δw₁ + η₁ ×* w₁ = E₁ (η₁, δV₁) + E₂ (η₂, δV₂)        E: ∂w₁/∂η, with ×* w₁ in E₁, and ∂w₁/∂V      (3)
//! δw₁ = y − η₁ ×* w₁,   δw₂ = −Y y − η₂ ×* w₂             from (1) to (3)                             (4)
//! ```
//! What (4) has of a body's own displacement is a part of ∂w/∂η of that body. y is left: δF of the first link has −y, that of the second Y y.

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

    /// −y or Y y as a wrench on an end.
    pub(super) fn on(&self, end: usize, y: &Six<T>) -> Six<T> {
        if end == 0 { scaled(-T::one(), *y) } else { self.pose.up(y) }
    }

    /// y of z, (3).
    pub(super) fn wrench<const R: usize, const C: usize>(&self, states: &[State<T, C>]) -> Six<T> {
        let mut y = nothing();
        for (end, &link) in self.links.iter().enumerate() {
            for (of, part) in [(&self.by_velocity, 1), (&self.by_position, 2)] {
                if part < parts_here(R, C) {
                    for (y, row) in y.iter_mut().zip(of) {
                        let terms = row[6 * end..].iter().zip(&states[link][part]);
                        *y = terms.fold(*y, |sum, (&e, &z)| sum + e * z);
                    }
                }
            }
        }
        y
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
        let [positions, velocities] = [parts.by_position.pairs, parts.by_velocity.pairs];
        if positions.is_empty() && velocities.is_empty() {
            into.resize(self.pairs.len(), None);
            return;
        }
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
