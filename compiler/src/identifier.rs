//! Names of the language as identifiers of Rust: `x[2]` becomes `x_2`, `type` becomes `r#type`.
//!
//! Invariant: two names of one mechanism never become the same identifier; the model rejects them.

use proc_macro2::{Ident, Span};

/// Words that Rust reserves and that may be written `r#word`.
const RAW: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Words that cannot be identifiers at all.
pub(crate) const IMPOSSIBLE: [&str; 5] = ["self", "Self", "super", "crate", "_"];

/// Whether it cannot be a name: words reserved by Rust, the time and π.
pub(crate) fn is_impossible(name: &str) -> bool {
    IMPOSSIBLE.contains(&name) || name == "time" || name == "pi"
}

/// The name as an identifier: brackets and dots become `_`, Rust's keywords get `r#`.
///
/// ```
/// use linkwork_compiler::model::rust_name;
/// assert_eq!(rust_name("stiffness[2]"), "stiffness_2");
/// assert_eq!(rust_name("type"), "r#type");
/// ```
pub fn rust_name(name: &str) -> String {
    let plain = plain_name(name);
    if RAW.contains(&plain.as_str()) { format!("r#{plain}") } else { plain }
}

/// The same without `r#`, for use inside longer identifiers.
pub fn plain_name(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            '[' | '.' => plain.push('_'),
            ']' => {}
            '-' => plain.push('m'),
            other => plain.push(other),
        }
    }
    plain
}

/// [`rust_name`] as a token.
pub fn identifier(name: &str, span: Span) -> Ident {
    let text = rust_name(name);
    match text.strip_prefix("r#") {
        Some(keyword) => Ident::new_raw(keyword, span),
        None => Ident::new(&text, span),
    }
}
