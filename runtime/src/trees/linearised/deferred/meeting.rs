//! The order in which what comes to a node is put together there.
//!
//! Every child hands on a set of unknowns, and its numbers; the end of a force between bodies at the node itself is another one. An equation is complete
//! where all sets that have its unknown are together. Those that are complete are eliminated before the next set comes, so that a row of loops beside
//! each other, in which each has to do with the next, takes work in proportion to its length:
//!
//! ```text
//! {1, λ₁}   {1, 2, λ₁, λ₂}   {2, 3, λ₂, λ₃}   …      ─►   1, λ₁ together  ─►   2, λ₂ together  ─►  …                  (1)
//! ```
//! A multiplier is eliminated with the last of its velocities, and a velocity with the first of its multipliers: then the pivots of M and of independent
//! constraints do not vanish, and those of light links are found among the coefficients of constraints. Of all multipliers, the next one is that
//! whose sets have the least unknowns together.

use super::unknowns::Unknowns;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// Where numbers come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Source {
    /// One of the sets that come to the node.
    Handed(usize),
    /// What another group of the same node leaves.
    Group(usize),
}

/// Sets of unknowns that come together.
#[derive(Debug)]
pub(super) struct Merged {
    pub(super) sources: Vec<Source>,
    /// Those that are eliminated, ascending.
    pub(super) closing: Vec<usize>,
    /// The others, ascending.
    pub(super) going: Vec<usize>,
}

/// The sets of a node that are not merged yet.
struct Sets<'a> {
    unknowns: &'a Unknowns<'a>,
    node: usize,
    sets: Vec<(Source, BTreeSet<usize>)>,
    /// The sets of each unknown that is not eliminated.
    holders: BTreeMap<usize, BTreeSet<usize>>,
}

impl<'a> Sets<'a> {
    fn add(&mut self, source: Source, set: BTreeSet<usize>) {
        let number = self.sets.len();
        set.iter().for_each(|&unknown| _ = self.holders.entry(unknown).or_default().insert(number));
        self.sets.push((source, set));
    }

    fn holders(&self, unknown: usize) -> impl Iterator<Item = usize> {
        self.holders.get(&unknown).into_iter().flatten().copied()
    }

    fn ends(&self, unknown: usize) -> bool {
        self.unknowns.ends[unknown] == self.node
    }

    /// The multipliers of a velocity that are eliminated here, and are not yet.
    fn multipliers(&self, velocity: usize) -> impl Iterator<Item = usize> {
        let all = self.unknowns.of_velocity[velocity].iter();
        let all = all.filter_map(|&constraint| self.unknowns.multiplier(constraint));
        all.filter(|multiplier| self.ends(*multiplier) && self.holders.contains_key(multiplier))
    }

    /// The velocities of a multiplier that are not eliminated.
    fn velocities(&self, multiplier: usize) -> impl Iterator<Item = usize> {
        let all = self.unknowns.velocities_of(multiplier).iter().copied();
        all.filter(|velocity| self.holders.contains_key(velocity))
    }

    /// Whether a velocity has multipliers that are eliminated here, and are not yet.
    fn waits(&self, unknown: usize) -> bool {
        self.unknowns.is_velocity(unknown) && self.multipliers(unknown).next().is_some()
    }

    /// Whether an unknown is eliminated for itself, or others are with it: with a multiplier.
    fn leads(&self, unknown: usize) -> bool {
        self.ends(unknown) && !self.waits(unknown)
    }

    /// The sets that complete an unknown which leads, with its velocities.
    fn needed(&self, unknown: usize) -> BTreeSet<usize> {
        let mut needed: BTreeSet<usize> = self.holders(unknown).collect();
        if self.unknowns.is_multiplier(unknown) {
            self.velocities(unknown).for_each(|velocity| needed.extend(self.holders(velocity)));
        }
        needed
    }

    /// The number of unknowns in sets.
    fn size(&self, sets: &BTreeSet<usize>) -> usize {
        sets.iter().flat_map(|&set| &self.sets[set].1).collect::<BTreeSet<_>>().len()
    }

    /// The unknowns that are eliminated where these sets are together.
    fn closing(&self, together: &BTreeSet<usize>, union: &BTreeSet<usize>) -> BTreeSet<usize> {
        let complete = |unknown: &usize| self.holders(*unknown).all(|set| together.contains(&set));
        let mut closing: BTreeSet<usize> =
            union.iter().copied().filter(|&unknown| self.ends(unknown)).filter(complete).collect();
        loop {
            let stays = |unknown: usize| {
                if self.unknowns.is_multiplier(unknown) {
                    return self.velocities(unknown).all(|velocity| closing.contains(&velocity));
                }
                !self.waits(unknown) || self.multipliers(unknown).any(|one| closing.contains(&one))
            };
            let left: BTreeSet<usize> = closing.iter().copied().filter(|&unknown| stays(unknown)).collect();
            if left.len() == closing.len() {
                return left;
            }
            closing = left;
        }
    }

