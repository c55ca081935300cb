//! Mistakes in descriptions: for each the fact, the marked text and the help.

mod assembly;
mod attributes;
mod bodies;
mod equations;
mod quantities;
mod suspicious;

use linkwork_compiler::diagnostics::{Diagnostics, Severity};
use linkwork_compiler::resolve::resolve;
use linkwork_compiler::syntax;

/// (fact, marked text, help) of every error in a text.
fn mistakes(text: &str) -> Vec<(String, String, String)> {
    let mut diagnostics = Diagnostics::new();
    for description in syntax::parse(text.parse().expect("tokens"), &mut diagnostics) {
        let before = diagnostics.errors();
        let model = resolve(&description, &[], &mut diagnostics);
        assert!(model.is_err() || diagnostics.errors() == before, "a model in spite of mistakes");
    }
    let errors = diagnostics.iter().filter(|found| found.severity == Severity::Error);
    errors
        .map(|found| {
            assert!(!found.message.ends_with('.'), "{}", found.message);
            assert!(found.message.starts_with(|c: char| !c.is_uppercase()), "{}", found.message);
            (found.message.clone(), found.place.text().unwrap_or_default(), found.helps.join(" "))
        })
        .collect()
}

/// The only mistake of `items` in a mechanism with a coordinate `x [m]` and its kinetic energy.
fn only(items: &str, fact: &str, marked: &str, help: &str) {
    in_frame("coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2;", items, fact, marked, help);
}

/// The same in a mechanism without units.
fn plain(items: &str, fact: &str, marked: &str, help: &str) {
    in_frame("coordinate x; kinetic = der(x)^2 / 2;", items, fact, marked, help);
}

/// The same without anything around it.
fn alone(items: &str, fact: &str, marked: &str, help: &str) {
    in_frame("", items, fact, marked, help);
}

fn in_frame(frame: &str, items: &str, fact: &str, marked: &str, help: &str) {
    in_setting("", frame, items, fact, marked, help);
}

/// The only mistake of `items` in a mechanism `in plane` or `in space`; what the frame declares is not unused.
fn in_setting(setting: &str, frame: &str, items: &str, fact: &str, marked: &str, help: &str) {
    let found = mistakes(&format!("mechanism A{setting} {{ {frame} {items} }}"));
    let [(message, text, helps)] = found.as_slice() else { panic!("{items}: {found:#?}") };
    assert_eq!(message, fact, "{items}");
    assert_eq!(text, marked, "{items}");
    assert!(helps.contains(help), "{items}: {helps}");
}

#[test]
fn names() {
    only("potential = 1 [N] * xx;", "cannot find `xx`", "xx", "did you mean `x`?");
    only("param length = 1 [m]; let a = lenght;", "cannot find `lenght`", "lenght", "`length`");
    only("let a = guide.displacement;", "cannot find `guide`", "guide", "");
    only("let a = sin;", "cannot find `sin`", "sin", "`sin(…)`");
    only("let a = t;", "cannot find `t`", "t", "`time`");
    only("let a = 2 * kg;", "cannot find `kg`", "kg", "`2 [kg]`");
    only("for i in 0..3 { let a[i] = i; } let b = a[5];", "cannot find `a[5]`", "a[5]", "`a[0]` to `a[2]`");
    only("for i in 0..3 { let a[i] = i; } let b = a;", "cannot find `a`", "a", "`a[0]`");
    only("for i in 0..3 { let a = i; } let b = a;", "cannot find `a`", "a", "");
    only("let a = x[j];", "`j` is neither an index nor a unit", "j", "");
    only("let a = 1; param a = 2;", "`a` is declared twice", "a", "");
    only("for i in 0..2 { input s; }", "`s` is declared twice", "s", "`s[i]`");
    only("let a[1] = 1; let a_1 = 2;", "`a_1` and `a[1]` become the same name in Rust", "a_1", "rename");
    only("param self = 1;", "`self` cannot be a name", "self", "another name");
    only("param time = 1;", "`time` already means the time", "time", "another name");
    only("const s = 1;", "a `const` cannot have the name of the unit `s`", "s", "another name");
    only("for m in 0..1 { }", "a loop variable cannot have the name of the unit `m`", "m", "another name");
    only("let a = b; let b = a;", "`a` is defined in terms of itself", "a", "");
    only("constraint c: x = 0; let a = c;", "`c` is a constraint, not a value", "c", "`multiplier(c)`");
    only("force f = generalized(x, f.force);", "force `f` is defined in terms of itself", "force", "`let`");
    only("force f = generalized(x, 0); let a = f;", "`f` is a force, not a value", "f", "`let`");
}

