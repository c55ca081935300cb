//! Instructions → Rust expressions: a number that is used once, soon after, is written in place.
//!
//! Invariant: expressions are grouped like the instructions, so that every operation has the same operands, and
//! the same bits.

use super::functions::Functions;
use crate::plan::{Instruction, OutputRegister, Register, Routine};
use crate::symbolic::{Constant, Function, Relation, UserFunction};
use std::fmt::Write;

/// The longest expression that is written inside another one.
const LONGEST: usize = 48;
/// Literals up to this length are written in place.
const SHORT: usize = 16;
/// The largest distance in statements: the order affects which values stay in machine registers.
const FARTHEST: usize = 6;

/// A list of this length is on a line of its own.
const LINE: usize = 58;

/// The precedence of an expression: a sum, a product, a negation, a name or a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Sign,
    Whole,
}

/// Registers as expressions.
pub struct Expressions<'a> {
    routine: &'a Routine,
    functions: &'a Functions,
    /// The name of every register, or its expression.
    texts: Vec<(String, Binding)>,
    /// The number of reads of each, by instructions and outputs.
    uses: Vec<usize>,
    /// The last instruction that reads it.
    reader: Vec<Register>,
}

impl<'a> Expressions<'a> {
    /// The registers of a routine by their names; `kept` are read afterwards, in addition to the outputs.
    pub fn new(routine: &'a Routine, functions: &'a Functions, names: &[String], kept: &[Register]) -> Self {
        let count = routine.instructions.len();
        let (mut uses, mut reader) = (vec![0; count], vec![0; count]);
        for (register, instruction) in routine.instructions.iter().enumerate() {
            instruction.operands().for_each(|argument| {
                uses[argument] += 1;
                reader[argument] = register;
            });
        }
        for register in routine.registers().chain(kept.iter().copied()) {
            uses[register] += 1;
            reader[register] = register;
        }
        let texts = names.iter().map(|name| (name.clone(), Binding::Whole)).collect();
        Self { routine, functions, texts, uses, reader }
    }

    /// A register as an expression.
    pub fn text(&self, register: Register) -> &str {
        &self.texts[register].0
    }

