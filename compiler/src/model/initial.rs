//! What is known of the initial state: values, guesses, conditions, and what it is compared with.

use crate::symbolic::{Node, Symbol};
use proc_macro2::Span;

/// What must be true of the initial state: an equation.
#[derive(Clone, Debug)]
pub struct Condition {
    /// As the user wrote it.
    pub name: String,
    /// Where it is given.
    pub span: Span,
    /// Zero in the initial state.
    pub residual: Node,
    /// Of what it is made.
    pub level: ConditionLevel,
    /// Half a unit of the last decimal of what is given, 0 where it has none.
    pub tolerance: f64,
}

/// What a condition restricts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionLevel {
    /// Positions alone.
    Position,
    /// Velocities, in which it is linear.
    Velocity,
}

/// An initial value that the user gives.
#[derive(Clone, Debug)]
pub struct Initial {
    /// Of what.
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

/// How far a joint or a coordinate is from its reference: a residual that is as small as possible in the initial state,
/// see `linkwork_numerics::closure`.
#[derive(Clone, Debug)]
pub struct Deviation {
    /// Of what: `pin.angle`, `rod.rotation`, `rod.x`.
    pub name: String,
    /// A chord of an angle, or a length over the characteristic length.
    pub value: Node,
    /// What its rate is where the velocity is guessed, else zero.
    pub rate: Node,
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
