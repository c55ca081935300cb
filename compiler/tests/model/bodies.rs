//! The level of bodies: the examples of the language verbatim, counts and values.

use super::{close, model, models, value};
use linkwork_compiler::kinds::forces::{Generalized, OnJoint, Spring};
use linkwork_compiler::kinds::joints::Spherical;
use linkwork_compiler::model::{
    Attribute, Carrier, ForceKind, Formulation, JointKind, Level, Model, Multibody, Quantity,
    RotationCoordinates, Target,
};

/// "Bodies and joints in the plane: a driven slider–crank", copied from there.
const SLIDER_CRANK: &str = r"
    /// Slider–crank, motor-driven, with a return spring and a damper on the slider.
    pub mechanism SliderCrank in plane {
        gravity = [0, -9.81] [m/s^2];

        param crank_length = 0.15 [m];
        param rod_length = 0.35 [m];
        param stiffness = 1.2e3 [N/m];

        body crank { mass: 1.2 [kg], inertia: 2.25e-3 [kg*m^2] }
        body rod { mass: 0.6 [kg], inertia: 6.125e-3 [kg*m^2] }
        body slider { mass: 2 [kg] }

        joint pivot = revolute(ground, crank at [-crank_length / 2, 0 [m]]);
        joint pin = revolute(crank at [crank_length / 2, 0 [m]], rod at [-rod_length / 2, 0 [m]]);
        joint wrist = revolute(rod at [rod_length / 2, 0 [m]], slider);
        joint guide = prismatic(ground, slider, axis: [1, 0]);

        force return_spring = spring(ground at [1, 0] [m], slider,
            stiffness: stiffness, damping: 10 [N*s/m], length: 0.5 [m]);
        input drive [N*m];
        force motor = torque(pivot, drive);

        output piston = guide.displacement;

        initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s] }
    }
";

/// "Bodies and joints in space, Euler angles chosen by the user", copied from there.
const TOP: &str = r"
    pub mechanism Top in space {
        gravity = [0, 0, -9.81] [m/s^2];
        param mass = 0.02 [kg];

        body rotor {
            mass: mass,
            com: [0, 0, 0.05] [m],
            inertia_about: origin,
            inertia: diagonal(5e-5, 5e-5, 2e-4) [kg*m^2],
            allow: unphysical_inertia,          // published data: 2e-4 > 5e-5 + 5e-5
        }
        joint tip = spherical(ground, rotor, rotation: euler_zxz(precession, nutation, spin));

        initial { tip.nutation: 30 [deg], der(tip.spin): (4 * pi) [rad/s] }
    }
";

/// "Repetition", copied from there.
const FOUR_BARS: &str = r"
    /// IFToMM A02: cranks[0..=n] upright on their pivots, couplers between their tips.
    pub mechanism FourBars in plane {
        const n = 2;
        gravity = [0, -9.81] [m/s^2];
        for i in 0..=n {
            body crank[i] { mass: 1 [kg], shape: rod(length: 1 [m], along: [0, 1]) }
            joint pivot[i] = revolute(ground at [i, 0] [m], crank[i] at [0, -0.5] [m]);
        }
        for i in 0..n {
            body coupler[i] { mass: 1 [kg], shape: rod(length: 1 [m], along: [1, 0]) }
            joint left[i] = revolute(crank[i] at [0, 0.5] [m], coupler[i] at [-0.5, 0] [m]);
            joint right[i] = revolute(crank[i + 1] at [0, 0.5] [m], coupler[i] at [0.5, 0] [m]);
        }
        initial { pivot[0].angle: 0 [rad], der(pivot[0].angle): -1 [rad/s] }
    }
";

pub fn multibody(model: &Model) -> &Multibody {
    model.multibody.as_ref().expect("bodies")
}

/// The attribute an initial value is of.
pub fn started(model: &Model) -> Vec<(&str, u8)> {
    let all = &multibody(model).attributes;
    let of = |target: Target| match target {
        Target::Attribute(symbol) => all.iter().find(|attribute| attribute.symbol == symbol),
        _ => None,
    };
    model.initial.iter().filter_map(|given| of(given.target)).map(|a| (&*a.name, a.order)).collect()
}

