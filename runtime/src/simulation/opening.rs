//! The sides of switching functions at the start of a run.
//!
//! A function that is zero there has the side to which it departs:
//!
//! ```text
//! s = sign φ_0,   s = sign φ(t_0 + 10⁻⁶ h) where φ_0 = 0,   s = sign φ(t_0 + 10⁻³ h) where that is zero, too     (1)
//! ```
//!
//! (the change of a function that begins at rest is rounding at first), along the velocities of the start where a constraint has a corner (`corners`), and along a step
//! elsewhere. A function of the time has its side before friction at the start
//! begins to slide or sticks, so that loads are those after the start.
//!
//! Invariant: a side is 0 only if the function is zero at all these times, or if the step between them fails.

use super::corners;
use super::locate::{DEPARTED, SingleSteps};
use super::sides::Sides;
use crate::solution::State;
use crate::stepper::{Start, Stepper};
use crate::{Mechanism, Real};
use alloc::vec::Vec;

/// The direction in which a quantity departs from zero is checked after this part of a step. After a reset it is checked
/// after `DEPARTED` of a step, too: a quantity that departs and has returned by then causes endless events.
pub(super) const LEAVING: f64 = 1e-6;

/// (1) for these functions, which are zero at a start from which steps of this size are made.
pub(super) fn depart<M: Mechanism>(
    held: &mut M,
    method: &dyn SingleSteps<M>,
    (start, step): (&Start<M>, f64),
    (sides, open): (&mut Sides<M>, &[usize]),
) {
    let mut open = open.to_vec();
    corners::leave_in_motion(held, (sides, start), &mut open, LEAVING * step);
    for part in [LEAVING, DEPARTED] {
        if open.is_empty() {
            return;
        }
        held.hold(&sides.held);
        // A function that remains zero, or a failed step, has no side.
        if let Ok(behind) = method.reach(held, start, M::Scalar::exact(part * step)) {
            sides.take_shortly_after(held, &behind, &mut open);
        }
    }
}

/// The sides that a run of this method with steps of this size holds from its start on, as arguments of [`Mechanism::hold`]:
/// of a mechanism without friction that sticks.
pub fn sides_at_start<M: Mechanism, S: Stepper<M>>(m: &M, method: &S, step: f64) -> Vec<f64> {
    let start = Start::initial(m);
    let mut sides = Sides::new(m, step);
    if !sides.is_empty() {
        sides.take(m, &State::of_start(m, &start));
        let open = sides.open_sides();
        depart(&mut m.clone(), method, (&start, step), (&mut sides, &open));
    }
    sides.held
}
