//! Bodies that stand on several contacts which stick, on slopes and on a table that shakes, against friction that is regularised and closed forms.

use crate::dead_centre::{both, close, last, run};
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::prelude::*;
use linkwork_tape::Tape;

/// Where regularised friction stops, in m/s; a body creeps with a part of it.
const CREEP: f64 = 1e-4;

/// A box of 2 kg on two feet, on a slope.
fn boxes(friction: &str, start: &str) -> Vec<Tape> {
    both(&format!(
        "mechanism Slope in plane {{ coordinates = [minimal, absolute]; let lean = 20 [deg];
         gravity = [9.81 [m/s^2] * sin(lean), -9.81 [m/s^2] * cos(lean)];
         body chest {{ mass: 2 [kg], inertia: 0.02 [kg*m^2] }} joint free = free(ground, chest);
         force a = contact(chest at [-0.15, -0.1] [m], ground, stiffness: 2e4 [N/m], exponent: 1, dissipation: 0.5 [s/m], {friction});
         force b = contact(chest at [0.15, -0.1] [m], ground, stiffness: 2e4 [N/m], exponent: 1, dissipation: 0.5 [s/m], {friction});
         output x = free.x; output y = free.y; output turned = free.angle;
         initial {{ {start} }} }}"
    ))
}

/// The natural rocking takes 30 ms, and its phase after the hop is that of the impact.
const ROCKED: f64 = 2e-4;

/// Up the slope until it returns, off the ground and down again, and rocking from one foot to the other: the feet micro-slip while it rocks, since they
/// are not equally far ahead of the centre, so that one of them holds and the other one slides.
#[test]
fn a_box_stands_on_two_feet_whatever_it_did_before() {
    let start = |x: f64, y: f64, turn: f64| {
        format!(
            "free.x: 0 [m], free.y: 0.0997 [m], free.angle: 0 [rad], der(free.x): {x:?} [m/s], der(free.y): {y:?} [m/s],
             der(free.angle): {turn:?} [rad/s]"
        )
    };
    let until = 0.6;
    for start in [start(-1.0, 0.0, 0.0), start(0.5, 0.4, 0.0), start(0.0, 0.0, 1.0)] {
        let smooth = boxes(&format!("friction: 0.5, velocity: {CREEP:?} [m/s]"), &start);
        let smooth = run(&smooth[0], RungeKutta4::projected(), 5e-5, until);
        for model in &boxes("friction: 0.5, velocity: 0", &start) {
            let solutions = [
                run(model, RungeKutta4::projected(), 2e-4, until),
                run(model, FifthDegree::default(), 2e-4, until),
                run(model, GeneralizedAlpha::default(), 1e-4, until),
            ];
            for solution in solutions {
                for name in ["x", "y"] {
                    close(last(&solution, name), last(&smooth, name), 2.0 * CREEP * until);
                }
                close(last(&solution, "turned"), last(&smooth, "turned"), ROCKED);
                assert_eq!(solution.report().slid, 0);
            }
        }
    }
}

/// A box that falls on one foot, tumbles, rocks and slides to rest: a foot begins to slide beyond its limit and returns at once, because the limit grows, because
/// both micro-slip, or by the error of accelerations of an Euler method. Against regularised friction, and the height m g/2k below the feet.
#[test]
fn a_box_tumbles_to_rest_on_two_feet() {
    let boxes = |velocity: &str| {
        let contact = |name: &str, x: f64| {
            format!(
                "force {name} = contact(chest at [{x:?}, -0.05] [m], ground, stiffness: 2e4 [N/m], exponent: 1, dissipation: 0.5 [s/m],
                 friction: 0.3, velocity: {velocity} [m/s]);"
            )
        };
        both(&format!(
            "mechanism Tumble in plane {{ coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
             body chest {{ mass: 1 [kg], inertia: 0.01 [kg*m^2] }} joint free = free(ground, chest);
             {} {}
             output x = free.x; output y = free.y; output turned = free.angle;
             initial {{ free.y: 0.1 [m], free.angle: 0.1 [rad], der(free.x): 1 [m/s] }} }}",
            contact("a", -0.1),
            contact("b", 0.1)
        ))
    };
    let until = 3.0;
    let smooth = last(&run(&boxes("1e-4")[0], RungeKutta4::projected(), 1e-4, until), "x");
    for model in &boxes("0") {
        let solutions = [
            (run(model, RungeKutta4::projected(), 1e-3, until), 3e-4),
            (run(model, RungeKutta4::projected(), 2e-3, until), 3e-4),
            (run(model, FifthDegree::default(), 1e-3, until), 3e-4),
            (run(model, FifthDegree::default(), 2e-3, until), 1e-3),
            (run(model, ThirdDegree::default(), 2e-3, until), 1e-3),
            (run(model, ImplicitEuler::default(), 1e-3, until), 2e-3),
            (run(model, HalfImplicitEuler::default(), 5e-3, until), 5e-3),
        ];
        for (solution, tolerance) in solutions {
            close(last(&solution, "x"), smooth, tolerance);
            close(last(&solution, "y"), 0.05 - 9.81 / 4e4, 2e-5);
            close(last(&solution, "turned"), 0.0, 1e-4);
        }
    }
}

