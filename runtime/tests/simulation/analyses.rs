//! Analyses of hand-written mechanisms: manifolds, repeated, nonholonomic and rheonomic constraints, nonlinear reactions.

use crate::support::hand_written::hand_written;
use crate::support::{
    DampedOscillator, FreeBody, Kepler, MotorPendulum, Nonlinear, Plain, RepeatedRod, RigidPendulum, Skate,
    SkateInBowl, Top,
};
use linkwork::analysis::{AnalysisError, Linearization};
use linkwork::assemble::{Given, assemble};
use linkwork::prelude::*;
use linkwork::solution::State;
use linkwork::{Error, Real, Row};
use nalgebra::{DMatrix, DVector};

hand_written! {
    /// Two unit masses: x'' + d x' + K x = 0.
    Carts { k11 = 2.0, k12 = 1.0, k21 = 1.0, k22 = 2.0, d = 1.0 }
    sizes 2 2 0 0 0, total 2;
    coordinates ["x" "m", "y" "m"];
    holonomic [];
    nonholonomic [];
    states [];
    marks [Clamped, Unconstrained, VectorSpace, Stateless];
}

impl<T: Real> Plain<T, 2, 2, 0, 0, 0> for Carts<T> {
    type At = [T; 2];
    const VELOCITY_DEPENDENT: bool = true;
    fn at(&self, _t: T, q: &[T; 2]) -> [T; 2] {
        *q
    }
    fn mass(&self, _at: &[T; 2]) -> [[T; 2]; 2] {
        [[T::one(), T::zero()], [T::zero(), T::one()]]
    }
    fn applied(&self, at: &[T; 2], v: &[T; 2], _y: &[T; 0]) -> [T; 2] {
        [
            -(self.k11 * at[0] + self.k12 * at[1] + self.d * v[0]),
            -(self.k21 * at[0] + self.k22 * at[1] + self.d * v[1]),
        ]
    }
    fn damping(&self, _at: &[T; 2], _v: &[T; 2], _y: &[T; 0]) -> [[T; 2]; 2] {
        [[self.d, T::zero()], [T::zero(), self.d]]
    }
    fn stiffness(
        &self,
        _at: &[T; 2],
        _v: &[T; 2],
        _y: &[T; 0],
        _a: &[T; 2],
        _l: &[T; 0],
        _p: &[T; 0],
    ) -> [[T; 2]; 2] {
        [[self.k11, self.k12], [self.k21, self.k22]]
    }
    fn energies(&self, _at: &[T; 2], v: &[T; 2]) -> (T, T) {
        (T::exact(0.5) * (v[0] * v[0] + v[1] * v[1]), T::zero())
    }
    fn begin(&self) -> ([T; 2], [T; 2], [T; 0]) {
        ([T::exact(0.1), T::exact(-0.2)], [T::zero(), T::zero()], [])
    }
}

fn carts([[k11, k12], [k21, k22]]: [[f64; 2]; 2], d: f64) -> Carts {
    Carts { k11, k12, k21, k22, d }
}

fn initial<M: Mechanism<Scalar = f64>>(m: &M) -> Start<M> {
    let (q, v, y) = m.initial();
    Start { t: 0.0, q, v, y }
}

/// Independent displacements from `from`, independent velocities and states of `to`, against those of `from`.
fn apart<M: Mechanism<Scalar = f64>>(
    m: &M,
    l: &Linearization,
    from: &State<M>,
    to: &State<M>,
) -> DVector<f64> {
    let mut by = M::Velocity::zeros(from.v.len());
    m.difference(&from.q, &to.q, &mut by);
    let displacements = l.independent.iter().map(|&i| by.as_slice()[i]);
    let velocities = l.independent_velocities.iter().map(|&i| to.v.as_slice()[i] - from.v.as_slice()[i]);
    let states = to.y.as_slice().iter().zip(from.y.as_slice()).map(|(to, from)| to - from);
    let all: Vec<f64> = displacements.chain(velocities).chain(states).collect();
    DVector::from_vec(all)
}

