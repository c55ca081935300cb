//! Values of equal parts as formulas with places for constants.
//!
//! ```text
//! 10 sin(3) + 4 p   ─►   # sin(#) + # p,   10, 3, 4
//! ```
//! Parts whose values have the same formula are one loop over their constants. The operands of sums and products of two have one
//! order, which does not change their bits.
//!
//! Invariant: a formula computes with its constants what the routine computes, operation by operation.

use super::progressions::Item;
use crate::plan::{Bank, Instance, Instruction, Operation, OutputRegister, Register, Routine};
use crate::symbolic::Constant;
use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;

/// Longer formulas are straight-line code.
const LARGEST: usize = 400;

/// The largest exact power of ten, and the integers that are exact.
const POWERS: i32 = 22;
const EXACT: i128 = 1 << 53;

/// A formula: the operations, with constants as positions.
#[derive(Debug)]
pub struct Formula {
    /// In order of execution.
    pub instructions: Vec<Instruction>,
    /// `None` is an exact zero.
    pub output: OutputRegister,
}

impl Formula {
    /// The number of its constants.
    pub fn places(&self) -> usize {
        self.instructions.iter().filter(|one| matches!(one, Instruction::Load(Bank::Position(..)))).count()
    }

    /// Whether it depends on parameters.
    pub fn has_parameters(&self) -> bool {
        self.instructions.iter().any(|one| matches!(one, Instruction::Load(Bank::Parameter(_))))
    }
}

/// A place for a constant, in all items with the same formulas.
#[derive(Clone, Debug, PartialEq)]
pub enum Slot {
    /// An integer, which is a number of the item, divided by this power of ten.
    Scaled(u32),
    /// A constant that is no such integer.
    Constant(Constant),
}

/// The formulas of an item.
#[derive(Debug)]
pub struct Parsed {
    /// What is no formula.
    pub structural: String,
    /// The number of its numbers that are no constants; they come first.
    pub numbers: usize,
    /// The formulas.
    pub formulas: Vec<Rc<Formula>>,
    /// The places of all of them.
    pub slots: Vec<Slot>,
    /// The same for other constants.
    pub general: String,
}

/// The values of the items of a routine.
#[derive(Default)]
pub struct Values {
    /// The formulas of the keys of items.
    pub known: HashMap<String, Rc<Parsed>>,
    /// The registers of an item, by its key and its constants.
    pub registers: HashMap<(String, Vec<i64>), Vec<OutputRegister>>,
}

/// Before the exponent, or the constant, of each place in a key.
pub const PLACE: char = '~';

/// Begins what has no formula.
pub const UNKNOWN: char = '!';

/// An item before its constants are compared with those of others.
pub struct Entry {
    /// What is no formula.
    pub structural: String,
    /// Numbers that may grow.
    pub numbers: Vec<i64>,
    /// Registers of values.
    pub outputs: Vec<OutputRegister>,
}

/// The formulas of the registers of a routine.
pub struct Formulas<'r> {
    routine: &'r Routine,
    texts: Vec<Rc<str>>,
    found: HashMap<Rc<str>, Rc<Formula>>,
}

impl<'r> Formulas<'r> {
    /// Those of a routine of parameters.
    pub fn new(routine: &'r Routine) -> Self {
        let mut all = Self { routine, texts: Vec::new(), found: HashMap::new() };
        let mut sizes: Vec<usize> = Vec::with_capacity(routine.instructions.len());
        for (register, instruction) in routine.instructions.iter().enumerate() {
            let size = instruction.operands().map(|operand| sizes[operand]).fold(1, usize::saturating_add);
            sizes.push(size);
            let text = match instruction {
                Instruction::Literal(_) => "#".to_owned(),
                Instruction::Load(Bank::Parameter(number)) => format!("p{number}"),
                Instruction::Load(_) => format!("{UNKNOWN}{register}"),
                _ if size > LARGEST => format!("{UNKNOWN}{register}"),
                _ => {
                    let mut text = format!("({}", name(instruction));
                    for operand in all.operands(register) {
                        // Writing to a String cannot fail.
                        let _ = write!(text, " {}", all.texts[operand]);
                    }
                    text.push(')');
                    text
                }
            };
            all.texts.push(text.into());
        }
        all
    }

