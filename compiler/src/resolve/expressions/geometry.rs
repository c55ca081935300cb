//! Vectors of the level of bodies: points, axes, forces; two components in the plane, three in space.
//!
//! Invariant: a vector of the plane gets z = 0; an axis is a unit vector.

use super::value::{Scalar, Value, components};
use crate::diagnostics::Diagnostic;
use crate::kinds::Arguments;
use crate::model::{Check, Vector3};
use crate::resolve::resolver::Resolver;
use crate::resolve::scopes::Scope;
use crate::symbolic::Node;
use crate::symbolic::vectors;
use crate::syntax::Expression;
use crate::units::Dimension;

impl<'d> Resolver<'d> {
    /// A vector that may change with the motion.
    pub fn moving_vector(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        dimension: Option<Dimension>,
        what: &str,
    ) -> Option<Vector3> {
        let scalars = self.vector_of_space(expression, scope, dimension, what)?;
        let nodes: Vec<Node> = scalars.iter().map(|scalar| scalar.node).collect();
        self.refuse_accelerations(&nodes, expression.place, what)?;
        Some(self.embedded(&nodes))
    }

    /// A vector of parameters only.
    pub fn fixed_vector(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        dimension: Dimension,
        what: &str,
    ) -> Option<Vector3> {
        let scalars = self.vector_of_space(expression, scope, Some(dimension), what)?;
        for scalar in &scalars {
            self.made_of_parameters(scalar, expression, what)?;
        }
        let nodes: Vec<Node> = scalars.iter().map(|scalar| scalar.node).collect();
        Some(self.embedded(&nodes))
    }

    /// Any number of values of that dimension, which depend only on parameters.
    pub fn fixed_list(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        dimension: Option<Dimension>,
    ) -> Option<Vec<Node>> {
        let expression = arguments.get(name)?;
        let dimension = dimension.and_then(|dimension| self.dimension(dimension));
        let what = format!("`{name}`");
        let values = match self.value(expression, arguments.scope)? {
            Value::Vector(values) => values,
            other => {
                let message = format!("{what} must be an array of numbers, not {}", other.kind());
                return self.report(Diagnostic::error(expression.place, message));
            }
        };
        let mut nodes = Vec::new();
        for value in values {
            let Value::Scalar(scalar) = value else {
                let message = format!("{what} must be an array of numbers, but it contains {}", value.kind());
                return self.report(Diagnostic::error(expression.place, message));
            };
            let scalar = self.expect(scalar, dimension, expression, &what)?;
            self.made_of_parameters(&scalar, expression, &what)?;
            nodes.push(scalar.node);
        }
        Some(nodes)
    }

    /// A direction, normalised; its components may have any common dimension.
    pub fn unit_vector(&mut self, expression: &'d Expression, scope: Scope, what: &str) -> Option<Vector3> {
        let scalars = self.vector_of_space(expression, scope, None, what)?;
        for scalar in &scalars {
            self.made_of_parameters(scalar, expression, what)?;
        }
        let nodes: Vec<Node> = scalars.iter().map(|scalar| scalar.node).collect();
        let vector = self.embedded(&nodes);
        let length = vectors::norm(&mut self.graph, &vector);
        let message = format!("{what} has no direction: it is zero");
        self.check(
            Check { value: length, strict: true, message, span: expression.place.ends().0 },
            expression.place,
        )?;
        if length == self.graph.one() {
            return Some(vector);
        }
        Some(vector.map(|component| self.graph.div(component, length)))
    }

    /// The components of a vector with as many as the setting has.
    fn vector_of_space(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        dimension: Option<Dimension>,
        what: &str,
    ) -> Option<Vec<Scalar>> {
        let planar = self.parts.is_planar();
        let expected = if planar { 2 } else { 3 };
        let value = self.value(expression, scope)?;
        let is_number = |value: &Value| matches!(value, Value::Scalar(_));
        let values = match value {
            Value::Vector(values) if values.len() == expected && values.iter().all(is_number) => values,
            other => {
                let (kind, wanted) = (other.kind(), components(expected));
                let setting = if planar { "in the plane" } else { "in space" };
                let message = format!("{what} must have {wanted} {setting}, but this is {kind}");
                let help = if planar { "write `[x, y]`" } else { "write `[x, y, z]`" };
                let mistake = Diagnostic::error(expression.place, message);
                return self.report(mistake.label(format!("expected {wanted}")).help(help));
            }
        };
        let dimension = dimension.and_then(|dimension| self.dimension(dimension));
        let scalars = values.into_iter().filter_map(|value| match value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        });
        scalars.map(|scalar| self.expect(scalar, dimension, expression, what)).collect()
    }

    /// With z = 0 in the plane.
    fn embedded(&self, components: &[Node]) -> Vector3 {
        core::array::from_fn(|i| components.get(i).copied().unwrap_or(self.graph.zero()))
    }
}
