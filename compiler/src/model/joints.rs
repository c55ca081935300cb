//! `joint name = kind(end, end, …);` → [`Joint`].
//!
//! Invariant: a joint is between two different carriers (couplings are between two joints); axes are unit
//! vectors in the axes of the first end.

use super::along::ALONG;
use super::arguments::{Arguments, Signature};
use super::lookup::CIRCULAR;
use super::resolver::{Progress, Resolver};
use super::{Along, Carrier, Check, Joint, JointId, JointKind, Mount, RotationCoordinates, Vector3};
use crate::diagnostics::{Diagnostic, Place, nearest};
use crate::mechanics::multibody::vectors;
use crate::symbolic::{Constant, Node};
use crate::syntax::{Expression, Kind};
use crate::units::Dimension;

const ENDS: &[&str] = &["an end", "another end"];

/// Every joint: word, what it takes in space, whether it exists in the plane, and what to write there instead.
const JOINTS: [(&str, Signature, Option<&str>); 15] = [
    ("revolute", ends(&["axis"], ALONG), None),
    ("prismatic", ends(&["axis"], ALONG), None),
    ("cylindrical", ends(&["axis"], &["cut"]), Some("in the plane write `revolute` or `prismatic`")),
    ("spherical", ends(&[], &["rotation", "rotor_inertia", "cut"]), Some("in the plane write `revolute`")),
    ("universal", ends(&["axes"], &["cut"]), Some("in the plane write `revolute`")),
    ("planar", ends(&["normal"], &["cut"]), Some("in the plane every joint is planar: write `free`")),
    ("screw", ends(&["axis"], SCREW), Some("in the plane write `rack_pinion`")),
    ("fixed", ends(&[], &["rotation", "cut"]), None),
    ("free", ends(&[], &["rotation", "cut"]), None),
    ("rod", ends(&["length"], &["cut"]), None),
    ("point_on_line", ends(&["axis"], &["cut"]), None),
    ("point_on_plane", ends(&["normal"], &["cut"]), Some("in the plane write `point_on_line`")),
    ("gear", couples(&["ratio"], &["offset", "shared", "cut"]), None),
    ("rack_pinion", couples(&["radius"], &["shared", "cut"]), None),
    ("rolling", ends(&["radius"], &["normal", "axis", "cut"]), None),
];

const SCREW: &[&str] =
    &["pitch", "lead", "limits", "stops", "friction", "damping", "rotor_inertia", "reduction", "cut"];

/// Words with what they take.
pub(super) fn signatures() -> impl Iterator<Item = (&'static str, Signature)> {
    JOINTS.into_iter().map(|(word, signature, _)| (word, signature))
}

const fn ends(required: &'static [&'static str], optional: &'static [&'static str]) -> Signature {
    Signature { places: ENDS, required, optional }
}

const fn couples(required: &'static [&'static str], optional: &'static [&'static str]) -> Signature {
    Signature { places: &["a coordinate", "another coordinate"], required, optional }
}

impl<'d> Resolver<'d> {
    /// A joint, resolved when it is used first.
    pub fn joint(&mut self, number: usize, place: Place) -> Option<Joint> {
        match self.parts.joints[number].progress.clone() {
            Progress::Done(joint) => joint,
            Progress::Running => {
                let message =
                    format!("joint `{}` is defined in terms of itself", self.parts.joints[number].name);
                self.report(Diagnostic::error(place, message).label("refers to itself").help(CIRCULAR))
            }
            Progress::Waiting => {
                self.parts.joints[number].progress = Progress::Running;
                let joint = self.new_joint(number);
                self.joint_done(number, joint.clone());
                self.reserve_names(number);
                joint
            }
        }
    }

