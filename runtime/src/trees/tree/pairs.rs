//! The derivatives of forces between bodies that one motion does not join, as the elimination takes them: (3) and (4) of `linearised::pair`.

use super::acting::{Acting, Wanted};
use crate::Real;
use crate::trees::spatial::{nothing, on_wrench, plus};
use crate::trees::{Frame, Layout, OfPair};
use alloc::vec;
use alloc::vec::Vec;

/// The numbers of an [`OfPair`].
pub(super) const NUMBERS: usize = 72;

/// The links of each force between bodies, law by law.
pub(super) fn of(layout: &Layout) -> Vec<[usize; 2]> {
    let members = layout.laws.iter().flat_map(|law| &law.members);
    members.filter_map(|member| Some([member.link, member.second?])).collect()
}

/// E of (3) of all forces between bodies.
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
pub(super) struct Between<T> {
    /// Its number among those between bodies.
    pub pair: usize,
    /// The numbers of the wrenches on its links.
    pub wrenches: [usize; 2],
    /// Whether the second link bears the opposite wrench.
    pub reacts: bool,
    /// The pose of the first link as the second has it.
    pub pose: Frame<T>,
    /// What is wanted of it.
    pub wanted: Wanted,
}

impl<T: Real> Between<T> {
    /// Adds the results of its law: w₁, w₂, V; then the derivatives of w₁ by (η₁, η₂) and (V₁, V₂), of which (3) and (4) are made.
    pub(super) fn add(self, results: &[T], on: &mut Acting<T, 6>, pairs: &mut Derivatives<T>) {
        let (loads, rest) = results.split_at(12);
        let loads = loads.as_chunks::<6>().0;
        let [first, second] = self.wrenches;
        on.loads[first] = plus(on.loads[first], loads[0]);
        on.loads[second] = plus(on.loads[second], loads[1]);
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
            let [of_first, of_second] = [0, 1].map(|end: usize| on_wrench(&unit, &loads[end]));
            let of_law = [(&mut on.by_position, &*of_position), (&mut on.by_velocity, &*of_velocity)];
            for (own, of_law) in of_law {
                let back = self.pose.up(&core::array::from_fn(|row| of_law[row][6 + k]));
                for row in 0..6 {
                    own[first][row][k] = own[first][row][k] + of_law[row][k];
                    if self.reacts {
                        own[second][row][k] = own[second][row][k] - back[row];
                    }
                }
            }
            if !self.reacts {
                // E₁ is what the second end has of the motion of the first.
                for row in 0..6 {
                    (of_position[row][k], of_velocity[row][k]) = (T::zero(), T::zero());
                }
                continue;
            }
            for row in 0..6 {
                let entry = &mut on.by_position[second][row][k];
                *entry = *entry - of_second[row];
                of_position[row][k] = of_position[row][k] + of_first[row];
            }
        }
    }
}
