//! (1) to (4) of matrices.

use super::structure::{Going, Group};
use super::{Deferred, Places, Structure, six_at};
use crate::Real;
use crate::trees::linearised::local::{Joint, carry_row, row_of};
use crate::trees::linkage::{GROUND, Linkage};
use crate::trees::scaled::{self, Pivoted, Pivots};
use crate::trees::spatial::{Six, Square, with, work};

impl<T: Real> Deferred<T> {
    /// (4) of a node, whose P it changes.
    pub(in crate::trees::linearised) fn meet<const R: usize, const C: usize>(
        &mut self,
        node: usize,
        mut p: Option<&mut [[Square<T>; C]; R]>,
    ) {
        let Some(structure) = self.structure.clone() else { return };
        for (group, entries) in structure.groups(node) {
            let at = Places::of(group);
            let state = if p.is_some() { 6 * C } else { 0 };
            if let Some(zero) = self.divide(group, state) {
                self.weak = self.weak.or(Some(entries[zero].unknown));
                continue;
            }
            let Self { numbers, scales: [sizes, _], .. } = self;
            for column in 0..group.closing {
                if let Some(p) = &mut p {
                    for (row, of_row) in p.iter_mut().enumerate() {
                        let q: Six<T> = six_at(numbers, at.q(column, row));
                        for (part, block) in of_row.iter_mut().enumerate() {
                            let u = six_at(numbers, at.u(column, part));
                            for (line, &q) in block.iter_mut().zip(&q) {
                                *line = with(*line, -q, u);
                            }
                        }
                        for other in group.closing..at.m {
                            let factor = numbers[at.t(column, other)];
                            subtract_six(numbers, at.q(other, row), factor, &q);
                        }
                    }
                }
                for row in group.closing..at.m {
                    let factor = numbers[at.t(row, column)];
                    for k in 0..state {
                        let place = at.u(row, k / 6) + k % 6;
                        numbers[place] = numbers[place] - factor * numbers[at.u(column, k / 6) + k % 6];
                    }
                    for other in group.closing..at.m {
                        let more = factor * numbers[at.t(column, other)];
                        numbers[at.t(row, other)] = numbers[at.t(row, other)] - more;
                        if row == other {
                            let size = &mut sizes[group.entries + row];
                            *size = size.max(more.leading());
                        }
                    }
                }
            }
        }
    }

    /// Factors T_cc of a group; T_cc⁻¹ U_c, the first `state` numbers of each row, and T_cc⁻¹ T_co in their places. The row of a pivot
    /// that is zero.
    fn divide(&mut self, group: &Group, state: usize) -> Option<usize> {
        let Self { numbers, order, scales, work: [dense, room], .. } = self;
        let (at, own) = (Places::of(group), group.closing);
        let of_group = group.entries..group.entries + own;
        dense.clear();
        dense.extend((0..own * own).map(|k| numbers[at.t(k / own, k % own)]));
        let zero = scaled::factor(
            own,
            dense,
            Pivots {
                order: order.each_mut().map(|all| &mut all[of_group.clone()]),
                scales: scales.each_mut().map(|all| &mut all[of_group.clone()]),
            },
        );
        if zero.is_some() {
            return zero;
        }
        (0..own * own).for_each(|k| numbers[at.t(k / own, k % own)] = dense[k]);
        let pivoted = Pivoted {
            order: order.each_ref().map(|all| &all[of_group.clone()]),
            scales: scales.each_ref().map(|all| &all[of_group.clone()]),
        };
        room.clear();
        room.resize(2 * own, T::zero());
        let (x, steps) = room.split_at_mut(own);
        for k in 0..state + at.m - own {
            let place = |row: usize| match k.checked_sub(state) {
                None => at.u(row, k / 6) + k % 6,
                Some(other) => at.t(row, own + other),
            };
            (0..own).for_each(|row| x[row] = numbers[place(row)]);
            scaled::solve(own, |row, column| dense[row * own + column], &pivoted, x, steps);
            (0..own).for_each(|row| numbers[place(row)] = x[row]);
        }
        None
    }

    /// (2) and (3): the unknowns that go on from link i, and its own ones.
    pub(in crate::trees::linearised) fn pass<const R: usize, const C: usize>(
        &mut self,
        i: usize,
        linkage: &Linkage<T>,
        joint: &Joint<T, R, C>,
    ) {
        let Some(structure) = self.structure.clone() else { return };
        let link = &linkage.links[i];
        self.project(i, linkage, joint, &structure);
        self.couple(i, link.motion.freedoms(), joint, &structure);
        if link.parent != GROUND {
            self.hand_on(i, link.motion.freedoms(), joint, &structure);
        }
    }

