//! Values of bodies in `initial` of trees in loops: those of the search of unrolled trees, and what takes that search.

use crate::loops::{same, tape};
use linkwork_compiler::{Loops, Options, compile};
use std::str::FromStr;

/// What the compiler says with `unroll = never;`.
fn told(text: &str) -> String {
    let text = text.replacen('{', "{ unroll = never;", 1);
    let tokens = FromStr::from_str(&text).expect("tokens");
    let compiled = compile(tokens, &Options { loops: Loops::Chosen, ..Options::default() });
    compiled.diagnostics.iter().map(|one| one.message.clone()).collect::<Vec<_>>().join("\n")
}

/// A free head and links on universal joints.
fn snake(initial: &str) -> String {
    format!(
        "mechanism Snake in space {{
            const n = 4;
            param turn = 0.7 [rad/s];
            param k = 3 [N*m/rad];
            body head {{ mass: 2 [kg], com: [0.1, 0, 0.05] [m], inertia: diagonal(0.02, 0.03, 0.04) [kg*m^2] }}
            frame nose = fixed(head at [0.3, 0.1, 0] [m], rotation: rpy(10, 20, 30 [deg]));
            for i in 1..=n {{ body link[i] {{ mass: 1 [kg], inertia: diagonal(0.01, 0.01, 0.002) [kg*m^2] }} }}
            joint away = free(ground, head);
            joint neck = universal(head at [-0.2, 0, 0] [m], link[1] at [0, 0, 0.2] [m], axes: [[1, 0, 0], [0, 1, 0]]);
            for i in 2..=n {{
                joint bend[i] = universal(link[i - 1] at [0, 0, -0.2] [m], link[i] at [0, 0, 0.2] [m], axes: [[1, 0, 0], [0, 1, 0]]);
            }}
            force spring = torsion_spring(neck.first_angle, stiffness: k);
            force motor = torque(neck.second_angle, 0.1 [N*m] * sin(3 [rad/s] * time));
            output tip = link[n].position;
            {initial}
        }}"
    )
}

/// Bars in a row whose angles are those that one sees.
fn bars(initial: &str) -> String {
    format!(
        "mechanism Bars in plane {{
            const n = 4;
            param lean = 0.3 [rad];
            gravity = [0, -9.81] [m/s^2];
            frame wall = fixed(ground at [1, 2] [m], rotation: 20 [deg]);
            for i in 1..=n {{ body bar[i] {{ mass: (2 + i) [kg], shape: rod(length: 1 [m]) }} }}
            joint pin[1] = revolute(wall, bar[1] at [-0.5, 0] [m]);
            joint pin[2] = revolute(bar[2] at [-0.5, 0] [m], bar[1] at [0.5, 0] [m]);
            for i in 3..=n {{ joint pin[i] = revolute(bar[i - 1] at [0.5, 0] [m], bar[i] at [-0.5, 0] [m]); }}
            output tip = bar[n].position;
            {initial}
        }}"
    )
}

/// Links on balls, of which one is passed backwards.
fn balls(initial: &str) -> String {
    format!(
        "mechanism Balls in space {{
            const n = 3;
            gravity = [0, 0, -9.81] [m/s^2];
            for i in 1..=n {{ body link[i] {{ mass: 1 [kg], inertia: diagonal(0.1, 0.2, 0.3) [kg*m^2] }} }}
            frame hook = fixed(ground at [0, 0, 1] [m], rotation: rpy(20, 0, 10 [deg]));
            frame end = fixed(link[1] at [0, 0, -0.5] [m], rotation: rpy(0, 15, 0 [deg]));
            joint ball[1] = spherical(hook, link[1] at [0, 0, 0.5] [m]);
            joint ball[2] = spherical(link[2] at [0, 0, 0.5] [m], end);
            joint ball[3] = spherical(link[2] at [0, 0, -0.5] [m], link[3] at [0, 0, 0.5] [m]);
            output tip = link[n].position;
            {initial}
        }}"
    )
}

/// A free joint whose axes are turned.
fn away(initial: &str) -> String {
    format!(
        "mechanism Away in space {{
            frame tower = fixed(ground at [1, 2, 3] [m], rotation: rpy(20, 30, 40 [deg]));
            body ship {{ mass: 1 [kg], com: [0, 0.1, 0] [m], inertia: diagonal(1, 2, 3) [kg*m^2] }}
            body wheel {{ mass: 1 [kg], inertia: diagonal(1, 1, 1) [kg*m^2] }}
            joint away = free(tower, ship at [0, 0.2, 0] [m]);
            joint axle = revolute(ship, wheel, axis: [0, 1, 0]);
            output tip = wheel.position;
            {initial}
        }}"
    )
}

