//! The segments of a run, repeated by the programs of its steps.

use super::super::numbers::Numbers;
use super::program::{Program, Room};
use super::trace::{Constants, Trace};
use crate::Inputs;
use core::ops::Range;
use std::sync::Arc;

/// The kind of a step: its signature, and the columns of its terms of the objective. Steps of one kind have one program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    pub signature: u64,
    pub columns: Vec<usize>,
}

/// The programs of a run.
pub struct Replay<'a> {
    /// Those of the kinds by their numbers, if there are any.
    programs: Vec<Option<Arc<Program>>>,
    pub constants: Constants,
    /// c̄.
    pub of_constants: Vec<f64>,
    numbers: &'a Numbers,
    inputs: Option<&'a Inputs>,
    room: Room,
    values: Vec<f64>,
    saved: Vec<f64>,
    /// Steps that were repeated.
    pub steps: u64,
    /// The largest number of values of a segment.
    pub largest: usize,
    /// Why steps were not repeated, the first reason.
    pub reason: Option<String>,
}

/// A segment of a run.
pub struct Segment<'a> {
    /// The kinds of its steps.
    pub kinds: &'a [u32],
    /// The states at its beginning and its end, as bytes of a transfer.
    pub begin: &'a [u8],
    pub end: &'a [u8],
    /// The values of its terms in the run, and their slopes, in the order of time.
    pub terms: &'a [(f64, f64)],
}

impl<'a> Replay<'a> {
    /// Without programs.
    pub fn new(constants: Constants, numbers: &'a Numbers, inputs: Option<&'a Inputs>) -> Self {
        Self {
            programs: Vec::new(),
            constants,
            of_constants: Vec::new(),
            numbers,
            inputs,
            room: Room::default(),
            values: Vec::new(),
            saved: Vec::new(),
            steps: 0,
            largest: 0,
            reason: None,
        }
    }

    /// Adds the program of the next kind, which `made` has or makes.
    pub fn push(
        &mut self,
        trace: Result<Trace, &'static str>,
        made: impl FnOnce(Trace) -> Result<Arc<Program>, &'static str>,
    ) {
        let trace = trace.and_then(|trace| {
            let same = trace.inputs == self.numbers.count() && trace.outputs.len() == trace.inputs;
            if same { Ok(trace) } else { Err("snapshots of the method have different lengths") }
        });
        let program = trace.and_then(made);
        if let Err(reason) = program {
            self.otherwise(reason);
        }
        self.programs.push(program.ok());
        self.of_constants.resize(self.constants.values.len(), 0.0);
    }

    /// Keeps the first reason.
    fn otherwise(&mut self, reason: &str) {
        self.reason.get_or_insert_with(|| reason.to_owned());
    }

    /// Repeats a segment forward, then in reverse: `behind` holds the adjoints of the state at its end, and receives those at its beginning.
    /// Returns false, and changes nothing, if a step has no program, if the segment ends elsewhere than the run did, or if adjoints are not finite.
    pub fn sweep(&mut self, segment: &Segment<'_>, behind: &mut [f64]) -> bool {
        let swept = self.swept(segment, behind);
        if let Err(reason) = swept {
            self.otherwise(reason);
        }
        swept.is_ok()
    }

    fn swept(&mut self, segment: &Segment<'_>, behind: &mut [f64]) -> Result<(), &'static str> {
        let (Some(mut state), Some(end)) = (self.numbers.of(segment.begin), self.numbers.of(segment.end))
        else {
            return Err("snapshots of the method change their length");
        };
        if behind.len() != state.len() {
            return Err("snapshots of the method change their length");
        }
        let mut places: Vec<(Range<usize>, Range<usize>)> = Vec::with_capacity(segment.kinds.len());
        let (mut values, mut saved) = (0, 0);
        for kind in segment.kinds {
            let program = self.programs.get(*kind as usize).and_then(Option::as_ref);
            let (more, others) = program.ok_or("a step was of no known kind")?.lengths();
            places.push((values..values + more, saved..saved + others));
            (values, saved) = (values + more, saved + others);
        }
        self.values.resize(values.max(self.values.len()), 0.0);
        self.saved.resize(saved.max(self.saved.len()), 0.0);
        self.largest = self.largest.max(values + saved);

        let inputs = self.inputs;
        let mut inputs = |t: f64, to: &mut [f64]| {
            let given = inputs.map_or_else(Vec::new, |inputs| inputs(t));
            to.iter_mut().zip(given).for_each(|(to, x)| *to = x);
        };
        let constants = &self.constants.values[..];
        let found = segment.kinds.iter().filter_map(|kind| self.programs[*kind as usize].as_ref());
        let steps: Vec<_> = found.zip(&places).collect();
        let mut terms = segment.terms.iter();
        for (program, (values, saved)) in &steps {
            let (values, saved) = (&mut self.values[values.clone()], &mut self.saved[saved.clone()]);
            program.forward((constants, &state), values, saved, &mut inputs, &self.room);
            state.copy_from_slice(&values[program.outputs()]);
            for term in &values[program.terms()] {
                if terms.next().is_none_or(|(value, _)| value.to_bits() != term.to_bits()) {
                    return Err("a term of the objective differed");
                }
            }
        }
        if state.iter().zip(&end).any(|(x, y)| x.to_bits() != y.to_bits()) {
            return Err("a step had other decisions than those of its kind");
        }

        let mut of_constants = vec![0.0; constants.len()];
        state.copy_from_slice(behind);
        let mut last = segment.terms.len();
        for (program, (values, saved)) in steps.iter().rev() {
            let first = last - program.terms().len();
            let slopes: Vec<f64> = segment.terms[first..last].iter().map(|(_, slope)| *slope).collect();
            last = first;
            let read = [constants, &self.values[values.clone()], &self.saved[saved.clone()], &slopes];
            program.backward(read, &mut state, &mut of_constants, &mut self.room);
        }
        // A sum is finite only if all of its parts are.
        if !state.iter().chain(&of_constants).sum::<f64>().is_finite() {
            return Err("a derivative was infinite");
        }
        behind.copy_from_slice(&state);
        self.of_constants.iter_mut().zip(of_constants).for_each(|(sum, x)| *sum += x);
        self.steps += segment.kinds.len() as u64;
        Ok(())
    }

    /// Why code of a step was interpreted, if it was.
    pub fn interpreted(&self) -> Option<String> {
        self.programs.iter().flatten().find_map(|program| program.interpreted())
    }
}
