//! `force name = kind(…);` → [`Force`].
//!
//! Invariant: values may contain attributes, inputs, states, multipliers and the time, and no accelerations;
//! geometry is made of parameters.

use super::arguments::{Arguments, Signature};
use super::attributes::Kinematic;
use super::resolver::{Instance, Progress, Resolver};
use super::scopes::{Meaning, Scope};
use super::value::Value;
use super::{Carrier, Force, ForceKind, JointId, JointKind, Mount, Vector3};
use crate::diagnostics::{Diagnostic, Place, nearest};
use crate::mechanics::multibody::vectors;
use crate::symbolic::{Constant, Node};
use crate::syntax::{Expression, GeneralizedForce, ItemKind, Kind};
use crate::units::{Dimension, Exponent};

const ENDS: &[&str] = &["an end", "another end"];

const FORCES: [(&str, Signature); 7] = [
    ("spring", takes(ENDS, &[], &["stiffness", "damping", "length", "tension"])),
    ("torsion_spring", takes(&["a joint"], &[], &["stiffness", "damping", "rest", "torque"])),
    ("force", takes(&["an end", "a vector"], &[], &["axes"])),
    ("torque", takes(&["a joint or body", "a value"], &[], &["reaction", "axes"])),
    ("friction", takes(&["a joint"], &[], &["coefficient", "radius", "limit", "velocity", "static"])),
    ("bushing", takes(ENDS, &[], &["stiffness", "damping", "torsional_stiffness", "torsional_damping"])),
    (
        "contact",
        takes(
            &["a point", "a plane"],
            &["stiffness"],
            &["normal", "radius", "exponent", "dissipation", "friction", "velocity", "static"],
        ),
    ),
];

const fn takes(
    places: &'static [&'static str],
    required: &'static [&'static str],
    optional: &'static [&'static str],
) -> Signature {
    Signature { places, required, optional }
}

/// N/m
fn stiffness() -> Dimension {
    Dimension::FORCE.over(Dimension::LENGTH)
}

/// Words with what they take.
pub(super) fn signatures() -> impl Iterator<Item = (&'static str, Signature)> {
    FORCES.into_iter()
}

