//! `build()`: parameters → constants, the initial state, the limits of the pivots.

use super::body::{Bodies, Body, Reading};
use super::names::{field_name, model_name, parameters_name};
use super::routines::{doc, is_zero};
use super::solves::block_of_sets;
use super::tokens::{block, lex, list, number, pairs};
use crate::plan::{CheckRule, Program, Routine};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// `impl` of the struct of parameters.
pub fn build(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let name = parameters_name(program);
    let (build, check) = (build_function(program), check(program, bodies));
    let constants = constants(program, bodies);
    let (initial, reference) = (initial(program, bodies), reference(program, bodies));
    quote! {
        impl<T: Real> #name<T> {
            #build
            #constants
            #initial
            #reference
            #check
        }
    }
}

fn build_function(program: &Program) -> TokenStream {
    let (model, called) = (model_name(program), &program.name);
    let reads = program.parameters.iter().map(|p| field_name(&p.name));
    let check = (!program.check_rules.is_empty()).then(|| quote! { Self::check(parameters)?; });
    let inputs = number(program.held());
    let (positions, velocities) = (&program.given_positions, &program.given_velocities);
    let near = near(program);
    let limits = program.solves.then(|| limits(program)).map(|limits| quote! { model.limits = #limits; });
    let (redundant, weights) = redundant(program).unzip();
    quote! {
        #[doc = " Checks the parameters, computes what depends on them alone, and assembles the initial state."]
        #[doc = ""]
        #[doc = " # Errors"]
        #[doc = " A parameter that is not finite, or an initial state that cannot be assembled."]
        pub fn build(self) -> ::core::result::Result<#model<T>, Error> {
            check_parameters(#called, &self)?;
            let parameters = [#(self.#reads),*];
            #check
            let mut model = #model {
                parameters: self,
                constants: Self::constants(parameters),
                inputs: [T::zero(); #inputs],
                initial: Self::initial(parameters),
                limits: Limits::NONE,
                #redundant
            };
            let given = Given::of(&[#(#positions),*], &[#(#velocities),*]);
            model.initial = model.initial.assembled(&model, #near, given)?;
            #limits
            #weights
            Ok(model)
        }
    }
}

/// The configuration nearest to which assembly searches entries that are not given.
fn near(program: &Program) -> TokenStream {
    let count = number(program.coordinates.len());
    match &program.assembly {
        Some(assembly) if is_zero(&assembly.reference) => quote! { [T::zero(); #count] },
        Some(_) => quote! { Self::reference(parameters) },
        None => quote! { model.initial.q.data.0[0] },
    }
}

/// The limits of pivots.
fn limits(program: &Program) -> TokenStream {
    let (saddle, bordered) = (&program.saddle.order, &program.bordered.order);
    let diagonals: Vec<(usize, usize)> = (0..program.order()).map(|i| (i, i)).collect();
    if *saddle == diagonals && *bordered == diagonals {
        return quote! { Limits::of_diagonals(&model) };
    }
    let (saddle, bordered) = (pairs(saddle), pairs(bordered));
    quote! { Limits::of(&model, &[#saddle], &[#bordered]) }
}

/// The field for the weights of redundant constraints, and the statements that set it; empty if there are none.
fn redundant(program: &Program) -> Option<(TokenStream, TokenStream)> {
    if program.lengths.redundant == 0 {
        return None;
    }
    let count = number(program.lengths.redundant);
    let block = block_of_sets(program);
    let weights = quote! {
        let mut redundant = model.redundant;
        redundant_weights(&model, &model.#block(), &mut redundant);
        model.redundant = redundant;
    };
    Some((quote! { redundant: [0.0; #count], }, weights))
}

/// A function of parameters.
fn of_parameters(
    bodies: &Bodies<'_>,
    routine: &Routine,
    gives: &str,
    head: TokenStream,
    tail: impl Fn(&[String]) -> TokenStream,
) -> TokenStream {
    let Body { statements, outputs, .. } = bodies.body(routine, Reading::At);
    let (doc, body) = (doc(gives, &routine.operations()), block(statements, tail(&outputs)));
    quote! {
        #doc
        #head #body
    }
}

/// A function of parameters that returns an array.
fn array(bodies: &Bodies<'_>, routine: &Routine, gives: &str, head: TokenStream) -> TokenStream {
    of_parameters(bodies, routine, gives, head, |outputs| {
        let outputs = list(outputs);
        quote! { [#outputs] }
    })
}

/// The constants of the model.
fn constants(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let (parameters, length) = (number(program.parameters.len()), number(program.lengths.constants));
    let head = quote! { fn constants(parameters: [T; #parameters]) -> [T; #length] };
    array(bodies, &program.constants, "What depends on parameters alone", head)
}

/// The reference of assembly; empty if it is zero.
fn reference(program: &Program, bodies: &Bodies<'_>) -> Option<TokenStream> {
    let reference = &program.assembly.as_ref()?.reference;
    if is_zero(reference) {
        return None;
    }
    let (parameters, length) = (number(program.parameters.len()), number(program.coordinates.len()));
    let head = quote! { fn reference(parameters: [T; #parameters]) -> [T; #length] };
    Some(array(bodies, reference, "The configuration where nothing is given", head))
}

/// The starting state of assembly.
fn initial(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let lengths = [
        program.coordinates.len(),
        program.velocities.len(),
        program.states.len(),
        program.holonomic_names.len(),
        program.nonholonomic_names.len(),
    ];
    let parameters = number(program.parameters.len());
    let [q, v, y, g, k] = lengths.map(number);
    let head = quote! { fn initial(parameters: [T; #parameters]) -> Initial<T, #q, #v, #y, #g, #k> };
    of_parameters(bodies, &program.initial, "Where assembly starts", head, |outputs| {
        let mut rest = outputs;
        let parts = lengths.map(|length| {
            let (part, behind) = rest.split_at(length);
            rest = behind;
            part
        });
        let given = ["q", "v", "y", "lambda", "psi"].into_iter().zip(parts);
        let given = given.filter(|(_, part)| part.iter().any(|value| value != "T::zero()"));
        let (fields, values): (Vec<_>, Vec<_>) =
            given.map(|(field, part)| (format_ident!("{field}"), list(part))).unzip();
        if fields.is_empty() {
            return quote! { Initial::zeros() };
        }
        quote! {
            Initial {
                #(#fields: SVector::from([#values]),)*
                ..Initial::zeros()
            }
        }
    })
}

/// The conditions of bodies on parameters; empty if there are none.
fn check(program: &Program, bodies: &Bodies<'_>) -> Option<TokenStream> {
    if program.check_rules.is_empty() {
        return None;
    }
    let (called, parameters) = (&program.name, number(program.parameters.len()));
    let head = quote! { fn check(parameters: [T; #parameters]) -> ::core::result::Result<(), Error> };
    Some(of_parameters(bodies, &program.checks, "Refuses parameters of no body", head, |outputs| {
        let rules = program.check_rules.iter().zip(outputs).map(|(rule, value)| {
            let (CheckRule { message, strict }, value) = (rule, lex(value));
            quote! { check_body(#called, #message, Real::value(#value), #strict)?; }
        });
        quote! {
            #(#rules)*
            Ok(())
        }
    }))
}
