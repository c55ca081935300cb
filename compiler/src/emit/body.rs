//! Routines → the text of function bodies: `let` patterns for what banks hold, one statement for each
//! operation, then the result.
//!
//! Text, lexed once, costs a fraction of tokens made one by one, and users pay expansion on every build.

use super::expressions::Expressions;
use super::names::{BankNames, registers};
use super::parts::{Parts, cut};
use crate::plan::{Bank, Instance, Instruction, Lengths, Program, Register, Routine, WEIGHTS};
use std::fmt::Write;

/// Writes bodies for one program.
pub struct Bodies<'p> {
    program: &'p Program,
    names: BankNames,
}

/// A body without its result: the statements, and how each output reads.
pub struct Body {
    /// `let` statements.
    pub statements: String,
    /// Outputs as expressions.
    pub outputs: Vec<String>,
    registers: Vec<String>,
}

impl Body {
    /// `[a, b, c]`.
    pub fn array(&self) -> String {
        format!("[{}]", self.outputs.join(", "))
    }

    /// The name of a register.
    pub fn register(&self, register: Register) -> &str {
        &self.registers[register]
    }
}

/// The outputs that are not exact zeros, with their places.
pub fn nonzero(outputs: &[String]) -> impl Iterator<Item = (usize, &String)> {
    outputs.iter().enumerate().filter(|(_, output)| *output != "T::zero()")
}

/// What the evaluated state is called where a routine stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// `at: &PositionCache`.
    At,
    /// `now: &TimeCache` and `q`.
    Position,
    /// `t` and `u`.
    Time,
    /// `factors` with so many numbers.
    Factors(usize),
}

/// A bank that a function gets at as an array: how to read it, how long it is, and which of its
/// entries a load asks for.
struct Source {
    read: String,
    length: usize,
    index: usize,
}

impl<'p> Bodies<'p> {
    /// Prepares the names.
    pub fn new(program: &'p Program) -> Self {
        Self { program, names: BankNames::new(program) }
    }

    /// A parameter's default where it is a number.
    pub fn default_number(&self, routine: &Routine) -> Option<String> {
        match (&routine.instructions[..], &routine.outputs[..]) {
            (_, [None]) => Some("0.0".to_owned()),
            ([Instruction::Literal(constant)], [Some(0)]) => {
                let (hi, lo) = constant.to_double_double();
                Some(format!("{:?}", hi + lo))
            }
            _ => None,
        }
    }

    /// A parameter's default as an expression, which reads earlier parameters by their names.
    pub fn default_value(&self, routine: &Routine) -> String {
        let body = self.body(routine, Reading::At);
        let value = body.outputs.first().map_or("T::zero()", String::as_str);
        let mut lines: Vec<&str> =
            body.statements.lines().filter(|line| !line.ends_with("= parameters;")).collect();
        // `let x = e; x` is `e`.
        let last = lines.last().and_then(|line| line.strip_prefix(&format!("let {value} = ")));
        let value = match last.and_then(|line| line.strip_suffix(';')) {
            Some(expression) => {
                lines.pop();
                expression
            }
            None => value,
        };
        if lines.is_empty() { value.to_owned() } else { format!("{{ {} {value} }}", lines.join(" ")) }
    }

    /// The statements of a routine.
    pub fn body(&self, routine: &Routine, reading: Reading) -> Body {
        self.body_with(routine, reading, &[])
    }

    /// The same where some registers are read afterwards, besides the outputs.
    pub fn body_with(&self, routine: &Routine, reading: Reading, kept: &[Register]) -> Body {
        match cut(routine, kept) {
            Some(parts) => self.in_parts(routine, reading, &parts),
            None => self.in_one(routine, reading, kept),
        }
    }

    fn in_one(&self, routine: &Routine, reading: Reading, kept: &[Register]) -> Body {
        let registers = registers(&self.names, routine);
        let mut text = String::new();
        let all: Vec<Register> = (0..routine.instructions.len()).collect();
        for bank in self.banks(routine, &all, reading) {
            bank.pattern(&registers, &bank.read, &mut text);
        }
        let mut expressions = Expressions::new(routine, &registers, kept);
        expressions.statements(&all, &[], &mut text);
        let outputs = expressions.outputs(&registers, &mut text);
        let registers = all.iter().map(|&register| expressions.text(register).to_owned()).collect();
        Body { statements: text, outputs, registers }
    }

