//! Motions that violate the constraints by the error of a method: dependent columns are computed from independent ones.
//!
//! Invariant: what changes is small, and the report says how large it is.

use linkwork::Error;
use linkwork::analysis::{Analyse, AnalysisError};
use linkwork_regressor::{Instant, Regressor};

/// The largest change of a column, relative to its largest entry: beyond, the motion is not one of this mechanism.
const LARGEST: f64 = 1e-3;

/// A motion on the constraints.
pub struct Completed {
    /// Its instants.
    pub instants: Vec<Instant>,
    /// The velocities from which the others follow.
    pub independent: Vec<usize>,
    /// The largest change of a column, relative to its largest entry.
    pub change: f64,
}

/// Whether this is the error of a motion that violates the constraints.
pub fn violates(error: &Error) -> bool {
    matches!(error, Error::Analysis(AnalysisError::Inconsistent { .. }))
}

/// The initial state with its own accelerations.
pub fn resting(regressor: &Regressor) -> Result<Instant, Error> {
    let state = regressor.tape().initial_state()?;
    let [q, v, a] = [&state.q, &state.v, &state.a].map(|x| x.as_slice().to_vec());
    Ok(Instant { q, v, a, ..Instant::initial(regressor.tape()) })
}

/// The motion with its dependent entries computed from the independent ones that determine them best.
///
/// # Errors
/// The number of an instant and its error: the dependent entries do not follow there, or change by more than the error of a method.
pub fn completed(regressor: &Regressor, instants: &[Instant]) -> Result<Completed, (usize, Error)> {
    let all = |independent: &[usize]| -> Result<Vec<Instant>, (usize, Error)> {
        let one = |(i, instant)| regressor.following(instant, independent).map_err(|error| (i, error));
        instants.iter().enumerate().map(one).collect()
    };
    let first =
        resting(regressor).and_then(|state| regressor.independent(&[state])).map_err(|error| (0, error))?;
    let found = all(&first)?;
    // The best ones of the whole motion, which is on the constraints now.
    let independent = regressor.independent(&found).map_err(|error| (0, error))?;
    let found = if independent == first { found } else { all(&independent)? };
    let (worst, change) = change(regressor, instants, &found);
    if change > LARGEST || change.is_nan() {
        regressor.rows(&instants[worst], &independent).map_err(|error| (worst, error))?;
    }
    Ok(Completed { instants: found, independent, change })
}

/// One kind of columns of an instant.
type Column = fn(&Instant) -> &[f64];

/// The largest change of a plain coordinate, rate or acceleration, relative to the largest entry of its column, or to one, and its instant.
fn change(regressor: &Regressor, before: &[Instant], after: &[Instant]) -> (usize, f64) {
    let runs = regressor.tape().program().plain_runs();
    let plain: Vec<usize> = runs.iter().flat_map(|&(at, _, count)| at..at + count).collect();
    let columns: [(Column, Vec<usize>); 3] = [
        (|instant| &instant.q, plain),
        (|instant| &instant.v, (0..before.first().map_or(0, |instant| instant.v.len())).collect()),
        (|instant| &instant.a, (0..before.first().map_or(0, |instant| instant.a.len())).collect()),
    ];
    let mut largest = (0, 0.0_f64);
    for (of, places) in columns {
        for k in places {
            let size = before.iter().map(|instant| of(instant)[k].abs()).fold(1.0, f64::max);
            for (i, (before, after)) in before.iter().zip(after).enumerate() {
                let change = (of(before)[k] - of(after)[k]).abs() / size;
                if change.is_nan() || change > largest.1 {
                    largest = (i, change);
                }
            }
        }
    }
    largest
}

/// What to do about a motion that violates the constraints by more.
pub const HELP: &str = "check that the table is of this mechanism, or name independent coordinates by --independent, from which all others \
     are computed";
