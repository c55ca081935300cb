//! Treatments of constraints by explicit methods, as types and as a value.
//!
//! Invariant: a treatment determines all options of a step; a value of [`Constraints`] is equivalent to the type of the same name.

use crate::{Mechanism, Unconstrained};
use alloc::format;
use alloc::string::String;
use core::fmt::Debug;

/// No treatment: for mechanisms without constraints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain;
/// Constraints at acceleration level only: they drift with the order of the method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unprojected;
/// Position and velocity are projected onto the constraints after every step, in the metric of the mass matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Projected;
/// Constraints at acceleration level, stabilised as g̈ + 2α ġ + β² g = 0 and k̇ + α k = 0 (Baumgarte 1972).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Baumgarte {
    /// α in 1/s.
    pub(super) alpha: f64,
    /// β in 1/s.
    pub(super) beta: f64,
}
/// Only the position is projected, in the Euclidean metric; velocities are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EuclideanPosition;

/// A treatment that is selected at run time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Constraints {
    /// That of [`Projected`].
    #[default]
    Projected,
    /// That of [`Unprojected`].
    Index1,
    /// That of [`Baumgarte`].
    Baumgarte {
        /// α in 1/s.
        alpha: f64,
        /// β in 1/s.
        beta: f64,
    },
    /// That of [`EuclideanPosition`].
    EuclideanPosition,
}

/// The projection of a method at the end of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projection {
    /// Not at all.
    None,
    /// Position and velocity, in the metric of the mass matrix.
    MassWeighted,
    /// The position in the Euclidean metric, the velocity not at all.
    EuclideanPosition,
}

/// The linear solve for accelerations and multipliers of a constrained mechanism.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinearSolve {
    /// By the planned factors of the saddle matrix.
    #[default]
    Saddle,
    /// In a basis of the null space of the constraints, dense.
    NullSpace,
}

/// A treatment with solves in the null space of the constraints.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThroughNullSpace<C>(pub(super) C);

impl<C: Treatment> Treatment for ThroughNullSpace<C> {
    fn name(&self) -> String {
        format!("{}, through the null space", self.0.name())
    }
    fn projection(&self) -> Projection {
        self.0.projection()
    }
    fn solves(&self) -> LinearSolve {
        LinearSolve::NullSpace
    }
    fn stabilisation(&self) -> Option<(f64, f64)> {
        self.0.stabilisation()
    }
}
impl<M: Mechanism, C: Treats<M>> Treats<M> for ThroughNullSpace<C> {}

/// The treatment of constraints by a method.
pub trait Treatment: Copy + Debug + Send + Sync + 'static {
    /// What follows the name of the formula in reports: nothing, or words after a comma.
    fn name(&self) -> String;
    /// The projection at the end of a step.
    fn projection(&self) -> Projection;
    /// The linear solve for accelerations and multipliers.
    fn solves(&self) -> LinearSolve {
        LinearSolve::Saddle
    }
    /// (α, β) of Baumgarte's stabilisation, if any.
    fn stabilisation(&self) -> Option<(f64, f64)> {
        None
    }
}

impl Treatment for Plain {
    fn name(&self) -> String {
        "".into()
    }
    #[inline]
    fn projection(&self) -> Projection {
        Projection::None
    }
}
impl Treatment for Unprojected {
    fn name(&self) -> String {
        ", index 1".into()
    }
    #[inline]
    fn projection(&self) -> Projection {
        Projection::None
    }
}
impl Treatment for Projected {
    fn name(&self) -> String {
        ", projected".into()
    }
    #[inline]
    fn projection(&self) -> Projection {
        Projection::MassWeighted
    }
}
impl Treatment for Baumgarte {
    fn name(&self) -> String {
        ", Baumgarte".into()
    }
    #[inline]
    fn projection(&self) -> Projection {
        Projection::None
    }
    fn stabilisation(&self) -> Option<(f64, f64)> {
        Some((self.alpha, self.beta))
    }
}
impl Treatment for EuclideanPosition {
    fn name(&self) -> String {
        ", positions projected".into()
    }
    #[inline]
    fn projection(&self) -> Projection {
        Projection::EuclideanPosition
    }
}

impl Treatment for Constraints {
    fn name(&self) -> String {
        match *self {
            Self::Projected => Projected.name(),
            Self::Index1 => Unprojected.name(),
            Self::Baumgarte { alpha, beta } => Baumgarte { alpha, beta }.name(),
            Self::EuclideanPosition => EuclideanPosition.name(),
        }
    }
    fn projection(&self) -> Projection {
        match *self {
            Self::Projected => Projected.projection(),
            Self::Index1 => Unprojected.projection(),
            Self::Baumgarte { alpha, beta } => Baumgarte { alpha, beta }.projection(),
            Self::EuclideanPosition => EuclideanPosition.projection(),
        }
    }
    fn stabilisation(&self) -> Option<(f64, f64)> {
        match *self {
            Self::Baumgarte { alpha, beta } => Some((alpha, beta)),
            _ => None,
        }
    }
}

/// Treatments that are valid for mechanisms of type `M`.
pub trait Treats<M: Mechanism>: Treatment {}
impl<M: Unconstrained> Treats<M> for Plain {}
impl<M: Mechanism> Treats<M> for Unprojected {}
impl<M: Mechanism> Treats<M> for Projected {}
impl<M: Mechanism> Treats<M> for Baumgarte {}
impl<M: Mechanism> Treats<M> for EuclideanPosition {}
impl<M: Mechanism> Treats<M> for Constraints {}
