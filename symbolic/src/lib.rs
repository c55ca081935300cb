//! The symbolic core: names and exact numbers in, a hash-consed expression graph out.
//!
//! Independent of bodies. Invariants: equal canonical expressions are one [`Node`]; a node's
//! children are older than the node; nothing is ever folded inexactly; the same calls in the same
//! order give the same graph.

pub mod algebra;
mod arithmetic;
mod author;
mod cancel;
mod composites;
mod constant;
mod constant_value;
mod dependencies;
mod derivative;
mod double_double;
mod evaluate;
mod function;
mod graph;
pub mod hash;
mod latex;
mod legible;
mod print;
mod rewrite;
pub mod rotations;
mod simplify;
mod substitute;
mod symbol_set;
mod textbook;
mod user_function;
pub mod vectors;
mod work;

pub use author::Author;
pub use composites::Named;
pub use constant::Constant;
pub use derivative::Jacobian;
pub use function::{Function, Parity};
pub use graph::{Graph, Node, Relation, Symbol, View};
pub use hash::Map;
pub use substitute::Rebuilt;
pub use symbol_set::SymbolSet;
pub use user_function::UserFunction;
