//! Which unknowns wait at which links, and where each of them is eliminated.
//!
//! The ways of a constraint begin at the parents of its links and meet at their lowest common ancestor. It is eliminated there, or where the last of its
//! velocities is. A velocity is eliminated where the first of its constraints is complete, unless another one of them, which is complete only
//! later, has links elsewhere: what these add to its equation is known only where their ways have met.
//!
//! H couples the velocities of a constraint, of which the one nearer to the ground is not there yet: it waits from the beginning of the ways on.
//!
//! What one end of a force between bodies exerts on the other (`pair`) are six unknowns more, on the ways from both ends.

use crate::trees::linkage::{GROUND, Link};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The unknowns of a force between bodies: six of the effect on each end.
pub(super) const OF_PAIR: usize = 12;

/// The velocities that constraints have, and the constraints.
#[derive(Clone, Debug, Default)]
pub struct Constrained {
    /// Velocities of links, in the order of the columns of G.
    pub velocities: Vec<usize>,
    /// The columns of each constraint, ascending.
    pub constraints: Vec<Vec<usize>>,
}

/// Which coefficient of a constraint.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Row { constraint: usize, velocity: usize },
    Column { constraint: usize, velocity: usize },
    Stiffness([usize; 2]),
}

/// The tree of nodes.
pub(super) struct Ancestry {
    pub(super) parents: Vec<usize>,
}

impl Ancestry {
    /// Whether a node is another one, or beyond it.
    fn reaches(&self, mut node: usize, ancestor: usize) -> bool {
        while node > ancestor {
            node = self.parents[node];
        }
        node == ancestor
    }

    fn common(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            // Parents come before their children.
            let deeper = if a > b { &mut a } else { &mut b };
            *deeper = self.parents[*deeper];
        }
        a
    }

    /// The nodes from one to another, both included.
    fn way(&self, from: usize, to: usize) -> impl Iterator<Item = usize> {
        let mut next = Some(from);
        core::iter::from_fn(move || {
            let node = next?;
            next = (node != to).then(|| self.parents[node]);
            Some(node)
        })
    }
}

/// The unknowns before they have places.
pub(super) struct Unknowns<'a> {
    pub(super) ancestry: Ancestry,
    constrained: &'a Constrained,
    /// The constraints that are left out. Their reactions change H all the same.
    without: &'a [usize],
    /// The link of each velocity.
    pub(super) links: Vec<usize>,
    /// The constraints of each velocity.
    pub(super) of_velocity: Vec<Vec<usize>>,
    /// Where the ways of each constraint meet.
    meeting: Vec<usize>,
    /// The links of forces between bodies.
    pairs: &'a [[usize; 2]],
    /// Where each unknown is eliminated.
    pub(super) ends: Vec<usize>,
}

