//! Several frictions that hold one motion, against balances of energy and equilibrium, and plain integrations.

use crate::dead_centre::{CREEP, GRAVITY, both, close, last, run};
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork::symplectic::Rattle;
use linkwork_compiler::Options;
use linkwork_tape::{Tape, TapeParameters};

/// μ m g r of each of the wheels below.
const BEARING: f64 = 0.1 * GRAVITY * 0.05;

fn gears(more: &str, spin: f64) -> Vec<Tape> {
    both(&format!(
        "mechanism Gears in plane {{ coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
         body a {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }} body b {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
         joint first = revolute(ground, a); joint second = revolute(ground at [1, 0] [m], b);
         joint mesh = gear(first.angle, second.angle, ratio: 2);
         force drag = friction(first, coefficient: 0.1, static: 0.15, radius: 0.05 [m], velocity: 0);
         force rub = friction(second, coefficient: 0.1, static: 0.15, radius: 0.05 [m], velocity: 0); {more}
         output angle = first.angle; output rate = der(first.angle); output one = drag.force; output two = rub.force;
         initial {{ der(first.angle): {spin:?} [rad/s] }} }}"
    ))
}

/// The motion of the wheels below: the direction of the push, and the angle at the end of the run.
#[derive(Clone, Copy)]
struct Pushed {
    side: f64,
    until: f64,
    angle: f64,
}

/// Rest, with efforts that balance a push of 0.05 N m/s from t = 4 s on, until 2 s before the end; then the angle.
fn check_gears<S: Stepper<Tape>>(model: &Tape, method: S, pushed: Pushed, tolerance: f64) {
    let solution = run(model, method, 0.01, pushed.until);
    close(last(&solution, "angle"), pushed.angle, tolerance);
    let of = |name: &str| solution.series(name).expect("an output").to_vec();
    let (rate, one, two) = (of("rate"), of("one"), of("two"));
    let mut resting = 0;
    for (k, state) in solution.samples().iter().enumerate() {
        if state.t > 3.5 && state.t < pushed.until - 2.01 {
            resting += 1;
            assert!(rate[k].abs() < CREEP, "{:e} at {}", rate[k], state.t);
            let most = 1.500_001 * BEARING;
            assert!(one[k].abs() < most && two[k].abs() < most, "{}, {}", one[k], two[k]);
            close(one[k] + 2.0 * two[k], -pushed.side * 0.05 * (state.t - 4.0).max(0.0), 1e-9);
        }
    }
    assert!(resting > 50);
}

/// Two wheels on one gear: (I₁ + 4 I₂) α = T − (L₁ + 2 L₂) sign ω. They come to rest together, hold with both limits, and start again
/// where T exceeds their sum, forwards and backwards.
#[test]
fn geared_wheels_rest_by_both_of_their_frictions() {
    let inertia = 0.5;
    let (most, fixed) = (3.0 * BEARING, 4.5 * BEARING);
    let stopped = 0.5 * inertia / most;
    for side in [1.0, -1.0] {
        let slope = 0.05 * side;
        let push = format!("force push = torque(first, {slope:?} [N*m/s]*(max(time, 4 [s]) - 4 [s]));");
        let until = 4.0 + fixed / 0.05 + 2.0;
        // ∫∫ of T − (L₁ + 2 L₂) over the last 2 s.
        let moved = ((fixed - most) * 2.0 + 0.05 * 8.0 / 6.0) / inertia;
        let pushed = Pushed { side, until, angle: stopped + side * moved };
        for model in &gears(&push, 1.0) {
            check_gears(model, RungeKutta4::projected(), pushed, 1e-9);
            check_gears(model, FifthDegree::default(), pushed, 1e-9);
            check_gears(model, GeneralizedAlpha::default(), pushed, 1e-4);
            check_gears(model, GeneralizedAlpha::default().index3(), pushed, 1e-4);
            check_gears(model, Rattle, pushed, 1e-4);
        }
    }
}

