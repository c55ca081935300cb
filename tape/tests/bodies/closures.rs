//! How mechanisms close: the nearest of all closures, the same in every formulation, with no joint turned over.

use crate::tapes::tapes;
use crate::texts::named_outputs;
use linkwork::half_implicit::HalfImplicitEuler;
use linkwork::prelude::*;
use linkwork_tape::{Tape, TapeParameters};

/// Closures of two formulations agree to this, in m and rad: free coordinates are found by an iteration.
pub(crate) const SAME: f64 = 1e-7;
/// Closures agree with closed forms to this, in rad.
pub(crate) const CLOSED_FORM: f64 = 1e-9;

pub(crate) fn built(parameters: &TapeParameters, set: &[(&str, f64)]) -> Tape {
    let mut parameters = parameters.clone();
    for (name, value) in set {
        assert!(parameters.set(name, *value), "{name}");
    }
    parameters.build().unwrap_or_else(|error| panic!("{set:?}: {error}"))
}

/// All outputs at the start of a run.
pub(crate) fn start(m: &Tape) -> Vec<(String, f64)> {
    let run = m.simulate().step(1e-6).until(1e-6).run().unwrap_or_else(|error| panic!("{error}"));
    named_outputs(m, &run.samples()[0])
}

pub(crate) fn assert_same(what: &str, a: &[(String, f64)], b: &[(String, f64)]) {
    for ((name, x), (_, y)) in a.iter().zip(b) {
        assert!((x - y).abs() <= SAME * (1.0 + x.abs()), "{what}: {name} is {x} and {y}");
    }
}

