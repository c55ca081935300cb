//! The traits of the contract for a program: its properties, its manifold, one method for each routine.

use super::assembly::assembly;
use super::body::{Bodies, Reading};
use super::functions::Paths;
use super::manifold::manifold;
use super::names::model_name;
use super::routines::{Routines, function, now, routines};
use super::solves::{factors, halves, solves};
use super::tokens::{list, number};
use crate::plan::{Grip, Named, Program};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The traits of the contract, one for each role, and the capabilities of the mechanism, in a scope of their own.
pub fn contract(program: &Program, bodies: &Bodies<'_>, paths: &Paths) -> TokenStream {
    let shape = shape(program);
    let parameters = super::interface::parameters_by_name(program, bodies);
    let build = super::build::build(program, bodies);
    let manifold = manifold(program, bodies);
    let facts = facts(program, manifold.is_none());
    let roles = roles(program, bodies, manifold);
    let energy = energy(program, bodies);
    let inputs = super::interface::inputs_of(program);
    let functions = bodies.in_rust(paths);
    quote! {
        #[allow(non_snake_case, unused_variables, dead_code, unreachable_pub)]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = {
            use ::linkwork::__private::emitted::{self, *};
            #shape
            #parameters
            #build
            #facts
            #roles
            #energy
            #inputs
            #functions
        };
    }
}

/// The implementations, trait by trait; a plain manifold needs only its marker.
fn roles(program: &Program, bodies: &Bodies<'_>, manifold: Option<TokenStream>) -> TokenStream {
    let model = model_name(program);
    let manifold = manifold.map(|methods| quote! { impl<T: Real> Manifold for #model<T> { #methods } });
    let caches = caches(program);
    let Routines { evaluate, dense } = routines(program, bodies);
    let (solves, halves) = if program.solves {
        let (factors, solves) = (factors(program, bodies), solves(program));
        (quote! { #factors #solves }, halves(program, bodies))
    } else {
        (quote! { ::linkwork::dense_solve!(); }, TokenStream::new())
    };
    let assembly = assembly(program, bodies);
    let now = now(program, bodies);
    quote! {
        #manifold
        impl<T: Real> Evaluate for #model<T> {
            #caches
            #evaluate
        }
        impl<T: Real> Dense for #model<T> {
            #dense
        }
        impl<T: Real> Solve for #model<T> {
            #solves
        }
        impl<T: Real> Assemble for #model<T> {
            #assembly
        }
        impl<T: Real> #model<T> {
            #now
            #halves
        }
    }
}

/// The caches; without a time stage and inputs, no function of time is needed.
fn caches(program: &Program) -> TokenStream {
    if program.lengths.now == 0 && program.inputs.is_empty() {
        quote! { emitted::caches!(constant); }
    } else {
        quote! { emitted::caches!(); }
    }
}

