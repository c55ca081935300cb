//! Contacts whose friction sticks, against closed forms.

use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork_tape::Tape;

const GRAVITY: f64 = 9.81;

/// Depth at which 2 kg rest on 1e4 N/m^1.5.
fn depth() -> f64 {
    (2.0 * GRAVITY / 1e4_f64).powf(2.0 / 3.0)
}

fn build(text: &str) -> Tape {
    tapes(text).remove(0).build().expect("it builds")
}

fn run<S: Stepper<Tape>>(model: &Tape, method: S, step: f64, until: f64) -> Solution<Tape> {
    let run = model.simulate().method(method).step(step).until(until).run();
    run.unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn close(solution: &Solution<Tape>, name: &str, expected: f64, tolerance: f64) {
    let found = *solution.series(name).expect("an output").last().expect("a sample");
    assert!((found - expected).abs() < tolerance, "{name}: {found:?}, not {expected:?}");
}

/// At the depth of its weight it slides v²/(2 μ g) and stays there.
#[test]
fn a_point_on_the_ground_stops_and_rests() {
    let model = build(&format!(
        "mechanism Puck in plane {{ gravity = [0, -9.81] [m/s^2]; particle puck {{ mass: 2 [kg] }}
         joint free = free(ground, puck);
         force floor = contact(puck, ground, stiffness: 1e4, friction: 0.3, velocity: 0);
         output x = free.x; output v = der(free.x); output rub = floor.force.x; output limit = floor.limit;
         initial {{ free.x: 0 [m], free.y: {:?} [m], der(free.x): 1.5 [m/s], der(free.y): 0 [m/s] }} }}",
        -depth()
    ));
    let way = 1.5 * 1.5 / (0.6 * GRAVITY);
    for solution in
        [run(&model, RungeKutta4::projected(), 0.005, 100.0), run(&model, FifthDegree::default(), 0.002, 2.0)]
    {
        close(&solution, "x", way, 1e-9);
        close(&solution, "v", 0.0, 1e-15);
        close(&solution, "rub", 0.0, 1e-9);
        close(&solution, "limit", 0.3 * 2.0 * GRAVITY, 1e-9);
        assert!((solution.series("rub").expect("an output")[0] + 0.3 * 2.0 * GRAVITY).abs() < 1e-9);
    }
}

/// With a push to the side, u = tan(φ/2): the closed form of a block on a plane (`resultant`).
#[test]
fn a_ball_on_the_ground_curves_and_stops() {
    let model = build(&format!(
        "mechanism Puck in space {{ gravity = [0, 0, -9.81] [m/s^2]; particle puck {{ mass: 2 [kg] }}
         joint free = free(ground, puck);
         force floor = contact(puck, ground, stiffness: 1e4, friction: 0.3, velocity: 0);
         force push = force(puck, [3 [N], 0 [N], 0 [N]]);
         output x = free.x; output y = free.y; output rub = floor.force.x; output held = floor.force.z;
         initial {{ free.z: {:?} [m], der(free.x): 0 [m/s], der(free.y): 1 [m/s], der(free.z): 0 [m/s] }} }}",
        -depth()
    ));
    let (a, k) = (1.5, 0.3 * GRAVITY / 1.5);
    let x = (1.0 / (2.0 * k - 2.0) - 1.0 / (2.0 * k + 2.0)) / (4.0 * a);
    let y = (1.0 / (2.0 * k - 1.0) + 1.0 / (2.0 * k + 1.0)) / (2.0 * a);
    let solution = run(&model, RungeKutta4::projected(), 0.0025, 2.0);
    close(&solution, "x", x, 1e-8);
    close(&solution, "y", y, 1e-8);
    close(&solution, "rub", -3.0, 1e-9);
    close(&solution, "held", 2.0 * GRAVITY, 1e-9);
}

/// Dropped with a velocity it loses μ/m times the impulse of the normal force: v_x = v − μ (v_y + g t), as long as that is positive;
/// otherwise it stops during the contact, and does not move sideways afterwards, in the air or on the ground.
#[test]
fn a_bouncing_point_is_slowed_by_coulombs_law() {
    let falls = |v: f64, mu: f64, dissipation: f64| {
        build(&format!(
            "mechanism Ball in plane {{ gravity = [0, -9.81] [m/s^2]; particle ball {{ mass: 2 [kg] }}
             joint free = free(ground, ball);
             force floor = contact(ball, ground, stiffness: 1e4, dissipation: {dissipation:?}, friction: {mu:?}, velocity: 0);
             output x = free.x; output v = der(free.x); output invariant = der(free.x) + {mu:?}*der(free.y);
             initial {{ free.x: 0 [m], free.y: 0.05 [m], der(free.x): {v:?} [m/s], der(free.y): 0 [m/s] }} }}"
        ))
    };
    let lost = 2.0 * 0.2 * (2.0 * GRAVITY * 0.05_f64).sqrt();
    for method in [0, 1] {
        let run = |model: &Tape, until: f64| match method {
            0 => run(model, RungeKutta4::projected(), 2e-4, until),
            _ => run(model, DormandPrince8::projected(), 5e-4, until),
        };
        close(&run(&falls(1.0, 0.2, 0.0), 0.25), "invariant", 1.0 - 0.2 * GRAVITY * 0.25, 1e-12);
        // Half of what it loses stops it: it rests while it is still pressed down, and leaves straight up.
        close(&run(&falls(0.5 * lost, 0.2, 0.0), 0.25), "v", 0.0, 1e-15);
        let still = run(&falls(0.0, 0.2, 0.5), 5.0);
        close(&still, "x", 0.0, 1e-15);
    }
}
