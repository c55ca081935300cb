//! Forces between bodies that several joints join, or none, and on bodies as others move, in loops over links: against the same trees unrolled, and closed forms.

use crate::loops::{close, energy, factored, moved, same, tape};
use crate::shared_loops::GEARED;
use linkwork::prelude::*;
use linkwork::{Dense, Evaluate, Fallback, Solve};
use nalgebra::{DMatrix, DVector};

/// Newton's iterations end at rounding, for any solver.
const MOVED: f64 = 1e-9;

/// Every force between two ends, between bodies on one way to the ground, on different ones, and on others.
const REACHING: &str = "
    mechanism Reaching in space {
        const n = 4;
        gravity = [1, -2, -9] [m/s^2];
        param k = 30 [N/m];
        param arm = 0.1 [m];
        input pull [N];
        for i in 1..=n { body link[i] { mass: (1 + 0.1 * i) [kg], com: [0.1, 0.2, 0.3] [m], inertia: diagonal(0.2, 0.3, 0.4) [kg*m^2] } }
        body side { mass: 0.8 [kg], com: [0, 0.1, 0] [m], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body away { mass: 0.9 [kg], com: [0.1, 0, 0.1] [m], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        joint pin[1] = revolute(ground, link[1], axis: [1, 2, 2]);
        joint pin[2] = spherical(link[1] at [0.4, 0, 0] [m], link[2]);
        joint pin[3] = universal(link[2] at [0.4, 0, 0] [m], link[3], axes: [[1, 0, 0], [0, 1, 0]]);
        joint pin[4] = revolute(link[4] at [0.1, 0, 0] [m], link[3] at [0.4, 0, 0.1] [m], axis: [0, 3, 4]);
        joint branch = revolute(link[1] at [0, 0.3, 0] [m], side, axis: [0, 1, 1]);
        joint loose = free(ground, away);
        frame seat = fixed(link[4] at [0.1, 0.2, 0.3] [m], rotation: rpy(10, 20, 30 [deg]));
        force muscle = spring(link[1] at [0.1, 0.3, 0] [m], link[3] at [0.3, 0, 0.1] [m], stiffness: k, damping: 2 [N*s/m], length: 0.3 [m]);
        force cable = spring(side at [0.1, 0.2, 0] [m], seat, tension: pull + 5 [N] * link[4].position.x / 1 [m] + 1 [N] * sin(3 [rad/s] * time));
        force plain = spring(away, link[2] at [0.3, 0, 0.1] [m], stiffness: 40 [N/m]);
        force pad = bushing(link[2] at [0.1, 0, 0.2] [m], seat, stiffness: [10, 20, 30] [N/m], damping: 0.4 [N*s/m], torsional_stiffness: [1, 2, 3] [N*m/rad], torsional_damping: 0.3 [N*m*s/rad]);
        force progressive = tabulated_spring(away at [0, 0.1, 0] [m], side, elongations: [0, 0.1, 0.3] [m], tensions: [0, 20, 90] [N], length: 0.2 [m]);
        force wheel = torque(away, [0.1, 0.2, -0.3] [N*m] * side.position.x / 1 [m], reaction: side, axes: body);
        force near = contact(away at [0.1, 0, 0] [m], seat, normal: [0, 0.6, 0.8], radius: 1.5 [m], stiffness: 400 [N/m^1.5], dissipation: 0.4 [s/m], friction: 0.3, velocity: 2 [m/s]);
        force far = contact(side, seat, radius: 1e-3 [m], stiffness: 400 [N/m^1.5]);
        force other = contact(link[1] at [arm, 0, 0 [m]], link[3], radius: 2 [m], stiffness: 50 [N/m], exponent: 1);
        force chase = force(away at [0, 0.1, 0] [m], -k * (away.position - side.position) - 0.5 [N*s/m] * (der(away.position) - 2 * der(side.position)));
        force steer = torque(link[2], [0.3, 0, 0.1] [N*m] * link[4].position.y / 1 [m] - 0.1 [N*m*s/rad] * link[4].angular_velocity);
        force pressed = contact(side, ground at [0, 0, -0.5] [m], radius: 1 [m], stiffness: 100 [N/m], exponent: 1, dissipation: 0.1 [s/m] * link[2].axis.x.x^2);
        output tip = link[4].position;
        output stretch = muscle.length + progressive.length;
        output pulled = muscle.tension + cable.tension;
        output pushed = near.force;
        output turned = pad.torque;
    }";

/// In the plane: a free body on a tether, and bars whose next but one is sprung.
pub(crate) const TETHER: &str = "
    mechanism Tether in plane {
        const n = 5;
        gravity = [0, -9.81] [m/s^2];
        for i in 1..=n { body bar[i] { mass: 1 [kg], shape: rod(length: 1 [m]) } }
        body buoy { mass: 0.5 [kg], inertia: 0.02 [kg*m^2] }
        joint pin[1] = revolute(ground, bar[1] at [-0.5, 0] [m]);
        for i in 2..=n { joint pin[i] = revolute(bar[i - 1] at [0.5, 0] [m], bar[i] at [-0.5, 0] [m], damping: 0.1 [N*m*s/rad]); }
        joint loose = free(ground, buoy);
        for i in 3..=n { force skip[i] = spring(bar[i - 2] at [0, 0.1] [m], bar[i] at [0, 0.1] [m], stiffness: (100 + i) [N/m], damping: 1 [N*s/m], length: 0.5 [m]); }
        force line = spring(bar[n] at [0.5, 0] [m], buoy at [0.05, 0] [m], stiffness: 50 [N/m]);
        force hull = contact(buoy, bar[2], normal: [0.6, 0.8], radius: 0.6 [m], stiffness: 300 [N/m^1.5], friction: 0.2, velocity: 0.05 [m/s]);
        output tip = bar[n].position;
        output hit = hull.force;
        initial { buoy.position: [4, 0.3] [m] }
    }";

#[test]
fn forces_between_bodies_are_the_same_in_loops() {
    for (name, text) in [("space", REACHING), ("plane", TETHER)] {
        assert!(same(name, text), "{name} is made of loops");
        let [loops, unrolled] = ["never", "always"].map(|unroll| tape(text, unroll).expect("it compiles"));
        let method = GeneralizedAlpha::default();
        let [found, wanted] = [&loops, &unrolled].map(|m| moved(m, &method, (1e-3, 100)));
        close(&format!("{name}: q"), &found.0, &wanted.0, MOVED);
        close(&format!("{name}: v"), &found.1, &wanted.1, MOVED);
        let [found, wanted] = [&loops, &unrolled].map(|m| moved(m, &FifthDegree::default(), (1e-3, 100)));
        close(&format!("{name}, explicit: q"), &found.0, &wanted.0, MOVED);
    }
}

/// Beside coordinates that several links have in common, which the elimination leaves out.
#[test]
fn common_coordinates_and_forces_between_bodies_go_together() {
    let muscles = "
        force muscle = spring(a at [0, 0.3, 0] [m], e at [0.1, 0, 0] [m], stiffness: 60 [N/m]);
        force stay = bushing(f, c, stiffness: 10 [N/m], damping: 0.3 [N*s/m], torsional_stiffness: 2 [N*m/rad]);
        force brace = bushing(d, a, stiffness: [30, 20, 10] [N/m]);
        output tip";
    let text = GEARED.replacen("output tip", muscles, 1);
    assert!(same("Geared", &text), "it is made of loops");
}

/// Of the terms of a row: some hundred operations.
const BACKWARD: f64 = 1e-13;

/// Stiff forces side by side between the same bodies, along and across the tree: solutions are those of the assembled matrix with an error in its entries of
/// rounding, however stiff they are.
#[test]
fn stiff_forces_between_bodies_lose_nothing() {
    for stiffness in ["1e2", "1e6", "1e10"] {
        let pads: String = (0..4)
            .map(|i| {
                let far = 3 + i / 2;
                format!(
                    "force pad{i} = bushing(bar[1] at [0.{i}, 0.1] [m], bar[{far}], stiffness: {stiffness} [N/m]);"
                )
            })
            .collect();
        let text = TETHER
            .replacen("force line", &(pads + "force line"), 1)
            .replace("50 [N/m]", &format!("{stiffness} [N/m]"));
        let [loops, unrolled] = ["never", "always"].map(|unroll| tape(&text, unroll).expect("it compiles"));
        let (q, v, y) = unrolled.initial();
        let (n, none) = (v.len(), DVector::zeros(0));
        let (mut at, mut path) = (unrolled.position_cache(), unrolled.stiffness_cache());
        unrolled.place(&unrolled.now(0.0), &q, &mut at);
        unrolled.stiffness(&at, &v, &y, &DVector::zeros(n), (&none, &none), &mut path);
        let (mut mass, mut k) = (vec![0.0; n * n], vec![0.0; n * n]);
        unrolled.mass_matrix(&at, &mut mass);
        unrolled.stiffness_matrix(&at, &path, &mut k);
        let matrix = DMatrix::from_row_slice(n, n, &mass) + DMatrix::from_column_slice(n, n, &k);
        let (_, factors) = factored(&loops, [1.0, 1.0]);
        let right = DVector::from_fn(n, |i, _| 1.0 + 0.3 * i as f64);
        let mut x = right.clone();
        let solved = loops.solve(&factors, &mut x, &mut none.clone(), &mut none.clone());
        assert_eq!(solved, Ok(Fallback::None), "{stiffness}");
        let error = (&matrix * &x - &right).amax() / (matrix.abs() * x.abs()).amax();
        assert!(error < BACKWARD, "{stiffness}: {error:e}");
    }
}

/// d = d₀ cos ω t with ω² = k (1/m + 1/M) of two free bodies on a spring without a length, whatever else they do: both fall and turn.
#[test]
fn free_bodies_on_a_spring_oscillate_about_their_centre() {
    let (k, m, large) = (80.0_f64, 0.5, 2.0);
    let text = format!(
        "mechanism Dumbbell in space {{
            gravity = [0, 0, -9.81] [m/s^2];
            body a {{ mass: {m:?} [kg], inertia: diagonal(0.01, 0.02, 0.03) [kg*m^2] }}
            body b {{ mass: {large:?} [kg], inertia: diagonal(0.02, 0.03, 0.02) [kg*m^2] }}
            joint first = free(ground, a);
            joint second = free(ground, b);
            force tie = spring(a, b, stiffness: {k:?} [N/m]);
            initial {{ a.position: [0.1, 0.2, 1] [m], first.angular_velocity: [1, 2, 3] [rad/s], b.position: [0.4, -0.2, 0.8] [m] }}
        }}"
    );
    let loops = tape(&text, "never").expect("it compiles");
    let omega = (k * (1.0 / m + 1.0 / large)).sqrt();
    let at = |names: [&str; 3], q: &[f64]| {
        let known = loops.names().coordinates.clone();
        names.map(|name| q[known.iter().position(|one| one.name == *name).expect("a coordinate")])
    };
    let between = |q: &[f64]| -> [f64; 3] {
        let [a, b] = ["first", "second"].map(|joint| {
            at([".x", ".y", ".z"].map(|axis| format!("{joint}{axis}")).each_ref().map(|name| &**name), q)
        });
        core::array::from_fn(|i| b[i] - a[i])
    };
    let start = between(loops.initial().0.as_slice());
    let (h, n) = (1e-3, 300);
    let wanted = start.map(|d| d * (omega * h * n as f64).cos());
    let (q, _) = moved(&loops, &FifthDegree::default(), (h, n));
    close("degree 5", &between(&q), &wanted, 1e-8);
    let (q, _) = moved(&loops, &GeneralizedAlpha::default(), (h, n));
    close("generalized-α", &between(&q), &wanted, 1e-3);
}

