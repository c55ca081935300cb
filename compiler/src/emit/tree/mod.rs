//! A tree of many bodies: what its description decides, for the loops of the runtime (`linkwork::trees`).
//!
//! Invariant: the length of the code does not depend on the number of equal links.

mod counted;
mod formulas;
mod lists;
mod progressions;
mod values;
mod written;

pub use counted::{Counted, counted};

use super::body::{Bodies, Body, Reading};
use super::contract::flags;
use super::emit;
use super::interface::{field_values, held_inputs, parameter_list};
use super::names::{field_name, inputs_name, model_name, parameters_name};
use super::routines::doc;
use super::tokens::{block, list, number};
use crate::plan::{CellLaw, Cells, Closing, Operations, Program, Routine};
use lists::{Formulated, Lists};
use proc_macro2::{Ident, TokenStream};
use progressions::shapes;
use quote::{format_ident, quote};
use written::Written;

/// The implementation of the runtime's `Description`, in a scope of its own.
pub fn tree(program: &Program, cells: &Cells, bodies: &Bodies<'_>, counted: Option<&Counted>) -> TokenStream {
    let (name, called, source) = (parameters_name(program), &program.name, &program.source);
    let (parameters, kinds) = (parameter_list(program, bodies, counted), kinds(program));
    let (flags, fields, lengths) = (flags(program), field_values(program), program.lengths);
    let [constants, inputs, time, outputs] =
        [lengths.constants, program.inputs.len(), lengths.now, program.output_names.len()].map(number);
    let n = counted.map(|counted| field_name(&counted.constant));
    let (own, mut fixed) = (None, Formulated::default());
    let own = own.or_else(|| match counted {
        Some(_) => None,
        None => Lists::of(program, cells, &mut fixed).map(|items| Some(shapes(items))),
    });
    let (lists, formulated) = match (counted, &own) {
        (Some(counted), _) => (&counted.lists, &counted.formulated),
        (None, Some(own)) => (own, &fixed),
        // Shapes of a fixed length always exist.
        (None, None) => return TokenStream::new(),
    };
    let lists = Written { lists, n: n.as_ref(), formulated };
    let methods = [
        lists.layout(cells, program.closing.as_deref()),
        lists.names(program),
        lists.given(),
        of_parameters(program, bodies),
        lists.numbers(cells, program, bodies),
        lists.start(program, bodies),
        lists.check(program, bodies),
        now(program, bodies),
        laws(cells, bodies),
        switches(program, bodies),
        output(program, cells, bodies),
        ranges(program, cells, bodies),
    ];
    let shared = (!program.switches.outputs.is_empty()).then(|| {
        let shared = number(program.switches.outputs.len());
        quote! { , shared: #shared }
    });
    let holds = (program.sides > 0).then(|| quote! { const HOLDS: bool = true; });
    let recurring: Vec<_> = program.recurring.iter().map(|&function| number(function)).collect();
    let recurring =
        (!recurring.is_empty()).then(|| quote! { const RECURRING: &'static [usize] = &[#(#recurring),*]; });
    let counts = counted.zip(n.as_ref()).map(|(counted, n)| counts(program, counted, n));
    let count = counted.zip(n.as_ref()).map(|(counted, n)| {
        let (constant, least) = (&counted.constant, number(counted.least));
        quote! { , count: #n (#constant, #least) }
    });
    let (constraints, closing) = match &program.closing {
        Some(closing) => closed(program, closing),
        None => Default::default(),
    };
    let inputs_of = (!program.inputs.is_empty()).then(|| {
        let (inputs, own) = (inputs_name(program), held_inputs(program));
        quote! { emitted::tree_inputs!(#inputs, #name { #(#own),* }); }
    });
    quote! {
        #[allow(non_snake_case, unused_variables, dead_code, unreachable_pub)]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = {
            use ::linkwork::__private::emitted_tree::{self as emitted, *};
            #constraints
            emitted::tree! { #name { #(#parameters),* }, #source }
            impl<T: Real> Description for #name<T> {
                emitted::description! {
                    #name: #called { #(#fields),* }, flags: [#(#flags),*],
                    constants: #constants, inputs: #inputs #shared, time: #time, outputs: #outputs #count #closing
                }
                #holds
                #recurring
                #(#methods)*
            }
            #(impl<T: Real> #kinds for #name<T> {})*
            #inputs_of
            #counts
        };
    }
}

/// The mechanism of the constraints, and its places in the tree.
fn closed(program: &Program, closing: &Closing) -> (TokenStream, TokenStream) {
    let own = Program {
        name: format!("{}Constraints", program.name),
        visibility: "pub".to_owned(),
        docs: vec![format!(" The constraints of `{}`, on unit masses.", program.name)],
        source: String::new(),
        ..Program::clone(&closing.program)
    };
    let (parameters, model) = (parameters_name(&own), model_name(&own));
    let [coordinates, velocities] = [&closing.coordinates, &closing.velocities].map(|places| {
        let places = places.iter().map(|&place| number(place));
        quote! { &[#(#places),*] }
    });
    (emit(&own), quote! { , closing: #parameters of #model: #coordinates, #velocities })
}

/// The properties of the type that methods require.
fn kinds(program: &Program) -> Vec<Ident> {
    let kinds = [
        ("WithoutQuaternions", program.rotations.is_empty()),
        ("VelocityIndependent", !program.flags.velocity_dependent),
    ];
    kinds.into_iter().filter(|(_, holds)| *holds).map(|(kind, _)| format_ident!("{kind}")).collect()
}

/// The function that starts a program with another number of parts.
fn counts(program: &Program, counted: &Counted, n: &Ident) -> TokenStream {
    let (name, constant) = (parameters_name(program), &counted.constant);
    let doc = format!(
        " The declared parameters with another value of `const {constant}`, the number of equal parts: {} or more.",
        counted.least
    );
    quote! {
        impl #name<f64> {
            #[doc = #doc]
            #[allow(dead_code)]
            pub fn with(#n: usize) -> Self {
                Self { #n, ..Self::default() }
            }
        }
    }
}

/// `let parameters = […];`
fn read_parameters(program: &Program) -> TokenStream {
    let (fields, count) = (field_values(program), number(program.parameters.len()));
    quote! { let parameters: [T; #count] = [#(self.#fields),*]; }
}

/// A method of parameters.
fn of_self(
    (program, bodies): (&Program, &Bodies<'_>),
    (routine, operations, gives): (&Routine, &Operations, &str),
    head: TokenStream,
    tail: impl Fn(&[String]) -> TokenStream,
) -> TokenStream {
    let Body { statements, outputs, .. } = bodies.body(routine, Reading::At);
    let (doc, parameters, tail) = (doc(gives, operations), read_parameters(program), tail(&outputs));
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
    let (constants, gives) = (&program.constants, "What depends on parameters alone");
    of_self((program, bodies), (constants, &constants.operations(), gives), head, |outputs| {
        let outputs = list(outputs);
        quote! { [#outputs] }
    })
}

/// The time stage.
fn now(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let head = quote! { fn now(constants: &Self::Constants, t: T, inputs: &Self::Held) -> Self::Time };
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

/// The forces of joints and on bodies.
fn laws(cells: &Cells, bodies: &Bodies<'_>) -> TokenStream {
    if cells.laws.is_empty() {
        return TokenStream::new();
    }
    let arms = |of: fn(&CellLaw) -> &Routine| -> Vec<TokenStream> {
        let each = cells.laws.iter().enumerate().map(|(at, law)| {
            let arguments = law.sizes.0 + law.sizes.1 + law.own + law.watched.sides;
            let Body { statements, outputs, .. } = bodies.body(of(law), Reading::Law(arguments));
            let (arguments, results, at) = (number(arguments), list(&outputs), number(at));
            let body = block(statements, quote! { store(&[#results], results) });
            quote! {
                #at => {
                    let Ok(arguments) = <&[T; #arguments]>::try_from(arguments) else { return };
                    #body
                }
            }
        });
        each.collect()
    };
    let (loads, slopes) = (arms(|law| &law.loads), arms(|law| &law.slopes));
    quote! {
        /// Coordinates, velocities, own values, sides → e, V, what is watched.
        fn loads(constants: &Self::Constants, now: &Self::Time, number: usize, arguments: &[T], results: &mut [T]) {
            match number {
                #(#loads)*
                _ => {}
            }
        }
        /// The same → e, V, ∂e/∂q, ∂e/∂q̇.
        fn slopes(constants: &Self::Constants, now: &Self::Time, number: usize, arguments: &[T], results: &mut [T]) {
            match number {
                #(#slopes)*
                _ => {}
            }
        }
    }
}

/// The switching functions that all forces share.
fn switches(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let routine = &program.switches;
    if routine.outputs.is_empty() {
        return TokenStream::new();
    }
    // They depend on nothing that moves.
    let Body { statements, outputs, .. } = bodies.body(routine, Reading::Signals(0));
    let (doc, outputs) =
        (doc("The switching functions that all forces share", &routine.operations()), list(&outputs));
    quote! {
        #doc
        fn switches(constants: &Self::Constants, now: &Self::Time, out: &mut [T]) {
            #statements
            store(&[#outputs], out);
        }
    }
}

/// The outputs.
fn output(program: &Program, cells: &Cells, bodies: &Bodies<'_>) -> TokenStream {
    let head = quote! { fn outputs(constants: &Self::Constants, now: &Self::Time, signals: &[T], out: &mut Self::Outputs) };
    of_signals((&program.outputs, "Outputs of signals"), cells, bodies, head, |outputs| {
        quote! { out.data.0[0] = [#outputs]; }
    })
}

/// The ranges of signals.
fn ranges(program: &Program, cells: &Cells, bodies: &Bodies<'_>) -> TokenStream {
    let head = quote! { fn ranges(constants: &Self::Constants, now: &Self::Time, signals: &[T], out: &mut [[T; 3]]) };
    of_signals((&program.ranges, "Quantities of signals with their limits"), cells, bodies, head, |outputs| {
        quote! { store(&[#outputs], out.as_flattened_mut()); }
    })
}

/// A method of signals, if the routine has results.
fn of_signals(
    (routine, gives): (&Routine, &str),
    cells: &Cells,
    bodies: &Bodies<'_>,
    head: TokenStream,
    tail: impl Fn(TokenStream) -> TokenStream,
) -> TokenStream {
    if routine.outputs.is_empty() {
        return TokenStream::new();
    }
    let count = cells.signals.len() + bodies.program().holonomic_names.len();
    let Body { statements, outputs, .. } = bodies.body(routine, Reading::Signals(count));
    let (doc, signals, tail) = (doc(gives, &routine.operations()), number(count), tail(list(&outputs)));
    quote! {
        #doc
        #head {
            let Ok(signals) = <&[T; #signals]>::try_from(signals) else { return };
            #statements
            #tail
        }
    }
}
