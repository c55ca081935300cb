//! The text of a `.mech` file → tokens, with places of characters that Rust's lexer does not accept.
//!
//! Invariant: such characters become blanks of the same length, so that all other places stay
//! right and the rest of the file is still read. So do brackets without a partner (see `brackets`).

use super::brackets::Brackets;
use super::messages::characters as messages;
use super::refused::{advice, superscript, word_before};
use crate::diagnostics::{Diagnostic, Diagnostics, Place};
use proc_macro2::TokenStream;
use std::str::FromStr;

/// The tokens of a text; blanked characters are reported.
pub fn tokens(text: &str, diagnostics: &mut Diagnostics) -> TokenStream {
    read(text, diagnostics).0
}

/// The same, and whether these are all: nothing is known of what follows a comment or a string without its end.
pub fn read(text: &str, diagnostics: &mut Diagnostics) -> (TokenStream, bool) {
    let mut scan = Scan {
        text,
        at: 0,
        plain: String::with_capacity(text.len()),
        brackets: Brackets::default(),
        found: Vec::new(),
        cut_off: false,
    };
    scan.run();
    let Scan { mut plain, brackets, mut found, cut_off, .. } = scan;
    match cut_off {
        // What closes the brackets may be in the comment or the string.
        true => brackets.finish(&mut plain, &mut Vec::new()),
        false => brackets.finish(&mut plain, &mut found),
    }
    let refused = !found.is_empty();
    found.into_iter().for_each(|mistake| diagnostics.push(mistake));
    match TokenStream::from_str(&plain) {
        Ok(tokens) => (tokens, !cut_off),
        Err(error) => {
            if !refused {
                let at = error.span().byte_range().start.min(text.len());
                diagnostics.push(messages::unrecognised(Place::Bytes { start: at, end: at + 1 }));
            }
            (TokenStream::new(), !cut_off)
        }
    }
}

/// One pass over a text.
struct Scan<'t> {
    text: &'t str,
    at: usize,
    /// The text so far, with blanks for characters that are not accepted.
    plain: String,
    brackets: Brackets,
    found: Vec<Diagnostic>,
    /// Whether a comment or a string goes on to the end of the text.
    cut_off: bool,
}

impl Scan<'_> {
    fn run(&mut self) {
        while let Some(character) = self.text[self.at..].chars().next() {
            let rest = &self.text[self.at..];
            if self.at == 0 && character == '\u{feff}' {
                // The mark of its encoding that some editors put before a text.
                self.blank(character.len_utf8(), "");
            } else if character == '#' && !rest[1..].trim_start().starts_with(['[', '!']) {
                let length = rest.find('\n').unwrap_or(rest.len());
                self.found.push(messages::hash_comment(self.next(1)));
                self.blank(length, "");
            } else if rest.starts_with("//") {
                self.keep(rest.find('\n').unwrap_or(rest.len()));
            } else if rest.starts_with("/*") {
                self.block_comment();
            } else if rest.starts_with("*/") && !rest[2..].starts_with(['*', '/']) {
                // `2 */* twice */ x` and `2 *// twice` are products before comments.
                self.found.push(messages::stray_end_of_comment(self.next(2)));
                self.blank(2, "");
            } else if character == '"' {
                self.string();
            } else {
                if self.plain.ends_with(char::is_whitespace) {
                    self.brackets.next_mechanism(self.text, self.at, &mut self.plain, &mut self.found);
                }
                self.character(character);
            }
        }
    }

    /// Copies the next bytes unchanged.
    fn keep(&mut self, length: usize) {
        self.plain.push_str(&self.text[self.at..self.at + length]);
        self.at += length;
    }

    /// Replaces the next bytes by blanks, or by `instead` and blanks.
    fn blank(&mut self, length: usize, instead: &str) {
        self.plain.push_str(instead);
        self.plain.extend(std::iter::repeat_n(' ', length.saturating_sub(instead.len())));
        self.at += length;
    }

    /// The place of the next bytes.
    fn next(&self, length: usize) -> Place {
        Place::Bytes { start: self.at, end: self.at + length }
    }

    fn block_comment(&mut self) {
        let (mut depth, mut length) = (0_usize, 0);
        let rest = &self.text[self.at..];
        while length < rest.len() {
            let tail = &rest[length..];
            if tail.starts_with("/*") {
                (depth, length) = (depth + 1, length + 2);
            } else if tail.starts_with("*/") {
                (depth, length) = (depth - 1, length + 2);
                if depth == 0 {
                    return self.keep(length);
                }
            } else {
                length += tail.chars().next().map_or(1, char::len_utf8);
            }
        }
        self.cut_off = true;
        self.found.push(messages::open_comment(self.next(2)));
        self.blank(rest.len(), "");
    }

    fn string(&mut self) {
        let rest = &self.text[self.at..];
        let mut escaped = false;
        for (i, character) in rest.char_indices().skip(1) {
            match character {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => return self.keep(i + 1),
                _ => {}
            }
        }
        self.cut_off = true;
        self.found.push(messages::open_string(self.next(1)));
        self.blank(rest.len(), "");
    }

    fn character(&mut self, character: char) {
        let length = character.len_utf8();
        match character {
            '(' | '[' | '{' | ')' | ']' | '}' | ';' => {
                self.keep(length);
                self.brackets.meet(self.text, self.at - length, character, &mut self.plain, &mut self.found);
            }
            _ if superscript(character).is_some() => self.superscripts(),
            _ => match advice(character, &self.plain) {
                Some((help, instead)) => {
                    // A run of the same kind (x'') is one mistake.
                    let rest = self.text[self.at..].chars();
                    let run: usize = rest.take_while(|&next| next == character).map(char::len_utf8).sum();
                    self.found.push(messages::foreign(self.next(run), &character.to_string(), help));
                    self.blank(run, instead);
                }
                None => self.keep(length),
            },
        }
    }

    /// `x²` is read as `x^2`, which is as long.
    fn superscripts(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| superscript(c).is_none()).unwrap_or(rest.len());
        let digits: String = rest[..length].chars().filter_map(superscript).collect();
        let base = word_before(&self.plain);
        self.found.push(messages::superscript(self.next(length), &rest[..length], base, &digits));
        self.blank(length, &format!("^{digits}"));
    }
}
