//! A run forward in dual numbers, and backward segment by segment.

use super::objective::{Term, terms};
use super::record::{self, Standing};
use super::recorded::Recorded;
use super::routine::{Routine, Unrecorded};
use super::watch::Watch;
use super::{Gradient, GradientRequest};
use crate::messages;
use crate::variable::{Place, Variable};
use core::ops::Range;
use linkwork::simulation::{Sampling, Simulate};
use linkwork::snapshot::Transfer;
use linkwork::solution::{Quantities, State};
use linkwork::stepper::{Start, StepFailure, StepReport, Stepper};
use linkwork::{Described, Error, Fallback, Real, Row, StepError, WithInputs};
use linkwork_tape::{Any, Executor, Tape, TapeParameters};
use num_dual::Dual64;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of operations that a segment should not exceed, unless one step does: about 800 kB, which stay in the cache of a core.
const AT_HAND: usize = 1 << 15;
/// The memory limit of the stored beginnings of more than √N segments, in bytes.
const KEPT: usize = 1 << 26;

/// Empties the record at the end of a gradient or on an error.
struct Recording;

impl Drop for Recording {
    fn drop(&mut self) {
        record::end();
    }
}

/// (1) forward, then (2).
pub fn run<S>(
    parameters: &TapeParameters,
    request: &GradientRequest,
    variables: &[Variable],
    method: &S,
) -> Result<Gradient, Error>
where
    S: Stepper<Tape<f64, Any, Unrecorded<f64>>>
        + Stepper<Tape<Dual64, Any, Unrecorded<Dual64>>>
        + Stepper<Tape<Recorded, Any, Routine>>
        + Clone,
{
    let terms = terms(request)?;
    // A run has at least one step.
    let steps = terms.last().map_or(1, |term| term.step.max(1));
    let over = request.interrupt.as_deref();
    let chain = Chain { method, h: request.step, steps, terms: &terms, over };

    let (m, directed) = lifted::<Unrecorded<Dual64>>(parameters, request, variables, Dual64::new)?;
    let mut quantities = Quantities::new(&m);
    let columns: Vec<usize> =
        terms.iter().map(|term| quantities.find(&term.quantity.name)).collect::<Result<_, _>>()?;
    let unit = terms.first().filter(|term| term.measured.is_none());
    let unit = unit.map_or_else(String::new, |_| quantities.unit(&m, columns[0]));
    record::begin();
    let _recording = Recording;
    let (recording, seeds) = lifted::<Routine>(parameters, request, variables, Recorded::variable)?;
    let began = chain.start(&recording)?;
    let base = record::len();
    let count = match request.segments {
        Some(count) => (count as u64).clamp(1, steps),
        None => segments(&chain, (&recording, &began), base)?,
    };
    // Their lengths differ by at most one step.
    let segment = |i: u64| {
        let begin = |i: u64| (u128::from(steps) * u128::from(i) / u128::from(count)) as u64;
        begin(i)..begin(i + 1)
    };

    let mut w = chain.start(&m)?;
    let (mut value, mut tangent, mut fallback) = (0.0, 0.0, false);
    let mut watch = Watch::new(&m);
    let mut kept: Vec<Vec<u8>> = Vec::new();
    for i in 0..count {
        let mut bytes = Vec::new();
        if i > 0 {
            method.transfer(&m, &mut w, &mut Transfer::writing(&mut bytes))?;
        }
        kept.push(bytes);
        let each = |term: usize, state: &State<_>| {
            let x: Dual64 = quantities.of_state(&m, state)[columns[term]];
            let (contributed, slope) = terms[term].of(x.re);
            (value, tangent) = (value + contributed, tangent + slope * x.eps);
        };
        fallback |= chain.advance(&m, &mut w, segment(i), each, |w, report, n| {
            watch.look(&m, method, w, report, n + 1 >= steps);
        })?;
    }
    drop(w);
    let checked = !m.names().switches.is_empty() || fallback && m.flags().holonomic;
    if checked && watch.is_doubtful() {
        refuse_other_runs(parameters, request, &chain)?;
    }

    let m = recording;
    let mut quantities = Quantities::new(&m);
    let mut adjoints: Vec<f64> = Vec::new();
    let mut behind: Vec<f64> = Vec::new();
    let mut recorded = record::operations();
    for i in (0..count).rev() {
        let mut w = began.clone();
        let mut variables: Vec<Standing> = Vec::new();
        if i > 0 {
            let mut over = Transfer::reading(&kept[i as usize]);
            let outcome;
            (outcome, variables) = record::as_variables(|| method.transfer(&m, &mut w, &mut over));
            outcome?;
        }
        // J̄ = 1 at what contributes to it.
        let mut ends: Vec<(Standing, f64)> = Vec::new();
        let each = |term: usize, state: &State<_>| {
            let x: Recorded = quantities.of_state(&m, state)[columns[term]];
            ends.push((x.stands(), terms[term].of(x.value()).1));
        };
        chain.advance(&m, &mut w, segment(i), each, |_, _, _| ())?;
        if i + 1 < count {
            let mut bytes = Vec::new();
            let mut over = Transfer::writing(&mut bytes);
            let (outcome, left) = record::noted(|| method.transfer(&m, &mut w, &mut over));
            outcome?;
            if left.len() != behind.len() {
                return Err(messages::uneven(left.len(), behind.len()));
            }
            ends.extend(left.into_iter().zip(behind.iter().copied()));
        }
        if record::is_full() {
            return Err(messages::too_long(count));
        }
        recorded = recorded.max(record::operations());
        adjoints.resize(record::len(), 0.0);
        for (stands, adjoint) in ends {
            adjoints[stands.at as usize] += stands.by * adjoint;
        }
        record::sweep(&mut adjoints, base);
        behind = variables.iter().map(|variable| adjoints[variable.at as usize]).collect();
        adjoints.truncate(base);
        record::keep(base);
    }
    record::sweep(&mut adjoints, 0);
    let gradient: Vec<f64> = seeds.iter().map(|seed| adjoints[seed.stands().at as usize]).collect();
    let parts = gradient.iter().zip(&directed).map(|(slope, variable)| slope * variable.eps);
    let (sum, size) = parts.fold((0.0, 0.0), |(sum, size), x: f64| (sum + x, size + x.abs()));
    let difference = (sum - tangent).abs();
    Ok(Gradient {
        value,
        by: variables.iter().map(|variable| variable.named.clone()).collect(),
        at: directed.iter().map(|x| x.re).collect(),
        gradient,
        unit,
        apart: if difference == 0.0 { 0.0 } else { difference / size.max(tangent.abs()) },
        steps,
        segments: count as usize,
        recorded,
    })
}

