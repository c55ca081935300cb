//! The trace of a step: its operations on numbers of f64, as data, from the inputs (the numbers of the method's snapshot) to the outputs.
//!
//! While a step is traced, every number that it computes has a place in the trace besides its place in the record. A number without one is
//! a constant, or a constant of the run (c), which the record knows as a node before the first step.
//!
//! Decisions (iterations, pivots, signs) are those of the traced step. `program` repeats the step with other numbers; the caller checks
//! that it decides in the same way.
//!
//! Invariant: registers refer only to earlier ones. There is one trace for each thread, as there is one record.

use super::super::record::Origin;
use super::super::recorded::Recorded;
use super::reverse::{Reversible, Source, can_vary};
use linkwork::Real;
use linkwork_compiler::plan::{Bank, Instruction};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

/// The largest number of registers of a step: more take longer to compile than they save.
const MOST: usize = 1 << 17;

/// A register of a step; literals are compared by their bits.
#[derive(Clone, Copy, Debug)]
pub enum Register {
    /// An operation; its operands are registers of the step.
    Operation(Instruction),
    Literal(f64),
    /// A constant of the run.
    Constant(usize),
    /// A number of the state at the beginning.
    Input(usize),
    /// An output of a call.
    Given,
}

impl PartialEq for Register {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Operation(x), Self::Operation(y)) => x == y,
            (Self::Literal(x), Self::Literal(y)) => x.to_bits() == y.to_bits(),
            (Self::Constant(x), Self::Constant(y)) | (Self::Input(x), Self::Input(y)) => x == y,
            (Self::Given, Self::Given) => true,
            _ => false,
        }
    }
}

/// What a step calls.
#[derive(Clone, Debug)]
pub enum Callee {
    Routine(Arc<Reversible>),
    /// Inputs of the mechanism at a time, which is its only argument.
    Inputs,
}

impl Callee {
    /// Whether both are one piece of code.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Routine(one), Self::Routine(two)) => Arc::ptr_eq(one, two),
            (Self::Inputs, Self::Inputs) => true,
            _ => false,
        }
    }
}

/// A call: its outputs are the registers from `first` on.
#[derive(Clone, Debug)]
pub struct Call {
    pub callee: Callee,
    pub arguments: Vec<usize>,
    pub first: usize,
    pub count: usize,
}

/// A step.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub registers: Vec<Register>,
    pub varies: Vec<bool>,
    pub calls: Vec<Call>,
    /// The numbers of the state at the end.
    pub outputs: Vec<usize>,
    /// Terms of the objective: their registers.
    pub terms: Vec<usize>,
    pub inputs: usize,
    literals: HashMap<u64, usize>,
    loaded: HashMap<usize, usize>,
    /// The reason why it is no trace.
    failed: Option<&'static str>,
    /// The number of the first register in the numbers of this thread.
    base: u32,
}

impl Trace {
    /// Whether both are the same computation, with the same literals.
    pub fn is_same(&self, other: &Self) -> bool {
        let Self { registers, varies, calls, outputs, terms, inputs, failed, .. } = self;
        let same = |(one, two): (&Call, &Call)| {
            one.arguments == two.arguments
                && (one.first, one.count) == (two.first, two.count)
                && one.callee.is_same(&two.callee)
        };
        *inputs == other.inputs
            && *failed == other.failed
            && calls.len() == other.calls.len()
            && (outputs, terms) == (&other.outputs, &other.terms)
            && *varies == other.varies
            && *registers == other.registers
            && calls.iter().zip(&other.calls).all(same)
    }

    /// To be compared only: without what finds registers.
    pub fn without_search(self) -> Self {
        Self { literals: HashMap::new(), loaded: HashMap::new(), ..self }
    }
}

/// Constants of the run: those of the mechanism by their places, then all others.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    pub values: Vec<f64>,
    pub origins: Vec<Origin>,
    /// The places of others, by origin and value.
    known: HashMap<(u32, u64, u64), usize>,
}

impl Constants {
    /// Space for those of a mechanism.
    pub fn new(count: usize) -> Self {
        Self { values: vec![0.0; count], origins: vec![Origin::CONSTANT; count], known: HashMap::new() }
    }

    /// A constant of the mechanism.
    fn set(&mut self, place: usize, x: Recorded) {
        (self.values[place], self.origins[place]) = (x.value(), x.origin());
    }

    /// The place of any other.
    fn place(&mut self, x: Recorded) -> usize {
        let (origin, value) = (x.origin(), x.value());
        let next = self.values.len();
        let place = *self.known.entry((origin.at, origin.by.to_bits(), value.to_bits())).or_insert(next);
        if place == next {
            self.values.push(value);
            self.origins.push(origin);
        }
        place
    }
}

