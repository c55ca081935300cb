//! The coordinates of a tree: symbols, names, units, and given initial values.
//!
//! A joint's coordinates are named after it (`pivot.angle`), those of a body that moves freely after the
//! body (`rod.x`, `rod.rotation.w`); velocities are `der(pivot.angle)` and `rod.angular_velocity.x`.

use super::attributes::Scene;
use super::axes::Axes;
use super::deviations::is_guess;
use super::joints;
use super::joints::Free;
use super::motion_state::MotionState;
use super::reference::Reference;
use super::slips;
use super::tree::{Link, Owner, Tree};
use crate::mechanics::{Condition, ConditionLevel, Formulated, Rotation};
use crate::model::{
    BodyId, Carrier, Coordinate, Initial, JointId, JointKind, Multibody, Quantity, Target, Velocity,
};
use crate::symbolic::algebra::{Algebra, Expr, Vector};
use crate::symbolic::vectors::Vector3;
use crate::symbolic::{Node, Symbol};
use proc_macro2::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Values of joint coordinates and their rates, by joint and number.
type OfJoints = BTreeMap<(usize, usize), (Option<Node>, Option<Node>)>;

/// The entries of `initial`, given or guessed.
#[derive(Default)]
pub struct Known {
    /// Of joints.
    pub joints: OfJoints,
    /// Positions of joints that are guesses.
    pub guessed: BTreeSet<(usize, usize)>,
    /// Guesses of other quantities: name, quantity, value, and how they are compared.
    pub others: Vec<(String, Node, Node, Compared)>,
    /// Components of the angular velocity of joints.
    pub turning: BTreeMap<(usize, usize), Node>,
    /// Components of positions and velocities of points of bodies, in the order of the description.
    pub placed: Vec<Placed>,
}

/// An entry for a component of the position of a point, or of its velocity.
pub struct Placed {
    /// The body.
    pub body: BodyId,
    /// The point, in the axes of the body.
    pub point: Vector3,
    /// 0 for the position, 1 for the velocity.
    pub order: usize,
    /// The number of the component, in the axes of the ground.
    pub component: usize,
    /// Its value.
    pub value: Node,
}

/// How a quantity is compared with its guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// By the chord of the angle between them.
    Angle,
    /// By their difference, in the characteristic length.
    Length,
    /// By their difference: components of a direction.
    Number,
}

const QUATERNION: [&str; 4] = ["w", "x", "y", "z"];

/// The coordinates of a tree; they precede those that are declared besides bodies.
pub struct Coordinates {
    /// Numbers of coordinates and velocities of the tree.
    pub sizes: (usize, usize),
    positions: Vec<Symbol>,
    velocities: Vec<Symbol>,
    accelerations: Vec<Symbol>,
}

impl Coordinates {
    /// Declares the coordinates of the tree in the model.
    pub fn declare(formulated: &mut Formulated<'_>, multibody: &Multibody, tree: &Tree) -> Self {
        let mut coordinates = Vec::new();
        let mut velocities = Vec::new();
        let mut rotations = Vec::new();
        for link in tree.links.iter().filter(|link| link.own && link.follows.is_none()) {
            let named = Owned::of(multibody, link);
            if link.motion.sizes().0 == 4 {
                rotations.push(Rotation { coordinate: coordinates.len(), velocity: velocities.len() });
                // The quaternion of a joint that is passed backwards is the inverse of the joint's.
                let what = if link.reversed { "inverse_rotation" } else { "rotation" };
                for (k, component) in QUATERNION.iter().enumerate() {
                    let name = format!("{}.{what}.{component}", named.owner);
                    let reference = if k == 0 { formulated.graph.one() } else { formulated.graph.zero() };
                    coordinates.push(named.coordinate(formulated, name, "", reference));
                }
                // Of a body the angular velocity is that in the axes of the ground.
                let what = match (link.owner, link.reversed) {
                    (Owner::Body(_), _) => "own_angular_velocity",
                    (Owner::Joint(_), true) => "inverse_angular_velocity",
                    (Owner::Joint(_), false) => "angular_velocity",
                };
                for component in &QUATERNION[1..] {
                    let name = format!("{}.{what}.{component}", named.owner);
                    velocities.push(named.velocity(formulated, name, "rad/s"));
                }
            } else {
                let name = format!("{}.{}", named.owner, named.names[link.component].0);
                let (unit, rate) =
                    if named.names[link.component].1 { ("rad", "rad/s") } else { ("m", "m/s") };
                let reference = formulated.graph.zero();
                coordinates.push(named.coordinate(formulated, name.clone(), unit, reference));
                velocities.push(named.velocity(formulated, format!("der({name})"), rate));
            }
        }
        let sizes = (coordinates.len(), velocities.len());
        let this = Self {
            sizes,
            positions: coordinates.iter().map(|c| c.position).collect(),
            velocities: velocities.iter().map(|v| v.symbol).collect(),
            accelerations: velocities.iter().map(|v| v.acceleration).collect(),
        };
        coordinates.append(&mut formulated.coordinates);
        velocities.append(&mut formulated.velocities);
        formulated.coordinates = coordinates;
        formulated.velocities = velocities;
        formulated.rotations = rotations;
        this
    }

