//! Haug's slider–crank: closed form, driving torque and force of the guide with and without friction.
//!
//! The published friction is −μ |N| sign ẋ with N the vertical force of the guide alone; `friction(guide)` counts the
//! horizontal one as well, so the law is written out here. Where the paper takes N of the previous step, our method takes
//! one step of Newton's iteration towards the present one, unless set otherwise: its torques are closer to the reference with
//! friction at the same instant. With `lagged_reactions` it is the published one.

use super::*;
use linkwork::symplectic::Rattle;

/// Outputs in their order.
const V: usize = 0;
const N: usize = 1;
const X: usize = 2;
const T: usize = 3;

fn crank(friction: f64) -> Tape {
    tape(&published::slider_crank().unwrap(), &[], &[("friction", friction)])
}

/// The whole table by inverse dynamics, friction included, at 21 instants of a turn.
#[test]
fn inverse_dynamics() {
    let all = reference();
    for (friction, name) in [(0.0, "0"), (0.2, "0.2"), (0.4, "0.4")] {
        let m = crank(friction);
        let names = ["t", "x", "v", &format!("T_mu{name}"), &format!("N_mu{name}")];
        let truth = columns(&all["slider_crank"], &names);
        let motion = m.kinematics().step(0.05).until(1.0).run().unwrap();
        assert_eq!((truth.len(), motion.samples().len()), (21, 21));
        for (row, sample) in truth.iter().zip(motion.samples()) {
            let found = motion_outputs(&m, sample);
            let what = format!("μ = {friction}, t = {}", row[0]);
            let (x, v) = published::slider(row[0]);
            close(&what, found[X], x, 1e-14);
            close(&what, found[V], v, 1e-14);
            close(&what, found[X], row[1], 1e-14);
            close(&what, found[V], row[2], 2e-15);
            // Of 0.6 N·m and 40 N, with 13 digits in the table.
            close(&what, found[T], row[3], 2e-13);
            close(&what, found[N], row[4], 2e-11);
        }
    }
}

/// v_n = (x(t_n) − x(t_{n−1}))/h in both methods: the velocity is h a/2 off, for any forces.
#[test]
fn velocity_errors() {
    let (m, all) = (crank(0.0), reference());
    let published = all["driven_mechanism_velocity_convergence"]["slider_crank"].as_array().unwrap();
    for h in [1e-2, 1e-3] {
        let last = step_of(8.0, h);
        let runs = [
            ("HI", outputs(&m, &HalfImplicitEuler::default(), h, last)),
            ("FI", outputs(&m, &ImplicitEuler::default(), h, last)),
        ];
        for (method, run) in runs {
            let row = published.iter().find(|row| row[0] == method && number(&row[1]) == h).unwrap();
            let errors: Vec<f64> =
                (1..=last).map(|i| run[i][V] - published::slider(i as f64 * h).1).collect();
            let what = format!("{method}, h = {h}");
            close(&what, rms(errors.iter().copied()), number(&row[2]), 1e-11);
            close(&what, errors[last - 1].abs(), number(&row[3]), 1e-11);
        }
    }
}

/// Torque and force of the half-implicit method step by step, the first of which has half the inertial part.
#[test]
fn regression_without_friction() {
    let (m, all) = (crank(0.0), reference());
    let table = published::rows(&all["friction_HI_h1e-3"]["0"]).unwrap();
    assert_eq!(table.len(), 11);
    let run = outputs(&m, &HalfImplicitEuler::default().own_reactions(), 1e-3, 1600);
    for row in table {
        let found = &run[step_of(row[0], 1e-3)];
        let what = format!("t = {}", row[0]);
        // The published iteration ends at 1e-10, which λ carries times 1/h² = 1e6.
        close(&what, found[T], row[1], 2e-11);
        close(&what, found[N], row[2], 1e-9);
        close(&what, found[V], row[3], 1e-11);
    }
}

