//! Which symbols an expression contains: one shared bitset for all nodes with the same symbols.

use super::graph::index;
use super::{Graph, Node, Symbol, SymbolSet, View};

impl Graph {
    /// The id of the union of the children's sets.
    pub(super) fn collect_symbols(&mut self, node: Node) -> u32 {
        if let View::Symbol(symbol) = self.view(node) {
            return self.set_id(SymbolSet::from_iter([symbol]));
        }
        let mut last = 0;
        let mut all: Option<SymbolSet> = None;
        self.for_each_child(node, |child| {
            let set = self.entries[child.index()].symbols;
            if set == 0 || set == last {
                return;
            }
            if last != 0 {
                let all = all.get_or_insert_with(|| self.sets[last as usize].clone());
                all.extend_by(&self.sets[set as usize]);
            }
            last = set;
        });
        all.map_or(last, |all| self.set_id(all))
    }

    fn set_id(&mut self, set: SymbolSet) -> u32 {
        index(self.sets.insert_full(set).0)
    }

    /// The set of symbols in an expression.
    pub fn symbol_set(&self, node: Node) -> &SymbolSet {
        &self.sets[self.entries[node.index()].symbols as usize]
    }

    /// Whether the symbol occurs in the expression.
    pub fn depends_on(&self, node: Node, symbol: Symbol) -> bool {
        self.symbol_set(node).contains(symbol)
    }

    /// Whether one of the symbols occurs in the expression.
    pub fn depends_on_any(&self, node: Node, symbols: &SymbolSet) -> bool {
        self.symbol_set(node).intersects(symbols)
    }

    /// The symbols in an expression, sorted.
    pub fn symbols(&self, node: Node) -> Vec<Symbol> {
        self.symbol_set(node).iter().collect()
    }

    /// For every node, how deep its operations are nested.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = Vec::with_capacity(self.len());
        for at in 0..self.len() {
            let mut depth = 0;
            self.for_each_child(self.at(at), |child| depth = depth.max(depths[child.index()] + 1));
            depths.push(depth);
        }
        depths
    }

    /// For every node, how many symbols and numbers its text contains if nothing is shared.
    pub fn written_sizes(&self) -> Vec<usize> {
        let mut sizes: Vec<usize> = Vec::with_capacity(self.len());
        for at in 0..self.len() {
            let mut size = 0_usize;
            self.for_each_child(self.at(at), |child| size = size.saturating_add(sizes[child.index()]));
            sizes.push(size.max(1));
        }
        sizes
    }
}
