//! Declarations and uses of names: the tree of a description → occurrences, each with its declaration.
//!
//! Invariants: an occurrence is a word of the text; names that a repetition declares without an index are visible only in it.

use crate::syntax::{Declaration, Description, Expression, Item, ItemKind, Kind, Name, Segment};
use std::collections::BTreeMap;
use std::ops::Range;

/// A name in the text.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// The name, without index.
    pub name: String,
    /// Its bytes.
    pub bytes: Range<usize>,
    /// The index of its declaration among the occurrences.
    pub declaration: usize,
}

/// A declaration with its documentation.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its lines of documentation.
    pub docs: Vec<String>,
    /// The bytes of the mechanism in which it is visible.
    pub mechanism: usize,
}

/// All occurrences of some descriptions.
#[derive(Clone, Debug, Default)]
pub struct Occurrences {
    /// In the order of detection, declarations first.
    pub all: Vec<Occurrence>,
    /// Of the first of them.
    pub declared: Vec<Declared>,
}

/// A scope, with its parent.
struct Scope {
    parent: Option<usize>,
    names: BTreeMap<String, usize>,
}

/// One description at a time.
struct Walk<'o> {
    found: &'o mut Occurrences,
    mechanism: usize,
    scopes: Vec<Scope>,
    /// Names that may occur in an index.
    constants: Vec<String>,
    used: Vec<Occurrence>,
}

impl Occurrences {
    /// Those of some descriptions.
    pub fn of(descriptions: &[Description]) -> Self {
        let mut found = Self::default();
        let mut used = Vec::new();
        for (mechanism, description) in descriptions.iter().enumerate() {
            let scopes = vec![Scope { parent: None, names: BTreeMap::new() }];
            let mut walk =
                Walk { found: &mut found, mechanism, scopes, constants: Vec::new(), used: Vec::new() };
            walk.constants(&description.items);
            let mut scope = 0;
            walk.declare(&description.items, 0);
            walk.uses(&description.items, 0, &mut scope);
            used.append(&mut walk.used);
        }
        found.all.append(&mut used);
        found
    }

    /// The occurrence at a byte, or directly before it.
    pub fn at(&self, byte: usize) -> Option<&Occurrence> {
        self.all.iter().find(|one| one.bytes.contains(&byte) || one.bytes.end == byte)
    }

    /// All with the same declaration.
    pub fn same(&self, declaration: usize) -> impl Iterator<Item = &Occurrence> {
        self.all.iter().filter(move |one| one.declaration == declaration)
    }
}

fn target(kind: &ItemKind) -> Option<&Segment> {
    if let Some(declaration) = kind.declaration() {
        return Some(&declaration.target);
    }
    Some(match kind {
        ItemKind::Generalized(force) => &force.target,
        ItemKind::Constraint(constraint) => &constraint.target,
        ItemKind::Body(body) => &body.target,
        ItemKind::Function(function) => &function.target,
        _ => return None,
    })
}

