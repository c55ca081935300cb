//! The names of a mechanism: one namespace, with separate scopes for the declarations of a repetition
//! without an index.
//!
//! Invariant: a name has one meaning wherever it is visible.

use crate::diagnostics::Place;
use std::collections::BTreeMap;

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
    entries: BTreeMap<(Scope, String), Entry>,
}

impl Scopes {
    /// The empty scope of a mechanism.
    pub fn new() -> Self {
        Self { parents: vec![None], entries: BTreeMap::new() }
    }

    /// A new scope inside another one.
    pub fn open(&mut self, parent: Scope) -> Scope {
        self.parents.push(Some(parent));
        self.parents.len() - 1
    }

    /// Declares a name, unless it is already visible: then the earlier entry is returned.
    pub fn declare(&mut self, scope: Scope, name: &str, entry: Entry) -> Option<Entry> {
        let earlier = self.find(scope, name);
        if earlier.is_none() {
            self.entries.insert((scope, name.to_owned()), entry);
        }
        earlier
    }

    /// The meaning of a name in a scope.
    pub fn find(&self, scope: Scope, name: &str) -> Option<Entry> {
        let mut at = Some(scope);
        while let Some(scope) = at {
            if let Some(entry) = self.entries.get(&(scope, name.to_owned())) {
                return Some(*entry);
            }
            at = self.parents[scope];
        }
        None
    }

    /// The `const`s and loop variables of the repetitions around a scope, outer ones first, with their numbers.
    pub fn constants_inside(&self, scope: Scope) -> Vec<(&str, usize)> {
        let mut scopes = Vec::new();
        let mut at = Some(scope);
        while let Some(scope) = at.filter(|&scope| scope != ROOT) {
            scopes.push(scope);
            at = self.parents[scope];
        }
        let entries = scopes
            .into_iter()
            .rev()
            .flat_map(|scope| self.entries.range((scope, String::new())..(scope + 1, String::new())));
        let constants = entries.filter_map(|((_, name), entry)| match entry.meaning {
            Meaning::Constant(number) => Some((name.as_str(), number)),
            _ => None,
        });
        constants.collect()
    }

    /// All names of all scopes.
    pub fn all(&self) -> Vec<(String, Entry)> {
        self.entries.iter().map(|((_, name), entry)| (name.clone(), *entry)).collect()
    }

    /// All names that are visible in a scope, in alphabetical order within each scope, inner ones first.
    pub fn visible(&self, scope: Scope) -> Vec<&str> {
        let mut names = Vec::new();
        let mut at = Some(scope);
        while let Some(scope) = at {
            let all = self.entries.range((scope, String::new())..(scope + 1, String::new()));
            names.extend(all.map(|((_, name), _)| name.as_str()));
            at = self.parents[scope];
        }
        names
    }
}
