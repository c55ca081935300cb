//! Mass properties of bodies and coefficients of forces as separate parameters, in which the equations of motion are affine.
//!
//! ```text
//! m,   h = m c,   I = I_c + m (|c|² 1 − c cᵀ)         of every body, about its origin and in its axes      (1)
//! n² J of every rotor, and what forces are linear in (`ForceLaw::coefficients`)                            (2)
//! M a − f = Y(t, q, v, a, y, u) π + y₀(t, q, v, y, u)     with (1) and (2) in π                            (3)
//! ```
//!
//! Coordinates and geometry keep the centres of mass of the description (in absolute coordinates the position of a body is that of its centre
//! of mass), so that a configuration has the same meaning for every π.
//!
//! Invariant: parameters of the description keep their places, and coefficients follow them. Their defaults come from the description,
//! so that the motion is the same. Friction that follows from reactions has no place in (3) and is an error.

use super::{Level, Model, Parameter, Quantity, messages};
use crate::diagnostics::{Diagnostics, Reported};
use crate::kinds::forces::Setting;
use crate::symbolic::algebra::{Algebra, Matrix};
use crate::symbolic::{Node, Symbol};
use proc_macro2::Span;

/// Which parameters of a model are coefficients.
#[derive(Clone, Debug, Default)]
pub struct Coefficients {
    /// Their number; they follow those of the description.
    pub count: usize,
    /// Coefficients that are not among them because they change with the motion in the description.
    pub moving: Vec<String>,
}

/// The names of the entries of a symmetric matrix.
const ENTRIES: [(usize, usize, &str); 6] =
    [(0, 0, "xx"), (0, 1, "xy"), (0, 2, "xz"), (1, 1, "yy"), (1, 2, "yz"), (2, 2, "zz")];
const AXES: [&str; 3] = ["x", "y", "z"];

impl Model {
    /// The same mechanism with (1) and (2) as parameters. Outputs, ranges and claims, which do not enter (3), are omitted.
    ///
    /// # Errors
    /// A description without bodies; friction that follows from a reaction, and forces that contain one.
    pub(crate) fn with_coefficients(&self, diagnostics: &mut Diagnostics) -> Result<Self, Reported> {
        let mut model = self.clone();
        if model.level != Level::Bodies {
            let name = &model.name;
            return Err(diagnostics.refuse(messages::no_bodies(name.span(), &name.to_string())));
        }
        model.refuse_reactions(diagnostics)?;
        model.outputs.clear();
        model.ranges.clear();
        model.claims = super::Claims::default();
        let before = model.parameters.len();
        model.bodies_by_moments();
        model.rotors_by_inertia();
        model.forces_by_coefficients();
        model.coefficients.count = model.parameters.len() - before;
        Ok(model)
    }

    /// Forces that depend on reactions.
    fn refuse_reactions(&self, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
        let Some(multibody) = &self.multibody else { return Ok(()) };
        let reactions: Vec<Symbol> = multibody
            .attributes
            .iter()
            .filter(|one| matches!(one.quantity, Quantity::ReactionForce(..) | Quantity::ReactionTorque(..)))
            .map(|one| one.symbol)
            .collect();
        let errors = diagnostics.errors();
        for force in &multibody.forces {
            let mut nodes = Vec::new();
            force.nodes(&mut nodes);
            let of_reaction =
                nodes.iter().any(|&node| reactions.iter().any(|&symbol| self.graph.depends_on(node, symbol)));
            if force.kind.needs_reaction().is_some() || of_reaction {
                diagnostics.push(messages::of_reaction(force.span, &force.name));
            }
        }
        diagnostics.none_since(errors)
    }

    /// A new parameter.
    fn coefficient(&mut self, name: String, span: Span, unit: &str, default: Node) -> Symbol {
        let symbol = self.graph.symbol(&name);
        let parameter = Parameter { name, span, symbol, default, unit: unit.to_owned(), docs: Vec::new() };
        self.parameters.push(parameter);
        symbol
    }

