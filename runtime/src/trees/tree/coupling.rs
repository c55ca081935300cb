//! Solves with the weighted matrix of a tree with forces between bodies.
//!
//! With y for the wrenches of all such forces, E for their derivatives by what a solution x moves, and L for the efforts of unit wrenches, (5) of
//! [`pairs`](super::pairs) is
//!
//! ```text
//! A = A₀ − L E Z,   y = E Z x                       z = Z x: displacements and changes of the twists of links   (1)
//! G = A₀⁻¹ L,   S = 1 − E Z G                                                                                   (2)
//! x = x₀ + G y   with S y = E Z x₀,   x₀ = A₀⁻¹ r                                                               (3)
//! ```
//! A₀ has nothing of the stiffness of these forces but what their loads add in turning bodies, so that S is large where they are stiff, and x loses
//! nothing: y is then what keeps the bodies together. S is factored with pivots from the rows, each measured by its largest entry.

use super::pairs::Pair;
use super::{Rooms, Tree};
use crate::Real;
use crate::trees::{Elimination, Parts, Shape};
use alloc::vec::Vec;

/// A pivot of S below this share of the largest entry of its row is weak. Forces that act beside each other between the same bodies have small pivots by their
/// nature, where wrenches of no effect on x are lost.
const WEAK_COUPLING: f64 = 1e-10;

/// What forces between bodies add to factors of a tree; nothing without an active force.
#[derive(Clone, Debug)]
pub(super) struct Coupling<T> {
    active: Vec<Pair<T>>,
    /// G, column by column.
    columns: Vec<T>,
    /// L and U of S, row by row.
    matrix: Vec<T>,
    /// The row that each pivot was taken from.
    order: Vec<usize>,
    /// The largest entry of each row of S.
    sizes: Vec<f64>,
}

impl<T> Coupling<T> {
    pub(super) fn none() -> Self {
        Self {
            active: Vec::new(),
            columns: Vec::new(),
            matrix: Vec::new(),
            order: Vec::new(),
            sizes: Vec::new(),
        }
    }
}

impl<T: Real> Coupling<T> {
    /// L and U of S; the first weak pivot.
    fn factor(&mut self) -> Option<usize> {
        let Self { matrix: s, order, sizes, .. } = self;
        let n = 6 * self.active.len();
        let size = |row: &[T]| row.iter().fold(0.0, |size, x| f64::max(size, x.leading()));
        sizes.clear();
        sizes.extend(s.chunks_exact(n).map(size));
        order.extend(0..n);
        let mut weak = None;
        for k in 0..n {
            let share = |row: usize| s[n * row + k].smallest() / sizes[order[row]];
            let best = (k..n).fold(k, |best, row| if share(row) > share(best) { row } else { best });
            // NaN is weak.
            let sound = share(best) > WEAK_COUPLING;
            if !sound {
                weak = weak.or(Some(order[best]));
            }
            order.swap(k, best);
            for column in 0..n {
                s.swap(n * k + column, n * best + column);
            }
            let (above, below) = s.split_at_mut(n * (k + 1));
            let row = &above[n * k..];
            for below in below.chunks_exact_mut(n) {
                if below[k].magnitude() == 0.0 {
                    continue;
                }
                below[k] = below[k] / row[k];
                let factor = below[k];
                for (x, &of_row) in below[k + 1..].iter_mut().zip(&row[k + 1..]) {
                    *x = *x - factor * of_row;
                }
            }
        }
        weak
    }

    /// S⁻¹ y, in place; `room` is as long.
    fn solve(&self, y: &mut [T], room: &mut [T]) {
        let n = y.len();
        for (x, &row) in room.iter_mut().zip(&self.order) {
            *x = y[row];
        }
        for (row, s) in self.matrix.chunks_exact(n).enumerate() {
            let (done, rest) = room.split_at_mut(row);
            rest[0] = s.iter().zip(&*done).fold(rest[0], |sum, (&s, &x)| sum - s * x);
        }
        for (row, s) in self.matrix.chunks_exact(n).enumerate().rev() {
            let (first, done) = room.split_at_mut(row + 1);
            let sum = s[row + 1..].iter().zip(&*done).fold(first[row], |sum, (&s, &x)| sum - s * x);
            first[row] = sum / s[row];
        }
        y.copy_from_slice(room);
    }
}

impl<T: Real> Tree<T> {
    /// (2) after A₀ has been factored; the velocity of the first link of a force with a weak pivot.
    pub(super) fn couple(
        &self,
        parts: &Parts<'_, T>,
        (shape, factors, border): (Shape, &[T], &[T]),
        rooms: &mut Rooms<T>,
        into: &mut Coupling<T>,
    ) -> Option<usize> {
        if self.pairs.is_empty() {
            return None;
        }
        self.active(parts, rooms, &mut into.active);
        into.order.clear();
        let (n, rows) = (self.velocities(), 6 * into.active.len());
        if rows == 0 {
            return None;
        }
        into.columns.clear();
        into.columns.resize(rows * n, T::zero());
        into.matrix.clear();
        into.matrix.resize(rows * rows, T::zero());
        let (zero, one) = (T::zero(), T::one());
        for (c, column) in into.columns.chunks_exact_mut(n).enumerate() {
            let mut unit = [zero; 6];
            unit[c % 6] = one;
            self.summed(column, rooms, |_, efforts| {
                efforts.fill(zero);
                self.exert(parts.frames, &into.active[c / 6], unit, efforts);
            });
            self.solve_tree((shape, factors, border), rooms, column);
            let elimination = self.displaced((shape, factors), rooms, column);
            for (pair, at) in into.active.iter().zip((0..rows).step_by(6)) {
                for (row, y) in (at..).zip(pair.wrench(|link| elimination.moved(shape, link))) {
                    into.matrix[rows * row + c] = if row == c { one - y } else { -y };
                }
            }
        }
        let weak = into.factor();
        weak.map(|row| self.linkage.links[into.active[row / 6].links[0]].velocity as usize)
    }

    /// Z x, where x is the last solution with the factors of A₀.
    fn displaced<'a>(&self, factors: (Shape, &[T]), rooms: &'a mut Rooms<T>, x: &[T]) -> &'a Elimination<T> {
        if self.sharing.is_some() {
            // The elimination was left before the unknowns of common coordinates were known.
            self.spread([x], rooms, |rooms, [x]| {
                T::weighted_loops(&self.linkage).displace_weighted(factors, x, self.elimination(rooms));
            });
        }
        self.elimination(rooms)
    }

    /// x of x₀, the last solution with the factors of A₀, in place: (3).
    pub(super) fn add_coupled(
        &self,
        coupling: &Coupling<T>,
        (shape, factors): (Shape, &[T]),
        rooms: &mut Rooms<T>,
        x: &mut [T],
    ) {
        let rows = coupling.order.len();
        if coupling.active.is_empty() || rows == 0 {
            return;
        }
        let mut room = core::mem::take(&mut rooms.coupled);
        room.clear();
        room.resize(2 * rows, T::zero());
        let (y, spare) = room.split_at_mut(rows);
        let elimination = self.displaced((shape, factors), rooms, x);
        for (pair, y) in coupling.active.iter().zip(y.as_chunks_mut::<6>().0) {
            *y = pair.wrench(|link| elimination.moved(shape, link));
        }
        coupling.solve(y, spare);
        for (column, &y) in coupling.columns.chunks_exact(x.len()).zip(&*y) {
            for (x, &more) in x.iter_mut().zip(column) {
                *x = *x + more * y;
            }
        }
        rooms.coupled = room;
    }
}
