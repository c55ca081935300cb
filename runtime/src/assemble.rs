//! From what the user knows of the initial state to a complete one: closes the loops, position
//! first, then velocity.
//!
//! ```text
//! g(t₀, q) = 0,  c(q) = 0,  h(q) > 0,  min |d(q)|²                 position    (1)
//! G v + g_t = 0,  k(t₀, q, v) = 0,  min |D v − w|²                 velocity    (2)
//! ```
//!
//! c are conditions of `initial`, h cosines of angles that constraints hold by their sines, d deviations of joints
//! from the reference ([`AssemblyFacts`]). The search is that of the compiler, [`linkwork_numerics::closure`].
//!
//! Invariant: what comes back satisfies every constraint, repeated ones included, to 1e-12 of the size
//! of its terms, and turns no joint over, or it is an error that names the constraints that stay open. Given values
//! are not moved, unless they violate a constraint by no more than half a unit of their last decimal, or 1e-5.

mod blame;
mod distance;
mod levels;
mod polish;
mod reachable;

use crate::AssemblyFacts;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
pub use distance::{AssemblyReport, assembly_report};
pub use linkwork_numerics::closure::Closure;
pub use reachable::{Reachable, closures};

use crate::error::{Error, Gap, Row, joint_of};
use crate::{Mechanism, Named, Real, Space, Vector};
use levels::{LaneOfPositions, LaneOfVelocities, layout};
use linkwork_numerics::closure::{
    self, Closures, Effort, GivenVelocities, Open, close_velocities, search, settle,
};

/// Which entries of the initial state the user gave, by position in the velocity vector (on a
/// manifold: which directions of the tangent space). A missing entry counts as not given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// Positions that stay as they are.
    pub positions: &'a [bool],
    /// Velocities that stay as they are.
    pub velocities: &'a [bool],
}

impl<'a> Given<'a> {
    /// What is given of positions and of velocities.
    pub const fn of(positions: &'a [bool], velocities: &'a [bool]) -> Self {
        Self { positions, velocities }
    }
}

/// A quantity of a body must be positive (`strict`), or at least not negative.
///
/// # Errors
/// [`Error::Unphysical`] with the reason.
pub fn check_body(mechanism: &str, reason: &str, value: f64, strict: bool) -> Result<(), Error> {
    // Not a number fails too.
    if value > 0.0 || (!strict && value == 0.0) {
        return Ok(());
    }
    Err(Error::Unphysical { mechanism: mechanism.into(), reason: reason.into(), value })
}

/// A complete initial state (q, v, y) at t = 0.
pub type Assembled<M> = (<M as Space>::Configuration, <M as Space>::Velocity, <M as Space>::States);

/// A parameter must be finite.
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
/// of the Jacobian is found on the way, so constraints that repeat others are accepted if they agree with
/// them. The iteration converges on every part and lane of the scalar.
///
/// # Errors
/// [`Error::Initial`] where given values exclude each other, with a smallest set of them, or violate constraints that move
/// nothing else, [`Error::Contradiction`] where constraints exclude each other, [`Error::Assembly`] where others stay open, [`Error::TurnedOver`] where they close with joints turned over
/// only, [`Error::NotFinite`] where the guess or the result is not finite.
pub fn assemble<M: Mechanism>(m: &M, guess: Assembled<M>, given: Given<'_>) -> Result<Assembled<M>, Error> {
    let reference = guess.0.clone();
    assemble_model(m, guess, &reference, given)
}

