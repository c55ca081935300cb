//! The root of a function of the state within a step.
//!
//! A step of size h that crossed a root of φ is repeated from its beginning with sizes τ, until
//!
//! ```text
//! φ(τ) = 0,   0 < τ ≤ h                                                                        (1)
//! ```
//!
//! by regula falsi with halved weights (M. Dowell, P. Jarratt, *A modified regula falsi method for computing the root of an
//! equation*, BIT 11 (1971) 168). The repeated steps restart at the sample before the root, so that the root is that
//! of the method's own motion, with its order, for any history of the method.
//!
//! Scalars with more parts than a value (derivatives, further digits) have a root with these parts: with φ' from two sizes
//!
//! ```text
//! τ ← τ − (φ(τ) − value of φ(τ))/φ'                                                            (2)
//! ```
//!
//! which is exact for derivatives once φ' is; φ' is then the ratio of the changes of the parts of φ and τ. So the state at the root
//! has the derivatives of the motion up to a root that moves, dx/dp + x' dτ/dp. At the beginning of a step, where τ is small, it is moved along
//! the rates there instead ((1) of `moving_times`).
//!
//! Where φ jumps across zero (with an input, say), the state after the jump is the root: the next step would cross it once more
//! from a state before it.

use super::moving_times::move_by;
use crate::solution::State;
use crate::stepper::{Start, StepFailure, StepReport, Stepper};
use crate::{Mechanism, Real, Space};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The largest number of attempts for (1); halved weights need about ten.
const ATTEMPTS: u32 = 60;
/// Attempts from this one on halve the interval: φ jumps, or has a plateau.
const HALVES: u32 = 14;
/// A root is located to this part of a step.
pub(super) const LOCATED: f64 = 1e-13;
/// φ jumps if it changes by more than this part of its values at the ends of the step, of which one may be rounding, between two times that
/// are `LOCATED` apart.
const JUMP: f64 = 1e-6;
/// φ' is at first that over this part of a step.
const SLOPE: f64 = 1e-4;
/// The largest number of corrections (2): the first has an approximate φ', the second is exact for first derivatives.
const CORRECTIONS: u32 = 4;
/// Parts of φ below this part of the first ones are rounding.
const SMALL: f64 = 1e-13;
/// The part of a step after which the direction of departure from a root is checked.
pub(super) const DEPARTED: f64 = 1e-3;

/// Single steps of a method. What happens between the steps of a run needs nothing else of it, and is compiled once for a mechanism, not
/// for every method.
pub(super) trait SingleSteps<M: Mechanism> {
    /// One step of this size from a state, with the complete state at its end.
    fn reach(&self, m: &M, from: &Start<M>, size: M::Scalar) -> Result<State<M>, StepFailure>;

    /// Steps of any size up to this one from a state, as [`reach`](Self::reach) makes them one by one.
    fn steps_from<'s>(
        &'s self,
        m: &'s M,
        from: &'s Start<M>,
        largest: M::Scalar,
    ) -> Result<Steps<'s, M>, StepFailure>;

    /// The complete state at the start of a step of this size.
    fn at_start(&self, m: &M, from: &Start<M>, size: M::Scalar) -> Result<State<M>, StepFailure>;
}

/// The state at the end of a step of this size.
pub(super) type Steps<'s, M> = Box<dyn FnMut(<M as Space>::Scalar) -> Result<State<M>, StepFailure> + 's>;

impl<M: Mechanism, S: Stepper<M>> SingleSteps<M> for S {
    fn reach(&self, m: &M, from: &Start<M>, size: M::Scalar) -> Result<State<M>, StepFailure> {
        stepped(m, self, (from.t, size), &mut self.start(m, from, size)?)
    }

