//! The equations of motion at one point, over any scalar.
//!
//! ```text
//! q' = E(q) (v + δ),   E: ½ q ⊗ (0, ω) for unit quaternions, 1 for all others                       (1)
//! M δ + Bⁱ μ = 0,   G δ = −κ g − (G v + g_t),   D δ = 0                                             (2)
//! M a + B (λ, ψ) = f,   G a = γ_g − κ (G v + g_t),   D a = γ_k − κ k                                (3)
//! y' = f_y(t, q, v, y)                                                                              (4)
//! ```
//!
//! On the constraints δ = 0 and (3) is the equation of motion; off them, where an integrator leaves them by its tolerance, g' = −κ g: errors decay
//! and do not grow as in the plain form of index 1. Quaternions are taken as q/|q|, so that (1) keeps their length.
//!
//! Invariant: nothing here depends on an integrator; the same code with dual numbers gives derivatives.

use crate::fault::Fault;
use crate::messages;
use linkwork::{Assemble, Described, Evaluate, Manifold, Real, Solve};
use linkwork_tape::{Any, Executor, Tape};
use nalgebra::DVector;

/// κ in 1/s: errors decay within a tenth of a second, slower than the motion of most mechanisms, so that (2) is not stiff.
const PULL: f64 = 10.0;
/// Newton's iterations for reactions that enter the forces nonlinearly, as in the steppers.
const ITERATIONS: u32 = 50;
/// Reactions have converged when their relative change is less than this; the error is then its square.
const SETTLED: f64 = 1e-9;

/// The point of evaluation.
#[derive(Clone, Debug)]
pub struct Point<T: Real> {
    pub t: T,
    pub q: DVector<T>,
    pub v: DVector<T>,
    pub y: DVector<T>,
}

/// The values there.
#[derive(Clone, Debug)]
pub struct Known<T: Real> {
    pub rates: Vec<T>,
    pub a: DVector<T>,
    pub lambda: DVector<T>,
    pub psi: DVector<T>,
    pub state_rates: DVector<T>,
    pub outputs: DVector<T>,
    pub switches: DVector<T>,
}

/// (1) for v + δ.
fn configuration_rates<T: Real>(
    rotations: &[(usize, usize)],
    q: &DVector<T>,
    v: &DVector<T>,
    count: usize,
) -> Vec<T> {
    let mut rates = Vec::with_capacity(count);
    let half = T::exact(0.5);
    let mut velocity = 0;
    while rates.len() < count {
        let at = rates.len();
        if rotations.iter().any(|rotation| rotation.0 == at) {
            let (w, x, y, z) = (q[at], q[at + 1], q[at + 2], q[at + 3]);
            let (a, b, c) = (v[velocity], v[velocity + 1], v[velocity + 2]);
            rates.push(-half * (x * a + y * b + z * c));
            rates.push(half * (w * a + y * c - z * b));
            rates.push(half * (w * b + z * a - x * c));
            rates.push(half * (w * c + x * b - y * a));
            velocity += 3;
        } else {
            rates.push(v[velocity]);
            velocity += 1;
        }
    }
    rates
}

/// Quaternions of length one.
pub fn normalised<T: Real>(rotations: &[(usize, usize)], q: &DVector<T>) -> DVector<T> {
    let mut q = q.clone();
    for &(at, _) in rotations {
        let square = (at..at + 4).fold(T::zero(), |sum, i| sum + q[i] * q[i]);
        let length = square.sqrt();
        (at..at + 4).for_each(|i| q[i] = q[i] / length);
    }
    q
}

fn largest<T: Real>(values: &DVector<T>) -> f64 {
    values.iter().fold(0.0, |largest: f64, x| largest.max(x.magnitude()))
}

