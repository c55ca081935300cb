//! Straight-line code in reverse: the code of the adjoints of its numbers.
//!
//! ```text
//! forward    z_i = f_i(z_j, z_k)
//! backward   z̄_j += z̄_i ∂f_i/∂z_j,  z̄_k += z̄_i ∂f_i/∂z_k      from the last instruction to the first          (1)
//! ```
//!
//! as in `lines`, but as code instead of an interpretation: the backward code loads what it needs of the forward values (`saved`), which the
//! forward code stores. Banks of both codes:
//!
//! | bank | |
//! |---|---|
//! | `Constant(k)` | constants of the run |
//! | `Solution(j)` | what the code loads |
//! | `Factor(i)` | saved values (backward) |
//! | `RightHandSide(i)` | adjoints of the outputs (backward) |
//!
//! Invariant: instructions whose arguments cannot vary have no adjoint. Unlike the interpreter, the code multiplies adjoints that are
//! zero, too, so that an infinite derivative makes NaN of them; the caller discards such results.

use super::derivatives::{self, Known};
use super::places::Places;
use super::straight::Straight;
use linkwork_compiler::plan::{Bank, Instruction, Register};
use linkwork_compiler::symbolic::{Function, Relation};
use linkwork_jit::{Mode, Native};
use linkwork_tape::{Code, Executor, Frame, Registers};
use std::collections::HashMap;
use std::sync::Mutex;

/// Code that runs forward, and in reverse.
#[derive(Debug)]
pub struct Reversible {
    forward: Native,
    backward: Native,
    /// Operations of the source.
    pub operations: usize,
    /// The number of values that the forward code saves.
    pub saved: usize,
    /// The loads (j of `Solution(j)`) and constants that have adjoints, in the order of the outputs of the backward code.
    pub loads: Places,
    pub constants: Places,
}

/// Straight-line code to be reversed.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub instructions: Vec<Instruction>,
    /// The number of each literal.
    pub literals: Vec<f64>,
    /// Whether each register varies.
    pub varies: Vec<bool>,
    pub outputs: Vec<Register>,
}

impl Source {
    /// Adds an instruction, and whether its value varies if one of its operands does.
    pub fn push(&mut self, instruction: Instruction, literal: f64, varies: bool) -> Register {
        self.instructions.push(instruction);
        self.literals.push(literal);
        self.varies.push(varies);
        self.instructions.len() - 1
    }
}

/// Whether the value of an instruction varies with its operands; a load counts as a variable.
pub fn can_vary(instruction: &Instruction, varies: impl Fn(Register) -> bool) -> bool {
    match instruction {
        Instruction::Literal(_) | Instruction::Compare(..) | Instruction::And(..) | Instruction::Or(..) => {
            false
        }
        Instruction::Not(_) | Instruction::Unary(Function::Sign | Function::Floor, _) => false,
        Instruction::Load(bank) => !matches!(bank, Bank::Weight(_)),
        Instruction::Select(_, a, b) => varies(*a) || varies(*b),
        other => other.operands().any(varies),
    }
}

/// The number to which backward code refers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Wanted {
    /// A register of the source.
    Register(Register),
    /// sin or cos of a register whose other function the source computes.
    Beside(Function, Register),
    /// A mask, as 1 or 0.
    Mask(Register),
}

/// The construction of backward code.
struct Reverse<'a> {
    source: &'a Source,
    code: Straight,
    /// z̄ of each register of the source.
    adjoints: Vec<Option<Register>>,
    saved: Vec<Wanted>,
    places: HashMap<Wanted, usize>,
    /// The registers of sines and cosines, by their arguments.
    waves: HashMap<(Function, Register), Register>,
}

impl<'a> Reverse<'a> {
    fn new(source: &'a Source) -> Self {
        let mut waves = HashMap::new();
        for (at, instruction) in source.instructions.iter().enumerate() {
            if let Instruction::Unary(function @ (Function::Sin | Function::Cos), a) = instruction {
                waves.insert((*function, *a), at);
            }
        }
        let adjoints = vec![None; source.instructions.len()];
        let (saved, places) = (Vec::new(), HashMap::new());
        Self { source, code: Straight::default(), adjoints, saved, places, waves }
    }

