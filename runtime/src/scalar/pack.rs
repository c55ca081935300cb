//! [`Pack`]: four runs at once, each bit-identical to a single run.
//!
//! Invariant: lane i of every result is bit-identical to the f64 result for lane i of the arguments (all NaN are
//! equivalent), so that a run does not depend on its neighbours. Sums, products, quotients and roots are computed four at a time, identically by
//! IEEE 754; functions are those of f64, lane by lane.

use crate::Real;
use core::ops::{Add, Div, Mul, Neg, Sub};
use wide::f64x4;

/// Four f64, each with the same bits as in a single run.
///
/// `wide::f64x4` has its own functions, which are faster than four calls and differ by some units in the last place; in an
/// iteration, its slowest lane decides for all. Here each lane is a run of its own: it decides when an iteration has converged, and
/// keeps its values from then on. If a decision cannot be made lane by lane, a step fails with
/// [`StepFailure::Parted`](crate::error::StepFailure::Parted), and the four must be run one by one. So must runs with events, and mechanisms
/// with switches or sticking friction, which have times of their own in each lane: `simulate()` refuses them with
/// [`Error::Parted`](crate::Error::Parted).
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Pack(f64x4);

impl Pack {
    /// The number of lanes.
    pub const LANES: usize = 4;

    /// A pack of these four numbers.
    #[inline]
    pub fn new(lanes: [f64; 4]) -> Self {
        Self(f64x4::new(lanes))
    }

    /// The four numbers.
    #[inline]
    pub fn to_array(self) -> [f64; 4] {
        self.0.to_array()
    }

    /// f of each lane.
    #[inline]
    fn each(self, f: impl Fn(f64) -> f64) -> Self {
        Self::new(self.to_array().map(f))
    }

    /// f of each pair of lanes.
    #[inline]
    fn pairs(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        let (x, y) = (self.to_array(), other.to_array());
        Self::new(core::array::from_fn(|i| f(x[i], y[i])))
    }
}

/// Whether all lanes are equal.
impl PartialEq for Pack {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.to_array() == other.to_array()
    }
}

macro_rules! operation {
    ($($trait:ident $method:ident),*) => {
        $(impl $trait for Pack {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($trait::$method(self.0, other.0))
            }
        })*
    };
}
operation!(Add add, Sub sub, Mul mul, Div div);

impl Neg for Pack {
    type Output = Self;
    /// Also of zeros.
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0 ^ f64x4::splat(-0.0))
    }
}

macro_rules! functions {
    ($($one:ident),*; $($two:ident),*) => {
        $(#[inline]
        fn $one(self) -> Self {
            self.each(<f64 as Real>::$one)
        })*
        $(#[inline]
        fn $two(self, other: Self) -> Self {
            self.pairs(other, <f64 as Real>::$two)
        })*
    };
}

impl Real for Pack {
    type Mask = [bool; 4];
    const LANES: usize = 4;
    const DECIDING: usize = 4;

