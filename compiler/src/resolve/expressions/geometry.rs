//! Vectors of the level of bodies: points, axes, forces; two components in the plane, three in space.
//!
//! Invariant: a vector of the plane gets z = 0; an axis is a unit vector.

use super::messages;
use super::value::{Scalar, Value};
use crate::kinds::Arguments;
use crate::model::{Check, Vector3};
use crate::resolve::resolver::Resolver;
use crate::resolve::scopes::Scope;
use crate::symbolic::Node;
use crate::symbolic::vectors;
use crate::syntax::Expression;
use crate::units::Expected;

impl<'d> Resolver<'d> {
    /// A vector that may change with the motion.
    pub fn moving_vector(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        expected: Option<Expected>,
        what: &str,
    ) -> Option<Vector3> {
        let scalars = self.vector_of_space(expression, scope, expected, what)?;
        let nodes: Vec<Node> = scalars.iter().map(|scalar| scalar.node).collect();
        self.refuse_accelerations(&nodes, expression.place, what)?;
        Some(self.embedded(&nodes))
    }

    /// A vector of parameters only.
    pub fn fixed_vector(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        expected: impl Into<Expected>,
        what: &str,
    ) -> Option<Vector3> {
        let scalars = self.vector_of_space(expression, scope, Some(expected.into()), what)?;
        for scalar in &scalars {
            self.made_of_parameters(scalar, expression, what)?;
        }
        let nodes: Vec<Node> = scalars.iter().map(|scalar| scalar.node).collect();
        Some(self.embedded(&nodes))
    }

    /// Any number of values of that unit, which depend only on parameters.
    pub fn fixed_list(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
    ) -> Option<Vec<Node>> {
        let expression = arguments.get(name)?;
        let expected = expected.and_then(|expected| self.when_checked(expected));
        let what = format!("`{name}`");
        let values = match self.value(expression, arguments.scope)? {
            Value::Vector(values) => values,
            other => return self.report(messages::not_a_list(expression, &what, &other)),
        };
        let mut nodes = Vec::new();
        for value in values {
            let Value::Scalar(scalar) = value else {
                return self.report(messages::not_a_list_of_numbers(expression, &what, &value));
            };
            let scalar = self.expect(scalar, expected.clone(), expression, &what)?;
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
        let message = messages::no_direction(what);
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
        expected: Option<Expected>,
        what: &str,
    ) -> Option<Vec<Scalar>> {
        let planar = self.parts.is_planar();
        let count = if planar { 2 } else { 3 };
        let value = self.value(expression, scope)?;
        let is_number = |value: &Value| matches!(value, Value::Scalar(_));
        let values = match value {
            Value::Vector(values) if values.len() == count && values.iter().all(is_number) => values,
            other => return self.report(messages::not_a_vector(expression, what, planar, &other)),
        };
        let expected = expected.and_then(|expected| self.when_checked(expected));
        let scalars = values.into_iter().filter_map(|value| match value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        });
        scalars.map(|scalar| self.expect(scalar, expected.clone(), expression, what)).collect()
    }

    /// With z = 0 in the plane.
    fn embedded(&self, components: &[Node]) -> Vector3 {
        core::array::from_fn(|i| components.get(i).copied().unwrap_or(self.graph.zero()))
    }
}
