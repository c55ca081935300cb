//! Friction in loops that pass a dead centre, and in driven loops, against balances of energy and equilibrium.

use crate::tapes::tapes;
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork::symplectic::Rattle;
use linkwork_tape::Tape;

pub(crate) const GRAVITY: f64 = 9.81;
/// Rates of what is held by constraints, at rest: their rounding, in rad/s.
pub(crate) const CREEP: f64 = 1e-12;

pub(crate) fn both(text: &str) -> Vec<Tape> {
    tapes(text).into_iter().map(|parameters| parameters.build().expect("it builds")).collect()
}

pub(crate) fn run<S: Stepper<Tape>>(model: &Tape, method: S, step: f64, until: f64) -> Solution<Tape> {
    let run = model.simulate().method(method).step(step).until(until).run();
    run.unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn last(solution: &Solution<Tape>, name: &str) -> f64 {
    *solution.series(name).expect("an output").last().expect("a sample")
}

#[track_caller]
pub(crate) fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found:?}, not {expected:?}");
}

/// Length of the trammel's rod.
const ROD: f64 = 0.5;
/// Friction of its groove.
const GROOVE: f64 = 0.08;

/// x = −L cos φ and y = L sin φ of the ends: T = J(φ) φ̇²/2, and friction dissipates F |ẋ|.
fn trammel_inertia(phi: f64) -> f64 {
    let (s, c) = phi.sin_cos();
    (0.3 * s * s + 0.2 * c * c + 0.25) * ROD * ROD + 0.02
}

/// The sliding distance of the end in the groove, for φ̇ > 0 from φ₀ on.
fn slid(from: f64, to: f64) -> f64 {
    let whole = |phi: f64| {
        let turns = (phi / std::f64::consts::PI).floor();
        2.0 * turns + 1.0 - (phi - turns * std::f64::consts::PI).cos()
    };
    ROD * (whole(to) - whole(from))
}

fn trammels() -> Vec<Tape> {
    both(&format!(
        "mechanism Trammel in plane {{ coordinates = [minimal, absolute]; gravity = [0, 0] [m/s^2];
         body a {{ mass: 0.3 [kg], inertia: 0.01 [kg*m^2] }} body b {{ mass: 0.2 [kg], inertia: 0.01 [kg*m^2] }}
         body rod {{ mass: 1 [kg], inertia: 0.02 [kg*m^2] }}
         joint level = prismatic(ground, a, axis: [1, 0]); joint post = prismatic(ground, b, axis: [0, 1]);
         joint left = revolute(a, rod at [-0.25, 0] [m]); joint right = revolute(rod at [0.25, 0] [m], b);
         force drag = friction(level, limit: {GROOVE:?} [N], velocity: 0);
         output x = level.displacement; output y = post.displacement; output vx = der(level.displacement);
         output vy = der(post.displacement); output held = drag.force;
         initial {{ level.displacement: -0.3 [m], post.displacement: ~0.4 [m], der(level.displacement): 0.8 [m/s] }} }}"
    ))
}

/// T(φ) = T₀ − F (sliding distance), so that dt = dφ √(J/2T): by Gauss's rule between dead centres.
fn trammel_time(start: f64, energy: f64, to: f64) -> f64 {
    let rate = |phi: f64| (2.0 * (energy - GROOVE * slid(start, phi)) / trammel_inertia(phi)).sqrt();
    let (mut t, mut from) = (0.0, start);
    while from < to {
        let dead = ((from / std::f64::consts::PI).floor() + 1.0) * std::f64::consts::PI;
        let end = dead.min(to);
        let parts = 200;
        let width = (end - from) / f64::from(parts);
        for part in 0..parts {
            let middle = from + (f64::from(part) + 0.5) * width;
            for (place, weight) in [(-0.6_f64.sqrt(), 5.0), (0.0, 8.0), (0.6_f64.sqrt(), 5.0)] {
                t += weight / 18.0 * width / rate(middle + 0.5 * place * width);
            }
        }
        from = if end == dead { dead + 1e-15 } else { end };
    }
    t
}

