//! A large tree → [`Program`]: routines for the common parts, tables for the differences, and the loop over both.
//!
//! Of the routines of the contract there are those of numbers that depend on parameters only, and of outputs; the motion is a loop over
//! [`Cells`], in time and memory proportional to the number of links (`linkwork::trees`).
//!
//! ```text
//! table       parameters → numbers of all kinds of links, of signals, of shared coordinates, of members of laws
//! law         coordinates and rates of a joint, numbers of a member → efforts, energy, what is watched; derivatives
//! outputs     signals → outputs, ranges
//! ```
//! The switching functions of a run are those that all laws share, with sides; those of members with sides, law by law; those of members without.
//! Ranges are those of signals, then those of members, then the depths of contacts.

mod names;

use super::arena::{Arena, Source, Stage};
use super::closing::{Closing, of_tree};
use super::direct::Direct;
use super::extraction::Extraction;
use super::factorisation::Factorisation;
use super::freedom::Freedom;
use super::lower::Lowering;
use super::program::{Flags, Lengths, NameList, Named, Program};
use super::readable::Readable;
use super::routine::{Banks, Routine, Scattered, Sharing};
use super::{CheckRule, named};
use crate::diagnostics::{Diagnostics, Reported};
use crate::mechanics::Symbols;
use crate::mechanics::multibody::{
    Choice, Direction, Laws, OF_A_BODY, OF_TWO_BODIES, Reaction, SharedLink, Signal, Uniform,
};
pub use crate::mechanics::multibody::{Elementary, NUMBERS, Watched};
use crate::model::{Model, Range};
use crate::symbolic::{Node, Symbol};
use names::{Names, refuse_clashes};
use std::collections::HashMap;

/// A tree as tables, for a loop over its links.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// Parents first.
    pub links: Vec<CellLink>,
    /// The links that a coordinate moves together with others.
    pub shared: Vec<CellShared>,
    /// The links whose coordinates constraints have.
    pub constrained: Vec<usize>,
    /// For each kind of links whether its offset does not turn.
    pub aligned: Vec<bool>,
    /// Parameters → g, then [`NUMBERS`] of each kind, then the numbers of signals and of members of laws.
    pub table: Routine,
    /// The operands of outputs, in the order in which the routine of outputs loads them (as accelerations).
    pub signals: Vec<CellSignal>,
    /// The forces.
    pub laws: Vec<CellLaw>,
    /// The same mechanism with other numbers of parts.
    pub samples: Option<Samples>,
}

/// A mechanism with other values of a `const` that counts parts.
#[derive(Clone, Debug)]
pub struct Samples {
    /// The name of the `const`.
    pub constant: String,
    /// Its value in the mechanism.
    pub value: usize,
    /// Values in ascending order, with their programs; the last three are larger than every place at an end of the parts.
    pub programs: Vec<(usize, Program)>,
}

/// A link. A description has fewer items than 2³².
#[derive(Clone, Copy, Debug)]
pub struct CellLink {
    /// The link it moves on; `None` is the ground.
    pub parent: Option<u32>,
    /// The number of its kind.
    pub kind: u32,
    /// Its twist.
    pub motion: Elementary,
    /// Its first coordinate, among those of links.
    pub coordinate: u32,
    /// Its first velocity, among those of links.
    pub velocity: u32,
    /// The first velocity of the mechanism that moves it.
    pub moved_by: u32,
}

/// A link whose coordinate is ratio·q + offset of one that several links have in common.
#[derive(Clone, Copy, Debug)]
pub struct CellShared {
    /// The link.
    pub link: usize,
    /// The number of q.
    pub coordinate: usize,
    /// The number of its velocity.
    pub velocity: usize,
    /// The place of ratio and offset in the table.
    pub numbers: usize,
}

/// A [`Signal`] whose numbers are places of the table.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum CellSignal {
    Coordinate { number: usize, negative: bool },
    Velocity(usize),
    Acceleration(usize),
    Point { link: Option<usize>, at: usize, component: usize, order: u8 },
    Axis { link: Option<usize>, direction: usize, component: usize },
    Spin { link: Option<usize>, component: usize, order: u8 },
    Load(usize),
    Reaction { of: Reaction, at: usize },
}

