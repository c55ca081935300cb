//! The operations of a routine, prepared for both directions, in [batches](Batches) of one form.
//!
//! ```text
//! forward    z_i = f_i(z_j, z_k)
//! backward   z̄_j += z̄_i ∂f_i/∂z_j,  z̄_k += z̄_i ∂f_i/∂z_k      from the last operation to the first          (1)
//! ```
//!
//! One sweep gives λᵀ ∂f/∂x for all numbers that the routine loads: constants of parameters, positions, velocities.
//!
//! Invariant: the bits of the values are those of the interpreter. An operation whose arguments cannot vary, literals and weights of a
//! method, has no adjoint.

use super::back::back;
use super::record::Origin;
use linkwork::Real;
use linkwork_compiler::plan::{Bank, Instruction, OutputRegister};
use linkwork_tape::{Batches, Code, Frame};
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

/// The outputs of a routine, for the first slice and for the second one.
pub type Outputs = [Vec<Output>; 2];

/// Whether the value of each instruction can vary.
fn varying(instructions: &[Instruction]) -> Vec<bool> {
    let mut varies = Vec::with_capacity(instructions.len());
    for instruction in instructions {
        varies.push(match instruction {
            Instruction::Load(bank) => !matches!(bank, Bank::Weight(_)),
            Instruction::Compare(..) => false,
            operation => operation.operands().any(|operand| varies[operand]),
        });
    }
    varies
}

/// Operations, with literals of the scalar type of the evaluation.
#[derive(Debug)]
pub struct Lines<T> {
    /// Those that can vary are marked.
    batches: Batches<T>,
    banks: Vec<Bank>,
    /// The registers of computed outputs.
    given: Vec<usize>,
}

impl<T: Real> Lines<T> {
    /// The operations and outputs of a routine, with literals converted by `literal`.
    pub fn of<S: Real>(code: &Code<S>, literal: impl Fn(S) -> T) -> (Self, Outputs) {
        let varies = varying(code.instructions());
        let (batches, registers) = Batches::of(code, literal, |at| varies[at]);
        let bank = |instruction: &Instruction| match instruction {
            Instruction::Load(bank) => Some(*bank),
            _ => None,
        };
        let banks = code.instructions().iter().filter_map(bank).collect();
        let mut lines = Self { batches, banks, given: Vec::new() };
        let literals = lines.batches.literals();
        let outputs = code.outputs().map(|outputs| {
            let output = |output: &OutputRegister| {
                let Some(register) = output.register() else { return Output::Zero };
                let at = registers[register] as usize;
                if (literals..literals + lines.loads()).contains(&at) {
                    return Output::Loaded(at, at - literals);
                }
                if !varies[register] {
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
        self.batches.registers()
    }

    /// The number of loads.
    pub fn loads(&self) -> usize {
        self.batches.loads()
    }

    /// The numbers that it loads.
    pub fn banks(&self) -> &[Bank] {
        &self.banks
    }

    /// The number of computed outputs.
    pub fn given(&self) -> usize {
        self.given.len()
    }

    /// Evaluates into registers; `taken` receives the loaded numbers, in order, and returns their values.
    #[inline]
    pub fn forward<S: Real>(&self, frame: &Frame<'_, S>, values: &mut [T], taken: impl FnMut(S) -> T) {
        // Functions of the user's have no pointers for this scalar.
        self.batches.evaluate(frame, taken, &|_, _, _| T::exact(f64::NAN), values);
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
        for (batch, first, operands) in self.batches.backwards().filter(|(batch, ..)| batch.marked) {
            back(batch.form, values, first, operands, adjoint);
        }
        for (origin, z) in loads.iter().zip(&adjoint[self.batches.literals()..]) {
            if *z != 0.0 {
                all[origin.at as usize] += z * origin.by;
            }
        }
    }
}
