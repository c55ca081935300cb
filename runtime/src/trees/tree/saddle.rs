//! The given coordinates of a tree with its constraints: a small dense system in the place of the factors of the border.
//!
//! With c for the coordinates that constraints have, which the elimination of links leaves out, and S of (4) in `shared`:
//!
//! ```text
//! [S + γ H   G_colᵀ] [ x_c ]   [r_c − e]
//! [G_row       0   ] [  λ  ] = [   g   ]            H = ∂(Gᵀ λ)/∂q of given λ                          (1)
//! ```
//! G may belong to two configurations. The matrix is scaled by powers of two and factored with complete pivoting, once: x_c is what the
//! constraints leave, with nothing cancelled, whatever the masses beside them are.
//!
//! With redundant constraints those that depend on others (d) are left out of (1), and λ_d has the matrix of known rank
//!
//! ```text
//! T = −G_d,row Z⁻¹ G_d,colᵀ,   T λ_d = g_d − G_d,row Z⁻¹ (r_c − e, g)                 Z: (1) without d     (2)
//! ```
//! in which they are one set ([`KnownRank`]): exact motion, and the smallest of all reactions.

use crate::Real;
use crate::emitted::{KnownRank, RedundantSet, eliminate, scale_of};
use alloc::vec::Vec;

/// A diagonal entry of T below this share of the largest is that of rounding.
const NEGLIGIBLE: f64 = 1e-24;

/// The constraints of a tree where a matrix has them: rows of G at two configurations, H row by row, for the given velocities in
/// ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Closing<'a, T> {
    /// G of the columns of the multipliers.
    pub columns: &'a [T],
    /// G of the rows.
    pub rows: &'a [T],
    /// γ H; empty without.
    pub stiffness: &'a [T],
    /// Which of them are redundant.
    pub redundant: Redundancy<'a>,
}

/// Redundant constraints.
#[derive(Clone, Copy, Debug, Default)]
pub struct Redundancy<'a> {
    /// Their planned number.
    pub planned: usize,
    /// The result of [`redundant_weights`](crate::emitted::redundant_weights) with one set; empty if there are none.
    pub weights: &'a [f64],
    /// The constraints that depend on others, ascending.
    pub rows: &'a [usize],
}

impl<T> Closing<'_, T> {
    /// No constraints.
    pub const NONE: Self = Self {
        columns: &[],
        rows: &[],
        stiffness: &[],
        redundant: Redundancy { planned: 0, weights: &[], rows: &[] },
    };
}

/// Factors of (1) or (2).
#[derive(Clone, Debug)]
pub(super) struct Saddle<T> {
    /// The order of (1), or of Z, and of S.
    order: usize,
    given: usize,
    /// L and U row by row.
    lu: Vec<T>,
    /// The equation of each row, and the unknown of each column.
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// The scales of equations and unknowns.
    scales: [Vec<f64>; 2],
    redundant: Dependent<T>,
}

/// What (2) adds.
#[derive(Clone, Debug)]
struct Dependent<T> {
    set: [RedundantSet; 1],
    weights: Vec<f64>,
    /// The numbers of all constraints.
    all: Vec<usize>,
    /// The constraints of T, those of Z, and the rows of the former behind the velocities of (1).
    rows: Vec<usize>,
    others: Vec<usize>,
    places: Vec<usize>,
    /// G_d of the columns and of the rows.
    borders: [Vec<T>; 2],
    /// The factors of T, if Z has factors.
    room: Vec<T>,
    factored: bool,
    /// T, and work space of a factorisation.
    squares: [Vec<T>; 2],
    vectors: [Vec<T>; 5],
}

/// Other contents, in the same memory.
fn refill<X>(all: &mut Vec<X>, with: impl Iterator<Item = X>) {
    all.clear();
    all.extend(with);
}

/// Space for solves.
#[derive(Debug)]
pub(super) struct SaddleRoom<T> {
    steps: Vec<T>,
    base: Vec<T>,
    eliminated: Vec<T>,
    solution: Vec<T>,
}

impl<T> Default for SaddleRoom<T> {
    fn default() -> Self {
        Self { steps: Vec::new(), base: Vec::new(), eliminated: Vec::new(), solution: Vec::new() }
    }
}

/// Of nothing.
impl<T> Default for Saddle<T> {
    fn default() -> Self {
        Self {
            order: 0,
            given: 0,
            lu: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            scales: [Vec::new(), Vec::new()],
            redundant: Dependent::default(),
        }
    }
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
            borders: empty(),
            room: Vec::new(),
            factored: false,
            squares: empty(),
            vectors: [(); 5].map(|()| Vec::new()),
        }
    }
}

