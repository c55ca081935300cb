//! Accelerations and multipliers from a basis of the null space of the constraints, instead of the saddle matrix.
//!
//! With C = [G; D], γ = (γ_g, γ_k), n velocities and rank r, a pivoted QR factorisation of Cᵀ by Householder's reflections gives
//!
//! ```text
//! Cᵀ P = [Q₁ Q₂] [R S; 0 0],      R r × r upper triangular, Z = Q₂ with C Z = 0                        (1)
//! Rᵀ y = (Pᵀγ)₁,     a_p = Q₁ y                                                                    (2)
//! (Zᵀ M Z) w = Zᵀ (f₀ − M a_p),     a = a_p + Z w                                                   (3)
//! R (Pᵀλ)₁ = Q₁ᵀ (f₀ − M a),     (Pᵀλ)₂ = 0                                                          (4)
//! ```
//!
//! The matrix of (3) has the size of the degrees of freedom, and is definite if motion has inertia, for any scales of the
//! constraints; M alone may be singular. All matrices are dense: n³ operations, while the planned saddle solve exploits zeros.
//!
//! Invariant: forces are f₀ − Cᵀ(λ, ψ). If they are not (explicit multipliers), [`NullSpace::place`] returns `false` and the saddle matrix
//! is used.

use crate::stepper::StepFailure;
use crate::unknowns::Unknowns;
use crate::{Mechanism, Real, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// A diagonal entry of R below this many rounding units of the first belongs to a redundant row.
const DEPENDENT: f64 = 1e4;
/// Reactions that differ by less than this many rounding units are equal.
const SAME: f64 = 1e4;

/// Dense matrices of one mechanism.
#[derive(Clone, Debug)]
pub(crate) struct NullSpace<T> {
    n: usize,
    m: usize,
    /// The number of independent rows at general states of the motion.
    most: usize,
    /// C, row by row: row k is column k of Cᵀ, which (1) overwrites with R (its first k + 1 entries) and reflections.
    c: Vec<T>,
    /// The unmodified C.
    rows: Vec<T>,
    /// 2/(u·u) of each reflection.
    scale: Vec<T>,
    /// Heads of the reflections.
    head: Vec<T>,
    pivots: Vec<usize>,
    mass: Vec<T>,
    /// Zᵀ M Z, and Z column by column.
    reduced: Vec<T>,
    basis: Vec<T>,
    work: Vec<T>,
    right: Vec<T>,
    product: Vec<T>,
}

impl<T: Real> NullSpace<T> {
    /// For n velocities and m constraints, of which `redundancy` are redundant.
    pub(crate) fn new(n: usize, m: usize, redundancy: usize) -> Self {
        let zeros = |count: usize| vec![T::zero(); count];
        Self {
            n,
            m,
            most: m.saturating_sub(redundancy).min(n),
            c: zeros(n * m),
            rows: zeros(n * m),
            scale: zeros(m),
            head: zeros(m),
            pivots: (0..m).collect(),
            mass: zeros(n * n),
            reduced: zeros(n * n),
            basis: zeros(n * n),
            work: zeros(n),
            right: zeros(n),
            product: zeros(n),
        }
    }

    /// Evaluates C. `false` if `reactions`, which are f₀ − f(`trial`), are not Cᵀ times the multipliers of `trial`, relative to f₀ of
    /// this `size`.
    pub(crate) fn place<M: Mechanism<Scalar = T>>(
        &mut self,
        m: &M,
        at: &M::PositionCache,
        moving: &M::VelocityCache,
        (trial, reactions): (&Unknowns<M>, &M::Velocity),
        mut size: f64,
    ) -> bool {
        let holonomic = trial.lambda.len();
        if m.flags().holonomic {
            m.constraint_jacobian(at, &mut self.rows[..self.n * holonomic]);
        }
        if m.flags().nonholonomic {
            m.velocity_jacobian(at, moving, &mut self.rows[self.n * holonomic..]);
        }
        self.product.fill(T::zero());
        let multipliers = trial.lambda.as_slice().iter().chain(trial.psi.as_slice());
        for (row, x) in self.rows.chunks_exact(self.n.max(1)).zip(multipliers) {
            for (sum, entry) in self.product.iter_mut().zip(row) {
                *sum = *sum + *entry * *x;
                size += (*entry * *x).magnitude();
            }
        }
        let differences = reactions.as_slice().iter().zip(&self.product).map(|(a, b)| (*a - *b).magnitude());
        differences.sum::<f64>() <= SAME * T::epsilon() * size
    }

    /// (1) to (4): `out` holds f₀, γ_g and γ_k, and is overwritten; [`place`](Self::place) must have been called.
    pub(crate) fn solve<M: Mechanism<Scalar = T>>(
        &mut self,
        m: &M,
        at: &M::PositionCache,
        out: &mut Unknowns<M>,
    ) -> Result<(), StepFailure> {
        m.mass_matrix(at, &mut self.mass);
        self.solve_placed(out.a.as_mut_slice(), out.lambda.as_mut_slice(), out.psi.as_mut_slice())
    }

    /// The same with M known.
    pub(crate) fn solve_placed(
        &mut self,
        a: &mut [T],
        lambda: &mut [T],
        psi: &mut [T],
    ) -> Result<(), StepFailure> {
        let rank = self.factor();
        self.particular(rank, lambda, psi);
        self.free(rank, a)?;
        a.copy_from_slice(&self.work);
        self.multipliers(rank, lambda, psi);
        Ok(())
    }

    /// (1), and its rank.
    fn factor(&mut self) -> usize {
        let (n, m) = (self.n, self.m);
        self.c.copy_from_slice(&self.rows);
        for (k, pivot) in self.pivots.iter_mut().enumerate() {
            *pivot = k;
        }
        let mut first = 0.0_f64;
        // Off the constraints, as in stages, redundant rows are independent by O(h): the known rank is used.
        for k in 0..self.most {
            let square = |c: &[T], row: usize| {
                c[row * n + k..(row + 1) * n].iter().fold(0.0, |sum, x| sum + x.magnitude() * x.magnitude())
            };
            let best = (k..m).fold((k, square(&self.c, k)), |best, row| {
                let size = square(&self.c, row);
                if size > best.1 { (row, size) } else { best }
            });
            if best.0 != k {
                for j in 0..n {
                    self.c.swap(k * n + j, best.0 * n + j);
                }
                self.pivots.swap(k, best.0);
            }
            let size = best.1.sqrt();
            first = if k == 0 { size } else { first };
            // NaN does not count as dependent: it appears in the result.
            if size <= DEPENDENT * T::epsilon() * first {
                return k;
            }
            let (done, rest) = self.c.split_at_mut((k + 1) * n);
            let column = &mut done[k * n + k..];
            let norm = column.iter().fold(T::zero(), |sum, x| sum + *x * *x).sqrt();
            let norm = if column[0].value() > 0.0 { -norm } else { norm };
            let head = column[0] - norm;
            column[0] = head;
            let scale = T::exact(2.0) / column.iter().fold(T::zero(), |sum, x| sum + *x * *x);
            for row in rest.chunks_exact_mut(n) {
                reflect(column, scale, &mut row[k..]);
            }
            (self.head[k], self.scale[k]) = (head, scale);
            column[0] = norm;
        }
        self.most
    }

    /// x ← Q x (reflections in reverse), or Qᵀ x.
    fn turn(&self, rank: usize, transposed: bool, x: &mut [T]) {
        for i in 0..rank {
            let k = if transposed { i } else { rank - 1 - i };
            let column = &self.c[k * self.n + k..(k + 1) * self.n];
            // The head is stored separately, since R is in its place.
            let x = &mut x[k..];
            let dot = column[1..].iter().zip(&x[1..]).fold(self.head[k] * x[0], |sum, (u, x)| sum + *u * *x);
            let by = self.scale[k] * dot;
            x[0] = x[0] - by * self.head[k];
            for (x, u) in x[1..].iter_mut().zip(&column[1..]) {
                *x = *x - by * *u;
            }
        }
    }

    /// (2) into `work`, from γ_g and γ_k.
    fn particular(&mut self, rank: usize, holonomic: &[T], nonholonomic: &[T]) {
        let n = self.n;
        let gamma =
            |row: usize| holonomic.get(row).copied().unwrap_or_else(|| nonholonomic[row - holonomic.len()]);
        let mut y = core::mem::take(&mut self.work);
        y.fill(T::zero());
        for k in 0..rank {
            // Row k of Rᵀ is column k of R: entries i ≤ k.
            let sum = (0..k).fold(gamma(self.pivots[k]), |sum, i| sum - self.c[k * n + i] * y[i]);
            y[k] = sum / self.c[k * n + k];
        }
        self.turn(rank, false, &mut y);
        self.work = y;
    }

    /// M x into `product`.
    fn mass_times(&mut self, x: &[T]) {
        for (sum, row) in self.product.iter_mut().zip(self.mass.chunks_exact(self.n.max(1))) {
            *sum = row.iter().zip(x).fold(T::zero(), |sum, (m, x)| sum + *m * *x);
        }
    }

    /// (3): a in `work`, f₀ − M a in `right`.
    fn free(&mut self, rank: usize, forces: &[T]) -> Result<(), StepFailure> {
        let (n, f) = (self.n, self.n - rank);
        let mut a = core::mem::take(&mut self.work);
        self.mass_times(&a);
        for ((right, f), inertia) in self.right.iter_mut().zip(forces).zip(&self.product) {
            *right = *f - *inertia;
        }
        let mut basis = core::mem::take(&mut self.basis);
        for (k, z) in basis.chunks_exact_mut(n.max(1)).take(f).enumerate() {
            z.fill(T::zero());
            z[rank + k] = T::one();
            self.turn(rank, false, z);
        }
        let dot = |a: &[T], b: &[T]| a.iter().zip(b).fold(T::zero(), |sum, (a, b)| sum + *a * *b);
        for j in 0..f {
            self.mass_times(&basis[j * n..(j + 1) * n]);
            for i in 0..f {
                self.reduced[i * f + j] = dot(&basis[i * n..(i + 1) * n], &self.product);
            }
        }
        for i in 0..f {
            self.product[i] = dot(&basis[i * n..(i + 1) * n], &self.right);
        }
        let solved = eliminate(&mut self.reduced[..f * f], &mut self.product[..f]);
        let w = core::mem::take(&mut self.product);
        for (z, w) in basis.chunks_exact(n.max(1)).zip(&w[..f]) {
            for (a, z) in a.iter_mut().zip(z) {
                *a = *a + *w * *z;
            }
        }
        (self.product, self.basis) = (w, basis);
        solved.map_err(|row| StepFailure::Singular { row })?;
        self.mass_times(&a);
        for ((right, f), inertia) in self.right.iter_mut().zip(forces).zip(&self.product) {
            *right = *f - *inertia;
        }
        self.work = a;
        Ok(())
    }

    /// (4): λ and ψ.
    fn multipliers(&mut self, rank: usize, lambda: &mut [T], psi: &mut [T]) {
        let n = self.n;
        let mut right = core::mem::take(&mut self.right);
        self.turn(rank, true, &mut right);
        lambda.fill(T::zero());
        psi.fill(T::zero());
        let holonomic = lambda.len();
        for k in (0..rank).rev() {
            // Row k of R has entries in the columns j ≥ k.
            let x = right[k] / self.c[k * n + k];
            for (right, entry) in right.iter_mut().zip(&self.c[k * n..k * n + k]) {
                *right = *right - *entry * x;
            }
            let row = self.pivots[k];
            if row < holonomic {
                lambda[row] = x;
            } else {
                psi[row - holonomic] = x;
            }
        }
        self.right = right;
    }
}

/// x ← x − s u (u·x).
fn reflect<T: Real>(u: &[T], scale: T, x: &mut [T]) {
    let by = scale * u.iter().zip(&*x).fold(T::zero(), |sum, (u, x)| sum + *u * *x);
    for (x, u) in x.iter_mut().zip(u) {
        *x = *x - by * *u;
    }
}

/// Solves a x = b in place, by Gaussian elimination with partial pivoting; otherwise returns the row of a zero pivot.
fn eliminate<T: Real>(a: &mut [T], b: &mut [T]) -> Result<(), usize> {
    let n = b.len();
    for k in 0..n {
        let best = (k..n).fold((k, a[k * n + k].magnitude()), |best, i| {
            let size = a[i * n + k].magnitude();
            if size > best.1 { (i, size) } else { best }
        });
        if best.1 == 0.0 {
            return Err(k);
        }
        if best.0 != k {
            for j in 0..n {
                a.swap(k * n + j, best.0 * n + j);
            }
            b.swap(k, best.0);
        }
        for i in k + 1..n {
            let by = a[i * n + k] / a[k * n + k];
            for j in k + 1..n {
                a[i * n + j] = a[i * n + j] - by * a[k * n + j];
            }
            b[i] = b[i] - by * b[k];
        }
    }
    for k in (0..n).rev() {
        let sum = (k + 1..n).fold(b[k], |sum, j| sum - a[k * n + j] * b[j]);
        b[k] = sum / a[k * n + k];
    }
    Ok(())
}