/// [`assemble`] with the configuration where nothing is given, and with the conditions of `initial`, which are named
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
    let (q, v, y) = guess;
    check_finite(m, q.as_slice(), v.as_slice(), y.as_slice())?;
    let facts = m.assembly();
    let mut q = q;
    m.wind(&mut q);
    if !m.flags().constrained() && facts.conditions.is_empty() {
        return Ok((q, v, y));
    }
    let now = m.now(M::Scalar::zero());
    let mut rounded = false;
    let q = by_lanes(q.as_slice(), |lane| {
        let reference: Vec<f64> = reference.as_slice().iter().map(|x| x.lane(lane)).collect();
        let guess: Vec<f64> = q.as_slice().iter().map(|x| x.lane(lane)).collect();
        let found = closures_of(m, &now, lane, (&guess, &reference), given, (&facts, Effort::Known))?;
        rounded |= found.rounded;
        Ok(found.found.into_iter().next().map_or(guess, |closure| closure.position))
    })
    .map(|found| copied(&q, &found))?;
    let wanted = (&facts, Nearest::Reference);
    let q = match rounded {
        false => polished(m, &now, q, given, wanted)?,
        // Given values and conditions have moved: the position itself is what there is to be near to.
        true => {
            let free = m.assembly().without_conditions();
            polished(m, &now, q, Given::default(), (&free, Nearest::Start))?
        }
    };
    let v = velocities(m, &now, &q, &v, &y, given, wanted)?;
    check_finite(m, q.as_slice(), v.as_slice(), y.as_slice())?;
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
    let known: Vec<Vec<f64>> = facts.closures.iter().map(|closure| closure.to_vec()).collect();
    let from = (guess, reference);
    search(&mut of, &layout, from, &known, effort)
        .map_err(|open| blame::of_positions(m, &open, &mut of, &layout, from, facts))
}

/// The state on the constraints that is nearest to a given one, at any time. Where it is `held`, it may only move by
/// what [`GIVEN`](closure::GIVEN) allows.
///
/// # Errors
/// As [`assemble`].
pub(crate) fn assemble_near<M: Mechanism>(
    m: &M,
    t: M::Scalar,
    near: Assembled<M>,
    held: bool,
) -> Result<Assembled<M>, Error> {
    let (mut q, v, y) = near;
    check_finite(m, q.as_slice(), v.as_slice(), y.as_slice())?;
    m.wind(&mut q);
    if !m.flags().constrained() {
        return Ok((q, v, y));
    }
    let facts = m.assembly().without_conditions();
    let now = m.now(t);
    let all = vec![held; v.len()];
    let given = Given { positions: &all, velocities: &all };
    let found = by_lanes(q.as_slice(), |lane| {
        let near: Vec<f64> = q.as_slice().iter().map(|x| x.lane(lane)).collect();
        let mut of = LaneOfPositions::new(m, &now, lane, &facts);
        let layout = layout(m, &facts, given, of.length(&near));
        settle(&mut of, &layout, &near).map_err(|open| refused(m, &open, false))
    })?;
    let wanted = (&facts, Nearest::Start);
    let q = polished(m, &now, copied(&q, &found), given, wanted)?;
    let v = velocities(m, &now, &q, &v, &y, given, wanted)?;
    check_finite(m, q.as_slice(), v.as_slice(), y.as_slice())?;
    Ok((q, v, y))
}

/// What open positions and velocities are near to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nearest {
    /// The reference, and rest; or what was guessed of joints.
    Reference,
    /// Where the search started.
    Start,
}

