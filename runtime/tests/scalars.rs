//! The scalars against closed forms, reference values and each other.

use linkwork::Real;

mod double_double;
mod dual;
mod everywhere;
mod reference_values;
mod rotations;
mod taylor;
mod verified;
mod wide;

/// A function of one variable, by its name in the trait.
pub fn unary<T: Real>(name: &str, x: T) -> T {
    match name {
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "atan" => x.atan(),
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "tanh" => x.tanh(),
        "exp" => x.exp(),
        "ln" => x.ln(),
        "sqrt" => x.sqrt(),
        "abs" => x.abs(),
        "sign" => x.sign(),
        "floor" => x.floor(),
        "recip" => x.recip(),
        other => panic!("no function {other}"),
    }
}

/// A function of two variables, by its name in the trait.
pub fn binary<T: Real>(name: &str, x: T, y: T) -> T {
    match name {
        "atan2" => x.atan2(y),
        "hypot" => x.hypot(y),
        "pow" => x.pow(y),
        "min" => x.min(y),
        "max" => x.max(y),
        "add" => x + y,
        "sub" => x - y,
        "mul" => x * y,
        "div" => x / y,
        other => panic!("no function {other}"),
    }
}

/// All functions of one variable that are smooth around the two points given with them.
pub const SMOOTH: &[(&str, [f64; 2])] = &[
    ("sin", [0.4, -2.3]),
    ("cos", [0.4, -2.3]),
    ("tan", [0.4, -1.2]),
    ("asin", [0.4, -0.7]),
    ("acos", [0.4, -0.7]),
    ("atan", [0.4, -2.3]),
    ("sinh", [0.4, -2.3]),
    ("cosh", [0.4, -2.3]),
    ("tanh", [0.4, -1.3]),
    ("exp", [0.4, -2.3]),
    ("ln", [0.4, 2.3]),
    ("sqrt", [0.4, 2.3]),
    ("abs", [0.4, -2.3]),
    ("sign", [0.4, -2.3]),
    ("floor", [0.4, -2.3]),
    ("recip", [0.4, -2.3]),
];

/// All functions of two variables with a point around which they are smooth.
pub const SMOOTH_PAIRS: &[(&str, [f64; 2])] = &[
    ("atan2", [0.4, -1.3]),
    ("atan2", [-0.8, 0.6]),
    ("hypot", [0.4, -1.3]),
    ("pow", [0.4, -1.3]),
    ("pow", [1.7, 2.2]),
    ("min", [0.4, -1.3]),
    ("max", [0.4, -1.3]),
    ("add", [0.4, -1.3]),
    ("sub", [0.4, -1.3]),
    ("mul", [0.4, -1.3]),
    ("div", [0.4, -1.3]),
];
