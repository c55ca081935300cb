//! One step of an explicit Runge–Kutta method on (q, v, y).
//!
//! ```text
//! Ω_i = h Σ_{j<i} a_ij κ_j      q_i = q_n ⊞ Ω_i                          (1)
//! v_i = v_n + h Σ_{j<i} a_ij a_j      y_i = y_n + h Σ_{j<i} a_ij y'_j         (2)
//! a_i, λ_i, ψ_i from index 1 at (t_n + c_i h, q_i, v_i, y_i)             (3)
//! κ_i = dexp⁻¹_{Ω_i}(v_i)      (v_i itself on a vector space)               (4)
//! q_{n+1} = q_n ⊞ h Σ b_i κ_i,  v_{n+1} = v_n + h Σ b_i a_i,  y_{n+1} = y_n + h Σ b_i y'_i   (5)
//! ```
//!
//! (Munthe-Kaas 1999 for the configuration.) Invariant: the sample is complete and belongs to t_n; it
//! changes only after stage 1 of the next point.

use super::dense::Dense;
use super::index1::Index1;
use super::point::Point;
use super::projection::Projector;
use super::tableau::{Coefficients, ends_at_last_stage};
use super::{LinearSolve, Projection, RungeKutta, Tableau, Treatment, Treats};
use crate::error::SnapshotError;
use crate::stepper::{
    Sample, Start, StepFailure, StepReport, Stepper, check_attempt, check_start, check_step,
};
use crate::transfer::Transfer;
use crate::unknowns::Unknowns;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Vector};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Everything that changes during a run.
#[derive(Clone, Debug)]
pub struct Workspace<M: Mechanism> {
    coefficients: Coefficients<M::Scalar>,
    /// The point at t_n, with its results.
    pub(crate) here: Point<M>,
    pub(crate) at: M::PositionCache,
    pub(crate) found: Unknowns<M>,
    /// The point at t_{n+1}; already placed if a projection or the last stage did so.
    pub(crate) end: Point<M>,
    pub(crate) at_end: M::PositionCache,
    pub(crate) placed: bool,
    /// Whether `scratch` already holds the accelerations at t_{n+1}.
    pub(crate) solved: bool,
    /// Whether the next attempt begins at the end of the last one.
    committed: bool,
    pub(crate) stages: Vec<Slopes<M>>,
    pub(crate) stage: Point<M>,
    pub(super) at_stage: M::PositionCache,
    /// Of the time that is evaluated.
    pub(crate) now: M::TimeCache,
    pub(crate) scratch: Unknowns<M>,
    /// hΣ b_i (κ_i, a_i, y'_i).
    pub(crate) increment: Slopes<M>,
    pub(crate) index1: Index1<M>,
    projector: Projector<M>,
    /// Size of the last attempt.
    pub(super) h: M::Scalar,
    /// Whether the last attempt was projected.
    pub(super) projected: bool,
    /// Created at the first use of dense output.
    pub(super) dense: Option<Box<Dense<M>>>,
}

/// (κ, a, y') of one stage.
#[derive(Clone, Debug)]
pub(crate) struct Slopes<M: Mechanism> {
    pub(crate) q: M::Velocity,
    pub(crate) v: M::Velocity,
    pub(crate) y: M::States,
}

impl<M: Mechanism> Slopes<M> {
    /// h Σ w_j·stage_j.
    #[inline]
    pub(crate) fn set_sum(&mut self, h: M::Scalar, weights: &[(usize, M::Scalar)], stages: &[Self]) {
        self.q.fill(M::Scalar::zero());
        self.v.fill(M::Scalar::zero());
        self.y.fill(M::Scalar::zero());
        for (j, w) in weights {
            let w = h * *w;
            self.q.axpy(w, &stages[*j].q);
            self.v.axpy(w, &stages[*j].v);
            if M::FLAGS.states {
                self.y.axpy(w, &stages[*j].y);
            }
        }
    }
}

pub(crate) fn merge(report: &mut StepReport, more: StepReport) {
    report.iterations += more.iterations;
    report.evaluations += more.evaluations;
    report.fallback = report.fallback.max(more.fallback);
}

impl<M: Mechanism> Workspace<M> {
    fn new<B: Tableau>(m: &M, from: &Start<M>, stabilisation: Option<(f64, f64)>) -> Self {
        let n = from.v.len();
        let (mut zero, mut still) = (from.v.clone(), from.y.clone());
        zero.fill(M::Scalar::zero());
        still.fill(M::Scalar::zero());
        let slopes = Slopes { q: zero.clone(), v: zero, y: still };
        Self {
            coefficients: Coefficients::of::<B>(),
            here: Point::new(from),
            at: m.position_cache(),
            found: Unknowns::first_guess(m, n),
            end: Point::new(from),
            at_end: m.position_cache(),
            placed: false,
            solved: false,
            committed: true,
            stages: vec![slopes.clone(); B::B.len()],
            stage: Point::new(from),
            at_stage: m.position_cache(),
            now: m.now(from.t),
            scratch: Unknowns::first_guess(m, n),
            increment: slopes,
            index1: Index1::new(m, n).stabilised(stabilisation),
            projector: Projector::new(m, from.t, n),
            h: M::Scalar::zero(),
            projected: false,
            dense: None,
        }
    }

