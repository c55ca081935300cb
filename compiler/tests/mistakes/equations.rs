//! Mistakes in units, values and constraints.

use super::{alone, only};

#[test]
fn units_and_dimensions() {
    only("let a = x + time;", "cannot add `s` to `m`", "x + time", "");
    only("let a = x - 2 * time;", "cannot subtract `s` from `m`", "x - 2 * time", "");
    only("let a = if(x < 2, 1, 2);", "cannot compare `m` with a number without unit", "x < 2", "`2 [m]`");
    only("constraint c: x^2 = 1;", "cannot equate `m^2` and a number without unit", "x^2 = 1", "`1 [m^2]`");
    only(
        "let a = if(time < 0, x, 1 [s]);",
        "cannot choose between `m` and `s`",
        "if(time < 0, x, 1 [s])",
        "",
    );
    only(
        "let a = dot([x, 1], [x, 1]);",
        "cannot add a number without unit to `m^2`",
        "dot([x, 1], [x, 1])",
        "",
    );
    only("let a = sin(x);", "`sin` takes a number or an angle, not `m`", "x", "");
    only("let a = atan2(x, time);", "cannot compare `m` with `s`", "atan2(x, time)", "");
    only(
        "let a = 2^x;",
        "an exponent must be a number without unit, but `x` has one",
        "x",
        "reference value",
    );
    only(
        "let a = x^sin(x / 1 [m]);",
        "a power of `m` needs a constant rational exponent",
        "sin(x / 1 [m])",
        "reference",
    );
    only("let a = x^0.123;", "a power of `m` needs a constant rational exponent", "0.123", "reference");
    only(
        "let a = x^2 [m];",
        "an exponent must be a number without unit, but `2 [m]` has one",
        "2 [m]",
        "`x^2`",
    );
    only(
        "let a = 2^3 [m];",
        "an exponent must be a number without unit, but `3 [m]` has one",
        "3 [m]",
        "`(2^3) [m]`",
    );
    only("let a = 1/2 [m];", "the unit belongs to `2` alone, not to `1/2`", "1/2 [m]", "`(1/2) [m]`");
    only("let a = x [m];", "a unit must follow a number; `x` is a name", "[m]", "remove `[m]`");
    only("let a = pi [m];", "a unit must follow a number; `pi` is a name", "[m]", "`pi * 1 [m]`");
    only("let a = (x) [m];", "a unit must follow a constant; `(x)` is not one", "[m]", "remove the brackets");
    only("let a = (2 [m]) [m];", "`(2 [m])` already has the unit `m`", "(2 [m])", "");
    only("let a = 2 [mtr];", "cannot find unit `mtr`", "[mtr]", "");
    only("let a = 2 [meters];", "cannot find unit `meters`", "[meters]", "`m`");
    only("let a = 2 [Nm];", "cannot find unit `Nm`", "[Nm]", "`N*m`");
    only("let a = 2 [Kg];", "cannot find unit `Kg`", "[Kg]", "`kg`");
    only("let a = 2 [m2];", "cannot find unit `m2`", "[m2]", "`m^2`");
    only("let a = 2 [degg];", "cannot find unit `degg`", "[degg]", "`deg`");
    only("let a = 2 [m+s];", "`m + s` is not a unit", "[m+s]", "names");
    only("let a = 2 [3*m];", "`3` is not a unit", "3", "before the brackets");
    only("let a = 1e999;", "`1e999` is too large for a floating-point number", "1e999", "");
    only("let a = 1e-999;", "`1e-999` is too small for a floating-point number", "1e-999", "");
    only("let a = 1 / 0;", "division by zero", "1 / 0", "");
    only("param a [m] = 2 [s];", "expected `m` for the default of `a`, found `s`", "2 [s]", "");
    only("potential = x;", "expected `J` for the potential energy, found `m`", "x", "");
    only("dissipation = 1 [J];", "expected `W` for the dissipation, found `J`", "1 [J]", "");
    only("initial { der(x): 2 [m] }", "expected `m/s` for `der(x)`, found `m`", "2 [m]", "");
    only("state s [A]; der(s) = 1 [A];", "expected `A/s` for the rate of `s`, found `A`", "1 [A]", "");
    only(
        "force f = generalized(x, 2 [N*m]);",
        "expected `N` for the generalised force on `x`, found `N*m`",
        "2 [N*m]",
        "",
    );
    only("output o [kg] = x;", "expected `kg` for output `o`, found `m`", "x", "");
    alone(
        "coordinate x [m]; coordinate y [rad]; mass_matrix = [[1 [kg], 0], [0, 1 [kg]]]; force = [1 [N], 1 [N*m]];",
        "row 1 of the equations mixes `J` and `kg/s^2`: entry [1][1] of the mass matrix times `der(der(y))` does not fit",
        "[[1 [kg], 0], [0, 1 [kg]]]",
        "",
    );
}