    /// Operands in an order that equal formulas have in common.
    fn operands(&self, register: Register) -> Vec<Register> {
        let instruction = &self.routine.instructions[register];
        let mut all: Vec<Register> = instruction.operands().collect();
        if let (Instruction::Add(..) | Instruction::Mul(..), [a, b]) = (instruction, &all[..])
            && self.texts[*b] < self.texts[*a]
        {
            all.reverse();
        }
        all
    }

    /// The constants of a formula, in the order of its places.
    fn constants(&self, register: Register, into: &mut Vec<Constant>) {
        match self.routine.instructions[register] {
            Instruction::Literal(constant) => into.push(constant),
            _ => self.operands(register).into_iter().for_each(|operand| self.constants(operand, into)),
        }
    }

    /// A register as a formula.
    fn formula(&mut self, output: OutputRegister) -> Rc<Formula> {
        let text: Rc<str> =
            output.register().map_or_else(|| "0".into(), |register| self.texts[register].clone());
        if let Some(known) = self.found.get(&text) {
            return known.clone();
        }
        let mut instructions = Vec::new();
        let output = output.map(|register| self.write(register, &mut 0, &mut instructions));
        let formula = Rc::new(Formula { instructions, output });
        self.found.insert(text, formula.clone());
        formula
    }

    fn write(&self, register: Register, places: &mut usize, into: &mut Vec<Instruction>) -> Register {
        let instruction = self.routine.instructions[register];
        let own = match instruction {
            Instruction::Literal(_) => {
                *places += 1;
                Instruction::Load(Bank::Position(Instance::Here, *places - 1))
            }
            _ => {
                // Turned round are only sums and products of two.
                let operands = self.operands(register).into_iter();
                let written: Vec<Register> =
                    operands.map(|operand| self.write(operand, places, into)).collect();
                replaced(instruction, &mut written.into_iter())
            }
        };
        into.push(own);
        into.len() - 1
    }

    /// Entries as items, whose constants are integers where all entries with the same formulas allow that.
    pub fn items(&mut self, entries: Vec<Entry>, values: &mut Values) -> Vec<Item> {
        let mut groups: HashMap<Rc<str>, Group> = HashMap::new();
        let mut raw = Vec::with_capacity(entries.len());
        for Entry { structural, numbers, outputs } in entries {
            let mut general = structural.clone();
            let mut constants = Vec::new();
            let texts: Vec<_> =
                outputs.iter().map(|output| output.register().map(|at| self.texts[at].clone())).collect();
            let known = !texts.iter().flatten().any(|text| text.contains(UNKNOWN));
            for (output, text) in outputs.iter().zip(&texts) {
                general.push('|');
                match output.register() {
                    Some(register) if known => {
                        general.push_str(text.as_deref().unwrap_or_default());
                        self.constants(register, &mut constants);
                    }
                    Some(register) => general.push_str(&format!("{UNKNOWN}{register}")),
                    None => general.push('0'),
                }
            }
            let general: Rc<str> = general.into();
            let group = groups.entry(general.clone()).or_insert_with(|| Group {
                structural,
                numbers: numbers.len(),
                formulas: match known {
                    true => outputs.iter().map(|&output| self.formula(output)).collect(),
                    false => Vec::new(),
                },
                exponents: vec![Some(0); constants.len()],
            });
            for (exponent, constant) in group.exponents.iter_mut().zip(&constants) {
                *exponent = exponent.and_then(|least| Some(least.min(exponent_of(*constant)?)));
            }
            raw.push((general, numbers, constants, outputs));
        }
        // A constant may not fit the exponent of the others.
        for (general, _, constants, _) in &raw {
            let Some(group) = groups.get_mut(general) else { continue };
            for (exponent, constant) in group.exponents.iter_mut().zip(constants) {
                *exponent = exponent.filter(|&least| scaled(*constant, least).is_some());
            }
        }
        let each = raw.into_iter().filter_map(|(general, numbers, constants, outputs)| {
            let group = groups.get(&general)?;
            let (key, numbers, slots) = group.item(&general, numbers, &constants);
            if !values.known.contains_key(&key) {
                let (structural, formulas) = (group.structural.clone(), group.formulas.clone());
                let general = general.to_string();
                let parsed = Parsed { structural, numbers: group.numbers, formulas, slots, general };
                values.known.insert(key.clone(), Rc::new(parsed));
            }
            values.registers.insert((key.clone(), numbers[group.numbers..].to_vec()), outputs);
            Some(Item { key, numbers })
        });
        each.collect()
    }
}

