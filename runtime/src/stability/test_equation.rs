//! The test equation x'' = −ω² x − 2ζω x' as a mechanism.

use crate::{
    Assemble, Blocks, Clamped, Dense, Described, Evaluate, Fallback, Flags, Manifold, Mechanism, NameList,
    Named, Names, Real, Separable, Singular, Sizes, Solve, Space, Stateless, Unconstrained, Vector,
    VectorSpace, Weights,
};
use alloc::borrow::Cow;
use core::fmt::Debug;
use nalgebra::SVector;

/// x'' = −ω² x − 2ζω x'. `DAMPED` determines at compile time whether forces depend on the velocity, and so the
/// algorithm of a conditionally explicit method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestEquation<const DAMPED: bool, T = f64> {
    /// ω in 1/s.
    pub omega: T,
    /// ζ, dimensionless; ignored unless `DAMPED`.
    pub zeta: T,
}

impl<const DAMPED: bool, T: Real> TestEquation<DAMPED, T> {
    fn damping(&self) -> T {
        if DAMPED { T::exact(2.0) * self.zeta * self.omega } else { T::zero() }
    }
}

impl<const DAMPED: bool, T: Real> Clamped for TestEquation<DAMPED, T> {}
impl<const DAMPED: bool, T: Real> Unconstrained for TestEquation<DAMPED, T> {}
impl<const DAMPED: bool, T: Real> VectorSpace for TestEquation<DAMPED, T> {}
impl<const DAMPED: bool, T: Real> Stateless for TestEquation<DAMPED, T> {}
impl<T: Real> Separable for TestEquation<false, T> {}

static NAMES: Names = Names {
    mechanism: Cow::Borrowed("TestEquation"),
    coordinates: NameList::Known(&[Named::new("x", "m")]),
    velocities: NameList::Known(&[Named::new("der(x)", "m/s")]),
    holonomic: NameList::EMPTY,
    nonholonomic: NameList::EMPTY,
    states: NameList::EMPTY,
    inputs: NameList::EMPTY,
    outputs: NameList::EMPTY,
    parameters: NameList::EMPTY,
    switches: NameList::EMPTY,
    coincidences: NameList::EMPTY,
    ranges: NameList::EMPTY,
    contacts: NameList::EMPTY,
};

type None<T> = SVector<T, 0>;
type One<T> = SVector<T, 1>;

impl<const DAMPED: bool, T: Real> Space for TestEquation<DAMPED, T> {
    crate::space!(T; coordinates: 1);
}

impl<const DAMPED: bool, T: Real> Described for TestEquation<DAMPED, T> {
    const FLAGS: Flags = Flags {
        holonomic: false,
        nonholonomic: false,
        states: false,
        velocity_dependent: DAMPED,
        constant_mass: true,
        symmetric_mass: true,
        singular_mass: false,
        borders_move: false,
        linear_reactions: true,
        time_explicit: false,
        vector_space: true,
        smooth: true,
        analytic: true,
        ..Flags::GENERAL
    };

    fn sizes(&self) -> Sizes {
        Sizes { coordinates: 1, velocities: 1, ..Sizes::default() }
    }
    fn names(&self) -> &Names {
        &NAMES
    }
}

impl<const DAMPED: bool, T: Real> Manifold for TestEquation<DAMPED, T> {
    /// Without a carry: amplification matrices are computed from single steps.
    fn advance(&self, q: &mut One<T>, by: &One<T>, _carry: &mut One<T>) {
        q[0] = q[0] + by[0];
    }
}

impl<const DAMPED: bool, T: Real> Evaluate for TestEquation<DAMPED, T> {
    type TimeCache = ();
    type PositionCache = T;
    type VelocityCache = ();
    type StiffnessCache = ();

    fn position_cache(&self) -> T {
        T::zero()
    }
    fn velocity_cache(&self) {}
    fn stiffness_cache(&self) {}
    fn now(&self, _t: T) {}
    fn place(&self, _now: &(), q: &One<T>, at: &mut T) {
        *at = q[0];
    }
    fn mass_times(&self, _at: &T, a: &One<T>, out: &mut One<T>) {
        out[0] = a[0];
    }
    fn applied_force(&self, at: &T, v: &One<T>, _y: &None<T>, out: &mut One<T>) {
        out[0] = -(self.omega * self.omega * *at) - self.damping() * v[0];
    }
    fn residual(
        &self,
        at: &T,
        v: &One<T>,
        y: &None<T>,
        a: &One<T>,
        _reactions: (&None<T>, &None<T>),
        out: &mut One<T>,
    ) {
        self.applied_force(at, v, y, out);
        out[0] = a[0] - out[0];
    }
    fn moving(&self, _at: &T, _v: &One<T>, _y: &None<T>, _reactions: (&None<T>, &None<T>), _out: &mut ()) {}
    fn stiffness(
        &self,
        _at: &T,
        _v: &One<T>,
        _y: &None<T>,
        _a: &One<T>,
        _reactions: (&None<T>, &None<T>),
        _out: &mut (),
    ) {
    }
}

impl<const DAMPED: bool, T: Real> Dense for TestEquation<DAMPED, T> {
    fn mass_matrix(&self, _at: &T, out: &mut [T]) {
        out.fill(T::one());
    }
    fn damping_matrix(&self, _at: &T, _moving: &(), out: &mut [T]) {
        out[0] = self.damping();
    }
    fn stiffness_matrix(&self, _at: &T, _stiffness: &(), out: &mut [T]) {
        out[0] = self.omega * self.omega;
    }
}

impl<const DAMPED: bool, T: Real> Solve for TestEquation<DAMPED, T> {
    type SaddleFactors = ();
    type Factors = T;

    fn saddle_factors(&self) {}
    fn factors(&self) -> T {
        T::one()
    }
    fn factor_saddle(&self, _mass: &T, _columns: &T, _rows: &T, _moving: &(), _into: &mut ()) {}
    fn solve_saddle(
        &self,
        _factors: &(),
        _a: &mut One<T>,
        _l: &mut None<T>,
        _p: &mut None<T>,
    ) -> Result<Fallback, Singular> {
        Ok(Fallback::None)
    }
    fn factor(&self, w: Weights<T>, blocks: Blocks<'_, Self>, into: &mut T) {
        let stiffness =
            if blocks.stiffness.is_some() { w.stiffness * self.omega * self.omega } else { T::zero() };
        *into = w.mass + w.identity + w.damping * self.damping() + stiffness;
    }
    fn solve(
        &self,
        factors: &T,
        a: &mut One<T>,
        _l: &mut None<T>,
        _p: &mut None<T>,
    ) -> Result<Fallback, Singular> {
        if factors.smallest() == 0.0 || factors.smallest().is_nan() {
            return Err(Singular { row: 0 });
        }
        a[0] = a[0] / *factors;
        Ok(Fallback::None)
    }
}

impl<const DAMPED: bool, T: Real> Assemble for TestEquation<DAMPED, T> {
    fn initial(&self) -> (One<T>, One<T>, None<T>) {
        (One::new(T::zero()), One::new(T::zero()), Vector::zeros(0))
    }
}

impl<const DAMPED: bool, T: Real> Mechanism for TestEquation<DAMPED, T> {
    type With<S: Real> = TestEquation<DAMPED, S>;

    fn with_scalar<S: Real>(&self, lift: &dyn Fn(T) -> S) -> TestEquation<DAMPED, S> {
        TestEquation { omega: lift(self.omega), zeta: lift(self.zeta) }
    }
}
