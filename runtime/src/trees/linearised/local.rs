//! The data of a link for (1) to (6).

use super::{Parts, State, parts_here};
use crate::Real;
use crate::trees::linkage::{GROUND, Link, Linkage};
use crate::trees::placement::Frame;
use crate::trees::spatial::{
    Matrix, Six, Square, Vector, angular, bracket, cross, empty, linear, minus, nothing, on_wrench, plus,
    scaled, six, with,
};

/// The pose and motion of a link.
pub(super) struct Local<T, const R: usize> {
    /// X and X'.
    pub(super) frames: [Frame<T>; R],
    /// S q̇.
    pub(super) rate: Six<T>,
    /// X V_p and V.
    twists: Option<(Six<T>, Six<T>)>,
    /// X A_p and F.
    forces: Option<(Six<T>, Six<T>)>,
}

/// The joint of a link, as its unknowns and those beyond it see it.
#[derive(Clone, Copy)]
pub(super) struct Joint<T, const R: usize, const C: usize> {
    /// W, by freedoms.
    pub(super) columns: [[Six<T>; C]; 3],
    /// L, by rows of wrenches and freedoms.
    pub(super) lever: [[Six<T>; 3]; R],
    /// D and D⁻¹.
    pub(super) diagonal: Matrix<T>,
    pub(super) inverse: Matrix<T>,
    /// Sᵀ P X̃ but for X, by parts and freedoms.
    pub(super) rows: [[Six<T>; 3]; C],
    /// X of each row of wrenches.
    pub(super) frames: [Frame<T>; R],
    /// S q̇.
    pub(super) rate: Six<T>,
}

/// The row of wrenches that a part of z belongs to.
#[inline(always)]
pub(super) const fn row_of(rows: usize, parts: usize, part: usize) -> usize {
    if part < parts_here(rows, parts) { 0 } else { 1 }
}

/// X̃ z_p.
#[inline(always)]
pub(super) fn carried<T: Real, const R: usize, const C: usize>(
    frames: &[Frame<T>; R],
    rate: &Six<T>,
    of_parent: &State<T, C>,
) -> State<T, C> {
    let mut z: State<T, C> = core::array::from_fn(|part| frames[row_of(R, C, part)].down(&of_parent[part]));
    if parts_here(R, C) > 1 {
        z[0] = plus(z[0], bracket(&z[1], rate));
    }
    z
}

/// The part of X̃ that takes δA from δV: rows of a matrix of z.
pub(super) fn carry<T: Real, const R: usize, const C: usize>(of: &mut [Square<T>; C], rate: &Six<T>) {
    if parts_here(R, C) < 2 {
        return;
    }
    for r in 0..6 {
        of[1][r] = minus(of[1][r], carried_row(&of[0][r], rate));
    }
}

/// The same of one row.
pub(super) fn carry_row<T: Real, const R: usize, const C: usize>(of: &mut [Six<T>; C], rate: &Six<T>) {
    if parts_here(R, C) > 1 {
        of[1] = minus(of[1], carried_row(&of[0], rate));
    }
}

#[inline(always)]
fn carried_row<T: Real>(row: &Six<T>, rate: &Six<T>) -> Six<T> {
    let (turn, slide) = (angular(rate), linear(rate));
    let (a, b) = (angular(row), linear(row));
    six(plus(cross(a, turn), cross(b, slide)), cross(b, turn))
}

impl<T: Real> Linkage<T> {
    #[inline(always)]
    pub(super) fn local<const R: usize>(&self, i: usize, link: &Link, parts: &Parts<'_, T>) -> Local<T, R> {
        let frames = parts.places::<R>().map(|all| Frame::of(&all[i]));
        let down = |all: &[Six<T>], ground: Six<T>| match link.parent {
            GROUND => frames[0].down(&ground),
            parent => frames[0].down(&all[parent as usize]),
        };
        let twists = parts.instant.map(|instant| (down(instant.twists, nothing()), instant.twists[i]));
        let rate = twists.map_or(nothing(), |(carried, all)| minus(all, carried));
        let forces = parts.instant.filter(|instant| !instant.accelerations.is_empty());
        let forces = forces.map(|instant| (down(instant.accelerations, self.falling()), instant.wrenches[i]));
        Local { frames, rate, twists, forces }
    }

