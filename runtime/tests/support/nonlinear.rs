//! Any constrained mechanism with multipliers of another scale, so that reactions are not linear in them.

use linkwork::{
    Assemble, Blocks, Dense, Described, Energetic, Evaluate, Fallback, Flags, Manifold, Mechanism, Names,
    Real, Singular, Sizes, Solve, Space, Vector, Weights,
};

/// The same motion with f = f₀ − Gᵀ s(κ) − Dᵀψ and s(κ) = κ + κ³/400 entry by entry: λ = s(κ).
#[derive(Clone, Copy, Debug)]
pub struct Nonlinear<M>(pub M);

/// s(κ) = κ + κ³/400.
pub fn bent<T: Real>(k: T) -> T {
    k + k * k * k / T::exact(400.0)
}

fn bend<T: Real, V: Vector<T>>(k: &V) -> V {
    let mut l = k.clone();
    for x in l.as_mut_slice() {
        *x = bent(*x);
    }
    l
}

/// s'(κ) = 1 + 3κ²/400.
fn slope<T: Real, V: Vector<T>>(k: &V) -> V {
    let mut l = k.clone();
    for x in l.as_mut_slice() {
        *x = T::one() + T::exact(3.0) * *x * *x / T::exact(400.0);
    }
    l
}

fn scaled<T: Real, V: Vector<T>>(l: &V, by: &V) -> V {
    let mut l = l.clone();
    for (x, by) in l.as_mut_slice().iter_mut().zip(by.as_slice()) {
        *x = *x * *by;
    }
    l
}

fn unscale<T: Real, V: Vector<T>>(l: &mut V, by: &V) {
    for (x, by) in l.as_mut_slice().iter_mut().zip(by.as_slice()) {
        *x = *x / *by;
    }
}

impl<M: Mechanism> Space for Nonlinear<M> {
    type Scalar = M::Scalar;
    type Configuration = M::Configuration;
    type Velocity = M::Velocity;
    type Holonomic = M::Holonomic;
    type Nonholonomic = M::Nonholonomic;
    type States = M::States;
    type Outputs = M::Outputs;
    type Switches = M::Switches;
}

impl<M: Mechanism> Described for Nonlinear<M> {
    const FLAGS: Flags = Flags { borders_move: true, linear_reactions: false, ..M::FLAGS };
    fn sizes(&self) -> Sizes {
        self.0.sizes()
    }
    fn names(&self) -> &Names {
        self.0.names()
    }
}

impl<M: Mechanism> Manifold for Nonlinear<M> {
    fn advance(&self, q: &mut Self::Configuration, by: &Self::Velocity, carry: &mut Self::Velocity) {
        self.0.advance(q, by, carry);
    }
    fn difference(&self, from: &Self::Configuration, to: &Self::Configuration, out: &mut Self::Velocity) {
        self.0.difference(from, to, out);
    }
    fn dexp(&self, by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
        self.0.dexp(by, w, out);
    }
    fn dexp_inverse(&self, by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
        self.0.dexp_inverse(by, w, out);
    }
    fn bracket(&self, u: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
        self.0.bracket(u, w, out);
    }
}

impl<M: Mechanism> Evaluate for Nonlinear<M> {
    type TimeCache = M::TimeCache;
    type PositionCache = M::PositionCache;
    type VelocityCache = (M::VelocityCache, M::Holonomic);
    type StiffnessCache = M::StiffnessCache;
    fn position_cache(&self) -> Self::PositionCache {
        self.0.position_cache()
    }
    fn velocity_cache(&self) -> Self::VelocityCache {
        let mut one = M::Holonomic::zeros(self.0.sizes().holonomic);
        one.fill(M::Scalar::one());
        (self.0.velocity_cache(), one)
    }
    fn stiffness_cache(&self) -> Self::StiffnessCache {
        self.0.stiffness_cache()
    }
    fn now(&self, t: Self::Scalar) -> Self::TimeCache {
        self.0.now(t)
    }
    fn place(&self, now: &Self::TimeCache, q: &Self::Configuration, at: &mut Self::PositionCache) {
        self.0.place(now, q, at);
    }
    fn mass_times(&self, at: &Self::PositionCache, a: &Self::Velocity, out: &mut Self::Velocity) {
        self.0.mass_times(at, a, out);
    }
    fn applied_force(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        out: &mut Self::Velocity,
    ) {
        self.0.applied_force(at, v, y, out);
    }
    fn force(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Velocity,
    ) {
        self.0.force(at, v, y, (&bend(reactions.0), reactions.1), out);
    }
    fn residual(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        a: &Self::Velocity,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Velocity,
    ) {
        self.0.residual(at, v, y, a, (&bend(reactions.0), reactions.1), out);
    }
    fn reaction_force(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Velocity,
    ) {
        self.0.reaction_force(at, &moving.0, (&scaled(reactions.0, &moving.1), reactions.1), out);
    }
    fn holonomic(&self, at: &Self::PositionCache, out: &mut Self::Holonomic) {
        self.0.holonomic(at, out);
    }
    fn holonomic_rate(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Holonomic) {
        self.0.holonomic_rate(at, v, out);
    }
    fn nonholonomic(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Nonholonomic) {
        self.0.nonholonomic(at, v, out);
    }
    fn acceleration_bias(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        out: (&mut Self::Holonomic, &mut Self::Nonholonomic),
    ) {
        self.0.acceleration_bias(at, v, out);
    }
    fn moving(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::VelocityCache,
    ) {
        self.0.moving(at, v, y, (&bend(reactions.0), reactions.1), &mut out.0);
        out.1 = slope(reactions.0);
    }
    fn stiffness(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        a: &Self::Velocity,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::StiffnessCache,
    ) {
        self.0.stiffness(at, v, y, a, (&bend(reactions.0), reactions.1), out);
    }
    fn state_rates(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        out: &mut Self::States,
    ) {
        self.0.state_rates(at, v, y, out);
    }
    fn outputs(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        a: &Self::Velocity,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Outputs,
    ) {
        self.0.outputs(at, v, y, a, (&bend(reactions.0), reactions.1), out);
    }
    fn switches(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        out: &mut Self::Switches,
    ) {
        self.0.switches(at, v, y, out);
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
        self.0.ranges(at, v, y, a, (&bend(reactions.0), reactions.1), out);
    }
}

