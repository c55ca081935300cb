//! The methods as a table, for the terminal and for `docs/methods.md`.
//!
//! Invariant: both are generated from [`METHODS`] alone.

use super::{Family, METHODS, Method};
use std::fmt::Write;

fn of(family: Family) -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(move |method| method.family == family)
}

/// The widest of some words.
fn width(word: impl Fn(&Method) -> &'static str) -> usize {
    METHODS.iter().map(|method| word(method).chars().count()).max().unwrap_or(0)
}

/// The methods with order, cost of a step, and when to use them. A star marks those that support a tolerance.
pub fn table() -> String {
    let (names, costs, kinds) = (width(|m| m.name), width(|m| m.cost), width(|m| m.mechanisms));
    let mut text = format!(
        "{:names$}   order  {:costs$}  {:kinds$}  description and use\n",
        "method", "cost per step", "mechanisms"
    );
    for family in Family::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{}", family.title());
        for Method { name, summary, order, cost, mechanisms, adaptive, .. } in of(family) {
            let star = if *adaptive { '*' } else { ' ' };
            let order = order();
            let _ = writeln!(
                text,
                "{name:names$} {star} {order:5}  {cost:costs$}  {mechanisms:kinds$}  {summary}"
            );
        }
    }
    text.push_str("\n* supports a tolerance\n");
    text
}

/// The same as a page of the documentation.
pub fn markdown() -> String {
    let mut text = String::from(include_str!("introduction.md"));
    for family in Family::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\n## {}\n\n| method | order | cost per step | mechanisms | description and use |\n|---|---|---|---|---|",
            family.title()
        );
        for Method { name, summary, order, cost, mechanisms, adaptive, .. } in of(family) {
            let star = if *adaptive { " *" } else { "" };
            let _ = writeln!(text, "| `{name}` | {}{star} | {cost} | {mechanisms} | {summary} |", order());
        }
    }
    text
}
