//! Forces across the joints of a large tree: one law for all joints of a class, derived from the laws of the forces.
//!
//! Forces are of one class where they are of one kind between the same ends of joints of the same motion, and where the same of their numbers
//! are 0, 1 or −1. Their other numbers become arguments of the law, so that it is derived once. What a force exerts between two carriers that one
//! elementary motion q joins does not depend on the pose and motion of the pair as a whole (`ForceLaw::is_internal`), so that it is expressed
//! in the frame of the first of them:
//!
//! ```text
//! pose of the second     T_offset · T_motion(q)                                                            (1)
//! e = Sᵀ (Rᵀ T + r × Rᵀ F,  Rᵀ F)          force F and torque T at r on the second; the first takes the opposite  (2)
//! ∂e/∂q along the directions of q ⊞ δ,  ∂e/∂q̇                                                              (3)
//! ```
//!
//! Invariant: a force that cannot be expressed here is an error with its name.

mod view;

use super::places::Places;
use super::tree::Tree;
use super::uniform::Obstacle;
use super::{Load, Motion, Pose};
use crate::mechanics::switches::switching_functions;
use crate::model::{Attribute, Carrier, Force, Multibody, Quantity, Vector3};
use crate::symbolic::{Constant, Graph, Map, Node, Symbol};
use std::collections::{BTreeSet, HashMap};
use view::{StandIns, View};

/// The forces of many joints of one class, in terms of the joint's own coordinate.
#[derive(Clone, Debug)]
pub struct Law {
    /// Symbols of the joint's coordinates, velocities, then of the numbers of each member.
    pub arguments: Vec<Symbol>,
    /// Velocities of the joint's link.
    pub freedoms: usize,
    /// Efforts, the potential energy, ∂e/∂q and ∂e/∂q̇ row by row.
    pub results: Vec<Node>,
    /// The link and the numbers of each member.
    pub members: Vec<(usize, Vec<Node>)>,
}

/// The common properties of the forces of one class.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Class {
    /// The kind as text, without the numbers of bodies, joints and expressions.
    text: String,
    /// The sort of the motion, whether it is passed backwards, and its place in the joint.
    motion: (u8, bool, usize),
    /// Expressions with symbols for numbers, those of the geometry after those of the force.
    nodes: Vec<Node>,
}

