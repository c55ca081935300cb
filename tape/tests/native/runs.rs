//! Runs of several methods.

use crate::both;
use crate::tapes::tapes;
use linkwork::Real;
use linkwork::half_implicit::HalfImplicitEuler;
use linkwork::prelude::*;
use linkwork_jit::{Mode, Runs};
use linkwork_models::find;
use linkwork_tape::{Any, Executor, Tape};

/// Bits of the states of a run, and its solves.
fn run<E, S>(m: &Tape<f64, Any, E>, method: S, step: f64, steps: u32) -> Vec<u64>
where
    E: Executor<Scalar = f64>,
    S: Stepper<Tape<f64, Any, E>>,
{
    let solution = m.simulate().method(method).step(step).until(step * f64::from(steps)).run();
    let solution = solution.unwrap_or_else(|error| panic!("{}: {error}", m.names().mechanism));
    let mut bits = vec![solution.report().iterations];
    for state in solution.samples() {
        let parts = [&state.q, &state.v, &state.a, &state.lambda, &state.psi, &state.y];
        bits.extend(parts.iter().flat_map(|part| part.iter()).map(|x| x.to_bits()));
    }
    bits
}

/// Every method on one form.
fn runs<E: Executor<Scalar = f64>>(m: &Tape<f64, Any, E>, step: f64) -> [Vec<u64>; 4] {
    [
        run(m, FifthDegree::default(), step, 40),
        run(m, RungeKutta4::projected(), step, 20),
        run(m, GeneralizedAlpha::default(), step, 20),
        run(m, HalfImplicitEuler::default(), step, 20),
    ]
}

#[test]
fn runs_have_the_bits_of_the_interpreter() {
    let models = [
        ("cartesian_pendulum", 1e-2),
        ("andrews_bodies", 1e-5),
        ("skate", 1e-2),
        ("panda", 1e-3),
        ("bricard", 1e-3),
        ("motor_pendulum", 1e-3),
        ("chain", 1e-3),
    ];
    for (name, step) in models {
        let source = find(name).unwrap_or_else(|| panic!("no `{name}`")).source;
        let parameters = tapes(source).remove(0);
        let (interpreted, native) = both(parameters.clone()).unwrap_or_else(|| panic!("`{name}` builds"));
        let expected = runs(&interpreted, step);
        assert!(expected.iter().flatten().count() > 100, "{name}");
        assert_eq!(expected, runs(&native, step), "{name}");
        let repeated = linkwork_jit::build(parameters.clone(), Mode::IfRepeated).expect("it builds");
        assert_eq!(expected, runs(&repeated, step), "{name}, where repeated");
        if linkwork_jit::host().is_ok() {
            let compiled = |tape: &linkwork_jit::Tape| {
                tape.executors().iter().filter(|one| one.runs() == Runs::Native).count()
            };
            // Those of steps have native code, those that run only at the start do not.
            let (some, all) = (compiled(&repeated), compiled(&native));
            assert!(some > 3 && some < all, "{name}: {some} of {all}");
        }
        let off = linkwork_jit::build(parameters, Mode::Interpreted).expect("it builds");
        assert_eq!(expected[0], run(&off, FifthDegree::default(), step, 40), "{name}, interpreted");
    }
}

/// Two threads may want a routine for the first time at once.
#[test]
fn threads_share_native_code() {
    let parameters = tapes(find("panda").expect("it is there").source).remove(0);
    let (interpreted, native) = both(parameters).expect("it builds");
    let expected = run(&interpreted, FifthDegree::default(), 1e-3, 5);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let (native, expected) = (native.clone(), &expected);
            scope.spawn(move || assert_eq!(*expected, run(&native, FifthDegree::default(), 1e-3, 5)));
        }
    });
}

/// Other scalars are the tape's, and start from the native form's numbers.
#[test]
fn other_scalars_are_interpreted() {
    let (_, native) =
        both(tapes(find("pendulum").expect("it is there").source).remove(0)).expect("it builds");
    let single = native.with_scalar(&|x: f64| <f32 as Real>::exact(x));
    let (mut at, mut exact) = (single.position_cache(), native.position_cache());
    single.place(&single.now(0.0), &single.initial().0, &mut at);
    native.place(&native.now(0.0), &native.initial().0, &mut exact);
    let (mut x, mut y) = ([0.0_f32], [0.0]);
    single.mass_matrix(&at, &mut x);
    native.mass_matrix(&exact, &mut y);
    assert!((f64::from(x[0]) - y[0]).abs() <= f64::from(f32::EPSILON) * y[0].abs() && y[0] != 0.0);
}