/// A box that falls on two feet: gravity along the ground in m/s², mass and moment of inertia, the first foot below the centre to the left (the second
/// one to the right), stiffness in N/m and dissipation in s/m, coefficients of friction, and its height, velocity and angle at first.
struct Dropped {
    along: f64,
    inertia: [f64; 2],
    foot: [f64; 2],
    contact: [f64; 2],
    friction: [f64; 2],
    start: [f64; 3],
    /// x after 2.5 s with friction that is regularised below 1e-4 m/s, by `RungeKutta4` in steps of 5e-5 s.
    end: f64,
}

const DROPPED: [Dropped; 6] = [
    Dropped {
        along: 0.0,
        inertia: [1.0, 7.7739e-3],
        foot: [0.1323, 0.07624],
        contact: [3.249e4, 0.5],
        friction: [0.143, 0.143],
        start: [0.1023, -0.213, 0.05],
        end: -0.038017436,
    },
    Dropped {
        along: 2.943,
        inertia: [0.3, 8.8644e-4],
        foot: [0.08998, 0.02771],
        contact: [1.172e4, 1.0],
        friction: [0.272, 0.541],
        start: [0.06611, 0.065, 0.0],
        end: 0.042289239,
    },
    Dropped {
        along: 0.981,
        inertia: [5.0, 6.3597e-2],
        foot: [0.1924, 0.03386],
        contact: [4.617e4, 0.2],
        friction: [0.511, 0.511],
        start: [0.04017, -0.587, -0.1],
        end: 0.041673888,
    },
    Dropped {
        along: 0.981,
        inertia: [0.3, 2.2526e-3],
        foot: [0.1485, 0.02158],
        contact: [1.823e4, 0.2],
        friction: [0.445, 0.301],
        start: [0.03202, -0.585, 0.05],
        end: -0.024237618,
    },
    Dropped {
        along: 0.0,
        inertia: [0.3, 9.109e-4],
        foot: [0.08536, 0.04269],
        contact: [2.092e4, 0.5],
        friction: [0.206, 0.206],
        start: [0.08817, 0.989, 0.0],
        end: 0.257573035,
    },
    Dropped {
        along: 0.0,
        inertia: [1.0, 9.2211e-3],
        foot: [0.1531, 0.06502],
        contact: [7.248e4, 0.2],
        friction: [0.483, 0.57],
        start: [0.114, 0.363, -0.1],
        end: 0.037795856,
    },
];

impl Dropped {
    fn model(&self) -> Tape {
        let [mass, inertia] = self.inertia;
        let [beside, below] = self.foot;
        let [stiffness, dissipation] = self.contact;
        let [height, speed, angle] = self.start;
        let contact = |name: &str, x: f64, friction: f64| {
            format!(
                "force {name} = contact(chest at [{x:?}, -{below:?}] [m], ground, stiffness: {stiffness:?} [N/m], exponent: 1,
                 dissipation: {dissipation:?} [s/m], friction: {friction:?}, velocity: 0);"
            )
        };
        let text = format!(
            "mechanism Dropped in plane {{ coordinates = minimal; gravity = [{:?}, -9.81] [m/s^2];
             body chest {{ mass: {mass:?} [kg], inertia: {inertia:?} [kg*m^2] }} joint free = free(ground, chest);
             {} {} output x = free.x;
             initial {{ free.x: 0 [m], free.y: {height:?} [m], free.angle: {angle:?}, der(free.x): {speed:?} [m/s] }} }}",
            self.along,
            contact("a", -beside, self.friction[0]),
            contact("b", beside, self.friction[1])
        );
        both(&text).swap_remove(0)
    }
}

