//! The services for kinds that read their arguments.
//!
//! Invariant: `None` means that the mistake has been reported. The resolver implements this trait; kinds use nothing else of it.

use super::Arguments;
use super::multibody::{Check, JointId, JointKind, Matrix3, Mount, RotationCoordinates, Vector3};
use crate::diagnostics::{Diagnostic, Place};
use crate::symbolic::{Graph, Node};
use crate::syntax::Expression;
use crate::units::{Dimension, Expected};

/// A scope of names, by its index; 0 is the mechanism itself.
pub(crate) type Scope = usize;

/// The meaning of a name among the arguments.
pub(crate) enum Named {
    /// A joint, by its index, with its name.
    Joint(usize, String),
    /// Something else.
    Other,
}

/// Reads the arguments of kinds.
pub(crate) trait Reader<'d> {
    /// The value of an expression of parameters for their defaults; `None` if a parameter has a
    /// mistake, or is not known yet.
    fn at_defaults(&mut self, node: Node) -> Option<f64>;
    /// Right-handed orthonormal axes with the given third one. The first is the coordinate direction that is
    /// closest to normal, orthogonalised: x for the normals y and z, y for the normal x.
    fn axes_around(&mut self, normal: &Vector3) -> [Vector3; 3];
    /// Checks a condition for the default parameters, and stores it for others.
    fn check(&mut self, check: Check, place: Place) -> Option<()>;
    /// The coordinate of a joint that an expression names: `pivot.angle`, or `pivot` if it has only one.
    fn coordinate_of(&mut self, expression: &'d Expression, scope: Scope) -> Option<(JointId, usize)>;
    /// The unit vector of that name.
    fn direction(&mut self, arguments: &Arguments<'d>, name: &str) -> Option<Vector3>;
    /// One number for all axes, or one for each; about z only in the plane.
    fn each_axis(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
        torsional: bool,
    ) -> Option<Vector3>;
    /// `ground`, a body, a particle or a frame, optionally `at` a point.
    fn end(&mut self, expression: &'d Expression, scope: Scope) -> Option<Mount>;
    /// An end on a body.
    fn end_on_body(&mut self, expression: &'d Expression, scope: Scope) -> Option<Mount>;
    /// Two ends on different carriers.
    fn ends(&mut self, arguments: &Arguments<'d>, name: &str) -> Option<(Mount, Mount)>;
    /// Any number of values of that unit, which depend only on parameters.
    fn fixed_list(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
    ) -> Option<Vec<Node>>;
    /// A vector of that unit, which depends only on parameters.
    fn fixed_vector(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        expected: Expected,
        what: &str,
    ) -> Option<Vector3>;
    /// A number that depends only on parameters, or the default.
    fn fixed_number(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
        default: Option<Node>,
    ) -> Option<Node>;
    /// Whether a mount is on a particle.
    fn is_particle(&self, mount: &Mount) -> bool;
    /// Whether the mechanism is in the plane.
    fn is_planar(&self) -> bool;
    /// An expression of everything except accelerations.
    fn moving_scalar(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        expected: Option<Expected>,
        what: &str,
    ) -> Option<Node>;
    /// A vector that may change with the motion.
    fn moving_vector(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        expected: Option<Expected>,
        what: &str,
    ) -> Option<Vector3>;
    /// A nonnegative number that depends only on parameters.
    fn not_negative(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
    ) -> Option<Node>;
    /// One of these words, by default the first.
    fn one_of(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        words: &[&'static str],
    ) -> Option<&'static str>;
    /// A positive number that depends only on parameters.
    fn positive(&mut self, arguments: &Arguments<'d>, name: &str, expected: Option<Expected>)
    -> Option<Node>;
    /// `rotation: euler_zxz(precession, nutation, spin)` of a joint: names, not values.
    fn rotation_coordinates(&mut self, expression: Option<&Expression>) -> Option<RotationCoordinates>;
    /// The rotation matrix of a rotation.
    fn rotation_matrix(&mut self, expression: &'d Expression, scope: Scope) -> Option<Matrix3>;
    /// A force without any of these arguments is a mistake.
    fn at_least_one_of(&mut self, arguments: &Arguments<'d>, names: &[&str]) -> Option<()>;
    /// A mistake where an end, as written, is a particle: it has no rotation.
    fn expect_turning(&mut self, end: &Mount, written: &Expression) -> Option<()>;
    /// An end on something that can turn.
    fn turning_end(&mut self, expression: &'d Expression, scope: Scope) -> Option<Mount>;
    /// A direction, normalised; its components may have any common dimension.
    fn unit_vector(&mut self, expression: &'d Expression, scope: Scope, what: &str) -> Option<Vector3>;
    /// Warns of negative stiffness, which is possible but unusual.
    fn warn_of_negative(&mut self, arguments: &Arguments<'d>, name: &str, value: Option<Node>);
    /// The graph of the mechanism's expressions.
    fn graph(&mut self) -> &mut Graph;
    /// Adds a mistake.
    fn note(&mut self, mistake: Diagnostic);
    /// Whether dimensions are checked.
    fn checks_dimensions(&self) -> bool;
    /// The dimension of a coordinate of a joint, if dimensions are checked.
    fn dimension_of(&mut self, joint: JointId, coordinate: usize) -> Option<Dimension>;
    /// The joint that an expression names, by its index and its name; nothing is reported.
    fn named_joint(&mut self, expression: &'d Expression, scope: Scope) -> Option<Named>;
    /// The kind of a joint; one that has a mistake is reported at the place.
    fn kind_of(&mut self, joint: usize, place: Place) -> Option<JointKind>;
    /// Reports the mistakes of an expression, if any.
    fn evaluates(&mut self, expression: &'d Expression, scope: Scope) -> Option<()>;
}

impl<'d> dyn Reader<'d> + '_ {
    /// Reports a mistake: there is no result.
    pub(crate) fn report<T>(&mut self, mistake: Diagnostic) -> Option<T> {
        self.note(mistake);
        None
    }
}
