//! The state of the resolution: the declarations, the graph, and the mistakes so far.
//!
//! Invariant: `None` from a method that evaluates means that the mistake has been reported.

use super::scopes::{Entry, Meaning, ROOT, Scope, Scopes};
use crate::diagnostics::{Diagnostic, Diagnostics, Place};
use crate::model::{Coordinate, Input, JointId, Multibody, Parameter, State, Velocity};
use crate::resolve::bodies::parts::Parts;
use crate::resolve::bodies::shapes::Solid;
use crate::resolve::expressions::foreign::FunctionEntry;
use crate::resolve::expressions::numbers::Numbers;
use crate::resolve::expressions::steps::Steps;
use crate::resolve::expressions::value::{Scalar, Value};
use crate::symbolic::{Graph, Map, Node, Symbol, SymbolSet};
use crate::syntax::{Description, Expression, Item, Segment};
use crate::units::{Dimension, Spelling, Unit};
use proc_macro2::Span;
use std::collections::BTreeSet;

/// An item in one iteration of the repetitions around it.
pub(crate) struct Instance<'d> {
    /// The item.
    pub item: &'d Item,
    /// The scope of its expressions.
    pub scope: Scope,
    /// Its number among its kind, for items that declare a name.
    pub number: usize,
    /// The name it declares, with its index.
    pub name: String,
    /// The unit that follows the name.
    pub unit: Option<Box<Unit>>,
}

/// The state of a lazily evaluated definition.
#[derive(Clone, Debug)]
pub(crate) enum Progress<T> {
    /// Not yet evaluated.
    Waiting,
    /// In evaluation: a request now is a circular definition.
    Running,
    /// It is known, or its mistake has been reported.
    Done(Option<T>),
}

/// A `let` or an output.
pub(crate) struct Definition<'d> {
    /// Its meaning.
    pub expression: &'d Expression,
    /// The scope of that expression.
    pub scope: Scope,
    /// Its value.
    pub progress: Progress<Value>,
}

/// A coordinate with its velocity, as the user declares them.
pub(crate) struct Variable {
    /// Its name.
    pub name: String,
    /// The place of its declaration.
    pub span: Span,
    /// q.
    pub position: Symbol,
    /// v = dq/dt.
    pub velocity: Symbol,
    /// a = dv/dt.
    pub acceleration: Symbol,
    /// SI unit, empty if it has none.
    pub unit: String,
    /// SI unit of its velocity, empty in a mechanism without units.
    pub velocity_unit: String,
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// The start of the assembly.
    pub reference: Node,
}

impl Variable {
    fn split(self, zero: Node) -> (Coordinate, Velocity) {
        let velocity = Velocity {
            name: format!("der({})", self.name),
            span: self.span,
            symbol: self.velocity,
            acceleration: self.acceleration,
            unit: self.velocity_unit,
            docs: self.docs.clone(),
            reference: zero,
        };
        let coordinate = Coordinate {
            name: self.name,
            span: self.span,
            position: self.position,
            unit: self.unit,
            docs: self.docs,
            reference: self.reference,
        };
        (coordinate, velocity)
    }
}

/// The rate of a state.
pub(crate) struct RateEquation<'d> {
    /// The right side.
    pub expression: &'d Expression,
    /// The scope of that expression.
    pub scope: Scope,
    /// The place of the equation.
    pub span: Span,
}

/// A state during resolution.
pub(crate) struct StateEntry<'d> {
    /// The state; its `rate` is filled in at the end.
    pub state: State,
    /// Its dimension.
    pub scalar: Scalar,
    /// Its rate equation.
    pub equation: Option<RateEquation<'d>>,
    /// The value of the right side.
    pub rate: Progress<Scalar>,
}

/// A multiplier, its dimension, and its unit if that is not the one of the dimension.
pub(crate) type Multiplier = (Symbol, Option<Dimension>, Option<Spelling>);

/// What has an identifier in Rust.
#[derive(Clone, Debug)]
pub(crate) enum Taken {
    /// Something declared, by its name.
    Declared(String),
    /// A coordinate of a joint.
    Coordinate(JointId, usize),
}

