//! Row spaces of Jacobians: shortest steps, directions that stay free, least squares among them.
//!
//! Invariant: ranks are decided row by row relative to the length of the row, so that units do not matter, unless they differ by a thousand.
//!
//! Few rows are made orthogonal ([`orthogonal`]). Of many rows, those that are surely independent are factored as sparse normal equations
//! ([`normal`]), which takes time that follows their topology, and the others are made orthogonal to them ([`separated`]). Of many Jacobians
//! of one pattern the order and the fill are found once ([`pattern`]). Least squares among solutions ([`least_squares`]) are dense for few
//! columns, and iterative for many.

mod least_squares;
mod normal;
mod orthogonal;
mod pattern;
mod plain;
mod separated;

pub use normal::{NormalEquations, SparseRow};
use orthogonal::Orthogonal;
pub use pattern::NormalPattern;
pub use plain::{free_part, shortest, surely_independent};
use separated::Separated;

use alloc::vec::Vec;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A row that keeps less than this part of its length when the others are projected out depends on them.
/// Assembled states satisfy their constraints to 1e-12, and dependence shows as sharply.
const DEPENDENT: f64 = 1e-8;
/// Rows shorter than this part of the longest count as if they had this length: where a loop is folded, redundant rows vanish, and the rest of
/// them is the error of the position.
const SHORT: f64 = 1e-3;
/// Limits of coarse arithmetic, in rounding units.
const ROUNDINGS: f64 = 256.0;
/// A column of a least-squares problem that keeps less than this part of the largest, before the rows that must hold
/// are projected out, adds nothing.
const FLAT: f64 = 1e-7;
/// From this number of rows on, sparse normal equations are tried first.
const MANY: usize = 32;
/// From this number of columns on, least squares are iterative: dense ones take up to ten times as long.
const ITERATED: usize = 16;
/// From this number of columns on, nothing is dense in all rows or columns.
const LARGE: usize = 100;

/// Sums of dot products of long vectors, and the length from which on they are long: shorter ones keep the order of their sums.
const LANES: usize = 4;
const LONG: usize = 32;

/// A number type of a row space: f64, or one with parts (dual) or lanes. Ranks are decided on the leading part.
pub trait Scalar:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// Whether it is one f64.
    const PLAIN: bool;
    /// 0.
    fn zero() -> Self;
    /// Whether all parts are 0.
    fn is_zero(self) -> bool;
    /// √x.
    fn sqrt(self) -> Self;
    /// The largest absolute value of the leading part.
    fn leading(self) -> f64;
    /// The rounding unit.
    fn epsilon() -> f64;
}

impl Scalar for f64 {
    const PLAIN: bool = true;
    fn zero() -> Self {
        0.0
    }
    fn is_zero(self) -> bool {
        self == 0.0
    }
    fn sqrt(self) -> Self {
        crate::elementary::f64::sqrt(self)
    }
    fn leading(self) -> f64 {
        self.abs()
    }
    fn epsilon() -> f64 {
        f64::EPSILON
    }
}

/// Of vectors with at least [`LONG`] entries, as [`LANES`] sums: an addition need not wait for the one before it.
fn dot<T: Scalar>(a: &[T], b: &[T]) -> T {
    let (first, rest) = if a.len() < LONG { (&[][..], a) } else { a.split_at(a.len() - a.len() % LANES) };
    let (second, others) = b.split_at(first.len());
    let mut sums = [T::zero(); LANES];
    for (a, b) in first.chunks_exact(LANES).zip(second.chunks_exact(LANES)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum = *sum + *a * *b;
        }
    }
    let sum = sums.into_iter().fold(T::zero(), |all, sum| all + sum);
    rest.iter().zip(others).fold(sum, |sum, (a, b)| sum + *a * *b)
}

fn length<T: Scalar>(a: &[T]) -> f64 {
    let (first, rest) = if a.len() < LONG { (&[][..], a) } else { a.split_at(a.len() - a.len() % LANES) };
    let mut sums = [0.0; LANES];
    for a in first.chunks_exact(LANES) {
        for (sum, x) in sums.iter_mut().zip(a) {
            *sum += x.leading() * x.leading();
        }
    }
    rest.iter().fold(sums.iter().sum(), |sum: f64, x| sum + x.leading() * x.leading()).sqrt()
}

/// a ← a − s·b.
fn subtract<T: Scalar>(a: &mut [T], s: T, b: &[T]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = *a - s * *b;
    }
}

/// a/|a|, and |a|.
fn unit<T: Scalar>(a: &[T]) -> (Vec<T>, T) {
    let size = dot(a, a).sqrt();
    (a.iter().map(|x| *x / size).collect(), size)
}

/// a·x of a sparse row.
fn along<T: Scalar>(row: &[(usize, T)], x: &[T]) -> T {
    row.iter().fold(T::zero(), |sum, &(j, entry)| sum + entry * x[j])
}

/// The rows of a dense matrix without the entries that are zero.
pub fn sparse_rows<T: Scalar>(matrix: &[T], columns: usize) -> Vec<SparseRow<T>> {
    let row = |row: &[T]| row.iter().copied().enumerate().filter(|(_, entry)| !entry.is_zero()).collect();
    matrix.chunks(columns.max(1)).map(row).collect()
}

/// The rows of J in its free columns P, factored: J P.
pub struct RowSpace<T = f64> {
    columns: usize,
    /// The rounding unit of the numbers.
    rounding: f64,
    factors: Factors<T>,
}

enum Factors<T> {
    Orthogonal(Orthogonal<T>),
    Separated(Separated<T>),
}