#[test]
fn the_slider_crank_of_the_language() {
    let model = model(SLIDER_CRANK);
    assert_eq!(model.level, Level::Bodies);
    let bodies = multibody(&model);
    assert!(bodies.planar);
    assert_eq!((bodies.bodies.len(), bodies.joints.len(), bodies.forces.len()), (3, 4, 2));
    close(value(&model, bodies.gravity[1], &[]), -9.81);
    close(value(&model, bodies.bodies[0].inertia[2][2], &[]), 2.25e-3);
    assert!(model.graph.is_zero(bodies.bodies[2].inertia[2][2]));
    let pivot = &bodies.joints[0];
    assert!(matches!(pivot.kind, JointKind::Revolute(_)));
    assert_eq!(pivot.first.carrier, Carrier::Ground);
    close(value(&model, pivot.second.position[0], &[("crank_length", 0.4)]), -0.2);
    let ForceKind::Spring(Spring { ends, stiffness, damping, length, tension }) = &bodies.forces[0].kind
    else {
        panic!("a spring")
    };
    close(value(&model, ends[0].position[0], &[]), 1.0);
    close(value(&model, *stiffness, &[("stiffness", 3.0)]), 3.0);
    close(value(&model, *damping, &[]), 10.0);
    close(value(&model, *length, &[]), 0.5);
    assert!(model.graph.is_zero(*tension));
    let ForceKind::OnJoint(OnJoint { joint, coordinate: 0, effort }) = bodies.forces[1].kind else {
        panic!("a torque")
    };
    assert_eq!(bodies.joints[joint.0].name, "pivot");
    close(value(&model, effort, &[("drive", 7.0)]), 7.0);
    close(value(&model, model.outputs[0].value, &[("guide.displacement", 0.3)]), 0.3);
    assert_eq!((model.outputs[0].name.as_str(), model.outputs[0].unit.as_str()), ("piston", "m"));
    assert_eq!(started(&model), [("pivot.angle", 0), ("der(pivot.angle)", 1)]);
    close(value(&model, model.initial[0].value, &[]), core::f64::consts::PI / 6.0);
    assert_eq!(bodies.formulations, [Formulation::Minimal]);
    let displacement: Vec<&Attribute> =
        bodies.attributes.iter().filter(|attribute| *attribute.name == *"guide.displacement").collect();
    let [Attribute { quantity: Quantity::Joint(guide, 0), order: 0, .. }] = displacement[..] else {
        panic!("{displacement:?}")
    };
    assert_eq!(bodies.joints[guide.0].name, "guide");
}

#[test]
fn the_top_of_the_language() {
    let model = model(TOP);
    let bodies = multibody(&model);
    assert!(!bodies.planar);
    let rotor = &bodies.bodies[0];
    assert!(rotor.unphysical);
    // About the centre of mass: 5e-5 − 0.02·0.05² = 0.
    for (k, expected) in [5e-5 - 0.02 * 0.0025, 5e-5 - 0.02 * 0.0025, 2e-4].into_iter().enumerate() {
        close(value(&model, rotor.inertia[k][k], &[("mass", 0.02)]), expected);
    }
    let JointKind::Spherical(Spherical { rotation: RotationCoordinates::Euler { axes, names } }) =
        &bodies.joints[0].kind
    else {
        panic!("a spherical joint")
    };
    assert_eq!(*axes, [2, 0, 2]);
    assert_eq!(names, &["precession", "nutation", "spin"]);
    assert_eq!(started(&model), [("tip.nutation", 0), ("der(tip.spin)", 1)]);
    // The mass must stay positive for other parameters.
    assert_eq!(bodies.checks.len(), 1);
    assert!(bodies.checks[0].strict);
}

/// The same motion in other axes has the same unit.
#[test]
fn angular_velocities_have_one_unit_in_all_axes() {
    let model = model(
        "mechanism Brick in space {
            body b { mass: 1 [kg], inertia: diagonal(1, 2, 3) [kg*m^2] }
            joint flight = free(ground, b);
            frame tip = b at [0.1, 0, 0] [m];
            output there = b.angular_velocity;
            output own = b.own_angular_velocity;
            output of_tip = tip.own_angular_velocity.y;
        }",
    );
    assert_eq!(model.outputs.len(), 7);
    for output in &model.outputs {
        assert_eq!(output.unit, "rad/s", "{}", output.name);
    }
}

#[test]
fn the_four_bars_of_the_language() {
    for n in [1, 2, 5] {
        let model = models(FOUR_BARS, &[("n".to_owned(), n.to_string())]).remove(0);
        let bodies = multibody(&model);
        assert_eq!(bodies.bodies.len(), 2 * n + 1);
        assert_eq!(bodies.joints.len(), 3 * n + 1);
        assert_eq!(started(&model), [("pivot[0].angle", 0), ("der(pivot[0].angle)", 1)]);
        for body in &bodies.bodies {
            close(value(&model, body.inertia[2][2], &[]), 1.0 / 12.0);
            assert_eq!(body.shapes[0].kind, "rod");
        }
        let last = bodies.joints.iter().find(|joint| joint.name == format!("pivot[{n}]")).expect("a pivot");
        close(value(&model, last.first.position[0], &[]), n as f64);
    }
}

