//! Expressions to their derivatives: partial, directional, total in time.
//!
//! All of them push tangents through the graph, children first, without recursion:
//! ẋ of a symbol is its seed, ẋ of anything that contains no seeded symbol is zero.

use super::algebra::{Algebra, Expr};
use super::hash::Memo;
use super::{Constant, Graph, Node, Symbol, SymbolSet, View};

/// The structurally nonzero entries of a matrix of derivatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jacobian {
    /// Number of functions.
    pub rows: usize,
    /// Number of symbols.
    pub cols: usize,
    /// (row, column, ∂f_row/∂x_column), row by row.
    pub entries: Vec<(usize, usize, Node)>,
}

impl Graph {
    /// ∂f/∂x.
    pub fn derivative(&mut self, node: Node, symbol: Symbol) -> Node {
        if !self.depends_on(node, symbol) {
            return self.zero();
        }
        if self.partials.len() <= symbol.index() {
            self.partials.resize_with(symbol.index() + 1, Memo::default);
        }
        let mut memo = std::mem::take(&mut self.partials[symbol.index()]);
        let (active, one) = (SymbolSet::from_iter([symbol]), self.one());
        let value = self.tangent(node, &active, &|_| one, &mut memo);
        self.partials[symbol.index()] = memo;
        value
    }

    /// (∂f/∂x₁, …, ∂f/∂xₙ).
    pub fn gradient(&mut self, node: Node, symbols: &[Symbol]) -> Vec<Node> {
        symbols.iter().map(|&symbol| self.derivative(node, symbol)).collect()
    }

    /// ∂fᵢ/∂xⱼ, the entries that are not identically zero.
    pub fn jacobian(&mut self, functions: &[Node], symbols: &[Symbol]) -> Jacobian {
        let mut columns: Vec<(Symbol, usize)> =
            symbols.iter().enumerate().map(|(col, &symbol)| (symbol, col)).collect();
        columns.sort_unstable();
        let mut entries = Vec::new();
        for (row, &function) in functions.iter().enumerate() {
            let of = |symbol: Symbol| {
                let first = columns.partition_point(|column| column.0 < symbol);
                columns[first..].iter().take_while(move |column| column.0 == symbol).map(|column| column.1)
            };
            let mut present: Vec<usize> = self.symbol_set(function).iter().flat_map(of).collect();
            present.sort_unstable();
            for col in present {
                let entry = self.derivative(function, symbols[col]);
                if !self.is_zero(entry) {
                    entries.push((row, col, entry));
                }
            }
        }
        Jacobian { rows: functions.len(), cols: symbols.len(), entries }
    }

    /// (Σⱼ ∂²f/∂xᵢ∂xⱼ · uⱼ)ᵢ: each entry of the gradient along u, so u may depend on x.
    pub fn hessian_vector_product(&mut self, node: Node, symbols: &[Symbol], vector: &[Node]) -> Vec<Node> {
        let gradient = self.gradient(node, symbols);
        self.directional_derivatives(&gradient, &|symbol| {
            symbols.iter().position(|&s| s == symbol).and_then(|at| vector.get(at).copied())
        })
    }

    /// df/dt = Σ ∂f/∂s · ṡ, with `rate` the ṡ of the symbols that have one.
    ///
    /// Repeat it for higher orders, with symbols of their own for s̈ and so on.
    pub fn total_time_derivative(&mut self, node: Node, rate: &dyn Fn(Symbol) -> Option<Node>) -> Node {
        self.directional_derivatives(&[node], rate)[0]
    }

    /// Σ ∂fᵢ/∂s · ṡ for many functions in one pass over their shared nodes.
    pub fn directional_derivatives(
        &mut self,
        nodes: &[Node],
        rate: &dyn Fn(Symbol) -> Option<Node>,
    ) -> Vec<Node> {
        let involved = nodes.iter().fold(SymbolSet::new(), |all, &node| all.union(self.symbol_set(node)));
        let mut rates = Vec::new();
        let mut active = SymbolSet::new();
        for symbol in involved.iter() {
            let rate = rate(symbol).unwrap_or(self.zero());
            rates.resize(symbol.index(), self.zero());
            rates.push(rate);
            if !self.is_zero(rate) {
                active.insert(symbol);
            }
        }
        let mut memo = Memo::default();
        nodes.iter().map(|&node| self.tangent(node, &active, &|s| rates[s.index()], &mut memo)).collect()
    }

