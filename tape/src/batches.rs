//! The operations of a routine in batches: independent ones of the same form, one after the other.
//!
//! Of the time of an operation that is interpreted alone most is the branch to it, which no processor can predict. Routines are wide: batches
//! of the dynamics of an arm have some ten operations, those of a quadruped some thirty. Operations are taken as they become ready, those of
//! the form of which most are ready first.
//!
//! Registers are numbered anew: literals, which are copied as a block, then loads, then operations in the order of the batches, whose results
//! are written one behind the other.
//!
//! Invariant: the bits of the values are those of the instructions in their order. A mask is 1 or 0, in each lane.

use crate::code::{Code, of_one, of_two};
use crate::frame::{Frame, place_of};
use crate::schedule::{Operation, operations, schedule};
use linkwork::Real;
use linkwork_compiler::plan::{Instruction, Register};
use linkwork_compiler::symbolic::{Function, Relation, UserFunction};

/// What the operations of a batch compute of their operands, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// −a.
    Neg,
    /// a + b.
    Add,
    /// a − b.
    Sub,
    /// a·b.
    Mul,
    /// x + y w.
    AddProduct,
    /// x − y w.
    SubProduct,
    /// y w − x.
    ProductSub,
    /// 1 / a.
    Recip,
    /// f(a).
    Unary(Function),
    /// f(a, b).
    Binary(Function),
    /// A mask.
    Compare(Relation),
    /// A mask.
    And,
    /// A mask.
    Or,
    /// A mask.
    Not,
    /// b where the mask a is true, else c.
    Select,
}

/// Operations of one form; none of them reads the result of another.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// What they compute.
    pub form: Form,
    /// Whether they are of the kind that was asked for.
    pub marked: bool,
    /// How many they are.
    pub count: usize,
}

/// The register of an operand.
pub type Operand = u32;

/// The operations of a routine in batches, with its literals and loads.
#[derive(Debug)]
pub struct Batches<T> {
    literals: Vec<T>,
    /// The number of a bank in a frame, and a place in it.
    loads: Vec<[u32; 2]>,
    batches: Vec<Batch>,
    /// The registers that each operation reads; up to two of them stand for nothing.
    operands: Vec<[Operand; 3]>,
}

impl<T: Real> Batches<T> {
    /// Those of a routine, with literals converted by `literal`; no batch has both operations that are marked and others. Returns the new
    /// register of each instruction, too: that of a product which is part of a sum has no meaning.
    pub fn of<S: Real>(
        code: &Code<S>,
        literal: impl Fn(S) -> T,
        marked: impl Fn(Register) -> bool,
    ) -> (Self, Vec<Operand>) {
        // No routine has so many instructions that u32 could not count them: each took a multiple of 32 bytes to compile.
        let instructions = code.instructions();
        let mut registers = vec![0; instructions.len()];
        let (mut literals, mut loads) = (Vec::new(), Vec::new());
        for (at, instruction) in instructions.iter().enumerate() {
            if let Instruction::Literal(_) = instruction {
                registers[at] = literals.len() as u32;
                literals.push(literal(code.literal(at)));
            }
        }
        for (register, instruction) in registers.iter_mut().zip(instructions) {
            if let Instruction::Load(bank) = instruction {
                *register = (literals.len() + loads.len()) as u32;
                let (bank, place) = place_of(*bank);
                loads.push([bank as u32, place as u32]);
            }
        }
        let operations = operations(
            instructions,
            code.outputs().into_iter().flatten().filter_map(|output| output.register()),
        );
        let (mut batches, mut operands) = (Vec::new(), Vec::new());
        let free = literals.len() + loads.len();
        schedule(&operations, marked, |form, marked, all| {
            batches.push(Batch { form, marked, count: all.len() });
            for &at in all {
                registers[at] = (free + operands.len()) as u32;
                let mut of = [0; 3];
                for (operand, read) in of.iter_mut().zip(operations[at].iter().flat_map(Operation::reads)) {
                    *operand = registers[read];
                }
                operands.push(of);
            }
        });
        (Self { literals, loads, batches, operands }, registers)
    }

    /// The number of literals, whose registers are the first ones.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// The number of loads, whose registers are behind the literals, in the order of the instructions.
    pub fn loads(&self) -> usize {
        self.loads.len()
    }

    /// The number of registers.
    pub fn registers(&self) -> usize {
        self.literals.len() + self.loads.len() + self.operands.len()
    }

