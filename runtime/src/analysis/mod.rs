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
//! | what accelerations and reactions has this state? | [`motion`](Analyse::motion) |
//! | how does a driven mechanism move? | [`kinematics`](Analyse::kinematics) |
//! | which forces make this motion? | [`inverse_dynamics`](Analyse::inverse_dynamics), [`efforts`](Analyse::efforts) |
//! | which equations of motion have no reactions? | [`free_directions`](Analyse::free_directions) |
//! | where does it rest, and is that stable? | [`equilibrium`](Analyse::equilibrium) |
//! | how does it answer to small disturbances? | [`linearize`](Analyse::linearize), [`Linearization::modes`] |
//! | where does its energy go? | [`power`](Analyse::power) |
//!
//! Invariant: constraints may be holonomic or not, depend on time, and repeat each other; configurations may be manifolds. Nothing
//! here relies on the planned elimination orders: every solve pivots. Derivatives are exact.

mod balance;
mod eigen;
mod equilibrium;
mod free_directions;
mod inverse_dynamics;
mod kinematics;
mod linearize;
mod modes;
mod motion;
pub(crate) mod point;
mod power;
mod quadrature;
pub(crate) mod row_space;
mod steady;
mod tangent;

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

/// Gives every mechanism its analyses.
pub trait Analyse: Mechanism<Scalar = f64> + Sized {
    /// The state that `build()` assembled, with its accelerations and reactions.
    ///
    /// # Errors
    /// As [`motion`](Self::motion).
    fn initial_state(&self) -> Result<State<Self>, Error> {
        self.motion(&Start::initial(self))
    }

    /// Accelerations and reactions at a state, by pivoted dense solves. Where constraints repeat each other, the reactions are
    /// those of the least Euclidean norm, each counted in its own unit.
    ///
    /// # Errors
    /// [`AnalysisError::Singular`] where the accelerations are not determined, [`AnalysisError::Reactions`]
    /// where nonlinear reactions are not found, [`Error::NotFinite`].
    fn motion(&self, at: &Start<Self>) -> Result<State<Self>, Error> {
        motion::complete(self, at)
    }

    /// The motion of a mechanism whose every freedom is prescribed by constraints that depend on time; no
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

    /// The generalised forces that make a motion: what actuators and constraints supply together,
    ///
    /// ```text
    /// τ = M(t,q) a − f₀(t,q,v,y)
    /// ```
    ///
    /// one for each velocity, in the unit J over that of the coordinate.
    fn inverse_dynamics(&self, motion: &Motion<Self>) -> Self::Velocity {
        inverse_dynamics::inverse_dynamics(self, motion)
    }

    /// The values of the inputs called `actuated` (the others stay as they are held) and the reactions that make a motion. Forces must
    /// be affine in these inputs. If more inputs act than the motion needs, those of the least Euclidean norm are taken.
    ///
    /// # Errors
    /// [`AnalysisError::Inconsistent`] if the motion violates the constraints, [`AnalysisError::NotAffine`],
    /// [`AnalysisError::Unreachable`] with the forces that are left if the inputs cannot make it,
    /// [`Error::Unknown`] for names of inputs.
    fn efforts(&self, motion: &Motion<Self>, actuated: &[&str]) -> Result<Efforts<Self>, Error>
    where
        Self: WithInputs,
    {
        inverse_dynamics::efforts(self, motion, &inverse_dynamics::numbered(self, actuated)?)
    }

    /// Directions in which reactions do nothing, at a motion that satisfies the constraints: Wᵀ (M a − f₀) is the same whatever the
    /// multipliers are. `independent` are entries of velocities, one for each degree of freedom; without, those are taken from which the
    /// others follow best there.
    ///
    /// # Errors
    /// [`AnalysisError::Inconsistent`] if the motion violates the constraints, [`AnalysisError::Undetermined`] where it does not follow from
    /// these entries.
    fn free_directions(
        &self,
        motion: &Motion<Self>,
        independent: Option<&[usize]>,
    ) -> Result<FreeDirections, Error> {
        free_directions::free_directions(self, motion, independent)
    }

