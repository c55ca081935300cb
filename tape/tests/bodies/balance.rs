//! The balance of energy over a run: closed forms of work, motions that grow physically, and motions that grow numerically.

use crate::tapes::tapes;
use linkwork::analysis::Balance;
use linkwork::half_implicit::ImplicitEuler;
use linkwork::multistep::AdamsBashforth2;
use linkwork::prelude::*;
use linkwork::runge_kutta::{ExplicitEuler, RungeKutta4};
use linkwork::stepper::Stepper;
use linkwork_compiler::{Loops, Options};
use linkwork_tape::{Tape, TapeParameters};

fn built(text: &str) -> Tape {
    tapes(text).remove(0).build().unwrap_or_else(|error| panic!("{error}"))
}

fn run<S: Stepper<Tape>>(m: &Tape, method: S, step: f64, until: f64) -> Solution<Tape> {
    m.simulate().method(method).step(step).until(until).run().unwrap_or_else(|error| panic!("{error}"))
}

fn balance(text: &str, step: f64, until: f64) -> Balance {
    run(&built(text), FifthDegree::default(), step, until).balance()
}

/// The work of a damper and of a force that depends on time, against closed forms.
#[test]
fn work_is_that_of_closed_forms() {
    let text = "mechanism Brake { coordinate x [m]; kinetic = 2 [kg] * der(x)^2 / 2; dissipation = 3 [N*s/m] * der(x)^2 / 2;
        initial { der(x): 1 [m/s] } }";
    let braked = balance(text, 1e-3, 2.0);
    // T = T₀ exp(−2 c t/m).
    let lost = (-2.0 * 3.0 * 2.0 / 2.0_f64).exp() - 1.0;
    assert!((braked.work - lost).abs() < 1e-10 && braked.error < 1e-10, "{braked:?}");

    let text = "mechanism Push { coordinate x [m]; kinetic = 2 [kg] * der(x)^2 / 2; force push = generalized(x, 4 [N] * cos(3 [1/s] * time)); }";
    let pushed = balance(text, 1e-3, 2.0);
    // v = 2/3 sin 3t.
    let gained = (2.0 / 3.0 * 6.0_f64.sin()).powi(2);
    assert!((pushed.work - gained).abs() < 1e-10 && pushed.error < 1e-10, "{pushed:?}");
}

/// A slide on a turning arm: the drive does work, in both formulations, and half of it goes outwards.
#[test]
fn drives_do_work() {
    let text = "mechanism Arm in plane {
        coordinates = [minimal, absolute];
        body arm { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        body bead { mass: 2 [kg] , inertia: 0.01 [kg*m^2] }
        joint pivot = revolute(ground, arm);
        joint slide = prismatic(arm, bead, axis: [1, 0]);
        constraint motor: pivot.angle = 3 [rad/s] * time;
        initial { slide.displacement: 0.1 [m], der(slide.displacement): 0 [m/s] }
    }";
    for parameters in tapes(text) {
        let m: Tape = parameters.build().unwrap_or_else(|error| panic!("{error}"));
        let driven = run(&m, FifthDegree::default(), 1e-3, 1.0).balance();
        // r = r₀ cosh ω t: T = m (r'² + ω² r²)/2 + constants.
        let (sinh, cosh) = (3.0_f64.sinh(), 3.0_f64.cosh());
        let gained = 2.0 * (0.1 * 3.0_f64).powi(2) * (sinh * sinh + cosh * cosh - 1.0) / 2.0;
        assert!((driven.work - gained).abs() < 1e-7 * gained, "{driven:?}, not {gained}");
        assert!(driven.error < 1e-7 * gained && driven.growth.is_none(), "{driven:?}");
    }
}

/// A spring with a length along a slider: where it passes through length zero its force and dV/dt jump, in a tree of loops and unrolled.
#[test]
fn a_spring_may_pass_through_length_zero() {
    for (damping, unroll) in
        [("", "always"), ("", "never"), (", damping: 1 [N*s/m]", "always"), (", damping: 1 [N*s/m]", "never")]
    {
        let text = format!(
            "mechanism Buffer in plane {{
                unroll = {unroll};
                gravity = [0, -9.81] [m/s^2];
                body a {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
                body b {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
                joint fa = revolute(ground at [0, 1] [m], a);
                joint fb = prismatic(a, b, axis: [1, 0]);
                force buffer = spring(a at [-0.5, 0] [m], b at [0.1, 0] [m], stiffness: 60 [N/m], length: 0.4 [m]{damping});
                initial {{ der(fa.angle): 0.3 [rad/s], der(fb.displacement): -14 [m/s] }}
            }}"
        );
        let options = Options { loops: Loops::Chosen, ..Options::default() };
        let compiled = linkwork_compiler::compile(text.parse().expect("the text lexes"), &options);
        let program = compiled.programs.into_iter().next().expect("it compiles");
        let m: Tape = TapeParameters::new(program).build().unwrap_or_else(|error| panic!("{error}"));
        let balance = run(&m, FifthDegree::default(), 1e-3, 0.5).balance();
        // 98 J and more move; a jump of P of 60 · 0.4 · 14 W over half a step would be 0.17 J.
        assert!(balance.in_motion > 98.0 && balance.error < 1e-5, "{damping} {unroll}: {balance:?}");
    }
}

