//! Limits of stability of Adams', Godunov's, Newmark's and symplectic methods, to the digits of their closed forms.

use crate::support::{Plain, hand_written::hand_written};
use linkwork::multistep::*;
use linkwork::stability::{
    Class, FixedStep, OneStep, classify, is_stable_at, parasitic, roots, spectral_radius, stability_limit,
};
use linkwork::stepper::{StepFailure, Stepper};
use linkwork::symplectic::*;
use linkwork::{GeneralizedAlpha, Real};
use nalgebra::Complex;

/// Eight digits after the point, and rounding of the last.
const DIGITS: f64 = 6e-9;
/// At 180° λ is its own conjugate: roots are double, which rounding spreads by its square root.
const DIGITS_OF_DOUBLE_ROOTS: f64 = 5e-8;

/// −cos φ, which is zero at 90°.
fn ratio(degrees: f64) -> f64 {
    if degrees == 90.0 { 0.0 } else { -degrees.to_radians().cos() }
}

fn limit(method: &dyn FixedStep, degrees: f64) -> f64 {
    stability_limit(method, ratio(degrees)).unwrap()
}

fn radius(method: &dyn FixedStep, omega_h: f64, degrees: f64) -> f64 {
    spectral_radius(method, omega_h, ratio(degrees)).unwrap()
}

/// |λh| along rays, λ and its conjugate.
#[test]
fn adams_and_explicit_godunov() {
    let rows = [
        (90.0, [2.0, 0.723_627_23, 1.632_993_16, 0.429_987_08]),
        (95.0, [1.681_534_16, 0.696_229_31, 1.261_573_29, 0.410_320_18]),
        (100.0, [1.422_589_15, 0.673_075_11, 0.991_536_19, 0.393_554_06]),
        (120.0, [0.828_427_12, 0.608_420_62, 0.495_279_23, 0.346_206_96]),
        (135.0, [0.635_674_49, 0.578_727_39, 0.366_289_19, 0.324_380_66]),
        (150.0, [0.535_898_38, 0.559_647_84, 0.304_004_22, 0.310_384_05]),
        (180.0, [0.472_135_95, 0.545_454_55, 0.265_517_11, 0.3]),
    ];
    let methods: [&dyn FixedStep; 4] = [
        &Godunov3::default(),
        &AdamsBashforth3::default(),
        &Godunov4::default(),
        &AdamsBashforth4::default(),
    ];
    for (degrees, limits) in rows {
        for (i, (method, expected)) in methods.into_iter().zip(limits).enumerate() {
            let found = limit(method, degrees);
            let digits = if degrees == 180.0 { DIGITS_OF_DOUBLE_ROOTS } else { DIGITS };
            assert!(
                (found - expected).abs() < digits,
                "column {i}, {degrees}°: {found} instead of {expected}"
            );
        }
    }
    // Godunov's methods beat Adams' near the imaginary axis, up to 144.40° and 147.23°.
    for (godunov, adams, degrees) in [(methods[0], methods[1], 144.40), (methods[2], methods[3], 147.23)] {
        let ahead = |degrees| limit(godunov, degrees) - limit(adams, degrees);
        assert!(ahead(degrees - 0.01) > 0.0 && ahead(degrees + 0.01) < 0.0, "{degrees}°");
    }
}

/// The principal root and parasitic ones of GE3, GE4, GE5.
#[test]
fn roots_of_explicit_godunov() {
    for omega_h in [0.1, 1.0, 1.9] {
        assert!((radius(&Godunov3::default(), omega_h, 90.0) - 1.0).abs() < 1e-11, "GE3 does not damp");
    }
    // |z| = 1 − q⁴/24 + …
    assert!((radius(&Godunov4::default(), 0.05, 90.0) - 1.0 + 0.05_f64.powi(4) / 24.0).abs() < 1e-9);
    assert!((radius(&Godunov4::default(), 1.0, 90.0) - 1.0 + 0.0352).abs() < 5e-5);
    // At h → 0: 0.2240, −0.4058.
    let found = parasitic(&Godunov4::default()).unwrap();
    for expected in [0.2240, -0.4058] {
        let near = found.iter().map(|z| (z - Complex::new(expected, 0.0)).norm()).fold(1.0, f64::min);
        assert!(near < 1e-4, "{expected} in {found:?}");
    }
    // −1 − 3q²/16 + … of GE5: unstable everywhere.
    for (omega_h, expected) in [(0.1, 1.001_880_1), (0.2, 1.007_581_7)] {
        assert!((radius(&Godunov5::default(), omega_h, 90.0) - expected).abs() < 6e-8);
        assert!(radius(&Godunov5Moulton::default(), omega_h, 90.0) > 1.0 + 1e-4);
    }
    let found = parasitic(&Godunov5::default()).unwrap();
    for expected in [Complex::new(-1.0, 0.0), Complex::new(0.25, 0.1936), Complex::new(0.25, -0.1936)] {
        let near = found.iter().map(|z| (z - expected).norm()).fold(1.0, f64::min);
        assert!(near < 1e-4, "{expected} in {found:?}");
    }
}

