//! The lists that the code of a tree consists of, and the rest of it.

use super::progressions::{self, Item};
use crate::plan::{
    CellSignal, Cells, CheckRule, Elementary, GRAVITY, NUMBERS, Named, Program, Register, Routine,
};
use std::collections::{HashMap, HashSet};

/// The lists of a tree.
pub struct Lists<L> {
    pub links: L,
    pub laws: Vec<L>,
    pub signals: L,
    pub coordinates: L,
    pub velocities: L,
    pub given: [L; 2],
    pub values: L,
    pub start: [L; 2],
}

impl Lists<Vec<Item>> {
    /// Those of a program.
    pub fn of(program: &Program, cells: &Cells) -> Self {
        let (_, start) = distinct(&program.initial);
        let (_, table) = distinct(&cells.table);
        let (q, v) = start.split_at(program.coordinates.len().min(start.len()));
        Self {
            links: links(cells),
            laws: cells.laws.iter().map(|law| members(cells, &law.members)).collect(),
            signals: cells.signals.iter().map(|one| signal(cells, one)).collect(),
            coordinates: names(&program.coordinates),
            velocities: names(&program.velocities),
            given: [truths(&program.given_positions), truths(&program.given_velocities)],
            values: places(&table[head(cells).min(table.len())..]),
            start: [places(q), places(v)],
        }
    }
}

impl<L> Lists<L> {
    /// Another list of each.
    pub fn map<R>(&self, each: impl Fn(&L) -> R) -> Lists<R> {
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
    let (rules, checks) = rules(program);
    let rules: Vec<_> = rules.iter().map(|rule| (&rule.message, rule.strict)).collect();
    let routines = (
        without_repetitions(&cells.table),
        without_repetitions(&program.initial),
        checks,
        &program.constants,
        &program.now,
    );
    let kinds = (places_of_kinds(cells), &cells.aligned);
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

/// Of gravity and of the numbers of kinds, the indices among the distinct values of the table.
pub fn places_of_kinds(cells: &Cells) -> Vec<usize> {
    let (_, mut places) = distinct(&cells.table);
    places.truncate(head(cells));
    places
}

/// The outputs of a routine without repetitions, and for each output of the routine its index among them.
fn distinct(routine: &Routine) -> (Vec<Option<Register>>, Vec<usize>) {
    let mut places: HashMap<Option<Register>, usize> = HashMap::new();
    let mut outputs = Vec::new();
    let each = routine.outputs.iter().map(|output| {
        *places.entry(*output).or_insert_with(|| {
            outputs.push(*output);
            outputs.len() - 1
        })
    });
    let places = each.collect();
    (outputs, places)
}

/// A routine whose outputs are [`distinct`].
pub fn without_repetitions(routine: &Routine) -> Routine {
    Routine { outputs: distinct(routine).0, ..routine.clone() }
}

/// The conditions of bodies on parameters with their values, each value once: of equal bodies the first one is named.
pub fn rules(program: &Program) -> (Vec<&CheckRule>, Routine) {
    let mut known = HashSet::new();
    let all = program.check_rules.iter().zip(&program.checks.outputs);
    let (rules, outputs): (Vec<_>, Vec<_>) =
        all.filter(|(rule, output)| known.insert((rule.strict, **output))).unzip();
    (rules, Routine { outputs: outputs.into_iter().copied().collect(), ..program.checks.clone() })
}
