//! [`Model`] → [`Formulated`]: coordinates, constraints and equations of motion of bodies.
//!
//! ```text
//! tree ─► coordinates ─► scene (poses, twists) ─► closures, loads ─► M, f, M a − f, T, V
//! ```
//! Attributes in the description are replaced by expressions of the coordinates.
//!
//! Invariant: the result no longer refers to bodies; M a − f comes from the recursion, not from M.

use super::Motion;
use super::attributes::Scene;
use super::axes;
use super::closing;
use super::closures::Closures;
use super::coordinates::Coordinates;
use super::deviations;
use super::effects::{Effects, Known, all_loads};
use super::inertia;
use super::limits;
use super::loads::Applied;
use super::particles;
use super::picture;
use super::picture_outputs;
use super::reactions;
use super::recursion::{self, Recursion};
use super::rotors;
use super::slips::{self, Slip};
use super::stage::Stage;
use super::tree::{self, Basis, Owner, Tree};
use super::turns;
use crate::diagnostics::{Diagnostics, Reported};
use crate::mechanics::{Articulated, BodyDynamics, Composite, Formulated};
use crate::mechanics::{Drawing, messages};
use crate::model::{Carrier, Dynamics, Force, Formulation, JointId, Model, Multibody, Quantity};
use crate::symbolic::algebra::{Algebra, Expr};
use crate::symbolic::{Constant, Graph, Node, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// Settings of a formulation.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The coordinates of its bodies.
    pub formulation: Formulation,
    /// Index among the formulations of the description; from the second on the name has a suffix.
    pub number: usize,
    /// The requested picture.
    pub drawing: Drawing,
    /// Whether the values in `initial` are only guesses.
    pub guesses: bool,
    /// The constraints alone, of which only these joints and free bodies move; see [`constraints_alone`](super::constraints_alone).
    pub moving: Option<BTreeSet<Owner>>,
}

/// Writes a model in the coordinates of a formulation; one without bodies has those of its description.
///
/// # Errors
/// The witness of a name that a coordinate shares with something declared.
pub fn formulate<'m>(
    model: &'m Model,
    choice: &Choice,
    diagnostics: &mut Diagnostics,
) -> Result<Formulated<'m>, Reported> {
    let mut formulated = Formulated::of(model, choice.formulation, choice.number);
    match formulated.multibody.take() {
        None => formulated.deviations = deviations::of_coordinates(&mut formulated, (0, 0), &[]),
        Some(multibody) => formulate_bodies(&mut formulated, multibody, choice, diagnostics),
    }
    if choice.guesses {
        formulated.guesses = true;
        formulated.conditions.clear();
    }
    formulated.refuse_clashes(diagnostics)?;
    formulated.check();
    Ok(formulated)
}