/// Where the radius falls to 1 between two Ω.
fn crossing(method: &dyn FixedStep, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if radius(method, middle, 90.0) > 1.0 { low = middle } else { high = middle }
    }
    low
}

/// Undamped: GI2 damps by q²/2, GI3 by q⁴/2; GI4 and GI5 grow up to √(5/3) and √(95/12).
#[test]
fn implicit_godunov_on_the_imaginary_axis() {
    let q = 0.03_f64;
    assert!((1.0 - radius(&ImplicitGodunov2::default(), q, 90.0) - q * q / 2.0).abs() < q.powi(4));
    assert!((1.0 - radius(&ImplicitGodunov3::default(), q, 90.0) - q.powi(4) / 2.0).abs() < 3.0 * q.powi(6));
    for (method, limit) in [
        (&ImplicitGodunov4::default() as &dyn FixedStep, (5.0_f64 / 3.0).sqrt()),
        (&ImplicitGodunov5::default(), (95.0_f64 / 12.0).sqrt()),
    ] {
        let found = crossing(method, 0.5 * limit, 2.0 * limit);
        assert!((found - limit).abs() < 1e-9, "{found} instead of {limit}");
        assert!(radius(method, 0.999 * limit, 90.0) > 1.0 && radius(method, 1.001 * limit, 90.0) < 1.0);
    }
}

/// A(α) of GI4 and GI5 to a hundredth of a degree, and the largest roots at infinity.
/// GI2/BDF1 is the backward Euler method taken twice: at critical damping both roots are 1/(1 + Ω). A double root is known to
/// the root of the rounding unit.
#[test]
fn double_roots_are_not_lost() {
    for i in 1..=40 {
        let omega_h = 0.1 * f64::from(i);
        let rho = spectral_radius(&ImplicitGodunov2::default(), omega_h, 1.0).expect("a step");
        assert!((rho - 1.0 / (1.0 + omega_h)).abs() < 1e-7, "Ω = {omega_h}: {rho}");
    }
}

#[test]
fn implicit_godunov_with_damping() {
    let worst = |method: &dyn FixedStep, angle: f64| {
        let sizes = (1..=1600).map(|k| 0.005 * f64::from(k));
        sizes.map(|o| radius(method, o, 180.0 - angle)).fold(0.0, linkwork::Real::max)
    };
    for angle in [0.0, 30.0, 60.0, 85.0, 89.0] {
        assert!(worst(&ImplicitGodunov2::default(), angle) < 1.0, "GI2 at {angle}°");
        assert!(worst(&ImplicitGodunov3::default(), angle) < 1.0, "GI3 at {angle}°");
    }
    for (method, angle) in
        [(&ImplicitGodunov4::default() as &dyn FixedStep, 87.418), (&ImplicitGodunov5::default(), 80.236)]
    {
        let (inside, outside) = (worst(method, angle - 0.01), worst(method, angle + 0.01));
        assert!(inside < 1.0 && outside > 1.0, "{angle}°: {inside} {outside}");
    }
    for (method, expected) in [
        (&ImplicitGodunov2::default() as &dyn FixedStep, 0.0),
        (&ImplicitGodunov3::default(), 1.0 / 3.0),
        (&ImplicitGodunov4::default(), 0.426),
        (&ImplicitGodunov5::default(), 0.561),
    ] {
        let found = spectral_radius(method, 1e6, 0.5).unwrap();
        assert!((found - expected).abs() < 6e-4, "{found} instead of {expected}");
    }
}

hand_written! {
    /// x'' = λ² x: an unstable position of rest.
    Repelled { rate = 1.0 }
    sizes 1 1 0 0 0, total 1;
    coordinates ["x" "m"];
    holonomic [];
    nonholonomic [];
    states [];
    marks [Clamped, Unconstrained, VectorSpace, Separable, Stateless];
}

