//! Vectors of the scalar of a mechanism, and their lanes in f64, which the search uses.

use crate::error::Error;
use crate::{Real, Vector};
use alloc::vec::Vec;

/// One lane of every entry.
pub(super) fn lane_of<T: Real>(values: &[T], lane: usize) -> Vec<f64> {
    values.iter().map(|x| x.lane(lane)).collect()
}

/// One lane of every entry, without allocation.
pub(super) fn copy_lane<T: Real>(values: &[T], lane: usize, to: &mut [f64]) {
    to.iter_mut().zip(values).for_each(|(to, x)| *to = x.lane(lane));
}

/// Numbers without parts, the same in all lanes.
pub(super) fn set<T: Real>(to: &mut [T], values: &[f64]) {
    to.iter_mut().zip(values).for_each(|(to, x)| *to = T::exact(*x));
}

/// A vector computed lane by lane, from the index of the lane and its initial values. The error of a lane has its index.
pub(crate) fn by_lanes<T: Real>(
    start: &[T],
    find: &mut dyn FnMut(usize, Vec<f64>) -> Result<Vec<f64>, Error>,
) -> Result<Vec<T>, Error> {
    let mut lanes = Vec::with_capacity(T::LANES);
    for lane in 0..T::LANES {
        let found = find(lane, lane_of(start, lane));
        lanes.push(found.map_err(|error| error.in_lane::<T>(lane))?);
    }
    let mut found = start.to_vec();
    for (i, x) in found.iter_mut().enumerate() {
        let values: Vec<f64> = lanes.iter().map(|lane| lane[i]).collect();
        // Unchanged entries keep their parts.
        if (0..T::LANES).any(|lane| x.lane(lane) != values[lane]) {
            *x = T::from_lanes(&values);
        }
    }
    Ok(found)
}

/// A vector of the same type with these entries.
pub(super) fn copied<T: Real, V: Vector<T>>(like: &V, values: &[T]) -> V {
    let mut copy = like.clone();
    copy.as_mut_slice().copy_from_slice(values);
    copy
}