/// Chooses the coordinates of the bodies, and expresses everything in terms of them.
fn formulate_bodies(
    formulated: &mut Formulated<'_>,
    mut multibody: Multibody,
    choice: &Choice,
    diagnostics: &mut Diagnostics,
) {
    let requested = picture_outputs::add_requested(formulated, &mut multibody, choice.drawing);
    let declared =
        (formulated.coordinates.clone(), formulated.velocities.clone(), formulated.rotations.clone());
    // Joints with friction whose reaction is known only with the accelerations.
    let mut cut = BTreeSet::new();
    let (coordinates, scene, closures, mut values, known) = loop {
        let tree = choose_tree(formulated, &multibody, choice, &cut);
        let coordinates = Coordinates::declare(formulated, &multibody, &tree);
        let mut scene = coordinates.scene(formulated, &multibody, tree);
        axes::choose(formulated, &mut scene);
        turns::count(formulated, &mut scene);
        let closures = Closures::new(&mut formulated.graph, &scene);
        let values = attribute_values(formulated, &scene);
        match reactions_of_friction(formulated, &scene, &coordinates, &closures, &values) {
            Ok(known) => break (coordinates, scene, closures, values, known),
            Err(joint) => {
                cut.insert(joint);
                (formulated.coordinates, formulated.velocities, formulated.rotations) = declared.clone();
                formulated.turns.clear();
            }
        }
    };
    // Those of the constraints alone are looked at in the whole tree.
    if choice.moving.is_none() {
        particles::refuse(&formulated.graph, &multibody, &scene.tree, diagnostics);
    }
    let effects = all_loads(&mut formulated.graph, &scene, &closures, &values, &known, &|_| true);
    report_friction(&multibody, &cut, diagnostics);
    reactions::add(formulated, &scene, &coordinates, &closures, &effects.loads, &mut values);
    values.extend(effects.exerted.iter().map(|(&symbol, &value)| (symbol, value)));
    let known = coordinates.initial(formulated, &scene, &values);
    slips::begin(formulated, &scene.slips);
    replace_attributes(formulated, &values, coordinates.sizes.1);
    let mut closing = closures.constraints(&formulated.graph, formulated.model.time, &multibody);
    // Rows of a redundant joint may vanish: what rounding would leave of them is neither a violation nor a rank.
    let residuals: Vec<Node> = closing.iter().map(|constraint| constraint.residual).collect();
    let zero = formulated.graph.zero();
    for (constraint, cancels) in closing.iter_mut().zip(formulated.graph.cancelled(&residuals)) {
        if cancels {
            (constraint.residual, constraint.rheonomic) = (zero, false);
        }
    }
    formulated.constraints.splice(..0, closing);
    for (slip, &measured) in scene.slips.iter().zip(&effects.slips) {
        let constraint = slip.constraint(formulated, measured);
        formulated.constraints.push(constraint);
    }
    let shares = scene.tree.links.iter().any(|link| link.follows.is_some());
    let guesses = !known.others.is_empty() || multibody.turned.iter().any(|turned| turned.guess);
    formulated.measured = shares || guesses;
    if !formulated.constraints.is_empty() || !formulated.conditions.is_empty() || formulated.measured {
        (formulated.deviations, formulated.length) = deviations::of_joints(formulated, &scene, &known);
        let beside = deviations::of_coordinates(formulated, coordinates.sizes, &scene.slips);
        formulated.deviations.extend(beside);
    }
    formulated.bodies = Some(match choice.moving {
        Some(_) => closing::unit_masses(formulated),
        None => equations_of_motion(formulated, &scene, &coordinates, &effects),
    });
    let mut limits = limits::ranges(&mut formulated.graph, &scene);
    limits.extend(effects.ranges);
    formulated.ranges.splice(..0, limits);
    formulated.coincidences = effects.coincidences;
    formulated.undirected = effects.undirected;
    formulated.contacts = effects.contacts;
    formulated.sticking = effects.sticking;
    if choice.drawing != Drawing::Nothing {
        formulated.picture = Some(picture::picture(&mut formulated.graph, &scene, &requested));
    }
    formulated.multibody = Some(multibody);
}

/// Joints with a reaction that forces depend on become constraints, so that it is a multiplier.
fn choose_tree(
    formulated: &mut Formulated<'_>,
    multibody: &Multibody,
    choice: &Choice,
    cut: &BTreeSet<JointId>,
) -> Tree {
    if choice.formulation == Formulation::Absolute {
        return tree::build(&mut formulated.graph, multibody, &Basis::Free);
    }
    let of_quantity = |symbol: Symbol| multibody.attributes.iter().find(|a| a.symbol == symbol);
    let mut excluded = cut.clone();
    for node in super::effects::expressions(multibody).chain(formulated.states.iter().map(|s| s.rate)) {
        for symbol in formulated.graph.symbols(node) {
            if let Some(Quantity::ReactionForce(joint, _) | Quantity::ReactionTorque(joint, _)) =
                of_quantity(symbol).map(|a| &a.quantity)
            {
                excluded.insert(*joint);
            }
        }
    }
    // The effort of a coupling is a multiplier.
    for attribute in &multibody.attributes {
        if let Quantity::ReactionForce(joint, _) | Quantity::ReactionTorque(joint, _) = attribute.quantity
            && multibody.joints[joint.0].kind.coupling().is_some()
        {
            excluded.insert(joint);
        }
    }
    let preferred = tree::preferred(multibody, &formulated.initial);
    tree::build(
        &mut formulated.graph,
        multibody,
        &Basis::Spanning { preferred: &preferred, excluded: &excluded, moving: choice.moving.as_ref() },
    )
}