/// At rest from the beginning, efforts have the least sum of squares relative to their limits: T/(1 + 4) and twice that.
#[test]
fn efforts_of_geared_wheels_are_the_least() {
    for model in &gears("force push = torque(first, 0.05 [N*m]);", 0.0) {
        let solution = run(model, RungeKutta4::projected(), 0.1, 10.0);
        close(last(&solution, "angle"), 0.0, 1e-13);
        close(last(&solution, "one"), -0.01, 1e-12);
        close(last(&solution, "two"), -0.02, 1e-12);
    }
}

/// Two frictions in one joint: 1 N and 2 N hold 2.5 N, in these shares; 3.5 N move 2 kg with 0.25 m/s².
#[test]
fn two_frictions_in_one_joint_add_up() {
    for (push, way) in [(2.5, 0.0), (3.5, 0.125)] {
        let models = both(&format!(
            "mechanism Block in plane {{ coordinates = [minimal, absolute]; gravity = [0, 0] [m/s^2];
             body block {{ mass: 2 [kg], inertia: 0.1 [kg*m^2] }} joint guide = prismatic(ground, block, axis: [1, 0]);
             force drag = friction(guide, limit: 1 [N], velocity: 0); force rub = friction(guide, limit: 2 [N], velocity: 0);
             force push = torque(guide, {push:?} [N]);
             output x = guide.displacement; output one = drag.force; output two = rub.force; }}"
        ));
        for model in &models {
            let solution = run(model, RungeKutta4::projected(), 0.05, 1.0);
            close(last(&solution, "x"), way, 1e-12);
            close(last(&solution, "one") + last(&solution, "two"), -f64::min(push, 3.0), 1e-9);
            assert!(last(&solution, "one").abs() < 1.0 + 1e-9 && last(&solution, "two").abs() < 2.0 + 1e-9);
        }
    }
}

/// A block on two feet, which come to rest together after v²/(2 μ g), and hold a push together, along (−n_y, n_x).
#[test]
fn a_block_on_two_feet_comes_to_rest() {
    let depth = (GRAVITY / 1e4).powf(2.0 / 3.0);
    let models = both(&format!(
        "mechanism Table in plane {{ coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
         body block {{ mass: 2 [kg], inertia: 0.1 [kg*m^2] }} joint free = free(ground, block);
         force left = contact(block at [-0.5, 0] [m], ground, stiffness: 1e4, dissipation: 1, friction: 0.3, velocity: 0);
         force right = contact(block at [0.5, 0] [m], ground, stiffness: 1e4, dissipation: 1, friction: 0.3, velocity: 0);
         force push = force(block, [max(time - 2 [s], 0 [s]) * 2 [N/s], 0 [N]]);
         output x = free.x; output v = der(free.x);
         initial {{ free.x: 0 [m], free.y: {:?} [m], free.angle: 0 [rad], der(free.x): 1.5 [m/s], der(free.y): 0 [m/s],
                    der(free.angle): 0 [rad/s] }} }}",
        -depth
    ));
    let way = 1.5 * 1.5 / (0.6 * GRAVITY);
    for model in &models {
        let solution = run(model, RungeKutta4::projected(), 0.002, 4.0);
        close(last(&solution, "x"), way, 1e-9);
        assert!(last(&solution, "v").abs() < CREEP);
        close(last(&solution, "left.friction") + last(&solution, "right.friction"), 4.0, 1e-9);
    }
}

/// A block with two frictions in its planar joint, which push together: it rests below the sum of their limits.
fn rubbed(coefficients: [f64; 2], push: f64) -> Vec<Tape> {
    let [one, two] = coefficients;
    both(&format!(
        "mechanism Block in space {{ gravity = [0, 0, -9.81] [m/s^2]; coordinates = [minimal, absolute];
         body block {{ mass: 2 [kg], inertia: diagonal(0.1, 0.1, 0.1) [kg*m^2] }}
         joint floor = planar(ground, block, normal: [0, 0, 1]);
         force drag = friction(floor, coefficient: {one:?}, static: 0.1, velocity: 0, radius: 0.1 [m]);
         force rub = friction(floor, coefficient: {two:?}, static: 0.2, velocity: 0, radius: 0.1 [m]);
         force push = force(block, [{push:?}, 0, 0] [N]);
         output x = floor.x; output v = der(floor.x);
         initial {{ der(floor.x): 0 [m/s], der(floor.y): 0 [m/s], der(floor.angle): 0 [rad/s] }} }}"
    ))
}

