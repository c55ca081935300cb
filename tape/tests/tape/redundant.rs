//! Redundant constraints: found by the compiler, solved with exact motion and the smallest reactions, the same in
//! emitted code and on the tape.

use crate::states::{Numbers, tape};
use linkwork::prelude::*;
use linkwork::{Parameters, assembly_report};
use linkwork_tape::Tape;
use nalgebra::{DMatrix, DVector};

/// Motions of redundant and plain descriptions agree to this.
const SAME_MOTION: f64 = 1e-10;
/// Smallest multipliers against the pseudo-inverse, relative to the largest: rounding.
const SMALLEST: f64 = 1e-10;

linkwork::mechanism! {
    /// A four-bar linkage in the angles of its bars: the reference without redundancy.
    mechanism PlainFourBar {
        param width = 0.7 [m];
        coordinate a [rad] = 1.2;
        coordinate b [rad] = 0.2;
        coordinate c [rad] = 1.3;
        let bx = 0.4 [m] * cos(a) + 0.8 [m] * cos(b);
        let by = 0.4 [m] * sin(a) + 0.8 [m] * sin(b);
        kinetic = 0.05 [kg*m^2] * der(a)^2 + 0.08 [kg*m^2] * der(b)^2 + 0.06 [kg*m^2] * der(c)^2
            + 0.1 [kg*m^2] * der(a) * der(b) * cos(a - b);
        potential = 6 [J] * sin(a) + 4 [J] * sin(b) + 5 [J] * sin(c);
        constraint along: bx = width + 0.6 [m] * cos(c);
        constraint across: by = 0.6 [m] * sin(c);
        initial { a: 1.2 [rad], der(a): 2 [rad/s] }
    }
}

linkwork::mechanism! {
    /// The same with its loop closed several times: repeated, in another form, scaled, and as an angle.
    mechanism RedundantFourBar {
        param width = 0.7 [m];
        coordinate a [rad] = 1.2;
        coordinate b [rad] = 0.2;
        coordinate c [rad] = 1.3;
        let bx = 0.4 [m] * cos(a) + 0.8 [m] * cos(b);
        let by = 0.4 [m] * sin(a) + 0.8 [m] * sin(b);
        kinetic = 0.05 [kg*m^2] * der(a)^2 + 0.08 [kg*m^2] * der(b)^2 + 0.06 [kg*m^2] * der(c)^2
            + 0.1 [kg*m^2] * der(a) * der(b) * cos(a - b);
        potential = 6 [J] * sin(a) + 4 [J] * sin(b) + 5 [J] * sin(c);
        constraint along: bx = width + 0.6 [m] * cos(c);
        constraint across: by = 0.6 [m] * sin(c);
        constraint again: bx = width + 0.6 [m] * cos(c);
        constraint scaled: 3 * by = 1.8 [m] * sin(c);
        constraint mixed: (bx - width - 0.6 [m] * cos(c)) + (2 + sin(a)) * (by - 0.6 [m] * sin(c)) = 0 [m];
        constraint turned: (by - 0.6 [m] * sin(c)) / 0.3 [m] = 0 [rad];
        initial { a: 1.2 [rad], der(a): 2 [rad/s] }
    }
}

linkwork::mechanism! {
    /// A plate on two parallel rods.
    mechanism Swing {
        param length = 0.5 [m];
        coordinate x [m] = 0.3;
        coordinate y [m] = -0.4;
        coordinate turn [rad];
        kinetic = 2 [kg] * (der(x)^2 + der(y)^2) / 2 + 0.3 [kg*m^2] * der(turn)^2 / 2;
        potential = 19.62 [N] * y;
        constraint left: (x - 0.2 [m] * cos(turn) + 0.2 [m])^2 + (y - 0.2 [m] * sin(turn))^2 = length^2;
        constraint right: (x + 0.2 [m] * cos(turn) - 0.2 [m])^2 + (y + 0.2 [m] * sin(turn))^2 = length^2;
        initial { turn: 0 [rad], x: 0.3 [m] }
    }
}