impl<T: Real> Dependent<T> {
    /// The block of (2) in a matrix whose constraints follow n velocities, with the places of its rows.
    fn block<'a>(&'a self, n: usize, places: &'a [usize]) -> KnownRank<'a> {
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

    fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// Takes which of the constraints of a matrix are redundant; it has no factors yet.
    fn hold(&mut self, m: usize, count: usize, Redundancy { planned, weights, rows }: Redundancy<'_>) {
        self.factored = false;
        let own = rows.len();
        self.set = [RedundantSet { rows: own, columns: own, multipliers: count, deficiency: planned }];
        refill(&mut self.weights, weights.iter().copied());
        refill(&mut self.all, 0..count);
        refill(&mut self.rows, rows.iter().copied());
        refill(&mut self.others, (0..count).filter(|row| rows.binary_search(row).is_err()));
        refill(&mut self.places, rows.iter().map(|row| m + row));
    }

    /// r_c − G_d,colᵀ λ_d in the place of r_c.
    fn subtract_reaction(&self, lambda: &[T], x: &mut [T]) {
        for (row, &number) in self.borders[0].chunks_exact(x.len().max(1)).zip(&self.rows) {
            x.iter_mut().zip(row).for_each(|(x, &g)| *x = *x - g * lambda[number]);
        }
    }

    /// G_d,row x.
    fn rows_times(&self, x: &[T], mut put: impl FnMut(usize, T)) {
        for (i, row) in self.borders[1].chunks_exact(x.len().max(1)).enumerate() {
            put(i, row.iter().zip(x).fold(T::zero(), |sum, (&g, &x)| sum + g * x));
        }
    }
}

impl<T: Real> Saddle<T> {
    /// Factors (1) with S of order m, row by row; the row of a pivot that is zero.
    pub(super) fn factor(&mut self, m: usize, s: &[T], closing: Closing<'_, T>) -> Option<usize> {
        let count = closing.rows.len() / m.max(1);
        self.redundant.hold(m, count, closing.redundant);
        let others = &self.redundant.others;
        let n = m + others.len();
        (self.order, self.given) = (n, m);
        self.lu.clear();
        self.lu.resize(n * n, T::zero());
        let a = &mut self.lu[..];
        for i in 0..m {
            a[n * i..n * i + m].copy_from_slice(&s[m * i..m * (i + 1)]);
            let more = closing.stiffness.get(m * i..m * (i + 1)).unwrap_or_default();
            for (entry, &more) in a[n * i..].iter_mut().zip(more) {
                *entry = *entry + more;
            }
        }
        for (k, &row) in others.iter().enumerate() {
            a[n * (m + k)..n * (m + k) + m].copy_from_slice(&closing.rows[m * row..m * (row + 1)]);
            for i in 0..m {
                a[n * i + m + k] = closing.columns[m * row + i];
            }
        }
        self.scale();
        match self.eliminate() {
            Some(zero) => Some(zero.checked_sub(m).map_or(zero, |k| m + self.redundant.others[k])),
            None if self.redundant.is_empty() => None,
            None => self.factor_dependent(closing),
        }
    }

    /// (2)
    fn factor_dependent(&mut self, closing: Closing<'_, T>) -> Option<usize> {
        let (m, n, planned) = (self.given, self.order, closing.redundant.planned);
        let mut own = core::mem::take(&mut self.redundant);
        let (k, count) = (own.rows.len(), own.all.len());
        let rank = k - planned.min(k);
        for (border, of_all) in own.borders.iter_mut().zip([closing.columns, closing.rows]) {
            refill(border, own.rows.iter().flat_map(|row| of_all[m * row..m * (row + 1)].iter().copied()));
        }
        let [mut t, mut copy] = core::mem::take(&mut own.squares);
        let [mut right, mut solution, mut out, mut base, mut steps] = core::mem::take(&mut own.vectors);
        let mut factors = core::mem::take(&mut own.room);
        let zeros = |all: &mut Vec<T>, length: usize| refill(all, core::iter::repeat_n(T::zero(), length));
        [&mut t, &mut copy].into_iter().for_each(|all| zeros(all, k * k));
        for j in 0..k {
            zeros(&mut base, n);
            base[..m].copy_from_slice(&own.borders[0][m * j..m * (j + 1)]);
            self.solve_whole(&mut base, &mut steps);
            own.rows_times(&base[..m], |i, x| t[i * k + j] = -x);
        }
        // Scales of T itself, whatever the masses are.
        let size = |i: usize| t[i * k + i].leading();
        let largest = (0..k).map(size).fold(0.0, f64::max);
        for (i, &row) in own.rows.iter().enumerate() {
            let size = if size(i) > NEGLIGIBLE * largest { size(i) } else { largest };
            own.weights[row] = scale_of(Real::sqrt(size)).unwrap_or(1.0);
        }
        [&mut right, &mut solution, &mut out].into_iter().for_each(|all| zeros(all, m + count));
        zeros(&mut factors, 2 * rank * (k + rank) + planned * count);
        let sound = own.block(m, &own.places).factor_into(
            (&mut t, &mut copy),
            &mut factors,
            [&mut right, &mut solution, &mut out],
            |right, solution, out| self.back(&own, (right, solution), out, (&mut base, &mut steps)),
        );
        own.room = factors;
        own.factored = true;
        own.squares = [t, copy];
        own.vectors = [right, solution, out, base, steps];
        self.redundant = own;
        (!sound).then_some(m)
    }

