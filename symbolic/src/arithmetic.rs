//! The four operations, powers, and sums of products, as linear combinations and monomials.

use super::{Constant, Function, Graph, Node, View};

impl Graph {
    /// a + b.
    pub fn add(&mut self, a: Node, b: Node) -> Node {
        if self.is_zero(a) {
            return b;
        }
        if self.is_zero(b) {
            return a;
        }
        self.linear_combination(Constant::ZERO, &[(a, Constant::ONE), (b, Constant::ONE)])
    }

    /// a − b.
    pub fn sub(&mut self, a: Node, b: Node) -> Node {
        if a == b {
            return self.zero();
        }
        if self.is_zero(b) {
            return a;
        }
        self.linear_combination(Constant::ZERO, &[(a, Constant::ONE), (b, Constant::MINUS_ONE)])
    }

    /// a · b.
    pub fn mul(&mut self, a: Node, b: Node) -> Node {
        if self.is_zero(a) || self.is_zero(b) {
            return self.zero();
        }
        if a == self.one() {
            return b;
        }
        if b == self.one() {
            return a;
        }
        self.monomial(Constant::ONE, &[(a, 1), (b, 1)])
    }

    /// a / b. Division by the number 0 stays as the factor 0⁻¹ (its value is infinite).
    pub fn div(&mut self, a: Node, b: Node) -> Node {
        if b == self.one() {
            return a;
        }
        self.monomial(Constant::ONE, &[(a, 1), (b, -1)])
    }

    /// −a.
    pub fn neg(&mut self, a: Node) -> Node {
        self.scale(Constant::MINUS_ONE, a)
    }

    /// Σ xᵢ.
    pub fn sum(&mut self, nodes: &[Node]) -> Node {
        let mut others = nodes.iter().copied().filter(|&node| !self.is_zero(node));
        match (others.next(), others.next()) {
            (None, _) => self.zero(),
            (Some(only), None) => self.found(only),
            _ => {
                let terms: Vec<_> = nodes.iter().map(|&node| (node, Constant::ONE)).collect();
                self.linear_combination(Constant::ZERO, &terms)
            }
        }
    }

    /// Π xᵢ.
    pub fn product(&mut self, nodes: &[Node]) -> Node {
        let factors: Vec<_> = nodes.iter().map(|&node| (node, 1)).collect();
        self.monomial(Constant::ONE, &factors)
    }

    /// Σ aᵢ·bᵢ.
    pub fn dot(&mut self, a: &[Node], b: &[Node]) -> Node {
        // Most products of geometry have a factor zero.
        let mut terms: Vec<(Node, Constant)> = Vec::new();
        let mut first = None;
        for (&x, &y) in a.iter().zip(b) {
            let product = self.mul(x, y);
            if self.is_zero(product) {
                continue;
            }
            match first {
                None => first = Some(product),
                Some(first) => {
                    if terms.is_empty() {
                        terms.push((first, Constant::ONE));
                    }
                    terms.push((product, Constant::ONE));
                }
            }
        }
        match first {
            None => self.zero(),
            Some(only) if terms.is_empty() => self.found(only),
            _ => self.linear_combination(Constant::ZERO, &terms),
        }
    }

    /// c · a.
    pub fn scale(&mut self, c: Constant, a: Node) -> Node {
        if c.is_one() || self.is_zero(a) { a } else { self.linear_combination(Constant::ZERO, &[(a, c)]) }
    }

    /// a^k.
    pub fn powi(&mut self, a: Node, k: i32) -> Node {
        if k == 1 { a } else { self.monomial(Constant::ONE, &[(a, k)]) }
    }

    /// a^b; a product where b is an integer, with √a where b is a half.
    pub fn pow(&mut self, a: Node, b: Node) -> Node {
        self.call(Function::Pow, &[a, b])
    }

    /// √a.
    pub fn sqrt(&mut self, a: Node) -> Node {
        self.call(Function::Sqrt, &[a])
    }

    /// sin a.
    pub fn sin(&mut self, a: Node) -> Node {
        self.call(Function::Sin, &[a])
    }

    /// cos a.
    pub fn cos(&mut self, a: Node) -> Node {
        self.call(Function::Cos, &[a])
    }

    /// A sum or product as one value: it is not taken apart when it becomes part of another
    /// sum or product, nor is its derivative. Recursions are written with it, so that what a step passes to
    /// the next is computed once. Signs and numeric factors stay outside: equal values of either sign are
    /// one node.
    pub fn share(&mut self, node: Node) -> Node {
        let (sign, whole) = match self.view(node) {
            View::Sum { constant, terms: &[(x, c)] } if constant.is_zero() => (c, x),
            View::Sum { terms, .. } if terms[0].1.is_negative() => (Constant::MINUS_ONE, self.neg(node)),
            _ => (Constant::ONE, node),
        };
        match self.view(whole) {
            View::Sum { .. } | View::Product { .. } => {
                let shared = self.intern(View::Shared(whole));
                self.scale(sign, shared)
            }
            _ => node,
        }
    }
}
