//! Exact partial derivatives, by dual numbers through the equations of motion.
//!
//! ```text
//! u = f(k):   Δu = (∂f/∂k) Δk          directional                (1)
//! Δk = (∂f/∂k)ᵀ Δu                     adjoint, column by column  (2)
//! ```
//!
//! Knowns are inputs, continuous states, parameters and time; unknowns are all values that depend on them. During initialization the start is
//! assembled: it depends on parameters and on exact initial values, and all unknowns depend on it. In a run the state is given, and
//! (1) is the derivative of the equations at the current point. Friction at rest has none: it sticks, or begins to slide.

use crate::evaluate::{Point, evaluate};
use crate::fault::Fault;
use crate::instance::{Instance, Phase};
use crate::layout::Role;
use crate::messages;
use crate::unit::Opening;
use linkwork::stepper::Start;
use linkwork::{Described, Grip, Mechanism, WithInputs};
use linkwork_tape::Tape;
use num_dual::Dual64;

/// Velocities below this part of the largest, or of 1 SI unit, count as rest, as in a run.
const AT_REST: f64 = 1e-14;

impl Instance {
    fn roles(&self, numbers: &[u32]) -> Result<Vec<Role>, Fault> {
        let role =
            |&number: &u32| self.unit.layout.role(number).ok_or_else(|| messages::unknown(number, "Real"));
        numbers.iter().map(role).collect()
    }

    /// The roles of variables with finite seeds.
    fn seeded(&self, numbers: &[u32], seed: &[f64]) -> Result<Vec<Role>, Fault> {
        let roles = self.roles(numbers)?;
        match numbers.iter().zip(seed).find(|(_, seed)| !seed.is_finite()) {
            Some((&number, &seed)) => {
                Err(messages::seed(&self.unit.layout.variables[number as usize].name, seed))
            }
            None => Ok(roles),
        }
    }

    /// (1).
    pub fn directional(&mut self, unknowns: &[u32], knowns: &[u32], seed: &[f64]) -> Result<Vec<f64>, Fault> {
        let (unknowns, knowns) = (self.roles(unknowns)?, self.seeded(knowns, seed)?);
        self.along(&unknowns, &knowns, seed)
    }

    /// (2).
    pub fn adjoint(&mut self, unknowns: &[u32], knowns: &[u32], seed: &[f64]) -> Result<Vec<f64>, Fault> {
        let (unknowns, knowns) = (self.seeded(unknowns, seed)?, self.roles(knowns)?);
        let mut all = Vec::with_capacity(knowns.len());
        for known in knowns {
            let column = self.along(&unknowns, &[known], &[1.0])?;
            all.push(column.iter().zip(seed).map(|(entry, seed)| entry * seed).sum());
        }
        Ok(all)
    }

    /// Friction that is at rest, and may stick: the equations of the point know its sliding only.
    fn at_rest(&self) -> Option<String> {
        let (tape, v) = (&self.now.tape, self.now.point.v.as_slice());
        let least = AT_REST * v.iter().fold(1.0_f64, |most, v| most.max(v.abs()));
        let rests = |grip: &&Grip| v[grip.velocity..][..grip.count].iter().all(|v| v.abs() <= least);
        tape.grips().iter().find(rests).map(|grip| tape.names().outputs[grip.effort].name.to_string())
    }

