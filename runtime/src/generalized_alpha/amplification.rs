//! The amplification matrices: the step itself on unit states (x, x', A) at h = 1.

use super::{GeneralizedAlpha, WilsonTheta};
use crate::stability::{FixedStep, TestEquation};
use crate::stepper::{Start, StepFailure, Stepper};
use nalgebra::{DMatrix, SVector};

/// The start with a 1 in `column` of (x, x').
fn unit<const DAMPED: bool>(column: usize) -> Start<TestEquation<DAMPED>> {
    let unit = |i: usize| SVector::from([f64::from(u8::from(i == column))]);
    Start { t: 0.0, q: unit(0), v: unit(1), y: SVector::zeros() }
}

/// The matrix of a method from its effect on column 0, 1 or 2.
fn matrix(step: impl Fn(usize) -> Result<[f64; 3], StepFailure>) -> Result<DMatrix<f64>, StepFailure> {
    let mut matrix = DMatrix::zeros(3, 3);
    for column in 0..3 {
        for (row, x) in step(column)?.into_iter().enumerate() {
            matrix[(row, column)] = x;
        }
    }
    Ok(matrix)
}

impl GeneralizedAlpha {
    fn matrix<const DAMPED: bool>(
        &self,
        equation: &TestEquation<DAMPED>,
    ) -> Result<DMatrix<f64>, StepFailure> {
        matrix(|column| {
            let a = SVector::from([f64::from(u8::from(column == 2))]);
            let mut w =
                self.start_with(equation, &unit(column), 1.0, &a, (&SVector::zeros(), &SVector::zeros()))?;
            self.step(equation, 1.0, &mut w)?;
            let end = &w.here.point;
            Ok([end.q[0], end.v[0], end.a[0]])
        })
    }
}

impl FixedStep for GeneralizedAlpha {
    fn amplification_matrix(&self, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure> {
        if zeta == 0.0 {
            self.matrix(&TestEquation::<false> { omega: omega_h, zeta })
        } else {
            self.matrix(&TestEquation::<true> { omega: omega_h, zeta })
        }
    }
}

impl WilsonTheta {
    fn matrix<const DAMPED: bool>(
        &self,
        equation: &TestEquation<DAMPED>,
    ) -> Result<DMatrix<f64>, StepFailure> {
        matrix(|column| {
            let mut w = self.start(equation, &unit(column), 1.0)?;
            w.here.a[0] = f64::from(u8::from(column == 2));
            self.step(equation, 1.0, &mut w)?;
            Ok([w.here.q[0], w.here.v[0], w.here.a[0]])
        })
    }
}

impl FixedStep for WilsonTheta {
    fn amplification_matrix(&self, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure> {
        if zeta == 0.0 {
            self.matrix(&TestEquation::<false> { omega: omega_h, zeta })
        } else {
            self.matrix(&TestEquation::<true> { omega: omega_h, zeta })
        }
    }
}
