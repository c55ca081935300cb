//! A run forward in dual numbers, and backward segment by segment.
//!
//! Steps are those of the smooth pieces of forces in which the run starts, in both directions, as in simulations (`watch`). Quantities are
//! those of the
//! states at the ends of steps, on their own sides.
//!
//! Backward, segments are repeated by the programs of their steps (`native`) where these are used and agree with the run; otherwise they
//! are recorded.

use super::chain::Chain;
use super::forward::{BEGINNING, Forward, forward};
use super::kept::{Kept, NOT_WORTH_IT};
use super::lifted::{fixed, fixed_in_trace, lifted, on_sides};
use super::native::replay::{Kind, Replay, Segment};
use super::native::signature;
use super::native::trace::{self, Constants, Passing, Trace};
use super::numbers::Numbers;
use super::objective::terms;
use super::record::{self, Origin};
use super::recorded::Recorded;
use super::routine::Routine;
use super::{Gradient, GradientRequest, NEGLIGIBLE, NOTHING};
use crate::variable::Variable;
use crate::{Native, choice, messages};
use linkwork::__private::sides_at_start;
use linkwork::snapshot::Transfer;
use linkwork::solution::{Quantities, State};
use linkwork::stepper::Stepper;
use linkwork::{Error, Real};
use linkwork_jit::Mode;
use linkwork_methods::{Lifted, Workspace};
use linkwork_tape::TapeParameters;
use num_dual::Dual64;

/// The number of operations that a segment should not exceed, unless one step does: about 800 kB, which stay in the cache of a core.
const AT_HAND: usize = 1 << 15;
/// The same of segments that are repeated, which keep 8 bytes for most operations.
const AT_HAND_NATIVE: usize = 1 << 16;
/// The largest number of steps of a segment that is repeated: one step of a rare kind records all of them.
const LONGEST: u64 = 16;
/// The memory limit of the stored beginnings of more than √N segments, in bytes.
const KEPT: usize = 1 << 26;

/// The mechanism in recorded numbers.
type Recording = Lifted<Routine>;

/// Empties the record at the end of a gradient or on an error.
struct Clean;

impl Drop for Clean {
    fn drop(&mut self) {
        drop(trace::end());
        record::end();
    }
}

