//! The operation table: spelling, parity, cost, value and derivative rule of every function.
//!
//! One row a function, in the order of the variants. A derivative rule gives ∂f/∂xᵢ from f, its arguments
//! and i.

use super::algebra::Expr;
use super::{Relation, UserFunction};
use linkwork_numerics::elementary::f64 as elementary;

/// The functions of the language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Function {
    /// sin x.
    Sin,
    /// cos x.
    Cos,
    /// tan x.
    Tan,
    /// arcsin x.
    Asin,
    /// arccos x.
    Acos,
    /// arctan x.
    Atan,
    /// The angle of the point (x, y); the arguments are y, x.
    Atan2,
    /// sinh x.
    Sinh,
    /// cosh x.
    Cosh,
    /// tanh x.
    Tanh,
    /// e^x.
    Exp,
    /// The natural logarithm.
    Ln,
    /// √x.
    Sqrt,
    /// |x|.
    Abs,
    /// −1, 0 or 1.
    Sign,
    /// The smaller of two.
    Min,
    /// The larger of two.
    Max,
    /// √(x² + y²).
    Hypot,
    /// x^y with an exponent that is not an integer constant.
    Pow,
    /// The greatest integer that is not above x.
    Floor,
    /// One that the user wrote in Rust.
    User(UserFunction),
}

/// The parity of f.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parity {
    /// f(−x) = −f(x).
    Odd,
    /// f(−x) = f(x).
    Even,
    /// Neither.
    Neither,
}

use Parity::{Even, Neither, Odd};

/// One row of the table.
struct Operation {
    function: Function,
    name: &'static str,
    latex: &'static str,
    arity: usize,
    parity: Parity,
    cost: u32,
    value: fn(&[f64]) -> f64,
    derivative: for<'g> fn(Expr<'g>, &[Expr<'g>], usize) -> Expr<'g>,
}

macro_rules! table {
    ($($function:ident $name:literal $latex:literal $arity:literal $parity:ident $cost:literal
        $value:expr, $derivative:expr;)*) => {
        const TABLE: &[Operation] = &[$(Operation {
            function: Function::$function,
            name: $name,
            latex: $latex,
            arity: $arity,
            parity: $parity,
            cost: $cost,
            value: $value,
            derivative: $derivative,
        }),*];
        impl Function {
            /// All functions, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$function),*];

            /// The row of the table.
            fn row(self) -> Option<&'static Operation> {
                #[derive(Clone, Copy)]
                enum Row { $($function),* }
                match self {
                    $(Self::$function => Some(&TABLE[Row::$function as usize]),)*
                    Self::User(_) => None,
                }
            }
        }
    };
}

table! {
    // sin′ = cos
    Sin "sin" r"\sin" 1 Odd 20 |x| elementary::sin(x[0]), |_, x, _| x[0].cos();
    // cos′ = −sin
    Cos "cos" r"\cos" 1 Even 20 |x| elementary::cos(x[0]), |_, x, _| -x[0].sin();
    // tan′ = 1 + tan²
    Tan "tan" r"\tan" 1 Odd 25 |x| elementary::tan(x[0]), |f, _, _| 1 + f.powi(2);
    // arcsin′ = 1/√(1 − x²)
    Asin "asin" r"\arcsin" 1 Odd 25 |x| elementary::asin(x[0]), |_, x, _| (1 - x[0].powi(2)).sqrt().powi(-1);
    // arccos′ = −1/√(1 − x²)
    Acos "acos" r"\arccos" 1 Neither 25 |x| elementary::acos(x[0]), |_, x, _| -(1 - x[0].powi(2)).sqrt().powi(-1);
    // arctan′ = 1/(1 + x²)
    Atan "atan" r"\arctan" 1 Odd 25 |x| elementary::atan(x[0]), |_, x, _| (1 + x[0].powi(2)).powi(-1);
    // ∂/∂y = x/(x² + y²), ∂/∂x = −y/(x² + y²)
    Atan2 "atan2" r"\operatorname{atan2}" 2 Neither 30 |x| elementary::atan2(x[0], x[1]), |_, x, i| {
        let square = x[0].powi(2) + x[1].powi(2);
        if i == 0 { x[1] / square } else { -(x[0] / square) }
    };
    // sinh′ = cosh
    Sinh "sinh" r"\sinh" 1 Odd 25 |x| elementary::sinh(x[0]), |_, x, _| x[0].apply(Function::Cosh);
    // cosh′ = sinh
    Cosh "cosh" r"\cosh" 1 Even 25 |x| elementary::cosh(x[0]), |_, x, _| x[0].apply(Function::Sinh);
    // tanh′ = 1 − tanh²
    Tanh "tanh" r"\tanh" 1 Odd 25 |x| elementary::tanh(x[0]), |f, _, _| 1 - f.powi(2);
    // exp′ = exp
    Exp "exp" r"\exp" 1 Neither 20 |x| elementary::exp(x[0]), |f, _, _| f;
    // ln′ = 1/x
    Ln "ln" r"\ln" 1 Neither 20 |x| elementary::ln(x[0]), |_, x, _| x[0].powi(-1);
    // √′ = 1/(2√x)
    Sqrt "sqrt" r"\sqrt" 1 Neither 6 |x| x[0].sqrt(), |f, _, _| f.powi(-1) / 2;
    // |x|′ = sign x
    Abs "abs" r"\left|\cdot\right|" 1 Even 1 |x| x[0].abs(), |_, x, _| x[0].apply(Function::Sign);
    // sign′ = 0
    Sign "sign" r"\operatorname{sign}" 1 Odd 2 |x| sign(x[0]), |f, _, _| f.algebra().zero();
    // ∂min/∂xᵢ = 1 where xᵢ is the smaller; the first at ties
    Min "min" r"\min" 2 Neither 1 |x| smaller(x[0], x[1]), |_, x, i| smaller_derivative(x[0], x[1], i);
    // ∂max/∂xᵢ = 1 where xᵢ is the larger; at ties the one that is not the minimum, so that min + max and min² + max² keep their derivatives
    Max "max" r"\max" 2 Neither 1 |x| -smaller(-x[0], -x[1]), |_, x, i| smaller_derivative(x[0], x[1], 1 - i);
    // ∂/∂xᵢ = xᵢ/√(x₁² + x₂²)
    Hypot "hypot" r"\operatorname{hypot}" 2 Neither 10 |x| elementary::hypot(x[0], x[1]), |f, x, i| x[i] / f;
    // ∂/∂x = y x^(y−1), ∂/∂y = x^y ln x, and zero where x^y is
    Pow "pow" r"\operatorname{pow}" 2 Neither 50 |x| elementary::pow(x[0], x[1]), |f, x, i| {
        let (zero, one) = (f.algebra().zero(), f.algebra().one());
        if i == 0 {
            x[1] * x[0].pow(x[1] - one)
        } else {
            f.compare(Relation::Eq, zero).select(zero, f * x[0].apply(Function::Ln))
        }
    };
    // floor′ = 0
    Floor "floor" r"\operatorname{floor}" 1 Neither 2 |x| x[0].floor(), |f, _, _| f.algebra().zero();
}

