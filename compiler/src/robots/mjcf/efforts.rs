//! Actuators and tendons → inputs and efforts on joints.
//!
//! ```text
//! actuator   effort on joint i = cᵢ·gear·(gain·ctrl + bias),   of the length gear·Σ cₖ qₖ and its rate
//! tendon     effort on joint i = cᵢ·F of the springs and dampers of `tendons`
//! ```

use super::model::{Actuator, EqualityKind, Joint, Kind, Tendon, Term};
use super::write::{Writer, coordinate};
use crate::robots::text::number;
use std::collections::BTreeMap;

/// The efforts of actuators on joints that limit them together: the name of the force, and its terms.
type Limited = BTreeMap<usize, (String, Vec<String>)>;

impl Writer<'_> {
    /// Inputs of the actuators, efforts of tendons, and inputs of joints without an actuator if requested.
    pub fn actuators(&mut self) {
        let model = self.model;
        let passive = |tendon: &Tendon| tendon.stiffness != 0.0 || tendon.damping != 0.0;
        let tendons: Vec<&Tendon> = model.tendons.iter().filter(|tendon| passive(tendon)).collect();
        if !model.actuators.is_empty() || !tendons.is_empty() || self.import.motors {
            self.line("");
        }
        let mut limited = Limited::new();
        for actuator in &model.actuators {
            self.actuator(actuator, &mut limited);
        }
        if !model.actuators.is_empty() {
            self.idle(&mut limited);
        }
        for (joint, (force, efforts)) in limited {
            let Some(of) = model.joint(joint) else { continue };
            let sum = joined(&efforts);
            let sum = of.effort_range.map_or(sum.clone(), |range| between(&sum, range, effort_unit(of)));
            self.force(&force, joint, &sum);
        }
        for tendon in tendons {
            self.tendon(tendon);
        }
        if self.import.motors {
            self.motors();
        }
    }

    /// Joints on which nothing acts, but whose limits exclude an effort of zero: MuJoCo limits them, too.
    fn idle(&mut self, limited: &mut Limited) {
        for (i, (_, joint)) in self.model.joints().enumerate() {
            let excludes_zero = |[least, most]: [f64; 2]| least > 0.0 || most < 0.0;
            if joint.effort_range.is_some_and(excludes_zero) && !limited.contains_key(&i) {
                let name = self.name_of_effort(&self.joints[i].clone(), i, 1);
                limited.insert(i, (name, vec![format!("0 [{}]", effort_unit(joint))]));
            }
        }
    }

    /// Inputs of joints that nothing drives.
    fn motors(&mut self) {
        let model = self.model;
        let follows = |i: usize| {
            let is_driven =
                |kind: &EqualityKind| matches!(kind, EqualityKind::Joint { driven, .. } if *driven == i);
            model.equalities.iter().any(|equality| is_driven(&equality.kind))
        };
        for (i, (_, joint)) in model.joints().enumerate() {
            let mut terms = model.actuators.iter().flat_map(|actuator| &actuator.terms);
            if joint.kind.is_scalar() && !terms.any(|term| term.joint == i) && !follows(i) {
                let (what, unit) = if joint.kind == Kind::Slide { ("force", "N") } else { ("torque", "N*m") };
                let own = self.joints[i].clone();
                let input = self.names.give(&format!("{own}_{what}"), "input");
                let force = self.names.give(&format!("{own}_motor"), "force");
                self.line(&format!("input {input} [{unit}];"));
                self.force(&force, i, &input);
            }
        }
    }

    /// An effort along a joint.
    fn force(&mut self, name: &str, joint: usize, effort: &str) {
        let own = self.joints[joint].clone();
        self.line(&format!("force {name} = torque({own}, {effort});"));
    }

    /// An actuator with its input, which is left out if it does nothing.
    fn actuator(&mut self, actuator: &Actuator, limited: &mut Limited) {
        let input = self.names.give(&actuator.name, "input");
        let efforts: Vec<(usize, String)> = actuator
            .terms
            .iter()
            .filter_map(|term| Some((term.joint, self.effort(actuator, *term, &input)?)))
            .collect();
        if efforts.is_empty() {
            return;
        }
        self.line(&format!("input {input};"));
        for (joint, effort) in efforts {
            let force = self.name_of_effort(&input, joint, actuator.terms.len());
            if self.model.joint(joint).is_some_and(|joint| joint.effort_range.is_some()) {
                limited.entry(joint).or_insert((force, Vec::new())).1.push(effort);
            } else {
                self.force(&force, joint, &effort);
            }
        }
    }

    fn name_of_effort(&mut self, of: &str, joint: usize, count: usize) -> String {
        let name = match count {
            1 => format!("{of}_effort"),
            _ => format!("{of}_{}_effort", self.joints[joint]),
        };
        self.names.give(&name, "force")
    }

    /// What an actuator does to a joint, within its limits; `None` if that is always nothing.
    fn effort(&self, actuator: &Actuator, on: Term, input: &str) -> Option<String> {
        let joint = self.model.joint(on.joint)?;
        let unit = effort_unit(joint);
        let g = actuator.gear;
        let by = on.coefficient * g;
        let control = actuator.control_range.map_or(input.to_owned(), |range| between(input, range, ""));
        let mut terms = Vec::new();
        for (of, control) in [(actuator.gain, format!(" * {control}")), (actuator.bias, String::new())] {
            let mut own = vec![(by * of[0], format!(" [{unit}]"))];
            own.extend(self.length(joint, &actuator.terms, by * g * of[1], false));
            own.extend(self.length(joint, &actuator.terms, by * g * of[2], true));
            terms.extend(own.into_iter().map(|(value, text)| (value, format!("{text}{control}"))));
        }
        let sum = sum(&terms);
        let range = actuator.force_range.map(|range| scaled(range, by));
        let may_vanish = range.is_none_or(|[least, most]| least <= 0.0 && 0.0 <= most);
        match (sum.is_empty(), range) {
            (true, _) if may_vanish => None,
            (true, _) => Some(between(&format!("0 [{unit}]"), range?, unit)),
            (false, Some(range)) => Some(between(&sum, range, unit)),
            (false, None) => Some(sum),
        }
    }

    /// A factor times the length of a tendon or a joint, or its rate, as terms of an effort on a joint.
    fn length(&self, on: &Joint, terms: &[Term], factor: f64, rate: bool) -> Vec<(f64, String)> {
        let term = |term: &Term| {
            let joint = self.model.joint(term.joint)?;
            let q = format!("{}.{}", self.joints[term.joint], coordinate(joint));
            let slides = [on, joint].map(|joint| joint.kind == Kind::Slide);
            let unit = match (slides, rate) {
                ([true, true], false) => "N/m",
                ([true, true], true) => "N*s/m",
                ([false, false], false) => "N*m",
                ([false, false], true) => "N*m*s",
                (_, false) => "N",
                (_, true) => "N*s",
            };
            let q = if rate { format!("der({q})") } else { q };
            Some((factor * term.coefficient, format!(" [{unit}] * {q}")))
        };
        terms.iter().filter_map(term).collect()
    }

    /// The spring and the damper of a tendon.
    fn tendon(&mut self, tendon: &Tendon) {
        let model = self.model;
        let terms = tendon.terms.as_deref().unwrap_or_default();
        let rest = tendon.rest.unwrap_or_else(|| {
            let reference = |term: &Term| Some(term.coefficient * model.joint(term.joint)?.spring_reference);
            [terms.iter().filter_map(reference).sum(); 2]
        });
        let name = if tendon.name.is_empty() { "tendon" } else { &tendon.name };
        for on in terms.iter().filter(|term| term.coefficient != 0.0) {
            let Some(joint) = model.joint(on.joint) else { continue };
            let unit = effort_unit(joint);
            let stiff = on.coefficient * tendon.stiffness;
            let damping = self.length(joint, terms, -on.coefficient * tendon.damping, true);
            let pull = self.length(joint, terms, -stiff, false);
            let effort = if rest[0] == rest[1] || stiff == 0.0 {
                let constant = (stiff * rest[0], format!(" [{unit}]"));
                sum(&[pull, vec![constant], damping].concat())
            } else {
                let slack =
                    between(&sum(&self.length(joint, terms, stiff, false)), scaled(rest, stiff), unit);
                joined(&[slack, sum(&[pull, damping].concat())])
            };
            if !effort.is_empty() {
                let force = self.name_of_effort(name, on.joint, terms.len());
                self.force(&force, on.joint, &effort);
            }
        }
    }
}

