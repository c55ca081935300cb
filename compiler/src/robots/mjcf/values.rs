//! Attributes → numbers, with messages for invalid ones.

use super::classes::{Attributes, PARTIAL, ROTATIONS, completed};
use super::messages;
use super::orientation::{self, Quaternion};
use super::read::Reader;
use crate::robots::pose::Vector;

impl Reader<'_> {
    /// All numbers of an attribute; `None` where it is missing, or invalid (which is reported).
    pub fn numbers(&mut self, of: &Attributes<'_>, name: &str) -> Option<Vec<f64>> {
        let text = of.get(name)?;
        let class = of.of_class(name).filter(|_| PARTIAL.contains(&name));
        let whole = class.map(|class| completed(text, class));
        let text = whole.as_deref().unwrap_or(text);
        let parsed: Option<Vec<f64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        match parsed.filter(|all| all.iter().all(|x| x.is_finite())) {
            Some(all) if !all.is_empty() => Some(all),
            _ => {
                self.diagnostics.push(messages::not_numbers(of.element, name, text));
                None
            }
        }
    }

    /// The first numbers of an attribute; missing ones have the default.
    pub fn some<const N: usize>(&mut self, of: &Attributes<'_>, name: &str, default: [f64; N]) -> [f64; N] {
        let mut all = default;
        if let Some(found) = self.numbers(of, name) {
            all.iter_mut().zip(found).for_each(|(x, found)| *x = found);
        }
        all
    }

    /// A number.
    pub fn number(&mut self, of: &Attributes<'_>, name: &str, default: f64) -> f64 {
        let found = self.numbers(of, name);
        if let Some(all) = &found
            && all.len() > 1
            && all[1..].iter().any(|x| *x != 0.0)
        {
            self.diagnostics.push(messages::only_first(of.element, name));
        }
        found.map_or(default, |all| all[0])
    }

    /// So many numbers, `None` where the attribute is missing or has another number of them (which is reported).
    pub fn exactly<const N: usize>(
        &mut self,
        of: &Attributes<'_>,
        name: &str,
        count: &str,
    ) -> Option<[f64; N]> {
        let all = self.numbers(of, name)?;
        let found = <[f64; N]>::try_from(all).ok();
        if found.is_none() {
            let owner = format!("`{}`", of.element.tag);
            self.diagnostics.push(messages::not_so_many(of.element.place_of(name), name, &owner, count));
        }
        found
    }

    /// A warning for each of these properties that is not zero: they are not imported.
    pub fn ignore(&mut self, of: &Attributes<'_>, words: &[&str], name: &str) {
        let nothing = |text: &str| text.split_whitespace().all(|x| x.parse() == Ok(0.0));
        for word in words.iter().filter(|word| of.get(word).is_some_and(|text| !nothing(text))) {
            self.diagnostics.push(messages::without_counterpart(of.element.place_of(word), word, name));
        }
    }

    /// Three numbers.
    pub fn vector(&mut self, of: &Attributes<'_>, name: &str, default: Vector) -> Vector {
        self.exactly(of, name, "three").unwrap_or(default)
    }

    /// `true` or `false`, `None` for `auto` or nothing.
    pub fn flag(&mut self, of: &Attributes<'_>, name: &str) -> Option<bool> {
        match of.get(name)? {
            "true" | "enable" => Some(true),
            "false" | "disable" => Some(false),
            "auto" => None,
            other => {
                self.diagnostics.push(messages::neither(of.element, name, ["true", "false"], other));
                None
            }
        }
    }

    /// An angle of the file in rad; rounded right angles are made exact if requested, and counted.
    pub fn angle(&mut self, angle: f64) -> f64 {
        let rad = if self.settings.degrees { angle.to_radians() } else { angle };
        self.right_angles.take(rad)
    }

    /// The rotation of an element.
    pub fn turned(&mut self, of: &Attributes<'_>) -> Quaternion {
        let Some(name) = of.first_of(&ROTATIONS) else { return orientation::NONE };
        let Some(all) = self.numbers(of, name) else { return orientation::NONE };
        let sequence = self.settings.euler.clone();
        let found = match (name, all.as_slice()) {
            ("quat", &[w, x, y, z]) => orientation::normalised([w, x, y, z]),
            ("axisangle", &[x, y, z, angle]) => orientation::about([x, y, z], self.angle(angle)),
            ("euler", &[a, b, c]) => {
                let angles = [a, b, c].map(|angle| self.angle(angle));
                orientation::euler(angles, &sequence)
            }
            ("xyaxes", &[a, b, c, d, e, f]) => orientation::xy_axes([a, b, c], [d, e, f]),
            ("zaxis", &[x, y, z]) => orientation::z_axis([x, y, z]),
            _ => None,
        };
        found.unwrap_or_else(|| {
            self.diagnostics.push(messages::not_a_rotation(of.element, name));
            orientation::NONE
        })
    }
}
