//! The iteration (2) of the [module above](super), with its workspace.
//!
//! Invariant: a, λ and ψ belong to t_n, where forces are evaluated; an attempt starts from those of the previous step, and so
//! can be repeated.

use super::Iteration;
use super::lag::lag;
use super::lagged::Lagged;
use super::unequal::{End, Unequal};
use crate::convergence::Convergence;
use crate::error::SnapshotError;
use crate::implicit::{Point, Scheme, StateSolver, diverged, first, not_finite};
use crate::stepper::{Sample, Start, StepFailure, StepReport};
use crate::transfer::Transfer;
use crate::unknowns::Unknowns;
use crate::{Fallback, Mechanism, Real, Singular, Vector, smallest_reactions};
use alloc::boxed::Box;

/// Converged: changes of x and v below this many rounding units of 1 + |x|, 1 + |v|.
const TOLERANCE: f64 = 16.0;
/// The largest number of solves.
const ITERATIONS: u32 = 40;

/// The state of a run of [`HalfImplicitEuler`](super::HalfImplicitEuler).
#[derive(Clone, Debug)]
pub struct Workspace<M: Mechanism> {
    pub(super) here: Point<M>,
    there: Point<M>,
    committed: bool,
    now: Unknowns<M>,
    /// The unknowns of the previous step.
    pub(super) last: Unknowns<M>,
    right: Unknowns<M>,
    /// f_n, with the constant part of the reactions in a step.
    force: M::Velocity,
    product: M::Velocity,
    path: M::Velocity,
    /// (t₁, q₀), where k is evaluated.
    ahead: M::PositionCache,
    /// At t₁.
    next: M::TimeCache,
    moving: M::VelocityCache,
    factors: M::SaddleFactors,
    states: StateSolver<M>,
    none: M::States,
    /// (9) of [`lag`](super::lag), until the first step is committed.
    lag: Option<M::Velocity>,
    pub(super) unequal: Unequal<M>,
    /// Equation (5) instead of (4).
    lagged: Option<Box<Lagged<M>>>,
}

pub(super) fn singular(s: Singular) -> StepFailure {
    StepFailure::Singular { row: s.row }
}

impl<M: Mechanism> Workspace<M> {
    pub(super) fn new(m: &M, from: &Start<M>, lagged: bool) -> Result<Self, StepFailure> {
        let n = from.v.len();
        let (here, _) = first(m, from, m.initial_reactions())?;
        let last = Unknowns { a: here.a.clone(), lambda: here.lambda.clone(), psi: here.psi.clone() };
        let velocity = || M::Velocity::zeros(n);
        let states = m.sizes().states;
        let mut w = Self {
            there: here.clone(),
            committed: false,
            now: last.clone(),
            right: last.clone(),
            last,
            force: velocity(),
            product: velocity(),
            path: velocity(),
            ahead: here.at.clone(),
            next: m.now(from.t),
            moving: m.velocity_cache(),
            factors: m.saddle_factors(),
            states: StateSolver::new(states),
            none: M::States::zeros(states),
            lag: None,
            unequal: Unequal::new(m, n),
            lagged: (lagged && m.flags().constrained()).then(|| Box::new(Lagged::new(m, n))),
            here,
        };
        if w.lagged.is_some() {
            w.start_lagging(m)?;
        }
        Ok(w)
    }

    /// Starts with the velocities of steps of this size, where these decide about friction.
    pub(super) fn lag(&mut self, m: &M, h: M::Scalar) {
        self.lag = lag(m, &self.here, h);
        if self.lag.is_some() {
            self.unequal.start_lagging(h);
        }
    }

    /// The first reactions for friction: those of index 1 at the start, without friction, f = f₀ − Gᵀλ − Dᵀψ.
    fn start_lagging(&mut self, m: &M) -> Result<(), StepFailure> {
        let here = &self.here;
        m.moving(&here.at, &here.v, &here.y, (&here.lambda, &here.psi), &mut self.moving);
        m.applied_force(&here.at, &here.v, &here.y, &mut self.right.a);
        m.acceleration_bias(&here.at, &here.v, (&mut self.right.lambda, &mut self.right.psi));
        if let Some(lagged) = &mut self.lagged {
            lagged.place(m, &here.at, &self.moving);
        }
        self.factor(m, false);
        self.solve_right(m)?;
        self.last.copy_from(&self.right);
        Ok(())
    }

