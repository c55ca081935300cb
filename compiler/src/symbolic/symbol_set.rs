//! Symbols to a bitset, so that "does this depend on that?" is a few machine words.
//!
//! Invariant: the last word is never zero, hence equal sets have equal words.

use super::Symbol;

/// A set of symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SymbolSet {
    words: Vec<u64>,
}

impl SymbolSet {
    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a symbol.
    pub fn insert(&mut self, symbol: Symbol) {
        let (word, bit) = (symbol.index() / 64, symbol.index() % 64);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
    }

    /// s ∈ S.
    pub fn contains(&self, symbol: Symbol) -> bool {
        let (word, bit) = (symbol.index() / 64, symbol.index() % 64);
        self.words.get(word).is_some_and(|bits| bits >> bit & 1 == 1)
    }

    /// S ∩ R ≠ ∅.
    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// S ∪ R.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut all = self.clone();
        all.extend_by(other);
        all
    }

    /// S ← S ∪ R.
    pub fn extend_by(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a |= b;
        }
    }

    /// S = ∅.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The symbols in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.words.iter().enumerate().flat_map(|(word, &bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| Symbol((word * 64) as u32 + bit))
        })
    }
}

impl FromIterator<Symbol> for SymbolSet {
    fn from_iter<I: IntoIterator<Item = Symbol>>(symbols: I) -> Self {
        let mut set = Self::new();
        for symbol in symbols {
            set.insert(symbol);
        }
        set
    }
}
