//! M a = r from the leaves to the ground and back: articulated bodies.
//!
//! The wrench of a link and all that it carries for an acceleration (α, a) of the link's origin, with free joints:
//! ```text
//! τ = A α + B a,   f = Bᵀ α + C a                    rigid: A = I,  B = [h]×,  C = m 1              (1)
//! ```
//! With S the directions of the link's motion, U = (U_τ, U_f) its wrenches (1) and D = SᵀU + J_rotor:
//! ```text
//! u = r − Sᵀp                                                                                      (2)
//! A ← A − U_τ D⁻¹U_τᵀ,   B ← B − U_τ D⁻¹U_fᵀ,   C ← C − U_f D⁻¹U_fᵀ,   p ← p + U D⁻¹u               (3)
//! relative to the parent, after rotation by R, with p the link's origin there:
//!   A_p += A − B[p]× + [p]×Bᵀ − [p]×C[p]×,   B_p += B + [p]×C,   C_p += C                           (4)
//! outwards:   a' = X a_p,   q̈ = D⁻¹(u − Uᵀa'),   a = a' + S q̈                                     (5)
//! ```
//! A leading minor of D is compared with its terms: the inertia of the body itself, and the inertias of its children before
//! (3) subtracts the motion of their joints. M is singular if only rounding is left. (The inertia with all outer joints
//! locked is not a useful scale: at the end of a chain of n links it is n³ times as large.)

use crate::Real;
use crate::emitted::is_sound_diagonal;
use crate::trees::linkage::{GROUND, Linkage, Motion};
use crate::trees::placement::{FRAME, Frame};
use crate::trees::places::{Place, places};
use crate::trees::room::Room;
use crate::trees::spatial::{
    Matrix, Six, Vector, angular, cross, dot, linear, nothing, plus, product, product_transposed, scaled,
    six, transposed, turned, turned_back, with, work,
};
use alloc::vec;
use alloc::vec::Vec;

/// The number of values of a link in the factors: its frame, U, D⁻¹.
pub const SADDLE: usize = FRAME + 18 + 9;

/// The place of D⁻¹ among them; of a link with given coordinates that of D.
const PIVOT: usize = FRAME + 18;

/// Factors of M, link by link.
pub struct Saddle<'a, T> {
    /// Frame, columns of U, rows of D⁻¹.
    pub links: &'a mut [[T; SADDLE]],
}

/// (1): A, B, C; and the sizes of the terms for a rotation and a translation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body<T> {
    a: Matrix<T>,
    b: Matrix<T>,
    c: Matrix<T>,
    turning: T,
    sliding: T,
}

/// [p]× X.
#[inline(always)]
fn crossed<T: Real>(p: Vector<T>, x: &Matrix<T>) -> Matrix<T> {
    let column = |j: usize| cross(p, [x[0][j], x[1][j], x[2][j]]);
    transposed(&[column(0), column(1), column(2)])
}

impl<T: Real> Linkage<T> {
    fn rigid(&self, link: usize) -> Body<T> {
        let kind = self.kind(&self.links[link]);
        let ([x, y, z], o, m) = (kind.moment, T::zero(), kind.mass);
        Body {
            a: kind.inertia,
            b: [[o, -z, y], [z, o, -x], [-y, x, o]],
            c: [[m, o, o], [o, m, o], [o, o, m]],
            turning: half_trace(&kind.inertia),
            sliding: m,
        }
    }

