//! The exact start against closed forms, other formulations and the equations themselves.

use crate::support::{
    DampedOscillator, FreeBody, MotorPendulum, Nonlinear, Pendulum, RigidPendulum, Skate, SkateInBowl, bent,
};
use linkwork::exact_start::{Derivatives, LARGEST_ORDER, derivatives};
use linkwork::scalar::{DoubleDouble, Taylor};
use linkwork::stepper::{Start, StepFailure};
use linkwork::{Evaluate, Mechanism, Real, Vector};

type Long = DoubleDouble;
type Series = Taylor<f64, { LARGEST_ORDER + 1 }>;

fn start<M: Mechanism>(m: &M, t: f64) -> Start<M> {
    let (q, v, y) = m.initial();
    Start { t: M::Scalar::exact(t), q, v, y }
}

fn lift(x: f64) -> Long {
    Long::from(x)
}

#[track_caller]
fn assert_near(what: &str, got: f64, expected: f64, tolerance: f64) {
    let scale = expected.abs().max(1.0);
    assert!((got - expected).abs() <= tolerance * scale, "{what}: {got} is not {expected}");
}

#[test]
fn a_linear_oscillator_follows_its_recurrence() {
    let m = DampedOscillator::default();
    let d = derivatives(&m, &start(&m, 0.0), LARGEST_ORDER).unwrap();
    assert_eq!((d.velocity.len(), d.holonomic.len(), d.nonholonomic.len(), d.states.len()), (8, 8, 8, 9));
    // x⁽ᵏ⁺²⁾ = −ω² x⁽ᵏ⁾ − 2 ζ ω x⁽ᵏ⁺¹⁾
    let mut x = vec![m.position, m.velocity];
    for k in 0..7 {
        x.push(-m.omega * m.omega * x[k] - 2.0 * m.zeta * m.omega * x[k + 1]);
    }
    for (k, velocity) in d.velocity.iter().enumerate() {
        assert_near("x", velocity[0], x[k + 1], 1e-14);
    }
}

#[test]
fn the_rigid_pendulum_moves_as_the_plain_one() {
    // Two formulations: three coordinates with two constraints and no inertia, and the angle alone,
    // which the plain pendulum counts from the horizontal.
    let rigid = RigidPendulum { rate: 0.7, length: 1.3, ..RigidPendulum::default() };
    let angle = rigid.angle - core::f64::consts::FRAC_PI_2;
    let plain = Pendulum { angle, rate: rigid.rate, length: rigid.length, gravity: rigid.gravity };
    let d = derivatives(&rigid, &start(&rigid, 0.0), 8).unwrap();
    let reference = derivatives(&plain, &start(&plain, 0.0), 8).unwrap();
    // (x, y) = L (sin θ, −cos θ) as series of the reference angle.
    let factorial = |k: usize| (1..=k).map(|i| i as f64).product::<f64>();
    let theta = Series::new(core::array::from_fn(|k| {
        if k == 0 { rigid.angle } else { reference.velocity[k - 1][0] / factorial(k) }
    }));
    let (s, c) = theta.sin_cos();
    let (x, y) = (s * Series::exact(rigid.length), -c * Series::exact(rigid.length));
    for k in 1..=8 {
        // The eighth derivatives are about 1e5; rounding enters relative to the largest term.
        let tolerance = 1e-12 * theta.derivative(k).abs().max(1.0);
        assert_near("θ", d.velocity[k - 1][2], theta.derivative(k), tolerance);
        assert_near("x", d.velocity[k - 1][0], x.derivative(k), tolerance);
        assert_near("y", d.velocity[k - 1][1], y.derivative(k), tolerance);
        if k >= 2 {
            // x'' + λ₁ = 0, y'' + λ₂ = −g
            let weight = if k == 2 { rigid.gravity } else { 0.0 };
            assert_near("λ₁", d.holonomic[k - 2][0], -x.derivative(k), tolerance);
            assert_near("λ₂", d.holonomic[k - 2][1], -weight - y.derivative(k), tolerance);
        }
    }
}

#[test]
fn the_skate_follows_its_closed_form() {
    let m = Skate::default();
    let d = derivatives(&m, &start(&m, 0.0), 8).unwrap();
    let number = Series::exact;
    let c = m.gravity * m.incline.sin() / (2.0 * m.turn * m.turn);
    let phi = number(m.turn) * Series::variable(0.0);
    let (sine, cosine) = phi.sin_cos();
    let x = number(c) * sine * sine;
    let y = number(c) * (phi - sine * cosine);
    // y'' = ψ cos φ
    let psi = y.derivative_series().derivative_series() / cosine;
    for k in 1..=8 {
        assert_near("x", d.velocity[k - 1][0], x.derivative(k), 1e-13);
        assert_near("y", d.velocity[k - 1][1], y.derivative(k), 1e-13);
        assert_near("φ", d.velocity[k - 1][2], phi.derivative(k), 1e-13);
        if k >= 2 {
            assert_near("ψ", d.nonholonomic[k - 2][0], psi.derivative(k - 2), 1e-13);
        }
    }
}

