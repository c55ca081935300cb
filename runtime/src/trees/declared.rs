//! Emitted mechanisms that are trees of many bodies: the common parts of their implementation of `trees::Description`.

use crate::Error;

/// [`Parameters`](crate::Parameters) of a struct whose mechanism is a tree of bodies, and its `build()`.
#[doc(hidden)]
#[macro_export]
macro_rules! __tree {
    ($parameters:ident { $($field:tt)* }, $source:literal) => {
        $crate::__needs_std!();
        $crate::__parameter_struct! { $parameters, $crate::trees::Model<$parameters<T>>, { $($field)* }, $source }
        impl<T: $crate::Real> $parameters<T> {
            /// Checks the parameters, computes what depends on them alone, and assembles the initial state.
            ///
            /// # Errors
            /// A parameter that is not finite, or an initial state that cannot be assembled.
            #[allow(dead_code)]
            pub fn build(self) -> ::core::result::Result<$crate::trees::Model<Self>, $crate::Error> {
                $crate::trees::Model::build(self)
            }
        }
    };
}

/// The types of a description, its name, differences from [`Flags::USUAL`](crate::Flags::USUAL), and the same parameters and numbers
/// over another scalar; `closing` is the mechanism of the constraints with the places of its coordinates and velocities, `shared` is the number of switching functions that all forces share, `count` the field with a number of equal
/// parts, with its name and least value.
#[doc(hidden)]
#[macro_export]
macro_rules! __description {
    (
        $parameters:ident: $mechanism:literal { $($parameter:ident),* },
        flags: [$($flag:ident: $flagged:expr),* $(,)?],
        constants: $constants:literal, inputs: $inputs:literal $(, shared: $shared:literal)?, time: $time:literal, outputs: $outputs:literal
        $(, count: $count:ident ($counts:literal, $least:literal))?
        $(, closing: $closing:ident of $constraints:ident: $coordinates:expr, $velocities:expr)?
    ) => {
        $crate::__description!(@ closing, self, { $($parameter),* } $($closing, $constraints, $coordinates, $velocities)?);
        fn time(now: &Self::Time) -> T {
            now.t
        }
        type Over<S: $crate::Real> = $parameters<S>;
        type Constants = [T; $constants];
        type Held = [T; { $inputs $(+ $shared)? }];
        type Time = $crate::__private::TimeCache<T, { $inputs $(+ $shared)? }, $time>;
        type Outputs = $crate::__private::SVector<T, $outputs>;
        const NAME: &'static str = $mechanism;
        const FLAGS: $crate::Flags = $crate::Flags { $($flag: $flagged,)* ..$crate::Flags::USUAL };
        $(const SHARED: usize = $shared;)?
        fn no_inputs() -> Self::Held {
            [T::zero(); { $inputs $(+ $shared)? }]
        }
        fn sides(held: &mut Self::Held) -> &mut [T] {
            &mut held[$inputs..]
        }
        fn undefined_input(inputs: &Self::Held) -> ::core::option::Option<usize> {
            inputs[..$inputs].iter().position(|u| !u.is_finite())
        }
        $(
            fn check_count(&self) -> ::core::result::Result<(), $crate::Error> {
                $crate::__private::check_count($counts, self.$count, $least)
            }
        )?
        $crate::__description!(@ lifted, self, lift, $parameters { $($parameter),* } $($count)?);
        fn lifted_constants<S: $crate::Real>(
            constants: &Self::Constants,
            lift: &dyn ::core::ops::Fn(T) -> S,
        ) -> [S; $constants] {
            $crate::__private::lifted(*constants, lift)
        }
        fn lifted_inputs<S: $crate::Real>(
            inputs: &Self::Held,
            lift: &dyn ::core::ops::Fn(T) -> S,
        ) -> [S; { $inputs $(+ $shared)? }] {
            $crate::__private::lifted(*inputs, lift)
        }
    };
    (@ closing, $self:ident, { $($parameter:ident),* }) => {
        type Closing = $crate::trees::Unclosed<T>;
        fn closing(&$self) -> ::core::result::Result<Self::Closing, $crate::Error> {
            ::core::result::Result::Ok($crate::trees::Unclosed::NONE)
        }
        fn lifted_closing<S: $crate::Real>(
            _: &Self::Closing,
            _: &dyn ::core::ops::Fn(T) -> S,
        ) -> $crate::trees::Unclosed<S> {
            $crate::trees::Unclosed::NONE
        }
    };
    (@ constraints, $self:ident, $closing:ident {}) => {
        $closing { scalar: ::core::marker::PhantomData }
    };
    (@ constraints, $self:ident, $closing:ident { $($parameter:ident),+ }) => {
        $closing { $($parameter: $self.$parameter),+ }
    };
    (@ closing, $self:ident, { $($parameter:ident),* } $closing:ident, $constraints:ident, $coordinates:expr, $velocities:expr) => {
        type Closing = $crate::trees::Closed<$constraints<T>>;
        fn closing(&$self) -> ::core::result::Result<Self::Closing, $crate::Error> {
            let model = $crate::__description!(@ constraints, $self, $closing { $($parameter),* }).build()?;
            ::core::result::Result::Ok($crate::trees::Closed::new(model, [$coordinates, $velocities]))
        }
        fn lifted_closing<S: $crate::Real>(
            closing: &Self::Closing,
            lift: &dyn ::core::ops::Fn(T) -> S,
        ) -> $crate::trees::Closed<$constraints<S>> {
            closing.lifted(lift)
        }
    };
    (@ lifted, $self:ident, $lift:ident, $parameters:ident {} $($count:ident)?) => {
        fn lifted<S: $crate::Real>(&$self, _: &dyn ::core::ops::Fn(T) -> S) -> $parameters<S> {
            $parameters { $($count: $self.$count,)? scalar: ::core::marker::PhantomData }
        }
    };
    (@ lifted, $self:ident, $lift:ident, $parameters:ident { $($parameter:ident),+ } $($count:ident)?) => {
        fn lifted<S: $crate::Real>(&$self, $lift: &dyn ::core::ops::Fn(T) -> S) -> $parameters<S> {
            $parameters { $($count: $self.$count,)? $($parameter: $lift($self.$parameter)),+ }
        }
    };
}

