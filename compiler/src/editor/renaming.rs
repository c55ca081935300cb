//! A new name is tried before its edits are given.
//!
//! Invariant: a renamed text has no mistake that the text did not have, and every word in it has the declaration that it had.

use super::{Analysis, Occurrences, descriptions, findings};
use std::collections::BTreeSet;
use std::ops::Range;

/// The replacement of some places by a new name.
struct Renaming<'r> {
    /// In the order of the text.
    places: &'r [Range<usize>],
    /// The bytes of the places before each, and of all.
    replaced: Vec<usize>,
    new: &'r str,
}

impl<'r> Renaming<'r> {
    fn new(places: &'r [Range<usize>], new: &'r str) -> Self {
        let mut replaced = vec![0];
        let mut sum = 0;
        for place in places {
            sum += place.len();
            replaced.push(sum);
        }
        Self { places, replaced, new }
    }

    /// The text after it.
    fn text(&self, text: &str) -> String {
        let mut renamed = String::with_capacity(text.len() + self.places.len() * self.new.len());
        let mut at = 0;
        for place in self.places {
            renamed.push_str(text.get(at..place.start).unwrap_or_default());
            renamed.push_str(self.new);
            at = place.end;
        }
        renamed.push_str(text.get(at..).unwrap_or_default());
        renamed
    }

    /// Where a byte is after it.
    fn moved(&self, at: usize) -> usize {
        let before = self.places.partition_point(|place| place.end <= at);
        at + before * self.new.len() - self.replaced[before]
    }
}

/// Tries a name at all places of a declaration.
///
/// # Errors
/// The reason why it is not possible.
pub(super) fn tried(analysis: &Analysis, places: &[Range<usize>], new: &str) -> Result<(), String> {
    let renaming = Renaming::new(places, new);
    let text = renaming.text(&analysis.text);
    let errors = analysis.findings.iter().filter(|one| one.error);
    let known: BTreeSet<usize> = errors.map(|one| renaming.moved(one.bytes.start)).collect();
    let found = findings(&text);
    if let Some(mistake) = found.iter().find(|one| one.error && !known.contains(&one.bytes.start)) {
        let why = mistake.message.lines().next().unwrap_or_default();
        return Err(format!("`{new}` would be a mistake: {why}"));
    }
    if !same(&analysis.occurrences, &Occurrences::of(&descriptions(&text)), &renaming) {
        return Err(format!("`{new}` already has another meaning: words would refer to another declaration"));
    }
    Ok(())
}

/// Whether all words have their declarations.
fn same(before: &Occurrences, after: &Occurrences, renaming: &Renaming<'_>) -> bool {
    before.all.len() == after.all.len()
        && before.all.iter().zip(&after.all).all(|(old, new)| {
            let bytes = renaming.moved(old.bytes.start)..renaming.moved(old.bytes.end);
            old.declaration == new.declaration && bytes == new.bytes
        })
}
