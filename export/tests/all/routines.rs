//! Every routine has the bits of the interpreter.

use crate::program::{array, run};
use crate::{code, tapes};
use linkwork::prelude::*;
use linkwork::stepper::{Start, StepFailure, Stepper};
use linkwork::{Energetic, WithInputs};
use linkwork_export::Built;
use linkwork_models::registry;
use linkwork_tape::Tape;
use nalgebra::DVector;
use std::sync::atomic::{AtomicUsize, Ordering};

/// States of each mechanism.
const STATES: u64 = 3;

/// Numbers in (−1, 1) that depend on the seed alone.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn all(&mut self, count: usize) -> DVector<f64> {
        DVector::from_fn(count, |_, _| self.next())
    }
}

/// Calls of the functions of the header, in the order of [`interpreted`].
const CALLS: [(&str, &str); 16] = [
    ("mass_matrix", ""),
    ("mass_times", ", a"),
    ("applied_force", ", v, y"),
    ("force", ", v, y, lambda, psi"),
    ("inverse_dynamics", ", v, y, a, lambda, psi"),
    ("reaction_force", ", v, y, lambda, psi"),
    ("holonomic", ""),
    ("holonomic_rate", ", v"),
    ("nonholonomic", ", v"),
    ("acceleration_bias", ", v"),
    ("constraint_jacobian", ""),
    ("velocity_jacobian", ", v, y, lambda, psi"),
    ("damping_matrix", ", v, y, lambda, psi"),
    ("stiffness_matrix", ", v, y, a, lambda, psi"),
    ("state_rates", ", v, y"),
    ("outputs", ", v, y, a, lambda, psi"),
];

/// A state with all arguments of routines.
pub struct Point {
    t: f64,
    u: Vec<f64>,
    pub q: DVector<f64>,
    pub v: DVector<f64>,
    pub y: DVector<f64>,
    a: DVector<f64>,
    lambda: DVector<f64>,
    psi: DVector<f64>,
}

impl Point {
    /// The assembled state.
    pub fn initial(m: &Tape) -> Self {
        let sizes = m.sizes();
        let (q, v, y) = m.initial();
        let zeros = DVector::zeros;
        let (a, lambda, psi) = (zeros(sizes.velocities), zeros(sizes.holonomic), zeros(sizes.nonholonomic));
        Self { t: 0.0, u: vec![0.0; sizes.inputs], q, v, y, a, lambda, psi }
    }

    pub fn random(m: &Tape, seed: u64) -> Self {
        let mut numbers = Numbers(seed);
        let sizes = m.sizes();
        let (mut q, _, y) = m.initial();
        let by = 0.2 * numbers.all(sizes.velocities);
        m.advance(&mut q, &by, &mut DVector::zeros(sizes.velocities));
        Self {
            t: 0.3,
            u: numbers.all(sizes.inputs).as_slice().to_vec(),
            q,
            v: numbers.all(sizes.velocities),
            y: y + numbers.all(sizes.states),
            a: numbers.all(sizes.velocities),
            lambda: numbers.all(sizes.holonomic),
            psi: numbers.all(sizes.nonholonomic),
        }
    }
}

