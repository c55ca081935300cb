//! What a time stepper is.
//!
//! One convention for every method: [`Stepper::attempt`] works *at* t_n, where it finds the
//! accelerations and multipliers, and *towards* t_{n+1} = t_n + h; [`Stepper::commit`] moves on. So the
//! sample that a step leaves is the one at t_n, complete with a_n, λ_n, ψ_n, while the workspace
//! already holds x_{n+1}. (Runge–Kutta methods get a_n from their first stage, the Nordsieck
//! family solves at t_n; in a DAE step of the latter λ_n depends on the size of the next step.)

use crate::error::SnapshotError;
pub use crate::error::StepFailure;
use crate::transfer::Transfer;
use crate::vector::first_not_finite;
use crate::{Fallback, Mechanism, Real, Vector};
use alloc::string::String;

/// What a step did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Newton iterations (linear solves).
    pub iterations: u32,
    /// Force evaluations.
    pub evaluations: u32,
    /// The worst fallback that a linear solve needed.
    pub fallback: Fallback,
}

/// A step that a method can make: positive and finite.
pub(crate) fn check_step<T: Real>(h: T) -> Result<(), StepFailure> {
    if h.value() > 0.0 && h.is_finite() { Ok(()) } else { Err(StepFailure::StepSize) }
}

/// Initial values that a method can start from: finite. A configuration on a manifold may have more numbers than rows.
pub(crate) fn check_start<M: Mechanism>(from: &Start<M>) -> Result<(), StepFailure> {
    let last = from.v.len().saturating_sub(1);
    if let Some(row) = first_not_finite(from.q.as_slice()).or(first_not_finite(from.v.as_slice())) {
        return Err(StepFailure::NotFinite { row: row.min(last) });
    }
    match first_not_finite(from.y.as_slice()) {
        Some(row) => Err(StepFailure::StateNotFinite { row }),
        None => Ok(()),
    }
}

/// The complete state at one instant, borrowed from a workspace.
#[derive(Debug)]
pub struct Sample<'a, M: Mechanism> {
    /// Time.
    pub t: M::Scalar,
    /// Configuration.
    pub q: &'a M::Configuration,
    /// Velocity.
    pub v: &'a M::Velocity,
    /// Acceleration.
    pub a: &'a M::Velocity,
    /// Holonomic multipliers λ.
    pub lambda: &'a M::Holonomic,
    /// Nonholonomic multipliers ψ.
    pub psi: &'a M::Nonholonomic,
    /// First-order states.
    pub y: &'a M::States,
    /// Everything evaluated at (t, q).
    pub at: &'a M::PositionCache,
}

/// Initial values of a run.
#[derive(Clone, Debug)]
pub struct Start<M: Mechanism> {
    /// Time.
    pub t: M::Scalar,
    /// Configuration.
    pub q: M::Configuration,
    /// Velocity.
    pub v: M::Velocity,
    /// First-order states.
    pub y: M::States,
}

impl<M: Mechanism> Start<M> {
    /// The state that `build()` assembled, at t = 0.
    pub fn initial(m: &M) -> Self {
        let (q, v, y) = m.initial();
        Self { t: M::Scalar::zero(), q, v, y }
    }
}

/// A time-stepping method for mechanisms of type `M`. The object holds coefficients only; all
/// state is in the workspace, which is sized at the start, so that stepping never allocates.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot integrate `{M}`")]
pub trait Stepper<M: Mechanism> {
    /// Everything that changes.
    type Workspace: Clone;

