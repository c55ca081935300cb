//! A module of Python whose functions are expressions of CasADi, for optimal control and estimation.
//!
//! ```text
//! M a + B (λ, ψ) = f₀,   G a = γ_g,   D a = γ_k        by the planned elimination                          (1)
//! q' = v but p' = ½ p ∘ (0, ω) of unit quaternions,   v' = a,   y' = f_y                                  (2)
//! ```
//!
//! Invariant: a routine has the operations of the plan in their order. CasADi simplifies (0 x, 1 x), so that numbers agree to
//! rounding. Expressions have no branches: pivots of (1) are not checked.
//! Where constraints are redundant, (1) is solved as in `known_rank`. Forces that depend on reactions would take an iteration, and are left out.

mod known_rank;
mod routine;

use crate::evaluation::{Evaluation, evaluations};
use crate::routine::{Argument, arguments, digits};
use crate::stem::Stem;
use crate::{Built, Unsupported};
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Block, Named, Routine};
use routine::{call, call_with, function};
use std::fmt::Write;

/// The module of a mechanism.
#[derive(Clone, Debug)]
pub struct Module {
    /// Name of the file without `.py`: the name of the mechanism in snake case, with `_mechanism` after a word or a module of Python.
    pub stem: String,
    /// Why the stem ends with `_mechanism`, if it was changed.
    pub renamed: Option<String>,
    /// The contents of the file.
    pub text: String,
    /// Parts of the mechanism that are not included, with the reasons.
    pub left_out: Vec<String>,
}

/// The module of a mechanism.
///
/// # Errors
/// [`Unsupported`] for functions that are implemented in Rust.
pub fn module(program: &Program, built: &Built) -> Result<Module, Unsupported> {
    Unsupported::check(program)?;
    let mut left_out = Vec::new();
    let as_planned = |block: &Block| {
        let deficiency = built.redundant.last().map_or(0, |count| *count as usize);
        deficiency + block.rank == block.rows.len()
    };
    if !program.saddle.block.as_ref().is_none_or(as_planned) {
        left_out.push(
            "forward dynamics: for these parameters, constraints are independent that were planned as redundant"
                .to_owned(),
        );
    } else if !program.flags.linear_reactions {
        left_out.push(
            "forward dynamics: forces, such as friction, depend on reactions, which takes an iteration"
                .to_owned(),
        );
    }
    let dynamics = left_out.is_empty();
    if dynamics && !program.turns.outputs.is_empty() {
        left_out.push("rates of counted turns: they are 0 except at the counts".to_owned());
    }
    if !program.switch_names.is_empty() {
        left_out.push("events: zeros of switching functions are not located".to_owned());
    }
    let text = [
        heading(program, built, &left_out),
        routines(program, built, dynamics),
        functions(program, dynamics),
    ];
    let Stem { name, reason } = Stem::in_python(&program.name);
    Ok(Module { stem: name, renamed: reason, text: text.concat(), left_out })
}

/// The description of the module, names and units, and the start.
fn heading(program: &Program, built: &Built, left_out: &[String]) -> String {
    let mut text = format!(
        "\"\"\"Mechanism `{}` as expressions of CasADi, written by `linkwork emit --casadi`.\n\n",
        quoted(&program.name)
    );
    for docs in &program.docs {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}", quoted(docs.trim()));
    }
    text += "
M a + B (lambda, psi) = f(t, q, v, y), g(t, q) = 0, k(t, q, v) = 0, y' = f_y(t, q, v, y); SI units.
q' = v, except for unit quaternions (real part first) with angular velocities in axes of the body.
`functions()` returns CasADi functions. Solves use the pivots planned by Linkwork without checks: results lose accuracy near
singular positions.
";
    if program.saddle.block.is_some() {
        let _ = writeln!(
            text,
            "Constraints are redundant for these parameters ({}): they do not change the motion, and of all equivalent reactions the smallest
are given. Other parameters must leave them redundant.",
            quoted(&program.redundant().join("; "))
        );
    }
    for left in left_out {
        let _ = writeln!(text, "Not included: {}.", quoted(left));
    }
    text += "\"\"\"\n\nimport casadi as ca\n\n";
    for (name, named) in [
        ("PARAMETERS", &program.parameters),
        ("INPUTS", &program.inputs),
        ("COORDINATES", &program.coordinates),
        ("VELOCITIES", &program.velocities),
        ("STATES", &program.states),
        ("HOLONOMIC", &program.holonomic_names),
        ("NONHOLONOMIC", &program.nonholonomic_names),
        ("OUTPUTS", &program.output_names),
    ] {
        text += &listed(name, named);
    }
    let numbers = |values: &[f64]| values.iter().map(|x| digits(*x)).collect::<Vec<_>>().join(", ");
    let (q, v, y) = &built.start;
    for (docs, name, values) in [
        ("The default values of the parameters", "DEFAULTS", &built.parameters),
        ("The configuration at t = 0, assembled for these parameters", "Q_START", q),
        ("The velocities at t = 0", "V_START", v),
        ("The first-order states at t = 0", "Y_START", y),
    ] {
        let _ = writeln!(text, "# {docs}.\n{name} = [{}]", numbers(values));
    }
    let held = program.held();
    if held > program.inputs.len() {
        let _ = writeln!(
            text,
            "# u has the sides of switching functions after the inputs, then friction that sticks (1) or slides (0). A side of 0 is that of the state; 1 and\n# -1 hold the positive and the negative side, which a step between two switches needs."
        );
    }
    text + "\n\n"
}

