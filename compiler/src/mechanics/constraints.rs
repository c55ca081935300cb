//! Constraints at position, velocity and acceleration level, and their reactions.
//!
//! ```text
//! holonomic      g(t,q) = 0       G = ∂g/∂q    dg/dt = g_t + G v            G a = γ_g    (1)
//! nonholonomic   k(t,q,v) = 0     D = ∂k/∂v    k_q = ∂k/∂q                  D a = γ_k    (2)
//! γ_g = −(∂/∂t + v·∂/∂q)(g_t + G v),     γ_k = −(k_t + k_q v)                            (3)
//! f = f_own − Gᵀλ − Dᵀψ    over the constraints whose reaction is automatic              (4)
//! ```

use super::{SparseMatrix, Symbols};
use crate::symbolic::{Graph, Node, Symbol};

/// The constraints with all their derivatives.
#[derive(Clone, Debug)]
pub struct Constraints {
    /// g.
    pub holonomic: Vec<Node>,
    /// k.
    pub nonholonomic: Vec<Node>,
    /// G, n_g × n.
    pub jacobian: SparseMatrix,
    /// D, n_k × n.
    pub velocity_jacobian: SparseMatrix,
    /// k_q, n_k × n.
    pub position_jacobian: SparseMatrix,
    /// g_t + G v.
    pub rate: Vec<Node>,
    /// γ_g.
    pub holonomic_bias: Vec<Node>,
    /// γ_k.
    pub nonholonomic_bias: Vec<Node>,
    /// Whose reaction −Gᵀλ is added to the force, in the order of g.
    automatic_holonomic: Vec<bool>,
    /// The same in the order of k.
    automatic_nonholonomic: Vec<bool>,
}

impl Constraints {
    /// `kinds` says for each residual whether it is (holonomic, automatic).
    pub(super) fn derive(
        graph: &mut Graph,
        symbols: &Symbols,
        kinds: &[(bool, bool)],
        residuals: &[Node],
    ) -> Self {
        let of_kind = |holonomic: bool| -> (Vec<Node>, Vec<bool>) {
            let both = kinds.iter().zip(residuals).filter(|(kind, _)| kind.0 == holonomic);
            both.map(|(kind, &residual)| (residual, kind.1)).unzip()
        };
        let (holonomic, automatic_holonomic) = of_kind(true);
        let (nonholonomic, automatic_nonholonomic) = of_kind(false);

        let jacobian = SparseMatrix::jacobian(graph, &holonomic, &symbols.positions);
        let velocity_jacobian = SparseMatrix::jacobian(graph, &nonholonomic, &symbols.velocities);
        let position_jacobian = SparseMatrix::jacobian(graph, &nonholonomic, &symbols.positions);
        // (1)
        let rate: Vec<Node> = holonomic.iter().map(|&g| drift(graph, symbols, g)).collect();
        // (3)
        let bias = |graph: &mut Graph, nodes: &[Node]| -> Vec<Node> {
            let mut negated = |node: Node| {
                let derivative = drift(graph, symbols, node);
                graph.neg(derivative)
            };
            nodes.iter().map(|&node| negated(node)).collect()
        };
        let holonomic_bias = bias(graph, &rate);
        let nonholonomic_bias = bias(graph, &nonholonomic);
        Self {
            holonomic,
            nonholonomic,
            jacobian,
            velocity_jacobian,
            position_jacobian,
            rate,
            holonomic_bias,
            nonholonomic_bias,
            automatic_holonomic,
            automatic_nonholonomic,
        }
    }

    /// (4)
    pub(super) fn with_reactions(&self, graph: &mut Graph, symbols: &Symbols, own: &[Node]) -> Vec<Node> {
        let mut terms: Vec<Vec<Node>> = own.iter().map(|&f| vec![f]).collect();
        let borders = [
            (&self.jacobian, &symbols.holonomic, &self.automatic_holonomic),
            (&self.velocity_jacobian, &symbols.nonholonomic, &self.automatic_nonholonomic),
        ];
        for (matrix, multipliers, automatic) in borders {
            for &(row, column, entry) in &matrix.entries {
                if automatic[row] {
                    let multiplier = graph.node(multipliers[row]);
                    let reaction = graph.mul(entry, multiplier);
                    let reaction = graph.neg(reaction);
                    terms[column].push(reaction);
                }
            }
        }
        terms.iter().map(|terms| graph.sum(terms)).collect()
    }
}

/// (∂/∂t + v·∂/∂q) node: the time derivative at a = 0.
pub(super) fn drift(graph: &mut Graph, symbols: &Symbols, node: Node) -> Node {
    let velocities: Vec<Node> = symbols.velocities.iter().map(|&v| graph.node(v)).collect();
    let one = graph.one();
    let rate = |s: Symbol| {
        if s == symbols.time {
            return Some(one);
        }
        let i = symbols.positions.iter().position(|&q| q == s)?;
        Some(velocities[i])
    };
    graph.total_time_derivative(node, &rate)
}
