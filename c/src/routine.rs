//! A routine of the plan as a static function of C.
//!
//! Invariant: one `const double` for each instruction, in the order of the plan, so that no compiler groups operations anew; outputs
//! are written last, so that they may lie where inputs lie.

use crate::names::Scope;
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Bank, Instruction, Register, Routine};
use linkwork_compiler::symbolic::{Constant, Function, Relation};
use std::fmt::Write;

/// What a routine reads, in the order of its arguments.
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
}

const ARGUMENTS: [Argument; 12] = [
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
];

impl Argument {
    /// As the functions call it.
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
        }
    }

    /// How it is declared.
    pub fn declaration(self, stem: &str) -> String {
        match self {
            Self::Model => format!("const {stem}_model *model"),
            Self::At => format!("const {stem}_position *at"),
            _ => format!("const double {}[]", self.name()),
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
            // Weighted matrices and blocks of redundant constraints are not written.
            Bank::RightHandSide(_) | Bank::Weight(_) | Bank::Solution(_) => Self::RightHandSide,
        }
    }
}

/// What a routine reads.
pub fn arguments(routine: &Routine) -> Vec<Argument> {
    let read = |argument: &Argument| {
        routine.instructions.iter().any(|instruction| match instruction {
            Instruction::Load(bank) => Argument::of(*bank) == *argument,
            _ => false,
        })
    };
    ARGUMENTS.into_iter().filter(read).collect()
}

/// A number of a bank, and the name that it gets.
fn place(program: &Program, bank: Bank) -> (String, String) {
    let user = |named: &linkwork_compiler::plan::Named, ending: &str| format!("{}{ending}", named.name);
    match bank {
        Bank::Parameter(i) => (format!("parameters[{i}]"), user(&program.parameters[i], "")),
        Bank::Constant(i) => (format!("model->constants[{i}]"), format!("c_{i}")),
        Bank::Time(_) => ("at->time".into(), "time".into()),
        Bank::Input(_, i) => {
            let name = program.inputs.get(i).map_or_else(|| format!("side_{i}"), |named| named.name.clone());
            (format!("at->inputs[{i}]"), name)
        }
        Bank::TimeCache(_, i) => (format!("at->now[{i}]"), format!("now_{i}")),
        Bank::Position(_, i) => (format!("at->q[{i}]"), user(&program.coordinates[i], "")),
        Bank::PositionCache(_, i) => (format!("at->placed[{i}]"), format!("p_{i}")),
        Bank::VelocityCache(i) => (format!("moving[{i}]"), format!("moving_{i}")),
        Bank::StiffnessCache(i) => (format!("stiffness[{i}]"), format!("stiffness_{i}")),
        Bank::Velocity(i) => (format!("v[{i}]"), user(&program.velocities[i], "_rate")),
        Bank::Acceleration(i) => (format!("a[{i}]"), user(&program.velocities[i], "_acceleration")),
        Bank::State(i) => (format!("y[{i}]"), user(&program.states[i], "")),
        Bank::Holonomic(i) => (format!("lambda[{i}]"), user(&program.holonomic_names[i], "_reaction")),
        Bank::Nonholonomic(i) => (format!("psi[{i}]"), user(&program.nonholonomic_names[i], "_reaction")),
        Bank::Weight(_) => ("0.0".into(), "weight".into()),
        Bank::Factor(i) => (format!("factors[{i}]"), format!("f_{i}")),
        Bank::RightHandSide(i) => (format!("rhs[{i}]"), format!("b_{i}")),
        Bank::Solution(i) => (format!("solution[{i}]"), format!("x_{i}")),
    }
}

/// The function `stem_name_`, whose outputs and `checked` registers behind them go to `out`.
pub fn function(
    program: &Program,
    stem: &str,
    name: &str,
    routine: &Routine,
    checked: &[Register],
) -> String {
    let mut declared: Vec<String> =
        arguments(routine).iter().map(|argument| argument.declaration(stem)).collect();
    declared.push("double out[]".to_owned());
    // Writing to a String cannot fail.
    let mut text = format!("static void {stem}_{name}_({})\n{{\n", declared.join(", "));
    let mut needed = vec![false; routine.instructions.len()];
    for register in routine.outputs.iter().flatten().chain(checked) {
        needed[*register] = true;
    }
    for at in (0..needed.len()).rev() {
        if needed[at] {
            routine.instructions[at].for_each_argument(|argument| needed[argument] = true);
        }
    }
    let mut scope = Scope::new();
    let mut names: Vec<String> = Vec::with_capacity(routine.instructions.len());
    for (at, instruction) in routine.instructions.iter().enumerate() {
        let name = match instruction {
            Instruction::Literal(constant) => literal(*constant),
            Instruction::Load(bank) if needed[at] => scope.give(&place(program, *bank).1),
            _ => format!("r{at}"),
        };
        if needed[at] && !matches!(instruction, Instruction::Literal(_)) {
            let kind = if instruction.is_mask() { "int" } else { "double" };
            let value = expression(program, *instruction, &names);
            let _ = writeln!(text, "    const {kind} {name} = {value};");
        }
        names.push(name);
    }
    let outputs =
        routine.outputs.iter().map(|output| output.map_or("0.0", |register| names[register].as_str()));
    let all = outputs.chain(checked.iter().map(|register| names[*register].as_str()));
    let mut count = 0;
    for output in all {
        let _ = writeln!(text, "    out[{count}] = {output};");
        count += 1;
    }
    if count == 0 {
        text.push_str("    (void)out;\n");
    }
    text.push_str("}\n");
    text
}

