//! Friction that sticks along the resultant of several slips, against closed forms and an integration by hand.

use crate::tapes::tapes;
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork::symplectic::Rattle;
use linkwork_tape::Tape;

const GRAVITY: f64 = 9.81;

fn both(text: &str) -> [Tape; 2] {
    let mut both = tapes(text).into_iter().map(|parameters| parameters.build().expect("it builds"));
    [both.next().expect("minimal"), both.next().expect("absolute")]
}

/// A block of 2 kg on a plane with a force on it, in both formulations.
fn blocks(mu: f64, fixed: f64, push: &str, velocity: [f64; 2]) -> [Tape; 2] {
    let [vx, vy] = velocity;
    both(&format!(
        "mechanism Block in space {{ gravity = [0, 0, -9.81] [m/s^2]; coordinates = [minimal, absolute];
         body block {{ mass: 2 [kg], inertia: diagonal(0.1, 0.1, 0.1) [kg*m^2] }}
         joint floor = planar(ground, block, normal: [0, 0, 1]);
         force drag = friction(floor, coefficient: {mu:?}, static: {fixed:?}, radius: 0.1 [m], velocity: 0);
         force push = force(block, [{push}, 0 [N]]);
         output x = block.position.x; output y = block.position.y;
         output vx = block.velocity.x; output vy = block.velocity.y;
         initial {{ der(floor.x): {vx:?} [m/s], der(floor.y): {vy:?} [m/s], der(floor.angle): 0 [rad/s] }} }}"
    ))
}

fn run<S: Stepper<Tape>>(model: &Tape, method: S, step: f64, until: f64) -> Solution<Tape> {
    let run = model.simulate().method(method).step(step).until(until).run();
    run.unwrap_or_else(|error| panic!("{error}"))
}

fn last(solution: &Solution<Tape>, name: &str) -> f64 {
    *solution.series(name).expect("an output").last().expect("a sample")
}

/// The largest difference at the end.
fn apart(solution: &Solution<Tape>, expected: &[(&str, f64)]) -> f64 {
    let differences = expected.iter().map(|(name, value)| (last(solution, name) - value).abs());
    differences.fold(0.0, linkwork::Real::max)
}

/// The order between two steps, and the error of the smaller.
fn order<S: Stepper<Tape> + Clone>(
    model: &Tape,
    method: S,
    until: f64,
    expected: &[(&str, f64)],
    (order, best): (f64, f64),
) {
    let [coarse, fine] = [0.01, 0.0025].map(|step| apart(&run(model, method.clone(), step, until), expected));
    let found = (coarse / fine).log2() / 2.0;
    assert!(found > order - 0.3 && fine < best, "order {found}: {coarse:e}, {fine:e}");
}

/// Without a push it slides straight with the deceleration μ g, stops after v²/(2 μ g), and stays there.
#[test]
fn a_block_on_a_plane_slides_straight_on_and_rests() {
    let mu = 0.3;
    let way = (1.2 * 1.2 + 0.9 * 0.9) / (2.0 * mu * GRAVITY);
    let expected = [("x", 0.8 * way), ("y", 0.6 * way), ("vx", 0.0), ("vy", 0.0)];
    for model in &blocks(mu, mu, "0 [N], 0 [N]", [1.2, 0.9]) {
        let check = |solution: Solution<Tape>, tolerance: f64| {
            let error = apart(&solution, &expected);
            assert!(error < tolerance, "{}: {error:e}", solution.report().method);
            assert_eq!(solution.report().pivoted, 0);
        };
        check(run(model, RungeKutta4::projected(), 0.05, 1000.0), 1e-13);
        check(run(model, FifthDegree::default(), 0.01, 2.0), 1e-13);
        check(run(model, GeneralizedAlpha::default(), 0.01, 2.0), 1e-12);
        check(run(model, GeneralizedAlpha::default().index3(), 0.01, 2.0), 1e-12);
        check(run(model, Rattle, 0.01, 2.0), 1e-12);
        check(run(model, ImplicitEuler::default(), 1e-3, 2.0), 2e-3);
        check(run(model, HalfImplicitEuler::default(), 1e-3, 2.0), 2e-3);
        let adaptive = model.simulate().method(DormandPrince5::projected()).tolerance(1e-9, 1e-9).until(20.0);
        check(adaptive.run().unwrap_or_else(|error| panic!("{error}")), 1e-9);
    }
}

