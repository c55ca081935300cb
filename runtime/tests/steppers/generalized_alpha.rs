//! The generalized-α family: Jay's test problem to the published digits, orders on every kind of mechanism,
//! amplification, bad steps.

use super::orders::{expect, pendulum_as_dae};
use super::reference::{distance, number, reference, start, state};
use crate::support::{MotorPendulum, Nonlinear, Pendulum, RigidPendulum, SkateInBowl, bent};
use linkwork::generalized_alpha::{Correction, FirstAcceleration};
use linkwork::stability::{spectral_radius, stability_limit};
use linkwork::stepper::{StepFailure, Stepper};
use linkwork::{Evaluate, GeneralizedAlpha, WilsonTheta};
use serde_json::Value;

linkwork::mechanism! {
    /// A mass on a stiff spring with damping that is not linear.
    mechanism Hard {
        coordinate x;
        mass_matrix = [[1]];
        force = [-3000 * x * (1 + 0.3 * der(x))];
        initial { x: 0.25, der(x): -0.8 }
    }
}

linkwork::mechanism! {
    /// The test problem of Jay and Negrut (2009, section 8): a non-symmetric, moving mass matrix, forces that are not linear in either
    /// multiplier, one constraint of each kind. Exact: y = (eᵗ, e⁻²ᵗ), λ = e⁻ᵗ, ψ = eᵗ.
    mechanism Jay {
        coordinate a;
        coordinate b;
        mass_matrix = [[a, b - exp(-2 * time)], [sin(a - exp(time)), a * b]];
        force = [
            exp(time) * (a * der(b) + 2 * b * der(a)) + exp(2 * time) * a * multiplier(g) - a * der(b) * multiplier(k) - 2,
            exp(-time) * (b * der(b) / 2 - 2 * a * der(a) * b * der(b) + b * multiplier(g)^2)
                - a * der(a) * multiplier(k)^2 + exp(4 * time)
        ];
        constraint g: a^2 * b = 1;
        constraint k: a * der(a) * der(b) + 2 = 0;
        initial { a: 1, b: 1, der(a): 1, der(b): -2 }
    }
}

linkwork::mechanism! {
    /// The same without its holonomic constraint, whose multiplier is a force here: the motion is the same.
    mechanism Unheld {
        coordinate a;
        coordinate b;
        mass_matrix = [[a, b - exp(-2 * time)], [sin(a - exp(time)), a * b]];
        force = [
            exp(time) * (a * der(b) + 2 * b * der(a)) + exp(time) * a - a * der(b) * multiplier(k) - 2,
            exp(-time) * (b * der(b) / 2 - 2 * a * der(a) * b * der(b) + b * exp(-2 * time))
                - a * der(a) * multiplier(k)^2 + exp(4 * time)
        ];
        constraint k: a * der(a) * der(b) + 2 = 0;
        initial { a: 1, b: 1, der(a): 1, der(b): -2 }
    }
}

fn radius(rho: f64) -> GeneralizedAlpha {
    GeneralizedAlpha::with_spectral_radius(rho).unwrap()
}

/// Errors of y, z, A, λ, ψ at t = 1 (A against a(1 + α h_last)), and (y, z, A, λ, ψ) themselves.
fn jay(method: GeneralizedAlpha, h: f64, thirds: bool, exact: bool) -> ([f64; 5], Vec<f64>) {
    let m = Jay::default().build().unwrap();
    let (one, two) = if thirds { (h / 3.0, h - h / 3.0) } else { (0.5 * h, 0.5 * h) };
    let (steps, one, two) =
        if thirds { (2 * (1.0 / h).round() as usize, one, two) } else { ((1.0 / h).round() as usize, h, h) };
    let acceleration = |t: f64| [t.exp(), 4.0 * (-2.0 * t).exp()];
    let first = if exact { acceleration(method.shift() * one) } else { acceleration(0.0) };
    let mut w =
        method.start_with(&m, &start(&m), one, &first.into(), (&[1.0].into(), &[1.0].into())).unwrap();
    for i in 0..steps {
        method.step(&m, if i % 2 == 0 { one } else { two }, &mut w).unwrap();
    }
    let a = w.shifted_acceleration().as_slice().to_vec();
    method.attempt(&m, one, &mut w).unwrap();
    let s = method.sample(&w);
    let e = 1.0_f64.exp();
    let gap = |x: [f64; 2], y: [f64; 2]| (x[0] - y[0]).hypot(x[1] - y[1]);
    let errors = [
        gap([s.q[0], s.q[1]], [e, 1.0 / (e * e)]),
        gap([s.v[0], s.v[1]], [e, -2.0 / (e * e)]),
        gap([a[0], a[1]], acceleration(1.0 + method.shift() * two)),
        (s.lambda[0] - 1.0 / e).abs(),
        (s.psi[0] - e).abs(),
    ];
    (errors, vec![s.q[0], s.q[1], s.v[0], s.v[1], a[0], a[1], s.lambda[0], s.psi[0]])
}

