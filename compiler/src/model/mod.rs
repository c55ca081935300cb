//! [`Description`] → [`Model`]: names and units resolved, repetitions unrolled, constants folded,
//! every expression a node of one graph.
//!
//! Invariant: a model satisfies all checks of this stage. Every independent mistake of a
//! description is reported in one run; a description with a mistake gives no model.

mod along;
mod arguments;
mod arithmetic;
mod arrays;
mod attributes;
mod bodies;
mod checks;
mod claims;
mod clashes;
mod connections;
mod constraints;
mod contents;
mod declarations;
mod dynamics;
mod evaluate;
mod exerted;
mod forces;
mod foreign;
mod functions;
mod geometry;
mod identifier;
mod inertia;
mod initial;
mod joints;
mod known;
mod lookup;
mod magnitudes;
mod motion;
mod mounts;
mod multibody;
mod naming;
mod numbers;
mod outputs;
mod parts;
mod picture;
mod ranges;
mod rates;
mod resolver;
mod rotations;
mod scopes;
mod shapes;
mod start;
mod survey;
mod unroll;
mod value;
mod words;

pub(crate) use along::ALONG;
pub use along::Along;
pub(crate) use arguments::{Arguments, Signature};
pub use claims::Claims;
pub(crate) use identifier::{IMPOSSIBLE, is_impossible};
pub use identifier::{identifier, plain_name, rust_name};
pub use initial::{Certainty, Condition, ConditionLevel, Deviation, Initial, Target};
pub use known::Known;
pub use multibody::*;
pub(crate) use picture::number as picture_number;
pub use picture::{Drawing, Picture, PicturedJoint, PicturedLine, PicturedShape};
pub(crate) use resolver::Resolver;
pub(crate) use scopes::Meaning;
pub use words::Words;

use crate::diagnostics::{Diagnostic, Diagnostics, Reported};
use crate::symbolic::{Constant, Graph, Node, Symbol};
use crate::syntax::Description;
use proc_macro2::{Ident, Span, TokenStream};

/// A checked mechanism.
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
    /// Coordinates q.
    pub coordinates: Vec<Coordinate>,
    /// Velocities v: the rates of the coordinates, or angular velocities where those are a rotation.
    pub velocities: Vec<Velocity>,
    /// Which coordinates are unit quaternions.
    pub rotations: Vec<Rotation>,
    /// The angles that the last coordinates count with their turns, of the coordinates (these among them).
    pub turns: Vec<Node>,
    /// Constraint equations, holonomic and nonholonomic ones mixed.
    pub constraints: Vec<Constraint>,
    /// What moves the coordinates.
    pub dynamics: Dynamics,
    /// Outputs.
    pub outputs: Vec<Output>,
    /// What the user knows of the initial state.
    pub initial: Vec<Initial>,
    /// What the user knows of the initial state beside values of coordinates, velocities and states.
    pub conditions: Vec<Condition>,
    /// Forces that have no direction where their ends coincide.
    pub coincidences: Vec<Coincidence>,
    /// Forces between two points that need no direction.
    pub undirected: Vec<Undirected>,
    /// Friction that sticks.
    pub grips: Vec<Grip>,
    /// Quantities with limits, which runs look at.
    pub ranges: Vec<Range>,
    /// Forces that begin where bodies touch.
    pub contacts: Vec<Contact>,
    /// Are the values in `initial` no more than guesses?
    pub guesses: bool,
    /// What is as small as possible in the initial state.
    pub deviations: Vec<Deviation>,
    /// The length that lengths among them are compared with.
    pub length: Node,
    /// Names of functions in Rust, which only emitted code can call.
    pub functions: Vec<String>,
    /// Bodies, joints and forces, at the level of bodies.
    pub multibody: Option<Multibody>,
    /// What a viewer draws, where it is asked for: the formulation fills it in.
    pub picture: Option<Picture>,
    /// At which level the user wrote.
    pub level: Level,
    /// What the user states of it, to be checked.
    pub claims: Claims,
    /// The text of the mechanism.
    pub source: String,
    /// What is suspicious but no mistake.
    pub warnings: Vec<Diagnostic>,
}

/// What recursions over a tree of bodies make of its mass matrix, in O(n) each.
#[derive(Clone, Debug)]
pub struct Articulated {
    /// r.
    pub right: Vec<Symbol>,
    /// a of M a = r.
    pub solution: Vec<Node>,
    /// For each velocity what must be positive for M to be positive definite, and what it is compared with.
    pub pivots: Vec<(Node, Node)>,
    /// M a, of the accelerations.
    pub mass_times: Vec<Node>,
    /// T = ½ vᵀ(M v).
    pub kinetic: Node,
}

