//! Functions that a description declares in Rust, as pointers that a program registers.
//!
//! Emitted code calls `crate::drag` by its path. A tape knows the path only, so that the program that runs it
//! registers a pointer under this path, and one for each partial derivative that a routine calls
//! ([`functions!`](crate::functions!) does it for generic functions).
//!
//! Invariant: a code calls a pointer only of its own scalar and of the arity that the description declares. A call
//! without a pointer is NaN, and no tape is built with one.

use core::any::{Any, type_name};
use linkwork::{Error, Real};
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Instruction, Operation, Routine};
use linkwork_compiler::symbolic::{Function, UserFunction};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// A function of one or two numbers, or a partial derivative of one.
///
/// A panic in it ends the process, as in every `extern "C"` function.
#[derive(Clone, Copy, Debug)]
pub enum Pointer<T = f64> {
    /// f(x)
    One(extern "C" fn(T) -> T),
    /// f(x, y)
    Two(extern "C" fn(T, T) -> T),
}

impl<T> Pointer<T> {
    /// The number of its arguments.
    pub const fn arguments(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Two(_) => 2,
        }
    }
}

/// Pointers by the paths that descriptions name, for [`TapeParameters::with_functions`](crate::TapeParameters::with_functions).
///
/// The macro [`functions!`](crate::functions!) registers generic functions with their partial derivatives, for every scalar that
/// analyses use:
///
/// ```
/// use linkwork::Real;
/// use linkwork_compiler::{Options, compile};
/// use linkwork_tape::{TapeParameters, functions};
///
/// fn drag<T: Real>(x: T, v: T) -> T {
///     -(T::exact(0.4) * v * (T::one() + x * x))
/// }
///
/// let text = "mechanism Sled {
///     function drag(x [m], v [m/s]) -> [N] = crate::drag;
///     coordinate x [m];
///     kinetic = 2 [kg] * der(x)^2 / 2;
///     force resistance = generalized(x, drag(x, der(x)));
///     initial { der(x): 1 [m/s] }
/// }";
/// let program = compile(text.parse()?, &Options::default()).programs.remove(0);
/// let sled = TapeParameters::new(program).with_functions(functions! { "crate::drag" => drag(x, v) }).build()?;
/// # let _ = sled;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Functions that are not generic are registered one by one, with each derivative that the mechanism needs; an error of
/// [`build`](crate::TapeParameters::build) lists all that are missing.
///
/// ```
/// use linkwork_tape::{Functions, Pointer};
///
/// extern "C" fn well(x: f64) -> f64 {
///     0.75 * x.powi(4)
/// }
/// extern "C" fn slope(x: f64) -> f64 {
///     3.0 * x.powi(3)
/// }
/// extern "C" fn curvature(x: f64) -> f64 {
///     9.0 * x.powi(2)
/// }
///
/// let mut functions = Functions::default();
/// functions.register("crate::well", Pointer::One(well));
/// functions.register_derivative("crate::well", &[0], Pointer::One(slope));
/// functions.register_derivative("crate::well", &[0, 0], Pointer::One(curvature));
/// ```
///
/// A tape in another scalar than f64 calls pointers for this scalar. [`build_lifted`](crate::TapeParameters::build_lifted)
/// refuses where there are none; in what [`with_scalar`](linkwork::Mechanism::with_scalar) returns, such calls are NaN, and
/// [`Flags::analytic`](linkwork::Flags::analytic) is true only if there are pointers for the series of exact starts.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    entries: Arc<Vec<Entry>>,
}

/// A pointer with what it computes.
#[derive(Clone, Debug)]
struct Entry {
    path: String,
    /// The arguments with respect to which the function is differentiated, in ascending order.
    by: Vec<usize>,
    /// A [`Pointer`] of one scalar.
    pointer: Arc<dyn Any + Send + Sync>,
}

impl Functions {
    /// Registers the function that a description declares with this path; a pointer for the same scalar that was registered
    /// before is replaced.
    pub fn register<T: Real>(&mut self, path: &str, pointer: Pointer<T>) {
        self.register_derivative(path, &[], pointer);
    }

    /// Registers a partial derivative of it: `by` has the number of an argument, from zero, for each time that the function is
    /// differentiated with respect to it, in any order: `&[0, 1]` is ∂²f/∂x∂y.
    pub fn register_derivative<T: Real>(&mut self, path: &str, by: &[usize], pointer: Pointer<T>) {
        let mut by = by.to_vec();
        by.sort_unstable();
        let entries = Arc::make_mut(&mut self.entries);
        entries.retain(|entry| !(entry.is_of(path, &by) && entry.pointer.is::<Pointer<T>>()));
        entries.push(Entry { path: path.to_owned(), by, pointer: Arc::new(pointer) });
    }

