//! The constraints of a large tree as a mechanism of their own: the same joints and bodies, of which only those move that constraints depend on.
//!
//! Its dynamics are those of unit masses without forces,
//! ```text
//! M = 1,   f₀ = 0,   M a − f = a + Gᵀ λ,   K = ∂(Gᵀ λ)/∂q                                              (1)
//! ```
//! so that g, ġ, γ, G, Gᵀ λ and K are those of the constraints alone, and its assembly is that of the closed loops. The loop over links has everything else.
//!
//! A closure depends on the motions between its ends alone: those below the last link on both ways from the ground.

use super::given::Bodies;
use super::particles;
use super::places::Places;
use super::tree::{self, Basis, Owner, Tree};
use super::uniform::{Obstacle, Uniform};
use crate::diagnostics::Diagnostics;
use crate::mechanics::{BodyDynamics, Formulated};
use crate::model::{
    Attribute, Carrier, Claims, Constraint, JointId, Model, Mount, Multibody, Quantity, Target,
};
use crate::symbolic::{Constant, Graph, Map, Node, Symbol};
use std::collections::BTreeSet;

/// More velocities than these in constraints are not given to the loop over links where its factors grow with their number.
const MOST: usize = 48;

/// What constraints depend on.
#[derive(Clone, Debug)]
pub struct ClosingLinks {
    /// Their joints and free bodies.
    pub moving: BTreeSet<Owner>,
    /// Their links.
    pub links: Vec<usize>,
    /// From so many velocities of the mechanism on, loops over links take less time than unrolled equations, whatever part of the velocities
    /// constraints have. None where constraints are not eliminated on their ways, or these are long: then time grows with the part; and in flat trees,
    /// whose unrolled equations are sparse.
    pub large: Option<usize>,
}

/// Loops over links with constraints are taken without being asked for if these have at most this part of the velocities, where the time of a step
/// grows with their number times that of the links.
const CLOSED: usize = 3;

/// [`ClosingLinks::large`] in space and in the plane: if constraints are eliminated few at a time, and if many, or beside forces between bodies.
const LARGE: [[usize; 2]; 2] = [[40, 100], [60, 100]];

/// Trees with at least so many velocities on the way to each, on average, are not flat.
const DEEP: usize = 6;

/// Ways of at most so many velocities are short, and as many that are eliminated at a time are few.
pub const SHORT: usize = 16;

impl Uniform {
    /// Whether so many velocities are those of constraints that unrolled equations take less time.
    pub fn is_mostly_closed(&self) -> bool {
        let Some(closing) = &self.closing else { return false };
        let own: usize = closing.links.iter().map(|&link| self.links[link].motion.velocities()).sum();
        let all = self.velocities.len();
        CLOSED * own > all && closing.large.is_none_or(|large| all < large)
    }
}

/// How constraints are eliminated.
#[derive(Clone, Copy, Debug)]
pub struct Closed {
    /// Whether the mechanism is in the plane.
    pub planar: bool,
    /// Whether they are eliminated on their ways, and these are short.
    pub on_ways: bool,
    /// Whether there are forces between bodies that several joints join, too.
    pub beside_forces: bool,
}

/// The joints and free bodies whose motions constraints depend on.
#[derive(Clone, Debug, Default)]
pub struct Moving {
    /// All of them; none without constraints.
    pub owners: BTreeSet<Owner>,
    /// The largest number of velocities that one constraint has.
    pub longest: usize,
    /// The largest number of velocities that constraints have in common, directly or by others.
    pub together: usize,
}

