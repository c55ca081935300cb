//! What `build()` assembles with: facts, and the routines that the search calls.

use super::body::{Bodies, Reading, nonzero};
use crate::plan::{Named, Program, Routine};
use std::fmt::Write;

/// Numbers of closures beyond this are left out of the code, but for the closure that was taken: searches for other
/// parameters then start from fewer.
const NUMBERS: usize = 400;

/// The methods of the contract; nothing where nothing has to be assembled.
pub fn assembly(program: &Program, bodies: &Bodies<'_>) -> String {
    let Some(assembly) = &program.assembly else { return "assembly!();".to_owned() };
    let mut text = String::new();
    let count = (NUMBERS / program.coordinates.len().max(1)).max(1);
    let closures: Vec<String> =
        assembly.closures.iter().take(count).map(|closure| format!("{:?}", closure.position)).collect();
    let of = |n: &Named| format!("Named::new({:?}, {:?})", n.name, n.unit);
    let conditions: Vec<String> = program.condition_names.iter().map(of).collect();
    let zero = |values: &[f64]| values.iter().all(|x| *x == 0.0);
    let mut facts: Vec<String> = Vec::new();
    let mut fact = |name: &str, usual: bool, value: String| {
        if !usual {
            facts.push(format!("{name}: {value}"));
        }
    };
    for (name, values) in [
        ("position_tolerances", &assembly.position_tolerances),
        ("velocity_tolerances", &assembly.velocity_tolerances),
        ("condition_tolerances", &assembly.condition_tolerances),
    ] {
        fact(name, zero(values), format!("&{values:?}"));
    }
    fact("rotations", program.rotations.is_empty(), format!("&{:?}", program.rotations));
    let angles = assembly.turns.iter().any(|turns| *turns);
    fact("turns", !angles, format!("&{:?}", assembly.turns));
    fact("guards", assembly.guards.is_empty(), format!("&{:?}", assembly.guards));
    let deviations = assembly.deviation_names.len();
    fact("deviations", deviations == 0, deviations.to_string());
    fact("cosines", assembly.cosines == 0, assembly.cosines.to_string());
    fact(
        "conditions",
        conditions.is_empty(),
        format!("{{ const CONDITIONS: &[Named] = &[{}]; CONDITIONS }}", conditions.join(", ")),
    );
    fact("position_conditions", program.position_conditions == 0, program.position_conditions.to_string());
    let closures = match closures.is_empty() {
        true => String::new(),
        false => format!("; {}", closures.join(", ")),
    };
    let _ = writeln!(text, "assembly!({}{closures});", facts.join(", "));
    method(&mut text, bodies, &assembly.measures, "fn assembly_measures(&self, at: &At<T>, out: &mut [T])");
    if !program.condition_names.is_empty() {
        let head = "fn assembly_conditions(&self, at: &At<T>, v: &V<T>, out: &mut [T])";
        method(&mut text, bodies, &program.conditions, head);
    }
    if assembly.cosines > 0 {
        let head = "fn assembly_cosines(&self, at: &At<T>, out: &mut [T])";
        method(&mut text, bodies, &assembly.guarding, head);
        let head = "fn orientation_cosines(&self, at: &At<T>, out: &mut [T])";
        method(&mut text, bodies, &assembly.orientation, head);
    }
    text
}

fn method(text: &mut String, bodies: &Bodies<'_>, routine: &Routine, head: &str) {
    let body = bodies.body(routine, Reading::At);
    let entries: Vec<String> = nonzero(&body.outputs).map(|(at, entry)| format!("({at}, {entry})")).collect();
    let _ = writeln!(
        text,
        "{head} {{ {} store_entries({}, &[{}], out); }}",
        body.statements,
        body.outputs.len(),
        entries.join(", "),
    );
}
