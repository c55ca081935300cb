//! Energies and dissipation that the user wrote in attributes of bodies and joints → forces and torques on bodies.
//!
//! V, R and T act on an attribute s, and on its rate or angular velocity w, with the efforts
//!
//! ```text
//! −∂V/∂s,   −∂R/∂ṡ,   ∂T/∂s − dp/dt,   p = ∂T/∂ṡ                                   (1)
//! −∂R/∂w,   −dp/dt + w × p,             p = ∂T/∂w       w in the axes of the ground  (2)
//! −∂R/∂w,   −dp/dt − w × p                              w in the axes of a body      (3)
//! ```
//!
//! (2) and (3) because angular velocities are not rates of coordinates (Boltzmann–Hamel). The rate of p contains accelerations.
//!
//! Invariant: with accelerations that satisfy the equations of motion, reactions do not depend on whether a load is written as a force or as
//! an energy.

use super::Load;
use super::attributes::Scene;
use super::closures::Closures;
use super::efforts::along;
use crate::mechanics::constraints::Drift;
use crate::mechanics::{Formulated, Symbols};
use crate::model::{Attribute, Dynamics, Quantity};
use crate::symbolic::algebra::{Algebra, Vector};
use crate::symbolic::{Graph, Node, Symbol};
use std::collections::BTreeMap;

/// The loads (1) to (3); `values` are those of the attributes.
pub(super) fn energy_loads(
    formulated: &mut Formulated<'_>,
    scene: &Scene<'_>,
    closures: &Closures,
    values: &BTreeMap<Symbol, Node>,
) -> Vec<Load> {
    let Dynamics::Energies { kinetic, potential, dissipation, .. } = formulated.dynamics else {
        return Vec::new();
    };
    let symbols = Symbols::of(formulated);
    let graph = &mut formulated.graph;
    let energies = [kinetic, potential, dissipation];
    let attributes = &scene.multibody.attributes;
    let acting: Vec<&Attribute> =
        attributes.iter().filter(|a| energies.iter().any(|&e| graph.depends_on(e, a.symbol))).collect();
    let mut loads = Vec::new();
    for attribute in acting {
        let terms = match attribute.order {
            0 => vec![derivative(graph, kinetic, attribute), minus(graph, potential, attribute)],
            1 => vec![
                momentum_rate(graph, &symbols, kinetic, attribute, values),
                gyroscopic(graph, scene, kinetic, attribute),
                minus(graph, dissipation, attribute),
            ],
            _ => continue,
        };
        let effort = graph.sum(&terms);
        loads.extend(along(graph, scene, closures, &attribute.quantity, effort));
    }
    loads
}

fn derivative(graph: &mut Graph, of: Node, by: &Attribute) -> Node {
    let algebra = &Algebra::new(graph);
    algebra.expr(of).derivative(by.symbol).node()
}

fn minus(graph: &mut Graph, of: Node, by: &Attribute) -> Node {
    let slope = derivative(graph, of, by);
    graph.neg(slope)
}

/// −dp/dt.
fn momentum_rate(
    graph: &mut Graph,
    symbols: &Symbols,
    kinetic: Node,
    attribute: &Attribute,
    values: &BTreeMap<Symbol, Node>,
) -> Node {
    let momentum = derivative(graph, kinetic, attribute);
    let momentum = graph.substitute(momentum, &|symbol| values.get(&symbol).copied());
    let algebra = &Algebra::new(graph);
    let p = algebra.expr(momentum);
    let mut rate = vec![Drift::new(symbols).of(p)];
    for (&velocity, &acceleration) in symbols.velocities.iter().zip(&symbols.accelerations) {
        rate.push(p.derivative(velocity) * algebra.symbol(acceleration));
    }
    (-algebra.sum(&rate)).node()
}

/// ±(w × p) of (2) and (3), in the direction of an attribute.
fn gyroscopic(graph: &mut Graph, scene: &Scene<'_>, kinetic: Node, attribute: &Attribute) -> Node {
    let (along, of_body) = match &attribute.quantity {
        Quantity::AngularVelocity(_, k) => (*k, false),
        Quantity::JointAngularVelocity(_, k) => (*k, true),
        _ => return graph.zero(),
    };
    let component = |k: usize| match attribute.quantity {
        Quantity::AngularVelocity(carrier, _) => Quantity::AngularVelocity(carrier, k),
        Quantity::JointAngularVelocity(joint, _) => Quantity::JointAngularVelocity(joint, k),
        ref other => other.clone(),
    };
    let momentum = |graph: &mut Graph, k: usize| {
        let quantity = component(k);
        let of_quantity = scene.multibody.attributes.iter().find(|other| other.quantity == quantity);
        match of_quantity {
            Some(other) => derivative(graph, kinetic, other),
            None => graph.zero(),
        }
    };
    let momenta = [0, 1, 2].map(|k| momentum(graph, k));
    let algebra = &Algebra::new(graph);
    let spin = Vector([0, 1, 2].map(|k| scene.expression(algebra, &component(k), 1)));
    let turning = spin.cross(Vector(momenta.map(|p| algebra.expr(p)))).0[along];
    if of_body { (-turning).node() } else { turning.node() }
}
