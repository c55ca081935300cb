//! Random small mechanisms given by energies: they compile, their equations are those of their energies,
//! and solutions of the saddle system satisfy it.

use crate::differences::{D, Model, Point, assert_lagrange, zeros};
use crate::energies::mechanism;
use crate::states::{Point as AnyPoint, tape};
use linkwork::{Dense, Evaluate, Fallback, Mechanism, Real, Solve};
use linkwork_tape::Tape;
use proptest::prelude::*;

/// Residual of M a + B λ = f, G a = γ relative to its terms.
const RESIDUAL: f64 = 1e-10;

/// Accelerations and multipliers of the saddle system at a point, put back into it.
fn assert_solved(text: &str, m: &Tape, point: &AnyPoint<Tape>) {
    let AnyPoint { v, y, .. } = point;
    let (n, g) = (v.len(), point.l.len());
    let (mut at, mut moving) = (m.position_cache(), m.velocity_cache());
    m.place(&m.now(point.t), &point.q, &mut at);
    let (mut a, mut l, mut p) = (v.clone(), point.l.clone(), point.p.clone());
    m.moving(&at, v, y, (&l, &p), &mut moving);
    m.applied_force(&at, v, y, &mut a);
    m.acceleration_bias(&at, v, (&mut l, &mut p));
    let (force, bias) = (a.clone(), l.clone());
    let mut factors = m.saddle_factors();
    m.factor_saddle(&at, &at, &at, &moving, &mut factors);
    let fallback = m.solve_saddle(&factors, &mut a, &mut l, &mut p);
    let fallback = fallback.unwrap_or_else(|singular| panic!("{text}: {singular:?} at {point:?}"));
    assert!(fallback < Fallback::Pivoted || g > 0, "{text}: {fallback:?} at {point:?}");

    let (mut inertia, mut reaction) = (v.clone(), v.clone());
    m.mass_times(&at, &a, &mut inertia);
    m.reaction_force(&at, &moving, (&l, &p), &mut reaction);
    for i in 0..n {
        let residual = inertia[i] + reaction[i] - force[i];
        let size = inertia.magnitude() + reaction.magnitude() + force.magnitude();
        assert!(residual.abs() <= RESIDUAL * size, "{text}: {residual:e} of {size:e} at {point:?}");
    }
    let mut jacobian = vec![0.0; g * n];
    m.constraint_jacobian(&at, &mut jacobian);
    for (row, bias) in jacobian.chunks(n).zip(bias.iter()) {
        let terms = row.iter().zip(a.iter()).map(|(g, a)| g * a);
        let (sum, size) =
            terms.fold((0.0, bias.abs()), |(sum, size), term: f64| (sum + term, size + term.abs()));
        assert!((sum - bias).abs() <= RESIDUAL * size, "{text}: {sum:e} instead of {bias:e} at {point:?}");
    }
}

/// The equations of a mechanism are those of its energies at three points, and they are solved.
fn assert_compiles_and_fits(text: &str) {
    let m = tape(text).build().unwrap_or_else(|error| panic!("{text}: {error}"));
    let exact: Model = m.with_scalar(&|x| D::exact(x));
    for (seed, spread) in [(1, 0.0), (2, 0.3), (3, 1.0)] {
        assert_solved(text, &m, &AnyPoint::random(&m, seed, spread));
        let point = Point::random(&exact, seed, spread);
        assert_lagrange(text, &exact, &point, &zeros(point.v.len()));
    }
}

/// Terms of the equation of motion are small and nearly cancel here: their rounding must be smaller.
#[test]
fn small_terms_are_those_of_the_energies() {
    assert_compiles_and_fits(
        "mechanism Random { param m = 1.3; coordinate q0; kinetic = 0.4 * der(q0)^2; \
         kinetic = m * (0.4 * der(q0) + 0.2 * cos(time))^2 / 2; \
         kinetic = m * (0.8 * der(q0) + 0.2 * cos(time))^2 / 2; \
         kinetic = m * (0.2 * cos(q0) * der(q0) + 0.2 * cos(time))^2 / 2; }",
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn they_compile_and_their_solutions_satisfy_the_equations(text in mechanism()) {
        assert_compiles_and_fits(&text);
    }
}
