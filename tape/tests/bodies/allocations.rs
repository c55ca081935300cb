//! Steps of tapes allocate nothing. Those of a large tree in loops allocate each work space where they use it first, and nothing later.
//! What a large tree keeps is a bounded number of bytes a link.

use crate::loops::tape;
use crate::loops_between::TETHER;
use crate::loops_closed::{ARMS, REDUNDANT};
use crate::shared_loops::HAND;
use linkwork::conditionally_explicit::{FifthDegree, SeventhDegree, ThirdDegree};
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::HalfImplicitEuler;
use linkwork::multistep::{AdamsBashforth4, AdamsBashforthMoulton4};
use linkwork::prelude::*;
use linkwork::runge_kutta::DormandPrince8;
use linkwork::stepper::Start;
use linkwork_tape::Tape;

const ROPE: &str = "mechanism Rope in space {
    const n = 12;
    gravity = [0, 0, -9.81] [m/s^2];
    body ball[0] { mass: 0.1 [kg], inertia: diagonal(1e-3, 2e-3, 3e-3) [kg*m^2] }
    joint hook = spherical(ground, ball[0]);
    for i in 1..n {
        body ball[i] { mass: 0.1 [kg], inertia: diagonal(1e-3, 2e-3, 3e-3) [kg*m^2] }
        joint link[i] = universal(ball[i - 1] at [0.3, 0, 0] [m], ball[i], axes: [[0, 1, 0], [0, 0, 1]]);
        force bend[i] = torsion_spring(link[i].first_angle, stiffness: 0.2 [N*m/rad], damping: 0.01 [N*m*s/rad]);
    }
}";

/// A drive, an input and a force that depend on time.
const DRIVEN: &str = "mechanism Driven in plane {
    gravity = [0, -9.81] [m/s^2];
    input push [N*m];
    for i in 1..=3 { body bar[i] { mass: 0.2 [kg], inertia: 0.01 [kg*m^2] } }
    joint pin[1] = revolute(ground, bar[1]);
    for i in 2..=3 { joint pin[i] = revolute(bar[i - 1] at [0.2, 0] [m], bar[i]); }
    force motor = torque(pin[1], push + 0.1 [N*m] * sin(3 [1/s] * time));
}";

/// The steps in which a tree in loops uses all of its work spaces.
const FIRST: usize = 5;

/// Allocations of twenty steps after the first ones, an attempt with another size of the step and a change of the size among them.
fn allocations<S: Stepper<Tape>>(m: &Tape, method: &S, first: usize) -> (String, u64) {
    let name = Stepper::<Tape>::name(method);
    let mut w = method.start(m, &Start::initial(m), 1e-3).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let mut failed = None;
    let mut steps = |range: std::ops::Range<usize>| {
        for i in range {
            if i % 5 == 3 {
                failed = method.attempt(m, 2e-3, &mut w).err().or(failed.take());
            }
            let h = if i < 10 { 1e-3 } else { 8e-4 };
            failed = method.step(m, h, &mut w).err().or(failed.take());
        }
    };
    steps(0..first);
    let counted = allocation_counter::measure(|| steps(first..first + 20));
    assert!(failed.is_none(), "{name}: {failed:?}");
    (name.to_string(), counted.count_total)
}

/// A program and its tables for one more link of the chain of the library, with the names of its seven coordinates and velocities, in bytes:
/// 1090 on machines of 64 bits, more for longer numbers in names.
const BYTES: i64 = 1120;

/// What a chain of `n` links keeps on the heap.
fn kept(n: usize) -> i64 {
    let text = linkwork_models::find("chain").expect("a model of the library").source;
    let text = text.replace("const n = 4;", &format!("const n = {n};"));
    let mut built = None;
    let counted = allocation_counter::measure(|| built = tape(&text, "never"));
    assert_eq!(built.expect("a tree").sizes().velocities, 3 * n);
    counted.bytes_current
}

#[test]
fn the_tables_of_large_trees_are_small() {
    // With powers of two no list has room for more.
    let (few, many) = (1024, 2048);
    let each = (kept(many) - kept(few)) / (many - few) as i64;
    assert!(each <= BYTES, "{each} bytes a link");
}

#[test]
fn steps_with_constraints_beside_loops_allocate_nothing() {
    for (name, text) in [("arms", ARMS), ("redundant constraints", REDUNDANT)] {
        let m = &tape(text, "never").expect("a tree");
        let found = [
            allocations(m, &FifthDegree::default(), FIRST),
            allocations(m, &GeneralizedAlpha::default(), FIRST),
            allocations(m, &RungeKutta4::projected(), FIRST),
        ];
        let wrong: Vec<_> = found.iter().filter(|(_, count)| *count > 0).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
    }
}

#[test]
fn steps_allocate_nothing() {
    for (name, text, unroll, first) in [
        ("a rope", ROPE, "always", 0),
        ("a rope", ROPE, "never", FIRST),
        ("coordinates in common", HAND, "never", FIRST),
        ("forces between bodies", TETHER, "never", FIRST),
        // The interpreter keeps its registers from the first attempts on.
        ("times and inputs", DRIVEN, "always", FIRST),
        ("times and inputs", DRIVEN, "never", FIRST),
    ] {
        let m = &tape(text, unroll).expect("a tree");
        let found = [
            allocations(m, &ThirdDegree::default(), first),
            allocations(m, &FifthDegree::default(), first),
            allocations(m, &SeventhDegree::default(), first),
            allocations(m, &GeneralizedAlpha::default(), first),
            allocations(m, &RungeKutta4::projected(), first),
            allocations(m, &DormandPrince8::projected(), first),
            allocations(m, &AdamsBashforth4::projected(), first),
            allocations(m, &AdamsBashforthMoulton4::projected(), first),
            allocations(m, &HalfImplicitEuler::default(), first),
        ];
        let wrong: Vec<_> = found.iter().filter(|(_, count)| *count > 0).collect();
        assert!(wrong.is_empty(), "{name}, unroll = {unroll}: {wrong:?}");
    }
}
