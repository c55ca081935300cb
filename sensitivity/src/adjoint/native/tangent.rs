//! Routines in dual numbers as native code.
//!
//! ```text
//! forward    z_i = f_i(z_j, z_k),   ż_i = ∂f_i/∂z_j ż_j + ∂f_i/∂z_k ż_k                                            (1)
//! ```
//!
//! is straight-line code in f64 with twice as many numbers, which loads values from `Solution` and tangents from `RightHandSide`.
//!
//! Invariant: values have the bits of `num_dual::Dual64`, tangents those or their rounding; a tangent that is zero stays zero, even
//! where the derivative is infinite.

use super::super::forward::BEGINNING;
use super::super::routine::Unrecorded;
use super::derivatives::{self, Known};
use super::places::Places;
use super::signature;
use super::straight::Straight;
use crate::Native as Choice;
use core::sync::atomic::{AtomicU32, Ordering};
use linkwork::Real;
use linkwork_compiler::plan::{Bank, Instruction, Register};
use linkwork_compiler::symbolic::{Function, Relation};
use linkwork_jit::{FIRST_RUNS, Mode, Native};
use linkwork_tape::{Code, Executor, Frame, Registers, place_of};
use num_dual::Dual64;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

/// A routine in dual numbers. Those that call functions in Rust are always interpreted.
#[derive(Debug)]
pub struct Tangent {
    interpreted: Unrecorded<Dual64>,
    /// Native code, for routines that run often.
    native: OnceLock<Both>,
    runs: AtomicU32,
    use_of_native: Use,
    signature: u64,
}

/// When a routine becomes native code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Never.
    Never,
    /// If its runs are as many as [`PAYS`], with those that the steps until the end of the run lead to expect.
    WherePaid,
    /// In any case.
    Always,
}

/// The runs of a routine that take as long as its compilation, by what native code saves of them: 8 to 12 µs for some 1 ns, for each instruction (measured before
/// operations were interpreted in batches).
const PAYS: u64 = 10_000;
/// The largest number of instructions of a routine in native code: the code of more does not stay in the cache of a core, and takes the time of
/// the interpreter.
const LARGEST: usize = 10_000;

impl Use {
    /// That of a run with so many steps.
    pub fn of(native: Choice, steps: u64) -> Self {
        match native.mode(steps) {
            Mode::Interpreted => Self::Never,
            Mode::Native if native == Choice::Always => Self::Always,
            Mode::Native | Mode::IfRepeated | Mode::WherePaid => Self::WherePaid,
        }
    }
}

/// Steps in all runs of the same routines: until now, and until the end of the present run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    pub done: u64,
    pub all: u64,
}

impl Progress {
    /// After so many steps of the present run, for the routines that run on this thread.
    pub fn note(self, steps: u64) {
        PROGRESS.set(Self { done: self.done + steps, ..self });
    }
}

/// Values and tangents as native code.
#[derive(Debug)]
struct Both {
    code: Native,
    /// The banks that it loads from, by their places in a frame, with the places in them; and the number of all.
    loads: Vec<(usize, Places)>,
    count: usize,
    registers: Mutex<Registers<f64>>,
}

