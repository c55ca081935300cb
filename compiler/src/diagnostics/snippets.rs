//! Diagnostics as snippets of their file, in the style of rustc (ariadne).
//!
//! Invariant: places are byte ranges of exactly the text that is passed in.

use super::{Diagnostic, Diagnostics, Severity};
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use std::ops::Range;

/// The text at the marked place of a message without one: a place without text is marked by its colour alone.
const HERE: &str = "here";

/// The largest number of rendered diagnostics.
const MOST: usize = 100;

impl Diagnostics {
    /// All diagnostics as snippets of `text`, which came from `file`, in the order of the text
    /// (errors before warnings), at most the first hundred.
    pub fn render(&self, file: &str, text: &str, colour: bool) -> String {
        let mut found: Vec<&Diagnostic> = self.iter().collect();
        found.sort_by_key(|one| (one.severity == Severity::Warning, one.place.bytes().start));
        let (shown, rest) = found.split_at(found.len().min(MOST));
        let mut rendered: String = shown.iter().map(|one| one.render(file, text, colour)).collect();
        if !rest.is_empty() {
            rendered.push_str(&format!("… and {} more errors and warnings\n", rest.len()));
        }
        rendered
    }
}

impl Diagnostic {
    /// The diagnostic as a snippet of `text`, which came from `file`.
    pub fn render(&self, file: &str, text: &str, colour: bool) -> String {
        let (kind, tint) = match self.severity {
            Severity::Error => (ReportKind::Custom("error", Color::Red), Color::Red),
            Severity::Warning => (ReportKind::Custom("warning", Color::Yellow), Color::Yellow),
        };
        let place = inside(self.place.bytes(), text);
        let config = Config::default().with_index_type(IndexType::Byte).with_color(colour);
        let mut report = Report::build(kind, (file, place.clone()))
            .with_config(config)
            .with_message(&self.message)
            .with_label(
                Label::new((file, place))
                    .with_message(self.label.as_deref().unwrap_or(HERE))
                    .with_color(tint),
            );
        for (place, message) in &self.related {
            let place = inside(place.bytes(), text);
            report.add_label(Label::new((file, place)).with_message(message).with_color(Color::Blue));
        }
        for help in &self.helps {
            report.add_help(help);
        }
        let mut bytes = Vec::new();
        match report.finish().write((file, Source::from(text)), &mut bytes) {
            Ok(()) if colour => trimmed(&String::from_utf8_lossy(&bytes)),
            Ok(()) => trimmed(&plain(&String::from_utf8_lossy(&bytes))),
            // Writing to a vector cannot fail; otherwise the text is shown without the snippet.
            Err(_) => format!("error: {}\n", self.text()),
        }
    }
}

/// The range clipped to the text, and at least one character long if the text has one.
fn inside(range: Range<usize>, text: &str) -> Range<usize> {
    let boundaries = || text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let start = boundaries().take_while(|&at| at <= range.start).last().unwrap_or(0);
    let end = boundaries().find(|&at| at >= range.end).unwrap_or(text.len());
    if end > start {
        return start..end;
    }
    let next = text[start..].chars().next().map_or(0, char::len_utf8);
    start..start + next
}

/// Without trailing spaces, which editors would remove from golden files.
fn trimmed(text: &str) -> String {
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// Without escape sequences: ariadne colours the word `error` regardless of its settings.
fn plain(text: &str) -> String {
    let mut pieces = text.split('\u{1b}');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once('m').map_or("", |(_, rest)| rest))
}
