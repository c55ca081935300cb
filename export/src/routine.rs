//! The common part of all languages for a routine of the plan: its inputs, and the names of its values.

use crate::names::Scope;
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Bank, Instruction, Register, Routine};
use linkwork_compiler::symbolic::Constant;

/// The inputs of a routine, in the order of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    Parameters,
    Model,
    At,
    Velocity,
    State,
    Acceleration,
    Holonomic,
    Nonholonomic,
    Moving,
    Stiffness,
    Factors,
    RightHandSide,
    Solution,
}

const ARGUMENTS: [Argument; 13] = [
    Argument::Parameters,
    Argument::Model,
    Argument::At,
    Argument::Velocity,
    Argument::State,
    Argument::Acceleration,
    Argument::Holonomic,
    Argument::Nonholonomic,
    Argument::Moving,
    Argument::Stiffness,
    Argument::Factors,
    Argument::RightHandSide,
    Argument::Solution,
];

impl Argument {
    /// Its name in the functions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parameters => "parameters",
            Self::Model => "model",
            Self::At => "at",
            Self::Velocity => "v",
            Self::State => "y",
            Self::Acceleration => "a",
            Self::Holonomic => "lambda",
            Self::Nonholonomic => "psi",
            Self::Moving => "moving",
            Self::Stiffness => "stiffness",
            Self::Factors => "factors",
            Self::RightHandSide => "rhs",
            Self::Solution => "solution",
        }
    }

    fn of(bank: Bank) -> Self {
        match bank {
            Bank::Parameter(_) => Self::Parameters,
            Bank::Constant(_) => Self::Model,
            Bank::Time(_)
            | Bank::Input(..)
            | Bank::TimeCache(..)
            | Bank::Position(..)
            | Bank::PositionCache(..) => Self::At,
            Bank::VelocityCache(_) => Self::Moving,
            Bank::StiffnessCache(_) => Self::Stiffness,
            Bank::Velocity(_) => Self::Velocity,
            Bank::Acceleration(_) => Self::Acceleration,
            Bank::State(_) => Self::State,
            Bank::Holonomic(_) => Self::Holonomic,
            Bank::Nonholonomic(_) => Self::Nonholonomic,
            Bank::Factor(_) => Self::Factors,
            Bank::Solution(_) => Self::Solution,
            // Weighted matrices are not written.
            Bank::RightHandSide(_) | Bank::Weight(_) => Self::RightHandSide,
        }
    }
}

/// An input of a routine.
pub fn arguments(routine: &Routine) -> Vec<Argument> {
    let read = |argument: &Argument| {
        routine.instructions.iter().any(|instruction| match instruction {
            Instruction::Load(bank) => Argument::of(*bank) == *argument,
            _ => false,
        })
    };
    ARGUMENTS.into_iter().filter(read).collect()
}

/// The access of a language to numbers.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// Between a structure and its field: `->` or `.`.
    pub member: &'static str,
    /// The multipliers of holonomic constraints: `lambda` is a word of Python.
    pub lambda: &'static str,
}

/// A number of a bank, and its name.
fn place(program: &Program, bank: Bank, Dialect { member, lambda }: Dialect) -> (String, String) {
    let user = |named: &linkwork_compiler::plan::Named, ending: &str| format!("{}{ending}", named.name);
    match bank {
        Bank::Parameter(i) => (format!("parameters[{i}]"), user(&program.parameters[i], "")),
        Bank::Constant(i) => (format!("model{member}constants[{i}]"), format!("c_{i}")),
        Bank::Time(_) => (format!("at{member}time"), "time".into()),
        Bank::Input(_, i) => {
            let name =
                program.inputs.get(i).map_or_else(|| format!("side_{i}"), |named| named.name.to_string());
            (format!("at{member}inputs[{i}]"), name)
        }
        Bank::TimeCache(_, i) => (format!("at{member}now[{i}]"), format!("now_{i}")),
        Bank::Position(_, i) => (format!("at{member}q[{i}]"), user(&program.coordinates[i], "")),
        Bank::PositionCache(_, i) => (format!("at{member}placed[{i}]"), format!("p_{i}")),
        Bank::VelocityCache(i) => (format!("moving[{i}]"), format!("moving_{i}")),
        Bank::StiffnessCache(i) => (format!("stiffness[{i}]"), format!("stiffness_{i}")),
        Bank::Velocity(i) => (format!("v[{i}]"), user(&program.velocities[i], "_rate")),
        Bank::Acceleration(i) => (format!("a[{i}]"), user(&program.velocities[i], "_acceleration")),
        Bank::State(i) => (format!("y[{i}]"), user(&program.states[i], "")),
        Bank::Holonomic(i) => (format!("{lambda}[{i}]"), user(&program.holonomic_names[i], "_reaction")),
        Bank::Nonholonomic(i) => (format!("psi[{i}]"), user(&program.nonholonomic_names[i], "_reaction")),
        Bank::Weight(_) => ("0.0".into(), "weight".into()),
        Bank::Factor(i) => (format!("factors[{i}]"), format!("f_{i}")),
        Bank::RightHandSide(i) => (format!("rhs[{i}]"), format!("b_{i}")),
        Bank::Solution(i) => (format!("solution[{i}]"), format!("x_{i}")),
    }
}

/// The source of a number in a routine.
pub fn element(program: &Program, bank: Bank, dialect: Dialect) -> String {
    place(program, bank, dialect).0
}

/// The statements of a routine, in order, and the expression of each register.
pub struct Statements {
    /// Names and instructions.
    pub lines: Vec<(String, Instruction)>,
    /// The name of each register, or its literal.
    pub names: Vec<String>,
}

impl Statements {
    /// For a routine with `checked` registers in addition to its outputs; a literal is written in place.
    pub fn new(
        program: &Program,
        routine: &Routine,
        checked: &[Register],
        mut scope: Scope,
        literal: impl Fn(Constant) -> String,
    ) -> Self {
        let mut needed = vec![false; routine.instructions.len()];
        for register in routine.registers().chain(checked.iter().copied()) {
            needed[register] = true;
        }
        for at in (0..needed.len()).rev() {
            if needed[at] {
                routine.instructions[at].operands().for_each(|argument| needed[argument] = true);
            }
        }
        let (mut lines, mut names) = (Vec::new(), Vec::with_capacity(needed.len()));
        for (at, &instruction) in routine.instructions.iter().enumerate() {
            names.push(match instruction {
                _ if !needed[at] => String::new(),
                Instruction::Literal(constant) => literal(constant),
                Instruction::Load(bank) => {
                    scope.give(&place(program, bank, Dialect { member: "", lambda: "" }).1)
                }
                _ => scope.give(&format!("r{at}")),
            });
            if needed[at] && !matches!(instruction, Instruction::Literal(_)) {
                lines.push((names[at].clone(), instruction));
            }
        }
        Self { lines, names }
    }
}

/// A number that reads back as the same bits.
pub fn digits(x: f64) -> String {
    format!("{x:?}")
}
