//! The operation table: spelling, parity, cost, value and derivative rule of every function.
//!
//! One row a function, in the order of the variants. A derivative rule gives ∂f/∂xᵢ as a node,
//! from the node of f, its arguments and i.

use super::{Constant, Graph, Node, Relation, UserFunction};
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

/// What f(−x) is.
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
    derivative: fn(&mut Graph, Node, &[Node], usize) -> Node,
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
    Sin "sin" r"\sin" 1 Odd 20 |x| elementary::sin(x[0]), |g, _, x, _| g.cos(x[0]);
    // cos′ = −sin
    Cos "cos" r"\cos" 1 Even 20 |x| elementary::cos(x[0]), |g, _, x, _| { let s = g.sin(x[0]); g.neg(s) };
    // tan′ = 1 + tan²
    Tan "tan" r"\tan" 1 Odd 25 |x| elementary::tan(x[0]), |g, f, _, _| g.one_plus_square(f, Constant::ONE);
    // arcsin′ = 1/√(1 − x²)
    Asin "asin" r"\arcsin" 1 Odd 25 |x| elementary::asin(x[0]), |g, _, x, _| g.unit_circle(x[0], Constant::ONE);
    // arccos′ = −1/√(1 − x²)
    Acos "acos" r"\arccos" 1 Neither 25 |x| elementary::acos(x[0]), |g, _, x, _| g.unit_circle(x[0], Constant::MINUS_ONE);
    // arctan′ = 1/(1 + x²)
    Atan "atan" r"\arctan" 1 Odd 25 |x| elementary::atan(x[0]),
        |g, _, x, _| { let s = g.one_plus_square(x[0], Constant::ONE); g.powi(s, -1) };
    // ∂/∂y = x/(x² + y²), ∂/∂x = −y/(x² + y²)
    Atan2 "atan2" r"\operatorname{atan2}" 2 Neither 30 |x| elementary::atan2(x[0], x[1]), |g, _, x, i| {
        let (yy, xx) = (g.powi(x[0], 2), g.powi(x[1], 2));
        let r = g.add(yy, xx);
        let sign = if i == 0 { Constant::ONE } else { Constant::MINUS_ONE };
        g.monomial(sign, &[(x[1 - i], 1), (r, -1)])
    };
    // sinh′ = cosh
    Sinh "sinh" r"\sinh" 1 Odd 25 |x| elementary::sinh(x[0]), |g, _, x, _| g.call(Function::Cosh, x);
    // cosh′ = sinh
    Cosh "cosh" r"\cosh" 1 Even 25 |x| elementary::cosh(x[0]), |g, _, x, _| g.call(Function::Sinh, x);
    // tanh′ = 1 − tanh²
    Tanh "tanh" r"\tanh" 1 Odd 25 |x| elementary::tanh(x[0]), |g, f, _, _| g.one_plus_square(f, Constant::MINUS_ONE);
    // exp′ = exp
    Exp "exp" r"\exp" 1 Neither 20 |x| elementary::exp(x[0]), |_, f, _, _| f;
    // ln′ = 1/x
    Ln "ln" r"\ln" 1 Neither 20 |x| elementary::ln(x[0]), |g, _, x, _| g.powi(x[0], -1);
    // √′ = 1/(2√x)
    Sqrt "sqrt" r"\sqrt" 1 Neither 6 |x| x[0].sqrt(), |g, f, _, _| g.monomial(Constant::ratio(1, 2), &[(f, -1)]);
    // |x|′ = sign x
    Abs "abs" r"\left|\cdot\right|" 1 Even 1 |x| x[0].abs(), |g, _, x, _| g.call(Function::Sign, x);
    // sign′ = 0
    Sign "sign" r"\operatorname{sign}" 1 Odd 2 |x| sign(x[0]), |g, _, _, _| g.zero();
    // ∂min/∂xᵢ = 1 where xᵢ is the smaller; the first at ties
    Min "min" r"\min" 2 Neither 1 |x| smaller(x[0], x[1]), |g, _, x, i| g.where_less(x[0], x[1], i);
    // ∂max/∂xᵢ = 1 where xᵢ is the larger; the first at ties
    Max "max" r"\max" 2 Neither 1 |x| -smaller(-x[0], -x[1]), |g, _, x, i| g.where_less(x[1], x[0], i);
    // ∂/∂xᵢ = xᵢ/√(x₁² + x₂²)
    Hypot "hypot" r"\operatorname{hypot}" 2 Neither 10 |x| elementary::hypot(x[0], x[1]), |g, f, x, i| g.div(x[i], f);
    // ∂/∂x = y x^(y−1), ∂/∂y = x^y ln x
    Pow "pow" r"\operatorname{pow}" 2 Neither 50 |x| elementary::pow(x[0], x[1]), |g, f, x, i| if i == 0 {
        let one = g.one();
        let lower = g.sub(x[1], one);
        let power = g.pow(x[0], lower);
        g.mul(x[1], power)
    } else {
        let log = g.call(Function::Ln, &x[..1]);
        g.mul(f, log)
    };
    // floor′ = 0
    Floor "floor" r"\operatorname{floor}" 1 Neither 2 |x| x[0].floor(), |g, _, _, _| g.zero();
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

    /// How many arguments.
    pub fn arity(self) -> usize {
        match self {
            Self::User(function) => function.arity(),
            _ => self.row().map_or(0, |row| row.arity),
        }
    }

    /// What f(−x) is; `Neither` for functions of two arguments.
    pub fn parity(self) -> Parity {
        self.row().map_or(Neither, |row| row.parity)
    }

    /// Cost in additions, roughly; a guess for the user's.
    pub fn cost(self) -> u32 {
        self.row().map_or(50, |row| row.cost)
    }

    /// The value at `arguments`, [`Function::arity`] of them; for the user's that of a
    /// [stand-in](UserFunction::stand_in).
    pub fn evaluate(self, arguments: &[f64]) -> f64 {
        match self {
            Self::User(function) => function.stand_in(arguments),
            _ => self.row().map_or(f64::NAN, |row| (row.value)(arguments)),
        }
    }

    /// ∂f/∂xᵢ at f = `value` = f(`arguments`), i = `index`.
    pub(super) fn derivative(self, graph: &mut Graph, value: Node, arguments: &[Node], index: usize) -> Node {
        match (self, self.row()) {
            (Self::User(function), _) => graph.call(Self::User(function.derivative(index)), arguments),
            (_, Some(row)) => (row.derivative)(graph, value, arguments, index),
            (_, None) => graph.zero(),
        }
    }

    /// The function of that spelling in the language.
    pub fn from_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.function)
    }
}

/// Parts that several rules share.
impl Graph {
    /// 1 + c·x².
    fn one_plus_square(&mut self, x: Node, c: Constant) -> Node {
        let square = self.powi(x, 2);
        self.linear_combination(Constant::ONE, &[(square, c)])
    }

    /// c/√(1 − x²).
    fn unit_circle(&mut self, x: Node, c: Constant) -> Node {
        let square = self.one_plus_square(x, Constant::MINUS_ONE);
        let root = self.sqrt(square);
        self.monomial(c, &[(root, -1)])
    }

    /// ∂/∂(argument i) of `min(x₀, x₁)` with a = x₀, b = x₁, of `max(x₀, x₁)` with a = x₁, b = x₀:
    /// one where argument i is taken, and the first argument is taken where a ≤ b.
    fn where_less(&mut self, a: Node, b: Node, i: usize) -> Node {
        let (first, second) = if i == 0 { (self.one(), self.zero()) } else { (self.zero(), self.one()) };
        let condition = self.compare(Relation::Le, a, b);
        self.select(condition, first, second)
    }
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
