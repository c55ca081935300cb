//! A mechanism whose inputs are a function of time.
//!
//! Invariant: it is the mechanism itself, member by member, but for two: inputs come from the function
//! wherever time is evaluated, and derivatives with respect to time are not known beyond that (`ANALYTIC`, `TIME_EXPLICIT`).

use crate::{
    Blocks, Clamped, Energetic, Fallback, Flags, Grip, Mechanism, Names, Real, Separable, Singular, Sizes,
    Stateless, Unconstrained, VectorSpace, Weights, WithInputs,
};
use core::fmt;

/// A mechanism with inputs u(t); made by [`WithInputs::driven`].
///
/// Over another scalar ([`Mechanism::with_scalar`]) it is the mechanism with the inputs that it holds, because
/// the function is known in one scalar only.
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

/// The mechanism; a function has nothing to show.
impl<M: fmt::Debug, F> fmt::Debug for Driven<M, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driven").field("mechanism", &self.mechanism).finish_non_exhaustive()
    }
}

impl<M, F> Mechanism for Driven<M, F>
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
    type TimeCache = M::TimeCache;
    type PositionCache = M::PositionCache;
    type VelocityCache = M::VelocityCache;
    type StiffnessCache = M::StiffnessCache;
    type SaddleFactors = M::SaddleFactors;
    type Factors = M::Factors;
    type With<S: Real> = M::With<S>;

    const FLAGS: Flags = Flags { time_explicit: true, analytic: false, ..M::FLAGS };

    #[inline]
    fn sizes(&self) -> Sizes {
        self.mechanism.sizes()
    }
    #[inline]
    fn names(&self) -> &Names {
        self.mechanism.names()
    }
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
    fn grips(&self) -> &[Grip] {
        self.mechanism.grips()
    }
    #[inline]
    fn position_cache(&self) -> Self::PositionCache {
        self.mechanism.position_cache()
    }
    #[inline]
    fn velocity_cache(&self) -> Self::VelocityCache {
        self.mechanism.velocity_cache()
    }
    #[inline]
    fn stiffness_cache(&self) -> Self::StiffnessCache {
        self.mechanism.stiffness_cache()
    }
    #[inline]
    fn saddle_factors(&self) -> Self::SaddleFactors {
        self.mechanism.saddle_factors()
    }
    #[inline]
    fn factors(&self) -> Self::Factors {
        self.mechanism.factors()
    }
    #[inline]
    fn now(&self, t: Self::Scalar) -> Self::TimeCache {
        self.mechanism.now_with(t, &(self.inputs)(t))
    }
    #[inline]
    fn place(&self, now: &Self::TimeCache, q: &Self::Configuration, at: &mut Self::PositionCache) {
        self.mechanism.place(now, q, at);
    }
    #[inline]
    fn advance(&self, q: &mut Self::Configuration, by: &Self::Velocity, carry: &mut Self::Velocity) {
        self.mechanism.advance(q, by, carry);
    }
    #[inline]
    fn wind(&self, q: &mut Self::Configuration) {
        self.mechanism.wind(q);
    }
    #[inline]
    fn difference(&self, from: &Self::Configuration, to: &Self::Configuration, out: &mut Self::Velocity) {
        self.mechanism.difference(from, to, out);
    }
    #[inline]
    fn dexp(&self, by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
        self.mechanism.dexp(by, w, out);
    }
    #[inline]
    fn dexp_inverse(&self, by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
        self.mechanism.dexp_inverse(by, w, out);
    }
    #[inline]
    fn bracket(&self, u: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
        self.mechanism.bracket(u, w, out);
    }
    #[inline]
    fn mass_times(&self, at: &Self::PositionCache, a: &Self::Velocity, out: &mut Self::Velocity) {
        self.mechanism.mass_times(at, a, out);
    }
    #[inline]
    fn applied_force(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        out: &mut Self::Velocity,
    ) {
        self.mechanism.applied_force(at, v, y, out);
    }
    #[inline]
    fn force(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Velocity,
    ) {
        self.mechanism.force(at, v, y, reactions, out);
    }
    #[inline]
    fn residual(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        a: &Self::Velocity,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Velocity,
    ) {
        self.mechanism.residual(at, v, y, a, reactions, out);
    }
    #[inline]
    fn reaction_force(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Velocity,
    ) {
        self.mechanism.reaction_force(at, moving, reactions, out);
    }
    #[inline]
    fn holonomic(&self, at: &Self::PositionCache, out: &mut Self::Holonomic) {
        self.mechanism.holonomic(at, out);
    }
    #[inline]
    fn holonomic_rate(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Holonomic) {
        self.mechanism.holonomic_rate(at, v, out);
    }
    #[inline]
    fn nonholonomic(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Nonholonomic) {
        self.mechanism.nonholonomic(at, v, out);
    }
    #[inline]
    fn acceleration_bias(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        out: (&mut Self::Holonomic, &mut Self::Nonholonomic),
    ) {
        self.mechanism.acceleration_bias(at, v, out);
    }
    #[inline]
    fn moving(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::VelocityCache,
    ) {
        self.mechanism.moving(at, v, y, reactions, out);
    }
    #[inline]
    fn stiffness(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        a: &Self::Velocity,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::StiffnessCache,
    ) {
        self.mechanism.stiffness(at, v, y, a, reactions, out);
    }
    #[inline]
    fn state_rates(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        out: &mut Self::States,
    ) {
        self.mechanism.state_rates(at, v, y, out);
    }
    #[inline]
    fn outputs(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        a: &Self::Velocity,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Outputs,
    ) {
        self.mechanism.outputs(at, v, y, a, reactions, out);
    }
    #[inline]
    fn switches(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        out: &mut Self::Switches,
    ) {
        self.mechanism.switches(at, v, y, out);
    }
    fn ranges(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        a: &Self::Velocity,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut [[Self::Scalar; 3]],
    ) {
        self.mechanism.ranges(at, v, y, a, reactions, out);
    }
    #[inline]
    fn mass_matrix(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        self.mechanism.mass_matrix(at, out);
    }
    #[inline]
    fn damping_matrix(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        out: &mut [Self::Scalar],
    ) {
        self.mechanism.damping_matrix(at, moving, out);
    }
    #[inline]
    fn stiffness_matrix(
        &self,
        at: &Self::PositionCache,
        stiffness: &Self::StiffnessCache,
        out: &mut [Self::Scalar],
    ) {
        self.mechanism.stiffness_matrix(at, stiffness, out);
    }
    #[inline]
    fn constraint_jacobian(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        self.mechanism.constraint_jacobian(at, out);
    }
    #[inline]
    fn velocity_jacobian(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        out: &mut [Self::Scalar],
    ) {
        self.mechanism.velocity_jacobian(at, moving, out);
    }
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
    fn solve_saddle(
        &self,
        factors: &Self::SaddleFactors,
        a: &mut Self::Velocity,
        lambda: &mut Self::Holonomic,
        psi: &mut Self::Nonholonomic,
    ) -> Result<Fallback, Singular> {
        self.mechanism.solve_saddle(factors, a, lambda, psi)
    }
    #[inline]
    fn factor(&self, weights: Weights<Self::Scalar>, blocks: Blocks<'_, Self>, into: &mut Self::Factors) {
        let Blocks { mass, columns, rows, moving, stiffness } = blocks;
        self.mechanism.factor(weights, Blocks { mass, columns, rows, moving, stiffness }, into);
    }
    #[inline]
    fn solve(
        &self,
        factors: &Self::Factors,
        a: &mut Self::Velocity,
        lambda: &mut Self::Holonomic,
        psi: &mut Self::Nonholonomic,
    ) -> Result<Fallback, Singular> {
        self.mechanism.solve(factors, a, lambda, psi)
    }
    fn assembly(&self) -> crate::assemble::AssemblyFacts<'_> {
        self.mechanism.assembly()
    }
    fn assembly_measures(&self, at: &M::PositionCache, out: &mut [M::Scalar]) {
        self.mechanism.assembly_measures(at, out);
    }
    fn assembly_conditions(&self, at: &M::PositionCache, v: &M::Velocity, out: &mut [M::Scalar]) {
        self.mechanism.assembly_conditions(at, v, out);
    }
    #[inline(always)]
    fn flags(&self) -> Flags {
        Flags { time_explicit: true, analytic: false, ..self.mechanism.flags() }
    }

    fn assembly_cosines(&self, at: &M::PositionCache, out: &mut [M::Scalar]) {
        self.mechanism.assembly_cosines(at, out);
    }

    fn orientation_cosines(&self, at: &M::PositionCache, out: &mut [M::Scalar]) {
        self.mechanism.orientation_cosines(at, out);
    }
    #[inline]
    fn initial(&self) -> (Self::Configuration, Self::Velocity, Self::States) {
        self.mechanism.initial()
    }

    fn initial_reactions(&self) -> (Self::Holonomic, Self::Nonholonomic) {
        self.mechanism.initial_reactions()
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

// Inputs that are a function of time change nothing of what a mechanism is.

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
