//! Time per link and step of chains on spherical joints as loops over their links, by their length.
//!
//! `cargo bench -p linkwork-tests --features criterion --bench large`; criterion's times are those of [`LINKS`] links, for any length of the chain.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use linkwork::multistep::AdamsBashforth2;
use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork_compiler::{Loops, Options, compile};
use linkwork_tape::{Free, Tape, TapeParameters};
use std::str::FromStr;

/// The number of links times steps that is timed: a shorter chain makes more steps.
const LINKS: usize = 100_000;
/// Size of a step in s, at which generalized-α converges for every length.
const STEP: f64 = 1e-4;

fn chain(n: usize) -> Tape<f64, Free> {
    let source = linkwork_models::find("chain").expect("a model of the library").source;
    let tokens = FromStr::from_str(source).expect("tokens");
    let constants = vec![("n".to_owned(), n.to_string())];
    let options = Options { constants, loops: Loops::Always, ..Options::default() };
    let program = compile(tokens, &options).programs.swap_remove(0);
    let chain = TapeParameters::new(program).build().unwrap_or_else(|error| panic!("{error}"));
    chain.of_kind::<Free>().expect("a tree without constraints")
}

fn bench<S: Stepper<Tape<f64, Free>>>(c: &mut Criterion, n: usize, m: &Tape<f64, Free>, method: &S)
where
    S::Workspace: Clone,
{
    let start = method.start(m, &Start::initial(m), STEP);
    let start = start.unwrap_or_else(|failure| panic!("{n}: {failure:?}"));
    c.bench_function(&format!("chain of {n}, {}", method.name()), |b| {
        b.iter_batched_ref(
            || start.clone(),
            |w| {
                for _ in 0..LINKS / n {
                    method.step(m, STEP, w).unwrap_or_else(|failure| panic!("{n}: {failure:?}"));
                }
            },
            BatchSize::LargeInput,
        );
    });
}

fn large(c: &mut Criterion) {
    for n in [8, 64, 1024, 16_384, 100_000] {
        let m = chain(n);
        // One evaluation a step.
        bench(c, n, &m, &AdamsBashforth2::default());
        if n > 16_384 {
            continue;
        }
        bench(c, n, &m, &RungeKutta4::projected());
        bench(c, n, &m, &FifthDegree::default());
        bench(c, n, &m, &GeneralizedAlpha::default());
    }
}

criterion_group! { name = benches; config = Criterion::default().sample_size(10); targets = large }
criterion_main!(benches);
