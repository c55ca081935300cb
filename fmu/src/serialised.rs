//! The state of an instance as bytes.
//!
//! Invariant: they begin with the token of the archive, and a restored state continues with the same bits: the mechanism is built with
//! its parameters, and the run continues from a snapshot of its method.

use crate::bytes::{Reader, Writer};
use crate::cosimulation::Run;
use crate::evaluate::Point;
use crate::fault::Fault;
use crate::instance::{Instance, Phase, Situation};
use crate::messages;
use linkwork::{Mechanism, WithInputs};

const PHASES: [Phase; 7] = [
    Phase::Made,
    Phase::Initializing,
    Phase::Stepping,
    Phase::Events,
    Phase::Continuous,
    Phase::Terminated,
    Phase::Failed,
];

impl Instance {
    /// The state as bytes.
    pub fn bytes(&self, now: &Situation) -> Result<Vec<u8>, Fault> {
        let mut to = Writer::default();
        to.0.extend(self.unit.token.as_bytes());
        let phase = PHASES.iter().position(|phase| *phase == now.phase).unwrap_or(0);
        to.count(phase as u64);
        to.count(u64::from(now.stale));
        to.number(now.point.t);
        let Point { q, v, y, .. } = &now.point;
        [&now.parameters, &now.built, &now.inputs, &now.sides].into_iter().for_each(|all| to.all(all));
        [q, v, y].into_iter().for_each(|all| to.all(all.as_slice()));
        to.count(now.starts.len() as u64);
        for &(number, value) in &now.starts {
            to.count(u64::from(number));
            to.number(value);
        }
        to.count(u64::from(now.latest.is_some()));
        to.count(u64::from(now.run.is_some()));
        if let Some(run) = &now.run {
            run.written(&mut to)?;
        }
        to.count(u64::from(now.stop.is_some()));
        to.number(now.stop.unwrap_or(0.0));
        to.count(now.changed.len() as u64);
        now.changed.iter().for_each(|&k| to.count(k as u64));
        to.count(u64::from(now.jumped));
        Ok(to.0)
    }

    /// A state from bytes.
    pub fn situation(&self, bytes: &[u8]) -> Result<Situation, Fault> {
        let other = messages::not_a_state;
        let bytes = bytes.strip_prefix(self.unit.token.as_bytes()).ok_or_else(other)?;
        let mut from = Reader(bytes);
        let mut read = || {
            let phase = *PHASES.get(usize::try_from(from.count()?).ok()?)?;
            let (stale, t) = (from.count()? != 0, from.number()?);
            let (parameters, built, inputs, sides) = (from.all()?, from.all()?, from.all()?, from.all()?);
            let (q, v, y) = (from.all()?, from.all()?, from.all()?);
            let mut starts = Vec::new();
            for _ in 0..from.count()? {
                starts.push((u32::try_from(from.count()?).ok()?, from.number()?));
            }
            let (latest, runs) = (from.count()? != 0, from.count()? != 0);
            let run = if runs { Some(Run::read(&mut from)?) } else { None };
            let (stops, stop) = (from.count()? != 0, from.number()?);
            let mut changed = Vec::new();
            for _ in 0..from.count()? {
                changed.push(usize::try_from(from.count()?).ok()?);
            }
            let jumped = from.count()? != 0;
            from.0.is_empty().then_some((
                phase,
                stale,
                t,
                parameters,
                built,
                inputs,
                sides,
                [q, v, y],
                starts,
                latest,
                run,
                (stops.then_some(stop), changed, jumped),
            ))
        };
        let (phase, stale, t, parameters, built, inputs, sides, [q, v, y], starts, latest, run, rest) =
            read().ok_or_else(other)?;
        let mut now = Situation::first(&self.unit);
        let lengths = [now.point.q.len(), now.point.v.len(), now.point.y.len(), now.inputs.len()];
        if [q.len(), v.len(), y.len(), inputs.len()] != lengths || sides.len() != now.sides.len() {
            return Err(other());
        }
        now.tape = self.unit.with(&built)?;
        now.tape.set_inputs(inputs.clone());
        now.tape.hold(&sides);
        (now.stop, now.changed, now.jumped) = rest;
        now.built = built;
        now.starts = starts;
        now.point = Point { t, q: q.into(), v: v.into(), y: y.into() };
        (now.phase, now.stale, now.parameters, now.inputs, now.sides) =
            (phase, stale, parameters, inputs, sides);
        if let Some(run) = run {
            let run = Run::restored(&self.unit, &now.tape, run)?;
            now.latest = latest.then(|| run.march.instant());
            now.run = Some(run);
        }
        Ok(now)
    }
}