    /// One `let` for each of some instructions that is not written in place; `left` are passed on by name.
    pub fn statements(&mut self, instructions: &[Register], left: &[(Register, usize)], text: &mut String) {
        for &register in instructions {
            let Some((expression, binding)) = self.expression(register) else { continue };
            let free = matches!(self.routine.instructions[register], Instruction::Literal(_))
                && expression.len() <= SHORT;
            let handed_on = left.iter().any(|(known, _)| *known == register);
            let near =
                self.reader[register] <= register + FARTHEST && instructions.contains(&self.reader[register]);
            let once = self.uses[register] == 1 && expression.len() <= LONGEST && near;
            if (once || free) && !handed_on {
                self.texts[register] = (expression, binding);
            } else {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "let {} = {expression};", self.texts[register].0);
            }
        }
    }

    /// The outputs of the routine; in one line by their names if their expressions would need a line each.
    pub fn outputs(&mut self, names: &[String], text: &mut String) -> Vec<String> {
        let of = |of: &Self, output: &OutputRegister| match output.register() {
            Some(register) => of.text(register).to_owned(),
            None => "T::zero()".to_owned(),
        };
        let all = |of_self: &Self| -> Vec<String> {
            self.routine.outputs.iter().map(|output| of(of_self, output)).collect()
        };
        let length = |outputs: &[String]| outputs.iter().map(|output| output.len() + 2).sum::<usize>();
        let written = all(self);
        let by_name = |output: &OutputRegister| {
            output.register().map_or("T::zero()".len(), |register| names[register].len()) + 2
        };
        if length(&written) <= LINE || self.routine.outputs.iter().map(by_name).sum::<usize>() > LINE {
            return written;
        }
        for register in self.routine.registers() {
            let name = &names[register];
            if self.texts[register].0 != *name
                && !matches!(self.routine.instructions[register], Instruction::Literal(_))
            {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "let {name} = {};", self.texts[register].0);
                self.texts[register] = (name.clone(), Binding::Whole);
            }
        }
        all(self)
    }

    /// A register as an operand of at least this precedence.
    fn operand(&self, register: Register, binding: Binding) -> String {
        let (text, own) = &self.texts[register];
        if *own >= binding { text.clone() } else { format!("({text})") }
    }

    /// The expression of an instruction; empty for a load.
    fn expression(&self, register: Register) -> Option<(String, Binding)> {
        use Binding::{Product, Sign, Sum, Whole};
        let r = |at: &Register| self.texts[*at].0.as_str();
        let binary = |a: &Register, sign: &str, b: &Register, binding: Binding, right: Binding| {
            (format!("{} {sign} {}", self.operand(*a, binding), self.operand(*b, right)), binding)
        };
        Some(match &self.routine.instructions[register] {
            Instruction::Load(_) => return None,
            Instruction::Literal(constant) => (literal(*constant), Whole),
            Instruction::Neg(a) => (format!("-{}", self.operand(*a, Whole)), Sign),
            Instruction::Add(a, b) => binary(a, "+", b, Sum, Product),
            Instruction::Sub(a, b) => binary(a, "-", b, Sum, Product),
            Instruction::Mul(a, b) => binary(a, "*", b, Product, Sign),
            Instruction::Recip(a) => (format!("Real::recip({})", r(a)), Whole),
            Instruction::Unary(Function::User(f), a) => (self.user_call(*f, &[r(a)]), Whole),
            Instruction::Binary(Function::User(f), a, b) => (self.user_call(*f, &[r(a), r(b)]), Whole),
            Instruction::Unary(f, a) => (format!("Real::{}({})", f.name(), r(a)), Whole),
            Instruction::Binary(f, a, b) => (format!("Real::{}({}, {})", f.name(), r(a), r(b)), Whole),
            Instruction::Compare(Relation::Lt, a, b) => (format!("Real::lt({}, {})", r(a), r(b)), Whole),
            Instruction::Compare(Relation::Le, a, b) => (format!("Real::le({}, {})", r(a), r(b)), Whole),
            Instruction::Compare(Relation::Eq, a, b) => (format!("Real::eq({}, {})", r(a), r(b)), Whole),
            Instruction::Compare(Relation::Ne, a, b) => {
                (format!("T::not(Real::eq({}, {}))", r(a), r(b)), Whole)
            }
            Instruction::And(a, b) => (format!("T::and({}, {})", r(a), r(b)), Whole),
            Instruction::Or(a, b) => (format!("T::or({}, {})", r(a), r(b)), Whole),
            Instruction::Not(a) => (format!("T::not({})", r(a)), Whole),
            Instruction::Select(m, a, b) => (format!("T::select({}, {}, {})", r(m), r(a), r(b)), Whole),
        })
    }

    /// A call of the user's function. Its derivatives are computed by nested series truncated after the first power:
    /// with the argument x + τ, the coefficient of τ is ∂f/∂x.
    fn user_call(&self, function: UserFunction, arguments: &[&str]) -> String {
        let by = function.differentiated_by();
        let argument = |number: usize| {
            by.iter().fold(arguments[number].to_owned(), |value, &wanted| {
                let slope = if wanted == number { "one" } else { "zero" };
                format!("Series::new([{value}, Real::{slope}()])")
            })
        };
        let list: Vec<String> = (0..arguments.len()).map(argument).collect();
        let coefficients = ".coefficient(1)".repeat(by.len());
        let call = format!("{}({}){coefficients}", self.functions.expression(function), list.join(", "));
        if by.is_empty() {
            return call;
        }
        format!("{{ type Series<R> = ::linkwork::scalar::Taylor<R, 2>; {call} }}")
    }
}

/// A constant in every scalar: hi + lo.
fn literal(constant: Constant) -> String {
    let (hi, lo) = constant.to_double_double();
    if lo == 0.0 { format!("T::exact({hi:?})") } else { format!("T::decimal({hi:?}, {lo:?})") }
}