/// With a constant force m a along x and φ the direction of the velocity from x, u = tan(φ/2) and k = μ g/a,
///
/// ```text
/// v = v₀ u^(k−1) (1 + u²)/2,  dt = −v du/(a u)      from v₀ along y, u = 1, to rest at u = 0:
/// T = v₀ k/(a (k² − 1)),  x = v₀²/(4 a) (1/(2k − 2) − 1/(2k + 2)),  y = v₀²/(2 a) (1/(2k − 1) + 1/(2k + 1))
/// ```
#[test]
fn a_block_with_a_push_to_the_side_curves_and_keeps_the_order_through_its_stop() {
    let (mu, a) = (0.3, 1.5);
    let k = mu * GRAVITY / a;
    let x = (1.0 / (2.0 * k - 2.0) - 1.0 / (2.0 * k + 2.0)) / (4.0 * a);
    let y = (1.0 / (2.0 * k - 1.0) + 1.0 / (2.0 * k + 1.0)) / (2.0 * a);
    let expected = [("x", x), ("y", y), ("vx", 0.0), ("vy", 0.0)];
    for model in &blocks(mu, mu, "3 [N], 0 [N]", [0.0, 1.0]) {
        order(model, RungeKutta4::projected(), 1.5, &expected, (4.0, 1e-10));
        order(model, FifthDegree::default(), 1.5, &expected, (4.0, 1e-10));
        order(model, GeneralizedAlpha::default(), 1.5, &expected, (2.0, 3e-6));
        order(model, Rattle, 1.5, &expected, (2.0, 5e-7));
        let fine = run(model, DormandPrince8::projected(), 0.005, 1.5);
        assert!(apart(&fine, &expected) < 1e-11, "{:e}", apart(&fine, &expected));
        let adaptive =
            model.simulate().method(DormandPrince5::projected()).tolerance(1e-10, 1e-10).until(1.5);
        let adaptive = adaptive.run().unwrap_or_else(|error| panic!("{error}"));
        assert!(apart(&adaptive, &expected) < 1e-8, "{:e}", apart(&adaptive, &expected));
    }
}

/// A force of growing size and rotating direction pulls a block from rest: ẇ = f/m − μ g w/|w| by hand from where |f| = μ₀ m g on.
#[test]
fn a_block_is_pulled_from_rest_by_a_force_that_turns() {
    let (mu, fixed, until) = (0.2, 0.25, 1.0);
    let force = |t: f64| [8.0 * t * (3.0 * t).cos(), 8.0 * t * (3.0 * t).sin()];
    let released = fixed * 2.0 * GRAVITY / 8.0;
    let rate = |t: f64, [_, _, vx, vy]: [f64; 4]| {
        let [fx, fy] = force(t);
        let speed = vx.hypot(vy);
        // At rest it begins along the force.
        let (dx, dy) =
            if speed > 0.0 { (vx / speed, vy / speed) } else { (fx / fx.hypot(fy), fy / fx.hypot(fy)) };
        [vx, vy, fx / 2.0 - mu * GRAVITY * dx, fy / 2.0 - mu * GRAVITY * dy]
    };
    let (mut t, mut x) = (released, [0.0_f64; 4]);
    while t < until {
        let h = (1e-3 * (t - released)).clamp(1e-9, 2e-4).min(until - t);
        let ahead = |k: [f64; 4], h: f64| -> [f64; 4] { core::array::from_fn(|i| x[i] + h * k[i]) };
        let a = rate(t, x);
        let b = rate(t + h / 2.0, ahead(a, h / 2.0));
        let c = rate(t + h / 2.0, ahead(b, h / 2.0));
        let d = rate(t + h, ahead(c, h));
        x = core::array::from_fn(|i| x[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]));
        t += h;
    }
    let expected = [("x", x[0]), ("y", x[1]), ("vx", x[2]), ("vy", x[3])];
    let push = "8 [N/s]*time*cos(3 [rad/s]*time), 8 [N/s]*time*sin(3 [rad/s]*time)";
    for model in &blocks(mu, fixed, push, [0.0, 0.0]) {
        order(model, RungeKutta4::projected(), until, &expected, (4.0, 1e-10));
        order(model, FifthDegree::default(), until, &expected, (4.0, 1e-10));
        order(model, GeneralizedAlpha::default(), until, &expected, (2.0, 1e-5));
    }
}

/// A constant push moves a block from rest along a straight line: methods that start from accelerations around a state find no
/// reversed friction before the start.
#[test]
fn a_block_starts_along_a_straight_line() {
    let rate = 6.0 - 0.3 * GRAVITY;
    for model in &blocks(0.3, 0.3, "12 [N], 0 [N]", [0.0, 0.0]) {
        let check = |solution: Solution<Tape>| {
            let off = apart(&solution, &[("x", 0.5 * rate), ("vx", rate), ("y", 0.0)]);
            assert!(off < 1e-12, "{off:e}");
        };
        check(run(model, FifthDegree::default(), 0.01, 1.0));
        check(run(model, RungeKutta4::projected(), 0.01, 1.0));
    }
}

