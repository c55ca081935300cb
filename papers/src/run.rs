//! Runs of a mechanism with a method and a step size, for the numbers of tables.
//!
//! Invariant: a run that fails is an error that names method, step and reason, never a number.

use linkwork::stepper::{Sample, Start, StepFailure, Stepper};
use linkwork::{Energetic, Mechanism};
use std::time::Instant;

/// The state that `build()` assembled, at t = 0.
pub fn initial<M: Mechanism<Scalar = f64>>(m: &M) -> Start<M> {
    let (q, v, y) = m.initial();
    Start { t: 0.0, q, v, y }
}

/// Steps from `from` and calls `visit(n, sample)` at t_n for n = 0 … `last`.
///
/// # Errors
/// A step that failed.
pub fn walk<M, S>(
    m: &M,
    method: &S,
    from: &Start<M>,
    h: f64,
    last: u64,
    mut visit: impl FnMut(u64, &Sample<'_, M>),
) -> Result<(), String>
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    let failed = |n: u64, failure: StepFailure| format!("{}, step {n} of {h:e}: {failure:?}", method.name());
    let mut w = method.start(m, from, h).map_err(|f| failed(0, f))?;
    for n in 0..=last {
        method.attempt(m, h, &mut w).map_err(|f| failed(n, f))?;
        visit(n, &method.sample(&w));
        method.commit(m, &mut w);
    }
    Ok(())
}

/// The errors of a run, and its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// max |E_n − E_0| in J, both from positions and velocities of one instant.
    pub energy: f64,
    /// The largest violation of the conserved quantities.
    pub drift: f64,
    /// Wall time of a step with its energy, in s.
    pub seconds: f64,
}

/// Energy error and drift over the samples n = 1 … `last`; `drift` takes the coordinates.
///
/// # Errors
/// A step that failed.
pub fn energy_run<M, S>(
    m: &M,
    method: &S,
    h: f64,
    last: u64,
    drift: impl Fn(&M::Configuration) -> f64,
) -> Result<Errors, String>
where
    M: Energetic<Scalar = f64>,
    S: Stepper<M>,
{
    let from = initial(m);
    let mut at = m.position_cache();
    m.place(&m.now(from.t), &from.q, &mut at);
    let (kinetic, potential) = m.energy(&at, &from.v, &from.y);
    let first = kinetic + potential;
    // NaN must be kept: a comparison with it is false.
    let raise = |worst: &mut f64, new: f64| {
        if new > *worst || new.is_nan() {
            *worst = new;
        }
    };
    let (mut energy, mut drifted) = (0.0, 0.0);
    let began = Instant::now();
    walk(m, method, &from, h, last, |n, sample| {
        if n > 0 {
            let (kinetic, potential) = m.energy(sample.at, sample.v, sample.y);
            raise(&mut energy, (kinetic + potential - first).abs());
            raise(&mut drifted, drift(sample.q));
        }
    })?;
    let seconds = began.elapsed().as_secs_f64() / (last + 1) as f64;
    Ok(Errors { energy, drift: drifted, seconds })
}
