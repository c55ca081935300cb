//! `simulate()` from settings to solution: times, samples, output, errors, assembly, driven mechanisms.

mod adaptive;
mod analyses;
mod assembly;
mod between;
mod checkpoints;
mod driven;
mod events;
mod failures;
mod friction;
mod lengths;
mod output;
mod packs;
mod ranges;
mod undefined;

use crate::support::{FreeBody, Nonlinear, Pendulum, RigidPendulum, SkateInBowl};
use linkwork::prelude::*;

fn pendulum() -> Pendulum {
    Pendulum { rate: 0.5, ..Pendulum::default() }
}

fn times<M: Mechanism<Scalar = f64>>(solution: &Solution<M>) -> Vec<f64> {
    solution.times()
}

#[test]
fn the_line_of_the_manual() -> Result<(), linkwork::Error> {
    let solution = pendulum().simulate().method(FifthDegree::default()).step(1e-3).until(10.0).run()?;
    assert!(solution.energy_drift() < 1e-8, "{:e}", solution.energy_drift());
    assert_eq!(solution.samples().len(), 10_001);
    Ok(())
}

#[test]
fn the_default_method_is_the_fifth_degree() {
    let explicit = pendulum().simulate().method(FifthDegree::default()).step(1e-2).until(1.0).run().unwrap();
    let implied = pendulum().simulate().step(1e-2).until(1.0).run().unwrap();
    assert_eq!(explicit.last().q, implied.last().q);
    assert_eq!(explicit.report().method, implied.report().method);
}

#[test]
fn times_are_multiples_of_the_step() {
    let solution = pendulum().simulate().method(RungeKutta4::default()).step(0.1).until(30.0).run().unwrap();
    let times = times(&solution);
    assert_eq!(times.len(), 301);
    assert_eq!((times[3], times[300]), (3.0 * 0.1, 30.0));
    assert!(times.iter().enumerate().all(|(n, t)| *t == n as f64 * 0.1));
    let report = solution.report();
    assert_eq!((report.steps, report.order, report.method.as_str()), (300, 4, "RungeKutta4"));
    // Four stages a step, and the acceleration at the end.
    assert_eq!(report.evaluations, 4 * 300 + 1);
    assert_eq!((report.smallest_step, report.largest_step), (0.1, 0.1));
}

#[test]
fn a_run_that_is_no_multiple_of_the_step_ends_in_time() {
    let run = |h| pendulum().simulate().method(RungeKutta4::default()).step(h).until(1.0).run().unwrap();
    assert_eq!(times(&run(0.3)).len(), 5);
    assert_eq!(run(0.3).last().t, 1.0);
    assert_eq!(times(&run(0.7)), [0.0, 0.5, 1.0]);
    assert_eq!(times(&run(7.0)), [0.0, 1.0]);
    // The last step is as exact as the others.
    let (whole, odd) = (run(1e-3).last().q[0], run(1e-3 / 3.3).last().q[0]);
    assert!((whole - odd).abs() < 1e-11, "{:e}", whole - odd);
}

#[test]
fn sampling_keeps_the_requested_samples() {
    let run = |sampling| {
        let m = pendulum();
        let run = m.simulate().method(RungeKutta4::default()).step(0.1).until(1.0);
        times(&run.output(sampling).run().unwrap())
    };
    assert_eq!(run(Sampling::EveryStep).len(), 11);
    assert_eq!(run(Sampling::Every(4)), [0.0, 0.4, 0.8, 1.0]);
    assert_eq!(run(Sampling::Ends), [0.0, 1.0]);
    assert_eq!(run(Sampling::Interval(0.25)), [0.0, 0.25, 0.5, 0.75, 1.0]);
    assert_eq!(run(Sampling::Interval(0.4)), [0.0, 0.4, 0.8, 1.0]);
    assert_eq!(run(Sampling::Interval(0.04)).len(), 26);
    assert_eq!(run(Sampling::Interval(5.0)), [0.0, 1.0]);
}

