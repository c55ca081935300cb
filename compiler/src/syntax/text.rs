//! The text of a `.mech` file → tokens, with a place for what Rust's lexer would refuse.
//!
//! Invariant: refused characters become blanks of the same length, so that all other places stay
//! right and the rest of the file is still read.

use crate::diagnostics::{Diagnostic, Diagnostics, Place};
use proc_macro2::TokenStream;
use std::str::FromStr;

/// The tokens of a text; what has to be blanked is reported.
pub fn tokens(text: &str, diagnostics: &mut Diagnostics) -> TokenStream {
    let mut scan = Scan { text, at: 0, plain: String::with_capacity(text.len()), open: Vec::new(), unbalanced: false, found: Vec::new() };
    scan.run();
    let unbalanced = scan.finish();
    let (plain, found) = (scan.plain, scan.found);
    let refused = !found.is_empty();
    found.into_iter().for_each(|mistake| diagnostics.push(mistake));
    if unbalanced {
        return TokenStream::new();
    }
    match TokenStream::from_str(&plain) {
        Ok(tokens) => tokens,
        Err(error) => {
            if !refused {
                let at = error.span().byte_range().start.min(text.len());
                diagnostics.push(Diagnostic::error(Place::Bytes { start: at, end: at + 1 }, "cannot read this"));
            }
            TokenStream::new()
        }
    }
}

/// One pass over a text.
struct Scan<'t> {
    text: &'t str,
    at: usize,
    /// The text so far, with blanks for what was refused.
    plain: String,
    /// Open brackets and where they stand.
    open: Vec<(char, usize)>,
    unbalanced: bool,
    found: Vec<Diagnostic>,
}

impl Scan<'_> {
    fn run(&mut self) {
        while let Some(character) = self.text[self.at..].chars().next() {
            let rest = &self.text[self.at..];
            if rest.starts_with("//") {
                self.keep(rest.find('\n').unwrap_or(rest.len()));
            } else if rest.starts_with("/*") {
                self.block_comment();
            } else if character == '"' {
                self.string();
            } else {
                self.character(character);
            }
        }
    }

    /// Takes the next bytes as they are.
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

    fn refuse(&mut self, start: usize, length: usize, message: String, help: Option<String>) {
        let place = Place::Bytes { start, end: start + length };
        self.found.push(Diagnostic::error(place, message).maybe_help(help));
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
        self.refuse(self.at, 2, "this comment does not end".to_owned(), Some("it ends with `*/`".to_owned()));
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
        self.refuse(self.at, 1, "this string does not end".to_owned(), None);
        self.blank(rest.len(), "");
    }

    fn character(&mut self, character: char) {
        let length = character.len_utf8();
        match character {
            '(' | '[' | '{' => {
                self.open.push((character, self.at));
                self.keep(length);
            }
            ')' | ']' | '}' => self.close(character),
            _ => match advice(character, &self.plain) {
                Some((message, help, instead)) => {
                    let start = self.at;
                    // A run of the same kind (x'', ²²) is one mistake.
                    let run: usize = self.text[start..].chars().take_while(|&next| next == character).map(char::len_utf8).sum();
                    self.refuse(start, run, message, help);
                    self.blank(run, instead);
                }
                None => self.keep(length),
            },
        }
    }

    fn close(&mut self, character: char) {
        let partner = match character {
            ')' => '(',
            ']' => '[',
            _ => '{',
        };
        match self.open.pop() {
            Some((open, _)) if open == partner => self.keep(1),
            Some((open, at)) => {
                let place = Place::Bytes { start: self.at, end: self.at + 1 };
                self.found.push(
                    Diagnostic::error(place, format!("`{character}` does not close `{open}`"))
                        .related(Place::Bytes { start: at, end: at + 1 }, "opened here"),
                );
                self.give_up();
            }
            None => {
                self.refuse(self.at, 1, format!("`{character}` closes nothing"), None);
                self.give_up();
            }
        }
    }

    /// After a bracket that does not match, everything else would be guesswork.
    fn give_up(&mut self) {
        self.unbalanced = true;
        self.open.clear();
        self.blank(self.text.len() - self.at, "");
    }

    /// Whether brackets do not match, so that there are no tokens.
    fn finish(&mut self) -> bool {
        for (open, at) in std::mem::take(&mut self.open) {
            self.unbalanced = true;
            self.refuse(at, 1, format!("`{open}` is not closed"), None);
        }
        self.unbalanced
    }
}

/// What is wrong with a character that Rust's lexer refuses, what helps, and what to read instead.
fn advice(character: char, before: &str) -> Option<(String, Option<String>, &'static str)> {
    let refused = |help: &str, instead: &'static str| {
        let help = (!help.is_empty()).then(|| help.to_owned());
        Some((format!("`{character}` is not part of the language"), help, instead))
    };
    let name: String = {
        let reversed = before.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '_');
        reversed.collect::<Vec<_>>().into_iter().rev().collect()
    };
    match character {
        '²' | '³' | '¹' | '⁰' | '⁴'..='⁹' | '⁻' | 'ⁿ' => {
            let digit = match character {
                '²' => "2".to_owned(),
                '³' => "3".to_owned(),
                '¹' => "1".to_owned(),
                '⁻' => "-1".to_owned(),
                'ⁿ' => "n".to_owned(),
                other => (u32::from(other).saturating_sub(0x2070)).to_string(),
            };
            let base = if name.is_empty() { "x" } else { &name };
            refused(&format!("a power is written `{base}^{digit}`"), "")
        }
        '°' => {
            let number = if name.is_empty() { "30" } else { &name };
            refused(&format!("degrees are written `{number} [deg]`"), "")
        }
        '\'' | '’' | '′' | '″' => {
            let base = if name.is_empty() { "x" } else { &name };
            refused(&format!("the rate of `{base}` is written `der({base})`"), "")
        }
        '\u{307}' | '\u{308}' => refused("the rate of `x` is written `der(x)`", ""),
        '·' | '×' | '∙' | '⋅' => refused("a product is written `a*b`, or `dot(a, b)` and `cross(a, b)` of arrays", "*"),
        '÷' => refused("a quotient is written `a/b`", "/"),
        '−' | '–' | '—' => refused("the minus of the keyboard is `-`", "-"),
        '≤' => refused("write `<=`", "<="),
        '≥' => refused("write `>=`", ">="),
        '≠' => refused("write `!=`", "!="),
        '√' => refused("a root is written `sqrt(x)`", ""),
        '½' => refused("write `(1/2)`", "0.5"),
        '¼' => refused("write `(1/4)`", ""),
        '%' | '@' | '$' | '?' | '~' | '#' => None,
        '`' | '\\' => refused("", ""),
        _ if character.is_ascii() || character.is_alphabetic() || character.is_whitespace() => None,
        // Digits of other scripts may continue a name.
        _ if character.is_numeric() && !name.is_empty() && unicode_digit(character) => None,
        _ => refused("", ""),
    }
}

/// Decimal digits, which Rust allows inside of names.
fn unicode_digit(character: char) -> bool {
    character.is_numeric() && !matches!(character, '⅐'..='ⅿ' | '①'..='⓿' | '₀'..='₉')
}
