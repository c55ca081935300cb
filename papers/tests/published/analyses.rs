//! Analyses of compiled mechanisms against closed forms and hand calculations.

use linkwork::analysis::AnalysisError;
use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork::{Error, Row};
use linkwork_models::{
    CartesianPendulum, DoublePendulum, MotorPendulum, Pendulum, SliderCrankCartesian,
    SliderCrankCartesianInputs,
};
use nalgebra::Complex;
use std::f64::consts::{FRAC_PI_2, TAU};

const GRAVITY: f64 = 9.81;

linkwork::mechanism! {
    /// The slider–crank of the library, with its crank turned by a constraint and a filter on the position of its slider.
    mechanism DrivenSliderCrank {
        param crank_length = 0.15 [m];
        param rod_length = 0.35 [m];
        param crank_mass = 1.2 [kg];
        param rod_mass = 0.6 [kg];
        param slider_mass = 2 [kg];
        param crank_inertia = 2.25e-3 [kg*m^2];
        param rod_inertia = 6.125e-3 [kg*m^2];
        param damping = 10 [N*s/m];
        param gravity = 9.81 [m/s^2];
        param rate = 6 [rad/s];
        param lag = 0.1 [s];

        coordinate crank_x [m] = 0.065 [m];
        coordinate crank_y [m] = 0.04 [m];
        coordinate crank_angle [rad] = 30 [deg];
        coordinate rod_x [m] = 0.3 [m];
        coordinate rod_y [m] = 0.04 [m];
        coordinate rod_angle [rad] = -12 [deg];
        coordinate slider_x [m] = 0.47 [m];
        state filtered [m];

        kinetic = crank_mass * (der(crank_x)^2 + der(crank_y)^2) / 2 + crank_inertia * der(crank_angle)^2 / 2;
        kinetic = rod_mass * (der(rod_x)^2 + der(rod_y)^2) / 2 + rod_inertia * der(rod_angle)^2 / 2;
        kinetic = slider_mass * der(slider_x)^2 / 2;
        potential = gravity * (crank_mass * crank_y + rod_mass * rod_y);
        dissipation = damping * der(slider_x)^2 / 2;
        der(filtered) = (slider_x - filtered) / lag;

        constraint pivot_x: crank_x = crank_length / 2 * cos(crank_angle);
        constraint pivot_y: crank_y = crank_length / 2 * sin(crank_angle);
        constraint pin_x: crank_x + crank_length / 2 * cos(crank_angle) = rod_x - rod_length / 2 * cos(rod_angle);
        constraint pin_y: crank_y + crank_length / 2 * sin(crank_angle) = rod_y - rod_length / 2 * sin(rod_angle);
        constraint wrist_x: rod_x + rod_length / 2 * cos(rod_angle) = slider_x;
        constraint wrist_y: rod_y + rod_length / 2 * sin(rod_angle) = 0 [m];
        constraint motor: crank_angle = 30 [deg] + rate * time;

        initial { filtered: 0.4 [m] }
    }
}

linkwork::mechanism! {
    /// Two masses on a line between springs, pushed by three inputs of which two act on the same mass.
    mechanism Pushed {
        param mass = 2 [kg];
        param stiffness = 50 [N/m];
        coordinate x1 [m];
        coordinate x2 [m];
        input push [N];
        input pull [N];
        input second [N];
        input bent [N];
        kinetic = mass * (der(x1)^2 + der(x2)^2) / 2;
        potential = stiffness * (x1^2 + (x2 - x1)^2) / 2;
        force one = generalized(x1, push - pull);
        force two = generalized(x2, second + bent^3 / 1 [N^2]);
        output stretch = x2 - x1;
        output acceleration = der(der(x2));
        initial { x1: 0.1 [m], der(x2): 1 [m/s] }
    }
}

/// Crank angle to (s, ds/dφ, d²s/dφ²) of the slider, s = r cos φ + √(l² − r² sin² φ).
fn slider(phi: f64) -> (f64, f64, f64) {
    let (r, l) = (0.15, 0.35);
    let (sin, cos) = phi.sin_cos();
    let root = (l * l - r * r * sin * sin).sqrt();
    let first = -r * r * sin * cos / root;
    let second = -r * r * (cos * cos - sin * sin) / root - first * first / root;
    (r * cos + root, -r * sin + first, -r * cos + second)
}

