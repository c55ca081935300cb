//! Dense LU with pivoting for the rare solves whose planned pivots are weak, and the scaling for
//! comparable pivots.

use super::elimination::eliminate;
use super::known_rank::KnownRank;
use crate::{Fallback, Real, Singular};
use core::{iter, slice};

/// Refinement has succeeded when the residual is this small relative to the right-hand side.
const REFINED: f64 = 1e-12;
/// Corrections of refinement that are this small relative to the solution converge.
const CONVERGING: f64 = 1e-7;
/// Terms that exceed the right-hand side by this factor indicate that the matrix may be singular: then the residual
/// is small even if a pivot was rounding, and only pivoting distinguishes rounding from mass.
const DWARFED: f64 = 1e8;
/// Masses below this in the scaled matrix, all of them, are a matter of units.
const SMALL_MASSES: f64 = 1e-6;

/// Whether masses are scaled beside constraints.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Masses {
    /// No.
    AsTheyAre,
    /// By a common factor, if all of them are small.
    Scaled,
}

/// Space for a fallback of a system of N equations.
pub struct Workspace<'a, T> {
    /// N × N.
    pub lu: &'a mut [T],
    /// N.
    pub right: &'a mut [T],
    /// N.
    pub residual: &'a mut [T],
    /// N.
    pub scales: &'a mut [f64],
    /// N.
    pub rows: &'a mut [usize],
    /// N.
    pub columns: &'a mut [usize],
}

/// The work space and the matrix, on the stack.
pub(super) struct Stack<T, const N: usize> {
    matrix: [[T; N]; N],
    lu: [[T; N]; N],
    right: [T; N],
    residual: [T; N],
    scales: [f64; N],
    rows: [usize; N],
    columns: [usize; N],
}

impl<T: Real, const N: usize> Stack<T, N> {
    /// With a matrix whose nonzero entries `fill` sets.
    pub fn new(fill: impl FnOnce(&mut [[T; N]; N])) -> Self {
        let (zeros, zero) = ([[T::zero(); N]; N], [T::zero(); N]);
        let mut matrix = zeros;
        fill(&mut matrix);
        Self {
            matrix,
            lu: zeros,
            right: zero,
            residual: zero,
            scales: [1.0; N],
            rows: [0; N],
            columns: [0; N],
        }
    }

    /// The matrix, and work space for its fallback.
    pub fn lend(&mut self) -> (&[T], Workspace<'_, T>) {
        let Self { matrix, lu, right, residual, scales, rows, columns } = self;
        (
            matrix.as_flattened(),
            Workspace { lu: lu.as_flattened_mut(), right, residual, scales, rows, columns },
        )
    }
}

/// Solves `matrix · x = x_in` in place: by straight-line factors and one step of iterative refinement if
/// the residual is small and the solution not huge, otherwise by a pivoted LU.
///
/// # Errors
/// [`Singular`] with the row that has no pivot.
pub fn fallback_into<T: Real>(
    matrix: &[T],
    x: &mut [T],
    work: Workspace<'_, T>,
    fast: &mut dyn FnMut(&mut [T]),
) -> Result<Fallback, Singular> {
    let n = x.len();
    work.right.copy_from_slice(x);
    if refine_into(&rows_of(matrix, n), x, (work.right, work.residual), fast) {
        return Ok(Fallback::Refined);
    }
    let mut solved = |masses: Masses| {
        work.lu.copy_from_slice(matrix);
        x.copy_from_slice(work.right);
        solve(n, masses, work.lu, x, work.scales, (work.rows, work.columns))
    };
    solved(Masses::AsTheyAre).or_else(|_| solved(Masses::Scaled))?;
    Ok(Fallback::Pivoted)
}

/// Solves `matrix · x = right` by fast factors and one step of iterative refinement; whether
/// the residual is small and the solution not huge. `row` gives the entries of a row: (column, value).
pub fn refine_into<T: Real, Row: Iterator<Item = (usize, T)>>(
    row: &impl Fn(usize) -> Row,
    x: &mut [T],
    (right, residual): (&[T], &mut [T]),
    fast: &mut dyn FnMut(&mut [T]),
) -> bool {
    x.copy_from_slice(right);
    fast(x);
    subtract_product(row, x, right, residual);
    fast(residual);
    for (x, dx) in x.iter_mut().zip(&*residual) {
        *x = *x + *dx;
    }
    let left = subtract_product(row, x, right, residual);
    // NaN must satisfy neither.
    left.residual < REFINED && left.growth < DWARFED
}

