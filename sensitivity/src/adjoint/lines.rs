//! The instructions of a routine, prepared for both directions.
//!
//! ```text
//! forward    z_i = f_i(z_j, z_k)
//! backward   z̄_j += z̄_i ∂f_i/∂z_j,  z̄_k += z̄_i ∂f_i/∂z_k      from the last instruction to the first          (1)
//! ```
//!
//! One sweep gives λᵀ ∂f/∂x for all numbers that the routine loads: constants of parameters, positions, velocities.
//! Registers are renumbered: literals, which are copied as a block, then loads, then operations in their order.
//!
//! Invariant: the bits of the values are those of the interpreter. An instruction whose arguments cannot vary, literals and weights of a
//! method, has no adjoint.

use super::line::Line;
use super::record::Origin;
use linkwork::Real;
use linkwork_compiler::plan::{Bank, Instruction, Register};
use linkwork_tape::{Code, Frame};
use num_dual::Dual64;

/// An output of a routine.
#[derive(Clone, Copy, Debug)]
pub enum Output {
    /// The number 0.
    Zero,
    /// A constant: its register.
    Fixed(usize),
    /// A load: its register, and the index of the load.
    Loaded(usize, usize),
    /// A computed value: its register. They are nodes of the record, in order.
    Computed(usize),
}

/// The factors of the products that only one sum or difference reads, one for each of these.
fn products<S: Real>(code: &Code<S>) -> Vec<Option<(Register, Register)>> {
    let instructions = code.instructions();
    let mut uses = vec![0_u32; instructions.len()];
    let operands = instructions.iter().flat_map(Instruction::operands);
    operands.chain(code.outputs().into_iter().flatten().flatten().copied()).for_each(|at| uses[at] += 1);
    let mut products = vec![None; instructions.len()];
    for instruction in instructions {
        let (Instruction::Add(a, b) | Instruction::Sub(a, b)) = *instruction else { continue };
        for at in [b, a] {
            if let (Instruction::Mul(x, y), 1) = (instructions[at], uses[at]) {
                products[at] = Some((x, y));
                break;
            }
        }
    }
    products
}

/// Instructions, with literals of the scalar type of the evaluation.
#[derive(Debug)]
pub struct Lines<T> {
    literals: Vec<T>,
    loads: Vec<Bank>,
    /// The operations.
    lines: Vec<Line>,
    /// The indices of the operations that can vary.
    varying: Vec<u32>,
    /// The registers of computed outputs.
    given: Vec<usize>,
}

impl<T: Real<Mask = bool>> Lines<T> {
    /// The instructions and outputs of a routine, with literals converted by `literal`.
    pub fn of<S: Real>(code: &Code<S>, literal: impl Fn(S) -> T) -> (Self, [Vec<Output>; 2]) {
        let instructions = code.instructions();
        let products = products(code);
        let count = |of: fn(&Instruction) -> bool| instructions.iter().filter(|x| of(x)).count();
        let literals = count(|x| matches!(x, Instruction::Literal(_)));
        let free = literals + count(|x| matches!(x, Instruction::Load(_)));
        let mut lines = Self {
            literals: Vec::with_capacity(literals),
            loads: Vec::with_capacity(free - literals),
            lines: Vec::with_capacity(instructions.len() - free - products.iter().flatten().count()),
            varying: Vec::new(),
            given: Vec::new(),
        };
        // The new number of each register, and whether it can vary.
        let mut registers: Vec<(usize, bool)> = Vec::with_capacity(instructions.len());
        for (at, instruction) in instructions.iter().enumerate() {
            registers.push(match instruction {
                Instruction::Literal(_) => {
                    lines.literals.push(literal(code.literal(at)));
                    (lines.literals.len() - 1, false)
                }
                Instruction::Load(bank) => {
                    lines.loads.push(*bank);
                    (literals + lines.loads.len() - 1, !matches!(bank, Bank::Weight(_)))
                }
                operation => {
                    let mask = matches!(operation, Instruction::Compare(..));
                    let varies = !mask && operation.operands().any(|operand| registers[operand].1);
                    // The line of its sum computes it.
                    if products[at].is_some() {
                        registers.push((usize::MAX, varies));
                        continue;
                    }
                    if varies {
                        lines.varying.push(lines.lines.len() as u32);
                    }
                    let register = |register: usize| registers[register].0;
                    let sum = Line::with_product(operation, |register| products[register], register);
                    lines.lines.push(sum.unwrap_or_else(|| Line::of(operation, register)));
                    (free + lines.lines.len() - 1, varies)
                }
            });
        }
        let outputs = code.outputs().map(|outputs| {
            let output = |register: &Option<usize>| {
                let Some((at, varies)) = register.map(|register| registers[register]) else {
                    return Output::Zero;
                };
                if (literals..free).contains(&at) {
                    return Output::Loaded(at, at - literals);
                }
                if !varies {
                    return Output::Fixed(at);
                }
                lines.given.push(at);
                Output::Computed(at)
            };
            outputs.iter().map(output).collect()
        });
        (lines, outputs)
    }

    /// The number of registers.
    pub fn registers(&self) -> usize {
        self.literals.len() + self.loads.len() + self.lines.len()
    }

    /// The number of loads.
    pub fn loads(&self) -> usize {
        self.loads.len()
    }

    /// The numbers that it loads.
    pub fn banks(&self) -> &[Bank] {
        &self.loads
    }

    /// The number of computed outputs.
    pub fn given(&self) -> usize {
        self.given.len()
    }

    /// Evaluates into registers; `taken` receives the loaded numbers, in order, and returns their values.
    #[inline]
    pub fn forward<S: Real>(&self, frame: &Frame<'_, S>, values: &mut [T], mut taken: impl FnMut(S) -> T) {
        let (literals, others) = values.split_at_mut(self.literals.len());
        literals.copy_from_slice(&self.literals);
        for (bank, value) in self.loads.iter().zip(others) {
            *value = taken(frame.load(*bank));
        }
        let operations = self.literals.len() + self.loads.len();
        for (at, line) in (operations..).zip(&self.lines) {
            values[at] = line.value(values);
        }
    }
}

impl Lines<Dual64> {
    /// (1). `all` contains the adjoints of the computed outputs from `first` on; those of loads are added to it.
    pub fn backward(
        &self,
        values: &[Dual64],
        loads: &[Origin],
        first: usize,
        all: &mut [f64],
        adjoint: &mut Vec<f64>,
    ) {
        let outputs = &all[first..first + self.given.len()];
        if outputs.iter().all(|z| *z == 0.0) {
            return;
        }
        adjoint.clear();
        adjoint.resize(values.len(), 0.0);
        for (register, z) in self.given.iter().zip(outputs) {
            adjoint[*register] += z;
        }
        let literals = self.literals.len();
        let operations = literals + self.loads.len();
        for &at in self.varying.iter().rev() {
            let at = at as usize;
            let z = adjoint[operations + at];
            if z != 0.0 {
                self.lines[at].back(values, operations + at, z, adjoint);
            }
        }
        for (origin, z) in loads.iter().zip(&adjoint[literals..]) {
            if *z != 0.0 {
                all[origin.at as usize] += z * origin.by;
            }
        }
    }
}
