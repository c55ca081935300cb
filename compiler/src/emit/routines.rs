//! One method of the contract for each routine of a program: its equation, shape and units, its operations, its body.

use super::body::{Bodies, Body, Reading, entries, nonzero};
use super::shapes::Shapes;
use super::solves::inlining;
use super::tokens::{block, list, number};
use crate::plan::{Operations, Program, Routine, Scattered};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// With more zeros than this, a dense matrix is written by its nonzero entries: n² zeros would dominate the code of a long
/// mechanism.
const MANY_ZEROS: usize = 64;

/// Whether a routine has only zero outputs: its method then comes from a macro.
pub fn is_zero(routine: &Routine) -> bool {
    routine.registers().next().is_none()
}

/// A function of a routine: its documentation and its `head`, then its body; `tail` uses the outputs.
pub fn function(
    bodies: &Bodies<'_>,
    routine: &Routine,
    reading: Reading,
    gives: &str,
    head: TokenStream,
    tail: impl Fn(&[String]) -> TokenStream,
) -> TokenStream {
    let Body { statements, outputs, .. } = bodies.body(routine, reading);
    let operations = routine.operations();
    let (doc, inline) = (doc(gives, &operations), inlining(operations.total()));
    let body = block(statements, tail(&outputs));
    quote! {
        #doc
        #inline
        #head #body
    }
}

/// The documentation of a function: its result and its operations.
pub fn doc(gives: &str, operations: &Operations) -> TokenStream {
    let count = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    let mut text = format!(" {gives}: {}", count(operations.total(), "operation"));
    if operations.divisions + operations.functions > 0 {
        let parts = [(operations.divisions, "division"), (operations.functions, "function")];
        let parts = parts.into_iter().filter(|(number, _)| *number > 0);
        let parts: Vec<String> = parts.map(|(number, what)| count(number, what)).collect();
        text = format!("{text} ({})", parts.join(", "));
    }
    // Rustdoc reads brackets as links.
    let text = text.replace('[', "\\[").replace(']', "\\]") + ".";
    quote! { #[doc = #text] }
}

/// The evaluation methods, by trait.
pub struct Routines {
    /// Of `Evaluate`.
    pub evaluate: TokenStream,
    /// Of `Dense`.
    pub dense: TokenStream,
}

/// All evaluation methods, in the order of the contract; those without operations are at the end of their trait.
pub fn routines(program: &Program, bodies: &Bodies<'_>) -> Routines {
    let shapes = Shapes::of(program);
    let mut evaluate = Methods::new(program, bodies, &shapes);
    evaluate.place();
    evaluate.forces();
    evaluate.constraints();
    evaluate.states_and_outputs();
    evaluate.ranges();
    evaluate.derivatives();
    let mut dense = Methods::new(program, bodies, &shapes);
    dense.matrices();
    dense.jacobians();
    Routines { evaluate: evaluate.finish(), dense: dense.finish() }
}

/// The default methods of the contract, for quantities that a mechanism does not have.
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

    /// Whether a zero routine may be omitted.
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

/// The written methods of a trait.
struct Methods<'a> {
    program: &'a Program,
    bodies: &'a Bodies<'a>,
    shapes: &'a Shapes,
    defaults: Defaults,
    written: TokenStream,
    zero: Vec<Ident>,
}

impl<'a> Methods<'a> {
    fn new(program: &'a Program, bodies: &'a Bodies<'a>, shapes: &'a Shapes) -> Self {
        let defaults = Defaults::of(program);
        Self { program, bodies, shapes, defaults, written: TokenStream::new(), zero: Vec::new() }
    }