/// Without holonomic constraints M, which moves, belongs to the ends of steps: order 2 in y, z, A and ψ with steps h/3 and 2h/3 in turn.
#[test]
fn moving_mass_without_holonomic_constraints() {
    let m = Unheld::default().build().unwrap();
    let errors = |method: GeneralizedAlpha, h: f64| {
        let mut w = method.start(&m, &start(&m), h / 3.0).unwrap();
        for i in 0..2 * (1.0 / h).round() as usize {
            method.step(&m, if i % 2 == 0 { h / 3.0 } else { 2.0 * h / 3.0 }, &mut w).unwrap();
        }
        let a = w.shifted_acceleration().as_slice().to_vec();
        method.attempt(&m, h / 3.0, &mut w).unwrap();
        let s = method.sample(&w);
        let gap = |x: &[f64], f: &dyn Fn(f64) -> [f64; 2], t: f64| (x[0] - f(t)[0]).hypot(x[1] - f(t)[1]);
        let at = 1.0 + method.shift() * 2.0 * h / 3.0;
        [
            gap(s.q.as_slice(), &|t| [t.exp(), (-2.0 * t).exp()], 1.0),
            gap(s.v.as_slice(), &|t| [t.exp(), -2.0 * (-2.0 * t).exp()], 1.0),
            gap(&a, &|t| [t.exp(), 4.0 * (-2.0 * t).exp()], at),
            (s.psi[0] - 1.0_f64.exp()).abs(),
        ]
    };
    for method in [radius(0.2), radius(0.8), radius(0.2).index3()] {
        let (coarse, fine) = (errors(method, 0.0125), errors(method, 0.00625));
        for (coarse, fine) in coarse.iter().zip(fine) {
            // At least order 2: for ρ∞ = 0.8 one of the leading errors nearly cancels.
            assert!(coarse / fine > 3.6, "{}: {coarse:e}, {fine:e}", Stepper::<UnheldModel>::name(&method));
        }
    }
}

fn printed(value: &Value) -> f64 {
    value.as_str().map_or_else(|| number(value), |text| text.parse().unwrap())
}

/// The tables of the method file to their digits: 1e-6 of an error, plus the residual of Newton's iteration in λ.
#[test]
fn problem_of_jay() {
    let all = reference("methods");
    let tables = &all["jay"]["tables"];
    let plain = radius(0.2);
    let runs = [
        ("modified", plain, true, true),
        ("unmodified", plain.correction(Correction::Nothing), true, true),
        (
            "only a modified (15), not the product (16)",
            plain.correction(Correction::Acceleration),
            true,
            true,
        ),
        ("constant step, exact start", plain, false, true),
        ("constant step, a_alpha=a0", plain, false, false),
    ];
    for (name, method, thirds, exact) in runs {
        for row in tables[name].as_array().unwrap() {
            let h = printed(&row[0]);
            let (errors, _) = jay(method, h, thirds, exact);
            for (part, error) in errors.iter().enumerate() {
                let published = printed(&row[part + 1]);
                assert!(
                    (error - published).abs() < 1e-6 * published + 1e-12,
                    "{name}, h = {h}, part {part}: {error:e} instead of {published:e}"
                );
            }
        }
    }
    let (_, found) = jay(plain, 0.1, true, true);
    let published = [
        2.722_966_296_967_876,
        0.134_870_034_332_782_6,
        2.722_966_296_967_876,
        -0.269_740_068_665_565_2,
        2.611_550_146_769_85,
        0.592_321_249_918_348_3,
        0.367_061_285_343_433_1,
        2.713_466_906_907_171,
    ];
    assert!(distance(&found, &published) < 1e-11, "{found:?}");
}