/// The rows of a dense matrix.
fn rows_of<'a, T: Real>(
    matrix: &'a [T],
    n: usize,
) -> impl Fn(usize) -> iter::Enumerate<iter::Copied<slice::Iter<'a, T>>> {
    move |i| matrix[i * n..(i + 1) * n].iter().copied().enumerate()
}

/// The same for redundant constraints, of which those without a pivot need not be satisfied: refinement has succeeded when another correction
/// would be small, or when corrections decrease and the residual of the rows with a pivot is that of rounding, as close as an
/// ill-conditioned matrix gets.
///
/// # Errors
/// [`Singular`] with the row that has no pivot.
pub fn redundant_fallback_into<T: Real>(
    matrix: &[T],
    x: &mut [T],
    work: Workspace<'_, T>,
    block: &KnownRank<'_>,
    fast: &mut dyn FnMut(&mut [T]),
) -> Result<Fallback, Singular> {
    let n = x.len();
    let extent = |x: &[T]| x.iter().fold(0.0, |m, x| if x.magnitude() <= m { m } else { x.magnitude() });
    work.right.copy_from_slice(x);
    if block.is_planned() {
        fast(x);
        let mut growth = f64::INFINITY;
        for _ in 0..2 {
            growth = subtract_product(&rows_of(matrix, n), x, work.right, work.residual).growth;
            fast(work.residual);
            for (x, dx) in x.iter_mut().zip(&*work.residual) {
                *x = *x + *dx;
            }
        }
        let is_below = |part: f64| {
            let of = |from: usize, to: usize| extent(&work.residual[from..to]) <= part * extent(&x[from..to]);
            // NaN must not satisfy it.
            of(0, block.velocities) && of(block.velocities, n) && growth < DWARFED
        };
        let converged = is_below(REFINED);
        let converges = converged || is_below(CONVERGING);
        if converged || converges && block.solves(matrix, x, (work.right, work.residual)) {
            return Ok(Fallback::Refined);
        }
    }
    let mut solved = |masses: Masses| {
        work.lu.copy_from_slice(matrix);
        x.copy_from_slice(work.right);
        solve_of_rank(
            (n, block.deficiency(), masses),
            work.lu,
            x,
            work.scales,
            (work.rows, work.columns),
            |lu, x, columns| smallest(n, block, lu, x, columns),
        )
    };
    solved(Masses::AsTheyAre).or_else(|_| solved(Masses::Scaled))?;
    Ok(Fallback::Pivoted)
}

impl KnownRank<'_> {
    /// Whether the residual of the rows with a pivot is that of rounding.
    fn solves<T: Real>(&self, matrix: &[T], x: &[T], (right, residual): (&[T], &mut [T])) -> bool {
        let has_pivot = |i: usize| !self.rows.contains(&i);
        subtract_product_of(has_pivot, &rows_of(matrix, x.len()), x, right, residual).residual < REFINED
    }
}

/// Removes the part without effect from the multipliers, with its accelerations if forces depend on reactions: the rows of `null` span it, `columns` are the indices of the unknowns.
fn smallest<T: Real>(n: usize, block: &KnownRank<'_>, null: &mut [T], x: &mut [T], columns: &[usize]) {
    let weight = |at: usize| match columns[at].checked_sub(block.velocities) {
        Some(constraint) => T::exact(block.weight(constraint)),
        None => T::zero(),
    };
    let product = |a: &[T], b: &[T]| (0..n).fold(T::zero(), |sum, at| sum + weight(at) * a[at] * b[at]);
    for c in 0..null.len() / n {
        let (before, rest) = null.split_at_mut(c * n);
        let row = &mut rest[..n];
        for _ in 0..2 {
            for other in before.chunks_exact(n) {
                let along = product(other, row);
                row.iter_mut().zip(other).for_each(|(x, y)| *x = *x - along * *y);
            }
        }
        let reciprocal = product(row, row).sqrt().recip();
        row.iter_mut().for_each(|x| *x = *x * reciprocal);
        let along = product(row, x);
        for at in (0..n).filter(|&at| columns[at] >= block.velocities - block.accelerated) {
            x[at] = x[at] - along * row[at];
        }
    }
}

