//! Straight-line code under construction: instructions of the plan with any f64 as a literal.
//!
//! Invariant: nothing is reassociated or folded: each instruction is one operation of f64, and what no output needs is left out.

use linkwork_compiler::plan::{Bank, Instruction, Register};
use linkwork_compiler::symbolic::{Constant, Function, Relation};
use linkwork_tape::Code;
use std::collections::HashMap;

/// Instructions and their literals.
#[derive(Clone, Debug, Default)]
pub struct Straight {
    instructions: Vec<Instruction>,
    /// The number of each literal, otherwise 0.
    literals: Vec<f64>,
    /// The registers of literals, by their bits, and of loads.
    known: HashMap<u64, Register>,
    loaded: HashMap<Bank, Register>,
}

impl Straight {
    /// An operation on earlier registers.
    pub fn push(&mut self, operation: Instruction) -> Register {
        self.instructions.push(operation);
        self.literals.push(0.0);
        self.instructions.len() - 1
    }

    /// A constant.
    pub fn literal(&mut self, x: f64) -> Register {
        if let Some(register) = self.known.get(&x.to_bits()) {
            return *register;
        }
        let register = self.push(Instruction::Literal(Constant::ZERO));
        self.literals[register] = x;
        self.known.insert(x.to_bits(), register);
        register
    }

    /// A number of a bank.
    pub fn load(&mut self, bank: Bank) -> Register {
        if let Some(register) = self.loaded.get(&bank) {
            return *register;
        }
        let register = self.push(Instruction::Load(bank));
        self.loaded.insert(bank, register);
        register
    }

    pub fn neg(&mut self, a: Register) -> Register {
        self.push(Instruction::Neg(a))
    }

    pub fn add(&mut self, a: Register, b: Register) -> Register {
        self.push(Instruction::Add(a, b))
    }

    pub fn sub(&mut self, a: Register, b: Register) -> Register {
        self.push(Instruction::Sub(a, b))
    }

    pub fn mul(&mut self, a: Register, b: Register) -> Register {
        self.push(Instruction::Mul(a, b))
    }

    pub fn recip(&mut self, a: Register) -> Register {
        self.push(Instruction::Recip(a))
    }

    /// f(a).
    pub fn of_one(&mut self, function: Function, a: Register) -> Register {
        self.push(Instruction::Unary(function, a))
    }

    /// f(a, b).
    pub fn of_two(&mut self, function: Function, a: Register, b: Register) -> Register {
        self.push(Instruction::Binary(function, a, b))
    }

    pub fn compare(&mut self, relation: Relation, a: Register, b: Register) -> Register {
        self.push(Instruction::Compare(relation, a, b))
    }

    pub fn select(&mut self, mask: Register, a: Register, b: Register) -> Register {
        self.push(Instruction::Select(mask, a, b))
    }

    /// The code that computes these outputs; those from `split` on go to the second slice. `None` is 0.
    pub fn finish(&self, outputs: Vec<Option<Register>>, split: usize) -> Code<f64> {
        let mut needed = vec![false; self.instructions.len()];
        outputs.iter().flatten().for_each(|register| needed[*register] = true);
        for at in (0..self.instructions.len()).rev() {
            if needed[at] {
                self.instructions[at].operands().for_each(|register| needed[register] = true);
            }
        }
        let mut moved = vec![0; self.instructions.len()];
        let (mut instructions, mut literals) = (Vec::new(), Vec::new());
        for (at, instruction) in self.instructions.iter().enumerate() {
            if needed[at] {
                moved[at] = instructions.len();
                instructions.push(instruction.with(Instruction::Load, |register| moved[register]));
                literals.push(self.literals[at]);
            }
        }
        let outputs = outputs.into_iter().map(|output| output.map(|register| moved[register]).into());
        Code::of_parts(instructions, literals, outputs.collect(), split)
    }
}
