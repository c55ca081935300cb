//! Runs of several mechanisms in one, each with the trajectory of a single run.

use crate::{Energy, RunOptions, Trajectory};
use linkwork::packs::Joined;
use linkwork::simulation::{Sampling, Simulate};
use linkwork::solution::TableColumns;
use linkwork::stepper::Stepper;
use linkwork::{Mechanism, Real};

/// Takes the rows of the tables of all runs, sample by sample.
pub struct LaneRows<'a> {
    /// The samples that are rows.
    pub sampling: Sampling,
    /// The columns.
    pub columns: &'a [String],
    /// Receives a lane, counted from 0, and its row.
    pub take: &'a mut dyn FnMut(usize, &[f64]),
}

/// Runs these mechanisms with steps of fixed size as the lanes of `pack`: each has the bits of [`fixed`](crate::fixed). Only the options
/// of a sweep are used: step, end, samples, balance and interruption. `rows` are those of a [`Table`](crate::Table) of each run.
///
/// `None` if the runs branch differently or one of them fails: they must then be run one by one.
pub fn packed<M, P, S>(
    pack: &P,
    mechanisms: &[M],
    method: Joined<'_, M, S>,
    energy: impl Fn(&M) -> Energy<M>,
    options: RunOptions<'_>,
    rows: Option<LaneRows<'_>>,
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
    let simulation = match rows {
        None => simulation,
        Some(LaneRows { sampling, columns, take }) => {
            let mut columns = TableColumns::new(pack, Some(columns)).ok()?;
            let (mut all, mut row) = (Vec::new(), Vec::new());
            simulation.stream(sampling, move |pack, sample| {
                all.clear();
                all.extend(columns.of_sample(pack, sample));
                for lane in 0..P::Scalar::LANES {
                    row.clear();
                    row.extend(all.iter().map(|x: &P::Scalar| x.lane(lane)));
                    take(lane, &row);
                }
                Ok(())
            })
        }
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
