//! The parts of emitted code besides its own arithmetic: the evaluated states, the factors, the
//! fallback of a solve whose planned pivots are weak.
//!
//! Not part of the public interface: emitted code refers to it as `linkwork::__private`.

mod declared;
mod elimination;
mod initial;
mod known_rank;
mod limits;
mod magnification;
mod pivoted;
pub mod rotations;
pub mod turns;
mod zero;

pub use crate::assemble::{
    Given, assemble, assemble_model, assemble_model_at, assemble_nearest_to, assembled_alone, check_body,
    check_parameter,
};
pub use crate::mechanism::*;
pub use crate::scales::redundant_weights;
pub use crate::{Error, Real, Vector};
pub use alloc::borrow::Cow;
pub use alloc::{vec, vec::Vec};
pub use declared::*;
pub(crate) use elimination::eliminate;
pub use initial::{Initial, lifted};
pub use known_rank::{KnownRank, RedundantSet, factor_block, redundant_fallback, solve_block};
pub(crate) use limits::initial_saddle;
pub use limits::{Limits, pivot_limits};
pub use nalgebra::SVector;
use pivoted::Stack;
pub(crate) use pivoted::scale_of;
pub use pivoted::{Workspace, fallback_into, redundant_fallback_into, refine_into};

/// A pivot below this part of its limit from the equilibrated matrix is weak: the solve may lose
/// five of its sixteen digits, so it is refined or repeated with pivoting.
pub const WEAK_PIVOT: f64 = 1e-5;
/// The same for pivots on the diagonal if the scales ignore mass: with constraints, a coordinate
/// with almost no mass is eliminated stably, but its acceleration loses the digits of this ratio.
pub const WEAK_MASS: f64 = 1e-8;
/// A pivot of a symmetric positive definite matrix below this part of its diagonal entry is weak. LDLᵀ
/// is backward stable for any pivots, so only near singularity matters.
pub const WEAK_DIAGONAL: f64 = 1e-12;

/// Checks that parameters are finite.
///
/// # Errors
/// [`Error::Parameter`] with the first of them; in a pack [`Error::Lane`] with it.
pub fn check_parameters<P: Parameters>(mechanism: &str, parameters: &P) -> Result<(), Error> {
    for (index, named) in P::names().iter().enumerate() {
        let Some(value) = parameters.get(index).filter(|value| !value.is_finite()) else { continue };
        let lanes = <P::Scalar as Real>::LANES;
        let lane = (0..lanes).find(|&lane| !value.lane(lane).is_finite());
        // A part that is not the leading one, as a derivative, has no value of its own here.
        let shown = lane.map_or(value.magnitude(), |lane| value.lane(lane));
        check_parameter(mechanism, &named.name, shown)
            .map_err(|error| error.in_lane::<P::Scalar>(lane.unwrap_or(0)))?;
    }
    Ok(())
}

/// The time stage: quantities that depend on time and inputs.
#[derive(Clone, Debug)]
pub struct TimeCache<T, const U: usize, const V: usize> {
    /// t.
    pub t: T,
    /// Inputs at t.
    pub u: [T; U],
    /// Values of the time stage.
    pub values: [T; V],
}

/// The position stage: quantities that depend on (t, q).
#[derive(Clone, Debug)]
pub struct PositionCache<T, const N: usize, const U: usize, const V: usize, const P: usize> {
    /// The instant.
    pub now: TimeCache<T, U, V>,
    /// The configuration.
    pub q: SVector<T, N>,
    /// Values of the position stage.
    pub values: [T; P],
}

impl<T: Real, const N: usize, const U: usize, const V: usize, const P: usize> PositionCache<T, N, U, V, P> {
    /// Holds zeros.
    pub fn zeros() -> Self {
        let zero = T::zero();
        let now = TimeCache { t: zero, u: [zero; U], values: [zero; V] };
        Self { now, q: Vector::zeros(N), values: [zero; P] }
    }
}

/// Evaluated entries of a matrix.
#[derive(Clone, Debug)]
pub struct Values<T, const N: usize> {
    /// The entries, as planned.
    pub values: [T; N],
}

impl<T: Real, const N: usize> Values<T, N> {
    /// Holds zeros.
    pub fn zeros() -> Self {
        Self { values: [T::zero(); N] }
    }
}

/// Factors of a matrix, and whether their pivots are sound.
#[derive(Clone, Debug)]
pub struct Factors<T, const N: usize> {
    /// The numbers, as planned.
    pub values: [T; N],
    /// Whether all pivots were large enough.
    pub sound: bool,
}

impl<T: Real, const N: usize> Factors<T, N> {
    /// Holds zeros; solves with them return an error.
    pub fn zeros() -> Self {
        Self { values: [T::zero(); N], sound: false }
    }
}

impl<T: Real> Weights<T> {
    /// In the order of the fields.
    #[inline]
    pub fn to_array(&self) -> [T; 6] {
        [
            self.mass,
            self.damping,
            self.stiffness,
            self.identity,
            self.constraint_position,
            self.constraint_velocity,
        ]
    }
}

/// Whether a pivot is large enough in every lane.
#[inline]
pub fn is_sound<T: Real>(pivot: T, limit: f64) -> bool {
    pivot.smallest() > limit
}

/// Whether a diagonal pivot is positive and large enough relative to its entry of the matrix. (Otherwise the
/// matrix is not positive definite, and LDLᵀ without pivoting is not reliable.)
#[inline]
pub fn is_sound_diagonal<T: Real>(pivot: T, entry: T) -> bool {
    Real::max(pivot, T::zero()).smallest() > WEAK_DIAGONAL * entry.leading()
}

/// Solves with factors whose pivots are sound, otherwise by [`fallback`]: `fast` is the planned solve, `fill` sets the
/// nonzero entries of the matrix.
///
/// # Errors
/// [`Singular`] if pivoting finds no pivot either.
#[inline(always)]
pub fn solved<T: Real, const N: usize>(
    sound: bool,
    x: &mut [T; N],
    fast: impl Fn(&mut [T; N]),
    fill: impl FnOnce(&mut [[T; N]; N]),
) -> Result<Fallback, Singular> {
    if sound {
        fast(x);
        Ok(Fallback::None)
    } else {
        fallback(fill, x, fast)
    }
}

/// Solves with refinement or pivoting if the straight-line factors are weak; the matrix, whose nonzero entries
/// `fill` sets, and all work space are on the stack.
///
/// # Errors
/// [`Singular`] if pivoting finds no pivot either.
#[cold]
#[inline(never)]
pub fn fallback<T: Real, const N: usize>(
    fill: impl FnOnce(&mut [[T; N]; N]),
    x: &mut [T; N],
    fast: impl Fn(&mut [T; N]),
) -> Result<Fallback, Singular> {
    let mut stack = Stack::new(fill);
    let (matrix, work) = stack.lend();
    fallback_into(matrix, x, work, &mut |b: &mut [T]| {
        if let Ok(b) = b.try_into() {
            fast(b);
        }
    })
}

/// Copies as much as fits: a dense matrix of the wrong size does not cause a panic.
#[inline]
pub fn store<T: Copy>(from: &[T], to: &mut [T]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

/// Fills an array with zeros and the entries (index, value), as far as they fit.
#[inline]
pub fn store_entries<T: Real>(size: usize, entries: &[(usize, T)], to: &mut [T]) {
    to.iter_mut().take(size).for_each(|to| *to = T::zero());
    for (at, entry) in entries {
        if let Some(to) = to.get_mut(*at) {
            *to = *entry;
        }
    }
}
