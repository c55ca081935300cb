//! Functions in Rust by registered pointers: the tape and native code give the bits of emitted code, which calls the functions.

use crate::tapes::tapes;
use linkwork::analysis::{Analyse, Dual};
use linkwork::prelude::*;
use linkwork::verify::Verify;
use linkwork::{Error, Parameters};
use linkwork_jit::{Mode, Native};
use linkwork_tape::{Code, Functions, Pointer, Routines, Tape, TapeParameters, functions, runs_in_packs};
use num_dual::Dual64;

/// A quartic well, V = 3 x⁴/4.
pub fn well<T: linkwork::Real>(x: T) -> T {
    T::exact(0.75) * x * x * x * x
}

/// Drag that grows with the position: −0.4 v (1 + x²).
pub fn drag<T: linkwork::Real>(x: T, v: T) -> T {
    -(T::exact(0.4) * v * (T::one() + x * x))
}

/// The square of a length.
pub fn square<T: linkwork::Real>(x: T, y: T) -> T {
    x * x + y * y
}

/// The lift of a cam.
pub fn lift<T: linkwork::Real>(angle: T) -> T {
    T::exact(0.1) * angle.sin() * (T::one() + T::exact(0.3) * angle.cos())
}

linkwork::mechanism! {
    /// A mass in a well with drag.
    pub mechanism Sunk {
        function well(x [m]) -> [J] = crate::functions::well;
        function drag(x [m], v [m/s]) -> [N] = crate::functions::drag;
        param depth = 1;
        coordinate x [m];
        kinetic = 2 [kg] * der(x)^2 / 2;
        potential = depth * well(x);
        force resistance = generalized(x, drag(x, der(x)));
        output power = drag(x, der(x)) * der(x);
        output bottom = drag(0.5 [m], depth * 1 [m/s]);
        initial { x: 1 [m], der(x): 0.5 [m/s] }
    }

    /// A bob on a rod whose length a function measures.
    pub mechanism Rod {
        function square(x [m], y [m]) -> [m^2] = crate::functions::square;
        coordinate x [m];
        coordinate y [m];
        kinetic = 2 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 20 [N] * y;
        constraint rod: square(x, y) = 0.25 [m^2];
        initial { x: 0.3 [m], y: ~-0.3 [m], der(x): 1 [m/s] }
    }

    /// A follower on a cam.
    pub mechanism Follower in plane {
        function lift(angle [rad]) -> [m] = crate::functions::lift;
        gravity = [0, -10] [m/s^2];
        body cam { mass: 1 [kg], inertia: 0.2 [kg*m^2] }
        body follower { mass: 3 [kg] }
        joint shaft = revolute(ground, cam);
        joint guide = prismatic(ground, follower, axis: [0, 1]);
        constraint contact: guide.displacement = lift(shaft.angle);
        initial { shaft.angle: 0.5 [rad], der(shaft.angle): 8 [rad/s] }
    }
}

/// All of them.
fn all() -> Functions {
    functions! {
        "crate::functions::well" => well(x),
        "crate::functions::drag" => drag(x, v),
        "crate::functions::square" => square(x, y),
        "crate::functions::lift" => lift(angle),
    }
}

fn parameters<P: Parameters<Scalar = f64> + Default>(functions: Functions) -> TapeParameters {
    tapes(P::SOURCE).remove(0).with_functions(functions)
}

/// Every number of every sample of a run.
fn run<M: Mechanism<Scalar = f64>>(m: &M, method: impl Stepper<M>) -> Vec<f64> {
    let solution = m.simulate().method(method).step(5e-3).until(1.0).run().expect("it runs");
    let all = solution.samples().iter().flat_map(|sample| {
        let parts = [sample.q.as_slice(), sample.v.as_slice(), sample.a.as_slice(), sample.lambda.as_slice()];
        parts.concat()
    });
    all.collect()
}

/// The runs of a mechanism by the methods of each kind, the outputs at the start, and its linearisation, by dual numbers.
fn numbers<M: Mechanism<Scalar = f64>>(m: &M) -> [Vec<f64>; 5] {
    let (state, mut at) = (m.initial_state().expect("it moves"), m.position_cache());
    m.place(&m.now(state.t), &state.q, &mut at);
    let mut outputs = M::Outputs::zeros(m.sizes().outputs);
    m.outputs(&at, &state.v, &state.y, &state.a, (&state.lambda, &state.psi), &mut outputs);
    let linear = m.linearize(&state).expect("it is linearised");
    [
        run(m, FifthDegree::default()),
        run(m, GeneralizedAlpha::default()),
        run(m, RungeKutta4::projected()),
        outputs.as_slice().to_vec(),
        linear.system.as_slice().to_vec(),
    ]
}

