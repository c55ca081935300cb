//! `<body>`, `<frame>`, `<site>` → bodies with their contents.
//!
//! Invariant: a `<frame>` only changes the poses of its contents.

use super::classes::Attributes;
use super::messages;
use super::model::{Body, Site};
use super::naming::{BODIES, given};
use super::orientation::{self, Quaternion};
use super::read::Reader;
use crate::diagnostics::Diagnostic;
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
    /// What is wrong with the first geom whose mass cannot be used.
    pub mistake: Option<Diagnostic>,
}

impl Reader<'_> {
    /// The elements of a body, or of a frame on it at `at`; the class around them is `around`.
    pub fn inside(&mut self, element: &Element, body: usize, around: Option<&str>, at: Placed) -> Contents {
        let around = self.classes.known(element, "childclass", self.diagnostics).or(around);
        let mut contents = Contents::default();
        // MuJoCo's coordinates have the order of the file, whether bodies are in frames or not.
        for part in &element.children {
            let of = match part.tag.as_str() {
                "geom" | "joint" | "site" => self.resolve(part, around),
                _ => Attributes::plain(part),
            };
            match part.tag.as_str() {
                "inertial" if element.all("inertial").count() > 1 => {
                    let name = &self.bodies[body].name;
                    self.diagnostics.push(messages::several_inertials(part.place, name));
                }
                "inertial" => contents.given = self.inertial(&of, body, at),
                "joint" => self.joint(&of, body, at),
                "freejoint" => self.free_joint(&of, body),
                "geom" => self.geom(&of, body, at, &mut contents),
                "site" => self.site(&of, body, at),
                "frame" => {
                    let inner = placed(at, (self.vector(&of, "pos", [0.0; 3]), self.turned(&of)));
                    let inner = self.inside(part, body, around, inner);
                    contents.given = contents.given.or(inner.given);
                    contents.solids.extend(inner.solids);
                    contents.mistake = contents.mistake.or(inner.mistake);
                }
                "body" => self.body(part, body, around, at),
                "composite" | "flexcomp" | "replicate" | "attach" | "include" => self.generator(part),
                other => self.unread.note(other, part.place),
            }
        }
        contents
    }

    fn body(&mut self, element: &Element, parent: usize, around: Option<&str>, at: Placed) {
        let of = Attributes::plain(element);
        let (position, turned) = placed(at, (self.vector(&of, "pos", [0.0; 3]), self.turned(&of)));
        let number = self.bodies.len();
        self.claim(BODIES, element);
        let name = given(element).map_or_else(|| format!("body_{number}"), str::to_owned);
        if self.flag(&of, "mocap") == Some(true) {
            self.diagnostics.push(messages::mocap(element.place, &name));
        }
        let gravity_compensation = self.number(&of, "gravcomp", 0.0);
        self.bodies.push(Body {
            name,
            named: given(element).is_some(),
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
        let contents = self.inside(element, number, around, HERE);
        self.bodies[number].solid = self.mass_of(contents);
        // MuJoCo aligns bodies that carry no others.
        if self.bodies.len() == number + 1 {
            self.not_aligned(number);
        }
    }

    /// Coordinates stay those of the frame in the file.
    fn not_aligned(&mut self, body: usize) {
        let Body { name, joints, .. } = &self.bodies[body];
        let [joint] = joints.as_slice() else { return };
        let Some(word) = joint.align else { return };
        self.diagnostics.push(messages::not_aligned(joint.place, word, &joint.name, name));
    }

    /// The mass properties of a body. MuJoCo keeps those of `<inertial>` where its geoms have no mass, even if they are to count alone.
    fn mass_of(&mut self, contents: Contents) -> Option<Solid> {
        let from_geoms = self.settings.inertia_from_geoms;
        if from_geoms == Some(false) || (from_geoms.is_none() && contents.given.is_some()) {
            return contents.given;
        }
        if let Some(mistake) = contents.mistake {
            self.diagnostics.push(mistake);
            return None;
        }
        Solid::sum(&contents.solids).or(contents.given)
    }

    fn site(&mut self, of: &Attributes<'_>, body: usize, at: Placed) {
        self.claim("sites", of.element);
        let Some(name) = given(of.element).map(str::to_owned) else { return };
        let (position, turned) = if of.get("fromto").is_some() {
            let [a, b, c, d, e, f] = self.exactly(of, "fromto", "six").unwrap_or_default();
            let middle = [(a + d) / 2.0, (b + e) / 2.0, (c + f) / 2.0];
            placed(at, (middle, orientation::z_axis([a - d, b - e, c - f]).unwrap_or(orientation::NONE)))
        } else {
            placed(at, (self.vector(of, "pos", [0.0; 3]), self.turned(of)))
        };
        self.bodies[body].sites.push(Site { name, position, turned });
    }
}
