//! Numbers as bytes and back, for states that are serialised.
//!
//! Invariant: values are read back with the same bits; too few, too many or other bytes are an error.

/// A growing buffer of bytes.
#[derive(Default)]
pub struct Writer(pub Vec<u8>);

impl Writer {
    pub fn count(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    pub fn number(&mut self, number: f64) {
        self.0.extend(number.to_le_bytes());
    }

    pub fn all(&mut self, numbers: &[f64]) {
        self.count(numbers.len() as u64);
        numbers.iter().for_each(|&number| self.number(number));
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len() as u64);
        self.0.extend(bytes);
    }
}

/// The unread bytes.
pub struct Reader<'a>(pub &'a [u8]);

impl Reader<'_> {
    fn eight(&mut self) -> Option<[u8; 8]> {
        let (first, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        Some(*first)
    }

    pub fn count(&mut self) -> Option<u64> {
        self.eight().map(u64::from_le_bytes)
    }

    pub fn number(&mut self) -> Option<f64> {
        self.eight().map(f64::from_le_bytes)
    }

    pub fn all(&mut self) -> Option<Vec<f64>> {
        let count = self.count()?;
        // No more capacity than the bytes can fill.
        if count > self.0.len() as u64 / 8 {
            return None;
        }
        (0..count).map(|_| self.number()).collect()
    }

    pub fn bytes(&mut self) -> Option<Vec<u8>> {
        let count = usize::try_from(self.count()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes.to_vec())
    }
}
