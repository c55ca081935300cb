//! What the user sees of a mechanism: the struct of its parameters with their defaults, its model, its inputs.

use super::body::Bodies;
use super::contract::{hold, model_name};
use super::names::{identifier, type_name};
use crate::model::rust_name;
use crate::plan::{Named, Program};
use std::fmt::Write;

/// The structs of parameters, of the model and of its inputs, and the declared values.
pub fn interface(program: &Program, bodies: &Bodies<'_>) -> String {
    let mut text = String::new();
    parameters(program, bodies, &mut text);
    model(program, &mut text);
    inputs(program, &mut text);
    aliases(program, &mut text);
    text
}

/// The user's names of a mechanism whose structs have others.
fn aliases(program: &Program, text: &mut String) {
    let (name, called, visibility) = (type_name(&program.name), &program.name, &program.visibility);
    if name == rust_name(called) {
        return;
    }
    let kinds =
        ["", "Model", "Inputs"].into_iter().filter(|kind| *kind != "Inputs" || !program.inputs.is_empty());
    for kind in kinds {
        let _ = writeln!(
            text,
            "#[doc = \" What `{called}` stands for.\"] #[allow(dead_code)] {visibility} type {called}{kind}<T = f64> = {name}{kind}<T>;"
        );
    }
}

/// A field of a struct expression, short where the value has its name.
pub(super) fn field(name: &str, value: &str) -> String {
    if name == value { name.to_owned() } else { format!("{name}: {value}") }
}

/// A `#[doc]` attribute for each line.
fn docs(lines: &[String], text: &mut String) {
    for line in lines {
        // As rustdoc's own comments: a space after the slashes.
        let space = if line.is_empty() || line.starts_with(' ') { "" } else { " " };
        let _ = writeln!(text, "#[doc = {:?}]", format!("{space}{line}"));
    }
}

fn unit(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" \\[{unit}\\]") }
}

fn list(title: &str, names: &[Named], lines: &mut Vec<String>) {
    if names.is_empty() {
        return;
    }
    let of = |n: &Named| format!("`{}`{}", n.name, unit(&n.unit));
    let all: Vec<String> = names.iter().map(of).collect();
    lines.push(format!(" {title}: {}.", all.join(", ")));
    lines.push(String::new());
}

/// What rustdoc says of the mechanism, besides the user's own words.
fn facts(program: &Program) -> Vec<String> {
    let mut lines = program.docs.clone();
    lines.push(String::new());
    list("Coordinates", &program.coordinates, &mut lines);
    list("Holonomic constraints", &program.holonomic_names, &mut lines);
    list("Nonholonomic constraints", &program.nonholonomic_names, &mut lines);
    list("First-order states", &program.states, &mut lines);
    list("Inputs", &program.inputs, &mut lines);
    list("Outputs", &program.output_names, &mut lines);
    let freedoms = format!(" Degrees of freedom: {}.", program.freedom.degrees_of_freedom);
    if program.redundancy() > 0 {
        lines.push(format!(
            " Redundant constraints: {}. Their reactions are the smallest that hold the motion.",
            program.redundant().join("; ")
        ));
        lines.push(String::new());
    }
    let count = |name: &str| {
        let all = program.operations();
        all.iter().find(|(known, _)| *known == name).map_or(0, |(_, operations)| operations.total())
    };
    lines.push(format!(
        "{freedoms} Operations: position {}, force {}, factorisation {}, solve {}.",
        count("place"),
        count("applied_force"),
        count("factor_saddle"),
        count("solve_saddle"),
    ));
    lines
}

fn parameters(program: &Program, bodies: &Bodies<'_>, text: &mut String) {
    let (name, visibility) = (type_name(&program.name), &program.visibility);
    docs(&facts(program), text);
    let _ = writeln!(
        text,
        "#[allow(non_snake_case, non_camel_case_types)] #[derive(Clone, Copy, Debug, PartialEq)] {visibility} struct {name}<T = f64> {{"
    );
    for parameter in &program.parameters {
        let mut lines = parameter.docs.clone();
        if lines.is_empty() {
            lines.push(format!(" Parameter `{}`{}.", parameter.name, unit(&parameter.unit)));
        } else if !parameter.unit.is_empty() {
            lines.push(format!(" \\[{}\\]", parameter.unit));
        }
        docs(&lines, text);
        let _ = writeln!(text, "pub {}: T,", rust_name(&parameter.name));
    }
    if program.parameters.is_empty() {
        let _ = writeln!(text, "#[doc(hidden)] pub scalar: ::core::marker::PhantomData<T>,");
    }
    text.push_str("}\n");

    default(program, bodies, text);
}

