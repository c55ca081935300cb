//! Events: located roots, stops and resets, against closed forms.

use linkwork::multistep::{
    AdamsBashforth2, AdamsBashforth3, AdamsBashforth4, AdamsBashforth5, AdamsBashforthMoulton4, Godunov4,
    Godunov5,
};
use linkwork::prelude::*;
use linkwork::{ControlError, Error, Parameters};

linkwork::mechanism! {
    /// A ball above the floor.
    pub mechanism Ball {
        param gravity = 9.81 [m/s^2];
        coordinate height [m];
        kinetic = der(height)^2 * 1 [kg] / 2;
        potential = gravity * height * 1 [kg];
        initial { height: 1 [m] }
    }

    /// x = cos t, with an output.
    pub mechanism Swing {
        coordinate x;
        kinetic = der(x)^2 / 2;
        potential = x^2 / 2;
        output twice = 2 * x;
        initial { x: 1 }
    }

    /// Pushed forwards, and backwards beyond a place.
    pub mechanism Pushed {
        coordinate z [m];
        kinetic = 1 [kg] * der(z)^2 / 2;
        force push = generalized(z, if(z > 0.1234 [m], -3 [N], 2 [N]));
        output clock [s] = time;
        initial { der(z): 0.7 [m/s] }
    }

    /// A bob on a rod that turns about the origin, in Cartesian coordinates.
    pub mechanism Bob {
        coordinate x;
        coordinate y;
        kinetic = (der(x)^2 + der(y)^2) / 2;
        potential = 9.81 * y;
        constraint rod: x^2 + y^2 = 1;
        initial { x: 1, y: 0 }
    }
}

/// Rounding errors of times of order 1 in a step, and the error of locating.
const ROUNDING: f64 = 2e-12;

fn ball() -> BallModel<f64> {
    Ball::default().build().unwrap()
}

fn contact() -> f64 {
    (2.0_f64 / 9.81).sqrt()
}

#[test]
fn a_run_stops_at_its_event() {
    // Parabolas are exact in every method.
    let m = ball();
    let floor = || Event::of("height").falling();
    for solution in [
        m.simulate().stop_at(floor()).step(1e-2).until(5.0).run().unwrap(),
        m.simulate().method(RungeKutta4::default()).stop_at(floor()).step(7e-2).until(5.0).run().unwrap(),
        m.simulate().stop_at(floor()).tolerance(1e-6, 1e-6).until(5.0).run().unwrap(),
        m.simulate().stop_at(floor()).step(1e-2).until(5.0).output(Sampling::Ends).run().unwrap(),
        m.simulate().stop_at(floor()).step(1e-2).until(5.0).output(Sampling::Interval(0.1)).run().unwrap(),
    ] {
        let last = solution.last();
        assert!((last.t - contact()).abs() < ROUNDING, "{} instead of {}", last.t, contact());
        assert!(last.q[0].abs() < ROUNDING && (last.v[0] + 9.81 * contact()).abs() < ROUNDING);
        let [event] = solution.events() else { panic!("{} events", solution.events().len()) };
        assert_eq!((event.quantity.as_str(), event.rising, event.state.t), ("height", false, last.t));
    }
}

#[test]
fn a_ball_bounces_by_its_closed_form() {
    let restitution = 0.8_f64;
    let floor = Event::of("height").falling();
    let solution = ball()
        .simulate()
        .reset_at(floor, |state| state.v[0] *= -restitution)
        .step(1e-2)
        .until(3.0)
        .run()
        .unwrap();
    // t_1 = √(2h/g), t_{k+1} = t_k + 2 e^k √(2h/g)
    let mut expected = vec![contact()];
    while let Some(last) = expected.last()
        && let next = last + 2.0 * restitution.powf(expected.len() as f64) * contact()
        && next < 3.0
    {
        expected.push(next);
    }
    let times: Vec<f64> = solution.events().iter().map(|event| event.state.t).collect();
    assert_eq!(times.len(), expected.len(), "{times:?} {expected:?}");
    assert!(
        times.iter().zip(&expected).all(|(t, e)| (t - e).abs() < 10.0 * ROUNDING),
        "{times:?} {expected:?}"
    );
    // The sample before and the one after, at one time; between them nothing but the velocity jumps.
    let at = solution.samples().iter().position(|s| s.t == times[0]).unwrap();
    let (before, after) = (&solution.samples()[at], &solution.samples()[at + 1]);
    assert_eq!((before.t, before.q[0]), (after.t, after.q[0]));
    assert!((after.v[0] + restitution * before.v[0]).abs() < ROUNDING);
    assert!(solution.samples().iter().all(|s| s.q[0] > -ROUNDING), "the ball goes through the floor");
    assert_eq!(solution.last().t, 3.0);
    // Dense output does not cross the jump.
    let state = solution.at(times[0] + 1e-3).unwrap();
    let after = restitution * 9.81 * contact();
    assert!((state.v[0] - (after - 9.81e-3)).abs() < 10.0 * ROUNDING, "{}", state.v[0]);
}