/// What an instruction computes.
fn expression(program: &Program, instruction: Instruction, names: &[String]) -> String {
    let r = |register: Register| names[register].as_str();
    let relation = |relation: Relation| match relation {
        Relation::Lt => "<",
        Relation::Le => "<=",
        Relation::Eq => "==",
        Relation::Ne => "!=",
    };
    match instruction {
        Instruction::Literal(constant) => literal(constant),
        Instruction::Load(bank) => place(program, bank).0,
        Instruction::Neg(a) => format!("-{}", r(a)),
        Instruction::Add(a, b) => format!("{} + {}", r(a), r(b)),
        Instruction::Sub(a, b) => format!("{} - {}", r(a), r(b)),
        Instruction::Mul(a, b) => format!("{} * {}", r(a), r(b)),
        Instruction::Recip(a) => format!("1.0 / {}", r(a)),
        Instruction::Unary(f, a) => format!("{}({})", called(f), r(a)),
        Instruction::Binary(f, a, b) => format!("{}({}, {})", called(f), r(a), r(b)),
        Instruction::Compare(by, a, b) => format!("{} {} {}", r(a), relation(by), r(b)),
        Instruction::And(a, b) => format!("{} & {}", r(a), r(b)),
        Instruction::Or(a, b) => format!("{} | {}", r(a), r(b)),
        Instruction::Not(a) => format!("!{}", r(a)),
        Instruction::Select(mask, a, b) => format!("{} ? {} : {}", r(mask), r(a), r(b)),
    }
}

/// The function of `math.h`, or one of those of [`SMALL`].
fn called(function: Function) -> &'static str {
    match function {
        Function::Sin => "sin",
        Function::Cos => "cos",
        Function::Tan => "tan",
        Function::Asin => "asin",
        Function::Acos => "acos",
        Function::Atan => "atan",
        Function::Atan2 => "atan2",
        Function::Sinh => "sinh",
        Function::Cosh => "cosh",
        Function::Tanh => "tanh",
        Function::Exp => "exp",
        Function::Ln => "log",
        Function::Sqrt => "sqrt",
        Function::Abs => "fabs",
        Function::Sign => "sign_of",
        Function::Min => "smaller_of",
        Function::Max => "larger_of",
        Function::Hypot => "hypot",
        Function::Pow => "pow",
        Function::Floor => "floor",
        // Refused before: see `Unsupported`.
        Function::User(_) => "user_function",
    }
}

/// What `math.h` has not, or has with another result for zeros and NaN.
pub const SMALL: [(Function, &str); 3] = [
    (
        Function::Sign,
        "/* The sign of x; x itself for zeros and NaN. */\nstatic double sign_of(double x)\n{\n    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;\n}\n",
    ),
    (
        Function::Min,
        "/* The smaller one, x if equal; NaN if either is NaN. */\nstatic double smaller_of(double x, double y)\n{\n    return y < x || y != y ? y : x;\n}\n",
    ),
    (
        Function::Max,
        "/* The larger one, x if equal; NaN if either is NaN. */\nstatic double larger_of(double x, double y)\n{\n    return y > x || y != y ? y : x;\n}\n",
    ),
];

/// A constant in double precision; a negative one in parentheses.
fn literal(constant: Constant) -> String {
    number(constant.to_double_double().0)
}

/// A number that reads back as the same bits.
pub fn number(x: f64) -> String {
    let text = if x.is_nan() {
        "NAN".to_owned()
    } else if x.is_infinite() {
        if x > 0.0 { "INFINITY".to_owned() } else { "-INFINITY".to_owned() }
    } else {
        format!("{x:?}")
    };
    if text.starts_with('-') { format!("({text})") } else { text }
}
