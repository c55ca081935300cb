//! Which initial values are to blame where the start cannot be assembled: a smallest set of them that excludes each other.
//!
//! Invariant: values are blamed only if the mechanism closes without them.

use super::freedom::Constrained;
use super::start::{Given, velocity_coordinates};
use crate::model::{Certainty, ConditionLevel, Target};
use linkwork_numerics::closure::{Open, Positions, Rows, Velocities};
use proc_macro2::Span;

/// A value that `initial` gives, and what it holds.
pub(super) struct Said {
    pub name: String,
    pub span: Span,
    /// Directions or velocities.
    entries: Vec<usize>,
    /// The number among the conditions of its level.
    condition: Option<usize>,
}

/// Values of one level that exclude each other, and what stays open with them.
pub(super) struct Blamed {
    pub values: Vec<Said>,
    pub open: Open,
}

impl Constrained<'_> {
    /// What `initial` says of a level.
    pub(super) fn said(&self, level: ConditionLevel, given: &Given) -> Vec<Said> {
        let model = self.model;
        let positions = level == ConditionLevel::Position;
        let directions = velocity_coordinates(model);
        let mut all = Vec::new();
        for entry in model.initial.iter().filter(|entry| entry.certainty != Certainty::Guess) {
            let (name, entries): (&str, Vec<usize>) = match entry.target {
                Target::Position(q) if positions => {
                    let held =
                        directions.iter().enumerate().filter(|&(j, &of)| of == q && given.positions[j]);
                    (&model.coordinates[q].name, held.map(|(j, _)| j).collect())
                }
                Target::Velocity(v) if !positions && given.velocities[v] => {
                    (&model.velocities[v].name, vec![v])
                }
                _ => continue,
            };
            if !entries.is_empty() {
                all.push(Said { name: name.to_owned(), span: entry.span, entries, condition: None });
            }
        }
        let (first, second) = self.conditions.order.split_at(self.conditions.positions);
        let conditions = if positions { first } else { second };
        all.extend(conditions.iter().enumerate().map(|(number, &i)| Said {
            name: model.conditions[i].name.clone(),
            span: model.conditions[i].span,
            entries: Vec::new(),
            condition: Some(number),
        }));
        all
    }
}

/// What of a level is kept of the values that are given.
pub(super) struct Kept {
    /// Which entries hold.
    pub entries: Vec<bool>,
    /// Which conditions hold.
    pub conditions: Vec<bool>,
}

impl Kept {
    /// Those of `said` that `kept` marks, of so many conditions; entries as they are given else.
    fn of(said: &[Said], kept: &[bool], entries: &[bool], conditions: usize) -> Self {
        let mut held = Self { entries: entries.to_vec(), conditions: vec![true; conditions] };
        for (one, _) in said.iter().zip(kept).filter(|(_, kept)| !**kept) {
            one.entries.iter().for_each(|&j| held.entries[j] = false);
            if let Some(number) = one.condition {
                held.conditions[number] = false;
            }
        }
        held
    }

    /// What conditions that hold are allowed to be off by.
    pub fn tolerances(&self, all: &[f64]) -> Vec<f64> {
        let both = all.iter().zip(&self.conditions);
        both.filter(|(_, kept)| **kept).map(|(tolerance, _)| *tolerance).collect()
    }

    /// Rows without the conditions, the last of them, that do not hold.
    fn rows(&self, mut rows: Rows) -> Rows {
        let count = rows.values.len();
        let columns = rows.jacobian.len() / count.max(1);
        let first = count - self.conditions.len();
        let kept = |row: usize| row < first || self.conditions[row - first];
        let mut row = 0;
        rows.values.retain(|_| (kept(row), row += 1).0);
        let mut at = 0;
        rows.jacobian.retain(|_| (kept(at / columns), at += 1).0);
        rows
    }
}

/// The equations of a level with some of its conditions.
pub(super) struct Part<'p, P: ?Sized> {
    pub of: &'p mut P,
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

/// A smallest set of values that exclude each other: every one of them can be kept if another one goes. `None` where the
/// level does not even close without any.
pub(super) fn blamed(
    said: Vec<Said>,
    given: &[bool],
    conditions: usize,
    closes: &mut dyn FnMut(&Kept) -> Result<(), Open>,
) -> Option<Blamed> {
    let mut attempt = |held: &[usize]| {
        let kept: Vec<bool> = (0..said.len()).map(|i| held.contains(&i)).collect();
        closes(&Kept::of(&said, &kept, given, conditions))
    };
    if said.is_empty() || attempt(&[]).is_err() {
        return None;
    }
    let mut held: Vec<usize> = (0..said.len()).collect();
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
    let mut number = 0;
    let values = said.into_iter().filter(|_| (held.contains(&number), number += 1).0).collect();
    Some(Blamed { values, open })
}
