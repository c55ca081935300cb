//! The lists of a tree as methods of its description.

use super::lists::{Lists, places_of_kinds, without_repetitions};
use super::of_self;
use super::progressions::{self, Shape};
use crate::emit::body::Bodies;
use crate::emit::tokens::{lex, number};
use crate::plan::{Cells, GRAVITY, NUMBERS, Named, Program};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The lists, and the field with the number of parts.
pub struct Written<'a> {
    /// The lists.
    pub lists: &'a Lists<Vec<Shape>>,
    /// The field.
    pub n: Option<&'a Ident>,
}

impl Written<'_> {
    fn list(&self, shapes: &[Shape]) -> TokenStream {
        progressions::list(shapes, self.n)
    }

    /// The links, and where their numbers are.
    pub fn layout(&self, cells: &Cells) -> TokenStream {
        let lists = &self.lists;
        let [links, signals] = [&lists.links, &lists.signals].map(|list| self.list(list));
        let laws = cells.laws.iter().zip(&lists.laws).map(|(law, of)| {
            let [coordinates, velocities, own] = [law.sizes.0, law.sizes.1, law.own].map(number);
            let of = self.list(of);
            quote! {
                Members { coordinates: #coordinates, velocities: #velocities, own: #own, members: members(#of) }
            }
        });
        quote! {
            /// The links: parent + 1, kind, coordinate, velocity; the places of values of forces.
            fn layout(&self) -> Layout {
                Layout {
                    links: links(#links),
                    laws: vec![#(#laws),*],
                    signals: signals(#signals)
                }
            }
        }
    }

    /// The names of the description.
    pub fn names(&self, program: &Program) -> TokenStream {
        let short = |names: &[Named]| {
            let each = names.iter().map(|named| {
                let (name, unit) = (&named.name, &named.unit);
                quote! { Named::new(#name, #unit) }
            });
            quote! { { const LIST: &[Named] = &[#(#each),*]; LIST } }
        };
        let (coordinates, velocities) =
            (self.list(&self.lists.coordinates), self.list(&self.lists.velocities));
        let (inputs, outputs) = (short(&program.inputs), short(&program.output_names));
        quote! {
            fn names_of(&self) -> Names {
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
    pub fn given(&self) -> TokenStream {
        let given = self.lists.given.each_ref();
        let [positions, velocities] = given.map(|list| progressions::repeated(list, self.n, lex));
        quote! {
            fn given(&self) -> (Vec<bool>, Vec<bool>) {
                (#positions, #velocities)
            }
        }
    }

    /// The listed values.
    fn repeated(&self, outputs: &[String], places: &[Shape]) -> TokenStream {
        let value = |key: &str| {
            let output = key.parse().ok().and_then(|place: usize| outputs.get(place));
            output.map_or("T::zero()", String::as_str)
        };
        let count: usize = places.iter().map(|shape| shape.items.len()).sum();
        if count > FEW {
            return progressions::repeated_lists(places, self.n, |shape| {
                let pairs = shape.items.iter().map(|(key, _)| pair(value(key))).collect::<Option<Vec<_>>>();
                match pairs {
                    Some(pairs) => {
                        let text = pairs.join(", ");
                        quote! { &decimals::<T>(#text)[..] }
                    }
                    None => {
                        let values = shape.items.iter().map(|(key, _)| lex(value(key)));
                        quote! { &[#(#values),*] }
                    }
                }
            });
        }
        progressions::repeated(places, self.n, |key| lex(value(key)))
    }

    /// The numbers of the tree.
    pub fn numbers(&self, cells: &Cells, program: &Program, bodies: &Bodies<'_>) -> TokenStream {
        let (routine, kinds) = (without_repetitions(&cells.table), places_of_kinds(cells));
        let head = quote! { fn numbers(&self) -> Numbers<T> };
        let gives = "Free fall, the numbers of each kind of links, those of signals and forces";
        of_self((program, bodies), (&routine, gives), head, |outputs| {
            let values = self.repeated(outputs, &self.lists.values);
            let number = |place: &usize| outputs[*place].as_str();
            let numbers: Vec<&str> = kinds.iter().map(number).collect();
            let (gravity, kinds) = numbers.split_at(GRAVITY.min(numbers.len()));
            let gravity = lex(&gravity.join(", "));
            let kinds = kinds.chunks_exact(NUMBERS).zip(&cells.aligned);
            let kinds = kinds.map(|(numbers, &aligned)| kind(numbers, aligned));
            quote! { Numbers { gravity: [#gravity], kinds: vec![#(#kinds),*], values: #values } }
        })
    }

    /// Where assembly starts.
    pub fn start(&self, program: &Program, bodies: &Bodies<'_>) -> TokenStream {
        let routine = without_repetitions(&program.initial);
        let head = quote! { fn start(&self) -> (Vec<T>, Vec<T>) };
        of_self((program, bodies), (&routine, "Where assembly starts"), head, |outputs| {
            let [q, v] = self.lists.start.each_ref().map(|places| self.repeated(outputs, places));
            quote! { (#q, #v) }
        })
    }
}

/// More constants than these are text that is read by `build()`: rustc takes seconds for thousands of expressions.
const FEW: usize = 60;

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
