//! Accelerations and multipliers at a known (t, q, v, y): the index-1 form of the equations of motion.
//!
//! ```text
//! M a + B·(λ, ψ) = f₀,   G a = γ_g,   D a = γ_k                       (1)  reactions enter f linearly
//! M a + Bⁱ·(λ, ψ) = f(λⁱ, ψⁱ) + Bⁱ·(λⁱ, ψⁱ),   G a = γ_g,   D a = γ_k    (2)  otherwise, repeated
//! ```
//!
//! Invariant: constant matrices are factored once; factors of an earlier solve at the same point are used again.

use super::LinearSolve;
use super::null_space::NullSpace;
use crate::convergence::{Convergence, imbalance};
use crate::error::SnapshotError;
use crate::reactions::blur;
use crate::stepper::{StepFailure, StepReport};
use crate::transfer::Transfer;
use crate::unknowns::Unknowns;
use crate::{Fallback, Mechanism, Real, Vector, smallest_reactions};
use alloc::boxed::Box;

/// The largest number of iterations of (2); a friction law needs about five.
const ITERATIONS: u32 = 30;

/// After a correction below this fraction, the error is its square: rounding.
pub(super) fn settled<T: Real>() -> f64 {
    T::epsilon().sqrt() / 16.0
}

/// A change that affects the balance of forces by less than this many rounding units of the forces is rounding.
pub(crate) const NOISE: f64 = 4.0;

/// Factors and space for the solves.
#[derive(Clone, Debug)]
pub(crate) struct Index1<M: Mechanism> {
    pub(super) factors: M::SaddleFactors,
    pub(super) moving: M::VelocityCache,
    /// Whether the factors are already those of the next solve.
    factored: bool,
    next: Unknowns<M>,
    force: M::Velocity,
    /// (α, β) of Baumgarte's stabilisation.
    stabilisation: Option<(f64, f64)>,
    residuals: (M::Holonomic, M::Nonholonomic),
    /// Used instead of the saddle matrix, if selected.
    null_space: Option<Box<NullSpace<M::Scalar>>>,
}

/// The failure of a singular matrix.
pub(super) fn singular(s: crate::Singular) -> StepFailure {
    StepFailure::Singular { row: s.row }
}

impl<M: Mechanism> Index1<M> {
    pub(crate) fn new(m: &M, velocities: usize) -> Self {
        Self {
            factors: m.saddle_factors(),
            moving: m.velocity_cache(),
            factored: false,
            next: Unknowns::first_guess(m, velocities),
            force: M::Velocity::zeros(velocities),
            stabilisation: None,
            residuals: m.initial_reactions(),
            null_space: None,
        }
    }

    /// Selects how (1) is solved.
    pub(super) fn solve_by(&mut self, m: &M, velocities: usize, by: LinearSolve) {
        let sizes = m.sizes();
        let constraints = sizes.holonomic + sizes.nonholonomic;
        self.null_space = (by == LinearSolve::NullSpace && constraints > 0)
            .then(|| Box::new(NullSpace::new(velocities, constraints, sizes.redundancy)));
    }

    /// (α, β) of Baumgarte's stabilisation.
    pub(super) fn stabilisation(&self) -> Option<(f64, f64)> {
        self.stabilisation
    }

    /// (1) in the null space; `false` if the saddle matrix is needed, with `out` unchanged.
    fn through_null_space(
        &mut self,
        m: &M,
        at: &M::PositionCache,
        v: &M::Velocity,
        y: &M::States,
        out: &mut Unknowns<M>,
    ) -> Result<bool, StepFailure> {
        let Some(null_space) = &mut self.null_space else { return Ok(false) };
        if m.flags().borders_move {
            m.moving(at, v, y, (&out.lambda, &out.psi), &mut self.moving);
        }
        let (trial, work) = (&mut self.next, &mut self.force);
        m.applied_force(at, v, y, &mut out.a);
        // Numbers that are not a fixed point of any friction law.
        for (k, x) in trial.lambda.as_mut_slice().iter_mut().chain(trial.psi.as_mut_slice()).enumerate() {
            *x = M::Scalar::exact(0.737 + 0.31 * k as f64);
        }
        m.force(at, v, y, (&trial.lambda, &trial.psi), work);
        work.scale(-M::Scalar::one());
        work.add(&out.a);
        let found = null_space.place(m, at, &self.moving, (trial, work), out.a.norm_l1());
        if !found {
            return Ok(false);
        }
        bias(m, at, v, self.stabilisation, &mut self.residuals, (&mut out.lambda, &mut out.psi));
        null_space.solve(m, at, out)?;
        if m.flags().redundant {
            let work = (&mut self.factors, &mut self.force);
            smallest_reactions(m, at, &self.moving, work, (&mut out.lambda, &mut out.psi))
                .map_err(singular)?;
        }
        Ok(true)
    }