    /// Name of the method, for reports.
    fn name(&self) -> String;
    /// Order of convergence in q and v.
    fn order(&self) -> u32;
    /// Is the size of its steps free of the fastest forces? Where a step of another method fails, the failure says how stiff the
    /// mechanism is.
    fn takes_stiff_forces(&self) -> bool {
        false
    }
    /// Prepares a run from consistent initial values; `h` is the size of the first step.
    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Self::Workspace, StepFailure>;
    /// Solves at t_n for a step of size `h` towards t_n + h, and commits nothing.
    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure>;
    /// Accepts the last attempt: t_n ← t_n + h.
    fn commit(&self, m: &M, w: &mut Self::Workspace);
    /// One whole step of fixed size.
    #[inline]
    fn step(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure> {
        // What `attempt` returns is handed on as it lies there: a copy would wait for the stores of its parts.
        let outcome = self.attempt(m, h, w);
        if outcome.is_ok() {
            self.commit(m, w);
        }
        outcome
    }
    /// Finds what is to be known at t_n without a look beyond it, so that [`sample`](Self::sample) is the state at t_n, and no input is
    /// asked for behind the end of a run. `None` where only an attempt finds it, as by default: methods whose accelerations follow from
    /// the constraints at t_n + h. No attempt follows it: it ends a run.
    #[inline]
    fn complete(&self, m: &M, w: &mut Self::Workspace) -> Result<Option<StepReport>, StepFailure> {
        let _ = (m, w);
        Ok(None)
    }
    /// Where the last attempt went: everything evaluated at (t_{n+1}, q_{n+1}), if the method has evaluated it.
    /// Runs look here for singular configurations.
    #[inline]
    fn target<'a>(&self, w: &'a Self::Workspace) -> Option<&'a M::PositionCache> {
        let _ = w;
        None
    }
    /// Hands everything that decides the following steps to a snapshot, or takes it from one: between a commit and the next attempt, into
    /// a workspace that [`start`](Self::start) has made for the same initial values and the same size of a first step. What follows from
    /// that (all that is evaluated at an instant) is computed again. By default a method cannot be kept.
    ///
    /// # Errors
    /// [`SnapshotError`].
    fn transfer(&self, m: &M, w: &mut Self::Workspace, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        let _ = (m, w, over);
        Err(SnapshotError::Method(self.name()))
    }
    /// The state at t_n that the last attempt found (stays valid after its commit).
    fn sample<'a>(&self, w: &'a Self::Workspace) -> Sample<'a, M>;
}

/// How exact a run with variable steps shall be: the error of a step in component i is held below
/// `absolute + relative·|x_i|`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// In the unit of each component (m, rad, m/s …).
    pub absolute: f64,
    /// Dimensionless.
    pub relative: f64,
}

impl Tolerance {
    /// absolute + relative·|size|.
    pub fn scale(&self, size: f64) -> f64 {
        self.absolute + self.relative * size
    }
}

/// When and how much the size of a step may change.
///
/// ```text
/// h_new = safety · h · error^(−1/exponent)      lowered when refused, raised only after `hold` accepted steps of one size, by at most `growth`
/// ```
///
/// Methods that remember nothing (`hold` = 0) change their step after every step, both ways, by the [`Controller`] of
/// the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepRules {
    /// error = (h/h_ok)^exponent.
    pub exponent: f64,
    /// The largest ratio h_new/h of a raise (r_max); 1 for methods that need a fixed step.
    pub growth: f64,
    /// Accepted steps of one size before a raise; 0 for methods that do not mind changes.
    pub hold: u32,
    /// What keeps the next step from being refused.
    pub safety: f64,
}

/// How the step of a one-step method follows its error, with p the exponent of [`StepRules`]:
/// h_new = h·min(growth, max(1/5, s·…)). A refused step is never followed by a larger one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Controller {
    /// s·err_n^(−1/p).
    #[default]
    Elementary,
    /// s·err_n^(−0.7/p)·err_{n−1}^(0.4/p): calmer where stability, not accuracy, limits the step
    /// (Gustafsson; Hairer, Wanner II, equation (IV.2.43)).
    ProportionalIntegral,
}

/// A stepper that knows how wrong its last attempt was.
pub trait ErrorEstimate<M: Mechanism>: Stepper<M> {
    /// The largest estimated error of the last attempt relative to `tolerance`: accept if ≤ 1.
    /// Not finite if the step is not.
    fn error(&self, m: &M, w: &Self::Workspace, tolerance: &Tolerance) -> f64;
    /// When and how much the step may change. A run with a tolerance asks once, before its first step: an answer may take work.
    fn rules(&self) -> StepRules;
}
