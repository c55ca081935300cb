//! `budget { operations: 5000, lines: 20000 }`: code that costs more is an error that names the most expensive parts.
//!
//! Invariant: what is compared is the form that is emitted; a tree in loops is not unrolled for it.

use crate::diagnostics::{Diagnostic, Diagnostics, Place};
use crate::model::Budget;
use crate::plan::{Amount, Cost, Item, Program};

/// The number of named routines, and of named joints, bodies and forces.
const NAMED: usize = 5;

/// Compares a program with its budget; if `lenient`, what exceeds it is a warning. The code is formatted only if its lines are limited.
pub(crate) fn check(budget: &Budget, program: &Program, lenient: bool, diagnostics: &mut Diagnostics) {
    if let Some((limit, place)) = budget.operations {
        let cost = program.cost();
        if cost.total().operations > limit {
            let name = &program.name;
            let message =
                format!("`{name}` takes {} operations, {limit} are allowed", cost.total().operations);
            diagnostics.push(exceeded((place, lenient), message, &cost, |amount| amount.operations));
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
            let (name, lines) = (&program.name, cost.total().lines);
            let message = format!("the code of `{name}` has {lines} lines, {limit} are allowed");
            diagnostics.push(exceeded(at, message, &cost, |amount| amount.lines));
        }
        Err(defect) => {
            diagnostics.error(at.0, defect);
        }
    }
}

/// Formatting needs a crate that most users of the macro need not compile.
#[cfg(not(feature = "lines"))]
fn check_lines(_: usize, (place, _): (Place, bool), _: &Program, diagnostics: &mut Diagnostics) {
    let message = "lines are not counted here: this build of the macro lays out no text";
    let help =
        "ask for the feature `lines` of the crate `linkwork`, or compile a `.mech` file in a build script";
    diagnostics.push(Diagnostic::error(place, message).help(help));
}

fn exceeded(
    (place, lenient): (Place, bool),
    message: String,
    cost: &Cost,
    of: impl Fn(Amount) -> usize,
) -> Diagnostic {
    let most_expensive = |items: &[Item]| -> Vec<Item> {
        let mut items = items.to_vec();
        items.sort_by_key(|item| std::cmp::Reverse(of(item.amount)));
        items.truncate(NAMED);
        items
    };
    let routines: Vec<String> = most_expensive(&cost.routines)
        .iter()
        .map(|item| format!("`{}` ({}) {}", item.name, item.meaning, of(item.amount)))
        .collect();
    let told = if lenient { Diagnostic::warning(place, message) } else { Diagnostic::error(place, message) };
    let mut told =
        told.label("the budget").help(format!("the most expensive routines are {}", routines.join(", ")));
    let owners: Vec<String> = most_expensive(&cost.owners)
        .iter()
        .map(|item| {
            let alike = match item.meaning.as_str() {
                "" => String::new(),
                others => format!(" ({others})"),
            };
            format!("{} `{}`{alike} {}", item.kind, item.name, of(item.amount))
        })
        .collect();
    if !owners.is_empty() {
        let common = of(cost.common);
        told = told.help(format!("for {}; {common} are for several or for solves", owners.join(", ")));
    }
    // Whoever is lenient shows them.
    if lenient { told } else { told.help("`linkwork explain --cost` shows all of them") }
}
