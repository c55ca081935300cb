//! Friction that sticks, against Coulomb's law in closed form: where and when sliding ends, rest without creep,
//! and the return to sliding.

use crate::tapes::tapes;
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork::symplectic::Rattle;
use linkwork_compiler::Options;
use linkwork_compiler::diagnostics::Severity;
use linkwork_tape::Tape;

const GRAVITY: f64 = 9.81;

fn model(text: &str) -> Tape {
    tapes(text).remove(0).build().expect("it builds")
}

/// A block on a guide.
fn block(guide: &str, more: &str) -> Tape {
    model(&format!(
        "mechanism Block in plane {{ gravity = [0, -9.81] [m/s^2]; body block {{ mass: 2 [kg], inertia: 0.1 [kg*m^2] }}
         joint guide = prismatic(ground, block, axis: {guide}); {more} }}"
    ))
}

fn run<S: Stepper<Tape>>(model: &Tape, method: S, step: f64, until: f64) -> Solution<Tape> {
    let run = model.simulate().method(method).step(step).until(until).run();
    run.unwrap_or_else(|error| panic!("{error}"))
}

fn last(solution: &Solution<Tape>) -> (f64, f64) {
    (solution.last().q.as_slice()[0], solution.last().v.as_slice()[0])
}

#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found:?}, not {expected:?}");
}

const SLIDER: &str = "force drag = friction(guide, coefficient: 0.3, velocity: 0 [m/s]);
    initial { der(guide.displacement): 3 [m/s] }";

/// It stops after v²/(2μg) at v/(μg), and rests there without creep.
#[test]
fn a_slider_stops_by_coulombs_law_and_stays_at_rest() {
    let model = block("[1, 0]", SLIDER);
    let (distance, time) = (9.0 / (0.6 * GRAVITY), 3.0 / (0.3 * GRAVITY));
    let check = |solution: &Solution<Tape>, tolerance: f64| {
        let (x, v) = last(solution);
        close(x, distance, tolerance);
        assert!(v == 0.0, "{v:e}");
        // It stays at the same place for every step size.
        let states = solution.samples().iter().filter(|state| state.t > time + 0.1);
        assert!(states.map(|state| state.q.as_slice()[0]).all(|at| at == x));
        assert_eq!(solution.report().slid, 0);
    };
    check(&run(&model, RungeKutta4::projected(), 0.05, 1000.0), 1e-9);
    check(&run(&model, FifthDegree::default(), 0.01, 3.0), 1e-9);
    check(&run(&model, GeneralizedAlpha::default(), 0.01, 3.0), 1e-9);
    check(&run(&model, Rattle, 0.01, 3.0), 1e-9);
    // Of order one: v²/(2μg) plus or minus the distance of half a step.
    check(&run(&model, ImplicitEuler::default(), 1e-3, 3.0), 2e-3);
    check(&run(&model, HalfImplicitEuler::default(), 1e-3, 3.0), 2e-3);
    let adaptive =
        model.simulate().method(DormandPrince5::projected()).tolerance(1e-9, 1e-9).until(1000.0).run();
    check(&adaptive.unwrap_or_else(|error| panic!("{error}")), 1e-9);
}