/// The state with entry k of x moved by `by`, everything else assembled.
fn disturbed<M: Mechanism<Scalar = f64>>(m: &M, l: &Linearization, k: usize, by: f64) -> Start<M> {
    let Start { t, q, mut v, mut y } = initial(m);
    let (n, n_q, n_v) = (v.len(), l.independent.len(), l.independent_velocities.len());
    let mut there = q.clone();
    if k < n_q {
        let mut step = M::Velocity::zeros(n);
        for (i, step) in step.as_mut_slice().iter_mut().enumerate() {
            *step = by * l.displacements[(i, k)];
        }
        m.advance(&mut there, &step, &mut M::Velocity::zeros(n));
    } else if k < n_q + n_v {
        v.as_mut_slice()[l.independent_velocities[k - n_q]] += by;
    } else {
        y.as_mut_slice()[k - n_q - n_v] += by;
    }
    let mask = |chosen: &[usize]| (0..n).map(|i| chosen.contains(&i)).collect::<Vec<_>>();
    let (positions, velocities) = (mask(&l.independent), mask(&l.independent_velocities));
    let given = Given { positions: &positions, velocities: &velocities };
    let (q, v, y) = assemble(m, (there, v, y), given).expect("the disturbed state can be assembled");
    Start { t, q, v, y }
}

/// A run as far as `until` with all samples complete.
fn run<M: Mechanism<Scalar = f64>>(m: &M, from: Start<M>, h: f64, until: f64) -> Vec<State<M>> {
    let solution = m.simulate().from(from).step(h).until(until).run().expect("the run ends");
    let complete = solution.samples().iter().map(|s| {
        let State { t, q, v, y, .. } = s.clone();
        m.motion(&Start { t, q, v, y }).expect("the accelerations are determined")
    });
    complete.collect()
}

/// The matrix Φ with Φ' = A(t) Φ along a motion, against disturbed motions: covers every term of the linearisation,
/// with the turning null space and the curvature of the manifold.
fn follows_its_neighbours<M: Mechanism<Scalar = f64>>(m: &M, tolerance: f64) {
    let (h, until, by) = (1e-3, 0.05, 1e-5);
    let base = run(m, initial(m), h, until);
    let linear: Vec<Linearization> = base.iter().map(|s| m.linearize(s).expect("regular")).collect();
    let size = linear[0].system.nrows();
    assert!(
        linear.iter().all(|l| l.independent == linear[0].independent),
        "the choice of coordinates changed"
    );
    let mut phi = DMatrix::identity(size, size);
    for three in linear.windows(3).step_by(2) {
        // The classical Runge–Kutta method in steps of 2 h.
        let k1 = &three[0].system * &phi;
        let k2 = &three[1].system * (&phi + &k1 * h);
        let k3 = &three[1].system * (&phi + &k2 * h);
        let k4 = &three[2].system * (&phi + &k3 * (2.0 * h));
        phi += (k1 + (k2 + k3) * 2.0 + k4) * (h / 3.0);
    }
    for k in 0..size {
        let end = |by: f64| {
            let neighbour = run(m, disturbed(m, &linear[0], k, by), h, until);
            apart(m, &linear[0], &base[base.len() - 1], &neighbour[neighbour.len() - 1])
        };
        let measured = (end(by) - end(-by)) / (2.0 * by);
        let error = (&measured - phi.column(k)).amax();
        let name = &m.names().mechanism;
        assert!(error < tolerance * phi.amax(), "{name}, column {k}: {error:e}\n{measured}{}", phi.column(k));
    }
}

#[test]
fn linearisation_follows_disturbed_motions() {
    // Central differences with 1e-5: 1e-10 of truncation, and rounding and errors of the runs over 1e-5.
    follows_its_neighbours(&DampedOscillator::default(), 1e-8);
    follows_its_neighbours(&Kepler::default(), 1e-8);
    follows_its_neighbours(&MotorPendulum::default(), 1e-8);
    follows_its_neighbours(&Top::default(), 1e-6);
    follows_its_neighbours(&FreeBody::default(), 1e-7);
    follows_its_neighbours(&RigidPendulum { sway: 0.3, rate: 0.7, inertia: 0.2, ..Default::default() }, 1e-7);
    follows_its_neighbours(&Skate::default(), 1e-7);
    follows_its_neighbours(&SkateInBowl::default(), 1e-7);
    follows_its_neighbours(&Nonlinear(SkateInBowl::default()), 1e-7);
}

#[test]
fn a_sleeping_top_precesses_and_nutates() {
    // In space A s² − C ω s + W = 0 (W the weight's moment); s − ω in the axes of the body. Stable for C²ω² > 4 A W.
    let (a, c, weight, spin) = (1.0, 2.0, 3.0, 4.0);
    let top = FreeBody { i1: a, i2: a, i3: c, weight, tilt: 0.0, w1: 0.0, w2: 0.0, w3: spin };
    let modes = top.modes(&top.initial_state().unwrap()).unwrap();
    let root = (c * c * spin * spin - 4.0 * a * weight).sqrt();
    for s in [(c * spin + root) / (2.0 * a), (c * spin - root) / (2.0 * a)] {
        let rate: f64 = s - spin;
        let found = modes
            .modes
            .iter()
            .any(|mode| (mode.eigenvalue.im - rate.abs()).abs() < 1e-9 && mode.eigenvalue.re.abs() < 1e-9);
        assert!(found, "{rate} is not among {:?}", modes.modes);
    }
    // The angle about the vertical and its rate: a double zero, known to the root of the rounding unit.
    assert_eq!(modes.modes.iter().filter(|mode| mode.eigenvalue.norm() < 1e-6).count(), 2);
}

