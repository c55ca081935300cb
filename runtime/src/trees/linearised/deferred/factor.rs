//! (1) to (4) of matrices.

use super::structure::{Entry, Going, Group};
use super::{Deferred, Places, Structure, six_at};
use crate::Real;
use crate::trees::linearised::local::{Joint, carry_row, row_of};
use crate::trees::linearised::pair::Pair;
use crate::trees::linkage::{GROUND, Linkage};
use crate::trees::scaled::{self, Pivoted, Pivots};
use crate::trees::spatial::{Six, Square, with, work};

impl<T: Real> Deferred<T> {
    /// (4) of a node, whose P it changes; the first force between bodies without a sound pivot.
    pub(in crate::trees::linearised) fn meet<const R: usize, const C: usize>(
        &mut self,
        node: usize,
        pairs: &[Option<Pair<T>>],
        mut p: Option<&mut [[Square<T>; C]; R]>,
    ) -> Option<usize> {
        let structure = self.structure.take()?;
        let mut weak = None;
        self.act::<R, C>(node, pairs, &structure);
        for (group, entries) in structure.groups(node).rev() {
            let at = Places::of(group);
            let state = if p.is_some() { 6 * C } else { 0 };
            if let Some(zero) = self.divide(group, state) {
                let unknown = entries[zero].unknown;
                match structure.pair_of(unknown) {
                    Some(pair) => weak = weak.or(Some(pair)),
                    None => self.weak = self.weak.or(Some(unknown)),
                }
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
            if let Some(next) = structure.within(group) {
                self.add_to(next, (group, entries), state);
            }
        }
        self.structure = Some(structure);
        weak
    }

    /// The ends of forces between bodies at a node, (5).
    fn act<const R: usize, const C: usize>(
        &mut self,
        node: usize,
        pairs: &[Option<Pair<T>>],
        structure: &Structure,
    ) {
        let numbers = &mut self.numbers;
        for (end, group) in structure.ends(node) {
            let at = Places::of(group);
            let (acting, giving) = (6 * end.end, 6 * (1 - end.end));
            let pair = pairs.get(end.pair).and_then(Option::as_ref);
            let action = pair.map(|pair| pair.action(end.end));
            for k in 0..6 {
                let own = end.places[acting + k];
                numbers[at.t(own, own)] = numbers[at.t(own, own)] + T::one();
                for (row, of_row) in action.iter().flatten().enumerate() {
                    let place = at.q(own, 0) + row;
                    numbers[place] = numbers[place] + of_row[k];
                }
            }
            for part in 0..C {
                let Some(derivative) = pair.map(|pair| pair.derivative::<R, C>(end.end, part)) else {
                    continue;
                };
                for (row, &other) in derivative.iter().zip(&end.places[giving..giving + 6]) {
                    add_six(numbers, at.u(other, part), &row.map(|x| -x));
                }
            }
        }
    }

    /// Adds what a group leaves to the next one of the same node: T, Q, and the first `state` numbers of U.
    fn add_to(&mut self, next: &Group, (group, entries): (&Group, &[Entry]), state: usize) {
        self.add_couplings(next, (group, entries));
        if state == 0 {
            return;
        }
        let (at, to) = (Places::of(group), Places::of(next));
        let (above, own) = self.numbers.split_at_mut(at.first);
        for (unknown, entry) in entries.iter().enumerate().skip(group.closing) {
            let mut add = |from: usize, into: usize, count: usize| {
                let from = &own[from - at.first..][..count];
                above[into..into + count].iter_mut().zip(from).for_each(|(sum, &more)| *sum = *sum + more);
            };
            add(at.q(unknown, 0), to.q(entry.above, 0), 12);
            add(at.u(unknown, 0), to.u(entry.above, 0), state);
        }
    }

    /// Adds T of the unknowns that go on from a group to that of the next one.
    fn add_couplings(&mut self, next: &Group, (group, entries): (&Group, &[Entry])) {
        let Self { numbers, scales: [sizes, _], .. } = self;
        let (at, to) = (Places::of(group), Places::of(next));
        // The next one comes first.
        let (above, own) = numbers.split_at_mut(at.first);
        for (row, entry) in entries.iter().enumerate().skip(group.closing) {
            let from = &own[at.t(row, group.closing) - at.first..at.t(row, at.m) - at.first];
            let into = &mut above[to.t(entry.above, 0)..to.t(entry.above, to.m)];
            for (&more, other) in from.iter().zip(&entries[group.closing..]) {
                into[other.above] = into[other.above] + more;
            }
            let size = sizes[next.entries + entry.above].max(sizes[group.entries + row]);
            sizes[next.entries + entry.above] = size;
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
        // U and T row by row.
        let (others, width) = (at.m - own, state + at.m - own);
        room.clear();
        room.resize(own * width, T::zero());
        let places =
            |row: usize| (at.u(row, 0)..at.u(row, 0) + state, at.t(row, own)..at.t(row, own) + others);
        for (&row, into) in pivoted.order[0].iter().zip(room.chunks_exact_mut(width.max(1))) {
            let (u, t) = places(row);
            let (of_state, of_others) = into.split_at_mut(state);
            of_state.copy_from_slice(&numbers[u]);
            of_others.copy_from_slice(&numbers[t]);
            let scale = T::exact(pivoted.scales[0][row]);
            into.iter_mut().for_each(|x| *x = *x * scale);
        }
        scaled::substitute(own, dense, room, width);
        for (&row, from) in pivoted.order[1].iter().zip(room.chunks_exact(width.max(1))) {
            let (u, t) = places(row);
            let (of_state, of_others) = from.split_at(state);
            let scale = T::exact(pivoted.scales[1][row]);
            let scaled = |into: &mut [T], from: &[T]| {
                into.iter_mut().zip(from).for_each(|(into, &x)| *into = x * scale);
            };
            scaled(&mut numbers[u], of_state);
            scaled(&mut numbers[t], of_others);
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
        let Some(structure) = self.structure.take() else { return };
        let link = &linkage.links[i];
        self.project(i, linkage, joint, &structure);
        self.couple(i, link.motion.freedoms(), joint, &structure);
        if link.parent != GROUND {
            self.hand_on(i, link.motion.freedoms(), joint, &structure);
        }
        self.structure = Some(structure);
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
        let (node, up) = (structure.node(i + 1), structure.landing(i + 1));
        let to = Places::of(up);
        for of_group in structure.groups_going(i + 1) {
            self.add_couplings(up, of_group);
        }
        let Self { numbers, coefficients, scales: [sizes, _], work: [of_motions, _], .. } = self;
        let mut add = |[row, column]: [usize; 2], more: T| {
            numbers[to.t(row, column)] = numbers[to.t(row, column)] + more;
        };
        let Some(places) = node.own else {
            return subtract_products(numbers, sizes, (structure, i + 1), of_motions, freedoms);
        };
        for k in 0..freedoms {
            for j in 0..freedoms {
                add([places[k], places[j]], joint.diagonal[k][j]);
            }
        }
        for (number, term) in structure.terms_of(i + 1) {
            add(term.place, coefficients[number]);
        }
        for Going { at, own, above, .. } in structure.going(i + 1) {
            for (k, &place) in places.iter().enumerate().take(freedoms) {
                let (of_motion, of_wrench) = (numbers[at.a(own) + k], numbers[at.b(own) + k]);
                numbers[to.t(above, place)] = numbers[to.t(above, place)] + of_motion;
                numbers[to.t(place, above)] = numbers[to.t(place, above)] + of_wrench;
            }
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

/// T −= U W b of the unknowns that go on from a node.
fn subtract_products<T: Real>(
    numbers: &mut [T],
    sizes: &mut [f64],
    (structure, node): (&Structure, usize),
    of_motions: &[T],
    freedoms: usize,
) {
    let up = structure.landing(node);
    let to = Places::of(up);
    for (Going { above, .. }, of_motion) in structure.going(node).zip(of_motions.as_chunks::<3>().0) {
        for (group, entries) in structure.groups_going(node) {
            let at = Places::of(group);
            let (parent, own) = numbers.split_at_mut(at.first);
            let into = &mut parent[to.t(above, 0)..to.t(above, to.m)];
            for (other, entry) in entries.iter().enumerate().skip(group.closing) {
                let first = at.b(other) - at.first;
                let b = &own[first..first + freedoms];
                let more = of_motion.iter().zip(b).fold(T::zero(), |sum, (&a, &b)| sum + a * b);
                into[entry.above] = into[entry.above] - more;
                if above == entry.above {
                    let size = &mut sizes[up.entries + above];
                    *size = size.max(more.leading());
                }
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
