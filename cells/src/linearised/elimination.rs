//! How factors of A are laid out, and the room for making and using them.

use crate::linkage::{GROUND, Linkage};
use crate::placement::FRAME;
use crate::spatial::{Six, Square, empty, nothing};
use linkwork::Real;

/// How many rows of wrenches A has, and how many parts z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// One, or two where M is elsewhere.
    pub rows: usize,
    /// At most four.
    pub parts: usize,
}

impl Shape {
    /// How many numbers a link needs: frames, S q̇, L D⁻¹, D⁻¹, D⁻¹ Sᵀ P X̃, W.
    pub const fn stride(self) -> usize {
        self.columns() + 18 * self.parts
    }

    /// Where S q̇ begins.
    pub(super) const fn rate(self) -> usize {
        FRAME * self.rows
    }

    /// Where L D⁻¹ begins.
    pub(super) const fn lever(self) -> usize {
        self.rate() + 6
    }

    /// Where D⁻¹ begins.
    pub(super) const fn inverse(self) -> usize {
        self.lever() + 18 * self.rows
    }

    /// Where D⁻¹ Sᵀ P X̃ begins.
    pub(super) const fn across(self) -> usize {
        self.inverse() + 9
    }

    /// Where W begins.
    pub(super) const fn columns(self) -> usize {
        self.across() + 18 * self.parts
    }
}

/// Where what the children of a link oppose is added up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The place, if the link has children.
    pub(super) own: Option<u32>,
    /// Is this link the first, from the leaves, that adds to its parent's?
    pub(super) first: bool,
}

/// Space for one computation at a time; it means nothing between two of them. A chain needs one place for its blocks, however long it is.
#[derive(Clone, Debug)]
pub struct Elimination<T> {
    pub(super) places: Vec<Place>,
    /// How many places there are at most at once.
    pub(super) open: usize,
    /// P of each place.
    pub(super) blocks: Vec<Square<T>>,
    /// What a turn and a slide meet in each place, without what gives way.
    pub(super) sizes: Vec<(T, T)>,
    /// z of every link.
    pub(super) states: Vec<Six<T>>,
    /// Wrenches of every link.
    pub(super) wrenches: Vec<Six<T>>,
}

impl<T: Real> Elimination<T> {
    /// Space for a tree.
    pub fn new(linkage: &Linkage<T>) -> Self {
        let mut places = vec![Place { own: None, first: false }; linkage.len()];
        let (mut free, mut open) = (Vec::new(), 0);
        for (i, link) in linkage.links.iter().enumerate().rev() {
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
        let zero = T::zero();
        Self {
            places,
            open,
            blocks: Vec::new(),
            sizes: vec![(zero, zero); open],
            states: Vec::new(),
            wrenches: Vec::new(),
        }
    }

    /// Blocks for the factors of a shape.
    pub(super) fn with_blocks(&mut self, shape: Shape) {
        self.blocks.resize(self.blocks.len().max(self.open * shape.rows * shape.parts), empty());
    }

    /// States and wrenches of every link.
    pub(super) fn with_states(&mut self, shape: Shape) {
        let n = self.places.len();
        self.states.resize(self.states.len().max(n * shape.parts), nothing());
        self.wrenches.resize(self.wrenches.len().max(n * shape.rows), nothing());
    }
}