/// Evaluates (1) to (4) and derived values. `near` are initial guesses of the reactions.
pub fn evaluate<T: Real, E: Executor<Scalar = T>>(
    m: &Tape<T, Any, E>,
    point: &Point<T>,
    near: Option<(&DVector<T>, &DVector<T>)>,
) -> Result<Known<T>, Fault> {
    let (sizes, flags, rotations) = (m.sizes(), m.flags(), &m.program().rotations);
    let mut q = normalised(rotations, &point.q);
    m.wind(&mut q);
    let (v, y) = (&point.v, &point.y);
    let mut at = m.position_cache();
    m.place(&m.now(point.t), &q, &mut at);
    let (mut moving, mut factors) = (m.velocity_cache(), m.saddle_factors());
    let zeros = |count: usize| DVector::<T>::from_element(count, T::zero());
    let (mut lambda, mut psi) = match near {
        Some((lambda, psi)) => (lambda.clone(), psi.clone()),
        None => m.initial_reactions(),
    };
    let mut a = zeros(sizes.velocities);
    let pull = T::exact(PULL);
    let (mut g, mut rate, mut k) =
        (zeros(sizes.holonomic), zeros(sizes.holonomic), zeros(sizes.nonholonomic));
    if flags.constrained() {
        m.holonomic(&at, &mut g);
        m.holonomic_rate(&at, v, &mut rate);
        m.nonholonomic(&at, v, &mut k);
    }
    let singular = |row: usize| {
        let row = linkwork::Row::of_failure(m, &linkwork::stepper::StepFailure::Singular { row });
        messages::singular(point.t.value(), row)
    };
    let mut settled = false;
    for _ in 0..ITERATIONS {
        if flags.borders_move {
            m.moving(&at, v, y, (&lambda, &psi), &mut moving);
        }
        m.factor_saddle(&at, &at, &at, &moving, &mut factors);
        if flags.linear_reactions {
            m.applied_force(&at, v, y, &mut a);
        } else {
            m.force(&at, v, y, (&lambda, &psi), &mut a);
            let mut reaction = zeros(sizes.velocities);
            m.reaction_force(&at, &moving, (&lambda, &psi), &mut reaction);
            a.iter_mut().zip(reaction.iter()).for_each(|(a, r)| *a = *a + *r);
        }
        let (mut next, mut next_psi) = (zeros(sizes.holonomic), zeros(sizes.nonholonomic));
        if flags.constrained() {
            m.acceleration_bias(&at, v, (&mut next, &mut next_psi));
            next.iter_mut().zip(rate.iter()).for_each(|(x, r)| *x = *x - pull * *r);
            next_psi.iter_mut().zip(k.iter()).for_each(|(x, r)| *x = *x - pull * *r);
        }
        m.solve_saddle(&factors, &mut a, &mut next, &mut next_psi).map_err(|s| singular(s.row))?;
        let change = next.iter().zip(lambda.iter()).chain(next_psi.iter().zip(psi.iter()));
        let change = change.fold(0.0, |largest: f64, (x, old)| largest.max((*x - *old).magnitude()));
        let size = largest(&next).max(largest(&next_psi)).max(largest(&a));
        (lambda, psi) = (next, next_psi);
        if flags.linear_reactions || settled || !change.is_finite() {
            settled = true;
            break;
        }
        // One more: its error is the square.
        settled = change <= SETTLED * size;
    }
    if !settled {
        return Err(messages::not_converged(point.t.value()));
    }
    let mut pulled = v.clone();
    if flags.holonomic {
        let mut delta = zeros(sizes.velocities);
        let mut right = zeros(sizes.holonomic);
        let mut none = zeros(sizes.nonholonomic);
        for (i, right) in right.iter_mut().enumerate() {
            *right = -(pull * g[i] + rate[i]);
        }
        m.solve_saddle(&factors, &mut delta, &mut right, &mut none).map_err(|s| singular(s.row))?;
        pulled.iter_mut().zip(delta.iter()).for_each(|(v, d)| *v = *v + *d);
    }
    let mut state_rates = zeros(sizes.states);
    m.state_rates(&at, v, y, &mut state_rates);
    let mut outputs = zeros(sizes.outputs);
    m.outputs(&at, v, y, &a, (&lambda, &psi), &mut outputs);
    let mut switches = zeros(sizes.switches + 3 * m.names().coincidences.len());
    m.switches(&at, v, y, &mut switches);
    let rates = configuration_rates(rotations, &q, &pulled, sizes.coordinates - sizes.turns);
    let all = rates.iter().chain(a.iter()).chain(state_rates.iter());
    if all.into_iter().any(|x| !x.is_finite()) {
        return Err(messages::motion_not_finite(point.t.value()));
    }
    Ok(Known { rates, a, lambda, psi, state_rates, outputs, switches })
}
