//! Lists of values as code: values of one kind by their names, formulas of many parts as loops over their constants.
//!
//! ```text
//! list ─► runs of items ─┬ the same constants in all repetitions ─► expressions of the routine
//!                        ├ integers that grow by steps           ─► `growing(count, [(first, step, power)])` and a closure
//!                        └ other constants                       ─► `tabled("text")` and a closure
//! ```
//! Invariant: the length of the code depends on the number of different formulas; that of the text on the number of constants.

use super::formulas::{Parsed, Slot, Values, constant};
use super::progressions::{Amount, FEWEST, Item, Shape, runs};
use crate::emit::body::{Bodies, Body, Reading};
use crate::emit::tokens::number;
use crate::plan::{Bank, Instance, Instruction, OutputRegister, Register, Routine};
use crate::symbolic::Constant;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Shorter lists of different values are written value by value.
pub const FEW: usize = 60;

/// The loops and the values of a list.
pub enum Segment {
    /// Equal repetitions.
    Same {
        /// Their number.
        count: Amount,
        /// The registers of the items of one of them.
        items: Vec<SameItem>,
    },
    /// Repetitions with constants of their own.
    Loop(Loop),
}

/// An item of equal repetitions.
pub struct SameItem {
    /// Its formulas.
    pub parsed: Rc<Parsed>,
    /// Numbers that are no constants.
    pub numbers: Vec<(Amount, i64)>,
    /// Its values.
    pub outputs: Vec<OutputRegister>,
}

/// A loop over constants.
pub struct Loop {
    count: Amount,
    items: Vec<LoopItem>,
    arguments: Arguments,
}

/// An item of a loop.
struct LoopItem {
    parsed: Rc<Parsed>,
    numbers: Vec<(Amount, i64)>,
    holes: Vec<Hole>,
}

/// A place for a constant in a loop.
#[derive(Clone, Copy)]
enum Hole {
    Constant(Constant),
    Argument(usize),
}

/// The constants of a loop.
enum Arguments {
    Growing(Vec<(Amount, i64, u32)>),
    Tabled(Vec<Vec<Constant>>),
}

/// A loop as code: what it iterates over, and in its body the statements and the items.
pub struct LoopCode {
    /// An iterator over arrays of constants.
    pub over: TokenStream,
    /// The type of these arrays.
    pub array: TokenStream,
    /// `let` statements.
    pub statements: TokenStream,
    /// The items.
    pub items: Vec<ItemCode>,
}

/// An item of a loop: its formulas, its other numbers, and its values.
pub type ItemCode = (Rc<Parsed>, Vec<(Amount, i64)>, Vec<String>);

/// The segments of a list.
pub fn segments(shapes: &[Shape], values: &Values) -> Vec<Segment> {
    let mut all = Vec::new();
    for shape in shapes {
        match same(shape, values) {
            Some(items) if shape.count.fixed == 1 && items.len() > FEW && !items.iter().all(is_constant) => {
                all.extend(tabled(shape, items, values));
            }
            Some(items) => all.push(Segment::Same { count: shape.count, items }),
            None => all.extend(growing(shape, values).map(Segment::Loop)),
        }
    }
    all
}

/// Whether the values of an item are constants alone.
fn is_constant(item: &SameItem) -> bool {
    let mut formulas = item.parsed.formulas.iter();
    !item.parsed.formulas.is_empty()
        && formulas.all(|formula| formula.instructions.len() <= 1 && !formula.has_parameters())
}

/// The items of a shape whose constants are the same in all repetitions, and known.
fn same(shape: &Shape, values: &Values) -> Option<Vec<SameItem>> {
    let items = shape.items.iter().map(|(key, numbers)| {
        let parsed = values.known.get(key)?;
        let (numbers, constants) = numbers.split_at(parsed.numbers.min(numbers.len()));
        let fixed = |&(first, step): &(Amount, i64)| (step == 0 && first.each == 0).then_some(first.fixed);
        let constants: Vec<i64> = constants.iter().map(fixed).collect::<Option<_>>()?;
        let outputs = values.registers.get(&(key.clone(), constants))?.clone();
        Some(SameItem { parsed: parsed.clone(), numbers: numbers.to_vec(), outputs })
    });
    items.collect()
}

