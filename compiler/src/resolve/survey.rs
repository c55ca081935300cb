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
    let mut pending = vec![expression];
    while let Some(at) = pending.pop() {
        if let Kind::Quantity(..) = at.kind {
            return true;
        }
        at.for_each_part(|part| pending.push(part));
    }
    false
}

/// Whether the brackets of a declaration name a unit; loop variables and `const`s never do.
fn names_unit(bracket: &Expression) -> bool {
    let mut pending = vec![bracket];
    while let Some(at) = pending.pop() {
        match &at.kind {
            Kind::Name(segment) if units::lookup(&segment.name.text).is_some() => return true,
            Kind::Parenthesis(_) | Kind::Binary(..) => at.for_each_part(|part| pending.push(part)),
            _ => {}
        }
    }
    false
}
