//! Rotations as the user writes them: roll, pitch and yaw, the twelve Euler sequences, axis and angle.
//!
//! ```text
//! euler_abc(α, β, γ):   R = R_a(α) R_b(β) R_c(γ)      each about an axis that the former have turned
//! rpy(r, p, y):         R = R_z(y) R_y(p) R_x(r)      (URDF)
//! axis_angle(n, φ):     R = R_n(φ)
//! quaternion:           q = Π (cos ½φ, n sin ½φ)      in the same order
//! ```
//! Invariant: a rotation is a product of rotations about unit axes by expressions of parameters.

use super::messages;
use crate::model::{Matrix3, RotationCoordinates, Vector3};
use crate::resolve::resolver::Resolver;
use crate::resolve::scopes::Scope;
use crate::symbolic::vectors;
use crate::symbolic::{Constant, Node};
use crate::syntax::{Expression, Kind, Segment};
use crate::units::Dimension;

/// A rotation about a unit axis by an angle.
type Turn = (Vector3, Node);

/// The axes of `euler_zxz` and its eleven siblings.
fn sequence(word: &str) -> Option<[usize; 3]> {
    let letters: Vec<usize> = word
        .strip_prefix("euler_")?
        .chars()
        .map(|letter| ['x', 'y', 'z'].iter().position(|known| *known == letter))
        .collect::<Option<_>>()?;
    match letters[..] {
        [a, b, c] if a != b && b != c => Some([a, b, c]),
        _ => None,
    }
}

impl<'d> Resolver<'d> {
    /// The rotation matrix of a rotation.
    pub fn rotation_matrix(&mut self, expression: &'d Expression, scope: Scope) -> Option<Matrix3> {
        let turns = self.turns(expression, scope)?;
        let mut matrix = vectors::identity(&self.graph);
        for (axis, angle) in turns {
            let (sine, cosine) = (self.graph.sin(angle), self.graph.cos(angle));
            let turn = vectors::rotation_about(&mut self.graph, &axis, sine, cosine);
            matrix = vectors::multiply(&mut self.graph, &matrix, &turn);
        }
        Some(matrix)
    }

    /// Its unit quaternion (w, x, y, z).
    pub fn rotation_quaternion(&mut self, expression: &'d Expression, scope: Scope) -> Option<[Node; 4]> {
        let turns = self.turns(expression, scope)?;
        let graph = &mut self.graph;
        let half = graph.constant(Constant::ratio(1, 2));
        let mut scalar = graph.one();
        let mut vector = vectors::zero(graph);
        for (axis, angle) in turns {
            let angle = graph.mul(half, angle);
            let (sine, cosine) = (graph.sin(angle), graph.cos(angle));
            let turn = vectors::scale(graph, sine, &axis);
            // (a, u)(b, v) = (ab − u·v, a v + b u + u × v)
            let along = vectors::dot(graph, &vector, &turn);
            let both = graph.mul(scalar, cosine);
            let next = graph.sub(both, along);
            let first = vectors::scale(graph, scalar, &turn);
            let second = vectors::scale(graph, cosine, &vector);
            let third = vectors::cross(graph, &vector, &turn);
            let sum = vectors::add(graph, &first, &second);
            vector = vectors::add(graph, &sum, &third);
            scalar = next;
        }
        let [x, y, z] = vector;
        Some([scalar, x, y, z])
    }

    fn turns(&mut self, expression: &'d Expression, scope: Scope) -> Option<Vec<Turn>> {
        let axes = vectors::identity(&self.graph);
        if self.parts.is_planar() {
            if matches!(&expression.kind, Kind::Call(kind, _) if is_rotation(&kind.text)) {
                return self.report(messages::rotation_in_space(expression));
            }
            let angle = self.fixed_angle(expression, scope)?;
            return Some(vec![(axes[2], angle)]);
        }
        let Kind::Call(kind, list) = &expression.kind else {
            return self.report(messages::not_a_rotation(expression));
        };
        match (kind.text.as_str(), list.as_slice()) {
            ("rpy", [roll, pitch, yaw]) => {
                let angles = [yaw, pitch, roll].map(|angle| self.fixed_angle(angle, scope));
                let [yaw, pitch, roll] = angles;
                Some(vec![(axes[2], yaw?), (axes[1], pitch?), (axes[0], roll?)])
            }
            ("axis_angle", [axis, angle]) => {
                let (axis, angle) =
                    (self.unit_vector(axis, scope, "an axis"), self.fixed_angle(angle, scope));
                Some(vec![(axis?, angle?)])
            }
            (word, list) if sequence(word).is_some() && list.len() == 3 => {
                let order = sequence(word)?;
                let angles: Vec<Option<Node>> =
                    list.iter().map(|angle| self.fixed_angle(angle, scope)).collect();
                order.into_iter().zip(angles).map(|(axis, angle)| Some((axes[axis], angle?))).collect()
            }
            _ => self.report(messages::not_a_rotation(expression)),
        }
    }

    fn fixed_angle(&mut self, expression: &'d Expression, scope: Scope) -> Option<Node> {
        let value = self.scalar(expression, scope)?;
        let value = self.expect(value, self.dimension(Dimension::NONE), expression, "an angle")?;
        self.made_of_parameters(&value, expression, "an angle")?;
        Some(value.node)
    }

    /// `rotation: euler_zxz(precession, nutation, spin)` of a joint: names, not values.
    pub fn rotation_coordinates(&mut self, expression: Option<&Expression>) -> Option<RotationCoordinates> {
        let Some(expression) = expression else {
            return Some(RotationCoordinates::Group);
        };
        let found = match &expression.kind {
            Kind::Call(kind, list) => sequence(&kind.text).map(|axes| (axes, list.as_slice())),
            _ => None,
        };
        let Some((axes, list)) = found else {
            return self.report(messages::not_a_sequence(expression));
        };
        let mut names: Vec<String> = Vec::new();
        for word in list {
            let name = match &word.kind {
                Kind::Name(Segment { name, brackets, .. }) if brackets.is_empty() => name.text.clone(),
                _ => return self.report(messages::unnamed_angle(word)),
            };
            const TAKEN: [&str; 7] = ["x", "y", "z", "force", "torque", "rotation", "angular_velocity"];
            if TAKEN.contains(&name.as_str()) || names.contains(&name) {
                return self.report(messages::name_of_angle_taken(word, &name));
            }
            names.push(name);
        }
        let count = names.len();
        let Ok(names) = <[String; 3]>::try_from(names) else {
            return self.report(messages::number_of_angles(expression, count));
        };
        Some(RotationCoordinates::Euler { axes, names })
    }
}

/// Whether a call is a rotation.
fn is_rotation(word: &str) -> bool {
    word == "rpy" || word == "axis_angle" || sequence(word).is_some()
}
