//! Who an expression is written for: a joint, a body, a force. The cost of a mechanism is told by them.
//!
//! Invariant: says nothing of what an expression is. Equal expressions are one node, whoever writes them; one that two
//! authors write is nobody's.

use super::{Graph, Node};

/// Who an expression is written for, by its number in the description.
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
    /// That joint. Numbers beyond 65 535 are nobody's.
    pub fn joint(number: usize) -> Self {
        u16::try_from(number).map_or(Self::Nobody, Self::Joint)
    }

    /// That body.
    pub fn body(number: usize) -> Self {
        u16::try_from(number).map_or(Self::Nobody, Self::Body)
    }

    /// That force.
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
    /// Writes for somebody from now on; gives who it was before.
    pub fn write_for(&mut self, author: Author) -> Author {
        std::mem::replace(&mut self.author, author)
    }

    /// Who the node was written for.
    pub fn author(&self, node: Node) -> Author {
        self.entries[node.index()].author
    }

    /// Who a node that follows from `node` is written for: whom that was written for, else whoever is written for now.
    pub(super) fn inherited(&self, node: Node) -> Author {
        match self.author(node) {
            Author::Nobody => self.author,
            author => author,
        }
    }
}
