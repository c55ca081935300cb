//! What expressions say about forces: `spring.length`, `spring.tension`, `contact.force`, `brake.torque`.
//!
//! | force | attributes |
//! |---|---|
//! | `spring` | `length` of its line, `tension`, `force` |
//! | `torsion_spring`, `torque` on a joint | `torque` along an angle, `force` along a length |
//! | `force`, `contact` | `force` |
//! | `torque` on a body | `torque` |
//! | `bushing` | `force`, `torque` |
//! | `friction` | `force` along a single coordinate; of several, `force` along lengths and `torque` along angles |
//! | `generalized` | `force` |
//!
//! `force` and `torque` between ends are vectors in the axes of the ground, on the second end (of a contact on the
//! point, of others on what they act on), the torque about the origin of that end.
//!
//! Invariant: what a force exerts stands in outputs alone; the length of a spring is a position like any other.

use super::attributes::{METRE, newton_metre};
use super::lookup::CIRCULAR;
use super::resolver::{Progress, Resolver};
use super::value::Value;
use super::{Exertion, Force, ForceKind, JointId, JointKind, Quantity};
use crate::diagnostics::{Diagnostic, Place, nearest};
use crate::units::{Dimension, Spelling};

/// What an attribute of a force is made of.
enum Attribute {
    /// The length of a spring.
    Length,
    /// A number along a coordinate: what it is and whether it is a torque.
    Number(Exertion, bool),
    /// Several of them.
    Numbers(Vec<Exertion>, bool),
    /// A vector: the force or the torque.
    Vector(bool),
    /// About z in the plane.
    AboutZ,
    /// What the user gave.
    Given,
}

impl<'d> Resolver<'d> {
    /// `force.word`
    pub(super) fn force_attribute(&mut self, number: usize, word: &str, place: Place) -> Option<Value> {
        let (name, given) = (self.parts.forces[number].name.clone(), self.parts.forces[number].given);
        let scope = self.parts.forces[number].scope;
        let mut known = self.force_attributes(number)?;
        let Some(at) = known.iter().position(|(known, _)| *known == word) else {
            let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
            let help = match nearest(word, words.iter().copied()) {
                Some(meant) => format!("did you mean `{name}.{meant}`?"),
                None => format!("it has `{}`", words.join("`, `")),
            };
            let mistake = Diagnostic::error(place, format!("`{name}` has no `.{word}`"));
            return self.report(mistake.label("no such attribute").help(help));
        };
        let (_, attribute) = known.swap_remove(at);
        let full = format!("{name}.{word}");
        let components = if self.parts.is_planar() { 2 } else { 3 };
        Some(match attribute {
            Attribute::Given => {
                let progress = std::mem::replace(&mut self.parts.forces[number].progress, Progress::Running);
                if let Progress::Running = progress {
                    let mistake =
                        Diagnostic::error(place, format!("force `{name}` is defined in terms of itself"));
                    let help = "give what both are made of a name with `let`";
                    return self.report(mistake.label("refers to itself").help(help));
                }
                let value = given.and_then(|value| self.value(value, scope));
                self.parts.forces[number].progress = progress;
                return value;
            }
            Attribute::Length => {
                let ends = match self.body_force(number)?.kind {
                    ForceKind::Spring { ends, .. } => ends,
                    _ => return None,
                };
                let quantity = Quantity::Distance(ends);
                Value::Scalar(self.attribute(quantity, &full, 0, Dimension::LENGTH, METRE()))
            }
            Attribute::Number(what, torque) => self.exerted(&name, what, &full, torque),
            Attribute::AboutZ => self.exerted(&name, Exertion::Torque(2), &full, true),
            Attribute::Numbers(all, torque) => {
                let numbered = all.into_iter().enumerate();
                let values =
                    numbered.map(|(k, what)| self.exerted(&name, what, &format!("{full}[{k}]"), torque));
                Value::Vector(values.collect())
            }
            Attribute::Vector(torque) => {
                let component = |k: usize| {
                    let what = if torque { Exertion::Torque(k) } else { Exertion::Force(k) };
                    self.exerted(&name, what, &format!("{full}.{}", ["x", "y", "z"][k]), torque)
                };
                Value::Vector((0..components).map(component).collect())
            }
        })
    }