#[test]
fn functions_and_components() {
    only("let a = sinn(1);", "cannot find function `sinn`", "sinn", "`sin`");
    only("let a = pow(x, 2);", "cannot find function `pow`", "pow", "`x^2`");
    only("let a = log(2);", "cannot find function `log`", "log", "`ln`");
    only("let a = x(2);", "cannot find function `x`", "x", "`x*(2)`");
    only("let a = atan2(1);", "`atan2` takes 2 arguments but 1 was given", "atan2(1)", "");
    only("let a = der(x, 2);", "`der` takes 1 argument but 2 were given", "der(x, 2)", "");
    only("let a = [1, 2] + [1, 2, 3];", "cannot add arrays of 2 and 3 components", "[1, 2] + [1, 2, 3]", "");
    only(
        "let a = [1, 2] * [1, 2];",
        "cannot apply `*` to an array of 2 components and an array of 2 components",
        "[1, 2] * [1, 2]",
        "dot(a, b)",
    );
    only(
        "let a = 1 + [1, 2];",
        "cannot apply `+` to a number and an array of 2 components",
        "1 + [1, 2]",
        "",
    );
    only(
        "let a = [1, 2]^2;",
        "cannot raise `[1, 2]` to a power: it is an array of 2 components",
        "[1, 2]",
        "dot(a, a)",
    );
    only("let a = [1, 2].z;", "`[1, 2]` has 2 components but no `.z`", "z", "");
    only("let a = x.y;", "`x` is a number, which has no `.y`", "y", "`.x`");
    only("let a = [1, 2]; let b = a[2];", "`a` has 2 components", "a[2]", "`a[1]`");
    only(
        "let a = cross([1], [2]);",
        "`cross` takes arrays of 2 or 3 components, not 1",
        "cross([1], [2])",
        "",
    );
    only("let a = norm(x);", "expected an array of numbers, but `x` is a number", "x", "[a, b]");
    only(
        "potential = 1 [N] * [x, x];",
        "expected a number, but `1 [N]*[x, x]` is an array of 2 components",
        "1 [N] * [x, x]",
        "dot",
    );
    only(
        "constraint c: [x, 2 * x] = [1 [m], 2 [m], 3 [m]];",
        "the sides of `c` are an array of 2 components and an array of 3 components",
        "[x, 2 * x] = [1 [m], 2 [m], 3 [m]]",
        "",
    );
    only("let a = if(1, 2, 3);", "expected a condition, but `1` is a number", "1", "x > 0");
    only(
        "let a = 1 + (1 < 2);",
        "expected a number, but `(1 < 2)` is a condition",
        "(1 < 2)",
        "if(condition, 1, 0)",
    );
    only(
        "let a = if(1 < 2, 1, [2, 3]);",
        "the branches of `if` are a number and an array of 2 components",
        "if(1 < 2, 1, [2, 3])",
        "one length",
    );
}