    /// Puts sets together, as group `number`; what is left of them is one set.
    fn merge(&mut self, together: &BTreeSet<usize>, number: usize) -> (Merged, BTreeSet<usize>) {
        let sources = together.iter().map(|&set| self.sets[set].0).collect();
        let union: BTreeSet<usize> =
            together.iter().flat_map(|&set| core::mem::take(&mut self.sets[set].1)).collect();
        let closing = self.closing(together, &union);
        for unknown in &union {
            let Some(holders) = self.holders.get_mut(unknown) else { continue };
            holders.retain(|set| !together.contains(set));
            if closing.contains(unknown) {
                self.holders.remove(unknown);
            }
        }
        let going: BTreeSet<usize> = union.difference(&closing).copied().collect();
        let merged = Merged {
            sources,
            closing: closing.into_iter().collect(),
            going: going.iter().copied().collect(),
        };
        self.add(Source::Group(number), going);
        (merged, union)
    }
}

/// The groups of a node, each before the one that takes what it leaves.
pub(super) fn groups(unknowns: &Unknowns<'_>, node: usize, handed: Vec<BTreeSet<usize>>) -> Vec<Merged> {
    let mut all = Sets { unknowns, node, sets: Vec::new(), holders: BTreeMap::new() };
    for (number, set) in handed.into_iter().enumerate().filter(|(_, set)| !set.is_empty()) {
        all.add(Source::Handed(number), set);
    }
    let mut groups = Vec::new();
    let leading: Vec<usize> = all.holders.keys().copied().filter(|&unknown| all.leads(unknown)).collect();
    let mut sizes: BTreeMap<usize, usize> =
        leading.into_iter().map(|unknown| (unknown, all.size(&all.needed(unknown)))).collect();
    let mut queue: BTreeSet<(usize, usize)> = sizes.iter().map(|(&unknown, &size)| (size, unknown)).collect();
    while let Some((_, next)) = queue.pop_first() {
        let (merged, union) = all.merge(&all.needed(next), groups.len());
        // The sets of these have changed.
        let changed: BTreeSet<usize> = union
            .iter()
            .flat_map(|&unknown| {
                let velocity = unknowns.is_velocity(unknown);
                let multipliers = velocity.then(|| all.multipliers(unknown)).into_iter().flatten();
                multipliers.chain([unknown])
            })
            .collect();
        for unknown in changed.into_iter().chain(merged.closing.iter().copied()) {
            let Some(size) = sizes.get_mut(&unknown) else { continue };
            queue.remove(&(*size, unknown));
            if all.holders.contains_key(&unknown) {
                *size = all.size(&all.needed(unknown));
                queue.insert((*size, unknown));
            }
        }
        groups.push(merged);
    }
    // What goes on is one group where it has an unknown in common.
    while let Some(first) = all.sets.iter().position(|(_, set)| !set.is_empty()) {
        let mut together = BTreeSet::from([first]);
        loop {
            let unknowns = together.iter().flat_map(|&set| &all.sets[set].1);
            let more: BTreeSet<usize> = unknowns.flat_map(|&unknown| all.holders(unknown)).collect();
            if more.len() == together.len() {
                break;
            }
            together = more;
        }
        if let (1, (Source::Group(_), set)) = (together.len(), &mut all.sets[first]) {
            set.clear();
            continue;
        }
        let (merged, _) = all.merge(&together, groups.len());
        groups.push(merged);
        if let Some((_, set)) = all.sets.last_mut() {
            set.clear();
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::super::Structure;
    use crate::trees::{Constrained, GROUND, Link, Motion};
    use alloc::vec::Vec;

    /// Links beside each other, of which two constraints hold each to the next one.
    fn row(links: usize) -> Structure {
        let link = |k: usize| Link {
            parent: GROUND,
            kind: 0,
            coordinate: 4 * k as u32,
            velocity: 3 * k as u32,
            motion: Motion::Quaternion,
            given: true,
        };
        let all: Vec<Link> = (0..links).map(link).collect();
        let constraints = (0..2 * (links - 1)).map(|k| (3 * (k / 2)..3 * (k / 2) + 6).collect()).collect();
        let constrained = Constrained { velocities: (0..3 * links).collect(), constraints };
        Structure::new((&all, &[]), &constrained, &[])
    }

    #[test]
    fn a_row_takes_work_in_proportion_to_its_length() {
        let (short, long) = (row(20), row(200));
        assert!(long.work() < 11.0 * short.work(), "{} and {}", short.work(), long.work());
        // What a link has in common with the next one, and those of the one after it.
        assert!(long.groups(0).all(|(group, _)| group.count <= 13));
        let closing: usize = long.groups(0).map(|(group, _)| group.closing).sum();
        assert_eq!(closing, long.unknowns(), "each is eliminated once");
    }
}