    fn new_joint(&mut self, number: usize) -> Option<Joint> {
        let entry = &self.parts.joints[number];
        let (expression, scope, place) = (entry.expression, entry.scope, entry.place);
        let (name, docs) = (entry.name.clone(), entry.docs.clone());
        let span = place.ends().0;
        let Kind::Call(kind, list) = &expression.kind else {
            return self.report(
                Diagnostic::error(expression.place, format!("`{expression}` is not a joint"))
                    .help("write `joint name = revolute(ground, crank);`"),
            );
        };
        let known = JOINTS.iter().find(|(word, ..)| *word == kind.text);
        let Some((word, signature, instead)) = known else {
            let words = || JOINTS.iter().map(|(word, ..)| *word);
            let help = match nearest(&kind.text, words()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("joints are `{}`", words().collect::<Vec<_>>().join("`, `")),
            };
            let message = format!("`{}` is not a joint", kind.text);
            return self.report(Diagnostic::error(kind.span, message).help(help));
        };
        let planar = self.parts.is_planar();
        if let (true, Some(instead)) = (planar, instead) {
            let message = format!("there is no `{word}` joint in the plane");
            return self.report(Diagnostic::error(kind.span, message).help(*instead));
        }
        let mut signature = *signature;
        if planar {
            signature = match *word {
                "revolute" => ends(&[], ALONG),
                "free" => ends(&[], &["cut"]),
                "rolling" => ends(&["radius"], &["normal", "cut"]),
                _ => signature,
            };
        }
        let arguments = self.arguments(kind, list, expression.place, scope, signature);
        let (cut, shared) = (self.flag(&arguments, "cut"), self.flag(&arguments, "shared"));
        let mut along = Some(Along::default());
        let (kind, first, second) = if signature.places == ENDS {
            let (first, second) = self.ends(&arguments, &name)?;
            let kind = self.joint_kind(word, &arguments, &second);
            along = self.along_of(word, &arguments, (JointId(number), &name));
            // first·R = second is first = second·Rᵀ: the axes of `first`, in which reactions are seen, stay.
            let second = match (arguments.get("rotation"), *word) {
                (Some(rotation), "fixed") => {
                    let rotation = self.rotation_matrix(rotation, scope)?;
                    let back = vectors::transposed(&rotation);
                    let rotation = vectors::multiply(&mut self.graph, &second.rotation, &back);
                    Mount { rotation, ..second }
                }
                _ => second,
            };
            (kind?, first, second)
        } else {
            self.coupling(word, &arguments)?
        };
        let (cut, shared, along) = (cut?, shared?, along?);
        arguments.complete.then_some(Joint { name, span, kind, first, second, along, cut, shared, docs })
    }

    /// What a joint with one coordinate has along it.
    fn along_of(&mut self, word: &str, arguments: &Arguments<'d>, joint: (JointId, &str)) -> Option<Along> {
        match word {
            "revolute" | "screw" => self.along(arguments, joint, Dimension::NONE),
            "prismatic" => self.along(arguments, joint, Dimension::LENGTH),
            "spherical" => self.ball_rotor(arguments, joint.1),
            _ => Some(Along::default()),
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
            let carrier = self.parts.carrier_name(first.carrier).to_owned();
            let place = arguments.places[0].place.to(arguments.places[1].place);
            let message = match first.carrier {
                Carrier::Ground => format!("both ends of `{name}` are on the ground"),
                Carrier::Body(_) => format!("both ends of `{name}` are on `{carrier}`"),
            };
            return self.report(Diagnostic::error(place, message).label("joins nothing"));
        }
        Some((first, second))
    }

