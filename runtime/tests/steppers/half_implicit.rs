//! Half-implicit and implicit Euler: regression numbers of the double pendulum and the chain of bars, orders, bad steps.

use super::orders::{expect, fine, pendulum_as_dae};
use super::reference::{distance, number, reference, start, state, trajectory};
use super::work::allocations;
use crate::support::{
    FreeBody, MotorPendulum, Nonlinear, Pendulum, RigidPendulum, Skate, SkateInBowl, VanDerPol,
};
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler, Iteration};
use linkwork::runge_kutta::DormandPrince8;
use linkwork::simulation::Simulate;
use linkwork::stability::{OneStep, spectral_radius, stability_limit};
use linkwork::stepper::{StepFailure, Stepper};
use linkwork::{Energetic, GeneralizedAlpha, Mechanism, SeventhDegree};

linkwork::mechanism! {
    /// Two square bars (4 m and 2 m, section 0.05 m, 78 kg and 39 kg) in a vertical plane, by centres and angles from −z:
    /// the first starts along y, the second hangs.
    mechanism Bars {
        param width = 0.05 [m];
        coordinate y1 [m];
        coordinate z1 [m];
        coordinate t1 [rad];
        coordinate y2 [m];
        coordinate z2 [m];
        coordinate t2 [rad];
        kinetic = 78 [kg] * (der(y1)^2 + der(z1)^2) / 2 + 39 [kg] * (der(y2)^2 + der(z2)^2) / 2;
        kinetic = 78 [kg] * (width^2 + 16 [m^2]) / 24 * der(t1)^2;
        kinetic = 39 [kg] * (width^2 + 4 [m^2]) / 24 * der(t2)^2;
        potential = 9.81 [m/s^2] * (78 [kg] * z1 + 39 [kg] * z2);
        constraint shoulder_y: y1 = 2 [m] * sin(t1);
        constraint shoulder_z: z1 = -2 [m] * cos(t1);
        constraint elbow_y: y2 = y1 + 2 [m] * sin(t1) + 1 [m] * sin(t2);
        constraint elbow_z: z2 = z1 - 2 [m] * cos(t1) - 1 [m] * cos(t2);
        initial { t1: 90 [deg], t2: 0 [rad] }
    }

    /// A bead that slides to the right on a wire y = x²/2, with Coulomb's friction μ |λ| √(1 + x²) of the force of the wire.
    mechanism Bead {
        param friction = 0.4;
        /// Factor of the part along y: with another value than 1 friction has a component across the wire.
        param across = 1;
        coordinate x [m];
        coordinate y [m];
        kinetic = 2 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 2 [kg] * 9.81 [m/s^2] * y;
        constraint wire: y = x^2 / 2 [m];
        force along = generalized(x, -friction * abs(multiplier(wire)));
        force rising = generalized(y, -across * friction * abs(multiplier(wire)) * x / 1 [m]);
        initial { x: -1 [m], der(x): 2 [m/s] }
    }

    /// Two bars of 2 m and 39 kg on spherical joints that hang along −z in a tilted field of gravity, and spin.
    mechanism Links in space {
        coordinates = absolute;
        gravity = [9.81 * 0.07169162, 9.81 * 0.68473815, 9.81 * 0.72525442] [m/s^2];
        body one { mass: 39 [kg], shape: box(size: [0.05, 0.05, 2] [m]) }
        body two { mass: 39 [kg], shape: box(size: [0.05, 0.05, 2] [m]) }
        joint top = spherical(ground, one at [0, 0, 1] [m]);
        joint middle = spherical(one at [0, 0, -1] [m], two at [0, 0, 1] [m]);
        initial {
            top.angular_velocity: [0, 0, -10 * sin(1)] [rad/s],
            middle.angular_velocity: [0, 0, 10 * (sin(1) - sin(2))] [rad/s]
        }
    }
}

/// Position and velocity of the second bar, and E − E₀, at `n` steps of h.
fn second_bar<S: Stepper<BarsModel>>(method: &S, h: f64, n: usize) -> [f64; 5] {
    let m = Bars::default().build().unwrap();
    let mut w = method.start(&m, &start(&m), h).unwrap();
    let mut first = f64::NAN;
    for i in 0..=n {
        method.step(&m, h, &mut w).unwrap();
        let s = method.sample(&w);
        let (kinetic, potential) = m.energy(s.at, s.v, s.y);
        let energy = kinetic + potential;
        if i == 0 {
            first = energy;
        }
        if i == n {
            return [s.q[3], s.q[4], s.v[3], s.v[4], energy - first];
        }
    }
    unreachable!()
}

