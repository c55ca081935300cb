//! The distance of a mechanism from its reference configuration, which the initial state minimises.
//!
//! ```text
//! angle          2 sin(Δ/2):  (cos Δ − 1, sin Δ),   Δ = θ − θ₀                                     (1)
//! rotation       2 sin(Δ/2):  (Q − Q₀)/√2, all entries, Δ the angle of Q₀ᵀ Q                       (2)
//! displacement   (s − s₀)/L                                                                        (3)
//! direction      e − e₀, each component, guessed alone: it has no length                           (5)
//! L = Σ distances of the ends of all joints from the centres of mass of their bodies, lengths of rods,
//!     radii of what rolls; without any, √(Σ tr J / Σ m), a radius of gyration                        (4)
//! ```
//!
//! over the coordinates of all joints, in the order of the description, whether a formulation has them as
//! coordinates or not: Σ d² depends on the configuration alone. Bodies that no joint with coordinates places count
//! with their pose. θ₀, Q₀, s₀ are the values in `initial`, given or guessed, else zero. A guess counts [`GUESSED`]
//! times as much as a coordinate that is not mentioned: it decides which closure is chosen. Guesses of bodies and frames
//! count beside the coordinates, in every formulation.
//!
//! Where a branch of the mechanism moves freely from the ground and `initial` places points of it, s₀ of the free joint is that which
//! places them without turning, component by component, the first entry of each; likewise its rate for velocities:
//!
//! ```text
//! s₀ = (x − x₀) of the point, x its given position, x₀ that in the reference with s₀ = 0              (6)
//! ```
//!
//! Measured from zero, its displacement would be shorter turned, be it by a hair: for an arm of a centimetre, a body would turn by 180° on its
//! way of some metres.
//!
//! Invariant: the rates of d at a velocity v have the square Σ ω² + Σ (ṡ/L)².

use super::attributes::{Scene, origin};
use super::coordinates::{Compared, Known};
use super::reference::Reference;
use super::shifts::Shifts;
use super::slips::Slip;
use super::tree::Owner;
use crate::mechanics::{Deviation, Formulated};
use crate::model::{Body, BodyId, Carrier, Certainty, Initial, JointId, Mount, Quantity, Target};
use crate::symbolic::algebra::{Algebra, Expr, Matrix};
use crate::symbolic::{Constant, Function, Graph, Node, rotations};

/// The least L in m.
const SHORTEST: (i64, i64) = (1, 1_000_000);

