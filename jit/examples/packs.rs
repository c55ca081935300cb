//! Single runs and four at once, as a table: `cargo run --release -p linkwork-jit --features bench --example packs -- file.mech step steps`, with
//! any number of such threes.
//!
//! Both make the same runs with the default method, in turn, on one thread; the fastest of some rounds counts. Each run builds the mechanism with
//! other parameters, starts it, and keeps its end, as a run of a sweep does. Ends are compared to the last bit.

#![allow(missing_docs)]

use linkwork::conditionally_explicit::{FifthDegree, Starting};
use linkwork::packs::Joined;
use linkwork::scalar::Pack;
use linkwork::simulation::{Sampling, Simulate};
use linkwork::{Error, Real};
use linkwork_jit::{Mode, Native, Tape};
use linkwork_tape::{Routines, TapeParameters, runs_in_packs};
use std::time::Instant;

const ROUNDS: usize = 40;

/// Seconds of the fastest single run, and of each run of a pack unless it is given up.
fn round(
    tapes: (&Tape, &Routines<Native<Pack>>),
    values: &[Vec<f64>],
    step: f64,
    until: f64,
) -> Result<Option<[f64; 2]>, Error> {
    let (tape, routines) = tapes;
    let method = FifthDegree::default();
    let (mut alone, mut one) = (Vec::new(), f64::INFINITY);
    for values in values {
        let began = Instant::now();
        let m = tape.with_parameters(values)?;
        let run = m.simulate().method(method).step(step).until(until).output(Sampling::Ends).run()?;
        one = one.min(began.elapsed().as_secs_f64());
        alone.push(run.last().q.clone());
    }
    let began = Instant::now();
    let lanes = values.iter().map(|values| tape.with_parameters(values)).collect::<Result<Vec<_>, _>>()?;
    let Some(pack) = routines.join(&lanes) else { return Ok(None) };
    let joined = Joined::new(method, method.starting(Starting::ZeroHigher), &lanes);
    let run = pack.simulate().method(joined).step(step).until(until).output(Sampling::Ends).run();
    let four = began.elapsed().as_secs_f64() / Pack::LANES as f64;
    let Some(run) = run.ok().filter(|run| run.report().refined + run.report().pivoted == 0) else {
        return Ok(None);
    };
    for (lane, q) in alone.iter().enumerate() {
        for (pack, alone) in run.last().q.iter().zip(q.iter()) {
            assert_eq!(pack.lane(lane).to_bits(), alone.to_bits(), "lane {lane}");
        }
    }
    Ok(Some([one, four]))
}

/// The row of a mechanism with that many steps.
fn row(file: &str, step: f64, steps: u32) -> Result<(), Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    let mut compiled = linkwork_compiler::compile(text.parse()?, &linkwork_compiler::Options::default());
    let parameters = TapeParameters::new(compiled.programs.remove(0));
    let declared = parameters.values().to_vec();
    let tape = linkwork_jit::build(parameters, Mode::Native)?;
    runs_in_packs(tape.program())?;
    let routines = Routines::new(&tape, Mode::Native);
    let (mut least, mut given_up) = ([f64::INFINITY; 2], 0);
    for number in 0..ROUNDS {
        let share = |i: usize, k: usize| 1.0 + 1e-3 * (4 * number + k) as f64 * (1.0 + i as f64).sin();
        let run = |k: usize| declared.iter().enumerate().map(|(i, x)| x * share(i, k)).collect();
        let values: Vec<Vec<f64>> = (0..Pack::LANES).map(run).collect();
        match round((&tape, &routines), &values, step, step * f64::from(steps))? {
            Some(seconds) => least = [0, 1].map(|i| f64::min(least[i], seconds[i])),
            None => given_up += 1,
        }
    }
    let [one, four] = least.map(|seconds| 1e6 * seconds);
    let name = &tape.program().name;
    println!(
        "| {name}, {steps} steps of {step:e} s | {one:.0} µs | {four:.0} µs | {:.2} | {given_up} of {ROUNDS} |",
        one / four
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    println!("| runs with the fifth-degree method | alone | a run of four at once | ratio | given up |");
    println!("|---|---|---|---|---|");
    for run in arguments.chunks(3) {
        let [file, step, steps] = run else {
            return Err("give files, each with a step and a number of steps".into());
        };
        row(file, step.parse()?, steps.parse()?)?;
    }
    Ok(())
}
