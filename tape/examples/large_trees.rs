//! What large trees cost: the memory and the time of each link of the chain of the library, bars on spherical joints, by the number of links.
//!
//! `cargo run --release -p linkwork-tape --features soak --example large_trees`, with `-- 100000` for one length, with
//! `-- generalized` for one method (`explicit`, `fifth`), with `-- memory` without the times.
//!
//! Memory is what is allocated on the heap, in bytes a link. A row `compiler` has what the compiler needs at most and, under `tables`, what the
//! program keeps; the tables of a method are the program with those that `build()` makes and does not share with it, names included. `run` is what a method keeps after its
//! start and [`FIRST`] steps, and `at most` what they need. The time is that of the processor for one link and one step of [`STEP`], the least of
//! [`ROUNDS`] rounds, with the solves in a step.

use allocation_counter::{AllocationInfo, measure};
use linkwork::multistep::AdamsBashforth2;
use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork_compiler::{Loops, Options, Program, compile};
use linkwork_tape::{Free, Tape, TapeParameters};
use std::str::FromStr;
use std::time::Instant;

/// The size of a step in s, at which generalized-α converges for every length.
const STEP: f64 = 1e-5;
/// The number of links times steps of one round.
const LINKS: usize = 200_000;
const ROUNDS: usize = 5;
/// The number of steps before the others.
const FIRST: usize = 3;

type Chain = Tape<f64, Free>;

fn program(n: usize) -> Program {
    let source = linkwork_models::find("chain").expect("a model of the library").source;
    let tokens = FromStr::from_str(source).expect("tokens");
    let constants = vec![("n".to_owned(), n.to_string())];
    let options = Options { constants, loops: Loops::Always, ..Options::default() };
    compile(tokens, &options).programs.swap_remove(0)
}

fn built(n: usize) -> Chain {
    let chain = TapeParameters::new(program(n)).build().unwrap_or_else(|error| panic!("{error}"));
    chain.of_kind::<Free>().expect("a tree without constraints")
}

/// What `work` returns, with the memory that it allocates.
fn measured<R>(work: impl FnOnce() -> R) -> (R, AllocationInfo) {
    let mut result = None;
    let counted = measure(|| result = Some(work()));
    (result.expect("a result"), counted)
}

/// The time of the processor in seconds, where Linux counts it for this thread; the time of the clock elsewhere.
fn now(begin: Instant) -> f64 {
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = counted.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| begin.elapsed().as_secs_f64(), |nanoseconds| 1e-9 * nanoseconds)
}

/// A number of bytes for each link.
fn each(bytes: i64, n: usize) -> String {
    format!("{:.0}", bytes as f64 / n as f64)
}

fn run<S: Stepper<Chain>>(n: usize, (m, tables): (&Chain, i64), method: &S, timed: bool) {
    let fail = |failure| -> ! { panic!("{}: {failure:?}", method.name()) };
    let mut solves = 0;
    let (mut w, memory) = measured(|| {
        let mut w = method.start(m, &Start::initial(m), STEP).unwrap_or_else(|failure| fail(failure));
        for _ in 0..FIRST {
            method.step(m, STEP, &mut w).unwrap_or_else(|failure| fail(failure));
        }
        w
    });
    let mut least = f64::INFINITY;
    let steps = (LINKS / n).max(2);
    let clock = Instant::now();
    for _ in 0..if timed { ROUNDS } else { 0 } {
        let begin = now(clock);
        for _ in 0..steps {
            match method.step(m, STEP, &mut w) {
                Ok(report) => solves += report.iterations as usize,
                Err(failure) => fail(failure),
            }
        }
        least = least.min((now(clock) - begin) / (steps * n) as f64);
    }
    let time = if timed {
        format!("{:.2} | {:.1}", 1e6 * least, solves as f64 / (steps * ROUNDS) as f64)
    } else {
        " | ".to_owned()
    };
    let [tables, kept, most] = [tables, memory.bytes_current, memory.bytes_max as i64].map(|b| each(b, n));
    println!("| {n} | {} | {tables} | {kept} | {most} | {time} |", method.name());
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given: Vec<usize> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let words: Vec<&String> = arguments.iter().filter(|a| a.parse::<usize>().is_err()).collect();
    let timed = !words.iter().any(|word| word.as_str() == "memory");
    let wanted = |method: &str| {
        let mut names = words.iter().filter(|word| word.as_str() != "memory").peekable();
        names.peek().is_none() || names.any(|name| method == name.as_str())
    };
    let lengths = if given.is_empty() { vec![8, 64, 1024, 16_384, 100_000] } else { given };
    println!("| links | method | tables | run | at most | µs | solves a step |");
    println!("|---|---|---|---|---|---|---|");
    for n in lengths {
        let (_, compiled) = measured(|| program(n));
        let (most, kept) = (each(compiled.bytes_max as i64, n), each(compiled.bytes_current, n));
        println!("| {n} | compiler | {kept} | | {most} | | |");
        let built = || measured(|| built(n));
        // Each method has tables of its own, which keep its work space.
        if wanted("explicit") {
            let (m, memory) = built();
            run(n, (&m, memory.bytes_current), &AdamsBashforth2::default(), timed);
        }
        if wanted("fifth") {
            let (m, memory) = built();
            run(n, (&m, memory.bytes_current), &FifthDegree::default(), timed);
        }
        if wanted("generalized") {
            let (m, memory) = built();
            run(n, (&m, memory.bytes_current), &GeneralizedAlpha::default(), timed);
        }
    }
}
