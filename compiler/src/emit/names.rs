//! Identifiers of emitted code: the user's names if there are any, otherwise numbered temporaries.
//!
//! Invariant: within a routine every register has a name of its own; temporaries are `t0`, `t1` …,
//! and a user's name that looks like one, or like a name of the emitted code, gets a trailing `_`.

use crate::model::{plain_name, rust_name};
use crate::plan::{Bank, Instance, Instruction, OutputRegister, Program, Routine, Weight};
use crate::symbolic::Function;
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

/// The longest combined name.
const LONGEST: usize = 28;

/// Names of types, modules and variants of emitted code: a mechanism with one of these names has an alias.
const TAKEN_TYPES: [&str; 68] = [
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
    "Signal",
    "Vec",
    "VelocityIndependent",
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
    constants: Vec<String>,
    placed: Vec<String>,
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
        names.constants = names.slots(&program.constants, "k");
        names.placed = names.slots(&program.place, "at");
        names
    }

    /// Names of the outputs of a routine that fills a bank: their names in the routine, if meaningful,
    /// otherwise a prefix and the index.
    fn slots(&self, routine: &Routine, prefix: &str) -> Vec<String> {
        let name = |(slot, output): (usize, &OutputRegister)| {
            let known = output.register();
            known
                .and_then(|register| self.meaning(routine, register))
                .unwrap_or_else(|| format!("{prefix}{slot}"))
        };
        routine.outputs.iter().enumerate().map(name).collect()
    }

    /// A descriptive name of a register from the user's names: `length_squared`, `cos_theta`, `inverse_mass`, `mass_length`.
    fn meaning(&self, routine: &Routine, register: usize) -> Option<String> {
        let of = |register: &usize| self.meaning(routine, *register);
        let half = |register: &usize| matches!(routine.instructions[*register], Instruction::Literal(literal) if literal.to_double_double() == (0.5, 0.0));
        let name = match &routine.instructions[register] {
            Instruction::Load(bank @ (Bank::Parameter(_) | Bank::Constant(_) | Bank::Position(..))) => {
                self.name(*bank)
            }
            Instruction::Recip(a) => format!("inverse_{}", of(a)?),
            Instruction::Neg(a) => format!("minus_{}", of(a)?),
            Instruction::Mul(a, b) if a == b => format!("{}_squared", of(a)?),
            Instruction::Mul(a, b) if half(b) => format!("half_{}", of(a)?),
            Instruction::Mul(a, b) if half(a) => format!("half_{}", of(b)?),
            Instruction::Mul(a, b) => format!("{}_{}", of(a)?, of(b)?),
            Instruction::Unary(f @ (Function::Sin | Function::Cos | Function::Tan | Function::Sqrt), a) => {
                format!("{}_{}", f.name(), of(a)?)
            }
            _ => return None,
        };
        (name.len() <= LONGEST && !is_temporary(&name)).then_some(name)
    }

    /// The name of an entry of a bank.
    pub fn name(&self, bank: Bank) -> String {
        let at = |instance: Instance, name: &str| match instance {
            Instance::Mass => format!("m_{name}"),
            Instance::Columns => format!("b_{name}"),
            Instance::Rows => format!("g_{name}"),
            _ => name.to_owned(),
        };
        let slot = |names: &[String], prefix: &str, i: usize| match names.get(i) {
            Some(name) => name.clone(),
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
            Bank::VelocityCache(i) => format!("moving{i}"),
            Bank::StiffnessCache(i) => format!("stiffness{i}"),
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

fn is_temporary(name: &str) -> bool {
    name.strip_prefix('t').is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
}

/// The name of every register of a routine.
pub fn registers(banks: &BankNames, routine: &Routine) -> Vec<String> {
    let mut used: HashSet<String> = HashSet::new();
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
    for (register, instruction) in routine.instructions.iter().enumerate() {
        if let Instruction::Unary(
            function @ (Function::Sin | Function::Cos | Function::Tan | Function::Sqrt),
            argument,
        ) = instruction
            && !is_temporary(&names[*argument])
        {
            let name = unique(format!("{}_{}", function.name(), names[*argument]), &used);
            used.insert(name.clone());
            names[register] = name;
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
