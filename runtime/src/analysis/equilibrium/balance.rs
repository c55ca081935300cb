//! What remains unbalanced where a search ends.
//!
//! S of (4) in [`equilibrium`](super) is one number for all forces, and those of heavy bodies, stiff springs or positions far away are large; a
//! body that falls freely must not count as rest beside them. So what no small displacement balances is compared line by line: with
//! the remainder R = F + F' (z, δy) of (5), the forces s = |B (λ, ψ)| + |f| of each coordinate and the rates s_y = |f_y|,
//!
//! ```text
//! |Rᵢ| ≤ max (τ (|W|ᵀ s)ᵢ at the first position, τ' (|W|ᵀ |B (λ, ψ)|)ᵢ here, r S at the first position, 10 |ΔFᵢ|)     (9)
//! ```
//!
//! with τ' = 10⁻¹², r = 2⁻⁴⁸, and ΔF from displacements by some units in the last place of the coordinates: a force that keeps its digits there is no
//! rounding.
//!
//! Invariant: a force that is not in balance is named, whatever acts elsewhere.

use super::trial::{Scale, Trial};
use super::{BALANCED, EXACT, Search};
use crate::analysis::inverse_dynamics::force_gaps;
use crate::analysis::point::{dense, norms};
use crate::error::Gap;
use crate::{Mechanism, Vector};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use nalgebra::DVector;

/// r of (9).
const ROUNDING: f64 = 16.0 * f64::EPSILON;
/// Displacements for ΔF relative to 1 + |q|, their number, and the factor of ΔF.
const BLUR: f64 = 16.0 * f64::EPSILON;
const BLURS: usize = 4;
const SCATTER: f64 = 10.0;

/// The forces where a search begins.
pub(super) struct Beginning {
    pub(super) scale: Scale,
    /// s.
    loads: DVector<f64>,
    /// s_y.
    rates: DVector<f64>,
}

impl Beginning {
    pub(super) fn of<M: Mechanism<Scalar = f64>>(first: &Trial<M>) -> Self {
        let rates = first.rates().map(f64::abs);
        Self { scale: first.scale, loads: &first.reacting + first.force.map(f64::abs), rates }
    }
}

/// What is not in balance in a trial.
pub(super) struct Unbalanced {
    /// The largest force or rate.
    largest: f64,
    pub(super) gaps: Vec<Gap>,
}

impl Unbalanced {
    pub(super) fn of<M: Mechanism<Scalar = f64>>(m: &M, trial: &Trial<M>) -> Self {
        let mut gaps = force_gaps(m, &trial.force);
        let rates = trial.rates();
        for (i, named) in m.names().states.iter().enumerate().filter(|(i, _)| rates[*i].abs() > 1e-9) {
            gaps.push(Gap { name: format!("der({})", named.name), value: rates[i], unit: String::new() });
        }
        Self { largest: f64::max(trial.force.amax(), rates.amax()), gaps }
    }

    /// The one with less: a search may end far away.
    pub(super) fn or(self, other: Self) -> Self {
        if other.largest < self.largest { other } else { self }
    }
}

impl<M: Mechanism<Scalar = f64>> Search<'_, M> {
    /// (9) for every line.
    pub(super) fn in_balance(&self, here: &Trial<M>, beginning: &Beginning) -> bool {
        let (n_v, n_y) = (here.unloaded.nrows(), here.state.y.len());
        let remainder = &here.open + here.derivative() * self.correction(here);
        let weights = here.unloaded.map(f64::abs);
        let (before, now) = (&weights * &beginning.loads, &weights * &here.reacting);
        let states = 1.0 + dense(&here.state.y).amax();
        let sizes = DVector::from_fn(n_v + n_y, |i, _| {
            if i < n_v {
                (BALANCED * before[i]).max(EXACT * now[i]).max(ROUNDING * beginning.scale.force)
            } else {
                (BALANCED * beginning.rates[i - n_v]).max(ROUNDING * beginning.scale.rate.max(states))
            }
        });
        let open =
            |limits: &DVector<f64>| remainder.iter().zip(limits.iter()).any(|(r, most)| r.abs() > *most);
        if !remainder.iter().all(|r| r.is_finite()) {
            return false;
        }
        !open(&sizes) || !open(&self.scatter(here).zip_map(&sizes, |s, most| most.max(SCATTER * s)))
    }

    /// |ΔF| of (9); zero where the constraints cannot be satisfied.
    fn scatter(&self, here: &Trial<M>) -> DVector<f64> {
        let (n_q, n_y) = (here.n_q(), here.state.y.len());
        let sizes = norms::<M>(&here.state.q, here.state.v.len());
        // No coordinate moves further than by its own size.
        let free = DVector::from_fn(n_q, |k, _| {
            let moved = here.free.column(k);
            let limits = moved.iter().zip(sizes.iter()).filter(|(z, _)| **z != 0.0);
            limits.map(|(z, size)| (1.0 + size) / z.abs()).fold(f64::INFINITY, f64::min)
        });
        let size = |k: usize| if k < n_q { free[k] } else { 1.0 + here.state.y.as_slice()[k - n_q].abs() };
        let mut scatter = DVector::zeros(here.open.len());
        for pattern in 0..BLURS {
            // Signs that differ between neighbours, and between patterns.
            let sign =
                |k: usize| if (k * (pattern / 2 + 1) + pattern).is_multiple_of(2) { 1.0 } else { -1.0 };
            let by = DVector::from_fn(n_q + n_y, |k, _| sign(k) * BLUR * size(k));
            if let Some(there) = self.displaced(here, &by) {
                let reduced = &here.unloaded * &there.force;
                let rates = there.rates();
                for (i, x) in reduced.iter().chain(rates.iter()).enumerate() {
                    scatter[i] = f64::max(scatter[i], (x - here.open[i]).abs());
                }
            }
        }
        scatter
    }
}
