//! Routines as data, and the interpreter of the plan's straight-line programs.

use crate::executor::Executor;
use crate::frame::Frame;
use crate::functions::{Linker, Pointer};
use crate::repeated::IfRepeated;
use linkwork::Real;
use linkwork_compiler::plan::{Instruction, OutputRegister, Routine};
use linkwork_compiler::symbolic::{Function, Relation, UserFunction};
use std::sync::{Arc, Mutex};

/// A routine with its constants in one scalar type. It shares the instructions of the plan.
#[derive(Clone, Debug)]
pub struct Code<T> {
    instructions: Arc<[Instruction]>,
    /// The value of each `Literal` instruction, otherwise zero.
    literals: Vec<T>,
    outputs: Arc<[OutputRegister]>,
    /// Outputs from here on go to the second slice.
    split: usize,
    /// The functions of the user's that the instructions call.
    pointers: Vec<(UserFunction, Pointer<T>)>,
    repeated: IfRepeated<T>,
}

/// The results of the instructions so far.
#[derive(Clone, Debug)]
pub struct Registers<T: Real> {
    values: Vec<T>,
    masks: Vec<Option<T::Mask>>,
    /// Space for coordinates that count turns.
    counted: Vec<T>,
}

impl<T: Real> Default for Registers<T> {
    fn default() -> Self {
        Self { values: Vec::new(), masks: Vec::new(), counted: Vec::new() }
    }
}

impl<T: Real> Registers<T> {
    /// Runs a function with the shared registers.
    pub fn lent<R>(registers: &Mutex<Self>, work: impl FnOnce(&mut Self) -> R) -> R {
        match registers.lock() {
            Ok(mut registers) => work(&mut registers),
            // Registers hold no data between routines, so a poisoned lock is harmless.
            Err(poisoned) => work(&mut poisoned.into_inner()),
        }
    }

    pub(crate) fn take_counted(&mut self) -> Vec<T> {
        core::mem::take(&mut self.counted)
    }

    pub(crate) fn give_back(&mut self, counted: Vec<T>) {
        self.counted = counted;
    }

    /// Space for `count` numbers, undefined before they are written.
    pub fn room(&mut self, count: usize) -> &mut [T] {
        if self.values.len() < count {
            self.values.resize(count, T::zero());
        }
        &mut self.values[..count]
    }
}

impl<T: Real> Code<T> {
    /// Prepares a routine whose outputs go to one slice. Calls of functions of the user's are NaN.
    pub fn new(routine: &Routine) -> Self {
        Self::in_two(routine, routine.outputs.len())
    }

    /// The same whose outputs go to a second slice from `split` on.
    pub fn in_two(routine: &Routine, split: usize) -> Self {
        Self::with_pointers(routine, split, Vec::new())
    }

    /// The same with the functions of the user's that it calls.
    pub(crate) fn linked(routine: &Routine, split: usize, linker: &Linker<'_>) -> Self {
        Self::with_pointers(routine, split, linker.link(routine))
    }

    fn with_pointers(routine: &Routine, split: usize, pointers: Vec<(UserFunction, Pointer<T>)>) -> Self {
        let literal = |instruction: &Instruction| match instruction {
            Instruction::Literal(constant) => {
                let (hi, lo) = constant.to_double_double();
                T::decimal(hi, lo)
            }
            _ => T::zero(),
        };
        Self {
            literals: routine.instructions.iter().map(literal).collect(),
            instructions: routine.instructions.clone(),
            outputs: routine.outputs.clone(),
            split,
            pointers,
            repeated: IfRepeated::default(),
        }
    }

    /// Prepares instructions that come from no plan; `literals` has a number for each of them, that of a `Literal` instruction at its place.
    /// Outputs from `split` on go to a second slice. Calls of functions of the user's are NaN.
    pub fn of_parts(
        instructions: Vec<Instruction>,
        literals: Vec<T>,
        outputs: Vec<OutputRegister>,
        split: usize,
    ) -> Self {
        let (instructions, outputs) = (instructions.into(), outputs.into());
        Self { instructions, literals, outputs, split, pointers: Vec::new(), repeated: IfRepeated::default() }
    }

    /// The instructions in order.
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// The value of the literal that is the instruction at a place.
    pub fn literal(&self, at: usize) -> T {
        self.literals[at]
    }

    /// The functions of the user's that it calls, each once; their arities are those of the calls.
    pub fn pointers(&self) -> &[(UserFunction, Pointer<T>)] {
        &self.pointers
    }

    /// The value of a function of the user's.
    pub(crate) fn called(&self, function: UserFunction, x: T, y: Option<T>) -> T {
        let found = self.pointers.iter().find(|(known, _)| *known == function);
        match (found, y) {
            (Some((_, Pointer::One(f))), None) => f(x),
            (Some((_, Pointer::Two(f))), Some(y)) => f(x, y),
            // It is not registered: no tape is built with such a code.
            _ => T::exact(f64::NAN),
        }
    }

    /// The outputs, for the first slice and for the second one.
    pub fn outputs(&self) -> [&[OutputRegister]; 2] {
        let (first, second) = self.outputs.split_at(self.split.min(self.outputs.len()));
        [first, second]
    }

