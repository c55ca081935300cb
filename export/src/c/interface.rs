//! The header: types, sizes and functions, with equations, shapes and units.
//!
//! Invariant: the arguments of a function do not depend on the mechanism; functions without results are omitted.

use super::routine::{SMALL, function, number};
use super::{Code, calls, dynamics, step};
use crate::Built;
use crate::evaluation::{Evaluation, evaluations};
use crate::routine::{Argument, arguments};
use crate::stem::Stem;
use linkwork_compiler::Program;
use linkwork_compiler::plan::{NameList, Named, Routine};
use std::fmt::Write;

/// A mechanism and the data of its two files.
pub struct Files<'a> {
    pub program: &'a Program,
    pub built: &'a Built,
    pub stem: String,
    renamed: Option<String>,
}

impl<'a> Files<'a> {
    /// Of a mechanism.
    pub fn new(program: &'a Program, built: &'a Built) -> Self {
        let Stem { name, reason } = Stem::in_c(&program.name);
        Self { program, built, stem: name, renamed: reason }
    }

    /// The call of a routine whose arguments have their own names.
    pub fn call(&self, name: &str, routine: &Routine, out: &str) -> String {
        self.call_with(name, routine, out, &[])
    }

    /// The call of a routine, with some arguments by other names.
    pub fn call_with(&self, name: &str, routine: &Routine, out: &str, others: &[(&str, &str)]) -> String {
        let named = |argument: &Argument| {
            let own = argument.name();
            others.iter().find(|(known, _)| *known == own).map_or(own, |(_, other)| *other).to_owned()
        };
        let mut list: Vec<String> = arguments(routine).iter().map(named).collect();
        list.push(out.to_owned());
        format!("{}_{name}_({});", self.stem, list.join(", "))
    }

    /// Declaration and evaluation of the entries of C, B and D that move; empty if none does.
    pub fn moving(&self) -> String {
        self.moving_with(&[])
    }

    /// The same, with some arguments by other names.
    pub fn moving_with(&self, others: &[(&str, &str)]) -> String {
        let count = self.program.lengths.moving;
        if count == 0 || !self.program.flags.borders_move {
            return String::new();
        }
        let call = self.call_with("moving", &self.program.moving, "moving", others);
        format!("    double moving[{count}];\n    {call}\n")
    }

    fn declaration(&self, evaluation: &Evaluation<'_>) -> String {
        let stem = &self.stem;
        let mut list = vec![Argument::Model.declaration(stem), Argument::At.declaration(stem)];
        list.extend(evaluation.takes.iter().map(|argument| argument.declaration(stem)));
        list.push("double out[]".to_owned());
        format!("void {stem}_{}({})", evaluation.name, list.join(", "))
    }

    fn definition(&self, evaluation: &Evaluation<'_>) -> String {
        let read = arguments(&evaluation.routine);
        let mut body = String::new();
        let mut used = read.clone();
        for (bank, name, routine, count) in [
            (Argument::Moving, "moving", &self.program.moving, self.program.lengths.moving),
            (Argument::Stiffness, "stiffness", &self.program.stiffness, self.program.lengths.stiffness),
        ] {
            if read.contains(&bank) {
                let call = self.call(name, routine, name);
                // Writing to a String cannot fail.
                let _ = write!(body, "    double {name}[{}];\n    {call}\n", count.max(1));
                used.extend(arguments(routine));
            }
        }
        let given = [Argument::Model, Argument::At];
        let unused: String = given
            .iter()
            .chain(evaluation.takes)
            .filter(|argument| !used.contains(argument))
            .map(|argument| format!("    (void){};\n", argument.name()))
            .collect();
        let call = self.call(evaluation.name, &evaluation.routine, "out");
        format!("{}\n{{\n{body}{unused}    {call}\n}}\n", self.declaration(evaluation))
    }

    /// Both files.
    pub fn code(&self) -> Code {
        let mut left_out = Vec::new();
        let stepping = step::left_out(self);
        let steps = stepping.is_none();
        left_out.extend(stepping);
        if !self.program.switch_names.is_empty() {
            left_out.push("events: zeros of switching functions are not located".to_owned());
        }
        Code {
            stem: self.stem.clone(),
            renamed: self.renamed.clone(),
            header: self.header(steps, &left_out),
            source: self.source(steps),
            left_out,
        }
    }

