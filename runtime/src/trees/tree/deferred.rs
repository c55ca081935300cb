//! Constraints that are eliminated with the links ([`linearised`](crate::trees)), and redundant ones beside them.

use super::dependent::DependentRoom;
use super::factors::Factors;
use super::saddle::Closing;
use super::{Rooms, Sharing, Tree};
use crate::Real;
use crate::trees::linearised::Structure;
use crate::trees::{
    Constrained, Elimination, GROUND, Kind, Layout, Link, Open, Parts, Shape, WeightedEngine,
};
use alloc::vec;
use alloc::vec::Vec;

/// Space for solves.
#[derive(Debug)]
pub(super) struct DeferredRoom<T> {
    /// Of all links, and of the mechanism with its constraints.
    own: Vec<T>,
    all: Vec<T>,
    dependent: DependentRoom<T>,
}

impl<T> Default for DeferredRoom<T> {
    fn default() -> Self {
        Self { own: Vec::new(), all: Vec::new(), dependent: DependentRoom::default() }
    }
}

/// The factors of links with their constraints.
type OfLinks<'a, T> = (Shape, &'a [T], &'a Open<T>);
/// What solves with them.
type Loops<'a, T> = &'a dyn WeightedEngine<T>;

/// The time of a product in an elimination on ways beside one of dense columns, about.
const BESIDE_DENSE: f64 = 2.0;
/// The products of a solve with the factors of a link.
const SOLVE: f64 = 130.0;

/// The constraints, if eliminating them on their ways takes less time than a dense matrix of their velocities and multipliers, with a solve for each
/// velocity.
pub(super) fn on_ways<T: Real>(
    (links, kinds): (&[Link], &[Kind<T>]),
    pairs: &[[usize; 2]],
    sharing: &Sharing<T>,
    layout: &Layout,
) -> Constrained {
    if layout.constraints.is_empty() || moves_no_mass(links, kinds) {
        return Constrained::default();
    }
    let constraints = layout.constraints.iter().map(|velocities| sharing.of_whole_links(velocities, layout));
    let constrained = Constrained { velocities: sharing.own_given(), constraints: constraints.collect() };
    let [n, m, count] =
        [links.len(), constrained.velocities.len(), constrained.constraints.len()].map(|count| count as f64);
    let dense = SOLVE * m * n + (m + count) * (m + count) * (m + count) / 3.0;
    let on_ways = Structure::new((links, pairs), &constrained, &[]).work();
    if BESIDE_DENSE * on_ways < dense { constrained } else { Constrained::default() }
}

/// Whether a velocity in constraints moves no mass: only all constraints together may determine it.
fn moves_no_mass<T: Real>(links: &[Link], kinds: &[Kind<T>]) -> bool {
    let mut carried = vec![0.0; links.len()];
    for (number, link) in links.iter().enumerate().rev() {
        let kind = &kinds[link.kind as usize];
        let turning: f64 = (0..3).map(|k| kind.inertia[k][k].leading()).sum();
        carried[number] += kind.mass.leading() + turning + kind.rotor.leading();
        if link.parent != GROUND {
            carried[link.parent as usize] += carried[number];
        }
    }
    links.iter().zip(&carried).any(|(link, &carried)| link.given && carried == 0.0)
}

impl<T: Real> Tree<T> {
    /// The sharing of a tree whose constraints are eliminated with its links.
    pub(super) fn deferring(&self) -> Option<&Sharing<T>> {
        self.sharing.as_ref().filter(|_| !self.linkage.constrained.constraints.is_empty())
    }

    /// Takes the constraints of a matrix, before its links are eliminated.
    pub(super) fn defer(
        &self,
        (parts, closing): (&Parts<'_, T>, &Closing<'_, T>),
        rooms: &mut Rooms<T>,
        into: &mut Factors<T>,
    ) {
        let Some(sharing) = self.deferring() else { return into.open.deferred.clear() };
        self.elimination(rooms).constrain(&self.linkage, (parts, closing), &mut into.open);
        let (n, count) = (self.velocities(), self.linkage.constrained.constraints.len());
        let given = sharing.given().iter().copied();
        into.border.dependent.hold(n, given, count, closing.redundant);
    }

