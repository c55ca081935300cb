//! Lists of a tree whose lengths and numbers grow with the number of equal parts.
//!
//! ```text
//! number(n) = a + b n          for each length of a run and each first number of it                        (1)
//! ```
//! Two samples determine (1). It is used only if it gives back the lists of all samples from the least one on, and those of the
//! mechanism itself, item by item, and if nothing else differs between them.

use super::lists::{Lists, rest};
use super::progressions::{Item, Run, Shape, listed, runs};
use crate::plan::{Cells, Program, Samples};

/// A number of equal parts that a program may be started with.
pub struct Counted {
    /// The name of the `const`.
    pub constant: String,
    /// Its value in the description.
    pub value: usize,
    /// The least value for which the lists hold.
    pub least: usize,
    /// The lists.
    pub lists: Lists<Vec<Shape>>,
}

/// The growth of the lists of a program, if it has samples and grows with equation (1).
pub fn counted(program: &Program, cells: &Cells) -> Option<Counted> {
    // The other field of a struct without parameters.
    let samples = cells.samples.as_ref().filter(|samples| samples.constant != "scalar");
    let Samples { constant, value, programs } = samples?;
    let (own, own_rest) = (Lists::of(program, cells), rest(program, cells));
    let of = |(value, program): &(usize, Program)| {
        let cells = program.cells.as_ref()?;
        (rest(program, cells) == own_rest).then(|| (*value, Lists::of(program, cells)))
    };
    let [.., first, second, third] = &programs[..] else { return None };
    let (first, second, third) = (of(first)?, of(second)?, of(third)?);
    let lists = first.1.zip(&second.1, |a, b| grown((first.0, a), (second.0, b)))?;
    let holds = |(n, sample): &(usize, Lists<Vec<Item>>)| {
        lists.zip(sample, |shapes, items| (listed(shapes, *n)? == *items).then_some(())).is_some()
    };
    if !holds(&third) || !holds(&(*value, own)) {
        return None;
    }
    let held = programs.iter().rev().map_while(|sample| of(sample).filter(holds));
    let least = held.last()?.0;
    Some(Counted { constant: constant.clone(), value: *value, least, lists })
}

/// The shapes of which two lists are samples.
fn grown(first: (usize, &Vec<Item>), second: (usize, &Vec<Item>)) -> Option<Vec<Shape>> {
    let (runs, more) = (runs(first.1), runs(second.1));
    if runs.len() != more.len() {
        return None;
    }
    let values = (first.0, second.0);
    runs.iter().zip(&more).map(|(run, more)| Run::between(values, run, more)).collect()
}
