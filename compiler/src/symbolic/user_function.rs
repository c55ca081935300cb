//! Functions that the user wrote in Rust: their names and paths, and those of their derivatives.
//!
//! The compiler cannot call them; emitted code does, with truncated Taylor series for derivatives. Where numbers
//! are sampled while a description is compiled (to find structure), a generic function stands in.
//!
//! Invariant: the same function and derivative are one [`UserFunction`], as long as the process lives.

use std::sync::{PoisonError, RwLock};

/// A function of the user's, or a partial derivative of one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UserFunction(u32);

/// What is known of it.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    /// `drag`; `drag_1` for its derivative by the first argument.
    name: String,
    /// `crate::laws::drag`
    path: String,
    arity: usize,
    /// The arguments by which it is differentiated, in ascending order.
    by: Vec<usize>,
}

static KNOWN: RwLock<Vec<&'static Entry>> = RwLock::new(Vec::new());

impl UserFunction {
    /// The function at a path, under the name that the description gives it.
    pub fn new(name: &str, path: &str, arity: usize) -> Self {
        Self::of(Entry { name: name.to_owned(), path: path.to_owned(), arity, by: Vec::new() })
    }

    fn of(entry: Entry) -> Self {
        let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|other| **other == entry).unwrap_or_else(|| {
            // A handful of names a process, shared by all graphs.
            known.push(Box::leak(Box::new(entry)));
            known.len() - 1
        });
        Self(super::graph::index(at))
    }

    fn entry(self) -> &'static Entry {
        KNOWN.read().unwrap_or_else(PoisonError::into_inner)[self.0 as usize]
    }

    /// Its name in printed expressions.
    pub fn name(self) -> &'static str {
        &self.entry().name
    }

    /// Where it is in Rust.
    pub fn path(self) -> &'static str {
        &self.entry().path
    }

    /// How many arguments it takes.
    pub fn arity(self) -> usize {
        self.entry().arity
    }

    /// The arguments by which it is differentiated, one entry for each time.
    pub fn differentiated_by(self) -> &'static [usize] {
        &self.entry().by
    }

    /// Its derivative by an argument.
    pub fn derivative(self, argument: usize) -> Self {
        let Entry { name, path, arity, by } = self.entry();
        let mut by = by.clone();
        by.push(argument);
        by.sort_unstable();
        let base = name.split("_by_").next().unwrap_or(name);
        let indices: Vec<String> = by.iter().map(|index| (index + 1).to_string()).collect();
        let name = format!("{base}_by_{}", indices.join("_"));
        Self::of(Entry { name, path: path.clone(), arity: *arity, by })
    }

    /// The value of the function that stands in for it: smooth, without zeros at round numbers, and different for
    /// every function and derivative.
    pub fn stand_in(self, arguments: &[f64]) -> f64 {
        let phase = 0.9 + 0.7 * f64::from(self.0);
        let sum: f64 = arguments.iter().zip([1.3, 0.8]).map(|(x, factor)| x * factor).sum();
        (phase + sum).sin() + 1.7
    }
}
