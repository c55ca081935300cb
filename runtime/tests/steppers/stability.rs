//! Limits, radii and roots against closed forms and the reference file.

use super::reference::{energy_error_and_configuration, number, reference, state};
use crate::support::Pendulum;
use linkwork::stability::{
    FixedStep, OneStep, alternating_steps, parasitic_roots, sigma_roots, spectral_radius, stability_limit,
    steady_state_errors,
};
use linkwork::stepper::{ErrorEstimate, Stepper};
use linkwork::{
    CentralDifferences, EighthDegree, FifthDegree, FourthDegree, SeventhDegree, SixthDegree, ThirdDegree,
};
use nalgebra::{Complex, DMatrix};
use serde_json::Value;

/// A set as in the reference file.
struct Set {
    name: &'static str,
    weights: Vec<f64>,
    method: Box<dyn FixedStep>,
    /// The largest energy error over 10 s of the horizontal pendulum, and θ(10 s).
    pendulum: fn(f64) -> (f64, f64),
}

/// The pendulum's numbers at step h.
fn pendulum<S: Stepper<Pendulum>>(method: &S, h: f64) -> (f64, f64) {
    let steps = (10.0 / h).round() as usize;
    let (energy, q) = energy_error_and_configuration(&Pendulum::default(), method, h, steps);
    (energy, q[0])
}

/// The named sets under the reference file's names.
fn sets() -> Vec<Set> {
    macro_rules! sets {
        ($($name:literal => $method:expr),* $(,)?) => {
            vec![$(Set {
                name: $name,
                weights: $method.weights(),
                method: Box::new($method),
                pendulum: |h| pendulum(&$method, h),
            }),*]
        };
    }
    sets![
        "G3-CD (1,1/2)" => ThirdDegree::central_differences(),
        "G3 (7/6,1/2) Stormer3" => ThirdDegree::stormer(),
        "G3 (4/3,1/2)" => ThirdDegree::four_thirds(),
        "G3 (2,1/2)" => ThirdDegree::two(),
        "G4 paper (5/4,1/3,1/2)" => FourthDegree::paper_five_quarters(),
        "G4 paper (3/4,1/3,1/2)" => FourthDegree::paper_three_quarters(),
        "G4 paper (1/4,1/3,1/2)" => FourthDegree::paper_quarter(),
        "G4 gamma=3/5 (13/10,13/30,3/5)" => FourthDegree::three_fifths(),
        "G4 gamma=3/4 (11/8,7/12,3/4)" => FourthDegree::three_quarters(),
        "G4 gamma=1 (3/2,5/6,1) Gear4" => FourthDegree::gear4(),
        "G4 gamma=3/2 (7/4,4/3,3/2)" => FourthDegree::three_halves(),
        "G4 gamma=2 (2,11/6,2)" => FourthDegree::two(),
        "G4 low-error L1.6 (8/7..) (1.14,47/60,19/20)" => FourthDegree::with_weights([1.14, 47.0 / 60.0, 0.95]),
        "G5 paper (4/5,1,1,1)" => FifthDegree::paper(),
        "G5 paper (1,1,1,1)" => FifthDegree::all_ones(),
        "G5 paper top" => FifthDegree::paper_top(),
        "G5 Gear5 (29/10,9/4,2,3/2)" => FifthDegree::gear5(),
        "G5 A (2,9/4,2,3/2)" => FifthDegree::a(),
        "G5 B (17/15,16/15,14/15,2/3)" => FifthDegree::b(),
        "G5 C (9/8,31/40,3/4,7/10)" => FifthDegree::c(),
        "G5 D (9/10,27/20,11/10,3/5)" => FifthDegree::d(),
        "G5 E (1.2,1.025,.9333,.75)" => FifthDegree::e(),
        "G5 F (0.91,23/12,3/2,2/3)" => FifthDegree::f(),
        "G6 Gear6" => SixthDegree::gear6(),
        "G6 A" => SixthDegree::a(),
        "G7 Gear7" => SeventhDegree::gear7(),
        "G7 A" => SeventhDegree::a(),
        "G8 q=.3" => EighthDegree::three_tenths(),
    ]
}

fn largest(roots: &[Complex<f64>]) -> f64 {
    roots.iter().map(|r| r.norm()).max_by(f64::total_cmp).unwrap_or(0.0)
}

/// `found` within `relative` of a reference number, or within `absolute`.
fn close(found: f64, expected: &Value, relative: f64, absolute: f64, what: &str) {
    let expected = number(expected);
    let off = (found - expected).abs();
    assert!(off <= absolute + relative * expected.abs(), "{what}: {found} instead of {expected}");
}