    /// The workspace at a start, whose numbers must be finite, and as many as those of the mechanism.
    pub(crate) fn starting<B: Tableau>(
        m: &M,
        from: &Start<M>,
        stabilisation: Option<(f64, f64)>,
    ) -> Result<Self, StepFailure> {
        check_start(m, from)?;
        Ok(Self::new::<B>(m, from, stabilisation))
    }

    /// The same with other linear solves.
    pub(crate) fn solving(mut self, m: &M, by: LinearSolve) -> Self {
        self.index1.solve_by(m, self.here.v.len(), by);
        self
    }

    /// Begins an attempt of size h: results of the previous one are discarded.
    pub(crate) fn begin(&mut self, m: &M, h: M::Scalar) -> Result<StepReport, StepFailure> {
        check_attempt(m, h, (&self.here.q, &self.here.v))?;
        let mut report = StepReport::default();
        if self.committed {
            report = self.first_stage(m)?;
        } else {
            self.index1.forget_factors(m);
        }
        (self.h, self.solved, self.placed) = (h, false, false);
        if let Some(dense) = &mut self.dense {
            dense.ready = false;
        }
        Ok(report)
    }

    /// The sample at t_n, without a step.
    pub(crate) fn complete(&mut self, m: &M) -> Result<StepReport, StepFailure> {
        if self.committed { self.first_stage(m) } else { Ok(StepReport::default()) }
    }

    /// From the first stage to the end of the step, before any projection.
    pub(crate) fn run_stages<B: Tableau>(
        &mut self,
        m: &M,
        projection: Projection,
    ) -> Result<StepReport, StepFailure> {
        let (mut report, h) = (StepReport::default(), self.h);
        for i in 1..B::B.len() {
            merge(&mut report, self.stage(m, h, i)?);
        }
        let by = &mut self.increment;
        if ends_at_last_stage::<B>() && projection == Projection::None {
            // The last stage is the end, and is solved for.
            core::mem::swap(&mut self.end, &mut self.stage);
            core::mem::swap(&mut self.at_end, &mut self.at_stage);
            (self.solved, self.placed) = (true, true);
        } else {
            by.set_sum(h, &self.coefficients.weights, &self.stages);
            self.end.set_displaced(m, &self.here, h, (&by.q, &by.v, &by.y)); // (5)
        }
        Ok(report)
    }

    /// Checks the end of the step, and projects it if the treatment requires it.
    pub(crate) fn finish(&mut self, m: &M, projection: Projection) -> Result<StepReport, StepFailure> {
        check(self.increment.q.as_slice(), |row| StepFailure::NotFinite { row })?;
        check(self.end.v.as_slice(), |row| StepFailure::NotFinite { row })?;
        check(self.end.y.as_slice(), |row| StepFailure::StateNotFinite { row })?;
        self.projected = projection != Projection::None;
        if !self.projected {
            return Ok(StepReport::default());
        }
        (self.placed, self.solved) = (true, false);
        let (end, at, index1) = (&mut self.end, &mut self.at_end, &mut self.index1);
        match projection {
            Projection::EuclideanPosition => {
                self.projector.euclidean_position(m, end, at, index1, &self.scratch)
            }
            _ => self.projector.mass_weighted(m, end, at, index1, &self.scratch),
        }
    }

    /// Accepts the last attempt.
    pub(crate) fn commit(&mut self) {
        self.committed = true;
    }

    /// The projection of the treatment; none if there are no constraints, by the type or by the sizes at run time.
    #[inline]
    pub(crate) fn projection(&self, treatment: &impl Treatment) -> Projection {
        let constraints = M::FLAGS.constrained() && self.found.lambda.len() + self.found.psi.len() > 0;
        if constraints { treatment.projection() } else { Projection::None }
    }

    /// Writes to a snapshot or reads from it, after a commit.
    pub(crate) fn transfer(&mut self, m: &M, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        let (alpha, beta) = self.index1.stabilisation().unwrap_or_default();
        over.agree("α of the stabilisation of constraints", alpha)?;
        over.agree("β of the stabilisation of constraints", beta)?;
        for point in [&mut self.here, &mut self.end] {
            point.transfer(over)?;
        }
        for found in [&mut self.found, &mut self.scratch] {
            found.transfer(over)?;
        }
        over.flag(&mut self.placed)?;
        over.flag(&mut self.solved)?;
        over.flag(&mut self.committed)?;
        over.real(&mut self.h)?;
        over.flag(&mut self.projected)?;
        if over.is_reading() {
            m.place(&m.now(self.here.t), &self.here.q, &mut self.at);
            m.place(&m.now(self.end.t), &self.end.q, &mut self.at_end);
            self.dense = None;
        }
        self.index1.transfer(m, &self.at_end, over)
    }

