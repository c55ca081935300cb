//! A number whose operations are recorded, with a tangent.
//!
//! The tangent is the derivative along one direction of all variables, forward as with a dual number. It serves two ends: iterations
//! converge on it as they do on the derivatives of dual numbers (backwards through an iteration that has only values converged, derivatives
//! lag a turn behind), and the gradient times the direction must be the tangent of the result.
//!
//! Invariant: values and tangents have the bits of `num_dual::Dual64`, whose rules for infinite derivatives hold here, too: what does not vary
//! has none.

use super::partials;
use super::record::{self, CONSTANT};
use core::ops::{Add, Div, Mul, Neg, Sub};
use linkwork::Real;
use linkwork_compiler::symbolic::Function;
use num_dual::Dual64;

/// A number, its tangent, and its place in the record of the thread.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    dual: Dual64,
    at: u32,
}

/// Numbers are compared by value, as dual numbers are.
impl PartialEq for Recorded {
    fn eq(&self, other: &Self) -> bool {
        self.dual == other.dual
    }
}

impl Recorded {
    /// A new variable with this tangent.
    pub fn variable(value: f64, tangent: f64) -> Self {
        Self { dual: Dual64::new(value, tangent), at: record::variable() }
    }

    /// Its place.
    pub fn at(self) -> u32 {
        self.at
    }

    /// A number at this place.
    #[inline]
    pub fn of(dual: Dual64, at: u32) -> Self {
        Self { dual, at }
    }

    /// Value and tangent.
    #[inline]
    pub fn dual(self) -> Dual64 {
        self.dual
    }

    fn constant(value: f64) -> Self {
        Self { dual: Dual64::from_re(value), at: CONSTANT }
    }

    /// A derivative by this number that counts: it is infinite only by what varies.
    #[inline]
    fn counting(self, by: f64) -> f64 {
        if self.dual.eps == 0.0 && !by.is_finite() { 0.0 } else { by }
    }

    /// f(x), which is a dual number by now, with f'(x).
    #[inline]
    fn chain(self, dual: Dual64, by: f64) -> Self {
        if self.at == CONSTANT {
            return Self { dual, at: CONSTANT };
        }
        Self { dual, at: record::push([self.at, CONSTANT], [self.counting(by), 0.0]) }
    }

    /// f(x, y), which is a dual number by now, with its derivatives.
    #[inline]
    fn chain2(self, y: Self, dual: Dual64, by: [f64; 2]) -> Self {
        if self.at == CONSTANT && y.at == CONSTANT {
            return Self { dual, at: CONSTANT };
        }
        Self { dual, at: record::push([self.at, y.at], [self.counting(by[0]), y.counting(by[1])]) }
    }
}

impl Add for Recorded {
    type Output = Self;
    #[inline]
    fn add(self, y: Self) -> Self {
        let dual = self.dual + y.dual;
        // A sum with a constant has the adjoint of the other term, and needs no node.
        match (self.at, y.at) {
            (at, CONSTANT) | (CONSTANT, at) => Self { dual, at },
            (x, y) => Self { dual, at: record::push([x, y], [1.0, 1.0]) },
        }
    }
}

impl Sub for Recorded {
    type Output = Self;
    #[inline]
    fn sub(self, y: Self) -> Self {
        let dual = self.dual - y.dual;
        if y.at == CONSTANT {
            return Self { dual, at: self.at };
        }
        Self { dual, at: record::push([self.at, y.at], [1.0, -1.0]) }
    }
}

impl Mul for Recorded {
    type Output = Self;
    #[inline]
    fn mul(self, y: Self) -> Self {
        // A product with a constant zero does not vary.
        let zero = |x: Self| x.at == CONSTANT && x.dual.re == 0.0;
        if zero(self) || zero(y) {
            return Self { dual: self.dual * y.dual, at: CONSTANT };
        }
        if self.at == CONSTANT && y.at == CONSTANT {
            return Self { dual: self.dual * y.dual, at: CONSTANT };
        }
        // Derivatives are infinite only where the factors are.
        let at = record::push([self.at, y.at], [y.dual.re, self.dual.re]);
        Self { dual: self.dual * y.dual, at }
    }
}

