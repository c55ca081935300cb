//! Explicit Runge–Kutta methods, for free mechanisms and, through index reduction, for constrained ones.
//!
//! Invariant: the treatment of constraints is part of the method's type, so that a plain method on a
//! constrained mechanism does not compile.
//!
//! ```text
//! [ M  B ] [ a    ]   [ f₀  ]         q' = v (on a manifold: δ' = dexp⁻¹_δ v)
//! [ G  0 ] [ λ, ψ ] = [ γ_g ]         v' = a(t, q, v, y)
//! [ D  0 ]            [ γ_k ]         y' = f_y(t, q, v, y)
//! ```
//!
//! # Fixed coordinates
//!
//! A coordinate is fixed, or moved as a function of time, by a constraint on it alone, and the treatment is `index1()`:
//!
//! ```
//! use linkwork::prelude::*;
//!
//! linkwork::mechanism! {
//!     /// A rod that stretches, its mass spread over it, on a spring; one end is held.
//!     mechanism Held {
//!         coordinate root [m];
//!         coordinate tip [m];
//!         kinetic = 0.5 [kg] * (der(root)^2 + der(root) * der(tip) + der(tip)^2);
//!         potential = 20 [N/m] * (tip - root)^2;
//!         constraint clamp: root = 0.1 [m];
//!         initial { tip: 0.4 [m] }
//!     }
//! }
//!
//! # fn main() -> Result<(), linkwork::Error> {
//! let rod = Held::default().build()?;
//! let solution = rod.simulate().method(RungeKutta4::index1()).step(1e-2).until(1.0).run()?;
//! assert_eq!((solution.last().q[0], solution.last().v[0]), (0.1, 0.0));
//! # Ok(())
//! # }
//! ```
//!
//! The planned solve eliminates the coordinate and its multiplier first, which removes its row and column from M, at every
//! stage:
//!
//! ```text
//! a_c = γ,   M_ff a_f = f_f − M_fc γ,   λ = f_c − M_cf a_f − M_cc γ
//! ```
//!
//! So the other coordinates move as if this one had not been declared, with the order of the method for any coupling in the mass
//! matrix, and λ is the reaction. If the constraint does not depend on time, γ is exactly zero and q_c
//! and v_c keep their bits: there is no drift. If it does, q_c and v_c have
//! the truncation error of the quadrature of γ(t), which [`RungeKutta::projected`] removes. (Setting q_c, v_c and
//! a_c to zero after a step instead reduces [`RungeKutta4`] to order 2, and if M_fc is not zero the motion
//! converges to another one.)

mod coefficient;
mod dense;
mod dormand_prince8;
mod embedded;
mod estimate;
mod index1;
mod null_space;
mod order_conditions;
mod point;
mod projection;
mod stepper;
mod tableau;
mod treatment;

pub use coefficient::Coefficient;
pub use dense::DenseOutput;
pub use dormand_prince8::DormandPrinceEight;
pub use embedded::{
    BogackiShampineThird, CashKarpFifth, DormandPrinceFifth, Embedded, Estimate, FehlbergFourth, Interpolant,
    VernerSixth,
};
pub(crate) use index1::{Index1, NOISE, largest};
pub(crate) use null_space::NullSpace;
pub use order_conditions::satisfied_order;
pub(crate) use projection::Projector;
pub use stepper::Workspace;
pub(crate) use stepper::merge;
pub use tableau::{
    ButcherSixth, Classical4, Euler, ExplicitMidpoint, ExplicitTrapezoid, HeunThird, RalstonSecond, Tableau,
    ThirdOrder, ThreeEighthsRule,
};
pub use treatment::{
    Baumgarte, Constraints, EuclideanPosition, LinearSolve, Plain, Projected, Projection, ThroughNullSpace,
    Treatment, Treats, Unprojected,
};

use core::marker::PhantomData;

/// An explicit Runge–Kutta method with tableau `B` and treatment `C` of constraints.
///
/// | constructor | constraints |
/// |---|---|
/// | `default()`, `unprojected()` | only for mechanisms without constraints; otherwise it does not compile |
/// | `index1()` | differentiated to the acceleration level, with drift |
/// | `projected()` | the same, with positions and velocities projected after every step |
/// | `baumgarte(α, β)` | the same, with the constraints stabilised as damped oscillators |
/// | `euclidean_position_projection()` | the same, with only positions projected, in the Euclidean metric |
/// | `….null_space()` | any of these, with solves in the null space of the constraints |
/// | `treating(constraints)` | one of these, selected at run time |
///
/// ```
/// use linkwork::prelude::*;
/// fn swing<M: Unconstrained + Mechanism<Scalar = f64>>(m: &M) -> Result<Solution<M>, linkwork::Error> {
///     Ok(m.simulate().method(RungeKutta4::default()).step(1e-2).until(1.0).run()?)
/// }
/// ```
///
/// Without [`Unconstrained`](crate::Unconstrained) this is an error at `.method`, which names an alternative:
///
/// ```compile_fail,E0277
/// use linkwork::prelude::*;
/// fn swing<M: Mechanism<Scalar = f64>>(m: &M) -> Result<Solution<M>, linkwork::Error> {
///     Ok(m.simulate().method(RungeKutta4::default()).step(1e-2).until(1.0).run()?)
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RungeKutta<B, C = Plain> {
    treatment: C,
    tableau: PhantomData<B>,
}

