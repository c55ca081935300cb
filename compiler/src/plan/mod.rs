//! Equations → [`Program`]: which routines, in which stage, with which elimination.
//!
//! Invariant: nothing is computed in a stage that an earlier one could have computed, except cheap
//! arithmetic that only rarely called routines need.

mod arena;
mod articulated;
mod assembly;
mod blame;
mod cells;
mod claims;
mod closing;
mod closures;
mod coincidence;
mod corner;
mod cost;
mod definiteness;
mod direct;
mod domain;
mod elimination;
mod extraction;
mod factorisation;
mod freedom;
mod lower;
mod lowered;
mod massless;
mod messages;
mod numeric;
mod operation;
mod picture;
mod pivots;
mod program;
mod rank;
mod readable;
mod redundant_sets;
mod routine;
mod sample;
mod start;
mod superfluous;
mod systems;
mod table;
#[cfg(test)]
mod tests;
mod unassembled;
mod unique;

pub use crate::mechanics::multibody::Reaction;
pub use arena::{Instance, Weight};
pub use cells::{
    CellLaw, CellLink, CellMember, CellShared, CellSignal, Cells, Elementary, GRAVITY, NUMBERS, Samples,
    Watched, cells,
};
pub use closing::{Closing, closing, freedom_of_tree};
pub use closures::Assembly;
pub use cost::{Amount, Cost, Item};
pub use factorisation::{Block, Check, Factorisation};
pub use freedom::{Dependent, Freedom, Open};
pub use linkwork_numerics::RedundantSet;
pub use massless::refuse_massless;
pub use operation::Operation;
pub use picture::{
    Acting, Drawing, Picture, PicturedForce, PicturedFrame, PicturedJoint, PicturedLine, PicturedShape,
};
pub use program::{CheckRule, Flags, Grip, Lengths, NameList, Named, Pattern, Program, WEIGHTS};
pub use readable::{Abbreviation, Readable, Writing, readable};
pub use routine::{Bank, Instruction, Operations, OutputRegister, Register, Routine, Scattered};
pub use table::{Lists, Table, Tables};

use crate::diagnostics::{Diagnostics, Reported};
use crate::mechanics::Formulated;
use crate::mechanics::{Equations, SparseMatrix, Wanted};
use crate::model::Multibody;
use crate::symbolic::{Graph, Node};
use arena::{Arena, Stage, Value};
use definiteness::mass_may_be_singular;
use direct::Direct;
use extraction::Extraction;
use freedom::Constrained;
use lowered::{Lowered, flags, lower};
use pivots::{DependentRows, Redundant};
use routine::{Banks, Sharing, System};
use sample::{Sampled, Space, State, assembled_states, default_parameters};
use start::{Given, Start};
use systems::{Dimensions, Systems, Whole};

/// The data of a mechanism before its routines are planned: all that its diagnostics need.
struct Examined {
    lowered: Lowered,
    flags: Flags,
    sizes: Dimensions,
    given: Given,
    assembled: Start,
    freedom: Freedom,
    redundant: Redundant,
    /// States that pivots are chosen at.
    states: Vec<State>,
}

/// A mechanism where it is assembled.
struct Located {
    lowered: Lowered,
    flags: Flags,
    sizes: Dimensions,
    given: Given,
    parameters: Vec<f64>,
    assembled: Start,
    /// States on the manifold, the start first.
    walk: Vec<State>,
    freedom: Freedom,
    /// Indices of ranges of quantities that are not unique.
    open_ranges: Vec<usize>,
}

impl Located {
    fn constrained<'a>(
        &'a self,
        arena: &'a Arena,
        formulated: &'a Formulated<'_>,
        equations: &'a Equations,
    ) -> Constrained<'a> {
        constrained(arena, (formulated, equations), &self.lowered, self.sizes)
    }
}

fn constrained<'a>(
    arena: &'a Arena,
    (formulated, equations): (&'a Formulated<'_>, &'a Equations),
    lowered: &'a Lowered,
    sizes: Dimensions,
) -> Constrained<'a> {
    Constrained {
        arena,
        formulated,
        lowered,
        conditions: &equations.conditions,
        equations,
        guards: &equations.measures.guards,
        sizes,
    }
}

