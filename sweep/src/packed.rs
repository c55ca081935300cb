//! Runs of four mechanisms in one, compiled here, where they are optimised for speed.

use linkwork::conditionally_explicit::{FifthDegree, Starting};
use linkwork::packs::Joined;
use linkwork::scalar::Pack;
use linkwork_jit::{Native, Tape};
use linkwork_methods::Method;
use linkwork_models::{Energy, LaneRows, RunOptions, Trajectory, packed};

/// Routines of a mechanism for packs of runs.
pub(crate) type Routines = linkwork_tape::Routines<Native<Pack>>;

/// Runs as many mechanisms of one program as a pack has lanes, with steps of fixed size; each run has the bits that it has alone.
/// `None` if they must be run one by one.
pub(crate) type RunPacked = fn(&Routines, &[Tape], RunOptions<'_>, LaneRows<'_>) -> Option<Vec<Trajectory>>;

/// The method for packs, if it supports them. Steps of other methods make one decision for all lanes.
pub(crate) fn of(method: &Method) -> Option<RunPacked> {
    (method.name == linkwork_methods::default().name).then_some(fifth_degree)
}

/// With the default method.
fn fifth_degree(
    routines: &Routines,
    tapes: &[Tape],
    options: RunOptions<'_>,
    rows: LaneRows<'_>,
) -> Option<Vec<Trajectory>> {
    let pack = routines.join(tapes)?;
    let method = FifthDegree::default();
    let method = Joined::new(method, method.starting(Starting::ZeroHigher), tapes);
    let energy = |tape: &Tape| if tape.has_energy() { Energy::known() } else { Energy::kinetic() };
    packed(&pack, tapes, method, energy, options, Some(rows))
}
