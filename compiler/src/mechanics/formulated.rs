//! [`Formulated`]: a model in the coordinates of one formulation, free of bodies' attributes.
//!
//! Invariant: no expression contains the symbol of an attribute, except the effort of sticking friction
//! ([`StickingFriction::requested`]), which [`derive`](super::derive) replaces: all expressions consist of time, parameters,
//! inputs, coordinates, velocities, accelerations, states and multipliers. [`Formulated::check`] tests it in debug builds.

use crate::mechanics::Picture;
use crate::model::{
    Constraint, Coordinate, Dynamics, Formulation, Initial, Model, Multibody, Output, Range, State, Velocity,
};
use crate::symbolic::{Constant, Graph, Node, Symbol};
use proc_macro2::{Ident, Span};
use std::collections::BTreeSet;

/// A model in the coordinates of one formulation.
pub struct Formulated<'m> {
    /// The model: everything that does not depend on the choice of coordinates.
    pub model: &'m Model,
    /// The name of the mechanism: the description's, or with a suffix for a further choice of coordinates.
    pub name: Ident,
    /// Holds every expression.
    pub graph: Graph,
    /// Coordinates q: those of the bodies, then those that are declared, then those that count turns.
    pub coordinates: Vec<Coordinate>,
    /// Velocities v: the rates of the coordinates, or angular velocities where those are a rotation.
    pub velocities: Vec<Velocity>,
    /// Which coordinates are unit quaternions.
    pub rotations: Vec<Rotation>,
    /// The angles that the last coordinates count with their turns, of the coordinates (these among them).
    pub turns: Vec<Node>,
    /// First-order states y.
    pub states: Vec<State>,
    /// Constraint equations, holonomic and nonholonomic ones mixed.
    pub constraints: Vec<Constraint>,
    /// Energies or matrices of the description.
    pub dynamics: Dynamics,
    /// The motion of the bodies, which is added.
    pub bodies: Option<BodyDynamics>,
    /// Outputs.
    pub outputs: Vec<Output>,
    /// Quantities with limits, which runs check.
    pub ranges: Vec<Range>,
    /// Given and guessed initial values of coordinates, velocities, states and multipliers.
    pub initial: Vec<Initial>,
    /// Other conditions on the initial state.
    pub conditions: Vec<Condition>,
    /// Whether the values in `initial` are only guesses.
    pub guesses: bool,
    /// Whether the initial state minimises the deviations also without constraints and conditions: where joints share coordinates, and with
    /// guesses of quantities that are no coordinates.
    pub measured: bool,
    /// The deviations that are minimised in the initial state.
    pub deviations: Vec<Deviation>,
    /// The characteristic length of these.
    pub length: Node,
    /// Forces that have no direction where their ends coincide.
    pub coincidences: Vec<Coincidence>,
    /// Forces between two points that need no direction.
    pub undirected: Vec<Undirected>,
    /// Friction that sticks.
    pub sticking: Vec<StickingFriction>,
    /// Forces that begin where bodies touch.
    pub contacts: Vec<Contact>,
    /// Bodies, joints and forces, at the level of bodies.
    pub multibody: Option<Multibody>,
    /// The picture for a viewer, if requested.
    pub picture: Option<Picture>,
}

/// The equations of motion of bodies, without the reactions of constraints.
#[derive(Clone, Debug)]
pub struct BodyDynamics {
    /// M(q): (row, column, entry), sorted.
    pub mass: Vec<(usize, usize, Node)>,
    /// f without the reactions of constraints.
    pub force: Vec<Node>,
    /// M a − f, by the recursion.
    pub residual: Vec<Node>,
    /// T.
    pub kinetic: Node,
    /// V.
    pub potential: Node,
    /// M without its entries, where only bodies move.
    pub articulated: Option<Articulated>,
    /// The composite bodies of the tree.
    pub composites: Vec<Composite>,
}

