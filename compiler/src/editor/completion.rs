//! Completions at a place.

use super::cursor::{
    argument, called, is_word, item, last_word, open_bracket, path, unit_bracket, without_comments,
};
use super::words::of_argument;
use super::{Analysis, Thing};
use crate::resolve::{LIMITS, Words};

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A word of the language.
    Keyword,
    /// A kind of joint or force, or a function.
    Function,
    /// A declared name.
    Name,
    /// An attribute after a point.
    Attribute,
    /// A property of a body, or an argument.
    Property,
    /// A unit.
    Unit,
}

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The inserted text.
    pub label: String,
    /// Its kind.
    pub sort: Sort,
    /// Its details.
    pub detail: String,
}

/// The offered units.
const UNITS: [&str; 24] = [
    "m", "mm", "cm", "km", "kg", "g", "s", "ms", "min", "N", "kN", "N*m", "J", "W", "Pa", "rad", "deg",
    "rad/s", "deg/s", "rpm", "m/s", "m/s^2", "kg*m^2", "N/m",
];

/// Items whose names have a unit in brackets.
const WITH_UNITS: [&str; 4] = ["coordinate", "state", "input", "output"];

fn all(words: &[&str], sort: Sort) -> Vec<Completion> {
    let one = |word: &&str| Completion { label: (*word).to_owned(), sort, detail: String::new() };
    words.iter().map(one).collect()
}

impl Analysis {
    /// The completions at a byte, whatever part of a word is there; none in comments.
    pub fn complete(&self, at: usize) -> Vec<Completion> {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let Some(before) = without_comments(before) else { return Vec::new() };
        let head = before.trim_end_matches(is_word);
        let known = self.known_at(at);
        // After `0..` stands a value.
        if let Some(owner) = head.strip_suffix('.').filter(|owner| !owner.ends_with('.')) {
            return after_point(&known, &path(owner));
        }
        Cursor::after(head.trim_end(), &known).offered()
    }

    /// The elements of the mechanism around a byte: the last one that begins before it.
    fn known_at(&self, at: usize) -> Vec<&Thing> {
        let begins = |known: &Vec<Thing>| known.iter().map(|one| one.start).min();
        let around = self.known.iter().rev().find(|known| begins(known).is_some_and(|start| start <= at));
        around.into_iter().flatten().collect()
    }
}

/// A place between words.
struct Cursor<'c> {
    /// What stands before it.
    text: &'c str,
    /// The last character of that.
    last: Option<char>,
    /// The item in which it is, up to here.
    item: &'c str,
    /// The first word of the item.
    first: &'c str,
    known: &'c [&'c Thing],
    words: Words,
}