    fn joint_kind(&mut self, word: &str, arguments: &Arguments<'d>, second: &Mount) -> Option<JointKind> {
        let planar = self.parts.is_planar();
        let scope = arguments.scope;
        let axis = |this: &mut Self, name: &str| -> Option<Vector3> {
            this.unit_vector(arguments.get(name)?, scope, &format!("`{name}`"))
        };
        let z = vectors::unit(&self.graph, 2);
        match word {
            "revolute" if planar => Some(JointKind::Revolute { axis: z }),
            "revolute" => Some(JointKind::Revolute { axis: axis(self, "axis")? }),
            "prismatic" => Some(JointKind::Prismatic { axis: axis(self, "axis")? }),
            "cylindrical" => Some(JointKind::Cylindrical { axis: axis(self, "axis")? }),
            "spherical" => {
                let rotation = self.rotation_coordinates(arguments.get("rotation"))?;
                Some(JointKind::Spherical { rotation })
            }
            "universal" => self.universal(arguments),
            "planar" => {
                let normal = axis(self, "normal")?;
                Some(JointKind::Planar { axes: self.axes_around(&normal) })
            }
            "screw" => {
                let axis = axis(self, "axis");
                let pitch = self.pitch(arguments)?;
                Some(JointKind::Screw { axis: axis?, pitch })
            }
            "fixed" => Some(JointKind::Fixed),
            "free" => {
                if !self.parts.is_particle(second.carrier) {
                    let rotation = self.rotation_coordinates(arguments.get("rotation"))?;
                    return Some(JointKind::Free { rotation });
                }
                match arguments.get("rotation") {
                    None => Some(JointKind::Point),
                    Some(rotation) => self.report(
                        Diagnostic::error(rotation.place, "a particle does not rotate")
                            .help("leave `rotation:` out, or declare a `body`"),
                    ),
                }
            }
            "rod" => {
                let length = self.positive(arguments, "length", Dimension::LENGTH)?;
                Some(JointKind::Rod { length })
            }
            "point_on_line" => Some(JointKind::PointOnLine { axis: axis(self, "axis")? }),
            "point_on_plane" => Some(JointKind::PointOnPlane { normal: axis(self, "normal")? }),
            "rolling" => {
                let normal = match arguments.get("normal") {
                    Some(_) => axis(self, "normal"),
                    None => Some(vectors::unit(&self.graph, if planar { 1 } else { 2 })),
                };
                let axis = match arguments.get("axis") {
                    Some(_) => Some(axis(self, "axis")?),
                    None => planar.then_some(z),
                };
                let radius = self.positive(arguments, "radius", Dimension::LENGTH)?;
                Some(JointKind::Rolling { normal: normal?, axis, radius })
            }
            _ => None,
        }
    }

    /// A number made of parameters that must be positive.
    pub fn positive(&mut self, arguments: &Arguments<'d>, name: &str, dimension: Dimension) -> Option<Node> {
        let value = self.fixed_number(arguments, name, dimension, None)?;
        let place = arguments.get(name)?.place;
        let message = format!("the {name} of `{}` is not positive", arguments.kind.text);
        self.check(Check { value, strict: true, message, span: place.ends().0 }, place)?;
        Some(value)
    }

    /// `pitch:` in length by angle, or `lead:` in length by turn; not zero.
    fn pitch(&mut self, arguments: &Arguments<'d>) -> Option<Node> {
        let (name, expression) = match (arguments.get("pitch"), arguments.get("lead")) {
            (Some(pitch), None) => ("pitch", pitch),
            (None, Some(lead)) => ("lead", lead),
            _ => {
                return self.report(
                    Diagnostic::error(arguments.place, "`screw` needs either `pitch` or `lead`")
                        .help("`pitch: 1e-3 [m/rad]`, or `lead: 5 [mm]` for each turn"),
                );
            }
        };
        let given = self.fixed_number(arguments, name, Dimension::LENGTH, None)?;
        // Threads are right-handed or left-handed: the square is positive.
        let value = self.graph.mul(given, given);
        let message = format!("the {name} of `{}` is zero: that is a `revolute` joint", arguments.kind.text);
        let place = expression.place;
        self.check(Check { value, strict: true, message, span: place.ends().0 }, place)?;
        if name == "pitch" {
            return Some(given);
        }
        let turn = Constant::PI.mul(Constant::integer(2))?;
        let turn = self.graph.constant(turn);
        Some(self.graph.div(given, turn))
    }

    /// `axes: [[1, 0, 0], [0, 1, 0]]`, perpendicular.
    fn universal(&mut self, arguments: &Arguments<'d>) -> Option<JointKind> {
        let expression = arguments.get("axes")?;
        let Kind::Array(both) = &expression.kind else {
            return self.two_axes(expression);
        };
        let [first, second] = both.as_slice() else {
            return self.two_axes(expression);
        };
        let first = self.unit_vector(first, arguments.scope, "the first axis");
        let second = self.unit_vector(second, arguments.scope, "the second axis");
        let axes = [first?, second?];
        let along = vectors::dot(&mut self.graph, &axes[0], &axes[1]);
        let cosine = self.at_defaults(along);
        // Axes given with eight digits are meant to be perpendicular.
        if cosine.is_none_or(|cosine| cosine.abs() > 1e-8) {
            let message = "the axes of a universal joint are perpendicular, these are not";
            return self.report(Diagnostic::error(expression.place, message));
        }
        Some(JointKind::Universal { axes })
    }

