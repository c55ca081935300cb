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
//! M a = f(t,q,v,y,λ,ψ,u); where nothing else is said, f = f₀ − Gᵀλ − Dᵀψ.
//! The *borders* B = −∂f/∂(λ,ψ) are Gᵀ and Dᵀ in that case.
//!
//! Evaluation goes from slow to fast: parameters (`build()`), time ([`Mechanism::now`]),
//! position ([`Mechanism::place`]), velocity (everything that takes `at` and `v`). What an
//! earlier stage knows, a later one does not compute again.

mod flags;
mod kinds;
mod names;
mod parameters;
mod systems;

pub use flags::Flags;
pub use kinds::{Clamped, Separable, Stateless, Unconstrained, VectorSpace};
#[doc(hidden)]
pub use names::Lists;
pub use names::{Grip, Named, Names, Sizes};
pub use parameters::Parameters;
pub use systems::{Blocks, Fallback, Singular, Weights};

use crate::assemble::AssemblyFacts;
use crate::{Real, Vector};
use core::fmt::Debug;

/// Shorthand for the velocity vector of a mechanism.
pub type VelocityOf<M> = <M as Mechanism>::Velocity;

/// A mechanism with its parameters: what a stepper integrates.
///
/// Output arguments are overwritten. `at` must have been made by [`place`](Self::place).
pub trait Mechanism: Clone + Debug + Send + Sync {
    /// The scalar.
    type Scalar: Real;
    /// Configuration q (a point of a manifold in general).
    type Configuration: Vector<Self::Scalar>;
    /// Velocities v, accelerations a, forces f.
    type Velocity: Vector<Self::Scalar>;
    /// Holonomic residuals and multipliers λ.
    type Holonomic: Vector<Self::Scalar>;
    /// Nonholonomic residuals and multipliers ψ.
    type Nonholonomic: Vector<Self::Scalar>;
    /// First-order states y.
    type States: Vector<Self::Scalar>;
    /// Outputs.
    type Outputs: Vector<Self::Scalar>;
    /// Values of the switching functions, then three for each of [`Names::coincidences`].
    type Switches: Vector<Self::Scalar>;
    /// What time (and the inputs) decide.
    type TimeCache: Clone + Debug + Send + Sync;
    /// What (t, q) decides: M, G, sin, cos …; the end of one step is the start of the next.
    type PositionCache: Clone + Debug + Send + Sync;
    /// What (t, q, v, y, λ, ψ) decides besides: C, and B and D where they move.
    type VelocityCache: Clone + Debug + Send + Sync;
    /// K = ∂(M a − f)/∂q and k_q.
    type StiffnessCache: Clone + Debug + Send + Sync;
    /// Factors of the unweighted saddle matrix `[M B; G₂ 0; D 0]`.
    type SaddleFactors: Clone + Debug + Send + Sync;
    /// Factors of the weighted bordered matrix.
    type Factors: Clone + Debug + Send + Sync;
    /// The same mechanism over another scalar.
    type With<S: Real>: Mechanism<Scalar = S>;

    /// What is known of every mechanism of this type.
    const FLAGS: Flags;

    /// What is known of this mechanism: methods ask here. A type that stands for many mechanisms has flags that hold for all of
    /// them and knows the flags of each, so that a run makes the same steps, bit for bit, whichever type its mechanism has.
    #[inline(always)]
    fn flags(&self) -> Flags {
        Self::FLAGS
    }
    /// How many of each.
    fn sizes(&self) -> Sizes;
    /// The user's names.
    fn names(&self) -> &Names;
    /// The same mechanism with every number lifted to another scalar.
    fn with_scalar<S: Real>(&self, lift: &dyn Fn(Self::Scalar) -> S) -> Self::With<S>;
    /// The same mechanism as it is at time t: inputs that are a function of time are held at their values
    /// then, so that they are not lost over another scalar.
    fn held(&self, t: Self::Scalar) -> Self {
        let _ = t;
        self.clone()
    }

    /// The first input that is no finite number at time t.
    fn undefined_input(&self, t: Self::Scalar) -> Option<usize> {
        let _ = t;
        None
    }

    /// Holds the side of each of the first [`Sizes::sides`] switching functions: with 1 or −1 forces are those of the
    /// smooth piece where the function is positive or negative, and go on as that piece where it is not; with
    /// 0, as at first, they are those of the side on which it is. Behind the sides, 1 at [`Grip::held`] says of each of
    /// [`grips`](Self::grips) that it is stuck: its velocities, which must be zero, stay so. Of friction whose slip something else
    /// keeps at rest a side between −1 and 1 is the share of it that acts, or a direction that is shorter than 1.
    fn hold(&mut self, sides: &[f64]) {
        let _ = sides;
    }

