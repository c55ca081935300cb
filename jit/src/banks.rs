//! The banks of a routine, and the number of values that it needs of each.

use linkwork_compiler::plan::Instruction;
use linkwork_tape::place_of;

/// The banks of a routine by their number in a [`Frame`](linkwork_tape::Frame), each with its minimal length.
#[derive(Clone, Debug, Default)]
pub struct Banks(Vec<(usize, usize)>);

impl Banks {
    pub fn of(instructions: &[Instruction]) -> Self {
        let mut banks = Self::default();
        for instruction in instructions {
            let Instruction::Load(bank) = instruction else { continue };
            let (bank, place) = place_of(*bank);
            match banks.0.iter_mut().find(|(known, _)| *known == bank) {
                Some((_, needed)) => *needed = place.max(*needed - 1) + 1,
                None => banks.0.push((bank, place + 1)),
            }
        }
        banks
    }

    /// Whether each of these banks of a frame is long enough.
    #[inline]
    pub fn are_in<T>(&self, frame: &[&[T]]) -> bool {
        self.0.iter().all(|&(bank, needed)| frame.get(bank).is_some_and(|numbers| numbers.len() >= needed))
    }
}