/// The effective inertia of the crank, and its derivative with respect to the angle, from T = J(φ) φ'²/2.
fn crank_inertia(phi: f64) -> (f64, f64) {
    let inertia = |phi: f64| {
        let (r, l) = (0.15, 0.35);
        let (sin, cos) = phi.sin_cos();
        let s1 = slider(phi).1;
        // The rod's centre is half way between pin and wrist; its angle β has sin β = −r sin φ / l.
        let (x, y) = (0.5 * (-r * sin + s1), 0.5 * r * cos);
        let beta = -r * cos / (l * l - r * r * sin * sin).sqrt();
        1.2 * (0.5 * r) * (0.5 * r) + 2.25e-3 + 0.6 * (x * x + y * y) + 6.125e-3 * beta * beta + 2.0 * s1 * s1
    };
    let d = 1e-4;
    // Fourth-order differences: 1e-16 of truncation.
    let derivative = (8.0 * (inertia(phi + d) - inertia(phi - d)) - inertia(phi + 2.0 * d)
        + inertia(phi - 2.0 * d))
        / (12.0 * d);
    (inertia(phi), derivative)
}

fn initial<M: Mechanism<Scalar = f64>>(m: &M) -> Start<M> {
    let (q, v, y) = m.initial();
    Start { t: 0.0, q, v, y }
}

#[test]
fn a_pendulum_rests_below_and_swings_with_the_root_of_g_over_l() {
    let length = 0.7;
    // It starts horizontal, where the stiffness vanishes.
    let pendulum = Pendulum { length, ..Default::default() }.build().unwrap();
    let rest = pendulum.equilibrium().unwrap();
    assert!((rest.state.q[0] + FRAC_PI_2).abs() < 1e-12, "{}", rest.state.q[0]);
    assert_eq!(rest.stability, Stability::Stable);
    assert!((rest.stiffness[0] - GRAVITY / length).abs() < 1e-11);
    let modes = rest.linearization.modes().unwrap();
    assert!((modes.modes[0].frequency() - (GRAVITY / length).sqrt() / TAU).abs() < 1e-13);
    assert!(modes.modes[0].damping_ratio().abs() < 1e-14);
    // Upright it rests too, and falls with the same rate.
    let upright = pendulum.equilibrium_near(&Start { q: [1.4].into(), ..initial(&pendulum) }).unwrap();
    assert!((upright.state.q[0] - FRAC_PI_2).abs() < 1e-12);
    assert_eq!(upright.stability, Stability::Unstable);
    let falls = upright.linearization.undamped_modes().unwrap();
    assert!((falls.modes[0].eigenvalue - Complex::new((GRAVITY / length).sqrt(), 0.0)).norm() < 1e-12);
}

#[test]
fn cartesian_and_minimal_pendulums_have_the_same_modes() {
    let minimal = Pendulum { length: 0.7, mass: 3.0, ..Default::default() }.build().unwrap();
    let cartesian = CartesianPendulum { length: 0.7, mass: 3.0, ..Default::default() }.build().unwrap();
    let (a, b) = (minimal.equilibrium().unwrap(), cartesian.equilibrium().unwrap());
    let (a_modes, b_modes) = (a.linearization.modes().unwrap(), b.linearization.modes().unwrap());
    assert_eq!(b_modes.modes.len(), 1);
    assert!((a_modes.modes[0].eigenvalue - b_modes.modes[0].eigenvalue).norm() < 1e-12);
    assert_eq!(b.independent_names()[0].name, "x");
    // It swings along x.
    assert!((b_modes.modes[0].shape[0].re - 1.0).abs() < 1e-14 && b_modes.modes[0].shape[1].norm() < 1e-12);
    // 2 λ y = −m g at the lowest point.
    assert!((b.state.lambda[0] - 3.0 * GRAVITY / 1.4).abs() < 1e-11);
    assert!((b.linearization.reduced_mass[(0, 0)] - 3.0).abs() < 1e-14);
}