impl Div for Recorded {
    type Output = Self;
    #[inline]
    fn div(self, y: Self) -> Self {
        let dual = self.dual / y.dual;
        self.chain2(y, dual, [1.0 / y.dual.re, -dual.re / y.dual.re])
    }
}

impl Neg for Recorded {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.chain(-self.dual, -1.0)
    }
}

/// f and f' of the value, computed by f(dual): the function itself is that of dual numbers.
macro_rules! functions {
    ($($name:ident: $function:ident;)*) => {
        $(
            #[inline]
            fn $name(self) -> Self {
                let dual = Real::$name(self.dual);
                self.chain(dual, partials::of_one(Function::$function, self.dual.re, dual.re))
            }
        )*
    };
}

/// The same of two arguments.
macro_rules! functions_of_two {
    ($($name:ident: $function:ident;)*) => {
        $(
            #[inline]
            fn $name(self, y: Self) -> Self {
                let dual = Real::$name(self.dual, y.dual);
                self.chain2(y, dual, partials::of_two(Function::$function, self.dual.re, y.dual.re, dual.re))
            }
        )*
    };
}

impl Real for Recorded {
    type Mask = bool;

    #[inline]
    fn decimal(hi: f64, lo: f64) -> Self {
        Self { dual: Dual64::decimal(hi, lo), at: CONSTANT }
    }
    #[inline]
    fn value(self) -> f64 {
        self.dual.re
    }
    #[inline]
    fn magnitude(self) -> f64 {
        self.dual.magnitude()
    }
    #[inline]
    fn leading(self) -> f64 {
        self.dual.leading()
    }
    #[inline]
    fn smallest(self) -> f64 {
        self.dual.smallest()
    }
    /// Value and tangent, like those of a dual number; the place of a number belongs to the record, which updates it.
    fn parts(&mut self, each: &mut dyn FnMut(&mut f64)) {
        self.dual.parts(each);
        self.at = record::pass(self.at);
    }
    #[inline]
    fn epsilon() -> f64 {
        f64::EPSILON
    }
    #[inline]
    fn lt(self, other: Self) -> bool {
        self.dual.re < other.dual.re
    }
    #[inline]
    fn le(self, other: Self) -> bool {
        self.dual.re <= other.dual.re
    }
    #[inline]
    fn eq(self, other: Self) -> bool {
        self.dual.re == other.dual.re
    }
    #[inline]
    fn and(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline]
    fn or(a: bool, b: bool) -> bool {
        a | b
    }
    #[inline]
    fn not(a: bool) -> bool {
        !a
    }
    #[inline]
    fn select(mask: bool, a: Self, b: Self) -> Self {
        if mask { a } else { b }
    }
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        let (sine, cosine) = Real::sin_cos(self.dual);
        (self.chain(sine, cosine.re), self.chain(cosine, -sine.re))
    }
    functions! {
        sin: Sin;
        cos: Cos;
        tan: Tan;
        asin: Asin;
        acos: Acos;
        atan: Atan;
        sinh: Sinh;
        cosh: Cosh;
        tanh: Tanh;
        exp: Exp;
        ln: Ln;
        sqrt: Sqrt;
    }
    functions_of_two! {
        atan2: Atan2;
        hypot: Hypot;
        pow: Pow;
    }
    #[inline]
    fn abs(self) -> Self {
        if self.dual.re < 0.0 { -self } else { self }
    }
    #[inline]
    fn sign(self) -> Self {
        Self::constant(Real::sign(self.dual.re))
    }
    #[inline]
    fn floor(self) -> Self {
        Self::constant(Real::floor(self.dual.re))
    }
    #[inline]
    fn min(self, other: Self) -> Self {
        if other.dual.re < self.dual.re || other.dual.re.is_nan() { other } else { self }
    }
    #[inline]
    fn max(self, other: Self) -> Self {
        if other.dual.re > self.dual.re || other.dual.re.is_nan() { other } else { self }
    }
}