    /// Functions in the function, which share an array.
    fn in_parts(&self, routine: &Routine, reading: Reading, parts: &Parts) -> Body {
        let registers = registers(&self.names, routine);
        let all: Vec<Register> = (0..routine.instructions.len()).collect();
        let banks = self.banks(routine, &all, reading);
        let (mut text, mut calls) = (String::new(), String::new());
        // Writing to a String cannot fail.
        for (number, bank) in banks.iter().enumerate() {
            let by = if bank.is_time() { "" } else { "&" };
            let _ = writeln!(text, "let b{number} = {by}{};", bank.read);
        }
        let _ = writeln!(text, "let mut shared = [T::zero(); {}];", parts.places);
        for (number, part) in parts.parts.iter().enumerate() {
            let own = self.banks(routine, &part.instructions, reading);
            let (mut head, mut call, mut inner) = (String::new(), String::new(), String::new());
            for bank in &own {
                let at = banks.iter().position(|known| known.read == bank.read).unwrap_or(0);
                let _ = if bank.is_time() {
                    write!(head, "b{at}: T, ")
                } else {
                    write!(head, "b{at}: &[T; {}], ", bank.names.len())
                };
                let _ = write!(call, "b{at}, ");
                let by = if bank.is_time() { "" } else { "*" };
                bank.pattern(&registers, &format!("{by}b{at}"), &mut inner);
            }
            for &(register, place) in &part.taken {
                let name = &registers[register];
                let _ = if routine.instructions[register].is_mask() {
                    writeln!(inner, "let {name} = Real::lt(T::zero(), shared[{place}]);")
                } else {
                    writeln!(inner, "let {name} = shared[{place}];")
                };
            }
            Expressions::new(routine, &registers, &[]).statements(&part.instructions, &part.left, &mut inner);
            for &(register, place) in &part.left {
                let name = &registers[register];
                let _ = if routine.instructions[register].is_mask() {
                    writeln!(inner, "shared[{place}] = T::select({name}, T::one(), T::zero());")
                } else {
                    writeln!(inner, "shared[{place}] = {name};")
                };
            }
            let _ = writeln!(
                text,
                "#[inline(never)] #[allow(clippy::too_many_arguments)] \
                 fn part_{number}<T: Real>({head}shared: &mut [T; {}]) {{ {inner} }}",
                parts.places
            );
            let _ = writeln!(calls, "part_{number}({call}&mut shared);");
        }
        text.push_str(&calls);
        let kept = |register: Register| match parts.kept[register] {
            Some(place) => format!("shared[{place}]"),
            None => registers[register].clone(),
        };
        let output = |output: &Option<Register>| output.map_or_else(|| "T::zero()".to_owned(), kept);
        let outputs = routine.outputs.iter().map(output).collect();
        Body { statements: text, outputs, registers: all.iter().map(|&register| kept(register)).collect() }
    }

    /// The banks that some instructions load from.
    fn banks(&self, routine: &Routine, instructions: &[Register], reading: Reading) -> Vec<Loaded> {
        let mut banks: Vec<Loaded> = Vec::new();
        for &register in instructions {
            let Instruction::Load(bank) = &routine.instructions[register] else { continue };
            let Source { read, length, index } = self.source(*bank, reading);
            let at = match banks.iter().position(|known| known.read == read) {
                Some(at) => at,
                None => {
                    banks.push(Loaded { read, names: vec![None; length] });
                    banks.len() - 1
                }
            };
            banks[at].names[index] = Some(register);
        }
        // Arguments first that a user's name may hide, constants last.
        banks.sort_by_key(|bank| bank.rank());
        banks
    }

