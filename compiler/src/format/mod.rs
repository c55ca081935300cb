//! The formatter: the text of a `.mech` file → the same tokens and comments in a standard layout.
//!
//! Kept are line breaks inside an item, one blank line of several, comments, blocks on one
//! line, and the kind of line ends. Standardised are indentation, spaces between tokens, one item per line, and the end of the file.
//!
//! Invariants: tokens and comments are those of the text, in their order; formatting is idempotent;
//! a text that is not a description is an error.
//!
//! | file | contents |
//! |---|---|
//! | `lexer` | text → tokens and comments with the line breaks before them |
//! | `mechanisms` | whether a text consists of mechanisms |
//! | `spaces` | whether a space stands between two tokens on a line |
//! | `layout` | lines and their indentation |
//! | `messages` | why a text has no layout |

mod layout;
mod lexer;
mod mechanisms;
mod messages;
mod spaces;

use crate::diagnostics::{Diagnostics, Place};
use crate::syntax::{self, Parsed};
use lexer::Token;

/// Formats a text. Its first line end decides whether all lines end in LF or in CRLF.
///
/// ```
/// let text = "mechanism A{coordinate x[m] ;kinetic=1[kg]*der(x) ^2/2;}";
/// let expected = "mechanism A {\n    coordinate x[m];\n    kinetic = 1 [kg] * der(x)^2 / 2;\n}\n";
/// assert_eq!(linkwork_compiler::format::format(text).unwrap(), expected);
/// ```
///
/// # Errors
/// - Unbalanced brackets, and characters that are not part of the language: the text cannot be split into tokens.
/// - Anything but mechanisms at the top level: the text is not a description. Mistakes inside of mechanisms are no errors here.
/// - Tokens that the layout would change: marks of two characters with a space in the middle, as in `a. .b`.
pub fn format(text: &str) -> Result<String, Diagnostics> {
    let mut found = Diagnostics::new();
    syntax::text::tokens(text, &mut found);
    if !found.has_errors() {
        match laid_out(text) {
            Ok(formatted) => return Ok(formatted),
            Err(mistake) => found.push(*mistake),
        }
    }
    // Read here, because the language server has published the mistakes of a text before it is formatted.
    debug_assert!(found.has_errors(), "there is a reason not to format a text");
    Err(found)
}

fn laid_out(text: &str) -> Parsed<String> {
    let tokens = lexer::tokens(text);
    mechanisms::check(&tokens)?;
    let formatted = with_line_ends(&layout::laid_out(&tokens), is_crlf(text));
    check_tokens(&tokens, &formatted)?;
    Ok(formatted)
}

/// Whether the first line of a text ends in CRLF.
fn is_crlf(text: &str) -> bool {
    text.split_once('\n').is_some_and(|(line, _)| line.ends_with('\r'))
}

/// The text with one kind of line ends.
fn with_line_ends(text: &str, crlf: bool) -> String {
    let text = text.replace("\r\n", "\n");
    if crlf { text.replace('\n', "\r\n") } else { text }
}

/// Checks that a layout has the tokens of its text, except for line ends: an error of a layout rule must not reach a file.
fn check_tokens(tokens: &[Token<'_>], formatted: &str) -> Parsed<()> {
    let kept = lexer::tokens(formatted);
    let pairs = tokens.iter().zip(&kept);
    let same = pairs.take_while(|(before, after)| before.text.lines().eq(after.text.lines())).count();
    if same == tokens.len() && same == kept.len() {
        return Ok(());
    }
    let Some(first) = tokens.get(same).or(tokens.last()) else { return Ok(()) };
    let last = tokens.get(same + 1).unwrap_or(first);
    let place = Place::Bytes { start: first.start, end: last.end() };
    Err(Box::new(messages::meaning_would_change(place)))
}