/// A long chain on springs from each link to the next but one keeps its energy up to the error of a method of order five.
#[test]
fn springs_along_a_long_chain_keep_its_energy() {
    const LINKS: usize = 300;
    let text = format!(
        "mechanism Spine in space {{
            gravity = [0, 0, -9.81] [m/s^2];
            for i in 1..={LINKS} {{ body bar[i] {{ mass: 1 [kg], inertia: diagonal(0.02, 0.03, 0.04) [kg*m^2] }} }}
            joint ball[1] = spherical(ground, bar[1] at [-0.2, 0, 0] [m]);
            for i in 2..={LINKS} {{ joint ball[i] = spherical(bar[i - 1] at [0.2, 0, 0] [m], bar[i] at [-0.2, 0, 0] [m]); }}
            for i in 3..={LINKS} {{ force muscle[i] = spring(bar[i - 2] at [0, 0.1, 0] [m], bar[i] at [0, 0.1, 0] [m], stiffness: 300 [N/m], length: 0.7 [m]); }}
            force rail = spring(bar[1], bar[{LINKS}], stiffness: 0.5 [N/m], length: 100 [m]);
        }}"
    );
    let m = tape(&text, "never").expect("it compiles");
    let energy = |q: &[f64], v: &[f64]| energy(&m, q, v);
    let (q, v, _) = m.initial();
    let start = energy(q.as_slice(), v.as_slice());
    let drift = |h: f64, count: usize| {
        let (q, v) = moved(&m, &FifthDegree::default(), (h, count));
        let (whole, kinetic) = energy(&q, &v);
        assert!(kinetic > 1.0, "it falls");
        (whole - start.0).abs() / kinetic
    };
    let (coarse, fine) = (drift(2e-3, 50), drift(1e-3, 100));
    assert!(fine < 1e-6 && (fine < coarse / 12.0 || fine < 1e-12), "{coarse:e}, {fine:e}");
}