linkwork::mechanism! {
    /// The same with a third rod, which depends on the others only where the plate does not turn.
    mechanism ThreeRods {
        param length = 0.5 [m];
        coordinate x [m] = 0.3;
        coordinate y [m] = -0.4;
        coordinate turn [rad];
        kinetic = 2 [kg] * (der(x)^2 + der(y)^2) / 2 + 0.3 [kg*m^2] * der(turn)^2 / 2;
        potential = 19.62 [N] * y;
        constraint left: (x - 0.2 [m] * cos(turn) + 0.2 [m])^2 + (y - 0.2 [m] * sin(turn))^2 = length^2;
        constraint right: (x + 0.2 [m] * cos(turn) - 0.2 [m])^2 + (y + 0.2 [m] * sin(turn))^2 = length^2;
        constraint middle: (x + 0.1 [m] * cos(turn) - 0.1 [m])^2 + (y + 0.1 [m] * sin(turn))^2 = length^2;
        initial { turn: 0 [rad], x: 0.3 [m] }
    }
}

linkwork::mechanism! {
    /// A skate with a second, equal blade, on a slope with viscous drag.
    mechanism TwoBlades {
        coordinate x [m];
        coordinate y [m];
        coordinate heading [rad];
        kinetic = 1.5 [kg] * (der(x)^2 + der(y)^2) / 2 + 0.2 [kg*m^2] * der(heading)^2 / 2;
        potential = 4 [N] * x;
        dissipation = 0.1 [N*s/m] * (der(x)^2 + der(y)^2);
        constraint blade: der(x) * sin(heading) - der(y) * cos(heading) = 0 [m/s];
        constraint second: 2 * (der(y) * cos(heading) - der(x) * sin(heading)) = 0 [m/s];
        initial { der(heading): 1 [rad/s], der(x): 0.5 [m/s] }
    }
}

linkwork::mechanism! {
    mechanism OneBlade {
        coordinate x [m];
        coordinate y [m];
        coordinate heading [rad];
        kinetic = 1.5 [kg] * (der(x)^2 + der(y)^2) / 2 + 0.2 [kg*m^2] * der(heading)^2 / 2;
        potential = 4 [N] * x;
        dissipation = 0.1 [N*s/m] * (der(x)^2 + der(y)^2);
        constraint blade: der(x) * sin(heading) - der(y) * cos(heading) = 0 [m/s];
        initial { der(heading): 1 [rad/s], der(x): 0.5 [m/s] }
    }
}

fn both<P: Parameters<Scalar = f64> + Default>() -> (P::Model, Tape) {
    (P::default().build().expect("it builds"), tape(P::SOURCE).build().expect("it builds"))
}

/// The multipliers (λ, ψ) of the smallest Σ (w λ)² with the same generalised force.
fn smallest<M: Mechanism<Scalar = f64>>(m: &M, s: &linkwork::solution::State<M>, w: &[f64]) -> Vec<f64> {
    let sizes = m.sizes();
    let (n, rows) = (sizes.velocities, w.len());
    let (mut at, mut moving) = (m.position_cache(), m.velocity_cache());
    m.place(&m.now(s.t), &s.q, &mut at);
    m.moving(&at, &s.v, &s.y, (&s.lambda, &s.psi), &mut moving);
    let mut jacobian = vec![0.0; rows * n];
    let (g, d) = jacobian.split_at_mut(sizes.holonomic * n);
    m.constraint_jacobian(&at, g);
    m.velocity_jacobian(&at, &moving, d);
    let scaled = DMatrix::from_fn(n, rows, |j, i| jacobian[i * n + j] / w[i]);
    let all = s.lambda.as_slice().iter().chain(s.psi.as_slice());
    let forces = DVector::from_iterator(rows, all.zip(w).map(|(l, w)| l * w));
    let force = &scaled * forces;
    let inverse = scaled.pseudo_inverse(1e-9).expect("it has one");
    (inverse * force).iter().zip(w).map(|(l, w)| l / w).collect()
}

fn assert_smallest<M: Mechanism<Scalar = f64>>(m: &M, solution: &Solution<M>, w: &[f64]) {
    for sample in solution.samples() {
        let found: Vec<f64> = sample.lambda.as_slice().iter().chain(sample.psi.as_slice()).copied().collect();
        let expected = smallest(m, sample, w);
        let size = expected.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        assert!(size.is_finite(), "t = {}: {expected:?}", sample.t);
        for (found, expected) in found.iter().zip(&expected) {
            let error = (found - expected).abs();
            assert!(error <= SMALLEST * size, "t = {}: {found} instead of {expected} of {size}", sample.t);
        }
    }
}

