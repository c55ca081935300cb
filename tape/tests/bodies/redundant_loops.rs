//! Loops with redundant equations: every method has its order and the error of a closure without redundancy,
//! and no solve falls back.

use crate::tapes::tapes;
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::HalfImplicitEuler;
use linkwork::multistep::AdamsBashforth4;
use linkwork::prelude::*;
use linkwork::runge_kutta::{DormandPrince8, Projected};
use linkwork::symplectic::Rattle;
use linkwork_tape::Tape;
use std::f64::consts::PI;

/// The errors of a method at two steps tell its order to this.
const ORDER: f64 = 0.35;
/// What remains of the difference to a reference is rounding below this, in rad or m.
const ROUNDING: f64 = 1e-12;
/// A redundant closure costs no more than this in error.
const WORSE: f64 = 3.0;
/// Steps, in s.
const STEPS: [f64; 2] = [1.0 / 256.0, 1.0 / 512.0];
/// Runs end before the two equations of the plain closure become dependent.
const END: f64 = 0.5;
/// Runs with half-angle equations, which do not become dependent, are longer.
const LONGER: f64 = 2.0;
/// Errors that are the same agree to this.
const EQUAL: f64 = 0.02;

fn build(text: &str) -> Vec<Tape> {
    tapes(text).into_iter().map(|one| one.build().unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// The output `seen` at eight instants, from a run without fallbacks.
fn seen<S: Stepper<Tape>>(m: &Tape, method: S, step: f64) -> Vec<f64> {
    observed_until(END, m, method, step)
}

fn observed_until<S: Stepper<Tape>>(end: f64, m: &Tape, method: S, step: f64) -> Vec<f64> {
    let name = m.names().mechanism.clone();
    let run =
        m.simulate().method(method).step(step).until(end).output(Sampling::Every((end / step / 8.0) as u64));
    let solution = run.run().unwrap_or_else(|error| panic!("{name}: {error}"));
    let report = solution.report();
    if m.program().redundancy() > 0 {
        assert_eq!((report.refined, report.pivoted), (0, 0), "{name}: {report}");
    }
    assert!(solution.constraint_drift() < 1e-5, "{name}: {:e}", solution.constraint_drift());
    solution.output("seen").expect("it is there").to_vec()
}

fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |m, (a, b)| if (a - b).abs() <= m { m } else { (a - b).abs() })
}

/// The order of one method on a redundant closure, and its error against that of the `plain` one.
fn one<S: Stepper<Tape> + Copy>((redundant, plain): (&Tape, &Tape), method: S, order: i32, exact: &[f64]) {
    let name = format!("{} with {}", redundant.names().mechanism, Stepper::<Tape>::name(&method));
    let errors = STEPS.map(|step| difference(&seen(redundant, method, step), exact));
    let expected = STEPS.map(|step| difference(&seen(plain, method, step), exact));
    let falls = (errors[0] / errors[1]).log2();
    assert!(
        errors[1] < ROUNDING || (falls > f64::from(order) - ORDER),
        "{name}: order {falls:.2} instead of {order}, errors {errors:?}"
    );
    for (error, expected) in errors.iter().zip(&expected) {
        assert!(*error <= WORSE * expected + ROUNDING, "{name}: errors {errors:?} instead of {expected:?}");
    }
}

/// Through the null space redundant rows are omitted: the order is the same, the error is not.
fn order_through_the_null_space(redundant: &Tape, exact: &[f64]) {
    let method = RungeKutta4::projected().null_space();
    let errors = STEPS.map(|step| difference(&seen(redundant, method, step), exact));
    let falls = (errors[0] / errors[1]).log2();
    let name = redundant.names().mechanism.clone();
    assert!(errors[1] < ROUNDING || falls > 4.0 - ORDER, "{name}: order {falls:.2}, errors {errors:?}");
    assert!(errors[1] < 1e-9, "{name}: errors {errors:?}");
}

