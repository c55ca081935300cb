//! Inverse and forward dynamics with their derivatives, for repeated evaluation in controllers, estimators and optimisers.
//!
//! ```text
//! τ = M a − f₀(t, q, v, y)                             inverse dynamics        (1)
//! ∂τ/∂a = M      ∂τ/∂v = C      ∂τ/∂q = K              K depends on a          (2)
//! M a = f₀(t, q, v, y) + τ                             forward dynamics        (3)
//! ∂a/∂τ = M⁻¹    ∂a/∂v = −M⁻¹C    ∂a/∂q = −M⁻¹K        K at the a of (3)       (4)
//! ```
//!
//! where the actuators' efforts τ, one for each velocity, act in addition to the forces f₀ of the description. Derivatives with respect to q
//! are along the tangent directions of the configuration (those of the velocities); for plain coordinates, with respect to these.
//!
//! Invariant: nothing is allocated after [`Dynamics::new`]; every function evaluates only what it needs. Vectors of another length than
//! those of the mechanism are an error, or NaN where a function has no error.
//! [`Analyse`](crate::analysis::Analyse) answers the same questions about one state, for mechanisms with constraints too, by
//! pivoted dense solves.

use crate::analysis::AnalysisError;
use crate::analysis::given::not_finite;
use crate::error::{Row, VectorName, WrongLength};
use crate::stepper::Start;
use crate::{Fallback, Mechanism, Real, Vector};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use nalgebra::DMatrix;

/// Space for the dynamics of mechanisms of type `M`.
///
/// ```
/// use linkwork::prelude::*;
///
/// linkwork::mechanism! {
///     /// A rod that swings about its end.
///     pub mechanism Rod {
///         coordinate angle [rad];
///         kinetic = 1 [kg*m^2] * der(angle)^2 / 6;
///         potential = 4.905 [N*m] * (1 - cos(angle));
///         initial { angle: 0.3 [rad] }
///     }
/// }
///
/// fn main() -> Result<(), linkwork::Error> {
///     let rod = Rod::<f64>::default().build()?;
///     let state = Start::initial(&rod);
///     let mut dynamics = Dynamics::new(&rod);
///     let accelerations = *dynamics.forward(&rod, &state, &[0.0].into())?;
///     assert!((accelerations[0] + 3.0 * 4.905 * 0.3_f64.sin()).abs() < 1e-12);
///     let efforts = dynamics.inverse(&rod, &state, &accelerations);
///     assert!(efforts[0].abs() < 1e-12);
///     // Many states of one instant.
///     dynamics.hold(&rod, 0.0);
///     assert_eq!(dynamics.forward(&rod, &state, &[0.0].into())?, &accelerations);
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Dynamics<M: Mechanism> {
    /// The time stage, if it is held, and its time.
    now: Option<(M::Scalar, M::TimeCache)>,
    at: M::PositionCache,
    moving: M::VelocityCache,
    stiffness: M::StiffnessCache,
    factors: M::SaddleFactors,
    /// λ = ψ = 0.
    unloaded: (M::Holonomic, M::Nonholonomic),
    reactions: (M::Holonomic, M::Nonholonomic),
    acceleration: M::Velocity,
    column: M::Velocity,
    efforts: M::Velocity,
    /// Row by row.
    dense: Vec<M::Scalar>,
    mass: DMatrix<M::Scalar>,
    by_position: DMatrix<M::Scalar>,
    by_velocity: DMatrix<M::Scalar>,
    fallback: Fallback,
}

impl<M: Mechanism> Dynamics<M> {
    /// Space for this mechanism, and for others of its type and size.
    pub fn new(m: &M) -> Self {
        let sizes = m.sizes();
        let n = sizes.velocities;
        let square = || DMatrix::from_element(n, n, M::Scalar::zero());
        let reactions = || (M::Holonomic::zeros(sizes.holonomic), M::Nonholonomic::zeros(sizes.nonholonomic));
        Self {
            now: None,
            at: m.position_cache(),
            moving: m.velocity_cache(),
            stiffness: m.stiffness_cache(),
            factors: m.saddle_factors(),
            unloaded: reactions(),
            reactions: reactions(),
            acceleration: M::Velocity::zeros(n),
            column: M::Velocity::zeros(n),
            efforts: M::Velocity::zeros(n),
            dense: vec![M::Scalar::zero(); n * n],
            mass: square(),
            by_position: square(),
            by_velocity: square(),
            fallback: Fallback::None,
        }
    }

