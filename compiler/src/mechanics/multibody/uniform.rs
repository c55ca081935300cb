//! A tree of bodies as tables for a loop over its links, without expressions of the motion.
//!
//! ```text
//! tree ─► links with numbers of parameters ─► names and initial values of coordinates ─► signals for outputs, laws of forces
//! ```
//! Every step takes time proportional to the number of bodies. Quantities of the motion (e.g. the position of a frame in an output)
//! becomes a [`Signal`], which the loop evaluates; expressions have its symbol.
//!
//! Invariant: a part of a model that this form cannot represent is an error that names it; nothing is omitted.

use super::across::{self, Laws};
use super::closing::{self, Closed, ClosingLinks, SHORT};
use super::determined::Start;
use super::given::Bodies;
use super::inertia;
use super::places::Places;
use super::signals::{self, Signal};
use super::tree::{self, Basis, Link, Owner, Tree};
use super::{Choice, Motion, joints};
use crate::mechanics::Drawing;
use crate::model::{
    Attribute, Certainty, Dynamics, Formulation, JointId, JointKind, Model, Multibody, Range, Target,
};
use crate::symbolic::algebra::{Algebra, Matrix};
use crate::symbolic::{Graph, Map, Node, Symbol};
use proc_macro2::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Number of values of a link: its offset (axes row by row, origin), axis, pitch, mass, moment, inertia about its origin, rotor.
pub const NUMBERS: usize = 30;

/// A link, by its numbers.
#[derive(Clone, Debug)]
pub struct UniformLink {
    /// The link it moves on; `None` is the ground.
    pub parent: Option<usize>,
    /// Its motion, whose values are among the numbers.
    pub motion: Elementary,
    /// Its first coordinate, among those of links.
    pub coordinate: usize,
    /// Its first velocity, among those of links.
    pub velocity: usize,
    /// The first velocity of the mechanism that moves it.
    pub moved_by: usize,
    /// Where its joint or its body is declared.
    pub span: Span,
    /// See [`NUMBERS`]; contain only parameters.
    pub numbers: [Node; NUMBERS],
}

/// A link whose coordinate x follows one that several links have in common: x = ratio·q + offset.
#[derive(Clone, Copy, Debug)]
pub struct SharedLink {
    /// The link.
    pub link: usize,
    /// q.
    pub coordinate: usize,
    /// Its velocity.
    pub velocity: usize,
    /// Ratio and offset; contain only parameters.
    pub numbers: [Node; 2],
}

/// An elementary motion, without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Elementary {
    Rotation,
    Translation,
    Screw,
    Quaternion,
}

/// A coordinate or a velocity.
#[derive(Clone, Debug)]
pub struct Direction {
    /// Its name.
    pub name: String,
    /// Its SI unit.
    pub unit: &'static str,
    /// Its value at the start.
    pub start: Node,
    /// Whether that is given.
    pub given: bool,
    /// What else in `initial` would not hold with another value, as written.
    pub basis: Option<Arc<str>>,
}

/// A tree of bodies as tables.
pub struct Uniform {
    /// Holds all expressions.
    pub graph: Graph,
    /// Parents first.
    pub links: Vec<UniformLink>,
    /// The links that a coordinate moves together with others.
    pub shared: Vec<SharedLink>,
    /// q.
    pub coordinates: Vec<Direction>,
    /// v.
    pub velocities: Vec<Direction>,
    /// (first coordinate, first velocity) of every quaternion.
    pub rotations: Vec<(usize, usize)>,
    /// Which velocity each coordinate belongs to: the first of its quaternion.
    pub given_directions: Vec<bool>,
    /// The quantities that outputs and ranges name, with their symbols.
    pub signals: Vec<(Symbol, Signal)>,
    /// Coordinates of joints with limits, then the ranges of the description.
    pub ranges: Vec<Range>,
    /// The laws of forces.
    pub laws: Laws,
    /// The links that constraints move, if there are any; the constraints are a mechanism of their own ([`constraints_alone`](super::constraints_alone)).
    pub closing: Option<ClosingLinks>,
}

/// What keeps a model from being loops.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// As the subject of "… is not made of loops".
    pub what: String,
    /// Where it is, if that is one place.
    pub span: Option<Span>,
}

