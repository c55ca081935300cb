//! What the user sees of a mechanism: the parameter struct with its defaults, `build()`, the model
//! and its inputs.

use super::body::{Bodies, Reading};
use super::names::{identifier, type_name};
use crate::model::rust_name;
use crate::plan::{CheckRule, Named, Program};
use std::fmt::Write;

/// Struct, defaults, parameters by name, model, inputs, `build()`.
pub fn interface(program: &Program, bodies: &Bodies<'_>) -> String {
    let mut text = String::new();
    parameters(program, bodies, &mut text);
    model(program, &mut text);
    inputs(program, &mut text);
    build(program, bodies, &mut text);
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
    lines.push(format!(" Degrees of freedom: {}.", program.freedom.degrees_of_freedom));
    if program.redundancy() > 0 {
        lines.push(String::new());
        lines.push(format!(
            " Redundant constraints: {}. Their reactions are the smallest that hold the motion.",
            program.redundant().join("; ")
        ));
    }
    lines.push(String::new());
    let count = |name: &str| {
        let all = program.operations();
        all.iter().find(|(known, _)| *known == name).map_or(0, |(_, operations)| operations.total())
    };
    lines.push(format!(
        " Operations: position {}, force {}, factorisation {}, solve {}.",
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

    let mut fields = Vec::new();
    let _ = writeln!(
        text,
        "#[allow(non_snake_case, clippy::approx_constant)] impl ::core::default::Default for {name}<f64> {{ #[doc = \" The declared values.\"] fn default() -> Self {{ \
         #[allow(unused_imports)] use ::linkwork::__private::Real; #[allow(dead_code)] type T = f64;"
    );
    for (parameter, routine) in program.parameters.iter().zip(&program.defaults) {
        let own = identifier(&parameter.name);
        let value = bodies.default_value(routine);
        let _ = writeln!(text, "let {own}: f64 = {value};");
        fields.push(field(&rust_name(&parameter.name), &own));
    }
    if fields.is_empty() {
        fields.push("scalar: ::core::marker::PhantomData".to_owned());
    }
    let _ = writeln!(text, "Self {{ {} }} }} }}", fields.join(", "));

    let names = named_array(&program.parameters);
    let own: Vec<String> = program.parameters.iter().map(|p| rust_name(&p.name)).collect();
    let gets: Vec<String> = own.iter().enumerate().map(|(i, n)| format!("{i} => Some(self.{n}),")).collect();
    let sets: Vec<String> =
        own.iter().enumerate().map(|(i, n)| format!("{i} => {{ self.{n} = value; true }}")).collect();
    let _ = writeln!(
        text,
        "impl<T: ::linkwork::__private::Real> ::linkwork::__private::Parameters for {name}<T> {{ \
         type Scalar = T; type Model = {name}Model<T>; \
         const SOURCE: &'static str = {source:?}; \
         fn names() -> &'static [::linkwork::__private::Named] {{ \
         const NAMES: &[::linkwork::__private::Named] = &{names}; NAMES }} \
         fn get(&self, index: usize) -> ::core::option::Option<T> {{ {gets} }} \
         fn set(&mut self, index: usize, value: T) -> bool {{ {sets} }} \
         fn build(self) -> ::core::result::Result<Self::Model, ::linkwork::__private::Error> {{ {name}::build(self) }} }}",
        source = program.source,
        gets = choice(&gets, "index", "None"),
        sets = choice(&sets, "(index, value)", "false"),
    );
}

/// A choice by `index`; where there is nothing to choose from, the arguments are unused.
fn choice(arms: &[String], arguments: &str, otherwise: &str) -> String {
    if arms.is_empty() {
        format!("let _ = {arguments}; {otherwise}")
    } else {
        format!("match index {{ {} _ => {otherwise} }}", arms.join(" "))
    }
}

/// `[Named::new("x", "m"), …]`.
fn named_array(names: &[Named]) -> String {
    let of = |n: &Named| format!("::linkwork::__private::Named::new({:?}, {:?})", n.name, n.unit);
    format!("[{}]", names.iter().map(of).collect::<Vec<_>>().join(", "))
}

fn model(program: &Program, text: &mut String) {
    let (name, visibility) = (type_name(&program.name), &program.visibility);
    let (n, nv) = (program.coordinates.len(), program.velocities.len());
    let _ = writeln!(
        text,
        "#[doc = \" `{name}` with its parameters: what steppers integrate. Made by `{name}::build()`.\"] \
         #[allow(non_camel_case_types)] #[derive(Clone, Debug)] {visibility} struct {name}Model<T = f64> {{ \
         parameters: {name}<T>, constants: [T; {constants}], inputs: [T; {inputs}], \
         positions: ::linkwork::__private::SVector<T, {n}>, velocities: ::linkwork::__private::SVector<T, {nv}>, \
         states: ::linkwork::__private::SVector<T, {states}>, \
         reactions: (::linkwork::__private::SVector<T, {g}>, ::linkwork::__private::SVector<T, {k}>), \
         saddle_limits: [f64; {order}], limits: [f64; {order}]{redundant} }}",
        constants = program.lengths.constants,
        inputs = program.held(),
        states = program.states.len(),
        g = program.holonomic_names.len(),
        k = program.nonholonomic_names.len(),
        order = program.order(),
        redundant = match program.lengths.redundant {
            0 => String::new(),
            count => format!(", redundant: [f64; {count}]"),
        },
    );
    let _ = writeln!(
        text,
        "impl<T: ::linkwork::__private::Real> {name}Model<T> {{ \
         #[doc = \" The parameters that it was built with.\"] \
         #[allow(dead_code)] pub fn parameters(&self) -> &{name}<T> {{ &self.parameters }} }}"
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
    let own: Vec<String> = program.inputs.iter().map(|u| rust_name(&u.name)).collect();
    let zeros: Vec<String> = own.iter().map(|n| format!("{n}: T::zero()")).collect();
    let reads: Vec<String> = own.iter().map(|n| format!("inputs.{n}")).collect();
    let held: Vec<String> = own.iter().enumerate().map(|(i, n)| format!("{n}: self.inputs[{i}]")).collect();
    let values: Vec<String> = own.iter().enumerate().map(|(i, n)| format!("{n}: value({i})")).collect();
    let sides = (program.inputs.len()..program.held()).map(|i| format!("self.inputs[{i}]"));
    let _ = writeln!(
        text,
        "#[allow(non_snake_case, clippy::approx_constant)] impl<T: ::linkwork::__private::Real> ::core::default::Default for {name}Inputs<T> {{ \
         #[doc = \" All zero.\"] fn default() -> Self {{ Self {{ {zeros} }} }} }} \
         #[allow(non_snake_case, clippy::approx_constant)] impl<T: ::linkwork::__private::Real> ::linkwork::__private::WithInputs for {name}Model<T> {{ \
         type Inputs = {name}Inputs<T>; \
         #[inline] fn now_with(&self, t: T, inputs: &Self::Inputs) -> Self::TimeCache {{ self.now_of(t, [{behind}]) }} \
         fn inputs(&self) -> Self::Inputs {{ {name}Inputs {{ {held} }} }} \
         fn set_inputs(&mut self, inputs: Self::Inputs) {{ self.inputs = [{behind}]; }} \
         fn inputs_of(&self, values: &[T]) -> Self::Inputs {{ let value = |i: usize| values.get(i).copied().unwrap_or_else(T::zero); {name}Inputs {{ {values} }} }} \
         fn input_values(&self, inputs: &Self::Inputs) -> ::std::vec::Vec<T> {{ ::std::vec![{reads}] }} }}",
        values = values.join(", "),
        zeros = zeros.join(", "),
        behind = reads.iter().cloned().chain(sides).collect::<Vec<_>>().join(", "),
        reads = reads.join(", "),
        held = held.join(", "),
    );
}

fn build(program: &Program, bodies: &Bodies<'_>, text: &mut String) {
    let (name, called) = (type_name(&program.name), &program.name);
    let own: Vec<String> = program.parameters.iter().map(|p| rust_name(&p.name)).collect();
    let checks: Vec<String> = program
        .parameters
        .iter()
        .zip(&own)
        .map(|(p, own)| format!("check_parameter({:?}, {:?}, self.{own}.magnitude())?;", called, p.name))
        .collect();
    let reads: Vec<String> = own.iter().map(|own| format!("self.{own}")).collect();
    let constants = bodies.body(&program.constants, Reading::At);
    let initial = bodies.body(&program.initial, Reading::At);
    let n = program.coordinates.len();
    let (q, rest) = initial.outputs.split_at(n);
    let (v, rest) = rest.split_at(program.velocities.len());
    let (y, rest) = rest.split_at(program.states.len());
    let (l, p) = rest.split_at(program.holonomic_names.len());
    let checked = bodies.body(&program.checks, Reading::At);
    let of_rule = |(rule, value): (&CheckRule, &String)| {
        format!("check_body({called:?}, {:?}, {value}.value(), {})?;", rule.message, rule.strict)
    };
    let rules: Vec<String> = program.check_rules.iter().zip(&checked.outputs).map(of_rule).collect();
    let body_checks = if rules.is_empty() {
        String::new()
    } else {
        let reads = reads.join(", ");
        let count = own.len();
        format!("{{ let parameters: [T; {count}] = [{reads}]; {} {} }}", checked.statements, rules.join(" "))
    };
    let order = |order: &[(usize, usize)]| format!("{order:?}");
    let assembled = match &program.assembly {
        None => {
            "(model.positions, model.velocities, model.states) = assemble(&model, guess, given)?;".to_owned()
        }
        Some(assembly) => {
            let reference = bodies.body(&assembly.reference, Reading::At);
            format!(
                "let reference = {{ {} SVector::from([{}]) }}; \
                 (model.positions, model.velocities, model.states) = assemble_model(&model, guess, &reference, given)?;",
                reference.statements,
                reference.outputs.join(", "),
            )
        }
    };
    let (mut uses, mut zeros, mut weights) = ("", String::new(), String::new());
    if program.lengths.redundant > 0 {
        uses = ", redundant_weights";
        zeros = format!(", redundant: [0.0; {}]", program.lengths.redundant);
        weights = format!(
            "let mut redundant = model.redundant; redundant_weights(&model, {}, &mut redundant); \
             model.redundant = redundant;",
            program.redundancy()
        );
    }
    let mut meaning: Vec<String> = Vec::new();
    for slot in 0..program.lengths.constants {
        meaning.push(bodies.constant_name(slot));
    }
    let _ = writeln!(
        text,
        "#[allow(non_snake_case, clippy::approx_constant)] impl<T: ::linkwork::__private::Real> {name}<T> {{ \
         #[doc = \" The description that this was compiled from.\"] #[allow(dead_code)] pub const SOURCE: &'static str = {source:?}; \
         #[doc = \" Checks the parameters, computes what depends on them alone, and assembles the initial state.\"] \
         #[doc = \"\"] #[doc = \" # Errors\"] \
         #[doc = \" A parameter that is not finite, or an initial state that cannot be assembled.\"] \
         #[allow(dead_code)] pub fn build(self) -> ::core::result::Result<{name}Model<T>, ::linkwork::__private::Error> {{ \
         #[allow(unused_imports)] use ::linkwork::__private::{{check_body, Given, Mechanism, assemble_model, Real, SVector, assemble, check_parameter, pivot_limits{uses}}}; \
         {checks} {body_checks} \
         let parameters: [T; {count}] = [{reads}]; let _ = &parameters; \
         let constants = {{ {constant_statements} {constant_array} }}; \
         let (positions, velocities, states, reactions) = {{ {initial_statements} \
         (SVector::from([{q}]), SVector::from([{v}]), SVector::from([{y}]), (SVector::from([{l}]), SVector::from([{p}]))) }}; \
         let mut model = {name}Model {{ parameters: self, constants, inputs: [{inputs}], \
         positions, velocities, states, reactions, saddle_limits: [0.0; {size}], limits: [0.0; {size}]{zeros} }}; \
         let guess = model.initial(); \
         let given = Given {{ positions: &{given_positions:?}, velocities: &{given_velocities:?} }}; \
         {assembled} \
         let (mut saddle_limits, mut limits) = (model.saddle_limits, model.limits); \
         pivot_limits(&model, &{saddle_order}, &mut saddle_limits); \
         pivot_limits(&model, &{bordered_order}, &mut limits); \
         (model.saddle_limits, model.limits) = (saddle_limits, limits); {weights} \
         Ok(model) }} }}",
        source = program.source,
        checks = checks.join(" "),
        count = own.len(),
        reads = reads.join(", "),
        constant_statements = constants.statements,
        constant_array = constants.array(),
        initial_statements = initial.statements,
        q = q.join(", "),
        v = v.join(", "),
        y = y.join(", "),
        l = l.join(", "),
        p = p.join(", "),
        inputs = vec!["T::zero()"; program.held()].join(", "),
        size = program.order(),
        given_positions = program.given_positions,
        given_velocities = program.given_velocities,
        saddle_order = order(&program.saddle.order),
        bordered_order = order(&program.bordered.order),
    );
}
