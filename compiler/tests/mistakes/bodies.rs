//! Mistakes at the level of bodies and joints.

use super::in_setting;

/// The only mistake of `items`, added to a body `b` on the ground by the revolute joint `j`.
pub fn plane(items: &str, fact: &str, marked: &str, help: &str) {
    let frame = "body b { mass: 1 [kg], inertia: 1 [kg*m^2] } joint j = revolute(ground, b);";
    in_setting(" in plane", frame, items, fact, marked, help);
}

/// The same in space.
pub fn space(items: &str, fact: &str, marked: &str, help: &str) {
    let frame = "body b { mass: 1 [kg] } joint j = revolute(ground, b, axis: [0, 0, 1]);";
    in_setting(" in space", frame, items, fact, marked, help);
}

/// A body `c` with these properties, on the ground by a free joint.
fn body(properties: &str, fact: &str, marked: &str, help: &str) {
    space(&format!("body c {{ {properties} }} joint f = free(ground, c);"), fact, marked, help);
}

#[test]
fn settings() {
    in_setting(
        "",
        "",
        "body b { mass: 1 [kg] }",
        "`body` needs `in plane` or `in space` after the name of the mechanism",
        "body",
        "in plane",
    );
    plane(
        "gravity = [0, 0, -9.81] [m/s^2];",
        "`gravity` must have 2 components in the plane, but this is an array of 3 components",
        "[0, 0, -9.81] [m/s^2]",
        "[x, y]",
    );
    plane(
        "gravity = [0, -9.81] [m/s];",
        "expected `m/s^2` for `gravity`, found `m/s`",
        "[0, -9.81] [m/s]",
        "",
    );
    plane("gravity = [0, 0]; gravity = [0, 1];", "`gravity` is given twice", "[0, 1]", "");
    plane(
        "coordinates = minimal; coordinates = absolute;",
        "`coordinates` is given twice",
        "coordinates",
        "",
    );
    plane("mass_matrix = [[1]];", "bodies and matrices cannot be combined", "mass_matrix", "beside bodies");
    in_setting(" in plane", "", "", "the mechanism has no body", "A", "body link");
}