    /// The size of the last attempt.
    pub(crate) fn h(&self) -> M::Scalar {
        self.h
    }

    /// Whether the next attempt begins at a new instant.
    pub(crate) fn is_committed(&self) -> bool {
        self.committed
    }

    /// The results at t_n.
    pub(crate) fn sample(&self) -> Sample<'_, M> {
        Sample {
            t: self.here.t,
            q: &self.here.q,
            v: &self.here.v,
            a: &self.found.a,
            lambda: &self.found.lambda,
            psi: &self.found.psi,
            y: &self.here.y,
            at: &self.at,
        }
    }

    /// Stage 1 at the last committed point, which becomes the sample.
    fn first_stage(&mut self, m: &M) -> Result<StepReport, StepFailure> {
        let report = self.solve_end(m)?;
        check(self.scratch.a.as_slice(), |row| StepFailure::NotFinite { row })?;
        core::mem::swap(&mut self.here, &mut self.end);
        core::mem::swap(&mut self.at, &mut self.at_end);
        core::mem::swap(&mut self.found, &mut self.scratch);
        let first = &mut self.stages[0];
        first.q.copy_from(&self.here.v);
        first.v.copy_from(&self.found.a);
        if m.flags().states {
            m.state_rates(&self.at, &self.here.v, &self.here.y, &mut first.y);
        }
        (self.committed, self.placed, self.solved) = (false, false, false);
        Ok(report)
    }

    /// (3) at the end of the step, unless it has been done.
    pub(crate) fn solve_end(&mut self, m: &M) -> Result<StepReport, StepFailure> {
        if self.solved {
            return Ok(StepReport::default());
        }
        if !self.placed {
            m.now_into(self.end.t, &mut self.now);
            m.place(&self.now, &self.end.q, &mut self.at_end);
            self.placed = true;
        }
        let report = self.index1.solve(m, &self.at_end, &self.end.v, &self.end.y, &mut self.scratch)?;
        self.solved = true;
        Ok(report)
    }

    /// Stage i > 1: equations (1) to (4).
    fn stage(&mut self, m: &M, h: M::Scalar, i: usize) -> Result<StepReport, StepFailure> {
        let by = &mut self.increment;
        by.set_sum(h, &self.coefficients.stages[i], &self.stages);
        let dt = self.coefficients.nodes[i] * h;
        self.stage.set_displaced(m, &self.here, dt, (&by.q, &by.v, &by.y));
        m.now_into(self.stage.t, &mut self.now);
        m.place(&self.now, &self.stage.q, &mut self.at_stage);
        let report = self.index1.solve(m, &self.at_stage, &self.stage.v, &self.stage.y, &mut self.scratch)?;
        let slopes = &mut self.stages[i];
        slopes.v.copy_from(&self.scratch.a);
        if m.flags().vector_space {
            slopes.q.copy_from(&self.stage.v);
        } else {
            m.dexp_inverse(&by.q, &self.stage.v, &mut slopes.q);
        }
        if m.flags().states {
            m.state_rates(&self.at_stage, &self.stage.v, &self.stage.y, &mut slopes.y);
        }
        Ok(report)
    }
}

/// Fails at the first entry that is not finite.
#[inline]
pub(super) fn check<T: Real>(
    values: &[T],
    failure: impl Fn(usize) -> StepFailure,
) -> Result<(), StepFailure> {
    match first_not_finite(values) {
        Some(row) => Err(failure(row)),
        None => Ok(()),
    }
}

impl<M: Mechanism, B: Tableau, C: Treats<M>> Stepper<M> for RungeKutta<B, C> {
    type Workspace = Workspace<M>;

    fn name(&self) -> String {
        format!("{}{}", B::NAME, self.treatment.name())
    }

    fn order(&self) -> u32 {
        B::ORDER
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Workspace<M>, StepFailure> {
        check_step(h)?;
        Ok(Workspace::starting::<B>(m, from, self.treatment.stabilisation())?
            .solving(m, self.treatment.solves()))
    }

    #[inline]
    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Workspace<M>) -> Result<StepReport, StepFailure> {
        let mut report = w.begin(m, h)?;
        let projection = w.projection(&self.treatment);
        merge(&mut report, w.run_stages::<B>(m, projection)?);
        merge(&mut report, w.finish(m, projection)?);
        Ok(report)
    }

    #[inline]
    fn commit(&self, _m: &M, w: &mut Workspace<M>) {
        w.commit();
    }

    fn complete(&self, m: &M, w: &mut Workspace<M>) -> Result<Option<StepReport>, StepFailure> {
        w.complete(m).map(Some)
    }

    fn transfer(&self, m: &M, w: &mut Workspace<M>, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        w.transfer(m, over)
    }

    #[inline]
    fn target<'a>(&self, w: &'a Workspace<M>) -> Option<&'a M::PositionCache> {
        w.placed.then_some(&w.at_end)
    }

    #[inline]
    fn sample<'a>(&self, w: &'a Workspace<M>) -> Sample<'a, M> {
        w.sample()
    }
}