fn effort_unit(joint: &Joint) -> &'static str {
    if joint.kind == Kind::Slide { "N" } else { "N*m" }
}

/// An interval times a number.
fn scaled(range: [f64; 2], by: f64) -> [f64; 2] {
    let [a, b] = range.map(|end| by * end);
    [a.min(b), a.max(b)]
}

/// Terms that are not zero, from their values and what follows them.
fn sum(terms: &[(f64, String)]) -> String {
    let given = terms.iter().filter(|(value, _)| *value != 0.0);
    let text = |(value, rest): &(f64, String)| {
        let sign = if *value < 0.0 { "-" } else { "" };
        format!("{sign}{}{rest}", number(value.abs()))
    };
    joined(&given.map(text).collect::<Vec<_>>())
}

/// a + b − c …
fn joined(terms: &[String]) -> String {
    let mut sum = String::new();
    for term in terms.iter().filter(|term| !term.is_empty()) {
        match (sum.as_str(), term.strip_prefix('-')) {
            ("", _) => sum.push_str(term),
            (_, Some(rest)) => sum.push_str(&format!(" - {rest}")),
            (_, None) => sum.push_str(&format!(" + {term}")),
        }
    }
    sum
}

/// An expression within limits; `unit` is empty for a number.
fn between(expression: &str, range: [f64; 2], unit: &str) -> String {
    let [least, most] = range.map(|end| match unit {
        "" => number(end),
        _ => format!("{} [{unit}]", number(end)),
    });
    format!("min(max({expression}, {least}), {most})")
}