#[test]
fn dependencies() {
    only(
        "potential = 1 [kg*m/s] * der(x) * 1 [1/s] * 1 [s];",
        "the potential energy contains a velocity: `der(x)`",
        "1 [kg*m/s] * der(x) * 1 [1/s] * 1 [s]",
        "kinetic",
    );
    only(
        "kinetic = 1 [kg*m] * der(der(x));",
        "the kinetic energy contains an acceleration: `der(der(x))`",
        "1 [kg*m] * der(der(x))",
        "outputs",
    );
    only(
        "dissipation = 1 [N*s] * der(der(x));",
        "the dissipation contains an acceleration: `der(der(x))`",
        "1 [N*s] * der(der(x))",
        "outputs",
    );
    only(
        "force f = generalized(x, 1 [kg] * der(der(x)));",
        "a force contains an acceleration: `der(der(x))`",
        "1 [kg] * der(der(x))",
        "outputs",
    );
    only(
        "constraint c: x = 0; potential = multiplier(c) * 1 [m];",
        "the potential energy contains a multiplier: `multiplier(c)`",
        "multiplier(c) * 1 [m]",
        "forces",
    );
    only("input u [J]; kinetic = u;", "the kinetic energy contains an input: `u`", "u", "");
    only(
        "output o = der(der(der(x)));",
        "the rate of an acceleration is not available: `der(der(x))`",
        "der(der(x))",
        "",
    );
    only("input u; output o = der(u);", "the rate of the input `u` is not available", "u", "another input");
    only(
        "constraint c: x = 0; output o = der(multiplier(c));",
        "the rate of a multiplier is not available: `multiplier(c)`",
        "multiplier(c)",
        "velocities",
    );
    only("state s; der(s) = der(s) * 2 + 1;", "the rate of `s` is defined in terms of itself", "s", "");
    plain(
        "state s; der(s) = der(der(x));",
        "the rate of a state contains an acceleration: `der(der(x))`",
        "der(der(x))",
        "outputs",
    );
    alone(
        "coordinate x; mass_matrix = [[der(x)]]; force = [0];",
        "the mass matrix contains a velocity: `der(x)`",
        "[[der(x)]]",
        "",
    );
    alone(
        "coordinate x; mass_matrix = [[1]]; force = [der(der(x))];",
        "the force contains an acceleration: `der(der(x))`",
        "[der(der(x))]",
        "outputs",
    );
}

#[test]
fn levels_and_completeness() {
    alone("", "the mechanism has no coordinate", "A", "coordinate x [m];");
    plain("force f = generalised(x, 2);", "`generalised` is not a force", "force", "`generalized`");
    alone("coordinate x;", "the mechanism has no kinetic energy", "A", "kinetic = …;");
    // A declaration that was lost by a mistake is not reported as missing.
    alone("param x = 1; coordinate x; kinetic = 1;", "`x` is declared twice", "x", "");
    alone("input s; state s; coordinate x; kinetic = der(x)^2;", "`s` is declared twice", "s", "");
    alone(
        "coordinate x; force = [1];",
        "the mechanism has a `force` but no `mass_matrix`",
        "A",
        "mass_matrix",
    );
    alone(
        "coordinate x; mass_matrix = [[1]];",
        "the mechanism has a `mass_matrix` but no `force`",
        "A",
        "force",
    );
    plain(
        "mass_matrix = [[1]]; force = [2];",
        "energies and matrices cannot be combined",
        "mass_matrix",
        "not both",
    );
    alone(
        "coordinate x; coordinate y; mass_matrix = [[1, 0]]; force = [0, 0];",
        "expected a 2×2 mass matrix, one row for each coordinate, found a 1×2 matrix",
        "[[1, 0]]",
        "",
    );
    alone(
        "coordinate x; mass_matrix = 1; force = [0];",
        "expected a 1×1 mass matrix, one row for each coordinate, found a number",
        "1",
        "",
    );
    alone(
        "coordinate x; mass_matrix = [[1]]; force = [0, 1];",
        "expected a force of 1 component, one for each coordinate, found an array of 2 components",
        "[0, 1]",
        "",
    );
    alone(
        "coordinate x; mass_matrix = [[1]]; force = [0]; force = [1];",
        "`force` is given twice",
        "[1]",
        "",
    );
    only("state s;", "state `s` has no rate", "s", "`der(s) = …;`");
    only("state s; der(s) = 1; der(s) = 2;", "the rate of `s` is given twice", "s", "");
    only("der(x) = 1;", "`x` is not a state", "x", "constraint c: der(x)");
    only("param a = 1; der(a) = 1;", "`a` is not a state", "a", "`state a;`");
    only("der(b) = 1;", "cannot find `b`", "b", "");
    only(
        "force f = generalized(2 * x, 1 [N]);",
        "`2*x` is not a coordinate",
        "2 * x",
        "generalized(coordinate, value)",
    );
}

