//! Mistakes in descriptions are errors at their places, without follow-up errors.
//!
//! The messages are files next to the cases; `TRYBUILD=overwrite cargo test -p linkwork-macros-tests` rewrites them.

#[test]
fn messages_of_the_compiler() {
    trybuild::TestCases::new().compile_fail("mistakes/*.rs");
}