impl<T: Real> Plain<T, 1, 1, 0, 0, 0> for Repelled<T> {
    type At = T;
    fn at(&self, _t: T, q: &[T; 1]) -> T {
        q[0]
    }
    fn mass(&self, _at: &T) -> [[T; 1]; 1] {
        [[T::one()]]
    }
    fn applied(&self, at: &T, _v: &[T; 1], _y: &[T; 0]) -> [T; 1] {
        [self.rate * self.rate * *at]
    }
    fn stiffness(&self, _: &T, _: &[T; 1], _: &[T; 0], _: &[T; 1], _: &[T; 0], _: &[T; 0]) -> [[T; 1]; 1] {
        [[-(self.rate * self.rate)]]
    }
    fn begin(&self) -> ([T; 1], [T; 1], [T; 0]) {
        ([T::one()], [self.rate], [])
    }
}

/// x after the first step that is implicit, at λh.
fn beyond<S: Stepper<Repelled>>(method: &S, rate: f64, past: usize) -> Result<f64, StepFailure> {
    let m = Repelled { rate };
    let mut w = method.start(&m, &super::reference::start(&m), 1.0)?;
    for _ in 0..=past {
        method.step(&m, 1.0, &mut w)?;
    }
    Ok(method.sample(&w).q[0])
}

/// The growing motion has a pole at λh = √w₀: 1, √2, √(35/12) = 1.7078251277, √(15/4) = 1.9364916731.
#[test]
fn poles_of_implicit_godunov() {
    macro_rules! check {
        ($($method:ident, $past:literal, $square:expr;)*) => {$(
            let pole = f64::sqrt($square);
            let method = $method::default();
            let [below, above] = [-1e-4, 1e-4].map(|off| beyond(&method, pole + off, $past).unwrap());
            let name = stringify!($method);
            assert!(below.abs() > 1e3 && above.abs() > 1e3 && below * above < 0.0, "{name}: {below:e} {above:e}");
        )*};
    }
    check! {
        ImplicitGodunov2, 2, 1.0;
        ImplicitGodunov3, 3, 2.0;
        ImplicitGodunov4, 4, 35.0 / 12.0;
        ImplicitGodunov5, 5, 15.0 / 4.0;
    }
}

/// β = ϑ/2, γ = ϑ.
fn newmark(theta: f64) -> GeneralizedAlpha {
    GeneralizedAlpha::newmark(0.5 * theta, theta).unwrap()
}

/// ϑ < ½ is stable iff |λh| ≤ −4 cos φ/(1 − 2ϑ) and −Re λh ≤ 1/(1 − 2ϑ).
#[test]
fn newmark_below_a_half() {
    for theta in [0.0, 0.25, 0.4] {
        let scale = 1.0 / (1.0 - 2.0 * theta);
        for degrees in [95.0, 100.0, 110.0, 120.0, 135.0, 150.0, 180.0] {
            let zeta = ratio(degrees);
            let expected = scale * (4.0 * zeta).min(1.0 / zeta);
            let found = limit(&newmark(theta), degrees);
            assert!(
                (found - expected).abs() < 1e-6,
                "ϑ = {theta}, {degrees}°: {found} instead of {expected}"
            );
        }
        assert_eq!(limit(&newmark(theta), 90.0), 0.0, "ϑ = {theta} grows without damping");
    }
}

/// ϑ = 0, x₁ = x₀ + h v₀ + h²/2 a₀ and v₁ = v₀ + h a₀: stable in the disc |λh + 2| ≤ 2 right of Re λh = −1, and of order 1.
#[test]
fn newmark_at_zero() {
    let method = newmark(0.0);
    let mut counted = [0, 0];
    for i in 0..40 {
        for j in 0..25 {
            let z = Complex::new(-4.05 + 0.11 * f64::from(i), 0.013 + 0.09 * f64::from(j));
            let expected = (z + 2.0).norm() <= 2.0 && z.re >= -1.0;
            assert_eq!(is_stable_at(&method, z).unwrap(), expected, "{z}");
            counted[usize::from(expected)] += 1;
        }
    }
    assert!(counted[0] > 100 && counted[1] > 100, "{counted:?}");
    // The matrix of the formulas themselves, for x'' = −x with Ω = 1: eigenvalues of [1 − ½, 1; −1, 1], |z|² = 3/2.
    assert!((radius(&method, 1.0, 90.0) - 1.5_f64.sqrt()).abs() < 1e-12);
    assert_eq!(Stepper::<Repelled>::order(&method), 1);
}