/// The lengths of vectors and caches.
fn shape(program: &Program) -> TokenStream {
    let lengths = program.lengths;
    let all = [
        ("q", program.coordinates.len()),
        ("v", program.velocities.len()),
        ("g", program.holonomic_names.len()),
        ("k", program.nonholonomic_names.len()),
        ("y", program.states.len()),
        ("u", program.held()),
        ("outputs", program.output_names.len()),
        ("switches", program.switches.outputs.len()),
        ("time", lengths.now),
        ("position", lengths.placed),
        ("velocity", lengths.moving),
        ("stiffness", lengths.stiffness),
        ("saddle", program.saddle.stored()),
        ("bordered", program.bordered.stored()),
    ];
    let model = model_name(program);
    let lengths = all.into_iter().filter(|(name, length)| *length > 0 || ["q", "v"].contains(name));
    let lengths = lengths.map(|(name, length)| labelled(name, number(length)));
    quote! { emitted::shape! { #model, #(#lengths),* } }
}

/// `label: value`.
fn labelled(label: &str, value: impl quote::ToTokens) -> TokenStream {
    let label = format_ident!("{label}");
    quote! { #label: #value }
}

/// `, label: [a, b]`; empty if the list is empty.
fn behind(label: &str, items: &[TokenStream]) -> Option<TokenStream> {
    let label = format_ident!("{label}");
    (!items.is_empty()).then(|| quote! { , #label: [#(#items),*] })
}

/// Flags, sizes and names, and the marker traits of the mechanism; `plain` if its manifold is the default of the contract.
fn facts(program: &Program, plain: bool) -> TokenStream {
    let (model, name) = (model_name(program), &program.name);
    let (flags, kinds) = (flags(program), kinds(program, plain));
    let counts = behind("counts", &counts(program));
    let names = named(&[
        ("coordinates", &program.coordinates),
        ("velocities", &program.velocities),
        ("holonomic", &program.holonomic_names),
        ("nonholonomic", &program.nonholonomic_names),
        ("states", &program.states),
        ("inputs", &program.inputs),
        ("outputs", &program.output_names),
        ("parameters", &program.parameters),
        ("switches", &program.switch_names),
    ]);
    let beside = named(&[
        ("coincidences", &program.coincidence_names),
        ("ranges", &program.range_names),
        ("contacts", &program.contact_names),
    ]);
    let beside = behind("beside", &beside);
    let lists = [functions_of("recurring", &program.recurring), functions_of("waves", &program.waves)];
    let methods: Vec<_> = [grips(program)].into_iter().chain(lists).collect();
    let methods = methods.iter().any(Option::is_some).then(|| quote! { , { #(#methods)* } });
    quote! {
        emitted::facts! {
            #model: #name, flags: [#(#flags),*], kinds: [#(#kinds),*] #counts, names: [#(#names),*] #beside #methods
        }
    }
}

/// The differences from the defaults of `flags!`.
pub fn flags(program: &Program) -> Vec<TokenStream> {
    let flags = program.flags;
    let all = [
        ("holonomic", false, !program.holonomic_names.is_empty()),
        ("nonholonomic", false, !program.nonholonomic_names.is_empty()),
        ("redundant", false, program.redundancy() > 0),
        ("states", false, !program.states.is_empty()),
        ("velocity_dependent", true, flags.velocity_dependent),
        ("constant_mass", false, flags.constant_mass),
        ("symmetric_mass", true, flags.symmetric_mass),
        ("singular_mass", false, flags.singular_mass),
        ("borders_move", false, flags.borders_move),
        ("linear_reactions", true, flags.linear_reactions),
        ("time_explicit", false, flags.time_explicit),
        ("vector_space", true, program.rotations.is_empty()),
        ("smooth", true, flags.smooth),
    ];
    let changed = all.into_iter().filter(|(_, usual, value)| usual != value);
    let own_reaction = flags.own_reaction.map(|constraint| {
        let constraint = number(constraint);
        quote! { own_reaction: ::core::option::Option::Some(#constraint) }
    });
    changed.map(|(flag, _, value)| labelled(flag, value)).chain(own_reaction).collect()
}

/// The counts of elements without names.
fn counts(program: &Program) -> Vec<TokenStream> {
    let all = [
        ("turns", program.turns.outputs.len()),
        ("redundancy", program.redundancy()),
        ("sides", program.sides),
    ];
    let some = all.into_iter().filter(|(_, count)| *count > 0);
    some.map(|(size, count)| labelled(size, number(count))).collect()
}

/// `list: [("x", "m"), …]` for each list that is not empty.
fn named(lists: &[(&str, &[Named])]) -> Vec<TokenStream> {
    let some = lists.iter().filter(|(_, names)| !names.is_empty());
    some.map(|(list, names)| {
        let (name, unit) = (names.iter().map(|n| &n.name), names.iter().map(|n| &n.unit));
        labelled(list, quote! { [#((#name, #unit)),*] })
    })
    .collect()
}

/// Held inputs and switches: other methods of `Mechanism`, after a semicolon.
pub fn hold(program: &Program) -> Option<TokenStream> {
    let inputs = program.inputs.len();
    let count = number(inputs);
    let hold = (program.held() > inputs).then(|| {
        quote! {
            fn hold(&mut self, sides: &[f64]) {
                for (held, side) in self.inputs[#count..].iter_mut().zip(sides) {
                    *held = T::exact(*side);
                }
            }
        }
    });
    let undefined_input = (inputs > 0).then(|| {
        quote! {
            fn undefined_input(&self, _: T) -> ::core::option::Option<usize> {
                self.inputs[..#count].iter().position(|u| !u.is_finite())
            }
        }
    });
    (program.held() > 0).then(|| quote! { ; #hold #undefined_input })
}

/// Friction that sticks.
fn grips(program: &Program) -> Option<TokenStream> {
    if program.grips.is_empty() {
        return None;
    }
    let all = program.grips.iter().map(grip);
    Some(quote! {
        fn grips(&self) -> &[Grip] {
            const GRIPS: &[Grip] = &[#(#all),*];
            GRIPS
        }
    })
}

/// A list of switching functions, if there are any in it.
fn functions_of(name: &str, all: &[usize]) -> Option<TokenStream> {
    let name = format_ident!("{name}");
    let numbers = all.iter().map(|&function| number(function));
    (!all.is_empty()).then(|| {
        quote! {
            fn #name(&self) -> &[usize] {
                &[#(#numbers),*]
            }
        }
    })
}

fn grip(grip: &Grip) -> TokenStream {
    let &Grip { velocity, count, side, held, effort, limit, lifts } = grip;
    let side = match side.map(number) {
        Some(side) => quote! { Some(#side) },
        None => quote! { None },
    };
    let [velocity, count, held, effort, limit] = [velocity, count, held, effort, limit].map(number);
    quote! {
        Grip {
            velocity: #velocity,
            count: #count,
            side: #side,
            held: #held,
            effort: #effort,
            limit: #limit,
            lifts: #lifts
        }
    }
}

/// Kinetic and potential energy, if known.
fn energy(program: &Program, bodies: &Bodies<'_>) -> Option<TokenStream> {
    let (model, energy) = (model_name(program), program.energy.as_ref()?);
    let head = quote! { fn energy(&self, at: &At<T>, v: &V<T>, y: &Y<T>) -> (T, T) };
    let method = function(bodies, energy, Reading::At, "T and V [J]", head, |outputs| {
        let energies = list(outputs);
        quote! { (#energies) }
    });
    Some(quote! { impl<T: Real> Energetic for #model<T> { #method } })
}

/// The properties of the type that methods require.
fn kinds(program: &Program, plain: bool) -> Vec<proc_macro2::Ident> {
    let unconstrained = program.holonomic_names.is_empty() && program.nonholonomic_names.is_empty();
    let kinds = [
        ("Manifold", plain),
        ("Clamped", program.flags.clamped),
        ("Unconstrained", unconstrained),
        ("VectorSpace", program.rotations.is_empty()),
        ("Separable", !program.flags.velocity_dependent),
        ("Stateless", program.states.is_empty()),
    ];
    kinds.into_iter().filter(|(_, holds)| *holds).map(|(kind, _)| format_ident!("{kind}")).collect()
}
