//! Shapes and units of the results of routines, for their documentation.

use crate::plan::{Named, Program};

/// The units of some quantities: one if they are equal, none if they are many.
fn units(units: impl Iterator<Item = String>) -> String {
    let units: Vec<String> = units.collect();
    match units.as_slice() {
        [] => String::new(),
        [first, rest @ ..] if rest.iter().all(|unit| unit == first) => match first.as_str() {
            "" => String::new(),
            unit => format!(" [{unit}]"),
        },
        all if all.len() <= 4 => {
            let each = all.iter().map(|unit| if unit.is_empty() { "1" } else { unit });
            format!(" [{}]", each.collect::<Vec<_>>().join(", "))
        }
        _ => String::new(),
    }
}

/// Of the force along a velocity: power over velocity.
fn force_unit(velocity: &Named) -> String {
    match &*velocity.unit {
        "m/s" => "N".to_owned(),
        "rad/s" => "N*m".to_owned(),
        "" => "W".to_owned(),
        unit => format!("W/({unit})"),
    }
}

/// Shapes and units of the results of the routines of a program.
pub(super) struct Shapes {
    /// Velocities.
    pub(super) n: usize,
    /// Holonomic constraints.
    pub(super) g: usize,
    /// Nonholonomic constraints.
    pub(super) k: usize,
    pub(super) forces: String,
    pub(super) holonomic: String,
    pub(super) rates: String,
    pub(super) nonholonomic: String,
    pub(super) states: String,
    pub(super) outputs: String,
}

impl Shapes {
    pub(super) fn of(program: &Program) -> Self {
        let plain = |names: &[Named]| units(names.iter().map(|n| n.unit.to_string()));
        let rate = |n: &Named| if n.unit.is_empty() { "1/s".to_owned() } else { format!("{}/s", n.unit) };
        Self {
            n: program.velocities.len(),
            g: program.holonomic_names.len(),
            k: program.nonholonomic_names.len(),
            forces: units(program.velocities.iter().map(force_unit)),
            holonomic: plain(&program.holonomic_names),
            rates: units(program.holonomic_names.iter().map(rate)),
            nonholonomic: plain(&program.nonholonomic_names),
            states: units(program.states.iter().map(rate)),
            outputs: plain(&program.output_names),
        }
    }
}