    /// Friction that sticks.
    fn grips(&self) -> &[Grip] {
        &[]
    }

    /// A [`Self::PositionCache`] of zeros, to evaluate into.
    fn position_cache(&self) -> Self::PositionCache;
    /// A [`Self::VelocityCache`] of zeros.
    fn velocity_cache(&self) -> Self::VelocityCache;
    /// A [`Self::StiffnessCache`] of zeros.
    fn stiffness_cache(&self) -> Self::StiffnessCache;
    /// Empty factors of the saddle matrix.
    fn saddle_factors(&self) -> Self::SaddleFactors;
    /// Empty factors of the weighted matrix.
    fn factors(&self) -> Self::Factors;

    /// What depends on time and the inputs held at that time.
    fn now(&self, t: Self::Scalar) -> Self::TimeCache;
    /// What depends on (t, q).
    fn place(&self, now: &Self::TimeCache, q: &Self::Configuration, at: &mut Self::PositionCache);

    /// q ← q ⊞ δ with a compensated sum: `carry` holds what earlier additions lost.
    fn advance(&self, q: &mut Self::Configuration, by: &Self::Velocity, carry: &mut Self::Velocity);
    /// Brings what counts turns in q up to date with the rest of q, which may have moved these angles by less than half a turn since.
    /// [`advance`](Self::advance) does so itself, by any number of turns; whoever writes into q calls this.
    #[inline]
    fn wind(&self, q: &mut Self::Configuration) {
        let _ = q;
    }
    /// δ with `from` ⊞ δ = `to`.
    fn difference(&self, from: &Self::Configuration, to: &Self::Configuration, out: &mut Self::Velocity);
    /// dexp_δ(w): the velocity at q ⊞ δ when δ changes at rate w.
    fn dexp(&self, by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity);
    /// The inverse of [`dexp`](Self::dexp) in its second argument.
    fn dexp_inverse(&self, by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity);
    /// The Lie bracket [u, w] (zero on a vector space).
    fn bracket(&self, u: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity);

    /// M a.
    fn mass_times(&self, at: &Self::PositionCache, a: &Self::Velocity, out: &mut Self::Velocity);
    /// f₀ = f at λ = ψ = 0.
    fn applied_force(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        out: &mut Self::Velocity,
    );
    /// f with the reactions: f(t,q,v,y,λ,ψ).
    fn force(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Velocity,
    );
    /// M a − f(t,q,v,y,λ,ψ): the forces that a motion needs beside those that act. For trees of bodies by one recursion.
    fn residual(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        a: &Self::Velocity,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Velocity,
    );
    /// B·(λ, ψ), i.e. Gᵀλ + Dᵀψ for automatic reactions.
    fn reaction_force(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Velocity,
    );
    /// g(t,q).
    fn holonomic(&self, at: &Self::PositionCache, out: &mut Self::Holonomic);
    /// dg/dt = g_t + G v.
    fn holonomic_rate(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Holonomic);
    /// k(t,q,v).
    fn nonholonomic(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Nonholonomic);
    /// The right-hand sides of the constraints at acceleration level: G a = γ_g, D a = γ_k.
    /// γ_g = −(d²g/dt² at a = 0), γ_k = −(k_t + k_q v).
    fn acceleration_bias(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        out: (&mut Self::Holonomic, &mut Self::Nonholonomic),
    );
    /// C = −∂f/∂v, and B and D where they move.
    fn moving(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::VelocityCache,
    );
    /// K = ∂(M a − f)/∂q and k_q.
    fn stiffness(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        a: &Self::Velocity,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::StiffnessCache,
    );
    /// f_y(t,q,v,y).
    fn state_rates(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        out: &mut Self::States,
    );
    /// The outputs, which may contain accelerations and multipliers.
    fn outputs(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        a: &Self::Velocity,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Outputs,
    );
    /// The switching functions of f: they change sign where f is not smooth. Kinks in multipliers (|N| of a
    /// friction force) are not among them: multipliers are known only after the equations are solved. Behind them
    /// d·d, d·ḋ and ḋ·ḋ of each of [`Names::coincidences`], with d the vector between its ends.
    fn switches(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        out: &mut Self::Switches,
    );