#[test]
fn a_body_on_a_manifold_falls_into_its_stable_position() {
    let body = FreeBody { w1: 0.0, w2: 0.0, w3: 0.0, ..FreeBody::default() };
    let rest = body.equilibrium().unwrap();
    assert!(rest.residual < 1e-12);
    // Newton's iteration may end upright or hanging; from near the lowest position there is only one.
    let low = FreeBody { tilt: 3.0, ..body };
    let rest = low.equilibrium().unwrap();
    let q = rest.state.q;
    let vertical = q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3];
    assert!((vertical + 1.0).abs() < 1e-12, "{vertical}");
    assert_eq!(rest.stability, Stability::Neutral);
    // ω² = 0 about the vertical, W/I₂ and W/I₁ about the others.
    for (found, exact) in rest.stiffness.iter().zip([0.0, 3.0 / 1.5, 3.0 / 1.0]) {
        assert!((found - exact).abs() < 1e-12, "{:?}", rest.stiffness);
    }
}

/// λ² + d λ + μ = 0 with the eigenvalues μ of K.
#[test]
fn forces_without_a_potential_are_judged_by_the_motion() {
    use Stability::{Neutral, Stable, Unstable};
    let cases = [
        // μ = 4 and 1, though the symmetric part of K is not definite.
        ([[4.0, -6.0], [0.0, 1.0]], 2.0, Stable),
        // μ = 4 and 0.
        ([[4.0, -0.1], [0.0, 0.0]], 2.0, Neutral),
        // μ = 2 ± i: flutter for d² < 1/2, though the symmetric part of K is definite.
        ([[2.0, 1.0], [-1.0, 2.0]], 0.1, Unstable),
        ([[2.0, 1.0], [-1.0, 2.0]], 1.0, Stable),
        // μ = 1 ± √3.
        ([[1.0, 3.0], [1.0, 1.0]], 2.0, Unstable),
    ];
    for (k, d, stability) in cases {
        let rest = carts(k, d).equilibrium().unwrap();
        assert_eq!(rest.stability, stability, "{k:?}");
        assert!(rest.stiffness.is_empty(), "{k:?}: {:?}", rest.stiffness);
    }
    let rest = carts([[2.0, 1.0], [1.0, 2.0]], 1.0).equilibrium().unwrap();
    assert_eq!(rest.stability, Stable);
    assert!(rest.stiffness.iter().zip([1.0, 3.0]).all(|(found, exact)| (found - exact).abs() < 1e-14));
}

/// Two damped carts with a spring between them: λ = 0 and −d of their mean, λ² + d λ + 2 k = 0 of their distance.
#[test]
fn a_zero_eigenvalue_has_no_damping_ratio() {
    for (k, d) in [(3.0, 0.7), (0.9, 0.3), (1e3, 7.0)] {
        let rest = carts([[k, -k], [-k, k]], d).equilibrium().unwrap();
        assert_eq!(rest.stability, Stability::Neutral);
        let modes = rest.linearization.modes().unwrap().modes;
        assert_eq!(modes.len(), 3);
        assert_eq!((modes[0].eigenvalue.norm(), modes[0].damping_ratio()), (0.0, 0.0), "{modes:?}");
        assert!((modes[1].eigenvalue.re + d).abs() < 1e-12 * k && modes[1].damping_ratio() == 1.0);
        assert!((modes[2].damping_ratio() - d / (8.0 * k).sqrt()).abs() < 1e-12);
    }
}

#[test]
fn repeated_constraints_change_nothing_but_the_reactions() {
    let rod = RepeatedRod::default();
    let rest = rod.equilibrium().unwrap();
    assert!((rest.state.q[1] + 1.0).abs() < 1e-12 && rest.stability == Stability::Stable);
    assert_eq!(rest.linearization.redundant(), 1);
    // L (2λ₁ + λ₂) = m g; the shortest pair is along (2, 1).
    for (found, exact) in rest.state.lambda.iter().zip([2.0, 1.0].map(|x| x * 9.81 / 5.0)) {
        assert!((found - exact).abs() < 1e-12);
    }
    let modes = rest.linearization.undamped_modes().unwrap();
    assert!((modes.modes[0].eigenvalue.im - 9.81_f64.sqrt()).abs() < 1e-12);
    // From horizontal, at rest: free fall of the bob.
    let start = rod.initial_state().unwrap();
    assert!((start.a[1] + 9.81).abs() < 1e-14 && start.lambda.amax() < 1e-14);
}