    /// Holds time and inputs at t for all further states, regardless of their times: the time stage is not evaluated again.
    /// For many states at one instant.
    pub fn hold(&mut self, m: &M, t: M::Scalar) {
        self.now = Some((t, m.now(t)));
    }

    /// The worst fallback of the solves of the last forward dynamics in any lane: if there is one, lanes of a pack may differ by rounding from
    /// the same states evaluated alone.
    pub fn fallback(&self) -> Fallback {
        self.fallback
    }

    /// (1): the efforts that cause the accelerations `a`, one for each velocity, in J over the unit of its coordinate. With
    /// constraints, the efforts of actuators and reactions together. NaN if a vector has another length than those of the mechanism.
    pub fn inverse(&mut self, m: &M, state: &Start<M>, a: &M::Velocity) -> &M::Velocity {
        if self.check(m, state, Some((VectorName::Acceleration, a))).is_err() {
            self.efforts.fill(nan());
            return &self.efforts;
        }
        let reactions = (&self.unloaded.0, &self.unloaded.1);
        let (q, out) = (&state.q, (&mut self.at, &mut self.efforts));
        match &self.now {
            Some((_, now)) => m.residual_at((now, q), &state.v, &state.y, a, reactions, out),
            None => m.residual_at((&m.now(state.t), q), &state.v, &state.y, a, reactions, out),
        }
        &self.efforts
    }

    /// M, n × n; NaN as [`inverse`](Self::inverse).
    pub fn mass_matrix(&mut self, m: &M, state: &Start<M>) -> &DMatrix<M::Scalar> {
        if self.check(m, state, None).is_err() {
            self.mass.fill(nan());
            return &self.mass;
        }
        // The columns of a symmetric matrix are its rows.
        let out = match m.flags().symmetric_mass {
            true => self.mass.as_mut_slice(),
            false => &mut self.dense,
        };
        match &self.now {
            Some((_, now)) => m.mass_matrix_at(now, &state.q, &mut self.at, out),
            None => m.mass_matrix_at(&m.now(state.t), &state.q, &mut self.at, out),
        }
        if !m.flags().symmetric_mass {
            from_rows(&self.dense, &mut self.mass);
        }
        &self.mass
    }

    /// (2): (K, C), each n × n, entry (i, j) = ∂τ_i/∂q_j and ∂τ_i/∂v_j; NaN as [`inverse`](Self::inverse).
    pub fn inverse_derivatives(
        &mut self,
        m: &M,
        state: &Start<M>,
        a: &M::Velocity,
    ) -> (&DMatrix<M::Scalar>, &DMatrix<M::Scalar>) {
        if self.check(m, state, Some((VectorName::Acceleration, a))).is_err() {
            self.by_position.fill(nan());
            self.by_velocity.fill(nan());
        } else {
            self.place(m, state);
            self.differentiate(m, state, a);
        }
        (&self.by_position, &self.by_velocity)
    }

    /// Checks that this space is for a mechanism of this size, and that vectors have its lengths.
    #[inline]
    fn check(
        &self,
        m: &M,
        state: &Start<M>,
        given: Option<(VectorName, &M::Velocity)>,
    ) -> Result<(), WrongLength> {
        let n = m.sizes().velocities;
        WrongLength::unless(VectorName::Workspace, self.efforts.len(), n)?;
        WrongLength::in_state(m, state.q.as_slice(), state.v.as_slice(), state.y.as_slice())?;
        match given {
            Some((vector, given)) => WrongLength::unless(vector, given.len(), n),
            None => Ok(()),
        }
    }

    fn place(&mut self, m: &M, state: &Start<M>) {
        match &self.now {
            Some((_, now)) => m.place(now, &state.q, &mut self.at),
            None => m.place(&m.now(state.t), &state.q, &mut self.at),
        }
    }

    /// K and C at `at`.
    fn differentiate(&mut self, m: &M, state: &Start<M>, a: &M::Velocity) {
        let reactions = (&self.unloaded.0, &self.unloaded.1);
        m.moving(&self.at, &state.v, &state.y, reactions, &mut self.moving);
        m.stiffness(&self.at, &state.v, &state.y, a, reactions, &mut self.stiffness);
        m.stiffness_matrix(&self.at, &self.stiffness, self.by_position.as_mut_slice());
        m.damping_matrix(&self.at, &self.moving, self.by_velocity.as_mut_slice());
    }
}

