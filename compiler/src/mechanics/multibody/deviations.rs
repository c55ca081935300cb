//! How far a mechanism is from its reference configuration: what the initial state makes as small as possible.
//!
//! ```text
//! angle          2 sin(Δ/2):  (cos Δ − 1, sin Δ),   Δ = θ − θ₀                                     (1)
//! rotation       2 sin(Δ/2):  (Q − Q₀)/√2, all entries, Δ the angle of Q₀ᵀ Q                       (2)
//! displacement   (s − s₀)/L                                                                        (3)
//! L = Σ distances of the ends of all joints from the centres of mass of their bodies, lengths of rods,
//!     radii of what rolls                                                                          (4)
//! ```
//!
//! over the coordinates of all joints, in the order of the description, whether a formulation has them as
//! coordinates or not: Σ d² depends on the configuration alone. Bodies that no joint with coordinates places count
//! with their pose. θ₀, Q₀, s₀ are what `initial` says, given or guessed, else zero. What is guessed counts [`GUESSED`]
//! times as much as what is not mentioned: it decides which closure is taken.
//!
//! Invariant: the rates of d at a velocity v have the square Σ ω² + Σ (ṡ/L)².

use super::attributes::Scene;
use super::coordinates::Known;
use super::reference::Reference;
use super::slips::Slip;
use super::tree::Owner;
use super::vectors::{norm, rotation_of_quaternion, sub};
use crate::mechanics::{Deviation, Formulated};
use crate::model::{BodyId, Carrier, Certainty, Initial, JointId, Matrix3, Mount, Quantity, Target};
use crate::symbolic::{Constant, Function, Graph, Node};

/// What is left of L where no joint has an arm, in m: displacements then outweigh angles.
const SHORTEST: (i64, i64) = (1, 1_000_000);

/// How much a guessed coordinate counts, against those that `initial` does not mention.
const GUESSED: i64 = 10;

/// The deviations of bodies and joints, and L.
pub fn of_joints(
    formulated: &mut Formulated<'_>,
    scene: &Scene<'_>,
    known: &Known,
) -> (Vec<Deviation>, Node) {
    let reference = reference(&mut formulated.graph, scene, known);
    let graph = &mut formulated.graph;
    let multibody = scene.multibody;
    let length = characteristic_length(graph, scene);
    let mut all = Vec::new();
    for (number, joint) in multibody.joints.iter().enumerate() {
        let names = joint.kind.coordinates(multibody.planar);
        let at = |k: usize| known.joints.get(&(number, k)).copied().unwrap_or_default();
        for (k, (name, is_angle)) in names.iter().enumerate() {
            let zero = graph.zero();
            if name == "rotation.w" {
                let identity = [graph.one(), zero, zero, zero];
                let quaternion = core::array::from_fn(|i| at(k + i).0.unwrap_or(identity[i]));
                let wanted = rotation_of_quaternion(graph, &quaternion);
                let found = scene.across(graph, JointId(number)).rotation;
                let turned = rotation(graph, &format!("{}.rotation", joint.name), &found, &wanted);
                let guessed = known.guessed.contains(&(number, k));
                all.extend(weighted(graph, turned, guessed));
            } else if !name.starts_with("rotation.") {
                let found = scene.quantity(graph, &Quantity::Joint(JointId(number), k), 0);
                let (wanted, rate) = (at(k).0.unwrap_or(zero), at(k).1.unwrap_or(zero));
                let name = format!("{}.{name}", joint.name);
                let moved = if *is_angle {
                    angle(graph, &name, found, wanted, rate)
                } else {
                    vec![displacement(graph, length, &name, (found, wanted, rate))]
                };
                all.extend(weighted(graph, moved, known.guessed.contains(&(number, k))));
            }
        }
    }
    for link in reference.links() {
        let Owner::Body(id) = link.owner else { continue };
        if link.component == 0 {
            all.extend(of_body(graph, scene, &reference, id, length));
        }
    }
    for (name, found, wanted, is_angle) in &known.others {
        let zero = graph.zero();
        let moved = if *is_angle {
            angle(graph, name, *found, *wanted, zero)
        } else {
            vec![displacement(graph, length, name, (*found, *wanted, zero))]
        };
        all.extend(weighted(graph, moved, true));
    }
    (all, length)
}

/// The deviations of coordinates that the user declared, from number `first` on, the first with velocity `velocity`:
/// (1) of those in rad, differences in the unit of the others.
pub fn of_coordinates(
    formulated: &mut Formulated<'_>,
    (first, velocity): (usize, usize),
    slips: &[Slip],
) -> Vec<Deviation> {
    let said = |initial: &[Initial], target: Target| {
        initial.iter().find(|entry| entry.target == target).map(|entry| entry.value)
    };
    let mut all = Vec::new();
    // The coordinate of a joint counts already where a slip follows it.
    let follows =
        |number: usize| slips.iter().any(|slip| slip.coordinate == number && slip.follows.is_some());
    for number in
        (first..formulated.coordinates.len() - formulated.turns.len()).filter(|&number| !follows(number))
    {
        let coordinate = &formulated.coordinates[number];
        let rate_of = velocity + number - first;
        let wanted = said(&formulated.initial, Target::Position(number)).unwrap_or(coordinate.reference);
        let rate = said(&formulated.initial, Target::Velocity(rate_of))
            .unwrap_or(formulated.velocities[rate_of].reference);
        let is_angle = coordinate.unit == "rad";
        let found = formulated.graph.node(coordinate.position);
        let one = formulated.graph.one();
        let name = coordinate.name.clone();
        let moved = if is_angle {
            angle(&mut formulated.graph, &name, found, wanted, rate)
        } else {
            vec![displacement(&mut formulated.graph, one, &name, (found, wanted, rate))]
        };
        let guessed = formulated
            .initial
            .iter()
            .any(|entry| entry.target == Target::Position(number) && is_guess(entry));
        all.extend(weighted(&mut formulated.graph, moved, guessed));
    }
    all
}

