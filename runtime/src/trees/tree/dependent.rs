//! Redundant constraints beside a matrix that has none.
//!
//! Those that depend on others (d) are left out of a matrix Z, and λ_d has the matrix of known rank
//!
//! ```text
//! T = −G_d,row Z⁻¹ G_d,colᵀ,   T λ_d = g_d − G_d,row Z⁻¹ (r, g)                                        (1)
//! ```
//! in which they are one set ([`KnownRank`]): exact motion, and the smallest of all reactions.

use super::saddle::{Closing, Redundancy};
use crate::Real;
use crate::emitted::{KnownRank, RedundantSet, scale_of};
use alloc::vec::Vec;

/// A diagonal entry of T below this share of the largest is that of rounding.
const NEGLIGIBLE: f64 = 1e-24;

/// What (1) adds to a matrix.
#[derive(Clone, Debug)]
pub(super) struct Dependent<T> {
    set: [RedundantSet; 1],
    weights: Vec<f64>,
    /// The numbers of all constraints.
    all: Vec<usize>,
    /// The constraints of T, those of Z, and the rows of the former behind the velocities of Z.
    rows: Vec<usize>,
    others: Vec<usize>,
    places: Vec<usize>,
    /// The number of velocities of Z, and where those of G are among them.
    count: usize,
    velocities: Vec<usize>,
    /// G_d of the columns and of the rows.
    borders: [Vec<T>; 2],
    /// The factors of T, if Z has factors.
    room: Vec<T>,
    factored: bool,
    /// T, and work space of a factorisation.
    squares: [Vec<T>; 2],
    vectors: [Vec<T>; 4],
}

/// Space for solves.
#[derive(Debug)]
pub(super) struct DependentRoom<T> {
    base: Vec<T>,
    eliminated: Vec<T>,
    solution: Vec<T>,
}

impl<T> Default for DependentRoom<T> {
    fn default() -> Self {
        Self { base: Vec::new(), eliminated: Vec::new(), solution: Vec::new() }
    }
}

/// Other contents, in the same memory.
pub(super) fn refill<X>(all: &mut Vec<X>, with: impl Iterator<Item = X>) {
    all.clear();
    all.extend(with);
}

/// Of no constraints.
impl<T> Default for Dependent<T> {
    fn default() -> Self {
        let empty = || [Vec::new(), Vec::new()];
        Self {
            set: [RedundantSet { rows: 0, columns: 0, multipliers: 0, deficiency: 0 }],
            weights: Vec::new(),
            all: Vec::new(),
            rows: Vec::new(),
            others: Vec::new(),
            places: Vec::new(),
            count: 0,
            velocities: Vec::new(),
            borders: empty(),
            room: Vec::new(),
            factored: false,
            squares: empty(),
            vectors: [(); 4].map(|()| Vec::new()),
        }
    }
}

