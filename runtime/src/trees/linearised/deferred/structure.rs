//! The tables of the elimination: the groups of unknowns at each link, their places, and what constraints and forces add there.

use super::Places;
use super::meeting::{self, Merged, Source};
use super::unknowns::{Constrained, OF_PAIR, Unknowns, What};
use crate::trees::linkage::Link;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The unknowns of all links.
#[derive(Debug)]
pub(in crate::trees) struct Structure {
    /// The constraints that are left out.
    without: Vec<usize>,
    velocities: usize,
    constraints: usize,
    /// Of the ground, then of every link.
    nodes: Vec<Node>,
    groups: Vec<Group>,
    entries: Vec<Entry>,
    terms: Vec<Term>,
    ends: Vec<End>,
    numbers: usize,
}

/// The end of a force between bodies on its link.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) pair: usize,
    /// Which end.
    pub(super) end: usize,
    /// The group of the link that takes its unknowns, and their places there.
    pub(super) group: usize,
    pub(super) places: [usize; OF_PAIR],
}

/// The ground, or a link.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    groups: Range<usize>,
    /// The group of the parent that takes its unknowns, if some go on.
    pub(super) landing: usize,
    /// The places there of its own velocities, if they are deferred.
    pub(super) own: Option<[usize; 3]>,
    /// What constraints add there.
    terms: Range<usize>,
    /// The ends of forces between bodies.
    ends: Range<usize>,
}

/// Unknowns that are together at a node: those that are eliminated there, then those that go on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The group of the same node to which the others go on; none: that of the parent.
    pub(super) within: Option<usize>,
    /// Their first entry.
    pub(super) entries: usize,
    pub(super) count: usize,
    pub(super) closing: usize,
    /// The first of its numbers.
    pub(super) first: usize,
}

/// An unknown at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Its number: velocities by columns of G, then multipliers, then those of forces between bodies.
    pub(super) unknown: usize,
    /// Its place in the group to which it goes on.
    pub(super) above: usize,
}

/// An unknown that goes on from a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Going {
    /// The numbers of its group, and its place there.
    pub(super) at: Places,
    pub(super) own: usize,
    /// Its entry.
    pub(super) entry: usize,
    /// Its place in the group of the parent.
    pub(super) above: usize,
}

/// A coefficient of a constraint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    /// Its row and column in the group of the parent.
    pub(super) place: [usize; 2],
    pub(super) what: What,
}

impl Structure {
    /// Of a tree, and the links of forces between bodies, whose constraints are those of `constrained`, without some of them, ascending.
    pub(in crate::trees) fn new(
        (links, pairs): (&[Link], &[[usize; 2]]),
        constrained: &Constrained,
        without: &[usize],
    ) -> Self {
        let all = Unknowns::new((links, pairs), constrained, without);
        let (count, velocities) = (links.len() + 1, constrained.velocities.len());
        let open = all.open(count);
        let mut of_link = vec![Vec::new(); count];
        (0..velocities).for_each(|velocity| of_link[all.links[velocity] + 1].push(velocity));
        // What each link hands on to its parent: those of it have to do with each other.
        let terms: Vec<Vec<([usize; 2], What)>> = of_link.iter().map(|own| all.terms(own)).collect();
        let handed: Vec<BTreeSet<usize>> = (0..count)
            .map(|node| {
                let going = open[node].iter().copied().filter(|&unknown| all.ends[unknown] != node);
                going
                    .chain(of_link[node].iter().copied())
                    .chain(terms[node].iter().flat_map(|term| term.0))
                    .collect()
            })
            .collect();
        let mut structure = Self {
            without: without.to_vec(),
            velocities,
            constraints: constrained.constraints.len(),
            nodes: vec![Node::default(); count],
            groups: Vec::new(),
            entries: Vec::new(),
            terms: Vec::new(),
            ends: Vec::new(),
            numbers: 0,
        };
        let ends = all.ends_at(count);
        let mut children = vec![Vec::new(); count];
        (1..count).for_each(|node| children[all.ancestry.parents[node]].push(node));
        // Parents first: places of the groups of a node are known when its children come.
        let mut places: Vec<BTreeMap<usize, usize>> = Vec::new();
        for node in 0..count {
            let of_children = children[node].iter().map(|&child| handed[child].clone());
            let of_ends = ends[node].iter().map(|&(pair, _)| all.of_pair(pair).collect());
            let merged = meeting::groups(&all, node, of_children.chain(of_ends).collect());
            structure.group((node, &children[node]), (merged, &ends[node], &all), &mut places);
            if node == 0 {
                continue;
            }
            let landing = structure.nodes[node].landing;
            let place =
                |unknown: usize| places.get(landing).and_then(|all| all.get(&unknown)).map_or(0, |&at| at);
            let first = structure.terms.len();
            let added = terms[node].iter().map(|&(places, what)| Term { place: places.map(place), what });
            structure.terms.extend(added);
            let own = &of_link[node];
            let of_node = &mut structure.nodes[node];
            of_node.terms = first..structure.terms.len();
            let number = |k: usize| own.get(k).map_or(0, |&velocity| place(velocity));
            of_node.own = (!own.is_empty()).then(|| core::array::from_fn(number));
        }
        structure
    }

