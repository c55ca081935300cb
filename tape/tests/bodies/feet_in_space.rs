//! A box on four feet in space that stick: they hold three motions of the ground plane with eight slips. Against closed forms, and friction that is regularised.

use crate::dead_centre::{GRAVITY, both, close, last, run};
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork_tape::Tape;

/// μ, and the stiffness of a foot in N/m.
const FRICTION: f64 = 0.4;
const STIFFNESS: f64 = 2e4;
/// Half the distances of the feet in m.
const FEET: [f64; 2] = [0.1, 0.08];

/// A box of 1 kg on its feet, which are on the ground, at the depth of its weight.
fn boxes(friction: &str, load: &str, start: &str) -> Vec<Tape> {
    let [x, y] = FEET;
    let height = 0.05 - GRAVITY / (4.0 * STIFFNESS);
    both(&format!(
        "mechanism Chest in space {{ gravity = [0, 0, -9.81] [m/s^2];
         body b {{ mass: 1 [kg], inertia: diagonal(0.01, 0.012, 0.015) [kg*m^2] }} joint free = free(ground, b);
         for i in 0..=1 {{ for j in 0..=1 {{
             force foot[i][j] = contact(b at [{x:?} * (2*i - 1), {y:?} * (2*j - 1), -0.05] [m], ground, stiffness: {STIFFNESS:?} [N/m], exponent: 1,
                 dissipation: 0.6 [s/m], friction: {FRICTION:?}, {friction});
         }} }}
         frame tip = b at [1, 0, 0] [m]; {load}
         output x = free.x; output y = free.y; output z = free.z; output turned = tip.position.y - free.y;
         output vx = der(free.x); output spin = b.angular_velocity.z;
         initial {{ free.x: 0 [m], free.y: 0 [m], free.z: {height:?} [m], {start} }} }}"
    ))
}

/// No friction is beyond its limit.
fn within_limits(solution: &Solution<Tape>) {
    for foot in ["foot[0][0]", "foot[0][1]", "foot[1][0]", "foot[1][1]"] {
        let [x, y, limit] = ["friction.x", "friction.y", "limit"]
            .map(|of| solution.series(&format!("{foot}.{of}")).expect("an output"));
        for ((x, y), limit) in x.into_iter().zip(y).zip(limit) {
            assert!(x.hypot(y) <= limit * (1.0 + 1e-3) + 1e-9, "{foot}: {x}, {y} beyond {limit}");
        }
    }
}

fn solutions(model: &Tape, step: f64, until: f64) -> [Solution<Tape>; 3] {
    [
        run(model, RungeKutta4::projected(), step, until),
        run(model, FifthDegree::default(), step, until),
        run(model, GeneralizedAlpha::default(), step, until),
    ]
}

/// A push F = f t at the height of the feet: it starts at t₀ = μ m g/f, with v = f (t² − t₀²)/2 m − μ g (t − t₀).
#[test]
fn a_box_starts_to_slide_where_the_push_is_all_friction() {
    let (rate, until) = (4.0, 1.6);
    let load = format!("force push = force(b at [0, 0, -0.05] [m], [{rate:?} [N/s] * time, 0 [N], 0 [N]]);");
    for model in &boxes("velocity: 0", &load, "free.rotation: rpy(0, 0, 0)") {
        let began = FRICTION * GRAVITY / rate;
        let speed = rate * (until * until - began * began) / 2.0 - FRICTION * GRAVITY * (until - began);
        for solution in solutions(model, 1e-3, until) {
            close(last(&solution, "vx"), speed, 1e-6);
            close(last(&solution, "y"), 0.0, 1e-9);
            within_limits(&solution);
        }
        for solution in solutions(model, 1e-3, began - 2e-3) {
            close(last(&solution, "x"), 0.0, 1e-12);
        }
    }
}

/// A torque T = k t about the vertical: it starts at μ m g r/k, r the distance of the feet, with J ω' = T − μ m g r.
#[test]
fn a_box_starts_to_turn_where_the_torque_is_all_friction() {
    let (rate, until) = (0.8, 0.8);
    let load = format!("force twist = torque(b, [0 [N*m], 0 [N*m], {rate:?} [N*m/s] * time]);");
    for model in &boxes("velocity: 0", &load, "free.rotation: rpy(0, 0, 0)") {
        let brake = FRICTION * GRAVITY * FEET[0].hypot(FEET[1]);
        let began = brake / rate;
        let spin = (rate * (until * until - began * began) / 2.0 - brake * (until - began)) / 0.015;
        // Where a slide begins without acceleration its direction is stiff: explicit methods err by a part in a thousand.
        for (solution, error) in solutions(model, 1e-3, until).into_iter().zip([4e-3, 4e-3, 1e-9]) {
            close(last(&solution, "spin"), spin, error * spin);
            close(last(&solution, "x"), 0.0, 1e-5);
            within_limits(&solution);
        }
        for solution in solutions(model, 1e-3, began - 2e-3) {
            close(last(&solution, "turned"), 0.0, 1e-12);
        }
    }
}

/// It slides askew and turns, comes to rest while it nods, and rests: where a box with regularised friction stops, to its creep.
#[test]
fn a_box_that_slides_and_turns_comes_to_rest() {
    let (creep, until) = (1e-4, 0.5);
    let start = "der(free.x): 0.8 [m/s], der(free.y): 0.3 [m/s], b.angular_velocity: [0, 0, 3] [rad/s]";
    let smooth = boxes(&format!("velocity: {creep:?} [m/s]"), "", start);
    let smooth = run(&smooth[0], RungeKutta4::projected(), 2e-5, until);
    for model in &boxes("velocity: 0", "", start) {
        for solution in solutions(model, 1e-3, until) {
            for name in ["x", "y", "z"] {
                close(last(&solution, name), last(&smooth, name), 2.0 * creep * until);
            }
            close(last(&solution, "turned"), last(&smooth, "turned"), 1e-3);
            within_limits(&solution);
        }
    }
}