/// Forward dynamics, of mechanisms without constraints.
impl<M: Mechanism> Dynamics<M> {
    /// (3): the accelerations under the efforts τ.
    ///
    /// # Errors
    /// [`AnalysisError::Singular`] if the mass matrix is singular, [`AnalysisError::NotFinite`] if it is so because a value is not finite,
    /// [`AnalysisError::Length`] for vectors of another mechanism, [`AnalysisError::Constrained`] for mechanisms with
    /// constraints: their accelerations are those of [`Analyse::motion`](crate::analysis::Analyse::motion).
    pub fn forward(
        &mut self,
        m: &M,
        state: &Start<M>,
        efforts: &M::Velocity,
    ) -> Result<&M::Velocity, AnalysisError> {
        self.accelerate(m, state, efforts)?;
        Ok(&self.acceleration)
    }

    /// (4): (∂a/∂q, ∂a/∂v), each n × n, after the accelerations.
    ///
    /// # Errors
    /// As [`forward`](Self::forward).
    #[allow(clippy::type_complexity)]
    pub fn forward_derivatives(
        &mut self,
        m: &M,
        state: &Start<M>,
        efforts: &M::Velocity,
    ) -> Result<(&M::Velocity, &DMatrix<M::Scalar>, &DMatrix<M::Scalar>), AnalysisError> {
        self.accelerate(m, state, efforts)?;
        let acceleration = self.acceleration.clone();
        self.differentiate(m, state, &acceleration);
        let held = self.held();
        let (lambda, psi) = &mut self.reactions;
        for matrix in [&mut self.by_position, &mut self.by_velocity] {
            for mut column in matrix.column_iter_mut() {
                for (to, from) in self.column.as_mut_slice().iter_mut().zip(column.iter()) {
                    *to = -*from;
                }
                let fallback = m
                    .solve_saddle(&self.factors, &mut self.column, lambda, psi)
                    .map_err(|singular| failed(m, (state, held), singular.row))?;
                self.fallback = self.fallback.max(fallback);
                for (to, from) in column.iter_mut().zip(self.column.as_slice()) {
                    *to = *from;
                }
            }
        }
        Ok((&self.acceleration, &self.by_position, &self.by_velocity))
    }

    /// (3), and the factors of M.
    fn accelerate(&mut self, m: &M, state: &Start<M>, efforts: &M::Velocity) -> Result<(), AnalysisError> {
        self.check(m, state, Some((VectorName::Efforts, efforts)))
            .map_err(|length| AnalysisError::Length { mechanism: m.names().mechanism.to_string(), length })?;
        if !(self.unloaded.0.is_empty() && self.unloaded.1.is_empty()) {
            return Err(AnalysisError::Constrained { mechanism: m.names().mechanism.to_string() });
        }
        self.place(m, state);
        let held = self.held();
        m.factor_saddle(&self.at, &self.at, &self.at, &self.moving, &mut self.factors);
        m.applied_force(&self.at, &state.v, &state.y, &mut self.acceleration);
        self.acceleration.add(efforts);
        let (lambda, psi) = &mut self.reactions;
        match m.solve_saddle(&self.factors, &mut self.acceleration, lambda, psi) {
            Ok(fallback) => {
                self.fallback = fallback;
                Ok(())
            }
            Err(singular) => Err(failed(m, (state, held), singular.row)),
        }
    }

    /// The time at which inputs are held, if they are.
    fn held(&self) -> Option<M::Scalar> {
        self.now.as_ref().map(|(time, _)| *time)
    }
}

/// The error of a solve without a pivot in this row: a value that is not finite leaves none.
#[cold]
fn failed<M: Mechanism>(m: &M, (state, held): (&Start<M>, Option<M::Scalar>), row: usize) -> AnalysisError {
    let undefined = not_finite(m, (state.t, held.unwrap_or(state.t)), (&state.q, &state.v, &state.y));
    undefined.unwrap_or_else(|| AnalysisError::Singular {
        mechanism: m.names().mechanism.to_string(),
        time: state.t.value(),
        row: Row::of_matrix(m, row),
    })
}

fn nan<T: Real>() -> T {
    T::exact(f64::NAN)
}

/// A matrix from its rows.
fn from_rows<T: Real>(rows: &[T], to: &mut DMatrix<T>) {
    let n = to.ncols();
    for (i, row) in rows.chunks(n.max(1)).enumerate() {
        for (j, entry) in row.iter().enumerate() {
            to[(i, j)] = *entry;
        }
    }
}
