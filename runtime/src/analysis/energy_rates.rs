//! T, V and the power P of the forces without a potential at the samples of a run; see [`balance`](super::balance), (1).
//!
//! ```text
//! P = d(T + V)/dt + p − v·M a,   dV/dt|± = ±(−3 V(t) + 4 V(t ± δ) − V(t ± 2δ))/(2δ)              (1)
//! ```
//!
//! with the power p of the forces ((1) of `jump`).
//!
//! The second one is for samples at switches of the forces, where dV/dt may jump with the forces of V (a spring that passes through length
//! zero): V is taken at configurations along v, so that each side has its own.
//!
//! Invariant: P is zero to rounding where all forces have a potential.

use super::Dual;
use crate::scalar::Taylor;
use crate::solution::{State, power_of_forces};
use crate::{Evaluate, Manifold, Mechanism, Real, Space, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// Velocities below this (in m/s, rad/s) are rest.
const REST: f64 = 1e-6;
/// δ of (1), in s: the error δ² of the differences is that of rounding, ε/δ.
const BESIDE: f64 = 1e-5;

/// A rate that may jump at a sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    pub(super) before: f64,
    /// The one with which the sample was evaluated.
    pub(super) at: f64,
    pub(super) after: f64,
}

impl Sides {
    /// A rate that does not jump.
    pub(super) fn of(rate: f64) -> Self {
        Self { before: rate, at: rate, after: rate }
    }
}

/// T, V and their rates at one sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sampled {
    pub(super) time: f64,
    pub(super) kinetic: f64,
    pub(super) potential: f64,
    /// P, and the size of its terms.
    pub(super) power: f64,
    pub(super) terms: f64,
    /// p, which is a term of P, with the forces of either side at a switch.
    pub(super) of_forces: f64,
    /// dV/dt, which is another term of P.
    pub(super) of_potential: Sides,
    pub(super) moves: bool,
}

impl Sampled {
    pub(super) fn energy(&self) -> f64 {
        self.kinetic + self.potential
    }
}

/// (T, V) over a scalar.
pub(super) type Energies<M> = (<M as Space>::Scalar, <M as Space>::Scalar);

/// The rates of T and V along a motion.
pub(super) struct Along<'m, M: Mechanism> {
    m: &'m M,
    lifted: M::With<Dual>,
    /// Whether inputs are functions of time on which the energies depend.
    pub(super) inputs: bool,
    at: M::PositionCache,
    inertia: M::Velocity,
}

impl<'m, M: Mechanism<Scalar = f64>> Along<'m, M> {
    pub(super) fn new(m: &'m M) -> Self {
        let lifted = m.with_scalar::<Dual>(&Taylor::constant);
        Self {
            m,
            lifted,
            inputs: m.sizes().inputs > 0,
            at: m.position_cache(),
            inertia: M::Velocity::zeros(m.sizes().velocities),
        }
    }

    pub(super) fn sample(
        &mut self,
        state: &State<M>,
        energies: impl Fn(
            &M::With<Dual>,
            &<M::With<Dual> as Evaluate>::PositionCache,
            &<M::With<Dual> as Space>::Velocity,
            &<M::With<Dual> as Space>::States,
        ) -> Energies<M::With<Dual>>,
        plain: impl Fn(&M, &M::PositionCache, &M::Velocity, &M::States) -> Energies<M>,
    ) -> Sampled {
        fn along<S: Vector<Dual>>(x: &[f64], rate: &[f64]) -> S {
            let mut lifted = S::zeros(x.len());
            for (lifted, (x, rate)) in lifted.as_mut_slice().iter_mut().zip(x.iter().zip(rate)) {
                *lifted = Dual::new([*x, *rate]);
            }
            lifted
        }
        let (m, v) = (self.m, state.v.as_slice());
        if self.inputs {
            self.lifted = m.held(state.t).with_scalar::<Dual>(&Taylor::constant);
        }
        m.place(&m.now(state.t), &state.q, &mut self.at);
        let mut rates = state.y.clone();
        m.state_rates(&self.at, &state.v, &state.y, &mut rates);
        let zeros = vec![0.0; state.q.len().max(v.len())];
        let mut q = along(state.q.as_slice(), &zeros);
        let lifted = &self.lifted;
        lifted.advance(&mut q, &along(&zeros[..v.len()], v), &mut Vector::zeros(v.len()));
        let mut at = lifted.position_cache();
        lifted.place(&lifted.now(Dual::variable(state.t)), &q, &mut at);
        let (velocity, states) = (along(v, state.a.as_slice()), along(state.y.as_slice(), rates.as_slice()));
        let (kinetic, potential) = energies(lifted, &at, &velocity, &states);
        let (dt, dv) = (kinetic.coefficient(1), potential.coefficient(1));
        let of_forces = power_of_forces(m, &self.at, (&state.v, &state.y), (&state.lambda, &state.psi));
        m.mass_times(&self.at, &state.a, &mut self.inertia);
        let of_inertia: f64 = v.iter().zip(self.inertia.as_slice()).map(|(v, f)| v * f).sum();
        let open = of_forces - of_inertia;
        Sampled {
            time: state.t,
            kinetic: kinetic.coefficient(0),
            potential: potential.coefficient(0),
            power: dt + dv + open + self.of_inputs(state, plain),
            terms: dt.abs() + dv.abs() + open.abs(),
            of_forces,
            of_potential: Sides::of(dv),
            moves: state.v.magnitude() > REST,
        }
    }

