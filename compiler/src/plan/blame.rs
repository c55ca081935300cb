//! The initial values that prevent assembly of the start, by their names and places.
//!
//! Invariant: they are in the order of coordinates and velocities, then of conditions, as `build()` has them, so that it
//! blames the same ones.

use super::freedom::Constrained;
use super::start::{Given as Entries, velocity_coordinates};
use crate::mechanics::ConditionLevel;
use crate::model::{Certainty, Target};
use linkwork_numerics::closure::{GivenValue, Kept, Open, blamed};
use proc_macro2::Span;

/// A given value of `initial`: its name and its place.
pub(super) type Given = (String, Span);

/// Values of one level that exclude each other, and what stays open with them.
pub(super) struct Blame {
    pub values: Vec<Given>,
    pub open: Open,
}

impl Constrained<'_> {
    /// A smallest set of entries of `initial` on a level that contradict each other; `closes` returns whether the level closes with a
    /// part of it.
    pub(super) fn blamed(
        &self,
        level: ConditionLevel,
        given: &Entries,
        conditions: usize,
        closes: &mut dyn FnMut(&Kept) -> Result<(), Open>,
    ) -> Option<Blame> {
        let (given_values, names): (Vec<GivenValue>, Vec<Given>) =
            self.given_values(level, given).into_iter().unzip();
        let entries = match level {
            ConditionLevel::Position => &given.positions,
            ConditionLevel::Velocity => &given.velocities,
        };
        let found = blamed(&given_values, entries, conditions, closes)?;
        let values = found.values.iter().map(|&i| names[i].clone()).collect();
        Some(Blame { values, open: found.open })
    }

    /// The entries of `initial` on a level.
    fn given_values(&self, level: ConditionLevel, given: &Entries) -> Vec<(GivenValue, Given)> {
        let formulated = self.formulated;
        let positions = level == ConditionLevel::Position;
        let directions = velocity_coordinates(formulated);
        let mut all = Vec::new();
        for entry in formulated.initial.iter().filter(|entry| entry.certainty != Certainty::Guess) {
            let (name, entries): (&str, Vec<usize>) = match entry.target {
                Target::Position(q) if positions => {
                    let held =
                        directions.iter().enumerate().filter(|&(j, &of)| of == q && given.positions[j]);
                    (&formulated.coordinates[q].name, held.map(|(j, _)| j).collect())
                }
                Target::Velocity(v) if !positions && given.velocities[v] => {
                    (&formulated.velocities[v].name, vec![v])
                }
                _ => continue,
            };
            if !entries.is_empty() {
                all.push((GivenValue { entries, condition: None }, (name.to_owned(), entry.span)));
            }
        }
        all.sort_by_key(|(value, _)| value.entries[0]);
        let (first, second) = self.conditions.order.split_at(self.conditions.positions);
        let conditions = if positions { first } else { second };
        all.extend(conditions.iter().enumerate().map(|(number, &i)| {
            let condition = &formulated.conditions[i];
            let value = GivenValue { entries: Vec::new(), condition: Some(number) };
            (value, (condition.name.clone(), condition.span))
        }));
        all
    }
}
