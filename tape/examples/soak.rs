//! A soak test: runs random mechanisms, and counts violations of conservation laws, NaN, tables that
//! are not read back, panics, and growth of memory.
//!
//! `cargo run -p linkwork-tape --release --features soak --example soak -- 600` runs for 600 seconds, `… -- 600 5000` begins
//! at that number;
//! `… -- long top 1e8` makes that number of steps of a model of the library, and reports its drift, memory and processor time during
//! the run (of the governor, which is stiff for steps of 1 ms, `… -- long governor 1e6 stiff` by generalized-α); `… -- again 20 6`
//! runs the first twenty mechanisms six times: no round needs more memory than the first ones.
//!
//! A mechanism, its method, its steps, its resets and its samples depend on the number alone. A reset reverses all
//! velocities, which changes neither energies nor magnitudes of momenta. Energies and momenta are those of Newton's and Euler's formulas
//! from the motion of the bodies; nothing of the derived equations enters.

#[path = "../tests/bodies/moving_bodies.rs"]
#[allow(dead_code, reason = "tests need more of it")]
mod moving_bodies;
#[path = "../tests/bodies/random_bodies.rs"]
#[allow(dead_code, reason = "tests need more of it")]
mod random_bodies;
#[path = "../tests/bodies/texts.rs"]
#[allow(dead_code, reason = "tests need more of it")]
mod texts;

use linkwork::prelude::*;
use linkwork_compiler::Options;
use linkwork_tape::{Tape, TapeParameters};
use moving_bodies::{balance, moving};
use random_bodies::{Place, Random, Wish};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Relative drift of energies and momenta in runs with a tolerance of 1e-10, of order four and more with steps below a
/// fortieth of the reciprocal rate of the forces, and of generalized-α with these.
const LIMITS: [f64; 3] = [1e-6, 1e-4, 5e-2];
/// The step size, in units of the reciprocal rate.
const FINE: f64 = 0.025;
/// Growth of the resident memory after the first quarter of the time, in MB.
const GROWTH: f64 = 64.0;

/// The same from the second round of the same mechanisms on, in MB.
const STEADY: f64 = 2.0;

/// The result of one mechanism.
enum Outcome {
    /// Steps, resets, and drifts over their limits.
    Ran { steps: u64, resets: usize, drift: f64, wrong: Vec<String> },
    /// A typed error, by its first words.
    Refused(String),
    /// A description that does not compile.
    Uncompiled,
}

/// In [0, 1).
fn share(number: u64, of: u64) -> f64 {
    let mut z =
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(of.wrapping_mul(0xbf58_476d_1ce4_e5b9));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Resident memory in MB (Linux), otherwise 0.
fn memory() -> f64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    pages.unwrap_or(0.0) * 4096e-6
}

/// Processor time of this process so far, in s (Linux), otherwise wall time.
fn spent(began: Instant) -> f64 {
    let ticks = std::fs::read_to_string("/proc/self/stat").ok().and_then(|line| {
        // Behind the name in parentheses: utime and stime are the 12th and 13th, in hundredths of a second.
        let fields: Vec<&str> = line.rsplit(')').next()?.split_whitespace().collect();
        Some(fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?)
    });
    ticks.map_or_else(|| began.elapsed().as_secs_f64(), |ticks| 0.01 * ticks)
}

fn built(text: &str) -> Option<Tape> {
    let compiled = linkwork_compiler::compile(text.parse().ok()?, &Options::default());
    let program = compiled.programs.into_iter().next()?;
    TapeParameters::new(program).build().ok()
}

