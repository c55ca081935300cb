//! A = μ M + β C + γ K + ι 1 of a tree, as a product with a vector and as factors, without any of these matrices.
//!
//! M = ∂(M a − f)/∂a, C = ∂(M a − f)/∂q̇ and K = ∂(M a − f)/∂q are linearised Newton–Euler: with x for the unknowns of a link, and
//! δ for what follows from δq̈ = μ x, δq̇ = β x and a displacement by γ x, (1) to (4) of the crate become, with s the columns of S,
//!
//! ```text
//! η  = X η_p + γ S x                                                      displacement in the link's axes   (1)
//! δV = X δV_p + (β S + γ X V_p × S) x  =: X δV_p + W_V x                  since δX = −(γ S x) × X            (2)
//! δA = X δA_p + X δV_p × S q̇ + W_A x                                                                         (3)
//!      W_A = μ S + γ X A_p × S + β V × S + W_V × S q̇
//! δF = I δA + (V ×* I δV + δV ×* I V) − ∂w/∂V δV − ∂w/∂η η + Σ Xᵀ (δF + N x) of its children,  N = γ S ×* F  (4)
//! A x = Sᵀ δF + (ι + μ J_rotor − β ∂e/∂q̇ − γ ∂e/∂q) x                                                       (5)
//! ```
//!
//! What a link and all it carries oppose is linear in z = (δA, δV, η): δF = P z + π with P of 6 × 18 numbers (6 × 12 where no wrench depends
//! on poses, 6 × 6 where C and K have no weight). With X̃ z_p for the parts of (1) to (3) that come from the parent and W for the columns of
//! x in them:
//!
//! ```text
//! D = Sᵀ P W + (…) of (5),   L = P W + N                                                                     (6)
//! x = D⁻¹ (r − Sᵀ π − Sᵀ P X̃ z_p)                                                                           (7)
//! P_p += Xᵀ (P − L D⁻¹ Sᵀ P) X̃,   π_p += Xᵀ (π + L D⁻¹ (r − Sᵀ π))                                          (8)
//! ```
//! Nothing here is symmetric where C or K are not. Derived here; for M alone (8) is articulated bodies.

// Indices are those of the equations.
#![allow(clippy::needless_range_loop)]

use crate::articulated::{half_trace, third_of_trace};
use crate::linkage::{GROUND, Link, Linkage};
use crate::placement::{FRAME, Frame};
use crate::room::Room;
use crate::spatial::{
    Matrix, Six, Square, Vector, angular, bracket, cross, dot, empty, linear, minus, nothing, on_wrench,
    plus, product, product_transposed, scaled, six, with, work,
};
use linkwork::__private::{WEAK_DIAGONAL, WEAK_PIVOT};
use linkwork::Real;

/// How many parts z has at most.
pub const LIMIT: usize = 3;

/// How a tree moves: what C and K are made of.
#[derive(Clone, Copy, Debug)]
pub struct Instant<'a, T> {
    /// V of every link.
    pub twists: &'a [Six<T>],
    /// A of every link, where K has a weight.
    pub accelerations: &'a [Six<T>],
    /// F of every link, where K has a weight.
    pub wrenches: &'a [Six<T>],
}

/// Derivatives of what acts from outside, in the order of [`Linkage::loaded`] and [`Linkage::driven`].
#[derive(Clone, Copy, Debug)]
pub struct Slopes<'a, T> {
    /// ∂w/∂V or ∂w/∂η.
    pub wrenches: &'a [Square<T>],
    /// ∂e/∂q̇ or ∂e/∂q.
    pub efforts: &'a [Matrix<T>],
}

impl<T> Slopes<'_, T> {
    /// Nothing acts from outside.
    pub const NONE: Self = Self { wrenches: &[], efforts: &[] };
}

/// The parts of A.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a, T> {
    /// μ.
    pub mass: T,
    /// β.
    pub damping: T,
    /// γ.
    pub stiffness: T,
    /// ι.
    pub identity: T,
    /// Every link as seen from its parent.
    pub frames: &'a [[T; FRAME]],
    /// How the tree moves, where C or K have a weight.
    pub instant: Option<Instant<'a, T>>,
    /// By velocities.
    pub by_velocity: Slopes<'a, T>,
    /// By positions.
    pub by_position: Slopes<'a, T>,
}

