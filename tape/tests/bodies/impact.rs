//! Contacts that a step meets unprepared: a ball that falls on a stiff plane, with step sizes from the estimated error.
//!
//! ```text
//! m y'' = −m g + k (r − y)^(3/2) for y < r:      without dissipation it rises to where it fell from
//! ```

use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork_tape::Tape;

const BALL: &str = "mechanism Ball in plane {
    gravity = [0, -9.81] [m/s^2];
    particle ball { mass: 2 [kg] }
    joint flight = free(ground, ball);
    force bounce = contact(ball, ground, stiffness: 1e5 [N/m^1.5], radius: 0.1 [m]);
    initial { flight.y: 1.1 [m] }
}";

/// The height and its rate at the end.
fn end(solution: &Solution<Tape>) -> (f64, f64) {
    (solution.last().q.as_slice()[1], solution.last().v.as_slice()[1])
}

/// A multistep method estimates the error of a step from the forces before it: a step of free flight ends deep in the plane. Such
/// steps are discarded. The error then follows the tolerance, and the energy m (v²/2 + g y) is that of the start.
#[test]
fn a_multistep_method_discards_steps_into_a_contact() {
    let ball = tapes(BALL).remove(0).build().expect("it builds");
    let run = |tolerance: f64| {
        let run =
            ball.simulate().method(FifthDegree::default()).tolerance(tolerance, tolerance).until(0.6).run();
        end(&run.unwrap_or_else(|error| panic!("{error}")))
    };
    let exact = ball.simulate().method(DormandPrince8::projected()).tolerance(1e-12, 1e-12).until(0.6).run();
    let exact = end(&exact.unwrap_or_else(|error| panic!("{error}")));
    let energy = |(y, v): (f64, f64)| v * v / 2.0 + 9.81 * y;
    assert!((energy(exact) - 9.81 * 1.1).abs() < 1e-8, "{exact:?}");
    for (tolerance, within) in [(1e-7, 1e-3), (1e-9, 1e-4), (1e-11, 1e-6)] {
        let found = run(tolerance);
        assert!((found.0 - exact.0).abs() < within, "{tolerance:e}: {found:?}, not {exact:?}");
        assert!((energy(found) - energy(exact)).abs() < 10.0 * within, "{tolerance:e}: {found:?}");
    }
}

/// The force of a contact is zero in flight: it crosses zero where the ball touches the plane, and where it leaves it, whether the law ends
/// there (the exponent 3/2) or continues with a held side (the exponent 1). Falls take √(2/g), and the rest of the time is that
/// between two heights of 1 m.
#[test]
fn forces_cross_zero_where_a_contact_begins() {
    for law in ["stiffness: 1e5 [N/m^1.5]", "stiffness: 1e5 [N/m], exponent: 1"] {
        let text = BALL
            .replace("stiffness: 1e5 [N/m^1.5]", law)
            .replace("initial", "output push = bounce.force.y; initial");
        let ball = tapes(&text).remove(0).build().expect("it builds");
        let events = || Event::of("push").rising();
        let fall = (2.0_f64 / 9.81).sqrt();
        for step in [1e-3, 7e-4] {
            let stopped = ball
                .simulate()
                .method(RungeKutta4::projected())
                .step(step)
                .stop_at(events())
                .until(2.0)
                .run();
            let stopped = stopped.unwrap_or_else(|error| panic!("{error}"));
            assert!((stopped.last().t - fall).abs() < 1e-9, "{law}: {}", stopped.last().t - fall);
            let run = ball.simulate().method(RungeKutta4::projected()).step(step).record_at(events());
            let run = run.record_at(Event::of("push").falling()).until(2.0).run();
            let run = run.unwrap_or_else(|error| panic!("{error}"));
            let times: Vec<(bool, f64)> =
                run.events().iter().map(|event| (event.rising, event.state.t)).collect();
            let [(true, down), (false, up), (true, again), (false, _)] = times[..] else {
                panic!("{law}: {times:?}")
            };
            assert!((down - fall).abs() < 1e-9 && (0.01..0.04).contains(&(up - down)), "{law}: {times:?}");
            // It leaves the plane with the velocity at which it arrived: 2 v/g = 2 √(2/g) until it returns.
            assert!((again - up - 2.0 * fall).abs() < 1e-4, "{law}: {times:?}");
        }
    }
}

/// The same in the second step of a run: the plateau begins at its start.
#[test]
fn a_plateau_may_end_in_the_second_step() {
    let text = BALL
        .replace("stiffness: 1e5 [N/m^1.5]", "stiffness: 1e5 [N/m], exponent: 1")
        .replace("initial", "output push = bounce.force.y; initial");
    let ball = tapes(&text).remove(0).build().expect("it builds");
    let run = ball.simulate().method(RungeKutta4::projected()).step(0.3).until(0.6);
    let run = run.stop_at(Event::of("push").rising()).run().unwrap_or_else(|error| panic!("{error}"));
    assert!((run.last().t - (2.0_f64 / 9.81).sqrt()).abs() < 1e-9, "{}", run.last().t);
}
