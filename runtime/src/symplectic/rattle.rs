//! RATTLE: velocity Verlet with constraints on positions and velocities, on Lie groups as well; the half-implicit method of order 2.
//!
//! ```text
//! M_n (v_½ − v_n) = h/2 f(t_n, q_n, v_½, y_½, λ, ψ) − E(h v_½)                                         (1)
//! q_{n+1} = q_n ⊞ h v_½,   g(t_{n+1}, q_{n+1}) = 0,   k(t_n, q_n, v_½) + k(t_{n+1}, q_{n+1}, v_½) = 0            (2)
//! M_{n+1} (v_{n+1} − v_½) = h/2 f(t_{n+1}, q_{n+1}, v_½, y_½, μ, χ) + E(h v_½)                            (3)
//! g_t + G_{n+1} v_{n+1} = 0,   k(t_{n+1}, q_{n+1}, v_{n+1}) = 0                                        (4)
//! E(δ) = (dexp⁻¹_δ + dexp⁻¹_{−δ})(M v_½)/2 − M v_½                                                  (5)
//! ```
//!
//! (Andersen, J. Comput. Phys. 52 (1983) 24.) First-order states make the same two half steps as v. (3) is (1) backwards
//! in time, and so the method is symmetric: its order is 2 for forces of every kind, and motion without dissipation
//! is reversible. f contains the gyroscopic forces −w × J w at v_½; with those, (5) completes the transposed inverse
//! derivative of the exponential map, J w_n + h/2 τ_n = dexp⁻¹_{h w_½}(J w_½) for a body, where τ are torques, and
//! with it the method is variational: symplectic, and exact for the momenta conserved by symmetries. E is zero on a vector
//! space, and is omitted (order and symmetry remain) if M is not known to be constant, as on the tape.

use super::drift::{Drift, Reach, singular};
use crate::convergence::Convergence;
use crate::error::SnapshotError;
use crate::implicit::{Point, diverged, first, not_finite};
use crate::runge_kutta::{Index1, merge};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_attempt, check_step};
use crate::transfer::Transfer;
use crate::unknowns::Unknowns;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Vector, smallest_reactions};
use alloc::borrow::ToOwned;
use alloc::string::String;

/// The largest number of Newton iterations for (3) and (4); one if reactions and constraints are linear.
const ITERATIONS: u32 = 30;
/// Converged: a change of v by less than this many rounding units of 1 + |v|.
const TOLERANCE: f64 = 16.0;

/// RATTLE, order 2: see the file's equations. Supports mechanisms without constraints, too, as velocity Verlet.
///
/// ```
/// use linkwork::prelude::*;
/// use linkwork::symplectic::Rattle;
/// fn chain<M: Mechanism<Scalar = f64>>(m: &M) -> Result<Solution<M>, linkwork::Error> {
///     Ok(m.simulate().method(Rattle).step(1e-3).until(10.0).run()?)
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rattle;

/// The workspace of a run.
#[derive(Clone, Debug)]
pub struct Workspace<M: Mechanism> {
    here: Point<M>,
    there: Point<M>,
    committed: bool,
    drift: Drift<M>,
    /// Of the second half, and then of index 1 at t_{n+1}.
    found: Unknowns<M>,
    right: Unknowns<M>,
    product: M::Velocity,
    /// v_½.
    half: M::Velocity,
    rate: M::States,
    moving: M::VelocityCache,
    factors: M::SaddleFactors,
    index1: Index1<M>,
}

impl<M: Mechanism> Stepper<M> for Rattle {
    type Workspace = Workspace<M>;

    fn name(&self) -> String {
        "Rattle".to_owned()
    }

