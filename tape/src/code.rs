//! Routines as data: an interpreter for the plan's straight-line programs.

use crate::states::{TapePositionCache, TapeTimeCache};
use linkwork::Real;
use linkwork_compiler::plan::{Bank, Instance, Instruction, Routine, WEIGHTS};
use linkwork_compiler::symbolic::{Function, Relation};

/// A routine with its constants in the scalar at hand.
#[derive(Clone, Debug)]
pub struct Code<T> {
    instructions: Vec<Instruction>,
    /// The value of each `Literal` instruction, zero elsewhere.
    literals: Vec<T>,
    outputs: Vec<Option<usize>>,
}

/// The results of the instructions so far.
#[derive(Clone, Debug)]
pub struct Registers<T: Real> {
    values: Vec<T>,
    masks: Vec<Option<T::Mask>>,
}

impl<T: Real> Default for Registers<T> {
    fn default() -> Self {
        Self { values: Vec::new(), masks: Vec::new() }
    }
}

impl<T: Real> Registers<T> {
    /// The result of one instruction.
    pub fn value(&self, register: usize) -> T {
        self.values[register]
    }
}

/// What the banks hold while a routine runs; empty where the routine does not load from them.
pub struct Frame<'a, T> {
    pub parameters: &'a [T],
    pub constants: &'a [T],
    pub here: Option<&'a TapePositionCache<T>>,
    pub mass: Option<&'a TapePositionCache<T>>,
    pub columns: Option<&'a TapePositionCache<T>>,
    pub rows: Option<&'a TapePositionCache<T>>,
    /// Time without a placed state around it.
    pub now: Option<&'a TapeTimeCache<T>>,
    /// Position without a placed state around it.
    pub position: &'a [T],
    pub velocity: &'a [T],
    pub acceleration: &'a [T],
    pub state: &'a [T],
    pub holonomic: &'a [T],
    pub nonholonomic: &'a [T],
    pub moving: &'a [T],
    pub stiffness: &'a [T],
    pub weights: &'a [T],
    pub factors: &'a [T],
    pub right: &'a [T],
    pub solution: &'a [T],
}

impl<T> Frame<'_, T> {
    /// Nothing but constants.
    pub fn of_constants<'a>(constants: &'a [T]) -> Frame<'a, T> {
        Frame {
            parameters: &[],
            constants,
            here: None,
            mass: None,
            columns: None,
            rows: None,
            now: None,
            position: &[],
            velocity: &[],
            acceleration: &[],
            state: &[],
            holonomic: &[],
            nonholonomic: &[],
            moving: &[],
            stiffness: &[],
            weights: &[],
            factors: &[],
            right: &[],
            solution: &[],
        }
    }
}

impl<T: Real> Frame<'_, T> {
    fn placed(&self, instance: Instance) -> Option<&TapePositionCache<T>> {
        match instance {
            Instance::Mass => self.mass,
            Instance::Columns => self.columns,
            Instance::Rows => self.rows,
            _ => self.here,
        }
    }

    fn now(&self, instance: Instance) -> Option<&TapeTimeCache<T>> {
        self.placed(instance).map(|placed| &placed.now).or(self.now)
    }

    fn load(&self, bank: Bank) -> T {
        let found = match bank {
            Bank::Parameter(i) => self.parameters.get(i),
            Bank::Constant(i) => self.constants.get(i),
            Bank::Time(instance) => self.now(instance).map(|now| &now.t),
            Bank::Input(instance, i) => self.now(instance).and_then(|now| now.u.get(i)),
            Bank::TimeCache(instance, i) => self.now(instance).and_then(|now| now.values.get(i)),
            Bank::Position(instance, i) => match self.placed(instance) {
                Some(placed) => placed.q.get(i),
                None => self.position.get(i),
            },
            Bank::PositionCache(instance, i) => self.placed(instance).and_then(|placed| placed.values.get(i)),
            Bank::VelocityCache(i) => self.moving.get(i),
            Bank::StiffnessCache(i) => self.stiffness.get(i),
            Bank::Velocity(i) => self.velocity.get(i),
            Bank::Acceleration(i) => self.acceleration.get(i),
            Bank::State(i) => self.state.get(i),
            Bank::Holonomic(i) => self.holonomic.get(i),
            Bank::Nonholonomic(i) => self.nonholonomic.get(i),
            Bank::Weight(weight) => {
                WEIGHTS.iter().position(|w| *w == weight).and_then(|i| self.weights.get(i))
            }
            Bank::Factor(i) => self.factors.get(i),
            Bank::RightHandSide(i) => self.right.get(i),
            Bank::Solution(i) => self.solution.get(i),
        };
        // The plan makes every bank as long as its loads ask for.
        found.copied().unwrap_or_else(T::zero)
    }
}

impl<T: Real> Code<T> {
    /// Prepares a routine.
    pub fn new(routine: &Routine) -> Self {
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
        }
    }

    /// Runs all instructions.
    pub fn execute(&self, frame: &Frame<'_, T>, registers: &mut Registers<T>) {
        let count = self.instructions.len();
        if registers.values.len() < count {
            registers.values.resize(count, T::zero());
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
                Instruction::Unary(function, a) => unary(function, v(a)),
                Instruction::Binary(function, a, b) => binary(function, v(a), v(b)),
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

    /// Runs, then copies the outputs; exact zeros where the plan says so.
    pub fn run(&self, frame: &Frame<'_, T>, registers: &mut Registers<T>, out: &mut [T]) {
        self.execute(frame, registers);
        self.copy(registers, out.iter_mut());
    }

    /// Copies the outputs of the last execution.
    pub fn copy<'a>(&self, registers: &Registers<T>, out: impl Iterator<Item = &'a mut T>) {
        for (out, output) in out.zip(&self.outputs) {
            *out = match output {
                Some(register) => registers.values[*register],
                None => T::zero(),
            };
        }
    }

    /// How many outputs.
    pub fn len(&self) -> usize {
        self.outputs.len()
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

fn unary<T: Real>(function: Function, a: T) -> T {
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
        // Functions of two arguments do not come here, nor do mechanisms with functions of the user's.
        Function::Atan2
        | Function::Min
        | Function::Max
        | Function::Hypot
        | Function::Pow
        | Function::User(_) => a,
    }
}

fn binary<T: Real>(function: Function, a: T, b: T) -> T {
    match function {
        Function::Atan2 => a.atan2(b),
        Function::Min => Real::min(a, b),
        Function::Max => Real::max(a, b),
        Function::Hypot => a.hypot(b),
        Function::Pow => a.pow(b),
        _ => unary(function, a),
    }
}