/// The residual of a solution.
struct Left {
    /// The largest residual relative to its terms.
    residual: f64,
    /// The largest terms relative to the largest right-hand side, rows scaled to size one.
    growth: f64,
}

/// residual = right − matrix·x.
fn subtract_product<T: Real, Row: Iterator<Item = (usize, T)>>(
    row: &impl Fn(usize) -> Row,
    x: &[T],
    right: &[T],
    residual: &mut [T],
) -> Left {
    subtract_product_of(|_| true, row, x, right, residual)
}

/// The same, of which some rows count.
fn subtract_product_of<T: Real, Row: Iterator<Item = (usize, T)>>(
    counts: impl Fn(usize) -> bool,
    row: &impl Fn(usize) -> Row,
    x: &[T],
    right: &[T],
    residual: &mut [T],
) -> Left {
    let (mut worst, mut largest_terms, mut largest_right) = (0.0_f64, 0.0_f64, 0.0_f64);
    for i in 0..x.len() {
        let mut sum = right[i];
        let (mut terms, mut largest) = (0.0_f64, 0.0_f64);
        for (j, entry) in row(i) {
            let term = entry * x[j];
            sum = sum - term;
            terms += term.magnitude();
            largest = largest.max(entry.leading());
        }
        residual[i] = sum;
        if !counts(i) {
            continue;
        }
        let size = terms + right[i].magnitude();
        let relative = if size == 0.0 { 0.0 } else { sum.magnitude() / size };
        if relative > worst || relative.is_nan() {
            worst = relative;
        }
        if largest > 0.0 {
            largest_terms = largest_terms.max(terms / largest);
            largest_right = largest_right.max(right[i].magnitude() / largest);
        }
    }
    let growth = if largest_terms == 0.0 { 0.0 } else { largest_terms / largest_right };
    Left { residual: worst, growth }
}

/// Gaussian elimination with complete pivoting of the matrix with scaled rows and columns, in place.
pub(super) fn solve<T: Real>(
    n: usize,
    masses: Masses,
    a: &mut [T],
    b: &mut [T],
    scales: &mut [f64],
    places: (&mut [usize], &mut [usize]),
) -> Result<(), Singular> {
    solve_of_rank((n, 0, masses), a, b, scales, places, |_, _, _| {})
}

/// The same for a matrix of known lower rank: rows without a pivot are ignored, and `choose` selects one of the
/// solutions before they are reordered. It gets rows that span the null space, the solution whose other unknowns are zero,
/// and the indices of the unknowns.
fn solve_of_rank<T: Real>(
    (n, deficiency, masses): (usize, usize, Masses),
    a: &mut [T],
    b: &mut [T],
    scales: &mut [f64],
    (rows, columns): (&mut [usize], &mut [usize]),
    choose: impl FnOnce(&mut [T], &mut [T], &[usize]),
) -> Result<(), Singular> {
    let rank = n.saturating_sub(deficiency);
    scales.fill(1.0);
    scale_rows_and_columns(n, deficiency, a, b, scales)?;
    if masses == Masses::Scaled && scale_masses(n, a, b, scales) {
        scale_rows_and_columns(n, deficiency, a, b, scales)?;
    }
    eliminate((n, rank), a, (&mut *rows, &mut *columns), |a, k, (row, column)| {
        b.swap(k, row);
        scales.swap(k, column);
        for i in k + 1..n {
            b[i] = b[i] - a[i * n + k] * b[k];
        }
    })?;
    b[rank..].fill(T::zero());
    for k in (0..rank).rev() {
        let mut sum = b[k];
        for j in k + 1..n {
            sum = sum - a[k * n + j] * b[j];
        }
        b[k] = sum * a[k * n + k].recip();
    }
    let (pivots, free) = a.split_at_mut(rank * n);
    for (c, null) in free.chunks_exact_mut(n.max(1)).enumerate() {
        null.fill(T::zero());
        null[rank + c] = T::one();
        for k in (0..rank).rev() {
            let row = &pivots[k * n..(k + 1) * n];
            let sum = (k + 1..n).fold(T::zero(), |sum, j| sum - row[j] * null[j]);
            null[k] = sum * row[k].recip();
        }
        null.iter_mut().zip(&*scales).for_each(|(x, scale)| *x = *x * T::exact(*scale));
    }
    for (x, scale) in b.iter_mut().zip(&*scales) {
        *x = *x * T::exact(*scale);
    }
    choose(free, b, columns);
    // Back to the order of the unknowns, following each cycle of the permutation.
    for k in 0..n {
        while columns[k] != k {
            let to = columns[k];
            b.swap(k, to);
            columns.swap(k, to);
        }
    }
    Ok(())
}

