//! `<actuator>` → inputs and efforts on joints.
//!
//! ```text
//! effort = gear·(gain·ctrl + bias),  functions of the length l = gear·q and its rate (`laws`)
//! ```
//! Actuators with a state, or on anything except a joint with one coordinate, are omitted with a warning; so are delays. Their
//! limits are in `limits`.

use super::classes::Attributes;
use super::laws::Laws;
use super::messages::{self, why};
use super::model::Actuator;
use super::naming::given;
use super::read::Reader;
use crate::robots::pose::Vector;
use crate::robots::xml::Element;

/// What actuators may act on besides joints: the attribute, and why it is ignored.
const OTHERS: [(&str, &str); 5] = [
    ("tendon", why::TENDON),
    ("cranksite", why::SLIDER_CRANK),
    ("slidersite", why::SLIDER_CRANK),
    ("site", why::SITE),
    ("body", why::BODY),
];

impl Reader<'_> {
    /// All supported actuators.
    pub fn actuators(&mut self, root: &Element) -> Vec<Actuator> {
        let mut all: Vec<Actuator> = Vec::new();
        let mut laws = Laws::new();
        for element in root.all("actuator").flat_map(|actuator| &actuator.children) {
            let of = self.resolve(element, None);
            self.claim("actuators", element);
            let number = all.len() + 1;
            let named = given(element).map(str::to_owned);
            let name = named.or_else(|| of.get("joint").map(|joint| format!("{joint}_{}", element.tag)));
            let name = name.unwrap_or_else(|| format!("{}_{number}", element.tag));
            let Some(target) = self.target(&of) else { continue };
            if let Ok(joint) = target {
                self.rotor(&of, joint);
            }
            match target.and_then(|joint| Ok((joint, self.law(&of, &mut laws)?))) {
                Ok((joint, law)) => all.extend(self.actuator(&of, name, joint, law)),
                Err(why) => self.diagnostics.push(messages::actuator_ignored(element.place, &name, why)),
            }
        }
        all
    }

    /// The number of the joint on which an actuator acts, or the reason why it is ignored; `None` after a mistake.
    fn target(&mut self, of: &Attributes<'_>) -> Option<Result<usize, &'static str>> {
        if let Some((_, why)) = OTHERS.iter().find(|(word, _)| of.get(word).is_some()) {
            return Some(Err(*why));
        }
        let Some(attribute) = of.first_of(&["joint", "jointinparent"]) else {
            self.diagnostics.push(messages::acts_on_nothing(of.element));
            return None;
        };
        let (joint, is_scalar) = self.joint_by_name(of, attribute)?;
        Some(if is_scalar { Ok(joint) } else { Err(why::SEVERAL_COORDINATES) })
    }

    /// A rotor turns and is damped whether its actuator is on or off, and whether it is imported or not.
    fn rotor(&mut self, of: &Attributes<'_>, joint: usize) {
        let gear = self.gear(of);
        let (armature, damping) = (self.number(of, "armature", 0.0), self.number(of, "damping", 0.0));
        let mut joints = self.bodies.iter_mut().flat_map(|body| &mut body.joints);
        if let Some(turned) = joints.nth(joint) {
            turned.armature += gear * gear * armature;
            turned.damping += gear * gear * damping;
        }
    }

    fn gear(&mut self, of: &Attributes<'_>) -> f64 {
        self.numbers(of, "gear").map_or(1.0, |all| all[0])
    }

    fn actuator(
        &mut self,
        of: &Attributes<'_>,
        name: String,
        joint: usize,
        (gain, bias): (Vector, Vector),
    ) -> Option<Actuator> {
        let place = of.element.place;
        let gear = self.gear(of);
        let range = self.bodies.iter().flat_map(|body| &body.joints).nth(joint).and_then(|joint| joint.range);
        let control_range = self.control_range(of, &name, (gain, bias), range);
        let force_range = self.force_range(of, &name);
        if self.number(of, "delay", 0.0) != 0.0 {
            self.diagnostics.push(messages::delay_ignored(place, &name));
        }
        let group = self.number(of, "group", 0.0);
        if self.flags.group_is_off(group) {
            self.diagnostics.push(messages::actuator_ignored(place, &name, why::GROUP_IS_OFF));
            return None;
        }
        Some(Actuator { name, joint, gear, gain, bias, control_range, force_range })
    }
}
