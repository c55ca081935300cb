//! Refuses the gradient of a run that differs from the simulation.
//!
//! A simulation ends steps where forces switch, shortens them near singular configurations, makes them without held sides where a piece of a force
//! cannot be continued, and restarts where a switching function leaves zero. The steps of a chain have one size and one start.
//!
//! Invariant: a run that is not refused ends with the values and tangents of the simulation in dual numbers, up to rounding ([`SAME`]).

use super::chain::Chain;
use super::native::tangent::Tangent;
use crate::messages;
use linkwork::Error;
use linkwork::simulation::{Sampling, Simulate};
use linkwork::solution::State;
use linkwork_methods::Lifted;
use num_dual::Dual64;

/// The largest difference of positions, velocities, first-order states and their tangents, each relative to the largest of its kind: a new
/// start of a one-step method loses the rounding errors that compensated sums keep.
const SAME: f64 = 1e-11;

/// Compares a chain with a simulation of the mechanism. The chain has no end if a step failed.
pub fn refuse(
    m: &Lifted<Tangent>,
    chain: &Chain<'_, Tangent>,
    end: Option<&State<Lifted<Tangent>>>,
) -> Result<(), Error> {
    let run = m.simulate().method(chain.method.clone()).step(chain.h).until(chain.steps as f64 * chain.h);
    let run = match chain.interrupt {
        Some(interrupt) => run.interrupted_by(interrupt),
        None => run,
    };
    let solution = run.output(Sampling::Ends).run()?;
    if let Some(time) = solution.switches().first() {
        return Err(messages::switch(*time));
    }
    let report = solution.report();
    if report.avoided > 0 {
        return Err(messages::shortened(report.avoided));
    }
    if report.slid > 0 {
        return Err(messages::released(report.slid));
    }
    match end {
        Some(end) if !is_same(end, solution.last()) => Err(messages::other_run()),
        _ => Ok(()),
    }
}

/// Whether two states have the same values and tangents.
fn is_same(one: &State<Lifted<Tangent>>, other: &State<Lifted<Tangent>>) -> bool {
    is_near(one.q.as_slice(), other.q.as_slice())
        && is_near(one.v.as_slice(), other.v.as_slice())
        && is_near(one.y.as_slice(), other.y.as_slice())
}

fn is_near(one: &[Dual64], other: &[Dual64]) -> bool {
    let near = |part: fn(&Dual64) -> f64| {
        let size = one.iter().map(|x| part(x).abs()).fold(0.0, f64::max);
        one.iter().zip(other).all(|(one, other)| (part(one) - part(other)).abs() <= SAME * size)
    };
    near(|x| x.re) && near(|x| x.eps)
}