impl<M: Mechanism> Dense for Nonlinear<M> {
    fn mass_matrix(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        self.0.mass_matrix(at, out);
    }
    fn damping_matrix(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        out: &mut [Self::Scalar],
    ) {
        self.0.damping_matrix(at, &moving.0, out);
    }
    fn stiffness_matrix(
        &self,
        at: &Self::PositionCache,
        stiffness: &Self::StiffnessCache,
        out: &mut [Self::Scalar],
    ) {
        self.0.stiffness_matrix(at, stiffness, out);
    }
    fn constraint_jacobian(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        self.0.constraint_jacobian(at, out);
    }
    fn velocity_jacobian(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        out: &mut [Self::Scalar],
    ) {
        self.0.velocity_jacobian(at, &moving.0, out);
    }
}

impl<M: Mechanism> Solve for Nonlinear<M> {
    type SaddleFactors = (M::SaddleFactors, M::Holonomic);
    type Factors = (M::Factors, M::Holonomic);
    fn saddle_factors(&self) -> Self::SaddleFactors {
        (self.0.saddle_factors(), self.velocity_cache().1)
    }
    fn factors(&self) -> Self::Factors {
        (self.0.factors(), self.velocity_cache().1)
    }
    fn factor_saddle(
        &self,
        mass: &Self::PositionCache,
        columns: &Self::PositionCache,
        rows: &Self::PositionCache,
        moving: &Self::VelocityCache,
        into: &mut Self::SaddleFactors,
    ) {
        self.0.factor_saddle(mass, columns, rows, &moving.0, &mut into.0);
        into.1.clone_from(&moving.1);
    }
    fn solve_saddle(
        &self,
        factors: &Self::SaddleFactors,
        a: &mut Self::Velocity,
        l: &mut Self::Holonomic,
        p: &mut Self::Nonholonomic,
    ) -> Result<Fallback, Singular> {
        let fallback = self.0.solve_saddle(&factors.0, a, l, p)?;
        unscale(l, &factors.1);
        Ok(fallback)
    }
    fn factor(&self, weights: Weights<Self::Scalar>, blocks: Blocks<'_, Self>, into: &mut Self::Factors) {
        let Blocks { mass, columns, rows, moving, stiffness } = blocks;
        into.1.clone_from(&moving.1);
        self.0.factor(weights, Blocks { mass, columns, rows, moving: &moving.0, stiffness }, &mut into.0);
    }
    fn solve(
        &self,
        factors: &Self::Factors,
        a: &mut Self::Velocity,
        l: &mut Self::Holonomic,
        p: &mut Self::Nonholonomic,
    ) -> Result<Fallback, Singular> {
        let fallback = self.0.solve(&factors.0, a, l, p)?;
        unscale(l, &factors.1);
        Ok(fallback)
    }
}

impl<M: Mechanism> Assemble for Nonlinear<M> {
    fn initial(&self) -> (Self::Configuration, Self::Velocity, Self::States) {
        self.0.initial()
    }
}

impl<M: Mechanism> Mechanism for Nonlinear<M> {
    type With<S: Real> = Nonlinear<M::With<S>>;
    fn with_scalar<S: Real>(&self, lift: &dyn Fn(Self::Scalar) -> S) -> Self::With<S> {
        Nonlinear(self.0.with_scalar(lift))
    }
}

impl<M: Energetic> Energetic for Nonlinear<M> {
    fn energy(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
    ) -> (Self::Scalar, Self::Scalar) {
        self.0.energy(at, v, y)
    }
}
