//! Diagnostics as `compile_error!` invocations, the only way to report from a macro on stable Rust.
//!
//! Warnings become uses of deprecated constants, which rustc reports.
//!
//! Invariant: one invocation per error, at the error's own place; warnings are shown where there is no error.

use super::{Diagnostic, Diagnostics, Severity};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, TokenStream, TokenTree};

impl Diagnostics {
    /// One `compile_error!` for every error.
    pub fn to_compile_errors(&self) -> TokenStream {
        self.iter()
            .filter(|found| found.severity == Severity::Error)
            .flat_map(Diagnostic::compile_error)
            .collect()
    }
}

impl Diagnostics {
    /// A use of a deprecated constant for every warning, at its place.
    pub fn to_deprecations(&self) -> TokenStream {
        let warnings = self.iter().filter(|found| found.severity == Severity::Warning);
        warnings.map(Diagnostic::deprecation).collect()
    }
}

impl Diagnostic {
    /// `const _: () = { #[deprecated(note = "…")] const warning: () = (); warning };`; rustc marks the use.
    fn deprecation(&self) -> TokenStream {
        let (start, _) = self.place.ends();
        let note = Literal::string(&self.text());
        let used = Ident::new("warning", start);
        quote::quote! {
            const _: () = {
                #[allow(non_upper_case_globals)]
                #[deprecated(note = #note)]
                const warning: () = ();
                #used
            };
        }
    }

    /// Fact and helps in the form rustc indents below `error:`. Related places are omitted: they
    /// are useless without a span of their own, and the place of an operator covers its operands.
    pub fn text(&self) -> String {
        let mut text = self.message.clone();
        for help in &self.helps {
            text.push_str("\nhelp: ");
            text.push_str(help);
        }
        text
    }

    /// `::core::compile_error! { "…" }`; rustc marks from the span of the path to the span of the
    /// braces.
    fn compile_error(&self) -> TokenStream {
        let (start, end) = self.place.ends();
        let punct = |character, spacing| {
            let mut punct = Punct::new(character, spacing);
            punct.set_span(start);
            TokenTree::from(punct)
        };
        let mut message = Literal::string(&self.text());
        message.set_span(end);
        let mut braces = Group::new(Delimiter::Brace, TokenTree::from(message).into());
        braces.set_span(end);
        TokenStream::from_iter([
            punct(':', Spacing::Joint),
            punct(':', Spacing::Alone),
            Ident::new("core", start).into(),
            punct(':', Spacing::Joint),
            punct(':', Spacing::Alone),
            Ident::new("compile_error", start).into(),
            punct('!', Spacing::Alone),
            braces.into(),
        ])
    }
}
