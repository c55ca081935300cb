//! A mechanism over the scalar of a run.

use super::GradientRequest;
use super::native::trace;
use super::recorded::Recorded;
use crate::variable::{Place, Variable};
use linkwork::{Error, Mechanism, Real, WithInputs};
use linkwork_methods::Lifted;
use linkwork_tape::{Any, Executor, Routines, TapeParameters};

/// The mechanism in numbers that `variable` creates from values and tangents, and the variables. A variable is added to the number of its
/// place, which keeps its dependence on others: initial values may be formulas of parameters. The direction changes each by about the
/// same relative amount. `driven` makes numbers of inputs at a time.
#[allow(clippy::type_complexity)]
pub fn lifted<E: Executor>(
    (parameters, routines): (&TapeParameters, &Routines<E>),
    request: &GradientRequest,
    variables: &[Variable],
    mut variable: impl FnMut(f64, f64) -> E::Scalar,
    driven: fn(E::Scalar, Vec<f64>) -> Vec<E::Scalar>,
) -> Result<(Lifted<E, Any>, Vec<E::Scalar>), Error> {
    let mut values: Vec<E::Scalar> = parameters.values().iter().map(|x| E::Scalar::exact(*x)).collect();
    let mut seeds = vec![E::Scalar::zero(); variables.len()];
    // A change from zero, since an initial value may depend on other variables.
    let mut seed = |i: usize, x: &mut E::Scalar| {
        let size = if x.value() == 0.0 { 1.0 } else { x.value().abs() };
        let change = variable(0.0, share(i) * size);
        seeds[i] = change + E::Scalar::exact(x.value());
        *x = *x + change;
    };
    for (i, variable) in variables.iter().enumerate() {
        if let Place::Parameter(at) = variable.place {
            seed(i, &mut values[at]);
        }
    }
    let mut tape = parameters.build_lifted_of(routines, &values, |q, v, y| {
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
        tape = tape.driven_by(move |t| driven(t, inputs(t.value())));
    } else {
        tape.set_inputs(tape.inputs_of(&[]));
    }
    Ok((tape, seeds))
}

/// Inputs as numbers that do not vary.
pub fn fixed<T: Real>(_: T, inputs: Vec<f64>) -> Vec<T> {
    inputs.into_iter().map(T::exact).collect()
}

/// The same with names in the trace, in which they depend on the time.
pub fn fixed_in_trace(t: Recorded, inputs: Vec<f64>) -> Vec<Recorded> {
    if !trace::is_on() {
        return fixed(t, inputs);
    }
    let names = trace::inputs(t, inputs.len());
    let numbers = fixed::<Recorded>(t, inputs).into_iter().zip(names);
    numbers.map(|(x, name)| x.named(name)).collect()
}

/// The same mechanism with these sides held.
pub fn on_sides<E: Executor>(m: &Lifted<E>, sides: &[f64]) -> Lifted<E> {
    let mut held = m.clone();
    held.hold(sides);
    held
}

/// Numbers of both signs without a pattern between 1/2 and 1: multiples of the golden ratio, without whole parts.
fn share(i: usize) -> f64 {
    let part = ((i + 1) as f64 * 0.618_033_988_749_894_9).fract();
    if i.is_multiple_of(2) { 0.5 + 0.5 * part } else { -0.5 - 0.5 * part }
}
