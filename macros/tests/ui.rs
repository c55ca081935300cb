//! Mistakes in descriptions are errors at their places, without follow-up errors; names of the user's do not change generated code.
//!
//! The messages are files next to the cases; `TRYBUILD=overwrite cargo test -p linkwork-macros-tests` rewrites them.

pub mod hygiene;

#[test]
fn messages_of_the_compiler() {
    trybuild::TestCases::new().compile_fail("mistakes/*.rs");
}