/// A run that ends while steps are shorter than requested has a last sample.
#[test]
fn a_run_ends_in_short_steps() {
    let push = "8 [N/s]*time*cos(3 [rad/s]*time), 8 [N/s]*time*sin(3 [rad/s]*time)";
    for model in &blocks(0.2, 0.25, push, [0.0, 0.0]) {
        for until in [0.615, 0.62, 0.65] {
            let (short, fine) = (
                run(model, FifthDegree::default(), 0.02, until),
                run(model, RungeKutta4::projected(), 0.001, until),
            );
            let off = apart(&short, &[("x", last(&fine, "x")), ("y", last(&fine, "y"))]);
            assert!(off < 1e-7, "{off:e} at {until}");
        }
    }
}

/// A sleeve on a horizontal shaft, J = m r²: in the plane of (r φ, x) the slip is straight, with the deceleration μ g.
#[test]
fn a_sleeve_that_turns_and_slides_stops_in_both_at_once() {
    let text = |inertia: f64| {
        format!(
            "mechanism Sleeve in space {{ gravity = [0, 0, -9.81] [m/s^2]; coordinates = [minimal, absolute];
             body sleeve {{ mass: 2 [kg], inertia: diagonal({inertia:?}, 1, 1) [kg*m^2] }}
             joint shaft = cylindrical(ground, sleeve, axis: [1, 0, 0]);
             force drag = friction(shaft, coefficient: 0.25, radius: 0.1 [m], velocity: 0);
             output x = shaft.displacement; output turned = shaft.angle; output load = drag.limit;
             output pull = drag.force; output torque = drag.torque;
             output rate = der(shaft.displacement); output spin = der(shaft.angle);
             initial {{ der(shaft.displacement): 0.8 [m/s], der(shaft.angle): 6 [rad/s] }} }}"
        )
    };
    let way = 1.0 / (2.0 * 0.25 * GRAVITY);
    for model in &both(&text(0.02)) {
        let expected = [("x", 0.8 * way), ("turned", 6.0 * way), ("load", 0.25 * 2.0 * GRAVITY)];
        for solution in [
            run(model, RungeKutta4::projected(), 0.02, 5.0),
            run(model, FifthDegree::default(), 0.01, 5.0),
            run(model, GeneralizedAlpha::default(), 0.01, 5.0),
        ] {
            assert!(apart(&solution, &expected) < 1e-9, "{:e}", apart(&solution, &expected));
            // At first both efforts are shares of μ m g.
            let first = |name| solution.series(name).expect("an output")[0];
            let limit = 0.25 * 2.0 * GRAVITY;
            assert!((first("pull") + 0.8 * limit).abs() < 1e-9, "{}", first("pull"));
            assert!((first("torque") + 0.6 * 0.1 * limit).abs() < 1e-9, "{}", first("torque"));
        }
    }
    // Another inertia: dẋ/ẋ = J/(m r²) dφ̇/φ̇, so that the slip is curved.
    let [minimal, absolute] = both(&text(0.035));
    let early = run(&absolute, RungeKutta4::projected(), 0.0025, 0.25);
    let share = (last(&early, "spin") / 6.0).powf(0.035 / 0.02);
    assert!(apart(&early, &[("rate", 0.8 * share)]) < 1e-10, "{:e}", apart(&early, &[("rate", 0.8 * share)]));
    let fine = run(&minimal, DormandPrince8::projected(), 0.002, 2.0);
    let expected = [("x", last(&fine, "x")), ("turned", last(&fine, "turned")), ("rate", 0.0), ("spin", 0.0)];
    order(&absolute, RungeKutta4::projected(), 2.0, &expected, (4.0, 1e-8));
}

/// A ball that turns in its socket: J ω̇ = −μ m g r along ω.
#[test]
fn a_ball_in_its_socket_comes_to_rest() {
    let models = both(
        "mechanism Ball in space { gravity = [0, 0, -9.81] [m/s^2]; coordinates = [minimal, absolute];
         body ball { mass: 2 [kg], inertia: diagonal(0.05, 0.05, 0.05) [kg*m^2] }
         joint socket = spherical(ground, ball);
         force drag = friction(socket, coefficient: 0.25, radius: 0.1 [m], velocity: 0);
         output wx = ball.angular_velocity.x; output wz = ball.angular_velocity.z; output torque = drag.torque;
         initial { ball.angular_velocity: [1, 2, 2] [rad/s] } }",
    );
    let braking = 0.25 * 2.0 * GRAVITY * 0.1 / 0.05;
    for model in &models {
        for solution in
            [run(model, RungeKutta4::projected(), 0.01, 0.2), run(model, FifthDegree::default(), 0.01, 0.2)]
        {
            let left = 1.0 - braking * 0.2 / 3.0;
            let error = apart(&solution, &[("wx", left), ("wz", 2.0 * left)]);
            assert!(error < 1e-9, "{error:e}");
        }
        let stopped = run(model, RungeKutta4::projected(), 0.01, 10.0);
        assert!(apart(&stopped, &[("wx", 0.0), ("wz", 0.0)]) < 1e-14);
    }
}