/// What constraints depend on.
///
/// # Errors
/// A constraint that a loop over links does not have.
pub fn moving(
    model: &Model,
    (multibody, tree): (&Multibody, &Tree),
    (places, attributes): (&Places<'_>, &Map<Symbol, &Attribute>),
) -> Result<Moving, Obstacle> {
    let mut ways = Ways { tree, owners: BTreeSet::new(), all: Moving::default(), clusters: Vec::new() };
    for (number, joint) in multibody.joints.iter().enumerate() {
        if tree.in_tree[number] {
            continue;
        }
        let refused = |why: &str| Obstacle::at(format!("joint `{}`, {why},", joint.name), joint.span);
        if joint.kind.needs_twists() {
            return Err(refused("which rolls"));
        }
        match joint.kind.coupling() {
            Some(coupling) => {
                for (of, k) in [coupling.driver, coupling.driven] {
                    if places.link_of(of, k).is_none() {
                        return Err(refused("which couples a joint that closes a loop"));
                    }
                    ways.owners.insert(Owner::Joint(of));
                }
            }
            None => ways.between(joint.first.carrier, joint.second.carrier),
        }
        ways.settle();
    }
    for constraint in &model.constraints {
        let refused = |why: &str| {
            Obstacle::at(format!("constraint `{}`, which {why},", constraint.name), constraint.span)
        };
        if !constraint.holonomic || !constraint.automatic {
            return Err(refused("is one of velocities"));
        }
        for symbol in model.graph.symbols(constraint.residual) {
            if model.inputs.iter().any(|input| input.symbol == symbol) {
                return Err(refused("depends on an input"));
            }
            let Some(attribute) = attributes.get(&symbol) else { continue };
            if !ways.quantity(&attribute.quantity, places) {
                return Err(refused(&format!("depends on `{}`", attribute.name)));
            }
        }
        ways.settle();
    }
    for force in &multibody.forces {
        let mut nodes: Vec<Node> = force.weight.into_iter().collect();
        force.kind.clone().each(&mut |node| nodes.push(*node));
        let of_multiplier = |constraint: &&Constraint| {
            nodes.iter().any(|&node| model.graph.depends_on(node, constraint.multiplier))
        };
        if let Some(constraint) = model.constraints.iter().find(of_multiplier) {
            let what =
                format!("force `{}`, which depends on the reaction of `{}`,", force.name, constraint.name);
            return Err(Obstacle::at(what, force.span));
        }
    }
    let moving = ways.all;
    let owners = &moving.owners;
    let closed = tree.in_tree.contains(&false) || !model.constraints.is_empty();
    if closed && owners.is_empty() {
        return Err(Obstacle::from("a mechanism whose constraints hold nothing that moves"));
    }
    if let Some(link) = tree.links.iter().find(|link| link.follows.is_some())
        && !owners.is_empty()
    {
        let Owner::Joint(joint) = link.owner else { return Ok(moving) };
        let joint = &multibody.joints[joint.0];
        let what = format!("joint `{}`, which follows another one beside constraints,", joint.name);
        return Err(Obstacle::at(what, joint.span));
    }
    Ok(moving)
}

/// Refuses many velocities in constraints where these are not eliminated on their ways, so that the work is that of a dense matrix.
///
/// # Errors
/// Too many of them.
pub fn refuse_many(tree: &Tree, moving: &BTreeSet<Owner>) -> Result<(), Obstacle> {
    if velocities_of(tree, moving) > MOST {
        return Err(Obstacle::from("a mechanism with many loops"));
    }
    Ok(())
}

impl ClosingLinks {
    /// Those of constraints that move something.
    pub fn of(moving: &Moving, tree: &Tree, closed: Closed) -> Option<Self> {
        let links = tree.links.iter().enumerate().filter(|(_, link)| moving.owners.contains(&link.owner));
        let links: Vec<usize> = links.map(|(number, _)| number).collect();
        let many = moving.together > SHORT || closed.beside_forces;
        let large = LARGE[usize::from(closed.planar)][usize::from(many)];
        let large = (closed.on_ways && !is_flat(tree)).then_some(large);
        (!links.is_empty()).then(|| Self { links, moving: moving.owners.clone(), large })
    }
}

/// [`DEEP`].
fn is_flat(tree: &Tree) -> bool {
    let mut on_way: Vec<usize> = Vec::new();
    let (mut velocities, mut sum) = (0, 0);
    for link in &tree.links {
        let own = link.motion.sizes().1;
        on_way.push(link.parent.map_or(0, |parent| on_way[parent]) + own);
        velocities += own;
        sum += own * on_way[on_way.len() - 1];
    }
    sum < DEEP * velocities
}

/// The number of velocities of these joints and bodies.
fn velocities_of(tree: &Tree, owners: &BTreeSet<Owner>) -> usize {
    tree.links.iter().filter(|link| owners.contains(&link.owner)).map(|link| link.motion.sizes().1).sum()
}

/// (1).
pub fn unit_masses(formulated: &mut Formulated<'_>) -> BodyDynamics {
    let graph = &mut formulated.graph;
    let (zero, one) = (graph.zero(), graph.one());
    let n = formulated.velocities.len();
    BodyDynamics {
        mass: (0..n).map(|i| (i, i, one)).collect(),
        force: vec![zero; n],
        residual: formulated.velocities.iter().map(|velocity| graph.node(velocity.acceleration)).collect(),
        kinetic: zero,
        potential: zero,
        articulated: None,
        composites: Vec::new(),
    }
}

/// A number that no description has by chance.
const ANY: (i64, i64) = (7177, 9901);

/// The ways of constraints.
struct Ways<'m> {
    tree: &'m Tree,
    /// Of one constraint.
    owners: BTreeSet<Owner>,
    /// Of those before.
    all: Moving,
    /// The same, those apart that have nothing in common.
    clusters: Vec<BTreeSet<Owner>>,
}