    /// A column of W and of N.
    #[inline(always)]
    pub(super) fn columns<const R: usize, const C: usize>(
        &self,
        parts: &Parts<'_, T>,
        local: &Local<T, R>,
        s: &Six<T>,
    ) -> (State<T, C>, Six<T>) {
        let here = parts_here(R, C);
        let mut w = [nothing(); C];
        let mut n = nothing();
        w[C - 1] = scaled(parts.mass, *s);
        if here > 1
            && let Some((carried, all)) = &local.twists
        {
            let mut of_twist = scaled(parts.damping, *s);
            let of_mass = if R == 1 { scaled(parts.mass, *s) } else { nothing() };
            let mut of_acceleration = with(of_mass, parts.damping, bracket(all, s));
            let mut displacement = nothing();
            if let Some((falling, wrench)) = &local.forces {
                let g = parts.stiffness;
                of_twist = with(of_twist, g, bracket(carried, s));
                of_acceleration = with(of_acceleration, g, bracket(falling, s));
                n = scaled(g, on_wrench(s, wrench));
                displacement = scaled(g, *s);
            }
            w[0] = plus(of_acceleration, bracket(&of_twist, &local.rate));
            w[1] = of_twist;
            if here > 2 {
                w[2] = displacement;
            }
        }
        (w, n)
    }

    /// The link's own part of P, (4) and (9).
    #[inline(always)]
    pub(super) fn own_part<const R: usize, const C: usize>(
        &self,
        i: usize,
        parts: &Parts<'_, T>,
    ) -> [[Square<T>; C]; R] {
        let here = parts_here(R, C);
        let kind = self.kind(&self.links[i]);
        let (m, [x, y, z], o) = (kind.mass, kind.moment, T::zero());
        let h = [[o, -z, y], [z, o, -x], [-y, x, o]];
        let mut inertia = empty();
        for r in 0..3 {
            for s in 0..3 {
                inertia[r][s] = kind.inertia[r][s];
                inertia[r][3 + s] = h[r][s];
                inertia[3 + r][s] = -h[r][s];
            }
            inertia[3 + r][3 + r] = m;
        }
        let mut p = [[empty(); C]; R];
        p[0][0] = inertia;
        if R > 1 {
            p[R - 1][C - 1] = inertia;
        }
        if here > 1
            && let Some(instant) = parts.instant
        {
            let twist = &instant.twists[i];
            let momentum = Self::momentum(kind, twist);
            let (tau, f) = (angular(&momentum), linear(&momentum));
            for k in 0..6 {
                let column: Six<T> = core::array::from_fn(|r| inertia[r][k]);
                let turned = on_wrench(twist, &column);
                for r in 0..6 {
                    p[0][1][r][k] = turned[r];
                }
            }
            // δV ×* (τ, f) = −(τ × δω + f × δv, f × δω)
            let skew = |a: Vector<T>| [[o, -a[2], a[1]], [a[2], o, -a[0]], [-a[1], a[0], o]];
            let (tau, f) = (skew(tau), skew(f));
            for r in 0..3 {
                for s in 0..3 {
                    p[0][1][r][s] = p[0][1][r][s] - tau[r][s];
                    p[0][1][r][3 + s] = p[0][1][r][3 + s] - f[r][s];
                    p[0][1][3 + r][s] = p[0][1][3 + r][s] - f[r][s];
                }
            }
            if let Some(number) = self.wrench_on(i) {
                let slopes = [parts.by_velocity.wrenches, parts.by_position.wrenches];
                for (part, slopes) in (1..here).zip(slopes) {
                    if let Some(slope) = slopes.get(number) {
                        for r in 0..6 {
                            p[0][part][r] = minus(p[0][part][r], slope[r]);
                        }
                    }
                }
            }
        }
        p
    }

    /// The matrix in the brackets of (5).
    #[inline(always)]
    pub(super) fn diagonal(&self, i: usize, parts: &Parts<'_, T>) -> Matrix<T> {
        let link = &self.links[i];
        let mut d = [[T::zero(); 3]; 3];
        let own = parts.identity + parts.mass * self.kind(link).rotor;
        for (k, row) in d.iter_mut().enumerate() {
            row[k] = own;
        }
        if let Some(number) = self.efforts_on(i) {
            let weighted =
                [(parts.damping, parts.by_velocity.efforts), (parts.stiffness, parts.by_position.efforts)];
            for (weight, slopes) in weighted {
                if let Some(slope) = slopes.get(number) {
                    for r in 0..3 {
                        d[r] = with(d[r], -weight, slope[r]);
                    }
                }
            }
        }
        d
    }
}
