//! `<actuator>` → inputs and efforts on joints.
//!
//! ```text
//! effort = gear·(gain·ctrl + bias),  functions of the length l = gear·q and its rate (`laws`)
//! ```
//! Actuators with a state, or on anything except a joint with one coordinate or a fixed tendon, are omitted with a warning; so are delays. Their
//! limits are in `limits`.

use super::classes::Attributes;
use super::laws::Laws;
use super::messages::{self, why};
use super::model::{Actuator, Term};
use super::naming::given;
use super::read::Reader;
use crate::robots::pose::Vector;
use crate::robots::xml::Element;

/// What an actuator acts on, with the range of its length.
pub(super) type Target = (Vec<Term>, Option<[f64; 2]>);

/// What actuators may act on besides joints and tendons: the attribute, and why it is ignored.
const OTHERS: [(&str, &str); 4] = [
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
            if let Ok((terms, _)) = &target {
                self.rotor(&of, &name, terms);
            }
            match target.and_then(|on| Ok((on, self.law(&of, &mut laws)?))) {
                Ok((on, law)) => all.extend(self.actuator(&of, name, on, law)),
                Err(why) => self.diagnostics.push(messages::actuator_ignored(element.place, &name, why)),
            }
        }
        all
    }

    /// The length on which an actuator acts and its range, or the reason why it is ignored; `None` after a mistake.
    fn target(&mut self, of: &Attributes<'_>) -> Option<Result<Target, &'static str>> {
        if let Some((_, why)) = OTHERS.iter().find(|(word, _)| of.get(word).is_some()) {
            return Some(Err(*why));
        }
        if of.get("tendon").is_some() {
            return self.tendon_by_name(of);
        }
        let Some(attribute) = of.first_of(&["joint", "jointinparent"]) else {
            self.diagnostics.push(messages::acts_on_nothing(of.element));
            return None;
        };
        let (joint, is_scalar) = self.joint_by_name(of, attribute)?;
        let range = self.bodies.iter().flat_map(|body| &body.joints).nth(joint).and_then(|joint| joint.range);
        let one = Term { joint, coefficient: 1.0 };
        Some(if is_scalar { Ok((vec![one], range)) } else { Err(why::SEVERAL_COORDINATES) })
    }

    /// A rotor turns and is damped whether its actuator is on or off, and whether it is imported or not.
    fn rotor(&mut self, of: &Attributes<'_>, name: &str, terms: &[Term]) {
        let gear = self.gear(of);
        let (armature, damping) = (self.number(of, "armature", 0.0), self.number(of, "damping", 0.0));
        if of.get("tendon").is_some() {
            for (word, value) in [("armature", armature), ("damping", damping)] {
                if value != 0.0 {
                    self.diagnostics.push(messages::of_tendon_ignored(of.element.place, word, name));
                }
            }
            return;
        }
        let Some(joint) = terms.first().map(|term| term.joint) else { return };
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
        (terms, range): Target,
        (gain, bias): (Vector, Vector),
    ) -> Option<Actuator> {
        let place = of.element.place;
        let gear = self.gear(of);
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
        Some(Actuator { name, terms, gear, gain, bias, control_range, force_range })
    }
}