/// Assembles a mechanism with the default parameters and finds its independent constraints.
fn locate(
    formulated: &Formulated<'_>,
    equations: &Equations,
    arena: &mut Arena,
    diagnostics: &mut Diagnostics,
) -> Result<Located, Reported> {
    let lowered = lower(formulated, equations, arena);
    let mut flags = flags(formulated, equations, arena, &lowered);
    let sizes = Dimensions {
        n: formulated.velocities.len(),
        holonomic: lowered.holonomic.len(),
        nonholonomic: lowered.nonholonomic.len(),
    };
    let given = Given::of(formulated, sizes.n);
    let parameters = default_parameters(arena, &lowered.defaults);
    let constrained = constrained(arena, (formulated, equations), &lowered, sizes);
    let assembled = constrained.start(&parameters, &given, diagnostics)?;
    let start = assembled.state.clone();
    let (infinite_mass, infinite_force) = constrained.undefined_motion(&start);
    if let Some(mistake) = infinite_mass.filter(|_| !constrained.unknown_here()) {
        return Err(diagnostics.refuse(mistake));
    }
    infinite_force
        .into_iter()
        .filter(|_| !constrained.unknown_here())
        .for_each(|warning| diagnostics.push(warning));
    let walk = constrained.walk(&start);
    let mut freedom = constrained.freedom(&walk);
    let (open, open_ranges) = unique::open(arena, &lowered, sizes, &walk, freedom.rank);
    freedom.open = open;
    // Methods then choose the smallest reactions within their iterations, as where forces depend on reactions nonlinearly.
    flags.linear_reactions &= !freedom.open.motion;
    Ok(Located { lowered, flags, sizes, given, parameters, assembled, walk, freedom, open_ranges })
}

/// The independent constraints of a mechanism with its default parameters, and the names of all, in the order of their rows.
///
/// # Errors
/// The witness of a mistake.
pub fn freedom(
    formulated: &Formulated<'_>,
    equations: &Equations,
    diagnostics: &mut Diagnostics,
) -> Result<(Freedom, Vec<String>), Reported> {
    let Located { freedom, .. } = locate(formulated, equations, &mut Arena::default(), diagnostics)?;
    let of_kind = |holonomic: bool| formulated.constraints.iter().filter(move |c| c.holonomic == holonomic);
    Ok((freedom, of_kind(true).chain(of_kind(false)).map(|c| c.name.to_string()).collect()))
}

/// Finds every mistake of a mechanism except a singular matrix, and every warning. Programs use more states.
fn examine(
    formulated: &Formulated<'_>,
    equations: &Equations,
    wanted: Wanted,
    arena: &mut Arena,
    diagnostics: &mut Diagnostics,
) -> Result<Examined, Reported> {
    let located = locate(formulated, equations, arena, diagnostics)?;
    let constrained = located.constrained(arena, formulated, equations);
    let Located { lowered, flags, sizes, parameters, assembled, walk, freedom, .. } = &located;
    let (sizes, start) = (*sizes, &assembled.state);
    unique::report(formulated, &located.open_ranges, diagnostics);
    constrained.check_claims(freedom, walk, diagnostics)?;
    if freedom.singular_start && !constrained.unknown_here() {
        diagnostics.push(messages::singular_start(formulated.name.span()));
    }
    if !constrained.unknown_here() {
        constrained.superfluous_joints(walk, freedom.rank, diagnostics);
    }
    let rows_of = |set: &Dependent| DependentRows {
        places: set.rows.iter().map(|row| sizes.n + row).collect(),
        deficiency: set.redundant,
    };
    // Where forces depend on reactions, multipliers without effect on the constraints have one on all of the mechanism.
    let redundant = Redundant {
        places: freedom.dependent_rows().iter().map(|row| sizes.n + row).collect(),
        deficiency: sizes.order() - sizes.n - freedom.rank,
        sets: freedom.dependent.iter().filter(|_| flags.linear_reactions).map(rows_of).collect(),
    };
    let mut states = assembled_states(
        arena,
        &Sampled {
            parameters,
            start,
            space: Space::new(arena, formulated, &lowered.turns),
            velocities: sizes.n,
            holonomic: &lowered.holonomic,
            jacobian: &lowered.jacobian,
            mass: &lowered.mass,
        },
    );
    if !constrained.unknown_here() {
        coincidence::report(formulated, arena, lowered, &states, diagnostics)?;
    }
    if redundant.deficiency > 0 {
        // States that surely belong to the assembled configuration.
        if wanted == Wanted::Programs {
            states.extend(constrained.tour(start));
        }
        states.extend(walk.iter().skip(1).cloned());
    }
    let Located { lowered, flags, sizes, given, assembled, freedom, .. } = located;
    Ok(Examined { lowered, flags, sizes, given, assembled, freedom, redundant, states })
}