/// The results of the interpreter for each of [`CALLS`].
fn interpreted(m: &Tape, point: &Point) -> Vec<Vec<f64>> {
    let sizes = m.sizes();
    let (n, g, k) = (sizes.velocities, sizes.holonomic, sizes.nonholonomic);
    let (mut at, mut moving, mut stiffness) = (m.position_cache(), m.velocity_cache(), m.stiffness_cache());
    let Point { t, u, q, v, y, a, lambda, psi } = point;
    m.place(&m.now_with(*t, u), q, &mut at);
    let reactions = (lambda, psi);
    m.moving(&at, v, y, reactions, &mut moving);
    m.stiffness(&at, v, y, a, reactions, &mut stiffness);
    let zeros = |count: usize| DVector::<f64>::zeros(count);
    let vector = |count: usize, fill: &dyn Fn(&mut DVector<f64>)| {
        let mut out = zeros(count);
        fill(&mut out);
        out.as_slice().to_vec()
    };
    let slice = |count: usize, fill: &dyn Fn(&mut [f64])| {
        let mut out = vec![0.0; count];
        fill(&mut out);
        out
    };
    // The contract has C and K by columns, the header all matrices by rows.
    let by_rows = |columns: Vec<f64>| -> Vec<f64> {
        (0..columns.len()).map(|at| columns[at % n * n + at / n]).collect()
    };
    let bias = || {
        let (mut first, mut second) = (zeros(g), zeros(k));
        m.acceleration_bias(&at, v, (&mut first, &mut second));
        [first.as_slice(), second.as_slice()].concat()
    };
    let mut all = vec![
        slice(n * n, &|out| m.mass_matrix(&at, out)),
        vector(n, &|out| m.mass_times(&at, a, out)),
        vector(n, &|out| m.applied_force(&at, v, y, out)),
        vector(n, &|out| m.force(&at, v, y, reactions, out)),
        vector(n, &|out| m.residual(&at, v, y, a, reactions, out)),
        vector(n, &|out| m.reaction_force(&at, &moving, reactions, out)),
        vector(g, &|out| m.holonomic(&at, out)),
        vector(g, &|out| m.holonomic_rate(&at, v, out)),
        vector(k, &|out| m.nonholonomic(&at, v, out)),
        bias(),
        slice(g * n, &|out| m.constraint_jacobian(&at, out)),
        slice(k * n, &|out| m.velocity_jacobian(&at, &moving, out)),
        by_rows(slice(n * n, &|out| m.damping_matrix(&at, &moving, out))),
        by_rows(slice(n * n, &|out| m.stiffness_matrix(&at, &stiffness, out))),
        vector(sizes.states, &|out| m.state_rates(&at, v, y, out)),
        vector(sizes.outputs, &|out| m.outputs(&at, v, y, a, reactions, out)),
    ];
    if m.has_energy() {
        let (kinetic, potential) = m.energy(&at, v, y);
        all.push(vec![kinetic, potential]);
    }
    all
}

/// a, λ and ψ of the runtime, or the status of C where it has none.
pub fn solved(m: &Tape, point: &Point) -> Result<Vec<f64>, u32> {
    let mut m = m.clone();
    m.set_inputs(point.u.clone());
    let Point { t, q, v, y, .. } = point;
    let from = Start { t: *t, q: q.clone(), v: v.clone(), y: y.clone() };
    let method = RungeKutta4::index1();
    let status = |failure: StepFailure| match failure {
        StepFailure::Singular { .. } => 2_u32,
        StepFailure::Diverged { .. } => 3,
        _ => 4,
    };
    let mut w = method.start(&m, &from, 1e-3).expect("finite numbers");
    method.complete(&m, &mut w).map_err(status)?;
    let sample = method.sample(&w);
    Ok([sample.a.as_slice(), sample.lambda.as_slice(), sample.psi.as_slice()].concat())
}

/// The same in C.
fn body(m: &Tape, stem: &str, point: &Point, results: &[Vec<f64>], status: u32) -> String {
    let held: Vec<f64> =
        point.u.iter().copied().chain(vec![0.0; m.program().held() - point.u.len()]).collect();
    let mut text = String::from("    {\n");
    for (name, values) in [
        ("u", held.as_slice()),
        ("q", point.q.as_slice()),
        ("v", point.v.as_slice()),
        ("y", point.y.as_slice()),
        ("a", point.a.as_slice()),
        ("lambda", point.lambda.as_slice()),
        ("psi", point.psi.as_slice()),
    ] {
        text += &array(name, values);
    }
    // One more than there are: C has no empty arrays.
    let longest = results.iter().map(Vec::len).max().unwrap_or(0) + 1;
    text += &format!(
        "    static double out[{longest}];
    static {stem}_model model;
    static {stem}_position at;
    double parameters[{}];
    (void)v; (void)y; (void)a; (void)lambda; (void)psi;
    {stem}_default_parameters(parameters);
    if ({stem}_build(&model, parameters) != {stem}_ok) {{ return 1; }}
    {stem}_place(&model, {:?}, u, q, &at);\n",
        m.sizes().parameters.max(1),
        point.t
    );
    let mut each = CALLS.to_vec();
    if m.has_energy() {
        each.push(("energy", ", v, y"));
    }
    for ((name, arguments), values) in each.iter().zip(results) {
        if !values.is_empty() {
            text += &format!(
                "    {stem}_{name}(&model, &at{arguments}, out);\n    show({}, out);\n",
                values.len()
            );
        }
    }
    let (n, g) = (m.sizes().velocities, m.sizes().holonomic);
    text += &format!(
        "    if ({stem}_forward_dynamics(&model, &at, v, y, out, out + {n}, out + {n} + {g}) != {status}) {{ return 2; }}\n"
    );
    if status == 0 {
        text += &format!("    show({}, out);\n", m.program().order());
    }
    text + "    }\n"
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    pub mechanisms: usize,
    numbers: usize,
    /// Solved, and without a solution in both.
    pub dynamic: usize,
    pub failed: usize,
}