/// The forces of many joints, or on many bodies.
#[derive(Clone, Debug)]
pub struct CellLaw {
    /// Coordinates, velocities, own numbers, sides (as positions) → e, V, what is watched; of bodies their poses, twists and w.
    pub loads: Routine,
    /// The same → e, V, ∂e/∂q, ∂e/∂q̇ (row by row); between bodies the derivatives of w of the first.
    pub slopes: Routine,
    /// Coordinates and velocities of its links; of each body the 12 numbers of its pose and six.
    pub sizes: (usize, usize),
    /// The number of values of each member.
    pub own: usize,
    /// What follows V among the loads.
    pub watched: Watched,
    /// Whether the second of two bodies bears the opposite wrench.
    pub mutual: bool,
    /// The members.
    pub members: Vec<CellMember>,
    /// The number of the first member among the forces.
    pub force: usize,
}

/// A force.
#[derive(Clone, Copy, Debug)]
pub struct CellMember {
    /// The link on which it acts.
    pub link: usize,
    /// The other one, if the law takes the motion of two bodies.
    pub second: Option<usize>,
    /// Where its numbers begin in the table.
    pub numbers: usize,
}

impl CellLaw {
    /// Whether it acts on bodies.
    pub fn is_on_bodies(&self) -> bool {
        self.sizes == OF_A_BODY
    }

    /// Whether it takes the motion of two bodies each.
    pub fn is_of_two_bodies(&self) -> bool {
        self.sizes == OF_TWO_BODIES
    }
}

/// The place of g in the table.
pub const GRAVITY: usize = 3;

