//! The syntax tree between parser and model.
//!
//! Invariant: every name and every expression has its place.

use super::Expression;
use crate::diagnostics::{Place, Reported};
use proc_macro2::{Ident, Span, TokenStream};

/// A word the user wrote.
#[derive(Clone, Debug)]
pub struct Name {
    /// Its letters, without `r#`.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A name with the brackets that follow it, `crank[i + 1]`; whether they are an index or a unit is
/// decided where `const`s and loop variables are known.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The name.
    pub name: Name,
    /// The contents of the brackets.
    pub brackets: Vec<Expression>,
    /// Name and brackets.
    pub place: Place,
}

/// A mechanism as written.
#[derive(Clone, Debug)]
pub struct Description {
    /// Its name.
    pub name: Ident,
    /// `pub`, `pub(crate)` or nothing.
    pub visibility: TokenStream,
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// `in plane` or `in space`.
    pub setting: Option<Name>,
    /// The contents of the braces.
    pub items: Vec<Item>,
    /// Names whose declarations could not be read: no use in reporting them as unknown.
    pub lost: Vec<String>,
    /// Whether items are missing because they could not be read.
    pub incomplete: Option<Reported>,
    /// The text, with its original layout where the compiler still has that.
    pub source: String,
}

/// One item with its documentation.
#[derive(Clone, Debug)]
pub struct Item {
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// The word the item begins with.
    pub keyword: Span,
    /// The item.
    pub kind: ItemKind,
}

/// An entry of `initial`: `target: value` or `target: ~value`.
#[derive(Clone, Debug)]
pub struct InitialValue {
    /// The quantity of the value.
    pub target: Expression,
    /// `~`: the value is a guess, not a condition.
    pub guess: bool,
    /// The value.
    pub value: Expression,
}

/// The items of all levels.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `param name = default;`
    Parameter(Declaration),
    /// `const name = value;`
    Constant(Declaration),
    /// `let name = value;`
    Let(Declaration),
    /// `input name [unit];`
    Input(Declaration),
    /// `output name = value;`
    Output(Declaration),
    /// `state name [unit] = reference;`
    State(Declaration),
    /// `coordinate name [unit] = reference;`
    Coordinate(Declaration),
    /// `kinetic = …;`, `potential = …;`, `dissipation = …;`
    Energy(Energy, Expression),
    /// `force name = generalized(coordinate, value);`
    Generalized(GeneralizedForce),
    /// `force = […];`
    Force(Expression),
    /// `mass_matrix = [[…], …];`
    MassMatrix(Expression),
    /// `constraint name: left = right;`
    Constraint(Constraint),
    /// `initial { target: value, … }`
    Initial(Vec<InitialValue>),
    /// `der(target) = value;`
    Rate(Expression, Expression),
    /// `for i in first..last { … }`
    Repeat(Repeat),
    /// `gravity = […];`
    Gravity(Expression),
    /// `body name { … }`, `particle name { … }`
    Body(Body),
    /// `frame name = link at […];`
    Frame(Declaration),
    /// `joint name = revolute(…);`
    Joint(Declaration),
    /// `force name = spring(…);`
    BodyForce(Declaration),
    /// `function name(x [m]) -> [N] = path;`
    Function(UserFunction),
    /// `coordinates = minimal;`, `coordinates = [minimal, absolute];`
    Coordinates(Vec<Name>),
    /// `unroll = always;`, `unroll = never;`
    Unroll(Name),
    /// `verify;`
    Verify,
    /// `freedoms = 1;`
    Freedoms(Expression),
    /// `budget { operations: 5000, lines: 20000 }`
    Budget(Vec<(Name, Expression)>),
    /// `conserves energy;`
    Conserves(Name),
    /// `range value: least .. most;`
    Range(StatedRange),
}

