//! The amplification matrices of methods that store more than (x, x'): the step itself on unit states at h = 1.

use super::{Beeman, LastVelocity, Leapfrog};
use crate::stability::{FixedStep, TestEquation};
use crate::stepper::{Start, StepFailure, Stepper};
use nalgebra::{DMatrix, SVector};

fn unit(row: usize, column: usize) -> SVector<f64, 1> {
    SVector::from([f64::from(u8::from(row == column))])
}

fn start<const DAMPED: bool>(column: usize) -> Start<TestEquation<DAMPED>> {
    Start { t: 0.0, q: unit(0, column), v: unit(1, column), y: SVector::zeros() }
}

impl Leapfrog<LastVelocity> {
    /// Over (x_n, v_{n−½}).
    fn matrix<const DAMPED: bool>(
        &self,
        equation: &TestEquation<DAMPED>,
    ) -> Result<DMatrix<f64>, StepFailure> {
        let mut matrix = DMatrix::zeros(2, 2);
        for column in 0..2 {
            let mut w = self.start(equation, &start(column), 1.0)?;
            w.last = 1.0;
            self.step(equation, 1.0, &mut w)?;
            matrix[(0, column)] = w.carrier.end.q[0];
            matrix[(1, column)] = w.carrier.end.v[0];
        }
        Ok(matrix)
    }
}

impl FixedStep for Leapfrog<LastVelocity> {
    fn amplification_matrix(&self, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure> {
        if zeta == 0.0 {
            self.matrix(&TestEquation::<false> { omega: omega_h, zeta })
        } else {
            self.matrix(&TestEquation::<true> { omega: omega_h, zeta })
        }
    }
}

impl Beeman {
    /// Over (x_n, v_n, a_{n−1}).
    fn matrix<const DAMPED: bool>(
        &self,
        equation: &TestEquation<DAMPED>,
    ) -> Result<DMatrix<f64>, StepFailure> {
        let mut matrix = DMatrix::zeros(3, 3);
        for column in 0..3 {
            let mut w = self.start(equation, &start(column), 1.0)?;
            w.before = unit(2, column);
            self.step(equation, 1.0, &mut w)?;
            matrix[(0, column)] = w.carrier.end.q[0];
            matrix[(1, column)] = w.carrier.end.v[0];
            matrix[(2, column)] = w.before[0];
        }
        Ok(matrix)
    }
}

impl FixedStep for Beeman {
    fn amplification_matrix(&self, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure> {
        if zeta == 0.0 {
            self.matrix(&TestEquation::<false> { omega: omega_h, zeta })
        } else {
            self.matrix(&TestEquation::<true> { omega: omega_h, zeta })
        }
    }
}