pub(crate) const FOUR_BAR: &str = "mechanism FourBar in plane { coordinates = [minimal, absolute];
    param phi = 90 [deg];
    body crank { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
    body coupler { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
    body rocker { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
    joint a = revolute(ground, crank at [-0.15, 0] [m]);
    joint b = revolute(crank at [0.15, 0] [m], coupler at [-0.5, 0] [m]);
    joint c = revolute(coupler at [0.5, 0] [m], rocker at [0, 0.4] [m]);
    joint d = revolute(ground at [0.9, 0] [m], rocker at [0, -0.4] [m], cut: true);
    output alpha = a.angle;
    output beta = b.angle;
    output gamma = c.angle;
    output x = rocker.position.x;
    output y = rocker.position.y;
    initial { a.angle: phi }
}";

/// Both closures of the four-bar by the cosine theorem: angles of coupler to crank and rocker to coupler, where the rocker
/// at zero stands upright on its bearing.
pub(crate) fn four_bar(crank: f64) -> [[f64; 3]; 2] {
    let (a, b, c, d) = (0.3, 1.0, 0.8, 0.9);
    let (x, y): (f64, f64) = (d - a * f64::cos(crank), -a * f64::sin(crank));
    let (r, phi) = (x.hypot(y), y.atan2(x));
    let opening = ((b * b + r * r - c * c) / (2.0 * b * r)).acos();
    [1.0, -1.0].map(|side| {
        let coupler = phi + side * opening;
        // From the bearing to the coupler's end.
        let (u, v) = (a * crank.cos() + b * coupler.cos() - d, a * crank.sin() + b * coupler.sin());
        let rocker = v.atan2(u) - std::f64::consts::FRAC_PI_2;
        [coupler - crank, rocker - coupler, rocker]
    })
}

/// Every 10° of the crank: the nearer of the two closures, in angles within half a turn.
#[test]
fn a_four_bar_at_every_crank_angle() {
    let programs = tapes(FOUR_BAR);
    let chord = |x: f64| 2.0 - 2.0 * x.cos();
    for degrees in (0..360).step_by(10) {
        let crank = f64::from(degrees).to_radians();
        let both = four_bar(crank);
        let distance = |q: &[f64; 3]| q.iter().map(|x| chord(*x)).sum::<f64>();
        let nearest = if distance(&both[0]) < distance(&both[1]) { both[0] } else { both[1] };
        for parameters in &programs {
            let found = start(&built(parameters, &[("phi", crank)]));
            let of = |name: &str| found.iter().find(|(known, _)| known == name).expect("an output").1;
            for (name, expected) in [("beta", nearest[0]), ("gamma", nearest[1])] {
                let off = (of(name) - expected).sin().abs();
                assert!(
                    off < CLOSED_FORM && (of(name) - expected).cos() > 0.0,
                    "{degrees}°: {name} {found:?}"
                );
                assert!(of(name).abs() <= std::f64::consts::PI + 1e-12, "{degrees}°: {found:?}");
            }
        }
    }
}

/// The nearest closure is chosen, and the other one is known.
#[test]
fn reachable_closures() {
    for parameters in tapes(FOUR_BAR) {
        let reachable = built(&parameters, &[]).closures().unwrap();
        assert_eq!((reachable.closures.len(), reachable.taken), (2, 0), "{reachable:?}");
        assert!(reachable.closures[0].distance < reachable.closures[1].distance);
    }
}

/// The closure that is reported as chosen is that of the start, for other parameters too; the text identifies it.
#[test]
fn the_chosen_closure_is_named() {
    for parameters in tapes(FOUR_BAR) {
        for degrees in [0.0, 80.0, 160.0, 240.0, 320.0_f64] {
            let tape = built(&parameters, &[("phi", degrees.to_radians())]);
            let reachable = tape.closures().unwrap();
            let taken = &reachable.closures[reachable.taken].position;
            let start = tape.initial().0;
            let apart = taken.iter().zip(&start).map(|(a, b)| (a - b).abs());
            assert!(apart.clone().all(|apart| apart < SAME), "{degrees}°: {reachable:?}");
            let words = |number| {
                let assembly = tape.program().assembly.as_ref().unwrap();
                assembly.choice(&reachable.closures, number).unwrap()
            };
            assert!(
                words(0).starts_with("the nearest of 2 to the reference; the next is distinguished by `")
            );
            assert!(words(1).starts_with(
                "number 2 of 2 by the distance from the reference; the nearest is distinguished"
            ));
        }
    }
}

/// The README's slider–crank: the slider is never turned by half a turn, whichever joint closes the loop.
#[test]
fn a_slider_crank_at_every_crank_angle() {
    let text = |cut: &str| {
        let at = |joint: &str| if cut == joint { ", cut: true" } else { "" };
        format!(
            "mechanism SliderCrank in plane {{ coordinates = [minimal, absolute]; param phi = 30 [deg];
            body crank {{ mass: 1.2 [kg], inertia: 2.25e-3 [kg*m^2] }}
            body rod {{ mass: 0.6 [kg], inertia: 6.125e-3 [kg*m^2] }}
            body slider {{ mass: 2 [kg], inertia: 1e-3 [kg*m^2] }}
            joint pivot = revolute(ground, crank at [-0.075, 0] [m]);
            joint pin = revolute(crank at [0.075, 0] [m], rod at [-0.175, 0] [m]);
            joint wrist = revolute(rod at [0.175, 0] [m], slider{});
            joint guide = prismatic(ground, slider, axis: [1, 0]{});
            output piston = guide.displacement;
            output turned = slider.rotation.x.y;
            initial {{ pivot.angle: phi, der(pivot.angle): 6 [rad/s] }} }}",
            at("wrist"),
            at("guide")
        )
    };
    for cut in ["wrist", "guide"] {
        for parameters in tapes(&text(cut).replace("slider.rotation.x.y", "sin(slider.angle)")) {
            for degrees in (0..360).step_by(15) {
                let crank = f64::from(degrees).to_radians();
                let found = start(&built(&parameters, &[("phi", crank)]));
                let piston = 0.15 * crank.cos() + (0.35_f64.powi(2) - (0.15 * crank.sin()).powi(2)).sqrt();
                assert!(
                    (found[0].1 - piston).abs() < CLOSED_FORM,
                    "{cut} {degrees}°: {found:?}, not {piston}"
                );
            }
        }
    }
}

/// A loop crank – rod – follower in space that any joint closes; the rod has a ball at the crank and a cross at the
/// follower.
fn in_space(joint: &str, cut: bool) -> String {
    let cut = if cut { ", cut: true" } else { "" };
    format!(
        "mechanism Loop in space {{ coordinates = [minimal, absolute]; param phi = 40 [deg];
        body crank {{ mass: 1 [kg], inertia: diagonal(0.01, 0.01, 0.01) [kg*m^2] }}
        body rod {{ mass: 1 [kg], inertia: diagonal(0.01, 0.02, 0.02) [kg*m^2] }}
        body follower {{ mass: 1 [kg], inertia: diagonal(0.01, 0.01, 0.01) [kg*m^2] }}
        joint pivot = revolute(ground, crank, axis: [0, 0, 1]);
        joint ball = spherical(crank at [0.1, 0, 0.05] [m], rod at [-0.3, 0, 0] [m]);
        joint cross = universal(rod at [0.3, 0, 0] [m], follower at [0, 0.3, 0] [m], axes: [[0, 1, 0], [0, 0, 1]]);
        joint closing = {joint}{cut});
        output px = follower.position.x; output py = follower.position.y; output pz = follower.position.z;
        output vx = follower.velocity.x; output vy = follower.velocity.y; output vz = follower.velocity.z;
        output rx = rod.position.x; output ry = rod.position.y; output rz = rod.position.z;
        initial {{ pivot.angle: phi, der(pivot.angle): 1 [rad/s] }} }}"
    )
}

