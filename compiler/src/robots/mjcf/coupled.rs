//! Equalities and actuators → constraints, inputs and efforts.

use super::messages;
use super::model::{Actuator, EqualityKind, Joint, Kind, Placement};
use super::orientation;
use super::write::{Writer, at, coordinate, quantity};
use crate::diagnostics::Place;
use crate::robots::pose::IDENTITY;
use crate::robots::text::number;

impl Writer<'_> {
    /// All equalities; they hold exactly here.
    pub fn equalities(&mut self) {
        let model = self.model;
        if model.equalities.is_empty() {
            return;
        }
        self.diagnostics.push(messages::equalities_are_exact(model.place));
        self.line("");
        for equality in &model.equalities {
            let kind = match &equality.kind {
                EqualityKind::Connect(_) => "connect",
                EqualityKind::Weld(_) => "weld",
                EqualityKind::Joint { .. } => "coupling",
            };
            let name = self.names.give(equality.name.as_deref().unwrap_or(kind), kind);
            match &equality.kind {
                EqualityKind::Connect(ends) => self.closure(&name, equality.place, "spherical", ends),
                EqualityKind::Weld(ends) => self.closure(&name, equality.place, "fixed", ends),
                EqualityKind::Joint { driven, driver, coefficients } => {
                    self.coupling(&name, *driven, *driver, coefficients);
                }
            }
        }
    }

    /// The body that a body is fixed on, if it moves.
    fn carrier(&self, mut body: usize) -> Option<usize> {
        while body != 0 && self.model.bodies[body].joints.is_empty() {
            body = self.model.bodies[body].parent;
        }
        (body != 0).then_some(body)
    }

    fn closure(&mut self, name: &str, place: Place, word: &str, ends: &[Placement; 2]) {
        if self.carrier(ends[0].0) == self.carrier(ends[1].0) {
            self.diagnostics.push(messages::connects_fixed(place, name));
            return;
        }
        let [first, second] = [("first", &ends[0]), ("second", &ends[1])].map(|(end, (body, pose))| {
            let place = at(&self.bodies[*body], pose.position);
            if pose.rotation == IDENTITY || word == "spherical" {
                return place;
            }
            let frame = self.names.give(&format!("{name}_{end}"), "frame");
            self.frame(&frame, &place, orientation::of_matrix(&pose.rotation));
            frame
        });
        self.line(&format!("joint {name} = {word}({first}, {second}, cut: true);"));
    }

    /// y = y₀ + Σ aᵢ (x − x₀)ⁱ
    fn coupling(&mut self, name: &str, driven: usize, driver: Option<usize>, a: &[f64; 5]) {
        let model = self.model;
        let Some(y) = model.joint(driven) else { return };
        let y_name = format!("{}.{}", self.joints[driven], coordinate(y));
        let constant = y.reference + a[0];
        if a[0] != 0.0 {
            // Then x can start at its reference.
            self.initial.retain(|(name, _)| *name != y_name);
            self.initial.push((y_name.clone(), quantity(y, constant)));
        }
        let (Some(number_of_x), Some(x)) = (driver, driver.and_then(|driver| model.joint(driver))) else {
            return self.line(&format!("constraint {name}: {y_name} = {};", quantity(y, constant)));
        };
        let x_name = format!("{}.{}", self.joints[number_of_x], coordinate(x));
        if a[2..].iter().all(|a| *a == 0.0) && a[1] != 0.0 {
            let offset = match a[1] * x.reference - constant {
                0.0 => String::new(),
                offset => format!(", offset: {}", quantity(y, offset)),
            };
            let ratio = units(a[1], y, x, 1);
            self.line(&format!(
                "joint {name} = gear({x_name}, {y_name}, ratio: {ratio}{offset}, shared: true);"
            ));
            return;
        }
        let from = match x.reference {
            0.0 => x_name,
            reference => format!("({x_name} - {})", quantity(x, reference)),
        };
        let mut sum = quantity(y, constant);
        for (i, a) in a.iter().enumerate().skip(1).filter(|(_, a)| **a != 0.0) {
            sum.push_str(&format!(" + {} * {from}^{i}", units(*a, y, x, i)));
        }
        self.line(&format!("constraint {name}: {y_name} = {sum};"));
    }

    /// Inputs of the actuators, and of joints without one if requested.
    pub fn actuators(&mut self) {
        let model = self.model;
        let followers: Vec<usize> = model
            .equalities
            .iter()
            .filter_map(|equality| match equality.kind {
                EqualityKind::Joint { driven, .. } => Some(driven),
                _ => None,
            })
            .collect();
        if !model.actuators.is_empty() || self.import.motors {
            self.line("");
        }
        for (i, actuator) in model.actuators.iter().enumerate() {
            // Joints whose efforts have limits together have one force, of their first actuator.
            match model.joint(actuator.joint).and_then(|joint| joint.effort_range) {
                None => self.actuators_of_joint(&[actuator], None),
                Some(range) => {
                    let of_joint = |other: &&Actuator| other.joint == actuator.joint;
                    if !model.actuators[..i].iter().any(|other| of_joint(&other)) {
                        let all: Vec<&Actuator> = model.actuators.iter().filter(of_joint).collect();
                        self.actuators_of_joint(&all, Some(range));
                    }
                }
            }
        }
        if !self.import.motors {
            return;
        }
        for (i, (_, joint)) in model.joints().enumerate() {
            let driven = model.actuators.iter().any(|actuator| actuator.joint == i) || followers.contains(&i);
            if joint.kind.is_scalar() && !driven {
                let (what, unit) = if joint.kind == Kind::Slide { ("force", "N") } else { ("torque", "N*m") };
                let own = self.joints[i].clone();
                let input = self.names.give(&format!("{own}_{what}"), "input");
                let force = self.names.give(&format!("{own}_motor"), "force");
                self.line(&format!("input {input} [{unit}];"));
                self.line(&format!("force {force} = torque({own}, {input});"));
            }
        }
    }

    /// Inputs of actuators of one joint, and their efforts together; the input of one that does nothing is left out.
    fn actuators_of_joint(&mut self, actuators: &[&Actuator], range: Option<[f64; 2]>) {
        let Some(first) = actuators.first() else { return };
        let Some(joint) = self.model.joint(first.joint) else { return };
        let own = self.joints[first.joint].clone();
        let mut efforts = Vec::new();
        let mut name = None;
        for actuator in actuators {
            let input = self.names.give(&actuator.name, "input");
            let force = self.names.give(&format!("{input}_effort"), "force");
            if let Some(effort) = self.effort(actuator, joint, &own, &input) {
                self.line(&format!("input {input};"));
                efforts.push(effort);
                name.get_or_insert(force);
            }
        }
        let Some(name) = name else { return };
        let mut sum = String::new();
        for effort in efforts {
            match (sum.as_str(), effort.strip_prefix('-')) {
                ("", _) => sum = effort,
                (_, Some(rest)) => sum.push_str(&format!(" - {rest}")),
                (_, None) => sum.push_str(&format!(" + {effort}")),
            }
        }
        let unit = effort_units(joint)[0];
        let sum = range.map_or(sum.clone(), |range| between(&sum, range, unit));
        self.line(&format!("force {name} = torque({own}, {sum});"));
    }

    /// gear·(gain·ctrl + bias) of the length gear·q, within limits; `None` if it is always zero.
    fn effort(&self, actuator: &Actuator, joint: &Joint, own: &str, input: &str) -> Option<String> {
        let [effort, by_q, by_rate] = effort_units(joint);
        let q = format!("{own}.{}", coordinate(joint));
        let g = actuator.gear;
        let control = actuator.control_range.map_or(input.to_owned(), |range| between(input, range, ""));
        let mut terms = Vec::new();
        for (of, control) in [(actuator.gain, format!(" * {control}")), (actuator.bias, String::new())] {
            let factors = [
                (g * of[0], effort, String::new()),
                (g * g * of[1], by_q, format!(" * {q}")),
                (g * g * of[2], by_rate, format!(" * der({q})")),
            ];
            for (value, unit, factor) in factors.into_iter().filter(|(value, ..)| *value != 0.0) {
                terms.push((value, format!("{} [{unit}]{factor}{control}", number(value.abs()))));
            }
        }
        let mut sum = String::new();
        for (i, (value, text)) in terms.iter().enumerate() {
            let sign = match (i, *value < 0.0) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            };
            sum.push_str(sign);
            sum.push_str(text);
        }
        let range = actuator.force_range.map(|[least, most]| {
            let ends = [g * least, g * most];
            [ends[0].min(ends[1]), ends[0].max(ends[1])]
        });
        let zero = range.is_none_or(|[least, most]| least <= 0.0 && 0.0 <= most);
        match (sum.is_empty(), range) {
            (true, _) if zero => None,
            (true, _) => Some(between(&format!("0 [{effort}]"), range?, effort)),
            (false, Some(range)) => Some(between(&sum, range, effort)),
            (false, None) => Some(sum),
        }
    }
}

/// The units of an effort, and of its quotients by the coordinate and the velocity.
fn effort_units(joint: &Joint) -> [&'static str; 3] {
    match joint.kind {
        Kind::Slide => ["N", "N/m", "N*s/m"],
        _ => ["N*m", "N*m", "N*m*s"],
    }
}

/// An expression within limits; `unit` is empty for a number.
fn between(expression: &str, range: [f64; 2], unit: &str) -> String {
    let [least, most] = range.map(|end| match unit {
        "" => number(end),
        _ => format!("{} [{unit}]", number(end)),
    });
    format!("min(max({expression}, {least}), {most})")
}

/// A coefficient of (x)ⁱ in y, with its unit.
fn units(value: f64, y: &Joint, x: &Joint, i: usize) -> String {
    let slides = |joint: &Joint| joint.kind == Kind::Slide;
    match (slides(y), slides(x), i) {
        (false, false, _) | (true, true, 1) => number(value),
        (true, false, _) => format!("{} [m]", number(value)),
        (true, true, _) => format!("{} [m/m^{i}]", number(value)),
        (false, true, _) => format!("{} [1/m^{i}]", number(value)),
    }
}