    /// The groups of a node. In memory they are the other way round: each after the one that takes what it leaves.
    fn group(
        &mut self,
        (node, children): (usize, &[usize]),
        (merged, ends, unknowns): (Vec<Merged>, &[(usize, usize)], &Unknowns<'_>),
        places: &mut Vec<BTreeMap<usize, usize>>,
    ) {
        let (first, count, first_end) = (self.groups.len(), merged.len(), self.ends.len());
        let number = |merged: usize| first + count - 1 - merged;
        let mut within = vec![None; count];
        for (target, one) in merged.iter().enumerate() {
            for source in &one.sources {
                match *source {
                    // Its children, then its ends.
                    Source::Handed(number_of) => match number_of.checked_sub(children.len()) {
                        None => self.nodes[children[number_of]].landing = number(target),
                        Some(of_end) => {
                            let (pair, end) = ends[of_end];
                            self.ends.push(End { pair, end, group: number(target), places: [0; OF_PAIR] });
                        }
                    },
                    Source::Group(group) => within[group] = Some(number(target)),
                }
            }
        }
        let landing = self.nodes[node].landing;
        for (one, within) in merged.iter().zip(within).rev() {
            let above = within.unwrap_or(landing);
            let (entries, mut of_group) = (self.entries.len(), BTreeMap::new());
            for (place, &unknown) in one.closing.iter().chain(&one.going).enumerate() {
                let above = places.get(above).and_then(|above| above.get(&unknown)).map_or(0, |&place| place);
                self.entries.push(Entry { unknown, above });
                of_group.insert(unknown, place);
            }
            places.push(of_group);
            let (count, closing) = (one.closing.len() + one.going.len(), one.closing.len());
            self.groups.push(Group { within, entries, count, closing, first: self.numbers });
            self.numbers += Places::count(count);
        }
        self.nodes[node].groups = first..self.groups.len();
        self.nodes[node].ends = first_end..self.ends.len();
        for end in &mut self.ends[first_end..] {
            let place = |unknown: usize| places[end.group].get(&unknown).map_or(0, |&place| place);
            unknowns.of_pair(end.pair).zip(&mut end.places).for_each(|(unknown, at)| *at = place(unknown));
        }
    }

    /// The products of one elimination, about.
    pub(in crate::trees) fn work(&self) -> f64 {
        /// Of Q, U, a and b of an unknown that goes on from a link; of Q and U of one that goes on within a node.
        const HANDED: [usize; 2] = [150, 36];
        let of_group = |group: &Group| {
            let (own, others) = (group.closing, group.count - group.closing);
            let handed = HANDED[usize::from(group.within.is_some())];
            own * own * own / 3 + own * (own + others) * (12 + others) + 3 * others * others + handed * others
        };
        self.groups.iter().map(|group| of_group(group) as f64).sum()
    }

    /// Whether it is that of the same constraints left out.
    pub(in crate::trees) fn is_without(&self, without: &[usize]) -> bool {
        self.without == without
    }

    /// The number of velocities.
    pub(super) fn velocities(&self) -> usize {
        self.velocities
    }

    /// The number of unknowns.
    pub(super) fn unknowns(&self) -> usize {
        // Each force between bodies has two ends.
        self.velocities + self.constraints + OF_PAIR * self.ends.len() / 2
    }

    /// The number of unknowns at all nodes.
    pub(super) fn entries(&self) -> usize {
        self.entries.len()
    }

    /// The length of the numbers of all groups.
    pub(super) fn numbers(&self) -> usize {
        self.numbers
    }

    /// The coefficients of all nodes.
    pub(super) fn terms(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter()
    }

    pub(super) fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    /// The groups of a node, with their unknowns, each after the one that takes what it leaves.
    pub(super) fn groups(&self, node: usize) -> impl DoubleEndedIterator<Item = (&Group, &[Entry])> + Clone {
        let groups = self.groups[self.nodes[node].groups.clone()].iter();
        groups.map(|group| (group, &self.entries[group.entries..group.entries + group.count]))
    }

    /// Those whose unknowns go on to the parent.
    pub(super) fn groups_going(&self, node: usize) -> impl Iterator<Item = (&Group, &[Entry])> + Clone {
        self.groups(node).filter(|(group, _)| group.within.is_none())
    }

    /// The group of the same node to which the unknowns of a group go on.
    pub(super) fn within(&self, group: &Group) -> Option<&Group> {
        group.within.map(|within| &self.groups[within])
    }

    /// The group of the parent of a node that its unknowns belong to.
    pub(super) fn landing(&self, node: usize) -> &Group {
        &self.groups[self.nodes[node].landing]
    }

    /// The unknowns that go on from a node.
    pub(super) fn going(&self, node: usize) -> impl Iterator<Item = Going> + '_ {
        self.groups_going(node).flat_map(|(group, entries)| {
            let of_group = entries.iter().enumerate().skip(group.closing);
            of_group.map(|(own, entry)| Going {
                at: Places::of(group),
                own,
                entry: group.entries + own,
                above: entry.above,
            })
        })
    }