    /// The same with stabilised constraints: γ_g − 2α ġ − β² g and γ_k − α k in place of γ_g and γ_k.
    pub(super) fn stabilised(mut self, stabilisation: Option<(f64, f64)>) -> Self {
        self.stabilisation = stabilisation;
        self
    }

    /// Factors `[M B; G 0; D 0]` at one point.
    #[inline]
    pub(super) fn factor(
        &mut self,
        m: &M,
        at: &M::PositionCache,
        v: &M::Velocity,
        y: &M::States,
        d: &Unknowns<M>,
    ) {
        if m.flags().borders_move {
            m.moving(at, v, y, (&d.lambda, &d.psi), &mut self.moving);
        }
        m.factor_saddle(at, at, at, &self.moving, &mut self.factors);
    }

    /// Solves `[M B; G 0; D 0]` at one point for the right-hand sides in (d.a, d.lambda, d.psi), in place, with reactions near `near`.
    pub(crate) fn correct(
        &mut self,
        m: &M,
        at: &M::PositionCache,
        (v, y): (&M::Velocity, &M::States),
        near: &Unknowns<M>,
        d: &mut Unknowns<M>,
    ) -> Result<Fallback, StepFailure> {
        self.factor(m, at, v, y, near);
        d.solve_saddle(m, &self.factors).map_err(singular)
    }

    /// To a snapshot or from it; factors that are those of the next solve are those of `at`.
    pub(crate) fn transfer(
        &mut self,
        m: &M,
        at: &M::PositionCache,
        over: &mut Transfer<'_>,
    ) -> Result<(), SnapshotError> {
        over.flag(&mut self.factored)?;
        if over.is_reading() && self.factored {
            m.factor_saddle(at, at, at, &self.moving, &mut self.factors);
        }
        Ok(())
    }

    /// Declares that the factors are those of the point of the next [`solve`](Self::solve).
    pub(super) fn keep_factors(&mut self, m: &M) {
        self.factored = !m.flags().borders_move;
    }

    /// Declares that the next solve is at another point.
    pub(super) fn forget_factors(&mut self, m: &M) {
        self.factored &= m.flags().constant_mass && !m.flags().constrained();
    }

    /// Solves (1) or (2). `out` holds a guess of the multipliers for (2).
    #[inline]
    pub(crate) fn solve(
        &mut self,
        m: &M,
        at: &M::PositionCache,
        v: &M::Velocity,
        y: &M::States,
        out: &mut Unknowns<M>,
    ) -> Result<StepReport, StepFailure> {
        if m.flags().constrained()
            && self.null_space.is_some()
            && self.through_null_space(m, at, v, y, out)?
        {
            self.factored = false;
            return Ok(StepReport { iterations: 1, evaluations: 2, fallback: Fallback::None });
        }
        if !m.flags().linear_reactions {
            return self.iterate(m, at, v, y, out);
        }
        if !self.factored {
            self.factor(m, at, v, y, out);
        }
        self.factored = m.flags().constant_mass && !m.flags().constrained();
        m.applied_force(at, v, y, &mut out.a);
        if m.flags().constrained() {
            bias(m, at, v, self.stabilisation, &mut self.residuals, (&mut out.lambda, &mut out.psi));
        }
        let fallback = out.solve_saddle(m, &self.factors).map_err(singular)?;
        Ok(StepReport { iterations: 1, evaluations: 1, fallback })
    }