    /// (1).
    pub(super) fn solve(
        &mut self,
        m: &M,
        h: M::Scalar,
        iteration: Iteration,
        tolerance: Option<f64>,
    ) -> Result<StepReport, StepFailure> {
        self.committed = false;
        let mut report = StepReport { evaluations: 1, ..StepReport::default() };
        self.now.copy_from(&self.last);
        self.known_force(m);
        self.there.tick(&self.here, h);
        m.now_into(self.there.t, &mut self.next);
        if m.flags().nonholonomic && m.flags().time_explicit {
            m.place(&self.next, &self.here.q, &mut self.ahead);
        }
        self.follow(m, h);
        let mut full = iteration == Iteration::Full;
        self.factor(m, full);
        let mut convergence = Convergence::of::<M::Scalar>(TOLERANCE);
        loop {
            self.residuals(m, h);
            report.fallback = report.fallback.max(self.solve_right(m)?);
            report.iterations += 1;
            if full && !m.flags().vector_space {
                m.dexp_inverse(&self.path, &self.right.a, &mut self.product);
                self.right.a.copy_from(&self.product);
            }
            self.now.add(&self.right);
            self.follow(m, h);
            let Unknowns { a, lambda, psi } = &self.right;
            let step = a.norm_l1();
            let whole = step + lambda.norm_l1() + psi.norm_l1();
            if !whole.is_finite() {
                return Err(not_finite::<M>((a, lambda, psi)));
            }
            // Without constraints the first solve is exact.
            if lambda.is_empty() && psi.is_empty() {
                break;
            }
            let moved = (h * h).magnitude() * step / (1.0 + self.there.q.norm_l1());
            let change = moved.max(h.magnitude() * step / (1.0 + self.there.v.norm_l1()));
            convergence.note(change);
            let settled = match tolerance {
                Some(tolerance) => (h * h).magnitude() * self.right.length() < tolerance,
                None => convergence.settled(),
            };
            let is_rounding = if m.flags().holonomic {
                convergence.step_is_rounding(change, h, 1.0 + self.there.q.norm_l1())
            } else {
                convergence.rounding()
            };
            if settled || is_rounding {
                break;
            }
            if report.iterations == ITERATIONS {
                let Unknowns { a, lambda, psi } = &self.right;
                return Err(diverged::<M>((a, lambda, psi), report.iterations, change));
            }
            // Without G at the end, it does not converge further.
            full |= convergence.stagnant();
            if full {
                self.factor(m, true);
            }
        }
        if m.flags().redundant {
            self.smallest_reactions(m)?;
            if !m.flags().linear_reactions && self.lagged.is_none() {
                self.now.a.add(&self.product);
                self.follow(m, h);
            }
        }
        if m.flags().states {
            self.states(m, h)?;
        }
        let Unknowns { a, lambda, psi } = &self.now;
        self.unequal.look(m, h, (End::Before, &self.here), (a, lambda, psi));
        Ok(report)
    }

    /// The correction of (2) from its right-hand side.
    fn solve_right(&mut self, m: &M) -> Result<Fallback, StepFailure> {
        match &mut self.lagged {
            Some(lagged) => lagged.solve(
                m,
                &self.factors,
                (&self.here.at, &self.moving),
                &mut self.right,
                &mut self.product,
            ),
            None => {
                let Unknowns { a, lambda, psi } = &mut self.right;
                m.solve_saddle(&self.factors, a, lambda, psi).map_err(singular)
            }
        }
    }

    /// The terms of (4) and (5) without the new reactions: f_n + B_n (λ₋₁, ψ₋₁) if reactions enter nonlinearly, otherwise f_n
    /// without reactions; f(λ₋₁) + Gᵀλ₋₁ + Dᵀψ₋₁ for (5).
    fn known_force(&mut self, m: &M) {
        let here = &self.here;
        let reactions = (&self.last.lambda, &self.last.psi);
        if m.flags().borders_move {
            m.moving(&here.at, &here.v, &here.y, reactions, &mut self.moving);
        }
        if let Some(lagged) = &mut self.lagged {
            lagged.place(m, &here.at, &self.moving);
            m.force(&here.at, &here.v, &here.y, reactions, &mut self.force);
            lagged.reaction(reactions, &mut self.product);
            self.force.add(&self.product);
        } else if m.flags().linear_reactions {
            m.applied_force(&here.at, &here.v, &here.y, &mut self.force);
        } else {
            m.force(&here.at, &here.v, &here.y, reactions, &mut self.force);
            m.reaction_force(&here.at, &self.moving, reactions, &mut self.product);
            self.force.add(&self.product);
        }
    }

    /// v₁ = v₀ + h a, q₁ = q₀ ⊞ h v₁.
    fn follow(&mut self, m: &M, h: M::Scalar) {
        self.there.v.copy_from(&self.here.v);
        if let Some(lag) = &self.lag {
            self.there.v.add(lag);
        }
        self.there.v.axpy(h, &self.now.a);
        self.path.fill(M::Scalar::zero());
        self.path.axpy(h, &self.there.v);
        self.there.arrive(m, &self.here, &self.path, &self.next);
    }

    /// The matrix of (2), with G at q₁ or at q₀.
    fn factor(&mut self, m: &M, full: bool) {
        let at = &self.here.at;
        let rows = if full && m.flags().holonomic && self.now.psi.is_empty() { &self.there.at } else { at };
        m.factor_saddle(at, at, rows, &self.moving, &mut self.factors);
    }

