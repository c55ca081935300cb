//! The half-implicit and the fully implicit Euler method against Fang, Kissel, Zhang and Negrut (2023), in absolute
//! coordinates as there, on the tape: `reference/methods.json`, where errata and independent references are worked in.

mod chain;
mod door;
mod double_pendulum;
mod four_link;
mod iterations;
mod slider_crank;

use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler, Iteration};
use linkwork::prelude::*;
use linkwork::solution::State;
use linkwork_compiler::Options;
use linkwork_compiler::build::compile_text;
use linkwork_papers::half_implicit as published;
use linkwork_papers::run::{initial, walk};
use linkwork_tape::{Tape, TapeParameters};
use nalgebra::DVector;
use serde_json::Value;

/// The only mechanism of a text.
fn tape(text: &str, constants: &[(&str, &str)], parameters: &[(&str, f64)]) -> Tape {
    let constants = constants.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let compiled =
        compile_text("half_implicit.mech", text, &Options { constants, ..Options::default() }, false);
    let mut programs = compiled.unwrap_or_else(|mistakes| panic!("{mistakes}")).programs;
    assert_eq!(programs.len(), 1, "one mechanism a text");
    let mut mechanism = TapeParameters::new(programs.remove(0));
    for (name, value) in parameters {
        assert!(mechanism.set(name, *value), "no parameter `{name}`");
    }
    mechanism.build().unwrap_or_else(|error| panic!("{error}"))
}

/// All outputs at t_n = n h, n = 0 … `last`, followed by the energy.
fn outputs<S: Stepper<Tape>>(m: &Tape, method: &S, h: f64, last: usize) -> Vec<Vec<f64>> {
    let mut found = Vec::with_capacity(last + 1);
    walk(m, method, &initial(m), h, last as u64, |_, s| found.push(outputs_at(m, s))).unwrap();
    found
}

fn outputs_at(m: &Tape, s: &Sample<'_, Tape>) -> Vec<f64> {
    let mut all: DVector<f64> = Vector::zeros(m.sizes().outputs);
    m.outputs(s.at, s.v, s.y, s.a, (s.lambda, s.psi), &mut all);
    let (kinetic, potential) = m.energy(s.at, s.v, s.y);
    all.iter().copied().chain([kinetic + potential]).collect()
}

/// All outputs of a driven mechanism at a sample of its motion.
fn motion_outputs(m: &Tape, sample: &State<Tape>) -> Vec<f64> {
    let State { t, q, v, a, lambda, psi, y, .. } = sample;
    let mut at = m.position_cache();
    m.place(&m.now(*t), q, &mut at);
    outputs_at(m, &Sample { t: *t, q, v, a, lambda, psi, y, at: &at })
}

/// The numbers of independent programs.
fn reference() -> Value {
    published::reference().unwrap()
}

fn number(value: &Value) -> f64 {
    published::number(value).unwrap()
}

fn columns(table: &Value, names: &[&str]) -> Vec<Vec<f64>> {
    published::columns(table, names).unwrap()
}

/// √(Σ e²/n).
fn rms(errors: impl Iterator<Item = f64>) -> f64 {
    let (n, sum) = errors.fold((0.0, 0.0), |(n, sum), e| (n + 1.0, sum + e * e));
    (sum / n).sqrt()
}

/// |found − expected| ≤ `tolerance`, or the message.
#[track_caller]
fn close(what: &str, found: f64, expected: f64, tolerance: f64) {
    let off = (found - expected).abs();
    assert!(off <= tolerance, "{what}: {found:.12} instead of {expected:.12}, off by {off:e}");
}

/// The step that belongs to the instant t.
fn step_of(t: f64, h: f64) -> usize {
    (t / h).round() as usize
}