/// Both hold together what neither holds alone, and slide together beyond it.
#[test]
fn resultants_of_one_joint_share_its_motion() {
    let (mass, until) = (2.0, 0.3);
    let limit = 0.3 * mass * GRAVITY;
    for (push, speed) in [(0.99 * limit, 0.0), (1.5 * limit, 0.5 * limit / mass * until)] {
        for model in &rubbed([0.1, 0.2], push) {
            let solution = run(model, RungeKutta4::projected(), 0.01, until);
            close(last(&solution, "v"), speed, 1e-9);
        }
    }
}

/// Resultants without a sliding value cannot have a part of it.
#[test]
fn resultants_without_a_sliding_value_that_hold_one_motion_are_an_error_that_names_them() {
    for model in &rubbed([0.0, 0.0], 1.0) {
        let run = model.simulate().method(RungeKutta4::projected()).step(0.01).until(0.1).run();
        match run.map_err(linkwork::Error::from) {
            Err(linkwork::Error::HeldTwice { frictions, time }) => {
                assert!(
                    frictions.contains(&"drag".to_owned()) && frictions.contains(&"rub".to_owned()),
                    "{frictions:?}"
                );
                assert!(time == 0.0);
            }
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("it rests"),
        }
    }
}

/// The rounding of the closure of a loop, as an angle in rad.
const CLOSURE: f64 = 2.0 * f64::EPSILON;

/// A slider–crank with frictions on slider and crank, which stop and start together. The reference values are those of an
/// integration in the angle θ of the crank with SciPy (`solve_ivp`, rtol 1e-12), which holds θ while
///
/// ```text
/// |Q(θ, t)| ≤ 7 N |dx/dθ| + 0.015 N m,   then   M θ̈ + h θ̇² = Q − s (5 N |dx/dθ| + 0.015 N m)
/// ```
#[test]
fn a_crank_and_its_slider_start_together() {
    let models = both(
        "mechanism Engine in plane { coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
         body crank { mass: 1.2 [kg], inertia: 2.25e-3 [kg*m^2] } body rod { mass: 0.6 [kg], inertia: 6.125e-3 [kg*m^2] }
         body slider { mass: 2 [kg] }
         joint a = revolute(ground, crank at [-0.075, 0] [m]);
         joint b = revolute(crank at [0.075, 0] [m], rod at [-0.175, 0] [m]);
         joint c = revolute(rod at [0.175, 0] [m], slider); joint guide = prismatic(ground, slider, axis: [1, 0]);
         force drag = friction(guide, limit: 5 [N], static: 7 [N], velocity: 0);
         force rub = friction(a, limit: 0.015 [N*m], velocity: 0);
         force pull = spring(ground at [1, 0] [m], slider, stiffness: 300 [N/m], length: 0.5 [m], damping: 2 [N*s/m]);
         force motor = torque(a, 3 [N*m]*sin(5 [rad/s]*time));
         output angle = crank.angle; output spin = crank.angular_velocity;
         initial { a.angle: 30 [deg], der(a.angle): 6 [rad/s] } }",
    );
    // At rest from 0.2648 to 0.5022 s, and from 1.3359 to 1.3476 s.
    for model in &models {
        let check = |solution: Solution<Tape>, tolerance: f64| {
            close(last(&solution, "angle"), 1.138_463_490_076_491_6, tolerance);
            close(last(&solution, "spin"), -1.483_867_526_730_09, 10.0 * tolerance);
            let (angle, spin) = (solution.series("angle").unwrap(), solution.series("spin").unwrap());
            for (k, state) in solution.samples().iter().enumerate() {
                if (state.t > 0.27 && state.t < 0.502) || (state.t > 1.337 && state.t < 1.347) {
                    let rests = if state.t < 1.0 { 0.654_636_951_442_725 } else { -0.432_510_660_561_034 };
                    close(angle[k], rests, tolerance);
                    // A step has the rounding of closures over its size, which is 6.5 µs between two limits that are reached.
                    let size = state.t - solution.samples()[k - 1].t;
                    close(spin[k], 0.0, CREEP + CLOSURE / size);
                }
            }
        };
        check(run(model, RungeKutta4::projected(), 2e-3, 3.0), 2e-7);
        check(run(model, FifthDegree::default(), 2e-3, 3.0), 5e-5);
        check(run(model, GeneralizedAlpha::default(), 1e-3, 3.0), 2e-4);
    }
}

