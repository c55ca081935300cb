//! Mistakes in expressions about the motion of bodies: attributes, functions in Rust, names.

use super::bodies::{plane, space};
use super::mistakes;

#[test]
fn attributes() {
    plane("let a = j.angel;", "`j` has no attribute `angel`", "angel", "`j.angle`");
    plane("let a = j;", "`j` is a joint, not a value", "j", "`angle`");
    plane("let a = b;", "`b` is a body, not a value", "b", "`position`");
    plane("let a = b.positon;", "`b` has no attribute `positon`", "positon", "`b.position`");
    plane("let a = b.position.z;", "`b.position` has 2 components but no `.z`", "z", "");
    plane(
        "let a = b.rotation.y;",
        "`b.rotation.y` is ambiguous: it may be a row or a column of the matrix",
        "y",
        "the y axis of `b` is `b.axis.y`",
    );
    plane("let a = b.rotation.z;", "`b.rotation` has no attribute `z`", "z", "`row`, `column`");
    plane(
        "initial { b.rotation: 30 [deg] }",
        "`b.rotation` is a 2×2 matrix, its initial value is a number",
        "30 [deg]",
        "",
    );
    plane(
        "let a = b.position + j.angle;",
        "cannot apply `+` to an array of 2 components and a number",
        "b.position + j.angle",
        "",
    );
    plane("let a = b.position.x + j.angle;", "cannot add `rad` to `m`", "b.position.x + j.angle", "");
    plane(
        "force k = spring(ground, b, stiffness: 1); let a = k;",
        "`k` is a force, not a value",
        "k",
        "`length`, `tension`, `force`",
    );
    plane(
        "force k = spring(ground, b, stiffness: 1); let a = k.lenght;",
        "`k` has no attribute `lenght`",
        "lenght",
        "`k.length`",
    );
    plane(
        "force k = contact(b, ground, stiffness: 1e4, friction: 0.3, velocity: 0 [m/s]); output a = k.friction;",
        "`k.friction` cannot be used in expressions",
        "friction",
        "`k.force`",
    );
    plane(
        "force k = spring(ground, b, stiffness: 1); let a = der(k.force);",
        "the rate of a force is not available: `k.force`",
        "k.force",
        "",
    );
    plane(
        "force k = spring(ground, b, stiffness: 1); force l = torque(j, k.tension * 1 [m]);",
        "the torque contains what a force exerts: `k.tension`",
        "k.tension * 1 [m]",
        "outputs",
    );
    plane(
        "force k = spring(ground, b, stiffness: 1); constraint c: k.tension = 1 [N];",
        "constraint `c` contains what a force exerts: `k.tension`",
        "k.tension = 1 [N]",
        "outputs",
    );
    plane(
        "force k = spring(ground, b, tension: k.tension);",
        "force `k` is defined in terms of itself",
        "k",
        "",
    );
    plane("let a = der(j.force);", "the rate of a reaction is not available: `j.force`", "j.force", "");
    plane(
        "let a = der(der(b.velocity));",
        "the rate of an acceleration is not available: `der(b.velocity)`",
        "der(b.velocity)",
        "equations of motion",
    );
    plane(
        "let a = b at [1, 0] [m];",
        "`b at [1, 0] [m]` is a point on a body, not a value",
        "b at [1, 0] [m]",
        "frame tip",
    );
    plane("let a = sin(x: 1);", "unexpected named argument `x:`", "x", "f(a, b)");
    plane(
        "constraint c: j.force.x = 0;",
        "constraint `c` contains a multiplier: `j.force.x`",
        "j.force.x = 0",
        "multipliers",
    );
    plane(
        "constraint c: b.angular_velocity^2 = 1 [1/s^2];",
        "nonholonomic constraint `c` is not linear in the velocities",
        "b.angular_velocity^2 = 1 [1/s^2]",
        "mass_matrix",
    );
    plane(
        "potential = j.force.x * 1 [m];",
        "the potential energy contains a multiplier: `j.force.x`",
        "j.force.x * 1 [m]",
        "outputs",
    );
    for (initial, fact, marked) in [
        ("k.rotation.w: 0.5", "`k.rotation` is not determined by the given components", "k.rotation.w"),
        (
            "k.rotation.x: 0.8, k.rotation.y: 0.8",
            "`k.rotation` is not a unit quaternion: the squares of its components add up to 1.28",
            "k.rotation.y",
        ),
        (
            "k.rotation.w: 0.8, k.rotation.x: 0.7",
            "`k.rotation` is not a unit quaternion: the squares of its components add up to 1.13",
            "k.rotation.x",
        ),
        (
            "k.rotation.w: 0.5, k.rotation.x: 0, k.rotation.y: 0, k.rotation.z: 0",
            "`k.rotation` is not a unit quaternion: the squares of its components add up to 0.25",
            "k.rotation.z",
        ),
    ] {
        let items = format!("joint k = spherical(b, c); body c {{ mass: 1 [kg] }} initial {{ {initial} }}");
        space(&items, fact, marked, "rpy(");
    }
    plane("initial { j.angel: 1 }", "`j` has no attribute `angel`", "angel", "`j.angle`");
    plane("initial { der(jj.angle): 1 }", "cannot find `jj`", "jj", "");
    plane("initial { j.angle: 1 [m] }", "expected `rad` for `j.angle`, found `m`", "1 [m]", "");
    plane(
        "initial { j.angle: 1, j.angle: 2 }",
        "the initial value of `j.angle` is given twice",
        "j.angle",
        "",
    );
    plane(
        "initial { der(der(j.angle)): 1 }",
        "`der(der(j.angle))` cannot have an initial value",
        "der(der(j.angle))",
        "rates",
    );
    plane(
        "initial { b.position: [1, 2, 3] [m] }",
        "`b.position` is an array of 2 components, its initial value is an array of 3 components",
        "[1, 2, 3] [m]",
        "",
    );
    plane(
        "initial { j.force: [1, 2] [N] }",
        "`j.force` cannot have an initial value",
        "j.force",
        "velocities",
    );
    space(
        "initial { b.own_angular_velocity.x: 1 [rad/s] }",
        "`b.own_angular_velocity.x` cannot have an initial value",
        "b.own_angular_velocity.x",
        "in the axes of `second`",
    );
    space(
        "joint k = spherical(ground, b, rotation: euler_zxz(p, n, s), cut: true); initial { k.rotation: rpy(0, 0, 1) }",
        "`k.rotation` is not among the coordinates of the joint",
        "k.rotation",
        "`p`",
    );
    space(
        "joint k = spherical(ground, b, cut: true); let a = der(k.rotation.w);",
        "the rate of a component of a quaternion is not available: `k.rotation.w`",
        "k.rotation.w",
        "`angular_velocity`",
    );
}

