//! Bytes to hash values: the multiplicative hash of the Firefox and rustc sources, in a few lines.
//!
//! Keys here are small integers, so a multiplication a word beats SipHash, above all in the
//! unoptimised builds in which proc macros run. No seed: the same keys give the same values.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A hash map with the fast hasher.
pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// State of the hash: h ← (rotate(h, 5) ⊕ word) · K.
#[derive(Default)]
pub(crate) struct FastHasher(u64);

impl Hasher for FastHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
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
    // The high bits are the well-mixed ones; tables take the low ones.
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
