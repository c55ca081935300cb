//! What the type of a tape promises of its mechanism.
//!
//! Methods that suit some mechanisms only say so by bounds on types, while the tape knows its program at run time: the
//! promise is checked once, where the type is changed ([`Tape::of_kind`]). Invariant: a tape of a kind holds what the
//! kind promises; a tape that is [`Checked`] holds what it was checked for.

use crate::Tape;
use crate::executor::Executor;
use core::fmt::Debug;
use core::marker::PhantomData;
use linkwork::{Clamped, Real, Separable, Stateless, Unconstrained, VectorSpace};
use linkwork_compiler::Program;

/// A kind of mechanisms.
pub trait Kind: Copy + Debug + Default + Send + Sync + 'static {
    /// May there be constraints?
    const CONSTRAINED: bool;
    /// May they do more than fix single coordinates?
    const JOINED: bool;
    /// May forces depend on velocities?
    const VELOCITY_DEPENDENT: bool;
    /// May there be first-order states?
    const STATES: bool;
    /// Do configurations form a vector space?
    const VECTOR_SPACE: bool;
}

/// A kind that says what mechanisms it takes, so that a tape can be checked for it.
pub trait Promise: Kind {}

macro_rules! kind {
    ($(#[$doc:meta])* $name:ident: Promise, $($rest:tt)*) => {
        kind! { $(#[$doc])* $name, $($rest)* }
        impl Promise for $name {}
    };
    ($(#[$doc:meta])* $name:ident, $constrained:literal, $joined:literal, $velocity:literal, $states:literal, $vectors:literal; $($mark:ident),*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;
        impl Kind for $name {
            const CONSTRAINED: bool = $constrained;
            const JOINED: bool = $joined;
            const VELOCITY_DEPENDENT: bool = $velocity;
            const STATES: bool = $states;
            const VECTOR_SPACE: bool = $vectors;
        }
        $(impl<T: Real, E: Executor<Scalar = T>> $mark for Tape<T, $name, E> {})*
    };
}

kind! {
    /// Every mechanism.
    Any: Promise, true, true, true, true, false;
}
kind! {
    /// Mechanisms without constraints.
    Free: Promise, false, false, true, true, false; Clamped, Unconstrained
}
kind! {
    /// Mechanisms without constraints, or with fixed coordinates.
    Held: Promise, true, false, true, true, false; Clamped
}
kind! {
    /// The same with forces that do not depend on velocities.
    Conservative: Promise, true, false, false, true, false; Clamped, Separable
}
kind! {
    /// Mechanisms without constraints, first-order states and rotations in space.
    Flat: Promise, false, false, true, false, true; Clamped, Unconstrained, Stateless, VectorSpace
}

kind! {
    /// Mechanisms that were checked for what one method needs, whatever that is: one type on which every method can be compiled, so
    /// that what drives a run is compiled once. Made by [`Tape::checked`] alone.
    Checked, true, true, true, true, false; Clamped, Unconstrained, Separable, Stateless, VectorSpace
}

/// Why a mechanism is not of a kind, as what it has: "constraints", say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOfKind(pub &'static str);

fn mismatch<K: Promise>(program: &Program) -> Option<NotOfKind> {
    let constrained = !program.holonomic_names.is_empty() || !program.nonholonomic_names.is_empty();
    let has = [
        (!K::CONSTRAINED && constrained, "constraints"),
        (!K::JOINED && !program.flags.clamped, "constraints that do more than fix single coordinates"),
        (!K::VELOCITY_DEPENDENT && program.flags.velocity_dependent, "forces that depend on velocities"),
        (!K::STATES && !program.states.is_empty(), "first-order states"),
        (K::VECTOR_SPACE && !program.rotations.is_empty(), "rotations in space"),
    ];
    has.into_iter().find(|(has, _)| *has).map(|(_, what)| NotOfKind(what))
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Tape<T, K, E> {
    /// Is the mechanism of the kind `L`?
    ///
    /// # Errors
    /// What the mechanism has that the kind must not have.
    pub fn is_of_kind<L: Promise>(&self) -> Result<(), NotOfKind> {
        mismatch::<L>(&self.program).map_or(Ok(()), Err)
    }

    /// The same mechanism, with what is known of it in its type.
    ///
    /// # Errors
    /// As [`is_of_kind`](Self::is_of_kind).
    pub fn of_kind<L: Promise>(self) -> Result<Tape<T, L, E>, NotOfKind> {
        self.is_of_kind::<L>()?;
        Ok(self.retyped())
    }

    /// The same mechanism, for a method that needs the kind `L`. The caller sees to it that the method is no other:
    /// the type takes every method.
    ///
    /// # Errors
    /// As [`is_of_kind`](Self::is_of_kind).
    pub fn checked<L: Promise>(self) -> Result<Tape<T, Checked, E>, NotOfKind> {
        self.is_of_kind::<L>()?;
        Ok(self.retyped())
    }

    fn retyped<L: Kind>(self) -> Tape<T, L, E> {
        Tape {
            program: self.program,
            names: self.names,
            codes: self.codes,
            constants: self.constants,
            inputs: self.inputs,
            grips: self.grips,
            flags: self.flags,
            driver: self.driver,
            start: self.start,
            reactions: self.reactions,
            saddle_limits: self.saddle_limits,
            limits: self.limits,
            redundant: self.redundant,
            opening: self.opening,
            registers: self.registers,
            bodies: self.bodies,
            kind: PhantomData,
        }
    }
}
