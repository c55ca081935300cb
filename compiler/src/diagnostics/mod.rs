//! Turns mistakes into messages: every stage adds to one [`Diagnostics`], and the door that was
//! used renders all of them (`compile_error!` tokens for the macro, snippets for files).
//!
//! Invariant: diagnostics keep the order in which they were found, and a place is always one that
//! the user wrote; whoever returns [`Reported`] instead of a result has reported an error.

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
    /// The description compiles, but probably not to what was meant. A macro shows it as a deprecation.
    Warning,
}

/// One mistake: the fact, where it is, and what helps.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Whether it stops the compilation.
    pub severity: Severity,
    /// Where the mistake was made.
    pub place: Place,
    /// The fact, complete without the label: lower case, no full stop, user names in backticks.
    pub message: String,
    /// What to write beside the marked place.
    pub label: Option<String>,
    /// Further places that belong to the mistake, with what they are.
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

    /// The text beside the marked place.
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

    /// A help line where there is one.
    #[must_use]
    pub fn maybe_help(mut self, text: Option<String>) -> Self {
        self.helps.extend(text);
        self
    }

    /// Another place that belongs to the mistake.
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

/// Witness that a mistake has been reported. Only [`Diagnostics`] makes one, so a stage that gives nothing has said why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported(());

/// All mistakes of one run, in the order in which they were found.
///
/// In debug builds an error that nobody has asked for stops the program when this is dropped: a mistake that is found is told.
/// [`Diagnostics::ignored`] is for what is told elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Whether there is an error that nobody has asked for yet.
    unread: Cell<bool>,
    /// Whether that is as it should be.
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

    /// For mistakes that are told elsewhere.
    pub fn ignored() -> Self {
        Self { list: Vec::new(), unread: Cell::new(false), ignored: true }
    }

    /// Adds those of another run that do not say what has been said since the first `known` of these.
    pub fn append_new(&mut self, mut other: Self, known: usize) {
        other.unread.set(false);
        for one in std::mem::take(&mut other.list) {
            let said = self.list.iter().skip(known);
            if !said.clone().any(|earlier| earlier.message == one.message && earlier.severity == one.severity)
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

    /// Adds a mistake that leaves nothing to continue with: the witness stands for the result.
    pub fn refuse(&mut self, mistake: Diagnostic) -> Reported {
        self.push(Diagnostic { severity: Severity::Error, ..mistake });
        Reported(())
    }

    /// Whether no error came after the first `before` of them.
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

    /// Keeps only what `wanted` says.
    pub fn retain(&mut self, wanted: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(wanted);
    }

    /// How many errors there are.
    pub fn errors(&self) -> usize {
        self.unread.set(false);
        self.list.iter().filter(|found| found.severity == Severity::Error).count()
    }

    /// How many errors and warnings there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Everything that was found, errors and warnings, in order.
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
