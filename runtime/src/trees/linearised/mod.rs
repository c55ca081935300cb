//! A = μ M + β C + γ K + ι 1 of a tree, as a product with a vector and as factors, without any of these matrices.
//!
//! M = ∂(M a − f)/∂a, C = ∂(M a − f)/∂q̇ and K = ∂(M a − f)/∂q are linearised Newton–Euler: with x for the unknowns of a link, and
//! δ for what follows from δq̈ = μ x, δq̇ = β x and a displacement by γ x, (1) to (4) of [`trees`](crate::trees) become, with s the columns of S,
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
//! The wrench of a link and all that it carries is linear in z = (δA, δV, η): δF = P z + π with P of 6 × 18 numbers (6 × 12 if no wrench depends
//! on poses, 6 × 6 if C and K have no weight). With X̃ z_p for the parts of (1) to (3) from the parent and W for the columns of
//! x in them:
//!
//! ```text
//! D = Sᵀ P W + (…) of (5),   L = P W + N                                                                     (6)
//! x = D⁻¹ (r − Sᵀ π − Sᵀ P X̃ z_p)                                                                           (7)
//! P_p += Xᵀ (P − L D⁻¹ Sᵀ P) X̃,   π_p += Xᵀ (π + L D⁻¹ (r − Sᵀ π))                                          (8)
//! ```
//! A link whose coordinate others have in common is not eliminated: for x in place of D⁻¹ (r − Sᵀ π) in (8), P is handed on as it is, and the
//! effort D x + Sᵀ π + Sᵀ P X̃ z_p is found in place of (7).
//!
//! Forces between bodies that one motion does not join are eliminated on their ways (`pair`, `ways`), and so are velocities in constraints, with these and
//! the multipliers (`deferred`).
//!
//! Nothing here is symmetric where C or K are not. Derived here; for M alone (8) is articulated bodies.
//!
//! M of another configuration than C and K is carried by bodies of its own, which the same x moves, seen by X' from their
//! parents there:
//!
//! ```text
//! α = X' α_p + μ S x,   φ = I α + Σ X'ᵀ φ of its children                 μ M x = Sᵀ φ + μ J_rotor x         (9)
//! A x = Sᵀ (δF + φ) + (ι + μ J_rotor − β ∂e/∂q̇ − γ ∂e/∂q) x,             (3) without μ S                    (10)
//! ```
//! Neither configuration is eliminated without the other: once x is gone, δF depends on α and φ on z. (6) to (8) hold with
//!
//! ```text
//! z ← (z, α),   (δF, φ) = P z + π,   Sᵀ ← (Sᵀ Sᵀ),   W ← (W, μ S),   N ← (N, 0),   X̃ ← (X̃, X'),   Xᵀ ← (Xᵀ, X'ᵀ)   (11)
//! ```
//! and P of 12 × 18 or 12 × 24 numbers, of which a link's own part is diag(that of (4), I).

// Indices are those of the equations.
#![allow(clippy::needless_range_loop)]

mod block;
mod deferred;
mod elimination;
mod factor;
mod local;
mod pair;
mod product;
mod solve;
mod ways;

pub use deferred::Constrained;
use deferred::Deferred;
pub(in crate::trees) use deferred::Structure;
pub use elimination::{Elimination, Shape};
pub use factor::size_in_weighted;
pub use ways::Open;

use crate::Real;
use crate::trees::linkage::Linkage;
use crate::trees::placement::FRAME;
use crate::trees::spatial::{Matrix, Six, Square};

/// The motion of a tree, for C and K.
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
    /// Of w₁ of forces between bodies, by the motion of both, in the order of [`Linkage::pairs`].
    pub pairs: &'a [OfPair<T>],
}

/// Rows of the derivatives of a wrench by two twists or two displacements.
pub type OfPair<T> = [[T; 12]; 6];

