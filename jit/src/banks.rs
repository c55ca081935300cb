//! The banks of a routine, and the number of values that it needs of each.

use linkwork_compiler::plan::{Bank, Instruction};
use linkwork_tape::Slot;

/// The banks of a routine in the order of their pointers, each with its minimal length.
#[derive(Clone, Debug, Default)]
pub struct Banks(Vec<(Slot, usize)>);

impl Banks {
    pub fn of(instructions: &[Instruction]) -> Self {
        let mut banks = Self::default();
        for instruction in instructions {
            let Instruction::Load(bank) = instruction else { continue };
            let (slot, at) = Slot::of(*bank);
            match banks.0.iter_mut().find(|(known, _)| *known == slot) {
                Some((_, needed)) => *needed = at.max(*needed - 1) + 1,
                None => banks.0.push((slot, at + 1)),
            }
        }
        banks
    }

    #[inline]
    pub fn all(&self) -> &[(Slot, usize)] {
        &self.0
    }

    /// The number of the bank, and the place of a number in it.
    pub fn find(&self, bank: Bank) -> Option<(usize, usize)> {
        let (slot, at) = Slot::of(bank);
        self.0.iter().position(|(known, _)| *known == slot).map(|number| (number, at))
    }
}
