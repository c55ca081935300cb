//! Classical central differences with cancellation, for comparison.
//!
//! ```text
//! x_{n+1} = 2 x_n − x_{n−1} + h² a_n                                                 (1)
//! v_n = (x_{n+1} − x_{n−1})/(2h) = (x_n − x_{n−1})/h + (h/2) a_n                             (2)
//! ```
//!
//! Invariant: sums are not compensated. For small h, digits of h² a_n are lost in (1), and (2) divides
//! the error by h; [`ThirdDegree::central_differences`](super::ThirdDegree::central_differences) is
//! the same method without this cancellation.

use crate::convergence::Convergence;
use crate::error::SnapshotError;
use crate::runge_kutta::Index1;
use crate::stability::TestEquation;
use crate::stepper::{
    Sample, Start, StepFailure, StepReport, Stepper, check_attempt, check_start, check_step,
};
use crate::transfer::Transfer;
use crate::unknowns::Unknowns;
use crate::{Blocks, Mechanism, Real, Stateless, Unconstrained, Vector, VectorSpace, Weights};
use alloc::string::String;
use nalgebra::{DMatrix, SVector};

/// Newton iterations where forces depend on the velocity.
const ITERATIONS: u32 = 20;
/// They end when the velocity changes by less than this many rounding units of 1 + |v|, or by its rounding.
const TOLERANCE: f64 = 64.0;

/// x_{n+1} = 2 x_n − x_{n−1} + h² a_n: second order, fixed steps, vector-space coordinates, no first-order states.
///
/// Round-off grows like ε/h²: at h = 1e-7 a pendulum loses all but four digits. Use it for comparison only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CentralDifferences;

/// The state of a run of [`CentralDifferences`].
#[derive(Clone, Debug)]
pub struct CentralDifferencesWorkspace<M: Mechanism> {
    t: M::Scalar,
    h: M::Scalar,
    sampled: M::Scalar,
    /// x_{n−1}, x_n, x_{n+1}; after a commit the first is free.
    q: [M::Configuration; 3],
    committed: bool,
    v: M::Velocity,
    y: M::States,
    at: M::PositionCache,
    now: M::TimeCache,
    dynamics: Unknowns<M>,
    force: M::Velocity,
    product: M::Velocity,
    saddle: M::SaddleFactors,
    factors: M::Factors,
    moving: M::VelocityCache,
}

impl<M: Unconstrained> CentralDifferencesWorkspace<M> {
    /// a_n, with v_n from (2).
    fn solve(&mut self, m: &M) -> Result<StepReport, StepFailure> {
        let singular = |s: crate::Singular| StepFailure::Singular { row: s.row };
        let Unknowns { a, lambda, psi } = &mut self.dynamics;
        if !m.flags().velocity_dependent {
            m.applied_force(&self.at, &self.v, &self.y, a);
            m.factor_saddle(&self.at, &self.at, &self.at, &self.moving, &mut self.saddle);
            let fallback = m.solve_saddle(&self.saddle, a, lambda, psi).map_err(singular)?;
            self.velocity();
            return Ok(StepReport { iterations: 1, evaluations: 1, fallback });
        }
        // (M + (h/2) C) da = f(v_n(a)) − M a, from the acceleration of the previous step.
        let half = M::Scalar::exact(0.5) * self.h;
        let mut report = StepReport::default();
        let mut change = f64::INFINITY;
        let mut convergence = Convergence::of::<M::Scalar>(TOLERANCE);
        while report.iterations < ITERATIONS {
            self.velocity();
            let Unknowns { a, lambda, psi } = &mut self.dynamics;
            m.applied_force(&self.at, &self.v, &self.y, &mut self.force);
            m.mass_times(&self.at, a, &mut self.product);
            self.force.axpy(-M::Scalar::one(), &self.product);
            m.moving(&self.at, &self.v, &self.y, (lambda, psi), &mut self.moving);
            let zero = M::Scalar::zero();
            let weights = Weights {
                mass: M::Scalar::one(),
                damping: half,
                stiffness: zero,
                identity: zero,
                constraint_position: zero,
                constraint_velocity: zero,
            };
            let at = &self.at;
            let blocks = Blocks { mass: at, columns: at, rows: at, moving: &self.moving, stiffness: None };
            m.factor(weights, blocks, &mut self.factors);
            report.fallback =
                report.fallback.max(m.solve(&self.factors, &mut self.force, lambda, psi).map_err(singular)?);
            a.add(&self.force);
            report.iterations += 1;
            report.evaluations += 1;
            change = half.magnitude() * self.force.magnitude();
            convergence.note(change / (1.0 + self.v.magnitude()));
            if convergence.reached() || convergence.rounding() {
                self.velocity();
                return Ok(report);
            }
        }
        Err(StepFailure::Diverged { iterations: report.iterations, residual: change, row: 0 })
    }