/// The smaller of two, NaN if either is NaN (`f64::min` passes over it).
fn smaller(x: f64, y: f64) -> f64 {
    if x.is_nan() || x <= y { x } else { y }
}

/// −1, 0 or 1 (and NaN of NaN); `f64::signum` has no zero.
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

impl Function {
    /// The spelling of the language.
    pub fn name(self) -> &'static str {
        match self {
            Self::User(function) => function.name(),
            _ => self.row().map_or("", |row| row.name),
        }
    }

    /// The spelling of LaTeX.
    pub fn latex(self) -> String {
        match self {
            Self::User(function) => format!(r"\mathrm{{{}}}", function.name().replace('_', r"\_")),
            _ => self.row().map_or("", |row| row.latex).to_owned(),
        }
    }

    /// The number of arguments.
    pub fn arity(self) -> usize {
        match self {
            Self::User(function) => function.arity(),
            _ => self.row().map_or(0, |row| row.arity),
        }
    }

    /// The parity of f; `Neither` for functions of two arguments.
    pub fn parity(self) -> Parity {
        self.row().map_or(Neither, |row| row.parity)
    }

    /// Cost in additions, roughly; a guess for user functions.
    pub fn cost(self) -> u32 {
        self.row().map_or(50, |row| row.cost)
    }

    /// The value at `arguments`, [`Function::arity`] of them; for a user function that of a
    /// [placeholder](UserFunction::placeholder).
    pub fn evaluate(self, arguments: &[f64]) -> f64 {
        match self {
            Self::User(function) => function.placeholder(arguments),
            _ => self.row().map_or(f64::NAN, |row| (row.value)(arguments)),
        }
    }

    /// ∂f/∂xᵢ at f = `value` = f(`arguments`), i = `index`.
    pub(super) fn derivative<'g>(self, value: Expr<'g>, arguments: &[Expr<'g>], index: usize) -> Expr<'g> {
        let algebra = value.algebra();
        match (self, self.row()) {
            (Self::User(function), _) => algebra.call(Self::User(function.derivative(index)), arguments),
            (_, Some(row)) => (row.derivative)(value, arguments, index),
            (_, None) => algebra.zero(),
        }
    }

    /// The function of that spelling in the language.
    pub fn from_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.function)
    }
}

/// ∂/∂(argument i) of `min(x₀, x₁)` with a = x₀, b = x₁, of `max(x₀, x₁)` with a = x₁, b = x₀:
/// one where argument i is taken, and the first argument is taken where a ≤ b.
fn smaller_derivative<'g>(a: Expr<'g>, b: Expr<'g>, i: usize) -> Expr<'g> {
    let (zero, one) = (a.algebra().zero(), a.algebra().one());
    let (first, second) = if i == 0 { (one, zero) } else { (zero, one) };
    a.compare(Relation::Le, b).select(first, second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minima_and_maxima_of_nan_are_nan() {
        for function in [Function::Min, Function::Max] {
            assert!(function.evaluate(&[f64::NAN, 1.0]).is_nan());
            assert!(function.evaluate(&[1.0, f64::NAN]).is_nan());
        }
        assert_eq!(Function::Min.evaluate(&[2.0, -3.0]), -3.0);
        assert_eq!(Function::Max.evaluate(&[2.0, -3.0]), 2.0);
    }

    #[test]
    fn the_table_is_in_the_order_of_the_variants() {
        for (row, &function) in TABLE.iter().zip(Function::ALL) {
            assert_eq!(row.function, function);
            assert_eq!(function.row().map(|row| row.function), Some(function));
            assert_eq!(Function::from_name(row.name), Some(function));
        }
    }
}