/// Plans a tree as loops.
///
/// # Errors
/// The witness of a name that a coordinate shares with something declared.
pub fn cells(
    model: &Model,
    choice: &Choice,
    mut uniform: Uniform,
    closing: Option<Closing>,
    diagnostics: &mut Diagnostics,
) -> Result<Program, Reported> {
    let multibody = model.multibody.as_ref();
    refuse_clashes(model, &uniform, diagnostics)?;
    // What all laws have in common depends on no state.
    let recurring = uniform.laws.common.recurring(&mut uniform.graph, model.time, &|_, _| false);
    let mut arena = Arena::default();
    let mut lowering = Lowering::new(&uniform.graph, &symbols(model, &uniform.laws));
    for (number, &(symbol, _)) in uniform.signals.iter().enumerate() {
        lowering.name(symbol, Source::Acceleration(number));
    }
    for (row, name) in closing.iter().flat_map(|closing| closing.program.holonomic_names.iter().enumerate()) {
        for constraint in model.constraints.iter().filter(|constraint| *constraint.name == *name.name) {
            lowering.name(constraint.multiplier, Source::Holonomic(row));
        }
    }
    for law in &uniform.laws.laws {
        for (number, &symbol) in law.arguments.iter().enumerate() {
            lowering.name(symbol, Source::Position(number));
        }
    }
    // The contents of the table, node by node.
    let mut table: Vec<Node> = multibody.map_or_else(Vec::new, |all| all.gravity.to_vec());
    let mut kinds: HashMap<[Node; NUMBERS], usize> = HashMap::new();
    let (mut links, mut aligned) = (Vec::with_capacity(uniform.links.len()), Vec::new());
    let (zero, one) = (uniform.graph.zero(), uniform.graph.one());
    for link in &uniform.links {
        let next = kinds.len();
        let kind = *kinds.entry(link.numbers).or_insert(next);
        if kind == next {
            table.extend(link.numbers);
            aligned.push((0..9).all(|at| link.numbers[at] == if at % 4 == 0 { one } else { zero }));
        }
        links.push(CellLink {
            parent: link.parent.map(|parent| parent as u32),
            kind: kind as u32,
            motion: link.motion,
            coordinate: link.coordinate as u32,
            velocity: link.velocity as u32,
            moved_by: link.moved_by as u32,
        });
    }
    let signals: Vec<CellSignal> =
        uniform.signals.iter().map(|(_, signal)| placed(signal, &mut table)).collect();
    let shared: Vec<CellShared> = uniform
        .shared
        .iter()
        .map(|&SharedLink { link, coordinate, velocity, numbers: of_link }| {
            let numbers = table.len();
            table.extend(of_link);
            CellShared { link, coordinate, velocity, numbers }
        })
        .collect();
    let constrained = uniform.closing.as_ref().map_or_else(Vec::new, |closing| closing.links.clone());
    let mut members = Vec::new();
    for law in &uniform.laws.laws {
        let mut of_law = Vec::new();
        for member in &law.members {
            let (link, second, numbers) = (member.link, member.second, table.len());
            of_law.push(CellMember { link, second, numbers });
            table.extend(&member.own);
        }
        members.push(of_law);
    }
    let lower = |arena: &mut Arena, lowering: &mut Lowering<'_>, nodes: &[Node]| -> Vec<_> {
        nodes.iter().map(|&node| lowering.lower(arena, node)).collect()
    };
    let table = lower(&mut arena, &mut lowering, &table);
    let of_laws = uniform
        .laws
        .laws
        .iter()
        .map(|law| [&law.loads, &law.slopes].map(|results| lower(&mut arena, &mut lowering, results)));
    let results: Vec<[Vec<_>; 2]> = of_laws.collect();
    let outputs: Vec<Node> = model.outputs.iter().map(|output| output.value).collect();
    let outputs = lower(&mut arena, &mut lowering, &outputs);
    let ranges: Vec<Node> = uniform.ranges.iter().flat_map(Range::nodes).collect();
    let ranges = lower(&mut arena, &mut lowering, &ranges);
    let switches = lower(&mut arena, &mut lowering, &uniform.laws.common.values);
    let checks: Vec<Node> = multibody.iter().flat_map(|all| &all.checks).map(|check| check.value).collect();
    let checks = lower(&mut arena, &mut lowering, &checks);
    let cautions: Vec<Node> =
        multibody.iter().flat_map(|all| &all.cautions).map(|caution| caution.value).collect();
    let cautions = lower(&mut arena, &mut lowering, &cautions);
    let start: Vec<Node> =
        uniform.coordinates.iter().chain(&uniform.velocities).map(|direction| direction.start).collect();
    let start = lower(&mut arena, &mut lowering, &start);
    let defaults: Vec<Node> = model.parameters.iter().map(|parameter| parameter.default).collect();
    let defaults = lower(&mut arena, &mut lowering, &defaults);

    let mut banks = Banks::default();
    let mut extract = Extraction { arena: &mut arena, banks: &mut banks };
    let laws =
        uniform.laws.laws.iter().zip(results).zip(members).map(|((law, [loads, slopes]), members)| CellLaw {
            // All moving quantities are passed as positions.
            loads: extract.routine(Stage::Position, Sharing::Everything, &loads),
            slopes: extract.routine(Stage::Position, Sharing::Everything, &slopes),
            sizes: law.sizes,
            own: law.members.first().map_or(0, |member| member.own.len()),
            watched: law.watched.clone(),
            mutual: law.mutual,
            members,
            force: law.members.first().map_or(0, |member| member.force),
        });
    let laws: Vec<CellLaw> = laws.collect();
    let outputs = extract.motion(Sharing::Known, &outputs);
    let switches = extract.motion(Sharing::Known, &switches);
    let ranges = extract.motion(Sharing::Known, &ranges);
    let now_roots = extract.banks.now.values().to_vec();
    let now = extract.routine(Stage::Time, Sharing::Everything, &now_roots);
    let constant_roots = extract.banks.constants.values().to_vec();
    let constants = extract.routine(Stage::Parameters, Sharing::Everything, &constant_roots);
    let table = extract.routine(Stage::Parameters, Sharing::Everything, &table);
    let initial = extract.routine(Stage::Parameters, Sharing::Everything, &start);
    let checks = extract.routine(Stage::Parameters, Sharing::Everything, &checks);
    let cautions = extract.routine(Stage::Parameters, Sharing::Everything, &cautions);
    let defaults =
        defaults.iter().map(|&d| extract.routine(Stage::Parameters, Sharing::Everything, &[d])).collect();
    let lengths = Lengths { constants: banks.constants.len(), now: banks.now.len(), ..Lengths::default() };

    let turning = uniform.links.iter().any(|link| link.motion != Elementary::Translation);
    let of_forces = uniform.laws.laws.iter().flat_map(|law| law.loads.iter().chain(&law.slopes));
    let by = |symbol: Symbol| of_forces.clone().any(|&node| uniform.graph.depends_on(node, symbol));
    let depends_on_time = by(model.time);
    let time_explicit = depends_on_time || model.inputs.iter().any(|input| by(input.symbol));
    let by_velocity = uniform.laws.laws.iter().any(|law| {
        let (coordinates, velocities) = law.sizes;
        let rates = &law.arguments[coordinates..coordinates + velocities];
        let efforts = &law.loads[..velocities];
        efforts.iter().any(|&node| rates.iter().any(|&rate| uniform.graph.depends_on(node, rate)))
    });
    let of_constraints = closing.as_ref().map(|closing| closing.program.flags);
    let freedom = match &closing {
        Some(Closing { program, .. }) => of_tree(program.freedom.clone(), (model, &uniform)),
        None => Freedom { degrees_of_freedom: uniform.velocities.len(), ..Freedom::default() },
    };
    let watched = Names::of(&uniform, model);
    let switchless = watched.switches.is_empty();
    let given_velocities = uniform.velocities.iter().map(|one| one.given).collect();
    let bases = [&uniform.coordinates, &uniform.velocities].map(|all| {
        let all = all.iter().enumerate();
        all.filter_map(|(at, one)| Some((at, one.basis.clone()?))).collect()
    });
    let all = |directions: Vec<Direction>| -> NameList {
        let own = |one: Direction| Named { name: one.name.into(), unit: one.unit.into() };
        directions.into_iter().map(own).collect()
    };
    Ok(Program {
        name: choice.formulation.name_of(&model.name, choice.number).to_string(),
        visibility: model.visibility.to_string(),
        docs: model.docs.clone(),
        source: model.source.clone(),
        functions: Vec::new(),
        verify: false,
        conserves_energy: false,
        solves: true,
        parameters: model.parameters.iter().map(|p| named(&p.name, &p.unit)).collect(),
        parameter_docs: model.parameters.iter().map(|p| p.docs.clone()).collect(),
        coefficients: model.coefficients.clone(),
        defaults,
        coordinates: all(uniform.coordinates),
        velocities: all(uniform.velocities),
        rotations: uniform.rotations,
        turns: Routine::default(),
        turning: Vec::new(),
        holonomic_names: closing.as_ref().map_or(NameList::EMPTY, |one| one.program.holonomic_names.clone()),
        nonholonomic_names: NameList::EMPTY,
        states: NameList::EMPTY,
        inputs: model.inputs.iter().map(|u| named(&u.name, &u.unit)).collect(),
        input_docs: model.inputs.iter().map(|u| u.docs.clone()).collect(),
        output_names: model.outputs.iter().map(|o| named(&o.name, &o.unit)).collect(),
        switch_names: watched.switches.into(),
        sides: watched.sides,
        recurring,
        waves: Vec::new(),
        grips: Vec::new(),
        // Each list is as long as what it names: it has no room for more.
        forces: multibody.map_or(&[][..], |all| &all.forces).iter().map(|force| force.name.clone()).collect(),
        bodies: multibody.map_or(&[][..], |all| &all.bodies).iter().map(|body| body.name.clone()).collect(),
        joints: multibody.map_or(&[][..], |all| &all.joints).iter().map(|joint| joint.name.clone()).collect(),
        coincidence_names: watched.coincidences.into(),
        range_names: watched.ranges.into(),
        contact_names: watched.contacts.into(),
        flags: Flags {
            velocity_dependent: turning || by_velocity,
            constant_mass: !turning,
            symmetric_mass: true,
            // Constraints may determine what moves no mass.
            singular_mass: of_constraints.is_some(),
            borders_move: false,
            linear_reactions: true,
            time_explicit: time_explicit || of_constraints.is_some_and(|flags| flags.time_explicit),
            depends_on_time: depends_on_time || of_constraints.is_some_and(|flags| flags.depends_on_time),
            smooth: switchless && of_constraints.is_none_or(|flags| flags.smooth),
            clamped: of_constraints.is_none_or(|flags| flags.clamped),
            own_reaction: None,
        },
        freedom,
        lengths,
        given_positions: uniform.given_directions,
        given_velocities,
        bases,
        assembly: None,
        check_rules: multibody
            .iter()
            .flat_map(|bodies| &bodies.checks)
            .map(|check| CheckRule { message: check.message.clone(), strict: check.strict })
            .collect(),
        checks,
        caution_messages: multibody
            .iter()
            .flat_map(|bodies| &bodies.cautions)
            .map(|caution| caution.message.clone())
            .collect(),
        cautions,
        condition_names: NameList::EMPTY,
        position_conditions: 0,
        conditions: Scattered::default(),
        initial,
        constants,
        now,
        place: Routine::default(),
        mass_times: Routine::default(),
        applied_force: Routine::default(),
        force: Routine::default(),
        residual: Routine::default(),
        direct: Direct::default(),
        reaction_force: Routine::default(),
        holonomic: Routine::default(),
        holonomic_rate: Routine::default(),
        nonholonomic: Routine::default(),
        acceleration_bias: Routine::default(),
        moving: Routine::default(),
        stiffness: Routine::default(),
        state_rates: Routine::default(),
        outputs,
        switches,
        ranges,
        // The loop computes it.
        energy: Some(Routine::default()),
        mass_matrix: Scattered::default(),
        damping_matrix: Scattered::default(),
        stiffness_matrix: Scattered::default(),
        constraint_jacobian: Scattered::default(),
        velocity_jacobian: Scattered::default(),
        saddle: no_factorisation(),
        bordered: no_factorisation(),
        patterns: Vec::new(),
        readable: Readable::default(),
        picture: None,
        cells: Some(Cells { links, shared, constrained, aligned, table, signals, laws, samples: None }),
        closing: closing.map(Box::new),
    })
}

