//! Drives and cams with corners: velocities jump there, by the impulse of their constraints.

use super::{STEP, instance, made, number};
use crate::instance::{Instance, Kind};

/// A mass of 1 kg on a spring of 100 N/m whose end moves at 0.2 m/s, and back at that speed from t = `corner` on.
const SHUTTLE: &str = "
    mechanism Shuttle {
        param corner = 0.3 [s];
        coordinate x [m];
        coordinate u [m];
        kinetic = 0.5 [kg] * der(x)^2 + 0.5 [kg] * der(u)^2;
        potential = 50 [N/m] * (x - u)^2;
        constraint lift: u = if(time < corner, 0.2 [m/s] * time, 0.2 [m/s] * (2 * corner - time));
        initial { x: 0 [m] }
    }";

/// x = u_c + A cos ωτ + B sin ωτ − 0.2 τ from the corner on, with the values and velocities of x = 0.2 t − 0.02 sin ωt there.
fn place_of_shuttle(corner: f64, time: f64) -> f64 {
    let (speed, omega) = (0.2, 10.0);
    let apart = |t: f64| speed / omega * (omega * t).sin();
    if time <= corner {
        return speed * time - apart(time);
    }
    let rate = speed - speed * (omega * corner).cos();
    let (a, b, since) = (-apart(corner), (rate + speed) / omega, time - corner);
    speed * (corner - since) + a * (omega * since).cos() + b * (omega * since).sin()
}

/// A wheel of 0.01 kg·m² with a cam of two straight flanks, which carries a mass to and fro.
const WHEEL: &str = "
    mechanism Wheel in plane {
        body wheel { mass: 2 [kg], inertia: 0.01 [kg*m^2] }
        body load { mass: 30 [kg] }
        joint shaft = revolute(ground, wheel);
        joint guide = prismatic(ground, load, axis: [0, 1]);
        constraint cam: guide.displacement = 0.02 [m] * abs(mod(shaft.angle / pi, 2) - 1);
        initial { shaft.angle: 0.3 [rad], der(shaft.angle): 8 [rad/s] }
    }";

/// w₊/w₋ = (I − m s²)/(I + m s²) where the slope s of the cam changes its sign: (I + m s²) w₊ = I w₋ − m s² w₋ for every direction of the motion.
fn kept() -> f64 {
    let slope = 0.02 / std::f64::consts::PI;
    let moved = 30.0 * slope * slope;
    (0.01 - moved) / (0.01 + moved)
}

/// The error of a method of the fifth degree that restarts in each of 1000 steps, with or without a corner at their ends.
const RESTARTED: f64 = 1e-8;

fn value(unit: &mut Instance, name: &str) -> f64 {
    let mut found = [0.0];
    unit.get(&[number(unit, name)], &mut found).unwrap();
    found[0]
}

/// A corner may be within a communication step, or where one ends, by rounding or exactly.
fn assert_past_corners(time_of: impl Fn(u32, f64) -> f64) {
    let mut unit = made(Kind::CoSimulation, SHUTTLE);
    for parts in [5, 100] {
        let size = 1.0 / f64::from(parts);
        for corner in [0.1, 0.2, 0.3, 0.7, 0.15, 0.123, 0.61403] {
            unit.reset();
            unit.initialize().unwrap();
            unit.set(&[number(&unit, "corner")], &[corner]).unwrap();
            unit.initialized().unwrap();
            for k in 0..parts {
                let time = time_of(k, size);
                unit.step(time, size).unwrap_or_else(|fault| panic!("{size}, {corner}: {}", fault.text));
            }
            let error = (value(&mut unit, "x") - place_of_shuttle(corner, 1.0)).abs();
            assert!(error < RESTARTED, "{size}, {corner}: {error:e}");
        }
    }
}

#[test]
fn communication_steps_may_end_at_corners() {
    assert_past_corners(|k, size| f64::from(k) * size);
}

/// Times that an importer adds up have their own rounding.
#[test]
fn communication_steps_of_added_times_may_end_at_corners() {
    assert_past_corners(|k, size| (0..k).fold(0.0, |time, _| time + size));
}

