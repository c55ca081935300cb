//! The `impl Mechanism` of a program: what is known of it, its manifold, one method for each routine.

use super::assembly::assembly;
use super::body::{Bodies, Reading};
use super::manifold::manifold;
use super::names::type_name;
use super::routines::{function, now, routines};
use super::solves::{factors, halves, solves};
use crate::plan::{Grip, Named, Program};
use std::fmt::Write;

/// `impl Mechanism` and the capabilities of the mechanism, in a scope of their own.
pub fn contract(program: &Program, bodies: &Bodies<'_>) -> String {
    let model = model_name(program);
    let mut text = format!(
        "{shape}
         {parameters}
         {build}
         impl<T: Real> Mechanism for {model}<T> {{ state!({model}); {facts} {own}",
        shape = shape(program),
        parameters = super::interface::parameters_by_name(program, bodies),
        build = super::build::build(program, bodies),
        facts = facts(program),
        own = lifted(program),
    );
    text.push_str(&hold(program));
    text.push_str(&manifold(program, bodies));
    text.push_str(&routines(program, bodies));
    text.push_str(&factors(program, bodies));
    text.push_str(&solves(program));
    text.push_str(&assembly(program, bodies));
    // Writing to a String cannot fail.
    let _ = writeln!(text, "}} impl<T: Real> {model}<T> {{");
    text.push_str(&now(program, bodies));
    text.push_str(&halves(program, bodies));
    text.push_str("}\n");
    text.push_str(&energy(program, bodies));
    text.push_str(&super::interface::inputs_of(program));
    text.push_str(&kinds(program));
    format!(
        "#[allow(non_snake_case, unused_variables, dead_code, clippy::all)]
         const _: () = {{ use ::linkwork::__private::emitted::*; {text} }};\n"
    )
}

/// The name of the model's struct.
pub fn model_name(program: &Program) -> String {
    format!("{}Model", type_name(&program.name))
}

/// The lengths of vectors and caches.
fn shape(program: &Program) -> String {
    let lengths = program.lengths;
    format!(
        "shape! {{ q: {q}, v: {v}, g: {g}, k: {k}, y: {y}, u: {u}, outputs: {outputs}, switches: {switches}, \
         time: {time}, position: {position}, velocity: {velocity}, stiffness: {stiffness}, \
         saddle: {saddle}, bordered: {bordered} }}",
        q = program.coordinates.len(),
        v = program.velocities.len(),
        g = program.holonomic_names.len(),
        k = program.nonholonomic_names.len(),
        y = program.states.len(),
        u = program.held(),
        outputs = program.output_names.len(),
        switches = program.switches.outputs.len(),
        time = lengths.now,
        position = lengths.placed,
        velocity = lengths.moving,
        stiffness = lengths.stiffness,
        saddle = program.saddle.stored(),
        bordered = program.bordered.stored(),
    )
}

/// Flags, sizes and names: what is not as usual.
fn facts(program: &Program) -> String {
    let flags = program.flags;
    // What `flags!` takes for granted is not said.
    let mut given: Vec<String> = [
        ("holonomic", false, !program.holonomic_names.is_empty()),
        ("nonholonomic", false, !program.nonholonomic_names.is_empty()),
        ("redundant", false, program.redundancy() > 0),
        ("states", false, !program.states.is_empty()),
        ("velocity_dependent", true, flags.velocity_dependent),
        ("constant_mass", false, flags.constant_mass),
        ("symmetric_mass", true, flags.symmetric_mass),
        ("singular_mass", false, flags.singular_mass),
        ("borders_move", false, flags.borders_move),
        ("linear_reactions", true, flags.linear_reactions),
        ("time_explicit", false, flags.time_explicit),
        ("vector_space", true, program.rotations.is_empty()),
        ("smooth", true, flags.smooth),
    ]
    .into_iter()
    .filter(|(_, usual, value)| usual != value)
    .map(|(flag, _, value)| format!("{flag}: {value}"))
    .collect();
    if let Some(constraint) = flags.own_reaction {
        given.push(format!("own_reaction: ::core::option::Option::Some({constraint})"));
    }
    let lists = [
        ("coordinates", &program.coordinates),
        ("velocities", &program.velocities),
        ("holonomic", &program.holonomic_names),
        ("nonholonomic", &program.nonholonomic_names),
        ("states", &program.states),
        ("inputs", &program.inputs),
        ("outputs", &program.output_names),
        ("parameters", &program.parameters),
        ("switches", &program.switch_names),
        ("coincidences", &program.coincidence_names),
        ("ranges", &program.range_names),
        ("contacts", &program.contact_names),
    ];
    let turns = [
        ("turns", program.turns.outputs.len()),
        ("redundancy", program.redundancy()),
        ("sides", program.sides),
    ];
    let counted = lists.iter().map(|(list, names)| (*list, names.len())).take(9).chain(turns);
    let sizes: Vec<String> =
        counted.filter(|(_, count)| *count > 0).map(|(size, count)| format!("{size}: {count}")).collect();
    let named = lists.iter().filter(|(_, names)| !names.is_empty());
    let names: String = named.map(|(list, names)| format!(", {list}: {}", pairs(names))).collect();
    format!("flags!({}); sizes!({}); names!({:?}{names});", given.join(", "), sizes.join(", "), program.name)
}

/// `[("x", "m"), …]`.
fn pairs(names: &[Named]) -> String {
    let of = |n: &Named| format!("({:?}, {:?})", n.name, n.unit);
    format!("[{}]", names.iter().map(of).collect::<Vec<_>>().join(", "))
}

/// The same mechanism over another scalar.
fn lifted(program: &Program) -> String {
    let own: Vec<String> = program.parameters.iter().map(|p| crate::model::rust_name(&p.name)).collect();
    let redundant = if program.lengths.redundant > 0 { ", redundant" } else { "" };
    format!(
        "lifted!({}, {} {{ {} }}{redundant});",
        model_name(program),
        type_name(&program.name),
        own.join(", ")
    )
}

/// Inputs and switches that are held, friction that sticks.
fn hold(program: &Program) -> String {
    let (inputs, mut text) = (program.inputs.len(), String::new());
    if program.held() > inputs {
        let _ = writeln!(
            text,
            "fn hold(&mut self, sides: &[f64]) {{
             for (held, side) in self.inputs[{inputs}..].iter_mut().zip(sides) {{ *held = T::exact(*side); }} }}"
        );
    }
    if inputs > 0 {
        let _ = writeln!(
            text,
            "fn undefined_input(&self, _: T) -> ::core::option::Option<usize> {{
             self.inputs[..{inputs}].iter().position(|u| !u.is_finite()) }}"
        );
    }
    if !program.grips.is_empty() {
        let of = |&Grip { velocity, count, side, held, effort, limit, lifts }: &Grip| {
            format!(
                "Grip {{ velocity: {velocity}, count: {count}, side: {side:?}, held: {held}, effort: {effort}, \
                 limit: {limit}, lifts: {lifts} }}"
            )
        };
        let all = program.grips.iter().map(of).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "fn grips(&self) -> &[Grip] {{ const GRIPS: &[Grip] = &[{all}]; GRIPS }}");
    }
    text
}