/// Where units are large for a mechanism, all masses are small beside the constraints, and their pivots look like rounding: scales them to
/// one by a common factor, a power of two. Whether there are such masses; other rows are those of constraints only if nothing couples them.
fn scale_masses<T: Real>(n: usize, a: &mut [T], b: &mut [T], scales: &mut [f64]) -> bool {
    let of_mass = |a: &[T], i: usize| a[i * n + i].leading() > 0.0;
    let (mut mass, mut coupled) = (0.0_f64, false);
    for i in 0..n {
        for j in 0..n {
            let size = a[i * n + j].leading();
            match (of_mass(a, i), of_mass(a, j)) {
                (true, true) => mass = mass.max(size),
                (false, false) => coupled |= size > 0.0,
                _ => {}
            }
        }
    }
    let Some(scale) = scale_of(mass.sqrt()).filter(|_| mass < SMALL_MASSES && !coupled) else { return false };
    let factor = |of_mass: bool| if of_mass { scale } else { 1.0 / scale };
    for i in 0..n {
        let own = factor(of_mass(a, i));
        for j in (0..n).filter(|&j| j != i) {
            let other = factor(of_mass(a, j));
            a[i * n + j] = a[i * n + j] * T::exact(own * other);
        }
        b[i] = b[i] * T::exact(own);
        scales[i] *= own;
    }
    for i in 0..n {
        a[i * n + i] = a[i * n + i] * T::exact(scale * scale);
    }
    true
}

/// Scales rows and columns to size one: rows, then columns, so that both kinds of units cancel; by powers of two, so that nothing is
/// rounded. `scales` are those of the columns.
///
/// # Errors
/// [`Singular`] with a row of zeros, unless constraints are redundant.
fn scale_rows_and_columns<T: Real>(
    n: usize,
    deficiency: usize,
    a: &mut [T],
    b: &mut [T],
    scales: &mut [f64],
) -> Result<(), Singular> {
    for i in 0..n {
        let row = &mut a[i * n..(i + 1) * n];
        let largest = row.iter().fold(0.0_f64, |m, x| m.max(x.leading()));
        let scale = match scale_of(largest) {
            Some(scale) => scale,
            None if deficiency > 0 && largest == 0.0 => 1.0,
            None => return Err(Singular { row: i }),
        };
        for x in row.iter_mut().chain([&mut b[i]]) {
            *x = *x * T::exact(scale);
        }
    }
    for (j, of_column) in scales.iter_mut().enumerate() {
        let largest = (0..n).fold(0.0_f64, |m, i| m.max(a[i * n + j].leading()));
        let scale = scale_of(largest).unwrap_or(1.0);
        for i in 0..n {
            a[i * n + j] = a[i * n + j] * T::exact(scale);
        }
        *of_column *= scale;
    }
    Ok(())
}

/// The power of two that brings a size into [1, 2); `None` for zero, subnormal numbers, infinity and NaN.
pub(crate) fn scale_of(size: f64) -> Option<f64> {
    const EXPONENT: u64 = 0x7ff0_0000_0000_0000;
    size.is_normal().then(|| 1.0 / f64::from_bits(size.to_bits() & EXPONENT))
}
