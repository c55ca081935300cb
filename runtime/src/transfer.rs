//! Bytes of a snapshot: one description of the data is used for both writing and reading.
//!
//! Every number is eight bytes, the least significant first: bits of an f64, or a whole number. A text is its length and its
//! UTF-8. Invariant: values are read back with the same bits, and bytes that end too early, or contain impossible
//! values, are an error.

use crate::error::SnapshotError;
use crate::{Real, Vector};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A transfer between values and bytes. Each function writes a value to the bytes, or sets it from them.
#[derive(Debug)]
pub struct Transfer<'a>(Way<'a>);

#[derive(Debug)]
enum Way<'a> {
    To(&'a mut Vec<u8>),
    From(&'a [u8]),
    /// Lanes of scalars from as many byte sequences, which agree in everything else.
    FromLanes(Vec<&'a [u8]>),
}

/// The result of a function of this module.
type Outcome = Result<(), SnapshotError>;

impl<'a> Transfer<'a> {
    /// Appends values to these bytes.
    pub fn writing(to: &'a mut Vec<u8>) -> Self {
        Self(Way::To(to))
    }

    /// Sets values from these bytes.
    pub fn reading(from: &'a [u8]) -> Self {
        Self(Way::From(from))
    }

    /// Sets the values of a pack from those of its lanes, each in bytes of its own: scalars have a part for each lane; all
    /// other values must be the same in all of them.
    pub fn joining(lanes: &[&'a [u8]]) -> Self {
        Self(Way::FromLanes(lanes.to_vec()))
    }

    /// Whether values are set.
    pub fn is_reading(&self) -> bool {
        !matches!(self.0, Way::To(_))
    }

    /// Checks that all bytes were read.
    ///
    /// # Errors
    /// [`SnapshotError::Damaged`] if some are left.
    pub fn end(self) -> Outcome {
        match self.0 {
            Way::From([_, ..]) => Err(SnapshotError::Damaged("it has data after its end")),
            Way::FromLanes(lanes) if lanes.iter().any(|lane| !lane.is_empty()) => {
                Err(SnapshotError::Damaged("it has data after its end"))
            }
            _ => Ok(()),
        }
    }

    fn left(&self) -> usize {
        match &self.0 {
            Way::To(_) => usize::MAX,
            Way::From(from) => from.len(),
            Way::FromLanes(lanes) => lanes.iter().map(|lane| lane.len()).min().unwrap_or(0),
        }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], SnapshotError> {
        match &mut self.0 {
            Way::To(_) => Ok(&[]),
            Way::From(from) => taken(from, count),
            Way::FromLanes(lanes) => {
                let mut all = lanes.iter_mut().map(|lane| taken(lane, count));
                let first = all.next().ok_or(SnapshotError::Damaged("it has no lanes"))??;
                for other in all {
                    if other? != first {
                        return Err(SnapshotError::Damaged("lanes differ in more than numbers"));
                    }
                }
                Ok(first)
            }
        }
    }

    /// A whole number.
    ///
    /// # Errors
    /// [`SnapshotError::Damaged`], as all below.
    pub fn word(&mut self, x: &mut u64) -> Outcome {
        if let Way::To(to) = &mut self.0 {
            to.extend_from_slice(&x.to_le_bytes());
            return Ok(());
        }
        let mut bytes = [0; 8];
        bytes.copy_from_slice(self.take(8)?);
        *x = u64::from_le_bytes(bytes);
        Ok(())
    }

    /// A number, with all its bits.
    ///
    /// # Errors
    /// As for [`word`](Self::word).
    pub fn number(&mut self, x: &mut f64) -> Outcome {
        let mut bits = x.to_bits();
        self.word(&mut bits)?;
        *x = f64::from_bits(bits);
        Ok(())
    }

    /// A scalar, with all its parts.
    ///
    /// # Errors
    /// As for [`word`](Self::word).
    pub fn real<T: Real>(&mut self, x: &mut T) -> Outcome {
        let (mut outcome, mut lane) = (Ok(()), 0);
        x.parts(&mut |part| {
            if outcome.is_ok() {
                outcome = match &mut self.0 {
                    Way::FromLanes(lanes) => lane_of(lanes, lane).map(|number| *part = number),
                    _ => self.number(part),
                };
            }
            lane += 1;
        });
        outcome
    }

    /// Scalars, as many as in the bytes.
    ///
    /// # Errors
    /// As for [`word`](Self::word); also if there are not as many.
    pub fn reals<T: Real>(&mut self, all: &mut [T]) -> Outcome {
        let count = all.len();
        self.same_count(count)?;
        for x in all {
            self.real(x)?;
        }
        Ok(())
    }

    /// The same for numbers.
    ///
    /// # Errors
    /// As for [`reals`](Self::reals).
    pub fn numbers(&mut self, all: &mut [f64]) -> Outcome {
        self.same_count(all.len())?;
        for x in all {
            self.number(x)?;
        }
        Ok(())
    }

    /// A vector with as many entries as in the bytes.
    ///
    /// # Errors
    /// As for [`reals`](Self::reals).
    pub fn vector<T: Real, V: Vector<T>>(&mut self, x: &mut V) -> Outcome {
        self.reals(x.as_mut_slice())
    }

    fn same_count(&mut self, count: usize) -> Outcome {
        let mut there = count;
        self.count(&mut there)?;
        if there == count { Ok(()) } else { Err(SnapshotError::Damaged("a vector has the wrong length")) }
    }

    /// A count.
    ///
    /// # Errors
    /// As for [`word`](Self::word).
    pub fn count(&mut self, x: &mut usize) -> Outcome {
        let mut word = *x as u64;
        self.word(&mut word)?;
        *x = usize::try_from(word).map_err(|_| SnapshotError::Damaged("a number is too large"))?;
        Ok(())
    }

    /// The same in 32 bits.
    ///
    /// # Errors
    /// As for [`word`](Self::word).
    pub fn small(&mut self, x: &mut u32) -> Outcome {
        let mut word = u64::from(*x);
        self.word(&mut word)?;
        *x = u32::try_from(word).map_err(|_| SnapshotError::Damaged("a number is too large"))?;
        Ok(())
    }

    /// Yes or no.
    ///
    /// # Errors
    /// As for [`word`](Self::word).
    pub fn flag(&mut self, x: &mut bool) -> Outcome {
        let mut word = u64::from(*x);
        self.word(&mut word)?;
        match word {
            0 | 1 => *x = word == 1,
            _ => return Err(SnapshotError::Damaged("a Boolean is neither 0 nor 1")),
        }
        Ok(())
    }

    /// A text.
    ///
    /// # Errors
    /// As for [`word`](Self::word).
    pub fn text(&mut self, x: &mut String) -> Outcome {
        let mut length = x.len();
        self.count(&mut length)?;
        if let Way::To(to) = &mut self.0 {
            to.extend_from_slice(x.as_bytes());
            return Ok(());
        }
        let text = core::str::from_utf8(self.take(length)?);
        *x = text.map_err(|_| SnapshotError::Damaged("a string is not UTF-8"))?.to_owned();
        Ok(())
    }

    /// Bytes.
    ///
    /// # Errors
    /// As for [`word`](Self::word).
    pub fn bytes(&mut self, x: &mut Vec<u8>) -> Outcome {
        let mut length = x.len();
        self.count(&mut length)?;
        if let Way::To(to) = &mut self.0 {
            to.extend_from_slice(x);
            return Ok(());
        }
        *x = self.take(length)?.to_vec();
        Ok(())
    }

    /// An optional value; `new` creates one to be set.
    ///
    /// # Errors
    /// Those of `each`, and as for [`word`](Self::word).
    pub fn optional<X>(
        &mut self,
        x: &mut Option<X>,
        new: impl FnOnce() -> X,
        each: impl FnOnce(&mut Self, &mut X) -> Outcome,
    ) -> Outcome {
        let mut there = x.is_some();
        self.flag(&mut there)?;
        if !there {
            *x = None;
            return Ok(());
        }
        each(self, x.get_or_insert_with(new))
    }

    /// Any number of values, each of a byte or more; `new` creates one to be set.
    ///
    /// # Errors
    /// Those of `each`, and as for [`word`](Self::word).
    pub fn list<X>(
        &mut self,
        all: &mut Vec<X>,
        mut new: impl FnMut() -> X,
        mut each: impl FnMut(&mut Self, &mut X) -> Outcome,
    ) -> Outcome {
        let mut count = all.len();
        self.count(&mut count)?;
        if self.is_reading() {
            // Nothing is allocated for impossible lengths.
            if count > self.left() {
                return Err(SnapshotError::Damaged("it is truncated"));
            }
            all.truncate(count);
            while all.len() < count {
                all.push(new());
            }
        }
        for x in all {
            each(self, x)?;
        }
        Ok(())
    }

    /// A number that must agree with the bytes; `what` is its name in the message.
    ///
    /// # Errors
    /// [`SnapshotError::Differs`], and as for [`word`](Self::word).
    pub fn agree(&mut self, what: &str, x: f64) -> Outcome {
        let mut there = x;
        self.number(&mut there)?;
        if there.to_bits() == x.to_bits() {
            return Ok(());
        }
        let what = what.to_owned();
        Err(SnapshotError::Differs { what, snapshot: format!("{there:?}"), here: format!("{x:?}") })
    }
}

fn taken<'a>(from: &mut &'a [u8], count: usize) -> Result<&'a [u8], SnapshotError> {
    let (taken, rest) = from.split_at_checked(count).ok_or(SnapshotError::Damaged("it ends too early"))?;
    *from = rest;
    Ok(taken)
}

/// The next number of a lane.
fn lane_of(lanes: &mut [&[u8]], lane: usize) -> Result<f64, SnapshotError> {
    let from =
        lanes.get_mut(lane).ok_or(SnapshotError::Damaged("a number has more parts than there are lanes"))?;
    let mut bytes = [0; 8];
    bytes.copy_from_slice(taken(from, 8)?);
    Ok(f64::from_bits(u64::from_le_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of value, both ways; then every beginning of the bytes is an error.
    #[test]
    fn values_are_restored_and_truncated_bytes_are_refused() {
        let mut bytes = Vec::new();
        let all = |over: &mut Transfer<'_>, x: &mut (f64, f32, bool, String, Vec<u32>, Option<usize>)| {
            over.number(&mut x.0)?;
            over.real(&mut x.1)?;
            over.flag(&mut x.2)?;
            over.text(&mut x.3)?;
            over.list(&mut x.4, || 0, |over, x| over.small(x))?;
            over.optional(&mut x.5, || 0, |over, x| over.count(x))
        };
        let mut values = (-0.0, f32::MIN_POSITIVE, true, "λ₁".to_owned(), vec![3, u32::MAX], Some(7));
        all(&mut Transfer::writing(&mut bytes), &mut values).unwrap();
        let mut back = (1.0, 1.0, false, String::new(), vec![9; 5], None);
        let mut over = Transfer::reading(&bytes);
        all(&mut over, &mut back).unwrap();
        over.end().unwrap();
        assert_eq!(back, values);
        assert_eq!(back.0.to_bits(), values.0.to_bits());
        for short in 0..bytes.len() {
            assert!(all(&mut Transfer::reading(&bytes[..short]), &mut back).is_err(), "{short}");
        }
        bytes.push(0);
        let mut over = Transfer::reading(&bytes);
        all(&mut over, &mut back).unwrap();
        assert!(over.end().is_err());
    }

    #[test]
    fn an_impossible_length_is_refused_before_any_allocation() {
        let bytes = u64::MAX.to_le_bytes();
        let mut list: Vec<f64> = Vec::new();
        let outcome = Transfer::reading(&bytes).list(&mut list, || 0.0, |over, x| over.number(x));
        assert!(matches!(outcome, Err(SnapshotError::Damaged(_))) && list.is_empty());
        assert!(Transfer::reading(&bytes).text(&mut String::new()).is_err());
    }
}
