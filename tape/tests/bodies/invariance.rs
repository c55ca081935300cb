//! Random mechanisms in minimal and absolute coordinates, moved, rotated, renamed and reordered: one motion.

use crate::invariants::{assert_energies, assert_positive_definite, assert_power, assert_skew};
use crate::moving_bodies::{Moving, balance, moving};
use crate::random_bodies::{Place, Random, Wish};
use crate::tapes::tapes;
use crate::texts::{outputs, probed, probes};
use linkwork::prelude::*;
use linkwork::solution::State;
use linkwork_tape::Tape;
use nalgebra::{Rotation3, Vector3};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Largest difference of positions, rotations and velocities, relative to the largest velocity where that is
/// more than 1.
const SAME: f64 = 1e-9;
const UNTIL: f64 = 0.2;

/// The mechanism at a place in both formulations, with its samples.
struct Run {
    m: Tape,
    states: Vec<State<Tape>>,
    bodies: Vec<Vec<Moving>>,
}

fn run(random: &Random, place: &Place) -> Vec<Run> {
    let (mut items, mut expressions) = (String::new(), Vec::new());
    for i in 0..random.bodies.len() {
        let (more, of) = probes(&format!("{}_body_{i}", place.prefix), !random.wish.planar, false);
        items += &more;
        expressions.extend(of);
    }
    let text = random.text(place, "[minimal, absolute]") + &items + &outputs(&expressions) + "}";
    let run = |parameters: linkwork_tape::TapeParameters| {
        let m = parameters.build().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let run =
            m.simulate().method(SeventhDegree::a()).step(5e-4).until(UNTIL).output(Sampling::Every(200));
        let solution = run.run().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let states = solution.samples().to_vec();
        let bodies = states.iter().map(|state| moving(&probed(&m, state), random.wish.planar));
        Run { bodies: bodies.collect(), m, states }
    };
    tapes(&text).into_iter().map(run).collect()
}

/// The same motion for any coordinates and any place; laws of mechanics at every sample.
fn check(wish: Wish, place: &Place) {
    let random = Random::new(wish);
    let home = Place::home();
    let runs: Vec<(Run, &Place)> = [&home, place]
        .into_iter()
        .flat_map(|at| run(&random, at).into_iter().map(move |run| (run, at)))
        .collect();
    let first: Vec<Vec<f64>> =
        runs[0].0.bodies.iter().map(|all| all.iter().flat_map(Moving::numbers).collect()).collect();
    for (i, (run, at)) in runs.iter().enumerate() {
        let name = format!("run {i} of {wish:?}\n{}", random.text(at, "[minimal, absolute]"));
        for (k, (bodies, expected)) in run.bodies.iter().zip(&first).enumerate() {
            let found: Vec<f64> = bodies.iter().flat_map(|body| body.home(at).numbers()).collect();
            let size = expected.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
            assert!(size.is_finite(), "{name}: {expected:?}");
            for (x, y) in found.iter().zip(expected) {
                let error = (x - y).abs();
                assert!(error <= SAME * size, "{name}: {x} and {y} at sample {k}, {error:e} apart");
            }
        }
        let gravity = at.rotation * random.gravity;
        let start = balance(&random, &gravity, &run.bodies[0], at);
        for (state, bodies) in run.states.iter().zip(&run.bodies) {
            let now = balance(&random, &gravity, bodies, at);
            assert_energies(&name, &run.m, state, &now);
            assert_positive_definite(&name, &run.m, state);
            if !wish.damped {
                assert_skew(&name, &run.m, state);
                let drift = (now.kinetic + now.potential - start.kinetic - start.potential).abs();
                assert!(
                    drift <= 30.0 * SAME * (1.0 + now.kinetic),
                    "{name}: the energy drifts by {drift:e} J"
                );
            }
            assert_power(&name, &run.m, state, now.damping);
            if wish.free {
                let drift = (now.momentum - start.momentum).norm();
                let turned = (now.angular_momentum - start.angular_momentum).norm();
                let size = 1.0 + start.momentum.norm() + start.angular_momentum.norm();
                assert!(drift <= SAME * size, "{name}: momentum drifts by {drift:e}");
                assert!(turned <= SAME * size, "{name}: angular momentum drifts by {turned:e}");
            }
        }
    }
}

fn wish(closed: bool, free: bool) -> impl Strategy<Value = Wish> {
    (any::<bool>(), 1_usize..4, any::<u8>(), any::<u64>()).prop_map(move |(planar, bodies, damped, seed)| {
        let bodies = if closed || free { bodies.max(2) } else { bodies };
        let damped = damped % 3 == 0;
        Wish { planar, bodies, closed, free, damped, seed }
    })
}

/// Another place, other names, another order.
fn place(planar: bool, [a, b, c]: [f64; 3]) -> Place {
    let axis = if planar { Vector3::z() * a } else { Vector3::new(a, b, c) };
    let shift = Vector3::new(b, c, if planar { 0.0 } else { a });
    Place { rotation: Rotation3::new(axis), shift, prefix: "zeta", reversed: true }
}

fn few(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        max_shrink_iters: 0,
        rng_seed: RngSeed::Fixed(4),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(few(8))]

    #[test]
    fn open_mechanisms(wish in wish(false, false), at in prop::array::uniform3(-2.0..2.0)) {
        check(wish, &place(wish.planar, at));
    }

    #[test]
    fn closed_mechanisms(wish in wish(true, false), at in prop::array::uniform3(-2.0..2.0)) {
        check(wish, &place(wish.planar, at));
    }

    #[test]
    fn free_mechanisms(wish in wish(false, true), at in prop::array::uniform3(-2.0..2.0)) {
        check(wish, &place(wish.planar, at));
    }
}