impl Obstacle {
    /// One at a place.
    pub fn at(what: String, span: Span) -> Self {
        Self { what, span: Some(span) }
    }
}

/// Of the mechanism as a whole.
impl From<&str> for Obstacle {
    fn from(what: &str) -> Self {
        Self { what: what.to_owned(), span: None }
    }
}

/// A model as tables.
///
/// # Errors
/// The obstacle.
pub fn uniform(model: &Model, choice: &Choice) -> Result<Uniform, Obstacle> {
    let multibody = suitable(model, choice)?;
    let mut graph = model.graph.clone();
    let preferred = tree::preferred(multibody, &model.initial);
    let attributes: Map<Symbol, &Attribute> = multibody.attributes.iter().map(|a| (a.symbol, a)).collect();
    let excluded = BTreeSet::new();
    let basis = Basis::Spanning { preferred: &preferred, excluded: &excluded, moving: None };
    let tree = tree::build(&mut graph, multibody, &basis);
    if let Some(link) = tree.links.iter().find(|link| link.share.is_some() || !link.own) {
        let what = format!(
            "`{}`, whose coordinate moves several links of its own (as that of a constant-velocity joint does),",
            owner_name(multibody, link)
        );
        return Err(Obstacle::at(what, owner_span(multibody, link)));
    }
    let links = links(&mut graph, multibody, &tree);
    let shared = shared(&graph, &tree);
    let (mut coordinates, mut velocities, rotations) = directions(&graph, multibody, &tree);
    let fixed = model.parameters.iter().map(|parameter| parameter.symbol).collect();
    let places = Places::new(&tree, multibody, fixed);
    let moving = closing::moving(model, (multibody, &tree), (&places, &attributes))?;
    let mut of_bodies = Bodies::of(multibody)?;
    for entry in &model.initial {
        let Target::Attribute(symbol) = entry.target else {
            let what = "an initial value of something else than a joint or a body";
            return Err(Obstacle::at(what.to_owned(), entry.span));
        };
        let Some(attribute) = attributes.get(&symbol) else { continue };
        let (number, negative) = match places.direction(&mut graph, attribute) {
            Some((_, None)) => {
                let what = format!(
                    "`{}` in `initial`, whose coordinate follows that of another joint,",
                    attribute.name
                );
                return Err(Obstacle::at(what, entry.span));
            }
            Some((Signal::Coordinate { negative, .. }, Some(number))) => (Ok(number), negative),
            Some((Signal::Velocity(_), Some(number))) => (Err(number), false),
            _ => {
                of_bodies.take(attribute, entry)?;
                continue;
            }
        };
        let value = if negative { graph.neg(entry.value) } else { entry.value };
        let direction = match number {
            Ok(coordinate) => &mut coordinates[coordinate],
            Err(velocity) => &mut velocities[velocity],
        };
        (direction.start, direction.given) = (value, entry.certainty != Certainty::Guess);
    }
    let mut start = Start {
        graph: &mut graph,
        planar: multibody.planar,
        tree: &tree,
        coordinates: &mut coordinates,
        velocities: &mut velocities,
    };
    start.decide(&of_bodies)?;
    let wanted = signals::wanted(&graph, model);
    let requests = signals::requests(&wanted, &attributes, multibody);
    let cut = signals::reacting(&wanted, &attributes, &places);
    if !moving.owners.is_empty() {
        closing::refuse_reactions(&wanted, &attributes)?;
        closing::refuse_bodies(&of_bodies, (&tree, &moving.owners))?;
    }
    let laws = across::laws(&mut graph, (multibody, &tree), &places, (&requests, &cut))?;
    let mut signals =
        signals::signals(&mut graph, (model, multibody), (&wanted, &attributes), (&places, &laws))?;
    let (of_limits, mut ranges) = signals::limits(&mut graph, multibody, &places)?;
    signals.extend(of_limits);
    ranges.extend(model.ranges.iter().cloned());
    let on_ways = moving.longest <= SHORT;
    if !on_ways {
        closing::refuse_many(&tree, &moving.owners)?;
    }
    let shape = Closed { planar: multibody.planar, on_ways, beside_forces: laws.are_between_bodies() };
    let closing = ClosingLinks::of(&moving, &tree, shape);
    let mut given_directions = Vec::new();
    for link in tree.links.iter().filter(|link| link.follows.is_none()) {
        let given = coordinates[link.coordinate].given;
        given_directions.extend(std::iter::repeat_n(given, link.motion.sizes().1));
    }
    Ok(Uniform {
        graph,
        links,
        shared,
        coordinates,
        velocities,
        rotations,
        given_directions,
        signals,
        ranges,
        laws,
        closing,
    })
}

