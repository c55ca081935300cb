//! The macro as users see it: the examples of the language compile verbatim and run; mistakes are
//! errors at their places, without follow-up errors.
//!
//! The messages are files next to the cases; `TRYBUILD=overwrite cargo test --test ui` rewrites them.

#[test]
fn messages_of_the_compiler() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
