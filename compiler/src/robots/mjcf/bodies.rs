//! `<body>`, `<frame>`, `<joint>`, `<site>` → bodies with their joints.
//!
//! Invariant: a `<frame>` only changes the poses of its contents.

use super::classes::Attributes;
use super::model::{Body, Joint, Kind, Site};
use super::orientation::{self, Quaternion};
use super::read::Reader;
use crate::robots::pose::{Vector, apply};
use crate::robots::solid::Solid;
use crate::robots::xml::Element;

/// A point and a rotation.
pub(super) type Placed = (Vector, Quaternion);

/// The identity: the pose of a body in its own frame.
const HERE: Placed = ([0.0; 3], orientation::NONE);

/// `inner` is relative to `outer`.
pub(super) fn placed(outer: Placed, inner: Placed) -> Placed {
    if outer == HERE {
        return inner;
    }
    let moved = apply(&orientation::matrix(outer.1), inner.0);
    let position = core::array::from_fn(|i| outer.0[i] + moved[i]);
    (position, orientation::multiply(outer.1, inner.1))
}

/// The properties of a body from its geoms and frames.
#[derive(Default)]
pub(super) struct Contents {
    /// Of `<inertial>`.
    pub given: Option<Solid>,
    /// Of geoms.
    pub solids: Vec<Solid>,
    /// The first geom whose mass is not known.
    pub unknown: Option<crate::diagnostics::Place>,
}

