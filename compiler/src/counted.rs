//! A mechanism with other numbers of equal parts, from which emitted code finds what any number compiles to.
//!
//! Invariant: nothing is reported; a mechanism that does not compile with another number is not among the samples.

use crate::diagnostics::Diagnostics;
use crate::mechanics::{self, Choice};
use crate::plan::{self, Program, Samples};
use crate::resolve::resolve;
use crate::syntax::{Count, Description, counts};

/// Three values beyond the reach of the ends: two determine the growth, a third one is the proof.
const MORE: usize = 3;

/// Descriptions whose ends reach further are not sampled.
const FURTHEST: usize = 60;

/// Adds the samples of a program in loops, for its code; `set` are the values of `const`s.
pub fn add(program: &mut Program, description: &Description, choice: &Choice, set: &[(String, String)]) {
    let Some(cells) = program.cells.as_mut() else { return };
    let given = |count: &Count| -> Option<usize> {
        let set = set.iter().find(|(name, _)| *name == count.name);
        set.map_or(count.value, |(_, text)| text.parse().ok())
    };
    let all = counts(description).into_iter();
    let mut all =
        all.filter(|count| count.reach <= FURTHEST).filter_map(|count| Some((given(&count)?, count)));
    cells.samples = all.find_map(|(value, count)| samples(value, count, description, choice, set));
}

fn samples(
    value: usize,
    count: Count,
    description: &Description,
    choice: &Choice,
    set: &[(String, String)],
) -> Option<Samples> {
    // Fewer parts than three do not show how they repeat.
    let first = count.reach + 3;
    let mut programs = Vec::new();
    for value in (1..first + MORE).rev() {
        match sample(value, &count.name, description, choice, set) {
            Some(program) => programs.push((value, program)),
            None if value >= first => return None,
            None => break,
        }
    }
    programs.reverse();
    Some(Samples { constant: count.name, value, programs })
}

/// The program for one value.
fn sample(
    value: usize,
    constant: &str,
    description: &Description,
    choice: &Choice,
    set: &[(String, String)],
) -> Option<Program> {
    let others = set.iter().filter(|(name, _)| name != constant).cloned();
    let constants: Vec<_> = others.chain([(constant.to_owned(), value.to_string())]).collect();
    let mut ignored = Diagnostics::ignored();
    let model = resolve(description, &constants, &mut ignored).ok()?;
    let uniform = mechanics::multibody::uniform(&model, choice).ok()?;
    // Constraints are planned for their number.
    if uniform.closing.is_some() {
        return None;
    }
    let program = plan::cells(&model, choice, uniform, None, &mut ignored).ok()?;
    (!ignored.has_errors()).then_some(program)
}