    /// Changes the step size: x_{n−1} is moved along the parabola through x_n with v_n and a_n.
    #[cold]
    fn change_step(&mut self, m: &M, h: M::Scalar) -> Result<(), StepFailure> {
        self.solve(m)?;
        self.h = h;
        let half_square = M::Scalar::exact(0.5) * h * h;
        for i in 0..self.v.len() {
            let back = half_square * self.dynamics.a.as_slice()[i] - h * self.v.as_slice()[i];
            self.q[0].as_mut_slice()[i] = self.q[1].as_slice()[i] + back;
        }
        Ok(())
    }

    /// (2).
    fn velocity(&mut self) {
        let [before, now, _] = &self.q;
        let half = M::Scalar::exact(0.5) * self.h;
        for i in 0..self.v.len() {
            let slope = (now.as_slice()[i] - before.as_slice()[i]) / self.h;
            self.v.as_mut_slice()[i] = slope + half * self.dynamics.a.as_slice()[i];
        }
    }
}

impl<M: Unconstrained + VectorSpace + Stateless> Stepper<M> for CentralDifferences {
    type Workspace = CentralDifferencesWorkspace<M>;

    fn name(&self) -> String {
        "classical central differences".into()
    }

    fn order(&self) -> u32 {
        2
    }

    /// x_{−1} = x_0 − h v_0 + h² a_0/2.
    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Self::Workspace, StepFailure> {
        check_step(h)?;
        check_start(m, from)?;
        let n = from.v.len();
        let mut w = CentralDifferencesWorkspace {
            t: from.t,
            h,
            sampled: from.t,
            q: core::array::from_fn(|_| from.q.clone()),
            committed: false,
            v: from.v.clone(),
            y: from.y.clone(),
            at: m.position_cache(),
            now: m.now(from.t),
            dynamics: Unknowns::first_guess(m, n),
            force: M::Velocity::zeros(n),
            product: M::Velocity::zeros(n),
            saddle: m.saddle_factors(),
            factors: m.factors(),
            moving: m.velocity_cache(),
        };
        m.place(&w.now, &from.q, &mut w.at);
        Index1::new(m, n).solve(m, &w.at, &from.v, &from.y, &mut w.dynamics)?;
        let half_square = M::Scalar::exact(0.5) * h * h;
        for i in 0..n {
            let back = half_square * w.dynamics.a.as_slice()[i] - h * from.v.as_slice()[i];
            w.q[0].as_mut_slice()[i] = from.q.as_slice()[i] + back;
        }
        Ok(w)
    }

    #[inline]
    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure> {
        check_attempt(m, h, (&w.q[1], &w.v))?;
        if w.committed {
            m.now_into(w.t, &mut w.now);
            m.place(&w.now, &w.q[1], &mut w.at);
            w.committed = false;
        }
        w.sampled = w.t;
        if h != w.h {
            w.change_step(m, h)?;
        }
        let report = w.solve(m)?;
        for i in 0..w.v.len() {
            let a = w.dynamics.a.as_slice()[i];
            if !a.is_finite() {
                return Err(StepFailure::NotFinite { row: i });
            }
            let two = M::Scalar::exact(2.0);
            w.q[2].as_mut_slice()[i] = two * w.q[1].as_slice()[i] - w.q[0].as_slice()[i] + h * h * a; // (1)
        }
        Ok(report)
    }

    #[inline]
    fn commit(&self, _m: &M, w: &mut Self::Workspace) {
        w.q.rotate_left(1);
        w.t = w.t + w.h;
        w.committed = true;
    }

    fn transfer(&self, m: &M, w: &mut Self::Workspace, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.real(&mut w.t)?;
        over.real(&mut w.h)?;
        over.real(&mut w.sampled)?;
        for q in &mut w.q {
            over.vector(q)?;
        }
        over.flag(&mut w.committed)?;
        over.vector(&mut w.v)?;
        over.vector(&mut w.y)?;
        if over.is_reading() {
            let q = if w.committed { &w.q[0] } else { &w.q[1] };
            m.place(&m.now(w.sampled), q, &mut w.at);
        }
        w.dynamics.transfer(over)
    }

    fn sample<'a>(&self, w: &'a Self::Workspace) -> Sample<'a, M> {
        let Unknowns { a, lambda, psi } = &w.dynamics;
        let q = if w.committed { &w.q[0] } else { &w.q[1] };
        Sample { t: w.sampled, q, v: &w.v, a, lambda, psi, y: &w.y, at: &w.at }
    }
}

impl CentralDifferences {
    pub(super) fn matrix<const DAMPED: bool>(
        &self,
        equation: &TestEquation<DAMPED>,
    ) -> Result<DMatrix<f64>, StepFailure> {
        let rest = Start { t: 0.0, q: SVector::zeros(), v: SVector::zeros(), y: SVector::zeros() };
        let mut matrix = DMatrix::zeros(2, 2);
        for column in 0..2 {
            let mut w: CentralDifferencesWorkspace<TestEquation<DAMPED>> =
                self.start(equation, &rest, 1.0)?;
            w.q[1 - column][0] = 1.0;
            w.committed = true;
            self.step(equation, 1.0, &mut w)?;
            matrix[(0, column)] = w.q[1][0];
            matrix[(1, column)] = w.q[0][0];
        }
        Ok(matrix)
    }
}
