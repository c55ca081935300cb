//! The lists that the code of a tree consists of, and the rest of it.

use super::formulas::{Entry, Formulas, PLACE, UNKNOWN, Values};
use super::progressions::{self, Item};
use crate::plan::{
    CellMember, CellSignal, Cells, CheckRule, Elementary, GRAVITY, NUMBERS, Named, OutputRegister, Program,
    Reaction,
};
use std::collections::HashSet;

/// The lists of a tree.
#[derive(PartialEq)]
pub struct Lists<L> {
    pub links: L,
    pub laws: Vec<L>,
    pub signals: L,
    pub coordinates: L,
    pub velocities: L,
    pub given: [L; 2],
    pub kinds: L,
    pub values: L,
    pub start: [L; 2],
    pub checks: L,
    /// Names of switching functions, coincidences, ranges and contacts.
    pub watched: [L; 4],
}

/// The formulas in the lists of a tree, by the routine that has their values.
#[derive(Default)]
pub struct Formulated {
    pub table: Values,
    pub start: Values,
    pub checks: Values,
}

impl Formulated {
    /// Takes formulas from another program; its registers are not those of this one.
    pub fn know(&mut self, other: Self) {
        for (own, other) in
            [(&mut self.table, other.table), (&mut self.start, other.start), (&mut self.checks, other.checks)]
        {
            for (key, parsed) in other.known {
                own.known.entry(key).or_insert(parsed);
            }
        }
    }
}

impl Lists<Vec<Item>> {
    /// Those of a program.
    pub fn of(program: &Program, cells: &Cells, formulated: &mut Formulated) -> Self {
        let mut table = Formulas::new(&cells.table);
        let (numbers, values) = cells.table.outputs.split_at(head(cells).min(cells.table.outputs.len()));
        let kinds = numbers[GRAVITY.min(numbers.len())..].chunks_exact(NUMBERS).zip(&cells.aligned);
        let kinds = kinds.map(|(outputs, aligned)| Entry {
            structural: aligned.to_string(),
            numbers: Vec::new(),
            outputs: outputs.to_vec(),
        });
        let kinds = table.items(kinds.collect(), &mut formulated.table);
        let values = table.items(singles(values), &mut formulated.table);
        let mut start = Formulas::new(&program.initial);
        let (q, v) =
            program.initial.outputs.split_at(program.coordinates.len().min(program.initial.outputs.len()));
        let start = [q, v].map(|all| start.items(singles(all), &mut formulated.start));
        let mut checks = Formulas::new(&program.checks);
        let rules = rules(program).into_iter().map(|(rule, output)| {
            let (texts, numbers) = progressions::name(&rule.message);
            let structural = [&[if rule.strict { "true" } else { "false" }][..], &texts].concat();
            Entry { structural: structural.join(SEPARATOR), numbers, outputs: vec![output] }
        });
        Self {
            links: links(cells),
            laws: cells.laws.iter().map(|law| members(cells, &law.members)).collect(),
            signals: cells.signals.iter().map(|one| signal(cells, one)).collect(),
            coordinates: names(&program.coordinates),
            velocities: names(&program.velocities),
            given: [truths(&program.given_positions), truths(&program.given_velocities)],
            kinds,
            values,
            start,
            checks: checks.items(rules.collect(), &mut formulated.checks),
            watched: [
                &program.switch_names,
                &program.coincidence_names,
                &program.range_names,
                &program.contact_names,
            ]
            .map(|list| names(list)),
        }
    }

    /// The same with the numbers of each link instead of the number of its kind, because kinds that no link has do not matter; and
    /// with every constant as it is, because others in the list decide how it is scaled.
    pub fn resolved(mut self) -> Self {
        let [q, v] = &mut self.start;
        for list in [&mut self.kinds, &mut self.values, q, v, &mut self.checks] {
            list.iter_mut().for_each(unscale);
        }
        let kinds = std::mem::take(&mut self.kinds);
        for link in &mut self.links {
            let kind = link.numbers.get_mut(1).map(std::mem::take);
            let kind = kind.and_then(|at| kinds.get(usize::try_from(at).ok()?));
            link.key.push_str(kind.map_or("", |kind| &kind.key));
        }
        self
    }

    /// Whether every value has a formula.
    pub fn are_formulas(&self) -> bool {
        let all = [&self.kinds, &self.values, &self.start[0], &self.start[1], &self.checks];
        !all.iter().any(|list| list.iter().any(|item| item.key.contains(UNKNOWN)))
    }
}

/// Writes the integers of the places of an item into its key, with the least exponents.
fn unscale(item: &mut Item) {
    let mut parts = item.key.split(PLACE);
    let general = parts.next().unwrap_or_default().to_owned();
    let places: Vec<Result<i32, &str>> = parts.map(|part| part.parse().map_err(|_| part)).collect();
    let scaled = places.iter().filter(|place| place.is_ok()).count();
    let mut integers = item.numbers.split_off(item.numbers.len().saturating_sub(scaled)).into_iter();
    let mut key = general;
    for place in places {
        key.push(PLACE);
        match place {
            Ok(mut exponent) => {
                let mut integer = integers.next().unwrap_or(0);
                while integer != 0 && integer % 10 == 0 {
                    (integer, exponent) = (integer / 10, exponent + 1);
                }
                key.push_str(&format!("{integer}e{}", if integer == 0 { 0 } else { exponent }));
            }
            Err(constant) => key.push_str(constant),
        }
    }
    item.key = key;
}

