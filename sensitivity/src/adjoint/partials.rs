//! Derivatives of the functions of descriptions, at a value.

use linkwork::Real;
use linkwork_compiler::symbolic::Function;

/// f'(x), with f = f(x).
#[inline]
pub fn of_one(function: Function, x: f64, f: f64) -> f64 {
    let cosine_of_arc = || ((1.0 - x) * (1.0 + x)).sqrt();
    match function {
        Function::Sin => Real::cos(x),
        Function::Cos => -Real::sin(x),
        Function::Tan => 1.0 + f * f,
        Function::Asin => 1.0 / cosine_of_arc(),
        Function::Acos => -1.0 / cosine_of_arc(),
        Function::Atan => 1.0 / (1.0 + x * x),
        Function::Sinh => Real::cosh(x),
        Function::Cosh => Real::sinh(x),
        // 1 − tanh² as 1/cosh², which does not cancel
        Function::Tanh => 1.0 / Real::cosh(x) / Real::cosh(x),
        Function::Exp => f,
        Function::Ln => 1.0 / x,
        Function::Sqrt => 0.5 / f,
        Function::Abs => {
            if x < 0.0 {
                -1.0
            } else {
                1.0
            }
        }
        // It has no pointer here.
        Function::User(_) => f64::NAN,
        // Piecewise constant functions, and functions that never have one argument.
        _ => 0.0,
    }
}

/// The derivatives of f(x, y), with f = f(x, y).
#[inline]
pub fn of_two(function: Function, x: f64, y: f64, f: f64) -> [f64; 2] {
    let one_of = |second: bool| if second { [0.0, 1.0] } else { [1.0, 0.0] };
    match function {
        Function::Atan2 => {
            let r = Real::hypot(x, y);
            [y / r / r, -x / r / r]
        }
        Function::Hypot => [x / f, y / f],
        Function::Pow => [if y == 0.0 { 0.0 } else { y * Real::pow(x, y - 1.0) }, f * Real::ln(x)],
        Function::Min => one_of(y < x || y.is_nan()),
        Function::Max => one_of(y >= x || y.is_nan()),
        Function::User(_) => [f64::NAN, f64::NAN],
        _ => [of_one(function, x, f), 0.0],
    }
}