#[test]
fn states_and_constraints_with_attributes() {
    let model = model(
        "mechanism Drive in plane {
            param resistance = 2 [ohm]; param inductance = 1e-3 [H]; param k = 0.1 [N*m/A];
            input voltage [V];
            body arm { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
            body cart { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
            joint pivot = revolute(ground, arm);
            joint loose = free(ground, cart);
            state current [A];
            der(current) = (voltage - resistance * current - k * der(pivot.angle)) / inductance;
            force motor = torque(pivot, k * current);
            constraint motor_angle: pivot.angle = 2 [rad/s] * time;
            constraint blade: der(loose.x) * sin(loose.angle) = der(loose.y) * cos(loose.angle);
            constraint spin: cart.angular_velocity = 2 * arm.angular_velocity;
            output acceleration = der(arm.velocity);
            output speed = der(loose.x * loose.y);
            output load = pivot.force;
        }",
    );
    let kinds: Vec<(&str, bool, bool)> =
        model.constraints.iter().map(|c| (c.name.as_str(), c.holonomic, c.rheonomic)).collect();
    assert_eq!(kinds, [("motor_angle", true, true), ("blade", false, false), ("spin", false, false)]);
    let rate = [("voltage", 5.0), ("resistance", 2.0), ("current", 1.0), ("k", 0.1), ("inductance", 0.5)];
    let rate: Vec<(&str, f64)> = rate.into_iter().chain([("der(pivot.angle)", 4.0)]).collect();
    close(value(&model, model.states[0].rate, &rate), (5.0 - 2.0 - 0.4) / 0.5);
    let speed = [("loose.x", 2.0), ("loose.y", 3.0), ("der(loose.x)", 5.0), ("der(loose.y)", 7.0)];
    let output = |name: &str| model.outputs.iter().find(|output| output.name == name).expect("an output");
    close(value(&model, output("speed").value, &speed), 5.0 * 3.0 + 2.0 * 7.0);
    close(value(&model, output("acceleration[1]").value, &[("der(der(arm.position.y))", 8.0)]), 8.0);
    assert_eq!(output("acceleration[0]").unit, "m/s^2");
    assert_eq!(output("load[0]").unit, "N");
    let acceleration = multibody(&model).attributes.iter().find(|a| *a.name == *"der(der(arm.position.y))");
    let Some(Attribute { quantity: Quantity::Position(_, 1), order: 2, .. }) = acceleration else {
        panic!("{acceleration:?}")
    };
}

#[test]
fn energies_beside_bodies() {
    let model = model(
        "mechanism Mixed in plane {
            body arm { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
            joint pivot = revolute(ground, arm);
            coordinate x [m];
            kinetic = 2 [kg] * der(x)^2 / 2;
            potential = 3 [N/m] * x^2 / 2 + 4 [N*m/rad] * pivot.angle^2;
            force pull = generalized(x, 1 [N]);
            force twist = generalized(pivot.angle, x * 5 [N]);
            constraint rack: x = 0.1 [m] * pivot.angle;
            initial { x: 0.2 [m], der(pivot.angle): 1 [rad/s] }
        }",
    );
    assert_eq!(model.level, Level::Bodies);
    assert_eq!(model.coordinates.len(), 1);
    let linkwork_compiler::model::Dynamics::Energies { kinetic, potential, generalized, .. } =
        &model.dynamics
    else {
        panic!("energies")
    };
    close(value(&model, *kinetic, &[("der(x)", 3.0)]), 9.0);
    close(value(&model, *potential, &[("x", 2.0), ("pivot.angle", 3.0)]), 6.0 + 36.0);
    assert_eq!(generalized.len(), 1);
    let ForceKind::Generalized(Generalized { attribute, value: effort }) = multibody(&model).forces[0].kind
    else {
        panic!("a generalised force")
    };
    assert_eq!(model.graph.symbol_name(attribute), "pivot.angle");
    close(value(&model, effort, &[("x", 2.0)]), 10.0);
    assert!(matches!(model.initial[0].target, Target::Position(0)));
}

#[test]
fn two_mechanisms_of_one_description() {
    let text = SLIDER_CRANK.replace("gravity =", "coordinates = [minimal, absolute];\n        gravity =");
    assert_eq!(multibody(&model(&text)).formulations, [Formulation::Minimal, Formulation::Absolute]);
    let broken = text.replace("joint pin = revolute(", "joint pin = revolut(");
    let compilation = linkwork_compiler::compile(broken.parse().expect("tokens"), &Default::default());
    let names: Vec<&str> = compilation.broken.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["SliderCrank", "SliderCrankAbsolute"]);
}