/// The level of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Kinetic and potential energy.
    Energies,
    /// Mass matrix and force vector.
    Matrices,
    /// Bodies, joints and forces, perhaps with coordinates and energies beside them.
    Bodies,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, with an index where it has one: `stiffness[2]`.
    pub name: String,
    /// Where it is declared.
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
    /// Where it is declared.
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
    /// Where it is declared.
    pub span: Span,
    /// Its symbol.
    pub symbol: Symbol,
    /// SI unit, empty if it has none.
    pub unit: String,
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// Its value where `initial` says nothing: an expression of constants and parameters.
    pub reference: Node,
    /// y'.
    pub rate: Node,
}

/// A coordinate.
#[derive(Clone, Debug)]
pub struct Coordinate {
    /// Its name, with an index where it has one: `x[2]`.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// q.
    pub position: Symbol,
    /// SI unit, empty if it has none.
    pub unit: String,
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// Where assembly starts: an expression of constants and parameters, zero by default.
    pub reference: Node,
}

/// A velocity.
#[derive(Clone, Debug)]
pub struct Velocity {
    /// Its name: `der(x)`, `rotor.angular_velocity.x`.
    pub name: String,
    /// Where its coordinate is declared.
    pub span: Span,
    /// v.
    pub symbol: Symbol,
    /// a = dv/dt.
    pub acceleration: Symbol,
    /// SI unit, empty in a mechanism without units.
    pub unit: String,
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// Where assembly starts: an expression of constants and parameters, zero by default.
    pub reference: Node,
}

/// Four coordinates that are a unit quaternion (w, x, y, z), and the three velocities that are its angular
/// velocity, in the axes that it turns. All other coordinates have one velocity each, in the same order, but those
/// that count turns, which come last and have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotation {
    /// Number of w.
    pub coordinate: usize,
    /// Number of the first component of the angular velocity.
    pub velocity: usize,
}

/// One constraint equation.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its name; the components of a constraint between arrays are `name[0]`, `name[1]` …
    pub name: String,
    /// Where it is declared.
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

/// What moves the coordinates.
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
        /// beside the automatic reactions (friction).
        generalized: Vec<(usize, Node)>,
    },
    /// The level of matrices: M a = f.
    Matrices {
        /// M(t, q), row by row.
        mass: Vec<Vec<Node>>,
        /// f(t, q, v, y, λ, ψ, u).
        force: Vec<Node>,
    },
    /// The level of bodies, in the coordinates of a formulation.
    Bodies {
        /// M(q): (row, column, entry), sorted.
        mass: Vec<(usize, usize, Node)>,
        /// f without the reactions of constraints.
        force: Vec<Node>,
        /// M a − f, by the recursion.
        residual: Vec<Node>,
        /// T.
        kinetic: Node,
        /// V.
        potential: Node,
        /// M without its entries, where nothing but bodies moves.
        articulated: Option<Articulated>,
        /// Energies and generalised forces that the user gave beside bodies.
        beside: Box<Dynamics>,
    },
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
    /// How deep it is, positive where it pushes.
    pub depth: Node,
}

/// Friction along a velocity, or along the resultant of several, which sticks at rest.
#[derive(Clone, Debug)]
pub struct Grip {
    /// The name of the force.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// What stands for its effort in outputs, where that follows from the motion.
    pub asked: Option<Symbol>,
    /// The number of the velocity, or of the first of several.
    pub velocity: usize,
    /// What friction does along each of them while it slides.
    pub efforts: Vec<Node>,
    /// Of several the direction in which they slide where a run holds it.
    pub directions: Vec<Symbol>,
    /// What tells several apart.
    pub labels: Vec<String>,
    /// The most that it can do while it sticks.
    pub limit: Node,
    /// Whether that can be nothing, where a contact lifts off.
    pub lifts: bool,
    /// SI unit of both.
    pub unit: String,
}

/// A quantity with limits.
#[derive(Clone, Debug)]
pub struct Range {
    /// Its name, `pivot.angle`, or how it is written.
    pub name: String,
    /// Where it is stated.
    pub span: Span,
    /// SI unit.
    pub unit: String,
    /// Itself, of whatever outputs are made of.
    pub value: Node,
    /// The least and the greatest value that it should have, made of parameters.
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
    /// Where it is declared.
    pub span: Span,
    /// Its value in `unit`.
    pub value: Node,
    /// The unit the user asked for, else the SI unit.
    pub unit: String,
    /// Lines of documentation.
    pub docs: Vec<String>,
}

