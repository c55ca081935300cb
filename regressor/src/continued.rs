//! Motions of which the independent entries are known, followed from one instant to the next.
//!
//! ```text
//! q(s) = q₀ ⊞ s δ,  0 ≤ s ≤ 1        δ: from q₀ to the independent coordinates of the next instant                    (1)
//! ```
//!
//! The dependent coordinates are corrected along (1), part by part. A part is accepted if its two halves lead to the same position; otherwise it
//! is halved. A part that is too long could end in another closure of the loops.
//!
//! Invariant: of the next instant, independent entries of q, v and a are read, and no others: dependent ones may have any value.

use crate::instant::Instant;
use crate::messages;
use crate::regressor::Regressor;
use linkwork::{Described, Error, Manifold};
use nalgebra::DVector;

/// The largest angle of a part, in rad.
const PART: f64 = 0.5;
/// The largest number of parts before any is halved.
const PARTS: f64 = 1e4;
/// Halvings of a part before it is given up.
const HALVINGS: usize = 10;
/// Positions that differ by less, relative to the coordinates, are the same.
const SAME: f64 = 1e-6;

/// (1).
struct Way<'a> {
    /// q₀ with its time and inputs.
    from: &'a Instant,
    to: &'a Instant,
    independent: &'a [usize],
    /// The independent coordinates.
    entries: Vec<usize>,
    /// q₀ with the independent coordinates of the end.
    target: Vec<f64>,
    /// δ.
    by: DVector<f64>,
}

impl Regressor {
    /// The next instant of a motion: its independent entries of q, v and a, and all others in the closure that continues the one `before`,
    /// which satisfies the constraints between positions.
    ///
    /// Constraints between velocities alone do not determine positions: with them, all of q is where the search begins, as in
    /// [`following`](Self::following).
    ///
    /// # Errors
    /// Positions that cannot be followed, independent entries that do not determine the others, joints that are turned over.
    pub fn continued(
        &self,
        before: &Instant,
        next: &Instant,
        independent: &[usize],
    ) -> Result<Instant, Error> {
        let tape = self.tape();
        before.check(tape)?;
        next.check(tape)?;
        if !tape.flags().constrained() || tape.sizes().nonholonomic > 0 {
            return self.following(next, independent);
        }
        let entries: Vec<usize> = independent.iter().flat_map(|&i| self.coordinates_of(i)).collect();
        let mut target = before.q.clone();
        entries.iter().for_each(|&entry| target[entry] = next.q[entry]);
        tape.normalise("q", &mut target)?;
        let mut by = DVector::zeros(next.v.len());
        let vector = |x: &[f64]| DVector::from_column_slice(x);
        tape.difference(&vector(&before.q), &vector(&target), &mut by);
        let way = Way { from: before, to: next, independent, entries, target, by };
        let turned = (0..way.by.len()).filter(|&i| self.unit(i) == "rad/s").map(|i| way.by[i].abs());
        let parts = (turned.fold(0.0, f64::max) / PART).ceil().clamp(1.0, PARTS);
        let mut here = before.clone();
        for part in 0..parts as usize {
            let share = |part: usize| if part as f64 == parts { 1.0 } else { part as f64 / parts };
            here = self.followed(&way, &here, (share(part), share(part + 1)), HALVINGS)?;
        }
        let mut end = Instant { q: here.q, ..next.clone() };
        for i in (0..end.v.len()).filter(|i| !independent.contains(i)) {
            (end.v[i], end.a[i]) = (0.0, 0.0);
        }
        self.following(&end, independent)
    }

    /// The position at the end of a part, from that at its beginning.
    fn followed(
        &self,
        way: &Way<'_>,
        here: &Instant,
        (from, to): (f64, f64),
        halvings: usize,
    ) -> Result<Instant, Error> {
        let middle = 0.5 * (from + to);
        let halves = |first: Result<Instant, Error>| self.part(way, &first?, (middle, to));
        let (whole, twice) = (self.part(way, here, (from, to)), halves(self.part(way, here, (from, middle))));
        let error = match (whole, twice) {
            (Ok(whole), Ok(twice)) if self.is_same(&whole, &twice) => return Ok(twice),
            (Err(error), _) | (_, Err(error)) => error,
            _ => messages::not_reached(way.to.time),
        };
        if halvings == 0 {
            return Err(error);
        }
        let first = self.followed(way, here, (from, middle), halvings - 1)?;
        self.followed(way, &first, (middle, to), halvings - 1)
    }

    /// The position at `to`, searched near the one at `from`.
    fn part(&self, way: &Way<'_>, here: &Instant, (from, to): (f64, f64)) -> Result<Instant, Error> {
        let tape = self.tape();
        let mut q = DVector::from_column_slice(&here.q);
        let step = &way.by * (to - from);
        tape.advance(&mut q, &step, &mut DVector::zeros(step.len()));
        if to == 1.0 {
            // Without the rounding of sums.
            way.entries.iter().for_each(|&entry| q[entry] = way.target[entry]);
        }
        let between = |a: f64, b: f64| if to == 1.0 { b } else { a + (b - a) * to };
        let inputs = way.from.inputs.iter().zip(&way.to.inputs).map(|(a, b)| between(*a, *b));
        let still = vec![0.0; step.len()];
        let there = Instant {
            time: between(way.from.time, way.to.time),
            q: q.as_slice().to_vec(),
            v: still.clone(),
            a: still,
            states: way.to.states.clone(),
            inputs: inputs.collect(),
            efforts: way.to.efforts.clone(),
        };
        self.following(&there, way.independent)
    }

    fn is_same(&self, one: &Instant, other: &Instant) -> bool {
        let vector = |x: &[f64]| DVector::from_column_slice(x);
        let mut apart = DVector::zeros(one.v.len());
        self.tape().difference(&vector(&one.q), &vector(&other.q), &mut apart);
        apart.amax() <= SAME * (1.0 + vector(&one.q).amax())
    }
}
