//! Prevents steps from ending in a configuration in which the constraints lose rank.
//!
//! There (for example, the bars of a parallelogram on one line) branches of the motion intersect. For a step that ends exactly there,
//! rounding selects the branch; one that ends nearby stays on its own branch. With the constraint Jacobian S G C
//! in the scales that equilibrate the saddle matrix, and σ_1 ≥ σ_2 ≥ … its singular values, the step from
//! x_n to x_{n+1} is repeated with 0.93 h if for some k
//!
//! ```text
//! σ_k(x_{n+1}) < 10⁻⁴ σ_1(x_{n+1})     and     σ_k(x_{n+1})/σ_1(x_{n+1}) < σ_k(x_n)/(20 σ_1(x_n))           (1)
//! ```
//!
//! The second inequality means that the step hits the configuration rather than passes nearby, however
//! small the step; constraints that are redundant everywhere, whose σ_k is rounding at both ends, do not count.
//!
//! Invariant: there is no cost for runs whose solves use their planned pivots. The product of pivots is the
//! determinant, so that a step into such a configuration has a weak one.

use crate::emitted::initial_saddle;
use crate::singular_values::singular_values;
use crate::stepper::{StepFailure, StepReport, Stepper};
use crate::{Fallback, Mechanism, Real, Sizes};
use alloc::vec;
use alloc::vec::Vec;
use linkwork_numerics::equilibration::{Entry, equilibrate};

/// The factor of a repeated step.
const SHORTER: f64 = 0.93;
/// The largest number of attempts, after which the step is made with the requested size.
const ATTEMPTS: u32 = 8;
/// σ_k/σ_1 below this is near a loss of rank.
const NEAR: f64 = 1e-4;
/// The limit relative to the value at the beginning of the step; with 0.93 h it is 0.07.
const MET: f64 = 0.05;
/// σ_k/σ_1 below this is rounding.
const ROUNDING: f64 = 1e-11;

/// Attempts that end clear of singular configurations.
#[derive(Debug)]
pub struct Clearance {
    /// S (of the constraints) and C (of the coordinates); computed at the first fallback of a solve.
    scales: Option<(Vec<f64>, Vec<f64>)>,
}

/// An accepted attempt.
pub(super) struct Cleared {
    /// Its size.
    pub(super) size: f64,
    /// The number of repetitions.
    pub(super) again: u32,
}

impl Default for Clearance {
    fn default() -> Self {
        Self::new()
    }
}

impl Clearance {
    /// For a new run.
    pub fn new() -> Self {
        Self { scales: None }
    }

    /// An attempt of this size, or of a smaller one if it ends in a singular configuration; `count` gets the report of
    /// each attempt.
    #[inline]
    pub(super) fn attempt<M: Mechanism, S: Stepper<M>>(
        &mut self,
        m: &M,
        method: &S,
        size: M::Scalar,
        w: &mut S::Workspace,
        mut count: impl FnMut(&StepReport),
    ) -> Result<Option<Cleared>, StepFailure> {
        let attempt = method.attempt(m, size, w);
        if let Ok(report) = &attempt {
            count(report);
            if !m.flags().holonomic || report.fallback == Fallback::None {
                return Ok(None);
            }
        }
        self.again(m, method, size, w, count, attempt)
    }

    #[cold]
    fn again<M: Mechanism, S: Stepper<M>>(
        &mut self,
        m: &M,
        method: &S,
        size: M::Scalar,
        w: &mut S::Workspace,
        mut count: impl FnMut(&StepReport),
        mut attempt: Result<StepReport, StepFailure>,
    ) -> Result<Option<Cleared>, StepFailure> {
        let mut shorter = size.value();
        for again in 0..ATTEMPTS {
            if !self.meets(m, method, w) {
                let cleared = (again > 0).then_some(Cleared { size: shorter, again });
                return attempt.map(|_| cleared);
            }
            shorter *= SHORTER;
            attempt = method.attempt(m, M::Scalar::exact(shorter), w);
            attempt.iter().for_each(&mut count);
        }
        let report = method.attempt(m, size, w)?;
        count(&report);
        Ok(None)
    }

    /// Whether the constraints lose rank at the end of the last attempt (1).
    pub fn meets<M: Mechanism, S: Stepper<M>>(&mut self, m: &M, method: &S, w: &S::Workspace) -> bool {
        match method.target(w) {
            Some(target) if m.flags().holonomic => self.meets_between(m, method.sample(w).at, target),
            _ => false,
        }
    }

    /// (1) between the positions at the beginning and at the end of a step, in any lane.
    fn meets_between<M: Mechanism>(
        &mut self,
        m: &M,
        beginning: &M::PositionCache,
        target: &M::PositionCache,
    ) -> bool {
        if self.scales.is_none() {
            let (size, saddle) = initial_saddle(m);
            self.scales = Some(scales_of(m.sizes(), size, &saddle));
        }
        let Some((rows, columns)) = &self.scales else { return false };
        (0..M::Scalar::LANES).any(|lane| {
            let values = |at: &M::PositionCache| relative_singular_values(m, at, (rows, columns), lane);
            let near = |after: &Vec<f64>| after.last().is_some_and(|least| *least < NEAR);
            let Some(after) = values(target).filter(near) else { return false };
            values(beginning).is_some_and(|before| meets(&before, &after))
        })
    }
}

/// S of the constraints and C of the coordinates, from a saddle matrix.
fn scales_of(sizes: Sizes, size: usize, saddle: &[Entry]) -> (Vec<f64>, Vec<f64>) {
    let (_, mut columns) = equilibrate(size, saddle);
    let rows = columns[sizes.velocities..][..sizes.holonomic].to_vec();
    columns.truncate(sizes.velocities);
    (rows, columns)
}

/// Whether (1) holds for some k.
fn meets(before: &[f64], after: &[f64]) -> bool {
    let mut both = before.iter().zip(after);
    both.any(|(before, after)| *after < NEAR && *before > ROUNDING && *after < MET * before)
}

/// σ_k/σ_1 of S G C of a lane in descending order; `None` if there are none, or if they are not finite.
fn relative_singular_values<M: Mechanism>(
    m: &M,
    at: &M::PositionCache,
    (rows, columns): (&[f64], &[f64]),
    lane: usize,
) -> Option<Vec<f64>> {
    let mut jacobian = vec![M::Scalar::zero(); rows.len() * columns.len()];
    m.constraint_jacobian(at, &mut jacobian);
    relative_of_scaled(&jacobian, (rows, columns), lane)
}

fn relative_of_scaled<T: Real>(
    jacobian: &[T],
    (rows, columns): (&[f64], &[f64]),
    lane: usize,
) -> Option<Vec<f64>> {
    let n = columns.len();
    let scaled = |at: usize| rows[at / n] * jacobian[at].lane(lane) * columns[at % n];
    let scaled: Vec<f64> = (0..jacobian.len()).map(scaled).collect();
    let values = singular_values((rows.len(), n), &scaled);
    let largest = values.first().copied().filter(|largest| *largest > 0.0)?;
    Some(values.iter().map(|value| value / largest).collect())
}