/// (1) forward, then (2).
pub fn run(
    parameters: &TapeParameters,
    request: &GradientRequest,
    variables: &[Variable],
    code: &mut Kept,
) -> Result<Gradient, Error> {
    let terms = terms(request)?;
    // A run has at least one step.
    let steps = terms.last().map_or(1, |term| term.step.max(1));
    let (h, interrupt) = (request.step, request.interrupt.as_deref());
    let mode = request.native.mode(code.expected_steps(steps));

    let (forward_routines, recorded_routines, progress) = code.routines(parameters, request.native, steps);
    let (m, directed) =
        lifted((parameters, forward_routines), request, variables, Dual64::new, fixed::<Dual64>)?;
    let (m, method) = request.method.lifted(&m)?;
    let in_duals = Chain { method: &method, h, steps, terms: &terms, interrupt };
    let sides = sides_at_start(&m, &method, h);
    let mut quantities = Quantities::new(&m);
    let columns = Quantities::find(&m, terms.iter().map(|term| term.quantity.name.as_str()))?;
    let unit = terms.first().filter(|term| term.measured.is_none());
    let unit = unit.map_or_else(String::new, |_| quantities.unit(&m, columns[0]));
    record::begin();
    trace::reset();
    let _clean = Clean;
    let (recording, seeds) =
        lifted((parameters, recorded_routines), request, variables, Recorded::variable, fixed_in_trace)?;
    let (recording, method_in_record) = request.method.lifted(&recording)?;
    let chain = Chain { method: &method_in_record, h, steps, terms: &terms, interrupt };
    let held = on_sides(&recording, &sides);
    let began = chain.start(&held)?;
    let base = record::len();
    let count = match request.segments {
        Some(count) => (count as u64).clamp(1, steps),
        None if mode == Mode::Native => segments(&chain, (&held, &began), base, (AT_HAND_NATIVE, LONGEST))?,
        None => segments(&chain, (&held, &began), base, (AT_HAND, steps))?,
    };
    let bounds = bounds(steps, count, mode);
    let run = forward(
        (&m, &on_sides(&m, &sides)),
        &in_duals,
        (&mut quantities, &columns),
        &sides,
        (&bounds, mode, progress),
    )?;
    drop(m);

    let numbers = Numbers::find(|| {
        let mut bytes = Vec::new();
        method_in_record.transfer(&held, &mut began.clone(), &mut Transfer::writing(&mut bytes))?;
        Ok(bytes)
    })?;
    let mut backward = Backward {
        chain: &chain,
        m: &recording,
        held: &held,
        quantities: Quantities::new(&recording),
        columns: &columns,
        began: &began,
        base,
        run: &run,
        numbers: &numbers,
        adjoints: Vec::new(),
        behind: Vec::new(),
        size: run.value.abs(),
        recorded: record::operations(),
    };
    backward.adjoints.resize(base, 0.0);
    let mut replay = match mode {
        Mode::Native if !run.kinds.is_empty() => Some(backward.programs(parameters, &bounds, request, code)?),
        _ => None,
    };
    for (i, range) in bounds.windows(2).enumerate().rev() {
        let range = range[0]..range[1];
        let inner = range.start >= BEGINNING && range.end < steps;
        let repeated =
            inner && replay.as_mut().is_some_and(|replay| backward.replayed(i, range.clone(), replay));
        if !repeated {
            backward.segment(i, range)?;
        }
        backward.note_size(i);
    }
    let Backward { mut adjoints, recorded, size: dependence, .. } = backward;
    let (mut repeated, mut largest, mut interpreted) = (0, 0, None);
    if let Some(replay) = &replay {
        for (origin, adjoint) in replay.of_constants() {
            adjoints[origin.at as usize] += origin.by * adjoint;
        }
        (repeated, largest) = (replay.steps, replay.largest);
        interpreted = replay.interpreted().or_else(|| match replay.reason {
            Some(NOT_WORTH_IT) if repeated == 0 => Some(choice::too_few(steps)),
            reason => reason.map(str::to_owned),
        });
    }
    record::sweep(&mut adjoints, 0);
    let gradient: Vec<f64> = seeds.iter().map(|seed| adjoints[seed.origin().at as usize]).collect();
    let parts = gradient.iter().zip(&directed).map(|(slope, variable)| slope * variable.eps);
    let (sum, size) = parts.fold((0.0, 0.0), |(sum, size), x: f64| (sum + x, size + x.abs()));
    let difference = (sum - run.tangent).abs();
    // (3) of the module above.
    let scale = size.max(run.tangent.abs()).max(NEGLIGIBLE * dependence).max(NOTHING);
    Ok(Gradient {
        value: run.value,
        by: variables.iter().map(|variable| variable.named.clone()).collect(),
        at: directed.iter().map(|x| x.re).collect(),
        gradient,
        unit,
        apart: if difference == 0.0 { 0.0 } else { difference / scale },
        steps,
        segments: bounds.len() - 1,
        recorded: recorded.max(largest),
        native: repeated,
        interpreted: if mode == Mode::Native { interpreted } else { request.native.reason(steps) },
    })
}

/// The first step of each segment, and the number of steps: lengths differ by at most one step. For programs, the first two steps and the
/// last one are
/// segments of their own: methods with a history begin differently, and the last one includes the end of the run.
fn bounds(steps: u64, count: u64, mode: Mode) -> Vec<u64> {
    let bound = |i: u64| (u128::from(steps) * u128::from(i) / u128::from(count)) as u64;
    let mut bounds: Vec<u64> = (0..=count).map(bound).collect();
    if mode == Mode::Native {
        bounds.extend([steps.min(BEGINNING), steps - 1]);
        bounds.sort_unstable();
        bounds.dedup();
    }
    bounds
}

/// (2) of a run.
struct Backward<'a> {
    chain: &'a Chain<'a, Routine>,
    m: &'a Recording,
    held: &'a Recording,
    quantities: Quantities<Recording>,
    columns: &'a [usize],
    began: &'a Workspace<Recording>,
    /// The nodes of what precedes the steps.
    base: usize,
    run: &'a Forward,
    numbers: &'a Numbers,
    adjoints: Vec<f64>,
    /// w̄ at the end of the segment.
    behind: Vec<f64>,
    /// S of (3) of the module above.
    size: f64,
    recorded: usize,
}

