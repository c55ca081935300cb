//! Implicit Euler with the iteration of its paper: one matrix a step, and a tolerance.
//!
//! ```text
//! [ M + h C  B ] [ da ]   [ f(t₁, q₁, v₁, λ, ψ) − M₁ a ]
//! [ G        0 ] [ dλ ] = [ −g(t₁, q₁)/h²              ]    |(da, dλ, dψ)| < τ      (7)
//! [ D        0 ] [ dψ ]   [ −k(t₁, q₁, v₁)/h           ]
//! ```
//!
//! The matrix is that of t_n: what forces, inertial terms and reactions change with the position is frozen. Where that does not
//! converge (forces with K h² beyond M), the iteration goes on with Newton's matrix.
//!
//! Invariant: solutions are those of [`ImplicitEuler`](super::ImplicitEuler), up to τ.

use super::ImplicitEulerWorkspace;
use crate::Mechanism;
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper};

/// The implicit Euler method with the matrix (7) of the start of each step: the iteration of its paper, for the same counts
/// and times. [`ImplicitEuler`](super::ImplicitEuler), with Newton's matrix, takes fewer iterations and stiff forces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrozenImplicitEuler {
    tolerance: Option<f64>,
}

impl FrozenImplicitEuler {
    /// The same method, whose iteration ends when |(da, dλ, dψ)| (Euclidean) is below `tolerance` instead of at rounding.
    /// Zero, negative values and NaN mean rounding.
    pub fn tolerance(self, tolerance: f64) -> Self {
        Self { tolerance: (tolerance > 0.0).then_some(tolerance) }
    }
}

impl<M: Mechanism> Stepper<M> for FrozenImplicitEuler {
    type Workspace = ImplicitEulerWorkspace<M>;

    fn name(&self) -> String {
        "implicit Euler (frozen matrix)".into()
    }

    fn order(&self) -> u32 {
        1
    }

    fn takes_stiff_forces(&self) -> bool {
        true
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Self::Workspace, StepFailure> {
        Ok(ImplicitEulerWorkspace::start(m, from, h)?.frozen(self.tolerance))
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure> {
        w.attempt(m, h)
    }

    fn commit(&self, _m: &M, w: &mut Self::Workspace) {
        w.commit();
    }

    fn sample<'a>(&self, w: &'a Self::Workspace) -> Sample<'a, M> {
        w.sample()
    }
}
