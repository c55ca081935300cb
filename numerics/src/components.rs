//! Connected components of an undirected graph.

use alloc::vec::Vec;

/// The components of n members, each with its smallest member as its name.
#[derive(Clone, Debug)]
pub struct Components {
    /// A member of the same component that is not larger; the smallest one has itself.
    before: Vec<usize>,
}

impl Components {
    /// Each of the members alone.
    pub fn new(n: usize) -> Self {
        Self { before: (0..n).collect() }
    }

    /// Connects two members.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.smallest(a), self.smallest(b));
        self.before[a.max(b)] = a.min(b);
    }

    /// The smallest member of the component; halves the path to it.
    pub fn smallest(&mut self, mut member: usize) -> usize {
        while self.before[member] != member {
            self.before[member] = self.before[self.before[member]];
            member = self.before[member];
        }
        member
    }
}

#[cfg(test)]
mod tests {
    use super::Components;
    use alloc::vec::Vec;

    #[test]
    fn members_have_the_smallest_of_their_component() {
        let mut components = Components::new(7);
        for (a, b) in [(5, 3), (3, 6), (1, 2), (2, 1), (6, 2)] {
            components.join(a, b);
        }
        let smallest: Vec<usize> = (0..7).map(|member| components.smallest(member)).collect();
        assert_eq!(smallest, [0, 1, 1, 1, 4, 1, 1]);
    }
}
