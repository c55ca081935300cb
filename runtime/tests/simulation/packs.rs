//! Packs under `simulate()`: four runs at once, or an error where something has a time of its own in each lane.

use linkwork::Error;
use linkwork::prelude::*;
use linkwork::scalar::Pack;
use linkwork::simulation::RunError;
use wide::f64x4;

linkwork::mechanism! {
    /// A mass between two walls with a gap.
    pub mechanism Gap {
        param place = 0.2 [m];
        coordinate x [m];
        kinetic = 1 [kg] * der(x)^2 / 2;
        let beyond = max(abs(x) - 0.1 [m], 0 [m]);
        potential = 500 [N/m] * beyond^2 / 2;
        initial { x: place }
    }

    /// A block that slides up an incline and stops.
    pub mechanism Slide in plane {
        param speed = 2 [m/s];
        gravity = [0, -9.81] [m/s^2];
        body block { mass: 2 [kg], inertia: 0.01 [kg*m^2] }
        joint guide = prismatic(ground, block, axis: [cos(20 [deg]), sin(20 [deg])]);
        force drag = friction(guide, coefficient: 0.3, static: 0.5, velocity: 0 [m/s]);
        initial { der(guide.displacement): speed }
    }

    /// z = 1 m − g t²/2.
    pub mechanism Falling {
        param gravity = 10 [m/s^2];
        coordinate z [m];
        kinetic = 1 [kg] * der(z)^2 / 2;
        potential = 1 [kg] * gravity * z;
        initial { z: 1 [m] }
    }

    /// A bob on a rod, 0.3 m beside the pivot.
    pub mechanism Rod {
        param length = 1 [m];
        coordinate x [m];
        coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 9.81 [N] * y;
        constraint rod: x^2 + y^2 = length^2;
        initial { x: 0.3 [m], y: ~-1 [m] }
    }
}

const GRAVITIES: [f64; 4] = [10.0, 5.0, 20.0, 2.5];

fn falling() -> FallingModel<f64x4> {
    Falling::<f64x4> { gravity: f64x4::new(GRAVITIES) }.build().unwrap()
}

/// Why these runs cannot be made at once.
fn cause<M: Mechanism>(run: Result<Solution<M>, RunError<M>>) -> String {
    match run.expect_err("it is refused").error {
        Error::Parted { lanes: 4, cause, .. } => cause,
        other => panic!("{other}"),
    }
}

#[test]
fn switches_have_a_time_in_each_lane() {
    let places = [0.2, 0.05, 0.3, 0.15];
    let wide = Gap::<f64x4> { place: f64x4::new(places) }.build().unwrap();
    let exact = Gap::<Pack> { place: Pack::new(places) }.build().unwrap();
    for found in [
        cause(wide.simulate().step(1e-3).until(1.0).run()),
        cause(wide.simulate().method(RungeKutta4::default()).step(1e-3).until(1.0).run()),
        cause(wide.simulate().method(DormandPrince5::default()).tolerance(1e-8, 1e-8).until(1.0).run()),
        cause(exact.simulate().step(1e-3).until(1.0).run()),
    ] {
        assert!(found.starts_with("the switch of `"), "{found}");
    }
    // Alone, each lane runs.
    assert!(Gap { place: 0.05 }.build().unwrap().simulate().step(1e-3).until(1.0).run().is_ok());
}

#[test]
fn friction_sticks_at_a_time_in_each_lane() {
    let slide = Slide::<f64x4> { speed: f64x4::new([2.0, 1.0, 0.5, 0.0]) }.build().unwrap();
    assert_eq!(cause(slide.simulate().step(1e-3).until(1.0).run()), "sticking of `drag`");
}

#[test]
fn events_have_a_time_in_each_lane() {
    let pack = falling();
    let run = || pack.simulate().step(1e-3).until(2.0);
    let floor = || Event::of("z").falling();
    for found in [
        cause(run().record_at(floor()).run()),
        cause(run().stop_at(floor()).run()),
        cause(run().reset_at(floor(), |state| state.v[0] = -state.v[0]).run()),
        cause(run().tolerance(1e-8, 1e-8).stop_at(floor()).run()),
    ] {
        assert_eq!(found, "the event of `z`");
    }
    let text = run().stop_at(floor()).run().unwrap_err().to_string();
    let help = "help: run each lane by itself, in f64, or all of them with `linkwork sweep`";
    assert!(text.starts_with("the 4 runs of a pack of `Falling` cannot be made at once: "), "{text}");
    assert!(
        text.contains("the event of `z` has a time of its own in each") && text.ends_with(help),
        "{text}"
    );
}

#[test]
fn smooth_runs_are_made_at_once() {
    let pack = falling();
    let fixed = pack.simulate().step(1e-3).until(2.0).run().unwrap();
    let by_tolerance = pack.simulate().method(DormandPrince5::default()).tolerance(1e-9, 1e-9).until(2.0);
    for solution in [fixed, by_tolerance.run().unwrap()] {
        for (lane, gravity) in GRAVITIES.into_iter().enumerate() {
            let single = Falling { gravity }.build().unwrap();
            let of_lane = solution.lane(lane, &single).unwrap();
            let off = of_lane.last().q[0] - (1.0 - 2.0 * gravity);
            assert!(off.abs() < 1e-10, "lane {lane}: {off:e}");
        }
        let single = Falling { gravity: 10.0 }.build().unwrap();
        assert!(solution.lane(4, &single).is_none() && solution.lane(9, &single).is_none());
        // A mechanism of another size.
        assert!(solution.lane(0, &Rod::default().build().unwrap()).is_none());
    }
}

#[test]
fn all_lanes_start_at_one_time() {
    let pack = falling();
    let mut start = Start::initial(&pack);
    start.t = f64x4::new([0.0, 0.0, 0.5, 0.0]);
    let refused = pack.simulate().from(start).step(1e-3).until(2.0).run().unwrap_err();
    assert!(matches!(refused.error, Error::Setting { what: "from", .. }), "{refused}");
    // Every lane of a step is checked.
    let start = Start::initial(&pack);
    let step = f64x4::new([1e-3, 1e-3, 1e-3, -1e-3]);
    let found = RungeKutta4::default().start(&pack, &start, step).err();
    assert_eq!(found, Some(linkwork::stepper::StepFailure::StepSize));
}

#[test]
fn errors_name_their_lane() {
    let gravity = f64x4::new([10.0, 5.0, f64::NAN, 2.5]);
    let error = Falling::<f64x4> { gravity }.build().unwrap_err();
    assert!(matches!(error, Error::Lane { lane: 2, .. }), "{error}");
    assert!(error.to_string().starts_with("lane 2: parameter `gravity` of `Falling` is NaN"), "{error}");
    // The rod of lane 1 is shorter than the distance of the bob from the vertical.
    let error = Rod::<f64x4> { length: f64x4::new([1.0, 0.2, 0.9, 1.1]) }.build().unwrap_err();
    assert!(matches!(error, Error::Lane { lane: 1, .. }), "{error}");
}
