//! Equations → values of the arena, and the facts that a stepper may rely on at compile time.

use super::arena::{Arena, Stage, Value};
use super::articulated::Articulated;
use super::lower::Lowering;
use super::program::Flags;
use crate::mechanics::Formulated;
use crate::mechanics::{Equations, SparseMatrix};
use crate::model::{Range, Target};
use crate::symbolic::{Node, Symbol};
use std::collections::BTreeMap;

/// A sparse matrix of values.
pub(super) type Entries = Vec<(usize, usize, Value)>;

/// Everything of the equations, lowered.
pub(super) struct Lowered {
    pub(super) mass: Entries,
    pub(super) applied: Vec<Value>,
    pub(super) force: Vec<Value>,
    pub(super) residual: Vec<Value>,
    pub(super) holonomic: Vec<Value>,
    pub(super) nonholonomic: Vec<Value>,
    pub(super) jacobian: Entries,
    pub(super) velocity_jacobian: Entries,
    pub(super) position_jacobian: Entries,
    pub(super) rate: Vec<Value>,
    pub(super) bias: Vec<Value>,
    pub(super) borders: Entries,
    pub(super) damping: Entries,
    pub(super) stiffness: Entries,
    pub(super) rates: Vec<Value>,
    pub(super) outputs: Vec<Value>,
    pub(super) energy: Option<(Value, Value)>,
    pub(super) switches: Vec<Value>,
    /// d·d, d·ḋ and ḋ·ḋ of each, one after the other.
    pub(super) coincidences: Vec<Value>,
    /// d·d of each force that needs no direction.
    pub(super) undirected: Vec<Value>,
    pub(super) ranges: Vec<Value>,
    pub(super) defaults: Vec<Value>,
    pub(super) initial: Vec<Value>,
    /// The angles that the last coordinates count.
    pub(super) turns: Vec<Value>,
    pub(super) conditions: Vec<Value>,
    pub(super) checks: Vec<Value>,
    pub(super) cautions: Vec<Value>,
    pub(super) condition_jacobian: Entries,
    /// L, where something has to be assembled.
    pub(super) length: Option<Value>,
    pub(super) deviations: Vec<Value>,
    pub(super) deviation_rates: Vec<Value>,
    pub(super) deviation_jacobian: Entries,
    pub(super) cosines: Vec<Value>,
    pub(super) cosine_jacobian: Entries,
    /// Coordinates where nothing is given.
    pub(super) reference: Vec<Value>,
    /// Present where the mechanism is an unconstrained tree of bodies.
    pub(super) articulated: Option<Articulated>,
}

