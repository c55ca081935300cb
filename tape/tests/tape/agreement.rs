//! The tape and the emitted code are the same mechanism: every routine and the steps of every method give the same bits in f64.
//!
//! Methods make their steps alone: what a simulation does between them is generic in the mechanism, and would be compiled for each.

use crate::clock_train::ClockTrain;
use crate::every_function::EveryFunction;
use crate::long_routines::LongRoutines;
use crate::routines::{
    Capabilities, assert_same, dump, with_energy, with_inputs, without_energy, without_inputs,
};
use crate::tapes::tapes;
use linkwork::half_implicit::HalfImplicitEuler;
use linkwork::prelude::*;
use linkwork::solution::State;
use linkwork::stepper::{Start, StepFailure, StepReport, Stepper};
use linkwork::symplectic::Rattle;
use linkwork::{Fallback, Parameters};
use linkwork_models::*;
use linkwork_tape::Tape;

/// States of a motion, with λ and ψ, and how many solves it took.
type States<M> = Result<(Vec<State<M>>, u32), StepFailure>;

/// The middle and the end of a run, and how many solves it took.
fn simulate<M: Mechanism<Scalar = f64>, S: Stepper<M>>(
    model: &M,
    method: S,
    steps: u32,
    until: f64,
) -> States<M> {
    let h = until / f64::from(steps);
    let mut w = method.start(model, &Start::initial(model), h)?;
    let (mut states, mut solves) = (Vec::new(), 0);
    let mut count = |report: StepReport| {
        assert_eq!(report.fallback, Fallback::None, "the planned pivots hold");
        solves += report.iterations;
    };
    for step in 0..steps {
        count(method.step(model, h, &mut w)?);
        if step == steps / 2 {
            states.push(State::from(&method.sample(&w)));
        }
    }
    count(match method.complete(model, &mut w)? {
        Some(report) => report,
        None => method.attempt(model, h, &mut w)?,
    });
    states.push(State::from(&method.sample(&w)));
    Ok((states, solves))
}

fn fifth_degree<M: Mechanism<Scalar = f64>>(model: &M, until: f64) -> States<M> {
    simulate(model, FifthDegree::default(), 200, until)
}

fn runge_kutta<M: Mechanism<Scalar = f64>>(model: &M, until: f64) -> States<M> {
    simulate(model, RungeKutta4::projected(), 20, until)
}

fn generalized_alpha<M: Mechanism<Scalar = f64>>(model: &M, until: f64) -> States<M> {
    simulate(model, GeneralizedAlpha::default(), 20, until)
}

fn rattle<M: Mechanism<Scalar = f64>>(model: &M, until: f64) -> States<M> {
    simulate(model, Rattle, 20, until)
}

fn half_implicit<M: Mechanism<Scalar = f64>>(model: &M, until: f64) -> States<M> {
    simulate(model, HalfImplicitEuler::default(), 20, until)
}

/// A method on emitted code and on the tape.
type Runs<M> = (fn(&M, f64) -> States<M>, fn(&Tape, f64) -> States<Tape>);

fn agree<P>(
    name: &str,
    mechanism: &str,
    of_emitted: &Capabilities<P::Model>,
    runs: &[Runs<P::Model>],
    until: f64,
) where
    P: Parameters<Scalar = f64> + Default,
{
    let parameters = tapes(P::SOURCE).into_iter().find(|tape| tape.names().mechanism == mechanism);
    let parameters = parameters.unwrap_or_else(|| panic!("{name}: no `{mechanism}` in its text"));
    for (i, declared) in P::names().iter().enumerate() {
        let (emitted, taped) = (P::default().get(i), parameters.get(&declared.name));
        assert_eq!(
            emitted.map(f64::to_bits),
            taped.map(f64::to_bits),
            "{name}: default of {}",
            declared.name
        );
    }
    // Other parameters than the declared ones, so that these cannot be built in.
    for scale in [1.0, 1.03] {
        let (mut native, mut taped) = (P::default(), parameters.clone());
        for (i, declared) in P::names().iter().enumerate() {
            let value = scale * native.get(i).expect("a declared parameter");
            assert!(native.set(i, value) && taped.set(&declared.name, value));
        }
        let (native, taped) = (native.build(), taped.build());
        let (native, taped) = match (native, taped) {
            (Ok(native), Ok(taped)) => (native, taped),
            // Scaled lengths may contradict initial angles; then both must report it.
            (Err(native), Err(taped)) => {
                assert!(scale != 1.0, "{name}: {native}");
                assert_eq!(native.to_string(), taped.to_string());
                continue;
            }
            (native, taped) => panic!("{name}: {:?} but {:?}", native.err(), taped.err()),
        };
        assert_flags(name, &native, &taped);
        let of_tape = Capabilities {
            now: |m: &Tape, t, u| m.now_with(t, &u.to_vec()),
            energy: |m, at, v, y| if m.has_energy() { with_energy(m, at, v, y) } else { Vec::new() },
        };
        let mut motion = Vec::new();
        for (of_emitted, of_tape) in runs {
            let native = of_emitted(&native, until).unwrap_or_else(|error| panic!("{name}: {error}"));
            let taped = of_tape(&taped, until).unwrap_or_else(|error| panic!("{name} on the tape: {error}"));
            assert_eq!(native.1, taped.1, "{name}: solves");
            for (native, taped) in native.0.iter().zip(&taped.0) {
                assert_eq!(bits(native), bits(taped), "{name}: at {} s", native.t);
            }
            motion.extend(taped.0);
        }
        let (emitted, on_tape) = (dump(&native, of_emitted, &motion), dump(&taped, &of_tape, &motion));
        assert_same(name, &emitted, &on_tape);
    }
}