/// The laws of the forces.
///
/// # Errors
/// The force without a law.
pub fn laws(
    graph: &mut Graph,
    multibody: &Multibody,
    tree: &Tree,
    places: &Places<'_>,
) -> Result<Vec<Law>, Obstacle> {
    let mut all: Vec<Law> = Vec::new();
    if multibody.forces.is_empty() {
        return Ok(all);
    }
    let mut known: HashMap<Class, usize> = HashMap::new();
    // A name with a blank cannot occur in a description.
    let mut stand_ins = [(1, 1), (4, 3)].map(|(coordinates, velocities)| {
        let mut symbols = |what: &str, count: usize| -> Vec<Symbol> {
            (0..count).map(|k| graph.symbol(&format!("{what} {k} of {velocities}"))).collect()
        };
        StandIns { q: symbols("q", coordinates), v: symbols("v", velocities), own: Vec::new() }
    });
    let attributes: Map<Symbol, &Attribute> = multibody.attributes.iter().map(|a| (a.symbol, a)).collect();
    for force in &multibody.forces {
        let refused = |why: &str| Obstacle::at(format!("force `{}`, {why},", force.name), force.span);
        let (text, carriers) = canonical(force, tree);
        let link = acted_link(force, &carriers, tree, places).map_err(&refused)?;
        let acted = &tree.links[link];
        let quaternion = matches!(acted.motion, Motion::Quaternion);
        let stand_ins = &mut stand_ins[usize::from(quaternion)];
        // The replacement of each expression.
        let mut own: Vec<Node> = Vec::new();
        let mut replace = |graph: &mut Graph, node: Node| -> Result<Node, Obstacle> {
            let small = [Constant::ZERO, Constant::ONE, Constant::MINUS_ONE];
            if graph.as_constant(node).is_some_and(|constant| small.contains(&constant)) {
                return Ok(node);
            }
            let named: Vec<&Attribute> =
                graph.symbols(node).iter().filter_map(|symbol| attributes.get(symbol).copied()).collect();
            if named.is_empty() && moves(graph, node, places.fixed()) {
                return Ok(node);
            }
            if named.is_empty() {
                if own.len() == stand_ins.own.len() {
                    let name = format!("number {} of {}", own.len(), stand_ins.v.len());
                    stand_ins.own.push(graph.symbol(&name));
                }
                own.push(node);
                return Ok(graph.node(stand_ins.own[own.len() - 1]));
            }
            let mut values: HashMap<Symbol, Node> = HashMap::new();
            for attribute in named {
                let Quantity::Joint(joint, k) = attribute.quantity else {
                    return Err(refused(&format!("which depends on `{}`", attribute.name)));
                };
                let value = match (places.link_of(joint, k), attribute.order) {
                    (Some((of, 0)), 0) if of == link && !quaternion => stand_ins.q[0],
                    (Some((of, 0)), 1) if of == link && !quaternion => stand_ins.v[0],
                    _ => return Err(refused(&format!("which depends on `{}`", attribute.name))),
                };
                values.insert(attribute.symbol, graph.node(value));
            }
            Ok(graph.substitute(node, &|symbol| values.get(&symbol).copied()))
        };
        let mut kind = force.kind.clone();
        let (mut nodes, mut failed) = (Vec::new(), None);
        kind.each(&mut |node| match replace(graph, *node) {
            Ok(new) => {
                nodes.push(new);
                *node = new;
            }
            Err(why) => failed = Some(why),
        });
        if let Some(why) = failed {
            return Err(why);
        }
        let weight = force.weight.map(|weight| replace(graph, weight)).transpose()?;
        nodes.extend(weight);
        // The geometry, where the force depends on it: offset, axis, pitch, and the frames of both carriers in those of their links.
        let zero = graph.zero();
        let mut geometry: Vec<Node> = Vec::new();
        if !carriers.is_empty() {
            let (axis, pitch) = axis_and_pitch(&acted.motion, zero);
            geometry.extend(pose_nodes(&acted.offset));
            geometry.extend(axis);
            geometry.push(pitch);
            for &carrier in &carriers {
                geometry.extend(pose_nodes(&tree.placement(graph, carrier).1));
            }
        }
        for node in &mut geometry {
            *node = replace(graph, *node)?;
        }
        nodes.extend(&geometry);
        let sort = match acted.motion {
            Motion::Rotation { .. } => 0,
            Motion::Translation { .. } => 1,
            Motion::Screw { .. } => 2,
            Motion::Quaternion => 3,
        };
        let class = Class { text, motion: (sort, acted.reversed, acted.component), nodes };
        let next = all.len();
        let number = *known.entry(class).or_insert(next);
        if number < next {
            all[number].members.push((link, own));
            continue;
        }
        let law = {
            let mut view = View {
                graph,
                tree,
                places,
                link,
                carriers: &carriers,
                geometry: &geometry,
                stand_ins,
                foreign: false,
            };
            let results =
                results(&mut view, &Force { kind, weight, ..force.clone() }, multibody).map_err(&refused)?;
            let arguments = [&stand_ins.q[..], &stand_ins.v, &stand_ins.own[..own.len()]].concat();
            Law { arguments, freedoms: stand_ins.v.len(), results, members: vec![(link, own)] }
        };
        all.push(law);
    }
    Ok(all)
}

/// Whether an expression contains anything except parameters.
fn moves(graph: &Graph, node: Node, fixed: &BTreeSet<Symbol>) -> bool {
    graph.symbols(node).iter().any(|symbol| !fixed.contains(symbol))
}

fn pose_nodes(pose: &Pose) -> Vec<Node> {
    pose.rotation.iter().flatten().chain(&pose.position).copied().collect()
}

fn axis_and_pitch(motion: &Motion, zero: Node) -> (Vector3, Node) {
    match motion {
        Motion::Rotation { axis } | Motion::Translation { axis } => (*axis, zero),
        Motion::Screw { axis, pitch } => (*axis, *pitch),
        Motion::Quaternion => ([zero; 3], zero),
    }
}