pub(super) fn lower(formulated: &Formulated<'_>, equations: &Equations, arena: &mut Arena) -> Lowered {
    let mut lowering = Lowering::new(&formulated.graph, &equations.symbols);
    let articulated = equations.articulated.as_ref();
    let articulated = articulated.map(|of| Articulated::lower(arena, &mut lowering, of));
    let constraints = &equations.constraints;
    let bias: Vec<Node> =
        constraints.holonomic_bias.iter().chain(&constraints.nonholonomic_bias).copied().collect();
    let defaults: Vec<Node> = formulated.model.parameters.iter().map(|p| p.default).collect();
    let mut vector =
        |nodes: &[Node]| -> Vec<Value> { nodes.iter().map(|&node| lowering.lower(arena, node)).collect() };
    let defaults = vector(&defaults);
    let applied = vector(&equations.applied);
    let force = vector(&equations.force);
    let residual = vector(&equations.residual);
    let holonomic = vector(&constraints.holonomic);
    let nonholonomic = vector(&constraints.nonholonomic);
    let rate = vector(&constraints.rate);
    let bias = vector(&bias);
    let rates = vector(&equations.rates);
    let outputs = vector(&equations.outputs);
    let coincidences: Vec<Node> = equations.coincidences.iter().flatten().copied().collect();
    let coincidences = vector(&coincidences);
    let undirected: Vec<Node> = formulated.undirected.iter().map(|force| force.distance_squared).collect();
    let undirected = vector(&undirected);
    let zero = formulated.graph.zero();
    let contacts = formulated.contacts.iter().flat_map(|contact| [contact.depth, zero, zero]);
    let ranges: Vec<Node> = formulated.ranges.iter().flat_map(Range::nodes).chain(contacts).collect();
    let ranges = vector(&ranges);
    let switches = vector(&equations.switches.values);
    let turns = vector(&formulated.turns);
    let conditions = vector(&equations.conditions.residuals);
    let measures = &equations.measures;
    let length = measures.length.map(|length| vector(&[length])[0]);
    let deviations = vector(&measures.deviations);
    let deviation_rates = vector(&measures.rates);
    let cosines = vector(&measures.cosines);
    let reference: Vec<Node> = formulated.coordinates.iter().map(|coordinate| coordinate.reference).collect();
    let reference = if measures.length.is_some() { vector(&reference) } else { Vec::new() };
    let checks: Vec<Node> =
        formulated.multibody.iter().flat_map(|bodies| &bodies.checks).map(|check| check.value).collect();
    let checks = vector(&checks);
    let energy = equations.energy.map(|(t, v)| {
        let both = vector(&[t, v]);
        (both[0], both[1])
    });
    let initial = initial_nodes(formulated);
    let initial = initial.iter().map(|node| match node {
        Some(node) => lowering.lower(arena, *node),
        None => arena.zero(),
    });
    let initial = initial.collect();
    let cautions = formulated.multibody.iter().flat_map(|bodies| &bodies.cautions);
    let cautions = cautions.map(|caution| lowering.lower(arena, caution.value)).collect();
    let mut matrix = |matrix: &SparseMatrix| -> Entries {
        let entries = matrix.entries.iter();
        entries.map(|&(i, j, node)| (i, j, lowering.lower(arena, node))).collect()
    };
    Lowered {
        mass: matrix(&equations.mass),
        jacobian: matrix(&constraints.jacobian),
        velocity_jacobian: matrix(&constraints.velocity_jacobian),
        position_jacobian: matrix(&constraints.position_jacobian),
        borders: matrix(&equations.borders),
        damping: matrix(&equations.damping),
        stiffness: matrix(&equations.stiffness),
        condition_jacobian: matrix(&equations.conditions.jacobian),
        deviation_jacobian: matrix(&measures.deviation_jacobian),
        cosine_jacobian: matrix(&measures.cosine_jacobian),
        length,
        deviations,
        deviation_rates,
        cosines,
        reference,
        applied,
        force,
        residual,
        holonomic,
        nonholonomic,
        rate,
        bias,
        rates,
        outputs,
        energy,
        switches,
        coincidences,
        undirected,
        ranges,
        defaults,
        initial,
        turns,
        conditions,
        checks,
        cautions,
        articulated,
    }
}

/// Guess of (q, v, y, λ, ψ) at the start: what `initial` gives, else the reference, else zero.
fn initial_nodes(formulated: &Formulated<'_>) -> Vec<Option<Node>> {
    let given = |target: Target| formulated.initial.iter().find(|g| g.target == target).map(|g| g.value);
    let mut nodes = Vec::new();
    for (i, coordinate) in formulated.coordinates.iter().enumerate() {
        nodes.push(given(Target::Position(i)).or(Some(coordinate.reference)));
    }
    for (i, velocity) in formulated.velocities.iter().enumerate() {
        nodes.push(given(Target::Velocity(i)).or(Some(velocity.reference)));
    }
    for (i, state) in formulated.states.iter().enumerate() {
        nodes.push(given(Target::State(i)).or(Some(state.reference)));
    }
    for holonomic in [true, false] {
        let of_kind = formulated.constraints.iter().filter(|c| c.holonomic == holonomic);
        nodes.extend(of_kind.map(|c| given(Target::Multiplier(c.multiplier))));
    }
    nodes
}

