//! ∫ P dt over samples (t, P), by polynomials that do not extend across a kink.
//!
//! ```text
//! ∫_{t_{n−1}}^{t_n} P dt = (h/2) Σ_i w_i p(t_{n−1} + (1 + ξ_i) h/2),   h = t_n − t_{n−1}                  (1)
//! ```
//!
//! where p is the polynomial through the six nearest samples on the same side of every switch and every reset, and ξ_i, w_i are
//! Gauss's three points, which are exact for its degree 5. At a switch P has two values; each interval takes that of its own side. For an
//! interval with switches at t_s inside, without samples there, only its own two samples and the jumps of P are used,
//!
//! ```text
//! ∫ P dt = (h/2)(P_{n−1} + P_n) + Σ_s ΔP_s (t_n − t_s − h/2)                                      (2)
//! ```
//!
//! with an error of at most h²/8 times the jumps of P'.
//!
//! No polynomial of another interval extends into one that is short beside its neighbours (up to a switch, and from there back to the grid): the
//! difference of the method's errors at its ends would grow with the ratio of the lengths.

use crate::solution::Jump;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Samples that a polynomial goes through.
const NEAREST: usize = 6;
/// Intervals below this part of one beside them are short.
const SHORT: f64 = 1e-2;
/// Gauss's three points and weights on [−1, 1].
const GAUSS: [(f64, f64); 3] =
    [(-0.774_596_669_241_483_4, 5.0 / 9.0), (0.0, 8.0 / 9.0), (0.774_596_669_241_483_4, 5.0 / 9.0)];

/// t, and P at the end of the interval before it and at the beginning of the one after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) time: f64,
    pub(super) left: f64,
    pub(super) right: f64,
}

/// Samples in the order of time; both samples of a reset have one time.
pub(super) struct Quadrature<'a> {
    samples: &'a [Node],
    jumps: &'a [Jump],
    /// Whether polynomials extend across interval n, from sample n − 1 to sample n, and across its first sample.
    joined: Vec<bool>,
}

impl<'a> Quadrature<'a> {
    /// From the samples and the jumps of P in the order of time.
    pub(super) fn new(samples: &'a [Node], jumps: &'a [Jump]) -> Self {
        let mut joined = vec![true; samples.len() + 1];
        let mut next = jumps
            .iter()
            .filter(|jump| jump.before.is_some() && !jump.smooth)
            .map(|jump| jump.time)
            .peekable();
        for n in 1..samples.len() {
            let (before, here) = (samples[n - 1].time, samples[n].time);
            // A reset.
            if before == here {
                (joined[n], joined[n + 1]) = (false, false);
            }
            while let Some(switch) = next.next_if(|switch| *switch <= here) {
                // At a sample, or between samples: then no polynomial extends beyond the two around it.
                joined[n + 1] = false;
                if switch > before && switch < here {
                    joined[n] = false;
                }
            }
        }
        let lengths: Vec<f64> = samples.windows(2).map(|pair| pair[1].time - pair[0].time).collect();
        for (n, length) in lengths.iter().enumerate() {
            let beside = [n.checked_sub(1), Some(n + 1)].map(|n| n.and_then(|n| lengths.get(n)));
            if beside.into_iter().flatten().any(|other| *length < SHORT * other) {
                // Nor across the first sample of the interval behind it.
                (joined[n + 1], joined[n + 2]) = (false, false);
            }
        }
        Self { samples, jumps, joined }
    }

    /// (1) or (2), and the difference of (1) from that of a polynomial through two samples less (of a parabola from the trapezium): an estimate of the error
    /// where samples do not resolve P, and more than it where they do.
    pub(super) fn of_interval(&self, n: usize) -> (f64, f64) {
        let (from, to) = (self.samples[n - 1], self.samples[n]);
        let (middle, half) = (0.5 * (from.time + to.time), 0.5 * (to.time - from.time));
        if !self.joined[n] {
            let first = self.jumps.partition_point(|jump| jump.time <= from.time);
            let inside = self.jumps[first..].iter().take_while(|jump| jump.time < to.time);
            let jumps = inside.filter_map(|jump| Some((jump.time, jump.after? - jump.before?)));
            let (count, of_jumps) =
                jumps.fold((0, 0.0), |(count, sum), (time, jump)| (count + 1, sum + jump * (middle - time)));
            if count > 0 {
                return (half * (from.right + to.left) + of_jumps, 0.0);
            }
        }
        let nearest = self.nearest(n);
        let count = nearest.len().saturating_sub(2).max(2);
        let from = (nearest.start + 1).clamp((n + 1).saturating_sub(count), n - 1);
        let fewer = from..from + count;
        let of = |range: Range<usize>| {
            let value = |x: &f64| self.polynomial(range.clone(), n, middle + half * x);
            half * GAUSS.iter().map(|(x, w)| w * value(x)).sum::<f64>()
        };
        let whole = of(nearest);
        (whole, (whole - of(fewer)).abs())
    }

