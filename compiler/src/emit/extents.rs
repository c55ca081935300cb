//! The text of a program: its formatting, and the size of each routine.
//!
//! Invariant: functions of the same name are counted together, with their documentation and attributes.

use super::emit;
use crate::plan::{Amount, Cost, Program};
use proc_macro2::TokenStream;
use std::collections::BTreeMap;

/// The Rust of some programs, laid out for readers.
///
/// # Errors
/// If the emitted tokens are not Rust, which is a bug of this crate.
pub fn text(programs: &[Program]) -> Result<String, String> {
    let tokens: TokenStream = programs.iter().map(emit).collect();
    let file = syn::parse2(tokens).map_err(|error| format!("the emitted code is not Rust: {error}"))?;
    Ok(prettyplease::unparse(&file))
}

/// The cost of a program, with the lines and bytes of its code.
///
/// # Errors
/// As [`text`].
pub fn cost(program: &Program) -> Result<Cost, String> {
    let text = text(std::slice::from_ref(program))?;
    let whole = Amount { operations: 0, lines: text.lines().count(), bytes: text.len() };
    Ok(program.cost_of(&of_routines(functions(&text)), whole))
}

/// Functions whose name differs from that of their routine.
const SOLVES: [(&str, &str); 6] = [
    ("saddle_solve", "solve_saddle"),
    ("saddle_forward", "solve_saddle"),
    ("saddle_backward", "solve_saddle"),
    ("weighted_solve", "solve"),
    ("weighted_forward", "solve"),
    ("weighted_backward", "solve"),
];

/// The lines and bytes by routine.
fn of_routines(functions: BTreeMap<&str, (usize, usize)>) -> BTreeMap<&str, (usize, usize)> {
    let mut all = BTreeMap::new();
    for (name, (lines, bytes)) in functions {
        let routine = SOLVES.iter().find(|(function, _)| *function == name).map_or(name, |found| found.1);
        let whole: &mut (usize, usize) = all.entry(routine).or_default();
        (whole.0, whole.1) = (whole.0 + lines, whole.1 + bytes);
    }
    all
}

/// The lines and bytes of all functions that are not nested, by name.
fn functions(text: &str) -> BTreeMap<&str, (usize, usize)> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut all: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let (mut at, mut begin) = (0, 0);
    while at < lines.len() {
        let line = lines[at].trim_start();
        let level = lines[at].len() - line.len();
        let head = line.strip_prefix("pub fn ").or(line.strip_prefix("fn "));
        if let Some(name) = head.and_then(|head| head.split(['(', '<']).next()) {
            let closes = |line: &&str| {
                line.trim_start().starts_with('}') && line.len() - line.trim_start().len() == level
            };
            if !line.trim_end().ends_with('}') {
                at += lines[at..].iter().position(closes).unwrap_or(0);
            }
            let (count, bytes) = all.entry(name).or_default();
            *count += at + 1 - begin;
            *bytes += lines[begin..=at].iter().map(|line| line.len()).sum::<usize>();
        }
        at += 1;
        // Documentation and attributes belong to the following item.
        if !line.starts_with("#[") && !line.starts_with("///") {
            begin = at;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::functions;

    #[test]
    fn functions_have_their_attributes_and_all_their_lines() {
        let text = "impl A {\n    /// Doc.\n    #[inline]\n    fn place(&self) {\n        fn part() {\n        }\n        let x = 1;\n    }\n    \
                    fn force(\n        &self,\n    ) -> f64 {\n        1.0\n    }\n    fn none() {}\n}\nimpl B {\n    fn place() {}\n}\n";
        let found = functions(text);
        assert_eq!(found["place"].0, 7 + 1);
        assert_eq!(found["force"].0, 5);
        assert_eq!(found["none"], (1, "    fn none() {}\n".len()));
        assert!(!found.contains_key("part"));
        let bytes: usize = found.values().map(|&(_, bytes)| bytes).sum();
        assert_eq!(bytes, text.len() - "impl A {\n}\nimpl B {\n}\n".len());
    }
}