impl<T: Real> Dependent<T> {
    /// The block of (1) in a matrix whose constraints follow n velocities, with the places of its rows.
    pub(super) fn block<'a>(&'a self, n: usize, places: &'a [usize]) -> KnownRank<'a> {
        KnownRank {
            velocities: n,
            rows: places,
            columns: places,
            sets: &self.set,
            multipliers: &self.all,
            accelerated: 0,
            weights: &self.weights,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// The constraints of T.
    pub(super) fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// The constraints of Z.
    pub(super) fn others(&self) -> &[usize] {
        &self.others
    }

    /// Takes which of the constraints are redundant, of a matrix Z with n velocities of which constraints have some; it has no factors yet.
    pub(super) fn hold(
        &mut self,
        n: usize,
        velocities: impl Iterator<Item = usize>,
        count: usize,
        redundancy: Redundancy<'_>,
    ) {
        let Redundancy { planned, weights, rows } = redundancy;
        self.factored = false;
        let own = rows.len();
        self.count = n;
        self.set = [RedundantSet { rows: own, columns: own, multipliers: count, deficiency: planned }];
        refill(&mut self.velocities, velocities);
        refill(&mut self.weights, weights.iter().copied());
        refill(&mut self.all, 0..count);
        refill(&mut self.rows, rows.iter().copied());
        refill(&mut self.others, (0..count).filter(|row| rows.binary_search(row).is_err()));
        refill(&mut self.places, rows.iter().map(|row| n + row));
    }

    /// r − G_d,colᵀ λ_d in the place of r.
    fn subtract_reaction(&self, lambda: &[T], x: &mut [T]) {
        for (row, &number) in self.borders[0].chunks_exact(self.velocities.len().max(1)).zip(&self.rows) {
            for (&place, &g) in self.velocities.iter().zip(row) {
                x[place] = x[place] - g * lambda[number];
            }
        }
    }

    /// G_d,row x.
    fn rows_times(&self, x: &[T], mut put: impl FnMut(usize, T)) {
        for (i, row) in self.borders[1].chunks_exact(self.velocities.len().max(1)).enumerate() {
            let terms = row.iter().zip(&self.velocities);
            put(i, terms.fold(T::zero(), |sum, (&g, &place)| sum + g * x[place]));
        }
    }

    /// Factors T of (1); `solve` is Z⁻¹ of velocities and the other constraints, which it gets, in place. Whether T has its rank.
    pub(super) fn factor(
        &mut self,
        closing: &Closing<'_, T>,
        mut solve: impl FnMut(&[usize], &mut [T]),
    ) -> bool {
        let (n, planned) = (self.count, closing.redundant.planned);
        let m = self.velocities.len();
        let (k, count) = (self.rows.len(), self.all.len());
        let rank = k - planned.min(k);
        for (border, of_all) in self.borders.iter_mut().zip([closing.columns, closing.rows]) {
            refill(border, self.rows.iter().flat_map(|row| of_all[m * row..m * (row + 1)].iter().copied()));
        }
        let [mut t, mut copy] = core::mem::take(&mut self.squares);
        let [mut right, mut solution, mut out, mut base] = core::mem::take(&mut self.vectors);
        let mut factors = core::mem::take(&mut self.room);
        let zeros = |all: &mut Vec<T>, length: usize| refill(all, core::iter::repeat_n(T::zero(), length));
        [&mut t, &mut copy].into_iter().for_each(|all| zeros(all, k * k));
        for j in 0..k {
            zeros(&mut base, n + self.others.len());
            for (&place, &g) in self.velocities.iter().zip(&self.borders[0][m * j..]) {
                base[place] = g;
            }
            solve(&self.others, &mut base);
            self.rows_times(&base, |i, x| t[i * k + j] = -x);
        }
        // Scales of T itself, whatever the masses are.
        let size = |i: usize| t[i * k + i].leading();
        let largest = (0..k).map(size).fold(0.0, f64::max);
        for (i, &row) in self.rows.iter().enumerate() {
            let size = if size(i) > NEGLIGIBLE * largest { size(i) } else { largest };
            self.weights[row] = scale_of(Real::sqrt(size)).unwrap_or(1.0);
        }
        [&mut right, &mut solution, &mut out].into_iter().for_each(|all| zeros(all, n + count));
        zeros(&mut factors, 2 * rank * (k + rank) + planned * count);
        let sound = self.block(n, &self.places).factor_into(
            (&mut t, &mut copy),
            &mut factors,
            [&mut right, &mut solution, &mut out],
            |right, solution, out| self.back((right, solution), out, &mut base, &mut solve),
        );
        self.room = factors;
        self.factored = true;
        self.squares = [t, copy];
        self.vectors = [right, solution, out, base];
        sound
    }

    /// Velocities and all λ of given λ_d.
    fn back(
        &self,
        (right, solution): (&[T], &[T]),
        out: &mut [T],
        base: &mut Vec<T>,
        solve: &mut impl FnMut(&[usize], &mut [T]),
    ) {
        let n = self.count;
        let (velocities, lambda) = out.split_at_mut(n);
        refill(base, right[..n].iter().copied());
        self.subtract_reaction(&solution[n..], base);
        base.extend(self.others.iter().map(|&row| right[n + row]));
        solve(&self.others, base);
        velocities.copy_from_slice(&base[..n]);
        self.rows.iter().for_each(|&row| lambda[row] = solution[n + row]);
        self.others.iter().zip(&base[n..]).for_each(|(&row, &x)| lambda[row] = x);
    }

    /// The solution with (1) of velocities and all constraints, in place.
    pub(super) fn solve(
        &self,
        x: &mut [T],
        room: &mut DependentRoom<T>,
        mut solve: impl FnMut(&[usize], &mut [T]),
    ) {
        if !self.factored {
            // No solution: what is checked afterwards fails.
            return x.fill(T::exact(f64::NAN));
        }
        let (n, DependentRoom { base, eliminated, solution }) = (self.count, room);
        refill(eliminated, x.iter().copied());
        refill(solution, core::iter::repeat_n(T::zero(), x.len()));
        refill(base, x[..n].iter().copied());
        base.extend(self.others.iter().map(|&row| x[n + row]));
        solve(&self.others, base);
        self.rows_times(base, |i, x| {
            let place = self.places[i];
            eliminated[place] = eliminated[place] - x;
        });
        self.block(n, &self.places).solve_into(
            &self.room,
            eliminated,
            solution,
            x,
            |right, solution, out| {
                self.back((right, solution), out, base, &mut solve);
            },
        );
    }
}
