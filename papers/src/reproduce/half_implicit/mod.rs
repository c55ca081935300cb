//! Half-implicit and implicit Euler on the mechanisms of their paper: errors, energies, iterations, torques, chains.
//!
//! Invariant: mechanisms are in absolute coordinates, as in the paper, and on the tape; reference numbers are
//! those of independent programs, or are called published.

mod chains;
mod convergence;
mod energy;
mod iterations;
mod torque;

pub use chains::chains;
pub use convergence::convergence;
pub use energy::energy;
pub use iterations::iterations;
pub use torque::torque;

use super::failed;
use crate::half_implicit as published;
use crate::run::{initial, walk};
use linkwork::stepper::{Sample, Stepper};
use linkwork::{Described, Energetic, Evaluate, Vector};
use linkwork_compiler::Options;
use linkwork_compiler::build::compile_text;
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::Axis;
use linkwork_figures::picture::scale::Scale;
use linkwork_tape::{Tape, TapeParameters};
use std::time::Instant;

const HEIGHT: f64 = 320.0;

/// The only mechanism of a text.
fn tape(text: &str, constants: &[(&str, &str)], parameters: &[(&str, f64)]) -> Result<Tape, Failure> {
    let constants = constants.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let compiled =
        compile_text("half-implicit.mech", text, &Options { constants, ..Options::default() }, false)
            .map_err(String::from)
            .map_err(failed)?;
    let program = compiled.programs.into_iter().next();
    let mut declared = TapeParameters::new(program.ok_or_else(|| Failure::run("no mechanism"))?);
    for (name, value) in parameters {
        if !declared.set(name, *value) {
            return Err(Failure::run(format!("no parameter `{name}`")));
        }
    }
    // Times are those of the tape.
    Ok(declared.build()?)
}

/// A value of every sample at t_n = n h, n = 0 … `last`.
fn values<S: Stepper<Tape>>(
    m: &Tape,
    method: &S,
    h: f64,
    last: u64,
    of: &mut dyn FnMut(&Sample<'_, Tape>) -> f64,
) -> Result<Vec<f64>, Failure> {
    let mut found = Vec::new();
    walk(m, method, &initial(m), h, last, |_, sample| found.push(of(sample))).map_err(failed)?;
    Ok(found)
}

/// One output at t_n = n h, n = 0 … `last`.
fn output<S: Stepper<Tape>>(
    m: &Tape,
    method: &S,
    h: f64,
    last: u64,
    which: usize,
) -> Result<Vec<f64>, Failure> {
    let mut all = Vector::zeros(m.sizes().outputs);
    values(m, method, h, last, &mut |s| {
        m.outputs(s.at, s.v, s.y, s.a, (s.lambda, s.psi), &mut all);
        all[which]
    })
}

/// Energy above that of the start at t_n = n h, n = 0 … `last`, in J.
fn energy_gain<S: Stepper<Tape>>(m: &Tape, method: &S, h: f64, last: u64) -> Result<Vec<f64>, Failure> {
    let mut first = None;
    values(m, method, h, last, &mut |s| {
        let (kinetic, potential) = m.energy(s.at, s.v, s.y);
        kinetic + potential - *first.get_or_insert(kinetic + potential)
    })
}

/// The number of steps of size h in `until`.
fn steps(until: f64, h: f64) -> u64 {
    (until / h).round() as u64
}

fn logarithmic(name: &str, unit: &'static str, data: impl Iterator<Item = f64>) -> Result<Axis, Failure> {
    let scale = Scale::logarithmic(data, 6).ok_or_else(|| Failure::run("there is nothing to draw"))?;
    Ok(Axis { name: name.into(), unit, scale })
}

/// Mean iterations of a step, and its time in s.
fn effort<S: Stepper<Tape>>(m: &Tape, method: &S, h: f64, steps: u32) -> Result<(f64, f64), Failure> {
    let wrong = |failure| failed(format!("{}: {failure:?}", method.name()));
    let mut w = method.start(m, &initial(m), h).map_err(wrong)?;
    let began = Instant::now();
    let mut total = 0;
    for _ in 0..steps {
        total += method.step(m, h, &mut w).map_err(wrong)?.iterations;
    }
    let steps = f64::from(steps);
    Ok((f64::from(total) / steps, began.elapsed().as_secs_f64() / steps))
}
