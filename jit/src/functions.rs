//! Functions that native code calls: those of the interpreter, by name.

use linkwork::Real;
use linkwork_compiler::symbolic::Function;

/// The address of a function of one or two numbers.
#[derive(Clone, Copy)]
pub enum Address {
    One(extern "C" fn(f64) -> f64),
    Two(extern "C" fn(f64, f64) -> f64),
}

impl Address {
    pub fn arguments(self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Two(_) => 2,
        }
    }

    pub fn pointer(self) -> *const u8 {
        match self {
            Self::One(function) => function as *const u8,
            Self::Two(function) => function as *const u8,
        }
    }
}

macro_rules! functions {
    ($($function:ident: $name:ident ( $($argument:ident),* ) $kind:ident;)*) => {
        $(extern "C" fn $name($($argument: f64),*) -> f64 {
            Real::$name($($argument),*)
        })*

        /// The name and the address of a function; `None` for those that are inlined.
        pub fn called(function: Function) -> Option<(&'static str, Address)> {
            match function {
                $(Function::$function => Some((concat!("linkwork_", stringify!($name)), Address::$kind($name))),)*
                _ => None,
            }
        }
    };
}

functions! {
    Sin: sin(x) One;
    Cos: cos(x) One;
    Tan: tan(x) One;
    Asin: asin(x) One;
    Acos: acos(x) One;
    Atan: atan(x) One;
    Sinh: sinh(x) One;
    Cosh: cosh(x) One;
    Tanh: tanh(x) One;
    Exp: exp(x) One;
    Ln: ln(x) One;
    Floor: floor(x) One;
    Atan2: atan2(y, x) Two;
    Hypot: hypot(x, y) Two;
    Pow: pow(x, y) Two;
}