/// Of a rotation and its quaternions q and −q, the one with w ≥ 0 is taken; the search may end at the other one
/// for large rotations.
#[test]
fn values_of_bodies_are_those_of_the_search() {
    let free = "head.rotation: rpy(30, -20, 100 [deg])";
    let texts = [
        snake("initial { head.angular_velocity: [turn, 2 [rad/s], -1 [rad/s]] }"),
        snake(&format!("initial {{ {free}, head.angular_velocity: [turn, 2 [rad/s], -1 [rad/s]], head.position: [1, 2, 3] [m] }}")),
        snake(&format!(
            "initial {{ {free}, nose.position: [1, 2, 3] [m], head.angular_velocity: [turn, 0 [rad/s], 1 [rad/s]], \
             nose.velocity: [3, 2, 1] [m/s], neck.first_angle: 0.3 [rad], der(neck.second_angle): 2 [rad/s] }}"
        )),
        snake("initial { nose.rotation: rpy(30, -20, 170 [deg]), head.velocity.y: 2 [m/s], head.angular_velocity: [1, 0, 1] [rad/s] }"),
        bars("for i in 1..=n { initial { bar[i].angle: lean * i } }"),
        bars("for i in 1..=n { initial { bar[i].angle: lean * i, bar[i].angular_velocity: (1 - i) [rad/s] } }"),
        bars("initial { pin[1].angle: 0.4 [rad], bar[2].angle: 3 [rad], der(pin[1].angle): 1 [rad/s], bar[2].angular_velocity: 2 [rad/s] }"),
        balls("for i in 1..=n { initial { link[i].angular_velocity: [1, i, 2 - i] [rad/s] } }"),
        balls(
            "initial { end.rotation: rpy(10, 20, 70 [deg]), link[2].rotation: rpy(20, 10, 50 [deg]), \
             link[3].rotation: rpy(0, 10, 40 [deg]), link[1].angular_velocity: [1, 2, 3] [rad/s] }",
        ),
        away("initial { ship.rotation: rpy(10, 20, 30 [deg]), ship.angular_velocity: [1, 2, 3] [rad/s], \
              ship.position: [4, 5, 6] [m], ship.velocity: [1, 0, 1] [m/s] }"),
        "mechanism Dots in plane {
            particle dot { mass: 1 [kg] }
            body plate { mass: 1 [kg], com: [0.1, 0.2] [m], inertia: 1 [kg*m^2] }
            joint flight = free(ground, dot);
            joint fall = free(ground, plate);
            output tip = dot.position;
            initial { dot.position: [1, 2] [m], dot.velocity.x: 3 [m/s], plate.angle: 4 [rad], plate.angular_velocity: 1 [rad/s],
                plate.position: [3, 4] [m], plate.velocity: [1, 2] [m/s] }
        }"
        .to_owned(),
    ];
    for text in &texts {
        assert!(same(text, text), "{text} is made of loops, but {}", told(text));
    }
}

#[test]
fn values_that_several_joints_decide_take_the_search() {
    for (text, name) in [
        (bars("initial { bar[2].angle: 1 [rad] }"), "bar[2].angle"),
        (bars("initial { pin[1].angle: 0.1 [rad], bar[1].angle: 1 [rad] }"), "bar[1].angle"),
        (bars("initial { bar[1].position.x: 1.5 [m] }"), "bar[1].position.x"),
        (bars("initial { bar[1].angle: ~1 [rad] }"), "bar[1].angle"),
        (balls("initial { link[2].angular_velocity: [1, 2, 3] [rad/s] }"), "link[2].angular_velocity.x"),
        (balls("initial { link[1].angular_velocity.y: 2 [rad/s] }"), "link[1].angular_velocity.y"),
        (balls("initial { link[1].rotation: ~rpy(10, 0, 0 [deg]) }"), "link[1].rotation"),
        (snake("initial { nose.rotation: ~rpy(10, 0, 0 [deg]) }"), "nose.rotation"),
        (snake("initial { nose.position: [1, 2, 3] [m] }"), "nose.position.x"),
        (snake("initial { link[1].angular_velocity: [1, 2, 3] [rad/s] }"), "link[1].angular_velocity.x"),
        (away("initial { ship.position.x: 2 [m] }"), "ship.position.x"),
    ] {
        let wanted =
            format!("`{name}` in `initial`, which one joint alone does not decide, is not made of loops: ");
        assert!(told(&text).contains(&wanted), "{text}: {}", told(&text));
    }
}

/// With another angle of a joint the given angle of a bar would not hold.
#[test]
fn other_start_values_do_not_silently_replace_values_of_bodies() {
    let m =
        tape(&bars("initial { pin[1].angle: 0.1 [rad], bar[2].angle: 1 [rad] }"), "never").expect("loops");
    let with = |name: &str| m.start_with(&[(name.to_owned(), 0.5)]).map(|start| start.q[2]);
    for name in ["pin[1].angle", "pin[2].angle"] {
        let refused = with(name).expect_err("refused").to_string();
        assert!(refused.contains("`bar[2].angle` in `initial` would not hold"), "{refused}");
    }
    assert_eq!(with("pin[3].angle").expect("a start"), 0.5);
    let m = tape(&snake("initial { head.angular_velocity: [1, 2, 3] [rad/s] }"), "never").expect("loops");
    assert_eq!(m.start_with(&[("away.x".to_owned(), 0.5)]).expect("a start").q[0], 0.5);
    assert!(m.start_with(&[("away.angular_velocity.y".to_owned(), 0.5)]).is_err());
}
