//! A x: outwards (1) to (3), inwards (4), (5), (9) and (10).

use super::local::carried;
use super::{Elimination, Parts, Shape, State};
use crate::Real;
use crate::trees::linkage::{GROUND, Linkage};
use crate::trees::spatial::{Six, nothing, plus, with, work};

impl<T: Real> Linkage<T> {
    pub(in crate::trees) fn times<const R: usize, const C: usize>(
        &self,
        parts: &Parts<'_, T>,
        x: &[T],
        room: &mut Elimination<T>,
        out: &mut [T],
    ) {
        room.with_states(Shape { rows: R, parts: C });
        let Elimination { states, wrenches, pairs, poses, .. } = room;
        let (states, wrenches) = (states.as_chunks_mut::<C>().0, wrenches.as_chunks_mut::<R>().0);
        for (i, link) in self.links.iter().enumerate() {
            let local = self.local::<R>(i, link, parts);
            let mut z: State<T, C> = match link.parent {
                GROUND => [nothing(); C],
                parent => carried(&local.frames, &local.rate, &states[parent as usize]),
            };
            for (k, &own) in Self::own(link, x).iter().enumerate() {
                let (w, _) = self.columns::<R, C>(parts, &local, &self.direction(link, k));
                for part in 0..C {
                    z[part] = with(z[part], own, w[part]);
                }
            }
            states[i] = z;
            for (row, wrench) in self.own_part::<R, C>(i, parts).iter().zip(&mut wrenches[i]) {
                *wrench = nothing();
                for (p, z) in row.iter().zip(&z) {
                    let more: Six<T> = p.map(|row| work(&row, z));
                    *wrench = plus(*wrench, more);
                }
            }
        }
        if !self.pairs.is_empty() {
            self.pairs_of(parts, poses, pairs);
            for pair in pairs.iter().flatten() {
                for (on, &link) in pair.links.iter().enumerate() {
                    wrenches[link][0] = plus(wrenches[link][0], pair.effect::<R, C>(on, states));
                }
            }
        }
        for (i, link) in self.links.iter().enumerate().rev() {
            let own = Self::own(link, x);
            let all = wrenches[i];
            let whole = all[1..].iter().fold(all[0], |sum, wrench| plus(sum, *wrench));
            let efforts = self.efforts_of(link, &whole);
            let diagonal = self.diagonal(i, parts);
            let first = link.velocity as usize;
            for k in 0..own.len() {
                let beside = own.iter().zip(&diagonal[k]).fold(T::zero(), |sum, (&x, &d)| sum + d * x);
                out[first + k] = efforts[k] + beside;
            }
            if link.parent != GROUND {
                let local = self.local::<R>(i, link, parts);
                for (row, wrench) in all.into_iter().enumerate() {
                    let mut wrench = wrench;
                    for (k, &own) in own.iter().enumerate().filter(|_| row == 0) {
                        let (_, n) = self.columns::<R, C>(parts, &local, &self.direction(link, k));
                        wrench = with(wrench, own, n);
                    }
                    let parent = &mut wrenches[link.parent as usize][row];
                    *parent = plus(*parent, local.frames[row].up(&wrench));
                }
            }
        }
    }
}
