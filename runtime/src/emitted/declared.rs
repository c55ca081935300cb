//! The common parts of emitted mechanisms as declarative macros: methods of the contract with the same text
//! for all, with different numbers and names as arguments.
//!
//! Invariant: nothing here evaluates a description; generated code does, where it can be read.

/// Names of the types of a mechanism, by the notation of the documentation, from the lengths of its vectors and caches, zero
/// by default; and its [`Space`](crate::Space).
#[doc(hidden)]
#[macro_export]
macro_rules! __shape {
    ($model:ident, q: $q:literal, v: $v:literal $(, g: $g:literal)? $(, k: $k:literal)? $(, y: $y:literal)? $(, u: $u:literal)?
     $(, outputs: $outputs:literal)? $(, switches: $switches:literal)? $(, time: $time:literal)? $(, position: $position:literal)?
     $(, velocity: $velocity:literal)? $(, stiffness: $stiffness:literal)? $(, saddle: $saddle:literal)?
     $(, bordered: $bordered:literal)?) => {
        type Q<T> = $crate::__private::SVector<T, $q>;
        type V<T> = $crate::__private::SVector<T, $v>;
        type G<T> = $crate::__private::SVector<T, { 0 $(+ $g)? }>;
        type K<T> = $crate::__private::SVector<T, { 0 $(+ $k)? }>;
        type Y<T> = $crate::__private::SVector<T, { 0 $(+ $y)? }>;
        type R<'a, T> = (&'a G<T>, &'a K<T>);
        type Outputs<T> = $crate::__private::SVector<T, { 0 $(+ $outputs)? }>;
        type Switches<T> = $crate::__private::SVector<T, { 0 $(+ $switches)? }>;
        type Time<T> = $crate::__private::TimeCache<T, { 0 $(+ $u)? }, { 0 $(+ $time)? }>;
        type At<T> = $crate::__private::PositionCache<T, $q, { 0 $(+ $u)? }, { 0 $(+ $time)? }, { 0 $(+ $position)? }>;
        type C<T> = $crate::__private::Values<T, { 0 $(+ $velocity)? }>;
        type Stiffness<T> = $crate::__private::Values<T, { 0 $(+ $stiffness)? }>;
        type Saddle<T> = $crate::__private::Factors<T, { 0 $(+ $saddle)? }>;
        type Bordered<T> = $crate::__private::Factors<T, { 0 $(+ $bordered)? }>;
        impl<T: $crate::Real> $crate::Space for $model<T> {
            type Scalar = T;
            type Configuration = Q<T>;
            type Velocity = V<T>;
            type Holonomic = G<T>;
            type Nonholonomic = K<T>;
            type States = Y<T>;
            type Outputs = Outputs<T>;
            type Switches = Switches<T>;
        }
    };
}

/// The caches of [`Evaluate`](crate::Evaluate) by the names of `shape!`, empty ones, and [`Evaluate::now`](crate::Evaluate::now),
/// `constant` if there is no time stage and there are no inputs.
#[doc(hidden)]
#[macro_export]
macro_rules! __caches {
    () => {
        $crate::__caches!(@);
        #[inline]
        fn now(&self, t: T) -> Self::TimeCache {
            self.now_of(t, self.inputs)
        }
    };
    (constant) => {
        $crate::__caches!(@);
        #[inline]
        fn now(&self, t: T) -> Self::TimeCache {
            $crate::__private::TimeCache { t, u: self.inputs, values: [] }
        }
    };
    (@) => {
        type TimeCache = Time<T>;
        type PositionCache = At<T>;
        type VelocityCache = C<T>;
        type StiffnessCache = Stiffness<T>;
        fn position_cache(&self) -> Self::PositionCache {
            $crate::__private::PositionCache::zeros()
        }
        fn velocity_cache(&self) -> Self::VelocityCache {
            $crate::__private::Values::zeros()
        }
        fn stiffness_cache(&self) -> Self::StiffnessCache {
            $crate::__private::Values::zeros()
        }
    };
}

/// The time stage if nothing is computed in it.
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