/// The numbers of a state.
fn bits<M: Mechanism<Scalar = f64>>(state: &State<M>) -> [Vec<u64>; 6] {
    let of = |numbers: &[f64]| numbers.iter().map(|x| x.to_bits()).collect();
    let State { q, v, a, lambda, psi, y, .. } = state;
    [
        of(q.as_slice()),
        of(v.as_slice()),
        of(a.as_slice()),
        of(lambda.as_slice()),
        of(psi.as_slice()),
        of(y.as_slice()),
    ]
}

/// Flags, names and sizes of emitted code are those of the tape.
fn assert_flags<M: Mechanism<Scalar = f64>>(name: &str, native: &M, taped: &Tape) {
    assert_eq!(native.flags(), taped.flags(), "{name}");
    assert_eq!(native.sizes(), taped.sizes(), "{name}");
    assert_eq!(format!("{:?}", native.names()), format!("{:?}", taped.names()), "{name}");
}

macro_rules! agreement {
    ($($test:ident: $mechanism:ident, $energy:ident, $now:ident, $until:literal $(, $method:ident)*;)*) => {
        $(#[test]
        fn $test() {
            let capabilities = Capabilities { now: $now, energy: $energy };
            let runs: &[Runs<_>] = &agreement!(@ $($method)*);
            agree::<$mechanism>(stringify!($test), stringify!($mechanism), &capabilities, runs, $until);
        })*
    };
    (@) => { [(fifth_degree, fifth_degree)] };
    (@ $($method:ident)+) => { [$(($method, $method)),*] };
}

agreement! {
    andrews: Andrews, with_energy, without_inputs, 2e-3;
    andrews_bodies: AndrewsBodies, with_energy, without_inputs, 2e-3, fifth_degree, generalized_alpha;
    andrews_bodies_absolute: AndrewsBodiesAbsolute, with_energy, without_inputs, 2e-3, runge_kutta, generalized_alpha;
    bricard: Bricard, with_energy, without_inputs, 0.2, fifth_degree, generalized_alpha;
    bricard_absolute: BricardAbsolute, with_energy, without_inputs, 0.2, runge_kutta, generalized_alpha;
    car_axis: CarAxis, with_energy, without_inputs, 0.2;
    cartesian_pendulum: CartesianPendulum, with_energy, without_inputs, 1.0, fifth_degree, runge_kutta, generalized_alpha, rattle, half_implicit;
    clock_train: ClockTrain, with_energy, without_inputs, 1.0;
    door: Door, with_energy, without_inputs, 0.2, fifth_degree, generalized_alpha;
    door_absolute: DoorAbsolute, with_energy, without_inputs, 0.2, fifth_degree, generalized_alpha;
    double_pendulum: DoublePendulum, with_energy, without_inputs, 1.0;
    every_function: EveryFunction, with_energy, without_inputs, 0.5;
    forced_oscillator: ForcedOscillator, with_energy, without_inputs, 1.0;
    governor: Governor, with_energy, without_inputs, 2e-3, fifth_degree, generalized_alpha;
    governor_absolute: GovernorAbsolute, with_energy, without_inputs, 2e-3, runge_kutta, generalized_alpha;
    hexapod: Hexapod, with_energy, with_inputs, 0.02, runge_kutta, generalized_alpha;
    jay: Jay, without_energy, without_inputs, 0.5, fifth_degree, runge_kutta, rattle;
    kepler: Kepler, with_energy, without_inputs, 1.0;
    long_routines: LongRoutines, with_energy, without_inputs, 0.2;
    motor_pendulum: MotorPendulum, with_energy, without_inputs, 0.5;
    oscillator: Oscillator, without_energy, without_inputs, 1.0;
    panda: Panda, with_energy, with_inputs, 0.02, runge_kutta, generalized_alpha;
    pendulum: Pendulum, with_energy, without_inputs, 1.0, fifth_degree, runge_kutta, generalized_alpha, rattle;
    rigid_pendulum: RigidPendulum, with_energy, without_inputs, 1.0;
    skate: Skate, with_energy, without_inputs, 1.0, fifth_degree, runge_kutta, half_implicit;
    slider_crank_cartesian: SliderCrankCartesian, with_energy, with_inputs, 0.2;
    spinning_top: SpinningTop, with_energy, without_inputs, 0.2;
}
