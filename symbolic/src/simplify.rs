//! Sums and products to their canonical forms.
//!
//! Sum = c₀ + Σ cᵢ·xᵢ, flat, sorted, like terms merged, c sin² + c cos² = c applied.
//! Product = Π xᵢ^eᵢ, flat, sorted, exponents merged; its numeric coefficient belongs to the
//! enclosing sum. Sums inside products are not expanded. What has no exact constant stays unfolded.

use super::{Constant, Function, Graph, Node, View};

/// A sum under construction.
#[derive(Default)]
struct Terms {
    /// The only number, if there is one.
    constant: Option<Constant>,
    /// Several numbers, no two of which have an exact sum (different powers of π, or overflow).
    constants: Vec<Constant>,
    terms: Vec<(Node, Constant)>,
}

impl Terms {
    fn add_constant(&mut self, mut value: Constant) {
        if value.is_zero() {
            return;
        }
        if self.constants.is_empty() {
            let Some(known) = self.constant.take() else {
                self.constant = Some(value);
                return;
            };
            match known.add(value) {
                Some(sum) => self.constant = Some(sum).filter(|sum| !sum.is_zero()),
                None => self.constants = vec![known, value],
            }
            return;
        }
        while let Some((at, sum)) =
            self.constants.iter().enumerate().find_map(|(at, c)| Some((at, c.add(value)?)))
        {
            self.constants.swap_remove(at);
            value = sum;
        }
        if !value.is_zero() {
            self.constants.push(value);
        }
    }

    /// Sorts and merges like terms: a·x + b·x = (a+b)·x.
    fn merge(&mut self) {
        if !self.terms.windows(2).all(|pair| pair[0].0 < pair[1].0) {
            self.terms.sort_unstable();
            let mut merged: Vec<(Node, Constant)> = Vec::with_capacity(self.terms.len());
            for &(node, mut c) in &self.terms {
                // Several entries of one node: coefficients that have no exact sum.
                let run = merged.iter().rposition(|m| m.0 != node).map_or(0, |at| at + 1);
                let mut at = run;
                while at < merged.len() {
                    if let Some(sum) = merged[at].1.add(c) {
                        c = sum;
                        merged.remove(at);
                        at = run;
                    } else {
                        at += 1;
                    }
                }
                if !c.is_zero() {
                    merged.push((node, c));
                }
            }
            self.terms = merged;
            self.terms.sort_unstable();
        }
    }
}

impl Graph {
    /// constant + Σ cᵢ·xᵢ in canonical form.
    pub fn linear_combination(&mut self, constant: Constant, terms: &[(Node, Constant)]) -> Node {
        let mut sum = Terms::default();
        sum.add_constant(constant);
        for &(node, c) in terms {
            self.gather_term(&mut sum, node, c);
        }
        self.finish_sum(sum)
    }

    /// Adds c·x to a sum.
    fn gather_term(&self, sum: &mut Terms, node: Node, c: Constant) {
        if c.is_zero() {
            return; // 0·x = 0
        }
        match self.view(node) {
            // c·k
            View::Constant(k) => match k.mul(c) {
                Some(value) => sum.add_constant(value),
                None => sum.terms.push((node, c)),
            },
            // c·(k + Σ cᵢxᵢ) = ck + Σ (c·cᵢ)xᵢ
            View::Sum { constant, terms } => {
                if !c.is_one() && (constant.mul(c).is_none() || terms.iter().any(|t| t.1.mul(c).is_none())) {
                    sum.terms.push((node, c));
                    return;
                }
                let scaled = |k: Constant| k.mul(c).unwrap_or(Constant::ZERO); // exact, by the line above
                sum.add_constant(scaled(constant));
                sum.terms.reserve(terms.len());
                for &(x, k) in terms {
                    match self.as_constant(x) {
                        Some(_) => self.gather_term(sum, x, scaled(k)),
                        None => sum.terms.push((x, scaled(k))),
                    }
                }
            }
            _ => sum.terms.push((node, c)),
        }
    }

