//! The step of a multistep method on the test equation as a matrix over (q, v) at the instants it remembers.
//!
//! Invariant: the newest row pair comes from the stepper itself; the others only shift.

use super::past::Instant;
use super::{Formula, ImplicitFormula, ImplicitMultistep, Multistep, Workspace};
use crate::Mechanism;
use crate::stability::{FixedStep, TestEquation};
use crate::stepper::{Start, StepFailure, Stepper};
use nalgebra::{DMatrix, SVector};

/// A method of this module: how many instants it needs, and where it keeps them.
trait Remembers<M: Mechanism>: Stepper<M> {
    const INSTANTS: usize;
    fn base(w: &mut Self::Workspace) -> &mut Workspace<M>;
}

impl<const DAMPED: bool, F: Formula> Remembers<TestEquation<DAMPED>> for Multistep<F> {
    const INSTANTS: usize = F::PAST;
    fn base(w: &mut Self::Workspace) -> &mut Workspace<TestEquation<DAMPED>> {
        w
    }
}

impl<const DAMPED: bool, F: ImplicitFormula> Remembers<TestEquation<DAMPED>> for ImplicitMultistep<F> {
    const INSTANTS: usize = Self::PAST;
    fn base(w: &mut Self::Workspace) -> &mut Workspace<TestEquation<DAMPED>> {
        &mut w.base
    }
}

impl<F: Formula> FixedStep for Multistep<F> {
    fn amplification_matrix(&self, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure> {
        either(self, omega_h, zeta)
    }
}

impl<F: ImplicitFormula> FixedStep for ImplicitMultistep<F> {
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
    Ok(matrix)
}
