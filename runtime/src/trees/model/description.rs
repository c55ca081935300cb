//! The part of a tree that its description decides.

use super::Model;
use crate::trees::{Closes, Layout, Numbers};
use crate::{Error, Flags, Names, Parameters, Real, Vector};
use alloc::vec::Vec;
use core::fmt::Debug;

/// A struct of parameters whose mechanism is a tree of bodies. Emitted code implements it.
pub trait Description: Parameters<Model = Model<Self>> + Debug + Send + Sync {
    /// The same parameters over another scalar.
    type Over<S: Real>: Description<Scalar = S>;
    /// Numbers that depend on parameters alone.
    type Constants: Clone + Debug + Send + Sync;
    /// The values of inputs, then the held sides of the switching functions that all forces share.
    type Held: Clone + Debug + Send + Sync;
    /// Numbers that depend on time and inputs.
    type Time: Clone + Debug + Send + Sync;
    /// Outputs.
    type Outputs: Vector<Self::Scalar>;
    /// The constraints.
    type Closing: Closes<Scalar = Self::Scalar>;
    /// The name of the mechanism.
    const NAME: &'static str;
    /// Its flags.
    const FLAGS: Flags;
    /// Whether forces have sides of switching functions.
    const HOLDS: bool = false;
    /// The number of switching functions that all forces share: those of time, inputs and parameters alone.
    const SHARED: usize = 0;
    /// Those of them that depend on the time and may have several roots within a step.
    const RECURRING: &'static [usize] = &[];

    /// The links, and where their numbers are.
    fn layout(&self) -> Layout;
    /// The names of the description.
    fn names_of(&self) -> Names;
    /// For each coordinate and each velocity, whether `initial` gives its value.
    fn given(&self) -> (Vec<bool>, Vec<bool>);
    /// Whether there is a mechanism with this number of parts.
    ///
    /// # Errors
    /// A number for which there is none.
    fn check_count(&self) -> Result<(), Error> {
        Ok(())
    }
    /// Conditions of bodies on parameters.
    ///
    /// # Errors
    /// The first one that does not hold.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }
    /// Numbers that depend on parameters alone.
    fn constants(&self) -> Self::Constants;
    /// The numbers of the tree.
    fn numbers(&self) -> Numbers<Self::Scalar>;
    /// The coordinates and velocities from which assembly starts.
    fn start(&self) -> (Vec<Self::Scalar>, Vec<Self::Scalar>);
    /// The constraints, assembled.
    ///
    /// # Errors
    /// Constraints that cannot be assembled.
    fn closing(&self) -> Result<Self::Closing, Error>;
    /// Inputs of zero, and no held sides.
    fn no_inputs() -> Self::Held;
    /// The held sides of the [`SHARED`](Self::SHARED) switching functions.
    fn sides(held: &mut Self::Held) -> &mut [Self::Scalar];
    /// Numbers that depend on time and inputs.
    fn now(constants: &Self::Constants, t: Self::Scalar, inputs: &Self::Held) -> Self::Time;
    /// The time of these numbers.
    fn time(now: &Self::Time) -> Self::Scalar;
    /// The first input that is not a finite number.
    fn undefined_input(inputs: &Self::Held) -> Option<usize> {
        let _ = inputs;
        None
    }
    /// See [`Laws::loads`](crate::trees::Laws::loads).
    fn loads(
        constants: &Self::Constants,
        now: &Self::Time,
        number: usize,
        arguments: &[Self::Scalar],
        results: &mut [Self::Scalar],
    ) {
        let _ = (constants, now, number, arguments, results);
    }
    /// See [`Laws::slopes`](crate::trees::Laws::slopes).
    fn slopes(
        constants: &Self::Constants,
        now: &Self::Time,
        number: usize,
        arguments: &[Self::Scalar],
        results: &mut [Self::Scalar],
    ) {
        let _ = (constants, now, number, arguments, results);
    }
    /// The [`SHARED`](Self::SHARED) switching functions.
    fn switches(constants: &Self::Constants, now: &Self::Time, out: &mut [Self::Scalar]) {
        let _ = (constants, now, out);
    }
    /// Outputs, from the signals of the layout, followed by the multipliers.
    fn outputs(
        constants: &Self::Constants,
        now: &Self::Time,
        signals: &[Self::Scalar],
        out: &mut Self::Outputs,
    ) {
        let _ = (constants, now, signals, out);
    }
    /// Quantities of signals, followed by the multipliers, with their lower and upper limits.
    fn ranges(
        constants: &Self::Constants,
        now: &Self::Time,
        signals: &[Self::Scalar],
        out: &mut [[Self::Scalar; 3]],
    ) {
        let _ = (constants, now, signals, out);
    }
    /// The parameters over another scalar.
    fn lifted<S: Real>(&self, lift: &dyn Fn(Self::Scalar) -> S) -> Self::Over<S>;
    /// The constants over another scalar.
    fn lifted_constants<S: Real>(
        constants: &Self::Constants,
        lift: &dyn Fn(Self::Scalar) -> S,
    ) -> <Self::Over<S> as Description>::Constants;
    /// The constraints over another scalar.
    fn lifted_closing<S: Real>(
        closing: &Self::Closing,
        lift: &dyn Fn(Self::Scalar) -> S,
    ) -> <Self::Over<S> as Description>::Closing;
    /// The inputs over another scalar.
    fn lifted_inputs<S: Real>(
        inputs: &Self::Held,
        lift: &dyn Fn(Self::Scalar) -> S,
    ) -> <Self::Over<S> as Description>::Held;
}

/// A description with inputs.
pub trait DescriptionWithInputs: Description {
    /// One field for every input.
    type Inputs: Clone + Debug + Send + Sync;

    /// Inputs from their values; missing ones are zero.
    fn inputs_of(values: &[Self::Scalar]) -> Self::Inputs;
    /// Writes the values of inputs to `held`, whose sides stay as they are.
    fn hold(inputs: &Self::Inputs, held: &mut Self::Held);
    /// The values of held inputs.
    fn values(held: &Self::Held) -> &[Self::Scalar];
}

/// Marks descriptions without rotations in space: the configurations are a vector space.
pub trait WithoutQuaternions: Description {}

/// Marks descriptions whose forces do not depend on velocities.
pub trait VelocityIndependent: Description {}
