//! Sides of switching functions, and sticking friction between steps.

use super::{STEP, instance, made, number};
use crate::fault::Fault;
use crate::instance::{Instance, Kind};

/// x'' = 1 beyond the edge, -2 on it and before it.
fn step(start: &str) -> Instance {
    stepped(start, Kind::Exchange)
}

fn stepped(start: &str, kind: Kind) -> Instance {
    let text = format!(
        "mechanism Step {{
            param edge = 0; input push; coordinate x;
            kinetic = der(x)^2 / 2;
            force f = generalized(x, if(x + push > edge, 1, -2));
            initial {{ {start} }}
        }}"
    );
    instance(kind, &text)
}

fn acceleration(unit: &mut Instance) -> f64 {
    let mut rate = [0.0];
    unit.get(&[number(unit, "rate(der(x))")], &mut rate).unwrap();
    rate[0]
}

/// A function that is zero at the start has the side to which it departs: nothing tells an importer that it was another one, because
/// a root at the start of an integration is not an event.
#[test]
fn a_start_on_a_switch_has_the_side_to_which_the_motion_departs() {
    for (start, expected) in [("der(x): 1", 1.0), ("der(x): -1", -2.0), ("der(x): 0", -2.0)] {
        let mut unit = step(start);
        // Other events at the same time change nothing.
        for _ in 0..3 {
            unit.enter_continuous().unwrap();
            assert_eq!(acceleration(&mut unit), expected, "{start}");
            unit.enter_events().unwrap();
            unit.update_discrete("").unwrap();
        }
    }
}

/// Until the next event the side is that of the last one, whatever the state.
#[test]
fn an_integrator_that_stops_on_a_switch_continues_beyond_it() {
    let mut unit = step("x: -1");
    unit.enter_continuous().unwrap();
    for (x, v, between, beyond) in [(0.0, 2.0, -2.0, 1.0), (0.5, 2.0, 1.0, 1.0), (0.0, -2.0, 1.0, -2.0)] {
        unit.set_states(&[x, v]).unwrap();
        assert_eq!(acceleration(&mut unit), between);
        unit.enter_events().unwrap();
        unit.enter_continuous().unwrap();
        assert_eq!(acceleration(&mut unit), beyond);
    }
}

/// A mode begins before inputs and parameters are set in it.
#[test]
fn inputs_and_parameters_that_are_set_in_an_event_choose_sides() {
    let mut unit = step("x: -1");
    let (push, edge) = (number(&unit, "push"), number(&unit, "edge"));
    unit.enter_continuous().unwrap();
    for (name, value, expected) in [(push, 3.0, 1.0), (edge, 5.0, -2.0), (push, 7.0, 1.0), (push, 0.0, -2.0)]
    {
        unit.enter_events().unwrap();
        unit.set(&[name], &[value]).unwrap();
        unit.update_discrete("").unwrap();
        assert_eq!(acceleration(&mut unit), expected);
        unit.enter_continuous().unwrap();
        assert_eq!(acceleration(&mut unit), expected);
    }
}

/// A block at rest on a rough guide is held before its first step, and under an input that was set between two steps.
#[test]
fn friction_sticks_before_a_step() {
    let text = "
        mechanism Block in plane {
            gravity = [0, -9.81] [m/s^2];
            input push [N];
            body block { mass: 2 [kg] }
            joint guide = prismatic(ground, block, axis: [1, 0]);
            force rub = friction(guide, limit: 2 [N], velocity: 0 [m/s]);
            force hand = generalized(guide.displacement, push);
            output effort = rub.force;
            output acceleration = der(der(guide.displacement));
        }";
    let mut unit = instance(Kind::CoSimulation, text);
    let (push, shown) = (number(&unit, "push"), [number(&unit, "effort"), number(&unit, "acceleration")]);
    let mut time = 0.0;
    for (force, effort, acceleration) in [(1.5, -1.5, 0.0), (-0.5, 0.5, 0.0), (3.0, -2.0, 0.5)] {
        unit.set(&[push], &[force]).unwrap();
        let mut found = [0.0; 2];
        unit.get(&shown, &mut found).unwrap();
        assert_eq!(found, [effort, acceleration], "before the step at {force} N");
        unit.step(time, STEP).unwrap();
        time += STEP;
        unit.get(&shown, &mut found).unwrap();
        let apart = (found[0] - effort).abs().max((found[1] - acceleration).abs());
        assert!(apart < 1e-12, "{found:?} after the step at {force} N");
        // Held, the acceleration does not depend on the input.
        let derivative = unit.directional(&shown[1..], &[push], &[1.0]);
        match acceleration == 0.0 {
            true => assert!(derivative.unwrap_err().text.contains("`rub.force`")),
            false => assert_eq!(derivative.unwrap(), [0.5]),
        }
    }
}

