//! What a motion does between its keyframes, where a page cannot show it: turns of bodies, and the largest forces and outputs.
//!
//! ```text
//! turn of a step     2 atan2(|v|, |w|)     (v, w) = q̄ ⊗ q⁺, the rotations at its beginning and its end      (1)
//! ```
//! Turns of the steps between two keyframes are added: a body turns by their sum, or further. A step across a keyframe is divided in proportion to time.
//!
//! Invariant: memory does not grow with the number of steps.

use crate::keyframes::{NUMBERS, split};
use crate::messages;
use crate::rotation::{Quaternion, multiply, quaternion};
use crate::{Column, ColumnKind};

/// A turn between two keyframes, in rad, from which on the interpolation of the page errs by about 1e-5 of the size of a body and more.
const FAR: f64 = 0.5;
/// The ratio of a value between keyframes to the largest one at keyframes that is reported.
const EXCESS: f64 = 1.1;
/// Values up to this one, in the unit of the column, may be rounding: they are reported if they exceed those at keyframes by another ratio.
const ROUNDING: f64 = 1e-9;
const EXCESS_OF_SMALL: f64 = 10.0;
/// Values below this share of the largest one of their unit are not reported; arrows of this length are not drawn.
const SLIGHT: f64 = 1e-3;

/// Follows a motion from step to step.
#[derive(Clone, Debug)]
pub struct Between {
    /// The times of the last two steps.
    times: [f64; 2],
    turns: Vec<Turn>,
    values: Vec<Peak>,
}

/// The turns of a body.
#[derive(Clone, Debug, Default)]
struct Turn {
    /// The rotation at the last step.
    rotation: Option<Quaternion>,
    /// The sum of (1) since the last keyframe, at the last two steps.
    sums: [f64; 2],
    /// The largest sum between two keyframes.
    largest: f64,
}

/// An output, a force or a torque.
#[derive(Clone, Debug)]
struct Peak {
    name: String,
    unit: String,
    /// The indices of its components among the columns.
    components: Vec<usize>,
    /// Its largest magnitude at any step.
    largest: f64,
}

impl Peak {
    /// The magnitude, if it is finite.
    fn magnitude(&self, value: impl Fn(usize) -> f64) -> Option<f64> {
        let size = self.components.iter().map(|&k| value(k).powi(2)).sum::<f64>().sqrt();
        size.is_finite().then_some(size)
    }
}

impl Between {
    /// A motion of so many bodies with these columns, whose values are not used.
    pub fn new(bodies: usize, columns: &[Column]) -> Self {
        let mut values: Vec<Peak> = Vec::new();
        let mut keys: Vec<ColumnKind> = Vec::new();
        for (k, column) in columns.iter().enumerate().filter(|(_, one)| one.kind != ColumnKind::Coordinate) {
            // Components of an arrow have the kind of its first one.
            let key = match column.kind {
                ColumnKind::Reaction(joint, _) => ColumnKind::Reaction(joint, 0),
                ColumnKind::Force(force, component) => ColumnKind::Force(force, component / 3),
                kind => kind,
            };
            let known = keys.iter().position(|other| *other == key && key != ColumnKind::Output);
            if let Some(known) = known {
                values[known].components.push(k);
                continue;
            }
            let letters = [".x", ".y", ".z"];
            let stem = letters.iter().find_map(|letter| column.name.strip_suffix(*letter));
            keys.push(key);
            values.push(Peak {
                name: stem.unwrap_or(&column.name).to_owned(),
                unit: column.unit.clone(),
                components: vec![k],
                largest: 0.0,
            });
        }
        Self { times: [f64::NEG_INFINITY; 2], turns: vec![Turn::default(); bodies], values }
    }

    /// The next step, or the next one that is looked at: its time, position (3 numbers) and rotation matrix (9, row by row) of each body, and one value for each column.
    pub fn step(&mut self, time: f64, poses: &[f64], values: &[f64]) {
        self.times = [self.times[1], time];
        for (turn, pose) in self.turns.iter_mut().zip(poses.chunks_exact(NUMBERS)) {
            let rotation = quaternion(&split(pose).1);
            let further = turn.rotation.map_or(0.0, |before| angle(before, rotation));
            turn.rotation = Some(rotation);
            turn.sums = [turn.sums[1], turn.sums[1] + further];
        }
        for peak in &mut self.values {
            let size = peak.magnitude(|k| values.get(k).copied().unwrap_or(f64::NAN));
            peak.largest = size.map_or(peak.largest, |size| peak.largest.max(size));
        }
    }

    /// A keyframe between the last two steps, or at the last one.
    pub fn keyframe(&mut self, time: f64) {
        let [before, now] = self.times;
        let share = if now > before && before.is_finite() { (time - before) / (now - before) } else { 1.0 };
        for turn in &mut self.turns {
            let [first, last] = turn.sums;
            let sum = first + share.clamp(0.0, 1.0) * (last - first);
            turn.largest = turn.largest.max(sum);
            turn.sums = [first - sum, last - sum];
        }
    }

    /// Notes on what the keyframes do not show: the columns of [`new`](Self::new), with one value for each of them, and a sentence that
    /// tells what to do.
    pub fn notes(&self, bodies: &[String], columns: &[Column], help: &str) -> Vec<String> {
        let turns = self.turns.iter().map(|turn| turn.largest.max(turn.sums[1]));
        let mut far: Vec<(f64, &String)> = turns.zip(bodies).filter(|(turn, _)| *turn > FAR).collect();
        far.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let mut notes = Vec::new();
        if let Some((turn, body)) = far.first() {
            notes.push(messages::far_turns(body, far.len() - 1, *turn, help));
        }
        let largest_of = |unit: &str| {
            let same = self.values.iter().filter(|peak| peak.unit == unit);
            same.map(|peak| peak.largest).fold(0.0, f64::max)
        };
        let mut missed = Vec::new();
        for peak in self.values.iter().filter(|peak| peak.largest > SLIGHT * largest_of(&peak.unit)) {
            let at = |frame: usize| peak.magnitude(|k| columns[k].values[frame]);
            let frames = peak.components.first().map_or(0, |&k| columns[k].values.len());
            let shown = (0..frames).filter_map(at).fold(0.0, f64::max);
            let excess = if peak.largest > ROUNDING { EXCESS } else { EXCESS_OF_SMALL };
            if peak.largest > excess * shown {
                missed.push((&peak.name, &peak.unit, peak.largest, shown));
            }
        }
        if !missed.is_empty() {
            notes.push(messages::missed_peaks(&missed, help));
        }
        notes
    }
}

/// (1).
fn angle([x, y, z, w]: Quaternion, to: Quaternion) -> f64 {
    let [a, b, c, d] = multiply([-x, -y, -z, w], to);
    2.0 * a.hypot(b).hypot(c).atan2(d.abs())
}
