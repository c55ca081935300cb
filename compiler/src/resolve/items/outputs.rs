//! Outputs, in the requested unit.
//!
//! Invariant: every `let` has been evaluated once afterwards, so that its mistakes are known.

use crate::model::Output;
use crate::resolve::expressions::value::{Value, unit_text};
use crate::resolve::resolver::{Instance, Resolver};
use crate::syntax::{Expression, ItemKind};

impl<'d> Resolver<'d> {
    /// All outputs, and every `let` that nothing has used yet, for its mistakes.
    pub fn outputs(&mut self, instances: &[Instance<'d>]) -> Vec<Output> {
        let mut outputs = Vec::new();
        for instance in instances {
            let (ItemKind::Let(declaration) | ItemKind::Output(declaration)) = &instance.item.kind else {
                continue;
            };
            let value = self.definition(instance.number, &instance.name, declaration.target.place);
            if let (ItemKind::Output(_), Some(value), Some(expression)) =
                (&instance.item.kind, value, &declaration.value)
            {
                self.output(instance, instance.name.clone(), value, expression, &mut outputs);
            }
        }
        outputs
    }

    fn output(
        &mut self,
        instance: &Instance<'d>,
        name: String,
        value: Value,
        expression: &Expression,
        outputs: &mut Vec<Output>,
    ) -> Option<()> {
        let scalar = match value {
            Value::Scalar(scalar) => scalar,
            Value::Vector(values) => {
                for (i, value) in values.into_iter().enumerate() {
                    self.output(instance, format!("{name}[{i}]"), value, expression, outputs)?;
                }
                return Some(());
            }
            Value::Condition(_) => return self.expected_number(expression, &value),
        };
        let ItemKind::Output(declaration) = &instance.item.kind else {
            return None;
        };
        let (value, unit) = match &instance.unit {
            // In the requested unit.
            Some(unit) => {
                let dimension = self.dimension(unit.dimension);
                let scalar = self.expect(scalar, dimension, expression, format_args!("output `{name}`"))?;
                let one = self.graph.constant(unit.factor);
                let text = declaration.target.brackets.last().map(ToString::to_string);
                (self.graph.div(scalar.node, one), text.unwrap_or_default())
            }
            None => (scalar.node, unit_text(scalar.dimension, scalar.spelling.as_ref())),
        };
        let (span, docs) = (declaration.target.name.span, instance.item.docs.clone());
        outputs.push(Output { name, span, value, unit, docs });
        Some(())
    }
}
