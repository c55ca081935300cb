//! Analyses of a mechanism without a simulation.
//!
//! ```
//! use linkwork::prelude::*;
//!
//! linkwork::mechanism! {
//!     /// A bob on a rigid rod, in Cartesian coordinates.
//!     pub mechanism Bob {
//!         param length = 1 [m];
//!         coordinate x [m];
//!         coordinate y [m];
//!         kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
//!         potential = 9.81 [N] * y;
//!         constraint rod: x^2 + y^2 = length^2;
//!         initial { x: length, y: 0 [m] }
//!     }
//! }
//!
//! fn main() -> Result<(), linkwork::Error> {
//!     let bob = Bob { length: 0.5, ..Default::default() }.build()?;
//!     let rest = bob.equilibrium()?;
//!     assert!((rest.state.q[1] + 0.5).abs() < 1e-12);
//!     let modes = bob.linearize(&rest.state)?.modes()?;
//!     let exact = (9.81_f64 / 0.5).sqrt() / std::f64::consts::TAU;
//!     assert!((modes.modes[0].frequency() - exact).abs() < 1e-12);
//!     Ok(())
//! }
//! ```
//!
//! | question | method |
//! |---|---|
//! | which accelerations and reactions does this state have? | [`motion`](Analyse::motion) |
//! | how does a driven mechanism move? | [`kinematics`](Analyse::kinematics) |
//! | which forces cause this motion? | [`inverse_dynamics`](Analyse::inverse_dynamics), [`efforts`](Analyse::efforts) |
//! | which equations of motion have no reactions? | [`free_directions`](Analyse::free_directions) |
//! | where is its equilibrium, and is that stable? | [`equilibrium`](Analyse::equilibrium) |
//! | how does it respond to small disturbances? | [`linearize`](Analyse::linearize), [`Linearization::modes`] |
//! | where does its energy go? | [`power`](Analyse::power) |
//!
//! Invariant: constraints may be holonomic or nonholonomic, depend on time, and be redundant; configurations may be manifolds.
//! The planned elimination orders are not used: every solve pivots. Derivatives are exact.

mod balance;
mod eigen;
mod energy_rates;
mod equilibrium;
mod free_directions;
pub(crate) mod given;
mod inverse_dynamics;
mod kinematics;
mod linearize;
mod modes;
mod motion;
pub(crate) mod point;
mod power;
mod quadrature;
pub(crate) mod row_space;
mod slips;
mod steady;
mod tangent;
mod zero_eigenvalues;

pub use crate::error::AnalysisError;
pub use crate::error::Stiffness;
pub use balance::{Balance, Growth};
pub use equilibrium::{Equilibrium, Stability};
pub use free_directions::FreeDirections;
pub use inverse_dynamics::{Efforts, Motion};
pub use kinematics::Kinematics;
pub use linearize::Linearization;
pub use modes::{Mode, Modes};
pub use nalgebra::{Complex, DMatrix, DVector};
pub use power::Power;
pub use steady::SteadyMotion;

use crate::error::Error;
use crate::scalar::Taylor;
use crate::solution::State;
use crate::stepper::Start;
use crate::{Energetic, Mechanism, Vector, WithInputs};

/// A number with one derivative.
pub type Dual = Taylor<f64, 2>;

/// The analyses of every mechanism.
pub trait Analyse: Mechanism<Scalar = f64> + Sized {
    /// The state that `build()` assembled, with its accelerations and reactions.
    ///
    /// # Errors
    /// As [`motion`](Self::motion).
    fn initial_state(&self) -> Result<State<Self>, Error> {
        self.motion(&Start::initial(self))
    }

