//! Newton's iteration for the end of an implicit step, common to generalized-α, Wilson-θ and implicit Euler.
//!
//! The unknowns are an acceleration A, a rate Y of the first-order states, and the multipliers at t₁:
//!
//! ```text
//! q₁ = q₀ ⊞ δ,  δ = δ_b + p A       v₁ = v_b + r A       y₁ = y_b + s Y                             (1)
//! f(t₁, q₁, v₁, y₁, λ, ψ) − M (μ A + a_b) − f_b = 0                                                (2)
//! g(t₁, q₁) = 0   or   dg/dt(t₁, q₁, v₁) = 0                                                       (3)
//! k(t₁, q₁, v₁) = 0                                                                                (4)
//! f_y(t₁, q₁, v₁, y₁) − σ Y − y'_b = 0                                                             (5)
//! [ μ M + r C + p K   B ] [ u  ]   [ (2)               ]
//! [ G                 0 ] [ dλ ] = [ −g/p  or  −g'/r   ],   dA = dexp⁻¹_δ(u),   (σ − s ∂f_y/∂y) dY = (5)    (6)
//! [ D + (p/r) k_q     0 ] [ dψ ]   [ −k/r              ]
//! ```
//!
//! M is evaluated at q₁ or at a point of its own. With g' at a known position, p = 0 in (6). With g' at a position that
//! depends on A, u is dA and its row of (6) is G + (p/r) dG/dt, approximated to the order of (p/r)² by G at
//! (t₁ + p/r, q₁ ⊞ (p/r) v₁); with nonholonomic constraints, whose rows would also be evaluated there, it is G at q₁.
//! Invariant: the scaling of (6) leaves a matrix that tends to the saddle matrix as h → 0; constraints are
//! solved for the tangent u at q₁, which is exact on a manifold, while M and C use u for dA, which costs
//! a factor of |δ|/2 in the rate of convergence. Between the mechanics and the states the iteration is Jacobi's: their
//! coupling is of order h. A matrix is factored once, and again only if convergence is slow; an oscillating iteration
//! is damped.
//!
//! [`Matrix::Frozen`] is that of t₀ with p = 0, so without K: the dependence of forces and reactions on the position is left to the
//! iteration, which then converges linearly. If it does not converge, it continues with (6).

mod ahead;
mod failure;
mod kept;
mod scheme;
mod start;
mod states;

use ahead::Ahead;
use alloc::boxed::Box;
pub(crate) use failure::{diverged, not_finite};
pub(crate) use scheme::{Level, Matrix, Point, Scheme};
pub(crate) use start::first;
pub(crate) use states::StateSolver;

use crate::convergence::Convergence;
use crate::stepper::{StepFailure, StepReport};
use crate::swings::{Swings, whole};
use crate::unknowns::Unknowns;
use crate::{Blocks, Mechanism, Real, Singular, Vector, Weights, smallest_reactions};

/// Iterations have converged when the estimated next changes of x and v are below this many rounding units of 1 + |x|, 1 + |v|.
const TOLERANCE: f64 = 16.0;
/// The largest number of solves.
const ITERATIONS: u32 = 40;
/// The largest number of solves with a frozen matrix.
const PATIENCE: u32 = 20;

/// Space and known terms of the iteration.
#[derive(Clone, Debug)]
pub(crate) struct Newton<M: Mechanism> {
    /// δ_b.
    pub(crate) path_base: M::Velocity,
    /// v_b.
    pub(crate) velocity_base: M::Velocity,
    /// a_b.
    pub(crate) acceleration_base: M::Velocity,
    /// f_b.
    pub(crate) force_base: M::Velocity,
    /// y_b.
    pub(crate) state_base: M::States,
    /// y'_b.
    pub(crate) rate_base: M::States,
    /// The point at which M is evaluated, if not q₁.
    pub(crate) mass_at: M::PositionCache,
    pub(crate) mass_elsewhere: bool,
    /// The time stage at t₁.
    pub(crate) now: M::TimeCache,
    pub(crate) matrix: Matrix,
    /// The iteration ends when the Euclidean norm of (dA, dλ, dψ) is below this, instead of at rounding.
    pub(crate) tolerance: Option<f64>,
    /// δ.
    pub(crate) path: M::Velocity,
    /// μ A + a_b.
    pub(crate) inertial: M::Velocity,
    pub(crate) product: M::Velocity,
    right: Unknowns<M>,
    moving: M::VelocityCache,
    stiffness: M::StiffnessCache,
    factors: M::Factors,
    /// The point at which G is evaluated if g' holds at a position that depends on A, with the displacement to it.
    ahead: Option<Box<Ahead<M>>>,
    states: StateSolver<M>,
    swings: Swings<M::Scalar, M::Velocity>,
    /// Factors at one point, if constraints are redundant.
    reaction_factors: Option<Box<M::SaddleFactors>>,
}