#[test]
fn a_reset_does_not_change_the_time() {
    let run = |later: f64| {
        let bounce = move |state: &mut Start<BallModel<f64>>| {
            state.t += later;
            state.v[0] *= -0.8;
        };
        ball().simulate().reset_at(Event::of("height").falling(), bounce).step(1e-2).until(1.0).run().unwrap()
    };
    let plain = run(0.0);
    for later in [0.1, -0.1, f64::NAN] {
        let changed = run(later);
        assert_eq!(changed.times(), plain.times());
        assert_eq!(changed.last().q[0].to_bits(), plain.last().q[0].to_bits());
    }
}

/// Samples that are not those of all steps have not both states of a reset: states beside it are an error instead of those of a smooth motion.
#[test]
fn states_beside_a_reset_without_samples_are_an_error() {
    let run = |sampling: Sampling| {
        let bounce = |state: &mut Start<BallModel<f64>>| state.v[0] *= -0.8;
        let ball = ball();
        let run = ball.simulate().reset_at(Event::of("height").falling(), bounce).output(sampling);
        run.step(1e-2).until(0.6).run().unwrap()
    };
    let every = run(Sampling::EveryStep);
    for sampling in [Sampling::Every(7), Sampling::Interval(0.1), Sampling::AtMost(10), Sampling::Ends] {
        let sparse = run(sampling);
        assert!(
            sparse.at(contact() + 1e-3).unwrap_err().to_string().contains("an event changes the state"),
            "{sampling:?}"
        );
        // Elsewhere nothing is lost.
        if sampling != Sampling::Ends {
            let (found, wanted) = (sparse.at(0.05).unwrap().q[0], every.at(0.05).unwrap().q[0]);
            assert!((found - wanted).abs() < ROUNDING, "{sampling:?}: {found} instead of {wanted}");
        }
    }
}

/// The times of samples are those of the grid, and steps after a switch have another rounding of them: an event exactly on a sample is there, once.
#[test]
fn an_event_on_a_sample_is_at_its_time() {
    let m = Pushed::default().build().unwrap();
    for k in 1..40 {
        let level = f64::from(k) * 0.01;
        let run = m.simulate().step(0.01).stop_at(Event::of("clock").at(level)).until(0.5).run().unwrap();
        let times: Vec<f64> = run.samples().iter().rev().take(2).map(|state| state.t).collect();
        assert!((times[0] - level).abs() < ROUNDING && times[1] < times[0], "{level}: {times:?}");
    }
}

#[test]
fn bounces_without_end_are_an_error() {
    let floor = Event::of("height").falling();
    let failed = ball()
        .simulate()
        .reset_at(floor, |state| state.v[0] *= -0.5)
        .step(1e-2)
        .until(3.0)
        .run()
        .unwrap_err();
    let Error::Control(ControlError::EndlessEvents { time, event }) = &failed.error else {
        panic!("{}", failed.error)
    };
    // t_1 + 2 t_1 Σ e^k = 3 t_1 with e = 1/2, except for the bounces that end within a thousandth of a step.
    assert!((time - 3.0 * contact()).abs() < 2.0 * 1e-5, "{time}");
    assert_eq!(event, "height");
    assert!(failed.partial.unwrap().last().t <= *time);
}

#[test]
fn recording_changes_nothing() {
    let m = Swing::default().build().unwrap();
    let plain = m.simulate().step(1e-2).until(10.0).run().unwrap();
    let watched = m
        .simulate()
        .record_at(Event::of("x").rising())
        .record_at(Event::of("twice").at(1.0).falling())
        .record_at(Event::of("der(x)"))
        .step(1e-2)
        .until(10.0)
        .run()
        .unwrap();
    let ends =
        |s: &Solution<SwingModel<f64>>| (s.samples().len(), s.last().q[0].to_bits(), s.last().v[0].to_bits());
    assert_eq!(ends(&plain), ends(&watched));
    let pi = core::f64::consts::PI;
    let expected = [
        ("twice", pi / 3.0),
        ("der(x)", pi),
        ("x", 1.5 * pi),
        ("der(x)", 2.0 * pi),
        ("twice", pi / 3.0 + 2.0 * pi),
        ("x", 3.5 * pi),
        ("der(x)", 3.0 * pi),
    ];
    let mut expected: Vec<(&str, f64)> = expected.into_iter().filter(|(_, t)| *t < 10.0).collect();
    expected.sort_by(|a, b| a.1.total_cmp(&b.1));
    let found: Vec<(&str, f64)> = watched.events().iter().map(|e| (e.quantity.as_str(), e.state.t)).collect();
    assert_eq!(found.len(), expected.len(), "{found:?}");
    // The phase error of the method at h = 0.01 after 10 s.
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found.0 == expected.0 && (found.1 - expected.1).abs() < 1e-8, "{found:?} {expected:?}");
    }
}

#[test]
fn located_times_have_the_order_of_the_method() {
    let m = Swing::default().build().unwrap();
    let error = |h: f64| {
        let stop = Event::of("x").rising();
        let s = m.simulate().method(RungeKutta4::default()).stop_at(stop).step(h).until(9.0).run().unwrap();
        (s.last().t - 1.5 * core::f64::consts::PI).abs()
    };
    let order = (error(0.1) / error(0.05)).log2();
    assert!((order - 4.0).abs() < 0.3, "order {order}");
}

