//! A model → the text of a `.mech` file.
//!
//! A body with several joints becomes a chain of bodies without mass, the last of them itself. Coordinates are MuJoCo's: a
//! joint whose reference is not zero is mounted on a frame that is rotated or moved back by it.
//!
//! Invariant: joints are declared in the order of MuJoCo's coordinates; the text depends on the file alone.

use super::messages;
use super::model::{Body, Joint, Kind, Model};
use super::orientation::{self, Quaternion};
use crate::diagnostics::Diagnostics;
use crate::robots::Import;
use crate::robots::messages::unphysical_inertia;
use crate::robots::names::{Names, mechanism};
use crate::robots::pose::{Pose, Vector};
use crate::robots::solid::Solid;
use crate::robots::text::{counted, mass_properties, massless, number, one_line, vector};
use linkwork_numerics::elementary::f64 as elementary;

/// The whole file, and the names of its bodies.
pub(super) fn write(model: &Model, import: &Import, diagnostics: &mut Diagnostics) -> (String, Vec<String>) {
    let mut names = Names::default();
    let mut bodies = vec!["ground".to_owned(); model.bodies.len()];
    let mut joints = vec![String::new(); model.joints().count()];
    // Names that are made up here give way to those of the file.
    for named in [true, false] {
        for (i, body) in model.bodies.iter().enumerate().skip(1).filter(|(_, body)| body.named == named) {
            bodies[i] = names.give(&body.name, "body");
        }
        for (i, (_, joint)) in model.joints().enumerate().filter(|(_, (_, joint))| joint.named == named) {
            joints[i] = names.give(&joint.name, "joint");
        }
    }
    let mut writer = Writer {
        model,
        import,
        names,
        bodies,
        joints,
        text: String::new(),
        initial: Vec::new(),
        diagnostics,
    };
    writer.mechanism();
    (writer.text, writer.bodies)
}

pub(super) struct Writer<'m> {
    pub model: &'m Model,
    pub import: &'m Import,
    pub names: Names,
    /// The name of each body as an end.
    pub bodies: Vec<String>,
    pub joints: Vec<String>,
    text: String,
    /// Entries of `initial`: name and value.
    pub initial: Vec<(String, String)>,
    pub diagnostics: &'m mut Diagnostics,
}

