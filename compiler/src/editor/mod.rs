//! The services of an editor for the text of a `.mech` file: mistakes, names with their units, values, declarations
//! and uses, and completions.
//!
//! Invariants: places are bytes of exactly the analysed text; a text with mistakes is analysed as far as it can be parsed.

mod completion;
mod cursor;
mod occurrences;
mod renaming;
mod words;

pub use completion::{Completion, Sort};
pub use occurrences::{Occurrence, Occurrences};

use crate::build::check_text;
use crate::diagnostics::{Diagnostics, Severity};
use crate::resolve::{Known, known};
use crate::syntax::Description;
use crate::{Loops, Options, syntax, units};
use occurrences::declared_names;
use std::collections::BTreeSet;
use std::ops::Range;

/// A mistake or a warning.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Whether it stops the compilation.
    pub error: bool,
    /// Its bytes.
    pub bytes: Range<usize>,
    /// The fact, and help.
    pub message: String,
    /// Related places, with labels.
    pub related: Vec<(Range<usize>, String)>,
}

/// An analysed text.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    text: String,
    findings: Vec<Finding>,
    occurrences: Occurrences,
    /// By mechanism.
    known: Vec<Vec<Thing>>,
}

/// The data of a name.
#[derive(Clone, Debug)]
struct Thing {
    /// The first byte of its declaration.
    start: usize,
    name: String,
    kind: &'static str,
    unit: String,
    value: Option<f64>,
    attributes: Vec<String>,
    /// Whether its mechanism is in the plane.
    planar: bool,
}

impl Thing {
    fn of(known: Known, planar: bool) -> Self {
        let Known { name, place, kind, unit, value, attributes } = known;
        Self { start: place.bytes().start, name, kind, unit, value, attributes, planar }
    }
}

/// A range within a text, at the boundaries of its characters.
fn within(text: &str, bytes: Range<usize>) -> Range<usize> {
    let boundary = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(bytes.start);
    start..boundary(bytes.end).max(start)
}

/// Mistakes and warnings of a text.
fn findings(text: &str) -> Vec<Finding> {
    // Trees of many bodies as `linkwork check` looks at them, while someone types.
    let found = check_text(text, &Options { loops: Loops::Chosen, ..Options::default() });
    let findings = found.iter().map(|one| Finding {
        error: one.severity == Severity::Error,
        bytes: within(text, one.place.bytes()),
        message: one.text(),
        related: one.related.iter().map(|(at, what)| (within(text, at.bytes()), what.clone())).collect(),
    });
    findings.collect()
}

/// The mechanisms of a text, as far as it can be parsed.
fn descriptions(text: &str) -> Vec<Description> {
    let mut ignored = Diagnostics::ignored();
    let tokens = syntax::text::tokens(text, &mut ignored);
    let mut descriptions = syntax::parse(tokens, &mut ignored);
    descriptions.iter_mut().for_each(keep_found);
    descriptions
}

/// The unfinished item `range pivot.` seems to declare `pivot`: what another item declares is not lost.
fn keep_found(description: &mut Description) {
    let mut names = BTreeSet::new();
    declared_names(&description.items, &mut names);
    description.lost.retain(|name| !names.contains(name.as_str()));
}

/// The names of a mechanism.
fn things(description: &Description) -> Vec<Thing> {
    let planar = description.setting.as_ref().is_some_and(|setting| setting.text == "plane");
    known(description).into_iter().map(|one| Thing::of(one, planar)).collect()
}

impl Analysis {
    /// Analyses a text.
    pub fn of(text: &str) -> Self {
        let descriptions = descriptions(text);
        Self {
            text: text.to_owned(),
            findings: findings(text),
            occurrences: Occurrences::of(&descriptions),
            known: descriptions.iter().map(things).collect(),
        }
    }

    /// The analysed text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Mistakes and warnings.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The word at a byte or directly before it.
    fn word(&self, at: usize) -> Option<Range<usize>> {
        let at = within(&self.text, at..at).start;
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let start =
            self.text[..at].char_indices().rev().take_while(|(_, c)| word(*c)).last().map_or(at, |(i, _)| i);
        let end = self.text[at..].find(|c| !word(c)).map_or(self.text.len(), |length| at + length);
        (end > start).then_some(start..end)
    }

