//! The macro as its users meet it: the examples of the language compile as they stand and run; mistakes are
//! errors at their places, with nothing in their wake.
//!
//! The messages are files next to the cases; `TRYBUILD=overwrite cargo test --test ui` rewrites them.

#[test]
fn messages_of_the_compiler() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
