//! Forces between bodies that several joints join, or none: their derivatives, and products with them.
//!
//! A law has the wrenches w₁ on the first body and w₂ on the second, each about the origin of its link in its axes; they are opposite in the axes of the
//! ground. With Y for a wrench of the first as the second has it,
//!
//! ```text
//! w₂ = −Y w₁                                                                                          (1)
//! δ(Xᵀ w) = Xᵀ (δw + η ×* w)                              for X to the ground, with displacements η    (2)
//! y = δw₁ + η₁ ×* w₁ = [∂w₁/∂η + (×* w₁, 0)] (η₁, η₂) + ∂w₁/∂V (δV₁, δV₂)                              (3)
//! δw₁ = y − η₁ ×* w₁,   δw₂ = −Y y − η₂ ×* w₂             from (1), (2) and (3)                        (4)
//! ```
//! What (4) has of a body's own displacement is a part of ∂w/∂η of that body, which the elimination of the tree takes. y is left, of a
//! matrix A₀ of the tree and Sᵀ summed to the ground, J₁ᵀ and J₂ᵀ:
//!
//! ```text
//! A x = A₀ x − J₁ᵀ y + J₂ᵀ Y y                                                                        (5)
//! ```

use super::acting::{Acting, Wanted};
use super::{Rooms, Tree};
use crate::Real;
use crate::trees::spatial::{Six, nothing, on_wrench, plus, scaled};
use crate::trees::{FRAME, Frame, GROUND, Layout, OfPair, Parts};
use alloc::vec;
use alloc::vec::Vec;

/// The numbers of an [`OfPair`].
pub(super) const NUMBERS: usize = 72;

/// The links of each force between bodies, law by law.
pub(super) fn of(layout: &Layout) -> Vec<[usize; 2]> {
    let members = layout.laws.iter().flat_map(|law| &law.members);
    members.filter_map(|member| Some([member.link, member.second?])).collect()
}

/// The matrices of (3) of all forces between bodies.
#[derive(Debug)]
pub(super) struct Derivatives<T> {
    by_position: Vec<OfPair<T>>,
    by_velocity: Vec<OfPair<T>>,
}

impl<T: Real> Derivatives<T> {
    pub(super) fn new(pairs: usize) -> Self {
        let zero = vec![[[T::zero(); 12]; 6]; pairs];
        Self { by_position: zero.clone(), by_velocity: zero }
    }

    /// Writes them, and returns the space after them.
    pub(super) fn write_by_position<'a>(&self, into: &'a mut [T]) -> &'a mut [T] {
        write(&self.by_position, into)
    }

    /// Writes them, and returns the space after them.
    pub(super) fn write_by_velocity<'a>(&self, into: &'a mut [T]) -> &'a mut [T] {
        write(&self.by_velocity, into)
    }
}

fn write<'a, T: Real>(all: &[OfPair<T>], into: &'a mut [T]) -> &'a mut [T] {
    let (own, rest) = into.split_at_mut(NUMBERS * all.len());
    own.copy_from_slice(all.as_flattened().as_flattened());
    rest
}

/// A force between two bodies.
pub(super) struct Between {
    /// Its number among those between bodies.
    pub pair: usize,
    /// The numbers of the wrenches on its links.
    pub wrenches: [usize; 2],
    /// What is wanted of it.
    pub wanted: Wanted,
}

impl Between {
    /// Adds the results of its law: w₁, w₂, V; then the derivatives of w₁ by (η₁, η₂) and (V₁, V₂), of which (3) and (4) are made.
    pub(super) fn add<T: Real>(self, results: &[T], on: &mut Acting<T, 6>, pairs: &mut Derivatives<T>) {
        let (loads, rest) = results.split_at(12);
        let loads = loads.as_chunks::<6>().0;
        for (&number, &wrench) in self.wrenches.iter().zip(loads) {
            on.loads[number] = plus(on.loads[number], wrench);
        }
        if self.wanted == Wanted::Loads {
            return;
        }
        let (by_position, by_velocity) = rest[1..1 + 2 * NUMBERS].split_at(NUMBERS);
        let (of_position, of_velocity) =
            (&mut pairs.by_position[self.pair], &mut pairs.by_velocity[self.pair]);
        of_position.as_flattened_mut().copy_from_slice(by_position);
        of_velocity.as_flattened_mut().copy_from_slice(by_velocity);
        for k in 0..6 {
            let mut unit = nothing();
            unit[k] = T::one();
            let [first, second] = [0, 1].map(|body: usize| on_wrench(&unit, &loads[body]));
            for row in 0..6 {
                of_position[row][k] = of_position[row][k] + first[row];
                for (&number, own) in self.wrenches.iter().zip([first, second]) {
                    let entry = &mut on.by_position[number][row][k];
                    *entry = *entry - own[row];
                }
            }
        }
    }
}