/// A body with all bodies beyond it in the tree.
#[derive(Clone, Debug)]
pub struct Composite {
    /// The name of the body.
    pub body: String,
    /// The name of the joint that moves it, if that is not free.
    pub joint: Option<String>,
    /// The velocity of its one motion, and whether that is a rotation: its entry on the diagonal of M is the composite's inertia
    /// about the joint, else its mass.
    pub motion: Option<(usize, bool)>,
    /// Its masses.
    pub masses: Vec<Node>,
}

/// Products and solves with the mass matrix of a tree of bodies by recursions, in O(n) each.
#[derive(Clone, Debug)]
pub struct Articulated {
    /// r.
    pub right: Vec<Symbol>,
    /// a of M a = r.
    pub solution: Vec<Node>,
    /// For each velocity the number that must be positive for M to be positive definite, and its scale.
    pub pivots: Vec<(Node, Node)>,
    /// M a, of the accelerations.
    pub mass_times: Vec<Node>,
    /// T = ½ vᵀ(M v).
    pub kinetic: Node,
}

/// Four coordinates that are a unit quaternion (w, x, y, z), and the three velocities that are its angular
/// velocity, in the rotated axes. All other coordinates have one velocity each, in the same order, except those
/// that count turns, which come last and have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotation {
    /// Number of w.
    pub coordinate: usize,
    /// Number of the first component of the angular velocity.
    pub velocity: usize,
}

/// An equation that the initial state satisfies.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The text in the description.
    pub name: String,
    /// Where it is given.
    pub span: Span,
    /// Zero in the initial state.
    pub residual: Node,
    /// The variables that it contains.
    pub level: ConditionLevel,
    /// Half a unit of the last decimal of the given value, 0 where it has none.
    pub tolerance: f64,
}

/// The variables that a condition restricts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionLevel {
    /// Positions alone.
    Position,
    /// Velocities, in which it is linear.
    Velocity,
}

/// The distance of a joint or a coordinate from its reference: a residual that is minimised in the initial state,
/// see `linkwork_numerics::closure`.
#[derive(Clone, Debug)]
pub struct Deviation {
    /// Its quantity: `pin.angle`, `rod.rotation`, `rod.x`.
    pub name: String,
    /// A chord of an angle, or a length over the characteristic length.
    pub value: Node,
    /// Its rate where the velocity is guessed, else zero.
    pub rate: Node,
}

/// A force along the line between two points, which has no direction where they coincide.
#[derive(Clone, Debug)]
pub struct Coincidence {
    /// The name of the force.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// d·d, d·ḋ and ḋ·ḋ of the vector d between the points.
    pub products: [Node; 3],
}

/// A force between two points that vanishes where they coincide, and does nothing if they always do.
#[derive(Clone, Debug)]
pub struct Undirected {
    /// The name of the force.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// d·d of the vector d between the points.
    pub distance_squared: Node,
}

/// A force that begins where bodies touch, or a joint meets its stop.
#[derive(Clone, Debug)]
pub struct Contact {
    /// The name of the force.
    pub name: String,
    /// Its depth, positive where it pushes.
    pub depth: Node,
}

/// Friction along a velocity, or along the resultant of several, which sticks at rest.
#[derive(Clone, Debug)]
pub struct StickingFriction {
    /// The name of the force.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// The symbol of its effort in outputs, where that follows from the motion.
    pub requested: Option<Symbol>,
    /// The number of the velocity, or of the first of several.
    pub velocity: usize,
    /// The effort along each of them while it slides.
    pub efforts: Vec<Node>,
    /// For several velocities, the direction of sliding that a run holds.
    pub directions: Vec<Symbol>,
    /// Labels that distinguish several.
    pub labels: Vec<String>,
    /// The limit of its effort while it sticks.
    pub limit: Node,
    /// Whether the limit can be zero, where a contact lifts off.
    pub lifts: bool,
    /// SI unit of both.
    pub unit: String,
}

