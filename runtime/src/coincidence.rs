//! Forces along the line between two points, which have no direction where the points coincide.
//!
//! With the vector d between them, a mechanism evaluates d·d, d·ḋ and ḋ·ḋ of each such force. Within the
//! resolution of the force, the points coincide if
//!
//! ```text
//! d·d < ρ²,   ρ = 10⁻⁷ m                                                                             (1)
//! ```
//!
//! and a step from d_n to d_{n+1} may pass through coincidence if the straight motion from its beginning does:
//!
//! ```text
//! d·ḋ < 0 at n,   d·ḋ > 0 at n + 1,   d·d − (d·ḋ)²/(ḋ·ḋ) < max(ρ², 10⁻¹⁸ d·d) at n                    (2)
//! ```
//!
//! So does a motion along a line that turns back before it meets the other end. With r = |d|, ṙ = d·ḋ/r and the step h, the rule of
//! trapezoids tells them apart: along the line through d_n, d goes on by r_n + r_{n+1} in one case and by r_n − r_{n+1} in the other.
//! It passes through if the former is nearer to the motion with these rates:
//!
//! ```text
//! |r_n + r_{n+1} − h (|ṙ_n| + |ṙ_{n+1}|)/2| < |r_n − r_{n+1} − h (|ṙ_n| − |ṙ_{n+1}|)/2|                    (3)
//! ```
//!
//! Invariant: there is no cost for mechanisms without such forces.

use crate::error::Error;
use crate::error::SnapshotError;
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Vector};
use alloc::string::ToString;
use alloc::vec::Vec;

/// ρ² of (1): below, the regularised length of emitted code differs from the length.
const NEAR: f64 = 1e-14;
/// A closest approach below this part of the distance (squared) is rounding.
const ROUNDING: f64 = 1e-18;

/// d·d, d·ḋ, ḋ·ḋ and the time.
type Apart = [f64; 4];

/// The ends at the last state.
#[derive(Debug)]
pub struct Coincidences<M: Mechanism> {
    values: M::Switches,
    /// For each lane of each force.
    before: Vec<Apart>,
}

impl<M: Mechanism> Coincidences<M> {
    /// For runs of this mechanism.
    pub fn new(m: &M) -> Self {
        let count = m.names().coincidences.len();
        Self { values: M::Switches::zeros(m.sizes().switches + 3 * count), before: Vec::new() }
    }

    /// Discards the last state: the next one is not its continuation.
    pub(crate) fn restart(&mut self) {
        self.before.clear();
    }

    /// Writes to a snapshot or reads from it.
    pub(crate) fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.list(&mut self.before, || [0.0; 4], |over, x| over.numbers(x))
    }

    /// Checks a state (1), and the step from the last one (2, 3), in every lane.
    ///
    /// # Errors
    /// [`Error::Coincidence`].
    pub fn look(
        &mut self,
        m: &M,
        t: M::Scalar,
        (at, v, y): (&M::PositionCache, &M::Velocity, &M::States),
    ) -> Result<(), Error> {
        let count = m.names().coincidences.len();
        if count == 0 {
            return Ok(());
        }
        m.switches(at, v, y, &mut self.values);
        let values = &self.values.as_slice()[m.sizes().switches..];
        let lanes = M::Scalar::LANES;
        let before = self.before.len() == count * lanes;
        self.before.resize(count * lanes, [0.0; 4]);
        for (row, last) in self.before.iter_mut().enumerate() {
            let (number, lane) = (row / lanes, row % lanes);
            let [distance, approach, speed] = [0, 1, 2].map(|i| values[3 * number + i].lane(lane));
            let now = [distance, approach, speed, t.lane(lane)];
            let last = core::mem::replace(last, now);
            if now[0] < NEAR || (before && passes(last, now)) {
                let force = m.names().coincidences[number].name.to_string();
                return Err(Error::Coincidence { force, time: t.value() });
            }
        }
        Ok(())
    }
}

/// (2) and (3).
fn passes(last: Apart, now: Apart) -> bool {
    let closest = last[0] - last[1] * last[1] / last[2];
    let on_a_line = last[1] < 0.0 && now[1] > 0.0 && closest < NEAR.max(ROUNDING * last[0]);
    on_a_line && {
        let [from, to] = [last, now].map(|at| at[0].sqrt());
        let [approach, departure] = [last, now].map(|at| at[1].abs() / at[0].sqrt());
        let half = (now[3] - last[3]) / 2.0;
        let through = from + to - half * (approach + departure);
        let back = from - to - half * (approach - departure);
        through.abs() < back.abs()
    }
}

/// Checks one state (1).
pub(crate) fn apart<M: Mechanism>(
    m: &M,
    t: M::Scalar,
    q: &M::Configuration,
    v: &M::Velocity,
    y: &M::States,
) -> Result<(), Error> {
    if m.names().coincidences.is_empty() {
        return Ok(());
    }
    let mut at = m.position_cache();
    m.place(&m.now(t), q, &mut at);
    Coincidences::new(m).look(m, t, (&at, v, y))
}
