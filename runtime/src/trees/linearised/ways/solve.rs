//! (2) to (5) of right-hand sides and solutions.

use super::Open;
use crate::Real;
use crate::trees::spatial::{Six, Square, plus, with, work};

impl<T: Real> Open<T> {
    /// (2), (3) and (5) of right-hand sides, inwards.
    pub(in crate::trees::linearised) fn inwards<const R: usize>(
        &self,
        node: usize,
        sums: &mut [Six<T>],
        opposing: &mut [Six<T>; R],
    ) {
        let Some((node, entries, at)) = self.ways.node(node) else { return };
        let (matrices, sums) = (&self.matrices, &mut sums[node.entries.clone()]);
        for force in 0..node.closing {
            let own = times(&matrices[at.n(force)], &sums[force]);
            sums[force] = own;
            for (row, opposing) in opposing.iter_mut().enumerate() {
                *opposing = plus(*opposing, times(&matrices[at.q(force, row)], &own));
            }
            for other in (force + 1..at.m).filter(|&other| entries[other].given) {
                sums[other] = plus(sums[other], times(&matrices[at.t(other, force)], &own));
            }
        }
    }

    /// τ_p of (5), from r − Sᵀ π of link i.
    pub(in crate::trees::linearised) fn onwards(&self, i: usize, sums: &mut [Six<T>], right: &[T]) {
        let Some((node, entries, at)) = self.ways.node(i + 1) else { return };
        let up = self.ways.nodes[node.above].entries.start;
        for force in (node.closing..at.m).filter(|&force| entries[force].given) {
            let a = &self.matrices[at.ab(force)];
            let sum = sums[node.entries.start + force];
            let sum = right.iter().zip(a).fold(sum, |sum, (&right, a)| with(sum, right, *a));
            let into = &mut sums[up + entries[force].above];
            *into = plus(*into, sum);
        }
    }

    /// Σ b y of link i, (4).
    pub(in crate::trees::linearised) fn efforts(&self, i: usize, y: &[Six<T>]) -> [T; 3] {
        let mut efforts = [T::zero(); 3];
        let Some((node, entries, at)) = self.ways.node(i + 1) else { return efforts };
        for force in (node.closing..at.m).filter(|&force| entries[force].acts) {
            let b = &self.matrices[at.ab(force)][3..];
            for (effort, b) in efforts.iter_mut().zip(b) {
                *effort = *effort + work(b, &y[entries[force].number()]);
            }
        }
        efforts
    }

    /// y of the forces that meet at a node, (2), from z of its link; on the ground there is none.
    pub(in crate::trees::linearised) fn outwards(
        &self,
        node: usize,
        sums: &[Six<T>],
        z: &[Six<T>],
        y: &mut [Six<T>],
    ) {
        let Some((node, entries, at)) = self.ways.node(node) else { return };
        let matrices = &self.matrices;
        for force in (0..node.closing).rev() {
            let mut own = sums[node.entries.start + force];
            for (part, z) in z.iter().enumerate() {
                own = plus(own, times(&matrices[at.u(force, part)], z));
            }
            for other in (force + 1..at.m).filter(|&other| entries[other].acts) {
                own = plus(own, times(&matrices[at.t(force, other)], &y[entries[other].number()]));
            }
            y[entries[force].number()] = own;
        }
    }
}

fn times<T: Real>(a: &Square<T>, x: &Six<T>) -> Six<T> {
    a.map(|row| work(&row, x))
}
