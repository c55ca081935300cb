//! Partial derivatives of generic functions, as emitted code computes them, and their registration.
//!
//! ```text
//! ∂f/∂x = [τ¹] f(x + τ, y),   ∂f/∂y = [τ¹] f(x, y + τ),   f over series that are truncated after τ¹          (1)
//! ```
//!
//! A derivative of higher order applies (1) to a derivative. Invariant: series are nested in the order of emitted code, the first
//! argument innermost, so that the bits are the same.

use crate::functions::{Functions, Pointer};
use core::iter;
use core::marker::PhantomData;
pub use linkwork::Real;
use linkwork::exact_start::LENGTHS;
use linkwork::scalar::{DoubleDouble, Taylor};

/// A function of one or two numbers in every scalar. One of one number ignores the second.
pub trait Law: 'static {
    /// f(x, y)
    fn at<T: Real>(arguments: [T; 2]) -> T;

    /// The arguments with respect to which it is differentiated.
    fn by() -> Vec<usize> {
        Vec::new()
    }
}

/// The derivative of a function with respect to an argument.
struct By<const ARGUMENT: usize, L>(PhantomData<L>);

impl<const ARGUMENT: usize, L: Law> Law for By<ARGUMENT, L> {
    /// (1)
    #[inline]
    fn at<T: Real>([x, y]: [T; 2]) -> T {
        let slope = |argument| if argument == ARGUMENT { T::one() } else { T::zero() };
        L::at([Taylor::<T, 2>::new([x, slope(0)]), Taylor::new([y, slope(1)])]).coefficient(1)
    }

    fn by() -> Vec<usize> {
        iter::once(ARGUMENT).chain(L::by()).collect()
    }
}

extern "C" fn one<T: Real, L: Law>(x: T) -> T {
    L::at([x, T::zero()])
}

extern "C" fn two<T: Real, L: Law>(x: T, y: T) -> T {
    L::at([x, y])
}

type X<L> = By<0, L>;
type Y<L> = By<1, L>;

fn each_one<T: Real, L: Law>(functions: &mut Functions, path: &str) {
    functions.register_derivative(path, &L::by(), Pointer::One(one::<T, L>));
}

fn each_two<T: Real, L: Law>(functions: &mut Functions, path: &str) {
    functions.register_derivative(path, &L::by(), Pointer::Two(two::<T, L>));
}

/// A function of one number, with its derivatives up to the fourth order.
fn all_of_one<T: Real, L: Law>(functions: &mut Functions, path: &str) {
    each_one::<T, L>(functions, path);
    each_one::<T, X<L>>(functions, path);
    each_one::<T, X<X<L>>>(functions, path);
    each_one::<T, X<X<X<L>>>>(functions, path);
    each_one::<T, X<X<X<X<L>>>>>(functions, path);
}

/// A function of two numbers, with its derivatives up to the fourth order.
fn all_of_two<T: Real, L: Law>(functions: &mut Functions, path: &str) {
    each_two::<T, L>(functions, path);
    each_two::<T, X<L>>(functions, path);
    each_two::<T, Y<L>>(functions, path);
    each_two::<T, X<X<L>>>(functions, path);
    each_two::<T, X<Y<L>>>(functions, path);
    each_two::<T, Y<Y<L>>>(functions, path);
    each_two::<T, X<X<X<L>>>>(functions, path);
    each_two::<T, X<X<Y<L>>>>(functions, path);
    each_two::<T, X<Y<Y<L>>>>(functions, path);
    each_two::<T, Y<Y<Y<L>>>>(functions, path);
    each_two::<T, X<X<X<X<L>>>>>(functions, path);
    each_two::<T, X<X<X<Y<L>>>>>(functions, path);
    each_two::<T, X<X<Y<Y<L>>>>>(functions, path);
    each_two::<T, X<Y<Y<Y<L>>>>>(functions, path);
    each_two::<T, Y<Y<Y<Y<L>>>>>(functions, path);
}