/// The checks that do not need the tree.
fn suitable<'m>(model: &'m Model, choice: &Choice) -> Result<&'m Multibody, Obstacle> {
    let refused = |what: &str| Err(Obstacle::from(what));
    let Some(multibody) = &model.multibody else { return refused("a mechanism without bodies") };
    if choice.formulation == Formulation::Absolute {
        return refused("a mechanism in absolute coordinates");
    }
    if choice.drawing != Drawing::Nothing {
        return refused("a picture");
    }
    if choice.guesses {
        return refused("a motion that is prescribed");
    }
    if let Some(coordinate) = model.coordinates.first() {
        return Err(Obstacle::at(format!("coordinate `{}`", coordinate.name), coordinate.span));
    }
    if let Some(state) = model.states.first() {
        return Err(Obstacle::at(format!("state `{}`", state.name), state.span));
    }
    if let Some(function) = model.functions.first() {
        return refused(&format!("function `{function}`"));
    }
    match &model.dynamics {
        Dynamics::Energies { kinetic, potential, dissipation, generalized, .. }
            if [kinetic, potential, dissipation].iter().all(|&&node| model.graph.is_zero(node))
                && generalized.is_empty() => {}
        _ => return refused("an energy or a generalised force"),
    }
    if model.claims.energy.is_some() {
        return refused("`conserves energy`, which is checked on expressions,");
    }
    if model.claims.verify {
        return refused("`verify`, which tests expressions,");
    }
    if model.claims.freedoms.is_some() {
        return refused("`freedoms`, which is checked on expressions,");
    }
    Ok(multibody)
}

/// The prefix of the names of a link's coordinates.
fn owner_name<'m>(multibody: &'m Multibody, link: &Link) -> &'m str {
    match link.owner {
        Owner::Joint(id) => &multibody.joints[id.0].name,
        Owner::Body(id) => &multibody.bodies[id.0].name,
    }
}

/// Where a link's joint or body is declared.
fn owner_span(multibody: &Multibody, link: &Link) -> Span {
    match link.owner {
        Owner::Joint(id) => multibody.joints[id.0].span,
        Owner::Body(id) => multibody.bodies[id.0].span,
    }
}

impl Elementary {
    fn of(motion: &Motion) -> Self {
        match motion {
            Motion::Rotation { .. } => Self::Rotation,
            Motion::Translation { .. } => Self::Translation,
            Motion::Screw { .. } => Self::Screw,
            Motion::Quaternion => Self::Quaternion,
        }
    }

    /// The number of its velocities.
    pub fn velocities(self) -> usize {
        if self == Self::Quaternion { 3 } else { 1 }
    }

    /// The number of its coordinates.
    pub fn coordinates(self) -> usize {
        if self == Self::Quaternion { 4 } else { 1 }
    }
}

