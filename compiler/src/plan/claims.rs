//! Claims of a description, checked at the sampled states.
//!
//! ```text
//! P = dE/dt|_{v, a = 0} + v·f(λ, ψ) + b·a,   J v = 0                                         (1)
//! ```
//!
//! is the rate of E = T + V: that of all forces without a potential. With ∂T/∂v = M v + b the terms with M v cancel, because f = M a along the
//! motion; b, of terms of T that are linear in velocities, does not, and a is M⁻¹ f there. Multipliers
//! are random: where their power does not vanish, forces name them. The rate of the energy is a difference along the motion.
//!
//! Invariant: where functions are unknown here (they are written in Rust), or with constraints beside linear terms of T, nothing is claimed to be wrong.

use super::arena::{Source, Value};
use super::freedom::{Constrained, Freedom};
use super::messages;
use super::numeric::Evaluator;
use super::sample::{Generator, State};
use crate::diagnostics::{Diagnostic, Diagnostics, Place, Reported};
use linkwork_numerics::LeastNorm;

/// Step of the difference in (1), in s, relative to 1/(1 + |v|).
const STEP: f64 = 1e-5;
/// Powers above this part of their terms are not rounding: differences have 10 digits.
const SHARE: f64 = 1e-7;
/// Powers below this, in W, are nothing.
const NOTHING: f64 = 1e-12;
/// Linear terms of T below this part of T are rounding.
const ROUNDING: f64 = 1e-12;
/// The number of states of a mechanism without constraints, and how far they are from the start, in radians or metres.
const MOVING: usize = 8;
const NEAR: f64 = 0.1;
/// The number of velocities that a message names.
const NAMED: usize = 6;