/// √N segments, or more, so that each records at most `AT_HAND` operations, as long as the beginnings of all take at most `KEPT` bytes.
fn segments<S>(
    chain: &Chain<'_, S>,
    (m, began): (&Tape<Recorded, Any, Routine>, &S::Workspace),
    base: usize,
) -> Result<u64, Error>
where
    S: Stepper<Tape<Recorded, Any, Routine>>,
{
    let root = ((chain.steps as f64).sqrt().ceil() as u64).clamp(1, chain.steps);
    let mut w = began.clone();
    let before = record::operations();
    chain.advance(m, &mut w, 0..1, |_, _| (), |_, _, _| ())?;
    let operations = record::operations() - before;
    let mut bytes = Vec::new();
    chain.method.transfer(m, &mut w, &mut Transfer::writing(&mut bytes))?;
    drop(w);
    record::keep(base);
    let length = (AT_HAND / operations.max(1)).max(1) as u64;
    let most = (KEPT / bytes.len().max(1)) as u64;
    Ok(chain.steps.div_ceil(length).min(most).clamp(root, chain.steps))
}

/// The method, the steps and the terms of a run.
struct Chain<'a, S> {
    method: &'a S,
    h: f64,
    steps: u64,
    terms: &'a [Term<'a>],
    over: Option<&'a AtomicBool>,
}