impl<'c> Cursor<'c> {
    fn after(text: &'c str, known: &'c [&'c Thing]) -> Self {
        let item = item(text);
        let first = item.split_whitespace().next().unwrap_or_default();
        Self { text, last: text.chars().next_back(), item, first, known, words: Words::all() }
    }

    fn offered(&self) -> Vec<Completion> {
        let of_place = self.units().or_else(|| self.chosen()).or_else(|| self.of_argument());
        of_place.or_else(|| self.kinds()).or_else(|| self.beginnings()).unwrap_or_else(|| self.values())
    }

    /// The item begins with the word and is at one of the characters.
    fn is_at(&self, first: &str, characters: &[char]) -> bool {
        self.first == first && self.last.is_some_and(|last| characters.contains(&last))
    }

    fn in_part(&self) -> bool {
        matches!(self.first, "body" | "particle" | "joint" | "force")
    }

    /// In brackets after a number, an array, or a declared name.
    fn units(&self) -> Option<Vec<Completion>> {
        let before = self.text[..unit_bracket(self.text)?].trim_end();
        let number =
            last_word(before).starts_with(|c: char| c.is_ascii_digit()) || before.ends_with([')', ']']);
        let declared = self.declares(before);
        if self.last == Some('^') && (number || declared) {
            return Some(Vec::new());
        }
        let mut units = all(&UNITS, Sort::Unit);
        if declared {
            // The brackets may also be an index.
            units.extend(self.names(|one| one.kind == "const"));
        }
        (number || declared).then_some(units)
    }

    /// Whether a text ends with a name whose unit follows: `coordinate x`, `function drag(x`.
    fn declares(&self, before: &str) -> bool {
        let words: Vec<&str> = item(before).split_whitespace().collect();
        let named = !last_word(before).is_empty() || before.ends_with("->");
        match words.as_slice() {
            [first, _] if WITH_UNITS.contains(first) => named,
            [first, ..] => *first == "function" && named,
            [] => false,
        }
    }

    /// Items and settings that are one of a few words.
    fn chosen(&self) -> Option<Vec<Completion>> {
        let words: Vec<&str> = self.item.split_whitespace().collect();
        let offered: &[&str] = match words.as_slice() {
            [.., "mechanism", _, "in"] => &["plane", "space"],
            ["conserves"] => &["energy"],
            _ if self.is_at("coordinates", &['=', '[', ',']) => &["minimal", "absolute"],
            _ if self.is_at("unroll", &['=']) => &["always", "never"],
            _ => return None,
        };
        Some(all(offered, Sort::Keyword))
    }

    /// Values of an argument or a property that are words of the language.
    fn of_argument(&self) -> Option<Vec<Completion>> {
        let name = argument(self.text).filter(|_| self.in_part())?;
        let kind = match called(self.text) {
            "" => self.first,
            kind => kind,
        };
        if kind == "body" && name == "shape" {
            return Some(all(&self.words.shapes, Sort::Function));
        }
        let words = of_argument(kind, name).filter(|words| !words.is_empty())?;
        Some(all(words, Sort::Keyword))
    }

    /// Kinds of joints and forces.
    fn kinds(&self) -> Option<Vec<Completion>> {
        let named = self.item.trim_end_matches('=').trim() != "force";
        if self.is_at("joint", &['=']) {
            return Some(all(&self.words.joints, Sort::Function));
        }
        (self.is_at("force", &['=']) && named).then(|| all(&self.words.forces, Sort::Function))
    }

    /// The beginnings of items, and of entries between braces.
    fn beginnings(&self) -> Option<Vec<Completion>> {
        if self.is_at("budget", &['{', ',']) {
            return Some(all(&LIMITS, Sort::Property));
        }
        let opens = self.last == Some('{') && !self.in_part() && self.first != "initial";
        if matches!(self.last, None | Some(';' | '}')) || opens {
            return Some(all(&self.words.items, Sort::Keyword));
        }
        let in_braces = matches!(open_bracket(self.text), Some((_, '{')));
        let of_body = self.is_at("body", &['{', ',']) || self.is_at("particle", &['{', ',']);
        let count = self.words.properties.len().min(7);
        (of_body && in_braces).then(|| all(&self.words.properties[..count], Sort::Property))
    }

    /// Names, arguments, predefined names and functions.
    fn values(&self) -> Vec<Completion> {
        let mut found = self.names(|_| true);
        let in_call = matches!(open_bracket(self.text), Some((_, '(')));
        if self.in_part() && in_call && matches!(self.last, Some(',' | '(')) {
            let of_kind = arguments(&self.words, called(self.text));
            found.extend(if of_kind.is_empty() {
                all(&self.words.properties, Sort::Property)
            } else {
                of_kind
            });
        }
        found.extend(all(&self.words.constants, Sort::Keyword));
        found.extend(all(&self.words.functions, Sort::Function));
        found
    }

    /// Some declared names, without indices, each once.
    fn names(&self, wanted: impl Fn(&Thing) -> bool) -> Vec<Completion> {
        let mut found: Vec<Completion> = Vec::new();
        for known in self.known.iter().filter(|one| wanted(one)) {
            let label = known.name.split('[').next().unwrap_or_default().to_owned();
            if !found.iter().any(|one| one.label == label) {
                let unit = if known.unit.is_empty() { String::new() } else { format!(" [{}]", known.unit) };
                found.push(Completion { label, sort: Sort::Name, detail: format!("{}{unit}", known.kind) });
            }
        }
        found
    }
}

/// The arguments of a joint, a force or a shape, with their units and defaults.
fn arguments(words: &Words, kind: &str) -> Vec<Completion> {
    let mut found: Vec<Completion> = Vec::new();
    for argument in words.arguments.iter().filter(|argument| argument.kind == kind) {
        let unit = if argument.unit.is_empty() { String::new() } else { format!("[{}]", argument.unit) };
        let default = match argument.default {
            Some(default) => format!("default: {default}"),
            None if argument.required => "required".to_owned(),
            None => String::new(),
        };
        let parts: Vec<String> = [unit, default].into_iter().filter(|part| !part.is_empty()).collect();
        if !found.iter().any(|one| one.label == argument.name) {
            let (label, detail) = (argument.name.to_owned(), parts.join(", "));
            found.push(Completion { label, sort: Sort::Property, detail });
        }
    }
    found
}

/// What may follow the point behind a path: attributes of a part, components of a vector.
fn after_point(known: &[&Thing], path: &[&str]) -> Vec<Completion> {
    let Some((name, attributes)) = path.split_first() else { return Vec::new() };
    let Some(of) = known.iter().find(|one| one.name.split('[').next() == Some(*name)) else {
        return Vec::new();
    };
    let one = |label: String| Completion {
        label,
        sort: Sort::Attribute,
        detail: format!("{} {}", of.kind, of.name),
    };
    following(of, attributes).into_iter().map(one).collect()
}

/// The words after some attributes of a part.
fn following(of: &Thing, attributes: &[&str]) -> Vec<String> {
    let Some(first) = attributes.first() else { return of.attributes.clone() };
    // The components of a quaternion are attributes of their own.
    let prefix = format!("{}.", attributes.join("."));
    let own: Vec<String> =
        of.attributes.iter().filter_map(|word| word.strip_prefix(&prefix)).map(str::to_owned).collect();
    if !own.is_empty() || !of.attributes.iter().any(|word| word == first) {
        return own;
    }
    let components: &[&str] = if of.planar { &["x", "y"] } else { &["x", "y", "z"] };
    let words: &[&str] = match attributes {
        ["position" | "velocity" | "force"] | ["axis"] | ["axis", _] => components,
        ["rotation", "row" | "column"] | ["rotation", "row" | "column", _] => components,
        ["angular_velocity" | "own_angular_velocity" | "torque"] if !of.planar => components,
        ["rotation"] => &["row", "column"],
        _ => &[],
    };
    words.iter().map(|word| (*word).to_owned()).collect()
}
