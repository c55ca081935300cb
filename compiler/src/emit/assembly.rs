//! The data of assembly for `build()`: facts, and the routines of the search.

use super::body::{Bodies, Body, Reading, entries};
use super::tokens::{block, decimals, number, pairs};
use crate::plan::{Assembly, Program, Routine};
use proc_macro2::{Group, TokenStream};
use quote::{format_ident, quote};

/// Closures beyond this count of numbers are omitted from the code, except the chosen one: searches for other
/// parameters then have fewer starting points.
const NUMBERS: usize = 400;

/// The methods of the contract; empty if there is nothing to assemble.
pub fn assembly(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let Some(assembly) = &program.assembly else { return quote! { emitted::assembly!(); } };
    let (facts, closures) = (facts(program, assembly), closures(program, assembly));
    let measures = store(bodies, &assembly.measures.whole());
    let conditions = conditions(program, bodies);
    let cosines = cosines(assembly, bodies);
    quote! {
        emitted::assembly!(#(#facts),* #closures);
        fn assembly_measures(&self, at: &At<T>, out: &mut [T]) #measures
        #conditions
        #cosines
    }
}

/// The differences from the defaults of `assembly!`, which are empty.
fn facts(program: &Program, assembly: &Assembly) -> Vec<TokenStream> {
    let zero = |values: &[f64]| values.iter().all(|x| *x == 0.0);
    let tolerances = [
        ("position_tolerances", &assembly.position_tolerances),
        ("velocity_tolerances", &assembly.velocity_tolerances),
        ("condition_tolerances", &assembly.condition_tolerances),
    ];
    let tolerances = tolerances.map(|(name, values)| {
        let decimals = decimals(values);
        (name, !zero(values), quote! { &[#decimals] })
    });
    let (rotations, guards, turns) = (pairs(&program.rotations), pairs(&assembly.guards), &assembly.turns);
    let (name, unit) =
        (program.condition_names.iter().map(|n| &n.name), program.condition_names.iter().map(|n| &n.unit));
    let conditions = quote! {
        { const CONDITIONS: &[Named] = &[#(Named::new(#name, #unit)),*]; CONDITIONS }
    };
    let count = |name: &'static str, count: usize| {
        let literal = number(count);
        (name, count > 0, quote! { #literal })
    };
    let others = [
        ("rotations", !program.rotations.is_empty(), quote! { &[#rotations] }),
        ("turns", turns.contains(&true), quote! { &[#(#turns),*] }),
        ("guards", !assembly.guards.is_empty(), quote! { &[#guards] }),
        count("deviations", assembly.deviation_names.len()),
        count("cosines", assembly.cosines),
        ("conditions", !program.condition_names.is_empty(), conditions),
        count("position_conditions", program.position_conditions),
    ];
    let listed = tolerances.into_iter().chain(others).filter(|(_, listed, _)| *listed);
    listed
        .map(|(name, _, value)| {
            let name = format_ident!("{name}");
            quote! { #name: #value }
        })
        .collect()
}

/// The closures of the mechanism, after a semicolon.
fn closures(program: &Program, assembly: &Assembly) -> Option<TokenStream> {
    let count = (NUMBERS / program.coordinates.len().max(1)).max(1);
    let closures = assembly.closures.iter().take(count).map(|closure| decimals(&closure.position));
    (!assembly.closures.is_empty()).then(|| quote! { ; #([#closures]),* })
}

/// The residuals of given conditions between coordinates, and their derivatives.
fn conditions(program: &Program, bodies: &Bodies<'_>) -> Option<TokenStream> {
    if program.condition_names.is_empty() {
        return None;
    }
    let conditions = store(bodies, &program.conditions.whole());
    Some(quote! {
        fn assembly_conditions(&self, at: &At<T>, v: &V<T>, out: &mut [T]) #conditions
    })
}

/// The cosines of angles whose sines are constrained.
fn cosines(assembly: &Assembly, bodies: &Bodies<'_>) -> Option<TokenStream> {
    if assembly.cosines == 0 {
        return None;
    }
    let (guarding, orientation) =
        (store(bodies, &assembly.guarding.whole()), store(bodies, &assembly.orientation));
    Some(quote! {
        fn assembly_cosines(&self, at: &At<T>, out: &mut [T]) #guarding
        fn orientation_cosines(&self, at: &At<T>, out: &mut [T]) #orientation
    })
}

/// The body of a function that writes the outputs of a routine to `out`.
fn store(bodies: &Bodies<'_>, routine: &Routine) -> Group {
    let Body { statements, outputs, .. } = bodies.body(routine, Reading::At);
    let (count, entries) = (number(outputs.len()), entries(&outputs));
    block(statements, quote! { store_entries(#count, &[#entries], out); })
}
