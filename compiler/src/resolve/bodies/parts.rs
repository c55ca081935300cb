//! The declarations of the level of bodies so far, and the order in which its items are resolved.
//!
//! Invariant: the number of a body, frame or joint is its place among its kind in the text, so that a model
//! without mistakes has all of them.

use super::attributes::Kinematic;
use super::messages;
use crate::diagnostics::{Place, nearest};
use crate::model::{
    Attribute, Body, BodyId, Carrier, Check, Force, Formulation, Framed, Joint, JointId, Mount, Multibody,
    Turned, Vector3,
};
use crate::resolve::resolver::{Instance, Progress, Resolver};
use crate::resolve::scopes::Scope;
use crate::symbolic::{Map, Symbol};
use crate::syntax::{Declaration, Description, Expression, Item, ItemKind, Kind, Name, Segment};
use crate::units::{Dimension, Spelling};
use proc_macro2::Span;

/// A body whose properties may not be known yet.
pub(crate) struct BodyEntry {
    /// Its name, with its index.
    pub name: String,
    /// The place of its declaration.
    pub place: Place,
    /// `particle`?
    pub particle: bool,
    /// The object, if it has no mistake.
    pub body: Option<Body>,
}

/// A frame, resolved when it is used first.
pub(crate) struct FrameEntry<'d> {
    /// Its name, with its index.
    pub name: String,
    /// Its pose.
    pub expression: &'d Expression,
    /// The scope in which names are looked up.
    pub scope: Scope,
    /// The mount.
    pub progress: Progress<Mount>,
}

/// A joint, resolved when it is used first.
pub(crate) struct JointEntry<'d> {
    /// Its name, with its index.
    pub name: String,
    /// The place of its declaration.
    pub place: Place,
    /// Its kind with its arguments.
    pub expression: &'d Expression,
    /// The scope in which names are looked up.
    pub scope: Scope,
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// The joint.
    pub progress: Progress<Joint>,
}

/// A force, resolved when it is used first.
pub(crate) struct ForceEntry<'d> {
    /// Its name, with its index.
    pub name: String,
    /// The place of its declaration.
    pub place: Place,
    /// The name at its declaration.
    pub span: Span,
    /// Its kind with its arguments.
    pub expression: Option<&'d Expression>,
    /// The value of a generalised force.
    pub given: Option<&'d Expression>,
    /// The scope in which names are looked up.
    pub scope: Scope,
    /// Lines of documentation.
    pub docs: Vec<String>,
    /// The force; a generalised one on a declared coordinate does not belong to bodies.
    pub progress: Progress<Force>,
}

/// An attribute with its dimension.
pub(crate) struct AttributeEntry {
    /// The attribute.
    pub attribute: Attribute,
    /// Position, velocity …
    pub kinematic: Kinematic,
    /// Its dimension.
    pub dimension: Option<Dimension>,
    /// Its SI unit, also in a mechanism without units, where it is known.
    pub unit: Option<Spelling>,
}

/// Everything of the level of bodies.
pub(crate) struct Parts<'d> {
    /// `in plane` or not; `None` without bodies.
    pub planar: Option<bool>,
    /// Bodies and particles.
    pub bodies: Vec<BodyEntry>,
    /// Frames.
    pub frames: Vec<FrameEntry<'d>>,
    /// Joints.
    pub joints: Vec<JointEntry<'d>>,
    /// Forces.
    pub forces: Vec<ForceEntry<'d>>,
    /// Forces that joints bring along.
    pub of_joints: Vec<Force>,
    /// Attributes that expressions use.
    pub attributes: Vec<AttributeEntry>,
    /// Their numbers, by symbol.
    pub attribute_of: Vec<Option<u32>>,
    /// Conditions on parameters.
    pub checks: Vec<Check>,
    /// What is unusual where it is negative.
    pub cautions: Vec<Check>,
    /// Initial rotations of bodies and frames.
    pub turned: Vec<Turned>,
    gravity: Option<Vector3>,
    formulations: Vec<Formulation>,
    /// The first item of this level, where it is unknown whether the bodies move in the plane or in space.
    without_setting: Option<(Span, String)>,
    /// The word of that item, if it is nearly that of the one force without bodies.
    misspelt: Option<String>,
}