fn run<M: Mechanism<Scalar = f64>, S: linkwork::stepper::Stepper<M>>(m: &M, method: S) -> Solution<M> {
    let solution = m.simulate().method(method).step(2e-3).until(1.0).run().expect("it runs");
    assert_eq!((solution.report().refined, solution.report().pivoted), (0, 0), "{}", solution.report());
    assert!(solution.constraint_drift() < 1e-12, "{}", solution.constraint_drift());
    solution
}

fn assert_same_motion<A, B>(plain: &Solution<A>, redundant: &Solution<B>)
where
    A: Mechanism<Scalar = f64>,
    B: Mechanism<Scalar = f64>,
{
    assert_eq!(plain.samples().len(), redundant.samples().len());
    for (a, b) in plain.samples().iter().zip(redundant.samples()) {
        for (x, y) in [(a.q.as_slice(), b.q.as_slice()), (a.v.as_slice(), b.v.as_slice())] {
            for (x, y) in x.iter().zip(y) {
                assert!((x - y).abs() <= SAME_MOTION * (1.0 + x.abs()), "t = {}: {x} and {y}", a.t);
            }
        }
    }
}

#[test]
fn redundant_sets_are_found_and_named() {
    let program = |source: &str| tape(source).program().clone();
    let found = program(<RedundantFourBar as Parameters>::SOURCE);
    assert_eq!((found.freedom.rank, found.freedom.degrees_of_freedom, found.redundancy()), (2, 1, 4));
    let [set] = found.freedom.dependent.as_slice() else { panic!("{:?}", found.freedom) };
    assert_eq!(set.joints, ["along", "across", "again", "scaled", "mixed", "turned"]);
    assert_eq!((set.redundant, set.rows.len()), (4, 6));

    let found = program(<ThreeRods as Parameters>::SOURCE);
    assert_eq!((found.freedom.rank, found.freedom.degrees_of_freedom, found.redundancy()), (2, 1, 1));
    let found = program(<TwoBlades as Parameters>::SOURCE);
    assert_eq!((found.freedom.rank, found.freedom.degrees_of_freedom, found.redundancy()), (1, 2, 1));
    for source in [<PlainFourBar as Parameters>::SOURCE, <Swing as Parameters>::SOURCE] {
        let found = program(source);
        assert_eq!((found.redundancy(), found.freedom.degrees_of_freedom), (0, 1), "{}", found.name);
        assert!(found.freedom.dependent.is_empty() && found.lengths.redundant == 0);
        assert!(found.saddle.block.is_none() && found.bordered.block.is_none());
    }
    // Independent sets are distinguished.
    let found = program(
        "mechanism Pairs { coordinate x [m]; coordinate y [m]; coordinate z [m]; \
         kinetic = 1 [kg] * (der(x)^2 + der(y)^2 + der(z)^2) / 2; \
         constraint a: x = 0 [m]; constraint b: y = 1 [m]; constraint c: 2 * x = 0 [m]; \
         constraint d: y - z = 1 [m] - z; initial { y: 1 [m] } }",
    );
    assert_eq!(found.redundant(), ["1 of 2 in `a`, `c`", "1 of 2 in `b`, `d`"]);
}

#[test]
fn motion_is_exact_and_reactions_are_the_smallest() {
    let plain = run(&PlainFourBar::default().build().expect("it builds"), FifthDegree::default());
    let (native, taped) = both::<RedundantFourBar>();
    // Lever arms: the report contains the longest of them, 3·0.8·….
    let length = assembly_report(&native).length;
    let w = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0 / length];
    let solution = run(&native, FifthDegree::default());
    assert_same_motion(&plain, &solution);
    assert_smallest(&native, &solution, &w);
    let solution = run(&taped, FifthDegree::default());
    assert_same_motion(&plain, &solution);
    assert_smallest(&taped, &solution, &w);
}

