//! Functions that native code calls: those of the interpreter, by name.
//!
//! Sine and cosine of one number are one call: the two functions of the interpreter in one, of which a compiler makes one call of the
//! platform, as it does in compiled code.

use linkwork::Real;
use linkwork_compiler::symbolic::Function;

/// Whether [`Pair`] is returned in the registers in which Cranelift expects two results: on systems with the calling conventions
/// System V and AAPCS64.
pub const PAIRS: bool = cfg!(unix);

/// Two results.
#[repr(C)]
pub struct Pair(f64, f64);

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    Function(Function),
    /// Sine and cosine.
    SineCosine,
}

/// The address of a function of one or two numbers.
#[derive(Clone, Copy)]
pub enum Address {
    One(extern "C" fn(f64) -> f64),
    Two(extern "C" fn(f64, f64) -> f64),
    Pair(extern "C" fn(f64) -> Pair),
}

impl Address {
    pub fn arguments(self) -> usize {
        match self {
            Self::One(_) | Self::Pair(_) => 1,
            Self::Two(_) => 2,
        }
    }

    pub fn results(self) -> usize {
        match self {
            Self::One(_) | Self::Two(_) => 1,
            Self::Pair(_) => 2,
        }
    }

    pub fn pointer(self) -> *const u8 {
        match self {
            Self::One(function) => function as *const u8,
            Self::Two(function) => function as *const u8,
            Self::Pair(function) => function as *const u8,
        }
    }
}

extern "C" fn sine_cosine(x: f64) -> Pair {
    Pair(Real::sin(x), Real::cos(x))
}

macro_rules! functions {
    ($($function:ident: $name:ident ( $($argument:ident),* ) $kind:ident;)*) => {
        $(extern "C" fn $name($($argument: f64),*) -> f64 {
            Real::$name($($argument),*)
        })*

        /// The name and the address of a function; `None` for those that are inlined.
        pub fn called(callee: Callee) -> Option<(&'static str, Address)> {
            match callee {
                Callee::SineCosine => Some(("linkwork_sine_cosine", Address::Pair(sine_cosine))),
                $(Callee::Function(Function::$function) => Some((concat!("linkwork_", stringify!($name)), Address::$kind($name))),)*
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
