//! Where the elements of a URDF file stand, so that mistakes are shown in their lines.
//!
//! Invariant: comments are skipped; an element that cannot be found is placed at the start of the file.

use crate::diagnostics::Place;

/// The opening tags of a file that have a name.
pub(super) struct Elements {
    found: Vec<Element>,
}

struct Element {
    tag: String,
    name: String,
    start: usize,
    end: usize,
}

impl Elements {
    /// Finds them.
    pub fn of(text: &str) -> Self {
        let named = tags(text).filter_map(|(start, inside, end)| {
            let tag = inside.split_whitespace().next().unwrap_or_default();
            let name = attribute(inside, "name")?;
            Some(Element { tag: tag.to_owned(), name, start, end })
        });
        Self { found: named.collect() }
    }

    /// The place of the element of that tag and name; of the second one where `again`.
    pub fn place(&self, tag: &str, name: &str, again: bool) -> Place {
        let mut named = self.found.iter().filter(|element| element.tag == tag && element.name == name);
        let first = named.next();
        let chosen = if again { named.next().or(first) } else { first };
        chosen.map_or(Place::Bytes { start: 0, end: 1 }, |element| Place::Bytes {
            start: element.start,
            end: element.end,
        })
    }
}

/// All tags that are no comments: where each starts, what stands inside, where it ends.
fn tags(text: &str) -> impl Iterator<Item = (usize, &str, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text[at..].find('<')?;
            let rest = &text[start..];
            let comment = rest.starts_with("<!--");
            let end = if comment { "-->" } else { ">" };
            let length = rest.find(end).map_or(rest.len(), |found| found + end.len());
            at = start + length;
            if !comment {
                return Some((start, rest[1..length].trim_end_matches('>'), at));
            }
        }
    })
}

/// The value of an attribute within a tag.
fn attribute(tag: &str, wanted: &str) -> Option<String> {
    let mut rest = tag;
    while let Some(equals) = rest.find('=') {
        let name = rest[..equals].split_whitespace().last().unwrap_or_default();
        let value = rest[equals + 1..].trim_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let end = value[1..].find(quote)? + 1;
        if name == wanted {
            return Some(value[1..end].to_owned());
        }
        rest = &value[end + 1..];
    }
    None
}

/// The first tag that closes another element than the innermost open one, or the one that stays open.
fn nesting(text: &str) -> Option<(Place, String)> {
    let mut open: Vec<(&str, Place)> = Vec::new();
    for (start, inside, end) in tags(text) {
        let place = Place::Bytes { start, end };
        if let Some(name) = inside.strip_prefix('/') {
            match open.pop() {
                Some((opened, _)) if opened == name.trim() => {}
                Some((opened, _)) => return Some((place, format!("`{opened}` is not closed before this"))),
                None => return Some((place, "this closes nothing".to_owned())),
            }
        } else if !inside.ends_with('/') && !inside.starts_with(['?', '!']) {
            open.push((inside.split_whitespace().next().unwrap_or_default(), place));
        }
    }
    open.pop().map(|(opened, place)| (place, format!("`{opened}` is not closed")))
}

/// Place and text of what the XML reader says: it names line and column where it knows them, and has
/// no place for elements that are nested wrongly.
pub(super) fn unreadable(text: &str, error: &str) -> (Place, String) {
    let number = |label: &str| -> Option<usize> {
        let digits = error.split(label).nth(1)?.trim_start_matches([':', ' ']);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().ok()
    };
    let line = number("Line");
    if let Some((place, reason)) = nesting(text).filter(|_| line.is_none()) {
        return (place, format!("this is no URDF: {reason}"));
    }
    let start = line.map_or(0, |line| {
        let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
        lines.map(str::len).sum::<usize>().min(text.len())
    });
    let width = text[start..].find('\n').unwrap_or(text.len() - start).max(1);
    let reason = error.split("Reason: ").nth(1).unwrap_or(error);
    let reason = reason.lines().next().unwrap_or(reason).trim_end_matches('.');
    (Place::Bytes { start, end: start + width }, format!("this is no URDF: {reason}"))
}