/// A load that steps up between samples, unknown to the run: two wheels hold 0.34 N m of 0.15 + 0.2 N m, and not 0.36 N m.
/// In motion (1e-3 + 0.04/25) α = u − 0.1 − 0.2 N m.
#[test]
fn a_step_of_an_input_is_held_by_both_frictions_or_by_neither() {
    let models = both(
        "mechanism Gears in plane { coordinates = [minimal, absolute];
         body a { mass: 1 [kg], inertia: 1e-3 [kg*m^2] } body b { mass: 8 [kg], inertia: 0.04 [kg*m^2] }
         joint first = revolute(ground, a); joint second = revolute(ground at [0.3, 0] [m], b);
         joint mesh = gear(second.angle, first.angle, ratio: -5);
         input u [N*m]; force drive = torque(first, u);
         force one = friction(first, limit: 0.1 [N*m], static: 0.15 [N*m], velocity: 0);
         force two = friction(second, limit: 1 [N*m], velocity: 0);
         output angle = first.angle; }",
    );
    for model in &models {
        for (load, turned) in [(0.34, 0.0), (0.36, 0.06 / 2.6e-3 * 0.125)] {
            let stepped = model.clone().driven(|t| model.inputs_of(&[if t < 0.5 { 0.0 } else { load }]));
            let run = stepped.simulate().method(RungeKutta4::projected()).step(7e-3).until(1.0).run();
            let solution = run.unwrap_or_else(|error| panic!("{error}"));
            close(*solution.series("angle").unwrap().last().unwrap(), turned, 1e-9);
        }
    }
}

/// Friction without a sliding value holds what the other leaves: the wheels above slip at 0.15 + 0.2 N m, at t = 0.35/0.6 s, and
/// then (1e-3 + 0.04/25) α = u − 0.2 N m, in either order.
#[test]
fn static_friction_alone_holds_with_another() {
    let statics = "force one = friction(first, limit: 0 [N*m], static: 0.15 [N*m], velocity: 0);";
    let slides = "force two = friction(second, limit: 1 [N*m], velocity: 0);";
    for frictions in [[statics, slides], [slides, statics]] {
        let models = both(&format!(
            "mechanism Gears in plane {{ coordinates = [minimal, absolute];
             body a {{ mass: 1 [kg], inertia: 1e-3 [kg*m^2] }} body b {{ mass: 8 [kg], inertia: 0.04 [kg*m^2] }}
             joint first = revolute(ground, a); joint second = revolute(ground at [0.3, 0] [m], b);
             joint mesh = gear(second.angle, first.angle, ratio: -5); force drive = torque(first, 0.6 [N*m/s]*time); {}
             output angle = first.angle; }}",
            frictions.concat()
        ));
        for model in &models {
            let solution = run(model, RungeKutta4::projected(), 1e-2, 1.0);
            // α₀ = 0.15/2.6e-3 rad/s² at the beginning, which grows by 0.6/2.6e-3 rad/s³.
            let time = 1.0_f64 - 0.35 / 0.6;
            let turned = (0.15 * time * time / 2.0 + 0.6 * time.powi(3) / 6.0) / 2.6e-3;
            close(last(&solution, "angle"), turned, 1e-6);
            close(last(&solution, "one.force"), 0.0, 1e-12);
        }
    }
}

