//! The features that a description uses, found before resolution.
//!
//! Invariant: uses only the tree; `const`s and loop variables are never named like units.

use crate::syntax::{Declaration, Expression, Item, ItemKind, Kind, Segment};
use crate::units;

/// Whether any item writes a unit: without one, dimensions are not checked.
pub(super) fn uses_units(items: &[Item]) -> bool {
    let target = |segment: &Segment| segment.brackets.iter().any(names_unit);
    let declaration = |d: &Declaration| target(&d.target) || d.value.as_ref().is_some_and(has_unit);
    items.iter().any(|item| match &item.kind {
        ItemKind::Parameter(d)
        | ItemKind::Constant(d)
        | ItemKind::Let(d)
        | ItemKind::Input(d)
        | ItemKind::Output(d)
        | ItemKind::State(d)
        | ItemKind::Coordinate(d) => declaration(d),
        ItemKind::Energy(_, value) | ItemKind::Force(value) | ItemKind::MassMatrix(value) => has_unit(value),
        ItemKind::Generalized(force) => has_unit(&force.value),
        ItemKind::Constraint(c) => has_unit(&c.left) || has_unit(&c.right),
        ItemKind::Initial(entries) => entries.iter().any(|entry| has_unit(&entry.value)),
        ItemKind::Rate(_, value) => has_unit(value),
        ItemKind::Repeat(repeat) => uses_units(&repeat.items),
        ItemKind::Gravity(value) => has_unit(value),
        ItemKind::Body(body) => body.properties.iter().any(|(_, value)| has_unit(value)),
        ItemKind::Frame(d) | ItemKind::Joint(d) | ItemKind::BodyForce(d) => declaration(d),
        ItemKind::Function(f) => f.unit.is_some() || f.arguments.iter().any(target),
        ItemKind::Range(range) => [&range.value, &range.least, &range.most].into_iter().any(has_unit),
        ItemKind::Coordinates(_)
        | ItemKind::Unroll(_)
        | ItemKind::Verify
        | ItemKind::Freedoms(_)
        | ItemKind::Budget(_)
        | ItemKind::Conserves(_) => false,
    })
}

/// The first item of the level of bodies.
pub(super) fn first_body_item(items: &[Item]) -> Option<&Item> {
    items.iter().find_map(|item| match &item.kind {
        ItemKind::Gravity(_)
        | ItemKind::Body(_)
        | ItemKind::Frame(_)
        | ItemKind::Joint(_)
        | ItemKind::BodyForce(_)
        | ItemKind::Coordinates(_)
        | ItemKind::Unroll(_) => Some(item),
        ItemKind::Repeat(repeat) => first_body_item(&repeat.items),
        _ => None,
    })
}

/// Whether an expression contains a quantity.
fn has_unit(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Quantity(..) => true,
        Kind::Number(_) | Kind::Name(_) => false,
        Kind::Member(inner, _)
        | Kind::Parenthesis(inner)
        | Kind::Negate(inner)
        | Kind::Not(inner)
        | Kind::Named(_, inner) => has_unit(inner),
        Kind::Array(values) | Kind::Call(_, values) => values.iter().any(has_unit),
        Kind::Binary(..) => {
            // Chains are long on the left.
            let mut at = expression;
            while let Kind::Binary(_, left, right) = &at.kind {
                if has_unit(right) {
                    return true;
                }
                at = left;
            }
            has_unit(at)
        }
        Kind::At(left, right) | Kind::Range(left, right) => has_unit(left) || has_unit(right),
    }
}

/// Whether the brackets of a declaration name a unit; loop variables and `const`s never do.
fn names_unit(bracket: &Expression) -> bool {
    match &bracket.kind {
        Kind::Name(segment) => units::lookup(&segment.name.text).is_some(),
        Kind::Parenthesis(inner) => names_unit(inner),
        Kind::Binary(_, left, right) => names_unit(left) || names_unit(right),
        _ => false,
    }
}