/// A box that bounces amplifies differences of its impacts: metres after 2.5 s, beside ways of up to 0.3 m.
const BOUNCED: f64 = 4e-3;
/// Friction beyond its limit between two steps, relative to the limit: contacts vibrate in few steps.
const BETWEEN: f64 = 0.1;

/// Both feet hold almost one motion. Where all friction together reaches its limit, one of them moves on, or turns round, and the other one, which
/// sticks, has to hold what that leaves: within its own limit, or it slides, too. Against regularised friction.
#[test]
fn boxes_that_fall_come_to_rest_on_two_feet_within_the_limits_of_friction() {
    let until = 2.5;
    for (number, dropped) in DROPPED.iter().enumerate() {
        let model = dropped.model();
        for solution in [
            run(&model, RungeKutta4::projected(), 1e-3, until),
            run(&model, FifthDegree::default(), 1e-3, until),
        ] {
            close(last(&solution, "x"), dropped.end, BOUNCED);
            for foot in ["a", "b"] {
                let friction = solution.series(&format!("{foot}.friction")).expect("friction");
                let limits = solution.series(&format!("{foot}.limit")).expect("a limit");
                for (friction, limit) in friction.iter().zip(limits) {
                    assert!(
                        friction.abs() <= (1.0 + BETWEEN) * limit + 1e-9,
                        "{number} {foot}: {friction}, {limit}"
                    );
                }
            }
        }
    }
}

/// A block on a table that moves as A sin(ω t + φ), with μ g < A ω²: its velocity u relative to the table obeys
///
/// ```text
/// u' = −μ g sign u + A ω² sin(ω t + φ),      u = 0 while |A ω² sin(ω t + φ)| ≤ μ g
/// ```
///
/// integrated here by its closed pieces, whose ends are found by bisection.
fn slid(phase: f64, until: f64) -> f64 {
    let (amplitude, omega, most) = (0.1_f64, 8.0_f64, 0.3 * 9.81);
    let push = |t: f64| amplitude * omega * omega * (omega * t + phase).sin();
    let (mut t, mut way, step) = (0.0, 0.0, 1e-4);
    let bisect = |mut a: f64, mut b: f64, f: &dyn Fn(f64) -> f64| {
        for _ in 0..80 {
            let middle = 0.5 * (a + b);
            if (f(a) > 0.0) == (f(middle) > 0.0) { a = middle } else { b = middle }
        }
        0.5 * (a + b)
    };
    while t < until {
        if push(t).abs() <= most * (1.0 + 1e-12) {
            // At rest, until the push exceeds the friction.
            let beyond = |t: f64| push(t).abs() - most * (1.0 + 1e-12);
            let mut ahead = t;
            while ahead < until && beyond(ahead + step) <= 0.0 {
                ahead += step;
            }
            t = if ahead < until { bisect(ahead, ahead + step, &beyond) } else { until };
            if t >= until {
                break;
            }
            t += 1e-12;
        }
        let side = push(t).signum();
        let from = t;
        let turn = |t: f64| omega * t + phase;
        let u = |t: f64| -side * most * (t - from) - amplitude * omega * (turn(t).cos() - turn(from).cos());
        let x = |t: f64| {
            -side * most * (t - from).powi(2) / 2.0 - amplitude * (turn(t).sin() - turn(from).sin())
                + amplitude * omega * turn(from).cos() * (t - from)
        };
        let mut ahead = t + step;
        while ahead < until && side * u(ahead + step) > 0.0 {
            ahead += step;
        }
        let end = if ahead < until { bisect(ahead, ahead + step, &u) } else { until };
        way += x(end);
        t = end;
    }
    way
}

