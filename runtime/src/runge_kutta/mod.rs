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

mod index1;
mod point;
mod projection;
mod stepper;
mod tableau;

pub(crate) use index1::{Dynamics, Index1};
pub use stepper::Workspace;
pub use tableau::{Classical4, FirstOrder, Fraction, Tableau, ThirdOrder};

use crate::{Mechanism, Unconstrained};
use core::fmt::Debug;
use core::marker::PhantomData;

/// An explicit Runge–Kutta method with tableau `B` and treatment `C` of constraints.
///
/// | constructor | constraints |
/// |---|---|
/// | `default()`, `unprojected()` | there must be none; otherwise it does not compile |
/// | `index1()` | differentiated to the acceleration level, and left to drift |
/// | `projected()` | the same, and position and velocity brought back after every step |
/// | `euclidean_position_projection()` | the same, but only the position is brought back, by the shortest way |
///
/// ```
/// use linkwork::prelude::*;
/// fn swing<M: Unconstrained + Mechanism<Scalar = f64>>(m: &M) -> Result<Solution<M>, linkwork::Error> {
///     Ok(m.simulate().method(RungeKutta4::default()).step(1e-2).until(1.0).run()?)
/// }
/// ```
///
/// Without [`Unconstrained`] this is an error at `.method`, which says what to use instead:
///
/// ```compile_fail,E0277
/// use linkwork::prelude::*;
/// fn swing<M: Mechanism<Scalar = f64>>(m: &M) -> Result<Solution<M>, linkwork::Error> {
///     Ok(m.simulate().method(RungeKutta4::default()).step(1e-2).until(1.0).run()?)
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RungeKutta<B, C = Plain>(PhantomData<(B, C)>);

/// The classical Runge–Kutta method of order 4.
pub type RungeKutta4<C = Plain> = RungeKutta<Classical4, C>;
/// Kutta's method of order 3.
pub type Kutta3<C = Plain> = RungeKutta<ThirdOrder, C>;

/// Euler's explicit method.
pub type ExplicitEuler<C = Plain> = RungeKutta<FirstOrder, C>;

/// No treatment: for mechanisms without constraints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain;
/// Constraints at acceleration level only: they drift with the order of the method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unprojected;
/// Position and velocity are projected onto the constraints after every step, in the metric of the mass matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Projected;
/// The position alone is projected, in the Euclidean metric; velocities are left where they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EuclideanPosition;

/// How a method brings the end of a step back onto the constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projection {
    /// Not at all.
    None,
    /// Position and velocity, in the metric of the mass matrix.
    MassWeighted,
    /// The position by the shortest way, the velocity not at all.
    EuclideanPosition,
}

/// What a method does about constraints.
pub trait Treatment: Copy + Debug + Send + Sync + 'static {
    /// The constructor that makes it, for reports.
    const NAME: &'static str;
    /// What happens at the end of a step.
    const PROJECTION: Projection;
}

impl Treatment for Plain {
    const NAME: &'static str = "";
    const PROJECTION: Projection = Projection::None;
}
impl Treatment for Unprojected {
    const NAME: &'static str = "::index1";
    const PROJECTION: Projection = Projection::None;
}
impl Treatment for Projected {
    const NAME: &'static str = "::projected";
    const PROJECTION: Projection = Projection::MassWeighted;
}
impl Treatment for EuclideanPosition {
    const NAME: &'static str = "::euclidean_position_projection";
    const PROJECTION: Projection = Projection::EuclideanPosition;
}

/// Treatments that do justice to mechanisms of type `M`.
pub trait Treats<M: Mechanism>: Treatment {}
impl<M: Unconstrained> Treats<M> for Plain {}
impl<M: Mechanism> Treats<M> for Unprojected {}
impl<M: Mechanism> Treats<M> for Projected {}
impl<M: Mechanism> Treats<M> for EuclideanPosition {}

impl<B: Tableau> Default for RungeKutta<B, Plain> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<B: Tableau> RungeKutta<B, Plain> {
    /// For mechanisms without constraints (the same as `default()`).
    pub fn unprojected() -> Self {
        Self(PhantomData)
    }

    /// Constraints at acceleration level (index 1), with the drift that this brings.
    pub fn index1() -> RungeKutta<B, Unprojected> {
        RungeKutta(PhantomData)
    }

    /// Index 1, and after every step position and velocity go back onto the constraints:
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
        RungeKutta(PhantomData)
    }

    /// Index 1, and after every step the shortest correction of the coordinates onto g = 0 (`identity` in
    /// place of the mass matrix); velocities are not corrected. Units are mixed, and energy is lost with the
    /// velocity error: offered for comparison with Table 10 of Fernández de Bustos et al., Mathematics 12 (2024) 2862.
    pub fn euclidean_position_projection() -> RungeKutta<B, EuclideanPosition> {
        RungeKutta(PhantomData)
    }
}
