//! Definitions, rates of states and frames that wait for one another, in any order of the text.
//!
//! Each is evaluated when it is used first, by recursion. From a depth of [`DEEP`] on, all that is below is evaluated first, the innermost first.
//!
//! Invariant: at most [`DEEP`] of them wait for one another on the stack, unless they use one another through attributes of joints and forces.

use super::lookup::collect_names;
use crate::resolve::resolver::{Progress, Resolver};
use crate::resolve::scopes::{Meaning, Scope};
use crate::syntax::Expression;
use std::collections::BTreeSet;

/// What waits for one another is evaluated without recursion from this depth on.
const DEEP: usize = 32;

impl<'d> Resolver<'d> {
    /// Counts one more that waits, after what it needs if many do; the caller counts down.
    pub fn wait_for(&mut self, meaning: Meaning) {
        if self.waiting >= DEEP {
            self.evaluate_below(meaning);
        }
        self.waiting += 1;
    }

    /// Evaluates all that an expression needs.
    fn evaluate_below(&mut self, meaning: Meaning) {
        let mut pending = vec![(meaning, false)];
        let mut seen = BTreeSet::from([meaning]);
        while let Some((at, ready)) = pending.pop() {
            let Some((expression, scope)) = self.unevaluated(at) else { continue };
            if ready {
                if at != meaning {
                    self.evaluate(at, expression, scope);
                }
                continue;
            }
            pending.push((at, true));
            let mut names = Vec::new();
            collect_names(expression, &mut names);
            for segment in names {
                let Some((name, _)) = self.indexed(segment, scope) else { continue };
                let found = self.scopes.find(scope, &name).map(|entry| entry.meaning);
                let found = found.or_else(|| self.component_of(&name, scope).map(|(whole, _)| whole));
                if let Some(below) = found
                    && self.unevaluated(below).is_some()
                    && seen.insert(below)
                {
                    pending.push((below, false));
                }
            }
        }
    }

    /// The expression of what has not been evaluated.
    fn unevaluated(&self, meaning: Meaning) -> Option<(&'d Expression, Scope)> {
        match meaning {
            Meaning::Definition(number) => {
                let entry = &self.definitions[number];
                matches!(entry.progress, Progress::Waiting).then_some((entry.expression, entry.scope))
            }
            Meaning::State(number) => {
                let entry = &self.states[number];
                let equation = entry.equation.as_ref().filter(|_| matches!(entry.rate, Progress::Waiting))?;
                Some((equation.expression, equation.scope))
            }
            Meaning::Frame(number) => {
                let entry = &self.parts.frames[number];
                matches!(entry.progress, Progress::Waiting).then_some((entry.expression, entry.scope))
            }
            _ => None,
        }
    }

    fn evaluate(&mut self, meaning: Meaning, expression: &'d Expression, scope: Scope) {
        match meaning {
            Meaning::Definition(number) => {
                self.definitions[number].progress = Progress::Running;
                let value = self.value(expression, scope);
                self.definitions[number].progress = Progress::Done(value);
            }
            Meaning::State(number) => {
                self.evaluated_rate(number);
            }
            Meaning::Frame(number) => {
                self.frame(number, expression.place);
            }
            _ => {}
        }
    }
}
