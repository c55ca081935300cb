//! Expressions to expressions with some symbols replaced, rebuilt in canonical form.

use super::hash::Memo;
use super::{Graph, Node, Symbol, SymbolSet, View};

/// A node after the replacements in its children.
pub struct Rebuilt<'a> {
    /// The node as it was.
    pub before: Node,
    /// The node with the new children. It is canonical: its children may be in another order than those of [`before`](Self::before), and have other
    /// signs.
    pub node: Node,
    replaced: &'a Memo,
}

impl Rebuilt<'_> {
    /// The replacement of a child of [`before`](Self::before).
    pub fn child(&self, child: Node) -> Node {
        self.replaced.get(child).unwrap_or(child)
    }
}

impl Graph {
    /// The expression with every symbol that has a `replacement` replaced, all at once.
    pub fn substitute(&mut self, node: Node, replacement: &dyn Fn(Symbol) -> Option<Node>) -> Node {
        let replaced: SymbolSet =
            self.symbol_set(node).iter().filter(|&s| replacement(s).is_some()).collect();
        let mut memo = Memo::default();
        let mut stack = vec![node];
        while let Some(&top) = stack.last() {
            if memo.get(top).is_some() || !self.depends_on_any(top, &replaced) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            self.for_each_child(top, |child| {
                if self.depends_on_any(child, &replaced) && memo.get(child).is_none() {
                    stack.push(child);
                }
            });
            if stack.len() == before {
                let before = self.write_for(self.inherited(top));
                let value = match self.view(top) {
                    View::Symbol(symbol) => replacement(symbol).unwrap_or(top),
                    _ => self.rebuild(top, &memo),
                };
                self.write_for(before);
                memo.insert(top, value);
                stack.pop();
            }
        }
        memo.get(node).unwrap_or(node)
    }

    /// The expression with nodes replaced, children first: `replacement` is given each node after the replacements in its children, and
    /// returns its replacement.
    pub fn replace_nodes(
        &mut self,
        node: Node,
        replacement: &dyn Fn(&mut Self, &Rebuilt<'_>) -> Option<Node>,
    ) -> Node {
        let mut memo = Memo::default();
        let mut stack = vec![node];
        while let Some(&top) = stack.last() {
            if memo.get(top).is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            self.for_each_child(top, |child| {
                if memo.get(child).is_none() {
                    stack.push(child);
                }
            });
            if stack.len() == before {
                let before = self.write_for(self.inherited(top));
                let rebuilt = self.rebuild(top, &memo);
                let found = Rebuilt { before: top, node: rebuilt, replaced: &memo };
                let value = replacement(self, &found).unwrap_or(rebuilt);
                self.write_for(before);
                memo.insert(top, value);
                stack.pop();
            }
        }
        memo.get(node).unwrap_or(node)
    }

    /// The node with new children, where `memo` has some.
    fn rebuild(&mut self, node: Node, memo: &Memo) -> Node {
        let new = |x: Node| memo.get(x).unwrap_or(x);
        match self.view(node) {
            View::Constant(_) | View::Symbol(_) => node,
            View::Sum { constant, terms } => {
                let terms: Vec<_> = terms.iter().map(|&(x, c)| (new(x), c)).collect();
                self.linear_combination(constant, &terms)
            }
            View::Product { factors } => {
                let factors: Vec<_> = factors.iter().map(|&(x, e)| (new(x), e)).collect();
                self.monomial(super::Constant::ONE, &factors)
            }
            View::Call(function, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|&x| new(x)).collect();
                self.call(function, &arguments)
            }
            View::Compare(relation, a, b) => self.compare(relation, new(a), new(b)),
            View::And(a, b) => self.and(new(a), new(b)),
            View::Or(a, b) => self.or(new(a), new(b)),
            View::Not(a) => self.not(new(a)),
            View::Select(c, a, b) => self.select(new(c), new(a), new(b)),
            View::Shared(a) => self.share(new(a)),
        }
    }
}