    /// Whether a state has the multipliers near which a step finds its own.
    fn guessed(&self) -> bool {
        !self.program.flags.linear_reactions && step::left_out(self).is_none()
    }

    /// The guess of λ and ψ, if forces are not affine in them.
    pub fn guess(&self) -> (Vec<f64>, Vec<f64>) {
        let guess = |at: usize| self.built.reactions.get(at).copied().unwrap_or(0.0);
        let (g, k) = (self.program.holonomic_names.len(), self.program.nonholonomic_names.len());
        ((0..g).map(guess).collect(), (g..g + k).map(guess).collect())
    }

    /// λ and ψ with their own units; names are those of the constraints.
    fn multipliers(&self) -> (NameList, NameList) {
        let mut units = self.built.multiplier_units.iter();
        let mut of = |constraints: &[Named]| -> NameList {
            let own = |unit: &String, named: &Named| Named { unit: unit.clone().into(), ..named.clone() };
            constraints.iter().zip(units.by_ref()).map(|(named, unit)| own(unit, named)).collect()
        };
        let lambda = of(&self.program.holonomic_names);
        (lambda, of(&self.program.nonholonomic_names))
    }

    fn header(&self, steps: bool, left_out: &[String]) -> String {
        let (p, stem, upper) = (self.program, &self.stem, self.stem.to_uppercase());
        let mut text = format!("/* Mechanism `{}`: C99, written by `linkwork emit --c`.\n", comment(&p.name));
        for docs in &p.docs {
            let _ = writeln!(text, " * {}", comment(docs.trim()));
        }
        text += " *\n * M a + B (lambda, psi) = f(t, q, v, y), g(t, q) = 0, k(t, q, v) = 0, dy/dt = f_y(t, q, v, y); SI units.\n";
        text += " * q' = v, except for unit quaternions (real part first) with angular velocities in axes of the body.\n";
        text += " * Compile with -ffp-contract=off for results bitwise equal to those of Linkwork, and link with -lm.\n";
        if p.saddle.block.is_some() {
            let _ = writeln!(
                text,
                " * Constraints are redundant ({}): of all equivalent reactions the smallest are given. Which constraints are,
 * and their scales, follows from the parameters at the time when this file was written. For others that make them independent, forward dynamics
 * fails (`{stem}_singular_matrix`) at states that satisfy all of them, and steps fail (`{stem}_not_converged`).",
                comment(&p.redundant().join("; "))
            );
        }
        if !p.flags.linear_reactions {
            let _ = writeln!(
                text,
                " * Forces, such as friction, depend on reactions, which Newton's iteration finds: from the guess of the description, in steps from those before. It
 * fails (`{stem}_not_converged`) where friction is so large that there are no reactions, or several{}.",
                if p.saddle.block.is_some() {
                    ". The motion is that of the smallest\n * reactions where it depends on how redundant constraints share their load"
                } else {
                    ""
                }
            );
        }
        for left in left_out {
            let _ = writeln!(text, " * Not included: {}.", comment(left));
        }
        text += " */\n";
        let _ = write!(
            text,
            "#ifndef {upper}_H\n#define {upper}_H\n\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n"
        );
        let inputs = p.held();
        for (name, count) in [
            ("PARAMETERS", p.parameters.len()),
            ("COORDINATES", p.coordinates.len()),
            ("VELOCITIES", p.velocities.len()),
            ("HOLONOMIC", p.holonomic_names.len()),
            ("NONHOLONOMIC", p.nonholonomic_names.len()),
            ("STATES", p.states.len()),
            ("INPUTS", inputs),
            ("OUTPUTS", p.output_names.len()),
        ] {
            let _ = writeln!(text, "#define {upper}_{name} {count}");
        }
        text.push('\n');
        let (lambda, psi) = self.multipliers();
        for (what, names) in [
            ("parameters", &p.parameters),
            ("q, coordinates", &p.coordinates),
            ("v, a, velocities and accelerations", &p.velocities),
            ("lambda, multipliers of g", &lambda),
            ("psi, multipliers of k", &psi),
            ("y, states", &p.states),
            ("u, inputs", &p.inputs),
            ("outputs", &p.output_names),
        ] {
            text += &listed(what, names);
        }
        if inputs > p.inputs.len() {
            let _ = writeln!(
                text,
                "/* u[{}] ... u[{}]: sides of switching functions, then friction that sticks (1) or slides (0). A side of 0 is that of the state; 1 and -1\n * hold the positive and the negative side, which a step between two switches needs. */",
                p.inputs.len(),
                inputs - 1
            );
        }
        let (size, guessed) = (|count: usize| count.max(1), self.guessed());
        let _ = write!(
            text,
            "
/* The status of a call. If it failed, results are undefined, and a state is unchanged. */
enum {stem}_status {{
    {stem}_ok = 0,
    /* An invalid parameter, such as a negative mass. */
    {stem}_invalid_parameter,
    /* The mass matrix, with its constraints, is singular, or constraints contradict each other. */
    {stem}_singular_matrix,
    /* The projection onto the constraints, or Newton's iteration for reactions that forces depend on, did not converge. */
    {stem}_not_converged,
    /* A result is infinite or NaN. */
    {stem}_not_finite,
    /* A step size that is not positive and finite. */
    {stem}_invalid_step
}};

/* All quantities that depend on parameters only. */
typedef struct {{
    double constants[{}];
}} {stem}_model;

/* A time, inputs, a configuration, and all quantities that depend on them only. */
typedef struct {{
    double time, inputs[{}], now[{}], q[{}], placed[{}];
}} {stem}_position;

/* A state{}. */
typedef struct {{
    double t, q[{}], v[{}], y[{}]{};
}} {stem}_state;

/* The default values of the parameters. */
void {stem}_default_parameters(double parameters[]);

/* Computes all quantities that depend on parameters only. */
enum {stem}_status {stem}_build({stem}_model *model, const double parameters[]);

/* The state at t = 0, assembled for the parameters at the time when this file was written. */
void {stem}_initial({stem}_state *state);

/* Computes all quantities that depend on the time, the inputs u and the configuration q only; the functions below read them. */
void {stem}_place(const {stem}_model *model, double t, const double u[], const double q[], {stem}_position *at);

",
            size(p.lengths.constants),
            size(inputs),
            size(p.lengths.now),
            size(p.coordinates.len()),
            size(p.lengths.placed),
            if guessed {
                ", with the multipliers near which a step finds its own: those of the last step, or the guess of the description"
            } else {
                ""
            },
            size(p.coordinates.len()),
            size(p.velocities.len()),
            size(p.states.len()),
            if guessed {
                format!(", lambda[{}], psi[{}]", size(lambda.len()), size(psi.len()))
            } else {
                String::new()
            },
        );
        for evaluation in evaluations(self.program) {
            let _ = write!(text, "/* {} */\n{};\n\n", evaluation.docs, self.declaration(&evaluation));
        }
        let _ = write!(
            text,
            "/* Solves {}, G a = gamma_g, D a = gamma_k{}. */
enum {stem}_status {stem}_forward_dynamics(const {stem}_model *model, const {stem}_position *at, const double v[], const double y[], double a[], double lambda_out[], double psi_out[]);

",
            if p.flags.linear_reactions {
                "M a + B (lambda, psi) = f0"
            } else {
                "M a = f(t, q, v, y, lambda, psi) by Newton's iteration"
            },
            if p.redundancy() > 0 { " with the smallest reactions" } else { "" }
        );
        if steps {
            let _ = write!(
                text,
                "/* A step of size h in s with constant inputs: the classical Runge-Kutta method of order 4, projected onto the constraints. */
enum {stem}_status {stem}_step(const {stem}_model *model, {stem}_state *state, double h, const double u[]);

"
            );
        }
        text += "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
        text
    }