/// The regression numbers, converged to rounding, of 13 digits.
#[test]
fn double_pendulum() {
    let all = reference("methods");
    let rows = &all["half_implicit"]["double_pendulum_regression"];
    for (h, name) in [(1e-2, "h=0.01"), (1e-3, "h=0.001")] {
        for (time, key) in [(0.1, "0.1"), (1.0, "1.0"), (2.0, "2.0")] {
            let n = (time / h) as usize;
            let runs = [
                ("HI", second_bar(&HalfImplicitEuler::default(), h, n)),
                ("HI", second_bar(&HalfImplicitEuler::default().iteration(Iteration::Full), h, n)),
                ("FI", second_bar(&ImplicitEuler::default(), h, n)),
            ];
            for (method, found) in runs {
                let row = &rows[format!("{method} {name}")][key];
                let published = [
                    number(&row["bar2_r"][1]),
                    number(&row["bar2_r"][2]),
                    number(&row["bar2_v"][1]),
                    number(&row["bar2_v"][2]),
                ];
                let off = distance(&found[..4], &published);
                assert!(off < 2e-9, "{method}, {name}, t = {key}: {found:?} {published:?} {off:e}");
                let energy = number(&row["E_minus_E0"]);
                assert!((found[4] - energy).abs() < 1e-6, "{method}, {name}, t = {key}: {found:?} {energy}");
            }
        }
    }
}

/// The tip of the chain of two at t = 1, h = 1e-3: the published errors, on SO(3).
#[test]
fn chain_of_two() {
    let m = Links::default().build().unwrap();
    let fine = state(&m, &SeventhDegree::a(), 2e-4, 5000);
    let tip = |found: &[Vec<f64>]| tip_of(&found[0]);
    // The independent reference of the two bars as unit vectors.
    let published = [0.405_155_660_818, 3.856_157_454_666, 0.173_944_029_392_6];
    assert!(distance(&tip(&fine), &published) < 1e-8, "{:?}", tip(&fine));
    let error = |found: Vec<Vec<f64>>| {
        let tip = tip(&found);
        (0..3).map(|i| (tip[i] - published[i]) * (tip[i] - published[i])).sum::<f64>().sqrt()
    };
    let half = error(state(&m, &HalfImplicitEuler::default(), 1e-3, 1000));
    let full = error(state(&m, &ImplicitEuler::default(), 1e-3, 1000));
    assert!((half - 1.8988e-2).abs() < 2e-4 && (full - 1.3013e-2).abs() < 2e-4, "{half:e} {full:e}");
    // Generalized-α on the same DAE on SO(3)².
    for method in [GeneralizedAlpha::default(), GeneralizedAlpha::default().index3()] {
        let errors = [500, 1000].map(|n| error(state(&m, &method, 1.0 / n as f64, n)));
        let slope = (errors[0] / errors[1]).log2();
        assert!((slope - 2.0).abs() < 0.1, "{method:?}: {slope} {errors:?}");
    }
}

/// The end of the second bar, from the numbers of its position and quaternion.
fn tip_of(q: &[f64]) -> Vec<f64> {
    let [x, y, z, a, b, c, d] = q[7..14] else { panic!("{q:?}") };
    // −e₃ turned by the quaternion.
    vec![x - 2.0 * (b * d + a * c), y - 2.0 * (c * d - a * b), z - (a * a - b * b - c * c + d * d)]
}

const Q: usize = 0;
const V: usize = 1;
const LAMBDA: usize = 2;
const Y: usize = 4;

fn orders<M: Mechanism<Scalar = f64>>(m: &M, h: f64, truth: &[Vec<f64>], parts: &[usize]) {
    expect(m, &HalfImplicitEuler::default(), 1, h, truth, parts, 1e-12);
    expect(m, &HalfImplicitEuler::default().iteration(Iteration::Full), 1, h, truth, parts, 1e-12);
    expect(m, &ImplicitEuler::default(), 1, h, truth, parts, 1e-12);
}

#[test]
fn first_order_everywhere() {
    let m = Pendulum { angle: 0.3, rate: 0.7, ..Pendulum::default() };
    orders(&m, 1e-3, &fine(&m, &SeventhDegree::gear7()), &[Q, V]);
    let m = VanDerPol::default();
    orders(&m, 1e-3, &fine(&m, &SeventhDegree::gear7()), &[Q, V]);
    let m = FreeBody::default();
    orders(&m, 1e-3, &fine(&m, &SeventhDegree::gear7()), &[Q, V]);
    let m = MotorPendulum::default();
    orders(&m, 1e-3, &fine(&m, &SeventhDegree::gear7()), &[Q, V, Y]);
    let m = RigidPendulum { inertia: 0.3, angle: 1.0, rate: 0.5, ..RigidPendulum::default() };
    orders(&m, 1e-3, &pendulum_as_dae(&m), &[Q, V]);
    let m = SkateInBowl::default();
    let truth = fine(&m, &SeventhDegree::a());
    orders(&m, 1e-3, &truth, &[Q, V]);
    orders(&Nonlinear(m), 1e-3, &truth, &[Q, V]);
}