/// The longest series of exact starts.
pub(crate) type Motion<T> = Taylor<T, { LENGTHS[2] }>;

/// Whether starts in this scalar use series of all lengths: those in one machine number. The scalars of derivatives, packs and more digits
/// start less often than they are compiled.
pub(crate) const fn has_all_lengths<T>() -> bool {
    size_of::<T>() == size_of::<f64>()
}

/// A function of one number in every scalar of runs and analyses.
pub fn register_one<L: Law>(functions: &mut Functions, path: &str) {
    all_of_one::<f64, L>(functions, path);
    all_of_one::<Taylor<f64, { LENGTHS[0] }>, L>(functions, path);
    all_of_one::<Taylor<f64, { LENGTHS[1] }>, L>(functions, path);
    all_of_one::<Motion<f64>, L>(functions, path);
    all_of_one::<Taylor<f64, 2>, L>(functions, path);
    all_of_one::<DoubleDouble, L>(functions, path);
}

/// A function of two numbers in every scalar of runs and analyses.
pub fn register_two<L: Law>(functions: &mut Functions, path: &str) {
    all_of_two::<f64, L>(functions, path);
    all_of_two::<Taylor<f64, { LENGTHS[0] }>, L>(functions, path);
    all_of_two::<Taylor<f64, { LENGTHS[1] }>, L>(functions, path);
    all_of_two::<Motion<f64>, L>(functions, path);
    all_of_two::<Taylor<f64, 2>, L>(functions, path);
    all_of_two::<DoubleDouble, L>(functions, path);
}

/// [`Functions`] of generic functions, by the paths that descriptions name.
///
/// Each function takes one or two numbers of any scalar, `fn drag<T: linkwork::Real>(x: T, v: T) -> T`, which the call after
/// `=>` lists. It is registered with its partial derivatives up to the fourth order, which
/// [series](linkwork::scalar::Taylor) compute with the bits of emitted code: for f64, and for the scalars of exact starts
/// ([`exact_start`](linkwork::exact_start)), linearisations ([`Dual`](linkwork::analysis::Dual)) and verification
/// ([`DoubleDouble`](linkwork::scalar::DoubleDouble)).
///
/// ```
/// mod laws {
///     pub fn well<T: linkwork::Real>(x: T) -> T {
///         T::exact(0.75) * x * x * x * x
///     }
/// }
/// fn drag<T: linkwork::Real>(x: T, v: T) -> T {
///     -(T::exact(0.4) * v * (T::one() + x * x))
/// }
///
/// let functions = linkwork_tape::functions! {
///     "crate::laws::well" => laws::well(x),
///     "crate::drag" => drag(x, v),
/// };
/// # let _ = functions;
/// ```
#[macro_export]
macro_rules! functions {
    (@ $functions:ident, $path:expr, ($($function:tt)+) $x:ident) => {
        $crate::functions!(@ $functions, $path, register_one, [x, _], $($function)+(x))
    };
    (@ $functions:ident, $path:expr, ($($function:tt)+) $x:ident $y:ident) => {
        $crate::functions!(@ $functions, $path, register_two, [x, y], $($function)+(x, y))
    };
    (@ $functions:ident, $path:expr, $register:ident, $arguments:pat, $value:expr) => {{
        struct Declared;
        impl $crate::partials::Law for Declared {
            fn at<T: $crate::partials::Real>($arguments: [T; 2]) -> T {
                $value
            }
        }
        $crate::partials::$register::<Declared>(&mut $functions, $path);
    }};
    ($($path:literal => $($function:ident)::+ ( $($argument:ident),+ $(,)? )),* $(,)?) => {{
        #[allow(unused_mut)]
        let mut functions = $crate::Functions::default();
        $($crate::functions!(@ functions, $path, ($($function)::+) $($argument)+);)*
        functions
    }};
}

