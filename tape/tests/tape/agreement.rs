//! The tape and the emitted code are the same mechanism: every routine gives the same bits in f64, and whole
//! simulations agree to round-off.

use crate::clock_train::ClockTrain;
use crate::every_function::EveryFunction;
use crate::long_routines::LongRoutines;
use crate::routines::{
    Capabilities, assert_same, dump, with_energy, with_inputs, without_energy, without_inputs,
};
use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork::solution::State;
use linkwork::{Error, Parameters};
use linkwork_models::*;
use linkwork_tape::Tape;

/// A flag that is `true` on the tape lets a stepper solve for what emitted code gives directly, or iterate once
/// more: round-off of some hundred steps, relative to the largest value of a vector.
const ROUND_OFF: f64 = 1e-11;
/// Accelerations and multipliers come from positions over the square of the step, which magnifies their round-off.
const MAGNIFIED: f64 = 1e-8;

/// States of a motion, with λ and ψ.
type States<M> = Result<Vec<State<M>>, Error>;

/// The middle and the end of a run.
fn simulate<M: Mechanism<Scalar = f64>>(
    model: &M,
    method: impl Stepper<M>,
    steps: u32,
    until: f64,
) -> States<M> {
    let solution = model.simulate().method(method).step(until / f64::from(steps)).until(until).run()?;
    let report = solution.report();
    assert_eq!((report.refined, report.pivoted), (0, 0), "the planned pivots hold: {report}");
    let samples = solution.samples();
    Ok(vec![samples[samples.len() / 2].clone(), solution.last().clone()])
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
    // Other parameters than the declared ones, so that nothing of them is built in.
    for scale in [1.0, 1.03] {
        let (mut native, mut taped) = (P::default(), parameters.clone());
        for (i, declared) in P::names().iter().enumerate() {
            let value = scale * native.get(i).expect("a declared parameter");
            assert!(native.set(i, value) && taped.set(&declared.name, value));
        }
        let (native, taped) = (native.build(), taped.build());
        let (native, taped) = match (native, taped) {
            (Ok(native), Ok(taped)) => (native, taped),
            // Scaled lengths may contradict initial angles; then both must say so.
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
            assert_eq!(native.len(), taped.len());
            for (native, taped) in native.iter().zip(&taped) {
                assert_near(name, numbers(native), numbers(taped));
            }
            motion.extend(taped);
        }
        let (emitted, on_tape) = (dump(&native, of_emitted, &motion), dump(&taped, &of_tape, &motion));
        assert_same(name, &emitted, &on_tape);
    }
}

/// q, v, a, λ and ψ.
fn numbers<M: Mechanism<Scalar = f64>>(state: &State<M>) -> [&[f64]; 5] {
    [state.q.as_slice(), state.v.as_slice(), state.a.as_slice(), state.l.as_slice(), state.p.as_slice()]
}

fn assert_near(name: &str, native: [&[f64]; 5], taped: [&[f64]; 5]) {
    let tolerances =
        [("q", ROUND_OFF), ("v", ROUND_OFF), ("a", MAGNIFIED), ("l", MAGNIFIED), ("p", MAGNIFIED)];
    for ((x, y), (what, tolerance)) in native.iter().zip(taped).zip(tolerances) {
        let size = x.iter().fold(0.0_f64, |m, x| linkwork::Real::max(m, x.abs()));
        assert!(size.is_finite(), "{name}: {what} is {x:?}");
        let error = x.iter().zip(y).map(|(x, y)| (x - y).abs()).fold(0.0, linkwork::Real::max);
        assert!(error <= tolerance * size, "{name}: {what} differs by {error:e} of {size:e}");
    }
}

/// The constants of emitted code are the plan's flags, and its names and sizes those of the tape.
fn assert_flags<M: Mechanism<Scalar = f64>>(name: &str, native: &M, taped: &Tape) {
    let flags = taped.program().flags;
    let planned = [
        flags.velocity_dependent,
        flags.constant_mass,
        flags.symmetric_mass,
        flags.singular_mass,
        flags.borders_move,
        flags.linear_reactions,
        flags.time_explicit,
        flags.smooth,
    ];
    let emitted = [
        M::VELOCITY_DEPENDENT,
        M::CONSTANT_MASS,
        M::SYMMETRIC_MASS,
        M::SINGULAR_MASS,
        M::BORDERS_MOVE,
        M::LINEAR_REACTIONS,
        M::TIME_EXPLICIT,
        M::SMOOTH,
    ];
    assert_eq!(planned, emitted, "{name}");
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
    cartesian_pendulum: CartesianPendulum, with_energy, without_inputs, 1.0;
    clock_train: ClockTrain, with_energy, without_inputs, 1.0;
    door: Door, with_energy, without_inputs, 0.2, fifth_degree, generalized_alpha;
    door_absolute: DoorAbsolute, with_energy, without_inputs, 0.2, fifth_degree, generalized_alpha;
    double_pendulum: DoublePendulum, with_energy, without_inputs, 1.0;
    every_function: EveryFunction, with_energy, without_inputs, 0.5;
    forced_oscillator: ForcedOscillator, with_energy, without_inputs, 1.0;
    governor: Governor, with_energy, without_inputs, 2e-3, fifth_degree, generalized_alpha;
    governor_absolute: GovernorAbsolute, with_energy, without_inputs, 2e-3, runge_kutta, generalized_alpha;
    hexapod: Hexapod, with_energy, with_inputs, 0.02, runge_kutta, generalized_alpha;
    jay: Jay, without_energy, without_inputs, 0.5;
    kepler: Kepler, with_energy, without_inputs, 1.0;
    long_routines: LongRoutines, with_energy, without_inputs, 0.2;
    motor_pendulum: MotorPendulum, with_energy, without_inputs, 0.5;
    oscillator: Oscillator, without_energy, without_inputs, 1.0;
    panda: Panda, with_energy, with_inputs, 0.02, runge_kutta, generalized_alpha;
    pendulum: Pendulum, with_energy, without_inputs, 1.0;
    rigid_pendulum: RigidPendulum, with_energy, without_inputs, 1.0;
    skate: Skate, with_energy, without_inputs, 1.0;
    slider_crank_cartesian: SliderCrankCartesian, with_energy, with_inputs, 0.2;
    spinning_top: SpinningTop, with_energy, without_inputs, 0.2;
}
