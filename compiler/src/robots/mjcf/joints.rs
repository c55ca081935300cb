//! `<joint>`, `<freejoint>` → joints of bodies.

use super::bodies::{Placed, placed};
use super::classes::Attributes;
use super::messages;
use super::model::{Joint, Kind};
use super::naming::given;
use super::orientation;
use super::read::Reader;
use crate::robots::pose::apply;

impl Reader<'_> {
    /// `<freejoint>`
    pub fn free_joint(&mut self, of: &Attributes<'_>, body: usize) {
        self.claim("joints", of.element);
        let joint = Joint {
            name: self.joint_name(of, body),
            named: given(of.element).is_some(),
            place: of.element.place,
            kind: Kind::Free,
            anchor: [0.0; 3],
            axis: [0.0, 0.0, 1.0],
            reference: 0.0,
            range: None,
            stiffness: 0.0,
            spring_reference: 0.0,
            damping: 0.0,
            armature: 0.0,
            friction: 0.0,
            actuated_compensation: false,
            align: self.align(of),
        };
        self.add_joint(body, joint);
    }

    fn joint_name(&self, of: &Attributes<'_>, body: usize) -> String {
        let number = self.bodies[body].joints.len();
        given(of.element).map(str::to_owned).unwrap_or_else(|| match number {
            0 => format!("{}_joint", self.bodies[body].name),
            _ => format!("{}_joint_{}", self.bodies[body].name, number + 1),
        })
    }

    /// The attribute by which MuJoCo aligns the frame of a body that floats, if it does.
    fn align(&mut self, of: &Attributes<'_>) -> Option<&'static str> {
        match self.flag(of, "align") {
            Some(align) => align.then_some("`align`"),
            None => self.settings.align_free.then_some("`alignfree` of `<compiler>`"),
        }
    }

    fn add_joint(&mut self, body: usize, joint: Joint) {
        if body == 0 {
            self.diagnostics.push(messages::joint_of_world(joint.place));
        } else if joint.kind == Kind::Free
            && (self.bodies[body].parent != 0 || !self.bodies[body].joints.is_empty())
        {
            self.diagnostics.push(messages::free_joint_inside(joint.place, &joint.name));
        }
        // A joint with a mistake is kept: what refers to it has none.
        self.bodies[body].joints.push(joint);
    }

    /// `<joint>`
    pub fn joint(&mut self, of: &Attributes<'_>, body: usize, at: Placed) {
        self.claim("joints", of.element);
        let name = self.joint_name(of, body);
        let place = of.element.place;
        let kind = match of.get("type").unwrap_or("hinge") {
            "hinge" => Kind::Hinge,
            "slide" => Kind::Slide,
            "ball" => Kind::Ball,
            "free" => Kind::Free,
            other => {
                self.diagnostics.push(messages::not_a_joint_type(of.element.place_of("type"), other));
                Kind::Hinge
            }
        };
        let in_degrees = kind == Kind::Hinge && self.settings.degrees;
        let angle = |x: f64| if in_degrees { x.to_radians() } else { x };
        let anchor = placed(at, (self.vector(of, "pos", [0.0; 3]), orientation::NONE)).0;
        let axis = self.vector(of, "axis", [0.0, 0.0, 1.0]);
        let axis = apply(&orientation::matrix(at.1), axis);
        if kind.is_scalar() && orientation::unit(axis).is_none() {
            self.diagnostics.push(messages::no_direction(of.element.place_of("axis"), &name));
        }
        let (reference, spring) = (self.number(of, "ref", 0.0), self.number(of, "springref", 0.0));
        let range = self.range(of, &name, kind).map(|range| range.map(angle));
        let mut number = |name: &str| self.number(of, name, 0.0);
        let (stiffness, damping) = (number("stiffness"), number("damping"));
        let (armature, friction) = (number("armature"), number("frictionloss"));
        for word in ["springdamper", "springyield"] {
            let nothing = |text: &str| text.split_whitespace().all(|x| x.parse() == Ok(0.0));
            if of.get(word).is_some_and(|text| !nothing(text)) {
                self.diagnostics.push(messages::not_of_joint(of.element.place_of(word), word, &name));
            }
        }
        if !kind.is_scalar() {
            for (word, value) in [("stiffness", stiffness), ("frictionloss", friction)] {
                if value != 0.0 {
                    self.diagnostics.push(messages::not_of_several(of.element.place_of(word), word, &name));
                }
            }
            if kind == Kind::Free && armature != 0.0 {
                self.diagnostics.push(messages::rotor_of_free(of.element.place_of("armature"), &name));
            }
        }
        if kind.is_scalar() && self.limits_effort(of) {
            self.unread.note("actuatorfrcrange", place);
        }
        let align = if kind == Kind::Free { self.align(of) } else { None };
        let joint = Joint {
            name,
            named: given(of.element).is_some(),
            place,
            kind,
            anchor,
            axis,
            reference: angle(reference),
            range,
            stiffness,
            spring_reference: angle(spring),
            damping,
            armature,
            friction,
            actuated_compensation: self.flag(of, "actuatorgravcomp") == Some(true),
            align,
        };
        self.add_joint(body, joint);
    }

    /// The limits of a coordinate, as the file has them. MuJoCo refuses limits that hold for sure and are in the wrong order;
    /// those that hold wherever a range is given are then off.
    fn range(&mut self, of: &Attributes<'_>, name: &str, kind: Kind) -> Option<[f64; 2]> {
        let place = of.element.place;
        let limited = self.flag(of, "limited");
        let range = self.pair(of, "range");
        if kind == Kind::Ball {
            let holds = self.settings.auto_limits && range.is_some_and(|[least, most]| least < most);
            if limited.unwrap_or(holds) {
                self.diagnostics.push(messages::limit_of_ball(place, name));
            }
        }
        if limited == Some(false) || !kind.is_scalar() {
            return None;
        }
        let ordered = range.filter(|[least, most]| least < most);
        match (limited, range) {
            (Some(_), _) if ordered.is_none() => {
                self.diagnostics.push(messages::empty_range(of.element.place_of("range"), name));
                None
            }
            (None, Some([0.0, 0.0])) => None,
            (None, Some(_)) if ordered.is_none() => {
                self.diagnostics.push(messages::empty_range_ignored(of.element.place_of("range"), name));
                None
            }
            (None, Some(_)) if !self.settings.auto_limits => {
                self.diagnostics.push(messages::range_is_off(of.element.place_of("range"), name));
                None
            }
            _ => ordered,
        }
    }

    /// Whether the efforts of its actuators together have limits.
    fn limits_effort(&mut self, of: &Attributes<'_>) -> bool {
        let range = self.pair(of, "actuatorfrcrange");
        self.flag(of, "actuatorfrclimited").unwrap_or(range.is_some_and(|[least, most]| least < most))
    }

    /// Two numbers.
    fn pair(&mut self, of: &Attributes<'_>, name: &str) -> Option<[f64; 2]> {
        self.exactly(of, name, "two")
    }
}