/// Names and units, in order.
fn listed(name: &str, named: &[Named]) -> String {
    let entries =
        named.iter().map(|one| format!("    \"{}\": \"{}\",\n", quoted(&one.name), quoted(&one.unit)));
    if named.is_empty() {
        format!("{name} = {{}}\n")
    } else {
        format!("{name} = {{\n{}}}\n", entries.collect::<String>())
    }
}

/// Text within a string.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Whether the matrix of (1) has entries that depend on velocities.
fn borders_move(program: &Program) -> bool {
    program.flags.borders_move && program.lengths.moving > 0
}

/// The routines as functions over lists, and the constants.
fn routines(program: &Program, built: &Built, dynamics: bool) -> String {
    let p = program;
    let evaluations = evaluations(p);
    let reads = |bank: Argument| evaluations.iter().any(|known| arguments(&known.routine).contains(&bank));
    let mut all: Vec<(&str, &Routine)> =
        vec![("constants", &p.constants), ("now", &p.now), ("place", &p.place)];
    if reads(Argument::Moving) || (borders_move(p) && dynamics) {
        all.push(("moving", &p.moving));
    }
    if reads(Argument::Stiffness) {
        all.push(("stiffness", &p.stiffness));
    }
    all.extend(evaluations.iter().map(|known| (known.name, known.routine.as_ref())));
    if dynamics {
        all.extend([("factor_saddle", &p.saddle.factor), ("solve_saddle", &p.saddle.solve)]);
    }
    let mut text: String = all.iter().map(|(name, routine)| function(p, name, routine)).collect();
    if let Some(block) = p.saddle.block.as_ref().filter(|_| dynamics) {
        text += &known_rank::function_of(p, built, block);
    }
    format!(
        "{text}class _Model:
    \"\"\"All quantities that depend on parameters only.\"\"\"

    def __init__(self, parameters):
        self.constants = {}


class _Position:
    \"\"\"A time, inputs, a configuration, and all quantities that depend on them only.\"\"\"

    def __init__(self, model, t, u, q):
        at = self
        self.time, self.inputs, self.q = t, u, q
        self.now = {}
        self.placed = {}


",
        call("constants", &p.constants),
        call("now", &p.now),
        call("place", &p.place)
    )
}

