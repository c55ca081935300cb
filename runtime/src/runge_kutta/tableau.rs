//! Explicit Runge–Kutta methods without an error estimate, as tableaus.
//!
//! Invariant: every number is written once, as published; [`satisfied_order`](super::satisfied_order) confirms every order.

use super::coefficient::Coefficient::{self, Golden, Ratio as r};
use crate::Real;
use alloc::vec::Vec;
use core::fmt::Debug;

/// An explicit Runge–Kutta method for x' = f(t, x):
///
/// ```text
/// k_i = f(t_n + c_i h, x_n + h Σ_{j<i} a_ij k_j),   x_{n+1} = x_n + h Σ b_i k_i
/// ```
pub trait Tableau: Copy + Debug + Default + Send + Sync + 'static {
    /// Name for reports.
    const NAME: &'static str;
    /// Order of convergence.
    const ORDER: u32;
    /// Rows of a below the diagonal: the first is empty, row i has i entries.
    const A: &'static [&'static [Coefficient]];
    /// The weights b, as many as there are stages.
    const B: &'static [Coefficient];
    /// The nodes c.
    const C: &'static [Coefficient];
}

const ZERO: Coefficient = r(0, 1);
const ONE: Coefficient = r(1, 1);
const HALF: Coefficient = r(1, 2);

/// Defines a tableau as published.
macro_rules! tableau {
    ($(#[$doc:meta])* $name:ident, $report:literal, $order:literal,
        c [$($c:expr),* $(,)?], a [$([$($a:expr),* $(,)?]),* $(,)?], b [$($b:expr),* $(,)?]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;
        impl $crate::runge_kutta::Tableau for $name {
            const NAME: &'static str = $report;
            const ORDER: u32 = $order;
            const A: &'static [&'static [Coefficient]] = &[$(&[$($a),*]),*];
            const B: &'static [Coefficient] = &[$($b),*];
            const C: &'static [Coefficient] = &[$($c),*];
        }
    };
}
pub(super) use tableau;

tableau! {
    /// Euler's method, order 1.
    Euler, "ExplicitEuler", 1, c [ZERO], a [[]], b [ONE]
}
tableau! {
    /// The explicit midpoint rule (Runge 1895), order 2.
    ExplicitMidpoint, "Midpoint", 2, c [ZERO, HALF], a [[], [HALF]], b [ZERO, ONE]
}
tableau! {
    /// The explicit trapezoidal rule, Heun's method of order 2.
    ExplicitTrapezoid, "Heun2", 2, c [ZERO, ONE], a [[], [ONE]], b [HALF, HALF]
}
tableau! {
    /// Ralston's method of order 2, with the smallest bound of the error among those of two stages (Ralston 1962).
    RalstonSecond, "Ralston2", 2, c [ZERO, r(2, 3)], a [[], [r(2, 3)]], b [r(1, 4), r(3, 4)]
}
tableau! {
    /// Heun's method of order 3 (Heun 1900), `RK33` elsewhere.
    HeunThird, "Heun3", 3,
    c [ZERO, r(1, 3), r(2, 3)], a [[], [r(1, 3)], [ZERO, r(2, 3)]], b [r(1, 4), ZERO, r(3, 4)]
}
tableau! {
    /// Kutta's method of order 3 (Kutta 1901), the one of Tables 8 to 10 in Fernández de Bustos et al.,
    /// Mathematics 12 (2024) 2862.
    ThirdOrder, "Kutta3", 3,
    c [ZERO, HALF, ONE], a [[], [HALF], [r(-1, 1), r(2, 1)]], b [r(1, 6), r(2, 3), r(1, 6)]
}
tableau! {
    /// The classical method of order 4 (Kutta 1901).
    Classical4, "RungeKutta4", 4,
    c [ZERO, HALF, HALF, ONE],
    a [[], [HALF], [ZERO, HALF], [ZERO, ZERO, ONE]],
    b [r(1, 6), r(1, 3), r(1, 3), r(1, 6)]
}
tableau! {
    /// Kutta's 3/8 rule of order 4 (Kutta 1901).
    ThreeEighthsRule, "ThreeEighths", 4,
    c [ZERO, r(1, 3), r(2, 3), ONE],
    a [[], [r(1, 3)], [r(-1, 3), ONE], [ONE, r(-1, 1), ONE]],
    b [r(1, 8), r(3, 8), r(3, 8), r(1, 8)]
}
tableau! {
    /// Butcher's seven stages of order 6 with the nodes (5 ∓ √5)/10 of Lobatto's rule (Butcher 1964), `RK67` elsewhere.
    ButcherSixth, "Butcher6", 6,
    c [ZERO, Golden(5, -1, 10), Golden(5, 1, 10), Golden(5, -1, 10), Golden(5, 1, 10), Golden(5, -1, 10), ONE],
    a [
        [],
        [Golden(5, -1, 10)],
        [Golden(0, -1, 10), Golden(5, 2, 10)],
        [Golden(-15, 7, 20), Golden(-1, 1, 4), Golden(15, -7, 10)],
        [Golden(5, -1, 60), ZERO, r(1, 6), Golden(15, 7, 60)],
        [Golden(5, 1, 60), ZERO, Golden(9, -5, 12), r(1, 6), Golden(-5, 3, 10)],
        [r(1, 6), ZERO, Golden(-55, 25, 12), Golden(-25, -7, 12), Golden(5, -2, 1), Golden(5, 1, 2)],
    ],
    b [r(1, 12), ZERO, ZERO, ZERO, r(5, 12), r(5, 12), r(1, 12)]
}

/// A row in the arithmetic of a run: (j, w_j) with w_j ≠ 0.
pub(super) type Row<T> = Vec<(usize, T)>;

/// Omits zeros, so that they have no cost.
pub(super) fn nonzero<T: Real>(row: &[Coefficient]) -> Row<T> {
    row.iter().enumerate().filter(|(_, a)| !a.is_zero()).map(|(j, a)| (j, a.to())).collect()
}

/// A tableau in the arithmetic of a run; zeros are omitted from the sums.
#[derive(Clone, Debug)]
pub(super) struct Coefficients<T> {
    /// (j, a_ij) with a_ij ≠ 0, a list for every stage.
    pub(super) stages: Vec<Row<T>>,
    /// (j, b_j) with b_j ≠ 0.
    pub(super) weights: Row<T>,
    /// c_i.
    pub(super) nodes: Vec<T>,
}

impl<T: Real> Coefficients<T> {
    pub(super) fn of<B: Tableau>() -> Self {
        Self {
            stages: B::A.iter().map(|row| nonzero(row)).collect(),
            weights: nonzero(B::B),
            nodes: B::C.iter().map(|c| c.to()).collect(),
        }
    }
}

/// Whether the last stage is at the end of the step, so that it is the first one of the next (first same as last).
pub(super) fn ends_at_last_stage<B: Tableau>() -> bool {
    let s = B::B.len();
    let last = B::A[s - 1];
    s > 1 && B::B[s - 1].is_zero() && last.iter().zip(B::B).all(|(a, b)| a == b)
}