#[test]
fn rods_that_depend_on_the_manifold_only() {
    let plain = run(&Swing::default().build().expect("it builds"), FifthDegree::default());
    let (native, taped) = both::<ThreeRods>();
    let solution = run(&native, FifthDegree::default());
    assert_same_motion(&plain, &solution);
    assert_smallest(&native, &solution, &[1.0; 3]);
    // Without redundancy two rods carry the load of three.
    let total = |l: &[f64]| l.iter().sum::<f64>();
    for (two, three) in plain.samples().iter().zip(solution.samples()) {
        let (two, three) = (total(two.lambda.as_slice()), total(three.lambda.as_slice()));
        assert!((two - three).abs() < 1e-7 * two.abs(), "{two} and {three}");
    }
    assert_smallest(&taped, &run(&taped, FifthDegree::default()), &[1.0; 3]);
    assert_smallest(&native, &run(&native, RungeKutta4::projected()), &[1.0; 3]);
}

#[test]
fn nonholonomic_constraints_may_repeat_each_other() {
    let plain = run(&OneBlade::default().build().expect("it builds"), FifthDegree::default());
    let (native, taped) = both::<TwoBlades>();
    let solution = run(&native, FifthDegree::default());
    assert_same_motion(&plain, &solution);
    assert_smallest(&native, &solution, &[1.0; 2]);
    assert_smallest(&taped, &run(&taped, FifthDegree::default()), &[1.0; 2]);
}

linkwork::mechanism! {
    /// A plate on two rods, on which another one hangs on two.
    mechanism TwoSwings {
        param length = 0.5 [m];
        coordinate x [m] = 0.3;
        coordinate y [m] = -0.4;
        coordinate turn [rad];
        coordinate u [m] = 0.4;
        coordinate v [m] = -0.3;
        coordinate twist [rad];
        kinetic = 2 [kg] * (der(x)^2 + der(y)^2) / 2 + 0.3 [kg*m^2] * der(turn)^2 / 2
            + 1 [kg] * ((der(x) + der(u))^2 + (der(y) + der(v))^2) / 2 + 0.1 [kg*m^2] * (der(turn) + der(twist))^2 / 2;
        potential = 29.43 [N] * y + 9.81 [N] * v;
        constraint left: (x - 0.2 [m] * cos(turn) + 0.2 [m])^2 + (y - 0.2 [m] * sin(turn))^2 = length^2;
        constraint right: (x + 0.2 [m] * cos(turn) - 0.2 [m])^2 + (y + 0.2 [m] * sin(turn))^2 = length^2;
        constraint lower_left: (u - 0.2 [m] * cos(twist) + 0.2 [m])^2 + (v - 0.2 [m] * sin(twist))^2 = length^2;
        constraint lower_right: (u + 0.2 [m] * cos(twist) - 0.2 [m])^2 + (v + 0.2 [m] * sin(twist))^2 = length^2;
        initial { turn: 0 [rad], x: 0.3 [m], twist: 0 [rad], u: 0.4 [m] }
    }
}

linkwork::mechanism! {
    /// The same with third rods, each of which depends on its neighbours, and the last rods twice.
    mechanism SixRods {
        param length = 0.5 [m];
        coordinate x [m] = 0.3;
        coordinate y [m] = -0.4;
        coordinate turn [rad];
        coordinate u [m] = 0.4;
        coordinate v [m] = -0.3;
        coordinate twist [rad];
        kinetic = 2 [kg] * (der(x)^2 + der(y)^2) / 2 + 0.3 [kg*m^2] * der(turn)^2 / 2
            + 1 [kg] * ((der(x) + der(u))^2 + (der(y) + der(v))^2) / 2 + 0.1 [kg*m^2] * (der(turn) + der(twist))^2 / 2;
        potential = 29.43 [N] * y + 9.81 [N] * v;
        constraint left: (x - 0.2 [m] * cos(turn) + 0.2 [m])^2 + (y - 0.2 [m] * sin(turn))^2 = length^2;
        constraint lower_left: (u - 0.2 [m] * cos(twist) + 0.2 [m])^2 + (v - 0.2 [m] * sin(twist))^2 = length^2;
        constraint right: (x + 0.2 [m] * cos(turn) - 0.2 [m])^2 + (y + 0.2 [m] * sin(turn))^2 = length^2;
        constraint middle: (x + 0.1 [m] * cos(turn) - 0.1 [m])^2 + (y + 0.1 [m] * sin(turn))^2 = length^2;
        constraint lower_right: (u + 0.2 [m] * cos(twist) - 0.2 [m])^2 + (v + 0.2 [m] * sin(twist))^2 = length^2;
        constraint lower_middle: (u + 0.1 [m] * cos(twist) - 0.1 [m])^2 + (v + 0.1 [m] * sin(twist))^2 = length^2;
        constraint again: 2 * (u + 0.2 [m] * cos(twist) - 0.2 [m])^2 + 2 * (v + 0.2 [m] * sin(twist))^2 = 2 * length^2;
        initial { turn: 0 [rad], x: 0.3 [m], twist: 0 [rad], u: 0.4 [m] }
    }
}