/// The Euler methods prescribe positions, so that the first acceleration of a drive after a switch depends on the steps before and after it: it decides here
/// whether the block begins to slide, and in which direction.
#[test]
fn a_block_slides_on_a_table_that_shakes() {
    let until = 3.0;
    for phase in [0.0, 1.0, 2.0, 3.0] {
        let models = both(&format!(
            "mechanism Shaken in plane {{ coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
             body table {{ mass: 5 [kg] }} body block {{ mass: 1 [kg] }}
             joint slide = prismatic(ground, table, axis: [1, 0]); joint rub = prismatic(table, block, axis: [1, 0]);
             constraint drive: slide.displacement = 0.1 [m] * sin(8 [rad/s] * time + {phase:?});
             force drag = friction(rub, coefficient: 0.3, velocity: 0); output x = rub.displacement; }}"
        ));
        let expected = slid(phase, until);
        for model in &models {
            close(last(&run(model, RungeKutta4::projected(), 1e-2, until), "x"), expected, 1e-9);
            // Of first order, with errors below 1 m/s times the step.
            for step in [2e-3, 5e-4] {
                close(last(&run(model, HalfImplicitEuler::default(), step, until), "x"), expected, step);
                close(last(&run(model, ImplicitEuler::default(), step, until), "x"), expected, step);
            }
        }
    }
}

/// A box on two equal feet that is pushed at its centre by 20 N/s · t: it begins to slide at μ m g, and the lean of 10⁻⁶ rad with which its feet hold almost one
/// motion does not count.
///
/// ```text
/// m v' = 20 N/s t − μ m g     from t₀ = μ m g/(20 N/s) on
/// ```
#[test]
fn a_box_on_equal_feet_is_pushed() {
    let models = both(
        "mechanism Pushed in plane { coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
         body chest { mass: 2 [kg], inertia: 0.02 [kg*m^2] } joint free = free(ground, chest);
         force a = contact(chest at [-0.2, -0.1] [m], ground, stiffness: 1e5, dissipation: 1 [s/m], friction: 0.3, velocity: 0);
         force b = contact(chest at [0.2, -0.1] [m], ground, stiffness: 1e5, dissipation: 1 [s/m], friction: 0.3, velocity: 0);
         force push = force(chest, [20 [N/s] * time, 0 [N]]); output x = free.x;
         initial { free.x: 0 [m], free.y: 0.0978730 [m], free.angle: 0 [rad], der(free.x): 0 [m/s], der(free.y): 0 [m/s],
                   der(free.angle): 0 [rad/s] } }",
    );
    let (until, limit) = (0.6, 0.3 * 2.0 * 9.81);
    let late = until - limit / 20.0;
    // The centre is ahead of the feet by their distance times the lean, 0.1 m times 1e-3, and the way of the start.
    let expected = 20.0 * late * late * late / 12.0;
    for model in &models {
        for x in [
            last(&run(model, RungeKutta4::projected(), 1e-3, until), "x"),
            last(&run(model, FifthDegree::default(), 1e-3, until), "x"),
            last(&run(model, GeneralizedAlpha::default(), 1e-3, until), "x"),
        ] {
            close(x, expected, 3e-4);
        }
    }
}

/// x of the box that is shaken, in m.
const SHAKEN: f64 = 0.111132677;

/// A box that starts exactly on the ground, on two feet without load: friction without a slip has no side in the first step. It is shaken by a force;
/// against regularised friction (1e-4 m/s, `RungeKutta4` in steps of 2e-5 s).
#[test]
fn a_box_starts_on_the_ground() {
    let foot = |name: &str, x: f64, friction: f64| {
        format!(
            "force {name} = contact(chest at [{x:?}, -0.0569] [m], ground, stiffness: 22350 [N/m], exponent: 1, dissipation: 1 [s/m],
             friction: {friction:?}, velocity: 0);"
        )
    };
    let models = both(&format!(
        "mechanism Shaken in plane {{ coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
         body chest {{ mass: 0.5 [kg], inertia: 3.001e-3 [kg*m^2] }} joint free = free(ground, chest); {} {}
         force push = force(chest at [0, -0.00162] [m], [6.15 [N] * sin(18.8 [rad/s] * time), 0 [N]]); output x = free.x;
         initial {{ free.x: 0 [m], free.y: 0.0569 [m], free.angle: 0, der(free.x): 0 [m/s], der(free.y): 0 [m/s],
                    der(free.angle): 0 [rad/s] }} }}",
        foot("a", -0.1215, 0.526),
        foot("b", 0.1215, 0.227)
    ));
    for model in &models {
        close(last(&run(model, FifthDegree::default(), 1.3e-3, 0.5), "x"), SHAKEN, 1e-4);
        close(last(&run(model, GeneralizedAlpha::default(), 1e-3, 0.5), "x"), SHAKEN, 2e-3);
        close(last(&run(model, RungeKutta4::projected(), 1e-3, 0.5), "x"), SHAKEN, 1e-4);
    }
}

