//! Which given values are to blame where the initial state cannot be assembled, as the compiler tells it for the default
//! parameters: a smallest set of them that exclude each other.
//!
//! Invariant: values are in the order of coordinates and velocities, then of conditions, as in the compiler.

use super::levels::{LaneOfPositions, LaneOfVelocities};
use super::{AssemblyFacts, Given, refused};
use crate::error::Error;
use crate::{Mechanism, Named};
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use linkwork_numerics::closure::{
    Blamed, Effort, GivenVelocities, Kept, Layout, Open, Part, Said, blamed, close_velocities, search,
};

/// The error of positions that stay open, from a guess and a reference.
pub(super) fn of_positions<M: Mechanism>(
    m: &M,
    open: &Open,
    of: &mut LaneOfPositions<'_, M>,
    layout: &Layout,
    from: (&[f64], &[f64]),
    facts: &AssemblyFacts<'_>,
) -> Error {
    if matches!(open, Open::TurnedOver(_)) {
        return refused(m, open, false);
    }
    let coordinates = &m.names().coordinates;
    let quaternions = facts.rotations;
    // The coordinate of each direction: its own, or the first of its quaternion.
    let (mut number, mut values) = (0, Vec::new());
    let mut direction = 0;
    while direction < layout.columns {
        let quaternion = quaternions.iter().any(|&(coordinate, _)| coordinate == number);
        let (count, directions) = if quaternion { (4, 3) } else { (1, 1) };
        let entries: Vec<usize> = (direction..direction + directions).collect();
        if entries.iter().any(|&j| layout.given.get(j).copied().unwrap_or(false)) {
            values.push((Said { entries, condition: None }, name_of(coordinates.get(number))));
        }
        (number, direction) = (number + count, direction + directions);
    }
    let conditions = layout.condition_tolerances.len();
    values.extend(said_conditions(&facts.conditions[..conditions.min(facts.conditions.len())]));
    let known: Vec<Vec<f64>> = facts.closures.iter().map(|closure| closure.to_vec()).collect();
    let mut closes = |kept: &Kept| {
        let layout = Layout {
            given: kept.entries.clone(),
            condition_tolerances: kept.tolerances(&layout.condition_tolerances),
            ..layout.clone()
        };
        search(&mut Part { of, kept }, &layout, from, &known, Effort::Known).map(drop)
    };
    named(m, open, false, values, (&layout.given, conditions), &mut closes)
}

/// The error of velocities that stay open.
pub(super) fn of_velocities<M: Mechanism>(
    m: &M,
    open: &Open,
    of: &mut LaneOfVelocities<'_, M>,
    start: &[f64],
    given: Given<'_>,
    said: GivenVelocities<'_>,
    conditions: &[Named],
) -> Error {
    let is_given = |j: usize| given.velocities.get(j).copied().unwrap_or(false);
    let entries: Vec<bool> = (0..start.len()).map(is_given).collect();
    let velocities = &m.names().velocities;
    let mut values: Vec<(Said, String)> = (0..start.len())
        .filter(|&j| entries[j])
        .map(|j| (Said { entries: vec![j], condition: None }, name_of(velocities.get(j))))
        .collect();
    values.extend(said_conditions(conditions));
    let mut closes = |kept: &Kept| {
        let tolerances = kept.tolerances(said.condition_tolerances);
        let given = GivenVelocities {
            entries: &kept.entries,
            conditions: kept.conditions.iter().filter(|kept| **kept).count(),
            condition_tolerances: &tolerances,
            ..said
        };
        close_velocities(&mut Part { of, kept }, start, given).map(drop)
    };
    named(m, open, true, values, (&entries, conditions.len()), &mut closes)
}

fn name_of(named: Option<&Named>) -> String {
    named.map_or_else(String::new, |named| named.name.to_string())
}

fn said_conditions(conditions: &[Named]) -> impl Iterator<Item = (Said, String)> + '_ {
    let each = conditions.iter().enumerate();
    each.map(|(number, named)| {
        (Said { entries: Vec::new(), condition: Some(number) }, named.name.to_string())
    })
}

/// The error with a smallest set of values, or with what stays open where no values are to blame.
fn named<M: Mechanism>(
    m: &M,
    open: &Open,
    rates: bool,
    values: Vec<(Said, String)>,
    (entries, conditions): (&[bool], usize),
    closes: &mut dyn FnMut(&Kept) -> Result<(), Open>,
) -> Error {
    let (said, names): (Vec<Said>, Vec<String>) = values.into_iter().unzip();
    let Some(Blamed { values, open: mut still }) = blamed(&said, entries, conditions, closes) else {
        return refused(m, open, rates);
    };
    // What stays open of the values themselves says nothing.
    let sizes = m.sizes();
    let constraints = if rates { sizes.holonomic + sizes.nonholonomic } else { sizes.holonomic };
    if let Open::Given(gaps) | Open::Contradiction(gaps) | Open::Apart(gaps) = &mut still {
        gaps.retain(|gap| gap.row < constraints);
    }
    let gaps = match refused(m, &still, rates) {
        Error::Initial { gaps, .. } | Error::Assembly { gaps, .. } | Error::Contradiction { gaps, .. } => {
            gaps
        }
        other => return other,
    };
    let values = values.iter().map(|&i| names[i].clone()).collect();
    Error::Initial { mechanism: m.names().mechanism.to_string(), values, gaps }
}
