//! Explicit Runge–Kutta methods with an error estimate and an interpolant.
//!
//! ```text
//! x_{n+1} = x_n + h Σ b_i k_i,   e = h Σ (b_i − b̂_i) k_i
//! ```
//!
//! Invariant: both sets of weights satisfy the conditions of their orders (`order_conditions`).

use super::coefficient::Coefficient::{self, Ratio as r};
use super::tableau::{Tableau, tableau};

const O: Coefficient = r(0, 1);

/// The error estimate of a method.
#[derive(Clone, Copy, Debug)]
pub enum Estimate {
    /// The weights b̂ of a second method over the same stages.
    Weights(&'static [Coefficient]),
    /// e = e₅²/√(e₅² + e₃²/100): b − b̂ of order 5, and b̂ of order 3 (Hairer, Nørsett, Wanner I, equation (10.17)).
    FifthAndThird {
        /// b − b̂₅.
        difference: &'static [Coefficient],
        /// b̂₃.
        third: &'static [Coefficient],
    },
}

/// The polynomial through a step:
///
/// ```text
/// x(t_n + θh) = x_n + θ(r₁ + (1−θ)(r₂ + θ(r₃ + (1−θ)(r₄ + θ(r₅ + …)))))
/// r₁ = x_{n+1} − x_n,   r₂ = h k_1 − r₁,   r₃ = r₁ − h k_end − r₂,   r_{3+i} = h Σ_j d_ij k_j
/// ```
///
/// with k_1 and k_end at both ends: without rows it is Hermite's cubic. The d_ij run over the stages, then k_end, then the extra stages.
#[derive(Clone, Copy, Debug)]
pub struct Interpolant {
    /// Its order.
    pub order: u32,
    /// Rows of a for stages of the interpolant only; they run over the stages, k_end and the previous extra ones.
    pub extra: &'static [&'static [Coefficient]],
    /// Their nodes.
    pub nodes: &'static [Coefficient],
    /// The rows d_i.
    pub rows: &'static [&'static [Coefficient]],
}

impl Interpolant {
    /// Hermite's cubic.
    pub const CUBIC: Self = Self { order: 3, extra: &[], nodes: &[], rows: &[] };
}

/// A method that estimates its error.
pub trait Embedded: Tableau {
    /// The estimate.
    const ESTIMATE: Estimate;
    /// Order of the estimate: e = O(h^(min(this, ORDER) + 1)).
    const LOWER_ORDER: u32;
    /// Dense output.
    const INTERPOLANT: Interpolant = Interpolant::CUBIC;
}

tableau! {
    /// Bogacki–Shampine 3(2), first same as last (Bogacki, Shampine 1989).
    BogackiShampineThird, "BogackiShampine3", 3,
    c [O, r(1, 2), r(3, 4), r(1, 1)],
    a [[], [r(1, 2)], [O, r(3, 4)], [r(2, 9), r(1, 3), r(4, 9)]],
    b [r(2, 9), r(1, 3), r(4, 9), O]
}
impl Embedded for BogackiShampineThird {
    const ESTIMATE: Estimate = Estimate::Weights(&[r(7, 24), r(1, 4), r(1, 3), r(1, 8)]);
    const LOWER_ORDER: u32 = 2;
}

tableau! {
    /// Fehlberg 4(5): continues with the result of order 4 (Fehlberg 1969).
    FehlbergFourth, "Fehlberg4", 4,
    c [O, r(1, 4), r(3, 8), r(12, 13), r(1, 1), r(1, 2)],
    a [
        [],
        [r(1, 4)],
        [r(3, 32), r(9, 32)],
        [r(1932, 2197), r(-7200, 2197), r(7296, 2197)],
        [r(439, 216), r(-8, 1), r(3680, 513), r(-845, 4104)],
        [r(-8, 27), r(2, 1), r(-3544, 2565), r(1859, 4104), r(-11, 40)],
    ],
    b [r(25, 216), O, r(1408, 2565), r(2197, 4104), r(-1, 5), O]
}
impl Embedded for FehlbergFourth {
    const ESTIMATE: Estimate =
        Estimate::Weights(&[r(16, 135), O, r(6656, 12825), r(28561, 56430), r(-9, 50), r(2, 55)]);
    const LOWER_ORDER: u32 = 5;
}

