//! Unmatched brackets and their replacements, so that the rest of the file is still read.
//!
//! Invariant: the text that is read has the length of the file except for additions at its end, and its brackets match.
//! A bracket becomes `?`, at which the parser abandons its item without a further message, or a blank.

use super::messages::characters as messages;
use crate::diagnostics::{Diagnostic, Place};

/// Replacement of a bracket: no item continues with it.
const LOST: &str = "?";

/// Brackets that are open.
#[derive(Default)]
pub(super) struct Brackets {
    /// Open brackets and their places.
    open: Vec<(char, usize)>,
    /// The first braces whose end is further to the left than their beginning: these are not closed, if any are not.
    suspect: Option<(usize, usize)>,
    /// The first brace that closed a mechanism and is further to the right than its beginning.
    early: Option<usize>,
}

fn one(at: usize) -> Place {
    Place::Bytes { start: at, end: at + 1 }
}

/// Blanks before the line of a byte.
fn indent(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[start..].chars().take_while(|c| *c == ' ' || *c == '\t').count()
}

impl Brackets {
    /// A bracket, or the end of an item, which has been kept in `plain`.
    pub fn meet(
        &mut self,
        text: &str,
        at: usize,
        character: char,
        plain: &mut String,
        found: &mut Vec<Diagnostic>,
    ) {
        let partner = match character {
            '(' | '[' | '{' => return self.open.push((character, at)),
            ')' => Some('('),
            ']' => Some('['),
            '}' => Some('{'),
            _ => None,
        };
        // A brace is rarely forgotten in the middle of a formula: brackets that are open after the last one can only be a formula.
        let formula = self.open.iter().rev().take_while(|(open, _)| *open != '{');
        let depth = formula.clone().count();
        let unclosed = match partner {
            Some('{') | None => depth,
            Some(partner) => match formula.clone().position(|(open, _)| *open == partner) {
                Some(inside) => inside,
                None if depth > 0 => {
                    plain.replace_range(at..=at, " ");
                    self.give_up(1, at, character, plain, found);
                    return;
                }
                None => 0,
            },
        };
        self.give_up(unclosed, at, character, plain, found);
        let Some(partner) = partner else { return };
        match self.open.pop() {
            Some((open, begun)) if open == partner => {
                let (first, last) = (indent(text, begun), indent(text, at));
                if open == '{' && self.suspect.is_none() && first > last {
                    self.suspect = Some((begun, at));
                }
                if self.open.is_empty() && self.early.is_none() && last > first {
                    self.early = Some(at);
                }
            }
            other => {
                self.open.extend(other);
                let early = self.early.take_if(|_| character == '}');
                match early {
                    // The following text is still read as part of it.
                    Some(early) => plain.replace_range(early..=early, " "),
                    None => plain.replace_range(at..=at, if partner == '{' { " " } else { LOST }),
                }
                found.push(messages::unexpected_closing(one(at), character, partner, early.map(one)));
            }
        }
    }

    /// The innermost open bracket is not closed before another token.
    fn give_up(
        &mut self,
        count: usize,
        at: usize,
        next: char,
        plain: &mut String,
        found: &mut Vec<Diagnostic>,
    ) {
        for (open, begun) in self.open.split_off(self.open.len() - count) {
            plain.replace_range(begun..=begun, LOST);
            found.push(messages::not_closed_before(one(begun), open, next, one(at)));
        }
    }

    /// Braces that are still open where the next mechanism begins are closed before it.
    pub fn next_mechanism(&mut self, text: &str, at: usize, plain: &mut String, found: &mut Vec<Diagnostic>) {
        let line = text[at..].split('\n').next().unwrap_or_default();
        let begins = ["mechanism ", "pub mechanism ", "pub("].iter().any(|word| line.starts_with(word));
        let Some(&('{', outermost)) = self.open.first() else { return };
        let first_on_line = text[..at].rsplit('\n').next().is_some_and(|before| before.trim().is_empty());
        let wrapped = text[..outermost].trim_end().ends_with('!');
        if !begins || !first_on_line || wrapped || indent(text, at) > indent(text, outermost) {
            return;
        }
        self.close_all(Some(one(at)), plain, found);
    }

    /// Brackets that are still open at the end of the text.
    pub fn finish(mut self, plain: &mut String, found: &mut Vec<Diagnostic>) {
        self.close_all(None, plain, found);
    }

    /// Closes brackets that are open at the end, or before the next mechanism.
    fn close_all(&mut self, next: Option<Place>, plain: &mut String, found: &mut Vec<Diagnostic>) {
        let open = std::mem::take(&mut self.open);
        for (number, (open, begun)) in open.into_iter().enumerate().rev() {
            if open != '{' {
                plain.replace_range(begun..=begun, LOST);
                found.push(messages::never_closed(one(begun), open, next));
            } else if let Some((inner, end)) = self.suspect.take() {
                plain.replace_range(inner..=inner, LOST);
                found.push(messages::closed_by_another(one(inner), one(end)));
            } else if number > 0 {
                plain.replace_range(begun..=begun, LOST);
                found.push(messages::brace_never_closed(one(begun), "entry", next));
            } else {
                match (next, before_docs(plain)) {
                    (Some(_), Some(place)) => plain.replace_range(place..=place, "}"),
                    (Some(_), None) => self.open.push((open, begun)),
                    // Missing items are not further mistakes.
                    (None, _) => plain.push_str("?}"),
                }
                found.push(messages::brace_never_closed(one(begun), "item", next));
            }
        }
    }
}

/// The last blank before the documentation at the end of a text, where a brace may stand.
fn before_docs(plain: &str) -> Option<usize> {
    let mut head = plain.trim_end();
    loop {
        let start = head.rfind('\n').map_or(0, |end| end + 1);
        if !head[start..].trim_start().starts_with("///") {
            break;
        }
        head = head[..start].trim_end();
    }
    // Behind a comment the next line is the first that counts.
    let last = head.rfind('\n').map_or(head, |end| &head[end..]);
    let blanks = plain[head.len()..].bytes().take_while(u8::is_ascii_whitespace).count();
    match (last.contains("//"), blanks) {
        (_, 0) | (true, 1) => None,
        (true, _) => Some(head.len() + 1),
        (false, _) => Some(head.len()),
    }
}
