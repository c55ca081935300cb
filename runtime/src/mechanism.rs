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
//! Generated code implements them; so may a person, for a small mechanism: `runtime/examples/tour/by_hand.rs`.
//!
//! Evaluation goes from slow to fast: parameters (`build()`), time ([`Evaluate::now`]),
//! position ([`Evaluate::place`]), velocity (everything that takes `at` and `v`). What an
//! earlier stage knows, a later one does not compute again.

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
pub use crate::names::{Grip, Named, Names, Sizes};
use alloc::vec::Vec;
pub use assemble::Assemble;
pub use assembly_facts::AssemblyFacts;
pub use dense::Dense;
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
    /// The same mechanism with every number lifted to another scalar.
    fn with_scalar<S: Real>(&self, lift: &dyn Fn(Self::Scalar) -> S) -> Self::With<S>;
    /// The same mechanism as it is at time t: inputs that are a function of time are held at their values
    /// then, so that they are not lost over another scalar.
    fn held(&self, t: Self::Scalar) -> Self {
        let _ = t;
        self.clone()
    }
    /// The first input that is not a finite number at time t.
    fn undefined_input(&self, t: Self::Scalar) -> Option<usize> {
        let _ = t;
        None
    }
    /// Holds the side of each of the first [`Sizes::sides`] switching functions: with 1 or −1 forces are those of the
    /// smooth piece where the function is positive or negative, and go on as that piece where it is not; with
    /// 0, as at first, they are those of the side on which it is. Behind the sides, 1 at [`Grip::held`] says of each of
    /// [`grips`](Described::grips) that it is stuck: its velocities, which must be zero, stay so. Of friction whose slip something else
    /// keeps at rest a side between −1 and 1 is the share of it that acts, or a direction that is shorter than 1.
    fn hold(&mut self, sides: &[f64]) {
        let _ = sides;
    }
}

/// A mechanism with inputs u: values from outside, held until they are set again, or given by a
/// function of time ([`driven`](Self::driven)).
pub trait WithInputs: Mechanism {
    /// One field for every input.
    type Inputs: Clone + Debug + Send + Sync;

    /// [`Evaluate::now`] with other inputs than those that are held.
    fn now_with(&self, t: Self::Scalar, inputs: &Self::Inputs) -> Self::TimeCache;
    /// The inputs that are held.
    fn inputs(&self) -> Self::Inputs;
    /// Holds other inputs from now on.
    fn set_inputs(&mut self, inputs: Self::Inputs);
    /// Inputs from their values, in the order of [`Names::inputs`]; missing ones are zero.
    fn inputs_of(&self, values: &[Self::Scalar]) -> Self::Inputs;
    /// The values of inputs, in the order of [`Names::inputs`].
    fn input_values(&self, inputs: &Self::Inputs) -> Vec<Self::Scalar>;

    /// The same mechanism with inputs that are a function of time, evaluated wherever a method looks (at
    /// every stage of a Runge–Kutta step, say), so that the order of the method is kept if `inputs` is smooth.
    ///
    /// A run from t₀ to t₁ in steps of h asks for inputs in [t₀, t₁], up to the rounding of a time. Beyond that look, with constraints,
    /// the conditionally explicit methods, and with or without them SHAKE, half-implicit Euler and Wilson's method: to t₁ + h (Wilson's
    /// t₁ + (θ − 1) h), because their accelerations follow from what holds there. The start of a conditionally explicit method of
    /// degree D, which takes accelerations around t₀, looks at [t₀ − ⌈D/2⌉ h, t₀ + ⌈D/2⌉ h].
    fn driven<F>(self, inputs: F) -> Driven<Self, F>
    where
        Self: Sized,
        F: Fn(Self::Scalar) -> Self::Inputs + Clone + Send + Sync,
    {
        Driven::new(self, inputs)
    }
}