/// A shape as a loop over integers.
fn growing(shape: &Shape, values: &Values) -> Option<Loop> {
    let mut arguments: Vec<(Amount, i64, u32)> = Vec::new();
    let items = shape.items.iter().map(|(key, numbers)| {
        let parsed = values.known.get(key)?.clone();
        let (numbers, constants) = numbers.split_at(parsed.numbers.min(numbers.len()));
        let mut constants = constants.iter();
        let mut hole = |slot: &Slot| match slot {
            Slot::Constant(constant) => Some(Hole::Constant(*constant)),
            Slot::Scaled(power) => {
                let &(first, step) = constants.next()?;
                if step == 0 && first.each == 0 {
                    return Some(Hole::Constant(constant(first.fixed, *power)));
                }
                let argument = (first, step, *power);
                let at = arguments.iter().position(|known| *known == argument).unwrap_or_else(|| {
                    arguments.push(argument);
                    arguments.len() - 1
                });
                Some(Hole::Argument(at))
            }
        };
        let holes = parsed.slots.iter().map(&mut hole).collect::<Option<Vec<_>>>()?;
        Some(LoopItem { numbers: numbers.to_vec(), holes, parsed })
    });
    let items: Vec<LoopItem> = items.collect::<Option<_>>()?;
    Some(Loop { count: shape.count, items, arguments: Arguments::Growing(arguments) })
}

/// Different items: those with the same formulas in turn become loops over tables.
fn tabled(shape: &Shape, same: Vec<SameItem>, values: &Values) -> Vec<Segment> {
    let once = Amount { fixed: 1, each: 0 };
    let general: Vec<Item> = same
        .iter()
        .map(|item| Item {
            key: item.parsed.general.clone(),
            numbers: item.numbers.iter().map(|(first, _)| first.fixed).collect(),
        })
        .collect();
    let mut all = Vec::new();
    let (mut at, mut same) = (0, same.into_iter());
    for run in runs(&general) {
        let (period, count) = (run.items.len(), run.count as usize);
        let mut next: Vec<SameItem> = same.by_ref().take(period * count).collect();
        let constants: Vec<Vec<Constant>> =
            (at..at + period * count).map(|at| constants(&shape.items[at], values)).collect();
        at += period * count;
        if count < FEWEST {
            all.push(Segment::Same { count: once, items: next });
            continue;
        }
        let rows: Vec<Vec<Constant>> = constants.chunks(period).map(<[_]>::concat).collect();
        next.truncate(period);
        // A column of equal constants is one constant.
        let mut columns: BTreeMap<usize, usize> = BTreeMap::new();
        for column in 0..rows[0].len() {
            if rows.iter().any(|row| row[column] != rows[0][column]) {
                let next = columns.len();
                columns.insert(column, next);
            }
        }
        let mut column = 0;
        let items = next.into_iter().zip(&run.items).map(|(item, (_, numbers))| {
            let holes = item.parsed.slots.iter().map(|_| {
                column += 1;
                match columns.get(&(column - 1)) {
                    Some(&argument) => Hole::Argument(argument),
                    None => Hole::Constant(rows[0][column - 1]),
                }
            });
            let holes = holes.collect();
            let numbers =
                numbers.iter().map(|&(first, step)| (Amount { fixed: first, each: 0 }, step)).collect();
            LoopItem { parsed: item.parsed, numbers, holes }
        });
        let items = items.collect();
        let table: Vec<Vec<Constant>> =
            rows.iter().map(|row| columns.keys().map(|&column| row[column]).collect()).collect();
        let arguments = match columns.is_empty() {
            true => Arguments::Growing(Vec::new()),
            false => Arguments::Tabled(table),
        };
        all.push(Segment::Loop(Loop { count: Amount { fixed: count as i64, each: 0 }, items, arguments }));
    }
    all
}

/// The constants of an item that does not repeat.
fn constants((key, numbers): &(String, Vec<(Amount, i64)>), values: &Values) -> Vec<Constant> {
    let Some(parsed) = values.known.get(key) else { return Vec::new() };
    let mut integers = numbers.iter().skip(parsed.numbers).map(|(first, _)| first.fixed);
    let each = parsed.slots.iter().map(|slot| match slot {
        Slot::Constant(constant) => *constant,
        Slot::Scaled(power) => constant(integers.next().unwrap_or(0), *power),
    });
    each.collect()
}

