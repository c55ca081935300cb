//! Names of computed numbers in words of the description.
//!
//! ```text
//! sums of coordinates      pivot_angle + pin_angle         pivot_pin_angle
//! other sums               x + length                      x_plus_length
//! products, squares        mass · length, length²          mass_length, length_squared
//! functions                cos(pivot_angle), 1/mass        cos_pivot_angle, inverse_mass
//! entries of matrices      M₀₁, G₁₀, D₀₀, C₀₁, K₀₁         m_0_1, g_1_0, d_0_0, c_0_1, k_0_1
//! ```
//!
//! Rows and columns count from 0; `b_g_0_1` is an entry of G at the configuration of B in a matrix of blocks. Numbers whose names would be long remain temporaries.

use crate::plan::{Bank, Instruction, OutputRegister, Program, Routine, Scattered};
use crate::symbolic::Function;

/// The longest combined name.
const LONGEST: usize = 28;
/// The longest name of a sum or product within a routine: longer ones make statements longer than they explain.
const LONGEST_TEMPORARY: usize = 20;

/// What a register is called, and what it is a sum of.
#[derive(Clone)]
pub struct Meaning {
    /// The name.
    pub name: String,
    /// The terms of the sum, or what the number itself is.
    pub sum_of: SumOf,
}

/// The terms of a sum; only sums of equal quantities are called by their heads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SumOf {
    /// q.
    Coordinates,
    /// v.
    Velocities,
    /// a.
    Accelerations,
    /// Anything else.
    Others,
}

/// What the registers of a routine are called in words of the description, each if there is such a name; `loaded` knows that of a bank's entry.
pub fn meanings(routine: &Routine, loaded: impl Fn(Bank) -> Option<Meaning>) -> Vec<Option<Meaning>> {
    let mut known: Vec<Option<Meaning>> = Vec::with_capacity(routine.instructions.len());
    for instruction in routine.instructions.iter() {
        let meaning = match instruction {
            Instruction::Load(bank) => loaded(*bank),
            other => computed(routine, &known, other),
        };
        known.push(meaning.filter(|meaning| meaning.name.len() <= LONGEST));
    }
    known
}

fn computed(routine: &Routine, known: &[Option<Meaning>], instruction: &Instruction) -> Option<Meaning> {
    use Function::{Cos, Sin, Sqrt, Tan};
    let meaning = |register: &usize| known[*register].as_ref();
    let of = |register: &usize| meaning(register).map(|known| known.name.as_str());
    let half = |register: &usize| matches!(routine.instructions[*register], Instruction::Literal(literal) if literal.to_double_double() == (0.5, 0.0));
    let name = match instruction {
        Instruction::Recip(a) => format!("inverse_{}", of(a)?),
        Instruction::Neg(a) => format!("minus_{}", of(a)?),
        Instruction::Mul(a, b) if a == b => format!("{}_squared", of(a)?),
        Instruction::Mul(a, b) if half(b) => format!("half_{}", of(a)?),
        Instruction::Mul(a, b) if half(a) => format!("half_{}", of(b)?),
        Instruction::Mul(a, b) => format!("{}_{}", of(a)?, of(b)?),
        Instruction::Unary(f @ (Sin | Cos | Tan | Sqrt), a) => format!("{}_{}", f.name(), of(a)?),
        Instruction::Add(a, b) => return sum(meaning(a)?, meaning(b)?),
        Instruction::Sub(a, b) => format!("{}_minus_{}", of(a)?, of(b)?),
        _ => return None,
    };
    Some(Meaning { name, sum_of: SumOf::Others })
}

/// `pivot_pin_angle` of `pivot_angle` and `pin_angle`.
fn sum(a: &Meaning, b: &Meaning) -> Option<Meaning> {
    let sum_of = if a.sum_of == b.sum_of { a.sum_of } else { SumOf::Others };
    let [first, second] = [a, b].map(|one| one.name.split('_').collect::<Vec<_>>());
    let pairs = first.iter().rev().zip(second.iter().rev());
    // The heads remain.
    let shortest = first.len().min(second.len()) - 1;
    let common = pairs.take_while(|(x, y)| x == y).count().min(shortest);
    let name = if sum_of == SumOf::Others || common == 0 {
        format!("{}_plus_{}", a.name, b.name)
    } else {
        [&first[..first.len() - common], &second[..]].concat().join("_")
    };
    Some(Meaning { name, sum_of })
}

/// The name of a number in a bank.
pub struct Slot {
    /// Its name.
    pub name: String,
    /// Whether the name consists of words of the description, so that it makes names of sums and products.
    pub described: bool,
}

/// What a computed register is called within its routine.
pub fn temporary(routine: &Routine, register: usize, meaning: Meaning) -> Option<String> {
    let named = match routine.instructions[register] {
        Instruction::Load(_) => false,
        Instruction::Unary(..) => true,
        _ => meaning.name.len() <= LONGEST_TEMPORARY,
    };
    named.then_some(meaning.name)
}

/// Names of the outputs of a routine that fills a bank: what they mean, or `otherwise` (entries of matrices), or a prefix and the index.
pub fn slots(
    routine: &Routine,
    loaded: impl Fn(Bank) -> Option<Meaning>,
    prefix: &str,
    otherwise: &[Option<String>],
) -> Vec<Slot> {
    let meanings = meanings(routine, loaded);
    let name = |(slot, output): (usize, &OutputRegister)| {
        if let Some(Meaning { name, .. }) = output.register().and_then(|register| meanings[register].clone())
        {
            return Slot { name, described: true };
        }
        let entry = otherwise.get(slot).cloned().flatten();
        Slot { name: entry.unwrap_or_else(|| format!("{prefix}{slot}")), described: false }
    };
    routine.outputs.iter().enumerate().map(name).collect()
}

/// The entries of matrices that are stored, as they are: `place` of a bank finds the index of a slot.
pub fn entries(
    program: &Program,
    slots: usize,
    place: impl Fn(Bank) -> Option<usize>,
) -> Vec<Option<String>> {
    let columns = program.velocities.len().max(1);
    let mut names = vec![None; slots];
    let mut add = |matrix: &Scattered, letter: &str, by_columns: bool| {
        for (at, output) in matrix.places.iter().zip(matrix.routine.outputs.iter()) {
            let loaded = output.register().map(|register| matrix.routine.instructions[register]);
            let Some(Instruction::Load(bank)) = loaded else { continue };
            let Some(name) = place(bank).and_then(|slot| names.get_mut(slot)) else { continue };
            let (major, minor) = (at / columns, at % columns);
            let (row, column) = if by_columns { (minor, major) } else { (major, minor) };
            name.get_or_insert_with(|| format!("{letter}_{row}_{column}"));
        }
    };
    add(&program.mass_matrix, "m", false);
    add(&program.constraint_jacobian, "g", false);
    add(&program.velocity_jacobian, "d", false);
    add(&program.damping_matrix, "c", true);
    add(&program.stiffness_matrix, "k", true);
    names
}