/// The start that extrapolates is off a(t₀ + αh) by h², the other one by h.
#[test]
fn first_accelerations() {
    let m = SkateInBowl::default();
    let motion = linkwork::exact_start::derivatives(&m, &start(&m), 4).unwrap();
    let off = |method: GeneralizedAlpha, h: f64| {
        let w = method.start(&m, &start(&m), h).unwrap();
        let t = method.shift() * h;
        let series =
            |i: usize| motion.velocity[1][i] + t * (motion.velocity[2][i] + t * motion.velocity[3][i] / 2.0);
        distance(w.shifted_acceleration().as_slice(), &core::array::from_fn::<f64, 4, _>(series))
    };
    for (method, order) in
        [(radius(0.2), 2.0), (radius(0.2).first_acceleration(FirstAcceleration::AtStart), 1.0)]
    {
        let slope = (off(method, 0.02) / off(method, 0.01)).log2();
        assert!((slope - order).abs() < 0.2, "{slope}");
    }
}

/// Every member that is stable at large steps.
fn members() -> [GeneralizedAlpha; 11] {
    [
        radius(1.0),
        radius(0.8),
        radius(0.2),
        radius(0.0),
        radius(0.5).first_acceleration(FirstAcceleration::AtStart),
        GeneralizedAlpha::hht(-0.3).unwrap(),
        GeneralizedAlpha::average_acceleration(),
        radius(0.8).index3(),
        radius(0.0).index3(),
        radius(0.8).index2(),
        GeneralizedAlpha::trapezoidal_index2(),
    ]
}

const Q: usize = 0;
const V: usize = 1;
const LAMBDA: usize = 2;
const Y: usize = 4;

/// The angle has no inertia: M is singular.
#[test]
fn massless_coordinates() {
    let m = RigidPendulum { angle: 1.0, rate: 0.5, ..RigidPendulum::default() };
    let truth = pendulum_as_dae(&m);
    for method in members() {
        expect(&m, &method, 2, 0.01, &truth, &[Q, V], 1e-10);
    }
}

/// SOI2 holds g, ġ and k, the index-3 form g and k.
#[test]
fn constraints_hold() {
    let m = SkateInBowl::default();
    for (method, hidden) in [(radius(0.5), 1e-13), (radius(0.5).index3(), 1e-2)] {
        let mut w = method.start(&m, &start(&m), 0.02).unwrap();
        let mut worst = [0.0_f64; 3];
        for _ in 0..50 {
            method.step(&m, 0.02, &mut w).unwrap();
            let s = method.sample(&w);
            let (mut g, mut rate, mut k) = ([0.0].into(), [0.0].into(), [0.0].into());
            m.holonomic(s.at, &mut g);
            m.holonomic_rate(s.at, s.v, &mut rate);
            m.nonholonomic(s.at, s.v, &mut k);
            for (worst, x) in worst.iter_mut().zip([g[0], rate[0], k[0]]) {
                *worst = linkwork::Real::max(*worst, x.abs());
            }
        }
        assert!(worst[0] < 1e-13 && worst[1] < hidden && worst[2] < 1e-13, "{worst:?}");
    }
}

/// Reactions that enter the forces nonlinearly make the same motion, with λ = s(κ).
#[test]
fn nonlinear_reactions() {
    let m = RigidPendulum { angle: 1.0, rate: 0.5, ..RigidPendulum::default() };
    for method in
        [radius(0.8).index3(), GeneralizedAlpha::average_acceleration(), radius(0.8).projected_index2()]
    {
        let plain = state(&m, &method, 0.01, 100);
        let found = state(&Nonlinear(m), &method, 0.01, 100);
        assert!(distance(&plain[Q], &found[Q]) < 1e-11 && distance(&plain[V], &found[V]) < 1e-9);
        let multipliers: Vec<f64> = found[LAMBDA].iter().map(|k| bent(*k)).collect();
        assert!(distance(&plain[LAMBDA], &multipliers) < 1e-7);
    }
}

