//! Expressions of parameters → numbers, for the default parameters.
//!
//! Invariant: every node is evaluated once, however many expressions share it.

use super::messages;
use crate::diagnostics::Place;
use crate::resolve::resolver::Resolver;
use crate::symbolic::{Graph, Map, Node, Symbol, View};
use std::fmt::Display;

/// Values of nodes for the default parameters, computed on demand.
#[derive(Default)]
pub(crate) struct Numbers {
    /// Values of parameters; `None` where the default has a mistake.
    parameters: Map<Symbol, Option<f64>>,
    /// By their places in the graph.
    nodes: Vec<Option<f64>>,
}

impl Numbers {
    /// The number of a node; `None` where it contains anything but parameters with a default.
    fn of(&mut self, graph: &Graph, node: Node) -> Option<f64> {
        if self.nodes.len() < graph.len() {
            self.nodes.resize(graph.len(), None);
        }
        if let Some(known) = self.nodes[node.index()] {
            return Some(known);
        }
        let mut pending = vec![node];
        while let Some(&at) = pending.last() {
            if self.nodes[at.index()].is_some() {
                pending.pop();
                continue;
            }
            let waiting = pending.len();
            graph.for_each_child(at, |child| {
                if self.nodes[child.index()].is_none() {
                    pending.push(child);
                }
            });
            if pending.len() > waiting {
                continue;
            }
            let value = match graph.view(at) {
                View::Symbol(symbol) => self.parameters.get(&symbol).copied().flatten()?,
                _ => graph.value_with(at, &|child| self.nodes[child.index()].unwrap_or(f64::NAN)),
            };
            self.nodes[at.index()] = Some(value);
        }
        self.nodes[node.index()]
    }
}

impl<'d> Resolver<'d> {
    /// The value of an expression of parameters for their defaults; `None` if a parameter has a
    /// mistake, or is not known yet.
    pub fn at_defaults(&mut self, node: Node) -> Option<f64> {
        self.numbers.of(&self.graph, node)
    }

    /// Notes the default of a parameter.
    pub fn note_default(&mut self, symbol: Symbol, default: Option<Node>) {
        let number = default.and_then(|default| self.at_defaults(default));
        self.numbers.parameters.insert(symbol, number);
    }

    /// Reports a constant without a finite value: `ln(0)`, `sqrt(-1)`.
    pub fn refuse_undefined(&mut self, node: Node, text: impl Display, place: Place) -> Option<()> {
        if !self.graph.symbol_set(node).is_empty() {
            return Some(());
        }
        match self.at_defaults(node) {
            Some(value) if !value.is_finite() => self.report(messages::not_finite(place, text, value)),
            _ => Some(()),
        }
    }
}
