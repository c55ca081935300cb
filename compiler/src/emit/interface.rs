//! The public interface of a mechanism: the struct of its parameters with their defaults, its model, its inputs.

use super::body::Bodies;
use super::contract::hold;
use super::names::{field_name, identifier, inputs_name, model_name, parameters_name, type_name};
use super::tokens::{lex, number};
use super::tree::Counted;
use crate::model::rust_name;
use crate::plan::{Named, Program};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The structs of parameters, of the model and of its inputs, and the declared values.
pub fn interface(program: &Program, bodies: &Bodies<'_>, counted: Option<&Counted>) -> TokenStream {
    let (parameters, default) = (parameters(program, counted), default(program, bodies, counted));
    let (model, inputs, aliases) = (model(program), inputs(program), aliases(program));
    quote! {
        #parameters
        #default
        #model
        #inputs
        #aliases
    }
}

/// `pub`, `pub(crate)` or nothing.
fn visibility(program: &Program) -> TokenStream {
    lex(&program.visibility)
}

/// Aliases with the user's name for a mechanism whose structs have other names.
fn aliases(program: &Program) -> Option<TokenStream> {
    let (called, visibility) = (&program.name, visibility(program));
    if type_name(called) == rust_name(called) {
        return None;
    }
    let doc = format!(" What `{called}` stands for.");
    let all =
        [("", parameters_name(program)), ("Model", model_name(program)), ("Inputs", inputs_name(program))];
    let count = if program.inputs.is_empty() { 2 } else { 3 };
    let aliases = all.into_iter().take(count).map(|(kind, name)| {
        let alias = format_ident!("{called}{kind}");
        quote! {
            #[doc = #doc]
            #[allow(dead_code, non_camel_case_types)]
            #visibility type #alias<T = f64> = #name<T>;
        }
    });
    Some(quote! { #(#aliases)* })
}

/// A `#[doc]` attribute for each line.
fn docs(lines: &[String]) -> TokenStream {
    // As rustdoc's own comments: a space after the slashes.
    let lines = lines.iter().map(|line| match line.is_empty() || line.starts_with(' ') {
        true => line.clone(),
        false => format!(" {line}"),
    });
    quote! { #(#[doc = #lines])* }
}

fn unit(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" \\[{unit}\\]") }
}

/// Longer lists are shortened.
const LISTED: usize = 100;

fn list(title: &str, names: &[Named], lines: &mut Vec<String>) {
    if names.is_empty() {
        return;
    }
    let of = |n: &Named| format!("`{}`{}", n.name, unit(&n.unit));
    let all = match names {
        [first, .., last] if names.len() > LISTED => {
            format!("{}, from {} to {}", names.len(), of(first), of(last))
        }
        _ => names.iter().map(of).collect::<Vec<_>>().join(", "),
    };
    lines.push(format!(" {title}: {all}."));
    lines.push(String::new());
}

/// The documentation of the mechanism, in addition to the user's own.
fn facts(program: &Program) -> Vec<String> {
    let mut lines = program.docs.clone();
    lines.push(String::new());
    list("Coordinates", &program.coordinates, &mut lines);
    list("Holonomic constraints", &program.holonomic_names, &mut lines);
    list("Nonholonomic constraints", &program.nonholonomic_names, &mut lines);
    list("First-order states", &program.states, &mut lines);
    list("Inputs", &program.inputs, &mut lines);
    list("Outputs", &program.output_names, &mut lines);
    let freedoms = format!(" Degrees of freedom: {}.", program.freedom.degrees_of_freedom);
    if program.redundancy() > 0 {
        lines.push(format!(
            " Redundant constraints: {}. Their reactions are the smallest that hold the motion.",
            program.redundant().join("; ")
        ));
        lines.push(String::new());
    }
    if let Some(cells) = &program.cells {
        lines.push(format!("{freedoms} The equations of motion are loops over {} links.", cells.links.len()));
        return lines;
    }
    let count = |name: &str| {
        let all = program.operations();
        all.iter().find(|(known, _)| *known == name).map_or(0, |(_, operations)| operations.total())
    };
    lines.push(format!(
        "{freedoms} Operations: position {}, force {}, factorisation {}, solve {}.",
        count("place"),
        count("applied_force"),
        count("factor_saddle"),
        count("solve_saddle"),
    ));
    lines
}

/// The struct of parameters.
fn parameters(program: &Program, counted: Option<&Counted>) -> TokenStream {
    let (name, visibility, docs) = (parameters_name(program), visibility(program), docs(&facts(program)));
    let fields = program.parameters.iter().zip(&program.parameter_docs).map(parameter);
    let count = counted.map(|counted| {
        let doc =
            format!(" `const {}`, the number of equal parts: {} or more.", counted.constant, counted.least);
        let name = field_name(&counted.constant);
        quote! {
            #[doc = #doc]
            pub #name: usize,
        }
    });
    let none = program.parameters.is_empty().then(|| {
        quote! {
            #[doc(hidden)]
            pub scalar: ::core::marker::PhantomData<T>,
        }
    });
    quote! {
        #docs
        #[allow(non_snake_case, non_camel_case_types, clippy::derive_partial_eq_without_eq)]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #visibility struct #name<T = f64> {
            #(#fields,)*
            #count
            #none
        }
    }
}

