//! Random numbers that depend on a seed, a name and a number alone: ChaCha with eight rounds, with the hash of seed and name as key
//! and the number as stream (Bernstein, *ChaCha, a variant of Salsa20*, 2008). No draw depends on another one.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use sha2::{Digest, Sha256};

/// The draws of one name.
#[derive(Clone, Debug)]
pub struct Draws(ChaCha8Rng);

impl Draws {
    /// A generator from a seed and a name.
    pub fn new(seed: u64, name: &str) -> Self {
        let key: [u8; 32] =
            Sha256::new().chain_update(seed.to_le_bytes()).chain_update(name.as_bytes()).finalize().into();
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A number in the open interval (0, 1).
    pub fn share(&self, number: u64) -> f64 {
        let mut stream = self.0.clone();
        stream.set_stream(number);
        // 53 bits and a half.
        ((stream.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// A permutation of `count` numbers (Fisher and Yates); the bias of a remainder of 64 bits is below count/2⁶⁴.
    pub fn permutation(&self, count: usize) -> Vec<u32> {
        let mut stream = self.0.clone();
        // Not a stream of a run: their numbers are lower.
        stream.set_stream(u64::MAX);
        let mut all: Vec<u32> = (0..count as u32).collect();
        for k in (1..count).rev() {
            let other = (stream.next_u64() % (k as u64 + 1)) as usize;
            all.swap(k, other);
        }
        all
    }
}
