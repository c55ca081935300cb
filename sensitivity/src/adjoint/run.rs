//! A run forward in dual numbers, and backward segment by segment.
//!
//! Steps are those of the smooth pieces of forces in which the run starts, in both directions, as in simulations (`watch`). Quantities are those of the
//! states at the ends of steps, on their own sides.

use super::chain::Chain;
use super::lifted::{lifted, on_sides};
use super::objective::terms;
use super::record::{self, Origin};
use super::recorded::Recorded;
use super::routine::{Routine, Unrecorded};
use super::watch::Watch;
use super::{Gradient, GradientRequest, other};
use crate::messages;
use crate::variable::Variable;
use linkwork::__private::sides_at_start;
use linkwork::snapshot::Transfer;
use linkwork::solution::{Quantities, State};
use linkwork::stepper::Stepper;
use linkwork::{Error, Real};
use linkwork_tape::{Any, Tape, TapeParameters};
use num_dual::Dual64;

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
    S: Stepper<Tape<Dual64, Any, Unrecorded<Dual64>>> + Stepper<Tape<Recorded, Any, Routine>> + Clone,
{
    let terms = terms(request)?;
    // A run has at least one step.
    let steps = terms.last().map_or(1, |term| term.step.max(1));
    let interrupt = request.interrupt.as_deref();
    let chain = Chain { method, h: request.step, steps, terms: &terms, interrupt };

    let (m, directed) = lifted::<Unrecorded<Dual64>>(parameters, request, variables, Dual64::new)?;
    let sides = sides_at_start(&m, method, request.step);
    let held = on_sides(&m, &sides);
    let mut quantities = Quantities::new(&m);
    let columns: Vec<usize> =
        terms.iter().map(|term| quantities.find(&term.quantity.name)).collect::<Result<_, _>>()?;
    let unit = terms.first().filter(|term| term.measured.is_none());
    let unit = unit.map_or_else(String::new, |_| quantities.unit(&m, columns[0]));
    record::begin();
    let _recording = Recording;
    let (recording, seeds) = lifted::<Routine>(parameters, request, variables, Recorded::variable)?;
    let held_recording = on_sides(&recording, &sides);
    let began = chain.start(&held_recording)?;
    let base = record::len();
    let count = match request.segments {
        Some(count) => (count as u64).clamp(1, steps),
        None => segments(&chain, (&held_recording, &began), base)?,
    };
    // Their lengths differ by at most one step.
    let segment = |i: u64| {
        let begin = |i: u64| (u128::from(steps) * u128::from(i) / u128::from(count)) as u64;
        begin(i)..begin(i + 1)
    };

    let mut w = chain.start(&held)?;
    let (mut value, mut tangent) = (0.0, 0.0);
    let mut watch = Watch::new(&held, &sides);
    let mut end = None;
    let mut kept: Vec<Vec<u8>> = Vec::new();
    for i in 0..count {
        let mut bytes = Vec::new();
        if i > 0 {
            method.transfer(&held, &mut w, &mut Transfer::writing(&mut bytes))?;
        }
        kept.push(bytes);
        let each = |term: usize, state: &State<_>| {
            let x: Dual64 = quantities.of_state(&m, state)[columns[term]];
            let (contributed, slope) = terms[term].of(x.re);
            (value, tangent) = (value + contributed, tangent + slope * x.eps);
        };
        let advanced = chain.advance(&held, &mut w, segment(i), each, |w, report, n| {
            watch.look(&held, method, w, report, n + 1 >= steps);
            if n == steps {
                end = Some(State::from(&method.sample(w)));
            }
        });
        if let Err(error) = advanced {
            if matches!(error, Error::Step(_)) {
                other::refuse(&m, &chain, None)?;
            }
            return Err(error);
        }
    }
    drop(w);
    if watch.is_doubtful() {
        other::refuse(&m, &chain, end.as_ref())?;
    }

    let (m, held) = (recording, held_recording);
    let mut quantities = Quantities::new(&m);
    let mut adjoints: Vec<f64> = Vec::new();
    let mut behind: Vec<f64> = Vec::new();
    let mut recorded = record::operations();
    for i in (0..count).rev() {
        let mut w = began.clone();
        let mut variables: Vec<Origin> = Vec::new();
        if i > 0 {
            let mut over = Transfer::reading(&kept[i as usize]);
            let outcome;
            (outcome, variables) = record::as_variables(|| method.transfer(&held, &mut w, &mut over));
            outcome?;
        }
        // J̄ = 1 at what contributes to it.
        let mut ends: Vec<(Origin, f64)> = Vec::new();
        let each = |term: usize, state: &State<_>| {
            let x: Recorded = quantities.of_state(&m, state)[columns[term]];
            ends.push((x.origin(), terms[term].of(x.value()).1));
        };
        chain.advance(&held, &mut w, segment(i), each, |_, _, _| ())?;
        if i + 1 < count {
            let mut bytes = Vec::new();
            let mut over = Transfer::writing(&mut bytes);
            let (outcome, left) = record::noted(|| method.transfer(&held, &mut w, &mut over));
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
        for (origin, adjoint) in ends {
            adjoints[origin.at as usize] += origin.by * adjoint;
        }
        record::sweep(&mut adjoints, base);
        behind = variables.iter().map(|variable| adjoints[variable.at as usize]).collect();
        adjoints.truncate(base);
        record::keep(base);
    }
    record::sweep(&mut adjoints, 0);
    let gradient: Vec<f64> = seeds.iter().map(|seed| adjoints[seed.origin().at as usize]).collect();
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
