//! Whether the runs of a pack can be made at once.
//!
//! The lanes of a pack share their steps. A switch, a beginning or an end of sticking, and an event are located at one time, from which the
//! run continues, and [`Mechanism::hold`] has one side for all lanes: in a run of a pack, the first lane would decide for the others.
//!
//! Invariant: what is located at one time happens at that time in every lane, or there is only one.

use super::Settings;
use crate::error::Error;
use crate::stepper::Start;
use crate::{Mechanism, Real};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Checks that nothing in a run has a time of its own in each lane.
///
/// # Errors
/// [`Error::Parted`].
pub(super) fn check<M: Mechanism>(m: &M, settings: &Settings<'_, M>) -> Result<(), Error> {
    let lanes = M::Scalar::LANES;
    if lanes == 1 {
        return Ok(());
    }
    let event = settings.events.first().map(|(event, _)| format!("the event of `{}`", event.quantity));
    let Some(cause) = event.or_else(|| switch(m)) else { return Ok(()) };
    Err(Error::Parted { mechanism: m.names().mechanism.to_string(), lanes, cause })
}

/// Checks that all lanes of a start have one time.
///
/// # Errors
/// [`Error::Setting`].
pub(super) fn check_time<M: Mechanism>(start: &Start<M>) -> Result<(), Error> {
    let times: Vec<f64> = (0..M::Scalar::LANES).map(|lane| start.t.lane(lane)).collect();
    // A time that is not finite is another mistake.
    if times.windows(2).any(|pair| pair[0] != pair[1]) && times.iter().all(|time| time.is_finite()) {
        return Err(Error::setting("from", times, "all lanes of a pack start at one time"));
    }
    Ok(())
}

/// The first friction that sticks, or the first switching function whose side is held.
fn switch<M: Mechanism>(m: &M) -> Option<String> {
    let names = m.names();
    if let Some(grip) = m.grips().first() {
        let limit = names.outputs.get(grip.limit).map_or("", |named| &*named.name);
        return Some(format!("sticking of `{}`", limit.trim_end_matches(".limit")));
    }
    let function = names.switches.first().map_or("", |named| &*named.name);
    (m.sizes().sides > 0).then(|| format!("the switch of `{function}`"))
}
