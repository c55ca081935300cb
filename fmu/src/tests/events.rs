//! Sides of switching functions in model exchange.

use super::{instance, number};
use crate::instance::{Instance, Kind};

/// x'' = 1 beyond the edge, -2 on it and before it.
fn step(start: &str) -> Instance {
    let text = format!(
        "mechanism Step {{
            param edge = 0; input push; coordinate x;
            kinetic = der(x)^2 / 2;
            force f = generalized(x, if(x + push > edge, 1, -2));
            initial {{ {start} }}
        }}"
    );
    instance(Kind::Exchange, &text)
}

fn acceleration(unit: &mut Instance) -> f64 {
    let mut rates = [0.0; 2];
    unit.derivatives(&mut rates).unwrap();
    rates[1]
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
    for (name, value, expected) in [(push, 3.0, 1.0), (edge, 5.0, -2.0), (push, 7.0, 1.0), (push, 0.0, -2.0)] {
        unit.enter_events().unwrap();
        unit.set(&[name], &[value]).unwrap();
        unit.update_discrete("").unwrap();
        assert_eq!(acceleration(&mut unit), expected);
        unit.enter_continuous().unwrap();
        assert_eq!(acceleration(&mut unit), expected);
    }
}