#[test]
fn properties_of_bodies() {
    body("", "`c` has no mass", "c", "mass: 1 [kg]");
    body("mas: 1 [kg], mass: 2 [kg]", "a body has no property `mas`", "mas", "`mass`");
    body("mass: 1 [m]", "expected `kg` for the mass, found `m`", "1 [m]", "");
    body("mass: 1 [kg], mass: 2 [kg]", "`mass` is given twice", "mass", "");
    body("mass: -1 [kg]", "the mass of `c` is not positive", "-1 [kg]", "");
    body("mass: 0 [kg]", "the mass of `c` is not positive", "0 [kg]", "");
    body(
        "mass: j.angle * 1 [kg]",
        "the mass is not constant: it contains `j.angle`",
        "j.angle * 1 [kg]",
        "parameters",
    );
    body(
        "mass: 1 [kg], com: [1, 2] [m]",
        "`com` must have 3 components in space, but this is an array of 2 components",
        "[1, 2] [m]",
        "[x, y, z]",
    );
    body(
        "mass: 1 [kg], inertia: 1 [kg*m^2]",
        "an inertia in space must be a 3×3 matrix, not a number",
        "1 [kg*m^2]",
        "diagonal",
    );
    body(
        "mass: 1 [kg], inertia: diagonal(1, 1, 3) [kg*m^2]",
        "the inertia of `c` is unphysical",
        "diagonal(1, 1, 3) [kg*m^2]",
        "`allow: unphysical_inertia`",
    );
    body(
        "mass: 1 [kg], inertia: [[2, 1, 0], [1, 2, 0], [0, 0, 0.5]] [kg*m^2]",
        "the inertia of `c` is unphysical",
        "[[2, 1, 0], [1, 2, 0], [0, 0, 0.5]] [kg*m^2]",
        "allow",
    );
    body(
        "mass: 1 [kg], inertia: [[1, 1, 0], [2, 1, 0], [0, 0, 1]] [kg*m^2]",
        "the inertia is not symmetric: entries [0][1] and [1][0] differ",
        "[[1, 1, 0], [2, 1, 0], [0, 0, 1]] [kg*m^2]",
        "",
    );
    body(
        "mass: 1 [kg], com: [1, 0, 0] [m], inertia_about: origin, inertia: diagonal(1, 1, 1) [kg*m^2]",
        "the inertia of `c` is unphysical",
        "diagonal(1, 1, 1) [kg*m^2]",
        "allow",
    );
    body(
        "mass: 1 [kg], inertia_about: com",
        "`inertia_about` has no effect without `inertia`",
        "com",
        "remove it",
    );
    body(
        "mass: 1 [kg], inertia_about: origni, inertia: diagonal(1, 1, 1)",
        "`inertia_about` must be `origin` or `com`, not `origni`",
        "origni",
        "`origin`",
    );
    body(
        "mass: 1 [kg], allow: unphysical",
        "`allow` must be `unphysical_inertia` or `massless`, not `unphysical`",
        "unphysical",
        "",
    );
    body(
        "mass: 1 [kg], density: 2 [kg/m^3], shape: sphere(radius: 1 [m])",
        "both `mass` and `density` are given",
        "2 [kg/m^3]",
        "one of them",
    );
    body("density: 2 [kg/m^3]", "`c` has a density but no shape", "2 [kg/m^3]", "shape");
    body("shape: sphere(radius: 1 [m])", "`c` has no mass", "c", "density");
    body(
        "mass: 1 [kg], shape: spere(radius: 1 [m])",
        "`spere` is not a shape",
        "spere(radius: 1 [m])",
        "`sphere`",
    );
    body("mass: 1 [kg], shape: sphere()", "`sphere` needs `radius`", "sphere()", "radius: …");
    body(
        "mass: 1 [kg], shape: sphere(radius: -1 [m])",
        "the radius of `sphere` is not positive",
        "-1 [m]",
        "",
    );
    body(
        "mass: 1 [kg], shape: sphere(1 [m], radius: 1 [m])",
        "`sphere` takes 0 positional arguments but 1 was given",
        "1 [m]",
        "radius: …",
    );
    body(
        "density: 1 [kg/m^3], shape: disk(radius: 1 [m])",
        "expected `kg/m^2` for the density of a shape without thickness, found `kg/m^3`",
        "1 [kg/m^3]",
        "",
    );
    plane(
        "body c { mass: 1 [kg], inertia: diagonal(1, 1, 1) [kg*m^2] } joint k = revolute(b, c);",
        "an inertia in the plane must be a number, not a 3×3 matrix",
        "diagonal(1, 1, 1) [kg*m^2]",
        "normal to the plane",
    );
    plane(
        "particle p { mass: 1 [kg], inertia: 1 [kg*m^2] } joint k = free(ground, p);",
        "a particle has no property `inertia`",
        "inertia",
        "body",
    );
    plane(
        "param m1 = -1 [kg]; body c { mass: m1 } joint k = revolute(b, c);",
        "the mass of `c` is not positive with the default parameters",
        "m1",
        "",
    );
    plane("body c { mass: 1 [kg] }", "body `c` is not connected to the ground", "c", "free(ground, c)");
    plane(
        "body c { mass: 1 [kg] } body d { mass: 1 [kg] } joint k = revolute(c, d);",
        "bodies `c`, `d` are not connected to the ground",
        "c",
        "free(ground, c)",
    );
    plane("body b { mass: 1 [kg] }", "`b` is declared twice", "b", "");
}

