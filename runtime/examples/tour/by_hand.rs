//! A mechanism written by hand, without the compiler: it works with any stepper. Constraints need five more functions.

use linkwork::Flags;
use linkwork::prelude::*;
use nalgebra::SVector;

/// A unit mass on a massless rod, by its angle from the horizontal: ℓ² θ'' = −γ ℓ cos θ, so that K = −γ ℓ sin θ.
#[derive(Clone, Debug)]
struct ByHand<T> {
    length: T,
    gravity: T,
}

type One<T> = SVector<T, 1>;
type None<T> = SVector<T, 0>;
type Reactions<'a, T> = (&'a None<T>, &'a None<T>);

impl<T: Real> Space for ByHand<T> {
    linkwork::space!(T; coordinates: 1);
}
impl<T: Real> Described for ByHand<T> {
    const FLAGS: Flags = Flags { velocity_dependent: false, constant_mass: true, ..Flags::USUAL };
    linkwork::described!("ByHand"; coordinates: [("theta", "rad")], velocities: [("der(theta)", "rad/s")]);
}
impl<T: Real> Manifold for ByHand<T> {}
impl<T: Real> Evaluate for ByHand<T> {
    type TimeCache = ();
    type PositionCache = T;
    type VelocityCache = ();
    type StiffnessCache = ();
    fn position_cache(&self) -> T {
        T::zero()
    }
    fn velocity_cache(&self) {}
    fn stiffness_cache(&self) {}
    fn now(&self, _: T) {}
    fn place(&self, (): &(), q: &One<T>, at: &mut T) {
        *at = q[0];
    }
    fn mass_times(&self, _: &T, a: &One<T>, out: &mut One<T>) {
        out[0] = self.length * self.length * a[0];
    }
    fn applied_force(&self, at: &T, _: &One<T>, _: &None<T>, out: &mut One<T>) {
        out[0] = -self.gravity * self.length * at.cos();
    }
    fn stiffness(&self, _: &T, _: &One<T>, _: &None<T>, _: &One<T>, _: Reactions<'_, T>, _: &mut ()) {}
}
impl<T: Real> Dense for ByHand<T> {
    fn stiffness_matrix(&self, at: &T, (): &(), out: &mut [T]) {
        out[0] = -self.gravity * self.length * at.sin();
    }
}
impl<T: Real> Solve for ByHand<T> {
    linkwork::dense_solve!();
}
impl<T: Real> Assemble for ByHand<T> {
    fn initial(&self) -> (One<T>, One<T>, None<T>) {
        (One::from([T::zero()]), One::from([T::zero()]), None::from([]))
    }
}
impl<T: Real> Mechanism for ByHand<T> {
    type With<S: Real> = ByHand<S>;
    fn with_scalar<S: Real>(&self, lift: &dyn Fn(T) -> S) -> ByHand<S> {
        ByHand { length: lift(self.length), gravity: lift(self.gravity) }
    }
}

linkwork::mechanism! {
    /// The same mechanism as a description.
    pub mechanism Pendulum {
        param length = 1 [m];
        coordinate theta [rad];
        kinetic = 1 [kg] * length^2 * der(theta)^2 / 2;
        potential = 1 [kg] * 9.81 [m/s^2] * length * sin(theta);
    }
}

pub fn run() -> Result<(), linkwork::Error> {
    let (by_hand, described) = (ByHand { length: 0.5, gravity: 9.81 }, Pendulum { length: 0.5 }.build()?);
    let one = by_hand.simulate().step(1e-3).until(1.0).run()?;
    let other = described.simulate().step(1e-3).until(1.0).run()?;
    let (a, b) = (one.series("theta")?, other.series("theta")?);
    let difference = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    println!("by hand and described differ by {difference:.1e} rad");
    assert!(difference < 1e-12);
    Ok(())
}