/// The initial state of [`Assemble`](crate::Assemble), which `build()` has assembled, and those facts for its assembly
/// that differ from the defaults; then the closures.
#[doc(hidden)]
#[macro_export]
macro_rules! __assembly {
    ($($fact:ident: $value:expr),* $(; $($closure:expr),*)?) => {
        fn assembly(&self) -> $crate::__private::AssemblyFacts<'_> {
            $crate::__private::AssemblyFacts {
                $($fact: $value,)*
                $(closures: $crate::__private::vec![$(&$closure),*],)?
                ..$crate::__private::AssemblyFacts::default()
            }
        }
        fn initial(&self) -> (Self::Configuration, Self::Velocity, Self::States) {
            (self.initial.q, self.initial.v, self.initial.y)
        }
        fn initial_reactions(&self) -> (Self::Holonomic, Self::Nonholonomic) {
            (self.initial.lambda, self.initial.psi)
        }
    };
}

/// [`Described`](crate::Described), and the marker traits of a mechanism.
///
/// `flags`: differences from [`Flags::USUAL`](crate::Flags::USUAL). `names`: (name, unit) of counted elements;
/// `counts`: numbers of elements without names; `beside`: names that are not counted; then other methods.
#[doc(hidden)]
#[macro_export]
macro_rules! __facts {
    (
        $model:ident: $mechanism:literal,
        flags: [$($flag:ident: $value:expr),* $(,)?],
        kinds: [$($kind:ident),* $(,)?],
        $(counts: [$($size:ident: $count:literal),* $(,)?],)?
        names: [$($list:ident: [$(($name:literal, $unit:literal)),* $(,)?]),* $(,)?]
        $(, beside: [$($other:ident: [$(($called:literal, $of:literal)),* $(,)?]),* $(,)?])?
        $(, { $($method:tt)* })?
    ) => {
        impl<T: $crate::Real> $crate::Described for $model<T> {
            const FLAGS: $crate::Flags = $crate::Flags { $($flag: $value,)* ..$crate::Flags::USUAL };
            // The other methods are those of what is held.
            const HOLDS: bool = $crate::Sizes { $($($size: $count,)*)? ..$crate::Sizes::NONE }.sides > 0
                || !::core::stringify!($($($method)*)?).is_empty();
            #[inline]
            fn sizes(&self) -> $crate::Sizes {
                $crate::Sizes {
                    $($list: <[&str]>::len(&[$($name),*]),)*
                    $($($size: $count,)*)?
                    ..$crate::Sizes::NONE
                }
            }
            $crate::__names!(
                $mechanism $(, $list: [$(($name, $unit)),*])* $($(, $other: [$(($called, $of)),*])*)?
            );
            $($($method)*)?
        }
        $(impl<T: $crate::Real> $crate::$kind for $model<T> {})*
    };
}

/// [`Described::names`](crate::Described::names), no names by default.
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

/// [`Mechanism`](crate::Mechanism): the model, the struct of its parameters with its fields, and its other fields; then
/// other methods.
#[doc(hidden)]
#[macro_export]
macro_rules! __lifted {
    ($model:ident, $parameters:ident {} $(, $beside:ident)* $(; $($method:tt)*)?) => {
        $crate::__lifted!(@ $model, $parameters, self, lift,
            { scalar: ::core::marker::PhantomData } $(, $beside)*; $($($method)*)?);
    };
    ($model:ident, $parameters:ident { $($parameter:ident),+ } $(, $beside:ident)* $(; $($method:tt)*)?) => {
        $crate::__lifted!(@ $model, $parameters, self, lift,
            { $($parameter: lift(self.parameters.$parameter)),+ } $(, $beside)*; $($($method)*)?);
    };
    (@ $model:ident, $parameters:ident, $self:ident, $lift:ident, { $($field:ident: $value:expr),* } $(, $beside:ident)*; $($method:tt)*) => {
        impl<T: $crate::Real> $crate::Mechanism for $model<T> {
            type With<S: $crate::Real> = $model<S>;
            fn with_scalar<S: $crate::Real>(&$self, $lift: &dyn ::core::ops::Fn(T) -> S) -> Self::With<S> {
                $model {
                    parameters: $parameters { $($field: $value),* },
                    constants: $crate::__private::lifted($self.constants, $lift),
                    inputs: $crate::__private::lifted($self.inputs, $lift),
                    initial: $self.initial.map($lift),
                    limits: $self.limits,
                    $($beside: $self.$beside,)*
                }
            }
            $($method)*
        }
    };
}

