//! Planned pivots that fail: parameters far from the declared ones, positions that no sample had, matrices that
//! are singular. Emitted code and the tape must be accurate, report the fallback, and name the singular row.

use crate::states::{Numbers, tape};
use linkwork::prelude::*;
use linkwork::stepper::StepFailure;
use linkwork::{Error, Fallback, Parameters, Row, Singular};
use linkwork_tape::{Tape, TapeParameters};
use nalgebra::DMatrix;
use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;
use std::sync::Mutex;

linkwork::mechanism! {
    /// An unsymmetric matrix whose first entry vanishes for b = a.
    mechanism Weak {
        param a = 2;
        param b = 0.5;
        param c = 1;
        param d = -2;
        coordinate x;
        coordinate y;
        mass_matrix = [[a - b, c], [d, a]];
        force = [-x, y - 4 * x];
        initial { x: 1, y: 0.5 }
    }
}

linkwork::mechanism! {
    /// The same matrix declared where its first entry does vanish, so that the plan avoids it.
    mechanism Strong {
        param a = 2;
        param b = 2;
        coordinate x;
        coordinate y;
        mass_matrix = [[a - b, 1], [-2, a]];
        force = [-x, y - 4 * x];
        initial { x: 1, y: 0.5 }
    }
}

linkwork::mechanism! {
    /// A symmetric matrix that is not definite for a < 1, though its diagonal is positive.
    mechanism Indefinite {
        param a = 3;
        coordinate x;
        coordinate y;
        mass_matrix = [[a, 1], [1, 1]];
        force = [-x, 2 * x - y];
        initial { x: 1, y: 0.5 }
    }
}

linkwork::mechanism! {
    /// A matrix that turns with x: regular everywhere, and every entry of it vanishes somewhere. x moves steadily,
    /// y is an oscillator.
    mechanism Turning {
        param start = 0;
        param speed = 1;
        coordinate x;
        coordinate y;
        mass_matrix = [[cos(x), sin(x)], [-sin(x), cos(x)]];
        force = [-sin(x) * y, -cos(x) * y];
        initial { x: start, y: 1, der(x): speed }
    }
}

linkwork::mechanism! {
    /// Two masses that move together; without the second one y is undetermined.
    mechanism Riders {
        param first = 1;
        param second = 1;
        param third = 1;
        coordinate z;
        coordinate x;
        coordinate y;
        kinetic = first * (der(x) + der(y))^2 / 2 + second * der(y)^2 / 2 + third * der(z)^2 / 2;
        potential = x^2 + y^2 + z^2;
        initial { x: 1, y: 0.5 }
    }
}

linkwork::mechanism! {
    /// Two constraints that repeat each other for slope = 1/3.
    mechanism Twins {
        param slope = 0.5;
        param spare = 0.1;
        coordinate x;
        coordinate y;
        coordinate z;
        kinetic = (der(x)^2 + 3 * der(y)^2 + der(z)^2) / 2;
        potential = 9.81 * (x + y);
        constraint left: 0.7 * x + 0.3 * y + spare * z = 0;
        constraint right: 0.1 * x + slope * (9/70) * y + spare / 7 * z = 0;
    }
}

linkwork::mechanism! {
    /// Every entry of the matrix is a parameter.
    mechanism Anything {
        param m11 = 1;
        param m12 = 0.1;
        param m13 = 0.2;
        param m21 = -0.1;
        param m22 = 1;
        param m23 = 0.3;
        param m31 = -0.2;
        param m32 = 0.1;
        param m33 = 1;
        param gx = 1;
        param gy = 0.5;
        param gz = -0.7;
        coordinate x;
        coordinate y;
        coordinate z;
        mass_matrix = [[m11, m12, m13], [m21, m22, m23], [m31, m32, m33]];
        force = [1, 2, 3];
        constraint sheet: gx * x + gy * y + gz * z = 0;
    }
}