impl<'a> Backward<'a> {
    /// Records a segment, and sweeps it.
    fn segment(&mut self, i: usize, range: core::ops::Range<u64>) -> Result<(), Error> {
        let method = self.chain.method;
        let mut w = self.began.clone();
        let mut variables: Vec<Origin> = Vec::new();
        if i > 0 {
            let mut over = Transfer::reading(&self.run.kept[i]);
            let outcome;
            (outcome, variables) = record::as_variables(|| method.transfer(self.held, &mut w, &mut over));
            outcome?;
        }
        // J̄ = 1 at what contributes to it.
        let mut ends: Vec<(Origin, f64)> = Vec::new();
        let (quantities, columns, terms) = (&mut self.quantities, self.columns, self.chain.terms);
        let each = |term: usize, state: &State<_>| {
            let x: Recorded = quantities.of_state(self.m, state)[columns[term]];
            ends.push((x.origin(), terms[term].of(x.value()).1));
        };
        let end = range.end;
        self.chain.advance(self.held, &mut w, range, each, |_, _, _| ())?;
        if end < self.chain.steps {
            let mut bytes = Vec::new();
            let mut over = Transfer::writing(&mut bytes);
            let (outcome, left) = record::noted(|| method.transfer(self.held, &mut w, &mut over));
            outcome?;
            if left.len() != self.behind.len() {
                return Err(messages::uneven(left.len(), self.behind.len()));
            }
            ends.extend(left.into_iter().zip(self.behind.iter().copied()));
        }
        if record::is_full() {
            return Err(messages::too_long(self.run.kept.len() as u64));
        }
        self.recorded = self.recorded.max(record::operations());
        let adjoints = &mut self.adjoints;
        adjoints.resize(record::len(), 0.0);
        for (origin, adjoint) in ends {
            adjoints[origin.at as usize] += origin.by * adjoint;
        }
        record::sweep(adjoints, self.base);
        self.behind = variables.iter().map(|variable| adjoints[variable.at as usize]).collect();
        adjoints.truncate(self.base);
        record::keep(self.base);
        Ok(())
    }

    /// S, with the beginning of a segment, whose adjoints are known.
    fn note_size(&mut self, i: usize) {
        let numbers = self.numbers.of(&self.run.kept[i]).unwrap_or_default();
        let size = numbers
            .iter()
            .zip(&self.behind)
            .map(|(x, adjoint)| (f64::max(x.abs(), 1.0) * adjoint).abs())
            .sum();
        self.size = self.size.max(size);
    }

    /// Whether programs repeat a segment.
    fn replayed(&mut self, i: usize, range: core::ops::Range<u64>, replay: &mut Replay<'_>) -> bool {
        let term = |n: u64| self.chain.terms.partition_point(|term| term.step < n);
        let terms: Vec<(f64, f64)> = (term(range.start)..term(range.end))
            .map(|term| (self.run.terms[term], self.chain.terms[term].of(self.run.terms[term]).1))
            .collect();
        let [begin, end] = [i, i + 1].map(|i| &self.run.kept[i][..]);
        let kinds = &self.run.steps[range.start as usize..range.end as usize];
        replay.sweep(&Segment { kinds, begin, end, terms: &terms }, &mut self.behind)
    }

