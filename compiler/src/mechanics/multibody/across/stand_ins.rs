//! Symbols in the place of the coordinates, velocities and numbers of a member, so that a law is derived once for all of them.

use super::super::places::Places;
use super::{Acted, on_bodies};
use crate::model::{Attribute, Quantity};
use crate::symbolic::{Constant, Graph, Map, Node, Symbol};
use std::collections::HashMap;

/// Stand-ins for coordinates, velocities and numbers: of scalar motions, of quaternions, of bodies, and of pairs of bodies.
pub struct StandIns {
    pub q: Vec<Symbol>,
    pub v: Vec<Symbol>,
    pub own: Vec<Symbol>,
}

impl StandIns {
    /// Those of so many coordinates and velocities.
    pub fn new(graph: &mut Graph, (coordinates, velocities): (usize, usize)) -> Self {
        // A name with a blank cannot occur in a description.
        let mut symbols = |what: &str, count: usize| -> Vec<Symbol> {
            (0..count).map(|k| graph.symbol(&format!("{what} {k} of {velocities}"))).collect()
        };
        Self { q: symbols("q", coordinates), v: symbols("v", velocities), own: Vec::new() }
    }
}

/// The replacement of the expressions of one force.
pub(super) struct Replacement<'a, 't> {
    pub attributes: &'a Map<Symbol, &'a Attribute>,
    pub places: &'a Places<'t>,
    pub acted: Acted,
    pub stand_ins: &'a mut StandIns,
    /// The numbers of the member.
    pub own: Vec<Node>,
}

impl Replacement<'_, '_> {
    /// The replacement of an expression.
    ///
    /// # Errors
    /// The name of what is neither a number nor a quantity of what the force acts on.
    pub fn replace(&mut self, graph: &mut Graph, node: Node) -> Result<Node, String> {
        let named: Vec<&Attribute> =
            graph.symbols(node).iter().filter_map(|symbol| self.attributes.get(symbol).copied()).collect();
        if named.is_empty() {
            return Ok(self.number(graph, node));
        }
        let mut values: HashMap<Symbol, Node> = HashMap::new();
        for attribute in named {
            let value = match self.acted {
                Acted::Across(link) => self.of_joint(graph, attribute, link),
                Acted::On(_) | Acted::Between { .. } => self.of_body(graph, attribute),
            };
            values.insert(attribute.symbol, value.ok_or_else(|| attribute.name.to_string())?);
        }
        Ok(graph.substitute(node, &|symbol| values.get(&symbol).copied()))
    }

    /// A number is an argument of the law, except 0, 1 and −1; what depends on the time or on inputs remains.
    fn number(&mut self, graph: &mut Graph, node: Node) -> Node {
        let small = [Constant::ZERO, Constant::ONE, Constant::MINUS_ONE];
        let fixed = self.places.fixed();
        let moves = graph.symbols(node).iter().any(|symbol| !fixed.contains(symbol));
        if moves || graph.as_constant(node).is_some_and(|constant| small.contains(&constant)) {
            return node;
        }
        let known = &mut self.stand_ins.own;
        if self.own.len() == known.len() {
            known.push(graph.symbol(&format!("number {} of {}", known.len(), self.stand_ins.v.len())));
        }
        self.own.push(node);
        graph.node(known[self.own.len() - 1])
    }

    /// A coordinate or a velocity of the motion itself.
    fn of_joint(&self, graph: &mut Graph, attribute: &Attribute, link: usize) -> Option<Node> {
        let Quantity::Joint(joint, k) = attribute.quantity else { return None };
        let StandIns { q, v, .. } = &*self.stand_ins;
        let symbol = match (self.places.link_of(joint, k), attribute.order) {
            (Some((of, 0)), 0) if of == link && v.len() == 1 => q[0],
            (Some((of, 0)), 1) if of == link && v.len() == 1 => v[0],
            _ => return None,
        };
        Some(graph.node(symbol))
    }

    /// A position, a direction or a velocity of a body on which it acts.
    fn of_body(&mut self, graph: &mut Graph, attribute: &Attribute) -> Option<Node> {
        let (of, mut local) = on_bodies::place(graph, self.places, &attribute.quantity)?;
        let body = self.acted.links().iter().position(|&link| of == Some(link))?;
        for node in local.rotation.iter_mut().flatten().chain(&mut local.position) {
            *node = self.number(graph, *node);
        }
        on_bodies::quantity(graph, self.stand_ins, &local, (&attribute.quantity, attribute.order, body))
    }
}
