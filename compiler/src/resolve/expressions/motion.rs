//! `der(…)`: velocities, accelerations, rates of states, and total time derivatives of expressions.
//!
//! ```text
//! d/dt f(t, q, v, y) = ∂f/∂t + ∂f/∂q v + ∂f/∂v a + ∂f/∂y f_y
//! ```
//! Invariant: quantities without a known rate (inputs, accelerations, multipliers) are errors.

use super::messages;
use super::value::{Scalar, Value};
use crate::resolve::resolver::{Progress, Resolver};
use crate::symbolic::{Node, Symbol};
use crate::syntax::Expression;
use crate::units::Dimension;
use std::collections::BTreeMap;

impl<'d> Resolver<'d> {
    /// `der(value)`
    pub(super) fn rate_of(&mut self, value: Value, argument: &Expression) -> Option<Value> {
        match value {
            Value::Scalar(scalar) => self.total_derivative(&scalar, argument).map(Value::Scalar),
            Value::Vector(values) => {
                let rates = values.into_iter().map(|value| self.rate_of(value, argument));
                Some(Value::Vector(rates.collect::<Option<_>>()?))
            }
            Value::Condition(_) => self.expected_number(argument, &value),
        }
    }

    fn total_derivative(&mut self, scalar: &Scalar, argument: &Expression) -> Option<Scalar> {
        let mut rates: BTreeMap<Symbol, Node> = BTreeMap::new();
        for symbol in self.graph.symbols(scalar.node) {
            if let Some(rate) = self.symbol_rate(symbol, argument)? {
                rates.insert(symbol, rate);
            }
        }
        let node = self.graph.total_time_derivative(scalar.node, &|symbol| rates.get(&symbol).copied());
        let dimension = scalar.dimension.map(|dimension| dimension.over(Dimension::TIME));
        let spelling = scalar.spelling.as_ref().map(|spelling| spelling.per_second());
        Some(Scalar { node, dimension, bare: false, spelling })
    }

    /// The rate of a symbol: the outer `None` is a reported mistake, the inner one a constant.
    fn symbol_rate(&mut self, symbol: Symbol, argument: &Expression) -> Option<Option<Node>> {
        if symbol == self.time {
            return Some(Some(self.graph.one()));
        }
        if self.of_parameters.contains(symbol) {
            return Some(None);
        }
        for i in 0..self.coordinates.len() {
            let coordinate = &self.coordinates[i].0;
            let (velocity, acceleration) = (coordinate.velocity, coordinate.acceleration);
            if symbol == coordinate.position {
                return Some(Some(self.graph.node(velocity)));
            }
            if symbol == velocity {
                return Some(Some(self.graph.node(acceleration)));
            }
            if symbol == acceleration {
                return self.report(messages::rate_of_acceleration(argument));
            }
        }
        if let Some(number) = self.states.iter().position(|entry| entry.state.symbol == symbol) {
            return self.state_rate(number, argument).map(|rate| Some(rate.node));
        }
        if let Some((input, _)) = self.inputs.iter().find(|(input, _)| input.symbol == symbol) {
            let mistake = messages::rate_of_input(argument, &input.name);
            return self.report(mistake);
        }
        if let Some(rate) = self.attribute_rate(symbol, argument)? {
            return Some(Some(rate));
        }
        self.report(messages::rate_of_multiplier(argument))
    }

    /// y' of a state, evaluated when it is used first.
    pub fn state_rate(&mut self, number: usize, argument: &Expression) -> Option<Scalar> {
        if let Progress::Running = self.states[number].rate {
            let what = format!("the rate of `{}`", self.states[number].state.name);
            return self.report(messages::circular(&what, argument.place));
        }
        self.evaluated_rate(number)
    }
}