impl<T: Real> Parts<'_, T> {
    /// How many parts z has.
    pub fn count(&self) -> usize {
        match self.instant {
            None => 1,
            Some(instant) if instant.accelerations.is_empty() || self.by_position.wrenches.is_empty() => 2,
            Some(_) => 3,
        }
    }
}

/// Factors of A.
#[derive(Debug)]
pub struct Lifted<'a, T> {
    /// How many parts z has.
    pub count: usize,
    /// [`Lifted::stride`] numbers for each link.
    pub numbers: &'a mut [T],
}

const RATE: usize = FRAME;
const LEVER: usize = RATE + 6;
const INVERSE: usize = LEVER + 18;
const ROWS: usize = INVERSE + 9;

impl<T> Lifted<'_, T> {
    /// How many numbers a link needs: its frame, S q̇, L D⁻¹, D⁻¹, D⁻¹ Sᵀ P X̃, W.
    pub const fn stride(count: usize) -> usize {
        ROWS + 36 * count
    }
}

/// What (1) to (4) need of a link.
struct Local<T> {
    frame: Frame<T>,
    /// S q̇.
    rate: Six<T>,
    /// X V_p and V.
    twists: Option<(Six<T>, Six<T>)>,
    /// X A_p and F.
    forces: Option<(Six<T>, Six<T>)>,
}

/// z.
type State<T, const N: usize> = [Six<T>; N];

impl<T: Real> Linkage<T> {
    #[inline(always)]
    fn local(&self, i: usize, link: &Link, parts: &Parts<'_, T>) -> Local<T> {
        let frame = Frame::of(&parts.frames[i]);
        let down = |all: &[Six<T>], ground: Six<T>| match link.parent {
            GROUND => frame.down(&ground),
            parent => frame.down(&all[parent as usize]),
        };
        let twists = parts.instant.map(|instant| (down(instant.twists, nothing()), instant.twists[i]));
        let rate = twists.map_or(nothing(), |(carried, all)| minus(all, carried));
        let forces = parts.instant.filter(|instant| !instant.accelerations.is_empty());
        let forces = forces.map(|instant| (down(instant.accelerations, self.falling()), instant.wrenches[i]));
        Local { frame, rate, twists, forces }
    }

    /// A column of W and of N.
    #[inline(always)]
    fn columns<const N: usize>(
        &self,
        parts: &Parts<'_, T>,
        local: &Local<T>,
        s: &Six<T>,
    ) -> (State<T, N>, Six<T>) {
        let mut w = [nothing(); N];
        w[0] = scaled(parts.mass, *s);
        let mut n = nothing();
        if N > 1
            && let Some((carried, all)) = &local.twists
        {
            let mut of_twist = scaled(parts.damping, *s);
            let mut of_acceleration = with(w[0], parts.damping, bracket(all, s));
            if let Some((falling, wrench)) = &local.forces {
                let g = parts.stiffness;
                of_twist = with(of_twist, g, bracket(carried, s));
                of_acceleration = with(of_acceleration, g, bracket(falling, s));
                n = scaled(g, on_wrench(s, wrench));
                if N > 2 {
                    w[2] = scaled(g, *s);
                }
            }
            w[0] = plus(of_acceleration, bracket(&of_twist, &local.rate));
            w[1] = of_twist;
        }
        (w, n)
    }

    /// X̃ z_p.
    #[inline(always)]
    fn carried<const N: usize>(frame: &Frame<T>, rate: &Six<T>, of_parent: &State<T, N>) -> State<T, N> {
        let mut z: State<T, N> = core::array::from_fn(|part| frame.down(&of_parent[part]));
        if N > 1 {
            z[0] = plus(z[0], bracket(&z[1], rate));
        }
        z
    }