#[cfg(test)]
mod tests {
    use super::Motion;
    use crate::functions::{Functions, Pointer};
    use linkwork::Real;
    use linkwork::scalar::{DoubleDouble, Taylor};
    use linkwork_compiler::symbolic::UserFunction;

    /// x⁴ y³
    fn product<T: Real>(x: T, y: T) -> T {
        x * x * x * x * y * y * y
    }

    mod laws {
        pub fn growth<T: linkwork::Real>(x: T) -> T {
            x.exp()
        }
    }

    fn all() -> Functions {
        crate::functions! { "crate::product" => product(x, y), "crate::laws::growth" => laws::growth(x) }
    }

    /// The derivative of xⁿ of order k: n (n − 1) … (n − k + 1) xⁿ⁻ᵏ.
    fn power(x: f64, n: i32, k: i32) -> f64 {
        (0..k).map(|i| f64::from(n - i)).product::<f64>() * x.powi(n - k)
    }

    fn close<T: Real>(functions: &Functions, function: UserFunction, [x, y]: [f64; 2], wanted: f64) {
        let found = match functions.pointer::<T>(function) {
            Some(Pointer::One(f)) => f(T::exact(x)),
            Some(Pointer::Two(f)) => f(T::exact(x), T::exact(y)),
            None => panic!("{} {:?} is not registered", function.path(), function.differentiated_by()),
        };
        let error = (found.value() - wanted).abs();
        assert!(error <= 1e-14 * wanted.abs(), "{:?}: {error:e}", function.differentiated_by());
    }

    /// (1) of all orders up to the fourth, in every scalar, against closed forms.
    #[test]
    fn derivatives_are_those_of_powers_and_the_exponential() {
        let (functions, at) = (all(), [1.7, -0.6]);
        for by_x in 0..=4 {
            for by_y in 0..=4 - by_x {
                let mut function = UserFunction::new("product", "crate::product", 2);
                (0..by_y).for_each(|_| function = function.derivative(1));
                (0..by_x).for_each(|_| function = function.derivative(0));
                let wanted = power(at[0], 4, by_x) * power(at[1], 3, by_y);
                close::<f64>(&functions, function, at, wanted);
                close::<Motion<f64>>(&functions, function, at, wanted);
                close::<Taylor<f64, 2>>(&functions, function, at, wanted);
                close::<DoubleDouble>(&functions, function, at, wanted);
            }
        }
        let mut growth = UserFunction::new("growth", "crate::laws::growth", 1);
        for _ in 0..=4 {
            close::<f64>(&functions, growth, at, at[0].exp());
            close::<Motion<f64>>(&functions, growth, at, at[0].exp());
            growth = growth.derivative(0);
        }
        assert!(functions.pointer::<f64>(growth).is_none(), "the fifth order");
    }

    /// Other paths, arities and scalars are not found; a pointer that is registered again is replaced.
    #[test]
    fn pointers_are_those_of_a_path_an_arity_and_a_scalar() {
        extern "C" fn zero(_: f64, _: f64) -> f64 {
            0.0
        }
        let mut functions = all();
        let clone = functions.clone();
        assert!(functions.are(&clone) && Functions::default().are(&Functions::default()));
        let product = |arity| UserFunction::new("product", "crate::product", arity);
        let elsewhere = UserFunction::new("product", "crate::other::product", 2);
        assert!(functions.pointer::<f64>(product(2)).is_some());
        assert!(functions.pointer::<f32>(product(2)).is_none());
        assert!(functions.pointer::<f64>(product(1)).is_none());
        assert!(functions.pointer::<f64>(elsewhere).is_none());
        functions.register_derivative("crate::product", &[1, 0], Pointer::Two(zero));
        let mixed = product(2).derivative(0).derivative(1);
        close::<f64>(&functions, mixed, [1.7, -0.6], 0.0);
        close::<f64>(&clone, mixed, [1.7, -0.6], power(1.7, 4, 1) * power(-0.6, 3, 1));
        assert!(!functions.are(&clone));
    }
}