impl Walk<'_> {
    /// `const`s and loop variables.
    fn constants(&mut self, items: &[Item]) {
        for item in items {
            match &item.kind {
                ItemKind::Constant(Declaration { target, .. }) => {
                    self.constants.push(target.name.text.clone())
                }
                ItemKind::Repeat(repeat) => {
                    self.constants.push(repeat.variable.text.clone());
                    self.constants(&repeat.items);
                }
                _ => {}
            }
        }
    }

    /// Brackets after a name are an index if they consist of numbers, `const`s and loop variables, otherwise a unit.
    fn is_index(&self, bracket: &Expression) -> bool {
        let mut pending = vec![bracket];
        while let Some(at) = pending.pop() {
            match &at.kind {
                Kind::Number(_) => {}
                Kind::Name(segment) if self.constants.contains(&segment.name.text) => {}
                Kind::Parenthesis(_) | Kind::Negate(_) | Kind::Binary(..) => {
                    at.for_each_part(|part| pending.push(part));
                }
                _ => return false,
            }
        }
        true
    }

    fn name(&mut self, name: &Name, docs: &[String], scope: usize) {
        let number = self.found.all.len();
        // If something is declared twice, the first declaration counts.
        let declaration = *self.scopes[scope].names.entry(name.text.clone()).or_insert(number);
        self.found.all.push(Occurrence {
            name: name.text.clone(),
            bytes: name.span.byte_range(),
            declaration,
        });
        self.found.declared.push(Declared { docs: docs.to_vec(), mechanism: self.mechanism });
    }

    /// Declares the names of items; scopes are opened in the order of repetitions.
    fn declare(&mut self, items: &[Item], scope: usize) {
        for item in items {
            if let Some(target) = target(&item.kind) {
                let indexed = target.brackets.iter().any(|bracket| self.is_index(bracket));
                self.name(&target.name, &item.docs, if indexed { 0 } else { scope });
            }
            if let ItemKind::Repeat(repeat) = &item.kind {
                self.scopes.push(Scope { parent: Some(scope), names: BTreeMap::new() });
                let inner = self.scopes.len() - 1;
                self.name(&repeat.variable, &[], inner);
                self.declare(&repeat.items, inner);
            }
        }
    }

    fn uses(&mut self, items: &[Item], scope: usize, opened: &mut usize) {
        for item in items {
            if let Some(target) = target(&item.kind) {
                self.brackets(target, scope);
            }
            match &item.kind {
                ItemKind::Parameter(d)
                | ItemKind::Constant(d)
                | ItemKind::Let(d)
                | ItemKind::Input(d)
                | ItemKind::Output(d)
                | ItemKind::State(d)
                | ItemKind::Coordinate(d)
                | ItemKind::Frame(d)
                | ItemKind::Joint(d)
                | ItemKind::BodyForce(d) => d.value.iter().for_each(|value| self.expression(value, scope)),
                ItemKind::Energy(_, value)
                | ItemKind::Force(value)
                | ItemKind::MassMatrix(value)
                | ItemKind::Gravity(value) => self.expression(value, scope),
                ItemKind::Generalized(force) => {
                    self.expression(&force.coordinate, scope);
                    self.expression(&force.value, scope);
                }
                ItemKind::Constraint(constraint) => {
                    self.expression(&constraint.left, scope);
                    self.expression(&constraint.right, scope);
                }
                ItemKind::Initial(entries) => {
                    for entry in entries {
                        self.expression(&entry.target, scope);
                        self.expression(&entry.value, scope);
                    }
                }
                ItemKind::Rate(target, value) => {
                    self.expression(target, scope);
                    self.expression(value, scope);
                }
                ItemKind::Body(body) => {
                    body.properties.iter().for_each(|(_, value)| self.expression(value, scope));
                }
                ItemKind::Repeat(repeat) => {
                    self.expression(&repeat.first, scope);
                    self.expression(&repeat.last, scope);
                    *opened += 1;
                    let inner = *opened;
                    self.uses(&repeat.items, inner, opened);
                }
                ItemKind::Freedoms(value) => self.expression(value, scope),
                ItemKind::Budget(limits) => {
                    limits.iter().for_each(|(_, value)| self.expression(value, scope));
                }
                ItemKind::Range(range) => {
                    [&range.value, &range.least, &range.most]
                        .into_iter()
                        .for_each(|part| self.expression(part, scope));
                }
                ItemKind::Function(_)
                | ItemKind::Coordinates(_)
                | ItemKind::Unroll(_)
                | ItemKind::Verify
                | ItemKind::Conserves(_) => {}
            }
        }
    }

    fn brackets(&mut self, segment: &Segment, scope: usize) {
        for bracket in &segment.brackets {
            if self.is_index(bracket) {
                self.expression(bracket, scope);
            }
        }
    }

    fn used(&mut self, name: &Name, scope: usize) {
        let mut at = Some(scope);
        while let Some(scope) = at {
            if let Some(&declaration) = self.scopes[scope].names.get(&name.text) {
                let bytes = name.span.byte_range();
                return self.used.push(Occurrence { name: name.text.clone(), bytes, declaration });
            }
            at = self.scopes[scope].parent;
        }
    }

    fn expression(&mut self, expression: &Expression, scope: usize) {
        match &expression.kind {
            Kind::Number(_) => {}
            Kind::Name(segment) => {
                self.used(&segment.name, scope);
                self.brackets(segment, scope);
            }
            Kind::Member(whole, member) => {
                self.expression(whole, scope);
                self.brackets(member, scope);
            }
            Kind::Array(values) => values.iter().for_each(|value| self.expression(value, scope)),
            Kind::Call(function, arguments) => {
                self.used(function, scope);
                arguments.iter().for_each(|argument| self.expression(argument, scope));
            }
            Kind::Quantity(value, _) | Kind::Parenthesis(value) | Kind::Negate(value) | Kind::Not(value) => {
                self.expression(value, scope);
            }
            Kind::Binary(..) => {
                // Without recursion along operator chains.
                let mut first = expression;
                while let Kind::Binary(_, left, right) = &first.kind {
                    self.expression(right, scope);
                    first = left;
                }
                self.expression(first, scope);
            }
            Kind::At(value, point) | Kind::Range(value, point) => {
                self.expression(value, scope);
                self.expression(point, scope);
            }
            Kind::Named(_, value) => self.expression(value, scope),
        }
    }
}
