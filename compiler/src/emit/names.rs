//! Identifiers of emitted code: the user's names if there are any, otherwise numbered temporaries.
//!
//! Invariant: within a routine every register has a name of its own; temporaries are `t0`, `t1` …,
//! and a user's name that looks like one, or like a name of the emitted code, gets a trailing `_`.

use super::meaning::{Meaning, Slot, SumOf, entries, meanings, slots, temporary};
use crate::model::{plain_name, rust_name};
use crate::plan::{Bank, Instance, Instruction, Program, Routine, Weight};
use proc_macro2::Ident;
use quote::format_ident;
use std::collections::HashSet;

/// Names that emitted functions use themselves.
const TAKEN: [&str; 44] = [
    "at",
    "now",
    "out",
    "into",
    "q",
    "t",
    "u",
    "by",
    "carry",
    "factors",
    "blocks",
    "sound",
    "rhs",
    "solution",
    "shared",
    "block",
    "room",
    "full",
    "entries",
    "copy",
    "matrix",
    "row",
    "store",
    "store_entries",
    "is_sound_diagonal",
    "factor_block",
    "solve_block",
    "parameters",
    "check_body",
    "add_compensated",
    "rotations",
    "turns",
    "constants",
    "arguments",
    "results",
    "signals",
    "inputs",
    "all",
    "part",
    "growing",
    "tabled",
    "decimals",
    "repeated",
    "check_part",
];

/// Names of types, modules and variants of emitted code: a mechanism with one of these names has an alias.
const TAKEN_TYPES: [&str; 72] = [
    "Flags",
    "Real",
    "SVector",
    "Named",
    "Singular",
    "Fallback",
    "TimeCache",
    "PositionCache",
    "Mechanism",
    "Names",
    "Factors",
    "Blocks",
    "AssemblyFacts",
    "Values",
    "Sizes",
    "Weights",
    "VectorSpace",
    "Given",
    "Energetic",
    "KnownRank",
    "RedundantSet",
    "Unconstrained",
    "Clamped",
    "Stateless",
    "Separable",
    "Grip",
    "Initial",
    "Limits",
    "Error",
    "Assemble",
    "Dense",
    "Evaluate",
    "Manifold",
    "Solve",
    "rotations",
    "turns",
    "emitted",
    "InRust",
    "Description",
    "Kind",
    "Layout",
    "Lists",
    "Members",
    "Motion",
    "Numbers",
    "Parameters",
    "Reaction",
    "Shared",
    "Signal",
    "Vec",
    "VelocityIndependent",
    "Watched",
    "WithoutQuaternions",
    "Q",
    "V",
    "G",
    "K",
    "Y",
    "R",
    "At",
    "Time",
    "C",
    "Stiffness",
    "Saddle",
    "Bordered",
    "Outputs",
    "Switches",
    "S",
    "T",
    "Some",
    "Ok",
    "None",
];

/// A user's name as an identifier that differs from ours and from keywords of Rust, and of which longer names can be made.
/// Variants and constants begin with capitals: patterns would compare with them.
pub fn identifier(name: &str) -> String {
    let plain = plain_name(name);
    let mut rest = plain.chars();
    let first = rest.next();
    let numbered = rest.as_str().chars().all(|c| c.is_ascii_digit()) && !rest.as_str().is_empty();
    let prefixed = matches!(first, Some('t' | 'k' | 'f' | 'r' | 'b')) && numbered;
    let capital = first.is_some_and(char::is_uppercase);
    let keyword = rust_name(name) != plain;
    if TAKEN.contains(&plain.as_str()) || prefixed || capital || keyword {
        format!("{plain}_")
    } else {
        plain
    }
}

/// The struct of a mechanism: its name, raw if it is a keyword, with `_` if it has another meaning in emitted code.
pub fn type_name(name: &str) -> String {
    if TAKEN_TYPES.contains(&name) { format!("{name}_") } else { rust_name(name) }
}

/// The struct of a mechanism's parameters.
pub fn parameters_name(program: &Program) -> Ident {
    format_ident!("{}", type_name(&program.name))
}

/// The struct of its model.
pub fn model_name(program: &Program) -> Ident {
    format_ident!("{}Model", type_name(&program.name))
}

/// The struct of its inputs.
pub fn inputs_name(program: &Program) -> Ident {
    format_ident!("{}Inputs", type_name(&program.name))
}

