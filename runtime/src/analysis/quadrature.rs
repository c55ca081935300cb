//! ∫ P dt over samples (t, P), by polynomials that do not extend across a kink.
//!
//! ```text
//! ∫_{t_{n−1}}^{t_n} P dt = (h/2) Σ_i w_i p(t_{n−1} + (1 + ξ_i) h/2),   h = t_n − t_{n−1}                  (1)
//! ```
//!
//! where p is the polynomial through the six nearest samples on the same side of every switch and every reset, and ξ_i, w_i are
//! Gauss's three points, which are exact for its degree 5. For an interval with a switch inside, without a sample there, only its own two
//! samples are used: the error is at most h²/8 times the jump of P'.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Samples that a polynomial goes through.
const NEAREST: usize = 6;
/// Gauss's three points and weights on [−1, 1].
const GAUSS: [(f64, f64); 3] =
    [(-0.774_596_669_241_483_4, 5.0 / 9.0), (0.0, 8.0 / 9.0), (0.774_596_669_241_483_4, 5.0 / 9.0)];

/// Samples (t, P) in the order of time; both samples of a reset have one time.
pub(super) struct Quadrature<'a> {
    samples: &'a [(f64, f64)],
    /// Whether P is smooth within interval n, from sample n − 1 to sample n, and across its first sample.
    joined: Vec<bool>,
}

impl<'a> Quadrature<'a> {
    /// From the samples and the ascending times of kinks of P.
    pub(super) fn new(samples: &'a [(f64, f64)], switches: &[f64]) -> Self {
        let mut joined = vec![true; samples.len() + 1];
        let mut next = switches.iter().peekable();
        for n in 1..samples.len() {
            let (before, here) = (samples[n - 1].0, samples[n].0);
            // A reset.
            if before == here {
                (joined[n], joined[n + 1]) = (false, false);
            }
            while let Some(switch) = next.next_if(|switch| **switch <= here) {
                // At a sample, or between samples: then no polynomial extends beyond the two around it.
                joined[n + 1] = false;
                if *switch > before && *switch < here {
                    joined[n] = false;
                }
            }
        }
        Self { samples, joined }
    }

    /// (1).
    pub(super) fn of_interval(&self, n: usize) -> f64 {
        let near = &self.samples[self.nearest(n)];
        let (left, right) = (self.samples[n - 1].0, self.samples[n].0);
        let (middle, half) = (0.5 * (left + right), 0.5 * (right - left));
        let value = |t: f64| {
            // Neville's scheme.
            let mut p = [0.0; NEAREST];
            for (p, (_, power)) in p.iter_mut().zip(near) {
                *p = *power;
            }
            for order in 1..near.len() {
                for i in 0..near.len() - order {
                    let (a, b) = (near[i].0, near[i + order].0);
                    p[i] = ((b - t) * p[i] + (t - a) * p[i + 1]) / (b - a);
                }
            }
            p[0]
        };
        half * GAUSS.iter().map(|(x, w)| w * value(middle + half * x)).sum::<f64>()
    }

    /// The samples nearest to interval n on which P is smooth.
    fn nearest(&self, n: usize) -> Range<usize> {
        let back = (0..(NEAREST - 1).min(n - 1)).take_while(|i| self.joined[n - i]).count();
        let ahead = (n + 1..self.samples.len()).take(NEAREST).take_while(|i| self.joined[*i]).count();
        let (first, end) = (n - 1 - back, n + ahead + 1);
        let count = NEAREST.min(end - first);
        // The same number on both sides, if available.
        let from = (n + 1).saturating_sub(count / 2 + 1).clamp(first, end - count);
        from..from + count
    }
}

#[cfg(test)]
mod tests {
    use super::Quadrature;
    use std::prelude::v1::*;

    /// ∫ t⁵ is exact for any six samples; with fewer samples, polynomials of their degree are.
    #[test]
    fn polynomials_are_integrated_exactly() {
        for count in [2, 3, 6, 9] {
            let degree = (count - 1).min(5) as i32;
            let mut all: Vec<(f64, f64)> =
                (0..count).map(|n| n as f64 * 0.3).map(|t| (t, t.powi(degree))).collect();
            all[1] = (0.25, 0.25_f64.powi(degree));
            let quadrature = Quadrature::new(&all, &[]);
            for n in 1..count {
                let whole = |t: f64| t.powi(degree + 1) / f64::from(degree + 1);
                let exact = whole(all[n].0) - whole(all[n - 1].0);
                assert!((quadrature.of_interval(n) - exact).abs() < 1e-13 * (1.0 + exact), "{count} {n}");
            }
        }
    }
}