impl<'d> Resolver<'d> {
    /// All forces between bodies and on joints.
    pub fn body_forces(&mut self, instances: &[Instance<'d>]) {
        if self.lacks_setting() {
            return;
        }
        for instance in instances {
            if let ItemKind::BodyForce(declaration) = &instance.item.kind
                && let Some(expression) = &declaration.value
                && self.body_force(instance.number).is_none()
                && !self.failed()
                && !self.incomplete
            {
                let message = format!("force `{}` cannot be resolved", instance.name);
                self.report::<()>(Diagnostic::error(expression.place, message));
            }
        }
    }

    /// The force of an entry, from its expression.
    pub(super) fn resolved_force(&mut self, number: usize) -> Option<Force> {
        let entry = &self.parts.forces[number];
        let (name, span, scope) = (entry.name.clone(), entry.span, entry.scope);
        let docs = entry.docs.clone();
        let kind = self.force_kind(entry.expression?, &name, scope)?;
        Some(Force { name, span, kind, docs })
    }

    fn force_kind(&mut self, expression: &'d Expression, name: &str, scope: Scope) -> Option<ForceKind> {
        let Kind::Call(kind, list) = &expression.kind else {
            return self.report(
                Diagnostic::error(expression.place, format!("`{expression}` is not a force"))
                    .help("write `force name = spring(ground, crank, …);`, or `force name = generalized(coordinate, value);`"),
            );
        };
        let Some((word, signature)) = FORCES.iter().find(|(word, _)| *word == kind.text) else {
            let words = || FORCES.iter().map(|(word, _)| *word).chain(["generalized"]);
            let help = match nearest(&kind.text, words()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("forces are `{}`", words().collect::<Vec<_>>().join("`, `")),
            };
            let message = format!("`{}` is not a force", kind.text);
            return self.report(Diagnostic::error(kind.span, message).help(help));
        };
        let arguments = self.arguments(kind, list, expression.place, scope, *signature);
        let kind = match *word {
            "spring" => self.spring(&arguments, name),
            "torsion_spring" => self.torsion_spring(&arguments),
            "force" => self.force_at_point(&arguments),
            "torque" => self.torque(&arguments),
            "friction" if arguments.get("limit").is_some() => self.dry_friction(&arguments),
            "friction" => self.friction(&arguments),
            "bushing" => self.bushing(&arguments, name),
            _ => self.contact(&arguments, name),
        };
        arguments.complete.then_some(kind?)
    }

    fn spring(&mut self, arguments: &Arguments<'d>, name: &str) -> Option<ForceKind> {
        let ends = self.ends(arguments, name);
        let zero = self.graph.zero();
        self.some_of(arguments, &["stiffness", "damping", "tension"])?;
        let damping = stiffness().times(Dimension::TIME);
        let stiffness = self.moving_number(arguments, "stiffness", Some(stiffness()), Some(zero));
        self.warn_of_negative(arguments, "stiffness", stiffness);
        let damping = self.moving_number(arguments, "damping", Some(damping), Some(zero));
        let length = self.moving_number(arguments, "length", Some(Dimension::LENGTH), Some(zero));
        let tension = self.moving_number(arguments, "tension", Some(Dimension::FORCE), Some(zero));
        let (first, second) = ends?;
        Some(ForceKind::Spring {
            ends: Box::new([first, second]),
            stiffness: stiffness?,
            damping: damping?,
            length: length?,
            tension: tension?,
        })
    }

    /// A force of nothing is a mistake.
    fn some_of(&mut self, arguments: &Arguments<'d>, names: &[&str]) -> Option<()> {
        if !arguments.complete || names.iter().any(|name| arguments.get(name).is_some()) {
            return Some(());
        }
        let message = format!("`{}` without `{}` exerts nothing", arguments.kind.text, names.join("`, `"));
        self.report(Diagnostic::error(arguments.place, message).help("give at least one of them"))
    }

    fn torsion_spring(&mut self, arguments: &Arguments<'d>) -> Option<ForceKind> {
        let coordinate = self.coordinate_of(arguments.places.first()?, arguments.scope);
        self.some_of(arguments, &["stiffness", "damping", "torque"])?;
        let (joint, coordinate) = coordinate?;
        let of = self.joint_coordinate(joint, coordinate).dimension.unwrap_or(Dimension::NONE);
        let effort = Dimension::ENERGY.over(of);
        let zero = self.graph.zero();
        let stiffness = self.moving_number(arguments, "stiffness", Some(effort.over(of)), Some(zero));
        self.warn_of_negative(arguments, "stiffness", stiffness);
        let by_rate = effort.over(of).times(Dimension::TIME);
        let damping = self.moving_number(arguments, "damping", Some(by_rate), Some(zero));
        let rest = self.moving_number(arguments, "rest", Some(of), Some(zero));
        let extra = self.moving_number(arguments, "torque", Some(effort), Some(zero));
        Some(ForceKind::TorsionSpring {
            joint,
            coordinate,
            stiffness: stiffness?,
            damping: damping?,
            rest: rest?,
            extra: extra?,
        })
    }

    /// `axes: body`?
    fn follows(&mut self, arguments: &Arguments<'d>) -> Option<bool> {
        Some(self.word(arguments, "axes", &["ground", "body"])? == "body")
    }

    /// An end on a body.
    fn end_on_body(&mut self, expression: &'d Expression, scope: Scope) -> Option<Mount> {
        let mount = self.end(expression, scope)?;
        if mount.carrier == Carrier::Ground {
            let message = format!("`{expression}` does not move");
            return self.report(
                Diagnostic::error(expression.place, message)
                    .help("a force acts on a body, a particle or a frame"),
            );
        }
        Some(mount)
    }

    fn force_at_point(&mut self, arguments: &Arguments<'d>) -> Option<ForceKind> {
        let [at, force] = arguments.places[..] else {
            return None;
        };
        let at = self.end_on_body(at, arguments.scope);
        let force = self.moving_vector(force, arguments.scope, Dimension::FORCE, "a force");
        let follow = self.follows(arguments)?;
        Some(ForceKind::AtPoint { at: at?, force: force?, follow })
    }

    fn torque(&mut self, arguments: &Arguments<'d>) -> Option<ForceKind> {
        let [on, value] = arguments.places[..] else {
            return None;
        };
        let on_joint = match (&on.kind, self.part(on, arguments.scope)) {
            (_, Some((Meaning::Joint(_), _))) | (Kind::Member(..), _) => true,
            (Kind::Name(_), None) => {
                return self.end(on, arguments.scope).and_then(|_| self.torque_on_ground(on));
            }
            _ => false,
        };
        if on_joint {
            for name in ["reaction", "axes"] {
                if let Some(given) = arguments.get(name) {
                    let message = format!("`{name}` says nothing about a torque on a joint");
                    return self.report(
                        Diagnostic::error(given.place, message)
                            .help("it acts along the coordinate, on both ends of the joint"),
                    );
                }
            }
            let (joint, coordinate) = self.coordinate_of(on, arguments.scope)?;
            let of = self.joint_coordinate(joint, coordinate).dimension.unwrap_or(Dimension::NONE);
            let dimension = Some(Dimension::ENERGY.over(of));
            let effort = self.moving_scalar(value, arguments.scope, dimension, "the torque")?;
            return Some(ForceKind::OnJoint { joint, coordinate, effort });
        }
        let body = self.turning_end(on, arguments.scope);
        let reaction = match arguments.get("reaction") {
            Some(reaction) => self.end(reaction, arguments.scope).map(Some),
            None => Some(None),
        };
        let torque = if self.parts.is_planar() {
            let about_z = self.moving_scalar(value, arguments.scope, Some(Dimension::ENERGY), "the torque");
            about_z.map(|torque| [self.graph.zero(), self.graph.zero(), torque])
        } else {
            self.moving_vector(value, arguments.scope, Dimension::ENERGY, "the torque")
        };
        let follow = self.follows(arguments)?;
        let (body, reaction, torque) = (body?, reaction?, torque?);
        if reaction.as_ref().is_some_and(|reaction| reaction.carrier == body.carrier) {
            let message = "the torque and its reaction act on the same body";
            return self.report(Diagnostic::error(arguments.place, message));
        }
        Some(ForceKind::OnBody { body, reaction, torque, follow })
    }

    fn torque_on_ground<T>(&mut self, on: &Expression) -> Option<T> {
        let message = format!("`{on}` does not move");
        self.report(
            Diagnostic::error(on.place, message).help("name the body, with `reaction: ground` if you like"),
        )
    }

    /// An end on something that can turn.
    fn turning_end(&mut self, expression: &'d Expression, scope: Scope) -> Option<Mount> {
        let mount = self.end_on_body(expression, scope)?;
        if self.parts.is_particle(mount.carrier) {
            let message = format!("`{expression}` is a particle and does not rotate");
            return self.report(Diagnostic::error(expression.place, message).help("declare it as a `body`"));
        }
        Some(mount)
    }

    fn friction(&mut self, arguments: &Arguments<'d>) -> Option<ForceKind> {
        let joint = *arguments.places.first()?;
        let Some((Meaning::Joint(number), name)) = self.part(joint, arguments.scope) else {
            let message = format!("`{joint}` is not a joint");
            if let Kind::Name(_) = joint.kind {
                self.value(joint, arguments.scope)?;
            }
            return self.report(Diagnostic::error(joint.place, message).help("friction acts in a joint"));
        };
        let planar = self.parts.is_planar();
        let kind = self.joint(number, joint.place)?.kind.clone();
        let coordinates = kind.coordinates(planar);
        if arguments.get("coefficient").is_none() {
            return self.report(
                Diagnostic::error(arguments.place, "`friction` needs `coefficient` or `limit`").help(
                    "`coefficient: 0.1` of the joint's own reaction, or `limit: 0.5 [N*m]` whatever that is",
                ),
            );
        }
        if coordinates.is_empty() {
            let message = format!("joint `{name}` has no coordinate along which friction could act");
            return self.report(Diagnostic::error(joint.place, message));
        }
        let turns = coordinates.iter().any(|(word, angle)| *angle || word.starts_with("rotation."));
        let slides = coordinates.iter().any(|(word, angle)| !*angle && !word.starts_with("rotation."));
        if turns && arguments.get("radius").is_none() {
            let message = format!("friction in joint `{name}` needs the `radius` of its bearing");
            return self.report(
                Diagnostic::error(arguments.place, message)
                    .help("the moment is coefficient · |reaction| · radius"),
            );
        }
        let one = self.graph.one();
        let coefficient = self.moving_number(arguments, "coefficient", Some(Dimension::NONE), None);
        let radius = self.moving_number(arguments, "radius", Some(Dimension::LENGTH), Some(one));
        let rate = match (turns, slides) {
            (true, false) => Some(Dimension::NONE.over(Dimension::TIME)),
            (false, _) => Some(Dimension::LENGTH.over(Dimension::TIME)),
            // Slips of a cylindrical joint add up, in m/s; a planar one has slips of its own for angle and lengths.
            (true, true) if matches!(kind, JointKind::Cylindrical { .. }) => {
                Some(Dimension::LENGTH.over(Dimension::TIME))
            }
            (true, true) => None,
        };
        let small = self.small_velocity();
        let velocity = self.moving_number(arguments, "velocity", rate, Some(small));
        let fixed = self.moving_number(arguments, "static", Some(Dimension::NONE), coefficient)?;
        let (coefficient, radius, velocity) = (coefficient?, radius?, velocity?);
        let sticks = self.graph.is_zero(velocity);
        if let (false, Some(given)) = (sticks, arguments.get("static")) {
            return self.report(regularised_does_not_stick(given.place));
        }
        let sticking = sticks.then_some(fixed);
        Some(ForceKind::Friction { joint: JointId(number), coefficient, radius, velocity, sticking })
    }

    /// Below 1 mm/s (or mrad/s) friction is regularised.
    pub(super) fn small_velocity(&mut self) -> Node {
        self.graph.constant(Constant::pow10(-3))
    }

    fn bushing(&mut self, arguments: &Arguments<'d>, name: &str) -> Option<ForceKind> {
        let ends = self.ends(arguments, name);
        let names = ["stiffness", "damping", "torsional_stiffness", "torsional_damping"];
        self.some_of(arguments, &names)?;
        let by_length = stiffness();
        let by_angle = Dimension::ENERGY;
        let dimensions =
            [by_length, by_length.times(Dimension::TIME), by_angle, by_angle.times(Dimension::TIME)];
        let mut values = [[self.graph.zero(); 3]; 4];
        let mut complete = true;
        for (k, (name, dimension)) in names.into_iter().zip(dimensions).enumerate() {
            let found = self.each_axis(arguments, name, dimension, k >= 2);
            complete &= found.is_some();
            values[k] = found.unwrap_or(values[k]);
        }
        let (first, second) = ends?;
        let [stiffness, damping, torsional_stiffness, torsional_damping] = values;
        let ends = Box::new([first, second]);
        complete.then_some(ForceKind::Bushing {
            ends,
            stiffness,
            damping,
            torsional_stiffness,
            torsional_damping,
        })
    }

    /// A number for all axes, or one for each; about z alone in the plane.
    fn each_axis(
        &mut self,
        arguments: &Arguments<'d>,
        name: &str,
        dimension: Dimension,
        torsional: bool,
    ) -> Option<Vector3> {
        let zero = self.graph.zero();
        let Some(expression) = arguments.get(name) else {
            return Some([zero; 3]);
        };
        let planar = self.parts.is_planar();
        let what = format!("`{name}`");
        match (self.value(expression, arguments.scope)?, planar && torsional) {
            (Value::Scalar(_), about_z) => {
                let value = self.moving_scalar(expression, arguments.scope, Some(dimension), &what)?;
                Some(match (about_z, planar) {
                    (true, _) => [zero, zero, value],
                    (false, true) => [value, value, zero],
                    (false, false) => [value; 3],
                })
            }
            (other, true) => self.expected_number(expression, &other),
            _ => self.moving_vector(expression, arguments.scope, dimension, &what),
        }
    }

    fn contact(&mut self, arguments: &Arguments<'d>, name: &str) -> Option<ForceKind> {
        let ends = self.ends(arguments, name);
        let planar = self.parts.is_planar();
        let normal = match arguments.get("normal") {
            Some(normal) => self.unit_vector(normal, arguments.scope, "`normal`"),
            None => Some(vectors::unit(&self.graph, if planar { 1 } else { 2 })),
        };
        let zero = self.graph.zero();
        let (three_halves, small) = (self.graph.constant(Constant::ratio(3, 2)), self.small_velocity());
        let number = Some(Dimension::NONE);
        let radius = self.fixed_number(arguments, "radius", Dimension::LENGTH, Some(zero));
        let exponent = self.fixed_number(arguments, "exponent", Dimension::NONE, Some(three_halves))?;
        // N/m^exponent, where the exponent is a simple number; otherwise there is no unit to check.
        let power = self.graph.as_constant(exponent).and_then(Exponent::of);
        let by_depth =
            power.and_then(|power| Dimension::LENGTH.power(power)).map(|depth| Dimension::FORCE.over(depth));
        let stiffness = self.moving_number(arguments, "stiffness", by_depth, None);
        let stiffness = stiffness.and_then(|stiffness| self.pushes_apart(arguments, stiffness));
        let by_rate = Dimension::TIME.over(Dimension::LENGTH);
        let dissipation = self.moving_number(arguments, "dissipation", Some(by_rate), Some(zero));
        let friction = self.moving_number(arguments, "friction", number, Some(zero));
        let rate = Dimension::LENGTH.over(Dimension::TIME);
        let velocity = self.moving_number(arguments, "velocity", Some(rate), Some(small));
        let (point, plane) = ends?;
        let fixed = self.moving_number(arguments, "static", number, friction)?;
        let sticks = velocity.is_some_and(|velocity| self.graph.is_zero(velocity));
        if let (false, Some(given)) = (sticks, arguments.get("static")) {
            return self.report(regularised_does_not_stick(given.place));
        }
        let rubs = friction.is_some_and(|friction| !self.graph.is_zero(friction));
        let sticking = (sticks && rubs).then_some(fixed);
        Some(ForceKind::Contact {
            point,
            plane,
            normal: normal?,
            radius: radius?,
            stiffness: stiffness?,
            exponent,
            dissipation: dissipation?,
            friction: friction?,
            velocity: velocity?,
            sticking,
        })
    }

    /// Whether an expression names an attribute, not a declared coordinate.
    pub fn is_attribute(&mut self, expression: &'d Expression, instance: &Instance<'d>) -> bool {
        let mut root = expression;
        while let Kind::Member(whole, _) = &root.kind {
            root = whole;
        }
        self.part(root, instance.scope).is_some()
    }

    /// `generalized(pivot.angle, value)`
    pub fn generalized_on_attribute(
        &mut self,
        force: &'d GeneralizedForce,
        instance: &Instance<'d>,
    ) -> Option<()> {
        if self.lacks_setting() {
            return None;
        }
        let value = self.value(&force.coordinate, instance.scope)?;
        let symbol = match &value {
            Value::Scalar(scalar) => self.symbol_of(scalar.node),
            _ => None,
        };
        let entry = symbol.and_then(|symbol| self.attribute_of(symbol));
        let found = entry
            .filter(|entry| entry.kinematic == Kinematic::Position)
            .map(|entry| (entry.attribute.symbol, entry.dimension));
        let Some((attribute, dimension)) = found else {
            let message = format!("`{}` is not a coordinate", force.coordinate);
            return self.report(
                Diagnostic::error(force.coordinate.place, message)
                    .help("write `generalized(pivot.angle, value)`"),
            );
        };
        let dimension = dimension.map(|of| Dimension::ENERGY.over(of));
        let what = format!("the generalised force on `{}`", force.coordinate);
        let value = self.moving_scalar(&force.value, instance.scope, dimension, &what)?;
        let (name, span) = (instance.name.clone(), force.target.name.span);
        let kind = ForceKind::Generalized { attribute, value };
        let force = Force { name, span, kind, docs: instance.item.docs.clone() };
        self.parts.forces[instance.number].progress = Progress::Done(Some(force));
        Some(())
    }
}

impl<'d> Resolver<'d> {
    /// A contact that pulls in is no contact: its stiffness is positive.
    fn pushes_apart(&mut self, arguments: &Arguments<'d>, stiffness: Node) -> Option<Node> {
        let place = arguments.get("stiffness").map_or(arguments.place, |given| given.place);
        match self.at_defaults(stiffness) {
            Some(value) if value <= 0.0 || !value.is_finite() => self.report(
                Diagnostic::error(place, "the stiffness of `contact` is not positive")
                    .label(format!("this is {value}"))
                    .help("a contact pushes its bodies apart: give the stiffness without a sign"),
            ),
            _ => Some(stiffness),
        }
    }

    /// Negative stiffness may be meant, and seldom is.
    pub(super) fn warn_of_negative(&mut self, arguments: &Arguments<'d>, name: &str, value: Option<Node>) {
        let value = value.and_then(|value| self.at_defaults(value));
        if let (Some(value), Some(given)) = (value, arguments.get(name))
            && value < 0.0
        {
            let message =
                format!("the {name} of `{}` is negative: it drives its ends on", arguments.kind.text);
            self.report::<()>(
                Diagnostic::warning(given.place, message)
                    .label(format!("this is {value}"))
                    .help("leave the sign out, unless energy is meant to come from it"),
            );
        }
    }
}

fn regularised_does_not_stick(place: Place) -> Diagnostic {
    Diagnostic::error(place, "friction that is regularised does not stick")
        .help("write `velocity: 0` beside `static`")
}
