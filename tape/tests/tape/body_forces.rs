//! Forces between bodies from the description to motion: closed forms of sliding, bouncing and swinging, by the
//! tape and by emitted code.

use crate::states::tape;
use crate::tapes::tapes;
use linkwork::Parameters;
use linkwork::prelude::*;
use linkwork_tape::Tape;

linkwork::mechanism! {
    /// A block that slides on a guide and comes to rest.
    mechanism Sled in plane {
        coordinates = [minimal, absolute];
        gravity = [0, -9.81] [m/s^2];
        body block { mass: 2 [kg] }
        joint guide = prismatic(ground, block, axis: [1, 0]);
        force drag = friction(guide, coefficient: 0.3, velocity: 1e-5 [m/s]);
        initial { der(guide.displacement): 3 [m/s] }
    }
}

linkwork::mechanism! {
    /// A sled that stops on a spring, and is pushed on by a force that grows.
    mechanism Sticking in plane {
        gravity = [0, -9.81] [m/s^2];
        body block { mass: 2 [kg] }
        joint guide = prismatic(ground, block, axis: [1, 0]);
        force pull = spring(ground, block, stiffness: 20 [N/m], damping: 1 [N*s/m]);
        input push [N];
        force hand = force(block, [push + 3 [N/s] * time, 0 [N]]);
        force drag = friction(guide, coefficient: 0.3, static: 0.35, velocity: 0 [m/s]);
        initial { der(guide.displacement): 3 [m/s] }
    }
}

linkwork::mechanism! {
    /// A wheel in a bearing with friction, loaded by its weight along both axes.
    mechanism Bearing in plane {
        gravity = [6, -8] [m/s^2];
        body wheel { mass: 2 [kg], inertia: 0.1 [kg*m^2] }
        joint axle = revolute(ground, wheel);
        force drag = friction(axle, coefficient: 0.2, radius: 0.05 [m], velocity: 1e-5 [rad/s]);
        initial { der(axle.angle): 7 [rad/s] }
    }
}

linkwork::mechanism! {
    /// A ball that bounces without loss.
    mechanism Ball in space {
        gravity = [0, 0, -9.81] [m/s^2];
        body ball { mass: 0.5 [kg], shape: sphere(radius: 0.1 [m]) }
        joint flight = free(ground, ball);
        force floor = contact(ball, ground, stiffness: 1e4, radius: 0.1 [m]);
        initial { flight.z: 0.3 [m], der(flight.x): 1 [m/s] }
    }
}

linkwork::mechanism! {
    /// A ball that starts without spin on a rough floor, and ends rolling.
    mechanism Bowling in plane {
        gravity = [0, -10] [m/s^2];
        body ball { mass: 2 [kg], inertia: 0.008 [kg*m^2] }
        joint flight = free(ground, ball);
        force floor = contact(ball, ground, stiffness: 1e6, radius: 0.1 [m], dissipation: 2 [s/m],
            friction: 0.2, velocity: 1e-3 [m/s]);
        initial { flight.y: 0.09926319370019 [m], der(flight.x): 7 [m/s] }
    }
}

linkwork::mechanism! {
    /// A body on a bushing, moved and turned about one axis.
    mechanism Mounted in space {
        body engine { mass: 4 [kg], inertia: diagonal(0.2, 0.3, 0.4) [kg*m^2] }
        joint flight = free(ground, engine, rotation: euler_zyx(yaw, pitch, roll));
        force mount = bushing(ground, engine, stiffness: [400, 900, 1600] [N/m],
            torsional_stiffness: [20, 30, 40] [N*m/rad]);
        initial { flight.x: 0.01 [m], flight.y: 0.02 [m], flight.yaw: 0.001 [rad] }
    }
}

/// Emitted code and tape.
fn both<P>() -> (P::Model, Tape)
where
    P: Parameters<Scalar = f64> + Default,
{
    (P::default().build().expect("it builds"), tape(P::SOURCE).build().expect("it builds"))
}

/// The last q and v, and the drift of the energy.
fn run<M: Energetic<Scalar = f64>>(model: &M, step: f64, until: f64) -> (Vec<f64>, Vec<f64>, f64) {
    let solution = model.simulate().method(RungeKutta4::projected()).step(step).until(until).run();
    let solution = solution.unwrap_or_else(|error| panic!("{error}"));
    let last = solution.last();
    (last.q.as_slice().to_vec(), last.v.as_slice().to_vec(), solution.energy_drift())
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found}, not {expected}");
}

/// v = v₀ − μ g t, x = v₀ t − ½ μ g t²; the regularisation changes the force by ε²/2v² < 1e-10 of it.
#[test]
fn a_sled_slows_down_by_coulombs_law() {
    let (emitted, taped) = (Sled::default().build().expect("it builds"), tapes(Sled::<f64>::SOURCE));
    let [minimal, absolute] = &taped[..] else { panic!("two mechanisms") };
    let [minimal, absolute] = [minimal, absolute].map(|tape| tape.clone().build().expect("it builds"));
    let (rate, t) = (0.3 * 9.81, 0.8);
    for (q, v, _) in [run(&emitted, 1e-2, t), run(&minimal, 1e-2, t), run(&absolute, 1e-2, t)] {
        close(v[0], 3.0 - rate * t, 1e-8);
        close(q[0], 3.0 * t - rate * t * t / 2.0, 1e-8);
    }
}

