//! Properties of mechanisms that the type of a tape guarantees.
//!
//! Methods that support only some mechanisms state this by trait bounds, while the program of a tape is known at run time: the
//! properties are checked once, when the type is changed ([`Tape::of_kind`]). Invariant: a tape of a kind has the properties of
//! the kind; a [`Checked`] tape has the properties it was checked for.

use crate::Tape;
use crate::executor::Executor;
use core::fmt::Debug;
use core::marker::PhantomData;
use linkwork::{Clamped, Real, Separable, Stateless, Unconstrained, VectorSpace};
use linkwork_compiler::Program;

/// A kind of mechanisms.
pub trait Kind: Copy + Debug + Default + Send + Sync + 'static {
    /// Whether there may be constraints.
    const CONSTRAINED: bool;
    /// Whether constraints may do more than fix single coordinates.
    const JOINED: bool;
    /// Whether forces may depend on velocities.
    const VELOCITY_DEPENDENT: bool;
    /// Whether there may be first-order states.
    const STATES: bool;
    /// Whether configurations form a vector space.
    const VECTOR_SPACE: bool;
}

/// A kind that a tape can be checked for.
pub trait Checkable: Kind {}

macro_rules! kind {
    ($(#[$doc:meta])* $name:ident: Checkable, $($rest:tt)*) => {
        kind! { $(#[$doc])* $name, $($rest)* }
        impl Checkable for $name {}
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
    Any: Checkable, true, true, true, true, false;
}
kind! {
    /// Mechanisms without constraints.
    Free: Checkable, false, false, true, true, false; Clamped, Unconstrained
}
kind! {
    /// Mechanisms without constraints, or with fixed coordinates.
    Held: Checkable, true, false, true, true, false; Clamped
}
kind! {
    /// The same with forces that do not depend on velocities.
    Conservative: Checkable, true, false, false, true, false; Clamped, Separable
}
kind! {
    /// Mechanisms without constraints, first-order states and rotations in space.
    Flat: Checkable, false, false, true, false, true; Clamped, Unconstrained, Stateless, VectorSpace
}

kind! {
    /// Mechanisms that were checked for the requirements of one method: a single type for all methods, so that the driver of a
    /// simulation is compiled once. Only [`Tape::checked`] returns it.
    Checked, true, true, true, true, false; Clamped, Unconstrained, Separable, Stateless, VectorSpace
}

/// The property that a kind excludes: "constraints", for example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOfKind(pub &'static str);

fn mismatch<K: Checkable>(program: &Program) -> Option<NotOfKind> {
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
    /// Whether the mechanism is of the kind `L`.
    ///
    /// # Errors
    /// The property of the mechanism that the kind excludes.
    pub fn is_of_kind<L: Checkable>(&self) -> Result<(), NotOfKind> {
        mismatch::<L>(&self.program).map_or(Ok(()), Err)
    }

    /// The same mechanism, with these properties in its type.
    ///
    /// # Errors
    /// As [`is_of_kind`](Self::is_of_kind).
    pub fn of_kind<L: Checkable>(self) -> Result<Tape<T, L, E>, NotOfKind> {
        self.is_of_kind::<L>()?;
        Ok(self.retyped())
    }

    /// The same mechanism for a method that requires the kind `L`. The type accepts every method: the caller must not use it with a
    /// method that requires another kind.
    ///
    /// # Errors
    /// As [`is_of_kind`](Self::is_of_kind).
    pub fn checked<L: Checkable>(self) -> Result<Tape<T, Checked, E>, NotOfKind> {
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
            known: self.known,
            registers: self.registers,
            bodies: self.bodies,
            closing: self.closing,
            kind: PhantomData,
        }
    }
}