impl<'m> Formulated<'m> {
    /// The model before its bodies are given coordinates; `number` counts the formulations of a description.
    pub(super) fn of(model: &'m Model, formulation: Formulation, number: usize) -> Self {
        Self {
            model,
            name: formulation.name_of(&model.name, number),
            graph: model.graph.clone(),
            coordinates: model.coordinates.clone(),
            velocities: model.velocities.clone(),
            rotations: Vec::new(),
            turns: Vec::new(),
            states: model.states.clone(),
            constraints: model.constraints.clone(),
            dynamics: model.dynamics.clone(),
            bodies: None,
            outputs: model.outputs.clone(),
            ranges: model.ranges.clone(),
            initial: model.initial.clone(),
            conditions: Vec::new(),
            guesses: false,
            measured: false,
            deviations: Vec::new(),
            length: model.graph.one(),
            coincidences: Vec::new(),
            undirected: Vec::new(),
            sticking: Vec::new(),
            contacts: Vec::new(),
            multibody: model.multibody.clone(),
            picture: None,
        }
    }

    /// The directions in which the configuration moves, velocity by velocity: ∂q/∂δⱼ at δ = 0 of q ⊞ δ.
    /// ∂q/∂δ of a plain coordinate is 1, of a quaternion q ⊗ (0, e)/2; coordinates that count turns follow the others.
    pub fn tangent(&mut self) -> Vec<Vec<(Symbol, Node)>> {
        let one = self.graph.one();
        let mut tangent = Vec::new();
        let mut number = 0;
        while number < self.coordinates.len() - self.turns.len() {
            if !self.rotations.iter().any(|rotation| rotation.coordinate == number) {
                tangent.push(vec![(self.coordinates[number].position, one)]);
                number += 1;
                continue;
            }
            let q: [Symbol; 4] = core::array::from_fn(|i| self.coordinates[number + i].position);
            // (component of q, sign) in w, x, y, z of 2 ∂q/∂δ.
            for direction in [
                [(1, -1), (0, 1), (3, 1), (2, -1)],
                [(2, -1), (3, -1), (0, 1), (1, 1)],
                [(3, -1), (2, 1), (1, -1), (0, 1)],
            ] {
                let entries = direction.iter().enumerate().map(|(i, &(from, sign))| {
                    let node = self.graph.node(q[from]);
                    (q[i], self.graph.scale(Constant::ratio(sign, 2), node))
                });
                tangent.push(entries.collect());
            }
            number += 4;
        }
        tangent
    }

    /// Tests the invariants of this stage, in debug builds.
    ///
    /// # Panics
    /// An expression that still contains an attribute: a defect of this crate.
    pub(super) fn check(&self) {
        if !cfg!(debug_assertions) {
            return;
        }
        let rates = self.velocities.iter().flat_map(|one| [one.symbol, one.acceleration]);
        let moving = self.coordinates.iter().map(|one| one.position).chain(rates);
        let efforts = self.sticking.iter().filter_map(|friction| friction.requested);
        // The angle of a joint in the tree is a coordinate; the effort of friction follows from its reactions.
        let known: BTreeSet<Symbol> = moving.chain(efforts).collect();
        let attributes = self.multibody.iter().flat_map(|multibody| &multibody.attributes);
        let attributes: Vec<Symbol> =
            attributes.map(|one| one.symbol).filter(|symbol| !known.contains(symbol)).collect();
        let constraints = self.constraints.iter().map(|one| one.residual);
        let outputs = self.outputs.iter().map(|one| one.value);
        let rates = self.states.iter().map(|one| one.rate);
        let bodies = self.bodies.iter().flat_map(|bodies| bodies.force.iter().chain(&bodies.residual));
        for node in constraints.chain(outputs).chain(rates).chain(bodies.copied()) {
            let left = attributes.iter().find(|&&symbol| self.graph.depends_on(node, symbol));
            let name = left.map_or("", |&symbol| self.graph.symbol_name(symbol));
            assert!(left.is_none(), "`{name}` has no expression in these coordinates");
        }
    }
}