    #[inline]
    fn decimal(hi: f64, _lo: f64) -> Self {
        Self(f64x4::splat(hi))
    }
    #[inline]
    fn value(self) -> f64 {
        self.to_array()[0]
    }
    #[inline]
    fn lane(self, lane: usize) -> f64 {
        self.to_array()[lane]
    }
    #[inline]
    fn from_lanes(values: &[f64]) -> Self {
        Self::new([values[0], values[1], values[2], values[3]])
    }
    #[inline]
    fn magnitude(self) -> f64 {
        self.to_array().into_iter().fold(0.0, |largest, x| Real::max(largest, x.abs()))
    }
    #[inline]
    fn decisive(self, lane: usize) -> f64 {
        self.to_array()[lane].abs()
    }
    #[inline]
    fn leading(self) -> f64 {
        self.magnitude()
    }
    #[inline]
    fn smallest(self) -> f64 {
        self.to_array().into_iter().fold(f64::INFINITY, |least, x| Real::min(least, x.abs()))
    }
    fn parts(&mut self, each: &mut dyn FnMut(&mut f64)) {
        let mut lanes = self.to_array();
        lanes.iter_mut().for_each(each);
        *self = Self::new(lanes);
    }
    #[inline]
    fn epsilon() -> f64 {
        f64::EPSILON
    }
    #[inline]
    fn lt(self, other: Self) -> [bool; 4] {
        let (x, y) = (self.to_array(), other.to_array());
        core::array::from_fn(|i| x[i] < y[i])
    }
    #[inline]
    fn le(self, other: Self) -> [bool; 4] {
        let (x, y) = (self.to_array(), other.to_array());
        core::array::from_fn(|i| x[i] <= y[i])
    }
    #[inline]
    fn eq(self, other: Self) -> [bool; 4] {
        let (x, y) = (self.to_array(), other.to_array());
        core::array::from_fn(|i| x[i] == y[i])
    }
    #[inline]
    fn and(a: [bool; 4], b: [bool; 4]) -> [bool; 4] {
        core::array::from_fn(|i| a[i] & b[i])
    }
    #[inline]
    fn or(a: [bool; 4], b: [bool; 4]) -> [bool; 4] {
        core::array::from_fn(|i| a[i] | b[i])
    }
    #[inline]
    fn not(a: [bool; 4]) -> [bool; 4] {
        a.map(|a| !a)
    }
    #[inline]
    fn select(mask: [bool; 4], a: Self, b: Self) -> Self {
        let (x, y) = (a.to_array(), b.to_array());
        Self::new(core::array::from_fn(|i| if mask[i] { x[i] } else { y[i] }))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.abs())
    }
    functions!(sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, ln, sign, floor; atan2, min, max, hypot, pow);
}

#[cfg(test)]
mod tests {
    use super::Pack;
    use crate::Real;

    const EDGES: [f64; 8] = [0.0, -0.0, 1.5, -2.75, 1e300, -1e-310, f64::INFINITY, f64::NAN];

    fn same(x: f64, y: f64) -> bool {
        x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan())
    }

    /// Every operation at every pair of edges, in each lane.
    #[test]
    fn lanes_have_the_bits_of_f64() {
        type One = (fn(Pack) -> Pack, fn(f64) -> f64);
        type Two = (fn(Pack, Pack) -> Pack, fn(f64, f64) -> f64);
        macro_rules! of { ($($f:ident),*) => { [$((Real::$f, Real::$f)),*] }; }
        let ones: [One; 16] =
            of!(sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, ln, sqrt, abs, sign, floor, recip);
        let twos: [Two; 5] = of!(atan2, min, max, hypot, pow);
        let more: [Two; 4] = [
            (|x, y| x + y, |x, y| x + y),
            (|x, y| x - y, |x, y| x - y),
            (|x, y| x * y, |x, y| x * y),
            (|x, y| -(x / y), |x, y| -(x / y)),
        ];
        for i in 0..EDGES.len() {
            let x: [f64; 4] = core::array::from_fn(|lane| EDGES[(i + lane) % 8]);
            for (pack, float) in ones {
                let found = pack(Pack::new(x)).to_array();
                assert!((0..4).all(|lane| same(found[lane], float(x[lane]))), "{x:?} {found:?}");
            }
            for j in 0..EDGES.len() {
                let y: [f64; 4] = core::array::from_fn(|lane| EDGES[(j + 3 * lane) % 8]);
                for (pack, float) in twos.iter().chain(&more) {
                    let found = pack(Pack::new(x), Pack::new(y)).to_array();
                    assert!(
                        (0..4).all(|lane| same(found[lane], float(x[lane], y[lane]))),
                        "{x:?} {y:?} {found:?}"
                    );
                }
                let below = Pack::select(Pack::new(x).lt(Pack::new(y)), Pack::one(), Pack::zero());
                assert!((0..4).all(|lane| (below.lane(lane) == 1.0) == (x[lane] < y[lane])));
            }
        }
    }
}
