//! What is known of a mechanism before it moves.

/// What is known of a mechanism before it moves. Write `Flags { holonomic: true, ..Flags::GENERAL }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// Are there holonomic constraints?
    pub holonomic: bool,
    /// Are there nonholonomic constraints?
    pub nonholonomic: bool,
    /// Do constraints depend on each other wherever the mechanism moves? Solves then give the smallest
    /// multipliers of those that act the same (the norm is stated with `linkwork::smallest_reactions`);
    /// a method that adds up multipliers calls that function on the sum. (`true` is always safe.)
    pub redundant: bool,
    /// The first constraint (holonomic ones before nonholonomic) whose reaction f has in its own way, instead of as −Gᵀλ − Dᵀψ and what
    /// friction adds to that: a multiplier that `force` names at the level of matrices.
    pub own_reaction: Option<usize>,
    /// Are there first-order states?
    pub states: bool,
    /// Does f depend on v? (`true` is always safe.)
    pub velocity_dependent: bool,
    /// Does M depend on nothing but parameters? (`false` is always safe.)
    pub constant_mass: bool,
    /// Is M symmetric? (`false` is always safe.)
    pub symmetric_mass: bool,
    /// Can M be singular where the mechanism moves nevertheless, because a coordinate may be without mass (its
    /// parameters set to zero included)? `false` says that M is symmetric and has been positive definite at all
    /// states at which the compiler looked; Euler angles have isolated singular configurations all the same.
    /// (`true` is always safe.)
    pub singular_mass: bool,
    /// Do B or D depend on v, y, λ or ψ? If not, [`Evaluate::moving`](super::Evaluate::moving) only fills C. (`true` is always safe.)
    pub borders_move: bool,
    /// Is f affine in (λ, ψ), so that f = f₀ − B·(λ, ψ)? (`false` is always safe.)
    pub linear_reactions: bool,
    /// Does time appear explicitly? (`true` is always safe.)
    pub time_explicit: bool,
    /// Is the configuration a vector space (⊞ is +)?
    pub vector_space: bool,
    /// Is f smooth (no `if`, `abs`, `sign`, `min`, `max`)? (`false` is always safe.)
    pub smooth: bool,
    /// May the model be run in a truncated Taylor scalar, so that time derivatives of any order are
    /// exact? `false` where inputs are given by a function of time that is known in f64 only.
    pub analytic: bool,
}

impl Flags {
    /// A mechanism without constraints and first-order states whose configurations are a vector space and of which nothing else is
    /// known: what is safe to say of any.
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

    /// The same of a mechanism whose mass matrix is symmetric and regular, and whose forces are smooth and know nothing of time
    /// and multipliers beside −Gᵀλ − Dᵀψ, over any scalar: what most mechanisms are.
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

    /// Are there constraints?
    #[inline]
    pub const fn constrained(self) -> bool {
        self.holonomic || self.nonholonomic
    }
}
