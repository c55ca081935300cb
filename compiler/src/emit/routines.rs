//! One method of the contract for each routine of a program: its equation, shape and units, its operations, its body.

use super::body::{Bodies, Reading, nonzero};
use super::solves::inlining;
use crate::plan::{Named, Operations, Program, Routine};
use std::fmt::Write;

/// With more zeros than this, a dense matrix is written by its entries: n² zeros would be most of the code of a long
/// mechanism.
const MANY_ZEROS: usize = 64;

/// Routines without operations whose outputs are all zero have their method from a macro.
pub fn is_zero(routine: &Routine) -> bool {
    routine.outputs.iter().all(Option::is_none)
}

/// A function of a routine: what it gives and its `head`, then its body; `tail` is what is done with the outputs.
pub fn function(
    bodies: &Bodies<'_>,
    routine: &Routine,
    reading: Reading,
    (gives, head): (&str, &str),
    tail: impl Fn(&[String]) -> String,
) -> String {
    let body = bodies.body(routine, reading);
    let operations = routine.operations();
    format!(
        "{} {}{head} {{ {} {} }}\n",
        doc(gives, &operations),
        inlining(operations.total()),
        body.statements,
        tail(&body.outputs),
    )
}

/// What a function gives, and what that costs.
pub fn doc(gives: &str, operations: &Operations) -> String {
    let count = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    let mut text = format!(" {gives}: {}", count(operations.total(), "operation"));
    if operations.divisions + operations.functions > 0 {
        let parts = [(operations.divisions, "division"), (operations.functions, "function")];
        let parts = parts.into_iter().filter(|(number, _)| *number > 0);
        let _ = write!(
            text,
            " ({})",
            parts.map(|(number, what)| count(number, what)).collect::<Vec<_>>().join(", ")
        );
    }
    // Rustdoc reads brackets as links.
    let text = text.replace('[', "\\[").replace(']', "\\]");
    format!("#[doc = {:?}]", text + ".")
}

/// The units of some quantities: one if they have the same, none where they are many.
fn units(units: impl Iterator<Item = String>) -> String {
    let units: Vec<String> = units.collect();
    match units.as_slice() {
        [] => String::new(),
        [first, rest @ ..] if rest.iter().all(|unit| unit == first) => match first.as_str() {
            "" => String::new(),
            unit => format!(" [{unit}]"),
        },
        all if all.len() <= 4 => {
            let each = all.iter().map(|unit| if unit.is_empty() { "1" } else { unit });
            format!(" [{}]", each.collect::<Vec<_>>().join(", "))
        }
        _ => String::new(),
    }
}

/// Of the force along a velocity: power over velocity.
fn force_unit(velocity: &Named) -> String {
    match velocity.unit.as_str() {
        "m/s" => "N".to_owned(),
        "rad/s" => "N*m".to_owned(),
        "" => "W".to_owned(),
        unit => format!("W/({unit})"),
    }
}

/// Shapes and units of what the routines of a program give.
struct Shapes {
    n: usize,
    forces: String,
    holonomic: String,
    rates: String,
    nonholonomic: String,
    states: String,
    outputs: String,
}

impl Shapes {
    fn of(program: &Program) -> Self {
        let plain = |names: &[Named]| units(names.iter().map(|n| n.unit.clone()));
        let rate = |n: &Named| if n.unit.is_empty() { "1/s".to_owned() } else { format!("{}/s", n.unit) };
        Self {
            n: program.velocities.len(),
            forces: units(program.velocities.iter().map(force_unit)),
            holonomic: plain(&program.holonomic_names),
            rates: units(program.holonomic_names.iter().map(rate)),
            nonholonomic: plain(&program.nonholonomic_names),
            states: units(program.states.iter().map(rate)),
            outputs: plain(&program.output_names),
        }
    }
}

/// The methods that evaluate, by the trait that they belong to.
pub struct Routines {
    /// Of `Evaluate`.
    pub evaluate: String,
    /// Of `Dense`.
    pub dense: String,
}