    /// Newton's iteration (2): the criterion is the change of all unknowns, or its effect on the balance of forces if
    /// unknowns are rounding, such as multipliers of unloaded joints.
    fn iterate(
        &mut self,
        m: &M,
        at: &M::PositionCache,
        v: &M::Velocity,
        y: &M::States,
        out: &mut Unknowns<M>,
    ) -> Result<StepReport, StepFailure> {
        let mut report = StepReport::default();
        let mut last = (f64::NAN, 0);
        let settled = blur(m) * settled::<M::Scalar>();
        let mut convergence = Convergence::of::<M::Scalar>(NOISE);
        while report.iterations < ITERATIONS {
            self.factor(m, at, v, y, out);
            m.force(at, v, y, (&out.lambda, &out.psi), &mut self.next.a);
            m.reaction_force(at, &self.moving, (&out.lambda, &out.psi), &mut self.force);
            self.next.a.add(&self.force);
            let forces = self.next.a.norm_l1() + self.force.norm_l1();
            let out_of = (&mut self.next.lambda, &mut self.next.psi);
            bias(m, at, v, self.stabilisation, &mut self.residuals, out_of);
            let fallback = self.next.solve_saddle(m, &self.factors).map_err(singular)?;
            report.iterations += 1;
            report.evaluations += 1;
            report.fallback = report.fallback.max(fallback);
            last = change(&self.next, out);
            core::mem::swap(out, &mut self.next);
            let whole = out.a.magnitude().max(out.lambda.magnitude()).max(out.psi.magnitude());
            // The first change is relative to a guess of a, and is ignored.
            if report.iterations > 1 && last.0 <= settled * whole {
                return Ok(report);
            }
            if !last.0.is_finite() {
                break;
            }
            if report.iterations > 1 {
                let changed = self.effect(m, at, out);
                convergence.note(imbalance(changed, forces));
                if convergence.reached() || convergence.rounding() {
                    return Ok(report);
                }
            }
        }
        Err(StepFailure::Diverged { iterations: report.iterations, residual: last.0, row: last.1 })
    }

    /// |M δa| + |B (δλ, δψ)|, where δ is from `next`, which is overwritten, to `new`.
    #[cold]
    fn effect(&mut self, m: &M, at: &M::PositionCache, new: &Unknowns<M>) -> f64 {
        let minus = -M::Scalar::one();
        let Unknowns { a, lambda, psi } = &mut self.next;
        a.axpy(minus, &new.a);
        lambda.axpy(minus, &new.lambda);
        psi.axpy(minus, &new.psi);
        m.mass_times(at, a, &mut self.force);
        let inertia = self.force.norm_l1();
        m.reaction_force(at, &self.moving, (lambda, psi), &mut self.force);
        inertia + self.force.norm_l1()
    }
}

/// (γ_g, γ_k) with Baumgarte's terms.
#[inline]
fn bias<M: Mechanism>(
    m: &M,
    at: &M::PositionCache,
    v: &M::Velocity,
    stabilisation: Option<(f64, f64)>,
    (g, k): &mut (M::Holonomic, M::Nonholonomic),
    (lambda, psi): (&mut M::Holonomic, &mut M::Nonholonomic),
) {
    m.acceleration_bias(at, v, (lambda, psi));
    if let Some((alpha, beta)) = stabilisation {
        m.holonomic_rate(at, v, g);
        lambda.axpy(M::Scalar::exact(-2.0 * alpha), g);
        m.holonomic(at, g);
        lambda.axpy(M::Scalar::exact(-beta * beta), g);
        m.nonholonomic(at, v, k);
        psi.axpy(M::Scalar::exact(-alpha), k);
    }
}

/// The largest change between two solutions, with its row of the bordered matrix.
fn change<M: Mechanism>(new: &Unknowns<M>, old: &Unknowns<M>) -> (f64, usize) {
    let (n, k) = (new.a.len(), new.lambda.len());
    let (a, lambda, psi) = (
        largest_difference(new.a.as_slice(), old.a.as_slice()),
        largest_difference(new.lambda.as_slice(), old.lambda.as_slice()),
        largest_difference(new.psi.as_slice(), old.psi.as_slice()),
    );
    [(n + lambda.1, lambda.0), (n + k + psi.1, psi.0)].into_iter().fold(a, largest)
}

#[inline]
fn largest_difference<T: Real>(new: &[T], old: &[T]) -> (f64, usize) {
    new.iter().zip(old).map(|(n, o)| (*n - *o).magnitude()).enumerate().fold((0.0, 0), largest)
}

/// The larger of two magnitudes, each with its row; NaN is the largest.
pub(crate) fn largest(worst: (f64, usize), (row, size): (usize, f64)) -> (f64, usize) {
    if size <= worst.0 || worst.0.is_nan() { worst } else { (size, row) }
}
