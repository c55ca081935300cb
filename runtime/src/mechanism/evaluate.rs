//! Equations of motion, evaluated in stages: time, position, velocity.

use super::{Described, Mechanism};
use crate::{Real, Vector};
use core::fmt::Debug;

/// Evaluates the equations of motion. Output arguments are overwritten. `at` must have been made by [`place`](Self::place).
///
/// Items with a default may be omitted if [`FLAGS`](Described::FLAGS) exclude them; otherwise omitting them does not compile.
pub trait Evaluate: Described {
    /// Quantities that depend on time and inputs.
    type TimeCache: Clone + Debug + Send + Sync;
    /// Quantities that depend on (t, q): M, G, sin, cos …; the end of one step is the start of the next.
    type PositionCache: Clone + Debug + Send + Sync;
    /// Quantities that also depend on (v, y, λ, ψ): C, and B and D if they vary.
    type VelocityCache: Clone + Debug + Send + Sync;
    /// K = ∂(M a − f)/∂q and k_q.
    type StiffnessCache: Clone + Debug + Send + Sync;
    /// A [`Self::PositionCache`] of zeros, to evaluate into.
    fn position_cache(&self) -> Self::PositionCache;
    /// A [`Self::VelocityCache`] of zeros.
    fn velocity_cache(&self) -> Self::VelocityCache;
    /// A [`Self::StiffnessCache`] of zeros.
    fn stiffness_cache(&self) -> Self::StiffnessCache;
    /// Evaluates the quantities that depend on time and on the inputs held at that time.
    fn now(&self, t: Self::Scalar) -> Self::TimeCache;
    /// [`now`](Self::now) into existing memory: steps use this one, which need not allocate.
    #[inline]
    fn now_into(&self, t: Self::Scalar, now: &mut Self::TimeCache) {
        *now = self.now(t);
    }
    /// Evaluates the quantities that depend on (t, q).
    fn place(&self, now: &Self::TimeCache, q: &Self::Configuration, at: &mut Self::PositionCache);
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
    /// f with the reactions: f(t,q,v,y,λ,ψ); by default f₀ − B (λ, ψ).
    #[inline]
    fn force(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Velocity,
    ) {
        const { assert!(Self::FLAGS.linear_reactions && !Self::FLAGS.borders_move, "`force` must be implemented") };
        self.applied_force(at, v, y, out);
        if Self::FLAGS.constrained() {
            let mut of_constraints = Self::Velocity::zeros(out.len());
            self.reaction_force(at, &self.velocity_cache(), reactions, &mut of_constraints);
            out.axpy(-Self::Scalar::one(), &of_constraints);
        }
    }
    /// M a − f(t,q,v,y,λ,ψ): the forces that a motion requires in addition to those that act. For trees of bodies by one recursion.
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
        self.mass_times(at, a, out);
        let mut force = Self::Velocity::zeros(out.len());
        self.force(at, v, y, reactions, &mut force);
        out.axpy(-Self::Scalar::one(), &force);
    }
    /// [`residual`](Self::residual) straight from `here`, time and configuration, for callers that evaluate nothing else there; the first of
    /// `out` is work space, and afterwards not what [`place`](Self::place) would make of it. Compiled mechanisms leave out what `place`
    /// computes for other functions, where that saves much.
    #[inline]
    fn residual_at(
        &self,
        here: (&Self::TimeCache, &Self::Configuration),
        v: &Self::Velocity,
        y: &Self::States,
        a: &Self::Velocity,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: (&mut Self::PositionCache, &mut Self::Velocity),
    ) {
        self.place(here.0, here.1, out.0);
        self.residual(out.0, v, y, a, reactions, out.1);
    }
    /// B·(λ, ψ), i.e. Gᵀλ + Dᵀψ for automatic reactions.
    #[inline]
    fn reaction_force(
        &self,
        at: &Self::PositionCache,
        moving: &Self::VelocityCache,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::Velocity,
    ) {
        const {
            assert!(
                !Self::FLAGS.holonomic && !Self::FLAGS.nonholonomic,
                "`reaction_force` must be implemented"
            )
        };
        let _ = (at, moving, reactions);
        out.fill(Self::Scalar::zero());
    }
    /// g(t,q).
    #[inline]
    fn holonomic(&self, at: &Self::PositionCache, out: &mut Self::Holonomic) {
        const { assert!(!Self::FLAGS.holonomic, "`holonomic` must be implemented") };
        let _ = at;
        out.fill(Self::Scalar::zero());
    }
    /// dg/dt = g_t + G v.
    #[inline]
    fn holonomic_rate(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Holonomic) {
        const { assert!(!Self::FLAGS.holonomic, "`holonomic_rate` must be implemented") };
        let _ = (at, v);
        out.fill(Self::Scalar::zero());
    }
    /// k(t,q,v).
    #[inline]
    fn nonholonomic(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Nonholonomic) {
        const { assert!(!Self::FLAGS.nonholonomic, "`nonholonomic` must be implemented") };
        let _ = (at, v);
        out.fill(Self::Scalar::zero());
    }
    /// The right-hand sides of the constraints at acceleration level: G a = γ_g, D a = γ_k.
    /// γ_g = −(d²g/dt² at a = 0), γ_k = −(k_t + k_q v).
    #[inline]
    fn acceleration_bias(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        out: (&mut Self::Holonomic, &mut Self::Nonholonomic),
    ) {
        const {
            assert!(
                !Self::FLAGS.holonomic && !Self::FLAGS.nonholonomic,
                "`acceleration_bias` must be implemented"
            )
        };
        let _ = (at, v);
        out.0.fill(Self::Scalar::zero());
        out.1.fill(Self::Scalar::zero());
    }
    /// C = −∂f/∂v, and B and D if they vary.
    #[inline]
    fn moving(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        reactions: (&Self::Holonomic, &Self::Nonholonomic),
        out: &mut Self::VelocityCache,
    ) {
        const {
            assert!(
                !Self::FLAGS.velocity_dependent && !Self::FLAGS.borders_move,
                "`moving` must be implemented"
            )
        };
        let _ = (at, v, y, reactions, out);
    }
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
    #[inline]
    fn state_rates(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        out: &mut Self::States,
    ) {
        const { assert!(!Self::FLAGS.states, "`state_rates` must be implemented") };
        let _ = (at, v, y);
        out.fill(Self::Scalar::zero());
    }
    /// The outputs, which may contain accelerations and multipliers.
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
        debug_assert!(out.is_empty(), "`outputs` must be implemented");
        let _ = (at, v, y, a, reactions);
    }
    /// The switching functions of f: they change sign where f is not smooth. Kinks in multipliers (|N| of a
    /// friction force) are not among them: multipliers are known only after the equations are solved. They are followed by
    /// d·d, d·ḋ and ḋ·ḋ of each of [`Names::coincidences`](crate::Names::coincidences), with d the vector between its ends.
    #[inline]
    fn switches(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
        out: &mut Self::Switches,
    ) {
        debug_assert!(out.is_empty(), "`switches` must be implemented");
        let _ = (at, v, y, out);
    }
    /// followed by the depth of each of [`Names::contacts`](crate::Names::contacts), positive during contact, with zeros.
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
}

/// A mechanism with a known energy (the levels of energies and of bodies).
pub trait Energetic: Mechanism {
    /// (kinetic, potential) energy in J. The potential may depend on first-order states and inputs.
    fn energy(
        &self,
        at: &Self::PositionCache,
        v: &Self::Velocity,
        y: &Self::States,
    ) -> (Self::Scalar, Self::Scalar);
}
