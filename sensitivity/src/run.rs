//! One run with dual numbers: one variable, all quantities.

use crate::adjoint::{Tangent, Use};
use crate::variable::{Place, Variable};
use crate::{Inputs, Request};
use linkwork::simulation::{Sampling, Simulate};
use linkwork::solution::Solution;
use linkwork::{Error, WithInputs};
use linkwork_methods::{Erased, Lifted};
use linkwork_tape::{Any, Routines, TapeParameters};
use num_dual::Dual64;

/// A time is the end of a step up to this fraction of a step.
const AT_STEP: f64 = 1e-6;

/// The differences of inputs for their rates, in steps.
const WITHIN: f64 = 0.01;

/// The results of a run.
pub struct Outcome {
    pub at: f64,
    pub values: Vec<f64>,
    pub derivatives: Vec<f64>,
    pub units: Vec<String>,
    pub switches: Vec<f64>,
    pub is_partial: bool,
}

/// The routines that all runs share, interpreted.
pub fn routines(parameters: &TapeParameters) -> Routines<Tangent> {
    Routines::of(parameters, Use::Never)
}

/// The run in which a variable has the derivative 1.
pub fn run(
    of: (&TapeParameters, &Routines<Tangent>),
    request: &Request,
    variable: &Variable,
) -> Result<Outcome, Error> {
    let (tape, at) = lifted(of, request, variable)?;
    let (tape, method) = request.method.lifted(&tape)?;
    quantities(&tape, &method, request, at)
}

/// The mechanism in dual numbers, and the value of the variable.
fn lifted(
    (parameters, routines): (&TapeParameters, &Routines<Tangent>),
    request: &Request,
    variable: &Variable,
) -> Result<(Lifted<Tangent, Any>, f64), Error> {
    let mut values: Vec<Dual64> = parameters.values().iter().map(|x| Dual64::from_re(*x)).collect();
    let mut at = 0.0;
    let mut seed = |x: &mut Dual64| {
        x.eps = 1.0;
        at = x.re;
    };
    if let Place::Parameter(i) = variable.place {
        seed(&mut values[i]);
    }
    let mut tape = parameters.build_lifted_of(routines, &values, |q, v, y| match variable.place {
        Place::Parameter(_) => {}
        Place::Position(i) => seed(&mut q[i]),
        Place::Velocity(i) => seed(&mut v[i]),
        Place::State(i) => seed(&mut y[i]),
    })?;
    if let Some(inputs) = request.inputs.clone() {
        let step = request.step;
        tape = tape.driven_by(move |t| at_moving_time(&inputs, t, step));
    } else {
        tape.set_inputs(tape.inputs_of(&[]));
    }
    Ok((tape, at))
}

/// Inputs do not depend on variables, but the times of switches do: u(t + δ) = u(t) + u' δ.
fn at_moving_time(inputs: &Inputs, t: Dual64, step: f64) -> Vec<Dual64> {
    let values = inputs(t.re);
    if t.eps == 0.0 {
        return values.into_iter().map(Dual64::from_re).collect();
    }
    let rates = rates(inputs, t.re, step);
    values.into_iter().zip(rates).map(|(value, rate)| Dual64::new(value, rate * t.eps)).collect()
}

/// u' by differences of order four, of three where the time would be negative, over times within which steps do not resolve an input.
fn rates(inputs: &Inputs, t: f64, step: f64) -> Vec<f64> {
    let h = WITHIN * step;
    let (weights, denominator): (&[(f64, f64)], f64) = if t < 2.0 * h {
        (&[(0.0, -11.0), (1.0, 18.0), (2.0, -9.0), (3.0, 2.0)], 6.0)
    } else {
        (&[(-2.0, 1.0), (-1.0, -8.0), (1.0, 8.0), (2.0, -1.0)], 12.0)
    };
    let mut sum: Vec<f64> = Vec::new();
    for &(at, weight) in weights {
        let values = inputs(t + at * h);
        sum.resize(values.len(), 0.0);
        sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
    }
    sum.into_iter().map(|sum| sum / (denominator * h)).collect()
}

/// The quantities of a request: those at the ends of steps from one run, each other time by a run to it.
fn quantities(
    tape: &Lifted<Tangent>,
    method: &Erased<Lifted<Tangent>>,
    request: &Request,
    at: f64,
) -> Result<Outcome, Error> {
    let steps = |time: f64| {
        let count = (time / request.step).round();
        ((time / request.step - count).abs() <= AT_STEP).then_some(count as u64)
    };
    let counts: Vec<Option<u64>> = request.of.iter().map(|quantity| steps(quantity.at)).collect();
    let longest = counts.iter().flatten().copied().max();
    let every = counts.iter().flatten().copied().fold(0, greatest_common_divisor).max(1);
    let mut switches: Vec<f64> = Vec::new();
    let mut is_partial = false;
    let resultants = tape.program().grips.iter().any(|grip| grip.count > 1);
    let mut go = |until: f64, sampling: Sampling| -> Result<Solution<Lifted<Tangent>>, Error> {
        let simulation = tape.simulate().method(method.clone()).step(request.step);
        let simulation = match &request.interrupt {
            Some(interrupt) => simulation.interrupted_by(interrupt),
            None => simulation,
        };
        let solution = simulation.until(until).output(sampling).run()?;
        if solution.switches().len() > switches.len() {
            switches = solution.switches().to_vec();
        }
        is_partial |= solution.report().slid > 0 || (resultants && !switches.is_empty());
        Ok(solution)
    };
    // A run has at least one step. Samples are found by time: there are more steps if forces switch.
    let interval = Sampling::Interval(every as f64 * request.step);
    let common = longest.map(|count| go(count.max(1) as f64 * request.step, interval)).transpose()?;
    let mut outcome = Outcome {
        at,
        values: Vec::new(),
        derivatives: Vec::new(),
        units: Vec::new(),
        switches: Vec::new(),
        is_partial: false,
    };
    for (quantity, count) in request.of.iter().zip(&counts) {
        let alone;
        let (solution, sample) = match (&common, count) {
            (Some(solution), Some(count)) => (solution, (count / every) as usize),
            _ => {
                alone = go(quantity.at, Sampling::Ends)?;
                (&alone, alone.samples().len() - 1)
            }
        };
        let number = solution.series(&quantity.name)?[sample];
        outcome.values.push(number.re);
        outcome.derivatives.push(number.eps);
        outcome.units.push(solution.unit(&quantity.name)?);
    }
    (outcome.switches, outcome.is_partial) = (switches, is_partial);
    Ok(outcome)
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
