//! Model exchange: the equations of motion for an integrator of the importer.
//!
//! Invariant: between events the sides of switching functions are held, so that derivatives are smooth for the integrator; a
//! side is only chosen again in event mode. An event indicator is the switching function itself.

use crate::evaluate::evaluate;
use crate::fault::Fault;
use crate::instance::{Instance, Phase};
use crate::layout::Role;
use crate::messages;
use linkwork::{Manifold, Mechanism};

const MODES: [Phase; 3] = [Phase::Initializing, Phase::Events, Phase::Continuous];

impl Instance {
    /// Sets the time.
    pub fn set_time(&mut self, time: f64) -> Result<(), Fault> {
        self.expect("setting the time", &[Phase::Events, Phase::Continuous])?;
        if !time.is_finite() {
            return Err(messages::time("the time", time));
        }
        self.now.point.t = time;
        self.known = None;
        Ok(())
    }

    fn check_count(&self, count: usize) -> Result<(), Fault> {
        let own = self.unit.layout.states.len();
        if count == own {
            return Ok(());
        }
        Err(messages::count("continuous states", own, count))
    }

    /// Sets the continuous states.
    pub fn set_states(&mut self, values: &[f64]) -> Result<(), Fault> {
        self.expect("setting states", &[Phase::Events, Phase::Continuous])?;
        self.check_count(values.len())?;
        if let Some(k) = values.iter().position(|value| !value.is_finite()) {
            let number = self.unit.layout.states[k] as usize;
            let name = &self.unit.layout.variables[number].name;
            return Err(messages::value(name, values[k]));
        }
        let point = &mut self.now.point;
        for (&number, &value) in self.unit.layout.states.iter().zip(values) {
            match self.unit.layout.role(number) {
                Some(Role::Coordinate(k)) => point.q[k] = value,
                Some(Role::Velocity(k)) => point.v[k] = value,
                Some(Role::State(k)) => point.y[k] = value,
                _ => {}
            }
        }
        self.now.tape.wind(&mut self.now.point.q);
        self.known = None;
        Ok(())
    }

    /// The continuous states.
    pub fn states(&mut self, into: &mut [f64]) -> Result<(), Fault> {
        self.check_count(into.len())?;
        let numbers = self.unit.layout.states.clone();
        self.get(&numbers, into)
    }

    /// Their derivatives.
    pub fn derivatives(&mut self, into: &mut [f64]) -> Result<(), Fault> {
        self.expect("getting derivatives", &MODES)?;
        self.check_count(into.len())?;
        let numbers = self.unit.layout.derivatives.clone();
        self.get(&numbers, into)
    }

    /// Event indicators.
    pub fn indicators(&mut self, into: &mut [f64]) -> Result<(), Fault> {
        self.expect("getting event indicators", &MODES)?;
        let numbers = self.unit.layout.indicators.clone();
        if into.len() != numbers.len() {
            let (own, count) = (numbers.len(), into.len());
            return Err(messages::count("event indicators", own, count));
        }
        self.get(&numbers, into)
    }

    /// The nominal values of the states.
    pub fn nominals(&self, into: &mut [f64]) -> Result<(), Fault> {
        self.check_count(into.len())?;
        into.fill(1.0);
        Ok(())
    }

    /// Enters event mode: functions that have crossed zero change their side.
    pub fn enter_events(&mut self) -> Result<(), Fault> {
        self.expect("entering event mode", &[Phase::Continuous, Phase::Events])?;
        self.choose_sides()?;
        self.now.phase = Phase::Events;
        self.now.changed.clear();
        Ok(())
    }

    /// Continues between events.
    pub fn enter_continuous(&mut self) -> Result<(), Fault> {
        self.expect("entering continuous-time mode", &[Phase::Events, Phase::Continuous])?;
        self.now.phase = Phase::Continuous;
        Ok(())
    }

    /// The side of each switching function from its sign; at zero it is the opposite of the previous one, because an integrator that stops there has come
    /// from the previous side.
    pub fn choose_sides(&mut self) -> Result<(), Fault> {
        if self.now.sides.is_empty() {
            return Ok(());
        }
        self.refresh()?;
        let known = evaluate(&self.now.tape, &self.now.point, None);
        let known = known.map_err(|fault| self.blamed(fault))?;
        for (side, z) in self.now.sides.iter_mut().zip(known.switches.iter()) {
            *side = match *z {
                z if z > 0.0 => 1.0,
                z if z < 0.0 => -1.0,
                _ if *side == 0.0 => 1.0,
                _ => -*side,
            };
        }
        self.now.tape.hold(&self.now.sides);
        self.known = None;
        Ok(())
    }
}
