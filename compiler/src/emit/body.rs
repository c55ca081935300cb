//! Routines → function bodies: `let` patterns for the banks, one statement for each operation, then the result.
//!
//! They are written as text that is lexed once, which is much faster than single tokens: users wait for the expansion
//! in every build.

use super::expressions::Expressions;
use super::functions::{Functions, Paths};
use super::names::{BankNames, registers};
use super::parts::{Part, Parts, cut};
use super::tokens::{block, decimals, lex, list, number};
use crate::plan::{
    Bank, Instance, Instruction, Lengths, OutputRegister, Program, Register, Routine, WEIGHTS,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::fmt::Write;

/// Writes bodies for one program.
pub struct Bodies<'p> {
    program: &'p Program,
    names: BankNames,
    functions: Functions,
}

/// A body without its result: the statements, and the expression of each output.
pub struct Body {
    /// `let` statements.
    pub statements: TokenStream,
    /// Outputs as expressions.
    pub outputs: Vec<String>,
    registers: Vec<String>,
}

impl Body {
    /// A register as an expression.
    pub fn register(&self, register: Register) -> &str {
        &self.registers[register]
    }
}

/// The outputs that are not exact zeros, with their indices.
pub fn nonzero(outputs: &[String]) -> impl Iterator<Item = (usize, &String)> {
    outputs.iter().enumerate().filter(|(_, output)| *output != "T::zero()")
}

/// `(0, a), (2, c)`: the outputs that are not exact zeros, after their indices.
pub fn entries(outputs: &[String]) -> TokenStream {
    list(&nonzero(outputs).map(|(at, entry)| format!("({at}, {entry})")).collect::<Vec<_>>())
}

/// The name of the evaluated state in a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// `at: &PositionCache`.
    At,
    /// `now: &TimeCache` and `q`.
    Position,
    /// `t` and `u`.
    Time,
    /// `factors` with this many numbers.
    Factors(usize),
    /// `now`, and `arguments` of a law, with this many numbers.
    Law(usize),
    /// `now`, and `signals`, with this many numbers, of which multipliers are the last.
    Signals(usize),
}

/// A bank that a function accesses as an array: its expression, its length, and the index of a
/// load.
struct Source {
    read: String,
    length: usize,
    index: usize,
}