/// Every kind of joint, in the tree and closing, in both formulations, through a full turn of the crank: the same
/// closure, and no joint turned over in assembly, nor in a run.
fn assert_one_closure(kind: &str, joint: &str) {
    let mut all: Vec<(String, TapeParameters)> = Vec::new();
    for cut in [false, true] {
        for (i, parameters) in tapes(&in_space(joint, cut)).into_iter().enumerate() {
            all.push((format!("{kind}, cut {cut}, formulation {i}"), parameters));
        }
    }
    for degrees in [0, 75, 150, 225, 300] {
        let crank = f64::from(degrees).to_radians();
        let (first, others) = all.split_first().expect("four texts");
        let expected = start(&built(&first.1, &[("phi", crank)]));
        for (what, parameters) in others {
            let m = built(parameters, &[("phi", crank)]);
            assert_same(&format!("{what} at {degrees}°"), &expected, &start(&m));
            let facts = m.assembly();
            let mut cosines = vec![0.0; facts.cosines];
            let mut at = m.position_cache();
            m.place(&m.now(0.0), &m.initial().0, &mut at);
            m.orientation_cosines(&at, &mut cosines);
            assert!(cosines.iter().all(|h| *h > 0.9), "{what} at {degrees}°: {cosines:?}");
        }
    }
}

#[test]
fn prismatic_joints_close_upright() {
    assert_one_closure("prismatic", "prismatic(ground at [0.5, -0.3, 0] [m], follower, axis: [1, 0, 0]");
}

#[test]
fn revolute_joints_close_upright() {
    assert_one_closure("revolute", "revolute(ground at [0.6, -0.3, 0] [m], follower, axis: [0, 0, 1]");
}

#[test]
fn cylindrical_joints_close_upright() {
    assert_one_closure("cylindrical", "cylindrical(ground at [0.5, -0.3, 0] [m], follower, axis: [1, 0, 0]");
}

#[test]
fn screws_close_upright() {
    assert_one_closure(
        "screw",
        "screw(ground at [0.5, -0.3, 0] [m], follower, axis: [1, 0, 0], pitch: 0.5 [m/rad]",
    );
}

#[test]
fn planar_joints_close_upright() {
    assert_one_closure("planar", "planar(ground at [0.5, -0.3, 0] [m], follower, normal: [0, 0, 1]");
}

#[test]
fn universal_and_spherical_joints_close_the_same_way() {
    assert_one_closure(
        "universal",
        "universal(ground at [0.6, -0.3, 0] [m], follower, axes: [[0, 0, 1], [1, 0, 0]]",
    );
    assert_one_closure("spherical", "spherical(ground at [0.6, -0.3, 0] [m], follower");
}

/// A bracket that is fixed to the ground and closes the loop of a four-bar as well.
#[test]
fn fixed_joints_close_upright() {
    let text = |cut: &str| {
        FOUR_BAR
            .replace("joint d = revolute(ground at [0.9, 0] [m]", "joint d = revolute(bracket")
            .replace(", cut: true", "")
            .replace(
                "body crank",
                &format!(
                    "body bracket {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
                     joint foot = fixed(ground at [0.9, 0] [m], bracket{cut}); body crank"
                ),
            )
    };
    for cut in ["", ", cut: true"] {
        for parameters in tapes(&text(cut)) {
            for degrees in (0..360).step_by(30) {
                let crank = f64::from(degrees).to_radians();
                let found = start(&built(&parameters, &[("phi", crank)]));
                let of = |name: &str| found.iter().find(|(known, _)| known == name).expect("an output").1;
                // The rocker's middle is half way between its bearing and the coupler's end.
                let (x, y) = (of("x") - 0.9, of("y"));
                assert!((x.hypot(y) - 0.4).abs() < CLOSED_FORM, "{degrees}°: {found:?}");
                let both = four_bar(crank);
                let rockers = both.map(|q| (-0.4 * q[2].sin(), 0.4 * q[2].cos()));
                let near = rockers.iter().any(|r| (r.0 - x).hypot(r.1 - y) < CLOSED_FORM);
                assert!(near, "{degrees}°: {found:?}");
            }
        }
    }
}

