//! Accelerations and multipliers of steps of unequal sizes.
//!
//! Velocities of both Euler methods of the [module above](super) are difference quotients along constraints on positions: by (8) of `lag`, after a step of the size τ that at t₀ belongs to
//! t₀ − τ/2, and that of the next step, of the size h, to t₀ + h/2. So the acceleration of that step is
//!
//! ```text
//! G a = G (v₁ − v₀)/h = −γ (h + τ)/(2 h) + O(h + τ)        with G a + γ = 0 for the motion, and τ = 0 after a start with g_t + G v = 0     (10)
//! ```
//!
//! and multipliers balance it: they are off by a part that does not vanish with h unless both steps have one size. A sample at the end of a step of (3), or at the start of one of
//! (1), that is not as long as the step before it has those of the equations of motion there instead,
//!
//! ```text
//! M a + B (λ, ψ) = f(t, q, v, y, λ, ψ),   G a + γ = 0,   D a + γ_k = 0                                                              (11)
//! ```
//!
//! whose errors are those of q and v, O(h).
//!
//! Invariant: the motion is that of the method, to the bit. The end of the first step after a start has (11), too: the size of the step before it is not known.

use crate::error::SnapshotError;
use crate::implicit::Point;
use crate::runge_kutta::Index1;
use crate::transfer::Transfer;
use crate::unknowns::Unknowns;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Vector};
use alloc::boxed::Box;

/// Sizes that differ by less than this part are equal: (10) then errs by half of that.
const EQUAL: f64 = 1e-6;

/// (11) at two points, of mechanisms with constraints on positions; and the sizes of steps.
#[derive(Clone, Debug)]
pub(super) struct Unequal<M: Mechanism> {
    /// The size of the last attempt.
    size: f64,
    /// That of the last committed step, zero if there is none.
    before: f64,
    solver: Option<Box<Solver<M>>>,
}

#[derive(Clone, Debug)]
struct Solver<M: Mechanism> {
    index1: Index1<M>,
    /// At the points before and after a step.
    found: [Unknowns<M>; 2],
    holds: [bool; 2],
}

/// The point before a step, or the one after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Before,
    After,
}

impl<M: Mechanism> Unequal<M> {
    pub(super) fn new(m: &M, velocities: usize) -> Self {
        let solver = || {
            let found = Unknowns::first_guess(m, velocities);
            Solver { index1: Index1::new(m, velocities), found: [found.clone(), found], holds: [false; 2] }
        };
        Self { size: 0.0, before: 0.0, solver: m.flags().holonomic.then(|| Box::new(solver())) }
    }

    /// Samples have what the method has.
    pub(super) fn leave(&mut self) {
        self.solver = None;
    }

    /// The velocities of the start are those after steps of this size, (9) of `lag`.
    pub(super) fn start_lagging(&mut self, h: M::Scalar) {
        self.before = h.value();
    }

    /// The acceleration of an attempt of this size is that of the motion if the step before it is as long; otherwise (11) at this end of the attempt, from these
    /// accelerations and multipliers of the method. Without a solution they remain: the next step says what is wrong there.
    pub(super) fn look(
        &mut self,
        m: &M,
        size: M::Scalar,
        (end, point): (End, &Point<M>),
        (a, lambda, psi): (&M::Velocity, &M::Holonomic, &M::Nonholonomic),
    ) {
        self.size = size.value();
        let Some(solver) = &mut self.solver else { return };
        let equal = (self.size - self.before).abs() <= EQUAL * self.size;
        let (end, found) = (end as usize, &mut solver.found[end as usize]);
        solver.holds[end] = false;
        if equal {
            return;
        }
        found.a.copy_from(a);
        found.lambda.copy_from(lambda);
        found.psi.copy_from(psi);
        let solved = solver.index1.solve(m, &point.at, &point.v, &point.y, found);
        solver.holds[end] = solved.is_ok() && first_not_finite(found.a.as_slice()).is_none();
    }

    /// The point after a step is the one before the next.
    pub(super) fn commit(&mut self) {
        self.before = self.size;
        if let Some(solver) = &mut self.solver
            && solver.holds.contains(&true)
        {
            solver.found.swap(0, 1);
            solver.holds.swap(0, 1);
        }
    }

    /// (11) at this end of the last attempt, if it is what a sample has.
    pub(super) fn at(&self, end: End) -> Option<&Unknowns<M>> {
        let solver = self.solver.as_ref()?;
        solver.holds[end as usize].then_some(&solver.found[end as usize])
    }

    /// Writes to a snapshot or reads from it.
    pub(super) fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.number(&mut self.size)?;
        over.number(&mut self.before)?;
        let Some(solver) = &mut self.solver else { return Ok(()) };
        for (found, holds) in solver.found.iter_mut().zip(&mut solver.holds) {
            over.vector(&mut found.a)?;
            over.vector(&mut found.lambda)?;
            over.vector(&mut found.psi)?;
            over.flag(holds)?;
        }
        Ok(())
    }
}