impl<T: Scalar> RowSpace<T> {
    /// Factors `jacobian`, whose columns are free where `free` says so.
    pub fn new(jacobian: &[SparseRow<T>], free: &[bool]) -> Self {
        Self::rounded(jacobian, free, T::epsilon())
    }

    /// The same of numbers that were computed in coarser arithmetic.
    pub fn rounded(jacobian: &[SparseRow<T>], free: &[bool], rounding: f64) -> Self {
        let columns = free.len();
        let many = columns > 0 && jacobian.len() >= MANY && rounding <= T::epsilon();
        let separated = many.then(|| Separated::new(jacobian, free));
        let factors = match separated.filter(|separated| separated.all_sure() || columns >= LARGE) {
            Some(separated) => Factors::Separated(separated),
            None => Factors::Orthogonal(Orthogonal::new(jacobian, free, rounding)),
        };
        Self { columns, rounding, factors }
    }

    /// The shortest δ with J δ = −r, over the rows that are independent.
    pub fn solve(&self, residual: &[T]) -> Vec<T> {
        match &self.factors {
            Factors::Orthogonal(factors) => factors.solve(residual),
            Factors::Separated(factors) => factors.solve(residual),
        }
    }

    /// The part of a direction that is orthogonal to all rows.
    pub fn free_part(&self, direction: Vec<T>) -> Vec<T> {
        match &self.factors {
            Factors::Orthogonal(factors) => factors.free_part(direction),
            Factors::Separated(factors) => factors.free_part(direction),
        }
    }

    /// The rank of the free columns.
    pub fn rank(&self) -> usize {
        match &self.factors {
            Factors::Orthogonal(factors) => factors.rank(),
            Factors::Separated(factors) => factors.rank(),
        }
    }

    /// δ with J δ = −r that minimises |D δ + d|: the shortest solution, plus the least-squares solution
    /// in the null space of J. `free` as in [`new`](Self::new).
    pub fn minimise(&self, residual: &[T], slopes: &[SparseRow<T>], offsets: &[T], free: &[bool]) -> Vec<T> {
        let mut step = self.solve(residual);
        let mut right: Vec<T> =
            slopes.iter().zip(offsets).map(|(row, offset)| -(*offset + along(row, &step))).collect();
        right.resize(slopes.len(), T::zero());
        let within = if T::PLAIN && self.columns >= ITERATED && self.rounding <= T::epsilon() {
            self.among_many(slopes, right, free)
        } else {
            self.among_few(slopes, right, free)
        };
        for (step, along) in step.iter_mut().zip(within) {
            *step = *step + along;
        }
        // Fixed directions do not move: the projector uses only the free columns of J.
        step.iter_mut().zip(free).filter(|(_, free)| !**free).for_each(|(step, _)| *step = T::zero());
        step
    }
}

#[cfg(test)]
mod tests {
    use super::{RowSpace, SparseRow, sparse_rows};
    use alloc::vec;
    use alloc::vec::Vec;

    fn rows(matrix: &[f64]) -> Vec<SparseRow<f64>> {
        sparse_rows(matrix, 3)
    }

    #[test]
    fn steps_are_shortest_and_free_parts_are_orthogonal() {
        let space = RowSpace::new(&rows(&[1.0, 2.0, 2.0, 2.0, 4.0, 4.0]), &[true; 3]);
        let step = space.solve(&[-9.0, -18.0]);
        for (found, exact) in step.iter().zip([1.0, 2.0, 2.0]) {
            assert!((found - exact).abs() < 1e-14);
        }
        let free = space.free_part(vec![1.0, 0.0, 0.0]);
        assert!((free[0] + 2.0 * free[1] + 2.0 * free[2]).abs() < 1e-15 && free[0] > 0.5);
    }

    /// Where no freedom is left, the least squares contain only rounding and move nothing.
    #[test]
    fn without_free_directions_nothing_moves() {
        let all = rows(&[0.3, 0.7, -0.2, 1.1, 0.4, 0.9, -0.5, 0.6, 0.8]);
        let space = RowSpace::new(&all, &[true; 3]);
        let step = space.minimise(&[0.0; 3], &rows(&[1.0, 0.0, 0.0]), &[32.0], &[true; 3]);
        assert!(step.iter().all(|x| x.abs() < 1e-13), "{step:?}");
    }

    /// x + y + z = 3 and the least of (x − 5)² + (2y)²: stationary with μ where 2(x − 5) = 8y = μ and z takes the rest.
    #[test]
    fn least_squares_among_solutions() {
        let free = [true; 3];
        let space = RowSpace::new(&rows(&[1.0, 1.0, 1.0]), &free);
        let step = space.minimise(&[-3.0], &rows(&[1.0, 0.0, 0.0, 0.0, 2.0, 0.0]), &[-5.0, 0.0], &free);
        for (found, exact) in step.iter().zip([5.0, 0.0, -2.0]) {
            assert!((found - exact).abs() < 1e-13, "{step:?}");
        }
        // With z held at zero: x = 3 − y, d/dy [(−2 − y)² + 4y²] = 0 at y = −0.4.
        let free = [true, true, false];
        let space = RowSpace::new(&rows(&[1.0, 1.0, 1.0]), &free);
        let step = space.minimise(&[-3.0], &rows(&[1.0, 0.0, 0.0, 0.0, 2.0, 0.0]), &[-5.0, 0.0], &free);
        for (found, exact) in step.iter().zip([3.4, -0.4, 0.0]) {
            assert!((found - exact).abs() < 1e-13, "{step:?}");
        }
    }
}