#[test]
fn a_double_pendulum_has_the_modes_of_the_textbook() {
    let (m1, m2, l1, l2) = (1.3, 0.4, 0.9, 0.6);
    let declared = DoublePendulum { mass1: m1, mass2: m2, length1: l1, length2: l2, ..Default::default() };
    let pendulum = declared.build().unwrap();
    let near = Start { q: [0.3, -0.2].into(), ..initial(&pendulum) };
    let rest = pendulum.equilibrium_near(&near).unwrap();
    assert!(rest.state.q.amax() < 1e-12 && rest.stability == Stability::Stable);
    // m₁ l₁ l₂ ω⁴ − (m₁ + m₂) g (l₁ + l₂) ω² + (m₁ + m₂) g² = 0, and
    // θ₂/θ₁ = (m₁ + m₂)(g − l₁ ω²)/(m₂ l₂ ω²).
    let (p, q) =
        ((m1 + m2) * GRAVITY * (l1 + l2) / (m1 * l1 * l2), (m1 + m2) * GRAVITY * GRAVITY / (m1 * l1 * l2));
    let root = (0.25 * p * p - q).sqrt();
    let damped = rest.linearization.modes().unwrap();
    let undamped = rest.linearization.undamped_modes().unwrap();
    for (i, square) in [0.5 * p - root, 0.5 * p + root].into_iter().enumerate() {
        let ratio = (m1 + m2) * (GRAVITY - l1 * square) / (m2 * l2 * square);
        for modes in [&damped, &undamped] {
            let mode = &modes.modes[i];
            assert!((mode.eigenvalue.im - square.sqrt()).abs() < 1e-11, "{}", mode.eigenvalue);
            let found = mode.shape[1] / mode.shape[0];
            assert!((found - Complex::new(ratio, 0.0)).norm() < 1e-10, "{found} for {ratio}");
        }
        assert!((rest.stiffness[i] - square).abs() < 1e-10);
    }
}

#[test]
fn a_motor_adds_a_pole() {
    let motor = MotorPendulum { voltage: 6.0, ..Default::default() }.build().unwrap();
    let rest = motor.equilibrium().unwrap();
    // Standing still: current = V/R, and its torque against gravity.
    let (inertia, k, current): (f64, f64, f64) = (0.5 * 0.4 * 0.4 + 2e-3, 0.15, 6.0 / 2.0);
    let angle = (k * current / (0.5 * GRAVITY * 0.4)).asin();
    assert!((rest.state.y[0] - current).abs() < 1e-12 && (rest.state.q[0] - angle).abs() < 1e-12);
    assert_eq!(rest.stability, Stability::Stable);
    // (J λ² + d λ + m g l cos θ)(L λ + R) + k² λ = 0
    let stiffness = 0.5 * GRAVITY * 0.4 * angle.cos();
    let modes = rest.linearization.modes().unwrap();
    assert_eq!(modes.modes.iter().map(|mode| if mode.oscillates() { 2 } else { 1 }).sum::<usize>(), 3);
    for mode in &modes.modes {
        let s = mode.eigenvalue;
        let value = (s * s * inertia + s * 0.01 + stiffness) * (s * 0.02 + 2.0) + s * k * k;
        assert!(value.norm() < 1e-9, "λ = {s} leaves {value}");
    }
    let kinds: Vec<_> = rest.linearization.state_names().iter().map(|n| n.name.to_string()).collect();
    assert_eq!(kinds, ["theta", "der(theta)", "current"]);
}

#[test]
fn a_slider_crank_rests_where_virtual_work_says() {
    let mut crank = SliderCrankCartesian::default().build().unwrap();
    crank.set_inputs(SliderCrankCartesianInputs { drive: 4.0 });
    let rest = crank.equilibrium().unwrap();
    let phi = rest.state.q[2];
    let (s, ds, _) = slider(phi);
    // The spring pushes with k (anchor − s − free) towards the anchor's far side: V = k (1 − s − 0.5)²/2.
    let spring = 1.2e3 * (1.0 - s - 0.5);
    let gravity = -GRAVITY * (1.2 * 0.075 + 0.6 * 0.075) * phi.cos();
    let work = 4.0 + spring * ds + gravity;
    assert!(work.abs() < 1e-9 * spring.abs(), "{work} at {phi}");
    assert!((rest.state.q[6] - s).abs() < 1e-12);
    // One freedom: the reduced stiffness is the derivative of the virtual work, over the inertia of the crank.
    let work = |phi: f64| {
        let (s, ds, _) = slider(phi);
        4.0 + 1.2e3 * (0.5 - s) * ds - GRAVITY * 1.8 * 0.075 * phi.cos()
    };
    let slope = -(work(phi + 1e-5) - work(phi - 1e-5)) / 2e-5;
    let square = slope / crank_inertia(phi).0;
    assert!((rest.stiffness[0] - square).abs() < 1e-6 * square.abs(), "{} for {square}", rest.stiffness[0]);
    assert_eq!(rest.stability == Stability::Stable, square > 0.0);
}