/// Sets of one and of two redundant constraints, whose rows lie among each other.
#[test]
fn sets_of_redundant_constraints_are_independent() {
    let plain = run(&TwoSwings::default().build().expect("it builds"), FifthDegree::default());
    let (native, taped) = both::<SixRods>();
    let program = taped.program();
    assert_eq!(
        program.redundant(),
        [
            "1 of 3 in `left`, `right`, `middle`",
            "2 of 4 in `lower_left`, `lower_right`, `lower_middle`, `again`"
        ]
    );
    for block in [&program.saddle.block, &program.bordered.block] {
        let sets = &block.as_ref().expect("it is there").sets;
        let redundant: Vec<(usize, usize)> =
            sets.iter().map(|set| (set.multipliers, set.deficiency)).collect();
        assert_eq!(redundant, [(3, 1), (4, 2)]);
    }
    let solution = run(&native, FifthDegree::default());
    assert_same_motion(&plain, &solution);
    assert_smallest(&native, &solution, &[1.0; 7]);
    assert_smallest(&taped, &run(&taped, FifthDegree::default()), &[1.0; 7]);
    assert_smallest(&native, &run(&native, RungeKutta4::projected()), &[1.0; 7]);
}

/// Parameters may change what depends on what, and not how much: the sets of the file are then none, and reactions are the smallest of all
/// constraints. The start alone does not show it.
#[test]
fn parameters_may_change_the_sets() {
    let text = "mechanism Changed {
        param k = 0;
        coordinate x [m];
        coordinate y [m];
        coordinate z [m];
        coordinate w [m];
        coordinate u [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2 + der(z)^2 + der(w)^2 + der(u)^2) / 2 + 0.3 [kg] * der(x) * der(y)
            + 0.2 [kg] * der(z) * der(w) + 0.1 [kg] * der(y) * der(u) + 0.15 [kg] * der(w) * der(u);
        potential = 9.81 [N] * (x + 2 * y + 3 * z + 4 * w + 5 * u);
        constraint a: x + w = 0 [m];
        constraint b: x + w + k * LINK = 0 [m];
        constraint c: y + 0.5 * z = 0 [m];
        OTHERS
        initial { x: 0 [m], y: 0 [m], z: 0 [m], w: 0 [m] }
    }";
    let others = "constraint d: u = 0 [m]; constraint e: 2 * u = 0 [m];";
    let cases =
        [("(y + 0.5 * z)", others), ("(y + 0.5 * z) * (1 + x / 1 [m])", others), ("(y + 0.5 * z)", "")];
    for (link, others) in cases {
        let text = text.replace("LINK", link).replace("OTHERS", others);
        for k in [0.0, 0.5] {
            let mut parameters = tape(&text);
            assert!(parameters.set("k", k));
            let m: Tape = parameters.build().expect("it builds");
            let holds = m.redundant_weights().iter().nth_back(1);
            // A single set has all constraints for all parameters.
            let is_single = m.program().saddle.block.as_ref().is_some_and(|block| block.sets.len() == 1);
            assert_eq!(is_single, others.is_empty());
            assert_eq!(holds, Some(&f64::from(u8::from(k == 0.0 || is_single))), "{link}");
            for solution in [run(&m, FifthDegree::default()), run(&m, RungeKutta4::projected())] {
                assert_smallest(&m, &solution, &[1.0; 5][..m.sizes().holonomic]);
            }
        }
    }
}