/// Kinetic and potential energy, where they are known.
fn energy(program: &Program, bodies: &Bodies<'_>) -> String {
    let Some(energy) = &program.energy else { return String::new() };
    let head = "fn energy(&self, at: &At<T>, v: &V<T>, y: &Y<T>) -> (T, T)";
    let tail = |outputs: &[String]| format!("({})", outputs.join(", "));
    let method = function(bodies, energy, Reading::At, ("T and V [J]", head), tail);
    format!("impl<T: Real> Energetic for {}<T> {{ {method} }}\n", model_name(program))
}

/// What methods may ask of the type.
fn kinds(program: &Program) -> String {
    let unconstrained = program.holonomic_names.is_empty() && program.nonholonomic_names.is_empty();
    let kinds = [
        ("Clamped", program.flags.clamped),
        ("Unconstrained", unconstrained),
        ("VectorSpace", program.rotations.is_empty()),
        ("Separable", !program.flags.velocity_dependent),
        ("Stateless", program.states.is_empty()),
    ];
    let holds: Vec<&str> = kinds.into_iter().filter(|(_, holds)| *holds).map(|(kind, _)| kind).collect();
    if holds.is_empty() {
        return String::new();
    }
    format!("kinds!({}: {});\n", model_name(program), holds.join(", "))
}