impl Writer<'_> {
    /// A line of the mechanism.
    pub fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text.push_str("    ");
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    fn mechanism(&mut self) {
        let model = self.model;
        let title =
            if model.name.is_empty() { "A model".to_owned() } else { format!("`{}`", one_line(&model.name)) };
        let bodies = counted(model.bodies.len() - 1, "body", "bodies");
        let joints = counted(model.joints().count(), "joint", "joints");
        self.text.push_str(&format!("/// {title}, imported from MJCF: {bodies}, {joints}.\n"));
        let name = mechanism(self.import.name.as_deref().unwrap_or(&model.name));
        self.text.push_str(&format!("pub mechanism {name} in space {{\n"));
        if model.gravity != [0.0; 3] {
            self.line(&format!("gravity = {} [m/s^2];", vector(model.gravity)));
        }
        let mut joint = 0;
        for (number, body) in model.bodies.iter().enumerate() {
            if number > 0 {
                self.line("");
                if body.joints.is_empty() {
                    let (at, name) = (self.end(body.parent, body.position), self.bodies[number].clone());
                    self.frame(&name, &at, body.turned);
                } else {
                    self.moving(number, body, joint);
                }
            }
            joint += body.joints.len();
            self.weight(number, body);
            for site in &body.sites {
                let (at, name) = (self.end(number, site.position), self.names.give(&site.name, "site"));
                self.frame(&name, &at, site.turned);
            }
        }
        self.equalities();
        self.actuators();
        if !self.initial.is_empty() {
            // Equalities may need another place.
            let guess = if model.equalities.is_empty() { "" } else { "~" };
            let entries = std::mem::take(&mut self.initial).into_iter();
            let entries: Vec<String> =
                entries.map(|(name, value)| format!("{name}: {guess}{value}")).collect();
            let entries = entries.join(", ");
            self.line("");
            self.line(&format!("initial {{ {entries} }}"));
        }
        self.text.push_str("}\n");
    }

    /// A point on a body.
    pub fn end(&self, body: usize, position: Vector) -> String {
        at(&self.bodies[body], position)
    }

    /// A frame, turned or not.
    pub fn frame(&mut self, name: &str, at: &str, turned: Quaternion) {
        let rotation = rotation(turned).map_or(String::new(), |turn| format!(", rotation: {turn}"));
        self.line(&format!("frame {name} = fixed({at}{rotation});"));
    }

    /// A body on its joints, the first of which has that number.
    fn moving(&mut self, number: usize, body: &Body, first: usize) {
        let name = self.bodies[number].clone();
        let turn = rotation(body.turned);
        let is_free = body.joints[0].kind == Kind::Free;
        // The base of the first joint, and the pose of the body's frame on it.
        let (mut base, mut origin) = (self.bodies[body.parent].clone(), body.position);
        if turn.is_some() && !is_free {
            let mount = self.names.give(&format!("{name}_mount"), "frame");
            self.frame(&mount, &at(&base, origin), body.turned);
            (base, origin) = (mount, [0.0; 3]);
        }
        for (k, joint) in body.joints.iter().enumerate() {
            let last = k + 1 == body.joints.len();
            let own = if last { name.clone() } else { self.names.give(&format!("{name}_{}", k + 1), "body") };
            if last {
                self.body(number, &own);
            } else {
                self.line(&format!("body {own} {{ {} }}", massless()));
            }
            let word = self.joints[first + k].clone();
            if joint.kind == Kind::Free {
                self.free(&word, &own, body, joint);
            } else {
                self.joint(&word, &base, origin, &own, joint);
            }
            (base, origin) = (own, [0.0; 3]);
        }
    }

    fn body(&mut self, number: usize, name: &str) {
        let parts = self.parts(number);
        let solids: Vec<Solid> = parts.iter().map(|(_, solid)| *solid).collect();
        let Some(solid) = Solid::sum(&solids) else {
            let body = &self.model.bodies[number];
            self.diagnostics.push(messages::massless(body.place, &body.name));
            return self.line(&format!("body {name} {{ {} }}", massless()));
        };
        if solid.is_unphysical() {
            // One of the parts is the reason: the sum of physical inertias is physical.
            let wrong = parts.iter().find(|(_, part)| part.is_unphysical());
            let body = &self.model.bodies[wrong.map_or(number, |(body, _)| *body)];
            self.diagnostics.push(unphysical_inertia(body.place, &body.name));
        }
        self.line(&format!("body {name} {{"));
        for line in mass_properties(&solid, false) {
            self.line(&format!("    {line}"));
        }
        self.line("}");
    }

    /// The mass properties of a body and of the bodies that are fixed on it, in its axes.
    fn parts(&self, number: usize) -> Vec<(usize, Solid)> {
        let bodies = &self.model.bodies;
        let mut members: Vec<Option<Pose>> = vec![None; bodies.len()];
        members[number] = Some(Pose::HERE);
        let mut parts = Vec::new();
        for (i, body) in bodies.iter().enumerate().skip(number) {
            if i != number && body.joints.is_empty() {
                members[i] = members[body.parent].map(|pose| pose.then(&body.pose()));
            }
            if let (Some(pose), Some(solid)) = (members[i], &body.solid) {
                parts.push((i, solid.seen(&pose)));
            }
        }
        parts
    }

    /// The force that compensates gravity.
    fn weight(&mut self, number: usize, body: &Body) {
        let Some(solid) = body.solid.filter(|_| body.gravity_compensation != 0.0) else { return };
        if self.model.is_static(number) || self.model.gravity == [0.0; 3] {
            return;
        }
        let lift = self.model.gravity.map(|g| -g * solid.mass * body.gravity_compensation);
        let (name, at) = (format!("{}_lift", self.bodies[number]), self.end(number, solid.com));
        let name = self.names.give(&name, "force");
        self.line(&format!("force {name} = force({at}, {} [N]);", vector(lift)));
    }

    fn free(&mut self, name: &str, body: &str, of: &Body, joint: &Joint) {
        self.line(&format!("joint {name} = free(ground, {body});"));
        for (word, x) in ["x", "y", "z"].iter().zip(of.position) {
            if x != 0.0 {
                self.initial.push((format!("{name}.{word}"), format!("{} [m]", number(x))));
            }
        }
        if let Some(turn) = rotation(of.turned) {
            self.initial.push((format!("{name}.rotation"), turn));
        }
        if joint.damping != 0.0 {
            let (force, d) = (self.names.give(&format!("{name}_damping"), "force"), number(joint.damping));
            self.line(&format!(
                "force {force} = bushing(ground, {body}, damping: {d} [N*s/m], torsional_damping: {d} [N*m*s]);"
            ));
        }
    }

    fn joint(&mut self, name: &str, base: &str, origin: Vector, own: &str, joint: &Joint) {
        let axis = orientation::unit(joint.axis).unwrap_or(joint.axis);
        let mut anchor: Vector = core::array::from_fn(|i| origin[i] + joint.anchor[i]);
        if joint.kind == Kind::Slide {
            anchor = core::array::from_fn(|i| anchor[i] - joint.reference * axis[i]);
        }
        let mut first = at(base, anchor);
        if joint.kind == Kind::Hinge && joint.reference != 0.0 {
            let zero = self.names.give(&format!("{name}_zero"), "frame");
            let back = orientation::about(axis, -joint.reference).unwrap_or(orientation::NONE);
            self.frame(&zero, &first, back);
            first = zero;
        }
        let second = at(own, joint.anchor);
        let (along, axis) = (along(joint), vector(joint.axis));
        let what = match joint.kind {
            Kind::Hinge => format!("revolute({first}, {second}, axis: {axis}{along})"),
            Kind::Slide => format!("prismatic({first}, {second}, axis: {axis}{along})"),
            Kind::Ball | Kind::Free => format!("spherical({first}, {second}{along})"),
        };
        self.line(&format!("joint {name} = {what};"));
        if joint.kind == Kind::Ball {
            if joint.damping != 0.0 {
                let force = self.names.give(&format!("{name}_damping"), "force");
                let d = number(joint.damping);
                self.line(&format!(
                    "force {force} = bushing({first}, {second}, torsional_damping: {d} [N*m*s]);"
                ));
            }
            return;
        }
        if joint.reference != 0.0 {
            let value = quantity(joint, joint.reference);
            self.initial.push((format!("{name}.{}", coordinate(joint)), value));
        }
        if joint.stiffness != 0.0 {
            let force = self.names.give(&format!("{name}_spring"), "force");
            let unit = if joint.kind == Kind::Slide { "N/m" } else { "N*m" };
            let rest = match joint.spring_reference {
                0.0 => String::new(),
                rest => format!(", rest: {}", quantity(joint, rest)),
            };
            let stiffness = number(joint.stiffness);
            self.line(&format!(
                "force {force} = torsion_spring({name}, stiffness: {stiffness} [{unit}]{rest});"
            ));
        }
    }
}