#[test]
fn roots_and_error_constants_of_every_set() {
    let file = reference("conditionally_explicit_sets");
    for Set { name, weights, .. } in sets() {
        let (set, d) = (&file[name], weights.len());
        for (w, expected) in weights.iter().zip(set["weights"].as_array().unwrap()) {
            close(*w, expected, 1e-14, 0.0, name);
        }
        // A root of multiplicity D − 2 is accurate to the (D − 2)-th root of rounding.
        let multiple = 1e-15_f64.powf(1.0 / (d.max(3) - 2) as f64);
        let parasitic = largest(&parasitic_roots(&weights));
        close(parasitic, &set["max_parasitic_modulus"], 1e-12, multiple, &format!("{name}: parasitic"));
        let sigma = largest(&sigma_roots(&weights));
        close(sigma, &set["max_sigma_root"], 1e-12, 1e-15, &format!("{name}: sigma"));
        // The reference took its constants at Ω = 0.05, from degree 6 on at 0.1; noise is ε/Ω^D.
        let omega_h: f64 = if d >= 5 { 0.1 } else { 0.05 };
        let power = (0..d).fold(1.0, |p, _| p * omega_h);
        let (x, v) = steady_state_errors(&weights, omega_h);
        let noise = 10.0 * f64::EPSILON / power;
        close(x / power, &set["cx"], 1e-9, noise, &format!("{name}: cx"));
        close(v / power, &set["cv"], 1e-9, noise, &format!("{name}: cv"));
    }
}

/// The limits of the file are from the radius of typed matrices; these are from the stepper itself.
#[test]
fn limits_of_every_set() {
    let file = reference("conditionally_explicit_sets");
    for Set { name, method, .. } in sets() {
        let limit = stability_limit(&*method, 0.0).unwrap();
        let tolerance = match name {
            // Three roots meet at −1, which rounding spreads by its cube root.
            "G4 paper (3/4,1/3,1/2)" => 2e-5,
            // The principal root leaves the circle so slowly that rounding decides where it is 1e-11 outside.
            "G5 paper top" | "G6 Gear6" => 1e-5,
            _ => 1e-9,
        };
        if name.starts_with("G5 Gear5") {
            // 1 + 3Ω⁶/80 > 1 + 1e-11 from Ω = 0.0254 on; the file takes that for zero.
            let expected = (80.0 / 3.0 * 1e-11_f64).powf(1.0 / 6.0);
            assert!((limit - expected).abs() < 1e-3, "{name}: {limit}");
        } else {
            close(limit, &file[name]["strict_limit"], 0.0, tolerance, name);
        }
    }
}

#[test]
fn pendulum_of_every_set() {
    let file = reference("conditionally_explicit_sets");
    let truth = state(&Pendulum::default(), &SeventhDegree::gear7(), 1e-3, 10_000)[0][0];
    for Set { name, pendulum, .. } in sets() {
        for (step, expected) in file[name]["pendulum"].as_object().unwrap() {
            let h: f64 = step.trim_start_matches("h=").parse().unwrap();
            let what = format!("{name} at {step}");
            let (energy, angle) = pendulum(h);
            // Energies have five digits, positions four; both have a floor of rounding.
            close(energy, &expected["maxdE"], 2e-4, 1e-14, &format!("{what}: energy"));
            close(angle - truth, &expected["xerr"], 2e-3, 1e-14, &format!("{what}: position"));
        }
    }
}

/// Closed forms: (weights, Ω where a root reaches −1).
#[test]
fn limits_in_closed_form() {
    let d4 = |g: f64| {
        (
            FourthDegree::with_weights([1.0 + g / 2.0, g - 1.0 / 6.0, g]),
            (6.0 * (2.0 * g - 1.0) / (4.0 * g - 1.0)).sqrt(),
        )
    };
    for (method, expected) in [0.6, 0.75, 1.0, 1.5, 2.0].map(d4) {
        let limit = stability_limit(&method, 0.0).unwrap();
        assert!((limit - expected).abs() < 1e-9, "{limit} instead of {expected}");
    }
    let third = |w0: f64| (ThirdDegree::with_weights([w0, 0.5]), (2.0 / (w0 - 0.5)).sqrt());
    for (method, expected) in [1.0, 7.0 / 6.0, 4.0 / 3.0, 2.0].map(third) {
        let limit = stability_limit(&method, 0.0).unwrap();
        assert!((limit - expected).abs() < 1e-9, "{limit} instead of {expected}");
    }
    let classical = stability_limit(&CentralDifferences, 0.0).unwrap();
    assert!((classical - 2.0).abs() < 1e-9);
    let quarter = stability_limit(&FourthDegree::paper_quarter(), 0.0).unwrap();
    assert!((quarter - (8.0_f64 / 5.0).sqrt()).abs() < 1e-9);
}

