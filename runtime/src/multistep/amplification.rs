//! The step of a multistep method on the test equation as a matrix over (q, v) at its stored instants.
//!
//! The root z = 1 that Godunov's methods always have is removed.
//!
//! Invariant: the newest row pair comes from the stepper itself; the others only shift.

use super::past::Instant;
use super::{Formula, ImplicitFormula, ImplicitMultistep, ImplicitWorkspace, Multistep, Workspace};
use crate::Mechanism;
use crate::stability::{FixedStep, TestEquation};
use crate::stepper::{Start, StepFailure, Stepper};
use alloc::vec::Vec;
use nalgebra::{DMatrix, SVector};

/// A method of this module: the number of instants it needs, and its history.
trait Remembers<M: Mechanism>: Stepper<M> {
    const INSTANTS: usize;
    /// Whether the step has the root z = 1 at every Ω and ζ.
    const GODUNOV: bool;
    fn base(w: &mut Self::Workspace) -> &mut Workspace<M>;
}

impl<const DAMPED: bool, F: Formula> Remembers<TestEquation<DAMPED>> for Multistep<F> {
    const INSTANTS: usize = F::PAST;
    const GODUNOV: bool = F::POSITION.is_some();
    fn base(w: &mut Workspace<TestEquation<DAMPED>>) -> &mut Workspace<TestEquation<DAMPED>> {
        w
    }
}

impl<const DAMPED: bool, F: ImplicitFormula> Remembers<TestEquation<DAMPED>> for ImplicitMultistep<F> {
    const INSTANTS: usize = Self::PAST;
    const GODUNOV: bool = true;
    fn base(w: &mut ImplicitWorkspace<TestEquation<DAMPED>>) -> &mut Workspace<TestEquation<DAMPED>> {
        &mut w.base
    }
}

impl<F: Formula> FixedStep for Multistep<F> {
    fn has_lasting_root(&self) -> bool {
        F::POSITION.is_some()
    }

    fn amplification_matrix(&self, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure> {
        either(self, omega_h, zeta)
    }
}

impl<F: ImplicitFormula> FixedStep for ImplicitMultistep<F> {
    fn has_lasting_root(&self) -> bool {
        true
    }

    fn amplification_matrix(&self, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure> {
        either(self, omega_h, zeta)
    }
}

fn either<S>(method: &S, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure>
where
    S: Remembers<TestEquation<false>> + Remembers<TestEquation<true>>,
{
    if zeta == 0.0 {
        matrix(method, &TestEquation::<false> { omega: omega_h, zeta })
    } else {
        matrix(method, &TestEquation::<true> { omega: omega_h, zeta })
    }
}

/// Over (q_n, v_n, q_{n−1}, v_{n−1} …), h = 1.
fn matrix<const DAMPED: bool, S: Remembers<TestEquation<DAMPED>>>(
    method: &S,
    m: &TestEquation<DAMPED>,
) -> Result<DMatrix<f64>, StepFailure> {
    let size = 2 * S::INSTANTS;
    let mut matrix = DMatrix::zeros(size, size);
    let damping = if DAMPED { 2.0 * m.zeta * m.omega } else { 0.0 };
    for column in 0..size {
        let unit = |i: usize| f64::from(u8::from(i == column));
        let at = |j: usize| (SVector::from([unit(2 * j)]), SVector::from([unit(2 * j + 1)]));
        let (q, v) = at(0);
        let mut w = method.start(m, &Start { t: 0.0, q, v, y: SVector::from([]) }, 1.0)?;
        let older = (1..S::INSTANTS).map(|j| {
            let (q, v) = at(j);
            let a = SVector::from([-m.omega * m.omega * q[0] - damping * v[0]]);
            Instant { q, v, a, rates: SVector::from([]) }
        });
        S::base(&mut w).past.remember(older, 1.0);
        method.step(m, 1.0, &mut w)?;
        let end = &S::base(&mut w).carrier.end;
        matrix[(0, column)] = end.q[0];
        matrix[(1, column)] = end.v[0];
        if column + 2 < size {
            matrix[(column + 2, column)] = 1.0;
        }
    }
    Ok(if S::GODUNOV { deflated(&matrix, m.omega, m.zeta) } else { matrix })
}

/// Without the root z = 1 that every pair of Godunov's has, because it never enforces x' = v: the state at rest r with
/// x = 2ζ, v = −Ω at all instants has no acceleration and is constant. In a basis with r in place of the unit vector p,
///
/// ```text
/// B_ij = A_ij − (r_i/r_p) A_pj      i, j ≠ p
/// ```
fn deflated(matrix: &DMatrix<f64>, omega: f64, zeta: f64) -> DMatrix<f64> {
    let rest = if omega == 0.0 && zeta == 0.0 { [0.0, 1.0] } else { [2.0 * zeta, -omega] };
    let p = usize::from(rest[1].abs() >= rest[0].abs());
    let kept: Vec<usize> = (0..matrix.nrows()).filter(|i| *i != p).collect();
    DMatrix::from_fn(kept.len(), kept.len(), |i, j| {
        let (i, j) = (kept[i], kept[j]);
        matrix[(i, j)] - rest[i % 2] / rest[p] * matrix[(p, j)]
    })
}
