//! What a mechanism is, as types say it: methods that do not take every mechanism ask for these.
//!
//! Invariant: a pair of method and mechanism that makes no sense does not compile, and the message says what to use
//! instead.

use super::Mechanism;

/// Marks mechanisms whose constraints, if there are any, each hold one coordinate where it is: g_i = s (q_c − c) with constants s and
/// c, so that v_c = 0 and a_c = 0. Constraints that move a coordinate, or that join several, are not of this kind.
#[diagnostic::on_unimplemented(
    message = "constraints of `{Self}` do more than fix single coordinates, and this method takes no others",
    label = "needs a mechanism without constraints, or with fixed coordinates only",
    note = "use `Rattle`, `FifthDegree` or `RungeKutta4::projected()`"
)]
pub trait Clamped: Mechanism {}

/// Marks mechanisms without constraints.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has constraints, and this method would ignore them",
    label = "needs a mechanism without constraints",
    note = "use `FifthDegree` or `RungeKutta4::projected()`"
)]
pub trait Unconstrained: Clamped {}

/// Marks mechanisms whose configurations form a vector space, so that they can be added and subtracted number by number.
#[diagnostic::on_unimplemented(
    message = "configurations of `{Self}` are no vector space, and this method subtracts them number by number",
    label = "needs a mechanism without rotations in space",
    note = "use `FifthDegree`, `GeneralizedAlpha` or `RungeKutta4`, which go along manifolds"
)]
pub trait VectorSpace: Mechanism {}

/// Marks mechanisms whose forces do not depend on velocities.
#[diagnostic::on_unimplemented(
    message = "forces of `{Self}` depend on velocities (damping, or inertial forces of coordinates that turn), and this method is made for forces of positions",
    label = "needs forces of time and positions alone",
    note = "use `FifthDegree` or `RungeKutta4`; `with_last_velocity()` makes this method one of order 1 that takes such forces"
)]
pub trait Separable: Mechanism {}

/// Marks mechanisms without first-order states.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has first-order states, for which this method has no rule",
    label = "needs a mechanism without first-order states",
    note = "use `FifthDegree`, `GeneralizedAlpha` or `RungeKutta4`"
)]
pub trait Stateless: Mechanism {}
