//! The variables in both model descriptions.
//!
//! Invariant: outputs, derivatives and initial unknowns are listed as the standards require: all outputs, all derivatives, and of these and the
//! states all that are calculated or follow from a guess.

use crate::layout::{Role, Variable};
use crate::unit::{Opening, Unit};
use crate::units::{self, Definition};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The attribute `causality`.
pub fn causality(variable: &Variable) -> &'static str {
    match variable.role {
        Role::Time => "independent",
        Role::Parameter(_) => "parameter",
        Role::Input(_) => "input",
        _ if variable.output => "output",
        _ => "local",
    }
}

/// Its value before the first step, if the description has one.
pub fn start(unit: &Unit, role: Role) -> Option<f64> {
    match role {
        Role::Parameter(k) => unit.values().get(k).copied(),
        Role::Input(_) => Some(0.0),
        role => match unit.opening(role)? {
            Opening::Exact(start) | Opening::Approximate(start) => Some(start),
        },
    }
}

/// The attributes `variability` and `initial`.
pub fn behaviour(unit: &Unit, role: Role) -> &'static str {
    match role {
        Role::Parameter(_) => "variability=\"tunable\" initial=\"exact\"",
        Role::Time | Role::Input(_) => "variability=\"continuous\"",
        role => match unit.opening(role) {
            Some(Opening::Exact(_)) => "variability=\"continuous\" initial=\"exact\"",
            Some(Opening::Approximate(_)) => "variability=\"continuous\" initial=\"approx\"",
            None => "variability=\"continuous\" initial=\"calculated\"",
        },
    }
}

/// The value of an attribute.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", quick_xml::escape::escape(text))
}

/// The attributes of a unit, which [`unit_definitions`] defines.
pub fn unit_attributes(unit: &str) -> String {
    if unit.is_empty() {
        return String::new();
    }
    let mut text = format!(" unit={}", quoted(unit));
    if let Some((display, _)) = units::display(unit) {
        let _ = write!(text, " displayUnit={}", quoted(display));
    }
    text
}

/// `<UnitDefinitions>`, the same in both standards. A unit that base units cannot express has a name only.
pub fn unit_definitions(unit: &Unit) -> String {
    let all: BTreeSet<&str> = unit.layout.variables.iter().map(|variable| variable.unit.as_str()).collect();
    let mut text = String::from("  <UnitDefinitions>\n");
    for name in all.into_iter().filter(|name| !name.is_empty()) {
        let Some(Definition { exponents, factor }) = units::definition(name) else {
            let _ = writeln!(text, "    <Unit name={}/>", quoted(name));
            continue;
        };
        let _ = write!(text, "    <Unit name={}>\n      <BaseUnit", quoted(name));
        for (base, exponent) in units::BASE.iter().zip(exponents) {
            if exponent != 0 {
                let _ = write!(text, " {base}=\"{exponent}\"");
            }
        }
        if factor != 1.0 {
            let _ = write!(text, " factor=\"{factor:?}\"");
        }
        text.push_str("/>\n");
        if let Some((display, factor)) = units::display(name) {
            let _ = writeln!(text, "      <DisplayUnit name={} factor=\"{factor:?}\"/>", quoted(display));
        }
        text.push_str("    </Unit>\n");
    }
    text.push_str("  </UnitDefinitions>\n");
    text
}

/// The numbers of initial unknowns, in increasing order.
pub fn initial_unknowns(unit: &Unit) -> BTreeSet<u32> {
    let layout = &unit.layout;
    let all = layout.outputs().chain(layout.states.iter().copied()).chain(layout.derivatives.iter().copied());
    let exact = |number: &u32| {
        let role = layout.role(*number);
        matches!(role.and_then(|role| unit.opening(role)), Some(Opening::Exact(_)))
    };
    all.filter(|number| !exact(number)).collect()
}
