//! `budget { operations: 5000, lines: 20000 }`: code that costs more is an error that names the most expensive parts.
//!
//! Invariant: what is compared is the form that is emitted; a tree in loops is not unrolled for it.

use crate::diagnostics::{Diagnostics, Place};
use crate::messages::{self, Expensive};
use crate::model::Budget;
use crate::plan::{Amount, Cost, Item, Program};

/// The number of named routines, and of named joints, bodies and forces.
const NAMED: usize = 5;

/// Compares a program with its budget; if `lenient`, what exceeds it is a warning. The code is formatted only if its lines are limited.
pub(crate) fn check(budget: &Budget, program: &Program, lenient: bool, diagnostics: &mut Diagnostics) {
    if let Some((limit, place)) = budget.operations {
        let cost = program.cost();
        let operations = cost.total().operations;
        if operations > limit {
            let (at, numbers) = ((place, lenient), (operations, limit));
            let parts = most_expensive(&cost, |amount| amount.operations);
            diagnostics.push(messages::too_many_operations(at, &program.name, numbers, &parts));
        }
    }
    if let Some((limit, place)) = budget.lines {
        check_lines(limit, (place, lenient), program, diagnostics);
    }
}

#[cfg(feature = "lines")]
fn check_lines(limit: usize, at: (Place, bool), program: &Program, diagnostics: &mut Diagnostics) {
    match crate::emit::cost(program) {
        Ok(cost) if cost.total().lines <= limit => {}
        Ok(cost) => {
            let numbers = (cost.total().lines, limit);
            let parts = most_expensive(&cost, |amount| amount.lines);
            diagnostics.push(messages::too_many_lines(at, &program.name, numbers, &parts));
        }
        Err(defect) => {
            diagnostics.error(at.0, defect);
        }
    }
}

/// Formatting needs a crate that most users of the macro need not compile.
#[cfg(not(feature = "lines"))]
fn check_lines(_: usize, (place, _): (Place, bool), _: &Program, diagnostics: &mut Diagnostics) {
    diagnostics.push(messages::lines_are_not_counted(place));
}

fn most_expensive(cost: &Cost, of: impl Fn(Amount) -> usize) -> Expensive {
    let first = |items: &[Item]| -> Vec<(Item, usize)> {
        let mut items: Vec<_> = items.iter().map(|item| (item.clone(), of(item.amount))).collect();
        items.sort_by_key(|(_, amount)| std::cmp::Reverse(*amount));
        items.truncate(NAMED);
        items
    };
    Expensive { routines: first(&cost.routines), owners: first(&cost.owners), common: of(cost.common) }
}