/// Everything that is known so far.
pub(crate) struct Resolver<'d> {
    /// Holds all expressions.
    pub graph: Graph,
    /// t.
    pub time: Symbol,
    /// Whether dimensions are checked.
    pub checked: bool,
    /// Whether items are missing, so that nothing is reported as missing.
    pub incomplete: bool,
    /// The name of the mechanism.
    pub mechanism: Span,
    /// All names.
    pub scopes: Scopes,
    /// Names by their identifier in Rust, and the places of their declarations.
    pub identifiers: Map<String, (Taken, Place)>,
    /// Numbers for the default parameters.
    pub numbers: Numbers,
    /// `const`s and loop variables.
    pub constants: Vec<Scalar>,
    /// The symbols of parameters.
    pub of_parameters: SymbolSet,
    /// The accelerations of coordinates.
    pub of_accelerations: SymbolSet,
    /// Parameters, and their dimensions once the default is known.
    pub parameters: Vec<(Parameter, Progress<Scalar>)>,
    /// Inputs.
    pub inputs: Vec<(Input, Scalar)>,
    /// States.
    pub states: Vec<StateEntry<'d>>,
    /// Coordinates.
    pub coordinates: Vec<(Variable, Scalar)>,
    /// `let`s and outputs.
    pub definitions: Vec<Definition<'d>>,
    /// The multipliers of each constraint, component by component.
    pub multipliers: Vec<Progress<Vec<Multiplier>>>,
    /// Whether the level of matrices is used, where multipliers fit every unit.
    pub matrices: bool,
    /// Bodies, frames, joints and forces.
    pub parts: Parts<'d>,
    /// Functions in Rust.
    pub functions: Vec<FunctionEntry>,
    /// Values of expressions without names.
    pub of_numbers: Map<*const Expression, Option<Value>>,
    /// The part that was looked up last, with its name and scope.
    pub last_part: Option<(*const Segment, Scope, (Meaning, String))>,
    /// Shapes of numbers alone.
    pub solids: Map<*const Expression, Option<Solid>>,
    /// Units by their expressions.
    pub units: Map<*const Expression, Unit>,
    /// Steps of evaluations that are done, empty, for the next ones.
    pub steps: Vec<Steps<'d>>,
    /// Names and values of `const`s from outside.
    pub overrides: &'d [(String, String)],
    /// Rate equations that are not yet assigned to their state: its name, the place of the name, the equation.
    pub pending_rates: Vec<(String, Place, RateEquation<'d>)>,
    /// The number of items from repetitions.
    pub repeated: usize,
    /// Whether parameters have their defaults, or are getting them; ranges and constants are evaluated before.
    pub declares: bool,
    /// The maximum of that number.
    pub most_items: usize,
    /// Whether that has been reported as too many.
    pub crowded: bool,
    /// The depth of nested definitions.
    pub waiting: usize,
    diagnostics: Diagnostics,
    reported: BTreeSet<String>,
}

/// A place and its mistake, without the indices of a repetition.
fn key(place: Place, message: &str) -> String {
    let (start, end) = place.ends();
    let plain: String = message.chars().filter(|c| !c.is_ascii_digit() && *c != '-').collect();
    format!("{start:?} {end:?} {plain}")
}

/// The result of the resolution.
pub(crate) struct Finished {
    pub graph: Graph,
    pub time: Symbol,
    pub parameters: Vec<Parameter>,
    pub inputs: Vec<Input>,
    pub states: Vec<State>,
    pub coordinates: Vec<Coordinate>,
    pub velocities: Vec<Velocity>,
    pub multibody: Option<Multibody>,
    pub functions: Vec<String>,
}

impl<'d> Resolver<'d> {
    /// Nothing resolved yet.
    pub fn new(description: &'d Description, overrides: &'d [(String, String)]) -> Self {
        let mut graph = Graph::new();
        let time = graph.symbol("time");
        let mut scopes = Scopes::new();
        for name in &description.lost {
            let entry = Entry { place: description.name.span().into(), meaning: Meaning::Lost };
            scopes.declare(ROOT, name, entry);
        }
        Self {
            graph,
            time,
            checked: super::survey::uses_units(&description.items),
            incomplete: description.incomplete.is_some(),
            mechanism: description.name.span(),
            scopes,
            identifiers: Map::default(),
            numbers: Numbers::default(),
            constants: Vec::new(),
            of_parameters: SymbolSet::new(),
            of_accelerations: SymbolSet::new(),
            parameters: Vec::new(),
            inputs: Vec::new(),
            states: Vec::new(),
            coordinates: Vec::new(),
            definitions: Vec::new(),
            multipliers: Vec::new(),
            matrices: false,
            parts: Parts::new(description),
            functions: Vec::new(),
            of_numbers: Map::default(),
            last_part: None,
            solids: Map::default(),
            units: Map::default(),
            steps: Vec::new(),
            overrides,
            pending_rates: Vec::new(),
            repeated: 0,
            declares: false,
            most_items: 0,
            crowded: false,
            waiting: 0,
            diagnostics: Diagnostics::new(),
            reported: BTreeSet::new(),
        }
    }

    /// Reports a mistake once, even if it occurs in several repetitions.
    pub fn report<T>(&mut self, mistake: Diagnostic) -> Option<T> {
        if self.reported.insert(key(mistake.place, &mistake.message)) {
            self.diagnostics.push(mistake);
        }
        None
    }

    /// Whether the mistake has occurred in an earlier repetition, so that its help is not needed again.
    pub fn is_reported(&self, mistake: &Diagnostic) -> bool {
        self.reported.contains(&key(mistake.place, &mistake.message))
    }

    /// The dimension in a mechanism that is checked.
    pub fn dimension(&self, dimension: Dimension) -> Option<Dimension> {
        self.checked.then_some(dimension)
    }

    /// What is expected in a mechanism that is checked.
    pub fn when_checked<T>(&self, expected: T) -> Option<T> {
        self.checked.then_some(expected)
    }

    /// Whether there were mistakes.
    pub fn failed(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Returns the mistakes, and keeps the parts of a model.
    pub fn finish(self, diagnostics: &mut Diagnostics) -> Finished {
        diagnostics.append(self.diagnostics);
        let zero = self.graph.zero();
        let variables = self.coordinates.into_iter().map(|(variable, _)| variable.split(zero));
        let (coordinates, velocities) = variables.unzip();
        Finished {
            graph: self.graph,
            time: self.time,
            parameters: self.parameters.into_iter().map(|(parameter, _)| parameter).collect(),
            inputs: self.inputs.into_iter().map(|(input, _)| input).collect(),
            states: self.states.into_iter().map(|entry| entry.state).collect(),
            coordinates,
            velocities,
            functions: self.functions.iter().map(|entry| entry.function.name().to_owned()).collect(),
            multibody: self.parts.finish(),
        }
    }
}