#[test]
fn all_independent_mistakes_are_reported_in_one_run() {
    let found = mistakes(
        "mechanism A {
            param a = 1 [mm2]; param b = a;
            coordinate x [m];
            kinetic = y * der(x)^2 + z;
            potential = x + time;
            constraint c: 1 [m] = 2 [s];
            parm d = 3;
            let e = d + b;
            output o = sin(x);
            initial { x: 1 [s], w: 2 }
        }
        mechanism B { coordinate q; kinetic = der(qq)^2; }",
    );
    let facts: Vec<&str> = found.iter().map(|(fact, _, _)| fact.as_str()).collect();
    for fact in [
        "expected an item, found `parm`",
        "cannot find unit `mm2`",
        "cannot find `y`",
        "cannot find `z`",
        "cannot add `s` to `m`",
        "cannot equate `m` and `s`",
        "`sin` takes a number or an angle, not `m`",
        "expected `m` for `x`, found `s`",
        "cannot find `w`",
        "cannot find `qq`",
    ] {
        assert!(facts.contains(&fact), "{fact} is not among {facts:#?}");
    }
    assert_eq!(facts.len(), 10, "{facts:#?}");
}

/// A declaration with a mistake is one mistake, however its name is used.
#[test]
fn names_whose_declaration_has_a_mistake() {
    let one = |setting: &str, items: &str, fact: &str| {
        let found = mistakes(&format!("mechanism A{setting} {{ {items} }}"));
        let [(message, _, helps)] = found.as_slice() else { panic!("{items}: {found:#?}") };
        assert!(message == fact && !helps.is_empty(), "{items}: {message} {helps}");
    };
    let plane = " in plane";
    let used = "body a { mass: 1, inertia: 1 } joint j = revolute(ground, a);";
    one(
        plane,
        "body a { mass: 1, inertia: 1 } frame f [m] = ground; joint j = revolute(f, a);",
        "`f` takes no unit",
    );
    one(
        plane,
        "body a [kg] { mass: 1, inertia: 1 } joint j = revolute(ground, a); output o = a.angle;",
        "`a` takes no unit",
    );
    one(
        plane,
        "body a { mass: 1, inertia: 1 } joint j [m] = revolute(ground, a); output o = j.angle; initial { j.angle: 1 }",
        "`j` takes no unit",
    );
    one(plane, &format!("{used} force f [N] = torque(j, 1); output o = f.force;"), "`f` takes no unit");
    one(
        "",
        "coordinate x; kinetic = der(x)^2; function f [N](v) = crate::f; output o = f(x);",
        "`f` takes no unit",
    );
    one(
        "",
        "coordinate x; kinetic = der(x)^2; constraint c [m]: x = 1; output o = multiplier(c);",
        "`c` takes no unit",
    );
    one(
        "",
        "for i in 0..2 { coordinate a[i]; } coordinate a_1; kinetic = der(a[0])^2 + der(a[1])^2 + der(a_1)^2; initial { a_1: 1 }",
        "`a_1` and `a[1]` become the same name in Rust",
    );
    one(
        "",
        "coordinate x; kinetic = der(x)^2; param time = 2; output o = time;",
        "`time` already means the time",
    );
    // A coordinate is missing, and the matrices have one row too many.
    one(
        "",
        "coordinat p; coordinate q; mass_matrix = [[1, 0], [0, 1]]; force = [1, 2];",
        "expected an item, found `coordinat`",
    );
}