    /// Redundant constraints, after the links have been eliminated with the others; the row of a weak pivot.
    pub(super) fn factor_dependent(
        &self,
        sharing: &Sharing<T>,
        closing: &Closing<'_, T>,
        (loops, shape, rooms): (Loops<'_, T>, Shape, &mut Rooms<T>),
        into: &mut Factors<T>,
    ) -> Option<usize> {
        if let Some(unknown) = into.open.deferred.weak {
            return Some(sharing.row(unknown));
        }
        let Factors { values, open, border, .. } = into;
        let dependent = &mut border.dependent;
        if dependent.is_empty() {
            return None;
        }
        let DeferredRoom { mut own, all, dependent: room } = core::mem::take(&mut rooms.of_links.deferred);
        let elimination = self.elimination(rooms);
        let factors = (shape, super::factors::of_links(values), &*open);
        let sound = dependent.factor(closing, |others, x| {
            self.solve_others((loops, factors), others, (elimination, &mut own), x);
        });
        rooms.of_links.deferred = DeferredRoom { own, all, dependent: room };
        (!sound).then(|| sharing.row(sharing.given().len()))
    }

    /// Solves for velocities and the constraints that do not depend on others, in place.
    fn solve_others(
        &self,
        factors: (Loops<'_, T>, OfLinks<'_, T>),
        others: &[usize],
        (elimination, own): (&mut Elimination<T>, &mut Vec<T>),
        x: &mut [T],
    ) {
        let (velocities, right) = x.split_at_mut(self.velocities());
        let multipliers = elimination.multipliers(&self.linkage);
        others.iter().zip(&*right).for_each(|(&row, &right)| multipliers[row] = right);
        self.solve_with_links(factors, (elimination, own), velocities);
        let multipliers = elimination.multipliers(&self.linkage);
        others.iter().zip(right).for_each(|(&row, right)| *right = multipliers[row]);
    }

    /// Solves for the velocities of the mechanism, in place, and for the multipliers of the work space.
    fn solve_with_links(
        &self,
        (loops, factors): (Loops<'_, T>, OfLinks<'_, T>),
        (elimination, own): (&mut Elimination<T>, &mut Vec<T>),
        x: &mut [T],
    ) {
        let Some(sharing) = &self.sharing else { return };
        sharing.spread(x, own);
        loops.solve_weighted(factors, elimination, own);
        sharing.gather(own, x);
    }

    /// The solution of a matrix with constraints that are eliminated with the links, in place.
    pub(super) fn solve_deferred(
        &self,
        factors: (Loops<'_, T>, OfLinks<'_, T>),
        border: &super::shared::Border<T>,
        rooms: &mut Rooms<T>,
        (x, lambda): (&mut [T], &mut [T]),
    ) {
        let DeferredRoom { mut own, mut all, dependent: mut room } =
            core::mem::take(&mut rooms.of_links.deferred);
        let elimination = self.elimination(rooms);
        let dependent = &border.dependent;
        if dependent.is_empty() {
            elimination.multipliers(&self.linkage).copy_from_slice(lambda);
            self.solve_with_links(factors, (elimination, &mut own), x);
            lambda.copy_from_slice(elimination.multipliers(&self.linkage));
        } else {
            all.clear();
            all.extend(x.iter().chain(&*lambda).copied());
            dependent.solve(&mut all, &mut room, |others, x| {
                self.solve_others(factors, others, (elimination, &mut own), x);
            });
            let (of_x, of_lambda) = all.split_at(x.len());
            x.copy_from_slice(of_x);
            lambda.copy_from_slice(of_lambda);
        }
        rooms.of_links.deferred = DeferredRoom { own, all, dependent: room };
    }
}
