//! Places in an array from which code loads numbers, or to which it adds them.

use core::ops::Range;
use linkwork::Real;

/// The least mean length of ranges that are faster than single places.
const WORTHWHILE: usize = 4;

/// Places that increase.
#[derive(Debug)]
pub enum Places {
    Single(Vec<usize>),
    /// Places side by side, and the number of all.
    Ranges(Vec<Range<usize>>, usize),
}

impl Places {
    pub fn new(places: Vec<usize>) -> Self {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for place in &places {
            match ranges.last_mut() {
                Some(last) if last.end == *place => last.end += 1,
                _ => ranges.push(*place..place + 1),
            }
        }
        if WORTHWHILE * ranges.len() <= places.len() {
            Self::Ranges(ranges, places.len())
        } else {
            Self::Single(places)
        }
    }

    pub fn count(&self) -> usize {
        match self {
            Self::Single(places) => places.len(),
            Self::Ranges(_, count) => *count,
        }
    }

    /// x_i += y_k, where i is the k-th place.
    #[inline]
    pub fn add(&self, x: &mut [f64], mut y: &[f64]) {
        match self {
            Self::Single(places) => places.iter().zip(y).for_each(|(place, y)| x[*place] += y),
            Self::Ranges(ranges, _) => {
                for range in ranges {
                    let (these, others) = y.split_at(range.len());
                    x[range.clone()].iter_mut().zip(these).for_each(|(x, y)| *x += y);
                    y = others;
                }
            }
        }
    }

    /// Calls `write(y_k, x_i)`, where i is the k-th place. A number beyond the end of x is zero.
    #[inline]
    pub fn read<T: Real, Y>(&self, x: &[T], y: impl IntoIterator<Item = Y>, write: impl Fn(Y, T)) {
        let mut y = y.into_iter();
        match self {
            Self::Single(places) => {
                y.zip(places).for_each(|(y, place)| write(y, x.get(*place).copied().unwrap_or_else(T::zero)));
            }
            Self::Ranges(ranges, _) => {
                for range in ranges {
                    let numbers = range.clone().map(|place| x.get(place).copied().unwrap_or_else(T::zero));
                    // In this order the numbers end first, and no y is lost.
                    numbers.zip(y.by_ref()).for_each(|(x, y)| write(y, x));
                }
            }
        }
    }
}