/// The same with the friction of the force of the previous step, as published: torque, force and velocity step by step.
#[test]
fn regression_with_lagging_friction() {
    let all = reference();
    for (friction, name) in [(0.0, "0"), (0.2, "0.2"), (0.4, "0.4")] {
        let table = published::rows(&all["friction_HI_h1e-3"][name]).unwrap();
        assert_eq!(table.len(), 11);
        let method = HalfImplicitEuler::default().lagged_reactions().own_reactions();
        let run = outputs(&crank(friction), &method, 1e-3, 1600);
        for row in table {
            let found = &run[step_of(row[0], 1e-3)];
            let what = format!("μ = {friction}, t = {}", row[0]);
            // Eleven digits. The start of the independent program has an error of 2e-7 N, which friction passes to the first steps.
            let start = if row[0] < 0.05 { friction } else { 0.0 };
            let (torque, force) = (3e-11 + 1e-8 * start, 1.5e-9 + 1e-6 * start);
            close(&what, found[T], row[1], torque);
            close(&what, found[N], row[2], force);
            close(&what, found[V], row[3], 1e-11);
        }
        // The first torque in closed form: without friction, and F v/ω of the first force of the guide, v/ω = 0.04 m.
        let first = columns(&all["slider_crank"], &["N_mu0"])[0][0];
        let frictionless = published::rows(&all["friction_HI_h1e-3"]["0"]).unwrap()[0][1];
        close(&format!("μ = {friction}"), run[0][T], frictionless - 0.04 * friction * first, 1e-11);
    }
}

/// Instants away from the jumps of friction at 0.1106 and 0.6106 s, where v changes its sign.
const SMOOTH: [f64; 7] = [0.05, 0.1, 0.25, 0.5, 0.6, 0.7, 0.9];

/// The largest error of T at [`SMOOTH`] instants against the law with the present force of the guide.
fn torque_error<S: Stepper<Tape>>(method: &S, friction: f64, h: f64) -> f64 {
    let truth = columns(&reference()["slider_crank"], &["t", &format!("T_mu{friction}")]);
    let run = outputs(&crank(friction), method, h, step_of(1.0, h));
    let smooth = truth.iter().filter(|row| SMOOTH.contains(&row[0]));
    let errors: Vec<f64> = smooth.map(|row| (run[step_of(row[0], h)][T] - row[1]).abs()).collect();
    assert_eq!(errors.len(), SMOOTH.len());
    errors.into_iter().fold(0.0, linkwork::Real::max)
}

/// Without friction, two digits as published. With friction the published errors of the lagging law are 5.05e-4 (μ = 0.2) and
/// 2.04e-3 (0.4) at h = 1e-3, and a tenth at 1e-4; here friction adds nothing to the error.
#[test]
fn torque_errors() {
    let half = [(1e-3, 6.8e-6), (1e-4, 4.7e-7)];
    let full = [(1e-3, 6.6e-3), (1e-4, 6.7e-4)];
    for ((h, explicit), (_, implicit)) in half.into_iter().zip(full) {
        let found = torque_error(&HalfImplicitEuler::default(), 0.0, h);
        close(&format!("HI, h = {h}"), found / explicit, 1.0, 0.01);
        let found = torque_error(&ImplicitEuler::default(), 0.0, h);
        close(&format!("FI, h = {h}"), found / implicit, 1.0, 0.01);
        for friction in [0.2, 0.4] {
            let found = torque_error(&HalfImplicitEuler::default(), friction, h);
            assert!(found <= 1.01 * explicit, "μ = {friction}, h = {h}: {found:e}");
            let found = torque_error(&ImplicitEuler::default(), friction, h);
            assert!(found <= 1.01 * implicit, "μ = {friction}, h = {h}: {found:e}");
        }
    }
}

/// The lagging law has the published errors, which fall with h.
#[test]
fn torque_errors_of_the_lagging_law() {
    let method = HalfImplicitEuler::default().lagged_reactions();
    for (friction, h, published) in
        [(0.2, 1e-3, 5.05e-4), (0.2, 1e-4, 5.02e-5), (0.4, 1e-3, 2.04e-3), (0.4, 1e-4, 2.03e-4)]
    {
        let found = torque_error(&method, friction, h);
        close(&format!("μ = {friction}, h = {h}"), found / published, 1.0, 5e-3);
    }
}

/// RATTLE, of order 2, keeps velocities on the constraints: those of a driven mechanism are exact, and so are its torques.
#[test]
fn rattle() {
    let m = crank(0.4);
    let run = outputs(&m, &Rattle, 1e-2, step_of(1.0, 1e-2));
    for (i, found) in run.iter().enumerate() {
        let (x, v) = published::slider(i as f64 * 1e-2);
        close(&format!("x at step {i}"), found[X], x, 1e-14);
        close(&format!("v at step {i}"), found[V], v, 1e-13);
    }
    let truth = columns(&reference()["slider_crank"], &["t", "T_mu0.4"]);
    for row in truth {
        close(&format!("T at {}", row[0]), run[step_of(row[0], 1e-2)][T], row[1], 1e-12);
    }
}