/// All methods that evaluate, in the order of the contract; behind those of a trait the ones that have nothing to evaluate.
pub fn routines(program: &Program, bodies: &Bodies<'_>) -> Routines {
    let shapes = Shapes::of(program);
    let mut evaluate = Methods::new(program, bodies);
    evaluate.position(program);
    evaluate.motion(program, &shapes);
    evaluate.derivatives(program, &shapes);
    let mut dense = Methods::new(program, bodies);
    dense.matrices(program, &shapes);
    Routines { evaluate: evaluate.finish(), dense: dense.finish() }
}

/// What the traits of the contract say of a mechanism where nothing is written: there is nothing of it.
struct Defaults {
    holonomic: bool,
    nonholonomic: bool,
    states: bool,
    outputs: bool,
    switches: bool,
    moving: bool,
    damping: bool,
}

impl Defaults {
    fn of(program: &Program) -> Self {
        let flags = program.flags;
        Self {
            holonomic: program.holonomic_names.is_empty(),
            nonholonomic: program.nonholonomic_names.is_empty(),
            states: program.states.is_empty(),
            outputs: program.output_names.is_empty(),
            switches: program.switches.outputs.is_empty(),
            moving: !flags.velocity_dependent && !flags.borders_move,
            damping: !flags.velocity_dependent,
        }
    }

    /// Whether a routine that is zero may be left out.
    fn apply(&self, routine: &str) -> bool {
        match routine {
            "holonomic" | "holonomic_rate" | "constraint_jacobian" => self.holonomic,
            "nonholonomic" | "velocity_jacobian" => self.nonholonomic,
            "reaction_force" | "acceleration_bias" => self.holonomic && self.nonholonomic,
            "state_rates" => self.states,
            "outputs" => self.outputs,
            "switches" => self.switches,
            "moving" => self.moving,
            "damping_matrix" => self.damping,
            _ => false,
        }
    }
}

struct Methods<'a> {
    bodies: &'a Bodies<'a>,
    defaults: Defaults,
    text: String,
    zero: Vec<&'static str>,
}

impl<'a> Methods<'a> {
    fn new(program: &Program, bodies: &'a Bodies<'a>) -> Self {
        Self { bodies, defaults: Defaults::of(program), text: String::new(), zero: Vec::new() }
    }

    fn finish(mut self) -> String {
        if !self.zero.is_empty() {
            let _ = writeln!(self.text, "zero!({});", self.zero.join(", "));
        }
        self.text
    }

    fn method(
        &mut self,
        name: &'static str,
        routine: &Routine,
        gives: &str,
        arguments: &str,
        tail: impl Fn(&[String]) -> String,
    ) {
        if is_zero(routine) {
            if !self.defaults.apply(name) {
                self.zero.push(name);
            }
            return;
        }
        let head = format!("fn {name}(&self, {arguments})");
        self.text.push_str(&function(self.bodies, routine, Reading::At, (gives, &head), tail));
    }

    /// Have two routines the same body?
    fn is_same(&self, one: &Routine, other: &Routine) -> bool {
        let [one, other] = [one, other].map(|routine| self.bodies.body(routine, Reading::At));
        one.statements == other.statements && one.outputs == other.outputs
    }

    fn position(&mut self, program: &Program) {
        // Entry by entry: a block copy would wait for the scalar stores of `advance` just before.
        let entries: Vec<String> =
            (0..program.coordinates.len()).map(|i| format!("q.data.0[0][{i}]")).collect();
        let tail = |outputs: &[String]| {
            format!(
                "at.now = now.clone(); at.q.data.0[0] = [{}]; at.values = [{}];",
                entries.join(", "),
                outputs.join(", ")
            )
        };
        let head = "fn place(&self, now: &Time<T>, q: &Q<T>, at: &mut At<T>)";
        let gives = format!("What (t, q) decides, {} numbers", program.lengths.placed);
        let text = function(self.bodies, &program.place, Reading::Position, (&gives, head), tail);
        self.text.push_str(&text);
    }

