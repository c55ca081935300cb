//! The segments of a run, repeated by the programs of its steps.

use super::super::numbers::Numbers;
use super::super::record::Origin;
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

/// The program of a kind of steps, with what it reads of the run besides the state.
struct Repeated {
    program: Arc<Program>,
    constants: Constants,
    /// c̄ of all segments, and of one.
    of_constants: Vec<f64>,
    of_segment: Vec<f64>,
}

/// The programs of a run.
pub struct Replay<'a> {
    /// Those of the kinds by their numbers, where there are any.
    programs: Vec<Option<Repeated>>,
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
    pub reason: Option<&'static str>,
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
    /// Of so many kinds, without programs.
    pub fn new(kinds: usize, numbers: &'a Numbers, inputs: Option<&'a Inputs>) -> Self {
        Self {
            programs: (0..kinds).map(|_| None).collect(),
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

    /// Whether a kind has a program.
    pub fn has(&self, kind: usize) -> bool {
        self.programs.get(kind).is_some_and(Option::is_some)
    }

    /// Sets the program of a kind, which `made` has or makes.
    pub fn set(
        &mut self,
        kind: usize,
        traced: Result<(Trace, Constants), &'static str>,
        made: impl FnOnce(Trace) -> Result<Arc<Program>, &'static str>,
    ) {
        let repeated = traced.and_then(|(trace, constants)| {
            if trace.inputs != self.numbers.count() || trace.outputs.len() != trace.inputs {
                return Err("snapshots of the method have different lengths");
            }
            let zeros = vec![0.0; constants.values.len()];
            Ok(Repeated { program: made(trace)?, constants, of_constants: zeros.clone(), of_segment: zeros })
        });
        match repeated {
            Ok(repeated) => self.programs[kind] = Some(repeated),
            Err(reason) => self.otherwise(reason),
        }
    }

    /// The adjoints of constants, with what these are in the record.
    pub fn of_constants(&self) -> impl Iterator<Item = (Origin, f64)> {
        let all = self.programs.iter().flatten();
        all.flat_map(|of| of.constants.origins.iter().copied().zip(of.of_constants.iter().copied()))
    }

    /// Keeps the first reason.
    fn otherwise(&mut self, reason: &'static str) {
        self.reason.get_or_insert(reason);
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
            let (more, others) = program.ok_or("a step was of no known kind")?.program.lengths();
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
        let mut terms = segment.terms.iter();
        for (kind, (values, saved)) in segment.kinds.iter().zip(&places) {
            let Some(Repeated { program, constants, .. }) = &self.programs[*kind as usize] else { continue };
            let (values, saved) = (&mut self.values[values.clone()], &mut self.saved[saved.clone()]);
            program.forward((&constants.values, &state), values, saved, &mut inputs, &self.room);
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

        state.copy_from_slice(behind);
        let mut last = segment.terms.len();
        for (kind, (values, saved)) in segment.kinds.iter().zip(&places).rev() {
            let Some(Repeated { program, constants, of_segment, .. }) = &mut self.programs[*kind as usize]
            else {
                continue;
            };
            let first = last - program.terms().len();
            let slopes: Vec<f64> = segment.terms[first..last].iter().map(|(_, slope)| *slope).collect();
            last = first;
            let read =
                [&constants.values[..], &self.values[values.clone()], &self.saved[saved.clone()], &slopes];
            program.backward(read, &mut state, of_segment, &mut self.room);
        }
        // A sum is finite only if all of its parts are.
        let mut kinds = segment.kinds.to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        let repeated = kinds.iter().filter_map(|kind| self.programs[*kind as usize].as_ref());
        let of_constants = repeated.flat_map(|repeated| &repeated.of_segment);
        let finite = state.iter().chain(of_constants).sum::<f64>().is_finite();
        for kind in kinds {
            let Some(Repeated { of_constants, of_segment, .. }) = &mut self.programs[kind as usize] else {
                continue;
            };
            for (sum, x) in of_constants.iter_mut().zip(of_segment) {
                *sum += if finite { *x } else { 0.0 };
                *x = 0.0;
            }
        }
        if !finite {
            return Err("a derivative was infinite");
        }
        behind.copy_from_slice(&state);
        self.steps += segment.kinds.len() as u64;
        Ok(())
    }

    /// Why code of a step was interpreted, if it was.
    pub fn interpreted(&self) -> Option<String> {
        self.programs.iter().flatten().find_map(|repeated| repeated.program.interpreted())
    }
}