/// `functions`.
fn functions(program: &Program, dynamics: bool) -> String {
    let p = program;
    let (q, n, y) = (p.coordinates.len(), p.velocities.len(), p.states.len());
    let (g, k) = (p.holonomic_names.len(), p.nonholonomic_names.len());
    let mut text = format!(
        "def functions():
    \"\"\"CasADi functions by name.

    All take p (parameters, see `DEFAULTS`), t, u (inputs, {held}) and q; most take v and y, some a, lambda and psi.
    \"\"\"
    parameters, t, u, q = ca.SX.sym(\"p\", {parameters}), ca.SX.sym(\"t\"), ca.SX.sym(\"u\", {held}), ca.SX.sym(\"q\", {q})
    v, y, a = ca.SX.sym(\"v\", {n}), ca.SX.sym(\"y\", {y}), ca.SX.sym(\"a\", {n})
    lam, psi = ca.SX.sym(\"lambda\", {g}), ca.SX.sym(\"psi\", {k})
    model = _Model(parameters)
    at = _Position(model, t, u, q)
    made = {{}}

    def add(name, takes, gives, results=None):
        every = {{\"p\": parameters, \"t\": t, \"u\": u, \"q\": q, \"v\": v, \"y\": y, \"a\": a, \"lambda\": lam, \"psi\": psi}}
        takes = [\"p\", \"t\", \"u\", \"q\"] + takes
        made[name] = ca.Function(name, [every[one] for one in takes], gives, takes, results or [name])

",
        held = p.held(),
        parameters = p.parameters.len()
    );
    let evaluations = evaluations(p);
    for (name, bank, routine) in
        [("moving", Argument::Moving, &p.moving), ("stiffness", Argument::Stiffness, &p.stiffness)]
    {
        if evaluations.iter().any(|known| arguments(&known.routine).contains(&bank)) {
            let _ = writeln!(text, "    {name} = {}", call(name, routine));
        }
    }
    for Evaluation { name, routine, takes, docs } in &evaluations {
        let takes: Vec<String> = takes.iter().map(|argument| format!("\"{}\"", argument.name())).collect();
        let rows = match *name {
            "mass_matrix" | "damping_matrix" | "stiffness_matrix" => Some(n),
            "constraint_jacobian" => Some(g),
            "velocity_jacobian" => Some(k),
            _ => None,
        };
        let value = call(name, routine);
        // CasADi stores columns.
        let value = rows.map_or_else(
            || format!("ca.vertcat(*{value})"),
            |rows| format!("ca.reshape(ca.vertcat(*{value}), {n}, {rows}).T"),
        );
        let docs = docs.replace(" by rows", "");
        let _ = writeln!(text, "    # {docs}\n    add(\"{name}\", [{}], [{value}])", takes.join(", "));
    }
    if dynamics {
        text += &forward_dynamics(p);
    }
    text + "    return made\n"
}

/// Equations (1) and (2).
fn forward_dynamics(p: &Program) -> String {
    let (n, g, k) = (p.velocities.len(), p.holonomic_names.len(), p.nonholonomic_names.len());
    let mut text = String::new();
    if borders_move(p) {
        let zeros = |count: usize| format!("[0.0] * {count}");
        let without = [(Argument::Holonomic, zeros(g)), (Argument::Nonholonomic, zeros(k))];
        let unloaded = call_with("moving", &p.moving, &without);
        let _ = writeln!(text, "    moving = {unloaded}");
    }
    let bias = if g + k > 0 {
        format!(" + {}", call("acceleration_bias", &p.acceleration_bias))
    } else {
        String::new()
    };
    let _ = write!(
        text,
        "    rhs = {force}{bias}
    factors = {factor}
    x = {solve}
    # M a + B (lambda, psi) = f0, G a = gamma_g, D a = gamma_k.
    acceleration = ca.vertcat(*x[:{n}])
    add(
        \"forward_dynamics\",
        [\"v\", \"y\"],
        [acceleration, ca.vertcat(*x[{n}:{to_psi}]), ca.vertcat(*x[{to_psi}:])],
        [\"a\", \"lambda\", \"psi\"],
    )
    rate = ca.SX.zeros({q}, 1)
",
        force = call("applied_force", &p.applied_force),
        factor = call("factor_saddle", &p.saddle.factor),
        solve = match p.saddle.block {
            Some(_) => "_solve_redundant(model, factors, rhs)".to_owned(),
            None => call("solve_saddle", &p.saddle.solve),
        },
        to_psi = n + g,
        q = p.coordinates.len(),
    );
    for (at, v, count) in p.plain_runs() {
        let _ = writeln!(text, "    rate[{at}:{}] = v[{v}:{}]", at + count, v + count);
    }
    for &(at, v) in &p.rotations {
        let _ = writeln!(
            text,
            "    p0, p1, p2, p3 = (q[{at} + i] for i in range(4))
    w1, w2, w3 = (v[{v} + i] for i in range(3))
    rate[{at}:{to}] = 0.5 * ca.vertcat(
        -p1 * w1 - p2 * w2 - p3 * w3, p0 * w1 + p2 * w3 - p3 * w2, p0 * w2 + p3 * w1 - p1 * w3, p0 * w3 + p1 * w2 - p2 * w1
    )",
            to = at + 4
        );
    }
    let rates = if p.states.is_empty() {
        "ca.SX.zeros(0, 1)".to_owned()
    } else {
        format!("ca.vertcat(*{})", call("state_rates", &p.state_rates))
    };
    text + &format!(
        "    # q', v' and y'.
    add(\"state_derivative\", [\"v\", \"y\"], [rate, acceleration, {rates}], [\"q_dot\", \"v_dot\", \"y_dot\"])\n"
    )
}
