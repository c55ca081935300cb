//! Events, and the reactions to them.
//!
//! Invariant: an event is a root of quantity − level that is crossed in the requested direction.

use crate::Mechanism;
use crate::stepper::Start;
use alloc::boxed::Box;
use alloc::string::String;

/// A function that changes the state at an event.
type Change<'m, M> = Box<dyn FnMut(&mut Start<M>) + 'm>;

/// The reaction to an event.
pub(super) enum Reaction<'m, M: Mechanism> {
    Record,
    Stop,
    Reset(Change<'m, M>),
}

impl<M: Mechanism> Reaction<'_, M> {
    /// Its name.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Record => "recorded",
            Self::Stop => "stops",
            Self::Reset(_) => "resets",
        }
    }
}

/// The direction in which a root is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Either,
    Rising,
    Falling,
}

impl Direction {
    /// Whether the values before and after are on different sides of zero in this direction. A value of zero before is on no side:
    /// the root at which a run begins is not crossed.
    pub(super) fn passed(self, before: f64, after: f64) -> bool {
        (self != Self::Falling && before < 0.0 && after >= 0.0)
            || (self != Self::Rising && before > 0.0 && after <= 0.0)
    }
}

/// A root of a quantity of the solution (a coordinate, velocity, state, multiplier or output by its name, as in
/// [`Solution::series`](crate::solution::Solution::series)): it crosses zero, or another level.
///
/// The root is located within rounding, by steps of the method itself from the last sample before it. Two roots of one quantity
/// within one step (it touches the level and returns) are not detected.
///
/// ```
/// use linkwork::prelude::*;
/// fn bounce<M: Mechanism<Scalar = f64>>(ball: &M) -> Result<Solution<M>, linkwork::Error> {
///     let contact = Event::of("height").falling();
///     let bounce = |state: &mut Start<M>| state.v.as_mut_slice()[0] *= -0.8;
///     Ok(ball.simulate().reset_at(contact, bounce).step(1e-3).until(1.0).run()?)
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "an event does nothing until a simulation has it"]
pub struct Event {
    pub(super) quantity: String,
    pub(super) level: f64,
    pub(super) direction: Direction,
}

impl Event {
    /// The quantity crosses zero in either direction.
    pub fn of(quantity: impl Into<String>) -> Self {
        Self { quantity: quantity.into(), level: 0.0, direction: Direction::Either }
    }

    /// It crosses this value instead of zero, in the unit of the quantity.
    pub fn at(self, level: f64) -> Self {
        Self { level, ..self }
    }

    /// Only from below.
    pub fn rising(self) -> Self {
        Self { direction: Direction::Rising, ..self }
    }

    /// Only from above.
    pub fn falling(self) -> Self {
        Self { direction: Direction::Falling, ..self }
    }
}
