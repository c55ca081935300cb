//! Mechanisms that cannot be put together, with the default parameters: which constraints stay open, by how much.

use linkwork_compiler::Options;
use linkwork_compiler::diagnostics::Severity;

/// (severity, fact, marked text, help) of everything that is found in `items`.
fn found(items: &str) -> Vec<(Severity, String, String, String)> {
    let text = format!(
        "mechanism A {{ coordinate x [m]; coordinate y [m]; kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2; {items} }}"
    );
    let compiled = linkwork_compiler::compile(text.parse().expect("tokens"), &Options::default());
    let errors = compiled.diagnostics.errors() > 0;
    assert_eq!(compiled.programs.is_empty(), errors, "{items}");
    let all = compiled.diagnostics.iter();
    all.map(|d| (d.severity, d.message.clone(), d.place.text().unwrap_or_default(), d.helps.join(" ")))
        .collect()
}

#[track_caller]
fn only(items: &str, fact: &str, marked: &str, help: &str) {
    let found = found(items);
    let [(Severity::Error, message, text, helps)] = found.as_slice() else { panic!("{items}: {found:#?}") };
    assert_eq!(message, fact);
    assert_eq!(text, marked);
    assert!(helps.contains(help), "{helps}");
}

#[test]
fn constraints_that_exclude_each_other() {
    only(
        "constraint left: x = 0 [m]; constraint right: x = 1 [m];",
        "constraints exclude each other: what remains is `left` by 5.000e-1 m and `right` by -5.000e-1 m",
        "left",
        "remove one of them",
    );
    only(
        "constraint sum: x + y = 1 [m]; constraint twice: 2 * (x + y) = 1 [m];",
        "constraints exclude each other: what remains is `sum` by -2.500e-1 m and `twice` by 5.000e-1 m",
        "sum",
        "choose parameters",
    );
}

#[test]
fn loops_that_do_not_close() {
    only(
        "constraint short: x^2 + y^2 = 1 [m^2]; constraint far: x = 3 [m];",
        "`A` cannot be assembled: the best attempt violates `short` by 5.042e0 m^2 and `far` by -5.427e-1 m",
        "short",
        "check the dimensions",
    );
}

#[test]
fn initial_values_that_contradict_constraints() {
    only(
        "constraint circle: x^2 + y^2 = 1 [m^2]; initial { x: 1 [m], y: 0.5 [m] }",
        "the initial values given for `A` violate `circle` by 2.500e-1 m^2",
        "circle",
        "leave out initial values",
    );
    only(
        "constraint wall: x = 0 [m]; initial { der(x): 2 [m/s] }",
        "the initial values given for `A` violate `der(wall)` by 2.000e0 m/s",
        "wall",
        "leave out initial values",
    );
}

#[test]
fn redundant_constraints_and_rounded_values_are_no_mistakes() {
    assert_eq!(found("constraint left: x = 0 [m]; constraint right: 2 * x = 0 [m];"), []);
    // One freedom less than constraints that drive it: kinematics.
    assert_eq!(found("constraint a: x = 0.1 [m/s] * time; constraint b: y = x;"), []);
    assert_eq!(found("constraint circle: x^2 + y^2 = 1 [m^2]; initial { x: 0.866025 [m], y: 0.5 [m] }"), []);
}

#[test]
fn singular_starts_are_warned_of() {
    let found = found(
        "coordinate u [m] = 2; coordinate w [m]; kinetic = 1 [kg] * (der(u)^2 + der(w)^2) / 2; \
         constraint first: x^2 + y^2 = 1 [m^2]; constraint second: (u - x)^2 + (w - y)^2 = 1 [m^2]; \
         constraint third: (u - 1 [m])^2 + w^2 = 1 [m^2]; initial { x: 1 [m], y: 0 [m], u: 2 [m], w: 0 [m] }",
    );
    let [(Severity::Warning, message, _, _)] = found.as_slice() else { panic!("{found:#?}") };
    assert!(message.starts_with("the initial configuration is singular"), "{message}");
}
