//! The banks of a routine, and the number of values that it needs of each.

use linkwork_compiler::plan::{Bank, Instruction, Weight};
use linkwork_tape::place_of;

/// The first number of a bank, as its representative, and the offset of a number from it.
pub fn place(bank: Bank) -> (Bank, usize) {
    match bank {
        Bank::Parameter(i) => (Bank::Parameter(0), i),
        Bank::Constant(i) => (Bank::Constant(0), i),
        Bank::Time(instance) => (Bank::Time(instance), 0),
        Bank::Input(instance, i) => (Bank::Input(instance, 0), i),
        Bank::TimeCache(instance, i) => (Bank::TimeCache(instance, 0), i),
        Bank::Position(instance, i) => (Bank::Position(instance, 0), i),
        Bank::PositionCache(instance, i) => (Bank::PositionCache(instance, 0), i),
        Bank::VelocityCache(i) => (Bank::VelocityCache(0), i),
        Bank::StiffnessCache(i) => (Bank::StiffnessCache(0), i),
        Bank::Velocity(i) => (Bank::Velocity(0), i),
        Bank::Acceleration(i) => (Bank::Acceleration(0), i),
        Bank::State(i) => (Bank::State(0), i),
        Bank::Holonomic(i) => (Bank::Holonomic(0), i),
        Bank::Nonholonomic(i) => (Bank::Nonholonomic(0), i),
        Bank::Weight(weight) => (Bank::Weight(Weight::Mass), place_of(weight)),
        Bank::Factor(i) => (Bank::Factor(0), i),
        Bank::RightHandSide(i) => (Bank::RightHandSide(0), i),
        Bank::Solution(i) => (Bank::Solution(0), i),
    }
}

/// The banks of a routine in the order of their pointers, each with its minimal length.
#[derive(Clone, Debug, Default)]
pub struct Banks(Vec<(Bank, usize)>);

impl Banks {
    pub fn of(instructions: &[Instruction]) -> Self {
        let mut banks = Self::default();
        for instruction in instructions {
            let Instruction::Load(bank) = instruction else { continue };
            let (bank, at) = place(*bank);
            match banks.0.iter_mut().find(|(known, _)| *known == bank) {
                Some((_, needed)) => *needed = at.max(*needed - 1) + 1,
                None => banks.0.push((bank, at + 1)),
            }
        }
        banks
    }

    pub fn all(&self) -> &[(Bank, usize)] {
        &self.0
    }

    /// The number of the bank, and the place of a number in it.
    pub fn find(&self, bank: Bank) -> Option<(usize, usize)> {
        let (bank, at) = place(bank);
        self.0.iter().position(|(known, _)| *known == bank).map(|number| (number, at))
    }
}