    /// Accelerations and reactions at a state, by pivoted dense solves. For redundant constraints the reactions are
    /// those of the smallest Euclidean norm, each in its own unit.
    ///
    /// # Errors
    /// [`AnalysisError::Singular`] if the accelerations are not determined, [`AnalysisError::Reactions`]
    /// if the iteration for nonlinear reactions fails, [`AnalysisError::NotFinite`] if the state or an input is not finite,
    /// [`AnalysisError::Undefined`] if only the equations are not, [`Error::Length`] for the state of another mechanism.
    fn motion(&self, at: &Start<Self>) -> Result<State<Self>, Error> {
        motion::complete(self, at)
    }

    /// The motion of a mechanism whose degrees of freedom are all prescribed by constraints that depend on time; no
    /// dynamics are integrated. The multipliers are the efforts of the drives (with opposite sign: the force of
    /// `constraint drive: angle = rate * time` on `angle` is −λ) and the reactions.
    ///
    /// ```
    /// use linkwork::prelude::*;
    /// fn run<M: Mechanism<Scalar = f64>>(model: &M) -> Result<(), linkwork::Error> {
    ///     let motion = model.kinematics().step(1e-2).until(1.0).run()?;
    ///     motion.write_csv("motion.csv")
    /// }
    /// ```
    fn kinematics(&self) -> Kinematics<'_, Self> {
        Kinematics::new(self)
    }

    /// The generalised forces that cause a motion, from actuators and constraints together,
    ///
    /// ```text
    /// τ = M(t,q) a − f₀(t,q,v,y)
    /// ```
    ///
    /// one for each velocity, in J over the unit of the coordinate; NaN if a vector of the motion has another length than those of the
    /// mechanism.
    fn inverse_dynamics(&self, motion: &Motion<Self>) -> Self::Velocity {
        inverse_dynamics::inverse_dynamics(self, motion)
    }

    /// The values of the inputs `actuated` (the others keep their values) and the reactions that cause a motion. Forces must
    /// be affine in these inputs. If there are more inputs than the motion needs, the solution has the smallest Euclidean norm.
    ///
    /// # Errors
    /// [`AnalysisError::Inconsistent`] if the motion violates the constraints, [`AnalysisError::NotAffine`],
    /// [`AnalysisError::Unreachable`] with the remaining forces if the inputs cannot cause it,
    /// [`Error::Unknown`] for names of inputs.
    fn efforts(&self, motion: &Motion<Self>, actuated: &[&str]) -> Result<Efforts<Self>, Error>
    where
        Self: WithInputs,
    {
        inverse_dynamics::efforts(self, motion, &inverse_dynamics::numbered(self, actuated)?)
    }

    /// Directions in which reactions do no work, at a motion that satisfies the constraints: Wᵀ (M a − f₀) does not depend on the
    /// multipliers. `independent` are entries of velocities, one for each degree of freedom; by default, the best-conditioned ones
    /// are chosen.
    ///
    /// # Errors
    /// [`AnalysisError::Inconsistent`] if the motion violates the constraints, [`AnalysisError::Undetermined`] if these entries do not
    /// determine it.
    fn free_directions(
        &self,
        motion: &Motion<Self>,
        independent: Option<&[usize]>,
    ) -> Result<FreeDirections, Error> {
        free_directions::free_directions(self, motion, independent)
    }

    /// The motion with the same values of the independent entries and the others computed from the constraints: positions
    /// near the given ones, velocities and accelerations from any values.
    ///
    /// # Errors
    /// As [`free_directions`](Self::free_directions): [`AnalysisError::Inconsistent`] if no position is found.
    fn following(&self, motion: &Motion<Self>, independent: &[usize]) -> Result<Motion<Self>, Error> {
        free_directions::following(self, motion, independent)
    }

    /// An equilibrium near the state that `build()` assembled, with its inputs and time.
    ///
    /// The iteration converges to equilibria of any kind and descends along the forces only
    /// if it fails; see [`Equilibrium::stability`].
    ///
    /// # Errors
    /// [`AnalysisError::NoEquilibrium`], [`AnalysisError::Touching`], [`Error::Assembly`] if the constraints cannot be satisfied, [`AnalysisError::NotFinite`] if an
    /// input is not finite, [`AnalysisError::Undefined`] if the forces are not.
    fn equilibrium(&self) -> Result<Equilibrium<Self>, Error> {
        equilibrium::equilibrium(self, &Start::initial(self))
    }

    /// An equilibrium near another state; velocities do not matter, rheonomic constraints are evaluated at its time.
    ///
    /// # Errors
    /// As [`equilibrium`](Self::equilibrium).
    fn equilibrium_near(&self, state: &Start<Self>) -> Result<Equilibrium<Self>, Error> {
        equilibrium::equilibrium(self, state)
    }

    /// The equations of motion linearised about a state, with inputs held, and reduced to independent coordinates. The state
    /// need not be an equilibrium, but it must be complete: the stiffness depends on accelerations and reactions.
    ///
    /// # Errors
    /// [`AnalysisError::Singular`] where the accelerations are not determined, [`AnalysisError::Undefined`] where a force or its derivative is not finite.
    fn linearize(&self, at: &State<Self>) -> Result<Linearization, Error> {
        linearize::linearize(self, at)
    }

    /// The axes that rotate with the motion through a state, so that the linearisation about it is constant along it, if
    /// there are any: rolling wheels, precessing tops, orbits. [`Linearization::turning_with`] uses them.
    ///
    /// # Errors
    /// As [`linearize`](Self::linearize).
    fn steady_motion(&self, at: &State<Self>) -> Result<SteadyMotion, Error> {
        steady::steady_motion(self, at)
    }

    /// The rate at which the linearisation about a state changes along the motion in axes that rotate with it, relative to the motion
    /// that it describes: rounding about an equilibrium and about a steady motion. If it is not small, eigenvalues are
    /// those of a frozen instant and depend on the choice of coordinates.
    ///
    /// # Errors
    /// As [`linearize`](Self::linearize).
    fn unsteadiness(&self, at: &State<Self>) -> Result<f64, Error> {
        Ok(steady::steady_motion(self, at)?.change())
    }

    /// The fastest response of the forces to a disturbance of a state, and its dominant coordinate; `None` if nothing moves, or if it is
    /// the state of another mechanism.
    fn fastest_answer(&self, at: &State<Self>) -> Option<Stiffness> {
        given::state_fits(self, at).ok()?;
        crate::stiffness::stiffness_of(self, at)
    }

    /// [`linearize`](Self::linearize) with respect to the inputs too: fills [`Linearization::input`] and
    /// [`Linearization::feedthrough`].
    ///
    /// # Errors
    /// As [`linearize`](Self::linearize).
    fn linearize_inputs(&self, at: &State<Self>) -> Result<Linearization, Error>
    where
        Self: WithInputs,
        Self::With<Dual>: WithInputs,
    {
        linearize::linearize_inputs(self, at)
    }

    /// The modes about a state: [`linearize`](Self::linearize), then [`Linearization::modes`]; about a steady motion in axes
    /// that rotate with it.
    ///
    /// # Errors
    /// As these.
    fn modes(&self, at: &State<Self>) -> Result<Modes, Error> {
        let found = self.linearize(at)?;
        let at_rest = at.v.as_slice().iter().all(|v| *v == 0.0);
        let found = if at_rest { found } else { found.turning_with(&self.steady_motion(at)?) };
        Ok(found.modes()?)
    }

    /// The balance of power at a complete state, with inputs as given forces; NaN if a vector of the state has another length than those of
    /// the mechanism.
    fn power(&self, at: &State<Self>) -> Power
    where
        Self: Energetic,
        Self::With<Dual>: Energetic,
    {
        power::power(self, at)
    }

    /// The balance of power with the power of the inputs as a separate part.
    fn power_with_inputs(&self, at: &State<Self>) -> Power
    where
        Self: Energetic + WithInputs,
        Self::With<Dual>: Energetic,
    {
        power::power_with_inputs(self, at)
    }
}

impl<M: Mechanism<Scalar = f64>> Analyse for M {}