/// One mechanism.
fn trial(number: u64) -> Outcome {
    let planar = number.is_multiple_of(2);
    let closed = share(number, 1) < 0.3;
    let wish = Wish {
        planar,
        bodies: 1 + (share(number, 2) * 4.0) as usize + usize::from(closed),
        closed,
        free: !closed && share(number, 3) < 0.3,
        damped: share(number, 4) < 0.2,
        seed: number,
    };
    let random = Random::new(wish);
    let home = Place::home();
    let formulation = if share(number, 5) < 0.5 { "minimal" } else { "absolute" };
    let text = format!("{} }}", random.text(&home, formulation));
    let (mut items, mut expressions) = (String::new(), Vec::new());
    for i in 0..random.bodies.len() {
        let (more, probes) = texts::probes(&format!("{}_body_{i}", home.prefix), !planar, false);
        items += &more;
        expressions.extend(probes);
    }
    let text = texts::with_items(&text, &(items + &texts::outputs(&expressions)));
    let Some(m) = built(&text) else { return Outcome::Uncompiled };
    let until = 0.3 + 1.5 * share(number, 6);
    let step = 10.0_f64.powf(-4.0 + 1.3 * share(number, 7));
    let rate =
        m.initial_state().ok().and_then(|state| m.fastest_answer(&state)).map_or(0.0, |found| found.rate);
    let step = if rate > 0.0 { step.min(FINE / rate) } else { step };
    let until = until.min(2e4 * step);
    let name = m.names().coordinates[0].name.to_string();
    let level = m.initial().0[0] + 0.4 * share(number, 8) - 0.2;
    let sampling = match number % 3 {
        0 => Sampling::EveryStep,
        1 => Sampling::Interval(until / 37.0),
        _ => Sampling::Every(7),
    };
    let resets = share(number, 9) < 0.5;
    macro_rules! run {
        ($method:expr, $limit:expr, |$run:ident| $settings:expr) => {{
            let $run = m.simulate().method($method).until(until).output(sampling).max_steps(200_000);
            let mut ready = $settings;
            if resets {
                ready = ready.reset_at(Event::of(name.clone()).at(level), |state| state.v *= -1.0);
            }
            (ready.run(), $limit)
        }};
    }
    let (found, limit) = match number % 5 {
        0 => run!(FifthDegree::default(), LIMITS[1], |run| run.step(step)),
        1 => run!(RungeKutta4::projected(), LIMITS[1], |run| run.step(step)),
        2 => run!(DormandPrince8::projected(), LIMITS[0], |run| run.tolerance(1e-10, 1e-10)),
        3 => run!(GeneralizedAlpha::default(), LIMITS[2], |run| run.step(step)),
        _ => run!(DormandPrince5::projected(), LIMITS[0], |run| run.tolerance(1e-10, 1e-10)),
    };
    match found {
        Ok(solution) => judged(&random, &solution, limit),
        Err(failed) => {
            let words: Vec<String> = failed
                .error
                .to_string()
                .split_whitespace()
                .map(|word| if word.contains(|c: char| c.is_ascii_digit()) { "#" } else { word }.to_owned())
                .take(12)
                .collect();
            Outcome::Refused(words.join(" "))
        }
    }
}

/// Checks numbers, tables and conservation laws.
fn judged(random: &Random, solution: &Solution<Tape>, limit: f64) -> Outcome {
    let mut wrong = Vec::new();
    let m = solution.mechanism();
    let table = solution.table();
    if table.iter().any(|(_, values)| values.iter().any(|value| !value.is_finite())) {
        wrong.push("a number of the table is not finite".to_owned());
    }
    // Saved values are read back with the same bits.
    let mut saved = Vec::new();
    if solution.write_table(&mut saved).is_err() {
        wrong.push("the table cannot be written".to_owned());
    }
    let last = String::from_utf8_lossy(&saved).lines().last().unwrap_or_default().to_owned();
    let read: Vec<Option<f64>> = last.split(',').map(|text| text.trim().parse().ok()).collect();
    let expected: Vec<Option<f64>> = table.iter().map(|(_, values)| values.last().copied()).collect();
    if read != expected {
        wrong.push(format!("the last row reads back as {last}"));
    }
    let of = |state| {
        let values: Vec<f64> = texts::named_outputs(m, state).into_iter().map(|(_, value)| value).collect();
        balance(random, &random.gravity, &moving(&values, random.wish.planar), &Place::home())
    };
    let states = solution.samples();
    let every = (states.len() / 50).max(1);
    let all: Vec<_> = states.iter().step_by(every).chain(states.last()).map(of).collect();
    let first = &all[0];
    let size =
        |x: &dyn Fn(&moving_bodies::Balance) -> f64| all.iter().map(|b| x(b).abs()).fold(1e-3, f64::max);
    let scale = size(&|b| b.kinetic) + size(&|b| b.potential);
    let mut drift = 0.0_f64;
    for b in &all {
        let change = (b.kinetic + b.potential - first.kinetic - first.potential) / scale;
        // Dampers only dissipate energy.
        drift = drift.max(if random.wish.damped { change } else { change.abs() });
        if random.wish.free && random.springs.iter().all(|spring| spring.ends.iter().all(Option::is_some)) {
            let sizes = (size(&|b| b.momentum.norm()), size(&|b| b.angular_momentum.norm()));
            let momentum = (b.momentum.norm() - first.momentum.norm()).abs() / sizes.0;
            let angular = (b.angular_momentum.norm() - first.angular_momentum.norm()).abs() / sizes.1;
            if on_the_ground(random) {
                continue;
            }
            drift = drift.max(momentum).max(angular);
        }
    }
    if drift.is_nan() || drift > limit {
        wrong.push(format!("{:.1e} of what is conserved is lost ({})", drift, solution.report()));
    }
    let constraint = solution.constraint_drift();
    if constraint.is_nan() || constraint > 1e-6 {
        wrong.push(format!("constraints are open by {constraint:.1e}"));
    }
    let resets = solution.events().len();
    Outcome::Ran { steps: solution.report().steps, resets, drift: drift / limit, wrong }
}

/// Whether the ground constrains the mechanism, so that its momenta are not conserved.
fn on_the_ground(random: &Random) -> bool {
    // The first joint is on the ground, and is free if there are no external forces.
    !random.text(&Place::home(), "minimal").contains("_joint_0 = free(")
}