    fn source(&self, bank: Bank, reading: Reading) -> Source {
        let program = self.program;
        let Lengths { constants, now, placed, moving, stiffness, .. } = program.lengths;
        let at = |instance: Instance| match (instance, reading) {
            (Instance::Mass, _) => "mass.",
            (Instance::Columns, _) => "columns.",
            (Instance::Rows, _) => "rows.",
            (_, Reading::At | Reading::Factors(_)) => "at.",
            (_, Reading::Position | Reading::Time) => "",
        };
        let now_at = |instance: Instance| match reading {
            Reading::Time => String::new(),
            _ => format!("{}now.", at(instance)),
        };
        let (n, nv) = (program.coordinates.len(), program.velocities.len());
        let coordinates = "q.data.0[0]";
        let (read, length, index) = match bank {
            Bank::Parameter(i) => ("parameters".to_owned(), program.parameters.len(), i),
            Bank::Constant(i) => ("self.constants".to_owned(), constants, i),
            Bank::Time(instance) => (format!("{}t", now_at(instance)), 1, 0),
            Bank::Input(instance, i) => (format!("{}u", now_at(instance)), program.held(), i),
            Bank::TimeCache(instance, i) => (format!("{}values", now_at(instance)), now, i),
            Bank::Position(instance, i) => (format!("{}{coordinates}", at(instance)), n, i),
            Bank::PositionCache(instance, i) => (format!("{}values", at(instance)), placed, i),
            Bank::VelocityCache(i) => ("c.values".to_owned(), moving, i),
            Bank::StiffnessCache(i) => ("k.values".to_owned(), stiffness, i),
            Bank::Velocity(i) => ("v.data.0[0]".to_owned(), nv, i),
            Bank::Acceleration(i) => ("a.data.0[0]".to_owned(), nv, i),
            Bank::State(i) => ("y.data.0[0]".to_owned(), program.states.len(), i),
            Bank::Holonomic(i) => ("r.0.data.0[0]".to_owned(), program.holonomic_names.len(), i),
            Bank::Nonholonomic(i) => ("r.1.data.0[0]".to_owned(), program.nonholonomic_names.len(), i),
            Bank::Weight(weight) => {
                let index = WEIGHTS.iter().position(|w| *w == weight).unwrap_or(0);
                ("w.to_array()".to_owned(), WEIGHTS.len(), index)
            }
            Bank::Factor(i) => {
                let length = match reading {
                    Reading::Factors(length) => length,
                    // Only solves read factors.
                    _ => program.saddle.stored().max(program.bordered.stored()),
                };
                ("factors.values".to_owned(), length, i)
            }
            Bank::RightHandSide(i) => ("rhs".to_owned(), program.order(), i),
            Bank::Solution(i) => ("solution".to_owned(), program.order(), i),
        };
        Source { read, length, index }
    }
}

/// A bank, and the registers that its entries are loaded into.
struct Loaded {
    read: String,
    names: Vec<Option<Register>>,
}

impl Loaded {
    /// In which order banks are read: a coordinate may be called `v`, so velocities are read before names of coordinates are
    /// bound.
    fn rank(&self) -> usize {
        let owner = self.read.split(['.', '(']).next().unwrap_or_default();
        let order = ["w", "c", "k", "r", "a", "v", "y", "factors", "rhs", "solution"];
        let last = if matches!(owner, "self" | "parameters") { order.len() + 1 } else { order.len() };
        order.iter().position(|known| *known == owner).unwrap_or(last)
    }

    /// Time is a number, everything else an array.
    fn is_time(&self) -> bool {
        self.names.len() == 1 && (self.read == "t" || self.read.ends_with(".t"))
    }

    /// `let [..] = bank;`
    fn pattern(&self, registers: &[String], read: &str, text: &mut String) {
        let names = &self.names;
        // Writing to a String cannot fail.
        if let ([Some(register)], true) = (&names[..], self.is_time()) {
            let _ = writeln!(text, "let {} = {read};", registers[*register]);
            return;
        }
        let last = names.iter().rposition(Option::is_some).map_or(0, |at| at + 1);
        let name =
            |register: &Option<Register>| register.map_or("_", |register| registers[register].as_str());
        let mut pattern: Vec<&str> = names[..last].iter().map(name).collect();
        if last < names.len() {
            pattern.push("..");
        }
        let _ = writeln!(text, "let [{}] = {read};", pattern.join(", "));
    }
}
