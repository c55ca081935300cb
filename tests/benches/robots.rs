//! The functions of a seven-axis arm and the steps of a chain of bodies, from their descriptions, as tables.
//!
//! `cargo bench -p linkwork-tests --features bodies --bench robots`: nanoseconds of one evaluation by `Dynamics` from
//! (q, v, a or torques), the fastest of many. `LINKWORK_LINKS=16` in the environment adds a longer chain, which takes
//! rustc minutes. `… -- <name>` runs one alone, for tools that count instructions (`valgrind --tool=callgrind
//! --toggle-collect='*fastest*alone*'`).

#![allow(missing_docs)]

use fastest::{Contender, alone, fastest, wanted};
use linkwork::Parameters;
use linkwork::prelude::*;
use linkwork::runge_kutta::ExplicitEuler;
use linkwork::stepper::Start;
use std::hint::black_box;

mod fastest;

mod panda {
    include!(concat!(env!("OUT_DIR"), "/panda.rs"));
}
mod chain_1 {
    include!(concat!(env!("OUT_DIR"), "/chain_1/chain.rs"));
}
mod chain_8 {
    include!(concat!(env!("OUT_DIR"), "/chain_8/chain.rs"));
}
#[cfg(long_chain)]
mod chain_long {
    include!(concat!(env!("OUT_DIR"), "/chain_long/chain.rs"));
}

/// Evaluations a call: some hundred microseconds.
const COUNT: u32 = 200;
/// The best figures that are known, in ns: of generated C (Pinocchio, CasADi, gcc) or, for derivatives, half of the best of Pinocchio in C++
/// and that; of a link of a chain.
const TO_BEAT: [(&str, f64); 5] = [
    ("mass matrix", 190.0),
    ("inverse dynamics", 224.0),
    ("forward dynamics", 455.0),
    ("derivatives of inverse dynamics", 1350.0),
    ("derivatives of forward dynamics", 2390.0),
];
const LINK_TO_BEAT: f64 = 350.0;

/// A mechanism in motion.
struct Arm<M: Mechanism> {
    m: M,
    state: Start<M>,
    a: M::Velocity,
    efforts: M::Velocity,
    at: M::PositionCache,
    dynamics: Dynamics<M>,
}

impl<M: Mechanism<Scalar = f64>> Arm<M> {
    fn new(m: M) -> Self {
        let mut state = Start::initial(&m);
        let n = state.v.len();
        let (mut a, mut efforts) = (M::Velocity::zeros(n), M::Velocity::zeros(n));
        for i in 0..n {
            let number = i as f64;
            state.v.as_mut_slice()[i] = 0.3 + 0.1 * number;
            a.as_mut_slice()[i] = 0.7 - 0.2 * number;
            efforts.as_mut_slice()[i] = 1.0 - 0.1 * number;
        }
        Self { at: m.position_cache(), dynamics: Dynamics::new(&m), state, a, efforts, m }
    }

    fn place(&mut self) {
        let m = black_box(&self.m);
        m.place(&m.now(black_box(0.0)), black_box(&self.state.q), black_box(&mut self.at));
    }

    fn mass_matrix(&mut self) {
        black_box(self.dynamics.mass_matrix(black_box(&self.m), black_box(&self.state)));
    }

    fn inverse_dynamics(&mut self) {
        let (state, a) = (black_box(&self.state), black_box(&self.a));
        black_box(self.dynamics.inverse(black_box(&self.m), state, a));
    }

    fn forward_dynamics(&mut self) {
        let (state, efforts) = (black_box(&self.state), black_box(&self.efforts));
        black_box(self.dynamics.forward(black_box(&self.m), state, efforts)).expect("it can be solved");
    }

    fn inverse_derivatives(&mut self) {
        let (state, a) = (black_box(&self.state), black_box(&self.a));
        black_box(self.dynamics.inverse_derivatives(black_box(&self.m), state, a));
    }

