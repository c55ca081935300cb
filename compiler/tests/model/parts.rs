//! Mass properties, mounts, joints and forces: values against closed forms.

use super::bodies::{multibody, started};
use super::{close, model, value};
use linkwork_compiler::kinds::forces::{
    AtPoint, Bushing, Contact, Friction, OnBody, OnJoint, Spring, TorsionSpring,
};
use linkwork_compiler::kinds::joints::{Gear, Planar, Point, Revolute, Rolling, Screw, Universal};
use linkwork_compiler::model::{ForceKind, JointKind, Model};
use linkwork_compiler::{Options, compile};

/// A model in space with a body `b` that moves freely by the joint `f`.
fn in_space(items: &str) -> Model {
    model(&format!("mechanism A in space {{ body b {{ mass: 1 [kg] }} joint f = free(ground, b); {items} }}"))
}

/// (mass, com, inertia) of the body `b` with these properties.
fn body(setting: &str, properties: &str) -> (f64, [f64; 3], [[f64; 3]; 3]) {
    let text = format!(
        "mechanism A in {setting} {{ body b {{ {properties} }} joint f = free(ground, b); let a = 1 [m]; }}"
    );
    let model = model(&text);
    let body = &multibody(&model).bodies[0];
    let of = |node| value(&model, node, &[]);
    (of(body.mass), body.com.map(of), body.inertia.map(|row| row.map(of)))
}

fn same_matrix(found: [[f64; 3]; 3], expected: [[f64; 3]; 3]) {
    for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
        close(*found, *expected);
    }
}

fn diagonal(a: f64, b: f64, c: f64) -> [[f64; 3]; 3] {
    [[a, 0.0, 0.0], [0.0, b, 0.0], [0.0, 0.0, c]]
}

