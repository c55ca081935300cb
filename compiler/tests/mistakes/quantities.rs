//! Units of arguments, examples that fit a coordinate, and one message for one misspelt name.

use super::bodies::{plane, space};

/// The unit of a quantity is that in which the field writes it: a torque has the dimension of an energy.
#[test]
fn units_of_moments() {
    let cases = [
        ("torsion_spring(j, stiffness: 1 [N/m])", "`N*m/rad` for `stiffness`", "`N/m`", "1 [N/m]"),
        ("torsion_spring(j, damping: 1 [N])", "`N*m*s/rad` for `damping`", "`N`", "1 [N]"),
        ("torsion_spring(j, stiffness: 1 [N*m], rest: 1 [m])", "`rad` for `rest`", "`m`", "1 [m]"),
        ("friction(j, limit: 1 [kg])", "`N*m` for `limit`", "`kg`", "1 [kg]"),
        ("torque(j, sin(j.angle))", "`N*m` for the torque", "a number without unit", "sin(j.angle)"),
        ("force(b, [1, 2] [N*m])", "`N` for a force", "`N*m`", "[1, 2] [N*m]"),
        ("spring(ground, b, stiffness: 1 [N*m/rad])", "`N/m` for `stiffness`", "`N*m/rad`", "1 [N*m/rad]"),
    ];
    for (force, wanted, found, marked) in cases {
        plane(&format!("force a = {force};"), &format!("expected {wanted}, found {found}"), marked, "");
    }
    plane("input u [N*m]; output o = u + 1 [N];", "cannot add `N` to `N*m`", "u + 1 [N]", "a factor in `m`");
    plane("let a = sin(1 [N*m]);", "`sin` takes a number or an angle, not `N*m`", "1 [N*m]", "`N*m`");
    plane("initial { j.angle: 1 [m] }", "expected `rad` for `j.angle`, found `m`", "1 [m]", "`90 [deg]`");
}

/// What limits a joint is an angle, or a length.
#[test]
fn examples_fit_the_coordinate() {
    let along = |arguments: &str, fact: &str, marked: &str, help: &str| {
        let joint =
            format!("body c {{ mass: 1 [kg] }} joint k = prismatic(ground, c, axis: [1, 0], {arguments});");
        plane(&joint, fact, marked, help);
    };
    along("limits: 1 [m]", "`limits` must be a range, not `1 [m]`", "1 [m]", "`limits: -0.1 [m] .. 0.1 [m]`");
    along(
        "limits: 1 [m] .. -1 [m]",
        "the limits of joint `k` are in the wrong order",
        "1 [m] .. -1 [m]",
        "`limits: -0.1 [m] .. 0.1 [m]`",
    );
    along("limits: 0 [m] .. 90 [deg]", "expected `m` for a limit, found `rad`", "90 [deg]", "a length");
    along(
        "stops: stop(stiffness: 1 [N/m])",
        "joint `k` has `stops` but no `limits`",
        "stop(stiffness: 1 [N/m])",
        "`limits: -0.1 [m] .. 0.1 [m]`",
    );
    along(
        "limits: 0 [m] .. 1 [m], stops: 1",
        "`stops` must be a `stop(…)`, not `1`",
        "1",
        "stiffness: 1e5 [N/m], dissipation: 0.1 [s/m]",
    );
    plane(
        "body c { mass: 1 [kg] } joint k = revolute(ground, c, limits: 0 [deg] .. 1 [m]);",
        "expected `rad` for a limit, found `m`",
        "1 [m]",
        "`90 [deg]`",
    );
}

/// A misspelt argument or property is one mistake, not a missing one, too.
#[test]
fn what_is_misspelt_is_not_missing() {
    plane("joint k = rod(ground, b, lenght: 1 [m]);", "`rod` has no argument `lenght`", "lenght", "`length`");
    plane(
        "force a = friction(j, coeficient: 1);",
        "`friction` has no argument `coeficient`",
        "coeficient",
        "",
    );
    plane(
        "body c { mas: 1 [kg] } joint k = free(ground, c);",
        "a body has no property `mas`",
        "mas",
        "`mass`",
    );
    space(
        "body c { shape: cylinder(radus: 1 [m], length: 1 [m]), density: 1 [kg/m^3] } joint k = free(ground, c);",
        "`cylinder` has no argument `radus`",
        "radus",
        "`radius`",
    );
    space(
        "joint k = screw(ground, b, axis: [1, 0, 0], pich: 1 [m]);",
        "`screw` has no argument `pich`",
        "pich",
        "`pitch`",
    );
}

#[test]
fn initial_values_name_an_attribute() {
    plane("initial { j: 1 }", "`j` cannot have an initial value", "j", "write `j.angle`");
    plane("initial { b: 1 }", "`b` cannot have an initial value", "b", "`b.position`, `b.angle`");
}
