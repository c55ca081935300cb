//! `<flag>` of `<option>`: what MuJoCo leaves out of the motion.
//!
//! | flag | what is left out |
//! |---|---|
//! | `spring`, `damper`, `frictionloss`, `limit` | stiffness, damping (of tendons, too), dry friction, range of joints |
//! | `equality`, `actuation` | equalities; actuators, but not the inertia of their rotors |
//! | `constraint` | dry friction, ranges and equalities |
//! | `clampctrl` | limits of controls |
//! | `spring` and `damper`, or `passive` of MuJoCo before 3.3.6 | compensation of gravity, too |
//! | `gravity` | gravity and its compensation |
//!
//! Other flags are about contacts, which are not imported, and about the numerical methods of MuJoCo.

use super::messages;
use super::model::{Actuator, Body, Equality, Joint, Tendon};
use super::read::Reader;
use crate::diagnostics::{Diagnostics, Place};
use crate::robots::text::counted;
use crate::robots::xml::Element;

/// What is disabled.
#[derive(Default)]
pub(super) struct Flags {
    /// Names of flags, with their places.
    off: Vec<(String, Place)>,
    /// Groups of actuators.
    groups: Vec<f64>,
}

/// A property of joints or tendons: the flags that disable it, its name, and how it is removed, if it is there.
type Property<T> = ([&'static str; 2], &'static str, fn(&mut T) -> bool);

const PROPERTIES: [Property<Joint>; 4] = [
    (["spring", "passive"], "stiffness", |joint| std::mem::take(&mut joint.stiffness) != 0.0),
    (["damper", "passive"], "damping", |joint| std::mem::take(&mut joint.damping) != 0.0),
    (["frictionloss", "constraint"], "dry friction", |joint| std::mem::take(&mut joint.friction) != 0.0),
    (["limit", "constraint"], "range", |joint| joint.range.take().is_some()),
];

const OF_TENDONS: [Property<Tendon>; 2] = [
    (["spring", "passive"], "stiffness", |tendon| std::mem::take(&mut tendon.stiffness) != 0.0),
    (["damper", "passive"], "damping", |tendon| std::mem::take(&mut tendon.damping) != 0.0),
];

impl Flags {
    /// Those of the file; where there are several, the last one has priority.
    pub fn read(root: &Element, diagnostics: &mut Diagnostics) -> Self {
        let mut flags = Self::default();
        for option in root.all("option") {
            if let Some(groups) = option.attribute("actuatorgroupdisable") {
                let read: Option<Vec<f64>> =
                    groups.split_whitespace().map(|word| word.parse().ok()).collect();
                match read {
                    Some(read) => flags.groups = read,
                    None => diagnostics.push(messages::not_numbers(option, "actuatorgroupdisable", groups)),
                }
            }
            for flag in option.all("flag") {
                for (name, value) in flag.attributes() {
                    flags.off.retain(|(known, _)| known != name);
                    match value {
                        "enable" => {}
                        "disable" => flags.off.push((name.to_owned(), flag.place)),
                        other => {
                            diagnostics.push(messages::neither(flag, name, ["enable", "disable"], other));
                        }
                    }
                }
            }
        }
        flags
    }

    /// The first of these flags that is disabled, and its place.
    fn off(&self, names: &[&str]) -> Option<(String, Place)> {
        self.off.iter().find(|(name, _)| names.contains(&name.as_str())).cloned()
    }

    /// Whether there is no gravity.
    pub fn gravity_is_off(&self) -> bool {
        self.off(&["gravity"]).is_some()
    }

    /// Whether the actuators of a group are off.
    pub fn group_is_off(&self, group: f64) -> bool {
        self.groups.contains(&group)
    }
}

impl Reader<'_> {
    /// Removes what flags disable, with a warning for each property that was there.
    pub fn leave_out(&mut self, equalities: &mut Vec<Equality>, actuators: &mut Vec<Actuator>) {
        for (names, what, remove) in PROPERTIES {
            let Some((flag, place)) = self.flags.off(&names) else { continue };
            let joints = self.bodies.iter_mut().flat_map(|body| &mut body.joints);
            let count = joints.map(remove).filter(|was_there| *was_there).count();
            if count > 0 {
                let joints = counted(count, "joint", "joints");
                self.diagnostics.push(messages::property_left_out(place, &[&flag], what, &joints));
            }
        }
        for (names, what, remove) in OF_TENDONS {
            let Some((flag, place)) = self.flags.off(&names) else { continue };
            let count = self.tendons.iter_mut().map(remove).filter(|was_there| *was_there).count();
            if count > 0 {
                let tendons = counted(count, "tendon", "tendons");
                self.diagnostics.push(messages::property_left_out(place, &[&flag], what, &tendons));
            }
        }
        if let Some((flag, place)) = self.flags.off(&["equality", "constraint"]) {
            let count = std::mem::take(equalities).len();
            self.all_left_out(&flag, place, (count, "equality", "equalities"));
        }
        if let Some((flag, place)) = self.flags.off(&["actuation"]) {
            let count = std::mem::take(actuators).len();
            self.all_left_out(&flag, place, (count, "actuator", "actuators"));
        }
        if let Some((flag, place)) = self.flags.off(&["clampctrl"]) {
            let ranges = actuators.iter_mut().map(|actuator| actuator.control_range.take());
            let count = ranges.filter(Option::is_some).count();
            self.all_left_out(&flag, place, (count, "limit of a control", "limits of controls"));
        }
        let passive = (self.flags.off(&["spring", "passive"]), self.flags.off(&["damper", "passive"]));
        if let (Some((spring, place)), Some((damper, _))) = passive {
            let parts = self.bodies.iter_mut().map(|body| &mut body.gravity_compensation);
            let count = parts.map(std::mem::take).filter(|part| *part != 0.0).count();
            let both = [spring.as_str(), damper.as_str()];
            let flags = if spring == damper { &both[..1] } else { &both };
            if count > 0 {
                let bodies = counted(count, "body", "bodies");
                self.diagnostics.push(messages::property_left_out(place, flags, "`gravcomp`", &bodies));
            }
        }
    }

    /// Warnings of compensated gravity that MuJoCo leaves out, for the reasons of its implementation: at joints where actuators
    /// compensate it and there are none, and of bodies with a negative `gravcomp` where no other one is positive.
    pub fn compensated_gravity(&mut self, has_actuators: bool) {
        let compensated = |body: &&Body| body.gravity_compensation != 0.0;
        let Some(first) = self.bodies.iter().find(compensated) else { return };
        if self.bodies.iter().all(|body| body.gravity_compensation <= 0.0) {
            self.diagnostics.push(messages::negative_compensation(first.place, &first.name));
        }
        if has_actuators && self.flags.off(&["actuation"]).is_none() {
            return;
        }
        for joint in
            self.bodies.iter().flat_map(|body| &body.joints).filter(|joint| joint.actuated_compensation)
        {
            self.diagnostics.push(messages::compensated_without_actuator(joint.place, &joint.name));
        }
    }

    fn all_left_out(&mut self, flag: &str, place: Place, what: (usize, &str, &str)) {
        if what.0 > 0 {
            self.diagnostics.push(messages::all_left_out(place, flag, what));
        }
    }
}
