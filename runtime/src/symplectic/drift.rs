//! The motion from t_n to t_{n+1} with one velocity v_½, determined by forces at t_n and constraints at t_{n+1}.
//!
//! ```text
//! v_½ = v_b + r a,   q_{n+1} = q_n ⊞ h v_½,   y_½ = y_b + r Y                                        (1)
//! M_n a = f(t_n, q_n, v_b + s a, y_b + s Y, λ, ψ) − E(h v_½)/r,   Y = f_y(t_n, q_n, v_b + s a, y_b + s Y)     (2)
//! g(t_{n+1}, q_{n+1}) = 0,   k(t_n, q_n, v_½) + k(t_{n+1}, q_{n+1}, v_½) = 0                             (3)
//! E(δ) = (dexp⁻¹_δ + dexp⁻¹_{−δ})(M v_½)/2 − M v_½                                                  (4)
//! [ M + s C   B ] [ da ]   [ (2)             ]
//! [ G         0 ] [ dλ ] = [ −g/(h r)        ]                                                       (5)
//! [ D         0 ] [ dψ ]   [ −(k + k₁)/(2 r) ]
//! ```
//!
//! Invariant: the matrix of (5) is factored once with G at q_n, and again, with G at q_{n+1}, only if convergence is
//! slow; the data at t_n are not changed.

use crate::convergence::Convergence;
use crate::implicit::{Point, Scheme, StateSolver, diverged, not_finite};
use crate::stepper::{StepFailure, StepReport};
use crate::swings::{Swings, whole};
use crate::unknowns::Unknowns;
use crate::{Blocks, Mechanism, Real, Singular, Vector, Weights, smallest_reactions};

/// Converged: the next changes of x and v are below this many rounding units of 1 + |x|, 1 + |v|.
const TOLERANCE: f64 = 16.0;
/// The largest number of solves.
const ITERATIONS: u32 = 40;

/// The factors of (1) and (2).
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<T> {
    pub(super) h: T,
    /// r.
    pub(super) whole: T,
    /// s.
    pub(super) known: T,
    /// Whether to include (4), without which the motion along the manifold is of order 2 but not symplectic.
    pub(super) turns: bool,
}

/// Unknowns and space of the iteration.
#[derive(Clone, Debug)]
pub(super) struct Drift<M: Mechanism> {
    /// The point at which forces are evaluated: (t_n, q_n, v_b + s a, y_b + s Y), with a, Y, λ and ψ.
    pub(super) at: Point<M>,
    /// E/r.
    pub(super) excess: M::Velocity,
    path: M::Velocity,
    momentum: M::Velocity,
    product: M::Velocity,
    right: Unknowns<M>,
    ahead: M::Nonholonomic,
    /// At t_{n+1}.
    next: M::TimeCache,
    moving: M::VelocityCache,
    factors: M::Factors,
    reaction_factors: M::SaddleFactors,
    states: StateSolver<M>,
    swings: Swings<M::Scalar, M::Velocity>,
    none: M::States,
}

pub(super) fn singular(s: Singular) -> StepFailure {
    StepFailure::Singular { row: s.row }
}

impl<M: Mechanism> Drift<M> {
    pub(super) fn new(m: &M, from: &Point<M>) -> Self {
        let sizes = m.sizes();
        let velocity = || M::Velocity::zeros(from.v.len());
        let nonholonomic = || M::Nonholonomic::zeros(sizes.nonholonomic);
        Self {
            at: from.clone(),
            excess: velocity(),
            path: velocity(),
            momentum: velocity(),
            product: velocity(),
            right: Unknowns::zeros(m, from.v.len()),
            ahead: nonholonomic(),
            next: m.now(from.t),
            moving: m.velocity_cache(),
            factors: m.factors(),
            reaction_factors: m.saddle_factors(),
            states: StateSolver::new(sizes.states),
            swings: Swings::new(from.v.len()),
            none: M::States::zeros(sizes.states),
        }
    }

    /// Solves (1) to (3) from the guess (a, Y, λ, ψ) of `here`: `there` gets t_{n+1}, q_{n+1}, v_½ and y_½.
    ///
    /// # Errors
    /// [`StepFailure`]; `here` is unchanged.
    pub(super) fn solve(
        &mut self,
        m: &M,
        reach: &Reach<M::Scalar>,
        base: (&M::Velocity, &M::States),
        here: &Point<M>,
        there: &mut Point<M>,
    ) -> Result<StepReport, StepFailure> {
        let mut report = StepReport { evaluations: 1, ..StepReport::default() };
        self.at.t = here.t;
        self.at.q.copy_from(&here.q);
        self.at.at.clone_from(&here.at);
        self.at.a.copy_from(&here.a);
        self.at.rate.copy_from(&here.rate);
        self.at.lambda.copy_from(&here.lambda);
        self.at.psi.copy_from(&here.psi);
        there.tick(here, reach.h);
        m.now_into(there.t, &mut self.next);
        let scheme = Scheme {
            path: M::Scalar::zero(),
            rate: M::Scalar::zero(),
            inertia: M::Scalar::one(),
            state_path: reach.known,
            state_inertia: M::Scalar::one(),
        };
        self.follow(m, reach, base, here, there);
        self.factor(m, reach, &here.at);
        if m.flags().states {
            self.states.factor(m, &scheme, &self.at);
        }
        let mut convergence = Convergence::of::<M::Scalar>(TOLERANCE);
        loop {
            self.residuals(m, reach, there);
            if m.flags().states {
                self.states.residual(m, &scheme, &self.at, &self.none);
                self.states.correct(&mut self.at.rate)?;
            }
            let solved = self.right.solve(m, &self.factors);
            report.fallback = report.fallback.max(solved.map_err(singular)?);
            report.iterations += 1;
            let share = self.swings.share(report.iterations, &self.right.a);
            if let Some(share) = share {
                self.right.scale(M::Scalar::exact(share));
            }
            let Unknowns { a, lambda, psi } = &self.right;
            self.at.a.add(a);
            self.at.lambda.add(lambda);
            self.at.psi.add(psi);
            if m.flags().redundant && !m.flags().linear_reactions {
                let work = (&mut self.reaction_factors, &mut self.product);
                let (lambda, psi) = (&mut self.at.lambda, &mut self.at.psi);
                smallest_reactions(m, &self.at.at, &self.moving, work, (lambda, psi)).map_err(singular)?;
            }
            self.follow(m, reach, base, here, there);
            // The change of a full step.
            let change = whole(self.change(reach, there)?, share);
            convergence.note(change);
            let is_rounding = if m.flags().holonomic {
                convergence.step_is_rounding(change, reach.h, 1.0 + there.q.norm_l1())
            } else {
                convergence.rounding()
            };
            if convergence.settled() || is_rounding {
                return Ok(report);
            }
            if report.iterations >= self.swings.longest(report.iterations, ITERATIONS) {
                let Unknowns { a, lambda, psi } = &self.right;
                return Err(diverged::<M>((a, lambda, psi), report.iterations, change));
            }
            if convergence.slow() || !m.flags().linear_reactions {
                self.factor(m, reach, &there.at);
            }
        }
    }

