//! Mechanisms that cannot be assembled with the default parameters: which constraints stay open, and by how much.

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
        "the constraints contradict each other: the best attempt violates `left` by 5.000e-1 m and `right` by -5.000e-1 m",
        "left",
        "remove one of them",
    );
    only(
        "constraint sum: x + y = 1 [m]; constraint twice: 2 * (x + y) = 1 [m];",
        "the constraints contradict each other: the best attempt violates `sum` by -2.500e-1 m and `twice` by 5.000e-1 m",
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
        "the initial values of `x` and `y` contradict each other: the best attempt violates `circle` by 2.500e-1 m^2",
        "y",
        "remove one of them",
    );
    only(
        "constraint wall: x = 0 [m]; initial { der(x): 2 [m/s] }",
        "the initial value of `der(x)` cannot be satisfied: the best attempt violates `der(wall)` by 2.000e0 m/s",
        "der",
        "remove it",
    );
}

/// Values are named that exclude each other, and no others, in either formulation.
#[test]
fn values_of_joints_that_contradict_each_other_are_named() {
    let crank = |formulation: &str, initial: &str| {
        compiled(&format!(
            "mechanism A in plane {{ coordinates = {formulation};
             body crank {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }} body rod {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
             body slider {{ mass: 2 [kg] }}
             joint pivot = revolute(ground, crank at [-0.075, 0] [m]);
             joint pin = revolute(crank at [0.075, 0] [m], rod at [-0.175, 0] [m]);
             joint wrist = revolute(rod at [0.175, 0] [m], slider);
             joint guide = prismatic(ground, slider, axis: [1, 0]);
             initial {{ {initial} }} }}"
        ))
    };
    for formulation in ["minimal", "absolute"] {
        for (initial, fact) in [
            (
                "pivot.angle: 30 [deg], der(pivot.angle): 1 [rad/s], guide.displacement: 0.3 [m], pin.angle: 80 [deg]",
                "the initial values of ",
            ),
            (
                "der(pivot.angle): 1 [rad/s], guide.displacement: 0.6 [m]",
                "the initial value of `guide.displacement`",
            ),
            (
                "pivot.angle: 30 [deg], der(pivot.angle): 3 [rad/s], der(guide.displacement): 0.1 [m/s]",
                "the initial values of `der(",
            ),
        ] {
            let (names, found) = crank(formulation, initial);
            let [(Severity::Error, text)] = found.as_slice() else { panic!("{found:#?}") };
            assert!(names.is_empty() && text.starts_with(fact), "{formulation}, {initial}: {text}");
            // Two of the positions are redundant, the rate is not among them.
            let named =
                text.split_once(" contradict").map_or("`x`", |(named, _)| named).matches('`').count() / 2;
            assert_eq!(named, if fact.contains("values") { 2 } else { 1 }, "{text}");
        }
    }
}

/// What rounding leaves of constants is not a gap: `3*0.1` is not `0.3`.
#[test]
fn rounding_of_constants_is_no_contradiction() {
    for second in ["a at [0.3, 0] [m], b", "ground at [0.3, 0] [m], b at [0, 0] [m]"] {
        let (names, found) = compiled(&format!(
            "mechanism A in plane {{ param r = 0.1 [m]; body a {{ mass: 1 [kg], inertia: 1 [kg*m^2] }}
             body b {{ mass: 1 [kg], inertia: 1 [kg*m^2] }} joint f = fixed(ground, a);
             joint q = fixed(a at [3*r, 0 [m]], b); joint w = fixed({second});
             joint free = revolute(ground, c); body c {{ mass: 1 [kg], inertia: 1 [kg*m^2] }} }}"
        ));
        assert_eq!(names, ["A"], "{found:#?}");
    }
}

#[test]
fn redundant_constraints_and_rounded_values_are_accepted() {
    assert_eq!(found("constraint left: x = 0 [m]; constraint right: 2 * x = 0 [m];"), []);
    // One freedom fewer than constraints that drive it: kinematics.
    assert_eq!(found("constraint a: x = 0.1 [m/s] * time; constraint b: y = x;"), []);
    assert_eq!(found("constraint circle: x^2 + y^2 = 1 [m^2]; initial { x: 0.866025 [m], y: 0.5 [m] }"), []);
}

