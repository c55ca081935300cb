//! The work space of computations.

use crate::Real;
use crate::trees::spatial::{Six, nothing};
use alloc::vec;
use alloc::vec::Vec;

/// Space for one computation at a time; it means nothing between two of them.
#[derive(Clone, Debug)]
pub struct Room<T> {
    /// V, or another six numbers, of every link.
    pub(crate) first: Vec<Six<T>>,
    /// A.
    pub(crate) second: Vec<Six<T>>,
    /// F.
    pub(crate) third: Vec<Six<T>>,
}

impl<T: Real> Room<T> {
    /// Space for a tree with this number of links.
    pub fn new(links: usize) -> Self {
        let zeros = || vec![nothing(); links];
        Self { first: zeros(), second: zeros(), third: zeros() }
    }
}
