//! The text of a `.mech` file → the same tokens and comments, laid out afresh.
//!
//! What is the author's stays: line breaks inside an item, one blank line where there are some, comments, and blocks that stand
//! on one line. What is not: indentation, spaces between tokens, an item a line, an end of the file.
//!
//! Invariants: tokens and comments are those of the text, in their order; what has been laid out stays as it is.
//!
//! | file | what it holds |
//! |---|---|
//! | `lexer` | text → tokens and comments with the line breaks before them |
//! | `spaces` | whether a space stands between two tokens on a line |
//! | `layout` | lines and their indentation |

mod layout;
mod lexer;
mod spaces;

use crate::diagnostics::Diagnostics;
use crate::syntax;

/// Lays a text out.
///
/// ```
/// let text = "mechanism A{coordinate x[m] ;kinetic=1[kg]*der(x) ^2/2;}";
/// let expected = "mechanism A {\n    coordinate x[m];\n    kinetic = 1 [kg] * der(x)^2 / 2;\n}\n";
/// assert_eq!(linkwork_compiler::format::format(text).unwrap(), expected);
/// ```
///
/// # Errors
/// Brackets without a partner, and characters that are not part of the language: there the text cannot be told into tokens.
pub fn format(text: &str) -> Result<String, Diagnostics> {
    let mut found = Diagnostics::new();
    syntax::text::tokens(text, &mut found);
    if found.has_errors() {
        return Err(found);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let tokens = lexer::tokens(&text);
    let formatted = layout::laid_out(&tokens);
    // Whatever a rule of layout gets wrong must not reach a file.
    let kept = lexer::tokens(&formatted);
    let same = kept.len() == tokens.len() && kept.iter().zip(&tokens).all(|(a, b)| a.text == b.text);
    Ok(if same { formatted } else { text })
}