/// A wheel that lands with the velocities of rolling.
#[test]
fn a_wheel_lands_rolling() {
    let models = both(
        "mechanism Landing in plane { coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
         body wheel { mass: 2 [kg], inertia: 0.01 [kg*m^2] } joint free = free(ground, wheel);
         force a = contact(wheel, ground, stiffness: 1e5, dissipation: 0.6 [s/m], friction: 0.4, velocity: 0, radius: 0.1 [m]);
         output turned = free.angle;
         initial { free.y: 0.1001 [m], free.x: 0 [m], free.angle: 0 [rad], der(free.x): 0.2 [m/s], der(free.y): 0 [m/s],
                   der(free.angle): -2 [rad/s] } }",
    );
    for model in &models {
        close(last(&run(model, FifthDegree::default(), 1e-3, 0.3), "turned"), -0.6, 1e-9);
        close(last(&run(model, RungeKutta4::projected(), 1e-3, 0.3), "turned"), -0.6, 1e-9);
        close(last(&run(model, GeneralizedAlpha::default(), 1e-3, 0.3), "turned"), -0.6, 1e-9);
    }
}

/// A table that begins to move at once, at t₀, under a box that rests or slides on it: friction is finite, and takes no part in the impulse.
///
/// ```text
/// w = w₀ − μ g t₀ − V after the jump,   then w' = −μ g sign w until it is zero
/// ```
#[test]
fn friction_takes_no_part_in_the_impulse_of_a_drive() {
    let (begin, most): (f64, f64) = (0.2503, 0.4 * 9.81);
    for (first, speed, until) in [(0.0, 1.0, 0.7), (3.0, 1.0, 0.9), (3.0, 5.0, 0.6)] {
        for motor in [
            "rail.displacement = if(time < 0.2503 [s], 0 [m], SPEED * (time - 0.2503 [s]))",
            "der(rail.displacement) = if(time < 0.2503 [s], 0 [m/s], SPEED)",
        ] {
            let models = both(&format!(
                "mechanism Jerked in plane {{ coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
                 body table {{ mass: 5 [kg] }} body chest {{ mass: 2 [kg], inertia: 0.02 [kg*m^2] }}
                 joint rail = prismatic(ground, table, axis: [1, 0]); joint guide = prismatic(table, chest, axis: [1, 0]);
                 force drag = friction(guide, coefficient: 0.4, velocity: 0); constraint motor: {};
                 output x = guide.displacement;
                 initial {{ rail.displacement: 0 [m], der(guide.displacement): {first:?} [m/s] }} }}",
                motor.replace("SPEED", &format!("{speed:?} [m/s]"))
            ));
            let before = f64::max(first - most * begin, 0.0);
            let after = before - speed;
            let rest = f64::min(after.abs() / most, until - begin);
            let slid = |w: f64, time: f64| w * time - w.signum() * most * time * time / 2.0;
            let expected = if first > 0.0 { slid(first, begin) } else { 0.0 } + slid(after, rest);
            for model in &models {
                close(last(&run(model, FifthDegree::default(), 1e-3, until), "x"), expected, 1e-9);
                close(last(&run(model, RungeKutta4::projected(), 1e-3, until), "x"), expected, 1e-9);
                close(last(&run(model, GeneralizedAlpha::default(), 1e-3, until), "x"), expected, 1e-9);
            }
        }
    }
}
