//! The value of an expression: a number with a dimension, an array of values, or a condition.
//!
//! Invariant: a dimension is `None` where it matches every dimension: for the literal zero, for multipliers
//! at the level of matrices, and throughout a mechanism that uses no units.

use crate::symbolic::Node;
use crate::units::{Dimension, Expected, Spelling};

/// A number.
#[derive(Clone, Debug)]
pub(crate) struct Scalar {
    /// Its expression in SI units.
    pub node: Node,
    /// Its dimension.
    pub dimension: Option<Dimension>,
    /// Whether it consists only of bare numbers, so that it may stand for an SI value where a unit
    /// is expected.
    pub bare: bool,
    /// The SI unit as written in the description, where that is known.
    pub spelling: Option<Spelling>,
}

impl Scalar {
    /// A number that was computed.
    pub fn new(node: Node, dimension: Option<Dimension>) -> Self {
        Self { node, dimension, bare: false, spelling: None }
    }

    /// Another expression for a quantity of the same kind.
    pub fn with_node(&self, node: Node) -> Self {
        Self { node, ..self.clone() }
    }

    /// What a value of it is expected to be, if dimensions are checked.
    pub fn expected(&self) -> Option<Expected> {
        self.dimension.map(|dimension| Expected::as_declared(dimension, self.spelling.as_ref()))
    }

    /// What a value of its rate is expected to be, if dimensions are checked.
    pub fn expected_rate(&self) -> Option<Expected> {
        let spelling = self.spelling.as_ref().map(Spelling::per_second);
        self.dimension.map(|of| Expected::as_declared(of.over(Dimension::TIME), spelling.as_ref()))
    }

    /// Its unit as the user would write it, empty if it has none.
    pub fn unit(&self) -> String {
        unit_text(self.dimension, self.spelling.as_ref())
    }
}

/// The text of a unit, empty for numbers without one.
pub(in crate::resolve) fn unit_text(dimension: Option<Dimension>, spelling: Option<&Spelling>) -> String {
    match (spelling, dimension) {
        (Some(spelling), _) => spelling.to_string(),
        (None, Some(dimension)) => dimension.spelling().to_string(),
        (None, None) => String::new(),
    }
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A number.
    Scalar(Scalar),
    /// An array.
    Vector(Vec<Value>),
    /// A condition.
    Condition(Node),
}

impl Value {
    /// All expressions in it.
    pub fn nodes(&self) -> Vec<Node> {
        match self {
            Self::Scalar(scalar) => vec![scalar.node],
            Self::Vector(values) => values.iter().flat_map(Self::nodes).collect(),
            Self::Condition(node) => vec![*node],
        }
    }

    /// In words, for messages.
    pub fn kind(&self) -> String {
        match self {
            Self::Scalar(_) => "a number".to_owned(),
            Self::Vector(values) => match columns(values) {
                Some(columns) => format!("a {}×{columns} matrix", values.len()),
                None => format!("an array of {}", components(values.len())),
            },
            Self::Condition(_) => "a condition".to_owned(),
        }
    }
}

/// The length of the rows, if all components are rows of one length.
fn columns(rows: &[Value]) -> Option<usize> {
    let mut lengths = rows.iter().map(|row| match row {
        Value::Vector(entries) => Some(entries.len()),
        _ => None,
    });
    let first = lengths.next()??;
    lengths.all(|length| length == Some(first)).then_some(first)
}

/// `1 component`, `2 components`
pub(in crate::resolve) fn components(count: usize) -> String {
    if count == 1 { "1 component".to_owned() } else { format!("{count} components") }
}
