//! Whether sliding joints keep the ends of a force on a line, where the distance between them has a sign.

use super::super::Motion;
use super::super::lines;
use super::super::tree::{Owner, Tree};
use crate::model::{JointId, Mount, Multibody};
use crate::symbolic::Graph;

/// For each link, the number of links on the way from the ground to it that slide along joints which may keep points on a line.
pub(super) struct Sliding(Vec<usize>);

impl Sliding {
    /// Of a tree.
    pub(super) fn of(multibody: &Multibody, tree: &Tree) -> Self {
        let mut all: Vec<usize> = Vec::with_capacity(tree.links.len());
        for link in &tree.links {
            let own = match (&link.motion, link.owner) {
                (Motion::Translation { .. }, Owner::Joint(joint)) => {
                    multibody.joints[joint.0].kind.keeps_lines()
                }
                _ => false,
            };
            all.push(usize::from(own) + link.parent.map_or(0, |parent| all[parent]));
        }
        Self(all)
    }

    /// Whether joints keep the ends of a force on a line, which acts between two links, or between the ground and one.
    pub(super) fn keeps(
        &self,
        graph: &mut Graph,
        (multibody, tree): (&Multibody, &Tree),
        links: &[usize],
        ends: Option<&[Mount; 2]>,
    ) -> bool {
        let Some(ends) = ends else { return false };
        let common = common(tree, links);
        let known = common.map_or(0, |link| self.0[link]);
        links.iter().any(|&link| self.0[link] > known)
            && joints(multibody, tree, links, common)
            && lines::keep(graph, multibody, ends)
    }
}

/// The last link on the ways from the ground to all of them.
fn common(tree: &Tree, links: &[usize]) -> Option<usize> {
    let &[first, second] = links else { return None };
    let (mut a, mut b) = (Some(first), Some(second));
    while a != b {
        // Parents have smaller numbers, and the ground has none.
        let deeper = if a > b { &mut a } else { &mut b };
        *deeper = deeper.and_then(|link| tree.links[link].parent);
    }
    a
}

/// Whether all joints between may keep points on a line, and are few enough for it.
fn joints(multibody: &Multibody, tree: &Tree, links: &[usize], common: Option<usize>) -> bool {
    let mut known: Vec<JointId> = Vec::new();
    for &link in links {
        let mut next = Some(link);
        while let Some(link) = next.filter(|_| next != common) {
            match tree.links[link].owner {
                Owner::Joint(joint) if multibody.joints[joint.0].kind.keeps_lines() => {
                    if known.last() != Some(&joint) {
                        known.push(joint);
                    }
                }
                _ => return false,
            }
            if known.len() > lines::LONGEST {
                return false;
            }
            next = tree.links[link].parent;
        }
    }
    true
}