    fn source(&self, steps: bool) -> String {
        let (p, stem) = (self.program, self.stem.as_str());
        let evaluations = evaluations(self.program);
        let mut routines: Vec<(&str, &Routine)> =
            vec![("constants", &p.constants), ("checks", &p.checks), ("now", &p.now), ("place", &p.place)];
        let reads =
            |bank: Argument| evaluations.iter().any(|known| arguments(&known.routine).contains(&bank));
        let borders = p.flags.borders_move && p.lengths.moving > 0;
        if reads(Argument::Moving) || borders {
            routines.push(("moving", &p.moving));
        }
        if reads(Argument::Stiffness) {
            routines.push(("stiffness", &p.stiffness));
        }
        routines.extend(evaluations.iter().map(|known| (known.name, known.routine.as_ref())));
        let mut all: Vec<&Routine> = routines.iter().map(|(_, routine)| *routine).collect();
        all.extend(&p.defaults);
        all.extend([&p.saddle.factor, &p.saddle.solve, &p.saddle.matrix]);
        all.extend(p.saddle.block.iter().flat_map(|block| [&block.entries, &block.forward]));
        let mut text = format!("#include \"{stem}.h\"\n\n#include <math.h>\n\n");
        for (known, definition) in SMALL {
            if calls(&all, known) {
                text += definition;
                text.push('\n');
            }
        }
        for (name, routine) in &routines {
            text += &function(p, stem, name, routine, &[]);
            text.push('\n');
        }
        text += &self.construction();
        for evaluation in &evaluations {
            text += &self.definition(evaluation);
            text.push('\n');
        }
        text += &dynamics::functions(self);
        if steps {
            text.push('\n');
            text += &step::functions(self);
        }
        text
    }