/// Up a plane of 3 in 5: with μ = 0.8 above tan φ = 0.75 it stays where it comes to rest, with 0.5 it slides back.
#[test]
fn a_block_on_an_incline_rests_or_slides_back() {
    let law = |mu: f64| {
        format!(
            "force drag = friction(guide, coefficient: {mu:?}, velocity: 0 [m/s]);
             output effort = guide.displacement; initial {{ der(guide.displacement): 2 [m/s] }}"
        )
    };
    for (mu, rests) in [(0.8, true), (0.5, false)] {
        let model = block("[4, 3]", &law(mu));
        let up = GRAVITY * (0.6 + 0.8 * mu);
        let (top, turn) = (2.0 / up, 2.0 / up);
        let height = 2.0 * top - up * top * top / 2.0;
        let solution = run(&model, RungeKutta4::projected(), 0.03, 2.0);
        let (x, v) = last(&solution);
        let friction = *solution.series("drag.force").expect("an output").last().expect("a sample");
        let limit = *solution.series("drag.limit").expect("an output").last().expect("a sample");
        close(limit, mu * 2.0 * GRAVITY * 0.8, 1e-12);
        if rests {
            close(x, height, 1e-12);
            // The friction that holds it equals its weight along the plane.
            close(friction, 2.0 * GRAVITY * 0.6, 1e-12);
        } else {
            let down = GRAVITY * (0.6 - 0.8 * mu);
            close(v, -down * (2.0 - turn), 1e-12);
            close(x, height - down * (2.0 - turn) * (2.0 - turn) / 2.0, 1e-12);
            close(friction, limit, 1e-12);
        }
    }
    // At rest from the beginning.
    let text = "force drag = friction(guide, coefficient: 0.7, static: 0.76, velocity: 0 [m/s]);";
    assert_eq!(last(&run(&block("[4, 3]", text), RungeKutta4::projected(), 0.1, 10.0)), (0.0, 0.0));
    let text = "force drag = friction(guide, coefficient: 0.7, static: 0.74, velocity: 0 [m/s]);";
    close(
        last(&run(&block("[4, 3]", text), RungeKutta4::projected(), 0.1, 1.0)).1,
        -GRAVITY * (0.6 - 0.8 * 0.7),
        1e-12,
    );
}

/// 100 N/m and 2 kg, μ m g/k = 0.01962 m: every half swing loses twice that, and the last ends within it.
#[test]
fn a_swing_under_friction_ends_within_the_reach_of_friction() {
    let text = "force pull = spring(ground, block, stiffness: 200 [N/m]);
        force drag = friction(guide, coefficient: 0.1, velocity: 0 [m/s]);
        initial { guide.displacement: 0.1 [m] }";
    let model = block("[1, 0]", text);
    let lost = 2.0 * 0.1 * 2.0 * GRAVITY / 200.0;
    let end = -(0.1 - 5.0 * lost);
    for step in [1e-2, 3.3e-3] {
        let run = model.simulate().method(DormandPrince8::projected()).step(step).until(3.0).run();
        let solution = run.unwrap_or_else(|error| panic!("{error}"));
        close(last(&solution).0, end, 1e-11);
        let stopped = solution.samples().iter().find(|state| state.q.as_slice()[0] == last(&solution).0);
        close(stopped.expect("it rests").t, std::f64::consts::PI * 5.0 / 10.0, 1e-9);
    }
}