/// The slip reverses at dead centres, where friction has no effect; the last reversal is due to friction, and there it rests.
#[test]
fn a_trammel_goes_through_its_dead_centres() {
    let start = 0.8_f64.asin();
    let spin = 0.8 / (ROD * 0.8);
    let energy = 0.5 * trammel_inertia(start) * spin * spin;
    // Three dead centres before this.
    let angle = 3.2 * std::f64::consts::PI;
    let until = trammel_time(start, energy, angle);
    let rate = (2.0 * (energy - GROOVE * slid(start, angle)) / trammel_inertia(angle)).sqrt();
    let (s, c) = angle.sin_cos();
    let expected = [("x", -ROD * c), ("y", ROD * s), ("vx", ROD * s * rate), ("vy", ROD * c * rate)];
    fn check<S: Stepper<Tape> + Clone>(
        model: &Tape,
        method: S,
        until: f64,
        expected: &[(&str, f64)],
        (order, best): (i32, f64),
    ) {
        let error = |step: f64| {
            let solution = run(model, method.clone(), step, until);
            let differences = expected.iter().map(|(name, value)| (last(&solution, name) - value).abs());
            differences.fold(0.0, linkwork::Real::max)
        };
        let [coarse, fine] = [0.02, 0.005].map(error);
        let found = (coarse / fine).log2() / 2.0;
        assert!(fine < best && found > f64::from(order) - 0.3, "order {found}: {coarse:e}, {fine:e}");
    }
    // The remaining distance is T₀/F.
    let way = energy / GROOVE;
    let (mut low, mut high) = (angle, 20.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if slid(start, middle) < way { low = middle } else { high = middle }
    }
    for model in &trammels() {
        check(model, RungeKutta4::projected(), until, &expected, (4, 1e-8));
        check(model, FifthDegree::default(), until, &expected, (4, 1e-7));
        check(model, GeneralizedAlpha::default(), until, &expected, (2, 1e-3));
        check(model, Rattle, until, &expected, (2, 1e-3));
        let rest = run(model, DormandPrince8::projected(), 0.01, 100.0);
        close(last(&rest, "x"), -ROD * low.cos(), 1e-9);
        close(last(&rest, "y"), ROD * low.sin(), 1e-9);
        assert!(last(&rest, "vx").abs() < 1e-13 && last(&rest, "held").abs() < 1e-9);
    }
}

/// Methods of every kind and steps of every size come to the same place of rest: within (error) m.
#[test]
fn every_method_goes_through_dead_centres() {
    let start = 0.8_f64.asin();
    let energy = 0.5 * trammel_inertia(start) * 4.0;
    let (mut low, mut high) = (start, 20.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if slid(start, middle) < energy / GROOVE { low = middle } else { high = middle }
    }
    let x = -ROD * low.cos();
    fn check<S: Stepper<Tape>>(model: &Tape, method: S, step: f64, x: f64, tolerance: f64) {
        let rest = run(model, method, step, 20.0);
        let error = (last(&rest, "x") - x).abs();
        assert!(error < tolerance, "{}: {error:e}", rest.report().method);
    }
    for model in &trammels() {
        check(model, ImplicitEuler::default(), 1e-3, x, 0.1);
        check(model, HalfImplicitEuler::default(), 1e-3, x, 0.1);
        check(model, GeneralizedAlpha::default().index3(), 0.01, x, 1e-3);
        check(model, DormandPrince5::projected(), 0.013, x, 1e-7);
        let adaptive =
            model.simulate().method(DormandPrince5::projected()).tolerance(1e-9, 1e-9).until(20.0).run();
        close(last(&adaptive.unwrap_or_else(|error| panic!("{error}")), "x"), x, 1e-7);
        let adaptive =
            model.simulate().method(FifthDegree::default()).tolerance(1e-8, 1e-8).until(20.0).run();
        close(last(&adaptive.unwrap_or_else(|error| panic!("{error}")), "x"), x, 1e-5);
    }
}