/// All formulations of a description, at random states.
pub fn compare(source: &str) -> Compared {
    let mut compared = Compared::default();
    for parameters in tapes(source) {
        let m: Tape = parameters.build().expect("it builds");
        let code = code(&m);
        let points: Vec<Point> = (1..=STATES).map(|seed| Point::random(&m, seed)).collect();
        let (mut body_of_all, mut expected) = (String::new(), Vec::new());
        for point in &points {
            let mut results = interpreted(&m, point);
            let solution = solved(&m, point);
            compared.failed += usize::from(solution.is_err());
            compared.dynamic += usize::from(solution.is_ok());
            let status = solution.as_ref().err().copied().unwrap_or(0);
            results.push(solution.unwrap_or_default());
            body_of_all += &body(&m, &code.stem, point, &results, status);
            expected.extend(results.concat());
        }
        let found = run(&code, &body_of_all);
        assert_eq!(found.len(), expected.len(), "{}", m.program().name);
        for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let same = found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan());
            assert!(same, "{}: number {i}: {found:e} instead of {expected:e}", m.program().name);
        }
        compared.mechanisms += 1;
        compared.numbers += found.iter().filter(|x| x.is_finite()).count();
    }
    compared
}

/// All of the library, in all formulations, at random states: routines, energies, forward dynamics. On two threads, which wait for the
/// compiler of C.
#[test]
fn every_routine_has_the_bits_of_the_interpreter() {
    let next = AtomicUsize::new(0);
    let some = || {
        let mut all = Compared::default();
        while let Some(entry) = registry().get(next.fetch_add(1, Ordering::Relaxed)) {
            let one = compare(entry.source);
            all.mechanisms += one.mechanisms;
            all.numbers += one.numbers;
            all.dynamic += one.dynamic;
            all.failed += one.failed;
        }
        all
    };
    let [one, other] = std::thread::scope(|scope| {
        let both = [scope.spawn(some), scope.spawn(some)];
        both.map(|thread| thread.join().expect("all bits are the same"))
    });
    let mechanisms = one.mechanisms + other.mechanisms;
    let numbers = one.numbers + other.numbers;
    let dynamic = one.dynamic + other.dynamic;
    let failed = one.failed + other.failed;
    println!(
        "{mechanisms} mechanisms, {numbers} numbers, {dynamic} accelerations, {failed} without a solution"
    );
    assert!(mechanisms > 30 && dynamic > 100 && numbers > 10_000);
}

/// Inputs are variables of the functions that call `sign_of` and the others, and words of dialects other than C99 are not used.
#[test]
fn names_do_not_hide_functions_of_the_code() {
    let source = "mechanism Hiding {
        coordinate x; coordinate z;
        input sign_of; input smaller_of; input larger_of; input asm; input typeof; input bool; input linux;
        kinetic = der(x)^2 + der(z)^2;
        force f = generalized(x, sign(der(x)) * sign_of + min(der(x), larger_of) + max(z, smaller_of) + asm + typeof * bool + linux);
    }";
    let one = compare(source);
    assert!(one.mechanisms == 1 && one.numbers > 10);
    let m = tapes(source).remove(0).build().expect("it builds");
    let written = code(&m).source;
    for word in ["asm", "typeof", "bool", "linux"] {
        assert!(
            written.contains(&format!(" {word}_ = ")) && !written.contains(&format!(" {word} = ")),
            "{word}"
        );
    }
}

/// No matrix of this mechanism is symmetric.
const ODD: &str = "mechanism Odd {
    coordinate x; coordinate y; coordinate z;
    mass_matrix = [[2, x, 0], [0.3*z, 3, 0.1], [0, -0.2*y, 5]];
    force = [
        -x - 0.5*y - 0.1*der(z) + 0.2*der(x)*der(y),
        -2*y + 0.25*x + 0.7*der(x),
        -3*z - 0.75*x*y - 0.4*der(y)
    ];
    CONSTRAINTS
}";
/// Two holonomic constraints.
const TIED: &str = "constraint a: x^2 + 2*y = 1; constraint b: 3*x*z - y = 0; initial { x: 1 }";
/// Two nonholonomic ones.
const ROLLING: &str = "constraint a: der(x) = (1 + z)*der(y); constraint b: x*der(z) = 2*der(y) - y*der(x);
    initial { x: 1, y: 0.2, z: 0.1, der(y): 0.3 }";
