//! Time per step of compiled mechanisms relative to the same method written by hand, on a machine under other load, as a table.
//!
//! `cargo bench -p linkwork-tests --bench ratio`: runs of both alternate in one process and the fastest of many
//! counts, because other load only makes runs slower. By hand there are a function that makes one step, for a simulation that
//! uses each, and a loop of many, which keeps the state in registers. `… --bench ratio -- <name>` runs one of them alone,
//! 200 000 steps, for tools that count instructions (callgrind: `--toggle-collect='*ratio*alone*'`).

use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork_models::{Pendulum, RigidPendulum, SpinningTop};
use std::hint::black_box;
use std::time::Instant;

mod by_hand;
use by_hand::{HandPendulum, HandRigid, NotFinite, Rigid, STEPS, Swing};
use linkwork::conditionally_explicit::Starting;

const H: f64 = 1e-3;
/// Rounding of angles after [`STEPS`] steps.
const SAME: f64 = 1e-12;

/// Mechanisms of the table: the name of the compiled one, and what it is.
const ROWS: [(&str, &str); 3] = [
    ("pendulum", "pendulum, one coordinate (ODE)"),
    ("rigid", "rigid pendulum, 3 coordinates, 2 constraints (index-3 DAE)"),
    ("top", "spinning top (ODE, implicit in the velocity)"),
];

/// A run of [`STEPS`] steps with a name.
struct Contender {
    name: &'static str,
    run: Box<dyn FnMut()>,
}

/// Steps a mechanism from its initial state.
fn compiled<M, T>(name: &'static str, m: Result<M, linkwork::Error>, method: T) -> Contender
where
    M: Mechanism<Scalar = f64> + 'static,
    T: Stepper<M> + 'static,
    T::Workspace: 'static,
{
    let m = m.unwrap_or_else(|error| panic!("{name}: {error}"));
    let start = method.start(&m, &Start::initial(&m), H);
    let mut w = start.unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
    let run = Box::new(move || {
        let (m, method) = (black_box(&m), black_box(&method));
        for _ in 0..STEPS {
            // A run that ends early would count as a fast one.
            method.step(m, H, &mut w).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
        }
    });
    Contender { name, run }
}

fn pendulum_by_hand(
    name: &'static str,
    run: fn(&mut HandPendulum, &Swing) -> Result<(), NotFinite>,
) -> Contender {
    let mut pendulum = HandPendulum::new(H);
    let run = move || run(&mut pendulum, black_box(&Swing::new(H))).expect("a step");
    Contender { name, run: Box::new(run) }
}

fn rigid_by_hand(name: &'static str, run: fn(&mut HandRigid, &Rigid) -> Result<(), NotFinite>) -> Contender {
    let mut rigid = HandRigid::new(H);
    let run = move || run(&mut rigid, black_box(&Rigid::new(H))).expect("a step");
    Contender { name, run: Box::new(run) }
}

fn contenders() -> Vec<Contender> {
    let by_hand = [
        pendulum_by_hand("pendulum-by-hand", HandPendulum::run_by_steps),
        rigid_by_hand("rigid-by-hand", HandRigid::run_by_steps),
        pendulum_by_hand("pendulum-in-a-loop", HandPendulum::run),
        rigid_by_hand("rigid-in-a-loop", HandRigid::run),
    ];
    let method = FifthDegree::default().starting(Starting::ZeroHigher);
    let compiled = [
        compiled("pendulum", Pendulum::default().build(), method),
        compiled("rigid", RigidPendulum::default().build(), method),
        compiled("top", SpinningTop::default().build(), method),
    ];
    by_hand.into_iter().chain(compiled).collect()
}

/// The last coordinate after [`STEPS`] steps, and the solves that they took.
fn end<M: Mechanism<Scalar = f64>>(m: &M) -> (f64, u64) {
    let method = FifthDegree::default().starting(Starting::ZeroHigher);
    let mut w = method.start(m, &Start::initial(m), H).expect("it starts");
    let mut solves = 0;
    for _ in 0..STEPS {
        solves += u64::from(method.step(m, H, &mut w).expect("a step").iterations);
    }
    method.attempt(m, H, &mut w).expect("a step");
    let q = method.sample(&w).q.as_slice();
    (q[q.len() - 1], solves)
}

/// Times are compared for the same motion, with the same number of solves.
fn assert_same_motion() {
    let (mut by_hand, mut rigid_by_hand) = (HandPendulum::new(H), HandRigid::new(H));
    by_hand.run_by_steps(&Swing::new(H)).expect("a step");
    rigid_by_hand.run_by_steps(&Rigid::new(H)).expect("a step");
    let (pendulum, _) = end(&Pendulum::default().build().expect("it builds"));
    let (rigid, solves) = end(&RigidPendulum::default().build().expect("it builds"));
    let (pendulum, rigid) = (pendulum - by_hand.angle(), rigid - rigid_by_hand.angle());
    eprintln!(
        "apart: pendulum {pendulum:.1e}, rigid {rigid:.1e}; solves {solves}, by hand {}",
        rigid_by_hand.solves
    );
    assert_eq!(solves, rigid_by_hand.solves, "as many solves");
    assert!(pendulum.abs() < SAME && rigid.abs() < SAME, "other motions: {pendulum:e}, {rigid:e}");
}

/// One contender alone.
#[inline(never)]
fn alone(contender: &mut Contender) {
    for _ in 0..200_000 / STEPS {
        (contender.run)();
    }
}

fn main() {
    assert_same_motion();
    let mut contenders = contenders();
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    if let Some(one) = contenders.iter_mut().find(|c| wanted.iter().any(|w| w == c.name)) {
        return alone(one);
    }
    const ROUNDS: usize = 4000;
    let mut fastest = vec![f64::INFINITY; contenders.len()];
    for _ in 0..ROUNDS {
        for (contender, fastest) in contenders.iter_mut().zip(&mut fastest) {
            let begin = Instant::now();
            (contender.run)();
            *fastest = fastest.min(begin.elapsed().as_secs_f64());
        }
    }
    let of = |name: &str| {
        let at = contenders.iter().position(|contender| contender.name == name);
        at.map(|i| fastest[i] / f64::from(STEPS) * 1e9)
    };
    println!("| one step, default fifth-degree method | compiled | by hand | ratio | by hand in a loop |");
    println!("|---|---|---|---|---|");
    for (name, what) in ROWS {
        let by_hand = of(&format!("{name}-by-hand"));
        let ratio = of(name).zip(by_hand).map(|(compiled, by_hand)| format!("{:.2}", compiled / by_hand));
        let shown = |time: Option<f64>| time.map_or(String::new(), |time| format!("{time:.1} ns"));
        println!(
            "| {what} | {} | {} | {} | {} |",
            shown(of(name)),
            shown(by_hand),
            ratio.unwrap_or_default(),
            shown(of(&format!("{name}-in-a-loop")))
        );
    }
}
