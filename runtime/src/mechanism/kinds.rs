//! Properties of a mechanism as traits: methods that do not support every mechanism require them.
//!
//! Invariant: an invalid pair of method and mechanism does not compile, and the message names
//! an alternative. It cannot know whether a mechanism without the trait has the property: one that is written by hand states its properties
//! itself, which the note says.

use super::Mechanism;

/// Marks mechanisms whose constraints, if there are any, each keep one coordinate constant: g_i = s (q_c − c) with constants s and
/// c, so that v_c = 0 and a_c = 0. Constraints that move a coordinate, or that couple several, are not of this kind.
#[diagnostic::on_unimplemented(
    message = "this method supports only constraints that fix single coordinates, and `{Self}` has others",
    label = "needs a mechanism without constraints, or with fixed coordinates only",
    note = "use `Rattle`, `FifthDegree` or `RungeKutta4::projected()`; a mechanism written by hand without other constraints needs `impl Clamped`"
)]
pub trait Clamped: Mechanism {}

/// Marks mechanisms without constraints.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has constraints, which this method would ignore",
    label = "needs a mechanism without constraints",
    note = "use `FifthDegree` or `RungeKutta4::projected()`; a mechanism written by hand without constraints needs `impl Unconstrained` and `impl Clamped`"
)]
pub trait Unconstrained: Clamped {}

/// Marks mechanisms whose configurations form a vector space, so that they can be added and subtracted entry by entry.
#[diagnostic::on_unimplemented(
    message = "the configurations of `{Self}` do not form a vector space, but this method subtracts them componentwise",
    label = "needs a mechanism without rotations in space",
    note = "use `FifthDegree`, `GeneralizedAlpha` or `RungeKutta4`, which integrate on manifolds; a mechanism written by hand without rotations in space needs `impl VectorSpace`"
)]
pub trait VectorSpace: Mechanism {}

/// Marks mechanisms whose forces do not depend on velocities.
#[diagnostic::on_unimplemented(
    message = "forces of `{Self}` depend on velocities (damping, or inertial forces of rotating coordinates), but this method needs forces that depend on positions alone",
    label = "needs forces that depend on time and positions alone",
    note = "use `FifthDegree` or `RungeKutta4`; `with_last_velocity()` is a variant of order 1 for such forces; a mechanism written by hand without such forces needs `impl Separable`"
)]
pub trait Separable: Mechanism {}

/// Marks mechanisms without first-order states.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has first-order states, which this method does not support",
    label = "needs a mechanism without first-order states",
    note = "use `FifthDegree`, `GeneralizedAlpha` or `RungeKutta4`; a mechanism written by hand without first-order states needs `impl Stateless`"
)]
pub trait Stateless: Mechanism {}