/// The field of a parameter.
fn parameter((parameter, docs_of): (&Named, &Vec<String>)) -> TokenStream {
    let mut lines = docs_of.clone();
    if lines.is_empty() {
        lines.push(format!(" Parameter `{}`{}.", parameter.name, unit(&parameter.unit)));
    } else if !parameter.unit.is_empty() {
        lines.push(format!(" \\[{}\\]", parameter.unit));
    }
    let (docs, name) = (docs(&lines), field_name(&parameter.name));
    quote! {
        #docs
        pub #name: T
    }
}

/// Whether the defaults of all parameters are plain numbers: then they are written next to their names.
fn are_numbers(program: &Program, bodies: &Bodies<'_>, counted: Option<&Counted>) -> bool {
    counted.is_none()
        && !program.defaults.is_empty()
        && program.defaults.iter().all(|default| bodies.default_number(default).is_some())
}

/// The declared values, if some are computed from others.
fn default(program: &Program, bodies: &Bodies<'_>, counted: Option<&Counted>) -> Option<TokenStream> {
    if are_numbers(program, bodies, counted) {
        return None;
    }
    let name = parameters_name(program);
    let own: Vec<_> = program.parameters.iter().map(|p| format_ident!("{}", identifier(&p.name))).collect();
    let value = program.defaults.iter().map(|default| bodies.default_value(default));
    let fields = program.parameters.iter().zip(&own).map(|(p, own)| field(&field_name(&p.name), own));
    let none = own.is_empty().then(|| quote! { scalar: ::core::marker::PhantomData });
    let count = counted.map(|counted| {
        let (name, value) = (field_name(&counted.constant), number(counted.value));
        quote! { #name: #value, }
    });
    Some(quote! {
        #[allow(non_snake_case, clippy::approx_constant, clippy::pedantic, clippy::nursery)]
        impl ::core::default::Default for #name<f64> {
            fn default() -> Self {
                #[allow(unused_imports)]
                use ::linkwork::__private::Real;
                #[allow(dead_code)]
                type T = f64;
                #(let #own: f64 = #value;)*
                Self { #(#fields,)* #count #none }
            }
        }
    })
}

/// A field of a struct expression, in the short form if the value has its name.
fn field(name: &Ident, value: &Ident) -> TokenStream {
    if name == value {
        quote! { #name }
    } else {
        quote! { #name: #value }
    }
}

/// `mass: ("mass", "kg", 1.0)` for each parameter; without its default if some are computed from others.
pub fn parameter_list(program: &Program, bodies: &Bodies<'_>, counted: Option<&Counted>) -> Vec<TokenStream> {
    let numbers = are_numbers(program, bodies, counted);
    let each = program.parameters.iter().zip(&program.defaults).map(|(p, default)| {
        let (field, name, unit) = (field_name(&p.name), &p.name, &p.unit);
        let value = bodies.default_number(default).filter(|_| numbers).map(|value| quote! { , #value });
        quote! { #field: (#name, #unit #value) }
    });
    each.collect()
}

/// The fields of the parameters.
pub fn field_values(program: &Program) -> impl Iterator<Item = Ident> + '_ {
    program.parameters.iter().map(|p| field_name(&p.name))
}

/// The fields of the inputs.
pub fn held_inputs(program: &Program) -> impl Iterator<Item = Ident> + '_ {
    program.inputs.iter().map(|input| field_name(&input.name))
}

/// The description, and the parameters by number and by name.
pub fn parameters_by_name(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let (parameters, model, source) = (parameters_name(program), model_name(program), &program.source);
    let each = parameter_list(program, bodies, None);
    let redundant = (program.lengths.redundant > 0).then(|| quote! { , redundant });
    let hold = hold(program);
    quote! {
        emitted::parameters! { #parameters, #model { #(#each),* }, #source #redundant #hold }
    }
}

/// The struct of the model.
fn model(program: &Program) -> TokenStream {
    if program.cells.is_some() {
        return tree_model(program);
    }
    let (parameters, model, visibility) =
        (parameters_name(program), model_name(program), visibility(program));
    let name = type_name(&program.name);
    let doc = format!(" `{name}` with its parameters: what steppers integrate. Made by `{name}::build()`.");
    let plain = name.starts_with(char::is_uppercase) && !name.contains('_');
    let allowed = (!plain).then(|| quote! { #[allow(non_camel_case_types)] });
    let [constants, inputs, order] = [program.lengths.constants, program.held(), program.order()].map(number);
    let q = number(program.coordinates.len());
    let v = number(program.velocities.len());
    let y = number(program.states.len());
    let g = number(program.holonomic_names.len());
    let k = number(program.nonholonomic_names.len());
    let redundant = (program.lengths.redundant > 0).then(|| {
        let count = number(program.lengths.redundant);
        quote! { redundant: [f64; #count], }
    });
    quote! {
        #[doc = #doc]
        #allowed
        #[derive(Clone, Debug)]
        #visibility struct #model<T = f64> {
            parameters: #parameters<T>,
            constants: [T; #constants],
            inputs: [T; #inputs],
            initial: ::linkwork::__private::Initial<T, #q, #v, #y, #g, #k>,
            limits: ::linkwork::__private::Limits<#order>,
            #redundant
        }
    }
}

/// The type of a tree of many bodies, whose model is the runtime's.
fn tree_model(program: &Program) -> TokenStream {
    let (parameters, model, visibility) =
        (parameters_name(program), model_name(program), visibility(program));
    let name = type_name(&program.name);
    let doc = format!(" `{name}` with its parameters: what steppers integrate. Made by `{name}::build()`.");
    quote! {
        #[doc = #doc]
        #[allow(dead_code, non_camel_case_types)]
        #visibility type #model<T = f64> = ::linkwork::trees::Model<#parameters<T>>;
    }
}

/// The struct of inputs, if there are any.
fn inputs(program: &Program) -> Option<TokenStream> {
    if program.inputs.is_empty() {
        return None;
    }
    let (name, visibility) = (inputs_name(program), visibility(program));
    let doc = format!(
        " Inputs of `{}`: held over a step, or given as a function of time.",
        type_name(&program.name)
    );
    let fields = program.inputs.iter().zip(&program.input_docs).map(input);
    Some(quote! {
        #[doc = #doc]
        #[allow(non_snake_case, non_camel_case_types, clippy::derive_partial_eq_without_eq)]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #visibility struct #name<T = f64> {
            #(#fields,)*
        }
    })
}

/// The field of an input.
fn input((input, docs_of): (&Named, &Vec<String>)) -> TokenStream {
    let mut lines = docs_of.clone();
    lines.push(format!(" Input `{}`{}.", input.name, unit(&input.unit)));
    let (docs, name) = (docs(&lines), field_name(&input.name));
    quote! {
        #docs
        pub #name: T
    }
}

/// Inputs of the model, and their order.
pub fn inputs_of(program: &Program) -> Option<TokenStream> {
    if program.inputs.is_empty() {
        return None;
    }
    let (inputs, model) = (inputs_name(program), model_name(program));
    let own: Vec<_> = program.inputs.iter().map(|input| field_name(&input.name)).collect();
    let given = own.iter().map(|input| quote! { inputs.#input });
    let sides = (program.inputs.len()..program.held()).map(number).map(|i| quote! { self.inputs[#i] });
    let held = given.chain(sides);
    Some(quote! { emitted::inputs!(#inputs, #model { #(#own),* }, |self, inputs| [#(#held),*]); })
}
