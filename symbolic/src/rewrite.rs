//! Calls, comparisons and choices to simpler ones: one rewrite rule a match arm.

use super::{Constant, Function, Graph, Node, Parity, Relation, View};
use std::cmp::Ordering;

impl Graph {
    /// f(x, …), simplified.
    ///
    /// # Panics
    /// If the number of arguments is not [`Function::arity`].
    pub fn call(&mut self, function: Function, arguments: &[Node]) -> Node {
        assert_eq!(arguments.len(), function.arity(), "number of arguments of `{}`", function.name());
        if let Some(node) = self.rewrite_parity(function, arguments) {
            return node;
        }
        let simpler = match *arguments {
            [x] => self.rewrite_unary(function, x),
            [x, y] => self.rewrite_binary(function, x, y),
            _ => None,
        };
        simpler.unwrap_or_else(|| self.intern(View::Call(function, arguments)))
    }

    fn rewrite_parity(&mut self, function: Function, arguments: &[Node]) -> Option<Node> {
        match function.parity() {
            // f(0) = 0
            Parity::Odd if self.is_zero(arguments[0]) => Some(self.zero()),
            // f(−x) = −f(x)
            Parity::Odd if self.has_leading_minus(arguments[0]) => {
                let x = self.neg(arguments[0]);
                let value = self.call(function, &[x]);
                Some(self.neg(value))
            }
            // f(−x) = f(x)
            Parity::Even if self.has_leading_minus(arguments[0]) => {
                let x = self.neg(arguments[0]);
                Some(self.call(function, &[x]))
            }
            _ => None,
        }
    }

    /// Of x and −x exactly one leads with a minus sign.
    fn has_leading_minus(&self, node: Node) -> bool {
        match self.view(node) {
            View::Constant(c) => c.is_negative(),
            View::Sum { terms, .. } => terms[0].1.is_negative(),
            _ => false,
        }
    }

    /// k and x of k·x, a sum of one term.
    fn split_coefficient(&self, node: Node) -> Option<(Constant, Node)> {
        match self.view(node) {
            View::Sum { constant, terms: &[(x, k)] } if constant.is_zero() => Some((k, x)),
            _ => None,
        }
    }

    fn rewrite_unary(&mut self, function: Function, x: Node) -> Option<Node> {
        let value = self.as_constant(x);
        match (function, self.view(x)) {
            // cos 0 = cosh 0 = exp 0 = 1
            (Function::Cos | Function::Cosh | Function::Exp, _) if self.is_zero(x) => Some(self.one()),
            // ln 1 = arccos 1 = 0
            (Function::Ln | Function::Acos, _) if x == self.one() => Some(self.zero()),
            // sin(k·π/6)
            (Function::Sin, View::Constant(c)) => sine_of(c, 0).map(|c| self.constant(c)),
            // cos(k·π/6) = sin((k + 3)·π/6)
            (Function::Cos, View::Constant(c)) => sine_of(c, 3).map(|c| self.constant(c)),
            // ln(exp y) = y, exp(ln y) = y
            (Function::Ln, View::Call(Function::Exp, &[y]))
            | (Function::Exp, View::Call(Function::Ln, &[y])) => Some(y),
            // ||y|| = |y|, |√y| = √y, |exp y| = exp y
            (Function::Abs, View::Call(Function::Abs | Function::Sqrt | Function::Exp, _)) => Some(x),
            // |c|
            (Function::Abs, View::Constant(c)) => Some(self.constant(c.abs())),
            // sign c, c > 0 by parity
            (Function::Sign, View::Constant(_)) => Some(self.one()),
            // floor n = n
            (Function::Floor, View::Constant(c)) if c.is_integer().is_some() => Some(x),
            // floor (floor y) = floor y
            (Function::Floor, View::Call(Function::Floor, _)) => Some(x),
            // √c
            (Function::Sqrt, View::Constant(_)) => value.and_then(Constant::sqrt).map(|c| self.constant(c)),
            (Function::Abs | Function::Sign | Function::Sqrt, _) => {
                let (k, y) = self.split_coefficient(x)?;
                match function {
                    // |k·y| = k·|y|, k > 0 by parity
                    Function::Abs => {
                        let y = self.call(function, &[y]);
                        Some(self.scale(k.abs(), y))
                    }
                    // sign(k·y) = sign y, k > 0 by parity
                    Function::Sign => Some(self.call(function, &[y])),
                    // √(k²·y) = k·√y
                    _ => {
                        let k = k.sqrt()?;
                        let y = self.call(function, &[y]);
                        Some(self.scale(k, y))
                    }
                }
            }
            _ => None,
        }
    }