    /// The words of a force's attributes.
    pub(super) fn force_words(&mut self, number: usize) -> Option<Vec<&'static str>> {
        Some(self.force_attributes(number)?.into_iter().map(|(word, _)| word).collect())
    }

    fn exerted(&mut self, force: &str, what: Exertion, name: &str, torque: bool) -> Value {
        let (dimension, spelling) =
            if torque { (Dimension::ENERGY, newton_metre()) } else { (Dimension::FORCE, Spelling::of("N")) };
        let quantity = Quantity::Exerted(force.to_owned(), what);
        Value::Scalar(self.attribute(quantity, name, 0, dimension, spelling))
    }

    fn force_attributes(&mut self, number: usize) -> Option<Vec<(&'static str, Attribute)>> {
        if self.parts.forces[number].given.is_some() {
            return Some(vec![("force", Attribute::Given)]);
        }
        let planar = self.parts.is_planar();
        let force = ("force", Attribute::Vector(false));
        let torque = ("torque", if planar { Attribute::AboutZ } else { Attribute::Vector(true) });
        Some(match self.body_force(number)?.kind {
            ForceKind::Spring { .. } => vec![
                ("length", Attribute::Length),
                ("tension", Attribute::Number(Exertion::Tension, false)),
                force,
            ],
            ForceKind::TorsionSpring { joint, coordinate, .. }
            | ForceKind::OnJoint { joint, coordinate, .. } => {
                let turns = !self.is_length(joint, coordinate);
                let word = if turns { "torque" } else { "force" };
                vec![(word, Attribute::Number(Exertion::Effort(coordinate), turns))]
            }
            ForceKind::Contact { sticking: Some(_), .. } => {
                vec![force, ("limit", Attribute::Number(Exertion::Limit, false))]
            }
            ForceKind::AtPoint { .. } | ForceKind::Contact { .. } => vec![force],
            ForceKind::OnBody { .. } => vec![torque],
            ForceKind::Bushing { .. } => vec![force, torque],
            ForceKind::Friction { joint, sticking, .. } => {
                self.attributes_of_friction(joint, sticking.is_some())
            }
            ForceKind::DryFriction { joint, coordinate, sticking, .. } => {
                let turns = !self.is_length(joint, coordinate);
                let mut all = vec![("force", Attribute::Number(Exertion::Effort(coordinate), turns))];
                if sticking.is_some() {
                    all.push(("limit", Attribute::Number(Exertion::Limit, turns)));
                }
                all
            }
            // Not declared by itself, so that no expression can name it.
            ForceKind::Stop { .. } => Vec::new(),
            ForceKind::Generalized { .. } => Vec::new(),
        })
    }

    fn attributes_of_friction(&self, joint: JointId, sticks: bool) -> Vec<(&'static str, Attribute)> {
        let kind = self.parts.joint(joint).map(|joint| &joint.kind);
        let limit = |turns| sticks.then_some(("limit", Attribute::Number(Exertion::Limit, turns)));
        if matches!(kind, Some(JointKind::Spherical { .. })) {
            return [("torque", Attribute::Vector(true))].into_iter().chain(limit(false)).collect();
        }
        let count = kind.map_or(0, |kind| kind.coordinates(self.parts.is_planar()).len());
        if count == 1 {
            let turns = !self.is_length(joint, 0);
            let force = ("force", Attribute::Number(Exertion::Effort(0), turns));
            return [force].into_iter().chain(limit(turns)).collect();
        }
        let along = |lengths: bool| -> Vec<Exertion> {
            (0..count).filter(|&k| self.is_length(joint, k) == lengths).map(Exertion::Effort).collect()
        };
        let (forces, torques) = (along(true), along(false));
        let of = |word, all: Vec<Exertion>, torque| match <[Exertion; 1]>::try_from(all) {
            Ok([one]) => Some((word, Attribute::Number(one, torque))),
            Err(all) if all.is_empty() => None,
            Err(all) => Some((word, Attribute::Numbers(all, torque))),
        };
        // Of several resultants the limit is that of lengths.
        let limit = if forces.is_empty() { None } else { limit(false) };
        of("force", forces, false).into_iter().chain(of("torque", torques, true)).chain(limit).collect()
    }

    /// Whether a coordinate of a joint is a length.
    fn is_length(&self, joint: JointId, coordinate: usize) -> bool {
        let names = self.parts.joint(joint).map(|joint| joint.kind.coordinates(self.parts.is_planar()));
        let found = names.as_ref().and_then(|all| all.get(coordinate));
        found.is_some_and(|(name, angle)| !angle && !name.starts_with("rotation."))
    }

    /// A force, resolved when it is used first.
    pub(super) fn body_force(&mut self, number: usize) -> Option<Force> {
        let entry = &mut self.parts.forces[number];
        match std::mem::replace(&mut entry.progress, Progress::Running) {
            Progress::Done(force) => {
                self.parts.forces[number].progress = Progress::Done(force.clone());
                force
            }
            Progress::Running => {
                let (name, place) = (entry.name.clone(), entry.place);
                self.report(
                    Diagnostic::error(place, format!("`{name}` is defined in terms of itself"))
                        .label("refers to itself")
                        .help(CIRCULAR),
                )
            }
            Progress::Waiting => {
                let force = self.resolved_force(number);
                self.parts.forces[number].progress = Progress::Done(force.clone());
                force
            }
        }
    }
}
