//! `range value: least .. most;` → [`Range`]: in which range a quantity should stay, for runs to look at.
//!
//! Invariant: the value may contain the same quantities as outputs; limits contain only parameters and have its dimension.

use super::messages;
use crate::model::Range;
use crate::resolve::expressions::value::Value;
use crate::resolve::resolver::{Instance, Resolver};
use crate::syntax::ItemKind;

impl<'d> Resolver<'d> {
    /// The ranges among the items.
    pub fn ranges(&mut self, instances: &[Instance<'d>]) -> Vec<Range> {
        let mut ranges = Vec::new();
        for instance in instances {
            ranges.extend(self.range(instance));
        }
        ranges
    }

    /// One of them; `None` where the item is another one or has a mistake.
    fn range(&mut self, instance: &Instance<'d>) -> Option<Range> {
        let ItemKind::Range(stated) = &instance.item.kind else { return None };
        let scalar = match self.value(&stated.value, instance.scope)? {
            Value::Scalar(scalar) => scalar,
            other => return self.expected_number(&stated.value, &other),
        };
        if self.graph.symbol_set(scalar.node).is_empty() {
            return self.report(messages::range_of_constant(&stated.value));
        }
        let limits = self.in_order(
            [&stated.least, &stated.most],
            instance.scope,
            scalar.expected(),
            &format!("the range of `{}` is", stated.value),
            messages::ORDERED_RANGE,
        )?;
        // The index identifies the repetition.
        let indices = self.loop_variables(instance.scope);
        let name = match indices.as_slice() {
            [] => stated.value.to_string(),
            all => format!("{} ({})", stated.value, all.join(", ")),
        };
        let span = stated.value.place.ends().0;
        Some(Range { name, span, unit: scalar.unit(), value: scalar.node, limits })
    }

    /// `i = 2` of the repetitions around a scope, outer ones first.
    fn loop_variables(&self, scope: usize) -> Vec<String> {
        self.scopes
            .constants_inside(scope)
            .into_iter()
            .filter_map(|(name, number)| {
                let value = self.graph.as_constant(self.constants.get(number)?.node)?.is_integer()?;
                Some(format!("{name} = {value}"))
            })
            .collect()
    }
}