    /// The motion with the same values of the independent entries, whose others are those that the constraints ask for: positions
    /// near those that are given, velocities and accelerations whatever these are.
    ///
    /// # Errors
    /// As [`free_directions`](Self::free_directions): [`AnalysisError::Inconsistent`] where no position is found.
    fn following(&self, motion: &Motion<Self>, independent: &[usize]) -> Result<Motion<Self>, Error> {
        free_directions::following(self, motion, independent)
    }

    /// An equilibrium near the state that `build()` assembled, with inputs and time as they are there.
    ///
    /// The iteration converges to equilibria of any kind and takes the forces as its guide only
    /// where it gets stuck; [`Equilibrium::stability`] says what was found.
    ///
    /// # Errors
    /// [`AnalysisError::NoEquilibrium`], [`Error::Assembly`] if the constraints cannot be closed.
    fn equilibrium(&self) -> Result<Equilibrium<Self>, Error> {
        equilibrium::equilibrium(self, &Start::initial(self))
    }

    /// An equilibrium near another state; velocities do not matter, rheonomic constraints are taken at its time.
    ///
    /// # Errors
    /// As [`equilibrium`](Self::equilibrium).
    fn equilibrium_near(&self, state: &Start<Self>) -> Result<Equilibrium<Self>, Error> {
        equilibrium::equilibrium(self, state)
    }

    /// The equations of motion linearised about a state, with inputs held, and reduced to independent coordinates. The state
    /// need not be one of rest, but it must be complete: accelerations and reactions decide on the stiffness.
    ///
    /// # Errors
    /// [`AnalysisError::Singular`] where the accelerations are not determined.
    fn linearize(&self, at: &State<Self>) -> Result<Linearization, Error> {
        linearize::linearize(self, at)
    }

    /// The axes that turn with the motion through a state, so that the linearisation about it does not change along it, if
    /// there are any: wheels that roll, tops that precess, orbits. [`Linearization::turning_with`] takes them.
    ///
    /// # Errors
    /// As [`linearize`](Self::linearize).
    fn steady_motion(&self, at: &State<Self>) -> Result<SteadyMotion, Error> {
        steady::steady_motion(self, at)
    }

    /// How fast the linearisation about a state changes along the motion in axes that turn with it, relative to the motion
    /// that it describes: rounding about an equilibrium and about a steady motion. Where it is not small, eigenvalues are
    /// those of a frozen instant and depend on the choice of coordinates.
    ///
    /// # Errors
    /// As [`linearize`](Self::linearize).
    fn unsteadiness(&self, at: &State<Self>) -> Result<f64, Error> {
        Ok(steady::steady_motion(self, at)?.change())
    }

    /// How fast the forces answer a disturbance of a state, and which coordinate has most of it; `None` where nothing moves.
    fn fastest_answer(&self, at: &State<Self>) -> Option<Stiffness> {
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
    /// that turn with it.
    ///
    /// # Errors
    /// As these.
    fn modes(&self, at: &State<Self>) -> Result<Modes, Error> {
        let found = self.linearize(at)?;
        let at_rest = at.v.as_slice().iter().all(|v| *v == 0.0);
        let found = if at_rest { found } else { found.turning_with(&self.steady_motion(at)?) };
        Ok(found.modes()?)
    }

    /// The balance of power at a complete state, inputs counted as given forces.
    fn power(&self, at: &State<Self>) -> Power
    where
        Self: Energetic,
        Self::With<Dual>: Energetic,
    {
        power::power(self, at)
    }

    /// The balance of power with that of the inputs apart.
    fn power_with_inputs(&self, at: &State<Self>) -> Power
    where
        Self: Energetic + WithInputs,
        Self::With<Dual>: Energetic,
    {
        power::power_with_inputs(self, at)
    }
}

impl<M: Mechanism<Scalar = f64>> Analyse for M {}