/// A method of each family.
fn all_families(redundant: &Tape, plain: &Tape, exact: &[f64]) {
    let both = (redundant, plain);
    one(both, RungeKutta4::projected(), 4, exact);
    order_through_the_null_space(redundant, exact);
    one(both, Kutta3::projected(), 3, exact);
    one(both, DormandPrince8::projected(), 8, exact);
    one(both, AdamsBashforth4::projected(), 4, exact);
    one(both, FifthDegree::default(), 4, exact);
    one(both, ThirdDegree::central_differences(), 2, exact);
    one(both, GeneralizedAlpha::default(), 2, exact);
    one(both, Rattle, 2, exact);
    one(both, HalfImplicitEuler::default(), 1, exact);
}

/// Bennett's linkage: four links of lengths a, b, a, b and twists α, β with b sin α = a sin β.
fn bennett(coordinates: &str, closure: &str) -> String {
    format!(
        "mechanism Bennett in space {{
            {coordinates}
            gravity = [0.3, -9.81, 1] [m/s^2];
            param a = 0.5 [m];
            param b = 0.8 [m];
            param alpha = 0.5;
            body l1 {{ mass: 1 [kg], com: [0.25, 0, 0.02] [m], inertia: diagonal(0.01, 0.03, 0.03) [kg*m^2] }}
            body l2 {{ mass: 2 [kg], com: [0.4, 0.05, 0] [m], inertia: diagonal(0.02, 0.1, 0.1) [kg*m^2] }}
            body l3 {{ mass: 1.5 [kg], com: [0.2, 0, 0] [m], inertia: diagonal(0.01, 0.04, 0.03) [kg*m^2] }}
            frame t1 = fixed(l1 at [a, 0 [m], 0 [m]], rotation: axis_angle([1, 0, 0], alpha));
            frame t2 = fixed(l2 at [b, 0 [m], 0 [m]], rotation: axis_angle([1, 0, 0], asin(sin(alpha) * b / a)));
            frame t3 = fixed(l3 at [a, 0 [m], 0 [m]], rotation: axis_angle([1, 0, 0], alpha));
            frame g4 = fixed(ground at [-b, 0 [m], 0 [m]], rotation: axis_angle([1, 0, 0], -asin(sin(alpha) * b / a)));
            joint j1 = revolute(ground, l1, axis: [0, 0, 1]);
            joint j2 = revolute(t1, l2, axis: [0, 0, 1]);
            joint j3 = revolute(t2, l3, axis: [0, 0, 1]);
            {closure}
            output seen = t1.position.y;
            output pull = j1.force.x;
        }}"
    )
}

/// Its angles: tan(φ₁/2) tan(φ₂/2) = sin((α + β)/2) / sin((β − α)/2), φ₁ + φ₃ = 2π.
fn bennett_angles() -> (f64, String) {
    let alpha = 0.5_f64;
    let beta = (alpha.sin() * 0.8 / 0.5).asin();
    let ratio = ((alpha + beta) / 2.0).sin() / ((beta - alpha) / 2.0).sin();
    let first = 1.0_f64;
    let second = 2.0 * (ratio / (first / 2.0).tan()).atan();
    let third = 2.0 * PI - first;
    let initial = format!(
        "initial {{ j1.angle: {first:?}, j2.angle: {second:?}, j3.angle: {third:?}, der(j1.angle): 2 [rad/s] }}"
    );
    (ratio, initial)
}

const CLOSED: &str = "joint j4 = revolute(t3, g4, axis: [0, 0, 1], cut: true);";