pub(super) fn flags(
    formulated: &Formulated<'_>,
    equations: &Equations,
    arena: &Arena,
    lowered: &Lowered,
) -> Flags {
    let graph = &formulated.graph;
    let moves = |entries: &Entries| entries.iter().any(|e| arena.stage(e.2) >= Stage::Motion);
    let multipliers = equations.symbols.multipliers();
    let is_nonlinear = |node: Node| multipliers.iter().any(|&multiplier| graph.depends_on(node, multiplier));
    let constraints = &equations.constraints;
    let vectors = [&equations.force, &constraints.holonomic, &constraints.nonholonomic, &equations.rates];
    let all: Vec<Node> = vectors.into_iter().flatten().copied().chain(equations.mass.nodes()).collect();
    let of_time: Vec<_> = equations.symbols.inputs.iter().chain([&equations.symbols.time]).copied().collect();
    Flags {
        velocity_dependent: !lowered.damping.is_empty(),
        constant_mass: lowered.mass.iter().all(|e| arena.stage(e.2) <= Stage::Parameters),
        symmetric_mass: equations.mass.is_symmetric(),
        // Until samples show otherwise.
        singular_mass: true,
        borders_move: moves(&lowered.borders) || moves(&lowered.velocity_jacobian),
        linear_reactions: !equations.borders.nodes().any(is_nonlinear),
        time_explicit: all.iter().any(|&node| of_time.iter().any(|&t| graph.depends_on(node, t))),
        depends_on_time: all.iter().any(|&node| graph.depends_on(node, equations.symbols.time)),
        smooth: equations.smooth,
        clamped: clamped(formulated, equations, &of_time),
        own_reaction: own_reaction(formulated, lowered),
    }
}

/// Whether every constraint fixes one coordinate, g_i = s (q_c − c). Then its row of G has one entry, outside of rotations, that does
/// not change (γ_i = 0), and neither time nor inputs are in g_i.
fn clamped(formulated: &Formulated<'_>, equations: &Equations, of_time: &[Symbol]) -> bool {
    let (graph, constraints) = (&formulated.graph, &equations.constraints);
    let turns =
        |column: usize| formulated.rotations.iter().any(|r| (r.velocity..r.velocity + 3).contains(&column));
    let holds = |row: usize| {
        let mut columns = constraints.jacobian.entries.iter().filter(|entry| entry.0 == row);
        let one = columns.next().is_some_and(|entry| !turns(entry.1)) && columns.next().is_none();
        let moved = of_time.iter().any(|&symbol| graph.depends_on(constraints.holonomic[row], symbol));
        one && !moved && graph.is_zero(constraints.holonomic_bias[row])
    };
    constraints.nonholonomic.is_empty() && (0..constraints.holonomic.len()).all(holds)
}

/// The first constraint, holonomic before nonholonomic, whose multiplier does not act by its row of [G; D] but as stated in the force.
fn own_reaction(formulated: &Formulated<'_>, lowered: &Lowered) -> Option<usize> {
    let of_kind = |holonomic: bool| formulated.constraints.iter().filter(move |c| c.holonomic == holonomic);
    let holonomic = lowered.holonomic.len();
    let row = |matrix: &Entries, row: usize| -> BTreeMap<usize, Value> {
        matrix.iter().filter(|e| e.0 == row).map(|e| (e.1, e.2)).collect()
    };
    let acts_as_constraint = |constraint: usize| {
        let column = lowered.borders.iter().filter(|e| e.1 == constraint).map(|e| (e.0, e.2)).collect();
        match constraint.checked_sub(holonomic) {
            None => row(&lowered.jacobian, constraint) == column,
            Some(k) => row(&lowered.velocity_jacobian, k) == column,
        }
    };
    let mut constraints = of_kind(true).chain(of_kind(false)).enumerate();
    constraints.find(|(i, c)| !c.automatic && !acts_as_constraint(*i)).map(|(i, _)| i)
}