impl<'a> Unknowns<'a> {
    pub(super) fn new(
        (links, pairs): (&[Link], &'a [[usize; 2]]),
        constrained: &'a Constrained,
        without: &'a [usize],
    ) -> Self {
        let above = |link: &Link| if link.parent == GROUND { 0 } else { link.parent as usize + 1 };
        let parents = core::iter::once(0).chain(links.iter().map(above)).collect();
        let mut link_of = BTreeMap::new();
        for (number, link) in links.iter().enumerate() {
            (0..link.motion.freedoms()).for_each(|k| _ = link_of.insert(link.velocity as usize + k, number));
        }
        let of_column = |velocity: &usize| link_of.get(velocity).copied().unwrap_or_default();
        let link: Vec<usize> = constrained.velocities.iter().map(of_column).collect();
        let ancestry = Ancestry { parents };
        let mut of_velocity = vec![Vec::new(); link.len()];
        let mut meeting = Vec::new();
        for (number, columns) in constrained.constraints.iter().enumerate() {
            let starts = columns.iter().map(|&column| ancestry.parents[link[column] + 1]);
            meeting.push(starts.reduce(|a, b| ancestry.common(a, b)).unwrap_or_default());
            columns.iter().for_each(|&column| of_velocity[column].push(number));
        }
        let ends = Vec::new();
        let mut all = Self { ancestry, constrained, without, links: link, of_velocity, meeting, pairs, ends };
        let mut ends: Vec<usize> = (0..all.links.len()).map(|velocity| all.end_of(velocity)).collect();
        for (number, columns) in constrained.constraints.iter().enumerate() {
            // Both are on one way to the ground: the nearer one has the smaller number.
            let last = columns.iter().map(|&column| ends[column]).chain([all.meeting[number]]).min();
            ends.push(last.unwrap_or_default());
        }
        for [first, second] in pairs {
            ends.extend([all.ancestry.common(first + 1, second + 1); OF_PAIR]);
        }
        all.ends = ends;
        all
    }

    /// Where the way of a velocity begins.
    fn start(&self, velocity: usize) -> usize {
        self.ancestry.parents[self.links[velocity] + 1]
    }

    fn end_of(&self, velocity: usize) -> usize {
        let all = &self.of_velocity[velocity];
        let mut nodes: Vec<usize> = all.iter().map(|&constraint| self.meeting[constraint]).collect();
        nodes.sort_unstable();
        let known = |&node: &usize| {
            all.iter().filter(|&&constraint| self.meeting[constraint] != node).all(|&constraint| {
                // Those that are complete before have no links elsewhere.
                self.meeting[constraint] > node
                    || self.constrained.constraints[constraint].iter().all(|&other| {
                        self.ancestry.reaches(self.start(other), node)
                            || self.ancestry.reaches(node, self.links[other] + 1)
                    })
            })
        };
        nodes.iter().rev().copied().find(known).unwrap_or_else(|| self.start(velocity))
    }

    /// The multiplier of a constraint, unless that is left out.
    pub(super) fn multiplier(&self, constraint: usize) -> Option<usize> {
        self.without.binary_search(&constraint).is_err().then_some(self.links.len() + constraint)
    }

    pub(super) fn is_velocity(&self, unknown: usize) -> bool {
        unknown < self.links.len()
    }

    pub(super) fn is_multiplier(&self, unknown: usize) -> bool {
        !self.is_velocity(unknown) && unknown < self.links.len() + self.meeting.len()
    }

    /// The unknowns of a force between bodies.
    pub(super) fn of_pair(&self, pair: usize) -> Range<usize> {
        let first = self.links.len() + self.meeting.len() + OF_PAIR * pair;
        first..first + OF_PAIR
    }

    /// The ends of forces at each node.
    pub(super) fn ends_at(&self, nodes: usize) -> Vec<Vec<(usize, usize)>> {
        let mut ends = vec![Vec::new(); nodes];
        for (pair, links) in self.pairs.iter().enumerate() {
            links.iter().enumerate().for_each(|(end, link)| ends[link + 1].push((pair, end)));
        }
        ends
    }

    /// The velocities of the constraint of a multiplier.
    pub(super) fn velocities_of(&self, multiplier: usize) -> &[usize] {
        &self.constrained.constraints[multiplier - self.links.len()]
    }

    /// The other velocities with which a velocity has a constraint in common, and itself.
    fn partners(&self, velocity: usize) -> BTreeSet<usize> {
        let constraints = self.of_velocity[velocity].iter();
        let others = constraints.flat_map(|&constraint| &self.constrained.constraints[constraint]);
        others.copied().chain([velocity]).collect()
    }

    /// The unknowns at each node.
    pub(super) fn open(&self, nodes: usize) -> Vec<BTreeSet<usize>> {
        let mut open = vec![BTreeSet::new(); nodes];
        for velocity in 0..self.links.len() {
            for node in self.ancestry.way(self.start(velocity), self.ends[velocity]) {
                open[node].insert(velocity);
            }
            for &constraint in &self.of_velocity[velocity] {
                if let Some(multiplier) = self.multiplier(constraint) {
                    for node in self.ancestry.way(self.start(velocity), self.ends[multiplier]) {
                        open[node].insert(multiplier);
                    }
                }
                // Those nearer to the ground wait for this velocity on its way, until they are eliminated.
                let others = self.constrained.constraints[constraint].iter();
                for &other in others.filter(|&&other| self.links[other] < self.links[velocity]) {
                    let (start, end) = (self.start(velocity), self.ends[other]);
                    if self.ancestry.reaches(start, end) {
                        let way = self.ancestry.way(start, self.meeting[constraint]);
                        way.take_while(|&node| node >= end).for_each(|node| _ = open[node].insert(other));
                    }
                }
            }
        }
        for (pair, links) in self.pairs.iter().enumerate() {
            let all = self.of_pair(pair);
            for link in links {
                for node in self.ancestry.way(link + 1, self.ends[all.start]) {
                    open[node].extend(all.clone());
                }
            }
        }
        open
    }

    /// The coefficients that come in with the velocities of a link: row, column, which one.
    pub(super) fn terms(&self, own: &[usize]) -> Vec<([usize; 2], What)> {
        let mut terms = Vec::new();
        for &velocity in own {
            for &constraint in &self.of_velocity[velocity] {
                let Some(multiplier) = self.multiplier(constraint) else { continue };
                terms.push(([multiplier, velocity], What::Row { constraint, velocity }));
                terms.push(([velocity, multiplier], What::Column { constraint, velocity }));
            }
            for other in self.partners(velocity) {
                // Links beyond this one have had theirs.
                let (one, both) = ([velocity, other], [[velocity, other], [other, velocity]]);
                match self.links[other].cmp(&self.links[velocity]) {
                    core::cmp::Ordering::Greater => {}
                    core::cmp::Ordering::Equal => terms.push((one, What::Stiffness(one))),
                    core::cmp::Ordering::Less => {
                        terms.extend(both.map(|places| (places, What::Stiffness(places))));
                    }
                }
            }
        }
        terms
    }
}