    fn two_axes<T>(&mut self, expression: &Expression) -> Option<T> {
        self.report(
            Diagnostic::error(expression.place, format!("`axes` are two vectors, this is `{expression}`"))
                .help("write `axes: [[1, 0, 0], [0, 1, 0]]`"),
        )
    }

    /// Right-handed orthonormal axes with the given third one. The first is the coordinate direction that is
    /// most nearly normal to it, made normal: x for the normals y and z, y for the normal x.
    pub(super) fn axes_around(&mut self, normal: &Vector3) -> [Vector3; 3] {
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

    /// `gear(a.angle, b.angle, ratio: 2)`, `rack_pinion(pinion.angle, rack.displacement, radius: …)`.
    fn coupling(&mut self, word: &str, arguments: &Arguments<'d>) -> Option<(JointKind, Mount, Mount)> {
        let scope = arguments.scope;
        let found: Vec<Option<(JointId, usize)>> =
            arguments.places.iter().take(2).map(|place| self.coordinate_of(place, scope)).collect();
        let [Some(first), Some(second)] = <[Option<(JointId, usize)>; 2]>::try_from(found).ok()? else {
            return None;
        };
        if first == second {
            let message = format!("`{word}` couples `{}` with itself", arguments.places[0]);
            return self.report(Diagnostic::error(arguments.place, message));
        }
        let dimensions = [first, second].map(|(id, k)| self.joint_coordinate(id, k).dimension);
        let of = |dimension: Option<Dimension>| dimension.unwrap_or(Dimension::NONE);
        let [driver, driven] = dimensions.map(of);
        let kind = if word == "gear" {
            let zero = self.graph.zero();
            let ratio = self.fixed_number(arguments, "ratio", driven.over(driver), None);
            let offset = self.fixed_number(arguments, "offset", driven, Some(zero));
            let ratio = ratio?;
            let square = self.graph.mul(ratio, ratio);
            let message = "the ratio of `gear` is zero: it joins nothing".to_owned();
            let place = arguments.get("ratio")?.place;
            if self.at_defaults(ratio) == Some(0.0) {
                let help = "leave the gear out, or give by how much the second turns when the first does";
                return self.report(Diagnostic::error(place, message).help(help));
            }
            self.check(Check { value: square, strict: true, message, span: place.ends().0 }, place)?;
            JointKind::Gear { driver: first, driven: second, ratio, offset: offset? }
        } else {
            for (k, (dimension, wanted, what)) in
                [(driver, Dimension::NONE, "an angle"), (driven, Dimension::LENGTH, "a displacement")]
                    .into_iter()
                    .enumerate()
            {
                if self.checked && dimension != wanted {
                    let place = arguments.places[k];
                    return self.report(
                        Diagnostic::error(place.place, format!("`{place}` is not {what}"))
                            .help("write `rack_pinion(pinion.angle, rack.displacement, radius: 0.02 [m])`"),
                    );
                }
            }
            let radius = self.positive(arguments, "radius", Dimension::LENGTH)?;
            JointKind::RackPinion { pinion: first, rack: second, radius }
        };
        let ends = [first, second].map(|(id, _)| self.parts.joint(id).map(|joint| joint.second.clone()));
        let [first, second] = ends;
        Some((kind, first?, second?))
    }

    /// Whether the joint's rotation is a unit quaternion.
    pub fn has_quaternion(&self, id: JointId) -> bool {
        !self.parts.is_planar()
            && self.parts.joint(id).is_some_and(|joint| match &joint.kind {
                JointKind::Spherical { rotation } | JointKind::Free { rotation } => {
                    *rotation == RotationCoordinates::Group
                }
                _ => false,
            })
    }
}
