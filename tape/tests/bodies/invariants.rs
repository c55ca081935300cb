//! Properties of every mechanism of bodies at every state: M is symmetric and positive definite, Ṁ − 2C̃ is skew,
//! power is balanced; energies and momenta are those of Newton's and Euler's formulas.

use crate::moving_bodies::Balance;
use linkwork::analysis::Dual;
use linkwork::prelude::*;
use linkwork::scalar::Taylor;
use linkwork::solution::State;
use linkwork_tape::Tape;
use nalgebra::{DMatrix, DVector};

/// Rounding of some hundred operations, relative to the largest term.
const ROUNDING: f64 = 1e-11;

/// x + ε x'.
fn along(x: &DVector<f64>, rate: &DVector<f64>) -> DVector<Dual> {
    DVector::from_iterator(x.len(), x.iter().zip(rate.iter()).map(|(x, rate)| Dual::new([*x, *rate])))
}

/// M at a state, and its rate along the motion.
fn mass_and_rate(m: &Tape<Dual>, state: &State<Tape>) -> (DMatrix<f64>, DMatrix<f64>) {
    let n = state.v.len();
    let still = DVector::zeros(state.q.len());
    let mut q = along(&state.q, &still);
    let none = DVector::zeros(n);
    m.advance(&mut q, &along(&none, &state.v), &mut along(&none, &none));
    let mut at = m.position_cache();
    m.place(&m.now(Dual::variable(state.t)), &q, &mut at);
    let mut mass = vec![Dual::constant(0.0); n * n];
    m.mass_matrix(&at, &mut mass);
    let part = |k: usize| DMatrix::from_row_iterator(n, n, mass.iter().map(|entry| entry.coefficient(k)));
    (part(0), part(1))
}

/// M = Mᵀ, and M > 0 in every direction that the constraints G leave: M + s GᵀG > 0, with s > 0 that makes both parts
/// of one size. (In absolute coordinates a point on a rod has no inertia about itself.)
pub fn assert_positive_definite(name: &str, m: &Tape, state: &State<Tape>) {
    let lifted: Tape<Dual> = m.with_scalar(&Taylor::constant);
    let (mass, _) = mass_and_rate(&lifted, state);
    let asymmetry = (&mass - mass.transpose()).amax();
    assert!(asymmetry <= 1e-15 * mass.amax(), "{name}: M differs from its transpose by {asymmetry:e}");
    let size = mass.amax();
    let least = mass.symmetric_eigenvalues().min();
    assert!(least >= -ROUNDING * size, "{name}: the smallest eigenvalue of M is {least:e}");
    let (rows, columns) = (state.lambda.len(), state.v.len());
    let mut at = m.position_cache();
    m.place(&m.now(state.t), &state.q, &mut at);
    let mut jacobian = vec![0.0; rows * columns];
    m.constraint_jacobian(&at, &mut jacobian);
    let jacobian = DMatrix::from_row_slice(rows, columns, &jacobian);
    let held = jacobian.transpose() * &jacobian;
    let largest = if rows > 0 { held.amax() } else { 0.0 };
    let share = if largest > 0.0 { size / largest } else { 0.0 };
    let least = (mass + held * share).symmetric_eigenvalues().min();
    assert!(least > 0.0, "{name}: where the constraints leave it free, M has an eigenvalue of {least:e}");
}

/// With b(v) the part of M a − f that is quadratic in the velocities, and velocities u, w of the directions eᵢ, the
/// connection of the metric M is
///
/// ```text
/// C̃ w = ½ ∂b/∂v w + ½ M [v, w]        (without torsion: C̃(v) w − C̃(w) v = M [v, w])
/// ```
/// and it preserves the metric: Ṁ − 2C̃ = Ṁ − ∂b/∂v − M [v, ·] is skew. No damper may act.
pub fn assert_skew(name: &str, m: &Tape, state: &State<Tape>) {
    let lifted: Tape<Dual> = m.with_scalar(&Taylor::constant);
    let n = state.v.len();
    let (mass, mass_rate) = mass_and_rate(&lifted, state);
    let mut at = lifted.position_cache();
    let exact = |x: &DVector<f64>| along(x, &DVector::zeros(x.len()));
    lifted.place(&lifted.now(Dual::constant(state.t)), &exact(&state.q), &mut at);
    let mut twice = mass_rate.clone();
    let mut size = mass_rate.amax();
    for j in 0..n {
        let mut direction = DVector::zeros(n);
        direction[j] = 1.0;
        let mut force = exact(&state.v);
        lifted.applied_force(&at, &along(&state.v, &direction), &exact(&state.y), &mut force);
        let mut bracket = DVector::zeros(n);
        m.bracket(&state.v, &direction, &mut bracket);
        let turned = &mass * bracket;
        for i in 0..n {
            // ∂b/∂v = −∂f/∂v.
            twice[(i, j)] += force[i].coefficient(1) - turned[i];
            size = size.max(force[i].coefficient(1).abs());
        }
    }
    let error = (&twice + twice.transpose()).amax();
    assert!(error <= ROUNDING * size, "{name}: Ṁ − 2C̃ is {error:e} of {size:e} off skew: {twice}");
}

/// d(T + V)/dt is the power of the dampers; reactions do no work.
pub fn assert_power(name: &str, m: &Tape, state: &State<Tape>, dampers: f64) {
    let power = m.power(state);
    let size = power.kinetic.abs() + power.potential.abs() + dampers.abs() + 1.0;
    let error = (power.rest - dampers).abs();
    assert!(error <= 1e-9 * size, "{name}: {error:e} W of {size:e} are not explained: {power:?}");
    assert!(power.reactions.abs() <= 1e-9 * size, "{name}: reactions do work: {power:?}");
}

/// The energies are those of the bodies.
pub fn assert_energies(name: &str, m: &Tape, state: &State<Tape>, expected: &Balance) {
    let mut at = m.position_cache();
    m.place(&m.now(state.t), &state.q, &mut at);
    let (kinetic, potential) = m.energy(&at, &state.v, &state.y);
    for (what, found, expected) in [("T", kinetic, expected.kinetic), ("V", potential, expected.potential)] {
        let error = (found - expected).abs();
        assert!(
            error <= ROUNDING * (1.0 + expected.abs()),
            "{name}: {what} is {found} instead of {expected}"
        );
    }
}
