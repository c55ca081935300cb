//! Names of what a run of a tree in loops watches, and names that become the same in Rust.

use crate::diagnostics::messages::same_name_in_rust;
use crate::diagnostics::{Diagnostics, Reported};
use crate::mechanics::multibody::{Uniform, Watched};
use crate::model::{Model, plain_name};
use crate::plan::program::Named;
use crate::plan::{named, switch_name};
use std::collections::HashMap;

/// The names of what a run watches, and the number of sides.
#[derive(Default)]
pub struct Names {
    pub switches: Vec<Named>,
    pub sides: usize,
    pub coincidences: Vec<Named>,
    pub ranges: Vec<Named>,
    pub contacts: Vec<Named>,
}

impl Names {
    pub fn of(uniform: &Uniform, model: &Model) -> Self {
        let mut all = Self::default();
        let common = &uniform.laws.common;
        all.switches = common.functions.iter().map(|&s| named(&switch_name(&uniform.graph, s), "")).collect();
        all.sides = common.sides.len();
        all.ranges = uniform.ranges.iter().map(|range| named(&range.name, &range.unit)).collect();
        let Some(multibody) = &model.multibody else { return all };
        let mut without = Vec::new();
        for law in &uniform.laws.laws {
            let &Watched { switches, sides, coincidence, range, contact, .. } = &law.watched;
            for member in &law.members {
                let force = &multibody.forces[member.force].name;
                let switch = || named(&format!("a switch of {force}"), "");
                all.switches.extend(std::iter::repeat_with(switch).take(sides));
                without.extend(std::iter::repeat_with(switch).take(switches - sides));
                all.sides += sides;
                all.coincidences.extend(coincidence.then(|| named(force, "")));
                all.ranges.extend(range.map(|(word, unit)| named(&format!("{force}.{word}"), unit)));
                all.contacts.extend(contact.then(|| named(force, "")));
            }
        }
        all.switches.extend(without);
        all
    }
}

/// As [`Formulated::refuse_clashes`](crate::mechanics::Formulated), with a table instead of comparisons of pairs.
pub fn refuse_clashes(
    model: &Model,
    uniform: &Uniform,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let declared = model.parameters.iter().map(|p| (&p.name, p.span));
    let declared = declared.chain(model.inputs.iter().map(|u| (&u.name, u.span)));
    let declared: HashMap<String, _> =
        declared.map(|(name, span)| (plain_name(name), (name, span))).collect();
    // Names of a million coordinates take their time.
    if declared.is_empty() {
        return Ok(());
    }
    for direction in uniform.coordinates.iter().chain(&uniform.velocities) {
        if let Some((other, span)) = declared.get(&plain_name(&direction.name))
            && **other != direction.name
        {
            return Err(diagnostics.refuse(same_name_in_rust(*span, other, &direction.name)));
        }
    }
    Ok(())
}
