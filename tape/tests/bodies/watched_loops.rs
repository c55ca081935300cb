//! Forces in loops over links that begin, end, or have limits: contacts, stops, springs with a length, tables, switches at a time.

use crate::evaluations::scattered;
use crate::loops::{close, same, tape};
use linkwork::prelude::*;
use linkwork::solution::Solution;
use linkwork::{Evaluate, Mechanism};
use linkwork_tape::Tape;
use nalgebra::DVector;
use std::collections::BTreeMap;

/// Contacts with a tilted plane, some of which touch in every state; springs with a length between the ground and bodies and across joints.
const LANDING: &str = "
    mechanism Landing in space {
        const n = 5;
        gravity = [1, -2, -9] [m/s^2];
        param mu = 0.3;
        frame floor = fixed(ground at [0.1, 0, 0.2] [m], rotation: rpy(10, 20, 30 [deg]));
        for i in 1..=n { body link[i] { mass: (1 + 0.1 * i) [kg], com: [0.1, 0, 0.3] [m], inertia: diagonal(0.2, 0.3, 0.4) [kg*m^2] } }
        joint pin[1] = spherical(ground, link[1]);
        joint pin[2] = revolute(link[1] at [0.4, 0, 0] [m], link[2], axis: [1, 2, 2], limits: -10 [deg] .. 20 [deg], stops: stop(stiffness: 30 [N*m/rad], dissipation: 0.2 [s/rad]));
        joint pin[3] = universal(link[2] at [0.4, 0, 0] [m], link[3], axes: [[1, 0, 0], [0, 1, 0]]);
        joint pin[4] = prismatic(link[4] at [0.1, 0, 0] [m], link[3] at [0.4, 0, 0.1] [m], axis: [0, 3, 4], limits: -1 [cm] .. 30 [cm]);
        joint pin[5] = prismatic(link[4], link[5], axis: [1, 0, 0]);
        for i in 1..=n {
            force ground_of[i] = contact(link[i] at [0.3, 0.1, 0] [m], floor, normal: [0, 0, 1], radius: 0.25 [m], stiffness: 4000 [N/m^1.5], dissipation: 0.4 [s/m], friction: mu, velocity: 0.05 [m/s]);
            force foot[i] = contact(link[i] at [0, 0.1 * i, 0] [m], floor, normal: [0, 0, 1], radius: 0.2 [m], stiffness: 1000 [N/m], exponent: 1);
            force pad[i] = contact(link[i] at [0.1 * i, 0, 0.1] [m], floor, normal: [0, 0, 1], radius: 0.2 [m], stiffness: 1000 [N/m^2], exponent: 2, dissipation: 0.1 [s/m]);
        }
        force rope = spring(ground at [0.3, 2, 1] [m], link[3] at [0.1, 0, 0] [m], stiffness: 20 [N/m], damping: 2 [N*s/m], length: 0.7 [m]);
        force strap = spring(link[1] at [0.1, 0.3, 0] [m], link[2] at [0.3, 0, 0.1] [m], stiffness: 40 [N/m], length: 0.5 [m], tension: 3 [N]);
        force buffer = spring(link[4] at [-0.5, 0, 0] [m], link[5] at [0.1, 0, 0] [m], stiffness: 60 [N/m], length: 0.4 [m], damping: 1 [N*s/m]);
        force progressive = tabulated_spring(ground at [0, 1, 0] [m], link[3], elongations: [0, 0.1, 0.3] [m], tensions: [0, 20, 90] [N], length: 0.6 [m]);
        force pulse[1] = force(link[3], if(time > 0.2 [s], 1, 0) * [1, 2, 3] [N]);
        force pulse[2] = force(link[5] at [0.1, 0, 0] [m], if(time > 0.2 [s], 1, 0) * [0, 2, 1] [N]);
        force valve = force(link[2], [max(der(link[2].position.x), 0 [m/s]) * 1 [N*s/m], 0 [N], 0 [N]]);
        force limited = force(link[4], [0 [N], min(max(20 [N/s] * (time - 0.25 [s]), 0 [N]), 0.5 [N]), 0 [N]]);
        force mixed = force(link[2], [0 [N], 0 [N], max(der(link[2].position.y) * 1 [N*s/m], min(10 [N/s] * time, 2 [N]))]);
        range link[5].position.z: -0.2 [m] .. 0.4 [m];
        output tip = link[5].position;
        for i in 1..=3 { output press[i] = ground_of[i].force; }
        output lever = norm(foot[2].force) * link[2].position.x;
        output pull = rope.tension + strap.tension;
        output kick = progressive.force;
        output kicked = progressive.tension;
        output stretch = rope.length + strap.length;
        output gap = buffer.length;
    }";

