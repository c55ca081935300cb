//! The switching functions that are zero at the start, for the search for its velocities.
//!
//! Invariant: as in [`linkwork_numerics::closure`].

use super::Nearest;
use super::lanes::{lane_of, set};
use super::levels::LaneOfVelocities;
use crate::AssemblyFacts;
use crate::error::Error;
use crate::{Mechanism, Real, Space, Vector};
use alloc::vec;
use alloc::vec::Vec;
use linkwork_numerics::closure::{Corner, Velocities, after_corner, close_on_corner};

/// A position with its time and states.
type At<'a, M> = (<M as Space>::Scalar, &'a <M as Space>::Configuration, &'a <M as Space>::States);
/// The velocities of a mechanism at that position, with the sides that it holds.
type Closing<'a, M> = &'a mut dyn FnMut(&M) -> Result<<M as Space>::Velocity, Error>;
/// From what velocities deviate: those of the start, with the facts of the mechanism.
type Away<'a, M> = (&'a <M as Space>::Velocity, &'a AssemblyFacts<'a>, Nearest);

struct OnCorner<'a, M: Mechanism> {
    held: M,
    at: At<'a, M>,
    /// The functions that are zero.
    zeros: Vec<usize>,
    of: Closing<'a, M>,
    from: Away<'a, M>,
}

/// The velocities after the corners at this position.
///
/// # Errors
/// Those of `of`.
pub(super) fn velocities_after<M: Mechanism>(
    m: &M,
    at: At<'_, M>,
    (from, of): (Away<'_, M>, Closing<'_, M>),
) -> Result<M::Velocity, Error> {
    // Lanes may differ; a run with switches has one.
    let zeros = if M::HOLDS && M::Scalar::LANES == 1 { zeros(m, at) } else { Vec::new() };
    if zeros.is_empty() {
        return of(m);
    }
    let sizes = (zeros.len(), m.sizes().velocities);
    close_on_corner(&mut OnCorner { held: m.clone(), at, zeros, of, from }, sizes)
}

/// The functions that are exactly zero at a position at rest.
fn zeros<M: Mechanism>(m: &M, at: At<'_, M>) -> Vec<usize> {
    let sides = m.sizes().sides;
    if sides == 0 || !m.flags().constrained() {
        return Vec::new();
    }
    let values = switches(m, at, &M::Velocity::zeros(m.sizes().velocities), 0.0);
    (0..sides).filter(|&side| values.as_slice()[side].value() == 0.0).collect()
}

/// The switching functions after this time, along these velocities.
fn switches<M: Mechanism>(m: &M, (t, q, y): At<'_, M>, v: &M::Velocity, after: f64) -> M::Switches {
    let after = M::Scalar::exact(after);
    let mut path = v.clone();
    path.scale(after);
    let (mut q, mut carry) = (q.clone(), path.clone());
    carry.fill(M::Scalar::zero());
    m.advance(&mut q, &path, &mut carry);
    let mut at = m.position_cache();
    m.place(&m.now(t + after), &q, &mut at);
    let count = m.sizes().switches + 3 * m.names().coincidences.len();
    let mut values = M::Switches::zeros(count);
    m.switches(&at, v, y, &mut values);
    values
}

impl<M: Mechanism> OnCorner<'_, M> {
    fn hold(&mut self, sides: &[f64]) {
        let mut all = vec![0.0; self.held.held_numbers()];
        self.zeros.iter().zip(sides).for_each(|(&side, &to)| all[side] = to);
        self.held.hold(&all);
    }

    fn velocity(&self, v: &[f64]) -> M::Velocity {
        let mut all = M::Velocity::zeros(v.len());
        set(all.as_mut_slice(), v);
        all
    }
}

impl<M: Mechanism> Corner for OnCorner<'_, M> {
    type Closed = M::Velocity;
    type Failure = Error;

    fn rates(&mut self, v: &[f64], sides: &[f64]) -> Vec<f64> {
        self.hold(sides);
        let (v, m) = (self.velocity(v), &self.held);
        let mut at = m.position_cache();
        m.place(&m.now(self.at.0), self.at.1, &mut at);
        let mut rates = M::Holonomic::zeros(m.sizes().holonomic);
        let mut slips = M::Nonholonomic::zeros(m.sizes().nonholonomic);
        m.holonomic_rate(&at, &v, &mut rates);
        m.nonholonomic(&at, &v, &mut slips);
        lane_of(&[rates.as_slice(), slips.as_slice()].concat(), 0)
    }

    fn after(&mut self, v: &[f64]) -> Vec<f64> {
        self.hold(&[]);
        let values = switches(&self.held, self.at, &self.velocity(v), after_corner(self.at.0.value()));
        self.zeros.iter().map(|&side| values.as_slice()[side].value()).collect()
    }

    fn close(&mut self, sides: &[f64]) -> Result<M::Velocity, Error> {
        self.hold(sides);
        (self.of)(&self.held)
    }

    fn distance(&mut self, closed: &M::Velocity) -> f64 {
        let (m, (start, facts, nearest)) = (&self.held, self.from);
        let mut at = m.position_cache();
        m.place(&m.now(self.at.0), self.at.1, &mut at);
        let same = (nearest == Nearest::Start || facts.deviations == 0).then(|| lane_of(start.as_slice(), 0));
        let mut of = LaneOfVelocities::new(m, &at, self.at.2, 0, facts, same);
        of.deviations(&lane_of(closed.as_slice(), 0)).values.iter().map(|off| off * off).sum()
    }

    fn values(closed: &M::Velocity) -> Vec<f64> {
        lane_of(closed.as_slice(), 0)
    }
}