impl<M: Mechanism> Newton<M> {
    pub(crate) fn new(m: &M, n: usize, now: M::TimeCache) -> Self {
        let sizes = m.sizes();
        let velocity = || M::Velocity::zeros(n);
        let states = || M::States::zeros(sizes.states);
        Self {
            path_base: velocity(),
            velocity_base: velocity(),
            acceleration_base: velocity(),
            force_base: velocity(),
            state_base: states(),
            rate_base: states(),
            mass_at: m.position_cache(),
            mass_elsewhere: false,
            now,
            matrix: Matrix::Whole,
            tolerance: None,
            path: velocity(),
            inertial: velocity(),
            product: velocity(),
            right: Unknowns::zeros(m, n),
            moving: m.velocity_cache(),
            stiffness: m.stiffness_cache(),
            factors: m.factors(),
            ahead: None,
            states: StateSolver::new(sizes.states),
            swings: Swings::new(n),
            reaction_factors: if m.flags().redundant && sizes.redundancy > 0 {
                Some(Box::new(m.saddle_factors()))
            } else {
                None
            },
        }
    }

    /// The same, ready for [`Level::Rate`].
    pub(crate) fn with_rates(mut self, m: &M, here: &Point<M>) -> Self {
        if m.flags().holonomic && here.psi.is_empty() {
            self.ahead = Some(Box::new(Ahead::new(m, here)));
        }
        self
    }

    /// Solves (1) to (5), starting from the guess of A, Y, λ and ψ in `there`.
    ///
    /// # Errors
    /// [`StepFailure`]; `here` and the known terms are unchanged.
    pub(crate) fn solve(
        &mut self,
        m: &M,
        scheme: &Scheme<M::Scalar>,
        level: Level,
        here: &Point<M>,
        there: &mut Point<M>,
    ) -> Result<StepReport, StepFailure> {
        let n = there.a.len();
        // If neither q₁ nor v₁ depends on A, constraints cannot be satisfied.
        let held = if level == Level::Position { scheme.path } else { scheme.rate };
        if m.flags().holonomic && held.smallest() == 0.0 {
            return Err(StepFailure::Singular { row: n });
        }
        if m.flags().nonholonomic && scheme.rate.smallest() == 0.0 {
            return Err(StepFailure::Singular { row: n + there.lambda.len() });
        }
        let mut report = StepReport::default();
        self.follow(m, scheme, level, here, there);
        self.residuals(m, scheme, level, there);
        let mut frozen = self.matrix == Matrix::Frozen;
        if frozen {
            self.factor_frozen(m, scheme, here);
            if m.flags().states {
                self.states.factor(m, scheme, there);
            }
        } else {
            self.factor(m, scheme, level, there);
        }
        report.evaluations += 1;
        let mut convergence = Convergence::of::<M::Scalar>(TOLERANCE);
        let mut free = 0;
        loop {
            let fallback = self
                .right
                .solve(m, &self.factors)
                .map_err(|s: Singular| StepFailure::Singular { row: s.row })?;
            report.iterations += 1;
            report.fallback = report.fallback.max(fallback);
            if !frozen && !m.flags().vector_space && level == Level::Position {
                m.dexp_inverse(&self.path, &self.right.a, &mut self.product);
                self.right.a.copy_from(&self.product);
            }
            free += u32::from(!frozen);
            let share = if frozen { None } else { self.swings.share(free, &self.right.a) };
            if let Some(share) = share {
                self.right.scale(M::Scalar::exact(share));
            }
            there.a.add(&self.right.a);
            there.lambda.add(&self.right.lambda);
            there.psi.add(&self.right.psi);
            if m.flags().states {
                self.states.correct(&mut there.rate)?;
            }
            if m.flags().redundant && !m.flags().linear_reactions {
                self.smallest_reactions(m, there)?;
            }
            let (motion, change) = self.change(m, scheme, level, there)?;
            // The change of a full step.
            let (motion, change) = (whole(motion, share), whole(change, share));
            self.follow(m, scheme, level, here, there);
            convergence.note(change);
            // Multipliers contain the rounding of g over p, which may be large: if they stagnate, the criterion is the motion.
            let settled = match self.tolerance {
                Some(tolerance) => whole(self.correction(), share) < tolerance,
                None => convergence.settled() || (!frozen && convergence.squared()),
            };
            let is_rounding = if m.flags().holonomic {
                convergence.step_is_rounding(motion, scheme.rate, 1.0 + there.q.norm_l1())
            } else {
                convergence.part_is_rounding(motion)
            };
            if settled || (!frozen && is_rounding) {
                break;
            }
            if report.iterations >= self.swings.longest(free, ITERATIONS) {
                let Unknowns { a, lambda, psi } = &self.right;
                return Err(diverged::<M>((a, lambda, psi), report.iterations, change));
            }
            self.residuals(m, scheme, level, there);
            report.evaluations += 1;
            let again = if frozen {
                convergence.stagnant() || report.iterations >= PATIENCE
            } else {
                convergence.slow() || !m.flags().linear_reactions
            };
            if again {
                frozen = false;
                self.factor(m, scheme, level, there);
            }
        }
        if m.flags().redundant && m.flags().linear_reactions {
            self.smallest_reactions(m, there)?;
        }
        Ok(report)
    }