    /// The tangent of a node for the seeds of the `active` symbols; `memo` belongs to those seeds.
    fn tangent(
        &mut self,
        node: Node,
        active: &SymbolSet,
        seed: &dyn Fn(Symbol) -> Node,
        memo: &mut Memo,
    ) -> Node {
        let mut stack = vec![node];
        while let Some(&top) = stack.last() {
            if memo.get(top).is_some() || !self.depends_on_any(top, active) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            self.for_each_child(top, |child| {
                if self.depends_on_any(child, active) && memo.get(child).is_none() {
                    stack.push(child);
                }
            });
            if stack.len() == before {
                // A derivative has the author of its function.
                let before = self.write_for(self.inherited(top));
                let value = match self.view(top) {
                    View::Symbol(symbol) => seed(symbol),
                    _ => self.propagate(top, memo),
                };
                self.write_for(before);
                memo.insert(top, value);
                stack.pop();
            }
        }
        memo.get(node).unwrap_or(self.zero())
    }

    /// The tangent of a node from those of its children (absent ones are zero).
    fn propagate(&mut self, node: Node, memo: &Memo) -> Node {
        let zero = self.zero();
        let rate = |x: Node| memo.get(x).unwrap_or(zero);
        match self.view(node) {
            View::Constant(_) | View::Symbol(_) => zero,
            // (k + Σ cᵢxᵢ)˙ = Σ cᵢẋᵢ
            View::Sum { terms, .. } => {
                let terms: Vec<_> =
                    terms.iter().map(|&(x, c)| (rate(x), c)).filter(|t| t.0 != zero).collect();
                self.linear_combination(Constant::ZERO, &terms)
            }
            // (Π xᵢ^eᵢ)˙ = Σⱼ eⱼ·ẋⱼ·xⱼ^(eⱼ−1)·Π_{i≠j} xᵢ^eᵢ
            View::Product { factors } => {
                let mut factors = factors.to_vec();
                let mut terms = Vec::new();
                for j in 0..factors.len() {
                    let (x, e) = factors[j];
                    let dx = rate(x);
                    if dx == zero {
                        continue;
                    }
                    // x^e·x⁻¹·ẋ: merging subtracts the one.
                    factors.push((x, -1));
                    factors.push((dx, 1));
                    terms.push((self.monomial(Constant::integer(i64::from(e)), &factors), Constant::ONE));
                    factors.truncate(factors.len() - 2);
                }
                self.linear_combination(Constant::ZERO, &terms)
            }
            // f(x, …)˙ = Σ ∂f/∂xᵢ·ẋᵢ
            View::Call(function, arguments) => {
                let rates: Vec<Node> = arguments.iter().map(|&x| rate(x)).collect();
                let arguments = arguments.to_vec();
                let algebra = &Algebra::new(self);
                let (f, x) = (algebra.expr(node), algebra.exprs(&arguments));
                let moving = algebra.exprs(&rates).into_iter().enumerate().filter(|(_, dx)| !dx.is_zero());
                let terms: Vec<Expr<'_>> = moving.map(|(i, dx)| function.derivative(f, &x, i) * dx).collect();
                algebra.sum(&terms).node()
            }
            // Conditions are constant almost everywhere.
            View::Compare(..) | View::And(..) | View::Or(..) | View::Not(_) => zero,
            // The derivative of an unexpanded expression is not expanded either, so that recursions are preserved.
            View::Shared(a) => {
                let da = rate(a);
                self.share(da)
            }
            // select(c, a, b)˙ = select(c, ȧ, ḃ)
            View::Select(c, a, b) => {
                let (a, b) = (rate(a), rate(b));
                self.select(c, a, b)
            }
        }
    }
}
