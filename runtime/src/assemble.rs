//! Assembly: completes a partially given initial state so that all constraints hold, positions
//! first, then velocities.
//!
//! ```text
//! g(t₀, q) = 0,  c(q) = 0,  h(q) > 0,  min |d(q)|²                 position    (1)
//! G v + g_t = 0,  k(t₀, q, v) = 0,  min |D v − w|²                 velocity    (2)
//! ```
//!
//! c are conditions of `initial`, h cosines of angles whose sines constraints hold at zero, d deviations of joints
//! from the reference ([`AssemblyFacts`]). The search is that of the compiler, [`linkwork_numerics::closure`]. On a corner of a constraint, (2) is
//! that of the piece along which the motion goes on (`corners`).
//!
//! Invariant: the result satisfies every constraint, including redundant ones, to 1e-12 of the size
//! of its terms, with no joint turned over, or it is an error that names the violated constraints. Given values
//! are not changed unless they violate a constraint by no more than half a unit of their last decimal, or 1e-5.

mod blame;
mod corners;
mod distance;
mod lanes;
mod levels;
mod open;
mod polish;
mod reachable;

use crate::AssemblyFacts;
use alloc::string::ToString;
use alloc::vec;
pub use distance::{AssemblyReport, assembly_report};
pub use linkwork_numerics::closure::Closure;
pub(crate) use open::joints_of;
pub use reachable::{Reachable, closures};

use crate::error::{Error, Row, WrongLength};
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Space, Vector};
pub(crate) use lanes::by_lanes;
use lanes::{copied, lane_of};
use levels::{LaneOfPositions, LaneOfVelocities, layout};
use linkwork_numerics::closure::{self, Closures, Effort, GivenVelocities, close_velocities, settle};
use open::Subject;

/// The entries of the initial state that are given, by index in the velocity vector (on a
/// manifold: directions of the tangent space). A missing entry counts as not given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// Whether each position is given.
    pub positions: &'a [bool],
    /// Whether each velocity is given.
    pub velocities: &'a [bool],
}

impl<'a> Given<'a> {
    /// The given positions and velocities.
    pub const fn of(positions: &'a [bool], velocities: &'a [bool]) -> Self {
        Self { positions, velocities }
    }
}

/// Checks that a quantity of a body is positive (`strict`), or not negative.
///
/// # Errors
/// [`Error::Unphysical`] with the reason.
pub fn check_body(mechanism: &str, reason: &str, value: f64, strict: bool) -> Result<(), Error> {
    // NaN fails, too.
    if value > 0.0 || (!strict && value == 0.0) {
        return Ok(());
    }
    Err(Error::Unphysical { mechanism: mechanism.into(), reason: reason.into(), value })
}

/// A complete initial state (q, v, y).
pub type Assembled<M> = (<M as Space>::Configuration, <M as Space>::Velocity, <M as Space>::States);

/// Checks that a parameter is finite.
///
/// # Errors
/// [`Error::Parameter`].
pub fn check_parameter(mechanism: &str, name: &str, value: f64) -> Result<(), Error> {
    if value.is_finite() {
        Ok(())
    } else {
        Err(Error::parameter(mechanism, name, value, "a parameter must be a finite number"))
    }
}

/// Assembles an initial state: given entries are kept, and the others are found near `guess`, by (1) and (2). The rank
/// of the Jacobian is determined in the process, so that redundant constraints are accepted if they are consistent.
/// The iteration converges on every part and lane of the scalar.
///
/// # Errors
/// [`Error::Initial`] if given values contradict each other, with a minimal set of them, or violate constraints of no other
/// coordinates, [`Error::Contradiction`] if constraints contradict each other, [`Error::Assembly`] if others remain violated, [`Error::TurnedOver`] if they can only be satisfied with joints turned over,
/// [`Error::NotFinite`] if the guess or the result is not finite, [`Error::Length`] if the guess is that of another mechanism. In a pack,
/// [`Error::Lane`] with one of these.
pub fn assemble<M: Mechanism>(m: &M, guess: Assembled<M>, given: Given<'_>) -> Result<Assembled<M>, Error> {
    let reference = guess.0.clone();
    assemble_model(m, guess, &reference, given)
}

/// [`assemble`] with the reference configuration for entries that are not given, and with the conditions of `initial`, which are named
/// like constraints.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_model<M: Mechanism>(
    m: &M,
    guess: Assembled<M>,
    reference: &M::Configuration,
    given: Given<'_>,
) -> Result<Assembled<M>, Error> {
    assemble_model_at(m, M::Scalar::zero(), guess, reference, given)
}