/// A field of these structs: a user's name, raw if it is a keyword.
pub fn field_name(name: &str) -> Ident {
    format_ident!("{}", rust_name(name))
}

/// Names of the entries of banks, for one program.
pub struct BankNames {
    constants: Vec<Slot>,
    placed: Vec<Slot>,
    moving: Vec<Slot>,
    stiffness: Vec<Slot>,
    parameters: Vec<String>,
    inputs: Vec<String>,
    coordinates: Vec<String>,
    velocities: Vec<String>,
    states: Vec<String>,
    holonomic: Vec<String>,
    nonholonomic: Vec<String>,
    /// Whether positions are arguments of laws, and accelerations are signals of outputs.
    tree: bool,
}

impl BankNames {
    /// Collects the names of a program.
    pub fn new(program: &Program) -> Self {
        let of = |named: &[crate::plan::Named]| -> Vec<String> {
            named.iter().map(|n| identifier(&n.name)).collect()
        };
        // Patterns bind these: a user's `theta_dot` must not collide with the velocity of `theta`.
        let mut used = HashSet::new();
        let mut distinct = |names: Vec<String>, moving: bool| -> Vec<String> {
            let once = |name: String| {
                let name = unique(name, &used);
                used.insert(name.clone());
                if moving {
                    used.insert(acceleration(&name));
                }
                name
            };
            names.into_iter().map(once).collect()
        };
        let tree = program.cells.is_some();
        let mut names = Self {
            constants: Vec::new(),
            placed: Vec::new(),
            moving: Vec::new(),
            stiffness: Vec::new(),
            parameters: distinct(of(&program.parameters), false),
            inputs: distinct(
                of(&program.inputs)
                    .into_iter()
                    .chain((0..program.held() - program.inputs.len()).map(|k| format!("side{k}")))
                    .collect(),
                false,
            ),
            coordinates: if tree { Vec::new() } else { distinct(of(&program.coordinates), false) },
            velocities: if tree {
                Vec::new()
            } else {
                distinct(program.velocities.iter().map(|v| velocity(&v.name)).collect(), true)
            },
            states: distinct(of(&program.states), false),
            holonomic: of(&program.holonomic_names),
            nonholonomic: of(&program.nonholonomic_names),
            tree,
        };
        let constant = |bank| if let Bank::Constant(i) = bank { Some(i) } else { None };
        let placed = |bank| if let Bank::PositionCache(_, i) = bank { Some(i) } else { None };
        let moving = |bank| if let Bank::VelocityCache(i) = bank { Some(i) } else { None };
        let stiffness = |bank| if let Bank::StiffnessCache(i) = bank { Some(i) } else { None };
        let fill = |names: &Self, routine: &Routine, prefix: &str, of: &dyn Fn(Bank) -> Option<usize>| {
            slots(routine, |bank| names.meaning(bank), prefix, &entries(program, routine.outputs.len(), of))
        };
        names.constants = fill(&names, &program.constants, "k", &constant);
        names.placed = fill(&names, &program.place, "at", &placed);
        names.moving = fill(&names, &program.moving, "moving", &moving);
        names.stiffness = fill(&names, &program.stiffness, "stiffness", &stiffness);
        names
    }

    /// The name of an entry, if it says what it is in words of the description.
    fn meaning(&self, bank: Bank) -> Option<Meaning> {
        let described = |slots: &[Slot], i: usize| slots.get(i).is_some_and(|slot| slot.described);
        let (described, sum_of) = match bank {
            Bank::Parameter(_) | Bank::Time(_) | Bank::Input(..) | Bank::State(_) => (true, SumOf::Others),
            Bank::Position(..) => (!self.tree, SumOf::Coordinates),
            Bank::Velocity(_) => (!self.tree, SumOf::Velocities),
            Bank::Acceleration(_) => (!self.tree, SumOf::Accelerations),
            Bank::Constant(i) => (described(&self.constants, i), SumOf::Others),
            Bank::PositionCache(_, i) => (described(&self.placed, i), SumOf::Others),
            _ => (false, SumOf::Others),
        };
        described.then(|| Meaning { name: self.name(bank), sum_of })
    }

