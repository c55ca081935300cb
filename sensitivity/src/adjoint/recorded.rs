//! A number whose operations are recorded, with a tangent.
//!
//! The tangent is the derivative along one direction of all variables, forward as with a dual number. It has two purposes: iterations
//! converge in it as in the derivatives of dual numbers (if only values converged, adjoint derivatives would lag by one iteration), and the
//! gradient times the direction must equal the tangent of the result.
//!
//! While a step is traced (`native::trace`), every number has a name in the trace, too.
//!
//! Invariant: values and tangents have the bits of `num_dual::Dual64`, whose rules for infinite derivatives hold here, too: constants
//! have none.

use super::native::trace;
use super::partials;
use super::record::{self, Origin};
use core::ops::{Add, Div, Mul, Neg, Sub};
use linkwork::Real;
use linkwork_compiler::plan::Instruction;
use linkwork_compiler::symbolic::Function;
use num_dual::Dual64;

/// A number, its tangent, and its places in the record and in the trace of the thread.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    dual: Dual64,
    origin: Origin,
    traced: u32,
}

const _: () = assert!(size_of::<Recorded>() <= 40);

/// Numbers are compared by value, as dual numbers are.
impl PartialEq for Recorded {
    fn eq(&self, other: &Self) -> bool {
        self.dual == other.dual
    }
}

impl Recorded {
    /// A new variable with this tangent.
    pub fn variable(value: f64, tangent: f64) -> Self {
        Self::of(Dual64::new(value, tangent), record::variable())
    }

    /// Its node and factor.
    #[inline]
    pub fn origin(self) -> Origin {
        self.origin
    }

    /// A number of this node.
    #[inline]
    pub fn of(dual: Dual64, origin: Origin) -> Self {
        Self { dual, origin, traced: 0 }
    }

    /// The name in the trace; 0 is none.
    #[inline]
    pub fn traced(self) -> u32 {
        self.traced
    }

    /// With this name in the trace.
    #[inline]
    pub fn named(self, traced: u32) -> Self {
        Self { traced, ..self }
    }

    /// The result of an operation on this number alone, which has the operand 0.
    #[inline]
    fn by_one(self, of: Self, operation: Instruction) -> Self {
        if trace::is_on() { self.named(trace::operation(operation, of, None)) } else { self }
    }

    /// The result of an operation on two numbers, 0 and 1.
    #[inline]
    fn by_two(self, x: Self, y: Self, operation: Instruction) -> Self {
        if trace::is_on() { self.named(trace::operation(operation, x, Some(y))) } else { self }
    }

    /// Value and tangent.
    #[inline]
    pub fn dual(self) -> Dual64 {
        self.dual
    }

    fn constant(value: f64) -> Self {
        Self::of(Dual64::from_re(value), Origin::CONSTANT)
    }

    /// The node and factor of a function of this number with this derivative, which can be infinite only if the number varies.
    #[inline]
    fn through(self, by: f64) -> Origin {
        self.origin.times(if self.dual.eps == 0.0 && !by.is_finite() { 0.0 } else { by })
    }

    /// f(x) from its value and tangent, with f'(x).
    #[inline]
    fn chain(self, dual: Dual64, by: f64) -> Self {
        if self.origin.is_constant() {
            return Self::of(dual, Origin::CONSTANT);
        }
        Self::of(dual, self.through(by))
    }

    /// f(x, y) from its value and tangent, with its derivatives.
    #[inline]
    fn chain2(self, y: Self, dual: Dual64, by: [f64; 2]) -> Self {
        Self::of(dual, record::join(self.through(by[0]), y.through(by[1])))
    }
}

impl Add for Recorded {
    type Output = Self;
    #[inline]
    fn add(self, y: Self) -> Self {
        Self::of(self.dual + y.dual, record::join(self.origin, y.origin)).by_two(
            self,
            y,
            Instruction::Add(0, 1),
        )
    }
}

impl Sub for Recorded {
    type Output = Self;
    #[inline]
    fn sub(self, y: Self) -> Self {
        let origin = record::join(self.origin, y.origin.times(-1.0));
        Self::of(self.dual - y.dual, origin).by_two(self, y, Instruction::Sub(0, 1))
    }
}

impl Mul for Recorded {
    type Output = Self;
    #[inline]
    fn mul(self, y: Self) -> Self {
        let dual = self.dual * y.dual;
        // A product with the constant zero does not vary.
        let zero = |x: Self| x.origin.is_constant() && x.dual.re == 0.0;
        let origin = if zero(self) || zero(y) {
            Origin::CONSTANT
        } else {
            // Derivatives are infinite only if the factors are.
            record::join(self.origin.times(y.dual.re), y.origin.times(self.dual.re))
        };
        Self::of(dual, origin).by_two(self, y, Instruction::Mul(0, 1))
    }
}

impl Div for Recorded {
    type Output = Self;
    #[inline]
    fn div(self, y: Self) -> Self {
        let dual = self.dual / y.dual;
        let quotient = self.chain2(y, dual, [1.0 / y.dual.re, -dual.re / y.dual.re]);
        if trace::is_on() { quotient.named(trace::quotient(self, y)) } else { quotient }
    }
}

impl Neg for Recorded {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.chain(-self.dual, -1.0).by_one(self, Instruction::Neg(0))
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
                    .by_one(self, Instruction::Unary(Function::$function, 0))
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
                    .by_two(self, y, Instruction::Binary(Function::$function, 0, 1))
            }
        )*
    };
}

