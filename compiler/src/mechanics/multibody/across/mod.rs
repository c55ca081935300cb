//! Forces of a large tree: one law for all joints or bodies of a class, derived from the laws of the forces.
//!
//! Forces are of one class where they are of one kind between the same ends of joints of the same motion, or on the same end of bodies, and where
//! the same of their numbers are 0, 1 or −1, or decide on the form of the law. Their other numbers become arguments of the law, so that it is derived once. What a force exerts
//! between two carriers that one elementary motion q joins does not depend on the pose and motion of the pair as a whole
//! (`ForceLaw::is_internal`), so that it is expressed in the frame of the first of them (`view`). A force between the ground and one body is
//! expressed by the pose and the twist of that body, and a force between two bodies that several motions join, or on one
//! body as the motion of another tells, by those of both (`on_bodies`).
//!
//! ```text
//! pose of the second     T_offset · T_motion(q)                                                            (1)
//! e = Sᵀ (Rᵀ T + r × Rᵀ F,  Rᵀ F)          force F and torque T at r on the second; the first takes the opposite  (2)
//! ∂e/∂q along the directions of q ⊞ δ,  ∂e/∂q̇                                                              (3)
//! w = (Rᵀ T + r × Rᵀ F,  Rᵀ F)             on a body, in the axes of its link, with R and p in those of the ground  (4)
//! ∂w/∂η along δR = R [η_ω]×, δp = R η_v,   ∂w/∂V                                                           (5)
//! w₁, w₂ of (4) of both bodies,   ∂w₁/∂(η₁, η₂),   ∂w₁/∂(V₁, V₂)       w₂ is opposite (`ForceLaw::is_mutual`) or zero (6)
//! ```
//!
//! Invariant: a force that cannot be expressed here is an error with its name.

mod on_bodies;
mod sliding;
mod stand_ins;
mod view;
mod watched;

use super::places::Places;
use super::tree::Tree;
use super::uniform::Obstacle;
use super::{Load, Motion, Pose};
use crate::kinds::Kinematics;
use crate::kinds::forces::exerted;
use crate::mechanics::linearisation::make_finite;
use crate::mechanics::switches::Switches;
use crate::model::{Attribute, Carrier, Exertion, Force, Multibody, Vector3};
use crate::symbolic::{Graph, Map, Node, Symbol};
use on_bodies::OnBodies;
use sliding::Sliding;
use stand_ins::{Replacement, StandIns};
use std::collections::{BTreeSet, HashMap};
use view::View;
pub use watched::Watched;

/// The forces of a tree.
#[derive(Clone, Debug, Default)]
pub struct Laws {
    /// One for each class.
    pub laws: Vec<Law>,
    /// The switching functions that are the same for all members: of the time, of inputs, of parameters.
    pub common: Switches,
}

impl Laws {
    /// Whether some take the motion of two bodies.
    pub fn are_between_bodies(&self) -> bool {
        self.laws.iter().flat_map(|law| &law.members).any(|member| member.second.is_some())
    }
}

/// The forces of many joints of one class, in terms of the joint's own coordinate, or of many bodies, in terms of the body's pose and twist.
#[derive(Clone, Debug)]
pub struct Law {
    /// Symbols of the joint's coordinates, velocities, then of the numbers of each member, and of the sides of its switching functions.
    pub arguments: Vec<Symbol>,
    /// Coordinates and velocities of the joint's link; the 12 numbers of the pose and the six of the twist of each body.
    pub sizes: (usize, usize),
    /// Efforts, the potential energy, what is `watched`.
    pub loads: Vec<Node>,
    /// Efforts, the potential energy, ∂e/∂q and ∂e/∂q̇ row by row; between bodies those of the first.
    pub slopes: Vec<Node>,
    /// What a run watches of each member.
    pub watched: Watched,
    /// Whether the second of two bodies bears the opposite wrench.
    pub mutual: bool,
    /// The members.
    pub members: Vec<Member>,
}

/// `sizes` of the law of forces on bodies.
pub const OF_A_BODY: (usize, usize) = (12, 6);

/// `sizes` of the law of forces between bodies.
pub const OF_TWO_BODIES: (usize, usize) = (2 * OF_A_BODY.0, 2 * OF_A_BODY.1);

/// A force of a class.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its number among the forces.
    pub force: usize,
    /// The link on which it acts.
    pub link: usize,
    /// The other link, if the law takes the motion of two bodies.
    pub second: Option<usize>,
    /// Its numbers.
    pub own: Vec<Node>,
}

/// What a force acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Acted {
    /// The motion of a link.
    Across(usize),
    /// A link, against the ground or nothing.
    On(usize),
    /// Two links; or the first one, as the motion of the second tells.
    Between { links: [usize; 2], mutual: bool },
}