linkwork::mechanism! {
    /// Two constraints that share a coordinate, which may be light compared with theirs. It starts at zero.
    mechanism Shared {
        param whole = 2;
        param rest = 1;
        param heavy = 1;
        coordinate s;
        coordinate x;
        coordinate y;
        kinetic = ((whole - rest) * der(s)^2 + heavy * (der(x)^2 + der(y)^2)) / 2;
        potential = x^2;
        constraint first: sin(s) - sin(x) = 0;
        constraint second: sin(s) - 2 * sin(y) = 0;
    }
}

linkwork::mechanism! {
    /// The same, declared with a light coordinate, so that the plan knows.
    mechanism SharedLight {
        param light = 1e-10;
        param heavy = 1;
        coordinate s;
        coordinate x;
        coordinate y;
        kinetic = (light * der(s)^2 + heavy * (der(x)^2 + der(y)^2)) / 2;
        potential = x^2;
        constraint first: sin(s) - sin(x) = 0;
        constraint second: sin(s) - 2 * sin(y) = 0;
    }
}

/// Emitted code and tape of one mechanism with the same parameters.
fn both<P>(set: &[(&str, f64)]) -> (P::Model, Tape)
where
    P: Parameters<Scalar = f64> + Default,
{
    // Thousands of parameters of one mechanism, which is compiled once.
    static TAPES: Mutex<BTreeMap<&str, TapeParameters>> = Mutex::new(BTreeMap::new());
    let taped = |source| TAPES.lock().expect("tapes").entry(source).or_insert_with(|| tape(source)).clone();
    let (mut native, mut taped) = (P::default(), taped(P::SOURCE));
    for (name, value) in set {
        assert!(native.set_named(name, *value) && taped.set(name, *value), "{name}");
    }
    (native.build().expect("it builds"), taped.build().expect("it builds"))
}

/// Solution (a, λ, ψ) of the saddle system at the initial state for the right-hand sides 1, 2, 3 …
fn solve<M: Mechanism<Scalar = f64>>(m: &M) -> Result<(Fallback, Vec<f64>), Singular> {
    let (q, v, y) = m.initial();
    let sizes = m.sizes();
    let (mut l, mut p) = (M::Holonomic::zeros(sizes.holonomic), M::Nonholonomic::zeros(sizes.nonholonomic));
    let (mut at, mut moving) = (m.position_cache(), m.velocity_cache());
    m.place(&m.now(0.0), &q, &mut at);
    m.moving(&at, &v, &y, (&l, &p), &mut moving);
    let mut factors = m.saddle_factors();
    m.factor_saddle(&at, &at, &at, &moving, &mut factors);
    let mut a = v;
    let mut right = 0.0;
    for x in a.as_mut_slice().iter_mut().chain(l.as_mut_slice()).chain(p.as_mut_slice()) {
        right += 1.0;
        *x = right;
    }
    let fallback = m.solve_saddle(&factors, &mut a, &mut l, &mut p)?;
    Ok((fallback, [a.as_slice(), l.as_slice(), p.as_slice()].concat()))
}

/// The same in both forms, which agree bit for bit.
#[track_caller]
fn solve_both<P>(set: &[(&str, f64)]) -> Result<(Fallback, Vec<f64>), Singular>
where
    P: Parameters<Scalar = f64> + Default,
{
    let (native, taped) = both::<P>(set);
    let (native, taped) = (solve(&native), solve(&taped));
    let bits = |solved: &Result<(Fallback, Vec<f64>), Singular>| {
        solved.as_ref().map(|(r, x)| (*r, x.iter().map(|x| x.to_bits()).collect::<Vec<_>>())).map_err(|s| *s)
    };
    assert_eq!(bits(&native), bits(&taped));
    native
}

/// x·(rows) = 1, 2, 3 …, as accurately as the kind of solve guarantees.
#[track_caller]
fn assert_solved(rows: &[&[f64]], fallback: Fallback, x: &[f64]) {
    let largest = x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    assert!(largest.is_finite(), "{fallback:?}, x = {x:?}");
    for (i, row) in rows.iter().enumerate() {
        let terms = row.iter().zip(x).map(|(a, x)| a * x);
        let (sum, size) = terms.fold((0.0, 0.0), |(sum, size), term: f64| (sum + term, size + term.abs()));
        let right = (i + 1) as f64;
        let promised = match fallback {
            // A pivot that is just strong enough costs five digits, and there may be two of them: 1e-6 at worst.
            Fallback::None => 1e-7 * (size + right),
            // The refinement's own limit.
            Fallback::Refined => 2e-12 * (size + right),
            // LU with complete pivoting leaves rounding of the largest terms that a row could have.
            Fallback::Pivoted => 1e-14 * (row.iter().fold(0.0_f64, |m, a| m.max(a.abs())) * largest + right),
        };
        let error = (sum - right).abs();
        assert!(error <= promised, "row {i}: {sum} instead of {right}, {fallback:?}, x = {x:?}");
    }
}

