//! Completions at a place.

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

fn all(words: &[&str], sort: Sort) -> Vec<Completion> {
    let one = |word: &&str| Completion { label: (*word).to_owned(), sort, detail: String::new() };
    words.iter().map(one).collect()
}

impl Analysis {
    /// The completions at a byte, whatever part of a word is there.
    pub fn complete(&self, at: usize) -> Vec<Completion> {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let before = self.text.get(..at).unwrap_or(&self.text);
        let head = before.trim_end_matches(word);
        let known = self.known_at(at);
        if let Some(root) = head.strip_suffix('.') {
            // `crank[i].`: elements have the attributes of each other.
            let root = root
                .trim_end_matches(|c| c != '[')
                .strip_suffix('[')
                .filter(|_| root.ends_with(']'))
                .unwrap_or(root);
            let name = &root[root.trim_end_matches(word).len()..];
            return attributes(&known, name);
        }
        let tight = head.trim_end();
        let words = Words::all();
        let last = tight.chars().next_back();
        let first_word = item(tight);
        if tight.ends_with('=') {
            match first_word {
                "joint" => return all(&words.joints, Sort::Function),
                "force" if !tight.trim_end_matches('=').trim_end().ends_with("force") => {
                    return all(&words.forces, Sort::Function);
                }
                _ => {}
            }
        }
        let value = tight.trim_end_matches('[').trim_end();
        if last == Some('[') && value.ends_with(|c: char| c.is_ascii_digit() || c == ')' || c == ']') {
            return all(&UNITS, Sort::Unit);
        }
        if first_word == "budget" && matches!(last, Some('{' | ',')) {
            return all(&LIMITS, Sort::Property);
        }
        let in_item = matches!(first_word, "body" | "particle" | "joint" | "force");
        if matches!(last, None | Some(';' | '}')) || last == Some('{') && !in_item && first_word != "initial"
        {
            return all(&words.items, Sort::Keyword);
        }
        let called = called(tight);
        if matches!(first_word, "body" | "particle") && matches!(last, Some('{' | ',')) && called.is_empty() {
            return all(&words.properties[..7.min(words.properties.len())], Sort::Property);
        }
        let mut found: Vec<Completion> = Vec::new();
        for known in &known {
            let label = known.name.split('[').next().unwrap_or_default().to_owned();
            if !found.iter().any(|one| one.label == label) {
                let unit = if known.unit.is_empty() { String::new() } else { format!(" [{}]", known.unit) };
                found.push(Completion { label, sort: Sort::Name, detail: format!("{}{unit}", known.kind) });
            }
        }
        if in_item && matches!(last, Some(',' | '(')) {
            let of_kind = arguments(&words, called);
            found.extend(if of_kind.is_empty() { all(&words.properties, Sort::Property) } else { of_kind });
        }
        found.extend(all(&words.constants, Sort::Keyword));
        found.extend(all(&words.functions, Sort::Function));
        found
    }

    /// The elements of the mechanism around a byte: the last one that begins before it.
    fn known_at(&self, at: usize) -> Vec<&Thing> {
        let begins = |known: &Vec<Thing>| known.iter().map(|one| one.start).min();
        let around = self.known.iter().rev().find(|known| begins(known).is_some_and(|start| start <= at));
        around.into_iter().flatten().collect()
    }
}

/// The first word of the item in which a text ends.
fn item(text: &str) -> &str {
    let mut depth = 0_i32;
    let mut start = 0;
    for (at, character) in text.char_indices().rev() {
        match character {
            // An item that ends with a brace.
            '}' if depth == 0 => {
                start = at + 1;
                break;
            }
            '}' | ')' | ']' => depth += 1,
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            // The brace of a body belongs to its item, that of a mechanism does not.
            '{' => {
                let head = text[..at].trim_end();
                let line = head.rsplit(['\n', ';', '{', '}']).next().unwrap_or_default().trim_start();
                if !["body", "particle", "initial", "budget"].iter().any(|word| line.starts_with(word)) {
                    start = at + 1;
                    break;
                }
            }
            ';' if depth == 0 => {
                start = at + 1;
                break;
            }
            _ => {}
        }
    }
    text[start..].split_whitespace().next().unwrap_or_default()
}

/// The word of the innermost call that is open at the end of a text.
fn called(text: &str) -> &str {
    let mut depth = 0_i32;
    for (at, character) in text.char_indices().rev() {
        match character {
            ')' | ']' | '}' => depth += 1,
            '(' if depth == 0 => {
                let head = text[..at].trim_end();
                return &head[head.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len()..];
            }
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            ';' | '{' if depth == 0 => break,
            _ => {}
        }
    }
    ""
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

fn attributes(known: &[&Thing], name: &str) -> Vec<Completion> {
    let of = known.iter().find(|one| one.name.split('[').next() == Some(name));
    let Some(of) = of else { return Vec::new() };
    let one = |word: &String| Completion {
        label: word.clone(),
        sort: Sort::Attribute,
        detail: format!("{} {}", of.kind, of.name),
    };
    of.attributes.iter().map(one).collect()
}