struct Tracing {
    trace: Trace,
    constants: Constants,
    passing: Passing,
    /// Routines of at most as many instructions are copied into the step; longer ones are called.
    copied: usize,
    /// Nodes of the record from here on belong to steps.
    steps: u32,
}

thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
    /// The number of the next register; 0 is none.
    static NEXT: Cell<u32> = const { Cell::new(1) };
    static TRACING: RefCell<Option<Tracing>> = const { RefCell::new(None) };
}

/// Whether a step is being traced.
#[inline]
pub fn is_on() -> bool {
    ON.get()
}

/// Begins a trace. Nodes of the record from `steps` on belong to steps; routines of at most `copied` instructions are copied.
pub fn begin(constants: Constants, steps: usize, copied: usize) {
    let base = NEXT.get();
    let trace = Trace { base, ..Trace::default() };
    let passing = Passing::Inputs;
    TRACING.set(Some(Tracing { trace, constants, passing, copied, steps: steps as u32 }));
    ON.set(true);
}

/// Names begin again: no number of an earlier trace is left.
pub fn reset() {
    drop(end());
    NEXT.set(1);
}

/// Ends it: the trace, or the reason why there is none, and the constants so far.
pub fn end() -> (Result<Trace, &'static str>, Constants) {
    ON.set(false);
    let Some(Tracing { mut trace, constants, .. }) = TRACING.take() else {
        return (Err("no trace"), Constants::default());
    };
    NEXT.set(NEXT.get().saturating_add(trace.registers.len() as u32));
    if NEXT.get() > u32::MAX / 2 {
        trace.failed = Some("too many traces");
    }
    (trace.failed.map_or(Ok(trace), Err), constants)
}

fn with<R>(f: impl FnOnce(&mut Tracing) -> R, otherwise: R) -> R {
    TRACING.with_borrow_mut(|tracing| tracing.as_mut().map_or(otherwise, f))
}

impl Tracing {
    fn push(&mut self, register: Register, varies: bool) -> usize {
        let trace = &mut self.trace;
        if trace.registers.len() >= MOST {
            trace.failed = Some("a step has too many operations");
            return trace.registers.len() - 1;
        }
        trace.registers.push(register);
        trace.varies.push(varies);
        trace.registers.len() - 1
    }

    /// The place in the record of the thread.
    fn name(&self, register: usize) -> u32 {
        self.trace.base + register as u32
    }

    fn literal(&mut self, x: f64) -> usize {
        if let Some(register) = self.trace.literals.get(&x.to_bits()) {
            return *register;
        }
        let register = self.push(Register::Literal(x), false);
        self.trace.literals.insert(x.to_bits(), register);
        register
    }

    fn constant(&mut self, place: usize) -> usize {
        if let Some(register) = self.trace.loaded.get(&place) {
            return *register;
        }
        let register = self.push(Register::Constant(place), true);
        self.trace.loaded.insert(place, register);
        register
    }

    /// The register of a number.
    fn register(&mut self, x: Recorded) -> usize {
        let place = x.traced().wrapping_sub(self.trace.base) as usize;
        if x.traced() >= self.trace.base && place < self.trace.registers.len() {
            return place;
        }
        if x.origin().is_constant() {
            return self.literal(x.value());
        }
        if x.origin().at >= self.steps {
            self.trace.failed = Some("a step depends on more than the snapshot of the method");
        }
        let place = self.constants.place(x);
        self.constant(place)
    }

    fn operation(&mut self, operation: Instruction) -> usize {
        let varies = can_vary(&operation, |register| self.trace.varies[register]);
        self.push(Register::Operation(operation), varies)
    }
}

/// f(x) or, with a second operand, f(x, y); the operation has the operands 0 and 1.
#[cold]
pub fn operation(operation: Instruction, x: Recorded, y: Option<Recorded>) -> u32 {
    with(
        |tracing| {
            let both = [tracing.register(x), y.map_or(0, |y| tracing.register(y))];
            let register = tracing.operation(operation.with(Instruction::Load, |operand| both[operand]));
            tracing.name(register)
        },
        0,
    )
}

/// x / y, which numbers with derivatives compute as x · (1/y).
#[cold]
pub fn quotient(x: Recorded, y: Recorded) -> u32 {
    with(
        |tracing| {
            let (x, y) = (tracing.register(x), tracing.register(y));
            let inverse = tracing.operation(Instruction::Recip(y));
            let register = tracing.operation(Instruction::Mul(x, inverse));
            tracing.name(register)
        },
        0,
    )
}

