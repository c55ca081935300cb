//! The cost of a gradient relative to a run, both in native code and both interpreted, in turns: the best of several rounds each.
//!
//! A row has the times of a run of 2 s with the time to compile it, and those of each further step: the difference of a run of 4 s and one
//! of 2 s. The ratios
//! are those of gradient and run, with compilation (`whole`) and for further steps (`step`).
//!
//! The next gradient and the next run of 2 s, with parameters that differ by 1e-6 of their size, have the code of those before them. The last three
//! ratios are those of the next gradient and a run with compilation, of the next gradient and the next run, and of steps that were recorded in
//! it.
//!
//! ```sh
//! cargo run --release -p linkwork-sensitivity --example adjoint_cost
//! cargo run --release -p linkwork-sensitivity --example adjoint_cost -- Chain2 runge-kutta-4    # rows with these words, of any method
//! ```

use linkwork::simulation::Sampling;
use linkwork_jit::Mode;
use linkwork_methods::{METHODS, Method, Variant};
use linkwork_models::RunOptions;
use linkwork_sensitivity::Native;
use linkwork_sensitivity::adjoint::{GradientRequest, Kept, Objective, gradient, gradient_with};
use linkwork_tape::TapeParameters;
use std::time::{Duration, Instant};

/// The methods of rows without a name of a method.
const MAIN: [&str; 4] = ["fifth-degree", "generalized-alpha", "runge-kutta-4", "dormand-prince-8"];
/// Rounds of runs and gradients.
const ROUNDS: usize = 7;
/// Gradients of a search.
const SEARCH: usize = 40;
const STEP: f64 = 0.002;
/// The shorter and the longer run, in s.
const UNTIL: [f64; 2] = [2.0, 4.0];

/// A closed loop, in the plane.
const SLIDER_CRANK: &str = include_str!("slider_crank.mech");

/// A chain of links with springs and dampers between them, each with parameters of its own.
fn chain(links: usize) -> String {
    let mut text = format!("mechanism Chain{links} in plane {{\n gravity = [0, -9.81] [m/s^2];\n");
    for i in 0..links {
        text += &format!(
            " param mass{i} = 1 [kg];\n param length{i} = 0.5 [m];\n param stiffness{i} = 3 [N*m/rad];\n param damping{i} = 0.1 [N*m*s/rad];\n body link{i} {{ mass: mass{i}, com: [length{i} / 2, 0], inertia: mass{i} * length{i}^2 / 12 }}\n"
        );
        let from =
            if i == 0 { "ground".to_owned() } else { format!("link{} at [length{}, 0]", i - 1, i - 1) };
        text += &format!(
            " joint hinge{i} = revolute({from}, link{i});\n force elastic{i} = generalized(hinge{i}.angle, -stiffness{i} * hinge{i}.angle - damping{i} * der(hinge{i}.angle));\n"
        );
    }
    text += &format!(
        " frame tip = link{last} at [length{last}, 0];\n output height = tip.position.y;\n}}\n",
        last = links - 1
    );
    text
}