    /// Parameters, `build`, `initial` and `place`.
    fn construction(&self) -> String {
        let (p, stem) = (self.program, self.stem.as_str());
        let mut text = String::new();
        for (i, routine) in p.defaults.iter().enumerate() {
            text += &function(p, stem, &format!("default_{i}"), routine, &[]);
            text.push('\n');
        }
        let defaults: String = (p.defaults.iter().enumerate())
            .map(|(i, routine)| {
                format!("    {}\n", self.call(&format!("default_{i}"), routine, &format!("parameters + {i}")))
            })
            .collect();
        let checks = p.checks.outputs.len();
        let conditions: String = (p.check_rules.iter().enumerate())
            .map(|(i, rule)| {
                let relation = if rule.strict { ">" } else { ">=" };
                format!(
                    "    /* {} */\n    if (!(checked[{i}] {relation} 0.0)) {{ return {stem}_invalid_parameter; }}\n",
                    comment(&rule.message)
                )
            })
            .collect();
        let start = |name: &str, values: &[f64]| -> String {
            let line = |(i, x): (usize, &f64)| format!("    state->{name}[{i}] = {};\n", number(*x));
            values.iter().enumerate().map(line).collect()
        };
        let (q, v, y) = &self.built.start;
        let mut initial = [start("q", q), start("v", v), start("y", y)].concat();
        if self.guessed() {
            let (lambda, psi) = self.guess();
            initial += &[start("lambda", &lambda), start("psi", &psi)].concat();
        }
        let (inputs, coordinates, parameters) = (p.held(), p.coordinates.len(), p.parameters.len());
        // The routines write to their inputs: they read all before they write.
        let now = self.call("now", &p.now, "at->now");
        let place = self.call("place", &p.place, "at->placed");
        let _ = write!(
            text,
            "void {stem}_default_parameters(double parameters[])
{{
    (void)parameters;
{defaults}}}

enum {stem}_status {stem}_build({stem}_model *model, const double parameters[])
{{
    double checked[{checks_room}];
    int i;
    for (i = 0; i < {parameters}; ++i) {{
        if (!isfinite(parameters[i])) {{ return {stem}_invalid_parameter; }}
    }}
    {constants}
    {checked}
{conditions}    return {stem}_ok;
}}

void {stem}_initial({stem}_state *state)
{{
    state->t = 0.0;
{initial}}}

void {stem}_place(const {stem}_model *model, double t, const double u[], const double q[], {stem}_position *at)
{{
    int i;
    (void)model;
    (void)u;
    at->time = t;
    for (i = 0; i < {inputs}; ++i) {{ at->inputs[i] = u[i]; }}
    for (i = 0; i < {coordinates}; ++i) {{ at->q[i] = q[i]; }}
    {now}
    {place}
}}

",
            checks_room = checks.max(1),
            constants = self.call("constants", &p.constants, "model->constants"),
            checked = self.call("checks", &p.checks, "checked"),
        );
        text
    }
}

/// Names with units and places, as a comment.
fn listed(what: &str, names: &[Named]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let mut text = format!("/* {what}:\n");
    for (i, named) in names.iter().enumerate() {
        let unit = if named.unit.is_empty() { String::new() } else { format!(" in {}", named.unit) };
        // Writing to a String cannot fail.
        let _ = writeln!(text, " *   [{i}] {}{}", comment(&named.name), comment(&unit));
    }
    text += " */\n";
    text
}

/// Text that does not end a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *")
}
