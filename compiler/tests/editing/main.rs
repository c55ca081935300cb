//! What editors ask of the compiler: names, places and layout.

mod grammars;
mod layout;
mod names;
