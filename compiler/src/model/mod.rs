//! [`Model`]: a mechanism as described, names and units resolved, nothing derived.
//!
//! Invariant: data only. [`resolve`](crate::resolve::resolve) creates a model once; no later stage changes it.

mod coefficients;
mod declared;
mod defaults;
mod initial;
mod messages;
mod weights;

pub(crate) use crate::identifier::is_impossible;
pub use crate::identifier::{identifier, plain_name, rust_name};
pub use crate::kinds::multibody::*;
pub use coefficients::Coefficients;
pub use declared::{
    Constraint, Coordinate, Dynamics, Input, Level, Output, Parameter, Range, State, Velocity,
};
pub use initial::{Certainty, Initial, Target};

use crate::diagnostics::{Diagnostic, Place};
use crate::symbolic::{Graph, Symbol};
use proc_macro2::{Ident, Span, TokenStream};
use std::collections::BTreeSet;

/// A description whose names and units are resolved and whose rules are checked, in no coordinates yet.
#[derive(Clone)]
pub struct Model {
    /// Its name.
    pub name: Ident,
    /// `pub`, `pub(crate)` or nothing.
    pub visibility: TokenStream,
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// Holds every expression of the model.
    pub graph: Graph,
    /// t.
    pub time: Symbol,
    /// Parameters, in the order in which they are declared.
    pub parameters: Vec<Parameter>,
    /// Inputs u.
    pub inputs: Vec<Input>,
    /// First-order states y.
    pub states: Vec<State>,
    /// Coordinates that are declared.
    pub coordinates: Vec<Coordinate>,
    /// Their rates.
    pub velocities: Vec<Velocity>,
    /// Constraint equations, holonomic and nonholonomic ones mixed.
    pub constraints: Vec<Constraint>,
    /// Energies or matrices.
    pub dynamics: Dynamics,
    /// Outputs.
    pub outputs: Vec<Output>,
    /// The entries of `initial`.
    pub initial: Vec<Initial>,
    /// Quantities with limits, which runs check.
    pub ranges: Vec<Range>,
    /// Names of functions in Rust, which emitted code calls, and what runs a program by pointers.
    pub functions: Vec<String>,
    /// Bodies, joints and forces, at the level of bodies.
    pub multibody: Option<Multibody>,
    /// The level of the description.
    pub level: Level,
    /// The parameters that are coefficients in which the equations of motion are affine, if requested.
    pub coefficients: Coefficients,
    /// Claims of the description, which are checked.
    pub claims: Claims,
    /// The text of the mechanism.
    pub source: String,
    /// Suspicious facts that are not mistakes.
    pub warnings: Vec<Diagnostic>,
}

impl Model {
    /// The formulations of the description; one where there are no bodies.
    pub fn formulations(&self) -> Vec<Formulation> {
        let requested = self.multibody.as_ref().map(|multibody| multibody.formulations.clone());
        requested.filter(|all| !all.is_empty()).unwrap_or_else(|| vec![Formulation::Minimal])
    }

    /// Frees what only a formulation reads: expressions, initial values and attributes. Names and symbols remain.
    pub(crate) fn drop_expressions(&mut self) {
        self.graph = Graph::new();
        self.initial = Vec::new();
        if let Some(multibody) = &mut self.multibody {
            multibody.attributes = Vec::new();
        }
    }

    /// Tests the invariants of every model, in debug builds.
    ///
    /// # Panics
    /// A violated invariant: a defect of this crate.
    pub(crate) fn check(&self) {
        if !cfg!(debug_assertions) {
            return;
        }
        assert_eq!(self.coordinates.len(), self.velocities.len(), "a declared coordinate has one velocity");
        assert_eq!(self.level == Level::Bodies, self.multibody.is_some(), "bodies are at their level alone");
        let given: BTreeSet<Symbol> = self.parameters.iter().map(|one| one.symbol).collect();
        for node in
            self.parameters.iter().map(|one| one.default).chain(self.initial.iter().map(|one| one.value))
        {
            let made_of_parameters = self.graph.symbols(node).iter().all(|symbol| given.contains(symbol));
            assert!(made_of_parameters, "defaults and initial values are made of parameters");
        }
    }
}

/// Claims of a description about its mechanism.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// A test of the derived equations goes into the emitted code.
    pub verify: bool,
    /// The degrees of freedom, and the place of the claim.
    pub freedoms: Option<(usize, Place)>,
    /// The place of the claim that the energy is conserved.
    pub energy: Option<Span>,
    /// The limits of the cost of the code.
    pub budget: Budget,
    /// Whether a tree of bodies is always unrolled or always made of loops, regardless of its size; and the place of that statement.
    pub unroll: Option<(Unroll, Span)>,
}

/// Whether a tree of bodies is unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unroll {
    /// However many bodies there are.
    Always,
    /// However few.
    Never,
}

/// The limits of the cost of the code of a mechanism, each with its place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// Operations of all routines that run after `build()`.
    pub operations: Option<(usize, Place)>,
    /// Lines of the emitted text.
    pub lines: Option<(usize, Place)>,
}

impl Budget {
    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        self.operations.is_none() && self.lines.is_none()
    }
}
