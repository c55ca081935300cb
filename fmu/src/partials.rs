//! Exact partial derivatives, by dual numbers through the equations of motion.
//!
//! ```text
//! u = f(k):   Δu = (∂f/∂k) Δk          directional                (1)
//! Δk = (∂f/∂k)ᵀ Δu                     adjoint, column by column  (2)
//! ```
//!
//! Knowns are inputs, continuous states and time; unknowns all that follows from them.

use crate::evaluate::{Point, evaluate};
use crate::fault::Fault;
use crate::instance::{Instance, unknown};
use crate::layout::Role;
use linkwork::{Mechanism, WithInputs};
use linkwork_tape::Tape;
use num_dual::Dual64;

impl Instance {
    fn roles(&self, numbers: &[u32]) -> Result<Vec<Role>, Fault> {
        let role = |&number: &u32| self.unit.layout.role(number).ok_or_else(|| unknown(number, "Real"));
        numbers.iter().map(role).collect()
    }

    /// (1).
    pub fn directional(&mut self, unknowns: &[u32], knowns: &[u32], seed: &[f64]) -> Result<Vec<f64>, Fault> {
        let (unknowns, knowns) = (self.roles(unknowns)?, self.roles(knowns)?);
        self.along(&unknowns, &knowns, seed)
    }

    /// (2).
    pub fn adjoint(&mut self, unknowns: &[u32], knowns: &[u32], seed: &[f64]) -> Result<Vec<f64>, Fault> {
        let (unknowns, knowns) = (self.roles(unknowns)?, self.roles(knowns)?);
        let mut all = Vec::with_capacity(knowns.len());
        for known in knowns {
            let column = self.along(&unknowns, &[known], &[1.0])?;
            all.push(column.iter().zip(seed).map(|(entry, seed)| entry * seed).sum());
        }
        Ok(all)
    }

    fn along(&mut self, unknowns: &[Role], knowns: &[Role], seed: &[f64]) -> Result<Vec<f64>, Fault> {
        let near = {
            let known = self.known()?;
            let lift = |x: &nalgebra::DVector<f64>| x.map(Dual64::from_re);
            (lift(&known.lambda), lift(&known.psi))
        };
        let now = &self.now;
        let lift = |values: &[f64]| -> Vec<Dual64> { values.iter().map(|&x| Dual64::from_re(x)).collect() };
        let mut inputs = lift(&now.inputs);
        let mut point = Point {
            t: Dual64::from_re(now.point.t),
            q: now.point.q.map(Dual64::from_re),
            v: now.point.v.map(Dual64::from_re),
            y: now.point.y.map(Dual64::from_re),
        };
        for (role, &seed) in knowns.iter().zip(seed) {
            let number = match *role {
                Role::Time => &mut point.t,
                Role::Input(k) => &mut inputs[k],
                Role::Coordinate(k) => &mut point.q[k],
                Role::Velocity(k) => &mut point.v[k],
                Role::State(k) => &mut point.y[k],
                _ => {
                    return Err(Fault::refused(
                        "derivatives are taken with respect to inputs, continuous states and time",
                    ));
                }
            };
            number.eps += seed;
        }
        let mut tape: Tape<Dual64> = now.tape.with_scalar(&Dual64::from_re);
        tape.set_inputs(inputs.clone());
        let known = evaluate(&tape, &point, Some((&near.0, &near.1)))?;
        let derivative = |role: &Role| {
            match *role {
            Role::Input(k) => Ok(inputs[k].eps),
            Role::Coordinate(k) => Ok(point.q[k].eps),
            Role::Velocity(k) => Ok(point.v[k].eps),
            Role::State(k) => Ok(point.y[k].eps),
            role => known.value(role).map(|value| value.eps).ok_or_else(|| {
                Fault::refused("derivatives are taken of outputs, derivatives of states, multipliers and event indicators")
            }),
        }
        };
        unknowns.iter().map(derivative).collect()
    }
}