impl Acted {
    /// The links on which it acts.
    fn acting(&self) -> &[usize] {
        match self {
            Self::Between { links, mutual: false } => &links[..1],
            _ => self.links(),
        }
    }

    /// The links whose motion its law takes.
    fn links(&self) -> &[usize] {
        match self {
            Self::Across(link) | Self::On(link) => core::slice::from_ref(link),
            Self::Between { links, .. } => links,
        }
    }
}

/// What a force acts on, as its law sees it.
trait Seen: Kinematics {
    /// Whether the force needs another quantity.
    fn foreign(&self) -> bool;
    /// The symbols of the velocities.
    fn rates(&self) -> &[Symbol];
    /// Adds a load to the efforts.
    fn exert(&mut self, load: &Load, efforts: &mut [Node]) -> Result<(), &'static str>;
    /// Whether its vectors are in the axes of the ground.
    fn on_ground(&self) -> bool;
    /// Whether joints keep the ends on a line, or may do so by the numbers of a member: the distance between them has a sign there.
    fn may_be_on_a_line(&self) -> bool;
    /// The changes of the coordinates along each velocity.
    fn directions(&mut self) -> Vec<Vec<(Symbol, Node)>>;
    /// The number of efforts whose derivatives are wanted, the first ones.
    fn independent(&self) -> usize {
        self.rates().len()
    }
}

/// The common properties of the forces of one class.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Class {
    /// The kind as text, without the numbers of bodies, joints and expressions.
    text: String,
    /// The sort of the motion, whether it is passed backwards, and its place in the joint; for bodies whether their ends stay on a line, and the
    /// number of carriers on the ground.
    motion: (u8, bool, usize),
    /// Expressions with symbols for numbers, those of the geometry after those of the force.
    nodes: Vec<Node>,
    /// What it exerts, as far as that is requested.
    exerted: Vec<Exertion>,
}

/// What is requested of the forces, by their names.
pub type Requests<'a> = HashMap<&'a str, Vec<Exertion>>;

impl Laws {
    /// The place of what a force exerts among all that laws report of that.
    pub fn place_of(&self, force: usize, what: Exertion) -> Option<usize> {
        let mut before = 0;
        for law in &self.laws {
            let exerted = &law.watched.exerted;
            if let Some(member) = law.members.iter().position(|member| member.force == force) {
                return Some(
                    before + member * exerted.len() + exerted.iter().position(|&known| known == what)?,
                );
            }
            before += exerted.len() * law.members.len();
        }
        None
    }
}

