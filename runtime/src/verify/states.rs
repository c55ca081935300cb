//! The initial state and random ones near it, on the constraints.
//!
//! ```text
//! q ← q ⊞ δ,  δ random;   q ← q ⊞ −J⁺ g until g = 0;   v ← w − J⁺ (g_t + G w, k),  w random                 (1)
//! ```
//!
//! at a random time shortly after the start, if the time appears: what vanishes at the start need not vanish then.
//!
//! Invariant: every state satisfies its constraints to rounding, and has accelerations and reactions.

use crate::analysis::point::{Point, moved, norms, vector};
use crate::analysis::row_space::{RowSpace, column, only};
use crate::analysis::{Analyse, DVector};
use crate::error::Error;
use crate::solution::State;
use crate::stepper::Start;
use crate::{Mechanism, Vector};
use alloc::vec;
use alloc::vec::Vec;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;

/// The first displacements, relative to the size of the coordinates, and the latest time, in s; reduced to a quarter if the constraints cannot be satisfied.
const NEAR: f64 = 0.1;
/// The largest number of reductions.
const SHRUNK: usize = 5;
/// Newton's iterations of (1).
const ITERATIONS: usize = 30;
/// Switching functions below this, in their units, are zero.
const ON_SWITCH: f64 = 1e-9;
/// The tolerance of constraints, relative to the size of the coordinates.
const CLOSED: f64 = 1e-13;

/// Numbers in [−1, 1), the same in every run (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// The initial state, and up to `count` random ones (those that cannot satisfy the constraints are omitted). A start on a switch of the forces
/// (a body that touches the floor) is omitted too if there are others: differences would straddle the kink.
pub(super) fn states<M: Mechanism<Scalar = f64>>(m: &M, count: usize) -> Result<Vec<State<M>>, Error> {
    let (mut random, mut times) = (Random(1), Random(2));
    let mut found = vec![m.initial_state()?];
    found.extend((0..count).filter_map(|_| near(m, &mut random, &mut times)));
    if found.len() > 1 && is_on_switch(m, &found[0]) {
        found.remove(0);
    }
    Ok(found)
}

/// Whether a switching function is zero, except those of friction, whose velocities are zero at rest.
fn is_on_switch<M: Mechanism<Scalar = f64>>(m: &M, state: &State<M>) -> bool {
    let sizes = m.sizes();
    let point = Point::new(m, state.t, &state.q);
    let mut values = M::Switches::zeros(sizes.switches + 3 * m.names().coincidences.len());
    m.switches(&point.at, &state.v, &state.y, &mut values);
    let is_friction = |&k: &usize| m.grips().iter().any(|grip| grip.side == Some(k));
    (0..sizes.sides).filter(|k| !is_friction(k)).any(|k| values.as_slice()[k].abs() <= ON_SWITCH)
}

/// A random state near the initial one.
fn near<M: Mechanism<Scalar = f64>>(m: &M, random: &mut Random, times: &mut Random) -> Option<State<M>> {
    let late = if m.flags().time_explicit { times.next().abs() } else { 0.0 };
    let (q, v, y) = m.initial();
    let sizes = norms::<M>(&q, v.len());
    let shift = DVector::from_fn(v.len(), |i, _| sizes[i].max(1.0) * random.next());
    let speeds = DVector::from_fn(v.len(), |i, _| v.as_slice()[i].abs().max(1.0) * random.next());
    let scale = sizes.iter().fold(1.0, |most: f64, x| most.max(*x));
    let states: Vec<f64> = y.as_slice().iter().map(|y| y + NEAR * y.abs().max(1.0) * random.next()).collect();
    (0..=SHRUNK).find_map(|k| {
        let part = NEAR * 0.25_f64.powi(k as i32);
        let t = part * late;
        let q = closed(m, t, moved(m, &q, &(&shift * part)), CLOSED * scale)?;
        let point = Point::new(m, t, &q);
        let mut v: M::Velocity = vector(speeds.as_slice());
        // Constraints that are not linear in velocities need a few iterations.
        for _ in 0..ITERATIONS {
            let rates = point.rates(&v);
            if rates.is_empty() || rates.amax() <= CLOSED * scale {
                break;
            }
            let (lambda, psi) = m.initial_reactions();
            let rows = point.rows(&point.moving(&v, &vector(&states), &lambda, &psi));
            let by = only(&RowSpace::on_manifold(&rows, point.rank()).shortest(&column(&rates)));
            v.axpy(-1.0, &vector(by.as_slice()));
        }
        m.motion(&Start { t, q, v, y: vector(&states) }).ok()
    })
}

/// (1) for positions.
fn closed<M: Mechanism<Scalar = f64>>(
    m: &M,
    t: f64,
    mut q: M::Configuration,
    tolerance: f64,
) -> Option<M::Configuration> {
    for _ in 0..ITERATIONS {
        let point = Point::new(m, t, &q);
        let gaps = point.gaps();
        if gaps.is_empty() || gaps.amax() <= tolerance {
            return Some(q);
        }
        let rows = point.position_rows();
        let rank = rows.nrows().saturating_sub(m.sizes().redundancy);
        let by = only(&RowSpace::of_rank(&rows, rank).shortest(&column(&gaps)));
        if !by.iter().all(|x| x.is_finite()) {
            return None;
        }
        q = moved(m, &q, &-by);
    }
    None
}