/// Motions whose equations make them grow are not reported.
#[test]
fn growth_by_the_motion_itself_is_not_reported() {
    let all = [
        // Falling for a hundred seconds, from rest.
        "mechanism Fall { coordinate z [m]; kinetic = 2 [kg] * der(z)^2 / 2; potential = 2 [kg] * 9.81 [m/s^2] * z; }",
        // Away from an unstable equilibrium, over 40 powers of ten.
        "mechanism Away { coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; potential = -0.5 [N/m] * x^2; initial { x: 1e-9 [m] } }",
        // The same force without its potential.
        "mechanism Away { coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; force push = generalized(x, 1 [N/m] * x); initial { x: 1e-9 [m] } }",
        // Resonance.
        "mechanism Swing { coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; potential = 2 [N/m] * x^2;
            force push = generalized(x, 1 [N] * cos(2 [1/s] * time)); }",
        // A damper that feeds an oscillator.
        "mechanism Fed { coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; potential = 2 [N/m] * x^2;
            force push = generalized(x, 0.3 [N*s/m] * der(x)); initial { x: 1e-6 [m] } }",
        // At rest, with a potential of 2e6 J.
        "mechanism Rest { coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; potential = 2e6 [J] + 3 [N/m] * (x - 0.1 [m])^2;
            initial { x: 0.1 [m] } }",
    ];
    for text in all {
        let found = balance(text, 1e-2, 100.0);
        assert!(found.growth.is_none() && found.error.is_finite(), "{text}\n{found:?}");
    }
}

/// Dampers too fast for the steps of an implicit method dissipate all energy, and supply none.
#[test]
fn fast_dampers_are_not_reported() {
    let text =
        "mechanism Stiff { coordinate x [m]; coordinate z [m]; kinetic = 1 [kg] * (der(x)^2 + der(z)^2) / 2;
        potential = 5e5 [N/m] * (x - z)^2 + 2 [N/m] * x^2; dissipation = 1e6 [N*s/m] * (der(x) - der(z))^2;
        initial { x: 1 [m], der(z): 3 [m/s] } }";
    let solution = run(&built(text), ImplicitEuler::default(), 1e-2, 5.0);
    let found = solution.balance();
    assert!(found.growth.is_none(), "{found:?}");
}

/// Growth of an oscillator by an unstable step is reported, with a potential and without, also for Euler's method.
#[test]
fn unexplained_growth_is_reported() {
    let oscillator =
        "mechanism Spring { coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; potential = 2 [N/m] * x^2;
        dissipation = 0.1 [N*s/m] * der(x)^2; initial { x: 1 [m] } }";
    let forced =
        "mechanism Spring { coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; force pull = generalized(x, -4 [N/m] * x);
        initial { x: 1 [m] } }";
    for text in [oscillator, forced] {
        let m = built(text);
        // ω h = 3, beyond the limits of both.
        for (name, solution) in [
            ("RK4", run(&m, RungeKutta4::projected(), 1.5, 60.0)),
            ("AB2", run(&m, AdamsBashforth2::projected(), 1.5, 60.0)),
        ] {
            let found = solution.balance();
            assert!(found.growth.is_some(), "{name}: {text}\n{found:?}");
        }
    }
    let euler = run(&built(oscillator), ExplicitEuler::projected(), 0.1, 20.0).balance();
    assert!(euler.growth.is_some_and(|growth| growth.time < 10.0), "{euler:?}");
    // Only masses and forces are known of a mechanism given by its matrices.
    let kinetic = run(&built(forced), RungeKutta4::projected(), 1.5, 60.0).kinetic_balance();
    assert!(kinetic.growth.is_some(), "{kinetic:?}");
}

/// NaN in the energy, with a finite state, is reported and not a drift of zero.
#[test]
fn an_energy_that_is_nan_is_reported() {
    let text =
        "mechanism Log { coordinate x [m]; coordinate z [m]; kinetic = 1 [kg] * (der(x)^2 + der(z)^2) / 2;
        potential = 0 [J] * ln((1.5 [m] - z) / 1 [m]); initial { der(z): 1 [m/s] } }";
    let solution = run(&built(text), FifthDegree::default(), 1e-2, 2.0);
    if solution.energy().iter().any(|e| e.is_nan()) {
        assert!(solution.energy_drift().is_nan());
        assert!(solution.balance().growth.is_some());
    }
}