/// A block on a belt, held by a spring: it sticks until the spring has its static friction, slips about the place
/// where the spring has its sliding friction, and sticks again at the mirrored place.
#[test]
fn a_block_on_a_belt_sticks_and_slips() {
    let (mass, stiffness, speed, fixed, sliding) = (1.0, 100.0_f64, 0.5, 0.4, 0.2);
    let model = model(
        "mechanism Belt in plane { gravity = [0, -9.81] [m/s^2];
         body belt { mass: 3 [kg], inertia: 1 [kg*m^2] } body block { mass: 1 [kg], inertia: 1 [kg*m^2] }
         joint drum = prismatic(ground, belt, axis: [1, 0]);
         joint slip = prismatic(belt, block, axis: [1, 0]);
         constraint motor: drum.displacement = 0.5 [m/s] * time;
         force pull = spring(ground, block, stiffness: 100 [N/m]);
         force drag = friction(slip, coefficient: 0.2, static: 0.4, velocity: 0 [m/s]);
         output x = block.position.x; initial { slip.displacement: 0 [m], der(slip.displacement): 0 [m/s] } }",
    );
    let frequency = (stiffness / mass).sqrt();
    let (first, centre) = (fixed * mass * GRAVITY / stiffness, sliding * mass * GRAVITY / stiffness);
    let reach = first - centre;
    let phase = (speed / frequency).atan2(reach);
    let slips = (std::f64::consts::PI + 2.0 * phase) / frequency;
    let period = slips + 2.0 * reach / speed;
    type Run<'a> = &'a dyn Fn(f64) -> Solution<Tape>;
    let x = |t: f64, method: Run<'_>| {
        let solution = method(t);
        *solution.series("x").expect("an output").last().expect("a sample")
    };
    let kutta = |t: f64| run(&model, RungeKutta4::projected(), 1e-3, t);
    let degree = |t: f64| run(&model, FifthDegree::default(), 1e-3, t);
    let methods: [(Run<'_>, f64); 2] = [(&kutta, 1e-9), (&degree, 1e-8)];
    for (method, tolerance) in methods {
        for periods in [0.0, 3.0] {
            let released = first / speed + periods * period;
            close(x(released - 0.01, method), first - 0.01 * speed, tolerance);
            let (s, c) = (0.1 * frequency).sin_cos();
            close(x(released + 0.1, method), centre + reach * c + speed / frequency * s, tolerance);
            close(x(released + slips, method), centre - reach, tolerance);
        }
    }
}

/// A block on an incline in absolute coordinates: it stops where and when it does in minimal ones, and rests there.
#[test]
fn friction_sticks_in_absolute_coordinates() {
    for (mu, rests) in [(0.8, true), (0.5, false)] {
        let text = format!(
            "mechanism Block in plane {{ gravity = [0, -9.81] [m/s^2]; coordinates = absolute;
             body block {{ mass: 2 [kg], inertia: 0.1 [kg*m^2] }}
             joint guide = prismatic(ground, block, axis: [4, 3]);
             force drag = friction(guide, coefficient: {mu:?}, velocity: 0 [m/s]);
             output way = guide.displacement; output rate = der(guide.displacement);
             output held = drag.force;
             initial {{ der(guide.displacement): 2 [m/s] }} }}"
        );
        let model = model(&text);
        let up = GRAVITY * (0.6 + 0.8 * mu);
        let (turn, height) = (2.0 / up, 2.0 / up);
        let check = |solution: &Solution<Tape>, tolerance: f64| {
            let of = |name| *solution.series(name).expect("an output").last().expect("a sample");
            if rests {
                close(of("way"), height, tolerance);
                assert!(of("rate").abs() < 1e-14, "{:e}", of("rate"));
                close(of("held"), 2.0 * GRAVITY * 0.6, 1e-9);
            } else {
                let down = GRAVITY * (0.6 - 0.8 * mu);
                close(of("rate"), -down * (2.0 - turn), tolerance);
            }
        };
        check(&run(&model, RungeKutta4::projected(), 0.03, 2.0), 1e-9);
        check(&run(&model, FifthDegree::default(), 0.01, 2.0), 1e-9);
        check(&run(&model, GeneralizedAlpha::default(), 0.01, 2.0), 1e-9);
        check(&run(&model, GeneralizedAlpha::default().index3(), 0.01, 2.0), 1e-9);
        check(&run(&model, Rattle, 0.01, 2.0), 1e-9);
        check(&run(&model, DormandPrince8::projected(), 0.01, 2.0), 1e-9);
    }
}

/// (severity, message) of everything that is found.
fn found(text: &str) -> Vec<(Severity, String)> {
    let compiled = linkwork_compiler::compile(text.parse().expect("tokens"), &Options::default());
    compiled.diagnostics.iter().map(|found| (found.severity, found.message.clone())).collect()
}