fn main() {
    println!(
        "mechanism method variables run_ms run_step_us gradient_ms gradient_step_us whole step interpreted/interpreted interpreted/native_step recorded_steps next_run_ms next_gradient_ms next/run next/next_run recorded_next programs_made"
    );
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let mechanisms = [
        ("Chain2", chain(2)),
        ("SliderCrank", SLIDER_CRANK.to_owned()),
        ("Chain10", chain(10)),
        ("Chain40", chain(40)),
    ];
    for (name, text) in mechanisms {
        let named = |method: &Method| wanted.iter().any(|word| word == method.name);
        let chosen = |method: &&Method| named(method) || MAIN.contains(&method.name);
        let rows = METHODS.iter().filter(chosen).map(|method| (format!("{name} {}", method.name), method));
        let mut rows: Vec<(String, &'static Method)> = rows.collect();
        rows.retain(|(row, _)| wanted.iter().all(|word| row.split(' ').any(|part| part == word)));
        if rows.is_empty() {
            continue;
        }
        let options = linkwork_compiler::Options::default();
        let compiled = linkwork_compiler::build::compile_text("cost", &text, &options, false);
        let compiled = compiled.unwrap_or_else(|text| panic!("{text}"));
        for program in compiled.programs {
            let parameters = TapeParameters::new(program);
            for (row, method) in &rows {
                one(row, &parameters, method);
            }
        }
    }
}

/// Seconds of this thread on a processor, which other programs do not change much; where the system does not count them, seconds since `began`.
fn seconds(began: Instant) -> f64 {
    // The system counts when a thread pauses.
    std::thread::sleep(Duration::from_micros(1));
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let counted = counted.and_then(|text| text.split(' ').next()?.parse().ok());
    counted.map_or_else(|| began.elapsed().as_secs_f64(), |nanoseconds: f64| 1e-9 * nanoseconds)
}

/// Stores the seconds of a call, if less than the stored value.
fn time(best: &mut f64, work: impl FnOnce()) {
    let began = Instant::now();
    let before = seconds(began);
    work();
    *best = best.min(seconds(began) - before);
}

fn run(parameters: &TapeParameters, method: &Method, mode: Mode, until: f64) {
    go(&linkwork_jit::build(parameters.clone(), mode).expect("a mechanism"), method, until);
}

fn go(tape: &linkwork_jit::Tape, method: &Method, until: f64) {
    let mut silent = |_| ();
    let options =
        RunOptions { step: Some(STEP), sampling: Sampling::Ends, ..RunOptions::new(until, &mut silent) };
    (method.run)(tape, &Variant::default(), options).expect("a run");
}

fn one(row: &str, parameters: &TapeParameters, method: &'static Method) {
    let by: Vec<String> = parameters.names().parameters.iter().map(|p| p.name.to_string()).collect();
    let request = |until: f64, native: Native| {
        let quantity = format!("height at {until}").parse().expect("a quantity");
        let (of, by) = (Objective::Value(quantity), by.clone());
        GradientRequest { of, by, method, step: STEP, inputs: None, segments: None, native, interrupt: None }
    };
    // Seconds: native and interpreted, short and long, of runs and of gradients.
    let mut best = [[[f64::INFINITY; 2]; 2]; 2];
    let mut found = None;
    for _ in 0..ROUNDS {
        for (i, (mode, native)) in
            [(Mode::Native, Native::WhereFaster), (Mode::Interpreted, Native::Off)].into_iter().enumerate()
        {
            for (j, until) in UNTIL.into_iter().enumerate() {
                time(&mut best[0][i][j], || run(parameters, method, mode, until));
                time(&mut best[1][i][j], || {
                    let gradient = gradient(parameters, &request(until, native)).expect("a gradient");
                    if native == Native::WhereFaster {
                        found = Some(gradient);
                    }
                });
            }
        }
    }
    let found = found.expect("a round");
    let (mut next, mut kept, mut recorded) = ([f64::INFINITY; 2], Kept::new(), 0);
    let built = linkwork_jit::build(parameters.clone(), Mode::Native).expect("a mechanism");
    let mut changed = parameters.clone();
    for round in 0..SEARCH {
        let mut times = [f64::INFINITY; 2];
        time(&mut times[0], || {
            go(&built.with_parameters(changed.values()).expect("a mechanism"), method, UNTIL[0]);
        });
        time(&mut times[1], || {
            let request = request(UNTIL[0], Native::WhereFaster);
            let gradient = gradient_with(&changed, &request, &mut kept).expect("a gradient");
            recorded = gradient.steps - gradient.native;
        });
        if round > 0 {
            next = [next[0].min(times[0]), next[1].min(times[1])];
        }
        for name in &by {
            let value = parameters.get(name).expect("a parameter");
            changed.set(name, value * (1.0 + 1e-6 * (round + 1) as f64));
        }
    }
    let step = |[short, long]: [f64; 2]| 1e6 * (long - short) / ((UNTIL[1] - UNTIL[0]) / STEP);
    let [[run, run_interpreted], [native, interpreted]] = best;
    println!(
        "{row} {} {:.2} {:.2} {:.2} {:.2} {:.2} {:.2} {:.2} {:.2} {} {:.2} {:.2} {:.2} {:.2} {recorded} {}",
        by.len(),
        1e3 * run[0],
        step(run),
        1e3 * native[0],
        step(native),
        native[0] / run[0],
        step(native) / step(run),
        interpreted[0] / run_interpreted[0],
        step(interpreted) / step(run),
        found.steps - found.native,
        1e3 * next[0],
        1e3 * next[1],
        next[1] / run[0],
        next[1] / next[0],
        kept.programs().0,
    );
    if let Some(reason) = found.interpreted {
        println!("# {reason}");
    }
}