#[test]
fn singular_starts_are_warnings() {
    let found = found(
        "coordinate u [m] = 2; coordinate w [m]; kinetic = 1 [kg] * (der(u)^2 + der(w)^2) / 2; \
         constraint first: x^2 + y^2 = 1 [m^2]; constraint second: (u - x)^2 + (w - y)^2 = 1 [m^2]; \
         constraint third: (u - 1 [m])^2 + w^2 = 1 [m^2]; initial { x: 1 [m], y: 0 [m], u: 2 [m], w: 0 [m] }",
    );
    let [(Severity::Warning, message, _, _)] = found.as_slice() else { panic!("{found:#?}") };
    assert!(message.starts_with("the initial configuration is singular"), "{message}");
}

/// Mistakes of a whole text, with its programs.
fn compiled(text: &str) -> (Vec<String>, Vec<(Severity, String)>) {
    let compiled = linkwork_compiler::compile(text.parse().expect("tokens"), &Options::default());
    let names = compiled.programs.iter().map(|program| program.name.clone()).collect();
    (names, compiled.diagnostics.iter().map(|d| (d.severity, d.text())).collect())
}

/// A gap is not called small because a coordinate has become large.
#[test]
fn equations_without_solution_do_not_close() {
    let (names, found) = compiled(
        "mechanism A { coordinate b; coordinate x; kinetic = (der(b)^2 + der(x)^2) / 2; constraint c: 3 + 2*sin(b) = 0; }",
    );
    let [(Severity::Error, text)] = found.as_slice() else { panic!("{found:#?}") };
    assert!(names.is_empty() && text.contains("best attempt violates `c` by 1.000e0"), "{text}");
}

#[test]
fn joints_that_close_only_turned_over_are_named() {
    let (names, found) = compiled(
        "mechanism A in plane { body slider { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
         joint guide = prismatic(ground, slider, axis: [1, 0]);
         joint other = prismatic(ground at [0, 0.5] [m], slider at [0, -0.5] [m], axis: [1, 0], cut: true);
         constraint turned: slider.position.y = 1 [m]; }",
    );
    assert!(names.is_empty() && !found.is_empty(), "{found:#?}");
    let (names, found) = compiled(
        "mechanism B in plane { coordinates = absolute; body slider { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
         joint guide = prismatic(ground, slider, axis: [1, 0]);
         initial { slider.angle: 180 [deg] } }",
    );
    let [(Severity::Error, text)] = found.as_slice() else { panic!("{found:#?}") };
    assert!(names.is_empty() && text.contains("with `guide` turned over"), "{text}");
}

#[test]
fn guesses_of_velocities_are_of_joints() {
    let (names, found) = compiled(
        "mechanism A in plane { body bob { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
         joint pin = revolute(ground, bob at [0, 1] [m]); initial { bob.velocity.x: ~1 [m/s] } }",
    );
    let [(Severity::Error, text)] = found.as_slice() else { panic!("{found:#?}") };
    assert!(
        names.is_empty() && text.contains("cannot be given a guess") && text.contains("der(pin.angle): ~3"),
        "{text}"
    );
}

/// Bennett's linkage with one angle given closes in both formulations.
#[test]
fn bennett_closes_from_one_angle() {
    // a/sin α = b/sin β: 1/sin 30° = 1.5/sin β.
    let beta = (1.5_f64 * 0.5).asin();
    let alpha = std::f64::consts::FRAC_PI_6;
    let link =
        |name: &str| format!("body {name} {{ mass: 1 [kg], inertia: diagonal(0.1, 0.1, 0.1) [kg*m^2] }}\n");
    let turned = |twist: f64| format!("rpy({twist:?}, 0, 0)");
    let text = format!(
        "mechanism Bennett in space {{ coordinates = [minimal, absolute]; {}{}{}
         frame a0 = fixed(ground at [1, 0, 0] [m], rotation: {});
         frame a2 = fixed(two at [1.0, 0, 0] [m], rotation: {});
         frame a1 = fixed(one at [1.5, 0, 0] [m], rotation: {});
         frame a3 = fixed(three at [1.5, 0, 0] [m], rotation: {});
         joint j1 = revolute(a0, one, axis: [0, 0, 1]);
         joint j2 = revolute(a1, two, axis: [0, 0, 1]);
         joint j3 = revolute(a2, three, axis: [0, 0, 1]);
         joint j4 = revolute(a3, ground, axis: [0, 0, 1]);
         initial {{ j1.angle: 60 [deg] }} }}",
        link("one"),
        link("two"),
        link("three"),
        turned(alpha),
        turned(alpha),
        turned(beta),
        turned(beta),
    );
    let (names, found) = compiled(&text);
    assert_eq!(names, ["Bennett", "BennettAbsolute"], "{found:#?}");
}