/// A hoist whose motor overcomes the brake of its drum and the friction of its guide together, at 70 N m/s t = m g r + 3 N m + r 2 N, in steps of
/// any size: rates at the limits are rounding for one of the slips, and not for the other.
#[test]
fn a_hoist_starts_against_both_of_its_frictions() {
    let models = both(
        "mechanism Hoist in plane { coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
         body drum { mass: 4 [kg], inertia: 0.08 [kg*m^2] } body load { mass: 5 [kg], inertia: 0.05 [kg*m^2] }
         joint axle = revolute(ground at [0, 2] [m], drum); joint rail = prismatic(ground at [0.2, 0] [m], load, axis: [0, 1]);
         joint rope = rack_pinion(axle.angle, rail.displacement, radius: 0.2 [m]);
         force shoe = friction(axle, limit: 3 [N*m], velocity: 0); force guide = friction(rail, limit: 2 [N], velocity: 0);
         force motor = torque(axle, 70 [N*m/s]*time); output turned = axle.angle; initial { rail.displacement: 0.3 [m], axle.angle: 1.5 [rad] } }",
    );
    // It falls at first, is stopped by the motor, holds, and rises: J α = 70 t − m g r ∓ 3.4 N m with J = 0.08 + 5 r².
    let (inertia, weight, friction) = (0.08 + 5.0 * 0.04, 5.0 * GRAVITY * 0.2, 3.4);
    // ω = (−(w − f) t + 35 t²)/J until it is zero.
    let stop = (weight - friction) / 35.0;
    let start = (weight + friction) / 70.0;
    let fallen = (-(weight - friction) * stop * stop / 2.0 + 35.0 * stop.powi(3) / 3.0) / inertia;
    for (step, until) in [(5e-4, 0.3), (3e-4, 0.3), (1e-3, 0.3)] {
        let begins = start.max(stop);
        let (time, excess) = (until - begins, 70.0 * begins - weight - friction);
        let risen = (excess * time * time / 2.0 + 70.0 * time.powi(3) / 6.0) / inertia;
        for model in &models {
            for solution in [
                run(model, FifthDegree::default(), step, until),
                run(model, RungeKutta4::projected(), step, until),
            ] {
                close(last(&solution, "turned"), 1.5 + fallen + risen, 1e-7);
            }
        }
    }
}

/// A train of gears: the motion of each wheel by that of the first, its moment of inertia, the limit of its friction while it slides and
/// at rest, and the torque T sin ωt on the first one.
struct Train {
    wheels: &'static [(f64, f64, f64, f64)],
    torque: f64,
    rate: f64,
}

/// Trains whose frictions reach their limits one after the other, where rounding of the small responses of fast wheels, and of multipliers of
/// short steps, decided if the others hold.
const TRAINS: [Train; 5] = [
    Train {
        wheels: &[
            (1.0, 0.048602, 0.7901, 0.7901),
            (-3.0, 0.062703, 0.041, 0.041),
            (6.0, 0.058126, 0.1055, 0.1477),
        ],
        torque: 4.5529,
        rate: 4.011,
    },
    Train {
        wheels: &[
            (1.0, 0.006426, 0.4055, 0.811),
            (-2.0, 0.069191, 0.0, 0.0),
            (2.0, 0.001081, 0.4353, 0.4353),
            (-6.0, 0.094454, 0.0197, 0.0197),
        ],
        torque: 4.1879,
        rate: 1.021,
    },
    Train {
        wheels: &[
            (1.0, 0.003027, 0.1306, 0.1828),
            (-0.5, 0.044168, 0.0195, 0.0195),
            (-1.0, 0.001699, 0.1003, 0.2006),
        ],
        torque: 0.7727,
        rate: 4.343,
    },
    Train {
        wheels: &[
            (1.0, 0.01307, 0.4146, 0.5804),
            (-3.0, 0.015056, 0.0877, 0.0877),
            (9.0, 0.039954, 0.0, 0.0),
            (-27.0, 0.085853, 0.0, 0.0),
        ],
        torque: 1.8325,
        rate: 1.627,
    },
    Train {
        wheels: &[
            (1.0, 0.043854, 0.8763, 1.7526),
            (-2.0, 0.001298, 0.0798, 0.0798),
            (6.0, 0.040988, 0.2401, 0.2401),
            (-18.0, 0.040644, 0.036, 0.0504),
        ],
        torque: 6.9786,
        rate: 2.152,
    },
];