    /// p(t) through these samples, for interval n.
    fn polynomial(&self, range: Range<usize>, n: usize, t: f64) -> f64 {
        let (first, near) = (range.start, &self.samples[range]);
        // Neville's scheme.
        let mut p = [0.0; NEAREST];
        for (k, (p, node)) in p.iter_mut().zip(near).enumerate() {
            *p = if first + k < n { node.right } else { node.left };
        }
        for order in 1..near.len() {
            for i in 0..near.len() - order {
                let (a, b) = (near[i].time, near[i + order].time);
                p[i] = ((b - t) * p[i] + (t - a) * p[i + 1]) / (b - a);
            }
        }
        p[0]
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
    use super::{Node, Quadrature};
    use std::prelude::v1::*;

    /// ∫ t⁵ is exact for any six samples; with fewer samples, polynomials of their degree are.
    #[test]
    fn polynomials_are_integrated_exactly() {
        for count in [2, 3, 6, 9] {
            let degree = (count - 1).min(5) as i32;
            let node = |time: f64| Node { time, left: time.powi(degree), right: time.powi(degree) };
            let mut all: Vec<Node> = (0..count).map(|n| node(n as f64 * 0.3)).collect();
            all[1] = node(0.25);
            let quadrature = Quadrature::new(&all, &[]);
            for n in 1..count {
                let whole = |t: f64| t.powi(degree + 1) / f64::from(degree + 1);
                let exact = whole(all[n].time) - whole(all[n - 1].time);
                assert!((quadrature.of_interval(n).0 - exact).abs() < 1e-13 * (1.0 + exact), "{count} {n}");
            }
        }
    }

    /// P = cos 7 t: the estimate is of the size of the error where six samples do not resolve P, and above it where they do.
    #[test]
    fn errors_are_estimated() {
        for (step, resolved) in [(0.4, false), (0.3, false), (0.1, true), (0.03, true)] {
            let node = |n: usize| {
                let time = n as f64 * step;
                Node { time, left: f64::cos(7.0 * time), right: f64::cos(7.0 * time) }
            };
            let all: Vec<Node> = (0..20).map(node).collect();
            let quadrature = Quadrature::new(&all, &[]);
            let (mut whole, mut estimate) = (0.0, 0.0);
            for n in 1..all.len() {
                let (value, error) = quadrature.of_interval(n);
                (whole, estimate) = (whole + value, estimate + error);
            }
            let error = (whole - f64::sin(7.0 * all[19].time) / 7.0).abs();
            assert!(estimate > error, "{step}: {estimate:.1e} for {error:.1e}");
            assert!(resolved == (estimate < 0.02), "{step}: {estimate:.1e}");
        }
    }

    /// P = t + 1, with an error of 1e-6 at the first or the second end of an interval of 1e-9: the other intervals do not magnify it.
    #[test]
    fn errors_beside_a_short_interval_are_not_magnified() {
        for wrong in [4, 5] {
            let node = |n: usize| {
                let time = if n < 5 { n as f64 } else { n as f64 - 1.0 + 1e-9 * f64::from(u8::from(n == 5)) };
                let power = time + 1.0 + if n == wrong { 1e-6 } else { 0.0 };
                Node { time, left: power, right: power }
            };
            let all: Vec<Node> = (0..10).map(node).collect();
            let quadrature = Quadrature::new(&all, &[]);
            for n in 1..all.len() {
                let (from, to) = (all[n - 1].time, all[n].time);
                let exact = (to - from) * (1.0 + 0.5 * (from + to));
                let error = (quadrature.of_interval(n).0 - exact).abs();
                assert!(error < 2e-6, "{wrong}, {n}: {error:.1e}");
            }
        }
    }
}