/// `name at [x, y, z] [m]`
pub(super) fn at(name: &str, position: Vector) -> String {
    if position == [0.0; 3] { name.to_owned() } else { format!("{name} at {} [m]", vector(position)) }
}

/// The name of the only coordinate of a joint.
pub(super) fn coordinate(joint: &Joint) -> &'static str {
    if joint.kind == Kind::Slide { "displacement" } else { "angle" }
}

/// A value of a joint's coordinate.
pub(super) fn quantity(joint: &Joint, value: f64) -> String {
    let unit = if joint.kind == Kind::Slide { "m" } else { "rad" };
    format!("{} [{unit}]", number(value))
}

/// Limits, friction, damping and armature of a joint.
fn along(joint: &Joint) -> String {
    let mut text = match joint.range {
        Some([least, most]) => {
            format!(", limits: {} .. {}", quantity(joint, least), quantity(joint, most))
        }
        None => String::new(),
    };
    let [effort, rate, inertia] = match joint.kind {
        Kind::Slide => ["N", "N*s/m", "kg"],
        _ => ["N*m", "N*m*s", "kg*m^2"],
    };
    let scalar = joint.kind.is_scalar();
    for (name, value, unit) in [
        ("friction", if scalar { joint.friction } else { 0.0 }, effort),
        ("damping", if scalar { joint.damping } else { 0.0 }, rate),
        ("rotor_inertia", joint.armature, inertia),
    ] {
        if value != 0.0 {
            text.push_str(&format!(", {name}: {} [{unit}]", number(value)));
        }
    }
    text
}

