//! Functions that the user wrote in Rust: their names and paths, and those of their derivatives.
//!
//! The compiler cannot call them; emitted code does, with truncated Taylor series for derivatives. Where numbers
//! are sampled while a description is compiled (to find structure), a generic function replaces it.
//!
//! Invariant: the same function and derivative are one [`UserFunction`], as long as the process lives.

use super::{Function, Graph, Node, View};
use std::collections::BTreeSet;
use std::sync::{PoisonError, RwLock};

/// A user function, or a partial derivative of one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UserFunction(u32);

/// Its data.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    /// `drag`; `drag_1` for its derivative with respect to the first argument.
    name: String,
    /// `crate::laws::drag`
    path: String,
    arity: usize,
    /// The arguments with respect to which it is differentiated, in ascending order.
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

    /// Its path in Rust.
    pub fn path(self) -> &'static str {
        &self.entry().path
    }

    /// The number of its arguments.
    pub fn arity(self) -> usize {
        self.entry().arity
    }

    /// The arguments with respect to which it is differentiated, one entry for each time.
    pub fn differentiated_by(self) -> &'static [usize] {
        &self.entry().by
    }

    /// Its derivative with respect to an argument.
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

    /// The value of the placeholder, or of its derivative: smooth, without zeros at round numbers, and
    /// different for every function,
    ///
    /// ```text
    /// sin(φ + 1.3 x + 0.8 y) + 1.7
    /// ```
    pub fn placeholder(self, arguments: &[f64]) -> f64 {
        const FACTORS: [f64; 2] = [1.3, 0.8];
        let Entry { name, path, arity, by } = self.entry();
        let base = name.split("_by_").next().unwrap_or(name);
        let of = Self::of(Entry { name: base.to_owned(), path: path.clone(), arity: *arity, by: Vec::new() });
        let phase = 0.9 + 0.7 * f64::from(of.0);
        let sum: f64 = arguments.iter().zip(FACTORS).map(|(x, factor)| x * factor).sum();
        let slope: f64 = by.iter().filter_map(|&argument| FACTORS.get(argument)).product();
        let turned = core::f64::consts::FRAC_PI_2 * by.len() as f64;
        let raised = if by.is_empty() { 1.7 } else { 0.0 };
        slope * (phase + sum + turned).sin() + raised
    }
}

impl Graph {
    /// A user function that an expression calls, if there is one.
    pub fn user_function_in(&self, node: Node) -> Option<UserFunction> {
        let mut seen = BTreeSet::new();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            if let View::Call(Function::User(function), _) = self.view(node) {
                return Some(function);
            }
            if seen.insert(node) {
                self.for_each_child(node, |child| pending.push(child));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::UserFunction;

    /// Placeholders of derivatives are the derivatives of the placeholder.
    #[test]
    fn placeholders_have_their_derivatives() {
        let f = UserFunction::new("law", "crate::law", 2);
        let (x, y, h) = (0.3, -0.7, 1e-5);
        let close = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
        let by_x = |g: UserFunction| (g.placeholder(&[x + h, y]) - g.placeholder(&[x - h, y])) / (2.0 * h);
        let by_y = |g: UserFunction| (g.placeholder(&[x, y + h]) - g.placeholder(&[x, y - h])) / (2.0 * h);
        close(by_x(f), f.derivative(0).placeholder(&[x, y]));
        close(by_y(f), f.derivative(1).placeholder(&[x, y]));
        close(by_y(f.derivative(0)), f.derivative(1).derivative(0).placeholder(&[x, y]));
        close(by_x(f.derivative(0)), f.derivative(0).derivative(0).placeholder(&[x, y]));
    }
}