#[test]
fn a_driven_slider_crank_moves_by_its_closed_form() {
    let rate = 6.0;
    let crank = DrivenSliderCrank::default().build().unwrap();
    let motion = crank.kinematics().step(0.02).until(2.0).run().unwrap();
    assert_eq!(motion.samples().len(), 101);
    for sample in motion.samples() {
        let phi = TAU / 12.0 + rate * sample.t;
        let (s, s1, s2) = slider(phi);
        assert!((sample.q[2] - phi).abs() < 1e-13 && (sample.q[6] - s).abs() < 1e-13, "t = {}", sample.t);
        assert!((sample.v[6] - s1 * rate).abs() < 1e-12, "t = {}", sample.t);
        assert!((sample.a[6] - s2 * rate * rate).abs() < 1e-10, "t = {}", sample.t);
        // J φ'' + J' φ'²/2 + V' + d s'² φ' = torque = −λ of `motor`.
        let torque = 0.5 * crank_inertia(phi).1 * rate * rate
            + GRAVITY * 1.8 * 0.075 * phi.cos()
            + 10.0 * s1 * s1 * rate;
        assert!((sample.lambda[6] + torque).abs() < 1e-9, "{} for {torque}", -sample.lambda[6]);
        // The drive is the only source of energy, the damper the only sink.
        let power = crank.power(sample);
        assert!((power.reactions - torque * rate).abs() < 1e-9);
        assert!((power.rest + 10.0 * (s1 * rate) * (s1 * rate)).abs() < 1e-9);
    }
    // The filter, integrated with a step of a quarter.
    let fine = crank.kinematics().step(0.005).until(2.0).run().unwrap();
    let (a, b) = (motion.last().y[0], fine.last().y[0]);
    assert!((a - b).abs() < 1e-5 && a != b, "{a} {b}");
}

#[test]
fn large_steps_of_a_driven_mechanism_are_refined() {
    let crank = DrivenSliderCrank::default().build().unwrap();
    // A third of a turn a sample: the prediction alone would lose the branch.
    let motion = crank.kinematics().step(0.35).until(7.0).run().unwrap();
    assert!(motion.report().rejected > 0 && motion.report().steps > 20);
    for sample in motion.samples() {
        let phi = TAU / 12.0 + 6.0 * sample.t;
        assert!((sample.q[6] - slider(phi).0).abs() < 1e-12, "t = {}", sample.t);
    }
}

#[test]
fn a_driven_mechanism_that_locks_reports_where() {
    // A rod shorter than the crank ends the motion at sin φ = l/r.
    let crank = DrivenSliderCrank { rod_length: 0.1, ..Default::default() }.build().unwrap();
    let error = crank.kinematics().step(0.01).until(1.0).run().unwrap_err();
    let Error::Analysis(AnalysisError::Locked { time, row, .. }) = &error else { panic!("{error}") };
    let exact = ((0.1_f64 / 0.15).asin() - TAU / 12.0) / 6.0;
    assert!((time - exact).abs() < 1e-6, "{time} for {exact}");
    assert!(matches!(row, Row::Constraint(_)), "{error}");
    let free = SliderCrankCartesian::default().build().unwrap();
    let error = free.kinematics().step(0.01).until(1.0).run().unwrap_err();
    assert!(
        matches!(&error, Error::Analysis(AnalysisError::Freedom { free, .. }) if free.len() == 1),
        "{error}"
    );
}

#[test]
fn efforts_recover_the_inputs_of_a_motion() {
    let mut crank = SliderCrankCartesian::default().build().unwrap();
    crank.set_inputs(SliderCrankCartesianInputs { drive: 3.7 });
    let state = crank.initial_state().unwrap();
    let efforts = crank.efforts(&Motion::from(&state), &["drive"]).unwrap();
    assert!((efforts.inputs[0] - 3.7).abs() < 1e-12 * 100.0, "{:?}", efforts.inputs);
    assert!((efforts.lambda - state.lambda).amax() < 1e-12 * state.lambda.amax());
    // No input causes a motion that violates the constraints.
    let mut wrong = Motion::from(&state);
    wrong.a[6] += 1.0;
    let error = crank.efforts(&wrong, &["drive"]).unwrap_err();
    assert!(error.to_string().contains("`der(der(wrist_x))`"), "{error}");
}

