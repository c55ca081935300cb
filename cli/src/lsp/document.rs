//! An open text of an editor, with its analysis; bytes ↔ lines and characters.
//!
//! Invariant: characters count as the editor counts them, in UTF-16 units unless it offers bytes.

use linkwork_compiler::editor::{Analysis, Finding};
use serde_json::{Value, json};
use std::ops::Range;

/// More than `rustc` uses for its own threads.
const STACK: usize = 16 << 20;

/// The largest number of published diagnostics, as of those that `linkwork check` prints.
const MOST: usize = 100;

const PANICKED: &str = "the compiler panicked at this text: this is a bug in Linkwork, please report it";

/// The unit of character positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16.
    Utf16,
}

impl Encoding {
    /// As the protocol calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
        }
    }

    fn length(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }
}

/// A text with its analysis.
#[derive(Default)]
pub struct Document {
    text: String,
    /// The first bytes of its lines after the first.
    lines: Vec<usize>,
    analysis: Analysis,
    /// The compiler stopped at this text.
    stopped: bool,
}

impl Document {
    /// Replaces the text.
    pub fn set(&mut self, text: &str) {
        text.clone_into(&mut self.text);
        self.lines = text.match_indices('\n').map(|(end, _)| end + 1).collect();
    }

    /// The text as it is.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its analysis.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// Analyses the text, in a thread of its own: the memory of its tokens is released with it, and a panic of the compiler stops
    /// nothing else.
    pub fn analyse(&mut self) {
        let text = self.text.clone();
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || Analysis::of(&text));
        let outcome = thread.ok().and_then(|thread| thread.join().ok());
        self.stopped = outcome.is_none();
        if let Some(analysis) = outcome {
            self.analysis = analysis;
        }
    }

    /// The replacements that rename the name at a byte, in a thread of its own as the analysis: the compiler reads the new text.
    ///
    /// # Errors
    /// The reason why it cannot be renamed.
    pub fn rename(&self, at: usize, new: &str) -> Result<Vec<Range<usize>>, String> {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let thread = thread.spawn_scoped(scope, || self.analysis.rename(at, new));
            let outcome = thread.ok().and_then(|thread| thread.join().ok());
            outcome.unwrap_or_else(|| Err(PANICKED.to_owned()))
        })
    }

    /// Errors and warnings in the form of the protocol, in the order of `linkwork check`, which prints as many.
    pub fn findings(&self, uri: &str, encoding: Encoding) -> Value {
        if self.stopped {
            return json!([self.finding(0..0, 1, PANICKED, encoding)]);
        }
        let mut found: Vec<&Finding> = self.analysis.findings().iter().collect();
        found.sort_by_key(|one| (!one.error, one.bytes.start));
        let (shown, rest) = found.split_at(found.len().min(MOST));
        let mut published: Vec<Value> = shown.iter().map(|one| self.published(one, uri, encoding)).collect();
        if let Some(first) = rest.first() {
            let message = format!("… and {} more errors and warnings", rest.len());
            let severity = if first.error { 1 } else { 2 };
            published.push(self.finding(first.bytes.clone(), severity, &message, encoding));
        }
        Value::Array(published)
    }

    fn published(&self, found: &Finding, uri: &str, encoding: Encoding) -> Value {
        let related = found.related.iter().map(|(bytes, message)| {
            let range = self.range(bytes.clone(), encoding);
            json!({ "location": { "uri": uri, "range": range }, "message": message })
        });
        let severity = if found.error { 1 } else { 2 };
        let mut one = self.finding(found.bytes.clone(), severity, &found.message, encoding);
        one["relatedInformation"] = related.collect();
        one
    }

    fn finding(&self, bytes: Range<usize>, severity: u8, message: &str, encoding: Encoding) -> Value {
        let range = self.range(bytes, encoding);
        json!({ "range": range, "severity": severity, "source": "linkwork", "message": message })
    }

    /// The byte at which a line begins; after the last one the end of the text.
    fn line(&self, number: usize) -> usize {
        match number.checked_sub(1) {
            None => 0,
            Some(after_first) => self.lines.get(after_first).copied().unwrap_or(self.text.len()),
        }
    }

    /// The byte of a position; after the end of a line its end.
    pub fn offset(&self, position: &Value, encoding: Encoding) -> usize {
        let number = |name: &str| position[name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        let start = self.line(number("line"));
        let line = self.text[start..].split(['\n', '\r']).next().unwrap_or_default();
        let wanted = number("character");
        let mut counted = 0;
        for (at, character) in line.char_indices() {
            if counted >= wanted {
                return start + at;
            }
            counted += encoding.length(&line[at..at + character.len_utf8()]);
        }
        start + line.len()
    }

    fn position(&self, at: usize, encoding: Encoding) -> Value {
        let at = if self.text.is_char_boundary(at) { at } else { self.text.len() };
        let line = self.lines.partition_point(|&start| start <= at);
        json!({ "line": line, "character": encoding.length(&self.text[self.line(line)..at]) })
    }

    /// A range of bytes in the form of the protocol.
    pub fn range(&self, bytes: Range<usize>, encoding: Encoding) -> Value {
        json!({ "start": self.position(bytes.start, encoding), "end": self.position(bytes.end, encoding) })
    }
}
