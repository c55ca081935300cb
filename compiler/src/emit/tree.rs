//! A tree of many bodies: what its description decides, for the loops of the runtime (`linkwork::trees`).
//!
//! Invariant: the length of the code does not depend on the number of equal links.

use super::body::{Bodies, Body, Reading};
use super::contract::flags;
use super::counted::Counted;
use super::interface::{field_values, held_inputs, parameter_list};
use super::names::{field_name, inputs_name, parameters_name};
use super::progressions::{self, Item, Shape, shapes};
use super::routines::doc;
use super::tokens::{block, lex, list, number};
use crate::plan::{
    CellSignal, Cells, CheckRule, Elementary, GRAVITY, NUMBERS, Named, Program, Register, Routine,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::{HashMap, HashSet};

/// The lists of a tree.
pub struct Lists<L> {
    links: L,
    laws: Vec<L>,
    signals: L,
    coordinates: L,
    velocities: L,
    given: [L; 2],
    values: L,
    start: [L; 2],
}

impl Lists<Vec<Item>> {
    /// Those of a program.
    pub fn of(program: &Program, cells: &Cells) -> Self {
        let (_, start) = distinct(&program.initial);
        let (q, v) = start.split_at(program.coordinates.len().min(start.len()));
        Self {
            links: links(cells),
            laws: cells.laws.iter().map(|law| members(cells, &law.members)).collect(),
            signals: cells.signals.iter().map(|one| signal(cells, one)).collect(),
            coordinates: names(&program.coordinates),
            velocities: names(&program.velocities),
            given: [truths(&program.given_positions), truths(&program.given_velocities)],
            values: places(&places_of_values(cells).1),
            start: [places(q), places(v)],
        }
    }
}

impl<L> Lists<L> {
    /// Another list of each.
    fn map<R>(&self, each: impl Fn(&L) -> R) -> Lists<R> {
        Lists {
            links: each(&self.links),
            laws: self.laws.iter().map(&each).collect(),
            signals: each(&self.signals),
            coordinates: each(&self.coordinates),
            velocities: each(&self.velocities),
            given: self.given.each_ref().map(&each),
            values: each(&self.values),
            start: self.start.each_ref().map(&each),
        }
    }

    /// Another list of each pair; `None` if one of them is none.
    pub fn zip<M, R>(&self, other: &Lists<M>, mut each: impl FnMut(&L, &M) -> Option<R>) -> Option<Lists<R>> {
        let laws = self.laws.iter().zip(&other.laws);
        if self.laws.len() != other.laws.len() {
            return None;
        }
        Some(Lists {
            links: each(&self.links, &other.links)?,
            laws: laws.map(|(a, b)| each(a, b)).collect::<Option<_>>()?,
            signals: each(&self.signals, &other.signals)?,
            coordinates: each(&self.coordinates, &other.coordinates)?,
            velocities: each(&self.velocities, &other.velocities)?,
            given: [each(&self.given[0], &other.given[0])?, each(&self.given[1], &other.given[1])?],
            values: each(&self.values, &other.values)?,
            start: [each(&self.start[0], &other.start[0])?, each(&self.start[1], &other.start[1])?],
        })
    }
}

/// Everything else that is emitted, as text to be compared.
pub fn rest(program: &Program, cells: &Cells) -> String {
    let laws: Vec<_> = cells.laws.iter().map(|law| (&law.routine, law.sizes, law.own)).collect();
    let routine = |routine: &Routine| distinct(routine).0;
    let (rules, checks) = rules(program);
    let rules: Vec<_> = rules.iter().map(|rule| (&rule.message, rule.strict)).collect();
    let routines =
        (routine(&cells.table), routine(&program.initial), checks, &program.constants, &program.now);
    let kinds = (places_of_values(cells).0, &cells.aligned);
    format!(
        "{laws:?} {rules:?} {routines:?} {kinds:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        program.outputs,
        program.defaults,
        (&program.parameters, &program.inputs, &program.output_names),
        program.flags,
        program.lengths.constants,
        program.lengths.now,
    )
}

/// The implementation of the runtime's `Description`, in a scope of its own.
pub fn tree(program: &Program, cells: &Cells, bodies: &Bodies<'_>, counted: Option<&Counted>) -> TokenStream {
    let (name, called, source) = (parameters_name(program), &program.name, &program.source);
    let (parameters, kinds) = (parameter_list(program, bodies, counted), kinds(program));
    let (flags, fields, lengths) = (flags(program), field_values(program), program.lengths);
    let [constants, inputs, time, outputs] =
        [lengths.constants, program.inputs.len(), lengths.now, program.output_names.len()].map(number);
    let n = counted.map(|counted| field_name(&counted.constant));
    let fixed;
    let lists = match counted {
        Some(counted) => &counted.lists,
        None => {
            fixed = Lists::of(program, cells).map(|items| shapes(items));
            &fixed
        }
    };
    let lists = Written { lists, n: n.as_ref() };
    let methods = [
        lists.layout(cells),
        lists.names(program),
        lists.given(),
        of_parameters(program, bodies),
        lists.numbers(cells, program, bodies),
        lists.start(program, bodies),
        check(program, bodies),
        now(program, bodies),
        law(cells, bodies),
        output(program, cells, bodies),
    ];
    let counts = counted.zip(n.as_ref()).map(|(counted, n)| counts(program, counted, n));
    let count = counted.zip(n.as_ref()).map(|(counted, n)| {
        let (constant, least) = (&counted.constant, number(counted.least));
        quote! { , count: #n (#constant, #least) }
    });
    let inputs_of = (!program.inputs.is_empty()).then(|| {
        let (inputs, own) = (inputs_name(program), held_inputs(program));
        quote! { tree_inputs!(#inputs, #name { #(#own),* }); }
    });
    quote! {
        #[allow(non_snake_case, unused_variables, dead_code, clippy::all)]
        const _: () = {
            use ::linkwork::__private::emitted_tree::*;
            tree! { #name { #(#parameters),* }, #source }
            impl<T: Real> Description for #name<T> {
                description! {
                    #name: #called { #(#fields),* }, flags: [#(#flags),*],
                    constants: #constants, inputs: #inputs, time: #time, outputs: #outputs #count
                }
                #(#methods)*
            }
            #(impl<T: Real> #kinds for #name<T> {})*
            #inputs_of
            #counts
        };
    }
}

/// The properties of the type that methods require.
fn kinds(program: &Program) -> Vec<Ident> {
    let kinds = [
        ("WithoutQuaternions", program.rotations.is_empty()),
        ("VelocityIndependent", !program.flags.velocity_dependent),
    ];
    kinds.into_iter().filter(|(_, holds)| *holds).map(|(kind, _)| format_ident!("{kind}")).collect()
}

/// The links: parent + 1 (0 for the ground), kind, coordinate, velocity.
fn links(cells: &Cells) -> Vec<Item> {
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
    links.collect()
}

/// The length of the table before the values of signals and laws.
fn head(cells: &Cells) -> usize {
    GRAVITY + NUMBERS * cells.aligned.len()
}

/// Members of a law.
fn members(cells: &Cells, members: &[(usize, usize)]) -> Vec<Item> {
    let of = |&(link, at): &(usize, usize)| Item {
        key: "()".to_owned(),
        numbers: integers(&[link, at - head(cells)]),
    };
    members.iter().map(of).collect()
}

/// A signal: its kind, and its numbers (the link, and a place among the values).
fn signal(cells: &Cells, signal: &CellSignal) -> Item {
    let link = |link: Option<usize>| if link.is_some() { "Some(0)" } else { "None" };
    let (key, numbers) = match *signal {
        // The names of the runtime.
        CellSignal::Coordinate { number, negative } => {
            (format!("Coordinate {{ number: 0, negative: {negative} }}"), [number, 0])
        }
        CellSignal::Velocity(number) => ("Velocity(0)".to_owned(), [number, 0]),
        CellSignal::Acceleration(number) => ("Acceleration(0)".to_owned(), [number, 0]),
        CellSignal::Point { link: of, at, component, order } => (
            format!("Point {{ link: {}, at: 0, component: {component}, order: {order} }}", link(of)),
            [of.unwrap_or(0), at - head(cells)],
        ),
        CellSignal::Axis { link: of, direction, component } => (
            format!("Axis {{ link: {}, direction: 0, component: {component} }}", link(of)),
            [of.unwrap_or(0), direction - head(cells)],
        ),
        CellSignal::Spin { link: of, component, order } => (
            format!("Spin {{ link: {}, component: {component}, order: {order} }}", link(of)),
            [of.unwrap_or(0), 0],
        ),
    };
    Item { key: format!("Signal::{key}"), numbers: integers(&numbers) }
}

fn integers(numbers: &[usize]) -> Vec<i64> {
    numbers.iter().map(|&number| number as i64).collect()
}

/// Truth values.
fn truths(values: &[bool]) -> Vec<Item> {
    values.iter().map(|value| Item { key: value.to_string(), numbers: Vec::new() }).collect()
}

/// Names with their units.
fn names(names: &[Named]) -> Vec<Item> {
    let each = names.iter().map(|named| {
        let (texts, numbers) = progressions::name(&named.name);
        Item { key: format!("(&{texts:?}, {:?})", named.unit), numbers }
    });
    each.collect()
}

/// Values by their indices among the distinct outputs of a routine.
fn places(places: &[usize]) -> Vec<Item> {
    places.iter().map(|place| Item { key: place.to_string(), numbers: Vec::new() }).collect()
}

/// Of each entry of the table its index among its distinct values: gravity and kinds, then the values of signals and laws.
fn places_of_values(cells: &Cells) -> (Vec<usize>, Vec<usize>) {
    let (_, mut places) = distinct(&cells.table);
    let values = places.split_off(head(cells).min(places.len()));
    (places, values)
}

/// The lists, and the field with the number of parts.
struct Written<'a> {
    lists: &'a Lists<Vec<Shape>>,
    n: Option<&'a Ident>,
}

impl Written<'_> {
    fn list(&self, shapes: &[Shape]) -> TokenStream {
        progressions::list(shapes, self.n)
    }

    /// The links, and where their numbers are.
    fn layout(&self, cells: &Cells) -> TokenStream {
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
    fn names(&self, program: &Program) -> TokenStream {
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
    fn given(&self) -> TokenStream {
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
    fn numbers(&self, cells: &Cells, program: &Program, bodies: &Bodies<'_>) -> TokenStream {
        let (routine, _) = distinct(&cells.table);
        let (kinds, _) = places_of_values(cells);
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
    fn start(&self, program: &Program, bodies: &Bodies<'_>) -> TokenStream {
        let (routine, _) = distinct(&program.initial);
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

/// The conditions of bodies on parameters with their values, each value once: of equal bodies the first one is named.
fn rules(program: &Program) -> (Vec<&CheckRule>, Routine) {
    let mut known = HashSet::new();
    let all = program.check_rules.iter().zip(&program.checks.outputs);
    let (rules, outputs): (Vec<_>, Vec<_>) =
        all.filter(|(rule, output)| known.insert((rule.strict, **output))).unzip();
    (rules, Routine { outputs: outputs.into_iter().copied().collect(), ..program.checks.clone() })
}

/// Refuses parameters of no body.
fn check(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    if program.check_rules.is_empty() {
        return TokenStream::new();
    }
    let called = &program.name;
    let (rules, routine) = rules(program);
    let head = quote! { fn check(&self) -> ::core::result::Result<(), Error> };
    of_self((program, bodies), (&routine, "Refuses parameters of no body"), head, |outputs| {
        let rules = rules.iter().copied().zip(outputs).map(|(rule, value)| {
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