    /// The programs of kinds of steps, from the most frequent one to the rarest: segments of steps with programs are repeated.
    fn programs(
        &mut self,
        parameters: &TapeParameters,
        bounds: &[u64],
        request: &'a GradientRequest,
        code: &mut Kept,
    ) -> Result<Replay<'a>, Error> {
        let (kinds, native) = (&self.run.kinds, request.native);
        let constants = parameters.program().constants.outputs.len();
        let closed = parameters.program().closing.is_some();
        let copied = copied(code.expected_steps(self.chain.steps));
        let mut replay = Replay::new(kinds.len(), self.numbers, request.inputs.as_ref());
        let met = |number: usize| self.run.steps.iter().filter(|of| **of as usize == number).count();
        let mut order: Vec<usize> = (0..kinds.len()).collect();
        order.sort_by_key(|number| core::cmp::Reverse(met(*number)));
        for number in order {
            let (kind, n, bytes) = &kinds[number];
            let steps = match native {
                Native::Always => met(number) as u64,
                _ => self.repeated_with(number, &replay, bounds),
            };
            let trace = match code.may_have(kind, steps, native) {
                // A trace has the constants of one program.
                Ok(()) if closed => Err("constraints beside loops over links are a program of their own"),
                Ok(()) => self.traced(constants, kind, (*n, bytes), copied)?,
                Err(reason) => Err(reason),
            };
            replay.set(number, trace, |trace| code.program(trace, (kind, steps), native));
        }
        Ok(replay)
    }

    /// The steps of segments that are repeated only if a kind of steps has a program.
    fn repeated_with(&self, kind: usize, replay: &Replay<'_>, bounds: &[u64]) -> u64 {
        let all = bounds.windows(2).map(|range| &self.run.steps[range[0] as usize..range[1] as usize]);
        let repeated = all.filter(|steps| {
            let of_it = |of: &u32| *of as usize == kind;
            steps.iter().any(of_it) && steps.iter().all(|of| of_it(of) || replay.has(*of as usize))
        });
        repeated.map(|steps| steps.len() as u64).sum()
    }

    /// The trace of a step that begins at these bytes, with copies of routines of at most `copied` instructions, and the constants that it reads:
    /// so many of the mechanism, and others.
    fn traced(
        &mut self,
        constants: usize,
        kind: &Kind,
        (n, bytes): (u64, &[u8]),
        copied: usize,
    ) -> Result<Result<(Trace, Constants), &'static str>, Error> {
        trace::begin(Constants::new(constants), self.base, copied);
        let traced = self.step(kind, n, bytes);
        let (trace, constants) = trace::end();
        record::keep(self.base);
        Ok(traced?.and(trace).map(|trace| (trace, constants)))
    }

    fn step(&mut self, kind: &Kind, n: u64, bytes: &[u8]) -> Result<Result<(), &'static str>, Error> {
        let method = self.chain.method;
        let (mut w, h) = (self.began.clone(), Recorded::exact(self.chain.h));
        trace::passing(Passing::Inputs);
        let mut over = Transfer::reading(bytes);
        record::as_variables(|| method.transfer(self.held, &mut w, &mut over)).0?;
        signature::take();
        let attempt = method.attempt(self.held, h, &mut w);
        if attempt.is_err() || signature::take() != kind.signature {
            return Ok(Err("a step was not repeated in the same way"));
        }
        if !kind.columns.is_empty() {
            let mut state = State::from(&method.sample(&w));
            state.t = Recorded::exact(n as f64) * h;
            let numbers = self.quantities.of_state(self.m, &state);
            kind.columns.iter().for_each(|column| trace::term(numbers[*column]));
        }
        method.commit(self.held, &mut w);
        trace::passing(Passing::Outputs);
        let mut bytes = Vec::new();
        method.transfer(self.held, &mut w, &mut Transfer::writing(&mut bytes))?;
        Ok(Ok(()))
    }
}

/// Routines of at most as many instructions are copied into a step, which takes longer to compile, and is faster.
fn copied(steps: u64) -> usize {
    (steps / 40).clamp(16, 400) as usize
}

/// √N segments, or more, so that each records at most `at_hand` operations of at most `longest` steps, as long as the beginnings of all
/// take at most `KEPT` bytes.
fn segments(
    chain: &Chain<'_, Routine>,
    (m, began): (&Recording, &Workspace<Recording>),
    base: usize,
    (at_hand, longest): (usize, u64),
) -> Result<u64, Error> {
    let root = ((chain.steps as f64).sqrt().ceil() as u64).clamp(1, chain.steps);
    let mut w = began.clone();
    let before = record::operations();
    chain.advance(m, &mut w, 0..1, |_, _| (), |_, _, _| ())?;
    let operations = record::operations() - before;
    let mut bytes = Vec::new();
    chain.method.transfer(m, &mut w, &mut Transfer::writing(&mut bytes))?;
    drop(w);
    record::keep(base);
    let length = ((at_hand / operations.max(1)) as u64).clamp(1, longest);
    let most = (KEPT / bytes.len().max(1)) as u64;
    Ok(chain.steps.div_ceil(length).min(most).clamp(root, chain.steps))
}
