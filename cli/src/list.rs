//! `linkwork list`: the models and methods.
//!
//! Invariant: every name that the other commands accept is listed here.

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

fn lines<'a>(text: &mut String, rows: impl Iterator<Item = (&'a str, &'a str)> + Clone) {
    let width = rows.clone().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, summary) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:width$}  {summary}");
    }
}
