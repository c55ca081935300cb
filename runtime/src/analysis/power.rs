//! The balance of power of a mechanism at one instant.
//!
//! Invariant: the parts add up: dE/dt = `kinetic` + `potential` = `reactions` + `inputs` + `rest`.

use super::Dual;
use super::given::state_fits;
use super::point::{Point, dense};
use crate::scalar::Taylor;
use crate::solution::State;
use crate::{Energetic, Evaluate, Manifold, Vector, WithInputs};
use alloc::vec;

/// Powers at one instant, in W.
///
/// ```text
/// d(T + V)/dt = v·(f − f₀) + v·(f₀(u) − f₀(0)) + rest                             (1)
/// ```
///
/// For constraints that do not depend on time and are homogeneous in velocities, `reactions` vanishes. `rest` is the power of
/// dissipation and other forces without a potential (negative if they brake), and of a potential or a mass that depends on time
/// explicitly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Power {
    /// dT/dt along the motion, by the chain rule.
    pub kinetic: f64,
    /// dV/dt along the motion.
    pub potential: f64,
    /// Of the reactions: of rheonomic constraints (drives), and of forces that depend on reactions (friction).
    pub reactions: f64,
    /// Of the inputs.
    pub inputs: f64,
    /// The difference.
    pub rest: f64,
}

impl Power {
    /// dE/dt.
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential
    }
}

/// Without inputs.
pub(super) fn power<M>(m: &M, state: &State<M>) -> Power
where
    M: Energetic<Scalar = f64>,
    M::With<Dual>: Energetic,
{
    if state_fits(m, state).is_err() {
        let none = f64::NAN;
        return Power { kinetic: none, potential: none, reactions: none, inputs: none, rest: none };
    }
    let (kinetic, potential) = energy_rates(m, state);
    let point = Point::new(m, state.t, &state.q);
    let v = dense(&state.v);
    let applied = point.applied(&state.v, &state.y);
    let reactions = v.dot(&(point.force(&state.v, &state.y, &state.lambda, &state.psi) - applied));
    Power { kinetic, potential, reactions, inputs: 0.0, rest: kinetic + potential - reactions }
}

/// With the power of the held inputs.
pub(super) fn power_with_inputs<M>(m: &M, state: &State<M>) -> Power
where
    M: Energetic<Scalar = f64> + WithInputs,
    M::With<Dual>: Energetic,
{
    let whole = power(m, state);
    if state_fits(m, state).is_err() {
        return whole;
    }
    let count = m.input_values(&m.inputs()).len();
    let without = Point::under(m, &m.now_with(state.t, &m.inputs_of(&vec![0.0; count])), &state.q);
    let held = Point::new(m, state.t, &state.q);
    let added = held.applied(&state.v, &state.y) - without.applied(&state.v, &state.y);
    let inputs = dense(&state.v).dot(&added);
    Power { inputs, rest: whole.rest - inputs, ..whole }
}

/// (dT/dt, dV/dt) along t + ε, q ⊞ ε v, v + ε a, y + ε y', exact.
fn energy_rates<M>(m: &M, state: &State<M>) -> (f64, f64)
where
    M: Energetic<Scalar = f64>,
    M::With<Dual>: Energetic,
{
    fn along<S: Vector<Dual>>(x: &[f64], rate: &[f64]) -> S {
        let mut lifted = S::zeros(x.len());
        for (lifted, (x, rate)) in lifted.as_mut_slice().iter_mut().zip(x.iter().zip(rate)) {
            *lifted = Dual::new([*x, *rate]);
        }
        lifted
    }
    let lifted = m.held(state.t).with_scalar::<Dual>(&Taylor::constant);
    let rates = Point::new(m, state.t, &state.q).state_rates(&state.v, &state.y);
    let v = state.v.as_slice();
    let zeros = vec![0.0; state.q.len().max(v.len())];
    let mut q = along(state.q.as_slice(), &zeros);
    lifted.advance(&mut q, &along(&zeros[..v.len()], v), &mut Vector::zeros(v.len()));
    let mut at = lifted.position_cache();
    lifted.place(&lifted.now(Dual::variable(state.t)), &q, &mut at);
    let (kinetic, potential) =
        lifted.energy(&at, &along(v, state.a.as_slice()), &along(state.y.as_slice(), rates.as_slice()));
    (kinetic.coefficient(1), potential.coefficient(1))
}