    /// x_c and all λ of given λ_d.
    fn back(
        &self,
        own: &Dependent<T>,
        (right, solution): (&[T], &[T]),
        out: &mut [T],
        (base, steps): (&mut Vec<T>, &mut Vec<T>),
    ) {
        let m = self.given;
        let (of_given, lambda) = out.split_at_mut(m);
        refill(base, right[..m].iter().copied());
        own.subtract_reaction(&solution[m..], base);
        base.extend(own.others.iter().map(|&row| right[m + row]));
        self.solve_whole(base, steps);
        of_given.copy_from_slice(&base[..m]);
        own.rows.iter().for_each(|&row| lambda[row] = solution[m + row]);
        own.others.iter().zip(&base[m..]).for_each(|(&row, &x)| lambda[row] = x);
    }

    /// The block of constraints in the whole matrix of n velocities, if some are redundant, for given places of its rows.
    pub(super) fn block<'a>(&'a self, n: usize, places: &'a [usize]) -> Option<KnownRank<'a>> {
        (!self.redundant.is_empty()).then(|| self.redundant.block(n, places))
    }

    /// The constraints of that block.
    pub(super) fn dependent(&self) -> &[usize] {
        &self.redundant.rows
    }

    /// Rows, then columns, to size one, so that units cancel; by powers of two, so that nothing is rounded.
    fn scale(&mut self) {
        let (n, a) = (self.order, &mut self.lu[..]);
        let [of_rows, of_columns] = &mut self.scales;
        of_rows.clear();
        of_columns.clear();
        for row in a.chunks_exact_mut(n.max(1)) {
            let largest = row.iter().fold(0.0_f64, |m, x| m.max(x.leading()));
            let scale = scale_of(largest).unwrap_or(1.0);
            row.iter_mut().for_each(|x| *x = *x * T::exact(scale));
            of_rows.push(scale);
        }
        for j in 0..n {
            let largest = (0..n).fold(0.0_f64, |m, i| m.max(a[i * n + j].leading()));
            let scale = scale_of(largest).unwrap_or(1.0);
            (0..n).for_each(|i| a[i * n + j] = a[i * n + j] * T::exact(scale));
            of_columns.push(scale);
        }
    }

    /// The row without a pivot, if any.
    fn eliminate(&mut self) -> Option<usize> {
        let Self { order: n, lu: a, rows, columns, .. } = self;
        for all in [&mut *rows, &mut *columns] {
            refill(all, 0..*n);
        }
        eliminate((*n, *n), a, (rows, columns), |_, _, _| {}).err().map(|singular| singular.row)
    }

    /// The solution of (1), in place.
    pub(super) fn solve(&self, x: &mut [T], room: &mut SaddleRoom<T>) {
        let (own, m) = (&self.redundant, self.given);
        let SaddleRoom { steps, base, eliminated, solution } = room;
        if own.is_empty() {
            return self.solve_whole(x, steps);
        }
        if !own.factored {
            // No solution: what is checked afterwards fails.
            return x.fill(T::exact(f64::NAN));
        }
        refill(eliminated, x.iter().copied());
        refill(solution, core::iter::repeat_n(T::zero(), x.len()));
        refill(base, x[..m].iter().copied());
        base.extend(own.others.iter().map(|&row| x[m + row]));
        self.solve_whole(base, steps);
        own.rows_times(&base[..m], |i, x| {
            let place = own.places[i];
            eliminated[place] = eliminated[place] - x;
        });
        own.block(m, &own.places).solve_into(&own.room, eliminated, solution, x, |right, solution, out| {
            self.back(own, (right, solution), out, (base, steps));
        });
    }

    fn solve_whole(&self, x: &mut [T], room: &mut Vec<T>) {
        let (n, a, [of_rows, of_columns]) = (self.order, &self.lu, &self.scales);
        room.clear();
        room.extend(self.rows.iter().map(|&row| x[row] * T::exact(of_rows[row])));
        for i in 0..n {
            for j in 0..i {
                room[i] = room[i] - a[i * n + j] * room[j];
            }
        }
        for i in (0..n).rev() {
            for j in i + 1..n {
                room[i] = room[i] - a[i * n + j] * room[j];
            }
            room[i] = room[i] * a[i * n + i].recip();
        }
        for (&column, &solved) in self.columns.iter().zip(&*room) {
            x[column] = solved * T::exact(of_columns[column]);
        }
    }
}
