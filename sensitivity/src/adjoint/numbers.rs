//! The numbers of a state within the bytes of a transfer.
//!
//! Invariant: they are in the order in which a transfer reads and writes them, which is that of the adjoints of a state.

use super::record;
use linkwork::Error;

/// The places of the numbers, and the length of the bytes.
pub struct Numbers {
    places: Vec<usize>,
    length: usize,
}

impl Numbers {
    /// Finds them in the bytes that `write` returns.
    pub fn find(write: impl FnOnce() -> Result<Vec<u8>, Error>) -> Result<Self, Error> {
        let mut length = 0;
        let places = record::places(|| write().inspect(|bytes| length = bytes.len()))?;
        Ok(Self { places, length })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// The numbers of a state; `None` if its bytes are not as long.
    pub fn of(&self, bytes: &[u8]) -> Option<Vec<f64>> {
        let number =
            |at: &usize| bytes.get(*at..at + 8).and_then(|word| word.try_into().ok().map(f64::from_le_bytes));
        if bytes.len() != self.length {
            return None;
        }
        self.places.iter().map(number).collect()
    }
}