/// Emitted code and the tape stick and slide at the same times, with inputs besides the held values.
#[test]
fn a_sled_sticks_in_emitted_code_as_on_the_tape() {
    let (emitted, taped) = both::<Sticking>();
    let pushed = 0.5;
    let emitted = emitted.driven(move |_| StickingInputs { push: pushed });
    let taped = taped.driven(move |_| vec![pushed]);
    let places = |solution: &dyn Fn(f64) -> (f64, f64)| [0.8, 1.5, 4.0, 9.0].map(solution);
    let of_emitted = places(&|t| {
        let (q, v, _) = run(&emitted, 1e-2, t);
        (q[0], v[0])
    });
    let of_tape = places(&|t| {
        let (q, v, _) = run(&taped, 1e-2, t);
        (q[0], v[0])
    });
    assert_eq!(of_emitted, of_tape);
    assert!(of_emitted.iter().any(|(_, v)| *v == 0.0), "{of_emitted:?}");
    assert!(of_emitted[3].0 > of_emitted[2].0 + 0.1, "{of_emitted:?}");
}

/// The weight 2 kg · 10 m/s² loads the bearing at every attitude: ω = ω₀ − μ |F| r t/J, 2 rad/s².
#[test]
fn a_wheel_slows_down_by_the_whole_reaction_of_its_bearing() {
    let (emitted, taped) = both::<Bearing>();
    for (q, v, lost) in [run(&emitted, 1e-2, 0.5), run(&taped, 1e-2, 0.5)] {
        close(v[0], 6.0, 1e-8);
        close(q[0], 3.25, 1e-8);
        close(lost, 0.05 * (49.0 - 36.0), 1e-8);
    }
}

/// Contact keeps T + V; steps of 0.1 ms in a contact of some 10 ms whose force has no second derivative where it
/// begins. One bounce is over at 0.25 s: the ball is at the height of its energy, 0.3 m.
#[test]
fn a_ball_bounces_to_its_initial_height() {
    let (emitted, taped) = both::<Ball>();
    for (q, v, drift) in [run(&emitted, 1e-4, 0.3), run(&taped, 1e-4, 0.3)] {
        assert!(drift < 1e-6, "{drift:e}");
        assert!(v[2] > 0.5 && q[2] > 0.15, "it flies up: {q:?} {v:?}");
        close(q[2] + v[2] * v[2] / (2.0 * 9.81), 0.3, 1e-6);
        close(q[0], 0.3, 1e-9);
    }
}

/// Sliding ends at t = 2 v₀/(7 μ g) = 1 s with 5/7 of the speed, after 6 m. Near that time the regularisation
/// (1 mm/s) rounds off the kink: 1 mm/s for some ms.
#[test]
fn a_bowling_ball_ends_rolling_at_five_sevenths_of_its_speed() {
    let (emitted, taped) = both::<Bowling>();
    for (q, v, _) in [run(&emitted, 2e-4, 2.0), run(&taped, 2e-4, 2.0)] {
        close(v[0], 5.0, 1e-6);
        close(v[2], -50.0, 1e-5);
        close(q[0], 11.0, 1e-3);
        // Its depth in the floor balances its weight: k δ^(3/2) = m g.
        close(q[1], 0.1 - 2e-5_f64.powf(2.0 / 3.0), 1e-8);
    }
}

/// ω² = k/m and κ/J along each axis: 10, 15 and 10 rad/s. The sine of the turn is off by φ²/6 ~ 2e-7 of it.
#[test]
fn an_engine_swings_on_its_bushing_at_the_frequencies_of_its_axes() {
    let (emitted, taped) = both::<Mounted>();
    for (q, v, drift) in [run(&emitted, 1e-3, 1.0), run(&taped, 1e-3, 1.0)] {
        for (k, amplitude, frequency) in [(0, 0.01, 10.0_f64), (1, 0.02, 15.0), (3, 0.001, 10.0)] {
            close(q[k], amplitude * frequency.cos(), 1e-5 * amplitude);
            close(v[k], -amplitude * frequency * frequency.sin(), 1e-5 * amplitude * frequency);
        }
        assert!(drift < 1e-9, "{drift:e}");
    }
}

#[test]
fn kinks_in_multipliers_are_neither_switching_functions_nor_smooth() {
    fn facts<P: Parameters<Scalar = f64> + Default>() -> (usize, bool) {
        (P::default().build().expect("it builds").sizes().switches, P::Model::FLAGS.smooth)
    }
    assert_eq!(facts::<SledAbsolute>(), (0, false));
    // Only its weight loads the guide.
    assert_eq!(facts::<Sled>(), (0, true));
    // Depth and dissipation of a contact.
    assert_eq!(facts::<Bowling>(), (2, false));
    assert_eq!(facts::<Mounted>(), (0, true));
}

#[test]
fn the_tape_refuses_functions_in_rust() {
    let parameters = tape(
        "mechanism Well { function well(x) = crate::well; coordinate x; kinetic = der(x)^2 / 2; potential = well(x); }",
    );
    let error = parameters.build().expect_err("a function that the tape cannot call");
    for part in ["well", "written in Rust"] {
        assert!(error.to_string().contains(part), "{error}");
    }
}