/// The same at another time than 0, where drives are elsewhere.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_model_at<M: Mechanism>(
    m: &M,
    t: M::Scalar,
    guess: Assembled<M>,
    reference: &M::Configuration,
    given: Given<'_>,
) -> Result<Assembled<M>, Error> {
    let (q, v, y) = guess;
    check(m, q.as_slice(), v.as_slice(), y.as_slice())?;
    let facts = m.assembly();
    let mut q = q;
    m.wind(&mut q);
    // Joints that share a coordinate have deviations without constraints.
    if !m.flags().constrained() && facts.conditions.is_empty() && facts.deviations == 0 {
        return Ok((q, v, y));
    }
    let now = m.now(t);
    let mut rounded = false;
    let found = by_lanes(q.as_slice(), &mut |lane, guess| {
        let reference = lane_of(reference.as_slice(), lane);
        let closures = closures_of(m, &now, lane, (&guess, &reference), given, (&facts, Effort::Known))?;
        rounded |= closures.rounded;
        Ok(match closures.found.into_iter().next() {
            Some(closure) => closure.position,
            None => guess,
        })
    })?;
    let q = copied(&q, &found);
    let wanted = (&facts, Nearest::Reference);
    let q = match rounded {
        false => polished(m, &now, q, given, wanted)?,
        // Given values and conditions have changed: the result is the nearest to the position itself.
        true => {
            let free = m.assembly().without_conditions();
            polished(m, &now, q, Given::default(), (&free, Nearest::Start))?
        }
    };
    let from = (&v, wanted.0, wanted.1);
    let mut of = |m: &M| velocities(m, &m.now(t), &q, &v, &y, given, wanted);
    let v = corners::velocities_after(m, (t, &q, &y), (from, &mut of))?;
    check(m, q.as_slice(), v.as_slice(), y.as_slice())?;
    Ok((q, v, y))
}

/// A state whose constraints are closed already, as those of large trees are by a mechanism of their own.
///
/// # Errors
/// [`Error::NotFinite`], [`Error::Length`].
pub fn assembled_alone<M: Mechanism>(m: &M, state: Assembled<M>) -> Result<Assembled<M>, Error> {
    let (mut q, v, y) = state;
    check(m, q.as_slice(), v.as_slice(), y.as_slice())?;
    m.wind(&mut q);
    Ok((q, v, y))
}

fn closures_of<M: Mechanism>(
    m: &M,
    now: &M::TimeCache,
    lane: usize,
    (guess, reference): (&[f64], &[f64]),
    given: Given<'_>,
    (facts, effort): (&AssemblyFacts<'_>, Effort),
) -> Result<Closures, Error> {
    let mut of = LaneOfPositions::new(m, now, lane, facts);
    let layout = layout(m, facts, given, of.length(guess));
    blame::closures(&Subject::of(m, facts), &mut of, &layout, (guess, reference), effort)
}

/// The state on the constraints that is nearest to a given one, at any time. If it is `held`, it may only change
/// within [`GIVEN`](closure::GIVEN).
///
/// # Errors
/// As [`assemble`].
pub(crate) fn assemble_near<M: Mechanism>(
    m: &M,
    t: M::Scalar,
    near: Assembled<M>,
    held: bool,
) -> Result<Assembled<M>, Error> {
    let all = vec![held; near.1.len()];
    let given = Given { positions: &all, velocities: &all };
    let facts = m.assembly().without_conditions();
    let (q, v, y) = nearest(m, t, near, given, &facts)?;
    let v = match m.flags().constrained() {
        true => velocities(m, &m.now(t), &q, &v, &y, given, (&facts, Nearest::Start))?,
        false => v,
    };
    check(m, q.as_slice(), v.as_slice(), y.as_slice())?;
    Ok((q, v, y))
}

/// The initial state at a time that is nearest to a given one instead of the reference: given entries are kept, and the conditions of
/// `initial` hold.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_nearest_to<M: Mechanism>(
    m: &M,
    t: M::Scalar,
    near: Assembled<M>,
    given: Given<'_>,
) -> Result<Assembled<M>, Error> {
    let facts = m.assembly();
    let (q, v, y) = nearest(m, t, near, given, &facts)?;
    let v = match m.flags().constrained() {
        true => {
            let from = (&v, &facts, Nearest::Start);
            let mut of = |m: &M| velocities(m, &m.now(t), &q, &v, &y, given, (&facts, Nearest::Start));
            corners::velocities_after(m, (t, &q, &y), (from, &mut of))?
        }
        false => v,
    };
    check(m, q.as_slice(), v.as_slice(), y.as_slice())?;
    Ok((q, v, y))
}