/// Reactions that lag by a step: the same motion where friction does not depend on them, the same order where it does, and the same
/// limit.
#[test]
fn lagged_reactions() {
    let (method, lagged) = (HalfImplicitEuler::default(), HalfImplicitEuler::default().lagged_reactions());
    let m = RigidPendulum { inertia: 0.3, angle: 1.0, rate: 0.5, ..RigidPendulum::default() };
    let both = [method, lagged].map(|method| state(&m, &method, 1e-3, 1000));
    assert!(distance(&both[0].concat(), &both[1].concat()) < 1e-11, "{both:?}");
    let m = SkateInBowl::default();
    let truth = fine(&m, &SeventhDegree::a());
    expect(&Nonlinear(m), &lagged, 1, 1e-3, &truth, &[Q, V], 1e-12);
    let m = Bead::default().build().unwrap();
    let truth = fine(&m, &DormandPrince8::projected());
    for method in [method, lagged, lagged.iteration(Iteration::Full)] {
        expect(&m, &method, 1, 1e-3, &truth, &[Q, V, LAMBDA], 1e-12);
    }
    // They differ by what the reactions change in a step.
    let apart = [500, 1000, 2000].map(|n| {
        let [one, other] = [method, lagged].map(|method| state(&m, &method, 1.0 / n as f64, n));
        distance(&one[V], &other[V])
    });
    let slopes = [(apart[0] / apart[1]).log2(), (apart[1] / apart[2]).log2()];
    assert!(apart[0] > 1e-4 && slopes.iter().all(|slope| (slope - 1.0).abs() < 0.1), "{apart:?} {slopes:?}");
    // Friction that cancels three fifths of the force of the wire, and adds as much on the other side.
    let m = Bead { friction: 1.2, across: 0.0 }.build().unwrap();
    let truth = fine(&m, &DormandPrince8::projected());
    for method in [method, lagged] {
        expect(&m, &method, 1, 1e-3, &truth, &[Q, V, LAMBDA], 1e-12);
    }
}

linkwork::mechanism! {
    /// A pendulum whose force contains the reaction of the rod, equal to that of its constraint.
    mechanism Written {
        coordinate x;
        coordinate y;
        mass_matrix = [[1, 0], [0, 1]];
        force = [-2 * x * multiplier(rod), -9.81 - 2 * y * multiplier(rod)];
        constraint rod: x^2 + y^2 = 1;
        initial { x: 1 }
    }
}

linkwork::mechanism! {
    /// The same with half the multiplier: the lagging part would be 1 − 2 of it, and oscillate for ever.
    mechanism Halved {
        coordinate x;
        coordinate y;
        mass_matrix = [[1, 0], [0, 1]];
        force = [-4 * x * multiplier(rod), -9.81 - 4 * y * multiplier(rod)];
        constraint rod: x^2 + y^2 = 1;
        initial { x: 1 }
    }
}

/// Reactions that lag are those that follow from constraints: where forces define them otherwise there is no start.
#[test]
fn lagged_reactions_refuse_forces_with_their_own() {
    let (method, lagged) = (HalfImplicitEuler::default(), HalfImplicitEuler::default().lagged_reactions());
    let written = Written::default().build().unwrap();
    let both = [method, lagged].map(|method| state(&written, &method, 1e-3, 1000)[..2].concat());
    assert!(distance(&both[0], &both[1]) < 1e-11, "{both:?}");
    let halved = Halved::default().build().unwrap();
    assert_eq!(lagged.start(&halved, &start(&halved), 1e-3).err(), Some(StepFailure::OwnReaction { row: 2 }));
    let error = halved.simulate().method(lagged).step(1e-3).until(1.0).run().unwrap_err();
    let text = error.to_string();
    assert!(text.contains("`force` contains the multiplier of constraint `rod`"), "{text}");
    assert!(text.contains("help: use the method without `lagged_reactions`"), "{text}");
    assert!(method.start(&halved, &start(&halved), 1e-3).is_ok());
}