#[test]
fn joints() {
    plane("joint k = revolut(ground, b);", "`revolut` is not a joint", "revolut", "`revolute`");
    plane("joint k = 3;", "`3` is not a joint", "3", "revolute");
    plane(
        "joint k = revolute(ground);",
        "`revolute` takes 2 positional arguments but 1 was given",
        "revolute(ground)",
        "revolute(end, end)",
    );
    plane(
        "joint k = revolute(ground, b, b);",
        "`revolute` takes 2 positional arguments but 3 were given",
        "b",
        "revolute(end, end)",
    );
    plane("joint k = revolute(grund, b);", "cannot find `grund`", "grund", "`ground`");
    plane("joint k = revolute(b, b);", "both ends of `k` are on `b`", "b, b", "");
    plane(
        "joint k = revolute(ground at [1, 0], ground);",
        "both ends of `k` are on the ground",
        "ground at [1, 0], ground",
        "",
    );
    plane("joint k = revolute(j, b);", "`j` is neither a body nor a frame", "j", "ground");
    plane(
        "joint k = revolute([1, 0] [m], b);",
        "`[1, 0] [m]` is not an end",
        "[1, 0] [m]",
        "ground at [1, 0] [m]",
    );
    plane(
        "joint k = prismatic(ground, b, axi: [1, 0], axis: [0, 1]);",
        "`prismatic` has no argument `axi`",
        "axi",
        "`axis`",
    );
    plane("joint k = prismatic(ground, b);", "`prismatic` needs `axis`", "prismatic(ground, b)", "axis: …");
    plane(
        "joint k = prismatic(ground, b, axis: [0, 0]);",
        "`axis` has no direction: it is zero",
        "[0, 0]",
        "",
    );
    plane(
        "joint k = prismatic(ground, b, axis: [1, 0, 0]);",
        "`axis` must have 2 components in the plane, but this is an array of 3 components",
        "[1, 0, 0]",
        "[x, y]",
    );
    plane(
        "joint k = prismatic(ground, b, axis: [j.angle, 0]);",
        "`axis` is not constant: it contains `j.angle`",
        "[j.angle, 0]",
        "parameters",
    );
    plane("joint k = prismatic(ground, b, axis: [1, 0], axis: [1, 0]);", "`axis` is given twice", "axis", "");
    plane(
        "joint k = prismatic(axis: [1, 0], ground, b);",
        "positional argument `ground` follows named arguments",
        "ground",
        "prismatic(end, end, axis: …)",
    );
    plane(
        "joint k = revolute(ground, b, axis: [0, 0, 1]);",
        "`revolute` has no argument `axis`",
        "axis",
        "revolute(end, end)",
    );
    plane(
        "joint k = spherical(ground, b);",
        "`spherical` joints exist only in space",
        "spherical",
        "`revolute`",
    );
    plane(
        "joint k = planar(ground, b, normal: [0, 0, 1]);",
        "`planar` joints exist only in space",
        "planar",
        "`free`",
    );
    plane(
        "joint k = revolute(ground at [1, 0] [s], b);",
        "expected `m` for a point, found `s`",
        "[1, 0] [s]",
        "",
    );
    plane(
        "joint k = rod(ground, b, length: -1 [m]);",
        "the length of joint `k` is not positive",
        "-1 [m]",
        "",
    );
    plane("joint k = revolute(ground, b, cut: 1);", "`cut` must be `false` or `true`, not `1`", "1", "");
    plane(
        "joint k = gear(j.angle, j, ratio: 2);",
        "`gear` couples `j.angle` with itself",
        "gear(j.angle, j, ratio: 2)",
        "",
    );
    plane("joint k = gear(k.angle, j, ratio: 2);", "joint `k` is defined in terms of itself", "angle", "");
    plane("frame e = f; frame f = e;", "frame `e` is defined in terms of itself", "e", "");
    plane(
        "particle p { mass: 1 [kg] } joint k = free(ground, p at [1, 0] [m]);",
        "`p` is a particle, which is a single point",
        "[1, 0] [m]",
        "body",
    );
    plane(
        "param j_angle = 1; let a = j_angle;",
        "`j_angle` and `j.angle` become the same name in Rust",
        "j_angle",
        "rename",
    );
    space("joint k = revolute(ground, b);", "`revolute` needs `axis`", "revolute(ground, b)", "axis: …");
    space(
        "joint k = screw(ground, b, axis: [0, 0, 1], pitch: 0 [m]);",
        "the pitch of joint `k` is zero: that is a `revolute` joint",
        "0 [m]",
        "",
    );
    space(
        "param lead = 0 [m]; joint k = screw(ground, b, axis: [0, 0, 1], lead: 2 * lead);",
        "the lead of joint `k` is zero: that is a `revolute` joint with the default parameters",
        "2 * lead",
        "",
    );
    space(
        "joint k = screw(ground, b, axis: [0, 0, 1]);",
        "`screw` needs either `pitch` or `lead`",
        "screw(ground, b, axis: [0, 0, 1])",
        "lead",
    );
    space(
        "joint k = universal(ground, b, axes: [[1, 0, 0], [1, 1, 0]]);",
        "the axes of a universal joint must be perpendicular",
        "[[1, 0, 0], [1, 1, 0]]",
        "",
    );
    space(
        "joint k = spherical(ground, b, rotation: euler_zzx(a, c, d));",
        "`euler_zzx(a, c, d)` is not a sequence of Euler angles",
        "euler_zzx(a, c, d)",
        "euler_zxz",
    );
    space(
        "joint k = spherical(ground, b, rotation: euler_zxz(a, a, d));",
        "the angle cannot be called `a`",
        "a",
        "another name",
    );
    space(
        "joint k = spherical(ground, b, rotation: euler_zxz(a, 1, d));",
        "`1` is not the name of an angle",
        "1",
        "initial",
    );
    space("frame f = fixed(b, rotation: 30 [deg]);", "`30 [deg]` is not a rotation", "30 [deg]", "rpy");
    plane(
        "frame f = fixed(b, rotation: rpy(0, 0, 1));",
        "`rpy(0, 0, 1)` is a rotation in space",
        "rpy(0, 0, 1)",
        "30 [deg]",
    );
    space(
        "joint k = rack_pinion(j.angle, j.angel, radius: 1 [m]);",
        "`j` has no attribute `angel`",
        "angel",
        "`j.angle`",
    );
}