    /// The data of an occurrence: one entry for each element of a repetition.
    fn known_of(&self, one: &Occurrence) -> Vec<&Thing> {
        let Some(declared) = self.occurrences.declared.get(one.declaration) else { return Vec::new() };
        let bytes = &self.occurrences.all[one.declaration].bytes;
        let all = self.known.get(declared.mechanism).into_iter().flatten();
        all.filter(|known| known.start == bytes.start).collect()
    }

    /// The hover text at a byte, in Markdown: kind, name, unit, value with the default parameters, documentation; or a
    /// unit in SI.
    pub fn hover(&self, at: usize) -> Option<(Range<usize>, String)> {
        if let Some(one) = self.occurrences.at(at) {
            let known = self.known_of(one);
            let lines: Vec<String> = known.iter().take(MOST).map(|known| line(known)).collect();
            if lines.is_empty() {
                return None;
            }
            let mut text = format!("```mech\n{}\n```", lines.join("\n"));
            if known.len() > MOST {
                text.push_str(&format!("\n… {} in all", known.len()));
            }
            let docs =
                self.occurrences.declared.get(one.declaration).map_or("".into(), |one| one.docs.join("\n"));
            if !docs.trim().is_empty() {
                text.push_str(&format!("\n\n{docs}"));
            }
            if let Some(first) = known.first().filter(|known| !known.attributes.is_empty()) {
                text.push_str(&format!("\n\nattributes: `{}`", first.attributes.join("`, `")));
            }
            return Some((one.bytes.clone(), text));
        }
        let word = self.word(at)?;
        let name = &self.text[word.clone()];
        let inside = self.text[..word.start].trim_end().ends_with(['[', '*', '/', '(']);
        let unit = units::lookup(name).filter(|_| inside)?;
        let si = unit.spelling.to_string();
        let si = if si.is_empty() { "1".to_owned() } else { si };
        Some((word, format!("1 {name} = {} {si}", unit.factor.to_f64())))
    }

    /// The declaration of the name at a byte.
    pub fn definition(&self, at: usize) -> Option<Range<usize>> {
        let one = self.occurrences.at(at)?;
        Some(self.occurrences.all[one.declaration].bytes.clone())
    }

    /// All places of the name at a byte, including its declaration.
    pub fn references(&self, at: usize) -> Vec<Range<usize>> {
        let Some(one) = self.occurrences.at(at) else { return Vec::new() };
        let mut all: Vec<_> = self.occurrences.same(one.declaration).map(|one| one.bytes.clone()).collect();
        all.sort_by_key(|bytes| bytes.start);
        all.dedup();
        all
    }

    /// The replacements that rename the name at a byte.
    ///
    /// # Errors
    /// A message if there is no name, or if the new one is not a name, is already used, or causes mistakes or other meanings.
    pub fn rename(&self, at: usize, new: &str) -> Result<Vec<Range<usize>>, String> {
        let Some(one) = self.occurrences.at(at) else {
            return Err("no declared name at this position".to_owned());
        };
        let is_name = new.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && new.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_name || crate::model::is_impossible(new) {
            return Err(format!("`{new}` cannot be a name"));
        }
        let mechanism = self.occurrences.declared.get(one.declaration).map(|declared| declared.mechanism);
        let others = self.occurrences.declared.iter().zip(&self.occurrences.all);
        let mut taken = others.filter(|(declared, _)| Some(declared.mechanism) == mechanism);
        if taken.any(|(_, other)| other.name == new && other.declaration != one.declaration)
            || ["time", "pi", "ground"].contains(&new)
        {
            return Err(format!("`{new}` already has another meaning"));
        }
        let places = self.references(at);
        renaming::tried(self, &places, new)?;
        Ok(places)
    }
}

/// The number of elements of a repetition that a hover lists.
const MOST: usize = 8;

/// `param length [m] = 0.35`
fn line(known: &Thing) -> String {
    let unit = if known.unit.is_empty() { String::new() } else { format!(" [{}]", known.unit) };
    let value = known.value.map_or(String::new(), |value| format!(" = {value}"));
    format!("{} {}{unit}{value}", known.kind, known.name)
}
