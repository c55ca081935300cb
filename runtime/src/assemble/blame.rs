//! The given values that prevent an assembly, as the compiler reports them for the default
//! parameters: a minimal set of values that contradict each other.
//!
//! Invariant: values are in the order of coordinates and velocities, then of conditions, as in the compiler.

use super::open::Subject;
use crate::Named;
use crate::error::Error;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use linkwork_numerics::closure::{
    Blamed, ClosedVelocities, Closures, Effort, GivenValue, GivenVelocities, Kept, Layout, Open, Part,
    Positions, Velocities, blamed, close_velocities, search,
};

/// Positions that satisfy the constraints, from a guess and a reference; the error names the cause.
pub(super) fn closures(
    subject: &Subject<'_>,
    of: &mut dyn Positions,
    layout: &Layout,
    from: (&[f64], &[f64]),
    effort: Effort,
) -> Result<Closures, Error> {
    let known: Vec<Vec<f64>> = subject.facts.closures.iter().map(|closure| closure.to_vec()).collect();
    search(of, layout, from, &known, effort)
        .map_err(|open| of_positions(subject, &open, of, layout, from, &known))
}

/// Velocities that satisfy the constraints, likewise.
pub(super) fn velocities(
    subject: &Subject<'_>,
    of: &mut dyn Velocities,
    start: &[f64],
    given_velocities: GivenVelocities<'_>,
) -> Result<ClosedVelocities, Error> {
    close_velocities(of, start, given_velocities)
        .map_err(|open| of_velocities(subject, &open, of, start, given_velocities))
}

/// The error of positions that violate constraints.
fn of_positions(
    subject: &Subject<'_>,
    open: &Open,
    of: &mut dyn Positions,
    layout: &Layout,
    from: (&[f64], &[f64]),
    known: &[Vec<f64>],
) -> Error {
    if matches!(open, Open::TurnedOver(_)) {
        return subject.refused(open, false);
    }
    let facts = subject.facts;
    let coordinates = &subject.names.coordinates;
    let quaternions = facts.rotations;
    // The coordinate of each direction: its own, or the first one of its quaternion.
    let (mut number, mut values) = (0, Vec::new());
    let mut direction = 0;
    while direction < layout.columns {
        let quaternion = quaternions.iter().any(|&(coordinate, _)| coordinate == number);
        let (count, directions) = if quaternion { (4, 3) } else { (1, 1) };
        let entries: Vec<usize> = (direction..direction + directions).collect();
        if entries.iter().any(|&j| layout.given.get(j).copied().unwrap_or(false)) {
            values.push((GivenValue { entries, condition: None }, name_of(coordinates.get(number))));
        }
        (number, direction) = (number + count, direction + directions);
    }
    let conditions = layout.condition_tolerances.len();
    values.extend(given_conditions(&facts.conditions[..conditions.min(facts.conditions.len())]));
    let mut closes = |kept: &Kept| {
        let layout = Layout {
            given: kept.entries.clone(),
            condition_tolerances: kept.tolerances(&layout.condition_tolerances),
            ..layout.clone()
        };
        search(&mut Part { of, kept }, &layout, from, known, Effort::Known).map(drop)
    };
    named(subject, open, false, values, (&layout.given, conditions), &mut closes)
}

/// The error of velocities that violate constraints.
fn of_velocities(
    subject: &Subject<'_>,
    open: &Open,
    of: &mut dyn Velocities,
    start: &[f64],
    given_velocities: GivenVelocities<'_>,
) -> Error {
    let is_given = |j: usize| given_velocities.entries.get(j).copied().unwrap_or(false);
    let entries: Vec<bool> = (0..start.len()).map(is_given).collect();
    let (conditions, _) = subject.facts.velocity_conditions();
    let velocities = &subject.names.velocities;
    let mut values: Vec<(GivenValue, String)> = (0..start.len())
        .filter(|&j| entries[j])
        .map(|j| (GivenValue { entries: vec![j], condition: None }, name_of(velocities.get(j))))
        .collect();
    values.extend(given_conditions(conditions));
    let mut closes = |kept: &Kept| {
        let tolerances = kept.tolerances(given_velocities.condition_tolerances);
        let given = GivenVelocities {
            entries: &kept.entries,
            conditions: kept.conditions.iter().filter(|kept| **kept).count(),
            condition_tolerances: &tolerances,
            ..given_velocities
        };
        close_velocities(&mut Part { of, kept }, start, given).map(drop)
    };
    named(subject, open, true, values, (&entries, conditions.len()), &mut closes)
}

fn name_of(named: Option<&Named>) -> String {
    named.map_or_else(String::new, |named| named.name.to_string())
}

fn given_conditions(conditions: &[Named]) -> impl Iterator<Item = (GivenValue, String)> + '_ {
    let each = conditions.iter().enumerate();
    each.map(|(number, named)| {
        (GivenValue { entries: Vec::new(), condition: Some(number) }, named.name.to_string())
    })
}

/// The error with a minimal set of values, or with the violated constraints if no given values are the cause.
fn named(
    subject: &Subject<'_>,
    open: &Open,
    rates: bool,
    values: Vec<(GivenValue, String)>,
    (entries, conditions): (&[bool], usize),
    closes: &mut dyn FnMut(&Kept) -> Result<(), Open>,
) -> Error {
    let (given_values, names): (Vec<GivenValue>, Vec<String>) = values.into_iter().unzip();
    let Some(Blamed { values, open: mut still }) = blamed(&given_values, entries, conditions, closes) else {
        return subject.refused(open, rates);
    };
    // Residuals of the given values themselves have no meaning.
    let sizes = subject.sizes;
    let constraints = if rates { sizes.holonomic + sizes.nonholonomic } else { sizes.holonomic };
    if let Open::Given(gaps) | Open::Contradiction(gaps) | Open::Apart(gaps) = &mut still {
        gaps.retain(|gap| gap.row < constraints);
    }
    let gaps = match subject.refused(&still, rates) {
        Error::Initial { gaps, .. } | Error::Assembly { gaps, .. } | Error::Contradiction { gaps, .. } => {
            gaps
        }
        other => return other,
    };
    let values = values.iter().map(|&i| names[i].clone()).collect();
    Error::Initial { mechanism: subject.names.mechanism.to_string(), values, gaps }
}