/// With the matrix of the start of each step implicit Euler ends at the same state.
#[test]
fn frozen_matrix() {
    fn same<M: Mechanism<Scalar = f64>>(m: &M) {
        let (whole, frozen) = (
            state(m, &ImplicitEuler::default(), 1e-2, 100),
            state(m, &ImplicitEuler::default().frozen(), 1e-2, 100),
        );
        assert!(distance(&whole.concat(), &frozen.concat()) < 1e-10, "{whole:?} {frozen:?}");
    }
    same(&RigidPendulum { inertia: 0.3, angle: 1.0, rate: 0.5, ..RigidPendulum::default() });
    same(&FreeBody::default());
    same(&MotorPendulum::default());
    same(&SkateInBowl::default());
    same(&Nonlinear(SkateInBowl::default()));
    // K h² is a hundred times M: the iteration continues with Newton's matrix.
    let stiff = stability_limit(&OneStep(ImplicitEuler::default().frozen()), 0.0).unwrap();
    assert!(stiff.is_infinite(), "{stiff}");
}

/// Half a step back at the start makes positions second order.
#[test]
fn half_step_start() {
    let method = HalfImplicitEuler::default().half_step_start();
    let m = Pendulum { angle: 0.3, rate: 0.7, ..Pendulum::default() };
    expect(&m, &method, 2, 0.01, &fine(&m, &SeventhDegree::gear7()), &[Q], 1e-12);
    let m = RigidPendulum { inertia: 0.3, angle: 1.0, rate: 0.5, ..RigidPendulum::default() };
    expect(&m, &method, 2, 0.01, &pendulum_as_dae(&m), &[Q], 1e-12);
}

/// Symplectic Euler is stable up to Ω = 2 and damps nothing, implicit Euler damps everything.
#[test]
fn amplification() {
    assert!((stability_limit(&OneStep(HalfImplicitEuler::default()), 0.0).unwrap() - 2.0).abs() < 1e-6);
    let radius = |omega: f64| spectral_radius(&OneStep(ImplicitEuler::default()), omega, 0.0).unwrap();
    for omega in [0.1_f64, 1.0, 10.0, 1e4] {
        assert!((radius(omega) - 1.0 / (1.0 + omega * omega).sqrt()).abs() < 1e-12);
    }
}

/// Iterations a step over 8 s, stopped as published: 2.047 at h = 1e-3 with 1e-7.
#[test]
fn iterations() {
    let m = Bars::default().build().unwrap();
    let method = HalfImplicitEuler::default().tolerance(1e-7);
    let mut w = method.start(&m, &start(&m), 1e-3).unwrap();
    let total: u32 = (0..8000).map(|_| method.step(&m, 1e-3, &mut w).unwrap().iterations).sum();
    let mean = f64::from(total) / 8000.0;
    assert!((mean - 2.047).abs() < 0.05, "{mean}");
}

#[test]
fn bad_input_allocation_bits() {
    let method = HalfImplicitEuler::default();
    let m = RigidPendulum { inertia: 0.3, ..RigidPendulum::default() };
    let mut w = method.start(&m, &start(&m), 0.01).unwrap();
    let mut implicit = ImplicitEuler::default().start(&m, &start(&m), 0.01).unwrap();
    for h in [0.0, -0.01, f64::NAN, f64::INFINITY] {
        assert_eq!(method.attempt(&m, h, &mut w), Err(StepFailure::StepSize));
        assert_eq!(method.start(&m, &start(&m), h).err(), Some(StepFailure::StepSize));
        assert_eq!(ImplicitEuler::default().attempt(&m, h, &mut implicit), Err(StepFailure::StepSize));
        assert_eq!(ImplicitEuler::default().start(&m, &start(&m), h).err(), Some(StepFailure::StepSize));
    }
    let found = [
        allocations(&Pendulum::default(), &method),
        allocations(&m, &method),
        allocations(&m, &ImplicitEuler::default()),
        allocations(&MotorPendulum::default(), &method),
        allocations(&Skate::default(), &method),
        allocations(&Nonlinear(SkateInBowl::default()), &method.iteration(Iteration::Full)),
        allocations(&FreeBody::default(), &ImplicitEuler::default()),
        allocations(&FreeBody::default(), &ImplicitEuler::default().frozen()),
        allocations(&Nonlinear(SkateInBowl::default()), &method.lagged_reactions()),
    ];
    assert_eq!(found, [0; 9]);
    assert_eq!(trajectory(&m, &method, 0.01, 50, 5), trajectory(&m, &method, 0.01, 50, 5));
    assert_eq!(
        trajectory(&m, &ImplicitEuler::default(), 0.01, 50, 5),
        trajectory(&m, &ImplicitEuler::default(), 0.01, 50, 5)
    );
}