    /// Poses and twists of everything in these coordinates; declares the slips of friction.
    pub fn scene<'m>(
        &self,
        formulated: &mut Formulated<'_>,
        multibody: &'m Multibody,
        tree: Tree,
    ) -> Scene<'m> {
        let slips = slips::declare(formulated, multibody, &tree);
        let tangent = formulated.tangent();
        let graph = &mut formulated.graph;
        let positions: Vec<Node> = self.positions.iter().map(|&q| graph.node(q)).collect();
        let velocities: Vec<Node> = self.velocities.iter().map(|&v| graph.node(v)).collect();
        let mut rates: BTreeMap<Symbol, Vec<Node>> = BTreeMap::new();
        rates.insert(formulated.model.time, vec![graph.one()]);
        for (velocity, direction) in formulated.velocities.iter().zip(&tangent) {
            let v = graph.node(velocity.symbol);
            for &(symbol, coefficient) in direction {
                let rate = graph.mul(coefficient, v);
                rates.entry(symbol).or_default().push(rate);
            }
            let a = graph.node(velocity.acceleration);
            rates.insert(velocity.symbol, vec![a]);
        }
        let rates = rates.into_iter().map(|(symbol, terms)| (symbol, graph.sum(&terms))).collect();
        let motion = MotionState::new(graph, multibody.planar, &tree, (&positions, &velocities), None);
        let axes = Axes::usual(multibody.planar, &motion);
        let turns = BTreeMap::new();
        Scene { multibody, tree, motion, axes, positions, velocities, tangent, rates, turns, slips }
    }

    /// a of the tree.
    pub fn accelerations(&self, formulated: &mut Formulated<'_>) -> Vec<Node> {
        self.accelerations.iter().map(|&a| formulated.graph.node(a)).collect()
    }

    /// Entries of `initial` for attributes become values of coordinates where possible, conditions
    /// elsewhere; freely moving bodies start at the poses that follow from the given coordinates of joints.
    pub fn initial(
        &self,
        formulated: &mut Formulated<'_>,
        scene: &Scene<'_>,
        values: &BTreeMap<Symbol, Node>,
    ) -> Known {
        let multibody = scene.multibody;
        let mut given: OfJoints = BTreeMap::new();
        let (mut others, mut guessed) = (Vec::new(), BTreeSet::new());
        let mut turning: BTreeMap<(usize, usize), Node> = BTreeMap::new();
        let mut turned: BTreeMap<usize, (Span, String)> = BTreeMap::new();
        let mut kept = Vec::new();
        let mut placed = Vec::new();
        for entry in std::mem::take(&mut formulated.initial) {
            let Target::Attribute(symbol) = entry.target else {
                kept.push(self.beside(entry));
                continue;
            };
            let Some(attribute) = multibody.attributes.iter().find(|a| a.symbol == symbol) else { continue };
            if let Quantity::Position(mount, component) = &attribute.quantity
                && let Carrier::Body(body) = mount.carrier
            {
                let (order, point) = (usize::from(attribute.order), mount.position);
                placed.push(Placed { body, point, order, component: *component, value: entry.value });
            }
            if let Quantity::Joint(joint, k) = &attribute.quantity {
                if let (0, Some(&(number, _))) = (attribute.order, scene.turns.get(&(*joint, *k))) {
                    formulated.coordinates[number].reference = entry.value;
                }
                let known = given.entry((joint.0, *k)).or_default();
                if is_guess(&entry) && attribute.order == 0 {
                    guessed.insert((joint.0, *k));
                }
                match attribute.order {
                    0 => known.0 = Some(entry.value),
                    _ => known.1 = Some(entry.value),
                }
                if let Some(rotation) = scene.quaternion(*joint, *k) {
                    match rotation.link {
                        Some(coordinate) => {
                            let value = if rotation.conjugate {
                                formulated.graph.neg(entry.value)
                            } else {
                                entry.value
                            };
                            kept.push(Initial { target: Target::Position(coordinate), value, ..entry });
                        }
                        None if is_guess(&entry) => {}
                        None => {
                            turned.entry(joint.0).or_insert((entry.span, attribute.name.to_string()));
                        }
                    }
                    continue;
                }
                if let Some((coordinate, velocity)) = scene.tree_numbers(*joint, *k) {
                    let target = match attribute.order {
                        0 => Target::Position(coordinate),
                        _ => Target::Velocity(velocity),
                    };
                    kept.push(Initial { target, ..entry });
                    continue;
                }
            }
            if let Quantity::JointAngularVelocity(joint, k) = &attribute.quantity {
                turning.insert((joint.0, *k), entry.value);
                if let Some(velocity) = scene.turning_number(*joint, *k) {
                    kept.push(Initial { target: Target::Velocity(velocity), ..entry });
                    continue;
                }
            }
            let Some(&value) = values.get(&symbol) else { continue };
            if is_guess(&entry) {
                if attribute.order == 0 && !matches!(attribute.quantity, Quantity::Joint(..)) {
                    let compared = match attribute.quantity {
                        Quantity::Angle(_) => Compared::Angle,
                        Quantity::Rotation(..) => Compared::Number,
                        _ => Compared::Length,
                    };
                    others.push((attribute.name.to_string(), value, entry.value, compared));
                }
                continue;
            }
            let level =
                if attribute.order == 0 { ConditionLevel::Position } else { ConditionLevel::Velocity };
            let residual = match attribute.quantity {
                // For any number of given turns, where no coordinate counts them.
                Quantity::Joint(joint, k)
                    if attribute.order == 0 && !scene.turns.contains_key(&(joint, k)) =>
                {
                    scene.deviation(&mut formulated.graph, joint, k, entry.value)
                }
                _ => formulated.graph.sub(value, entry.value),
            };
            let name = attribute.name.to_string();
            let tolerance = entry.certainty.tolerance();
            formulated.conditions.push(Condition { name, span: entry.span, residual, level, tolerance });
        }
        formulated.initial = kept;
        for (joint, (span, name)) in turned {
            self.turned(formulated, scene, JointId(joint), &given, span, &name);
        }
        self.turned_mounts(formulated, scene);
        self.guess(formulated, scene, &given, &turning);
        Known { joints: given, guessed, others, turning, placed }
    }

    /// A body or a frame has the rotation P where the vector part of the quaternion of PᵀR vanishes.
    fn turned_mounts(&self, formulated: &mut Formulated<'_>, scene: &Scene<'_>) {
        for turned in scene.multibody.turned.iter().filter(|turned| !turned.guess) {
            let graph = &mut formulated.graph;
            let seen = scene.motion.pose(graph, &scene.tree, &turned.mount).rotation;
            let algebra = &Algebra::new(graph);
            let apart = algebra.matrix(&turned.rotation).transposed() * algebra.matrix(&seen);
            let [_, x, y, z] = joints::quaternion(apart).map(Expr::node);
            for (component, residual) in ["x", "y", "z"].iter().zip([x, y, z]) {
                let name = format!("{}.{component}", turned.name);
                let (span, level) = (turned.span, ConditionLevel::Position);
                formulated.conditions.push(Condition { name, span, residual, level, tolerance: 0.0 });
            }
        }
    }

    /// A joint that is not part of the tree has the rotation p where the vector part of p* ⊗ q vanishes, q
    /// the measured quaternion: p and −p are one rotation.
    fn turned(
        &self,
        formulated: &mut Formulated<'_>,
        scene: &Scene<'_>,
        joint: JointId,
        given: &OfJoints,
        span: Span,
        name: &str,
    ) {
        let graph = &mut formulated.graph;
        let names = scene.multibody.joints[joint.0].kind.coordinates(scene.multibody.planar);
        let Some(first) = names.iter().position(|(name, _)| name == "rotation.w") else { return };
        let algebra = &Algebra::new(graph);
        let p: [Expr<'_>; 4] = core::array::from_fn(|i| {
            let given = given.get(&(joint.0, first + i)).and_then(|known| known.0);
            given.map_or(algebra.zero(), |value| algebra.expr(value))
        });
        let q: [Expr<'_>; 4] =
            core::array::from_fn(|i| scene.expression(algebra, &Quantity::Joint(joint, first + i), 0));
        let (own, seen) = (Vector([p[1], p[2], p[3]]), Vector([q[1], q[2], q[3]]));
        let (forth, back, across) = (p[0] * seen, q[0] * own, own.cross(seen));
        let difference = (forth - back - across).nodes();
        let root = name.trim_end_matches(".w").trim_end_matches(".x");
        for (component, residual) in ["x", "y", "z"].iter().zip(difference) {
            formulated.conditions.push(Condition {
                name: format!("{root}.{component}"),
                span,
                residual,
                level: ConditionLevel::Position,
                tolerance: 0.0,
            });
        }
    }

    /// Indices of coordinates that are declared besides bodies follow those of the tree.
    fn beside(&self, mut entry: Initial) -> Initial {
        match &mut entry.target {
            Target::Position(number) => *number += self.sizes.0,
            Target::Velocity(number) => *number += self.sizes.1,
            _ => {}
        }
        entry
    }

    /// Reference values of freely moving bodies.
    fn guess(
        &self,
        formulated: &mut Formulated<'_>,
        scene: &Scene<'_>,
        given: &OfJoints,
        turning: &BTreeMap<(usize, usize), Node>,
    ) {
        let multibody = scene.multibody;
        if !scene.tree.links.iter().any(|link| matches!(link.owner, Owner::Body(_))) {
            return;
        }
        let known = |owner: Owner, k: usize| match owner {
            Owner::Joint(joint) => given.get(&(joint.0, k)).copied().unwrap_or_default(),
            Owner::Body(_) => (None, None),
        };
        let spin = |owner: Owner, k: usize| match owner {
            Owner::Joint(joint) => turning.get(&(joint.0, k)).copied(),
            Owner::Body(_) => None,
        };
        let reference = Reference::new(&mut formulated.graph, multibody, &known, &spin);
        for link in &scene.tree.links {
            let Owner::Body(id) = link.owner else { continue };
            let turned = multibody.turned.iter().find(|turned| turned.mount.carrier == Carrier::Body(id));
            let positions = reference.coordinates(&mut formulated.graph, multibody, id, turned);
            let velocities = reference.velocities(&mut formulated.graph, multibody, id);
            let (coordinates, rates) = link.motion.sizes();
            for k in 0..coordinates {
                formulated.coordinates[link.coordinate + k].reference = positions[link.component + k];
            }
            for k in 0..rates {
                formulated.velocities[link.velocity + k].reference = velocities[link.component + k];
            }
        }
    }
}