/// The train holds until T sin ωt = Σ |r| L₀ at t₀, and then, with J = Σ r² J_k and F = Σ |r| L, as long as it moves forwards,
///
/// ```text
/// J v = T (cos ωt₀ − cos ωt)/ω − F τ,   J x = T (cos(ωt₀) τ − (sin ωt − sin ωt₀)/ω)/ω − F τ²/2,   τ = t − t₀
/// ```
#[test]
fn trains_start_when_all_of_their_frictions_are_at_their_limits() {
    let until = 0.5;
    for Train { wheels, torque, rate } in &TRAINS {
        let mut text = String::new();
        for (k, (ratio, inertia, slides, rests)) in wheels.iter().enumerate() {
            text += &format!(
                "body w{k} {{ mass: 1 [kg], inertia: {inertia:?} [kg*m^2] }} joint j{k} = revolute(ground at [{k}, 0] [m], w{k});"
            );
            if let Some(before) = k.checked_sub(1) {
                let ratio = ratio / wheels[before].0;
                text += &format!("joint g{k} = gear(j{before}.angle, j{k}.angle, ratio: {ratio:?});");
            }
            if *rests > 0.0 {
                text += &format!(
                    "force f{k} = friction(j{k}, limit: {slides:?} [N*m], static: {rests:?} [N*m], velocity: 0);"
                );
            }
        }
        let models = both(&format!(
            "mechanism Train in plane {{ coordinates = [minimal, absolute]; {text}
             force motor = torque(j0, {torque:?} [N*m]*sin({rate:?} [rad/s]*time));
             output angle = j0.angle; output spin = der(j0.angle); }}"
        ));
        let sum = |of: fn(&(f64, f64, f64, f64)) -> f64| wheels.iter().map(of).sum::<f64>();
        let inertia = sum(|(ratio, inertia, ..)| ratio * ratio * inertia);
        let (sliding, resting) =
            (sum(|(r, _, slides, _)| r.abs() * slides), sum(|(r, _, _, rests)| r.abs() * rests));
        let start = (resting / torque).asin();
        let (end, time) = (rate * until, until - start / rate);
        let spin = (torque / rate * (start.cos() - end.cos()) - sliding * time) / inertia;
        let sines = (end.sin() - start.sin()) / rate;
        let angle = (torque / rate * (start.cos() * time - sines) - 0.5 * sliding * time * time) / inertia;
        for model in &models {
            for step in [5e-4, 1e-3] {
                let solution = run(model, FifthDegree::default(), step, until);
                close(last(&solution, "angle"), angle, 1e-8);
                close(last(&solution, "spin"), spin, 1e-8);
            }
            close(last(&run(model, RungeKutta4::projected(), 1e-3, until), "angle"), angle, 1e-8);
            close(last(&run(model, GeneralizedAlpha::default(), 1e-3, until), "angle"), angle, 2e-4);
        }
    }
}