    fn rewrite_binary(&mut self, function: Function, x: Node, y: Node) -> Option<Node> {
        let (a, b) = (self.as_constant(x), self.as_constant(y));
        match (function, a, b) {
            // min(x, x) = max(x, x) = x
            (Function::Min | Function::Max, ..) if x == y => Some(x),
            // of two numbers
            (Function::Min | Function::Max, Some(a), Some(b)) if a.compare(b).is_some() => {
                Some(if (a.compare(b) == Some(Ordering::Less)) == (function == Function::Min) {
                    x
                } else {
                    y
                })
            }
            // f(x, y) = f(y, x)
            (Function::Min | Function::Max | Function::Hypot, ..) if y < x => {
                Some(self.call(function, &[y, x]))
            }
            // hypot(0, y) = |y|
            (Function::Hypot, Some(a), _) if a.is_zero() => Some(self.call(Function::Abs, &[y])),
            // atan2(0, b) = 0, b > 0
            (Function::Atan2, Some(a), Some(b)) if a.is_zero() && !b.is_zero() && !b.is_negative() => {
                Some(self.zero())
            }
            // 1^y = 1
            (Function::Pow, Some(a), _) if a.is_one() => Some(self.one()),
            (Function::Pow, _, Some(b)) => {
                // x^k
                if let Some(k) = b.is_integer() {
                    return Some(self.powi(x, i32::try_from(k).ok()?));
                }
                // x^(k/2) = (√x)^k
                let k = i32::try_from(b.mul(Constant::integer(2))?.is_integer()?).ok()?;
                let root = self.sqrt(x);
                Some(self.powi(root, k))
            }
            _ => None,
        }
    }

    /// The condition that is always true or always false: 0 ≤ 0 or 0 < 0.
    pub fn boolean(&mut self, value: bool) -> Node {
        let zero = self.zero();
        self.intern(View::Compare(if value { Relation::Le } else { Relation::Lt }, zero, zero))
    }

    /// The value of a condition that is always true or always false.
    pub fn as_boolean(&self, condition: Node) -> Option<bool> {
        match self.view(condition) {
            View::Compare(relation, a, b) if self.is_zero(a) && self.is_zero(b) => {
                Some(relation == Relation::Le)
            }
            _ => None,
        }
    }

    /// a < b, a ≤ b, a = b or a ≠ b; for a > b and a ≥ b swap the operands.
    pub fn compare(&mut self, relation: Relation, a: Node, b: Node) -> Node {
        let order = match (self.as_constant(a), self.as_constant(b)) {
            _ if a == b => Some(Ordering::Equal),
            (Some(x), Some(y)) => x.compare(y),
            _ => None,
        };
        match (relation, order) {
            (Relation::Lt, Some(order)) => self.boolean(order == Ordering::Less),
            (Relation::Le, Some(order)) => self.boolean(order != Ordering::Greater),
            (Relation::Eq, Some(order)) => self.boolean(order == Ordering::Equal),
            (Relation::Ne, Some(order)) => self.boolean(order != Ordering::Equal),
            // a = b ⇔ b = a
            (Relation::Eq | Relation::Ne, None) if b < a => self.intern(View::Compare(relation, b, a)),
            (_, None) => self.intern(View::Compare(relation, a, b)),
        }
    }

    /// a ∧ b.
    pub fn and(&mut self, a: Node, b: Node) -> Node {
        match (self.as_boolean(a), self.as_boolean(b)) {
            // ⊤ ∧ b = b, a ∧ ⊥ = ⊥
            (Some(true), _) | (_, Some(false)) => b,
            (_, Some(true)) | (Some(false), _) => a,
            // a ∧ a = a
            _ if a == b => a,
            _ => self.intern(View::And(a.min(b), a.max(b))),
        }
    }

    /// a ∨ b.
    pub fn or(&mut self, a: Node, b: Node) -> Node {
        match (self.as_boolean(a), self.as_boolean(b)) {
            // ⊥ ∨ b = b, a ∨ ⊤ = ⊤
            (Some(false), _) | (_, Some(true)) => b,
            (_, Some(false)) | (Some(true), _) => a,
            // a ∨ a = a
            _ if a == b => a,
            _ => self.intern(View::Or(a.min(b), a.max(b))),
        }
    }

    /// ¬a.
    pub fn not(&mut self, a: Node) -> Node {
        match (self.as_boolean(a), self.view(a)) {
            (Some(value), _) => self.boolean(!value),
            // ¬¬b = b
            (None, View::Not(b)) => b,
            _ => self.intern(View::Not(a)),
        }
    }

    /// a if the condition is true, otherwise b.
    pub fn select(&mut self, condition: Node, a: Node, b: Node) -> Node {
        match (self.as_boolean(condition), self.view(condition)) {
            // select(c, a, a) = a
            _ if a == b => a,
            (Some(value), _) => {
                if value {
                    a
                } else {
                    b
                }
            }
            // select(¬c, a, b) = select(c, b, a)
            (None, View::Not(c)) => self.intern(View::Select(c, b, a)),
            _ => self.intern(View::Select(condition, a, b)),
        }
    }
}

/// sin(c + shift·π/6), where c is a multiple of π/6 and the value is rational.
fn sine_of(c: Constant, shift: i64) -> Option<Constant> {
    let sixths = c.multiple_of_pi()?.mul(Constant::integer(6))?.is_integer()?;
    let half = Constant::ratio(1, 2);
    match (sixths.checked_add(shift)?).rem_euclid(12) {
        0 | 6 => Some(Constant::ZERO),
        1 | 5 => Some(half),
        3 => Some(Constant::ONE),
        7 | 11 => Some(half.neg()),
        9 => Some(Constant::MINUS_ONE),
        _ => None,
    }
}