/// The last step before the corner ends exactly at it, and the velocities there are those before it.
#[test]
fn a_step_from_the_corner_of_a_cam_begins_with_its_impulse() {
    let mut unit = instance(Kind::CoSimulation, WHEEL);
    let corner = (std::f64::consts::PI - 0.3) / 8.0;
    unit.step(0.0, corner).unwrap();
    assert!((value(&mut unit, "der(shaft.angle)") - 8.0).abs() < 1e-12);
    let bytes = unit.bytes(&unit.now).unwrap();
    for _ in 0..2 {
        unit.step(corner, 0.1).unwrap();
        let speed = value(&mut unit, "der(shaft.angle)");
        assert!((speed - 8.0 * kept()).abs() < 1e-10, "{speed}");
        let state = unit.situation(&bytes).unwrap();
        unit.restore(state);
    }
}

/// A shaft at a constant speed has its cam on the corner exactly: the load continues downwards.
#[test]
fn a_corner_may_be_met_without_rounding() {
    let text = "
        mechanism Roof in plane {
            body wheel { mass: 2 [kg], inertia: 0.01 [kg*m^2] }
            body load { mass: 1 [kg] }
            joint shaft = revolute(ground, wheel);
            joint guide = prismatic(ground, load, axis: [0, 1]);
            constraint motor: shaft.angle = 0.5 [rad/s] * time;
            constraint cam: guide.displacement = 0.02 [m] * abs(shaft.angle - 0.25);
            initial { shaft.angle: 0 [rad] }
        }";
    let mut unit = instance(Kind::CoSimulation, text);
    for k in 0..8 {
        unit.step(f64::from(k) * 0.125, 0.125).unwrap();
        let side = if k < 4 { -1.0 } else { 1.0 };
        let speed = value(&mut unit, "der(guide.displacement)");
        assert!((speed - side * 0.01).abs() < 1e-12, "{speed} after step {k}");
    }
    assert!((value(&mut unit, "guide.displacement") - 0.005).abs() < 1e-12);
}

/// Between corners the wheel turns evenly. The importer stops at a corner, within its tolerance or by a whole step behind it.
#[test]
fn an_event_at_a_corner_changes_velocities() {
    for late in [0.0, 1e-12, 1e-7, 1e-3] {
        let mut unit = instance(Kind::Exchange, WHEEL);
        assert!(!unit.update_discrete("").unwrap());
        let (mut angle, mut speed, mut time) = (0.3, 8.0, 0.0);
        let slope = 0.02 / std::f64::consts::PI;
        for turn in 1..=3 {
            unit.enter_continuous().unwrap();
            let corner = f64::from(turn) * std::f64::consts::PI;
            time += (corner - angle) / speed + late;
            // Downwards to the first corner, and up from there.
            let side = if turn % 2 == 1 { -1.0 } else { 1.0 };
            let lift = 0.01 * (1.0 + side) + side * slope * late * speed;
            angle = corner + late * speed;
            unit.set_time(time).unwrap();
            unit.set_states(&[angle, lift, speed, side * slope * speed]).unwrap();
            unit.enter_events().unwrap();
            assert!(unit.update_discrete("").unwrap(), "{late}");
            assert!(!unit.update_discrete("").unwrap(), "{late}");
            speed *= kept();
            let found = [value(&mut unit, "der(shaft.angle)"), value(&mut unit, "der(guide.displacement)")];
            let wanted = [speed, -side * slope * speed];
            for (found, wanted) in found.iter().zip(wanted) {
                assert!((found - wanted).abs() < 1e-12 * speed, "{late}, {turn}: {found}, not {wanted}");
            }
        }
    }
}