    fn order(&self) -> u32 {
        2
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Workspace<M>, StepFailure> {
        check_step(h)?;
        let (here, rate) = first(m, from, m.initial_reactions())?;
        let velocity = || M::Velocity::zeros(from.v.len());
        Ok(Workspace {
            drift: Drift::new(m, &here),
            there: here.clone(),
            here,
            committed: false,
            found: Unknowns::first_guess(m, from.v.len()),
            right: Unknowns::zeros(m, from.v.len()),
            product: velocity(),
            half: velocity(),
            rate,
            moving: m.velocity_cache(),
            factors: m.saddle_factors(),
            index1: Index1::new(m, from.v.len()),
        })
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Workspace<M>) -> Result<StepReport, StepFailure> {
        check_attempt(m, h, (&w.here.q, &w.here.v))?;
        w.committed = false;
        let half = M::Scalar::exact(0.5) * h;
        let turns = !m.flags().vector_space && m.flags().constant_mass;
        let reach = Reach { h, whole: half, known: half, turns };
        let mut report = w.drift.solve(m, &reach, (&w.here.v, &w.here.y), &w.here, &mut w.there)?; // (1), (2)
        merge(&mut report, w.land(m, half, turns)?); // (3), (4)
        let Point { v, y, at, .. } = &w.there;
        merge(&mut report, w.index1.solve(m, at, v, y, &mut w.found)?);
        w.there.a.copy_from(&w.found.a);
        w.there.lambda.copy_from(&w.found.lambda);
        w.there.psi.copy_from(&w.found.psi);
        if m.flags().states {
            m.state_rates(&w.there.at, &w.there.v, &w.there.y, &mut w.there.rate);
            if let Some(row) = first_not_finite(w.there.y.as_slice()) {
                return Err(StepFailure::StateNotFinite { row });
            }
        }
        Ok(report)
    }

    fn commit(&self, _m: &M, w: &mut Workspace<M>) {
        core::mem::swap(&mut w.here, &mut w.there);
        w.committed = true;
    }

    fn complete(&self, _m: &M, w: &mut Self::Workspace) -> Result<Option<StepReport>, StepFailure> {
        w.committed = false;
        Ok(Some(StepReport::default()))
    }

    fn transfer(&self, m: &M, w: &mut Workspace<M>, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        w.here.transfer(m, over)?;
        w.there.transfer(m, over)?;
        over.flag(&mut w.committed)?;
        w.found.transfer(over)?;
        w.index1.transfer(m, &w.here.at, over)
    }

    fn sample<'a>(&self, w: &'a Workspace<M>) -> Sample<'a, M> {
        let Point { t, q, v, y, a, lambda, psi, at, .. } = if w.committed { &w.there } else { &w.here };
        Sample { t: *t, q, v, a, lambda, psi, y, at }
    }
}

impl<M: Mechanism> Workspace<M> {
    /// (3) and (4) for the acceleration a = (v_{n+1} − v_½)/(h/2):
    /// [ M B ; G 0 ; D 0 ] (da; dμ; dχ) = (f + E/(h/2) − M a; −g'/(h/2); −k/(h/2)).
    fn land(&mut self, m: &M, half: M::Scalar, turns: bool) -> Result<StepReport, StepFailure> {
        let mut report = StepReport { evaluations: 1, ..StepReport::default() };
        let minus = -M::Scalar::one();
        let there = &mut self.there;
        self.half.copy_from(&there.v);
        // The multipliers of the first half are the best guess.
        self.found.a.fill(M::Scalar::zero());
        self.found.lambda.copy_from(&self.drift.at.lambda);
        self.found.psi.copy_from(&self.drift.at.psi);
        let linear = m.flags().linear_reactions && !m.flags().borders_move;
        let mut convergence = Convergence::of::<M::Scalar>(TOLERANCE);
        loop {
            let Unknowns { a, lambda, psi } = &mut self.found;
            if report.iterations == 0 || !linear {
                if m.flags().borders_move {
                    m.moving(&there.at, &there.v, &there.y, (lambda, psi), &mut self.moving);
                }
                m.factor_saddle(&there.at, &there.at, &there.at, &self.moving, &mut self.factors);
            }
            let right = &mut self.right;
            if m.flags().constrained() {
                m.force(&there.at, &self.half, &there.y, (lambda, psi), &mut right.a);
            } else {
                m.applied_force(&there.at, &self.half, &there.y, &mut right.a);
            }
            m.mass_times(&there.at, a, &mut self.product);
            right.a.axpy(minus, &self.product);
            if turns {
                right.a.add(&self.drift.excess);
            }
            m.holonomic_rate(&there.at, &there.v, &mut right.lambda);
            right.lambda.scale(-half.recip());
            m.nonholonomic(&there.at, &there.v, &mut right.psi);
            right.psi.scale(-half.recip());
            let solved = right.solve_saddle(m, &self.factors);
            report.fallback = report.fallback.max(solved.map_err(singular)?);
            report.iterations += 1;
            a.add(&right.a);
            lambda.add(&right.lambda);
            psi.add(&right.psi);
            if m.flags().redundant && !m.flags().linear_reactions {
                let work = (&mut self.factors, &mut self.product);
                smallest_reactions(m, &there.at, &self.moving, work, (lambda, psi)).map_err(singular)?;
            }
            there.v.copy_from(&self.half);
            there.v.axpy(half, a);
            let step = half.magnitude() * right.a.norm_l1();
            if !(step + right.lambda.norm_l1() + right.psi.norm_l1()).is_finite() {
                return Err(not_finite::<M>((&right.a, &right.lambda, &right.psi)));
            }
            let change = step / (1.0 + there.v.norm_l1());
            convergence.note(change);
            if linear || convergence.reached() || convergence.rounding() {
                break;
            }
            if report.iterations == ITERATIONS {
                let Unknowns { a, lambda, psi } = &self.right;
                return Err(diverged::<M>((a, lambda, psi), report.iterations, change));
            }
        }
        if m.flags().states {
            m.state_rates(&there.at, &self.half, &there.y, &mut self.rate);
            there.y.axpy(half, &self.rate);
        }
        Ok(report)
    }
}