    fn execute(&self, frame: &Frame<'_, T>, registers: &mut Registers<T>) {
        let count = self.instructions.len();
        registers.room(count);
        if registers.masks.len() < count {
            registers.masks.resize(count, None);
        }
        for (at, instruction) in self.instructions.iter().enumerate() {
            let v = |register: usize| registers.values[register];
            let value = match *instruction {
                Instruction::Literal(_) => self.literals[at],
                Instruction::Load(bank) => frame.load(bank),
                Instruction::Neg(a) => -v(a),
                Instruction::Add(a, b) => v(a) + v(b),
                Instruction::Sub(a, b) => v(a) - v(b),
                Instruction::Mul(a, b) => v(a) * v(b),
                Instruction::Recip(a) => v(a).recip(),
                Instruction::Unary(Function::User(function), a) => self.called(function, v(a), None),
                Instruction::Binary(Function::User(function), a, b) => {
                    self.called(function, v(a), Some(v(b)))
                }
                Instruction::Unary(function, a) => of_one(function, v(a)),
                Instruction::Binary(function, a, b) => of_two(function, v(a), v(b)),
                Instruction::Select(mask, a, b) => match registers.masks[mask] {
                    Some(mask) => T::select(mask, v(a), v(b)),
                    None => v(b),
                },
                _ => {
                    registers.masks[at] = mask(*instruction, registers);
                    continue;
                }
            };
            registers.values[at] = value;
        }
    }

    /// Runs, then copies the outputs, including the planned exact zeros.
    pub(crate) fn interpret(&self, frame: &Frame<'_, T>, registers: &mut Registers<T>, out: [&mut [T]; 2]) {
        if let Some(repeated) = self.repeated.of(self) {
            return repeated.run(self, frame, registers.room(repeated.registers()), out);
        }
        self.execute(frame, registers);
        for (out, outputs) in out.into_iter().zip(self.outputs()) {
            for (out, output) in out.iter_mut().zip(outputs) {
                *out = match output.register() {
                    Some(register) => registers.values[register],
                    None => T::zero(),
                };
            }
        }
    }
}

/// The interpreter.
impl<T: Real> Executor for Code<T> {
    type Scalar = T;
    type Options = ();

    fn new(code: Code<T>, (): ()) -> Self {
        code
    }

    fn code(&self) -> &Code<T> {
        self
    }

    fn expect_runs(&self) {
        self.repeated.make(self);
    }

    fn run(&self, frame: &Frame<'_, T>, registers: &Mutex<Registers<T>>, first: &mut [T], second: &mut [T]) {
        Registers::lent(registers, |registers| self.interpret(frame, registers, [first, second]));
    }
}

fn mask<T: Real>(instruction: Instruction, registers: &Registers<T>) -> Option<T::Mask> {
    let v = |register: usize| registers.values[register];
    let m = |register: usize| registers.masks[register];
    match instruction {
        Instruction::Compare(Relation::Lt, a, b) => Some(Real::lt(v(a), v(b))),
        Instruction::Compare(Relation::Le, a, b) => Some(Real::le(v(a), v(b))),
        Instruction::Compare(Relation::Eq, a, b) => Some(Real::eq(v(a), v(b))),
        Instruction::Compare(Relation::Ne, a, b) => Some(T::not(Real::eq(v(a), v(b)))),
        Instruction::And(a, b) => Some(T::and(m(a)?, m(b)?)),
        Instruction::Or(a, b) => Some(T::or(m(a)?, m(b)?)),
        Instruction::Not(a) => Some(T::not(m(a)?)),
        _ => None,
    }
}

/// f(a) of a function of one argument; NaN for functions of the user's, which only a [`Code`] calls.
pub fn of_one<T: Real>(function: Function, a: T) -> T {
    match function {
        Function::Sin => a.sin(),
        Function::Cos => a.cos(),
        Function::Tan => a.tan(),
        Function::Asin => a.asin(),
        Function::Acos => a.acos(),
        Function::Atan => a.atan(),
        Function::Sinh => a.sinh(),
        Function::Cosh => a.cosh(),
        Function::Tanh => a.tanh(),
        Function::Exp => a.exp(),
        Function::Ln => a.ln(),
        Function::Sqrt => a.sqrt(),
        Function::Abs => a.abs(),
        Function::Sign => a.sign(),
        Function::Floor => a.floor(),
        Function::User(_) => T::exact(f64::NAN),
        // Functions of two arguments are handled elsewhere.
        Function::Atan2 | Function::Min | Function::Max | Function::Hypot | Function::Pow => a,
    }
}

/// f(a, b) of a function of two arguments; NaN for functions of the user's.
pub fn of_two<T: Real>(function: Function, a: T, b: T) -> T {
    match function {
        Function::Atan2 => a.atan2(b),
        Function::Min => Real::min(a, b),
        Function::Max => Real::max(a, b),
        Function::Hypot => a.hypot(b),
        Function::Pow => a.pow(b),
        _ => of_one(function, a),
    }
}
