//! The entries of `initial`: values and guesses.

use crate::symbolic::{Node, Symbol};
use proc_macro2::Span;

/// An initial value that the user gives.
#[derive(Clone, Debug)]
pub struct Initial {
    /// Its quantity.
    pub target: Target,
    /// An expression of constants and parameters.
    pub value: Node,
    /// Whether it is a given value or a guess.
    pub certainty: Certainty,
    /// Its place in the description.
    pub span: Span,
}

/// The kind of an entry of `initial`.
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

/// The quantity of an initial value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A coordinate, by its number.
    Position(usize),
    /// The velocity of a coordinate, by its number.
    Velocity(usize),
    /// A state, by its number.
    State(usize),
    /// A multiplier, by its symbol: the start of Newton's iteration for nonlinear reactions.
    Multiplier(Symbol),
    /// An attribute of a body, a frame or a joint, by its symbol: order 0 or 1.
    Attribute(Symbol),
}