/// The laws of the forces. `cut` are the links of joints whose reactions are wanted: a force between the ends of such a joint acts on bodies.
///
/// # Errors
/// The force without a law.
pub fn laws(
    graph: &mut Graph,
    (multibody, tree): (&Multibody, &Tree),
    places: &Places<'_>,
    (requests, cut): (&Requests<'_>, &BTreeSet<usize>),
) -> Result<Laws, Obstacle> {
    let Laws { laws: mut all, mut common } = Laws::default();
    if multibody.forces.is_empty() {
        return Ok(Laws { laws: all, common });
    }
    let sliding = Sliding::of(multibody, tree);
    let mut known: HashMap<Class, usize> = HashMap::new();
    let mut stand_ins = [(1, 1), (4, 3), OF_A_BODY, OF_TWO_BODIES].map(|sizes| StandIns::new(graph, sizes));
    let attributes: Map<Symbol, &Attribute> = multibody.attributes.iter().map(|a| (a.symbol, a)).collect();
    for (which, force) in multibody.forces.iter().enumerate() {
        let refused = |why: &str| Obstacle::at(format!("force `{}`, {why},", force.name), force.span);
        let (text, carriers) = canonical(force, tree);
        let requested = requests.get(force.name.as_str()).map_or(&[][..], |all| all);
        let named = named(graph, force, places, &attributes);
        let acted = acted(force, (&carriers, &named), (tree, cut), (places, requested)).map_err(&refused)?;
        let (link, second) = (acted.links()[0], acted.links().get(1).copied());
        let on_a_line = sliding.keeps(graph, (multibody, tree), acted.acting(), force.kind.line());
        let of_link = &tree.links[link];
        let stand_ins = &mut stand_ins[match (acted, &of_link.motion) {
            (Acted::Between { .. }, _) => 3,
            (Acted::On(_), _) => 2,
            (_, Motion::Quaternion) => 1,
            _ => 0,
        }];
        let mut replacement =
            Replacement { attributes: &attributes, places, acted, stand_ins, own: Vec::new() };
        let mut replace = |graph: &mut Graph, node: Node| {
            replacement.replace(graph, node).map_err(|name| refused(&format!("which depends on `{name}`")))
        };
        let mut kind = force.kind.clone();
        let forms: Vec<Node> =
            kind.forms().into_iter().filter(|&node| graph.as_constant(node).is_some()).collect();
        let (mut nodes, mut failed) = (Vec::new(), None);
        kind.each(&mut |node| match if forms.contains(node) { Ok(*node) } else { replace(graph, *node) } {
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
        // The geometry, where the force depends on it: offset, axis and pitch of the motion, and the frames of the carriers in those of their links.
        let zero = graph.zero();
        let mut geometry: Vec<Node> = Vec::new();
        if let (Acted::Across(_), false) = (acted, carriers.is_empty()) {
            let (axis, pitch) = axis_and_pitch(&of_link.motion, zero);
            geometry.extend(pose_nodes(&of_link.offset));
            geometry.extend(axis);
            geometry.push(pitch);
        }
        for &carrier in &carriers {
            geometry.extend(pose_nodes(&tree.placement(graph, carrier).1));
        }
        for node in &mut geometry {
            *node = replace(graph, *node)?;
        }
        nodes.extend(&geometry);
        let member = Member { force: which, link, second, own: replacement.own };
        let motion = match (acted, &of_link.motion) {
            (Acted::Between { mutual: true, .. }, _) => (5, on_a_line, 0),
            (Acted::On(_) | Acted::Between { .. }, _) => {
                let fixed = carriers.iter().filter(|&&carrier| tree.placement(graph, carrier).0.is_none());
                (if second.is_none() { 4 } else { 6 }, on_a_line, fixed.count())
            }
            (_, Motion::Rotation { .. }) => (0, of_link.reversed, of_link.component),
            (_, Motion::Translation { .. }) => (1, of_link.reversed, of_link.component),
            (_, Motion::Screw { .. }) => (2, of_link.reversed, of_link.component),
            (_, Motion::Quaternion) => (3, of_link.reversed, of_link.component),
        };
        let exerted = requested.to_vec();
        let class = Class { text, motion, nodes, exerted: exerted.clone() };
        let next = all.len();
        let number = *known.entry(class).or_insert(next);
        if number < next {
            all[number].members.push(member);
            continue;
        }
        let own = &stand_ins.own[..member.own.len()];
        let moving = [&stand_ins.q[..], &stand_ins.v, own].concat();
        let (carriers, geometry, stand_ins) = (&carriers[..], &geometry[..], &*stand_ins);
        let force = &Force { kind, weight, ..force.clone() };
        let (wanted, switches) = (&exerted[..], (number, &moving[..], &mut common));
        let found = match acted {
            Acted::Across(link) => {
                let foreign = false;
                let mut view = View { graph, tree, places, link, carriers, geometry, stand_ins, foreign };
                results(&mut view, (force, wanted), multibody, switches)
            }
            Acted::On(_) | Acted::Between { .. } => {
                let (links, foreign) = (acted.links(), false);
                let mut bodies =
                    OnBodies { graph, tree, links, carriers, geometry, stand_ins, on_a_line, foreign };
                results(&mut bodies, (force, wanted), multibody, switches)
            }
        };
        let Results { loads, slopes, sides, watched } = found.map_err(&refused)?;
        let arguments = [moving, sides].concat();
        let sizes = (stand_ins.q.len(), stand_ins.v.len());
        let mutual = matches!(acted, Acted::Between { mutual: true, .. });
        all.push(Law { arguments, sizes, loads, slopes, watched, mutual, members: vec![member] });
    }
    Ok(Laws { laws: all, common })
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

/// The links whose motion expressions of a force name.
fn named(
    graph: &mut Graph,
    force: &Force,
    places: &Places<'_>,
    attributes: &Map<Symbol, &Attribute>,
) -> BTreeSet<usize> {
    let mut nodes: Vec<Node> = force.weight.into_iter().collect();
    force.kind.clone().each(&mut |node| nodes.push(*node));
    let symbols: BTreeSet<Symbol> = nodes.iter().flat_map(|&node| graph.symbols(node).to_vec()).collect();
    let named = symbols.iter().filter_map(|symbol| attributes.get(symbol));
    named.filter_map(|attribute| on_bodies::place(graph, places, &attribute.quantity)?.0).collect()
}

/// What a force acts on.
fn acted(
    force: &Force,
    (carriers, named): (&[Carrier], &BTreeSet<usize>),
    (tree, cut): (&Tree, &BTreeSet<usize>),
    (places, requested): (&Places<'_>, &[Exertion]),
) -> Result<Acted, &'static str> {
    if force.kind.needs_reaction().is_some() {
        return Err("which follows from the reaction of a joint");
    }
    if force.kind.sticks().is_some() {
        return Err("which sticks");
    }
    if let Some((joint, k)) = force.kind.acts_along() {
        return match places.link_of(joint, k) {
            Some((link, 0)) if !matches!(tree.links[link].motion, Motion::Quaternion) => {
                Ok(Acted::Across(link))
            }
            _ => Err("which acts on a coordinate that is none of the tree"),
        };
    }
    let link = |carrier: &Carrier| match carrier {
        Carrier::Ground => None,
        Carrier::Body(body) => tree.placements[body.0].link,
    };
    if let [first, second] = carriers
        && force.kind.is_internal()
        && let Some(child) = link(second)
        && tree.links[child].parent == link(first)
    {
        // An effort along the joint would do for the motion, but not for the reaction, and has no vector.
        let has_vector = |what: &Exertion| matches!(what, Exertion::Force(_) | Exertion::Torque(_));
        if !cut.contains(&child) && !requested.iter().any(has_vector) {
            return Ok(Acted::Across(child));
        }
    }
    let mut moving: Vec<usize> = carriers.iter().filter_map(link).collect();
    moving.dedup();
    match moving[..] {
        [] if carriers.is_empty() => Err("which depends on more than a joint or a body"),
        [] => Err("which acts on nothing that moves"),
        [one] => match named.iter().filter(|&&link| link != one).collect::<Vec<_>>()[..] {
            [&other] => Ok(Acted::Between { links: [one, other], mutual: false }),
            _ => Ok(Acted::On(one)),
        },
        [first, second] if force.kind.is_mutual() => {
            Ok(Acted::Between { links: [first, second], mutual: true })
        }
        _ => Err("which depends on several bodies"),
    }
}

/// The results of a law.
struct Results {
    loads: Vec<Node>,
    slopes: Vec<Node>,
    /// The symbols of sides.
    sides: Vec<Symbol>,
    watched: Watched,
}

/// Efforts, potential, and their derivatives: (2) and (3), (4) and (5), or (6).
fn results(
    seen: &mut impl Seen,
    (force, requested): (&Force, &[Exertion]),
    multibody: &Multibody,
    (law, moving, common): (usize, &[Symbol], &mut Switches),
) -> Result<Results, &'static str> {
    let mut effect = force.kind.effect(seen, multibody);
    if let Some(weight) = force.weight {
        effect.scale(seen.graph(), weight);
    }
    if seen.foreign() {
        return Err("which depends on another joint");
    }
    if effect.coincidence.is_some() && seen.may_be_on_a_line() {
        return Err("whose ends sliding joints keep on a line");
    }
    if [effect.holds.len(), effect.slips.len()].iter().any(|&count| count > 0) {
        return Err("which sticks somewhere");
    }
    let zero = seen.graph().zero();
    let mut efforts = vec![zero; seen.rates().len()];
    for load in &effect.loads {
        seen.exert(load, &mut efforts)?;
    }
    let switches = watched::hold(seen.graph(), &mut efforts, (law, moving), common);
    let mut loads = efforts.clone();
    loads.push(seen.graph().sum(&effect.potential));
    let mut slopes = loads.clone();
    // (3), (5) or (6), as columns first.
    let independent = &efforts[..seen.independent()];
    let mut columns = Vec::new();
    for direction in seen.directions() {
        let rate = |symbol: Symbol| direction.iter().find(|(s, _)| *s == symbol).map(|&(_, c)| c);
        columns.push(seen.graph().directional_derivatives(independent, &rate));
    }
    for row in 0..independent.len() {
        slopes.extend(columns.iter().map(|column| column[row]));
    }
    let rates = seen.rates().to_vec();
    for &effort in independent {
        for &rate in &rates {
            slopes.push(seen.graph().derivative(effort, rate));
        }
    }
    make_finite(seen.graph(), slopes[efforts.len() + 1..].iter_mut());
    let watched = Watched::of(&switches, &effect, requested);
    loads.extend(&switches.values);
    loads.extend(effect.coincidence.iter().flatten());
    loads.extend(effect.within.iter().flat_map(|within| [within.value, within.limits[0], within.limits[1]]));
    loads.extend(effect.depth);
    for &what in requested {
        // Vectors of a law across a joint are in the axes of the first body.
        if !seen.on_ground() && matches!(what, Exertion::Force(_) | Exertion::Torque(_)) {
            return Err("whose force an expression names");
        }
        loads.push(exerted(force, &effect, what, seen).ok_or("whose effort an expression names")?);
    }
    if seen.foreign() {
        return Err("which depends on another joint");
    }
    Ok(Results { loads, slopes, sides: switches.sides, watched })
}
