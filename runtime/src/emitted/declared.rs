//! What never varies between emitted mechanisms, as declarative macros: methods of `impl Mechanism` that have the same text
//! for all, with the numbers and names that differ as arguments.
//!
//! Invariant: nothing here computes what a description says; that stands in emitted code, where it is read.

use super::{Fallback, Given, Singular, assemble_model, fallback};
use crate::mechanism::{Flags, Mechanism};
use crate::{Error, Real};
use nalgebra::SVector;

/// The state that `build()` assembled: configuration, velocities, first-order states, and multipliers to start Newton's
/// iteration from.
#[derive(Clone, Debug)]
pub struct Initial<T, const N: usize, const V: usize, const Y: usize, const G: usize, const K: usize> {
    /// q.
    pub q: SVector<T, N>,
    /// v.
    pub v: SVector<T, V>,
    /// y.
    pub y: SVector<T, Y>,
    /// λ.
    pub lambda: SVector<T, G>,
    /// ψ.
    pub psi: SVector<T, K>,
}

impl<T: Real, const N: usize, const V: usize, const Y: usize, const G: usize, const K: usize>
    Initial<T, N, V, Y, G, K>
{
    /// Zeros.
    pub fn zeros() -> Self {
        Self {
            q: SVector::from([T::zero(); N]),
            v: SVector::from([T::zero(); V]),
            y: SVector::from([T::zero(); Y]),
            lambda: SVector::from([T::zero(); G]),
            psi: SVector::from([T::zero(); K]),
        }
    }

    /// The initial state of a model, assembled from this one; `reference` is the configuration where nothing is given.
    ///
    /// # Errors
    /// As [`assemble_model`].
    pub fn assembled<M>(&self, m: &M, reference: [T; N], given: Given<'_>) -> Result<Self, Error>
    where
        M: Mechanism<
                Configuration = SVector<T, N>,
                Velocity = SVector<T, V>,
                States = SVector<T, Y>,
                Scalar = T,
            >,
    {
        let (q, v, y) = assemble_model(m, (self.q, self.v, self.y), &SVector::from(reference), given)?;
        Ok(Self { q, v, y, ..self.clone() })
    }

    /// Over another scalar.
    pub fn map<S: Real>(&self, lift: &dyn Fn(T) -> S) -> Initial<S, N, V, Y, G, K> {
        Initial {
            q: self.q.map(lift),
            v: self.v.map(lift),
            y: self.y.map(lift),
            lambda: self.lambda.map(lift),
            psi: self.psi.map(lift),
        }
    }
}

/// How small the planned pivots of the saddle-point matrix and of the weighted matrix may become.
#[derive(Clone, Copy, Debug)]
pub struct Limits<const N: usize> {
    /// Of `[M B; G 0; D 0]`.
    pub saddle: [f64; N],
    /// Of the weighted bordered matrix.
    pub bordered: [f64; N],
}

impl<const N: usize> Limits<N> {
    /// Before they are found.
    pub const NONE: Self = Self { saddle: [0.0; N], bordered: [0.0; N] };

    /// Those of the pivots (i, i), one after the other, at the initial state.
    pub fn of_diagonals<M: Mechanism>(m: &M) -> Self {
        let order: [(usize, usize); N] = core::array::from_fn(|i| (i, i));
        Self::of(m, &order, &order)
    }

    /// Those of the planned pivots (row, column) at the initial state.
    pub fn of<M: Mechanism>(m: &M, saddle: &[(usize, usize)], bordered: &[(usize, usize)]) -> Self {
        let mut limits = Self::NONE;
        super::pivot_limits(m, saddle, &mut limits.saddle);
        super::pivot_limits(m, bordered, &mut limits.bordered);
        limits
    }
}

/// Solves with factors whose pivots are sound, or else by [`fallback`]: `fast` is the planned solve, `fill` sets the
/// entries of the matrix that are not zero.
///
/// # Errors
/// [`Singular`] where pivoting finds no pivot either.
#[inline(always)]
pub fn solved<T: Real, const N: usize>(
    sound: bool,
    x: &mut [T; N],
    fast: impl Fn(&mut [T; N]),
    fill: impl FnOnce(&mut [[T; N]; N]),
) -> Result<Fallback, Singular> {
    if sound {
        fast(x);
        Ok(Fallback::None)
    } else {
        fallback(fill, x, fast)
    }
}

/// What `flags!` takes for granted.
pub const USUAL: Flags = Flags {
    symmetric_mass: true,
    singular_mass: false,
    borders_move: false,
    linear_reactions: true,
    time_explicit: false,
    smooth: true,
    analytic: true,
    ..Flags::GENERAL
};

/// Names of the types of a mechanism, by the notation of the documentation, from the lengths of its vectors and caches.
#[doc(hidden)]
#[macro_export]
macro_rules! __shape {
    (q: $q:literal, v: $v:literal, g: $g:literal, k: $k:literal, y: $y:literal, u: $u:literal,
     outputs: $outputs:literal, switches: $switches:literal, time: $time:literal, position: $position:literal,
     velocity: $velocity:literal, stiffness: $stiffness:literal, saddle: $saddle:literal, bordered: $bordered:literal) => {
        type Q<T> = $crate::__private::SVector<T, $q>;
        type V<T> = $crate::__private::SVector<T, $v>;
        type G<T> = $crate::__private::SVector<T, $g>;
        type K<T> = $crate::__private::SVector<T, $k>;
        type Y<T> = $crate::__private::SVector<T, $y>;
        type R<'a, T> = (&'a G<T>, &'a K<T>);
        type Outputs<T> = $crate::__private::SVector<T, $outputs>;
        type Switches<T> = $crate::__private::SVector<T, $switches>;
        type Time<T> = $crate::__private::TimeCache<T, $u, $time>;
        type At<T> = $crate::__private::PositionCache<T, $q, $u, $time, $position>;
        type C<T> = $crate::__private::Values<T, $velocity>;
        type Stiffness<T> = $crate::__private::Values<T, $stiffness>;
        type Saddle<T> = $crate::__private::Factors<T, $saddle>;
        type Bordered<T> = $crate::__private::Factors<T, $bordered>;
    };
}

/// The associated types of [`Mechanism`] by the names of `shape!`, empty caches, the initial state, and [`Mechanism::now`].
#[doc(hidden)]
#[macro_export]
macro_rules! __state {
    ($model:ident) => {
        type Scalar = T;
        type Configuration = Q<T>;
        type Velocity = V<T>;
        type Holonomic = G<T>;
        type Nonholonomic = K<T>;
        type States = Y<T>;
        type Outputs = Outputs<T>;
        type Switches = Switches<T>;
        type TimeCache = Time<T>;
        type PositionCache = At<T>;
        type VelocityCache = C<T>;
        type StiffnessCache = Stiffness<T>;
        type SaddleFactors = Saddle<T>;
        type Factors = Bordered<T>;
        type With<S: $crate::Real> = $model<S>;
        fn position_cache(&self) -> Self::PositionCache {
            $crate::__private::PositionCache::zeros()
        }
        fn velocity_cache(&self) -> Self::VelocityCache {
            $crate::__private::Values::zeros()
        }
        fn stiffness_cache(&self) -> Self::StiffnessCache {
            $crate::__private::Values::zeros()
        }
        fn saddle_factors(&self) -> Self::SaddleFactors {
            $crate::__private::Factors::zeros()
        }
        fn factors(&self) -> Self::Factors {
            $crate::__private::Factors::zeros()
        }
        fn initial(&self) -> (Self::Configuration, Self::Velocity, Self::States) {
            (self.initial.q, self.initial.v, self.initial.y)
        }
        fn initial_reactions(&self) -> (Self::Holonomic, Self::Nonholonomic) {
            (self.initial.lambda, self.initial.psi)
        }
        #[inline]
        fn now(&self, t: T) -> Self::TimeCache {
            self.now_of(t, self.inputs)
        }
    };
}

/// What t and u decide where nothing is computed of them.
#[doc(hidden)]
#[macro_export]
macro_rules! __held_inputs {
    ($count:literal) => {
        #[inline]
        fn now_of(&self, t: T, u: [T; $count]) -> Time<T> {
            $crate::__private::TimeCache { t, u, values: [] }
        }
    };
}

/// [`Mechanism::assembly`]: the facts that are not as usual.
#[doc(hidden)]
#[macro_export]
macro_rules! __assembly {
    ($($fact:ident: $value:expr),* $(,)?) => {
        fn assembly(&self) -> $crate::__private::AssemblyFacts<'_> {
            $crate::__private::AssemblyFacts {
                $($fact: $value,)*
                ..$crate::__private::AssemblyFacts::default()
            }
        }
    };
}

