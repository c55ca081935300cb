//! The sizes and names of a mechanism.

use alloc::borrow::Cow;
pub use linkwork_numerics::names::{NameList, Named};

/// The sizes of a mechanism.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Coordinates (entries of q).
    pub coordinates: usize,
    /// Velocities (entries of v; fewer than coordinates if these include quaternions or turn counters).
    pub velocities: usize,
    /// The number of turn counters, the last coordinates, for angles that are computed from the others.
    pub turns: usize,
    /// Holonomic constraints g.
    pub holonomic: usize,
    /// Nonholonomic constraints k.
    pub nonholonomic: usize,
    /// The number of constraints that are redundant at all states of the motion.
    pub redundancy: usize,
    /// First-order states y.
    pub states: usize,
    /// Inputs u.
    pub inputs: usize,
    /// Outputs.
    pub outputs: usize,
    /// Parameters.
    pub parameters: usize,
    /// Switching functions (arguments of `if`, `abs`, `sign`, `min`, `max`).
    pub switches: usize,
    /// The number of these whose side is held in a run: the first ones.
    pub sides: usize,
}

impl Sizes {
    /// All sizes zero.
    pub const NONE: Self = Self {
        coordinates: 0,
        velocities: 0,
        turns: 0,
        holonomic: 0,
        nonholonomic: 0,
        redundancy: 0,
        states: 0,
        inputs: 0,
        outputs: 0,
        parameters: 0,
        switches: 0,
        sides: 0,
    };
}

/// The names of the description, in the order of the vectors.
#[derive(Clone, Debug)]
pub struct Names {
    /// Of the mechanism.
    pub mechanism: Cow<'static, str>,
    /// Of the coordinates q.
    pub coordinates: NameList,
    /// Of the velocities v.
    pub velocities: NameList,
    /// Of the holonomic constraints.
    pub holonomic: NameList,
    /// Of the nonholonomic constraints.
    pub nonholonomic: NameList,
    /// Of the first-order states.
    pub states: NameList,
    /// Of the inputs.
    pub inputs: NameList,
    /// Of the outputs.
    pub outputs: NameList,
    /// Of the parameters.
    pub parameters: NameList,
    /// Of the switching functions: their expressions.
    pub switches: NameList,
    /// Of the forces that have no direction if their ends coincide.
    pub coincidences: NameList,
    /// Of the quantities with limits.
    pub ranges: NameList,
    /// Of the contacts and end stops.
    pub contacts: NameList,
}

/// Friction that sticks, with the indices of its quantities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grip {
    /// The velocity along which it acts, or the first of several, along whose resultant it acts.
    pub velocity: usize,
    /// The number of velocities.
    pub count: usize,
    /// The switching function that is this velocity, if there is only one.
    pub side: Option<usize>,
    /// Among the arguments of [`Mechanism::hold`](crate::Mechanism::hold): whether it sticks; for several
    /// velocities followed by the held direction of the slip, or zeros if it is that of the velocities, and by a number above 1 for each of them that
    /// is free while the others stick: its friction is the part of the sliding value that the direction is.
    pub held: usize,
    /// The output that is its effort, or the first of as many as there are velocities: the friction while it slides,
    /// the holding force while it sticks.
    pub effort: usize,
    /// The output that is the limit of sticking.
    pub limit: usize,
    /// Whether that can be zero temporarily: a contact that lifts off.
    pub lifts: bool,
}

impl Grip {
    /// The number of its arguments of [`Mechanism::hold`](crate::Mechanism::hold).
    pub fn held_numbers(&self) -> usize {
        if self.count > 1 { 1 + 2 * self.count } else { 1 }
    }
}

/// [`Names`] that are known at compile time.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Lists {
    pub coordinates: &'static [Named],
    pub velocities: &'static [Named],
    pub holonomic: &'static [Named],
    pub nonholonomic: &'static [Named],
    pub states: &'static [Named],
    pub inputs: &'static [Named],
    pub outputs: &'static [Named],
    pub parameters: &'static [Named],
    pub switches: &'static [Named],
    pub coincidences: &'static [Named],
    pub ranges: &'static [Named],
    pub contacts: &'static [Named],
}

#[doc(hidden)]
impl Lists {
    /// No names.
    pub const NONE: Self = Self {
        coordinates: &[],
        velocities: &[],
        holonomic: &[],
        nonholonomic: &[],
        states: &[],
        inputs: &[],
        outputs: &[],
        parameters: &[],
        switches: &[],
        coincidences: &[],
        ranges: &[],
        contacts: &[],
    };

    /// The names of a mechanism.
    pub const fn of(self, mechanism: &'static str) -> Names {
        Names {
            mechanism: Cow::Borrowed(mechanism),
            coordinates: NameList::Known(self.coordinates),
            velocities: NameList::Known(self.velocities),
            holonomic: NameList::Known(self.holonomic),
            nonholonomic: NameList::Known(self.nonholonomic),
            states: NameList::Known(self.states),
            inputs: NameList::Known(self.inputs),
            outputs: NameList::Known(self.outputs),
            parameters: NameList::Known(self.parameters),
            switches: NameList::Known(self.switches),
            coincidences: NameList::Known(self.coincidences),
            ranges: NameList::Known(self.ranges),
            contacts: NameList::Known(self.contacts),
        }
    }
}
