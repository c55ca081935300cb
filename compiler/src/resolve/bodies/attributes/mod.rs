//! Attributes of bodies, frames and joints in expressions: `pivot.angle`, `crank.position.x`, `tip.nutation`.
//!
//! Invariant: one attribute, one symbol; the symbol's name is the text of the attribute in the language.

pub(in crate::resolve) mod joints;

use super::messages;
use super::parts::AttributeEntry;
use crate::diagnostics::Place;
use crate::model::{Attribute, BodyId, Carrier, Mount, Quantity};
use crate::resolve::expressions::value::{Scalar, Value};
use crate::resolve::resolver::Resolver;
use crate::resolve::scopes::{Meaning, Scope};
use crate::symbolic::vectors;
use crate::symbolic::{Node, Symbol};
use crate::syntax::{Expression, Kind, Segment};
use crate::units::{Dimension, Exponent, Spelling};
use std::borrow::Cow;

/// Rows ↔ columns.
fn transposed(matrix: Value) -> Value {
    let Value::Vector(rows) = &matrix else { return matrix };
    let entry = |i: usize, j: usize| match &rows[i] {
        Value::Vector(row) => row[j].clone(),
        other => other.clone(),
    };
    let n = rows.len();
    Value::Vector((0..n).map(|j| Value::Vector((0..n).map(|i| entry(i, j)).collect())).collect())
}

/// The kind of quantity of an attribute, which determines what may depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kinematic {
    /// A position.
    Position,
    /// A velocity.
    Velocity,
    /// An acceleration.
    Acceleration,
    /// A reaction.
    Reaction,
    /// A force or torque.
    Exerted,
}

/// The unit m.
pub(in crate::resolve) const METRE: fn() -> Spelling = || Spelling::of("m");
const RADIAN: fn() -> Spelling = || Spelling::of("rad");

/// The unit N*m.
pub(in crate::resolve) fn newton_metre() -> Spelling {
    Spelling::of("N").times(&METRE(), Exponent::ONE)
}

impl<'d> Resolver<'d> {
    /// `whole.member` where `whole` is a body, a frame, a joint or a force; the outer `None` means that it is not.
    pub fn attribute_at(
        &mut self,
        whole: &'d Expression,
        member: &'d Segment,
        scope: Scope,
    ) -> Option<Option<Value>> {
        // `tip.rotation.w`: a component of a joint's quaternion.
        if let Kind::Member(joint, rotation) = &whole.kind
            && rotation.name.text == "rotation"
            && let Some((Meaning::Joint(number), _)) = self.part(joint, scope)
        {
            return Some(self.joint_attribute(
                number,
                &format!("rotation.{}", member.name.text),
                member.place,
            ));
        }
        if let Some(found) = self.within_rotation(whole, member, scope) {
            return Some(found);
        }
        let (meaning, name) = self.part(whole, scope)?;
        if self.lacks_setting() {
            return Some(None);
        }
        if let Some(bracket) = member.brackets.first() {
            return Some(self.report(messages::brackets_of_attribute(bracket, member)));
        }
        let word = member.name.text.as_str();
        Some(match meaning {
            Meaning::Body(number) => {
                let carrier = Carrier::Body(BodyId(number));
                let mount = self.own_frame(carrier);
                self.mount_attribute(&mount, &name, word, member.place, true)
            }
            Meaning::Frame(number) => self
                .frame(number, whole.place)
                .and_then(|mount| self.mount_attribute(&mount, &name, word, member.place, false)),
            Meaning::Joint(number) => self.joint_attribute(number, word, member.place),
            Meaning::Force(number) => self.force_attribute(number, word, member.place),
            _ => None,
        })
    }