impl Real for Recorded {
    type Mask = bool;

    #[inline]
    fn decimal(hi: f64, lo: f64) -> Self {
        Self::of(Dual64::decimal(hi, lo), Origin::CONSTANT)
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
        if record::marks(each) {
            return;
        }
        self.dual.parts(each);
        self.origin = record::pass(self.origin);
        if trace::is_on() {
            self.traced = trace::pass(*self);
        }
    }
    #[inline]
    fn epsilon() -> f64 {
        f64::EPSILON
    }
    /// The rounding error of a sum has no derivative: its tangent is rounding, too.
    #[inline]
    fn two_sum(self, y: Self) -> (Self, Self) {
        let (sum, lost) = self.dual.two_sum(y.dual);
        let sum = Self::of(sum, record::join(self.origin, y.origin));
        let lost = Self::of(lost, Origin::CONSTANT);
        if !trace::is_on() {
            return (sum, lost);
        }
        let (first, second) = trace::two_sum(self, y);
        (sum.named(first), lost.named(second))
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
        let of = |function| Instruction::Unary(function, 0);
        (
            self.chain(sine, cosine.re).by_one(self, of(Function::Sin)),
            self.chain(cosine, -sine.re).by_one(self, of(Function::Cos)),
        )
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
        let by = if self.dual.re < 0.0 { -1.0 } else { 1.0 };
        self.chain(Real::abs(self.dual), by).by_one(self, Instruction::Unary(Function::Abs, 0))
    }
    #[inline]
    fn sign(self) -> Self {
        Self::constant(Real::sign(self.dual.re)).by_one(self, Instruction::Unary(Function::Sign, 0))
    }
    #[inline]
    fn floor(self) -> Self {
        Self::constant(Real::floor(self.dual.re)).by_one(self, Instruction::Unary(Function::Floor, 0))
    }
    #[inline]
    fn min(self, other: Self) -> Self {
        let first = !(other.dual.re < self.dual.re || other.dual.re.is_nan());
        let one = if first { self } else { other };
        one.by_two(self, other, Instruction::Binary(Function::Min, 0, 1))
    }
    #[inline]
    fn max(self, other: Self) -> Self {
        let first = !(other.dual.re >= self.dual.re || other.dual.re.is_nan());
        let one = if first { self } else { other };
        one.by_two(self, other, Instruction::Binary(Function::Max, 0, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounding of some thirty operations, relative to derivatives of size 1 to 100.
    const ROUNDING: f64 = 1e-13;

    /// Functions of functions, sums and differences at one node and at two, constants on either side, zeros and compensated sums.
    fn composed<T: Real<Mask = bool>>([x, y, z]: [T; 3]) -> T {
        let number = |value: f64| T::exact(value);
        let twice = x + x - number(0.5) * x + (number(3.0) - x);
        let same = x;
        let still = x - same + number(0.0) * y;
        let (sine, cosine) = (number(2.0) * y).sin_cos();
        let (sum, lost) = (x * number(1e8)).two_sum(sine * number(1e-8));
        let quotient = number(2.0) / (number(1.0) + y * y) + z / y - z / number(4.0);
        let powers = z.pow(y) + (x * x + z).sqrt().hypot(-cosine) + y.atan2(z) + (z * number(0.3)).exp().ln();
        let chosen = Real::min(y, z) * Real::max(x, y) - (-z).abs() + T::select(true, x, y);
        twice * still
            + (sum + lost) * number(1e-8)
            + quotient * powers.tanh()
            + chosen
            + cosine.recip() * twice
    }

    #[test]
    fn a_sweep_has_the_derivatives_of_dual_numbers() {
        let at = [0.7, 1.3, 0.4];
        record::begin();
        let variables = at.map(|value| Recorded::variable(value, 0.25));
        let found = composed(variables);
        let mut adjoints = vec![0.0; record::len()];
        adjoints[found.origin().at as usize] = found.origin().by;
        record::sweep(&mut adjoints, 0);
        let mut tangent = 0.0;
        for (i, variable) in variables.iter().enumerate() {
            let mut dual = at.map(Dual64::from_re);
            dual[i].eps = 1.0;
            let forward = composed(dual);
            let backward = adjoints[variable.origin().at as usize];
            assert_eq!(forward.re, found.value());
            assert!(
                (forward.eps - backward).abs() < ROUNDING * (1.0 + forward.eps.abs()),
                "{forward} {backward}"
            );
            tangent += 0.25 * backward;
        }
        assert!((tangent - found.dual().eps).abs() < ROUNDING * (1.0 + tangent.abs()), "{tangent} {found:?}");
        record::end();
    }

    /// √x at 0 has no derivative; a constant there does not need one.
    #[test]
    fn constants_have_no_infinite_derivative() {
        record::begin();
        let x = Recorded::variable(2.0, 1.0);
        let root = (Recorded::variable(0.0, 0.0).sqrt() + x).sqrt();
        assert!(root.origin().by.is_finite());
        let mut adjoints = vec![0.0; record::len()];
        adjoints[root.origin().at as usize] = root.origin().by;
        record::sweep(&mut adjoints, 0);
        assert!((adjoints[x.origin().at as usize] - 0.5 / 2.0_f64.sqrt()).abs() < ROUNDING);
        record::end();
    }
}
