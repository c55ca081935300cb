//! The contract between generated code and steppers.
//!
//! ```text
//! M(t,q) a + G(t,q)ᵀ λ + D(t,q,v)ᵀ ψ = f₀(t,q,v,y,u)      G = ∂g/∂q,  D = ∂k/∂v
//!                               g(t,q) = 0                holonomic
//!                             k(t,q,v) = 0                nonholonomic
//!                                   y' = f_y(t,q,v,y,u)   first-order states
//! ```
//!
//! In general (matrices level, `multiplier(name)` in `force`) the first line is
//! M a = f(t,q,v,y,λ,ψ,u); unless stated otherwise, f = f₀ − Gᵀλ − Dᵀψ.
//! The *borders* B = −∂f/∂(λ,ψ) are Gᵀ and Dᵀ in that case.
//!
//! | trait | role |
//! |---|---|
//! | [`Space`] | the scalar and the vectors |
//! | [`Described`] | flags, sizes, names |
//! | [`Manifold`] | displacements of configurations |
//! | [`Evaluate`] | the equations of motion |
//! | [`Dense`] | their matrices, dense |
//! | [`Solve`] | the linear systems of steps |
//! | [`Assemble`] | the initial state |
//! | [`Mechanism`] | all of them, over any scalar |
//!
//! Generated code implements them; a small mechanism may be written by hand: `runtime/examples/tour/by_hand.rs`.
//!
//! Evaluation has stages, from rarely to often changing arguments: parameters (`build()`), time ([`Evaluate::now`]),
//! position ([`Evaluate::place`]), velocity (everything with the arguments `at` and `v`). Later stages use the
//! cached results of earlier ones.

mod assemble;
mod assembly_facts;
mod dense;
mod dense_factors;
mod described;
mod driven;
mod evaluate;
mod flags;
mod kinds;
mod manifold;
mod parameters;
mod row;
mod solve;
mod space;
mod systems;

pub use crate::error::Singular;
#[doc(hidden)]
pub use crate::names::Lists;
pub use crate::names::{Grip, NameList, Named, Names, Sizes};
use alloc::vec::Vec;
pub use assemble::Assemble;
pub use assembly_facts::AssemblyFacts;
pub use dense::{Dense, Nonzero};
pub use dense_factors::DenseFactors;
pub use described::Described;
pub use driven::Driven;
pub use evaluate::{Energetic, Evaluate};
pub use flags::Flags;
pub use kinds::{Clamped, Separable, Stateless, Unconstrained, VectorSpace};
pub use manifold::{Manifold, add_compensated};
pub use parameters::Parameters;
pub use solve::Solve;
pub use space::{Space, VelocityOf};
pub use systems::{Blocks, Fallback, Weights};

use crate::Real;
use core::fmt::Debug;

/// A mechanism with its parameters: what a stepper integrates.
pub trait Mechanism: Manifold + Dense + Solve + Assemble {
    /// The same mechanism over another scalar.
    type With<S: Real>: Mechanism<Scalar = S>;
    /// Whether the exact derivatives of a start use power series of several lengths: less time, for the compilation of each. `true`
    /// where all mechanisms share that, as on tapes.
    const SERIES_OF_ALL_LENGTHS: bool = false;
    /// The same mechanism with every number lifted to another scalar.
    fn with_scalar<S: Real>(&self, lift: &dyn Fn(Self::Scalar) -> S) -> Self::With<S>;
    /// The same mechanism at time t: inputs that are functions of time are held at their values
    /// then, so that they are kept for another scalar.
    fn held(&self, t: Self::Scalar) -> Self {
        let _ = t;
        self.clone()
    }
    /// The first input that is not a finite number at time t.
    fn undefined_input(&self, t: Self::Scalar) -> Option<usize> {
        let _ = t;
        None
    }
    /// Holds the side of each of the first [`Sizes::sides`] switching functions: with 1 or −1, forces are those of the
    /// smooth piece for positive or negative values, and its continuation elsewhere; with
    /// 0, the initial value, they are those of the current side. After the sides, 1 at [`Grip::held`] means that the friction of
    /// [`grips`](Described::grips) sticks: its velocities, which must be zero, remain zero. For friction whose slip is held
    /// at rest by something else, a side between −1 and 1 is the part of it that acts, or a direction shorter than 1.
    fn hold(&mut self, sides: &[f64]) {
        let _ = sides;
    }
}

/// A mechanism with inputs u: external values that are held until they are set again, or given by a
/// function of time ([`driven`](Self::driven)).
pub trait WithInputs: Mechanism {
    /// One field for every input.
    type Inputs: Clone + Debug + Send + Sync;

    /// [`Evaluate::now`] with inputs other than the held ones.
    fn now_with(&self, t: Self::Scalar, inputs: &Self::Inputs) -> Self::TimeCache;
    /// The held inputs.
    fn inputs(&self) -> Self::Inputs;
    /// Holds these inputs from now on.
    fn set_inputs(&mut self, inputs: Self::Inputs);
    /// Inputs from their values, in the order of [`Names::inputs`]; missing ones are zero.
    fn inputs_of(&self, values: &[Self::Scalar]) -> Self::Inputs;
    /// The values of inputs, in the order of [`Names::inputs`].
    fn input_values(&self, inputs: &Self::Inputs) -> Vec<Self::Scalar>;

    /// The same mechanism with inputs as a function of time, evaluated at all times that a method uses (such as
    /// every stage of a Runge–Kutta step), so that the order of the method is kept if `inputs` is smooth.
    ///
    /// A run from t₀ to t₁ in steps of h uses inputs in [t₀, t₁], up to the rounding of a time. The conditionally explicit methods with
    /// constraints, and SHAKE, half-implicit Euler and Wilson's method with any mechanism, use inputs up to t₁ + h (Wilson's
    /// t₁ + (θ − 1) h), because their accelerations follow from the equations there. The start of a conditionally explicit method of
    /// degree D, and its start after a switch at t₀, use inputs in [t₀, t₀ + ⌈D/2⌉ h/2].
    fn driven<F>(self, inputs: F) -> Driven<Self, F>
    where
        Self: Sized,
        F: Fn(Self::Scalar) -> Self::Inputs + Clone + Send + Sync,
    {
        Driven::new(self, inputs)
    }
}
