//! The `linkwork` program.
fn main() {}
