//! Friction that sticks in joints whose reaction follows from the accelerations, against plain Newton–Euler
//! equations of a pendulum on a cart.
//!
//! ```text
//! (M + m) ẍ + m l (θ̈ cos θ − θ̇² sin θ) = e              N = (M + m) g + m l (θ̈ sin θ + θ̇² cos θ)
//! (I + m l²) θ̈ + m l ẍ cos θ + m g l sin θ = 0          e = −μ N sign ẋ, or the effort that keeps ẋ = 0 while |e| ≤ μ₀ N
//! ```

use crate::tapes::tapes;
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork::symplectic::Rattle;
use linkwork_tape::Tape;

const CART: f64 = 2.0;
const BOB: f64 = 1.5;
const INERTIA: f64 = 0.02;
const LENGTH: f64 = 0.5;
const GRAVITY: f64 = 9.81;

/// x, θ and their rates.
type State = [f64; 4];

/// The orientation of the cart relative to its guide.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Contact {
    Slides(f64),
    Sticks,
}

/// (rates of the state, e, N).
fn newton_euler(mu: f64, [_, angle, v, spin]: State, contact: Contact) -> (State, f64, f64) {
    let (s, c) = angle.sin_cos();
    let (ml, turning) = (BOB * LENGTH, INERTIA + BOB * LENGTH * LENGTH);
    let weight = (CART + BOB) * GRAVITY;
    match contact {
        Contact::Sticks => {
            let turn = -BOB * GRAVITY * LENGTH * s / turning;
            let normal = weight + ml * (turn * s + spin * spin * c);
            ([v, spin, 0.0, turn], ml * (turn * c - spin * spin * s), normal)
        }
        // N > 0 in these motions: linear in (ẍ, θ̈).
        Contact::Slides(side) => {
            let (a, b) = (CART + BOB, ml * c + side * mu * ml * s);
            let (d, e) = (ml * c, turning);
            let first = ml * spin * spin * s - side * mu * (weight + ml * spin * spin * c);
            let second = -BOB * GRAVITY * LENGTH * s;
            let determinant = a * e - b * d;
            let push = (first * e - b * second) / determinant;
            let turn = (a * second - d * first) / determinant;
            let normal = weight + ml * (turn * s + spin * spin * c);
            assert!(normal > 0.0);
            ([v, spin, push, turn], -side * mu * normal, normal)
        }
    }
}

/// One step of Kutta's method of order 4.
fn kutta(mu: f64, x: State, contact: Contact, h: f64) -> State {
    let f = |x: State| newton_euler(mu, x, contact).0;
    let ahead = |k: State, h: f64| -> State { core::array::from_fn(|i| x[i] + h * k[i]) };
    let a = f(x);
    let b = f(ahead(a, h / 2.0));
    let c = f(ahead(b, h / 2.0));
    let d = f(ahead(c, h));
    core::array::from_fn(|i| x[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]))
}

/// The motion from one switch to the next, each bisected; the state at the end and the number of switches.
fn by_hand(mu: f64, fixed: f64, mut x: State, until: f64) -> (State, u32) {
    const STEP: f64 = 1e-4;
    let mut contact = Contact::Slides(x[2].signum());
    let (mut t, mut switches) = (0.0, 0);
    while t < until {
        let crossed = |x: State| match contact {
            Contact::Slides(side) => side * x[2] < 0.0,
            Contact::Sticks => {
                let (_, e, normal) = newton_euler(mu, x, contact);
                e.abs() > fixed * normal
            }
        };
        let h = STEP.min(until - t);
        let next = kutta(mu, x, contact, h);
        if !crossed(next) {
            (x, t) = (next, t + h);
            continue;
        }
        let (mut near, mut far) = (0.0, h);
        for _ in 0..60 {
            let middle = 0.5 * (near + far);
            if crossed(kutta(mu, x, contact, middle)) { far = middle } else { near = middle }
        }
        (x, t) = (kutta(mu, x, contact, far), t + far);
        x[2] = 0.0;
        switches += 1;
        let (_, e, normal) = newton_euler(mu, x, Contact::Sticks);
        contact = if e.abs() <= fixed * normal && contact != Contact::Sticks {
            Contact::Sticks
        } else {
            Contact::Slides(-e.signum())
        };
    }
    (x, switches)
}

