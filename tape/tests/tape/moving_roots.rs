//! Derivatives of motions whose switches and events move with the variable: closed forms, with dual numbers.

use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork_tape::Tape;
use num_dual::Dual64;

/// The first mechanism of a description, with the unit derivative by its only parameter.
fn dual(text: &str, p: f64) -> Tape<Dual64> {
    let parameters = tapes(text).remove(0);
    parameters.build_lifted(&[Dual64::from_re(p).derivative()], |_, _, _| ()).expect("it builds")
}

/// x and dx/dp at the end.
fn end<S: Stepper<Tape<Dual64>>>(m: &Tape<Dual64>, method: S, until: f64) -> (f64, f64) {
    let run = m.simulate().method(method).step(7e-3).until(until).run();
    let solution = run.unwrap_or_else(|error| panic!("{error}"));
    let x = solution.last().q.as_slice()[0];
    (x.re, x.eps)
}

#[track_caller]
fn check(text: &str, p: f64, until: f64, (x, slope): (f64, f64)) {
    let m = dual(text, p);
    let adaptive =
        m.simulate().method(DormandPrince5::projected()).step(1e-2).tolerance(1e-10, 1e-10).until(until);
    let solution = adaptive.run().unwrap_or_else(|error| panic!("{error}"));
    let last = solution.last().q.as_slice()[0];
    assert!((last.re - x).abs() < 1e-6 && (last.eps - slope).abs() < 1e-6, "{last} with a tolerance");
    for (found, found_slope) in
        [end(&m, RungeKutta4::projected(), until), end(&m, FifthDegree::default(), until)]
    {
        assert!((found - x).abs() < 1e-8, "x is {found}, not {x}");
        assert!((found_slope - slope).abs() < 1e-7, "dx/dp is {found_slope}, not {slope}");
    }
}

/// x'' = −x − sign x from p: after the first root at t₁ = acos(1/(p + 1)), x = 1 − (p + 1) cos(t − 2 t₁).
#[test]
fn a_force_that_jumps_at_a_position() {
    let text = "mechanism Kinked { param p = 1; coordinate x; kinetic = der(x)^2/2; potential = x^2/2 + abs(x); initial { x: p } }";
    let (p, t) = (1.0_f64, 2.0_f64);
    let first = (1.0 / (p + 1.0)).acos();
    let slope_of_first = 1.0 / ((p + 1.0).powi(2) * (1.0 - (p + 1.0).powi(-2)).sqrt());
    let turn = t - 2.0 * first;
    let slope = -turn.cos() - (p + 1.0) * turn.sin() * 2.0 * slope_of_first;
    check(text, p, t, (1.0 - (p + 1.0) * turn.cos(), slope));
}

/// x'' = −1/2 beyond p, from 0 with the velocity 1: t₁ = p, x = t − (t − p)²/4.
#[test]
fn a_force_that_begins_at_a_position() {
    let text =
        "mechanism Wall { param p = 0.5; coordinate x; mass_matrix = [[1]]; force = [if(x > p, -0.5, 0)];
        initial { x: 0, der(x): 1 } }";
    check(text, 0.5, 1.0, (1.0 - 0.0625, 0.25));
}

/// The same at a position that is reached within rounding of the end of a step, and beside it.
#[test]
fn a_force_that_begins_at_the_end_of_a_step() {
    for place in [0.07, 0.35, 0.7, 0.70001] {
        let text = format!(
            "mechanism Wall {{ param p = 1; coordinate x; mass_matrix = [[1]]; force = [if(x > {place:?}, -0.5, 0)]; initial {{ x: 0, der(x): p }} }}"
        );
        // x = p t − (t − x₀/p)²/4
        let behind = 0.98 - place;
        check(&text, 1.0, 0.98, (0.98 - behind * behind / 4.0, 0.98 - behind * place / 2.0));
    }
}

/// A block of 2 kg with friction of p: under a force of 12 N/s t it starts at t₁ = p/12, and x = (t − t₁)³; with the velocity 1.5 m/s it
/// stops at x = 1.5²/p, and rests there.
#[test]
fn friction_that_releases_and_stops_a_block() {
    let block = |more: &str, start: f64| {
        format!(
            "mechanism Block in plane {{ coordinates = [minimal]; param p = 6 [N]; gravity = [0, 0] [m/s^2];
             body block {{ mass: 2 [kg], inertia: 0.1 [kg*m^2] }} joint guide = prismatic(ground, block, axis: [1, 0]);
             force drag = friction(guide, limit: p, velocity: 0); {more} initial {{ der(guide.displacement): {start:?} [m/s] }} }}"
        )
    };
    let push = "force push = torque(guide, 12 [N/s]*time);";
    check(&block(push, 0.0), 6.0, 1.0, (0.125, -0.0625));
    check(&block("", 1.5), 6.0, 1.0, (1.5 * 1.5 / 6.0, -1.5 * 1.5 / 36.0));
}

/// A ball that bounces without loss: z = 1 − p s²/2 with s = 2 √(2/p) − t.
#[test]
fn a_reset_at_a_time_that_moves() {
    let m = dual(
        "mechanism Ball { param p = 10; coordinate z; mass_matrix = [[1]]; force = [-p]; initial { z: 1 } }",
        10.0,
    );
    let bounce = |state: &mut Start<Tape<Dual64>>| state.v.as_mut_slice()[0] = -state.v.as_slice()[0];
    let run = m.simulate().method(RungeKutta4::projected()).step(7e-3).until(0.7);
    let solution =
        run.reset_at(Event::of("z").falling(), bounce).run().unwrap_or_else(|error| panic!("{error}"));
    let z = solution.last().q.as_slice()[0];
    let (p, t) = (10.0_f64, 0.7);
    let s = 2.0 * (2.0 / p).sqrt() - t;
    let slope = -s * s / 2.0 + p * s * 2.0_f64.sqrt() * p.powf(-1.5);
    assert!((z.re - (1.0 - p * s * s / 2.0)).abs() < 1e-11, "{}", z.re);
    assert!((z.eps - slope).abs() < 1e-11, "{} instead of {slope}", z.eps);
    let [event] = solution.events() else { panic!("one bounce") };
    assert!((event.state.t.eps + 0.5 * 2.0_f64.sqrt() * p.powf(-1.5)).abs() < 1e-12, "{:?}", event.state.t);
}