    fn along(&mut self, unknowns: &[Role], knowns: &[Role], seed: &[f64]) -> Result<Vec<f64>, Fault> {
        let near = {
            let known = self.known()?;
            let lift = |x: &nalgebra::DVector<f64>| x.map(Dual64::from_re);
            (lift(&known.lambda), lift(&known.psi))
        };
        let of_forces =
            |role: &Role| matches!(role, Role::Output(_) | Role::Acceleration(_) | Role::Multiplier(_));
        if let Some(friction) = self.at_rest().filter(|_| unknowns.iter().any(of_forces)) {
            return Err(messages::derivatives_at_rest(&friction));
        }
        let now = &self.now;
        let opens = matches!(now.phase, Phase::Made | Phase::Initializing);
        let lift = |values: &[f64]| -> Vec<Dual64> { values.iter().map(|&x| Dual64::from_re(x)).collect() };
        let mut inputs = lift(&now.inputs);
        let mut point = Point {
            t: Dual64::from_re(now.point.t),
            q: now.point.q.map(Dual64::from_re),
            v: now.point.v.map(Dual64::from_re),
            y: now.point.y.map(Dual64::from_re),
        };
        let mut parameters = lift(&now.built);
        // The external data of assembly: values of exact starts, and their derivatives.
        let mut starts: Vec<(Role, f64)> = Vec::new();
        for (role, &seed) in knowns.iter().zip(seed) {
            if opens && self.exact(*role) {
                starts.push((*role, seed));
                continue;
            }
            let number = match *role {
                Role::Time => &mut point.t,
                Role::Input(k) => &mut inputs[k],
                Role::Parameter(k) => &mut parameters[k],
                Role::Coordinate(k) => &mut point.q[k],
                Role::Velocity(k) => &mut point.v[k],
                Role::State(k) => &mut point.y[k],
                _ => {
                    return Err(messages::knowns());
                }
            };
            number.eps += seed;
        }
        let varied = parameters.iter().any(|x| x.eps != 0.0);
        let mut tape: Tape<Dual64> = if opens && (varied || !starts.is_empty()) {
            let (tape, start) = self.assembled(&parameters, &starts)?;
            for (x, own) in
                point.q.iter_mut().zip(start.q.iter()).chain(point.v.iter_mut().zip(start.v.iter()))
            {
                x.eps += own.eps;
            }
            point.y.iter_mut().zip(start.y.iter()).for_each(|(x, own)| x.eps += own.eps);
            tape
        } else {
            let tape: Tape<Dual64> = now.tape.with_scalar(&Dual64::from_re);
            tape.with_parameter_values(&parameters).ok_or_else(|| Fault::failed("parameters are missing"))?
        };
        tape.hold(&now.sides);
        tape.set_inputs(inputs.clone());
        let known = evaluate(&tape, &point, Some((&near.0, &near.1)))?;
        let derivative = |role: &Role| match *role {
            Role::Input(k) => Ok(inputs[k].eps),
            Role::Parameter(k) => Ok(parameters[k].eps),
            Role::Coordinate(k) => Ok(point.q[k].eps),
            Role::Velocity(k) => Ok(point.v[k].eps),
            Role::State(k) => Ok(point.y[k].eps),
            role => known.value(role).map(|value| value.eps).ok_or_else(messages::unknowns),
        };
        unknowns.iter().map(derivative).collect()
    }

    /// Whether a start value is exact.
    fn exact(&self, role: Role) -> bool {
        matches!(self.unit.opening(role), Some(Opening::Exact(_)))
    }

    /// The mechanism assembled from parameters and exact starts in dual numbers, and its start.
    fn assembled(
        &self,
        parameters: &[Dual64],
        seeds: &[(Role, f64)],
    ) -> Result<(Tape<Dual64>, Start<Tape<Dual64>>), Fault> {
        let (layout, set) = (&self.unit.layout, &self.now.starts);
        let roles: Vec<(Role, f64)> =
            set.iter().filter_map(|&(number, value)| Some((layout.role(number)?, value))).collect();
        let time = Dual64::from_re(self.now.point.t);
        let tape = self.unit.parameters.build_lifted_at(time, parameters, |q, v, y| {
            let mut place = |role: Role, change: &dyn Fn(&mut Dual64)| match role {
                Role::Coordinate(k) => change(&mut q[k]),
                Role::Velocity(k) => change(&mut v[k]),
                Role::State(k) => change(&mut y[k]),
                _ => {}
            };
            for &(role, value) in roles.iter().filter(|(role, _)| self.exact(*role)) {
                place(role, &|x| *x = Dual64::from_re(value));
            }
            for &(role, seed) in seeds {
                place(role, &|x| x.eps = seed);
            }
        })?;
        let mut start = Start { t: time, ..Start::initial(&tape) };
        // Guesses of the importer are starting points of the search, as in `Tape::start_near`.
        let guessed = |role: &Role| matches!(self.unit.opening(*role), Some(Opening::Approximate(_)));
        let mut any = false;
        for &(role, value) in roles.iter().filter(|(role, _)| guessed(role)) {
            any = true;
            match role {
                Role::Coordinate(k) => start.q[k] = Dual64::from_re(value),
                Role::Velocity(k) => start.v[k] = Dual64::from_re(value),
                _ => {}
            }
        }
        if any {
            start = tape.start_nearest_to(&start)?;
        }
        Ok((tape, start))
    }
}
