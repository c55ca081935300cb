//! What editors ask of the compiler: names, places and layout.

mod diagnostics;
mod grammars;
mod layout;
mod names;