/// Freedoms that are not driven: the pendulum on a driven slider hangs at zero, at rest, in both formulations.
#[test]
fn free_coordinates_are_the_same_in_both_formulations() {
    let text = "mechanism Hanging in plane { coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
        body slider { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        body bob { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        joint guide = prismatic(ground, slider, axis: [1, 0]);
        joint pin = revolute(slider, bob at [0, 0.5] [m]);
        constraint drive: guide.displacement = 0.3 [m] + 0.2 [m/s] * time;
        output angle = pin.angle;
        output rate = der(pin.angle);
    }";
    for parameters in tapes(text) {
        let found = start(&built(&parameters, &[]));
        assert!(found[0].1.abs() < 1e-9 && found[1].1.abs() < 1e-9, "{found:?}");
    }
}

/// A start with the slider turned over satisfies every equation, and is refused by name.
#[test]
fn states_that_are_turned_over_are_refused() {
    let text = "mechanism Slide in space { coordinates = [minimal, absolute];
        body slider { mass: 1 [kg], inertia: diagonal(0.01, 0.02, 0.03) [kg*m^2] }
        joint swing = free(ground, slider);
        joint guide = prismatic(ground, slider, axis: [1, 0, 0], cut: true);
    }";
    let mut seen = 0;
    for parameters in tapes(text) {
        let m = built(&parameters, &[]);
        let (mut q, v, y) = m.initial();
        // Half a turn about the direction of the slide: every equation still holds.
        let w = m.names().coordinates.iter().position(|known| known.name.ends_with("rotation.w"));
        let Some(w) = w else { continue };
        let [a, b, c, d] = [q[w], q[w + 1], q[w + 2], q[w + 3]];
        (q[w], q[w + 1], q[w + 2], q[w + 3]) = (-b, a, d, -c);
        let start = linkwork::stepper::Start { t: 0.0, q, v, y };
        let error = m.simulate().from(start).step(1e-3).until(1e-2).run().expect_err("turned over");
        let text = error.to_string();
        assert!(text.contains("`guide`") && text.contains("turned over"), "{text}");
        seen += 1;
    }
    assert_eq!(seen, 2);
}

/// Steps of half a turn of the crank and more move the slider to the other branch: the run ends there with the name of the joint.
/// It is turned over in no kept sample.
#[test]
fn steps_onto_another_branch_are_refused() {
    let text = "mechanism Thrown in plane {
        body crank { mass: 1.2 [kg], inertia: 2.25e-3 [kg*m^2] }
        body rod { mass: 0.6 [kg], inertia: 6.125e-3 [kg*m^2] }
        body slider { mass: 2 [kg], inertia: 1e-3 [kg*m^2] }
        joint pivot = revolute(ground, crank at [-0.075, 0] [m]);
        joint pin = revolute(crank at [0.075, 0] [m], rod at [-0.175, 0] [m]);
        joint wrist = revolute(rod at [0.175, 0] [m], slider);
        joint guide = prismatic(ground, slider, axis: [1, 0], cut: true);
        output upright = cos(slider.angle);
        initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s] }
    }";
    let m = built(&tapes(text)[0], &[]);
    let mut thrown = 0;
    for n in 1..=20 {
        let step = 0.05 * f64::from(n);
        match m.simulate().method(HalfImplicitEuler::default()).step(step).until(20.0).run() {
            Ok(run) => {
                for state in run.samples() {
                    assert!(named_outputs(&m, state)[0].1 > 0.0, "turned over in silence at {} s", state.t);
                }
            }
            Err(error) => {
                let text = error.to_string();
                let named =
                    text.contains("`guide`") && text.contains("turned") && text.contains("use smaller steps");
                thrown += usize::from(named);
            }
        }
    }
    assert!(thrown > 2, "{thrown}: no step was large enough");
}

/// A coin on the ground without given values stands upright at the height of its radius, and does not lie flat.
#[test]
fn a_coin_stands() {
    let text = "mechanism Coin in space { coordinates = [minimal, absolute];
        body coin { mass: 1 [kg], inertia: diagonal(0.0225, 0.045, 0.0225) [kg*m^2] }
        joint wheel = rolling(ground, coin, radius: 0.3 [m], axis: [0, 1, 0]);
        output height = coin.position.z;
        output tilt = coin.rotation.row.z.y;
    }";
    for parameters in tapes(text) {
        let found = start(&built(&parameters, &[]));
        assert!((found[0].1 - 0.3).abs() < 1e-6 && found[1].1.abs() < 1e-2, "{found:?}");
    }
}

