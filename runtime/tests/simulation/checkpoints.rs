//! A run that is resumed from a snapshot equals the uninterrupted run, wherever it was interrupted.

use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::multistep::AdamsBashforth5;
use linkwork::prelude::*;
use linkwork::scalar::DoubleDouble;
use linkwork::simulation::{Checkpoints, Sampling, Simulation};
use linkwork::snapshot::Snapshot;
use linkwork::stepper::{Controller, Start, Stepper};
use linkwork::symplectic::Rattle;
use std::cell::RefCell;

linkwork::mechanism! {
    /// A block on an incline that comes to rest, and a sleeve whose friction is that of two slips.
    mechanism Stuck in space {
        coordinates = [minimal, absolute];
        gravity = [0, 0, -9.81] [m/s^2];
        body block { mass: 2 [kg], inertia: diagonal(0.1, 0.1, 0.1) [kg*m^2] }
        joint incline = prismatic(ground, block, axis: [4, 0, 3]);
        force drag = friction(incline, coefficient: 0.8, velocity: 0);
        body sleeve { mass: 2 [kg], inertia: diagonal(0.02, 1, 1) [kg*m^2] }
        joint shaft = cylindrical(ground, sleeve, axis: [1, 0, 0]);
        force rub = friction(shaft, coefficient: 0.25, radius: 0.1 [m], velocity: 0);
        output up = incline.displacement;
        output along = shaft.displacement;
        initial {
            der(incline.displacement): 2 [m/s], der(shaft.displacement): 0.8 [m/s], der(shaft.angle): 6 [rad/s]
        }
    }
}

linkwork::mechanism! {
    /// A block that sticks and slides on a table that shakes: the Euler methods start every piece of a run behind the motion.
    mechanism Shaken in plane {
        gravity = [0, -9.81] [m/s^2];
        body table { mass: 5 [kg] }
        body block { mass: 1 [kg] }
        joint slide = prismatic(ground, table, axis: [1, 0]);
        joint rub = prismatic(table, block, axis: [1, 0]);
        constraint drive: slide.displacement = 0.1 [m] * sin(8 [rad/s] * time + 1);
        force drag = friction(rub, coefficient: 0.3, velocity: 0);
    }
}

linkwork::mechanism! {
    /// A ball that is driven, with a first-order state, a limit, and a constraint that it shares.
    mechanism Ball {
        coordinate z [m];
        coordinate x [m];
        state heat;
        kinetic = 0.1 [kg] * (der(z)^2 + der(x)^2);
        potential = 0.2 [kg] * 9.81 [m/s^2] * z;
        constraint rail: x = z^2 / 4 [m];
        der(heat) = (1 - heat) / 1 [s] + der(z)^2 / 1 [m^2/s];
        force wind = generalized(z, 0.1 [N] * sin(time / 1 [s]) - 0.02 [kg/s] * der(z));
        output height = z;
        initial { z: 1 [m], heat: 0.5 }
    }
}

type Bits = Vec<u64>;

fn bits<M: Mechanism>(solution: &Solution<M>) -> Vec<Bits> {
    let mut all = Vec::new();
    for state in solution.samples().iter().chain(solution.events().iter().map(|event| &event.state)) {
        let mut bits = Bits::new();
        let mut add = |x: &M::Scalar| {
            let mut x = *x;
            x.parts(&mut |part| bits.push(part.to_bits()));
        };
        add(&state.t);
        state.q.as_slice().iter().for_each(&mut add);
        state.v.as_slice().iter().chain(state.a.as_slice()).for_each(&mut add);
        state.lambda.as_slice().iter().chain(state.psi.as_slice()).for_each(&mut add);
        state.y.as_slice().iter().for_each(&mut add);
        all.push(bits);
    }
    all.push(solution.switches().iter().map(|t| t.to_bits()).collect());
    all
}

/// Everything but the wall time.
fn told<M: Mechanism>(solution: &Solution<M>) -> linkwork::solution::Report {
    linkwork::solution::Report { wall_time: Default::default(), ..solution.report().clone() }
}

/// Interrupts a run after every `every`-th step and continues from each of these places: the samples, events, switches, counters and the output of a stream
/// are those of the whole run, which equals the run without snapshots.
fn resumes<'m, M: Mechanism + 'm, S: Stepper<M>>(
    every: u64,
    run: impl Fn() -> Simulation<'m, M, S>,
) -> usize {
    let streamed = RefCell::new(Vec::new());
    let taken = RefCell::new(Vec::new());
    let with_stream = || {
        run().stream(Sampling::Interval(0.07), |_, sample| {
            streamed.borrow_mut().push((sample.t.value(), sample.q.as_slice()[0].value().to_bits()));
            Ok(())
        })
    };
    let without = with_stream().run().unwrap();
    let plain = streamed.take();
    let whole = with_stream()
        .checkpoints(Checkpoints::Steps(every), |snapshot| {
            taken.borrow_mut().push((snapshot.to_bytes(), streamed.borrow().len()));
            Ok(())
        })
        .run()
        .unwrap();
    let lines = streamed.take();
    assert_eq!((bits(&without), told(&without), &plain), (bits(&whole), told(&whole), &lines));
    let taken = taken.into_inner();
    for (bytes, before) in &taken {
        let part = with_stream().resume(Snapshot::from_bytes(bytes).unwrap()).run().unwrap();
        assert_eq!(bits(&part), bits(&whole));
        assert_eq!(told(&part), told(&whole));
        assert_eq!(streamed.take(), lines[*before..]);
        assert!(part.report().wall_time >= Default::default());
    }
    taken.len()
}