#[test]
fn bennett_keeps_the_order_of_every_method() {
    let (ratio, initial) = bennett_angles();
    let by_angles = format!(
        "constraint first: sin(j1.angle / 2) * sin(j2.angle / 2) = {ratio:?} * cos(j1.angle / 2) * cos(j2.angle / 2);
         constraint second: j1.angle + j3.angle = 2 * pi; {initial}"
    );
    let independent = build(&bennett("", &by_angles)).remove(0);
    let exact = seen(&independent, DormandPrince8::projected(), 1.0 / 1024.0);
    let by_places =
        "constraint first: t3.position.x = g4.position.x; constraint second: t3.position.y = g4.position.y;";
    let both = |closure: &str| {
        build(&bennett("coordinates = [minimal, absolute];", &format!("{closure} {initial}")))
    };
    for (redundant, plain) in both(CLOSED).iter().zip(&both(by_places)) {
        assert_eq!([redundant.program().redundancy(), plain.program().redundancy()], [3, 0]);
        all_families(redundant, plain, &exact);
    }
}

/// Over a longer time, against the half-angle equations of the linkage (1), which are independent: all methods that evaluate
/// forces where the loop is closed have the same error to two digits. Stages of Runge–Kutta methods lie off the closure, by O(h²),
/// where the accelerations are those of the equations as they are written: w g = 0 is the same closure as g = 0 and another
/// field next to it. So their error, of the order of the method, is different for (1) and (1) times a factor, and the error of the redundant closure
/// is of the same size.
///
/// ```text
/// sin(φ₁/2) sin(φ₂/2) = c cos(φ₁/2) cos(φ₂/2),   φ₁ + φ₃ = 2π                                          (1)
/// ```
#[test]
fn over_a_longer_time_the_error_depends_on_the_form_of_the_equations() {
    let (ratio, initial) = bennett_angles();
    let by_angles = |factor: &str| {
        let difference = format!(
            "sin(j1.angle / 2) * sin(j2.angle / 2) - {ratio:?} * cos(j1.angle / 2) * cos(j2.angle / 2)"
        );
        let closure = format!(
            "constraint first: {factor} * ({difference}) = 0; constraint second: j1.angle + j3.angle = 2 * pi; {initial}"
        );
        build(&bennett("", &closure)).remove(0)
    };
    let (plain, scaled) = (by_angles("1"), by_angles("exp(-2 * j1.angle)"));
    let redundant = build(&bennett("", &format!("{CLOSED} {initial}"))).remove(0);
    let exact = observed_until(LONGER, &plain, DormandPrince8::projected(), 1.0 / 1024.0);
    let errors = |m: &Tape, method: RungeKutta4<Projected>| {
        STEPS.map(|step| difference(&observed_until(LONGER, m, method, step), &exact))
    };
    fn equal<S: Stepper<Tape> + Copy>([redundant, plain]: [&Tape; 2], method: S, exact: &[f64]) {
        let [found, expected] =
            [redundant, plain].map(|m| difference(&observed_until(LONGER, m, method, STEPS[1]), exact));
        let name = Stepper::<Tape>::name(&method);
        assert!(
            (found - expected).abs() <= EQUAL * expected,
            "{name}: error {found:e} instead of {expected:e}"
        );
    }
    let both = [&redundant, &plain];
    equal(both, FifthDegree::default(), &exact);
    equal(both, ThirdDegree::central_differences(), &exact);
    equal(both, AdamsBashforth4::projected(), &exact);
    equal(both, GeneralizedAlpha::default(), &exact);
    equal(both, Rattle, &exact);
    equal(both, HalfImplicitEuler::default(), &exact);
    let method = RungeKutta4::projected();
    let [redundant, plain, scaled] = [&redundant, &plain, &scaled].map(|m| errors(m, method));
    for errors in [redundant, plain, scaled] {
        let falls = (errors[0] / errors[1]).log2();
        assert!((falls - 4.0).abs() < ORDER, "order {falls:.2}, errors {errors:?}");
    }
    assert!(scaled[1] > WORSE * plain[1], "a factor makes another error: {scaled:?} and {plain:?}");
    assert!(redundant[1] < WORSE * scaled[1], "{redundant:?}, and by half angles {scaled:?}");
}