fn soak(time: Duration, first: u64) -> Result<(), String> {
    let began = Instant::now();
    let (mut number, mut ran, mut steps, mut resets, mut uncompiled) = (first, 0_u64, 0_u64, 0_usize, 0_u64);
    let (mut worst, mut wrong) = (0.0_f64, 0_u64);
    let mut refused: BTreeMap<String, u64> = BTreeMap::new();
    let (mut settled, mut most) = (0.0_f64, 0.0_f64);
    while began.elapsed() < time {
        // A thread for each: its memory is released with it, and a panic ends only this thread.
        let outcome = std::thread::Builder::new().stack_size(16 << 20).spawn(move || trial(number));
        match outcome.map_err(|error| error.to_string())?.join() {
            Ok(Outcome::Ran { steps: made, resets: turned, drift, wrong: found }) => {
                (ran, steps, resets, worst) = (ran + 1, steps + made, resets + turned, worst.max(drift));
                wrong += u64::from(!found.is_empty());
                found.iter().for_each(|what| println!("{number}: {what}"));
            }
            Ok(Outcome::Refused(why)) => *refused.entry(why).or_default() += 1,
            Ok(Outcome::Uncompiled) => uncompiled += 1,
            Err(_) => {
                wrong += 1;
                println!("{number}: panic");
            }
        }
        number += 1;
        let now = memory();
        match began.elapsed() < time / 4 {
            true => settled = settled.max(now),
            false => most = most.max(now),
        }
    }
    println!(
        "{ran} runs of {steps} steps with {resets} resets, {uncompiled} descriptions that do not compile"
    );
    for (why, count) in &refused {
        println!("{count} × {why} …");
    }
    println!("largest drift {worst:.2} of its limit; memory {settled:.1} MB, then at most {most:.1} MB");
    if most > settled + GROWTH {
        return Err(format!("memory has grown by {:.1} MB", most - settled));
    }
    if wrong > 0 { Err(format!("{wrong} of the runs are wrong")) } else { Ok(()) }
}

/// The same mechanisms repeatedly: memory grows for at most two rounds, by what the allocator keeps.
fn again(mechanisms: u64, rounds: u64) -> Result<(), String> {
    let mut settled = f64::INFINITY;
    for round in 1..=rounds {
        for number in 0..mechanisms {
            let thread = std::thread::Builder::new().stack_size(16 << 20).spawn(move || trial(number));
            if thread.map_err(|error| error.to_string())?.join().is_err() {
                return Err(format!("{number}: panic"));
            }
        }
        let now = memory();
        println!("round {round}: {now:.1} MB");
        if round == 2 {
            settled = now;
        }
        if now > settled + STEADY {
            return Err(format!("memory has grown by {:.1} MB", now - settled));
        }
    }
    Ok(())
}

/// Many steps of 1 ms of a model of the library, in a hundred parts; by generalized-α if it is `stiff`.
fn long(model: &str, steps: f64, stiff: bool) -> Result<(), String> {
    let entry = linkwork_models::find(model).ok_or(format!("there is no model `{model}`"))?;
    let m = built(entry.source).ok_or("the model does not compile")?;
    let step = 1e-3;
    let part = (steps / 100.0).round().max(1.0) * step;
    let energy = |state: &Start<Tape>| {
        let mut at = m.position_cache();
        m.place(&m.now(state.t), &state.q, &mut at);
        let (kinetic, potential) = m.energy(&at, &state.v, &state.y);
        kinetic + potential
    };
    let mut state = Start::initial(&m);
    let start = energy(&state);
    let began = Instant::now();
    let (mut told, mut before) = (0, spent(began));
    for hundredth in 1..=100_u32 {
        let until = state.t + part;
        let run = m.simulate().from(state).step(step).until(until).output(Sampling::Ends);
        let ran = if stiff { run.method(GeneralizedAlpha::default()).run() } else { run.run() };
        let solution = ran.map_err(|failed| failed.error.to_string())?;
        state = solution.final_state();
        if hundredth.is_power_of_two() || hundredth == 100 {
            // Since the last report.
            let each = (spent(began) - before) / (f64::from(hundredth - told) * part / step);
            (told, before) = (hundredth, spent(began));
            let (drift, memory) = (energy(&state) - start, memory());
            println!(
                "t = {:.3e} s: energy {drift:+.3e} of {start:.3e} J, constraints {:.1e}, {memory:.1} MB, {:.0} ns a step",
                state.t,
                solution.constraint_drift(),
                1e9 * each
            );
        }
    }
    Ok(())
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize, default: f64| {
        arguments
            .get(k)
            .map_or(Ok(default), |text| text.parse::<f64>().map_err(|error| format!("{text}: {error}")))
    };
    if arguments.first().is_some_and(|word| word == "long") {
        let stiff = arguments.get(3).is_some_and(|word| word == "stiff");
        return long(arguments.get(1).map_or("top", String::as_str), number(2, 1e6)?, stiff);
    }
    if arguments.first().is_some_and(|word| word == "again") {
        return again(number(1, 20.0)? as u64, number(2, 6.0)? as u64);
    }
    soak(Duration::from_secs_f64(number(0, 60.0)?), number(1, 0.0)? as u64)
}