    /// (1).
    #[inline]
    fn follow(
        &mut self,
        m: &M,
        scheme: &Scheme<M::Scalar>,
        level: Level,
        here: &Point<M>,
        there: &mut Point<M>,
    ) {
        if level != Level::Velocity {
            self.path.copy_from(&self.path_base);
            self.path.axpy(scheme.path, &there.a);
            there.arrive(m, here, &self.path, &self.now);
        }
        there.v.copy_from(&self.velocity_base);
        there.v.axpy(scheme.rate, &there.a);
        if m.flags().states {
            there.y.copy_from(&self.state_base);
            there.y.axpy(scheme.state_path, &there.rate);
        }
    }

    /// μ A + a_b.
    #[inline]
    pub(crate) fn weigh(&mut self, scheme: &Scheme<M::Scalar>, there: &Point<M>) {
        self.inertial.copy_from(&self.acceleration_base);
        self.inertial.axpy(scheme.inertia, &there.a);
    }

    /// μ A + a_b, and M of it.
    #[inline]
    pub(crate) fn inertia(&mut self, m: &M, scheme: &Scheme<M::Scalar>, there: &Point<M>) {
        self.weigh(scheme, there);
        let at = if self.mass_elsewhere { &self.mass_at } else { &there.at };
        m.mass_times(at, &self.inertial, &mut self.product);
    }

    /// The right-hand sides of (6).
    #[inline]
    fn residuals(&mut self, m: &M, scheme: &Scheme<M::Scalar>, level: Level, there: &Point<M>) {
        self.inertia(m, scheme, there);
        let minus = -M::Scalar::one();
        let Unknowns { a, lambda, psi } = &mut self.right;
        if m.flags().constrained() {
            m.force(&there.at, &there.v, &there.y, (&there.lambda, &there.psi), a);
        } else {
            m.applied_force(&there.at, &there.v, &there.y, a);
        }
        a.axpy(minus, &self.product);
        a.axpy(minus, &self.force_base);
        if m.flags().holonomic {
            match level {
                Level::Position => {
                    m.holonomic(&there.at, lambda);
                    lambda.scale(-scheme.path.recip());
                }
                Level::Velocity | Level::Rate => {
                    m.holonomic_rate(&there.at, &there.v, lambda);
                    lambda.scale(-scheme.rate.recip());
                }
            }
        }
        if m.flags().nonholonomic {
            m.nonholonomic(&there.at, &there.v, psi);
            psi.scale(-scheme.rate.recip());
        }
        if m.flags().states {
            self.states.residual(m, scheme, there, &self.rate_base);
        }
    }