    /// The link's own part of P, (4).
    #[inline(always)]
    fn own_part<const N: usize>(&self, i: usize, parts: &Parts<'_, T>) -> [Square<T>; N] {
        let kind = self.kind(&self.links[i]);
        let (m, [x, y, z], o) = (kind.mass, kind.moment, T::zero());
        let h = [[o, -z, y], [z, o, -x], [-y, x, o]];
        let inertia = &kind.inertia;
        let mut p = [empty(); N];
        for r in 0..3 {
            for s in 0..3 {
                p[0][r][s] = inertia[r][s];
                p[0][r][3 + s] = h[r][s];
                p[0][3 + r][s] = -h[r][s];
            }
            p[0][3 + r][3 + r] = m;
        }
        if N > 1
            && let Some(instant) = parts.instant
        {
            let twist = &instant.twists[i];
            let momentum = Self::momentum(kind, twist);
            let (tau, f) = (angular(&momentum), linear(&momentum));
            for k in 0..6 {
                let column: Six<T> = core::array::from_fn(|r| p[0][r][k]);
                let turned = on_wrench(twist, &column);
                for r in 0..6 {
                    p[1][r][k] = turned[r];
                }
            }
            // δV ×* (τ, f) = −(τ × δω + f × δv, f × δω)
            let skew = |a: Vector<T>| [[o, -a[2], a[1]], [a[2], o, -a[0]], [-a[1], a[0], o]];
            let (tau, f) = (skew(tau), skew(f));
            for r in 0..3 {
                for s in 0..3 {
                    p[1][r][s] = p[1][r][s] - tau[r][s];
                    p[1][r][3 + s] = p[1][r][3 + s] - f[r][s];
                    p[1][3 + r][s] = p[1][3 + r][s] - f[r][s];
                }
            }
            if let Some(number) = self.loaded[i] {
                let slopes = [parts.by_velocity.wrenches, parts.by_position.wrenches];
                for (part, slopes) in (1..N).zip(slopes) {
                    if let Some(slope) = slopes.get(number as usize) {
                        for r in 0..6 {
                            p[part][r] = minus(p[part][r], slope[r]);
                        }
                    }
                }
            }
        }
        p
    }

    /// The matrix in the brackets of (5).
    #[inline(always)]
    fn diagonal(&self, i: usize, parts: &Parts<'_, T>) -> Matrix<T> {
        let link = &self.links[i];
        let mut d = [[T::zero(); 3]; 3];
        let own = parts.identity + parts.mass * self.kind(link).rotor;
        for (k, row) in d.iter_mut().enumerate() {
            row[k] = own;
        }
        if let Some(number) = self.driven[i] {
            let weighted =
                [(parts.damping, parts.by_velocity.efforts), (parts.stiffness, parts.by_position.efforts)];
            for (weight, slopes) in weighted {
                if let Some(slope) = slopes.get(number as usize) {
                    for r in 0..3 {
                        d[r] = with(d[r], -weight, slope[r]);
                    }
                }
            }
        }
        d
    }

    /// A x.
    pub fn weighted_times(
        &self,
        parts: &Parts<'_, T>,
        x: &[T],
        states: &mut [State<T, LIMIT>],
        room: &mut Room<T>,
        out: &mut [T],
    ) {
        match parts.count() {
            1 => self.times::<1>(parts, x, states, room, out),
            2 => self.times::<2>(parts, x, states, room, out),
            _ => self.times::<3>(parts, x, states, room, out),
        }
    }