    /// Factors of M; the velocity of the first weak pivot, from the leaves to the root.
    pub fn factor_mass(
        &self,
        frames: &[[T; FRAME]],
        bodies: &mut Bodies<T>,
        into: Saddle<'_, T>,
    ) -> Option<usize> {
        let Bodies { places, open: bodies } = bodies;
        let mut weak = None;
        for (i, link) in self.links.iter().enumerate().rev() {
            let (kind, frame) = (self.kind(link), Frame::of(&frames[i]));
            let Body { mut a, mut b, mut c, turning, sliding } = match places[i].own {
                Some(own) => bodies[own as usize],
                None => self.rigid(i),
            };
            let opposed = (half_trace(&a), third_of_trace(&c));
            let numbers = &mut into.links[i];
            numbers[..FRAME].copy_from_slice(&frames[i]);
            let whole = match link.motion {
                Motion::Translation => sliding,
                Motion::Screw => turning + kind.pitch * kind.pitch * sliding,
                _ => turning,
            } + kind.rotor;
            if link.motion == Motion::Quaternion {
                let mut d = a;
                for (k, row) in d.iter_mut().enumerate() {
                    row[k] = row[k] + kind.rotor;
                }
                let (mut inverse, minors) = symmetric_inverse(&d);
                let mut before = T::one();
                for (k, &minor) in minors.iter().enumerate() {
                    if !link.given && !is_sound_diagonal(minor, before * whole) {
                        weak = weak.or(Some(link.velocity as usize + k));
                    }
                    before = minor;
                }
                if link.given {
                    // Not eliminated.
                    inverse = d;
                }
                for k in 0..3 {
                    // U_k = (A e_k, Bᵀ e_k)
                    let column = six([a[0][k], a[1][k], a[2][k]], b[k]);
                    numbers[FRAME + 6 * k..FRAME + 6 * k + 6].copy_from_slice(&column);
                    numbers[PIVOT + 3 * k..PIVOT + 3 + 3 * k].copy_from_slice(&inverse[k]);
                }
                // (3): D⁻¹ B for U_τ = A and U_f = Bᵀ; without a rotor A and B vanish.
                if !link.given {
                    let solved = product(&inverse, &b);
                    for r in 0..3 {
                        for s in r..3 {
                            let less =
                                b[0][r] * solved[0][s] + b[1][r] * solved[1][s] + b[2][r] * solved[2][s];
                            c[r][s] = c[r][s] - less;
                            c[s][r] = c[r][s];
                        }
                    }
                    if kind.rotor.magnitude() == 0.0 {
                        (a, b) = ([[T::zero(); 3]; 3], [[T::zero(); 3]; 3]);
                    } else {
                        let turning = product(&a, &product(&inverse, &a));
                        let both = product(&a, &solved);
                        for r in 0..3 {
                            for s in 0..3 {
                                a[r][s] = a[r][s] - turning[r][s];
                                b[r][s] = b[r][s] - both[r][s];
                            }
                        }
                    }
                }
            } else {
                let column = match link.motion {
                    Motion::Rotation => six(turned(&a, kind.axis), turned_back(&b, kind.axis)),
                    Motion::Translation => six(turned(&b, kind.axis), turned(&c, kind.axis)),
                    _ => {
                        let along = scaled(kind.pitch, kind.axis);
                        let torque = plus(turned(&a, kind.axis), turned(&b, along));
                        six(torque, plus(turned_back(&b, kind.axis), turned(&c, along)))
                    }
                };
                let pivot = self.efforts_of(link, &column)[0] + kind.rotor;
                numbers[FRAME..FRAME + 6].copy_from_slice(&column);
                if link.given {
                    // Not eliminated: D, and the size of its terms.
                    numbers[PIVOT] = pivot;
                    numbers[PIVOT + 1] = whole;
                } else {
                    if !is_sound_diagonal(pivot, whole) {
                        weak = weak.or(Some(link.velocity as usize));
                    }
                    let inverse = pivot.recip();
                    numbers[PIVOT] = inverse;
                    if link.parent == GROUND {
                        continue;
                    }
                    let (torque, force) = (angular(&column), linear(&column));
                    let (by_torque, by_force) = (scaled(inverse, torque), scaled(inverse, force));
                    for r in 0..3 {
                        for s in 0..3 {
                            a[r][s] = a[r][s] - torque[r] * by_torque[s];
                            b[r][s] = b[r][s] - torque[r] * by_force[s];
                            c[r][s] = c[r][s] - force[r] * by_force[s];
                        }
                    }
                }
            }
            if link.parent == GROUND {
                continue;
            }
            // (4)
            let turned_by = |x: &Matrix<T>| product_transposed(&product(&frame.rotation, x), &frame.rotation);
            let zero = link.motion == Motion::Quaternion && kind.rotor.magnitude() == 0.0 && !link.given;
            let c = turned_by(&c);
            let shifted_c = crossed(frame.position, &c);
            let double = crossed(frame.position, &transposed(&shifted_c));
            let Some(above) = places[link.parent as usize].own else { continue };
            let parent = &mut bodies[above as usize];
            if places[i].first {
                *parent = self.rigid(link.parent as usize);
            }
            let mut add = |a: Option<(&Matrix<T>, &Matrix<T>, &Matrix<T>)>| {
                for r in 0..3 {
                    for s in 0..3 {
                        parent.b[r][s] = parent.b[r][s] + shifted_c[r][s];
                        parent.c[r][s] = parent.c[r][s] + c[r][s];
                        parent.a[r][s] = parent.a[r][s] + double[r][s];
                        if let Some((a, b, shifted_b)) = a {
                            parent.b[r][s] = parent.b[r][s] + b[r][s];
                            parent.a[r][s] = parent.a[r][s] + (a[r][s] + (shifted_b[r][s] + shifted_b[s][r]));
                        }
                    }
                }
            };
            if zero {
                add(None);
            } else {
                let (a, b) = (turned_by(&a), turned_by(&b));
                // [p]× Bᵀ, whose transpose is −B[p]×.
                let shifted_b = crossed(frame.position, &transposed(&b));
                add(Some((&a, &b, &shifted_b)));
            }
            parent.turning = parent.turning + opposed.0 + dot(frame.position, frame.position) * opposed.1;
            parent.sliding = parent.sliding + opposed.1;
        }
        weak
    }

