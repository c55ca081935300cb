//! (1) to (5) of matrices.

use super::{Open, WEAK_CLOSURE};
use crate::Real;
use crate::trees::linearised::block::inverse_of_square;
use crate::trees::linearised::local::{Joint, carry, row_of};
use crate::trees::linkage::{GROUND, Link, Linkage};
use crate::trees::spatial::{Matrix, Six, Square, nothing, plus, transposed, with, work};

impl<T: Real> Open<T> {
    /// (1) of the ends at link i, then (2) and (3) of forces that meet there; the first force without a sound pivot.
    pub(in crate::trees::linearised) fn close<const R: usize, const C: usize>(
        &mut self,
        i: usize,
        p: &mut [[Square<T>; C]; R],
    ) -> Option<usize> {
        let Self { pairs, ways, matrices, .. } = self;
        let (_, entries, at) = ways.node(i + 1)?;
        for (force, entry) in entries.iter().enumerate() {
            let Some(pair) = &pairs[entry.pair] else { continue };
            let (on, of) = (entry.on, 1 - entry.on);
            if pair.links[on] == i {
                matrices[at.q(force, 0)] = pair.action(on);
            }
            if pair.links[of] == i {
                for part in 0..C {
                    matrices[at.u(force, part)] = pair.derivative::<R, C>(of, part);
                }
            }
        }
        self.meet::<R, C>(i + 1, Some(p))
    }

    /// (2) and (3) of the forces that meet at a node.
    pub(in crate::trees::linearised) fn meet<const R: usize, const C: usize>(
        &mut self,
        node: usize,
        mut p: Option<&mut [[Square<T>; C]; R]>,
    ) -> Option<usize> {
        let Self { ways, matrices, .. } = self;
        let (node, entries, at) = ways.node(node)?;
        let mut weak = None;
        for force in 0..node.closing {
            let others = force + 1..at.m;
            let acting = || others.clone().filter(|&other| entries[other].acts);
            let given = || others.clone().filter(|&other| entries[other].given);
            let t = &matrices[at.t(force, force)];
            let without = core::array::from_fn(|row| {
                core::array::from_fn(|k| if k == row { T::one() - t[row][k] } else { -t[row][k] })
            });
            let (inverse, sound) = inverse_of_square(without, WEAK_CLOSURE);
            if !sound {
                weak = weak.or(Some(entries[force].pair));
            }
            matrices[at.n(force)] = inverse;
            for part in 0..C {
                matrices[at.u(force, part)] = product(&inverse, &matrices[at.u(force, part)]);
            }
            for other in acting() {
                matrices[at.t(force, other)] = product(&inverse, &matrices[at.t(force, other)]);
            }
            if let Some(p) = &mut p {
                for row in 0..R {
                    let q = matrices[at.q(force, row)];
                    for part in 0..C {
                        add(&mut p[row][part], &product(&q, &matrices[at.u(force, part)]));
                    }
                    for other in acting() {
                        let more = product(&q, &matrices[at.t(force, other)]);
                        add(&mut matrices[at.q(other, row)], &more);
                    }
                }
            }
            for other in given() {
                let of_other = matrices[at.t(other, force)];
                if p.is_some() {
                    for part in 0..C {
                        let more = product(&of_other, &matrices[at.u(force, part)]);
                        add(&mut matrices[at.u(other, part)], &more);
                    }
                }
                for third in acting() {
                    let more = product(&of_other, &matrices[at.t(force, third)]);
                    add(&mut matrices[at.t(other, third)], &more);
                }
            }
        }
        weak
    }

    /// (4) and (5) of the forces that go on from link i.
    pub(in crate::trees::linearised) fn pass<const R: usize, const C: usize>(
        &mut self,
        i: usize,
        linkage: &Linkage<T>,
        eliminated: &Joint<T, R, C>,
    ) {
        self.eliminate(i, linkage, eliminated);
        self.hand_on(i, &linkage.links[i], eliminated);
    }

