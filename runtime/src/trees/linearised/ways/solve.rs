//! (2) to (5) of right-hand sides and solutions.

use super::{Open, Ways};
use crate::Real;
use crate::trees::linkage::{GROUND, Link};
use crate::trees::spatial::{Six, Square, plus, with, work};

impl Ways {
    /// (2), (3) and (5) of right-hand sides, inwards.
    pub(in crate::trees::linearised) fn inwards<T: Real, const R: usize>(
        &self,
        node: usize,
        open: &Open<T>,
        sums: &mut [Six<T>],
        opposing: &mut [Six<T>; R],
    ) {
        let Some((node, entries, at)) = self.node(node) else { return };
        let Open { pairs, matrices } = open;
        let sums = &mut sums[node.entries.clone()];
        let is_active = |force: &usize| pairs[entries[*force].pair].is_some();
        for force in (0..node.closing).filter(is_active) {
            let own = times(&matrices[at.n(force)], &sums[force]);
            sums[force] = own;
            for (row, opposing) in opposing.iter_mut().enumerate() {
                *opposing = plus(*opposing, times(&matrices[at.q(force, row)], &own));
            }
            for other in (force + 1..at.m).filter(is_active).filter(|&other| entries[other].given) {
                sums[other] = plus(sums[other], times(&matrices[at.t(other, force)], &own));
            }
        }
    }

    /// τ_p of (5), from r − Sᵀ π of link i.
    pub(in crate::trees::linearised) fn onwards<T: Real>(
        &self,
        i: usize,
        link: &Link,
        open: &Open<T>,
        sums: &mut [Six<T>],
        right: &[T],
    ) {
        let Some((node, entries, at)) = self.node(i + 1) else { return };
        let above = match link.parent {
            GROUND => 0,
            parent => parent as usize + 1,
        };
        let up = self.nodes[above].entries.start;
        for force in node.closing..at.m {
            if open.pairs[entries[force].pair].is_none() || !entries[force].given {
                continue;
            }
            let a = &open.matrices[at.ab(force)];
            let sum = sums[node.entries.start + force];
            let sum = right.iter().zip(a).fold(sum, |sum, (&right, a)| with(sum, right, *a));
            let into = &mut sums[up + entries[force].above];
            *into = plus(*into, sum);
        }
    }

    /// Σ b y of link i, (4).
    pub(in crate::trees::linearised) fn efforts<T: Real>(
        &self,
        i: usize,
        open: &Open<T>,
        y: &[Six<T>],
    ) -> [T; 3] {
        let mut efforts = [T::zero(); 3];
        let Some((node, entries, at)) = self.node(i + 1) else { return efforts };
        for force in node.closing..at.m {
            let entry = &entries[force];
            if open.pairs[entry.pair].is_some() && entry.acts {
                let b = &open.matrices[at.ab(force)][3..];
                for (effort, b) in efforts.iter_mut().zip(b) {
                    *effort = *effort + work(b, &y[entry.number()]);
                }
            }
        }
        efforts
    }

    /// y of the forces that meet at a node, (2), from z of its link; on the ground there is none.
    pub(in crate::trees::linearised) fn outwards<T: Real>(
        &self,
        node: usize,
        open: &Open<T>,
        sums: &[Six<T>],
        z: &[Six<T>],
        y: &mut [Six<T>],
    ) {
        let Some((node, entries, at)) = self.node(node) else { return };
        let Open { pairs, matrices } = open;
        let is_active = |force: &usize| pairs[entries[*force].pair].is_some();
        for force in (0..node.closing).rev().filter(is_active) {
            let mut own = sums[node.entries.start + force];
            for (part, z) in z.iter().enumerate() {
                own = plus(own, times(&matrices[at.u(force, part)], z));
            }
            for other in (force + 1..at.m).filter(is_active).filter(|&other| entries[other].acts) {
                own = plus(own, times(&matrices[at.t(force, other)], &y[entries[other].number()]));
            }
            y[entries[force].number()] = own;
        }
    }
}

fn times<T: Real>(a: &Square<T>, x: &Six<T>) -> Six<T> {
    a.map(|row| work(&row, x))
}
