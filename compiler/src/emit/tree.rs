//! A tree of many bodies: what its description decides, for the loops of the runtime (`linkwork::trees`).
//!
//! Invariant: the length of the code does not depend on the number of equal links.

use super::body::{Bodies, Body, Reading};
use super::contract::flags;
use super::interface::{field_values, held_inputs, parameter_list};
use super::names::{inputs_name, parameters_name};
use super::progressions::{self, Item};
use super::routines::doc;
use super::tokens::{block, lex, list, number};
use crate::plan::{CellSignal, Cells, Elementary, Named, Program, Register, Routine};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::HashMap;

/// The implementation of the runtime's `Description`, in a scope of its own.
pub fn tree(program: &Program, cells: &Cells, bodies: &Bodies<'_>) -> TokenStream {
    let (name, called, source) = (parameters_name(program), &program.name, &program.source);
    let (parameters, kinds) = (parameter_list(program, bodies), kinds(program));
    let (flags, lengths) = (flags(program), program.lengths);
    let [constants, inputs, time, outputs] =
        [lengths.constants, program.inputs.len(), lengths.now, program.output_names.len()].map(number);
    let methods = [
        layout(cells),
        names(program),
        given(program),
        of_parameters(program, bodies),
        table(cells, program, bodies),
        start(program, bodies),
        check(program, bodies),
        now(program, bodies),
        law(cells, bodies),
        output(program, cells, bodies),
    ];
    let inputs_of = (!program.inputs.is_empty()).then(|| {
        let (inputs, own) = (inputs_name(program), held_inputs(program));
        quote! { tree_inputs!(#inputs, #name { #(#own),* }); }
    });
    quote! {
        #[allow(non_snake_case, unused_variables, dead_code, clippy::all)]
        const _: () = {
            use ::linkwork::__private::emitted_tree::*;
            tree! {
                #name: #called { #(#parameters),* }, #source, flags: [#(#flags),*], kinds: [#(#kinds),*],
                constants: #constants, inputs: #inputs, time: #time, outputs: #outputs;
                #(#methods)*
            }
            #inputs_of
        };
    }
}

/// The properties of the type that methods require.
fn kinds(program: &Program) -> Vec<Ident> {
    let kinds =
        [("Plain", program.rotations.is_empty()), ("VelocityIndependent", !program.flags.velocity_dependent)];
    kinds.into_iter().filter(|(_, holds)| *holds).map(|(kind, _)| format_ident!("{kind}")).collect()
}

/// The links, and where their numbers are.
fn layout(cells: &Cells) -> TokenStream {
    let links = cells.links.iter().map(|link| {
        let key = match link.motion {
            Elementary::Rotation => "Motion::Rotation",
            Elementary::Translation => "Motion::Translation",
            Elementary::Screw => "Motion::Screw",
            Elementary::Quaternion => "Motion::Quaternion",
        };
        let parent = link.parent.map_or(0, |parent| parent + 1);
        Item { key: key.to_owned(), numbers: integers(&[parent, link.kind, link.coordinate, link.velocity]) }
    });
    let links = progressions::list(&links.collect::<Vec<_>>());
    let aligned = truths(&cells.aligned);
    let laws = cells.laws.iter().map(|law| {
        let [coordinates, velocities, own] = [law.sizes.0, law.sizes.1, law.own].map(number);
        let of = |&(link, at): &(usize, usize)| Item { key: "()".to_owned(), numbers: integers(&[link, at]) };
        let members = progressions::list(&law.members.iter().map(of).collect::<Vec<_>>());
        quote! {
            Members { coordinates: #coordinates, velocities: #velocities, own: #own, members: members(#members) }
        }
    });
    let signals = cells.signals.iter().map(|signal| lex(&format!("Signal::{}", written(signal))));
    quote! {
        /// The links: parent + 1, kind, coordinate, velocity; the places of values of forces.
        fn layout() -> Layout {
            Layout {
                links: links(#links),
                aligned: flags(#aligned),
                laws: vec![#(#laws),*],
                signals: vec![#(#signals),*]
            }
        }
    }
}

/// A signal as an expression.
fn written(signal: &CellSignal) -> String {
    match signal {
        // The names of the runtime.
        CellSignal::Coordinate { number, negative } => {
            format!("Coordinate {{ number: {number}, negative: {negative} }}")
        }
        CellSignal::Velocity(number) => format!("Velocity({number})"),
        CellSignal::Acceleration(number) => format!("Acceleration({number})"),
        CellSignal::Point { link, at, component, order } => {
            format!("Point {{ link: {link:?}, at: {at}, component: {component}, order: {order} }}")
        }
        CellSignal::Axis { link, direction, component } => {
            format!("Axis {{ link: {link:?}, direction: {direction}, component: {component} }}")
        }
        CellSignal::Spin { link, component, order } => {
            format!("Spin {{ link: {link:?}, component: {component}, order: {order} }}")
        }
    }
}

fn integers(numbers: &[usize]) -> Vec<i64> {
    numbers.iter().map(|&number| number as i64).collect()
}

/// A list of truth values.
fn truths(values: &[bool]) -> TokenStream {
    let each = values.iter().map(|value| Item { key: value.to_string(), numbers: Vec::new() });
    progressions::list(&each.collect::<Vec<_>>())
}

/// The names of the description.
fn names(program: &Program) -> TokenStream {
    let long = |names: &[Named]| {
        let each = names.iter().map(|named| {
            let (texts, numbers) = progressions::name(&named.name);
            Item { key: format!("(&{texts:?}, {:?})", named.unit), numbers }
        });
        progressions::list(&each.collect::<Vec<_>>())
    };
    let short = |names: &[Named]| {
        let each = names.iter().map(|named| {
            let (name, unit) = (&named.name, &named.unit);
            quote! { Named::new(#name, #unit) }
        });
        quote! { { const LIST: &[Named] = &[#(#each),*]; LIST } }
    };
    let (coordinates, velocities) = (long(&program.coordinates), long(&program.velocities));
    let (inputs, outputs) = (short(&program.inputs), short(&program.output_names));
    quote! {
        fn names_of() -> Names {
            Names {
                coordinates: names(#coordinates).into(),
                velocities: names(#velocities).into(),
                ..Lists {
                    inputs: #inputs,
                    outputs: #outputs,
                    parameters: <Self as Parameters>::names(),
                    ..Lists::NONE
                }
                .of(Self::NAME)
            }
        }
    }
}

/// Which values `initial` gives.
fn given(program: &Program) -> TokenStream {
    let (positions, velocities) = (truths(&program.given_positions), truths(&program.given_velocities));
    quote! {
        fn given() -> (Vec<bool>, Vec<bool>) {
            (flags(#positions), flags(#velocities))
        }
    }
}

/// `let parameters = […];`
fn read_parameters(program: &Program) -> TokenStream {
    let fields = field_values(program);
    quote! { let parameters = [#(self.#fields),*]; }
}

/// A method of parameters.
fn of_self(
    (program, bodies): (&Program, &Bodies<'_>),
    (routine, gives): (&Routine, &str),
    head: TokenStream,
    tail: impl Fn(&[String]) -> TokenStream,
) -> TokenStream {
    let Body { statements, outputs, .. } = bodies.body(routine, Reading::At);
    let (doc, parameters, tail) =
        (doc(gives, &routine.operations()), read_parameters(program), tail(&outputs));
    quote! {
        #doc
        #head {
            #parameters
            #statements
            #tail
        }
    }
}

/// What depends on parameters alone.
fn of_parameters(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let head = quote! { fn constants(&self) -> Self::Constants };
    of_self((program, bodies), (&program.constants, "What depends on parameters alone"), head, |outputs| {
        let outputs = list(outputs);
        quote! { [#outputs] }
    })
}

/// The outputs of a routine without repetitions, and for each output of the routine its index among them.
fn distinct(routine: &Routine) -> (Routine, Vec<usize>) {
    let mut places: HashMap<Option<Register>, usize> = HashMap::new();
    let mut outputs = Vec::new();
    let each = routine.outputs.iter().map(|output| {
        *places.entry(*output).or_insert_with(|| {
            outputs.push(*output);
            outputs.len() - 1
        })
    });
    let places = each.collect();
    (Routine { outputs, ..routine.clone() }, places)
}

/// `numbers(&[…], indices)`: the listed values.
fn picked(outputs: &[String], places: &[usize]) -> TokenStream {
    let each = places.iter().map(|&place| Item { key: "()".to_owned(), numbers: vec![place as i64] });
    let (values, places) = (list(outputs), progressions::list(&each.collect::<Vec<_>>()));
    quote! { picked(&[#values], &indices(#places)) }
}

/// The table of the tree.
fn table(cells: &Cells, program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let (routine, places) = distinct(&cells.table);
    let head = quote! { fn table(&self) -> Vec<T> };
    let gives = "Free fall, the numbers of each kind of links, those of signals and forces";
    of_self((program, bodies), (&routine, gives), head, |outputs| picked(outputs, &places))
}

/// Where assembly starts.
fn start(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let (routine, places) = distinct(&program.initial);
    let head = quote! { fn start(&self) -> (Vec<T>, Vec<T>) };
    of_self((program, bodies), (&routine, "Where assembly starts"), head, |outputs| {
        let (q, v) = places.split_at(program.coordinates.len().min(places.len()));
        let (q, v) = (picked(outputs, q), picked(outputs, v));
        quote! { (#q, #v) }
    })
}

/// The conditions of bodies on parameters, each value once: of equal bodies the first one is named.
fn check(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    if program.check_rules.is_empty() {
        return TokenStream::new();
    }
    let called = &program.name;
    let mut known = std::collections::HashSet::new();
    let first = program.check_rules.iter().zip(&program.checks.outputs);
    let (rules, outputs): (Vec<_>, Vec<_>) =
        first.filter(|(rule, output)| known.insert((rule.strict, **output))).unzip();
    let routine = Routine { outputs: outputs.into_iter().copied().collect(), ..program.checks.clone() };
    let head = quote! { fn check(&self) -> ::core::result::Result<(), Error> };
    of_self((program, bodies), (&routine, "Refuses parameters of no body"), head, |outputs| {
        let rules = rules.iter().zip(outputs).map(|(rule, value)| {
            let (message, strict, value) = (&rule.message, rule.strict, lex(value));
            quote! { check_body(#called, #message, Real::value(#value), #strict)?; }
        });
        quote! {
            #(#rules)*
            Ok(())
        }
    })
}

/// The time stage.
fn now(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let head =
        quote! { fn now(constants: &Self::Constants, t: T, inputs: &Self::Held) -> Self::Time };
    if program.lengths.now == 0 {
        return quote! { #head { TimeCache { t, u: *inputs, values: [] } } };
    }
    let Body { statements, outputs, .. } = bodies.body(&program.now, Reading::Time);
    let (doc, values) = (doc("What t and u decide", &program.now.operations()), list(&outputs));
    quote! {
        #doc
        #head {
            let u = *inputs;
            #statements
            TimeCache { t, u, values: [#values] }
        }
    }
}

/// The forces of joints.
fn law(cells: &Cells, bodies: &Bodies<'_>) -> TokenStream {
    if cells.laws.is_empty() {
        return TokenStream::new();
    }
    let arms = cells.laws.iter().enumerate().map(|(at, law)| {
        let arguments = law.sizes.0 + law.sizes.1 + law.own;
        let Body { statements, outputs, .. } = bodies.body(&law.routine, Reading::Law(arguments));
        let (arguments, results, at) = (number(arguments), list(&outputs), number(at));
        let body = block(statements, quote! { store(&[#results], results) });
        quote! {
            #at => {
                let Ok(arguments) = <&[T; #arguments]>::try_from(arguments) else { return };
                #body
            }
        }
    });
    quote! {
        /// Coordinates, velocities, own values → e, V, ∂e/∂q, ∂e/∂q̇.
        fn law(
            constants: &Self::Constants,
            now: &Self::Time,
            number: usize,
            arguments: &[T],
            results: &mut [T],
        ) {
            match number {
                #(#arms)*
                _ => {}
            }
        }
    }
}

/// The outputs.
fn output(program: &Program, cells: &Cells, bodies: &Bodies<'_>) -> TokenStream {
    if program.output_names.is_empty() {
        return TokenStream::new();
    }
    let signals = cells.signals.len();
    let Body { statements, outputs, .. } = bodies.body(&program.outputs, Reading::Signals(signals));
    let (doc, outputs, signals) =
        (doc("Outputs of signals", &program.outputs.operations()), list(&outputs), number(signals));
    quote! {
        #doc
        fn outputs(constants: &Self::Constants, now: &Self::Time, signals: &[T], out: &mut Self::Outputs) {
            let Ok(signals) = <&[T; #signals]>::try_from(signals) else { return };
            #statements
            out.data.0[0] = [#outputs];
        }
    }
}
