//! What `build()` assembles with: facts, and the routines that the search calls.

use super::body::{Bodies, Reading, nonzero};
use crate::plan::{Named, Program, Routine};
use std::fmt::Write;

/// Numbers of closures beyond this are left out of the code, but for the closure that was taken: searches for other
/// parameters then start from fewer.
const NUMBERS: usize = 400;

/// The methods of the contract; nothing where nothing has to be assembled.
pub fn assembly(program: &Program, bodies: &Bodies<'_>) -> String {
    let Some(assembly) = &program.assembly else { return String::new() };
    let mut text = String::new();
    let count = (NUMBERS / program.coordinates.len().max(1)).max(1);
    let closures: Vec<String> =
        assembly.closures.iter().take(count).map(|closure| format!("&{:?}", closure.position)).collect();
    let of = |n: &Named| format!("Named::new({:?}, {:?})", n.name, n.unit);
    let conditions: Vec<String> = program.condition_names.iter().map(of).collect();
    let list = |values: &[f64]| {
        if values.iter().all(|x| *x == 0.0) { "&[]".to_owned() } else { format!("&{values:?}") }
    };
    let _ = writeln!(
        text,
        "fn assembly(&self) -> AssemblyFacts<'_> {{ const CONDITIONS: &[Named] = &[{conditions}]; AssemblyFacts {{ \
         position_tolerances: {}, velocity_tolerances: {}, condition_tolerances: {}, \
         rotations: &{:?}, turns: &{:?}, guards: &{:?}, deviations: {}, cosines: {}, \
         conditions: CONDITIONS, position_conditions: {}, closures: ::std::vec![{closures}] }} }}",
        list(&assembly.position_tolerances),
        list(&assembly.velocity_tolerances),
        list(&assembly.condition_tolerances),
        program.rotations,
        assembly.turns,
        assembly.guards,
        assembly.deviation_names.len(),
        assembly.cosines,
        program.position_conditions,
        conditions = conditions.join(", "),
        closures = closures.join(", "),
    );
    method(
        &mut text,
        bodies,
        &assembly.measures,
        "fn assembly_measures(&self, at: &Self::PositionCache, out: &mut [T])",
    );
    if !program.condition_names.is_empty() {
        let head =
            "fn assembly_conditions(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut [T])";
        method(&mut text, bodies, &program.conditions, head);
    }
    if assembly.cosines > 0 {
        let head = "fn assembly_cosines(&self, at: &Self::PositionCache, out: &mut [T])";
        method(&mut text, bodies, &assembly.guarding, head);
        let head = "fn orientation_cosines(&self, at: &Self::PositionCache, out: &mut [T])";
        method(&mut text, bodies, &assembly.orientation, head);
    }
    text
}

fn method(text: &mut String, bodies: &Bodies<'_>, routine: &Routine, head: &str) {
    let body = bodies.body(routine, Reading::At);
    let entries: Vec<String> = nonzero(&body.outputs).map(|(at, entry)| format!("({at}, {entry})")).collect();
    let _ = writeln!(
        text,
        "#[allow(unused_variables)] {head} {{ {} store_entries({}, &[{}], out); }}",
        body.statements,
        body.outputs.len(),
        entries.join(", "),
    );
}