impl<S> Chain<'_, S> {
    fn start<E: Executor>(&self, m: &Tape<E::Scalar, Any, E>) -> Result<S::Workspace, Error>
    where
        S: Stepper<Tape<E::Scalar, Any, E>>,
    {
        let began = self.method.start(m, &Start::initial(m), E::Scalar::exact(self.h));
        began.map_err(|failure| self.failed(m, 0, failure))
    }

    /// Makes these steps and, after the last step of the run, evaluates the state at its end. `each` receives the terms with their states, and `look`
    /// every attempt with its number. Returns whether a solve needed a fallback.
    fn advance<E: Executor>(
        &self,
        m: &Tape<E::Scalar, Any, E>,
        w: &mut S::Workspace,
        steps: Range<u64>,
        mut each: impl FnMut(usize, &State<Tape<E::Scalar, Any, E>>),
        mut look: impl FnMut(&S::Workspace, &StepReport, u64),
    ) -> Result<bool, Error>
    where
        S: Stepper<Tape<E::Scalar, Any, E>>,
    {
        let h = E::Scalar::exact(self.h);
        let mut fallback = false;
        let last = (steps.end == self.steps).then_some(self.steps);
        for n in steps.clone().chain(last) {
            // No data are synchronised through it: no ordering is needed.
            if self.over.is_some_and(|over| over.load(Ordering::Relaxed)) {
                return Err(Error::Interrupted { time: n as f64 * self.h });
            }
            let report = if n == self.steps { self.ended(m, w) } else { self.method.attempt(m, h, w) };
            let report = report.map_err(|failure| self.failed(m, n, failure))?;
            fallback |= report.fallback != Fallback::None;
            look(w, &report, n);
            let first = self.terms.partition_point(|term| term.step < n);
            let terms = self.terms[first..].iter().take_while(|term| term.step == n).count();
            if terms > 0 {
                let mut state = State::from(&self.method.sample(w));
                state.t = E::Scalar::exact(n as f64) * h;
                (first..first + terms).for_each(|term| each(term, &state));
            }
            if n < self.steps {
                self.method.commit(m, w);
            }
        }
        Ok(fallback)
    }

    /// The sample at the end of the run, as in simulations.
    fn ended<E: Executor>(
        &self,
        m: &Tape<E::Scalar, Any, E>,
        w: &mut S::Workspace,
    ) -> Result<StepReport, StepFailure>
    where
        S: Stepper<Tape<E::Scalar, Any, E>>,
    {
        match self.method.complete(m, w)? {
            Some(report) => Ok(report),
            None => self.method.attempt(m, E::Scalar::exact(self.h), w),
        }
    }

    fn failed<E: Executor>(&self, m: &Tape<E::Scalar, Any, E>, number: u64, failure: StepFailure) -> Error
    where
        S: Stepper<Tape<E::Scalar, Any, E>>,
    {
        let (method, time) = (self.method.name(), number as f64 * self.h);
        let row = Row::of_failure(m, &failure);
        Error::Step(Box::new(StepError { method, time, step: self.h, number, row, failure, stiff: None }))
    }
}

/// Refuses a run in which forces switch or a step is shortened: a simulation ends steps there, while the steps of a chain have one size.
fn refuse_other_runs<S>(
    parameters: &TapeParameters,
    request: &GradientRequest,
    chain: &Chain<'_, S>,
) -> Result<(), Error>
where
    S: Stepper<Tape<f64, Any, Unrecorded<f64>>> + Clone,
{
    let (m, _) = lifted::<Unrecorded<f64>>(parameters, request, &[], |x: f64, _| x)?;
    let run = m.simulate().method(chain.method.clone()).step(chain.h).until(chain.steps as f64 * chain.h);
    let run = match chain.over {
        Some(over) => run.interrupted_by(over),
        None => run,
    };
    let solution = run.output(Sampling::Ends).run()?;
    if let Some(time) = solution.switches().first() {
        return Err(messages::switch(*time));
    }
    let avoided = solution.report().avoided;
    if avoided > 0 {
        return Err(messages::shortened(avoided));
    }
    Ok(())
}

/// The mechanism in numbers that `variable` creates from values and tangents, and the variables. The direction changes each by about the
/// same relative amount.
#[allow(clippy::type_complexity)]
fn lifted<E: Executor<Options = ()>>(
    parameters: &TapeParameters,
    request: &GradientRequest,
    variables: &[Variable],
    mut variable: impl FnMut(f64, f64) -> E::Scalar,
) -> Result<(Tape<E::Scalar, Any, E>, Vec<E::Scalar>), Error> {
    let mut values: Vec<E::Scalar> = parameters.values().iter().map(|x| E::Scalar::exact(*x)).collect();
    let mut seeds = vec![E::Scalar::zero(); variables.len()];
    let mut seed = |i: usize, x: &mut E::Scalar| {
        let size = if x.value() == 0.0 { 1.0 } else { x.value().abs() };
        *x = variable(x.value(), share(i) * size);
        seeds[i] = *x;
    };
    for (i, variable) in variables.iter().enumerate() {
        if let Place::Parameter(at) = variable.place {
            seed(i, &mut values[at]);
        }
    }
    let mut tape = parameters.build_lifted_with::<E>(&values, (), |q, v, y| {
        for (i, variable) in variables.iter().enumerate() {
            match variable.place {
                Place::Parameter(_) => {}
                Place::Position(at) => seed(i, &mut q[at]),
                Place::Velocity(at) => seed(i, &mut v[at]),
                Place::State(at) => seed(i, &mut y[at]),
            }
        }
    })?;
    if let Some(inputs) = request.inputs.clone() {
        // Neither inputs nor the time depend on variables.
        tape = tape.driven_by(move |t| inputs(t.value()).into_iter().map(E::Scalar::exact).collect());
    } else {
        tape.set_inputs(tape.inputs_of(&[]));
    }
    Ok((tape, seeds))
}

/// Numbers of both signs without a pattern between 1/2 and 1: multiples of the golden ratio, without whole parts.
fn share(i: usize) -> f64 {
    let part = ((i + 1) as f64 * 0.618_033_988_749_894_9).fract();
    if i.is_multiple_of(2) { 0.5 + 0.5 * part } else { -0.5 - 0.5 * part }
}