#[test]
fn samples_at_intervals_are_those_of_the_steps_or_between() {
    let run = |sampling| {
        let m = pendulum();
        let run = m.simulate().method(RungeKutta4::default()).step(0.01).until(1.0);
        run.output(sampling).run().unwrap()
    };
    let (every, interval) = (run(Sampling::EveryStep), run(Sampling::Interval(0.025)));
    assert_eq!(interval.samples().len(), 41);
    for (i, sample) in interval.samples().iter().enumerate() {
        assert!((sample.t - 0.025 * i as f64).abs() < 1e-15);
        let reference =
            if i % 2 == 0 { every.samples()[5 * i / 2].clone() } else { every.at(sample.t).unwrap() };
        assert_eq!((sample.q, sample.v, sample.a), (reference.q, reference.v, reference.a), "sample {i}");
    }
}

#[test]
fn observers_see_every_step_and_progress_is_sparse() {
    let (mut seen, mut shown) = (Vec::new(), Vec::new());
    let m = pendulum();
    let run = m.simulate().method(RungeKutta4::default()).step(1e-3).until(2.0).output(Sampling::Ends);
    run.observe(|s| seen.push((s.t, s.q[0]))).progress(|done| shown.push(done)).run().unwrap();
    assert_eq!(seen.len(), 2001);
    assert_eq!((seen[0].0, seen[2000].0), (0.0, 2.0));
    assert!(shown.len() >= 90 && shown.len() <= 102, "{} calls", shown.len());
    assert!(shown.is_sorted() && shown[0] == 0.0 && shown[shown.len() - 1] == 1.0);
}

#[test]
fn runs_repeat_bit_for_bit() {
    let run = || {
        let m = RigidPendulum { sway: 0.2, inertia: 0.1, ..RigidPendulum::default() };
        m.simulate().step(1e-2).until(3.0).run().unwrap()
    };
    let (a, b) = (run(), run());
    for (a, b) in a.samples().iter().zip(b.samples()) {
        let bits = |s: &linkwork::solution::State<RigidPendulum>| {
            let all = s.q.iter().chain(s.v.iter()).chain(s.a.iter()).chain(s.lambda.iter());
            all.map(|x| x.to_bits()).collect::<Vec<_>>()
        };
        assert_eq!(bits(a), bits(b));
    }
}

#[test]
fn a_run_can_continue_from_its_end() {
    let whole = pendulum().simulate().method(RungeKutta4::default()).step(1e-2).until(2.0).run().unwrap();
    let half = pendulum().simulate().method(RungeKutta4::default()).step(1e-2).until(1.0).run().unwrap();
    let m = pendulum();
    let rest = m.simulate().method(RungeKutta4::default()).from(half.final_state()).step(1e-2);
    let rest = rest.until(2.0).run().unwrap();
    assert_eq!((rest.first().t, rest.last().t), (1.0, 2.0));
    assert!((rest.last().q[0] - whole.last().q[0]).abs() < 1e-14);
}

#[test]
fn steps_do_not_allocate() {
    fn allocations<M: Mechanism<Scalar = f64>, S: Stepper<M>>(m: &M, method: &S) -> u64 {
        let (q, v, y) = m.initial();
        let mut w = method.start(m, &Start { t: 0.0, q, v, y }, 1e-3).unwrap();
        let steps = || {
            for _ in 0..100 {
                method.step(m, 1e-3, &mut w).unwrap();
            }
        };
        allocation_counter::measure(steps).count_total
    }
    assert_eq!(allocations(&pendulum(), &RungeKutta4::default()), 0);
    assert_eq!(allocations(&RigidPendulum::default(), &RungeKutta4::projected()), 0);
    assert_eq!(allocations(&RigidPendulum::default(), &Kutta3::euclidean_position_projection()), 0);
    assert_eq!(allocations(&Nonlinear(SkateInBowl::default()), &RungeKutta4::projected()), 0);
    assert_eq!(allocations(&FreeBody::default(), &RungeKutta4::default()), 0);
    // The counter is in use.
    assert!(allocation_counter::measure(|| drop(std::hint::black_box(vec![1.0; 10]))).count_total > 0);
}