    fn forward_derivatives(&mut self) {
        let (state, efforts) = (black_box(&self.state), black_box(&self.efforts));
        let found = self.dynamics.forward_derivatives(black_box(&self.m), state, efforts);
        black_box(found).expect("it can be solved");
    }
}

fn built<P: Parameters>(parameters: P) -> P::Model {
    parameters.build().unwrap_or_else(|error| panic!("{error}"))
}

fn arm(all: &mut Vec<Contender>) {
    let m = built(panda::Panda::<f64>::default());
    type Function<M> = fn(&mut Arm<M>);
    let functions: [(&str, Function<_>); 6] = [
        ("place", Arm::place),
        ("mass-matrix", Arm::mass_matrix),
        ("inverse-dynamics", Arm::inverse_dynamics),
        ("forward-dynamics", Arm::forward_dynamics),
        ("derivatives-of-inverse-dynamics", Arm::inverse_derivatives),
        ("derivatives-of-forward-dynamics", Arm::forward_derivatives),
    ];
    for (name, function) in functions {
        let mut arm = Arm::new(m.clone());
        all.push(Contender::new(name, COUNT, move || function(&mut arm)));
    }
}

/// Explicit Euler steps of 1 ms.
fn chain<M: Mechanism<Scalar = f64> + Unconstrained + 'static>(n: u32, m: M, all: &mut Vec<Contender>) {
    const H: f64 = 1e-3;
    let method = ExplicitEuler::default();
    let start = method.start(&m, &Start::initial(&m), H);
    let start = start.unwrap_or_else(|failure| panic!("chain of {n}: {failure:?}"));
    // Restarted again and again: with Euler's method a chain drifts apart soon.
    let run = move || {
        let mut w = start.clone();
        let (m, method) = (black_box(&m), black_box(&method));
        for _ in 0..COUNT {
            // A run that ends early would count as a fast one.
            method.step(m, H, &mut w).unwrap_or_else(|failure| panic!("chain of {n}: {failure:?}"));
        }
        black_box(&mut w);
    };
    all.push(Contender { name: format!("chain-{n}"), count: COUNT, run: Box::new(run) });
}

fn main() {
    let mut all = Vec::new();
    arm(&mut all);
    chain(1, built(chain_1::Chain::<f64>::default()), &mut all);
    chain(8, built(chain_8::Chain::<f64>::default()), &mut all);
    #[cfg(long_chain)]
    {
        let n = env!("LINKWORK_LINKS").parse().expect("a number of links");
        chain(n, built(chain_long::Chain::<f64>::default()), &mut all);
    }
    if let Some(one) = wanted(&mut all) {
        return alone(one, 100);
    }
    let seconds = fastest(&mut all, 2000);
    let times: Vec<(&str, f64)> = all
        .iter()
        .map(|contender| contender.name.as_str())
        .zip(seconds.iter().map(|time| time * 1e9))
        .collect();
    print(&times);
}

/// The tables, of names and nanoseconds.
fn print(times: &[(&str, f64)]) {
    println!("| function of the arm | here | to beat |\n|---|---|---|");
    for &(name, time) in times.iter().filter(|(name, _)| !name.starts_with("chain-")) {
        let name = name.replace('-', " ");
        let known = TO_BEAT.iter().find(|(function, _)| *function == name);
        let known = known.map_or(String::new(), |(_, time)| format!("{time:.0} ns"));
        println!("| {name} | {time:.0} ns | {known} |");
    }
    println!(
        "\n| links on spherical joints, explicit Euler step | here | a link | to beat, a link |\n|---|---|---|---|"
    );
    for &(name, time) in times {
        let links = name.strip_prefix("chain-").and_then(|n| n.parse::<f64>().ok());
        let Some(n) = links else { continue };
        println!("| {n} | {time:.0} ns | {:.0} ns | {LINK_TO_BEAT:.0} ns |", time / n);
    }
}
