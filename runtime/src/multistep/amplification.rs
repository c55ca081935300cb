//! The step of a multistep method on the test equation as a matrix over (q, v) at the instants it remembers.
//!
//! Invariant: the newest row pair comes from the stepper itself; the others only shift.

use super::past::Instant;
use super::{Formula, Multistep};
use crate::stability::{FixedStep, TestEquation};
use crate::stepper::{Start, StepFailure, Stepper};
use nalgebra::{DMatrix, SVector};

impl<F: Formula> FixedStep for Multistep<F> {
    fn amplification_matrix(&self, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure> {
        if zeta == 0.0 {
            matrix(self, &TestEquation::<false> { omega: omega_h, zeta })
        } else {
            matrix(self, &TestEquation::<true> { omega: omega_h, zeta })
        }
    }
}

/// Over (q_n, v_n, q_{n−1}, v_{n−1} …), h = 1.
fn matrix<const DAMPED: bool, F: Formula>(
    method: &Multistep<F>,
    m: &TestEquation<DAMPED>,
) -> Result<DMatrix<f64>, StepFailure> {
    let size = 2 * F::PAST;
    let mut matrix = DMatrix::zeros(size, size);
    let damping = if DAMPED { 2.0 * m.zeta * m.omega } else { 0.0 };
    for column in 0..size {
        let unit = |i: usize| f64::from(u8::from(i == column));
        let at = |j: usize| (SVector::from([unit(2 * j)]), SVector::from([unit(2 * j + 1)]));
        let (q, v) = at(0);
        let mut w = method.start(m, &Start { t: 0.0, q, v, y: SVector::from([]) }, 1.0)?;
        let older = (1..F::PAST).map(|j| {
            let (q, v) = at(j);
            let a = SVector::from([-m.omega * m.omega * q[0] - damping * v[0]]);
            Instant { q, v, a, rates: SVector::from([]) }
        });
        w.past.remember(older, 1.0);
        method.step(m, 1.0, &mut w)?;
        matrix[(0, column)] = w.carrier.end.q[0];
        matrix[(1, column)] = w.carrier.end.v[0];
        if column + 2 < size {
            matrix[(column + 2, column)] = 1.0;
        }
    }
    Ok(matrix)
}
