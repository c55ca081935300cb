//! `build()`: parameters → constants, the initial state, the limits of the pivots.

use super::body::{Bodies, Reading};
use super::contract::model_name;
use super::names::type_name;
use super::routines::{doc, is_zero};
use crate::model::rust_name;
use crate::plan::{CheckRule, Program, Routine};

/// `impl` of the struct of parameters.
pub fn build(program: &Program, bodies: &Bodies<'_>) -> String {
    let (name, model, called) = (type_name(&program.name), model_name(program), &program.name);
    let count = program.parameters.len();
    let reads: Vec<String> =
        program.parameters.iter().map(|p| format!("self.{}", rust_name(&p.name))).collect();
    let (rules, check) = checks(program, bodies);
    let reference = program.assembly.as_ref().map(|assembly| &assembly.reference);
    let (mut redundant, mut weights) = (String::new(), String::new());
    if program.lengths.redundant > 0 {
        redundant = format!(", redundant: [0.0; {}]", program.lengths.redundant);
        weights = format!(
            "let mut redundant = model.redundant;
             redundant_weights(&model, {}, &mut redundant);
             model.redundant = redundant;",
            program.redundancy()
        );
    }
    format!(
        "impl<T: Real> {name}<T> {{
         #[doc = \" Checks the parameters, computes what depends on them alone, and assembles the initial state.\"]
         #[doc = \"\"] #[doc = \" # Errors\"]
         #[doc = \" A parameter that is not finite, or an initial state that cannot be assembled.\"]
         pub fn build(self) -> ::core::result::Result<{model}<T>, Error> {{
         check_parameters({called:?}, &self)?;
         let parameters = [{reads}];
         {check}
         let mut model = {model} {{ parameters: self, constants: Self::constants(parameters),
         inputs: [T::zero(); {inputs}], initial: Self::initial(parameters), limits: Limits::NONE{redundant} }};
         let given = Given::of(&{positions:?}, &{velocities:?});
         model.initial = model.initial.assembled(&model, {reference_or_own}, given)?;
         model.limits = {limits}; {weights}
         Ok(model) }}
         {constants}
         {initial}
         {reference}
         {rules} }}",
        reads = reads.join(", "),
        inputs = program.held(),
        positions = program.given_positions,
        velocities = program.given_velocities,
        reference_or_own = match reference {
            Some(reference) if is_zero(reference) => format!("[T::zero(); {}]", program.coordinates.len()),
            Some(_) => "Self::reference(parameters)".to_owned(),
            None => "model.initial.q.data.0[0]".to_owned(),
        },
        limits = limits(program),
        constants = of_parameters(
            bodies,
            &program.constants,
            "What depends on parameters alone",
            &format!("fn constants(parameters: [T; {count}]) -> [T; {}]", program.lengths.constants),
            |outputs| format!("[{}]", outputs.join(", ")),
        ),
        initial = initial(program, bodies),
        reference = reference.filter(|reference| !is_zero(reference)).map_or_else(String::new, |reference| of_parameters(
            bodies,
            reference,
            "The configuration where nothing is given",
            &format!("fn reference(parameters: [T; {count}]) -> [T; {}]", program.coordinates.len()),
            |outputs| format!("[{}]", outputs.join(", ")),
        )),
    )
}

/// A function of parameters.
fn of_parameters(
    bodies: &Bodies<'_>,
    routine: &Routine,
    gives: &str,
    head: &str,
    tail: impl Fn(&[String]) -> String,
) -> String {
    let body = bodies.body(routine, Reading::At);
    format!("{} {head} {{ {} {} }}", doc(gives, &routine.operations()), body.statements, tail(&body.outputs))
}

/// The state that assembly starts from.
fn initial(program: &Program, bodies: &Bodies<'_>) -> String {
    let lengths = [
        program.coordinates.len(),
        program.velocities.len(),
        program.states.len(),
        program.holonomic_names.len(),
        program.nonholonomic_names.len(),
    ];
    let [q, v, y, g, k] = lengths;
    let head = format!(
        "fn initial(parameters: [T; {}]) -> Initial<T, {q}, {v}, {y}, {g}, {k}>",
        program.parameters.len()
    );
    of_parameters(bodies, &program.initial, "Where assembly starts", &head, |outputs| {
        let mut rest = outputs;
        let parts = lengths.map(|length| {
            let (part, behind) = rest.split_at(length);
            rest = behind;
            part
        });
        let given = ["q", "v", "y", "lambda", "psi"].into_iter().zip(parts);
        let given = given.filter(|(_, part)| part.iter().any(|value| value != "T::zero()"));
        let given: String =
            given.map(|(name, part)| format!("{name}: SVector::from([{}]), ", part.join(", "))).collect();
        if given.is_empty() {
            return "Initial::zeros()".to_owned();
        }
        format!("Initial {{ {given} ..Initial::zeros() }}")
    })
}

/// The limits of pivots.
fn limits(program: &Program) -> String {
    let (saddle, bordered) = (&program.saddle.order, &program.bordered.order);
    let diagonals: Vec<(usize, usize)> = (0..program.order()).map(|i| (i, i)).collect();
    if *saddle == diagonals && *bordered == diagonals {
        return "Limits::of_diagonals(&model)".to_owned();
    }
    format!("Limits::of(&model, &{saddle:?}, &{bordered:?})")
}

/// The rules that bodies put on parameters, as a function, and its call; nothing where there are none.
fn checks(program: &Program, bodies: &Bodies<'_>) -> (String, &'static str) {
    if program.check_rules.is_empty() {
        return (String::new(), "");
    }
    let called = &program.name;
    let head = format!(
        "fn check(parameters: [T; {}]) -> ::core::result::Result<(), Error>",
        program.parameters.len()
    );
    let function =
        of_parameters(bodies, &program.checks, "Refuses parameters of no body", &head, |outputs| {
            let of_rule = |(rule, value): (&CheckRule, &String)| {
                format!("check_body({called:?}, {:?}, Real::value({value}), {})?;", rule.message, rule.strict)
            };
            let rules: Vec<String> = program.check_rules.iter().zip(outputs).map(of_rule).collect();
            format!("{} Ok(())", rules.join(" "))
        });
    (function, "Self::check(parameters)?;")
}
