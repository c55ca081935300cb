//! The names of a mechanism: one namespace, with separate scopes for the declarations of a repetition
//! without an index.
//!
//! Invariant: a name has one meaning wherever it is visible.

use crate::diagnostics::Place;
use crate::symbolic::Map;

pub(crate) use crate::kinds::Scope;

/// The scope of the mechanism.
pub(super) const ROOT: Scope = 0;

/// The meaning of a name, by its index among its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Meaning {
    /// A `const` or a loop variable.
    Constant(usize),
    /// A parameter.
    Parameter(usize),
    /// An input.
    Input(usize),
    /// A state.
    State(usize),
    /// A coordinate.
    Coordinate(usize),
    /// A `let` or an output.
    Definition(usize),
    /// A constraint.
    Constraint(usize),
    /// A force.
    Force(usize),
    /// A body or a particle.
    Body(usize),
    /// A frame.
    Frame(usize),
    /// A joint.
    Joint(usize),
    /// A function in Rust.
    Function(usize),
    /// Something whose declaration could not be read.
    Lost,
}

impl Meaning {
    /// Its number among its kind.
    pub fn number(self) -> usize {
        match self {
            Self::Constant(number)
            | Self::Parameter(number)
            | Self::Input(number)
            | Self::State(number)
            | Self::Coordinate(number)
            | Self::Definition(number)
            | Self::Constraint(number)
            | Self::Body(number)
            | Self::Frame(number)
            | Self::Joint(number)
            | Self::Force(number)
            | Self::Function(number) => number,
            Self::Lost => 0,
        }
    }
}

/// The place and the kind of a name's declaration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The place of the declaration.
    pub place: Place,
    /// Its kind.
    pub meaning: Meaning,
}

/// All names.
#[derive(Debug)]
pub(crate) struct Scopes {
    parents: Vec<Option<Scope>>,
    /// Those of the mechanism, of which a repetition declares many.
    root: Map<String, Entry>,
    /// Those of the other scopes, few in each.
    inner: Vec<Vec<(Box<str>, Entry)>>,
}

impl Scopes {
    /// The empty scope of a mechanism.
    pub fn new() -> Self {
        Self { parents: vec![None], root: Map::default(), inner: vec![Vec::new()] }
    }

    /// A new scope inside another one.
    pub fn open(&mut self, parent: Scope) -> Scope {
        self.parents.push(Some(parent));
        self.inner.push(Vec::new());
        self.parents.len() - 1
    }

    /// Declares a name, unless it is already visible: then the earlier entry is returned.
    pub fn declare(&mut self, scope: Scope, name: &str, entry: Entry) -> Option<Entry> {
        let earlier = self.find(scope, name);
        if earlier.is_none() {
            self.declare_new(scope, name, entry);
        }
        earlier
    }

    /// Declares a name that is not visible.
    pub fn declare_new(&mut self, scope: Scope, name: &str, entry: Entry) {
        if scope == ROOT {
            self.root.insert(name.to_owned(), entry);
            return;
        }
        let names = &mut self.inner[scope];
        // Most have nothing but their loop variable.
        if names.is_empty() {
            names.reserve_exact(1);
        }
        names.push((name.into(), entry));
    }

    /// The meaning of a name in a scope.
    pub fn find(&self, scope: Scope, name: &str) -> Option<Entry> {
        let mut at = scope;
        while at != ROOT {
            if let Some((_, entry)) = self.inner[at].iter().find(|(known, _)| **known == *name) {
                return Some(*entry);
            }
            at = self.parents[at].unwrap_or(ROOT);
        }
        self.root.get(name).copied()
    }

    /// The names of one scope in alphabetical order.
    fn of(&self, scope: Scope) -> Vec<(&str, Entry)> {
        let mut names: Vec<(&str, Entry)> = match scope {
            ROOT => self.root.iter().map(|(name, entry)| (name.as_str(), *entry)).collect(),
            _ => self.inner[scope].iter().map(|(name, entry)| (&**name, *entry)).collect(),
        };
        names.sort_unstable_by_key(|(name, _)| *name);
        names
    }

    /// The scopes around a scope, inner ones first.
    fn around(&self, scope: Scope) -> Vec<Scope> {
        std::iter::successors(Some(scope), |&at| self.parents[at]).collect()
    }

    /// The `const`s and loop variables of the repetitions around a scope, outer ones first, with their numbers.
    pub fn constants_inside(&self, scope: Scope) -> Vec<(&str, usize)> {
        let scopes = self.around(scope).into_iter().rev().filter(|&scope| scope != ROOT);
        let constants =
            scopes.flat_map(|scope| self.of(scope)).filter_map(|(name, entry)| match entry.meaning {
                Meaning::Constant(number) => Some((name, number)),
                _ => None,
            });
        constants.collect()
    }

    /// All names of all scopes.
    pub fn all(&self) -> Vec<(String, Entry)> {
        let all = (0..self.parents.len()).flat_map(|scope| self.of(scope));
        all.map(|(name, entry)| (name.to_owned(), entry)).collect()
    }

    /// All names that are visible in a scope, in alphabetical order within each scope, inner ones first.
    pub fn visible(&self, scope: Scope) -> Vec<&str> {
        self.around(scope).into_iter().flat_map(|scope| self.of(scope)).map(|(name, _)| name).collect()
    }
}
