//! Base parameters from simulated motions.

use crate::{ARM, SLIDER_CRANK, instant, programs, regressor, regressors};
use linkwork::analysis::Motion;
use linkwork::prelude::*;
use linkwork::runge_kutta::DormandPrince8;
use linkwork_regressor::{BaseParameters, Estimate, Instant, Regressor, Stacked};
use linkwork_tape::TapeParameters;

/// Estimates compared with the values of the description: rounding, and conditions of some hundreds.
const FOUND: f64 = 1e-8;

type Drive = fn(f64) -> Vec<f64>;

/// The samples of a driven run of the description as it is.
fn measured(source: &str, formulation: usize, drive: Drive) -> Vec<Instant> {
    let program = programs(source, false).swap_remove(formulation);
    let tape = TapeParameters::new(program).build().expect("the mechanism").driven_by(drive);
    let simulation = tape.simulate().method(DormandPrince8::projected()).step(2e-3).until(2.0);
    let solution = simulation.output(linkwork::simulation::Sampling::Every(5)).run().expect("a run");
    solution.samples().iter().map(|state| instant(&Motion::from(state), &drive(state.t))).collect()
}

fn check(regressor: &Regressor, instants: &[Instant], digits: f64) -> Estimate {
    let base = BaseParameters::of(regressor).expect("base parameters");
    let stacked = Stacked::new(regressor, instants, None).expect("rows");
    let estimate = Estimate::of(&base, &stacked, regressor.columns()).expect("an estimate");
    let wanted = base.values(regressor.values());
    for (k, named) in base.names(regressor.columns()).iter().enumerate() {
        let apart = (estimate.values[k] - wanted[k]).abs();
        let text = format!(
            "{}: {}, not {} (condition {})",
            named.name, estimate.values[k], wanted[k], estimate.condition
        );
        assert!(apart < digits * (1.0 + wanted[k].abs()), "{text}");
    }
    estimate
}

fn two_motors(t: f64) -> Vec<f64> {
    vec![6.0 * (2.1 * t).sin() + 9.0 * (0.7 * t).cos(), 2.0 * (3.3 * t).sin() - 1.5 * (5.1 * t).cos()]
}

fn one_motor(t: f64) -> Vec<f64> {
    vec![3.0 * (4.0 * t).sin() + 2.0 * (9.7 * t).cos()]
}

#[test]
fn an_open_arm_is_identified_from_its_motion() {
    let regressor = regressor(ARM);
    let estimate = check(&regressor, &measured(ARM, 0, two_motors), FOUND);
    assert!(estimate.residual < 1e-9, "{}", estimate.residual);
}

#[test]
fn a_closed_loop_that_a_torque_drives_is_identified_from_its_motion() {
    for (formulation, regressor) in regressors(SLIDER_CRANK).iter().enumerate() {
        check(regressor, &measured(SLIDER_CRANK, formulation, one_motor), FOUND);
    }
}

/// Of a loop only the angle of its crank is measured: the rest is computed, and efforts are those of the motor instead of its input.
#[test]
fn a_loop_is_identified_from_the_motion_of_its_crank() {
    let regressor = regressor(SLIDER_CRANK);
    let crank = regressor.velocity("pivot.angle").expect("the crank");
    let mut before = Instant::initial(regressor.tape());
    let mut instants = Vec::new();
    for full in measured(SLIDER_CRANK, 0, one_motor) {
        let mut known = before.clone();
        (known.time, known.q[crank], known.v[crank], known.a[crank]) =
            (full.time, full.q[crank], full.v[crank], full.a[crank]);
        let found = regressor.following(&known, &[crank]).expect("the rest follows");
        for (x, wanted) in found.q.iter().zip(&full.q).chain(found.a.iter().zip(&full.a)) {
            assert!((x - wanted).abs() < 1e-7 * (1.0 + wanted.abs()), "{x}, not {wanted}");
        }
        before = found.clone();
        let mut efforts = vec![0.0; found.v.len()];
        efforts[crank] = full.inputs[0];
        instants.push(Instant { inputs: vec![0.0], efforts, ..found });
    }
    check(&regressor, &instants, 10.0 * FOUND);
}

/// Of dependent entries nothing is read, and the closure continues the assembled one through turns of the crank.
#[test]
fn closures_do_not_depend_on_dependent_entries() {
    let regressor = regressor(SLIDER_CRANK);
    let crank = regressor.velocity("pivot.angle").expect("the crank");
    let start = Instant::initial(regressor.tape());
    for fill in [0.0, 3.0, -40.0] {
        let mut before = start.clone();
        for step in 1..=12 {
            // Forwards and backwards, by up to several turns.
            let angle = start.q[crank] + f64::from(step) * if step % 2 == 0 { 0.5 } else { 1.5 };
            let mut next = Instant { q: vec![fill; 3], v: vec![fill; 3], a: vec![fill; 3], ..start.clone() };
            (next.q[crank], next.v[crank], next.a[crank]) = (angle, 2.0, -1.0);
            let found = regressor.continued(&before, &next, &[crank]).expect("the rest follows");
            let (tilt, turn) = ((0.15 / 0.35 * angle.sin()).asin(), found.q.iter().sum::<f64>());
            // The sine rule; the slider keeps its direction, and the rod points away from the crank.
            assert!((found.q[crank] + found.q[1] + tilt).abs() < 1e-9, "{step}: {:?}", found.q);
            assert!(turn.abs() < 1e-9, "{step}: {turn}");
            assert_eq!((found.q[crank], found.v[crank], found.a[crank]), (angle, 2.0, -1.0));
            before = found;
        }
    }
}

/// Noise of b: errors of three standard deviations at most, and not of a hundredth of one.
#[test]
fn deviations_are_those_of_noise() {
    let regressor = regressor(ARM);
    let mut instants = measured(ARM, 0, two_motors);
    for (i, instant) in instants.iter_mut().enumerate() {
        for (k, effort) in instant.efforts.iter_mut().enumerate() {
            // Uniform within 0.1 N m, by multiples of the golden ratio.
            let turns = (2 * i + k) as f64 * 0.618_033_988_749_895 * 7.0;
            *effort = 0.1 * ((turns.fract() * 2.0) - 1.0);
        }
    }
    let base = BaseParameters::of(&regressor).expect("base parameters");
    let stacked = Stacked::new(&regressor, &instants, None).expect("rows");
    let estimate = Estimate::of(&base, &stacked, regressor.columns()).expect("an estimate");
    // The standard deviation of the uniform distribution.
    assert!((estimate.residual / (0.1 / 3.0_f64.sqrt()) - 1.0).abs() < 0.1, "{}", estimate.residual);
    let wanted = base.values(regressor.values());
    for k in 0..wanted.len() {
        let apart = (estimate.values[k] - wanted[k]).abs();
        assert!(apart < 4.0 * estimate.deviations[k], "{k}: {apart} of {}", estimate.deviations[k]);
    }
    let largest = (0..wanted.len()).map(|k| (estimate.values[k] - wanted[k]).abs() / estimate.deviations[k]);
    assert!(largest.fold(0.0, f64::max) > 0.1);
}
