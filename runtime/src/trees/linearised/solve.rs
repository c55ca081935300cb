//! A⁻¹ x: inwards (8), outwards (7), with forces between bodies on their ways.

use super::local::carried;
use super::{Elimination, Open, Shape, State};
use crate::Real;
use crate::trees::linkage::{GROUND, Linkage};
use crate::trees::placement::{FRAME, Frame};
use crate::trees::spatial::{Six, Vector, dot, nothing, plus, with, work};

impl<T: Real> Linkage<T> {
    pub(in crate::trees) fn solve<const R: usize, const C: usize>(
        &self,
        (factors, open): (&[T], &Open<T>),
        room: &mut Elimination<T>,
        x: &mut [T],
    ) {
        let shape = Shape { rows: R, parts: C };
        room.with_states(shape);
        let Elimination { states, wrenches, sums, between, solving, .. } = room;
        let deferred = &open.deferred;
        deferred.solving(solving);
        let (states, opposing) = (states.as_chunks_mut::<C>().0, wrenches.as_chunks_mut::<R>().0);
        let links = self.links.iter().zip(factors.chunks_exact(shape.stride())).enumerate();
        opposing.fill([nothing(); R]);
        sums.clear();
        sums.resize(open.sums(), nothing());
        between.resize(2 * self.pairs.len(), nothing());
        for (i, (link, numbers)) in links.clone().rev() {
            let (first, freedoms) = (link.velocity as usize, link.motion.freedoms());
            if !open.is_empty() {
                open.inwards(i + 1, sums, &mut opposing[i]);
            }
            deferred.inwards(i + 1, solving, &mut opposing[i]);
            let waits = link.given && !deferred.is_empty();
            let mut wrench = opposing[i];
            let whole = wrench[1..].iter().fold(wrench[0], |sum, wrench| plus(sum, *wrench));
            let own = self.efforts_of(link, &whole);
            for k in 0..freedoms {
                let right = if link.given && !waits { x[first + k] } else { x[first + k] - own[k] };
                x[first + k] = right;
                for row in 0..if waits { 0 } else { R } {
                    wrench[row] = with(wrench[row], right, read(numbers, shape.lever() + 18 * row + 6 * k));
                }
            }
            if !open.is_empty() {
                open.onwards(i, sums, &x[first..first + freedoms]);
            }
            deferred.onwards(i, solving, &x[first..first + freedoms]);
            if link.parent != GROUND {
                let parent = &mut opposing[link.parent as usize];
                for (row, frame) in frames::<T, R>(numbers).iter().enumerate() {
                    parent[row] = plus(parent[row], frame.up(&wrench[row]));
                }
            }
        }
        open.inwards(0, sums, &mut [nothing(); R]);
        open.outwards(0, sums, &[], between);
        deferred.inwards(0, solving, &mut [nothing(); R]);
        deferred.outwards(0, &[], solving);
        for (i, (link, numbers)) in links {
            let of_pairs = if open.is_empty() { [T::zero(); 3] } else { open.efforts(i, between) };
            let (first, freedoms) = (link.velocity as usize, link.motion.freedoms());
            let right: Vector<T> =
                core::array::from_fn(|k| if k < freedoms { x[first + k] } else { T::zero() });
            let of_parent: Option<State<T, C>> =
                (link.parent != GROUND).then(|| states[link.parent as usize]);
            let mut z = match &of_parent {
                None => [nothing(); C],
                Some(of_parent) => carried(&frames::<T, R>(numbers), &read(numbers, shape.rate()), of_parent),
            };
            if let Some(own) = deferred.own(i, solving) {
                for k in 0..freedoms {
                    x[first + k] = own[k];
                    for part in 0..C {
                        z[part] = with(z[part], own[k], read(numbers, shape.columns() + 6 * (C * k + part)));
                    }
                }
                states[i] = z;
                deferred.outwards(i + 1, &z, solving);
                continue;
            }
            if link.given {
                let all = &opposing[i];
                let whole = all[1..].iter().fold(all[0], |sum, wrench| plus(sum, *wrench));
                let efforts = self.efforts_of(link, &whole);
                for k in 0..freedoms {
                    let mut effort = efforts[k];
                    // D row by row.
                    for (j, &given) in right.iter().enumerate().take(freedoms) {
                        effort = effort + numbers[shape.inverse() + 3 * k + j] * given;
                    }
                    effort = effort + of_pairs[k];
                    if let Some(of_parent) = &of_parent {
                        for part in 0..C {
                            let row: Six<T> = read(numbers, shape.across() + 6 * (C * k + part));
                            effort = effort + work(&row, &of_parent[part]);
                        }
                    }
                    for part in 0..C {
                        z[part] =
                            with(z[part], right[k], read(numbers, shape.columns() + 6 * (C * k + part)));
                    }
                    x[first + k] = effort;
                }
                states[i] = z;
                open.outwards(i + 1, sums, &z, between);
                continue;
            }
            let of_constraints = deferred.efforts(i, solving);
            for k in 0..freedoms {
                let mut own =
                    dot(read(numbers, shape.inverse() + 3 * k), right) - of_pairs[k] - of_constraints[k];
                if let Some(of_parent) = &of_parent {
                    for part in 0..C {
                        let row: Six<T> = read(numbers, shape.across() + 6 * (C * k + part));
                        own = own - work(&row, &of_parent[part]);
                    }
                }
                for part in 0..C {
                    z[part] = with(z[part], own, read(numbers, shape.columns() + 6 * (C * k + part)));
                }
                x[first + k] = own;
            }
            states[i] = z;
            open.outwards(i + 1, sums, &z, between);
            deferred.outwards(i + 1, &z, solving);
        }
    }
}

#[inline(always)]
fn frames<T: Real, const R: usize>(numbers: &[T]) -> [Frame<T>; R] {
    core::array::from_fn(|row| Frame::of(&read(numbers, FRAME * row)))
}

#[inline(always)]
fn read<T: Real, const K: usize>(numbers: &[T], at: usize) -> [T; K] {
    core::array::from_fn(|i| numbers[at + i])
}