/// The weight of a guessed coordinate relative to those that `initial` does not mention.
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
    let shifts = Shifts::new(graph, scene, &reference, known);
    let mut all = Vec::new();
    for (number, joint) in multibody.joints.iter().enumerate() {
        let names = joint.kind.coordinates(multibody.planar);
        // A particle has no axes that angles could be measured from.
        let rotates = reference.rotates(multibody, JointId(number));
        let at = |k: usize| known.joints.get(&(number, k)).copied().unwrap_or_default();
        let shift = shifts.of_joint(graph, scene, JointId(number), known);
        for (k, (name, is_angle)) in names.iter().enumerate() {
            if (*is_angle || name.starts_with("rotation."))
                && !rotates
                && !known.joints.contains_key(&(number, k))
            {
                continue;
            }
            let algebra = &Algebra::new(graph);
            let guessed = known.guessed.contains(&(number, k));
            let or = |given: Option<Node>, other| given.map_or(other, |value| algebra.expr(value));
            let zero = algebra.zero();
            if name == "rotation.w" {
                let identity = [algebra.one(), zero, zero, zero];
                let wanted = rotations::of_quaternion(core::array::from_fn(|i| or(at(k + i).0, identity[i])));
                let found = algebra.with(|graph| scene.across(graph, JointId(number))).rotation;
                let name = format!("{}.rotation", joint.name);
                all.extend(weighted(algebra, rotation(&name, algebra.matrix(&found), wanted), guessed));
            } else if !name.starts_with("rotation.") {
                let found = scene.expression(algebra, &Quantity::Joint(JointId(number), k), 0);
                // A shift has lengths alone; angles come after them.
                let moved = |order: usize| {
                    let shift = shift.and_then(|shift| shift[order].get(k).copied());
                    shift.map_or(zero, |shift| algebra.expr(shift))
                };
                let (wanted, rate) = (or(at(k).0, moved(0)), or(at(k).1, moved(1)));
                let name = format!("{}.{name}", joint.name);
                let moved = if *is_angle {
                    angle(&name, found, wanted, rate)
                } else {
                    vec![displacement(algebra.expr(length), &name, (found, wanted, rate))]
                };
                all.extend(weighted(algebra, moved, guessed));
            }
        }
    }
    for link in reference.links() {
        let Owner::Body(id) = link.owner else { continue };
        if link.component == 0 {
            all.extend(of_body(graph, scene, (&reference, &shifts), id, length));
        }
    }
    let algebra = &Algebra::new(graph);
    for (name, found, wanted, compared) in &known.others {
        let [found, wanted, zero] = [algebra.expr(*found), algebra.expr(*wanted), algebra.zero()];
        let moved = match compared {
            Compared::Angle => angle(name, found, wanted, zero),
            Compared::Length => vec![displacement(algebra.expr(length), name, (found, wanted, zero))],
            // (5) is (3) with L = 1.
            Compared::Number => vec![displacement(algebra.one(), name, (found, wanted, zero))],
        };
        all.extend(weighted(algebra, moved, true));
    }
    for turned in multibody.turned.iter().filter(|turned| turned.guess) {
        let found = scene.motion.pose(graph, &scene.tree, &turned.mount).rotation;
        let algebra = &Algebra::new(graph);
        let [found, wanted] = [found, turned.rotation].map(|axes| algebra.matrix(&axes));
        all.extend(weighted(algebra, rotation(&turned.name, found, wanted), true));
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
    let value_of = |initial: &[Initial], target: Target| {
        initial.iter().find(|entry| entry.target == target).map(|entry| entry.value)
    };
    let mut all = Vec::new();
    // Slips follow from the motion of joints, which is counted.
    let slips = |number: usize| slips.iter().any(|slip| slip.coordinate == number);
    for number in
        (first..formulated.coordinates.len() - formulated.turns.len()).filter(|&number| !slips(number))
    {
        let coordinate = &formulated.coordinates[number];
        let rate_of = velocity + number - first;
        let wanted = value_of(&formulated.initial, Target::Position(number)).unwrap_or(coordinate.reference);
        let rate = value_of(&formulated.initial, Target::Velocity(rate_of))
            .unwrap_or(formulated.velocities[rate_of].reference);
        let is_angle = coordinate.unit == "rad";
        let algebra = &Algebra::new(&mut formulated.graph);
        let (found, [wanted, rate]) =
            (algebra.symbol(coordinate.position), [wanted, rate].map(|node| algebra.expr(node)));
        let name = &coordinate.name;
        let moved = if is_angle {
            angle(name, found, wanted, rate)
        } else {
            vec![displacement(algebra.one(), name, (found, wanted, rate))]
        };
        let guessed = formulated
            .initial
            .iter()
            .any(|entry| entry.target == Target::Position(number) && is_guess(entry));
        all.extend(weighted(algebra, moved, guessed));
    }
    all
}

fn weighted(algebra: &Algebra<'_>, of: Vec<Deviation>, guessed: bool) -> Vec<Deviation> {
    if !guessed {
        return of;
    }
    let weight = Constant::ratio(GUESSED, 1);
    let heavier = |one: Deviation| {
        let scaled = |node: Node| algebra.with(|graph| graph.scale(weight, node));
        Deviation { value: scaled(one.value), rate: scaled(one.rate), ..one }
    };
    of.into_iter().map(heavier).collect()
}

/// Where `initial` contains only guesses, no value is given.
pub fn is_guess(entry: &Initial) -> bool {
    entry.certainty == Certainty::Guess
}

/// The reference configuration: known coordinates of joints along a spanning tree of all of them.
fn reference(graph: &mut Graph, scene: &Scene<'_>, known: &Known) -> Reference {
    let of_joint = |owner: Owner, k: usize| match owner {
        Owner::Joint(joint) => known.joints.get(&(joint.0, k)).copied().unwrap_or_default(),
        Owner::Body(_) => (None, None),
    };
    let spin = |owner: Owner, k: usize| match owner {
        Owner::Joint(joint) => known.turning.get(&(joint.0, k)).copied(),
        Owner::Body(_) => None,
    };
    Reference::new(graph, scene.multibody, &of_joint, &spin)
}

fn deviation(name: &str, value: Expr<'_>, rate: Expr<'_>) -> Deviation {
    Deviation { name: name.to_owned(), value: value.node(), rate: rate.node() }
}

/// Equation (1).
fn angle<'g>(name: &str, found: Expr<'g>, wanted: Expr<'g>, rate: Expr<'g>) -> Vec<Deviation> {
    let difference = found - wanted;
    let (sine, cosine, one) = (difference.sin(), difference.cos(), found.algebra().one());
    let back = -sine;
    vec![deviation(name, cosine - one, back * rate), deviation(name, sine, cosine * rate)]
}

