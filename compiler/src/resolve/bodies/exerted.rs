//! Attributes of forces in expressions: `spring.length`, `spring.tension`, `contact.force`, `brake.torque`.
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
//! Invariant: the effort of a force occurs only in outputs; the length of a spring is a position like any other.

use super::attributes::{METRE, newton_metre};
use super::messages;
use crate::diagnostics::Place;
use crate::kinds::forces::{Attribute, Setting};
use crate::model::{Exertion, Force, JointId, Mount, Quantity};
use crate::resolve::expressions::value::Value;
use crate::resolve::resolver::{Progress, Resolver};
use crate::syntax::{Expression, Kind};
use crate::units::{Dimension, Spelling};

/// The kinds with a `length`, by their words: their own arguments may contain it, before the force is known.
const OF_A_LENGTH: [&str; 2] = ["spring", "tabulated_spring"];

/// The meaning of a word after the name of a force.
enum ForceWord {
    /// An attribute of its kind.
    Known(Attribute),
    /// The given arguments.
    Given,
}

impl<'d> Resolver<'d> {
    /// `force.word`
    pub(in crate::resolve) fn force_attribute(
        &mut self,
        number: usize,
        word: &str,
        place: Place,
    ) -> Option<Value> {
        let (name, given) = (self.parts.forces[number].name.clone(), self.parts.forces[number].given);
        let scope = self.parts.forces[number].scope;
        if word == "length"
            && let Some(ends) = self.ends_of_unfinished(number)
        {
            let ends = [self.end(ends[0], scope)?, self.end(ends[1], scope)?];
            return Some(self.length(Box::new(ends), &name));
        }
        let mut known = self.force_attributes(number)?;
        let Some(at) = known.iter().position(|(known, _)| *known == word) else {
            let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
            // The friction of a contact that sticks is an output of its own, and no attribute.
            if word == "friction" && words.contains(&"limit") {
                return self.report(messages::friction_of_contact(place, &name));
            }
            return self.report(messages::no_attribute(place, &name, word, &words));
        };
        let (_, attribute) = known.swap_remove(at);
        let full = format!("{name}.{word}");
        let components = if self.parts.is_planar() { 2 } else { 3 };
        let attribute = match attribute {
            ForceWord::Known(attribute) => attribute,
            ForceWord::Given => {
                let progress = std::mem::replace(&mut self.parts.forces[number].progress, Progress::Running);
                if let Progress::Running = progress {
                    return self.report(messages::circular_force(place, &name));
                }
                let value = given.and_then(|value| self.value(value, scope));
                self.parts.forces[number].progress = progress;
                return value;
            }
        };
        Some(match attribute {
            Attribute::Length => {
                let ends = self.body_force(number)?.kind.line()?.clone();
                self.length(Box::new(ends), &name)
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

    /// The ends of a force with a length whose arguments are being resolved.
    fn ends_of_unfinished(&self, number: usize) -> Option<[&'d Expression; 2]> {
        let entry = &self.parts.forces[number];
        let (Progress::Running, Kind::Call(kind, list)) = (&entry.progress, &entry.expression?.kind) else {
            return None;
        };
        match &list[..] {
            [first, second, ..] if OF_A_LENGTH.contains(&kind.text.as_str()) => Some([first, second]),
            _ => None,
        }
    }

    /// The distance between the ends of a force.
    fn length(&mut self, ends: Box<[Mount; 2]>, name: &str) -> Value {
        let full = format!("{name}.length");
        Value::Scalar(self.attribute(Quantity::Distance(ends), &full, 0, Dimension::LENGTH, METRE()))
    }

    /// The words of a force's attributes.
    pub(in crate::resolve) fn force_words(&mut self, number: usize) -> Option<Vec<&'static str>> {
        Some(self.force_attributes(number)?.into_iter().map(|(word, _)| word).collect())
    }

    fn exerted(&mut self, force: &str, what: Exertion, name: &str, torque: bool) -> Value {
        let (dimension, spelling) =
            if torque { (Dimension::ENERGY, newton_metre()) } else { (Dimension::FORCE, Spelling::of("N")) };
        let quantity = Quantity::Exerted(force.to_owned(), what);
        Value::Scalar(self.attribute(quantity, name, 0, dimension, spelling))
    }

    fn force_attributes(&mut self, number: usize) -> Option<Vec<(&'static str, ForceWord)>> {
        if self.parts.forces[number].given.is_some() {
            return Some(vec![("force", ForceWord::Given)]);
        }
        let kind = self.body_force(number)?.kind;
        let joint = |id: JointId| self.parts.joint(id).map(|joint| &joint.kind);
        let setting = Setting { planar: self.parts.is_planar(), joint: &joint };
        let known = kind.attributes(&setting).into_iter();
        Some(known.map(|(word, attribute)| (word, ForceWord::Known(attribute))).collect())
    }

    /// A force, resolved when it is used first.
    pub(in crate::resolve) fn body_force(&mut self, number: usize) -> Option<Force> {
        let entry = &mut self.parts.forces[number];
        match std::mem::replace(&mut entry.progress, Progress::Running) {
            Progress::Done(force) => {
                self.parts.forces[number].progress = Progress::Done(force.clone());
                force
            }
            Progress::Running => {
                let (name, place) = (entry.name.clone(), entry.place);
                self.report(messages::circular(&format!("force `{name}`"), place))
            }
            Progress::Waiting => {
                let force = self.resolved_force(number);
                self.parts.forces[number].progress = Progress::Done(force.clone());
                force
            }
        }
    }
}
