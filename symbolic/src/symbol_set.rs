//! Symbols to a bitset, so that "does this depend on that?" is a few machine words: those from the first symbol of the set to the last.
//!
//! Invariant: neither the first nor the last word is zero, and the empty set begins at zero, hence equal sets have equal words.

use super::Symbol;

/// A set of symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SymbolSet {
    /// The number of the first word.
    first: usize,
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
        self.reach(word, word + 1);
        self.words[word - self.first] |= 1 << bit;
    }

    /// Makes room for the words from `first` to before `end`, of which both ends will not be zero.
    fn reach(&mut self, first: usize, end: usize) {
        if self.words.is_empty() {
            (self.first, self.words) = (first, vec![0; end - first]);
            return;
        }
        if first < self.first {
            self.words.splice(..0, std::iter::repeat_n(0, self.first - first));
            self.first = first;
        }
        if end > self.first + self.words.len() {
            self.words.resize(end - self.first, 0);
        }
    }

    /// s ∈ S.
    pub fn contains(&self, symbol: Symbol) -> bool {
        let (word, bit) = (symbol.index() / 64, symbol.index() % 64);
        let word = word.checked_sub(self.first).and_then(|word| self.words.get(word));
        word.is_some_and(|bits| bits >> bit & 1 == 1)
    }

    /// S ∩ R ≠ ∅.
    pub fn intersects(&self, other: &Self) -> bool {
        let first = self.first.max(other.first);
        let from = |set: &'_ Self| first - set.first;
        let (Some(a), Some(b)) = (self.words.get(from(self)..), other.words.get(from(other)..)) else {
            return false;
        };
        a.iter().zip(b).any(|(a, b)| a & b != 0)
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
        if other.words.is_empty() {
            return;
        }
        self.reach(other.first, other.first + other.words.len());
        for (a, b) in self.words[other.first - self.first..].iter_mut().zip(&other.words) {
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
            let first = ((self.first + word) * 64) as u32;
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| Symbol(first + bit))
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