/// Finds the mistakes and warnings of [`plan`] without planning.
///
/// # Errors
/// The witness of a mistake.
pub fn check(
    formulated: &Formulated<'_>,
    equations: &Equations,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut arena = Arena::default();
    let Examined { lowered, flags, sizes, redundant, states, .. } =
        examine(formulated, equations, Wanted::Diagnostics, &mut arena, diagnostics)?;
    let systems = Systems {
        arena: &mut arena,
        sizes,
        states: &states,
        lowered: &lowered,
        redundant: &redundant,
        tables: Tables::Never,
    };
    systems.check(formulated, flags, diagnostics)
}

/// One of the lists of a mechanism of bodies; nothing without bodies.
fn parts<'m, T: 'm>(
    formulated: &'m Formulated<'_>,
    list: fn(&'m Multibody) -> &'m Vec<T>,
) -> impl Iterator<Item = &'m T> {
    formulated.multibody.iter().flat_map(list)
}

/// Plans all routines of a mechanism; `tables` for callers that can run them, or nothing if nobody solves with the mechanism.
///
/// # Errors
/// The witness of a mistake.
pub fn plan(
    formulated: &Formulated<'_>,
    equations: &Equations,
    tables: Option<Tables>,
    diagnostics: &mut Diagnostics,
) -> Result<Program, Reported> {
    let mut arena = Arena::default();
    let Examined { lowered, mut flags, sizes, given, assembled, freedom, redundant, states } =
        examine(formulated, equations, Wanted::Programs, &mut arena, diagnostics)?;
    flags.singular_mass =
        !flags.symmetric_mass || mass_may_be_singular(&arena, &lowered, sizes, &states, redundant.deficiency);
    let planned = match tables {
        Some(tables) => {
            let systems = Systems {
                arena: &mut arena,
                sizes,
                states: &states,
                lowered: &lowered,
                redundant: &redundant,
                tables,
            };
            Some(systems.factorise(formulated, flags, diagnostics)?)
        }
        None => None,
    };
    let is_product = planned.as_ref().is_some_and(|(saddle, _)| matches!(saddle.matrix, Whole::Product(_)));
    let by_bodies = lowered.articulated.as_ref().filter(|_| is_product);

    let mut banks = Banks::default();
    let mut extract = Extraction { arena: &mut arena, banks: &mut banks };
    // Matrices first: they force slots, those of C and K column by column; then the routines of every step; then the rest.
    let damping_matrix = extract.evaluated(Instance::VelocityCache, &lowered.damping, sizes.n);
    let stiffness_matrix = extract.evaluated(Instance::StiffnessCache, &lowered.stiffness, sizes.n);
    let accelerates = !flags.linear_reactions;
    let (saddle, bordered) = planned.map_or_else(Default::default, |(saddle, bordered)| {
        let saddle = extract.factorisation(System::Saddle, saddle, (sizes, accelerates));
        (saddle, extract.factorisation(System::Bordered, bordered, (sizes, accelerates)))
    });
    let reaction_force = extract.reaction_force(&lowered.borders, sizes);
    let velocity_jacobian = extract.velocity_jacobian(&lowered.velocity_jacobian, sizes);
    let moving_roots: Vec<Value> = extract.banks.moving.values().to_vec();
    let moving = extract.entries_of_matrix(Sharing::Everything, &moving_roots);
    let mass_times = match by_bodies {
        Some(tree) => extract.motion(Sharing::Everything, &tree.mass_times),
        None => extract.mass_times(&lowered.mass, sizes.n),
    };
    let applied_force = extract.motion(Sharing::Everything, &lowered.applied);
    let nonholonomic = extract.motion(Sharing::Everything, &lowered.nonholonomic);
    let state_rates = extract.motion(Sharing::Everything, &lowered.rates);
    extract.banks.settle_positions(extract.arena);
    let force = extract.motion(Sharing::Known, &lowered.force);
    let residual = extract.motion(Sharing::Known, &lowered.residual);
    let holonomic = extract.motion(Sharing::Known, &lowered.holonomic);
    let holonomic_rate = extract.motion(Sharing::Known, &lowered.rate);
    let acceleration_bias = extract.motion(Sharing::Known, &lowered.bias);
    let stiffness_roots: Vec<Value> = extract.banks.stiffness.values().to_vec();
    let stiffness = extract.entries_of_matrix(Sharing::Known, &stiffness_roots);
    let outputs = extract.motion(Sharing::Known, &lowered.outputs);
    let switches = [lowered.switches.as_slice(), &lowered.coincidences].concat();
    let switches = extract.motion(Sharing::Known, &switches);
    let ranges = extract.motion(Sharing::Known, &lowered.ranges);
    let energy = lowered.energy.map(|(t, v)| {
        let kinetic = by_bodies.map_or(t, |tree| tree.kinetic);
        extract.motion(Sharing::Known, &[kinetic, v])
    });
    let conditions = extract.conditions(&lowered, sizes.n);
    let turns = extract.routine(Stage::Position, Sharing::Everything, &lowered.turns);
    let picture = picture::picture(&mut extract, formulated, equations);
    let assembly = assembly_of(&mut extract, &lowered, equations, formulated, &given, &assembled);
    let mass_matrix = extract.matrix(&lowered.mass, sizes.n, sizes.n);
    let constraint_jacobian = extract.matrix(&lowered.jacobian, sizes.holonomic, sizes.n);
    let placed_roots: Vec<Value> = extract.banks.placed.values().to_vec();
    let place = extract.routine(Stage::Position, Sharing::Everything, &placed_roots);
    let direct = Direct::new(&mut extract, &lowered, sizes, &place, (&residual, &mass_matrix));
    let now_roots: Vec<Value> = extract.banks.now.values().to_vec();
    let now = extract.routine(Stage::Time, Sharing::Everything, &now_roots);
    let constant_roots: Vec<Value> = extract.banks.constants.values().to_vec();
    let constants = extract.routine(Stage::Parameters, Sharing::Everything, &constant_roots);
    let initial = extract.routine(Stage::Parameters, Sharing::Everything, &lowered.initial);
    let checks = extract.routine(Stage::Parameters, Sharing::Everything, &lowered.checks);
    let cautions = extract.routine(Stage::Parameters, Sharing::Everything, &lowered.cautions);
    let defaults = lowered.defaults.iter();
    let defaults = defaults.map(|&d| extract.routine(Stage::Parameters, Sharing::Everything, &[d])).collect();

    let lengths = Lengths {
        constants: banks.constants.len(),
        now: banks.now.len(),
        placed: banks.placed.len(),
        moving: banks.moving.len(),
        stiffness: banks.stiffness.len(),
        redundant: if redundant.deficiency == 0 || tables.is_none() {
            0
        } else {
            2 * (sizes.order() - sizes.n) + 2
        },
    };
    let names_of = |holonomic: bool| {
        let of_kind = formulated.constraints.iter().filter(|c| c.holonomic == holonomic);
        of_kind.map(|c| named(&c.name, &c.unit)).collect()
    };
    Ok(Program {
        name: formulated.name.to_string(),
        visibility: formulated.model.visibility.to_string(),
        docs: formulated.model.docs.clone(),
        source: formulated.model.source.clone(),
        functions: formulated.model.functions.clone(),
        verify: formulated.model.claims.verify,
        conserves_energy: formulated.model.claims.energy.is_some(),
        solves: tables.is_some(),
        parameters: formulated.model.parameters.iter().map(|p| named(&p.name, &p.unit)).collect(),
        parameter_docs: formulated.model.parameters.iter().map(|p| p.docs.clone()).collect(),
        coefficients: formulated.model.coefficients.clone(),
        defaults,
        coordinates: formulated.coordinates.iter().map(|c| named(&c.name, &c.unit)).collect(),
        velocities: formulated.velocities.iter().map(|v| named(&v.name, &v.unit)).collect(),
        rotations: formulated.rotations.iter().map(|r| (r.coordinate, r.velocity)).collect(),
        turns,
        turning: equations.turning.clone(),
        holonomic_names: names_of(true),
        nonholonomic_names: names_of(false),
        states: formulated.states.iter().map(|s| named(&s.name, &s.unit)).collect(),
        inputs: formulated.model.inputs.iter().map(|u| named(&u.name, &u.unit)).collect(),
        input_docs: formulated.model.inputs.iter().map(|u| u.docs.clone()).collect(),
        output_names: formulated.outputs.iter().map(|o| named(&o.name, &o.unit)).collect(),
        switch_names: (0..equations.switches.functions.len())
            .map(|k| named(&switch_name(&formulated.graph, equations.switches.written(k)), ""))
            .collect(),
        sides: equations.switches.sides.len(),
        recurring: equations.recurring.clone(),
        waves: equations.waves.clone(),
        grips: equations.grips.clone(),
        forces: parts(formulated, |all| &all.forces).map(|force| force.name.clone()).collect(),
        bodies: parts(formulated, |all| &all.bodies).map(|body| body.name.clone()).collect(),
        joints: parts(formulated, |all| &all.joints).map(|joint| joint.name.clone()).collect(),
        coincidence_names: formulated.coincidences.iter().map(|force| named(&force.name, "")).collect(),
        contact_names: formulated.contacts.iter().map(|contact| named(&contact.name, "")).collect(),
        range_names: formulated.ranges.iter().map(|range| named(&range.name, &range.unit)).collect(),
        flags,
        freedom,
        lengths,
        given_positions: given.positions,
        assembly,
        check_rules: parts(formulated, |all| &all.checks)
            .map(|check| CheckRule { message: check.message.clone(), strict: check.strict })
            .collect(),
        checks,
        caution_messages: parts(formulated, |all| &all.cautions)
            .map(|caution| caution.message.clone())
            .collect(),
        cautions,
        condition_names: equations
            .conditions
            .order
            .iter()
            .map(|&i| named(&formulated.conditions[i].name, ""))
            .collect(),
        position_conditions: equations.conditions.positions,
        conditions,
        given_velocities: given.velocities,
        bases: Default::default(),
        initial,
        constants,
        now,
        place,
        mass_times,
        applied_force,
        force,
        residual,
        direct,
        reaction_force,
        holonomic,
        holonomic_rate,
        nonholonomic,
        acceleration_bias,
        moving,
        stiffness,
        state_rates,
        outputs,
        switches,
        ranges,
        energy,
        mass_matrix,
        damping_matrix,
        stiffness_matrix,
        constraint_jacobian,
        velocity_jacobian,
        saddle,
        bordered,
        patterns: patterns(equations),
        readable: Readable::default(),
        picture,
        cells: None,
        closing: None,
    })
}