fn agree<P: Parameters<Scalar = f64> + Default>() {
    let bits = |all: [Vec<f64>; 5]| all.map(|all| all.into_iter().map(f64::to_bits).collect::<Vec<u64>>());
    let emitted = P::default().build().expect("it builds");
    assert!(emitted.flags().analytic);
    let emitted = bits(numbers(&emitted));
    assert!(emitted[..3].iter().all(|run| run.len() > 200));
    let taped = parameters::<P>(all()).build().expect("it builds");
    assert!(taped.flags().analytic);
    assert_eq!(emitted, bits(numbers(&taped)), "the tape");
    let native = linkwork_jit::build(parameters::<P>(all()), Mode::Native).expect("it builds");
    assert_eq!(emitted, bits(numbers(&native)), "native code");
    assert_eq!(linkwork_jit::interpreted(&native), None);
}

#[test]
fn runs_have_the_bits_of_emitted_code() {
    agree::<Sunk>();
}

/// `build()` closes the constraint.
#[test]
fn functions_in_constraints_have_the_bits_of_emitted_code() {
    agree::<Rod>();
    agree::<Follower>();
    let rod = parameters::<Rod>(all()).build().expect("it builds");
    let (q, v, _) = rod.initial();
    assert!((q[1] + 0.4).abs() < 1e-11 && (v[1] - 0.75).abs() < 1e-11, "{q:?} {v:?}");
}

/// The derived equations of the tape against differences in double-double arithmetic, in which the functions are called, too.
#[test]
fn tapes_with_functions_are_verified() {
    for parameters in [parameters::<Sunk>(all()), parameters::<Rod>(all()), parameters::<Follower>(all())] {
        let tape = parameters.build().expect("it builds");
        let found = tape.verify().expect("it moves");
        assert!(found.passed(), "{found}");
    }
}

#[test]
fn other_values_of_parameters_keep_the_functions() {
    let tape = parameters::<Sunk>(all()).build().expect("it builds");
    let deep = tape.with_parameters(&[2.0]).expect("it builds");
    let emitted = Sunk { depth: 2.0 }.build().expect("it builds");
    assert_eq!(run(&deep, FifthDegree::default()), run(&emitted, FifthDegree::default()));
}

extern "C" fn plain_well(x: f64) -> f64 {
    0.75 * x.powi(4)
}
extern "C" fn plain_slope(x: f64) -> f64 {
    3.0 * x.powi(3)
}
extern "C" fn plain_curvature(x: f64) -> f64 {
    9.0 * x.powi(2)
}
extern "C" fn plain_drag(x: f64, v: f64) -> f64 {
    -0.4 * v * (1.0 + x * x)
}
extern "C" fn plain_drag_by_x(x: f64, v: f64) -> f64 {
    -0.8 * v * x
}
extern "C" fn plain_drag_by_v(x: f64, _: f64) -> f64 {
    -0.4 * (1.0 + x * x)
}

/// Closed forms in f64 alone.
fn plain() -> Functions {
    let (well, drag) = ("crate::functions::well", "crate::functions::drag");
    let mut plain = Functions::default();
    plain.register(well, Pointer::One(plain_well));
    plain.register_derivative(well, &[0], Pointer::One(plain_slope));
    plain.register_derivative(well, &[0, 0], Pointer::One(plain_curvature));
    plain.register(drag, Pointer::Two(plain_drag));
    plain.register_derivative(drag, &[0], Pointer::Two(plain_drag_by_x));
    plain.register_derivative(drag, &[1], Pointer::Two(plain_drag_by_v));
    plain
}

/// There are no series of the motion, so that runs start from accelerations.
#[test]
fn functions_in_f64_alone_start_from_accelerations() {
    let emitted = Sunk::default().build().expect("it builds");
    let starting = linkwork::conditionally_explicit::Starting::FromAccelerations;
    let wanted = run(&emitted, FifthDegree::default().starting(starting));
    let taped = parameters::<Sunk>(plain()).build().expect("it builds");
    assert!(!taped.flags().analytic && !taped.held(0.0).flags().analytic);
    let native = linkwork_jit::build(parameters::<Sunk>(plain()), Mode::Native).expect("it builds");
    let found = [run(&taped, FifthDegree::default()), run(&native, FifthDegree::default())];
    assert_eq!(linkwork_jit::interpreted(&native), None);
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0].len(), wanted.len());
    for (x, y) in found[0].iter().zip(&wanted) {
        assert!((x - y).abs() < 1e-9, "{x} {y}");
    }
}