#[test]
fn functions_in_rust() {
    let law = "function law(x [m], v [m/s]) -> [N] = crate::law;";
    let with = |items: &str, fact: &str, marked: &str, help: &str| {
        plane(&format!("{law} {items}"), fact, marked, help);
    };
    with("let a = law(1 [m]);", "`law` takes 2 arguments but 1 was given", "law(1 [m])", "");
    with(
        "let a = law(1 [m], 2 [m]);",
        "expected `m/s` for the argument `v` of `law`, found `m`",
        "2 [m]",
        "",
    );
    with("let a = law;", "`law` is a function, not a value", "law", "`law(…)`");
    with("let a = 1 [s] + law(1, 2);", "cannot add `N` to `s`", "1 [s] + law(1, 2)", "");
    with("param p = law(1, 2);", "a default calls `law`, a function in Rust", "law(1, 2)", "forces");
    with(
        "coordinate x [m]; kinetic = law(x, 2) * der(x)^2 * 1 [s^2/m];",
        "the kinetic energy calls `law`, a function in Rust",
        "law(x, 2) * der(x)^2 * 1 [s^2/m]",
        "forces",
    );
    plane("function sin(x) = crate::f;", "`sin` is a function of the language", "sin", "another name");
    plane("function f(a, c, d) = crate::f;", "`f` has 3 arguments", "f", "one or two");
    plane("function f(a [m] [s]) = crate::f;", "`a` already has a unit", "[s]", "remove one");
    plane("function f(a [deg]) = crate::f;", "`deg` is not a unit of SI", "[deg]", "`[rad]`");
    plane("function f(a) = 3;", "expected identifier", "3", "");
}

