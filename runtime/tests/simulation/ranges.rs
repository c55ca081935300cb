//! Ranges of quantities of a compiled mechanism: excursions are reported with their size.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// A bob of 2 kg on a rod, released where the rod is level.
    mechanism Strained {
        param length = 0.5 [m];
        param strength = 50 [N];
        coordinate x [m];
        coordinate y [m];
        state travelled [m];
        der(travelled) = sqrt(der(x)^2 + der(y)^2);
        kinetic = 2 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 2 [kg] * 10 [m/s^2] * y;
        constraint rod: x^2 + y^2 = length^2;
        // With g = x² + y² − l² the rod pulls with 2 λ l.
        range 2 * length * multiplier(rod): 0 [N] .. strength;
        range der(y): -5 [m/s] .. 5 [m/s];
        range der(der(y)): -11 [m/s^2] .. 15 [m/s^2];
        range travelled: 0 [m] .. 1 [m];
        initial { x: length, y: 0 [m], travelled: 0 [m] }
    }
}

/// At the bottom the rod pulls with 3 m g = 60 N and the bob is pulled up with 2 g = 20 m/s²; velocities stay within
/// √(2 g l) = 3.2 m/s.
#[test]
fn reactions_accelerations_and_states_have_ranges() {
    let run = |mechanism: Strained<f64>, until: f64| {
        let m = mechanism.build().unwrap();
        m.simulate().method(FifthDegree::default()).step(1e-3).until(until).run().unwrap()
    };
    let found = run(Strained::default(), 0.45);
    let excursions = &found.report().excursions;
    let names: Vec<&str> = excursions.iter().map(|excursion| excursion.name.as_str()).collect();
    assert_eq!(names, ["2*length*multiplier(rod)", "der(der(y))"]);
    // The bottom is at most half a step away: 1 − cos² at 1e-3 s · ω/2 is below 1e-4.
    for (excursion, furthest, limits) in
        [(&excursions[0], 60.0, [0.0, 50.0]), (&excursions[1], 20.0, [-11.0, 15.0])]
    {
        assert_eq!(excursion.limits, limits);
        assert!((excursion.furthest / furthest - 1.0).abs() < 1e-4, "{excursion}");
    }
    assert_eq!((excursions[0].unit.as_str(), excursions[1].unit.as_str()), ("N", "m/s^2"));
    // The rod pulls with 3 m g sin α at an angle α below the level: 50 N where the bob is at y = −l 5/6.
    let first = found.samples().iter().find(|sample| sample.t == excursions[0].time).unwrap();
    assert!((first.q[1] + 0.5 * 5.0 / 6.0).abs() < 3.2e-3, "{}", first.q[1]);
    // A stronger rod stays within its limits; a second swing travels farther than 1 m.
    let stronger = run(Strained { strength: 61.0, ..Strained::default() }, 1.0);
    let names: Vec<&str> =
        stronger.report().excursions.iter().map(|excursion| excursion.name.as_str()).collect();
    assert_eq!(names, ["der(der(y))", "travelled"]);
    assert!(stronger.report().to_string().contains("travelled leaves its limits 0 .. 1 m at t = 0."));
}