    fn times<const N: usize>(
        &self,
        parts: &Parts<'_, T>,
        x: &[T],
        states: &mut [State<T, LIMIT>],
        room: &mut Room<T>,
        out: &mut [T],
    ) {
        let wrenches = &mut room.third;
        for (i, link) in self.links.iter().enumerate() {
            let local = self.local(i, link, parts);
            let mut z: State<T, N> = match link.parent {
                GROUND => [nothing(); N],
                parent => {
                    let of_parent = core::array::from_fn(|part| states[parent as usize][part]);
                    Self::carried(&local.frame, &local.rate, &of_parent)
                }
            };
            for (k, &own) in Self::own(link, x).iter().enumerate() {
                let (w, _) = self.columns::<N>(parts, &local, &self.direction(link, k));
                for part in 0..N {
                    z[part] = with(z[part], own, w[part]);
                }
            }
            let p = self.own_part::<N>(i, parts);
            let mut wrench = nothing();
            for part in 0..N {
                states[i][part] = z[part];
                let more: Six<T> = p[part].map(|row| work(&row, &z[part]));
                wrench = plus(wrench, more);
            }
            wrenches[i] = wrench;
        }
        for (i, link) in self.links.iter().enumerate().rev() {
            let own = Self::own(link, x);
            let mut wrench = wrenches[i];
            let efforts = self.efforts_of(link, &wrench);
            let diagonal = self.diagonal(i, parts);
            let first = link.velocity as usize;
            for k in 0..own.len() {
                let beside = own.iter().zip(&diagonal[k]).fold(T::zero(), |sum, (&x, &d)| sum + d * x);
                out[first + k] = efforts[k] + beside;
            }
            if link.parent != GROUND {
                let local = self.local(i, link, parts);
                for (k, &own) in own.iter().enumerate() {
                    let (_, n) = self.columns::<N>(parts, &local, &self.direction(link, k));
                    wrench = with(wrench, own, n);
                }
                let parent = &mut wrenches[link.parent as usize];
                *parent = plus(*parent, local.frame.up(&wrench));
            }
        }
    }

    /// Factors of A; the first velocity whose pivot is weak. `opposing` is room for [`LIMIT`] blocks of every link.
    pub fn factor_weighted(
        &self,
        parts: &Parts<'_, T>,
        opposing: &mut [[Square<T>; LIMIT]],
        sizes: &mut [(T, T)],
        into: Lifted<'_, T>,
    ) -> Option<usize> {
        match into.count {
            1 => self.factor::<1>(parts, opposing, sizes, into.numbers),
            2 => self.factor::<2>(parts, opposing, sizes, into.numbers),
            _ => self.factor::<3>(parts, opposing, sizes, into.numbers),
        }
    }

