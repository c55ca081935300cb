//! Routines that are recorded as a whole.
//!
//! ```text
//! forward    z_i = f_i(z_j, z_k)                      the values stay in the record, in 16 bytes each
//! backward   z̄_j += z̄_i ∂f_i/∂z_j,  z̄_k += z̄_i ∂f_i/∂z_k      from the last instruction to the first          (1)
//! ```
//!
//! One sweep gives λᵀ ∂f/∂x for everything that the routine loads, however much that is: constants of parameters, positions, velocities. Beside (1)
//! nothing is stored for an operation, neither derivatives nor places, which follow from the instructions.
//!
//! Invariant: values and tangents are the bits of `num_dual::Dual64` in the interpreter. An instruction whose arguments cannot vary, literals and weights of a
//! method, has no adjoint.

use super::partials;
use super::record::{self, CONSTANT, Record};
use super::recorded::Recorded;
use linkwork::Real;
use linkwork_compiler::plan::{Bank, Instruction};
use linkwork_compiler::symbolic::Relation;
use linkwork_tape::{Code, Executor, Frame, Registers, of_one, of_two};
use num_dual::Dual64;
use std::sync::{Arc, Mutex};

/// An output of a routine.
#[derive(Clone, Copy, Debug)]
enum Output {
    /// The number 0.
    Zero,
    /// A constant: its register.
    Fixed(usize),
    /// A load: its register, and the index of the load.
    Loaded(usize, usize),
    /// A computed value: its register. They are nodes of the record, in order.
    Computed(usize),
}

/// The instructions of a routine, prepared for both directions.
#[derive(Debug)]
pub struct Lines {
    instructions: Vec<Instruction>,
    literals: Vec<Dual64>,
    /// Whether the instruction can vary.
    varies: Vec<bool>,
    /// The number of loads.
    loads: usize,
    /// The registers of computed outputs.
    given: Vec<usize>,
}

/// A routine that records itself.
#[derive(Debug)]
pub struct Routine {
    code: Code<Recorded>,
    lines: Arc<Lines>,
    outputs: [Vec<Output>; 2],
}

impl Executor for Routine {
    type Scalar = Recorded;
    type Options = ();

    fn new(code: Code<Recorded>, (): ()) -> Self {
        let instructions = code.instructions().to_vec();
        let mut varies: Vec<bool> = Vec::with_capacity(instructions.len());
        let mut numbers = Vec::with_capacity(instructions.len());
        let mut loads = 0;
        for instruction in &instructions {
            varies.push(match instruction {
                Instruction::Load(bank) => !matches!(bank, Bank::Weight(_)),
                Instruction::Literal(_) | Instruction::Compare(..) => false,
                other => other.operands().any(|operand| varies[operand]),
            });
            numbers.push(loads);
            loads += usize::from(matches!(instruction, Instruction::Load(_)));
        }
        let mut given = Vec::new();
        let outputs = code.outputs().map(|outputs| {
            let output = |register: &Option<usize>| match *register {
                None => Output::Zero,
                Some(at) if matches!(instructions[at], Instruction::Load(_)) => {
                    Output::Loaded(at, numbers[at])
                }
                Some(at) if !varies[at] => Output::Fixed(at),
                Some(at) => {
                    given.push(at);
                    Output::Computed(at)
                }
            };
            outputs.iter().map(output).collect()
        });
        let literals = (0..instructions.len()).map(|at| code.literal(at).dual()).collect();
        let lines = Arc::new(Lines { instructions, literals, varies, loads, given });
        Self { code, lines, outputs }
    }

    fn code(&self) -> &Code<Recorded> {
        &self.code
    }

    fn run(
        &self,
        frame: &Frame<'_, Recorded>,
        _: &Mutex<Registers<Recorded>>,
        first: &mut [Recorded],
        second: &mut [Recorded],
    ) {
        record::with(|record| self.record(record, frame, [first, second]));
    }
}

impl Routine {
    fn record(&self, record: &mut Record, frame: &Frame<'_, Recorded>, out: [&mut [Recorded]; 2]) {
        let begin = record.begin_routine();
        let varied = self.lines.forward(record, frame);
        let (values, loads) = begin;
        // The outputs are consecutive nodes.
        let node = if varied { record.computed(self.lines.given.len()) } else { None };
        let mut next = node;
        for (out, outputs) in out.into_iter().zip(&self.outputs) {
            for (out, output) in out.iter_mut().zip(outputs) {
                *out = match *output {
                    Output::Zero => Recorded::zero(),
                    Output::Fixed(at) => Recorded::of(record.values[values + at], CONSTANT),
                    Output::Loaded(at, number) => {
                        Recorded::of(record.values[values + at], record.loads[loads + number])
                    }
                    Output::Computed(at) => {
                        let place = next.unwrap_or(CONSTANT);
                        next = next.map(|place| place + 1);
                        Recorded::of(record.values[values + at], place)
                    }
                };
            }
        }
        // Unused outputs have nodes, too.
        match node {
            Some(first) => record.end_routine(&self.lines, first, begin),
            None => record.forget_routine(begin),
        }
    }
}

