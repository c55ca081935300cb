//! The macro as users see it: the examples of the language compile verbatim and run.

mod constraints;
mod levels;
mod names;
