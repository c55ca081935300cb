//! The trait of time steppers.
//!
//! One convention for every method: [`Stepper::attempt`] works *at* t_n, where it computes the
//! accelerations and multipliers, and *towards* t_{n+1} = t_n + h; [`Stepper::commit`] advances. So the
//! sample of a step is the one at t_n, complete with a_n, λ_n, ψ_n, while the workspace
//! already holds x_{n+1}. (Runge–Kutta methods get a_n from their first stage, the Nordsieck
//! family solves at t_n; in a DAE step of the latter λ_n depends on the size of the next step.)

pub use crate::error::StepFailure;
use crate::error::{SnapshotError, VectorName, WrongLength};
use crate::transfer::Transfer;
use crate::vector::first_not_finite;
use crate::{Fallback, Mechanism, Real, Vector};
use alloc::string::String;

/// The counts of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Newton iterations (linear solves).
    pub iterations: u32,
    /// Force evaluations.
    pub evaluations: u32,
    /// The worst fallback that a linear solve needed.
    pub fallback: Fallback,
}

/// Checks that a step size is positive and finite, in every lane.
pub(crate) fn check_step<T: Real>(h: T) -> Result<(), StepFailure> {
    let positive = (0..T::LANES).all(|lane| h.lane(lane) > 0.0);
    if positive && h.is_finite() { Ok(()) } else { Err(StepFailure::StepSize) }
}

/// Checks an attempt of this size with a workspace that holds q and v: that of a mechanism of another size does not fit.
#[inline]
pub(crate) fn check_attempt<M: Mechanism>(
    m: &M,
    h: M::Scalar,
    (q, v): (&M::Configuration, &M::Velocity),
) -> Result<(), StepFailure> {
    check_step(h)?;
    let sizes = m.sizes();
    WrongLength::unless(VectorName::Workspace, v.len(), sizes.velocities)?;
    Ok(WrongLength::unless(VectorName::Configuration, q.len(), sizes.coordinates)?)
}

/// Checks that initial values have the lengths of the mechanism, and are finite. A configuration on a manifold may have more numbers than rows.
pub(crate) fn check_start<M: Mechanism>(m: &M, from: &Start<M>) -> Result<(), StepFailure> {
    WrongLength::in_state(m, from.q.as_slice(), from.v.as_slice(), from.y.as_slice())?;
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

/// A time-stepping method for mechanisms of type `M`. The object holds coefficients only; the
/// state is in the workspace, which is allocated at the start, so that steps never allocate. Only a large tree in loops allocates
/// work spaces in the first step that uses them.
///
/// A workspace belongs to the mechanism of its start. The mechanism may get other inputs or parameters between steps; an attempt for one of
/// another size fails with [`StepFailure::Length`], and the other functions must not be called with it.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot integrate `{M}`")]
pub trait Stepper<M: Mechanism> {
    /// The state of a run.
    type Workspace: Clone;

    /// Name of the method, for reports.
    fn name(&self) -> String;
    /// Order of convergence in q and v, for every mechanism of the type.
    fn order(&self) -> u32;
    /// The order for this mechanism, whose own flags may allow more than those of its type.
    fn order_for(&self, m: &M) -> u32 {
        let _ = m;
        self.order()
    }
    /// Whether its step size is not limited by the fastest forces. If a step of another method fails, the error reports the stiffness of
    /// the mechanism.
    fn supports_stiff_forces(&self) -> bool {
        false
    }
    /// Prepares a run from consistent initial values; `h` is the size of the first step.
    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Self::Workspace, StepFailure>;
    /// Whether a workspace of [`start`](Self::start) makes a first step of any size like one that was started for that size, but for rounding.
    /// Roots in a step that began at a start are then located without another start.
    fn starts_for_any_size(&self) -> bool {
        false
    }
    /// Solves at t_n for a step of size `h` towards t_n + h, without committing it.
    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure>;
    /// Accepts the last attempt: t_n ← t_n + h.
    fn commit(&self, m: &M, w: &mut Self::Workspace);
    /// One complete step of fixed size.
    #[inline]
    fn step(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure> {
        // The result of `attempt` is returned in place: a copy would stall on the stores of its parts.
        let outcome = self.attempt(m, h, w);
        if outcome.is_ok() {
            self.commit(m, w);
        }
        outcome
    }
    /// Completes the state at t_n without evaluations beyond it, so that [`sample`](Self::sample) is the state at t_n, and no input is
    /// used after the end of a run. `None` if this needs an attempt, as by default: for methods whose accelerations follow from
    /// the constraints at t_n + h. It ends a run: no attempt follows.
    #[inline]
    fn complete(&self, m: &M, w: &mut Self::Workspace) -> Result<Option<StepReport>, StepFailure> {
        let _ = (m, w);
        Ok(None)
    }
    /// The end of the last attempt: the position stage at (t_{n+1}, q_{n+1}), if the method has evaluated it.
    /// Runs check it for singular configurations.
    #[inline]
    fn target<'a>(&self, w: &'a Self::Workspace) -> Option<&'a M::PositionCache> {
        let _ = w;
        None
    }
    /// Writes everything that determines the following steps to a snapshot, or reads it: between a commit and the next attempt, into
    /// a workspace that [`start`](Self::start) has created for the same initial values and the same first step size. Derived values
    /// (everything evaluated at an instant) are computed again. By default a method does not support snapshots.
    ///
    /// # Errors
    /// [`SnapshotError`].
    fn transfer(&self, m: &M, w: &mut Self::Workspace, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        let _ = (m, w, over);
        Err(SnapshotError::Method(self.name()))
    }
    /// The state at t_n from the last attempt (valid after its commit, too).
    fn sample<'a>(&self, w: &'a Self::Workspace) -> Sample<'a, M>;
}

/// The tolerance of a run with variable steps: the error of a step in component i is kept below
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

/// The rules for changes of the step size.
///
/// ```text
/// h_new = safety · h · error^(−1/exponent)      lowered when refused, raised only after `hold` accepted steps of one size, by at most `growth`
/// ```
///
/// One-step methods (`hold` = 0) change their step size after every step, in both directions, by the [`Controller`] of
/// the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepRules {
    /// error = (h/h_ok)^exponent.
    pub exponent: f64,
    /// The largest ratio h_new/h of an increase (r_max); 1 for methods that need a fixed step.
    pub growth: f64,
    /// Accepted steps of one size before an increase; 0 for one-step methods.
    pub hold: u32,
    /// The safety factor against rejection of the next step.
    pub safety: f64,
}

/// The step-size controller of a one-step method, with p the exponent of [`StepRules`]:
/// h_new = h·min(growth, max(1/5, s·…)). A rejected step is never followed by a larger one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Controller {
    /// s·err_n^(−1/p).
    #[default]
    Elementary,
    /// s·err_n^(−0.7/p)·err_{n−1}^(0.4/p): smoother if stability, not accuracy, limits the step
    /// (Gustafsson; Hairer, Wanner II, equation (IV.2.43)).
    ProportionalIntegral,
}

/// A stepper with an error estimate.
pub trait ErrorEstimate<M: Mechanism>: Stepper<M> {
    /// The largest estimated error of the last attempt relative to `tolerance`: accept if ≤ 1.
    /// Not finite if the step is not.
    fn error(&self, m: &M, w: &Self::Workspace, tolerance: &Tolerance) -> f64;
    /// The rules for changes of the step size. A run with a tolerance calls this once, before its first step: it may be expensive.
    fn rules(&self) -> StepRules;
}