#[test]
fn a_body_on_a_manifold_follows_the_euler_poisson_equations() {
    // I w' = (I w) × w + m g l (u₂, −u₁, 0), u' = u × w with the vertical u in the axes of the body: no
    // quaternions and no exponential map. Each Picard iteration gains one coefficient.
    let m = FreeBody::default();
    let from = start(&m, 0.0);
    let d = derivatives(&m, &from, 8).unwrap();
    let mut at = m.position_cache();
    m.place(&0.0, &from.q, &mut at);
    let lifted = |x: [f64; 3]| x.map(Series::exact);
    let inertia = lifted([m.i1, m.i2, m.i3]);
    let (w0, u0) = ([m.w1, m.w2, m.w3], at);
    let cross = |a: &[Series; 3], b: &[Series; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let (mut w, mut u) = (lifted(w0), lifted(u0));
    for _ in 0..LARGEST_ORDER {
        let momentum = core::array::from_fn(|i| inertia[i] * w[i]);
        let spin = cross(&momentum, &w);
        let weight = Series::exact(m.weight);
        let torque = [weight * u[1], -weight * u[0], Series::zero()];
        let turning = cross(&u, &w);
        w = core::array::from_fn(|i| ((spin[i] + torque[i]) / inertia[i]).integral(w0[i]));
        u = core::array::from_fn(|i| turning[i].integral(u0[i]));
    }
    for k in 0..8 {
        for (i, w) in w.iter().enumerate() {
            assert_near("w", d.velocity[k][i], w.derivative(k), 1e-12);
        }
    }
}

/// The Taylor polynomials of the motion, put into the equations h after the start: the largest
/// entries of M a − f, g, k and y' − f_y.
fn defects<M: Mechanism<Scalar = Long>>(m: &M, from: &Start<M>, d: &Derivatives<M>, h: f64) -> [f64; 4] {
    let h = lift(h);
    // Σᵢ hⁱ x⁽ⁱ⁺ˢᵏⁱᵖ⁾ / i!
    fn sum<V: Vector<Long>>(terms: &[V], h: Long, empty: &V) -> V {
        let mut total = empty.clone();
        total.fill(Long::zero());
        let mut factor = Long::one();
        for (i, term) in terms.iter().enumerate() {
            total.axpy(factor, term);
            factor = factor * h / Long::exact((i + 1) as f64);
        }
        total
    }
    let (v, a) = (sum(&d.velocity, h, &from.v), sum(&d.velocity[1..], h, &from.v));
    let (l, p) = (sum(&d.holonomic, h, &d.holonomic[0]), sum(&d.nonholonomic, h, &d.nonholonomic[0]));
    let (y, y_rate) = (sum(&d.states, h, &from.y), sum(&d.states[1..], h, &from.y));
    // q = q₀ + ∫ v
    let integrated: Vec<_> = d
        .velocity
        .iter()
        .enumerate()
        .map(|(i, term)| {
            let mut term = term.clone();
            term.scale(h / Long::exact((i + 1) as f64));
            term
        })
        .collect();
    let (mut q, path) = (from.q.clone(), sum(&integrated, h, &from.v));
    m.advance(&mut q, &path, &mut from.v.clone_empty());

    let (now, mut at) = (m.now(from.t + h), m.position_cache());
    m.place(&now, &q, &mut at);
    let (mut inertia, mut force) = (a.clone(), a.clone());
    m.mass_times(&at, &a, &mut inertia);
    m.force(&at, &v, &y, (&l, &p), &mut force);
    force.axpy(lift(-1.0), &inertia);
    let (mut g, mut k, mut rates) = (l.clone(), p.clone(), y.clone());
    m.holonomic(&at, &mut g);
    m.nonholonomic(&at, &v, &mut k);
    m.state_rates(&at, &v, &y, &mut rates);
    rates.axpy(lift(-1.0), &y_rate);
    [force.magnitude(), g.magnitude(), k.magnitude(), rates.magnitude()]
}

/// A zero vector of the same length.
trait CloneEmpty: Vector<Long> {
    fn clone_empty(&self) -> Self {
        let mut zero = self.clone();
        zero.fill(Long::zero());
        zero
    }
}
impl<V: Vector<Long>> CloneEmpty for V {}

/// Defects decrease with the power of h of the first missing derivative: a wrong derivative of
/// order j would leave a defect of order hʲ or lower.
#[track_caller]
fn assert_solves<M: Mechanism<Scalar = Long>>(m: &M, t: f64, order: usize) {
    let from = start(m, t);
    let d = derivatives(m, &from, order).unwrap();
    // q is known to order n, so v to n − 1, a to n − 2; λ, ψ to n − 1, y to n and y' to n − 1. A
    // defect is led by its worst term. Steps are in the range where neither rounding (1e-29) nor
    // the next term disturbs.
    let powers = [order - 1, order + 1, order, order];
    let (coarse, fine) = (defects(m, &from, &d, 1e-3), defects(m, &from, &d, 5e-4));
    for (i, what) in ["M a − f", "g", "k", "y' − f_y"].into_iter().enumerate() {
        if coarse[i] < 1e-27 {
            continue;
        }
        let rate = (coarse[i] / fine[i]).log2();
        assert!(rate > powers[i] as f64 - 0.1, "{what}: {:e} and {:e}, order {rate}", coarse[i], fine[i]);
    }
    // The test would be void if all defects were rounding errors.
    assert!(coarse.iter().any(|defect| *defect > 1e-25));
}

#[test]
fn derivatives_solve_the_equations_to_every_order() {
    for order in 2..=LARGEST_ORDER {
        assert_solves(&MotorPendulum::default().with_scalar(&lift), 0.4, order);
        assert_solves(
            &RigidPendulum { sway: 0.2, rate: 0.5, ..RigidPendulum::default() }.with_scalar(&lift),
            0.0,
            order,
        );
        assert_solves(&SkateInBowl::default().with_scalar(&lift), 0.0, order);
        assert_solves(&Nonlinear(SkateInBowl::default()).with_scalar(&lift), 0.0, order);
    }
}

#[test]
fn reactions_that_are_not_linear_are_found_by_newton() {
    // The same motion with multipliers κ on another scale, λ = s(κ).
    let m = SkateInBowl::default();
    let from = start(&m, 0.2);
    let d = derivatives(&m, &from, 8).unwrap();
    let bent_from = Start { t: from.t, q: from.q, v: from.v, y: from.y };
    let scaled = derivatives(&Nonlinear(m), &bent_from, 8).unwrap();
    let factorial = |k: usize| (1..=k).map(|i| i as f64).product::<f64>();
    let lambda = bent(Series::new(core::array::from_fn(|k| {
        scaled.holonomic.get(k).map_or(0.0, |kappa| kappa[0] / factorial(k))
    })));
    for k in 0..8 {
        for i in 0..4 {
            assert_near("v", scaled.velocity[k][i], d.velocity[k][i], 1e-11);
        }
        assert_near("λ", lambda.derivative(k), d.holonomic[k][0], 1e-11);
        assert_near("ψ", scaled.nonholonomic[k][0], d.nonholonomic[k][0], 1e-11);
    }
}

#[test]
fn sensitivities_start_as_well() {
    // Derivatives with respect to time of derivatives with respect to the length, by nesting scalars.
    let length = |l: f64| RigidPendulum { length: l, rate: 0.3, ..RigidPendulum::default() };
    let type_of = |m: RigidPendulum<f64>| {
        // d/dL as the first coefficient of a series in L.
        m.with_scalar(&|x| Taylor::<f64, 2>::constant(x))
    };
    let mut m = type_of(length(1.2));
    m.length = Taylor::variable(1.2);
    let d = derivatives(&m, &start(&m, 0.0), 5).unwrap();
    let h = 1e-4;
    let (up, down) = (length(1.2 + h), length(1.2 - h));
    let up = derivatives(&up, &start(&up, 0.0), 5).unwrap();
    let down = derivatives(&down, &start(&down, 0.0), 5).unwrap();
    for k in 0..5 {
        for i in 0..3 {
            // Central differences: h² times a third derivative, and 1e-16/h.
            let slope = (up.velocity[k][i] - down.velocity[k][i]) / (2.0 * h);
            assert_near("∂/∂L", d.velocity[k][i].derivative(1), slope, 1e-6);
        }
    }
}

#[test]
fn failures_are_values() {
    let m = Pendulum { angle: f64::NAN, ..Pendulum::default() };
    assert!(matches!(derivatives(&m, &start(&m, 0.0), 4), Err(StepFailure::NotFinite { row: 0 })));
    let m = Pendulum { length: 0.0, ..Pendulum::default() };
    assert!(matches!(derivatives(&m, &start(&m, 0.0), 4), Err(StepFailure::Singular { row: 0 })));
    // Orders beyond the largest are clipped, order 0 leaves the states unchanged.
    let m = MotorPendulum::default();
    assert_eq!(derivatives(&m, &start(&m, 0.0), 99).unwrap().velocity.len(), LARGEST_ORDER);
    let d = derivatives(&m, &start(&m, 0.0), 0).unwrap();
    assert_eq!((d.velocity.len(), d.states.len()), (0, 1));
}