impl Ways<'_> {
    /// Ends a constraint.
    fn settle(&mut self) {
        self.all.longest = self.all.longest.max(velocities_of(self.tree, &self.owners));
        let mut cluster = core::mem::take(&mut self.owners);
        self.all.owners.extend(&cluster);
        self.clusters.retain(|other| {
            let apart = other.is_disjoint(&cluster);
            if !apart {
                cluster.extend(other);
            }
            apart
        });
        self.all.together = self.all.together.max(velocities_of(self.tree, &cluster));
        self.clusters.push(cluster);
    }

    /// Everything from the ground to a carrier.
    fn to(&mut self, carrier: Carrier) {
        self.down(carrier, None);
    }

    fn down(&mut self, carrier: Carrier, end: Option<usize>) {
        let way = self.tree.way(end, self.link(carrier));
        self.owners.extend(way.into_iter().map(|link| self.tree.links[link].owner));
    }

    fn link(&self, carrier: Carrier) -> Option<usize> {
        match carrier {
            Carrier::Ground => None,
            Carrier::Body(body) => self.tree.placements[body.0].link,
        }
    }

    /// What moves one end of a closure relative to the other.
    fn between(&mut self, first: Carrier, second: Carrier) {
        let common = self.tree.common_ancestor(self.link(first), self.link(second));
        self.down(first, common);
        self.down(second, common);
    }

    /// Whether a quantity is one of the tree.
    fn quantity(&mut self, quantity: &Quantity, places: &Places<'_>) -> bool {
        match quantity {
            Quantity::Joint(joint, _) if !places.links_of(*joint).is_empty() => {
                self.owners.insert(Owner::Joint(*joint));
            }
            Quantity::Position(mount, _) | Quantity::Rotation(mount, ..) => self.to(mount.carrier),
            Quantity::Distance(ends) => {
                let [first, second]: [&Mount; 2] = ends.each_ref();
                self.to(first.carrier);
                self.to(second.carrier);
            }
            _ => return false,
        }
        true
    }
}

/// Reactions of joints are not those of the tree alone where constraints act, too.
///
/// # Errors
/// The reaction that an output or a range names.
pub fn refuse_reactions(
    wanted: &BTreeSet<Symbol>,
    attributes: &Map<Symbol, &Attribute>,
) -> Result<(), Obstacle> {
    let named = wanted.iter().filter_map(|symbol| attributes.get(symbol));
    let mut reactions = named
        .filter(|one| matches!(one.quantity, Quantity::ReactionForce(..) | Quantity::ReactionTorque(..)));
    match reactions.next() {
        Some(reaction) => Err(Obstacle::from(format!("`{}` beside constraints", reaction.name).as_str())),
        None => Ok(()),
    }
}