    fn finish(self) -> TokenStream {
        let Self { written, zero, .. } = self;
        let zero = (!zero.is_empty()).then(|| quote! { emitted::zero!(#(#zero),*); });
        quote! { #written #zero }
    }

    /// A method, or its name if its routine is zero.
    fn method(
        &mut self,
        name: &str,
        routine: &Routine,
        gives: &str,
        arguments: TokenStream,
        tail: impl Fn(&[String]) -> TokenStream,
    ) {
        let method = format_ident!("{name}");
        if !is_zero(routine) {
            let head = quote! { fn #method(&self, #arguments) };
            self.written.extend(function(self.bodies, routine, Reading::At, gives, head, tail));
        } else if !self.defaults.apply(name) {
            self.zero.push(method);
        }
    }

    /// A method that begins at the configuration, if there is one.
    fn direct(
        &mut self,
        routine: Option<&Routine>,
        gives: &str,
        head: TokenStream,
        tail: impl Fn(&[String]) -> TokenStream,
    ) {
        let Some(routine) = routine else { return };
        self.written.extend(function(self.bodies, routine, Reading::Position, gives, head, tail));
    }

    /// A method that writes the vector `out`.
    fn vector(&mut self, name: &str, routine: &Routine, gives: &str, arguments: TokenStream) {
        self.method(name, routine, gives, arguments, assign);
    }

    /// A method that writes the values of the cache `out`.
    fn cache(&mut self, name: &str, routine: &Routine, gives: &str, arguments: TokenStream) {
        self.method(name, routine, gives, arguments, |outputs| {
            let outputs = list(outputs);
            quote! { out.values = [#outputs]; }
        });
    }

    /// A method that writes the dense matrix `out`.
    fn matrix(&mut self, name: &str, matrix: &Scattered, gives: &str, arguments: TokenStream) {
        self.method(name, &matrix.whole(), gives, arguments, store);
    }

    fn place(&mut self) {
        let gives = format!("What (t, q) decides, {} numbers", self.program.lengths.placed);
        let head = quote! { fn place(&self, now: &Time<T>, q: &Q<T>, at: &mut At<T>) };
        let place = &self.program.place;
        self.written.extend(function(self.bodies, place, Reading::Position, &gives, head, |outputs| {
            // Entry by entry: a block copy would stall on the preceding scalar stores of `advance`.
            let (entry, outputs) = ((0..self.program.coordinates.len()).map(number), list(outputs));
            quote! {
                at.now = now.clone();
                at.q.data.0[0] = [#(q.data.0[0][#entry]),*];
                at.values = [#outputs];
            }
        }));
    }

    fn forces(&mut self) {
        let (program, Shapes { n, g, k, forces, .. }) = (self.program, self.shapes);
        self.vector(
            "mass_times",
            &program.mass_times,
            &format!("M a ({n}){forces}"),
            quote! { at: &At<T>, a: &V<T>, out: &mut V<T> },
        );
        self.vector(
            "applied_force",
            &program.applied_force,
            &format!("f₀, the forces without reactions ({n}){forces}"),
            quote! { at: &At<T>, v: &V<T>, y: &Y<T>, out: &mut V<T> },
        );
        let force = match (g + k > 0, program.flags.linear_reactions) {
            (true, true) => "f = f₀ − B (λ, ψ)",
            (true, false) => "f(t, q, v, y, λ, ψ)",
            (false, _) => "f",
        };
        // Without constraints `force` is `applied_force`, the default of the contract.
        if g + k > 0 || !is_same(&program.force, &program.applied_force) {
            self.vector(
                "force",
                &program.force,
                &format!("{force} ({n}){forces}"),
                quote! { at: &At<T>, v: &V<T>, y: &Y<T>, r: R<'_, T>, out: &mut V<T> },
            );
        }
        self.vector(
            "residual",
            &program.residual,
            &format!("M a − f ({n}){forces}"),
            quote! { at: &At<T>, v: &V<T>, y: &Y<T>, a: &V<T>, r: R<'_, T>, out: &mut V<T> },
        );
        self.direct(
            program.direct.residual.as_ref(),
            &format!("M a − f straight from (t, q) ({n}){forces}"),
            quote! {
                fn residual_at(
                    &self,
                    (now, q): (&Time<T>, &Q<T>),
                    v: &V<T>,
                    y: &Y<T>,
                    a: &V<T>,
                    r: R<'_, T>,
                    (_, out): (&mut At<T>, &mut V<T>),
                )
            },
            assign,
        );
        self.vector(
            "reaction_force",
            &program.reaction_force,
            &format!("B (λ, ψ), B = −∂f/∂(λ, ψ) ({n}){forces}"),
            quote! { at: &At<T>, c: &C<T>, r: R<'_, T>, out: &mut V<T> },
        );
    }

    fn constraints(&mut self) {
        let (program, Shapes { g, k, holonomic, rates, nonholonomic, .. }) = (self.program, self.shapes);
        self.vector(
            "holonomic",
            &program.holonomic,
            &format!("g ({g}){holonomic}"),
            quote! { at: &At<T>, out: &mut G<T> },
        );
        self.vector(
            "holonomic_rate",
            &program.holonomic_rate,
            &format!("dg/dt = ∂g/∂t + G v ({g}){rates}"),
            quote! { at: &At<T>, v: &V<T>, out: &mut G<T> },
        );
        self.vector(
            "nonholonomic",
            &program.nonholonomic,
            &format!("k ({k}){nonholonomic}"),
            quote! { at: &At<T>, v: &V<T>, out: &mut K<T> },
        );
    }

    fn states_and_outputs(&mut self) {
        let (program, Shapes { states, outputs, .. }) = (self.program, self.shapes);
        self.vector(
            "state_rates",
            &program.state_rates,
            &format!("dy/dt ({}){states}", program.states.len()),
            quote! { at: &At<T>, v: &V<T>, y: &Y<T>, out: &mut Y<T> },
        );
        self.vector(
            "outputs",
            &program.outputs,
            &format!("Outputs ({}){outputs}", program.output_names.len()),
            quote! { at: &At<T>, v: &V<T>, y: &Y<T>, a: &V<T>, r: R<'_, T>, out: &mut Outputs<T> },
        );
        self.vector(
            "switches",
            &program.switches,
            &format!("Switching functions ({})", program.switches.outputs.len()),
            quote! { at: &At<T>, v: &V<T>, y: &Y<T>, out: &mut Switches<T> },
        );
    }

    fn ranges(&mut self) {
        let ranges = &self.program.ranges;
        if ranges.outputs.is_empty() {
            return;
        }
        let gives = "Quantities with limits: value, least, greatest";
        let head = quote! {
            fn ranges(&self, at: &At<T>, v: &V<T>, y: &Y<T>, a: &V<T>, r: R<'_, T>, out: &mut [[T; 3]])
        };
        self.written.extend(function(self.bodies, ranges, Reading::At, gives, head, |outputs| {
            let range = outputs.chunks(3).map(list);
            quote! { out.copy_from_slice(&[#([#range]),*]); }
        }));
    }

    fn derivatives(&mut self) {
        let (program, &Shapes { n, g, k, .. }) = (self.program, self.shapes);
        self.method(
            "acceleration_bias",
            &program.acceleration_bias,
            &format!("γ of G a = γ ({g}) and D a = γ ({k})"),
            quote! { at: &At<T>, v: &V<T>, out: (&mut G<T>, &mut K<T>) },
            |outputs| {
                let [of_g, of_k] = <[_; 2]>::from(outputs.split_at(g)).map(list);
                let of_g = (g > 0).then(|| quote! { out.0.data.0[0] = [#of_g]; });
                let of_k = (k > 0).then(|| quote! { out.1.data.0[0] = [#of_k]; });
                quote! { #of_g #of_k }
            },
        );
        let numbers = program.lengths.moving;
        self.cache(
            "moving",
            &program.moving,
            &format!("C = −∂f/∂v ({n} × {n}), and B and D where they move, {numbers} numbers"),
            quote! { at: &At<T>, v: &V<T>, y: &Y<T>, r: R<'_, T>, out: &mut C<T> },
        );
        let numbers = program.lengths.stiffness;
        self.cache(
            "stiffness",
            &program.stiffness,
            &format!("K = ∂(M a − f)/∂q ({n} × {n}), and ∂k/∂q, {numbers} numbers"),
            quote! { at: &At<T>, v: &V<T>, y: &Y<T>, a: &V<T>, r: R<'_, T>, out: &mut Stiffness<T> },
        );
    }

    fn matrices(&mut self) {
        let (program, n) = (self.program, self.shapes.n);
        self.matrix(
            "mass_matrix",
            &program.mass_matrix,
            &format!("M, by rows ({n} × {n})"),
            quote! { at: &At<T>, out: &mut [T] },
        );
        self.direct(
            program.direct.mass_matrix.as_ref().map(Scattered::whole).as_ref(),
            &format!("M straight from (t, q), by rows ({n} × {n})"),
            quote! { fn mass_matrix_at(&self, now: &Time<T>, q: &Q<T>, _: &mut At<T>, out: &mut [T]) },
            store,
        );
        self.matrix(
            "damping_matrix",
            &program.damping_matrix,
            &format!("C, by columns ({n} × {n})"),
            quote! { at: &At<T>, c: &C<T>, out: &mut [T] },
        );
        self.matrix(
            "stiffness_matrix",
            &program.stiffness_matrix,
            &format!("K, by columns ({n} × {n})"),
            quote! { at: &At<T>, k: &Stiffness<T>, out: &mut [T] },
        );
    }

    fn jacobians(&mut self) {
        let (program, &Shapes { n, g, k, .. }) = (self.program, self.shapes);
        self.matrix(
            "constraint_jacobian",
            &program.constraint_jacobian,
            &format!("G = ∂g/∂q, by rows ({g} × {n})"),
            quote! { at: &At<T>, out: &mut [T] },
        );
        self.matrix(
            "velocity_jacobian",
            &program.velocity_jacobian,
            &format!("D = ∂k/∂v, by rows ({k} × {n})"),
            quote! { at: &At<T>, c: &C<T>, out: &mut [T] },
        );
    }
}

/// The entries of a vector, written to `out`.
fn assign(outputs: &[String]) -> TokenStream {
    let outputs = list(outputs);
    quote! { out.data.0[0] = [#outputs]; }
}

/// The entries of a dense matrix, written to `out`.
fn store(outputs: &[String]) -> TokenStream {
    if outputs.len() - nonzero(outputs).count() > MANY_ZEROS {
        let (count, entries) = (number(outputs.len()), entries(outputs));
        quote! { store_entries(#count, &[#entries], out); }
    } else {
        let entries = list(outputs);
        quote! { store(&[#entries], out); }
    }
}

/// Whether two routines have the same body.
fn is_same(one: &Routine, other: &Routine) -> bool {
    one.instructions == other.instructions && one.outputs == other.outputs
}

/// The time stage.
pub fn now(program: &Program, bodies: &Bodies<'_>) -> Option<TokenStream> {
    let held = number(program.held());
    match program.lengths.now {
        0 if program.inputs.is_empty() => None,
        0 => Some(quote! { emitted::held_inputs!(#held); }),
        count => {
            let head = quote! { fn now_of(&self, t: T, u: [T; #held]) -> Time<T> };
            let gives = format!("What t and u decide, {count} numbers");
            Some(function(bodies, &program.now, Reading::Time, &gives, head, |outputs| {
                let values = list(outputs);
                quote! { TimeCache { t, u, values: [#values] } }
            }))
        }
    }
}
