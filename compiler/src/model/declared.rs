//! The declarations of a description: parameters, inputs, states, coordinates, constraints, outputs, and the energies or
//! matrices that move them.
//!
//! Invariant: names are unique, units are those of the international system, every expression is a node of the model's graph.

use crate::symbolic::{Node, Symbol};
use proc_macro2::Span;

/// The level of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Kinetic and potential energy.
    Energies,
    /// Mass matrix and force vector.
    Matrices,
    /// Bodies, joints and forces, possibly with further coordinates and energies.
    Bodies,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, with an index where it has one: `stiffness[2]`.
    pub name: String,
    /// The place of its declaration.
    pub span: Span,
    /// Its symbol.
    pub symbol: Symbol,
    /// Its default in SI units, an expression of constants and earlier parameters.
    pub default: Node,
    /// SI unit, empty if it has none.
    pub unit: String,
    /// Lines of documentation.
    pub docs: Vec<String>,
}

/// An input.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// The place of its declaration.
    pub span: Span,
    /// Its symbol.
    pub symbol: Symbol,
    /// SI unit, empty if it has none.
    pub unit: String,
    /// Lines of documentation.
    pub docs: Vec<String>,
}

/// A first-order state.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name.
    pub name: String,
    /// The place of its declaration.
    pub span: Span,
    /// Its symbol.
    pub symbol: Symbol,
    /// SI unit, empty if it has none.
    pub unit: String,
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// Its value without an entry in `initial`: an expression of constants and parameters.
    pub reference: Node,
    /// y'.
    pub rate: Node,
}

/// A coordinate.
#[derive(Clone, Debug)]
pub struct Coordinate {
    /// Its name, with an index where it has one: `x[2]`.
    pub name: String,
    /// The place of its declaration.
    pub span: Span,
    /// q.
    pub position: Symbol,
    /// SI unit, empty if it has none.
    pub unit: String,
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// Start of the assembly: an expression of constants and parameters, zero by default.
    pub reference: Node,
}

/// A velocity.
#[derive(Clone, Debug)]
pub struct Velocity {
    /// Its name: `der(x)`, `rotor.angular_velocity.x`.
    pub name: String,
    /// The place where its coordinate is declared.
    pub span: Span,
    /// v.
    pub symbol: Symbol,
    /// a = dv/dt.
    pub acceleration: Symbol,
    /// SI unit, empty in a mechanism without units.
    pub unit: String,
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// Start of the assembly: an expression of constants and parameters, zero by default.
    pub reference: Node,
}

/// One constraint equation.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its name; the components of a constraint between arrays are `name[0]`, `name[1]` …
    pub name: String,
    /// The place of its declaration.
    pub span: Span,
    /// Left side − right side.
    pub residual: Node,
    /// Whether it is free of velocities.
    pub holonomic: bool,
    /// Whether it contains the time.
    pub rheonomic: bool,
    /// λ or ψ.
    pub multiplier: Symbol,
    /// Whether −Gᵀλ is added to the force; not so at the level of matrices where `force` contains
    /// `multiplier(name)`.
    pub automatic: bool,
    /// SI unit of the residual, empty if it has none.
    pub unit: String,
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// Where the residual is the sine of an angle that vanishes: its cosine, which is positive.
    pub cosine: Option<Node>,
}

/// The equations of motion besides bodies: energies, or matrices.
#[derive(Clone, Debug)]
pub enum Dynamics {
    /// The level of energies.
    Energies {
        /// T(t, q, v).
        kinetic: Node,
        /// V(t, q).
        potential: Node,
        /// Rayleigh's dissipation R(t, q, v); the force is −∂R/∂v.
        dissipation: Node,
        /// Generalised forces: (coordinate, force). They may contain multipliers, which then act
        /// besides the automatic reactions (friction).
        generalized: Vec<(usize, Node)>,
        /// The first items with T and V, where the description has them.
        places: [Option<Span>; 2],
    },
    /// The level of matrices: M a = f.
    Matrices {
        /// M(t, q), row by row.
        mass: Vec<Vec<Node>>,
        /// f(t, q, v, y, λ, ψ, u).
        force: Vec<Node>,
    },
}

/// A quantity with limits.
#[derive(Clone, Debug)]
pub struct Range {
    /// Its name, `pivot.angle`, or how it is written.
    pub name: String,
    /// The place of the statement.
    pub span: Span,
    /// SI unit.
    pub unit: String,
    /// Its value, with the same operands as outputs.
    pub value: Node,
    /// Its lower and upper limit, which contain only parameters.
    pub limits: [Node; 2],
}

impl Range {
    /// The quantity and its limits.
    pub fn nodes(&self) -> [Node; 3] {
        let [least, most] = self.limits;
        [self.value, least, most]
    }
}

/// An output.
#[derive(Clone, Debug)]
pub struct Output {
    /// Its name; the components of an array are `name[0]`, `name[1]` …
    pub name: String,
    /// The place of its declaration.
    pub span: Span,
    /// Its value in `unit`.
    pub value: Node,
    /// The unit in the description, else the SI unit.
    pub unit: String,
    /// Lines of documentation.
    pub docs: Vec<String>,
}
