//! A routine of the plan as a static function of C.
//!
//! Invariant: one `const double` for each instruction, in the order of the plan, so that no compiler regroups operations; outputs
//! are written last, so that they may overlap with inputs.

use super::names::scope;
use crate::routine::{Argument, Dialect, Statements, arguments, digits, element};
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Instruction, Register, Routine};
use linkwork_compiler::symbolic::{Constant, Function, Relation};
use std::fmt::Write;

const DIALECT: Dialect = Dialect { member: "->", lambda: "lambda" };

impl Argument {
    /// Its declaration in C.
    pub fn declaration(self, stem: &str) -> String {
        match self {
            Self::Model => format!("const {stem}_model *model"),
            Self::At => format!("const {stem}_position *at"),
            _ => format!("const double {}[]", self.name()),
        }
    }
}

/// The function `stem_name_`, which writes its outputs, followed by the `checked` registers, to `out`.
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
    let Statements { lines, names } = Statements::new(program, routine, checked, scope(), literal);
    for (name, instruction) in lines {
        let kind = if instruction.is_mask() { "int" } else { "double" };
        let value = expression(program, instruction, &names);
        let _ = writeln!(text, "    const {kind} {name} = {value};");
    }
    let outputs =
        routine.outputs.iter().map(|output| output.register().map_or("0.0", |at| names[at].as_str()));
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
        // Refused earlier: see `Unsupported`.
        Function::User(_) => "user_function",
    }
}

/// Functions that `math.h` does not have, or has with another result for zeros and NaN.
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
        digits(x)
    };
    if text.starts_with('-') { format!("({text})") } else { text }
}

/// Numbers with commas between them.
pub fn list(values: &[f64]) -> String {
    values.iter().map(|x| number(*x)).collect::<Vec<_>>().join(", ")
}