fn links(graph: &mut Graph, multibody: &Multibody, tree: &Tree) -> Vec<UniformLink> {
    let inertias = inertia::of_links(graph, multibody, tree);
    let zero = graph.zero();
    let mut links = Vec::with_capacity(tree.links.len());
    let mut numbers: Vec<Node> = Vec::with_capacity(NUMBERS);
    let own = tree.numbers_of_links();
    for ((link, inertia), (coordinate, velocity)) in tree.links.iter().zip(inertias).zip(own) {
        let (axis, pitch) = match &link.motion {
            Motion::Rotation { axis } | Motion::Translation { axis } => (*axis, zero),
            Motion::Screw { axis, pitch } => (*axis, *pitch),
            Motion::Quaternion => ([zero; 3], zero),
        };
        let axis = if link.backwards() { axis.map(|x| graph.neg(x)) } else { axis };
        let rotor = match link.owner {
            Owner::Joint(id) => multibody.joints[id.0].along.rotor.unwrap_or(zero),
            Owner::Body(_) => zero,
        };
        let about_origin = {
            let algebra = &Algebra::new(graph);
            let second = algebra.matrix(&inertia.second);
            let trace = second.trace();
            Matrix::from_fn(|i, j| if i == j { trace - second[(i, j)] } else { -second[(i, j)] }).nodes()
        };
        numbers.clear();
        numbers.extend(link.offset.rotation.iter().flatten());
        numbers.extend(link.offset.position);
        numbers.extend(axis);
        numbers.extend([pitch, inertia.mass]);
        numbers.extend(inertia.moment);
        numbers.extend(about_origin.iter().flatten());
        numbers.push(rotor);
        let mut all = [zero; NUMBERS];
        all.copy_from_slice(&numbers);
        links.push(UniformLink {
            parent: link.parent,
            motion: Elementary::of(&link.motion),
            coordinate,
            velocity,
            moved_by: link.velocity,
            span: owner_span(multibody, link),
            numbers: all,
        });
    }
    links
}

/// The links that a coordinate moves together with others: those that follow one, and those that they follow.
fn shared(graph: &Graph, tree: &Tree) -> Vec<SharedLink> {
    let followed: BTreeSet<usize> =
        tree.links.iter().filter(|link| link.follows.is_some()).map(|link| link.velocity).collect();
    let all = tree.links.iter().enumerate().filter(|(_, link)| followed.contains(&link.velocity));
    let of = |(number, link): (usize, &Link)| SharedLink {
        link: number,
        coordinate: link.coordinate,
        velocity: link.velocity,
        numbers: link.follows.map_or([graph.one(), graph.zero()], |follows| [follows.ratio, follows.offset]),
    };
    all.map(of).collect()
}

/// Names, units and references, as `coordinates` gives them.
#[allow(clippy::type_complexity)] // three lists, once
fn directions(
    graph: &Graph,
    multibody: &Multibody,
    tree: &Tree,
) -> (Vec<Direction>, Vec<Direction>, Vec<(usize, usize)>) {
    let (zero, one) = (graph.zero(), graph.one());
    let mut coordinates = Vec::with_capacity(tree.coordinates);
    let mut velocities = Vec::with_capacity(tree.velocities);
    let mut rotations = Vec::new();
    let free = JointKind::from(joints::Free::default()).coordinates(multibody.planar);
    let direction = |name: String, unit, start| Direction { name, unit, start, given: false, basis: None };
    // Of the last joint: its links follow each other.
    let mut names: (Option<JointId>, Vec<(String, bool)>) = (None, Vec::new());
    for link in tree.links.iter().filter(|link| link.follows.is_none()) {
        let owner = owner_name(multibody, link);
        if matches!(link.motion, Motion::Quaternion) {
            rotations.push((coordinates.len(), velocities.len()));
            let what = if link.reversed { "inverse_rotation" } else { "rotation" };
            for (component, start) in ["w", "x", "y", "z"].iter().zip([one, zero, zero, zero]) {
                coordinates.push(direction([owner, ".", what, ".", component].concat(), "", start));
            }
            let what = match (link.owner, link.reversed) {
                (Owner::Body(_), _) => "own_angular_velocity",
                (Owner::Joint(_), true) => "inverse_angular_velocity",
                (Owner::Joint(_), false) => "angular_velocity",
            };
            for component in ["x", "y", "z"] {
                velocities.push(direction([owner, ".", what, ".", component].concat(), "rad/s", zero));
            }
        } else {
            let of_owner = match link.owner {
                Owner::Body(_) => &free,
                Owner::Joint(id) => {
                    if names.0 != Some(id) {
                        names = (Some(id), multibody.joints[id.0].kind.coordinates(multibody.planar));
                    }
                    &names.1
                }
            };
            let (word, angle) = &of_owner[link.component];
            let name = [owner, ".", word].concat();
            let (unit, rate) = if *angle { ("rad", "rad/s") } else { ("m", "m/s") };
            velocities.push(direction(["der(", &name, ")"].concat(), rate, zero));
            coordinates.push(direction(name, unit, zero));
        }
    }
    (coordinates, velocities, rotations)
}