impl Lines {
    /// The numbers of instructions, loads and computed outputs.
    pub fn sizes(&self) -> (usize, usize, usize) {
        (self.instructions.len(), self.loads, self.given.len())
    }

    /// Evaluates, and stores all values and the places of loads in the record. Returns whether one of the loads varies.
    fn forward(&self, record: &mut Record, frame: &Frame<'_, Recorded>) -> bool {
        let begin = record.values.len();
        record.values.resize(begin + self.instructions.len(), Dual64::from_re(0.0));
        let (values, loads) = (&mut record.values[begin..], &mut record.loads);
        let mut varied = false;
        for (at, instruction) in self.instructions.iter().enumerate() {
            let v = |register: usize| values[register];
            let truth = |holds: bool| Dual64::from_re(f64::from(u8::from(holds)));
            let holds = |register: usize| values[register].re != 0.0;
            let value = match *instruction {
                Instruction::Literal(_) => self.literals[at],
                Instruction::Load(bank) => {
                    let x = frame.load(bank);
                    loads.push(x.at());
                    varied |= x.at() != CONSTANT;
                    x.dual()
                }
                Instruction::Neg(a) => -v(a),
                Instruction::Add(a, b) => v(a) + v(b),
                Instruction::Sub(a, b) => v(a) - v(b),
                Instruction::Mul(a, b) => v(a) * v(b),
                Instruction::Recip(a) => Real::recip(v(a)),
                Instruction::Unary(function, a) => of_one(function, v(a)),
                Instruction::Binary(function, a, b) => of_two(function, v(a), v(b)),
                Instruction::Select(mask, a, b) => v(if holds(mask) { a } else { b }),
                Instruction::Compare(relation, a, b) => {
                    let (a, b) = (v(a).re, v(b).re);
                    truth(match relation {
                        Relation::Lt => a < b,
                        Relation::Le => a <= b,
                        Relation::Eq => a == b,
                        Relation::Ne => a != b,
                    })
                }
                Instruction::And(a, b) => truth(holds(a) && holds(b)),
                Instruction::Or(a, b) => truth(holds(a) || holds(b)),
                Instruction::Not(a) => truth(!holds(a)),
            };
            values[at] = value;
        }
        varied
    }

    /// (1). `adjoint` has those of the computed outputs at first; those of loads go to their places among `all`.
    pub fn backward(
        &self,
        values: &[Dual64],
        loads: &[u32],
        first: usize,
        all: &mut [f64],
        adjoint: &mut Vec<f64>,
    ) {
        adjoint.clear();
        adjoint.resize(self.instructions.len(), 0.0);
        let mut any = false;
        for (k, &register) in self.given.iter().enumerate() {
            adjoint[register] += all[first + k];
            any |= all[first + k] != 0.0;
        }
        if !any {
            return;
        }
        let mut load = loads.len();
        for (at, instruction) in self.instructions.iter().enumerate().rev() {
            if let Instruction::Load(_) = instruction {
                load -= 1;
                all[loads[load] as usize] += adjoint[at];
                continue;
            }
            let z = adjoint[at];
            if z == 0.0 || !self.varies[at] {
                continue;
            }
            // A derivative is infinite only by what varies.
            let counting = |x: usize, by: f64| if values[x].eps == 0.0 && !by.is_finite() { 0.0 } else { by };
            match *instruction {
                Instruction::Neg(a) => adjoint[a] -= z,
                Instruction::Add(a, b) => {
                    adjoint[a] += z;
                    adjoint[b] += z;
                }
                Instruction::Sub(a, b) => {
                    adjoint[a] += z;
                    adjoint[b] -= z;
                }
                Instruction::Mul(a, b) => {
                    adjoint[a] += z * values[b].re;
                    adjoint[b] += z * values[a].re;
                }
                Instruction::Recip(a) => {
                    let f = values[at].re;
                    adjoint[a] += z * counting(a, -f * f);
                }
                Instruction::Unary(function, a) => {
                    let by = partials::of_one(function, values[a].re, values[at].re);
                    adjoint[a] += z * counting(a, by);
                }
                Instruction::Binary(function, a, b) => {
                    let [by_a, by_b] = partials::of_two(function, values[a].re, values[b].re, values[at].re);
                    adjoint[a] += z * counting(a, by_a);
                    adjoint[b] += z * counting(b, by_b);
                }
                Instruction::Select(mask, a, b) => {
                    adjoint[if values[mask].re != 0.0 { a } else { b }] += z;
                }
                // Comparisons have no derivatives.
                _ => {}
            }
        }
    }
}
