//! The services of the compiler for editors: names, places and layout.

mod diagnostics;
mod grammars;
mod layout;
mod names;
