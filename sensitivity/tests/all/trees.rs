//! Derivatives of trees in loops over their links, compared with those of the same trees unrolled.

use super::{method, request};
use linkwork_compiler::{Loops, Options};
use linkwork_sensitivity::adjoint::gradients;
use linkwork_sensitivity::{Native, Sensitivities, sensitivities};
use linkwork_tape::TapeParameters;

/// Sums in another order, and the condition of the mass matrix.
const ROUNDING: f64 = 1e-9;

/// Bars in the plane with springs and dampers, in three dimensions with balls: each link has laws of its own.
const TREES: [(&str, &[&str]); 4] = [
    (
        "mechanism Row in plane {
        const n = 6;
        gravity = [0, -9.81] [m/s^2];
        param mass = 1.3 [kg];
        param length = 0.4 [m];
        param stiffness = 8 [N*m/rad];
        param damping = 0.1 [N*m*s/rad];
        for i in 1..=n { body bar[i] { mass: mass, com: [length / 2, 0], inertia: mass * length^2 / 12 } }
        joint pin[1] = revolute(ground, bar[1], damping: damping);
        for i in 2..=n { joint pin[i] = revolute(bar[i - 1] at [length, 0], bar[i], damping: damping); }
        for i in 1..=n { force coil[i] = torsion_spring(pin[i], stiffness: i * stiffness); }
        output height = bar[n].position.y;
        initial { pin[1].angle: -60 [deg], der(pin[2].angle): 2 [rad/s] }
    }",
        &["mass", "length", "stiffness", "damping", "pin[1].angle", "der(pin[2].angle)"],
    ),
    (
        "mechanism Balls in space {
        const n = 3;
        param weight = 9.81 [m/s^2];
        gravity = [0, 0.5 * weight, weight];
        param mass = 2 [kg];
        param inertia = 0.1 [kg*m^2];
        for i in 1..=n { body bar[i] { mass: mass, inertia: diagonal(inertia, inertia, 0.02 [kg*m^2]) } }
        joint ball[1] = spherical(ground, bar[1] at [0, 0, 0.3] [m]);
        for i in 2..=n { joint ball[i] = spherical(bar[i - 1] at [0, 0, -0.3] [m], bar[i] at [0, 0, 0.3] [m]); }
        for i in 1..=n { initial { ball[i].angular_velocity: [0.2 * i, 0, 1] [rad/s] } }
        output height = bar[n].position.x;
    }",
        &["weight", "mass", "inertia"],
    ),
    (
        "mechanism Finger in plane {
        gravity = [0, -9.81] [m/s^2];
        param ratio = 0.8;
        param lead = 0.1 [rad];
        param stiffness = 3 [N*m/rad];
        for i in 1..=3 { body bone[i] { mass: 0.2 [kg], com: [0.1, 0] [m], inertia: 0.01 [kg*m^2] } }
        joint knuckle[1] = revolute(ground, bone[1]);
        joint knuckle[2] = revolute(bone[1] at [0.2, 0] [m], bone[2]);
        joint knuckle[3] = revolute(bone[2] at [0.2, 0] [m], bone[3]);
        joint tendon = gear(knuckle[1].angle, knuckle[3].angle, ratio: ratio, offset: lead, shared: true);
        force coil = torsion_spring(knuckle[3], stiffness: stiffness, damping: 0.1 [N*m*s/rad]);
        output height = bone[3].position.y;
        initial { knuckle[1].angle: -0.4 [rad], der(knuckle[2].angle): 2 [rad/s] }
    }",
        &["ratio", "lead", "stiffness", "knuckle[1].angle"],
    ),
    // Velocities of the start follow from a drive, and a bar hangs on what it moves.
    (
        "mechanism Driven in space {
        gravity = [0, 0, -9.81] [m/s^2];
        param rate = 2 [rad/s];
        param reach = 0.45 [m];
        body a { mass: 2 [kg], com: [0.25, 0, 0] [m], inertia: diagonal(0.04, 0.05, 0.06) [kg*m^2] }
        body b { mass: 1 [kg], com: [0.2, 0, 0] [m], inertia: diagonal(0.05, 0.04, 0.04) [kg*m^2] }
        body c { mass: 1 [kg], com: [0.2, 0, 0.1] [m], inertia: diagonal(0.05, 0.04, 0.04) [kg*m^2] }
        body d { mass: 0.5 [kg], com: [0.1, 0, 0] [m], inertia: diagonal(0.01, 0.01, 0.01) [kg*m^2] }
        joint p = revolute(ground, a, axis: [0, 1, 0]);
        joint q = revolute(a at [0.4, 0, 0] [m], b, axis: [0, 1, 0]);
        joint s = prismatic(ground at [0.5, 0, 0.3] [m], c, axis: [0, 0, 1]);
        joint t = revolute(b at [0.2, 0, 0] [m], d, axis: [1, 0, 0]);
        joint tie = rod(b at [0.3, 0, 0] [m], c, length: reach);
        constraint drive: s.displacement = 0.05 [m] * sin(rate * time);
        output height = d.position.z + 0.1 [m*s/rad] * der(p.angle);
        initial { p.angle: 0.2 [rad], der(t.angle): 1 [rad/s] }
    }",
        &["rate", "reach", "p.angle", "der(t.angle)"],
    ),
];

fn tree(text: &str, unroll: &str) -> TapeParameters {
    let begin = text.find('{').expect("a mechanism") + 1;
    let text = format!("{} unroll = {unroll}; {}", &text[..begin], &text[begin..]);
    let options = Options { loops: Loops::Chosen, ..Options::default() };
    let compiled = linkwork_compiler::build::compile_text("tree", &text, &options, false);
    let program = compiled.unwrap_or_else(|text| panic!("{text}")).programs.swap_remove(0);
    assert_eq!(program.cells.is_some(), unroll == "never", "{}", program.name);
    TapeParameters::new(program)
}

fn assert_same(what: &str, found: &Sensitivities, wanted: &Sensitivities) {
    for (found, wanted) in found.derivatives.iter().zip(&wanted.derivatives) {
        let size = wanted.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() <= ROUNDING * size, "{what}: {found} instead of {wanted}");
        }
    }
}

#[test]
fn trees_in_loops_have_the_derivatives_of_unrolled_trees() {
    for (text, by) in TREES {
        let (loops, unrolled) = (tree(text, "never"), tree(text, "always"));
        for method in ["fifth-degree", "generalized-alpha", "runge-kutta-4"].map(method) {
            let mut asked = request(&["height at 0.1"], by, method, 0.004);
            let wanted = sensitivities(&unrolled, &asked).unwrap_or_else(|error| panic!("{error}"));
            let found = sensitivities(&loops, &asked).unwrap_or_else(|error| panic!("{error}"));
            let name = &loops.program().name;
            assert_same(&format!("{name} {method:?}, forward"), &found, &wanted);
            for native in [Native::Off, Native::Always] {
                asked.native = native;
                let (found, how) = gradients(&loops, &asked).unwrap_or_else(|error| panic!("{error}"));
                println!("{name} {method:?}: {how:?}");
                assert_same(&format!("{name} {method:?} {native:?}"), &found, &wanted);
                let host = linkwork_jit::host().is_ok();
                // Constraints are a program of their own, which has no native adjoints.
                let some = loops.program().closing.is_none();
                assert!(
                    native == Native::Off || !host || (how.native > 0) == some,
                    "{name} {method:?}: {how:?}"
                );
            }
        }
    }
}