    fn finish_sum(&mut self, mut sum: Terms) -> Node {
        loop {
            sum.merge();
            let Some((i, j, rest)) = self.find_pythagoras(&sum.terms) else {
                break;
            };
            // c·P·sin² + c·P·cos² = c·P
            let c = sum.terms[i].1;
            sum.terms.remove(i.max(j));
            sum.terms.remove(i.min(j));
            let rest = self.monomial(Constant::ONE, &rest);
            self.gather_term(&mut sum, rest, c);
        }
        sum.constants.sort_unstable();
        // One number is the constant of the sum; of several the rational one, the others are terms.
        let constant = match sum.constants.len() {
            0 => sum.constant.unwrap_or(Constant::ZERO),
            1 => sum.constants[0],
            _ => {
                let at = sum.constants.iter().position(|c| c.pi == 0);
                let constant = at.map_or(Constant::ZERO, |at| sum.constants.remove(at));
                for c in std::mem::take(&mut sum.constants) {
                    let node = self.constant(c);
                    sum.terms.push((node, Constant::ONE));
                }
                sum.terms.sort_unstable();
                constant
            }
        };
        match sum.terms[..] {
            [] => self.constant(constant),
            // 0 + 1·x = x
            [(node, c)] if constant.is_zero() && c.is_one() => node,
            _ => self.intern(View::Sum { constant, terms: &sum.terms }),
        }
    }

    /// Terms i, j with c·P·sin²x and c·P·cos²x, and the factors of P.
    fn find_pythagoras(&self, terms: &[(Node, Constant)]) -> Option<Pythagoras> {
        for (i, &(node, c)) in terms.iter().enumerate() {
            let View::Product { factors } = self.view(node) else {
                continue;
            };
            for &(factor, e) in factors {
                if e < 2 {
                    continue;
                }
                let View::Call(Function::Sin, x) = self.view(factor) else {
                    continue;
                };
                let Some(cos) = self.find(View::Call(Function::Cos, x)) else {
                    continue;
                };
                let rest = multiply_factors(factors, &[(factor, -2)]);
                let partner = multiply_factors(&rest, &[(cos, 2)]);
                let Some(partner) = self.find(View::Product { factors: &partner }) else {
                    continue;
                };
                // Several entries of one node are next to each other.
                let at = terms.partition_point(|&(node, _)| node < partner);
                let run = terms[at..].iter().take_while(|t| t.0 == partner);
                if let Some((offset, _)) = run.enumerate().find(|(_, t)| t.1 == c) {
                    return Some((i, at + offset, rest));
                }
            }
        }
        None
    }

    /// coefficient · Π xᵢ^eᵢ in canonical form.
    pub fn monomial(&mut self, coefficient: Constant, factors: &[(Node, i32)]) -> Node {
        let mut product = Factors { coefficient, factors: Vec::new() };
        for &(node, e) in factors {
            self.gather_factor(&mut product, node, e);
        }
        self.finish_product(product)
    }

    /// Multiplies a product by x^e.
    fn gather_factor(&self, product: &mut Factors, node: Node, e: i32) {
        if e == 0 {
            return; // x⁰ = 1
        }
        match self.view(node) {
            // c·k^e
            View::Constant(k) => {
                if !product.scale(k, e) {
                    product.factors.push((node, e));
                }
            }
            // (k·x)^e = k^e·x^e
            View::Sum { constant, terms: &[(x, k)] } if constant.is_zero() && product.scale(k, e) => {
                self.gather_factor(product, x, e);
            }
            // (Π xᵢ^eᵢ)^e = Π xᵢ^(e·eᵢ)
            View::Product { factors } => {
                if factors.iter().any(|f| f.1.checked_mul(e).is_none()) {
                    product.factors.push((node, e));
                    return;
                }
                for &(x, k) in factors {
                    self.gather_factor(product, x, k * e);
                }
            }
            // (√x)^(2k+r) = x^k·(√x)^r
            View::Call(Function::Sqrt, &[x]) if e.unsigned_abs() >= 2 => {
                self.gather_factor(product, x, e / 2);
                self.gather_factor(product, node, e % 2);
            }
            _ => product.factors.push((node, e)),
        }
    }