    fn factor<const N: usize>(
        &self,
        parts: &Parts<'_, T>,
        opposing: &mut [[Square<T>; LIMIT]],
        sizes: &mut [(T, T)],
        into: &mut [T],
    ) -> Option<usize> {
        let mut weak = None;
        for (i, link) in self.links.iter().enumerate() {
            let p = self.own_part::<N>(i, parts);
            opposing[i][..N].copy_from_slice(&p);
            let kind = self.kind(link);
            sizes[i] = (half_trace(&kind.inertia), kind.mass);
        }
        let stride = Lifted::<T>::stride(N);
        for (i, link) in self.links.iter().enumerate().rev() {
            let local = self.local(i, link, parts);
            let p: [Square<T>; N] = core::array::from_fn(|part| opposing[i][part]);
            let numbers = &mut into[i * stride..(i + 1) * stride];
            numbers[..FRAME].copy_from_slice(&parts.frames[i]);
            numbers[RATE..LEVER].copy_from_slice(&local.rate);
            let freedoms = link.motion.freedoms();
            let mut d = self.diagonal(i, parts);
            // (6)
            let mut lever = [nothing(); 3];
            let mut terms = [T::zero(); 3];
            for k in 0..freedoms {
                let (w, n) = self.columns::<N>(parts, &local, &self.direction(link, k));
                let mut pw = nothing();
                for part in 0..N {
                    let more: Six<T> = p[part].map(|row| work(&row, &w[part]));
                    pw = plus(pw, more);
                    terms[k] = terms[k] + self.efforts_of(link, &more)[k].abs();
                    let at = ROWS + 18 * N + 6 * (N * k + part);
                    numbers[at..at + 6].copy_from_slice(&w[part]);
                }
                let efforts = self.efforts_of(link, &pw);
                for j in 0..freedoms {
                    d[j][k] = d[j][k] + efforts[j];
                }
                lever[k] = plus(pw, n);
            }
            let (inverse, minors) = inverse(&d, freedoms);
            let (turning, sliding) = sizes[i];
            let whole = self.whole(link, parts.mass, (turning, sliding));
            let mut before = T::one();
            for (k, &minor) in minors.iter().enumerate().take(freedoms) {
                let sound = minor.smallest() > WEAK_DIAGONAL * (before * whole).leading();
                let cancelled = freedoms == 1 && minor.smallest() <= WEAK_PIVOT * terms[k].leading();
                if !sound || cancelled {
                    weak = Some(link.velocity as usize + k);
                }
                before = minor;
            }
            let mut by_inverse = [nothing(); 3];
            for (k, column) in by_inverse.iter_mut().enumerate().take(freedoms) {
                for j in 0..freedoms {
                    *column = with(*column, inverse[j][k], lever[j]);
                }
                numbers[LEVER + 6 * k..LEVER + 6 * k + 6].copy_from_slice(column);
                numbers[INVERSE + 3 * k..INVERSE + 3 * k + 3].copy_from_slice(&inverse[k]);
            }
            if link.parent == GROUND {
                numbers[ROWS..ROWS + 18 * N].fill(T::zero());
                continue;
            }
            // (8): P with the parts of X̃ beside X, and Sᵀ of it.
            let mut p = p;
            if N > 1 {
                let (turn, slide) = (angular(&local.rate), linear(&local.rate));
                for r in 0..6 {
                    let (a, b) = (angular(&p[0][r]), linear(&p[0][r]));
                    let more = six(plus(cross(a, turn), cross(b, slide)), cross(b, turn));
                    p[1][r] = minus(p[1][r], more);
                }
            }
            let of_child = (half_trace(&corner(&p[0], 0)), third_of_trace(&corner(&p[0], 3)));
            for part in 0..N {
                let mut rows = [nothing(); 3];
                for c in 0..6 {
                    let column: Six<T> = core::array::from_fn(|r| p[part][r][c]);
                    let efforts = self.efforts_of(link, &column);
                    for k in 0..freedoms {
                        rows[k][c] = efforts[k];
                    }
                }
                for k in 0..freedoms {
                    for r in 0..6 {
                        p[part][r] = with(p[part][r], -by_inverse[k][r], rows[k]);
                    }
                }
                // D⁻¹ Sᵀ P X̃, of which X is left: rows as wrenches, which Xᵀ turns.
                for (k, inverse) in inverse.iter().enumerate().take(freedoms) {
                    let mut row = nothing();
                    for j in 0..freedoms {
                        row = with(row, inverse[j], rows[j]);
                    }
                    let at = ROWS + 6 * (N * k + part);
                    numbers[at..at + 6].copy_from_slice(&local.frame.up(&row));
                }
                let seen = congruent(&local.frame, &p[part]);
                let parent = &mut opposing[link.parent as usize][part];
                for r in 0..6 {
                    parent[r] = plus(parent[r], seen[r]);
                }
            }
            let distance = dot(local.frame.position, local.frame.position);
            let parent = &mut sizes[link.parent as usize];
            parent.0 = parent.0 + of_child.0.abs() + distance * of_child.1.abs();
            parent.1 = parent.1 + of_child.1.abs();
        }
        weak
    }

    #[inline(always)]
    fn whole(&self, link: &Link, mass: T, (turning, sliding): (T, T)) -> T {
        use crate::linkage::Motion;
        let kind = self.kind(link);
        let own = match link.motion {
            Motion::Translation => sliding,
            Motion::Screw => turning + kind.pitch * kind.pitch * sliding,
            _ => turning,
        };
        mass * (own + kind.rotor)
    }

    /// A⁻¹ x, in place.
    pub fn solve_weighted(
        &self,
        factors: (usize, &[T]),
        states: &mut [State<T, LIMIT>],
        room: &mut Room<T>,
        x: &mut [T],
    ) {
        match factors.0 {
            1 => self.solve::<1>(factors.1, states, room, x),
            2 => self.solve::<2>(factors.1, states, room, x),
            _ => self.solve::<3>(factors.1, states, room, x),
        }
    }

