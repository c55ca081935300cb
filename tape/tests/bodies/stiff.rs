//! Stiff mechanisms: how stiff, where, and what a failed step says of it.

use crate::tapes::tapes;
use linkwork::prelude::*;
use linkwork_tape::Tape;

/// Rates by power iteration, relative.
const RATE: f64 = 0.02;

fn both(text: &str) -> Vec<Tape> {
    let built = tapes(text).into_iter().map(|p| p.build().unwrap_or_else(|error| panic!("{error}")));
    built.collect()
}

/// A cart on a slow spring carries a load on a fast one, with a damper or without.
fn carts(stiffness: f64, damping: f64) -> Vec<Tape> {
    both(&format!(
        "mechanism Carts in plane {{
            coordinates = [minimal, absolute];
            body cart {{ mass: 3 [kg], inertia: 1 [kg*m^2] }}
            body load {{ mass: 2 [kg], inertia: 1 [kg*m^2] }}
            joint track = prismatic(ground, cart, axis: [1, 0]);
            joint slot = prismatic(cart, load, axis: [1, 0]);
            force slow = torsion_spring(track, stiffness: 10 [N/m], damping: 0.1 [N*s/m]);
            force fast = torsion_spring(slot, stiffness: {stiffness:?} [N/m], damping: {damping:?} [N*s/m]);
            initial {{ track.displacement: 0.1 [m], slot.displacement: 1e-3 [m] }}
        }}"
    ))
}

/// ω² = k (1/m + 1/M) and c (1/m + 1/M), whatever the coordinates; in minimal ones the joint has its name.
#[test]
fn the_fastest_force_has_its_rate_and_name() {
    let inverse = 1.0 / 3.0 + 1.0 / 2.0;
    for (stiffness, damping, rate, damps) in
        [(1e6, 1.0, (1e6 * inverse).sqrt(), false), (100.0, 3e4, 3e4 * inverse, true)]
    {
        for (m, named) in carts(stiffness, damping).iter().zip([true, false]) {
            let solution =
                m.simulate().step(1e-6).until(2e-6).run().unwrap_or_else(|error| panic!("{error}"));
            let found = solution.stiffness().expect("it moves");
            assert!((found.rate - rate).abs() < RATE * rate, "{found:?}, not {rate}");
            assert_eq!(found.damping, damps, "{found:?}");
            assert!(!named || found.to_string().contains("`slot"), "{found}");
            assert!(found.exceeds(1.0 / rate) && !found.exceeds(0.4 / rate));
        }
    }
}

/// Steps that fast forces break say so, in both formulations; generalized-α takes them, and the load follows the cart.
#[test]
fn a_failed_step_says_that_the_mechanism_is_stiff() {
    for (stiffness, damping) in [(1e9, 1.0), (1e9, 1e7), (1.0, 1e8)] {
        for m in carts(stiffness, damping) {
            let failure = m.simulate().step(1e-3).until(2.0).run().expect_err("it is too fast").to_string();
            assert!(failure.contains("stiff for steps of this size: the "), "{failure}");
            assert!(failure.contains("take generalized-alpha, or steps below"), "{failure}");
            let run = m.simulate().method(GeneralizedAlpha::default()).step(1e-3).until(2.0).run();
            let last = run.unwrap_or_else(|error| panic!("{error}")).last().v.amax();
            // ω = √(10/5) 1/s with ζ = 0.007, from 0.1 m (and a millimetre that the load may add): x' = −0.0428 m/s at 2 s.
            assert!((last - 0.0428).abs() < 1e-3, "{last}");
        }
    }
}