/// A bar on two parallel cranks of one length, in space, where its loop has three redundant equations, and with a third crank
/// in the plane, with two.
#[test]
fn parallelograms_keep_the_order_of_every_method() {
    let text = |place: &str, third: &str| {
        let space = place == "space";
        let (axis, tail, inertia) = match space {
            true => (", axis: [0, 0, 1]", ", 0", "diagonal(0.1, 0.2, 0.2)"),
            false => ("", "", "0.2"),
        };
        format!(
            "mechanism Parallelogram in {place} {{
                coordinates = [minimal, absolute];
                gravity = [0, -9.81{tail}] [m/s^2];
                body left {{ mass: 1 [kg], com: [0.2, 0{tail}] [m], inertia: {inertia} [kg*m^2] }}
                body right {{ mass: 1.5 [kg], com: [0.3, 0.1{tail}] [m], inertia: {inertia} [kg*m^2] }}
                body bar {{ mass: 2 [kg], com: [0.4, 0{tail}] [m], inertia: {inertia} [kg*m^2] }}
                joint p = revolute(ground, left{axis});
                joint q = revolute(ground at [1, 0{tail}] [m], right{axis});
                joint r = revolute(left at [0.5, 0{tail}] [m], bar{axis});
                {third}
                frame tip = left at [0.5, 0{tail}] [m];
                output seen = tip.position.y;
                initial {{ p.angle: 60 [deg], q.angle: 60 [deg], r.angle: -60 [deg], der(p.angle): 1 [rad/s] }}
            }}"
        )
    };
    let closed = "joint s = revolute(right at [0.5, 0] [m], bar at [1, 0] [m], cut: true);";
    let in_space = closed.replace(", 0] [m]", ", 0, 0] [m]").replace(", cut", ", axis: [0, 0, 1], cut");
    let thrice = format!(
        "{closed}
         body middle {{ mass: 1e-3 [kg], com: [0.2, 0] [m], inertia: 1e-4 [kg*m^2] }}
         joint m = revolute(ground at [0.3, 0] [m], middle);
         joint n = revolute(middle at [0.5, 0] [m], bar at [0.3, 0] [m], cut: true);"
    );
    let plain = build(&text("plane", closed));
    for (redundant, equations) in [(text("space", &in_space), 3), (text("plane", &thrice), 1)] {
        for (redundant, plain) in build(&redundant).iter().zip(&plain) {
            assert_eq!(redundant.program().redundancy(), equations);
            // With a third crank it is another mechanism, of which only the order can be compared.
            let plain = if equations == 3 { plain } else { redundant };
            all_families(redundant, plain, &seen(plain, DormandPrince8::projected(), 1.0 / 1024.0));
        }
    }
}

