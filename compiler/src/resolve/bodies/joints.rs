//! `joint name = kind(end, end, …);` → [`Joint`].
//!
//! Invariant: a joint is between two different carriers (couplings are between two joints); axes are unit
//! vectors in the axes of the first end.

use super::messages;
use crate::diagnostics::Place;
use crate::kinds::joints::{AlongCoordinate, InPlane, Make, words};
use crate::kinds::{Arguments, Signature};
use crate::model::{
    Along, Carrier, Check, Joint, JointCoordinate, JointId, Mount, RotationCoordinates, Vector3,
};
use crate::resolve::resolver::{Progress, Resolver};
use crate::symbolic::Node;
use crate::symbolic::vectors;
use crate::syntax::Kind;
use crate::units::{Dimension, Expected};

/// Words with their arguments.
pub(in crate::resolve) fn signatures() -> impl Iterator<Item = (&'static str, Signature)> {
    words().map(|word| (word.name, word.signature))
}

impl<'d> Resolver<'d> {
    /// A joint, resolved when it is used first.
    pub fn joint(&mut self, number: usize, place: Place) -> Option<&Joint> {
        match &self.parts.joints[number].progress {
            Progress::Done(_) => {}
            Progress::Running => {
                let what = format!("joint `{}`", self.parts.joints[number].name);
                return self.report(messages::circular(&what, place));
            }
            Progress::Waiting => {
                self.parts.joints[number].progress = Progress::Running;
                let joint = self.new_joint(number);
                self.joint_done(number, joint);
                self.reserve_names(number);
            }
        }
        self.parts.joint(JointId(number))
    }

    fn new_joint(&mut self, number: usize) -> Option<Joint> {
        let entry = &self.parts.joints[number];
        let (expression, scope, place) = (entry.expression, entry.scope, entry.place);
        let (name, docs) = (entry.name.clone(), entry.docs.clone());
        let span = place.ends().0;
        let Kind::Call(kind, list) = &expression.kind else {
            return self.report(messages::not_a_joint(expression));
        };
        let Some(word) = words().find(|word| word.name == kind.text) else {
            let known = words().map(|word| word.name);
            return self.report(messages::unknown_kind(kind.span, &kind.text, "joint", known));
        };
        let planar = self.parts.is_planar();
        if let (true, InPlane::Instead(instead)) = (planar, word.in_plane) {
            return self.report(messages::joint_in_space(kind, instead));
        }
        let arguments = self.arguments(
            kind,
            list,
            expression.place,
            scope,
            (format!("joint `{name}`"), word.takes(planar)),
        );
        let (cut, shared) = (self.flag(&arguments, "cut"), self.flag(&arguments, "shared"));
        let mut along = Some(Along::default());
        let (kind, first, second) = match word.make {
            Make::Between(make) => {
                let (first, second) = self.ends(&arguments, &name)?;
                let kind = make(self, &arguments, [&first, &second]);
                along = self.along_of(word.along, &arguments, (JointId(number), &name));
                let second = (word.second)(self, &arguments, second)?;
                (kind?, first, second)
            }
            Make::Couples(make) => {
                let (coordinates, dimensions) = self.coupled(&arguments)?;
                let kind = make(self, &arguments, coordinates, dimensions)?;
                let ends = coordinates.map(|(id, _)| self.parts.joint(id).map(|joint| joint.second.clone()));
                let [first, second] = ends;
                (kind, first?, second?)
            }
        };
        let (cut, shared, along) = (cut?, shared?, along?);
        arguments.complete.then_some(Joint { name, span, kind, first, second, along, cut, shared, docs })
    }

    /// The properties of a joint along its coordinate.
    fn along_of(
        &mut self,
        of: AlongCoordinate,
        arguments: &Arguments<'d>,
        joint: (JointId, &str),
    ) -> Option<Along> {
        match of {
            AlongCoordinate::Of(dimension) => self.along(arguments, joint, dimension),
            AlongCoordinate::Ball => self.ball_rotor(arguments, joint.1),
            AlongCoordinate::Nothing => Some(Along::default()),
        }
    }