/// `Mechanism::FLAGS`: what differs from an analytic mechanism without constraints and states whose mass matrix is symmetric
/// and regular, whose forces are smooth, depend on velocities, and know nothing of time and multipliers.
#[doc(hidden)]
#[macro_export]
macro_rules! __flags {
    ($($flag:ident: $value:expr),* $(,)?) => {
        const FLAGS: $crate::Flags = $crate::Flags { $($flag: $value,)* ..$crate::__private::USUAL };
    };
}

/// [`Mechanism::sizes`], with zeros where nothing is said.
#[doc(hidden)]
#[macro_export]
macro_rules! __sizes {
    ($($size:ident: $value:literal),* $(,)?) => {
        #[inline]
        fn sizes(&self) -> $crate::Sizes {
            $crate::Sizes { $($size: $value,)* ..$crate::Sizes::NONE }
        }
    };
}

/// [`Mechanism::names`]: (name, unit), no names where nothing is said.
#[doc(hidden)]
#[macro_export]
macro_rules! __names {
    ($mechanism:literal $(, $list:ident: [$(($name:literal, $unit:literal)),* $(,)?])* $(,)?) => {
        fn names(&self) -> &$crate::Names {
            static NAMES: $crate::Names = $crate::__private::Lists {
                $($list: {
                    const LIST: &[$crate::Named] = &[$($crate::Named::new($name, $unit)),*];
                    LIST
                },)*
                ..$crate::__private::Lists::NONE
            }
            .of($mechanism);
            &NAMES
        }
    };
}

