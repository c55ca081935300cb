//! Runs of several mechanisms in one, each as the trajectory that it has alone.

use crate::{Energy, RunOptions, Trajectory};
use linkwork::packs::Joined;
use linkwork::simulation::Simulate;
use linkwork::stepper::Stepper;
use linkwork::{Mechanism, Real};

/// The runs of these mechanisms with steps of fixed size, made as one of `pack`, which they are the lanes of: with the bits of
/// [`fixed`](crate::fixed) for each of them. Of the options, those count that a sweep sets: step, end, samples, balance and what ends it.
///
/// `None` where the runs branch differently, or one of them fails: then each is made alone, and has its own result.
pub fn packed<M, P, S>(
    pack: &P,
    mechanisms: &[M],
    method: Joined<'_, M, S>,
    energy: impl Fn(&M) -> Energy<M>,
    options: RunOptions<'_>,
) -> Option<Vec<Trajectory>>
where
    M: Mechanism<Scalar = f64>,
    P: Mechanism,
    S: Stepper<M> + Stepper<P>,
{
    let RunOptions { step, until, sampling, balance, interrupt, .. } = options;
    let simulation = pack.simulate().method(method).until(until).output(sampling);
    let simulation = match step {
        Some(step) => simulation.step(step),
        None => simulation,
    };
    let simulation = match interrupt {
        Some(over) => simulation.interrupted_by(over),
        None => simulation,
    };
    let solution = simulation.run().ok()?;
    let report = solution.report();
    // It is unknown which lanes fell back to pivoting.
    if report.refined + report.pivoted > 0 || mechanisms.len() != P::Scalar::LANES {
        return None;
    }
    let lane = |(lane, mechanism): (usize, &M)| {
        let solution = solution.lane(lane, mechanism)?;
        Some(Trajectory::new(&solution, &energy(mechanism), balance))
    };
    mechanisms.iter().enumerate().map(lane).collect()
}