/// In other scalars calls without a pointer are NaN, and analyses in them fail.
#[test]
fn analyses_in_other_scalars_fail_without_pointers_for_them() {
    let tape = parameters::<Sunk>(plain()).build().expect("it builds");
    let single = tape.with_scalar(&|x: f64| x as f32);
    let (mut at, mut force) = (single.position_cache(), single.initial().1);
    single.place(&single.now(0.0), &single.initial().0, &mut at);
    single.applied_force(&at, &single.initial().1, &single.initial().2, &mut force);
    assert!(force[0].is_nan());
    let state = tape.initial_state().expect("it moves");
    assert!(tape.linearize(&state).is_err());
    assert!(tape.equilibrium().is_err());
    assert!(!tape.verify().expect("it moves").passed());
    assert!(tape.power(&state).potential.is_nan());
    assert!(linkwork::verify::certify(&tape, &FifthDegree::default(), 5e-3, 0.1).is_err());
}

fn refused<T: std::fmt::Debug>(built: Result<T, Error>, parts: &[&str]) {
    let error = built.expect_err("a pointer is missing").to_string();
    for part in parts {
        assert!(error.contains(part), "no `{part}` in: {error}");
    }
}

#[test]
fn all_missing_pointers_are_named() {
    let build = |functions| parameters::<Sunk>(functions).build();
    let well = [
        "`crate::functions::well`,",
        "`crate::functions::well` by [0],",
        "`crate::functions::well` by [0, 0]",
    ];
    refused(build(Functions::default()), &well);
    refused(
        build(Functions::default()),
        &["`function` is drag, well", "generate code", "`crate::functions::drag` by [1]"],
    );
    // A derivative.
    let mut without = functions! { "crate::functions::drag" => drag(x, v) };
    without.register("crate::functions::well", Pointer::One(plain_well));
    without.register_derivative("crate::functions::well", &[0, 0], Pointer::One(plain_curvature));
    refused(
        build(without.clone()),
        &["`function` is well: ", "register pointers for `crate::functions::well` by [0]"],
    );
    without.register_derivative("crate::functions::well", &[0], Pointer::One(plain_slope));
    build(without).expect("all are there");
    // The same of native code.
    let native = linkwork_jit::build(parameters::<Sunk>(Functions::default()), Mode::Native);
    refused(native, &well);
}

#[test]
fn pointers_of_other_arities_are_refused() {
    let mut wrong = plain();
    wrong.register("crate::functions::drag", Pointer::One(plain_well));
    refused(
        parameters::<Sunk>(wrong).build(),
        &["`function` is drag: ", "for `crate::functions::drag` (of 2 arguments, not 1)"],
    );
}

/// Values and guesses of other scalars, packs, and routines with other functions.
#[test]
fn pointers_of_other_scalars_are_not_called() {
    let sunk = parameters::<Sunk>(all());
    refused(
        sunk.build_lifted(&[Dual64::from_re(1.0)], |_, _, _| ()),
        &["crate::functions::well", "Dual", "those for f64"],
    );
    sunk.build_lifted(&[Dual::variable(1.0)], |_, _, _| ()).expect("the macro registers them");
    refused(
        parameters::<Sunk>(plain()).build_lifted(&[Dual::variable(1.0)], |_, _, _| ()),
        &["crate::functions::well", "Taylor"],
    );
    let tape: Tape = sunk.clone().build().expect("it builds");
    assert_eq!(runs_in_packs(tape.program()), Err("functions in Rust"));
    let routines = Routines::<Native<linkwork::scalar::Pack>>::new(&tape, Mode::Native);
    assert!(routines.join(&[0; 4].map(|_| tape.clone())).is_none());
    let routines = Routines::<Code<f64>>::of(&sunk, ());
    assert!(sunk.build_lifted_of(&routines, &[1.0], |_, _, _| ()).is_ok());
    refused(
        sunk.with_functions(plain()).build_lifted_of(&routines, &[1.0], |_, _, _| ()),
        &["other functions"],
    );
}