#[test]
fn table_3() {
    for row in reference("conditionally_explicit_tables")["table3"].as_array().unwrap() {
        let method = ThirdDegree::with_weights([number(&row["alpha"]), number(&row["beta"])]);
        let limit = stability_limit(&method, 0.0).unwrap();
        close(limit, &row["reproduced"], 0.0, number(&row["rust_tolerance"]), "limit");
    }
}

#[test]
fn table_5() {
    for row in reference("conditionally_explicit_tables")["table5"].as_array().unwrap() {
        let omega_h = number(&row["Omega"]);
        let radius = spectral_radius(&FourthDegree::paper_five_quarters(), omega_h, 0.0).unwrap();
        close(radius, &row["reproduced"], 0.0, number(&row["rust_tolerance"]), "radius");
        let square = omega_h * omega_h;
        assert!((radius - 1.0 - square / 3.0 - square * square / 18.0).abs() < omega_h.powf(6.0) + 1e-13);
    }
}

/// The paper's remedies of the fourth degree by a shift of γ and β.
#[test]
fn shifted_weights_of_the_fourth_degree() {
    let method = |beta: f64| FourthDegree::with_weights([1.25, 1.0 / 3.0 + beta, 0.5005]);
    let radius = |omega_h: f64| spectral_radius(&method(0.0), omega_h, 0.0).unwrap();
    assert!(radius(0.07) <= 1.0 + 1e-11 && radius(0.0774) < 1.0 && radius(0.0776) > 1.0);
    for omega_h in [0.03, 0.06] {
        let growth = radius(omega_h) - 1.0;
        // The principal root grows like 4.2e-5 Ω⁴ and the parasitic one stays inside.
        assert!(growth > 0.0 && growth < 1e-9, "{growth:e} at {omega_h}");
    }
    let limit = stability_limit(&method(0.01), 0.0).unwrap();
    assert!((limit - 0.07633).abs() < 1e-5, "{limit}");
}

/// Limits of the reference with damping, two digits, rounded or cut off.
#[test]
fn damped_limits() {
    let rows: [(&str, Box<dyn FixedStep>, f64, f64); 6] = [
        ("gear4", Box::new(FourthDegree::gear4()), 1.38, 1.11),
        ("c", Box::new(FifthDegree::c()), 0.74, 0.47),
        ("e", Box::new(FifthDegree::e()), 1.18, 0.92),
        ("b", Box::new(FifthDegree::b()), 1.39, 1.22),
        ("f", Box::new(FifthDegree::f()), 1.79, 1.69),
        ("central differences", Box::new(ThirdDegree::central_differences()), 2.0, 2.0),
    ];
    for (name, method, light, heavy) in rows {
        for (zeta, expected) in [(0.1, light), (1.0, heavy)] {
            let limit = stability_limit(&*method, zeta).unwrap();
            assert!(
                (-0.005..0.01).contains(&(limit - expected)),
                "{name}, ζ = {zeta}: {limit} instead of {expected}"
            );
        }
    }
    // The condition at the root −1 of degree 4: 24(2γ−1) + 48(β−γ)ζΩ + (10−8α−12β)Ω² ≥ 0.
    let (zeta, a, b, g) = (0.1, 1.5, 5.0 / 6.0, 1.0);
    let (square, linear, constant) =
        (10.0 - 8.0 * a - 12.0 * b, 48.0 * (b - g) * zeta, 24.0 * (2.0 * g - 1.0));
    let root: f64 = (-linear - f64::sqrt(linear * linear - 4.0 * square * constant)) / (2.0 * square);
    let limit = stability_limit(&FourthDegree::gear4(), zeta).unwrap();
    assert!((limit - root).abs() < 1e-9, "{limit} instead of {root}");
    // The sets of the paper with damping.
    let radius = |method: FourthDegree, omega_h| spectral_radius(&method, omega_h, 0.1).unwrap();
    assert!(radius(FourthDegree::paper_three_quarters(), 0.05) > 1.0);
    assert!(
        radius(FourthDegree::paper_quarter(), 0.15) > 1.0
            && radius(FourthDegree::paper_quarter(), 0.3) <= 1.0
    );
    assert!(radius(FourthDegree::paper_five_quarters(), 0.3) > 1.0);
}

