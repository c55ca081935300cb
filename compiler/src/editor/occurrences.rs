//! Declarations and uses of names: the tree of a description → occurrences, each with its declaration.
//!
//! Invariants: an occurrence is a word of the text; names that a repetition declares without an index are visible only in it;
//! words of the language and names of angles in arguments are no occurrences, nor are the kinds of joints, forces and shapes.

use super::words::of_argument;
use crate::syntax::{Declaration, Description, Expression, Item, ItemKind, Kind, Name, Segment};
use std::collections::{BTreeMap, BTreeSet};
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
    /// The index of the mechanism in which it is visible.
    pub mechanism: usize,
    /// Whether it is a function.
    pub function: bool,
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

/// The names that items declare, also in repetitions.
pub(super) fn declared_names<'i>(items: &'i [Item], names: &mut BTreeSet<&'i str>) {
    for item in items {
        names.extend(target(&item.kind).map(|target| target.name.text.as_str()));
        if let ItemKind::Repeat(repeat) = &item.kind {
            declared_names(&repeat.items, names);
        }
    }
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

    fn name(&mut self, name: &Name, docs: &[String], scope: usize, function: bool) {
        let number = self.found.all.len();
        // If something is declared twice, the first declaration counts.
        let declaration = *self.scopes[scope].names.entry(name.text.clone()).or_insert(number);
        self.found.all.push(Occurrence {
            name: name.text.clone(),
            bytes: name.span.byte_range(),
            declaration,
        });
        self.found.declared.push(Declared { docs: docs.to_vec(), mechanism: self.mechanism, function });
    }

    /// Declares the names of items; scopes are opened in the order of repetitions.
    fn declare(&mut self, items: &[Item], scope: usize) {
        for item in items {
            if let Some(target) = target(&item.kind) {
                let indexed = target.brackets.iter().any(|bracket| self.is_index(bracket));
                let function = matches!(item.kind, ItemKind::Function(_));
                self.name(&target.name, &item.docs, if indexed { 0 } else { scope }, function);
            }
            if let ItemKind::Repeat(repeat) = &item.kind {
                self.scopes.push(Scope { parent: Some(scope), names: BTreeMap::new() });
                let inner = self.scopes.len() - 1;
                self.name(&repeat.variable, &[], inner, false);
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
                | ItemKind::Coordinate(d) => d.value.iter().for_each(|value| self.expression(value, scope)),
                ItemKind::Frame(d) | ItemKind::Joint(d) | ItemKind::BodyForce(d) => {
                    d.value.iter().for_each(|value| self.of_kind(value, scope));
                }
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
                    body.properties.iter().for_each(|(name, value)| self.property(name, value, scope));
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

    /// The declaration of a name.
    fn declaration(&self, name: &Name, scope: usize) -> Option<usize> {
        let mut at = Some(scope);
        while let Some(scope) = at {
            if let Some(&declaration) = self.scopes[scope].names.get(&name.text) {
                return Some(declaration);
            }
            at = self.scopes[scope].parent;
        }
        None
    }

    fn used(&mut self, name: &Name, declaration: usize) {
        let bytes = name.span.byte_range();
        self.used.push(Occurrence { name: name.text.clone(), bytes, declaration });
    }

    /// A property of a body.
    fn property(&mut self, name: &Name, value: &Expression, scope: usize) {
        match &value.kind {
            _ if of_argument("body", &name.text).is_some() => {}
            Kind::Array(shapes) if name.text == "shape" => {
                shapes.iter().for_each(|shape| self.of_kind(shape, scope));
            }
            _ if name.text == "shape" => self.of_kind(value, scope),
            _ => self.expression(value, scope),
        }
    }

    /// A joint, a force, a frame or a shape: its kind is a word of the language.
    fn of_kind(&mut self, value: &Expression, scope: usize) {
        match &value.kind {
            Kind::Call(kind, arguments) => self.arguments(kind, arguments, scope),
            _ => self.expression(value, scope),
        }
    }

    fn arguments(&mut self, kind: &Name, arguments: &[Expression], scope: usize) {
        for argument in arguments {
            let words = match &argument.kind {
                Kind::Named(name, _) => of_argument(&kind.text, &name.text).is_some(),
                _ => false,
            };
            if !words {
                self.expression(argument, scope);
            }
        }
    }

    fn expression(&mut self, expression: &Expression, scope: usize) {
        match &expression.kind {
            Kind::Number(_) => {}
            Kind::Name(segment) => {
                if let Some(declaration) = self.declaration(&segment.name, scope) {
                    self.used(&segment.name, declaration);
                }
                self.brackets(segment, scope);
            }
            Kind::Member(whole, member) => {
                self.expression(whole, scope);
                self.brackets(member, scope);
            }
            Kind::Array(values) => values.iter().for_each(|value| self.expression(value, scope)),
            Kind::Call(function, arguments) => {
                // `sin(x)` is the sine also where a parameter is called `sin`.
                let declaration = self.declaration(function, scope);
                if let Some(declaration) = declaration.filter(|&one| self.found.declared[one].function) {
                    self.used(function, declaration);
                }
                self.arguments(function, arguments, scope);
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