/// With the standard library, loops over links keep their work space.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "std")]
macro_rules! __needs_std {
    () => {};
}

/// Without it, they would allocate it in every step.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "std"))]
macro_rules! __needs_std {
    () => {
        ::core::compile_error! {
            "the equations of this mechanism are loops over its links, which need the feature `std` of `linkwork`: enable it, or write `unroll = always;` in the description"
        }
    };
}

/// Inputs of a tree, and inputs of zero.
#[doc(hidden)]
#[macro_export]
macro_rules! __tree_inputs {
    ($inputs:ident, $parameters:ident { $($input:ident),+ }) => {
        impl<T: $crate::Real> ::core::default::Default for $inputs<T> {
            fn default() -> Self {
                Self { $($input: T::zero()),+ }
            }
        }
        impl<T: $crate::Real> $crate::trees::DescriptionWithInputs for $parameters<T> {
            type Inputs = $inputs<T>;
            fn inputs_of(values: &[T]) -> Self::Inputs {
                let mut values = values.iter().copied();
                $(let $input = values.next().unwrap_or_else(T::zero);)+
                $inputs { $($input),+ }
            }
            fn hold(inputs: &Self::Inputs, held: &mut <Self as $crate::trees::Description>::Held) {
                for (held, input) in held.iter_mut().zip([$(inputs.$input),+]) {
                    *held = input;
                }
            }
            fn values(held: &<Self as $crate::trees::Description>::Held) -> &[T] {
                &held[..held.len() - <Self as $crate::trees::Description>::SHARED]
            }
        }
    };
}

/// Links have numbers of 32 bits; a limit far below them.
const MOST: usize = 100_000_000;

/// Checks a number of equal parts.
///
/// # Errors
/// A number for which there is no mechanism.
pub fn check_count(constant: &'static str, count: usize, least: usize) -> Result<(), Error> {
    if (least..=MOST).contains(&count) {
        return Ok(());
    }
    Err(Error::setting(constant, count, alloc::format!("it must be from {least} to {MOST}")))
}

pub use crate::{__description as description, __tree as tree, __tree_inputs as tree_inputs};