/// Equation (2).
fn rotation<'g>(name: &str, found: Matrix<'g>, wanted: Matrix<'g>) -> Vec<Deviation> {
    let algebra = found.algebra();
    let root = algebra.constant(Constant::ratio(1, 2)).sqrt();
    let entries = found.0.into_iter().flatten().zip(wanted.0.into_iter().flatten());
    entries.map(|(found, wanted)| deviation(name, root * (found - wanted), algebra.zero())).collect()
}

/// Equation (3).
fn displacement<'g>(
    length: Expr<'g>,
    name: &str,
    (found, wanted, rate): (Expr<'g>, Expr<'g>, Expr<'g>),
) -> Deviation {
    deviation(name, (found - wanted) / length, rate / length)
}

/// The pose of a body that no joint with coordinates places.
fn of_body(
    graph: &mut Graph,
    scene: &Scene<'_>,
    (reference, shifts): (&Reference, &Shifts),
    id: BodyId,
    length: Node,
) -> Vec<Deviation> {
    let multibody = scene.multibody;
    let body = &multibody.bodies[id.0];
    let carrier = Carrier::Body(id);
    let turned = multibody.turned.iter().find(|turned| turned.mount.carrier == carrier);
    let wanted = reference.coordinates(graph, multibody, id, turned);
    let at = Box::new(Mount { position: body.com, ..origin(graph, carrier) });
    let shift = shifts.of_body(graph, id);
    let algebra = &Algebra::new(graph);
    let (length, zero) = (algebra.expr(length), algebra.zero());
    let wanted = algebra.exprs(&wanted);
    let dimensions = if multibody.planar { 2 } else { 3 };
    let mut all = Vec::new();
    for (k, &wanted) in wanted.iter().enumerate().take(dimensions) {
        let found = scene.expression(algebra, &Quantity::Position(at.clone(), k), 0);
        let name = format!("{}.{}", body.name, ["x", "y", "z"][k]);
        let [moved, rate] = shift.map(|shift| algebra.expr(shift[k]));
        all.push(displacement(length, &name, (found, wanted + moved, rate)));
    }
    match (body.particle, multibody.planar) {
        (true, _) => {}
        (false, true) => {
            let found = scene.expression(algebra, &Quantity::Angle(carrier), 0);
            all.extend(angle(&format!("{}.angle", body.name), found, wanted[2], zero));
        }
        (false, false) => {
            let wanted = rotations::of_quaternion(core::array::from_fn(|i| wanted[3 + i]));
            let found =
                Matrix::from_fn(|i, j| scene.expression(algebra, &Quantity::Rotation(at.clone(), i, j), 0));
            all.extend(rotation(&format!("{}.rotation", body.name), found, wanted));
        }
    }
    all
}

/// Equation (4).
fn characteristic_length(graph: &mut Graph, scene: &Scene<'_>) -> Node {
    let algebra = &Algebra::new(graph);
    let multibody = scene.multibody;
    let mut arms = Vec::new();
    for joint in &multibody.joints {
        for mount in [&joint.first, &joint.second] {
            if let Carrier::Body(id) = mount.carrier {
                let com = algebra.vector(&multibody.bodies[id.0].com);
                arms.push((algebra.vector(&mount.position) - com).norm());
            }
        }
        arms.extend(joint.kind.length().map(|length| algebra.expr(length)));
    }
    let arms = algebra.sum(&arms).node();
    let least = graph.constant(Constant::ratio(SHORTEST.0, SHORTEST.1));
    if !graph.is_zero(arms) {
        return graph.call(Function::Max, &[arms, least]);
    }
    let algebra = &Algebra::new(graph);
    let masses: Vec<Expr<'_>> = multibody.bodies.iter().map(|body| algebra.expr(body.mass)).collect();
    let trace = |body: &Body| algebra.sum(&[0, 1, 2].map(|k| algebra.expr(body.inertia[k][k])));
    let traces: Vec<Expr<'_>> = multibody.bodies.iter().map(trace).collect();
    let [mass, inertia] = [&masses, &traces].map(|all| algebra.sum(all).node());
    if graph.is_zero(mass) || graph.is_zero(inertia) {
        return least;
    }
    // The root has no derivative at zero.
    let (square, least) = (graph.div(inertia, mass), graph.mul(least, least));
    let square = graph.call(Function::Max, &[square, least]);
    graph.call(Function::Sqrt, &[square])
}