/// Integrated by steps of the classical method, the shuttle follows its closed form through the corner.
#[test]
fn an_importer_integrates_through_a_corner() {
    let mut unit = made(Kind::Exchange, SHUTTLE);
    unit.initialize().unwrap();
    let corner = 0.255;
    unit.set(&[number(&unit, "corner")], &[corner]).unwrap();
    unit.initialized().unwrap();
    unit.enter_continuous().unwrap();
    let mut states = [0.0; 4];
    unit.states(&mut states).unwrap();
    let go = |unit: &mut Instance, from: f64, to: f64, states: &mut [f64; 4]| {
        let count = 1000;
        let size = (to - from) / f64::from(count);
        let rate = |unit: &mut Instance, time: f64, states: [f64; 4]| {
            unit.set_time(time).unwrap();
            unit.set_states(&states).unwrap();
            let mut rates = [0.0; 4];
            unit.derivatives(&mut rates).unwrap();
            rates
        };
        for k in 0..count {
            let time = from + f64::from(k) * size;
            let moved = |rates: [f64; 4], size: f64| std::array::from_fn(|i| states[i] + size * rates[i]);
            let first = rate(unit, time, *states);
            let second = rate(unit, time + 0.5 * size, moved(first, 0.5 * size));
            let third = rate(unit, time + 0.5 * size, moved(second, 0.5 * size));
            let last = rate(unit, time + size, moved(third, size));
            for i in 0..4 {
                states[i] += size / 6.0 * (first[i] + 2.0 * (second[i] + third[i]) + last[i]);
            }
        }
        unit.set_time(to).unwrap();
        unit.set_states(states).unwrap();
    };
    go(&mut unit, 0.0, corner, &mut states);
    unit.enter_events().unwrap();
    // It is part of a saved state that the importer does not know the new velocities.
    let bytes = unit.bytes(&unit.now).unwrap();
    let state = unit.situation(&bytes).unwrap();
    unit.restore(state);
    assert!(unit.update_discrete("").unwrap());
    unit.enter_continuous().unwrap();
    unit.states(&mut states).unwrap();
    assert!((states[3] + 0.2).abs() < 1e-12, "{states:?}");
    go(&mut unit, corner, 1.0, &mut states);
    let error = (states[0] - place_of_shuttle(corner, 1.0)).abs();
    assert!(error < 1e-9, "{error:e}");
}

/// A feed at 0.2 m/s, and back at 0.1 m/s: what hangs on it keeps its momentum p = m (y′ − x′/2).
#[test]
fn a_prescribed_velocity_jumps() {
    let text = "
        mechanism Feed {
            coordinate x [m];
            coordinate y [m];
            kinetic = 0.5 [kg] * der(x)^2 + 0.5 [kg] * (der(y) - 0.5 * der(x))^2;
            constraint feed: der(x) = if(time < 0.4 [s], 0.2 [m/s], -0.1 [m/s]);
            initial { x: 0 [m], y: 0 [m] }
        }";
    let mut unit = instance(Kind::CoSimulation, text);
    for k in 0..10 {
        unit.step(f64::from(k) * 0.1, 0.1).unwrap();
    }
    let (x, y) = (value(&mut unit, "x"), value(&mut unit, "y"));
    assert!((x - 0.02).abs() < 1e-12 && (y - (x / 2.0 - 0.1)).abs() < 1e-12, "{x} {y}");
    let mut unit = instance(Kind::Exchange, text);
    unit.enter_continuous().unwrap();
    unit.set_time(0.4).unwrap();
    unit.set_states(&[0.08, 0.0, 0.2, 0.0]).unwrap();
    unit.enter_events().unwrap();
    assert!(unit.update_discrete("").unwrap());
    let found = [value(&mut unit, "der(x)"), value(&mut unit, "der(y)")];
    assert!((found[0] + 0.1).abs() < 1e-15 && (found[1] + 0.15).abs() < 1e-15, "{found:?}");
}