#[test]
fn forces() {
    plane("force a = push(b, 1);", "`push` is not a force", "push", "`spring`");
    plane("force a = sprin(b, 1);", "`sprin` is not a force", "sprin", "did you mean `spring`?");
    plane("force a = 2 [N];", "`2 [N]` is not a force", "2 [N]", "generalized");
    plane(
        "force a = spring(ground, b);",
        "`spring` without `stiffness`, `damping`, `tension` exerts nothing",
        "spring(ground, b)",
        "one of them",
    );
    plane(
        "force a = spring(ground, b, stiffness: 1 [N]);",
        "expected `N/m` for `stiffness`, found `N`",
        "1 [N]",
        "",
    );
    plane("force a = spring(b, b, stiffness: 1 [N/m]);", "both ends of `a` are on `b`", "b, b", "");
    plane(
        "force a = spring(ground, b, stiffness: 1 [N/m], tension: der(der(j.angle)) * 1 [kg*m]);",
        "`tension` contains an acceleration: `der(der(j.angle))`",
        "der(der(j.angle)) * 1 [kg*m]",
        "outputs",
    );
    plane("force a = torque(j, 1 [N]);", "expected `N*m` for the torque, found `N`", "1 [N]", "");
    plane(
        "force a = torque(j, 1 [N*m], reaction: b);",
        "`reaction` does not apply to a torque on a joint",
        "b",
        "both ends",
    );
    plane("force a = torque(ground, 1 [N*m]);", "`ground` does not move", "ground", "reaction: ground");
    plane(
        "force a = torque(b, [1, 2] [N*m]);",
        "expected a number, but `[1, 2] [N*m]` is an array of 2 components",
        "[1, 2] [N*m]",
        "component",
    );
    plane(
        "force a = torque(b, 1 [N*m], reaction: b);",
        "the torque and its reaction act on the same body",
        "torque(b, 1 [N*m], reaction: b)",
        "",
    );
    plane("force a = force(ground, [1, 2] [N]);", "`ground` does not move", "ground", "a body");
    plane(
        "force a = force(b, [1, 2] [N], axes: bdy);",
        "`axes` must be `ground` or `body`, not `bdy`",
        "bdy",
        "`body`",
    );
    plane(
        "force a = friction(j, coefficient: 0.1);",
        "friction in joint `j` needs the `radius` of its bearing",
        "friction(j, coefficient: 0.1)",
        "reaction",
    );
    plane("force a = friction(b, coefficient: 0.1);", "`b` is not a joint", "b", "in a joint");
    plane(
        "force a = friction(b, limit: 1 [N*m]);",
        "`b` is not a coordinate of a joint",
        "b",
        "`pivot.angle`",
    );
    plane("force a = torsion_spring(b);", "`b` is not a coordinate of a joint", "b", "`pivot.angle`");
    plane(
        "force a = torsion_spring(b, ground, stiffness: 1 [N*m/rad]);",
        "`torsion_spring` takes 1 positional argument but 2 were given",
        "ground",
        "`torsion_spring(joint)`",
    );
    plane(
        "force a = torsion_spring(j.angel, stiffness: 1 [N*m]);",
        "`j` has no attribute `angel`",
        "angel",
        "`j.angle`",
    );
    plane(
        "force a = generalized(b.velocity.x, 1 [N]);",
        "`b.velocity.x` is not a coordinate",
        "b.velocity.x",
        "pivot.angle",
    );
    plane(
        "force a = generalized(j.angle, 1 [N]);",
        "expected `N*m` for the generalised force on `j.angle`, found `N`",
        "1 [N]",
        "",
    );
    plane("body ground { mass: 1 [kg] }", "`ground` already means the ground", "ground", "another name");
    plane(
        "force a = contact(b, ground, stiffness: 1e4, exponent: 0);",
        "the exponent of force `a` is not positive",
        "0",
        "",
    );
    plane(
        "force a = contact(b, ground);",
        "`contact` needs `stiffness`",
        "contact(b, ground)",
        "stiffness: …",
    );
    space(
        "joint k = spherical(ground, b, cut: true); force a = torque(k, 1 [N*m]);",
        "joint `k` has 4 coordinates",
        "k",
        "`k.rotation.w`",
    );
    plane(
        "particle p { mass: 1 [kg] } joint k = free(ground, p); force a = torque(p, 1 [N*m]);",
        "`p` is a particle, which has no rotation",
        "p",
        "body",
    );
}