thread_local! {
    static PROGRESS: Cell<Progress> = const { Cell::new(Progress { done: 0, all: 0 }) };
    /// Loads and outputs of a routine, values before tangents.
    static ROOM: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

impl Executor for Tangent {
    type Scalar = Dual64;
    type Options = Use;

    fn new(code: Code<Dual64>, use_of_native: Use) -> Self {
        let signature = signature::of(&code);
        Self {
            interpreted: Unrecorded::new(code, ()),
            native: OnceLock::new(),
            runs: AtomicU32::new(0),
            use_of_native,
            signature,
        }
    }

    #[inline]
    fn in_loops() {
        signature::mix_loop();
    }

    fn code(&self) -> &Code<Dual64> {
        self.interpreted.code()
    }

    fn run(
        &self,
        frame: &Frame<'_, Dual64>,
        registers: &Mutex<Registers<Dual64>>,
        first: &mut [Dual64],
        second: &mut [Dual64],
    ) {
        signature::mix(self.signature);
        let code = self.interpreted.code();
        if !code.pointers().is_empty() {
            return code.run(frame, registers, first, second);
        }
        match self.native() {
            Some(both) => ROOM.with_borrow_mut(|room| both.run(frame, room, [first, second])),
            None => self.interpreted.run(frame, registers, first, second),
        }
    }
}

impl Tangent {
    /// Its native code, if the next run has it.
    #[inline]
    fn native(&self) -> Option<&Both> {
        if let Some(both) = self.native.get() {
            return Some(both);
        }
        if self.use_of_native == Use::Never || self.code().instructions().len() > LARGEST {
            return None;
        }
        // No data are synchronised through the count: no ordering is needed.
        let runs = self.runs.fetch_add(1, Ordering::Relaxed);
        let Progress { done, all } = PROGRESS.get();
        let expected = || u64::from(runs).saturating_mul(all) / done.max(1);
        // The start has other routines.
        let pays = || done >= BEGINNING && expected() >= PAYS;
        let native = runs >= FIRST_RUNS && (self.use_of_native == Use::Always || pays());
        native.then(|| self.native.get_or_init(|| Both::new(self.code())))
    }
}

impl Both {
    fn new(code: &Code<Dual64>) -> Self {
        let mut loads: Vec<Bank> = code.instructions().iter().filter_map(load).collect();
        loads.sort_unstable_by_key(|bank| place_of(*bank));
        loads.dedup();
        let code = with_tangents(code, &loads);
        let places: Vec<(usize, usize)> = loads.into_iter().map(place_of).collect();
        let banks = places.chunk_by(|(one, _), (other, _)| one == other);
        let banks =
            banks.map(|of_one| (of_one[0].0, Places::new(of_one.iter().map(|(_, place)| *place).collect())));
        Self {
            code: Native::new(code, Mode::Native),
            loads: banks.collect(),
            count: places.len(),
            registers: Mutex::default(),
        }
    }

    fn run(&self, frame: &Frame<'_, Dual64>, room: &mut Vec<f64>, [first, second]: [&mut [Dual64]; 2]) {
        let outputs = first.len() + second.len();
        room.resize((2 * (self.count + outputs)).max(room.len()), 0.0);
        let (values, rest) = room.split_at_mut(self.count);
        let (tangents, rest) = rest.split_at_mut(self.count);
        let mut at = 0;
        for (bank, places) in &self.loads {
            let here = at..at + places.count();
            let numbers = frame.banks().get(*bank).copied().unwrap_or_default();
            // In the plan, every bank is as long as its loads require.
            let both = values[here.clone()].iter_mut().zip(&mut tangents[here.clone()]);
            places.read(numbers, both, |(value, tangent), x| (*value, *tangent) = (x.re, x.eps));
            at = here.end;
        }
        let (out, rest) = rest.split_at_mut(outputs);
        let slopes = &mut rest[..outputs];
        let frame = Frame::of_arrays([&[], &[], tangents, values]);
        self.code.run(&frame, &self.registers, out, slopes);
        let mut numbers = out.iter().zip(&*slopes);
        for (to, (re, eps)) in first.iter_mut().chain(second).zip(&mut numbers) {
            *to = Dual64::new(*re, *eps);
        }
    }
}

/// The number that an instruction loads.
fn load(instruction: &Instruction) -> Option<Bank> {
    match instruction {
        Instruction::Load(bank) => Some(*bank),
        _ => None,
    }
}

/// A value, and its tangent unless it is zero.
type Pair = (Register, Option<Register>);

/// The code of values and tangents, with these loads.
fn with_tangents(code: &Code<Dual64>, loads: &[Bank]) -> Code<f64> {
    let mut to = Straight::default();
    let places: HashMap<Bank, usize> = loads.iter().copied().zip(0..).collect();
    let mut pairs: Vec<Pair> = Vec::with_capacity(code.instructions().len());
    for (at, instruction) in code.instructions().iter().enumerate() {
        let pair = match *instruction {
            Instruction::Literal(_) => (to.literal(code.literal(at).value()), None),
            Instruction::Load(bank) => {
                let place = places[&bank];
                let tangent = to.load(Bank::RightHandSide(place));
                (to.load(Bank::Solution(place)), Some(tangent))
            }
            other => tangent(&mut to, other, &pairs),
        };
        pairs.push(pair);
    }
    let [first, second] = code.outputs();
    let outputs: Vec<Option<Pair>> =
        first.iter().chain(second).map(|output| output.register().map(|at| pairs[at])).collect();
    let values = outputs.iter().map(|output| output.map(|pair| pair.0));
    let tangents = outputs.iter().map(|output| output.and_then(|pair| pair.1));
    to.finish(values.chain(tangents).collect(), outputs.len())
}

/// (1) of one instruction.
fn tangent(to: &mut Straight, instruction: Instruction, pairs: &[Pair]) -> Pair {
    let value = to.push(instruction.with(Instruction::Load, |register| pairs[register].0));
    let slope = match instruction {
        Instruction::Neg(a) => pairs[a].1.map(|x| to.neg(x)),
        Instruction::Add(a, b) => sum(to, pairs[a].1, pairs[b].1),
        Instruction::Sub(a, b) => match (pairs[a].1, pairs[b].1) {
            (x, None) => x,
            (None, Some(y)) => Some(to.neg(y)),
            (Some(x), Some(y)) => Some(to.sub(x, y)),
        },
        Instruction::Mul(a, b) => {
            let first = pairs[a].1.map(|x| to.mul(x, pairs[b].0));
            let second = pairs[b].1.map(|y| to.mul(pairs[a].0, y));
            sum(to, first, second)
        }
        Instruction::Recip(a) => pairs[a].1.map(|x| {
            let once = to.mul(x, value);
            let twice = to.mul(once, value);
            to.neg(twice)
        }),
        Instruction::Unary(function, a) => {
            pairs[a].1.and_then(|x| of_one(to, function, (pairs[a].0, x), value))
        }
        Instruction::Binary(function, a, b) => of_two(to, function, [pairs[a], pairs[b]], value),
        Instruction::Select(mask, a, b) => {
            let zero = to.literal(0.0);
            let either = pairs[a].1.is_some() || pairs[b].1.is_some();
            let both = [a, b].map(|operand| pairs[operand].1.unwrap_or(zero));
            either.then(|| to.select(pairs[mask].0, both[0], both[1]))
        }
        // Constants and masks.
        _ => None,
    };
    (value, slope)
}

fn sum(to: &mut Straight, x: Option<Register>, y: Option<Register>) -> Option<Register> {
    match (x, y) {
        (Some(x), Some(y)) => Some(to.add(x, y)),
        (x, y) => x.or(y),
    }
}

/// ẋ f', which is zero where ẋ is.
fn scaled(to: &mut Straight, x: Register, by: Register) -> Register {
    let (zero, product) = (to.literal(0.0), to.mul(x, by));
    let none = to.compare(Relation::Eq, x, zero);
    to.select(none, zero, product)
}

/// A function of values, in the code of their tangents.
struct Called<'c> {
    code: &'c mut Straight,
    arguments: [Register; 2],
    value: Register,
}

