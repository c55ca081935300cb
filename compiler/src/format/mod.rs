//! The formatter: the text of a `.mech` file → the same tokens and comments in a standard layout.
//!
//! Kept are line breaks inside an item, one blank line of several, comments, and blocks on one
//! line. Standardised are indentation, spaces between tokens, one item per line, and the end of the file.
//!
//! Invariants: tokens and comments are those of the text, in their order; formatting is idempotent.
//!
//! | file | contents |
//! |---|---|
//! | `lexer` | text → tokens and comments with the line breaks before them |
//! | `spaces` | whether a space stands between two tokens on a line |
//! | `layout` | lines and their indentation |

mod layout;
mod lexer;
mod spaces;

use crate::diagnostics::Diagnostics;
use crate::syntax;

/// Formats a text.
///
/// ```
/// let text = "mechanism A{coordinate x[m] ;kinetic=1[kg]*der(x) ^2/2;}";
/// let expected = "mechanism A {\n    coordinate x[m];\n    kinetic = 1 [kg] * der(x)^2 / 2;\n}\n";
/// assert_eq!(linkwork_compiler::format::format(text).unwrap(), expected);
/// ```
///
/// # Errors
/// Unbalanced brackets, and characters that are not part of the language: the text cannot be split into tokens.
pub fn format(text: &str) -> Result<String, Diagnostics> {
    let mut found = Diagnostics::new();
    syntax::text::tokens(text, &mut found);
    if found.has_errors() {
        return Err(found);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let tokens = lexer::tokens(&text);
    let formatted = layout::laid_out(&tokens);
    // An error of a layout rule must not reach a file.
    let kept = lexer::tokens(&formatted);
    let same = kept.len() == tokens.len() && kept.iter().zip(&tokens).all(|(a, b)| a.text == b.text);
    Ok(if same { formatted } else { text })
}