/// Names and places of a link's owner.
struct Owned {
    owner: String,
    names: Vec<(String, bool)>,
    span: Span,
}

impl Owned {
    fn of(multibody: &Multibody, link: &Link) -> Self {
        let free = JointKind::from(Free::default());
        match link.owner {
            Owner::Joint(id) => {
                let joint = &multibody.joints[id.0];
                let names = joint.kind.coordinates(multibody.planar);
                Self { owner: joint.name.clone(), names, span: joint.span }
            }
            Owner::Body(id) => {
                let body = &multibody.bodies[id.0];
                Self { owner: body.name.clone(), names: free.coordinates(multibody.planar), span: body.span }
            }
        }
    }

    fn coordinate(
        &self,
        formulated: &mut Formulated<'_>,
        name: String,
        unit: &str,
        reference: Node,
    ) -> Coordinate {
        let position = formulated.graph.symbol(&name);
        Coordinate { name, span: self.span, position, unit: unit.to_owned(), docs: Vec::new(), reference }
    }

    fn velocity(&self, formulated: &mut Formulated<'_>, name: String, unit: &str) -> Velocity {
        let symbol = formulated.graph.symbol(&name);
        let acceleration = formulated.graph.symbol(&format!("der({name})"));
        let reference = formulated.graph.zero();
        Velocity {
            name,
            span: self.span,
            symbol,
            acceleration,
            unit: unit.to_owned(),
            docs: Vec::new(),
            reference,
        }
    }
}