#[test]
fn parameters_constants_and_initial_values() {
    only("param a = x;", "a default is not constant: it contains `x`", "x", "parameters");
    only("param a = b; param b = 1;", "the parameter `b` is used before its declaration", "b", "earlier");
    only("const a = x;", "the value of `a` is not constant", "x", "`param`");
    only("const a[2] = 1;", "a `const` takes no index and no unit here", "[2]", "`const a = …;`");
    only(
        "for i in 0..x { }",
        "`x` is not a whole number known when the description is compiled",
        "x",
        "`const`",
    );
    let unknown = "the parameter `n` has no value when the description is compiled";
    only("param n = 3; for i in 0..n { }", unknown, "n", "`const n = …;`");
    only("param n = 3; const count = n;", unknown, "n", "`const n = …;`");
    only(
        "for i in 0..1.5 { }",
        "`1.5` is not a whole number known when the description is compiled",
        "1.5",
        "`const`",
    );
    only(
        "for i in 0..9999999 { let a[i] = 1; }",
        "the range has more than 100000 values",
        "0..9999999",
        "smaller",
    );
    only("initial { x: x }", "an initial value is not constant: it contains `x`", "x", "parameters");
    only("initial { x: 1, x: 2 }", "the initial value of `x` is given twice", "x", "");
    only("initial { y: 1 }", "cannot find `y`", "y", "");
    only("param a = 1; initial { a: 2 }", "`a` cannot have an initial value", "a", "`param name = …;`");
    only(
        "state s; der(s) = 1; initial { der(s): 2 }",
        "`der(s)` cannot have an initial value",
        "der(s)",
        "equation",
    );
    only("initial { x [m]: 2 }", "the unit of `x` must follow its value", "[m]", "`x: 1 [m]`");
    only(
        "coordinate y [m] = time * 1 [m/s]; constraint c: y = x;",
        "a reference value is not constant: it contains `time`",
        "time * 1 [m/s]",
        "parameters",
    );
}

#[test]
fn constraints() {
    only("constraint c: time = 2 [s];", "constraint `c` contains no coordinate", "time = 2 [s]", "equation");
    only(
        "constraint c: der(x)^2 = 1 [m^2/s^2];",
        "nonholonomic constraint `c` is not linear in the velocities",
        "der(x)^2 = 1 [m^2/s^2]",
        "mass_matrix",
    );
    only(
        "constraint c: der(der(x)) = 0;",
        "constraint `c` contains an acceleration: `der(der(x))`",
        "der(der(x)) = 0",
        "outputs",
    );
    only("input u [m]; constraint c: x = u;", "constraint `c` contains an input: `u`", "x = u", "");
    only(
        "state s [m]; der(s) = 0; constraint c: x = s;",
        "constraint `c` contains a state: `s`",
        "x = s",
        "",
    );
    only(
        "constraint c: x = 0; constraint d: x = multiplier(c) * 1 [m/N];",
        "constraint `d` contains a multiplier: `multiplier(c)`",
        "x = multiplier(c) * 1 [m/N]",
        "forces",
    );
    only(
        "constraint c: x = multiplier(d) * 1 [m/N]; constraint d: x = 0;",
        "`multiplier(d)` cannot be used here",
        "d",
        "forces",
    );
    only("let a = multiplier(x);", "`x` is not a constraint", "x", "constraints");
    only(
        "constraint c: [x, 2 * x] = [0, 0]; output o = multiplier(c[2]);",
        "`c` has 2 components",
        "c[2]",
        "`c[0]` to `c[1]`",
    );
    only("let a = multiplier(cc); constraint c: x = 0;", "cannot find `cc`", "cc", "`c`");
    only("constraint c [m]: x = 0;", "`c` takes no unit", "c [m]", "follows");
}
