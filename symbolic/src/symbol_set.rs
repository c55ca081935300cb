//! Symbols to a bitset, so that "does this depend on that?" is a few machine words: those from the first symbol of the set to the last.
//!
//! Invariant: neither the first nor the last word is zero, `words` has none or several, and the empty set begins at zero, hence equal sets have
//! equal words.

use super::Symbol;

/// A set of symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SymbolSet {
    /// The number of the first word.
    first: usize,
    /// The only word, if there is one: of most sets, which then own no memory.
    only: u64,
    /// Several words.
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
        self.add(word, &[1 << bit]);
    }

    fn words(&self) -> &[u64] {
        match self.only {
            0 => &self.words,
            _ => std::slice::from_ref(&self.only),
        }
    }

    /// Adds words, of which neither the first nor the last is zero.
    fn add(&mut self, first: usize, words: &[u64]) {
        if self.is_empty() {
            self.first = first;
            match words {
                [only] => self.only = *only,
                several => self.words = several.to_vec(),
            }
            return;
        }
        if let [word] = words
            && self.only != 0
            && self.first == first
        {
            self.only |= word;
            return;
        }
        if self.only != 0 {
            self.words = vec![std::mem::take(&mut self.only)];
        }
        if first < self.first {
            self.words.splice(..0, std::iter::repeat_n(0, self.first - first));
            self.first = first;
        }
        let (from, end) = (first - self.first, first + words.len() - self.first);
        if end > self.words.len() {
            self.words.resize(end, 0);
        }
        for (a, b) in self.words[from..].iter_mut().zip(words) {
            *a |= b;
        }
    }

    /// s ∈ S.
    pub fn contains(&self, symbol: Symbol) -> bool {
        let (word, bit) = (symbol.index() / 64, symbol.index() % 64);
        let word = word.checked_sub(self.first).and_then(|word| self.words().get(word));
        word.is_some_and(|bits| bits >> bit & 1 == 1)
    }

    /// S ∩ R ≠ ∅.
    pub fn intersects(&self, other: &Self) -> bool {
        let first = self.first.max(other.first);
        let (from, of) = (first - self.first, first - other.first);
        let (Some(a), Some(b)) = (self.words().get(from..), other.words().get(of..)) else {
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
        if !other.is_empty() {
            self.add(other.first, other.words());
        }
    }

    /// S = ∅.
    pub fn is_empty(&self) -> bool {
        self.only == 0 && self.words.is_empty()
    }

    /// The symbols in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.words().iter().enumerate().flat_map(|(word, &bits)| {
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