/// A pendulum's bearing is loaded by how it accelerates; a block's guide is not.
#[test]
fn joints_keep_their_coordinates_where_friction_does_not_need_accelerations() {
    let text = |friction: &str, formulation: &str| {
        format!(
            "mechanism P in plane {{ gravity = [0, -9.81] [m/s^2]; coordinates = {formulation};
             body bob {{ mass: 1 [kg], inertia: 0.1 [kg*m^2], com: [1, 0] [m] }}
             joint pivot = revolute(ground, bob); force drag = friction(pivot, coefficient: 0.1, radius: 0.01 [m]{friction}); }}"
        )
    };
    let [(severity, message)] = &found(&text("", "minimal"))[..] else { panic!("one warning") };
    assert_eq!(*severity, Severity::Warning);
    assert!(message.contains("friction in joint `pivot` makes the joint a constraint"), "{message}");
    assert!(found(&text("", "absolute")).is_empty());
    assert_eq!(found(&text(", velocity: 0", "minimal")).len(), 1);
    assert!(found(&text(", velocity: 0", "absolute")).is_empty());
    let tilted =
        "mechanism B in plane { param slope = 0.3; gravity = [0, -9.81] [m/s^2]; body block { mass: 2 [kg] }
        joint guide = prismatic(ground, block, axis: [cos(slope), sin(slope)]);
        force drag = friction(guide, coefficient: 0.1); }";
    assert!(found(tilted).is_empty());
    assert_eq!(model(tilted).sizes().coordinates, 1);
}

/// Friction that is regularised far below the velocities of a step comes to rest in every implicit method, at
/// v²/(2μg), to the distance of half a step at order 1, and to the change of velocity in a step for the others.
#[test]
fn regularised_friction_comes_to_rest_in_implicit_methods() {
    let sled = |slow: &str| {
        format!(
            "mechanism Sled in plane {{ coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
             body block {{ mass: 2 [kg], inertia: 0.1 [kg*m^2] }}
             joint guide = prismatic(ground, block, axis: [1, 0]);
             force drag = friction(guide, coefficient: 0.3, velocity: {slow} [m/s]);
             initial {{ der(guide.displacement): 3 [m/s] }} }}"
        )
    };
    fn check<S: Stepper<Tape> + Clone>(text: &str, method: S, within: f64) {
        for parameters in tapes(text) {
            let model = parameters.build().expect("it builds");
            for step in [0.1, 0.01, 1e-3] {
                let (x, v) = last(&run(&model, method.clone(), step, 2.0));
                close(x, 9.0 / (0.6 * GRAVITY), within * step);
                assert!(v.abs() < 0.3 * GRAVITY * step, "{v:e}");
            }
        }
    }
    for slow in ["1e-5", "1e-7", "1e-9", "1e-11"] {
        let text = &sled(slow);
        check(text, ImplicitEuler::default(), 1.6);
        check(text, GeneralizedAlpha::default(), 0.1);
        check(text, GeneralizedAlpha::default().index3(), 0.1);
        check(text, Rattle, 0.1);
        check(text, HalfImplicitEuler::default(), 2.5);
        check(text, FifthDegree::default(), 1.0);
    }
}

/// A load that jumps at the end of a step, from nothing or from the other side, to F > L: v = (F − L)/m from there on. Whatever holds
/// until then decides neither the effort nor the direction of what follows.
#[test]
fn a_jump_of_the_load_at_a_step_releases_friction_against_the_new_load() {
    let limit = 0.2 * 2.0 * GRAVITY;
    for (before, after) in [(0.0, 7.5), (3.0, -7.5), (0.0, -7.5), (2.0, 3.0)] {
        let text = format!(
            "mechanism Pushed in plane {{ coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
             body block {{ mass: 2 [kg], inertia: 0.1 [kg*m^2] }}
             joint guide = prismatic(ground, block, axis: [1, 0]);
             force drag = friction(guide, coefficient: 0.2, velocity: 0 [m/s]);
             force push = force(block, [if(time < 0.5 [s], {before} [N], {after} [N]), 0 [N]]); }}"
        );
        let load: f64 = after;
        let expected = if load.abs() > limit { (load - load.signum() * limit) / 2.0 * 0.5 } else { 0.0 };
        for parameters in tapes(&text) {
            let model = parameters.build().expect("it builds");
            let check = |solution: &Solution<Tape>| close(last(solution).1, expected, 1e-9);
            for step in [1e-3, 4e-3, 0.1] {
                check(&run(&model, FifthDegree::default(), step, 1.0));
                check(&run(&model, RungeKutta4::projected(), step, 1.0));
                check(&run(&model, GeneralizedAlpha::default(), step, 1.0));
            }
        }
    }
}

