//! A routine of the plan as a function of Python over expressions of CasADi.

use crate::names::Scope;
use crate::routine::{Argument, Dialect, Statements, arguments, digits, element};
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Instruction, Register, Routine};
use linkwork_compiler::symbolic::{Constant, Function, Relation};
use std::fmt::Write;

/// Words of Python, and names of the module.
const TAKEN: &str = "and as assert async await break class continue def del elif else except finally for from global if import in is \
lambda nonlocal not or pass raise return try while with yield none true false print list range len match case type \
ca lam psi model at rhs factors solution moving stiffness parameters q v a y t u";

const DIALECT: Dialect = Dialect { member: ".", lambda: "lam" };

/// The name of an argument in Python.
fn name_of(argument: Argument) -> &'static str {
    match argument {
        Argument::Holonomic => DIALECT.lambda,
        other => other.name(),
    }
}

/// The call of a routine whose arguments have their own names.
pub fn call(name: &str, routine: &Routine) -> String {
    call_with(name, routine, &[])
}

/// The call of a routine, with some arguments by other expressions.
pub fn call_with(name: &str, routine: &Routine, others: &[(Argument, String)]) -> String {
    let given = |argument: Argument| {
        let other = others.iter().find(|(known, _)| *known == argument);
        other.map_or_else(|| name_of(argument).to_owned(), |(_, expression)| expression.clone())
    };
    let list: Vec<String> = arguments(routine).into_iter().map(given).collect();
    format!("_{name}({})", list.join(", "))
}

/// The function `_name`, which returns a list.
pub fn function(program: &Program, name: &str, routine: &Routine) -> String {
    let mut text = format!("def {}:\n", call(name, routine));
    let Statements { lines, names } = Statements::new(program, routine, &[], Scope::without(TAKEN), literal);
    for (name, instruction) in lines {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "    {name} = {}", expression(program, instruction, &names));
    }
    let outputs =
        routine.outputs.iter().map(|output| output.register().map_or("0.0", |at| names[at].as_str()));
    let _ = writeln!(text, "    return [{}]\n\n", outputs.collect::<Vec<_>>().join(", "));
    text
}

/// The expression of an instruction.
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
        Instruction::Load(bank) => element(program, bank, DIALECT),
        Instruction::Neg(a) => format!("-{}", r(a)),
        Instruction::Add(a, b) => format!("{} + {}", r(a), r(b)),
        Instruction::Sub(a, b) => format!("{} - {}", r(a), r(b)),
        Instruction::Mul(a, b) => format!("{} * {}", r(a), r(b)),
        Instruction::Recip(a) => format!("1.0 / {}", r(a)),
        Instruction::Unary(f, a) => format!("{}({})", called(f), r(a)),
        Instruction::Binary(f, a, b) => format!("{}({}, {})", called(f), r(a), r(b)),
        Instruction::Compare(by, a, b) => format!("{} {} {}", r(a), relation(by), r(b)),
        Instruction::And(a, b) => format!("ca.logic_and({}, {})", r(a), r(b)),
        Instruction::Or(a, b) => format!("ca.logic_or({}, {})", r(a), r(b)),
        Instruction::Not(a) => format!("ca.logic_not({})", r(a)),
        Instruction::Select(mask, a, b) => format!("ca.if_else({}, {}, {})", r(mask), r(a), r(b)),
    }
}

/// The function of CasADi.
fn called(function: Function) -> &'static str {
    match function {
        Function::Sin => "ca.sin",
        Function::Cos => "ca.cos",
        Function::Tan => "ca.tan",
        Function::Asin => "ca.asin",
        Function::Acos => "ca.acos",
        Function::Atan => "ca.atan",
        Function::Atan2 => "ca.atan2",
        Function::Sinh => "ca.sinh",
        Function::Cosh => "ca.cosh",
        Function::Tanh => "ca.tanh",
        Function::Exp => "ca.exp",
        Function::Ln => "ca.log",
        Function::Sqrt => "ca.sqrt",
        Function::Abs => "ca.fabs",
        Function::Sign => "ca.sign",
        Function::Min => "ca.fmin",
        Function::Max => "ca.fmax",
        Function::Hypot => "ca.hypot",
        Function::Pow => "ca.power",
        Function::Floor => "ca.floor",
        // Refused earlier: see `Unsupported`.
        Function::User(_) => "user_function",
    }
}

/// A constant in double precision; a negative one in parentheses.
fn literal(constant: Constant) -> String {
    number(constant.to_double_double().0)
}

/// A number of Python that reads back as the same bits.
fn number(x: f64) -> String {
    let text = if x.is_finite() { digits(x) } else { format!("float(\"{x:?}\")") };
    if text.starts_with('-') { format!("({text})") } else { text }
}
