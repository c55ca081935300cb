//! Limits of coordinates, controls and efforts, as MuJoCo reads them.
//!
//! ```text
//! control   c = min(max(ctrl, ctrlrange₀), ctrlrange₁),  or that of `inheritrange` r: the middle of the joint's range ± r·half of its width
//! actuator  gear·min(max(gain·c + bias, forcerange₀), forcerange₁)
//! joint     min(max(sum of its actuators, actuatorfrcrange₀), actuatorfrcrange₁)
//! ```
//!
//! A range holds unless it is empty, or `…limited` says otherwise; one that must hold has to be in order.

use super::classes::Attributes;
use super::messages;
use super::read::Reader;
use crate::robots::pose::Vector;

/// The attributes of an interval: its ends, and whether it holds; and what has them.
type Words = ([&'static str; 2], &'static str);

const OF_COORDINATE: Words = (["range", "limited"], "joint");
const OF_EFFORTS: Words = (["actuatorfrcrange", "actuatorfrclimited"], "joint");
const OF_CONTROL: Words = (["ctrlrange", "ctrllimited"], "actuator");
const OF_FORCE: Words = (["forcerange", "forcelimited"], "actuator");

impl Reader<'_> {
    /// The limits of a coordinate, as the file has them.
    pub fn range(&mut self, of: &Attributes<'_>, name: &str) -> Option<[f64; 2]> {
        self.interval(of, OF_COORDINATE, name)
    }

    /// The limits of the efforts of all actuators of a joint together.
    pub fn effort_range(&mut self, of: &Attributes<'_>, name: &str) -> Option<[f64; 2]> {
        self.interval(of, OF_EFFORTS, name)
    }

    /// The limits of an actuator before its gear.
    pub fn force_range(&mut self, of: &Attributes<'_>, name: &str) -> Option<[f64; 2]> {
        self.interval(of, OF_FORCE, name)
    }

    /// A warning for each of the limits of a tendon that holds: they are not imported.
    pub fn ignore_limits(&mut self, of: &Attributes<'_>, name: &str) {
        for (words, _) in [OF_COORDINATE, OF_EFFORTS] {
            if self.interval(of, (words, "tendon"), name).is_some() {
                let place = of.element.place_of(words[0]);
                self.diagnostics.push(messages::without_counterpart(place, words[0], name));
            }
        }
    }

    /// The limits of a control; `length` is the range of the joint or the tendon, which servos of its position may inherit.
    pub fn control_range(
        &mut self,
        of: &Attributes<'_>,
        name: &str,
        (gain, bias): (Vector, Vector),
        length: Option<[f64; 2]>,
    ) -> Option<[f64; 2]> {
        let own = |word: &str| of.element.attribute(word).is_some();
        let share = self.number(of, "inheritrange", 0.0);
        let is_servo = gain[1..] == [0.0; 2] && gain[0] != 0.0 && gain[0] == -bias[1];
        // An actuator's own range has priority over what its class inherits.
        if share <= 0.0 || !is_servo || (own("ctrlrange") && !own("inheritrange")) {
            return self.interval(of, OF_CONTROL, name);
        }
        let place = of.element.place_of("inheritrange");
        if own("ctrlrange") {
            self.diagnostics.push(messages::two_ranges(place, name));
            return None;
        }
        let Some([least, most]) = length else {
            self.diagnostics.push(messages::nothing_to_inherit(place, name));
            return None;
        };
        let (middle, half) = ((least + most) / 2.0, (most - least) / 2.0);
        let holds = self.flag(of, "ctrllimited") != Some(false);
        holds.then_some([middle - share * half, middle + share * half])
    }

    /// Limits. MuJoCo refuses those that hold for sure and are in the wrong order; those that hold wherever a range is given are then off.
    fn interval(
        &mut self,
        of: &Attributes<'_>,
        ([word, limited], owner): Words,
        name: &str,
    ) -> Option<[f64; 2]> {
        let (given, range) = (self.flag(of, limited), self.pair(of, word));
        // A control of a damper always has limits.
        let is_coefficient = word == OF_CONTROL.0[0] && of.element.tag == "damper";
        let given = if is_coefficient { range.map(|_| true) } else { given };
        let ordered = range.filter(|[least, most]| least < most);
        let place = of.element.place_of(word);
        match (given, range) {
            (Some(false), _) => None,
            (Some(true), _) if ordered.is_none() => {
                self.diagnostics.push(messages::empty_range(place, word, name));
                None
            }
            (None, Some([0.0, 0.0])) => None,
            (None, Some(_)) if ordered.is_none() => {
                self.diagnostics.push(messages::empty_range_ignored(place, word, name));
                None
            }
            (None, Some(_)) if !self.settings.auto_limits => {
                self.diagnostics.push(messages::range_is_off(place, word, name, (owner, limited)));
                None
            }
            _ => ordered,
        }
    }

    /// Two numbers.
    pub fn pair(&mut self, of: &Attributes<'_>, name: &str) -> Option<[f64; 2]> {
        self.exactly(of, name, "two")
    }
}