/// [`Mechanism::with_scalar`]: the model, the struct of its parameters with its fields, and what else it has.
#[doc(hidden)]
#[macro_export]
macro_rules! __lifted {
    ($model:ident, $parameters:ident {} $(, $beside:ident)*) => {
        fn with_scalar<S: $crate::Real>(&self, lift: &dyn ::core::ops::Fn(T) -> S) -> Self::With<S> {
            $model {
                parameters: $parameters { scalar: ::core::marker::PhantomData },
                constants: self.constants.map(lift),
                inputs: self.inputs.map(lift),
                initial: self.initial.map(lift),
                limits: self.limits,
                $($beside: self.$beside,)*
            }
        }
    };
    ($model:ident, $parameters:ident { $($parameter:ident),+ } $(, $beside:ident)*) => {
        fn with_scalar<S: $crate::Real>(&self, lift: &dyn ::core::ops::Fn(T) -> S) -> Self::With<S> {
            $model {
                parameters: $parameters { $($parameter: lift(self.parameters.$parameter)),+ },
                constants: self.constants.map(lift),
                inputs: self.inputs.map(lift),
                initial: self.initial.map(lift),
                limits: self.limits,
                $($beside: self.$beside,)*
            }
        }
    };
}

/// [`Parameters`](crate::Parameters), the description, and the parameters of a model.
#[doc(hidden)]
#[macro_export]
macro_rules! __parameters {
    ($parameters:ident, $model:ident { $($parameter:ident: ($name:literal, $unit:literal, $value:expr)),+ $(,)? }, $source:literal) => {
        impl ::core::default::Default for $parameters<f64> {
            fn default() -> Self {
                Self { $($parameter: $value),+ }
            }
        }
        $crate::__parameters! { $parameters, $model { $($parameter: ($name, $unit)),+ }, $source }
    };
    ($parameters:ident, $model:ident { $($parameter:ident: ($name:literal, $unit:literal)),* $(,)? }, $source:literal) => {
        impl<T: $crate::Real> $parameters<T> {
            /// The description that this was compiled from.
            #[allow(dead_code)]
            pub const SOURCE: &'static str = $source;
        }
        impl<T> $model<T> {
            /// The parameters that it was built with.
            #[allow(dead_code)]
            pub fn parameters(&self) -> &$parameters<T> {
                &self.parameters
            }
        }
        impl<T: $crate::Real> $crate::Parameters for $parameters<T> {
            type Scalar = T;
            type Model = $model<T>;
            const SOURCE: &'static str = $parameters::<T>::SOURCE;
            fn names() -> &'static [$crate::Named] {
                const NAMES: &[$crate::Named] = &[$($crate::Named::new($name, $unit)),*];
                NAMES
            }
            fn get(&self, index: usize) -> ::core::option::Option<T> {
                let values: &[T] = &[$(self.$parameter),*];
                values.get(index).copied()
            }
            fn set(&mut self, index: usize, value: T) -> bool {
                let places: &mut [&mut T] = &mut [$(&mut self.$parameter),*];
                places.get_mut(index).map(|place| **place = value).is_some()
            }
            fn build(self) -> ::core::result::Result<Self::Model, $crate::Error> {
                $parameters::build(self)
            }
        }
    };
}

