//! Items → instances: repetitions unrolled, `const`s folded, names declared.
//!
//! Invariant: afterwards every name that an expression may use is known, regardless of the order of
//! the items; only `const`s and the ranges of repetitions must be declared before they are used.

use super::messages;
use super::naming::DeclaredAs;
use crate::diagnostics::Place;
use crate::resolve::expressions::value::Scalar;
use crate::resolve::resolver::{Instance, Resolver};
use crate::resolve::scopes::{Entry, Meaning, ROOT, Scope};
use crate::resolve::survey::first_body_item;
use crate::symbolic::Constant;
use crate::syntax::{Declaration, Item, ItemKind, Repeat, Segment};
use crate::units::{self, Dimension};

/// More items than this are a mistake in a range.
const MOST_ITEMS: usize = 100_000;
/// The same where there are bodies, of which there may be many: a link of a chain takes about six items.
const MOST_ITEMS_OF_BODIES: usize = 1_000_000;

impl<'d> Resolver<'d> {
    /// Unrolls all items of the mechanism.
    pub fn unroll(&mut self, items: &'d [Item]) -> Vec<Instance<'d>> {
        let mut instances = Vec::new();
        self.most_items = if first_body_item(items).is_some() { MOST_ITEMS_OF_BODIES } else { MOST_ITEMS };
        self.unroll_into(items, ROOT, &mut instances);
        // Of existing items: an empty loop has no matrices.
        let is_matrix = |kind: &ItemKind| matches!(kind, ItemKind::Force(_) | ItemKind::MassMatrix(_));
        self.matrices = instances.iter().any(|instance| is_matrix(&instance.item.kind));
        instances
    }

    fn unroll_into(&mut self, items: &'d [Item], scope: Scope, instances: &mut Vec<Instance<'d>>) {
        for item in items {
            // A mistake is reported where it is found; the other items are resolved.
            let _ = self.unroll_item(item, scope, instances);
        }
    }

    fn unroll_item(&mut self, item: &'d Item, scope: Scope, instances: &mut Vec<Instance<'d>>) -> Option<()> {
        self.repeated += usize::from(scope != ROOT);
        if self.repeated > self.most_items {
            return self.too_many(item.keyword.into());
        }
        let target = match &item.kind {
            ItemKind::Constant(declaration) => return self.constant(declaration, scope),
            ItemKind::Repeat(repeat) => return self.repeat(repeat, scope, instances),
            ItemKind::Rate(target, value) => return self.rate_equation(item, target, value, scope),
            ItemKind::Parameter(d)
            | ItemKind::Input(d)
            | ItemKind::State(d)
            | ItemKind::Coordinate(d)
            | ItemKind::Let(d)
            | ItemKind::Output(d)
            | ItemKind::BodyForce(d)
            | ItemKind::Frame(d)
            | ItemKind::Joint(d) => &d.target,
            ItemKind::Constraint(c) => &c.target,
            ItemKind::Generalized(force) => &force.target,
            ItemKind::Body(body) => &body.target,
            ItemKind::Function(f) => &f.target,
            ItemKind::Energy(..)
            | ItemKind::Force(_)
            | ItemKind::MassMatrix(_)
            | ItemKind::Initial(_)
            | ItemKind::Gravity(_)
            | ItemKind::Coordinates(_)
            | ItemKind::Unroll(_)
            | ItemKind::Verify
            | ItemKind::Freedoms(_)
            | ItemKind::Budget(_)
            | ItemKind::Conserves(_)
            | ItemKind::Range(_) => {
                instances.push(Instance { item, scope, number: 0, name: String::new(), unit: None });
                return Some(());
            }
        };
        let Some((name, unit)) = self.target(target, scope) else {
            // Without its index or unit, the name still exists.
            self.lose(ROOT, &target.name.text, target);
            return None;
        };
        let local = matches!(item.kind, ItemKind::Let(_)) && name == target.name.text;
        let declaring = if local { scope } else { ROOT };
        let part = matches!(item.kind, ItemKind::Body(_) | ItemKind::Frame(_) | ItemKind::Joint(_));
        let declared = if part { DeclaredAs::Part } else { DeclaredAs::Item };
        if self.refuse_name(declaring, &name, target, declared).is_none() {
            // Its missing declarations are not reported elsewhere.
            self.incomplete = true;
            return None;
        }
        let unitless = matches!(
            item.kind,
            ItemKind::Constraint(_)
                | ItemKind::Generalized(_)
                | ItemKind::BodyForce(_)
                | ItemKind::Body(_)
                | ItemKind::Frame(_)
                | ItemKind::Joint(_)
                | ItemKind::Function(_)
        );
        if unit.is_some() && unitless {
            self.lose(declaring, &name, target);
            self.incomplete = true;
            return self.report(messages::takes_no_unit(target, &name));
        }
        let meaning = self.register(item, &name, target, unit.as_ref(), scope);
        self.scopes.declare_new(declaring, &name, Entry { place: target.place, meaning });
        instances.push(Instance { item, scope, number: meaning.number(), name, unit: unit.map(Box::new) });
        Some(())
    }

    fn too_many<T>(&mut self, place: Place) -> Option<T> {
        self.incomplete = true;
        if self.crowded {
            return None;
        }
        self.crowded = true;
        self.report(messages::too_many_items(place, self.most_items))
    }

    /// `const name = value;`
    fn constant(&mut self, declaration: &'d Declaration, scope: Scope) -> Option<()> {
        let target = &declaration.target;
        let name = &target.name;
        let number = self.constants.len();
        let zero = Scalar::new(self.graph.zero(), None);
        self.constants.push(zero);
        let value = self.constant_value(declaration, scope);
        let meaning = if value.is_some() { Meaning::Constant(number) } else { Meaning::Lost };
        self.refuse_unit_name(name, "a `const`");
        if let Some(value) = value {
            self.constants[number] = value;
        }
        self.declare_name(scope, &name.text, target, meaning)
    }

    fn constant_value(&mut self, declaration: &'d Declaration, scope: Scope) -> Option<Scalar> {
        let target = &declaration.target;
        if let Some(bracket) = target.brackets.first() {
            return self.report(messages::brackets_of_constant(bracket, &target.name.text));
        }
        let expression = declaration.value.as_ref()?;
        let value = self.scalar(expression, scope)?;
        if !self.graph.symbol_set(value.node).is_empty() {
            return self.report(messages::constant_that_varies(expression, &target.name.text));
        }
        let from_outside = self.overrides.iter().rev().find(|(name, _)| *name == target.name.text);
        match from_outside {
            Some((name, text)) if scope == ROOT => {
                let (sign, digits) = match text.trim().strip_prefix('-') {
                    Some(digits) => (Constant::MINUS_ONE, digits),
                    None => (Constant::ONE, text.trim()),
                };
                match units::number(digits).map(|number| number.mul(sign)) {
                    Ok(Some(number)) => {
                        let node = self.graph.constant(number);
                        Some(value.with_node(node))
                    }
                    _ => self.report(messages::given_constant_not_a_number(target, text, name)),
                }
            }
            _ => Some(value),
        }
    }

    /// `for i in first..last { … }`
    fn repeat(&mut self, repeat: &'d Repeat, scope: Scope, instances: &mut Vec<Instance<'d>>) -> Option<()> {
        self.refuse_unit_name(&repeat.variable, "a loop variable");
        let first = self.integer(&repeat.first, scope);
        let last = self.integer(&repeat.last, scope);
        let (Some(first), Some(last)) = (first, last) else {
            self.incomplete = true;
            return None;
        };
        let end = if repeat.inclusive { last.saturating_add(1) } else { last };
        let range = repeat.first.place.to(repeat.last.place);
        // Inside another repetition it may be empty for some of its values: `for j in 0..i`.
        if end <= first && scope == ROOT {
            self.report::<()>(messages::empty_repetition(range, first, end));
        }
        if i128::from(end) - i128::from(first) > self.most_items as i128 {
            self.incomplete = true;
            return self.report(messages::long_repetition(range, self.most_items));
        }
        for value in first..end {
            if self.repeated > self.most_items {
                return self.too_many(range);
            }
            self.repeated += 1;
            let inner = self.scopes.open(scope);
            let variable = Segment {
                name: repeat.variable.clone(),
                brackets: Vec::new(),
                place: repeat.variable.span.into(),
            };
            let node = self.graph.integer(value);
            self.constants.push(Scalar { bare: true, ..Scalar::new(node, self.dimension(Dimension::NONE)) });
            let meaning = Meaning::Constant(self.constants.len() - 1);
            if self.declare_name(inner, &repeat.variable.text, &variable, meaning).is_none() {
                self.incomplete = true;
                return None;
            }
            self.unroll_into(&repeat.items, inner, instances);
        }
        Some(())
    }
}
