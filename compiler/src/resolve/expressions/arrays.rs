//! Products of arrays.
//!
//! Invariant: components of one array may differ in dimension as long as the sum of products does not.

use super::arithmetic::either;
use super::messages;
use super::value::{Scalar, Value};
use crate::resolve::resolver::Resolver;
use crate::syntax::Expression;

impl Resolver<'_> {
    /// A value that must be an array of numbers.
    pub(super) fn as_numbers(&mut self, value: Value, expression: &Expression) -> Option<Value> {
        if let Value::Vector(values) = &value
            && values.iter().all(|value| matches!(value, Value::Scalar(_)))
        {
            return Some(value);
        }
        self.report(messages::expected_numbers(expression, &value))
    }

    /// Σ aᵢ bᵢ
    pub fn dot(
        &mut self,
        a: &[Scalar],
        b: &[Scalar],
        (left, right): (&Expression, &Expression),
        whole: &Expression,
    ) -> Option<Scalar> {
        if a.len() != b.len() {
            return self.unequal_lengths("multiply", (a.len(), left), (b.len(), right), whole);
        }
        let mut sum = Scalar { bare: true, ..Scalar::new(self.graph.zero(), None) };
        for (a, b) in a.iter().zip(b) {
            let term = self.product(a, b);
            sum = self.term(sum, &term, 1, whole)?;
        }
        Some(sum)
    }

    /// a × b: a number in the plane, an array in space.
    pub fn cross(
        &mut self,
        a: &[Scalar],
        b: &[Scalar],
        (left, right): (&Expression, &Expression),
        whole: &Expression,
    ) -> Option<Value> {
        if a.len() != b.len() {
            return self.unequal_lengths("multiply", (a.len(), left), (b.len(), right), whole);
        }
        let component = |resolver: &mut Self, i: usize, j: usize| -> Option<Scalar> {
            let (plus, minus) = (resolver.product(&a[i], &b[j]), resolver.product(&a[j], &b[i]));
            resolver.term(plus, &minus, -1, whole)
        };
        match a.len() {
            2 => component(self, 0, 1).map(Value::Scalar),
            3 => {
                let components =
                    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| component(self, i, j).map(Value::Scalar));
                Some(Value::Vector(components.into_iter().collect::<Option<_>>()?))
            }
            n => self.report(messages::cross_of(n, whole)),
        }
    }

    /// sum ± term
    fn term(&mut self, sum: Scalar, term: &Scalar, sign: i32, whole: &Expression) -> Option<Scalar> {
        // The products do not occur in the text, so there is no number that could get a unit.
        let (a, b) = (Scalar { bare: false, ..sum.clone() }, Scalar { bare: false, ..term.clone() });
        self.same_dimension("add", (&a, whole), (&b, whole), whole)?;
        let node =
            if sign < 0 { self.graph.sub(sum.node, term.node) } else { self.graph.add(sum.node, term.node) };
        let dimension = either(sum.dimension, term.dimension);
        Some(Scalar { node, dimension, bare: sum.bare && term.bare, spelling: None })
    }
}