/// The reactions that load the friction in joints of the tree, or a joint whose reaction depends on the accelerations
/// or on multipliers: that one must be a constraint.
fn reactions_of_friction(
    formulated: &mut Formulated<'_>,
    scene: &Scene<'_>,
    coordinates: &Coordinates,
    closures: &Closures,
    values: &BTreeMap<Symbol, Node>,
) -> Result<Known, JointId> {
    let joints: BTreeSet<JointId> = scene
        .multibody
        .forces
        .iter()
        .filter_map(|force| force.kind.needs_reaction())
        .filter(|&joint| closures.of(joint).is_none())
        .collect();
    if joints.is_empty() {
        return Ok(Known::new());
    }
    // Friction acts along the freedoms of its joint, or as a couple: it is not part of the force that limits it.
    let others = |force: &Force| force.kind.needs_reaction().is_none();
    let loads = all_loads(&mut formulated.graph, scene, closures, values, &Known::new(), &others).loads;
    let accelerations: Vec<Symbol> = formulated.velocities.iter().map(|v| v.acceleration).collect();
    let multipliers = closures.0.iter().flat_map(|closure| closure.multipliers.iter().copied());
    let multipliers = multipliers.chain(formulated.constraints.iter().map(|c| c.multiplier));
    let multipliers = multipliers.chain(scene.slips.iter().map(Slip::multiplier));
    let unknown: Vec<Symbol> = accelerations.into_iter().chain(multipliers).collect();
    let mut known = Known::new();
    for joint in joints {
        let (mut force, torque) =
            reactions::in_tree(formulated, scene, coordinates, closures, &loads, values, joint);
        let graph = &mut formulated.graph;
        let zero = graph.zero();
        for component in &mut force {
            let depends: Vec<Symbol> =
                unknown.iter().copied().filter(|&symbol| graph.depends_on(*component, symbol)).collect();
            let slopes = graph.gradient(*component, &depends);
            if !vanish(graph, &slopes) {
                return Err(joint);
            }
            *component = graph.substitute(*component, &|symbol| depends.contains(&symbol).then_some(zero));
        }
        known.insert(joint, (force, torque));
    }
    Ok(known)
}

/// Rounding of expressions whose symbols are numbers between a half and two.
const ROUNDING: f64 = 1e-9;
/// Number of random points at which an expression must vanish to count as identically zero.
const PLACES: u64 = 5;

/// Whether these expressions vanish identically. (1 − n·n of a unit vector n does not simplify.)
fn vanish(graph: &Graph, nodes: &[Node]) -> bool {
    (0..PLACES).all(|place| {
        let number = |symbol: Symbol| {
            // Weyl's sequence of the golden section.
            let phase =
                0.618_033_988_749_894_9 * (symbol.index() as f64 + 1.0) + 0.324_717_957 * place as f64;
            0.5 + 1.5 * phase.fract()
        };
        graph.evaluate(nodes, &number).iter().all(|value| value.abs() < ROUNDING)
    })
}

/// Notes the joints that are constraints because of their friction.
fn report_friction(multibody: &Multibody, cut: &BTreeSet<JointId>, diagnostics: &mut Diagnostics) {
    for force in &multibody.forces {
        let Some(joint) = force.kind.needs_reaction() else { continue };
        let name = &multibody.joints[joint.0].name;
        if cut.contains(&joint) {
            diagnostics.push(messages::becomes_constraint(force.span, name));
        }
    }
}

/// The expression of every attribute but reactions and what forces exert.
fn attribute_values(formulated: &mut Formulated<'_>, scene: &Scene<'_>) -> BTreeMap<Symbol, Node> {
    let mut values = BTreeMap::new();
    for attribute in &scene.multibody.attributes {
        if !matches!(
            attribute.quantity,
            Quantity::ReactionForce(..) | Quantity::ReactionTorque(..) | Quantity::Exerted(..)
        ) {
            let value = scene.quantity(&mut formulated.graph, &attribute.quantity, attribute.order);
            values.insert(attribute.symbol, value);
        }
    }
    values
}

