//! The error of a program: one message with its exit code.
//!
//! Invariant: a message is complete; nothing is printed before or after it.

use std::fmt;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// The cause of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Invalid input.
    Input,
    /// Errors in a description.
    Mistakes,
    /// A failed run.
    Run,
}

/// A message for the user.
#[derive(Debug)]
pub struct Failure {
    text: String,
    reason: Reason,
}

impl Failure {
    /// Invalid input: exit code 2.
    pub fn input(message: impl fmt::Display) -> Self {
        Self { text: format!("error: {message}"), reason: Reason::Input }
    }

    /// A failed run: exit code 1.
    pub fn run(message: impl fmt::Display) -> Self {
        Self { text: format!("error: {message}"), reason: Reason::Run }
    }

    /// Several messages, rendered: exit code 1.
    pub fn text(messages: &str) -> Self {
        Self { text: messages.trim_end().to_owned(), reason: Reason::Run }
    }

    /// Errors in a description, rendered with their source lines.
    pub fn mistakes(snippets: &str) -> Self {
        Self { text: snippets.trim_end().to_owned(), reason: Reason::Mistakes }
    }

    /// An unknown name: suggests the nearest known name, or lists all.
    pub fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Self {
        let help = match linkwork_compiler::diagnostics::nearest(name, known.clone()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => {
                let all: Vec<String> = known.map(|name| format!("`{name}`")).collect();
                if all.is_empty() {
                    format!("no {what} is defined")
                } else {
                    format!("there are {}", all.join(", "))
                }
            }
        };
        Self::input(format_args!("there is no {what} `{name}`\nhelp: {help}"))
    }

    /// The same failure in other words.
    #[must_use]
    pub fn reworded(mut self, change: impl FnOnce(&str) -> String) -> Self {
        self.text = change(&self.text);
        self
    }

    /// Its cause.
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// The exit code.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(if self.reason == Reason::Run { 1 } else { 2 })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Failed steps are failures of the run, all other errors are invalid input.
impl From<linkwork::Error> for Failure {
    fn from(error: linkwork::Error) -> Self {
        use linkwork::Error::{Control, Step};
        // With its causes, for example why a file cannot be written.
        let text = format!("{error:?}");
        match &error {
            Step(_) | Control(_) => Self::run(text),
            _ => Self::input(text),
        }
    }
}

/// Prints the result of a program, or its error on stderr, and returns the exit code.
pub fn end(result: Result<String, Failure>) -> ExitCode {
    match result.and_then(|text| print(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // A closed pipe must not cause a panic.
            let _ = writeln!(std::io::stderr(), "{failure}");
            failure.exit_code()
        }
    }
}

/// Writes to stdout; a closed pipe (`linkwork explain … | head`) is not an error.
///
/// # Errors
/// Other errors of the system.
pub fn print(text: &str) -> Result<(), Failure> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::run(format!("cannot write the result: {error}")))
        }
        _ => Ok(()),
    }
}