impl<'p> Bodies<'p> {
    /// Prepares the names.
    pub fn new(program: &'p Program) -> Self {
        Self { program, names: BankNames::new(program), functions: Functions::default() }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The functions in Rust that the bodies written so far call.
    pub fn in_rust(&self, paths: &Paths) -> Option<TokenStream> {
        self.functions.code(paths)
    }

    /// A parameter's default if it is a number.
    pub fn default_number(&self, routine: &Routine) -> Option<TokenStream> {
        match (&routine.instructions[..], &routine.outputs[..]) {
            (_, [output]) if output.register().is_none() => Some(decimals(&[0.0])),
            ([Instruction::Literal(constant)], [_]) => {
                let (hi, lo) = constant.to_double_double();
                Some(decimals(&[hi + lo]))
            }
            _ => None,
        }
    }

    /// A parameter's default as an expression, which reads earlier parameters by their names.
    pub fn default_value(&self, routine: &Routine) -> TokenStream {
        let Written { statements, outputs, .. } = self.written(routine, Reading::At, &[]);
        let value = outputs.first().map_or("T::zero()", String::as_str);
        let mut lines: Vec<&str> =
            statements.lines().filter(|line| !line.ends_with("= parameters;")).collect();
        // `let x = e; x` is `e`.
        let last = lines.last().and_then(|line| line.strip_prefix(&format!("let {value} = ")));
        let value = match last.and_then(|line| line.strip_suffix(';')) {
            Some(expression) => {
                lines.pop();
                expression
            }
            None => value,
        };
        let value = lex(value);
        if lines.is_empty() {
            return value;
        }
        let statements = lex(&lines.join("\n"));
        quote! { { #statements #value } }
    }

    /// The statements of a routine.
    pub fn body(&self, routine: &Routine, reading: Reading) -> Body {
        self.body_with(routine, reading, &[])
    }

    /// The same if some registers are read afterwards, in addition to the outputs.
    pub fn body_with(&self, routine: &Routine, reading: Reading, kept: &[Register]) -> Body {
        match cut(routine, kept) {
            Some(parts) => self.in_parts(routine, reading, &parts),
            None => self.in_one(routine, reading, kept),
        }
    }

    fn in_one(&self, routine: &Routine, reading: Reading, kept: &[Register]) -> Body {
        let Written { statements, outputs, registers } = self.written(routine, reading, kept);
        Body { statements: lex(&statements), outputs, registers }
    }

    /// One function as text.
    fn written(&self, routine: &Routine, reading: Reading, kept: &[Register]) -> Written {
        let registers = registers(&self.names, routine);
        let mut text = String::new();
        let all: Vec<Register> = (0..routine.instructions.len()).collect();
        for bank in self.banks(routine, &all, reading) {
            bank.pattern(&registers, &bank.read, &mut text);
        }
        let mut expressions = Expressions::new(routine, &self.functions, &registers, kept);
        expressions.statements(&all, &[], &mut text);
        let outputs = expressions.outputs(&registers, &mut text);
        let registers = all.iter().map(|&register| expressions.text(register).to_owned()).collect();
        Written { statements: text, outputs, registers }
    }

    /// Nested functions that share an array.
    fn in_parts(&self, routine: &Routine, reading: Reading, parts: &Parts) -> Body {
        let cut = Cut {
            bodies: self,
            routine,
            reading,
            registers: registers(&self.names, routine),
            banks: self.banks(routine, &(0..routine.instructions.len()).collect::<Vec<_>>(), reading),
            places: parts.places,
        };
        let places = number(parts.places);
        let opened = cut.banks.iter().enumerate().map(|(at, bank)| {
            let (name, read) = (bank_name(at), lex(&bank.read));
            if bank.is_time() {
                quote! { let #name = #read; }
            } else {
                quote! { let #name = &#read; }
            }
        });
        let (functions, calls): (Vec<_>, Vec<_>) = parts
            .parts
            .iter()
            .enumerate()
            .map(|(at, part)| cut.function(&format_ident!("part_{at}"), part))
            .unzip();
        let statements = quote! {
            #(#opened)*
            let mut shared = [T::zero(); #places];
            #(#functions)*
            #(#calls)*
        };
        let kept = |register: Register| match parts.kept[register] {
            Some(place) => format!("shared[{place}]"),
            None => cut.registers[register].clone(),
        };
        let output = |output: &OutputRegister| output.register().map_or_else(|| "T::zero()".to_owned(), kept);
        let outputs = routine.outputs.iter().map(output).collect();
        Body { statements, outputs, registers: (0..routine.instructions.len()).map(kept).collect() }
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
        // First the arguments that a user's name may shadow, constants last.
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
            (_, Reading::Position | Reading::Time | Reading::Law(_) | Reading::Signals(_)) => "",
        };
        let now_at = |instance: Instance| match reading {
            Reading::Time => String::new(),
            _ => format!("{}now.", at(instance)),
        };
        let (n, nv) = (program.coordinates.len(), program.velocities.len());
        let coordinates = "q.data.0[0]";
        match (bank, reading) {
            (Bank::Position(_, index), Reading::Law(length)) => {
                return Source { read: "*arguments".to_owned(), length, index };
            }
            (Bank::Acceleration(index), Reading::Signals(length)) => {
                return Source { read: "*signals".to_owned(), length, index };
            }
            // Multipliers follow the signals.
            (Bank::Holonomic(index), Reading::Signals(length)) => {
                let index = length - program.holonomic_names.len() + index;
                return Source { read: "*signals".to_owned(), length, index };
            }
            _ => {}
        }
        let (read, length, index) = match bank {
            Bank::Parameter(i) => ("parameters".to_owned(), program.parameters.len(), i),
            Bank::Constant(i) if program.cells.is_some() => ("*constants".to_owned(), constants, i),
            Bank::Constant(i) => ("self.constants".to_owned(), constants, i),
            Bank::Time(instance) => (format!("{}t", now_at(instance)), 1, 0),
            Bank::Input(instance, i) => (format!("{}u", now_at(instance)), program.held_with_time(), i),
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

/// A body as text, like [`Body`] as tokens.
struct Written {
    statements: String,
    outputs: Vec<String>,
    registers: Vec<String>,
}

/// A routine in parts.
struct Cut<'a> {
    bodies: &'a Bodies<'a>,
    routine: &'a Routine,
    reading: Reading,
    /// The name of every register.
    registers: Vec<String>,
    /// All banks that it reads.
    banks: Vec<Loaded>,
    /// The length of the shared array of parts.
    places: usize,
}

/// The name of a bank in parts.
fn bank_name(at: usize) -> Ident {
    format_ident!("b{at}")
}

impl Cut<'_> {
    /// The function of a part, and its call.
    fn function(&self, name: &Ident, part: &Part) -> (TokenStream, TokenStream) {
        let banks = self.bodies.banks(self.routine, &part.instructions, self.reading);
        let own: Vec<usize> = banks
            .iter()
            .map(|bank| self.banks.iter().position(|known| known.read == bank.read).unwrap_or(0))
            .collect();
        let bank: Vec<Ident> = own.iter().copied().map(bank_name).collect();
        let kind = banks.iter().map(|bank| match (bank.is_time(), number(bank.names.len())) {
            (true, _) => quote! { T },
            (false, length) => quote! { &[T; #length] },
        });
        let (places, statements) = (number(self.places), lex(&self.statements(part, &banks, &own)));
        let body = block(statements, TokenStream::new());
        let function = quote! {
            #[inline(never)]
            #[allow(clippy::too_many_arguments)]
            fn #name<T: Real>(#(#bank: #kind,)* shared: &mut [T; #places]) #body
        };
        (function, quote! { #name(#(#bank,)* &mut shared); })
    }

    /// The statements of a part, between reading and writing the array; `own` are the indices of its banks.
    fn statements(&self, part: &Part, banks: &[Loaded], own: &[usize]) -> String {
        let (registers, mut text) = (&self.registers, String::new());
        let is_mask = |register: Register| self.routine.instructions[register].is_mask();
        for (bank, at) in banks.iter().zip(own) {
            let by = if bank.is_time() { "" } else { "*" };
            bank.pattern(registers, &format!("{by}b{at}"), &mut text);
        }
        // Writing to a String cannot fail.
        for &(register, place) in &part.taken {
            let name = &registers[register];
            let _ = if is_mask(register) {
                writeln!(text, "let {name} = Real::lt(T::zero(), shared[{place}]);")
            } else {
                writeln!(text, "let {name} = shared[{place}];")
            };
        }
        let mut expressions = Expressions::new(self.routine, &self.bodies.functions, registers, &[]);
        expressions.statements(&part.instructions, &part.left, &mut text);
        for &(register, place) in &part.left {
            let name = &registers[register];
            let _ = if is_mask(register) {
                writeln!(text, "shared[{place}] = T::select({name}, T::one(), T::zero());")
            } else {
                writeln!(text, "shared[{place}] = {name};")
            };
        }
        text
    }
}

/// A bank, and the registers of its entries.
struct Loaded {
    read: String,
    names: Vec<Option<Register>>,
}

impl Loaded {
    /// The order in which banks are read: a coordinate may be called `v`, so velocities are read before names of coordinates are
    /// bound.
    fn rank(&self) -> usize {
        let owner = self.read.split(['.', '(']).next().unwrap_or_default();
        let order = ["w", "c", "k", "r", "a", "v", "y", "factors", "rhs", "solution"];
        let last =
            if matches!(owner, "self" | "parameters" | "*constants") { order.len() + 1 } else { order.len() };
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
