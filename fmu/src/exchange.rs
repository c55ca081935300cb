//! Model exchange: the equations of motion for an integrator of the importer.
//!
//! The side of a switching function z(t, x) is its sign; where it is zero, the side to which it departs along x' = f(t, x):
//!
//! ```text
//! s = sign z(t, x),   s = sign z(t + δ, x + δ f(t + δ/2, x + δ/2 f(t, x))) where z(t, x) = 0,   δ = 10⁻⁶ h       (1)
//! ```
//!
//! with the step h of co-simulation, as at the start of a run. A function that remains zero has no side: it is evaluated as it is.
//! Where both sides lead back to the switch, the motion has no derivatives: an error (`departures`).
//!
//! A constraint whose velocity jumps with a side (the corner of a drive or a cam) exerts an impulse, as in a run: velocities after an event
//! satisfy the constraints with the new sides, and the importer is told that they have changed. A constraint whose position jumps has no motion.
//!
//! Invariant: between events the sides of switching functions are held, so that derivatives are smooth for the integrator; a
//! side is only chosen again in event mode, and depends on the point, inputs and parameters alone. An event indicator is the switching
//! function itself.

use crate::departures::ahead;
use crate::evaluate::{Point, evaluate, normalised};
use crate::fault::Fault;
use crate::instance::{Instance, Phase};
use crate::layout::Role;
use crate::messages;
use linkwork::__private::take_impulse;
use linkwork::stepper::Start;
use linkwork::{Manifold, Mechanism};

/// δ/h of (1).
pub(crate) const LEAVING: f64 = 1e-6;

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
        // The importer stops behind the root, by its tolerance.
        self.choose_sides(true)?;
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

    /// Updates discrete states: in event mode, inputs and parameters may have been set. Whether velocities have jumped since the event began.
    pub fn update_discrete(&mut self, call: &str) -> Result<bool, Fault> {
        self.expect(call, &[Phase::Events])?;
        self.choose_sides(false)?;
        Ok(std::mem::take(&mut self.now.jumped))
    }

    /// The side of each switching function (1), and the impulse of the constraints that jump there; `late` tells whether the motion may be
    /// behind its root.
    pub fn choose_sides(&mut self, late: bool) -> Result<(), Fault> {
        if self.now.sides.is_empty() {
            return Ok(());
        }
        self.refresh()?;
        let before = self.now.sides.clone();
        // Functions in which others are nested may jump with those.
        for _ in 0..=before.len() {
            let known = evaluate(&self.now.tape, &self.now.point, None);
            let known = known.map_err(|fault| self.blamed(fault))?;
            let signs = known.switches.iter().map(|z| sign(*z));
            let sides: Vec<f64> = signs.take(before.len()).collect();
            if sides == self.now.sides {
                break;
            }
            self.now.tape.hold(&sides);
            self.now.sides = sides;
        }
        if self.now.sides.contains(&0.0)
            && let Some(departed) = self.departed()
        {
            let open = self.now.sides.iter_mut().zip(departed).filter(|(side, _)| **side == 0.0);
            open.for_each(|(side, to)| *side = to);
            self.now.tape.hold(&self.now.sides);
        }
        self.check_departures(&before)?;
        self.known = None;
        // At the start there are no sides to leave.
        match self.now.phase {
            Phase::Initializing => Ok(()),
            _ => self.jump(&before, late),
        }
    }

    /// The impulse of the constraints that jump where the sides `before` have become those of now.
    fn jump(&mut self, before: &[f64], late: bool) -> Result<(), Fault> {
        let (now, step) = (&mut self.now, self.unit.settings.step);
        let Point { t, q, v, y } = now.point.clone();
        let mut start = Start { t, q: normalised(&now.tape.program().rotations, &q), v, y };
        let jumped = take_impulse(&mut now.tape, (before, &now.sides), &mut start, (step, late));
        if jumped.map_err(|error| self.blamed(error))? {
            (self.now.point.v, self.now.jumped) = (start.v, true);
        }
        Ok(())
    }

    /// The signs of the switching functions at t + δ; `None` if the motion cannot be evaluated.
    fn departed(&self) -> Option<Vec<f64>> {
        let end = ahead(&self.now.tape, &self.now.point, LEAVING * self.unit.settings.step)?;
        let known = evaluate(&self.now.tape, &end, None).ok()?;
        Some(known.switches.iter().map(|z| sign(*z)).collect())
    }
}

/// 0 for what is not a number, too.
fn sign(z: f64) -> f64 {
    if z > 0.0 {
        1.0
    } else if z < 0.0 {
        -1.0
    } else {
        0.0
    }
}
