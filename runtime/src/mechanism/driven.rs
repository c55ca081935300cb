//! A mechanism whose inputs are a function of time.
//!
//! Invariant: it is the mechanism itself with two exceptions: inputs come from the function
//! whenever time is evaluated, and derivatives with respect to time are not known otherwise (`ANALYTIC`, `TIME_EXPLICIT`).

use crate::{
    Assemble, AssemblyFacts, Blocks, Clamped, Dense, Described, Energetic, Evaluate, Fallback, Flags, Grip,
    Manifold, Mechanism, Names, Nonzero, Real, Separable, Singular, Sizes, Solve, Space, Stateless,
    Unconstrained, VectorSpace, Weights, WithInputs,
};
use alloc::vec::Vec;
use core::fmt;

/// A mechanism with inputs u(t), from [`WithInputs::driven`].
///
/// For another scalar ([`Mechanism::with_scalar`]) it is the mechanism with its held inputs, because
/// the function is defined for one scalar only.
#[derive(Clone)]
pub struct Driven<M, F> {
    mechanism: M,
    inputs: F,
}

impl<M, F> Driven<M, F> {
    pub(crate) fn new(mechanism: M, inputs: F) -> Self {
        Self { mechanism, inputs }
    }

    /// The mechanism without the function.
    pub fn into_inner(self) -> M {
        self.mechanism
    }
}

/// The mechanism, without the function.
impl<M: fmt::Debug, F> fmt::Debug for Driven<M, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driven").field("mechanism", &self.mechanism).finish_non_exhaustive()
    }
}

/// Methods that are forwarded to the mechanism.
macro_rules! forward {
    ($($method:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        $(#[inline]
        fn $method(&self, $($argument: $type),*) $(-> $result)? {
            self.mechanism.$method($($argument),*)
        })*
    };
}

impl<M, F> Space for Driven<M, F>
where
    M: WithInputs,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
    type Scalar = M::Scalar;
    type Configuration = M::Configuration;
    type Velocity = M::Velocity;
    type Holonomic = M::Holonomic;
    type Nonholonomic = M::Nonholonomic;
    type States = M::States;
    type Outputs = M::Outputs;
    type Switches = M::Switches;
}

impl<M, F> Described for Driven<M, F>
where
    M: WithInputs,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
    const FLAGS: Flags = Flags { time_explicit: true, analytic: false, ..M::FLAGS };
    const HOLDS: bool = M::HOLDS;

    #[inline(always)]
    fn flags(&self) -> Flags {
        Flags { time_explicit: true, analytic: false, ..self.mechanism.flags() }
    }
    forward! {
        sizes() -> Sizes;
        names() -> &Names;
        grips() -> &[Grip];
        recurring() -> &[usize];
        waves() -> &[usize];
    }
}

impl<M, F> Manifold for Driven<M, F>
where
    M: WithInputs,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
    forward! {
        advance(q: &mut Self::Configuration, by: &Self::Velocity, carry: &mut Self::Velocity);
        wind(q: &mut Self::Configuration);
        difference(from: &Self::Configuration, to: &Self::Configuration, out: &mut Self::Velocity);
        dexp(by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity);
        dexp_inverse(by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity);
        bracket(u: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity);
    }
}

impl<M, F> Evaluate for Driven<M, F>
where
    M: WithInputs,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
    type TimeCache = M::TimeCache;
    type PositionCache = M::PositionCache;
    type VelocityCache = M::VelocityCache;
    type StiffnessCache = M::StiffnessCache;

    #[inline]
    fn now(&self, t: Self::Scalar) -> Self::TimeCache {
        self.mechanism.now_with(t, &(self.inputs)(t))
    }
    forward! {
        position_cache() -> Self::PositionCache;
        velocity_cache() -> Self::VelocityCache;
        stiffness_cache() -> Self::StiffnessCache;
        place(now: &Self::TimeCache, q: &Self::Configuration, at: &mut Self::PositionCache);
        mass_times(at: &Self::PositionCache, a: &Self::Velocity, out: &mut Self::Velocity);
        applied_force(at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, out: &mut Self::Velocity);
        force(at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, r: (&Self::Holonomic, &Self::Nonholonomic), out: &mut Self::Velocity);
        residual(at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, a: &Self::Velocity, r: (&Self::Holonomic, &Self::Nonholonomic), out: &mut Self::Velocity);
        residual_at(here: (&Self::TimeCache, &Self::Configuration), v: &Self::Velocity, y: &Self::States, a: &Self::Velocity, r: (&Self::Holonomic, &Self::Nonholonomic), out: (&mut Self::PositionCache, &mut Self::Velocity));
        reaction_force(at: &Self::PositionCache, moving: &Self::VelocityCache, r: (&Self::Holonomic, &Self::Nonholonomic), out: &mut Self::Velocity);
        holonomic(at: &Self::PositionCache, out: &mut Self::Holonomic);
        holonomic_rate(at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Holonomic);
        nonholonomic(at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Nonholonomic);
        acceleration_bias(at: &Self::PositionCache, v: &Self::Velocity, out: (&mut Self::Holonomic, &mut Self::Nonholonomic));
        moving(at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, r: (&Self::Holonomic, &Self::Nonholonomic), out: &mut Self::VelocityCache);
        stiffness(at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, a: &Self::Velocity, r: (&Self::Holonomic, &Self::Nonholonomic), out: &mut Self::StiffnessCache);
        state_rates(at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, out: &mut Self::States);
        outputs(at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, a: &Self::Velocity, r: (&Self::Holonomic, &Self::Nonholonomic), out: &mut Self::Outputs);
        switches(at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, out: &mut Self::Switches);
        ranges(at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, a: &Self::Velocity, r: (&Self::Holonomic, &Self::Nonholonomic), out: &mut [[Self::Scalar; 3]]);
    }
}