/// [`Parameters`](crate::Parameters), the description, and the parameters of a model; with the arguments of `lifted!` after them, also its
/// [`Mechanism`](crate::Mechanism).
#[doc(hidden)]
#[macro_export]
macro_rules! __parameters {
    ($parameters:ident, $model:ident { $($parameter:ident: ($name:literal, $unit:literal, $value:expr)),+ $(,)? }, $source:literal $($beside:tt)*) => {
        $crate::__lifted! { $model, $parameters { $($parameter),* } $($beside)* }
        $crate::__model_parameters! { $parameters, $model }
        $crate::__parameter_struct! { $parameters, $model<T>, { $($parameter: ($name, $unit, $value)),+ }, $source }
    };
    ($parameters:ident, $model:ident { $($parameter:ident: ($name:literal, $unit:literal)),* $(,)? }, $source:literal $($beside:tt)*) => {
        $crate::__lifted! { $model, $parameters { $($parameter),* } $($beside)* }
        $crate::__model_parameters! { $parameters, $model }
        $crate::__parameter_struct! { $parameters, $model<T>, { $($parameter: ($name, $unit)),* }, $source }
    };
}

/// The parameters of a model.
#[doc(hidden)]
#[macro_export]
macro_rules! __model_parameters {
    ($parameters:ident, $model:ident) => {
        impl<T> $model<T> {
            /// The parameters from which it was built.
            #[allow(dead_code)]
            pub fn parameters(&self) -> &$parameters<T> {
                &self.parameters
            }
        }
    };
}

/// [`Parameters`](crate::Parameters), the description, and the declared values if they are numbers.
#[doc(hidden)]
#[macro_export]
macro_rules! __parameter_struct {
    ($parameters:ident, $model:ty, { $($parameter:ident: ($name:literal, $unit:literal, $value:expr)),+ $(,)? }, $source:literal) => {
        impl ::core::default::Default for $parameters<f64> {
            fn default() -> Self {
                Self { $($parameter: $value),+ }
            }
        }
        $crate::__parameter_struct! { $parameters, $model, { $($parameter: ($name, $unit)),+ }, $source }
    };
    ($parameters:ident, $model:ty, { $($parameter:ident: ($name:literal, $unit:literal)),* $(,)? }, $source:literal) => {
        impl<T: $crate::Real> $parameters<T> {
            /// The description that this was compiled from.
            #[allow(dead_code)]
            pub const SOURCE: &'static str = $source;
        }
        impl<T: $crate::Real> $crate::Parameters for $parameters<T> {
            type Scalar = T;
            type Model = $model;
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

/// [`WithInputs`](crate::WithInputs), and inputs of zero; the closure returns the held inputs of a model, followed by the sides of
/// its switches.
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
            fn input_values(&self, inputs: &Self::Inputs) -> $crate::__private::Vec<T> {
                $crate::__private::vec![$(inputs.$input),+]
            }
        }
    };
}

/// Whether each pivot is above its limit: those of a field of `limits`.
#[doc(hidden)]
#[macro_export]
macro_rules! __sound {
    ($self:ident, $limits:ident; $($step:literal: $pivot:expr),*) => {
        $($crate::__private::is_sound($pivot, $self.limits.$limits[$step]))&&*
    };
}

/// A solve of the contract with its factors, by two methods of the mechanism: the planned solve, and the matrix in case the
/// planned pivots are weak. Numbers are copied one by one: a block copy would stall on the preceding scalar stores.
#[doc(hidden)]
#[macro_export]
macro_rules! __solve {
    ($name:ident, $factors:ident = $stored:ident, $empty:ident, $planned:ident, $matrix:ident $(, $block:ident)?;
     [$($a:literal),*], [$($l:literal),*], [$($p:literal),*]) => {
        type $factors = $stored<T>;
        fn $empty(&self) -> Self::$factors {
            $crate::__private::Factors::zeros()
        }
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

/// The sizes of [`Blocks`](crate::Blocks) by name, zero without stiffness.
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

/// The names that emitted code calls them by, with the path of a module: a macro of the user's that is in scope without a path has
/// precedence over imported ones.
pub use crate::{
    __assembly as assembly, __blocks as blocks, __caches as caches, __facts as facts,
    __held_inputs as held_inputs, __inputs as inputs, __parameters as parameters, __shape as shape,
    __solve as solve, __sound as sound, __zero as zero,
};