impl Loop {
    /// The code of a loop; `n` is the field with the number of parts.
    pub fn code(&self, bodies: &Bodies<'_>, n: Option<&Ident>) -> LoopCode {
        let (over, length) = match &self.arguments {
            Arguments::Growing(all) => {
                let each = all.iter().map(|(first, step, power)| {
                    let (first, step) = (first.signed(n), Literal::i64_unsuffixed(*step));
                    let power = Literal::u32_unsuffixed(*power);
                    quote! { (#first, #step, #power) }
                });
                let (count, length) = (self.count.expression(n), number(all.len()));
                (quote! { growing::<T, #length>(#count, [#(#each),*]) }, length)
            }
            Arguments::Tabled(rows) => {
                let text: Vec<String> = rows.iter().flatten().map(|constant| decimal(*constant)).collect();
                let (text, length) = (text.join(", "), number(rows.first().map_or(0, Vec::len)));
                (quote! { tabled::<T, #length>(#text) }, length)
            }
        };
        let (mut instructions, mut results) = (Vec::new(), Vec::new());
        let mut known: HashMap<Instruction, Register> = HashMap::new();
        for item in &self.items {
            let mut holes = item.holes.iter();
            for formula in &item.parsed.formulas {
                let own: Vec<Hole> = holes.by_ref().take(formula.places()).copied().collect();
                let mut places = Vec::with_capacity(formula.instructions.len());
                for instruction in &formula.instructions {
                    let instruction = match instruction {
                        Instruction::Load(Bank::Position(_, place)) => match own.get(*place) {
                            Some(Hole::Constant(constant)) => Instruction::Literal(*constant),
                            Some(Hole::Argument(at)) => {
                                Instruction::Load(Bank::Position(Instance::Here, *at))
                            }
                            None => Instruction::Literal(Constant::ZERO),
                        },
                        other => other.with(Instruction::Load, |operand| places[operand]),
                    };
                    let register = *known.entry(instruction).or_insert_with(|| {
                        instructions.push(instruction);
                        instructions.len() - 1
                    });
                    places.push(register);
                }
                results.push(formula.output.map(|output| places[output]));
            }
        }
        let routine =
            Routine { instructions: instructions.into(), outputs: results.into(), ..Routine::default() };
        let count = match &self.arguments {
            Arguments::Growing(all) => all.len(),
            Arguments::Tabled(rows) => rows.first().map_or(0, Vec::len),
        };
        let Body { statements, outputs, .. } = bodies.body(&routine, Reading::Law(count));
        let mut outputs = outputs.into_iter();
        let items = self.items.iter().map(|item| {
            let own = outputs.by_ref().take(item.parsed.formulas.len()).collect();
            (item.parsed.clone(), item.numbers.clone(), own)
        });
        LoopCode { over, array: quote! { [T; #length] }, statements, items: items.collect() }
    }
}

/// A constant as text: its f64 and, if that is not all, the rest.
fn decimal(constant: Constant) -> String {
    let (hi, lo) = constant.to_double_double();
    if lo == 0.0 { format!("{hi:?}") } else { format!("{hi:?} {lo:?}") }
}

/// What a routine needs for some of its values, in their order.
pub fn restricted(
    routine: &Routine,
    outputs: Vec<OutputRegister>,
) -> (Routine, HashMap<OutputRegister, usize>) {
    let mut needed = vec![false; routine.instructions.len()];
    for register in outputs.iter().filter_map(|output| output.register()) {
        needed[register] = true;
    }
    for register in (0..needed.len()).rev() {
        if needed[register] {
            routine.instructions[register].operands().for_each(|operand| needed[operand] = true);
        }
    }
    let mut registers = vec![0; needed.len()];
    let mut instructions = Vec::new();
    for (register, instruction) in routine.instructions.iter().enumerate().filter(|(at, _)| needed[*at]) {
        registers[register] = instructions.len();
        instructions.push(instruction.with(Instruction::Load, |operand| registers[operand]));
    }
    let (mut places, mut distinct) = (HashMap::new(), Vec::new());
    for output in outputs {
        places.entry(output).or_insert_with(|| {
            distinct.push(output.map(|register| registers[register]));
            distinct.len() - 1
        });
    }
    let (instructions, outputs) = (instructions.into(), distinct.into());
    (Routine { instructions, outputs, ..Routine::default() }, places)
}
