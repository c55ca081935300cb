//! Time per step of the compiled mechanisms, compared with the same method written by hand for one equation.
//!
//! `cargo bench -p linkwork-tests --features criterion --bench steps`. Only ratios within one run are meaningful.

use criterion::{Criterion, criterion_group, criterion_main};
use linkwork::Parameters;
use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork_models::{Pendulum, RigidPendulum, SpinningTop};
use std::hint::black_box;

mod by_hand;
use by_hand::{HandPendulum, HandRigid, Rigid, STEPS, Swing};

/// Steps a mechanism from its initial state.
fn run<M: Mechanism<Scalar = f64>, S: Stepper<M>>(m: &M, method: &S, w: &mut S::Workspace, h: f64) {
    for _ in 0..STEPS {
        // A run that ends early would count as a fast one.
        method.step(m, h, w).unwrap_or_else(|failure| panic!("{}: {failure:?}", method.name()));
    }
}

fn bench<M: Mechanism<Scalar = f64>, S: Stepper<M>>(
    c: &mut Criterion,
    name: &str,
    m: &M,
    method: &S,
    h: f64,
) {
    let start = method.start(m, &Start::initial(m), h);
    let start = start.unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
    c.bench_function(&format!("{name}, {STEPS} steps"), |b| {
        let mut w = start.clone();
        b.iter(|| run(black_box(m), black_box(method), &mut w, h));
    });
}

fn built<P: Parameters>(parameters: P) -> P::Model {
    parameters.build().unwrap_or_else(|error| panic!("{error}"))
}

fn steps(c: &mut Criterion) {
    let h = 1e-3;
    let mut hand = HandPendulum::new(h);
    c.bench_function("pendulum by hand, 1000 steps", |b| b.iter(|| hand.run(black_box(&Swing::new(h)))));
    let pendulum = built(Pendulum::default());
    bench(c, "pendulum, degree 5", &pendulum, &FifthDegree::default(), h);
    bench(c, "pendulum, RK4", &pendulum, &RungeKutta4::default(), h);
    let mut hand = HandRigid::new(h);
    c.bench_function("rigid pendulum by hand, 1000 steps", |b| {
        b.iter(|| hand.run(black_box(&Rigid::new(h))));
    });
    bench(c, "rigid pendulum, degree 5", &built(RigidPendulum::default()), &FifthDegree::default(), h);
    bench(c, "spinning top, degree 5", &built(SpinningTop::default()), &FifthDegree::default(), h);
}

criterion_group!(benches, steps);
criterion_main!(benches);