/// One parallelogram on another, in space and with third cranks in the plane: what is redundant in one does not depend on the other, and the
/// block that is left is inverted by these sets.
#[test]
fn several_sets_keep_the_order_of_every_method() {
    let text = |place: &str, third: bool| {
        let (axis, tail) = if place == "space" { (", axis: [0, 0, 1]", ", 0") } else { ("", "") };
        let inertia = |size: f64| match place {
            "space" => format!("diagonal({}, {size}, {size}) [kg*m^2]", size / 2.0),
            _ => format!("{size} [kg*m^2]"),
        };
        let floor = |i: usize, below: &str, angle: f64| {
            let crank = |name: &str, at: f64, mass: f64| {
                format!(
                    "body {name}{i} {{ mass: {mass} [kg], com: [0.2, 0{tail}] [m], inertia: {} }}
                     joint foot_{name}{i} = revolute({below} at [{at}, 0{tail}] [m], {name}{i}{axis});
                     joint head_{name}{i} = revolute({name}{i} at [0.5, 0{tail}] [m], bar{i} at [{at}, 0{tail}] [m]{axis});",
                    inertia(0.1 * mass)
                )
            };
            let start = |name: &str| {
                format!("foot_{name}{i}.angle: {angle} [deg], head_{name}{i}.angle: {} [deg]", -angle)
            };
            let middle = if third { crank("middle", 0.3, 1e-3) } else { String::new() };
            let bar = format!(
                "body bar{i} {{ mass: 2 [kg], com: [0.4, 0.1{tail}] [m], inertia: {} }} {} {} {middle}",
                inertia(0.3),
                crank("left", 0.0, 1.0),
                crank("right", 1.0, 1.5),
            );
            let names = ["left", "right", "middle"].into_iter().take(if third { 3 } else { 2 });
            (bar, names.map(start).collect::<Vec<_>>().join(", "))
        };
        let ((first, start), (second, upper)) = (floor(0, "ground", 60.0), floor(1, "bar0", 110.0));
        format!(
            "mechanism Stack in {place} {{
                coordinates = [minimal, absolute];
                gravity = [0, -9.81{tail}] [m/s^2];
                {first} {second}
                output seen = bar1.position.y;
                initial {{ {start}, {upper}, der(foot_left0.angle): 1 [rad/s], der(foot_left1.angle): -0.5 [rad/s] }}
            }}"
        )
    };
    let plain = build(&text("plane", false));
    for (place, third, equations) in [("space", false, 6), ("plane", true, 2)] {
        for (redundant, plain) in build(&text(place, third)).iter().zip(&plain) {
            assert_eq!(redundant.program().redundancy(), equations);
            let block = redundant.program().saddle.block.as_ref().expect("it is there");
            println!("{place}: rank {} of {}, {:?}", block.rank, block.rows.len(), block.sets);
            assert!(block.sets.len() >= 2 && (block.rank > 0) == third, "{:?}", block.sets);
            // With third cranks it is another mechanism, of which only the order can be compared.
            let plain = if third { redundant } else { plain };
            all_families(redundant, plain, &seen(plain, DormandPrince8::projected(), 1.0 / 1024.0));
        }
    }
}

#[test]
fn bricard_does_not_fall_back() {
    let text = include_str!("../../../models/mechanisms/linkages/bricard.mech");
    let text = text.replace("output p3_x", "output seen = p3_point.position.z; output p3_x");
    let mut both = build(&text).into_iter();
    let (Some(minimal), Some(absolute)) = (both.next(), both.next()) else { panic!("two formulations") };
    assert_eq!([minimal.program().redundancy(), absolute.program().redundancy()], [1, 1]);
    let exact = seen(&minimal, DormandPrince8::projected(), 1.0 / 1024.0);
    for m in [&minimal, &absolute] {
        let errors = STEPS.map(|step| difference(&seen(m, RungeKutta4::projected(), step), &exact));
        assert!(errors[0] / errors[1] > 12.0 || errors[1] < ROUNDING, "{errors:?}");
        assert!(difference(&seen(m, FifthDegree::default(), STEPS[1]), &exact) < 1e-8);
    }
}

/// The particle's place has two equations in the plane; a third one, in z, would be 0 = 0.
#[test]
fn a_particle_fixed_in_the_plane_has_two_equations() {
    let text = "mechanism Held in plane {
        coordinates = [minimal, absolute];
        gravity = [0, -10] [m/s^2];
        particle bead { mass: 2 [kg] }
        body rod { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        joint held = fixed(ground at [1, 2] [m], bead);
        joint hinge = revolute(ground, rod at [-0.5, 0] [m]);
        output seen = hinge.angle;
        output pull = held.force.y;
    }";
    for m in build(text) {
        assert_eq!((m.program().redundancy(), m.program().freedom.degrees_of_freedom), (0, 1));
        let run = m.simulate().method(RungeKutta4::projected()).step(1e-2).until(0.1).run().expect("it runs");
        let pull = *run.output("pull").expect("it is there").last().expect("it ends");
        assert!((pull - 20.0).abs() < 1e-12, "{pull}");
    }
}