    /// Equation (1).
    fn bodies_by_moments(&mut self) {
        let Some(mut multibody) = self.multibody.take() else { return };
        for body in &mut multibody.bodies {
            let name = |what: &str| format!("{}.{what}", body.name);
            let mass = self.coefficient(name("mass"), body.span, "kg", body.mass);
            let given = body.mass;
            body.mass = self.graph.node(mass);
            if body.particle {
                continue;
            }
            let (first, about_origin) = {
                let algebra = &Algebra::new(&mut self.graph);
                let (mass, com) = (algebra.expr(given), algebra.vector(&body.com));
                let first = mass * com;
                let steiner = Matrix::from_fn(|i, j| {
                    let outer = -(first[i] * com[j]);
                    if i == j { outer + first.dot(com) } else { outer }
                });
                (first.nodes(), (algebra.matrix(&body.inertia) + steiner).nodes())
            };
            let zero = self.graph.zero();
            let (mut moment, mut inertia) = ([zero; 3], [[zero; 3]; 3]);
            for (k, axis) in AXES.iter().enumerate().take(if multibody.planar { 2 } else { 3 }) {
                let symbol =
                    self.coefficient(name(&format!("first_moment.{axis}")), body.span, "kg*m", first[k]);
                moment[k] = self.graph.node(symbol);
            }
            for (i, j, entry) in ENTRIES {
                let word = match (multibody.planar, (i, j)) {
                    (true, (2, 2)) => "inertia".to_owned(),
                    (true, _) => continue,
                    (false, _) => format!("inertia.{entry}"),
                };
                let symbol = self.coefficient(name(&word), body.span, "kg*m^2", about_origin[i][j]);
                let node = self.graph.node(symbol);
                (inertia[i][j], inertia[j][i]) = (node, node);
            }
            body.moments = Some((moment, inertia));
        }
        self.multibody = Some(multibody);
    }

    /// n² J of (2).
    fn rotors_by_inertia(&mut self) {
        let Some(mut multibody) = self.multibody.take() else { return };
        for joint in &mut multibody.joints {
            let Some(rotor) = joint.along.rotor else { continue };
            // A spherical joint has none that is a length.
            let coordinates = joint.kind.coordinates(multibody.planar);
            let length =
                coordinates.first().is_some_and(|(name, angle)| !angle && !name.starts_with("rotation."));
            let unit = if length { "kg" } else { "kg*m^2" };
            let symbol = self.coefficient(format!("{}.rotor_inertia", joint.name), joint.span, unit, rotor);
            joint.along.rotor = Some(self.graph.node(symbol));
        }
        self.multibody = Some(multibody);
    }

    /// The rest of (2).
    fn forces_by_coefficients(&mut self) {
        let Some(mut multibody) = self.multibody.take() else { return };
        let parameters: Vec<Symbol> = self.parameters.iter().map(|one| one.symbol).collect();
        let joints = &multibody.joints;
        let setting =
            Setting { planar: multibody.planar, joint: &|id| joints.get(id.0).map(|joint| &joint.kind) };
        for force in &mut multibody.forces {
            for coefficient in force.kind.coefficients(&setting) {
                if self.graph.is_zero(*coefficient.node) {
                    continue;
                }
                // A force of a joint already has the name of its only coefficient.
                let named = force.name.contains('.') && !force.name.ends_with(".stop");
                let name =
                    if named { force.name.clone() } else { format!("{}.{}", force.name, coefficient.name) };
                let moves = self.graph.symbols(*coefficient.node).iter().any(|s| !parameters.contains(s));
                if moves {
                    self.coefficients.moving.push(name);
                    continue;
                }
                let symbol = self.graph.symbol(&name);
                let (span, unit, default) = (force.span, coefficient.unit.to_owned(), *coefficient.node);
                self.parameters.push(Parameter { name, span, symbol, default, unit, docs: Vec::new() });
                *coefficient.node = self.graph.node(symbol);
            }
        }
        self.multibody = Some(multibody);
    }
}