/// Between the texts of a condition.
pub const SEPARATOR: &str = "\u{1}";

/// Values one by one.
fn singles(outputs: &[OutputRegister]) -> Vec<Entry> {
    let single = |&output| Entry { structural: String::new(), numbers: Vec::new(), outputs: vec![output] };
    outputs.iter().map(single).collect()
}

/// Free fall as an item.
fn gravity(cells: &Cells) -> Vec<Item> {
    let outputs = cells.table.outputs[..GRAVITY.min(cells.table.outputs.len())].to_vec();
    let entry = Entry { structural: String::new(), numbers: Vec::new(), outputs };
    Formulas::new(&cells.table).items(vec![entry], &mut Values::default())
}

impl<L> Lists<L> {
    /// Another list of each; `None` if one of them is none.
    pub fn map<R>(&self, each: impl Fn(&L) -> Option<R>) -> Option<Lists<R>> {
        let [a, b] = &self.given;
        let [c, d] = &self.start;
        let [e, f, g, h] = &self.watched;
        Some(Lists {
            links: each(&self.links)?,
            laws: self.laws.iter().map(&each).collect::<Option<_>>()?,
            signals: each(&self.signals)?,
            coordinates: each(&self.coordinates)?,
            velocities: each(&self.velocities)?,
            given: [each(a)?, each(b)?],
            kinds: each(&self.kinds)?,
            values: each(&self.values)?,
            start: [each(c)?, each(d)?],
            checks: each(&self.checks)?,
            watched: [each(e)?, each(f)?, each(g)?, each(h)?],
        })
    }

    /// Another list of each pair; `None` if one of them is none.
    pub fn zip<M, R>(&self, other: &Lists<M>, mut each: impl FnMut(&L, &M) -> Option<R>) -> Option<Lists<R>> {
        let laws = self.laws.iter().zip(&other.laws);
        if self.laws.len() != other.laws.len() {
            return None;
        }
        let [e, f, g, h] = &self.watched;
        let [i, j, k, l] = &other.watched;
        Some(Lists {
            links: each(&self.links, &other.links)?,
            laws: laws.map(|(a, b)| each(a, b)).collect::<Option<_>>()?,
            signals: each(&self.signals, &other.signals)?,
            coordinates: each(&self.coordinates, &other.coordinates)?,
            velocities: each(&self.velocities, &other.velocities)?,
            given: [each(&self.given[0], &other.given[0])?, each(&self.given[1], &other.given[1])?],
            kinds: each(&self.kinds, &other.kinds)?,
            values: each(&self.values, &other.values)?,
            start: [each(&self.start[0], &other.start[0])?, each(&self.start[1], &other.start[1])?],
            checks: each(&self.checks, &other.checks)?,
            watched: [each(e, i)?, each(f, j)?, each(g, k)?, each(h, l)?],
        })
    }
}

/// Everything else that is emitted, as text to be compared.
pub fn rest(program: &Program, cells: &Cells) -> String {
    let laws = cells.laws.iter().map(|law| (&law.loads, &law.slopes, law.sizes, law.own, &law.watched));
    let laws: Vec<_> = laws.collect();
    let routines = (&program.constants, &program.now);
    format!(
        "{laws:?} {routines:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        gravity(cells),
        cells.shared,
        (&program.switches, &program.outputs, &program.ranges),
        program.defaults,
        (&program.parameters, &program.inputs, &program.output_names),
        program.flags,
        program.lengths.constants,
        program.lengths.now,
    )
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
        let numbers = [parent, link.kind, link.coordinate, link.velocity].map(|number| number as usize);
        Item { key: key.to_owned(), numbers: integers(&numbers) }
    });
    links.collect()
}

/// The length of the table before the values of signals and laws.
pub fn head(cells: &Cells) -> usize {
    GRAVITY + NUMBERS * cells.aligned.len()
}

/// Members of a law.
fn members(cells: &Cells, members: &[CellMember]) -> Vec<Item> {
    let of = |member: &CellMember| {
        let own = [member.link, member.numbers - head(cells)].into_iter().chain(member.second);
        Item { key: "()".to_owned(), numbers: integers(&own.collect::<Vec<_>>()) }
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
        CellSignal::Load(number) => ("Load(0)".to_owned(), [number, 0]),
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
        CellSignal::Reaction { of: Reaction { link, motions, reversed, ground_axes, torque }, at } => (
            format!(
                "Reaction(Reaction {{ link: 0, motions: {motions}, reversed: {reversed}, ground_axes: {ground_axes}, \
                 torque: {torque}, at: 0 }})"
            ),
            [link, at - head(cells)],
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

/// The conditions of bodies on parameters with their values, each value once: of equal bodies the first one is named.
pub fn rules(program: &Program) -> Vec<(&CheckRule, OutputRegister)> {
    let mut known = HashSet::new();
    let all = program.check_rules.iter().zip(program.checks.outputs.iter().copied());
    all.filter(|(rule, output)| known.insert((rule.strict, *output))).collect()
}