/// ρ(∞) is the given one, the radius nowhere exceeds 1, and explicit members have their limits.
#[test]
fn amplification() {
    for rho in [0.0, 0.2, 0.5, 0.8, 1.0] {
        let method = radius(rho);
        // Roots that meet (three of them at ρ = 0) are known to the third root of rounding.
        let far = spectral_radius(&method, 1e8, 0.0).unwrap();
        assert!((far - rho).abs() < 1e-3, "{rho}: {far}");
        for omega in [0.01, 0.3, 1.0, 3.0, 10.0, 100.0] {
            assert!(spectral_radius(&method, omega, 0.0).unwrap() < 1.0 + 1e-9);
            assert!(spectral_radius(&method, omega, 0.1).unwrap() < 1.0 + 1e-9);
        }
        let apart = (spectral_radius(&method.index3(), 2.5, 0.1).unwrap()
            - spectral_radius(&method, 2.5, 0.1).unwrap())
        .abs();
        assert!(apart < 1e-10, "one method in two forms where M is constant: {apart:e}");
    }
    // HHT-α at infinity: the largest root for α = −0.1 and −1/3 (½ there).
    let hht = |alpha: f64| spectral_radius(&GeneralizedAlpha::hht(alpha).unwrap(), 1e8, 0.0).unwrap();
    assert!(
        (hht(-1.0 / 3.0) - 0.5).abs() < 1e-3 && (hht(-0.1) - 0.9 / 1.1).abs() < 1e-3,
        "{} {}",
        hht(-1.0 / 3.0),
        hht(-0.1)
    );
    let limit = |method: GeneralizedAlpha| stability_limit(&method, 0.0).unwrap();
    assert!((limit(GeneralizedAlpha::stormer()) - 2.0).abs() < 1e-6);
    assert!((limit(GeneralizedAlpha::linear_acceleration()) - 12.0_f64.sqrt()).abs() < 1e-6);
    // Wilson's θ: stable at every step from 1.366 on, and not at 1.3.
    assert_eq!(stability_limit(&WilsonTheta::default(), 0.0).unwrap(), f64::INFINITY);
    assert!(spectral_radius(&WilsonTheta::default(), 1e6, 0.0).unwrap() < 1.0);
    assert!(spectral_radius(&WilsonTheta::new(1.37).unwrap(), 1e6, 0.0).unwrap() <= 1.0);
    assert!(spectral_radius(&WilsonTheta::new(1.36).unwrap(), 1e6, 0.0).unwrap() > 1.0);
}

/// A stiff first-order state (τ = 1e-6 s, h = 0.01 s) settles on its quasi-static value.
#[test]
fn stiff_states() {
    let m = MotorPendulum { tau: 1e-6, ..MotorPendulum::default() };
    let found = state(&m, &radius(0.5), 0.01, 100);
    let held = (m.frequency * 1.0).sin() - found[V][0];
    assert!((found[Y][0] - held).abs() < 1e-4, "{} {held}", found[Y][0]);
}

/// A huge step may diverge; the last valid state is kept. Constructors reject meaningless arguments.
#[test]
fn bad_input() {
    let m = Pendulum::default();
    let method = radius(0.8);
    let mut w = method.start(&m, &start(&m), 0.01).unwrap();
    method.step(&m, 0.01, &mut w).unwrap();
    let before = method.sample(&w).q[0];
    let mut other = w.clone();
    let _ = method.attempt(&m, 1e9, &mut w);
    assert_eq!(method.sample(&other).q[0], before);
    method.step(&m, 0.01, &mut w).unwrap();
    method.step(&m, 0.01, &mut other).unwrap();
    assert_eq!(method.sample(&w).q, method.sample(&other).q);
    let rod = RigidPendulum::default();
    let stormer = GeneralizedAlpha::stormer();
    let mut w = stormer.start(&rod, &start(&rod), 0.01).unwrap();
    assert_eq!(stormer.attempt(&rod, 0.01, &mut w), Err(StepFailure::Singular { row: 3 }));
    assert!(GeneralizedAlpha::hht(0.1).is_err() && GeneralizedAlpha::newmark(-1.0, 0.5).is_err());
    assert!(GeneralizedAlpha::newmark(0.25, f64::NAN).is_err() && WilsonTheta::new(0.9).is_err());
}

/// With a constant mass matrix, too, accelerations belong to the motion that they stand beside: a = f.
#[test]
fn accelerations_are_those_of_the_motion() {
    let m = Hard::default().build().unwrap();
    for method in members() {
        let h = 2e-3;
        let mut w = method.start(&m, &start(&m), h).unwrap();
        for _ in 0..5 {
            method.step(&m, h, &mut w).unwrap();
            let at = method.sample(&w);
            let force = -3000.0 * at.q[0] * (1.0 + 0.3 * at.v[0]);
            assert!(
                (at.a[0] - force).abs() < 1e-9 * force.abs().max(1.0),
                "{}: {} {force}",
                Stepper::<HardModel<f64>>::name(&method),
                at.a[0]
            );
        }
    }
}
