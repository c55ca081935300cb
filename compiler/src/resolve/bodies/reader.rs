//! The resolver as kinds see it.

use crate::diagnostics::{Diagnostic, Place};
use crate::kinds::multibody::{Check, JointId, JointKind, Matrix3, Mount, RotationCoordinates, Vector3};
use crate::kinds::{Arguments, Named, Reader, Scope};
use crate::resolve::resolver::Resolver;
use crate::resolve::scopes::Meaning;
use crate::symbolic::{Graph, Node};
use crate::syntax::Expression;
use crate::units::{Dimension, Expected};

impl<'d> Reader<'d> for Resolver<'d> {
    fn at_defaults(&mut self, node: Node) -> Option<f64> {
        Resolver::at_defaults(self, node)
    }
    fn axes_around(&mut self, normal: &Vector3) -> [Vector3; 3] {
        Resolver::axes_around(self, normal)
    }
    fn check(&mut self, check: Check, place: Place) -> Option<()> {
        Resolver::check(self, check, place)
    }
    fn coordinate_of(&mut self, expression: &'d Expression, scope: Scope) -> Option<(JointId, usize)> {
        Resolver::coordinate_of(self, expression, scope)
    }
    fn direction(&mut self, arguments: &Arguments<'d>, name: &str) -> Option<Vector3> {
        Resolver::direction(self, arguments, name)
    }
    fn each_axis(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
        torsional: bool,
    ) -> Option<Vector3> {
        Resolver::each_axis(self, arguments, name, expected, torsional)
    }
    fn end(&mut self, expression: &'d Expression, scope: Scope) -> Option<Mount> {
        Resolver::end(self, expression, scope)
    }
    fn end_on_body(&mut self, expression: &'d Expression, scope: Scope) -> Option<Mount> {
        Resolver::end_on_body(self, expression, scope)
    }
    fn ends(&mut self, arguments: &Arguments<'d>, name: &str) -> Option<(Mount, Mount)> {
        Resolver::ends(self, arguments, name)
    }
    fn fixed_list(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
    ) -> Option<Vec<Node>> {
        Resolver::fixed_list(self, arguments, name, expected)
    }
    fn fixed_vector(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        expected: Expected,
        what: &str,
    ) -> Option<Vector3> {
        Resolver::fixed_vector(self, expression, scope, expected, what)
    }
    fn fixed_number(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
        default: Option<Node>,
    ) -> Option<Node> {
        Resolver::fixed_number(self, arguments, name, expected, default)
    }
    fn is_particle(&self, mount: &Mount) -> bool {
        Resolver::is_particle(self, mount)
    }
    fn is_planar(&self) -> bool {
        Resolver::is_planar(self)
    }
    fn moving_scalar(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        expected: Option<Expected>,
        what: &str,
    ) -> Option<Node> {
        Resolver::moving_scalar(self, expression, scope, expected, what)
    }
    fn moving_vector(
        &mut self,
        expression: &'d Expression,
        scope: Scope,
        expected: Option<Expected>,
        what: &str,
    ) -> Option<Vector3> {
        Resolver::moving_vector(self, expression, scope, expected, what)
    }
    fn not_negative(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
    ) -> Option<Node> {
        Resolver::size(self, arguments, name, expected)
    }
    fn one_of(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        words: &[&'static str],
    ) -> Option<&'static str> {
        Resolver::word(self, arguments, name, words)
    }
    fn positive(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
    ) -> Option<Node> {
        Resolver::positive(self, arguments, name, expected)
    }
    fn rotation_coordinates(&mut self, expression: Option<&Expression>) -> Option<RotationCoordinates> {
        Resolver::rotation_coordinates(self, expression)
    }
    fn rotation_matrix(&mut self, expression: &'d Expression, scope: Scope) -> Option<Matrix3> {
        Resolver::rotation_matrix(self, expression, scope)
    }
    fn at_least_one_of(&mut self, arguments: &Arguments<'d>, names: &[&str]) -> Option<()> {
        Resolver::at_least_one_of(self, arguments, names)
    }
    fn expect_turning(&mut self, end: &Mount, written: &Expression) -> Option<()> {
        Resolver::expect_turning(self, end, written)
    }
    fn turning_end(&mut self, expression: &'d Expression, scope: Scope) -> Option<Mount> {
        Resolver::turning_end(self, expression, scope)
    }
    fn unit_vector(&mut self, expression: &'d Expression, scope: Scope, what: &str) -> Option<Vector3> {
        Resolver::unit_vector(self, expression, scope, what)
    }
    fn warn_of_negative(&mut self, arguments: &Arguments<'d>, name: &str, value: Option<Node>) {
        Resolver::warn_of_negative(self, arguments, name, value)
    }
    fn graph(&mut self) -> &mut Graph {
        &mut self.graph
    }
    fn note(&mut self, mistake: Diagnostic) {
        let _ = self.report::<()>(mistake);
    }
    fn checks_dimensions(&self) -> bool {
        self.checked
    }
    fn dimension_of(&mut self, joint: JointId, coordinate: usize) -> Option<Dimension> {
        self.joint_coordinate(joint, coordinate).dimension
    }
    fn named_joint(&mut self, expression: &'d Expression, scope: Scope) -> Option<Named> {
        match self.part(expression, scope)? {
            (Meaning::Joint(number), name) => Some(Named::Joint(number, name)),
            _ => Some(Named::Other),
        }
    }
    fn kind_of(&mut self, joint: usize, place: Place) -> Option<JointKind> {
        Some(self.joint(joint, place)?.kind.clone())
    }
    fn evaluates(&mut self, expression: &'d Expression, scope: Scope) -> Option<()> {
        self.value(expression, scope).map(drop)
    }
}
