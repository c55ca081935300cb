//! Which given values prevent a level from closing: a smallest set of them that contradict each other.
//!
//! Invariant: values are blamed only if the level closes without them.

use super::{Open, Positions, Rows, Velocities};
use alloc::vec;
use alloc::vec::Vec;

/// A given value and the entries or conditions that it fixes.
#[derive(Clone, Debug, Default)]
pub struct GivenValue {
    /// Directions or velocities.
    pub entries: Vec<usize>,
    /// The number among the conditions of its level.
    pub condition: Option<usize>,
}

/// Values of one level that exclude each other, and what stays open with them.
#[derive(Clone, Debug)]
pub struct Blamed {
    /// Their numbers.
    pub values: Vec<usize>,
    /// The equations that stay open.
    pub open: Open,
}

/// The part of the given values that is kept on a level.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Which entries hold.
    pub entries: Vec<bool>,
    /// Which conditions hold.
    pub conditions: Vec<bool>,
}

impl Kept {
    /// Those of `values` that `kept` marks, of that many conditions; otherwise the entries as given.
    fn of(values: &[GivenValue], kept: &[bool], entries: &[bool], conditions: usize) -> Self {
        let mut held = Self { entries: entries.to_vec(), conditions: vec![true; conditions] };
        for (one, _) in values.iter().zip(kept).filter(|(_, kept)| !**kept) {
            one.entries.iter().for_each(|&j| held.entries[j] = false);
            if let Some(number) = one.condition {
                held.conditions[number] = false;
            }
        }
        held
    }

    /// Tolerances of the conditions that hold.
    pub fn tolerances(&self, all: &[f64]) -> Vec<f64> {
        let both = all.iter().zip(&self.conditions);
        both.filter(|(_, kept)| **kept).map(|(tolerance, _)| *tolerance).collect()
    }

    /// Rows without the conditions, the last of them, that do not hold.
    fn rows(&self, mut rows: Rows) -> Rows {
        let count = rows.values.len();
        let first = count - self.conditions.len();
        let kept = |row: usize| row < first || self.conditions[row - first];
        let mut row = 0;
        rows.values.retain(|_| (kept(row), row += 1).0);
        let mut row = 0;
        rows.jacobian.retain(|_| (kept(row), row += 1).0);
        rows
    }
}

/// The equations of a level with some of its conditions.
pub struct Part<'p, P: ?Sized> {
    /// All of them.
    pub of: &'p mut P,
    /// Which conditions hold.
    pub kept: &'p Kept,
}

impl<P: Positions + ?Sized> Positions for Part<'_, P> {
    fn equations(&mut self, q: &[f64]) -> Rows {
        self.kept.rows(self.of.equations(q))
    }

    fn deviations(&mut self, q: &[f64]) -> Rows {
        self.of.deviations(q)
    }

    fn cosines(&mut self, q: &[f64]) -> Rows {
        self.of.cosines(q)
    }

    fn displace(&mut self, q: &mut [f64], by: &[f64]) {
        self.of.displace(q, by);
    }

    fn wind(&mut self, q: &mut [f64]) {
        self.of.wind(q);
    }
}

impl<V: Velocities + ?Sized> Velocities for Part<'_, V> {
    fn equations(&mut self, v: &[f64]) -> Rows {
        self.kept.rows(self.of.equations(v))
    }

    fn deviations(&mut self, v: &[f64]) -> Rows {
        self.of.deviations(v)
    }
}

/// A smallest set of values that contradict each other: each of them can be kept if another is dropped. `None` if the
/// level does not close even without any. `given` marks the given entries; the last argument is the number of conditions.
pub fn blamed(
    values: &[GivenValue],
    given: &[bool],
    conditions: usize,
    closes: &mut dyn FnMut(&Kept) -> Result<(), Open>,
) -> Option<Blamed> {
    let mut attempt = |held: &[usize]| {
        let kept: Vec<bool> = (0..values.len()).map(|i| held.contains(&i)).collect();
        closes(&Kept::of(values, &kept, given, conditions))
    };
    if values.is_empty() || attempt(&[]).is_err() {
        return None;
    }
    let mut held: Vec<usize> = (0..values.len()).collect();
    let mut open = attempt(&held).err()?;
    let mut size = held.len().div_ceil(2);
    loop {
        let mut at = 0;
        while at < held.len() {
            let rest = [&held[..at], &held[(at + size).min(held.len())..]].concat();
            match if rest.is_empty() { Ok(()) } else { attempt(&rest) } {
                Err(still) => (held, open) = (rest, still),
                Ok(()) => at += size,
            }
        }
        if size == 1 {
            break;
        }
        size = size.div_ceil(2);
    }
    Some(Blamed { values: held, open })
}