impl Reader<'_> {
    /// The elements of a body, or of a frame on it at `at`; the class around them is `around`.
    pub fn inside(&mut self, element: &Element, body: usize, around: Option<&str>, at: Placed) -> Contents {
        let around = element.attribute("childclass").or(around);
        let mut contents = Contents::default();
        // Joints and masses of a body precede the bodies on it.
        for part in element.children.iter().filter(|part| part.tag != "body") {
            let of = match part.tag.as_str() {
                "geom" | "joint" | "site" => self.resolve(part, around),
                _ => Attributes::plain(part),
            };
            match part.tag.as_str() {
                "inertial" => contents.given = self.inertial(&of, at),
                "joint" => self.joint(&of, body, at),
                "freejoint" => self.free_joint(&of, body),
                "geom" => self.geom(&of, body, at, &mut contents),
                "site" => self.site(&of, body, at),
                "frame" => {
                    let inner = placed(at, (self.vector(&of, "pos", [0.0; 3]), self.turned(&of)));
                    let inner = self.inside(part, body, around, inner);
                    contents.given = contents.given.or(inner.given);
                    contents.solids.extend(inner.solids);
                    contents.unknown = contents.unknown.or(inner.unknown);
                }
                "composite" | "flexcomp" | "replicate" | "attach" | "include" => self.generator(part),
                other => self.unread.note(other, part.place),
            }
        }
        for part in element.all("body") {
            self.body(part, body, around, at);
        }
        contents
    }

    fn body(&mut self, element: &Element, parent: usize, around: Option<&str>, at: Placed) {
        let of = Attributes::plain(element);
        let (position, turned) = placed(at, (self.vector(&of, "pos", [0.0; 3]), self.turned(&of)));
        let number = self.bodies.len();
        let name = element.attribute("name").map_or_else(|| format!("body_{number}"), str::to_owned);
        if self.flag(&of, "mocap") == Some(true) {
            self.warn(element.place, format!("`{name}` is a mocap body in MuJoCo: here it is fixed"));
        }
        let gravity_compensation = self.number(&of, "gravcomp", 0.0);
        self.bodies.push(Body {
            name,
            place: element.place,
            parent,
            position,
            turned,
            solid: None,
            joints: Vec::new(),
            sites: Vec::new(),
            visuals: Vec::new(),
            gravity_compensation,
        });
        // Its contents except bodies, which follow when its own mass is known.
        let contents = self.inside(element, number, around, HERE);
        self.bodies[number].solid = self.mass_of(number, contents);
    }

    fn mass_of(&mut self, body: usize, contents: Contents) -> Option<Solid> {
        let from_geoms = self.settings.inertia_from_geoms;
        if from_geoms != Some(true) && contents.given.is_some() {
            return contents.given;
        }
        if from_geoms == Some(false) {
            return None;
        }
        if let Some(place) = contents.unknown {
            let name = self.bodies[body].name.clone();
            let message = format!("`{name}` takes its mass from a mesh, which is not read");
            let help = "give the body an `<inertial>`; MuJoCo writes it with `saveinertial=\"true\"` in `<compiler>`";
            self.diagnostics.push(crate::diagnostics::Diagnostic::error(place, message).help(help));
            return None;
        }
        Solid::sum(&contents.solids)
    }

    fn site(&mut self, of: &Attributes<'_>, body: usize, at: Placed) {
        let Some(name) = of.element.attribute("name").map(str::to_owned) else { return };
        let (position, turned) = if of.get("fromto").is_some() {
            let [a, b, c, d, e, f] = self.some(of, "fromto", [0.0; 6]);
            let middle = [(a + d) / 2.0, (b + e) / 2.0, (c + f) / 2.0];
            placed(at, (middle, orientation::z_axis([a - d, b - e, c - f]).unwrap_or(orientation::NONE)))
        } else {
            placed(at, (self.vector(of, "pos", [0.0; 3]), self.turned(of)))
        };
        self.bodies[body].sites.push(Site { name, position, turned });
    }

    fn free_joint(&mut self, of: &Attributes<'_>, body: usize) {
        let name = self.joint_name(of, body);
        self.add_joint(
            body,
            Joint {
                name,
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
            },
        );
    }

    fn joint_name(&self, of: &Attributes<'_>, body: usize) -> String {
        let own = of.element.attribute("name").map(str::to_owned);
        let number = self.bodies[body].joints.len();
        own.unwrap_or_else(|| match number {
            0 => format!("{}_joint", self.bodies[body].name),
            _ => format!("{}_joint_{}", self.bodies[body].name, number + 1),
        })
    }

    fn add_joint(&mut self, body: usize, joint: Joint) {
        if body == 0 {
            return self.refuse(joint.place, "the world has no joints".to_owned());
        }
        if joint.kind == Kind::Free && (self.bodies[body].parent != 0 || !self.bodies[body].joints.is_empty())
        {
            let message =
                format!("`{}` is a free joint: it must be the only joint of a body of the world", joint.name);
            return self.refuse(joint.place, message);
        }
        self.bodies[body].joints.push(joint);
    }

    fn joint(&mut self, of: &Attributes<'_>, body: usize, at: Placed) {
        let name = self.joint_name(of, body);
        let place = of.element.place;
        let kind = match of.get("type").unwrap_or("hinge") {
            "hinge" => Kind::Hinge,
            "slide" => Kind::Slide,
            "ball" => Kind::Ball,
            "free" => Kind::Free,
            other => return self.refuse(place, format!("`{other}` is not a joint type")),
        };
        let turns = kind == Kind::Hinge;
        let angle = |this: &Self, x: f64| if turns && this.settings.degrees { x.to_radians() } else { x };
        let anchor = placed(at, (self.vector(of, "pos", [0.0; 3]), orientation::NONE)).0;
        let axis = self.vector(of, "axis", [0.0, 0.0, 1.0]);
        let axis = apply(&orientation::matrix(at.1), axis);
        if kind.is_scalar() && orientation::unit(axis).is_none() {
            return self.refuse(place, format!("the axis of `{name}` has no direction"));
        }
        let (reference, spring) = (self.number(of, "ref", 0.0), self.number(of, "springref", 0.0));
        let limits = self.numbers(of, "range");
        let limited = match self.flag(of, "limited") {
            Some(limited) => limited,
            None => self.settings.auto_limits && limits.is_some(),
        };
        let range = match limits.as_deref() {
            Some(&[least, most]) if limited && least < most && kind.is_scalar() => {
                Some([angle(self, least), angle(self, most)])
            }
            _ => None,
        };
        if limited && kind == Kind::Ball {
            self.warn(place, format!("the limit of the ball joint `{name}` is ignored"));
        }
        let mut number = |name: &str| self.number(of, name, 0.0);
        let (stiffness, damping) = (number("stiffness"), number("damping"));
        let (armature, friction) = (number("armature"), number("frictionloss"));
        for (word, value) in
            [("springdamper", of.get("springdamper")), ("springyield", of.get("springyield"))]
        {
            let given = value.is_some_and(|text| text.split_whitespace().any(|x| x.parse() != Ok(0.0)));
            if given {
                self.warn(place, format!("`{word}` of `{name}` is ignored"));
            }
        }
        let (stiff, rubs) = (stiffness != 0.0, friction != 0.0);
        if !kind.is_scalar() {
            for (word, there) in [("stiffness", stiff), ("frictionloss", rubs)] {
                if there {
                    self.warn(
                        place,
                        format!(
                            "`{word}` of `{name}` is ignored: the joint does not have exactly one coordinate"
                        ),
                    );
                }
            }
            if kind == Kind::Free && armature != 0.0 {
                self.warn(place, format!("`armature` of `{name}` is ignored: a free body has no rotor"));
            }
        }
        let joint = Joint {
            name,
            place,
            kind,
            anchor,
            axis,
            reference: angle(self, reference),
            range,
            stiffness,
            spring_reference: angle(self, spring),
            damping,
            armature,
            friction,
        };
        self.add_joint(body, joint);
    }
}