fn weighted(graph: &mut Graph, of: Vec<Deviation>, guessed: bool) -> Vec<Deviation> {
    if !guessed {
        return of;
    }
    let weight = Constant::ratio(GUESSED, 1);
    let heavier = |one: Deviation| Deviation {
        value: graph.scale(weight, one.value),
        rate: graph.scale(weight, one.rate),
        ..one
    };
    of.into_iter().map(heavier).collect()
}

/// Where `initial` only guesses, nothing is given.
pub fn is_guess(entry: &Initial) -> bool {
    entry.certainty == Certainty::Guess
}

/// The reference configuration: known coordinates of joints along a spanning tree of all of them.
fn reference(graph: &mut Graph, scene: &Scene<'_>, known: &Known) -> Reference {
    let of_joint = |owner: Owner, k: usize| match owner {
        Owner::Joint(joint) => known.joints.get(&(joint.0, k)).copied().unwrap_or_default(),
        Owner::Body(_) => (None, None),
    };
    Reference::new(graph, scene.multibody, &of_joint, &|_, _| None)
}

/// Equation (1).
fn angle(graph: &mut Graph, name: &str, found: Node, wanted: Node, rate: Node) -> Vec<Deviation> {
    let difference = graph.sub(found, wanted);
    let (sine, cosine, one) = (graph.sin(difference), graph.cos(difference), graph.one());
    let back = graph.neg(sine);
    vec![
        Deviation { name: name.to_owned(), value: graph.sub(cosine, one), rate: graph.mul(back, rate) },
        Deviation { name: name.to_owned(), value: sine, rate: graph.mul(cosine, rate) },
    ]
}

/// Equation (2).
fn rotation(graph: &mut Graph, name: &str, found: &Matrix3, wanted: &Matrix3) -> Vec<Deviation> {
    let half = graph.constant(Constant::ratio(1, 2));
    let root = graph.sqrt(half);
    let rate = graph.zero();
    let mut all = Vec::new();
    for (found, wanted) in found.iter().flatten().zip(wanted.iter().flatten()) {
        let difference = graph.sub(*found, *wanted);
        all.push(Deviation { name: name.to_owned(), value: graph.mul(root, difference), rate });
    }
    all
}

/// Equation (3).
fn displacement(
    graph: &mut Graph,
    length: Node,
    name: &str,
    (found, wanted, rate): (Node, Node, Node),
) -> Deviation {
    let difference = graph.sub(found, wanted);
    Deviation { name: name.to_owned(), value: graph.div(difference, length), rate: graph.div(rate, length) }
}

/// The pose of a body that no joint with coordinates places.
fn of_body(
    graph: &mut Graph,
    scene: &Scene<'_>,
    reference: &Reference,
    id: BodyId,
    length: Node,
) -> Vec<Deviation> {
    let multibody = scene.multibody;
    let body = &multibody.bodies[id.0];
    let carrier = Carrier::Body(id);
    let turned = multibody.turned.iter().find(|turned| turned.mount.carrier == carrier);
    let wanted = reference.coordinates(graph, multibody, id, turned);
    let axes = super::vectors::identity(graph);
    let at = Mount { carrier, position: body.com, rotation: axes };
    let zero = graph.zero();
    let dimensions = if multibody.planar { 2 } else { 3 };
    let mut all = Vec::new();
    for (k, &wanted) in wanted.iter().enumerate().take(dimensions) {
        let found = scene.quantity(graph, &Quantity::Position(at.clone(), k), 0);
        let name = format!("{}.{}", body.name, ["x", "y", "z"][k]);
        all.push(displacement(graph, length, &name, (found, wanted, zero)));
    }
    match (body.particle, multibody.planar) {
        (true, _) => {}
        (false, true) => {
            let found = scene.quantity(graph, &Quantity::Angle(carrier), 0);
            all.extend(angle(graph, &format!("{}.angle", body.name), found, wanted[2], zero));
        }
        (false, false) => {
            let quaternion = core::array::from_fn(|i| wanted[3 + i]);
            let wanted = rotation_of_quaternion(graph, &quaternion);
            let found: Matrix3 = core::array::from_fn(|i| {
                core::array::from_fn(|j| scene.quantity(graph, &Quantity::Rotation(at.clone(), i, j), 0))
            });
            all.extend(rotation(graph, &format!("{}.rotation", body.name), &found, &wanted));
        }
    }
    all
}

/// Equation (4).
fn characteristic_length(graph: &mut Graph, scene: &Scene<'_>) -> Node {
    let multibody = scene.multibody;
    let mut arms = Vec::new();
    for joint in &multibody.joints {
        for mount in [&joint.first, &joint.second] {
            if let Carrier::Body(id) = mount.carrier {
                let arm = sub(graph, &mount.position, &multibody.bodies[id.0].com);
                arms.push(norm(graph, &arm));
            }
        }
        arms.extend(joint.kind.length());
    }
    let sum = graph.sum(&arms);
    let shortest = graph.constant(Constant::ratio(SHORTEST.0, SHORTEST.1));
    graph.call(Function::Max, &[sum, shortest])
}