    fn motion(&mut self, program: &Program, shapes: &Shapes) {
        let Shapes { n, forces, .. } = shapes;
        let (g, k) = (program.holonomic_names.len(), program.nonholonomic_names.len());
        let (y, o) = (program.states.len(), program.output_names.len());
        let assign = |outputs: &[String]| format!("out.data.0[0] = [{}];", outputs.join(", "));
        let force = match (g + k > 0, program.flags.linear_reactions) {
            (true, true) => format!("f = f₀ − B (λ, ψ) ({n}){forces}"),
            (true, false) => format!("f(t, q, v, y, λ, ψ) ({n}){forces}"),
            (false, _) => format!("f ({n}){forces}"),
        };
        let vectors: [(&'static str, &Routine, String, &str); 11] = [
            (
                "mass_times",
                &program.mass_times,
                format!("M a ({n}){forces}"),
                "at: &At<T>, a: &V<T>, out: &mut V<T>",
            ),
            (
                "applied_force",
                &program.applied_force,
                format!("f₀, the forces without reactions ({n}){forces}"),
                "at: &At<T>, v: &V<T>, y: &Y<T>, out: &mut V<T>",
            ),
            ("force", &program.force, force, "at: &At<T>, v: &V<T>, y: &Y<T>, r: R<'_, T>, out: &mut V<T>"),
            (
                "residual",
                &program.residual,
                format!("M a − f ({n}){forces}"),
                "at: &At<T>, v: &V<T>, y: &Y<T>, a: &V<T>, r: R<'_, T>, out: &mut V<T>",
            ),
            (
                "reaction_force",
                &program.reaction_force,
                format!("B (λ, ψ), B = −∂f/∂(λ, ψ) ({n}){forces}"),
                "at: &At<T>, c: &C<T>, r: R<'_, T>, out: &mut V<T>",
            ),
            (
                "holonomic",
                &program.holonomic,
                format!("g ({g}){}", shapes.holonomic),
                "at: &At<T>, out: &mut G<T>",
            ),
            (
                "holonomic_rate",
                &program.holonomic_rate,
                format!("dg/dt = ∂g/∂t + G v ({g}){}", shapes.rates),
                "at: &At<T>, v: &V<T>, out: &mut G<T>",
            ),
            (
                "nonholonomic",
                &program.nonholonomic,
                format!("k ({k}){}", shapes.nonholonomic),
                "at: &At<T>, v: &V<T>, out: &mut K<T>",
            ),
            (
                "state_rates",
                &program.state_rates,
                format!("dy/dt ({y}){}", shapes.states),
                "at: &At<T>, v: &V<T>, y: &Y<T>, out: &mut Y<T>",
            ),
            (
                "outputs",
                &program.outputs,
                format!("Outputs ({o}){}", shapes.outputs),
                "at: &At<T>, v: &V<T>, y: &Y<T>, a: &V<T>, r: R<'_, T>, out: &mut Outputs<T>",
            ),
            (
                "switches",
                &program.switches,
                format!("Switching functions ({})", program.switches.outputs.len()),
                "at: &At<T>, v: &V<T>, y: &Y<T>, out: &mut Switches<T>",
            ),
        ];
        // Without constraints `force` is `applied_force`, as the contract has it.
        let free = g + k == 0 && self.is_same(&program.force, &program.applied_force);
        for (name, routine, gives, arguments) in
            vectors.into_iter().filter(|(name, ..)| !free || *name != "force")
        {
            self.method(name, routine, &gives, arguments, assign);
        }
        if !program.ranges.outputs.is_empty() {
            let gives = "Quantities with limits: value, least, greatest";
            let head =
                "fn ranges(&self, at: &At<T>, v: &V<T>, y: &Y<T>, a: &V<T>, r: R<'_, T>, out: &mut [[T; 3]])";
            let text = function(self.bodies, &program.ranges, Reading::At, (gives, head), |outputs| {
                let each: Vec<String> =
                    outputs.chunks(3).map(|range| format!("[{}]", range.join(", "))).collect();
                format!("out.copy_from_slice(&[{}]);", each.join(", "))
            });
            self.text.push_str(&text);
        }
    }

    fn derivatives(&mut self, program: &Program, shapes: &Shapes) {
        let n = shapes.n;
        let (g, k) = (program.holonomic_names.len(), program.nonholonomic_names.len());
        self.method(
            "acceleration_bias",
            &program.acceleration_bias,
            &format!("γ of G a = γ ({g}) and D a = γ ({k})"),
            "at: &At<T>, v: &V<T>, out: (&mut G<T>, &mut K<T>)",
            |outputs| {
                let (of_g, of_k) = outputs.split_at(g);
                let assign = |place: &str, values: &[String]| match values {
                    [] => String::new(),
                    _ => format!("out.{place}.data.0[0] = [{}];", values.join(", ")),
                };
                assign("0", of_g) + &assign("1", of_k)
            },
        );
        let values = |outputs: &[String]| format!("out.values = [{}];", outputs.join(", "));
        self.method(
            "moving",
            &program.moving,
            &format!(
                "C = −∂f/∂v ({n} × {n}), and B and D where they move, {} numbers",
                program.lengths.moving
            ),
            "at: &At<T>, v: &V<T>, y: &Y<T>, r: R<'_, T>, out: &mut C<T>",
            values,
        );
        self.method(
            "stiffness",
            &program.stiffness,
            &format!("K = ∂(M a − f)/∂q ({n} × {n}), and ∂k/∂q, {} numbers", program.lengths.stiffness),
            "at: &At<T>, v: &V<T>, y: &Y<T>, a: &V<T>, r: R<'_, T>, out: &mut Stiffness<T>",
            values,
        );
    }

    fn matrices(&mut self, program: &Program, shapes: &Shapes) {
        let n = shapes.n;
        let (g, k) = (program.holonomic_names.len(), program.nonholonomic_names.len());
        let stored = |outputs: &[String]| {
            let entries: Vec<String> =
                nonzero(outputs).map(|(at, entry)| format!("({at}, {entry})")).collect();
            if outputs.len() - entries.len() > MANY_ZEROS {
                format!("store_entries({}, &[{}], out);", outputs.len(), entries.join(", "))
            } else {
                format!("store(&[{}], out);", outputs.join(", "))
            }
        };
        let matrices: [(&'static str, &Routine, String, &str); 5] = [
            (
                "mass_matrix",
                &program.mass_matrix,
                format!("M, by rows ({n} × {n})"),
                "at: &At<T>, out: &mut [T]",
            ),
            (
                "damping_matrix",
                &program.damping_matrix,
                format!("C, by columns ({n} × {n})"),
                "at: &At<T>, c: &C<T>, out: &mut [T]",
            ),
            (
                "stiffness_matrix",
                &program.stiffness_matrix,
                format!("K, by columns ({n} × {n})"),
                "at: &At<T>, k: &Stiffness<T>, out: &mut [T]",
            ),
            (
                "constraint_jacobian",
                &program.constraint_jacobian,
                format!("G = ∂g/∂q, by rows ({g} × {n})"),
                "at: &At<T>, out: &mut [T]",
            ),
            (
                "velocity_jacobian",
                &program.velocity_jacobian,
                format!("D = ∂k/∂v, by rows ({k} × {n})"),
                "at: &At<T>, c: &C<T>, out: &mut [T]",
            ),
        ];
        for (name, routine, gives, arguments) in matrices {
            self.method(name, routine, &gives, arguments, stored);
        }
    }
}

/// What time and inputs decide.
pub fn now(program: &Program, bodies: &Bodies<'_>) -> String {
    if program.lengths.now == 0 && program.inputs.is_empty() {
        return String::new();
    }
    if program.lengths.now == 0 {
        return format!("held_inputs!({});\n", program.held());
    }
    let head = format!("fn now_of(&self, t: T, u: [T; {}]) -> Time<T>", program.held());
    let gives = format!("What t and u decide, {} numbers", program.lengths.now);
    function(bodies, &program.now, Reading::Time, (&gives, &head), |outputs| {
        format!("TimeCache {{ t, u, values: [{}] }}", outputs.join(", "))
    })
}