/// Without friction while it slides, it holds up to the static limit all the same: a push of 4 N/s moves 2 kg from 1.5 s on,
/// v = (t² − 1.5²) in m/s.
#[test]
fn static_friction_alone_holds_up_to_its_limit() {
    for law in ["limit: 0 [N], static: 6 [N]", "coefficient: 0, static: 6 / (2 * 9.81)"] {
        let text = format!(
            "mechanism Held in plane {{ coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];
             body block {{ mass: 2 [kg], inertia: 0.1 [kg*m^2] }}
             joint guide = prismatic(ground, block, axis: [1, 0]);
             force drag = friction(guide, {law}, velocity: 0 [m/s]);
             force push = force(block, [4 [N/s] * time, 0 [N]]); }}"
        );
        for parameters in tapes(&text) {
            let model = parameters.build().expect("it builds");
            for step in [1e-2, 7e-3] {
                let held = run(&model, RungeKutta4::projected(), step, 1.4);
                assert!(last(&held) == (0.0, 0.0), "{:?}", last(&held));
                close(last(&run(&model, RungeKutta4::projected(), step, 3.0)).1, 6.75, 1e-9);
                close(last(&run(&model, FifthDegree::default(), step, 3.0)).1, 6.75, 1e-9);
            }
        }
    }
}

/// A static value below the sliding one has no effect: a push of 10 N/s moves 1 kg from 0.6 s on, v = 5 (t − 0.6)² in m/s.
#[test]
fn static_friction_is_at_least_that_of_sliding() {
    for law in ["limit: 6 [N], static: 5 [N]", "limit: most, static: 5 [N]", "coefficient: 0.6, static: 0.5"]
    {
        let text = format!(
            "mechanism Low in plane {{ coordinates = [minimal, absolute]; gravity = [0, -10] [m/s^2]; param most = 6 [N];
             body block {{ mass: most / 6 [m/s^2], inertia: 0.1 [kg*m^2] }}
             joint guide = prismatic(ground, block, axis: [1, 0]);
             force drag = friction(guide, {law}, velocity: 0 [m/s]);
             force push = force(block, [10 [N/s] * time, 0 [N]]); }}"
        );
        for parameters in tapes(&text) {
            let model = parameters.build().expect("it builds");
            close(last(&run(&model, RungeKutta4::projected(), 1e-2, 1.0)).1, 0.8, 1e-9);
            close(last(&run(&model, FifthDegree::default(), 7e-3, 1.0)).1, 0.8, 1e-9);
        }
    }
}

/// A block that rides on a belt without slip, in absolute coordinates, where the rate of the slip is rounding of the start: it does not slide
/// at the first sample either.
#[test]
fn a_block_that_rides_does_not_slide_at_the_start() {
    let text = "mechanism Ride in plane { coordinates = [minimal, absolute]; gravity = [0, -10] [m/s^2];
        body belt { mass: 1 [kg], inertia: 1 [kg*m^2] }
        body block { mass: 1 [kg], inertia: 1 [kg*m^2] }
        joint drive = prismatic(ground, belt, axis: [1, 0]);
        joint slide = prismatic(belt, block, axis: [1, 0]);
        constraint motor: drive.displacement = 0.1 [m/s] * time;
        force rub = friction(slide, coefficient: 0.3, velocity: 0 [m/s]);
        output held = rub.force;
        initial { der(slide.displacement): 0 [m/s] } }";
    for parameters in tapes(text) {
        let model = parameters.build().expect("it builds");
        let ridden = run(&model, RungeKutta4::projected(), 1e-2, 0.1);
        assert!(ridden.output("held").unwrap().iter().all(|held| held.abs() < 1e-12));
    }
}
