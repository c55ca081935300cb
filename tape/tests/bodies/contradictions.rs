//! Values of `initial`, and constraints, that contradict each other: `build()` reports those that the compiler reports for the same
//! numbers, in the same words.

use crate::tapes::tapes;
use linkwork_compiler::Options;

/// The only mistake in a text: message and help.
fn refused(text: &str) -> String {
    let compiled = linkwork_compiler::compile(text.parse().expect("tokens"), &Options::default());
    let found: Vec<_> = compiled.diagnostics.iter().collect();
    let [mistake] = found.as_slice() else { panic!("{text}\n{found:#?}") };
    format!("{}\nhelp: {}", mistake.message, mistake.helps.join(" "))
}

/// Removes numbers with `e` from a message: searches from other starts end at other places.
fn without_numbers(text: &str) -> String {
    let mut plain = String::new();
    for word in text.split(' ') {
        let number = word.contains('e') && word.parse::<f64>().is_ok();
        plain.push_str(if number { "#" } else { word });
        plain.push(' ');
    }
    plain
}

/// `text` with good values of `param given`, and with bad ones: by `build()` and by the compiler.
#[track_caller]
fn both(text: &str, good: &str, bad: f64, expected: &str) {
    for mut one in tapes(&text.replace("GIVEN", good)) {
        assert!(one.clone().build().is_ok(), "{text}");
        assert!(one.set("given", bad));
        let built = one.build().err().unwrap_or_else(|| panic!("{bad} holds in {text}")).to_string();
        assert!(built.starts_with(expected), "{built}");
        let compiled = refused(&text.replace("GIVEN", &format!("{bad:?}")));
        assert_eq!(without_numbers(&built), without_numbers(&compiled));
    }
}

#[test]
fn positions() {
    let circle =
        "mechanism A { param given = GIVEN [m]; coordinate x [m]; coordinate y [m]; coordinate z [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2 + der(z)^2) / 2;
        constraint circle: x^2 + y^2 = 1 [m^2];
        initial { z: 3 [m], y: 0.8 [m], x: given } }";
    both(
        circle,
        "0.6",
        0.5,
        "the initial values of `x` and `y` contradict each other: the best attempt violates `circle` by -1.100e-1 m^2\nhelp: remove one of them, or make it a guess: `y: ~…`",
    );
    let alone = circle.replace("y: 0.8 [m], ", "");
    both(
        &alone,
        "0.6",
        1.5,
        "the initial value of `x` cannot be satisfied: the best attempt violates `circle` by ",
    );
}

#[test]
fn velocities() {
    let text = "mechanism A { param given = GIVEN [m/s]; coordinate x [m]; coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        constraint circle: x^2 + y^2 = 1 [m^2];
        initial { x: 0.6 [m], y: 0.8 [m], der(x): given, der(y): 0.3 [m/s] } }";
    both(
        text,
        "-0.4",
        0.4,
        "the initial values of `der(x)` and `der(y)` contradict each other: the best attempt violates `der(circle)` by ",
    );
}

/// Quantities that are not coordinates of the formulation, and a joint that is named once.
#[test]
fn values_of_joints() {
    let text = "mechanism Bars in plane { coordinates = minimal; param given = GIVEN [m];
        body crank { mass: 1 [kg], com: [0.2, 0] [m], inertia: 0.02 [kg*m^2] }
        body coupler { mass: 2 [kg], com: [0.5, 0] [m], inertia: 0.2 [kg*m^2] }
        body rocker { mass: 1.5 [kg], com: [0.35, 0] [m], inertia: 0.06 [kg*m^2] }
        joint a = revolute(ground, crank);
        joint b = revolute(crank at [0.4, 0], coupler);
        joint c = revolute(coupler at [1, 0], rocker at [0.7, 0]);
        joint d = revolute(ground at [1, 0], rocker);
        initial { a.angle: 0 [rad], coupler.position.y: given, b.angle: ~1, der(a.angle): 2 [rad/s] } }";
    let expected = "the initial values of `a.angle` and `coupler.position.y` contradict each other";
    both(text, "0", 0.3, expected);
    both(&text.replace("coordinates = minimal;", "coordinates = absolute;"), "0", 0.3, expected);
}

/// Constraints that no configuration satisfies, and one alone.
#[test]
fn constraints() {
    let walls = "mechanism A { param given = GIVEN [m]; coordinate x [m]; coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        constraint left: x + y = 1 [m];
        constraint right: 2 * x + 2 * y = given; }";
    let expected = "the constraints contradict each other: the best attempt violates `left` by ";
    both(walls, "2", 3.0, expected);
    let circle = "mechanism A { param given = GIVEN [m]; coordinate x [m]; coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        constraint circle: x^2 + y^2 = 1 [m^2];
        constraint wall: x = given;
        initial { x: ~0.5 [m] } }";
    both(circle, "0.6", 1.5, "`A` cannot be assembled: the best attempt violates `circle` by ");
    let rates = "mechanism A { param given = GIVEN [m/s]; coordinate x [m]; coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        constraint left: der(x) + der(y) = 1 [m/s];
        constraint right: 2 * der(x) + 2 * der(y) = given; }";
    both(rates, "2", 3.0, "the constraints contradict each other: the best attempt violates `left` by ");
}

/// A loop whose lengths do not close.
#[test]
fn joints() {
    let bars = "mechanism Bars in plane { coordinates = FORM; param given = GIVEN [m];
        body crank { mass: 1 [kg], com: [0.2, 0] [m], inertia: 0.02 [kg*m^2] }
        body coupler { mass: 2 [kg], com: [0.5, 0] [m], inertia: 0.2 [kg*m^2] }
        body rocker { mass: 1.5 [kg], com: [0.35, 0] [m], inertia: 0.06 [kg*m^2] }
        joint a = revolute(ground, crank);
        joint b = revolute(crank at [0.4, 0], coupler);
        joint c = revolute(coupler at [given, 0 [m]], rocker at [0.7, 0]);
        joint d = revolute(ground at [1, 0], rocker); }";
    for form in ["minimal", "absolute"] {
        both(&bars.replace("FORM", form), "1", 5.0, "`Bars` cannot be assembled: the best attempt violates ");
    }
}