impl Model {
    /// The directions in which the configuration moves, velocity by velocity: ∂q/∂δⱼ at δ = 0 of q ⊞ δ.
    /// A plain coordinate moves by itself; a quaternion by q ⊗ (0, e)/2; what counts turns follows the others.
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

    /// Resolves a description. `overrides` replace the values of `const`s: name and number (SI).
    ///
    /// Mistakes and warnings go to `diagnostics`; there is a model if there were no mistakes.
    ///
    /// # Errors
    /// The witness of a mistake.
    pub fn build(
        description: &Description,
        overrides: &[(String, String)],
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Reported> {
        let mut resolver = Resolver::new(description, overrides);
        let instances = resolver.unroll(&description.items);
        resolver.declare(&instances);
        resolver.parts(&instances);
        let constraints = resolver.constraints(&instances);
        let dynamics = resolver.dynamics(&instances);
        resolver.body_forces(&instances);
        let rates = resolver.rates();
        let outputs = resolver.outputs(&instances);
        let ranges = resolver.ranges(&instances);
        let initial = resolver.initial(&instances);
        resolver.magnitudes();
        let claims = resolver.claims(&instances);
        let level = resolver.check_levels(&instances);
        let before = diagnostics.errors();
        let finished = resolver.finish(diagnostics);
        diagnostics.none_since(before)?;
        if let Some(reported) = description.incomplete {
            return Err(reported);
        }
        let (Some(dynamics), Some(level)) = (dynamics, level) else {
            return Err(unresolved(description, diagnostics));
        };
        if level == Level::Bodies && finished.multibody.is_none() {
            return Err(unresolved(description, diagnostics));
        }
        let length = finished.graph.one();
        let mut model = Self {
            name: description.name.clone(),
            visibility: description.visibility.clone(),
            docs: description.docs.clone(),
            graph: finished.graph,
            time: finished.time,
            parameters: finished.parameters,
            inputs: finished.inputs,
            states: finished
                .states
                .into_iter()
                .zip(rates)
                .map(|(state, rate)| State { rate, ..state })
                .collect(),
            coordinates: finished.coordinates,
            velocities: finished.velocities,
            rotations: Vec::new(),
            turns: Vec::new(),
            constraints,
            dynamics,
            outputs,
            initial,
            conditions: Vec::new(),
            coincidences: Vec::new(),
            undirected: Vec::new(),
            grips: Vec::new(),
            ranges,
            contacts: Vec::new(),
            guesses: false,
            deviations: Vec::new(),
            length,
            functions: finished.functions,
            multibody: finished.multibody,
            picture: None,
            level,
            claims,
            source: description.source.clone(),
            warnings: Vec::new(),
        };
        model.decide_reactions();
        model.warnings = checks::warnings(&model);
        model.warnings.iter().for_each(|warning| diagnostics.push(warning.clone()));
        Ok(model)
    }

    /// Takes what `initial` says for guesses.
    pub fn guess_the_start(&mut self) {
        self.guesses = true;
        self.conditions.clear();
    }

    /// The names of the parameters and of the inputs of a description that need not make a model, as
    /// identifiers: those that its repetitions declare, and those that are lost by a mistake in their declaration.
    pub fn outline(description: &Description, overrides: &[(String, String)]) -> (Vec<String>, Vec<String>) {
        let mut resolver = Resolver::new(description, overrides);
        resolver.unroll(&description.items);
        let found = resolver.finish(&mut Diagnostics::default());
        let all = |declared: Vec<String>, written: Vec<String>| {
            let mut names: Vec<String> = declared.iter().map(|name| identifier::plain_name(name)).collect();
            let lost = written.into_iter().filter(|name| {
                let indexed = format!("{name}[");
                !declared.iter().any(|known| known == name || known.starts_with(&indexed))
            });
            names.extend(lost);
            names
        };
        (
            all(found.parameters.into_iter().map(|p| p.name).collect(), description.parameter_names()),
            all(found.inputs.into_iter().map(|u| u.name).collect(), description.input_names()),
        )
    }
}

/// A stage gave nothing and no reason: a defect of this crate, told to the user all the same.
fn unresolved(description: &Description, diagnostics: &mut Diagnostics) -> Reported {
    let message = format!("`{}` cannot be resolved", description.name);
    let help = "this is a defect of Linkwork: please report the mechanism";
    diagnostics.refuse(Diagnostic::error(description.name.span(), message).help(help))
}