    fn saved(&mut self, wanted: Wanted) -> Register {
        let next = self.saved.len();
        let place = *self.places.entry(wanted).or_insert(next);
        if place == next {
            self.saved.push(wanted);
        }
        self.code.load(Bank::Factor(place))
    }

    /// A value of the source.
    fn value(&mut self, register: Register) -> Register {
        match self.source.instructions[register] {
            Instruction::Literal(_) => self.code.literal(self.source.literals[register]),
            Instruction::Load(bank) => self.code.load(bank),
            _ => self.saved(Wanted::Register(register)),
        }
    }

    /// sin or cos of a register.
    fn wave(&mut self, function: Function, of: Register) -> Register {
        match self.waves.get(&(function, of)) {
            Some(register) => self.value(*register),
            None => self.saved(Wanted::Beside(function, of)),
        }
    }

    /// z̄ += by, if z varies.
    fn give(&mut self, to: Register, by: Register) {
        if self.source.varies[to] {
            self.adjoints[to] = Some(match self.adjoints[to] {
                None => by,
                Some(before) => self.code.add(before, by),
            });
        }
    }

    /// z̄ −= by, if z varies.
    fn take(&mut self, from: Register, by: Register) {
        if self.source.varies[from] {
            self.adjoints[from] = Some(match self.adjoints[from] {
                None => self.code.neg(by),
                Some(before) => self.code.sub(before, by),
            });
        }
    }

    /// z̄ += z ∂f/∂z, if it varies: nothing is saved for derivatives that are not needed.
    fn give_times(&mut self, to: Register, z: Register, by: impl FnOnce(&mut Self) -> Option<Register>) {
        if self.source.varies[to]
            && let Some(by) = by(self)
        {
            let product = self.code.mul(z, by);
            self.give(to, product);
        }
    }

    /// (1) of one instruction.
    fn back(&mut self, at: Register, z: Register) {
        match self.source.instructions[at] {
            Instruction::Neg(a) => self.take(a, z),
            Instruction::Add(a, b) => {
                self.give(a, z);
                self.give(b, z);
            }
            Instruction::Sub(a, b) => {
                self.give(a, z);
                self.take(b, z);
            }
            Instruction::Mul(a, b) => {
                self.give_times(a, z, |this| Some(this.value(b)));
                self.give_times(b, z, |this| Some(this.value(a)));
            }
            Instruction::Recip(a) => {
                let f = self.value(at);
                let square = self.code.mul(f, f);
                let product = self.code.mul(z, square);
                self.take(a, product);
            }
            Instruction::Unary(Function::Abs, a) => {
                let x = self.value(a);
                let signed = derivatives::signed(&mut self.code, x, z);
                self.give(a, signed);
            }
            Instruction::Unary(function, a) => self.give_times(a, z, |reverse| {
                derivatives::of_one(&mut Called { reverse, arguments: [a, a], at }, function)
            }),
            Instruction::Binary(function @ (Function::Min | Function::Max), a, b) => {
                let (x, y) = (self.value(a), self.value(b));
                let second = derivatives::second_is_taken(&mut self.code, function, x, y);
                self.choose(second, (b, a), z);
            }
            Instruction::Binary(function, a, b) => {
                for (to, second) in [(a, false), (b, true)] {
                    self.give_times(to, z, |reverse| {
                        derivatives::of_two(&mut Called { reverse, arguments: [a, b], at }, function, second)
                    });
                }
            }
            Instruction::Select(mask, a, b) => {
                let (holds, zero) = (self.saved(Wanted::Mask(mask)), self.code.literal(0.0));
                let mask = self.code.compare(Relation::Ne, holds, zero);
                self.choose(mask, (a, b), z);
            }
            // Comparisons have no derivatives.
            _ => {}
        }
    }

    /// z̄ += z for the first of two where a mask is true, for the second where it is not.
    fn choose(&mut self, mask: Register, (first, second): (Register, Register), z: Register) {
        let zero = self.code.literal(0.0);
        let (taken, other) = (self.code.select(mask, z, zero), self.code.select(mask, zero, z));
        self.give(first, taken);
        self.give(second, other);
    }
}

/// The function of the instruction `at`.
struct Called<'r, 'a> {
    reverse: &'r mut Reverse<'a>,
    arguments: [Register; 2],
    at: Register,
}