/// M, f, M a − f, T and V of the bodies:
/// f = −(M a − f)|ₐ₌₀ by the recursion, T = ½ vᵀM v, V = −Σ m g·c + potentials of the forces.
fn equations_of_motion(
    formulated: &mut Formulated<'_>,
    scene: &Scene<'_>,
    coordinates: &Coordinates,
    effects: &Effects,
) -> BodyDynamics {
    let accelerations = coordinates.accelerations(formulated);
    let unconstrained = formulated.constraints.is_empty();
    let symbols: Vec<Symbol> = formulated.velocities.iter().map(|v| v.symbol).collect();
    let accelerated: Vec<Symbol> = formulated.velocities.iter().map(|v| v.acceleration).collect();
    let graph = &mut formulated.graph;
    let graph_zero = graph.zero();
    let (multibody, tree) = (scene.multibody, &scene.tree);
    let mut applied = Applied::none(graph, tree, scene.tangent.len());
    for (load, &author) in effects.loads.iter().zip(&effects.authors) {
        let before = graph.write_for(author);
        applied.add(graph, scene, load);
        graph.write_for(before);
    }
    let own = inertia::of_links(graph, multibody, tree);
    let grouped = inertia::regrouped(graph, multibody.planar, tree, &own);
    let recursion = Recursion::new(graph, scene, &grouped, &scene.axes);
    let still = vec![graph.zero(); tree.velocities];
    let gravity = &multibody.gravity;
    let bias = recursion.inverse_dynamics(graph, gravity, &scene.velocities, &still, &applied.wrenches);
    let whole =
        recursion.inverse_dynamics(graph, gravity, &scene.velocities, &accelerations, &applied.wrenches);
    let minus = |graph: &mut Graph, rows: &[Node]| -> Vec<Node> {
        (0..applied.generalized.len())
            .map(|j| {
                let row = rows.get(j).copied().unwrap_or(graph.zero());
                graph.sub(row, applied.generalized[j])
            })
            .collect()
    };
    let mut residual = minus(graph, &whole);
    let mut force: Vec<Node> = minus(graph, &bias).into_iter().map(|row| graph.neg(row)).collect();
    let mut lower = recursion.mass_matrix(graph);
    let rotors = rotors::in_closures(graph, scene, &recursion, &symbols[..scene.tangent.len()]);
    let at_rest = |symbol: Symbol| accelerated.contains(&symbol).then_some(graph_zero);
    for (i, &effort) in rotors.residual.iter().enumerate() {
        residual[i] = graph.add(residual[i], effort);
        let bias = graph.substitute(effort, &at_rest);
        force[i] = graph.sub(force[i], bias);
    }
    for (i, j, entry) in rotors.mass {
        recursion::add_entry(graph, &mut lower, (i, j), entry);
    }
    let algebra = &Algebra::new(graph);
    let v: Vec<Expr<'_>> = symbols.iter().map(|&symbol| algebra.symbol(symbol)).collect();
    let mut mass = Vec::new();
    let mut kinetic = Vec::new();
    for &(i, j, entry) in &lower {
        let product = algebra.product(&[algebra.expr(entry), v[i], v[j]]);
        mass.push((i, j, entry));
        if i == j {
            kinetic.push(product / 2);
        } else {
            mass.push((j, i, entry));
            kinetic.push(product);
        }
    }
    mass.sort_by_key(|&(i, j, _)| (i, j));
    let mut potential = algebra.exprs(&effects.potentials);
    let g = algebra.vector(gravity);
    for (number, body) in multibody.bodies.iter().enumerate() {
        let at = crate::model::Mount {
            carrier: Carrier::Body(crate::model::BodyId(number)),
            position: body.com,
            rotation: algebra.identity().nodes(),
        };
        let frame = scene.frame(algebra, &at);
        let (mass, c) = (algebra.expr(body.mass), frame.position);
        let moment = match &body.moments {
            // Its first moment about that point, turned with it.
            Some((first, _)) => {
                mass * c + frame.rotation * (algebra.vector(first) - mass * algebra.vector(&body.com))
            }
            None => mass * c,
        };
        potential.push(-g.dot(moment));
    }
    let (kinetic, potential) = (algebra.sum(&kinetic).node(), algebra.sum(&potential).node());
    let follows = recursion.stages().iter().any(Stage::follows);
    let alone = unconstrained && !follows && scene.tangent.len() == tree.velocities;
    let articulated = alone.then(|| articulate(graph, &recursion, &scene.velocities, &accelerations));
    let composites = composites(multibody, tree);
    BodyDynamics { mass, force, residual, kinetic, potential, articulated, composites }
}