/// Outputs at the last instant of a run.
fn ends(m: &Tape, names: &[String]) -> Vec<f64> {
    let run = m.simulate().method(RungeKutta4::projected()).step(STEPS[1]).until(END);
    let run = run.output(Sampling::Ends).run().expect("it runs");
    names.iter().map(|name| *run.output(name).expect("it is there").last().expect("it ends")).collect()
}

/// A reaction is reported as not unique exactly if the formulations differ in it.
#[test]
fn reactions_that_are_not_unique_are_reported() {
    let (_, initial) = bennett_angles();
    let parts = ["force.x", "force.y", "force.z", "torque.x", "torque.y"];
    let names: Vec<String> = (0..parts.len()).map(|i| format!("part{i}")).collect();
    let outputs: String =
        parts.iter().zip(&names).map(|(part, name)| format!("output {name} = j1.{part};\n")).collect();
    let text = bennett("coordinates = [minimal, absolute];", &format!("{CLOSED} {outputs} {initial}"));
    let both = build(&text);
    let [minimal, absolute] = [0, 1].map(|i| both[i].program().not_unique());
    // One closing joint, and all four.
    assert_eq!([minimal.0.len(), absolute.0.len()], [5, 20]);
    let [one, other] = [0, 1].map(|i| ends(&both[i], &names));
    for (name, (one, other)) in names.iter().zip(one.iter().zip(&other)) {
        let differ = (one - other).abs() > 1e-6 * (one.abs() + other.abs());
        assert_eq!(minimal.1.contains(&name.as_str()), differ, "{name}: {one} and {other}");
        assert_eq!(absolute.1.contains(&name.as_str()), differ, "{name}: {one} and {other}");
    }
    assert!(!minimal.1.contains(&"seen") && minimal.1.contains(&"pull"));
    // In a parallelogram in space the forces in its plane are unique, those across it are not.
    let text = "mechanism Swing in space {
        coordinates = [minimal, absolute];
        gravity = [0, -9.81, 0] [m/s^2];
        body left { mass: 1 [kg], inertia: diagonal(0.1, 0.2, 0.2) [kg*m^2] }
        body right { mass: 1 [kg], inertia: diagonal(0.1, 0.2, 0.2) [kg*m^2] }
        body bar { mass: 2 [kg], com: [0.4, 0, 0.1] [m], inertia: diagonal(0.1, 0.2, 0.2) [kg*m^2] }
        joint p = revolute(ground, left, axis: [0, 0, 1]);
        joint q = revolute(ground at [1, 0, 0] [m], right, axis: [0, 0, 1]);
        joint r = revolute(left at [0.5, 0, 0] [m], bar, axis: [0, 0, 1]);
        joint s = revolute(right at [0.5, 0, 0] [m], bar at [1, 0, 0] [m], axis: [0, 0, 1], cut: true);
        output in_plane = p.force.y;
        output across = p.force.z;
        initial { p.angle: 60 [deg], q.angle: 60 [deg], r.angle: -60 [deg], der(p.angle): 1 [rad/s] }
    }";
    let in_plane = ["in_plane".to_owned()];
    let both = build(text);
    for m in &both {
        let (_, outputs) = m.program().not_unique();
        assert_eq!(outputs, ["across"], "{}", m.program().name);
    }
    let [one, other] = [0, 1].map(|i| ends(&both[i], &in_plane)[0]);
    assert!((one - other).abs() < 1e-9 * one.abs(), "{one} and {other}");
}

