//! How many of each a mechanism has, and what they are called.

use alloc::borrow::Cow;

/// How many of each a mechanism has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Coordinates (entries of q).
    pub coordinates: usize,
    /// Velocities (entries of v; fewer than coordinates where these are rotations, or count turns).
    pub velocities: usize,
    /// How many of the coordinates, the last ones, count the turns of angles that are read off the others.
    pub turns: usize,
    /// Holonomic constraints g.
    pub holonomic: usize,
    /// Nonholonomic constraints k.
    pub nonholonomic: usize,
    /// How many of the constraints are redundant, wherever the mechanism moves.
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
    /// How many of these hold their side in a run: the first ones.
    pub sides: usize,
}

impl Sizes {
    /// None of anything.
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

/// A name with its unit, as the user wrote them (`unit` is empty for dimensionless quantities).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: Cow<'static, str>,
    /// The SI unit.
    pub unit: Cow<'static, str>,
}

impl Named {
    /// A name that is known at compile time.
    pub const fn new(name: &'static str, unit: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), unit: Cow::Borrowed(unit) }
    }
}

/// The user's names, in the order of the vectors they name.
#[derive(Clone, Debug)]
pub struct Names {
    /// Of the mechanism.
    pub mechanism: Cow<'static, str>,
    /// Of the coordinates q.
    pub coordinates: Cow<'static, [Named]>,
    /// Of the velocities v.
    pub velocities: Cow<'static, [Named]>,
    /// Of the holonomic constraints.
    pub holonomic: Cow<'static, [Named]>,
    /// Of the nonholonomic constraints.
    pub nonholonomic: Cow<'static, [Named]>,
    /// Of the first-order states.
    pub states: Cow<'static, [Named]>,
    /// Of the inputs.
    pub inputs: Cow<'static, [Named]>,
    /// Of the outputs.
    pub outputs: Cow<'static, [Named]>,
    /// Of the parameters.
    pub parameters: Cow<'static, [Named]>,
    /// Of the switching functions: what they are.
    pub switches: Cow<'static, [Named]>,
    /// Of the forces that have no direction where their ends coincide.
    pub coincidences: Cow<'static, [Named]>,
    /// Of the quantities with limits.
    pub ranges: Cow<'static, [Named]>,
    /// Of the contacts and end stops.
    pub contacts: Cow<'static, [Named]>,
}

/// Friction that sticks, by the numbers of what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grip {
    /// The velocity along which it acts, or the first of several, of which it acts along the resultant.
    pub velocity: usize,
    /// How many velocities there are.
    pub count: usize,
    /// The switching function that is this velocity, where there is one alone.
    pub side: Option<usize>,
    /// Among what [`Mechanism::hold`](crate::Mechanism::hold) takes: whether it is stuck; behind it, of several
    /// velocities, the direction of the slip that is held, or zeros where it is that of the velocities.
    pub held: usize,
    /// The output that is its effort, or the first of as many as there are velocities: while it slides what it does,
    /// while it is stuck what holds it.
    pub effort: usize,
    /// The output that is the limit of sticking.
    pub limit: usize,
    /// Whether that can be zero for a while: a contact that lifts off.
    pub lifts: bool,
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
            coordinates: Cow::Borrowed(self.coordinates),
            velocities: Cow::Borrowed(self.velocities),
            holonomic: Cow::Borrowed(self.holonomic),
            nonholonomic: Cow::Borrowed(self.nonholonomic),
            states: Cow::Borrowed(self.states),
            inputs: Cow::Borrowed(self.inputs),
            outputs: Cow::Borrowed(self.outputs),
            parameters: Cow::Borrowed(self.parameters),
            switches: Cow::Borrowed(self.switches),
            coincidences: Cow::Borrowed(self.coincidences),
            ranges: Cow::Borrowed(self.ranges),
            contacts: Cow::Borrowed(self.contacts),
        }
    }
}