    /// The name of an entry of a bank.
    pub fn name(&self, bank: Bank) -> String {
        let at = |instance: Instance, name: &str| {
            let block = match instance {
                Instance::Mass => "m_",
                Instance::Columns => "b_",
                Instance::Rows => "g_",
                _ => "",
            };
            // Entries of M and G have these letters.
            if name.starts_with(block) { name.to_owned() } else { format!("{block}{name}") }
        };
        let slot = |slots: &[Slot], prefix: &str, i: usize| match slots.get(i) {
            Some(slot) => slot.name.clone(),
            None => format!("{prefix}{i}"),
        };
        match bank {
            Bank::Parameter(i) => self.parameters[i].clone(),
            Bank::Constant(i) => slot(&self.constants, "k", i),
            Bank::Time(instance) => at(instance, "time"),
            Bank::Input(instance, i) => at(instance, &self.inputs[i]),
            Bank::TimeCache(instance, i) => at(instance, &format!("now{i}")),
            Bank::Position(_, i) if self.tree => format!("argument{i}"),
            Bank::Acceleration(i) if self.tree => format!("signal{i}"),
            Bank::Position(instance, i) => at(instance, &self.coordinates[i]),
            Bank::PositionCache(instance, i) => at(instance, &slot(&self.placed, "at", i)),
            Bank::VelocityCache(i) => slot(&self.moving, "moving", i),
            Bank::StiffnessCache(i) => slot(&self.stiffness, "stiffness", i),
            Bank::Velocity(i) => self.velocities[i].clone(),
            Bank::Acceleration(i) => acceleration(&self.velocities[i]),
            Bank::State(i) => self.states[i].clone(),
            Bank::Holonomic(i) => format!("lambda_{}", self.holonomic[i]),
            Bank::Nonholonomic(i) => format!("psi_{}", self.nonholonomic[i]),
            Bank::Weight(weight) => match weight {
                Weight::Mass => "weight_mass",
                Weight::Damping => "weight_damping",
                Weight::Stiffness => "weight_stiffness",
                Weight::Identity => "weight_identity",
                Weight::ConstraintPosition => "weight_position",
                Weight::ConstraintVelocity => "weight_velocity",
            }
            .to_owned(),
            Bank::Factor(i) => format!("f{i}"),
            Bank::RightHandSide(i) => format!("r{i}"),
            Bank::Solution(i) => format!("solution{i}"),
        }
    }
}

/// `der(x)` as `x_dot`, an angular velocity by its own name.
fn velocity(name: &str) -> String {
    match name.strip_prefix("der(").and_then(|rest| rest.strip_suffix(')')) {
        Some(coordinate) => format!("{}_dot", identifier(coordinate)),
        None => identifier(name),
    }
}

/// `x_dot` as `x_ddot`.
fn acceleration(velocity: &str) -> String {
    match velocity.strip_suffix("_dot") {
        Some(coordinate) => format!("{coordinate}_ddot"),
        None => format!("{velocity}_dot"),
    }
}

/// The name of every register of a routine.
pub fn registers(banks: &BankNames, routine: &Routine) -> Vec<String> {
    // A product may have the name of a function: `add` times `compensated`.
    let mut used: HashSet<String> = TAKEN.iter().map(|&name| name.to_owned()).collect();
    let mut names: Vec<String> = Vec::with_capacity(routine.instructions.len());
    // Loads first: they must have the names that the patterns bind.
    for (register, instruction) in routine.instructions.iter().enumerate() {
        let name = match instruction {
            Instruction::Load(bank) => unique(banks.name(*bank), &used),
            _ => format!("t{register}"),
        };
        used.insert(name.clone());
        names.push(name);
    }
    // What is only an output has a name where it is read.
    let mut read = vec![false; names.len()];
    routine.instructions.iter().flat_map(|one| one.operands()).for_each(|register| read[register] = true);
    for (register, meaning) in
        meanings(routine, |bank| banks.meaning(bank)).into_iter().enumerate().filter(|(at, _)| read[*at])
    {
        if let Some(name) = meaning.and_then(|meaning| temporary(routine, register, meaning)) {
            names[register] = unique(name, &used);
            used.insert(names[register].clone());
        }
    }
    names
}

fn unique(name: String, used: &HashSet<String>) -> String {
    if !used.contains(&name) {
        return name;
    }
    let mut number = 2;
    while used.contains(&format!("{name}_{number}")) {
        number += 1;
    }
    format!("{name}_{number}")
}
