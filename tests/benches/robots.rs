//! The functions of a seven-axis arm and the steps of a chain of bodies, from their descriptions.
//!
//! `cargo bench -p linkwork-tests --features bodies --bench robots`: nanoseconds of one evaluation from (q, v, a or
//! torques), `place` included, the fastest of many. `LINKWORK_LINKS=16` in the environment adds a longer chain, which takes
//! rustc minutes. `… -- <name>` runs one alone, for tools that count instructions (`valgrind --tool=callgrind
//! --toggle-collect='*fastest*alone*'`).

#![allow(missing_docs)]

use fastest::{Contender, alone, fastest, wanted};
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

/// A mechanism in motion, with what its functions write to.
struct Arm<M: Mechanism> {
    m: M,
    q: M::Configuration,
    v: M::Velocity,
    a: M::Velocity,
    y: M::States,
    at: M::Placed,
    out: M::Velocity,
    force: M::Velocity,
    reactions: (M::Holonomic, M::Nonholonomic),
    moving: M::Moving,
    stiffness: M::Stiffness,
    factors: M::SaddleFactors,
    matrix: Vec<M::Scalar>,
}

impl<M: Mechanism<Scalar = f64>> Clone for Arm<M> {
    fn clone(&self) -> Self {
        Self::new(self.m.clone())
    }
}

impl<M: Mechanism<Scalar = f64>> Arm<M> {
    fn new(m: M) -> Self {
        let (q, mut v, y) = m.initial();
        let n = v.len();
        let mut a = M::Velocity::zeros(n);
        for (i, (v, a)) in v.as_mut_slice().iter_mut().zip(a.as_mut_slice()).enumerate() {
            (*v, *a) = (0.3 + 0.1 * i as f64, 0.7 - 0.2 * i as f64);
        }
        Self {
            q,
            v,
            a,
            y,
            at: m.unplaced(),
            out: M::Velocity::zeros(n),
            force: M::Velocity::zeros(n),
            reactions: m.initial_reactions(),
            moving: m.unmoved(),
            stiffness: m.unstiffened(),
            factors: m.saddle_factors(),
            matrix: vec![0.0; n * n],
            m,
        }
    }

    fn place(&mut self) {
        let m = black_box(&self.m);
        m.place(&m.now(black_box(0.0)), black_box(&self.q), &mut self.at);
    }

    /// M.
    fn mass_matrix(&mut self) {
        self.place();
        self.m.mass_matrix(&self.at, black_box(&mut self.matrix));
    }

    /// M a − f.
    fn inverse_dynamics(&mut self) {
        self.place();
        self.m.mass_times(&self.at, black_box(&self.a), &mut self.out);
        self.m.applied_force(&self.at, black_box(&self.v), &self.y, &mut self.force);
        self.out.axpy(-1.0, &self.force);
        black_box(&mut self.out);
    }

    /// M⁻¹ f.
    fn forward_dynamics(&mut self) {
        self.place();
        let (l, p) = &mut self.reactions;
        self.m.factor_saddle(&self.at, &self.at, &self.at, &self.moving, &mut self.factors);
        self.m.applied_force(&self.at, black_box(&self.v), &self.y, &mut self.out);
        black_box(self.m.solve_saddle(&self.factors, &mut self.out, l, p)).ok();
        black_box(&mut self.out);
    }

    /// K and C.
    fn inverse_derivatives(&mut self) {
        self.place();
        let reactions = (&self.reactions.0, &self.reactions.1);
        let (v, a) = (black_box(&self.v), black_box(&self.a));
        self.m.moving(&self.at, v, &self.y, reactions, &mut self.moving);
        self.m.stiffness(&self.at, v, &self.y, a, reactions, &mut self.stiffness);
        black_box((&mut self.moving, &mut self.stiffness));
    }
}

fn arm(all: &mut Vec<Contender>) {
    let Ok(m) = panda::Panda::<f64>::default().build() else { return };
    let arm = Arm::new(m);
    type Function<M> = fn(&mut Arm<M>);
    let functions: [(&str, Function<_>); 5] = [
        ("place", Arm::place),
        ("mass-matrix", Arm::mass_matrix),
        ("inverse-dynamics", Arm::inverse_dynamics),
        ("forward-dynamics", Arm::forward_dynamics),
        ("derivatives-of-inverse-dynamics", Arm::inverse_derivatives),
    ];
    for (name, function) in functions {
        let mut arm = arm.clone();
        all.push(Contender::new(name, COUNT, move || function(&mut arm)));
    }
}

/// Explicit Euler steps of 1 ms.
fn chain<M: Mechanism<Scalar = f64> + Unconstrained + 'static>(n: u32, m: M, all: &mut Vec<Contender>) {
    const H: f64 = 1e-3;
    let method = ExplicitEuler::default();
    let (q, v, y) = m.initial();
    let Ok(start) = method.start(&m, &Start { t: 0.0, q, v, y }, H) else { return };
    // From the start again and again: Euler's method does not keep a chain together for long.
    let run = move || {
        let mut w = start.clone();
        let (m, method) = (black_box(&m), black_box(&method));
        for _ in 0..COUNT {
            if method.step(m, H, &mut w).is_err() {
                break;
            }
        }
        black_box(&mut w);
    };
    all.push(Contender { name: format!("chain-{n}"), count: COUNT, run: Box::new(run) });
}

fn main() {
    let mut all = Vec::new();
    arm(&mut all);
    if let Ok(m) = chain_1::Chain::<f64>::default().build() {
        chain(1, m, &mut all);
    }
    if let Ok(m) = chain_8::Chain::<f64>::default().build() {
        chain(8, m, &mut all);
    }
    #[cfg(long_chain)]
    if let (Ok(m), Ok(n)) = (chain_long::Chain::<f64>::default().build(), env!("LINKWORK_LINKS").parse()) {
        chain(n, m, &mut all);
    }
    if let Some(one) = wanted(&mut all) {
        return alone(one, 100);
    }
    let seconds = fastest(&mut all, 2000);
    for (contender, seconds) in all.iter().zip(seconds) {
        let links = contender.name.strip_prefix("chain-").and_then(|n| n.parse::<f64>().ok());
        let each = links.map_or(String::new(), |n| format!("  ({:.0} ns a link)", seconds * 1e9 / n));
        println!("{:<34} {:8.1} ns{each}", contender.name, seconds * 1e9);
    }
}
