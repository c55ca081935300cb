//! Functions that native code calls: those of the interpreter, by name, and those of the user's, by their pointers.
//!
//! Sine and cosine of one number are one call: the two functions of the interpreter in one, of which a compiler makes one call of the
//! platform, as it does in compiled code.

use core::any::Any;
use linkwork::Real;
use linkwork_compiler::symbolic::{Function, UserFunction};
use linkwork_tape::{Code, Pointer};
use std::borrow::Cow;

/// Whether [`Pair`] is returned in the registers in which Cranelift expects two results: on systems with the calling conventions
/// System V and AAPCS64.
pub const PAIRS: bool = cfg!(unix);

/// Two results.
#[repr(C)]
pub struct Pair(f64, f64);

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// One of the language, or of the user's.
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

        /// The name and the address of a function of the language; `None` for those that are inlined.
        fn known(function: Function) -> Option<(&'static str, Address)> {
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

/// The function of the user's that a code calls, by a name that no other function of the code has; `None` without a pointer for f64.
fn registered<T: Real>(code: &Code<T>, function: UserFunction) -> Option<(String, Address)> {
    let at = code.pointers().iter().position(|(known, _)| *known == function)?;
    let (_, pointer) = &code.pointers()[at];
    // Lanes of a pack have no pointers of their own.
    let address = match (pointer as &dyn Any).downcast_ref()? {
        Pointer::<f64>::One(function) => Address::One(*function),
        Pointer::<f64>::Two(function) => Address::Two(*function),
    };
    Some((format!("user_{at}"), address))
}

/// The name and the address of a function that a code calls; `None` for those that are inlined, and those without an address.
pub fn called<T: Real>(code: &Code<T>, callee: Callee) -> Option<(Cow<'static, str>, Address)> {
    match callee {
        Callee::SineCosine => Some((Cow::Borrowed("linkwork_sine_cosine"), Address::Pair(sine_cosine))),
        Callee::Function(Function::User(function)) => {
            registered(code, function).map(|(name, address)| (Cow::Owned(name), address))
        }
        Callee::Function(function) => known(function).map(|(name, address)| (Cow::Borrowed(name), address)),
    }
}