    /// (1), and the point at which forces are evaluated.
    fn follow(
        &mut self,
        m: &M,
        reach: &Reach<M::Scalar>,
        (v, y): (&M::Velocity, &M::States),
        here: &Point<M>,
        there: &mut Point<M>,
    ) {
        there.v.copy_from(v);
        there.v.axpy(reach.whole, &self.at.a);
        self.at.v.copy_from(v);
        self.at.v.axpy(reach.known, &self.at.a);
        if m.flags().states {
            there.y.copy_from(y);
            there.y.axpy(reach.whole, &self.at.rate);
            self.at.y.copy_from(y);
            self.at.y.axpy(reach.known, &self.at.rate);
        }
        self.path.copy_from(&there.v);
        self.path.scale(reach.h);
        there.arrive(m, here, &self.path, &self.next);
    }

    /// The matrix of (5), with G and D at one of the ends.
    fn factor(&mut self, m: &M, reach: &Reach<M::Scalar>, rows: &M::PositionCache) {
        let Point { v, y, lambda, psi, at, .. } = &self.at;
        if m.flags().velocity_dependent || m.flags().borders_move {
            m.moving(at, v, y, (lambda, psi), &mut self.moving);
        }
        let zero = M::Scalar::zero();
        let weights = Weights {
            mass: M::Scalar::one(),
            damping: if m.flags().velocity_dependent { reach.known } else { zero },
            stiffness: zero,
            identity: zero,
            constraint_position: zero,
            constraint_velocity: M::Scalar::one(),
        };
        let blocks = Blocks { mass: at, columns: at, rows, moving: &self.moving, stiffness: None };
        m.factor(weights, blocks, &mut self.factors);
    }

    /// The right-hand sides of (5).
    fn residuals(&mut self, m: &M, reach: &Reach<M::Scalar>, there: &Point<M>) {
        let minus = -M::Scalar::one();
        let Point { v, y, a, lambda, psi, at, .. } = &self.at;
        let right = &mut self.right;
        if m.flags().constrained() {
            m.force(at, v, y, (lambda, psi), &mut right.a);
        } else {
            m.applied_force(at, v, y, &mut right.a);
        }
        m.mass_times(at, a, &mut self.product);
        right.a.axpy(minus, &self.product);
        if reach.turns {
            m.mass_times(at, &there.v, &mut self.momentum);
            m.dexp_inverse(&self.path, &self.momentum, &mut self.excess);
            self.path.scale(minus);
            m.dexp_inverse(&self.path, &self.momentum, &mut self.product);
            self.path.scale(minus);
            self.excess.add(&self.product);
            self.excess.scale(M::Scalar::exact(0.5));
            self.excess.axpy(minus, &self.momentum);
            self.excess.scale(reach.whole.recip());
            right.a.axpy(minus, &self.excess);
        }
        if m.flags().holonomic {
            m.holonomic(&there.at, &mut right.lambda);
            right.lambda.scale(-(reach.h * reach.whole).recip());
        }
        if m.flags().nonholonomic {
            m.nonholonomic(at, &there.v, &mut right.psi);
            m.nonholonomic(&there.at, &there.v, &mut self.ahead);
            right.psi.add(&self.ahead);
            right.psi.scale(-(M::Scalar::exact(2.0) * reach.whole).recip());
        }
    }

    /// The change of x, v and y by the last solve, relative to 1 + their sizes. Multipliers, which contain the rounding of
    /// g over h r, have converged when x and v have.
    fn change(&self, reach: &Reach<M::Scalar>, there: &Point<M>) -> Result<f64, StepFailure> {
        let Unknowns { a, lambda, psi } = &self.right;
        let step = reach.whole.magnitude() * a.norm_l1();
        let mut change =
            (step / (1.0 + there.v.norm_l1())).max(reach.h.magnitude() * step / (1.0 + there.q.norm_l1()));
        if M::FLAGS.states {
            let rate = reach.whole.magnitude() * self.states.change();
            change = change.max(rate / (1.0 + there.y.norm_l1()));
        }
        // `max` ignores NaN.
        if (step + lambda.norm_l1() + psi.norm_l1()).is_finite() {
            Ok(change)
        } else {
            Err(not_finite::<M>((a, lambda, psi)))
        }
    }
}