/// Sum and rounding error of (x, y).
#[cold]
pub fn two_sum(x: Recorded, y: Recorded) -> (u32, u32) {
    with(
        |tracing| {
            let (x, y) = (tracing.register(x), tracing.register(y));
            let sum = tracing.operation(Instruction::Add(x, y));
            // What follows does not vary.
            let mut fixed = |operation| tracing.push(Register::Operation(operation), false);
            let back = fixed(Instruction::Sub(sum, x));
            let rest = fixed(Instruction::Sub(sum, back));
            let (first, second) = (fixed(Instruction::Sub(x, rest)), fixed(Instruction::Sub(y, back)));
            let lost = fixed(Instruction::Add(first, second));
            (tracing.name(sum), tracing.name(lost))
        },
        (0, 0),
    )
}

/// What a transfer of the state does with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// They are the inputs of the trace.
    Inputs,
    /// They are its outputs.
    Outputs,
}

/// Called with every number of a transfer: its new name.
#[cold]
pub fn pass(x: Recorded) -> u32 {
    with(
        |tracing| {
            if tracing.passing == Passing::Outputs {
                let register = tracing.register(x);
                tracing.trace.outputs.push(register);
                return x.traced();
            }
            let place = tracing.trace.inputs;
            tracing.trace.inputs += 1;
            let register = tracing.push(Register::Input(place), true);
            tracing.name(register)
        },
        0,
    )
}

/// What the next transfers do.
pub fn passing(passing: Passing) {
    with(|tracing| tracing.passing = passing, ());
}

/// A term of the objective.
pub fn term(x: Recorded) {
    with(
        |tracing| {
            let register = tracing.register(x);
            tracing.trace.terms.push(register);
        },
        (),
    );
}

/// Inputs of the mechanism at a time: the names of their registers.
pub fn inputs(t: Recorded, count: usize) -> Vec<u32> {
    with(
        |tracing| {
            let t = tracing.register(t);
            let first = tracing.trace.registers.len();
            for _ in 0..count {
                tracing.push(Register::Given, false);
            }
            tracing.trace.calls.push(Call { callee: Callee::Inputs, arguments: vec![t], first, count });
            (first..first + count).map(|register| tracing.name(register)).collect()
        },
        Vec::new(),
    )
}

/// A routine for calls and copies.
#[derive(Debug)]
pub struct Traceable {
    /// Its loads are `Solution(j)`, for the j-th of `loads`, and `Constant(k)`.
    pub source: Source,
    pub loads: Vec<Bank>,
    pub called: std::sync::OnceLock<Arc<Reversible>>,
}

/// A run of a routine: the names of its outputs. `load` returns the numbers of its banks.
#[cold]
pub fn routine(
    routine: &Traceable,
    load: impl Fn(Bank) -> Recorded,
    new: impl FnOnce() -> Arc<Reversible>,
) -> Vec<u32> {
    with(
        |tracing| {
            let constants = routine.source.instructions.iter();
            for instruction in constants {
                if let Instruction::Load(bank @ Bank::Constant(place)) = instruction {
                    tracing.constants.set(*place, load(*bank));
                }
            }
            let arguments: Vec<usize> =
                routine.loads.iter().map(|bank| tracing.register(load(*bank))).collect();
            if routine.source.instructions.len() <= tracing.copied {
                return tracing.copy(routine, &arguments);
            }
            let first = tracing.trace.registers.len();
            let count = routine.source.outputs.len();
            for output in &routine.source.outputs {
                tracing.push(Register::Given, routine.source.varies[*output]);
            }
            let callee = Callee::Routine(routine.called.get_or_init(new).clone());
            tracing.trace.calls.push(Call { callee, arguments, first, count });
            (first..first + count).map(|register| tracing.name(register)).collect()
        },
        Vec::new(),
    )
}

impl Tracing {
    /// The instructions of a routine as operations of the step.
    fn copy(&mut self, routine: &Traceable, arguments: &[usize]) -> Vec<u32> {
        let source = &routine.source;
        let mut registers: Vec<usize> = Vec::with_capacity(source.instructions.len());
        for (instruction, literal) in source.instructions.iter().zip(&source.literals) {
            let register = match *instruction {
                Instruction::Literal(_) => self.literal(*literal),
                Instruction::Load(Bank::Constant(place)) => {
                    if self.constants.origins[place].is_constant() {
                        self.literal(self.constants.values[place])
                    } else {
                        self.constant(place)
                    }
                }
                Instruction::Load(Bank::Solution(place)) => arguments[place],
                other => self.operation(other.with(Instruction::Load, |register| registers[register])),
            };
            registers.push(register);
        }
        source.outputs.iter().map(|output| self.name(registers[*output])).collect()
    }
}