/// The acceleration with which a motion departs from a switch, before the first step of co-simulation.
#[test]
fn a_step_begins_on_the_side_to_which_the_motion_departs() {
    for (start, expected) in [("der(x): 1", 1.0), ("der(x): -1", -2.0)] {
        let mut unit = stepped(start, Kind::CoSimulation);
        assert_eq!(acceleration(&mut unit), expected, "{start}");
    }
}

/// A block on a spring k x whose friction is F sign(der(x)), beside one that nothing pulls.
fn dry(start: &str) -> Instance {
    let text = format!(
        "mechanism Dry {{
            coordinate x; coordinate idle;
            kinetic = der(x)^2 / 2 + der(idle)^2 / 2;
            potential = 20 * x^2;
            force f = generalized(x, -2 * sign(der(x)));
            force g = generalized(idle, -1 * sign(der(idle)));
            initial {{ {start} }}
        }}"
    );
    let mut unit = made(Kind::Exchange, &text);
    unit.initialize().unwrap();
    unit
}

/// Friction holds the block where k |x| < F: no side of its sign is left, and derivatives of either one led back to the event without end, or away with
/// a friction that drives.
#[test]
fn a_force_that_holds_the_motion_on_its_switch_is_an_error() {
    let is_held = |fault: Fault| fault.text.contains("`der(x)`") && fault.text.contains("hold the motion");
    for x in ["x: 0.04", "x: -0.04", "x: 0"] {
        // Where nothing pulls the first block either, it stays at rest.
        let found = dry(x).initialized();
        assert_eq!(found.is_ok(), x == "x: 0", "{x}");
        assert!(found.err().is_none_or(is_held), "{x}");
    }
    let mut unit = dry("x: 0.2");
    unit.initialized().unwrap();
    unit.enter_continuous().unwrap();
    // k x = 8: it begins to move against friction.
    assert_eq!(acceleration(&mut unit), 2.0 - 8.0);
    // An importer stops behind the root, by its tolerance. Beyond F it returns, within it stays.
    for (x, v, from, then) in [(-0.1, 1e-13, 4.0 + 2.0, Some(4.0 - 2.0)), (0.03, -1e-13, -1.2 - 2.0, None)] {
        unit.set_states(&[x, 0.0, v, 0.0]).unwrap();
        assert!((acceleration(&mut unit) - from).abs() < 1e-14);
        match (unit.enter_events(), then) {
            (Ok(()), Some(then)) => {
                unit.enter_continuous().unwrap();
                assert!((acceleration(&mut unit) - then).abs() < 1e-14);
            }
            (Err(fault), None) => assert!(is_held(fault)),
            (found, _) => panic!("{x}: {found:?}"),
        }
    }
}

/// What moves without friction through its switch passes it.
#[test]
fn a_velocity_that_forces_carry_through_zero_is_not_held() {
    let mut unit = dry("x: 0.2");
    unit.initialized().unwrap();
    unit.enter_continuous().unwrap();
    for (x, v) in [(-0.1, 1e-13), (0.1, -1e-13), (-0.06, 1e-9), (0.06, -1e-9)] {
        unit.set_states(&[x, 0.0, v, 0.0]).unwrap();
        unit.enter_events().unwrap();
        unit.enter_continuous().unwrap();
        assert!((acceleration(&mut unit) - (-40.0 * x - 2.0 * v.signum())).abs() < 1e-12, "{x}, {v}");
    }
}