#[test]
fn friction_that_does_nothing() {
    plane(
        "body c { mass: 1 [kg] } joint k = prismatic(ground, c, axis: [1, 0]);
         force a = friction(k, coefficient: 0.1, radius: 0.2 [m]);",
        "joint `k` does not turn: it has no bearing with a `radius`",
        "0.2 [m]",
        "remove `radius:`",
    );
    space(
        "body c { mass: 1 [kg] } joint f = free(ground, c);
         force a = friction(f, coefficient: 0.1, radius: 0.2 [m]);",
        "joint `f` has no reaction, and so no friction by a `coefficient`",
        "f",
        "`friction(flight.x, limit: …)`",
    );
    plane(
        "particle p { mass: 1 [kg] } joint f = free(ground, p); force a = friction(f, coefficient: 0.1);",
        "joint `f` has no reaction, and so no friction by a `coefficient`",
        "f",
        "`friction(flight.x, limit: …)`",
    );
}

/// The velocity of regularised friction is positive; only the number 0 means that it sticks.
#[test]
fn velocities_of_friction_that_are_not_positive() {
    let fact = "the velocity of force `a` is not positive";
    for (force, marked) in [
        ("contact(b, ground, stiffness: 1e4, friction: 0.2, velocity: -1 [mm/s])", "-1 [mm/s]"),
        ("friction(j, coefficient: 0.1, radius: 1 [mm], velocity: -1 [rad/s])", "-1 [rad/s]"),
        ("friction(j, limit: 1 [N*m], velocity: -1 [rad/s])", "-1 [rad/s]"),
    ] {
        plane(&format!("force a = {force};"), fact, marked, "`velocity: 0`");
    }
    let by_a_parameter = |default: &str| {
        let items =
            format!("param e = {default} [rad/s]; force a = friction(j, limit: 1 [N*m], velocity: e);");
        plane(&items, fact, "e", "`velocity: 0`");
    };
    by_a_parameter("0");
    by_a_parameter("-1e-3");
}

#[test]
fn friction_that_cannot_stick() {
    plane(
        "force a = contact(b, ground, stiffness: 1e4, friction: 0.2, static: 0.3);",
        "regularised friction does not stick",
        "0.3",
        "velocity: 0",
    );
    plane(
        "force a = friction(j, coefficient: 0.1, radius: 1 [mm], static: 0.2);",
        "regularised friction does not stick",
        "0.2",
        "velocity: 0",
    );
}
