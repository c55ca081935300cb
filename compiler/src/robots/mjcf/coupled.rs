//! Equalities → constraints.

use super::messages;
use super::model::{EqualityKind, Joint, Kind, Placement};
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
            if pose.rotation == IDENTITY {
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
