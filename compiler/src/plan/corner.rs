//! The switching functions of constraints that are zero at the start, for the search for its velocities, which `build()` makes for other parameters.
//!
//! Invariant: as in [`linkwork_numerics::closure`]; sides of the state are released on return, and those of a failure held.

use super::assembly::{AtVelocity, Equations};
use super::sample::{Space, State};
use linkwork_numerics::closure::{
    ClosedVelocities, Corner, GivenVelocities, Open, Velocities, after_corner, close_on_corner,
    close_velocities,
};

/// A start for the default parameters.
pub(super) struct OnCorner<'a> {
    moving: &'a mut AtVelocity,
    guess: Vec<f64>,
    known: GivenVelocities<'a>,
    space: Space<'a>,
    functions: Equations,
    /// The functions that are zero, by their places among the sides of the state.
    zeros: Vec<usize>,
}

impl<'a> OnCorner<'a> {
    /// The switching functions of constraints have as many sides in the state.
    pub fn new(
        moving: &'a mut AtVelocity,
        known: GivenVelocities<'a>,
        (space, functions): (Space<'a>, Equations),
    ) -> Self {
        let guess = moving.state.velocity.clone();
        let values = functions.evaluate(&moving.state).values;
        let zeros = (0..values.len()).filter(|&k| values[k] == 0.0).collect();
        Self { moving, guess, known, space, functions, zeros }
    }

    /// The velocities after the corners.
    pub fn closed(mut self) -> Result<ClosedVelocities, Open> {
        let sizes = (self.zeros.len(), self.guess.len());
        let closed = close_on_corner(&mut self, sizes)?;
        self.hold(&[]);
        Ok(closed)
    }

    fn hold(&mut self, sides: &[f64]) {
        let all = &mut self.moving.state.sides;
        all.iter_mut().for_each(|(_, side)| *side = 0.0);
        self.zeros.iter().zip(sides).for_each(|(&k, &to)| all[k].1 = to);
    }
}

impl Corner for OnCorner<'_> {
    type Closed = ClosedVelocities;
    type Failure = Open;

    fn rates(&mut self, v: &[f64], sides: &[f64]) -> Vec<f64> {
        self.hold(sides);
        self.moving.equations(v).values
    }

    fn after(&mut self, v: &[f64]) -> Vec<f64> {
        self.hold(&[]);
        let after = after_corner(self.moving.state.time);
        let mut later: State = self.moving.state.clone();
        later.time += after;
        let path: Vec<f64> = v.iter().map(|v| after * v).collect();
        self.space.displace(&mut later, &path);
        let values = self.functions.evaluate(&later).values;
        self.zeros.iter().map(|&k| values[k]).collect()
    }

    fn close(&mut self, sides: &[f64]) -> Result<ClosedVelocities, Open> {
        self.hold(sides);
        close_velocities(self.moving, &self.guess, self.known)
    }

    fn distance(&mut self, closed: &ClosedVelocities) -> f64 {
        self.moving.deviations(&closed.velocity).values.iter().map(|off| off * off).sum()
    }

    fn values(closed: &ClosedVelocities) -> Vec<f64> {
        closed.velocity.clone()
    }
}
