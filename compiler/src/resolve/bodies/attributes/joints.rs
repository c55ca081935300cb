//! Attributes of joints: coordinates, reactions, angular velocities; the names of coordinates in Rust.

use super::{METRE, RADIAN, newton_metre};
use crate::diagnostics::Place;
use crate::model::{Attribute, JointId, JointKind, Quantity};
use crate::resolve::bodies::messages;
use crate::resolve::expressions::value::{Scalar, Value};
use crate::resolve::resolver::{Progress, Resolver, Taken};
use crate::resolve::scopes::{Meaning, Scope};
use crate::syntax::Expression;
use crate::units::{Dimension, Spelling};
use std::collections::hash_map::Entry;

impl<'d> Resolver<'d> {
    /// The names of a joint's coordinates, in their order.
    pub fn coordinate_names(&mut self, number: usize) -> Option<Vec<String>> {
        let place = self.parts.joints[number].place;
        let planar = self.parts.is_planar();
        let joint = self.joint(number, place)?;
        Some(joint.kind.coordinates(planar).into_iter().map(|(name, _)| name).collect())
    }

    pub(super) fn joint_attribute(&mut self, number: usize, word: &str, place: Place) -> Option<Value> {
        let planar = self.parts.is_planar();
        let id = JointId(number);
        let joint = self.joint(number, place)?;
        // No coordinate has these names.
        let of_all = ["force", "torque", "angular_velocity"].contains(&word);
        let coordinates = if of_all { Vec::new() } else { joint.kind.coordinates(planar) };
        let rotates = joint.kind.rotation().is_some() && !planar;
        let screw = joint.kind.pitch().is_some();
        let name = joint.name.clone();
        if let Some(k) = coordinates.iter().position(|(name, _)| name == word) {
            return Some(Value::Scalar(self.joint_coordinate(id, k)));
        }
        let (force, torque) = (Dimension::FORCE, Dimension::ENERGY);
        let vector = |this: &mut Self,
                      count: usize,
                      quantity: &dyn Fn(usize) -> Quantity,
                      dimension,
                      spelling: Spelling| {
            let component = |k: usize| {
                let name = [&name, ".", word, ".", ["x", "y", "z"][k]].concat();
                Value::Scalar(this.attribute(quantity(k), &name, 0, dimension, spelling.clone()))
            };
            Some(Value::Vector((0..count).map(component).collect()))
        };
        match word {
            "displacement" if screw => {
                let name = format!("{name}.displacement");
                let quantity = Quantity::ScrewDisplacement(id);
                Some(Value::Scalar(self.attribute(quantity, &name, 0, Dimension::LENGTH, METRE())))
            }
            "force" => {
                let count = if planar { 2 } else { 3 };
                vector(self, count, &|k| Quantity::ReactionForce(id, k), force, Spelling::of("N"))
            }
            "torque" if planar => {
                let name = format!("{name}.torque");
                let quantity = Quantity::ReactionTorque(id, 2);
                Some(Value::Scalar(self.attribute(quantity, &name, 0, torque, newton_metre())))
            }
            "torque" => vector(self, 3, &|k| Quantity::ReactionTorque(id, k), torque, newton_metre()),
            "angular_velocity" if rotates => {
                let dimension = self.dimension(Dimension::NONE.over(Dimension::TIME));
                let spelling = self.checked.then(|| RADIAN().per_second());
                let component = |k: usize| {
                    let name = [&name, ".angular_velocity.", ["x", "y", "z"][k]].concat();
                    let quantity = Quantity::JointAngularVelocity(id, k);
                    Value::Scalar(self.attribute_of_unit(quantity, &name, 1, dimension, spelling.clone()))
                };
                Some(Value::Vector((0..3).map(component).collect()))
            }
            _ => {
                let words = self.joint(number, place).map(|joint| joint_words(&joint.kind, planar))?;
                let known: Vec<&str> = words.iter().map(String::as_str).collect();
                self.no_attribute(&name, word, &known, place)
            }
        }
    }

