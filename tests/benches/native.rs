//! Steps as compiled code, as native code made by the program itself, and interpreted; and how long it takes from a text to the first step.
//!
//! `cargo bench -p linkwork-tests --bench native`: a step of the fifth-degree method, the three forms in turn in one process, the
//! fastest of many; then the fastest of some builds from the text. `… -- panda-native`, say, runs one alone, for profilers.

#![allow(missing_docs)]

use fastest::{Contender, alone, fastest, wanted};
use linkwork::Parameters;
use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork_compiler::Options;
use linkwork_jit::Mode;
use linkwork_models::{AndrewsBodies, Chain, FreeSliderCrank, Panda, Quadruped};
use linkwork_tape::TapeParameters;
use std::hint::black_box;
use std::time::Instant;

mod fastest;

/// Steps a call.
const STEPS: u32 = 100;
/// Calls of each form.
const ROUNDS: u32 = 60;
/// Builds from the text.
const BUILDS: u32 = 12;

/// Steps, restarted again and again.
fn steps<M: Mechanism<Scalar = f64> + 'static>(name: String, m: M, h: f64) -> Contender {
    let method = FifthDegree::default();
    let start = method.start(&m, &Start::initial(&m), h);
    let start = start.unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
    let run = move || {
        let mut w = start.clone();
        let (m, method) = (black_box(&m), black_box(&method));
        for _ in 0..STEPS {
            // A run that ends early would count as a fast one.
            method.step(m, h, &mut w).unwrap_or_else(|failure| panic!("{failure:?}"));
        }
        black_box(&mut w);
    };
    Contender { count: STEPS, ..Contender::new(name, 1, run) }
}

fn parameters(text: &str) -> TapeParameters {
    let tokens = text.parse().expect("the text lexes");
    let mut compiled = linkwork_compiler::compile(tokens, &Options::default());
    TapeParameters::new(compiled.programs.remove(0))
}

/// Milliseconds from the text to the compiled program, to the mechanism that is built, and to the end of the first step.
fn first_step(text: &str, h: f64, mode: Mode) -> [f64; 3] {
    let began = Instant::now();
    let parameters = parameters(black_box(text));
    let compiled = began.elapsed();
    let m = linkwork_jit::build(parameters, mode).expect("it builds");
    let built = began.elapsed();
    let method = FifthDegree::default();
    let mut w = method.start(&m, &Start::initial(&m), h).expect("it starts");
    method.step(&m, h, &mut w).expect("it makes a step");
    black_box(&mut w);
    [compiled, built, began.elapsed()].map(|time| time.as_secs_f64() * 1e3)
}

/// The forms of one mechanism.
struct Forms {
    name: &'static str,
    text: &'static str,
    h: f64,
    compiled: fn(String, f64) -> Contender,
}

impl Forms {
    fn of<P: Parameters<Scalar = f64> + Default>(name: &'static str, h: f64) -> Self
    where
        P::Model: 'static,
    {
        let compiled = |name, h| steps(name, P::default().build().expect("it builds"), h);
        Self { name, text: P::SOURCE, h, compiled }
    }

    fn contenders(&self) -> [Contender; 3] {
        let form = |form: &str| format!("{}-{form}", self.name);
        let on_tape = |mode| linkwork_jit::build(parameters(self.text), mode).expect("it builds");
        [
            (self.compiled)(form("compiled"), self.h),
            steps(form("native"), on_tape(Mode::Native), self.h),
            steps(form("interpreted"), parameters(self.text).build().expect("it builds"), self.h),
        ]
    }
}

fn main() {
    let all = [
        Forms::of::<FreeSliderCrank>("slider-crank", 1e-3),
        Forms::of::<AndrewsBodies>("andrews", 1e-5),
        Forms::of::<Panda>("panda", 1e-3),
        Forms::of::<Quadruped>("quadruped", 1e-4),
        Forms::of::<Chain>("chain", 1e-3),
    ];
    let mut contenders: Vec<Contender> = all.iter().flat_map(Forms::contenders).collect();
    if let Some(one) = wanted(&mut contenders) {
        return alone(one, 3000);
    }
    println!("| one step of degree 5 | compiled | native | interpreted | native / compiled |");
    println!("|---|---|---|---|---|");
    for (forms, contenders) in all.iter().zip(contenders.chunks_mut(3)) {
        let seconds = fastest(contenders, ROUNDS);
        let [compiled, native, interpreted] = [0, 1, 2].map(|form| seconds[form] * 1e6);
        let (name, ratio) = (forms.name, native / compiled);
        println!("| {name} | {compiled:.3} µs | {native:.3} µs | {interpreted:.2} µs | {ratio:.2} |");
    }
    println!(
        "\n| from the text, native | compiled by Linkwork | built | first step | the same interpreted |"
    );
    println!("|---|---|---|---|---|");
    for forms in &all {
        let least = |mode| {
            (0..BUILDS)
                .map(|_| first_step(forms.text, forms.h, mode))
                .fold([f64::INFINITY; 3], |a, b| [0, 1, 2].map(|i| f64::min(a[i], b[i])))
        };
        let [compiled, built, stepped] = least(Mode::Native);
        let [.., interpreted] = least(Mode::Interpreted);
        let name = forms.name;
        println!("| {name} | {compiled:.1} ms | {built:.1} ms | {stepped:.1} ms | {interpreted:.1} ms |");
    }
}