#[test]
fn inertia_of_shapes() {
    let pi = core::f64::consts::PI;
    let (mass, _, j) = body("space", "mass: 3 [kg], shape: rod(length: 2 [m], along: [0, 0, 5])");
    close(mass, 3.0);
    same_matrix(j, diagonal(1.0, 1.0, 0.0));
    let (_, _, j) = body("space", "mass: 12 [kg], shape: box(size: [1, 2, 3] [m])");
    same_matrix(j, diagonal(13.0, 10.0, 5.0));
    // Its third side along x puts the first along y; along (3, 0, 4)/5 the first is along (4, 0, −3)/5.
    let (_, _, j) = body("space", "mass: 12 [kg], shape: box(size: [1, 2, 3] [m], along: [2, 0, 0])");
    same_matrix(j, diagonal(5.0, 13.0, 10.0));
    let (_, _, j) = body("space", "mass: 12 [kg], shape: box(size: [1, 2, 3] [m], along: [3, 0, 4])");
    same_matrix(j, [[10.12, 0.0, -3.84], [0.0, 10.0, 0.0], [-3.84, 0.0, 7.88]]);
    let (mass, _, j) = body("space", "shape: cylinder(radius: 2 [m], length: 3 [m], density: 10 [kg/m^3])");
    close(mass, 120.0 * pi);
    let (axial, across) = (mass * 2.0, mass * (1.0 + 9.0 / 12.0));
    same_matrix(j, diagonal(across, across, axial));
    let (_, _, j) = body("space", "mass: 5 [kg], shape: sphere(radius: 2 [m])");
    same_matrix(j, diagonal(8.0, 8.0, 8.0));
    let (_, _, j) = body("space", "mass: 4 [kg], shape: disk(radius: 1 [m], along: [1, 0, 0])");
    same_matrix(j, diagonal(2.0, 1.0, 1.0));
    // A rod along (1, 1, 0): J = m l²/12 (1 − n nᵀ).
    let (_, _, j) = body("space", "mass: 12 [kg], shape: rod(length: 1 [m], along: [1, 1, 0])");
    same_matrix(j, [[0.5, -0.5, 0.0], [-0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]);
    let (mass, _, j) = body("plane", "density: 2 [kg/m^2], shape: box(size: [3, 4] [m])");
    close(mass, 24.0);
    same_matrix(j, diagonal(0.0, 0.0, 50.0));
    let (_, _, j) = body("plane", "mass: 24 [kg], shape: box(size: [3, 4] [m], along: [1, 1])");
    same_matrix(j, diagonal(0.0, 0.0, 50.0));
    let (mass, _, _) = body("plane", "density: 3 [kg/m], shape: rod(length: 2 [m])");
    close(mass, 6.0);
}

#[test]
fn several_shapes_and_parallel_axes() {
    let (mass, com, j) = body(
        "space",
        "shape: sphere(radius: 1 [m], mass: 1 [kg], center: [3, 0, 0] [m]),
         shape: sphere(radius: 1 [m], mass: 2 [kg])",
    );
    close(mass, 3.0);
    close(com[0], 1.0);
    // 2/5 (1 + 2) about each axis, and 1·2² + 2·1² about y and z.
    same_matrix(j, diagonal(1.2, 7.2, 7.2));
    let (mass, com, _) = body(
        "plane",
        "mass: 3 [kg], shape: [rod(length: 1 [m]), rod(length: 2 [m], along: [0, 1], center: [0, 3] [m])]",
    );
    close(mass, 3.0);
    close(com[1], 2.0);
    let (_, _, j) = body(
        "space",
        "mass: 2 [kg], com: [1, 2, 0] [m], inertia_about: origin,
         inertia: [[10, -4, 0], [-4, 5, 0], [0, 0, 14]] [kg*m^2]",
    );
    same_matrix(j, [[2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 4.0]]);
}

#[test]
fn rotations_of_frames() {
    let model = in_space(
        "param roll = 0.3 [rad];
         frame one = fixed(b at [1, 2, 3] [m], rotation: rpy(roll, 0.4 [rad], 0.5 [rad]));
         frame two = fixed(one at [0, 0, 1] [m], rotation: euler_zxz(0.1 [rad], 0.2 [rad], 0.7 [rad]));
         frame three = fixed(b, rotation: axis_angle([1, 1, 1], 120 [deg]));
         body c { mass: 1 [kg] } body d { mass: 1 [kg] } body e { mass: 1 [kg] }
         joint x = fixed(one, c); joint y = fixed(two, d); joint z = fixed(three, e);",
    );
    let joints = &multibody(&model).joints;
    let at =
        |k: usize| joints[k].first.rotation.map(|row| row.map(|node| value(&model, node, &[("roll", 0.3)])));
    let ([sr, sp, sy], [cr, cp, cy]) = ([0.3_f64, 0.4, 0.5].map(f64::sin), [0.3_f64, 0.4, 0.5].map(f64::cos));
    // Fixed-axis roll, pitch, yaw, written out (URDF).
    let rpy = [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ];
    same_matrix(at(1), rpy);
    let ([s1, s2, s3], [c1, c2, c3]) = ([0.1_f64, 0.2, 0.7].map(f64::sin), [0.1_f64, 0.2, 0.7].map(f64::cos));
    // Goldstein's rotation matrix (space from body) of the sequence zxz.
    let zxz = [
        [c1 * c3 - s1 * c2 * s3, -c1 * s3 - s1 * c2 * c3, s1 * s2],
        [s1 * c3 + c1 * c2 * s3, -s1 * s3 + c1 * c2 * c3, -c1 * s2],
        [s2 * s3, s2 * c3, c2],
    ];
    let product = core::array::from_fn(|i| {
        core::array::from_fn(|j| (0..3).map(|k| rpy[i][k] * zxz[k][j]).sum::<f64>())
    });
    same_matrix(at(2), product);
    for i in 0..3 {
        let position = value(&model, joints[2].first.position[i], &[("roll", 0.3)]);
        close(position, [1.0, 2.0, 3.0][i] + rpy[i][2]);
    }
    // A third of a turn about the diagonal permutes the axes.
    same_matrix(at(3), [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
}

#[test]
fn initial_rotations_are_unit_quaternions() {
    let model = in_space(
        "initial { f.rotation: rpy(0.3 [rad], 0.4 [rad], 0.5 [rad]), f.angular_velocity: [1, 2, 3] [rad/s],
                   f.x: 0.1 [m], b.velocity.y: 2 [m/s] }",
    );
    let names: Vec<&str> = started(&model).iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        [
            "f.rotation.w",
            "f.rotation.x",
            "f.rotation.y",
            "f.rotation.z",
            "f.angular_velocity.x",
            "f.angular_velocity.y",
            "f.angular_velocity.z",
            "f.x",
            "der(b.position.y)",
        ]
    );
    let [w, x, y, z] = [0, 1, 2, 3].map(|k: usize| value(&model, model.initial[k].value, &[]));
    close(w * w + x * x + y * y + z * z, 1.0);
    // The last row of the rotation matrix is (−sin p, cos p sin r, cos p cos r).
    close(2.0 * (x * z - w * y), -0.4_f64.sin());
    close(2.0 * (y * z + w * x), 0.4_f64.cos() * 0.3_f64.sin());
    close(1.0 - 2.0 * (x * x + y * y), 0.4_f64.cos() * 0.3_f64.cos());
}

#[test]
fn every_joint_of_the_vocabulary() {
    let model = in_space(
        "param pitch = 2e-3 [m/rad];
         for i in 0..14 { body c[i] { mass: 1 [kg] } }
         particle p { mass: 1 [kg] }
         joint j1 = revolute(b, c[0], axis: [0, 3, 4]);
         joint j2 = prismatic(b, c[1], axis: [1, 0, 0]);
         joint j3 = cylindrical(b, c[2], axis: [1, 0, 0]);
         joint j4 = spherical(b, c[3]);
         joint j5 = universal(b, c[4], axes: [[1, 0, 0], [0, 2, 0]]);
         joint j6 = planar(b, c[5], normal: [0, 1, 1]);
         joint j7 = screw(b, c[6], axis: [0, 0, 1], pitch: pitch);
         joint j8 = screw(b, c[7], axis: [0, 0, 1], lead: 4 [mm], cut: true);
         joint j9 = fixed(b, c[8], rotation: rpy(0, 0, pi / 2));
         joint j10 = free(b, c[9], rotation: euler_xyz(a, b1, c1));
         joint j11 = rod(b, c[10], length: 2 [m]);
         joint j12 = point_on_line(b, c[11], axis: [1, 0, 0]);
         joint j13 = point_on_plane(b, c[12], normal: [0, 0, 1]);
         joint j14 = gear(j1.angle, j7, ratio: 2, offset: 10 [deg]);
         joint j15 = rack_pinion(j1.angle, j2.displacement, radius: 20 [mm]);
         joint j16 = rolling(ground, c[13], radius: 0.5 [m], axis: [0, 1, 0]);
         joint j17 = free(ground, p);
         output thread = j7.displacement;",
    );
    let bodies = multibody(&model);
    let joint = |name: &str| bodies.joints.iter().find(|joint| joint.name == name).expect("a joint");
    let of = |node| value(&model, node, &[("pitch", 2e-3)]);
    let JointKind::Revolute(Revolute { axis }) = joint("j1").kind else { panic!() };
    close(of(axis[1]), 0.6);
    close(of(axis[2]), 0.8);
    let JointKind::Universal(Universal { axes }) = joint("j5").kind else { panic!() };
    assert!(axes[1][1] == model.graph.one());
    let JointKind::Planar(Planar { axes }) = joint("j6").kind else { panic!() };
    let axes = axes.map(|axis| axis.map(of));
    for i in 0..3 {
        for j in 0..3 {
            let along: f64 = (0..3).map(|k| axes[i][k] * axes[j][k]).sum();
            close(along, if i == j { 1.0 } else { 0.0 });
        }
    }
    // Right-handed: (x × y)·z = 1, here by the first component of x × y.
    close(axes[0][1] * axes[1][2] - axes[0][2] * axes[1][1], axes[2][0]);
    let JointKind::Screw(Screw { pitch, .. }) = joint("j8").kind else { panic!() };
    close(of(pitch), 4e-3 / core::f64::consts::TAU);
    assert!(joint("j8").cut && !joint("j7").cut);
    close(of(joint("j9").second.rotation[0][1]), 1.0);
    assert_eq!(
        joint("j10").kind.coordinates(false).iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        ["x", "y", "z", "a", "b1", "c1"]
    );
    let JointKind::Gear(Gear { driver, driven, ratio, .. }) = joint("j14").kind else { panic!() };
    assert_eq!(
        (bodies.joints[driver.0.0].name.as_str(), bodies.joints[driven.0.0].name.as_str()),
        ("j1", "j7")
    );
    close(of(ratio), 2.0);
    let JointKind::Rolling(Rolling { axis: Some(_), radius, .. }) = joint("j16").kind else { panic!() };
    close(of(radius), 0.5);
    assert!(matches!(joint("j17").kind, JointKind::Point(Point {})));
}

#[test]
fn every_force_of_the_vocabulary() {
    let model = in_space(
        "body c { mass: 1 [kg] }
         joint j = revolute(b, c, axis: [1, 0, 0]);
         joint k = spherical(ground, b, cut: true);
         frame tip = c at [0, 0, 1] [m];
         input u [N];
         force f1 = spring(ground, tip, stiffness: 10 [N/m], tension: u);
         force f2 = torsion_spring(j, stiffness: 3 [N*m/rad], rest: 30 [deg]);
         force f3 = force(tip, [0, 0, u], axes: body);
         force f4 = torque(j.angle, 2 [N*m]);
         force f5 = torque(c, [0, 0, 1] [N*m], reaction: b);
         force f6 = friction(j, coefficient: 0.1, radius: 5 [mm]);
         force f7 = bushing(b, c, stiffness: [1, 2, 3] [N/m], torsional_stiffness: 4 [N*m/rad]);
         force f8 = contact(tip, ground, radius: 0.1 [m], stiffness: 1e6 [N/m^(3/2)], friction: 0.3);
         force f9 = generalized(j.angle, norm(j.force) * 0.1 [m]);
         force f10 = friction(k, coefficient: 0.1, radius: 5 [mm], velocity: 1e-4 [rad/s]);
         force f11 = force(b, norm(b.velocity) * b.velocity * -2 [kg/m]);",
    );
    let forces = &multibody(&model).forces;
    let force = |name: &str| &forces.iter().find(|force| force.name == name).expect("a force").kind;
    let of = |node| value(&model, node, &[("u", 7.0)]);
    let ForceKind::Spring(Spring { tension, stiffness, .. }) = force("f1") else { panic!() };
    close(of(*tension), 7.0);
    close(of(*stiffness), 10.0);
    let ForceKind::TorsionSpring(TorsionSpring { rest, .. }) = force("f2") else { panic!() };
    close(of(*rest), core::f64::consts::PI / 6.0);
    let ForceKind::AtPoint(AtPoint { at, follow: true, .. }) = force("f3") else { panic!() };
    close(of(at.position[2]), 1.0);
    assert!(matches!(force("f4"), ForceKind::OnJoint(OnJoint { coordinate: 0, .. })));
    assert!(matches!(force("f5"), ForceKind::OnBody(OnBody { reaction: Some(_), follow: false, .. })));
    let ForceKind::Friction(Friction { velocity, .. }) = force("f6") else { panic!() };
    close(of(*velocity), 1e-3);
    let ForceKind::Bushing(Bushing { stiffness, torsional_stiffness, .. }) = force("f7") else { panic!() };
    assert_eq!(stiffness.map(of), [1.0, 2.0, 3.0]);
    assert_eq!(torsional_stiffness.map(of), [4.0; 3]);
    let ForceKind::Contact(Contact { exponent, normal, .. }) = force("f8") else { panic!() };
    close(of(*exponent), 1.5);
    assert_eq!(normal.map(of), [0.0, 0.0, 1.0]);
    assert_eq!(forces.len(), 11);
}

/// Conditions on parameters that `build()` checks.
#[test]
fn parameters_of_contacts_and_friction_must_stay_positive() {
    let model = in_space(
        "param k = 1e4 [N/m^1.5]; param e = 1e-3 [m/s];
         force c = contact(b, ground, stiffness: k, friction: 0.2, velocity: e);
         force d = friction(f.x, limit: 1 [N], velocity: 2 * e);",
    );
    let checks: Vec<(bool, &str)> =
        multibody(&model).checks.iter().map(|check| (check.strict, check.message.as_str())).collect();
    assert_eq!(
        checks,
        [
            (true, "the stiffness of force `c` is not positive"),
            (true, "the velocity of force `c` is not positive"),
            (true, "the velocity of force `d` is not positive"),
        ]
    );
}

/// Friction that only sticks exists: its side is located, and its limit is recorded.
#[test]
fn friction_without_sliding_friction_sticks() {
    let guide = |friction: &str| {
        format!(
            "joint g = prismatic(ground, b, axis: [1, 0]); force q = friction(g, {friction}, velocity: 0);"
        )
    };
    let contact = |friction: &str| {
        format!(
            "joint f = free(ground, b); force q = contact(b, ground, stiffness: 1e5, {friction} velocity: 0);"
        )
    };
    for (items, held) in [
        (guide("limit: 0, static: 6"), 1),
        (guide("coefficient: 0, static: 0.3"), 1),
        (guide("limit: 0"), 0),
        (guide("limit: 0, static: 0"), 0),
        (contact("static: 0.3,"), 1),
        (contact("friction: 0, static: 0.3,"), 1),
        (contact("friction: 0.2, static: 0,"), 1),
        (contact("friction: 0, static: 0,"), 0),
        (contact(""), 0),
    ] {
        for coordinates in ["minimal", "absolute"] {
            let text = format!(
                "mechanism A in plane {{ coordinates = {coordinates}; gravity = [0, -9.81];
                 body b {{ mass: 1, inertia: 1 }} {items} }}"
            );
            let found = compile(text.parse().expect("tokens"), &Options::default());
            assert!(!found.diagnostics.has_errors(), "{items}: {:#?}", found.diagnostics);
            let grips = &found.programs[0].grips;
            assert_eq!(grips.len(), held, "{coordinates}: {items}");
            assert!(grips.iter().all(|grip| grip.side.is_some()), "{coordinates}: {items}");
        }
    }
}
