//! Where contributions of children are summed on the way from the leaves to the ground.
//!
//! A place is free again once its link has been visited, so that a chain needs one of them, however long it is.

use crate::trees::linkage::{GROUND, Link};
use alloc::vec;
use alloc::vec::Vec;

/// The place where contributions of the children of a link are summed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The place, if the link has children.
    pub(crate) own: Option<u32>,
    /// Whether this link is the first, from the leaves, that adds to its parent's.
    pub(crate) first: bool,
}

/// The places of all links, and the largest number of places at the same time.
pub(crate) fn places(links: &[Link]) -> (Vec<Place>, usize) {
    let mut places = vec![Place { own: None, first: false }; links.len()];
    let (mut free, mut open) = (Vec::new(), 0);
    for (i, link) in links.iter().enumerate().rev() {
        free.extend(places[i].own);
        if link.parent == GROUND || places[link.parent as usize].own.is_some() {
            continue;
        }
        places[i].first = true;
        places[link.parent as usize].own = Some(free.pop().unwrap_or_else(|| {
            open += 1;
            open as u32 - 1
        }));
    }
    (places, open)
}
