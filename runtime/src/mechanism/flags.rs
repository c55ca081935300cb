//! What is known of a mechanism before it moves.

use super::Mechanism;

/// The constants of [`Mechanism`] as values; what each means is said there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Flags {
    pub holonomic: bool,
    pub nonholonomic: bool,
    pub redundant: bool,
    pub own_reaction: Option<usize>,
    pub states: bool,
    pub velocity_dependent: bool,
    pub constant_mass: bool,
    pub symmetric_mass: bool,
    pub singular_mass: bool,
    pub borders_move: bool,
    pub linear_reactions: bool,
    pub time_explicit: bool,
    pub vector_space: bool,
    pub smooth: bool,
    pub analytic: bool,
}

impl Flags {
    /// The constants of `M`.
    #[inline(always)]
    pub const fn of<M: Mechanism>() -> Self {
        Self {
            holonomic: M::HOLONOMIC,
            nonholonomic: M::NONHOLONOMIC,
            redundant: M::REDUNDANT,
            own_reaction: M::OWN_REACTION,
            states: M::STATES,
            velocity_dependent: M::VELOCITY_DEPENDENT,
            constant_mass: M::CONSTANT_MASS,
            symmetric_mass: M::SYMMETRIC_MASS,
            singular_mass: M::SINGULAR_MASS,
            borders_move: M::BORDERS_MOVE,
            linear_reactions: M::LINEAR_REACTIONS,
            time_explicit: M::TIME_EXPLICIT,
            vector_space: M::VECTOR_SPACE,
            smooth: M::SMOOTH,
            analytic: M::ANALYTIC,
        }
    }

    /// Are there constraints?
    #[inline]
    pub const fn constrained(self) -> bool {
        self.holonomic || self.nonholonomic
    }
}