fn carts(mu: f64, fixed: f64) -> [Tape; 2] {
    let text = format!(
        "mechanism Cart in plane {{ gravity = [0, -9.81] [m/s^2]; coordinates = [minimal, absolute];
         body cart {{ mass: 2 [kg], inertia: 1 [kg*m^2] }} body bob {{ mass: 1.5 [kg], inertia: 0.02 [kg*m^2] }}
         joint guide = prismatic(ground, cart, axis: [1, 0]);
         joint pivot = revolute(cart, bob at [0, 0.5] [m]);
         force drag = friction(guide, coefficient: {mu:?}, static: {fixed:?}, velocity: 0 [m/s]);
         output x = guide.displacement; output v = der(guide.displacement);
         output angle = bob.angle; output spin = der(pivot.angle);
         initial {{ guide.displacement: 0 [m], der(guide.displacement): 0.8 [m/s],
                    pivot.angle: 1.2 [rad], der(pivot.angle): 0 [rad/s] }} }}"
    );
    let mut both = tapes(&text).into_iter().map(|parameters| parameters.build().expect("it builds"));
    [both.next().expect("minimal"), both.next().expect("absolute")]
}

fn end(solution: &Solution<Tape>) -> State {
    ["x", "angle", "v", "spin"]
        .map(|name| *solution.series(name).expect("an output").last().expect("a sample"))
}

/// Error of a run at the end.
fn error<S: Stepper<Tape>>(model: &Tape, method: S, step: f64, expected: State) -> f64 {
    let run = model.simulate().method(method).step(step).until(UNTIL).run();
    let solution = run.unwrap_or_else(|error| panic!("{error}"));
    // Sliding and sticking are eliminated by one plan.
    assert_eq!(solution.report().pivoted, 0);
    let apart = end(&solution).iter().zip(expected).map(|(a, b)| (a - b).abs()).collect::<Vec<_>>();
    apart.into_iter().fold(0.0, linkwork::Real::max)
}

const UNTIL: f64 = 2.5;

/// Four switches: the cart stops, begins to slide, stops, and begins to slide. No method loses its order at them.
#[test]
fn a_pendulum_on_a_cart_sticks_and_slips_by_newton_and_euler() {
    let (mu, fixed) = (0.15, 0.2);
    let (expected, switches) = by_hand(mu, fixed, [0.0, 1.2, 0.8, 0.0], UNTIL);
    assert_eq!(switches, 4);
    fn check<S: Stepper<Tape> + Clone>(model: &Tape, method: S, order: i32, best: f64, expected: State) {
        let [coarse, fine] = [0.01, 0.0025].map(|step| error(model, method.clone(), step, expected));
        assert!(fine < best, "{fine:e}");
        let found = (coarse / fine).log2() / 2.0;
        assert!((found - f64::from(order)).abs() < 0.4, "order {found}: {coarse:e}, {fine:e}");
    }
    for model in &carts(mu, fixed) {
        check(model, RungeKutta4::projected(), 4, 2e-9, expected);
        check(model, FifthDegree::default(), 4, 2e-8, expected);
        check(model, GeneralizedAlpha::default(), 2, 2e-4, expected);
        check(model, Rattle, 2, 1e-4, expected);
        let fine = error(model, DormandPrince8::projected(), 0.005, expected);
        assert!(fine < 1e-11, "{fine:e}");
    }
}

/// A light cart under a heavy bob that leans in the direction of the slide: det > 0 of the equations above is
/// (M + m) (I + m l²) > m² l² (c² + μ s c), which μ = 2 does not leave for a bob of 1 kg on a cart of 0.1 kg.
#[test]
fn painleves_paradox_is_an_error_that_names_the_friction() {
    for (v, has_answer) in [(0.5, false), (-0.5, true)] {
        let text = format!(
            "mechanism Jam in plane {{ gravity = [0, -9.81] [m/s^2]; coordinates = [minimal, absolute];
             body cart {{ mass: 0.1 [kg], inertia: 1 [kg*m^2] }} body bob {{ mass: 1 [kg], inertia: 0.01 [kg*m^2] }}
             joint guide = prismatic(ground, cart, axis: [1, 0]);
             joint pivot = revolute(cart, bob at [0, 0.5] [m]);
             force drag = friction(guide, coefficient: 2, velocity: 0 [m/s]);
             initial {{ der(guide.displacement): {v:?} [m/s], pivot.angle: 0.8 [rad], der(pivot.angle): 0 [rad/s] }} }}"
        );
        for parameters in tapes(&text) {
            let model = parameters.build().expect("it builds");
            let run = model.simulate().method(RungeKutta4::projected()).step(1e-3).until(0.02).run();
            match run.map_err(linkwork::Error::from) {
                Ok(_) => assert!(has_answer),
                Err(linkwork::Error::Paradox { friction, time }) => {
                    assert!(!has_answer && friction == "drag" && time == 0.0, "{friction} at {time}");
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
}