#[test]
fn a_stop_of_a_constrained_mechanism_reverses_its_motion() {
    // An elastic stop below the pivot: the bob returns to where it came from.
    let m = Bob::default().build().unwrap();
    let stop = Event::of("x").falling();
    let solution = m
        .simulate()
        .reset_at(stop, |state| state.v.iter_mut().for_each(|v| *v = -*v))
        .step(1e-3)
        .until(1.5)
        .run()
        .unwrap();
    let hit = solution.events()[0].state.t;
    // Quarter of a period of 90° amplitude: K(sin 45°)/√g.
    let quarter = 1.854_074_677_301_371_9 / 9.81_f64.sqrt();
    assert!((hit - quarter).abs() < 1e-9, "{hit} {quarter}");
    let highest = solution.at(2.0 * hit).unwrap();
    assert!((highest.q[0] - 1.0).abs() < 1e-8 && highest.q[1].abs() < 1e-8, "{:?}", highest.q);
    assert!(solution.constraint_drift() < 1e-14);
}

/// Multistep methods discard previous steps at a reset: after a plastic stop the bob moves as if it had been started there, to the
/// order of the method. The reference is two runs of a one-step method, the second from the state after the stop.
#[test]
fn multistep_methods_restart_after_a_reset_of_a_constrained_mechanism() {
    /// Seconds: the stop is met at 0.59, and the bob is on its way back.
    const UNTIL: f64 = 1.3;
    /// Orders between steps of 1 and 1/4, of which the stop meets different fractions.
    const BELOW: f64 = 0.4;
    let m = Bob::default().build().unwrap();
    let stop = || Event::of("x").falling();
    let slower = |state: &mut Start<BobModel<f64>>| state.v.iter_mut().for_each(|v| *v *= -0.5);
    let exact = || m.simulate().method(DormandPrince8::projected()).step(2e-3).until(UNTIL);
    let mut behind = exact().stop_at(stop()).run().unwrap().final_state();
    slower(&mut behind);
    let truth = exact().from(behind).run().unwrap();
    let last = |s: &Solution<BobModel<f64>>| [s.last().q.as_slice(), s.last().v.as_slice()].concat();
    let (truth, multiplier) = (last(&truth), truth.last().lambda[0]);
    macro_rules! orders {
        ($($method:expr => $steps:literal;)*) => {
            $({
                let method = $method;
                let [(coarse, name, order), (fine, ..)] = [$steps, 4 * $steps].map(|n| {
                    let run = m.simulate().method(method.clone()).reset_at(stop(), slower);
                    let run = run.step(UNTIL / f64::from(n)).until(UNTIL).run().unwrap();
                    assert_eq!(run.events().len(), 1);
                    assert!(run.constraint_drift() < 1e-12, "{}", run.constraint_drift());
                    assert!((run.last().lambda[0] - multiplier).abs() < 1e-2 * multiplier.abs());
                    let off = last(&run).iter().zip(&truth).map(|(a, b)| (a - b).abs()).fold(0.0, Real::max);
                    (off, run.report().method.clone(), run.report().order)
                });
                let (found, order) = ((coarse / fine).log2() / 2.0, f64::from(order));
                assert!(found > order - BELOW, "{name}: order {found}, errors {coarse:e} and {fine:e}");
            })*
        };
    }
    orders! {
        AdamsBashforth2::projected() => 100;
        AdamsBashforth3::projected() => 100;
        AdamsBashforth4::projected() => 100;
        AdamsBashforth5::projected() => 60;
        AdamsBashforthMoulton4::projected() => 100;
        Godunov4::projected() => 100;
        Godunov5::projected() => 100;
        ThirdDegree::default() => 100;
        FifthDegree::default() => 50;
        SeventhDegree::default() => 40;
        RungeKutta4::projected() => 50;
    }
}

#[test]
fn events_of_unknown_quantities_are_refused() {
    let m = ball();
    let Error::Unknown { what, name, .. } =
        m.simulate().record_at(Event::of("hight")).step(0.1).until(1.0).run().unwrap_err().error
    else {
        panic!("an unknown quantity")
    };
    assert_eq!((what, name.as_str()), ("quantity", "hight"));
    let nan = m.simulate().record_at(Event::of("height").at(f64::NAN)).step(0.1).until(1.0).run();
    assert!(matches!(nan.unwrap_err().error, Error::Setting { what: "event", .. }));
    // A reset that leaves the constraints.
    let m = Bob::default().build().unwrap();
    let off = Event::of("x").falling();
    let failed =
        m.simulate().reset_at(off, |state| state.q[1] = -2.0).step(1e-2).until(1.0).run().unwrap_err();
    assert!(matches!(failed.error, Error::Initial { .. } | Error::Assembly { .. }), "{}", failed.error);
    assert!(failed.partial.unwrap().last().t > 0.5);
    assert!(<Ball<f64> as Parameters>::SOURCE.contains("height"));
}