/// `generalised` in `force f = generalised(x, 2);`
fn nearly_generalized(item: &Item) -> Option<String> {
    let ItemKind::BodyForce(Declaration { value: Some(value), .. }) = &item.kind else { return None };
    let Kind::Call(function, _) = &value.kind else { return None };
    nearest(&function.text, ["generalized"]).map(|_| function.text.clone())
}

impl<'d> Parts<'d> {
    /// Nothing declared yet.
    pub fn new(description: &Description) -> Self {
        let planar = description.setting.as_ref().map(|setting| setting.text == "plane");
        let first = crate::resolve::survey::first_body_item(&description.items);
        let without_setting = first
            .filter(|_| planar.is_none())
            .map(|item| (item.keyword, item.keyword.source_text().unwrap_or_else(|| "body".to_owned())));
        Self {
            planar,
            bodies: Vec::new(),
            frames: Vec::new(),
            joints: Vec::new(),
            forces: Vec::new(),
            of_joints: Vec::new(),
            attributes: Vec::new(),
            attribute_of: Vec::new(),
            checks: Vec::new(),
            cautions: Vec::new(),
            turned: Vec::new(),
            gravity: None,
            formulations: Vec::new(),
            misspelt: first.and_then(nearly_generalized),
            without_setting,
        }
    }

    /// Makes room for a body.
    pub fn add_body(&mut self, name: String, target: &Segment, particle: bool) -> usize {
        self.bodies.push(BodyEntry { name, place: target.place, particle, body: None });
        self.bodies.len() - 1
    }

    /// Makes room for a frame.
    pub fn add_frame(&mut self, name: String, expression: &'d Expression, scope: Scope) -> usize {
        self.frames.push(FrameEntry { name, expression, scope, progress: Progress::Waiting });
        self.frames.len() - 1
    }

    /// Makes room for a joint.
    pub fn add_joint(
        &mut self,
        name: String,
        target: &Segment,
        expression: &'d Expression,
        scope: Scope,
        docs: Vec<String>,
    ) -> usize {
        let place = target.place;
        self.joints.push(JointEntry { name, place, expression, scope, docs, progress: Progress::Waiting });
        self.joints.len() - 1
    }

    /// Makes room for a force.
    pub fn add_force(
        &mut self,
        name: String,
        target: &Segment,
        expression: Option<&'d Expression>,
        given: Option<&'d Expression>,
        scope: Scope,
        docs: Vec<String>,
    ) -> usize {
        let (place, span, progress) = (target.place, target.name.span, Progress::Waiting);
        self.forces.push(ForceEntry { name, place, span, expression, given, scope, docs, progress });
        self.forces.len() - 1
    }

    /// Whether the mechanism is in the plane.
    pub fn is_planar(&self) -> bool {
        self.planar == Some(true)
    }

    /// The name of a carrier.
    pub fn carrier_name(&self, carrier: Carrier) -> &str {
        match carrier {
            Carrier::Ground => "ground",
            Carrier::Body(BodyId(number)) => &self.bodies[number].name,
        }
    }

    /// Whether the carrier is a point mass.
    pub fn is_particle(&self, carrier: Carrier) -> bool {
        matches!(carrier, Carrier::Body(BodyId(number)) if self.bodies[number].particle)
    }

    /// The joint, if it is resolved.
    pub fn joint(&self, id: JointId) -> Option<&Joint> {
        match &self.joints[id.0].progress {
            Progress::Done(joint) => joint.as_ref(),
            _ => None,
        }
    }

    /// The symbols of attributes of one kind.
    pub fn attributes_of(&self, kind: Kinematic) -> impl Iterator<Item = Symbol> {
        self.attributes
            .iter()
            .filter(move |entry| entry.kinematic == kind)
            .map(|entry| entry.attribute.symbol)
    }