    /// dV/dt on both sides of a sample at a switch, by (1); `rate` where these agree.
    pub(super) fn sides_of_potential(
        &mut self,
        state: &State<M>,
        rate: Sides,
        plain: impl Fn(&M, &M::PositionCache, &M::Velocity, &M::States) -> Energies<M>,
    ) -> Sides {
        /// Differences below this part are their error.
        const SAME: f64 = 1e-6;
        let m = if self.inputs { &self.m.held(state.t) } else { self.m };
        m.place(&m.now(state.t), &state.q, &mut self.at);
        let mut rates = state.y.clone();
        m.state_rates(&self.at, &state.v, &state.y, &mut rates);
        let mut potential = |dt: f64| {
            let (mut q, mut step, mut y) = (state.q.clone(), state.v.clone(), state.y.clone());
            step.scale(dt);
            m.advance(&mut q, &step, &mut Vector::zeros(step.len()));
            y.axpy(dt, &rates);
            m.place(&m.now(state.t + dt), &q, &mut self.at);
            plain(m, &self.at, &state.v, &y).1
        };
        let here = potential(0.0);
        let mut side = |dt: f64| (4.0 * potential(dt) - 3.0 * here - potential(2.0 * dt)) / (2.0 * dt);
        let (before, after) = (side(-BESIDE), side(BESIDE));
        let jumps = (after - before).abs() > SAME * Real::max(after.abs(), before.abs());
        if jumps { Sides { before, at: rate.at, after } } else { rate }
    }

    /// Whether inputs at other times change the energies of a state, checked at some states of the run.
    pub(super) fn energies_depend_on_inputs(
        &mut self,
        samples: &[State<M>],
        plain: impl Fn(&M, &M::PositionCache, &M::Velocity, &M::States) -> Energies<M>,
    ) -> bool {
        const STATES: usize = 7;
        if !self.inputs {
            return false;
        }
        let some: Vec<&State<M>> = samples.iter().step_by(samples.len().div_ceil(STATES)).collect();
        some.windows(2).any(|pair| {
            let mut energies = |held: f64| {
                let m = self.m.held(held);
                m.place(&m.now(pair[0].t), &pair[0].q, &mut self.at);
                plain(&m, &self.at, &pair[0].v, &pair[0].y)
            };
            energies(pair[0].t) != energies(pair[1].t)
        })
    }

    /// The contribution of inputs that are functions of time to the rate of energies that depend on them, by differences: exactly zero
    /// if there are none.
    fn of_inputs(
        &mut self,
        state: &State<M>,
        plain: impl Fn(&M, &M::PositionCache, &M::Velocity, &M::States) -> Energies<M>,
    ) -> f64 {
        /// ∛ε, in s: the best step for differences.
        const STEP: f64 = 1e-5;
        if !self.inputs {
            return 0.0;
        }
        let held = self.m.held(state.t);
        let mut beside = |t: f64| {
            let mut of = |m: &M| {
                m.place(&m.now(t), &state.q, &mut self.at);
                let (kinetic, potential) = plain(m, &self.at, &state.v, &state.y);
                kinetic + potential
            };
            of(self.m) - of(&held)
        };
        (beside(state.t + STEP) - beside(state.t - STEP)) / (2.0 * STEP)
    }
}
