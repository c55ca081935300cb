//! How a switching function changes along a motion: its rate, and the acceleration with which the motion leaves its root.
//!
//! ```text
//! φ̇ = (φ(δ) − φ(−δ))/2δ along q + v δ,   φ̈ = (φ(δ) − 2 φ(0) + φ(−δ))/δ² along q ± v δ + a δ²/2                 (1)
//! ```

use super::response::Response;
use super::{Sides, sign};
use crate::stepper::Start;
use crate::{Mechanism, Real, Vector};

impl<M: Mechanism> Sides<M> {
    /// A function after a time along a motion with these accelerations.
    fn value_after(
        &mut self,
        m: &M,
        start: &Start<M>,
        a: Option<&M::Velocity>,
        (side, after): (usize, f64),
    ) -> f64 {
        let by = M::Scalar::exact(after);
        let (mut q, mut v, mut path) = (start.q.clone(), start.v.clone(), start.v.clone());
        path.scale(by);
        if let Some(a) = a {
            path.axpy(M::Scalar::exact(0.5 * after * after), a);
            v.axpy(by, a);
        }
        let mut carry = path.clone();
        carry.fill(M::Scalar::zero());
        m.advance(&mut q, &path, &mut carry);
        let mut at = m.position_cache();
        m.place(&m.now(start.t + by), &q, &mut at);
        m.switches(&at, &v, &start.y, &mut self.values);
        self.values.as_slice()[side].value()
    }

    /// φ̇ of (1) at a start.
    pub(in super::super) fn rate_of(&mut self, m: &M, start: &Start<M>, (side, after): (usize, f64)) -> f64 {
        let [ahead, behind] = [after, -after].map(|after| self.value_after(m, start, None, (side, after)));
        (ahead - behind) / (2.0 * after)
    }

    /// The side to which a function that is zero at a start departs along its velocities within a time, or 0 if its rate is below this one.
    pub(in super::super) fn side_ahead(
        &mut self,
        m: &M,
        start: &Start<M>,
        (side, after): (usize, f64),
        least: f64,
    ) -> f64 {
        let value = self.value_after(m, start, None, (side, after));
        if value.abs() > least * after { sign(value) } else { 0.0 }
    }

    /// s φ̈ of (1) with the accelerations on the sides that are held, and over these, or over 1 SI unit if they are smaller; `None` where they
    /// are not determined.
    pub(in super::super) fn leads(
        &mut self,
        m: &M,
        start: &Start<M>,
        (side, after): (usize, f64),
        s: f64,
    ) -> Option<(f64, f64)> {
        let a = Response::of(m, start)?.a;
        let [ahead, there, behind] =
            [after, 0.0, -after].map(|after| self.value_after(m, start, Some(&a), (side, after)));
        let along = s * (ahead - 2.0 * there + behind) / (after * after);
        Some((along, along / a.norm_l1().max(1.0)))
    }
}