tableau! {
    /// Cash–Karp 5(4) (Cash, Karp 1990).
    CashKarpFifth, "CashKarp5", 5,
    c [O, r(1, 5), r(3, 10), r(3, 5), r(1, 1), r(7, 8)],
    a [
        [],
        [r(1, 5)],
        [r(3, 40), r(9, 40)],
        [r(3, 10), r(-9, 10), r(6, 5)],
        [r(-11, 54), r(5, 2), r(-70, 27), r(35, 27)],
        [r(1631, 55296), r(175, 512), r(575, 13824), r(44275, 110_592), r(253, 4096)],
    ],
    b [r(37, 378), O, r(250, 621), r(125, 594), O, r(512, 1771)]
}
impl Embedded for CashKarpFifth {
    const ESTIMATE: Estimate =
        Estimate::Weights(&[r(2825, 27648), O, r(18575, 48384), r(13525, 55296), r(277, 14336), r(1, 4)]);
    const LOWER_ORDER: u32 = 4;
}

tableau! {
    /// Dormand–Prince 5(4), first same as last (Dormand, Prince 1980).
    DormandPrinceFifth, "DormandPrince5", 5,
    c [O, r(1, 5), r(3, 10), r(4, 5), r(8, 9), r(1, 1), r(1, 1)],
    a [
        [],
        [r(1, 5)],
        [r(3, 40), r(9, 40)],
        [r(44, 45), r(-56, 15), r(32, 9)],
        [r(19372, 6561), r(-25360, 2187), r(64448, 6561), r(-212, 729)],
        [r(9017, 3168), r(-355, 33), r(46732, 5247), r(49, 176), r(-5103, 18656)],
        [r(35, 384), O, r(500, 1113), r(125, 192), r(-2187, 6784), r(11, 84)],
    ],
    b [r(35, 384), O, r(500, 1113), r(125, 192), r(-2187, 6784), r(11, 84), O]
}
impl Embedded for DormandPrinceFifth {
    const ESTIMATE: Estimate = Estimate::Weights(&[
        r(5179, 57600),
        O,
        r(7571, 16695),
        r(393, 640),
        r(-92097, 339_200),
        r(187, 2100),
        r(1, 40),
    ]);
    const LOWER_ORDER: u32 = 4;
    /// Shampine's, free of cost (Hairer, Nørsett, Wanner I, section II.6).
    const INTERPOLANT: Interpolant = Interpolant {
        order: 4,
        extra: &[],
        nodes: &[],
        rows: &[&[
            r(-12_715_105_075, 11_282_082_432),
            O,
            r(87_487_479_700, 32_700_410_799),
            r(-10_690_763_975, 1_880_347_072),
            r(701_980_252_875, 199_316_789_632),
            r(-1_453_857_185, 822_651_844),
            r(69_997_945, 29_380_423),
        ]],
    };
}

tableau! {
    /// Verner 6(5) with eight stages, the method of DVERK (Verner 1978; Hairer, Nørsett, Wanner I, table 5.4).
    VernerSixth, "Verner6", 6,
    c [O, r(1, 6), r(4, 15), r(2, 3), r(5, 6), r(1, 1), r(1, 15), r(1, 1)],
    a [
        [],
        [r(1, 6)],
        [r(4, 75), r(16, 75)],
        [r(5, 6), r(-8, 3), r(5, 2)],
        [r(-165, 64), r(55, 6), r(-425, 64), r(85, 96)],
        [r(12, 5), r(-8, 1), r(4015, 612), r(-11, 36), r(88, 255)],
        [r(-8263, 15000), r(124, 75), r(-643, 680), r(-81, 250), r(2484, 10625), O],
        [r(3501, 1720), r(-300, 43), r(297_275, 52632), r(-319, 2322), r(24068, 84065), O, r(3850, 26703)],
    ],
    b [r(3, 40), O, r(875, 2244), r(23, 72), r(264, 1955), O, r(125, 11592), r(43, 616)]
}
impl Embedded for VernerSixth {
    const ESTIMATE: Estimate =
        Estimate::Weights(&[r(13, 160), O, r(2375, 5984), r(5, 16), r(12, 85), r(3, 44), O, O]);
    const LOWER_ORDER: u32 = 5;
}