impl ItemKind {
    /// The declared name with its value, of the kinds that declare one.
    pub fn declaration(&self) -> Option<&Declaration> {
        match self {
            Self::Parameter(declaration)
            | Self::Constant(declaration)
            | Self::Let(declaration)
            | Self::Input(declaration)
            | Self::Output(declaration)
            | Self::State(declaration)
            | Self::Coordinate(declaration)
            | Self::Frame(declaration)
            | Self::Joint(declaration)
            | Self::BodyForce(declaration) => Some(declaration),
            _ => None,
        }
    }
}

/// A function that is written in Rust.
#[derive(Clone, Debug)]
pub struct UserFunction {
    /// Its name.
    pub target: Segment,
    /// Its arguments with their units.
    pub arguments: Vec<Segment>,
    /// The unit of its value.
    pub unit: Option<Expression>,
    /// Its path in Rust.
    pub path: String,
}

/// A rigid body or a point mass.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its name.
    pub target: Segment,
    /// `particle`?
    pub particle: bool,
    /// `property: value`, in order.
    pub properties: Vec<(Name, Expression)>,
}

/// A declared name, perhaps with a unit and a value.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The name with index and unit.
    pub target: Segment,
    /// The text after `=`.
    pub value: Option<Expression>,
}

/// The kind of energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Energy {
    /// Kinetic energy T.
    Kinetic,
    /// Potential energy V.
    Potential,
    /// Rayleigh's dissipation R.
    Dissipation,
}

/// A generalised force on a coordinate.
#[derive(Clone, Debug)]
pub struct GeneralizedForce {
    /// Its name.
    pub target: Segment,
    /// The object on which it acts.
    pub coordinate: Expression,
    /// Its value.
    pub value: Expression,
}

/// An equation between two expressions.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its name.
    pub target: Segment,
    /// The left side.
    pub left: Expression,
    /// The right side.
    pub right: Expression,
}

/// In which range a quantity should stay.
#[derive(Clone, Debug)]
pub struct StatedRange {
    /// The quantity.
    pub value: Expression,
    /// The least value that it should have.
    pub least: Expression,
    /// The greatest value that it should have.
    pub most: Expression,
}

/// Items to be repeated.
#[derive(Clone, Debug)]
pub struct Repeat {
    /// The loop variable.
    pub variable: Name,
    /// Its first value.
    pub first: Expression,
    /// Its last value, or one past it.
    pub last: Expression,
    /// `..=` instead of `..`.
    pub inclusive: bool,
    /// The items.
    pub items: Vec<Item>,
}

impl Description {
    /// The names of the parameters that are written outside of repetitions, in order: what an entry point
    /// needs to offer the same struct while the description has mistakes.
    pub fn parameter_names(&self) -> Vec<String> {
        self.declared(|kind| match kind {
            ItemKind::Parameter(declaration) => Some(declaration),
            _ => None,
        })
    }

    /// The names of the inputs that are written outside of repetitions, in order.
    pub fn input_names(&self) -> Vec<String> {
        self.declared(|kind| match kind {
            ItemKind::Input(declaration) => Some(declaration),
            _ => None,
        })
    }

    /// The names of the `const`s that may be set from outside.
    pub fn constant_names(&self) -> Vec<String> {
        self.declared(|kind| match kind {
            ItemKind::Constant(declaration) => Some(declaration),
            _ => None,
        })
    }

    /// The words of `coordinates = […];`, in order.
    pub fn formulations(&self) -> Vec<&str> {
        let chosen = self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Coordinates(names) => Some(names),
            _ => None,
        });
        chosen.flatten().map(|name| name.text.as_str()).collect()
    }

    /// Whether this is the name of one of its mechanisms.
    pub fn is(&self, name: &str) -> bool {
        crate::mechanism_names(self).iter().any(|own| own == name) || self.name == name
    }

    /// The names of some declarations, each once even if it is declared twice.
    fn declared(&self, wanted: impl Fn(&ItemKind) -> Option<&Declaration>) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for declaration in self.items.iter().filter_map(|item| wanted(&item.kind)) {
            let name = &declaration.target.name.text;
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }
}