/// [`WithInputs`](crate::WithInputs), and inputs of zero; the closure gives what a model holds of inputs, with the sides of
/// its switches behind them.
#[doc(hidden)]
#[macro_export]
macro_rules! __inputs {
    ($inputs:ident, $model:ident { $($input:ident),+ }, |$self:ident, $given:ident| $held:expr) => {
        impl<T: $crate::Real> ::core::default::Default for $inputs<T> {
            fn default() -> Self {
                Self { $($input: T::zero()),+ }
            }
        }
        impl<T: $crate::Real> $crate::WithInputs for $model<T> {
            type Inputs = $inputs<T>;
            #[inline]
            fn now_with(&$self, t: T, $given: &Self::Inputs) -> Self::TimeCache {
                $self.now_of(t, $held)
            }
            fn inputs(&self) -> Self::Inputs {
                self.inputs_of(&self.inputs)
            }
            fn set_inputs(&mut $self, $given: Self::Inputs) {
                $self.inputs = $held;
            }
            fn inputs_of(&self, values: &[T]) -> Self::Inputs {
                let mut values = values.iter().copied();
                $(let $input = values.next().unwrap_or_else(T::zero);)+
                $inputs { $($input),+ }
            }
            fn input_values(&self, inputs: &Self::Inputs) -> ::std::vec::Vec<T> {
                ::std::vec![$(inputs.$input),+]
            }
        }
    };
}

/// Coordinates that are plain numbers: ⊞ is +.
#[doc(hidden)]
#[macro_export]
macro_rules! __vector_space {
    () => {
        $crate::__vector_space!(without advance);
        #[inline]
        fn advance(&self, q: &mut Self::Configuration, by: &Self::Velocity, carry: &mut Self::Velocity) {
            $crate::__private::add_compensated(&mut q.data.0[0], &by.data.0[0], &mut carry.data.0[0]);
        }
    };
    (without advance) => {
        #[inline]
        fn difference(&self, from: &Self::Configuration, to: &Self::Configuration, out: &mut Self::Velocity) {
            for (out, (to, from)) in out.data.0[0].iter_mut().zip(to.data.0[0].iter().zip(&from.data.0[0])) {
                *out = *to - *from;
            }
        }
        #[inline]
        fn dexp(&self, _: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
            *out = *w;
        }
        #[inline]
        fn dexp_inverse(&self, _: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
            *out = *w;
        }
        #[inline]
        fn bracket(&self, _: &Self::Velocity, _: &Self::Velocity, out: &mut Self::Velocity) {
            out.data.0[0] = out.data.0[0].map(|_| T::zero());
        }
    };
}