/// Rounding of a few operations on numbers of size 1.
const ROUNDING: f64 = 1e-14;

/// Matrices in C, row after row, beside their closed forms.
#[test]
fn matrices_are_by_rows() {
    let (q, v, a): ([f64; 3], [f64; 3], [f64; 3]) = ([0.3, -0.7, 1.1], [0.4, -1.3, 0.9], [-0.6, 0.8, 1.7]);
    let (lambda, psi): ([f64; 2], [f64; 2]) = ([0.25, -0.35], [0.15, 0.45]);
    let [x, y, z] = q;
    let none: &[f64] = &[];
    let tied = vec![
        ("mass_matrix", "", vec![2.0, x, 0.0, 0.3 * z, 3.0, 0.1, 0.0, -0.2 * y, 5.0]),
        ("constraint_jacobian", "", vec![2.0 * x, 2.0, 0.0, 3.0 * z, -1.0, 3.0 * x]),
        (
            "damping_matrix",
            ", v, y, lambda, psi",
            vec![-0.2 * v[1], -0.2 * v[0], 0.1, -0.7, 0.0, 0.0, 0.0, 0.4, 0.0],
        ),
        // M a + Gᵀ λ - f along x, y and z.
        (
            "stiffness_matrix",
            ", v, y, a, lambda, psi",
            vec![
                a[1] + 1.0 + 2.0 * lambda[0],
                0.5,
                3.0 * lambda[1],
                -0.25,
                2.0,
                0.3 * a[0],
                0.75 * y + 3.0 * lambda[1],
                0.75 * x - 0.2 * a[1],
                3.0,
            ],
        ),
    ];
    let rolling = vec![("velocity_jacobian", ", v, y, lambda, psi", vec![1.0, -(1.0 + z), 0.0, y, -2.0, x])];
    for (constraints, matrices) in [(TIED, tied), (ROLLING, rolling)] {
        let source = ODD.replace("CONSTRAINTS", constraints);
        let m = tapes(&source).into_iter().next().expect("a mechanism").build().expect("it builds");
        let code = code(&m);
        let stem = &code.stem;
        let mut body = String::new();
        for (name, values) in [
            ("q", q.as_slice()),
            ("v", v.as_slice()),
            ("a", a.as_slice()),
            ("lambda", lambda.as_slice()),
            ("psi", psi.as_slice()),
            ("u", none),
            ("y", none),
        ] {
            body += &array(name, values);
        }
        body += &format!(
            "    static {stem}_model model;
    static {stem}_position at;
    double out[9];
    (void)v; (void)y; (void)a; (void)lambda; (void)psi;
    if ({stem}_build(&model, u) != {stem}_ok) {{ return 1; }}
    {stem}_place(&model, 0.0, u, q, &at);\n"
        );
        for (name, arguments, entries) in &matrices {
            body += &format!(
                "    {stem}_{name}(&model, &at{arguments}, out);\n    show({}, out);\n",
                entries.len()
            );
        }
        let mut found = run(&code, &body).into_iter();
        for (name, _, entries) in &matrices {
            let found: Vec<f64> = found.by_ref().take(entries.len()).collect();
            assert_eq!(found.len(), entries.len(), "{name}");
            let apart = found.iter().zip(entries).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
            assert!(apart < ROUNDING, "{name}: {found:?} instead of {entries:?}");
        }
    }
}

/// The same of constant matrices for CasADi, which are literals there. `export/tests/casadi/run` evaluates others.
#[test]
fn matrices_for_casadi_are_by_rows() {
    let source = "mechanism Even {
        coordinate x; coordinate z;
        mass_matrix = [[2, 0], [0, 2]];
        force = [-x - 0.5*z - 0.1*der(z), -2*z + 0.25*x + 0.7*der(x)];
    }";
    let m = tapes(source).into_iter().next().expect("a mechanism").build().expect("it builds");
    let module = linkwork_export::casadi::module(m.program(), &Built::default()).expect("no functions");
    for (name, rows) in
        [("damping_matrix", "[0.0, 0.1, (-0.7), 0.0]"), ("stiffness_matrix", "[1.0, 0.5, (-0.25), 2.0]")]
    {
        let entries = format!("def _{name}():\n    return {rows}\n");
        assert!(module.text.contains(&entries), "{entries}{}", module.text);
        // CasADi fills columns: the transpose has these as rows.
        let shape = format!("ca.reshape(ca.vertcat(*_{name}()), 2, 2).T");
        assert!(module.text.contains(&shape), "{shape}\n{}", module.text);
    }
}