/// A slider–crank, free or driven; r = 0.1 m, l = 0.3 m.
fn slider_cranks(drive: &str, friction: &str, rest: &str) -> Vec<Tape> {
    both(&format!(
        "mechanism Engine in plane {{ coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
         body crank {{ mass: 1 [kg], inertia: 0.02 [kg*m^2] }} body rod {{ mass: 0.6 [kg], inertia: 0.005 [kg*m^2] }}
         body slider {{ mass: 2 [kg] }}
         joint pivot = revolute(ground, crank); joint pin = revolute(crank at [0.1, 0] [m], rod at [-0.15, 0] [m]);
         joint wrist = revolute(rod at [0.15, 0] [m], slider); joint guide = prismatic(ground, slider, axis: [1, 0]);
         {drive} force drag = friction(guide, {friction}, velocity: 0);
         output x = guide.displacement; output v = der(guide.displacement); output angle = pivot.angle;
         output spin = der(pivot.angle); output tilt = rod.angle; output height = rod.position.y; output rub = drag.force;
         output most = drag.limit; output vx = rod.velocity.x; output vy = rod.velocity.y; output turn = rod.angular_velocity;
         {rest} }}"
    ))
}

/// Kinetic and potential energy, from the motion of the bodies.
fn energy(solution: &Solution<Tape>, sample: usize) -> f64 {
    let of = |name: &str| solution.series(name).expect("an output")[sample];
    let moving = 0.02 * of("spin").powi(2)
        + 0.6 * (of("vx").powi(2) + of("vy").powi(2))
        + 0.005 * of("turn").powi(2)
        + 2.0 * of("v").powi(2);
    0.5 * moving + 0.6 * GRAVITY * of("height")
}

/// An engine coasts to rest: its energy loss is the friction work of its slider, through both dead centres.
#[test]
fn an_engine_coasts_through_its_dead_centres() {
    let start = "initial { pivot.angle: 0.5 [rad], der(pivot.angle): 12 [rad/s] }";
    for model in &slider_cranks("", "limit: 2 [N]", start) {
        let solution = run(model, RungeKutta4::projected(), 1e-3, 20.0);
        let x = solution.series("x").expect("an output");
        // The distance from sample to sample; turning points are samples.
        let way: f64 = x.windows(2).map(|x| (x[1] - x[0]).abs()).sum();
        let samples = x.len();
        let lost = energy(&solution, 0) - energy(&solution, samples - 1);
        close(lost, 2.0 * way, 1e-8);
        assert!(way > 1.0 && last(&solution, "spin").abs() < 1e-12, "{way}");
    }
}

/// Friction in all four joints of an engine, which follows from their reactions: it coasts to rest, and four frictions hold its one
/// motion, at the same place in both formulations. There their virtual work and that of the rod's weight are zero, with the rod at −β, sin β = r sin θ/l:
///
/// ```text
/// β' = r cos θ/(l cos β),  x' = −r sin θ − r cos θ tan β:      e₁ − (1 + β') e₂ + β' e₃ + x' e = m g r cos θ/2
/// ```
#[test]
fn an_engine_rests_by_the_friction_of_all_its_joints() {
    let rest = "force one = friction(pivot, coefficient: 0.2, radius: 0.01 [m], velocity: 0);
        force two = friction(pin, coefficient: 0.2, radius: 0.01 [m], velocity: 0);
        force three = friction(wrist, coefficient: 0.2, radius: 0.01 [m], velocity: 0);
        initial { pivot.angle: 0.5 [rad], der(pivot.angle): 12 [rad/s] }";
    let ends: Vec<[f64; 2]> = slider_cranks("", "coefficient: 0.1", rest)
        .iter()
        .map(|model| {
            let solution = run(model, RungeKutta4::projected(), 1e-3, 10.0);
            for name in ["spin", "v"] {
                assert!(last(&solution, name).abs() < CREEP, "{name}");
            }
            for name in ["one", "two", "three", "drag"] {
                let [force, limit] =
                    ["force", "limit"].map(|what| last(&solution, &format!("{name}.{what}")));
                assert!(force.abs() <= limit * (1.0 + 1e-9), "{name}: {force} of {limit}");
            }
            let angle = last(&solution, "angle");
            let (s, c) = angle.sin_cos();
            let tilt = (0.1 * s / 0.3).asin();
            let (turn, stroke) = (0.1 * c / (0.3 * tilt.cos()), -0.1 * s - 0.1 * c * tilt.tan());
            let [one, two, three, drag] =
                ["one", "two", "three", "drag"].map(|name| last(&solution, &format!("{name}.force")));
            let work = one - (1.0 + turn) * two + turn * three + stroke * drag;
            close(work, 0.6 * GRAVITY * 0.05 * c, 1e-9);
            [last(&solution, "x"), angle]
        })
        .collect();
    let [[x, angle], [other_x, other_angle]] = ends[..] else { panic!("two formulations") };
    close(x, other_x, 1e-7);
    close(angle, other_angle, 1e-6);
}