    /// a and b of the unknowns that go on from link i; U W and Sᵀ Q if its own velocities are deferred.
    fn project<const R: usize, const C: usize>(
        &mut self,
        i: usize,
        linkage: &Linkage<T>,
        joint: &Joint<T, R, C>,
        structure: &Structure,
    ) {
        let Self { numbers, work: [of_motions, _], .. } = self;
        let (link, deferred) = (&linkage.links[i], structure.node(i + 1).own.is_some());
        let freedoms = link.motion.freedoms();
        of_motions.clear();
        for Going { at, own, .. } in structure.going(i + 1) {
            let mut of_motion = [T::zero(); 3];
            for k in 0..freedoms {
                for part in 0..C {
                    let u = six_at(numbers, at.u(own, part));
                    of_motion[k] = of_motion[k] + work(&u, &joint.columns[k][part]);
                }
            }
            let whole: Six<T> = core::array::from_fn(|c| {
                (0..R).fold(T::zero(), |sum, row| sum + numbers[at.q(own, row) + c])
            });
            let of_wrench = linkage.efforts_of(link, &whole);
            let (mut a, mut b) = (of_motion, of_wrench);
            if !deferred {
                (a, b) = ([T::zero(); 3], [T::zero(); 3]);
                for k in 0..freedoms {
                    for j in 0..freedoms {
                        a[k] = a[k] + of_motion[j] * joint.inverse[j][k];
                        b[k] = b[k] + joint.inverse[k][j] * of_wrench[j];
                    }
                }
            }
            numbers[at.a(own)..at.a(own) + 3].copy_from_slice(&a);
            numbers[at.b(own)..at.b(own) + 3].copy_from_slice(&b);
            of_motions.extend(of_motion);
        }
    }

    /// T of the parent of link i.
    fn couple<const R: usize, const C: usize>(
        &mut self,
        i: usize,
        freedoms: usize,
        joint: &Joint<T, R, C>,
        structure: &Structure,
    ) {
        let Self { numbers, coefficients, scales: [sizes, _], work: [of_motions, _], .. } = self;
        let (node, up) = (structure.node(i + 1), structure.landing(i + 1));
        let to = Places::of(up);
        let add = |numbers: &mut [T], [row, column]: [usize; 2], more: T| {
            numbers[to.t(row, column)] = numbers[to.t(row, column)] + more;
        };
        for (going, of_motion) in structure.going(i + 1).zip(of_motions.as_chunks::<3>().0) {
            let Going { at, own, above, entry } = going;
            let size = sizes[up.entries + above].max(sizes[entry]);
            sizes[up.entries + above] = size;
            for Going { at: from, own: other, above: column, .. } in structure.going(i + 1) {
                // Groups have nothing to do with each other.
                if from.first == at.first {
                    let more = numbers[at.t(own, other)];
                    add(numbers, [above, column], more);
                }
                if node.own.is_none() {
                    let b = &numbers[from.b(other)..from.b(other) + freedoms];
                    let more = of_motion.iter().zip(b).fold(T::zero(), |sum, (&a, &b)| sum + a * b);
                    add(numbers, [above, column], -more);
                    if above == column {
                        sizes[up.entries + above] = size.max(more.leading());
                    }
                }
            }
            for (k, &place) in node.own.iter().flatten().enumerate().take(freedoms) {
                let (of_motion, of_wrench) = (numbers[at.a(own) + k], numbers[at.b(own) + k]);
                add(numbers, [above, place], of_motion);
                add(numbers, [place, above], of_wrench);
            }
        }
        let Some(places) = node.own else { return };
        for k in 0..freedoms {
            for j in 0..freedoms {
                add(numbers, [places[k], places[j]], joint.diagonal[k][j]);
            }
        }
        for (number, term) in structure.terms_of(i + 1) {
            add(numbers, term.place, coefficients[number]);
        }
    }

    /// Q and U of the parent of link i.
    fn hand_on<const R: usize, const C: usize>(
        &mut self,
        i: usize,
        freedoms: usize,
        Joint { lever, rows, frames, rate, .. }: &Joint<T, R, C>,
        structure: &Structure,
    ) {
        let numbers = &mut self.numbers;
        let deferred = structure.node(i + 1).own;
        let to = Places::of(structure.landing(i + 1));
        let gone = if deferred.is_some() { 0 } else { freedoms };
        for Going { at, own, above, .. } in structure.going(i + 1) {
            let [a, b] = [at.a(own), at.b(own)].map(|at| [numbers[at], numbers[at + 1], numbers[at + 2]]);
            for row in 0..R {
                let mut q: Six<T> = six_at(numbers, at.q(own, row));
                for k in 0..gone {
                    q = with(q, -b[k], lever[row][k]);
                }
                add_six(numbers, to.q(above, row), &frames[row].up(&q));
            }
            let mut u: [Six<T>; C] = core::array::from_fn(|part| six_at(numbers, at.u(own, part)));
            carry_row::<T, R, C>(&mut u, rate);
            for (part, u) in u.iter_mut().enumerate() {
                for k in 0..gone {
                    *u = with(*u, -a[k], rows[part][k]);
                }
                add_six(numbers, to.u(above, part), &frames[row_of(R, C, part)].up(u));
            }
        }
        for (k, &own) in deferred.iter().flatten().enumerate().take(freedoms) {
            for row in 0..R {
                add_six(numbers, to.q(own, row), &frames[row].up(&lever[row][k]));
            }
            for (part, rows) in rows.iter().enumerate() {
                add_six(numbers, to.u(own, part), &frames[row_of(R, C, part)].up(&rows[k]));
            }
        }
    }
}

fn add_six<T: Real>(numbers: &mut [T], at: usize, more: &Six<T>) {
    for (number, &more) in numbers[at..at + 6].iter_mut().zip(more) {
        *number = *number + more;
    }
}

fn subtract_six<T: Real>(numbers: &mut [T], at: usize, factor: T, other: &Six<T>) {
    for (number, &other) in numbers[at..at + 6].iter_mut().zip(other) {
        *number = *number - factor * other;
    }
}