    /// The batches from the last to the first: the register of the result of the first of its operations, and their operands.
    pub fn backwards(&self) -> impl Iterator<Item = (&Batch, usize, &[[Operand; 3]])> {
        let (mut end, free) = (self.operands.len(), self.literals.len() + self.loads.len());
        self.batches.iter().rev().map(move |batch| {
            let these = end - batch.count..end;
            end = these.start;
            (batch, free + end, &self.operands[these])
        })
    }

    /// Evaluates into registers; `taken` receives the loaded numbers, in order, and returns their values.
    #[inline]
    pub fn evaluate<S: Real>(
        &self,
        frame: &Frame<'_, S>,
        mut taken: impl FnMut(S) -> T,
        called: &impl Fn(UserFunction, T, Option<T>) -> T,
        values: &mut [T],
    ) {
        let (literals, others) = values.split_at_mut(self.literals.len());
        literals.copy_from_slice(&self.literals);
        for ([bank, place], value) in self.loads.iter().zip(others) {
            *value = taken(frame.number(*bank as usize, *place as usize));
        }
        let mut done = self.literals.len() + self.loads.len();
        let mut operands = self.operands.as_slice();
        for batch in &self.batches {
            let (these, later) = operands.split_at(batch.count);
            let (known, unknown) = values.split_at_mut(done);
            batch.form.compute(called, known, these, &mut unknown[..these.len()]);
            (operands, done) = (later, done + these.len());
        }
    }
}

impl Form {
    /// The results z of operations on known registers.
    ///
    /// Always inlined: many batches have few operations.
    #[inline(always)]
    fn compute<T: Real>(
        self,
        called: &impl Fn(UserFunction, T, Option<T>) -> T,
        known: &[T],
        operands: &[[Operand; 3]],
        z: &mut [T],
    ) {
        let truth = |mask| T::select(mask, T::one(), T::zero());
        let v = |register: Operand| known[register as usize];
        let holds = |register| T::not(Real::eq(v(register), T::zero()));
        let z = z.iter_mut().zip(operands);
        match self {
            Self::Neg => z.for_each(|(z, [a, ..])| *z = -v(*a)),
            Self::Add => z.for_each(|(z, [a, b, _])| *z = v(*a) + v(*b)),
            Self::Sub => z.for_each(|(z, [a, b, _])| *z = v(*a) - v(*b)),
            Self::Mul => z.for_each(|(z, [a, b, _])| *z = v(*a) * v(*b)),
            Self::AddProduct => z.for_each(|(z, [x, y, w])| *z = v(*x) + v(*y) * v(*w)),
            Self::SubProduct => z.for_each(|(z, [x, y, w])| *z = v(*x) - v(*y) * v(*w)),
            Self::ProductSub => z.for_each(|(z, [x, y, w])| *z = v(*y) * v(*w) - v(*x)),
            Self::Recip => z.for_each(|(z, [a, ..])| *z = v(*a).recip()),
            Self::Unary(Function::User(f)) => z.for_each(|(z, [a, ..])| *z = called(f, v(*a), None)),
            Self::Binary(Function::User(f)) => {
                z.for_each(|(z, [a, b, _])| *z = called(f, v(*a), Some(v(*b))));
            }
            Self::Unary(f) => z.for_each(|(z, [a, ..])| *z = of_one(f, v(*a))),
            Self::Binary(f) => z.for_each(|(z, [a, b, _])| *z = of_two(f, v(*a), v(*b))),
            Self::Compare(relation) => z.for_each(|(z, [a, b, _])| {
                *z = truth(match relation {
                    Relation::Lt => Real::lt(v(*a), v(*b)),
                    Relation::Le => Real::le(v(*a), v(*b)),
                    Relation::Eq => Real::eq(v(*a), v(*b)),
                    Relation::Ne => T::not(Real::eq(v(*a), v(*b))),
                });
            }),
            Self::And => z.for_each(|(z, [a, b, _])| *z = truth(T::and(holds(*a), holds(*b)))),
            Self::Or => z.for_each(|(z, [a, b, _])| *z = truth(T::or(holds(*a), holds(*b)))),
            Self::Not => z.for_each(|(z, [a, ..])| *z = truth(T::not(holds(*a)))),
            Self::Select => z.for_each(|(z, [mask, a, b])| *z = T::select(holds(*mask), v(*a), v(*b))),
        }
    }
}