#[test]
fn a_skate_rests_across_the_slope() {
    // k = x' sin φ − y' cos φ: along the edge the slope pulls by g sin α cos φ.
    let skate = Skate { turn: 0.0, ..Skate::default() };
    let near = Start { q: [0.3, 0.2, 1.3].into(), ..initial(&skate) };
    let rest = skate.equilibrium_near(&near).unwrap();
    assert!((rest.state.q[2] - core::f64::consts::FRAC_PI_2).abs() < 1e-12, "{}", rest.state.q);
    assert_eq!(
        (rest.linearization.independent.len(), rest.linearization.independent_velocities.len()),
        (3, 2)
    );
    assert!(rest.linearization.undamped_modes().is_err());
    // The skate turns without a force.
    assert_eq!((rest.stability, rest.stiffness.len()), (Stability::Neutral, 0));
}

#[test]
fn nonlinear_reactions_are_found() {
    let bowl = SkateInBowl::default();
    let bent = Nonlinear(bowl);
    let (plain, curved) = (bowl.initial_state().unwrap(), bent.initial_state().unwrap());
    assert!((plain.a - curved.a).amax() < 1e-12);
    assert!((plain.lambda[0] - crate::support::bent(curved.lambda[0])).abs() < 1e-12);
    // The bowl heaves: its lowest point at t = 0.
    let rest = bent.equilibrium_near(&Start { t: 0.0, ..initial(&bent) });
    let q = rest.unwrap().state.q;
    let slope = (q[0] * q[3].cos() + 0.5 * q[1] * q[3].sin()).abs();
    assert!(slope < 1e-10, "the slope along the edge is {slope:e} at {q}");
}

#[test]
fn forces_of_a_motion_reproduce_the_motion() {
    let top = FreeBody::default();
    let state = top.initial_state().unwrap();
    let forces = top.inverse_dynamics(&Motion::from(&state));
    // The motion is free: nothing has to be added.
    assert!(forces.amax() < 1e-12 * state.a.amax());
    let pushed = Motion { a: state.a + nalgebra::SVector::from([1.0, 0.0, 0.0]), ..Motion::from(&state) };
    assert!((top.inverse_dynamics(&pushed) - nalgebra::SVector::from([top.i1, 0.0, 0.0])).amax() < 1e-12);
}

#[test]
fn kinematics_require_a_fully_driven_mechanism() {
    let pendulum = RigidPendulum { sway: 0.2, ..RigidPendulum::default() };
    match pendulum.kinematics().step(0.1).until(1.0).run() {
        Err(Error::Analysis(AnalysisError::Freedom { free, .. })) => assert_eq!(free.len(), 1),
        other => panic!("{other:?}"),
    }
    let error = Skate::default().kinematics().step(0.1).until(1.0).run().unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("the motion of `Skate` is not fully prescribed") && text.contains("help:"),
        "{text}"
    );
}

#[test]
fn settings_of_kinematics_are_named() {
    let pendulum = RigidPendulum::default();
    let settings = [(0.1, -1.0, "until"), (0.1, 0.0, "until"), (0.1, f64::INFINITY, "until")];
    for (step, until, wanted) in settings.into_iter().chain([(0.0, 1.0, "step"), (1e-300, 1.0, "step")]) {
        match pendulum.kinematics().step(step).until(until).run() {
            Err(Error::Setting { what, .. }) => assert_eq!(what, wanted),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn an_unsupported_mass_is_named() {
    // A body that has no inertia about its second axis.
    let body = FreeBody { i2: 0.0, ..FreeBody::default() };
    match body.initial_state() {
        Err(Error::Analysis(AnalysisError::Singular { row, .. })) => {
            assert_eq!(row, Row::of_matrix(&body, 1))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_planet_has_no_equilibrium() {
    let error = Kepler::default().equilibrium().unwrap_err();
    let Error::Analysis(AnalysisError::NoEquilibrium { gaps, .. }) = &error else { panic!("{error}") };
    assert!(!gaps.is_empty() && error.to_string().starts_with("no equilibrium of `Kepler`"), "{error}");
}
