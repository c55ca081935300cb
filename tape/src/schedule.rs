//! The order of a routine's operations in batches: those whose operands are known, of the form of which most are ready.

use crate::batches::Form;
use linkwork_compiler::plan::{Instruction, Register};

/// An operation on the results of instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    pub(crate) form: Form,
    reads: [Option<Register>; 3],
}

impl Operation {
    /// That of an instruction; `product` has the factors of a product that is computed with the sum that reads it.
    fn of(
        instruction: &Instruction,
        product: impl Fn(Register) -> Option<(Register, Register)>,
    ) -> Option<Self> {
        let one = |form, a| Self { form, reads: [Some(a), None, None] };
        let two = |form, a, b| Self { form, reads: [Some(a), Some(b), None] };
        let three = |form, a, b, c| Self { form, reads: [Some(a), Some(b), Some(c)] };
        Some(match *instruction {
            Instruction::Literal(_) | Instruction::Load(_) => return None,
            Instruction::Add(a, b) => match (product(a), product(b)) {
                (_, Some((y, w))) => three(Form::AddProduct, a, y, w),
                (Some((y, w)), None) => three(Form::AddProduct, b, y, w),
                _ => two(Form::Add, a, b),
            },
            Instruction::Sub(a, b) => match (product(a), product(b)) {
                (_, Some((y, w))) => three(Form::SubProduct, a, y, w),
                (Some((y, w)), None) => three(Form::ProductSub, b, y, w),
                _ => two(Form::Sub, a, b),
            },
            Instruction::Neg(a) => one(Form::Neg, a),
            Instruction::Mul(a, b) => two(Form::Mul, a, b),
            Instruction::Recip(a) => one(Form::Recip, a),
            Instruction::Unary(function, a) => one(Form::Unary(function), a),
            Instruction::Binary(function, a, b) => two(Form::Binary(function), a, b),
            Instruction::Compare(relation, a, b) => two(Form::Compare(relation), a, b),
            Instruction::And(a, b) => two(Form::And, a, b),
            Instruction::Or(a, b) => two(Form::Or, a, b),
            Instruction::Not(a) => one(Form::Not, a),
            Instruction::Select(mask, a, b) => three(Form::Select, mask, a, b),
        })
    }

    /// The instructions whose results it reads, in order.
    pub(crate) fn reads(&self) -> impl Iterator<Item = Register> + use<> {
        self.reads.into_iter().flatten()
    }
}

/// The factors of the products that only one sum or difference reads, one product for each of these: z = x ± y w is one operation, rounded twice as
/// two of them.
fn products(
    instructions: &[Instruction],
    outputs: impl Iterator<Item = Register>,
) -> Vec<Option<(Register, Register)>> {
    let mut uses = vec![0_u32; instructions.len()];
    instructions.iter().flat_map(Instruction::operands).chain(outputs).for_each(|at| uses[at] += 1);
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

/// The operation of each instruction; literals, loads, and products that are computed with their sums have none.
pub(crate) fn operations(
    instructions: &[Instruction],
    outputs: impl Iterator<Item = Register>,
) -> Vec<Option<Operation>> {
    let products = products(instructions, outputs);
    let operation = |(instruction, product): (&Instruction, &Option<_>)| match product {
        Some(_) => None,
        None => Operation::of(instruction, |at| products[at]),
    };
    instructions.iter().zip(&products).map(operation).collect()
}

/// For each register the operations that read it, once for each time that they do.
struct Readers {
    /// Where those of each register begin.
    first: Vec<u32>,
    all: Vec<u32>,
}

impl Readers {
    fn of(operations: &[Option<Operation>]) -> Self {
        let reads = || {
            let operations = operations.iter().enumerate();
            operations.flat_map(|(at, operation)| {
                operation.iter().flat_map(Operation::reads).map(move |read| (read, at))
            })
        };
        let mut first = vec![0_u32; operations.len() + 1];
        reads().for_each(|(read, _)| first[read + 1] += 1);
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        let mut all = vec![0; first.last().map_or(0, |count| *count as usize)];
        for (read, at) in reads() {
            all[next[read] as usize] = at as u32;
            next[read] += 1;
        }
        Self { first, all }
    }

    fn of_register(&self, at: Register) -> &[u32] {
        &self.all[self.first[at] as usize..self.first[at + 1] as usize]
    }
}

/// What the operations of a batch have in common: their form, and whether they are marked.
type Common = (Form, bool);

/// The operations that are ready.
#[derive(Debug, Default)]
struct Ready(Vec<(Common, Vec<Register>)>);

impl Ready {
    fn push(&mut self, common: Common, at: Register) {
        match self.0.iter_mut().find(|(known, _)| *known == common) {
            Some((_, all)) => all.push(at),
            None => self.0.push((common, vec![at])),
        }
    }

    /// The most that can be one batch.
    fn take_most(&mut self) -> Option<(Common, Vec<Register>)> {
        let (common, all) = self.0.iter_mut().max_by_key(|(_, all)| all.len())?;
        (!all.is_empty()).then(|| (*common, core::mem::take(all)))
    }
}

/// Gives the operations of each batch to `batch`, in order. Those of one batch are all `marked` or none is; the results of instructions
/// without operation are known.
pub(crate) fn schedule(
    operations: &[Option<Operation>],
    marked: impl Fn(Register) -> bool,
    mut batch: impl FnMut(Form, bool, &[Register]),
) {
    let readers = Readers::of(operations);
    let waits = |operation: &Option<Operation>| {
        let unknown = |at: &Register| operations[*at].is_some();
        operation.iter().flat_map(Operation::reads).filter(unknown).count() as u32
    };
    let mut waits: Vec<u32> = operations.iter().map(waits).collect();
    let mut ready = Ready::default();
    let common = |at: Register| operations[at].map(|operation| (operation.form, marked(at)));
    for (at, waits) in waits.iter().enumerate() {
        if let (0, Some(common)) = (*waits, common(at)) {
            ready.push(common, at);
        }
    }
    while let Some(((form, marked), all)) = ready.take_most() {
        batch(form, marked, &all);
        for reader in all.iter().flat_map(|at| readers.of_register(*at)) {
            let reader = *reader as usize;
            waits[reader] -= 1;
            if let (0, Some(common)) = (waits[reader], common(reader)) {
                ready.push(common, reader);
            }
        }
    }
}