impl Known for Called<'_, '_> {
    fn code(&mut self) -> &mut Straight {
        &mut self.reverse.code
    }
    fn first(&mut self) -> Register {
        self.reverse.value(self.arguments[0])
    }
    fn second(&mut self) -> Register {
        self.reverse.value(self.arguments[1])
    }
    fn value(&mut self) -> Register {
        self.reverse.value(self.at)
    }
    fn wave(&mut self, function: Function) -> Register {
        self.reverse.wave(function, self.arguments[0])
    }
}

impl Reversible {
    /// The forward code of a source, with what it saves, and its backward code.
    pub fn new(source: &Source, mode: Mode) -> Self {
        let mut reverse = Reverse::new(source);
        for (i, output) in source.outputs.iter().enumerate() {
            let z = reverse.code.load(Bank::RightHandSide(i));
            reverse.give(*output, z);
        }
        let (mut loads, mut constants) = (Vec::new(), Vec::new());
        for at in (0..source.instructions.len()).rev() {
            let Some(z) = reverse.adjoints[at].filter(|_| source.varies[at]) else { continue };
            match source.instructions[at] {
                Instruction::Load(Bank::Solution(j)) => loads.push((j, Some(z))),
                Instruction::Load(Bank::Constant(k)) => constants.push((k, Some(z))),
                _ => reverse.back(at, z),
            }
        }
        let Reverse { code, saved, .. } = reverse;
        let sorted = |mut all: Vec<(usize, Option<Register>)>| -> (Vec<usize>, Vec<Option<Register>>) {
            all.sort_unstable();
            all.into_iter().unzip()
        };
        let ((loads, mut outputs), (constants, others)) = (sorted(loads), sorted(constants));
        let split = outputs.len();
        outputs.extend(others);
        let backward = code.finish(outputs, split);

        let mut code = Straight::default();
        let mut registers = Vec::with_capacity(source.instructions.len());
        for (instruction, literal) in source.instructions.iter().zip(&source.literals) {
            registers.push(match instruction {
                Instruction::Literal(_) => code.literal(*literal),
                Instruction::Load(bank) => code.load(*bank),
                other => code.push(other.with(Instruction::Load, |register| registers[register])),
            });
        }
        let mut outputs: Vec<Option<Register>> =
            source.outputs.iter().map(|output| Some(registers[*output])).collect();
        for wanted in &saved {
            outputs.push(Some(match wanted {
                Wanted::Register(register) => registers[*register],
                Wanted::Beside(function, of) => code.of_one(*function, registers[*of]),
                Wanted::Mask(mask) => {
                    let (one, zero) = (code.literal(1.0), code.literal(0.0));
                    code.select(registers[*mask], one, zero)
                }
            }));
        }
        let forward = code.finish(outputs, source.outputs.len());
        let new = |code: Code<f64>| Native::new(code, mode);
        Self {
            operations: source.instructions.len(),
            forward: new(forward),
            backward: new(backward),
            saved: saved.len(),
            loads: Places::new(loads),
            constants: Places::new(constants),
        }
    }

    /// The values of the outputs, and what is saved.
    #[inline]
    pub fn forward(
        &self,
        [constants, loads]: [&[f64]; 2],
        outputs: &mut [f64],
        saved: &mut [f64],
        registers: &Mutex<Registers<f64>>,
    ) {
        let frame = Frame::of_arrays([constants, &[], &[], loads]);
        self.forward.run(&frame, registers, outputs, saved);
    }

    /// The adjoints of loads and of constants from those of the outputs.
    #[inline]
    pub fn backward(
        &self,
        [constants, loads, saved, outputs]: [&[f64]; 4],
        of_loads: &mut [f64],
        of_constants: &mut [f64],
        registers: &Mutex<Registers<f64>>,
    ) {
        let frame = Frame::of_arrays([constants, saved, outputs, loads]);
        self.backward.run(&frame, registers, of_loads, of_constants);
    }

    /// Whether it has run, and its code is made.
    pub fn is_compiled(&self) -> bool {
        self.forward.runs() != linkwork_jit::Runs::NotYet
    }

    /// Why it is interpreted, if it has run and was.
    pub fn interpreted(&self) -> Option<String> {
        [&self.forward, &self.backward].into_iter().find_map(|native| match native.runs() {
            linkwork_jit::Runs::Interpreted(reason) => Some(reason.to_owned()),
            _ => None,
        })
    }
}
