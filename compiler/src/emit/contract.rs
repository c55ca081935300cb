//! The traits of the contract for a program: what is known of it, its manifold, one method for each routine.

use super::assembly::assembly;
use super::body::{Bodies, Reading};
use super::manifold::manifold;
use super::names::type_name;
use super::routines::{Routines, function, now, routines};
use super::solves::{factors, halves, solves};
use crate::plan::{Grip, Named, Program};
use std::fmt::Write;

/// The traits of the contract, one for each role, and the capabilities of the mechanism, in a scope of their own.
pub fn contract(program: &Program, bodies: &Bodies<'_>) -> String {
    let model = model_name(program);
    let role = |role: &str, items: String| match items.is_empty() {
        true => String::new(),
        false => format!("impl<T: Real> {role} for {model}<T> {{ {items} }}\n"),
    };
    let Routines { evaluate, dense } = routines(program, bodies);
    let manifold = manifold(program, bodies);
    let text = [
        shape(program),
        super::interface::parameters_by_name(program, bodies),
        super::build::build(program, bodies),
        facts(program, manifold.is_empty()),
        role("Manifold", manifold),
        role("Evaluate", caches(program).to_owned() + &evaluate),
        format!("impl<T: Real> Dense for {model}<T> {{ {dense} }}\n"),
        role("Solve", factors(program, bodies) + &solves(program)),
        role("Assemble", assembly(program, bodies)),
        format!("impl<T: Real> {model}<T> {{ {} {} }}\n", now(program, bodies), halves(program, bodies)),
        energy(program, bodies),
        super::interface::inputs_of(program),
    ]
    .concat();
    format!(
        "#[allow(non_snake_case, unused_variables, dead_code, clippy::all)]
         const _: () = {{ use ::linkwork::__private::emitted::*; {text} }};\n"
    )
}

/// The caches; where nothing is computed of time and there are no inputs, what time decides needs no function.
fn caches(program: &Program) -> &'static str {
    if program.lengths.now == 0 && program.inputs.is_empty() {
        "caches!(constant);\n"
    } else {
        "caches!();\n"
    }
}

/// The name of the model's struct.
pub fn model_name(program: &Program) -> String {
    format!("{}Model", type_name(&program.name))
}

/// The lengths of vectors and caches.
fn shape(program: &Program) -> String {
    let lengths = program.lengths;
    let all = [
        ("q", program.coordinates.len()),
        ("v", program.velocities.len()),
        ("g", program.holonomic_names.len()),
        ("k", program.nonholonomic_names.len()),
        ("y", program.states.len()),
        ("u", program.held()),
        ("outputs", program.output_names.len()),
        ("switches", program.switches.outputs.len()),
        ("time", lengths.now),
        ("position", lengths.placed),
        ("velocity", lengths.moving),
        ("stiffness", lengths.stiffness),
        ("saddle", program.saddle.stored()),
        ("bordered", program.bordered.stored()),
    ];
    let said = all.iter().filter(|(name, length)| *length > 0 || ["q", "v"].contains(name));
    let said: String = said.map(|(name, length)| format!(", {name}: {length}")).collect();
    format!("shape! {{ {}{said} }}\n", model_name(program))
}

/// Flags, sizes and names, and the marks of what the mechanism is; `plain` where its manifold is that of the contract.
fn facts(program: &Program, plain: bool) -> String {
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
    let turns: Vec<(&str, usize)> = [
        ("turns", program.turns.outputs.len()),
        ("redundancy", program.redundancy()),
        ("sides", program.sides),
    ]
    .into_iter()
    .filter(|(_, count)| *count > 0)
    .collect();
    let counts: Vec<String> = turns.iter().map(|(size, count)| format!("{size}: {count}")).collect();
    let list = |label: &str, items: Vec<String>| match items.is_empty() {
        true => String::new(),
        false => format!(", {label}: [{}]", items.join(", ")),
    };
    let named = |lists: &[(&str, &Vec<Named>)]| -> Vec<String> {
        let some = lists.iter().filter(|(_, names)| !names.is_empty());
        some.map(|(list, names)| format!("{list}: {}", pairs(names))).collect()
    };
    let (counted, beside) = lists.split_at(9);
    format!(
        "facts! {{ {model}: {name:?}, flags: [{flags}], kinds: [{kinds}]{counts}, names: [{names}]{beside}{grips} }}\n",
        model = model_name(program),
        name = program.name,
        flags = given.join(", "),
        kinds = kinds(program, plain).join(", "),
        counts = list("counts", counts),
        names = named(counted).join(", "),
        beside = list("beside", named(beside)),
        grips = grips(program),
    )
}

/// `[("x", "m"), …]`.
fn pairs(names: &[Named]) -> String {
    let of = |n: &Named| format!("({:?}, {:?})", n.name, n.unit);
    format!("[{}]", names.iter().map(of).collect::<Vec<_>>().join(", "))
}

/// Inputs and switches that are held: other methods of `Mechanism`.
pub fn hold(program: &Program) -> String {
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
    if text.is_empty() { text } else { format!("; {text}") }
}

/// Friction that sticks.
fn grips(program: &Program) -> String {
    if program.grips.is_empty() {
        return String::new();
    }
    let of = |&Grip { velocity, count, side, held, effort, limit, lifts }: &Grip| {
        format!(
            "Grip {{ velocity: {velocity}, count: {count}, side: {side:?}, held: {held}, effort: {effort}, \
             limit: {limit}, lifts: {lifts} }}"
        )
    };
    let all = program.grips.iter().map(of).collect::<Vec<_>>().join(", ");
    format!(", {{ fn grips(&self) -> &[Grip] {{ const GRIPS: &[Grip] = &[{all}]; GRIPS }} }}")
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
fn kinds(program: &Program, plain: bool) -> Vec<&'static str> {
    let unconstrained = program.holonomic_names.is_empty() && program.nonholonomic_names.is_empty();
    let kinds = [
        ("Manifold", plain),
        ("Clamped", program.flags.clamped),
        ("Unconstrained", unconstrained),
        ("VectorSpace", program.rotations.is_empty()),
        ("Separable", !program.flags.velocity_dependent),
        ("Stateless", program.states.is_empty()),
    ];
    kinds.into_iter().filter(|(_, holds)| *holds).map(|(kind, _)| kind).collect()
}
