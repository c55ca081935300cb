//! Properties of a mechanism that hold at all states.

/// Properties of a mechanism that hold at all states. Write `Flags { holonomic: true, ..Flags::GENERAL }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// Whether there are holonomic constraints.
    pub holonomic: bool,
    /// Whether there are nonholonomic constraints.
    pub nonholonomic: bool,
    /// Whether constraints are redundant at all states of the motion. Solves then return the smallest
    /// of the equivalent multipliers (see `linkwork::smallest_reactions` for the norm);
    /// a method that sums multipliers applies that function to the sum. (`true` is always safe.)
    pub redundant: bool,
    /// The first constraint (holonomic ones before nonholonomic) whose reaction in f is not −Gᵀλ − Dᵀψ with friction:
    /// a multiplier that `force` contains at the level of matrices.
    pub own_reaction: Option<usize>,
    /// Whether there are first-order states.
    pub states: bool,
    /// Whether f depends on v. (`true` is always safe.)
    pub velocity_dependent: bool,
    /// Whether M depends only on parameters. (`false` is always safe.)
    pub constant_mass: bool,
    /// Whether M is symmetric. (`false` is always safe.)
    pub symmetric_mass: bool,
    /// Whether M can be singular although the motion is determined, because a coordinate may be massless (also by
    /// parameters set to zero). `false` means that M is symmetric and was positive definite at all
    /// states that the compiler checked; Euler angles have isolated singular configurations nevertheless.
    /// (`true` is always safe.)
    pub singular_mass: bool,
    /// Whether B or D depends on v, y, λ or ψ. If not, [`Evaluate::moving`](super::Evaluate::moving) only fills C. (`true` is always safe.)
    pub borders_move: bool,
    /// Whether f is affine in (λ, ψ), so that f = f₀ − B·(λ, ψ). (`false` is always safe.)
    pub linear_reactions: bool,
    /// Whether time appears explicitly. (`true` is always safe.)
    pub time_explicit: bool,
    /// Whether the configuration is a vector space (⊞ is +).
    pub vector_space: bool,
    /// Whether f is smooth (no `if`, `abs`, `sign`, `min`, `max`). (`false` is always safe.)
    pub smooth: bool,
    /// Whether the model may be run in a truncated Taylor scalar, so that time derivatives of any order are
    /// exact. `false` where inputs are given by a function of time, or forces by a function, that is known in f64 only.
    pub analytic: bool,
}

impl Flags {
    /// A mechanism without constraints and first-order states whose configurations are a vector space, with the safe value of
    /// all other flags.
    pub const GENERAL: Self = Self {
        holonomic: false,
        nonholonomic: false,
        redundant: false,
        own_reaction: None,
        states: false,
        velocity_dependent: true,
        constant_mass: false,
        symmetric_mass: false,
        singular_mass: true,
        borders_move: true,
        linear_reactions: false,
        time_explicit: true,
        vector_space: true,
        smooth: false,
        analytic: false,
    };

    /// The same for a mechanism whose mass matrix is symmetric and regular, and whose forces are smooth and do not depend on time
    /// and multipliers except for −Gᵀλ − Dᵀψ, for any scalar: the flags of most mechanisms.
    pub const USUAL: Self = Self {
        symmetric_mass: true,
        singular_mass: false,
        borders_move: false,
        linear_reactions: true,
        time_explicit: false,
        smooth: true,
        analytic: true,
        ..Self::GENERAL
    };

    /// Whether there are constraints.
    #[inline]
    pub const fn constrained(self) -> bool {
        self.holonomic || self.nonholonomic
    }
}