impl<T> Slopes<'_, T> {
    /// Nothing acts from outside.
    pub const NONE: Self = Self { wrenches: &[], efforts: &[], pairs: &[] };
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
    /// The pose of every link relative to its parent.
    pub frames: &'a [[T; FRAME]],
    /// The same where M is, if that is another configuration.
    pub mass_frames: Option<&'a [[T; FRAME]]>,
    /// The motion of the tree, if C or K have a weight.
    pub instant: Option<Instant<'a, T>>,
    /// By velocities.
    pub by_velocity: Slopes<'a, T>,
    /// By positions.
    pub by_position: Slopes<'a, T>,
}

/// z, followed by α if M belongs to another configuration.
type State<T, const C: usize> = [Six<T>; C];

/// The number of parts of z of the configuration of C and K, of C parts with R rows of wrenches.
const fn parts_here(rows: usize, parts: usize) -> usize {
    parts + 1 - rows
}

impl<T: Real> Parts<'_, T> {
    /// Rows of wrenches and parts of z.
    pub fn shape(&self) -> Shape {
        let parts = match self.instant {
            None => return Shape::OF_MASS,
            Some(instant) if instant.accelerations.is_empty() || self.by_position.wrenches.is_empty() => 2,
            Some(_) => 3,
        };
        let rows = if self.mass_frames.is_some() { 2 } else { 1 };
        Shape { rows, parts: parts + rows - 1 }
    }

    /// Whether forces between bodies have derivatives: not in M alone.
    pub(super) fn have_pairs(&self) -> bool {
        !(self.by_position.pairs.is_empty() && self.by_velocity.pairs.is_empty())
    }

    /// The frames of each row of wrenches.
    #[inline(always)]
    fn places<const R: usize>(&self) -> [&[[T; FRAME]]; R] {
        let of_mass = self.mass_frames.unwrap_or(self.frames);
        // M alone is where it is.
        let first = if self.instant.is_none() { of_mass } else { self.frames };
        core::array::from_fn(|row| if row == 0 { first } else { of_mass })
    }
}

impl<T: Real> Linkage<T> {
    /// A x.
    pub fn weighted_times(&self, parts: &Parts<'_, T>, x: &[T], room: &mut Elimination<T>, out: &mut [T]) {
        let shape = parts.shape();
        match (shape.rows, shape.parts) {
            (1, 1) => self.times::<1, 1>(parts, x, room, out),
            (1, 2) => self.times::<1, 2>(parts, x, room, out),
            (1, _) => self.times::<1, 3>(parts, x, room, out),
            (_, 3) => self.times::<2, 3>(parts, x, room, out),
            _ => self.times::<2, 4>(parts, x, room, out),
        }
    }

    /// Factors of A, [`Shape::stride`] numbers for each link; the velocity of the first weak pivot, from the leaves to the root.
    pub fn factor_weighted(
        &self,
        parts: &Parts<'_, T>,
        room: &mut Elimination<T>,
        (into, open): (&mut [T], &mut Open<T>),
    ) -> Option<usize> {
        let (shape, into) = (parts.shape(), (into, open));
        match (shape.rows, shape.parts) {
            (1, 1) => self.factor::<1, 1>(parts, room, into),
            (1, 2) => self.factor::<1, 2>(parts, room, into),
            (1, _) => self.factor::<1, 3>(parts, room, into),
            (_, 3) => self.factor::<2, 3>(parts, room, into),
            _ => self.factor::<2, 4>(parts, room, into),
        }
    }

    /// A⁻¹ x, in place; where a link has a coordinate in common with others, its unknown is given, and its row of A x is found.
    pub fn solve_weighted(&self, factors: (Shape, &[T], &Open<T>), room: &mut Elimination<T>, x: &mut [T]) {
        let (shape, numbers) = (factors.0, (factors.1, factors.2));
        match (shape.rows, shape.parts) {
            (1, 1) => self.solve::<1, 1>(numbers, room, x),
            (1, 2) => self.solve::<1, 2>(numbers, room, x),
            (1, _) => self.solve::<1, 3>(numbers, room, x),
            (_, 3) => self.solve::<2, 3>(numbers, room, x),
            _ => self.solve::<2, 4>(numbers, room, x),
        }
    }
}