/// From ½ on nothing limits the step; at infinity the roots are −1 and −(1 − ϑ)/ϑ.
#[test]
fn newmark_from_a_half_on() {
    for theta in [0.5, 0.75, 1.0] {
        for degrees in [90.0, 120.0, 180.0] {
            assert_eq!(limit(&newmark(theta), degrees), f64::INFINITY, "ϑ = {theta}, {degrees}°");
        }
        let mut found: Vec<f64> = roots(&newmark(theta), 1e7, 0.5)
            .unwrap()
            .into_iter()
            .filter(|z| z.norm() > 1e-3)
            .map(|z| z.re)
            .collect();
        found.sort_by(f64::total_cmp);
        let expected = -(1.0 - theta) / theta;
        assert!((found[0] + 1.0).abs() < 1e-3, "{found:?}");
        assert!(theta == 1.0 || (found[1] - expected).abs() < 1e-3, "{found:?}");
    }
}

/// The step of 1 − ϑ is that of ϑ back in time. So domains of ϑ and 1 − ϑ are mirror images of each other's complements
/// where roots are a conjugate pair; beyond −Re λh = 1/(1 − 2ϑ), where a real root is left of −1, neither is stable.
#[test]
fn newmark_mirrors() {
    let mut counted = [0, 0];
    for theta in [0.0, 0.1, 0.25, 0.4] {
        for i in 0..30 {
            for j in 0..20 {
                let z = Complex::new(-6.05 + 0.4 * f64::from(i), 0.03 + 0.35 * f64::from(j));
                let stable = is_stable_at(&newmark(theta), z).unwrap();
                let mirrored = is_stable_at(&newmark(1.0 - theta), -z.conj()).unwrap();
                let beyond = -z.re > 1.0 / (1.0 - 2.0 * theta);
                assert_eq!(mirrored, !stable && !beyond, "ϑ = {theta} at {z}");
                counted[usize::from(stable)] += 1;
            }
        }
    }
    assert!(counted[0] > 100 && counted[1] > 100, "{counted:?}");
}

#[test]
fn symplectic() {
    for (method, expected) in [
        (&OneStep(SymplecticEuler::with_last_velocity()) as &dyn FixedStep, 2.0),
        (&OneStep(VelocityVerlet::with_last_velocity()), 2.0),
        (&OneStep(Rattle), 2.0),
        (&Leapfrog::with_last_velocity(), 2.0),
        (&Beeman, 2.0),
    ] {
        assert!((limit(method, 90.0) - expected).abs() < 1e-6);
    }
    // The same positions, so the same roots; Beeman carries an acceleration more, whose root is zero.
    let verlet = OneStep(VelocityVerlet::with_last_velocity());
    for omega_h in [0.1, 1.0, 1.9] {
        let of = |method: &dyn FixedStep| {
            let mut found = roots(method, omega_h, 0.0).unwrap();
            found.sort_by(|a, b| (a.norm() + a.im).total_cmp(&(b.norm() + b.im)));
            found
        };
        let (leapfrog, beeman) = (of(&Leapfrog::with_last_velocity()), of(&Beeman));
        for (i, root) in of(&verlet).into_iter().enumerate() {
            assert!((leapfrog[i] - root).norm() < 1e-12, "{leapfrog:?} {root}");
            let near = beeman.iter().map(|z| (z - root).norm()).fold(1.0, f64::min);
            assert!(near < 1e-12, "{beeman:?} {root}");
        }
        assert!(beeman.iter().any(|z| z.norm() < 1e-12), "{beeman:?}");
    }
    // The first root of the trace of three Verlet steps.
    assert!((limit(&OneStep(Yoshida4::with_last_velocity()), 90.0) - 1.573_4).abs() < 1e-4);
}

/// GI2/BDF1 has no root but zero at infinity and is A-stable only, because its root z = 1 persists.
#[test]
fn classes() {
    let of = |method: &dyn FixedStep| classify(method, limit(method, 90.0));
    assert_eq!(of(&Godunov3::default()), Class::Conditional);
    assert_eq!(of(&Godunov4::default()), Class::Conditional);
    assert_eq!(of(&Godunov5::default()), Class::Unstable);
    assert_eq!(of(&Godunov5Moulton::default()), Class::Unstable);
    assert_eq!(of(&AdamsBashforth2::default()), Class::Unstable);
    assert_eq!(of(&AdamsBashforth4::default()), Class::Conditional);
    assert_eq!(of(&ImplicitGodunov2::default()), Class::A);
    assert_eq!(of(&ImplicitGodunov3::default()), Class::A);
    assert_eq!(of(&ImplicitGodunov4::default()), Class::Unstable);
    assert_eq!(of(&newmark(0.25)), Class::Unstable);
    assert_eq!(of(&newmark(0.5)), Class::F);
    assert_eq!(of(&newmark(0.75)), Class::A);
    assert_eq!(of(&newmark(1.0)), Class::A);
    assert_eq!(of(&OneStep(linkwork::half_implicit::ImplicitEuler::default())), Class::L);
}
