//! Turns mistakes into messages: every stage adds to one [`Diagnostics`], and the entry point
//! renders all of them (`compile_error!` tokens for the macro, snippets for files).
//!
//! Invariant: diagnostics are in the order of detection, and a place is always in the text
//! of the user; a function that returns [`Reported`] instead of a result has reported an error.

pub(crate) mod messages;
#[cfg(feature = "build")]
mod mistakes;
mod nearest;
mod place;
#[cfg(feature = "build")]
mod snippets;
mod tokens;

#[cfg(feature = "build")]
pub use mistakes::Mistakes;
pub use nearest::{did_you_mean, nearest};
pub use place::Place;
#[cfg(feature = "build")]
pub use place::position;

use std::cell::Cell;

/// Whether a diagnostic stops the compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The description cannot be compiled.
    Error,
    /// The description compiles, but probably not as intended. A macro shows it as a deprecation.
    Warning,
}

/// One mistake: the fact, its place, and help.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Whether it stops the compilation.
    pub severity: Severity,
    /// Where the mistake was made.
    pub place: Place,
    /// The fact, complete without the label: lower case, no full stop, user names in backticks.
    pub message: String,
    /// The text at the marked place.
    pub label: Option<String>,
    /// Related places, with labels.
    pub related: Vec<(Place, String)>,
    /// What the user can do about it.
    pub helps: Vec<String>,
}

impl Diagnostic {
    /// A mistake that stops the compilation.
    pub fn error(place: impl Into<Place>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            place: place.into(),
            message: message.into(),
            label: None,
            related: Vec::new(),
            helps: Vec::new(),
        }
    }

    /// Something suspicious that does not stop the compilation.
    pub fn warning(place: impl Into<Place>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(place, message) }
    }

    /// Sets the text at the marked place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = Some(text.into());
        self
    }

    /// What the user can do about it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.helps.push(text.into());
        self
    }

    /// Adds a help line if there is one.
    #[must_use]
    pub fn maybe_help(mut self, text: Option<String>) -> Self {
        self.helps.extend(text);
        self
    }

    /// Adds a related place.
    #[must_use]
    pub fn related(mut self, place: impl Into<Place>, text: impl Into<String>) -> Self {
        self.related.push((place.into(), text.into()));
        self
    }
}

impl From<syn::Error> for Diagnostic {
    fn from(error: syn::Error) -> Self {
        Self::error(error.span(), error.to_string())
    }
}

/// Witness that a mistake has been reported. Only [`Diagnostics`] creates one, so a stage without a result has reported the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported(());

/// All mistakes of one run, in the order of detection.
///
/// In debug builds, dropping this with an unread error is a panic, so that every mistake is reported.
/// [`Diagnostics::ignored`] is for mistakes that are reported elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Whether there is an unread error.
    unread: Cell<bool>,
    /// Whether unread errors are allowed.
    ignored: bool,
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        let forgotten = self.unread.get() && !self.ignored && !std::thread::panicking();
        debug_assert!(!forgotten, "errors were dropped without being reported: {:?}", self.list);
    }
}

impl Diagnostics {
    /// No mistakes so far.
    pub fn new() -> Self {
        Self::default()
    }

    /// For mistakes that are reported elsewhere.
    pub fn ignored() -> Self {
        Self { list: Vec::new(), unread: Cell::new(false), ignored: true }
    }

    /// Adds those of another run that have not been reported since the first `known` of these.
    pub fn append_new(&mut self, mut other: Self, known: usize) {
        other.unread.set(false);
        for one in std::mem::take(&mut other.list) {
            let reported = self.list.iter().skip(known);
            if !reported
                .clone()
                .any(|earlier| earlier.message == one.message && earlier.severity == one.severity)
            {
                self.push(one);
            }
        }
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.unread.set(self.unread.get() || diagnostic.severity == Severity::Error);
        self.list.push(diagnostic);
    }

    /// Adds a mistake without a result to continue with: returns the witness instead.
    pub fn refuse(&mut self, mistake: Diagnostic) -> Reported {
        self.push(Diagnostic { severity: Severity::Error, ..mistake });
        Reported(())
    }

    /// Checks that there is no error after the first `before` diagnostics.
    ///
    /// # Errors
    /// The witness of such an error.
    pub fn none_since(&self, before: usize) -> Result<(), Reported> {
        if self.errors() > before { Err(Reported(())) } else { Ok(()) }
    }

    /// Adds an error without label and help.
    pub fn error(&mut self, place: impl Into<Place>, message: impl Into<String>) -> Reported {
        self.refuse(Diagnostic::error(place, message))
    }

    /// Adds a warning without label and help.
    pub fn warning(&mut self, place: impl Into<Place>, message: impl Into<String>) {
        self.push(Diagnostic::warning(place, message));
    }

    /// Adds all of another run's.
    pub fn append(&mut self, mut other: Self) {
        other.unread.set(false);
        std::mem::take(&mut other.list).into_iter().for_each(|one| self.push(one));
    }

    /// Whether anything stops the compilation.
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// Keeps only the diagnostics for which `wanted` is true.
    pub fn retain(&mut self, wanted: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(wanted);
    }

    /// The number of errors.
    pub fn errors(&self) -> usize {
        self.unread.set(false);
        self.list.iter().filter(|found| found.severity == Severity::Error).count()
    }

    /// The number of errors and warnings.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All errors and warnings, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.unread.set(false);
        self.list.iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
