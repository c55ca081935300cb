//! What the user says of the initial state: values and guesses.

use crate::symbolic::{Node, Symbol};
use proc_macro2::Span;

/// An initial value that the user gives.
#[derive(Clone, Debug)]
pub struct Initial {
    /// Its quantity.
    pub target: Target,
    /// An expression of constants and parameters.
    pub value: Node,
    /// Whether it holds, or only says where to look.
    pub certainty: Certainty,
    /// Where it is given.
    pub span: Span,
}

/// What an entry of `initial` says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Certainty {
    /// The value holds, to half a unit of its last decimal where it was typed with decimals (SI, else 0).
    Given {
        /// Half a unit of the last decimal.
        tolerance: f64,
    },
    /// `~value`: where to look.
    Guess,
}

impl Certainty {
    /// Half a unit of the last decimal, 0 where there is none.
    pub fn tolerance(self) -> f64 {
        match self {
            Self::Given { tolerance } => tolerance,
            Self::Guess => 0.0,
        }
    }
}

/// What an initial value is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A coordinate, by its number.
    Position(usize),
    /// The velocity of a coordinate, by its number.
    Velocity(usize),
    /// A state, by its number.
    State(usize),
    /// A multiplier, by its symbol: where Newton's iteration starts that finds nonlinear reactions.
    Multiplier(Symbol),
    /// An attribute of a body, a frame or a joint, by its symbol: order 0 or 1.
    Attribute(Symbol),
}