/// Solutions of both systems at random states on the constraints, bit for bit.
#[test]
fn emitted_code_and_tape_agree() {
    fn solutions<M: Mechanism<Scalar = f64>>(m: &M) -> Vec<u64> {
        let (q, v, y) = m.initial();
        let sizes = m.sizes();
        let (mut at, mut moving) = (m.position_cache(), m.velocity_cache());
        m.place(&m.now(0.0), &q, &mut at);
        let mut numbers = Numbers::new(3);
        let mut all = Vec::new();
        for _ in 0..5 {
            let right = numbers.take(sizes.velocities + sizes.holonomic + sizes.nonholonomic);
            let (mut l, mut p) =
                (M::Holonomic::zeros(sizes.holonomic), M::Nonholonomic::zeros(sizes.nonholonomic));
            let mut a = v.clone();
            m.moving(&at, &v, &y, (&l, &p), &mut moving);
            let parts = |a: &M::Velocity, l: &M::Holonomic, p: &M::Nonholonomic| {
                [a.as_slice(), l.as_slice(), p.as_slice()].concat()
            };
            let fill = |a: &mut M::Velocity, l: &mut M::Holonomic, p: &mut M::Nonholonomic| {
                let all = a.as_mut_slice().iter_mut().chain(l.as_mut_slice()).chain(p.as_mut_slice());
                all.zip(&right).for_each(|(x, right)| *x = *right);
            };
            fill(&mut a, &mut l, &mut p);
            let mut factors = m.saddle_factors();
            m.factor_saddle(&at, &at, &at, &moving, &mut factors);
            m.solve_saddle(&factors, &mut a, &mut l, &mut p).expect("it is solved");
            all.extend(parts(&a, &l, &p));
            fill(&mut a, &mut l, &mut p);
            let weights = linkwork::Weights {
                mass: 0.7,
                damping: 0.01,
                stiffness: 0.0,
                identity: 0.0,
                constraint_position: 0.0,
                constraint_velocity: 1.0,
            };
            let blocks =
                linkwork::Blocks { mass: &at, columns: &at, rows: &at, moving: &moving, stiffness: None };
            let mut factors = m.factors();
            m.factor(weights, blocks, &mut factors);
            m.solve(&factors, &mut a, &mut l, &mut p).expect("it is solved");
            all.extend(parts(&a, &l, &p));
        }
        all.iter().map(|x| x.to_bits()).collect()
    }
    let (native, taped) = both::<RedundantFourBar>();
    assert_eq!(solutions(&native), solutions(&taped));
    let (native, taped) = both::<ThreeRods>();
    assert_eq!(solutions(&native), solutions(&taped));
    let (native, taped) = both::<TwoBlades>();
    assert_eq!(solutions(&native), solutions(&taped));
    let (native, taped) = both::<SixRods>();
    assert_eq!(solutions(&native), solutions(&taped));
}

#[test]
fn what_is_assembled_is_reported() {
    let report = assembly_report(&RedundantFourBar::default().build().expect("it builds"));
    assert_eq!((report.rank, report.degrees_of_freedom, report.redundancy), (2, 1, 4));
    assert!(report.distance > 0.05 && report.gap < 1e-14, "{report}");
    let report = assembly_report(&Swing { length: 0.5 }.build().expect("it builds"));
    assert_eq!((report.rank, report.degrees_of_freedom, report.redundancy), (2, 1, 0));
    assert!(report.distance > 0.1, "{report}");
}

/// Parameters may make constraints independent that are redundant by default: then both hold, at the cost of pivoting, which
/// the report counts.
#[test]
fn parameters_may_make_constraints_independent() {
    let text = "mechanism Tilted {
        param slope = 0;
        coordinate x [m];
        coordinate y [m];
        coordinate z [m];
        kinetic = 2 [kg] * (der(x)^2 + der(y)^2 + der(z)^2) / 2;
        potential = 4 [N] * y + 6 [N] * z;
        constraint wall: x = 0 [m];
        constraint again: x + slope * y = 0 [m];
    }";
    for (slope, fall) in [(0.0, -0.25), (0.5, 0.0)] {
        let mut parameters = tape(text);
        assert_eq!(parameters.program().redundancy(), 1);
        assert!(parameters.set("slope", slope));
        let m: Tape = parameters.build().expect("it builds");
        for run in [0, 1] {
            let run = match run {
                0 => m.simulate().method(FifthDegree::default()).step(0.01).until(0.5).run(),
                _ => m.simulate().method(RungeKutta4::projected()).step(0.01).until(0.5).run(),
            };
            let run = run.expect("it runs");
            let (end, report) = (run.last(), run.report());
            for (found, exact) in end.q.iter().zip([0.0, fall, -0.375]) {
                assert!((found - exact).abs() < 1e-12, "{found} instead of {exact}");
            }
            assert_eq!(report.pivoted > 0, slope != 0.0, "{report}");
        }
    }
}