/// A block on two guides of one line, whose friction is not the same: the smallest reactions are halves of its weight, and friction follows
/// from them, with every method. With μ the mean of both coefficients and ε the velocity of their regularisation,
///
/// ```text
/// d/dt [√(v² + ε²) − ε ln((ε + √(v² + ε²))/v)] = −μ g
/// ```
#[test]
fn friction_is_balanced_with_the_smallest_reactions() {
    let text = "mechanism Shared in plane { coordinates = absolute; gravity = [0, -9.81] [m/s^2];
         body block { mass: 3 [kg], inertia: 0.2 [kg*m^2] }
         joint one = prismatic(ground, block, axis: [1, 0]); joint other = prismatic(ground, block, axis: [1, 0]);
         force of_one = friction(one, coefficient: 0.25, velocity: 0.05 [m/s]);
         force of_other = friction(other, coefficient: 0.05, velocity: 0.05 [m/s]);
         output v = der(one.displacement); initial { der(one.displacement): 2 [m/s] } }";
    let model = &redundant(text);
    assert!(model.program().freedom.open.motion, "the motion depends on how the guides share the weight");
    let small = 0.05_f64;
    let sum = |v: f64| v.hypot(small) - small * ((small + v.hypot(small)) / v).ln();
    let off = |solution: Solution<Tape>| {
        (sum(last(&solution, "v")) - sum(2.0) + 0.5 * (0.25 + 0.05) * GRAVITY).abs()
    };
    let step = 1e-3;
    assert!(off(run(model, RungeKutta4::index1(), step, 1.0)) < 1e-9);
    assert!(off(run(model, RungeKutta4::projected(), step, 1.0)) < 1e-9);
    assert!(off(run(model, FifthDegree::default(), step, 1.0)) < 1e-9);
    assert!(off(run(model, GeneralizedAlpha::default(), step, 1.0)) < 1e-7);
    assert!(off(run(model, GeneralizedAlpha::default().index3(), step, 1.0)) < 1e-7);
    assert!(off(run(model, Rattle, step, 1.0)) < 1e-7);
    // Of order 1.
    assert!(off(run(model, HalfImplicitEuler::default(), step, 1.0)) < 1e-3);
    assert!(off(run(model, ImplicitEuler::default(), step, 1.0)) < 1e-3);
}

/// With the warning that all of a joint is redundant.
fn redundant(text: &str) -> Tape {
    let mut compiled = linkwork_compiler::compile(text.parse().expect("it lexes"), &Options::default());
    TapeParameters::new(compiled.programs.remove(0)).build().expect("it builds")
}

/// A hatch on three hinges, with torques in proportion to reactions that are not unique: methods that iterate keep their orders towards the
/// motion of one that solves for all reactions at once. (It was order 1, 1e-3 rad in these steps.)
#[test]
fn forces_in_proportion_to_reactions_that_are_not_unique_keep_the_order() {
    let model = &redundant(
        "mechanism Hatch in space { coordinates = absolute; gravity = [0, 0, -9.81] [m/s^2];
         body lid { shape: box(size: [1.2, 0.8, 0.04] [m], density: 700 [kg/m^3]) }
         joint left = revolute(ground at [-0.5, 0, 0] [m], lid at [-0.5, -0.4, 0] [m], axis: [1, 0, 0]);
         joint middle = revolute(ground at [0.1, 0, 0] [m], lid at [0.1, -0.4, 0] [m], axis: [1, 0, 0]);
         joint right = revolute(ground at [0.5, 0, 0] [m], lid at [0.5, -0.4, 0] [m], axis: [1, 0, 0]);
         force one = torque(left, -0.15 [m]*left.force.z); force other = torque(right, 0.1 [m]*right.force.y);
         output angle = left.angle; initial { left.angle: 50 [deg] } }",
    );
    assert!(model.program().freedom.open.motion && !model.program().flags.linear_reactions);
    let of = |solution: Solution<Tape>| last(&solution, "angle");
    let exact = of(run(model, DormandPrince8::projected(), 2e-3, 0.8));
    close(of(run(model, RungeKutta4::projected(), 2e-3, 0.8)), exact, 1e-8);
    close(of(run(model, FifthDegree::default(), 2e-3, 0.8)), exact, 1e-7);
    close(of(run(model, FifthDegree::default(), 4e-3, 0.8)), exact, 1e-6);
    let errors = [4e-3, 2e-3].map(|step| (of(run(model, Rattle, step, 0.8)) - exact).abs());
    assert!(errors[0] < 1e-3 && errors[1] < errors[0] / 3.5, "{errors:?}");
}
