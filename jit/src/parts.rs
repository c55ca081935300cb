//! The split of a long routine into parts, and the values passed on between them.
//!
//! Invariant: literals and loads belong to no part: they are repeated where they are read. Everything else is computed in one part.

use core::ops::Range;
use linkwork_compiler::plan::{Instruction, Register};

/// Operations of a part: Cranelift takes more than linear time for straight-line code of more than some three thousand.
pub const LONGEST: usize = 2000;

/// A routine in parts.
#[derive(Debug)]
pub struct Parts {
    /// The instructions of each part; at least one part.
    pub ranges: Vec<Range<usize>>,
    /// The place of each value that a later part reads.
    pub places: Vec<Option<u32>>,
    /// The number of values passed on.
    pub handed: usize,
}

/// Whether an instruction is repeated where it is read.
pub fn is_free(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Literal(_) | Instruction::Load(_))
}

impl Parts {
    pub fn of(instructions: &[Instruction], longest: usize) -> Self {
        let mut ranges = Vec::new();
        let (mut begin, mut operations) = (0, 0);
        for (at, instruction) in instructions.iter().enumerate() {
            if is_free(instruction) {
                continue;
            }
            if operations == longest {
                ranges.push(begin..at);
                (begin, operations) = (at, 0);
            }
            operations += 1;
        }
        ranges.push(begin..instructions.len());

        let mut places: Vec<Option<u32>> = vec![None; instructions.len()];
        let mut handed = 0;
        for range in &ranges {
            for instruction in &instructions[range.clone()] {
                instruction.operands().for_each(|register: Register| {
                    let earlier = register < range.start && !is_free(&instructions[register]);
                    if earlier && places[register].is_none() {
                        places[register] = Some(handed);
                        handed += 1;
                    }
                });
            }
        }
        Self { ranges, places, handed: handed as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use linkwork_compiler::plan::{Bank, Operation};

    #[test]
    fn values_of_earlier_parts_are_stored_and_loads_are_repeated() {
        use Operation::{Add, Load, Mul, Neg};
        let x = Load(Bank::Velocity(0));
        let instructions = [x, Neg(0), x, Mul(1, 1), Add(3, 0), Add(4, 1), Neg(5)];
        let parts = Parts::of(&instructions, 2);
        assert_eq!(parts.ranges, [0..4, 4..6, 6..7]);
        assert_eq!(parts.places, [None, Some(1), None, Some(0), None, Some(2), None]);
        assert_eq!(parts.handed, 3);
        let whole = Parts::of(&instructions, 5);
        assert_eq!((whole.ranges.len(), whole.handed), (1, 0));
        let none = Parts::of(&[], 5).ranges;
        assert_eq!((none.len(), none.first()), (1, Some(&(0..0))));
    }
}