    /// `tip.rotation.row` and `tip.rotation.column` of a body or a frame; `tip.rotation.y` is an error: it may be meant as
    /// either, or as the component of a quaternion, which it is of a joint.
    fn within_rotation(
        &mut self,
        whole: &'d Expression,
        member: &'d Segment,
        scope: Scope,
    ) -> Option<Option<Value>> {
        let Kind::Member(owner, rotation) = &whole.kind else { return None };
        if rotation.name.text != "rotation" || !member.brackets.is_empty() {
            return None;
        }
        let (Meaning::Body(_) | Meaning::Frame(_), name) = self.part(owner, scope)? else { return None };
        let word = member.name.text.as_str();
        let known = if self.parts.is_planar() { &["x", "y"][..] } else { &["x", "y", "z"][..] };
        Some(match word {
            "row" => self.value(whole, scope),
            "column" => self.value(whole, scope).map(transposed),
            _ if known.contains(&word) => self.report(messages::row_or_column(member, whole, &name)),
            _ => self.no_attribute(&format!("{name}.rotation"), word, &["row", "column"], member.place),
        })
    }

    /// The body, frame, joint or force that an expression names.
    pub fn part(&mut self, expression: &'d Expression, scope: Scope) -> Option<(Meaning, String)> {
        let Kind::Name(segment) = &expression.kind else {
            return None;
        };
        let declared = |meaning: Meaning| {
            matches!(meaning, Meaning::Body(_) | Meaning::Frame(_) | Meaning::Joint(_) | Meaning::Force(_))
        };
        if segment.brackets.is_empty() {
            let meaning = self.scopes.find(scope, &segment.name.text)?.meaning;
            return declared(meaning).then(|| (meaning, segment.name.text.clone()));
        }
        // Whoever asks whether it is one evaluates it next.
        let at = std::ptr::from_ref(segment);
        if let Some((known, of, part)) = &self.last_part
            && (*known, *of) == (at, scope)
        {
            return Some(part.clone());
        }
        let (name, rest) = self.indexed(segment, scope)?;
        let meaning = self.scopes.find(scope, &name)?.meaning;
        if !declared(meaning) || !rest.is_empty() {
            return None;
        }
        self.last_part = Some((at, scope, (meaning, name.clone())));
        Some((meaning, name))
    }

    /// The frame of a body.
    pub fn own_frame(&self, carrier: Carrier) -> Mount {
        Mount { carrier, position: vectors::zero(&self.graph), rotation: vectors::identity(&self.graph) }
    }

    fn mount_attribute(
        &mut self,
        mount: &Mount,
        name: &str,
        word: &str,
        place: Place,
        body: bool,
    ) -> Option<Value> {
        let planar = self.parts.is_planar();
        let known = self.mount_words(mount.carrier, body);
        if !known.contains(&word) {
            return self.no_attribute(name, word, &known, place);
        }
        let dimensions = if planar { 2 } else { 3 };
        match word {
            "position" | "velocity" => {
                let order = u8::from(word == "velocity");
                let component = |this: &mut Self, k: usize| {
                    let name = format!("{name}.position.{}", ["x", "y", "z"][k]);
                    let quantity = Quantity::Position(Box::new(mount.clone()), k);
                    this.attribute(quantity, &name, order, Dimension::LENGTH, METRE())
                };
                Some(Value::Vector((0..dimensions).map(|k| Value::Scalar(component(self, k))).collect()))
            }
            "rotation" => {
                let entry = |this: &mut Self, i: usize, j: usize| {
                    let name = format!("{name}.rotation[{i}][{j}]");
                    let quantity = Quantity::Rotation(Box::new(mount.clone()), i, j);
                    Value::Scalar(this.attribute(quantity, &name, 0, Dimension::NONE, Spelling::default()))
                };
                let row =
                    |this: &mut Self, i| Value::Vector((0..dimensions).map(|j| entry(this, i, j)).collect());
                Some(Value::Vector((0..dimensions).map(|i| row(self, i)).collect()))
            }
            // The axes of the mount are the columns of its rotation.
            "axis" => self.mount_attribute(mount, name, "rotation", place, body).map(transposed),
            "own_angular_velocity" => self.own_angular_velocity(mount, name, place, body),
            "angular_velocity" if !planar => {
                let component = |this: &mut Self, k: usize| {
                    let name = format!("{name}.angular_velocity.{}", ["x", "y", "z"][k]);
                    let quantity = Quantity::AngularVelocity(mount.carrier, k);
                    this.attribute(quantity, &name, 1, Dimension::NONE, RADIAN())
                };
                Some(Value::Vector((0..3).map(|k| Value::Scalar(component(self, k))).collect()))
            }
            _ => {
                // The angle of a frame differs by a constant from its body's, their rates do not.
                let name = format!("{}.angle", self.parts.carrier_name(mount.carrier));
                let order = u8::from(word == "angular_velocity");
                let quantity = Quantity::Angle(mount.carrier);
                Some(Value::Scalar(self.attribute(quantity, &name, order, Dimension::NONE, RADIAN())))
            }
        }
    }

