//! The amplification matrix of a conditionally explicit step: the step itself on unit states.
//!
//! A state is (x_n, p_1 … p_D) at h = 1.

use super::{CentralDifferences, ConditionallyExplicit, Degree, StableFor, Starting, Workspace};
use crate::Evaluate;
use crate::stability::{FixedStep, TestEquation, sigma_roots};
use crate::stepper::{Start, StepFailure, Stepper};
use alloc::vec::Vec;
use nalgebra::{Complex, DMatrix, SVector};

impl<const DEGREE: usize> FixedStep for ConditionallyExplicit<DEGREE>
where
    Degree<DEGREE>: StableFor<TestEquation<false>> + StableFor<TestEquation<true>>,
{
    fn amplification_matrix(&self, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure> {
        if zeta == 0.0 {
            self.matrix(&TestEquation::<false> { omega: omega_h, zeta })
        } else {
            self.matrix(&TestEquation::<true> { omega: omega_h, zeta })
        }
    }

    fn constrained_roots(&self) -> Option<Vec<Complex<f64>>> {
        Some(sigma_roots(&self.weights()))
    }
}

impl<const DEGREE: usize> ConditionallyExplicit<DEGREE> {
    fn matrix<const DAMPED: bool>(&self, equation: &TestEquation<DAMPED>) -> Result<DMatrix<f64>, StepFailure>
    where
        Degree<DEGREE>: StableFor<TestEquation<DAMPED>>,
    {
        let rest = Start { t: 0.0, q: SVector::zeros(), v: SVector::zeros(), y: SVector::zeros() };
        let method = self.starting(Starting::ZeroHigher);
        let mut matrix = DMatrix::zeros(DEGREE, DEGREE);
        for column in 0..DEGREE {
            let mut w: Workspace<TestEquation<DAMPED>, DEGREE> = method.start(equation, &rest, 1.0)?;
            if column == 0 {
                w.instants[0].q[0] = 1.0;
            } else {
                w.p[column][0] = 1.0;
            }
            let q = w.instants[0].q;
            equation.place(&(), &q, &mut w.instants[0].at);
            w.complete();
            method.step(equation, 1.0, &mut w)?;
            matrix[(0, column)] = w.instants[0].q[0];
            for row in 1..DEGREE {
                matrix[(row, column)] = w.p[row].as_slice()[0];
            }
        }
        Ok(matrix)
    }
}

impl FixedStep for CentralDifferences {
    /// The state is (x_n, x_{n−1}).
    fn amplification_matrix(&self, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure> {
        if zeta == 0.0 {
            self.matrix(&TestEquation::<false> { omega: omega_h, zeta })
        } else {
            self.matrix(&TestEquation::<true> { omega: omega_h, zeta })
        }
    }
}