/// A chain of rods over a floor: all hit it, one after the other.
const ROPE: &str = "
    mechanism Rope in plane {
        const n = 6;
        gravity = [0, -9.81] [m/s^2];
        for i in 1..=n { body rod[i] { mass: 0.2 [kg], shape: rod(length: 0.2 [m]) } }
        joint pin[1] = revolute(ground at [0, 0.35] [m], rod[1] at [-0.1, 0] [m], damping: 1e-3 [N*m*s/rad]);
        for i in 2..=n { joint pin[i] = revolute(rod[i - 1] at [0.1, 0] [m], rod[i] at [-0.1, 0] [m], damping: 1e-3 [N*m*s/rad]); }
        for i in 1..=n {
            force floor[i] = contact(rod[i] at [0.1, 0] [m], ground, stiffness: 1e4 [N/m^1.5], dissipation: 0.5 [s/m], friction: 0.2, velocity: 0.05 [m/s]);
        }
        output tip = rod[n].position;
    }";

/// What a run watches at a state, by name: switching functions, products of coincidences, ranges, depths.
fn watched(m: &Tape, state: usize) -> BTreeMap<String, Vec<f64>> {
    let n = m.sizes().velocities;
    let seed = 0.1 * state as f64;
    let (mut q, ..) = m.initial();
    m.advance(&mut q, &scattered(n, seed, 0.7), &mut DVector::zeros(n));
    watched_at(m, q, scattered(n, 0.2 + seed, 1.0))
}

fn watched_at(m: &Tape, q: DVector<f64>, v: DVector<f64>) -> BTreeMap<String, Vec<f64>> {
    let (y, a) = (DVector::zeros(0), scattered(v.len(), 0.4, 1.0));
    let mut at = m.position_cache();
    m.place(&m.now(0.3), &q, &mut at);
    let names = m.names();
    let switches = m.sizes().switches;
    let mut values = DVector::zeros(switches + 3 * names.coincidences.len());
    m.switches(&at, &v, &y, &mut values);
    let mut all: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    // Their signs and order are free, and the same function may be there twice.
    let mut sizes: Vec<f64> = values.as_slice()[..switches].iter().map(|x| x.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup_by(|a, b| (*a - *b).abs() < 1e-12);
    all.insert("switches".to_owned(), sizes);
    for (name, three) in names.coincidences.iter().zip(values.as_slice()[switches..].chunks(3)) {
        // ḋ·ḋ of a force across a joint is that in the axes of its first body.
        all.insert(format!("coincidence {}", name.name), three[..2].to_vec());
    }
    let mut ranges = vec![[0.0; 3]; names.ranges.len() + names.contacts.len()];
    let none = DVector::zeros(0);
    m.ranges(&at, &v, &y, &a, (&none, &none), &mut ranges);
    for (name, three) in names.ranges.iter().chain(&*names.contacts).zip(ranges) {
        all.insert(format!("range {}", name.name), three.to_vec());
    }
    all
}

#[test]
fn forces_that_begin_and_end_are_the_same_in_loops() {
    for (name, text) in [("landing", LANDING), ("rope", ROPE)] {
        assert!(same(name, text), "{name} is made of loops");
        let [loops, unrolled] = ["never", "always"].map(|unroll| tape(text, unroll).expect("it compiles"));
        for state in 0..3 {
            let (found, wanted) = (watched(&loops, state), watched(&unrolled, state));
            assert_eq!(found.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>(), "{name}");
            for (what, wanted) in wanted {
                close(&format!("{name}: {what}"), &found[&what], &wanted, 1e-12);
            }
        }
    }
}

/// The distance of a spring between points that sliding joints keep on a line has a sign, so that it is unrolled, although an equal spring to a body
/// beyond hinges comes before it; between other points it has none.
#[test]
fn springs_along_a_line_of_sliders_are_unrolled() {
    let text = |before: &str, arm: f64, ends: &str| {
        format!(
            "mechanism Stays in plane {{
                for i in 1..=2 {{
                    body near[i] {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
                    body far[i] {{ mass: 2 [kg], inertia: 0.2 [kg*m^2] }}
                }}
                joint first[1] = revolute(ground, near[1] at [0.3, 0] [m]);
                joint first[2] = {before};
                for i in 1..=2 {{
                    joint last[i] = revolute(near[i] at [{arm:?}, 0] [m], far[i] at [{arm:?}, 0] [m]);
                    force stay[i] = spring({ends}, far[i] at [{arm:?}, 0] [m], stiffness: 10 [N/m], length: 0.2 [m]);
                    force tie[i] = spring({ends}, far[i] at [0.3, 0] [m], stiffness: 10 [N/m], length: 0.2 [m]);
                }}
            }}"
        )
    };
    let slider = "prismatic(ground, near[2], axis: [0, 1])";
    let aside = "ground at [0, 0.5] [m]";
    assert!(same("hinges", &text("revolute(ground, near[2] at [0.3, 0] [m])", 0.2, aside)));
    // The hinge of `last` is beside the line through the support, or on it, where the stay is along the slider.
    assert!(same("beside", &text(slider, 0.2, aside)));
    assert!(tape(&text(slider, 0.0, aside), "never").is_none());
}

