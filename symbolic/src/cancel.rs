//! Expressions whose terms cancel, as those of a redundant constraint do: zero, but for the rounding of irrational constants.
//!
//! ```text
//! |x| ≤ 32 ε max(Σ |terms of x|, 1/8)     at random values of all symbols near 1, and at their opposites   (1)
//! ```
//!
//! (An axis that is typed as [0, 1, 2.2e-16] leaves terms that are rounding themselves.) An analytic expression that vanishes at random points vanishes everywhere.

use super::{Graph, Node, Symbol, View};

/// Pairs of random points.
const PAIRS: u64 = 3;
/// The rounding units of (1).
const ROUNDING: f64 = 32.0 * f64::EPSILON;
/// Sizes below this count as this in (1).
const SMALL: f64 = 0.125;

/// A number in (0.3, 1.7) for each symbol and each pair of points (splitmix64).
fn random(symbol: Symbol, pair: u64) -> f64 {
    let mut z = ((symbol.index() as u64) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (pair << 32);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    0.3 + 1.4 * ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

impl Graph {
    /// Which of these analytic expressions satisfy (1). One that is zero without terms does not.
    pub fn cancelled(&self, nodes: &[Node]) -> Vec<bool> {
        let mut all = vec![!nodes.is_empty(); nodes.len()];
        for pair in 0..PAIRS {
            for sign in [1.0, -1.0] {
                let (values, sizes) = self.values_and_sizes(nodes, &|symbol| sign * random(symbol, pair));
                for (cancels, node) in all.iter_mut().zip(nodes) {
                    let (value, size) = (values[node.index()], sizes[node.index()]);
                    // NaN does not cancel.
                    *cancels &= size > 0.0 && value.abs() <= ROUNDING * size.max(SMALL);
                }
            }
        }
        all
    }

    /// The values of all descendants, and the sizes of their terms.
    fn values_and_sizes(&self, nodes: &[Node], value: &dyn Fn(Symbol) -> f64) -> (Vec<f64>, Vec<f64>) {
        let values = self.values(nodes, value);
        let needed = self.needed(nodes);
        let mut sizes = vec![0.0; needed.len()];
        for at in (0..needed.len()).filter(|&at| needed[at]) {
            let node = Node(at as u32);
            sizes[at] = match self.view(node) {
                View::Sum { constant, terms } => terms
                    .iter()
                    .fold(constant.to_f64().abs(), |sum, &(x, c)| sum + c.to_f64().abs() * sizes[x.index()]),
                View::Product { factors } => factors.iter().fold(1.0, |product, &(x, exponent)| {
                    let of = if exponent > 0 { sizes[x.index()] } else { values[x.index()].abs() };
                    product * of.powi(exponent)
                }),
                View::Select(condition, then, otherwise) => {
                    let chosen = if values[condition.index()] == 0.0 { otherwise } else { then };
                    sizes[chosen.index()]
                }
                View::Shared(x) => sizes[x.index()],
                _ => values[at].abs(),
            };
        }
        (values, sizes)
    }
}

#[cfg(test)]
mod tests {
    use crate::algebra::Algebra;
    use crate::{Constant, Graph};

    #[test]
    fn terms_with_irrational_factors_cancel() {
        let mut graph = Graph::new();
        let [x, y] = ["x", "y"].map(|name| graph.symbol(name));
        let [x, y] = [x, y].map(|symbol| graph.node(symbol));
        let algebra = &Algebra::new(&mut graph);
        let [x, y] = [algebra.expr(x), algebra.expr(y)];
        let root = algebra.constant(Constant::ratio(113, 100)).sqrt();
        let [a, b] = [3, 2].map(|k| algebra.constant(Constant::ratio(k, 10)) / root);
        // (a b − b a) sin x, spelled so that nothing is recognised: a (b sin x) − (0.06/1.13) sin x.
        let product = algebra.constant(Constant::ratio(6, 113));
        let nothing = a * (b * x.sin()) - product * x.sin();
        let something = nothing + algebra.constant(Constant::ratio(1, 1_000_000_000)) * y;
        let nodes = [nothing, something, x.abs() - x, x.sin() * y].map(|x| x.node());
        let found = graph.cancelled(&nodes);
        assert_eq!(found[1..], [false, false, false]);
        assert!(found[0] || graph.is_zero(nodes[0]));
    }
}
