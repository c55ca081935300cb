//! Emitted code of trees of many bodies against the tape, which runs the same loops from the same tables: to the last bit.

use crate::evaluations::{evaluations, scattered};
use linkwork::prelude::*;
use linkwork::{Energetic, Error, Mechanism, Names, Parameters, Vector};
use linkwork_compiler::{Loops, Options, compile};
use linkwork_tape::{Tape, TapeParameters};
use std::str::FromStr;

linkwork::mechanism! {
    /// Every joint of a tree, forwards and backwards, with forces across them.
    pub mechanism Joints in space {
        unroll = never;
        gravity = [1, -2, -9] [m/s^2];
        param k = 30 [N*m/rad];
        param offset = 0.3 [m];
        param twice = 2 * offset;
        input drive [N*m];
        input push [N];
        body a { mass: 1 [kg], com: [0.1, 0.2, 0.3] [m], inertia: diagonal(0.2, 0.3, 0.4) [kg*m^2] }
        body b { mass: 2 [kg], com: [-0.1, 0.2, 0] [m], inertia: diagonal(0.3, 0.3, 0.4) [kg*m^2] }
        body c { mass: 1.5 [kg], inertia: diagonal(0.2, 0.25, 0.4) [kg*m^2] }
        body d { mass: 0.5 [kg], com: [0.1, 0, 0] [m], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body e { mass: 0.7 [kg], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body f { mass: 0.9 [kg], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body g { mass: 0.8 [kg], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        frame seat = fixed(a at [0, 0, 0.2] [m], rotation: rpy(10, 20, 30 [deg]));
        joint pivot = revolute(ground at [0 [m], offset, twice], a, axis: [1, 2, 2], damping: 0.3 [N*m*s/rad], rotor_inertia: 0.02 [kg*m^2]);
        joint ball = spherical(b at [0.1, 0, 0.2] [m], seat);
        joint bolt = screw(b at [0, 0.4, 0] [m], c, axis: [0, 1, 1], pitch: 0.1 [m/rad]);
        joint slide = prismatic(d at [0.3, 0, 0] [m], c, axis: [0, 3, 4]);
        joint cross = universal(a at [0.5, 0, 0] [m], e, axes: [[1, 0, 0], [0, 1, 0]]);
        joint both = cylindrical(e at [0, 0, 0.4] [m], f, axis: [0, 0, 1]);
        joint away = free(ground, g);
        force coil = torsion_spring(pivot, stiffness: k, rest: 0.2 [rad], damping: 0.1 [N*m*s/rad]);
        force rubber = bushing(b at [0.1, 0, 0.2] [m], seat, torsional_stiffness: [10, 20, 30] [N*m/rad], torsional_damping: 0.4 [N*m*s/rad]);
        force motor = torque(cross.second_angle, drive + 0.1 [N*m] * sin(3 [rad/s] * time));
        force spin = torsion_spring(both.displacement, stiffness: 20 [N/m]);
        force feed = torque(slide.displacement, push);
        force air = force(c at [0, 0.1, 0] [m], -0.4 [N*s^2/m^2] * norm(der(c.position)) * der(c.position));
        force pad = bushing(ground at [0, 0, offset], f, stiffness: [10, 20, 30] [N/m], damping: 2 [N*s/m]);
        force jet = force(d at [0.1, 0, 0] [m], [push, 0 [N], 1 [N] * sin(2 [rad/s] * time)], axes: body);
        force muscle = spring(a at [0, 0.1, offset], c, stiffness: 40 [N/m], damping: 1 [N*s/m], length: offset);
        force pull = spring(f, g at [0.1, 0, 0] [m], tension: push);
        force chase = force(g at [0, 0.1, 0] [m], push / 1 [m] * (f.position - g.position) - 0.5 [N*s/m] * der(f.position));
        output strained = muscle.tension;
        output tip = f.position;
        output speed = der(f.position.x);
        output rate = f.angular_velocity;
        output angle = pivot.angle * 2 + time * 1 [rad/s];
        output carried = pivot.force;
        output twisted = slide.torque;
        initial { pivot.angle: 0.3 [rad], der(slide.displacement): 0.2 [m/s], away.angular_velocity: [1, 2, 3] [rad/s] }
    }
}

linkwork::mechanism! {
    /// A row of equal bars on springs, with a weight at its end.
    pub mechanism Row in plane {
        unroll = never;
        const n = 12;
        param mass = 2 [kg];
        gravity = [0, -9.81] [m/s^2];
        body weight { mass: 3 * mass, inertia: 1 [kg*m^2] }
        for i in 1..=n {
            body bar[i] { mass: mass, inertia: 0.3 [kg*m^2] }
        }
        joint pin[1] = revolute(ground, bar[1] at [0, 0.5] [m]);
        for i in 2..=n {
            joint pin[i] = revolute(bar[i - 1] at [0, -0.5] [m], bar[i] at [0, 0.5] [m]);
        }
        joint hook = prismatic(bar[n] at [0, -0.5] [m], weight, axis: [0, 1]);
        for i in 1..=n {
            force spring[i] = torsion_spring(pin[i], stiffness: 4 [N*m/rad], damping: 0.2 [N*m*s/rad]);
        }
        force rubber = torsion_spring(hook.displacement, stiffness: 300 [N/m]);
        for i in 2..=n {
            force stay[i] = spring(bar[i - 1], weight at [0.1, 0] [m], stiffness: 7 [N/m], length: 0.3 [m]);
        }
        initial { pin[1].angle: 0.4 [rad], der(pin[2].angle): 1 [rad/s] }
        output tip = weight.position;
        output middle = bar[1].position;
        output load = pin[n].force;
        output held = hook.torque;
    }
}

linkwork::mechanism! {
    /// Bars of which each begins in its own way.
    pub mechanism Spinning in space {
        unroll = never;
        const n = 25;
        const many = 70;
        gravity = [1, 2, -9.81] [m/s^2];
        for i in 1..=n {
            body bar[i] { mass: 39 [kg], shape: box(size: [0.05, 0.05, 2] [m]) }
        }
        joint ball[1] = spherical(ground, bar[1] at [0, 0, 1] [m]);
        for i in 2..=n {
            joint ball[i] = spherical(bar[i - 1] at [0, 0, -1] [m], bar[i] at [0, 0, 1] [m]);
        }
        for i in 1..=n {
            initial { ball[i].angular_velocity: [0.1 * i, sin(i), -0.3 * i] [rad/s] }
        }
        // More than sixty numbers are read from text.
        for i in 1..=many {
            body arm[i] { mass: 1 [kg], inertia: diagonal(0.1, 0.1, 0.1) [kg*m^2] }
            joint hinge[i] = revolute(ground, arm[i], axis: [0, 1, 0]);
            initial { hinge[i].angle: 0.01 [rad] * i }
        }
    }
}

linkwork::mechanism! {
    /// The chain of the library.
    pub mechanism Chain in space {
        unroll = never;
        const n = 4;
        param g = 9.81 [m/s^2];
        gravity = [0.1 * g, 0.7 * g, -g];
        for i in 1..=n {
            body bar[i] { mass: 39 [kg], shape: box(size: [0.05, 0.05, 2] [m]) }
        }
        joint ball[1] = spherical(ground, bar[1] at [0, 0, 1] [m]);
        for i in 2..=n {
            joint ball[i] = spherical(bar[i - 1] at [0, 0, -1] [m], bar[i] at [0, 0, 1] [m]);
        }
        for i in 1..=n {
            initial { ball[i].angular_velocity: [0, 0.01 * i, 10 * (sin(i - 1) - sin(i))] [rad/s] }
        }
        output tip = bar[n].position;
        output pull = ball[1].force;
    }
}

linkwork::mechanism! {
    /// Bars that differ by formulas, of numbers that grow, of degrees, and of typed numbers.
    pub mechanism Graded in plane {
        unroll = never;
        const n = 80;
        param mass = 2 [kg];
        param slope = 0.01 [kg];
        param rate = 0.3 [rad/s];
        gravity = [0, -9.81] [m/s^2];
        for i in 1..=n {
            body bar[i] { mass: mass + slope * i, inertia: (0.3 + sqrt(i)) [kg*m^2] }
        }
        joint pin[1] = revolute(ground, bar[1] at [0, 0.5] [m]);
        for i in 2..=n {
            joint pin[i] = revolute(bar[i - 1] at [0, -0.5 - 0.01 * i] [m], bar[i] at [0, 0.5] [m]);
        }
        for i in 1..=n {
            force spring[i] = torsion_spring(pin[i], stiffness: (4 + cos(0.1 * i)) [N*m/rad], damping: (0.01 * i) [N*m*s/rad]);
            force wind[i] = force(bar[i] at [0, 0.01 * i] [m], [0.1 [N], -(0.02 * i) [N*s/m] * der(bar[i].position.y)]);
            initial { bar[i].angle: (2 * i) [deg], der(pin[i].angle): rate * sin((3 * i) [deg]) }
        }
        output tip = bar[n].position;
    }
}

linkwork::mechanism! {
    /// A free head whose motion is that of the body.
    pub mechanism Snake in space {
        unroll = never;
        const n = 5;
        param turn = 0.7 [rad/s];
        param lean = 0.4 [rad];
        body head { mass: 2 [kg], com: [0.1, 0, 0.05] [m], inertia: diagonal(0.02, 0.03, 0.04) [kg*m^2] }
        for i in 1..=n { body link[i] { mass: 1 [kg], inertia: diagonal(0.01, 0.01, 0.002) [kg*m^2] } }
        joint away = free(ground, head);
        joint neck = universal(head at [-0.2, 0, 0] [m], link[1] at [0, 0, 0.2] [m], axes: [[1, 0, 0], [0, 1, 0]]);
        for i in 2..=n {
            joint bend[i] = universal(link[i - 1] at [0, 0, -0.2] [m], link[i] at [0, 0, 0.2] [m], axes: [[1, 0, 0], [0, 1, 0]]);
        }
        force motor = torque(neck.second_angle, 0.1 [N*m] * sin(3 [rad/s] * time));
        initial {
            head.rotation: rpy(lean, 0 [rad], 2 * lean), head.angular_velocity: [turn, 2 * turn, 1 [rad/s]],
            head.position: [1, 2, 3] [m], head.velocity: [0.5, 0, 0] [m/s]
        }
        output tip = link[n].position;
    }
}

linkwork::mechanism! {
    /// Links that land on a tilted floor, with stops, springs with a length and limits, and switches of inputs and of the time.
    pub mechanism Landing in space {
        unroll = never;
        const n = 6;
        gravity = [1, -2, -9] [m/s^2];
        param mu = 0.3;
        input gust [N];
        frame floor = fixed(ground at [0.1, 0, 0.2] [m], rotation: rpy(10, 20, 30 [deg]));
        for i in 1..=n { body link[i] { mass: (1 + 0.1 * i) [kg], com: [0.1, 0, 0.3] [m], inertia: diagonal(0.2, 0.3, 0.4) [kg*m^2] } }
        joint pin[1] = revolute(ground, link[1], axis: [0, 1, 0]);
        for i in 2..=n {
            joint pin[i] = revolute(link[i - 1] at [0.4, 0, 0] [m], link[i], axis: [1, 2, 2], limits: -10 [deg] .. 20 [deg], stops: stop(stiffness: 30 [N*m/rad], dissipation: 0.2 [s/rad]));
            force strap[i] = spring(link[i - 1] at [0.1, 0.3, 0] [m], link[i] at [0.3, 0, 0.1] [m], stiffness: 40 [N/m], length: 0.5 [m], tension: 3 [N]);
        }
        for i in 1..=n {
            force touch[i] = contact(link[i] at [0.3, 0.1, 0] [m], floor, normal: [0, 0, 1], radius: 0.25 [m], stiffness: 4000 [N/m^1.5], dissipation: 0.4 [s/m], friction: mu, velocity: 0.05 [m/s]);
            force foot[i] = contact(link[i] at [0, 0.1 * i, 0] [m], floor, normal: [0, 0, 1], radius: 0.2 [m], stiffness: 1000 [N/m], exponent: 1);
        }
        force progressive = tabulated_spring(ground at [0, 1, 0] [m], link[1], elongations: [0, 0.1, 0.3] [m], tensions: [0, 20, 90] [N], length: 0.6 [m]);
        force wind = force(link[n], [min(max(gust, -mu * 2 [N]), mu * 3 [N]), 0 [N], 0 [N]]);
        force pulse = torque(pin[2], 3 [N*m/s] * max(time - 0.1 [s], 0 [s]) + 0.1 [N*m/N] * max(gust, -mu * 2 [N]));
        range link[n].position.z: -0.2 [m] .. 0.4 [m];
        output tip = link[n].position;
        output press = touch[3].force;
        output pull = strap[2].tension + progressive.tension;
    }
}

linkwork::mechanism! {
    /// A rope over a floor, pushed from an instant on.
    pub mechanism Rope in plane {
        unroll = never;
        const n = 8;
        param mu = 0.2;
        gravity = [0, -9.81] [m/s^2];
        for i in 1..=n { body rod[i] { mass: 0.2 [kg], shape: rod(length: 0.2 [m]) } }
        joint pin[1] = revolute(ground at [0, 0.35] [m], rod[1] at [-0.1, 0] [m], damping: 1e-3 [N*m*s/rad]);
        for i in 2..=n { joint pin[i] = revolute(rod[i - 1] at [0.1, 0] [m], rod[i] at [-0.1, 0] [m], damping: 1e-3 [N*m*s/rad]); }
        for i in 1..=n {
            force floor[i] = contact(rod[i] at [0.1, 0] [m], ground, stiffness: 9000 [N/m^1.5], dissipation: 0.5 [s/m], friction: mu, velocity: 0.05 [m/s]);
            force band[i] = spring(ground at [0, 2] [m], rod[i], stiffness: 0.3 [N/m], length: 1 [m]);
        }
        force push = force(rod[1], [2 [N/s] * max(time - 0.05 [s], 0 [s]), 0 [N]]);
        output tip = rod[n].position;
        output last = floor[n].force.y;
    }
}

linkwork::mechanism! {
    /// A finger that follows another one, and a chain of any length in its grip.
    pub mechanism Gripper in plane {
        unroll = never;
        const n = 6;
        param ratio = 0.8;
        param lead = 0.1 [rad];
        gravity = [0, -9.81] [m/s^2];
        input close [N*m];
        body palm { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        for i in 1..=2 { body finger[i] { mass: 0.2 [kg], com: [0.1, 0] [m], inertia: 0.01 [kg*m^2] } }
        joint wrist = revolute(ground, palm);
        joint knuckle[1] = revolute(palm at [0.2, 0] [m], finger[1]);
        joint knuckle[2] = revolute(finger[1] at [0.2, 0] [m], finger[2]);
        joint tendon = gear(knuckle[1].angle, knuckle[2].angle, ratio: ratio, offset: lead, shared: true);
        for i in 1..=n { body bar[i] { mass: 0.1 [kg], shape: rod(length: 0.2 [m]) } }
        joint pin[1] = revolute(finger[2] at [0.2, 0] [m], bar[1] at [-0.1, 0] [m]);
        for i in 2..=n { joint pin[i] = revolute(bar[i - 1] at [0.1, 0] [m], bar[i] at [-0.1, 0] [m]); }
        force coil = torsion_spring(knuckle[2], stiffness: 3 [N*m/rad], damping: 0.1 [N*m*s/rad]);
        force motor = torque(knuckle[1].angle, close);
        initial { knuckle[1].angle: 0.4 [rad], der(wrist.angle): 1 [rad/s] }
        output tip = bar[n].position;
        output bent = knuckle[2].angle;
    }
}

mod without_parameters {
    linkwork::mechanism! {
        pub mechanism Free in space {
            unroll = never;
            body a { mass: 1 [kg], inertia: diagonal(1, 2, 3) [kg*m^2] }
            joint away = free(ground, a);
            initial { away.angular_velocity: [1, 2, 3] [rad/s] }
        }
    }
}

/// The tape of a description in loops.
pub(crate) fn tape(source: &str, constants: &[(&str, &str)]) -> Tape {
    let constants = constants.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    let options = Options { constants, loops: Loops::Chosen, ..Options::default() };
    let mut programs = compile(FromStr::from_str(source).expect("tokens"), &options).programs;
    let tape = TapeParameters::new(programs.swap_remove(0)).build().expect("a state");
    assert!(tape.program().cells.is_some(), "made of loops");
    tape
}

pub(crate) fn same<M: Mechanism<Scalar = f64> + Energetic>(m: &M, tape: &Tape) {
    assert_eq!(m.flags(), tape.flags());
    assert_eq!(m.sizes(), tape.sizes());
    let (names, wanted) = (m.names(), tape.names());
    assert_eq!(names.mechanism, wanted.mechanism);
    assert_eq!(names.coordinates, wanted.coordinates);
    assert_eq!(names.velocities, wanted.velocities);
    assert_eq!(names.inputs, wanted.inputs);
    assert_eq!(names.outputs, wanted.outputs);
    assert_eq!(names.parameters, wanted.parameters);
    for ((what, found), (_, wanted)) in evaluations(m, 1).into_iter().zip(evaluations(tape, 1)) {
        let bits = |all: &[f64]| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&found), bits(&wanted), "{what}: {found:?} instead of {wanted:?}");
    }
    let of = |names: &Names| {
        [&names.switches, &names.coincidences, &names.ranges, &names.contacts].map(|list| list.to_vec())
    };
    assert_eq!(of(names), of(wanted));
    for held in [false, true] {
        let (found, wanted) = (watched(m, held), watched(tape, held));
        assert_eq!(found, wanted);
    }
}

/// Forces, and what a run watches, at a state away from the start; with held sides, those that are not the sides of the state.
fn watched<M: Mechanism<Scalar = f64>>(m: &M, held: bool) -> Vec<f64> {
    let mut m = m.clone();
    let sizes = m.sizes();
    let n = sizes.velocities;
    let (mut q, _, y) = m.initial();
    m.advance(&mut q, &scattered(n, 0.2, 0.7), &mut M::Velocity::zeros(n));
    let [v, a]: [M::Velocity; 2] = [0.2, 0.4].map(|seed| scattered(n, seed, 1.0));
    let mut at = m.position_cache();
    m.place(&m.now(0.3), &q, &mut at);
    let names = m.names().clone();
    let mut switches = M::Switches::zeros(sizes.switches + 3 * names.coincidences.len());
    m.switches(&at, &v, &y, &mut switches);
    if held {
        let sides: Vec<f64> =
            switches.as_slice().iter().take(sizes.sides).map(|value| -value.signum()).collect();
        m.hold(&sides);
        m.place(&m.now(0.3), &q, &mut at);
        m.switches(&at, &v, &y, &mut switches);
    }
    let mut force = M::Velocity::zeros(n);
    m.applied_force(&at, &v, &y, &mut force);
    let mut ranges = vec![[0.0; 3]; names.ranges.len() + names.contacts.len()];
    let reactions = (&M::Holonomic::zeros(sizes.holonomic), &M::Nonholonomic::zeros(0));
    m.ranges(&at, &v, &y, &a, reactions, &mut ranges);
    [force.as_slice(), switches.as_slice(), ranges.as_flattened()].concat()
}

/// Impacts, sides and derivatives at the start, in the bits of the tape; a rope of any number of rods.
#[test]
fn forces_that_begin_and_end_have_the_bits_of_the_tape() {
    let landing = Landing { mu: 0.2 }.build().expect("a state");
    let of_landing = tape(Landing::<f64>::SOURCE, &[]).with_parameters(&[0.2]).expect("a state");
    same(&landing, &of_landing);
    assert!(landing.sizes().sides > 6 && landing.names().contacts.len() > 12, "{:?}", landing.sizes());
    // All forces share those of the time and of `gust`, the first of which two forces have.
    let names = landing.names().switches.iter().map(|name| name.name.to_string()).collect::<Vec<_>>();
    let shared = names.iter().filter(|name| !name.starts_with("a switch of"));
    assert_eq!(shared.collect::<Vec<_>>(), ["gust + 2*mu", "-3*mu + max(gust, -2*mu)", "0.1 - time"]);
    fn end<M: Mechanism<Scalar = f64>>(m: &M) -> (Vec<f64>, u64) {
        let run = m.simulate().method(FifthDegree::default()).step(1e-3).until(0.6).run().expect("a run");
        let last = run.last();
        (last.q.as_slice().iter().chain(last.v.as_slice()).copied().collect(), run.report().steps)
    }
    assert_eq!(end(&landing), end(&of_landing));
    for n in [3, 5, 8, 30] {
        let rope = Rope { mu: 0.3, ..Rope::with(n) }.build().expect("a state");
        let tape = tape(Rope::<f64>::SOURCE, &[("n", &n.to_string())]);
        let tape = tape.with_parameters(&[0.3]).expect("a state");
        same(&rope, &tape);
        if n == 8 {
            assert_eq!(end(&rope), end(&tape));
        }
    }
}

/// Coordinates that several links have in common, with ratios of parameters, and any number of links behind them.
#[test]
fn common_coordinates_have_the_bits_of_the_tape() {
    for n in [6, 1, 2, 9] {
        let gripper = Gripper { ratio: 0.7, lead: -0.2, ..Gripper::with(n) }.build().expect("a state");
        let tape = tape(Gripper::<f64>::SOURCE, &[("n", &n.to_string())]);
        let tape = tape.with_parameters(&[0.7, -0.2]).expect("a state");
        assert_eq!(gripper.sizes().velocities, n + 2);
        same(&gripper, &tape);
    }
}

/// New inputs keep the held sides: on the side of its linear piece the wind grows beyond its limits.
#[test]
fn held_sides_of_inputs_are_kept_when_inputs_are_set() {
    let mut landing = Landing::default().build().expect("a state");
    let mut tape = tape(Landing::<f64>::SOURCE, &[]);
    let force = |m: &dyn Fn(f64) -> Vec<f64>| [m(-7.0), m(0.1), m(9.0)];
    let of = |landing: &linkwork::trees::Model<Landing<f64>>, gust| {
        let mut landing = landing.clone();
        landing.set_inputs(LandingInputs { gust });
        assert_eq!(landing.inputs(), LandingInputs { gust });
        watched(&landing, false)
    };
    let free = force(&|gust| of(&landing, gust));
    let sides: Vec<f64> = (0..landing.sizes().sides).map(|at| if at % 2 == 0 { 1.0 } else { -1.0 }).collect();
    landing.hold(&sides);
    tape.hold(&sides);
    let held = force(&|gust| of(&landing, gust));
    let wanted = force(&|gust| {
        let mut tape = tape.clone();
        tape.set_inputs(vec![gust]);
        watched(&tape, false)
    });
    assert_eq!(held, wanted);
    assert!(free.iter().zip(&held).all(|(free, held)| free != held), "sides act");
}

#[test]
fn emitted_loops_have_the_bits_of_the_tape() {
    let mut joints = Joints::default().build().expect("a state");
    let mut tape = tape(Joints::<f64>::SOURCE, &[]);
    joints.set_inputs(JointsInputs { drive: 0.3, push: 0.4 });
    tape.set_inputs(vec![0.3, 0.4]);
    assert_eq!(joints.inputs(), JointsInputs { drive: 0.3, push: 0.4 });
    same(&joints, &tape);
    assert_eq!(joints.parameters().twice, 0.6);
    joints.set_inputs(JointsInputs { drive: f64::NAN, push: 0.0 });
    assert_eq!(joints.undefined_input(0.0), Some(0));
}

#[test]
fn runs_of_emitted_loops_have_the_bits_of_the_tape() {
    fn end<M: Mechanism<Scalar = f64> + Energetic>(m: &M) -> Vec<f64> {
        let mut all = Vec::new();
        // A start from exact derivatives, in another scalar.
        let fifth = m.simulate().method(FifthDegree::default()).step(1e-3).until(0.02).run().expect("a run");
        let implicit =
            m.simulate().method(GeneralizedAlpha::default()).step(1e-3).until(0.02).run().expect("a run");
        for last in [fifth.last(), implicit.last()] {
            all.extend(last.q.as_slice().iter().chain(last.v.as_slice()).map(|x| x.to_bits() as f64));
        }
        all
    }
    let joints = Joints { k: 20.0, ..Default::default() }.build().expect("a state");
    let tape = tape(Joints::<f64>::SOURCE, &[]);
    let tape = tape.with_parameters(&[20.0, 0.3, 0.6]).expect("a state");
    assert_eq!(end(&joints), end(&tape));
}

#[test]
fn a_count_of_equal_parts_is_set_when_the_program_starts() {
    assert_eq!(Row::default(), Row::with(12));
    for n in [2, 3, 5, 12, 40] {
        let row = Row { mass: 1.5, ..Row::with(n) }.build().expect("a state");
        let tape = tape(Row::<f64>::SOURCE, &[("n", &n.to_string())]);
        same(&row, &tape.with_parameters(&[1.5]).expect("a state"));
    }
}

/// Formulas of the number of a part hold for any number of parts.
#[test]
fn formulas_of_parts_have_the_bits_of_the_tape_for_any_count() {
    for n in [1, 2, 3, 7, 50] {
        let chain = Chain { g: 9.7, ..Chain::with(n) }.build().expect("a state");
        let tape = tape(Chain::<f64>::SOURCE, &[("n", &n.to_string())]);
        same(&chain, &tape.with_parameters(&[9.7]).expect("a state"));
    }
}

#[test]
fn parts_that_differ_by_formulas_have_the_bits_of_the_tape() {
    let tape = tape(Graded::<f64>::SOURCE, &[]);
    let with = |mass, slope, rate| {
        (Graded { mass, slope, rate }.build(), tape.with_parameters(&[mass, slope, rate]))
    };
    for (mass, slope) in [(2.0, 0.01), (1.7, -0.02)] {
        let (found, wanted) = with(mass, slope, 0.2);
        same(&found.expect("a state"), &wanted.expect("a state"));
    }
    // The bar whose mass is negative has its name.
    let (found, wanted) = with(2.0, -0.095, 0.2);
    let (found, wanted) = (found.expect_err("refused").to_string(), wanted.expect_err("refused").to_string());
    assert_eq!(found, wanted);
    assert!(found.contains("the mass of `bar[22]` is not positive"), "{found}");
}

#[test]
fn values_of_bodies_have_the_bits_of_the_tape() {
    for n in [5, 2, 9] {
        let tape = tape(Snake::<f64>::SOURCE, &[("n", &n.to_string())]).with_parameters(&[0.6, -1.1]);
        let snake = Snake { turn: 0.6, lean: -1.1, ..Snake::with(n) }.build();
        same(&snake.expect("a state"), &tape.expect("a state"));
    }
}

#[test]
fn many_initial_values_have_the_bits_of_the_tape() {
    same(&Spinning::default().build().expect("a state"), &tape(Spinning::<f64>::SOURCE, &[]));
}

#[test]
fn parameters_that_are_wrong_are_refused_as_on_the_tape() {
    let refused = |error: Result<_, Error>| error.expect_err("refused").to_string();
    assert!(refused(Row::with(0).build().map(drop)).contains("`n` is 0: it must be from "));
    let negative = Row { mass: -1.0, ..Row::default() };
    let tape = tape(Row::<f64>::SOURCE, &[]);
    assert_eq!(refused(negative.build().map(drop)), refused(tape.with_parameters(&[-1.0]).map(drop)));
    assert!(refused(Row { mass: f64::NAN, ..Row::default() }.build().map(drop)).contains("mass"));
    let mut row = Row::default();
    assert!(row.set_named("mass", 7.0) && !row.set_named("n", 7.0));
    assert_eq!((row.get(0), row.n), (Some(7.0), 12));
}

#[test]
fn a_tree_without_parameters_turns() {
    let free = without_parameters::Free::default().build().expect("a state");
    same(&free, &tape(without_parameters::Free::<f64>::SOURCE, &[]));
    let solution = free.simulate().step(1e-3).until(1.0).run().expect("a run");
    assert!(solution.energy_drift() < 1e-9, "{}", solution.energy_drift());
}
