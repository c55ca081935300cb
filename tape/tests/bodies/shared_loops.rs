//! Coordinates that several links have in common (`shared: true`), in loops over links: against the same trees unrolled, where they are
//! substituted in expressions.

use crate::loops::{close, factored, moved, same, tape};
use linkwork::prelude::*;
use linkwork::{Fallback, Singular, Solve};
use linkwork_compiler::{Loops, Options, compile};
use linkwork_tape::Tape;
use nalgebra::DVector;
use std::str::FromStr;

/// Newton's iterations end at rounding, for any solver.
const MOVED: f64 = 1e-9;

/// Followers before and after what they follow, on the same path and on others, of all scalar motions, with forces on both.
pub(crate) const GEARED: &str = "
    mechanism Geared in space {
        gravity = [1, -2, -9] [m/s^2];
        param ratio = 0.7;
        param lead = 0.2 [rad];
        input drive [N*m];
        body a { mass: 1 [kg], com: [0.1, 0.2, 0.3] [m], inertia: diagonal(0.2, 0.3, 0.4) [kg*m^2] }
        body b { mass: 2 [kg], com: [-0.1, 0.2, 0] [m], inertia: diagonal(0.3, 0.3, 0.4) [kg*m^2] }
        body c { mass: 1.5 [kg], com: [0, 0.1, 0.1] [m], inertia: diagonal(0.2, 0.25, 0.4) [kg*m^2] }
        body d { mass: 0.5 [kg], com: [0.1, 0, 0] [m], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body e { mass: 0.7 [kg], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body f { mass: 0.9 [kg], com: [0, 0.1, 0] [m], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body g { mass: 0.8 [kg], com: [0.1, 0.1, 0] [m], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        joint away = free(ground, a);
        joint first = revolute(a at [0.2, 0, 0.1] [m], b, axis: [1, 2, 2], damping: 0.3 [N*m*s/rad], rotor_inertia: 0.02 [kg*m^2]);
        joint slide = prismatic(b at [0.3, 0, 0] [m], c, axis: [0, 3, 4], rotor_inertia: 0.3 [kg]);
        joint ball = spherical(c at [0.1, 0, 0.2] [m], d);
        joint last = revolute(d at [0, 0.2, 0] [m], e, axis: [0, 1, 1]);
        joint bolt = screw(a at [0, 0.4, 0] [m], f, axis: [0, 1, 1], pitch: 0.1 [m/rad]);
        joint back = revolute(g at [0, 0, 0.2] [m], a at [0.1, 0, 0] [m], axis: [1, 0, 1]);
        // `first` follows `last`, `bolt` follows `first`, `slide` follows `back`.
        joint mesh = gear(last.angle, first.angle, ratio: ratio, offset: lead, shared: true);
        joint pair = gear(first.angle, bolt.angle, ratio: -1.3, shared: true);
        joint rack = rack_pinion(back.angle, slide.displacement, radius: 0.15 [m], shared: true);
        force coil = torsion_spring(first, stiffness: 30 [N*m/rad], rest: 0.2 [rad], damping: 0.1 [N*m*s/rad]);
        force motor = torque(last.angle, drive + 0.1 [N*m] * sin(3 [rad/s] * time));
        force feed = torsion_spring(slide.displacement, stiffness: 20 [N/m]);
        force rubber = bushing(c at [0.1, 0, 0.2] [m], d, torsional_stiffness: [10, 20, 30] [N*m/rad], torsional_damping: 0.4 [N*m*s/rad]);
        force pull = spring(a at [0.1, 0.2, 0] [m], f at [0.3, 0, 0.1] [m], stiffness: 40 [N/m]);
        force pad = bushing(ground at [0, 0, 0.3] [m], e, stiffness: [10, 20, 30] [N/m], damping: 2 [N*s/m]);
        output tip = e.position;
        output turned = first.angle;
        output rate = der(bolt.angle);
        output hard = der(der(slide.displacement));
        output lead_rate = der(last.angle);
        output behind = back.angle;
        initial { last.angle: 0.3 [rad], der(back.angle): 0.2 [rad/s], away.angular_velocity: [1, 2, 3] [rad/s] }
    }";

/// In the plane, with values of a body beyond a follower.
pub(crate) const HAND: &str = "
    mechanism Hand in plane {
        gravity = [0, -9.81] [m/s^2];
        body palm { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        for i in 1..=3 { body finger[i] { mass: 0.2 [kg], com: [0.1, 0] [m], inertia: 0.01 [kg*m^2] } }
        body nail { mass: 0.1 [kg], com: [0.05, 0] [m], inertia: 0.003 [kg*m^2] }
        joint wrist = revolute(ground, palm);
        joint knuckle[1] = revolute(palm at [0.2, 0] [m], finger[1]);
        joint knuckle[2] = revolute(finger[1] at [0.2, 0] [m], finger[2]);
        joint knuckle[3] = revolute(finger[2] at [0.2, 0] [m], finger[3]);
        joint end = revolute(finger[3] at [0.2, 0] [m], nail);
        for i in 2..=3 {
            joint tendon[i] = gear(knuckle[1].angle, knuckle[i].angle, ratio: 0.8, offset: 0.1 [rad], shared: true);
        }
        initial { wrist.angle: 0.2 [rad], knuckle[1].angle: 0.4 [rad], nail.angle: 1 [rad], der(wrist.angle): 1 [rad/s], der(knuckle[1].angle): -2 [rad/s], nail.angular_velocity: 0.5 [rad/s] }
        output tip = nail.position;
    }";

#[test]
fn common_coordinates_are_the_same_in_loops() {
    for (name, text) in [("space", GEARED), ("plane", HAND)] {
        assert!(same(name, text), "{name} is made of loops");
        let [loops, unrolled] = ["never", "always"].map(|unroll| tape(text, unroll).expect("it compiles"));
        let method = GeneralizedAlpha::default();
        let [found, wanted] = [&loops, &unrolled].map(|m| moved(m, &method, (2e-3, 100)));
        close(&format!("{name}: q"), &found.0, &wanted.0, MOVED);
        close(&format!("{name}: v"), &found.1, &wanted.1, MOVED);
        let [found, wanted] = [&loops, &unrolled].map(|m| moved(m, &FifthDegree::default(), (1e-3, 100)));
        close(&format!("{name}, explicit: q"), &found.0, &wanted.0, MOVED);
    }
}

/// Limits of followers, and contacts and dry friction on them, are watched.
#[test]
fn followers_are_watched() {
    let text = HAND
        .replace("[m], finger[1])", "[m], finger[1], limits: -1 [rad] .. 2 [rad])")
        .replace(
            "[m], finger[3])",
            "[m], finger[3], limits: -0.5 [rad] .. 0.7 [rad], stops: stop(stiffness: 50 [N*m/rad], dissipation: 0.2 [s/rad]))",
        )
        .replace("initial {", "force rub = friction(knuckle[2], limit: 0.3 [N*m], velocity: 0.02 [rad/s]); initial {");
    let watched = |m: &Tape| {
        let sizes = m.sizes();
        let (q, v, y) = m.initial();
        let mut at = m.position_cache();
        m.place(&m.now(0.0), &q, &mut at);
        let names = m.names().clone();
        let mut ranges = vec![[0.0; 3]; names.ranges.len() + names.contacts.len()];
        let none = DVector::zeros(0);
        m.ranges(&at, &v, &y, &DVector::zeros(sizes.velocities), (&none, &none), &mut ranges);
        let of = |list: &[linkwork::Named]| list.iter().map(|one| one.name.to_string()).collect::<Vec<_>>();
        let mut all: Vec<_> = of(&names.ranges).into_iter().zip(ranges).collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        (all, sizes.sides)
    };
    let [loops, unrolled] =
        ["never", "always"].map(|unroll| watched(&tape(&text, unroll).expect("it compiles")));
    let names = |all: &[(String, [f64; 3])]| all.iter().map(|one| one.0.clone()).collect::<Vec<_>>();
    assert_eq!(names(&loops.0), names(&unrolled.0));
    assert_eq!(loops.1, unrolled.1);
    for ((name, found), (_, wanted)) in loops.0.iter().zip(&unrolled.0) {
        close(name, found, wanted, 1e-14);
    }
    // 0.8·0.4 − 0.1
    let third = loops.0.iter().find(|one| one.0 == "knuckle[3].angle").expect("a limit").1;
    close("the coordinate of a follower", &third, &[0.22, -0.5, 0.7], 1e-14);
}

/// Two geared shafts, closed form: J q̈ = τ with J = J₁ + i² J₂. A driver without inertia has that of what it drives.
#[test]
fn the_driver_may_be_massless() {
    let text = |inertia: &str| {
        format!(
            "mechanism Shafts in plane {{
                unroll = never;
                param small = {inertia} [kg*m^2];
                body shaft[1] {{ mass: 1 [kg], inertia: small }}
                body shaft[2] {{ mass: 1 [kg], inertia: 0.5 [kg*m^2] }}
                joint turn[1] = revolute(ground, shaft[1]);
                joint turn[2] = revolute(ground, shaft[2]);
                joint mesh = gear(turn[1].angle, turn[2].angle, ratio: 3, shared: true);
                force motor = torque(turn[1].angle, 2 [N*m]);
            }}"
        )
    };
    for (inertia, value) in [("0.2", 0.2), ("1e-12", 1e-12), ("0", 0.0)] {
        let compiled = compile(FromStr::from_str(&text(inertia)).expect("tokens"), &Options::default());
        let messages = compiled.diagnostics.iter().map(|one| one.message.clone()).collect::<Vec<_>>();
        assert!(messages.is_empty(), "{messages:?}");
        let m = tape(&text(inertia).replace("unroll = never;", ""), "never").expect("loops");
        let (q, v, y) = m.initial();
        let mut at = m.position_cache();
        m.place(&m.now(0.0), &q, &mut at);
        let (mut a, mut none, mut nothing) = (DVector::zeros(1), DVector::zeros(0), DVector::zeros(0));
        m.applied_force(&at, &v, &y, &mut a);
        let mut factors = m.saddle_factors();
        m.factor_saddle(&at, &at, &at, &m.velocity_cache(), &mut factors);
        assert_eq!(
            m.solve_saddle(&factors, &mut a, &mut none, &mut nothing),
            Ok(Fallback::None),
            "{inertia}"
        );
        close(inertia, a.as_slice(), &[2.0 / (value + 9.0 * 0.5)], 1e-15);
        // A matrix of zero is an error at the velocity in common.
        let (_, factors) = factored(&m, [0.0, 1.0]);
        assert_eq!(m.solve(&factors, &mut a, &mut none, &mut nothing), Err(Singular { row: 0 }));
    }
    let nothing = text("0")
        .replace("0.5 [kg*m^2]", "0 [kg*m^2]")
        .replace("small }", "0 [kg*m^2] }")
        .replace("param small = 0 [kg*m^2];", "");
    let compiled = compile(
        FromStr::from_str(&nothing).expect("tokens"),
        &Options { loops: Loops::Chosen, ..Options::default() },
    );
    let messages = compiled.diagnostics.iter().map(|one| one.message.clone()).collect::<Vec<_>>();
    assert!(messages.len() == 1 && messages[0].contains("der(turn[1].angle)"), "{messages:?}");
}

/// What stays unrolled says so.
#[test]
fn values_of_followers_in_initial_are_unrolled() {
    let text =
        HAND.replace("wrist.angle: 0.2 [rad], knuckle[1].angle", "wrist.angle: 0.2 [rad], knuckle[2].angle");
    let text = text.replacen('{', "{ unroll = never;", 1);
    let options = Options { loops: Loops::Chosen, ..Options::default() };
    let compiled = compile(FromStr::from_str(&text).expect("tokens"), &options);
    let messages = compiled.diagnostics.iter().map(|one| one.message.clone()).collect::<Vec<_>>();
    let wanted = "`knuckle[2].angle` in `initial`, whose coordinate follows that of another joint, is not made of loops: the mechanism is unrolled";
    assert_eq!(messages, [wanted]);
    assert!(compiled.programs[0].cells.is_none());
}