/// The classical Runge–Kutta method of order 4.
pub type RungeKutta4<C = Plain> = RungeKutta<Classical4, C>;
/// Kutta's method of order 3.
pub type Kutta3<C = Plain> = RungeKutta<ThirdOrder, C>;
/// Euler's explicit method, order 1.
pub type ExplicitEuler<C = Plain> = RungeKutta<Euler, C>;
/// The explicit midpoint rule, order 2.
pub type Midpoint<C = Plain> = RungeKutta<ExplicitMidpoint, C>;
/// Heun's method of order 2.
pub type Heun2<C = Plain> = RungeKutta<ExplicitTrapezoid, C>;
/// Ralston's method of order 2.
pub type Ralston2<C = Plain> = RungeKutta<RalstonSecond, C>;
/// Heun's method of order 3.
pub type Heun3<C = Plain> = RungeKutta<HeunThird, C>;
/// The 3/8 rule, order 4.
pub type ThreeEighths<C = Plain> = RungeKutta<ThreeEighthsRule, C>;
/// Butcher's method of order 6 with seven stages.
pub type Butcher6<C = Plain> = RungeKutta<ButcherSixth, C>;
/// Bogacki–Shampine 3(2).
pub type BogackiShampine3<C = Plain> = RungeKutta<BogackiShampineThird, C>;
/// Fehlberg 4(5).
pub type Fehlberg4<C = Plain> = RungeKutta<FehlbergFourth, C>;
/// Cash–Karp 5(4).
pub type CashKarp5<C = Plain> = RungeKutta<CashKarpFifth, C>;
/// Dormand–Prince 5(4): the first choice for variable steps.
pub type DormandPrince5<C = Plain> = RungeKutta<DormandPrinceFifth, C>;
/// Verner 6(5).
pub type Verner6<C = Plain> = RungeKutta<VernerSixth, C>;
/// Dormand–Prince 8(5,3): for the tightest tolerances.
pub type DormandPrince8<C = Plain> = RungeKutta<DormandPrinceEight, C>;

impl<B: Tableau> Default for RungeKutta<B, Plain> {
    fn default() -> Self {
        Self { treatment: Plain, tableau: PhantomData }
    }
}

impl<B: Tableau, C: Treatment> RungeKutta<B, C> {
    /// The same method with accelerations and multipliers from a basis of the null space of the constraints instead of
    /// the saddle matrix:
    ///
    /// ```text
    /// C a_p = γ,   C Z = 0,   (Zᵀ M Z) w = Zᵀ (f₀ − M a_p),   a = a_p + Z w,   Cᵀ(λ, ψ) = f₀ − M a      C = [G; D]
    /// ```
    ///
    /// The motion is the same to rounding. It is dense, with n³ operations per solve, and slower than the planned solve, which exploits
    /// zeros; it supports constraints of very different scales, and its matrix has the size of the degrees of freedom. The saddle matrix
    /// is still used for friction that depends on reactions, for multipliers in `force`, and for projections. Redundant rows of
    /// constraints are omitted: the order is the same, the error constant differs.
    pub fn null_space(self) -> RungeKutta<B, ThroughNullSpace<C>> {
        RungeKutta { treatment: ThroughNullSpace(self.treatment), tableau: PhantomData }
    }
}

impl<B: Tableau> RungeKutta<B, Plain> {
    /// For mechanisms without constraints (the same as `default()`).
    pub fn unprojected() -> Self {
        Self { treatment: Plain, tableau: PhantomData }
    }

    /// Constraints at acceleration level (index 1), with the drift that this brings.
    pub fn index1() -> RungeKutta<B, Unprojected> {
        RungeKutta { treatment: Unprojected, tableau: PhantomData }
    }

    /// Index 1, with positions and velocities projected onto the constraints after every step:
    ///
    /// ```text
    /// [ M  B ] [ δ ]   [  0 ]     q ← q ⊞ δ  until g(t, q) = 0
    /// [ G  0 ] [ μ ] = [ −g ]
    ///
    /// [ M  B ] [ δ ]   [  0         ]     v ← v + δ
    /// [ G  0 ] [ μ ] = [ −g_t − G v ]
    /// [ D  0 ]         [ −k         ]
    /// ```
    ///
    /// (position corrections obey D δ = 0 too, so that a rolling body does not slip). Order as without constraints.
    pub fn projected() -> RungeKutta<B, Projected> {
        RungeKutta { treatment: Projected, tableau: PhantomData }
    }

    /// Index 1 with Baumgarte's stabilisation: every constraint obeys
    ///
    /// ```text
    /// g̈ + 2α ġ + β² g = 0      k̇ + α k = 0
    /// ```
    ///
    /// so that drift stays bounded at the level of the truncation error. α = β is critical damping; explicit methods
    /// need α h below about 1 (Baumgarte, Comput. Methods Appl. Mech. Eng. 1 (1972) 1).
    pub fn baumgarte(alpha: f64, beta: f64) -> RungeKutta<B, Baumgarte> {
        RungeKutta { treatment: Baumgarte { alpha, beta }, tableau: PhantomData }
    }

    /// With constraints if `constraints` is true, which need not be known at compile time.
    pub fn treating(constraints: Constraints) -> RungeKutta<B, Constraints> {
        RungeKutta { treatment: constraints, tableau: PhantomData }
    }

    /// Index 1, and after every step the shortest correction of the coordinates onto g = 0 (`identity` in
    /// place of the mass matrix); velocities are not corrected. Units are mixed, and energy is lost with the
    /// velocity error: offered for comparison with Table 10 of Fernández de Bustos et al., Mathematics 12 (2024) 2862.
    pub fn euclidean_position_projection() -> RungeKutta<B, EuclideanPosition> {
        RungeKutta { treatment: EuclideanPosition, tableau: PhantomData }
    }
}