    /// Each of [`Names::ranges`], of what outputs are made of, with the least and the greatest value that it should have;
    /// behind them the depth of each of [`Names::contacts`], positive where it pushes, with zeros.
    fn ranges(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        a: &Self::Velocity,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut [[Self::Scalar; 3]],
    ) {
        let _ = (at, v, y, a, reactions, out);
    }

    /// M, row by row, dense (n × n).
    fn mass_matrix(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]);
    /// C, column by column, dense (n × n), from what [`moving`](Self::moving) evaluated.
    fn damping_matrix(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        out: &mut [Self::Scalar],
    );
    /// K, column by column, dense (n × n), from what [`stiffness`](Self::stiffness) evaluated.
    fn stiffness_matrix(
        &self,
        at: &Self::PositionCache,
        stiffness: &Self::StiffnessCache,
        out: &mut [Self::Scalar],
    );
    /// G, row by row, dense (n_g × n).
    fn constraint_jacobian(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]);
    /// D, row by row, dense (n_k × n).
    fn velocity_jacobian(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        out: &mut [Self::Scalar],
    );

    /// Factors of `[M B; G₂ 0; D 0]`, where B is taken at `columns`, G₂ and D at `rows`
    /// (D of a `BORDERS_MOVE` mechanism from `moving`). Never fails: weak pivots are met by [`solve_saddle`](Self::solve_saddle).
    fn factor_saddle(
        &self,
        mass: &Self::PositionCache,
        columns: &Self::PositionCache,
        rows: &Self::PositionCache,
        moving: &Self::VelocityCache,
        into: &mut Self::SaddleFactors,
    );
    /// Solves the saddle system in place: right-hand sides in, (a, λ, ψ) out.
    fn solve_saddle(
        &self,
        factors: &Self::SaddleFactors,
        a: &mut Self::Velocity,
        lambda: &mut Self::Holonomic,
        psi: &mut Self::Nonholonomic,
    ) -> Result<Fallback, Singular>;
    /// Factors of the weighted bordered matrix, see [`Weights`].
    fn factor(&self, weights: Weights<Self::Scalar>, blocks: Blocks<'_, Self>, into: &mut Self::Factors);
    /// Solves the weighted system in place.
    fn solve(
        &self,
        factors: &Self::Factors,
        a: &mut Self::Velocity,
        lambda: &mut Self::Holonomic,
        psi: &mut Self::Nonholonomic,
    ) -> Result<Fallback, Singular>;

    /// What the initial state is found with beside the constraints; nothing by default.
    fn assembly(&self) -> AssemblyFacts<'_> {
        AssemblyFacts::default()
    }
    /// The characteristic length L, deviations d, ∂d/∂q row by row, and the rates of d that are guessed; see
    /// [`AssemblyFacts`].
    fn assembly_measures(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        let _ = (at, out);
    }
    /// Cosines h of the angles whose sines are among the constraints, ∂h/∂q row by row.
    fn assembly_cosines(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        let _ = (at, out);
    }
    /// Conditions of `initial`: residuals, then their Jacobian row by row.
    fn assembly_conditions(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut [Self::Scalar]) {
        let _ = (at, v, out);
    }
    /// h alone; positive unless a joint is turned over.
    fn orientation_cosines(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        let _ = (at, out);
    }

    /// The initial state that `build()` assembled: (q, v, y) at t = 0.
    fn initial(&self) -> (Self::Configuration, Self::Velocity, Self::States);
    /// Where Newton's iteration for the first reactions (λ, ψ) starts; matters only where forces are not
    /// affine in them.
    fn initial_reactions(&self) -> (Self::Holonomic, Self::Nonholonomic) {
        let sizes = self.sizes();
        (Vector::zeros(sizes.holonomic), Vector::zeros(sizes.nonholonomic))
    }
}

/// A mechanism that knows its energy (the levels of energies and of bodies).
pub trait Energetic: Mechanism {
    /// (kinetic, potential) energy in J. The potential may know first-order states and inputs.
    fn energy(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
    ) -> (Self::Scalar, Self::Scalar);
}

/// A mechanism with inputs u: values from outside, held until they are set anew, or given by a
/// function of time ([`driven`](Self::driven)).
pub trait WithInputs: Mechanism {
    /// One field for every input.
    type Inputs: Clone + Debug + Send + Sync;

    /// [`Mechanism::now`] with other inputs than those that are held.
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
    fn driven<F>(self, inputs: F) -> crate::Driven<Self, F>
    where
        Self: Sized,
        F: Fn(Self::Scalar) -> Self::Inputs + Clone + Send + Sync,
    {
        crate::Driven::new(self, inputs)
    }
}
