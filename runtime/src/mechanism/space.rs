//! The spaces of a mechanism.

use crate::{Real, Vector};
use core::fmt::Debug;

/// The scalar of a mechanism, and its vectors.
pub trait Space: Clone + Debug + Send + Sync {
    /// The scalar.
    type Scalar: Real;
    /// Configuration q (a point of a manifold in general).
    type Configuration: Vector<Self::Scalar>;
    /// Velocities v, accelerations a, forces f.
    type Velocity: Vector<Self::Scalar>;
    /// Holonomic residuals and multipliers λ.
    type Holonomic: Vector<Self::Scalar>;
    /// Nonholonomic residuals and multipliers ψ.
    type Nonholonomic: Vector<Self::Scalar>;
    /// First-order states y.
    type States: Vector<Self::Scalar>;
    /// Outputs.
    type Outputs: Vector<Self::Scalar>;
    /// Values of the switching functions, then three for each of [`Names::coincidences`](crate::Names::coincidences).
    type Switches: Vector<Self::Scalar>;
}

/// Shorthand for the velocity vector of a mechanism.
pub type VelocityOf<M> = <M as Space>::Velocity;

/// The vectors of a [`Space`] over `T` whose lengths are known at compile time: `space!(T; coordinates: 2, velocities: 2, holonomic: 1);`
/// in its `impl`. Without `velocities` there are as many as coordinates; vectors that are not named are empty.
///
/// ```
/// # use linkwork::{Real, Space};
/// # #[derive(Clone, Debug)]
/// # struct Pendulum<T>(T);
/// impl<T: Real> Space for Pendulum<T> {
///     linkwork::space!(T; coordinates: 2, holonomic: 1);
/// }
/// ```
#[macro_export]
macro_rules! space {
    ($scalar:ident; coordinates: $q:expr $(, holonomic: $g:expr)? $(, nonholonomic: $k:expr)? $(, states: $y:expr)? $(, outputs: $o:expr)? $(,)?) => {
        $crate::space!($scalar; coordinates: $q, velocities: $q $(, holonomic: $g)? $(, nonholonomic: $k)? $(, states: $y)? $(, outputs: $o)?);
    };
    ($scalar:ident; coordinates: $q:expr, velocities: $v:expr $(, holonomic: $g:expr)? $(, nonholonomic: $k:expr)? $(, states: $y:expr)? $(, outputs: $o:expr)? $(,)?) => {
        type Scalar = $scalar;
        type Configuration = $crate::__private::SVector<$scalar, { $q }>;
        type Velocity = $crate::__private::SVector<$scalar, { $v }>;
        type Holonomic = $crate::__private::SVector<$scalar, { 0 $(+ $g)? }>;
        type Nonholonomic = $crate::__private::SVector<$scalar, { 0 $(+ $k)? }>;
        type States = $crate::__private::SVector<$scalar, { 0 $(+ $y)? }>;
        type Outputs = $crate::__private::SVector<$scalar, { 0 $(+ $o)? }>;
        type Switches = $crate::__private::SVector<$scalar, 0>;
    };
}