#[test]
fn all_mistakes_of_bodies_in_one_run() {
    let found = mistakes(
        "mechanism A in plane {
            body a { }
            body b { mass: 1 [kg], com: [1] [m] }
            joint j = revolut(ground, a);
            joint k = prismatic(ground, b);
            force f = spring(a, c, stiffness: 1 [N]);
            output o = k.angel;
            initial { j.angle: 1 }
        }",
    );
    let facts: Vec<&str> = found.iter().map(|(fact, _, _)| fact.as_str()).collect();
    assert_eq!(
        facts,
        [
            "`a` has no mass",
            "`com` must have 2 components in the plane, but this is an array of 1 component",
            "`revolut` is not a joint",
            "`prismatic` needs `axis`",
            "cannot find `c`",
            "expected `N/m` for `stiffness`, found `N`",
        ]
    );
}

/// Names that the choice of coordinates creates are known after it: free bodies are referred to by their names.
#[test]
fn names_of_free_bodies() {
    let text = |coordinates: &str, declared: &str, joint: &str| {
        format!(
            "mechanism A in plane {{ coordinates = {coordinates}; {declared}
             body rod {{ mass: 1 [kg], inertia: 1 [kg*m^2] }} joint pin = {joint}(ground, rod);
             force f = force(rod, [rod_x, 0 [N]]); }}"
        )
    };
    let compile = |text: &str| {
        let tokens = text.parse().expect("tokens");
        linkwork_compiler::compile(tokens, &linkwork_compiler::Options::default())
    };
    for declared in ["param rod_x = 1 [N];", "input rod_x [N];"] {
        let refused = compile(&text("absolute", declared, "revolute"));
        let [mistake] = refused.diagnostics.iter().collect::<Vec<_>>()[..] else {
            panic!("{declared}: {} mistakes", refused.diagnostics.errors())
        };
        assert_eq!(mistake.message, "`rod_x` and `rod.x` become the same name in Rust");
        assert_eq!(mistake.place.text().as_deref(), Some("rod_x"));
        assert!(mistake.helps.iter().any(|help| help.contains("rename")));
        // In the joint's angle the body has no coordinates.
        assert_eq!(compile(&text("minimal", declared, "revolute")).diagnostics.errors(), 0);
    }
    let refused = compile(&text(
        "absolute",
        "input rod_x [N]; coordinate rod_y [m]; kinetic = der(rod_y)^2 * 1 [kg];",
        "revolute",
    ));
    let all: Vec<&str> = refused.diagnostics.iter().map(|mistake| mistake.message.as_str()).collect();
    assert!(all.contains(&"`rod_y` and `rod.y` become the same name in Rust"), "{all:?}");
}

/// Velocities and accelerations have no names in the description: declared names have priority.
#[test]
fn names_of_the_user_precede_those_of_rates() {
    let text = "mechanism A {
        param theta_dot = 2 [rad/s]; param theta_ddot = 1; param p = 3;
        coordinate theta [rad];
        kinetic = theta_ddot * p * 1 [kg*m^2] * der(theta)^2 / 2;
        force drag = generalized(theta, -1 [N*m*s/rad] * (der(theta) - theta_dot));
        output alpha = der(der(theta)) * theta_ddot;
    }";
    let compiled =
        linkwork_compiler::compile(text.parse().expect("tokens"), &linkwork_compiler::Options::default());
    assert_eq!(compiled.diagnostics.errors(), 0);
    let code = linkwork_compiler::emit::emit(&compiled.programs[0]).to_string();
    assert!(code.contains("theta_dot_2"), "the velocity has another name");
}
