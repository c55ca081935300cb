//! `der(state) = value;` → the rate of a state.
//!
//! Invariant: a state has one rate equation, and only states have one.

use super::messages;
use crate::resolve::expressions::value::Scalar;
use crate::resolve::resolver::{Progress, RateEquation, Resolver};
use crate::resolve::scopes::{Meaning, ROOT, Scope};
use crate::symbolic::Node;
use crate::syntax::{Expression, Item, Kind};

impl<'d> Resolver<'d> {
    /// `der(state) = value;`
    pub fn rate_equation(
        &mut self,
        item: &'d Item,
        target: &'d Expression,
        expression: &'d Expression,
        scope: Scope,
    ) -> Option<()> {
        let Kind::Name(segment) = &target.kind else {
            return self.report(messages::rate_of_expression(target));
        };
        let (name, _) = self.indexed(segment, scope)?;
        // The state may be declared below.
        self.pending_rates.push((name, target.place, RateEquation { expression, scope, span: item.keyword }));
        Some(())
    }

    /// Assigns every rate equation to its state.
    pub fn match_rates(&mut self) {
        for (name, place, equation) in std::mem::take(&mut self.pending_rates) {
            let found = self.scopes.find(ROOT, &name).map(|entry| entry.meaning);
            match found {
                Some(Meaning::State(number)) => {
                    let earlier = self.states[number].equation.as_ref().map(|equation| equation.span);
                    if let Some(earlier) = earlier {
                        self.report::<()>(messages::second_rate(place, earlier, &name));
                    } else {
                        self.states[number].equation = Some(equation);
                    }
                }
                Some(Meaning::Lost) => {}
                Some(Meaning::Coordinate(_)) => {
                    self.report::<()>(messages::rate_of_coordinate(place, &name));
                }
                Some(_) => {
                    self.report::<()>(messages::rate_of_no_state(place, &name));
                }
                None => {
                    self.unknown::<()>(&name, place, equation.scope);
                }
            }
        }
    }

    /// The rates of all states, zero where there is a mistake.
    pub fn rates(&mut self) -> Vec<Node> {
        let mut rates = Vec::new();
        for number in 0..self.states.len() {
            if self.states[number].equation.is_none() && !self.incomplete {
                let state = &self.states[number].state;
                let mistake = messages::no_rate(state.span, &state.name);
                self.report::<()>(mistake);
            }
            let rate = self.evaluated_rate(number).map(|rate| rate.node);
            rates.push(rate.unwrap_or(self.graph.zero()));
        }
        rates
    }

    /// The right side of the rate equation of a state.
    pub fn evaluated_rate(&mut self, number: usize) -> Option<Scalar> {
        if let Progress::Done(rate) = self.states[number].rate.clone() {
            return rate;
        }
        let equation = self.states[number].equation.as_ref()?;
        let (expression, scope) = (equation.expression, equation.scope);
        self.wait_for(Meaning::State(number));
        self.states[number].rate = Progress::Running;
        let rate = self.checked_rate(number, expression, scope);
        self.waiting -= 1;
        self.states[number].rate = Progress::Done(rate.clone());
        rate
    }

    fn checked_rate(&mut self, number: usize, expression: &'d Expression, scope: Scope) -> Option<Scalar> {
        let rate = self.scalar(expression, scope)?;
        let expected = self.states[number].scalar.expected_rate();
        let name = self.states[number].state.name.clone();
        self.expect(rate, expected, expression, format_args!("the rate of `{name}`"))
    }
}
