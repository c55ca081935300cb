//! All closures of a mechanism, and the one that `build()` has chosen.

use super::lanes::lane_of;
use super::levels::{LaneOfPositions, velocity_rows};
use super::{AssemblyFacts, Given, closures_of};
use crate::error::Error;
use crate::{Mechanism, Real, Vector};
use alloc::vec::Vec;
use linkwork_numerics::closure::{Closure, Effort, Positions};

/// The tolerance of conditions, relative to the size of their terms.
const VIOLATED: f64 = 1e-10;

/// The closures of a model, and the chosen one.
#[derive(Clone, Debug, Default)]
pub struct Reachable {
    /// The closures, the nearest to the reference first; empty if there is nothing to assemble.
    pub closures: Vec<Closure>,
    /// The index of the chosen one.
    pub taken: usize,
    /// Whether given values were changed within their last decimal.
    pub rounded: bool,
}

/// All closures of a model that a search from many starting points finds.
///
/// # Errors
/// As [`assemble`](super::assemble).
pub fn closures<M: Mechanism>(
    m: &M,
    (guess, reference): (&[f64], &[f64]),
    given: Given<'_>,
) -> Result<Reachable, Error> {
    let now = m.now(M::Scalar::zero());
    let mut facts = m.assembly();
    let taken = lane_of(m.initial().0.as_slice(), 0);
    facts.closures.insert(0, &taken);
    let found = closures_of(m, &now, 0, (guess, reference), given, (&facts, Effort::Thorough))?;
    let deviations = LaneOfPositions::new(m, &now, 0, &facts).deviations(&taken).values;
    let apart = |closure: &Closure| -> f64 {
        closure.deviations.iter().zip(&deviations).map(|(a, b)| (a - b) * (a - b)).sum()
    };
    let nearest = found.found.iter().enumerate().min_by(|(_, a), (_, b)| apart(a).total_cmp(&apart(b)));
    let taken = nearest.map_or(0, |(number, _)| number);
    Ok(Reachable {
        closures: found.found,
        taken,
        rounded: found.rounded || changed_given_values(m, &now, &facts),
    })
}

/// Whether the state that `build()` has assembled violates a condition between velocities: then its given values were changed within
/// their last decimal.
fn changed_given_values<M: Mechanism>(m: &M, now: &M::TimeCache, facts: &AssemblyFacts<'_>) -> bool {
    let (conditions, _) = facts.velocity_conditions();
    if conditions.is_empty() {
        return false;
    }
    let (q, v, y) = m.initial();
    let mut at = m.position_cache();
    m.place(now, &q, &mut at);
    let (values, jacobian) = velocity_rows(m, &at, &v, &y, facts, &mut m.velocity_cache());
    let first = values.len() - conditions.len();
    let rows = values.iter().zip(jacobian.chunks(v.len().max(1))).skip(first);
    rows.into_iter().any(|(value, row)| {
        let size: f64 =
            row.iter().zip(v.as_slice()).map(|(j, v)| j.magnitude() * (1.0 + v.magnitude())).sum();
        value.magnitude() > VIOLATED * size
    })
}
