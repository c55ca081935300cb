//! Attributes of bodies, frames and joints in expressions: `pivot.angle`, `crank.position.x`, `tip.nutation`.
//!
//! Invariant: one attribute, one symbol; the symbol's name is the text of the attribute in the language.

use super::parts::AttributeEntry;
use crate::diagnostics::messages;
use crate::diagnostics::{Diagnostic, Place};
use crate::model::{Attribute, BodyId, Carrier, JointId, JointKind, Mount, Quantity};
use crate::resolve::expressions::value::{Scalar, Value};
use crate::resolve::resolver::{Progress, Resolver, Taken};
use crate::resolve::scopes::{Meaning, Scope};
use crate::symbolic::vectors;
use crate::symbolic::{Node, Symbol};
use crate::syntax::{Expression, Kind, Segment};
use crate::units::{Dimension, Exponent, Spelling};
use std::borrow::Cow;
use std::collections::hash_map::Entry;

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
            let message = format!("an attribute takes no index and no unit: `.{member}`");
            let mistake = Diagnostic::error(bracket.place, message);
            return Some(self.report(mistake.help("components are `.x`, `.y` and `.z`")));
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
            _ if known.contains(&word) => {
                let message =
                    format!("`{whole}.{word}` is ambiguous: it may be a row or a column of the matrix");
                let help = format!(
                    "the {word} axis of `{name}` is `{name}.axis.{word}`; rows and columns are `{name}.rotation.row.{word}` and `{name}.rotation.column.{word}`"
                );
                self.report(Diagnostic::error(member.place, message).help(help))
            }
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
        let components = axes.iter().map(|axis| {
            let Value::Vector(axis) = axis else {
                return Value::Scalar(Scalar::new(self.graph.zero(), dimension));
            };
            let node = self.graph.dot(&numbers(axis), &omega);
            Value::Scalar(Scalar::new(node, dimension))
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

    /// The names of a joint's coordinates, in their order.
    pub fn coordinate_names(&mut self, number: usize) -> Option<Vec<String>> {
        let place = self.parts.joints[number].place;
        let planar = self.parts.is_planar();
        let joint = self.joint(number, place)?;
        Some(joint.kind.coordinates(planar).into_iter().map(|(name, _)| name).collect())
    }

    fn joint_attribute(&mut self, number: usize, word: &str, place: Place) -> Option<Value> {
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
        let (mut dimension, mut spelling) = (dimension, self.checked.then_some(spelling));
        for _ in 0..order {
            dimension = dimension.over(Dimension::TIME);
            spelling = spelling.map(|spelling| spelling.per_second());
        }
        let dimension = self.dimension(dimension);
        self.attribute_of_unit(quantity, &name, order, dimension, spelling)
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
            self.parts.attributes.push(AttributeEntry { attribute, kinematic, dimension });
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
            Kinematic::Reaction => Some("the rate of a reaction is not available"),
            Kinematic::Exerted => Some("the rate of a force is not available"),
            Kinematic::Acceleration => Some("the rate of an acceleration is not available"),
            _ if quaternion => {
                Some("a component of a quaternion has no rate of its own: use the `angular_velocity`")
            }
            _ => None,
        };
        if let Some(message) = refused {
            let mistake = Diagnostic::error(argument.place, format!("{message}: `{argument}`"));
            return self.report(mistake.help("`der` applies to positions, angles, velocities and states"));
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

    /// The coordinate of a joint that an expression names: `pivot.angle`, or `pivot` if it has only one.
    pub fn coordinate_of(&mut self, expression: &'d Expression, scope: Scope) -> Option<(JointId, usize)> {
        if let Some((Meaning::Joint(number), name)) = self.part(expression, scope) {
            let names = self.coordinate_names(number)?;
            return match names.as_slice() {
                [_] => Some((JointId(number), 0)),
                [] => {
                    let message = format!("joint `{name}` has no coordinate");
                    self.report(Diagnostic::error(expression.place, message))
                }
                several => {
                    let message = format!("joint `{name}` has {} coordinates", several.len());
                    let each: Vec<String> = several.iter().map(|word| format!("`{name}.{word}`")).collect();
                    self.report(
                        Diagnostic::error(expression.place, message)
                            .help(format!("choose one of {}", each.join(", "))),
                    )
                }
            };
        }
        let Value::Scalar(value) = self.value(expression, scope)? else {
            return self.no_joint_coordinate(expression);
        };
        let symbol = self.symbol_of(value.node);
        let quantity = symbol.and_then(|symbol| self.attribute_of(symbol)).map(|entry| &entry.attribute);
        match quantity {
            Some(Attribute { quantity: Quantity::Joint(id, coordinate), order: 0, .. }) => {
                Some((*id, *coordinate))
            }
            _ => self.no_joint_coordinate(expression),
        }
    }

    /// The symbol, if the node is one.
    pub fn symbol_of(&self, node: Node) -> Option<Symbol> {
        match self.graph.view(node) {
            crate::symbolic::View::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    fn no_joint_coordinate<T>(&mut self, expression: &Expression) -> Option<T> {
        self.report(
            Diagnostic::error(expression.place, format!("`{expression}` is not a coordinate of a joint"))
                .help("write `pivot.angle` or `guide.displacement`"),
        )
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