/// A force as text in which bodies are numbered in the order of the tree, and joints and expressions have no number; the carriers that are
/// numbered. Two texts are equal where the forces differ in their numbers alone.
fn canonical(force: &Force, tree: &Tree) -> (String, Vec<Carrier>) {
    let text = format!("{:?}", force.kind);
    let mut carriers: Vec<Carrier> = Vec::new();
    for (at, _) in text.match_indices("carrier: ") {
        let rest = &text[at + "carrier: ".len()..];
        let carrier = match rest.strip_prefix("Body(BodyId(") {
            Some(rest) => Carrier::Body(crate::model::BodyId(number(rest).unwrap_or(0))),
            None => Carrier::Ground,
        };
        if !carriers.contains(&carrier) {
            carriers.push(carrier);
        }
    }
    // Parents first.
    let link = |carrier: &Carrier| match carrier {
        Carrier::Ground => None,
        Carrier::Body(body) => tree.placements[body.0].link,
    };
    carriers.sort_by_key(link);
    let mut canonical = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Id(").into_iter().chain(rest.find("Node(")).min() {
        let opening = at + rest[at..].find('(').unwrap_or(0) + 1;
        canonical.push_str(&rest[..opening]);
        let body = rest[..opening].ends_with("BodyId(");
        if let (true, Some(id)) = (body, number(&rest[opening..])) {
            let of = |carrier: &Carrier| *carrier == Carrier::Body(crate::model::BodyId(id));
            canonical.push_str(&carriers.iter().position(of).unwrap_or(0).to_string());
        }
        rest = rest[opening..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    canonical.push_str(rest);
    (canonical, carriers)
}

fn number(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// The link that a force acts across.
fn acted_link(
    force: &Force,
    carriers: &[Carrier],
    tree: &Tree,
    places: &Places<'_>,
) -> Result<usize, &'static str> {
    if force.kind.needs_reaction().is_some() {
        return Err("which follows from the reaction of a joint");
    }
    if force.kind.sticks().is_some() {
        return Err("which sticks");
    }
    if let Some((joint, k)) = force.kind.acts_along() {
        return match places.link_of(joint, k) {
            Some((link, 0)) if !matches!(tree.links[link].motion, Motion::Quaternion) => Ok(link),
            _ => Err("which acts on a coordinate that is none of the tree"),
        };
    }
    if !force.kind.is_internal() {
        return Err("which depends on more than a joint");
    }
    let [first, second] = carriers else { return Err("which acts within one body") };
    let link = |carrier: &Carrier| match carrier {
        Carrier::Ground => None,
        Carrier::Body(body) => tree.placements[body.0].link,
    };
    match (link(first), link(second)) {
        (parent, Some(child)) if tree.links[child].parent == parent => Ok(child),
        _ => Err("whose ends are not joined by one motion"),
    }
}

/// Efforts, potential, and their derivatives: (2) and (3).
fn results(view: &mut View<'_, '_>, force: &Force, multibody: &Multibody) -> Result<Vec<Node>, &'static str> {
    let mut effect = force.kind.effect(view, multibody);
    if let Some(weight) = force.weight {
        effect.scale(view.graph, weight);
    }
    if view.foreign {
        return Err("which depends on another joint");
    }
    if effect.coincidence.is_some() {
        return Err("which has no direction where its ends coincide");
    }
    let more = [effect.holds.len(), effect.slips.len()].iter().any(|&count| count > 0);
    if more || effect.depth.is_some() || effect.within.is_some() {
        return Err("which begins, ends or sticks somewhere");
    }
    let freedoms = view.stand_ins.v.len();
    let mut efforts = vec![view.graph.zero(); freedoms];
    for load in &effect.loads {
        match load {
            Load::OnJoint { effort, .. } => efforts[0] = view.graph.add(efforts[0], *effort),
            Load::OnMount { at, force, torque } => {
                let (local, second) = view.local(at);
                if second {
                    let own = view.along(&local, force, torque);
                    for (effort, own) in efforts.iter_mut().zip(own) {
                        *effort = view.graph.add(*effort, own);
                    }
                }
            }
            Load::OnSlip { .. } | Load::OnQuantity { .. } => return Err("which acts on an expression"),
        }
    }
    let potential = view.graph.sum(&effect.potential);
    let graph = &mut *view.graph;
    if !switching_functions(graph, &efforts).is_empty() {
        return Err("which is not smooth");
    }
    let mut results = efforts.clone();
    results.push(potential);
    // (3), as columns first.
    let one = graph.one();
    let mut columns = Vec::new();
    for k in 0..freedoms {
        let direction: Vec<(Symbol, Node)> = if freedoms == 1 {
            vec![(view.stand_ins.q[0], one)]
        } else {
            quaternion_direction(graph, &view.stand_ins.q, k)
        };
        let rate = |symbol: Symbol| direction.iter().find(|(s, _)| *s == symbol).map(|&(_, c)| c);
        columns.push(graph.directional_derivatives(&efforts, &rate));
    }
    for row in 0..freedoms {
        results.extend(columns.iter().map(|column| column[row]));
    }
    for &effort in &efforts {
        for &rate in &view.stand_ins.v {
            results.push(graph.derivative(effort, rate));
        }
    }
    Ok(results)
}

/// ∂q/∂δ of q ⊗ (0, δ)/2, as `Formulated::tangent` has it.
fn quaternion_direction(graph: &mut Graph, q: &[Symbol], k: usize) -> Vec<(Symbol, Node)> {
    let rows = [
        [(1, -1), (0, 1), (3, 1), (2, -1)],
        [(2, -1), (3, -1), (0, 1), (1, 1)],
        [(3, -1), (2, 1), (1, -1), (0, 1)],
    ];
    let entries = rows[k].iter().enumerate().map(|(i, &(from, sign))| {
        let node = graph.node(q[from]);
        (q[i], graph.scale(Constant::ratio(sign, 2), node))
    });
    entries.collect()
}
