//! The layout of the factors of A, and the work space.

use super::Parts;
use super::deferred::{Solving, Structure};
use super::pair::Pair;
use super::ways::{Open, Ways};
use crate::Real;
use crate::trees::Closing;
use crate::trees::linkage::Linkage;
use crate::trees::placement::FRAME;
use crate::trees::places::{Place, places};
use crate::trees::spatial::{Six, Square, empty, nothing};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// The numbers of rows of wrenches of A, and of parts of z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// One, or two if M belongs to another configuration.
    pub rows: usize,
    /// At most four.
    pub parts: usize,
}

impl Shape {
    /// That of M alone.
    pub(in crate::trees) const OF_MASS: Self = Self { rows: 1, parts: 1 };

    /// The number of values of a link: frames, S q̇, L D⁻¹, D⁻¹, D⁻¹ Sᵀ P X̃, W.
    pub const fn stride(self) -> usize {
        self.columns() + 18 * self.parts
    }

    /// The offset of S q̇.
    pub(super) const fn rate(self) -> usize {
        FRAME * self.rows
    }

    /// The offset of L D⁻¹.
    pub(super) const fn lever(self) -> usize {
        self.rate() + 6
    }

    /// The offset of D⁻¹.
    pub(super) const fn inverse(self) -> usize {
        self.lever() + 18 * self.rows
    }

    /// The offset of D⁻¹ Sᵀ P X̃.
    pub(super) const fn across(self) -> usize {
        self.inverse() + 9
    }

    /// The offset of W.
    pub(super) const fn columns(self) -> usize {
        self.across() + 18 * self.parts
    }
}

/// Space for one computation at a time; it means nothing between two of them. A chain needs one place for its blocks, however long it is.
#[derive(Clone, Debug)]
pub struct Elimination<T> {
    pub(super) places: Vec<Place>,
    /// The largest number of places at the same time.
    open: usize,
    /// P of each place.
    pub(super) blocks: Vec<Square<T>>,
    /// The inertia for a rotation and a translation in each place, with locked joints.
    pub(super) sizes: Vec<(T, T)>,
    /// z of every link.
    pub(super) states: Vec<Six<T>>,
    /// Wrenches of every link.
    pub(super) wrenches: Vec<Six<T>>,
    /// Forces between bodies.
    pub(super) ways: Ways,
    /// Those that have derivatives, of a product.
    pub(super) pairs: Vec<Option<Pair<T>>>,
    /// τ of each effect on its way.
    pub(super) sums: Vec<Six<T>>,
    /// y of each effect.
    pub(super) between: Vec<Six<T>>,
    /// Velocities and multipliers of constraints.
    pub(super) solving: Solving<T>,
    /// Where they are eliminated: in M alone, and with forces between bodies.
    structures: [Option<Arc<Structure>>; 2],
    /// The poses of links.
    pub(super) poses: Vec<[T; FRAME]>,
}

impl<T: Real> Elimination<T> {
    /// Space for a tree.
    pub fn new(linkage: &Linkage<T>) -> Self {
        let (places, open) = places(&linkage.links);
        let zero = T::zero();
        // Beside constraints they are unknowns of the links as these are.
        let alone = linkage.constrained.constraints.is_empty();
        Self {
            places,
            open,
            blocks: Vec::new(),
            sizes: vec![(zero, zero); open],
            states: Vec::new(),
            wrenches: Vec::new(),
            ways: if alone { Ways::of(linkage) } else { Ways::default() },
            pairs: Vec::new(),
            sums: Vec::new(),
            between: Vec::new(),
            solving: Solving::default(),
            structures: [None, None],
            poses: Vec::new(),
        }
    }

    /// Takes the constraints of a matrix for its factors, those but that depend on others. The next factorisation eliminates them with the links, and
    /// with the forces between bodies that the matrix has.
    pub fn constrain(
        &mut self,
        linkage: &Linkage<T>,
        (parts, closing): (&Parts<'_, T>, &Closing<'_, T>),
        open: &mut Open<T>,
    ) {
        let without = closing.redundant.rows;
        let pairs = if parts.have_pairs() { &linkage.pairs[..] } else { &[] };
        let own = &mut self.structures[usize::from(!pairs.is_empty())];
        let known = own.take().filter(|known| known.is_without(without));
        let structure = known.unwrap_or_else(|| {
            Arc::new(Structure::new((&linkage.links, pairs), &linkage.constrained, without))
        });
        open.deferred.begin(&structure, closing);
        *own = Some(structure);
    }

    /// The right-hand sides of all constraints before a solve, the multipliers afterwards.
    pub fn multipliers(&mut self, linkage: &Linkage<T>) -> &mut [T] {
        let velocities = linkage.constrained.velocities.len();
        let unknowns = &mut self.solving.unknowns;
        unknowns.resize(velocities + linkage.constrained.constraints.len(), T::zero());
        &mut unknowns[velocities..]
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