    /// Two ends on different carriers.
    pub fn ends(&mut self, arguments: &Arguments<'d>, name: &str) -> Option<(Mount, Mount)> {
        let found: Vec<Option<Mount>> =
            arguments.places.iter().take(2).map(|place| self.end(place, arguments.scope)).collect();
        let [Some(first), Some(second)] = <[Option<Mount>; 2]>::try_from(found).ok()? else {
            return None;
        };
        if first.carrier == second.carrier {
            let place = arguments.places[0].place.to(arguments.places[1].place);
            let body = match first.carrier {
                Carrier::Ground => None,
                Carrier::Body(_) => Some(self.parts.carrier_name(first.carrier)),
            };
            let mistake = messages::both_ends(place, name, body);
            return self.report(mistake);
        }
        Some((first, second))
    }

    /// Whether the mechanism is `in plane`.
    pub fn is_planar(&self) -> bool {
        self.parts.is_planar()
    }

    /// Whether a mount is on a particle.
    pub fn is_particle(&self, mount: &Mount) -> bool {
        self.parts.is_particle(mount.carrier)
    }

    /// The unit vector of that name.
    pub fn direction(&mut self, arguments: &Arguments<'d>, name: &str) -> Option<Vector3> {
        self.unit_vector(arguments.get(name)?, arguments.scope, &format!("`{name}`"))
    }

    /// A positive number that depends only on parameters.
    pub fn positive(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        expected: Option<Expected>,
    ) -> Option<Node> {
        let value = self.fixed_number(arguments, name, expected, None)?;
        let place = arguments.get(name)?.place;
        let message = messages::not_positive(name, &arguments.owner);
        self.check(Check { value, strict: true, message, span: place.ends().0 }, place)?;
        Some(value)
    }

    /// Right-handed orthonormal axes with the given third one. The first is the coordinate direction that is
    /// closest to normal, orthogonalised: x for the normals y and z, y for the normal x.
    pub fn axes_around(&mut self, normal: &Vector3) -> [Vector3; 3] {
        let sizes = normal.map(|component| self.at_defaults(component).map_or(0.0, f64::abs));
        // 0.9: a direction is kept until it is closer than 26° to the normal.
        let k = (0..3).find(|&k| sizes[k] < 0.9).unwrap_or(0);
        let graph = &mut self.graph;
        let direction = vectors::unit(graph, k);
        let along = vectors::scale(graph, normal[k], normal);
        let across = vectors::sub(graph, &direction, &along);
        let length = vectors::norm(graph, &across);
        let x = across.map(|component| graph.div(component, length));
        let y = vectors::cross(graph, normal, &x);
        [x, y, *normal]
    }

    /// Two different coordinates of joints, which a coupling ties together, with their dimensions.
    fn coupled(
        &mut self,
        arguments: &Arguments<'d>,
    ) -> Option<([JointCoordinate; 2], [Option<Dimension>; 2])> {
        let found: Vec<Option<JointCoordinate>> =
            arguments.places.iter().take(2).map(|place| self.coordinate_of(place, arguments.scope)).collect();
        let [Some(first), Some(second)] = <[Option<JointCoordinate>; 2]>::try_from(found).ok()? else {
            return None;
        };
        if first == second {
            let (kind, coordinate) = (&arguments.kind.text, arguments.places[0]);
            return self.report(messages::couples_itself(arguments.place, kind, coordinate));
        }
        let dimensions = [first, second].map(|(id, k)| self.joint_coordinate(id, k).dimension);
        Some(([first, second], dimensions))
    }

    /// Whether the joint's rotation is a unit quaternion.
    pub fn has_quaternion(&self, id: JointId) -> bool {
        !self.parts.is_planar()
            && self
                .parts
                .joint(id)
                .is_some_and(|joint| joint.kind.rotation() == Some(&RotationCoordinates::Group))
    }
}
