//! The order of the default method on this mechanism.
//!
//! ```text
//! p = log₂ |x_h − x_{h/2}| / |x_{h/2} − x_{h/4}|                                              (1)
//! ```
//!
//! x is the configuration at the end of 16 steps h = 1/(20 ω), ω the rate at which forces respond.

use super::verification::Verification;
use crate::analysis::Analyse;
use crate::conditionally_explicit::FifthDegree;
use crate::simulation::{Sampling, Simulate};
use crate::{Mechanism, Real, Vector};
use alloc::format;
use alloc::vec::Vec;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;

/// Steps of the coarsest run.
const STEPS: usize = 16;
/// The step size, as a part of 1/ω.
const PART: f64 = 0.05;
/// The order of the method, and the tolerance of (1) at this distance from the limit.
const ORDER: f64 = 4.0;
const MISSED: f64 = 0.6;
/// Differences below this part of the coordinates are rounding.
const ROUNDING: f64 = 1e-12;
/// ω of a mechanism whose forces do not respond (free fall), in 1/s.
const FREE: f64 = 1.0;

pub(super) fn check<M: Mechanism<Scalar = f64>>(m: &M, found: &mut Verification) {
    let what = "order of the fifth-degree method";
    if !m.flags().smooth && m.sizes().switches > 0 {
        found.leave_out(&format!("{what}: forces are not smooth"));
        return;
    }
    let Ok(start) = m.initial_state() else { return };
    let speed = start.v.as_slice().iter().fold(0.0, |most: f64, v| most.max(v.abs()));
    let rate = m.fastest_answer(&start).map_or(FREE, |answer| answer.rate.max(FREE)).max(speed);
    let (h, size) =
        (PART / rate, start.q.as_slice().iter().fold(1.0, |most: f64, x| Real::max(most, x.abs())));
    let end = |finer: usize| -> Option<Vec<f64>> {
        let step = h / finer as f64;
        let run = m.simulate().method(FifthDegree::default()).step(step).until(h * STEPS as f64);
        let solution = run.output(Sampling::Ends).run().ok()?;
        Some(solution.last().q.as_slice().to_vec())
    };
    let ends: Option<Vec<Vec<f64>>> = [1, 2, 4, 8].into_iter().map(end).collect();
    let Some(ends) = ends else {
        found.leave_out(&format!("{what}: a run with h = {h:.1e} s fails"));
        return;
    };
    let apart: Vec<f64> = ends
        .windows(2)
        .map(|pair| pair[0].iter().zip(&pair[1]).map(|(a, b)| (a - b).abs()).fold(0.0, Real::max) / size)
        .collect();
    if apart.iter().any(|x| !x.is_finite()) {
        found.note(what, f64::NAN, MISSED, || format!("not finite at h = {h:.1e} s"));
        return;
    }
    let orders: Vec<f64> =
        apart.windows(2).filter(|pair| pair[1] > ROUNDING).map(|pair| (pair[0] / pair[1]).log2()).collect();
    // The runs agree to rounding.
    let Some(order) = orders.iter().copied().reduce(f64::max) else { return };
    found.note(what, ORDER - order, MISSED, || format!("order {order:.2} at h = {h:.1e} s"));
}
