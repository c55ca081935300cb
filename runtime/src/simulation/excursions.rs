//! Monitors the limits of quantities: excursions are listed in the report of a run.

use crate::error::SnapshotError;
use crate::solution::Excursion;
use crate::stepper::Sample;
use crate::transfer::Transfer;
use crate::{Mechanism, Named, Real};
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// The tolerance of a limit, relative to it (to one, if it is smaller): assembly and rounding cause less.
const ON_IT: f64 = 1e-9;

/// The excursions so far.
pub(super) struct Excursions<M: Mechanism> {
    values: Vec<[M::Scalar; 3]>,
    /// The excursion of each quantity, if any.
    found: Vec<Option<Excursion>>,
}

impl<M: Mechanism> Excursions<M> {
    pub(super) fn new(m: &M) -> Self {
        let (count, contacts) = (m.names().ranges.len(), m.names().contacts.len());
        Self { values: vec![[M::Scalar::zero(); 3]; count + contacts], found: vec![None; count] }
    }

    /// The depths of contacts at the last sample.
    pub(super) fn depths(&self) -> impl Iterator<Item = f64> + '_ {
        depths_of(&self.values[self.found.len()..])
    }

    /// Checks a sample, in every lane.
    pub(super) fn look(&mut self, m: &M, sample: &Sample<'_, M>) {
        if self.values.is_empty() {
            return;
        }
        m.ranges(sample.at, sample.v, sample.y, sample.a, (sample.lambda, sample.psi), &mut self.values);
        beyond(&self.values, &m.names().ranges, sample.t.value(), &mut self.found);
    }

    /// Writes to a snapshot or reads from it.
    pub(super) fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        transfer(&mut self.found, over)
    }

    /// All of them, in the order of the quantities.
    pub(super) fn all(self) -> Vec<Excursion> {
        self.found.into_iter().flatten().collect()
    }
}

fn depths_of<T: Real>(rows: &[[T; 3]]) -> impl Iterator<Item = f64> + '_ {
    rows.iter().map(|row| row[0].value())
}

/// Records quantities beyond their limits, in any lane, at this time.
fn beyond<T: Real>(ranges: &[[T; 3]], names: &[Named], time: f64, found: &mut [Option<Excursion>]) {
    for (number, (range, found)) in ranges.iter().zip(found).enumerate() {
        for lane in 0..T::LANES {
            let [value, least, most] = range.map(|x| x.lane(lane));
            let beyond = (least - value).max(value - most);
            let limit = if value > most { most } else { least };
            if beyond <= ON_IT * limit.abs().max(1.0) {
                continue;
            }
            let named = &names[number];
            let excursion = found.get_or_insert_with(|| Excursion {
                name: named.name.to_string(),
                unit: named.unit.to_string(),
                limits: [least, most],
                time,
                furthest: value,
                furthest_time: time,
            });
            let known = excursion.beyond();
            if beyond > known {
                (excursion.furthest, excursion.furthest_time) = (value, time);
                excursion.limits = [least, most];
            }
        }
    }
}

fn transfer(found: &mut Vec<Option<Excursion>>, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
    over.list(
        found,
        || None,
        |over, found| {
            let new = || Excursion {
                name: String::new(),
                unit: String::new(),
                limits: [0.0; 2],
                time: 0.0,
                furthest: 0.0,
                furthest_time: 0.0,
            };
            over.optional(found, new, |over, found| {
                over.text(&mut found.name)?;
                over.text(&mut found.unit)?;
                over.numbers(&mut found.limits)?;
                over.number(&mut found.time)?;
                over.number(&mut found.furthest)?;
                over.number(&mut found.furthest_time)
            })
        },
    )
}