    fn steps_from<'s>(
        &'s self,
        m: &'s M,
        from: &'s Start<M>,
        largest: M::Scalar,
    ) -> Result<Steps<'s, M>, StepFailure> {
        if !self.starts_for_any_size() {
            return Ok(Box::new(move |size| self.reach(m, from, size)));
        }
        let started = self.start(m, from, largest)?;
        Ok(Box::new(move |size| stepped(m, self, (from.t, size), &mut started.clone())))
    }

    fn at_start(&self, m: &M, from: &Start<M>, size: M::Scalar) -> Result<State<M>, StepFailure> {
        let mut w = self.start(m, from, size)?;
        self.attempt(m, size, &mut w)?;
        let mut state = State::from(&self.sample(&w));
        state.t = from.t;
        Ok(state)
    }
}

/// A step of this size from a start at t₀.
fn stepped<M: Mechanism, S: Stepper<M>>(
    m: &M,
    method: &S,
    (t0, size): (M::Scalar, M::Scalar),
    w: &mut S::Workspace,
) -> Result<State<M>, StepFailure> {
    method.step(m, size, w)?;
    ended(m, method, size, w)?;
    let mut state = State::from(&method.sample(w));
    state.t = t0 + size;
    Ok(state)
}

/// The initial values of a state.
pub(super) fn start_of<M: Mechanism>(state: &State<M>) -> Start<M> {
    Start { t: state.t, q: state.q.clone(), v: state.v.clone(), y: state.y.clone() }
}

/// The state at the root of φ, which was negative before it if `rising`.
///
/// If φ departs from a root at the beginning of the step and returns to it, the later root counts.
/// If φ is beyond its root from the beginning on, the step has none: `None`.
pub(super) fn root<M: Mechanism>(
    m: &M,
    method: &dyn SingleSteps<M>,
    (before, step): (&State<M>, M::Scalar),
    rising: bool,
    phi: &mut dyn FnMut(&State<M>) -> M::Scalar,
) -> Result<Option<State<M>>, StepFailure> {
    let from = start_of(before);
    let mut reach = method.steps_from(m, &from, step)?;
    let mut value = |state: &State<M>| phi(state).value();
    let (mut near, mut at_near) = (0.0, value(before));
    if at_near == 0.0 || (at_near < 0.0) != rising {
        near = DEPARTED * step.value();
        at_near = value(&reach(M::Scalar::exact(near))?);
    }
    let mut best = reach(step)?;
    let (mut far, mut at_far) = (step.value(), value(&best));
    // It may arrive on zero within the step, and remain there (the force of a contact that lifts off).
    let arrived = -at_near;
    let remains = at_far == 0.0 && at_near != 0.0 && {
        let size = M::Scalar::exact((1.0 - DEPARTED) * step.value());
        value(&reach(size)?) == 0.0
    };
    let mut value = |state: &State<M>| {
        let value = value(state);
        if remains && value == 0.0 { arrived } else { value }
    };
    if remains {
        at_far = arrived;
    }
    if at_near == 0.0 || (at_near > 0.0) == (at_far > 0.0) {
        // Beyond it from the beginning, or a root within rounding of the end of the step.
        if near == 0.0 {
            return moved((m, method, &mut reach), (far, best), step.value(), phi).map(Some);
        }
        return Ok(None);
    }
    let (at_start, at_end) = (at_near, at_far);
    // The value at `near` where `at_near` has less weight.
    let mut value_near = at_near;
    for attempt in 0..ATTEMPTS {
        if at_far == 0.0 || (far - near).abs() <= LOCATED * step.value() {
            break;
        }
        let between = if attempt < HALVES {
            far - at_far * (far - near) / (at_far - at_near)
        } else {
            0.5 * (near + far)
        };
        // If the value at the beginning is rounding relative to the others, the root is there: no step has the size zero.
        let between = between.max(LOCATED * step.value());
        let next = reach(M::Scalar::exact(between))?;
        let at_next = value(&next);
        if (at_next > 0.0) == (at_far > 0.0) && at_next != 0.0 {
            at_near *= 0.5;
        } else {
            (near, at_near) = (far, at_far);
            value_near = at_far;
        }
        (far, at_far, best) = (between, at_next, next);
    }
    let is_before = at_far != 0.0 && (at_far > 0.0) != (at_end > 0.0);
    if is_before && (value_near - at_far).abs() > JUMP * at_start.abs().max(at_end.abs()) {
        return Ok(Some(reach(M::Scalar::exact(near))?));
    }
    moved((m, method, &mut reach), (far, best), step.value(), phi).map(Some)
}