/// What `initial` gives of bodies decides on a closed loop only together with its constraints.
///
/// # Errors
/// Such a body.
pub fn refuse_bodies(given: &Bodies<'_>, (tree, moving): (&Tree, &BTreeSet<Owner>)) -> Result<(), Obstacle> {
    let moved = |body: usize| {
        let link = tree.placements[body].link?;
        moving.contains(&tree.links[link].owner).then_some(())
    };
    match given.wanted.keys().find(|&&body| moved(body).is_some()) {
        Some(_) => Err(Obstacle::from("an initial value of a body that constraints move")),
        None => Ok(()),
    }
}

/// Reports what depends on the axes of particles, as for the whole mechanism in joint coordinates: its tree decides, not that of the constraints alone.
pub fn refuse_particles(model: &Model, diagnostics: &mut Diagnostics) {
    let Some(multibody) = &model.multibody else { return };
    let (mut graph, preferred, excluded) =
        (model.graph.clone(), tree::preferred(multibody, &model.initial), BTreeSet::new());
    let basis = Basis::Spanning { preferred: &preferred, excluded: &excluded, moving: None };
    let tree = tree::build(&mut graph, multibody, &basis);
    particles::refuse(&graph, multibody, &tree, diagnostics);
}

/// Whether an expression depends on the multiplier of a constraint.
pub fn names_multiplier(model: &Model, graph: &Graph, node: Node) -> bool {
    model.constraints.iter().any(|constraint| graph.depends_on(node, constraint.multiplier))
}

/// The model of the constraints, of which only these joints and free bodies move. Its outputs and ranges are those of the model that depend on
/// multipliers, with numbers for everything else that moves: whether they are unique does not depend on these.
pub fn constraints_alone(model: &Model, owners: &BTreeSet<Owner>) -> Model {
    let mut alone = model.clone();
    let graph = &mut alone.graph;
    alone.outputs.retain(|output| names_multiplier(model, graph, output.value));
    alone.ranges.retain(|range| names_multiplier(model, graph, range.value));
    let attributes = model.multibody.iter().flat_map(|multibody| &multibody.attributes);
    let inputs = model.inputs.iter().map(|input| input.symbol);
    let moving: BTreeSet<Symbol> = attributes.map(|one| one.symbol).chain(inputs).collect();
    let any = graph.constant(Constant::ratio(ANY.0, ANY.1));
    let outputs = alone.outputs.iter_mut().map(|output| &mut output.value);
    for value in outputs.chain(alone.ranges.iter_mut().map(|range| &mut range.value)) {
        *value = graph.substitute(*value, &|symbol| moving.contains(&symbol).then_some(any));
    }
    alone.inputs.clear();
    alone.warnings.clear();
    alone.claims = Claims::default();
    let Some(multibody) = &mut alone.multibody else { return alone };
    let zero = alone.graph.zero();
    multibody.forces.clear();
    multibody.gravity = [zero; 3];
    multibody.checks.clear();
    multibody.cautions.clear();
    multibody.turned.clear();
    for joint in &mut multibody.joints {
        joint.along = crate::model::Along::default();
    }
    let moves = |joint: JointId| owners.contains(&Owner::Joint(joint));
    let quantities: Map<Symbol, &Quantity> =
        multibody.attributes.iter().map(|attribute| (attribute.symbol, &attribute.quantity)).collect();
    alone.initial.retain(|entry| match entry.target {
        Target::Attribute(symbol) => match quantities.get(&symbol) {
            Some(Quantity::Joint(joint, _) | Quantity::JointAngularVelocity(joint, _)) => moves(*joint),
            _ => false,
        },
        _ => false,
    });
    let given = alone.initial.iter().filter_map(|entry| match entry.target {
        Target::Attribute(symbol) => Some(symbol),
        _ => None,
    });
    let of_constraints =
        alone.constraints.iter().flat_map(|one: &Constraint| alone.graph.symbols(one.residual).to_vec());
    let named: BTreeSet<Symbol> = given.chain(of_constraints).collect();
    multibody.attributes.retain(|attribute| named.contains(&attribute.symbol));
    alone
}
