//! Constraints at position, velocity and acceleration level, and their reactions.
//!
//! ```text
//! holonomic      g(t,q) = 0       G = ∂g/∂q    dg/dt = g_t + G v            G a = γ_g    (1)
//! nonholonomic   k(t,q,v) = 0     D = ∂k/∂v    k_q = ∂k/∂q                  D a = γ_k    (2)
//! γ_g = −(∂/∂t + v·∂/∂q)(g_t + G v),     γ_k = −(k_t + k_q v)                            (3)
//! f = f_own − Gᵀλ − Dᵀψ    over the constraints whose reaction is automatic              (4)
//! ```

use super::{SparseMatrix, Symbols};
use crate::symbolic::algebra::{Algebra, Expr, nodes};
use crate::symbolic::{Graph, Node, Symbol};
use std::cell::OnceCell;
use std::collections::BTreeMap;

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
    /// Whether the reaction −Gᵀλ is added to the force, in the order of g.
    automatic_holonomic: Vec<bool>,
    /// The same in the order of k.
    automatic_nonholonomic: Vec<bool>,
}

impl Constraints {
    /// `kinds` states for each residual whether it is (holonomic, automatic).
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

        let jacobian = SparseMatrix::along(graph, &holonomic, &symbols.tangent);
        let velocity_jacobian = SparseMatrix::jacobian(graph, &nonholonomic, &symbols.velocities);
        let position_jacobian = SparseMatrix::along(graph, &nonholonomic, &symbols.tangent);
        // (1)
        let algebra = &Algebra::new(graph);
        let drift = Drift::new(symbols);
        let rate: Vec<Expr<'_>> = algebra.exprs(&holonomic).into_iter().map(|g| drift.of(g)).collect();
        // (3)
        let bias = |of: &[Expr<'_>]| of.iter().map(|&x| (-drift.of(x)).node()).collect();
        let holonomic_bias = bias(&rate);
        let nonholonomic_bias = bias(&algebra.exprs(&nonholonomic));
        let rate = nodes(&rate);
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

    /// Gᵀλ + Dᵀψ of (4).
    pub(super) fn reactions(&self, graph: &mut Graph, symbols: &Symbols) -> Vec<Node> {
        let algebra = &Algebra::new(graph);
        let mut terms: Vec<Vec<Expr<'_>>> = vec![Vec::new(); symbols.velocities.len()];
        let borders = [
            (&self.jacobian, &symbols.holonomic, &self.automatic_holonomic),
            (&self.velocity_jacobian, &symbols.nonholonomic, &self.automatic_nonholonomic),
        ];
        for (matrix, multipliers, automatic) in borders {
            for &(row, column, entry) in &matrix.entries {
                if automatic[row] {
                    let multiplier = algebra.symbol(multipliers[row]);
                    terms[column].push(algebra.expr(entry) * multiplier);
                }
            }
        }
        terms.iter().map(|terms| algebra.sum(terms).node()).collect()
    }
}

/// Time derivatives along the motion at a = 0.
pub(super) struct Drift<'a> {
    symbols: &'a Symbols,
    /// The rate of each symbol.
    rates: OnceCell<BTreeMap<Symbol, Node>>,
}

impl<'a> Drift<'a> {
    pub fn new(symbols: &'a Symbols) -> Self {
        Self { symbols, rates: OnceCell::new() }
    }

    /// (∂/∂t + v·∂/∂q) x.
    pub fn of<'g>(&self, x: Expr<'g>) -> Expr<'g> {
        let algebra = x.algebra();
        let rates = self.rates.get_or_init(|| {
            let mut rates: BTreeMap<Symbol, Vec<Expr<'g>>> = BTreeMap::new();
            rates.insert(self.symbols.time, vec![algebra.one()]);
            for (&velocity, direction) in self.symbols.velocities.iter().zip(&self.symbols.tangent) {
                let v = algebra.symbol(velocity);
                for &(position, coefficient) in direction {
                    rates.entry(position).or_default().push(algebra.expr(coefficient) * v);
                }
            }
            rates.into_iter().map(|(symbol, terms)| (symbol, algebra.sum(&terms).node())).collect()
        });
        let rate = |symbol: Symbol| rates.get(&symbol).copied();
        algebra.expr(algebra.with(|graph| graph.total_time_derivative(x.node(), &rate)))
    }
}