/// A rotation with w = −0.5 is one of half a turn and more: relative rotations of absolute coordinates have w ≥ 0, so that
/// formulation is skipped, and the other one runs.
#[test]
fn a_formulation_that_cannot_close_is_left_out() {
    let text = "mechanism Ball in space { coordinates = [minimal, absolute];
        body bob { mass: 1 [kg], inertia: diagonal(0.1, 0.1, 0.1) [kg*m^2] }
        joint ball = spherical(ground, bob at [0, 0, 0.5] [m]);
        constraint far: ball.rotation.w = -0.5;
        initial { ball.rotation.w: ~-0.5, ball.rotation.x: ~0.866 }
    }";
    let compiled =
        linkwork_compiler::compile(text.parse().expect("tokens"), &linkwork_compiler::Options::default());
    let warnings: Vec<&str> = compiled.diagnostics.iter().map(|one| one.message.as_str()).collect();
    let [warning] = warnings[..] else { panic!("{warnings:?}") };
    assert!(
        warning.starts_with("`BallAbsolute` is skipped, but another formulation is compiled: "),
        "{warning}"
    );
    assert_eq!((compiled.programs.len(), compiled.left_out.len()), (1, 1));
}

/// A gear by a shared coordinate, by a constraint between joint coordinates, and in absolute coordinates: one start.
#[test]
fn shared_coordinates_start_where_constraints_do() {
    let text = |coordinates: &str, shared: &str, initial: &str| {
        format!(
            "mechanism Wheels in plane {{ coordinates = {coordinates}; param offset = 1 [rad];
            body a {{ mass: 1 [kg], inertia: 1 [kg*m^2] }} body b {{ mass: 1 [kg], inertia: 1 [kg*m^2] }}
            joint ja = revolute(ground, a);
            joint jb = revolute(ground at [1, 0] [m], b);
            joint g = gear(ja.angle, jb.angle, ratio: 2, offset: offset{shared});
            output x = ja.angle; output y = jb.angle; output w = a.angular_velocity;
            initial {{ {initial} }} }}"
        )
    };
    let shared = ", shared: true";
    for (initial, offset) in [
        ("", 1.0),
        ("", -0.4),
        ("jb.angle: ~0.5", 1.0),
        ("der(ja.angle): ~3 [rad/s]", 0.0),
        ("der(jb.angle): ~-2 [rad/s], ja.angle: 0.2", 1.0),
    ] {
        let starts =
            [("minimal", shared), ("minimal", ""), ("absolute", shared)].map(|(coordinates, shared)| {
                let parameters = tapes(&text(coordinates, shared, initial)).remove(0);
                start(&built(&parameters, &[("offset", offset)]))
            });
        assert_same(initial, &starts[0], &starts[1]);
        assert_same(initial, &starts[0], &starts[2]);
        let of = |name: &str| starts[0].iter().find(|(known, _)| known == name).expect("an output").1;
        match initial {
            // min (1 − cos x) + (1 − cos y), y = 2 x − offset.
            "" => assert!((of("x").sin() + 2.0 * of("y").sin()).abs() < SAME, "{starts:?}"),
            // min (w − 3)² + (2 w)².
            "der(ja.angle): ~3 [rad/s]" => assert!((of("w") - 0.6).abs() < SAME, "{starts:?}"),
            _ => {}
        }
    }
}

/// A body on a rod that is longer than the guess: the nearest positions are a circle, not a number of closures.
#[test]
fn a_continuum_of_closures_is_not_counted() {
    let text = "mechanism Held in space { param length = 1 [m];
        body b { mass: 1 [kg], inertia: diagonal(1, 1, 1) [kg*m^2] }
        joint f = free(ground, b);
        joint r = rod(ground at [1, 0, 0] [m], b, length: length);
        output x = f.x; initial { f.x: ~2 [m] } }";
    for (parameters, set) in [(text.to_owned(), 2.0), (text.replace("= 1 [m]", "= 2 [m]"), 2.0)] {
        let tape = built(&tapes(&parameters)[0], &[("length", set)]);
        let reachable = tape.closures().unwrap();
        // min 100 (x − 2)² + y² + z² on (x − 1)² + y² + z² = 4.
        let x = start(&tape)[0].1;
        assert!((x - 199.0 / 99.0).abs() < 1e-6, "{x}");
        let words = tape.program().assembly.as_ref().unwrap().choice(&reachable.closures, reachable.taken);
        let words = words.expect("it is not determined");
        assert!(words.starts_with("not determined by `initial`: one of a continuum"), "{words}");
    }
}