    /// The level of bodies, if it is used and without mistakes.
    pub fn finish(self) -> Option<Multibody> {
        let joint = |entry: JointEntry<'_>| match entry.progress {
            Progress::Done(joint) => joint,
            _ => None,
        };
        // Vectors that are collected in place keep the room of their entries.
        let mut bodies: Vec<Body> = self.bodies.into_iter().map(|entry| entry.body).collect::<Option<_>>()?;
        bodies.shrink_to_fit();
        if bodies.is_empty() {
            return None;
        }
        // Generalised forces first.
        let (generalized, others): (Vec<_>, Vec<_>) =
            self.forces.into_iter().partition(|entry| entry.given.is_some());
        let force = |entry: ForceEntry<'_>| match entry.progress {
            Progress::Done(force) => force,
            _ => None,
        };
        let framed = |entry: FrameEntry<'_>| match entry.progress {
            Progress::Done(Some(mount)) => Some(Framed { name: entry.name, mount }),
            _ => None,
        };
        let forces = generalized.into_iter().chain(others).filter_map(force).chain(self.of_joints).collect();
        let mut joints: Vec<Joint> = self.joints.into_iter().map(joint).collect::<Option<_>>()?;
        joints.shrink_to_fit();
        let mut attributes: Vec<Attribute> =
            self.attributes.into_iter().map(|entry| entry.attribute).collect();
        attributes.shrink_to_fit();
        Some(Multibody {
            planar: self.planar?,
            gravity: self.gravity?,
            bodies,
            joints,
            forces,
            formulations: self.formulations,
            attributes,
            checks: self.checks,
            cautions: self.cautions,
            turned: self.turned,
            frames: self.frames.into_iter().filter_map(framed).collect(),
        })
    }
}

impl<'d> Resolver<'d> {
    /// Whether it is unknown if the bodies move in the plane or in space, so that they cannot be resolved.
    pub fn lacks_setting(&self) -> bool {
        self.parts.without_setting.is_some()
    }

    /// Resolves bodies, frames and joints; their mistakes are reported here, used or not.
    pub fn parts(&mut self, instances: &[Instance<'d>]) {
        if let Some((span, word)) = self.parts.without_setting.clone() {
            if let Some(other) = self.parts.misspelt.take() {
                let known = ["generalized"].into_iter();
                self.report::<()>(messages::unknown_kind(span, &other, "force", known));
                return;
            }
            self.report::<()>(messages::no_setting(span, &word));
            return;
        }
        let mut gravity: Option<(&'d Expression, Scope)> = None;
        let mut formulations: Option<(&'d [Name], Span)> = None;
        for instance in instances {
            match &instance.item.kind {
                ItemKind::Gravity(value) => match gravity {
                    Some((earlier, _)) => self.given_twice("gravity", value.place, earlier.place),
                    None => gravity = Some((value, instance.scope)),
                },
                ItemKind::Coordinates(names) => match formulations {
                    Some((_, earlier)) => {
                        self.given_twice("coordinates", instance.item.keyword.into(), earlier.into());
                    }
                    None => formulations = Some((names, instance.item.keyword)),
                },
                ItemKind::Body(body) => self.parts.bodies[instance.number].body = self.body(instance, body),
                _ => {}
            }
        }
        let zero = self.graph.zero();
        let acceleration = Dimension::LENGTH.over(Dimension::TIME).over(Dimension::TIME);
        self.parts.gravity = match gravity {
            Some((value, scope)) => self.fixed_vector(value, scope, acceleration, "`gravity`"),
            None => Some([zero; 3]),
        };
        self.parts.formulations = match formulations {
            Some((names, _)) => names.iter().filter_map(|name| Formulation::from_word(&name.text)).collect(),
            None => vec![Formulation::Minimal],
        };
        for number in 0..self.parts.frames.len() {
            let place = self.parts.frames[number].expression.place;
            let _ = self.frame(number, place);
        }
        // Of coordinates, to one joint a few.
        self.identifiers.reserve(2 * self.parts.joints.len());
        for number in 0..self.parts.joints.len() {
            let place = self.parts.joints[number].place;
            let _ = self.joint(number, place);
        }
        // No name is declared any more, and all joints have theirs.
        self.identifiers = Map::default();
        self.connections();
    }

    pub(in crate::resolve) fn given_twice(&mut self, what: &str, again: Place, first: Place) {
        self.report::<()>(messages::given_twice(&format!("`{what}`"), again, first));
    }
}

impl Formulation {
    /// From the word of the language.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "minimal" => Some(Self::Minimal),
            "absolute" => Some(Self::Absolute),
            _ => None,
        }
    }
}