/// The composite bodies of (6) in `recursion`: every body that a link has, with those of the links that it carries.
fn composites(multibody: &Multibody, tree: &Tree) -> Vec<Composite> {
    let mut all = Vec::new();
    for (number, body) in multibody.bodies.iter().enumerate() {
        let Some(link) = tree.placements[number].link else { continue };
        let carries = |mut other: usize| loop {
            if other == link {
                return true;
            }
            match tree.links[other].parent {
                Some(parent) => other = parent,
                None => return false,
            }
        };
        let carried = (0..multibody.bodies.len()).filter(|&k| tree.placements[k].link.is_some_and(carries));
        let masses = carried.map(|k| multibody.bodies[k].mass).collect();
        let own = &tree.links[link];
        let joint = match own.owner {
            Owner::Joint(id) => Some(multibody.joints[id.0].name.clone()),
            Owner::Body(_) => None,
        };
        let motion = match own.motion {
            Motion::Rotation { .. } => Some(true),
            Motion::Translation { .. } => Some(false),
            Motion::Screw { .. } | Motion::Quaternion => None,
        };
        let alone = own.own && own.follows.is_none();
        let motion = motion.filter(|_| alone).map(|turns| (own.velocity, turns));
        all.push(Composite { body: body.name.clone(), joint, motion, masses });
    }
    all
}

/// Products and solves with M by recursions, without its entries.
fn articulate(
    graph: &mut Graph,
    recursion: &Recursion,
    velocities: &[Node],
    accelerations: &[Node],
) -> Articulated {
    // A name with a blank cannot occur in a description.
    let right: Vec<Symbol> =
        (0..velocities.len()).map(|i| graph.symbol(&format!("right-hand side {i}"))).collect();
    let nodes: Vec<Node> = right.iter().map(|&symbol| graph.node(symbol)).collect();
    let solution = recursion.accelerations(graph, &nodes);
    let mass_times = recursion.mass_times(graph, accelerations);
    let momenta = recursion.mass_times(graph, velocities);
    let twice = graph.dot(velocities, &momenta);
    let kinetic = graph.scale(Constant::ratio(1, 2), twice);
    Articulated { right, solution: solution.accelerations, pivots: solution.pivots, mass_times, kinetic }
}

/// Replaces the attributes in everything that the user wrote.
fn replace_attributes(formulated: &mut Formulated<'_>, values: &BTreeMap<Symbol, Node>, velocities: usize) {
    let replacement = |symbol: Symbol| values.get(&symbol).copied();
    let graph = &mut formulated.graph;
    let mut replace = |node: &mut Node| *node = graph.substitute(*node, &replacement);
    formulated.constraints.iter_mut().for_each(|constraint| replace(&mut constraint.residual));
    formulated.states.iter_mut().for_each(|state| replace(&mut state.rate));
    formulated.outputs.iter_mut().for_each(|output| replace(&mut output.value));
    formulated.ranges.iter_mut().for_each(|range| replace(&mut range.value));
    if let Dynamics::Energies { kinetic, potential, dissipation, generalized, .. } = &mut formulated.dynamics
    {
        [kinetic, potential, dissipation].into_iter().for_each(&mut replace);
        for (velocity, force) in generalized {
            *velocity += velocities;
            replace(force);
        }
    }
}