#[test]
fn efforts_are_shared_or_refused() {
    let pushed = Pushed::default().build().unwrap();
    let free = pushed.initial_state().unwrap();
    let motion = |a1: f64, a2: f64| Motion { a: [a1, a2].into(), ..Motion::from(&free) };
    // 2 a₁ + 50 (2 x₁ − x₂) = push − pull, shared equally; 2 a₂ + 50 (x₂ − x₁) = second.
    let efforts = pushed.efforts(&motion(1.5, 0.5), &["push", "pull", "second"]).unwrap();
    let first = 2.0 * 1.5 + 50.0 * 0.2;
    for (found, exact) in efforts.inputs.iter().zip([0.5 * first, -0.5 * first, 1.0 - 5.0]) {
        assert!((found - exact).abs() < 1e-13, "{:?}", efforts.inputs);
    }
    let error = pushed.efforts(&motion(1.5, 0.5), &["push"]).unwrap_err();
    let Error::Analysis(AnalysisError::Unreachable { gaps, .. }) = &error else { panic!("{error}") };
    assert!(gaps.len() == 1 && gaps[0].name == "x2" && gaps[0].unit == "N", "{error}");
    assert!((gaps[0].value + 4.0).abs() < 1e-12);
    let error = pushed.efforts(&motion(0.0, 0.0), &["bent"]).unwrap_err();
    assert!(
        matches!(&error, Error::Analysis(AnalysisError::NotAffine { input, .. }) if input == "bent"),
        "{error}"
    );
    assert!(pushed.efforts(&motion(0.0, 0.0), &["pusch"]).unwrap_err().to_string().contains("`push`"));
}

#[test]
fn inputs_and_outputs_of_a_linearisation() {
    let pushed = Pushed::default().build().unwrap();
    let state = pushed.initial_state().unwrap();
    let linear = pushed.linearize_inputs(&state).unwrap();
    assert_eq!(linear.input.shape(), (4, 4));
    // x'' = (push − pull)/2, (second + bent³)/2 with bent = 0.
    let columns = [[0.0, 0.0, 0.5, 0.0], [0.0, 0.0, -0.5, 0.0], [0.0, 0.0, 0.0, 0.5], [0.0; 4]];
    for (k, column) in columns.iter().enumerate() {
        assert_eq!(linear.input.column(k).as_slice(), column);
    }
    assert_eq!(linear.output.row(0).iter().copied().collect::<Vec<_>>(), [-1.0, 1.0, 0.0, 0.0]);
    assert_eq!(linear.output.row(1).iter().copied().collect::<Vec<_>>(), [25.0, -25.0, 0.0, 0.0]);
    assert_eq!(linear.feedthrough.row(1).iter().copied().collect::<Vec<_>>(), [0.0, 0.0, 0.5, 0.0]);

    // Of a constrained mechanism: the torque of the crank against its effective inertia.
    let crank = SliderCrankCartesian::default().build().unwrap();
    let state = crank.initial_state().unwrap();
    let linear = crank.linearize_inputs(&state).unwrap();
    let independent = linear.velocities.column(0);
    let per_angle = independent[2];
    let (inertia, _) = crank_inertia(state.q[2]);
    assert!((linear.input[(1, 0)] * per_angle - 1.0 / inertia).abs() < 1e-9);
    let piston = slider(state.q[2]).1 * linear.displacements[(2, 0)];
    assert!((linear.output[(0, 0)] - piston).abs() < 1e-12);
}

#[test]
fn inputs_that_are_functions_of_time_are_held_at_their_values() {
    let crank = SliderCrankCartesian::default().build().unwrap();
    let driven = crank.clone().driven(|t| SliderCrankCartesianInputs { drive: 4.0 + t });
    let mut held = crank.clone();
    held.set_inputs(SliderCrankCartesianInputs { drive: 4.0 });
    let (a, b) = (driven.equilibrium().unwrap(), held.equilibrium().unwrap());
    assert_eq!(a.state.q, b.state.q);
    assert_eq!(a.stiffness, b.stiffness);
    let state = held.initial_state().unwrap();
    let power = held.power_with_inputs(&state);
    assert!((power.inputs - 4.0 * 6.0).abs() < 1e-12);
    assert!((power.rest + 10.0 * state.v[6] * state.v[6]).abs() < 1e-11 && power.reactions.abs() < 1e-11);
    let balance = power.total() - power.inputs - power.rest - power.reactions;
    assert!(balance.abs() < 1e-12);
}