/// The matrices of (3) of one force, with its links.
#[derive(Clone, Debug)]
pub(super) struct Pair<T> {
    pub(super) links: [usize; 2],
    by_position: OfPair<T>,
    by_velocity: OfPair<T>,
    /// The pose of the first link as the second has it.
    pose: Frame<T>,
}

impl<T: Real> Pair<T> {
    /// y of η and δV of both links, (3).
    pub(super) fn wrench(&self, moved: impl Fn(usize) -> [Six<T>; 2]) -> Six<T> {
        let [first, second] = self.links.map(moved);
        core::array::from_fn(|row| {
            let along = |of: &[T; 12], [first, second]: [&Six<T>; 2]| {
                let terms = of.iter().zip(first.iter().chain(second));
                terms.fold(T::zero(), |sum, (&of, &x)| sum + of * x)
            };
            along(&self.by_position[row], [&first[0], &second[0]])
                + along(&self.by_velocity[row], [&first[1], &second[1]])
        })
    }
}

impl<T: Real> Tree<T> {
    /// The forces between bodies that have derivatives in a matrix, with those: an open contact has none.
    pub(super) fn active(&self, parts: &Parts<'_, T>, rooms: &mut Rooms<T>, into: &mut Vec<Pair<T>>) {
        into.clear();
        let [positions, velocities] = [parts.by_position.pairs, parts.by_velocity.pairs];
        if positions.is_empty() && velocities.is_empty() {
            return;
        }
        rooms.poses.resize(self.links(), [T::zero(); FRAME]);
        self.engine().poses(parts.frames, &mut rooms.poses);
        let none = [[T::zero(); 12]; 6];
        for (number, &links) in self.pairs.iter().enumerate() {
            let of = |all: &[OfPair<T>]| all.get(number).copied().unwrap_or(none);
            let (by_position, by_velocity) = (of(positions), of(velocities));
            let mut entries = by_position.as_flattened().iter().chain(by_velocity.as_flattened());
            // NaN is one.
            if entries.any(|entry| entry.magnitude() != 0.0) {
                let [first, second] = links.map(|link| Frame::of(&rooms.poses[link]));
                into.push(Pair { links, by_position, by_velocity, pose: first.seen_from(&second) });
            }
        }
    }

    /// The last two terms of (5) after a product with A₀.
    pub(super) fn add_pairs(&self, parts: &Parts<'_, T>, rooms: &mut Rooms<T>, out: &mut [T]) {
        if self.pairs.is_empty() {
            return;
        }
        let mut active = core::mem::take(&mut rooms.active);
        self.active(parts, rooms, &mut active);
        let shape = parts.shape();
        for pair in &active {
            let elimination = self.elimination(rooms);
            let y = pair.wrench(|link| elimination.moved(shape, link));
            self.exert(parts.frames, pair, scaled(-T::one(), y), out);
        }
        rooms.active = active;
    }

    /// Adds J₁ᵀ y − J₂ᵀ Y y.
    pub(super) fn exert(&self, frames: &[[T; FRAME]], pair: &Pair<T>, y: Six<T>, efforts: &mut [T]) {
        let [first, second] = pair.links;
        self.push(frames, first, y, efforts);
        self.push(frames, second, scaled(-T::one(), pair.pose.up(&y)), efforts);
    }

    /// Adds Sᵀ of a wrench on a link, summed to the ground, to efforts along velocities.
    fn push(&self, frames: &[[T; FRAME]], link: usize, wrench: Six<T>, efforts: &mut [T]) {
        let (mut link, mut wrench) = (link, wrench);
        loop {
            let of = &self.linkage.links[link];
            let first = of.velocity as usize;
            let own = self.linkage.efforts_of(of, &wrench);
            for (effort, own) in efforts[first..first + of.motion.freedoms()].iter_mut().zip(own) {
                *effort = *effort + own;
            }
            if of.parent == GROUND {
                return;
            }
            wrench = Frame::of(&frames[link]).up(&wrench);
            link = of.parent as usize;
        }
    }
}
