//! Units of multipliers in descriptions without units: bodies and joints have theirs.

use crate::tapes::tapes;
use linkwork::prelude::*;

#[test]
fn drives_without_units_have_those_of_their_coordinates() {
    for coordinates in ["minimal", "absolute"] {
        let text = format!(
            "mechanism Plain in plane {{
                coordinates = {coordinates};
                gravity = [0, -9.81];
                body a {{ mass: 1, inertia: 1 }}
                body b {{ mass: 1, inertia: 1 }}
                body c {{ mass: 1, inertia: 1 }}
                joint j = prismatic(ground, a, axis: [0.6, 0.8]);
                joint k = revolute(a at [0.1, 0], b);
                joint l = prismatic(ground, c, axis: [1, 0]);
                constraint slide: j.displacement = 0.1 * sin(time);
                constraint turn: 0.2 * time = k.angle;
                constraint belt: l.displacement = 0.1 * k.angle;
            }}"
        );
        let m = tapes(&text).remove(0).build().expect("it builds");
        let run = m.simulate().step(1e-3).until(0.01).run().unwrap_or_else(|error| panic!("{error}"));
        for (name, unit) in [("slide", "N"), ("turn", "N*m"), ("belt", "N")] {
            let found = run.unit(&format!("multiplier({name})")).expect("a column");
            assert_eq!(found, unit, "{coordinates}: {name}");
        }
    }
}
