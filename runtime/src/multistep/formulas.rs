//! The coefficients of explicit multistep methods, as published.
//!
//! Invariant: Adams' weights are exact for polynomials of their degree and add up to 1; Godunov's add up to 0.

use crate::runge_kutta::Coefficient::{self, Ratio as r};
use core::fmt::Debug;

/// An explicit multistep method for (q, v, y).
pub trait Formula: Copy + Debug + Default + Send + Sync + 'static {
    /// Name for reports.
    const NAME: &'static str;
    /// Order of convergence.
    const ORDER: u32;
    /// Adams–Bashforth weights β_0, β_1 … of the slopes at t_n, t_{n−1} …
    const PREDICTOR: &'static [Coefficient];
    /// Adams–Moulton weights β*_0, β*_1 … of the slopes at t_{n+1}, t_n …
    const CORRECTOR: Option<&'static [Coefficient]> = None;
    /// Godunov's weights w_0, w_1 … of q_{n+1}, q_n … in h² a_n; without them positions follow Adams.
    const POSITION: Option<&'static [Coefficient]> = None;
    /// The number of known instants required, including t_n.
    const PAST: usize = {
        let positions = match Self::POSITION {
            Some(w) => w.len() - 1,
            None => 0,
        };
        let slopes = Self::PREDICTOR.len();
        if positions > slopes { positions } else { slopes }
    };
}

const AB2: &[Coefficient] = &[r(3, 2), r(-1, 2)];
const AB3: &[Coefficient] = &[r(23, 12), r(-16, 12), r(5, 12)];
const AB4: &[Coefficient] = &[r(55, 24), r(-59, 24), r(37, 24), r(-9, 24)];
const AB5: &[Coefficient] = &[r(1901, 720), r(-2774, 720), r(2616, 720), r(-1274, 720), r(251, 720)];
const AM4: &[Coefficient] = &[r(9, 24), r(19, 24), r(-5, 24), r(1, 24)];
const GE3: &[Coefficient] = &[r(1, 1), r(-2, 1), r(1, 1)];
const GE4: &[Coefficient] = &[r(11, 12), r(-5, 3), r(1, 2), r(1, 3), r(-1, 12)];
const GE5: &[Coefficient] = &[r(5, 6), r(-5, 4), r(-1, 3), r(7, 6), r(-1, 2), r(1, 12)];
pub(super) const GI2: &[Coefficient] = &[r(1, 1), r(-2, 1), r(1, 1)];
pub(super) const GI3: &[Coefficient] = &[r(2, 1), r(-5, 1), r(4, 1), r(-1, 1)];
pub(super) const GI4: &[Coefficient] = &[r(35, 12), r(-26, 3), r(19, 2), r(-14, 3), r(11, 12)];
pub(super) const GI5: &[Coefficient] = &[r(15, 4), r(-77, 6), r(107, 6), r(-13, 1), r(61, 12), r(-5, 6)];
pub(super) const BDF1: &[Coefficient] = &[r(1, 1), r(-1, 1)];
pub(super) const BDF2: &[Coefficient] = &[r(3, 2), r(-2, 1), r(1, 2)];
pub(super) const BDF3: &[Coefficient] = &[r(11, 6), r(-3, 1), r(3, 2), r(-1, 3)];
pub(super) const BDF4: &[Coefficient] = &[r(25, 12), r(-4, 1), r(3, 1), r(-4, 3), r(1, 4)];

