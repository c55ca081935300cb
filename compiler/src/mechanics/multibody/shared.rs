//! Couplings that share a coordinate: the driven joint has none of its own.
//!
//! ```text
//! i x₁ = x₂ + x₀,  x₁ = k q + c     ⇒     x₂ = i k q + (i c − x₀)                                  (1)
//! ```
//! Recursions run over all links of the tree with ẋ₂ = i k q̇; efforts and columns of M of links with one velocity add up
//! (with N of ẋ = N v: f = Nᵀ f_x, M = Nᵀ M_x N).
//!
//! Invariant: a coupling is shared where both its joints are in the tree, each coordinate moves one link, and its driven coordinate follows nothing else; it
//! stays a constraint elsewhere. Coordinates are numbered in the order of the links that have their own.

use super::tree::{Follows, Link, Owner, Tree};
use crate::model::{Coupling, JointId, Multibody};
use crate::symbolic::{Graph, Node};
use std::collections::BTreeSet;

/// The link a link follows, with x = ratio·q + offset.
type Leader = (usize, Node, Node);

/// Shares the coordinates of couplings that request it, except those that must be constraints.
pub fn share(graph: &mut Graph, multibody: &Multibody, tree: &mut Tree, excluded: &BTreeSet<JointId>) {
    let mut leaders: Vec<Option<Leader>> = vec![None; tree.links.len()];
    for (number, joint) in multibody.joints.iter().enumerate() {
        if !joint.shared || excluded.contains(&JointId(number)) {
            continue;
        }
        let Some(Coupling { driver, driven, ratio, offset }) = joint.kind.coupling() else { continue };
        let link_of = |(id, k): (JointId, usize)| {
            let mut links = (0..tree.links.len()).filter(|&i| tree.links[i].owner == Owner::Joint(id));
            links.find(|&i| tree.links[i].component == k && tree.links[i].is_simple())
        };
        let (Some(first), Some(second)) = (link_of(driver), link_of(driven)) else { continue };
        let zero = graph.zero();
        let offset = offset.unwrap_or(zero);
        let (root, scale, start) = leaders[first].unwrap_or((first, graph.one(), zero));
        if leaders[second].is_some() || root == second {
            continue;
        }
        // (1)
        let ratio_of_root = graph.mul(ratio, scale);
        let moved = graph.mul(ratio, start);
        let offset = graph.sub(moved, offset);
        leaders[second] = Some((root, ratio_of_root, offset));
        // Joints that followed the driven joint now follow its leader.
        for leader in leaders.iter_mut().flatten().filter(|leader| leader.0 == second) {
            let (_, by, from) = *leader;
            let moved = graph.mul(by, offset);
            *leader = (root, graph.mul(by, ratio_of_root), graph.add(moved, from));
        }
        tree.in_tree[number] = true;
    }
    renumber(tree, &leaders);
}

/// Numbers the remaining coordinates.
fn renumber(tree: &mut Tree, leaders: &[Option<Leader>]) {
    (tree.coordinates, tree.velocities) = (0, 0);
    for (i, leader) in leaders.iter().enumerate() {
        if leader.is_some() {
            continue;
        }
        let link = &tree.links[i];
        let first = |other: &Link| (other.owner, other.component) == (link.owner, link.component);
        let earlier = if link.own { None } else { tree.links[..i].iter().find(|other| first(other)) };
        let numbers = match earlier {
            Some(first) => (first.coordinate, first.velocity),
            None => {
                let numbers = (tree.coordinates, tree.velocities);
                let (coordinates, velocities) = link.motion.sizes();
                tree.coordinates += coordinates;
                tree.velocities += velocities;
                numbers
            }
        };
        (tree.links[i].coordinate, tree.links[i].velocity) = numbers;
    }
    for (i, leader) in leaders.iter().enumerate() {
        if let Some((root, ratio, offset)) = *leader {
            let (coordinate, velocity) = (tree.links[root].coordinate, tree.links[root].velocity);
            let link = &mut tree.links[i];
            (link.coordinate, link.velocity) = (coordinate, velocity);
            link.follows = Some(Follows { ratio, offset });
        }
    }
}