/// The position of a state nearest to this one, with its velocities and states.
fn nearest<M: Mechanism>(
    m: &M,
    t: M::Scalar,
    near: Assembled<M>,
    given: Given<'_>,
    facts: &AssemblyFacts<'_>,
) -> Result<Assembled<M>, Error> {
    let (mut q, v, y) = near;
    check(m, q.as_slice(), v.as_slice(), y.as_slice())?;
    m.wind(&mut q);
    if !m.flags().constrained() {
        return Ok((q, v, y));
    }
    let now = m.now(t);
    let found = by_lanes(q.as_slice(), &mut |lane, near| {
        let mut of = LaneOfPositions::new(m, &now, lane, facts);
        let layout = layout(m, facts, given, of.length(&near));
        Subject::of(m, facts).closed(settle(&mut of, &layout, &near), false)
    })?;
    let q = polished(m, &now, copied(&q, &found), given, (facts, Nearest::Start))?;
    Ok((q, v, y))
}

/// The target for entries that are not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nearest {
    /// The reference and rest, or guesses for joints.
    Reference,
    /// The starting point of the search.
    Start,
}

/// A position with all parts of its scalar, checked again lane by lane.
fn polished<M: Mechanism>(
    m: &M,
    now: &M::TimeCache,
    q: M::Configuration,
    given: Given<'_>,
    wanted: (&AssemblyFacts<'_>, Nearest),
) -> Result<M::Configuration, Error> {
    let q = polish::positions(m, now, q, given, wanted);
    for lane in 0..M::Scalar::LANES {
        let values = lane_of(q.as_slice(), lane);
        let mut of = LaneOfPositions::new(m, now, lane, wanted.0);
        let layout = layout(m, wanted.0, given, of.length(&values));
        let closed = Subject::of(m, wanted.0).closed(closure::check(&mut of, &layout, &values), false);
        closed.map_err(|error| error.in_lane::<M::Scalar>(lane))?;
    }
    Ok(q)
}

fn velocities<M: Mechanism>(
    m: &M,
    now: &M::TimeCache,
    q: &M::Configuration,
    v: &M::Velocity,
    y: &M::States,
    given: Given<'_>,
    (facts, nearest): (&AssemblyFacts<'_>, Nearest),
) -> Result<M::Velocity, Error> {
    let mut at = m.position_cache();
    m.place(now, q, &mut at);
    let (conditions, condition_tolerances) = facts.velocity_conditions();
    let given_velocities = GivenVelocities {
        entries: given.velocities,
        tolerances: facts.velocity_tolerances,
        conditions: conditions.len(),
        condition_tolerances,
    };
    let subject = Subject::of(m, facts);
    let mut rounded = false;
    let found = by_lanes(v.as_slice(), &mut |lane, start| {
        // Without deviations of joints, the result is the nearest to the guess.
        let same = (nearest == Nearest::Start || facts.deviations == 0).then(|| start.clone());
        let mut of = LaneOfVelocities::new(m, &at, y, lane, facts, same);
        let closed = match nearest {
            Nearest::Reference => blame::velocities(&subject, &mut of, &start, given_velocities)?,
            // A state of a motion is not an initial value of the user.
            Nearest::Start => subject.closed(close_velocities(&mut of, &start, given_velocities), true)?,
        };
        rounded |= closed.rounded;
        Ok(closed.velocity)
    })?;
    let found = copied(v, &found);
    if rounded {
        let free = m.assembly().without_conditions();
        return Ok(polish::velocities(
            m,
            &at,
            (&found, found.clone()),
            y,
            Given::default(),
            (&free, Nearest::Start),
        ));
    }
    Ok(polish::velocities(m, &at, (v, found), y, given, (facts, nearest)))
}

/// Checks that a state has the lengths of the mechanism, and that it is finite.
fn check<M: Mechanism>(m: &M, q: &[M::Scalar], v: &[M::Scalar], y: &[M::Scalar]) -> Result<(), Error> {
    let mechanism = || m.names().mechanism.to_string();
    WrongLength::in_state(m, q, v, y).map_err(|length| Error::Length { mechanism: mechanism(), length })?;
    let (row, x) = if let Some(i) = first_not_finite(q) {
        (Row::of_coordinate(m, i), q[i])
    } else if let Some(i) = first_not_finite(v) {
        (Row::of_matrix(m, i), v[i])
    } else if let Some(i) = first_not_finite(y) {
        (Row::of_state(m, i), y[i])
    } else {
        return Ok(());
    };
    // A part that is not the leading one, as a derivative, belongs to the only lane.
    let lane = (0..M::Scalar::LANES).find(|&lane| !x.lane(lane).is_finite()).unwrap_or(0);
    Err(Error::NotFinite { mechanism: mechanism(), row }.in_lane::<M::Scalar>(lane))
}