/// Rest and linear motion of a redundant loop are those of its closure by two equations.
#[test]
fn equilibria_and_eigenvalues_are_those_of_the_plain_closure() {
    let (ratio, initial) = bennett_angles();
    let by_angles = format!(
        "constraint first: sin(j1.angle / 2) * sin(j2.angle / 2) = {ratio:?} * cos(j1.angle / 2) * cos(j2.angle / 2);
         constraint second: j1.angle + j3.angle = 2 * pi; {initial}"
    );
    let plain = build(&bennett("", &by_angles)).remove(0);
    let expected = plain.equilibrium().expect("it rests").stiffness;
    assert_eq!(expected.len(), 1);
    for m in build(&bennett("coordinates = [minimal, absolute];", &format!("{CLOSED} {initial}"))) {
        // From several places of a run: the constraints are closed to rounding, no better.
        let run = m.simulate().method(RungeKutta4::projected()).step(1e-2).until(2.0);
        let run = run.output(Sampling::Every(25)).run().expect("it runs");
        for state in run.samples() {
            let linear = m.linearize(state).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((linear.independent.len(), linear.independent_velocities.len()), (1, 1));
            let from = Start { t: state.t, q: state.q.clone(), v: state.v.clone(), y: state.y.clone() };
            let rest = m.equilibrium_near(&from).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(rest.stiffness.len(), 1, "at {}", state.t);
        }
        let found = m.equilibrium().expect("it rests").stiffness;
        assert!((found[0] - expected[0]).abs() < 1e-9 * expected[0].abs(), "{found:?} and {expected:?}");
    }
}

/// A plate on a ball joint rolls on a ball of the same arm: the point of contact moves normal to the line to the joint, which leaves two of
/// three equations. The arm turns about an axis away from the origin; its angle has no part in them but rounding.
#[test]
fn rolling_about_a_ball_joint_is_redundant_wherever_the_arm_is() {
    let text = "mechanism Plate in space {
        coordinates = [minimal, absolute];
        freedoms = 2;
        gravity = [2.07, 0.88, 6.42] [m/s^2];
        body arm { mass: 0.3 [kg], inertia: diagonal(0.02, 0.03, 0.04) [kg*m^2] }
        body plate { mass: 2.61 [kg], inertia: diagonal(0.02, 0.03, 0.04) [kg*m^2] }
        joint pivot = revolute(ground at [0.22, 0.26, 1.3] [m], arm, axis: [0, 0, 1]);
        joint ball = spherical(arm at [1.36, -0.4, 0.11] [m], plate at [0.04, -0.29, 0.55] [m]);
        joint roll = rolling(plate at [-0.42, -1.33, -1.01] [m], arm at [-0.4, 0.55, -1.08] [m], normal: [0, 0, 1], radius: 0.31 [m]);
        output seen = plate.position.x;
        initial { der(pivot.angle): 1 [rad/s] }
    }";
    let ends: Vec<f64> = build(text)
        .iter()
        .map(|m| {
            assert_eq!(m.program().redundancy(), 1, "{}", m.program().name);
            let run = m.simulate().method(DormandPrince8::projected()).step(1.0 / 512.0).until(0.25);
            let run = run.run().unwrap_or_else(|error| panic!("{}: {error}", m.program().name));
            assert!(run.energy_drift() < 1e-9, "{:e}", run.energy_drift());
            let seen = run.output("seen").expect("it is there");
            assert!((seen[seen.len() - 1] - seen[0]).abs() > 1e-2, "the plate moves: {seen:?}");
            seen[seen.len() - 1]
        })
        .collect();
    assert!((ends[0] - ends[1]).abs() < 1e-9, "{ends:?}");
}

