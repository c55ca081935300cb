//! Weighted matrices of the contract's caches, and their products.

use super::{Place, Rooms, Tree, pairs};
use crate::trees::{Instant, Parts, Slopes, WeightedEngine};
use crate::{Real, Weights};
use alloc::vec;

impl<T: Real> Tree<T> {
    /// μ M + β C + γ K + ι 1 of the contract's caches.
    pub(super) fn parts<'a>(
        &self,
        weights: Weights<T>,
        at: Place<'a, T>,
        moving: &'a [T],
        stiffness: Option<&'a [T]>,
    ) -> Parts<'a, T> {
        let six = 6 * self.links();
        let stiff = stiffness.filter(|_| weights.stiffness.magnitude() != 0.0);
        let damped = weights.damping.magnitude() != 0.0;
        let chunks = |numbers: &'a [T], from: usize| numbers[1 + from..1 + from + six].as_chunks().0;
        let instant = match stiff {
            Some(numbers) => Some(Instant {
                twists: chunks(numbers, 0),
                accelerations: chunks(numbers, six),
                wrenches: chunks(numbers, 2 * six),
            }),
            None if damped => Some(Instant { twists: chunks(moving, 0), accelerations: &[], wrenches: &[] }),
            None => None,
        };
        // What is stored from a place on: of efforts or of none, of wrenches and of pairs, and what follows.
        let stored = |numbers: Option<&'a [T]>, from: usize, efforts: usize| -> (Slopes<'a, T>, &'a [T]) {
            let Some(numbers) = numbers else { return (Slopes::NONE, &[]) };
            let (efforts, rest) = numbers[from..].split_at(9 * efforts);
            let (wrenches, rest) = rest.split_at(36 * self.linkage.wrenches());
            let (pairs, rest) = rest.split_at(pairs::NUMBERS * self.linkage.pairs.len());
            let efforts = efforts.as_chunks().0.as_chunks().0;
            let wrenches = wrenches.as_chunks().0.as_chunks().0;
            (Slopes { wrenches, efforts, pairs: pairs.as_chunks().0.as_chunks().0 }, rest)
        };
        let efforts = self.linkage.efforts();
        let (by_position, rest) = stored(stiff, 1 + 3 * six, efforts);
        let (mut by_velocity, _) = stored(Some(moving).filter(|_| damped), 1 + six, efforts);
        if stiff.is_some() {
            let (of_bodies, _) = stored(Some(rest), 0, 0);
            by_velocity = Slopes { efforts: by_velocity.efforts, ..of_bodies };
        }
        Parts {
            mass: weights.mass,
            damping: weights.damping,
            stiffness: if stiff.is_some() { weights.stiffness } else { T::zero() },
            identity: weights.identity,
            frames: self.frames(at),
            mass_frames: None,
            instant,
            by_velocity,
            by_position,
        }
    }

    /// A dense matrix: M row by row, C and K column by column.
    pub fn matrix(&self, which: [f64; 3], at: Place<'_, T>, caches: (&[T], Option<&[T]>), out: &mut [T]) {
        let (zero, n) = (T::zero(), self.velocities());
        let mut unit = vec![zero; n];
        for (j, column) in out.chunks_exact_mut(n.max(1)).enumerate() {
            unit[j] = T::one();
            self.times(which, at, caches, (&unit, column));
            unit[j] = zero;
        }
    }

    /// (mass·M + damping·C + stiffness·K) x.
    pub fn times(
        &self,
        which: [f64; 3],
        at: Place<'_, T>,
        (moving, stiffness): (&[T], Option<&[T]>),
        (x, out): (&[T], &mut [T]),
    ) {
        let [mass, damping, position] = which.map(T::exact);
        let zero = T::zero();
        let weights = Weights {
            mass,
            damping,
            stiffness: position,
            identity: zero,
            constraint_position: zero,
            constraint_velocity: zero,
        };
        let parts = self.parts(weights, at, moving, stiffness);
        let loops = T::weighted_loops(&self.linkage);
        self.lent(|rooms| self.weighted_product(loops, &parts, (x, out), rooms));
    }

    /// A x.
    pub(super) fn weighted_product(
        &self,
        loops: &dyn WeightedEngine<T>,
        parts: &Parts<'_, T>,
        (x, out): (&[T], &mut [T]),
        rooms: &mut Rooms<T>,
    ) {
        self.spread([x], rooms, |rooms, [x]| {
            self.summed(out, rooms, |rooms, out| {
                loops.weighted_times(parts, x, self.elimination(rooms), out);
            });
        });
        self.count_once(parts.identity, x, out);
    }
}