/// Entries with the same formulas.
struct Group {
    structural: String,
    numbers: usize,
    formulas: Vec<Rc<Formula>>,
    /// For each place the least exponent; `None` if a constant is no scaled integer.
    exponents: Vec<Option<i32>>,
}

impl Group {
    /// The key of an entry, its numbers, and its places.
    fn item(
        &self,
        general: &str,
        mut numbers: Vec<i64>,
        constants: &[Constant],
    ) -> (String, Vec<i64>, Vec<Slot>) {
        let mut key = general.to_owned();
        let mut slots = Vec::with_capacity(constants.len());
        for (exponent, &constant) in self.exponents.iter().zip(constants) {
            key.push(PLACE);
            match exponent.and_then(|least| Some((least, scaled(constant, least)?))) {
                Some((least, integer)) => {
                    numbers.push(integer);
                    slots.push(Slot::Scaled(least.unsigned_abs()));
                    key.push_str(&least.to_string());
                }
                None => {
                    slots.push(Slot::Constant(constant));
                    key.push_str(&format!("{constant:?}"));
                }
            }
        }
        (key, numbers, slots)
    }
}

/// The same operation on the next registers.
fn replaced(instruction: Instruction, next: &mut impl Iterator<Item = Register>) -> Instruction {
    use Operation::*;
    let mut of = || next.next().unwrap_or(0);
    match instruction {
        Literal(_) | Load(_) => instruction,
        Neg(_) => Neg(of()),
        Recip(_) => Recip(of()),
        Unary(function, _) => Unary(function, of()),
        Not(_) => Not(of()),
        Add(..) => Add(of(), of()),
        Sub(..) => Sub(of(), of()),
        Mul(..) => Mul(of(), of()),
        Binary(function, ..) => Binary(function, of(), of()),
        Compare(relation, ..) => Compare(relation, of(), of()),
        And(..) => And(of(), of()),
        Or(..) => Or(of(), of()),
        Select(..) => Select(of(), of(), of()),
    }
}

/// What distinguishes an operation from others.
fn name(instruction: &Instruction) -> String {
    use Operation::*;
    match instruction {
        Literal(_) | Load(_) => String::new(),
        Neg(_) => "neg".to_owned(),
        Recip(_) => "recip".to_owned(),
        Not(_) => "not".to_owned(),
        Add(..) => "+".to_owned(),
        Sub(..) => "-".to_owned(),
        Mul(..) => "*".to_owned(),
        And(..) => "and".to_owned(),
        Or(..) => "or".to_owned(),
        Select(..) => "select".to_owned(),
        Unary(function, _) | Binary(function, ..) => format!("{function:?}"),
        Compare(relation, ..) => format!("{relation:?}"),
    }
}

/// The power of ten with which a constant is an integer; `None` if there is none.
fn exponent_of(constant: Constant) -> Option<i32> {
    let (_, exponent) = constant.decimal()?;
    (exponent >= -POWERS).then_some(exponent.min(0))
}

/// constant · 10^−exponent, if that is an exact integer whose quotient by the power of ten has the bits of the constant.
fn scaled(constant: Constant, exponent: i32) -> Option<i64> {
    let (digits, own) = constant.decimal()?;
    let more = u32::try_from(own.checked_sub(exponent)?).ok()?;
    let integer = digits.checked_mul(10_i128.checked_pow(more)?)?;
    if integer.abs() > EXACT {
        return None;
    }
    let integer = i64::try_from(integer).ok()?;
    (decimal(integer, exponent.unsigned_abs()) == constant.to_double_double()).then_some(integer)
}

/// integer · 10^−power as hi + lo, as the runtime computes it (`trees::growing`).
fn decimal(integer: i64, power: u32) -> (f64, f64) {
    let scale = (0..power).fold(1.0, |scale, _| scale * 10.0);
    let hi = integer as f64 / scale;
    // What is left of a division is exact.
    (hi, hi.mul_add(-scale, integer as f64) / scale + 0.0)
}

/// integer · 10^−power.
pub fn constant(integer: i64, power: u32) -> Constant {
    let power = i32::try_from(power).unwrap_or(0);
    // Digits of an i64 and a small exponent always fit.
    Constant::integer(integer).mul(Constant::pow10(-power)).unwrap_or(Constant::ZERO)
}