    /// The matrices of (6).
    fn factor(&mut self, m: &M, scheme: &Scheme<M::Scalar>, level: Level, there: &Point<M>) {
        let reactions = (&there.lambda, &there.psi);
        let zero = M::Scalar::zero();
        let moves = level != Level::Velocity && scheme.path.magnitude() != 0.0;
        if m.flags().velocity_dependent || m.flags().borders_move {
            m.moving(&there.at, &there.v, &there.y, reactions, &mut self.moving);
        }
        if moves {
            if self.mass_elsewhere {
                self.product.fill(zero);
                m.stiffness(&there.at, &there.v, &there.y, &self.product, reactions, &mut self.stiffness);
            } else {
                m.stiffness(&there.at, &there.v, &there.y, &self.inertial, reactions, &mut self.stiffness);
            }
        }
        let rows = match &mut self.ahead {
            Some(ahead) if moves && level == Level::Rate => ahead.place(m, there, scheme.path / scheme.rate),
            _ => &there.at,
        };
        let weights = Weights {
            mass: scheme.inertia,
            damping: if m.flags().velocity_dependent { scheme.rate } else { zero },
            stiffness: if moves { scheme.path } else { zero },
            identity: zero,
            constraint_position: if moves && m.flags().nonholonomic {
                scheme.path / scheme.rate
            } else {
                zero
            },
            constraint_velocity: M::Scalar::one(),
        };
        let blocks = Blocks {
            mass: if self.mass_elsewhere { &self.mass_at } else { &there.at },
            columns: &there.at,
            rows,
            moving: &self.moving,
            stiffness: if moves { Some(&self.stiffness) } else { None },
        };
        m.factor(weights, blocks, &mut self.factors);
        if m.flags().states {
            self.states.factor(m, scheme, there);
        }
    }

    /// [`Matrix::Frozen`].
    fn factor_frozen(&mut self, m: &M, scheme: &Scheme<M::Scalar>, here: &Point<M>) {
        if m.flags().velocity_dependent || m.flags().borders_move {
            m.moving(&here.at, &here.v, &here.y, (&here.lambda, &here.psi), &mut self.moving);
        }
        let zero = M::Scalar::zero();
        let weights = Weights {
            mass: scheme.inertia,
            damping: if m.flags().velocity_dependent { scheme.rate } else { zero },
            stiffness: zero,
            identity: zero,
            constraint_position: zero,
            constraint_velocity: M::Scalar::one(),
        };
        let at = &here.at;
        let blocks = Blocks { mass: at, columns: at, rows: at, moving: &self.moving, stiffness: None };
        m.factor(weights, blocks, &mut self.factors);
    }

    /// The Euclidean norm of the last correction of A, λ and ψ.
    fn correction(&self) -> f64 {
        self.right.length()
    }

    /// The change of x, v and y by the last solve, relative to 1 + their sizes; and that including reactions, if
    /// forces are not linear in them.
    fn change(
        &self,
        m: &M,
        scheme: &Scheme<M::Scalar>,
        level: Level,
        there: &Point<M>,
    ) -> Result<(f64, f64), StepFailure> {
        let Unknowns { a, lambda, psi } = &self.right;
        let step = a.norm_l1();
        let mut change = scheme.rate.magnitude() * step / (1.0 + there.v.norm_l1());
        if level != Level::Velocity {
            change = change.max(scheme.path.magnitude() * step / (1.0 + there.q.norm_l1()));
        }
        if M::FLAGS.states {
            change =
                change.max(scheme.state_path.magnitude() * self.states.change() / (1.0 + there.y.norm_l1()));
        }
        let mut whole = change;
        if !m.flags().linear_reactions {
            let size = 1.0 + there.lambda.norm_l1() + there.psi.norm_l1();
            whole = whole.max((lambda.norm_l1() + psi.norm_l1()) / size);
        }
        // `max` ignores NaN.
        if !(step + lambda.norm_l1() + psi.norm_l1()).is_finite() {
            return Err(not_finite::<M>((a, lambda, psi)));
        }
        Ok((change, whole))
    }

    /// The smallest of the equivalent multipliers at t₁.
    fn smallest_reactions(&mut self, m: &M, there: &mut Point<M>) -> Result<(), StepFailure> {
        let Some(factors) = &mut self.reaction_factors else { return Ok(()) };
        if m.flags().borders_move {
            m.moving(&there.at, &there.v, &there.y, (&there.lambda, &there.psi), &mut self.moving);
        }
        let work = (&mut **factors, &mut self.product);
        smallest_reactions(m, &there.at, &self.moving, work, (&mut there.lambda, &mut there.psi))
            .map_err(|s| StepFailure::Singular { row: s.row })
    }
}