/// The factors are those of a loop.
fn no_factorisation() -> Factorisation {
    Factorisation { by_columns: true, ..Factorisation::default() }
}

/// The operands of numbers of parameters, inputs and time.
fn symbols(model: &Model, laws: &Laws) -> Symbols {
    Symbols {
        time: model.time,
        parameters: model.parameters.iter().map(|p| p.symbol).collect(),
        inputs: model.inputs.iter().map(|u| u.symbol).collect(),
        sides: laws.common.sides.clone(),
        positions: Vec::new(),
        velocities: Vec::new(),
        tangent: Vec::new(),
        rotations: Vec::new(),
        accelerations: Vec::new(),
        states: Vec::new(),
        holonomic: Vec::new(),
        nonholonomic: Vec::new(),
    }
}

/// A signal whose numbers are in the table.
fn placed(signal: &Signal, table: &mut Vec<Node>) -> CellSignal {
    let mut put = |numbers: &[Node]| {
        let at = table.len();
        table.extend(numbers);
        at
    };
    match *signal {
        Signal::Coordinate { number, negative } => CellSignal::Coordinate { number, negative },
        Signal::Velocity(number) => CellSignal::Velocity(number),
        Signal::Acceleration(number) => CellSignal::Acceleration(number),
        Signal::Point { link, at, component, order } => {
            CellSignal::Point { link, at: put(&at), component, order }
        }
        Signal::Axis { link, direction, component } => {
            CellSignal::Axis { link, direction: put(&direction), component }
        }
        Signal::Spin { link, component, order } => CellSignal::Spin { link, component, order },
        Signal::Load(number) => CellSignal::Load(number),
        Signal::Reaction { of, axis, at } => CellSignal::Reaction { of, at: put(&[axis, at].concat()) },
    }
}