/// Are pivots sound, each by the limit of its step?
#[doc(hidden)]
#[macro_export]
macro_rules! __sound {
    ($limits:expr; $($step:literal: $pivot:expr),*) => {
        $($crate::__private::is_sound($pivot, $limits[$step]))&&*
    };
}

/// A solve of the contract by the two methods that a mechanism has for it: the planned solve, and the matrix for where the
/// planned pivots are weak. Numbers are copied one by one: a block copy would wait for scalar stores just before.
#[doc(hidden)]
#[macro_export]
macro_rules! __solve {
    ($name:ident, $factors:ident, $planned:ident, $matrix:ident $(, $block:ident)?;
     [$($a:literal),*], [$($l:literal),*], [$($p:literal),*]) => {
        #[inline]
        fn $name(
            &self,
            factors: &Self::$factors,
            a: &mut Self::Velocity,
            lambda: &mut Self::Holonomic,
            psi: &mut Self::Nonholonomic,
        ) -> ::core::result::Result<$crate::Fallback, $crate::Singular> {
            const A: usize = <[usize]>::len(&[$($a),*]);
            const L: usize = <[usize]>::len(&[$($l),*]);
            const P: usize = <[usize]>::len(&[$($p),*]);
            let mut x: [T; A + L + P] =
                [$(a.data.0[0][$a],)* $(lambda.data.0[0][$l],)* $(psi.data.0[0][$p],)*];
            let fast = |x: &mut [T; A + L + P]| *x = self.$planned(factors, *x);
            let fill = |matrix: &mut [[T; A + L + P]; A + L + P]| self.$matrix(factors, matrix);
            let done = $crate::__solve!(@ fast, fill, x, self, factors $(, $block)?);
            $(a.data.0[0][$a] = x[$a];)*
            $(lambda.data.0[0][$l] = x[A + $l];)*
            $(psi.data.0[0][$p] = x[A + L + $p];)*
            let _ = (a, lambda, psi);
            ::core::result::Result::Ok(done)
        }
    };
    (@ $fast:ident, $fill:ident, $x:ident, $self:ident, $factors:ident) => {
        $crate::__private::solved($factors.sound, &mut $x, $fast, $fill)?
    };
    (@ $fast:ident, $fill:ident, $x:ident, $self:ident, $factors:ident, $block:ident) => {
        if $factors.sound {
            $fast(&mut $x);
            $crate::Fallback::None
        } else {
            $crate::__private::redundant_fallback($fill, &mut $x, &$self.$block(), $fast)?
        }
    };
}

/// The places of [`Blocks`](crate::Blocks) by their names, with zeros where there is no stiffness.
#[doc(hidden)]
#[macro_export]
macro_rules! __blocks {
    ($blocks:ident => $mass:ident, $columns:ident, $rows:ident, $moving:ident, $stiffness:ident) => {
        let $crate::Blocks {
            mass: $mass,
            columns: $columns,
            rows: $rows,
            moving: $moving,
            stiffness: $stiffness,
        } = $blocks;
        let none;
        let $stiffness = match $stiffness {
            ::core::option::Option::Some(stiffness) => stiffness,
            ::core::option::Option::None => {
                none = $crate::__private::Values::zeros();
                &none
            }
        };
    };
}

/// Marks of what a mechanism is.
#[doc(hidden)]
#[macro_export]
macro_rules! __kinds {
    ($model:ident: $($kind:ident),*) => { $(impl<T: $crate::Real> $crate::$kind for $model<T> {})* };
}

/// The names that emitted code calls them by.
pub use crate::{
    __assembly as assembly, __blocks as blocks, __flags as flags, __held_inputs as held_inputs,
    __inputs as inputs, __kinds as kinds, __lifted as lifted, __names as names, __parameters as parameters,
    __shape as shape, __sizes as sizes, __solve as solve, __sound as sound, __state as state,
    __vector_space as vector_space, __zero as zero,
};
