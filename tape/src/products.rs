//! Products that are one operation with the sum that reads them: z = x ± y w, rounded twice, as two operations.

use linkwork_compiler::plan::{Instruction, Register};

/// The factors of the products that only one sum or difference reads, one product for each of these.
pub(crate) fn products(
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
