//! A long routine → parts: functions of bounded length, called one after the other, that pass numbers on in
//! an array.
//!
//! rustc and LLVM take more than linear time (and stack) for one long function. Invariant: the same operations in
//! the same order for any parts, so that results do not depend on where a routine is split.

use crate::plan::{Instruction, Register, Routine};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The most operations in one function.
pub const LARGEST: usize = 800;

/// A routine in parts.
pub struct Parts {
    /// In order of execution.
    pub parts: Vec<Part>,
    /// The largest number of values passed on at the same time.
    pub places: usize,
    /// The place of every register that is available after the last part.
    pub kept: Vec<Option<usize>>,
}

/// The contents of one function.
#[derive(Default)]
pub struct Part {
    /// Registers that it reads, with their places.
    pub taken: Vec<(Register, usize)>,
    /// Its instructions, in order, with the loads and the literals that they use.
    pub instructions: Vec<Register>,
    /// Registers that it passes on, with their places.
    pub left: Vec<(Register, usize)>,
}

/// Whether it can be repeated in every part without cost.
fn is_free(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Load(_) | Instruction::Literal(_))
}

/// Splits a routine of more than [`LARGEST`] operations; `kept` are registers that are read afterwards, in addition to the
/// outputs.
pub fn cut(routine: &Routine, kept: &[Register]) -> Option<Parts> {
    let instructions = &routine.instructions;
    let operations = instructions.iter().filter(|i| !is_free(i)).count();
    let count = operations.div_ceil(LARGEST);
    if count < 2 {
        return None;
    }
    let size = operations.div_ceil(count);
    let mut parts: Vec<Part> = (0..count).map(|_| Part::default()).collect();
    // The part that computes a register, and the last one that reads it.
    let mut made = vec![usize::MAX; instructions.len()];
    let mut last = vec![0; instructions.len()];
    let mut readers: Vec<Vec<Register>> = vec![Vec::new(); count];
    let mut done = 0;
    for (register, instruction) in instructions.iter().enumerate() {
        if is_free(instruction) {
            continue;
        }
        let part = done / size;
        done += 1;
        made[register] = part;
        last[register] = part;
        parts[part].instructions.push(register);
        instruction.operands().for_each(|argument| {
            last[argument] = part;
            readers[part].push(argument);
        });
    }
    for register in routine.registers().chain(kept.iter().copied()) {
        last[register] = count;
        if is_free(&instructions[register]) {
            made[register] = count - 1;
            readers[count - 1].push(register);
        }
    }
    let mut places: Vec<Option<usize>> = vec![None; instructions.len()];
    let mut free: BinaryHeap<Reverse<usize>> = BinaryHeap::new();
    let mut next = 0;
    for (number, part) in parts.iter_mut().enumerate() {
        let mut reads = std::mem::take(&mut readers[number]);
        reads.sort_unstable();
        reads.dedup();
        for &register in &reads {
            if is_free(&instructions[register]) {
                part.instructions.push(register);
            } else if let Some(place) = places[register].filter(|_| made[register] < number) {
                part.taken.push((register, place));
                // All are read before any is written.
                if last[register] == number {
                    free.push(Reverse(place));
                }
            }
        }
        part.instructions.sort_unstable();
        for &register in &part.instructions {
            if made[register] == number && last[register] > number {
                let place = free.pop().map_or(next, |Reverse(place)| place);
                next = next.max(place + 1);
                places[register] = Some(place);
                part.left.push((register, place));
            }
        }
    }
    Some(Parts { parts, places: next, kept: places })
}
