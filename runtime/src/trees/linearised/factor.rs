//! From the leaves to the ground: (6) and (8).

use super::block::{congruent, corner, inverse};
use super::local::{Joint, carry, row_of};
use super::{Elimination, Open, Parts, Shape};
use crate::Real;
use crate::emitted::{WEAK_DIAGONAL, WEAK_PIVOT};
use crate::trees::articulated::{half_trace, third_of_trace};
use crate::trees::linkage::{GROUND, Link, Linkage, Motion};
use crate::trees::placement::FRAME;
use crate::trees::spatial::{Six, Square, dot, nothing, plus, with, work};

/// The size of the terms of D of a link with a coordinate in common, from its factors.
pub fn size_in_weighted<T: Real>(shape: Shape, numbers: &[T]) -> T {
    numbers[shape.inverse() + 1]
}

impl<T: Real> Linkage<T> {
    pub(in crate::trees) fn factor<const R: usize, const C: usize>(
        &self,
        parts: &Parts<'_, T>,
        room: &mut Elimination<T>,
        (into, open): (&mut [T], &mut Open<T>),
    ) -> Option<usize> {
        let shape = Shape { rows: R, parts: C };
        room.with_blocks(shape);
        let Elimination { places, blocks, sizes, ways, poses, .. } = room;
        open.begin(ways, self, parts, poses);
        let of_pair = |pair: usize| self.links[self.pairs[pair][0]].velocity as usize;
        let blocks: &mut [[[Square<T>; C]; R]] = blocks.as_chunks_mut::<C>().0.as_chunks_mut::<R>().0;
        let mut weak = None;
        for (i, (link, numbers)) in
            self.links.iter().zip(into.chunks_exact_mut(shape.stride())).enumerate().rev()
        {
            let local = self.local::<R>(i, link, parts);
            let kind = self.kind(link);
            let mut p = self.own_part::<R, C>(i, parts);
            let mut size = (half_trace(&kind.inertia), kind.mass);
            if let Some(own) = places[i].own {
                let (block, more) = (&blocks[own as usize], sizes[own as usize]);
                for r in 0..R {
                    for c in 0..C {
                        for k in 0..6 {
                            p[r][c][k] = plus(p[r][c][k], block[r][c][k]);
                        }
                    }
                }
                size = (size.0 + more.0, size.1 + more.1);
            }
            if let Some(pair) = open.close::<R, C>(i, &mut p) {
                weak = weak.or(Some(of_pair(pair)));
            }
            if !open.deferred.is_empty() {
                let Open { deferred, pairs, .. } = &mut *open;
                if let Some(pair) = deferred.meet::<R, C>(i + 1, pairs, Some(&mut p)) {
                    weak = weak.or(Some(of_pair(pair)));
                }
            }
            for (row, frame) in local.frames.iter().enumerate() {
                numbers[FRAME * row..FRAME * (row + 1)].copy_from_slice(&frame.numbers());
            }
            numbers[shape.rate()..shape.lever()].copy_from_slice(&local.rate);
            let freedoms = link.motion.freedoms();
            let mut d = self.diagonal(i, parts);
            // (6)
            let mut lever = [[nothing(); 3]; R];
            let mut terms = [T::zero(); 3];
            let mut columns = [[nothing(); C]; 3];
            for k in 0..freedoms {
                let (w, n) = self.columns::<R, C>(parts, &local, &self.direction(link, k));
                let mut whole = nothing();
                for row in 0..R {
                    let mut pw = nothing();
                    for part in 0..C {
                        let more: Six<T> = p[row][part].map(|p| work(&p, &w[part]));
                        pw = plus(pw, more);
                        terms[k] = terms[k] + self.efforts_of(link, &more)[k].abs();
                    }
                    whole = plus(whole, pw);
                    lever[row][k] = pw;
                }
                let efforts = self.efforts_of(link, &whole);
                for j in 0..freedoms {
                    d[j][k] = d[j][k] + efforts[j];
                }
                lever[0][k] = plus(lever[0][k], n);
                columns[k] = w;
                let at = shape.columns() + 6 * C * k;
                numbers[at..at + 6 * C].copy_from_slice(w.as_flattened());
            }
            let whole = self.whole(link, parts.mass, size);
            let eliminated = if link.given { 0 } else { freedoms };
            let (inverse, minors) = inverse(&d, freedoms);
            let mut before = T::one();
            for (k, &minor) in minors.iter().enumerate().take(eliminated) {
                let sound = minor.smallest() > WEAK_DIAGONAL * (before * whole).leading();
                let cancelled = freedoms == 1 && minor.smallest() <= WEAK_PIVOT * terms[k].leading();
                if !sound || cancelled {
                    weak = weak.or(Some(link.velocity as usize + k));
                }
                before = minor;
            }
            let mut by_inverse = [[nothing(); 3]; R];
            for row in 0..R {
                for (k, column) in by_inverse[row].iter_mut().enumerate().take(freedoms) {
                    for j in 0..freedoms {
                        *column = with(*column, inverse[j][k], lever[row][j]);
                    }
                    let at = shape.lever() + 18 * row + 6 * k;
                    numbers[at..at + 6].copy_from_slice(column);
                }
            }
            numbers[shape.inverse()..shape.across()].copy_from_slice(inverse.as_flattened());
            if link.given {
                // D, the size of its terms, and L.
                numbers[shape.inverse()..shape.across()].copy_from_slice(d.as_flattened());
                if freedoms == 1 {
                    numbers[shape.inverse() + 1] = whole;
                }
                for (row, lever) in lever.iter().enumerate() {
                    let at = shape.lever() + 18 * row;
                    numbers[at..at + 6 * freedoms].copy_from_slice(lever[..freedoms].as_flattened());
                }
            }
            let joint = |rows| Joint {
                columns,
                lever,
                diagonal: d,
                inverse,
                rows,
                frames: local.frames,
                rate: local.rate,
            };
            if link.parent == GROUND {
                numbers[shape.across()..shape.columns()].fill(T::zero());
                if !open.is_empty() {
                    open.pass(i, self, &joint([[nothing(); 3]; C]));
                }
                if !open.deferred.is_empty() {
                    open.deferred.pass(i, self, &joint([[nothing(); 3]; C]));
                }
                continue;
            }
            // (8): P with the parts of X̃ other than X, and Sᵀ of it.
            for p in &mut p {
                carry::<T, R, C>(p, &local.rate);
            }
            let of_mass = &p[R - 1][if R == 1 { 0 } else { C - 1 }];
            let of_child = (half_trace(&corner(of_mass, 0)), third_of_trace(&corner(of_mass, 3)));
            let Some(above) = places[link.parent as usize].own else { continue };
            let (first, above) = (places[i].first, above as usize);
            let mut efforts = [[nothing(); 3]; C];
            for (part, rows) in efforts.iter_mut().enumerate() {
                for c in 0..6 {
                    let column: Six<T> = core::array::from_fn(|r| {
                        (1..R).fold(p[0][part][r][c], |sum, row| sum + p[row][part][r][c])
                    });
                    let efforts = self.efforts_of(link, &column);
                    for k in 0..freedoms {
                        rows[k][c] = efforts[k];
                    }
                }
            }
            if !open.is_empty() {
                open.pass(i, self, &joint(efforts));
            }
            if !open.deferred.is_empty() {
                open.deferred.pass(i, self, &joint(efforts));
            }
            for (part, rows) in efforts.iter().enumerate() {
                let seen_by = &local.frames[row_of(R, C, part)];
                for row in 0..R {
                    for k in 0..eliminated {
                        for r in 0..6 {
                            p[row][part][r] = with(p[row][part][r], -by_inverse[row][k][r], rows[k]);
                        }
                    }
                    let seen = congruent(&local.frames[row], seen_by, &p[row][part]);
                    let block = &mut blocks[above][row][part];
                    if first {
                        *block = seen;
                    } else {
                        for r in 0..6 {
                            block[r] = plus(block[r], seen[r]);
                        }
                    }
                }
                // D⁻¹ Sᵀ P X̃, of which X is left: rows as wrenches, which Xᵀ turns.
                for (k, inverse) in inverse.iter().enumerate().take(freedoms) {
                    let mut row = nothing();
                    for j in 0..freedoms {
                        row = with(row, inverse[j], rows[j]);
                    }
                    let at = shape.across() + 6 * (C * k + part);
                    numbers[at..at + 6].copy_from_slice(&seen_by.up(&row));
                }
                if link.given {
                    for (k, row) in rows.iter().enumerate().take(freedoms) {
                        let at = shape.across() + 6 * (C * k + part);
                        numbers[at..at + 6].copy_from_slice(&seen_by.up(row));
                    }
                }
            }
            let place = local.frames[R - 1].position;
            let more = (of_child.0.abs() + dot(place, place) * of_child.1.abs(), of_child.1.abs());
            let size = &mut sizes[above];
            *size = if first { more } else { (size.0 + more.0, size.1 + more.1) };
        }
        if let Some(pair) = open.meet::<R, C>(0, None) {
            weak = weak.or(Some(of_pair(pair)));
        }
        if let Some(pair) = open.deferred.meet::<R, C>(0, &open.pairs, None) {
            weak = weak.or(Some(of_pair(pair)));
        }
        weak
    }

    #[inline(always)]
    fn whole(&self, link: &Link, mass: T, (turning, sliding): (T, T)) -> T {
        let kind = self.kind(link);
        let own = match link.motion {
            Motion::Translation => sliding,
            Motion::Screw => turning + kind.pitch * kind.pitch * sliding,
            _ => turning,
        };
        mass * (own + kind.rotor)
    }
}