/// A position with all parts of its scalar, checked once more: lane by lane it is closed.
fn polished<M: Mechanism>(
    m: &M,
    now: &M::TimeCache,
    q: M::Configuration,
    given: Given<'_>,
    wanted: (&AssemblyFacts<'_>, Nearest),
) -> Result<M::Configuration, Error> {
    let q = polish::positions(m, now, q, given, wanted);
    for lane in 0..M::Scalar::LANES {
        let values: Vec<f64> = q.as_slice().iter().map(|x| x.lane(lane)).collect();
        let mut of = LaneOfPositions::new(m, now, lane, wanted.0);
        let layout = layout(m, wanted.0, given, of.length(&values));
        closure::check(&mut of, &layout, &values).map_err(|open| refused(m, &open, false))?;
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
    let said = GivenVelocities {
        entries: given.velocities,
        tolerances: facts.velocity_tolerances,
        conditions: conditions.len(),
        condition_tolerances,
    };
    let mut rounded = false;
    let found = by_lanes(v.as_slice(), |lane| {
        let start: Vec<f64> = v.as_slice().iter().map(|x| x.lane(lane)).collect();
        // Where nothing is known of joints, the guess is what there is to be near to.
        let same = (nearest == Nearest::Start || facts.deviations == 0).then(|| start.clone());
        let mut of = LaneOfVelocities::new(m, &at, y, lane, facts, same);
        let closed = close_velocities(&mut of, &start, said).map_err(|open| match nearest {
            Nearest::Reference => blame::of_velocities(m, &open, &mut of, &start, given, said, conditions),
            // A state of a motion is no initial value of the user.
            Nearest::Start => refused(m, &open, true),
        })?;
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

/// A vector whose lanes are found one by one.
fn by_lanes<T: Real>(
    start: &[T],
    mut find: impl FnMut(usize) -> Result<Vec<f64>, Error>,
) -> Result<Vec<T>, Error> {
    let lanes = (0..T::LANES).map(&mut find).collect::<Result<Vec<_>, _>>()?;
    let of = |(i, start): (usize, &T)| {
        let values: Vec<f64> = lanes.iter().map(|lane| lane[i]).collect();
        let same = (0..T::LANES).all(|lane| start.lane(lane) == values[lane]);
        // What did not move keeps its parts.
        if same { *start } else { T::from_lanes(&values) }
    };
    Ok(start.iter().enumerate().map(of).collect())
}

fn copied<T: Real, V: Vector<T>>(like: &V, values: &[T]) -> V {
    let mut copy = like.clone();
    copy.as_mut_slice().copy_from_slice(values);
    copy
}

/// Joints whose cosines these are.
pub(crate) fn joints_of<M: Mechanism>(m: &M, guards: &[(usize, usize)], cosines: &[usize]) -> Vec<String> {
    let mut joints: Vec<String> = Vec::new();
    for (row, _) in guards.iter().filter(|(_, cosine)| cosines.contains(cosine)) {
        let name = m.names().holonomic.get(*row).map_or("", |named| named.name.as_ref());
        if !joints.iter().any(|known| known == joint_of(name)) {
            joints.push(joint_of(name).to_owned());
        }
    }
    joints
}

/// An open level as an error that speaks of names.
fn refused<M: Mechanism>(m: &M, open: &Open, rates: bool) -> Error {
    let names = m.names();
    let facts = m.assembly();
    let (below, above) = facts.conditions.split_at(facts.position_conditions.min(facts.conditions.len()));
    let named: Vec<(&Named, bool)> = if rates {
        let of_g = names.holonomic.iter().map(|n| (n, true));
        of_g.chain(names.nonholonomic.iter().chain(above).map(|n| (n, false))).collect()
    } else {
        names.holonomic.iter().chain(below).map(|n| (n, false)).collect()
    };
    let mechanism = names.mechanism.to_string();
    let all = |gaps: &[closure::Gap]| {
        gaps.iter().filter_map(|g| named.get(g.row).map(|of| gap(*of, g.value))).collect()
    };
    match open {
        Open::Given(gaps) => Error::Initial { mechanism, values: Vec::new(), gaps: all(gaps) },
        Open::Contradiction(gaps) => Error::Contradiction { mechanism, gaps: all(gaps) },
        Open::Apart(gaps) => Error::Assembly { mechanism, gaps: all(gaps) },
        Open::TurnedOver(cosines) => {
            Error::TurnedOver { mechanism, joints: joints_of(m, facts.guards, cosines) }
        }
    }
}

fn gap((named, rate): (&Named, bool), value: f64) -> Gap {
    let unit = match (rate, named.unit.is_empty()) {
        (true, false) => format!("{}/s", named.unit),
        _ => named.unit.to_string(),
    };
    let name = if rate { format!("der({})", named.name) } else { named.name.to_string() };
    Gap { name, value, unit }
}

fn check_finite<M: Mechanism>(m: &M, q: &[M::Scalar], v: &[M::Scalar], y: &[M::Scalar]) -> Result<(), Error> {
    let bad = |list: &[M::Scalar]| list.iter().position(|x| !x.is_finite());
    let coordinate = |i: usize| match m.names().coordinates.get(i) {
        Some(n) => Row::Coordinate(n.name.to_string()),
        None => Row::Outside(i),
    };
    let row = if let Some(i) = bad(q) {
        coordinate(i)
    } else if let Some(i) = bad(v) {
        Row::of_matrix(m, i)
    } else if let Some(i) = bad(y) {
        Row::of_state(m, i)
    } else {
        return Ok(());
    };
    Err(Error::NotFinite { mechanism: m.names().mechanism.to_string(), row })
}
