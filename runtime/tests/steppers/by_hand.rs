//! A mechanism with a constraint by hand: `dense_solve!`, the defaults of the contract, and the members without one.

use linkwork::Flags;
use linkwork::prelude::*;
use nalgebra::SVector;

/// A unit mass on a rod in Cartesian coordinates: M = 1, f₀ = (0, −γ), g = (x² + y² − ℓ²)/2, so that G = (x, y), K = λ.
#[derive(Clone, Debug)]
struct ByHand<T> {
    length: T,
    gravity: T,
}

type Two<T> = SVector<T, 2>;
type Reactions<'a, T> = (&'a SVector<T, 1>, &'a SVector<T, 0>);

impl<T: Real> Space for ByHand<T> {
    linkwork::space!(T; coordinates: 2, holonomic: 1);
}
impl<T: Real> Described for ByHand<T> {
    const FLAGS: Flags =
        Flags { holonomic: true, velocity_dependent: false, constant_mass: true, ..Flags::USUAL };
    linkwork::described!("ByHand"; coordinates: [("x", "m"), ("y", "m")],
        velocities: [("der(x)", "m/s"), ("der(y)", "m/s")], holonomic: [("rod", "m^2")]);
}
impl<T: Real> Manifold for ByHand<T> {}
impl<T: Real> Evaluate for ByHand<T> {
    type TimeCache = ();
    type PositionCache = Two<T>;
    type VelocityCache = ();
    type StiffnessCache = T;
    fn position_cache(&self) -> Two<T> {
        SVector::from([T::zero(), T::zero()])
    }
    fn velocity_cache(&self) {}
    fn stiffness_cache(&self) -> T {
        T::zero()
    }
    fn now(&self, _: T) {}
    fn place(&self, (): &(), q: &Two<T>, at: &mut Two<T>) {
        *at = *q;
    }
    fn mass_times(&self, _: &Two<T>, a: &Two<T>, out: &mut Two<T>) {
        *out = *a;
    }
    fn applied_force(&self, _: &Two<T>, _: &Two<T>, _: &SVector<T, 0>, out: &mut Two<T>) {
        *out = SVector::from([T::zero(), -self.gravity]);
    }
    fn reaction_force(&self, at: &Two<T>, (): &(), (lambda, _): Reactions<'_, T>, out: &mut Two<T>) {
        *out = SVector::from([at[0] * lambda[0], at[1] * lambda[0]]);
    }
    fn holonomic(&self, at: &Two<T>, out: &mut SVector<T, 1>) {
        out[0] = (at[0] * at[0] + at[1] * at[1] - self.length * self.length) * T::exact(0.5);
    }
    fn holonomic_rate(&self, at: &Two<T>, v: &Two<T>, out: &mut SVector<T, 1>) {
        out[0] = at[0] * v[0] + at[1] * v[1];
    }
    fn acceleration_bias(&self, _: &Two<T>, v: &Two<T>, out: (&mut SVector<T, 1>, &mut SVector<T, 0>)) {
        out.0[0] = -(v[0] * v[0] + v[1] * v[1]);
    }
    fn stiffness(
        &self,
        _: &Two<T>,
        _: &Two<T>,
        _: &SVector<T, 0>,
        _: &Two<T>,
        r: Reactions<'_, T>,
        out: &mut T,
    ) {
        *out = r.0[0];
    }
}
impl<T: Real> Dense for ByHand<T> {
    fn stiffness_matrix(&self, _: &Two<T>, lambda: &T, out: &mut [T]) {
        out.copy_from_slice(&[*lambda, T::zero(), T::zero(), *lambda]);
    }
    fn constraint_jacobian(&self, at: &Two<T>, out: &mut [T]) {
        out.copy_from_slice(at.as_slice());
    }
}
impl<T: Real> Solve for ByHand<T> {
    linkwork::dense_solve!();
}
impl<T: Real> Assemble for ByHand<T> {
    fn initial(&self) -> (Two<T>, Two<T>, SVector<T, 0>) {
        (SVector::from([self.length, T::zero()]), SVector::from([T::zero(), T::zero()]), SVector::from([]))
    }
}
impl<T: Real> Mechanism for ByHand<T> {
    type With<S: Real> = ByHand<S>;
    fn with_scalar<S: Real>(&self, lift: &dyn Fn(T) -> S) -> ByHand<S> {
        ByHand { length: lift(self.length), gravity: lift(self.gravity) }
    }
}

linkwork::mechanism! {
    /// The same, described.
    pub mechanism OnARod {
        param length = 1 [m];
        coordinate x [m];
        coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 1 [kg] * 9.81 [m/s^2] * y;
        constraint rod: x^2 / 2 + y^2 / 2 = length^2 / 2;
        initial { x: length, y: 0 [m] }
    }
}

/// Rounding of a thousand steps.
const ROUNDING: f64 = 1e-12;
/// Rounding error of g, 1e-16, over h² = 1e-6: the accuracy of a multiplier that follows from positions, with a margin of ten.
const OF_MULTIPLIERS: f64 = 1e-9;

/// The largest differences of x, y and λ between two runs by the same method.
fn differences<S>(method: S) -> [f64; 3]
where
    S: Clone + Stepper<ByHand<f64>> + Stepper<OnARodModel>,
{
    let (by_hand, described) = (ByHand { length: 1.0, gravity: 9.81 }, OnARod::<f64>::default().build());
    let one = by_hand.simulate().method(method.clone()).step(1e-3).until(1.0).run().expect("a run");
    let other =
        described.expect("it closes").simulate().method(method).step(1e-3).until(1.0).run().expect("a run");
    let column = |name: &str| {
        let (a, b) = (one.series(name).expect("a column"), other.series(name).expect("a column"));
        a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    ["x", "y", "multiplier(rod)"].map(column)
}

#[test]
fn by_hand_is_as_described() {
    let methods = [
        differences(FifthDegree::default()),
        differences(GeneralizedAlpha::default()),
        differences(RungeKutta4::projected()),
    ];
    for [x, y, multiplier] in methods {
        assert!(x < ROUNDING && y < ROUNDING && multiplier < OF_MULTIPLIERS, "{methods:?}");
    }
}

/// A rod of length zero does not constrain the velocities: G = 0.
#[test]
fn a_singular_system_is_reported() {
    let failed = ByHand { length: 0.0, gravity: 9.81 }.simulate().step(1e-3).until(1.0).run();
    assert!(failed.is_err());
}