    fn solve<const N: usize>(
        &self,
        factors: &[T],
        states: &mut [State<T, LIMIT>],
        room: &mut Room<T>,
        x: &mut [T],
    ) {
        let stride = Lifted::<T>::stride(N);
        let opposing = &mut room.third;
        Self::clear(opposing);
        for (i, link) in self.links.iter().enumerate().rev() {
            let numbers = &factors[i * stride..(i + 1) * stride];
            let (first, freedoms) = (link.velocity as usize, link.motion.freedoms());
            let own = self.efforts_of(link, &opposing[i]);
            let mut wrench = opposing[i];
            for k in 0..freedoms {
                let right = x[first + k] - own[k];
                x[first + k] = right;
                wrench = with(wrench, right, read(numbers, LEVER + 6 * k));
            }
            if link.parent != GROUND {
                let frame = Frame::of(&read(numbers, 0));
                let parent = &mut opposing[link.parent as usize];
                *parent = plus(*parent, frame.up(&wrench));
            }
        }
        for (i, link) in self.links.iter().enumerate() {
            let numbers = &factors[i * stride..(i + 1) * stride];
            let (first, freedoms) = (link.velocity as usize, link.motion.freedoms());
            let right: Vector<T> =
                core::array::from_fn(|k| if k < freedoms { x[first + k] } else { T::zero() });
            let of_parent: Option<State<T, N>> = (link.parent != GROUND)
                .then(|| core::array::from_fn(|part| states[link.parent as usize][part]));
            let mut z = match &of_parent {
                None => [nothing(); N],
                Some(of_parent) => {
                    let (frame, rate) = (Frame::of(&read(numbers, 0)), read(numbers, RATE));
                    Self::carried(&frame, &rate, of_parent)
                }
            };
            for k in 0..freedoms {
                let mut own = dot(read(numbers, INVERSE + 3 * k), right);
                if let Some(of_parent) = &of_parent {
                    for part in 0..N {
                        let row: Six<T> = read(numbers, ROWS + 6 * (N * k + part));
                        own = own - work(&row, &of_parent[part]);
                    }
                }
                for part in 0..N {
                    z[part] = with(z[part], own, read(numbers, ROWS + 18 * N + 6 * (N * k + part)));
                }
                x[first + k] = own;
            }
            states[i][..N].copy_from_slice(&z);
        }
    }
}

#[inline(always)]
fn read<T: Real, const K: usize>(numbers: &[T], at: usize) -> [T; K] {
    core::array::from_fn(|i| numbers[at + i])
}

/// The block of three by three on the diagonal.
#[inline(always)]
fn corner<T: Real>(p: &Square<T>, at: usize) -> Matrix<T> {
    core::array::from_fn(|r| core::array::from_fn(|c| p[at + r][at + c]))
}

/// Xᵀ P X.
#[inline(always)]
fn congruent<T: Real>(frame: &Frame<T>, p: &Square<T>) -> Square<T> {
    let block = |r: usize, c: usize| -> Matrix<T> {
        core::array::from_fn(|i| core::array::from_fn(|j| p[3 * r + i][3 * c + j]))
    };
    let around = |x: &Matrix<T>| product_transposed(&product(&frame.rotation, x), &frame.rotation);
    let blocks = [[around(&block(0, 0)), around(&block(0, 1))], [around(&block(1, 0)), around(&block(1, 1))]];
    let at = frame.position;
    let mut q = empty();
    for r in 0..2 {
        for i in 0..3 {
            // A row times −[p]× is p × row.
            let turning = plus(blocks[r][0][i], cross(at, blocks[r][1][i]));
            q[3 * r + i] = six(turning, blocks[r][1][i]);
        }
    }
    // τ += p × f
    for c in 0..6 {
        let more = cross(at, [q[3][c], q[4][c], q[5][c]]);
        for (i, more) in more.into_iter().enumerate() {
            q[i][c] = q[i][c] + more;
        }
    }
    q
}

/// The inverse of the first rows and columns of a matrix, and its leading minors.
#[inline(always)]
fn inverse<T: Real>(a: &Matrix<T>, freedoms: usize) -> (Matrix<T>, Vector<T>) {
    let o = T::zero();
    if freedoms == 1 {
        return ([[a[0][0].recip(), o, o], [o; 3], [o; 3]], [a[0][0], o, o]);
    }
    let cofactors: Matrix<T> = core::array::from_fn(|i| cross(a[(i + 1) % 3], a[(i + 2) % 3]));
    let determinant = dot(a[0], cofactors[0]);
    let reciprocal = determinant.recip();
    let inverse = core::array::from_fn(|i| core::array::from_fn(|j| cofactors[j][i] * reciprocal));
    (inverse, [a[0][0], a[0][0] * a[1][1] - a[0][1] * a[1][0], determinant])
}