    /// a of M a = r, in place; where the coordinates of a link are given, a is given, and r is found.
    pub fn solve_mass(&self, factors: &[[T; SADDLE]], room: &mut Room<T>, x: &mut [T]) {
        let Room { first: opposing, second: accelerations, .. } = room;
        let mut begun = self.len();
        for (i, link) in self.links.iter().enumerate().rev() {
            let before = if link.parent == GROUND { i } else { link.parent as usize };
            while begun > before {
                begun -= 1;
                opposing[begun] = nothing();
            }
            let numbers = &factors[i];
            let first = link.velocity as usize;
            let p = opposing[i];
            if link.given {
                if link.parent != GROUND {
                    let all = (0..link.motion.freedoms()).map(|k| (x[first + k], column(numbers, k)));
                    let wrench = all.fold(p, |sum, (a, column)| with(sum, a, column));
                    let parent = &mut opposing[link.parent as usize];
                    *parent = plus(*parent, frame_of(numbers).up(&wrench));
                }
                continue;
            }
            // (2)
            let own = self.efforts_of(link, &p);
            let (mut right, freedoms) = ([T::zero(); 3], link.motion.freedoms());
            for k in 0..freedoms {
                right[k] = x[first + k] - own[k];
                x[first + k] = right[k];
            }
            if link.parent == GROUND {
                continue;
            }
            // (3)
            let amounts = inverse_times(numbers, freedoms, right);
            let mut wrench = p;
            for (k, &amount) in amounts.iter().enumerate().take(freedoms) {
                wrench = with(wrench, amount, column(numbers, k));
            }
            let parent = &mut opposing[link.parent as usize];
            *parent = plus(*parent, frame_of(numbers).up(&wrench));
        }
        // (5)
        for (i, link) in self.links.iter().enumerate() {
            let numbers = &factors[i];
            let (first, freedoms) = (link.velocity as usize, link.motion.freedoms());
            let carried = match link.parent {
                GROUND => nothing(),
                parent => frame_of(numbers).down(&accelerations[parent as usize]),
            };
            if link.given {
                let mut own = [T::zero(); 3];
                own[..freedoms].copy_from_slice(&x[first..first + freedoms]);
                let efforts = self.efforts_of(link, &opposing[i]);
                let of_own = inverse_times(numbers, freedoms, own);
                for k in 0..freedoms {
                    x[first + k] = efforts[k] + (work(&column(numbers, k), &carried) + of_own[k]);
                }
                accelerations[i] = plus(carried, self.along(link, &own));
                continue;
            }
            let mut open = [T::zero(); 3];
            for k in 0..freedoms {
                open[k] = x[first + k] - work(&column(numbers, k), &carried);
            }
            let own = inverse_times(numbers, freedoms, open);
            x[first..first + freedoms].copy_from_slice(&own[..freedoms]);
            accelerations[i] = plus(carried, self.along(link, &own));
        }
    }
}

/// The size of the terms of D of a link with a coordinate in common, from its factors.
pub(crate) fn size_in_mass<T: Real>(numbers: &[T; SADDLE]) -> T {
    numbers[PIVOT + 1]
}

/// Space for the factorisation of M.
#[derive(Clone, Debug)]
pub struct Bodies<T> {
    places: Vec<Place>,
    /// Bodies to which some of the children have been added.
    open: Vec<Body<T>>,
}

impl<T: Real> Bodies<T> {
    /// Space for a tree.
    pub fn new(linkage: &Linkage<T>) -> Self {
        let o = T::zero();
        let matrix = [[o; 3]; 3];
        let body = Body { a: matrix, b: matrix, c: matrix, turning: o, sliding: o };
        let (places, open) = places(&linkage.links);
        Self { places, open: vec![body; open] }
    }
}

#[inline(always)]
fn frame_of<T: Real>(numbers: &[T; SADDLE]) -> Frame<T> {
    Frame::of(&core::array::from_fn(|i| numbers[i]))
}

#[inline(always)]
fn column<T: Real>(numbers: &[T; SADDLE], k: usize) -> Six<T> {
    core::array::from_fn(|i| numbers[FRAME + 6 * k + i])
}

#[inline(always)]
fn inverse_times<T: Real>(numbers: &[T; SADDLE], freedoms: usize, x: Vector<T>) -> Vector<T> {
    let at = PIVOT;
    if freedoms == 1 {
        return [numbers[at] * x[0], T::zero(), T::zero()];
    }
    core::array::from_fn(|k| dot([numbers[at + 3 * k], numbers[at + 3 * k + 1], numbers[at + 3 * k + 2]], x))
}

#[inline(always)]
pub(crate) fn half_trace<T: Real>(a: &Matrix<T>) -> T {
    (a[0][0] + a[1][1] + a[2][2]) * T::exact(0.5)
}

#[inline(always)]
pub(crate) fn third_of_trace<T: Real>(c: &Matrix<T>) -> T {
    (c[0][0] + c[1][1] + c[2][2]) * T::exact(1.0 / 3.0)
}

/// The inverse of a symmetric positive definite matrix by cofactors, and its leading minors.
fn symmetric_inverse<T: Real>(a: &Matrix<T>) -> (Matrix<T>, Vector<T>) {
    let cofactors: Matrix<T> = core::array::from_fn(|i| cross(a[(i + 1) % 3], a[(i + 2) % 3]));
    let determinant = dot(a[0], cofactors[0]);
    let reciprocal = determinant.recip();
    let inverse =
        core::array::from_fn(|i| core::array::from_fn(|j| cofactors[i.min(j)][i.max(j)] * reciprocal));
    (inverse, [a[0][0], cofactors[2][2], determinant])
}