#[test]
fn friction_that_sticks_and_slides() {
    let minimal = Stuck::default().build().unwrap();
    let absolute = StuckAbsolute::default().build().unwrap();
    // It begins to stick at 0.16 s and 0.4 s.
    let count = resumes(2, || minimal.simulate().method(RungeKutta4::projected()).step(0.01).until(0.6));
    assert!(count >= 20, "{count}");
    resumes(7, || absolute.simulate().method(RungeKutta4::projected()).step(0.01).until(0.6));
    resumes(5, || absolute.simulate().method(FifthDegree::default()).step(0.01).until(0.6));
    resumes(5, || minimal.simulate().method(DormandPrince5::projected()).tolerance(1e-7, 1e-7).until(0.6));
    let shaken = Shaken::default().build().unwrap();
    resumes(1, || shaken.simulate().method(HalfImplicitEuler::default()).step(0.01).until(0.6));
    resumes(1, || shaken.simulate().method(ImplicitEuler::default()).step(0.01).until(0.6));
}

#[test]
fn events_resets_and_limits() {
    let ball = Ball::default().build().unwrap();
    let events = || {
        // On the rail, where methods leave velocities that are not tangential.
        let turn = |state: &mut Start<BallModel>| {
            state.v[0] *= -1.0;
            state.v[1] = 0.5 * state.q[0] * state.v[0];
        };
        ball.simulate().record_at(Event::of("der(z)")).reset_at(Event::of("z").at(0.2).falling(), turn)
    };
    for sampling in [Sampling::EveryStep, Sampling::AtMost(20), Sampling::Ends] {
        let run = || events().output(sampling);
        resumes(40, || run().method(FifthDegree::default()).step(0.004).until(2.0));
        resumes(40, || run().method(AdamsBashforth5::projected()).step(0.004).until(2.0));
        resumes(40, || run().method(Rattle).step(0.004).until(2.0));
        resumes(40, || run().method(GeneralizedAlpha::default()).step(0.004).until(2.0));
        resumes(40, || run().method(HalfImplicitEuler::default()).step(0.004).until(2.0));
    }
}

#[test]
fn steps_that_follow_a_tolerance() {
    let ball = Ball::default().build().unwrap();
    resumes(9, || ball.simulate().method(FifthDegree::default()).tolerance(1e-8, 0.0).until(1.0));
    resumes(9, || ball.simulate().method(GeneralizedAlpha::default()).tolerance(1e-5, 0.0).until(1.0));
    let controlled = || ball.simulate().method(DormandPrince5::projected()).tolerance(1e-8, 0.0);
    resumes(3, || controlled().controller(Controller::ProportionalIntegral).until(1.0));
}

/// Numbers of more than one part keep all of them.
#[test]
fn other_scalars() {
    let ball = Ball::default().build().unwrap();
    let double = ball.with_scalar(&|x: f64| DoubleDouble::from(x));
    resumes(13, || double.simulate().method(FifthDegree::default()).step(0.01).until(0.5));
    let single = ball.with_scalar(&|x: f64| x as f32);
    resumes(13, || single.simulate().method(ThirdDegree::default()).step(0.01).until(0.5));
}

/// The reason for which a snapshot is refused is named.
#[test]
fn another_run_is_refused() {
    let ball = Ball::default().build().unwrap();
    let run = || ball.simulate().method(FifthDegree::default()).step(0.01).until(0.5);
    let mut kept = None;
    let keep = |snapshot| {
        kept = Some(snapshot);
        Ok(())
    };
    run().checkpoints(Checkpoints::Steps(20), keep).run().unwrap();
    let kept = kept.unwrap();
    let refused = |run: Simulation<'_, BallModel, FifthDegree>, words: &str| {
        let message = run.resume(kept.clone()).run().unwrap_err().to_string();
        assert!(message.contains(words) && message.contains("help:"), "{message}");
    };
    refused(run().step(0.02), "the size of the steps: 0.01 in the snapshot, 0.02 here");
    refused(run().until(0.6), "the end of the run");
    refused(run().output(Sampling::Ends), "the samples that are kept");
    refused(run().record_at(Event::of("z")), "the number of events: 0 in the snapshot, 1 here");
    refused(run().stream(Sampling::EveryStep, |_, _| Ok(())), "stream 1");
    let message = run().method(ThirdDegree::default()).resume(kept.clone()).run().unwrap_err().to_string();
    assert!(message.contains("the method: conditionally explicit, degree 5"), "{message}");
    let stuck = Stuck::default().build().unwrap();
    let other = stuck.simulate().method(FifthDegree::default()).step(0.01).until(0.5).resume(kept.clone());
    assert!(other.run().unwrap_err().to_string().contains("the mechanism: Ball in the snapshot, Stuck here"));
    // A sequence of steps is not a run.
    assert!(kept.resume_steps(&ball, &FifthDegree::default()).is_err());
    // An error of the receiver of snapshots ends the run.
    let full = |_| Err(linkwork::Error::Stream(std::io::Error::other("the disk is full")));
    let error = run().checkpoints(Checkpoints::Steps(20), full).run().unwrap_err();
    assert_eq!(error.partial.unwrap().report().steps, 20);
}