    /// The pointer for a function or a derivative in this scalar, of any arity.
    fn registered<T: Real>(&self, function: UserFunction) -> Option<Pointer<T>> {
        let (path, by) = (function.path(), function.differentiated_by());
        let mut found = self.entries.iter().filter(|entry| entry.is_of(path, by));
        found.find_map(|entry| entry.pointer.downcast_ref().copied())
    }

    /// The pointer for a function or a derivative in this scalar; `None` if there is none, or one of another arity.
    pub fn pointer<T: Real>(&self, function: UserFunction) -> Option<Pointer<T>> {
        self.registered(function).filter(|pointer| pointer.arguments() == function.arity())
    }

    /// Whether they are clones of each other.
    pub(crate) fn are(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.entries, &other.entries) || (self.entries.is_empty() && other.entries.is_empty())
    }

    /// Checks that there is a pointer for each of these functions.
    ///
    /// # Errors
    /// The functions, and all pointers that are missing.
    pub(crate) fn check<T: Real>(&self, called: &BTreeSet<UserFunction>) -> Result<(), Error> {
        let missing = || called.iter().filter(|function| self.pointer::<T>(**function).is_none());
        if missing().next().is_none() {
            return Ok(());
        }
        let names: BTreeSet<&str> = missing().map(|function| declared(*function)).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let scalar = type_name::<T>();
        let mut reason = if self.entries.is_empty() {
            "written in Rust; generate code for the mechanism instead, or run it in a Rust program that registers pointers for".to_owned()
        } else {
            "written in Rust; register pointers for".to_owned()
        };
        for (i, function) in missing().enumerate() {
            let (path, by) = (function.path(), function.differentiated_by());
            reason.push_str(if i == 0 { " " } else { ", " });
            // A string takes every text.
            let _ = match by {
                [] => write!(reason, "`{path}`"),
                by => write!(reason, "`{path}` by {by:?}"),
            };
            if let Some(registered) = self.registered::<T>(*function) {
                let (wanted, found) = (function.arity(), registered.arguments());
                let _ = write!(reason, " (of {wanted} arguments, not {found})");
            }
        }
        if scalar != type_name::<f64>() {
            let _ = write!(reason, ", in the scalar `{scalar}`: those for f64 do not compute in it");
        }
        Err(Error::Setting { what: "function", value: names.join(", "), reason })
    }
}

impl Entry {
    fn is_of(&self, path: &str, by: &[usize]) -> bool {
        self.path == path && self.by == by
    }
}

/// The name that the description gives a function, also for its derivatives.
fn declared(function: UserFunction) -> &'static str {
    let name = function.name();
    let order = function.differentiated_by().len();
    // `drag_by_1_2` is a derivative of `drag`.
    if order == 0 { name } else { name.rsplit_once("_by_").map_or(name, |(base, _)| base) }
}

/// The function of the user's that an instruction calls.
fn called_by(instruction: &Instruction) -> Option<UserFunction> {
    match instruction {
        Operation::Unary(Function::User(function), _) | Operation::Binary(Function::User(function), ..) => {
            Some(*function)
        }
        _ => None,
    }
}

/// Resolves the functions that routines call, and lists them.
#[derive(Debug)]
pub(crate) struct Linker<'a> {
    functions: &'a Functions,
    /// Whether there is anything to resolve.
    any: bool,
    called: RefCell<BTreeSet<UserFunction>>,
}

impl<'a> Linker<'a> {
    /// Of routines of this program.
    pub(crate) fn new(program: &Program, functions: &'a Functions) -> Self {
        Self { functions, any: !program.functions.is_empty(), called: RefCell::default() }
    }

    /// The pointers that a routine calls, each once.
    pub(crate) fn link<T: Real>(&self, routine: &Routine) -> Vec<(UserFunction, Pointer<T>)> {
        if !self.any {
            return Vec::new();
        }
        let here: BTreeSet<UserFunction> = routine.instructions.iter().filter_map(called_by).collect();
        self.called.borrow_mut().extend(&here);
        let pointer = |function| self.functions.pointer(function).map(|pointer| (function, pointer));
        here.into_iter().filter_map(pointer).collect()
    }

    /// All functions that the routines call.
    pub(crate) fn called(self) -> BTreeSet<UserFunction> {
        self.called.into_inner()
    }
}
