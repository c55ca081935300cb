//! Expressions for readers: numbers of at most nine digits, and sums without needless parentheses.
//!
//! Invariant: for people, not for code: a value changes by the rounding of its numbers. Numbers that add up exactly do so before they are
//! rounded, and once more afterwards.

use super::{Constant, Graph, Node, View};

/// The digits of a number.
const DIGITS: usize = 9;

impl Constant {
    /// The number with at most nine significant digits (in numerator and denominator of a fraction); a power of π is kept.
    fn legible(self) -> Self {
        let (above, below) = self.fraction_text();
        if significant(&above).max(below.as_deref().map_or(0, significant)) <= DIGITS {
            return self;
        }
        let value = Self { pi: 0, ..self }.to_f64();
        match Self::decimal_literal(&format!("{:.*e}", DIGITS - 1, value.abs())) {
            Some(rounded) => Self { pi: self.pi, ..if self.is_negative() { rounded.neg() } else { rounded } },
            // Beyond the numbers of f64.
            None => self,
        }
    }
}

/// The significant digits of a decimal text.
fn significant(text: &str) -> usize {
    let mantissa = text.split('e').next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_start_matches('0').trim_end_matches('0').len()
}

impl Graph {
    /// The expression with numbers of at most nine digits, and with shared sums and products as parts of those that they are in.
    pub fn legible(&mut self, node: Node) -> Node {
        let whole = self.replace_nodes(node, &|graph, rebuilt| {
            let is_shared = matches!(graph.view(rebuilt.before), View::Shared(_));
            is_shared.then(|| graph.taken_apart(rebuilt.node))
        });
        self.replace_nodes(whole, &|graph, rebuilt| match graph.view(rebuilt.node) {
            View::Constant(value) => Some(graph.constant(value.legible())),
            View::Sum { constant, terms } => {
                let terms: Vec<_> = terms.iter().map(|&(x, c)| (x, c.legible())).collect();
                Some(graph.linear_combination(constant.legible(), &terms))
            }
            _ => None,
        })
    }

    /// What [`share`](Self::share) has made of a sum or a product, as it was.
    fn taken_apart(&mut self, node: Node) -> Node {
        match self.view(node) {
            View::Shared(inner) => inner,
            View::Sum { constant, terms: &[(x, factor)] } => match self.view(x) {
                View::Shared(inner) => self.linear_combination(constant, &[(inner, factor)]),
                _ => node,
            },
            _ => node,
        }
    }
}