/// The routines with which `build()` assembles; they come after those of steps, whose slots they read.
fn assembly_of(
    extract: &mut Extraction<'_>,
    lowered: &lowered::Lowered,
    equations: &Equations,
    formulated: &Formulated<'_>,
    given: &Given,
    start: &Start,
) -> Option<Assembly> {
    let length = lowered.length?;
    Some(Assembly {
        position_tolerances: given.position_tolerances.clone(),
        velocity_tolerances: given.velocity_tolerances.clone(),
        condition_tolerances: equations.conditions.tolerances(&formulated.conditions),
        turns: start.turns.clone(),
        guards: equations.measures.guards.clone(),
        deviation_names: formulated.deviations.iter().map(|d| d.name.clone()).collect(),
        cosines: lowered.cosines.len(),
        measures: extract.measures(length, lowered, formulated.velocities.len()),
        guarding: extract.cosines(lowered, formulated.velocities.len()),
        orientation: extract.motion(Sharing::Known, &lowered.cosines),
        reference: extract.routine(Stage::Parameters, Sharing::Everything, &lowered.reference),
        closures: start.closures.clone(),
        rounded: start.rounded,
    })
}

/// Longer expressions are not names.
const LONGEST_NAME: usize = 60;

/// The name of a switching function: its text, where that is short.
fn switch_name(graph: &Graph, switch: Node) -> String {
    let sizes = graph.written_sizes();
    if sizes[switch.index()] <= LONGEST_NAME && graph.depths()[switch.index()] <= readable::DEEPEST {
        let text = graph.infix(switch);
        if text.len() <= LONGEST_NAME {
            return text;
        }
    }
    "a switch of the forces".to_owned()
}

fn named(name: &str, unit: &str) -> Named {
    Named { name: name.to_owned().into(), unit: unit.to_owned().into() }
}

fn patterns(equations: &Equations) -> Vec<(&'static str, Pattern)> {
    let of = |matrix: &SparseMatrix| Pattern {
        rows: matrix.rows,
        cols: matrix.cols,
        nonzeros: matrix.entries.iter().map(|&(i, j, _)| (i, j)).collect(),
    };
    let constraints = &equations.constraints;
    vec![
        ("M", of(&equations.mass)),
        ("G", of(&constraints.jacobian)),
        ("D", of(&constraints.velocity_jacobian)),
        ("C", of(&equations.damping)),
        ("K", of(&equations.stiffness)),
    ]
}