/// A component nearer than this to that of a quarter turn becomes exact.
const EXACT: f64 = 1e-11;

/// `rpy(0, 90 [deg], 0)` where axes map to axes, `axis_angle([x, y, z], angle)` elsewhere; `None` for no rotation.
pub(super) fn rotation(turned: Quaternion) -> Option<String> {
    let matrix = orientation::matrix(turned);
    let whole = matrix.map(|row| row.map(|entry| entry.round()));
    let near = matrix.iter().flatten().zip(whole.iter().flatten()).all(|(x, y)| (x - y).abs() <= EXACT);
    if near {
        // −sin(pitch) = R₃₁; where that is ±1, roll and yaw are about one axis.
        let quarter = |sine: f64, cosine: f64| match (sine as i64, cosine as i64) {
            (0, -1) => 180,
            (1, _) => 90,
            (-1, _) => -90,
            _ => 0,
        };
        let r = &whole;
        let pitch = quarter(-r[2][0], r[0][0].abs() + r[1][0].abs());
        let (roll, yaw) = match pitch {
            0 => (quarter(r[2][1], r[2][2]), quarter(r[1][0], r[0][0])),
            _ => (quarter(-r[1][2], r[1][1]), 0),
        };
        let part = |angle: i64| if angle == 0 { "0".to_owned() } else { format!("{angle} [deg]") };
        let none = (roll, pitch, yaw) == (0, 0, 0);
        return (!none).then(|| format!("rpy({}, {}, {})", part(roll), part(pitch), part(yaw)));
    }
    let [w, x, y, z] = if turned[0] < 0.0 { turned.map(|x| -x) } else { turned };
    let sine = (x * x + y * y + z * z).sqrt();
    let angle = 2.0 * elementary::atan2(sine, w);
    // About a coordinate axis, or not.
    let axis = [x, y, z].map(|x| if x.abs() <= 1e-15 * sine { 0.0 } else { x / sine });
    let quarters = crate::robots::pose::quarter_turns(angle).map(|turns| format!("{} [deg]", turns * 90));
    Some(format!("axis_angle({}, {})", vector(axis), quarters.unwrap_or_else(|| number(angle))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::mjcf::orientation::{about, multiply};

    /// All 24 rotations that map axes to axes are written exactly.
    #[test]
    fn right_angles_are_exact() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let turn = |k: usize, n: u32| {
            let mut axis = [0.0; 3];
            axis[k] = 1.0;
            about(axis, quarter * f64::from(n)).expect("an axis")
        };
        let mut texts = std::collections::BTreeSet::new();
        for (a, b, c) in (0..64).map(|n| (n % 4, n / 4 % 4, n / 16)) {
            let whole = multiply(turn(2, c), multiply(turn(1, b), turn(0, a)));
            let text = rotation(whole).unwrap_or_else(|| "rpy(0, 0, 0)".to_owned());
            let angles: Vec<f64> = text
                .trim_start_matches("rpy(")
                .trim_end_matches(')')
                .split(", ")
                .map(|part| part.trim_end_matches(" [deg]").parse::<f64>().expect("degrees").to_radians())
                .collect();
            let again = crate::robots::pose::rotation([angles[0], angles[1], angles[2]]);
            let wanted = orientation::matrix(whole);
            for (x, y) in again.iter().flatten().zip(wanted.iter().flatten()) {
                assert!((x - y).abs() < 1e-12, "{text}: {again:?} {wanted:?}");
            }
            texts.insert(text);
        }
        assert_eq!(texts.len(), 24, "{texts:?}");
        let text = rotation(about([0.0, 3.0, 0.0], -0.3).expect("an axis"));
        assert_eq!(text.as_deref(), Some("axis_angle([0, -1, 0], 0.3)"));
    }
}