    /// (4) of link i: a, b, and U W in the place of N, which only forces that meet have.
    fn eliminate<const R: usize, const C: usize>(
        &mut self,
        i: usize,
        linkage: &Linkage<T>,
        Joint { columns, inverse, .. }: &Joint<T, R, C>,
    ) {
        let Self { ways, matrices, .. } = self;
        let Some((node, entries, at)) = ways.node(i + 1) else { return };
        let (link, freedoms) = (&linkage.links[i], linkage.links[i].motion.freedoms());
        let weighed = |of: [Six<T>; 3], by: &Matrix<T>| {
            if link.given {
                return of;
            }
            let mut all = [nothing(); 3];
            for k in 0..freedoms {
                for j in 0..freedoms {
                    all[k] = with(all[k], by[k][j], of[j]);
                }
            }
            all
        };
        let by_columns = transposed(inverse);
        for force in (node.closing..at.m).filter(|&force| entries[force].given) {
            let mut of_motion = [nothing(); 3];
            for k in 0..freedoms {
                for part in 0..C {
                    let u = &matrices[at.u(force, part)];
                    of_motion[k] = plus(of_motion[k], u.map(|row| work(&row, &columns[k][part])));
                }
            }
            let a = weighed(of_motion, &by_columns);
            matrices[at.ab(force)][..3].copy_from_slice(&a);
            matrices[at.n(force)][..3].copy_from_slice(&of_motion);
        }
        for force in (node.closing..at.m).filter(|&force| entries[force].acts) {
            let mut of_wrench = [nothing(); 3];
            for c in 0..6 {
                let column: Six<T> = core::array::from_fn(|r| {
                    (0..R).fold(T::zero(), |sum, row| sum + matrices[at.q(force, row)][r][c])
                });
                let efforts = linkage.efforts_of(link, &column);
                for k in 0..freedoms {
                    of_wrench[k][c] = efforts[k];
                }
            }
            let b = weighed(of_wrench, inverse);
            matrices[at.ab(force)][3..].copy_from_slice(&b);
        }
    }

    /// (5) of link i.
    fn hand_on<const R: usize, const C: usize>(
        &mut self,
        i: usize,
        link: &Link,
        Joint { lever, rows, frames, rate, .. }: &Joint<T, R, C>,
    ) {
        let Self { ways, matrices, .. } = self;
        let Some((node, entries, at)) = ways.node(i + 1) else { return };
        // Without forces there, none goes on.
        let Some((_, _, up)) = ways.node(node.above) else { return };
        let acting = || (node.closing..at.m).filter(|&force| entries[force].acts);
        let given = || (node.closing..at.m).filter(|&force| entries[force].given);
        let gone = if link.given { 0 } else { link.motion.freedoms() };
        for force in given() {
            for other in acting() {
                let mut t = matrices[at.t(force, other)];
                for k in 0..gone {
                    let (of_motion, b) = (matrices[at.n(force)][k], matrices[at.ab(other)][3 + k]);
                    for r in 0..6 {
                        t[r] = with(t[r], -of_motion[r], b);
                    }
                }
                add(&mut matrices[up.t(entries[force].above, entries[other].above)], &t);
            }
        }
        if link.parent == GROUND {
            return;
        }
        for force in acting() {
            let (ab, place) = (matrices[at.ab(force)], entries[force].above);
            for row in 0..R {
                let mut q = matrices[at.q(force, row)];
                for k in 0..gone {
                    for r in 0..6 {
                        q[r] = with(q[r], -lever[row][k][r], ab[3 + k]);
                    }
                }
                let into = &mut matrices[up.q(place, row)];
                for c in 0..6 {
                    let column = frames[row].up(&core::array::from_fn(|r| q[r][c]));
                    for r in 0..6 {
                        into[r][c] = into[r][c] + column[r];
                    }
                }
            }
        }
        for force in given() {
            let (ab, place) = (matrices[at.ab(force)], entries[force].above);
            let mut u: [Square<T>; C] = core::array::from_fn(|part| matrices[at.u(force, part)]);
            carry::<T, R, C>(&mut u, rate);
            for part in 0..C {
                let into = &mut matrices[up.u(place, part)];
                for r in 0..6 {
                    let mut row = u[part][r];
                    for k in 0..gone {
                        row = with(row, -ab[k][r], rows[part][k]);
                    }
                    into[r] = plus(into[r], frames[row_of(R, C, part)].up(&row));
                }
            }
        }
    }
}

fn add<T: Real>(to: &mut Square<T>, more: &Square<T>) {
    for (to, more) in to.iter_mut().zip(more) {
        *to = plus(*to, *more);
    }
}

fn product<T: Real>(a: &Square<T>, b: &Square<T>) -> Square<T> {
    a.map(|row| row.iter().zip(b).fold(nothing(), |sum, (&x, b)| with(sum, x, *b)))
}