    /// A coordinate of a joint as a value.
    pub fn joint_coordinate(&mut self, id: JointId, coordinate: usize) -> Scalar {
        let planar = self.parts.is_planar();
        let names = self.parts.joint(id).map(|joint| (joint.name.clone(), joint.kind.coordinates(planar)));
        let (joint, coordinates) = names.unwrap_or_default();
        let (name, angle) = coordinates.get(coordinate).cloned().unwrap_or_default();
        let (dimension, spelling) = match (angle, name.starts_with("rotation.")) {
            (true, _) => (Dimension::NONE, RADIAN()),
            (false, true) => (Dimension::NONE, Spelling::default()),
            (false, false) => (Dimension::LENGTH, METRE()),
        };
        let name = format!("{joint}.{name}");
        self.attribute(Quantity::Joint(id, coordinate), &name, 0, dimension, spelling)
    }

    /// The coordinate of a joint that an expression names: `pivot.angle`, or `pivot` if it has only one.
    pub fn coordinate_of(&mut self, expression: &'d Expression, scope: Scope) -> Option<(JointId, usize)> {
        let part = self.part(expression, scope);
        if let Some((Meaning::Body(_) | Meaning::Frame(_) | Meaning::Force(_), _)) = part {
            return self.report(messages::not_a_joint_coordinate(expression));
        }
        if let Some((Meaning::Joint(number), name)) = part {
            let names = self.coordinate_names(number)?;
            return match names.as_slice() {
                [_] => Some((JointId(number), 0)),
                [] => self.report(messages::joint_without_coordinate(expression, &name)),
                several => self.report(messages::joint_with_coordinates(expression, &name, several)),
            };
        }
        let Value::Scalar(value) = self.value(expression, scope)? else {
            return self.report(messages::not_a_joint_coordinate(expression));
        };
        let symbol = self.symbol_of(value.node);
        let quantity = symbol.and_then(|symbol| self.attribute_of(symbol)).map(|entry| &entry.attribute);
        match quantity {
            Some(Attribute { quantity: Quantity::Joint(id, coordinate), order: 0, .. }) => {
                Some((*id, *coordinate))
            }
            _ => self.report(messages::not_a_joint_coordinate(expression)),
        }
    }

    /// Joints and their coordinates become fields in Rust: `pivot.angle` is `pivot_angle`.
    pub fn reserve_names(&mut self, number: usize) -> Option<()> {
        let (name, place) = (self.parts.joints[number].name.clone(), self.parts.joints[number].place);
        let plain = crate::model::plain_name(&name);
        for (k, word) in self.coordinate_names(number)?.into_iter().enumerate() {
            let taken = Taken::Coordinate(JointId(number), k);
            match self.identifiers.entry([&plain, "_", &crate::model::plain_name(&word)].concat()) {
                Entry::Vacant(free) => drop(free.insert((taken, place))),
                Entry::Occupied(known) => {
                    let (other, at) = known.get().clone();
                    let (other, own) = (self.name_of(&other), self.name_of(&taken));
                    if other != own {
                        let mistake = messages::same_name_in_rust(at, &other, &own)
                            .related(place, format!("joint `{name}` is declared here"));
                        self.report::<()>(mistake);
                    }
                }
            }
        }
        Some(())
    }

    /// The name that an identifier belongs to.
    pub(in crate::resolve) fn name_of(&self, taken: &Taken) -> String {
        match taken {
            Taken::Declared(name) => name.clone(),
            Taken::Coordinate(id, k) => {
                let joint = &self.parts.joints[id.0];
                let kind = self.parts.joint(*id).map(|joint| joint.kind.coordinates(self.parts.is_planar()));
                let word = kind.and_then(|mut words| (*k < words.len()).then(|| words.swap_remove(*k).0));
                format!("{}.{}", joint.name, word.unwrap_or_default())
            }
        }
    }

    /// Marks a part as resolved, for [`Progress`]ive evaluation of joints.
    pub fn joint_done(&mut self, number: usize, joint: Option<crate::model::Joint>) {
        self.parts.joints[number].progress = Progress::Done(joint);
    }
}

/// The attributes of a joint, its coordinates first.
pub(in crate::resolve) fn joint_words(kind: &JointKind, planar: bool) -> Vec<String> {
    let mut known: Vec<String> = kind.coordinates(planar).into_iter().map(|(name, _)| name).collect();
    known.extend(["force", "torque"].map(str::to_owned));
    if kind.rotation().is_some() && !planar {
        known.push("angular_velocity".to_owned());
    }
    if kind.pitch().is_some() {
        known.push("displacement".to_owned());
    }
    known
}