impl Known for Called<'_> {
    fn code(&mut self) -> &mut Straight {
        self.code
    }
    fn first(&mut self) -> Register {
        self.arguments[0]
    }
    fn second(&mut self) -> Register {
        self.arguments[1]
    }
    fn value(&mut self) -> Register {
        self.value
    }
    fn wave(&mut self, function: Function) -> Register {
        self.code.of_one(function, self.arguments[0])
    }
}

/// The tangent of f(x) from x and ẋ, with f.
fn of_one(
    to: &mut Straight,
    function: Function,
    (x, slope): (Register, Register),
    f: Register,
) -> Option<Register> {
    if function == Function::Abs {
        return Some(derivatives::signed(to, x, slope));
    }
    let by = derivatives::of_one(&mut Called { code: to, arguments: [x, x], value: f }, function)?;
    Some(match function {
        // Never infinite.
        Function::Sin | Function::Cos => to.mul(slope, by),
        _ => scaled(to, slope, by),
    })
}

/// The tangent of f(x, y), with f.
fn of_two(to: &mut Straight, function: Function, [x, y]: [Pair; 2], f: Register) -> Option<Register> {
    if matches!(function, Function::Min | Function::Max) {
        let (zero, second) = (to.literal(0.0), derivatives::second_is_taken(to, function, x.0, y.0));
        let [first, other] = [x, y].map(|pair| pair.1.unwrap_or(zero));
        return Some(to.select(second, other, first));
    }
    let mut part = |slope: Option<Register>, second: bool| {
        let slope = slope?;
        let called = &mut Called { code: to, arguments: [x.0, y.0], value: f };
        let by = derivatives::of_two(called, function, second)?;
        Some(scaled(to, slope, by))
    };
    let (first, second) = (part(x.1, false), part(y.1, true));
    sum(to, first, second)
}