macro_rules! formula {
    ($(#[$doc:meta])* $name:ident, $report:literal, $order:literal, $predictor:expr, $corrector:expr, $position:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;
        impl Formula for $name {
            const NAME: &'static str = $report;
            const ORDER: u32 = $order;
            const PREDICTOR: &'static [Coefficient] = $predictor;
            const CORRECTOR: Option<&'static [Coefficient]> = $corrector;
            const POSITION: Option<&'static [Coefficient]> = $position;
        }
    };
}

formula! {
    /// Adams–Bashforth, two instants.
    Adams2, "AdamsBashforth2", 2, AB2, None, None
}
formula! {
    /// Adams–Bashforth, three instants.
    Adams3, "AdamsBashforth3", 3, AB3, None, None
}
formula! {
    /// Adams–Bashforth, four instants.
    Adams4, "AdamsBashforth4", 4, AB4, None, None
}
formula! {
    /// Adams–Bashforth, five instants.
    Adams5, "AdamsBashforth5", 5, AB5, None, None
}
formula! {
    /// Adams–Moulton of order 4 after Adams–Bashforth of order 4.
    AdamsMoulton4, "AdamsBashforthMoulton4", 4, AB4, Some(AM4), None
}
formula! {
    /// Godunov's GE3 (central differences) for positions, AB2 for velocities.
    Godunov3Adams2, "Godunov3", 2, AB2, None, Some(GE3)
}
formula! {
    /// GE4 and AB3.
    Godunov4Adams3, "Godunov4", 3, AB3, None, Some(GE4)
}
formula! {
    /// GE5 and AB4: unstable at every step.
    Godunov5Adams4, "Godunov5", 4, AB4, None, Some(GE5)
}
formula! {
    /// GE5 and ABM4 for velocities: unstable at every step.
    Godunov5AdamsMoulton4, "Godunov5Moulton", 4, AB4, Some(AM4), Some(GE5)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Σ_j c_j x_j^k at the instants x_j = first, first − 1 …
    fn moment(row: &[Coefficient], first: f64, k: i32) -> f64 {
        let mut sum = 0.0;
        for (j, c) in row.iter().enumerate() {
            let power = (0..k).fold(1.0, |p, _| p * (first - j as f64));
            sum += c.to::<f64>() * power;
        }
        sum
    }

    #[test]
    fn quadratures_are_exact_for_polynomials_of_their_degree() {
        // ∫₀¹ t^k dt = 1/(k + 1).
        for (row, first) in [(AB2, 0.0), (AB3, 0.0), (AB4, 0.0), (AB5, 0.0), (AM4, 1.0)] {
            for k in 0..row.len() as i32 {
                let off = moment(row, first, k) - 1.0 / f64::from(k + 1);
                assert!(off.abs() < 1e-13, "{row:?} of t^{k}: {off:e}");
            }
            assert!((moment(row, first, row.len() as i32) - 1.0 / (row.len() as f64 + 1.0)).abs() > 1e-2);
        }
    }

    #[test]
    fn backward_differences_are_exact_for_polynomials_of_their_degree() {
        // Derivatives at the newest instant, t = 0.
        for (row, derivative) in
            [(BDF1, 1), (BDF2, 1), (BDF3, 1), (BDF4, 1), (GI2, 2), (GI3, 2), (GI4, 2), (GI5, 2)]
        {
            let degree = row.len() as i32 - 1;
            for k in 0..=degree {
                let exact = if k == derivative { f64::from(derivative) } else { 0.0 };
                assert!((moment(row, 0.0, k) - exact).abs() < 1e-12, "{row:?} of t^{k}");
            }
            assert!(moment(row, 0.0, degree + 1).abs() > 0.5);
        }
    }

    #[test]
    fn second_differences_are_exact_for_polynomials_of_their_degree() {
        // d²/dt² t^k at t = 0 is 2 for k = 2 and 0 otherwise; GE3 has an order more than its label.
        for (row, degree) in [(GE3, 3), (GE4, 4), (GE5, 5)] {
            for k in 0..=degree {
                let exact = if k == 2 { 2.0 } else { 0.0 };
                assert!((moment(row, 1.0, k) - exact).abs() < 1e-13, "{row:?} of t^{k}");
            }
            assert!(moment(row, 1.0, degree + 1).abs() > 0.5);
        }
    }
}