/// However small the planned pivot is, the solution has nine correct digits.
#[test]
fn solutions_are_accurate_up_to_a_vanished_pivot() {
    let mut seen = [0; 3];
    for power in 0..=18 {
        let b = 2.0 - 10.0_f64.powi(-power);
        let (fallback, x) = solve_both::<Weak>(&[("b", b)]).expect("a regular matrix");
        // Cramer's rule for [a − b, 1; −2, a] x = (1, 2).
        let determinant = (2.0 - b) * 2.0 + 2.0;
        let expected = [0.0 / determinant, ((2.0 - b) * 2.0 + 2.0) / determinant];
        for (x, expected) in x.iter().zip(expected) {
            assert!((x - expected).abs() <= 1e-9, "1e-{power}, {fallback:?}: {x} instead of {expected}");
        }
        seen[fallback as usize] += 1;
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}

#[test]
fn weak_pivots_are_refined_and_vanished_ones_pivoted() {
    let outcome = |b: f64| {
        let (fallback, x) = solve_both::<Weak>(&[("b", b)]).expect("a regular matrix");
        assert_solved(&[&[2.0 - b, 1.0], &[-2.0, 2.0]], fallback, &x);
        fallback
    };
    assert_eq!(outcome(0.5), Fallback::None);
    assert_eq!(outcome(2.0 - 1e-6), Fallback::Refined);
    assert_eq!(outcome(2.0), Fallback::Pivoted);
    let (fallback, _) = solve_both::<Strong>(&[]).expect("a regular matrix");
    assert_eq!(fallback, Fallback::None, "the plan for these parameters needs no fallback");
}

/// A light coordinate that constraints share with heavy ones: by its mass, digits are lost, which the check of a plan for
/// equal masses must detect; a plan for a light one loses none.
#[test]
fn light_coordinates_next_to_heavy_ones_are_accurate() {
    let solved = |(fallback, x): (Fallback, Vec<f64>), light: f64, heavy: f64| {
        // (1, 2, 3) = M a + Gᵀ λ and (4, 5) = G a leave one equation for a_s: that of the motion (1, 1, 1/2).
        let s = (4.5 + 5.25 * heavy) / (light + 1.25 * heavy);
        let (x_, y) = (s - 4.0, (s - 5.0) / 2.0);
        let expected = [s, x_, y, heavy * x_ - 2.0, (heavy * y - 3.0) / 2.0];
        let size = expected.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        for (x, expected) in x.iter().zip(expected) {
            // The guarantee of a plan: at most five digits of sixteen are lost.
            let error = (x - expected).abs();
            assert!(error <= 1e-11 * size, "{light:e}, {fallback:?}: {x} instead of {expected}, {error:e}");
        }
        fallback
    };
    let mut fallbacks = 0;
    for power in 0..=14 {
        let (rest, heavy) = (2.0 - 10.0_f64.powi(-power), 3.0);
        // Exact, as rest is more than 1.
        let light = 2.0 - rest;
        let outcome = solve_both::<Shared>(&[("rest", rest), ("heavy", heavy)]).expect("a regular matrix");
        fallbacks += u32::from(solved(outcome, light, heavy) != Fallback::None);
        let outcome = solve_both::<SharedLight>(&[("light", light), ("heavy", heavy)]);
        let fallback = solved(outcome.expect("a regular matrix"), light, heavy);
        assert_eq!(fallback, Fallback::None, "{light:e}: the plan for a light coordinate needs no fallback");
    }
    assert!(fallbacks >= 5, "{fallbacks} of the plan for equal masses");
}

#[test]
fn symmetric_matrices_that_are_not_definite_are_not_trusted() {
    for a in [3.0, 1.0 + 1e-9, 0.5, 1e-9, 0.0, -1e-9, -3.0] {
        let (fallback, x) = solve_both::<Indefinite>(&[("a", a)]).expect("a regular matrix");
        assert_solved(&[&[a, 1.0], &[1.0, 1.0]], fallback, &x);
        assert_eq!(fallback == Fallback::None, a > 1.0, "a = {a}: {fallback:?}");
    }
}

/// Runs that fall back in every step end where a run with accurate pivots ends.
#[test]
fn runs_with_fallbacks_are_accurate_and_counted() {
    fn run<M: Mechanism<Scalar = f64>>(m: &M) -> (Vec<f64>, [u64; 3]) {
        let solution =
            m.simulate().method(FifthDegree::default()).step(1e-2).until(1.0).run().expect("it runs");
        let last = solution.last();
        let report = solution.report();
        ([last.q.as_slice(), last.v.as_slice()].concat(), [report.steps, report.refined, report.pivoted])
    }
    let (strong, [_, refined, pivoted]) = run(&Strong::default().build().expect("it builds"));
    assert_eq!([refined, pivoted], [0, 0]);
    let (native, taped) = both::<Weak>(&[("b", 2.0)]);
    for (end, [steps, refined, pivoted]) in [run(&native), run(&taped)] {
        assert_eq!(steps, 100);
        assert!(pivoted >= steps && refined == 0, "{pivoted} of {steps} steps pivoted, {refined} refined");
        for (x, y) in end.iter().zip(&strong) {
            // A hundred steps of round-off.
            assert!((x - y).abs() <= 1e-12 * (1.0 + y.abs()), "{x} instead of {y}");
        }
    }
    let (native, taped) = both::<Weak>(&[("b", 2.0 - 1e-6)]);
    for (_, [steps, refined, pivoted]) in [run(&native), run(&taped)] {
        assert!(refined >= steps && pivoted == 0, "{refined} of {steps} steps refined, {pivoted} pivoted");
    }
}

/// Near a position where the planned pivot vanishes, some steps fall back and all are accurate.
#[test]
fn pivots_may_vanish_during_a_run() {
    fn check<M: Mechanism<Scalar = f64>>(m: &M) {
        let solution = m.simulate().step(1e-3).until(1.0).run().expect("it runs");
        let report = solution.report();
        let fallbacks = report.refined + report.pivoted;
        // Twenty steps are nearer than the limit of 1e-5; the weighted matrix that the tape solves with has
        // larger entries, and fewer steps.
        assert!((1..=20).contains(&fallbacks), "{report}");
        let (q, a) = (solution.last().q.as_slice(), solution.last().a.as_slice());
        let (x, y) = (FRAC_PI_2 + 5e-4, 1.0_f64.cos());
        // Truncation of the fourth order at this step; rounding where a pivot has lost five digits.
        assert!((q[0] - x).abs() < 1e-10 && (q[1] - y).abs() < 1e-10, "{q:?} instead of {x}, {y}");
        assert!(a[0].abs() < 1e-8 && (a[1] + y).abs() < 1e-8, "{a:?} instead of 0, {}", -y);
    }
    let (native, taped) = both::<Turning>(&[("start", FRAC_PI_2 - 5e-4), ("speed", 1e-3)]);
    check(&native);
    check(&taped);
    // Near the declared start nothing vanishes.
    let report = Turning::default().build().expect("it builds").simulate().step(1e-2).until(1.0).run();
    let report = report.expect("it runs").report().clone();
    assert_eq!((report.refined, report.pivoted), (0, 0));
}

/// The step that fails, in both forms and with two methods.
#[track_caller]
fn failures<P>(set: &[(&str, f64)]) -> Vec<(StepFailure, Row)>
where
    P: Parameters<Scalar = f64> + Default,
{
    fn of<M: Mechanism<Scalar = f64>>(m: &M) -> Vec<(StepFailure, Row)> {
        let by_degree = m.simulate().step(1e-2).until(1.0).run();
        let by_stages = m.simulate().method(RungeKutta4::projected()).step(1e-2).until(1.0).run();
        let failure = |error: Error| match error {
            Error::Step(step) => (step.failure, step.row),
            other => panic!("{other}"),
        };
        [by_degree.err(), by_stages.err()].into_iter().map(|e| failure(e.expect("singular").into())).collect()
    }
    let (native, taped) = both::<P>(set);
    [of(&native), of(&taped)].concat()
}

#[test]
fn a_coordinate_without_mass_is_named() {
    for (set, names) in
        [(&[("second", 0.0)][..], &["x", "y"][..]), (&[("first", 0.0)], &["x"]), (&[("third", 0.0)], &["z"])]
    {
        for (failure, row) in failures::<Riders>(set) {
            assert!(matches!(failure, StepFailure::Singular { .. }), "{set:?}: {failure:?}");
            let Row::Coordinate(name) = &row else { panic!("{set:?}: {row}") };
            assert!(names.contains(&name.as_str()), "{set:?}: {row}");
        }
    }
}

#[test]
fn a_constraint_that_repeats_another_is_named() {
    for spare in [0.0, 0.1, 0.123456789, 7.7] {
        for (failure, row) in failures::<Twins>(&[("slope", 1.0 / 3.0), ("spare", spare)]) {
            assert!(matches!(failure, StepFailure::Singular { .. }), "spare = {spare}: {failure:?}");
            let Row::Constraint(name) = &row else { panic!("spare = {spare}: {row}") };
            assert!(["left", "right"].contains(&name.as_str()), "{row}");
        }
    }
}

/// Random matrices, many of them with zeros or nearly so where the plan has its pivots: the solution leaves
/// no residual, and a refused matrix is singular by its singular values.
#[test]
fn random_matrices_are_solved_or_refused() {
    let names: Vec<String> =
        <Anything as Parameters>::names().iter().map(|named| named.name.to_string()).collect();
    let mut numbers = Numbers::new(7);
    let mut seen = [0; 4];
    for _ in 0..4000 {
        let entry = |numbers: &mut Numbers| match (numbers.next() * 4.0) as i32 {
            -3 | 3 => 0.0,
            -2 => numbers.next() * 1e-7,
            2 => 1.0,
            _ => numbers.next(),
        };
        let mut values: Vec<f64> = (0..12).map(|_| entry(&mut numbers)).collect();
        if values[9..].iter().all(|g| *g == 0.0) {
            // Without constraints there is no contradiction, but also nothing to solve for.
            values[9] = 1.0;
        }
        let set: Vec<(&str, f64)> = names.iter().map(String::as_str).zip(values.iter().copied()).collect();
        let [m, g] = [&values[..9], &values[9..]];
        let rows = [
            [m[0], m[1], m[2], g[0]],
            [m[3], m[4], m[5], g[1]],
            [m[6], m[7], m[8], g[2]],
            [g[0], g[1], g[2], 0.0],
        ];
        match solve_both::<Anything>(&set) {
            Ok((fallback, x)) => {
                let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
                assert_solved(&rows, fallback, &x);
                seen[fallback as usize] += 1;
            }
            Err(singular) => {
                let mut matrix = DMatrix::from_fn(4, 4, |i, j| rows[i][j]);
                // Rows and columns equilibrated as far as possible.
                for _ in 0..20 {
                    for i in 0..4 {
                        let size = matrix.row(i).amax();
                        if size > 0.0 {
                            matrix.row_mut(i).scale_mut(1.0 / size.sqrt());
                        }
                    }
                    for j in 0..4 {
                        let size = matrix.column(j).amax();
                        if size > 0.0 {
                            matrix.column_mut(j).scale_mut(1.0 / size.sqrt());
                        }
                    }
                }
                let smallest = matrix.singular_values().min();
                assert!(smallest < 1e-12, "row {} of {rows:?} is refused, {smallest:e}", singular.row);
                seen[3] += 1;
            }
        }
    }
    let [sound, refined, pivoted, refused] = seen;
    assert!(sound > 100 && refined > 10 && pivoted > 100 && refused > 10, "{seen:?}");
}