    fn finish_product(&mut self, mut product: Factors) -> Node {
        product.merge();
        while let Some(at) = self.find_root(&product.factors) {
            let (root, r) = product.factors.remove(at);
            let View::Call(_, &[x]) = self.view(root) else {
                break;
            };
            // x^k·(√x)^r = (√x)^(2k+r), which gathering splits again
            let k =
                product.factors.iter().position(|f| f.0 == x).map_or(0, |at| product.factors.remove(at).1);
            self.gather_factor(&mut product, x, (2 * k + r) / 2);
            self.gather_factor(&mut product, root, (2 * k + r) % 2);
            product.merge();
        }
        // |x|^(2k+r) = x^(2k)·|x|^r, whose derivatives at zero are those of x^(2k).
        while let Some(at) = product
            .factors
            .iter()
            .position(|&(x, e)| e.unsigned_abs() >= 2 && matches!(self.view(x), View::Call(Function::Abs, _)))
        {
            let (whole, e) = product.factors.remove(at);
            let View::Call(_, &[x]) = self.view(whole) else {
                break;
            };
            self.gather_factor(&mut product, x, e / 2 * 2);
            self.gather_factor(&mut product, whole, e % 2);
            product.merge();
        }
        let Factors { coefficient, factors } = product;
        if coefficient.is_zero() {
            return self.zero(); // 0·x = 0
        }
        match factors[..] {
            [] => self.constant(coefficient),
            [(node, 1)] => self.scale(coefficient, node),
            _ => {
                let node = self.intern(View::Product { factors: &factors });
                self.scale(coefficient, node)
            }
        }
    }

    /// A factor (√x)^r that is not yet in canonical form: |r| ≥ 2, or sign opposite to that of x^k.
    fn find_root(&self, factors: &[(Node, i32)]) -> Option<usize> {
        factors.iter().position(|&(root, r)| {
            let View::Call(Function::Sqrt, &[x]) = self.view(root) else {
                return false;
            };
            let k = factors.iter().find(|f| f.0 == x).map_or(0, |f| f.1);
            // Large exponents would overflow in 2k + r: unchanged.
            k.unsigned_abs() < 1 << 29
                && r.unsigned_abs() < 1 << 29
                && (r.unsigned_abs() >= 2 || k.signum() * r.signum() < 0)
        })
    }
}

/// Positions of c·P·sin²x and c·P·cos²x among the terms of a sum, and the factors of P.
type Pythagoras = (usize, usize, Vec<(Node, i32)>);

/// A product under construction.
struct Factors {
    coefficient: Constant,
    factors: Vec<(Node, i32)>,
}

impl Factors {
    /// Multiplies the coefficient by k^e; false, without any change, if that is not exact.
    fn scale(&mut self, k: Constant, e: i32) -> bool {
        let power = if e == 1 { Some(k) } else { k.pow(e) };
        let Some(value) = power.and_then(|power| self.coefficient.mul(power)) else {
            return false;
        };
        self.coefficient = value;
        true
    }

    /// Sorts and merges equal factors: x^a·x^b = x^(a+b).
    fn merge(&mut self) {
        if !self.factors.windows(2).all(|pair| pair[0].0 < pair[1].0) {
            self.factors = multiply_factors(&[], &self.factors);
        }
    }
}

/// The canonical list of factors of a product of two lists, the first of them canonical.
fn multiply_factors(first: &[(Node, i32)], second: &[(Node, i32)]) -> Vec<(Node, i32)> {
    let mut product = Vec::with_capacity(first.len() + second.len());
    product.extend_from_slice(first);
    product.extend_from_slice(second);
    product.sort_unstable_by_key(|f| f.0);
    product.dedup_by(|next, last| {
        let sum = if next.0 == last.0 { last.1.checked_add(next.1) } else { None };
        if let Some(e) = sum {
            last.1 = e;
        }
        sum.is_some()
    });
    product.retain(|f| f.1 != 0);
    product
}