/// Two welded bodies that a hinge connects once more: the hinge is redundant wherever it is, and what rounding leaves of it is neither a
/// contradiction nor a constraint.
#[test]
fn a_hinge_within_a_welded_part_is_redundant() {
    for number in 1..=20 {
        // Any numbers, between −1 and 1, of places and angles in radians.
        let any =
            |k: u32| (f64::from(number) * 0.754_877_666 + f64::from(k) * 0.569_840_291).fract() * 2.0 - 1.0;
        let (x, y, turn) = (any(1), any(2), 3.0 * any(3));
        // The place of the hinge in the second body's axes: p = s + R(turn) p'.
        let (hinge, sine, cosine) = ([any(4), any(5)], turn.sin(), turn.cos());
        let along = [hinge[0] - x, hinge[1] - y];
        let other = [cosine * along[0] + sine * along[1], cosine * along[1] - sine * along[0]];
        let text = format!(
            "mechanism Welded in plane {{
                coordinates = [minimal, absolute];
                gravity = [0, -9.81] [m/s^2];
                body a {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
                body b {{ mass: 2 [kg], inertia: 0.2 [kg*m^2] }}
                joint fly = free(ground, a);
                frame place = fixed(a at [{x}, {y}] [m], rotation: {turn});
                joint weld = fixed(place, b);
                joint hinge = revolute(a at [{}, {}] [m], b at [{}, {}] [m], cut: true);
                initial {{ fly.angle: {} }}
            }}",
            hinge[0],
            hinge[1],
            other[0],
            other[1],
            any(6)
        );
        let all = build(&text);
        assert_eq!(all.len(), 2, "{text}");
        for m in all {
            assert_eq!((m.program().freedom.degrees_of_freedom, m.program().redundancy()), (3, 2), "{text}");
        }
    }
}

/// Hinges on one axis of any direction, and four-bars tilted in space: rows of theirs vanish but for the rounding of irrational numbers. The
/// door swings as one with a single hinge does, and both formulations start.
#[test]
fn loops_along_no_axis_of_coordinates_are_redundant() {
    let door = |axis: &str, second: &str| {
        format!(
            "mechanism Door in space {{ coordinates = [minimal, absolute]; gravity = [0.2, 0.3, -9.81] [m/s^2];
                body door {{ mass: 3 [kg], com: [0.3, 0.2, 0.1] [m], inertia: diagonal(0.3, 0.2, 0.25) [kg*m^2] }}
                joint lower = revolute(ground, door, axis: {axis});
                {second}
                output angle = lower.angle;
                initial {{ lower.angle: 0.3 [rad], der(lower.angle): 0.7 [rad/s] }} }}"
        )
    };
    let ends = |text: &str| -> Vec<f64> {
        let all = tapes(text).into_iter().map(|parameters| {
            let model = parameters.build().unwrap_or_else(|error| panic!("{text}\n{error}"));
            let run = model.simulate().step(1e-3).until(0.5).run();
            let run = run.unwrap_or_else(|error| panic!("{text}\n{error}"));
            *run.output("angle").expect("it is there").last().expect("a run has an end")
        });
        all.collect()
    };
    for axis in ["[0.3, 0.2, 1]", "[0.6, 0, 0.8]", "[0, 1, -1]", "[0, 1, 2.2e-16]"] {
        let wanted = ends(&door(axis, ""))[0];
        for second in ["revolute", "cylindrical"] {
            let second =
                format!("joint upper = {second}(ground at {axis} [m], door at {axis} [m], axis: {axis});");
            for found in ends(&door(axis, &second)) {
                assert!((found - wanted).abs() < 1e-8, "{axis} {second}: {found} instead of {wanted}");
            }
        }
    }
}

/// Two bodies on two pins at one place, folded by exactly 180° or 90°: where rows of the second pin are rounding, they are no rank.
#[test]
fn folded_pins_keep_their_freedom() {
    for (there, back) in [("[1, 0]", "[1, 0]"), ("[1, 0]", "[0, 1]")] {
        let text = format!(
            "mechanism Folded in plane {{ gravity = [0, -9.81] [m/s^2]; freedoms = 1;
                body a {{ mass: 1 [kg], inertia: 1 [kg*m^2] }} body b {{ mass: 1 [kg], inertia: 1 [kg*m^2] }}
                joint p = revolute(ground, a);
                joint q = revolute(b, a at {there} [m]);
                joint r = revolute(a, b at {back} [m]); }}"
        );
        for parameters in tapes(&text) {
            let model = parameters.build().unwrap_or_else(|error| panic!("{error}"));
            let run = model.simulate().step(1e-3).until(0.5).run().unwrap_or_else(|error| panic!("{error}"));
            assert!(run.energy_drift() < 1e-9, "{}", run.energy_drift());
        }
    }
}
