//! `linkwork list`: what there is to simulate, and what with.
//!
//! Invariant: every name that the other commands take stands here.

use crate::methods::METHODS;
use linkwork_models::registry;
use std::fmt::Write;

/// The models with a line each, and the methods.
pub fn list() -> String {
    let models = registry().iter().map(|entry| (entry.name, entry.summary));
    let methods = METHODS.iter().map(|method| (method.name, method.summary));
    let mut text = String::from("models\n");
    lines(&mut text, models);
    text.push_str("\nmethods\n");
    lines(&mut text, methods);
    text
}

/// The methods with order, cost of a step, and when to use them. Those with a star follow a tolerance.
pub fn methods() -> String {
    let width = METHODS.iter().map(|method| method.name.len()).max().unwrap_or(0);
    let mut text = format!("{:width$}   order  a step costs     what it is, and when to use it\n", "method");
    for method in METHODS {
        let star = if method.adaptive { '*' } else { ' ' };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:width$} {star} {:5}  {:15}  {}",
            method.name,
            (method.order)(),
            method.cost,
            method.summary
        );
    }
    text.push_str("* follows a tolerance\n");
    text
}

fn lines<'a>(text: &mut String, rows: impl Iterator<Item = (&'a str, &'a str)> + Clone) {
    let width = rows.clone().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, summary) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:width$}  {summary}");
    }
}