impl<M, F> Dense for Driven<M, F>
where
    M: WithInputs,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
    forward! {
        mass_matrix(at: &Self::PositionCache, out: &mut [Self::Scalar]);
        mass_matrix_at(now: &Self::TimeCache, q: &Self::Configuration, at: &mut Self::PositionCache, out: &mut [Self::Scalar]);
        damping_matrix(at: &Self::PositionCache, moving: &Self::VelocityCache, out: &mut [Self::Scalar]);
        stiffness_matrix(at: &Self::PositionCache, stiffness: &Self::StiffnessCache, out: &mut [Self::Scalar]);
        damping_times(at: &Self::PositionCache, moving: &Self::VelocityCache, x: &Self::Velocity, out: &mut Self::Velocity) -> bool;
        stiffness_times(at: &Self::PositionCache, stiffness: &Self::StiffnessCache, x: &Self::Velocity, out: &mut Self::Velocity) -> bool;
        constraint_jacobian(at: &Self::PositionCache, out: &mut [Self::Scalar]);
        mass_nonzeros(at: &Self::PositionCache) -> Option<Vec<Nonzero<Self::Scalar>>>;
        jacobian_nonzeros(at: &Self::PositionCache) -> Option<Vec<Nonzero<Self::Scalar>>>;
        velocity_jacobian(at: &Self::PositionCache, moving: &Self::VelocityCache, out: &mut [Self::Scalar]);
    }
}

impl<M, F> Solve for Driven<M, F>
where
    M: WithInputs,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
    type SaddleFactors = M::SaddleFactors;
    type Factors = M::Factors;

    #[inline]
    fn factor_saddle(
        &self,
        mass: &Self::PositionCache,
        columns: &Self::PositionCache,
        rows: &Self::PositionCache,
        moving: &Self::VelocityCache,
        into: &mut Self::SaddleFactors,
    ) {
        self.mechanism.factor_saddle(mass, columns, rows, moving, into);
    }
    #[inline]
    fn factor(&self, weights: Weights<Self::Scalar>, blocks: Blocks<'_, Self>, into: &mut Self::Factors) {
        let Blocks { mass, columns, rows, moving, stiffness } = blocks;
        self.mechanism.factor(weights, Blocks { mass, columns, rows, moving, stiffness }, into);
    }
    forward! {
        saddle_factors() -> Self::SaddleFactors;
        factors() -> Self::Factors;
        solve_saddle(
            factors: &Self::SaddleFactors, a: &mut Self::Velocity, lambda: &mut Self::Holonomic,
            psi: &mut Self::Nonholonomic
        ) -> Result<Fallback, Singular>;
        solve(
            factors: &Self::Factors, a: &mut Self::Velocity, lambda: &mut Self::Holonomic,
            psi: &mut Self::Nonholonomic
        ) -> Result<Fallback, Singular>;
    }
}

impl<M, F> Assemble for Driven<M, F>
where
    M: WithInputs,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
    forward! {
        assembly() -> AssemblyFacts<'_>;
        measure_nonzeros(at: &Self::PositionCache) -> Option<Vec<(usize, Self::Scalar)>>;
        assembly_measures(at: &Self::PositionCache, out: &mut [Self::Scalar]);
        assembly_cosines(at: &Self::PositionCache, out: &mut [Self::Scalar]);
        assembly_conditions(at: &Self::PositionCache, v: &Self::Velocity, out: &mut [Self::Scalar]);
        orientation_cosines(at: &Self::PositionCache, out: &mut [Self::Scalar]);
        initial() -> (Self::Configuration, Self::Velocity, Self::States);
        initial_reactions() -> (Self::Holonomic, Self::Nonholonomic);
    }
}

impl<M, F> Mechanism for Driven<M, F>
where
    M: WithInputs,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
    type With<S: Real> = M::With<S>;
    const SERIES_OF_ALL_LENGTHS: bool = M::SERIES_OF_ALL_LENGTHS;

    #[inline]
    fn with_scalar<S: Real>(&self, lift: &dyn Fn(Self::Scalar) -> S) -> Self::With<S> {
        self.mechanism.with_scalar(lift)
    }
    fn held(&self, t: Self::Scalar) -> Self {
        let mut held = self.clone();
        held.mechanism.set_inputs((self.inputs)(t));
        held
    }
    fn undefined_input(&self, t: Self::Scalar) -> Option<usize> {
        self.mechanism.input_values(&(self.inputs)(t)).iter().position(|u| !u.is_finite())
    }
    fn hold(&mut self, sides: &[f64]) {
        self.mechanism.hold(sides);
    }
}

impl<M, F> Energetic for Driven<M, F>
where
    M: WithInputs + Energetic,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
    fn energy(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
    ) -> (Self::Scalar, Self::Scalar) {
        self.mechanism.energy(at, v, y)
    }
}

// Inputs as a function of time do not change the kind of a mechanism. Written out because compilers show these lines to users.

impl<M, F> Clamped for Driven<M, F>
where
    M: WithInputs + Clamped,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
}

impl<M, F> Unconstrained for Driven<M, F>
where
    M: WithInputs + Unconstrained,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
}

impl<M, F> VectorSpace for Driven<M, F>
where
    M: WithInputs + VectorSpace,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
}

impl<M, F> Separable for Driven<M, F>
where
    M: WithInputs + Separable,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
}

impl<M, F> Stateless for Driven<M, F>
where
    M: WithInputs + Stateless,
    F: Fn(M::Scalar) -> M::Inputs + Clone + Send + Sync,
{
}