/// Sizes that exceed any stack or memory are mistakes, those that are merely large are not.
#[test]
fn large_descriptions_terminate() {
    let around = |items: &str| format!("mechanism A {{ coordinate x; kinetic = der(x)^2; {items} }}");
    let chain = |next: &dyn Fn(usize) -> String| -> String {
        (0..3000).map(|i| format!("let b{} = {}; ", i + 1, next(i))).collect()
    };
    let sum: Vec<String> = (0..20_000).map(|i| format!("{i}*x^{}", i % 7)).collect();
    for fine in [
        format!("potential = {};", sum.join(" + ")),
        format!("potential = if({}, 1, 2);", vec!["x < 1"; 3000].join(" && ")),
        format!("let b0 = x; {} output o = b3000;", chain(&|i| format!("sin(b{i})"))),
        format!("let b0 = x; {} output o = b3000;", chain(&|i| format!("x*b{i} + 1"))),
        format!(
            "{} let b3000 = x; output o = b0;",
            (0..3000).map(|i| format!("let b{i} = sin(b{}); ", i + 1)).collect::<String>()
        ),
        (0..8000).map(|i| format!("param p{i} = {i};\n")).collect(),
    ] {
        let compiled =
            linkwork_compiler::compile(around(&fine).parse().expect("tokens"), &Default::default());
        assert!(!compiled.diagnostics.has_errors(), "{:?}", compiled.diagnostics.iter().next());
        assert_eq!(compiled.programs.len(), 1);
    }
    let factors: Vec<String> = (0..3000).map(|i| format!("(x + {i})")).collect();
    for (items, fact) in [
        ("for i in 1..1e15 { }".to_owned(), "the range has more than 100000 values"),
        ("for i in 0..60000 { let a[i] = i; }".to_owned(), "repetitions produce more than 100000 items"),
        ("for i in 0..3000 { output o[i] = aa[i]*x; }".to_owned(), "cannot find `aa[0]`"),
        (format!("potential = {};", factors.join("*")), "a product has more than 256 different factors"),
        (
            format!("potential = 1{};", " [m]".repeat(3000)),
            "expressions are nested more than 200 levels deep",
        ),
        (format!("potential = x{};", ".x".repeat(3000)), "expressions are nested more than 200 levels deep"),
        (
            format!("potential = 1 [m{}];", "*m".repeat(3000)),
            "a unit or an index has more than 200 operators",
        ),
        (
            "for i in 0..1 { ".repeat(3000) + &"}".repeat(3000),
            "repetitions are nested more than 16 levels deep",
        ),
    ] {
        let found = mistakes(&around(&items));
        let [(message, marked, _)] = found.as_slice() else {
            panic!("{fact}: {} mistakes, {:?}", found.len(), found.first())
        };
        assert!(message == fact && marked != "A", "{message} at {marked}");
    }
}

/// A collector that is dropped without a query loses no error.
#[test]
#[should_panic(expected = "errors were dropped without being reported")]
fn errors_are_not_forgotten() {
    let mut diagnostics = Diagnostics::new();
    diagnostics.error(proc_macro2::Span::call_site(), "a mistake");
}

/// The form of an item is in the help where something else is written.
#[test]
fn forms_of_items() {
    let help = "write `verify;`, without a value";
    for (rest, found) in [("= true;", "="), (": true;", ":"), ("true;", "true")] {
        only(&format!("verify {rest}"), &format!("expected `;`, found `{found}`"), found, help);
    }
    only("conserves = energy;", "expected `energy`, found `=`", "=", "write `conserves energy;`");
    let fact = "a constraint is an equation, not a condition";
    for relation in [">=", "<=", ">", "<", "!="] {
        let condition = format!("x {relation} 1 [m]");
        only(&format!("constraint c: {condition};"), fact, &condition, "`limits:` with `stops:`");
    }
    only("constraint c: x == 1 [m];", fact, "x == 1 [m]", "write `=`");
    only(
        "constraint c: x;",
        "expected an operator or `=`, found `;`",
        ";",
        "`constraint name: left = right;`",
    );
    only("initial { x = 1 [m] }", "expected `:`, found `=`", "=", "`name: value`");
    only("initial { x: 1 [m]; }", "expected an operator, `,` or `}`, found `;`", ";", "separated by commas");
    only("param a = 1 [m/s^];", "expected an exponent, found `]`", "]", "`[m/s^2]`");
    only("param a = 1 [m/];", "expected an expression, found `]`", "]", "");
    only("let a = sin(x +);", "expected an expression, found `)`", ")", "");
}

/// syn takes the square of the number of digits.
#[test]
fn numbers_that_are_far_too_long() {
    let digits = "1".repeat(200_000);
    let fact = "a number of 200000 characters is too long";
    only(&format!("param a = {digits};"), fact, &digits, "38 digits");
}
