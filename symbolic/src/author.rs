//! The author of an expression: a joint, a body, a force. The cost of a mechanism is reported by authors.
//!
//! Invariant: independent of the value of an expression. Equal expressions are one node for all authors; one that two
//! authors create has none.

use super::{Graph, Node};

/// The author of an expression, by its index in the description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Author {
    /// Several, or the mechanism as a whole.
    #[default]
    Nobody,
    /// A joint.
    Joint(u16),
    /// A body.
    Body(u16),
    /// A force.
    Force(u16),
}

impl Author {
    /// A joint. Indices beyond 65 535 have no author.
    pub fn joint(number: usize) -> Self {
        u16::try_from(number).map_or(Self::Nobody, Self::Joint)
    }

    /// A body.
    pub fn body(number: usize) -> Self {
        u16::try_from(number).map_or(Self::Nobody, Self::Body)
    }

    /// A force.
    pub fn force(number: usize) -> Self {
        u16::try_from(number).map_or(Self::Nobody, Self::Force)
    }

    /// The author of what `self` has written and `other` writes again.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if other == Self::Nobody || other == self { self } else { Self::Nobody }
    }
}

impl Graph {
    /// Sets the author from now on; returns the previous one.
    pub fn write_for(&mut self, author: Author) -> Author {
        std::mem::replace(&mut self.author, author)
    }

    /// The author of the node.
    pub fn author(&self, node: Node) -> Author {
        self.entries[node.index()].author
    }

    /// The author of a node derived from `node`: that of `node`, otherwise the current one.
    pub(super) fn inherited(&self, node: Node) -> Author {
        match self.author(node) {
            Author::Nobody => self.author,
            author => author,
        }
    }
}