/// On the sides that are not those of the state, each piece of f continues beyond its end, in both forms alike.
#[test]
fn held_sides_continue_the_same_pieces_in_loops() {
    let f = |unroll: &str, state: usize| {
        let mut m = tape(LANDING, unroll).expect("it compiles");
        let n = m.sizes().velocities;
        let (mut q, _, y) = m.initial();
        m.advance(&mut q, &scattered(n, 0.1 * state as f64, 0.7), &mut DVector::zeros(n));
        let v: DVector<f64> = scattered(n, 0.2 + 0.1 * state as f64, 1.0);
        let mut at = m.position_cache();
        m.place(&m.now(0.3), &q, &mut at);
        let sizes = m.sizes();
        let mut values = DVector::zeros(sizes.switches + 3 * m.names().coincidences.len());
        m.switches(&at, &v, &y, &mut values);
        assert!(sizes.sides >= 6, "{unroll}: {} sides", sizes.sides);
        let opposite: Vec<f64> = values.iter().take(sizes.sides).map(|value| -value.signum()).collect();
        let mut out = [DVector::zeros(n), DVector::zeros(n)];
        m.applied_force(&at, &v, &y, &mut out[0]);
        m.hold(&opposite);
        m.place(&m.now(0.3), &q, &mut at);
        m.applied_force(&at, &v, &y, &mut out[1]);
        out
    };
    for state in 0..3 {
        let (found, wanted) = (f("never", state), f("always", state));
        assert!((&wanted[0] - &wanted[1]).amax() > 1.0, "another piece is another force");
        for (found, wanted) in found.iter().zip(&wanted) {
            close("f", found.as_slice(), wanted.as_slice(), 1e-11);
        }
    }
}

/// The end of the rope lies on the floor; both forms take the same steps.
#[test]
fn a_rope_falls_on_a_floor_in_loops() {
    let run = |unroll: &str| {
        let m = tape(ROPE, unroll).expect("it compiles");
        m.simulate().method(FifthDegree::default()).step(1e-3).until(0.8).run().expect("it runs")
    };
    let (found, wanted) = (run("never"), run("always"));
    assert_eq!(found.report().steps, wanted.report().steps);
    let down = watched_at(
        &tape(ROPE, "never").expect("it compiles"),
        found.last().q.clone(),
        found.last().v.clone(),
    );
    assert!(down["range floor[5]"][0] > 1e-4, "{down:?}");
    close("q", found.last().q.as_slice(), wanted.last().q.as_slice(), 1e-8);
    let unresolved = |solution: &Solution<Tape>| solution.report().unresolved.is_some();
    assert_eq!(unresolved(&found), unresolved(&wanted));
}