/// The parts of a number beside its value.
pub(super) fn beside<T: Real>(x: T) -> T {
    x - T::exact(x.value())
}

/// Σ a_i b_i over all parts.
fn product<T: Real>(mut a: T, mut b: T) -> f64 {
    let mut parts = Vec::new();
    a.parts(&mut |x| parts.push(*x));
    let (mut sum, mut next) = (0.0, parts.into_iter());
    b.parts(&mut |x| sum += *x * next.next().unwrap_or(0.0));
    sum
}

/// The parts of (2) of a root at the beginning of a step.
pub(super) fn parts_at_start<M: Mechanism>(
    m: &M,
    method: &dyn SingleSteps<M>,
    (before, step): (&State<M>, M::Scalar),
    phi: &mut dyn FnMut(&State<M>) -> M::Scalar,
) -> Result<M::Scalar, StepFailure> {
    let from = start_of(before);
    let mut reach = method.steps_from(m, &from, step)?;
    let parts = beside(moved((m, method, &mut reach), (0.0, before.clone()), step.value(), phi)?.t);
    Ok(if parts.is_finite() { parts } else { M::Scalar::zero() })
}

/// (2), from the state at the value of the root, which a part of this step has reached.
fn moved<M: Mechanism>(
    (m, method, reach): (&M, &dyn SingleSteps<M>, &mut Steps<'_, M>),
    (size, at_root): (f64, State<M>),
    step: f64,
    phi: &mut dyn FnMut(&State<M>) -> M::Scalar,
) -> Result<State<M>, StepFailure> {
    let at_value = phi(&at_root);
    let mut off = beside(at_value);
    let first = off.magnitude();
    if first == 0.0 {
        return Ok(at_root);
    }
    let slope_over = SLOPE * step;
    let behind = phi(&reach(M::Scalar::exact(size + slope_over))?).value();
    let mut slope = (behind - at_value.value()) / slope_over;
    // The parts of a size that is rounding of itself would be those of its rounding.
    let rates = if size < DEPARTED * step {
        let rates = method.at_start(m, &start_of(&at_root), M::Scalar::exact(step))?;
        Some((start_of(&at_root), rates))
    } else {
        None
    };
    let (mut delta, mut state) = (M::Scalar::zero(), at_root);
    for _ in 0..CORRECTIONS {
        let change = off * M::Scalar::exact(-1.0 / slope);
        if !change.is_finite() {
            // φ touches zero: its root has no derivatives.
            break;
        }
        delta = delta + change;
        state = match &rates {
            Some((at_root, rates)) => {
                let mut start = at_root.clone();
                move_by(m, &mut start, rates, delta);
                method.at_start(m, &start, M::Scalar::exact(step))?
            }
            None => reach(M::Scalar::exact(size) + delta)?,
        };
        let next = beside(phi(&state));
        slope = product(next - off, change) / product(change, change);
        off = next;
        if off.magnitude() <= SMALL * first {
            break;
        }
    }
    Ok(state)
}

/// The sample at the end of the last step: by an attempt of this size if the method has no other way.
pub(super) fn ended<M: Mechanism, S: Stepper<M>>(
    m: &M,
    method: &S,
    size: M::Scalar,
    w: &mut S::Workspace,
) -> Result<StepReport, StepFailure> {
    match method.complete(m, w)? {
        Some(report) => Ok(report),
        None => method.attempt(m, size, w),
    }
}