/// det(λ I − A) of the stepper's matrix against the typed characteristic polynomials, damped and not.
#[test]
fn characteristic_polynomials() {
    let determinant = |method: &dyn FixedStep, omega_h: f64, zeta: f64, x: f64| {
        let a = method.amplification_matrix(omega_h, zeta).unwrap();
        (DMatrix::identity(a.nrows(), a.nrows()) * x - a).determinant()
    };
    for (zeta, w, x) in [(0.0, 0.7, 0.3), (0.0, 1.1, -1.4), (0.2, 0.5, 0.6), (0.7, 0.9, -0.8)] {
        let (o, o2) = (w * zeta, w * w);
        let (a, b) = (1.3, 0.55);
        let third = (4.0 * b * o + 2.0) * x * x * x
            + ((a + 2.0 * b) * o2 + (4.0 - 8.0 * b) * o - 4.0) * x * x
            + ((3.0 - 2.0 * a - 2.0 * b) * o2 + (4.0 * b - 4.0) * o + 2.0) * x
            + (a - 1.0) * o2;
        let found = determinant(&ThirdDegree::with_weights([a, b]), w, zeta, x) * (4.0 * b * o + 2.0);
        assert!((found - third).abs() < 1e-12, "degree 3: {found} instead of {third}");
        let (a, b, g) = (1.45, 0.7, 0.9);
        let leading = 6.0 * b * o + 6.0 * g;
        let fourth = leading * x * x * x * x
            + ((a + 3.0 * b + 3.0 * g) * o2 + (12.0 * g + 6.0 - 18.0 * b) * o - 18.0 * g + 6.0) * x * x * x
            + ((7.0 - 3.0 * a - 6.0 * b) * o2 + (18.0 * b - 24.0 * g) * o + 18.0 * g - 12.0) * x * x
            + ((3.0 * a + 3.0 * b - 3.0 * g - 2.0) * o2 + (12.0 * g - 6.0 - 6.0 * b) * o - 6.0 * g + 6.0) * x
            - (a - 1.0) * o2;
        let found = determinant(&FourthDegree::with_weights([a, b, g]), w, zeta, x) * leading;
        assert!((found - fourth).abs() < 1e-12, "degree 4: {found} instead of {fourth}");
    }
}

/// A method with the state (x, x') only, through the same functions: velocity Verlet has the limit 2.
#[test]
fn one_step_methods() {
    let method = OneStep(linkwork::runge_kutta::RungeKutta4::default());
    let limit = stability_limit(&method, 0.0).unwrap();
    assert!((limit - 8.0_f64.sqrt()).abs() < 1e-6, "{limit}");
}

/// Limits of alternating r, 1/r at every step in constrained directions: A 1.41, E 1.21.
#[test]
fn step_changes() {
    let (a, e) = (FifthDegree::a().weights(), FifthDegree::e().weights());
    assert!(alternating_steps(&a, 1.41) < 1.0 && alternating_steps(&a, 1.43) > 1.0);
    assert!(alternating_steps(&e, 1.21) < 1.0 && alternating_steps(&e, 1.23) > 1.0);
    let growth = |method: &dyn Fn() -> f64| method();
    let of = |rules: linkwork::stepper::StepRules| rules.growth;
    assert_eq!(growth(&|| of(ErrorEstimate::<Pendulum>::rules(&FifthDegree::a()))), 2.0);
    assert_eq!(growth(&|| of(ErrorEstimate::<Pendulum>::rules(&FourthDegree::default()))), 2.0);
    let default = of(ErrorEstimate::<Pendulum>::rules(&FifthDegree::default()));
    assert!((1.35..=1.5).contains(&default), "{default}");
    for fixed in [
        of(ErrorEstimate::<Pendulum>::rules(&SixthDegree::a())),
        of(ErrorEstimate::<Pendulum>::rules(&SeventhDegree::a())),
    ] {
        assert_eq!(fixed, 1.0);
    }
}

/// Every default is strictly stable, of full order, and (except for degree 8) suitable for DAEs.
#[test]
fn defaults() {
    macro_rules! check {
        ($($method:ty, $degree:literal);*) => {$(
            let method = <$method>::default();
            assert!(stability_limit(&method, 0.0).unwrap() > 0.5);
            assert!(method.max_parasitic_root() < 1.0);
            assert!($degree == 8 || method.max_sigma_root() < 1.0);
            assert_eq!(Stepper::<Pendulum>::order(&method), $degree - 1);
        )*};
    }
    check!(ThirdDegree, 3; FourthDegree, 4; FifthDegree, 5; SixthDegree, 6; SeventhDegree, 7; EighthDegree, 8);
    assert_eq!(Stepper::<Pendulum>::order(&FifthDegree::paper_top()), 3);
    assert_eq!(Stepper::<Pendulum>::order(&FifthDegree::paper()), 4);
}