/// What has no finite value at t = 0, in a mechanism without units.
fn undefined(items: &str, start: &str, help: &str) {
    let text = format!("mechanism A {{ coordinate q; kinetic = der(q)^2; {items} }}");
    let code = linkwork_compiler::expand(text.parse().expect("tokens")).to_string();
    assert!(code.contains("compile_error"), "a stand-in without a message: {items}");
    let (names, found) = compiled(&text);
    let [(Severity::Error, text)] = found.as_slice() else { panic!("{items}: {found:#?}") };
    assert!(names.is_empty() && text.starts_with(start) && text.contains(help), "{items}: {text}");
}

#[test]
fn constraints_without_a_finite_start_are_named() {
    let what = |level: &str| format!("constraint `c` has no finite {level} in the initial state: ");
    let shift = "simulations start at t = 0";
    undefined("constraint c: q = ln(time);", &(what("value") + "`ln(time)` is infinite at time = 0"), shift);
    undefined("constraint c: q = sqrt(time);", &(what("rate") + "`1/sqrt(time)`"), shift);
    undefined("constraint c: q = time^1.5;", &(what("acceleration") + "`1/sqrt(time)`"), shift);
    undefined("constraint c: der(q) = ln(time);", &(what("value") + "`ln(time)`"), shift);
    undefined(
        "constraint c: sqrt(q - 1) = 2;",
        &(what("value") + "`sqrt(q - 1)` is not defined at q = 0"),
        "`initial`",
    );
    undefined("param a = 0; constraint c: q = 1/a;", &(what("value") + "`1/a`"), "choose parameters");
}

#[test]
fn constants_and_masses_are_finite() {
    undefined("let a = ln(0); output o = a;", "`ln(0)` is infinite", "defined");
    undefined("potential = sqrt(-1)*q;", "`sqrt(-1)` is not defined", "defined");
    undefined("potential = (-2)^0.5*q;", "`(-2)^0.5` is not defined", "defined");
    undefined(
        "param a = 0; coordinate p; kinetic = der(p)^2/a;",
        "the mass that `der(p)` moves is not finite in the initial state: ",
        "choose parameters",
    );
    let of_body = |properties: &str| {
        compiled(&format!(
            "mechanism A in plane {{ param a = 0; body b {{ {properties} }} joint j = revolute(ground, b); }}"
        ))
    };
    for properties in ["mass: 1/a, inertia: 1", "mass: 1, inertia: 1/a", "mass: 1, inertia: 1, com: [1/a, 0]"]
    {
        let (names, found) = of_body(properties);
        let [(Severity::Error, text), ..] = found.as_slice() else { panic!("{properties}: {found:#?}") };
        assert!(names.is_empty() && text.contains("is infinite with the default parameters"), "{text}");
    }
    // Another start may avoid an infinite force.
    let (names, found) = compiled("mechanism A { coordinate q; kinetic = der(q)^2; potential = -1/q; }");
    let [(Severity::Warning, text)] = found.as_slice() else { panic!("{found:#?}") };
    assert!(names == ["A"] && text.starts_with("the force along `der(q)` is not finite"), "{text}");
}

/// If two mechanisms have the same mistake, both are reported.
#[test]
fn equal_mistakes_of_two_mechanisms_are_two() {
    let one = |name: &str| {
        format!("mechanism {name} {{ coordinate q; kinetic = der(q)^2; constraint c: q = ln(time); }} ")
    };
    let (names, found) = compiled(&(one("A") + &one("B")));
    assert!(names.is_empty() && found.len() == 2, "{found:#?}");
}

/// Both constraints are marked.
#[test]
fn contradictions_are_marked_at_each_constraint() {
    let text = "mechanism A { coordinate x [m]; kinetic = 1 [kg] * der(x)^2; constraint left: x = 0 [m]; constraint right: x = 1 [m]; }";
    let compiled = linkwork_compiler::compile(text.parse().expect("tokens"), &Options::default());
    let mistake = compiled.diagnostics.iter().next().expect("a mistake");
    let mut marks = vec![(mistake.place.text(), mistake.label.clone().expect("a label"))];
    marks.extend(mistake.related.iter().map(|(place, label)| (place.text(), label.clone())));
    let at = |name: &str| (Some(name.to_owned()), format!("`{name}`"));
    assert_eq!(marks, [at("left"), at("right")]);
}

/// An energy that is not finite is told at its item.
#[test]
fn energies_without_a_value() {
    only(
        "kinetic = 1 [kg*m^2] * der(x)^2 / x^2; kinetic = 2 [kg] * der(x)^2;",
        "the mass that `der(x)` moves is not finite in the initial state: `1/x^2` is infinite at x = 0",
        "kinetic",
        "give a guess",
    );
}
