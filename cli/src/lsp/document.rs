//! An open text of an editor, with its analysis; bytes ↔ lines and characters.
//!
//! Invariant: characters count as the editor counts them, in UTF-16 units unless it offers bytes.

use linkwork_compiler::editor::Analysis;
use serde_json::{Value, json};
use std::ops::Range;

/// More than `rustc` uses for its own threads.
const STACK: usize = 16 << 20;

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
    analysis: Analysis,
    /// The compiler stopped at this text.
    stopped: bool,
}

impl Document {
    /// Replaces the text.
    pub fn set(&mut self, text: &str) {
        text.clone_into(&mut self.text);
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

    /// Errors and warnings in the form of the protocol.
    pub fn findings(&self, uri: &str, encoding: Encoding) -> Value {
        if self.stopped {
            let message = "the compiler panicked at this text: this is a bug in Linkwork, please report it";
            return json!([{ "range": self.range(0..0, encoding), "severity": 1, "source": "linkwork", "message": message }]);
        }
        let one = |found: &linkwork_compiler::editor::Finding| {
            let related = found.related.iter().map(|(bytes, message)| {
                let range = self.range(bytes.clone(), encoding);
                json!({ "location": { "uri": uri, "range": range }, "message": message })
            });
            json!({
                "range": self.range(found.bytes.clone(), encoding),
                "severity": if found.error { 1 } else { 2 },
                "source": "linkwork",
                "message": found.message,
                "relatedInformation": related.collect::<Vec<_>>(),
            })
        };
        self.analysis.findings().iter().map(one).collect()
    }

    /// The byte of a position; after the end of a line its end.
    pub fn offset(&self, position: &Value, encoding: Encoding) -> usize {
        let number = |name: &str| position[name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        let mut start = 0;
        for _ in 0..number("line") {
            match self.text[start..].find('\n') {
                Some(end) => start += end + 1,
                None => return self.text.len(),
            }
        }
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
        let before = self.text.get(..at).unwrap_or(&self.text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        json!({ "line": before.matches('\n').count(), "character": encoding.length(&before[start..]) })
    }

    /// A range of bytes in the form of the protocol.
    pub fn range(&self, bytes: Range<usize>, encoding: Encoding) -> Value {
        json!({ "start": self.position(bytes.start, encoding), "end": self.position(bytes.end, encoding) })
    }
}
