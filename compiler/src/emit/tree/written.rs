//! The lists of a tree as methods of its description.

use super::formulas::Parsed;
use super::lists::{Formulated, Lists, SEPARATOR, head};
use super::of_self;
use super::progressions::{self, Shape};
use super::values::{FEW, LoopCode, SameItem, Segment, restricted, segments};
use crate::emit::body::Bodies;
use crate::emit::tokens::{lex, list, number};
use crate::plan::{Cells, Closing, GRAVITY, Named as Name, OutputRegister, Program};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use std::collections::HashMap;

/// The lists, and the field with the number of parts.
pub struct Written<'a> {
    /// The lists.
    pub lists: &'a Lists<Vec<Shape>>,
    /// The field.
    pub n: Option<&'a Ident>,
    /// The formulas in the lists.
    pub formulated: &'a Formulated,
}

impl Written<'_> {
    fn runs(&self, shapes: &[Shape]) -> TokenStream {
        progressions::list(shapes, self.n)
    }

    /// The links, and where their numbers are.
    pub fn layout(&self, cells: &Cells, closing: Option<&Closing>) -> TokenStream {
        let lists = &self.lists;
        let [links, signals] = [&lists.links, &lists.signals].map(|list| self.runs(list));
        let laws = cells.laws.iter().zip(&lists.laws).map(|(law, of)| {
            let [coordinates, velocities, own] = [law.sizes.0, law.sizes.1, law.own].map(number);
            let (watched, of) = (watched(&law.watched), self.runs(of));
            let list = match (law.is_of_two_bodies(), law.mutual) {
                (false, _) => "members",
                (true, true) => "pairs",
                (true, false) => "followers",
            };
            let list = format_ident!("{list}");
            quote! {
                Members {
                    coordinates: #coordinates, velocities: #velocities, own: #own, watched: #watched, members: #list(#of)
                }
            }
        });
        let shared = cells.shared.iter().map(|shared| {
            let numbers = shared.numbers - head(cells);
            let [link, coordinate, velocity, numbers] =
                [shared.link, shared.coordinate, shared.velocity, numbers].map(number);
            quote! { Shared { link: #link, coordinate: #coordinate, velocity: #velocity, numbers: #numbers } }
        });
        let constrained = cells.constrained.iter().map(|&link| number(link));
        let constraints = closing.map_or_else(Vec::new, Closing::constraints);
        let constraints = constraints.iter().map(|velocities| {
            let velocities = velocities.iter().map(|&velocity| number(velocity));
            quote! { emitted::vec![#(#velocities),*] }
        });
        quote! {
            /// The links: parent + 1, kind, coordinate, velocity; the places of values of forces.
            fn layout(&self) -> Layout {
                Layout {
                    links: links(#links),
                    shared: emitted::vec![#(#shared),*],
                    constrained: emitted::vec![#(#constrained),*],
                    constraints: emitted::vec![#(#constraints),*],
                    laws: emitted::vec![#(#laws),*],
                    signals: signals(#signals)
                }
            }
        }
    }

    /// The names of the description.
    pub fn names(&self, program: &Program) -> TokenStream {
        let short = |names: &[Name]| {
            let each = names.iter().map(|named| {
                let (name, unit) = (&named.name, &named.unit);
                quote! { Named::new(#name, #unit) }
            });
            quote! { { const LIST: &[Named] = &[#(#each),*]; LIST } }
        };
        let (coordinates, velocities) =
            (self.runs(&self.lists.coordinates), self.runs(&self.lists.velocities));
        let (inputs, outputs) = (short(&program.inputs), short(&program.output_names));
        let counts = [
            program.switch_names.len(),
            program.coincidence_names.len(),
            program.range_names.len(),
            program.contact_names.len(),
        ];
        let fields = ["switches", "coincidences", "ranges", "contacts"].map(|name| format_ident!("{name}"));
        let watched =
            counts.iter().zip(&self.lists.watched).zip(&fields).filter(|((count, _), _)| **count > 0);
        let watched = watched.map(|((_, list), field)| {
            let list = self.runs(list);
            quote! { #field: names(#list).into(), }
        });
        quote! {
            fn names_of(&self) -> Names {
                Names {
                    coordinates: names(#coordinates).into(),
                    velocities: names(#velocities).into(),
                    #(#watched)*
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
    pub fn given(&self) -> TokenStream {
        let given = self.lists.given.each_ref();
        let [positions, velocities] = given.map(|list| progressions::repeated(list, self.n, lex));
        quote! {
            fn given(&self) -> (Vec<bool>, Vec<bool>) {
                (#positions, #velocities)
            }
        }
    }

    /// The numbers of the tree.
    pub fn numbers(&self, cells: &Cells, program: &Program, bodies: &Bodies<'_>) -> TokenStream {
        let values = &self.formulated.table;
        let [kinds, others] = [&self.lists.kinds, &self.lists.values].map(|list| segments(list, values));
        let gravity = cells.table.outputs[..GRAVITY.min(cells.table.outputs.len())].to_vec();
        let needed = gravity.iter().copied().chain(same_outputs(&kinds)).chain(same_outputs(&others));
        let (routine, places) = restricted(&cells.table, needed.collect());
        let head = quote! { fn numbers(&self) -> Numbers<T> };
        let gives = "Free fall, the numbers of each kind of links, those of signals and forces";
        let operations = cells.table.operations();
        of_self((program, bodies), (&routine, &operations, gives), head, |outputs| {
            let named = Named { outputs, places: &places };
            let gravity: Vec<String> = gravity.iter().map(|output| named.text(*output).to_owned()).collect();
            let gravity = lex(&gravity.join(", "));
            let kinds = self.kinds(&kinds, &named, bodies);
            let values = self.values(&others, &named, bodies);
            quote! { Numbers { gravity: [#gravity], kinds: #kinds, values: #values } }
        })
    }

    /// Where assembly starts.
    pub fn start(&self, program: &Program, bodies: &Bodies<'_>) -> TokenStream {
        let values = &self.formulated.start;
        let lists = self.lists.start.each_ref().map(|list| segments(list, values));
        let needed = lists.iter().flat_map(|list| same_outputs(list));
        let (routine, places) = restricted(&program.initial, needed.collect());
        let head = quote! { fn start(&self) -> (Vec<T>, Vec<T>) };
        let operations = program.initial.operations();
        of_self((program, bodies), (&routine, &operations, "Where assembly starts"), head, |outputs| {
            let named = Named { outputs, places: &places };
            let [q, v] = lists.each_ref().map(|list| self.values(list, &named, bodies));
            quote! { (#q, #v) }
        })
    }

    /// Refuses parameters of no body.
    pub fn check(&self, program: &Program, bodies: &Bodies<'_>) -> TokenStream {
        if program.check_rules.is_empty() {
            return TokenStream::new();
        }
        let called = &program.name;
        let list = segments(&self.lists.checks, &self.formulated.checks);
        let (routine, places) = restricted(&program.checks, same_outputs(&list).collect());
        let head = quote! { fn check(&self) -> ::core::result::Result<(), Error> };
        let operations = program.checks.operations();
        of_self(
            (program, bodies),
            (&routine, &operations, "Refuses parameters of no body"),
            head,
            |outputs| {
                let named = Named { outputs, places: &places };
                let each = list.iter().map(|segment| match segment {
                Segment::Same { items, .. } => {
                    let rules = items.iter().map(|item| {
                        let (texts, strict) = message(&item.parsed);
                        let numbers = item.numbers.iter().map(|(first, _)| first.fixed.to_string());
                        let message = joined(&texts, numbers);
                        let value = lex(named.text(item.outputs.first().copied().unwrap_or_default()));
                        quote! { check_body(#called, #message, Real::value(#value), #strict)?; }
                    });
                    quote! { #(#rules)* }
                }
                Segment::Loop(one) => {
                    let LoopCode { over, array, statements, items } = one.code(bodies, self.n);
                    let rules = items.iter().map(|(parsed, numbers, outputs)| {
                        let (texts, strict) = message(parsed);
                        let numbers = numbers.iter().map(|(first, step)| {
                            let (first, step) = (first.expression(self.n), Literal::i64_unsuffixed(*step));
                            quote! { (#first, #step) }
                        });
                        let value = lex(outputs.first().map_or("T::zero()", String::as_str));
                        quote! {
                            check_part(#called, (&[#(#texts),*], &[#(#numbers),*], part), Real::value(#value), #strict)?;
                        }
                    });
                    quote! {
                        for (part, arguments) in #over.enumerate() {
                            let arguments: &#array = &arguments;
                            #statements
                            #(#rules)*
                        }
                    }
                }
            });
                quote! {
                    #(#each)*
                    Ok(())
                }
            },
        )
    }

    /// A list of values.
    fn values(&self, segments: &[Segment], named: &Named<'_>, bodies: &Bodies<'_>) -> TokenStream {
        let mut parts: Vec<TokenStream> = Vec::new();
        let mut equal: Vec<(TokenStream, Vec<&str>)> = Vec::new();
        let mut loops = false;
        for segment in segments {
            match segment {
                Segment::Same { count, items } => {
                    let values = items.iter().flat_map(|item| &item.outputs);
                    let values = values.map(|output| named.text(*output)).collect();
                    equal.push((count.expression(self.n), values));
                }
                Segment::Loop(one) => {
                    loops = true;
                    if !equal.is_empty() {
                        let known = repeated(&std::mem::take(&mut equal));
                        parts.push(quote! { all.extend(#known); });
                    }
                    let LoopCode { over, array, statements, items } = one.code(bodies, self.n);
                    let values: Vec<String> = items.into_iter().flat_map(|(_, _, outputs)| outputs).collect();
                    let values = list(&values);
                    parts.push(quote! {
                        all.extend(#over.flat_map(|arguments: #array| {
                            let arguments = &arguments;
                            #statements
                            [#values]
                        }));
                    });
                }
            }
        }
        let known = repeated(&equal);
        if !loops {
            return known;
        }
        let last = (!equal.is_empty()).then(|| quote! { all.extend(#known); });
        quote! { { let mut all: Vec<T> = Vec::new(); #(#parts)* #last all } }
    }

    /// The kinds of links.
    fn kinds(&self, list: &[Segment], named: &Named<'_>, bodies: &Bodies<'_>) -> TokenStream {
        let known = |items: &[SameItem]| -> Vec<TokenStream> {
            let each = items.iter().map(|item| {
                let numbers: Vec<&str> = item.outputs.iter().map(|output| named.text(*output)).collect();
                kind(&numbers, item.parsed.structural == "true")
            });
            each.collect()
        };
        if let [Segment::Same { items, .. }] = list {
            let kinds = known(items);
            return quote! { emitted::vec![#(#kinds),*] };
        }
        let parts = list.iter().map(|segment| match segment {
            Segment::Same { items, .. } => {
                let kinds = known(items);
                quote! { all.extend([#(#kinds),*]); }
            }
            Segment::Loop(one) => {
                let LoopCode { over, array, statements, items } = one.code(bodies, self.n);
                let kinds = items.iter().map(|(parsed, _, outputs)| {
                    let numbers: Vec<&str> = outputs.iter().map(String::as_str).collect();
                    kind(&numbers, parsed.structural == "true")
                });
                quote! {
                    all.extend(#over.flat_map(|arguments: #array| {
                        let arguments = &arguments;
                        #statements
                        [#(#kinds),*]
                    }));
                }
            }
        });
        quote! { { let mut all: Vec<Kind<T>> = Vec::new(); #(#parts)* all } }
    }
}

/// What a run watches of each member of a law.
fn watched(of: &crate::plan::Watched) -> TokenStream {
    if of.is_nothing() {
        return quote! { Watched::NOTHING };
    }
    let (coincidence, range, contact) = (of.coincidence, of.range.is_some(), of.contact);
    let [switches, sides, exerted] = [of.switches, of.sides, of.exerted.len()].map(number);
    quote! {
        Watched { switches: #switches, sides: #sides, coincidence: #coincidence, range: #range, contact: #contact, exerted: #exerted }
    }
}

/// The registers of equal repetitions.
fn same_outputs(list: &[Segment]) -> impl Iterator<Item = OutputRegister> {
    let items = list.iter().flat_map(|segment| match segment {
        Segment::Same { items, .. } => &items[..],
        Segment::Loop(_) => &[],
    });
    items.flat_map(|item| item.outputs.iter().copied())
}

/// The expressions of registers.
struct Named<'a> {
    outputs: &'a [String],
    places: &'a HashMap<OutputRegister, usize>,
}

impl Named<'_> {
    fn text(&self, output: OutputRegister) -> &str {
        self.places.get(&output).map_or("T::zero()", |&place| &self.outputs[place])
    }
}

/// `repeated(&[(count, &[…]), …])`; many constants are text.
fn repeated(list: &[(TokenStream, Vec<&str>)]) -> TokenStream {
    if list.is_empty() {
        return quote! { Vec::new() };
    }
    let many = list.iter().map(|(_, values)| values.len()).sum::<usize>() > FEW;
    let each = list.iter().map(|(count, values)| {
        let pairs = values.iter().map(|value| pair(value)).collect::<Option<Vec<_>>>();
        match pairs.filter(|_| many) {
            Some(pairs) => {
                let text = pairs.join(", ");
                quote! { (#count, &decimals::<T>(#text)[..]) }
            }
            None => {
                let values = values.iter().map(|value| lex(value));
                quote! { (#count, &[#(#values),*]) }
            }
        }
    });
    quote! { repeated(&[#(#each),*]) }
}

/// The texts of a message between its numbers, and whether zero is refused.
fn message(parsed: &Parsed) -> (Vec<&str>, TokenStream) {
    let mut parts = parsed.structural.split(SEPARATOR);
    let strict = lex(parts.next().unwrap_or("true"));
    (parts.collect(), strict)
}

/// Texts with numbers between them.
fn joined(texts: &[&str], numbers: impl Iterator<Item = String>) -> String {
    let mut numbers = numbers.chain(std::iter::repeat(String::new()));
    let each = texts.iter().enumerate().map(|(at, text)| match at {
        0 => (*text).to_owned(),
        _ => numbers.next().unwrap_or_default() + text,
    });
    each.collect()
}

/// A constant as text: its f64 and, if that is not all, the rest.
fn pair(value: &str) -> Option<String> {
    let inside = |function: &str| value.strip_prefix(function)?.strip_suffix(')');
    if value == "T::zero()" {
        return Some("0".to_owned());
    }
    if let Some(exact) = inside("T::exact(") {
        return Some(exact.to_owned());
    }
    inside("T::decimal(").map(|both| both.replace(',', ""))
}

/// A kind of links, without what is zero.
fn kind(numbers: &[&str], aligned: bool) -> TokenStream {
    let vector = |at: usize| format!("[{}]", numbers[at..at + 3].join(", "));
    let matrix = |at: usize| format!("[{}, {}, {}]", vector(at), vector(at + 3), vector(at + 6));
    let zero = |at: usize, count: usize| numbers[at..at + count].iter().all(|number| *number == "T::zero()");
    let mut fields = String::new();
    if !aligned {
        fields.push_str(&format!("rotation: {}, aligned: false, ", matrix(0)));
    }
    let own = [
        ("position", 9, 3, vector(9)),
        ("axis", 12, 3, vector(12)),
        ("pitch", 15, 1, numbers[15].to_owned()),
        ("mass", 16, 1, numbers[16].to_owned()),
        ("moment", 17, 3, vector(17)),
        ("inertia", 20, 9, matrix(20)),
        ("rotor", 29, 1, numbers[29].to_owned()),
    ];
    for (name, at, count, value) in own {
        match zero(at, count) {
            true => {}
            false if name == value => fields.push_str(&format!("{name}, ")),
            false => fields.push_str(&format!("{name}: {value}, ")),
        }
    }
    lex(&format!("Kind {{ {fields} ..Kind::zeros() }}"))
}