/// A driven engine: constraints determine its motion, and the friction of its slider affects only the power: dT/dt + dV/dt = (moment) ω − |e v|.
#[test]
fn friction_does_not_affect_the_motion_of_a_driven_slider() {
    for friction in ["limit: 3 [N]", "coefficient: 0.3"] {
        let drive = "constraint motor: pivot.angle = 0.5 + 10 [rad/s]*time;
            output moment = multiplier(motor);";
        for model in &slider_cranks(drive, friction, "") {
            let solution = run(model, RungeKutta4::projected(), 1e-3, 1.5);
            let of = |name: &str| solution.series(name).expect("an output").to_vec();
            let (rub, most, v, moment) = (of("rub"), of("most"), of("v"), of("moment"));
            let times: Vec<f64> = solution.samples().iter().map(|state| state.t).collect();
            let mut looked = 0;
            for k in 2..times.len() - 2 {
                if v[k].abs() > 1e-9 {
                    close(rub[k], -most[k] * v[k].signum(), 1e-9);
                }
                // Where no switch is near: the derivative of the energy by four differences.
                let even = (k - 2..k + 2).all(|i| (times[i + 1] - times[i] - 1e-3).abs() < 1e-12);
                if k % 50 == 0 && even {
                    let [a, b, c, d] = [k - 2, k - 1, k + 1, k + 2].map(|i| energy(&solution, i));
                    let power = (a - 8.0 * b + 8.0 * c - d) / 12e-3;
                    close(-moment[k] * 10.0 + rub[k] * v[k], power, 1e-5);
                    looked += 1;
                }
            }
            assert!(looked > 20);
        }
    }
}

/// A drive at rest holds the slider; friction is zero until it moves.
#[test]
fn a_drive_that_dwells_holds_the_slider() {
    let drive = "constraint motor: pivot.angle = 0.5 + 40 [1/s^3]*max(time - 0.2 [s], 0 [s])^3;";
    for model in &slider_cranks(drive, "limit: 3 [N]", "") {
        let solution = run(model, RungeKutta4::projected(), 1e-2, 0.5);
        let of = |name: &str| solution.series(name).expect("an output").to_vec();
        for (state, (x, rub)) in solution.samples().iter().zip(of("x").into_iter().zip(of("rub"))) {
            let angle = 0.5 + 40.0 * (state.t - 0.2).max(0.0).powi(3);
            let expected = 0.1 * angle.cos() + (0.09 - (0.1 * angle.sin()).powi(2)).sqrt();
            close(x, expected, 1e-7);
            if state.t < 0.19 {
                assert!(rub.abs() < 1e-12, "{rub:e}");
            } else if state.t > 0.26 {
                close(rub, 3.0, 1e-9);
            }
        }
    }
}
