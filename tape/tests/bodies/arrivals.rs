//! Runs that begin where another run ended, or was reset: at the corner of a drive or a cam, with the velocities before it.

use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork::simulation::Event;
use linkwork::solution::{Solution, State};
use linkwork::symplectic::Rattle;
use linkwork_tape::Tape;

/// A mass of 1 kg on a spring of 100 N/m whose end moves at 0.2 m/s, and back at that speed from t = 0.3 s on.
const SHUTTLE: &str = "mechanism Shuttle { coordinate x [m]; coordinate u [m];
    kinetic = 1 [kg] * (der(x)^2 + der(u)^2) / 2; potential = 100 [N/m] * (x - u)^2 / 2;
    constraint lift: u = if(time < 0.3 [s], 0.2 [m/s] * time, 0.2 [m/s] * (0.6 [s] - time)); }";

/// The same drive in other words.
const LAWS: [&str; 5] = [
    "if(time < 0.3 [s], 0.2 [m/s] * time, 0.2 [m/s] * (0.6 [s] - time))",
    "if(time <= 0.3 [s], 0.2 [m/s] * time, 0.2 [m/s] * (0.6 [s] - time))",
    "0.06 [m] - 0.2 [m/s] * abs(time - 0.3 [s])",
    "0.2 [m/s] * min(time, 0.6 [s] - time)",
    "0.06 [m] - 0.2 [m/s] * max(time - 0.3 [s], 0.3 [s] - time)",
];

/// x at 1 s: u_c + A cos ωτ + B sin ωτ − 0.2 τ from the corner on, with x = 0.2 t − 0.02 sin ωt before it.
fn end_of_shuttle() -> f64 {
    let (speed, omega, corner, since) = (0.2, 10.0_f64, 0.3, 0.7);
    let a = -speed / omega * (omega * corner).sin();
    let b = (2.0 * speed - speed * (omega * corner).cos()) / omega;
    speed * (corner - since) + a * (omega * since).cos() + b * (omega * since).sin()
}

/// A bead on a wire with a corner, y = |x|/2, which keeps 3/5 of its velocity there, at 0.5 s.
const WIRE: &str = "mechanism Wire in plane { coordinates = [minimal, absolute];
    particle bead { mass: 0.5 [kg] }
    joint rail = free(ground, bead);
    constraint wire: rail.y = abs(rail.x) / 2;
    output x = rail.x;
    initial { rail.x: -0.5 [m], der(rail.x): 1 [m/s] } }";

fn start_of(state: &State<Tape>) -> Start<Tape> {
    let State { t, q, v, y, .. } = state.clone();
    Start { t, q, v, y }
}

fn ended<E: std::fmt::Display>(run: Result<Solution<Tape>, E>) -> f64 {
    let solution = run.unwrap_or_else(|error| panic!("{error}"));
    solution.last().q.as_slice()[0]
}

/// In two runs the motion is that of one.
#[test]
fn a_run_continues_from_a_corner() {
    let mut cases = Vec::new();
    // At its corner itself, a law may have the velocity of either piece, or neither.
    for law in LAWS {
        let (text, _) = SHUTTLE.split_once("u = if").expect("a drive");
        let model = tapes(&format!("{text} u = {law}; }}")).remove(0);
        cases.push((model, 0.3, end_of_shuttle(), 2e-7));
    }
    cases.extend(tapes(WIRE).into_iter().map(|model| (model, 0.5, 0.3, 1e-10)));
    for (model, corner, expected, tolerance) in cases {
        let model = model.build().expect("it builds");
        for corner in [corner, corner * (1.0 + 2.0 * f64::EPSILON), corner * (1.0 - 2.0 * f64::EPSILON)] {
            let first = model.simulate().step(1e-3).until(corner).run().expect("it runs");
            let from = || model.simulate().from(first.final_state());
            for end in [
                ended(from().step(1e-3).until(1.0).run()),
                ended(from().method(RungeKutta4::projected()).step(2e-3).until(1.0).run()),
                ended(from().method(DormandPrince5::projected()).tolerance(1e-10, 1e-10).until(1.0).run()),
                ended(from().method(GeneralizedAlpha::default()).step(1e-4).until(1.0).run()),
                ended(from().method(Rattle).step(1e-4).until(1.0).run()),
            ] {
                assert!((end - expected).abs() < tolerance, "{end}, not {expected}, from {corner}");
            }
        }
    }
}

/// Of the two rows at a corner either can be continued: the one before it takes the impulse, the one after it has had it.
#[test]
fn both_rows_at_a_corner_can_be_continued() {
    for (text, expected, tolerance) in [(SHUTTLE, end_of_shuttle(), 1e-8), (WIRE, 0.3, 1e-10)] {
        for model in tapes(text) {
            let model = model.build().expect("it builds");
            let run = || model.simulate().method(DormandPrince5::projected());
            let whole = run().step(7e-3).until(1.0).run().expect("it runs");
            let at = whole.samples().windows(2).position(|two| two[0].t == two[1].t).expect("a corner");
            for state in &whole.samples()[at..at + 2] {
                let end = ended(run().from(start_of(state)).step(1e-3).until(1.0).run());
                assert!((end - expected).abs() < tolerance, "{end}, not {expected}");
            }
        }
    }
}

/// An event that changes nothing, exactly at the corner of a drive, changes nothing.
#[test]
fn a_reset_at_a_corner_keeps_its_impulse() {
    let text = SHUTTLE.replace("constraint", "output clock [s] = time; constraint");
    let model = tapes(&text).remove(0).build().expect("it builds");
    for step in [1e-3, 7e-3, 1e-2] {
        let run = model.simulate().method(DormandPrince5::projected());
        let end = ended(run.reset_at(Event::of("clock").at(0.3), |_| ()).step(step).until(1.0).run());
        assert!((end - end_of_shuttle()).abs() < 1e-8, "{end}, not {}", end_of_shuttle());
    }
}

/// Velocities that satisfy the constraints of neither piece are a mistake, also at a corner.
#[test]
fn a_start_off_both_pieces_is_refused() {
    let model = tapes(SHUTTLE).remove(0).build().expect("it builds");
    let mut start = model.simulate().step(1e-3).until(0.3).run().expect("it runs").final_state();
    for (u, v) in [(0.06, 0.1), (0.05, 0.2)] {
        (start.q.as_mut_slice()[1], start.v.as_mut_slice()[1]) = (u, v);
        let refused = model.simulate().from(start.clone()).step(1e-3).until(1.0).run().map(|_| ());
        let text = refused.expect_err("it violates the drive").to_string();
        assert!(text.contains("lift"), "{text}");
    }
}
