//! Lists of a tree whose lengths and numbers grow with the number of equal parts.
//!
//! ```text
//! number(n) = a + b n          for each length of a run and each first number of it                        (1)
//! ```
//! Two samples determine (1). It is used only if it gives back the lists of all samples from the least one on, and those of the
//! mechanism itself, item by item, and if nothing else differs between them.

use super::formulas::UNKNOWN;
use super::lists::{Formulated, Lists, rest};
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
    /// The formulas in them.
    pub formulated: Formulated,
}

/// The growth of the lists of a program, if it has samples and grows with equation (1).
pub fn counted(program: &Program, cells: &Cells) -> Option<Counted> {
    // The other field of a struct without parameters.
    let samples = cells.samples.as_ref().filter(|samples| samples.constant != "scalar");
    let Samples { constant, value, programs } = samples?;
    let own_rest = rest(program, cells);
    if own_rest.contains(UNKNOWN) {
        return None;
    }
    let (mut formulated, mut others) = (Formulated::default(), Formulated::default());
    let own = Lists::of(program, cells, &mut formulated);
    let mut of = |(value, program): &(usize, Program)| {
        let cells = program.cells.as_ref()?;
        (rest(program, cells) == own_rest).then(|| (*value, Lists::of(program, cells, &mut others)))
    };
    let [smaller @ .., first, second, third] = &programs[..] else { return None };
    let (first, second, third) = (of(first)?, of(second)?, of(third)?);
    let smaller: Vec<_> = smaller.iter().map(&mut of).collect();
    let lists = first.1.zip(&second.1, |a, b| grown((first.0, a), (second.0, b)))?;
    let holds = |(n, sample): (usize, Lists<Vec<Item>>)| {
        let of_n = lists.map(|shapes| listed(shapes, n));
        sample.are_formulas() && of_n.is_some_and(|of_n| of_n.resolved() == sample.resolved())
    };
    if !holds((*value, own)) || !holds(third) || !holds(second) {
        return None;
    }
    let mut least = first.0;
    if !holds(first) {
        return None;
    }
    for sample in smaller.into_iter().rev() {
        let Some((n, sample)) = sample else { break };
        if !holds((n, sample)) {
            break;
        }
        least = n;
    }
    formulated.know(others);
    Some(Counted { constant: constant.clone(), value: *value, least, lists, formulated })
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
