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
            effort_range: None,
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
        let range = if kind.is_scalar() { self.range(of, &name) } else { None };
        let range = range.map(|range| range.map(angle));
        if kind == Kind::Ball {
            self.range_of_ball(of, &name);
        }
        let mut number = |name: &str| self.number(of, name, 0.0);
        let (stiffness, damping) = (number("stiffness"), number("damping"));
        let (armature, friction) = (number("armature"), number("frictionloss"));
        self.ignore(of, &["springdamper", "springyield"], &name);
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
        let effort_range = if kind.is_scalar() { self.effort_range(of, &name) } else { None };
        let actuated_compensation = self.flag(of, "actuatorgravcomp") == Some(true);
        if effort_range.is_some() && actuated_compensation {
            self.diagnostics
                .push(messages::limit_without_gravity(of.element.place_of("actuatorfrcrange"), &name));
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
            effort_range,
            actuated_compensation,
            align,
        };
        self.add_joint(body, joint);
    }

    /// Says that a range of a ball is not imported.
    fn range_of_ball(&mut self, of: &Attributes<'_>, name: &str) {
        let (limited, range) = (self.flag(of, "limited"), self.pair(of, "range"));
        let holds = self.settings.auto_limits && range.is_some_and(|[least, most]| least < most);
        if limited.unwrap_or(holds) {
            self.diagnostics.push(messages::limit_of_ball(of.element.place, name));
        }
    }
}