/// Have all parameters plain numbers for defaults? Then they stand beside their names.
fn are_numbers(program: &Program, bodies: &Bodies<'_>) -> bool {
    !program.defaults.is_empty()
        && program.defaults.iter().all(|default| bodies.default_number(default).is_some())
}

/// The declared values, where some are computed from others.
fn default(program: &Program, bodies: &Bodies<'_>, text: &mut String) {
    if are_numbers(program, bodies) {
        return;
    }
    let name = type_name(&program.name);
    let _ = writeln!(
        text,
        "#[allow(non_snake_case, clippy::approx_constant)]
         impl ::core::default::Default for {name}<f64> {{ fn default() -> Self {{
         #[allow(unused_imports)] use ::linkwork::__private::Real; #[allow(dead_code)] type T = f64;"
    );
    let mut fields = Vec::new();
    for (parameter, routine) in program.parameters.iter().zip(&program.defaults) {
        let own = identifier(&parameter.name);
        let _ = writeln!(text, "let {own}: f64 = {};", bodies.default_value(routine));
        fields.push(field(&rust_name(&parameter.name), &own));
    }
    if fields.is_empty() {
        fields.push("scalar: ::core::marker::PhantomData".to_owned());
    }
    let _ = writeln!(text, "Self {{ {} }} }} }}", fields.join(", "));
}

/// The description, and the parameters by number and by name.
pub fn parameters_by_name(program: &Program, bodies: &Bodies<'_>) -> String {
    let numbers = are_numbers(program, bodies);
    let redundant = if program.lengths.redundant > 0 { ", redundant" } else { "" };
    let each = program.parameters.iter().zip(&program.defaults).map(|(p, default)| {
        let value = bodies.default_number(default).filter(|_| numbers);
        let value = value.map_or_else(String::new, |value| format!(", {value}"));
        format!("{}: ({:?}, {:?}{value})", rust_name(&p.name), p.name, p.unit)
    });
    format!(
        "parameters! {{ {}, {} {{ {} }}, {:?}{redundant}{} }}",
        type_name(&program.name),
        model_name(program),
        each.collect::<Vec<_>>().join(", "),
        program.source,
        hold(program)
    )
}

fn model(program: &Program, text: &mut String) {
    let (name, visibility) = (type_name(&program.name), &program.visibility);
    let plain = name.starts_with(char::is_uppercase) && !name.contains('_');
    let allowed = if plain { "" } else { "#[allow(non_camel_case_types)]" };
    let _ = writeln!(
        text,
        "#[doc = \" `{name}` with its parameters: what steppers integrate. Made by `{name}::build()`.\"]
         {allowed} #[derive(Clone, Debug)] {visibility} struct {name}Model<T = f64> {{
         parameters: {name}<T>, constants: [T; {constants}], inputs: [T; {inputs}],
         initial: ::linkwork::__private::Initial<T, {n}, {nv}, {y}, {g}, {k}>,
         limits: ::linkwork::__private::Limits<{order}>{redundant} }}",
        constants = program.lengths.constants,
        inputs = program.held(),
        n = program.coordinates.len(),
        nv = program.velocities.len(),
        y = program.states.len(),
        g = program.holonomic_names.len(),
        k = program.nonholonomic_names.len(),
        order = program.order(),
        redundant = match program.lengths.redundant {
            0 => String::new(),
            count => format!(", redundant: [f64; {count}]"),
        },
    );
}

fn inputs(program: &Program, text: &mut String) {
    if program.inputs.is_empty() {
        return;
    }
    let (name, visibility) = (type_name(&program.name), &program.visibility);
    let _ = writeln!(
        text,
        "#[doc = \" Inputs of `{name}`: held over a step, or given as a function of time.\"] \
         #[allow(non_snake_case, non_camel_case_types)] #[derive(Clone, Copy, Debug, PartialEq)] {visibility} struct {name}Inputs<T = f64> {{"
    );
    for input in &program.inputs {
        let mut lines = input.docs.clone();
        lines.push(format!(" Input `{}`{}.", input.name, unit(&input.unit)));
        docs(&lines, text);
        let _ = writeln!(text, "pub {}: T,", rust_name(&input.name));
    }
    text.push_str("}\n");
}

/// How inputs are held, and by which numbers they go.
pub fn inputs_of(program: &Program) -> String {
    if program.inputs.is_empty() {
        return String::new();
    }
    let name = type_name(&program.name);
    let own: Vec<String> = program.inputs.iter().map(|u| rust_name(&u.name)).collect();
    let sides = (program.inputs.len()..program.held()).map(|i| format!("self.inputs[{i}]"));
    let behind: Vec<String> = own.iter().map(|n| format!("inputs.{n}")).chain(sides).collect();
    format!(
        "inputs!({name}Inputs, {name}Model {{ {} }}, |self, inputs| [{}]);\n",
        own.join(", "),
        behind.join(", ")
    )
}