    /// Rᵀω.
    fn own_angular_velocity(&mut self, mount: &Mount, name: &str, place: Place, body: bool) -> Option<Value> {
        let axes = self.mount_attribute(mount, name, "axis", place, body)?;
        let velocity = self.mount_attribute(mount, name, "angular_velocity", place, body)?;
        let (Value::Vector(axes), Value::Vector(velocity)) = (axes, velocity) else { return None };
        let numbers = |all: &[Value]| -> Vec<Node> {
            all.iter()
                .filter_map(|one| if let Value::Scalar(one) = one { Some(one.node) } else { None })
                .collect()
        };
        let omega = numbers(&velocity);
        let dimension = self.dimension(Dimension::NONE.over(Dimension::TIME));
        // The unit of the components in the axes of the ground.
        let spelling = self.checked.then(|| RADIAN().per_second());
        let scalar =
            |node| Value::Scalar(Scalar { spelling: spelling.clone(), ..Scalar::new(node, dimension) });
        let components = axes.iter().map(|axis| {
            let Value::Vector(axis) = axis else {
                return scalar(self.graph.zero());
            };
            scalar(self.graph.dot(&numbers(axis), &omega))
        });
        Some(Value::Vector(components.collect()))
    }

    /// The attributes of a body, or of a frame on it.
    pub(in crate::resolve) fn mount_words(&self, carrier: Carrier, body: bool) -> Vec<&'static str> {
        let planar = self.parts.is_planar();
        let has_axes = !self.parts.is_particle(carrier);
        let mut known = vec!["position", "velocity"];
        if has_axes {
            known.extend(["rotation", "axis"]);
        }
        if has_axes && carrier != Carrier::Ground {
            known.push("angular_velocity");
            if !planar {
                known.push("own_angular_velocity");
            }
            if planar && body {
                known.push("angle");
            }
        }
        known
    }

    fn no_attribute<T>(&mut self, name: &str, word: &str, known: &[&str], place: Place) -> Option<T> {
        self.report(messages::no_attribute(place, name, word, known))
    }

    /// The attribute of an order as a value; `name` and `dimension` are of its order 0 (1 for angular
    /// velocities, whose order 0 does not exist, with the dimension of an angle).
    pub fn attribute(
        &mut self,
        quantity: Quantity,
        name: &str,
        order: u8,
        dimension: Dimension,
        spelling: Spelling,
    ) -> Scalar {
        let named_from = if is_angular_velocity(&quantity) { 1 } else { 0 };
        let rates = usize::from(order.saturating_sub(named_from));
        let name = match rates {
            0 => Cow::Borrowed(name),
            _ => Cow::Owned(format!("{}{name}{}", "der(".repeat(rates), ")".repeat(rates))),
        };
        let (mut dimension, mut unit) = (dimension, spelling);
        for _ in 0..order {
            dimension = dimension.over(Dimension::TIME);
            unit = unit.per_second();
        }
        let dimension = self.dimension(dimension);
        let spelling = self.checked.then(|| unit.clone());
        let attribute = self.attribute_of_unit(quantity, &name, order, dimension, spelling);
        let symbol = self.graph.symbol(&name);
        let number = self.parts.attribute_of.get(symbol.index()).copied().flatten();
        if let Some(entry) = number.and_then(|number| self.parts.attributes.get_mut(number as usize)) {
            entry.unit = Some(unit);
        }
        attribute
    }

    /// The same with the name, the dimension and the unit of its order.
    fn attribute_of_unit(
        &mut self,
        quantity: Quantity,
        name: &str,
        order: u8,
        dimension: Option<Dimension>,
        spelling: Option<Spelling>,
    ) -> Scalar {
        let symbol = self.graph.symbol(name);
        if self.attribute_of(symbol).is_none() {
            let kinematic = match (&quantity, order) {
                (Quantity::ReactionForce(..) | Quantity::ReactionTorque(..), _) => Kinematic::Reaction,
                (Quantity::Exerted(..), _) => Kinematic::Exerted,
                (_, 0) => Kinematic::Position,
                (_, 1) => Kinematic::Velocity,
                _ => Kinematic::Acceleration,
            };
            let name = self.graph.shared_name(symbol);
            let attribute = Attribute { symbol, name, quantity, order };
            if self.parts.attribute_of.len() <= symbol.index() {
                self.parts.attribute_of.resize(symbol.index() + 1, None);
            }
            self.parts.attribute_of[symbol.index()] = u32::try_from(self.parts.attributes.len()).ok();
            self.parts.attributes.push(AttributeEntry { attribute, kinematic, dimension, unit: None });
        }
        Scalar { node: self.graph.node(symbol), dimension, bare: false, spelling }
    }

    /// The quantity of an attribute's symbol.
    pub fn attribute_of(&self, symbol: Symbol) -> Option<&AttributeEntry> {
        let number = self.parts.attribute_of.get(symbol.index()).copied().flatten()?;
        self.parts.attributes.get(number as usize)
    }

    /// The rate of an attribute: the outer `None` is a reported mistake, the inner one no attribute.
    pub fn attribute_rate(&mut self, symbol: Symbol, argument: &Expression) -> Option<Option<Node>> {
        let Some(entry) = self.attribute_of(symbol) else {
            return Some(None);
        };
        let Attribute { name, quantity, order, .. } = entry.attribute.clone();
        let quaternion = match &quantity {
            Quantity::Joint(id, _) => self.has_quaternion(*id) && name.contains(".rotation."),
            _ => false,
        };
        let refused = match entry.kinematic {
            Kinematic::Reaction => Some(messages::rate_of_reaction(argument)),
            Kinematic::Exerted => Some(messages::rate_of_force(argument)),
            Kinematic::Acceleration => Some(messages::rate_of_acceleration(argument)),
            _ if quaternion => Some(messages::rate_of_quaternion(argument)),
            _ => None,
        };
        if let Some(mistake) = refused {
            return self.report(mistake);
        }
        // The name is that of the present order, so it grows by one `der(…)`.
        let name = format!("der({name})");
        let symbol = self.graph.symbol(&name);
        if self.attribute_of(symbol).is_none() {
            let dimension = self.attribute_dimension(&quantity);
            let base = name_of_order_zero(&name);
            return Some(Some(
                self.attribute(quantity, &base, order + 1, dimension, Spelling::default()).node,
            ));
        }
        Some(Some(self.graph.node(symbol)))
    }

    /// The dimension of a quantity of order 0.
    fn attribute_dimension(&self, quantity: &Quantity) -> Dimension {
        match quantity {
            Quantity::Joint(id, k) => {
                let planar = self.parts.is_planar();
                let coordinates = self.parts.joint(*id).map(|joint| joint.kind.coordinates(planar));
                match coordinates.as_ref().and_then(|all| all.get(*k)) {
                    Some((name, angle)) if !angle && !name.starts_with("rotation.") => Dimension::LENGTH,
                    _ => Dimension::NONE,
                }
            }
            Quantity::ScrewDisplacement(_) | Quantity::Position(..) | Quantity::Distance(_) => {
                Dimension::LENGTH
            }
            Quantity::ReactionForce(..) => Dimension::FORCE,
            Quantity::ReactionTorque(..) => Dimension::ENERGY,
            _ => Dimension::NONE,
        }
    }

    /// The symbol, if the node is one.
    pub fn symbol_of(&self, node: Node) -> Option<Symbol> {
        match self.graph.view(node) {
            crate::symbolic::View::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }
}

/// Angular velocities begin with order 1.
fn is_angular_velocity(quantity: &Quantity) -> bool {
    matches!(quantity, Quantity::AngularVelocity(..) | Quantity::JointAngularVelocity(..))
}

/// Without `der(…)`.
fn name_of_order_zero(name: &str) -> String {
    let mut name = name;
    while let Some(inner) = name.strip_prefix("der(").and_then(|rest| rest.strip_suffix(')')) {
        name = inner;
    }
    name.to_owned()
}
