//! (2) to (4) of right-hand sides and solutions.

use super::{Deferred, Places, six_at};
use crate::Real;
use crate::trees::scaled::{self, Pivoted};
use crate::trees::spatial::{Six, with, work};
use alloc::vec::Vec;

/// Space for one solve.
#[derive(Clone, Debug)]
pub(in crate::trees::linearised) struct Solving<T> {
    /// u. Of multipliers, the right-hand side before.
    pub(in crate::trees::linearised) unknowns: Vec<T>,
    /// τ of every entry, then T_cc⁻¹ τ_c.
    taus: Vec<T>,
    work: Vec<T>,
}

impl<T> Default for Solving<T> {
    fn default() -> Self {
        Self { unknowns: Vec::new(), taus: Vec::new(), work: Vec::new() }
    }
}

impl<T: Real> Deferred<T> {
    /// Begins with right-hand sides of zero.
    pub(in crate::trees::linearised) fn solving(&self, solving: &mut Solving<T>) {
        let (unknowns, entries) = self.sizes();
        solving.unknowns.resize(unknowns, T::zero());
        super::zeros(&mut solving.taus, entries, T::zero());
    }

    /// (4) of right-hand sides at a node: π.
    pub(in crate::trees::linearised) fn inwards<const R: usize>(
        &self,
        node: usize,
        solving: &mut Solving<T>,
        opposing: &mut [Six<T>; R],
    ) {
        let Some(structure) = self.structure.as_deref() else { return };
        let Solving { unknowns, taus, work } = solving;
        let numbers = &self.numbers;
        for (group, entries) in structure.groups(node).rev() {
            let (at, own) = (Places::of(group), group.closing);
            // The group that takes the others comes first.
            let (before, taus) = taus.split_at_mut(group.entries);
            let taus = &mut taus[..group.count];
            for (tau, entry) in taus.iter_mut().zip(entries).take(own) {
                if structure.is_multiplier(entry.unknown) {
                    *tau = *tau + unknowns[entry.unknown];
                }
            }
            let (closing, others) = taus.split_at_mut(own);
            let of_group = group.entries..group.entries + own;
            let pivoted = Pivoted {
                order: self.order.each_ref().map(|all| &all[of_group.clone()]),
                scales: self.scales.each_ref().map(|all| &all[of_group.clone()]),
            };
            super::zeros(work, own, T::zero());
            scaled::solve(own, |row, column| numbers[at.t(row, column)], &pivoted, closing, work);
            for (unknown, &tau) in closing.iter().enumerate() {
                for (row, opposing) in opposing.iter_mut().enumerate() {
                    *opposing = with(*opposing, tau, six_at(numbers, at.q(unknown, row)));
                }
                for (other, of_other) in others.iter_mut().enumerate() {
                    *of_other = *of_other - numbers[at.t(own + other, unknown)] * tau;
                }
            }
            if let Some(next) = structure.within(group) {
                for (entry, &tau) in entries[own..].iter().zip(&*others) {
                    let into = &mut before[next.entries + entry.above];
                    *into = *into + tau;
                }
            }
        }
    }

    /// (2) and (3) of right-hand sides, from r − Sᵀ π of link i.
    pub(in crate::trees::linearised) fn onwards(&self, i: usize, solving: &mut Solving<T>, right: &[T]) {
        let Some(structure) = self.structure.as_deref() else { return };
        let (node, first) = (structure.node(i + 1), structure.landing(i + 1).entries);
        let taus = &mut solving.taus;
        for going in structure.going(i + 1) {
            let mut tau = taus[going.entry];
            if node.own.is_none() {
                let a = &self.numbers[going.at.a(going.own)..];
                tau = right.iter().zip(a).fold(tau, |tau, (&right, &a)| tau - a * right);
            }
            taus[first + going.above] = taus[first + going.above] + tau;
        }
        for (&place, &right) in node.own.iter().flatten().zip(right) {
            taus[first + place] = taus[first + place] + right;
        }
    }

    /// Σ b u of link i, (3); nothing if its velocities are deferred.
    pub(in crate::trees::linearised) fn efforts(&self, i: usize, solving: &Solving<T>) -> [T; 3] {
        let mut efforts = [T::zero(); 3];
        let Some(structure) = self.structure.as_deref() else { return efforts };
        if structure.node(i + 1).own.is_some() {
            return efforts;
        }
        for (unknown, going) in structure.unknowns_going(i + 1) {
            let b = &self.numbers[going.at.b(going.own)..];
            for (effort, &b) in efforts.iter_mut().zip(b) {
                *effort = *effort + b * solving.unknowns[unknown];
            }
        }
        efforts
    }

    /// The velocities of link i, if they are deferred.
    pub(in crate::trees::linearised) fn own(&self, i: usize, solving: &Solving<T>) -> Option<[T; 3]> {
        let velocities = self.structure.as_deref()?.own_unknowns(i + 1)?;
        Some(velocities.map(|unknown| solving.unknowns.get(unknown).copied().unwrap_or(T::zero())))
    }

    /// The unknowns that are eliminated at a node, (4), from z of its link; on the ground there is none.
    pub(in crate::trees::linearised) fn outwards(&self, node: usize, z: &[Six<T>], solving: &mut Solving<T>) {
        let Some(structure) = self.structure.as_deref() else { return };
        let Solving { unknowns, taus, .. } = solving;
        let numbers = &self.numbers;
        for (group, entries) in structure.groups(node) {
            let (at, own) = (Places::of(group), group.closing);
            for unknown in 0..own {
                let mut value = taus[group.entries + unknown];
                for (part, z) in z.iter().enumerate() {
                    value = value - work(&six_at(numbers, at.u(unknown, part)), z);
                }
                for (other, entry) in entries.iter().enumerate().skip(own) {
                    value = value - numbers[at.t(unknown, other)] * unknowns[entry.unknown];
                }
                unknowns[entries[unknown].unknown] = value;
            }
        }
    }
}