impl Constrained<'_> {
    /// Compares the claims with the results.
    pub(super) fn check_claims(
        &self,
        freedom: &Freedom,
        states: &[State],
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let claims = &self.formulated.model.claims;
        if let Some((stated, place)) = claims.freedoms
            && stated != freedom.degrees_of_freedom
        {
            return Err(diagnostics.refuse(self.other_freedoms(stated, place, freedom)));
        }
        match claims.energy.and_then(|span| self.lost_energy(span, states)) {
            Some(mistake) => Err(diagnostics.refuse(mistake)),
            None => Ok(()),
        }
    }

    fn other_freedoms(&self, stated: usize, place: Place, freedom: &Freedom) -> Diagnostic {
        let name = self.formulated.name.to_string();
        let numbers = (freedom.degrees_of_freedom, stated);
        if freedom.degrees_of_freedom <= stated {
            return messages::fewer_freedoms(place, &name, numbers, freedom.rank, self.sizes.n);
        }
        let velocities = self.formulated.velocities.iter().take(NAMED);
        let velocities: Vec<&str> = velocities.map(|velocity| velocity.name.as_str()).collect();
        messages::more_freedoms(place, &name, numbers, freedom.rank, (self.sizes.n, &velocities))
    }

    /// (1): an error where the energy is not conserved.
    fn lost_energy(&self, span: proc_macro2::Span, states: &[State]) -> Option<Diagnostic> {
        let name = self.formulated.name.to_string();
        if let Some(drive) = self.formulated.constraints.iter().find(|constraint| constraint.rheonomic) {
            return Some(messages::drive_works(span, &name, &drive.name));
        }
        let Some((kinetic, potential)) = self.lowered.energy else {
            return Some(messages::energy_is_unknown(span, &name));
        };
        if self.unknown_here() {
            return None;
        }
        self.moving(states)
            .iter()
            .find_map(|state| {
                let state = self.consistent(state)?;
                let (power, terms) = self.power(&state, kinetic, potential);
                // NaN is no power.
                (power.abs() > SHARE * terms + NOTHING).then_some(power)
            })
            .map(|power| messages::forces_work(span, &name, power))
    }

    /// The states, and each with random velocities at a later time: at rest no force has a power. Without constraints, which lead to other states, the
    /// positions are random, too.
    fn moving(&self, states: &[State]) -> Vec<State> {
        let free = self.sizes.holonomic + self.sizes.nonholonomic == 0;
        let count = if free { MOVING } else { 1 };
        let mut all = states.to_vec();
        for (number, state) in states.iter().flat_map(|state| std::iter::repeat_n(state, count)).enumerate() {
            let random = Generator(200 + number as u64);
            let entries = |kind: u64, size: f64| -> Vec<f64> {
                (0..self.sizes.n).map(|i| size * random.at(kind, i)).collect()
            };
            let mut moving = state.clone();
            if free {
                self.space().displace(&mut moving, &entries(0, NEAR));
            }
            moving.velocity = entries(2, 1.0);
            // Forces of the time may vanish at the start.
            moving.time += random.at(3, 0).abs();
            all.push(moving);
        }
        all
    }

    /// The state with velocities that satisfy the constraints; `None` where they do not vanish at rest.
    fn consistent(&self, state: &State) -> Option<State> {
        let (n, rows) = (self.sizes.n, self.sizes.holonomic + self.sizes.nonholonomic);
        let mut state = state.clone();
        if rows == 0 {
            return Some(state);
        }
        let lowered = self.lowered;
        let mut places: Vec<(usize, usize)> = lowered.jacobian.iter().map(|e| (e.0, e.1)).collect();
        places.extend(lowered.velocity_jacobian.iter().map(|e| (e.0 + self.sizes.holonomic, e.1)));
        let entries = lowered.jacobian.iter().chain(&lowered.velocity_jacobian).map(|e| e.2);
        let values = self.values(entries.collect(), &state);
        let mut rates = vec![0.0; rows];
        places.iter().zip(&values).for_each(|(&(i, j), x)| rates[i] -= x * state.velocity[j]);
        let by = LeastNorm::new(rows, n, places).step(&values, &rates)?;
        state.velocity.iter_mut().zip(by).for_each(|(v, by)| *v += by);
        Some(state)
    }

    fn values(&self, roots: Vec<Value>, state: &State) -> Vec<f64> {
        let inputs = self.formulated.model.inputs.len();
        let load = |source| match source {
            // After the inputs are the held sides of switching functions: here the actual sides.
            Source::Input(i) if i >= inputs => 0.0,
            source => state.load(source),
        };
        Evaluator::new(self.arena, roots).evaluate(&mut Vec::new(), &load)
    }

    /// (1), and the size of its terms.
    fn power(&self, state: &State, kinetic: Value, potential: Value) -> (f64, f64) {
        let force = self.values(self.lowered.force.clone(), state);
        let speed = state.velocity.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        let h = STEP / (1.0 + speed);
        let space = self.space();
        let energy = |h: f64| {
            let mut moved = state.clone();
            let by: Vec<f64> = state.velocity.iter().map(|v| v * h).collect();
            space.displace(&mut moved, &by);
            moved.time += h;
            let values = self.values(vec![kinetic, potential], &moved);
            values[0] + values[1]
        };
        let (after, before) = (energy(h), energy(-h));
        let rate = (after - before) / (2.0 * h);
        let works = force.iter().zip(&state.velocity).map(|(f, v)| f * v);
        let terms =
            works.clone().map(f64::abs).sum::<f64>() + rate.abs() + (after.abs() + before.abs()) * STEP;
        let Some(linear) = self.linear(state, kinetic, &force) else { return (0.0, terms) };
        (rate + works.sum::<f64>() + linear, terms + linear.abs())
    }

    /// b·a of (1), where b is the derivative of T by the velocities at rest; `None` where a is not known.
    fn linear(&self, state: &State, kinetic: Value, force: &[f64]) -> Option<f64> {
        let n = self.sizes.n;
        let kinetic = |i: usize, rate: f64| {
            let mut moving = state.clone();
            moving.velocity.fill(0.0);
            moving.velocity[i] = rate;
            self.values(vec![kinetic], &moving)[0]
        };
        let b: Vec<f64> = (0..n)
            .map(|i| {
                let (ahead, back) = (kinetic(i, 1.0), kinetic(i, -1.0));
                let slope = 0.5 * (ahead - back);
                if slope.abs() > ROUNDING * (ahead.abs() + back.abs()) { slope } else { 0.0 }
            })
            .collect();
        if b.iter().all(|x| *x == 0.0) {
            return Some(0.0);
        }
        if self.sizes.holonomic + self.sizes.nonholonomic > 0 {
            return None;
        }
        let places = self.lowered.mass.iter().map(|e| (e.0, e.1)).collect();
        let values = self.values(self.lowered.mass.iter().map(|e| e.2).collect(), state);
        let a = LeastNorm::new(n, n, places).step(&values, force)?;
        Some(b.iter().zip(a).map(|(b, a)| b * a).sum())
    }
}