    /// The right-hand sides of (2).
    fn residuals(&mut self, m: &M, h: M::Scalar) {
        let minus = -M::Scalar::one();
        let (here, there, right) = (&self.here, &self.there, &mut self.right);
        right.a.copy_from(&self.force);
        m.mass_times(&here.at, &self.now.a, &mut self.product);
        right.a.axpy(minus, &self.product);
        if m.flags().constrained() {
            let reactions = (&self.now.lambda, &self.now.psi);
            match &mut self.lagged {
                Some(lagged) => {
                    lagged.reaction(reactions, &mut self.product);
                    lagged.forces(&self.force, &self.product);
                }
                None => m.reaction_force(&here.at, &self.moving, reactions, &mut self.product),
            }
            right.a.axpy(minus, &self.product);
        }
        if m.flags().holonomic {
            m.holonomic(&there.at, &mut right.lambda);
            right.lambda.scale(-(h * h).recip());
        }
        if m.flags().nonholonomic {
            let ahead = if m.flags().time_explicit { &self.ahead } else { &here.at };
            m.nonholonomic(ahead, &there.v, &mut right.psi);
            right.psi.scale(-h.recip());
        }
    }

    /// The smallest of the equivalent multipliers at t_n.
    fn smallest_reactions(&mut self, m: &M) -> Result<(), StepFailure> {
        if self.lagged.is_some() {
            return self.smallest_lagged_reactions(m);
        }
        let work = (&mut self.factors, &mut self.product);
        smallest_reactions(m, &self.here.at, &self.moving, work, (&mut self.now.lambda, &mut self.now.psi))
            .map_err(singular)
    }

    /// The same of (5): a = 0, and Gᵀλ' + Dᵀψ' = Gᵀλ + Dᵀψ.
    fn smallest_lagged_reactions(&mut self, m: &M) -> Result<(), StepFailure> {
        let (Some(lagged), true) = (&mut self.lagged, m.sizes().redundancy > 0) else { return Ok(()) };
        let zero = M::Scalar::zero();
        let (at, right) = (&self.here.at, &mut self.right);
        lagged.reaction((&self.now.lambda, &self.now.psi), &mut right.a);
        right.lambda.fill(zero);
        right.psi.fill(zero);
        m.factor_saddle(at, at, at, &self.moving, &mut self.factors);
        lagged.solve(m, &self.factors, (at, &self.moving), right, &mut self.product)?;
        self.now.lambda.copy_from(&right.lambda);
        self.now.psi.copy_from(&right.psi);
        Ok(())
    }

    /// y₁ = y₀ + h f_y(t₁, q₁, v₁, y₁).
    fn states(&mut self, m: &M, h: M::Scalar) -> Result<(), StepFailure> {
        let one = M::Scalar::one();
        let zero = M::Scalar::zero();
        let scheme = Scheme { path: zero, rate: zero, inertia: one, state_path: h, state_inertia: one };
        let mut convergence = Convergence::of::<M::Scalar>(TOLERANCE);
        self.there.rate.copy_from(&self.here.rate);
        for _ in 0..ITERATIONS {
            self.there.y.copy_from(&self.here.y);
            self.there.y.axpy(h, &self.there.rate);
            self.states.residual(m, &scheme, &self.there, &self.none);
            self.states.factor(m, &scheme, &self.there);
            self.states.correct(&mut self.there.rate)?;
            convergence.note(h.magnitude() * self.states.change() / (1.0 + self.there.y.norm_l1()));
            if convergence.reached() || convergence.rounding() {
                self.there.y.copy_from(&self.here.y);
                self.there.y.axpy(h, &self.there.rate);
                return Ok(());
            }
        }
        Err(StepFailure::StateNotFinite { row: 0 })
    }

    /// Writes to a snapshot or reads from it.
    pub(super) fn transfer(&mut self, m: &M, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        self.here.transfer(m, over)?;
        self.there.transfer(m, over)?;
        over.flag(&mut self.committed)?;
        self.unequal.transfer(over)?;
        if self.committed {
            self.lag = None;
        }
        for unknowns in [&mut self.now, &mut self.last] {
            over.vector(&mut unknowns.a)?;
            over.vector(&mut unknowns.lambda)?;
            over.vector(&mut unknowns.psi)?;
        }
        Ok(())
    }

    pub(super) fn commit(&mut self) {
        core::mem::swap(&mut self.here, &mut self.there);
        self.last.copy_from(&self.now);
        self.unequal.commit();
        self.lag = None;
        self.committed = true;
    }

    pub(super) fn sample(&self) -> Sample<'_, M> {
        let (end, point) = if self.committed { (End::After, &self.there) } else { (End::Before, &self.here) };
        let Point { t, q, v, y, at, .. } = point;
        let Unknowns { a, lambda, psi } = self.unequal.at(end).unwrap_or(&self.now);
        Sample { t: *t, q, v, a, lambda, psi, y, at }
    }
}
