//! `<actuator>` → inputs and efforts on joints.
//!
//! ```text
//! effort = gear·(gain·ctrl + bias),  gain = g₀ + g₁ l + g₂ l',  bias = b₀ + b₁ l + b₂ l',  l = gear·q
//! motor      g = (1, 0, 0),   b = 0
//! position   g = (kp, 0, 0),  b = (0, −kp, −kv)
//! velocity   g = (kv, 0, 0),  b = (0, 0, −kv)
//! damper     g = (0, 0, −kv), b = 0
//! ```
//! Actuators with a state, or on anything except a joint with one coordinate, are omitted with a warning; so are the
//! limits of controls and forces.

use super::classes::Attributes;
use super::model::Actuator;
use super::read::Reader;
use crate::robots::xml::Element;

impl Reader<'_> {
    /// All supported actuators.
    pub fn actuators(&mut self, root: &Element) -> Vec<Actuator> {
        let mut all: Vec<Actuator> = Vec::new();
        for element in root.all("actuator").flat_map(|actuator| &actuator.children) {
            let of = self.resolve(element, None);
            let number = all.len() + 1;
            let named = element.attribute("name").map(str::to_owned);
            let name = named.or_else(|| of.get("joint").map(|joint| format!("{joint}_{}", element.tag)));
            let name = name.unwrap_or_else(|| format!("{}_{number}", element.tag));
            match self.law(&of) {
                Ok((gain, bias)) => all.extend(self.actuator(&of, name, gain, bias)),
                Err(why) => self.warn(element.place, format!("the actuator `{name}` is ignored: {why}")),
            }
        }
        all
    }

    fn actuator(
        &mut self,
        of: &Attributes<'_>,
        name: String,
        gain: [f64; 3],
        bias: [f64; 3],
    ) -> Option<Actuator> {
        let place = of.element.place;
        let attribute = of.first_of(&["joint", "jointinparent"]);
        let scalar = |this: &Self, name: &str| {
            let mut joints = this.bodies.iter().flat_map(|body| &body.joints);
            joints.find(|joint| joint.name == name).is_some_and(|joint| joint.kind.is_scalar())
        };
        let known =
            attribute.and_then(|attribute| of.get(attribute)).is_some_and(|joint| scalar(self, joint));
        let Some(attribute) = attribute.filter(|_| known) else {
            let why = "its joint does not have exactly one coordinate";
            self.warn(place, format!("the actuator `{name}` is ignored: {why}"));
            return None;
        };
        let joint = self.joint_named(of, attribute)?;
        let gear = self.numbers(of, "gear").map_or(1.0, |all| all[0]);
        let limits = ["ctrlrange", "forcerange"];
        let limited = |word: &str| matches!(of.get(word), Some("true"));
        if limits.iter().any(|word| of.get(word).is_some())
            || limited("ctrllimited")
            || limited("forcelimited")
        {
            self.unread.note("limit of an actuator", place);
        }
        let (armature, damping) = (self.number(of, "armature", 0.0), self.number(of, "damping", 0.0));
        let mut joints = self.bodies.iter_mut().flat_map(|body| &mut body.joints);
        if let Some(turned) = joints.nth(joint) {
            turned.armature += gear * gear * armature;
            turned.damping += gear * gear * damping;
        }
        Some(Actuator { name, joint, gear, gain, bias })
    }

    /// Gain and bias, or the reason why there are none.
    fn law(&mut self, of: &Attributes<'_>) -> Result<([f64; 3], [f64; 3]), &'static str> {
        let number = |this: &mut Self, name: &str, default: f64| this.number(of, name, default);
        let nothing = [0.0; 3];
        match of.element.tag.as_str() {
            "motor" => Ok(([1.0, 0.0, 0.0], nothing)),
            "position" => {
                let (kp, kv) = (number(self, "kp", 1.0), number(self, "kv", 0.0));
                if number(self, "dampratio", 0.0) != 0.0 {
                    return Err("its `dampratio` depends on the inertia of the whole model");
                }
                if number(self, "timeconst", 0.0) != 0.0 {
                    return Err("it has a state of its own (`timeconst`)");
                }
                Ok(([kp, 0.0, 0.0], [0.0, -kp, -kv]))
            }
            "velocity" => {
                let kv = number(self, "kv", 1.0);
                Ok(([kv, 0.0, 0.0], [0.0, 0.0, -kv]))
            }
            "damper" => Ok(([0.0, 0.0, -number(self, "kv", 1.0)], nothing)),
            "general" => {
                if of.get("dyntype").is_some_and(|kind| kind != "none") {
                    return Err("it has a state of its own (`dyntype`)");
                }
                let gain = match of.get("gaintype").unwrap_or("fixed") {
                    "fixed" => [self.some(of, "gainprm", [1.0])[0], 0.0, 0.0],
                    "affine" => self.some(of, "gainprm", [1.0, 0.0, 0.0]),
                    _ => return Err("its gain is neither fixed nor affine"),
                };
                let bias = match of.get("biastype").unwrap_or("none") {
                    "none" => nothing,
                    "affine" => self.some(of, "biasprm", nothing),
                    _ => return Err("its bias is not affine"),
                };
                Ok((gain, bias))
            }
            _ => Err("actuators of this kind are not supported"),
        }
    }
}