    /// The same with the numbers of the unknowns.
    pub(super) fn unknowns_going(&self, node: usize) -> impl Iterator<Item = (usize, Going)> + '_ {
        self.going(node).map(|going| (self.entries[going.entry].unknown, going))
    }

    /// The velocities of the link of a node, if they are deferred.
    pub(super) fn own_unknowns(&self, node: usize) -> Option<[usize; 3]> {
        let landing = self.landing(node);
        let places = self.nodes[node].own?;
        Some(places.map(|place| self.entries[landing.entries + place].unknown))
    }

    /// What constraints add at the parent of a node, with the number of each coefficient.
    pub(super) fn terms_of(&self, node: usize) -> impl Iterator<Item = (usize, &Term)> {
        let range = self.nodes[node].terms.clone();
        range.clone().zip(&self.terms[range])
    }

    /// Whether an unknown is a multiplier.
    pub(super) fn is_multiplier(&self, unknown: usize) -> bool {
        (self.velocities..self.velocities + self.constraints).contains(&unknown)
    }

    /// The force between bodies that an unknown belongs to.
    pub(super) fn pair_of(&self, unknown: usize) -> Option<usize> {
        Some(unknown.checked_sub(self.velocities + self.constraints)? / OF_PAIR)
    }

    /// The ends of forces between bodies at a node, with their groups.
    pub(super) fn ends(&self, node: usize) -> impl Iterator<Item = (&End, &Group)> {
        self.ends[self.nodes[node].ends.clone()].iter().map(|end| (end, &self.groups[end.group]))
    }
}