/// A drive that throws a mass from one place to another has no motion, whether the importer stops at once or behind.
#[test]
fn a_position_that_jumps_is_an_error() {
    let text = SHUTTLE.replace("0.2 [m/s] * (2 * corner - time)", "0.2 [m/s] * time + 0.01 [m]");
    for late in [0.0, 1e-12, 1e-3] {
        let mut unit = instance(Kind::Exchange, &text);
        unit.enter_continuous().unwrap();
        let time = 0.3 + late;
        unit.set_time(time).unwrap();
        unit.set_states(&[0.0, 0.2 * time, 0.0, 0.2]).unwrap();
        let broken = unit.enter_events().unwrap_err().text;
        assert!(broken.contains("the position that `lift` prescribes jumps at t = 0.3"), "{late}: {broken}");
    }
    let mut unit = instance(Kind::CoSimulation, &text);
    let broken = (0..400).find_map(|k| unit.step(f64::from(k) * STEP, STEP).err()).expect("it jumps").text;
    assert!(broken.contains("the position that `lift` prescribes jumps at t = 0.3"), "{broken}");
}

/// A saw-tooth of a shaft that turns: other functions are nested in its `mod`, and jump with it.
#[test]
fn a_cam_that_drops_its_load_is_an_error() {
    let text = WHEEL.replace("abs(mod(shaft.angle / pi, 2) - 1)", "max(mod(shaft.angle / pi, 2), 0.5)");
    for late in [0.0, 1e-12, 1e-4] {
        let mut unit = made(Kind::Exchange, &text);
        unit.initialize().unwrap();
        unit.set(&[number(&unit, "shaft.angle")], &[5.0]).unwrap();
        unit.initialized().unwrap();
        unit.enter_continuous().unwrap();
        let (angle, slope) = (2.0 * std::f64::consts::PI + late, 0.02 / std::f64::consts::PI);
        unit.set_states(&[angle, slope * angle, 8.0, 8.0 * slope]).unwrap();
        let broken = unit.enter_events().unwrap_err().text;
        assert!(broken.contains("the position that `cam` prescribes jumps"), "{late}: {broken}");
    }
}

/// Where the experiment starts later, the drive is there: x is at rest, and the end of its spring at 0.2 m/s · t₀.
#[test]
fn a_drive_is_assembled_at_the_start_time() {
    for kind in [Kind::CoSimulation, Kind::Exchange] {
        for (start, place, speed) in [(0.1, 0.02, 0.2), (0.4, 0.04, -0.2), (-0.1, -0.02, 0.2)] {
            let mut unit = made(kind, SHUTTLE);
            unit.begin_at(start, None).unwrap();
            unit.initialize().unwrap();
            for _ in 0..2 {
                let found = [value(&mut unit, "u"), value(&mut unit, "der(u)"), value(&mut unit, "x")];
                assert!((found[0] - place).abs() < 1e-15 && (found[1] - speed).abs() < 1e-15, "{found:?}");
                assert_eq!(found[2], 0.0);
                // A value of the importer is kept there, too.
                unit.set(&[number(&unit, "x")], &[0.0]).unwrap();
            }
            // u = 0.2 (2 c − t) behind the corner c.
            let (u, corner) = (number(&unit, "u"), number(&unit, "corner"));
            let slope = unit.directional(&[u], &[corner], &[1.0]).unwrap()[0];
            assert!((slope - if start > 0.3 { 0.4 } else { 0.0 }).abs() < 1e-14, "{slope}");
            unit.initialized().unwrap();
            let mut rate = [0.0];
            unit.get(&[number(&unit, "rate(der(x))")], &mut rate).unwrap();
            assert!((rate[0] - 100.0 * place).abs() < 1e-12, "{rate:?}");
            if kind == Kind::CoSimulation {
                unit.step(start, STEP).unwrap();
                assert!((value(&mut unit, "u") - place - speed * STEP).abs() < 1e-12);
            }
        }
    }
    // What `initial` gives may contradict the drive at another time.
    for kind in [Kind::CoSimulation, Kind::Exchange] {
        let mut unit = made(kind, &SHUTTLE.replace("x: 0 [m]", "x: 0 [m], u: 0 [m]"));
        unit.begin_at(0.1, None).unwrap();
        unit.initialize().unwrap();
        let broken = unit.initialized().unwrap_err().text;
        assert!(broken.contains("`lift`") && broken.contains("the start time, t = 0.1 s"), "{broken}");
    }
}
