//! Keys to hash values and small tables: the multiplicative hash of the Firefox and rustc sources.
//!
//! Keys here are small integers, so a multiplication a word beats SipHash, above all in the
//! unoptimised builds in which proc macros run. No seed: the same keys give the same values.

use super::Node;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A hash map with the fast hasher.
pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// Different keys, numbered in the order in which they come.
pub type Set<K> = indexmap::IndexSet<K, BuildHasherDefault<FastHasher>>;

/// State of the hash: h ← (rotate(h, 5) ⊕ word) · K.
#[derive(Default)]
pub struct FastHasher(u64);

impl Hasher for FastHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    // The high bits are well mixed, while tables use the low ones.
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

/// Nodes to nodes: the results of a pass through the graph.
///
/// Open addressing with linear probing; a power of two of slots, at most half of them taken.
#[derive(Clone, Default)]
pub(super) struct Memo {
    slots: Vec<Option<(Node, Node)>>,
    taken: usize,
}

impl Memo {
    /// The slot of `key`, in a table with free slots.
    fn slot(&self, key: Node) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing spreads neighbouring ids.
        let mut slot = (key.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> 20 & mask;
        while let Some((found, _)) = self.slots[slot] {
            if found.0 == key.0 {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The value of `key`.
    pub(super) fn get(&self, key: Node) -> Option<Node> {
        if self.slots.is_empty() { None } else { self.slots[self.slot(key)].map(|pair| pair.1) }
    }

    /// Remembers `value` for a `key` that is not there yet.
    pub(super) fn insert(&mut self, key: Node, value: Node) {
        if self.taken * 2 >= self.slots.len() {
            let larger = vec![None; (self.slots.len() * 2).max(16)];
            let old = std::mem::replace(&mut self.slots, larger);
            for pair in old.into_iter().flatten() {
                let slot = self.slot(pair.0);
                self.slots[slot] = Some(pair);
            }
        }
        let slot = self.slot(key);
        self.slots[slot] = Some((key, value));
        self.taken += 1;
    }
}
