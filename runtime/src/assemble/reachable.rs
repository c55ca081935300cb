//! All ways in which a mechanism closes, and the one that `build()` has taken.

use super::lanes::lane_of;
use super::levels::{LaneOfPositions, velocity_rows};
use super::{AssemblyFacts, Given, closures_of};
use crate::error::Error;
use crate::{Mechanism, Real, Vector};
use alloc::vec::Vec;
use linkwork_numerics::closure::{Closure, Effort, Positions};

/// A condition that holds is satisfied to less than this part of the size of its terms.
const VIOLATED: f64 = 1e-10;

/// The closures of a model that was built, and which one was taken.
#[derive(Clone, Debug, Default)]
pub struct Reachable {
    /// The nearest to the reference first; empty where nothing has to be assembled.
    pub closures: Vec<Closure>,
    /// The number of the one that was taken.
    pub taken: usize,
    /// Whether given values were moved within their last decimal.
    pub rounded: bool,
}

/// All ways in which a model that was built closes, as far as they are found from everywhere.
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
    Ok(Reachable { closures: found.found, taken, rounded: found.rounded || gives_way(m, &now, &facts) })
}

/// Is a condition between velocities no longer satisfied by what `build()` has assembled? Then it has given way within the
/// last decimal of what was typed.
fn gives_way<M: Mechanism>(m: &M, now: &M::TimeCache, facts: &AssemblyFacts<'_>) -> bool {
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
